/* SPDX-License-Identifier: Apache-2.0 */
/* world_sim.c - runs traces in the simulator. */
#include "base/alloc.h"
#include "informer/object.h"
#include "runner/trace/subject.h"
#include "runner/trace/world.h"
#include "sim/sim.h"

struct runner__world {
	struct runner__world_config config;
	struct fakeapi__player *player;
	struct sim *sim;
	struct inf__informer *inf;
	struct runner__subject subject;
	size_t objects_before;
	bool ended; /* the teardown is not logged */
};

static int64_t sim_world_now(struct runner__world *w)
{
	return sim_now_ns(w->sim);
}

static int64_t subject_now(void *user)
{
	return sim_world_now(user);
}

static void seen_request(void *user, uint32_t id)
{
	struct runner__world *w = user;
	struct runner__seen seen = { .kind = RUNNER_SEEN_REQUEST,
				     .id = id,
				     .at_ns = sim_now_ns(w->sim) };

	runner__log_add(w->config.log, &seen);
}

static void seen_hangup(void *user, uint32_t id)
{
	struct runner__world *w = user;
	struct runner__seen seen = { .kind = RUNNER_SEEN_HANGUP, .id = id };
	struct trace_event ev = { .kind = TRACE_WIRE_HANGUP, .id = id };
	struct trace_sink sink = runner__log_sink(w->config.log);

	if (w->ended)
		return;
	ev.at_ns = seen.at_ns = sim_now_ns(w->sim);
	trace_emit(&sink, &ev);
	runner__log_add(w->config.log, &seen);
}

static void crashed(void *user, const char *text)
{
	struct runner__world *w = user;
	struct runner__seen seen = { .kind = RUNNER_SEEN_CRASH,
				     .at_ns = sim_now_ns(w->sim),
				     .crash = str_of(text) };

	runner__log_add(w->config.log, &seen);
	sim_halt(w->sim);
}

static void sim_world_free(struct runner__world *w)
{
	if (!w)
		return;
	w->ended = true;
	sim_free(w->sim);
	inf__informer_free(w->inf);
	fakeapi__player_free(w->player);
	runner__subject_fini(&w->subject);
	base__free(w);
}

static int add_handler(struct runner__world *w, uint32_t index, int64_t resync_ns,
		       struct relist_err *err)
{
	struct runner__handler *h = &w->subject.handlers[index];
	struct inf_handler handler = runner__subject_handler(h);

	return inf__informer_add_handler(w->inf, sim_now_ns(w->sim),
					 w->config.trace->names[index].ptr, &handler, resync_ns,
					 &h->registration, err);
}

static int build_informer(struct runner__world *w, struct relist_err *err)
{
	const struct runner__trace *t = w->config.trace;
	struct inf__informer_config config;
	int code;

	runner__subject_config(&w->subject, &config);
	config.reflector.choice = sim_choice(w->sim);
	config.crash = crashed;
	config.crash_user = w;
	w->inf = inf__informer_new(&config, err);
	if (!w->inf)
		return err && err->code ? err->code : RELIST_ENOMEM;
	code = runner__subject_add_indexers(&w->subject, w->inf, err);
	for (uint32_t i = 0; !code && i < t->handler_count; i++)
		code = add_handler(w, i, t->handlers[i].resync_ns, err);
	return code ? code : sim_add(w->sim, w->inf, 0, err);
}

enum sim_cuts runner__sim_cuts(enum runner__cuts cuts)
{
	static const enum sim_cuts table[] = {
		[RUNNER_CUTS_WHOLE] = SIM_CUTS_WHOLE,
		[RUNNER_CUTS_RANDOM] = SIM_CUTS_RANDOM,
		[RUNNER_CUTS_EVERY] = SIM_CUTS_EVERY,
		[RUNNER_CUTS_AT] = SIM_CUTS_AT,
	};

	return table[cuts];
}

static struct runner__world *sim_world_new(const struct runner__world_config *config,
					   struct relist_err *err)
{
	struct runner__world *w = base__calloc(1, sizeof(*w));
	struct sim_config sim_config = { .seed = config->seed,
					 .cuts = runner__sim_cuts(config->cuts),
					 .cut_at = config->cut_at,
					 .step_max = config->step_max,
					 .check = true,
					 .sink = runner__log_sink(config->log) };
	struct fakeapi__player_options player = {
		.observer = { .on_request = seen_request, .on_hangup = seen_hangup, .user = w }
	};

	if (!w)
		goto fail;
	w->config = *config;
	w->objects_before = inf__object_count();
	if (runner__subject_init(&w->subject, config->trace, config->log, err))
		goto fail;
	w->subject.now_ns = subject_now;
	w->subject.user = w;
	w->player = fakeapi__player_new(&player, err);
	if (!w->player)
		goto fail;
	w->sim = sim_new(&sim_config, fakeapi__player_server(w->player), err);
	if (!w->sim || build_informer(w, err))
		goto fail;
	return w;
fail:
	if (err && !err->code)
		relist_err_set(err, RELIST_ENOMEM, "simulated world: out of memory");
	sim_world_free(w);
	return NULL;
}

static int sim_world_start(struct runner__world *w, struct relist_err *err)
{
	int code = inf__informer_start(w->inf, sim_now_ns(w->sim), err);

	sim_poke(w->sim, w->inf);
	return code;
}

/* --- input lines --- */

static int expect_failure(const struct runner__act *act, int code, struct relist_err *err)
{
	if (code == RELIST_ENOMEM)
		return code;
	if (act->fails && !code)
		return relist_err_set(err, RELIST_ECONFLICT,
				      "%s succeeded, it was expected to fail",
				      runner__act_word(act->kind));
	if (!act->fails && code)
		return RELIST_ECONFLICT;
	return 0;
}

static int hold(struct runner__world *w, bool on)
{
	if (w->config.trace->classic)
		inf__informer_hold_queue(w->inf, on);
	else
		inf__informer_hold_store(w->inf, on);
	return 0;
}

static int block(struct runner__world *w, const struct runner__act *act, bool on,
		 struct relist_err *err)
{
	int code = sim_block(w->sim, act->handler, on);

	return code ? relist_err_set(err, code, "%s: out of memory", runner__act_word(act->kind))
		    : 0;
}

static int act_handler(struct runner__world *w, const struct runner__act *act,
		       struct relist_err *err)
{
	struct runner__handler *h = &w->subject.handlers[act->handler_index];
	int code = 0;

	switch (act->kind) {
	case RUNNER_ACT_ADD_HANDLER:
		if (act->blocked)
			code = block(w, act, true, err);
		if (!code)
			code = add_handler(w, act->handler_index, act->resync_ns, err);
		return expect_failure(act, code, err);
	case RUNNER_ACT_REMOVE_HANDLER:
		code = inf__informer_remove_handler(w->inf, h->registration);
		h->registration = 0;
		return code;
	case RUNNER_ACT_PANIC_NEXT:
		atomic_store(&h->panic_next, true);
		return 0;
	case RUNNER_ACT_BLOCK:
	case RUNNER_ACT_UNBLOCK:
		return block(w, act, act->kind == RUNNER_ACT_BLOCK, err);
	case RUNNER_ACT_START:
	case RUNNER_ACT_HOLD_STORE:
	case RUNNER_ACT_RELEASE_STORE:
	case RUNNER_ACT_POP_ONE:
	case RUNNER_ACT_ADVANCE:
	case RUNNER_ACT_REFUSE:
	case RUNNER_ACT_ACCEPT:
	case RUNNER_ACT_ADD_INDEXER:
	case RUNNER_ACT_MUTATE:
	case RUNNER_ACT_DUMP:
	case RUNNER_ACT_STOP:
		break;
	}
	return 0; /* apply_act() does it */
}

static int apply_act(struct runner__world *w, const struct runner__act *act, struct relist_err *err)
{
	switch (act->kind) {
	case RUNNER_ACT_START:
		return sim_world_start(w, err);
	case RUNNER_ACT_ADD_HANDLER:
	case RUNNER_ACT_REMOVE_HANDLER:
	case RUNNER_ACT_BLOCK:
	case RUNNER_ACT_UNBLOCK:
	case RUNNER_ACT_PANIC_NEXT:
		return act_handler(w, act, err);
	case RUNNER_ACT_HOLD_STORE:
	case RUNNER_ACT_RELEASE_STORE:
		return hold(w, act->kind == RUNNER_ACT_HOLD_STORE);
	case RUNNER_ACT_POP_ONE:
		inf__informer_pop_one(w->inf);
		return 0;
	case RUNNER_ACT_REFUSE:
	case RUNNER_ACT_ACCEPT:
		sim_refuse(w->sim, act->kind == RUNNER_ACT_REFUSE);
		return 0;
	case RUNNER_ACT_ADD_INDEXER:
		return expect_failure(act,
				      runner__subject_add_indexer(w->config.trace, w->inf,
								  act->index, err),
				      err);
	case RUNNER_ACT_MUTATE:
		return inf__informer_mutate(w->inf, act->key.ptr);
	case RUNNER_ACT_STOP:
		inf__informer_stop(w->inf, sim_now_ns(w->sim));
		return 0;
	case RUNNER_ACT_ADVANCE:
	case RUNNER_ACT_DUMP:
		break;
	}
	return relist_err_set(err, RELIST_EINVAL, "not for a world to do: %s",
			      runner__act_word(act->kind));
}

static int respond(struct runner__world *w, const struct runner__line *line, struct relist_err *err)
{
	const struct runner__response *r = &line->response;

	if (r->stream)
		return fakeapi__player_stream(w->player, line->id, r->status, r->headers,
					      r->header_count, err);
	return fakeapi__player_respond(w->player, line->id, r->status, r->headers, r->header_count,
				       r->body, err);
}

static int sim_world_apply(struct runner__world *w, const struct runner__line *line,
			   struct relist_err *err)
{
	int code;

	switch (line->kind) {
	case RUNNER_LINE_RESPONSE:
		return respond(w, line, err);
	case RUNNER_LINE_EVENT:
	case RUNNER_LINE_RAW:
		return fakeapi__player_send(w->player, line->id, line->bytes, err);
	case RUNNER_LINE_CLOSE:
		return fakeapi__player_close(w->player, line->id, line->how, err);
	case RUNNER_LINE_ACT:
		code = apply_act(w, &line->act, err);
		sim_poke(w->sim, w->inf);
		return code;
	case RUNNER_LINE_REQUEST:
	case RUNNER_LINE_HANGUP:
	case RUNNER_LINE_NOTIFY:
	case RUNNER_LINE_WATCH_ERROR:
	case RUNNER_LINE_OBJECT:
	case RUNNER_LINE_STATE:
	case RUNNER_LINE_CRASH:
		break;
	}
	return relist_err_set(err, RELIST_EINVAL, "not an input line: %s",
			      runner__line_word(line->kind));
}

/* --- time --- */

static int sim_world_settle(struct runner__world *w, struct relist_err *err)
{
	return sim_settle(w->sim, err);
}

struct wait {
	struct runner__world *w;
	uint32_t id;
};

static bool arrived(void *user)
{
	const struct wait *wait = user;

	return wait->id && fakeapi__player_request_count(wait->w->player) >= wait->id;
}

static int sim_world_advance(struct runner__world *w, int64_t until_ns, uint32_t request_id,
			     struct relist_err *err)
{
	struct wait wait = { w, request_id };

	return sim_advance(w->sim, until_ns, arrived, &wait, err);
}

/* --- state --- */

static const struct fakeapi__player_request *sim_world_request(struct runner__world *w, uint32_t id)
{
	return fakeapi__player_request(w->player, id);
}

static int sim_world_snapshot(struct runner__world *w, struct runner__arena *arena,
			      struct runner__state *out, struct relist_err *err)
{
	sim_check_settled(w->sim);
	return runner__subject_snapshot(&w->subject, w->inf, arena, out, err);
}

static int sim_world_dump(struct runner__world *w, struct str key, struct strbuf *out,
			  struct relist_err *err)
{
	return runner__subject_dump(w->inf, key, out, err);
}

static int violation(struct runner__world *w, struct relist_err *err)
{
	const char *text = sim_violation(w->sim);

	return text ? relist_err_set(err, RELIST_ELIMIT, "%s", text) : 0;
}

/* After this call the world can only be freed. */
static int sim_world_finish(struct runner__world *w, struct relist_err *err)
{
	int code = violation(w, err);
	size_t left;

	w->ended = true;
	sim_free(w->sim);
	w->sim = NULL;
	inf__informer_free(w->inf);
	w->inf = NULL;
	left = inf__object_count();
	if (!code && w->config.alone && left != w->objects_before)
		return relist_err_set(err, RELIST_ELIMIT,
				      "%zu objects are alive after the informer was freed, "
				      "%zu were before it was made",
				      left, w->objects_before);
	return code;
}

static uint64_t sim_world_steps(struct runner__world *w)
{
	return w->sim ? sim_steps(w->sim) : 0;
}

static const char *sim_world_skip(const struct runner__trace *trace)
{
	(void)trace;
	return NULL;
}

const struct runner__world_ops runner__world_sim = {
	.name = "sim",
	.skip = sim_world_skip,
	.new = sim_world_new,
	.free = sim_world_free,
	.start = sim_world_start,
	.apply = sim_world_apply,
	.settle = sim_world_settle,
	.advance = sim_world_advance,
	.now_ns = sim_world_now,
	.request = sim_world_request,
	.snapshot = sim_world_snapshot,
	.dump = sim_world_dump,
	.finish = sim_world_finish,
	.steps = sim_world_steps,
};
