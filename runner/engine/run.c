/* SPDX-License-Identifier: Apache-2.0 */
/* run.c - the life of a run, its steps, its verdict. */
#include "base/alloc.h"
#include "runner/engine/engine.h"
#include "runner/language/known_types.h"
#include "runner/world/made.h"

enum { WALL_2026_S = 1767225600 };

/* --- life --- */

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

/* Runs before the driver exists, whose threads may send requests at once. */
static int fill_world(struct scn__run *r)
{
	const struct scn__world *w = &r->cell->world;

	r->informers = world__alloc(r, (w->informer_count + 1) * sizeof(*r->informers));
	r->handlers = world__alloc(r, (w->handler_count + 1) * sizeof(*r->handlers));
	r->controller_backends = world__alloc(r, (w->controller_count + 1) * sizeof(uint32_t));
	if (r->failure)
		return RELIST_ENOMEM;
	for (size_t i = 0; i < w->informer_count; i++)
		r->informers[i] = (struct scn__irun) { .run = r,
						       .def = &w->informers[i],
						       .backend = w->informers[i].backend };
	for (size_t i = 0; i < w->handler_count && !r->failure; i++) {
		r->handlers[i].run = r;
		r->handlers[i].def = &w->handlers[i];
		r->handlers[i].notes = world__alloc(r, sizeof(*r->handlers[i].notes));
		map_init(&r->handlers[i].notified, MAP_BORROW_KEYS);
	}
	for (size_t i = 0; i < w->controller_count; i++)
		r->controller_backends[i] = w->controllers[i].backend;
	return r->failure ? RELIST_ENOMEM : 0;
}

/* Registers the observers; they are called in this order. */
static int register_observers(struct scn__run *r)
{
	int code = oracle__observe_all(r);

	code = code ? code : world__observe(r, &oracle__never, SCN_O_COUNT_);
	return code ? code : ctl__init_all(r);
}

static bool rotates_tokens(const struct scn__cell *cell)
{
	for (size_t i = 0; i < cell->step_count; i++)
		if (cell->steps[i].kind == SCN_ROTATE_TOKEN)
			return true;
	return false;
}

/* --- calls of webhooks --- */

/* Before the driver exists no program can answer. */
static bool ask(void *user, const struct fakeapi__question *question)
{
	struct scn__run *r = user;

	return r->driver && r->ops->ask(r->driver, question);
}

static void forget(void *user, uint64_t id)
{
	struct scn__run *r = user;

	if (r->driver)
		r->ops->forget(r->driver, id);
}

/* The informers of a world share their connection. */
static inf__without connection_without(const struct scn__run *r)
{
	const struct scn__world *w = &r->cell->world;
	inf__without any = 0;

	for (size_t i = 0; i < w->informer_count; i++)
		any |= w->informers[i].without;
	return r->opt->fixed ? 0 : any;
}

static int open_world(struct scn__run *r)
{
	const struct scn__world *w = &r->cell->world;
	struct fakeapi__options core = { .seed = r->opt->seed,
					 .first_rv = w->rv,
					 .release = scn__release(w),
					 .wall_offset_ns = WALL_2026_S * (int64_t)1000000000,
					 .watch_window = (uint32_t)w->history,
					 .backend_count = (uint32_t)w->backend_count,
					 .empty = !w->bootstrap,
					 .any_namespace = true,
					 .bookmark_every_ns = w->bookmark_every_ns
								  ? w->bookmark_every_ns
								  : TIME_NEVER,
					 .list_page_max = w->list_page_max,
					 .list_page_always = w->list_page_always,
					 .list_items_kind = w->list_items_kind };
	struct scn__driver_config driver = { .seed = r->opt->seed,
					     .choice = r->opt->choice,
					     .handlers_alone = scn__handlers_alone(r->cell),
					     .clients_alone = scn__clients_alone(r->cell),
					     .digest = w->controller_count ? NULL : world__digest,
					     .cuts = r->opt->cuts,
					     .cut_at = r->opt->cut_at,
					     .server = &r->server,
					     .informer_count = (uint32_t)w->informer_count,
					     .controller_count = (uint32_t)w->controller_count,
					     .http2 = w->http2,
					     .without = connection_without(r),
					     .informer_of = world__sender_of,
					     .refuses = world__refuses,
					     .refused = world__refused,
					     .user = r,
					     .wire = { world__on_wire, r },
					     .events = r->opt->events,
					     .subject = r->opt->subject };
	struct scn__pos pos;
	int code;

	if (r->opt->subject && (r->opt->subject->tls || w->http2 || rotates_tokens(r->cell))) {
		driver.token = scn__token(r);
		driver.token_file = rotates_tokens(r->cell);
		core.token_csv = world__printf(r, "%s,subject,1,system:masters\n", driver.token);
	}
	r->ops = r->opt->driver ? r->opt->driver : &world__driver_sim;
	r->external = r->ops->wait != NULL;
	if (r->ops->ask) {
		core.ask = ask;
		core.forget = forget;
		core.ask_user = r;
		core.service_webhooks = "the program's";
	}
	r->on_turn = scn__thens_act;
	r->interleaved = r->opt->interleave && r->ops->until_act;
	code = fill_world(r);
	code = code ? code : register_observers(r);
	code = code || !r->external ? code : external__init(r);
	if (r->cell->patterns) {
		core.on_stored = world__made_note;
		core.on_stored_user = r;
	}
	r->core = code ? NULL : fakeapi__core_new(&core, &r->err);
	if (!r->core)
		return r->err.code ? r->err.code : RELIST_ENOMEM;
	code = r->cell->patterns ? world__made_init(r) : 0;
	if (scn__serve_world(r->core, w, &pos, &r->err))
		return r->err.code;
	world__server_init(r);
	driver.core = r->core;
	r->driver = r->ops->new (&driver, &r->err);
	if (!r->driver)
		return r->err.code ? r->err.code : RELIST_ENOMEM;
	return code ? code : watch_list_fault(r);
}

static void close_world(struct scn__run *r)
{
	ctl__fini_all(r);
	if (r->driver)
		r->ops->free(r->driver);
	r->driver = NULL;
	external__free(r);
	for (size_t i = 0; r->handlers && i < r->cell->world.handler_count; i++) {
		struct scn__hrun *h = &r->handlers[i];

		for (size_t k = 0; h->notes && k < h->notes->list.len; k++) {
			struct scn__rec *n = h->notes->list.items[k];

			inf_object_unref(n->obj);
			inf_object_unref(n->old);
		}
		if (h->notes)
			base__free(h->notes->list.items);
		map_fini(&h->notified);
	}
	fakeapi__core_free(r->core);
	world__made_fini(r);
	world__observers_fini(r);
	base__free(r->requests.list.items);
	base__free(r->writes.list.items);
	base__free(r->others.list.items);
	base__free(r->shown.items);
	base__free(r->log.list.items);
	base__free(r->held.items);
	base__free(r->refused.items);
	base__free(r->rules.items);
	base__free(r->kills.items);
	base__free(r->thens.items);
	base__free(r->nevers.items);
	base__free(r->idling.items);
	base__free(r->snapshots.items);
	world__story_fini(r);
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
		return r->failure == SCN_AT_STEP && r->step == o->step;
	case SCN_FAILS_AT_NEVER:
		return r->failure == SCN_AT_NEVER && r->failed_never == o->never;
	}
	return false;
}

static enum runner__ending ending_of(const struct scn__run *r)
{
	switch (r->failure) {
	case SCN_OK:
		return RUNNER_ENDED;
	case SCN_AT_STEP:
		return RUNNER_AT_STEP;
	case SCN_AT_NEVER:
		return RUNNER_AT_NEVER;
	case SCN_AT_ORACLE:
		return RUNNER_AT_ORACLE;
	case SCN_BROKEN:
		return RUNNER_BROKEN;
	}
	return RUNNER_BROKEN;
}

static void judge(struct scn__run *r)
{
	struct runner__result *out = r->out;

	if (!r->failure || r->failure == SCN_BROKEN)
		out->virtual_ns = world__now(r);
	out->steps = r->driver ? r->ops->steps(r->driver) : 0;
	out->seed = r->opt->seed;
	out->ending = ending_of(r);
	if (r->failure == SCN_BROKEN)
		return;
	if (r->failure == SCN_AT_ORACLE)
		out->oracle = scn__oracle_word(r->failed_oracle);
	out->as_expected = as_expected(r);
	if (r->opt->no_outcome ? r->failure == SCN_OK : out->as_expected) {
		out->verdict = RUNNER_PASS;
		out->line = out->column = 0;
		out->what[0] = 0;
		out->program[0] = 0;
		out->row_count = 0;
		return;
	}
	out->verdict = RUNNER_FAIL;
	expect__report(r);
	if (r->cell->outcome.kind == SCN_PASSES || r->opt->no_outcome)
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

static void add_line(struct scn__run *r, struct strbuf *out, const char *who,
		     const struct scn__rec *rec)
{
	char at[32];

	duration_format(rec->at_ns, at, sizeof(at));
	strbuf_addf(out, "%s " STR_FMT " @%s\n", who, STR_ARG(world__line_of(r, rec)), at);
}

static void write_log(struct scn__run *r, struct strbuf *out)
{
	for (size_t i = 0; i < r->requests.list.len; i++)
		add_line(r, out, "requested", r->requests.list.items[i]);
	for (size_t i = 0; i < r->writes.list.len; i++)
		add_line(r, out, "wrote", r->writes.list.items[i]);
	for (size_t i = 0; i < r->cell->world.handler_count; i++)
		for (size_t k = 0; k < r->handlers[i].notes->list.len; k++)
			add_line(r, out, r->handlers[i].def->name.ptr,
				 r->handlers[i].notes->list.items[k]);
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
	code = world__story_init(r);
	code = code ? code : open_world(r);
	if (code)
		world__broken(r, code);
	for (size_t i = 0; i < cell->step_count && !r->failure; i++) {
		if (opt->skip == i + 1)
			continue;
		r->step = &cell->steps[i];
		if (r->interleaved)
			scn__until_turn(r, i);
		world__story_step(r);
		if (!r->failure)
			scn__step(r, &cell->steps[i]);
	}
	if (r->external) {
		external__end(r);
	} else if (!r->failure) {
		world__settle(r);
		world__kills_end(r, (struct scn__pos) { 0, 0 });
		if (!r->failure)
			world__notify_at_end(r);
	}
	world__idle_end(r);
	if (cut->log && !r->failure)
		write_log(r, cut->log);
	judge(r);
	if (opt->show)
		world__story_show(r);
	close_world(r);
	base__free(r);
}
