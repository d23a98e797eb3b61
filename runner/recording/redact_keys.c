/* SPDX-License-Identifier: Apache-2.0 */
/* redact_keys.c - hides key files within text (PEM, SSH2, PuTTY) and hashes of passwords. */
#define _GNU_SOURCE
#include "runner/recording/redact_impl.h"

/* The start of the next `mark` at or after `at`, or the end of the text. */
static size_t find_mark(struct str text, size_t at, const char *mark)
{
	const char *end = memmem(text.ptr + at, text.len - at, mark, strlen(mark));

	return end ? (size_t)(end - text.ptr) : text.len;
}

/* Hides "-----BEGIN X-----" up to the end of "-----END X-----", or of the text. */
size_t rec__try_pem(struct rec__scan *s, size_t at)
{
	const char *p = s->text.ptr + at, *end = s->text.ptr + s->text.len, *dashes, *close;

	if (rec__starts(s->text, at, "---- BEGIN ") && !(at && p[-1] == '-'))
		return rec__scan_hide(s, at + 5, find_mark(s->text, at, "---- END "), false);
	if (!rec__starts(s->text, at, "-----BEGIN "))
		return at;
	dashes = memmem(p + 11, (size_t)(end - p) - 11, "-----", 5);
	if (!dashes)
		return rec__scan_hide(s, at, s->text.len, false);
	close = memmem(dashes + 5, (size_t)(end - dashes) - 5, "-----END ", 9);
	return rec__scan_hide(s, (size_t)(dashes + 5 - s->text.ptr),
			      close ? (size_t)(close - s->text.ptr) : s->text.len, false);
}

/* Hides hashes of passwords: "$6$salt$hash", "$2b$10$hash". */
size_t rec__try_hash(struct rec__scan *s, size_t at)
{
	static const char *const schemes[] = { "$1$",  "$5$",	 "$6$", "$2a$",	   "$2b$",
					       "$2y$", "$apr1$", "$y$", "$argon2", "$sha1$" };
	size_t end;

	for (size_t i = 0; i < ARRAY_LEN(schemes); i++) {
		if (!rec__starts(s->text, at, schemes[i]))
			continue;
		end = at + strlen(schemes[i]);
		while (end < s->text.len &&
		       (rec__is_word_char(s->text.ptr[end]) || rec__in("$,", s->text.ptr[end])))
			end++;
		if (memchr(s->text.ptr + at + strlen(schemes[i]), '$',
			   end - at - strlen(schemes[i])))
			return rec__scan_hide(s, at, end, false);
	}
	return at;
}

/* Hides the lines from "Private-Lines: 14" to "Private-MAC". */
size_t rec__try_putty(struct rec__scan *s, size_t at)
{
	size_t from = rec__line_end(s->text, at);

	if (!rec__starts(s->text, at, "Private-Lines: ") || from == s->text.len)
		return at;
	return rec__scan_hide(s, from + 1, find_mark(s->text, from, "\nPrivate-MAC"), false);
}
