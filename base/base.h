/* SPDX-License-Identifier: Apache-2.0 */
/* base.h - assertions, array length and borrowed strings, for every file of the project. */
#ifndef BASE_BASE_H
#define BASE_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "relist/err.h"

#define ARRAY_LEN(a) (sizeof(a) / sizeof((a)[0]))
#define AUTO(fn)     __attribute__((cleanup(fn)))

/* Programmer errors end the process in every build; operating errors never do. */
#define ASSERT(cond) ((cond) ? (void)0 : base__assert_fail(#cond, __FILE__, __LINE__, __func__))

/* For checks that walk a whole structure. Active only with RELIST_CHECK_SLOW (debug, sanitizer and
 * fuzz builds). */
#ifdef RELIST_CHECK_SLOW
#define CHECK_SLOW(cond) ASSERT(cond)
#else
#define CHECK_SLOW(cond) ((void)0)
#endif

_Noreturn void base__assert_fail(const char *cond, const char *file, int line, const char *func);

/* A borrowed byte string, not NUL-terminated. */
struct str {
	const char *ptr;
	size_t len;
};

#define STR(literal) ((struct str) { (literal), sizeof(literal) - 1 })
#define STR_FMT	     "%.*s"
#define STR_ARG(s)   (int)(s).len, (s).ptr

static inline struct str str_of(const char *z)
{
	return (struct str) { z, z ? strlen(z) : 0 };
}

static inline bool str_eq(struct str a, struct str b)
{
	return a.len == b.len && (a.len == 0 || memcmp(a.ptr, b.ptr, a.len) == 0);
}

/* < 0, 0, > 0, as memcmp(); a shorter text is less than one that it begins. */
static inline int str_cmp(struct str a, struct str b)
{
	size_t n = a.len < b.len ? a.len : b.len;
	int order = n ? memcmp(a.ptr, b.ptr, n) : 0;

	return order ? order : (a.len > b.len) - (a.len < b.len);
}

/* Usually the first byte decides, without a call. */
static inline bool name_eq(const char *a, const char *b)
{
	return a[0] == b[0] && strcmp(a, b) == 0;
}

static inline bool str_eqz(struct str a, const char *z)
{
	return str_eq(a, str_of(z));
}

static inline bool str_begins(struct str a, const char *z)
{
	return a.len >= strlen(z) && memcmp(a.ptr, z, strlen(z)) == 0;
}

/* Removes the text before the first `at`, and `at`, from *rest and returns the text: all of it if
 * there is no `at`. */
static inline struct str str_cut(struct str *rest, char at)
{
	const char *p = rest->len ? memchr(rest->ptr, at, rest->len) : NULL;
	struct str head = { rest->ptr, p ? (size_t)(p - rest->ptr) : rest->len };

	*rest = p ? (struct str) { p + 1, rest->len - head.len - 1 } : (struct str) { "", 0 };
	return head;
}

static inline bool str_contains(struct str a, struct str part)
{
	for (size_t i = 0; i + part.len <= a.len; i++)
		if (memcmp(a.ptr + i, part.ptr, part.len) == 0)
			return true;
	return false;
}

#endif
