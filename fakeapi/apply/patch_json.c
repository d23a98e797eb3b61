/* SPDX-License-Identifier: Apache-2.0 */
/* patch_json.c - JSON patch, RFC 6902, with the real server's extensions: "replace" and "remove"
 * with negative indices, "test" of an absent value against null, "replace" and "copy" of a missing
 * member (github.com/evanphx/json-patch, version 4). */
#include <stdarg.h>

#include "base/alloc.h"
#include "base/map.h"
#include "base/text/number.h"
#include "fakeapi/apply/patch_impl.h"
#include "fakeapi/apply/steps.h"
#include "fakeapi/meta/go_json.h"
#include "fakeapi/meta/lookup.h"

/* Limits how much copies can grow a document; the real server accepts bodies of 3 MB. */
enum { COPIED_MAX = 3 * 1024 * 1024 };

struct patch {
	const struct fakeapi__features *features;
	cJSON **doc;
	struct strbuf *why;
	size_t copied;
	struct map known; /* container -> struct known; containers that operations traversed */
	bool starved;	  /* out of memory: a member may exist although it was not found */
};

/* Ten thousand operations must not each walk a whole container. */
struct known {
	struct fakeapi__lookup members;
	struct fakeapi__steps items;
	bool array;
};

static int fail(struct patch *p, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

static int fail(struct patch *p, const char *fmt, ...)
{
	va_list ap;

	if (p->why->len || p->starved)
		return -1;
	va_start(ap, fmt);
	strbuf_addvf(p->why, fmt, ap);
	va_end(ap);
	return -1;
}

/* Decodes one reference token: ~1 is '/', ~0 is '~'. */
static char *token(struct patch *p, const char *from, size_t len)
{
	char *z = base__strndup(from, len), *w = z;

	for (const char *r = z; z && *r; r++) {
		if (*r == '~' && (r[1] == '0' || r[1] == '1'))
			*w++ = *++r == '1' ? '/' : '~';
		else
			*w++ = *r;
	}
	if (z)
		*w = '\0';
	else
		p->starved = true;
	return z;
}

/* Parses an index into an array of n; refuses huge or malformed ones. */
static bool index_of(const char *key, int n, int *out)
{
	int64_t v;

	if (number_read_signed(str_of(key), &v) != NUMBER_FINE)
		return false;
	if (v < 0)
		v += n;
	if (v < 0 || v >= n)
		return false;
	*out = (int)v;
	return true;
}

static struct str key_of(const cJSON *const *container)
{
	return (struct str) { (const char *)container, sizeof(*container) };
}

static void known_free(struct known *k)
{
	if (k && k->array)
		fakeapi__steps_fini(&k->items);
	else if (k)
		fakeapi__lookup_fini(&k->members);
	base__free(k);
}

/* NULL: out of memory. */
static struct known *lookup_of(struct patch *p, cJSON *container)
{
	struct known *k = map_get(&p->known, key_of((const cJSON *const *)&container));

	if (k)
		return k;
	k = base__calloc(1, sizeof(*k));
	if (!k) {
		p->starved = true;
		return NULL;
	}
	k->array = cJSON_IsArray(container);
	if (!k->array)
		fakeapi__lookup_growing(&k->members, container, SIZE_MAX);
	if ((!k->array || fakeapi__steps_init(&k->items, container) == 0) &&
	    map_put(&p->known, key_of((const cJSON *const *)&container), k, NULL) == 0)
		return k;
	known_free(k);
	p->starved = true;
	return NULL;
}

/* Drops the tables of `v` and its descendants, which will be freed. */
static void drop_lookups(struct patch *p, const cJSON *v)
{
	if (!cJSON_IsObject(v) && !cJSON_IsArray(v))
		return;
	known_free(map_del(&p->known, key_of(&v)));
	for (const cJSON *c = v->child; c; c = c->next)
		drop_lookups(p, c);
}

static cJSON *child_at(struct patch *p, cJSON *container, const char *key, int *index)
{
	struct known *k = NULL;

	*index = 0;
	if (cJSON_IsObject(container) || cJSON_IsArray(container))
		k = lookup_of(p, container);
	if (!k)
		return NULL;
	if (!k->array)
		return fakeapi__lookup(&k->members, key);
	return index_of(key, (int)k->items.total, index) ? fakeapi__steps_at(&k->items, *index)
							 : NULL;
}

static cJSON *child_of(struct patch *p, cJSON *container, const char *key)
{
	int index;

	return child_at(p, container, key, &index);
}

/* The container of the path's last token, and that token (owned by the caller). NULL: none. */
static cJSON *container_of(struct patch *p, const char *path, char **key)
{
	cJSON *at = *p->doc;
	const char *slash;

	*key = NULL;
	path = strchr(path, '/'); /* the text before it is ignored */
	if (!path)
		return NULL;
	for (path++; (slash = strchr(path, '/')); path = slash + 1) {
		char *step = token(p, path, (size_t)(slash - path));

		at = step ? child_of(p, at, step) : NULL;
		base__free(step);
		if (!cJSON_IsObject(at) && !cJSON_IsArray(at))
			return NULL;
	}
	*key = token(p, path, strlen(path));
	return *key ? at : NULL;
}

static int put(struct patch *p, cJSON *container, const char *key, cJSON *v, const char *path)
{
	struct known *k = v ? lookup_of(p, container) : NULL;
	int i;

	if (!k) {
		cJSON_Delete(v);
		return -1;
	}
	if (!k->array) {
		drop_lookups(p, fakeapi__lookup(&k->members, key));
		return fakeapi__lookup_set(&k->members, key, v);
	}
	i = (int)k->items.total;
	if (strcmp(key, "-") != 0 && !index_of(key, i + 1, &i)) {
		cJSON_Delete(v);
		return fail(p, "error in add for path: '%s': Unable to access invalid index", path);
	}
	if (fakeapi__steps_insert(&k->items, container, i, v) == 0)
		return 0;
	cJSON_Delete(v);
	return -1;
}

static int replace_doc(struct patch *p, cJSON *v)
{
	if (!v)
		return -1;
	drop_lookups(p, *p->doc);
	cJSON_Delete(*p->doc);
	*p->doc = v;
	return 0;
}

static int op_add(struct patch *p, const char *path, const cJSON *value)
{
	char *key;
	cJSON *container = container_of(p, path, &key);
	int rc;

	if (!container) {
		base__free(key);
		return fail(
		    p, "add operation does not apply: doc is missing path: \"%s\": missing value",
		    path);
	}
	rc = put(p, container, key, cJSON_Duplicate(value, true), path);
	base__free(key);
	return rc;
}

static int op_remove(struct patch *p, const char *path, cJSON **removed)
{
	char *key;
	cJSON *container = container_of(p, path, &key);
	int index = 0;
	cJSON *v = container ? child_at(p, container, key, &index) : NULL;
	struct known *k = v ? lookup_of(p, container) : NULL;

	base__free(key);
	if (!container)
		return fail(
		    p,
		    "remove operation does not apply: doc is missing path: \"%s\": missing value",
		    path);
	if (!v)
		return fail(p,
			    "error in remove for path: '%s': Unable to remove nonexistent key: "
			    "%s: missing value",
			    path, strrchr(path, '/') ? strrchr(path, '/') + 1 : path);
	if (k->array)
		fakeapi__steps_detach(&k->items, container, index);
	else
		(void)fakeapi__lookup_detach(&k->members, v->string);
	if (removed) {
		*removed = v;
		return 0;
	}
	drop_lookups(p, v);
	cJSON_Delete(v);
	return 0;
}

static int op_replace(struct patch *p, const char *path, const cJSON *value)
{
	char *key;
	cJSON *container, *old, *v = cJSON_Duplicate(value, true);
	struct known *k;
	int index = 0;

	if (!v)
		return -1;
	if (*path == '\0' && !cJSON_IsObject(v) && !cJSON_IsArray(v)) {
		cJSON_Delete(v);
		return fakeapi__changed(p->features, FAKEAPI_CHANGE_PATCH_BY_SCALAR)
			   ? fail(p, "replace operation value must be object or array")
			   : 0;
	}
	if (*path == '\0')
		return replace_doc(p, v);
	container = container_of(p, path, &key);
	k = container ? lookup_of(p, container) : NULL;
	if (k && !k->array) {
		int rc = put(p, container, key, v, path);

		base__free(key);
		return rc;
	}
	old = k ? child_at(p, container, key, &index) : NULL;
	base__free(key);
	if (!old) {
		cJSON_Delete(v);
		if (container && !k)
			return -1;
		return fail(p,
			    "replace operation does not apply: doc is missing %s: %s: missing "
			    "value",
			    container ? "key" : "path", path);
	}
	drop_lookups(p, old);
	fakeapi__steps_replace(&k->items, container, index, v);
	cJSON_Delete(old);
	return 0;
}

static int op_test(struct patch *p, const char *path, const cJSON *value)
{
	char *key = NULL;
	cJSON *container = *path ? container_of(p, path, &key) : NULL;
	const cJSON *have = *path ? (container ? child_of(p, container, key) : NULL) : *p->doc;
	bool absent_is_null = cJSON_IsObject(container) && cJSON_IsNull(value);

	base__free(key);
	if (have ? fakeapi__equal(have, value) : absent_is_null)
		return 0;
	return fail(p, "testing value %s failed: test failed", path);
}

static int op_move(struct patch *p, const char *path, const char *from)
{
	char *key;
	cJSON *v = NULL, *container;
	int rc;

	if (op_remove(p, from, &v) != 0)
		return -1;
	container = container_of(p, path, &key);
	if (!container) {
		cJSON_Delete(v);
		base__free(key);
		return fail(p, "move operation does not apply: doc is missing destination path: %s",
			    path);
	}
	/* A detached member still has its name, which an array's element must not have. */
	if (v->string && !(v->type & cJSON_StringIsConst)) {
		cJSON_free(v->string);
		v->string = NULL;
	}
	rc = put(p, container, key, v, path);
	base__free(key);
	return rc;
}

static size_t weight(const cJSON *v)
{
	size_t n = 16 + (v->valuestring ? strlen(v->valuestring) : 0) +
		   (v->string ? strlen(v->string) : 0);

	for (const cJSON *m = v->child; m; m = m->next)
		n += weight(m);
	return n;
}

/* Sorts, in a copy of `v`, the objects that operations traversed: maps when they were copied. */
static int sort_copied(struct patch *p, const cJSON *v, cJSON *copy)
{
	const cJSON *m = v->child;
	cJSON *c = copy->child;

	for (; m && c; m = m->next, c = c->next)
		if (sort_copied(p, m, c) != 0)
			return -1;
	return cJSON_IsObject(v) && map_get(&p->known, key_of(&v))
		   ? fakeapi__sort_members(copy, false)
		   : 0;
}

static int op_copy(struct patch *p, const char *path, const char *from)
{
	char *key;
	cJSON *container = container_of(p, from, &key);
	const cJSON *v = container ? child_of(p, container, key) : NULL;
	cJSON *copy;
	int rc;

	base__free(key);
	if (!v && !cJSON_IsObject(container))
		return fail(
		    p, "copy operation does not apply: doc is missing from path: %s: missing value",
		    from);
	p->copied += v ? weight(v) : 0;
	if (p->copied > COPIED_MAX)
		return fail(p,
			    "unable to complete the copy, the accumulated size increase of copy is "
			    "too large");
	container = container_of(p, path, &key);
	if (container)
		(void)child_of(p, container, key);
	base__free(key);
	copy = v ? cJSON_Duplicate(v, true) : cJSON_CreateNull();
	if (!copy)
		return -1;
	rc = v && sort_copied(p, v, copy) != 0 ? -1 : op_add(p, path, copy);
	cJSON_Delete(copy);
	return rc;
}

static int apply_one(struct patch *p, const cJSON *op)
{
	const char *kind = fakeapi__string(op, "op");
	const cJSON *path = fakeapi__member(op, "path"), *from = fakeapi__member(op, "from");
	const cJSON *value = fakeapi__member(op, "value");
	cJSON *null = NULL;
	int rc;

	if (!cJSON_IsString(path))
		return fail(p, "%s operation failed to decode path: missing value", kind);
	if (strcmp(kind, "remove") == 0)
		return op_remove(p, path->valuestring, NULL);
	if (strcmp(kind, "move") == 0 || strcmp(kind, "copy") == 0) {
		if (!cJSON_IsString(from))
			return fail(p, "%s operation failed to decode from: missing value", kind);
		return *kind == 'm' ? op_move(p, path->valuestring, from->valuestring)
				    : op_copy(p, path->valuestring, from->valuestring);
	}
	if (!value)
		value = null = cJSON_CreateNull();
	if (!value)
		return -1;
	if (strcmp(kind, "add") == 0)
		rc = op_add(p, path->valuestring, value);
	else if (strcmp(kind, "replace") == 0)
		rc = op_replace(p, path->valuestring, value);
	else if (strcmp(kind, "test") == 0)
		rc = op_test(p, path->valuestring, value);
	else
		rc = fail(p, "Unexpected kind: %s", kind);
	cJSON_Delete(null);
	return rc;
}

/* The library decodes traversed objects to Go maps, which are encoded sorted by name. */
static int sort_container(const struct map_entry *e)
{
	cJSON *container;

	memcpy(&container, e->key, sizeof(container));
	return fakeapi__sort_members(container, false);
}

int fakeapi__json_patch(const struct fakeapi__features *features, cJSON **doc, const cJSON *ops,
			struct strbuf *why)
{
	struct patch p = { .features = features, .doc = doc, .why = why };
	const struct map_entry *e;
	int rc = 0;

	map_init(&p.known, MAP_COPY_KEYS);
	for (const cJSON *op = ops->child; op && rc == 0; op = op->next)
		rc = apply_one(&p, op);
	for (size_t i = 0; (e = map_next(&p.known, &i));) {
		if (rc == 0 && !((const struct known *)e->value)->array)
			rc = sort_container(e);
		known_free(e->value);
	}
	map_fini(&p.known);
	return rc;
}
