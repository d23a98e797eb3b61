/* SPDX-License-Identifier: Apache-2.0 */
/* snapshot.c - all objects that existed at a time: lists, or folders of manifests, one after
 * another. Each becomes a list response for a client; the changes between two are not derived. */
#include "base/alloc.h"
#include "runner/import/impl.h"

/* --- first pass --- */

static json_t kind_of(const struct imp__value *v, struct strbuf *kind)
{
	AUTO_STRBUF scratch = STRBUF_INIT;
	json_t given = json_get(v->json, "kind");
	struct str list;

	if (given.len)
		return given;
	/* items of a list have no kind: use the list's */
	list = json_str(v->kind, &scratch);
	kind->failed |= scratch.failed;
	if (list.len <= 4)
		return (json_t) { NULL, 0 };
	strbuf_add_json(kind, (struct str) { list.ptr, list.len - 4 });
	return strbuf_str(kind);
}

/* The object with kind and apiVersion, and with a namespace if its type needs one. */
static int complete(struct imp__import *im, const struct imp__value *v, struct strbuf *out,
		    const struct imp__type **type, struct relist_err *err)
{
	AUTO_STRBUF kind_text = STRBUF_INIT, scratch = STRBUF_INIT, version = STRBUF_INIT;
	AUTO_STRBUF kind_json = STRBUF_INIT;
	json_t kind = kind_of(v, &kind_json), api_version = json_get(v->json, "apiVersion");
	bool has_ns = json_path(v->json, "metadata", "namespace", NULL).len > 0;

	if (kind_json.failed)
		return imp__no_memory(err);
	if (!api_version.len)
		api_version = v->api_version;
	if (!kind.len || !api_version.len)
		return relist_err_set(err, RELIST_EPARSE,
				      "items[%llu].kind: missing, and the list's comes after it",
				      (unsigned long long)v->index);
	*type = imp__type_of_kind(im, json_str(api_version, &version), json_str(kind, &kind_text),
				  has_ns);
	if (!*type)
		return imp__no_memory(err);
	strbuf_addz(&scratch, "{");
	if (!json_get(v->json, "apiVersion").len)
		strbuf_addf(&scratch, "\"apiVersion\":" STR_FMT ",", STR_ARG(api_version));
	if (!json_get(v->json, "kind").len)
		strbuf_addf(&scratch, "\"kind\":" STR_FMT ",", STR_ARG(kind));
	strbuf_add(&scratch, v->json.ptr + 1, v->json.len - 1);
	if (scratch.failed)
		return imp__no_memory(err);
	if ((*type)->namespaced && !has_ns) {
		imp__note(im, (uint32_t)im->file_count - 1, v->at.line,
			  "metadata.namespace: missing; default is assumed");
		return imp__with_member(strbuf_str(&scratch), "metadata", "namespace",
					"\"default\"", out)
			   ? imp__no_memory(err)
			   : 0;
	}
	strbuf_adds(out, strbuf_str(&scratch));
	return out->failed ? imp__no_memory(err) : 0;
}

int imp__item_read(struct imp__import *im, const struct imp__value *v, struct relist_err *err)
{
	struct imp__entry e = imp__entry_of(im, IMP_CLASS_ITEM, v->at.line);
	AUTO_STRBUF object = STRBUF_INIT;
	const struct imp__type *type;
	int64_t at;
	int code = 0;

	if (!json_path(v->json, "metadata", "name", NULL).len)
		return relist_err_set(err, RELIST_EPARSE, "%s",
				      imp__nameless(v->json) + strlen("object."));
	if (!im->in_snapshot) {
		if (!im->in_list || (v->role == IMP_ITEM && !v->index))
			code = imp__snapshot_add(im, IMP_NO_TIME, err);
		im->in_list = true;
	}
	if (!code)
		code = complete(im, v, &object, &type, err);
	if (code)
		return code;
	/* A list has no time: it is not older than its newest object. */
	if (!im->in_snapshot && imp__object_time(v->json, &at) &&
	    at > im->snapshot_at[im->snapshots - 1])
		im->snapshot_at[im->snapshots - 1] = at;
	e.at_ns = 0;
	e.index = im->snapshots - 1;
	if (imp__rv_of(v->json) > im->snapshot_rv[e.index])
		im->snapshot_rv[e.index] = imp__rv_of(v->json);
	return imp__spool_add(&im->shots_in, &e, strbuf_str(&object), err);
}

int imp__list_end(struct imp__import *im, const struct imp__value *v, struct relist_err *err)
{
	bool listed = im->in_list;

	im->in_list = false;
	if (!v->index)
		imp__note(im, (uint32_t)im->file_count - 1, v->at.line,
			  "items: a list of nothing; left out");
	if (im->in_snapshot || !listed)
		return 0;
	return imp__snapshot_end(im, v->at.line, imp__rv_of(v->json), err);
}

int imp__file_list_end(struct imp__import *im, struct relist_err *err)
{
	bool listed = im->in_list;

	im->in_list = false;
	return listed && !im->in_snapshot ? imp__snapshot_end(im, 0, 0, err) : 0;
}

/* --- second pass --- */

static void shot_free(struct imp__object *o)
{
	base__free(o->json);
	base__free(o);
}

/* Returns true if only the resource version differs. */
static bool is_same(json_t a, json_t b)
{
	AUTO_STRBUF x = STRBUF_INIT, y = STRBUF_INIT;

	return imp__with_rv(a, 0, &x) && imp__with_rv(b, 0, &y) &&
	       json_equal(strbuf_str(&x), strbuf_str(&y));
}

int imp__item_write(struct imp__import *im, const struct imp__entry *e, json_t object,
		    struct relist_err *err)
{
	AUTO_STRBUF version = STRBUF_INIT, kind = STRBUF_INIT, key = STRBUF_INIT,
		    with = STRBUF_INIT;
	AUTO_STRBUF ns = STRBUF_INIT, name = STRBUF_INIT;
	const struct imp__type *type =
	    imp__type_of_kind(im, json_str(json_get(object, "apiVersion"), &version),
			      json_str(json_get(object, "kind"), &kind), true);
	uint64_t rv = imp__rv_of(object);
	struct imp__object *o;
	char *copy;

	if (!type)
		return imp__no_memory(err);
	strbuf_adds(&key, type->key);
	strbuf_addf(&key, " " STR_FMT "/",
		    STR_ARG(json_str(json_path(object, "metadata", "namespace", NULL), &ns)));
	strbuf_adds(&key, json_str(json_path(object, "metadata", "name", NULL), &name));
	o = key.failed ? NULL : map_get(&im->shots, strbuf_str(&key));
	if (!rv && o && is_same(object, (json_t) { o->json, o->json_len }))
		rv = imp__rv_of((json_t) { o->json, o->json_len });
	if (!rv)
		rv = ++im->last_rv;
	if (rv > im->last_rv)
		im->last_rv = rv;
	if (!imp__with_rv(object, rv, &with))
		return 0;
	if (with.failed || key.failed || ns.failed || name.failed)
		return imp__no_memory(err);
	copy = base__strndup(with.ptr, with.len);
	if (copy && !o) {
		o = base__calloc(1, sizeof(*o));
		if (o && map_put(&im->shots, strbuf_str(&key), o, NULL)) {
			base__free(o);
			o = NULL;
		}
	}
	if (!copy || !o) {
		base__free(copy);
		return imp__no_memory(err);
	}
	base__free(o->json);
	o->json = copy;
	o->json_len = with.len;
	o->type = type;
	o->rv = e->index + 1;
	return 0;
}

/* Writes the snapshot's objects of a type as a list. An object's rv is the number of the last
 * snapshot that contained it, from 1. */
static int write_list(struct imp__import *im, const struct imp__entry *e,
		      const struct imp__type *type, const struct map_entry **sorted, size_t count,
		      struct relist_err *err)
{
	struct imp__request req = { .method = "GET", .agent = STR("snapshot"), .assumed = true };
	AUTO_STRBUF path = STRBUF_INIT, body = STRBUF_INIT;
	bool any = false;
	uint32_t id;
	int code;

	strbuf_addf(&body, "{\"kind\":\"" STR_FMT "List\",\"apiVersion\":\"", STR_ARG(type->kind));
	imp__api_version(type, &body);
	strbuf_addf(&body, "\",\"metadata\":{\"resourceVersion\":\"%llu\"},\"items\":[",
		    (unsigned long long)(e->rv ? e->rv : im->last_rv));
	for (size_t i = 0; i < count; i++) {
		const struct imp__object *o = sorted[i]->value;

		if (o->type != type || o->rv != e->index + 1)
			continue;
		if (any)
			strbuf_addc(&body, ',');
		any = true;
		strbuf_add(&body, o->json, o->json_len);
	}
	strbuf_addz(&body, "]}");
	imp__type_path(type, STR(""), STR(""), &path);
	if (path.failed || body.failed)
		return imp__no_memory(err);
	req.path = strbuf_str(&path);
	code = imp__emit_request(im, e, e->at_ns, &req, &id, err);
	return code ? code
		    : imp__emit_response(im, e, id, 200, false, strbuf_str(&body), true, err);
}

int imp__snapshot_write(struct imp__import *im, const struct imp__entry *e, struct relist_err *err)
{
	const struct map_entry **sorted = imp__sorted(&im->shots);
	size_t count = map_len(&im->shots);
	bool vanished = false;
	int code = 0;

	if (!sorted)
		return imp__no_memory(err);
	for (size_t i = 0; i < count; i++)
		vanished |= ((const struct imp__object *)sorted[i]->value)->rv != e->index + 1;
	if (vanished && !e->rv)
		im->last_rv++; /* makes the list newer than the deleted objects */
	/* sorted by type, so a new type begins where the type changes */
	for (size_t i = 0; i < count && !code; i++)
		if (i == 0 || ((const struct imp__object *)sorted[i]->value)->type !=
				  ((const struct imp__object *)sorted[i - 1]->value)->type)
			code =
			    write_list(im, e, ((const struct imp__object *)sorted[i]->value)->type,
				       sorted, count, err);
	for (size_t i = 0; i < count; i++) {
		struct imp__object *o = sorted[i]->value;

		if (o->rv == e->index + 1)
			continue;
		(void)map_del(&im->shots, (struct str) { sorted[i]->key, sorted[i]->key_len });
		shot_free(o);
	}
	base__free(sorted);
	return code;
}
