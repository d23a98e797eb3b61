/* SPDX-License-Identifier: Apache-2.0 */
/* number.h - whole numbers in decimal digits, as Go's strconv.ParseUint and ParseInt read them.
 *
 * The whole text must be a number: no spaces, no digits of another base.
 */
#ifndef BASE_TEXT_NUMBER_H
#define BASE_TEXT_NUMBER_H

#include "base/text/ascii.h"

enum number_fault {
	NUMBER_FINE,
	NUMBER_MALFORMED, /* "invalid syntax" */
	NUMBER_TOO_LARGE, /* "value out of range": digits, but more than the limit */
};

/* Reads a number without a sign, at most `max`. *out is set on NUMBER_FINE only. */
static inline enum number_fault number_read(struct str s, uint64_t max, uint64_t *out)
{
	uint64_t n = 0;

	if (!s.len || !ascii_is_digits(s))
		return NUMBER_MALFORMED;
	for (size_t i = 0; i < s.len; i++)
		if (__builtin_mul_overflow(n, (uint64_t)10, &n) ||
		    __builtin_add_overflow(n, (uint64_t)(s.ptr[i] - '0'), &n) || n > max)
			return NUMBER_TOO_LARGE;
	*out = n;
	return NUMBER_FINE;
}

/* Whether the text is such a number. */
static inline bool number_parse(struct str s, uint64_t max, uint64_t *out)
{
	return number_read(s, max, out) == NUMBER_FINE;
}

/* The same with an optional sign, in the range of int64_t. */
static inline enum number_fault number_read_signed(struct str s, int64_t *out)
{
	bool negative = s.len && s.ptr[0] == '-', sign = negative || (s.len && s.ptr[0] == '+');
	uint64_t n = 0, max = (uint64_t)INT64_MAX + negative;
	enum number_fault fault =
	    number_read(sign ? (struct str) { s.ptr + 1, s.len - 1 } : s, max, &n);

	if (fault == NUMBER_FINE)
		*out = negative ? (int64_t)(0 - n) : (int64_t)n;
	return fault;
}

#endif
