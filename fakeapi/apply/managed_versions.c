/* SPDX-License-Identifier: Apache-2.0 */
/* managed_versions.c - managedFields entries in other versions than the request's. A comparison in
 * such a version needs the object in it; an object with fields that the version lacks is invalid
 * there (structured-merge-diff's merge/update.go, managedfields' versionConverter). */
#include "fakeapi/apply/managed_impl.h"
#include "fakeapi/apply/smd.h"
#include "fakeapi/meta/go_json.h"
#include "fakeapi/schema/custom.h"

/* ValidationErrors.Error(), without errors of duplicate keys, which a stored object may have. */
static void join(const struct strbuf *errors, struct strbuf *why)
{
	AUTO_STRBUF lines = STRBUF_INIT;
	size_t count = 0;

	for (const char *p = errors->ptr; *p; p += strcspn(p, "\n") + (strchr(p, '\n') != NULL)) {
		int n = (int)strcspn(p, "\n");
		AUTO_STRBUF line = STRBUF_INIT;

		strbuf_addf(&line, "%.*s", n, p);
		if (line.failed || strstr(line.ptr, ": duplicate entries for key ")) {
			lines.failed |= line.failed;
			continue;
		}
		strbuf_addf(&lines, "\n  %s", line.ptr);
		count++;
	}
	if (count == 1)
		strbuf_addz(why, lines.ptr + 3);
	else if (count > 1)
		strbuf_addf(why, "errors:%s", lines.ptr);
	why->failed |= lines.failed;
}

int fakeapi__managed_misfit(const struct fakeapi__resource *res, const cJSON *entries,
			    const cJSON *obj, struct strbuf *why)
{
	char own[330];
	const cJSON *e;

	(void)fakeapi__api_version(res, own, sizeof(own));
	cJSON_ArrayForEach(e, entries)
	{
		const char *version = fakeapi__string(e, "apiVersion");
		struct fakeapi__smd root = { .keys = "", .custom_root = true };
		AUTO_STRBUF errors = STRBUF_INIT;
		struct fakeapi__lookups names;
		size_t count = 0;

		if (strcmp(version, own) == 0)
			continue;
		root.schema = fakeapi__custom_schema_of(res, version);
		if (!root.schema)
			continue;
		fakeapi__lookups_init(&names);
		root.names = &names;
		fakeapi__smd_check(&root, obj, &errors, &count);
		fakeapi__lookups_fini(&names);
		if (count && !errors.failed)
			join(&errors, why);
		if (errors.failed || why->failed)
			return -1;
		if (why->len)
			return 1;
	}
	return 0;
}
