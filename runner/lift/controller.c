/* SPDX-License-Identifier: Apache-2.0 */
/* controller.c - the story of a program that is to be run in it: what it wrote is no step, for it
 * will write that itself, but what is expected of the server's state. Nothing is known of what its
 * handlers were told. While it was away from the server its requests are held, so that it comes
 * back neither sooner nor later; and what had expired is forgotten for good, as there. */
#include "runner/lift/story.h"

enum { STATE_KEYS_MAX = 60 };

/* What is overtaken so soon would be expected in vain. */
#define OVERTAKEN_NS (2 * NS_PER_S)

/* Its doings are counted among what was told: an expectation follows them. */
void lift__did(struct story *s, struct lift__state *w)
{
	struct lift__object *o = w->object;
	struct deed *d = lift__add_deed(s, DEED_OWN, NULL, w->at_ns);

	if (!d)
		return;
	d->state = w;
	o->news |= !o->did || o->there == w->deleted;
	o->did = true;
	o->there = !w->deleted;
	s->told_lines++;
}

/* Up to where the story is told: an expectation may stand before the write that calls for it, which
 * is later than what was told last. */
static int64_t time_of(const struct story *s)
{
	const struct lift__state *w = s->next_write ? s->l->writes.items[s->next_write - 1] : NULL;

	return w && w->at_ns > s->at_ns ? w->at_ns : s->at_ns;
}

/* A change of it follows close behind. */
static bool is_overtaken(const struct story *s, const struct lift__object *o)
{
	int64_t now_ns = time_of(s);

	for (size_t i = s->next_write; i < s->l->writes.len; i++) {
		const struct lift__state *w = s->l->writes.items[i];

		if (w->at_ns - now_ns >= OVERTAKEN_NS)
			break;
		if (w->object == o && o->there == w->deleted)
			return true;
	}
	return false;
}

static bool add_keys(const struct story *s, const struct lift__type *t, bool all,
		     struct strbuf *out)
{
	const struct map_entry *e;
	bool any = false;

	for (size_t i = 0; (e = map_next(&s->l->objects, &i));) {
		struct lift__object *o = e->value;

		if (o->type != t || !o->did || !o->wanted || !(all || o->news) ||
		    (!all && is_overtaken(s, o)))
			continue;
		o->news = false;
		if (!any)
			strbuf_addf(out, "        " STR_FMT ":\n", STR_ARG(t->name));
		any = true;
		strbuf_addz(out, "          ");
		lift__add_scalar(out, o->key);
		strbuf_addz(out, o->there ? ": any\n" : ": absent\n");
	}
	return any;
}

static size_t count_done(const struct lift *l)
{
	const struct map_entry *e;
	size_t n = 0;

	for (size_t i = 0; (e = map_next(&l->objects, &i));)
		n += ((const struct lift__object *)e->value)->did;
	return n;
}

/* The proof is a run without the program: until then a mark stands in the place of what is
 * expected of it. */
void lift__expect_doings(struct story *s, bool at_end)
{
	AUTO_STRBUF text = STRBUF_INIT, mark = STRBUF_INIT;
	const struct map_entry *e;
	struct str *kept;
	bool any = false;

	strbuf_addz(&text, "  - expect:\n      state:\n");
	for (size_t i = 0; (e = map_next(&s->l->types, &i));)
		any |= add_keys(s, e->value, at_end && count_done(s->l) <= STATE_KEYS_MAX, &text);
	s->told_lines = 0;
	if (!any)
		return;
	kept = lift__alloc(s->l, sizeof(*kept));
	if (!kept || !lift__push(s->l, &s->l->doings, kept))
		return;
	*kept = lift__copy(s->l, strbuf_str(&text));
	strbuf_addf(&mark, "  - settle  # doings %zu\n", s->l->doings.len);
	lift__add_step(s, DEED_EXPECT, NULL, s->at_ns, &mark, false);
	s->l->failed |= text.failed;
}

bool lift__put_doings(const struct lift *l, struct strbuf *text)
{
	static const char mark[] = "  - settle  # doings ";
	AUTO_STRBUF out = STRBUF_INIT;
	const char *at = text->ptr, *next;

	if (!l->doings.len)
		return true;
	while ((next = strstr(at, mark))) {
		size_t n = (size_t)strtoul(next + sizeof(mark) - 1, NULL, 10);

		strbuf_add(&out, at, (size_t)(next - at));
		if (n && n <= l->doings.len)
			strbuf_adds(&out, *(const struct str *)l->doings.items[n - 1]);
		at = next + strcspn(next, "\n");
		at += *at == '\n';
	}
	strbuf_addz(&out, at);
	strbuf_clear(text);
	strbuf_adds(text, strbuf_str(&out));
	return !out.failed && !text->failed;
}

/* --- away from the server --- */

static size_t place_of(const struct story *s, const struct deed *d)
{
	size_t i = s->deeds.len;

	while (i > 0 && s->deeds.items[i - 1] != d)
		i--;
	return i;
}

static void insert_step(struct story *s, size_t at, const char *verb, const char *how,
			const struct lift__type *type)
{
	AUTO_STRBUF text = STRBUF_INIT;
	void *d;

	strbuf_addf(&text, "  - %s: {%s", verb, how);
	if (type)
		strbuf_addf(&text, ", type: " STR_FMT, STR_ARG(type->name));
	strbuf_addz(&text, "}\n");
	/* nothing happens between it and what is before it */
	lift__add_step(s, DEED_STEP, NULL,
		       at ? ((const struct deed *)s->deeds.items[at - 1])->at_ns : s->at_ns, &text,
		       false);
	if (s->l->failed)
		return;
	d = s->deeds.items[s->deeds.len - 1];
	memmove(s->deeds.items + at + 1, s->deeds.items + at,
		(s->deeds.len - 1 - at) * sizeof(void *));
	s->deeds.items[at] = d;
}

/* Something was written behind the deed. */
static bool was_written_since(const struct story *s, size_t at)
{
	for (size_t i = at; i < s->deeds.len; i++)
		if (((const struct deed *)s->deeds.items[i])->kind == DEED_WRITE)
			return true;
	return false;
}

static bool is_expired(const struct lift__told *first, const struct lift__told *then)
{
	const struct lift__told *t =
	    first && first->what == LIFT_ANSWERED && first->status < 400 ? then : first;

	return t && (t->what == LIFT_ANSWERED || t->what == LIFT_ERROR) && t->status == 410;
}

bool lift__comes_back(struct story *s, const struct lift__request *q,
		      const struct lift__told *first, const struct lift__told *then)
{
	const struct lift__reader *r = q->reader;
	size_t cut = s->cut && s->cut->reader == r ? place_of(s, s->cut) : 0;
	uint64_t rv = rec__number(q->rv);
	bool expired = q->verb == LIFT_WATCH && rv && is_expired(first, then);
	bool away = cut && was_written_since(s, cut);

	if (cut)
		s->cut = NULL;
	/* what is forgotten stays so */
	if (expired && rv > s->forgotten_rv) {
		insert_step(s, s->deeds.len, "compact",
			    first->status == 410 ? "to: now, gone: http-status" : "to: now", NULL);
		s->forgotten_rv = q->top_rv;
	}
	if (away) {
		/* before it is cut off: else it may be back before it is held */
		insert_step(s, cut - 1, "hold", "at: request", r->type);
		insert_step(s, s->deeds.len, "release", "at: request", r->type);
	}
	return expired;
}
