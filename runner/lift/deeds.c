/* SPDX-License-Identifier: Apache-2.0 */
/* deeds.c - the acts of the story in order, and their text. */
#include "runner/lift/story.h"

struct deed *lift__add_deed(struct story *s, enum deed_kind kind, struct lift__reader *r,
			    int64_t at_ns)
{
	struct deed *d = lift__alloc(s->l, sizeof(*d));

	if (!d || !lift__push(s->l, &s->deeds, d))
		return NULL;
	s->steps += kind != DEED_OWN && kind != DEED_PAUSE;
	d->kind = kind;
	d->reader = r;
	d->at_ns = at_ns;
	return d;
}

/* Adds a step's text, "- fail: ..."; `before`: before the last act that made the reader send a
 * request. */
void lift__add_step(struct story *s, enum deed_kind kind, struct lift__reader *r, int64_t at_ns,
		    const struct strbuf *text, bool before)
{
	struct deed *d = lift__add_deed(s, kind, r, at_ns);
	size_t i = s->deeds.len;

	if (!d)
		return;
	d->text = lift__copy(s->l, strbuf_str(text));
	s->l->failed |= text->failed;
	while (before && i-- > 1) {
		struct deed *prev = s->deeds.items[i - 1];
		bool cause = prev->reader == r &&
			     (prev->kind == DEED_START || prev->kind == DEED_DISCONNECT ||
			      prev->kind == DEED_RESTART || prev->kind == DEED_STEP);

		s->deeds.items[i] = prev;
		s->deeds.items[i - 1] = d;
		if (cause) {
			d->at_ns = prev->at_ns;
			return;
		}
	}
}

/* Rounds a duration for people. */
static int64_t rounded(int64_t ns)
{
	int64_t unit = ns >= 10 * NS_PER_S ? NS_PER_S
		       : ns >= NS_PER_S	   ? 100 * NS_PER_MS
					   : 10 * NS_PER_MS;

	return (ns + unit / 2) / unit * unit;
}

static void add_advance(struct lift *l, int64_t ns)
{
	char text[32];

	if (ns <= 0)
		return;
	duration_format(ns, text, sizeof(text));
	/* 2m0s is 2m */
	if (strlen(text) > 3 && strcmp(text + strlen(text) - 3, "m0s") == 0)
		text[strlen(text) - 2] = 0;
	if (strlen(text) > 3 && strcmp(text + strlen(text) - 3, "h0m") == 0)
		text[strlen(text) - 2] = 0;
	strbuf_addf(&l->steps, "  - advance: %s\n", text);
	l->step_count++;
}

/* The proof runs without the program that creates the object. */
static int add_write_by_other(struct lift *l, struct lift__state *w)
{
	struct strbuf before = l->steps;
	AUTO_STRBUF text = STRBUF_INIT;
	int code;

	strbuf_init(&l->steps);
	code = lift__add_write(l, w);
	text = l->steps;
	l->steps = before;
	l->failed |= text.failed;
	lift__add_mark(l, strbuf_str(&text), &l->steps);
	return code;
}

static int add_deed_text(struct lift *l, const struct deed *d)
{
	switch (d->kind) {
	case DEED_WRITE:
		return d->state->by_other || d->state->object->later
			   ? add_write_by_other(l, d->state)
			   : lift__add_write(l, d->state);
	case DEED_START:
		strbuf_addf(&l->steps, "  - start: " STR_FMT "\n", STR_ARG(d->reader->name));
		break;
	case DEED_DISCONNECT:
		strbuf_addf(&l->steps, "  - disconnect: {type: " STR_FMT ", how: %s}\n",
			    STR_ARG(d->reader->type->name), d->how);
		break;
	case DEED_CRASH:
		strbuf_addf(&l->steps, "  - crash: {informer: " STR_FMT "}\n",
			    STR_ARG(d->reader->name));
		break;
	case DEED_RESTART:
		strbuf_addf(&l->steps, "  - restart: {informer: " STR_FMT "}\n",
			    STR_ARG(d->reader->name));
		break;
	case DEED_FAIL:
		/* "...}" and a line feed */
		strbuf_add(&l->steps, d->text.ptr, d->text.len - (d->times ? 2 : 0));
		if (d->times)
			strbuf_addf(&l->steps, ", times: %u}\n", d->times + 1);
		break;
	case DEED_STEP:
	case DEED_EXPECT:
		strbuf_adds(&l->steps, d->text);
		break;
	case DEED_OWN:
		lift__is_made(d->state);
		return 0;
	case DEED_PAUSE:
		break;
	}
	l->step_count++;
	return 0;
}

/* Shorter pauses are omitted. */
#define PAUSE_MIN_NS (100 * NS_PER_MS)

/* Writes all acts. Inserts pauses where time has passed; waits for a failing client count. */
int lift__add_deeds(struct story *s, struct relist_err *err)
{
	struct lift *l = s->l;
	const struct deed *first = s->deeds.len ? s->deeds.items[0] : NULL;
	int64_t now = first && first->kind != DEED_PAUSE ? first->at_ns : 0, pause = 0;

	for (size_t i = 0; i < s->deeds.len; i++) {
		const struct deed *d = s->deeds.items[i];

		if (d->kind == DEED_PAUSE) {
			pause += d->at_ns;
			now += d->at_ns;
			continue;
		}
		if (d->kind != DEED_EXPECT && d->kind != DEED_OWN &&
		    d->at_ns - now >= PAUSE_MIN_NS) {
			int64_t gap = rounded(d->at_ns - now);

			pause += gap;
			now += gap;
		}
		add_advance(l, pause);
		pause = 0;
		if (add_deed_text(l, d))
			return lift__no_memory(err);
	}
	add_advance(l, pause);
	return l->failed || l->steps.failed ? lift__no_memory(err) : 0;
}
