/* SPDX-License-Identifier: Apache-2.0 */
/* fmt_write.c - writes the lines of a scenario with their edits and new columns. */
#include "runner/rewrite/fmt_impl.h"

/* The byte offset of a column; columns count characters. */
static size_t byte_of(struct str line, uint32_t column)
{
	size_t at = 0;

	for (uint32_t i = 1; i < column && at < line.len; i++)
		at += utf8_seq_len(line.ptr + at, line.len - at);
	return at;
}

struct str scn__fmt_slice(struct str line, uint32_t from, uint32_t to)
{
	size_t a = byte_of(line, from), b = byte_of(line, to);

	return (struct str) { line.ptr + a, b > a ? b - a : 0 };
}

uint32_t scn__fmt_chars(struct str s)
{
	uint32_t n = 0;

	for (size_t at = 0; at < s.len; n++) {
		size_t len = utf8_seq_len(s.ptr + at, s.len - at);

		at += len ? len : 1;
	}
	return n;
}

static int by_place(const void *a, const void *b)
{
	const struct edit *x = a, *y = b;

	if (x->line != y->line)
		return x->line < y->line ? -1 : 1;
	return x->from < y->from ? -1 : x->from > y->from;
}

/* Appends the line's columns [from, to) with its edits, which are sorted and do not overlap. */
static void add_edited(struct fmt *f, size_t *next, uint32_t number, uint32_t from, uint32_t to,
		       struct strbuf *out)
{
	struct str text = f->lines[number - 1].text;
	uint32_t at = from;

	while (*next < f->edit_count && f->edits[*next].line < number)
		(*next)++;
	for (; *next < f->edit_count && f->edits[*next].line == number; (*next)++) {
		const struct edit *e = &f->edits[*next];

		if (e->from < at)
			continue;
		strbuf_adds(out, scn__fmt_slice(text, at, e->from));
		strbuf_adds(out, e->text);
		at = e->to;
	}
	if (to > at)
		strbuf_adds(out, scn__fmt_slice(text, at, to));
}

static struct str trimmed(struct str s)
{
	while (s.len && strchr(" \t\r", s.ptr[s.len - 1]))
		s.len--;
	while (s.len && (s.ptr[0] == ' ' || s.ptr[0] == '\t')) {
		s.ptr++;
		s.len--;
	}
	return s;
}

static void add_spaces(struct strbuf *out, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++)
		strbuf_addc(out, ' ');
}

/* The comment keeps its column if possible, and follows the rest after two spaces. */
static void add_comment(struct strbuf *out, size_t start, uint32_t column, struct str comment)
{
	uint32_t width;

	while (out->len > start && out->ptr[out->len - 1] == ' ')
		out->ptr[--out->len] = '\0';
	if (comment.len == 0)
		return;
	width = scn__fmt_chars((struct str) { out->ptr + start, out->len - start });
	add_spaces(out, column > width + 3 ? column - width - 1 : 2);
	strbuf_adds(out, comment);
}

static void add_led(struct fmt *f, size_t *next, uint32_t number, struct strbuf *out)
{
	struct line *l = &f->lines[number - 1];
	const struct lead *last = &l->leads[l->lead_count - 1];
	uint32_t from = last->column, column;
	struct str comment = { NULL, 0 };
	size_t start = out->len;

	add_spaces(out, l->leads[0].target - 1);
	for (size_t i = 0; i < l->lead_count; i++)
		if (l->leads[i].dash)
			strbuf_addz(out, "- ");
	if (last->dash) {
		from++;
		while (str_eqz(scn__fmt_slice(l->text, from, from + 1), " "))
			from++;
	}
	if (l->content_end)
		comment = trimmed(scn__fmt_slice(l->text, l->content_end, UINT32_MAX));
	if (comment.len && comment.ptr[0] != '#') {
		/* The start of a collection over several lines: do not change the rest. */
		add_edited(f, next, number, from, UINT32_MAX - 1, out);
		add_comment(out, start, 0, STR(""));
	} else {
		column = comment.len ? scn__fmt_chars((struct str) {
					   l->text.ptr, (size_t)(comment.ptr - l->text.ptr) }) +
					   1
				     : 0;
		add_edited(f, next, number, from, l->content_end ? l->content_end : UINT32_MAX - 1,
			   out);
		add_comment(out, start, column, comment);
	}
	strbuf_addc(out, '\n');
}

/* Sets how far each line moves. A comment moves with the next line, a continuation with the
 * previous one. */
static void set_shifts(struct fmt *f)
{
	int64_t shift = 0;

	for (size_t i = 0; i < f->line_count; i++) {
		struct line *l = &f->lines[i];

		if (l->lead_count) {
			const struct lead *last = &l->leads[l->lead_count - 1];

			shift = (int64_t)last->target - (int64_t)last->column;
		}
		l->shift_above = shift;
	}
	shift = 0;
	for (size_t i = f->line_count; i-- > 0;) {
		struct line *l = &f->lines[i];

		if (l->lead_count)
			shift = (int64_t)l->leads[0].target - (int64_t)l->leads[0].column;
		l->shift_below = shift;
	}
}

static void add_moved(struct strbuf *out, struct str text, int64_t shift, bool verbatim)
{
	size_t indent = 0, start = out->len;

	while (indent < text.len && text.ptr[indent] == ' ')
		indent++;
	if (indent < text.len) {
		int64_t to = (int64_t)indent + shift;

		add_spaces(out, to > 0 ? (uint32_t)to : 0);
		strbuf_add(out, text.ptr + indent, text.len - indent);
		if (!verbatim)
			add_comment(out, start, 0, STR(""));
	}
	strbuf_addc(out, '\n');
}

void scn__fmt_write_moved(struct fmt *f, struct strbuf *out)
{
	size_t next = 0;
	bool blank = true;

	if (f->edit_count)
		qsort(f->edits, f->edit_count, sizeof(*f->edits), by_place);
	set_shifts(f);
	for (size_t i = 0; i < f->line_count; i++) {
		struct line *l = &f->lines[i];
		struct str text = trimmed(l->text);

		if (l->verbatim) {
			add_moved(out, l->text, l->shift_above, true);
		} else if (l->lead_count) {
			add_led(f, &next, (uint32_t)i + 1, out);
		} else if (text.len == 0) {
			if (!blank)
				strbuf_addc(out, '\n');
		} else {
			add_moved(out, l->text,
				  text.ptr[0] == '#' ? l->shift_below : l->shift_above, false);
		}
		blank = !l->verbatim && text.len == 0;
	}
	while (out->len > 1 && out->ptr[out->len - 1] == '\n' && out->ptr[out->len - 2] == '\n')
		out->ptr[--out->len] = '\0';
}

void scn__fmt_write_edited(struct fmt *f, struct strbuf *out)
{
	size_t next = 0;

	if (f->edit_count)
		qsort(f->edits, f->edit_count, sizeof(*f->edits), by_place);
	for (size_t i = 0; i < f->line_count; i++) {
		add_edited(f, &next, (uint32_t)i + 1, 1, UINT32_MAX - 1, out);
		strbuf_addc(out, '\n');
	}
}
