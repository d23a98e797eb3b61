/* SPDX-License-Identifier: Apache-2.0 */
/* stock.c - the stock reconcilers. Each is small and does one thing, as many operators do it.
 * Options enable historic mistakes: children identified by name alone, trust in a stale cache, no
 * expectations. */
#include "base/alloc.h"
#include "base/json_tree.h"
#include "runner/controllers/expectations.h"
#include "runner/controllers/plugins.h"
#include "runner/controllers/controllers.h"

static const char owner_annotation[] = "relist.dev/owner-uid";
static const char source_annotation[] = "relist.dev/source-rv";

/* --- ownership --- */

static bool is_marked(const struct inf_object *obj)
{
	return json_path(inf__object_value(obj), "metadata", "deletionTimestamp", NULL).len != 0;
}

static struct str uid_of(struct scn__turn *t, const struct inf_object *obj)
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

/* The UID of the owner in the child: a JSON string, or absent. */
static json_t owner_uid(const struct scn__controller *def, const struct inf_object *child)
{
	json_t v = inf__object_value(child);

	return def->owner_refs ? json_get(controller_ref(v), "uid")
			       : json_path(v, "metadata", "annotations", owner_annotation, NULL);
}

static bool has_label(const struct scn__controller *def, const struct inf_object *child,
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

static cJSON *empty_child(struct scn__turn *t)
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

/* Returns the member; adds it if missing. NULL: out of memory. */
static cJSON *need(cJSON *obj, const char *name)
{
	cJSON *m = obj ? cJSON_GetObjectItemCaseSensitive(obj, name) : NULL;

	return m || !obj ? m : cJSON_AddObjectToObject(obj, name);
}

static bool put(cJSON *obj, const char *name, cJSON *value)
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

static bool put_text(cJSON *obj, const char *name, struct str value)
{
	char *z = base__strndup(value.ptr ? value.ptr : "", value.len);
	bool done = z && put(obj, name, cJSON_CreateString(z));

	base__free(z);
	return done;
}

static bool put_kind(struct scn__turn *t, cJSON *obj, const struct scn__type *type)
{
	struct str version = type->group.len
				 ? world__printf(t->run, STR_FMT "/" STR_FMT, STR_ARG(type->group),
						 STR_ARG(type->version))
				 : type->version;

	return put_text(obj, "apiVersion", version) && put_text(obj, "kind", type->kind);
}

/* Returns NULL if out of memory. */
static cJSON *owner_reference(struct scn__turn *t, const struct inf_object *parent)
{
	cJSON *ref = cJSON_CreateObject();

	if (put_kind(t, ref, t->controller->def->parent) && put_text(ref, "name", t->name) &&
	    put_text(ref, "uid", uid_of(t, parent)) && put(ref, "controller", cJSON_CreateTrue()) &&
	    put(ref, "blockOwnerDeletion", cJSON_CreateTrue()))
		return ref;
	cJSON_Delete(ref);
	return NULL;
}

/* Writes the owner reference and label into metadata. */
static bool own(struct scn__turn *t, const struct inf_object *parent, cJSON *child)
{
	const struct scn__controller *def = t->controller->def;
	cJSON *meta = need(child, "metadata");

	if (def->child_label.len && !put_text(need(meta, "labels"), def->child_label.ptr, t->name))
		return false;
	if (def->owner_refs) {
		cJSON *list = cJSON_CreateArray(), *ref = owner_reference(t, parent);

		if (!list || !ref || !cJSON_AddItemToArray(list, ref)) {
			cJSON_Delete(ref);
			cJSON_Delete(list);
			return false;
		}
		return put(meta, "ownerReferences", list);
	}
	return put_text(need(meta, "annotations"), owner_annotation, uid_of(t, parent));
}

/* Takes ownership of the tree. */
static void queue_op(struct scn__turn *t, struct scn__op op, cJSON *take_body)
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

static struct str child_name(struct scn__turn *t, size_t n)
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

/* The server completes a name that ends with a dash (generateName). */
static void queue_create(struct scn__turn *t, const struct inf_object *parent, struct str name,
			 cJSON *take_body)
{
	bool generated = name.len && name.ptr[name.len - 1] == '-';
	struct scn__op op = { .verb = SCN_V_W_CREATE,
			      .type = t->controller->def->child,
			      .ns = t->ns,
			      .name = generated ? STR("") : name };

	if (put_kind(t, take_body, op.type) && own(t, parent, take_body) &&
	    put_text(need(take_body, "metadata"), generated ? "generateName" : "name", name)) {
		queue_op(t, op, take_body);
		return;
	}
	world__broken(t->run, RELIST_ENOMEM);
	cJSON_Delete(take_body);
}

/* Without a UID precondition it deletes any object of that name. */
static void queue_delete(struct scn__turn *t, const struct inf_object *child)
{
	struct inf_str name = inf_object_name(child);
	bool by_uid = t->controller->def->match_by_uid;

	(void)ctl__turn_want(t, &(struct scn__op) { .verb = SCN_V_W_DELETE,
						    .type = t->controller->def->child,
						    .ns = t->ns,
						    .name = { name.ptr, name.len },
						    .uid = by_uid ? uid_of(t, child) : STR(""),
						    .absent_is_fine = true });
}

static bool is_own(struct scn__turn *t, const struct inf_object *parent,
		   const struct inf_object *child)
{
	const struct scn__controller *def = t->controller->def;

	return !def->match_by_uid || json_str_eq(owner_uid(def, child), uid_of(t, parent));
}

/* --- the parent --- */

/* The server's response of the previous turn; else the cached object. With `reads: live` the first
 * turn only sends the request and sets *later. */
static struct inf_object *parent_now(struct scn__turn *t, bool *later)
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
		strbuf_add_json(&rest, uid_of(t, parent));
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
	struct str name = child_name(t, 0);
	bool later;
	AUTO_OBJECT parent = parent_now(t, &later);
	const struct inf_object *child = ctl__turn_get(t, def->child, t->ns, name);

	if (later)
		return t->number ? SCN_TURN_REQUEUE : SCN_TURN_AGAIN;
	if (parent && is_marked(parent)) {
		if (child && is_own(t, parent, child))
			queue_delete(t, child);
		queue_finalizer_removal(t, parent);
	} else if (parent && !child) {
		queue_create(t, parent, name, empty_child(t));
	}
	return SCN_TURN_DONE;
}

/* --- replica-keeper --- */

static int keeper_start(struct scn__crun *c)
{
	struct ctl__expectations *e = base__malloc(sizeof(*e));

	if (!e)
		return RELIST_ENOMEM;
	ctl__expectations_init(e, c->def->expectations_ttl_ns);
	c->state = e;
	return 0;
}

static void keeper_stop(struct scn__crun *c)
{
	if (c->state)
		ctl__expectations_fini(c->state);
	base__free(c->state);
	c->state = NULL;
}

/* addPod, updatePod and deletePod of the ReplicaSet controller. */
static void keeper_observe(struct scn__crun *c, const struct scn__rec *note, struct str parent)
{
	struct str child = str_of(note->obj ? inf_object_key(note->obj) : "");

	if (note->verb == SCN_V_DELETE || (note->obj && is_marked(note->obj)))
		ctl__deletion_observed(c->state, parent, child);
	else if (note->verb == SCN_V_ADD)
		ctl__creation_observed(c->state, parent);
}

static bool is_active(const struct inf_object *child)
{
	json_t phase = json_path(inf__object_value(child), "status", "phase", NULL);

	return !is_marked(child) && !json_str_eq(phase, STR("Succeeded")) &&
	       !json_str_eq(phase, STR("Failed"));
}

/* The active children, sorted by name; NULL: out of memory. */
static const struct inf_object **active_children(struct scn__turn *t,
						 const struct inf_object *parent, size_t *kept)
{
	const struct scn__controller *def = t->controller->def;
	size_t count;
	const struct inf_object *const *all = ctl__turn_list(t, def->child, t->ns, &count);
	const struct inf_object **out =
	    world__alloc(t->run, (count + 1) * sizeof(const struct inf_object *));

	*kept = 0;
	for (size_t i = 0; i < count && out; i++) {
		bool own = def->match_by_uid || !def->child_label.len
			       ? json_str_eq(owner_uid(def, all[i]), uid_of(t, parent))
			       : has_label(def, all[i], t->name);

		if (own && is_active(all[i]))
			out[(*kept)++] = all[i];
	}
	return t->run->failure ? NULL : out;
}

static int newer_first(const struct inf_object *a, const struct inf_object *b)
{
	struct inf_str x = inf_object_name(a), y = inf_object_name(b);
	AUTO_STRBUF s = STRBUF_INIT;
	AUTO_STRBUF u = STRBUF_INIT;
	struct str m =
	    json_str(json_path(inf__object_value(a), "metadata", "creationTimestamp", NULL), &s);
	struct str n =
	    json_str(json_path(inf__object_value(b), "metadata", "creationTimestamp", NULL), &u);
	int order = m.len == n.len && m.len ? memcmp(n.ptr, m.ptr, m.len) : 0;

	if (order)
		return order;
	if (x.len != y.len) /* -10 comes after -9 */
		return x.len > y.len ? -1 : 1;
	return memcmp(y.ptr, x.ptr, x.len);
}

/* getPodsToDelete: first pods without a node, then the newest. */
static int by_rank(const void *a, const void *b)
{
	const struct inf_object *x = *(const struct inf_object *const *)a;
	const struct inf_object *y = *(const struct inf_object *const *)b;
	bool on_x = json_path(inf__object_value(x), "spec", "nodeName", NULL).len != 0;
	bool on_y = json_path(inf__object_value(y), "spec", "nodeName", NULL).len != 0;

	return on_x != on_y ? (on_x ? 1 : -1) : newer_first(x, y);
}

static void remove_some(struct scn__turn *t, const struct inf_object **have, size_t count,
			size_t surplus)
{
	const struct scn__controller *def = t->controller->def;
	struct str *keys = world__alloc(t->run, surplus * sizeof(*keys));

	qsort((void *)have, count, sizeof(*have), by_rank);
	for (size_t i = 0; keys && i < surplus; i++) {
		keys[i] = str_of(inf_object_key(have[i]));
		queue_delete(t, have[i]);
	}
	if (keys && def->expectations &&
	    ctl__expect_deletions(t->controller->state, str_of(t->key), world__now(t->run), keys,
				  surplus))
		world__broken(t->run, RELIST_ENOMEM);
}

static void make_some(struct scn__turn *t, const struct inf_object *parent, size_t missing)
{
	const struct scn__controller *def = t->controller->def;
	bool numbered = strstr(def->child_name.ptr, "{n}") != NULL;
	size_t made = 0;

	if (def->expectations && ctl__expect_creations(t->controller->state, str_of(t->key),
						       world__now(t->run), (int)missing))
		world__broken(t->run, RELIST_ENOMEM);
	for (size_t n = 0; made < missing && n < SCN_OPS_MAX && !t->run->failure; n++) {
		struct str name = child_name(t, n);

		/* Use the lowest numbers that are free in the cache. */
		if (numbered && ctl__turn_get(t, def->child, t->ns, name))
			continue;
		queue_create(t, parent, name, empty_child(t));
		made++;
	}
}

/* Failed writes will not be observed: lower the expectations. */
static enum scn__turn_end account(struct scn__turn *t)
{
	struct ctl__expectations *e = t->controller->state;
	bool failed = false;

	for (size_t i = 0; i < t->before_count; i++) {
		const struct scn__op *op = &t->before[i];
		bool gone = op->verb == SCN_V_W_DELETE && op->status == 404;

		if (op->verb == SCN_V_GET || (op->status > 0 && op->status < 400))
			continue;
		failed |= !gone;
		if (op->verb == SCN_V_W_CREATE)
			ctl__creation_observed(e, str_of(t->key));
		else
			ctl__deletion_observed(e, str_of(t->key),
					       world__printf(t->run, STR_FMT "%s" STR_FMT,
							     STR_ARG(op->ns), op->ns.len ? "/" : "",
							     STR_ARG(op->name)));
	}
	return failed ? SCN_TURN_REQUEUE : SCN_TURN_DONE;
}

static size_t replicas_of(const struct scn__controller *def, const struct inf_object *parent)
{
	json_t v = world__at_path(inf__object_value(parent), def->replicas_path);
	int64_t n = 1; /* the API's default */

	if (v.len && (!json_int64(v, &n) || n < 0))
		n = 0;
	return n < SCN_OPS_MAX ? (size_t)n : (size_t)SCN_OPS_MAX;
}

static enum scn__turn_end manage_replicas(struct scn__turn *t, const struct inf_object *parent)
{
	size_t wanted = replicas_of(t->controller->def, parent), count;
	const struct inf_object **have = active_children(t, parent, &count);

	if (!have)
		return SCN_TURN_REQUEUE;
	if (count < wanted)
		make_some(t, parent, wanted - count);
	else if (count > wanted)
		remove_some(t, have, count, count - wanted);
	return count == wanted ? SCN_TURN_DONE : SCN_TURN_AGAIN;
}

static bool has_written(const struct scn__turn *t)
{
	return t->before_count && t->before[0].verb != SCN_V_GET;
}

/* syncReplicaSet: compares replicas with the cache only if it shows all earlier writes. */
static enum scn__turn_end keep_replicas(struct scn__turn *t)
{
	const struct scn__controller *def = t->controller->def;
	struct ctl__expectations *e = t->controller->state;
	bool later, satisfied;

	if (has_written(t))
		return account(t);
	AUTO_OBJECT parent = parent_now(t, &later);
	if (later)
		return t->number ? SCN_TURN_REQUEUE : SCN_TURN_AGAIN;
	if (!parent) {
		ctl__forget_expectations(e, str_of(t->key));
		return SCN_TURN_DONE;
	}
	satisfied = !def->expectations || ctl__satisfied(e, str_of(t->key), world__now(t->run));
	return satisfied && !is_marked(parent) ? manage_replicas(t, parent) : SCN_TURN_DONE;
}

/* --- mirror --- */

static cJSON *at_path(cJSON *v, struct str path, bool make)
{
	while (path.len && v) {
		const char *dot = memchr(path.ptr, '.', path.len);
		size_t len = dot ? (size_t)(dot - path.ptr) : path.len;
		char name[128];

		(void)snprintf(name, sizeof(name), "%.*s", (int)len, path.ptr);
		v = make ? need(v, name) : cJSON_GetObjectItemCaseSensitive(v, name);
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
	cJSON *parent, *notes = need(need(target, "metadata"), "annotations");

	while (last > path.ptr && last[-1] != '.')
		last--;
	parent =
	    at_path(target,
		    (struct str) { path.ptr, last > path.ptr ? (size_t)(last - path.ptr - 1) : 0 },
		    true);
	if (from.len ? !put(parent, last, json_tree_parse(from, JSON_DIGITS_ALL)) : !parent)
		return false;
	if (!from.len)
		cJSON_DeleteItemFromObjectCaseSensitive(parent, last);
	return put_text(notes, source_annotation, str_of(inf_object_resource_version(source)));
}

static bool same_copy(struct scn__turn *t, const struct inf_object *source,
		      const struct inf_object *target)
{
	struct str path = t->controller->def->copy_path;
	json_t a = world__at_path(inf__object_value(source), path);
	json_t b = world__at_path(inf__object_value(target), path);

	return a.len && b.len ? json_equal(a, b) : a.len == b.len;
}

static uint64_t source_rv(const struct inf_object *target)
{
	AUTO_STRBUF scratch = STRBUF_INIT;
	struct str rv = json_str(json_path(inf__object_value(target), "metadata", "annotations",
					   source_annotation, NULL),
				 &scratch);

	return rv.len ? strtoull(rv.ptr, NULL, 10) : 0;
}

/* With the cached resourceVersion: a stale one gives a 409. By name: without a precondition. */
static void queue_update(struct scn__turn *t, const struct inf_object *source,
			 const struct inf_object *target)
{
	bool by_uid = t->controller->def->match_by_uid;
	struct inf_str name = inf_object_name(target), json = inf_object_json(target);
	cJSON *body = by_uid ? json_tree_parse((struct str) { json.ptr, json.len }, JSON_DIGITS_ALL)
			     : cJSON_CreateObject();

	if (copy_into(t, source, body) && own(t, source, body)) {
		queue_op(t,
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
	json_t owner = target ? owner_uid(def, target) : (json_t) { NULL, 0 };
	bool own = json_str_eq(owner, uid_of(t, source));
	cJSON *body;

	if (!target) {
		body = empty_child(t);
		if (body && copy_into(t, source, body)) {
			queue_create(t, source, name, body);
			return;
		}
		world__broken(t->run, RELIST_ENOMEM);
		cJSON_Delete(body);
		return;
	}
	if (def->match_by_uid) {
		/* A copy of an earlier source with that name; the next turn recreates it. */
		if (owner.len && !own) {
			queue_delete(t, target);
			return;
		}
		/* The target was copied from a newer source than the cached one. */
		if (own &&
		    source_rv(target) > strtoull(inf_object_resource_version(source), NULL, 10))
			return;
	}
	if (!same_copy(t, source, target) || (def->match_by_uid && !own)) /* ours, or adopted */
		queue_update(t, source, target);
}

static enum scn__turn_end mirror(struct scn__turn *t)
{
	const struct scn__controller *def = t->controller->def;
	struct str name = child_name(t, 0);
	bool later;
	AUTO_OBJECT source = parent_now(t, &later);
	const struct inf_object *target = ctl__turn_get(t, def->child, t->ns, name);

	if (later)
		return t->number ? SCN_TURN_REQUEUE : SCN_TURN_AGAIN;
	if (source && !is_marked(source))
		mirror_present(t, source, target, name);
	else if (target && (!def->match_by_uid || owner_uid(def, target).len))
		queue_delete(t, target);
	return SCN_TURN_DONE;
}

/* --- by name --- */

static const struct scn__reconciler_ops stock[] = {
	[SCN_REAP_OR_ENSURE] = { .reconcile = reap_or_ensure },
	[SCN_REPLICA_KEEPER] = { .start = keeper_start,
				 .stop = keeper_stop,
				 .observe = keeper_observe,
				 .reconcile = keep_replicas },
	[SCN_MIRROR] = { .reconcile = mirror },
};

const struct scn__reconciler_ops *ctl__reconciler(const struct scn__run *r,
						  const struct scn__controller *def)
{
	if (def->reconciler != SCN_PLUGIN)
		return &stock[def->reconciler];
	return ctl__plugins_find(r->opt->plugins, def->plugin) ? &ctl__plugin_ops : NULL;
}
