/* SPDX-License-Identifier: Apache-2.0 */
#include "cel/errors.h"

enum { MISTAKES_MAX = 100, SNIPPET_MAX = 16384 };

void cel__errors_init(struct cel__errors *e, struct cel__arena *arena, struct str source)
{
	*e = (struct cel__errors) { .arena = arena, .source = source };
}

void cel__mistake(struct cel__errors *e, uint32_t at, const char *fmt, ...)
{
	struct cel__mistake *m, **place;
	struct str text;
	va_list ap;

	if (++e->count > MISTAKES_MAX)
		return;
	va_start(ap, fmt);
	text = cel__copyvf(e->arena, fmt, ap);
	va_end(ap);
	m = cel__alloc(e->arena, sizeof(*m));
	if (!m || !text.ptr)
		return;
	for (place = &e->first; *place && (*place)->at <= at; place = &(*place)->next)
		;
	*m = (struct cel__mistake) { .at = at, .text = text, .next = *place };
	*place = m;
}

/* The line of the mistake, and a caret below the character at `at`; wide characters get wide
 * dots. */
static void write_snippet(struct strbuf *out, struct str source, size_t begin, size_t at)
{
	size_t end = begin;

	while (end < source.len && source.ptr[end] != '\n')
		end++;
	if (end - begin > SNIPPET_MAX)
		return;
	strbuf_addz(out, "\n | ");
	for (size_t i = begin; i < end; i++)
		strbuf_addc(out, source.ptr[i] == '\t' ? ' ' : source.ptr[i]);
	strbuf_addz(out, "\n | ");
	for (size_t i = begin; i < at && i < end;) {
		size_t n = utf8_seq_len(source.ptr + i, end - i);

		strbuf_addz(out, n > 1 ? "\xef\xbc\x8e" : ".");
		i += n ? n : 1;
	}
	strbuf_addz(out,
		    at < end && utf8_seq_len(source.ptr + at, end - at) > 1 ? "\xef\xbc\xbe" : "^");
}

static void write_mistake(struct strbuf *out, struct str source, const struct cel__mistake *m)
{
	size_t line = 1, column = 1, begin = 0;

	for (size_t i = 0; i < m->at && i < source.len; i++) {
		if (source.ptr[i] == '\n') {
			line++;
			begin = i + 1;
			column = 1;
		} else if (((unsigned char)source.ptr[i] & 0xc0) != 0x80) {
			column++;
		}
	}
	strbuf_addf(out, "ERROR: <input>:%zu:%zu: " STR_FMT, line, column, STR_ARG(m->text));
	write_snippet(out, source, begin, m->at);
}

void cel__errors_write(struct strbuf *out, const struct cel__errors *e)
{
	for (const struct cel__mistake *m = e->first; m; m = m->next) {
		write_mistake(out, e->source, m);
		if (m->next)
			strbuf_addc(out, '\n');
	}
	if (e->count > MISTAKES_MAX)
		strbuf_addf(out, "\n%u more errors were truncated", e->count - MISTAKES_MAX);
}
