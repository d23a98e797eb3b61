/* SPDX-License-Identifier: Apache-2.0 */
/* ripen.c - the waits before a step if time is real. */
#include "runner/external/external.h"
#include "runner/tbl/steps.h"

enum {
	RIPE_MS = 1100, /* some clients treat younger watches as broken */
};

/* If an open watch of that type is too young to be cut: the time when it is old enough. Likewise
 * after a bookmark, which the client must have processed. */
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

/* Waits until a watch is open and old enough. `cut`: the step ends watches, so one that an earlier
 * step is ending does not count. A hold must not wait for that: the client would connect again. */
static void ripen(struct scn__run *r, const struct scn__type *type, bool cut)
{
	int64_t start = world__now(r), until;

	while (!r->failure &&
	       ((!is_watched(r, type) && !external__is_polling(r, type)) ||
		(cut && fakeapi__core_watches_ending(r->core))) &&
	       !external__is_hidden(r) && external__has_program(r) &&
	       world__now(r) < external__limit(r, start))
		external__wait_a_moment(r, external__limit(r, start));
	until = ripe_at(r, type);
	while (!r->failure && world__now(r) < until)
		external__wait_a_moment(r, until);
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
	ripen(r, NULL, true);
}

static void ripen_disconnect(struct scn__run *r, const struct scn__step *s)
{
	ripen(r, s->disconnect.type, true);
}

/* A controller that is held before it opens its watch would never open it: wait for that. */
static void ripen_hold(struct scn__run *r, const struct scn__step *s)
{
	if (s->hold.point == SCN_POINT_REQUEST && external__has_controller(r))
		ripen(r, s->hold.match.given ? s->hold.match.type : s->hold.type, false);
}

static void ripen_send(struct scn__run *r, const struct scn__step *s)
{
	ripen(r, s->send.type, false);
	r->moments->bookmark_ns = world__now(r); /* the client must process it, too */
}

/* While events, requests or responses are held, the only criterion is that the program does nothing
 * else. */
static bool is_still(struct scn__run *r, bool hidden)
{
	if (!hidden && !external__is_hidden(r))
		return external__is_back(r) &&
		       (is_watched(r, NULL) || external__is_polling(r, NULL));
	return !external__waits_for_response(r);
}

static void wait_still(struct scn__run *r, bool hidden)
{
	int64_t start = world__now(r), quiet = -1;

	while (!r->failure && external__has_controller(r) &&
	       world__now(r) < external__limit(r, start)) {
		if (!is_still(r, hidden))
			quiet = -1;
		else if (quiet < external__active_ns(r))
			quiet = external__active_ns(r) > start ? external__active_ns(r) : start;
		if (quiet >= 0 && world__now(r) >= external__rest_ns(r, quiet))
			return;
		external__wait_a_moment(r, world__now(r) + EXTERNAL_LOOK_MS * NS_PER_MS);
	}
}

/* A program is ended when it is at rest, unless that takes longer than its patience. */
static void ripen_rest(struct scn__run *r, const struct scn__step *s)
{
	(void)s;
	if (!external__is_hidden(r))
		wait_still(r, false);
}

/* Does not fail: the expectation reports missing objects. */
static void ripen_settle(struct scn__run *r, const struct scn__step *s)
{
	int64_t start = world__now(r);

	(void)s;
	if (external__is_hidden(r)) {
		if (!r->refused.len)
			wait_still(r, true);
		return;
	}
	(void)external__wait_caught_up(r, 0);
	while (!r->failure && !external__is_hidden(r) && external__has_program(r) &&
	       !external__is_back(r) && world__now(r) < external__limit(r, start))
		external__wait_a_moment(r, external__limit(r, start));
	ripen_rest(r, s);
}

/* The program may still make an object without which the step would be skipped. */
static void ripen_object(struct scn__run *r, const struct scn__step *s)
{
	bool lacks = false;

	for (size_t i = 0; s->kind == SCN_UPDATE && i < s->write.count; i++)
		lacks |= world__made_lacks(r, s, &s->write.objects[i].key);
	for (size_t i = 0; s->kind == SCN_DELETE && i < s->delete_.count; i++)
		lacks |= world__made_lacks(r, s, &s->delete_.keys[i]);
	if (lacks)
		ripen_settle(r, s);
}

static void ripen_killed(struct scn__run *r, const struct scn__step *s)
{
	int64_t start = world__now(r);

	(void)s;
	while (!r->failure && world__kill_waits(r) && world__now(r) < external__limit(r, start))
		external__wait_a_moment(r, external__limit(r, start));
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
		ripen(r, s->fail.match.type, true);
	lasts(r, s->fail.for_ns);
}

static void ripen_http2(struct scn__run *r, const struct scn__step *s)
{
	if (!s->http2.match.given)
		ripen(r, s->http2.type, true);
	lasts(r, s->http2.for_ns);
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

/* Waits after steps that must not follow each other faster than the program acts. */
static void wait_for_pace(struct scn__run *r)
{
	int64_t pace = r->opt->subject ? r->opt->subject->pace_ns : 0, start = world__now(r), quiet;

	while (pace && !r->failure && world__now(r) - start < EXTERNAL_HOLDS_MS * NS_PER_MS) {
		quiet = external__last_request_ns(r) > start ? external__last_request_ns(r) : start;
		if (world__now(r) >= quiet + pace)
			break;
		external__wait_a_moment(r, quiet + pace);
	}
}

/* If a client closes a watch after such a step, the step was not the reason. */
static bool keeps_watches(enum scn__step_kind kind)
{
	static const unsigned long long quiet =
	    1ull << SCN_CREATE | 1ull << SCN_UPDATE | 1ull << SCN_DELETE | 1ull << SCN_GC |
	    1ull << SCN_ADVANCE | 1ull << SCN_SETTLE | 1ull << SCN_EXPECT | 1ull << SCN_NEVER |
	    1ull << SCN_SNAPSHOT | 1ull << SCN_START;

	return quiet >> kind & 1;
}

static bool only_waits(enum scn__step_kind kind)
{
	return kind == SCN_ADVANCE || kind == SCN_SETTLE || kind == SCN_EXPECT ||
	       kind == SCN_NEVER || kind == SCN_SNAPSHOT || kind == SCN_LOOK;
}

void external__before(struct scn__run *r, const struct scn__step *s)
{
	static void (*const ripens[])(struct scn__run *, const struct scn__step *) = {
#define X(name, check, run, ripens, ...) [SCN_##name] = ripen_##ripens,
		RUNNER_STEPS(X)
#undef X
	};
	struct scn__moments *m = r->moments;

	wait_for_pace(r);
	external__forget(r);
	ripens[s->kind](r, s);
	if (!only_waits(s->kind)) {
		(void)external__is_back(r); /* processes its requests up to now */
		m->acted_ns = world__now(r);
		m->expected_rv = 0;
	}
	if (!keeps_watches(s->kind))
		m->disturbed_ns = world__now(r);
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
