/* SPDX-License-Identifier: Apache-2.0 */
/* json_scan.h - JSON as bytes: an incremental validating scanner for framing, and cursors that read
 * members of valid JSON without building a tree.
 *
 * Accepts exactly the input that Go's encoding/json scanner accepts (RFC 8259; any bytes >= 0x20
 * inside strings, UTF-8 is not checked here; nesting up to 10000 as in Go). Validated against
 * cJSON. */
#ifndef BASE_JSON_SCAN_H
#define BASE_JSON_SCAN_H

#include "base/base.h"

enum { JSON_DEPTH_MAX = 10000 };

enum json_status {
	JSON_MORE,  /* valid so far, not complete */
	JSON_DONE,  /* a whole value has ended */
	JSON_ERROR, /* the byte at `consumed` is not allowed there */
};

/* The outer containers of a value: begin and end as offsets from its first byte, ordered by begin.
 * Some may be missing. */
enum { JSON_SPANS_MAX = 48, JSON_SPAN_DEPTH = 4 };

struct json_spans {
	uint32_t count;
	uint32_t opened[JSON_SPAN_DEPTH]; /* by depth: index in `list` of the last container */
	struct {
		uint32_t from, to; /* to: 0 until the container has ended */
	} list[JSON_SPANS_MAX];
};

/* Finds the end of one JSON value in input that arrives in pieces; validates every byte. */
struct json_scanner {
	uint8_t state;
	uint8_t sub;	/* position inside a literal, an escape or a number */
	bool too_large; /* a finished number is too large: see json_scanner_too_large() */
	bool negative_exponent;
	uint8_t digits;	   /* number of digits in `leading` */
	uint64_t leading;  /* the first significant digits of the current number */
	int32_t magnitude; /* without its exponent, the current number is less than 10^magnitude */
	int32_t exponent;
	uint32_t depth;
	struct json_spans *spans;		   /* may be NULL */
	size_t fed;				   /* number of bytes in earlier calls */
	uint64_t bits[(JSON_DEPTH_MAX + 64) / 64]; /* 1 = object, by depth */
};

void json_scanner_init(struct json_scanner *s);
/* Notes the value's containers in `spans` (borrowed). Call it before the first byte is fed. */
void json_scanner_note(struct json_scanner *s, struct json_spans *spans);
/* Scans bytes; sets *consumed to the number of bytes that belong to the value (with leading white
 * space). A number ends only at the byte after it, which is not consumed. At end of input call
 * json_scanner_end(). */
enum json_status json_scanner_feed(struct json_scanner *s, const char *bytes, size_t len,
				   size_t *consumed);
/* Ends the input. Returns DONE if the input is a whole value, MORE if it is incomplete or empty. */
enum json_status json_scanner_end(const struct json_scanner *s);
/* The input has a number beyond the range of float64, which Go's decoder refuses. */
bool json_scanner_too_large(const struct json_scanner *s);
/* True before the first byte that is not white space. */
bool json_scanner_idle(const struct json_scanner *s);

/* One whole, validated value as bytes. Every function below needs valid JSON. */
typedef struct str json_t;

enum json_kind {
	JSON_NULL,
	JSON_BOOL,
	JSON_NUMBER,
	JSON_STRING,
	JSON_ARRAY,
	JSON_OBJECT,
	JSON_ABSENT
};

/* Returns true if `text` is one valid value with at most white space around it. *out is the trimmed
 * value, *at (may be NULL) the offset of the first wrong byte. */
bool json_valid(struct str text, json_t *out, size_t *at);

enum json_kind json_kind(json_t v); /* ABSENT when v.len == 0 */

/* Returns `v` if it is an object whose values are all strings, or null if `nulls` is set; else an
 * absent value. Of duplicate keys the last counts. apimachinery's NestedStringMap and, with nulls,
 * NestedNullCoercingStringMap. */
json_t json_string_map(json_t v, bool nulls);

struct json_iter {
	const char *p;
	const char *end;
};

/* for (json_iter_init(&it, v); json_iter_member(&it, &key, &val); ) - key is the raw string with
 * its quotes. If v is not an object, the loop ends at once. */
void json_iter_init(struct json_iter *it, json_t v);
bool json_iter_member(struct json_iter *it, json_t *key, json_t *val);
bool json_iter_element(struct json_iter *it, json_t *val); /* the same for arrays */
size_t json_count(json_t v); /* number of an object's members or an array's elements; else 0 */

/* The last member called `name` (Go: the last duplicate wins), or an absent value. */
json_t json_get(json_t obj, const char *name);
/* json_get along a path: json_path(v, "metadata", "labels", NULL). */
json_t json_path(json_t v, ...) __attribute__((sentinel));

/* Compares a string value, decoded, with `s`. False for other kinds. */
bool json_str_eq(json_t v, struct str s);
/* The decoded characters of a string value: borrowed from `v` if it has no escapes, else appended
 * to `scratch`. Returns {NULL, 0} for other kinds and if out of memory. As in Go, lone surrogates
 * and bytes that are not UTF-8 become U+FFFD. */
struct strbuf;
struct str json_str(json_t v, struct strbuf *scratch);
bool json_int64(json_t v, int64_t *out); /* false if not an integer in range */
bool json_is_true(json_t v);

/* Structural equality: members in any order (the last duplicate counts), numbers by value, strings
 * decoded. Out of memory: false. */
bool json_equal(json_t a, json_t b);

#endif
