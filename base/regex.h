/* SPDX-License-Identifier: Apache-2.0 */
/* regex.h - whether a regular expression is found in a text, in bounded time and memory.
 *
 * Patterns come from files and from clients, and libc's matcher can be made to run for hours or out
 * of its stack. This one follows all alternatives at once (as RE2 does, whose syntax it takes, the
 * one of Kubernetes' patterns): | ( ) (?: ) * + ? {m,n} . ^ $ [...] [[:alpha:]] \d \w \s \b \A \z
 * \xHH, over characters of UTF-8. Not there: flags, \p{..}, back-references, captures.
 */
#ifndef BASE_REGEX_H
#define BASE_REGEX_H

#include "base/str.h"

enum {
	REGEX_PATTERN_MAX = 4096,  /* bytes */
	REGEX_PROGRAM_MAX = 8000,  /* instructions */
	REGEX_WORK_MAX = 50000000, /* instructions looked at in one search: less than a second */
};

struct regex;

enum regex_found { REGEX_NOT_FOUND, REGEX_FOUND, REGEX_GAVE_UP /* REGEX_WORK_MAX */ };

/* NULL with `*why` (static text) when the pattern cannot be read, with `*why` NULL when there is no
 * memory. The caller frees it. One thread at a time. */
struct regex *regex_new(struct str pattern, const char **why);
enum regex_found regex_search(struct regex *re, struct str text);
void regex_free(struct regex *re); /* NULL is fine */

#endif
