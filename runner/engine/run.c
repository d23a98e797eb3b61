/* SPDX-License-Identifier: Apache-2.0 */
/* run.c - the life of a run, its steps, its verdict. */
#include "base/alloc.h"
#include "runner/world/world.h"

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

bool scn__append(struct scn__run *r, struct scn__list *stream, struct scn__rec *rec)
{
	const struct scn__rec *last = stream->len ? stream->items[stream->len - 1] : NULL;

	rec->before_ns = last ? last->at_ns : 0;
	return scn__push(r, stream, rec);
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

void scn__fail_at(struct scn__run *r, enum scn__failure how, struct scn__pos pos, const char *fmt,
		  ...)
{
	va_list ap;

	r->probe_missed |= r->probing;
	if (r->failure || r->probing)
		return;
	if (!pos.line && r->failed_step)
		pos = r->failed_step->pos;
	r->failure = how;
	r->out->virtual_ns = scn__now(r); /* a step may go on after it */
	r->out->line = pos.line;
	r->out->column = pos.column;
	va_start(ap, fmt);
	(void)vsnprintf(r->out->what, sizeof(r->out->what), fmt, ap);
	va_end(ap);
}

void scn__broken(struct scn__run *r, int code)
{
	/* What has failed need not come to rest. */
	if (r->failure == SCN_BROKEN || (r->failure && code == RELIST_ETIMEDOUT))
		return;
	r->failure = SCN_BROKEN;
	r->out->verdict = code == RELIST_ETIMEDOUT ? RUNNER_UNSETTLED
			  : code == RELIST_ELIMIT  ? RUNNER_BAD_INPUT
						   : RUNNER_ERROR;
	(void)snprintf(r->out->what, sizeof(r->out->what), "%s",
		       code == RELIST_ENOMEM ? "out of memory" : r->err.msg);
}

int64_t scn__now(struct scn__run *r)
{
	return r->driver ? r->ops->now_ns(r->driver) : 0;
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
		int code = r->ops->settle(r->driver, &r->err);

		if (!code && turns > TURNS_MAX)
			code = relist_err_set(&r->err, RELIST_ETIMEDOUT,
					      "the controllers did not come to rest");
		if (code) {
			scn__broken(r, code);
			return;
		}
		if (!scn__bury_panicked(r) && !scn__controllers_step(r))
			break;
	}
	scn__oracles_settled(r);
	scn__nevers_at_rest(r);
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
		code = r->ops->advance(r->driver, next, &r->err);
		if (code)
			scn__broken(r, code);
	}
	scn__settle(r);
}

/* --- life --- */

/* How an answer ended, unless it simply ended or there was none. */
static void note_end(struct scn__run *r, const struct trace_event *ev)
{
	if (str_eqz(ev->text, "clean") || str_eqz(ev->text, "refused"))
		return;
	for (size_t i = r->requests.len; i-- > 0;) {
		struct scn__rec *q = r->requests.items[i];

		if (q->wire_id != ev->id)
			continue;
		scn__story_end(r, q, ev->text);
		return;
	}
}

static void on_wire(void *user, const struct trace_event *ev)
{
	struct scn__run *r = user;

	if (ev->kind == TRACE_WIRE_REQUEST)
		r->wire_id = ev->id;
	else if (ev->kind == TRACE_WIRE_END)
		note_end(r, ev);
	else
		scn__story_trace(r, ev);
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

/* Before there is a driver, whose threads may ask at once. */
static int fill_world(struct scn__run *r)
{
	const struct scn__world *w = &r->cell->world;

	r->informers = scnr__alloc(r, (w->informer_count + 1) * sizeof(*r->informers));
	r->handlers = scnr__alloc(r, (w->handler_count + 1) * sizeof(*r->handlers));
	r->controllers = scnr__alloc(r, (w->controller_count + 1) * sizeof(*r->controllers));
	scn__oracles_init(r);
	if (r->failure)
		return RELIST_ENOMEM;
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
		r->controllers[i] = (struct scn__crun) { .run = r,
							 .def = &w->controllers[i],
							 .backend = w->controllers[i].backend };
	return r->failure ? RELIST_ENOMEM : 0;
}

static bool rotates_tokens(const struct scn__cell *cell)
{
	for (size_t i = 0; i < cell->step_count; i++)
		if (cell->steps[i].kind == SCN_ROTATE_TOKEN)
			return true;
	return false;
}

static int open_world(struct scn__run *r)
{
	const struct scn__world *w = &r->cell->world;
	struct fakeapi__options core = { .seed = r->opt->seed,
					 .first_rv = w->rv,
					 .wall_offset_ns = WALL_2026_S * (int64_t)1000000000,
					 .watch_window = (uint32_t)w->history,
					 .backend_count = (uint32_t)w->backend_count,
					 .empty = true,
					 .any_namespace = true,
					 .bookmark_every_ns = w->bookmark_every_ns
								  ? w->bookmark_every_ns
								  : TIME_NEVER,
					 .list_page_max = w->list_page_max,
					 .list_page_always = w->list_page_always,
					 .list_items_kind = w->list_items_kind };
	struct scn__driver_config driver = { .seed = r->opt->seed,
					     .cuts = r->opt->cuts,
					     .cut_at = r->opt->cut_at,
					     .server = &r->server,
					     .informer_count = (uint32_t)w->informer_count,
					     .controller_count = (uint32_t)w->controller_count,
					     .refuses = scn__refuses,
					     .refused = scn__refused,
					     .user = r,
					     .wire = { on_wire, r },
					     .events = r->opt->events,
					     .subject = r->opt->subject };
	int code;

	if (r->opt->subject && (r->opt->subject->tls || rotates_tokens(r->cell))) {
		driver.token = scn__token(r);
		driver.token_file = rotates_tokens(r->cell);
		core.token_csv = scn__printf(r, "%s,subject,1,system:masters\n", driver.token);
	}
	code = fill_world(r);
	r->core = code ? NULL : fakeapi__core_new(&core, &r->err);
	scn__server_init(r);
	r->ops = r->opt->driver ? r->opt->driver : &scn__driver_sim;
	r->external = r->ops->wait != NULL;
	r->driver = r->core ? r->ops->new (&driver, &r->err) : NULL;
	if (!r->driver)
		return r->err.code ? r->err.code : RELIST_ENOMEM;
	for (size_t i = 0; !code && i < w->type_count; i++) {
		struct fakeapi__model_type t = scn__model_type(&w->types[i]);

		code = fakeapi__model_serve(r->core, &t, &r->err);
	}
	return code ? code : watch_list_fault(r);
}

static void close_world(struct scn__run *r)
{
	for (size_t i = 0; r->controllers && i < r->cell->world.controller_count; i++)
		scn__controller_stop(r, &r->controllers[i]);
	if (r->driver)
		r->ops->free(r->driver);
	scn__external_free(r);
	for (size_t i = 0; r->handlers && i < r->cell->world.handler_count; i++) {
		struct scn__hrun *h = &r->handlers[i];

		for (size_t k = 0; h->notes && k < h->notes->len; k++) {
			struct scn__rec *n = h->notes->items[k];

			inf_object_unref(n->obj);
			inf_object_unref(n->old);
		}
		if (h->notes)
			base__free(h->notes->items);
	}
	fakeapi__core_free(r->core);
	scn__oracles_fini(r);
	base__free(r->requests.items);
	base__free(r->writes.items);
	base__free(r->failed_writes.items);
	base__free(r->log.items);
	base__free(r->held.items);
	base__free(r->refused.items);
	base__free(r->nevers.items);
	base__free(r->story.items);
	base__free(r->snapshots.items);
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

	if (!r->failure || r->failure == SCN_BROKEN)
		out->virtual_ns = scn__now(r);
	out->steps = r->driver ? r->ops->steps(r->driver) : 0;
	out->seed = r->opt->seed;
	if (r->failure == SCN_BROKEN)
		return;
	if (as_expected(r)) {
		out->verdict = RUNNER_PASS;
		out->line = out->column = 0;
		out->what[0] = 0;
		out->row_count = 0;
		return;
	}
	out->verdict = RUNNER_FAIL;
	scn__report(r);
	if (r->cell->outcome.kind == SCN_PASSES)
		return;
	if (!r->failure) {
		out->line = r->cell->outcome.pos.line;
		out->column = r->cell->outcome.pos.column;
	}
	strbuf_addf(&out->nearest, "outcome: " STR_FMT " (line %u)\n",
		    STR_ARG(r->cell->outcome.text), r->cell->outcome.pos.line);
	if (!r->failure)
		(void)snprintf(out->what, sizeof(out->what),
			       "it passed, but its outcome is `" STR_FMT "`",
			       STR_ARG(r->cell->outcome.text));
}

void scn__run_once(const struct scn__cell *cell, const struct scn__run_options *opt,
		   const struct scn__cut *cut, struct runner__result *out)
{
	struct scn__run *r = base__calloc(1, sizeof(*r));
	int code;

	out->seed = opt->seed;
	if (!r) {
		out->verdict = RUNNER_ERROR;
		(void)snprintf(out->what, sizeof(out->what), "out of memory");
		return;
	}
	r->cell = cell;
	r->opt = opt;
	r->out = out;
	r->cut = cut;
	runner__arena_init(&r->arena);
	code = open_world(r);
	if (code)
		scn__broken(r, code);
	for (size_t i = 0; i < cell->step_count && !r->failure; i++) {
		r->failed_step = &cell->steps[i];
		scnr__step(r, &cell->steps[i]);
	}
	if (r->external) {
		scn__external_end(r);
	} else if (!r->failure) {
		scn__settle(r);
		scn__oracles_end(r);
	}
	if (cut->log && !r->failure)
		scn__write_log(r, cut->log);
	judge(r);
	if (opt->show)
		scn__story_show(r);
	close_world(r);
	base__free(r);
}
