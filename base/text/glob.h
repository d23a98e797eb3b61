/* SPDX-License-Identifier: Apache-2.0 */
/* glob.h - names with asterisks: "web-*", "*-tls". */
#ifndef BASE_TEXT_GLOB_H
#define BASE_TEXT_GLOB_H

#include "base/base.h"

/* Whether the text matches: an asterisk matches any text, also an empty one; other bytes match
 * themselves. Takes time linear in the length of `text` for each asterisk. */
static inline bool text_glob_fits(struct str pattern, struct str text)
{
	size_t p = 0, t = 0, star = SIZE_MAX, from = 0;

	while (t < text.len) {
		if (p < pattern.len && pattern.ptr[p] == '*') {
			star = p++;
			from = t;
		} else if (p < pattern.len && pattern.ptr[p] == text.ptr[t]) {
			p++;
			t++;
		} else if (star != SIZE_MAX) {
			p = star + 1;
			t = ++from;
		} else {
			return false;
		}
	}
	while (p < pattern.len && pattern.ptr[p] == '*')
		p++;
	return p == pattern.len;
}

#endif
