/* SPDX-License-Identifier: Apache-2.0 */
#include "base/text/ascii.h"
#include "cel/lexer.h"

static bool is_letter(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static bool is_space(char c)
{
	return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\f';
}

static uint32_t skip_space(struct str s, uint32_t at)
{
	for (;;) {
		while (at < s.len && is_space(s.ptr[at]))
			at++;
		if (at + 1 >= s.len || s.ptr[at] != '/' || s.ptr[at + 1] != '/')
			return at;
		while (at < s.len && s.ptr[at] != '\n')
			at++;
	}
}

static struct cel__token token(enum cel__token_kind kind, struct str s, uint32_t at, size_t len)
{
	return (struct cel__token) { kind, at, { s.ptr + at, len } };
}

static size_t digits(struct str s, size_t at)
{
	size_t n = 0;

	while (at + n < s.len && ascii_is_digit(s.ptr[at + n]))
		n++;
	return n;
}

static char at_or_nul(struct str s, size_t at)
{
	return at < s.len ? s.ptr[at] : '\0';
}

static struct cel__token number(struct str s, uint32_t at)
{
	enum cel__token_kind kind = CEL__INT_TOKEN;
	size_t i = at;

	if (s.ptr[i] == '0' && at_or_nul(s, i + 1) == 'x' && i + 2 < s.len &&
	    hex_digit(s.ptr[i + 2]) >= 0) {
		for (i += 2; i < s.len && hex_digit(s.ptr[i]) >= 0;)
			i++;
	} else {
		size_t exponent;

		i += digits(s, i);
		if (at_or_nul(s, i) == '.' && digits(s, i + 1)) {
			kind = CEL__DOUBLE_TOKEN;
			i += 1 + digits(s, i + 1);
		}
		exponent = i + 1;
		if (at_or_nul(s, exponent) == '+' || at_or_nul(s, exponent) == '-')
			exponent++;
		if ((at_or_nul(s, i) | 0x20) == 'e' && digits(s, exponent)) {
			kind = CEL__DOUBLE_TOKEN;
			i = exponent + digits(s, exponent);
		}
	}
	if (kind == CEL__INT_TOKEN && (at_or_nul(s, i) | 0x20) == 'u') {
		kind = CEL__UINT_TOKEN;
		i++;
	}
	return token(kind, s, at, i - at);
}

/* The length of an escape that starts at the backslash; 0: invalid, *bad is the error's offset. */
static size_t escape_length(struct str s, size_t at, size_t *bad)
{
	char c = at_or_nul(s, at + 1);
	size_t digits = c == 'x' || c == 'X' ? 2 : c == 'u' ? 4 : c == 'U' ? 8 : 0;
	bool octal = c >= '0' && c <= '3';

	*bad = at + 1;
	if (c && strchr("abfnrtv\"'\\?`", c))
		return 2;
	if (!digits && !octal)
		return 0;
	for (size_t i = 0; i < (octal ? 2 : digits); i++) {
		char d = at_or_nul(s, at + 2 + i);

		*bad = at + 2 + i;
		if (octal ? d < '0' || d > '7' : hex_digit(d) < 0)
			return 0;
	}
	return octal ? 4 : 2 + digits;
}

/* 0: invalid, *bad is the error's offset. */
static size_t string_length(struct str s, size_t at, size_t prefix, bool raw, size_t *bad)
{
	char quote = s.ptr[at + prefix];
	size_t i = at + prefix, n;
	bool triple = at_or_nul(s, i + 1) == quote && at_or_nul(s, i + 2) == quote;

	for (i += triple ? 3 : 1; i < s.len; i++) {
		if (s.ptr[i] == '\\' && !raw) {
			n = escape_length(s, i, bad);
			if (!n)
				return 0;
			i += n - 1;
			continue;
		}
		*bad = i;
		if (!triple && (s.ptr[i] == '\n' || s.ptr[i] == '\r'))
			return 0;
		if (s.ptr[i] != quote)
			continue;
		if (!triple)
			return i + 1 - at;
		if (at_or_nul(s, i + 1) == quote && at_or_nul(s, i + 2) == quote)
			return i + 3 - at;
	}
	*bad = s.len;
	return 0;
}

/* Reads a string with an optional prefix of b, r or both. */
static bool string(struct str s, uint32_t at, struct cel__token *out)
{
	bool bytes = (s.ptr[at] | 0x20) == 'b';
	size_t prefix = bytes, bad, n;
	bool raw = (at_or_nul(s, at + prefix) | 0x20) == 'r';
	char quote;

	prefix += raw;
	quote = at_or_nul(s, at + prefix);
	if (quote != '"' && quote != '\'')
		return false;
	n = string_length(s, at, prefix, raw, &bad);
	if (!n && at_or_nul(s, at + prefix + 1) == quote)
		n = prefix + 2; /* an unclosed triple quote: two quotes are an empty string */
	if (!n && prefix)
		return false; /* a name, followed by the quote's token */
	if (n) {
		*out = token(bytes ? CEL__BYTES_TOKEN : CEL__STRING_TOKEN, s, at, n);
		return true;
	}
	/* Up to the invalid character. */
	bad += bad < s.len;
	while (bad < s.len && ((unsigned char)s.ptr[bad] & 0xc0) == 0x80)
		bad++;
	*out = token(CEL__BAD, s, at, bad - at);
	return true;
}

static bool quoted_name(struct str s, uint32_t at, struct cel__token *out)
{
	size_t i = at + 1;

	if (s.ptr[at] != '`')
		return false;
	while (i < s.len && (is_letter(s.ptr[i]) || ascii_is_digit(s.ptr[i]) ||
			     (s.ptr[i] && strchr(".-/ ", s.ptr[i]))))
		i++;
	if (i == at + 1U || at_or_nul(s, i) != '`')
		return false;
	*out = token(CEL__QUOTED_NAME, s, at, i + 1 - at);
	return true;
}

struct cel__token cel__next_token(struct str s, uint32_t at)
{
	static const char *const punctuation[] = { "==", "!=", "<=", ">=", "&&", "||" };
	struct cel__token t;
	size_t n = 0;

	at = skip_space(s, at);
	if (at >= s.len)
		return token(CEL__END, s, (uint32_t)s.len, 0);
	if (ascii_is_digit(s.ptr[at]) || (s.ptr[at] == '.' && ascii_is_digit(at_or_nul(s, at + 1))))
		return number(s, at);
	if (string(s, at, &t) || quoted_name(s, at, &t))
		return t;
	if (is_letter(s.ptr[at])) {
		while (at + n < s.len &&
		       (is_letter(s.ptr[at + n]) || ascii_is_digit(s.ptr[at + n])))
			n++;
		t = token(CEL__NAME, s, at, n);
		if (str_eqz(t.text, "in") || str_eqz(t.text, "true") || str_eqz(t.text, "false") ||
		    str_eqz(t.text, "null"))
			t.kind = CEL__PUNCTUATION;
		return t;
	}
	for (size_t i = 0; i < ARRAY_LEN(punctuation); i++)
		if (s.len - at >= 2 && memcmp(s.ptr + at, punctuation[i], 2) == 0)
			return token(CEL__PUNCTUATION, s, at, 2);
	if (s.ptr[at] && strchr("<>[]{}().,-!?:+*/%", s.ptr[at]))
		return token(CEL__PUNCTUATION, s, at, 1);
	n = utf8_seq_len(s.ptr + at, s.len - at);
	return token(CEL__BAD, s, at, n ? n : 1);
}

/* --- what is in quotes --- */

struct unquoting {
	const char *at, *end;
	struct strbuf out;
	bool bytes;
	const char *why;
};

static void put_utf8(struct strbuf *out, uint32_t c)
{
	if (c < 0x80) {
		strbuf_addc(out, (char)c);
	} else if (c < 0x800) {
		strbuf_addc(out, (char)(0xc0 | c >> 6));
		strbuf_addc(out, (char)(0x80 | (c & 0x3f)));
	} else if (c < 0x10000) {
		strbuf_addc(out, (char)(0xe0 | c >> 12));
		strbuf_addc(out, (char)(0x80 | (c >> 6 & 0x3f)));
		strbuf_addc(out, (char)(0x80 | (c & 0x3f)));
	} else {
		strbuf_addc(out, (char)(0xf0 | c >> 18));
		strbuf_addc(out, (char)(0x80 | (c >> 12 & 0x3f)));
		strbuf_addc(out, (char)(0x80 | (c >> 6 & 0x3f)));
		strbuf_addc(out, (char)(0x80 | (c & 0x3f)));
	}
}

static void put_code(struct unquoting *u, uint32_t c)
{
	if (u->bytes) {
		strbuf_addc(&u->out, (char)c);
		return;
	}
	if (c > 0x10ffff || (c >= 0xd800 && c < 0xe000)) {
		u->why = "invalid unicode code point";
		return;
	}
	put_utf8(&u->out, c);
}

static void hex_escape(struct unquoting *u, int n)
{
	uint32_t c = 0;

	if (n > 2 && u->bytes) {
		u->why = "unable to unescape string";
		return;
	}
	for (int i = 0; i < n; i++) {
		int digit = u->at < u->end ? hex_digit(*u->at) : -1;

		if (digit < 0) {
			u->why = "unable to unescape string";
			return;
		}
		c = c << 4 | (uint32_t)digit;
		u->at++;
	}
	put_code(u, c);
}

static void octal_escape(struct unquoting *u, char first)
{
	uint32_t c = (uint32_t)(first - '0');

	for (int i = 0; i < 2; i++) {
		if (u->at == u->end || *u->at < '0' || *u->at > '7') {
			u->why = "unable to unescape octal sequence in string";
			return;
		}
		c = c * 8 + (uint32_t)(*u->at++ - '0');
	}
	put_code(u, c);
}

/* u->at is after the backslash. */
static void escape(struct unquoting *u)
{
	static const char names[] = "abfnrtv\\'\"`?", codes[] = "\a\b\f\n\r\t\v\\'\"`?";
	const char *name;
	char c;

	if (u->at == u->end) {
		u->why = "unable to unescape string, found '\\' as last character";
		return;
	}
	c = *u->at++;
	name = c ? strchr(names, c) : NULL;
	if (name)
		strbuf_addc(&u->out, codes[name - names]);
	else if (c == 'x' || c == 'X')
		hex_escape(u, 2);
	else if (c == 'u')
		hex_escape(u, 4);
	else if (c == 'U')
		hex_escape(u, 8);
	else if (c >= '0' && c <= '3')
		octal_escape(u, c);
	else
		u->why = "unable to unescape string";
}

struct str cel__unquote(struct cel__arena *arena, struct cel__token t, const char **why)
{
	size_t begin = t.kind == CEL__BYTES_TOKEN, quotes;
	bool raw = (t.text.ptr[begin] | 0x20) == 'r';
	struct unquoting u = { .bytes = begin, .out = STRBUF_INIT };
	struct str out = { NULL, 0 };
	const char *p;

	begin += raw;
	p = t.text.ptr + begin;
	quotes = t.text.len - begin >= 6 && p[1] == p[0] && p[2] == p[0] ? 3 : 1;
	u.at = p + quotes;
	u.end = t.text.ptr + t.text.len - quotes;
	while (u.at < u.end && !u.why) {
		char c = *u.at++;

		if (c == '\\' && !raw) {
			escape(&u);
		} else if (c == '\r') { /* line ends become \n */
			u.at += u.at < u.end && *u.at == '\n';
			strbuf_addc(&u.out, '\n');
		} else {
			strbuf_addc(&u.out, c);
		}
	}
	*why = u.why;
	if (u.out.failed)
		arena->failed = true;
	else if (!u.why)
		out = cel__copy(arena, strbuf_str(&u.out));
	strbuf_fini(&u.out);
	return out;
}

bool cel__reserved(struct str name)
{
	static const char *const words[] = { "as",   "break",	  "const",   "continue", "else",
					     "for",  "function",  "if",	     "import",	 "let",
					     "loop", "namespace", "package", "return",	 "var",
					     "void", "while" };

	for (size_t i = 0; i < ARRAY_LEN(words); i++)
		if (str_eqz(name, words[i]))
			return true;
	return false;
}
