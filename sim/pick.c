/* SPDX-License-Identifier: Apache-2.0 */
/* Picks the next step; docs/architecture.md says which steps commute. */
#include "sim/sim_impl.h"

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

static unsigned id_of_member(const struct sim *s, const struct sim__member *m, bool time)
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
	const struct sim__actor *a = sim__actor_of(s, l);

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

uint64_t sim__ids_of_requesters(const struct sim *s)
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

static struct choice_step describe(struct sim *s, const struct sim__step *step,
				   const struct sim_act *act)
{
	const uint64_t handlers = s->handlers_alone ? bits(ID_ACTORS, ID_END) : 0;
	const uint64_t server_act = act && act->at_server ? bit(ID_ACT) : 0;
	struct choice_step out = { 0 };
	const void *r = NULL;

	/* A step of one client may end another's streams. */
	if (s->net.http2 && (step->kind == SIM__STEP_TIME || step->kind == SIM__STEP_LINK))
		return out;
	switch (step->kind) {
	case SIM__STEP_LISTENER:
		/* the end of a process loop drops its handlers' pending notifications */
		if (!s->handlers_alone || inf__informer_stopping(step->member->inf))
			return out;
		out.id = (uint8_t)id_of_listener(s, step->listener);
		out.commutes = ~bit(out.id);
		if (matches_handler(act, step->listener))
			out.commutes &= ~bit(ID_ACT) | server_act;
		return out;
	case SIM__STEP_PROCESS:
		r = inf__informer_reflector(step->member->inf);
		out.id = (uint8_t)id_of_member(s, step->member, false);
		out.commutes =
		    (bits(ID_MEMBERS, ID_ACTORS) & ~ids_of_informer(s, r)) | handlers | server_act;
		return out;
	case SIM__STEP_TIME:
		r = inf__informer_reflector(step->member->inf);
		out.id = (uint8_t)id_of_member(s, step->member, true);
		break;
	case SIM__STEP_LINK:
		r = step->link->peer.who;
		out.id = (uint8_t)id_of_link(s, step->link);
		break;
	case SIM__STEP_RETURN:
	case SIM__STEP_CALL:
	case SIM__STEP_WORKER:
		return out;
	}
	out.commutes = (bits(ID_MEMBERS, ID_ACTORS) & ~ids_of_informer(s, r)) | handlers;
	if (!s->clients_alone)
		out.commutes &= ~sim__ids_of_requesters(s);
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

static void digest_names(struct digest *d, const struct sim__names *n)
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
	sim__http2_digest(&s->net, &d);
	for (size_t i = 0; i < s->member_count; i++) {
		digest_number(&d, s->members[i].closed);
		inf__informer_digest(s->members[i].inf, &d);
	}
	for (size_t i = 0; i < s->actor_count; i++)
		digest_number(&d, s->actors[i]->parked);
	return d.bits;
}

size_t sim__pick_step(struct sim *s, const struct sim__step *steps, size_t n,
		      const struct sim_act *act)
{
	const uint32_t count = (uint32_t)n + (act ? 1 : 0);
	const size_t first = act && !act->last; /* index of the first step among the alternatives */
	struct choice_step described[SIM__STEPS_LISTED + 1];
	uint32_t alone = count;
	size_t pick;

	if (!s->choice->prune) {
		pick = count > 1 ? choice_pick(s->choice, count) : 0;
	} else {
		for (size_t i = 0; i < n; i++) {
			described[first + i] = describe(s, &steps[i], act);
			if (alone == count && steps[i].kind == SIM__STEP_LISTENER &&
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
