/* SPDX-License-Identifier: Apache-2.0 */
/* ahead.c - judges several candidates at a time. The search decides one after the other. While it
 * waits for the first verdict, those candidates are judged that follow if all earlier ones are
 * rejected. So the result does not depend on how many run at a time. */
#include "base/alloc.h"
#include "runner/shrink/impl.h"

enum { AHEAD_PER_JOB = 3 };

bool shrink__goes_on(struct shrink *s)
{
	if (!s->stopped && !s->failed && s->opt->go_on &&
	    !s->opt->go_on(s->opt->user, shrink__reserve_ns(s)))
		s->stopped = true;
	return !s->stopped && !s->failed;
}

void shrink__drop(struct shrink__unit *units, size_t count)
{
	for (size_t i = 0; i < count; i++)
		for (size_t k = 0; k < units[i].count; k++)
			units[i].parts[k]->dropped++;
}

void shrink__put_back(struct shrink__unit *units, size_t count)
{
	for (size_t i = 0; i < count; i++)
		for (size_t k = 0; k < units[i].count; k++)
			units[i].parts[k]->dropped--;
}

struct shrink__span shrink__place_now(const struct shrink *s)
{
	return s->place ? (struct shrink__span) { s->place->at, s->place->at_end }
			: (struct shrink__span) { 0, 0 };
}

void shrink__write(struct shrink *s, struct shrink__candidate *c)
{
	shrink__candidate_init(c, s);
	shrink__tree_write(&s->tree, &c->text);
	c->place = shrink__place_now(s);
	s->failed |= c->text.failed;
}

/* --- rounds --- */

struct shrink__rounds shrink__rounds_of(size_t count)
{
	return (struct shrink__rounds) { .count = count, .chunk = count, .end = count };
}

bool shrink__rounds_next(struct shrink__rounds *r, size_t *from, size_t *to)
{
	if (!r->end) {
		if (r->chunk <= 1 && !r->went)
			return false;
		r->chunk = r->chunk == 1 ? 1 : (r->chunk + 1) / 2;
		r->chunk = r->chunk > r->count ? r->count : r->chunk;
		r->end = r->count;
		r->went = false;
	}
	if (!r->chunk)
		return false;
	*to = r->end;
	*from = r->end > r->chunk ? r->end - r->chunk : 0;
	r->end = *from;
	return true;
}

void shrink__rounds_went(struct shrink__rounds *r, size_t units)
{
	r->count -= units;
	r->went = true;
}

/* --- several candidates at a time --- */

static void judge(void *user, size_t i)
{
	struct shrink *s = user;

	if (!atomic_load(&s->ahead[i].cancelled))
		shrink__judge(&s->ahead[i]);
}

/* After an accepted candidate all following ones are different. */
static bool judged(void *user, size_t i)
{
	struct shrink *s = user;
	enum shrink__verdict v = s->ahead[i].verdict;
	bool more = v != SHRINK_SAME && v != SHRINK_UNKNOWN;

	for (size_t k = i + 1; !more && k < s->ahead_count; k++)
		atomic_store(&s->ahead[k].cancelled, true);
	return more;
}

void shrink__ahead_fini(struct shrink *s)
{
	for (size_t i = 0; i < s->ahead_count; i++)
		strbuf_fini(&s->ahead[i].text);
	s->ahead_count = 0;
	base__free(s->ahead);
	s->ahead = NULL;
}

const struct shrink__candidate *shrink__ahead_find(const struct shrink *s, struct str text)
{
	for (size_t i = 0; i < s->ahead_count; i++)
		if (s->ahead[i].verdict != SHRINK_UNKNOWN &&
		    str_eq(strbuf_str(&s->ahead[i].text), text))
			return &s->ahead[i];
	return NULL;
}

static bool is_tried(const struct shrink *s, struct str text)
{
	return str_eq(text, strbuf_str(&s->best)) || map_get(&s->seen, text);
}

static bool is_ahead(const struct shrink *s, struct str text)
{
	for (size_t i = 0; i < s->ahead_count; i++)
		if (str_eq(strbuf_str(&s->ahead[i].text), text))
			return true;
	return false;
}

static void write_without(struct shrink *s, struct shrink__unit *units, size_t from, size_t to,
			  struct shrink__candidate *c)
{
	shrink__drop(units + from, to - from);
	shrink__write(s, c);
	shrink__put_back(units + from, to - from);
}

static void add(struct shrink *s, struct shrink__unit *units, size_t from, size_t to)
{
	struct shrink__candidate *c = &s->ahead[s->ahead_count];

	write_without(s, units, from, to, c);
	if (s->failed || is_tried(s, strbuf_str(&c->text)) || is_ahead(s, strbuf_str(&c->text)))
		strbuf_fini(&c->text);
	else
		s->ahead_count++;
}

static bool begin(struct shrink *s, size_t most)
{
	shrink__ahead_fini(s);
	s->ahead = base__calloc(most, sizeof(*s->ahead));
	s->failed |= !s->ahead;
	return s->ahead != NULL;
}

static bool is_judged(struct shrink *s, struct shrink__unit *units, size_t from, size_t to)
{
	struct shrink__candidate c;
	bool known;

	write_without(s, units, from, to, &c);
	known = s->failed || is_tried(s, strbuf_str(&c.text)) ||
		shrink__ahead_find(s, strbuf_str(&c.text));
	strbuf_fini(&c.text);
	return known;
}

void shrink__look_ahead(struct shrink *s, struct shrink__unit *units, struct shrink__rounds rounds,
			size_t from, size_t to)
{
	size_t most = (size_t)AHEAD_PER_JOB * s->beside;

	if (s->beside <= 1 || !shrink__goes_on(s) || is_judged(s, units, from, to) ||
	    !begin(s, most))
		return;
	do
		add(s, units, from, to);
	while (s->ahead_count < most && !s->failed && shrink__rounds_next(&rounds, &from, &to));
	if (s->ahead_count)
		s->ahead[0].eager = true;
	if (s->ahead_count > 1 && !s->failed)
		shrink__spread(s, &(struct shrink__work) { s->ahead_count, judge, judged, s });
}
