/* SPDX-License-Identifier: Apache-2.0 */
/* parse_bool.h - Go's strconv.ParseBool. */
#ifndef BASE_TEXT_PARSE_BOOL_H
#define BASE_TEXT_PARSE_BOOL_H

#include "base/base.h"

/* Returns false, with *value unchanged, if `s` is none of Go's twelve words. */
static inline bool text_parse_bool(struct str s, bool *value)
{
	static const char *const words[] = { "1", "t", "T", "TRUE",  "true",  "True",
					     "0", "f", "F", "FALSE", "false", "False" };

	for (size_t i = 0; i < ARRAY_LEN(words); i++)
		if (str_eqz(s, words[i])) {
			*value = i < ARRAY_LEN(words) / 2;
			return true;
		}
	return false;
}

#endif
