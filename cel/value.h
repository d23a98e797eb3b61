/* SPDX-License-Identifier: Apache-2.0 */
/* value.h - values of CEL: 16 bytes, what they point to lives in an arena or is borrowed JSON.
 *
 * JSON is never copied: a list or map of JSON points to it and converts members to values on
 * access, by the type that its schema declares.
 */
#ifndef CEL_VALUE_H
#define CEL_VALUE_H

#include <cjson/cJSON.h>

#include "cel/type.h"

enum cel_kind {
	CEL_ERROR, /* str: what went wrong */
	CEL_NULL,
	CEL_BOOL,
	CEL_INT,
	CEL_UINT,
	CEL_DOUBLE,
	CEL_STRING,
	CEL_BYTES,
	CEL_TIMESTAMP, /* i: seconds since 1970, len: nanoseconds */
	CEL_DURATION,  /* i: nanoseconds */
	CEL_LIST,
	CEL_MAP,
	CEL_TYPE,
	CEL_OPTIONAL, /* boxed: NULL: none */
	CEL_OPAQUE,
};

struct cel_list;
struct cel_map;
struct cel_opaque;
struct cel_run;

struct cel_value {
	uint8_t kind;
	uint32_t len; /* STRING, BYTES, ERROR: bytes */
	union {
		bool b;
		int64_t i;
		uint64_t u;
		double d;
		const char *ptr;
		struct cel_list *list;
		struct cel_map *map;
		const struct cel_type *type;
		const struct cel_value *boxed;
		const struct cel_opaque *opaque;
	} as;
};

/* What the libraries of Kubernetes have of their own; each begins with this. */
struct cel_opaque {
	const struct cel_type *type;
	/* Of two of the same type. */
	bool (*equal)(const struct cel_opaque *a, const struct cel_opaque *b);
};

struct cel_list {
	uint32_t count;
	struct cel_value *items;     /* NULL: not yet made of `json` */
	const cJSON *json;	     /* NULL: made by an expression */
	const struct cel_type *type; /* LIST; NULL: of dyn */
};

struct cel_entry {
	struct cel_value key, value;
};

/* Finds the member `key`; an ERROR value as result is an error. False: there is none. */
typedef bool cel_find(struct cel_run *run, void *context, struct str key, struct cel_value *out);

struct cel_map {
	uint32_t count, capacity;
	struct cel_entry *entries; /* NULL: not yet made of `json` */
	uint32_t *index;	   /* of entries by hash; NULL: few of them */
	uint32_t index_size;
	const cJSON *json;
	const struct cel_type *type; /* MAP or STRUCT; NULL: of dyn */
	cel_find *find;		     /* looks up members one by one: `count` is 0 */
	void *context;
};

static inline struct cel_value cel_null(void)
{
	return (struct cel_value) { .kind = CEL_NULL };
}

static inline struct cel_value cel_of_bool(bool b)
{
	return (struct cel_value) { .kind = CEL_BOOL, .as.b = b };
}

static inline struct cel_value cel_of_int(int64_t i)
{
	return (struct cel_value) { .kind = CEL_INT, .as.i = i };
}

static inline struct cel_value cel_of_uint(uint64_t u)
{
	return (struct cel_value) { .kind = CEL_UINT, .as.u = u };
}

static inline struct cel_value cel_of_double(double d)
{
	return (struct cel_value) { .kind = CEL_DOUBLE, .as.d = d };
}

/* Borrowed. */
static inline struct cel_value cel_of_str(struct str s)
{
	return (struct cel_value) { .kind = CEL_STRING, .len = (uint32_t)s.len, .as.ptr = s.ptr };
}

static inline struct cel_value cel_of_bytes(struct str s)
{
	return (struct cel_value) { .kind = CEL_BYTES, .len = (uint32_t)s.len, .as.ptr = s.ptr };
}

static inline struct cel_value cel_of_type(const struct cel_type *t)
{
	return (struct cel_value) { .kind = CEL_TYPE, .as.type = t };
}

static inline struct cel_value cel_of_duration(int64_t nanoseconds)
{
	return (struct cel_value) { .kind = CEL_DURATION, .as.i = nanoseconds };
}

static inline struct str cel_str(struct cel_value v)
{
	return (struct str) { v.as.ptr, v.len };
}

static inline bool cel_is_true(struct cel_value v)
{
	return v.kind == CEL_BOOL && v.as.b;
}

/* The value of `json` (borrowed for the run) by `type` (NULL: whatever it is). */
struct cel_value cel_of_json(struct cel_run *run, const cJSON *json, const struct cel_type *type);

/* An error as a value. */
struct cel_value cel_error(struct cel_run *run, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));
struct cel_value cel__no_overload(void);
/* Out of memory, or over the limit: no operator absorbs this error. */
struct cel_value cel__exhausted(struct cel_run *run);
/* As cel_of_str, of a copy in the run's arena. */
struct cel_value cel__new_str(struct cel_run *run, struct str s);
struct cel_value cel__new_bytes(struct cel_run *run, struct str s);

/* An ERROR value, or an optional one. */
struct cel_value cel_some(struct cel_run *run, struct cel_value v);
struct cel_value cel_none(void);
/* seconds, nanoseconds to a timestamp between the years 1 and 9999, or an error. */
struct cel_value cel_of_time(struct cel_run *run, int64_t seconds, int64_t nanoseconds);

/* A list with room for `count` values, all null; .as.list->items to be filled in. */
struct cel_value cel_new_list(struct cel_run *run, size_t count);
uint32_t cel_list_count(struct cel_value list);
struct cel_value cel_list_at(struct cel_run *run, struct cel_value list, uint32_t i);

struct cel_value cel_new_map(struct cel_run *run, size_t capacity);
/* Adds an entry; false: the key is there, or memory is exhausted (then run->stopped). */
bool cel_map_add(struct cel_run *run, struct cel_value map, struct cel_value key,
		 struct cel_value value);
/* Looks a key up; numbers of different types are equal if their values are. */
bool cel_map_find(struct cel_run *run, struct cel_value map, struct cel_value key,
		  struct cel_value *out);
uint32_t cel_map_count(struct cel_run *run, struct cel_value map);
/* The i-th entry. `json` maps are turned into entries; NULL: memory is exhausted. */
const struct cel_entry *cel_map_entry(struct cel_run *run, struct cel_value map, uint32_t i);

/* a == b: values of different types are not equal, numbers are by value. Charges for what it looks
 * at. */
bool cel_equal(struct cel_run *run, struct cel_value a, struct cel_value b);
/* < 0, 0, > 0; false: they have no order. */
bool cel_compare(struct cel_value a, struct cel_value b, int *order);
const struct cel_type *cel_type_of_value(struct cel_value v);

/* Appends the number as Go's strconv.FormatFloat(d, 'g', -1, 64) does. */
void cel__write_double(struct strbuf *out, double d);

#endif
