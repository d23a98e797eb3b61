/* SPDX-License-Identifier: Apache-2.0 */
/* managed_fields.c - metadata.managedFields: the owners of fields after a write. */
#include "base/alloc.h"
#include "fakeapi/apply/fieldset.h"
#include "fakeapi/apply/managed_impl.h"
#include "fakeapi/apply/patch.h"
#include "fakeapi/apply/smd.h"
#include "fakeapi/schema/custom.h"
#include "fakeapi/meta/go_json.h"
#include "fakeapi/meta/lookup.h"
#include "fakeapi/schema/custom.h"
#include "fakeapi/schema/typed.h"

enum { UPDATERS_MAX = 10 };

const char *fakeapi__api_version(const struct fakeapi__resource *res, char *buf, size_t cap)
{
	snprintf(buf, cap, "%s%s%s", res->group, *res->group ? "/" : "", res->version);
	return buf;
}

/* --- entries --- */

cJSON *fakeapi__managed_find(const cJSON *entries, const struct fakeapi__writer *who)
{
	cJSON *e;

	cJSON_ArrayForEach(e, entries)
	{
		if (strcmp(fakeapi__string(e, "manager"), who->manager) == 0 &&
		    strcmp(fakeapi__string(e, "operation"), who->operation) == 0 &&
		    strcmp(fakeapi__string(e, "subresource"), who->subresource) == 0 &&
		    (*who->operation == 'A' ||
		     strcmp(fakeapi__string(e, "apiVersion"), who->api_version) == 0))
			return e;
	}
	return NULL;
}

cJSON *fakeapi__managed_add(cJSON *entries, const struct fakeapi__writer *who, cJSON *set)
{
	cJSON *e = cJSON_CreateObject();

	if (!e || !cJSON_AddStringToObject(e, "manager", who->manager) ||
	    !cJSON_AddStringToObject(e, "operation", who->operation) ||
	    !cJSON_AddStringToObject(e, "apiVersion", who->api_version) ||
	    !cJSON_AddStringToObject(e, "fieldsType", "FieldsV1") ||
	    (*who->subresource && !cJSON_AddStringToObject(e, "subresource", who->subresource)) ||
	    !cJSON_AddItemToArray(entries, e))
		goto fail;
	if (cJSON_AddItemToObject(e, "fieldsV1", set))
		return e;
	cJSON_DetachItemViaPointer(entries, e);
fail:
	cJSON_Delete(e);
	return NULL;
}

int fakeapi__managed_set_fields(cJSON *entry, cJSON *set)
{
	return fakeapi__set(entry, "fieldsV1", set);
}

int fakeapi__managed_set_time(cJSON *entry, const char *now)
{
	return *now ? fakeapi__set(entry, "time", cJSON_CreateString(now)) : 0;
}

static int release_one(cJSON *entry, struct fakeapi__changes *changes,
		       struct fakeapi__lookups *names)
{
	const struct fakeapi__comparison *c =
	    fakeapi__changes_in(changes, fakeapi__string(entry, "apiVersion"));
	const cJSON *set = fakeapi__member(entry, "fieldsV1");

	if (!c)
		return -1;
	for (size_t i = 0; set && i < 3; i++) {
		const cJSON *gone = i == 0 ? c->added : i == 1 ? c->modified : c->removed;
		cJSON *left = fakeapi__fieldset_against(FAKEAPI_SET_MINUS, set, gone,
							c == &changes->own ? names : NULL);

		if (!left || fakeapi__managed_set_fields(entry, left) != 0)
			return -1;
		set = left;
	}
	return 0;
}

int fakeapi__managed_release(cJSON *entries, struct fakeapi__changes *changes, const cJSON *except)
{
	struct fakeapi__lookups names;
	cJSON *e = entries->child;
	int rc = 0;

	fakeapi__lookups_init(&names);
	while (e && rc == 0) {
		cJSON *next = e->next;

		if (e != except)
			rc = release_one(e, changes, &names);
		if (rc == 0 && fakeapi__fieldset_empty(fakeapi__member(e, "fieldsV1")))
			cJSON_Delete(cJSON_DetachItemViaPointer(entries, e));
		e = next;
	}
	fakeapi__lookups_fini(&names);
	return rc;
}

/* --- order --- */

/* RFC 3339 times in UTC compare as text; a missing time sorts first. */
static int entry_order(const void *a, const void *b)
{
	static const char *const by[] = { "operation", "time", "manager", "apiVersion",
					  "subresource" };
	const cJSON *x = *(cJSON *const *)a, *y = *(cJSON *const *)b;

	for (size_t i = 0; i < ARRAY_LEN(by); i++) {
		int d = strcmp(fakeapi__string(x, by[i]), fakeapi__string(y, by[i]));

		if (d)
			return d;
	}
	return 0;
}

/* Writes members in the order of the Go struct. */
static cJSON *written(cJSON *e)
{
	static const char *const order[] = { "manager",	   "operation", "apiVersion", "time",
					     "fieldsType", "fieldsV1",	"subresource" };
	cJSON *out = cJSON_CreateObject();

	for (size_t i = 0; out && i < ARRAY_LEN(order); i++) {
		cJSON *v = fakeapi__member(e, order[i]);

		if (!v || (cJSON_IsString(v) && !*v->valuestring))
			continue;
		if (fakeapi__set(out, order[i], cJSON_DetachItemViaPointer(e, v)) != 0) {
			cJSON_Delete(out);
			return NULL;
		}
	}
	return out;
}

/* Sorts the entries into a new array; consumes them. */
static cJSON *in_order(cJSON *entries)
{
	size_t n = (size_t)cJSON_GetArraySize(entries), i = 0;
	cJSON **all = base__reallocarray(NULL, n, sizeof(cJSON *));
	cJSON *out = all ? cJSON_CreateArray() : NULL, *v;

	if (!out)
		goto fail;
	for (cJSON *e = entries->child; e; e = e->next)
		all[i++] = e;
	qsort(all, n, sizeof(cJSON *), entry_order);
	for (i = 0; i < n; i++) {
		v = written(all[i]);
		if (!v || !cJSON_AddItemToArray(out, v)) {
			cJSON_Delete(v);
			goto fail;
		}
	}
	base__free(all);
	return out;
fail:
	base__free(all);
	cJSON_Delete(out);
	return NULL;
}

/* `entries` is consumed; NULL: -1. */
static int set_managed(const struct fakeapi__resource *res, cJSON *meta, cJSON *entries)
{
	if (!entries || fakeapi__set(meta, "managedFields", entries) != 0)
		return -1;
	return res->flags & FAKEAPI_RES_CUSTOM ? fakeapi__sort_members(meta, true) : 0;
}

int fakeapi__managed_encode(const struct fakeapi__resource *res, cJSON *obj, cJSON *entries)
{
	cJSON *meta = fakeapi__member(obj, "metadata"), *sorted;

	if (!entries->child || !cJSON_IsObject(meta)) {
		cJSON_Delete(entries);
		cJSON_Delete(cJSON_DetachItemFromObjectCaseSensitive(meta, "managedFields"));
		return 0;
	}
	sorted = in_order(entries);
	cJSON_Delete(entries);
	return set_managed(res, meta, sorted);
}

/* Removes the element itself but keeps its descendants. */
static void disown(cJSON *set, const char *name)
{
	cJSON *element = cJSON_GetObjectItemCaseSensitive(set, name);

	if (!element)
		return;
	if (element->child && strcmp(element->child->string, ".") == 0)
		cJSON_Delete(cJSON_DetachItemViaPointer(element, element->child));
	if (!element->child)
		cJSON_Delete(cJSON_DetachItemViaPointer(set, element));
}

void fakeapi__managed_strip(cJSON *set)
{
	static const char *const meta[] = {
		"f:clusterName", "f:creationTimestamp", "f:generation",	     "f:managedFields",
		"f:name",	 "f:namespace",		"f:resourceVersion", "f:selfLink",
		"f:uid"
	};
	cJSON *m = cJSON_GetObjectItemCaseSensitive(set, "f:metadata");

	for (size_t i = 0; m && i < ARRAY_LEN(meta); i++)
		disown(m, meta[i]);
	disown(set, "f:metadata");
	disown(set, "f:apiVersion");
	disown(set, "f:kind");
}

/* --- writes --- */

/* Merges the `count` oldest entries into one. */
static int merge_oldest(cJSON *entries, cJSON **oldest, size_t count, const cJSON **sets)
{
	struct fakeapi__writer old = { "ancient-changes", "Update", "", "" };
	const cJSON *last = oldest[count - 1];
	cJSON *set, *bucket;

	for (size_t i = 0; i < count; i++)
		sets[i] = fakeapi__member(oldest[i], "fieldsV1");
	set = fakeapi__fieldset_all(sets, count);
	if (!set)
		return -1;
	old.api_version = fakeapi__string(last, "apiVersion");
	bucket = fakeapi__managed_add(entries, &old, set);
	if (!bucket) {
		cJSON_Delete(set);
		return -1;
	}
	if (*fakeapi__string(last, "time") &&
	    fakeapi__managed_set_time(bucket, fakeapi__string(last, "time")) != 0)
		return -1;
	for (size_t i = 0; i < count; i++)
		cJSON_Delete(cJSON_DetachItemViaPointer(entries, oldest[i]));
	return 0;
}

/* If there are too many updaters, merges the oldest. */
static int cap_updaters(cJSON *entries)
{
	cJSON **all;
	const cJSON **sets;
	size_t n = 0;
	int rc = -1;
	cJSON *e;

	cJSON_ArrayForEach(e, entries) n += *fakeapi__string(e, "operation") == 'U';
	if (n <= UPDATERS_MAX)
		return 0;
	all = base__reallocarray(NULL, n, sizeof(*all));
	sets = base__reallocarray(NULL, n, sizeof(*sets));
	if (all && sets) {
		n = 0;
		cJSON_ArrayForEach(e, entries)
		{
			if (*fakeapi__string(e, "operation") == 'U')
				all[n++] = e;
		}
		qsort(all, n, sizeof(*all), entry_order);
		rc = merge_oldest(entries, all, n - UPDATERS_MAX + 1, sets);
	}
	base__free(all);
	base__free(sets);
	return rc;
}

/* The fields changed by this write, without unowned ones; consumes the added fields. */
static cJSON *changed_by(struct fakeapi__comparison *c)
{
	cJSON *set;

	if (fakeapi__fieldset_empty(c->modified)) {
		set = c->added;
		c->added = NULL;
	} else {
		set = fakeapi__fieldset(FAKEAPI_SET_UNION, c->added, c->modified);
	}
	if (set)
		fakeapi__managed_strip(set);
	return set;
}

int fakeapi__managed_write(const struct fakeapi__resource *res, const cJSON *live, const cJSON *obj,
			   const struct fakeapi__writer *who, const char *now, cJSON *entries)
{
	struct fakeapi__lookups names;
	struct fakeapi__smd root = fakeapi__smd_root(res, &names);
	struct fakeapi__changes c = {
		.res = res, .live = live, .obj = obj, .subresource = who->subresource
	};
	cJSON *set = NULL, *mine;
	int rc = -1;

	fakeapi__lookups_over(&names, fakeapi__custom_names(res));
	if (fakeapi__changes_init(&c, &root) != 0 ||
	    fakeapi__managed_release(entries, &c, NULL) != 0)
		goto out;
	set = changed_by(&c.own);
	if (!set)
		goto out;
	if (!fakeapi__fieldset_empty(set)) {
		mine = fakeapi__managed_find(entries, who);
		if (mine) {
			if (fakeapi__fieldset_change(&set, FAKEAPI_SET_UNION,
						     fakeapi__member(mine, "fieldsV1")) != 0)
				goto out;
			rc = fakeapi__managed_set_fields(mine, set);
			set = NULL;
			if (rc != 0)
				goto out;
			rc = -1;
		} else {
			mine = fakeapi__managed_add(entries, who, set);
			if (!mine)
				goto out;
			set = NULL;
		}
		if (fakeapi__managed_set_time(mine, now) != 0)
			goto out;
	}
	rc = cap_updaters(entries);
out:
	cJSON_Delete(set);
	fakeapi__changes_fini(&c);
	fakeapi__lookups_fini(&names);
	return rc;
}

/* A list with one empty entry clears the managedFields. */
static bool is_reset(const cJSON *obj)
{
	const cJSON *list = fakeapi__dig(obj, "metadata", "managedFields", NULL);

	return cJSON_IsArray(list) &&
	       (!list->child ||
		(!list->child->next && cJSON_IsObject(list->child) && !list->child->child));
}

static bool same_entries(const cJSON *live, const cJSON *obj)
{
	return live && fakeapi__equal(fakeapi__dig(live, "metadata", "managedFields", NULL),
				      fakeapi__dig(obj, "metadata", "managedFields", NULL));
}

/* The initial entries: the request's own, or the stored ones if it has none. */
static cJSON *entries_before(const cJSON *live, const cJSON *obj, const char *subresource)
{
	cJSON *entries;

	if (*subresource)
		return live ? fakeapi__managed_decode(live) : cJSON_CreateArray();
	if (is_reset(obj))
		return cJSON_CreateArray();
	entries = same_entries(live, obj) ? fakeapi__managed_decode(live)
					  : fakeapi__managed_decode_foreign(obj);
	if (entries && !entries->child && live) {
		cJSON_Delete(entries);
		entries = fakeapi__managed_decode(live);
	}
	return entries;
}

/* True if the objects cannot be compared in the version of some entry. -1: out of memory. */
static int no_comparison(const struct fakeapi__resource *res, const cJSON *entries,
			 const cJSON *live, const cJSON *obj)
{
	AUTO_STRBUF why = STRBUF_INIT;
	int rc;

	if (fakeapi__managed_lost(res, entries))
		return 1;
	rc = live ? fakeapi__managed_misfit(res, entries, live, &why) : 0;
	return rc ? rc : fakeapi__managed_misfit(res, entries, obj, &why);
}

/* UpdateNoErrors() of fieldmanager.go, after an error: no field has an owner, or the owners stay.
 */
static int update_no_errors(const struct fakeapi__resource *res, const cJSON *live, cJSON *obj)
{
	const cJSON *kept = fakeapi__dig(live, "metadata", "managedFields", NULL);
	cJSON *meta = fakeapi__member(obj, "metadata"), *entries;

	if (kept && cJSON_IsObject(meta) &&
	    fakeapi__changed(res->features, FAKEAPI_CHANGE_OWNERS_KEPT))
		return set_managed(res, meta, cJSON_Duplicate(kept, true));
	entries = cJSON_CreateArray();
	return entries ? fakeapi__managed_encode(res, obj, entries) : -1;
}

int fakeapi__managed_update(const struct fakeapi__resource *res, const cJSON *live, cJSON *obj,
			    const char *manager, const char *subresource, const char *now)
{
	char gv[330];
	struct fakeapi__writer who = { *manager ? manager : "unknown", "Update",
				       fakeapi__api_version(res, gv, sizeof(gv)), subresource };
	cJSON *entries = entries_before(live, obj, subresource);
	cJSON *zero = NULL;
	int rc = -1, misfit;

	if (!entries)
		return -1;
	if (!entries->child && live) /* never tracked: stays so */
		return fakeapi__managed_encode(res, obj, entries);
	fakeapi__managed_forget(res, entries);
	misfit = no_comparison(res, entries, live, obj);
	if (misfit < 0)
		goto out;
	if (misfit) {
		cJSON_Delete(entries);
		return update_no_errors(res, live, obj);
	}
	if (!live) {
		zero = fakeapi__smd_zero(res);
		if (!zero)
			goto out;
	}
	rc = fakeapi__managed_write(res, live ? live : zero, obj, &who, now, entries);
out:
	cJSON_Delete(zero);
	if (rc == 0)
		return fakeapi__managed_encode(res, obj, entries);
	cJSON_Delete(entries);
	return rc;
}
