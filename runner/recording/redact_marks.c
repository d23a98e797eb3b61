/* SPDX-License-Identifier: Apache-2.0 */
/* redact_marks.c - recognizes credentials by the words before them: "identified by 'x'", "bindpw
 * x". */
#define _GNU_SOURCE

#include "base/text/ascii.h"
#include "runner/recording/redact_impl.h"

enum {
	LINE_BYTES_MAX = 256,
	STATED_BYTES_MIN = 4,
	KEY_BYTES_MIN = 12,
	MIXED_BYTES_MIN = 5,
};

/* --- words before a value --- */

/* Skips "is", "was", "of", "value", a colon. */
static size_t skip_copula(struct str text, size_t at)
{
	static const char *const words[] = {
		"phrase ", "was changed to ", "was set to ",   "was reset to ", "is ",
		"was ",	   "value ",	      "value: ",       "is: ",		"was: ",
		"by ",	   "changed to ",     "set to ",       "reset to ",	"to ",
		"-> ",	   "\xe2\x86\x92 ",   "\xe2\x80\x93 ", "\xe2\x80\x94 ", "... ",
		"code ",   "code: ",	      "hash ",
	};

	for (size_t i = 0; i < ARRAY_LEN(words); i++)
		if (text.len - at > strlen(words[i]) &&
		    ascii_begins_nocase((struct str) { text.ptr + at, text.len - at },
					str_of(words[i])))
			return rec__skip_blanks(text, at + strlen(words[i]));
	return at;
}

static bool begins_line(struct str text, size_t at)
{
	while (at > 0 && rec__is_blank(text.ptr[at - 1]))
		at--;
	return at == 0 || text.ptr[at - 1] == '\n';
}

/* "Negotiate x" */
static bool is_negotiate(struct str word)
{
	static const char negotiate[] = "negotiate";

	return ascii_eq_nocase(word, str_of(negotiate));
}

/* "vault login x", "echo x | docker login --password-stdin", "echo root:x | chpasswd" */
static bool is_spoken(struct str text, size_t at, size_t end)
{
	static const char vault[] = "vault ", cargo[] = "cargo ";
	static const char *const readers[] = { "-stdin", "chpasswd",	  "sudo -S",
					       "kinit",	 "secret create", "cryptsetup",
					       "pubkey", "| base64",	  "--set-password" };
	struct str word = rec__part(text, at, end), line;
	size_t most = text.len - end < LINE_BYTES_MAX ? text.len : end + LINE_BYTES_MAX;

	if (str_eqz(word, "login"))
		return (at >= strlen(vault) && rec__starts(text, at - strlen(vault), vault)) ||
		       (at >= strlen(cargo) && rec__starts(text, at - strlen(cargo), cargo));
	if (!str_eqz(word, "echo") && !str_eqz(word, "printf"))
		return false;
	line = rec__part(text, end, rec__line_end(rec__part(text, 0, most), end));
	return rec__has_any(line, readers, ARRAY_LEN(readers));
}

/* Skips the flags of echo and the format of printf. */
static size_t skip_format(struct str text, size_t at)
{
	static const char *const flags[] = {
		"-n ", "-e ", "-en ", "-ne ", "'%s' ", "\"%s\" ", "%s "
	};

	for (size_t i = 0; i < ARRAY_LEN(flags); i++)
		if (rec__starts(text, at, flags[i]))
			return rec__skip_blanks(text, at + strlen(flags[i]));
	return at;
}

static bool is_any(struct str word, const char *const *words, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (ascii_eq_nocase(word, str_of(words[i])))
			return true;
	return false;
}

/* The word before the argument that contains `at`. */
static struct str argument_before(struct str text, size_t at)
{
	struct str head = rec__word_before(text, at);

	if (at > 0 && rec__is_blank(text.ptr[at - 1]))
		return head;
	return rec__word_before(text, (size_t)(head.ptr - text.ptr));
}

/* "proxy_set_header X-Api-Key x", "configure set secret_key x": words that precede a name and its
 * value. */
static bool is_directive(struct str word)
{
	static const char *const words[] = { "set",	      "setenv",	    "unset",
					     "env",	      "arg",	    "proxy_set_header",
					     "add_header",    "option",	    "more_set_headers",
					     "fastcgi_param", "export",	    "grpc_set_header",
					     "header",	      "set-env",    "requestheader",
					     "define",	      "property",   "uwsgi_param",
					     "setx",	      "-x",	    "-gx",
					     "header_up",     "set-header", "--arg",
					     "--global",      "authtoken",  "php_value" };

	return is_any(word, words, ARRAY_LEN(words));
}

/* Whether the word is a name of a password; the verb "pass" is not. */
static bool is_named_password(struct str word)
{
	return rec__is_password(word) && !str_eqz(word, "pass") && word.ptr[word.len - 1] != '.';
}

/* Whether the value has letters and digits or signs, and the keyword is "password" or similar:
 * names of objects do not follow such keywords. */
static bool is_mixed_password(struct str keyword, struct str value)
{
	static const char *const prose[] = { "md5",    "sha1", "sha256", "sha512", "base64",
					     "oauth2", "x509", "argon2", "ipv4",   "utf8" };
	bool digit = false, letter = false, sign = false;

	for (size_t i = 0; i < value.len; i++) {
		digit = digit || ascii_is_digit(value.ptr[i]);
		letter = letter || (!ascii_is_digit(value.ptr[i]) && ascii_is_alnum(value.ptr[i]));
		sign = sign || rec__in("!$%^&#", value.ptr[i]);
	}
	return is_named_password(keyword) && value.len >= MIXED_BYTES_MIN && letter &&
	       (digit || sign) && *value.ptr != '/' && !is_any(value, prose, ARRAY_LEN(prose));
}

/* "machine h login u password x", "login with password x failed": also a word of letters only. */
static bool is_stated_password(struct str text, size_t at, struct str keyword, struct str value)
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
	struct str word = rec__word_before(text, at);

	if (is_mixed_password(keyword, value))
		return true;
	if (!rec__is_password(keyword) || is_any(value, prose, ARRAY_LEN(prose)))
		return false;
	return is_any(word, before, ARRAY_LEN(before)) ||
	       str_eqz(rec__word_before(text, (size_t)(word.ptr - text.ptr)), "login");
}

static bool is_constant(struct str word)
{
	for (size_t i = 0; i < word.len; i++)
		if (word.ptr[i] >= 'a' && word.ptr[i] <= 'z')
			return false;
	return true;
}

/* "the password is x", "the passphrase was changed to x": whether the words at `said` state the
 * value. Not "a password to continue". Names of objects follow other keywords, so short words of
 * letters stay. */
static bool is_stated(struct str text, struct str keyword, size_t stated, struct str value)
{
	static const char *const others[] = { "to ", "by ", "phrase " };
	static const char *const codes[] = { "pin", "otp", "passcode", "passkey" };
	static const char *const keys[] = { "token", "key", "apikey", "secret" };
	bool password = rec__is_password(keyword) || is_any(keyword, codes, ARRAY_LEN(codes));

	for (size_t i = 0; i < ARRAY_LEN(others); i++)
		if (rec__starts(text, stated, others[i]))
			return false;
	if (!password && !is_any(keyword, keys, ARRAY_LEN(keys)))
		return false;
	if (str_eqz(keyword, "secret") && memchr(value.ptr, '-', value.len))
		return false;
	return value.len >= (password ? STATED_BYTES_MIN : KEY_BYTES_MIN) && *value.ptr != '/' &&
	       !rec__describes_password(value) &&
	       rec__ends_clause(text, (size_t)(value.ptr + value.len - text.ptr));
}

/* "username u secret x": `at` is the start of the "u". */
static bool is_router_user(struct str text, size_t at)
{
	struct str word = rec__word_before(text, at);

	return str_eqz(word, "username") && begins_line(text, (size_t)(word.ptr - text.ptr));
}

/* Whether the bare word `value` after the keyword at `at` is its value. */
static bool is_announced(struct str text, size_t at, struct str keyword, struct str value)
{
	size_t stop = (size_t)(value.ptr + value.len - text.ptr);
	struct str before;
	bool to_end =
	    stop == text.len || text.ptr[stop] == '\n' ||
	    (rec__in(";)", text.ptr[stop]) && (stop + 1 == text.len || text.ptr[stop + 1] == '\n'));

	if (rec__is_unlikely_word(keyword, value))
		return true;
	if (is_any(value, (const char *const[]) { "for" }, 1))
		return false;
	before = rec__word_before(text, at);
	if (to_end && is_router_user(text, (size_t)(before.ptr - text.ptr)))
		return true;
	if (rec__is_type_word(keyword) && !(is_constant(keyword) && is_directive(before)))
		return false;
	return (begins_line(text, at) && to_end) || is_directive(argument_before(text, at)) ||
	       is_stated_password(text, at, keyword, value);
}

/* var token string = "x", password <- "x": skips the declaration before the quote; else `at`. */
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
	bool bracket = s->text.ptr[value] == '(';
	const char *colon = memchr(s->text.ptr + value, ':', stop - value);

	if (bracket && !colon)
		colon = memchr(s->text.ptr + value, '/', stop - value);
	else if (!colon || memchr(s->text.ptr + value, '/', stop - value))
		return value;
	if (!colon || colon == s->text.ptr + value || colon + 1 == s->text.ptr + stop ||
	    colon[1] == '/')
		return value;
	return rec__scan_hide(s, (size_t)(colon + 1 - s->text.ptr), stop, false);
}

/* got secret "x": whether the value has only letters and digits, and more than a name. */
static bool is_received(struct str text, size_t at, struct str value)
{
	static const char *const verbs[] = { "got",	 "received", "decoded", "decrypted",
					     "returned", "sent",     "leaked",	"read",
					     "using",	 "with",     "value",	"wrong" };

	for (size_t i = 0; i < value.len; i++)
		if (!ascii_is_alnum(value.ptr[i]))
			return false;
	return value.len >= KEY_BYTES_MIN &&
	       is_any(rec__word_before(text, at), verbs, ARRAY_LEN(verbs));
}

/* Whether the value has signs that names of objects cannot have. */
static bool is_no_name(struct str value)
{
	size_t signs = 0, letters = 0;

	for (size_t i = 0; i < value.len; i++) {
		signs += rec__in("!$%^&*~#+", value.ptr[i]);
		letters += ascii_is_alnum(value.ptr[i]);
	}
	return signs && letters >= STATED_BYTES_MIN && !memchr(value.ptr, ' ', value.len);
}

/* IDENTIFIED BY x; not "is identified by its name". */
static bool is_statement(struct str text, size_t at, size_t stated)
{
	struct str line =
	    rec__part(text, at > LINE_BYTES_MAX / 4 ? at - LINE_BYTES_MAX / 4 : 0, at);

	return rec__starts(text, stated, "BY ") ||
	       (rec__starts(text, stated, "by ") && memmem(line.ptr, line.len, "user ", 5));
}

/* "secret 5 x" of a router: skips the number of the encoding. Not "password 8 characters". */
static size_t skip_encoding(struct str text, size_t at)
{
	static const char *const units[] = { "chars", "characters", "digits", "letters", "times",
					     "days",  "hours",	    "bits",   "bytes",	 "of" };
	size_t end;

	if (at + 2 >= text.len || !ascii_is_digit(text.ptr[at]) || text.ptr[at + 1] != ' ')
		return at;
	end = rec__argument_end(text, at + 2);
	return end > at + 2 && (end == text.len || text.ptr[end] == '\n') &&
		       !is_any(rec__part(text, at + 2, end), units, ARRAY_LEN(units))
		   ? at + 2
		   : at;
}

size_t rec__try_keyword(struct rec__scan *s, size_t at, size_t end)
{
	static const char identified[] = "identified";
	struct str text = s->text, word = rec__part(text, at, end);
	bool sql = ascii_eq_nocase(word, str_of(identified));
	bool spoken = is_spoken(text, at, end);
	bool config = spoken || str_eqz(word, "requirepass") || str_eqz(word, "masterauth") ||
		      str_eqz(word, "bindpw") || str_eqz(word, "insecure-password") ||
		      str_eqz(word, "EAP") || str_eqz(word, "XAUTH") ||
		      str_eqz(word, "ConvertTo-SecureString");
	size_t value, stop, stated;

	if (end < text.len && text.ptr[end] == '(' &&
	    (rec__takes_name_first(word) || str_eqz(word, "crypt")))
		return rec__try_arguments(s, word, end);
	if (end >= text.len || !(sql || config || is_negotiate(word) || rec__is_sensitive(word) ||
				 rec__is_key_name(text, at, end)))
		return end;
	if (text.ptr[end] == '(')
		return rec__try_arguments(s, word, end);
	if (rec__in("\"'", text.ptr[end]))
		return rec__try_call(s, at, end);
	if (text.ptr[end] == ',' && at > 0 && text.ptr[at - 1] == '{')
		return rec__try_tuple(s, end);
	if (text.ptr[end] == '[')
		return rec__try_bracket(s, word, end);
	if (rec__try_mentions(s, word, end) > end)
		return s->kept;
	value = rec__skip_blanks(text, end);
	if (value == end || value >= text.len)
		return end;
	if (spoken)
		value = skip_format(text, value);
	if (rec__is_password(word) && rec__try_change(s, value) > value)
		return s->kept;
	if (str_eqz(word, "ConvertTo-SecureString") && rec__starts(text, value, "-String "))
		value = rec__skip_blanks(text, value + strlen("-String "));
	stated = value;
	value = skip_declaration(text, skip_copula(text, value));
	if (rec__starts(text, value, "<<<"))
		value = rec__skip_blanks(text, value + strlen("<<<"));
	if (skip_encoding(text, value) > value) {
		value = skip_encoding(text, value);
		config = true;
	}
	if (value >= text.len)
		return end;
	if (rec__in("\"'`", text.ptr[value])) {
		for (stop = value + 1; stop < text.len && text.ptr[stop] != text.ptr[value];)
			stop++;
		config = config || (begins_line(text, at) && rec__starts(text, stop, "\";"));
		config = config || (is_constant(word) && is_directive(argument_before(text, at)));
		if (!config &&
		    (rec__is_type_word(word) ||
		     (text.ptr[value] == '`' && !is_named_password(word))) &&
		    !rec__is_unlikely_word(word, rec__part(text, value + 1, stop)) &&
		    !is_received(text, at, rec__part(text, value + 1, stop)) &&
		    !is_no_name(rec__part(text, value + 1, stop)))
			return end;
		return rec__scan_hide(s, value + 1, stop, false);
	}
	if (text.ptr[value] == '[')
		return rec__try_bracket(s, word, value);
	stop = rec__argument_end(text, value);
	while (stop > value && rec__in(".,:);}]", text.ptr[stop - 1]))
		stop--;
	if (is_any(word, (const char *const[]) { "credentials", "creds", "auth" }, 3) &&
	    try_name_and_password(s, value, stop) > value)
		return stop;
	if (stop == value || text.ptr[value] == '-' || rec__in("=:{[<$", text.ptr[value]) ||
	    !(config || (sql && is_statement(text, at, stated)) ||
	      is_announced(text, at, word, rec__part(text, value, stop)) ||
	      (value > stated && is_stated(text, word, stated, rec__part(text, value, stop)))))
		return end;
	return rec__scan_hide(s, value, stop, false);
}
