/* SPDX-License-Identifier: Apache-2.0 */
/* redact_marks.c - recognizes credentials by the words before them: "identified by 'x'", "bindpw
 * x". */
#define _GNU_SOURCE
#include <strings.h>

#include "runner/recording/redact_impl.h"

enum { LINE_BYTES_MAX = 256, STATED_BYTES_MIN = 4, KEY_BYTES_MIN = 12 };

/* --- words before a value --- */

/* Names of types may end like credentials and precede names of objects. */
static bool is_type(struct str word)
{
	static const char *const types[] = { "secret",	   "secrets",	  "token",   "tokens",
					     "credential", "credentials", "session", "signature" };

	for (size_t i = 0; i < ARRAY_LEN(types); i++)
		if (word.len == strlen(types[i]) && strncasecmp(word.ptr, types[i], word.len) == 0)
			return true;
	return false;
}

/* Skips "is", "was", "of", "value", a colon. */
static size_t skip_copula(struct str text, size_t at)
{
	static const char *const words[] = {
		"phrase ", "was changed to ", "was set to ", "was reset to ", "is ",
		"was ",	   "value ",	      "value: ",     "is: ",	      "was: ",
		"by ",	   "changed to ",     "set to ",     "reset to ",     "to ",
	};

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

	while (close < text.len && close - open < LINE_BYTES_MAX && text.ptr[close] != sign &&
	       !rec__in(" \t\r\n", text.ptr[close]))
		close++;
	if (close == text.len || text.ptr[close] != sign ||
	    !rec__is_random_word(rec__part(text, open + 1, close)))
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
	static const char vault[] = "vault ", cargo[] = "cargo ", mark[] = "password-stdin",
			  change[] = "chpasswd";
	struct str word = rec__part(text, at, end), line;
	size_t most = text.len - end < LINE_BYTES_MAX ? text.len : end + LINE_BYTES_MAX;

	if (str_eqz(word, "login"))
		return (at >= strlen(vault) && rec__starts(text, at - strlen(vault), vault)) ||
		       (at >= strlen(cargo) && rec__starts(text, at - strlen(cargo), cargo));
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

/* "proxy_set_header X-Api-Key x", "configure set secret_key x": words that precede a name and its
 * value. */
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

/* "machine h login u password x", "login with password x failed": also a word of letters only. */
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

/* Whether the sentence ends at `stop` or continues with another clause. */
static bool ends_clause(struct str text, size_t stop)
{
	static const char *const words[] = { "and ", "but ", "for ", "(", "- " };
	size_t at = rec__skip_blanks(text, stop);

	if (at >= text.len || rec__in(".,;)!\r\n", text.ptr[at]))
		return true;
	for (size_t i = 0; i < ARRAY_LEN(words); i++)
		if (at > stop && rec__starts(text, at, words[i]))
			return true;
	return false;
}

/* "the password is x", "the passphrase was changed to x": whether the words at `said` state the
 * value. Not "a password to continue". Names of objects follow other keywords, so short words of
 * letters stay. */
static bool is_stated(struct str text, struct str keyword, size_t said, struct str value)
{
	static const char *const others[] = { "to ", "by ", "phrase " };
	static const char *const codes[] = { "pin", "otp", "passcode", "passkey" };
	static const char *const keys[] = { "token", "key", "apikey" };
	bool password = is_password(keyword) || is_any(keyword, codes, ARRAY_LEN(codes));

	for (size_t i = 0; i < ARRAY_LEN(others); i++)
		if (rec__starts(text, said, others[i]))
			return false;
	if (!password && !is_any(keyword, keys, ARRAY_LEN(keys)))
		return false;
	return value.len >= (password ? STATED_BYTES_MIN : KEY_BYTES_MIN) && *value.ptr != '/' &&
	       !rec__is_said_of_passwords(value) &&
	       ends_clause(text, (size_t)(value.ptr + value.len - text.ptr));
}

/* Whether the bare word `value` after the keyword at `at` is its value. */
static bool is_announced(struct str text, size_t at, struct str keyword, struct str value)
{
	size_t stop = (size_t)(value.ptr + value.len - text.ptr);
	bool to_end =
	    stop == text.len || text.ptr[stop] == '\n' ||
	    (rec__in(";)", text.ptr[stop]) && (stop + 1 == text.len || text.ptr[stop + 1] == '\n'));

	if (rec__is_unlikely_word(keyword, value))
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

/* auth("name", "x") */
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

/* password("x"), auth("name", "x"): at '('. */
static size_t try_arguments(struct rec__scan *s, struct str word, size_t open)
{
	static const char *const pairs[] = { "auth",	    "Auth",	  "BasicAuth",
					     "basicAuth",   "basic_auth", "Credentials",
					     "credentials", "Credential" };

	if (open + 1 >= s->text.len || !rec__in("\"'", s->text.ptr[open + 1]))
		return try_bracket(s, open);
	for (size_t i = 0; i < ARRAY_LEN(pairs); i++)
		if (str_eqz(word, pairs[i]))
			return hide_second_quoted(s, open + 1);
	return is_password(word) ? hide_quoted(s, open + 1) : try_bracket(s, open);
}

/* var token string = "x", password <- "x": skips the declaration before the quote, or returns
 * `at`. */
static size_t skip_declaration(struct str text, size_t at)
{
	static const char *const marks[] = { "string = ", "String = ", "str = ", "&str = ", "<- " };

	for (size_t i = 0; i < ARRAY_LEN(marks); i++)
		if (rec__starts(text, at, marks[i]) && at + strlen(marks[i]) < text.len &&
		    rec__in("\"'`", text.ptr[at + strlen(marks[i])]))
			return at + strlen(marks[i]);
	return at;
}

/* "credentials name:x" */
static size_t try_name_and_password(struct rec__scan *s, size_t value, size_t stop)
{
	const char *colon = memchr(s->text.ptr + value, ':', stop - value);

	if (!colon || colon == s->text.ptr + value || colon + 1 == s->text.ptr + stop ||
	    colon[1] == '/' || memchr(s->text.ptr + value, '/', stop - value))
		return value;
	return rec__scan_hide(s, (size_t)(colon + 1 - s->text.ptr), stop, false);
}

/* "api key x": whether the words that end at `end` are the name of a credential. */
static bool is_sensitive_key(struct str text, size_t at, size_t end)
{
	static const char *const before[] = { "api", "access", "secret", "private", "encryption" };

	return is_any(rec__part(text, at, end), (const char *const[]) { "key" }, 1) &&
	       is_any(word_before(text, at), before, ARRAY_LEN(before));
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
	size_t value, stop, said;

	if (end >= text.len || !(sql || config || is_negotiate(word) || rec__is_sensitive(word) ||
				 is_sensitive_key(text, at, end)))
		return end;
	if (text.ptr[end] == '(')
		return try_arguments(s, word, end);
	if (rec__in("\"'", text.ptr[end]))
		return try_call(s, at, end);
	value = rec__skip_blanks(text, end);
	if (value == end || value >= text.len)
		return end;
	said = value;
	value = skip_declaration(text, skip_copula(text, value));
	if (rec__starts(text, value, "<<<"))
		value = rec__skip_blanks(text, value + strlen("<<<"));
	if (value >= text.len)
		return end;
	if (rec__in("\"'", text.ptr[value])) {
		for (stop = value + 1; stop < text.len && text.ptr[stop] != text.ptr[value];)
			stop++;
		if (is_type(word) && !rec__is_unlikely_word(word, rec__part(text, value + 1, stop)))
			return end;
		return rec__scan_hide(s, value + 1, stop, false);
	}
	if (text.ptr[value] == '[')
		return try_bracket(s, value);
	stop = rec__argument_end(text, value);
	while (stop > value && rec__in(".,:);", text.ptr[stop - 1]))
		stop--;
	if (is_any(word, (const char *const[]) { "credentials", "creds" }, 2) &&
	    try_name_and_password(s, value, stop) > value)
		return stop;
	if (stop == value || text.ptr[value] == '-' || rec__in("=:{[<$", text.ptr[value]) ||
	    !(config || is_announced(text, at, word, rec__part(text, value, stop)) ||
	      (value > said && is_stated(text, word, said, rec__part(text, value, stop)))))
		return end;
	return rec__scan_hide(s, value, stop, false);
}
