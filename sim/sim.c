/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/sim_impl.h"

#include "base/alloc.h"

/* With cuts, a large response may take a step per byte. */
enum {
	STEP_MAX = 1000000,
	STEP_MAX_CUT = 100000000,
	ADVANCE_FACTOR = 10,
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

static const struct sim__peer_ops reflector_ops = { reflector_head,	   reflector_bytes,
						    reflector_end,	   reflector_poll,
						    reflector_never_reads, false };

struct sim__peer sim__peer_of(struct inf__informer *inf)
{
	return (struct sim__peer) { &reflector_ops, inf__informer_reflector(inf) };
}

bool sim__names_has(const struct sim__names *n, const char *name)
{
	for (size_t i = 0; i < n->count; i++)
		if (strcmp(n->items[i], name) == 0)
			return true;
	return false;
}

static int names_add(struct sim__names *n, struct str name)
{
	char *copy = base__strndup(name.ptr, name.len);
	char **items = base__reallocarray(n->items, n->count + 1, sizeof(*items));

	if (items)
		n->items = items;
	if (!copy || !items) {
		base__free(copy);
		return RELIST_ENOMEM;
	}
	if (sim__names_has(n, copy))
		base__free(copy);
	else
		n->items[n->count++] = copy;
	return 0;
}

static int names_set(struct sim__names *n, struct str name, bool on)
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

static void names_fini(struct sim__names *n)
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
	struct sim__member *members =
	    base__reallocarray(s->members, s->member_count + 1, sizeof(*members));

	if (members)
		s->members = members;
	if (!members || sim__net_add_client(&s->net, client))
		return relist_err_set(err, RELIST_ENOMEM, "simulator: out of memory");
	s->members[s->member_count++] = (struct sim__member) { .inf = inf, .client = client };
	return 0;
}

void sim_remove(struct sim *s, struct inf__informer *inf)
{
	for (size_t i = 0; i < s->member_count; i++) {
		if (s->members[i].inf != inf)
			continue;
		sim__net_forget(&s->net, sim__peer_of(inf));
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

struct sim__actor *sim__actor_of(struct sim *s, struct inf__processor_listener *l)
{
	struct sim__actor *a = inf__processor_listener_driver(l);

	if (a)
		return a;
	if (s->actor_count == s->actor_cap) {
		size_t cap = s->actor_cap ? 2 * s->actor_cap : 4;
		struct sim__actor **actors = base__reallocarray(s->actors, cap, sizeof(*actors));

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

/* --- running it --- */

/* Runs steps until none is runnable or the choice picks the act. */
static int make_steps(struct sim *s, const struct sim_act *act, struct relist_err *err)
{
	struct sim__step steps[SIM__STEPS_LISTED];
	uint64_t first = s->steps;

	sim__net_on_time(&s->net, s->now_ns);
	while (!s->halted && !s->failed && !s->net.failed) {
		size_t n = sim__list_runnable(s, steps), pick;

		if (n == 0 && !act)
			break;
		pick = sim__pick_step(s, steps, n, act);
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
			sim__trace_step(s, &steps[pick]);
		sim__run_step(s, &steps[pick]);
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
