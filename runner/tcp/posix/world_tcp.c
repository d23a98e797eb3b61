/* SPDX-License-Identifier: Apache-2.0 */
#include "runner/tcp/posix/world_tcp.h"

#include <stdatomic.h>

#include "base/alloc.h"
#include "fakeapi/player.h"
#include "informer/object.h"
#include "runner/tcp/posix/tcp.h"
#include "runner/trace/subject.h"
#include "runner/trace/trace.h"

struct runner__world {
	const struct runner__trace *trace;
	struct runner__log *log;
	struct runner__subject subject;
	struct fakeapi__player *player;
	struct tcp tcp;
	bool connected; /* tcp is initialised */
	struct inf__informer_threads *rt;
	struct tcp__gate *gates; /* by handler: held while the trace blocks it */
	bool alone;
	size_t objects_before;
};

static int64_t world_now(struct runner__world *w)
{
	return runner__tcp_now_ns(&w->tcp);
}

static int64_t log_now(void *user)
{
	return world_now(user);
}

/* ---- reports ---- */

static void add_seen(struct runner__world *w, enum runner__seen_kind kind, uint32_t id)
{
	struct runner__seen seen = { .kind = kind, .id = id, .at_ns = world_now(w) };

	runner__log_add(w->log, &seen);
}

static void on_request(void *user, uint32_t id)
{
	add_seen(user, RUNNER_SEEN_REQUEST, id);
}

static void on_hangup(void *user, uint32_t id)
{
	add_seen(user, RUNNER_SEEN_HANGUP, id);
}

/* Called when a handler is called: waits here while the trace blocks it. */
static void entered(void *user, struct runner__handler *handler)
{
	struct runner__world *w = user;

	runner__tcp_enter(&w->tcp);
	runner__tcp_pass_gate(&w->tcp, &w->gates[handler->index]);
	runner__tcp_leave(&w->tcp);
}

/* ---- time ---- */

static int settle(struct runner__world *w, struct relist_err *err)
{
	int code;

	runner__tcp_enter(&w->tcp);
	code = runner__tcp_settle(&w->tcp, err);
	runner__tcp_leave(&w->tcp);
	if (!code && runner__log_failed(w->log))
		code = relist_err_set(err, RELIST_ENOMEM, "tcp world: out of memory");
	return code;
}

struct wait {
	struct runner__world *w;
	uint32_t id;
};

static bool arrived(void *user)
{
	const struct wait *wait = user;

	return wait->id && fakeapi__player_request(wait->w->player, wait->id);
}

static int advance(struct runner__world *w, int64_t until_ns, uint32_t request_id,
		   struct relist_err *err)
{
	struct wait wait = { w, request_id };
	int code;

	runner__tcp_enter(&w->tcp);
	code = runner__tcp_advance(&w->tcp, until_ns, arrived, &wait, err);
	runner__tcp_leave(&w->tcp);
	if (!code && runner__log_failed(w->log))
		code = relist_err_set(err, RELIST_ENOMEM, "tcp world: out of memory");
	return code;
}

/* ---- life ---- */

static const char *skip(const struct runner__trace *trace)
{
	(void)trace;
	return NULL;
}

/* A trace may end, or fail, while its store or its queue is held. */
static void release_holds(struct runner__world *w)
{
	if (!w->rt)
		return;
	inf__informer_hold_store(inf__informer_threads_informer(w->rt), false);
	inf__informer_hold_queue(inf__informer_threads_informer(w->rt), false);
}

static void world_free(struct runner__world *w)
{
	if (!w)
		return;
	release_holds(w);
	if (w->connected && !runner__tcp_fini(&w->tcp))
		return; /* leaks the memory: a thread may still use it */
	fakeapi__player_free(w->player);
	if (w->subject.handlers)
		runner__subject_fini(&w->subject);
	base__free(w->gates);
	base__free(w);
}

static uint32_t only_client(void *engine, struct str path)
{
	(void)engine;
	(void)path;
	return 0;
}

static int connect_world(struct runner__world *w, uint64_t seed, bool http2, struct relist_err *err)
{
	struct fakeapi__player_options player = {
		.observer = { .on_request = on_request, .on_hangup = on_hangup, .user = w },
	};
	struct tcp__config config = { .ports = 1,
				      .seed = seed,
				      .sharing = http2,
				      .client_of = only_client,
				      .wire = runner__log_sink(w->log) };
	int code;

	w->player = fakeapi__player_new(&player, err);
	if (!w->player)
		return RELIST_ENOMEM;
	config.server = fakeapi__player_server(w->player);
	code = runner__tcp_init(&w->tcp, &config, err);
	w->connected = !code;
	runner__tcp_enter(&w->tcp);
	for (size_t i = 0; !code && i < w->trace->name_count; i++)
		runner__tcp_add_gate(&w->tcp, &w->gates[i]);
	runner__tcp_leave(&w->tcp);
	return code;
}

static int add_handler(struct runner__world *w, uint32_t index, struct str name, int64_t resync_ns,
		       struct relist_err *err)
{
	struct runner__handler *h = &w->subject.handlers[index];
	struct inf_handler handler = runner__subject_handler(h);

	return inf__informer_threads_add_handler(w->rt, name.ptr, &handler, resync_ns,
						 &h->registration, err);
}

static int build_informer(struct runner__world *w, struct relist_err *err)
{
	struct inf__informer_config config;
	int code;

	runner__subject_config(&w->subject, &config);
	w->rt = runner__tcp_add_informer(&w->tcp, 0, &config, err);
	if (!w->rt)
		return RELIST_ENOMEM;
	code =
	    runner__subject_add_indexers(&w->subject, inf__informer_threads_informer(w->rt), err);
	for (size_t i = 0; code == 0 && i < w->trace->handler_count; i++) {
		const struct runner__handler_def *def = &w->trace->handlers[i];

		/* The header's handlers are the first names. */
		code = add_handler(w, (uint32_t)i, def->name, def->resync_ns, err);
	}
	return code;
}

static struct runner__world *world_over(const struct runner__world_config *config, bool http2,
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
	w->subject.now_ns = log_now;
	w->subject.entered = entered;
	w->subject.user = w;
	w->gates = base__calloc(config->trace->name_count + 1, sizeof(*w->gates));
	rc = w->gates ? runner__subject_init(&w->subject, config->trace, config->log, err)
		      : relist_err_set(err, RELIST_ENOMEM, "tcp world: out of memory");
	if (rc == 0)
		rc = connect_world(w, config->seed, http2, err);
	if (rc == 0)
		rc = build_informer(w, err);
	if (rc == 0)
		return w;
	world_free(w);
	return NULL;
}

static struct runner__world *world_new(const struct runner__world_config *config,
				       struct relist_err *err)
{
	return world_over(config, false, err);
}

static struct runner__world *world_new_http2(const struct runner__world_config *config,
					     struct relist_err *err)
{
	return world_over(config, true, err);
}

static int world_start(struct runner__world *w, struct relist_err *err)
{
	return inf__informer_threads_start(w->rt, err);
}

/* ---- input lines ---- */

static void set_blocked(struct runner__world *w, uint32_t handler, bool blocked)
{
	runner__tcp_enter(&w->tcp);
	w->gates[handler].held = blocked;
	runner__tcp_leave(&w->tcp);
}

/* Converts the result of a call that the line may expect to fail: see the contract of `apply`. */
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
	struct inf__informer *inf = inf__informer_threads_informer(w->rt);

	/* A classic queue is held itself, since it holds its lock while the store works. */
	if (w->trace->classic)
		inf__informer_hold_queue(inf, on);
	else
		inf__informer_hold_store(inf, on);
}

static int apply_act(struct runner__world *w, const struct runner__act *act, struct relist_err *err)
{
	struct inf__informer *inf = inf__informer_threads_informer(w->rt);
	struct runner__handler *h = &w->subject.handlers[act->handler_index];

	switch (act->kind) {
	case RUNNER_ACT_START:
		return world_start(w, err);
	case RUNNER_ACT_ADD_HANDLER:
		return act_add_handler(w, act, err);
	case RUNNER_ACT_REMOVE_HANDLER:
		(void)inf__informer_threads_remove_handler(w->rt, h->registration);
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
		return fakeapi__http_refuse(w->tcp.http, true, err);
	case RUNNER_ACT_ACCEPT:
		return fakeapi__http_refuse(w->tcp.http, false, err);
	case RUNNER_ACT_ADD_INDEXER:
		return expected(act,
				runner__subject_add_indexer(w->subject.trace, inf, act->index,
							    NULL),
				"addIndexer", err);
	case RUNNER_ACT_MUTATE:
		return inf__informer_mutate(inf, act->key.ptr);
	case RUNNER_ACT_STOP:
		inf__informer_threads_stop(w->rt);
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
	case RUNNER_LINE_REQUEST:
	case RUNNER_LINE_HANGUP:
	case RUNNER_LINE_NOTIFY:
	case RUNNER_LINE_WATCH_ERROR:
	case RUNNER_LINE_OBJECT:
	case RUNNER_LINE_STATE:
	case RUNNER_LINE_CRASH:
		break;
	}
	ASSERT(runner__line_is_input(line->kind));
	return 0;
}

/* ---- state ---- */

static const struct fakeapi__player_request *world_request(struct runner__world *w, uint32_t id)
{
	return fakeapi__player_request(w->player, id);
}

static int world_snapshot(struct runner__world *w, struct runner__arena *arena,
			  struct runner__state *out, struct relist_err *err)
{
	return runner__subject_snapshot(&w->subject, inf__informer_threads_informer(w->rt), arena,
					out, err);
}

static int world_dump(struct runner__world *w, struct str key, struct strbuf *out,
		      struct relist_err *err)
{
	return runner__subject_dump(inf__informer_threads_informer(w->rt), key, out, err);
}

static int world_finish(struct runner__world *w, struct relist_err *err)
{
	size_t alive;

	release_holds(w);
	if (runner__tcp_stop_informers(&w->tcp, err) != 0)
		return RELIST_ETIMEDOUT;
	w->rt = NULL;
	alive = inf__object_count() - w->objects_before;
	if (w->alone && alive != 0)
		return relist_err_set(err, RELIST_ELIMIT, "%zu objects outlived the informer",
				      alive);
	return 0;
}

#define WORLD(name_, new_)                                                                         \
	{                                                                                          \
		.name = (name_), .skip = skip, .new = (new_), .free = world_free,                  \
		.start = world_start, .apply = apply, .settle = settle, .advance = advance,        \
		.now_ns = world_now, .request = world_request, .snapshot = world_snapshot,         \
		.dump = world_dump, .finish = world_finish,                                        \
	}

const struct runner__world_ops runner__world_tcp = WORLD("tcp", world_new);
const struct runner__world_ops runner__world_http2 = WORLD("http2", world_new_http2);
