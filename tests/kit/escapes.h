/* SPDX-License-Identifier: Apache-2.0 */
/* escapes.h - JSON that says the same in other words: strings are compared as what they mean, not
 * as they are written. */
#ifndef TESTS_ESCAPES_H
#define TESTS_ESCAPES_H

#include "base/str.h"

/* Appends the text with the first byte of every string as \u00XX; with `names` also of members'
 * names. What begins with `verbatim` (NULL: nothing) stays as it is up to the end of the line. */
void escape_strings(struct str text, bool names, const char *verbatim, struct strbuf *out);

/* Appends each line of JSON as cJSON prints it; fails the test where one is not JSON. */
void plain_lines(struct str text, struct strbuf *out);

#endif
