/* SPDX-License-Identifier: Apache-2.0 */
/* stock.c - the stock reconcilers. Each is small and does one thing, as many operators do it.
 * Options enable historic mistakes: children identified by name alone, trust in a stale cache, no
 * expectations. */
#include "runner/controllers/stock.h"

#include "base/alloc.h"
#include "base/json_tree.h"
#include "runner/controllers/plugins.h"
#include "runner/controllers/controllers.h"

static const char owner_annotation[] = "relist.dev/owner-uid";

/* --- ownership --- */

bool ctl__is_marked(const struct inf_object *obj)
{
	return json_path(inf__object_value(obj), "metadata", "deletionTimestamp", NULL).len != 0;
}

struct str ctl__uid_of(struct scn__turn *t, const struct inf_object *obj)
{
	return ctl__turn_meta(t, obj, "uid");
}

static json_t controller_ref(json_t obj)
{
	json_t refs = json_path(obj, "metadata", "ownerReferences", NULL), ref;
	struct json_iter it;

	if (json_kind(refs) == JSON_ARRAY)
		for (json_iter_init(&it, refs); json_iter_element(&it, &ref);)
			if (json_is_true(json_get(ref, "controller")))
				return ref;
	return (json_t) { NULL, 0 };
}

json_t ctl__owner_uid(const struct scn__controller *def, const struct inf_object *child)
{
	json_t v = inf__object_value(child);

	return def->owner_refs ? json_get(controller_ref(v), "uid")
			       : json_path(v, "metadata", "annotations", owner_annotation, NULL);
}

bool ctl__has_label(const struct scn__controller *def, const struct inf_object *child,
		    struct str parent)
{
	json_t labels = json_path(inf__object_value(child), "metadata", "labels", NULL);

	return def->child_label.len && json_str_eq(json_get(labels, def->child_label.ptr), parent);
}

/* --- bodies --- */

/* The members that a server requires of objects of these types. */
static const struct {
	const char *group, *resource, *body;
} minimal[] = {
#define POD "\"spec\":{\"containers\":[{\"name\":\"c\",\"image\":\"i\"}]}"
#define TEMPLATE                                                                                   \
	"{\"spec\":{\"selector\":{\"matchLabels\":{\"app\":\"a\"}},\"template\":{\"metadata\":{"   \
	"\"labels\":{\"app\":\"a\"}}," POD "}}}"
	{ "", "pods", "{" POD "}" },
	{ "", "persistentvolumeclaims",
	  "{\"spec\":{\"accessModes\":[\"ReadWriteOnce\"],\"resources\":{\"requests\":{\"storage\":"
	  "\"1Gi\"}}}}" },
	{ "", "services", "{\"spec\":{\"ports\":[{\"port\":80}]}}" },
	{ "apps", "deployments", TEMPLATE },
	{ "apps", "replicasets", TEMPLATE },
	{ "apps", "statefulsets", TEMPLATE },
	{ "apps", "daemonsets", TEMPLATE },
	{ "batch", "jobs",
	  "{\"spec\":{\"template\":{\"spec\":{\"restartPolicy\":\"Never\",\"containers\":[{"
	  "\"name\":\"c\",\"image\":\"i\"}]}}}}" },
#undef TEMPLATE
#undef POD
};

cJSON *ctl__empty_child(struct scn__turn *t)
{
	const struct scn__controller *def = t->controller->def;
	AUTO_STRBUF json = STRBUF_INIT;

	if (def->child_body) {
		scn__node_json(def->child_body, world__lookup_name, t->run, &json);
		return json.failed ? NULL : json_tree_parse(strbuf_str(&json), JSON_DIGITS_ALL);
	}
	for (size_t i = 0; i < ARRAY_LEN(minimal); i++)
		if (str_eqz(def->child->group, minimal[i].group) &&
		    str_eqz(def->child->resource, minimal[i].resource))
			return json_tree_parse(str_of(minimal[i].body), JSON_DIGITS_ALL);
	return cJSON_CreateObject();
}

cJSON *ctl__need(cJSON *obj, const char *name)
{
	cJSON *m = obj ? cJSON_GetObjectItemCaseSensitive(obj, name) : NULL;

	return m || !obj ? m : cJSON_AddObjectToObject(obj, name);
}

bool ctl__put(cJSON *obj, const char *name, cJSON *value)
{
	if (!obj || !value) {
		cJSON_Delete(value);
		return false;
	}
	cJSON_DeleteItemFromObjectCaseSensitive(obj, name);
	if (cJSON_AddItemToObject(obj, name, value))
		return true;
	cJSON_Delete(value);
	return false;
}

bool ctl__put_text(cJSON *obj, const char *name, struct str value)
{
	char *z = base__strndup(value.ptr ? value.ptr : "", value.len);
	bool done = z && ctl__put(obj, name, cJSON_CreateString(z));

	base__free(z);
	return done;
}

static bool put_kind(struct scn__turn *t, cJSON *obj, const struct scn__type *type)
{
	struct str version = type->group.len
				 ? world__printf(t->run, STR_FMT "/" STR_FMT, STR_ARG(type->group),
						 STR_ARG(type->version))
				 : type->version;

	return ctl__put_text(obj, "apiVersion", version) && ctl__put_text(obj, "kind", type->kind);
}

/* Returns NULL if out of memory. */
static cJSON *owner_reference(struct scn__turn *t, const struct inf_object *parent)
{
	cJSON *ref = cJSON_CreateObject();

	if (put_kind(t, ref, t->controller->def->parent) && ctl__put_text(ref, "name", t->name) &&
	    ctl__put_text(ref, "uid", ctl__uid_of(t, parent)) &&
	    ctl__put(ref, "controller", cJSON_CreateTrue()) &&
	    ctl__put(ref, "blockOwnerDeletion", cJSON_CreateTrue()))
		return ref;
	cJSON_Delete(ref);
	return NULL;
}

bool ctl__own(struct scn__turn *t, const struct inf_object *parent, cJSON *child)
{
	const struct scn__controller *def = t->controller->def;
	cJSON *meta = ctl__need(child, "metadata");

	if (def->child_label.len &&
	    !ctl__put_text(ctl__need(meta, "labels"), def->child_label.ptr, t->name))
		return false;
	if (def->owner_refs) {
		cJSON *list = cJSON_CreateArray(), *ref = owner_reference(t, parent);

		if (!list || !ref || !cJSON_AddItemToArray(list, ref)) {
			cJSON_Delete(ref);
			cJSON_Delete(list);
			return false;
		}
		return ctl__put(meta, "ownerReferences", list);
	}
	return ctl__put_text(ctl__need(meta, "annotations"), owner_annotation,
			     ctl__uid_of(t, parent));
}

void ctl__queue_op(struct scn__turn *t, struct scn__op op, cJSON *take_body)
{
	char *text = take_body ? json_tree_print(take_body, JSON_STYLE_WRITTEN) : NULL;

	if (text) {
		op.body = str_of(text);
		(void)ctl__turn_want(t, &op);
	} else {
		world__broken(t->run, RELIST_ENOMEM);
	}
	cJSON_free(text);
	cJSON_Delete(take_body);
}

struct str ctl__child_name(struct scn__turn *t, size_t n)
{
	struct str pattern = t->controller->def->child_name;
	AUTO_STRBUF b = STRBUF_INIT;

	for (size_t i = 0; i < pattern.len; i++) {
		if (pattern.len - i >= 6 && memcmp(pattern.ptr + i, "{name}", 6) == 0) {
			strbuf_adds(&b, t->name);
			i += 5;
		} else if (pattern.len - i >= 3 && memcmp(pattern.ptr + i, "{n}", 3) == 0) {
			strbuf_addf(&b, "%zu", n);
			i += 2;
		} else {
			strbuf_addc(&b, pattern.ptr[i]);
		}
	}
	return world__copy(t->run, strbuf_str(&b));
}

void ctl__queue_create(struct scn__turn *t, const struct inf_object *parent, struct str name,
		       cJSON *take_body)
{
	bool generated = name.len && name.ptr[name.len - 1] == '-';
	struct scn__op op = { .verb = SCN_V_W_CREATE,
			      .type = t->controller->def->child,
			      .ns = t->ns,
			      .name = generated ? STR("") : name };

	if (put_kind(t, take_body, op.type) && ctl__own(t, parent, take_body) &&
	    ctl__put_text(ctl__need(take_body, "metadata"), generated ? "generateName" : "name",
			  name)) {
		ctl__queue_op(t, op, take_body);
		return;
	}
	world__broken(t->run, RELIST_ENOMEM);
	cJSON_Delete(take_body);
}

void ctl__queue_delete(struct scn__turn *t, const struct inf_object *child)
{
	struct inf_str name = inf_object_name(child);
	bool by_uid = t->controller->def->match_by_uid;

	(void)ctl__turn_want(t, &(struct scn__op) { .verb = SCN_V_W_DELETE,
						    .type = t->controller->def->child,
						    .ns = t->ns,
						    .name = { name.ptr, name.len },
						    .uid = by_uid ? ctl__uid_of(t, child) : STR(""),
						    .absent_is_fine = true });
}

static bool is_own(struct scn__turn *t, const struct inf_object *parent,
		   const struct inf_object *child)
{
	const struct scn__controller *def = t->controller->def;

	return !def->match_by_uid ||
	       json_str_eq(ctl__owner_uid(def, child), ctl__uid_of(t, parent));
}

/* --- the parent --- */

struct inf_object *ctl__parent_now(struct scn__turn *t, bool *later)
{
	const struct scn__controller *def = t->controller->def;
	const struct inf_object *have;
	json_t json;

	*later = false;
	if (!def->live_reads) {
		have = ctl__turn_get(t, def->parent, t->ns, t->name);
		return have ? inf_object_ref(have) : NULL;
	}
	if (t->number == 0) {
		*later = true;
		(void)ctl__turn_want(t, &(struct scn__op) { .verb = SCN_V_GET,
							    .type = def->parent,
							    .ns = t->ns,
							    .name = t->name,
							    .absent_is_fine = true });
		return NULL;
	}
	if (t->before_count && t->before[0].status == 200 &&
	    json_valid(t->before[0].answer, &json, NULL))
		return inf__object_new(json, STR(""), STR(""), NULL);
	*later = !t->before_count || t->before[0].status != 404; /* any other failure: try again */
	return NULL;
}

/* --- reap-or-ensure --- */

static void queue_finalizer_removal(struct scn__turn *t, const struct inf_object *parent)
{
	const struct scn__controller *def = t->controller->def;
	json_t list = json_path(inf__object_value(parent), "metadata", "finalizers", NULL), item;
	AUTO_STRBUF rest = STRBUF_INIT;
	struct json_iter it;
	bool found = false, any = false;

	strbuf_addz(&rest, "{\"metadata\":{");
	if (def->match_by_uid) {
		strbuf_addz(&rest, "\"uid\":");
		strbuf_add_json(&rest, ctl__uid_of(t, parent));
		strbuf_addc(&rest, ',');
	}
	strbuf_addz(&rest, "\"finalizers\":[");
	if (json_kind(list) == JSON_ARRAY) {
		for (json_iter_init(&it, list); json_iter_element(&it, &item);) {
			if (json_str_eq(item, def->finalizer)) {
				found = true;
				continue;
			}
			strbuf_addf(&rest, "%s" STR_FMT, any ? "," : "", STR_ARG(item));
			any = true;
		}
	}
	strbuf_addz(&rest, "]}}");
	if (rest.failed)
		world__broken(t->run, RELIST_ENOMEM);
	else if (found)
		(void)ctl__turn_want(t, &(struct scn__op) { .verb = SCN_V_W_PATCH,
							    .type = def->parent,
							    .ns = t->ns,
							    .name = t->name,
							    .body = strbuf_str(&rest),
							    .absent_is_fine = true });
}

static enum scn__turn_end reap_or_ensure(struct scn__turn *t)
{
	const struct scn__controller *def = t->controller->def;
	struct str name = ctl__child_name(t, 0);
	bool later;
	AUTO_OBJECT parent = ctl__parent_now(t, &later);
	const struct inf_object *child = ctl__turn_get(t, def->child, t->ns, name);

	if (later)
		return t->number ? SCN_TURN_REQUEUE : SCN_TURN_AGAIN;
	if (parent && ctl__is_marked(parent)) {
		if (child && is_own(t, parent, child))
			ctl__queue_delete(t, child);
		queue_finalizer_removal(t, parent);
	} else if (parent && !child) {
		ctl__queue_create(t, parent, name, ctl__empty_child(t));
	}
	return SCN_TURN_DONE;
}

/* --- by name --- */

static const struct scn__reconciler_ops stock[] = {
	[SCN_REAP_OR_ENSURE] = { .reconcile = reap_or_ensure },
	[SCN_REPLICA_KEEPER] = { .start = ctl__keeper_start,
				 .stop = ctl__keeper_stop,
				 .observe = ctl__keeper_observe,
				 .reconcile = ctl__keep_replicas },
	[SCN_MIRROR] = { .reconcile = ctl__mirror },
};

const struct scn__reconciler_ops *ctl__reconciler(const struct scn__run *r,
						  const struct scn__controller *def)
{
	if (def->reconciler != SCN_PLUGIN)
		return &stock[def->reconciler];
	return ctl__plugins_find(r->opt->plugins, def->plugin) ? &ctl__plugin_ops : NULL;
}
