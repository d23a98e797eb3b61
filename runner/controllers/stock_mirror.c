/* SPDX-License-Identifier: Apache-2.0 */
/* The reconciler mirror: copies an object. */
#include "runner/controllers/stock.h"

#include "base/json_tree.h"
#include "base/text/number.h"
#include "runner/controllers/controllers.h"

static const char source_annotation[] = "relist.dev/source-rv";

static cJSON *at_path(cJSON *v, struct str path, bool make)
{
	while (path.len && v) {
		const char *dot = memchr(path.ptr, '.', path.len);
		size_t len = dot ? (size_t)(dot - path.ptr) : path.len;
		char name[128];

		(void)snprintf(name, sizeof(name), "%.*s", (int)len, path.ptr);
		v = make ? ctl__need(v, name) : cJSON_GetObjectItemCaseSensitive(v, name);
		path.ptr += len + (dot ? 1 : 0);
		path.len -= len + (dot ? 1 : 0);
	}
	return v;
}

/* Sets the copied data and the version of the source. */
static bool copy_into(struct scn__turn *t, const struct inf_object *source, cJSON *target)
{
	struct str path = t->controller->def->copy_path;
	json_t from = world__at_path(inf__object_value(source), path);
	const char *last = path.ptr + path.len;
	cJSON *parent, *notes = ctl__need(ctl__need(target, "metadata"), "annotations");

	while (last > path.ptr && last[-1] != '.')
		last--;
	parent =
	    at_path(target,
		    (struct str) { path.ptr, last > path.ptr ? (size_t)(last - path.ptr - 1) : 0 },
		    true);
	if (from.len ? !ctl__put(parent, last, json_tree_parse(from, JSON_DIGITS_ALL)) : !parent)
		return false;
	if (!from.len)
		cJSON_DeleteItemFromObjectCaseSensitive(parent, last);
	return ctl__put_text(notes, source_annotation, str_of(inf_object_resource_version(source)));
}

static bool same_copy(struct scn__turn *t, const struct inf_object *source,
		      const struct inf_object *target)
{
	struct str path = t->controller->def->copy_path;
	json_t a = world__at_path(inf__object_value(source), path);
	json_t b = world__at_path(inf__object_value(target), path);

	return a.len && b.len ? json_equal(a, b) : a.len == b.len;
}

static uint64_t rv_number(struct str rv)
{
	uint64_t n;

	return number_parse(rv, UINT64_MAX, &n) ? n : 0;
}

static uint64_t source_rv(const struct inf_object *target)
{
	AUTO_STRBUF scratch = STRBUF_INIT;
	struct str rv = json_str(json_path(inf__object_value(target), "metadata", "annotations",
					   source_annotation, NULL),
				 &scratch);

	return rv_number(rv);
}

/* With the cached resourceVersion: a stale one gives a 409. By name: without a precondition. */
static void queue_update(struct scn__turn *t, const struct inf_object *source,
			 const struct inf_object *target)
{
	bool by_uid = t->controller->def->match_by_uid;
	struct inf_str name = inf_object_name(target), json = inf_object_json(target);
	cJSON *body = by_uid ? json_tree_parse((struct str) { json.ptr, json.len }, JSON_DIGITS_ALL)
			     : cJSON_CreateObject();

	if (copy_into(t, source, body) && ctl__own(t, source, body)) {
		ctl__queue_op(t,
			      (struct scn__op) { .verb = by_uid ? SCN_V_W_UPDATE : SCN_V_W_PATCH,
						 .type = t->controller->def->child,
						 .ns = t->ns,
						 .name = { name.ptr, name.len } },
			      body);
		return;
	}
	world__broken(t->run, RELIST_ENOMEM);
	cJSON_Delete(body);
}

static void mirror_present(struct scn__turn *t, const struct inf_object *source,
			   const struct inf_object *target, struct str name)
{
	const struct scn__controller *def = t->controller->def;
	json_t owner = target ? ctl__owner_uid(def, target) : (json_t) { NULL, 0 };
	bool own = json_str_eq(owner, ctl__uid_of(t, source));
	cJSON *body;

	if (!target) {
		body = ctl__empty_child(t);
		if (body && copy_into(t, source, body)) {
			ctl__queue_create(t, source, name, body);
			return;
		}
		world__broken(t->run, RELIST_ENOMEM);
		cJSON_Delete(body);
		return;
	}
	if (def->match_by_uid) {
		/* A copy of an earlier source with that name; the next turn recreates it. */
		if (owner.len && !own) {
			ctl__queue_delete(t, target);
			return;
		}
		/* The target was copied from a newer source than the cached one. */
		if (own &&
		    source_rv(target) > rv_number(str_of(inf_object_resource_version(source))))
			return;
	}
	if (!same_copy(t, source, target) || (def->match_by_uid && !own)) /* ours, or adopted */
		queue_update(t, source, target);
}

enum scn__turn_end ctl__mirror(struct scn__turn *t)
{
	const struct scn__controller *def = t->controller->def;
	struct str name = ctl__child_name(t, 0);
	bool later;
	AUTO_OBJECT source = ctl__parent_now(t, &later);
	const struct inf_object *target = ctl__turn_get(t, def->child, t->ns, name);

	if (later)
		return t->number ? SCN_TURN_REQUEUE : SCN_TURN_AGAIN;
	if (source && !ctl__is_marked(source))
		mirror_present(t, source, target, name);
	else if (target && (!def->match_by_uid || ctl__owner_uid(def, target).len))
		ctl__queue_delete(t, target);
	return SCN_TURN_DONE;
}
