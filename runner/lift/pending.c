/* SPDX-License-Identifier: Apache-2.0 */
/* pending.c - adds the writes that the story has not shown yet, up to a line of the recording.
 *
 * Writes that were first observed when a client listed again happened while it was disconnected:
 * they follow the cut. */
#include "runner/lift/story.h"

/* Maximum number of lines in an expectation, so that it stays near its subject. */
enum { EXPECT_LINES = 40 };

bool lift__selects(const struct lift__reader *r, const struct lift__state *w)
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

		if (r->chosen &&
		    (lift__selects(r, w) || (w->before && lift__selects(r, w->before))))
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

void lift__write_until(struct story *s, uint64_t seq, int64_t latest_ns)
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
		lift__play_timed(s, w->seq - 1);
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

/* Whether a program's watch received only an error: the missed writes then precede it. An informer
 * of relist gets the error as a step and misses them after it. */
static bool is_refused_in_stream(const struct story *s, size_t i)
{
	const struct lift__received *t = s->l->received.items[i];
	const struct lift__received *first = lift__next_of(s, i + 1, t->request);

	return s->l->opt.controllers.len && t->request->verb == LIFT_WATCH && first &&
	       first->what == LIFT_ERROR;
}

void lift__write_missed(struct story *s, size_t i, const struct lift__reader *r)
{
	for (; i < s->l->received.len; i++) {
		const struct lift__received *t = s->l->received.items[i];

		if (t->request->reader != r || t->what != LIFT_ANSWERED || t->status >= 400 ||
		    t->seq >= s->end_seq || is_refused_in_stream(s, i))
			continue;
		if (t->request->verb == LIFT_LIST || t->request->initial_events ||
		    (s->l->opt.controllers.len && lift__begins_with_all(t->request)))
			lift__write_until(s, t->request->seq, s->at_ns);
		return;
	}
}
