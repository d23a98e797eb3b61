/* SPDX-License-Identifier: Apache-2.0 */
/* redact_words.c - decides whether a word after the name of a credential is its value or a word of
 * the sentence. */
#define _GNU_SOURCE

#include "base/text/ascii.h"
#include "runner/recording/redact_impl.h"

enum {
	WORD_BYTES_MAX = 64,
	RANDOM_BYTES_MIN = 8,
	SIGNED_BYTES_MIN = 5,
	DIGITS_MIN = 9,
	LETTERS_MIN = 14,	   /* longer words of letters are not words of a language */
	PARTICIPLE_BYTES_MAX = 16, /* longer words with such an ending may be passwords */
};

static bool is_any(struct str word, const char *const *words, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (ascii_eq_nocase(word, str_of(words[i])))
			return true;
	return false;
}

static bool ends_with_any(struct str word, const char *const *ends, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		size_t n = strlen(ends[i]);

		if (word.len > n && memcmp(word.ptr + word.len - n, ends[i], n) == 0)
			return true;
	}
	return false;
}

bool rec__is_random_word(struct str value)
{
	bool digit = false, upper = false, lower = false, sign = false, dash = false,
	     strong = false;

	for (size_t i = 0; i < value.len; i++) {
		char c = value.ptr[i];

		digit = digit || (c >= '0' && c <= '9');
		upper = upper || (i > 0 && c >= 'A' && c <= 'Z');
		lower = lower || (c >= 'a' && c <= 'z');
		sign = sign || rec__in("$%!*~^#+&=", c);
		strong = strong || rec__in("$%!*^", c);
		dash = dash || rec__in("-./:", c);
	}
	if (value.len >= SIGNED_BYTES_MIN && strong && digit && (upper || lower))
		return true;
	return value.len >= RANDOM_BYTES_MIN &&
	       (sign || (!dash && ((digit && (lower || upper)) || (upper && lower))));
}

/* Names of types may end like credentials and precede names of objects. */
bool rec__is_type_word(struct str word)
{
	static const char *const types[] = { "secret",	   "secrets",	  "token",   "tokens",
					     "credential", "credentials", "session", "signature" };

	for (size_t i = 0; i < ARRAY_LEN(types); i++)
		if (ascii_eq_nocase(word, str_of(types[i])))
			return true;
	return false;
}

/* Whether the word has only digits, too many for a count, or only letters of one case, too many for
 * a word without one of these endings. */
static bool is_no_word(struct str value)
{
	static const char *const ends[] = { "tion", "tions", "ment", "ments", "ity",  "ness",
					    "ies",  "ence",  "ance", "ed",    "ing",  "able",
					    "ible", "ly",    "ator", "ators", "ized", "ers",
					    "ors",  "ship",  "ous",  "ical",  "ives", "ive" };

	if (ascii_is_digits(value))
		return value.len >= DIGITS_MIN;
	for (size_t i = 0; i < value.len; i++)
		if (!ascii_is_lower(value.ptr[i]))
			return false;
	return value.len >= LETTERS_MIN && !ends_with_any(value, ends, ARRAY_LEN(ends));
}

bool rec__is_unlikely_word(struct str keyword, struct str value)
{
	static const char *const named[] = { "secret",	    "secrets", "credential",
					     "credentials", "session", "signature" };

	if (rec__is_random_word(value))
		return true;
	return !is_any(keyword, named, ARRAY_LEN(named)) && is_no_word(value);
}

bool rec__describes_password(struct str value)
{
	static const char *const words[] = {
		"required",  "invalid",	   "incorrect",	  "wrong",
		"empty",     "missing",	   "unset",	  "set",
		"expired",   "correct",	   "weak",	  "strong",
		"short",     "long",	   "blank",	  "null",
		"optional",  "mandatory",  "valid",	  "unknown",
		"ok",	     "fine",	   "same",	  "identical",
		"different", "default",	   "secret",	  "safe",
		"secure",    "insecure",   "sensitive",	  "hidden",
		"available", "present",	   "absent",	  "plain",
		"plaintext", "needed",	   "ready",	  "new",
		"old",	     "bad",	   "good",	  "unique",
		"random",    "text",	   "temporary",	  "permanent",
		"public",    "private",	   "nil",	  "none",
		"base64",    "here",	   "there",	  "below",
		"above",     "it",	   "this",	  "that",
		"not",	     "no",	   "never",	  "always",
		"now",	     "too",	   "very",	  "still",
		"only",	     "also",	   "already",	  "unchanged",
		"known",     "lost",	   "written",	  "given",
		"sent",	     "kept",	   "chosen",	  "shown",
		"taken",     "stale",	   "in",	  "on",
		"at",	     "for",	   "by",	  "a",
		"an",	     "the",	   "your",	  "my",
		"our",	     "their",	   "its",	  "what",
		"all",	     "as",	   "yes",	  "true",
		"false",     "forgotten",  "obsolete",	  "deprecated",
		"immutable", "unsafe",	   "non-empty",	  "case-sensitive",
		"read-only", "enforced",   "unavailable", "incomplete",
		"inactive",  "active",	   "compromised", "username",
		"password",  "value",	   "string",	  "alphanumeric",
		"numeric",   "undefined",  "malformed",	  "mismatch",
		"ignored",   "irrelevant",
	};
	static const char *const ends[] = { "ed", "ing", "able", "ible", "ly" };

	return is_any(value, words, ARRAY_LEN(words)) ||
	       (value.len <= PARTICIPLE_BYTES_MAX && ends_with_any(value, ends, ARRAY_LEN(ends)));
}

bool rec__has_any(struct str line, const char *const *words, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (memmem(line.ptr, line.len, words[i], strlen(words[i])))
			return true;
	return false;
}

struct str rec__word_before(struct str text, size_t at)
{
	size_t end = at, from;

	while (end > 0 && rec__is_blank(text.ptr[end - 1]))
		end--;
	for (from = end;
	     from > 0 && end - from < WORD_BYTES_MAX && !rec__in(" \t\r\n", text.ptr[from - 1]);)
		from--;
	return rec__part(text, from, end);
}

bool rec__is_password(struct str word)
{
	static const char *const ends[] = { "password", "passwd", "passphrase", "pass",
					    "pwd",	"_pw",	  "rootpw" };

	for (size_t i = 0; i < ARRAY_LEN(ends); i++)
		if (ascii_ends_nocase(word, str_of(ends[i])))
			return true;
	return false;
}

/* Whether the sentence ends at `stop` or continues with another clause. */
bool rec__ends_clause(struct str text, size_t stop)
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

/* "api key x": whether the words that end at `end` name a key. */
bool rec__is_key_name(struct str text, size_t at, size_t end)
{
	static const char *const before[] = { "api", "access", "secret", "private", "encryption" };

	return is_any(rec__part(text, at, end), (const char *const[]) { "key" }, 1) &&
	       is_any(rec__word_before(text, at), before, ARRAY_LEN(before));
}
