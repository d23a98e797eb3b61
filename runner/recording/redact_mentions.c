/* SPDX-License-Identifier: Apache-2.0 */
/* redact_mentions.c - hides quoted values that a sentence or a difference gives after the name of a
 * credential: changed token from "x" to "y", password mismatch: got "x", password: "x" => "y". */
#define _GNU_SOURCE
#include "base/text/ascii.h"
#include "runner/recording/redact_impl.h"

enum { WORDS_MAX = 8 }; /* words between a name and its value */

/* The length of the word at `at` if it may stand between a name and its value, else 0. */
static size_t link_length(struct str text, size_t at)
{
	static const char *const words[] = { "from",	"to",	 "has",	     "have",	"had",
					     "value",	"got",	 "want",     "wanted",	"expected",
					     "is",	"was",	 "mismatch", "invalid", "bad",
					     "wrong",	"with",	 "set",	     "does",	"not",
					     "match",	"equal", "equals",   "changed", "reset",
					     "rotated", "and",	 "actual",   "but",	"received",
					     "given",	"of",	 "provided", "updated", "did" };
	size_t end = at;

	while (end < text.len && ascii_is_alnum(text.ptr[end]))
		end++;
	for (size_t i = 0; i < ARRAY_LEN(words); i++)
		if (str_eqz(rec__part(text, at, end), words[i]))
			return end - at;
	return 0;
}

/* The start of the quoted text at `at`, which may have backslashes, or 0. */
static size_t open_quote(struct str text, size_t at)
{
	while (at < text.len && text.ptr[at] == '\\')
		at++;
	return at < text.len && rec__in("\"'", text.ptr[at]) ? at + 1 : 0;
}

/* The quote that ends the text from `from` on, or 0 if it is not in this line. */
static size_t close_quote(struct str text, size_t from)
{
	for (size_t i = from; i < text.len && text.ptr[i] != '\n'; i++)
		if (text.ptr[i] == text.ptr[from - 1])
			return i;
	return 0;
}

/* "/var/run/token", "--flag" and "" are no credentials. */
static void hide(struct rec__scan *s, size_t from, size_t close)
{
	while (close > from && s->text.ptr[close - 1] == '\\')
		close--;
	if (close > from && !rec__in("/-", s->text.ptr[from]) && from >= s->kept &&
	    !rec__is_no_secret(rec__part(s->text, from, close)))
		(void)rec__scan_hide(s, from, close, false);
}

/* Names of types precede names of objects: secret "x". */
static bool is_kept(struct str word, struct str value)
{
	return rec__is_type_word(word) && !rec__is_unlikely_word(word, value);
}

size_t rec__try_mentions(struct rec__scan *s, struct str word, size_t end)
{
	struct str text = s->text;
	size_t at = end, last = end, links = 0;
	bool origin = false;

	while (at < text.len && links < WORDS_MAX) {
		size_t n, from, close;

		at = rec__skip_blanks(text, at);
		from = at < text.len ? open_quote(text, at) : 0;
		close = from && links ? close_quote(text, from) : 0;
		if (close) {
			/* read password from "a file" */
			if (origin && !rec__starts(text, rec__skip_blanks(text, close + 1), "to "))
				return last;
			at = close + 1;
			origin = false;
			if (is_kept(word, rec__part(text, from, close)))
				continue;
			hide(s, from, close);
			last = at;
			continue;
		}
		n = at < text.len && links && rec__in(":,=(->", text.ptr[at])
			? 1
			: link_length(text, at);
		if (!n)
			return last;
		origin = n == 4 && rec__starts(text, at, "from");
		links += n > 1;
		at += n;
	}
	return last;
}

size_t rec__try_arrow(struct rec__scan *s, size_t at)
{
	static const char *const arrows[] = { "=>", "->", "~>", "to ", "!=", "\xe2\x86\x92" };
	struct str text = s->text;
	size_t from, close, begin = rec__skip_blanks(text, at);

	for (size_t i = 0; i < ARRAY_LEN(arrows); i++) {
		if (begin >= text.len || !rec__starts(text, begin, arrows[i]))
			continue;
		from = rec__skip_blanks(text, begin + strlen(arrows[i]));
		from = from < text.len ? open_quote(text, from) : 0;
		close = from ? close_quote(text, from) : 0;
		if (!close)
			return at;
		hide(s, from, close);
		return close + 1;
	}
	return at;
}
