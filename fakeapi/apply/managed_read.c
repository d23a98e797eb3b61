/* SPDX-License-Identifier: Apache-2.0 */
/* managed_read.c - reads metadata.managedFields from a client or from the store
 * (DecodeManagedFields of apimachinery's managedfields). */
#include "base/alloc.h"
#include "base/map.h"
#include "fakeapi/apply/fieldset.h"
#include "fakeapi/apply/managed_impl.h"
#include "fakeapi/apply/patch.h"
#include "fakeapi/meta/go_json.h"
#include "fakeapi/meta/scalar.h"
#include "fakeapi/schema/custom.h"
#include "fakeapi/schema/typeinfo.h"

static bool is_entry(const cJSON *e)
{
	const char *op = fakeapi__string(e, "operation");

	return (strcmp(op, "Apply") == 0 || strcmp(op, "Update") == 0) &&
	       *fakeapi__string(e, "apiVersion") &&
	       strcmp(fakeapi__string(e, "fieldsType"), "FieldsV1") == 0;
}

/* The set of an entry; a client's is parsed. 0: invalid; -1: out of memory. */
static int set_of(const cJSON *entry, bool foreign, cJSON **out)
{
	const cJSON *have = fakeapi__member(entry, "fieldsV1");

	if (foreign)
		return fakeapi__fieldset_read(have, out);
	*out = have ? cJSON_Duplicate(have, true) : cJSON_CreateObject();
	if (*out && fakeapi__fieldset_sort(*out) == 0)
		return 1;
	cJSON_Delete(*out);
	return -1;
}

static void name_writer(const struct fakeapi__writer *who, struct strbuf *out)
{
	const char *const parts[] = { who->manager, who->operation, who->api_version,
				      who->subresource };

	for (size_t i = 0; i < ARRAY_LEN(parts); i++)
		strbuf_addf(out, "%zu:%s", strlen(parts[i]), parts[i]);
}

/* Of two entries of one writer the later one replaces the earlier. */
static int add_entry(cJSON *entries, struct map *writers, const cJSON *e, cJSON *set)
{
	struct fakeapi__writer who = { fakeapi__string(e, "manager"),
				       fakeapi__string(e, "operation"),
				       fakeapi__string(e, "apiVersion"),
				       fakeapi__string(e, "subresource") };
	AUTO_STRBUF name = STRBUF_INIT;
	void *before = NULL;
	cJSON *mine = fakeapi__managed_add(entries, &who, set);

	if (!mine) {
		cJSON_Delete(set);
		return -1;
	}
	name_writer(&who, &name);
	if (name.failed || map_put(writers, strbuf_str(&name), mine, &before) < 0)
		return -1;
	if (before)
		cJSON_Delete(cJSON_DetachItemViaPointer(entries, before));
	return fakeapi__managed_set_time(mine, fakeapi__string(e, "time"));
}

static cJSON *decode(const cJSON *obj, bool foreign)
{
	const cJSON *have = fakeapi__dig(obj, "metadata", "managedFields", NULL), *e;
	cJSON *out = cJSON_CreateArray(), *set = NULL;
	struct map writers;
	int rc = 1;

	if (!out || !cJSON_IsArray(have))
		return out;
	map_init(&writers, MAP_COPY_KEYS);
	cJSON_ArrayForEach(e, have)
	{
		rc = is_entry(e) ? set_of(e, foreign, &set) : 0;
		if (rc == 1 && add_entry(out, &writers, e, set) != 0)
			rc = -1;
		if (rc != 1)
			break;
	}
	map_fini(&writers);
	if (rc == 1)
		return out;
	cJSON_Delete(out);
	return rc == 0 ? cJSON_CreateArray() : NULL;
}

cJSON *fakeapi__managed_decode(const cJSON *obj)
{
	return decode(obj, false);
}

cJSON *fakeapi__managed_decode_foreign(const cJSON *obj)
{
	return decode(obj, true);
}

bool fakeapi__managed_reads(const cJSON *fields)
{
	cJSON *set = NULL;
	int rc = fakeapi__fieldset_read(fields, &set);

	if (rc == 1)
		cJSON_Delete(set);
	return rc != 0;
}

const char *fakeapi__managed_lost(const struct fakeapi__resource *res, const cJSON *entries)
{
	const cJSON *e;

	cJSON_ArrayForEach(e, entries)
	{
		const char *version = fakeapi__string(e, "apiVersion");

		if (!fakeapi__custom_has_version(res, version))
			return version;
	}
	return NULL;
}

void fakeapi__managed_forget(const struct fakeapi__resource *res, cJSON *entries)
{
	cJSON *next;

	if (res->flags & FAKEAPI_RES_CUSTOM)
		return;
	for (cJSON *e = entries->child; e; e = next) {
		const char *api = fakeapi__string(e, "apiVersion");
		const char *slash = strchr(api, '/');
		char group[256];

		next = e->next;
		snprintf(group, sizeof(group), "%.*s", slash ? (int)(slash - api) : 0, api);
		if (strcmp(group, res->group) != 0 ||
		    !fakeapi__type_of_kind(group, slash ? slash + 1 : api, res->kind,
					   fakeapi__release_of(res->features)))
			cJSON_Delete(cJSON_DetachItemViaPointer(entries, e));
	}
}

bool fakeapi__managed_readable(const cJSON *config)
{
	const cJSON *managed = fakeapi__dig(config, "metadata", "managedFields", NULL), *e;

	cJSON_ArrayForEach(e, managed)
	{
		AUTO_STRBUF time = STRBUF_INIT;
		AUTO_STRBUF why = STRBUF_INIT;
		const cJSON *t = fakeapi__member(e, "time");

		if (!cJSON_IsObject(e) ||
		    (cJSON_IsString(t) &&
		     !fakeapi__time(str_of(t->valuestring), false, &time, &why)))
			return false;
	}
	return cJSON_IsArray(managed);
}

/* Sorts by the JSON of the manager's identity: an empty name is omitted and so sorts last. */
static int by_manager(const void *a, const void *b)
{
	static const char *const by[] = { "manager", "operation", "apiVersion", "time",
					  "subresource" };
	const cJSON *x = *(const cJSON *const *)a, *y = *(const cJSON *const *)b;
	bool named = *fakeapi__string(x, by[0]);

	if (named != (*fakeapi__string(y, by[0]) != 0))
		return named ? -1 : 1;
	for (size_t i = 0; i < ARRAY_LEN(by); i++) {
		int d = strcmp(fakeapi__string(x, by[i]), fakeapi__string(y, by[i]));

		if (d)
			return d;
	}
	return 0;
}

const cJSON **fakeapi__managed_by_manager(const cJSON *entries)
{
	size_t n = (size_t)cJSON_GetArraySize(entries), i = 0;
	const cJSON **all = base__calloc(n + 1, sizeof(*all)), *e;

	if (!all)
		return NULL;
	cJSON_ArrayForEach(e, entries) all[i++] = e;
	qsort(all, n, sizeof(*all), by_manager);
	return all;
}
