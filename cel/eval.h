/* SPDX-License-Identifier: Apache-2.0 */
/* eval.h - shared by the evaluator and the libraries. */
#ifndef CEL_EVAL_H
#define CEL_EVAL_H

#include "cel/ast.h"
#include "cel/cel.h"

#define CEL__TIME_MIN (-62135596800LL) /* 0001-01-01T00:00:00Z */
#define CEL__TIME_MAX 253402300799LL   /* 9999-12-31T23:59:59Z */

enum {
	CEL__ARGS_MAX = 8,
	CEL__WORK_MAX = 200000000, /* comparisons of elements etc. in one run: about a second */
};

/* A function's implementation. Arguments have the kinds of its signature and are no errors. */
typedef struct cel_value cel__fn(struct cel_run *run, const struct cel_value *args, unsigned n);

/* A row of a function table. */
struct cel__function {
	const char *name;
	/* "(int,int)int"; "string.(string)bool": a member. Capital letters are type parameters. */
	const char *signature;
	cel__fn *fn;
	unsigned library;
};

/* One overload that a call may select at run time. */
struct cel__candidate {
	cel__fn *fn;
	uint32_t kinds[CEL__ARGS_MAX];		      /* bits by enum cel_kind */
	const struct cel_type *opaque[CEL__ARGS_MAX]; /* an OPAQUE must be of this type */
	unsigned count;
};

/* Iterates over the rows of that name in all libraries; NULL at the end. *i starts as 0. */
const struct cel__function *cel__function_next(struct str name, size_t *i);
/* True if a function of this name exists in `libraries`. */
bool cel__function_exists(unsigned libraries, struct str name);

/* Adds `cost` to the evaluation's cost. Returns false if the limit is exceeded; the evaluation has
 * stopped. */
static inline bool cel__charge(struct cel_run *run, uint64_t cost)
{
	run->cost += cost;
	if (run->cost > run->cost_limit && run->stopped == CEL_GOES_ON)
		run->stopped = CEL_COST_EXCEEDED;
	return run->stopped == CEL_GOES_ON;
}

/* The same for work that takes time but has no cost in cel-go. */
static inline bool cel__work(struct cel_run *run, uint64_t work)
{
	run->work += work;
	if (run->work > CEL__WORK_MAX && run->stopped == CEL_GOES_ON)
		run->stopped = CEL_COST_EXCEEDED;
	return run->stopped == CEL_GOES_ON;
}

/* The cost of reading `bytes` of text: a tenth per byte, rounded up. */
static inline uint64_t cel__text_cost(uint64_t bytes)
{
	return (bytes + 9) / 10;
}

struct cel_value cel__parse_time(struct cel_run *run, struct str text, bool date);
struct cel_value cel__parse_duration(struct cel_run *run, struct str text);
/* Write as Go does: "1h0m1.5s", or (CEL) "3601.5s". */
void cel__write_time(struct strbuf *out, struct cel_value v);
void cel__write_duration(struct strbuf *out, int64_t nanoseconds);
struct cel_value cel__decode_base64(struct cel_run *run, struct str text);
/* Sets the value of an existing key; false: not found. */
bool cel__map_replace(struct cel_value map, struct cel_value key, struct cel_value value);
/* A map of the elements of a list of kind set or map, by their keys. */
struct cel_value cel__keyed(struct cel_run *run, struct cel_value list, const struct cel_type *t);
struct cel_value cel__element_key(struct cel_run *run, struct cel_value element,
				  const struct cel_type *t);
/* Returns the string in b, or the run's error. */
struct cel_value cel__take_text(struct cel_run *run, struct strbuf *b);
/* The offset of `part` from `at` on; -1: not found. */
ptrdiff_t cel__find(struct str s, size_t at, struct str part);
/* The error in a URL (or absolute path); NULL: valid. */
const char *cel__bad_uri(struct str text);
/* Writes a double-quoted string like strings.quote(). */
void cel__quote(struct strbuf *out, struct str s);
/* Number of UTF-8 characters. */
size_t cel__characters(struct str s);
/* Number of bytes of the first n characters. */
size_t cel__character_offset(struct str s, size_t n);

/* x[i], or x[?i]. */
struct cel_value cel__index(struct cel_run *run, struct cel_value v, struct cel_value index,
			    bool optional);
/* Sorts `list` by `keys`, one per element. */
struct cel_value cel__sort_by(struct cel_run *run, struct cel_value list, struct cel_value keys);
/* The pattern of the current call; a literal one is already compiled. NULL: the error is in
 * *error. */
struct regex *cel__pattern(struct cel_run *run, struct cel_value pattern, struct cel_value *error);
void cel__drop_pattern(struct cel_run *run);

struct cel_value cel__eval(struct cel_run *run, const struct cel__node *n);

struct cel_value cel__eval_fold(struct cel_run *run, const struct cel__node *n);
struct cel_value cel__stopped(const struct cel_run *run);

#endif
