/* SPDX-License-Identifier: Apache-2.0 */
/* The reconciler replica-keeper: as many children as the parent wants. */
#include "runner/controllers/stock.h"

#include "base/alloc.h"
#include "runner/controllers/expectations.h"
#include "runner/controllers/controllers.h"

int ctl__keeper_start(struct scn__crun *c)
{
	struct ctl__expectations *e = base__malloc(sizeof(*e));

	if (!e)
		return RELIST_ENOMEM;
	ctl__expectations_init(e, c->def->expectations_ttl_ns);
	c->state = e;
	return 0;
}

void ctl__keeper_stop(struct scn__crun *c)
{
	if (c->state)
		ctl__expectations_fini(c->state);
	base__free(c->state);
	c->state = NULL;
}

void ctl__keeper_observe(struct scn__crun *c, const struct scn__rec *note, struct str parent)
{
	struct str child = str_of(note->obj ? inf_object_key(note->obj) : "");

	if (note->verb == SCN_V_DELETE || (note->obj && ctl__is_marked(note->obj)))
		ctl__deletion_observed(c->state, parent, child);
	else if (note->verb == SCN_V_ADD)
		ctl__creation_observed(c->state, parent);
}

static bool is_active(const struct inf_object *child)
{
	json_t phase = json_path(inf__object_value(child), "status", "phase", NULL);

	return !ctl__is_marked(child) && !json_str_eq(phase, STR("Succeeded")) &&
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
			       ? json_str_eq(ctl__owner_uid(def, all[i]), ctl__uid_of(t, parent))
			       : ctl__has_label(def, all[i], t->name);

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
		ctl__queue_delete(t, have[i]);
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
		struct str name = ctl__child_name(t, n);

		/* Use the lowest numbers that are free in the cache. */
		if (numbered && ctl__turn_get(t, def->child, t->ns, name))
			continue;
		ctl__queue_create(t, parent, name, ctl__empty_child(t));
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

enum scn__turn_end ctl__keep_replicas(struct scn__turn *t)
{
	const struct scn__controller *def = t->controller->def;
	struct ctl__expectations *e = t->controller->state;
	bool later, satisfied;

	if (has_written(t))
		return account(t);
	AUTO_OBJECT parent = ctl__parent_now(t, &later);
	if (later)
		return t->number ? SCN_TURN_REQUEUE : SCN_TURN_AGAIN;
	if (!parent) {
		ctl__forget_expectations(e, str_of(t->key));
		return SCN_TURN_DONE;
	}
	satisfied = !def->expectations || ctl__satisfied(e, str_of(t->key), world__now(t->run));
	return satisfied && !ctl__is_marked(parent) ? manage_replicas(t, parent) : SCN_TURN_DONE;
}
