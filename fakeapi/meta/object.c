/* SPDX-License-Identifier: Apache-2.0 */
#include "fakeapi/meta/object.h"

#include "base/alloc.h"

#include <inttypes.h>

#include "base/clock.h"
#include "base/text/number.h"

/* The first of that name. */
static cJSON *member(const cJSON *obj, const char *name)
{
	cJSON *m = obj ? obj->child : NULL;

	while (m && !(m->string && name_eq(m->string, name)))
		m = m->next;
	return m;
}

const char *fakeapi__get_str(const cJSON *obj, const char *name)
{
	const cJSON *v = member(obj, name);

	return cJSON_IsString(v) ? v->valuestring : "";
}

cJSON *fakeapi__meta(const cJSON *obj)
{
	cJSON *m = member(obj, "metadata");

	return cJSON_IsObject(m) ? m : NULL;
}

const char *fakeapi__meta_str(const cJSON *obj, const char *name)
{
	return fakeapi__get_str(fakeapi__meta(obj), name);
}

int64_t fakeapi__meta_int(const cJSON *obj, const char *name)
{
	const cJSON *v = member(fakeapi__meta(obj), name);

	return cJSON_IsNumber(v) ? (int64_t)v->valuedouble : 0;
}

bool fakeapi__meta_has(const cJSON *obj, const char *name)
{
	const cJSON *v = member(fakeapi__meta(obj), name);

	return v && !cJSON_IsNull(v);
}

/* The order of members in ObjectMeta; custom resources are sorted maps, but clients do not care. */
static const char *const meta_order[] = {
	"name",
	"generateName",
	"namespace",
	"selfLink",
	"uid",
	"resourceVersion",
	"generation",
	"creationTimestamp",
	"deletionTimestamp",
	"deletionGracePeriodSeconds",
	"labels",
	"annotations",
	"ownerReferences",
	"finalizers",
	"managedFields",
};

static const char *const top_order[] = { "kind", "apiVersion", "metadata", "spec" };

static size_t rank_of(const char *const *order, size_t count, const char *name)
{
	for (size_t i = 0; i < count; i++)
		if (name_eq(order[i], name))
			return i;
	return count;
}

/* cJSON 1.7.15 with Debian's patches refuses to insert members before others. The first child's
 * prev is the last child. */
void fakeapi__insert_before(cJSON *parent, cJSON *at, cJSON *item)
{
	item->next = at;
	item->prev = at->prev;
	if (parent->child == at)
		parent->child = item;
	else
		at->prev->next = item;
	at->prev = item;
}

int fakeapi__replace_child(cJSON *obj, cJSON *old, const char *name, cJSON *take_item)
{
	/* If cJSON runs out of memory for the name, it adds a member without a name. */
	char *key = base__strdup(name);

	if (!key) {
		cJSON_Delete(take_item);
		return -1;
	}
	if (take_item->string && !(take_item->type & cJSON_StringIsConst))
		cJSON_free(take_item->string);
	take_item->string = key;
	take_item->type &= ~cJSON_StringIsConst;
	(void)cJSON_ReplaceItemViaPointer(obj, old, take_item);
	return 0;
}

static int put_ordered(cJSON *obj, const char *name, cJSON *item, const char *const *order,
		       size_t count)
{
	size_t rank = rank_of(order, count, name);
	cJSON *old, *at;

	if (!item)
		return -1;
	old = member(obj, name);
	if (old)
		return fakeapi__replace_child(obj, old, name, item);
	if (!cJSON_AddItemToObject(obj, name, item)) {
		cJSON_Delete(item);
		return -1;
	}
	if (rank == count)
		return 0;
	for (at = obj->child; at && at != item; at = at->next)
		if (rank_of(order, count, at->string) > rank)
			break;
	if (at && at != item) {
		(void)cJSON_DetachItemViaPointer(obj, item);
		fakeapi__insert_before(obj, at, item);
	}
	return 0;
}

int fakeapi__set_item(cJSON *obj, const char *name, cJSON *take_item)
{
	return put_ordered(obj, name, take_item, top_order, ARRAY_LEN(top_order));
}

int fakeapi__set_str(cJSON *obj, const char *name, const char *value)
{
	return fakeapi__set_item(obj, name, cJSON_CreateString(value));
}

static cJSON *meta_make(cJSON *obj)
{
	cJSON *m = fakeapi__meta(obj);

	if (m)
		return m;
	if (fakeapi__set_item(obj, "metadata", cJSON_CreateObject()) < 0)
		return NULL;
	return fakeapi__meta(obj);
}

int fakeapi__meta_set(cJSON *obj, const char *name, cJSON *take_item)
{
	cJSON *m = take_item ? meta_make(obj) : NULL;

	if (!m) {
		cJSON_Delete(take_item);
		return -1;
	}
	return put_ordered(m, name, take_item, meta_order, ARRAY_LEN(meta_order));
}

int fakeapi__meta_set_str(cJSON *obj, const char *name, const char *value)
{
	return fakeapi__meta_set(obj, name, cJSON_CreateString(value));
}

int fakeapi__meta_set_int(cJSON *obj, const char *name, int64_t value)
{
	return fakeapi__meta_set(obj, name, cJSON_CreateNumber((double)value));
}

void fakeapi__meta_del(cJSON *obj, const char *name)
{
	cJSON *meta = fakeapi__meta(obj);

	cJSON_Delete(cJSON_DetachItemViaPointer(meta, member(meta, name)));
}

int fakeapi__set_rv(cJSON *obj, uint64_t rv)
{
	char buf[24];

	(void)snprintf(buf, sizeof(buf), "%" PRIu64, rv);
	return fakeapi__meta_set_str(obj, "resourceVersion", buf);
}

bool fakeapi__get_rv(const cJSON *obj, uint64_t *out)
{
	const char *z = fakeapi__meta_str(obj, "resourceVersion");

	*out = 0;
	return !*z || number_parse(str_of(z), UINT64_MAX, out);
}

const char *fakeapi__group_version(const struct fakeapi__resource *res, char *buf, size_t cap)
{
	if (res->group[0])
		(void)snprintf(buf, cap, "%s/%s", res->group, res->version);
	else
		(void)snprintf(buf, cap, "%s", res->version);
	return buf;
}

int fakeapi__set_type(cJSON *obj, const struct fakeapi__resource *res)
{
	char buf[320];

	if (!meta_make(obj))
		return -1;
	if (fakeapi__set_str(obj, "kind", res->kind) < 0)
		return -1;
	return fakeapi__set_str(obj, "apiVersion", fakeapi__group_version(res, buf, sizeof(buf)));
}

int fakeapi__copy_member(cJSON *obj, const cJSON *from, const char *name)
{
	const cJSON *v = member(from, name);

	if (!v) {
		cJSON_DeleteItemFromObjectCaseSensitive(obj, name);
		return 0;
	}
	return fakeapi__set_item(obj, name, cJSON_Duplicate(v, true));
}

int fakeapi__meta_copy(cJSON *obj, const cJSON *from, const char *name)
{
	const cJSON *v = member(fakeapi__meta(from), name);

	if (!v) {
		fakeapi__meta_del(obj, name);
		return 0;
	}
	return fakeapi__meta_set(obj, name, cJSON_Duplicate(v, true));
}

/* --- finalizers --------------------------------------------------------------------------- */

static cJSON *finalizers(const cJSON *obj)
{
	return member(fakeapi__meta(obj), "finalizers");
}

bool fakeapi__has_finalizer(const cJSON *obj, const char *name)
{
	const cJSON *f;

	cJSON_ArrayForEach(f, finalizers(obj)) if (cJSON_IsString(f) &&
						   strcmp(f->valuestring, name) == 0) return true;
	return false;
}

size_t fakeapi__finalizer_count(const cJSON *obj)
{
	return (size_t)cJSON_GetArraySize(finalizers(obj));
}

void fakeapi__del_finalizer(cJSON *obj, const char *name)
{
	cJSON *list = finalizers(obj);
	cJSON *f = list ? list->child : NULL;

	while (f) {
		cJSON *next = f->next;

		if (cJSON_IsString(f) && strcmp(f->valuestring, name) == 0)
			cJSON_Delete(cJSON_DetachItemViaPointer(list, f));
		f = next;
	}
	if (list && !list->child)
		fakeapi__meta_del(obj, "finalizers");
}

int fakeapi__add_finalizer(cJSON *obj, const char *name)
{
	cJSON *list, *f;

	if (fakeapi__has_finalizer(obj, name))
		return 0;
	if (!cJSON_IsArray(finalizers(obj)) &&
	    fakeapi__meta_set(obj, "finalizers", cJSON_CreateArray()) < 0)
		return -1;
	list = finalizers(obj);
	f = cJSON_CreateString(name);
	if (f && cJSON_AddItemToArray(list, f))
		return 0;
	cJSON_Delete(f);
	return -1;
}

/* --- times -------------------------------------------------------------------------------- */

static void put_digits(char *at, int n, char then)
{
	at[0] = (char)('0' + n / 10);
	at[1] = (char)('0' + n % 10);
	at[2] = then;
}

void fakeapi__format_time(int64_t unix_s, char *buf, size_t cap)
{
	int64_t days = (unix_s >= 0 ? unix_s : unix_s - 86399) / 86400;
	int64_t rest = unix_s - days * 86400;
	int64_t year;
	int month, day;

	civil_from_days(days, &year, &month, &day);
	if (year < 0 || year > 9999) {
		(void)snprintf(buf, cap, "%04d-%02d-%02dT%02d:%02d:%02dZ", (int)year, month, day,
			       (int)(rest / 3600), (int)(rest / 60 % 60), (int)(rest % 60));
		return;
	}
	ASSERT(cap >= 32);
	put_digits(buf, (int)(year / 100), '\0');
	put_digits(buf + 2, (int)(year % 100), '-');
	put_digits(buf + 5, month, '-');
	put_digits(buf + 8, day, 'T');
	put_digits(buf + 11, (int)(rest / 3600), ':');
	put_digits(buf + 14, (int)(rest / 60 % 60), ':');
	put_digits(buf + 17, (int)(rest % 60), 'Z');
	buf[20] = '\0';
}
