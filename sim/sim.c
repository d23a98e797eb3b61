/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/sim.h"

#include "base/alloc.h"
#include "sim/invariant.h"
#include "sim/net.h"

/* With cuts, a large response may take a step per byte. */
enum {
	STEP_MAX = 1000000,
	STEP_MAX_CUT = 100000000,
	ADVANCE_FACTOR = 10,
	STEPS_LISTED = 64,
	CALLS_CLIENT = 0, /* calls share their connections with the informers of the same client */
};

/* Simulates the thread of a listener; the listener points to it. */
struct actor {
	struct inf__processor_listener *listener;
	char *name;
	bool parked; /* in a blocked handler call */
	int result;  /* of that call */
	struct sim__history history;
};

struct member {
	struct inf__informer *inf;
	uint32_t client;
	bool closed;
};

enum step_kind {
	STEP_TIME,
	STEP_PROCESS,
	STEP_LISTENER,
	STEP_RETURN,
	STEP_LINK,
	STEP_CALL,
	STEP_WORKER
};

struct step {
	enum step_kind kind;
	struct member *member;
	union {
		struct inf__processor_listener *listener;
		struct sim__link *link;
		struct inf__rest_call *call;
		const struct sim_worker *worker;
	};
};

struct names {
	char **items;
	size_t count;
};

struct sim {
	int64_t now_ns;
	struct choice own_choice, *choice;
	struct sim__net net;
	struct member *members;
	size_t member_count;
	struct sim_worker **workers;
	size_t worker_count;
	struct inf__rest_call **calls;
	size_t call_count, call_cap;
	struct actor **actors;
	size_t actor_count, actor_cap;
	struct names blocked, held;
	uint64_t steps, step_max;
	bool check, handlers_alone, clients_alone, halted, failed;
	struct relist_err violation; /* code 0: none */
	struct trace_sink sink;
	void (*digest)(void *user, struct digest *d);
	void *digest_user;
};

/* --- clients --- */

static void reflector_head(void *who, int64_t now_ns, uint32_t id, const struct inf__head *head)
{
	inf__reflector_on_head(who, now_ns, id, head);
}

static void reflector_bytes(void *who, int64_t now_ns, uint32_t id, const void *bytes, size_t len)
{
	inf__reflector_on_bytes(who, now_ns, id, bytes, len);
}

static void reflector_end(void *who, int64_t now_ns, uint32_t id, enum inf__end how)
{
	inf__reflector_on_end(who, now_ns, id, how);
}

static bool reflector_poll(void *who, struct inf__effect *out)
{
	return inf__reflector_poll(who, out);
}

static bool reflector_never_reads(void *who, uint32_t id)
{
	return inf__reflector_never_reads(who, id);
}

static const struct sim__peer_ops reflector_ops = { reflector_head, reflector_bytes, reflector_end,
						    reflector_poll, reflector_never_reads };

static struct sim__peer peer_of(struct inf__informer *inf)
{
	return (struct sim__peer) { &reflector_ops, inf__informer_reflector(inf) };
}

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

static const struct sim__peer_ops call_ops = { call_head, call_bytes, call_end, call_poll, NULL };

static bool names_has(const struct names *n, const char *name)
{
	for (size_t i = 0; i < n->count; i++)
		if (strcmp(n->items[i], name) == 0)
			return true;
	return false;
}

static int names_add(struct names *n, struct str name)
{
	char *copy = base__strndup(name.ptr, name.len);
	char **items = base__reallocarray(n->items, n->count + 1, sizeof(*items));

	if (items)
		n->items = items;
	if (!copy || !items) {
		base__free(copy);
		return RELIST_ENOMEM;
	}
	if (names_has(n, copy))
		base__free(copy);
	else
		n->items[n->count++] = copy;
	return 0;
}

static int names_set(struct names *n, struct str name, bool on)
{
	if (on)
		return names_add(n, name);
	for (size_t i = 0; i < n->count; i++) {
		if (!str_eqz(name, n->items[i]))
			continue;
		base__free(n->items[i]);
		n->items[i] = n->items[--n->count];
		return 0;
	}
	return 0;
}

static void names_fini(struct names *n)
{
	for (size_t i = 0; i < n->count; i++)
		base__free(n->items[i]);
	base__free(n->items);
}

struct sim *sim_new(const struct sim_config *config, struct fakeapi__server *server,
		    struct relist_err *err)
{
	struct sim *s = base__calloc(1, sizeof(*s));

	if (!s)
		goto fail;
	choice_init_seed(&s->own_choice, config->seed, false);
	s->choice = config->choice ? config->choice : &s->own_choice;
	s->step_max = config->step_max;
	if (!s->step_max)
		s->step_max = config->cuts == SIM_CUTS_WHOLE ? STEP_MAX : STEP_MAX_CUT;
	s->check = config->check;
	s->handlers_alone = config->handlers_alone;
	s->clients_alone = config->clients_alone;
	s->digest = config->digest;
	s->digest_user = config->digest_user;
	s->sink = config->sink;
	if (sim__net_init(&s->net, server, s->choice, config))
		goto fail;
	return s;
fail:
	relist_err_set(err, RELIST_ENOMEM, "simulator: out of memory");
	sim_free(s);
	return NULL;
}

void sim_free(struct sim *s)
{
	if (!s)
		return;
	sim__net_fini(&s->net);
	for (size_t i = 0; i < s->actor_count; i++) {
		sim__history_fini(&s->actors[i]->history);
		base__free(s->actors[i]->name);
		base__free(s->actors[i]);
	}
	base__free(s->actors);
	names_fini(&s->blocked);
	names_fini(&s->held);
	base__free(s->members);
	for (size_t i = 0; i < s->worker_count; i++)
		base__free(s->workers[i]);
	base__free(s->workers);
	base__free(s->calls);
	choice_fini(&s->own_choice);
	base__free(s);
}

struct choice *sim_choice(struct sim *s)
{
	return s->choice;
}

int sim_add(struct sim *s, struct inf__informer *inf, uint32_t client, struct relist_err *err)
{
	struct member *members =
	    base__reallocarray(s->members, s->member_count + 1, sizeof(*members));

	if (members)
		s->members = members;
	if (!members || sim__net_add_client(&s->net, client))
		return relist_err_set(err, RELIST_ENOMEM, "simulator: out of memory");
	s->members[s->member_count++] = (struct member) { .inf = inf, .client = client };
	return 0;
}

void sim_remove(struct sim *s, struct inf__informer *inf)
{
	for (size_t i = 0; i < s->member_count; i++) {
		if (s->members[i].inf != inf)
			continue;
		sim__net_forget(&s->net, peer_of(inf));
		s->member_count--;
		memmove(s->members + i, s->members + i + 1,
			(s->member_count - i) * sizeof(*s->members));
		return;
	}
}

int sim_add_worker(struct sim *s, const struct sim_worker *worker, struct relist_err *err)
{
	struct sim_worker **workers =
	    base__reallocarray(s->workers, s->worker_count + 1, sizeof(*workers));
	struct sim_worker *copy = base__malloc(sizeof(*copy));

	if (workers)
		s->workers = workers;
	if (!workers || !copy) {
		base__free(copy);
		return relist_err_set(err, RELIST_ENOMEM, "simulator: out of memory");
	}
	*copy = *worker;
	s->workers[s->worker_count++] = copy;
	return 0;
}

void sim_remove_worker(struct sim *s, const void *user)
{
	for (size_t i = 0; i < s->worker_count; i++) {
		if (s->workers[i]->user != user)
			continue;
		base__free(s->workers[i]);
		s->worker_count--;
		memmove(s->workers + i, s->workers + i + 1,
			(s->worker_count - i) * sizeof(*s->workers));
		return;
	}
}

int64_t sim_now_ns(const struct sim *s)
{
	return s->now_ns;
}

uint64_t sim_steps(const struct sim *s)
{
	return s->steps;
}

const char *sim_violation(const struct sim *s)
{
	return s->violation.code ? s->violation.msg : NULL;
}

void sim_halt(struct sim *s)
{
	s->halted = true;
}

void sim_refuse(struct sim *s, bool refuse)
{
	sim__net_refuse(&s->net, refuse);
}

/* --- blocked handlers --- */

int sim_block(struct sim *s, struct str handler, bool block)
{
	return names_set(&s->blocked, handler, block);
}

int sim_hold(struct sim *s, struct str handler, bool hold)
{
	return names_set(&s->held, handler, hold);
}

/* Returns NULL if out of memory. */
static struct actor *actor_of(struct sim *s, struct inf__processor_listener *l)
{
	struct actor *a = inf__processor_listener_driver(l);

	if (a)
		return a;
	if (s->actor_count == s->actor_cap) {
		size_t cap = s->actor_cap ? 2 * s->actor_cap : 4;
		struct actor **actors = base__reallocarray(s->actors, cap, sizeof(*actors));

		if (!actors)
			return NULL;
		s->actors = actors;
		s->actor_cap = cap;
	}
	a = base__calloc(1, sizeof(*a));
	if (!a)
		return NULL;
	a->name = base__strdup(inf__processor_listener_name(l));
	if (!a->name) {
		base__free(a);
		return NULL;
	}
	a->listener = l;
	sim__history_init(&a->history);
	s->actors[s->actor_count++] = a;
	inf__processor_listener_set_driver(l, a);
	return a;
}

/* --- what can run --- */

static void list_step(struct step *steps, size_t *n, struct step step)
{
	if (*n < STEPS_LISTED)
		steps[(*n)++] = step;
}

static void list_listeners(struct sim *s, struct member *m, struct step *steps, size_t *n)
{
	size_t count = inf__informer_listener_count(m->inf);

	for (size_t i = 0; i < count; i++) {
		struct inf__processor_listener *l = inf__informer_listener_at(m->inf, i);
		const struct actor *a = inf__processor_listener_driver(l);
		struct step step = { .member = m, .listener = l, .kind = STEP_LISTENER };

		if (a && a->parked) {
			step.kind = STEP_RETURN;
			if (!names_has(&s->blocked, a->name))
				list_step(steps, n, step);
		} else if (inf__processor_listener_ready(l, s->now_ns) &&
			   !names_has(&s->held, inf__processor_listener_name(l))) {
			list_step(steps, n, step);
		}
	}
}

/* The order is fixed, so that a pick means the same in every run. */
static size_t list_runnable(struct sim *s, struct step *steps)
{
	size_t n = 0;

	for (size_t i = 0; i < s->member_count; i++) {
		struct member *m = &s->members[i];

		if (inf__reflector_deadline_ns(inf__informer_reflector(m->inf)) <= s->now_ns)
			list_step(steps, &n, (struct step) { STEP_TIME, m, { NULL } });
		if (!m->closed && inf__informer_process_ready(m->inf, s->now_ns))
			list_step(steps, &n, (struct step) { STEP_PROCESS, m, { NULL } });
		list_listeners(s, m, steps, &n);
	}
	for (size_t i = 0; i < s->net.link_count; i++)
		if (sim__link_ready(s->net.links[i]))
			list_step(steps, &n,
				  (struct step) { STEP_LINK, NULL, .link = s->net.links[i] });
	for (size_t i = 0; i < s->call_count; i++)
		if (inf__rest_call_deadline_ns(s->calls[i]) <= s->now_ns)
			list_step(steps, &n,
				  (struct step) { STEP_CALL, NULL, .call = s->calls[i] });
	for (size_t i = 0; i < s->worker_count; i++)
		if (s->workers[i]->ready_ns(s->workers[i]->user) <= s->now_ns)
			list_step(steps, &n,
				  (struct step) { STEP_WORKER, NULL, .worker = s->workers[i] });
	return n;
}

/* --- picking the next step; docs/architecture.md says which steps commute --- */

/* Ids of steps for choice_pick_step(): the act, then members (process, time), links, listeners.
 * Steps beyond these ranges have no id. */
enum {
	ID_ACT = 1,
	ID_MEMBERS = 2,
	ID_LINKS = 18,
	ID_ACTORS = 32,
	ID_END = 64,
};

static uint64_t bits(unsigned from, unsigned to)
{
	return (to < 64 ? UINT64_C(1) << to : 0) - (UINT64_C(1) << from);
}

static uint64_t bit(unsigned id)
{
	return id ? UINT64_C(1) << id : 0;
}

static unsigned id_of_member(const struct sim *s, const struct member *m, bool time)
{
	unsigned id = ID_MEMBERS + 2 * (unsigned)(m - s->members) + time;

	return id < ID_LINKS ? id : 0;
}

static unsigned id_of_link(const struct sim *s, const struct sim__link *link)
{
	for (unsigned i = 0; i < s->net.link_count && ID_LINKS + i < ID_ACTORS; i++)
		if (s->net.links[i] == link)
			return ID_LINKS + i;
	return 0;
}

static unsigned id_of_listener(struct sim *s, struct inf__processor_listener *l)
{
	const struct actor *a = actor_of(s, l);

	for (unsigned i = 0; a && i < s->actor_count && ID_ACTORS + i < ID_END; i++)
		if (s->actors[i] == a)
			return ID_ACTORS + i;
	return 0;
}

/* All steps of one informer except its handler calls. */
static uint64_t ids_of_informer(const struct sim *s, const void *r)
{
	uint64_t ids = 0;

	for (size_t i = 0; i < s->member_count; i++)
		if (inf__informer_reflector(s->members[i].inf) == r)
			ids |= bit(id_of_member(s, &s->members[i], false)) |
			       bit(id_of_member(s, &s->members[i], true));
	for (size_t i = 0; i < s->net.link_count; i++)
		if (s->net.links[i]->x && s->net.links[i]->peer.who == r)
			ids |= bit(id_of_link(s, s->net.links[i]));
	return ids;
}

static uint64_t ids_of_askers(const struct sim *s)
{
	uint64_t ids = bits(ID_LINKS, ID_ACTORS);

	for (size_t i = 0; i < s->member_count; i++)
		ids |= bit(id_of_member(s, &s->members[i], true));
	return ids;
}

static bool matches_handler(const struct sim_act *act, struct inf__processor_listener *l)
{
	return act && act->meets_handlers &&
	       (!act->handler || strcmp(act->handler, inf__processor_listener_name(l)) == 0);
}

static struct choice_step describe(struct sim *s, const struct step *step,
				   const struct sim_act *act)
{
	const uint64_t handlers = s->handlers_alone ? bits(ID_ACTORS, ID_END) : 0;
	const uint64_t server_act = act && act->at_server ? bit(ID_ACT) : 0;
	struct choice_step out = { 0 };
	const void *r = NULL;

	switch (step->kind) {
	case STEP_LISTENER:
		/* the end of a process loop drops its handlers' pending notifications */
		if (!s->handlers_alone || inf__informer_stopping(step->member->inf))
			return out;
		out.id = (uint8_t)id_of_listener(s, step->listener);
		out.commutes = ~bit(out.id);
		if (matches_handler(act, step->listener))
			out.commutes &= ~bit(ID_ACT) | server_act;
		return out;
	case STEP_PROCESS:
		r = inf__informer_reflector(step->member->inf);
		out.id = (uint8_t)id_of_member(s, step->member, false);
		out.commutes =
		    (bits(ID_MEMBERS, ID_ACTORS) & ~ids_of_informer(s, r)) | handlers | server_act;
		return out;
	case STEP_TIME:
		r = inf__informer_reflector(step->member->inf);
		out.id = (uint8_t)id_of_member(s, step->member, true);
		break;
	case STEP_LINK:
		r = step->link->peer.who;
		out.id = (uint8_t)id_of_link(s, step->link);
		break;
	case STEP_RETURN:
	case STEP_CALL:
	case STEP_WORKER:
		return out;
	}
	out.commutes = (bits(ID_MEMBERS, ID_ACTORS) & ~ids_of_informer(s, r)) | handlers;
	if (!s->clients_alone)
		out.commutes &= ~ids_of_askers(s);
	return out;
}

static struct choice_step describe_act(struct sim *s, const struct sim_act *act)
{
	struct choice_step out = { .id = ID_ACT };

	if (act->at_server)
		for (size_t i = 0; i < s->member_count; i++)
			out.commutes |= bit(id_of_member(s, &s->members[i], false));
	for (size_t i = 0; s->handlers_alone && i < s->actor_count; i++)
		if (ID_ACTORS + i < ID_END &&
		    (act->at_server || !matches_handler(act, s->actors[i]->listener)))
			out.commutes |= bit((unsigned)(ID_ACTORS + i));
	return out;
}

/* --- state digest --- */

static void digest_names(struct digest *d, const struct names *n)
{
	digest_number(d, n->count);
	for (size_t i = 0; i < n->count; i++)
		digest_text(d, str_of(n->items[i]));
}

/* Hashes all state that affects the rest of the run. Without new data a ready link is not ready. */
static uint64_t digest_state(struct sim *s)
{
	struct digest d = DIGEST_INIT;

	s->digest(s->digest_user, &d);
	digest_number(&d, (uint64_t)s->now_ns);
	digest_names(&d, &s->blocked);
	digest_names(&d, &s->held);
	digest_number(&d, s->net.requests_digest.bits);
	digest_number(&d, s->net.refusing);
	for (uint32_t i = 0; i < s->net.client_count; i++) {
		digest_number(&d, s->net.heard[i].digest.bits);
		digest_number(&d, s->net.idle[i]);
	}
	for (size_t i = 0; i < s->member_count; i++) {
		digest_number(&d, s->members[i].closed);
		inf__informer_digest(s->members[i].inf, &d);
	}
	for (size_t i = 0; i < s->actor_count; i++)
		digest_number(&d, s->actors[i]->parked);
	return d.bits;
}

/* Returns the index of the picked step, or n for the act. */
static size_t pick_step(struct sim *s, const struct step *steps, size_t n,
			const struct sim_act *act)
{
	const uint32_t count = (uint32_t)n + (act ? 1 : 0);
	const size_t first = act && !act->last; /* index of the first step among the alternatives */
	struct choice_step described[STEPS_LISTED + 1];
	uint32_t alone = count;
	size_t pick;

	if (!s->choice->prune) {
		pick = count > 1 ? choice_pick(s->choice, count) : 0;
	} else {
		for (size_t i = 0; i < n; i++) {
			described[first + i] = describe(s, &steps[i], act);
			if (alone == count && steps[i].kind == STEP_LISTENER &&
			    described[first + i].id && !matches_handler(act, steps[i].listener))
				alone = (uint32_t)(first + i);
		}
		if (act)
			described[first ? 0 : n] = describe_act(s, act);
		if (alone == count && count > 1 && s->digest && choice_wants_state(s->choice) &&
		    choice_has_been(s->choice, digest_state(s)))
			return 0;
		pick = choice_pick_step(s->choice, described, count, alone);
	}
	if (!act)
		return pick;
	return first ? (pick ? pick - 1 : n) : pick;
}

/* --- running it --- */

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
			poll_effects(s, s->members[i].client, peer_of(inf));
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
	struct actor *a = actor_of(s, l);
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
	if (names_has(&s->blocked, a->name)) {
		a->parked = true;
		a->result = result;
		return;
	}
	inf__processor_listener_end(l, s->now_ns, result);
}

static void run_step(struct sim *s, const struct step *step)
{
	struct actor *a;
	struct inf__reflector *r;
	struct sim__peer peer;
	uint32_t client;

	switch (step->kind) {
	case STEP_TIME:
		r = inf__informer_reflector(step->member->inf);
		sim__net_mark(&s->net, s->now_ns, step->member->client, SIM_MARK_TIMER);
		inf__reflector_on_time(r, s->now_ns);
		poll_effects(s, step->member->client, peer_of(step->member->inf));
		return;
	case STEP_PROCESS:
		if (inf__informer_process_step(step->member->inf, s->now_ns) == INF_STEP_CLOSED)
			step->member->closed = true;
		return;
	case STEP_LISTENER:
		run_listener(s, step->listener);
		return;
	case STEP_RETURN:
		a = inf__processor_listener_driver(step->listener);
		a->parked = false;
		inf__processor_listener_end(step->listener, s->now_ns, a->result);
		return;
	case STEP_LINK:
		peer = step->link->peer;
		client = step->link->client;
		sim__net_step(&s->net, s->now_ns, step->link);
		poll_effects(s, client, peer);
		return;
	case STEP_CALL:
		inf__rest_call_on_time(step->call, s->now_ns);
		sim_poke_call(s, step->call);
		return;
	case STEP_WORKER:
		step->worker->step(step->worker->user);
		return;
	}
}

static void trace_step(struct sim *s, const struct step *step)
{
	static const char *const words[] = {
		[STEP_TIME] = "time",	  [STEP_PROCESS] = "process", [STEP_LISTENER] = "listener",
		[STEP_RETURN] = "return", [STEP_LINK] = "link",	      [STEP_CALL] = "call",
		[STEP_WORKER] = "worker",
	};
	struct trace_event ev = { .at_ns = s->now_ns,
				  .kind = TRACE_SIM_STEP,
				  .n = (int64_t)s->steps,
				  .who = str_of(words[step->kind]) };

	trace_emit(&s->sink, &ev);
}

/* Two requests do not commute: the server receives them in an order. */
static void run_and_wake(struct sim *s, const struct step *step)
{
	const uint32_t requests = s->net.requests;

	run_step(s, step);
	if (s->choice->prune && s->net.requests != requests)
		choice_wake(s->choice, ids_of_askers(s));
}

/* Runs steps until none is runnable or the choice picks the act. */
static int make_steps(struct sim *s, const struct sim_act *act, struct relist_err *err)
{
	struct step steps[STEPS_LISTED];
	uint64_t first = s->steps;

	sim__net_on_time(&s->net, s->now_ns);
	while (!s->halted && !s->failed && !s->net.failed) {
		size_t n = list_runnable(s, steps), pick;

		if (n == 0 && !act)
			break;
		pick = pick_step(s, steps, n, act);
		if (s->choice->redundant) {
			s->halted = true; /* skips the checks of the rest */
			break;
		}
		if (pick == n) {
			for (uint32_t i = 0; act->at_clients && i < s->net.client_count; i++)
				sim__net_mark(&s->net, s->now_ns, i, SIM_MARK_ACT);
			break;
		}
		if (s->steps - first >= s->step_max)
			return relist_err_set(err, RELIST_ETIMEDOUT,
					      "did not settle within %llu steps",
					      (unsigned long long)(s->steps - first));
		s->steps++;
		if (s->sink.emit)
			trace_step(s, &steps[pick]);
		run_and_wake(s, &steps[pick]);
	}
	if (s->failed || s->net.failed || s->choice->failed)
		return relist_err_set(err, RELIST_ENOMEM, "simulator: out of memory");
	return 0;
}

int sim_settle(struct sim *s, struct relist_err *err)
{
	return make_steps(s, NULL, err);
}

int sim_until_act(struct sim *s, const struct sim_act *act, struct relist_err *err)
{
	return make_steps(s, act, err);
}

/* --- time --- */

/* A past deadline belongs to a component that is held back; it does not stop the time. */
static void consider(const struct sim *s, int64_t *first, int64_t t)
{
	if (t > s->now_ns && t < *first)
		*first = t;
}

static int64_t next_deadline(const struct sim *s)
{
	int64_t first = TIME_NEVER;

	consider(s, &first, sim__net_deadline_ns(&s->net));
	for (size_t i = 0; i < s->member_count; i++) {
		struct inf__informer *inf = s->members[i].inf;
		size_t count = inf__informer_listener_count(inf);

		consider(s, &first, inf__reflector_deadline_ns(inf__informer_reflector(inf)));
		if (!s->members[i].closed)
			consider(s, &first, inf__informer_process_deadline_ns(inf));
		for (size_t k = 0; k < count; k++) {
			struct inf__processor_listener *l = inf__informer_listener_at(inf, k);

			consider(s, &first, inf__processor_listener_deadline_ns(l));
		}
	}
	for (size_t i = 0; i < s->call_count; i++)
		consider(s, &first, inf__rest_call_deadline_ns(s->calls[i]));
	for (size_t i = 0; i < s->worker_count; i++)
		consider(s, &first, s->workers[i]->ready_ns(s->workers[i]->user));
	return first;
}

static void move_time(struct sim *s, int64_t to_ns)
{
	struct trace_event ev = { .at_ns = to_ns, .kind = TRACE_SIM_TIME, .n = to_ns - s->now_ns };

	if (to_ns <= s->now_ns)
		return;
	s->now_ns = to_ns;
	trace_emit(&s->sink, &ev);
}

/* `settled`: also settle at until_ns. */
static int advance(struct sim *s, int64_t until_ns, bool settled, bool (*stop)(void *user),
		   void *user, struct relist_err *err)
{
	uint64_t first = s->steps;

	for (uint64_t turns = 0;; turns++) {
		int code = sim_settle(s, err);
		int64_t next;

		if (code || s->halted || (stop && stop(user)))
			return code;
		if (turns + s->steps - first > ADVANCE_FACTOR * s->step_max)
			return relist_err_set(err, RELIST_ETIMEDOUT,
					      "time was not over within %llu steps",
					      (unsigned long long)(s->steps - first));
		next = next_deadline(s);
		if (next > until_ns || (next == until_ns && !settled)) {
			move_time(s, until_ns);
			return settled ? sim_settle(s, err) : 0;
		}
		move_time(s, next);
	}
}

int sim_advance(struct sim *s, int64_t until_ns, bool (*stop)(void *user), void *user,
		struct relist_err *err)
{
	return advance(s, until_ns, true, stop, user, err);
}

int sim_advance_to(struct sim *s, int64_t until_ns, struct relist_err *err)
{
	return advance(s, until_ns, false, NULL, NULL, err);
}

void sim_check_settled(struct sim *s)
{
	for (size_t i = 0; i < s->member_count && !s->violation.code && !s->halted; i++) {
		if (s->blocked.count || s->held.count)
			return;
		(void)sim__check_informer(s->members[i].inf, s->now_ns, &s->violation);
	}
}
