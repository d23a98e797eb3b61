/* SPDX-License-Identifier: Apache-2.0 */
/* rest.c - decides when a program is at rest. habits.c groups its requests into lines and measures
 * its pauses. This file finds unfinished work: a closed watch, a failed list, an unfinished
 * response, a due poll. */
#include "runner/external/habits.h"

enum {
	QUIET_MS = 300, /* a program without failures acts within this time */
	/* after a failed request before any retry was observed: client-go 0.8..1.6 s, Java's
	 * operator SDK 2 s; after a conflict, a controller without remaining work sends no retry */
	CONFLICT_RETRY_MS = 3000,
	FIRST_RETRY_MOST_MS = 10000,
	POLLS = 3, /* number of lists without a watch after which an informer counts as polling */
	THAW_MS = 3000, /* on a frozen apiserver a program has acted within this time */
};

static bool is_open(const struct scn__rec *q)
{
	return q && q->status == 200 && !q->ended;
}

static size_t open_of(const struct scn__line *l)
{
	size_t n = 0;

	for (size_t i = 0; i < l->open.len; i++)
		n += is_open(l->open.items[i]);
	return n;
}

/* --- closed watches --- */

/* Whether the program has another open watch. */
static bool has_other_watch(const struct scn__run *r, const struct scn__line *l)
{
	for (const struct scn__line *o = r->moments->habits->lines; o; o = o->next)
		if (o != l && o->from == l->from && open_of(o))
			return true;
	return false;
}

/* Whether the scenario declares that the program closes such watches. */
static bool is_declared(const struct scn__run *r, const struct scn__line *l)
{
	const struct scn__external *e = &r->cell->external;

	for (size_t i = 0; i < e->close_count; i++)
		if (e->closes[i] == l->last->type)
			return true;
	return false;
}

/* Whether its program has closed the watch on purpose: a declared one, one of one object, or one of
 * selected objects that it has not reopened for most of its patience. A program without any other
 * watch is away: a client that died in a running program looks like that. */
static bool is_given_up(struct scn__run *r, const struct scn__line *l)
{
	if (!l->left || l->watch != l->left)
		return false;
	if (is_declared(r, l) || strstr(l->fields.ptr, "metadata.name"))
		return true;
	return (l->labels.len || l->fields.len) && has_other_watch(r, l) &&
	       world__now(r) - l->left->ended_ns >= external__patience(r) / 4 * 3;
}

/* Whether another replica has the watch open, for example the new leader. */
static bool is_taken_over(const struct scn__run *r, const struct scn__line *l)
{
	for (const struct scn__line *o = r->moments->habits->lines; o; o = o->next)
		if (o->from != l->from && o->from && external__is_running(r, o->from) &&
		    open_of(o) && str_eq(o->place, l->place) && str_eq(o->labels, l->labels) &&
		    str_eq(o->fields, l->fields))
			return true;
	return false;
}

/* Whether the line's list, or its first watch, has failed and was not repeated. */
static bool has_failed(const struct scn__run *r, const struct scn__line *l)
{
	return external__is_collection(l) && external__is_of_now(r, l->last) &&
	       external__failed_ns(l->last) >= 0;
}

static bool is_away(struct scn__run *r, const struct scn__line *l)
{
	size_t usual = l->usual ? l->usual : 1;

	if (!l->from || !external__is_running(r, l->from) || is_taken_over(r, l))
		return false;
	if (!l->had_watch)
		return has_failed(r, l);
	return open_of(l) < usual && !is_given_up(r, l) && !external__is_in_vain(r, l);
}

/* The first line without its watch. */
static const struct scn__line *away(struct scn__run *r)
{
	for (const struct scn__line *l = r->moments->habits->lines; l; l = l->next)
		if (is_away(r, l))
			return l;
	return NULL;
}

/* --- programs --- */

/* Whether the program has opened a watch of that type, or polls lists of it. */
static bool has_begun(const struct scn__line *l, const struct scn__type *type)
{
	if (l->last->type != type || l->verb != SCN_V_WATCH)
		return false;
	return l->had_watch || (!l->watch && l->lists >= POLLS);
}

/* A program that has not begun: a controller without a request since its start, an informer without
 * a watch of its type. NULL: none. */
static const struct scn__irun *silent(const struct scn__run *r)
{
	for (size_t i = 0; i < r->cell->world.informer_count; i++) {
		const struct scn__irun *ir = &r->informers[i];
		const struct scn__line *l = r->moments->habits->lines;
		bool contract = ir->def->handler_count > 0;

		if (!ir->started || ir->stopped || ir->joined)
			continue;
		while (l && (l->from != ir->def || l->last->at_ns < ir->started_ns ||
			     (contract && !has_begun(l, ir->def->type))))
			l = l->next;
		if (!l)
			return ir;
	}
	return NULL;
}

bool external__has_requested(struct scn__run *r)
{
	external__habits_look(r);
	for (size_t i = 0; i < r->cell->world.informer_count; i++) {
		const struct scn__irun *ir = &r->informers[i];
		const struct scn__line *l = r->moments->habits->lines;

		if (!ir->started || ir->stopped || ir->joined)
			continue;
		while (l && (l->from != ir->def || l->last->at_ns < ir->started_ns))
			l = l->next;
		if (!l)
			return false;
	}
	return true;
}

/* Whether the server has not noticed yet that a program has ended. */
static bool lingers(const struct scn__run *r)
{
	for (const struct scn__line *l = r->moments->habits->lines; l; l = l->next)
		if (l->from && !external__is_running(r, l->from) && open_of(l))
			return true;
	return false;
}

/* Streams of a container have no end. */
static bool is_stream(const struct scn__rec *q)
{
	static const char *const parts[] = { "log", "exec", "attach", "portforward", "proxy" };

	for (size_t i = 0; i < ARRAY_LEN(parts); i++)
		if (str_eqz(q->subresource, parts[i]))
			return true;
	return !q->type && strstr(q->name.ptr, "/pods/");
}

/* A request with an incomplete response; NULL: none. */
static const struct scn__rec *unanswered(struct scn__run *r)
{
	const struct scn__list *pending = &r->moments->habits->pending;

	for (size_t i = 0; i < pending->len; i++) {
		const struct scn__rec *q = pending->items[i];

		if (external__is_of_now(r, q) && !is_stream(q) && !external__is_young_poll(r, q))
			return q;
	}
	return NULL;
}

/* Whether the program may still give up a write without a response. One that is older it does not
 * give up. */
static bool may_give_up(struct scn__run *r, int64_t older_ns)
{
	const struct scn__list *pending = &r->moments->habits->pending;

	for (size_t i = 0; i < pending->len; i++) {
		const struct scn__rec *q = pending->items[i];

		if (world__is_write(q) && external__is_of_now(r, q) &&
		    world__now(r) - q->at_ns < older_ns)
			return true;
	}
	return false;
}

bool external__waits_for_response(struct scn__run *r)
{
	int64_t older_ns = 0;

	external__habits_look(r);
	for (size_t i = 0; i < r->held.len; i++) {
		const struct scn__hold *h = &((const struct scn__held *)r->held.items[i])->hold;
		int64_t ns = h->point != SCN_POINT_REPLY ? 0
			     : h->rest_after_ns		 ? h->rest_after_ns
							 : external__patience(r);

		older_ns = ns > older_ns ? ns : older_ns;
	}
	return older_ns && may_give_up(r, older_ns);
}

bool external__is_back(struct scn__run *r)
{
	external__habits_look(r);
	return !away(r) && !silent(r) && !lingers(r) && !unanswered(r) && !external__unpolled(r) &&
	       !fakeapi__core_watches_ending(r->core) && !fakeapi__core_watches_behind(r->core);
}

bool external__waits_for_thaw(struct scn__run *r)
{
	bool behind = false;

	for (size_t i = 0; i < r->cell->world.informer_count; i++) {
		const struct scn__irun *ir = &r->informers[i];

		behind |= ir->started && !ir->stopped && !ir->def->handler_count &&
			  fakeapi__core_is_behind(r->core, ir->backend);
	}
	if (!behind)
		return false;
	external__habits_look(r);
	return !silent(r) && world__now(r) >= r->moments->acted_ns + THAW_MS * NS_PER_MS +
						  external__starved_since(r, r->moments->acted_ns);
}

/* --- waits --- */

/* The quiet time that its habits require, at most its patience. */
static int64_t quiet_ns(const struct scn__run *r, int64_t gap_ns, int64_t least_ms)
{
	int64_t ns = 2 * gap_ns, patience = external__patience(r);
	int64_t least_ns = r->cell->external.quiet_ns;

	if (least_ns < least_ms * NS_PER_MS)
		least_ns = least_ms * NS_PER_MS;
	if (ns < least_ns)
		ns = least_ns;
	return ns < patience ? ns : patience;
}

/* The time after a failure within which a request may be repeated: as long as any earlier retry,
 * and as the server has requested. */
static int64_t retry_ns(const struct scn__run *r, const struct scn__rec *failed)
{
	int64_t patience = external__patience(r), ns, first_ms = patience / 4 / NS_PER_MS;
	int64_t after = failed->retry_after_ns ? failed->retry_after_ns + NS_PER_S : 0;

	if (failed->status == 409 || first_ms < CONFLICT_RETRY_MS)
		first_ms = CONFLICT_RETRY_MS;
	if (first_ms > FIRST_RETRY_MOST_MS)
		first_ms = FIRST_RETRY_MOST_MS;
	ns = quiet_ns(r, r->moments->habits->most_ns, first_ms);
	after = after < patience ? after : patience;
	return ns > after ? ns : after;
}

/* The time until which failed requests may be repeated or a poll may follow; 0: none. */
static int64_t repeats_ns(const struct scn__run *r)
{
	const struct scn__habits *h = r->moments->habits;
	int64_t until = 0, acted = r->moments->acted_ns;

	for (const struct scn__line *l = h->lines; l; l = l->next) {
		int64_t failed = l->last ? external__failed_ns(l->last) : -1, end;

		if (!l->last || !external__is_of_now(r, l->last) ||
		    (l->watch && l->last == l->watch))
			continue;
		if (failed >= 0)
			end = failed + retry_ns(r, l->last) + external__starved_since(r, failed);
		else if (l->period_ns && l->last->at_ns < acted)
			end = acted + quiet_ns(r, l->period_ns, 0) +
			      external__starved_since(r, acted);
		else
			continue;
		until = end > until ? end : until;
	}
	return until;
}

int64_t external__rest_ns(struct scn__run *r, int64_t since_ns)
{
	const struct scn__habits *h = r->moments->habits;
	int64_t gap_ns = h->gap_ns > h->slow_ns ? h->gap_ns : h->slow_ns;
	int64_t until =
	    since_ns + quiet_ns(r, gap_ns, QUIET_MS) + external__starved_since(r, since_ns);
	int64_t repeats = repeats_ns(r);

	return repeats > until ? repeats : until;
}

void external__rested(struct scn__run *r)
{
	struct scn__habits *h = r->moments->habits;
	int64_t acted = r->moments->acted_ns;

	h->gap_ns = 0;
	h->rested_ns = world__now(r);
	for (struct scn__line *l = h->lines; l; l = l->next) /* it does not poll any more */
		if (l->last->at_ns < acted && h->rested_ns >= acted + quiet_ns(r, l->period_ns, 0))
			l->period_ns = 0;
}

bool external__has_rested(const struct scn__run *r)
{
	return r->moments->acted_ns <= r->moments->habits->rested_ns;
}

/* --- texts --- */

static void add_place(struct scn__run *r, const struct scn__line *l, struct strbuf *out)
{
	if (l->last->type)
		strbuf_adds(out, l->last->type->name);
	else
		strbuf_adds(out, l->place);
	if (l->labels.len)
		strbuf_addf(out, " (" STR_FMT ")", STR_ARG(l->labels));
	if (r->cell->world.informer_count > 1)
		strbuf_addf(out, " of " STR_FMT, STR_ARG(l->from->name));
}

static void describe_line(struct scn__run *r, const struct scn__line *l, struct strbuf *out)
{
	const struct scn__rec *q = l->had_watch ? l->watch : l->last;
	char at[32];

	runner__time_text(q->ended ? q->ended_ns : q->at_ns, at, sizeof(at));
	strbuf_addf(out, "the subject is away: its %s of ",
		    q->verb == SCN_V_LIST ? "list" : "watch");
	add_place(r, l, out);
	if (!l->had_watch)
		strbuf_addf(out, " failed at %s and has not succeeded in ", at);
	else if (open_of(l))
		strbuf_addf(out, " was open %zu times and is open %zu time%s after ", l->usual,
			    open_of(l), open_of(l) == 1 ? "" : "s");
	else if (q->status == 200)
		strbuf_addf(out, " ended at %s and was not opened again in ", at);
	else
		strbuf_addf(out, " was tried again at %s and is not open after ", at);
}

void external__say_away(struct scn__run *r, struct strbuf *out)
{
	const struct scn__line *l = away(r), *poll = external__unpolled(r);
	const struct scn__rec *q = unanswered(r);

	if (l) {
		describe_line(r, l, out);
	} else if (silent(r)) {
		strbuf_addf(out, "the subject of " STR_FMT " has %s in ",
			    STR_ARG(silent(r)->def->name),
			    silent(r)->def->handler_count ? "opened no watch" : "sent no request");
	} else if (q) {
		strbuf_addz(out, "a response has not ended: ");
		if (q->type)
			world__request_words(r, q, out);
		else
			strbuf_adds(out, q->name);
		strbuf_addz(out, ", after ");
	} else if (poll) {
		strbuf_addz(out, "the subject has no watch, and has not listed ");
		add_place(r, poll, out);
		strbuf_addz(out, " twice since the last step or write in ");
	} else if (lingers(r)) {
		strbuf_addz(out, "connections of a program that has ended are open after ");
	} else {
		strbuf_addz(out, "an open watch has not been sent everything in ");
	}
	strbuf_addf(out, "%.3g s (--patience)", (double)external__patience(r) / 1e9);
}
