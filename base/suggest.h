/* SPDX-License-Identifier: Apache-2.0 */
/* suggest.h - "did you mean": the known word nearest to a mistyped one. */
#ifndef BASE_SUGGEST_H
#define BASE_SUGGEST_H

#include "base/base.h"

/* Returns the index of the word nearest to `typed`, at most about a third of its letters away, or
 * -1. The words are `const char *` members, one every `stride` bytes, as in tables of any
 * struct. */
int suggest_word(struct str typed, const void *words, size_t count, size_t stride);

/* Writes ` (did you mean "X"?)`, or nothing. */
void suggest_text(struct str typed, const void *words, size_t count, size_t stride, char *buf,
		  size_t cap);

#endif
