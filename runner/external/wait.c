/* SPDX-License-Identifier: Apache-2.0 */
/* wait.c - time is real, so nothing settles: an expectation is waited for, at most as long as the
 * subject's patience lasts, and an advance is nothing, unless the scenario says `real-time`. */
#include "runner/external/external.h"
#include "runner/tbl/steps.h"

enum {
	PATIENCE_S = 45,
	GHOST_S = 3,	 /* a delete may come that much later than all the rest */
	RIPE_MS = 1100,	 /* younger watches are taken for broken by some clients */
	STOP_MS = 500,	 /* a subject that ended may have said more */
	QUIET_MS = 300,	 /* a controller that has asked for nothing for so long is done, */
	HOLDS_MS = 2000, /* and what has held for so long does, whatever it asks for */
};

int64_t external__patience(const struct scn__run *r)
{
	const struct scn__external *e = &r->cell->external;
	int64_t asked = r->opt->subject ? r->opt->subject->patience_ns : 0;

	/* a scenario that needs more than usual says so; the command line may shorten all */
	if (asked)
		return asked;
	return e->patience_ns ? e->patience_ns : PATIENCE_S * NS_PER_S;
}

static void wait_a_moment(struct scn__run *r, int64_t until_ns)
{
	int code = r->ops->wait(r->driver, until_ns, &r->err);

	if (code)
		world__broken(r, code);
}

/* Nobody can see all that the server has. */
bool external__is_hidden(const struct scn__run *r)
{
	for (size_t i = 0; i < r->held.len; i++) {
		const struct scn__held *h = r->held.items[i];

		if (h->hold.point == SCN_POINT_EVENT || h->hold.point == SCN_POINT_REQUEST ||
		    h->hold.point == SCN_POINT_REPLY)
			return true;
	}
	return r->refused.len > 0;
}

/* The worst of all that run. */
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

/* Starting up is not recovering. */
int64_t external__first_request(const struct scn__run *r)
{
	return r->requests.list.len ? ((const struct scn__rec *)r->requests.list.items[0])->at_ns
				    : 0;
}

/* Of a wait that began at `start_ns`. A subject that has not asked for anything is still starting:
 * it gets its patience twice. */
static int64_t limit_of(const struct scn__run *r, int64_t start_ns)
{
	int64_t first = external__first_request(r);

	if (!r->requests.list.len)
		return start_ns + 2 * external__patience(r);
	return (first > start_ns ? first : start_ns) + external__patience(r);
}

/* `quiet_ns`: and stays so for that long. */
bool external__wait_caught_up(struct scn__run *r, int64_t quiet_ns)
{
	int64_t start = world__now(r), until, fresh = -1, even = -1, gone = -1;
	enum scn__caught c = SCN_BEHIND;
	bool ended = false;

	while (!r->failure) {
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
		until = gone >= 0 ? gone + STOP_MS * NS_PER_S / 1000 : limit_of(r, start);
		if (world__now(r) >= until)
			break;
		wait_a_moment(r, until);
	}
	r->moments->recovered = c != SCN_BEHIND;
	/* of the end's wait only when the last expect's has found nothing */
	if (!quiet_ns || !r->moments->recovered_ns)
		r->moments->recovered_ns = fresh;
	if (c != SCN_BEHIND && !r->moments->has_fault)
		r->moments->synced = true;
	return c != SCN_BEHIND;
}

/* An open watch of that type that is too young to be cut: when it is old enough. So it is after a
 * bookmark, which must have been taken in. */
static int64_t ripe_at(const struct scn__run *r, const struct scn__type *type)
{
	int64_t at =
	    r->moments->bookmark_ns ? r->moments->bookmark_ns + RIPE_MS * NS_PER_S / 1000 : 0;

	for (size_t i = r->requests.list.len; i-- > 0;) {
		const struct scn__rec *q = r->requests.list.items[i];
		int64_t ripe = q->at_ns + RIPE_MS * NS_PER_S / 1000;

		if (q->verb == SCN_V_WATCH && !q->ended && (!type || q->type == type) && ripe > at)
			at = ripe;
	}
	return at;
}

static bool is_watched(const struct scn__run *r, const struct scn__type *type)
{
	for (size_t i = r->requests.list.len; i-- > 0;) {
		const struct scn__rec *q = r->requests.list.items[i];

		if (q->verb == SCN_V_WATCH && !q->ended && (!type || q->type == type))
			return true;
	}
	return false;
}

/* A controller runs that says nothing of what it sees: by what it does alone nobody knows whether
 * it watches already. */
static bool is_controller_there(struct scn__run *r)
{
	bool any = false, ended;

	for (size_t i = 0; i < r->cell->world.informer_count; i++) {
		const struct scn__irun *ir = &r->informers[i];

		any |= ir->started && !ir->stopped && !ir->def->handler_count;
	}
	(void)all_caught_up(r, &ended);
	return any && !ended;
}

static void ripen(struct scn__run *r, const struct scn__type *type)
{
	int64_t start = world__now(r), until;

	while (!r->failure && !is_watched(r, type) && !external__is_hidden(r) &&
	       is_controller_there(r) && world__now(r) < limit_of(r, start))
		wait_a_moment(r, limit_of(r, start));
	until = ripe_at(r, type);
	while (!r->failure && world__now(r) < until)
		wait_a_moment(r, until);
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

/* --- before a step --- */

static void ripen_none(struct scn__run *r, const struct scn__step *s)
{
	(void)r;
	(void)s;
}

static void ripen_all(struct scn__run *r, const struct scn__step *s)
{
	(void)s;
	ripen(r, NULL);
}

static void ripen_disconnect(struct scn__run *r, const struct scn__step *s)
{
	ripen(r, s->disconnect.type);
}

/* A controller that is held while it has not come to its watch would never get there. */
static void ripen_hold(struct scn__run *r, const struct scn__step *s)
{
	if (s->hold.point == SCN_POINT_REQUEST && is_controller_there(r))
		ripen(r, s->hold.type);
}

static void ripen_send(struct scn__run *r, const struct scn__step *s)
{
	ripen(r, s->send.type);
}

static void lasts(struct scn__run *r, int64_t for_ns)
{
	struct scn__moments *m = r->moments;

	if (for_ns && world__now(r) + for_ns > m->faults_end_ns)
		m->faults_end_ns = world__now(r) + for_ns;
}

static void ripen_fail(struct scn__run *r, const struct scn__step *s)
{
	if (s->fail.how == SCN_FAIL_IN_STREAM)
		ripen(r, s->fail.match.type);
	lasts(r, s->fail.for_ns);
}

static void ripen_reply(struct scn__run *r, const struct scn__step *s)
{
	lasts(r, s->reply.for_ns);
}

static void ripen_bookmark(struct scn__run *r, const struct scn__step *s)
{
	(void)s;
	r->moments->bookmark_ns = world__now(r);
}

/* When something was asked last. */
static int64_t asked_ns(const struct scn__run *r)
{
	int64_t at = 0;

	if (r->requests.list.len)
		at = ((const struct scn__rec *)r->requests.list.items[r->requests.list.len - 1])
			 ->at_ns;
	if (r->writes.list.len) {
		const struct scn__rec *w = r->writes.list.items[r->writes.list.len - 1];

		at = w->at_ns > at ? w->at_ns : at;
	}
	return at;
}

/* Steps that are not to follow each other faster than the program acts. */
static void let_act(struct scn__run *r)
{
	int64_t pace = r->opt->subject ? r->opt->subject->pace_ns : 0, start = world__now(r), quiet;

	while (pace && !r->failure && world__now(r) - start < HOLDS_MS * NS_PER_MS) {
		quiet = asked_ns(r) > start ? asked_ns(r) : start;
		if (world__now(r) >= quiet + pace)
			break;
		wait_a_moment(r, quiet + pace);
	}
}

void external__before(struct scn__run *r, const struct scn__step *s)
{
	static void (*const ripens[])(struct scn__run *, const struct scn__step *) = {
#define X(name, check, run, ripens, ...) [SCN_##name] = ripen_##ripens,
		RUNNER_STEPS(X)
#undef X
	};
	struct scn__moments *m = r->moments;

	let_act(r);
	external__forget(r);
	ripens[s->kind](r, s);
	if (str_eqz(s->label, "fault")) {
		m->has_fault = true;
		m->fault_ns = world__now(r);
		m->fault_request = r->requests.list.len;
	} else if (str_eqz(s->label, "health")) {
		m->has_health = true;
		m->health_ns = world__now(r);
		m->health_request = r->requests.list.len;
	}
}

/* --- expectations --- */

/* What a subject does not print is not checked. */
static bool is_printed(struct scn__run *r, const struct scn__section *s)
{
	const struct scn__informer *def = s->kind == SCN_S_CACHE ? s->objects.informer
					  : s->kind == SCN_S_HANDLERS
					      ? s->handlers.handler->informer
					      : NULL;
	const struct scn__irun *ir = def ? world__informer_of(r, def) : NULL;
	const struct view *v = ir && ir->client ? external__view_of(r, ir).view : NULL;

	return !v || (s->kind == SCN_S_CACHE ? v->has_cache : v->has_told);
}

static bool holds_externally(struct scn__run *r, const struct scn__section *s)
{
	static const unsigned never = 1u << SCN_S_AT | 1u << SCN_S_INDEX | 1u << SCN_S_SYNC |
				      1u << SCN_S_QUEUE | 1u << SCN_S_LOG | 1u << SCN_S_SNAPSHOT;
	const struct scn__external *e = &r->cell->external;

	/* `cache: model` is what is waited for anyhow */
	if (s->kind == SCN_S_CACHE && s->objects.model)
		return false;
	return e->given && (e->sections & 1u << s->kind & ~never) && is_printed(r, s);
}

static void check(struct scn__run *r, const struct scn__step *s)
{
	for (size_t i = 0; i < s->expect.count && !r->failure; i++) {
		if (!holds_externally(r, &s->expect.sections[i]))
			continue;
		if (r->opt->updates)
			expect__section_update(r, &s->expect.sections[i]);
		else
			expect__section_expect(r, &s->expect.sections[i]);
	}
}

/* Without a trace: streams stay where they are. */
static bool would_hold(struct scn__run *r, const struct scn__step *s)
{
	struct scn__verdict v = { .run = r, .quiet = true };
	size_t names = r->name_count;

	for (size_t i = 0; i < s->expect.count && !r->failure; i++)
		if (holds_externally(r, &s->expect.sections[i]))
			expect__section_check(r, &s->expect.sections[i], &v);
	r->name_count = names;
	return !v.missed;
}

/* What holds because the controller has not got to it yet is no answer. */
static bool is_done(struct scn__run *r, int64_t held_ns)
{
	int64_t now = world__now(r), quiet = asked_ns(r);

	quiet = quiet > held_ns ? quiet : held_ns;
	return now - quiet >= QUIET_MS * NS_PER_MS || now - held_ns >= HOLDS_MS * NS_PER_MS;
}

static void check_until(struct scn__run *r, const struct scn__step *s)
{
	bool controller = is_controller_there(r), ended = false;
	int64_t start = world__now(r), held = -1;

	while (!r->failure && !ended) {
		if (!would_hold(r, s))
			held = -1;
		else if (held < 0)
			held = world__now(r);
		if (held >= 0 ? !controller || is_done(r, held)
			      : world__now(r) >= limit_of(r, start))
			break;
		wait_a_moment(r, held >= 0 ? world__now(r) + QUIET_MS * NS_PER_MS
					   : limit_of(r, start));
		(void)all_caught_up(r, &ended);
	}
	if (held >= 0 && world__now(r) - start > r->out->waited_ns)
		r->out->waited_ns = world__now(r) - start;
	check(r, s);
}

void external__say_behind(struct scn__run *r, struct scn__pos pos)
{
	AUTO_STRBUF missing = STRBUF_INIT;
	AUTO_STRBUF stale = STRBUF_INIT;
	AUTO_STRBUF what = STRBUF_INIT;

	for (size_t i = 0; i < r->cell->world.informer_count; i++) {
		struct scn__irun *ir = &r->informers[i];
		const struct map *model;
		struct scn__gap told, cached;
		const struct view *v;

		if (!ir->started || ir->stopped || external__caught_up(r, ir) != SCN_BEHIND)
			continue;
		v = external__view_of(r, ir).view;
		model = external__model(r, ir);
		told = external__compare(model, &v->told, NULL, NULL, NULL);
		cached = external__compare(model, &v->cache, NULL, NULL, NULL);
		(void)external__compare(model, external__said(v, told, cached), &missing, &stale,
					NULL);
		if (external__view_of(r, ir).ended)
			strbuf_addf(&what, "the subject has ended, %s",
				    external__view_of(r, ir).fate);
		else if (!v->has_told && !v->has_cache)
			strbuf_addz(&what, "the subject has said nothing");
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

void external__expect(struct scn__run *r, const struct scn__step *s)
{
	r->step = r->failure ? r->step : s;
	if (!external__is_hidden(r) && !external__wait_caught_up(r, 0) && !r->failure)
		external__say_behind(r, s->pos);
	if (!r->failure)
		check_until(r, s);
}
