/* SPDX-License-Identifier: Apache-2.0 */
#include "fakeapi/schema/runtime_config.h"

#include "fakeapi/meta/release.h"
#include "fakeapi/schema/builtins.h"

/* From general to specific, in kube-apiserver's order (MergeAPIResourceConfigs). */
enum { ALL, STAGE, VERSION, RESOURCE, CLASSES };

static const char *stage_of(const struct fakeapi__resource *res)
{
	return strstr(res->version, "alpha")  ? "api/alpha"
	       : strstr(res->version, "beta") ? "api/beta"
					      : "api/ga";
}

/* The class of an entry that matches this type; CLASSES: it does not. */
static int class_of(struct str entry, const struct fakeapi__resource *res)
{
	char text[320];
	int n = snprintf(text, sizeof(text), "%s%s%s/%s", res->group, *res->group ? "/" : "",
			 res->version, res->resource);
	size_t version = (size_t)n - strlen(res->resource) - 1;

	if (str_eqz(entry, "api/all"))
		return ALL;
	if (str_eqz(entry, stage_of(res)))
		return STAGE;
	if (str_eq(entry, (struct str) { text, version }))
		return VERSION;
	return str_eqz(entry, text) ? RESOURCE : CLASSES;
}

static bool wanted(const struct fakeapi__resource *res, bool usual, void *user)
{
	bool on = usual;
	int best = -1;

	if (usual)
		return true;
	for (const char *p = user; *p; p += *p == ',') {
		struct str entry = { p, strcspn(p, ",=") };
		int class = class_of(entry, res);

		p += entry.len;
		if (class < CLASSES && class >= best) {
			best = class;
			on = *p != '=' || strncmp(p, "=true", 5) == 0;
		}
		p += strcspn(p, ",");
	}
	return on;
}

void fakeapi__runtime_config(struct fakeapi__registry *reg, const char *config)
{
	if (config && *config)
		fakeapi__registry_choose(reg, wanted, (void *)(uintptr_t)config);
}

bool fakeapi__runtime_config_knows(struct str entry)
{
	for (unsigned r = FAKEAPI_RELEASE_OLDEST; r <= FAKEAPI_RELEASE_NEWEST; r++) {
		const struct fakeapi__builtins *b = fakeapi__builtins_of(r);

		for (size_t i = 0; i < b->count; i++)
			if ((b->rows[i].flags & FAKEAPI_RES_OPTIONAL) &&
			    class_of(entry, &b->rows[i]) < CLASSES)
				return true;
	}
	return false;
}
