/* SPDX-License-Identifier: Apache-2.0 */
/* ascii.h - classes and case of ASCII characters, independent of the locale.
 *
 * <ctype.h> depends on the locale and is undefined for negative characters. Bytes beyond 0x7F are
 * in no class here and have no case.
 */
#ifndef BASE_TEXT_ASCII_H
#define BASE_TEXT_ASCII_H

#include "base/base.h"

static inline bool ascii_is_lower(char c)
{
	return c >= 'a' && c <= 'z';
}

static inline bool ascii_is_upper(char c)
{
	return c >= 'A' && c <= 'Z';
}

static inline bool ascii_is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/* Also true of an empty string. */
static inline bool ascii_is_digits(struct str s)
{
	for (size_t i = 0; i < s.len; i++)
		if (!ascii_is_digit(s.ptr[i]))
			return false;
	return true;
}

/* A hexadecimal digit as digests and UIDs are written: 0-9, a-f. */
static inline bool ascii_is_lower_hex(char c)
{
	return ascii_is_digit(c) || (c >= 'a' && c <= 'f');
}

static inline bool ascii_is_hex(char c)
{
	return ascii_is_lower_hex(c) || (c >= 'A' && c <= 'F');
}

static inline bool ascii_is_alpha(char c)
{
	return ascii_is_lower(c) || ascii_is_upper(c);
}

static inline bool ascii_is_alnum(char c)
{
	return ascii_is_alpha(c) || ascii_is_digit(c);
}

/* The white space of Go's unicode.IsSpace and C's isspace(). */
static inline bool ascii_is_space(char c)
{
	return c == ' ' || (c >= '\t' && c <= '\r');
}

/* The white space of JSON (RFC 8259): no vertical tab and no form feed. */
static inline bool json_is_space(char c)
{
	return c == ' ' || c == '\n' || c == '\r' || c == '\t';
}

static inline char ascii_lower(char c)
{
	return ascii_is_upper(c) ? (char)(c + ('a' - 'A')) : c;
}

static inline char ascii_upper(char c)
{
	return ascii_is_lower(c) ? (char)(c - ('a' - 'A')) : c;
}

/* Compares ignoring the case of ASCII letters, as for names of HTTP headers. */
static inline bool ascii_eq_nocase(struct str a, struct str b)
{
	if (a.len != b.len)
		return false;
	for (size_t i = 0; i < a.len; i++)
		if (ascii_lower(a.ptr[i]) != ascii_lower(b.ptr[i]))
			return false;
	return true;
}

/* Whether `s` begins with `begin`, ignoring case. */
static inline bool ascii_begins_nocase(struct str s, struct str begin)
{
	return s.len >= begin.len && ascii_eq_nocase((struct str) { s.ptr, begin.len }, begin);
}

/* Whether `s` ends with `end`, ignoring case. */
static inline bool ascii_ends_nocase(struct str s, struct str end)
{
	return s.len >= end.len &&
	       ascii_eq_nocase((struct str) { s.ptr + (s.len - end.len), end.len }, end);
}

/* Whether `part` is in `s`, ignoring case. */
static inline bool ascii_contains_nocase(struct str s, struct str part)
{
	for (size_t i = 0; i + part.len <= s.len; i++)
		if (ascii_eq_nocase((struct str) { s.ptr + i, part.len }, part))
			return true;
	return false;
}

#endif
