/* SPDX-License-Identifier: Apache-2.0 */
/* values.h - splits a stream of JSON values into the values that have a meaning of their own.
 *
 * Values may be one per line, spread over lines, or directly after each other. Byte order marks
 * between values (of concatenated files) are skipped. The elements of a list's `items`, of a HAR's
 * `log.entries`, of the arrays in log exports (`records`, `logEvents`, `events`, `hits.hits`) and
 * of a top-level array are passed one by one, whatever the size of the list. The surrounding value
 * is passed last, with the array empty. Memory is bounded by the largest value that is passed whole
 * (value_max). Every byte is validated on arrival, so an error has the position of the first
 * invalid byte. */
#ifndef RUNNER_IMPORT_VALUES_H
#define RUNNER_IMPORT_VALUES_H

#include "base/json_scan.h"
#include "base/str.h"

struct imp__place {
	uint64_t line, column; /* from 1, in bytes */
};

enum imp__role {
	IMP_VALUE, /* a top-level value, or the value around elements */
	IMP_ITEM,  /* an element */
};

struct imp__value {
	enum imp__role role;
	json_t json;
	struct imp__place at;
	json_t kind, api_version; /* ITEM: the list's members, if they precede its elements */
	uint64_t index;		  /* ITEM: from 0; VALUE: number of elements */
	bool had_items;		  /* VALUE: it has an array whose elements were passed one by one */
};

struct imp__values {
	/* Returns 0, or a negative code that ends the stream. `value` is borrowed for the call. */
	int (*on_value)(void *user, const struct imp__value *value);
	void *user;
	size_t value_max;

	/* private */
	struct json_scanner scan;
	struct strbuf text;    /* the current value without its elements */
	struct strbuf element; /* the current element */
	struct strbuf key;     /* current key at depth 1 or 2, outside elements */
	struct imp__place here, value_at, element_at;
	uint32_t depth;
	uint32_t list_depth; /* depth of the array whose elements are passed one by one; 0: none */
	uint64_t index;
	bool string, escaped, in_key, key_next, in_log, in_element, had_items;
	unsigned bom;	   /* number of bytes of a byte order mark between values */
	size_t value_from; /* offset in text of the member's value, for kind and apiVersion */
	struct strbuf kind, api_version;
};

void imp__values_init(struct imp__values *v, size_t value_max,
		      int (*on_value)(void *user, const struct imp__value *value), void *user);
void imp__values_fini(struct imp__values *v);
/* RELIST_EPARSE or RELIST_ELIMIT with line and column of the byte; *taken is the number of bytes
 * before it. Other codes come from on_value. */
int imp__values_feed(struct imp__values *v, struct str bytes, size_t *taken,
		     struct relist_err *err);
/* Ends the input. RELIST_EPARSE: it ended inside a value. */
int imp__values_end(struct imp__values *v, struct relist_err *err);
/* Drops the current value; the next byte begins a new one. */
void imp__values_restart(struct imp__values *v);
/* Skips bytes; they count as lines and columns. */
void imp__values_skip(struct imp__values *v, struct str bytes);

#endif
