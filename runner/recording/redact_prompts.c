/* SPDX-License-Identifier: Apache-2.0 */
/* redact_prompts.c - hides passwords after prompts: "Password for user x: y", also with the value
 * in the next line. */
#define _GNU_SOURCE
#include "base/text/ascii.h"
#include "runner/recording/redact_impl.h"

enum {
	PROMPT_BYTES_MAX = 96,
	PROMPT_BLANKS_MAX = 8,
	STATED_BYTES_MIN = 4,
	KEY_BYTES_MIN = 12,
};

/* The last keyword of `line`, such as "password", "token" or "apikey"; empty: none. */
static struct str last_keyword(struct str text, struct str line)
{
	size_t from = (size_t)(line.ptr - text.ptr), at = from + line.len;

	while (at > from) {
		struct str word = rec__word_before(text, at);
		size_t begin = (size_t)(word.ptr - text.ptr);

		if (!word.len || begin < from)
			return STR("");
		if (rec__is_password(word) || str_eqz(word, "token") || str_eqz(word, "Token"))
			return word;
		if (str_eqz(word, "Passwords") || str_eqz(word, "passwords"))
			return STR("password");
		if (rec__is_key_name(text, begin, begin + word.len))
			return STR("apikey");
		at = begin;
	}
	return STR("");
}

/* For the line up to `at`, "Password for user x": the keyword of the prompted value; empty: not a
 * prompt. *failure: the line reports a failure. */
static struct str prompted(struct str text, size_t at, bool *failure)
{
	static const char *const marks[] = { " for ",	  " of ",	" following ",
					     " provided", " generated", " proceed" };
	static const char *const failures[] = { "fail",	  "ould not", "annot",	"nable to", "rror",
						"nvalid", "wrong",    "issing", "enied",    "get ",
						"etriev", "etch",     "find",	"no " };
	size_t from = at > PROMPT_BYTES_MAX ? at - PROMPT_BYTES_MAX : 0;
	struct str line = rec__part(text, from, at);
	const char *lf = memrchr(line.ptr, '\n', line.len);

	if (lf)
		line = rec__part(line, (size_t)(lf + 1 - line.ptr), line.len);
	*failure = rec__has_any(line, failures, ARRAY_LEN(failures));
	return rec__has_any(line, marks, ARRAY_LEN(marks)) ? last_keyword(text, line) : STR("");
}

size_t rec__try_prompt(struct rec__scan *s, size_t at)
{
	struct str text = s->text, keyword, value;
	size_t from = at + 1, to;
	bool quoted, failure, likely;

	if (from < text.len && !rec__in(" \t\n", text.ptr[from]))
		return rec__try_slash_option(s, at);
	while (from < text.len && from - at <= PROMPT_BLANKS_MAX &&
	       rec__in(" \t\n", text.ptr[from]))
		from++;
	keyword = from >= text.len || from < s->kept ? STR("") : prompted(text, at, &failure);
	if (!keyword.len)
		return at;
	quoted = rec__in("\"'", text.ptr[from]);
	from += quoted;
	for (to = rec__argument_end(text, from); to > from && rec__in(".,:);", text.ptr[to - 1]);)
		to--;
	value = rec__part(text, from, to);
	likely = !failure && !rec__describes_password(value) &&
		 rec__ends_clause(text, to + quoted) &&
		 value.len >= (rec__is_password(keyword) ? STATED_BYTES_MIN : KEY_BYTES_MIN);
	return likely || rec__is_unlikely_word(keyword, value) ? rec__scan_hide(s, from, to, false)
							       : at;
}

/* Hides the word at `at`. Returns its end. */
static size_t hide_word(struct rec__scan *s, size_t at)
{
	size_t to, from = at + rec__in("\"'", at < s->text.len ? s->text.ptr[at] : ' ');

	for (to = rec__argument_end(s->text, from);
	     to > from && rec__in(".,:);", s->text.ptr[to - 1]);)
		to--;
	return rec__scan_hide(s, from, to, false);
}

size_t rec__try_change(struct rec__scan *s, size_t at)
{
	static const char *const verbs[] = { "changed from ", "reset from ", "rotated from ",
					     "updated from ", "set from " };
	struct str text = s->text;
	size_t from = at + (rec__starts(text, at, "was ") ? 4 : 0), end;

	for (size_t i = 0; i < ARRAY_LEN(verbs); i++) {
		if (!rec__starts(text, from, verbs[i]) || from < s->kept)
			continue;
		end = hide_word(s, from + strlen(verbs[i]));
		end += end < text.len && rec__in("\"'", text.ptr[end]);
		return rec__starts(text, end, " to ") ? hide_word(s, end + 4) : end;
	}
	return at;
}

size_t rec__try_next_line(struct rec__scan *s, size_t at)
{
	struct str text = s->text, value;
	size_t line = rec__line_end(text, at) + 1, end;

	if (line >= text.len)
		return at;
	end = rec__line_end(text, line);
	if (end == line && end < text.len)
		end = rec__line_end(text, ++line);
	value = str_trim_space(rec__part(text, line, end));
	for (size_t i = 0; i < value.len; i++)
		if (rec__in(" \t:={}[]()", value.ptr[i]))
			return at;
	if (value.len < STATED_BYTES_MIN || rec__in("-#.", *value.ptr) ||
	    rec__describes_password(value) ||
	    str_trim_space(rec__part(text, end, rec__line_end(text, end + 1))).len)
		return at;
	line = (size_t)(value.ptr - text.ptr);
	return rec__scan_hide(s, line, line + value.len, false);
}
