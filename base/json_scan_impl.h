/* SPDX-License-Identifier: Apache-2.0 */
/* json_scan_impl.h - the states of the scanner, shared by its bytewise part and its block part. */
#ifndef BASE_JSON_SCAN_IMPL_H
#define BASE_JSON_SCAN_IMPL_H

#include "base/json_scan.h"

enum json__state {
	START,	      /* only white space so far */
	VALUE,	      /* a value is required */
	VALUE_OR_END, /* after '[' */
	KEY,	      /* after ',' in an object */
	KEY_OR_END,   /* after '{' */
	COLON,
	AFTER, /* after a value inside an array or object */
	IN_STRING,
	IN_KEY,
	ESCAPE, /* after a backslash in a string */
	KEY_ESCAPE,
	HEX, /* sub: number of missing digits */
	KEY_HEX,
	NUMBER,	  /* sub: enum number */
	LIT_TRUE, /* sub: number of letters seen */
	LIT_FALSE,
	LIT_NULL,
	DONE,
	FAILED,
};

/* For tests: the widest vectors that the scanner may use. */
enum json__blocks { JSON_BLOCKS_NONE, JSON_BLOCKS_NARROW, JSON_BLOCKS_WIDE, JSON_BLOCKS_ANY };
extern enum json__blocks json__blocks_limit;

/* Scans whole blocks from p and returns where it stopped: at the end of the value (DONE), with less
 * than a block left, or before a block that needs the bytewise scanner: white space outside
 * strings, unusual numbers, 64 levels, any error. `at`: the offset of p in the value. */
const char *json__scan_blocks(struct json_scanner *s, const char *p, const char *end, size_t at);
/* Whether json__scan_blocks() can begin in this state. */
bool json__scan_blocks_can(const struct json_scanner *s);

/* Whether `c` is valid after a backslash, except 'u', which four digits follow. */
static inline bool json__is_short_escape(char c)
{
	switch (c) {
	case '"':
	case '\\':
	case '/':
	case 'b':
	case 'f':
	case 'n':
	case 'r':
	case 't':
		return true;
	default:
		return false;
	}
}

/* The container at level `depth` (0: the value itself) begins, or has ended, at this offset. */
void json__spans_open(struct json_spans *spans, uint32_t depth, size_t at);
void json__spans_close(struct json_spans *spans, uint32_t depth, size_t end);

#endif
