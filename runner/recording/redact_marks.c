/* SPDX-License-Identifier: Apache-2.0 */
/* redact_marks.c - credentials known by the word before them: "identified by 'x'", "bindpw x". */
#define _GNU_SOURCE
#include <strings.h>

#include "runner/recording/redact_impl.h"

enum { RANDOM_BYTES_MIN = 8, LINE_BYTES_MAX = 256 };

/* --- words before a value --- */

/* Names of types end like credentials, and names of objects stand behind them. */
static bool is_type(struct str word)
{
	static const char *const types[] = { "secret",	   "secrets",	  "token",   "tokens",
					     "credential", "credentials", "session", "signature" };

	for (size_t i = 0; i < ARRAY_LEN(types); i++)
		if (word.len == strlen(types[i]) && strncasecmp(word.ptr, types[i], word.len) == 0)
			return true;
	return false;
}

/* "Xk9vQ2..": letters of both cases or digits among them, or signs that words do not have. */
static bool is_random(struct str value)
{
	bool digit = false, upper = false, lower = false, sign = false, dash = false;

	for (size_t i = 0; i < value.len; i++) {
		char c = value.ptr[i];

		digit = digit || (c >= '0' && c <= '9');
		upper = upper || (i > 0 && c >= 'A' && c <= 'Z');
		lower = lower || (c >= 'a' && c <= 'z');
		sign = sign || rec__in("$%!*~^#+&=", c);
		dash = dash || rec__in("-./:", c);
	}
	return value.len >= RANDOM_BYTES_MIN &&
	       (sign || (!dash && ((digit && (lower || upper)) || (upper && lower))));
}

/* Past "is", "was", "of", "value", a colon. */
static size_t skip_copula(struct str text, size_t at)
{
	static const char *const words[] = { "phrase ",	    "is ",     "was ",	    "value ",
					     "value: ",	    "is: ",    "was: ",	    "by ",
					     "changed to ", "set to ", "reset to ", "to " };

	for (size_t i = 0; i < ARRAY_LEN(words); i++)
		if (text.len - at > strlen(words[i]) &&
		    strncasecmp(text.ptr + at, words[i], strlen(words[i])) == 0)
			return rec__skip_blanks(text, at + strlen(words[i]));
	return at;
}

static bool begins_line(struct str text, size_t at)
{
	while (at > 0 && rec__is_blank(text.ptr[at - 1]))
		at--;
	return at == 0 || text.ptr[at - 1] == '\n';
}

/* "password" "x" */
static size_t try_quoted_pair(struct rec__scan *s, size_t end)
{
	struct str text = s->text;
	size_t value = rec__skip_blanks(text, end + 1), close;

	if (value == end + 1 || value >= text.len || text.ptr[value] != text.ptr[end])
		return end;
	close = value + 1;
	while (close < text.len && text.ptr[close] != text.ptr[value])
		close++;
	return rec__scan_hide(s, value + 1, close, false);
}

/* "token [x]", "password(x)" */
static size_t try_bracket(struct rec__scan *s, size_t open)
{
	struct str text = s->text;
	char sign = text.ptr[open] == '(' ? ')' : ']';
	size_t close = open + 1;

	while (close < text.len && text.ptr[close] != sign && !rec__in(" \t\r\n", text.ptr[close]))
		close++;
	if (close == text.len || text.ptr[close] != sign ||
	    !is_random(rec__part(text, open + 1, close)))
		return open;
	return rec__scan_hide(s, open + 1, close, false);
}

/* setProperty("password", "x") */
static size_t try_call(struct rec__scan *s, size_t at, size_t end)
{
	struct str text = s->text;
	size_t value = end + 1, close;
	char quote = text.ptr[end];

	if (at > 0 && text.ptr[at - 1] == quote && (at < 2 || text.ptr[at - 2] != '('))
		return try_quoted_pair(s, end);
	if (at < 2 || text.ptr[at - 1] != quote)
		return end;
	value = rec__skip_blanks(text, value);
	if (value >= text.len || text.ptr[value] != ',')
		return end;
	value = rec__skip_blanks(text, value + 1);
	if (value >= text.len || !rec__in("\"'", text.ptr[value]))
		return end;
	quote = text.ptr[value++];
	for (close = value; close < text.len && text.ptr[close] != quote;)
		close++;
	return rec__scan_hide(s, value, close, false);
}

/* "Negotiate x" */
static bool is_negotiate(struct str word)
{
	static const char negotiate[] = "negotiate";

	return word.len == sizeof(negotiate) - 1 && strncasecmp(word.ptr, negotiate, word.len) == 0;
}

/* "vault login x", "echo x | docker login --password-stdin", "echo root:x | chpasswd" */
static bool is_spoken(struct str text, size_t at, size_t end)
{
	static const char vault[] = "vault ", mark[] = "password-stdin", change[] = "chpasswd";
	struct str word = rec__part(text, at, end), line;
	size_t most = text.len - end < LINE_BYTES_MAX ? text.len : end + LINE_BYTES_MAX;

	if (str_eqz(word, "login"))
		return at >= strlen(vault) && rec__starts(text, at - strlen(vault), vault);
	if (!str_eqz(word, "echo") && !str_eqz(word, "printf"))
		return false;
	line = rec__part(text, end, rec__line_end(rec__part(text, 0, most), end));
	return memmem(line.ptr, line.len, mark, strlen(mark)) ||
	       memmem(line.ptr, line.len, change, strlen(change));
}

static bool is_any(struct str word, const char *const *words, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (word.len == strlen(words[i]) && strncasecmp(word.ptr, words[i], word.len) == 0)
			return true;
	return false;
}

static struct str word_before(struct str text, size_t at)
{
	size_t end = at, from;

	while (end > 0 && rec__is_blank(text.ptr[end - 1]))
		end--;
	for (from = end; from > 0 && !rec__in(" \t\r\n", text.ptr[from - 1]);)
		from--;
	return rec__part(text, from, end);
}

/* "proxy_set_header X-Api-Key x", "configure set secret_key x": words that a name and its value
 * follow. */
static bool is_directive(struct str word)
{
	static const char *const words[] = { "set",	      "setenv",	  "unset",
					     "env",	      "arg",	  "proxy_set_header",
					     "add_header",    "option",	  "more_set_headers",
					     "fastcgi_param", "export",	  "grpc_set_header",
					     "header",	      "set-env",  "requestheader",
					     "define",	      "property", "uwsgi_param",
					     "setx",	      "-x",	  "-gx" };

	return is_any(word, words, ARRAY_LEN(words));
}

static bool is_password(struct str word)
{
	static const char *const ends[] = { "password", "passwd", "passphrase", "pass", "pwd" };

	for (size_t i = 0; i < ARRAY_LEN(ends); i++) {
		size_t n = strlen(ends[i]);

		if (word.len >= n && strncasecmp(word.ptr + word.len - n, ends[i], n) == 0)
			return true;
	}
	return false;
}

/* "machine h login u password x", "login with password x failed": of a word of letters only. */
static bool is_given(struct str text, size_t at, struct str keyword, struct str value)
{
	static const char *const before[] = { "with", "and", "using" };
	static const char *const prose[] = { "authentication",
					     "auth",
					     "protected",
					     "protection",
					     "is",
					     "was",
					     "for",
					     "from",
					     "of",
					     "and",
					     "or",
					     "in",
					     "file",
					     "files",
					     "hash",
					     "policy",
					     "policies",
					     "reset",
					     "set",
					     "not",
					     "to",
					     "login",
					     "field",
					     "prompt",
					     "manager",
					     "based",
					     "change",
					     "provided",
					     "given",
					     "only",
					     "store",
					     "grant",
					     "expired",
					     "failed",
					     "rotation",
					     "length" };
	struct str word = word_before(text, at);

	if (!is_password(keyword) || is_any(value, prose, ARRAY_LEN(prose)))
		return false;
	return is_any(word, before, ARRAY_LEN(before)) ||
	       str_eqz(word_before(text, (size_t)(word.ptr - text.ptr)), "login");
}

static bool is_constant(struct str word)
{
	for (size_t i = 0; i < word.len; i++)
		if (word.ptr[i] >= 'a' && word.ptr[i] <= 'z')
			return false;
	return true;
}

/* Whether the bare word `value` behind the keyword at `at` is what it announces. */
static bool is_announced(struct str text, size_t at, struct str keyword, struct str value)
{
	size_t stop = (size_t)(value.ptr + value.len - text.ptr);
	bool to_end =
	    stop == text.len || text.ptr[stop] == '\n' ||
	    (rec__in(";)", text.ptr[stop]) && (stop + 1 == text.len || text.ptr[stop + 1] == '\n'));

	if (is_random(value))
		return true;
	if (is_type(keyword) && !(is_constant(keyword) && is_directive(word_before(text, at))))
		return false;
	return (begins_line(text, at) && to_end) || is_directive(word_before(text, at)) ||
	       is_given(text, at, keyword, value);
}

/* password("x") */
static size_t hide_quoted(struct rec__scan *s, size_t open)
{
	struct str text = s->text;
	size_t close = open + 1;

	while (close < text.len && text.ptr[close] != text.ptr[open])
		close++;
	return close > open + 1 ? rec__scan_hide(s, open + 1, close, false) : open;
}

size_t rec__try_keyword(struct rec__scan *s, size_t at, size_t end)
{
	static const char identified[] = "identified";
	struct str text = s->text, word = rec__part(text, at, end);
	bool sql =
	    word.len == sizeof(identified) - 1 && strncasecmp(word.ptr, identified, word.len) == 0;
	bool spoken = is_spoken(text, at, end);
	bool config = spoken || str_eqz(word, "requirepass") || str_eqz(word, "masterauth") ||
		      str_eqz(word, "bindpw") || str_eqz(word, "ConvertTo-SecureString");
	size_t value, stop;

	if (end >= text.len || !(sql || config || is_negotiate(word) || rec__is_sensitive(word)))
		return end;
	if (text.ptr[end] == '(')
		return is_password(word) && rec__in("\"'", text.ptr[end + 1])
			   ? hide_quoted(s, end + 1)
			   : try_bracket(s, end);
	if (rec__in("\"'", text.ptr[end]))
		return try_call(s, at, end);
	value = rec__skip_blanks(text, end);
	if (value == end || value >= text.len)
		return end;
	value = skip_copula(text, value);
	if (rec__starts(text, value, "<<<"))
		value = rec__skip_blanks(text, value + strlen("<<<"));
	if (value >= text.len)
		return end;
	if (rec__in("\"'", text.ptr[value])) {
		for (stop = value + 1; stop < text.len && text.ptr[stop] != text.ptr[value];)
			stop++;
		if (is_type(word) && !is_random(rec__part(text, value + 1, stop)))
			return end;
		return rec__scan_hide(s, value + 1, stop, false);
	}
	if (text.ptr[value] == '[')
		return try_bracket(s, value);
	stop = rec__argument_end(text, value);
	while (stop > value && rec__in(".,:);", text.ptr[stop - 1]))
		stop--;
	if (stop == value || text.ptr[value] == '-' || rec__in("=:{[<$", text.ptr[value]) ||
	    !(config || is_announced(text, at, word, rec__part(text, value, stop))))
		return end;
	return rec__scan_hide(s, value, stop, false);
}
