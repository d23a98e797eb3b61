/* SPDX-License-Identifier: Apache-2.0 */
/* workers.c - controllers: a work queue in virtual time, its workers, and the keys that handlers
 * add. A worker decides on its writes when it takes a key, from the caches at that time. Each write
 * is a request and a step of its own.
 *
 * Like controllers on client-go: a failure is AddRateLimited, success is Forget. */
#include "base/alloc.h"
#include "runner/controllers/controllers.h"

/* --- life --- */

int ctl__controller_start(struct scn__run *r, struct scn__crun *c)
{
	if (c->running)
		return 0;
	c->ops = ctl__reconciler(r, c->def);
	if (!c->ops ||
	    inf__wq_init(&c->queue, inf_rate_limiter_exponential(c->def->backoff_min_ns,
								 c->def->backoff_max_ns)))
		return RELIST_ENOMEM;
	c->queue.without = r->opt->fixed ? 0 : c->def->without;
	c->has_queue = c->running = true;
	c->worker_count = c->def->workers;
	c->crash_after = 0;
	c->crash_now = false;
	memset(c->workers, 0, sizeof(c->workers));
	return c->ops->start ? c->ops->start(c) : 0;
}

void ctl__controller_stop(struct scn__run *r, struct scn__crun *c)
{
	for (size_t i = 0; i < SCN_WORKERS_MAX && c->running; i++) {
		if (c->workers[i].call)
			r->ops->call_free(c->workers[i].call);
		ctl__turn_end(&c->workers[i].turn);
	}
	if (c->has_queue) {
		if (c->ops->stop)
			c->ops->stop(c);
		inf__wq_fini(&c->queue);
	}
	memset(c->workers, 0, sizeof(c->workers));
	c->has_queue = c->running = false;
}

/* --- the queue --- */

static void add(struct scn__run *r, struct scn__crun *c, struct str key, int64_t after_ns)
{
	const char *item = world__copy(r, key).ptr;

	if (r->failure == SCN_BROKEN)
		return;
	if (after_ns < 0 ? inf__wq_add(&c->queue, world__now(r), item)
			 : inf__wq_add_after(&c->queue, world__now(r), item, after_ns))
		world__broken(r, RELIST_ENOMEM);
}

static void add_rate_limited(struct scn__run *r, struct scn__crun *c, struct str key)
{
	struct inf_rate_limiter *limiter = c->queue.limiter;

	add(r, c, key, limiter->when_ns(limiter, world__copy(r, key).ptr, world__now(r)));
}

static void forget(struct scn__run *r, struct scn__crun *c, struct str key)
{
	c->queue.limiter->forget(c->queue.limiter, world__copy(r, key).ptr);
}

/* --- keys from handlers --- */

static struct str api_group(struct str version)
{
	const char *slash = memchr(version.ptr, '/', version.len);

	return (struct str) { version.ptr, slash ? (size_t)(slash - version.ptr) : 0 };
}

/* The owner's name in the controller reference, if the owner has the parent's kind. */
static struct str owner_of(struct scn__run *r, const struct scn__type *parent, json_t obj)
{
	json_t refs = json_path(obj, "metadata", "ownerReferences", NULL), ref;
	AUTO_STRBUF scratch = STRBUF_INIT;
	struct json_iter it;

	if (json_kind(refs) != JSON_ARRAY)
		return STR("");
	for (json_iter_init(&it, refs); json_iter_element(&it, &ref);) {
		AUTO_STRBUF version = STRBUF_INIT;

		if (json_is_true(json_get(ref, "controller")) &&
		    json_str_eq(json_get(ref, "kind"), parent->kind) &&
		    str_eq(api_group(json_str(json_get(ref, "apiVersion"), &version)),
			   parent->group))
			return world__copy(r, json_str(json_get(ref, "name"), &scratch));
	}
	return STR("");
}

/* "": the controller ignores this object. */
static struct str key_of(struct scn__run *r, const struct scn__handler *h,
			 const struct inf_object *obj)
{
	struct inf_str ns = inf_object_namespace(obj);
	AUTO_STRBUF scratch = STRBUF_INIT;
	struct str owner = STR("");

	if (h->enqueue == SCN_ENQUEUE_KEY)
		return world__copy(r, str_of(inf_object_key(obj)));
	if (h->enqueue == SCN_ENQUEUE_OWNER_LABEL) {
		json_t label =
		    json_get(json_path(inf__object_value(obj), "metadata", "labels", NULL),
			     h->label.ptr);

		if (json_kind(label) == JSON_STRING)
			owner = json_str(label, &scratch);
	} else if (h->controller->parent) {
		owner = owner_of(r, h->controller->parent, inf__object_value(obj));
	}
	if (!owner.len)
		return STR("");
	if (h->controller->parent && !h->controller->parent->namespaced)
		return world__copy(r, owner);
	return world__printf(r, "%.*s%s" STR_FMT, (int)ns.len, ns.ptr, ns.len ? "/" : "",
			     STR_ARG(owner));
}

static void enqueue(struct scn__run *r, const struct scn__handler *h, const struct scn__rec *note)
{
	struct scn__crun *c = h->controller ? &r->controllers[h->controller->index] : NULL;
	struct str key, old;

	if (!c || !c->running || h->enqueue == SCN_ENQUEUE_NONE)
		return;
	key = note->obj ? key_of(r, h, note->obj) : STR("");
	old = note->old ? key_of(r, h, note->old) : STR("");
	if (key.len && c->ops->observe && h->enqueue != SCN_ENQUEUE_KEY)
		c->ops->observe(c, note, key);
	if (old.len && !str_eq(old, key)) /* the object has another owner now */
		add(r, c, old, -1);
	if (key.len)
		add(r, c, key, -1);
}

/* --- workers --- */

static bool take(struct scn__run *r, struct scn__crun *c, struct scn__worker *w)
{
	const char *item = inf__wq_get(&c->queue, world__now(r));

	if (!item)
		return false;
	*w = (struct scn__worker) { .key = item };
	w->turn.run = r;
	w->turn.controller = c;
	if (ctl__turn_begin(&w->turn, world__copy(r, str_of(item)).ptr, 0))
		world__notify_key_taken(r, c, w->key);
	return true;
}

static void put_back(struct scn__run *r, struct scn__crun *c, struct scn__worker *w)
{
	inf__wq_done(&c->queue, world__now(r), w->key);
	ctl__turn_end(&w->turn);
	memset(w, 0, sizeof(*w));
}

static void decide(struct scn__run *r, struct scn__crun *c, struct scn__worker *w)
{
	w->next = 0;
	w->failed = false;
	w->end = c->ops->reconcile(&w->turn);
	ctl__turn_end(&w->turn); /* the objects that it read are not needed any more */
	w->failed |= r->failure == SCN_BROKEN;
}

static void end_work(struct scn__run *r, struct scn__crun *c, struct scn__worker *w)
{
	struct str key = str_of(w->turn.key);

	if (w->end == SCN_TURN_AGAIN) {
		if (w->turn.number + 1 < SCN_TURNS_MAX) {
			if (ctl__turn_begin(&w->turn, w->turn.key, w->turn.number + 1))
				decide(r, c, w);
			return;
		}
		world__log(r, world__printf(r, "%s: " STR_FMT " did not come to an end in %d turns",
					    c->def->name.ptr, STR_ARG(key), SCN_TURNS_MAX));
	}
	if (w->failed || w->end != SCN_TURN_DONE) {
		add_rate_limited(r, c, key);
	} else {
		forget(r, c, key);
		if (w->turn.requeue_after_ns > 0)
			add(r, c, key, w->turn.requeue_after_ns);
	}
	put_back(r, c, w);
}

static bool is_failure(const struct scn__op *op)
{
	return op->status < 0 || (op->status >= 400 && !(op->status == 404 && op->absent_is_fine));
}

static bool time_out(struct scn__run *r, struct scn__worker *w, struct scn__op *op)
{
	if (world__now(r) < w->call_limit_ns)
		return false;
	world__note(r, "wire", STR("   the request timed out"));
	r->ops->call_free(w->call);
	w->call = NULL;
	op->status = -1;
	return true;
}

/* Sends the turn's requests one after the other; after a failure the rest is dropped. */
static bool step_call(struct scn__run *r, struct scn__crun *c, struct scn__worker *w)
{
	struct scn__op *op = &w->turn.ops[w->next];

	if (w->call) {
		if (!ctl__call_step(r, &w->call, op) && !time_out(r, w, op))
			return false;
	} else {
		if (op->verb != SCN_V_GET && ctl__write_held(r, op))
			return false;
		w->call = ctl__call_send(r, c, op);
		w->call_limit_ns =
		    c->def->timeout_ns ? world__now(r) + c->def->timeout_ns : TIME_NEVER;
	}
	if (!w->call) {
		w->failed |= is_failure(op);
		w->next++;
	}
	return true;
}

static bool all_synced(struct scn__run *r, const struct scn__crun *c)
{
	for (size_t i = 0; i < r->cell->world.handler_count; i++) {
		const struct scn__handler *h = r->handlers[i].def;
		struct scn__irun *ir = world__informer_of(r, h->informer);

		if (h->controller == c->def && (!ir->inf || !inf__informer_synced(ir->inf)))
			return false;
	}
	return true;
}

static bool step_worker(struct scn__run *r, struct scn__crun *c, struct scn__worker *w, bool hired)
{
	if (w->by_hand)
		return false;
	if (!w->key) {
		if (!hired || !all_synced(r, c) || !take(r, c, w))
			return false;
		decide(r, c, w);
		return true;
	}
	if (!w->failed && w->next < w->turn.op_count)
		return step_call(r, c, w);
	end_work(r, c, w);
	return true;
}

void ctl__controller_crash(struct scn__run *r, struct scn__crun *c)
{
	world__note(r, "crash", world__copy(r, c->def->name));
	ctl__controller_stop(r, c);
	for (size_t i = 0; i < r->cell->world.handler_count; i++)
		if (r->handlers[i].def->controller == c->def)
			world__informer_stop(r, world__informer_of(r, r->handlers[i].def->informer),
					     SCN_END_CRASH);
}

/* hosts/module/paused.txt names it. */
static bool step_controllers(struct scn__run *r)
{
	for (size_t i = 0; i < r->cell->world.controller_count; i++) {
		struct scn__crun *c = &r->controllers[i];

		if (c->running)
			inf__wq_settle(&c->queue, world__now(r));
		for (uint32_t k = 0; c->running && k < SCN_WORKERS_MAX; k++) {
			bool moved = step_worker(r, c, &c->workers[k], k < c->worker_count);

			if (c->crash_now)
				ctl__controller_crash(r, c);
			if (moved)
				return true;
		}
	}
	if (r->on_turn && r->on_turn(r))
		return true;
	return ctl__carry_out_kills(r);
}

static int64_t deadline_ns(struct scn__run *r)
{
	int64_t first = TIME_NEVER;

	for (size_t i = 0; i < r->cell->world.controller_count; i++) {
		const struct scn__crun *c = &r->controllers[i];
		int64_t t = c->running ? inf__wq_deadline_ns(&c->queue) : TIME_NEVER;

		first = t < first ? t : first;
		for (uint32_t k = 0; c->running && k < SCN_WORKERS_MAX; k++) {
			struct scn__call *call = c->workers[k].call;

			t = call ? r->ops->call_deadline_ns(call) : TIME_NEVER;
			first = t < first ? t : first;
			t = call ? c->workers[k].call_limit_ns : TIME_NEVER;
			first = t < first ? t : first;
		}
	}
	return first;
}

/* --- registration in the run --- */

static void crash_now(struct scn__run *r, struct scn__crun *c)
{
	c->crash_now = true;
	world__idle_met(r, SCN_IDLE_CRASH, NULL);
}

/* Crashes the controller after its n-th successful write. */
static void on_write(struct scn__observer *o, struct scn__rec *w)
{
	struct scn__crun *c = w->by ? &o->run->controllers[w->by->index] : NULL;

	if (c && c->crash_after && !w->refused && w->status < 400 && --c->crash_after == 0)
		crash_now(o->run, c);
}

static void on_notification(struct scn__observer *o, struct scn__hrun *h, struct scn__rec *note)
{
	enqueue(o->run, h->def, note);
}

int ctl__init_all(struct scn__run *r)
{
	static const struct scn__actors actors = { step_controllers, deadline_ns };
	static const struct scn__observer_ops observer = { .after_failure = true,
							   .on_write = on_write,
							   .on_notification = on_notification };
	const struct scn__world *w = &r->cell->world;

	r->controllers = world__alloc(r, (w->controller_count + 1) * sizeof(*r->controllers));
	if (!r->controllers)
		return RELIST_ENOMEM;
	for (size_t i = 0; i < w->controller_count; i++)
		r->controllers[i] = (struct scn__crun) { .run = r, .def = &w->controllers[i] };
	r->actors = &actors;
	return world__observe(r, &observer, SCN_O_COUNT_);
}

void ctl__fini_all(struct scn__run *r)
{
	for (size_t i = 0; r->controllers && i < r->cell->world.controller_count; i++)
		ctl__controller_stop(r, &r->controllers[i]);
}

/* --- `worker` steps --- */

static void get_by_hand(struct scn__run *r, const struct scn__step *s, struct scn__crun *c)
{
	struct scn__worker *w = c->workers;

	while (w < c->workers + SCN_WORKERS_MAX && w->key)
		w++;
	if (w == c->workers + SCN_WORKERS_MAX) {
		world__fail_at(r, SCN_AT_STEP, s->pos, "worker: more than %d at work",
			       SCN_WORKERS_MAX);
		return;
	}
	if (!take(r, c, w)) {
		world__fail_at(r, SCN_AT_STEP, s->pos, "worker: get: nothing is ready");
		return;
	}
	w->by_hand = true;
	if (s->worker.key.len && !str_eqz(s->worker.key, w->turn.key))
		world__fail_at(r, SCN_AT_STEP, s->pos, "worker: get: it is %s, not " STR_FMT,
			       w->turn.key, STR_ARG(s->worker.key));
}

static void done_by_hand(struct scn__run *r, const struct scn__step *s, struct scn__crun *c)
{
	for (struct scn__worker *w = c->workers; w < c->workers + SCN_WORKERS_MAX; w++) {
		if (!w->by_hand || !str_eqz(s->worker.key, w->turn.key))
			continue;
		put_back(r, c, w);
		return;
	}
	world__fail_at(r, SCN_AT_STEP, s->pos, "worker: done: no worker has " STR_FMT,
		       STR_ARG(s->worker.key));
}

void ctl__worker_step(struct scn__run *r, const struct scn__step *s)
{
	struct scn__crun *c = &r->controllers[s->worker.controller->index];

	if (!c->running) {
		world__fail_at(r, SCN_AT_STEP, s->pos, "worker: %s does not run", c->def->name.ptr);
		return;
	}
	switch (s->worker.what) {
	case SCN_WORKER_COUNT:
		c->worker_count = s->worker.count;
		return;
	case SCN_WORKER_ADD:
		add(r, c, s->worker.key, -1);
		return;
	case SCN_WORKER_ADD_AFTER:
		add(r, c, s->worker.key, s->worker.after_ns);
		return;
	case SCN_WORKER_ADD_RATE_LIMITED:
		add_rate_limited(r, c, s->worker.key);
		return;
	case SCN_WORKER_GET:
		get_by_hand(r, s, c);
		return;
	case SCN_WORKER_DONE:
		done_by_hand(r, s, c);
		return;
	case SCN_WORKER_FORGET:
		forget(r, c, s->worker.key);
		return;
	case SCN_WORKER_DRAIN:
		inf__wq_shutdown(&c->queue, world__now(r), true);
		return;
	case SCN_WORKER_SHUT_DOWN:
		inf__wq_shutdown(&c->queue, world__now(r), false);
		return;
	}
}
