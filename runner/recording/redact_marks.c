/* SPDX-License-Identifier: Apache-2.0 */
/* redact_marks.c - credentials known by what their issuer puts before them ("ghp_x"), by the word
 * before them ("identified by 'x'", "bindpw x") and by the command around them ("mysql -px"). */
#define _GNU_SOURCE
#include <strings.h>

#include "runner/recording/redact_impl.h"

enum { ISSUED_BYTES_MIN = 12, RANDOM_BYTES_MIN = 8, DIGITS_MIN = 3, LINE_BYTES_MAX = 256 };

static struct str part(struct str text, size_t from, size_t to)
{
	return (struct str) { text.ptr + from, to - from };
}

static bool is_blank(char c)
{
	return c == ' ' || c == '\t';
}

static bool is_alnum(char c)
{
	return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static size_t skip_blanks(struct str text, size_t at)
{
	while (at < text.len && is_blank(text.ptr[at]))
		at++;
	return at;
}

/* The end of an argument without quotes. */
static size_t argument_end(struct str text, size_t at)
{
	while (at < text.len && !rec__in(" \t\r\n\"'`|;", text.ptr[at]))
		at++;
	return at;
}

/* --- issuers --- */

/* "sk-learn-operator" is a name. */
static bool is_credential_text(struct str s)
{
	size_t digits = 0, letters = 0;

	s.len = s.len < LINE_BYTES_MAX ? s.len : LINE_BYTES_MAX;
	for (size_t i = 0; i < s.len; i++) {
		digits += s.ptr[i] >= '0' && s.ptr[i] <= '9';
		letters += is_alnum(s.ptr[i]);
	}
	return s.len >= ISSUED_BYTES_MIN && (digits >= DIGITS_MIN || letters == s.len);
}

size_t rec__issued_at(struct str word)
{
	static const char *const prefixes[] = {
		"ghp_",	   "gho_",	  "ghu_",	"ghs_",
		"ghr_",	   "github_pat_", "glpat-",	"gldt-",
		"glrt-",   "sk_live_",	  "sk_test_",	"rk_live_",
		"sk-",	   "xoxb-",	  "xoxp-",	"xoxa-",
		"xoxr-",   "xoxs-",	  "xapp-",	"AKIA",
		"ASIA",	   "AIza",	  "ya29.",	"npm_",
		"dckr_",   "hvs.",	  "hvb.",	"hf_",
		"pypi-",   "dop_v1_",	  "shpat_",	"sha256~",
		"SG.",	   "AGE-SECRET-", "lin_api_",	"glsa_",
		"whsec_",  "sq0csp-",	  "EAAA",	"rubygems_",
		"doo_v1_", "oy2",	  "services/T", "bearer.authorization.k8s.io."
	};

	if (word.len <= ISSUED_BYTES_MIN)
		return SIZE_MAX;
	for (size_t at = 0; at + ISSUED_BYTES_MIN < word.len; at++) {
		if (at > 0 && is_alnum(word.ptr[at - 1]))
			continue;
		for (size_t i = 0; i < ARRAY_LEN(prefixes); i++) {
			size_t n = strlen(prefixes[i]);

			if (*prefixes[i] == word.ptr[at] && rec__starts(word, at, prefixes[i]) &&
			    is_credential_text(part(word, at + n, word.len)))
				return at + (strchr(prefixes[i], '/') ? n : 0);
		}
	}
	return SIZE_MAX;
}

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
			return skip_blanks(text, at + strlen(words[i]));
	return at;
}

static bool begins_line(struct str text, size_t at)
{
	while (at > 0 && is_blank(text.ptr[at - 1]))
		at--;
	return at == 0 || text.ptr[at - 1] == '\n';
}

/* "password" "x" */
static size_t try_quoted_pair(struct rec__scan *s, size_t end)
{
	struct str text = s->text;
	size_t value = skip_blanks(text, end + 1), close;

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
	if (close == text.len || text.ptr[close] != sign || !is_random(part(text, open + 1, close)))
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
	value = skip_blanks(text, value);
	if (value >= text.len || text.ptr[value] != ',')
		return end;
	value = skip_blanks(text, value + 1);
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

/* "vault login x", "echo x | docker login --password-stdin" */
static bool is_spoken(struct str text, size_t at, size_t end)
{
	static const char vault[] = "vault ", mark[] = "password-stdin";
	struct str word = part(text, at, end), line = { text.ptr + end, text.len - end };
	const char *lf = memchr(line.ptr, '\n', line.len);

	if (str_eqz(word, "login"))
		return at >= strlen(vault) && rec__starts(text, at - strlen(vault), vault);
	if (!str_eqz(word, "echo") && !str_eqz(word, "printf"))
		return false;
	if (lf)
		line.len = (size_t)(lf - line.ptr);
	if (line.len > LINE_BYTES_MAX)
		line.len = LINE_BYTES_MAX;
	return memmem(line.ptr, line.len, mark, strlen(mark)) != NULL;
}

size_t rec__try_keyword(struct rec__scan *s, size_t at, size_t end)
{
	static const char identified[] = "identified";
	struct str text = s->text, word = part(text, at, end);
	bool sql =
	    word.len == sizeof(identified) - 1 && strncasecmp(word.ptr, identified, word.len) == 0;
	bool config =
	    str_eqz(word, "requirepass") || str_eqz(word, "masterauth") || str_eqz(word, "bindpw");
	size_t value, stop;

	if (end >= text.len || !(sql || config || is_negotiate(word) || is_spoken(text, at, end) ||
				 rec__is_sensitive(word)))
		return end;
	if (text.ptr[end] == '(')
		return try_bracket(s, end);
	if (rec__in("\"'", text.ptr[end]))
		return try_call(s, at, end);
	value = skip_blanks(text, end);
	if (value == end || value >= text.len)
		return end;
	value = skip_copula(text, value);
	if (rec__in("\"'", text.ptr[value])) {
		for (stop = value + 1; stop < text.len && text.ptr[stop] != text.ptr[value];)
			stop++;
		if (is_type(word) && !is_random(part(text, value + 1, stop)))
			return end;
		return rec__scan_hide(s, value + 1, stop, false);
	}
	if (text.ptr[value] == '[')
		return try_bracket(s, value);
	stop = argument_end(text, value);
	while (stop > value && rec__in(".,:)", text.ptr[stop - 1]))
		stop--;
	if (stop == value || text.ptr[value] == '-' || rec__in("=:{[<$", text.ptr[value]) ||
	    !(config ||
	      (begins_line(text, at) && !is_type(word) && stop == argument_end(text, value) &&
	       (stop == text.len || text.ptr[stop] == '\n')) ||
	      is_random(part(text, value, stop))))
		return end;
	return rec__scan_hide(s, value, stop, false);
}

/* --- commands --- */

static bool has_word(struct str line, const char *word)
{
	size_t n = strlen(word);

	while (line.len) {
		const char *at = memmem(line.ptr, line.len, word, n);

		if (!at || at == line.ptr || !is_alnum(at[-1]))
			return at;
		line = part(line, (size_t)(at + n - line.ptr), line.len);
	}
	return false;
}

/* What stands before `at` in its line. */
static struct str line_before(struct str text, size_t at)
{
	size_t from = at;

	while (from > 0 && text.ptr[from - 1] != '\n' && at - from < LINE_BYTES_MAX)
		from--;
	return part(text, from, at);
}

/* "mysql -px", "sshpass -p x", "docker login -p x", "redis-cli -a x" */
static size_t try_command(struct rec__scan *s, size_t at)
{
	static const struct {
		const char *command;
		char flag;
		bool apart; /* its value is the next argument */
	} rows[] = { { "mysql", 'p', false },	  { "mariadb", 'p', false },
		     { "sshpass", 'p', true },	  { "sshpass", 'p', false },
		     { "login", 'p', true },	  { "redis-cli", 'a', true },
		     { "ldapsearch", 'w', true }, { "ldapmodify", 'w', true },
		     { "mongo", 'p', true },	  { "sqlcmd", 'P', true },
		     { "smbclient", 'P', true },  { "openssl", 'k', true } };
	struct str text = s->text, line;

	if (at + 3 > text.len || !rec__in("pPawk", text.ptr[at + 1]))
		return at;
	line = line_before(text, at);
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		size_t value = at + 2, stop;

		if (text.ptr[at + 1] != rows[i].flag || !has_word(line, rows[i].command) ||
		    rows[i].apart != is_blank(text.ptr[value]))
			continue;
		value = skip_blanks(text, value);
		if (value < text.len && rec__in("\"'", text.ptr[value])) {
			for (stop = value + 1;
			     stop < text.len && text.ptr[stop] != text.ptr[value];)
				stop++;
			return rec__scan_hide(s, value + 1, stop, false);
		}
		stop = argument_end(text, value);
		if (stop == value || text.ptr[value] == '-')
			return at;
		return rec__scan_hide(s, value, stop, false);
	}
	return at;
}

/* "-uname:x", "--user=name:x", "--from-literal=key=x" */
static size_t try_joined(struct rec__scan *s, size_t at)
{
	static const struct {
		const char *flag;
		char sign;
	} rows[] = { { "-u", ':' },	    { "--user=", ':' },		{ "--proxy-user=", ':' },
		     { "-U", ':' },	    { "--from-literal=", '=' }, { "--from-literal ", '=' },
		     { "--userpass=", ':' } };
	struct str text = s->text;

	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		size_t value = at + strlen(rows[i].flag), stop;
		const char *sign;

		if (!rec__starts(text, at, rows[i].flag) || value >= text.len ||
		    !(is_alnum(text.ptr[value]) || rec__in("\"'", text.ptr[value])))
			continue;
		value += !is_alnum(text.ptr[value]);
		stop = argument_end(text, value);
		sign = memchr(text.ptr + value, rows[i].sign, stop - value);
		if (!sign || sign + 1 == text.ptr + stop || sign[1] == '/')
			continue;
		return rec__scan_hide(s, (size_t)(sign + 1 - text.ptr), stop, false);
	}
	return at;
}

size_t rec__try_short_flag(struct rec__scan *s, size_t at)
{
	size_t next;

	if (at > 0 && s->text.ptr[at - 1] && !rec__in(" \t\r\n\"'[(,;", s->text.ptr[at - 1]))
		return at;
	next = try_joined(s, at);
	return next > at ? next : try_command(s, at);
}
