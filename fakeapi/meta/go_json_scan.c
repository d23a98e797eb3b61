/* SPDX-License-Identifier: Apache-2.0 */
/* Checks JSON text as Go's scanner does, with its errors. */
#include "fakeapi/meta/go_json.h"

#include <math.h>

enum { DEPTH_MAX = 1000 };

/* The scanner's state; its errors name the state as Go's scanner does. */
struct scan {
	const char *p;
	const char *end;
	struct strbuf *why;
	int depth;
};

static bool fail(struct scan *s, const char *context)
{
	unsigned char c;

	if (s->p >= s->end) {
		strbuf_addz(s->why, "unexpected end of JSON input");
		return false;
	}
	c = (unsigned char)*s->p;
	if (c == '\'')
		strbuf_addz(s->why, "invalid character '\\''");
	else if (c == '"')
		strbuf_addz(s->why, "invalid character '\"'");
	else if (c == '\n' || c == '\t' || c == '\r' || c == '\b' || c == '\f' || c == '\v' ||
		 c == '\a')
		strbuf_addf(s->why, "invalid character '\\%c'", "abtnvfr"[c - '\a']);
	else if (c < 0x20 || c == 0x7f)
		strbuf_addf(s->why, "invalid character '\\x%02x'", c);
	else if (c == '\\')
		strbuf_addz(s->why, "invalid character '\\\\'");
	else if (c < 0x80)
		strbuf_addf(s->why, "invalid character '%c'", c);
	else /* Go quotes the byte as a rune of Latin-1. */
		strbuf_addf(s->why,
			    c < 0xa1 || c == 0xad ? "invalid character '\\u%04x'"
						  : "invalid character '%c%c'",
			    c < 0xa1 || c == 0xad ? c : 0xc0 | (c >> 6), 0x80 | (c & 0x3f));
	strbuf_addc(s->why, ' ');
	strbuf_addz(s->why, context);
	return false;
}

static void space(struct scan *s)
{
	while (s->p < s->end && (*s->p == ' ' || *s->p == '\t' || *s->p == '\n' || *s->p == '\r'))
		s->p++;
}

static bool string(struct scan *s)
{
	for (s->p++;; s->p++) {
		if (s->p >= s->end || (unsigned char)*s->p < 0x20)
			return fail(s, "in string literal");
		if (*s->p == '"') {
			s->p++;
			return true;
		}
		if (*s->p != '\\')
			continue;
		s->p++;
		if (s->p >= s->end || !strchr("bfnrt\\/\"u", *s->p) || *s->p == '\0')
			return fail(s, "in string escape code");
		if (*s->p != 'u')
			continue;
		for (int i = 0; i < 4; i++) {
			s->p++;
			if (s->p >= s->end || hex_digit(*s->p) < 0)
				return fail(s, "in \\u hexadecimal character escape");
		}
	}
}

static bool digits(struct scan *s, const char *context)
{
	if (s->p >= s->end || *s->p < '0' || *s->p > '9')
		return fail(s, context);
	while (s->p < s->end && *s->p >= '0' && *s->p <= '9')
		s->p++;
	return true;
}

static bool number_of_any_length(struct scan *s)
{
	if (*s->p == '-')
		s->p++;
	if (s->p < s->end && *s->p == '0')
		s->p++;
	else if (!digits(s, "in numeric literal"))
		return false;
	if (s->p < s->end && *s->p == '.') {
		s->p++;
		if (!digits(s, "after decimal point in numeric literal"))
			return false;
	}
	if (s->p < s->end && (*s->p == 'e' || *s->p == 'E')) {
		s->p++;
		if (s->p < s->end && (*s->p == '+' || *s->p == '-'))
			s->p++;
		return digits(s, "in exponent of numeric literal");
	}
	return true;
}

static bool number(struct scan *s)
{
	const char *start = s->p;
	char text[64];

	if (!number_of_any_length(s))
		return false;
	if (s->p - start >= 63) { /* cJSON's limit */
		strbuf_addz(s->why, "number literal too long");
		return false;
	}
	memcpy(text, start, (size_t)(s->p - start));
	text[s->p - start] = '\0';
	if (isfinite(strtod(text, NULL)))
		return true;
	strbuf_addf(s->why, "json: cannot unmarshal number %s into Go value of type float64", text);
	return false;
}

static bool literal(struct scan *s, const char *word)
{
	char context[48];

	for (size_t i = 0; word[i]; i++, s->p++) {
		if (s->p < s->end && *s->p == word[i])
			continue;
		snprintf(context, sizeof(context), "in literal %s (expecting '%c')", word, word[i]);
		return fail(s, context);
	}
	return true;
}

static bool value(struct scan *s);

static bool object(struct scan *s)
{
	s->p++;
	space(s);
	if (s->p < s->end && *s->p == '}') {
		s->p++;
		return true;
	}
	for (;;) {
		space(s);
		if (s->p >= s->end || *s->p != '"')
			return fail(s, "looking for beginning of object key string");
		if (!string(s))
			return false;
		space(s);
		if (s->p >= s->end || *s->p != ':')
			return fail(s, "after object key");
		s->p++;
		if (!value(s))
			return false;
		space(s);
		if (s->p < s->end && *s->p == '}') {
			s->p++;
			return true;
		}
		if (s->p >= s->end || *s->p != ',')
			return fail(s, "after object key:value pair");
		s->p++;
	}
}

static bool array(struct scan *s)
{
	s->p++;
	space(s);
	if (s->p < s->end && *s->p == ']') {
		s->p++;
		return true;
	}
	for (;;) {
		if (!value(s))
			return false;
		space(s);
		if (s->p < s->end && *s->p == ']') {
			s->p++;
			return true;
		}
		if (s->p >= s->end || *s->p != ',')
			return fail(s, "after array element");
		s->p++;
	}
}

static bool value(struct scan *s)
{
	bool ok;

	space(s);
	if (s->p >= s->end)
		return fail(s, "");
	switch (*s->p) {
	case '{':
	case '[':
		if (++s->depth > DEPTH_MAX) {
			strbuf_addz(s->why, "exceeded max depth");
			return false;
		}
		ok = *s->p == '{' ? object(s) : array(s);
		s->depth--;
		return ok;
	case '"':
		return string(s);
	case 't':
		return literal(s, "true");
	case 'f':
		return literal(s, "false");
	case 'n':
		return literal(s, "null");
	case '-':
	case '0':
	case '1':
	case '2':
	case '3':
	case '4':
	case '5':
	case '6':
	case '7':
	case '8':
	case '9':
		return number(s);
	}
	return fail(s, "looking for beginning of value");
}

bool fakeapi__go_json_check(struct str text, struct strbuf *why)
{
	struct scan s = { text.ptr, text.ptr + text.len, why, 0 };

	if (text.len == 0) {
		strbuf_addz(why, "unexpected end of JSON input");
		return false;
	}
	if (!value(&s))
		return false;
	space(&s);
	if (s.p < s.end)
		return fail(&s, "after top-level value");
	return true;
}
