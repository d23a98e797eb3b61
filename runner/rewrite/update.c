/* SPDX-License-Identifier: Apache-2.0 */
#include "runner/rewrite/update.h"

#include <stdarg.h>
#include <stdlib.h>

#include "base/alloc.h"

void scn__updates_init(struct scn__updates *u, struct str text)
{
	size_t lines = 1;

	*u = (struct scn__updates) { .text = text };
	runner__arena_init(&u->arena);
	for (size_t i = 0; i < text.len; i++)
		lines += text.ptr[i] == '\n';
	u->line_starts = runner__arena_alloc(&u->arena, (lines + 1) * sizeof(*u->line_starts));
	if (!u->line_starts) {
		u->failed = true;
		return;
	}
	u->line_starts[u->line_count++] = 0;
	for (size_t i = 0; i < text.len; i++)
		if (text.ptr[i] == '\n')
			u->line_starts[u->line_count++] = i + 1;
	u->line_starts[u->line_count] = text.len;
}

void scn__updates_fini(struct scn__updates *u)
{
	for (size_t i = 0; i < u->checked_count; i++)
		base__free(u->checked[i].edits);
	base__free(u->checked);
	runner__arena_fini(&u->arena);
	*u = (struct scn__updates) { 0 };
}

size_t scn__updates_offset(const struct scn__updates *u, struct scn__pos pos)
{
	size_t at;

	if (!u->line_starts || !pos.line || pos.line > u->line_count)
		return u->text.len;
	at = u->line_starts[pos.line - 1];
	for (uint32_t i = 1; i < pos.column && at < u->text.len && u->text.ptr[at] != '\n'; i++) {
		size_t len = utf8_seq_len(u->text.ptr + at, u->text.len - at);

		at += len ? len : 1;
	}
	return at;
}

static size_t line_of(const struct scn__updates *u, size_t offset)
{
	size_t low = 0, high = u->line_count;

	while (high - low > 1) {
		size_t middle = low + (high - low) / 2;

		if (u->line_starts[middle] <= offset)
			low = middle;
		else
			high = middle;
	}
	return low;
}

size_t scn__updates_line_start(const struct scn__updates *u, size_t offset)
{
	return u->line_starts ? u->line_starts[line_of(u, offset)] : 0;
}

size_t scn__updates_line_after(const struct scn__updates *u, size_t offset)
{
	return u->line_starts ? u->line_starts[line_of(u, offset) + 1] : 0;
}

static struct scn__checked *add_checked(struct scn__updates *u, struct scn__pos pos)
{
	if (u->checked_count == u->checked_cap) {
		size_t cap = u->checked_cap ? 2 * u->checked_cap : 16;
		struct scn__checked *checked =
		    base__reallocarray(u->checked, cap, sizeof(*checked));

		if (!checked) {
			u->failed = true;
			return NULL;
		}
		u->checked = checked;
		u->checked_cap = cap;
	}
	u->checked[u->checked_count] = (struct scn__checked) { .pos = pos };
	return &u->checked[u->checked_count++];
}

void scn__updates_begin(struct scn__updates *u, struct scn__pos pos)
{
	(void)add_checked(u, pos);
}

static void add_edit(struct scn__updates *u, struct scn__checked *c, const struct scn__edit *edit)
{
	if (c->edit_count == c->edit_cap) {
		size_t cap = c->edit_cap ? 2 * c->edit_cap : 8;
		struct scn__edit *edits = base__reallocarray(c->edits, cap, sizeof(*edits));

		if (!edits) {
			u->failed = true;
			return;
		}
		c->edits = edits;
		c->edit_cap = cap;
	}
	c->edits[c->edit_count] = *edit;
	c->edits[c->edit_count++].text = runner__arena_str(&u->arena, edit->text);
	u->failed |= u->arena.failed;
}

void scn__updates_edit(struct scn__updates *u, size_t from, size_t to, struct str text)
{
	if (u->checked_count)
		add_edit(u, &u->checked[u->checked_count - 1],
			 &(struct scn__edit) { from, to, text });
}

void scn__updates_refuse(struct scn__updates *u, const char *fmt, ...)
{
	struct scn__checked *c = u->checked_count ? &u->checked[u->checked_count - 1] : NULL;
	char text[200];
	va_list ap;

	if (!c || c->refused.len)
		return;
	va_start(ap, fmt);
	(void)vsnprintf(text, sizeof(text), fmt, ap);
	va_end(ap);
	c->refused = runner__arena_str(&u->arena, str_of(text));
	u->failed |= u->arena.failed;
}

static bool same_edits(const struct scn__checked *a, const struct scn__checked *b)
{
	if (a->edit_count != b->edit_count)
		return false;
	for (size_t i = 0; i < a->edit_count; i++)
		if (a->edits[i].from != b->edits[i].from || a->edits[i].to != b->edits[i].to ||
		    !str_eq(a->edits[i].text, b->edits[i].text))
			return false;
	return true;
}

static void refuse(struct scn__updates *u, struct scn__checked *c, struct str why)
{
	if (!c->refused.len)
		c->refused = runner__arena_str(&u->arena, why);
	c->edit_count = 0;
}

void scn__updates_merge(struct scn__updates *into, const struct scn__updates *from)
{
	into->failed |= from->failed;
	for (size_t i = 0; i < from->checked_count && !into->failed; i++) {
		const struct scn__checked *c = &from->checked[i];
		struct scn__checked *have = NULL;

		for (size_t k = 0; k < into->checked_count && !have; k++)
			if (into->checked[k].pos.line == c->pos.line &&
			    into->checked[k].pos.column == c->pos.column)
				have = &into->checked[k];
		if (have && !c->refused.len && !have->refused.len && !same_edits(have, c))
			refuse(into, have, STR("the cells of the matrix differ"));
		else if (have && c->refused.len)
			refuse(into, have, c->refused);
		if (have)
			continue;
		have = add_checked(into, c->pos);
		for (size_t k = 0; have && k < c->edit_count; k++)
			add_edit(into, have, &c->edits[k]);
		if (have && c->refused.len)
			refuse(into, have, c->refused);
	}
}

size_t scn__updates_count(const struct scn__updates *u)
{
	size_t n = 0;

	for (size_t i = 0; i < u->checked_count; i++)
		n += u->checked[i].edit_count > 0 && !u->checked[i].refused.len;
	return n;
}

static int by_place(const void *a, const void *b)
{
	const struct scn__edit *x = a, *y = b;

	if (x->from != y->from)
		return x->from < y->from ? -1 : 1;
	return x->to < y->to ? -1 : x->to > y->to;
}

bool scn__updates_apply(const struct scn__updates *u, struct strbuf *out)
{
	struct scn__edit *edits;
	size_t total = 0, n = 0, at = 0;
	bool good = !u->failed;

	for (size_t i = 0; i < u->checked_count; i++)
		total += u->checked[i].edit_count;
	edits = base__calloc(total + 1, sizeof(*edits));
	if (!edits)
		return false;
	for (size_t i = 0; i < u->checked_count; i++)
		for (size_t k = 0; k < u->checked[i].edit_count && !u->checked[i].refused.len; k++)
			edits[n++] = u->checked[i].edits[k];
	qsort(edits, n, sizeof(*edits), by_place);
	for (size_t i = 0; i < n && good; i++) {
		good = edits[i].from >= at && edits[i].to >= edits[i].from &&
		       edits[i].to <= u->text.len;
		if (!good)
			break;
		strbuf_add(out, u->text.ptr + at, edits[i].from - at);
		strbuf_adds(out, edits[i].text);
		at = edits[i].to;
	}
	strbuf_add(out, u->text.ptr + at, u->text.len - at);
	base__free(edits);
	return good && !out->failed;
}

/* --- a diff --- */

/* From the first difference on, a window of that many lines of each side is compared. After that
 * many equal lines the search for the next difference begins. */
enum { DIFF_WINDOW = 1000, DIFF_EQUAL = 50 };

struct lines {
	struct str *items;
	size_t len;
};

static bool split(struct str text, struct lines *out)
{
	size_t count = 1;

	for (size_t i = 0; i < text.len; i++)
		count += text.ptr[i] == '\n';
	out->items = base__calloc(count, sizeof(*out->items));
	while (out->items && text.len) {
		const char *nl = memchr(text.ptr, '\n', text.len);
		size_t len = nl ? (size_t)(nl - text.ptr) : text.len;

		out->items[out->len++] = (struct str) { text.ptr, len };
		text.ptr += len + (nl ? 1 : 0);
		text.len -= len + (nl ? 1 : 0);
	}
	return out->items != NULL;
}

/* The lines of both sides that are compared, from the first one that was not printed. */
struct diff {
	struct lines a, b;
	size_t i, k;	   /* index of the window's first lines */
	size_t rows, cols; /* size of the window */
	uint32_t *common;  /* [r * (cols + 1) + c]: longest common subsequence of the rests */
	struct strbuf *out;
};

static void count_common(struct diff *d)
{
	size_t width = d->cols + 1;

	memset(d->common, 0, (d->rows + 1) * width * sizeof(*d->common));
	for (size_t r = d->rows; r-- > 0;)
		for (size_t c = d->cols; c-- > 0;) {
			uint32_t *to = &d->common[r * width + c];
			uint32_t down = to[width], right = to[1];

			*to = str_eq(d->a.items[d->i + r], d->b.items[d->k + c]) ? to[width + 1] + 1
			      : down > right					 ? down
										 : right;
		}
}

static void print_line(struct diff *d, char sign, size_t number, struct str line)
{
	strbuf_addf(d->out, "  :%zu %c " STR_FMT "\n", number + 1, sign, STR_ARG(line));
}

/* Prints the window up to a long equal part; if more lines follow, up to the last equal lines in
 * it. */
static void print_window(struct diff *d)
{
	bool last = d->i + d->rows == d->a.len && d->k + d->cols == d->b.len;
	size_t r = 0, c = 0, equal = 0, width = d->cols + 1;
	bool any = false;

	while ((r < d->rows || c < d->cols) && equal < DIFF_EQUAL) {
		if (!last && any && !d->common[r * width + c])
			break;
		if (r < d->rows && c < d->cols &&
		    str_eq(d->a.items[d->i + r], d->b.items[d->k + c])) {
			r++, c++, equal++;
			any = true;
			continue;
		}
		equal = 0;
		if (r < d->rows && (c == d->cols || d->common[(r + 1) * width + c] >=
							d->common[r * width + c + 1])) {
			print_line(d, '-', d->i + r, d->a.items[d->i + r]);
			r++;
		} else {
			print_line(d, '+', d->k + c, d->b.items[d->k + c]);
			c++;
		}
	}
	d->i += r;
	d->k += c;
}

static size_t at_most(size_t n, size_t most)
{
	return n < most ? n : most;
}

void scn__updates_diff(struct str before, struct str after, struct strbuf *out)
{
	struct diff d = { .out = out };
	bool good = split(before, &d.a) && split(after, &d.b);

	if (good)
		d.common = base__malloc((at_most(d.a.len, DIFF_WINDOW) + 1) *
					(at_most(d.b.len, DIFF_WINDOW) + 1) * sizeof(*d.common));
	out->failed |= !d.common;
	while (d.common && (d.i < d.a.len || d.k < d.b.len)) {
		if (d.i < d.a.len && d.k < d.b.len && str_eq(d.a.items[d.i], d.b.items[d.k])) {
			d.i++, d.k++;
			continue;
		}
		d.rows = at_most(d.a.len - d.i, DIFF_WINDOW);
		d.cols = at_most(d.b.len - d.k, DIFF_WINDOW);
		count_common(&d);
		print_window(&d);
	}
	base__free(d.common);
	base__free(d.a.items);
	base__free(d.b.items);
}
