/* SPDX-License-Identifier: Apache-2.0 */
/* scn_run.c - the life of a run, its steps, its verdict. */
#include "base/alloc.h"
#include "runner/scn_run_impl.h"

enum { WALL_2026_S = 1767225600, TURNS_MAX = 100000 };

/* --- memory and notes --- */

void *scnr__alloc(struct scn__run *r, size_t size)
{
	void *p = runner__arena_alloc(&r->arena, size);

	if (!p)
		scn__broken(r, RELIST_ENOMEM);
	return p;
}

struct str scnr__copy(struct scn__run *r, struct str s)
{
	struct str copy = runner__arena_str(&r->arena, s);

	if (r->arena.failed)
		scn__broken(r, RELIST_ENOMEM);
	return copy;
}

struct str scn__printf(struct scn__run *r, const char *fmt, ...)
{
	AUTO_STRBUF b = STRBUF_INIT;
	va_list ap;

	va_start(ap, fmt);
	strbuf_addvf(&b, fmt, ap);
	va_end(ap);
	if (b.failed)
		scn__broken(r, RELIST_ENOMEM);
	return scnr__copy(r, strbuf_str(&b));
}

bool scn__push(struct scn__run *r, struct scn__list *l, void *item)
{
	if (l->len == l->cap) {
		size_t cap = l->cap ? 2 * l->cap : 8;
		void **items = base__reallocarray(l->items, cap, sizeof(*items));

		if (!items) {
			scn__broken(r, RELIST_ENOMEM);
			return false;
		}
		l->items = items;
		l->cap = cap;
	}
	l->items[l->len++] = item;
	return true;
}

void scn__log(struct scn__run *r, struct str line)
{
	struct str *copy = scnr__alloc(r, sizeof(*copy));

	if (!copy)
		return;
	*copy = line;
	scn__push(r, &r->log, copy);
	scn__note(r, "log", line);
}

void scn__note(struct scn__run *r, const char *what, struct str text)
{
	char at[32];

	duration_format(scn__now(r), at, sizeof(at));
	r->tail[r->tail_end++ % SCN_TAIL] =
	    scn__printf(r, "%-7s %-8s " STR_FMT, what, at, STR_ARG(text));
}

void scn__fail_at(struct scn__run *r, enum scn__failure how, struct scn__pos pos, const char *fmt,
		  ...)
{
	va_list ap;

	if (r->failure)
		return;
	if (!pos.line && r->failed_step)
		pos = r->failed_step->pos;
	r->failure = how;
	r->out->line = pos.line;
	r->out->column = pos.column;
	va_start(ap, fmt);
	(void)vsnprintf(r->out->what, sizeof(r->out->what), fmt, ap);
	va_end(ap);
}

void scn__broken(struct scn__run *r, int code)
{
	if (r->failure == SCN_BROKEN)
		return;
	r->failure = SCN_BROKEN;
	r->out->verdict = code == RELIST_ETIMEDOUT ? RUNNER_UNSETTLED : RUNNER_ERROR;
	(void)snprintf(r->out->what, sizeof(r->out->what), "%s",
		       code == RELIST_ENOMEM ? "out of memory" : r->err.msg);
}

int64_t scn__now(struct scn__run *r)
{
	return r->sim ? sim_now_ns(r->sim) : 0;
}

const struct str *scn__lookup_name(void *run, struct str name)
{
	struct scn__run *r = run;

	for (size_t i = 0; i < r->name_count; i++)
		if (str_eq(r->names[i].name, name))
			return &r->names[i].value;
	return NULL;
}

struct fakeapi__model_type scn__model_type(const struct scn__type *t)
{
	return (struct fakeapi__model_type) { t->group, t->version, t->resource, t->kind,
					      t->namespaced };
}

/* --- time --- */

void scn__settle(struct scn__run *r)
{
	for (unsigned turns = 0; r->failure != SCN_BROKEN; turns++) {
		int code = sim_settle(r->sim, &r->err);

		if (!code && turns > TURNS_MAX)
			code = relist_err_set(&r->err, RELIST_ETIMEDOUT,
					      "the controllers did not come to rest");
		if (code) {
			scn__broken(r, code);
			return;
		}
		if (!scn__controllers_step(r))
			break;
	}
	scn__oracles_settled(r);
}

void scn__advance(struct scn__run *r, int64_t until_ns)
{
	for (unsigned turns = 0; !r->failure && turns < TURNS_MAX; turns++) {
		int64_t due, next = until_ns;
		int code;

		scn__settle(r);
		due = scn__controllers_deadline(r);
		if (scn__now(r) >= until_ns || r->failure)
			return;
		if (due > scn__now(r) && due < next)
			next = due;
		code = sim_advance(r->sim, next, NULL, NULL, &r->err);
		if (code)
			scn__broken(r, code);
	}
	scn__settle(r);
}

/* --- model steps --- */

static void model(struct scn__run *r, const struct scn__step *s, enum fakeapi__model_op op,
		  const struct scn__key *key, const struct scn__node *body, struct strbuf *out)
{
	static const char *const words[] = { "create", "update", "delete" };
	AUTO_STRBUF json = STRBUF_INIT;
	struct fakeapi__model_type type = scn__model_type(key->type);
	struct fakeapi__model_write w = { .op = op,
					  .type = &type,
					  .ns = key->ns,
					  .name = key->name,
					  .drop_finalizers =
					      s->kind == SCN_DELETE && s->delete_.drop_finalizers };
	int status;

	if (body)
		scn__node_json(body, scn__lookup_name, r, &json);
	else
		strbuf_addz(&json, "{}");
	w.body = strbuf_str(&json);
	status = json.failed ? RELIST_ENOMEM : fakeapi__model_write(r->core, scn__now(r), &w, out);
	scn__note(r, "model",
		  scn__printf(r, "%s " STR_FMT "/" STR_FMT " rv=%llu", words[op],
			      STR_ARG(key->type->name), STR_ARG(key->text),
			      (unsigned long long)fakeapi__core_rv(r->core)));
	if (status < 0)
		scn__broken(r, RELIST_ENOMEM);
	else if (status >= 400)
		scn__fail_at(r, SCN_AT_STEP, key->pos, "%s " STR_FMT ": %s", words[op],
			     STR_ARG(key->text),
			     status == 409 ? "it exists already" : "there is no such object");
}

static void bind_uid(struct scn__run *r, struct str name, const struct strbuf *json)
{
	AUTO_STRBUF scratch = STRBUF_INIT;
	json_t uid = json_path((json_t) { json->ptr, json->len }, "metadata", "uid", NULL);

	if (!name.len || !uid.len || r->name_count == SCN_NAMES_MAX)
		return;
	if (name.ptr[0] == '$') {
		name.ptr++;
		name.len--;
	}
	r->names[r->name_count++] =
	    (struct scn__binding) { name, scnr__copy(r, json_str(uid, &scratch)) };
}

static void make_again(struct scn__run *r, const struct scn__step *s, const struct scn__object *o)
{
	struct fakeapi__model_type t = scn__model_type(o->key.type);
	struct fakeapi__model_write w = { .type = &t, .ns = o->key.ns, .name = o->key.name };
	AUTO_STRBUF old = STRBUF_INIT;
	int status;

	w.op = FAKEAPI_MODEL_DELETE;
	w.drop_finalizers = true;
	status = fakeapi__model_write(r->core, scn__now(r), &w, &old);
	if (status == 404)
		scn__fail_at(r, SCN_AT_STEP, o->key.pos, "update: there is no such object");
	if (status != 200)
		return;
	w.op = FAKEAPI_MODEL_CREATE;
	w.body = strbuf_str(&old);
	if (fakeapi__model_write(r->core, scn__now(r), &w, NULL) < 0)
		scn__broken(r, RELIST_ENOMEM);
	if (o->body)
		model(r, s, FAKEAPI_MODEL_PATCH, &o->key, o->body, NULL);
}

static void do_write(struct scn__run *r, const struct scn__step *s)
{
	for (size_t i = 0; i < s->write.count && !r->failure; i++) {
		const struct scn__object *o = &s->write.objects[i];
		AUTO_STRBUF out = STRBUF_INIT;

		if (s->write.new_uid)
			make_again(r, s, o);
		else
			model(r, s,
			      s->kind == SCN_CREATE ? FAKEAPI_MODEL_CREATE : FAKEAPI_MODEL_PATCH,
			      &o->key, o->body, &out);
		if (s->kind == SCN_CREATE)
			bind_uid(r, s->write.uid, &out);
	}
}

/* --- faults and holds --- */

static struct fakeapi__match match_of(const struct scn__type *type, int backend)
{
	struct fakeapi__match m = fakeapi__match_all();

	if (type) {
		(void)snprintf(m.resource, sizeof(m.resource), "%s", type->resource.ptr);
		(void)snprintf(m.group, sizeof(m.group), "%s", type->group.ptr);
		m.has_group = true;
	}
	m.backend = backend;
	return m;
}

static void disconnect(struct scn__run *r, const struct scn__step *s)
{
	static const enum fakeapi__watch_end ends[] = { [SCN_HOW_RST] = FAKEAPI_WATCH_RESET,
							[SCN_HOW_FIN] = FAKEAPI_WATCH_END,
							[SCN_HOW_BLACKHOLE] = FAKEAPI_WATCH_STALL };
	struct fakeapi__match m = match_of(s->disconnect.type, s->disconnect.backend);

	(void)fakeapi__core_end_watches(r->core, &m, ends[s->disconnect.how]);
}

static void hold_informers(struct scn__run *r, const struct scn__hold *h, bool on)
{
	for (size_t i = 0; i < r->cell->world.informer_count; i++) {
		struct scn__irun *ir = &r->informers[i];

		if (!ir->inf || (h->informer && h->informer != ir->def) ||
		    (h->type && h->type != ir->def->type))
			continue;
		if (h->point == SCN_POINT_QUEUE || r->cell->world.classic)
			inf__informer_hold_queue(ir->inf, on);
		else
			inf__informer_hold_store(ir->inf, on);
	}
}

static void apply_hold(struct scn__run *r, struct scn__held *held, bool on)
{
	static const enum fakeapi__fault_kind kinds[] = {
		[SCN_POINT_REQUEST] = FAKEAPI_FAULT_HANG,
		[SCN_POINT_REPLY] = FAKEAPI_FAULT_HOLD_RESPONSE,
		[SCN_POINT_EVENT] = FAKEAPI_FAULT_HOLD_EVENTS,
	};
	const struct scn__hold *h = &held->hold;
	struct fakeapi__fault f = { .times = UINT32_MAX };

	switch (h->point) {
	case SCN_POINT_HANDLER:
		if (sim_hold(r->sim, h->handler->name, on))
			scn__broken(r, RELIST_ENOMEM);
		return;
	case SCN_POINT_WRITE:
		r->write_held = on;
		return;
	case SCN_POINT_QUEUE:
	case SCN_POINT_CACHE:
		hold_informers(r, h, on);
		return;
	default:
		break;
	}
	if (!on) {
		fakeapi__core_fault_del(r->core, held->fault);
		return;
	}
	f.kind = kinds[h->point];
	f.match = match_of(h->type, -1);
	held->fault = fakeapi__core_fault_add(r->core, &f);
	if (!held->fault)
		scn__broken(r, RELIST_ENOMEM);
}

static void release(struct scn__run *r, const struct scn__hold *h)
{
	size_t kept = 0;

	for (size_t i = 0; i < r->held.len; i++) {
		struct scn__held *held = r->held.items[i];

		if (h->point == SCN_POINT_ALL ||
		    (held->hold.point == h->point && held->hold.handler == h->handler &&
		     held->hold.informer == h->informer && held->hold.type == h->type))
			apply_hold(r, held, false);
		else
			r->held.items[kept++] = held;
	}
	r->held.len = kept;
}

static void hold(struct scn__run *r, const struct scn__step *s)
{
	struct scn__held *held = scnr__alloc(r, sizeof(*held));

	if (!held || !scn__push(r, &r->held, held))
		return;
	held->hold = s->hold;
	apply_hold(r, held, true);
}

static void accept(struct scn__run *r, const struct scn__step *s)
{
	size_t kept = 0;

	for (size_t i = 0; i < r->refused.len; i++) {
		const struct scn__step *o = r->refused.items[i];

		if ((s->refuse.type && s->refuse.type != o->refuse.type) ||
		    (s->refuse.backend >= 0 && s->refuse.backend != o->refuse.backend))
			r->refused.items[kept++] = r->refused.items[i];
	}
	r->refused.len = kept;
}

static void add_fault(struct scn__run *r, const struct scn__step *s)
{
	struct scn__fault *f = scnr__alloc(r, sizeof(*f));

	if (f && scn__push(r, &r->faults, f))
		*f = (struct scn__fault) { s, 0, s->fail.times };
}

static void drop(struct scn__run *r, const struct scn__step *s)
{
	struct fakeapi__fault f = { .kind = FAKEAPI_FAULT_DROP_EVENT,
				    .match = match_of(s->drop.key.type, -1),
				    .times = s->drop.times == SCN_FOREVER ? UINT32_MAX
									  : s->drop.times };

	(void)snprintf(f.match.ns, sizeof(f.match.ns), STR_FMT, STR_ARG(s->drop.key.ns));
	(void)snprintf(f.match.name, sizeof(f.match.name), STR_FMT, STR_ARG(s->drop.key.name));
	if (!fakeapi__core_fault_add(r->core, &f))
		scn__broken(r, RELIST_ENOMEM);
}

static void compact(struct scn__run *r, const struct scn__step *s)
{
	r->compacted_rv = s->compact.to ? s->compact.to : fakeapi__core_rv(r->core);
	r->gone_by_status = s->compact.gone == SCN_HTTP_STATUS;
	fakeapi__core_compact(r->core, s->compact.to, false);
}

/* --- clients --- */

static bool uses(struct scn__run *r, const struct scn__irun *ir, const struct scn__controller *c)
{
	for (size_t i = 0; i < r->cell->world.handler_count; i++)
		if (r->handlers[i].def->informer == ir->def && r->handlers[i].def->controller == c)
			return true;
	return false;
}

static void run_informer(struct scn__run *r, const struct scn__step *s, struct scn__irun *ir)
{
	int code = 0;

	if (s->kind == SCN_RESTART && s->run.backend >= 0)
		ir->backend = (uint32_t)s->run.backend;
	if (s->kind == SCN_START || s->kind == SCN_RESTART)
		code = scn__informer_start(r, ir);
	else
		scn__informer_stop(r, ir, s->kind == SCN_CRASH);
	if (code)
		scn__broken(r, code);
}

static void run_controller(struct scn__run *r, const struct scn__step *s, struct scn__crun *c)
{
	bool start = s->kind == SCN_START || s->kind == SCN_RESTART;

	if (!start)
		scn__controller_stop(r, c);
	else if (scn__controller_start(r, c))
		scn__broken(r, RELIST_ENOMEM);
	for (size_t i = 0; i < r->cell->world.informer_count; i++)
		if (uses(r, &r->informers[i], c->def))
			run_informer(r, s, &r->informers[i]);
}

static void run_clients(struct scn__run *r, const struct scn__step *s)
{
	bool all = !s->run.informer_count && !s->run.controller_count;
	const struct scn__world *w = &r->cell->world;

	for (size_t i = 0; i < (all ? w->controller_count : s->run.controller_count); i++)
		run_controller(r, s,
			       &r->controllers[all ? i : s->run.controllers[i]->index]);
	for (size_t i = 0; i < (all ? w->informer_count : s->run.informer_count); i++)
		run_informer(r, s, &r->informers[all ? i : s->run.informers[i]->index]);
}

static void handler_step(struct scn__run *r, const struct scn__step *s)
{
	struct scn__hrun *h = &r->handlers[s->handler.handler->index];
	struct scn__irun *ir = scn__informer_of(r, h->def->informer);
	int code = 0;

	if (s->handler.remove) {
		if (ir->inf && h->registration)
			code = inf__informer_remove_handler(ir->inf, h->registration);
		h->registration = 0;
		h->added = false;
	} else if (ir->inf) {
		code = scn__handler_add(r, h);
	} else {
		h->added = true;
	}
	if (code)
		scn__broken(r, code);
	if (ir->inf)
		sim_poke(r->sim, ir->inf);
}

/* --- steps --- */

static void drop_nevers(struct scn__run *r, const struct scn__step *s)
{
	size_t kept = 0;

	for (size_t i = 0; i < r->nevers.len; i++) {
		const struct scn__step *n = r->nevers.items[i];

		if (n->never.until != s)
			r->nevers.items[kept++] = r->nevers.items[i];
	}
	r->nevers.len = kept;
}

static void run_step(struct scn__run *r, const struct scn__step *s)
{
	drop_nevers(r, s);
	switch (s->kind) {
	case SCN_CREATE:
	case SCN_UPDATE:
		do_write(r, s);
		return;
	case SCN_DELETE:
		for (size_t i = 0; i < s->delete_.count && !r->failure; i++)
			model(r, s, FAKEAPI_MODEL_DELETE, &s->delete_.keys[i], NULL, NULL);
		return;
	case SCN_COMPACT:
		compact(r, s);
		return;
	case SCN_REWIND:
		if (fakeapi__core_rewind(r->core, s->rewind.to, &r->err))
			scn__fail_at(r, SCN_AT_STEP, s->pos, "rewind: %s", r->err.msg);
		return;
	case SCN_ADVANCE:
		scn__advance(r, scn__now(r) + s->advance_ns);
		return;
	case SCN_SETTLE:
		scn__settle(r);
		return;
	case SCN_DISCONNECT:
		disconnect(r, s);
		return;
	case SCN_REFUSE:
		scn__push(r, &r->refused, (void *)(uintptr_t)s);
		return;
	case SCN_ACCEPT:
		accept(r, s);
		return;
	case SCN_FAIL:
		add_fault(r, s);
		return;
	case SCN_DROP:
		drop(r, s);
		return;
	case SCN_FREEZE:
	case SCN_THAW:
		scn__settle(r);
		fakeapi__core_freeze(r->core, (uint32_t)s->backend, s->kind == SCN_FREEZE);
		return;
	case SCN_HOLD:
		hold(r, s);
		return;
	case SCN_RELEASE:
		release(r, &s->hold);
		return;
	case SCN_START:
	case SCN_STOP:
	case SCN_CRASH:
	case SCN_RESTART:
		run_clients(r, s);
		return;
	case SCN_HANDLER:
		handler_step(r, s);
		return;
	case SCN_EXPECT:
		scn__settle(r);
		if (!r->failure)
			scn__expect(r, s);
		return;
	case SCN_NEVER:
		scn__push(r, &r->nevers, (void *)(uintptr_t)s);
		return;
	default: /* refused before the run */
		return;
	}
}

/* --- life --- */

static void on_event(void *user, const struct trace_event *ev)
{
	struct scn__run *r = user;

	if (ev->kind == TRACE_WIRE_REQUEST)
		scn__note(r, "wire", scn__printf(r, "-> " STR_FMT "?" STR_FMT, STR_ARG(ev->key),
						 STR_ARG(ev->text)));
	else if (ev->kind == TRACE_WIRE_RESPONSE)
		scn__note(r, "wire", scn__printf(r, "<- %lld", (long long)ev->n));
	else if (ev->kind == TRACE_WIRE_END)
		scn__note(r, "wire", scn__printf(r, "<- end: " STR_FMT, STR_ARG(ev->text)));
	trace_emit(&r->opt->events, ev);
}

static int watch_list_fault(struct scn__run *r)
{
	struct fakeapi__fault f = { .kind = FAKEAPI_FAULT_WATCH_LIST,
				    .match = fakeapi__match_all(),
				    .times = UINT32_MAX };

	if (r->cell->world.watch_list == SCN_WATCH_LIST_SUPPORTED)
		return 0;
	(void)snprintf(f.mode, sizeof(f.mode), "%s",
		       r->cell->world.watch_list == SCN_WATCH_LIST_REJECTED ? "refuse" : "ignore");
	return fakeapi__core_fault_add(r->core, &f) ? 0 : RELIST_ENOMEM;
}

static int open_world(struct scn__run *r)
{
	const struct scn__world *w = &r->cell->world;
	struct fakeapi__options core = { .seed = r->opt->seed,
					 .first_rv = w->rv,
					 .wall_offset_ns = WALL_2026_S * (int64_t)1000000000,
					 .watch_window = (uint32_t)w->history,
					 .backend_count = (uint32_t)w->backend_count,
					 .empty = true };
	struct sim_config sim = { .seed = r->opt->seed,
				  .refuses = scn__refuses,
				  .refuses_user = r,
				  .sink = { on_event, r } };
	int code = 0;

	r->informers = scnr__alloc(r, (w->informer_count + 1) * sizeof(*r->informers));
	r->handlers = scnr__alloc(r, (w->handler_count + 1) * sizeof(*r->handlers));
	r->controllers = scnr__alloc(r, (w->controller_count + 1) * sizeof(*r->controllers));
	r->core = fakeapi__core_new(&core, &r->err);
	scn__server_init(r);
	r->sim = r->core ? sim_new(&sim, &r->server, &r->err) : NULL;
	if (!r->sim || r->failure)
		return RELIST_ENOMEM;
	for (size_t i = 0; !code && i < w->type_count; i++) {
		struct fakeapi__model_type t = scn__model_type(&w->types[i]);

		code = fakeapi__model_serve(r->core, &t, &r->err);
	}
	for (size_t i = 0; i < w->informer_count; i++)
		r->informers[i] = (struct scn__irun) { .run = r,
						       .def = &w->informers[i],
						       .backend = w->informers[i].backend };
	for (size_t i = 0; i < w->handler_count && !r->failure; i++) {
		r->handlers[i].run = r;
		r->handlers[i].def = &w->handlers[i];
		r->handlers[i].notes = scnr__alloc(r, sizeof(struct scn__list));
	}
	for (size_t i = 0; i < w->controller_count; i++)
		r->controllers[i] =
		    (struct scn__crun) { .run = r, .def = &w->controllers[i] };
	return code ? code : r->failure ? RELIST_ENOMEM : watch_list_fault(r);
}

static void close_world(struct scn__run *r)
{
	for (size_t i = 0; r->controllers && i < r->cell->world.controller_count; i++)
		scn__controller_stop(r, &r->controllers[i]);
	sim_free(r->sim);
	for (size_t i = 0; i < r->all_informers.len; i++)
		inf__informer_free(r->all_informers.items[i]);
	for (size_t i = 0; r->handlers && i < r->cell->world.handler_count; i++) {
		struct scn__hrun *h = &r->handlers[i];

		for (size_t k = 0; h->notes && k < h->notes->len; k++) {
			struct scn__rec *n = h->notes->items[k];

			inf_object_unref(n->obj);
			inf_object_unref(n->old);
		}
		if (h->notes)
			base__free(h->notes->items);
		base__free(h->told.items);
	}
	fakeapi__core_free(r->core);
	base__free(r->all_informers.items);
	base__free(r->requests.items);
	base__free(r->writes.items);
	base__free(r->log.items);
	base__free(r->held.items);
	base__free(r->refused.items);
	base__free(r->faults.items);
	base__free(r->nevers.items);
	runner__arena_fini(&r->arena);
}

static bool as_expected(const struct scn__run *r)
{
	const struct scn__outcome *o = &r->cell->outcome;

	switch (o->kind) {
	case SCN_PASSES:
		return r->failure == SCN_OK;
	case SCN_FAILS:
		return r->failure != SCN_OK;
	case SCN_FAILS_AT_ORACLE:
		return r->failure == SCN_AT_ORACLE && r->failed_oracle == o->oracle;
	case SCN_FAILS_AT_STEP:
		return r->failure == SCN_AT_STEP && r->failed_step == o->step;
	case SCN_FAILS_AT_NEVER:
		return r->failure == SCN_AT_NEVER && r->failed_never == o->never;
	}
	return false;
}

static void judge(struct scn__run *r)
{
	struct runner__result *out = r->out;
	uint64_t first = r->tail_end > SCN_TAIL ? r->tail_end - SCN_TAIL : 0;

	out->virtual_ns = scn__now(r);
	out->steps = r->sim ? sim_steps(r->sim) : 0;
	out->seed = r->opt->seed;
	if (r->failure == SCN_BROKEN)
		return;
	if (as_expected(r)) {
		out->verdict = RUNNER_PASS;
		out->line = out->column = 0;
		out->what[0] = 0;
		strbuf_clear(&out->expected);
		strbuf_clear(&out->actual);
		return;
	}
	out->verdict = RUNNER_FAIL;
	for (uint64_t i = first; i < r->tail_end; i++)
		strbuf_addf(&out->tail, STR_FMT "\n", STR_ARG(r->tail[i % SCN_TAIL]));
	if (r->cell->outcome.kind == SCN_PASSES)
		return;
	if (!r->failure) {
		out->line = r->cell->outcome.pos.line;
		out->column = r->cell->outcome.pos.column;
	}
	strbuf_addf(&out->expected, "outcome: " STR_FMT "\n", STR_ARG(r->cell->outcome.text));
	if (!r->failure)
		(void)snprintf(out->what, sizeof(out->what), "it passed, but its outcome is `"
			       STR_FMT "`", STR_ARG(r->cell->outcome.text));
}

void scn__run(const struct scn__cell *cell, const struct scn__run_options *opt,
	      struct runner__result *out)
{
	struct scn__run *r = base__calloc(1, sizeof(*r));
	struct scn__pos pos = { 0, 0 };
	const char *unsupported = scn__unsupported(cell, &pos);
	int code;

	out->seed = opt->seed;
	if (unsupported || !r) {
		out->verdict = unsupported ? RUNNER_BAD_INPUT : RUNNER_ERROR;
		out->line = pos.line;
		out->column = pos.column;
		(void)snprintf(out->what, sizeof(out->what), "%s%s",
			       unsupported ? "not supported yet: " : "out of memory",
			       unsupported ? unsupported : "");
		base__free(r);
		return;
	}
	r->cell = cell;
	r->opt = opt;
	r->out = out;
	runner__arena_init(&r->arena);
	code = open_world(r);
	if (code)
		scn__broken(r, code);
	for (size_t i = 0; i < cell->step_count && !r->failure; i++) {
		r->failed_step = &cell->steps[i];
		run_step(r, &cell->steps[i]);
	}
	if (!r->failure) {
		scn__settle(r);
		scn__oracles_end(r);
	}
	judge(r);
	close_world(r);
	base__free(r);
}
