/* SPDX-License-Identifier: Apache-2.0 */
/* play.c - converts the received events to acts: starts of clients, cuts, crashes, failures. */
#include "runner/lift/story.h"

/* The next event of its request. */
static const struct lift__received *next_after(const struct story *s, size_t i,
					       const struct lift__received *t)
{
	while (i < s->l->received.len && s->l->received.items[i] != t)
		i++;
	return lift__next_of(s, i + 1, t->request);
}

void lift__start_reader(struct story *s, struct lift__reader *r, int64_t at_ns)
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
			lift__write_missed(s, i, r);
	}
}

static void on_request(struct story *s, size_t i, const struct lift__received *t)
{
	struct lift__reader *r = t->request->reader;
	const struct lift__received *answer = lift__next_of(s, i + 1, t->request);
	bool no_state = starts_without_state(r, t->request);

	if (!r->started) {
		lift__write_until(s, t->seq, t->at_ns);
		lift__start_reader(s, r, t->at_ns);
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
		lift__pause_for(s, r);
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
			lift__add_failure(s, t, false);
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

		if (w->new_rv && !w->base && lift__selects(r, w))
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

/* Whether the program under test lost its watch or its response and did not return, as a correct
 * program would. Only a proxy knows which side ended it. */
static bool is_lost_for_ever(const struct story *s, const struct lift__received *t)
{
	const struct lift__request *q = t->request;

	return s->l->opt.controllers.len && s->l->source == REC_SOURCE_PROXY &&
	       t->what == LIFT_CLOSED && q->reader->started &&
	       (!q->status || (q->verb == LIFT_WATCH && q->reader->watched == q));
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
	if ((!next && !is_lost_for_ever(s, t)) || q->status >= 400)
		return;
	if (!q->status && s->l->opt.controllers.len && s->last_cut) {
		lift__refused(s, t->at_ns);
		return;
	}
	if (!q->status) {
		lift__add_lost_response(s, q, t->at_ns);
		return;
	}
	if (q->verb != LIFT_WATCH || r->broken)
		return;
	/* the program ended, not the connection */
	if (next && starts_without_state(r, next->request) && !s->l->opt.controllers.len) {
		crash(s, r, t->at_ns);
		lift__write_missed(s, i, r);
		return;
	}
	if (next && has_newer_version(s, q, next->request)) {
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
		lift__write_missed(s, i, r);
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
	lift__count_failure(t->request->reader, t->at_ns);
	lift__add_step(s, DEED_STEP, t->request->reader, t->at_ns, &text, false);
}

void lift__play(struct story *s, size_t i)
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
			lift__add_failure(s, t, true);
		r->broken = true;
		if (!s->l->opt.controllers.len)
			lift__write_missed(s, i, r);
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
