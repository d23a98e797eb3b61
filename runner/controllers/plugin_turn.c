/* SPDX-License-Identifier: Apache-2.0 */
/* plugin_turn.c - reconcilers of plug-ins: implements include/relist/scenario.h on top of a
 * turn. */
#include "base/alloc.h"
#include "runner/controllers/plugins.h"
#include "runner/controllers/controllers.h"

/* The plug-in's handle is the turn; its object handle is an object of a cache. */
struct relist_reconcile {
	struct scn__turn turn;
};

_Static_assert(offsetof(struct relist_reconcile, turn) == 0, "one is the other");

static struct scn__turn *turn_of(struct relist_reconcile *rc)
{
	return &rc->turn;
}

static const struct inf_object *object_of(const struct relist_object *obj)
{
	return (const struct inf_object *)(const void *)obj;
}

/* --- life --- */

struct plugin_state {
	const struct relist_reconciler *r;
	void *state;
};

static int start(struct scn__crun *c)
{
	struct plugin_state *s = base__calloc(1, sizeof(*s));
	AUTO_STRBUF params = STRBUF_INIT;

	if (!s)
		return RELIST_ENOMEM;
	c->state = s;
	s->r = ctl__plugins_find(c->run->opt->plugins, c->def->plugin);
	if (c->def->params)
		scn__node_json(c->def->params, world__lookup_name, c->run, &params);
	else
		strbuf_addz(&params, "null");
	s->state = params.failed ? NULL
		   : s->r->start ? s->r->start(s->r->user, params.ptr)
				 : s->r->user;
	return params.failed || (s->r->start && !s->state) ? RELIST_ENOMEM : 0;
}

static void stop(struct scn__crun *c)
{
	struct plugin_state *s = c->state;

	if (s && s->r->stop && (s->state || !s->r->start))
		s->r->stop(s->r->user, s->state);
	base__free(s);
	c->state = NULL;
}

static void observe(struct scn__crun *c, const struct scn__rec *note, struct str parent)
{
	const struct plugin_state *s = c->state;

	if (s->r->observe && note->obj)
		s->r->observe(s->state,
			      note->verb == SCN_V_ADD	   ? RELIST_EVENT_ADD
			      : note->verb == SCN_V_DELETE ? RELIST_EVENT_DELETE
							   : RELIST_EVENT_UPDATE,
			      inf_object_key(note->obj), parent.ptr);
}

static enum scn__turn_end reconcile(struct scn__turn *t)
{
	const struct plugin_state *s = t->controller->state;

	switch (s->r->reconcile(s->state, (struct relist_reconcile *)(void *)t)) {
	case RELIST_DONE:
		return SCN_TURN_DONE;
	case RELIST_AGAIN:
		return SCN_TURN_AGAIN;
	case RELIST_REQUEUE:
		break;
	}
	return SCN_TURN_REQUEUE;
}

const struct scn__reconciler_ops ctl__plugin_ops = {
	.start = start, .stop = stop, .observe = observe, .reconcile = reconcile
};

/* --- the turn --- */

const char *relist_key(const struct relist_reconcile *rc)
{
	return rc->turn.key;
}

const char *relist_namespace(const struct relist_reconcile *rc)
{
	return rc->turn.ns.len ? rc->turn.ns.ptr : "";
}

const char *relist_name(const struct relist_reconcile *rc)
{
	return rc->turn.name.ptr;
}

uint32_t relist_turn(const struct relist_reconcile *rc)
{
	return rc->turn.number;
}

int64_t relist_now_ns(const struct relist_reconcile *rc)
{
	return world__now(rc->turn.run);
}

void relist_requeue_after(struct relist_reconcile *rc, int64_t delay_ns)
{
	rc->turn.requeue_after_ns = delay_ns;
}

void relist_log(struct relist_reconcile *rc, const char *line)
{
	world__log(rc->turn.run, world__copy(rc->turn.run, str_of(line)));
}

/* --- caches --- */

__attribute__((format(printf, 2, 3))) static void misused(struct scn__turn *t, const char *fmt, ...)
{
	struct scn__run *r = t->run;
	char what[160];
	va_list ap;

	va_start(ap, fmt);
	(void)vsnprintf(what, sizeof(what), fmt, ap);
	va_end(ap);
	(void)relist_err_set(&r->err, RELIST_EINVAL, "plugin/" STR_FMT ": %s",
			     STR_ARG(t->controller->def->plugin), what);
	if (r->failure == SCN_BROKEN)
		return;
	world__broken(r, RELIST_EINVAL);
	r->out->verdict = RUNNER_BAD_INPUT;
	r->out->line = t->controller->def->pos.line;
	r->out->column = t->controller->def->pos.column;
}

static const struct scn__type *type_of(struct scn__turn *t, const char *name)
{
	const struct scn__world *w = &t->run->cell->world;

	for (size_t i = 0; i < w->type_count; i++)
		if (str_eqz(w->types[i].name, name))
			return &w->types[i];
	misused(t, "world.types has no `%s`", name);
	return NULL;
}

static struct str text_of(const char *z)
{
	return str_of(z ? z : "");
}

const struct relist_object *relist_cached(struct relist_reconcile *rc, const char *type,
					  const char *ns, const char *name)
{
	struct scn__turn *t = turn_of(rc);
	const struct scn__type *of = type_of(t, type);

	return of ? (const void *)ctl__turn_get(t, of, text_of(ns), text_of(name)) : NULL;
}

size_t relist_cached_list(struct relist_reconcile *rc, const char *type, const char *ns,
			  const struct relist_object *const **out)
{
	struct scn__turn *t = turn_of(rc);
	const struct scn__type *of = type_of(t, type);
	size_t count = 0;

	*out = of ? (const void *)ctl__turn_list(t, of, text_of(ns), &count) : NULL;
	return count;
}

const char *relist_json(struct relist_reconcile *rc, const struct relist_object *obj)
{
	return world__copy(rc->turn.run, inf__object_value(object_of(obj))).ptr;
}

static const char *text_at(struct scn__turn *t, json_t json, const char *path)
{
	json_t v = world__at_path(json, str_of(path));
	AUTO_STRBUF scratch = STRBUF_INIT;

	if (!v.len)
		return NULL;
	return world__copy(t->run, json_kind(v) == JSON_STRING ? json_str(v, &scratch) : v).ptr;
}

const char *relist_text(struct relist_reconcile *rc, const struct relist_object *obj,
			const char *path)
{
	return text_at(turn_of(rc), inf__object_value(object_of(obj)), path);
}

int64_t relist_number(struct relist_reconcile *rc, const struct relist_object *obj,
		      const char *path, int64_t otherwise)
{
	json_t v = world__at_path(inf__object_value(object_of(obj)), str_of(path));
	int64_t n;

	(void)rc;
	return v.len && json_int64(v, &n) ? n : otherwise;
}

/* --- requests --- */

static int queue_op(struct scn__turn *t, const struct scn__op *op)
{
	bool nameless = op->verb != SCN_V_W_CREATE && !op->name.len;
	struct scn__op *made;

	if (op->type && (nameless || (op->type->namespaced && !op->ns.len)))
		misused(t, "%s " STR_FMT " without a %s", scn__verb_word(op->verb),
			STR_ARG(op->type->name), nameless ? "name" : "namespace");
	made = op->type && !t->run->failure ? ctl__turn_want(t, op) : NULL;
	if (made)
		return (int)(made - t->ops);
	if (op->type && !t->run->failure)
		misused(t, "more than %d requests in a turn", SCN_OPS_MAX);
	return -1;
}

/* A body must at least be an object. */
static bool is_object(struct scn__turn *t, const char *json, json_t *out)
{
	if (json_valid(str_of(json), out, NULL) && json_kind(*out) == JSON_OBJECT)
		return true;
	misused(t, "a body is no JSON object: %.60s", json);
	return false;
}

int relist_create(struct relist_reconcile *rc, const char *type, const char *ns, const char *json)
{
	struct scn__turn *t = turn_of(rc);
	AUTO_STRBUF scratch = STRBUF_INIT;
	json_t body, name;

	if (!is_object(t, json, &body))
		return -1;
	name = json_path(body, "metadata", "name", NULL);
	return queue_op(t,
			&(struct scn__op) { .verb = SCN_V_W_CREATE,
					    .type = type_of(t, type),
					    .ns = text_of(ns),
					    .name = name.len ? json_str(name, &scratch) : STR(""),
					    .body = body });
}

static int change(struct scn__turn *t, enum scn__verb verb, const char *type, const char *ns,
		  const char *name, const char *subresource, const char *json)
{
	json_t body;

	if (!is_object(t, json, &body))
		return -1;
	return queue_op(t, &(struct scn__op) { .verb = verb,
					       .type = type_of(t, type),
					       .ns = text_of(ns),
					       .name = text_of(name),
					       .subresource = text_of(subresource),
					       .body = body });
}

int relist_update(struct relist_reconcile *rc, const char *type, const char *ns, const char *name,
		  const char *subresource, const char *json)
{
	return change(turn_of(rc), SCN_V_W_UPDATE, type, ns, name, subresource, json);
}

int relist_patch(struct relist_reconcile *rc, const char *type, const char *ns, const char *name,
		 const char *subresource, const char *json)
{
	return change(turn_of(rc), SCN_V_W_PATCH, type, ns, name, subresource, json);
}

int relist_delete(struct relist_reconcile *rc, const char *type, const char *ns, const char *name,
		  const char *uid)
{
	struct scn__turn *t = turn_of(rc);

	return queue_op(t, &(struct scn__op) { .verb = SCN_V_W_DELETE,
					       .type = type_of(t, type),
					       .ns = text_of(ns),
					       .name = text_of(name),
					       .uid = text_of(uid),
					       .absent_is_fine = true });
}

int relist_get(struct relist_reconcile *rc, const char *type, const char *ns, const char *name)
{
	struct scn__turn *t = turn_of(rc);

	return queue_op(t, &(struct scn__op) { .verb = SCN_V_GET,
					       .type = type_of(t, type),
					       .ns = text_of(ns),
					       .name = text_of(name),
					       .absent_is_fine = true });
}

static const struct scn__op *answer(const struct relist_reconcile *rc, int request)
{
	static const struct scn__op none;

	return request >= 0 && (size_t)request < rc->turn.before_count ? &rc->turn.before[request]
								       : &none;
}

int relist_answer_status(const struct relist_reconcile *rc, int request)
{
	return answer(rc, request)->status;
}

const char *relist_answer_json(const struct relist_reconcile *rc, int request)
{
	struct str s = answer(rc, request)->answer;

	return s.len ? s.ptr : "";
}

const char *relist_answer_text(struct relist_reconcile *rc, int request, const char *path)
{
	json_t json;

	if (!json_valid(answer(rc, request)->answer, &json, NULL))
		return NULL;
	return text_at(turn_of(rc), json, path);
}
