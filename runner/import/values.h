/* SPDX-License-Identifier: Apache-2.0 */
/* values.h - a stream of JSON values, cut into those that mean something by themselves.
 *
 * Values may stand one a line, spread over lines, or behind each other; byte order marks between
 * them (of files that were put together) are passed over. The elements of a list's
 * `items`, of a HAR's `log.entries`, of what logs' exports have in their place (`records`,
 * `logEvents`, `events`, `hits.hits`) and of an array at the top come one by one, whatever the size
 * of the list; what is around them comes last, with the array empty. Memory is bounded by the
 * largest value that comes whole (value_max). Every byte is validated as it comes, so an error has
 * the place of the first byte that cannot stand there.
 */
#ifndef RUNNER_IMPORT_VALUES_H
#define RUNNER_IMPORT_VALUES_H

#include "base/json_scan.h"
#include "base/str.h"

struct imp__place {
	uint64_t line, column; /* from 1, in bytes */
};

enum imp__role {
	IMP_VALUE, /* a value at the top, or what is around elements */
	IMP_ITEM,  /* an element */
};

struct imp__value {
	enum imp__role role;
	json_t json;
	struct imp__place at;
	json_t kind, api_version; /* ITEM: the list's, as far as they stand before its elements */
	uint64_t index;		  /* ITEM: from 0; VALUE: how many there were */
	bool had_items;		  /* VALUE: it has an array of elements that come one by one */
};

struct imp__values {
	/* 0, or a negative code that ends the stream. `value` is borrowed for the call. */
	int (*on_value)(void *user, const struct imp__value *value);
	void *user;
	size_t value_max;

	/* private */
	struct json_scanner scan;
	struct strbuf text;    /* the value without the elements */
	struct strbuf element; /* the one that is being read */
	struct strbuf key;     /* at depth 1 or 2, outside elements */
	struct imp__place here, value_at, element_at;
	uint32_t depth;
	uint32_t list_depth; /* of the array whose elements come one by one; 0: none */
	uint64_t index;
	bool string, escaped, in_key, key_next, in_log, in_element, had_items;
	unsigned bom;	   /* how many bytes of a byte order mark between values have come */
	size_t value_from; /* in text: where the member's value begins, for kind and apiVersion */
	struct strbuf kind, api_version;
};

void imp__values_init(struct imp__values *v, size_t value_max,
		      int (*on_value)(void *user, const struct imp__value *value), void *user);
void imp__values_fini(struct imp__values *v);
/* RELIST_EPARSE or RELIST_ELIMIT with line and column of the byte; the number of bytes taken before
 * it is in *taken. Anything else is what on_value said. */
int imp__values_feed(struct imp__values *v, struct str bytes, size_t *taken,
		     struct relist_err *err);
/* The input has ended. RELIST_EPARSE: in the middle of a value. */
int imp__values_end(struct imp__values *v, struct relist_err *err);
/* Forgets the value that is being read; the next byte begins a new one. */
void imp__values_restart(struct imp__values *v);
/* Bytes that are skipped count as lines and columns. */
void imp__values_skip(struct imp__values *v, struct str bytes);

#endif
