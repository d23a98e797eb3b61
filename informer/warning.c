/* SPDX-License-Identifier: Apache-2.0 */
/* warning.c - Warning headers (apimachinery util/net ParseWarningHeader; RFC 7234, 5.5): code,
 * agent, quoted text, an optional quoted date; a comma precedes the next warning. */
#include "informer/dynamic.h"

static struct str trimmed(struct str s)
{
	while (s.len && strchr(" \t\r\n", *s.ptr))
		s.ptr++, s.len--;
	while (s.len && strchr(" \t\r\n", s.ptr[s.len - 1]))
		s.len--;
	return s;
}

static void skip(struct str *s, size_t n)
{
	s->ptr += n;
	s->len -= n;
}

static bool no_controls(const struct strbuf *b)
{
	for (size_t i = 0; i < b->len;) {
		size_t n = utf8_seq_len(b->ptr + i, b->len - i);
		unsigned char c = (unsigned char)b->ptr[i];

		/* C0, DEL and C1 */
		if (!n || c < 0x20 || c == 0x7f ||
		    (n == 2 && c == 0xc2 && (unsigned char)b->ptr[i + 1] < 0xa0))
			return false;
		i += n;
	}
	return true;
}

/* Decodes "text"; *s then begins after it. */
static bool take_quoted(struct str *s, struct strbuf *out)
{
	bool escaped = false;

	if (!s->len || *s->ptr != '"')
		return false;
	for (skip(s, 1); s->len; skip(s, 1)) {
		if (!escaped && *s->ptr == '"') {
			skip(s, 1);
			return true;
		}
		if (!escaped && *s->ptr == '\\') {
			escaped = true;
			continue;
		}
		escaped = false;
		strbuf_addc(out, *s->ptr);
	}
	return false;
}

static bool take_date(struct str *s)
{
	const char *end;

	if (!s->len || *s->ptr != '"')
		return true;
	skip(s, 1);
	end = s->len ? memchr(s->ptr, '"', s->len) : NULL;
	if (!end)
		return false;
	skip(s, (size_t)(end + 1 - s->ptr));
	return true;
}

static bool parse(struct str *s, int *code, struct strbuf *agent, struct strbuf *text)
{
	const char *space;

	*s = trimmed(*s);
	*code = 0;
	for (int i = 0; i < 3; i++, skip(s, 1)) {
		if (!s->len || *s->ptr < '0' || *s->ptr > '9')
			return false;
		*code = *code * 10 + (*s->ptr - '0');
	}
	if (!s->len || *s->ptr != ' ')
		return false;
	skip(s, 1);
	space = s->len ? memchr(s->ptr, ' ', s->len) : NULL;
	if (!space || space == s->ptr)
		return false;
	strbuf_add(agent, s->ptr, (size_t)(space - s->ptr));
	skip(s, (size_t)(space + 1 - s->ptr));
	if (!take_quoted(s, text))
		return false;
	*s = trimmed(*s);
	if (!take_date(s))
		return false;
	*s = trimmed(*s);
	if (s->len && *s->ptr != ',')
		return false;
	if (s->len)
		skip(s, 1);
	*s = trimmed(*s);
	return !agent->failed && !text->failed && no_controls(agent) && no_controls(text);
}

bool inf__warning_next(struct str *rest, int *code, struct strbuf *agent, struct strbuf *text)
{
	strbuf_clear(agent);
	strbuf_clear(text);
	return rest->len > 0 && parse(rest, code, agent, text);
}
