/* SPDX-License-Identifier: Apache-2.0 */
/* Lists the runnable steps and runs one. */
#include "sim/sim_impl.h"

#include "base/alloc.h"

/* Calls share their connections with the informers of the same client. */
enum { CALLS_CLIENT = 0 };

static void call_head(void *who, int64_t now_ns, uint32_t id, const struct inf__head *head)
{
	inf__rest_call_on_head(who, now_ns, id, head);
}

static void call_bytes(void *who, int64_t now_ns, uint32_t id, const void *bytes, size_t len)
{
	inf__rest_call_on_bytes(who, now_ns, id, bytes, len);
}

static void call_end(void *who, int64_t now_ns, uint32_t id, enum inf__end how)
{
	inf__rest_call_on_end(who, now_ns, id, how);
}

static bool call_poll(void *who, struct inf__effect *out)
{
	return inf__rest_call_poll(who, out);
}

static const struct sim__peer_ops call_ops = { call_head, call_bytes, call_end,
					       call_poll, NULL,	      false };

static void list_step(struct sim__step *steps, size_t *n, struct sim__step step)
{
	if (*n < SIM__STEPS_LISTED)
		steps[(*n)++] = step;
}

static void list_listeners(struct sim *s, struct sim__member *m, struct sim__step *steps, size_t *n)
{
	size_t count = inf__informer_listener_count(m->inf);

	for (size_t i = 0; i < count; i++) {
		struct inf__processor_listener *l = inf__informer_listener_at(m->inf, i);
		const struct sim__actor *a = inf__processor_listener_driver(l);
		struct sim__step step = { .member = m, .listener = l, .kind = SIM__STEP_LISTENER };

		if (a && a->parked) {
			step.kind = SIM__STEP_RETURN;
			if (!sim__names_has(&s->blocked, a->name))
				list_step(steps, n, step);
		} else if (inf__processor_listener_ready(l, s->now_ns) &&
			   !sim__names_has(&s->held, inf__processor_listener_name(l))) {
			list_step(steps, n, step);
		}
	}
}

size_t sim__list_runnable(struct sim *s, struct sim__step *steps)
{
	size_t n = 0;

	for (size_t i = 0; i < s->member_count; i++) {
		struct sim__member *m = &s->members[i];

		if (inf__reflector_deadline_ns(inf__informer_reflector(m->inf)) <= s->now_ns)
			list_step(steps, &n, (struct sim__step) { SIM__STEP_TIME, m, { NULL } });
		if (!m->closed && inf__informer_process_ready(m->inf, s->now_ns))
			list_step(steps, &n, (struct sim__step) { SIM__STEP_PROCESS, m, { NULL } });
		list_listeners(s, m, steps, &n);
	}
	for (size_t i = 0; i < s->net.link_count; i++)
		if (sim__link_ready(s->net.links[i]))
			list_step(steps, &n,
				  (struct sim__step) { SIM__STEP_LINK, NULL,
						       .link = s->net.links[i] });
	for (size_t i = 0; i < s->call_count; i++)
		if (inf__rest_call_deadline_ns(s->calls[i]) <= s->now_ns)
			list_step(steps, &n,
				  (struct sim__step) { SIM__STEP_CALL, NULL, .call = s->calls[i] });
	for (size_t i = 0; i < s->worker_count; i++)
		if (s->workers[i]->ready_ns(s->workers[i]->user) <= s->now_ns)
			list_step(steps, &n,
				  (struct sim__step) { SIM__STEP_WORKER, NULL,
						       .worker = s->workers[i] });
	return n;
}

/* Executes all effects that the peer requests from the network; a refused open may cause more. */
static void poll_effects(struct sim *s, uint32_t client, struct sim__peer peer)
{
	struct inf__effect effect;

	while (!s->net.failed && peer.ops->poll(peer.who, &effect)) {
		if (effect.kind == INF_EFFECT_OPEN)
			sim__net_open(&s->net, s->now_ns, client, peer, &effect);
		else
			sim__net_close(&s->net, s->now_ns, peer, effect.request_id);
	}
}

void sim_poke(struct sim *s, struct inf__informer *inf)
{
	for (size_t i = 0; i < s->member_count; i++)
		if (s->members[i].inf == inf)
			poll_effects(s, s->members[i].client, sim__peer_of(inf));
}

int sim_add_call(struct sim *s, struct inf__rest_call *call, struct relist_err *err)
{
	if (s->call_count == s->call_cap) {
		size_t cap = s->call_cap ? 2 * s->call_cap : 4;
		struct inf__rest_call **calls = base__reallocarray(s->calls, cap, sizeof(*calls));

		if (!calls)
			return relist_err_set(err, RELIST_ENOMEM, "simulator: out of memory");
		s->calls = calls;
		s->call_cap = cap;
	}
	if (sim__net_add_client(&s->net, CALLS_CLIENT))
		return relist_err_set(err, RELIST_ENOMEM, "simulator: out of memory");
	s->calls[s->call_count++] = call;
	inf__rest_call_start(call, s->now_ns);
	sim_poke_call(s, call);
	return 0;
}

void sim_poke_call(struct sim *s, struct inf__rest_call *call)
{
	poll_effects(s, CALLS_CLIENT, (struct sim__peer) { &call_ops, call });
}

void sim_remove_call(struct sim *s, struct inf__rest_call *call)
{
	sim__net_forget(&s->net, (struct sim__peer) { &call_ops, call });
	for (size_t i = 0; i < s->call_count; i++) {
		if (s->calls[i] != call)
			continue;
		s->call_count--;
		memmove(s->calls + i, s->calls + i + 1,
			(s->call_count - i) * sizeof(struct inf__rest_call *));
		return;
	}
}

static void run_listener(struct sim *s, struct inf__processor_listener *l)
{
	struct sim__actor *a = sim__actor_of(s, l);
	struct inf__call call;
	int result;

	if (!a) {
		s->failed = true;
		return;
	}
	if (!inf__processor_listener_begin(l, s->now_ns, &call))
		return;
	if (s->check && !s->violation.code) {
		int code = sim__history_on_call(&a->history, a->name, &call, &s->violation);

		if (code == RELIST_ENOMEM)
			s->failed = true;
	}
	result = inf__processor_listener_invoke(l, &call);
	if (sim__names_has(&s->blocked, a->name)) {
		a->parked = true;
		a->result = result;
		return;
	}
	inf__processor_listener_end(l, s->now_ns, result);
}

static void run_step(struct sim *s, const struct sim__step *step)
{
	struct sim__actor *a;
	struct inf__reflector *r;
	struct sim__peer peer;
	uint32_t client;

	switch (step->kind) {
	case SIM__STEP_TIME:
		r = inf__informer_reflector(step->member->inf);
		sim__net_mark(&s->net, s->now_ns, step->member->client, SIM_MARK_TIMER);
		inf__reflector_on_time(r, s->now_ns);
		poll_effects(s, step->member->client, sim__peer_of(step->member->inf));
		return;
	case SIM__STEP_PROCESS:
		if (inf__informer_process_step(step->member->inf, s->now_ns) == INF_STEP_CLOSED)
			step->member->closed = true;
		return;
	case SIM__STEP_LISTENER:
		run_listener(s, step->listener);
		return;
	case SIM__STEP_RETURN:
		a = inf__processor_listener_driver(step->listener);
		a->parked = false;
		inf__processor_listener_end(step->listener, s->now_ns, a->result);
		return;
	case SIM__STEP_LINK:
		peer = step->link->peer;
		client = step->link->client;
		sim__net_step(&s->net, s->now_ns, step->link);
		poll_effects(s, client, peer);
		return;
	case SIM__STEP_CALL:
		inf__rest_call_on_time(step->call, s->now_ns);
		sim_poke_call(s, step->call);
		return;
	case SIM__STEP_WORKER:
		step->worker->step(step->worker->user);
		return;
	}
}

void sim__trace_step(struct sim *s, const struct sim__step *step)
{
	static const char *const words[] = {
		[SIM__STEP_TIME] = "time",	   [SIM__STEP_PROCESS] = "process",
		[SIM__STEP_LISTENER] = "listener", [SIM__STEP_RETURN] = "return",
		[SIM__STEP_LINK] = "link",	   [SIM__STEP_CALL] = "call",
		[SIM__STEP_WORKER] = "worker",
	};
	struct trace_event ev = { .at_ns = s->now_ns,
				  .kind = TRACE_SIM_STEP,
				  .n = (int64_t)s->steps,
				  .who = str_of(words[step->kind]) };

	trace_emit(&s->sink, &ev);
}

void sim__run_step(struct sim *s, const struct sim__step *step)
{
	const uint32_t requests = s->net.requests;

	run_step(s, step);
	if (s->choice->prune && s->net.requests != requests)
		choice_wake(s->choice, sim__ids_of_requesters(s));
}
