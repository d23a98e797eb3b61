/* SPDX-License-Identifier: Apache-2.0 */
/* scn_run_control.c - controllers: a work queue in virtual time and a stock reconciler. A worker
 * decides what to write when it takes its key, from the caches as they are then, and writes one
 * thing a step: between decision and write lies what the historic bugs are made of. */
#include "base/alloc.h"
#include "runner/scn_run_impl.h"

enum { OPS_MAX = 64 };

int scn__controller_start(struct scn__run *r, struct scn__crun *c)
{
	if (c->running)
		return 0;
	if (inf__wq_init(&c->queue, inf_rate_limiter_exponential(c->def->backoff_min_ns,
								 c->def->backoff_max_ns)))
		return RELIST_ENOMEM;
	(void)r;
	c->queue.without = c->def->without;
	c->has_queue = c->running = true;
	c->worker_count =
	    c->def->workers < SCN_WORKERS_MAX ? c->def->workers : (uint32_t)SCN_WORKERS_MAX;
	memset(c->workers, 0, sizeof(c->workers));
	return 0;
}

void scn__controller_stop(struct scn__run *r, struct scn__crun *c)
{
	(void)r;
	if (c->has_queue)
		inf__wq_fini(&c->queue);
	c->has_queue = c->running = false;
}

void scn__enqueue(struct scn__run *r, const struct scn__handler *h, const struct inf_object *obj)
{
	struct scn__crun *c = h->controller ? &r->controllers[h->controller->index] : NULL;
	AUTO_STRBUF key = STRBUF_INIT;
	struct inf_str ns = inf_object_namespace(obj);
	AUTO_STRBUF scratch = STRBUF_INIT;
	json_t value;

	if (!c || !c->running || h->enqueue == SCN_ENQUEUE_NONE)
		return;
	if (h->enqueue == SCN_ENQUEUE_KEY) {
		strbuf_addz(&key, inf_object_key(obj));
	} else if (h->enqueue == SCN_ENQUEUE_OWNER_LABEL) {
		struct str owner;

		value = json_get(json_path(inf__object_value(obj), "metadata", "labels", NULL),
				 h->label.ptr);
		if (json_kind(value) != JSON_STRING)
			return;
		owner = json_str(value, &scratch);
		strbuf_addf(&key, "%.*s%s" STR_FMT, (int)ns.len, ns.ptr, ns.len ? "/" : "",
			    STR_ARG(owner));
	}
	if (key.failed || inf__wq_add(&c->queue, scn__now(r), key.ptr))
		scn__broken(r, RELIST_ENOMEM);
}

/* --- deciding --- */

static struct scn__irun *informer_of_type(struct scn__run *r, const struct scn__type *t)
{
	for (size_t i = 0; i < r->cell->world.informer_count; i++)
		if (r->informers[i].def->type == t && r->informers[i].inf)
			return &r->informers[i];
	return NULL;
}

/* Owned, or NULL. */
static struct inf_object *cached(struct scn__run *r, const struct scn__type *t, struct str ns,
				 struct str name)
{
	struct scn__irun *ir = informer_of_type(r, t);
	struct str key =
	    ns.len ? scn__printf(r, STR_FMT "/" STR_FMT, STR_ARG(ns), STR_ARG(name)) : name;

	return ir ? inf__indexer_get(inf__informer_indexer(ir->inf), key.ptr) : NULL;
}

static struct str child_name(struct scn__run *r, struct str pattern, struct str name)
{
	AUTO_STRBUF b = STRBUF_INIT;

	for (size_t i = 0; i < pattern.len; i++) {
		if (pattern.len - i >= 6 && memcmp(pattern.ptr + i, "{name}", 6) == 0) {
			strbuf_adds(&b, name);
			i += 5;
		} else {
			strbuf_addc(&b, pattern.ptr[i]);
		}
	}
	return scnr__copy(r, strbuf_str(&b));
}

static struct str uid_of(struct scn__run *r, const struct inf_object *obj)
{
	struct inf_str uid = inf_object_uid(obj);

	return scnr__copy(r, (struct str) { uid.ptr, uid.len });
}

/* The UID of its owner, from the label that reap-or-ensure writes beside the name's. */
static bool is_child_of(const struct inf_object *child, struct str uid)
{
	json_t owner = json_path(inf__object_value(child), "metadata", "annotations",
				 "relist.dev/owner-uid", NULL);

	return json_str_eq(owner, uid);
}

static struct str child_body(struct scn__run *r, const struct scn__controller *def,
			     struct str parent, struct str uid)
{
	AUTO_STRBUF b = STRBUF_INIT;

	strbuf_addz(&b, "{\"metadata\":{\"annotations\":{\"relist.dev/owner-uid\":");
	strbuf_add_json(&b, uid);
	strbuf_addz(&b, "}");
	if (def->child_label.len) {
		strbuf_addz(&b, ",\"labels\":{");
		strbuf_add_json(&b, def->child_label);
		strbuf_addz(&b, ":");
		strbuf_add_json(&b, parent);
		strbuf_addz(&b, "}");
	}
	strbuf_addz(&b, "}}");
	return scnr__copy(r, strbuf_str(&b));
}

static void reap(struct scn__run *r, const struct scn__controller *def, struct scn__worker *w,
		 const struct inf_object *parent, const struct inf_object *child, struct str ns,
		 struct str name)
{
	struct str uid = uid_of(r, parent);
	json_t list = json_path(inf__object_value(parent), "metadata", "finalizers", NULL);
	struct json_iter it;
	json_t item;
	AUTO_STRBUF rest = STRBUF_INIT;
	bool found = false;

	if (child && (!def->match_by_uid || is_child_of(child, uid)))
		w->ops[w->op_count++] = (struct scn__op) {
			.op = FAKEAPI_MODEL_DELETE,
			.verb = SCN_V_W_DELETE,
			.type = def->child,
			.ns = ns,
			.name = child_name(r, def->child_name, name),
			.uid = def->match_by_uid ? uid_of(r, child) : STR(""),
		};
	strbuf_addz(&rest, "{\"metadata\":{\"finalizers\":[");
	if (json_kind(list) == JSON_ARRAY) {
		bool any = false;

		json_iter_init(&it, list);
		while (json_iter_element(&it, &item)) {
			if (json_str_eq(item, def->finalizer)) {
				found = true;
				continue;
			}
			strbuf_addf(&rest, "%s" STR_FMT, any ? "," : "",
				    STR_ARG(((struct str) { item.ptr, item.len })));
			any = true;
		}
	}
	strbuf_addz(&rest, "]}}");
	if (found)
		w->ops[w->op_count++] =
		    (struct scn__op) { .op = FAKEAPI_MODEL_PATCH,
				       .verb = SCN_V_W_PATCH,
				       .type = def->parent,
				       .ns = ns,
				       .name = name,
				       .body = scnr__copy(r, strbuf_str(&rest)),
				       .uid = def->match_by_uid ? uid : STR("") };
}

static void reap_or_ensure(struct scn__run *r, struct scn__crun *c, struct scn__worker *w,
			   struct str ns, struct str name)
{
	const struct scn__controller *def = c->def;
	struct str child = child_name(r, def->child_name, name);
	struct inf_object *p = cached(r, def->parent, ns, name);
	struct inf_object *have = p ? cached(r, def->child, ns, child) : NULL;

	if (p && json_path(inf__object_value(p), "metadata", "deletionTimestamp", NULL).len) {
		reap(r, def, w, p, have, ns, name);
	} else if (p && !have) {
		w->ops[w->op_count++] =
		    (struct scn__op) { .op = FAKEAPI_MODEL_CREATE,
				       .verb = SCN_V_W_CREATE,
				       .type = def->child,
				       .ns = ns,
				       .name = child,
				       .body = child_body(r, def, name, uid_of(r, p)) };
	}
	inf_object_unref(p);
	inf_object_unref(have);
}

static void decide(struct scn__run *r, struct scn__crun *c, struct scn__worker *w)
{
	const char *slash = strchr(w->key, '/');
	struct str ns =
	    scnr__copy(r, slash ? (struct str) { w->key, (size_t)(slash - w->key) } : STR(""));
	struct str name = scnr__copy(r, str_of(slash ? slash + 1 : w->key));

	w->ops = scnr__alloc(r, OPS_MAX * sizeof(*w->ops));
	w->op_count = w->next = 0;
	w->failed = !w->ops;
	if (w->ops)
		reap_or_ensure(r, c, w, ns, name);
}

/* --- writing --- */

struct search {
	struct str uid;
	bool found;
};

static int find_uid(void *user, const struct fakeapi__write *w)
{
	struct search *s = user;
	json_t json = { w->json.ptr, w->json.len };

	s->found |= json_str_eq(json_path(json, "metadata", "uid", NULL), s->uid);
	return s->found;
}

static unsigned long existing(struct scn__run *r)
{
	unsigned long bits = 0;

	for (size_t i = 0; i < r->name_count; i++) {
		struct search s = { r->names[i].value, false };

		(void)fakeapi__core_each(r->core, find_uid, &s);
		bits |= (unsigned long)s.found << i;
	}
	return bits;
}

static void write_op(struct scn__run *r, struct scn__crun *c, struct scn__worker *w,
		     const struct scn__op *op)
{
	struct fakeapi__model_type type = scn__model_type(op->type);
	struct fakeapi__model_write mw = { .op = op->op,
					   .type = &type,
					   .ns = op->ns,
					   .name = op->name,
					   .body = op->body,
					   .uid = op->uid };
	struct scn__rec *rec = scnr__alloc(r, sizeof(*rec));
	AUTO_STRBUF out = STRBUF_INIT;
	AUTO_STRBUF scratch = STRBUF_INIT;
	json_t uid;

	if (!rec)
		return;
	rec->exists = existing(r);
	rec->at_ns = scn__now(r);
	rec->status = fakeapi__model_write(r->core, scn__now(r), &mw, &out);
	if (rec->status < 0) {
		scn__broken(r, RELIST_ENOMEM);
		return;
	}
	rec->verb = op->verb;
	rec->type = op->type;
	rec->ns = op->ns;
	rec->name = op->name;
	rec->by = c->def;
	rec->body = op->verb == SCN_V_W_PATCH ? op->body : scnr__copy(r, strbuf_str(&out));
	uid = json_path((json_t) { out.ptr, out.len }, "metadata", "uid", NULL);
	rec->uid = uid.len ? scnr__copy(r, json_str(uid, &scratch)) : STR("");
	rec->line =
	    scn__printf(r, "%s " STR_FMT "/" STR_FMT "%s" STR_FMT " -> %d",
			scn__verb_word(rec->verb), STR_ARG(rec->type->name), STR_ARG(rec->ns),
			rec->ns.len ? "/" : "", STR_ARG(rec->name), rec->status);
	scn__push(r, &r->writes, rec);
	scn__note(r, "write", rec->line);
	scn__check_nevers(r, rec);
	/* Gone, or somebody else's of that name: nothing is left to do for it. */
	if (rec->status >= 400 && !(op->op == FAKEAPI_MODEL_DELETE || rec->status == 404 ||
				    (rec->status == 409 && op->uid.len)))
		w->failed = true;
}

static void end_work(struct scn__run *r, struct scn__crun *c, struct scn__worker *w)
{
	if (w->failed) {
		if (inf__wq_add_rate_limited(&c->queue, scn__now(r), w->key))
			scn__broken(r, RELIST_ENOMEM);
	} else {
		c->queue.limiter->forget(c->queue.limiter, w->key);
	}
	inf__wq_done(&c->queue, scn__now(r), w->key);
	memset(w, 0, sizeof(*w));
}

static bool all_synced(struct scn__run *r, const struct scn__crun *c)
{
	for (size_t i = 0; i < r->cell->world.handler_count; i++) {
		const struct scn__handler *h = r->handlers[i].def;
		struct scn__irun *ir = scn__informer_of(r, h->informer);

		if (h->controller == c->def && (!ir->inf || !inf__informer_synced(ir->inf)))
			return false;
	}
	return true;
}

static void check_concurrent(struct scn__run *r, const struct scn__crun *c,
			     const struct scn__worker *w)
{
	for (uint32_t i = 0; i < SCN_WORKERS_MAX; i++) {
		const struct scn__worker *o = &c->workers[i];

		if (o == w || !o->key || strcmp(o->key, w->key) != 0 || r->failure ||
		    r->cell->always[SCN_O_QUEUE_NO_CONCURRENT_KEY].off)
			continue;
		r->failed_oracle = SCN_O_QUEUE_NO_CONCURRENT_KEY;
		scn__fail_at(r, SCN_AT_ORACLE, (struct scn__pos) { 0, 0 },
			     "oracle queue-no-concurrent-key: two workers have %s", w->key);
	}
}

static bool step_worker(struct scn__run *r, struct scn__crun *c, struct scn__worker *w)
{
	if (!w->key) {
		w->key = all_synced(r, c) ? inf__wq_get(&c->queue, scn__now(r)) : NULL;
		if (!w->key)
			return false;
		check_concurrent(r, c, w);
		decide(r, c, w);
		return true;
	}
	if (w->failed || w->next == w->op_count) {
		end_work(r, c, w);
		return true;
	}
	if (r->write_held)
		return false;
	write_op(r, c, w, &w->ops[w->next++]);
	return true;
}

bool scn__controllers_step(struct scn__run *r)
{
	for (size_t i = 0; i < r->cell->world.controller_count; i++) {
		struct scn__crun *c = &r->controllers[i];

		for (uint32_t k = 0; c->running && k < c->worker_count; k++)
			if (step_worker(r, c, &c->workers[k]))
				return true;
	}
	return false;
}

int64_t scn__controllers_deadline(struct scn__run *r)
{
	int64_t first = TIME_NEVER;

	for (size_t i = 0; i < r->cell->world.controller_count; i++) {
		const struct scn__crun *c = &r->controllers[i];
		int64_t t = c->running ? inf__wq_deadline_ns(&c->queue) : TIME_NEVER;

		if (t < first)
			first = t;
	}
	return first;
}
