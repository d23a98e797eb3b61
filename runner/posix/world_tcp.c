/* SPDX-License-Identifier: Apache-2.0 */
#include "runner/posix/world_tcp.h"

#include <pthread.h>
#include <stdatomic.h>

#include "base/alloc.h"
#include "base/choice.h"
#include "base/clock.h"
#include "base/lock.h"
#include "base/posix/clock.h"
#include "fakeapi/http/server.h"
#include "fakeapi/player.h"
#include "informer/object.h"
#include "informer/posix/runtime.h"
#include "runner/subject.h"
#include "runner/trace.h"

/* Real time that a settle may take before the run counts as hung, and how many deadlines one
 * advance may pass: a check period of a second leaves room for a day. */
enum { SETTLE_LIMIT_S = 10, DEADLINES_MAX = 100000 };

/* What the server knows of one answer; index = the player's request id. */
struct answer {
	uint64_t sent; /* body bytes handed to the kernel */
	bool open;
};

/* Threads: the runner's thread calls the ops; the transport's, the I/O thread and the informer's
 * workers report. lock (rank RUNNER) guards what they share. */
struct runner__world {
	const struct runner__trace *trace;
	struct runner__log *log;
	struct clock clock;
	struct choice choice; /* I/O thread */
	struct runner__subject subject;
	struct fakeapi__player *player;
	struct fakeapi__http *http;
	struct inf_client *client;
	struct inf__io *io;
	struct inf__runtime *rt;
	bool alone;
	size_t objects_before;

	struct lock lock;
	pthread_cond_t changed;
	struct answer *answers;
	uint32_t answer_cap;
	uint32_t open;	     /* answers not ended */
	uint64_t open_bytes; /* sent on those */
	uint64_t generation; /* of the server's reports */
	bool failed;	     /* a report was lost for want of memory */
	struct gate {
		bool blocked; /* by the script */
		bool inside;  /* its thread is held in entered() */
	} * gates;	      /* by handler */
	bool finishing;
};

/* ---- reports ---- */

static void report_done_locked(struct runner__world *w) RELEASES(w->lock);

static void report_done_locked(struct runner__world *w)
{
	ASSERT(pthread_cond_broadcast(&w->changed) == 0);
	lock_release(&w->lock);
}

static void on_quiet(void *user)
{
	struct runner__world *w = user;

	lock_acquire(&w->lock);
	report_done_locked(w);
}

static struct answer *answer_locked(struct runner__world *w, uint32_t id)
{
	if (id >= w->answer_cap) {
		uint32_t cap = id * 2 + 16;
		struct answer *longer = base__reallocarray(w->answers, cap, sizeof(*longer));

		if (!longer) {
			w->failed = true;
			return NULL;
		}
		memset(longer + w->answer_cap, 0, (cap - w->answer_cap) * sizeof(*longer));
		w->answers = longer;
		w->answer_cap = cap;
	}
	return &w->answers[id];
}

static void add_seen(struct runner__world *w, enum runner__seen_kind kind, uint32_t id)
{
	struct runner__seen seen = { .kind = kind, .id = id, .at_ns = clock_now(&w->clock) };

	runner__log_add(w->log, &seen);
}

static void on_request(void *user, uint32_t id)
{
	struct runner__world *w = user;
	struct answer *a;

	add_seen(w, RUNNER_SEEN_REQUEST, id);
	lock_acquire(&w->lock);
	a = answer_locked(w, id);
	if (a) {
		a->open = true;
		w->open++;
	}
	w->generation++;
	report_done_locked(w);
}

/* From the exchange's end(): after the connection's last byte, FIN or RST. */
static void ended(struct runner__world *w, uint32_t id)
{
	struct answer *a;

	lock_acquire(&w->lock);
	a = answer_locked(w, id);
	if (a && a->open) {
		a->open = false;
		w->open--;
		w->open_bytes -= a->sent;
	}
	w->generation++;
	report_done_locked(w);
}

static void on_hangup(void *user, uint32_t id)
{
	add_seen(user, RUNNER_SEEN_HANGUP, id); /* first: an ended answer may count as settled */
	ended(user, id);
}

static void on_done(void *user, uint32_t id)
{
	ended(user, id);
}

static void on_sent(void *user, const struct fakeapi__exchange *x, uint64_t body_bytes,
		    bool waiting)
{
	struct runner__world *w = user;
	struct answer *a;

	(void)waiting;
	lock_acquire(&w->lock);
	a = answer_locked(w, fakeapi__player_id(x));
	if (a) {
		w->open_bytes += body_bytes - a->sent;
		a->sent = body_bytes;
	}
	w->generation++;
	report_done_locked(w);
}

/* A handler was told something: it stays here while the script blocks it. */
static void entered(void *user, struct runner__handler *handler)
{
	struct runner__world *w = user;
	struct gate *gate;

	lock_acquire(&w->lock);
	gate = &w->gates[handler->index];
	while (gate->blocked && !w->finishing) {
		gate->inside = true;
		ASSERT(pthread_cond_broadcast(&w->changed) == 0);
		lock_wait(&w->lock, &w->changed);
		gate->inside = false;
	}
	lock_release(&w->lock);
}

static int64_t log_now(void *user)
{
	struct runner__world *w = user;

	return clock_now(&w->clock);
}

static int64_t http_now(void *user)
{
	struct runner__world *w = user;

	return clock_now(&w->clock);
}

/* ---- settling ---- */

/* Nothing is on its way between the two sides: what is scripted is out, both sides know of the same
 * number of open answers and of the same number of their bytes, and the I/O thread sleeps. */
static bool wire_quiet_locked(struct runner__world *w, uint64_t *generation)
{
	enum fakeapi__player_state state;
	struct inf__io_state io;
	uint32_t heads = 0;

	if (!fakeapi__player_drained(w->player))
		return false;
	for (uint32_t id = 1; id < w->answer_cap; id++) {
		if (!w->answers[id].open)
			continue;
		if (w->answers[id].sent != fakeapi__player_scripted(w->player, id))
			return false;
		state = fakeapi__player_state(w->player, id);
		if (state == FAKEAPI_PLAYER_SCRIPTED)
			return false; /* its end is still to be told to the client */
		heads += state != FAKEAPI_PLAYER_AWAITING;
	}
	inf__io_state(w->io, &io);
	*generation = w->generation + io.generation;
	return io.idle && io.deadline_ns > clock_now(&w->clock) && io.active == w->open &&
	       io.heads == heads && io.body_bytes == w->open_bytes;
}

/* The wire is looked at twice: if nothing moved there in between, nothing could wake the workers
 * that were looked at meanwhile, and each of them only ever wakes the next. */
static bool quiet_locked(struct runner__world *w)
{
	uint64_t before, after;
	size_t in_handler, held = 0;

	/* One that is let go of but has not woken yet is not held. */
	for (uint32_t i = 0; i < w->trace->name_count; i++)
		held += w->gates[i].blocked && w->gates[i].inside;
	return wire_quiet_locked(w, &before) && inf__runtime_quiet(w->rt, &in_handler) &&
	       in_handler == held && wire_quiet_locked(w, &after) && before == after;
}

static int settle(struct runner__world *w, struct relist_err *err)
{
	int64_t give_up_ns = clock_monotonic_ns() + SETTLE_LIMIT_S * NS_PER_S;
	bool quiet;

	lock_acquire(&w->lock);
	/* By the clock, not by the wait: what never comes to rest signals all the time. */
	while (!(quiet = quiet_locked(w)) && clock_monotonic_ns() < give_up_ns)
		(void)lock_wait_until(&w->lock, &w->changed, give_up_ns);
	lock_release(&w->lock);
	if (w->failed || runner__log_failed(w->log))
		return relist_err_set(err, RELIST_ENOMEM, "tcp world: out of memory");
	if (!quiet)
		return relist_err_set(err, RELIST_ETIMEDOUT,
				      "did not settle within %d s of real time", SETTLE_LIMIT_S);
	return 0;
}

static int advance(struct runner__world *w, int64_t until_ns, uint32_t request_id,
		   struct relist_err *err)
{
	for (uint32_t passed = 0; passed < DEADLINES_MAX; passed++) {
		struct inf__io_state io;
		int64_t next;
		int rc = settle(w, err);

		if (rc != 0)
			return rc;
		if (request_id && fakeapi__player_request(w->player, request_id))
			return 0;
		if (clock_now(&w->clock) >= until_ns)
			return 0;
		inf__io_state(w->io, &io);
		next = inf__runtime_deadline_ns(w->rt);
		if (io.deadline_ns < next)
			next = io.deadline_ns;
		if (next > until_ns)
			next = until_ns;
		clock_advance_to(&w->clock, next);
		fakeapi__http_poke(w->http);
	}
	return relist_err_set(err, RELIST_ETIMEDOUT,
			      "did not settle: more than %d deadlines passed", DEADLINES_MAX);
}

/* ---- life ---- */

static const char *skip(const struct runner__trace *trace)
{
	(void)trace;
	return NULL;
}

static void world_free(struct runner__world *w)
{
	if (!w)
		return;
	lock_acquire(&w->lock);
	w->finishing = true;
	report_done_locked(w);
	if (w->rt) {
		inf__runtime_stop(w->rt);
		inf__io_stop(w->io);
		/* Handlers return at once now: this ends unless the informer is broken. */
		(void)inf__runtime_wait_stopped(w->rt, SETTLE_LIMIT_S * 1000, NULL);
		inf__runtime_free(w->rt);
	} else if (w->io) {
		inf__io_stop(w->io);
	}
	inf__io_unref(w->io);
	inf_client_unref(w->client);
	fakeapi__http_stop(w->http);
	fakeapi__player_free(w->player);
	if (w->subject.handlers)
		runner__subject_fini(&w->subject);
	base__free(w->answers);
	base__free(w->gates);
	choice_fini(&w->choice);
	clock_fini(&w->clock);
	ASSERT(pthread_cond_destroy(&w->changed) == 0);
	lock_fini(&w->lock);
	base__free(w);
}

static int start_server(struct runner__world *w, struct relist_err *err)
{
	struct fakeapi__player_options player = {
		.observer = { on_request, on_hangup, on_done, w },
	};
	struct fakeapi__http_options http = {
		.now_ns = http_now,
		.now_user = w,
		.observer = { .on_sent = on_sent, .user = w },
	};

	w->player = fakeapi__player_new(&player, err);
	if (!w->player)
		return RELIST_ENOMEM;
	w->http = fakeapi__http_start(fakeapi__player_server(w->player), &http, err);
	return w->http ? 0 : RELIST_EIO;
}

static int add_handler(struct runner__world *w, uint32_t index, struct str name, int64_t resync_ns,
		       struct relist_err *err)
{
	struct runner__handler *h = &w->subject.handlers[index];
	struct inf_handler handler = runner__subject_handler(h);

	return inf__runtime_add_handler(w->rt, name.ptr, &handler, resync_ns, &h->registration,
					err);
}

static int start_client(struct runner__world *w, struct relist_err *err)
{
	struct inf__informer_config config;
	struct inf__runtime_options options = {
		.clock = &w->clock,
		.on_quiet = on_quiet,
		.on_quiet_user = w,
	};
	int rc;

	w->client = inf_client_for_url(fakeapi__http_url(w->http, 0), err);
	if (!w->client)
		return RELIST_ENOMEM;
	w->io = inf__io_new(w->client, &w->clock, err);
	if (!w->io)
		return RELIST_ENOMEM;
	inf__io_on_quiet(w->io, on_quiet, w);
	inf__io_set_linger(w->io, true);
	runner__subject_config(&w->subject, &config);
	config.reflector.choice = &w->choice;
	options.io = w->io;
	w->rt = inf__runtime_new(&config, &options, err);
	if (!w->rt)
		return RELIST_ENOMEM;
	rc = runner__subject_add_indexers(&w->subject, inf__runtime_informer(w->rt), err);
	for (size_t i = 0; rc == 0 && i < w->trace->handler_count; i++) {
		const struct runner__handler_def *def = &w->trace->handlers[i];

		/* The header's handlers come first among the names. */
		rc = add_handler(w, (uint32_t)i, def->name, def->resync_ns, err);
	}
	return rc == 0 ? inf__io_start(w->io, err) : rc;
}

static struct runner__world *world_new(const struct runner__world_config *config,
				       struct relist_err *err)
{
	struct runner__world *w = base__calloc(1, sizeof(*w));
	int rc;

	if (!w) {
		relist_err_set(err, RELIST_ENOMEM, "tcp world: out of memory");
		return NULL;
	}
	w->trace = config->trace;
	w->log = config->log;
	w->alone = config->alone;
	w->objects_before = inf__object_count();
	lock_init(&w->lock, LOCK_RUNNER);
	cond_init(&w->changed);
	clock_init_manual(&w->clock, 0);
	choice_init_seed(&w->choice, config->seed, false);
	w->subject.now_ns = log_now;
	w->subject.entered = entered;
	w->subject.user = w;
	w->gates = base__calloc(config->trace->name_count + 1, sizeof(*w->gates));
	rc = w->gates ? runner__subject_init(&w->subject, config->trace, config->log, err)
		      : relist_err_set(err, RELIST_ENOMEM, "tcp world: out of memory");
	if (rc == 0)
		rc = start_server(w, err);
	if (rc == 0)
		rc = start_client(w, err);
	if (rc == 0)
		return w;
	world_free(w);
	return NULL;
}

static int world_start(struct runner__world *w, struct relist_err *err)
{
	return inf__runtime_start(w->rt, err);
}

/* ---- input lines ---- */

static void set_blocked(struct runner__world *w, uint32_t handler, bool blocked)
{
	lock_acquire(&w->lock);
	w->gates[handler].blocked = blocked;
	report_done_locked(w);
}

/* A call that was expected to fail, or not: see the op's contract. */
static int expected(const struct runner__act *act, int rc, const char *what, struct relist_err *err)
{
	if (rc == RELIST_ENOMEM || (rc != 0) == act->fails)
		return rc == RELIST_ENOMEM ? rc : 0;
	return relist_err_set(err, RELIST_ECONFLICT, "%s %s, the trace says it %s", what,
			      rc != 0 ? "failed" : "succeeded", rc != 0 ? "succeeds" : "fails");
}

static int act_add_handler(struct runner__world *w, const struct runner__act *act,
			   struct relist_err *err)
{
	if (act->blocked)
		set_blocked(w, act->handler_index, true);
	return expected(act, add_handler(w, act->handler_index, act->handler, act->resync_ns, NULL),
			"addHandler", err);
}

static void hold(struct runner__world *w, bool on)
{
	struct inf__informer *inf = inf__runtime_informer(w->rt);

	/* A classic queue is held itself: it keeps its lock while the store works. */
	if (w->trace->classic)
		inf__informer_hold_queue(inf, on);
	else
		inf__informer_hold_store(inf, on);
}

static int apply_act(struct runner__world *w, const struct runner__act *act, struct relist_err *err)
{
	struct inf__informer *inf = inf__runtime_informer(w->rt);
	struct runner__handler *h = &w->subject.handlers[act->handler_index];

	switch (act->kind) {
	case RUNNER_ACT_START:
		return world_start(w, err);
	case RUNNER_ACT_ADD_HANDLER:
		return act_add_handler(w, act, err);
	case RUNNER_ACT_REMOVE_HANDLER:
		(void)inf__runtime_remove_handler(w->rt, h->registration);
		h->registration = 0;
		return 0;
	case RUNNER_ACT_BLOCK:
		set_blocked(w, act->handler_index, true);
		return 0;
	case RUNNER_ACT_UNBLOCK:
		set_blocked(w, act->handler_index, false);
		return 0;
	case RUNNER_ACT_PANIC_NEXT:
		atomic_store(&h->panic_next, true);
		return 0;
	case RUNNER_ACT_HOLD_STORE:
		hold(w, true);
		return 0;
	case RUNNER_ACT_RELEASE_STORE:
		hold(w, false);
		return 0;
	case RUNNER_ACT_POP_ONE:
		inf__informer_pop_one(inf);
		return 0;
	case RUNNER_ACT_REFUSE:
		return fakeapi__http_refuse(w->http, true, err);
	case RUNNER_ACT_ACCEPT:
		return fakeapi__http_refuse(w->http, false, err);
	case RUNNER_ACT_ADD_INDEXER:
		return expected(act, runner__subject_add_indexer(inf, act->index, NULL),
				"addIndexer", err);
	case RUNNER_ACT_MUTATE:
		return inf__informer_mutate(inf, act->key.ptr);
	case RUNNER_ACT_STOP:
		inf__runtime_stop(w->rt);
		return 0;
	case RUNNER_ACT_ADVANCE:
	case RUNNER_ACT_DUMP:
		break;
	}
	ASSERT(act->kind != RUNNER_ACT_ADVANCE && act->kind != RUNNER_ACT_DUMP);
	return 0;
}

static int apply(struct runner__world *w, const struct runner__line *line, struct relist_err *err)
{
	switch (line->kind) {
	case RUNNER_LINE_RESPONSE:
		if (line->response.stream)
			return fakeapi__player_stream(w->player, line->id, line->response.status,
						      line->response.headers,
						      line->response.header_count, err);
		return fakeapi__player_respond(w->player, line->id, line->response.status,
					       line->response.headers, line->response.header_count,
					       line->response.body, err);
	case RUNNER_LINE_EVENT:
	case RUNNER_LINE_RAW:
		return fakeapi__player_send(w->player, line->id, line->bytes, err);
	case RUNNER_LINE_CLOSE:
		return fakeapi__player_close(w->player, line->id, line->how, err);
	case RUNNER_LINE_ACT:
		return apply_act(w, &line->act, err);
	default:
		ASSERT(runner__line_is_input(line->kind));
		return 0;
	}
}

/* ---- looking ---- */

static int64_t world_now(struct runner__world *w)
{
	return clock_now(&w->clock);
}

static const struct fakeapi__player_request *world_request(struct runner__world *w, uint32_t id)
{
	return fakeapi__player_request(w->player, id);
}

static int world_snapshot(struct runner__world *w, struct runner__arena *arena,
			  struct runner__state *out, struct relist_err *err)
{
	return runner__subject_snapshot(&w->subject, inf__runtime_informer(w->rt), arena, out, err);
}

static int world_dump(struct runner__world *w, struct str key, struct strbuf *out,
		      struct relist_err *err)
{
	return runner__subject_dump(inf__runtime_informer(w->rt), key, out, err);
}

static int world_finish(struct runner__world *w, struct relist_err *err)
{
	size_t alive;

	lock_acquire(&w->lock);
	w->finishing = true;
	report_done_locked(w);
	inf__runtime_stop(w->rt);
	inf__io_stop(w->io);
	if (inf__runtime_wait_stopped(w->rt, SETTLE_LIMIT_S * 1000, err) != 0)
		return RELIST_ETIMEDOUT;
	inf__runtime_free(w->rt);
	w->rt = NULL;
	alive = inf__object_count() - w->objects_before;
	if (w->alone && alive != 0)
		return relist_err_set(err, RELIST_ELIMIT, "%zu objects outlived the informer",
				      alive);
	return 0;
}

const struct runner__world_ops runner__world_tcp = {
	.name = "tcp",
	.skip = skip,
	.new = world_new,
	.free = world_free,
	.start = world_start,
	.apply = apply,
	.settle = settle,
	.advance = advance,
	.now_ns = world_now,
	.request = world_request,
	.snapshot = world_snapshot,
	.dump = world_dump,
	.finish = world_finish,
};
