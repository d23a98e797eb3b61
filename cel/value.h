/* SPDX-License-Identifier: Apache-2.0 */
/* value.h - values of CEL: 16 bytes; the data they point to is in an arena or in borrowed JSON.
 *
 * JSON is never copied: a list or map of JSON points to it and converts members to values on
 * access, by the type that its schema declares.
 */
#ifndef CEL_VALUE_H
#define CEL_VALUE_H

#include <cjson/cJSON.h>

#include "cel/type.h"

enum cel_kind {
	CEL_ERROR, /* str: the message */
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
	CEL_OPTIONAL, /* boxed; NULL: no value */
	CEL_OPAQUE,
};

struct cel_list;
struct cel_map;
struct cel_opaque;
struct cel_run;

struct cel_value {
	uint8_t kind;
	uint32_t len; /* STRING, BYTES, ERROR: length in bytes */
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

/* Base of the types of Kubernetes' libraries, which start with this struct. */
struct cel_opaque {
	const struct cel_type *type;
	/* Compares two values of the same type. */
	bool (*equal)(const struct cel_opaque *a, const struct cel_opaque *b);
};

struct cel_list {
	uint32_t count;
	struct cel_value *items;     /* NULL: `json` is not yet converted */
	const cJSON *json;	     /* NULL: made by an expression */
	const struct cel_type *type; /* LIST; NULL: of dyn */
};

struct cel_entry {
	struct cel_value key, value;
};

/* Finds the member `key`; an ERROR value reports an error. False: no such member. */
typedef bool cel_find(struct cel_run *run, void *context, struct str key, struct cel_value *out);

struct cel_map {
	uint32_t count, capacity;
	struct cel_entry *entries; /* NULL: `json` is not yet converted */
	uint32_t *index;	   /* hash table of entries; NULL: there are few */
	uint32_t index_size;
	const cJSON *json;
	const struct cel_type *type; /* MAP or STRUCT; NULL: of dyn */
	cel_find *find;		     /* looks up single members; `count` is 0 then */
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

/* `s` is borrowed. */
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

/* Converts `json` (borrowed for the run) by `type` (NULL: by its own kind). */
struct cel_value cel_of_json(struct cel_run *run, const cJSON *json, const struct cel_type *type);

/* An error as a value. */
struct cel_value cel_error(struct cel_run *run, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));
struct cel_value cel__no_overload(void);
/* Out of memory, or over the limit: operators do not absorb this error. */
struct cel_value cel__exhausted(struct cel_run *run);
/* Like cel_of_str, with a copy in the run's arena. */
struct cel_value cel__new_str(struct cel_run *run, struct str s);
struct cel_value cel__new_bytes(struct cel_run *run, struct str s);

/* An optional with the value, or an ERROR value. */
struct cel_value cel_some(struct cel_run *run, struct cel_value v);
struct cel_value cel_none(void);
/* A timestamp between the years 1 and 9999 from seconds and nanoseconds, or an error. */
struct cel_value cel_of_time(struct cel_run *run, int64_t seconds, int64_t nanoseconds);

/* A list of `count` nulls; the caller fills .as.list->items. */
struct cel_value cel_new_list(struct cel_run *run, size_t count);
uint32_t cel_list_count(struct cel_value list);
struct cel_value cel_list_at(struct cel_run *run, struct cel_value list, uint32_t i);

struct cel_value cel_new_map(struct cel_run *run, size_t capacity);
/* Adds an entry; false: duplicate key, or out of memory (then run->stopped). */
bool cel_map_add(struct cel_run *run, struct cel_value map, struct cel_value key,
		 struct cel_value value);
/* Finds a key; numbers of different types are equal if their values are. */
bool cel_map_find(struct cel_run *run, struct cel_value map, struct cel_value key,
		  struct cel_value *out);
uint32_t cel_map_count(struct cel_run *run, struct cel_value map);
/* The i-th entry. Converts `json` maps to entries; NULL: out of memory. */
const struct cel_entry *cel_map_entry(struct cel_run *run, struct cel_value map, uint32_t i);

/* a == b: values of different types are unequal, numbers are compared by value. Charges for the
 * comparisons. */
bool cel_equal(struct cel_run *run, struct cel_value a, struct cel_value b);
/* < 0, 0, > 0; false: the values have no order. */
bool cel_compare(struct cel_value a, struct cel_value b, int *order);
const struct cel_type *cel_type_of_value(struct cel_value v);

/* Appends the number as Go's strconv.FormatFloat(d, 'g', -1, 64) does. */
void cel__write_double(struct strbuf *out, double d);

/* Both are numbers of the same value, whatever their types. */
bool cel__number_equal(struct cel_value a, struct cel_value b);
bool cel__is_number(struct cel_value v);
/* Converts all members to entries. Fields that the type does not declare are hidden. */
bool cel__map_materialise(struct cel_run *run, struct cel_map *m);

#endif
