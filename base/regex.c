/* SPDX-License-Identifier: Apache-2.0 */
/* Runs all threads of the program in parallel, one character at a time. */
#include "base/alloc.h"
#include "base/regex_program.h"
#include "base/unicode.h"

void regex_free(struct regex *re)
{
	if (!re)
		return;
	base__free(re->program);
	base__free(re->ranges);
	base__free(re->now);
	base__free(re->next);
	base__free(re->stack);
	base__free(re->added);
	base__free(re->begins);
	base__free(re->next_begins);
	base__free(re);
}

struct place {
	uint64_t number; /* number of characters before this place, plus 1 */
	bool at_start, at_end, word_before, word_after, line_before, line_after;
};

static bool is_word(uint32_t c)
{
	return c == '_' || (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') ||
	       (c >= 'a' && c <= 'z');
}

/* Describes the place at `p`, after the character `before` (0 at the start of the text). */
static struct place place_at(struct str text, const char *p, uint32_t before, uint64_t number)
{
	bool at_end = p == text.ptr + text.len;

	return (struct place) { .number = number,
				.at_start = p == text.ptr,
				.at_end = at_end,
				.word_before = is_word(before),
				.word_after = !at_end && is_word((unsigned char)*p),
				.line_before = before == '\n',
				.line_after = !at_end && *p == '\n' };
}

static void push(struct regex *re, size_t *depth, size_t pc, uint64_t number)
{
	if (re->added[pc] != number)
		re->stack[(*depth)++] = (uint32_t)pc;
}

static void push_if(struct regex *re, size_t *depth, size_t pc, const struct place *at, bool holds)
{
	if (holds)
		push(re, depth, pc, at->number);
}

/* Adds the threads that `pc` reaches without reading a character. Returns true on a match. */
static bool add_thread(struct regex *re, uint32_t *list, size_t *len, size_t pc,
		       const struct place *at)
{
	size_t depth = 0;

	push(re, &depth, pc, at->number);
	while (depth) {
		const struct instruction *i;

		pc = re->stack[--depth];
		i = &re->program[pc];
		if (re->added[pc] == at->number)
			continue;
		re->added[pc] = at->number;
		re->work++;
		switch (i->op) {
		case CHARACTER:
		case SET:
			list[(*len)++] = (uint32_t)pc;
			break;
		case MATCH:
			return true;
		case SPLIT:
			push(re, &depth, (size_t)((ptrdiff_t)pc + i->to[1]), at->number);
			push(re, &depth, (size_t)((ptrdiff_t)pc + i->to[0]), at->number);
			break;
		case JUMP:
			push(re, &depth, (size_t)((ptrdiff_t)pc + i->to[0]), at->number);
			break;
		case TEXT_START:
			push_if(re, &depth, pc + 1, at, at->at_start);
			break;
		case TEXT_END:
			push_if(re, &depth, pc + 1, at, at->at_end);
			break;
		case LINE_START:
			push_if(re, &depth, pc + 1, at, at->at_start || at->line_before);
			break;
		case LINE_END:
			push_if(re, &depth, pc + 1, at, at->at_end || at->line_after);
			break;
		case WORD_EDGE:
		case NO_WORD_EDGE:
			push_if(re, &depth, pc + 1, at,
				(at->word_before != at->word_after) == (i->op == WORD_EDGE));
			break;
		}
	}
	return false;
}

static bool in_range(const struct range *r, uint32_t c)
{
	if (r->low == CATEGORIES || r->low == NO_CATEGORIES)
		return unicode_in_categories(c, r->high);
	if (r->low == SCRIPT || r->low == NO_SCRIPT)
		return unicode_in_script(c, r->high);
	return c >= r->low && c <= r->high;
}

static bool matches_char(struct regex *re, const struct instruction *i, uint32_t c)
{
	uint32_t of_case[4] = { c };
	size_t count = 1;

	if (i->fold)
		for (uint32_t o = unicode_next_of_case(c); o != c && count < ARRAY_LEN(of_case);
		     o = unicode_next_of_case(o))
			of_case[count++] = o;
	if (i->op == CHARACTER) {
		bool same = false;

		for (size_t o = 0; o < count; o++)
			same |= of_case[o] == i->x;
		return same;
	}
	for (uint32_t k = 0; k < i->n; k++, re->work++) {
		const struct range *r = &re->ranges[i->x + k];
		bool in = false;

		for (size_t o = 0; o < count && !in; o++)
			in = in_range(r, of_case[o]);
		if (in != (r->low == NO_CATEGORIES || r->low == NO_SCRIPT))
			return !i->negated;
	}
	return i->negated;
}

enum regex_found regex_search(struct regex *re, struct str text)
{
	const char *p = text.ptr, *end = text.ptr + text.len;
	struct place at = place_at(text, p, 0, 1);
	size_t len = 0, next_len;

	memset(re->added, 0, re->len * sizeof(*re->added));
	re->work = 0;
	if (add_thread(re, re->now, &len, 0, &at))
		return REGEX_FOUND;
	while (p < end) {
		uint32_t c = unicode_decode(&p, end), *list;

		at = place_at(text, p, c, at.number + 1);
		next_len = 0;
		for (size_t k = 0; k < len; k++) {
			re->work++;
			if (matches_char(re, &re->program[re->now[k]], c) &&
			    add_thread(re, re->next, &next_len, re->now[k] + 1U, &at))
				return REGEX_FOUND;
		}
		if (add_thread(re, re->next, &next_len, 0, &at))
			return REGEX_FOUND;
		if (re->work > REGEX_WORK_MAX)
			return REGEX_GAVE_UP;
		list = re->now;
		re->now = re->next;
		re->next = list;
		len = next_len;
	}
	return REGEX_NOT_FOUND;
}

static bool prepare_find(struct regex *re)
{
	if (!re->begins)
		re->begins = base__calloc(re->len, sizeof(*re->begins));
	if (!re->next_begins)
		re->next_begins = base__calloc(re->len, sizeof(*re->next_begins));
	return re->begins && re->next_begins;
}

struct find {
	struct regex *re;
	size_t len, next_len; /* lengths of the lists of threads; the preferred threads are first */
	bool found;
	size_t begin, end;
};

/* Adds the successors of a thread that began at `begin`. Returns true if one of them matches. */
static bool go_on(struct find *f, uint32_t *list, size_t *begins, size_t *len, size_t pc,
		  size_t begin, const struct place *at, size_t offset)
{
	size_t before = *len;
	bool match = add_thread(f->re, list, len, pc, at);

	for (size_t i = before; i < *len; i++)
		begins[i] = begin;
	if (match) {
		f->found = true;
		f->begin = begin;
		f->end = offset;
	}
	return match;
}

/* Feeds c to every thread; drops the threads after the first that matches (lower preference). */
static void step(struct find *f, uint32_t c, const struct place *at, size_t offset)
{
	struct regex *re = f->re;
	bool match = false;

	f->next_len = 0;
	for (size_t k = 0; k < f->len && !match; k++) {
		re->work++;
		if (matches_char(re, &re->program[re->now[k]], c))
			match = go_on(f, re->next, re->next_begins, &f->next_len, re->now[k] + 1U,
				      re->begins[k], at, offset);
	}
	if (!f->found)
		go_on(f, re->next, re->next_begins, &f->next_len, 0, offset, at, offset);
}

static void swap_lists(struct find *f)
{
	uint32_t *list = f->re->now;
	size_t *begins = f->re->begins;

	f->re->now = f->re->next;
	f->re->next = list;
	f->re->begins = f->re->next_begins;
	f->re->next_begins = begins;
	f->len = f->next_len;
}

enum regex_found regex_find(struct regex *re, struct str text, size_t from, size_t *begin,
			    size_t *end)
{
	const char *p = text.ptr + from, *last = text.ptr + text.len;
	struct find f = { .re = re };
	struct place at = place_at(text, p, from ? (unsigned char)p[-1] : 0, 1);

	if (!prepare_find(re))
		return REGEX_GAVE_UP;
	memset(re->added, 0, re->len * sizeof(*re->added));
	re->work = 0;
	go_on(&f, re->now, re->begins, &f.len, 0, from, &at, from);
	while (p < last && (f.len || !f.found)) {
		uint32_t c = unicode_decode(&p, last);

		at = place_at(text, p, c, at.number + 1);
		step(&f, c, &at, (size_t)(p - text.ptr));
		swap_lists(&f);
		if (re->work > REGEX_WORK_MAX)
			return REGEX_GAVE_UP;
	}
	*begin = f.begin;
	*end = f.end;
	return f.found ? REGEX_FOUND : REGEX_NOT_FOUND;
}
