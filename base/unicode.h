/* SPDX-License-Identifier: Apache-2.0 */
/* unicode.h - what a character is, by Unicode 15: categories, scripts, and its other cases. Pure.
 */
#ifndef BASE_UNICODE_H
#define BASE_UNICODE_H

#include "base/str.h"

enum { UNICODE_LAST = 0x10ffff };

/* The character at `*at`, before `end`, which it passes. A byte that is no UTF-8 is one of its own
 * behind UNICODE_LAST: 256 of them. */
uint32_t unicode_decode(const char **at, const char *end);

/* A bit for each category that the name ("L", "Lu") means; 0: there is none. */
uint32_t unicode_categories_of(struct str name);
bool unicode_in_categories(uint32_t c, uint32_t bits);

/* The number of the script ("Greek"); 0: there is none. */
uint32_t unicode_script_of(struct str name);
bool unicode_in_script(uint32_t c, uint32_t number);

/* The next character that differs in case alone; after the last of them the first, which is `c`
 * where there is no other. */
uint32_t unicode_next_of_case(uint32_t c);

#endif
