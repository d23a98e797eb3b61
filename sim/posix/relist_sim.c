/* SPDX-License-Identifier: Apache-2.0 */
/* relist_sim.c - the public simulator: a hosted fake apiserver, and a client whose informers run in
 * a struct sim. No thread, no socket, no clock. */
#include "sim/posix/relist_sim_impl.h"

#include "base/alloc.h"
#include "base/clock.h"

enum { DAYS_MAX = 366, CLOSING_STEPS = 1000000 };

/* --- running the simulation --- */

static void run_destroy(struct run *r)
{
	struct run **at = &r->world->runs;

	while (*at != r)
		at = &(*at)->next;
	*at = r->next;
	if (!r->world->closed)
		sim_remove(r->world->sim, r->inf);
	inf__informer_free(r->inf);
	if (r->on_free)
		r->on_free(r->on_free_user);
	relist_sim__unref(r->world);
	base__free(r->regs);
	base__free(r);
}

static void bury(struct relist_sim *w)
{
	struct run *next;

	for (struct run *r = w->runs; r; r = next) {
		next = r->next;
		if (r->dead)
			run_destroy(r);
	}
}

static int check(struct relist_sim *w, struct relist_err *err)
{
	const char *wrong;

	sim_check_settled(w->sim);
	wrong = sim_violation(w->sim);
	return wrong ? relist_err_set(err, RELIST_ELIMIT, "%s", wrong) : 0;
}

/* Runs until stop() returns true (0) or until_ns is reached (RELIST_ETIMEDOUT). */
static int move(struct relist_sim *w, int64_t until_ns, bool (*stop)(void *user), void *user,
		struct relist_err *err)
{
	int code;

	if (w->closed)
		return relist_err_set(err, RELIST_ECLOSED, "simulator: it has been freed");
	if (w->moving)
		return relist_err_set(err, RELIST_EINVAL,
				      "simulator: a handler cannot wait for others; a reconciler "
				      "can, for an answer and for an informer");
	w->moving = true;
	for (struct run *r = w->runs; r; r = r->next)
		sim_poke(w->sim, r->inf); /* a new informer sends its first request now */
	code = sim_advance(w->sim, until_ns, stop, user, err);
	w->moving = false;
	bury(w);
	code = code ? code : check(w, err);
	if (!code && stop && !stop(user))
		code = relist_err_set(err, RELIST_ETIMEDOUT, "it did not happen in %lld s",
				      (long long)(sim_now_ns(w->sim) / NS_PER_S));
	return code;
}

int64_t relist_sim__at_most(const struct relist_sim *w, int64_t until_ns)
{
	int64_t far = time_add(relist_sim__now_ns(w), (int64_t)DAYS_MAX * 86400 * NS_PER_S);

	return until_ns < far ? until_ns : far;
}

int relist_sim__wait(struct relist_sim *w, int64_t until_ns, bool (*stop)(void *user), void *user,
		     struct relist_err *err)
{
	if (relist_sim__in_task(w))
		return relist_sim__park(w, until_ns, stop, user, err);
	return move(w, relist_sim__at_most(w, until_ns), stop, user, err);
}

static int64_t after_ms(const struct relist_sim *w, int64_t timeout_ms)
{
	if (timeout_ms < 0 || timeout_ms > INT64_MAX / NS_PER_MS)
		return TIME_NEVER;
	return time_add(relist_sim__now_ns(w), timeout_ms * NS_PER_MS);
}

int64_t relist_sim__now_ns(const struct relist_sim *w)
{
	return w->sim ? sim_now_ns(w->sim) : w->closed_ns;
}

/* --- the server's host --- */

static int64_t host_now(void *user)
{
	return relist_sim__now_ns(user);
}

static int host_wait(void *user, int64_t until_ns, bool (*stop)(void *user), void *stop_user,
		     struct relist_err *err)
{
	return stop(stop_user)
		   ? 0
		   : move(user, relist_sim__at_most(user, until_ns), stop, stop_user, err);
}

static void host_refuse(void *user, bool refuse)
{
	sim_refuse(((struct relist_sim *)user)->sim, refuse);
}

static bool refuses(void *user, int64_t now_ns, uint32_t client, struct str path, struct str query)
{
	(void)client;
	(void)path;
	(void)query;
	return !fakeapi__takes_connections(((struct relist_sim *)user)->server, now_ns);
}

/* --- the client's driver --- */

static struct inf__informer *run_informer(void *run)
{
	return ((struct run *)run)->inf;
}

static int run_start(void *run, struct relist_err *err)
{
	struct run *r = run;
	int code;

	if (r->world->closed)
		return relist_err_set(err, RELIST_ECLOSED, "the simulator has been freed");
	code = inf__informer_start(r->inf, sim_now_ns(r->world->sim), err);
	if (code)
		return code;
	r->started = true;
	if (r->world->moving)
		sim_poke(r->world->sim, r->inf);
	return 0;
}

static bool run_started(void *run)
{
	return ((struct run *)run)->started;
}

static int64_t run_now_ns(void *run)
{
	return relist_sim__now_ns(((struct run *)run)->world);
}

static int run_add_handler(void *run, const struct inf_handler *handler, int64_t resync_ns,
			   inf_registration *out, struct relist_err *err)
{
	struct run *r = run;
	inf_registration *regs = base__reallocarray(r->regs, r->reg_count + 1, sizeof(*regs));
	int code;

	*out = 0;
	if (!regs)
		return relist_err_set(err, RELIST_ENOMEM, "handler: out of memory");
	r->regs = regs;
	code = inf__informer_add_handler(r->inf, relist_sim__now_ns(r->world), NULL, handler,
					 resync_ns, out, err);
	if (!code)
		r->regs[r->reg_count++] = *out;
	return code;
}

static int run_remove_handler(void *run, inf_registration reg)
{
	struct run *r = run;

	for (size_t i = 0; i < r->reg_count; i++) {
		if (r->regs[i] != reg)
			continue;
		r->reg_count--;
		memmove(r->regs + i, r->regs + i + 1, (r->reg_count - i) * sizeof(*r->regs));
		break;
	}
	return inf__informer_remove_handler(r->inf, reg);
}

struct shutdown {
	struct run *run;
	inf_registration reg;
};

static bool handler_ended(void *user)
{
	const struct shutdown *s = user;
	struct inf__processor_listener *l = inf__informer_listener(s->run->inf, s->reg);

	return !l || inf__processor_listener_finished(l) || s->run->world->closed;
}

static int run_shut_down_handler(void *run, inf_registration reg, int64_t timeout_ms,
				 struct relist_err *err)
{
	struct shutdown s = { run, reg };
	int code = run_remove_handler(run, reg);

	if (code || handler_ended(&s))
		return code;
	code = timeout_ms == 0 ? RELIST_ETIMEDOUT
			       : relist_sim__wait(s.run->world, after_ms(s.run->world, timeout_ms),
						  handler_ended, &s, err);
	return code == RELIST_ETIMEDOUT
		   ? relist_err_set(err, code, "the handler is still running after %lld ms",
				    (long long)timeout_ms)
		   : code;
}

static bool synced(const struct run *r)
{
	for (size_t i = 0; i < r->reg_count; i++)
		if (!inf__informer_handler_synced(r->inf, r->regs[i]))
			return false;
	return inf__informer_synced(r->inf);
}

static bool synced_or_stopped(void *run)
{
	const struct run *r = run;

	return synced(r) || inf__informer_stopped(r->inf) || r->world->closed;
}

static int run_wait_synced(void *run, int64_t timeout_ms, struct relist_err *err)
{
	struct run *r = run;
	int code = 0;

	if (!synced_or_stopped(r))
		code = timeout_ms == 0 ? RELIST_ETIMEDOUT
				       : relist_sim__wait(r->world, after_ms(r->world, timeout_ms),
							  synced_or_stopped, r, err);
	if (code == RELIST_ETIMEDOUT)
		return relist_err_set(err, code, "not synced after %lld ms", (long long)timeout_ms);
	if (!code && !synced(r))
		return relist_err_set(err, RELIST_ECLOSED, "informer stopped before it synced");
	return code;
}

static void run_stop(void *run)
{
	struct run *r = run;

	if (r->world->closed)
		return; /* the informer was already stopped then */
	inf__informer_stop(r->inf, sim_now_ns(r->world->sim));
	sim_poke(r->world->sim, r->inf);
}

static bool ended(void *run)
{
	const struct run *r = run;

	for (size_t i = 0; i < inf__informer_listener_count(r->inf); i++)
		if (!inf__processor_listener_finished(inf__informer_listener_at(r->inf, i)))
			return false;
	return inf__informer_stopped(r->inf);
}

static int run_wait_stopped(void *run, int64_t timeout_ms, struct relist_err *err)
{
	struct run *r = run;

	return !r->started || r->world->closed || ended(r)
		   ? 0
		   : relist_sim__wait(r->world, after_ms(r->world, timeout_ms), ended, r, err);
}

static void run_free(void *run)
{
	struct run *r = run;

	run_stop(r);
	r->dead = true;
	if (!r->world->moving)
		run_destroy(r);
}

static const struct inf__driver_ops run_ops = {
	.informer = run_informer,
	.start = run_start,
	.started = run_started,
	.now_ns = run_now_ns,
	.add_handler = run_add_handler,
	.remove_handler = run_remove_handler,
	.shut_down_handler = run_shut_down_handler,
	.wait_synced = run_wait_synced,
	.stop = run_stop,
	.wait_stopped = run_wait_stopped,
	.free = run_free,
};

static void *make_run(void *user, const struct inf__informer_config *config,
		      void (*on_free)(void *user), void *on_free_user, struct relist_err *err)
{
	struct relist_sim *w = user;
	struct inf__informer_config mine = *config;
	struct run *r;

	if (w->closed) {
		relist_err_set(err, RELIST_ECLOSED, "informer: the simulator has been freed");
		return NULL;
	}
	r = base__calloc(1, sizeof(*r));
	if (!r) {
		relist_err_set(err, RELIST_ENOMEM, "informer: out of memory");
		return NULL;
	}
	mine.reflector.choice = sim_choice(w->sim);
	r->world = w;
	r->inf = inf__informer_new(&mine, err);
	if (!r->inf || sim_add(w->sim, r->inf, 0, err) != 0) {
		inf__informer_free(r->inf);
		base__free(r);
		return NULL;
	}
	r->on_free = on_free;
	r->on_free_user = on_free_user;
	r->next = w->runs;
	w->runs = r;
	w->refs++;
	return r;
}

/* --- life --- */

void relist_sim__unref(struct relist_sim *w)
{
	if (--w->refs == 0)
		base__free(w);
}

static void released(void *user)
{
	relist_sim__unref(user);
}

static int world_init(struct relist_sim *w, const struct relist_sim_options *opt,
		      struct relist_err *err)
{
	struct sim_config config = {
		.seed = opt->seed,
		.cuts = opt->cut_answers ? SIM_CUTS_RANDOM : SIM_CUTS_WHOLE,
		.check = true,
		.refuses = refuses,
		.refuses_user = w,
	};

	w->host = (struct fakeapi__host) { host_now, host_wait, host_refuse, w, WALL_S };
	w->driver = (struct inf__driver) { &run_ops, make_run, w, relist_sim__make_rest, released };
	w->server = fakeapi__start_hosted(opt->server, &w->host, err);
	if (!w->server)
		return RELIST_EINVAL;
	w->sim = sim_new(&config, fakeapi__server_of(w->server), err);
	if (!w->sim)
		return RELIST_ENOMEM;
	w->client = inf__client_new_driven(&w->driver, fakeapi_url(w->server), err);
	if (!w->client)
		return RELIST_ENOMEM;
	w->refs++;
	return 0;
}

struct relist_sim *relist_sim_new(const struct relist_sim_options *opt, struct relist_err *err)
{
	static const struct relist_sim_options defaults;
	struct relist_sim *w = base__calloc(1, sizeof(*w));

	if (!w) {
		relist_err_set(err, RELIST_ENOMEM, "simulator: out of memory");
		return NULL;
	}
	w->refs = 1;
	if (world_init(w, opt ? opt : &defaults, err) == 0)
		return w;
	relist_sim_free(w);
	return NULL;
}

/* Stops the informer as far as possible without further handler calls. */
static void close_run(struct run *r, int64_t now_ns)
{
	inf__informer_stop(r->inf, now_ns);
	inf__reflector_abandon(inf__informer_reflector(r->inf), now_ns);
	for (int i = 0; i < CLOSING_STEPS; i++)
		if (inf__informer_process_step(r->inf, now_ns) != INF_STEP_DONE)
			return;
}

/* Stops blocked calls first, then the informers, then the server; later calls return
 * RELIST_ECLOSED. */
void relist_sim_free(struct relist_sim *w)
{
	if (!w)
		return;
	ASSERT(!w->moving);
	w->closed = true;
	relist_sim__end_tasks(w);
	for (struct run *r = w->runs; r; r = r->next)
		close_run(r, sim_now_ns(w->sim));
	if (w->sim)
		w->closed_ns = sim_now_ns(w->sim);
	sim_free(w->sim);
	w->sim = NULL;
	fakeapi_stop(w->server);
	w->server = NULL;
	inf_client_unref(w->client);
	relist_sim__unref(w);
}

struct fakeapi *relist_sim_server(struct relist_sim *w)
{
	return w->server;
}

struct inf_client *relist_sim_client(struct relist_sim *w)
{
	return w->client;
}

int64_t relist_sim_now_ns(const struct relist_sim *w)
{
	return relist_sim__now_ns(w);
}

int relist_sim_settle(struct relist_sim *w, struct relist_err *err)
{
	return move(w, sim_now_ns(w->sim), NULL, NULL, err);
}

int relist_sim_advance(struct relist_sim *w, int64_t ns, struct relist_err *err)
{
	if (ns < 0)
		return relist_err_set(err, RELIST_EINVAL, "simulator: time does not go back");
	return move(w, relist_sim__at_most(w, time_add(sim_now_ns(w->sim), ns)), NULL, NULL, err);
}
