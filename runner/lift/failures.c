/* SPDX-License-Identifier: Apache-2.0 */
/* failures.c - the steps that make requests fail, and the pauses for the back-off after them.
 *
 * The step for a failure has to precede the cause of the client's request, so it is moved before
 * that. */
#include "runner/lift/story.h"

static const char *verb_word(const struct lift__request *q)
{
	return q->verb == LIFT_LIST ? "LIST" : "WATCH";
}

/* client-go waits 0.8 s after the first failure, twice as long after each further one, up to 30 s,
 * plus up to the same again as jitter; after two minutes without a failure it starts over. */
void lift__count_failure(struct lift__reader *r, int64_t at_ns)
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

void lift__pause_for(struct story *s, struct lift__reader *r)
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

void lift__add_failure(struct story *s, const struct lift__received *t, bool in_stream)
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
	lift__count_failure(q->reader, t->at_ns);
	lift__add_step(s, in_stream ? DEED_STEP : DEED_FAIL, q->reader, t->at_ns, &text,
		       !in_stream);
	if (!in_stream)
		merge_failures(s);
}

void lift__add_lost_response(struct story *s, const struct lift__request *q, int64_t at_ns)
{
	AUTO_STRBUF text = STRBUF_INIT;

	strbuf_addf(&text, "  - reply: {match: %s " STR_FMT ", body: [{close: rst}]}\n",
		    verb_word(q), STR_ARG(q->type->name));
	lift__count_failure(q->reader, at_ns);
	lift__add_step(s, DEED_FAIL, q->reader, at_ns, &text, true);
}
