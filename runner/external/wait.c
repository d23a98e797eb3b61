/* SPDX-License-Identifier: Apache-2.0 */
/* wait.c - time is real, so nothing settles: a step waits for an expectation, at most for the
 * subject's patience. An advance takes no time unless the scenario says `real-time`. */
#include "runner/external/external.h"

enum {
	PATIENCE_S = 45,
	GHOST_S = 3,   /* a delete may arrive that much later than all other events */
	END_MS = 1000, /* the end of a watch arrives within this time */
	STOP_MS = 500, /* a subject that has ended may have more output */
	STARVED_LOOK_MS = 1000,
	STARVED_MOST = 8, /* maximum wait on a busy machine, as a multiple of the patience */
	ALONE_MS = 1000,  /* without a program the server's state is final after this time */
	FLAPS = 3,    /* an expectation that was lost as often and is not final holds at times */
	UPDATE_S = 5, /* --update takes the state of a program that rested as long for final */
};

int64_t external__patience(const struct scn__run *r)
{
	const struct scn__external *e = &r->cell->external;
	int64_t limit_ns = r->opt->subject ? r->opt->subject->patience_ns : 0;

	/* a scenario may need more than the default; the command line may shorten all */
	if (limit_ns)
		return limit_ns;
	return e->patience_ns ? e->patience_ns : PATIENCE_S * NS_PER_S;
}

/* Counts a wait for a CPU once, however many threads wait, and at most for its duration. */
static void note_starved(struct scn__run *r)
{
	struct scn__moments *m = r->moments;
	const struct scn__starved *last =
	    m->starved.len ? m->starved.items[m->starved.len - 1] : NULL;
	int64_t now = world__now(r), sum = 0, more, most = now - (last ? last->at_ns : 0);
	struct scn__starved *s;

	if (last && now - last->at_ns < STARVED_LOOK_MS * NS_PER_MS)
		return;
	for (size_t i = 0; i < r->cell->world.informer_count; i++)
		if (r->informers[i].client)
			sum += external__view_of(r, &r->informers[i]).starved_ns;
	/* the waiting time of an ended program disappears with it */
	more = sum > m->starved_ns ? sum - m->starved_ns : 0;
	m->starved_ns = sum;
	s = world__alloc(r, sizeof(*s));
	if (!s)
		return;
	s->at_ns = now;
	s->total_ns = (last ? last->total_ns : 0) + (more < most ? more : most);
	world__push(r, &m->starved, s);
}

/* Not inlined: hosts/module/paused.txt names it. */
__attribute__((noinline)) void external__wait_a_moment(struct scn__run *r, int64_t until_ns)
{
	int code = r->ops->wait(r->driver, until_ns, &r->err);

	note_starved(r);

	if (code)
		world__broken(r, code);
	if (!code && r->actors)
		(void)r->actors->step(r); /* a kill is due */
}

/* The worst state of all running subjects. */
static enum scn__caught all_caught_up(struct scn__run *r, bool *ended)
{
	enum scn__caught worst = SCN_CAUGHT_UP;

	*ended = false;
	for (size_t i = 0; i < r->cell->world.informer_count; i++) {
		struct scn__irun *ir = &r->informers[i];
		enum scn__caught c;

		if (!ir->started || ir->stopped)
			continue;
		c = external__caught_up(r, ir);
		if (c < worst)
			worst = c;
		*ended |= external__view_of(r, ir).ended;
	}
	return worst;
}

/* The start-up does not count as recovery. */
int64_t external__first_request(const struct scn__run *r)
{
	return r->requests.list.len ? ((const struct scn__rec *)r->requests.list.items[0])->at_ns
				    : 0;
}

/* The end of a wait that began at `start_ns`. A subject without a request is still starting: it
 * gets twice its patience. */
int64_t external__limit(const struct scn__run *r, int64_t start_ns)
{
	int64_t first = external__first_request(r), patience = external__patience(r);
	int64_t starved = external__starved_since(r, start_ns);

	if (starved > STARVED_MOST * patience)
		starved = STARVED_MOST * patience;
	if (!r->requests.list.len)
		return start_ns + 2 * patience + starved;
	return (first > start_ns ? first : start_ns) + patience + starved;
}

/* A restarted program is also starting until its first request. */
static int64_t starting_limit(const struct scn__run *r, int64_t start_ns)
{
	int64_t limit = external__limit(r, start_ns);

	for (size_t i = 0; i < r->cell->world.informer_count; i++) {
		const struct scn__irun *ir = &r->informers[i];
		int64_t until = ir->started_ns + 2 * external__patience(r) +
				external__starved_since(r, ir->started_ns);

		if (ir->started && !ir->stopped && !ir->joined && until > limit &&
		    external__last_request_ns(r) < ir->started_ns)
			limit = until;
	}
	return limit;
}

/* A program that sends requests is working, which takes longer on a busy machine. It gets its
 * patience after each request, at most three times in all. */
static int64_t working_limit(struct scn__run *r, int64_t start_ns)
{
	int64_t limit = starting_limit(r, start_ns), most = limit + 2 * external__patience(r);
	int64_t active = external__active_ns(r);
	int64_t limit_ns = active + external__patience(r) + external__starved_since(r, active);

	return limit_ns <= limit ? limit : limit_ns < most ? limit_ns : most;
}

/* `quiet_ns`: the state must last for that time. */
static bool is_excused(const struct scn__run *r)
{
	return external__is_hidden(r) && !r->moments->wants_newest;
}

bool external__wait_caught_up(struct scn__run *r, int64_t quiet_ns)
{
	int64_t start = world__now(r), until, fresh = -1, even = -1, gone = -1;
	enum scn__caught c = SCN_BEHIND;
	bool ended = false;

	while (!r->failure && !is_excused(r)) {
		c = all_caught_up(r, &ended);
		if (c == SCN_BEHIND)
			fresh = -1;
		else if (fresh < 0)
			fresh = world__now(r);
		if (c != SCN_CAUGHT_UP)
			even = -1;
		else if (even < 0)
			even = world__now(r);
		if ((even >= 0 && world__now(r) - even >= quiet_ns) ||
		    (fresh >= 0 && world__now(r) - fresh > GHOST_S * NS_PER_S))
			break;
		if (ended && gone < 0)
			gone = world__now(r);
		until = gone >= 0 ? gone + STOP_MS * NS_PER_S / 1000 : external__limit(r, start);
		if (world__now(r) >= until)
			break;
		external__wait_a_moment(r, until);
	}
	r->moments->recovered = c != SCN_BEHIND;
	/* from the final wait only if the last expect did not set it */
	if (!quiet_ns || !r->moments->recovered_ns)
		r->moments->recovered_ns = fresh;
	if (c != SCN_BEHIND && !r->moments->has_fault)
		r->moments->synced = true;
	return c != SCN_BEHIND || is_excused(r);
}

/* The time of the last request. */
int64_t external__last_request_ns(const struct scn__run *r)
{
	const struct scn__list *tracks[] = { &r->requests.list, &r->writes.list, &r->others.list };
	int64_t at = 0;

	for (size_t i = 0; i < ARRAY_LEN(tracks); i++) {
		const struct scn__list *l = tracks[i];
		const struct scn__rec *q = l->len ? l->items[l->len - 1] : NULL;

		at = q && q->at_ns > at ? q->at_ns : at;
	}
	return at;
}

/* Whether a controller runs that does not report events: its actions alone do not show whether it
 * watches already. */
bool external__has_controller(struct scn__run *r)
{
	bool any = false, ended;

	for (size_t i = 0; i < r->cell->world.informer_count; i++) {
		const struct scn__irun *ir = &r->informers[i];

		any |= ir->started && !ir->stopped && !ir->def->handler_count;
	}
	(void)all_caught_up(r, &ended);
	return any && !ended;
}

static bool is_started(const struct scn__run *r)
{
	bool any = false;

	for (size_t i = 0; i < r->cell->world.informer_count; i++)
		any |= r->informers[i].started && !r->informers[i].stopped;
	return any;
}

bool external__has_program(struct scn__run *r)
{
	bool ended;

	(void)all_caught_up(r, &ended);
	return is_started(r) && !ended;
}

int64_t external__until(struct scn__run *r, int64_t advance_ns)
{
	int64_t now = world__now(r), until = now + advance_ns;

	if (r->cell->external.real_time)
		return until;
	if (until > r->moments->faults_end_ns)
		until = r->moments->faults_end_ns;
	return until > now ? until : now;
}

/* --- expectations --- */

/* A section that holds only because the controller has not acted yet does not count. */
static bool is_done(struct scn__run *r, int64_t held_ns)
{
	int64_t now = world__now(r), quiet = external__active_ns(r), rest;

	quiet = quiet > held_ns ? quiet : held_ns;
	rest = external__rest_ns(r, held_ns);
	return now >= external__rest_ns(r, quiet) ||
	       (now >= rest && now - held_ns >= EXTERNAL_HOLDS_MS * NS_PER_MS);
}

static void fail_away(struct scn__run *r, struct scn__pos pos)
{
	AUTO_STRBUF what = STRBUF_INIT;

	external__say_away(r, &what);
	r->failed_oracle = SCN_O_CACHE_EQUALS_MODEL_AT_END;
	world__fail_at(r, SCN_AT_ORACLE, pos, "%s", what.ptr);
}

/* A controller that has ended by itself does nothing more; other subjects are judged by their
 * notifications. Returns true if one has ended and the run has failed. */
static bool fail_ended(struct scn__run *r, struct scn__pos pos)
{
	for (size_t i = 0; i < r->cell->world.informer_count; i++) {
		const struct scn__irun *ir = &r->informers[i];
		struct scn__client_view v;

		if (!ir->started || ir->stopped || ir->def->handler_count)
			continue;
		v = external__view_of(r, ir);
		if (!v.ended)
			continue;
		r->failed_oracle = SCN_O_CACHE_EQUALS_MODEL_AT_END;
		world__fail_at(r, SCN_AT_ORACLE, pos, "the subject has ended by itself, %s",
			       v.fate);
		return true;
	}
	return false;
}

bool external__wait_back(struct scn__run *r, struct scn__pos pos)
{
	int64_t start = world__now(r);
	bool ended = false, back = external__is_back(r);

	(void)all_caught_up(r, &ended);
	while (!r->failure && !back && !ended && !external__is_hidden(r) &&
	       world__now(r) < starting_limit(r, start)) {
		external__wait_a_moment(r, starting_limit(r, start));
		back = external__is_back(r);
		(void)all_caught_up(r, &ended);
	}
	if (!r->failure && !fail_ended(r, pos) && !back && !ended && !external__is_hidden(r))
		fail_away(r, pos);
	return !r->failure;
}

void external__wait_rest(struct scn__run *r, struct scn__pos pos)
{
	int64_t start = world__now(r), since = -1, quiet;
	bool back = external__wait_back(r, pos);

	if (!back || external__has_rested(r) || !external__has_controller(r))
		return;
	while (!r->failure && !external__is_hidden(r) && world__now(r) < working_limit(r, start)) {
		back = external__is_back(r);
		since = !back ? -1 : since < 0 ? world__now(r) : since;
		quiet = external__active_ns(r) > since ? external__active_ns(r) : since;
		if (back && (world__now(r) >= external__rest_ns(r, quiet) || is_done(r, since)))
			break;
		external__wait_a_moment(r, world__now(r) + EXTERNAL_LOOK_MS * NS_PER_MS);
	}
	if (!r->failure && !fail_ended(r, pos) && !back && !external__is_hidden(r))
		fail_away(r, pos);
}

/* The watches that a step has ended are closed. The next step does not wait for that: the program
 * would be back before it. */
static bool watches_have_ended(struct scn__run *r, int64_t start_ns)
{
	return !fakeapi__core_watches_ending(r->core) ||
	       world__now(r) >= start_ns + END_MS * NS_PER_MS;
}

/* A program that waits for another one's lease seems to be at rest. */
static bool uses_leases(const struct scn__run *r)
{
	const struct scn__list *tracks[] = { &r->writes.list, &r->others.list };

	for (size_t k = 0; k < ARRAY_LEN(tracks); k++)
		for (size_t i = 0; i < tracks[k]->len; i++) {
			const struct scn__rec *q = tracks[k]->items[i];

			if (q->type ? str_eqz(q->type->resource, "leases")
				    : str_contains(q->name, STR("/leases")))
				return true;
		}
	return false;
}

/* The rest after which a program does nothing more; 0: unknown. An update may take less than the
 * patience if the program has no longer pauses of its own. */
static int64_t final_rest(const struct scn__run *r)
{
	const struct scn__external *e = &r->cell->external;
	int64_t ns = UPDATE_S * NS_PER_S;

	if (r->opt->subject && r->opt->subject->rests_ns)
		return r->opt->subject->rests_ns;
	if (!r->opt->updates || uses_leases(r))
		return 0;
	ns = ns > 2 * e->linger_ns ? ns : 2 * e->linger_ns;
	return ns > 2 * e->quiet_ns ? ns : 2 * e->quiet_ns;
}

/* Whether the program has been at rest since `missed_ns` (-1: it works) without meeting the
 * expectation, and had as much time as the options demand. */
static bool rests_without(struct scn__run *r, int64_t start_ns, int64_t missed_ns)
{
	int64_t enough = final_rest(r), since = start_ns;

	if (r->opt->updates && external__active_ns(r) > since)
		since = external__active_ns(r);
	return enough && missed_ns >= 0 && is_done(r, missed_ns) &&
	       world__now(r) >= since + enough + external__starved_since(r, since);
}

/* Whether no program runs that could still meet an expectation. */
static bool is_alone(struct scn__run *r, int64_t start_ns)
{
	return !is_started(r) && world__now(r) >= start_ns + ALONE_MS * NS_PER_MS;
}

/* It holds at this moment by chance. */
void external__fail_flapping(struct scn__run *r, const struct scn__step *s, unsigned lost)
{
	if (r->failure || lost < FLAPS)
		return;
	r->failed_oracle = SCN_O_CACHE_EQUALS_MODEL_AT_END;
	world__fail_at(r, SCN_AT_ORACLE, s->pos,
		       "the expectation holds only at times: %u times it held until the subject "
		       "wrote again",
		       lost);
}

/* Waits until the sections hold and the program is at rest. */
static void check_until(struct scn__run *r, const struct scn__step *s)
{
	bool controller = external__has_controller(r), hidden = false;
	bool ended = false, back = false, waits;
	int64_t start = world__now(r), held = -1, missed = -1;
	unsigned lost = 0;

	while (!r->failure && !ended) {
		hidden = external__is_hidden(r); /* a hold may act meanwhile */
		back = hidden ? watches_have_ended(r, start) &&
				    (r->refused.len || external__has_requested(r))
			      : external__is_back(r) || external__waits_for_thaw(r);
		waits = hidden && external__waits_for_response(r);
		if (!external__would_hold(r, s) || !back || waits) {
			lost += held >= 0 && back && !waits;
			held = -1;
		} else if (held < 0)
			held = world__now(r);
		missed = held >= 0 || !back || waits ? -1 : missed < 0 ? world__now(r) : missed;
		if ((held >= 0 && (!controller || is_done(r, held))) ||
		    (controller && rests_without(r, start, missed)) ||
		    (back && is_alone(r, start)) || world__now(r) >= working_limit(r, start))
			break;
		external__wait_a_moment(r, held >= 0 || missed >= 0
					       ? world__now(r) + EXTERNAL_LOOK_MS * NS_PER_MS
					       : working_limit(r, start));
		(void)all_caught_up(r, &ended);
	}
	if (held >= 0 && world__now(r) - start > r->out->waited_ns)
		r->out->waited_ns = world__now(r) - start;
	if (!back && !ended && !r->failure && (r->opt->updates || external__would_hold(r, s)))
		fail_away(r, s->pos);
	if (controller && !(held >= 0 && is_done(r, held)) && external__would_hold(r, s))
		external__fail_flapping(r, s, lost);
	r->moments->expected_rv = fakeapi__core_rv(r->core);
	r->moments->expected_ns = world__now(r);
	if (!r->failure)
		external__check(r, s, false);
	r->moments->last_expect = s;
	if (!r->failure && !hidden)
		(void)fail_ended(r, s->pos);
	if (!r->failure && !hidden)
		external__rested(r);
}

void external__say_behind(struct scn__run *r, struct scn__pos pos)
{
	AUTO_STRBUF missing = STRBUF_INIT;
	AUTO_STRBUF stale = STRBUF_INIT;
	AUTO_STRBUF what = STRBUF_INIT;

	for (size_t i = 0; i < r->cell->world.informer_count; i++) {
		struct scn__irun *ir = &r->informers[i];
		const struct map *model;
		struct scn__gap notified, cached;
		const struct view *v;

		if (!ir->started || ir->stopped || external__caught_up(r, ir) != SCN_BEHIND)
			continue;
		v = external__view_of(r, ir).view;
		model = external__model(r, ir);
		notified = external__compare(model, &v->notified, NULL, NULL, NULL);
		cached = external__compare(model, &v->cache, NULL, NULL, NULL);
		(void)external__compare(model, external__known_objects(v, notified, cached),
					&missing, &stale, NULL);
		if (external__view_of(r, ir).ended)
			strbuf_addf(&what, "the subject has ended, %s",
				    external__view_of(r, ir).fate);
		else if (!v->has_notified && !v->has_cache)
			strbuf_addz(&what, "the subject has sent nothing");
	}
	if (!what.len)
		strbuf_addf(&what, "the subject has not caught up in %.3g s",
			    (double)external__patience(r) / 1e9);
	if (missing.len)
		strbuf_addf(&what, "; missing %s", missing.ptr);
	if (stale.len)
		strbuf_addf(&what, "; stale %s", stale.ptr);
	r->failed_oracle = SCN_O_CACHE_EQUALS_MODEL_AT_END;
	world__fail_at(r, SCN_AT_ORACLE, pos, "%s", what.ptr);
}

static bool has_model(const struct scn__step *s)
{
	for (size_t i = 0; i < s->expect.count; i++)
		if (s->expect.sections[i].kind == SCN_S_CACHE &&
		    s->expect.sections[i].objects.model)
			return true;
	return false;
}

void external__expect(struct scn__run *r, const struct scn__step *s)
{
	r->step = r->failure ? r->step : s;
	r->moments->wants_newest = has_model(s);
	if (!is_excused(r) && !external__wait_caught_up(r, 0) && !r->failure)
		external__say_behind(r, s->pos);
	if (!r->failure)
		check_until(r, s);
	r->moments->wants_newest = false;
}
