/* SPDX-License-Identifier: Apache-2.0 */
/* unicode.h - properties of characters in Unicode 15: categories, scripts, other cases. Pure. */
#ifndef BASE_UNICODE_H
#define BASE_UNICODE_H

#include "base/str.h"

enum { UNICODE_LAST = 0x10ffff };

/* Decodes the character at *at (before `end`) and advances *at. A byte that is not UTF-8 counts as
 * one of 256 characters after UNICODE_LAST. */
uint32_t unicode_decode(const char **at, const char *end);

/* A bit for each category that the name ("L", "Lu") means; 0: unknown name. */
uint32_t unicode_categories_of(struct str name);
bool unicode_in_categories(uint32_t c, uint32_t bits);

/* The number of the script ("Greek"); 0: unknown. */
uint32_t unicode_script_of(struct str name);
bool unicode_in_script(uint32_t c, uint32_t number);

/* The next character that differs in case only. They form a cycle: the last is followed by the
 * first; `c` if it has no other case. */
uint32_t unicode_next_of_case(uint32_t c);

#endif
