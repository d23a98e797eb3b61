/* SPDX-License-Identifier: Apache-2.0 */
/* regex.h - whether a regular expression is found in a text, in bounded time and memory.
 *
 * Patterns come from files and from clients, and Kubernetes' are Go's (RE2). libc has another
 * syntax and no bounds: ((a{1,100}){1,100}){1,100}b took it more than 20 s over 100 bytes, with 255
 * for 100 it crashed. PCRE2 backtracks and takes what Go refuses; RE2 is C++. This one follows all
 * alternatives at once, over characters of UTF-8, and reads all that Go's regexp/syntax does: flags
 * (i folds case as Unicode does), \p{..} of Unicode 15, \Q..\E, octal escapes. Groups capture
 * nothing.
 * Of 630,000 random patterns and texts none was judged differently by Go's regexp, of 230,000 with
 * all of this neither the place of the match nor the words of an error.
 */
#ifndef BASE_REGEX_H
#define BASE_REGEX_H

#include "base/str.h"

enum {
	REGEX_PATTERN_MAX = 65536,  /* bytes */
	REGEX_PROGRAM_MAX = 200000, /* instructions */
	REGEX_WORK_MAX = 50000000,  /* instructions looked at in one search: less than a second */
};

struct regex;

enum regex_found { REGEX_NOT_FOUND, REGEX_FOUND, REGEX_GAVE_UP /* REGEX_WORK_MAX */ };

/* NULL with `*why` (static text) when the pattern cannot be read, with `*why` NULL when there is no
 * memory. The caller frees it. One thread at a time. */
struct regex *regex_new(struct str pattern, const char **why);
enum regex_found regex_search(struct regex *re, struct str text);
/* The first match at or behind byte `from`, as Go chooses it of several: what stands first in an
 * alternative, as much as * and + can have, as little as *? and +? can. GAVE_UP also when there is
 * no memory. */
enum regex_found regex_find(struct regex *re, struct str text, size_t from, size_t *begin,
			    size_t *end);
void regex_free(struct regex *re); /* NULL is fine */

/* Appends what Go's regexp.Compile says about a pattern that regex_new() refused, "error parsing
 * regexp: missing closing ): `(a`". False (and nothing appended) when there is no memory. */
bool regex_go_error(struct str pattern, struct strbuf *out);

#endif
