/* SPDX-License-Identifier: Apache-2.0 */
/* redact_calls.c - hides credentials in calls and brackets: setProperty("password", "x"),
 * auth("name", "x"), "token [x]". */
#define _GNU_SOURCE
#include "runner/recording/redact_impl.h"

enum { LINE_BYTES_MAX = 256 };

/* Hides the x of "password" "x" and "password" -> "x". */
static size_t try_quoted_pair(struct rec__scan *s, size_t end)
{
	struct str text = s->text;
	size_t value = rec__skip_blanks(text, end + 1), close;

	if (value == end + 1 || value >= text.len || text.ptr[value] != text.ptr[end]) {
		value = rec__try_arrow(s, end + 1);
		return value > end + 1 ? value : end;
	}
	close = value + 1;
	while (close < text.len && text.ptr[close] != text.ptr[value])
		close++;
	return rec__scan_hide(s, value + 1, close, false);
}

/* Hides the x of "token [x]" and "password(x)". */
size_t rec__try_bracket(struct rec__scan *s, struct str word, size_t open)
{
	struct str text = s->text;
	char sign = text.ptr[open] == '(' ? ')' : ']';
	size_t close = open + 1;

	while (close < text.len && close - open < LINE_BYTES_MAX && text.ptr[close] != sign &&
	       !rec__in(" \t\r\n", text.ptr[close]))
		close++;
	if (close == text.len || text.ptr[close] != sign ||
	    !rec__is_unlikely_word(word, rec__part(text, open + 1, close)))
		return open;
	return rec__scan_hide(s, open + 1, close, false);
}

/* Hides the x of setProperty("password", "x") and {"password", "x"}. */
size_t rec__try_call(struct rec__scan *s, size_t at, size_t end)
{
	struct str text = s->text;
	size_t value = end + 1, close, open;
	char quote = text.ptr[end];

	if (at < 1 || text.ptr[at - 1] != quote)
		return end;
	for (open = at - 1; open > 0 && rec__is_blank(text.ptr[open - 1]);)
		open--;
	if (open == 0 || !rec__in("({", text.ptr[open - 1]))
		return try_quoted_pair(s, end);
	value = rec__skip_blanks(text, value);
	if (value >= text.len || text.ptr[value] != ',')
		return try_quoted_pair(s, end);
	value = rec__skip_blanks(text, value + 1);
	if (value >= text.len || !rec__in("\"'", text.ptr[value]))
		return end;
	quote = text.ptr[value++];
	for (close = value; close < text.len && text.ptr[close] != quote;)
		close++;
	return rec__scan_hide(s, value, close, false);
}

/* Hides the x of {password, "x"} and {password, <<"x">>} of Erlang; `comma` follows the name. */
size_t rec__try_tuple(struct rec__scan *s, size_t comma)
{
	struct str text = s->text;
	size_t value = rec__skip_blanks(text, comma + 1), close;

	if (rec__starts(text, value, "<<"))
		value += strlen("<<");
	if (value >= text.len || text.ptr[value] != '"')
		return comma;
	for (close = value + 1; close < text.len && text.ptr[close] != '"';)
		close++;
	return rec__scan_hide(s, value + 1, close, false);
}

/* Hides the x of password("x"). */
static size_t hide_quoted(struct rec__scan *s, size_t open)
{
	struct str text = s->text;
	size_t close = open + 1;

	while (close < text.len && text.ptr[close] != text.ptr[open])
		close++;
	return close > open + 1 ? rec__scan_hide(s, open + 1, close, false) : open;
}

/* Hides the x of auth("name", "x"). */
static size_t hide_second_quoted(struct rec__scan *s, size_t open)
{
	struct str text = s->text;
	size_t close = open + 1, value;

	while (close < text.len && text.ptr[close] != text.ptr[open] && text.ptr[close] != '\n')
		close++;
	value = close < text.len ? rec__skip_blanks(text, close + 1) : close;
	if (value >= text.len || text.ptr[value] != ',')
		return open;
	value = rec__skip_blanks(text, value + 1);
	return value < text.len && rec__in("\"'", text.ptr[value]) ? hide_quoted(s, value) : open;
}

/* Whether the function's first argument is a name and its second a password: auth("name", "x"),
 * db.auth(...), new NetworkCredential(...). */
bool rec__takes_name_first(struct str word)
{
	static const char *const ends[] = { "auth",	    "Auth",	   "BasicAuth",
					    "basicAuth",    "basic_auth",  "Credentials",
					    "credentials",  "Credential",  "login",
					    "authenticate", "Authenticate" };

	for (size_t i = 0; i < ARRAY_LEN(ends); i++) {
		size_t n = strlen(ends[i]);

		if (word.len >= n && memcmp(word.ptr + word.len - n, ends[i], n) == 0)
			return true;
	}
	return false;
}

/* Hides the x of password("x") and auth("name", "x"); `open`: the '('. */
size_t rec__try_arguments(struct rec__scan *s, struct str word, size_t open)
{
	if (open + 1 >= s->text.len || !rec__in("\"'", s->text.ptr[open + 1]))
		return rec__try_bracket(s, word, open);
	if (rec__takes_name_first(word))
		return hide_second_quoted(s, open + 1);
	return rec__is_password(word) || str_eqz(word, "crypt") ? hide_quoted(s, open + 1)
								: rec__try_bracket(s, word, open);
}
