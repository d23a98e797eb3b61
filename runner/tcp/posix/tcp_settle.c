/* SPDX-License-Identifier: Apache-2.0 */
/* tcp_settle.c - waits until nothing moves, and advances the clock from one deadline to the next.
 */
#include "base/clock.h"
#include "runner/tcp/posix/tcp_impl.h"

/* The real time after which a settle counts as hung, and the number of deadlines in one advance: a
 * check period of a second leaves room for a day. */
enum { SETTLE_LIMIT_S = 10, DEADLINES_MAX = 100000 };

struct clients {
	bool idle;
	uint32_t active, heads; /* without requests on silent connections */
	uint64_t body_bytes, generation;
};

static struct clients clients_state(struct tcp *t)
{
	struct clients c = { .idle = true };
	int64_t now = runner__tcp_now_ns(t);

	for (uint32_t i = 0; i < t->config.ports; i++) {
		struct inf__io_state io;

		if (t->ports[i].shares)
			continue;
		inf__io_state(t->ports[i].io, &io);
		c.idle = c.idle && io.idle && io.deadline_ns > now;
		c.active += io.active - io.queued - t->ports[i].unserved;
		c.heads += io.heads;
		c.body_bytes += io.body_bytes;
		c.generation += io.generation;
	}
	return c;
}

static bool requests_quiet(struct tcp *t)
{
	struct clients c = clients_state(t);
	uint32_t open = 0;

	for (const struct tcp__exchange *e = t->exchanges; e; e = e->next)
		open += !e->call;
	return c.idle && c.active == open;
}

/* Nothing is in flight between the two sides: each response waits for its core, both sides count
 * the same open responses, heads and bytes, and the I/O threads sleep. */
static bool wire_quiet(struct tcp *t, uint64_t *generation)
{
	struct clients c = clients_state(t);
	uint32_t open = 0, heads = 0;
	uint64_t bytes = 0;

	for (const struct tcp__exchange *e = t->exchanges; e; e = e->next) {
		/* A core that returned nothing after its deadline is held back on purpose. */
		bool due = e->deadline_ns <= runner__tcp_now_ns(t) && e->pulled_ns < e->deadline_ns;

		if (!e->frozen && (atomic_load(&e->woken) || e->parked || !e->waits ||
				   e->sent != e->pulled || due))
			return false;
		if (e->call)
			continue; /* its client does not count it either */
		open++;
		heads += e->has_head;
		bytes += e->sent;
	}
	*generation = t->generation + c.generation;
	return c.idle && c.active == open && c.heads == heads && c.body_bytes == bytes &&
	       runner__tcp_pings_quiet(t);
}

static bool workers_quiet(struct tcp *t)
{
	size_t held = 0, in_handlers = 0;

	/* A released handler whose thread has not woken yet does not count as held. */
	for (const struct tcp__gate *g = t->gates; g; g = g->next)
		held += g->held && g->inside;
	for (const struct tcp__informer *i = t->informers; i; i = i->next) {
		size_t in_handler;

		if (!inf__informer_threads_quiet(i->rt, &in_handler))
			return false;
		in_handlers += in_handler;
	}
	return in_handlers == held;
}

/* The wire is checked twice. If nothing moved in between, nothing could wake the workers checked
 * meanwhile, since each of them only wakes the next. */
static bool all_quiet(struct tcp *t)
{
	uint64_t before, after;

	return wire_quiet(t, &before) && workers_quiet(t) && wire_quiet(t, &after) &&
	       before == after;
}

static int wait_for(struct tcp *t, bool (*quiet)(struct tcp *t), struct relist_err *err)
    REQUIRES(t->lock);

static int wait_for(struct tcp *t, bool (*quiet)(struct tcp *t), struct relist_err *err)
{
	int64_t give_up_ns = clock_monotonic_ns() + SETTLE_LIMIT_S * NS_PER_S;
	bool done;

	/* By the clock, not by the wait: a world that never settles signals all the time. */
	while (!(done = quiet(t)) && clock_monotonic_ns() < give_up_ns)
		(void)lock_wait_until(&t->lock, &t->changed, give_up_ns);
	if (t->failed)
		return relist_err_set(err, RELIST_ENOMEM, "tcp world: out of memory");
	if (!done)
		return relist_err_set(err, RELIST_ETIMEDOUT,
				      "did not settle within %d s of real time", SETTLE_LIMIT_S);
	return 0;
}

static void set_moving(struct tcp *t)
{
	t->moving = true;
	cond_broadcast(&t->changed); /* wakes handlers at their gates */
	for (struct tcp__exchange *e = t->exchanges; e; e = e->next) {
		if (!e->parked)
			continue;
		e->parked = false;
		runner__tcp_wake(e);
	}
}

int runner__tcp_settle(struct tcp *t, struct relist_err *err)
{
	int code;

	set_moving(t);
	code = wait_for(t, all_quiet, err);
	t->moving = false;
	if (t->config.at_rest)
		t->config.at_rest(t->config.user);
	return code;
}

int runner__tcp_settle_requests(struct tcp *t, struct relist_err *err)
{
	return wait_for(t, requests_quiet, err);
}

/* The present round may have begun earlier; the next one has ended when a third begins. */
int runner__tcp_settle_ports(struct tcp *t, struct relist_err *err)
{
	int64_t give_up_ns = clock_monotonic_ns() + SETTLE_LIMIT_S * NS_PER_S;
	uint64_t until = t->rounds + 3, poked_at = t->rounds;

	fakeapi__http_poke(t->http);
	while (t->rounds < until && clock_monotonic_ns() < give_up_ns) {
		(void)lock_wait_until(&t->lock, &t->changed, give_up_ns);
		if (t->rounds != poked_at)
			fakeapi__http_poke(t->http);
		poked_at = t->rounds;
	}
	if (t->rounds < until)
		return relist_err_set(err, RELIST_ETIMEDOUT, "the ports did not settle");
	return 0;
}

/* ---- time ---- */

static int64_t next_deadline(struct tcp *t)
{
	int64_t now = runner__tcp_now_ns(t), first = TIME_NEVER, due;

	for (uint32_t i = 0; i < t->config.ports; i++) {
		struct inf__io_state io;

		inf__io_state(t->ports[i].io, &io);
		if (io.deadline_ns < first)
			first = io.deadline_ns;
	}
	for (const struct tcp__informer *i = t->informers; i; i = i->next) {
		due = inf__informer_threads_deadline_ns(i->rt);
		if (due < first)
			first = due;
	}
	for (const struct tcp__exchange *e = t->exchanges; e; e = e->next)
		if (!e->frozen && e->deadline_ns > now && e->deadline_ns < first)
			first = e->deadline_ns;
	return first;
}

int runner__tcp_advance(struct tcp *t, int64_t until_ns, bool (*stop)(void *user), void *user,
			struct relist_err *err)
{
	for (uint32_t passed = 0; passed < DEADLINES_MAX; passed++) {
		int64_t next;
		int code = runner__tcp_settle(t, err);

		if (code || (stop && stop(user)) || runner__tcp_now_ns(t) >= until_ns)
			return code;
		next = next_deadline(t);
		set_moving(t);
		clock_advance_to(&t->clock, next < until_ns ? next : until_ns);
		fakeapi__http_poke(t->http);
	}
	t->moving = false;
	return relist_err_set(err, RELIST_ETIMEDOUT,
			      "did not settle: more than %d deadlines passed", DEADLINES_MAX);
}
