/* SPDX-License-Identifier: Apache-2.0 */
/* never.c - the `never` steps of a scenario, checked at each event.
 *
 * Streams are compared with each request, notification and write. States (cache, index, sync,
 * queue, state, counts, log, at, snapshot) are checked after each notification, after each response
 * to a write, and when settled. A section that holds as a whole fails the run. */
#include "runner/expect/expect.h"
#include "runner/oracles/oracles.h"

static bool is_in_section(const struct scn__section *s, const struct scn__rec *rec,
			  const struct scn__handler *handler)
{
	switch (s->kind) {
	case SCN_S_REQUESTS:
		return rec->verb <= SCN_V_ANY_REQUEST;
	case SCN_S_HANDLERS:
		return s->handlers.handler == handler;
	case SCN_S_WRITES:
		return rec->verb >= SCN_V_W_CREATE;
	case SCN_S_CACHE:
	case SCN_S_INDEX:
	case SCN_S_SYNC:
	case SCN_S_QUEUE:
	case SCN_S_STATE:
	case SCN_S_COUNTS:
	case SCN_S_AT:
	case SCN_S_LOG:
	case SCN_S_SNAPSHOT:
		break;
	}
	return false;
}

/* Without an explicit response an item matches only successful writes. */
static bool was_in_vain(const struct scn__item *item, const struct scn__rec *rec)
{
	return rec->verb >= SCN_V_W_CREATE && item->answer == SCN_ANSWER_UNCHECKED &&
	       rec->status >= 400;
}

static void check_stream(struct scn__run *r, const struct scn__section *s, uint32_t nth,
			 struct scn__rec *rec, bool open)
{
	const struct scn__stream *stream = expect__section_items(s);

	for (size_t i = 0; i < stream->count && !r->failure; i++) {
		const struct scn__item *item = &stream->items[i];

		if ((item->answer == SCN_ANSWER_NONE) != open || was_in_vain(item, rec) ||
		    !expect__item_fits(r, item, rec, NULL, NULL))
			continue;
		rec->bad_line = item->pos.line;
		r->failed_never = nth;
		world__fail_at(r, SCN_AT_NEVER, item->pos, "never[%u]: `" STR_FMT "` has happened",
			       nth, STR_ARG(world__line_of(r, rec)));
	}
}

static void check_state(struct scn__run *r, const struct scn__section *s, uint32_t nth)
{
	char at[32];

	if (!expect__section_holds(r, s))
		return;
	runner__time_text(world__now(r), at, sizeof(at));
	r->failed_never = nth;
	world__fail_at(r, SCN_AT_NEVER, s->pos, "never[%u]: this `%s` has come true at %s", nth,
		       scn__section_word(s->kind), at);
}

/* `-> open` can be checked only when settled: until then a response may follow. */
static void check_open(struct scn__run *r, const struct scn__section *s, uint32_t nth)
{
	for (size_t i = 0; i < r->requests.list.len && !r->failure; i++)
		check_stream(r, s, nth, r->requests.list.items[i], true);
}

static bool is_state(const struct scn__step *s)
{
	for (size_t i = 0; i < s->never.expect.count; i++)
		if (!expect__section_items(&s->never.expect.sections[i]))
			return true;
	return false;
}

/* When settled only sections about states are checked. */
static void note_looked(struct scn__run *r, const struct scn__rec *rec)
{
	for (size_t i = 0; r->opt->idle && i < r->nevers.len; i++)
		if (rec || is_state(r->nevers.items[i]))
			world__idle_met(r, SCN_IDLE_NEVER, r->nevers.items[i]);
}

/* `rec` NULL: when settled. */
static void check_nevers(struct scn__run *r, struct scn__rec *rec,
			 const struct scn__handler *handler)
{
	bool states = !rec || handler || rec->verb >= SCN_V_W_CREATE;

	note_looked(r, rec);

	for (size_t i = 0; i < r->nevers.len && !r->failure; i++) {
		const struct scn__step *step = r->nevers.items[i];

		for (size_t k = 0; k < step->never.expect.count && !r->failure; k++) {
			const struct scn__section *s = &step->never.expect.sections[k];
			uint32_t nth = step->never.first + (uint32_t)k;

			if (rec && is_in_section(s, rec, handler))
				check_stream(r, s, nth, rec, false);
			else if (states && !expect__section_items(s))
				check_state(r, s, nth);
			else if (!rec && s->kind == SCN_S_REQUESTS)
				check_open(r, s, nth);
		}
	}
}

static void on_record(struct scn__observer *o, struct scn__rec *rec)
{
	if (o->run->nevers.len)
		check_nevers(o->run, rec, NULL);
}

static void on_notification(struct scn__observer *o, struct scn__hrun *h, struct scn__rec *note)
{
	if (o->run->nevers.len)
		check_nevers(o->run, note, h->def);
}

static void at_rest(struct scn__observer *o)
{
	if (o->run->nevers.len)
		check_nevers(o->run, NULL, NULL);
}

const struct scn__observer_ops oracle__never = {
	.on_request = on_record,
	.on_answer = on_record,
	.on_write = on_record,
	.on_notification = on_notification,
	.at_rest = at_rest,
};

/* --- begin and end --- */

void oracle__never_begin(struct scn__run *r, const struct scn__step *s)
{
	world__push(r, &r->nevers, s);
	world__idle_begin(r, SCN_IDLE_NEVER, s);
}

void oracle__never_end(struct scn__run *r, const struct scn__step *s)
{
	size_t kept = 0;

	for (size_t i = 0; i < r->nevers.len; i++) {
		const struct scn__step *n = r->nevers.items[i];

		if (n->never.until != s)
			r->nevers.items[kept++] = r->nevers.items[i];
	}
	r->nevers.len = kept;
}
