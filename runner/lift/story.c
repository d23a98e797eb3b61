/* SPDX-License-Identifier: Apache-2.0 */
/* story.c - converts the recorded events to steps: a list of acts in order (writes, starts, ends of
 * watches, failures; deeds.c), with expectations between them (expect.c).
 *
 * The step for a failure has to precede the cause of the client's request, so it is moved before
 * that. Writes that were first observed when a client listed again happened while it was
 * disconnected: they follow the cut. */
#include "base/alloc.h"
#include "runner/language/scenario.h"
#include "runner/lift/arms.h"
#include "runner/lift/story.h"
#include "runner/lift/texts.h"

/* Maximum number of lines in an expectation, so that it stays near its subject. */
enum { EXPECT_LINES = 40 };

static bool selects(const struct lift__reader *r, const struct lift__state *w)
{
	json_t labels = json_path(w->json, "metadata", "labels", NULL);

	return r->type == w->object->type && (!r->ns.len || str_eq(r->ns, w->object->ns)) &&
	       (!r->selector || selector_matches_labels(r->selector, labels));
}

static void mark_due_readers(struct story *s, const struct lift__state *w)
{
	const struct map_entry *e;

	for (size_t i = 0; (e = map_next(&s->l->readers, &i));) {
		struct lift__reader *r = e->value;

		if (r->chosen && (selects(r, w) || (w->before && selects(r, w->before))))
			r->due_rv = w->rv;
	}
}

/* Hides the next write from all watches. */
static void drop(struct story *s, const struct lift__state *w, int64_t at_ns)
{
	const struct lift__object *o = w->object;
	AUTO_STRBUF key = STRBUF_INIT, text = STRBUF_INIT;

	strbuf_addf(&key, "%s " STR_FMT "/" STR_FMT,
		    w->deleted	? "delete"
		    : w->before ? "update"
				: "add",
		    STR_ARG(o->type->name), STR_ARG(o->key));
	strbuf_addz(&text, "  - drop: {event: ");
	lift__add_scalar(&text, strbuf_str(&key));
	strbuf_addz(&text, "}\n");
	s->l->failed |= key.failed;
	lift__add_step(s, DEED_STEP, NULL, at_ns, &text, false);
}

/* Not later than `latest_ns`: the exact time is unknown. */
static void write_until(struct story *s, uint64_t seq, int64_t latest_ns)
{
	while (s->next_write < s->l->writes.len) {
		struct lift__state *w = s->l->writes.items[s->next_write];
		int64_t at_ns = w->at_ns < latest_ns ? w->at_ns : latest_ns;
		struct deed *d;

		if (w->seq > seq)
			return;
		if (w->done)
			lift__release(s, w->seq - 1, at_ns);
		s->next_write++;
		if (w->garbage)
			lift__collect(s, w, at_ns);
		if (w->done || w->garbage || w->base || !w->new_rv)
			w->object->now = w->deleted ? NULL : w;
		if (w->done)
			lift__did(s, w);
		if (w->base || !w->new_rv)
			continue;
		s->idle = lift__was_idle(s, w);
		if (s->idle || (s->notified_lines >= EXPECT_LINES && lift__is_quiet(s)))
			lift__expect(s);
		s->idle = false;
		lift__rest(s, w, at_ns);
		lift__await_start(s, w->seq, at_ns);
		lift__expect_before(s, w);
		lift__bind_texts(s, w);
		w->object->now = w->deleted ? NULL : w; /* not before its expectations */
		w->object->there = !w->deleted;
		lift__add_arms(s, &w->arms, at_ns);
		if (w->dropped)
			drop(s, w, at_ns);
		else
			mark_due_readers(s, w);
		d = lift__add_deed(s, DEED_WRITE, NULL, at_ns);
		if (d)
			d->state = w;
	}
}

/* --- the readers --- */

const struct lift__received *lift__next_of(const struct story *s, size_t i,
					   const struct lift__request *q)
{
	for (; i < s->l->received.len; i++) {
		const struct lift__received *t = s->l->received.items[i];

		if (t->request == q)
			return t;
	}
	return NULL;
}

/* The next event of its request. */
static const struct lift__received *next_after(const struct story *s, size_t i,
					       const struct lift__received *t)
{
	while (i < s->l->received.len && s->l->received.items[i] != t)
		i++;
	return lift__next_of(s, i + 1, t->request);
}

/* The reader's next request after the i-th event; NULL: none. */
const struct lift__received *lift__next_request(const struct story *s, size_t i,
						const struct lift__reader *r)
{
	for (; i < s->l->received.len; i++) {
		const struct lift__received *t = s->l->received.items[i];

		if (t->what == LIFT_ASKED && t->request->reader == r)
			return t->seq < s->end_seq ? t : NULL;
	}
	return NULL;
}

/* If requests are expected, those of an assumed informer are as well. */
static void start(struct story *s, struct lift__reader *r, int64_t at_ns)
{
	/* in a run, a client that has listed watches before anything else happens */
	if (lift__is_quiet(s))
		lift__expect(s);
	r->started = true;
	/* a program is started once, whatever it watches */
	if (s->l->opt.controllers.len && s->l->main)
		return;
	s->l->main = r;
	s->starts = s->l->opt.controllers.len > 0;
	lift__add_arms(s, &s->l->start_arms, at_ns);
	(void)lift__add_deed(s, DEED_START, r, at_ns);
	if (!r->assumed || !s->l->reads_recorded || s->l->opt.controllers.len)
		return;
	lift__note_requester(s, r);
	if (!r->watch_list)
		strbuf_addf(&s->requests, "LIST " STR_FMT "\n", STR_ARG(r->type->name));
	strbuf_addf(&s->requests, "WATCH " STR_FMT "\n", STR_ARG(r->type->name));
}

static const char *verb_word(const struct lift__request *q)
{
	return q->verb == LIFT_LIST ? "LIST" : "WATCH";
}

/* client-go waits 0.8 s after the first failure, twice as long after each further one, up to 30 s,
 * plus up to the same again as jitter; after two minutes without a failure it starts over. */
static void count_failure(struct lift__reader *r, int64_t at_ns)
{
	int64_t wait = 1600 * NS_PER_MS;

	if (at_ns - r->failed_ns > 120 * NS_PER_S)
		r->level = 0;
	r->failed_ns = at_ns;
	for (unsigned i = 0; i < r->level && wait < 60 * NS_PER_S; i++)
		wait *= 2;
	r->level++;
	r->failures++;
	r->patience_ns += wait < 60 * NS_PER_S ? wait : 60 * NS_PER_S;
}

static void pause_for(struct story *s, struct lift__reader *r)
{
	if (!r->failures)
		return;
	(void)lift__add_deed(s, DEED_PAUSE, r, r->patience_ns);
	r->failures = 0;
	r->patience_ns = 0;
}

/* Merges repetitions of the same failure into one step. */
static void merge_failures(struct story *s)
{
	struct lift__list *all = &s->deeds;

	for (size_t i = all->len; i-- > 1;) {
		struct deed *d = all->items[i], *before = all->items[i - 1];

		if (d->kind != DEED_FAIL)
			continue;
		if (before->kind == DEED_FAIL && before->reader == d->reader &&
		    str_eq(before->text, d->text)) {
			before->times++;
			memmove(all->items + i, all->items + i + 1,
				(all->len - i - 1) * sizeof(*all->items));
			all->len--;
		}
		return;
	}
}

static void fail_step(struct story *s, const struct lift__received *t, bool in_stream)
{
	const struct lift__request *q = t->request;
	AUTO_STRBUF text = STRBUF_INIT;
	int status = t->status ? t->status : 500;

	strbuf_addf(&text, "  - fail: {match: %s " STR_FMT "%s, status: %d", verb_word(q),
		    STR_ARG(q->type->name), q->continue_.len ? " continued" : "", status);
	if (t->reason.len) {
		strbuf_addz(&text, ", reason: ");
		lift__add_scalar(&text, t->reason);
	}
	if (t->text.len && t->text.len < 60) {
		strbuf_addz(&text, ", message: ");
		lift__add_scalar(&text, t->text);
	}
	if (rec__number(t->retry_after))
		strbuf_addf(&text, ", retry-after: %llus",
			    (unsigned long long)rec__number(t->retry_after));
	strbuf_addz(&text, in_stream ? ", how: in-stream}\n" : "}\n");
	count_failure(q->reader, t->at_ns);
	lift__add_step(s, in_stream ? DEED_STEP : DEED_FAIL, q->reader, t->at_ns, &text,
		       !in_stream);
	if (!in_stream)
		merge_failures(s);
}

/* Whether a program's watch received only an error: the missed writes then precede it. An informer
 * of relist gets the error as a step and misses them after it. */
static bool is_refused_in_stream(const struct story *s, size_t i)
{
	const struct lift__received *t = s->l->received.items[i];
	const struct lift__received *first = lift__next_of(s, i + 1, t->request);

	return s->l->opt.controllers.len && t->request->verb == LIFT_WATCH && first &&
	       first->what == LIFT_ERROR;
}

/* Adds the writes that only its next list showed. */
static void write_missed(struct story *s, size_t i, const struct lift__reader *r)
{
	for (; i < s->l->received.len; i++) {
		const struct lift__received *t = s->l->received.items[i];

		if (t->request->reader != r || t->what != LIFT_ANSWERED || t->status >= 400 ||
		    t->seq >= s->end_seq || is_refused_in_stream(s, i))
			continue;
		if (t->request->verb == LIFT_LIST || t->request->initial_events ||
		    (s->l->opt.controllers.len && lift__begins_with_all(t->request)))
			write_until(s, t->request->seq, s->at_ns);
		return;
	}
}

/* Whether the watch begins although the reader's earlier watch was never closed: the audit log of
 * an apiserver that was killed has no ends of watches. */
static bool resumes(const struct lift__request *q)
{
	return q->verb == LIFT_WATCH && q->reader->watching && rec__number(q->rv) > 0 &&
	       !q->initial_events;
}

static void cut_off(struct story *s, const struct lift__received *t)
{
	struct deed *d;

	lift__expect(s);
	d = lift__add_deed(s, DEED_DISCONNECT, t->request->reader, t->at_ns);
	if (d)
		d->how = "rst";
	s->cut = d;
}

/* Whether the program starts without state. */
static bool starts_without_state(const struct lift__reader *r, const struct lift__request *q)
{
	return q->verb == LIFT_LIST && str_eqz(q->rv, "0") && !q->continue_.len && r->synced &&
	       !r->failures && !r->broken && !r->polls;
}

static void crash(struct story *s, struct lift__reader *r, int64_t at_ns)
{
	lift__expect(s);
	if (!s->l->opt.controllers.len || s->l->main == r)
		(void)lift__add_deed(s, DEED_CRASH, r, at_ns);
	r->crashed = true;
}

/* Adds the writes that happened while the program's watches were cut. */
static void write_away(struct story *s, size_t i)
{
	const struct map_entry *e;

	for (size_t k = 0; (e = map_next(&s->l->readers, &k));) {
		const struct lift__reader *r = e->value;

		if (r->chosen && r->started && !r->watching)
			write_missed(s, i, r);
	}
}

static void on_request(struct story *s, size_t i, const struct lift__received *t)
{
	struct lift__reader *r = t->request->reader;
	const struct lift__received *answer = lift__next_of(s, i + 1, t->request);
	bool no_state = starts_without_state(r, t->request);

	if (!r->started) {
		write_until(s, t->seq, t->at_ns);
		start(s, r, t->at_ns);
	} else if (no_state) {
		if (!r->crashed)
			crash(s, r, t->at_ns);
		if (!s->l->opt.controllers.len || s->l->main == r)
			(void)lift__add_deed(s, DEED_RESTART, r, t->at_ns);
		r->crashed = false;
		map_clear(&r->cache);
		r->synced = false;
	} else {
		if (resumes(t->request))
			cut_off(s, t);
		pause_for(s, r);
	}
	r->watching = false;
	if (s->l->opt.controllers.len) {
		if (s->last_cut)
			write_away(s, i);
		t->request->expired =
		    lift__comes_back(s, t->request, answer,
				     answer ? next_after(s, i + 1, answer) : NULL);
		if (answer && answer->what == LIFT_ANSWERED)
			lift__came_through(s, t->at_ns);
		if (answer && answer->what == LIFT_ANSWERED && answer->status < 400 &&
		    !t->request->expired)
			s->released = NULL;
	}
	if ((t->request->verb == LIFT_LIST && !t->request->continue_.len) ||
	    t->request->initial_events)
		r->listing.len = 0;
	if (answer && answer->what == LIFT_ANSWERED && answer->status < 400)
		r->broken = false;
	lift__add_request(s, t, answer && answer->what == LIFT_ANSWERED ? answer : NULL);
}

static void answered(struct story *s, const struct lift__received *t)
{
	t->request->reader->watching = t->request->verb == LIFT_WATCH && t->status < 400;
	if (t->request->reader->watching)
		t->request->reader->watched = t->request;
	if (t->status >= 400) {
		if (!t->request->expired)
			fail_step(s, t, false);
		t->request->reader->broken = true;
	}
}

/* Whether the reader would receive a later write, or another reader of its type sends a request. */
static bool misses_more(const struct story *s, size_t i, const struct lift__reader *r)
{
	for (; i < s->l->received.len; i++) {
		const struct lift__received *t = s->l->received.items[i];
		const struct lift__reader *o = t->request->reader;

		if (o != r && o->chosen && o->type == r->type && t->what == LIFT_ASKED &&
		    t->seq < s->end_seq)
			return true;
	}
	for (i = s->next_write; i < s->l->writes.len; i++) {
		const struct lift__state *w = s->l->writes.items[i];

		if (w->new_rv && !w->base && selects(r, w))
			return true;
	}
	return false;
}

/* The reader does not return; the story continues without it. */
static void end_reader(struct story *s, struct lift__reader *r, int64_t at_ns)
{
	if (s->l->opt.controllers.len || r->failures || r->broken)
		return;
	crash(s, r, at_ns);
	r->gone = true;
}

/* Whether the next watch begins at a newer version without an event: audit logs have no bookmarks.
 */
static bool has_newer_version(const struct story *s, const struct lift__request *q,
			      const struct lift__request *next)
{
	uint64_t rv = rec__number(next->rv);

	return (s->l->lacks & (1u << REC_LACK_EVENTS)) && q->bookmarks &&
	       next->verb == LIFT_WATCH && rv > q->reader->received_rv && rv > rec__number(q->rv);
}

/* Handles the end of a response; its meaning depends on whether the reader returns. */
static void closed(struct story *s, size_t i, const struct lift__received *t)
{
	const struct lift__request *q = t->request;
	struct lift__reader *r = q->reader;
	const struct lift__received *next = lift__next_request(s, i, r);
	AUTO_STRBUF text = STRBUF_INIT;
	struct deed *d;

	if (!next && q->verb == LIFT_WATCH && r->watched == q && misses_more(s, i, r))
		end_reader(s, r, t->at_ns);
	if (!next || q->status >= 400)
		return;
	if (!q->status && s->l->opt.controllers.len && s->last_cut) {
		lift__refused(s, t->at_ns);
		return;
	}
	if (!q->status) {
		strbuf_addf(&text, "  - reply: {match: %s " STR_FMT ", body: [{close: rst}]}\n",
			    verb_word(q), STR_ARG(q->type->name));
		count_failure(r, t->at_ns);
		lift__add_step(s, DEED_FAIL, r, t->at_ns, &text, true);
		return;
	}
	if (q->verb != LIFT_WATCH || r->broken)
		return;
	/* the program ended, not the connection */
	if (starts_without_state(r, next->request) && !s->l->opt.controllers.len) {
		crash(s, r, t->at_ns);
		write_missed(s, i, r);
		return;
	}
	if (has_newer_version(s, q, next->request)) {
		strbuf_addf(&text, "  - bookmark: " STR_FMT "\n", STR_ARG(q->type->name));
		lift__add_step(s, DEED_STEP, NULL, t->at_ns, &text, false);
	}
	lift__expect(s);
	d = lift__add_deed(s, DEED_DISCONNECT, r, t->at_ns);
	if (d)
		d->how =
		    t->what == LIFT_CLOSED && (t->how == REC_HOW_EOF || t->how == REC_HOW_TIMEOUT)
			? "fin"
			: "rst";
	s->cut = s->last_cut = d;
	if (!s->l->opt.controllers.len)
		write_missed(s, i, r);
}

static void raw(struct story *s, const struct lift__received *t)
{
	AUTO_STRBUF text = STRBUF_INIT;

	strbuf_addf(&text, "  - send: {to: " STR_FMT ", body: [", STR_ARG(t->request->type->name));
	if (utf8_is_text(t->text)) {
		lift__add_scalar(&text, t->text);
	} else {
		strbuf_addz(&text, "{hex: \"");
		for (size_t i = 0; i < t->text.len; i++)
			strbuf_addf(&text, "%02x", (unsigned)(unsigned char)t->text.ptr[i]);
		strbuf_addz(&text, "\"}");
	}
	strbuf_addz(&text, "]}\n");
	t->request->reader->broken = true;
	count_failure(t->request->reader, t->at_ns);
	lift__add_step(s, DEED_STEP, t->request->reader, t->at_ns, &text, false);
}

static void play(struct story *s, size_t i)
{
	struct lift__received *t = s->l->received.items[i];
	struct lift__reader *r = t->request->reader;

	s->at_ns = t->at_ns;
	switch (t->what) {
	case LIFT_ASKED:
		on_request(s, i, t);
		break;
	case LIFT_ANSWERED:
		answered(s, t);
		break;
	case LIFT_LISTED:
		if (t->state->object->wanted && !(t->assumed && t->state->replaced))
			lift__push(s->l, &r->listing, t->state);
		break;
	case LIFT_LIST_END:
	case LIFT_INITIAL_END:
		t->request->listed = true;
		lift__listed(s, r);
		r->received_rv = t->rv > r->received_rv ? t->rv : r->received_rv;
		break;
	case LIFT_ADDED:
	case LIFT_MODIFIED:
	case LIFT_DELETED:
		if (!t->state->object->wanted || (t->assumed && t->state->replaced))
			break;
		if (t->request->initial_events && !t->request->listed && t->what != LIFT_DELETED)
			lift__push(s->l, &r->listing, t->state);
		else
			lift__change(s, r, t->state, t->what == LIFT_DELETED);
		r->received_rv = t->state->rv > r->received_rv ? t->state->rv : r->received_rv;
		break;
	case LIFT_BOOKMARK:
		lift__bookmark(s, i, t);
		break;
	case LIFT_ERROR:
		r->watching = false;
		lift__expect(s);
		if (!t->request->expired)
			fail_step(s, t, true);
		r->broken = true;
		if (!s->l->opt.controllers.len)
			write_missed(s, i, r);
		break;
	case LIFT_RAW:
		raw(s, t);
		break;
	case LIFT_CLOSED:
	case LIFT_HANGUP:
		if (t->request->verb == LIFT_WATCH)
			r->watching = false;
		closed(s, i, t);
		break;
	}
}

/* --- the whole story --- */

static void count_writes(struct lift *l)
{
	for (size_t i = 0; i < l->writes.len; i++)
		((struct lift__state *)l->writes.items[i])->object->type->writes++;
	/* refused writes may have expectations */
	for (size_t i = 0; i < l->own_writes.len; i++) {
		const struct lift__own_write *w = l->own_writes.items[i];

		w->type->writes += w->type->builtin || w->type->kind.len;
	}
}

static int start_assumed(struct story *s)
{
	const struct map_entry *e;

	for (size_t i = 0; (e = map_next(&s->l->readers, &i));) {
		struct lift__reader *r = e->value;

		if (!r->chosen || r->watches || r->polls)
			continue;
		lift__note(s->l,
			   "no client watches " STR_FMT
			   " in the recording: an informer is assumed that "
			   "begins with the story",
			   STR_ARG(r->type->resource));
		start(s, r, s->l->begin_ns);
	}
	return s->l->failed ? RELIST_ENOMEM : 0;
}

static void start_in_window(struct story *s, uint64_t begin)
{
	const struct map_entry *e;

	/* readers from before the window start with it */
	for (size_t i = 0; (e = map_next(&s->l->readers, &i));) {
		struct lift__reader *r = e->value;

		if (r->chosen && (r->watches || r->polls) && r->first_seq < begin && !r->started) {
			start(s, r, s->l->begin_ns);
			r->synced = true;
			for (size_t k = 0; k < s->l->writes.len; k++) {
				struct lift__state *w = s->l->writes.items[k];

				if (w->base && w->new_rv && w->object->type == r->type &&
				    (!r->ns.len || str_eq(r->ns, w->object->ns)) &&
				    selector_matches_labels(r->selector,
							    json_path(w->json, "metadata", "labels",
								      NULL)))
					lift__remember(s, r, w);
			}
		}
	}
}

static void note_first(struct lift *l)
{
	for (size_t i = 0; i < l->received.len; i++) {
		const struct lift__received *t = l->received.items[i];

		l->reads_recorded |= !t->request->assumed && !(l->lacks & (1u << REC_LACK_READS)) &&
				     t->request->reader->chosen;
	}
	for (size_t i = l->received.len; i-- > 0;) {
		const struct lift__received *t = l->received.items[i];

		t->request->reader->first_seq = t->request->seq;
	}
}

static int write_story(struct story *s, uint64_t begin, struct relist_err *err)
{
	struct lift *l = s->l;

	if (lift__add_base(l, err))
		return err ? err->code : RELIST_ENOMEM;
	if (l->opt.from_ns >= 0)
		start_in_window(s, begin);
	if (start_assumed(s))
		return lift__no_memory(err);
	for (size_t i = 0; i < l->received.len && !l->failed; i++) {
		const struct lift__received *t = l->received.items[i];

		if (!t->request->reader->chosen || t->seq >= s->end_seq)
			continue;
		if (l->opt.from_ns >= 0 && t->at_ns < l->opt.from_ns)
			continue;
		/* the response to a request from before the window would be sent again */
		write_until(s, t->seq, t->at_ns);
		if (s->steps > SCN_STEPS_MAX)
			return lift__too_long(l, t->at_ns, err);
		s->at_ns = t->at_ns;
		if (!l->opt.controllers.len || !lift__turns(s, i))
			play(s, i);
	}
	write_until(s, s->end_seq - 1, INT64_MAX);
	if (l->opt.controllers.len) {
		lift__expect_doings(s, true);
	} else {
		lift__add_silence(s);
		lift__expect(s);
	}
	if (l->failed)
		return lift__no_memory(err);
	return lift__add_deeds(s, err);
}

static int64_t time_of(const struct lift *l, uint64_t seq)
{
	for (size_t i = 0; i < l->received.len; i++) {
		const struct lift__received *t = l->received.items[i];

		if (t->seq >= seq)
			return t->at_ns;
	}
	return 0;
}

static uint64_t begin_of(struct lift *l)
{
	uint64_t begin = lift__first_seq(l), window;

	if (l->opt.from_ns >= 0) {
		window = lift__seq_at(l, l->opt.from_ns, UINT64_MAX);
		l->begin_ns = l->opt.from_ns;
		return window ? window - 1 : 0;
	}
	if (lift__has_assumed_watcher(l) || !begin) {
		/* polled lists show the initial objects; all writes are in the story */
		const struct lift__state *w = l->writes.items[0];

		begin = l->lists && (l->lacks & (1u << REC_LACK_EVENTS)) &&
				l->source != REC_SOURCE_AUDIT
			    ? w->seq
			    : 0;
		l->begin_ns = w->at_ns;
		return begin;
	}
	l->begin_ns = time_of(l, begin);
	return begin;
}

int lift__story(struct lift *l, struct relist_err *err)
{
	struct story s = { .l = l, .end_seq = UINT64_MAX };
	const struct map_entry *e;
	uint64_t begin;
	int code;

	strbuf_init(&s.requests);
	map_init(&s.notified, MAP_BORROW_KEYS);
	count_writes(l);
	for (size_t i = 0; (e = map_next(&l->types, &i));)
		if (((struct lift__type *)e->value)->writes)
			lift__name_type(l, e->value);
	code = lift__choose_readers(l, err);
	note_first(l);
	if (!code) {
		lift__find_dropped(l);
		if (!lift__arm_kills(l))
			code = lift__no_memory(err);
		begin = begin_of(l);
		if (l->opt.to_ns >= 0)
			s.end_seq = lift__seq_at(l, l->opt.to_ns + 1, UINT64_MAX);
		lift__note_uids(l);
		lift__number_writes(l, begin, s.end_seq);
		if (!code)
			code = lift__check_writes(l, err);
		lift__name_uids(l);
		lift__find_texts(l);
		if (!code && l->opt.controllers.len && !lift__arm(l))
			code = lift__no_memory(err);
	}
	if (!code) {
		lift__chain_writes(l);
		code = lift__learn_templates(l, err);
	}
	if (!code)
		code = write_story(&s, begin, err);
	if (!code) {
		if (!l->opt.controllers.len)
			lift__add_end_state(l);
		lift__add_world(l);
	}
	strbuf_fini(&s.requests);
	for (size_t i = 0; (e = map_next(&s.notified, &i));) {
		strbuf_fini(e->value);
		base__free(e->value);
	}
	map_fini(&s.notified);
	if (!code && (l->failed || l->world.failed || l->steps.failed))
		code = lift__no_memory(err);
	return code;
}

int lift__finish(struct lift *l, struct lift__result *out, struct relist_err *err)
{
	AUTO_STRBUF text = STRBUF_INIT;
	const struct map_entry *e;
	int code = lift__separate_clients(l, err);

	if (!code)
		code = lift__history(l, err);
	if (!code)
		code = lift__story(l, err);
	if (code)
		return code;
	lift__note_other_writers(l);
	lift__note_gaps(l);
	if (l->step_count > SCN_STEPS_MAX)
		return lift__too_long(l, l->at_ns, err);
	if (!l->steps.len)
		return relist_err_set(err, RELIST_EINVAL, "nothing happened%s: nothing to lift",
				      l->opt.from_ns >= 0 || l->opt.to_ns >= 0
					  ? " in that part of the recording"
					  : "");
	lift__add_head(l, &text);
	strbuf_adds(&text, strbuf_str(&l->world));
	strbuf_addz(&text, "steps:\n");
	strbuf_adds(&text, strbuf_str(&l->steps));
	if (text.failed)
		return lift__no_memory(err);
	if (text.len > SCN_FILE_BYTES_MAX)
		return lift__too_large(l, text.len, err);
	out->steps = l->step_count;
	out->writes = l->rv - l->start_rv;
	for (size_t i = 0; (e = map_next(&l->readers, &i));)
		out->informers += ((const struct lift__reader *)e->value)->chosen;
	return lift__prove(l, strbuf_str(&text), out, err);
}
