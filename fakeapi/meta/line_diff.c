/* SPDX-License-Identifier: Apache-2.0 */
/* line_diff.c - a unified diff (github.com/pmezard/go-difflib, which apimachinery's util/diff
 * uses). */
#include "fakeapi/meta/line_diff.h"

#include "base/alloc.h"
#include "base/map.h"

struct lines {
	struct str *at;
	size_t count;
};

static int split(struct lines *l, struct str text)
{
	size_t n = 1;

	for (size_t i = 0; i < text.len; i++)
		n += text.ptr[i] == '\n';
	l->count = 0;
	l->at = base__reallocarray(NULL, n, sizeof(*l->at));
	if (!l->at)
		return -1;
	while (l->count < n) {
		const char *end = memchr(text.ptr, '\n', text.len);
		size_t len = end ? (size_t)(end - text.ptr) : text.len;

		l->at[l->count++] = (struct str) { text.ptr, len };
		text.ptr += len + (end != NULL);
		text.len -= len + (end != NULL);
	}
	return 0;
}

enum { CONTEXT = 3, POPULAR_MIN = 200, LINES_MAX = 2000 };

/* --- matching the lines of two texts ------------------------------------------------------
 * difflib's SequenceMatcher: finds the longest common run of lines, then does the same before and
 * after it. In long texts, frequent lines start no run. */

struct range {
	size_t a, a_end, b, b_end;
};

struct matcher {
	const struct lines *a, *b;
	size_t *first;	      /* per line of `a`: the last equal line of `b`; SIZE_MAX: none */
	size_t *next;	      /* per line of `b`: the equal line before it */
	size_t *length, *row; /* per line of `b`: length of the run that ends there, and its row */
	size_t rows;
};

static void matcher_fini(struct matcher *m)
{
	base__free(m->first);
	base__free(m->next);
	base__free(m->length);
	base__free(m->row);
}

/* Indexes the lines of `b` by content; omits lines that occur too often. */
static int learn(struct matcher *m)
{
	size_t often = m->b->count >= POPULAR_MIN ? m->b->count / 100 + 1 : SIZE_MAX;
	struct map last, count;
	int rc = 0;

	map_init(&last, MAP_BORROW_KEYS);
	map_init(&count, MAP_BORROW_KEYS);
	for (size_t j = 0; rc == 0 && j < m->b->count; j++) {
		struct str line = m->b->at[j];
		size_t before = (size_t)(uintptr_t)map_get(&last, line);
		size_t n = (size_t)(uintptr_t)map_get(&count, line) + 1;

		m->next[j] = before ? before - 1 : SIZE_MAX;
		rc = map_put(&last, line, (void *)(uintptr_t)(j + 1), NULL) ||
		     map_put(&count, line, (void *)(uintptr_t)n, NULL);
	}
	for (size_t i = 0; rc == 0 && i < m->a->count; i++) {
		size_t at = (size_t)(uintptr_t)map_get(&last, m->a->at[i]);
		bool known = at && (size_t)(uintptr_t)map_get(&count, m->a->at[i]) <= often;

		m->first[i] = known ? at - 1 : SIZE_MAX;
	}
	map_fini(&last);
	map_fini(&count);
	return rc ? -1 : 0;
}

static int matcher_init(struct matcher *m, const struct lines *a, const struct lines *b)
{
	*m = (struct matcher) { .a = a, .b = b };
	m->first = base__calloc(a->count + 1, sizeof(*m->first));
	m->next = base__calloc(b->count + 1, sizeof(*m->next));
	m->length = base__calloc(b->count + 1, sizeof(*m->length));
	m->row = base__calloc(b->count + 1, sizeof(*m->row));
	if (m->first && m->next && m->length && m->row && learn(m) == 0)
		return 0;
	matcher_fini(m);
	return -1;
}

/* Finds the longest run of equal lines (the first of several); returns its length. */
static size_t longest_run(struct matcher *m, const struct range *in, size_t *a_at, size_t *b_at)
{
	const struct str *a = m->a->at, *b = m->b->at;
	size_t best = 0, best_a = in->a, best_b = in->b, best_row = SIZE_MAX;

	m->rows++; /* entries of an earlier range are invalid in this one */
	for (size_t i = in->a; i < in->a_end; i++) {
		m->rows++;
		for (size_t j = m->first[i]; j != SIZE_MAX && j >= in->b; j = m->next[j]) {
			size_t n = 1;

			if (j >= in->b_end)
				continue;
			if (j > in->b && m->row[j - 1] == m->rows - 1)
				n += m->length[j - 1];
			m->row[j] = m->rows;
			m->length[j] = n;
			if (n < best || (n == best && best_row != i))
				continue;
			best = n;
			best_row = i;
			best_a = i + 1 - n;
			best_b = j + 1 - n;
		}
	}
	for (; best_a > in->a && best_b > in->b && str_eq(a[best_a - 1], b[best_b - 1]); best++) {
		best_a--;
		best_b--;
	}
	while (best_a + best < in->a_end && best_b + best < in->b_end &&
	       str_eq(a[best_a + best], b[best_b + best]))
		best++;
	*a_at = best_a;
	*b_at = best_b;
	return best;
}

/* partner[i]: the line of `b` equal to line i of `a`; SIZE_MAX: removed. */
static int match(const struct lines *a, const struct lines *b, size_t *partner)
{
	/* Each run adds at most one range. */
	struct range *todo = base__reallocarray(NULL, a->count + 2, sizeof(*todo));
	struct matcher m;
	size_t count = 0;

	for (size_t i = 0; i < a->count; i++)
		partner[i] = SIZE_MAX;
	if (!todo || matcher_init(&m, a, b) != 0) {
		base__free(todo);
		return -1;
	}
	todo[count++] = (struct range) { 0, a->count, 0, b->count };
	while (count > 0) {
		struct range in = todo[--count];
		size_t i, j, n = longest_run(&m, &in, &i, &j);

		for (size_t k = 0; k < n; k++)
			partner[i + k] = j + k;
		if (n && in.a < i && in.b < j)
			todo[count++] = (struct range) { in.a, i, in.b, j };
		if (n && i + n < in.a_end && j + n < in.b_end)
			todo[count++] = (struct range) { i + n, in.a_end, j + n, in.b_end };
	}
	matcher_fini(&m);
	base__free(todo);
	return 0;
}

/* For texts that would take too long: matches only their common start and end. */
static void match_ends(const struct lines *a, const struct lines *b, size_t *partner)
{
	size_t n = a->count, m = b->count, head = 0, tail = 0;

	for (size_t i = 0; i < n; i++)
		partner[i] = SIZE_MAX;
	for (; head < n && head < m && str_eq(a->at[head], b->at[head]); head++)
		partner[head] = head;
	for (;
	     tail < n - head && tail < m - head && str_eq(a->at[n - 1 - tail], b->at[m - 1 - tail]);
	     tail++)
		partner[n - 1 - tail] = m - 1 - tail;
}

/* --- writing the diff ----------------------------------------------------------------------- */

static void add_line(struct strbuf *out, char mark, struct str line)
{
	strbuf_addc(out, mark);
	strbuf_adds(out, line);
	strbuf_addc(out, '\n');
}

/* Writes a range as difflib does. */
static void add_range(struct strbuf *out, char mark, size_t from, size_t count)
{
	if (count == 1)
		strbuf_addf(out, " %c%zu", mark, from + 1);
	else
		strbuf_addf(out, " %c%zu,%zu", mark, count ? from + 1 : from, count);
}

/* True if line i of `a` equals line j of `b`, its partner. */
static bool same_at(const size_t *partner, size_t i, size_t j)
{
	return partner[i] == j;
}

/* Writes the lines from (i, j) to (i_end, j_end) with their marks. */
static void add_body(struct strbuf *out, const struct lines *a, const struct lines *b,
		     const size_t *partner, const size_t from[2], const size_t to[2])
{
	size_t i = from[0], j = from[1];

	while (i < to[0] || j < to[1]) {
		if (i < to[0] && same_at(partner, i, j)) {
			add_line(out, ' ', a->at[i]);
			i++;
			j++;
			continue;
		}
		while (i < to[0] && partner[i] == SIZE_MAX)
			add_line(out, '-', a->at[i++]);
		while (j < to[1] && (i >= a->count || partner[i] != j))
			add_line(out, '+', b->at[j++]);
	}
}

/* Writes groups of changes with CONTEXT lines around them; joins groups that would touch. */
static void add_hunks(struct strbuf *out, const struct lines *a, const struct lines *b,
		      const size_t *partner)
{
	size_t i = 0, j = 0;

	while (i < a->count || j < b->count) {
		size_t from[2], to[2], same = 0;

		if (i < a->count && same_at(partner, i, j)) {
			i++;
			j++;
			continue;
		}
		from[0] = i < CONTEXT ? 0 : i - CONTEXT;
		from[1] = j < CONTEXT ? 0 : j - CONTEXT;
		to[0] = i;
		to[1] = j;
		/* Advance to the last change before more than 2 * CONTEXT unchanged lines. */
		while ((i < a->count || j < b->count) && same <= 2 * CONTEXT) {
			if (i < a->count && same_at(partner, i, j)) {
				i++;
				j++;
				same++;
				continue;
			}
			same = 0;
			if (i < a->count && partner[i] == SIZE_MAX)
				i++;
			else
				j++;
			to[0] = i;
			to[1] = j;
		}
		for (int n = 0; n < CONTEXT && to[0] < a->count && to[1] < b->count; n++) {
			to[0]++;
			to[1]++;
		}
		strbuf_addz(out, "@@");
		add_range(out, '-', from[0], to[0] - from[0]);
		add_range(out, '+', from[1], to[1] - from[1]);
		strbuf_addz(out, " @@\n");
		add_body(out, a, b, partner, from, to);
	}
}

int fakeapi__line_diff(struct strbuf *out, struct str before, struct str now)
{
	struct lines a = { NULL, 0 }, b = { NULL, 0 };
	size_t *partner = NULL;
	int rc = -1;

	if (split(&a, before) != 0 || split(&b, now) != 0)
		goto done;
	partner = base__reallocarray(NULL, a.count + 1, sizeof(*partner));
	if (!partner)
		goto done;
	if (a.count > LINES_MAX || b.count > LINES_MAX) {
		match_ends(&a, &b, partner);
		rc = 0;
	} else {
		rc = match(&a, &b, partner);
	}
	if (rc == 0)
		add_hunks(out, &a, &b, partner);
done:
	base__free(a.at);
	base__free(b.at);
	base__free(partner);
	return rc;
}
