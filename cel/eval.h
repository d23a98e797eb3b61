/* SPDX-License-Identifier: Apache-2.0 */
/* eval.h - what the evaluator and the libraries share. */
#ifndef CEL_EVAL_H
#define CEL_EVAL_H

#include "cel/ast.h"
#include "cel/cel.h"

#define CEL__TIME_MIN (-62135596800LL) /* 0001-01-01T00:00:00Z */
#define CEL__TIME_MAX 253402300799LL   /* 9999-12-31T23:59:59Z */

enum {
	CEL__ARGS_MAX = 8,
	CEL__WORK_MAX = 200000000, /* elements compared and the like in one run: a second */
};

/* What a function does. Arguments have the kinds that its signature says and are no errors. */
typedef struct cel_value cel__fn(struct cel_run *run, const struct cel_value *args, unsigned n);

/* A row of the tables of functions. */
struct cel__function {
	const char *name;
	/* "(int,int)int"; "string.(string)bool": a member. Capitals are type parameters. */
	const char *signature;
	cel__fn *fn;
	unsigned library;
};

/* One overload that a call may turn out to mean. */
struct cel__candidate {
	cel__fn *fn;
	uint32_t kinds[CEL__ARGS_MAX];		      /* bits by enum cel_kind */
	const struct cel_type *opaque[CEL__ARGS_MAX]; /* an OPAQUE must be of this type */
	unsigned count;
};

/* The rows of that name, in all libraries, one after the other; NULL at the end. *i starts as 0. */
const struct cel__function *cel__function_next(struct str name, size_t *i);
/* Whether a function of this name exists among `libraries`. */
bool cel__function_exists(unsigned libraries, struct str name);

/* Counts against the cost limit; false: it is exceeded, the run has stopped. */
static inline bool cel__charge(struct cel_run *run, uint64_t cost)
{
	run->cost += cost;
	if (run->cost > run->cost_limit && run->stopped == CEL_GOES_ON)
		run->stopped = CEL_COST_EXCEEDED;
	return run->stopped == CEL_GOES_ON;
}

/* The same for what costs time and no cost in cel-go. */
static inline bool cel__work(struct cel_run *run, uint64_t work)
{
	run->work += work;
	if (run->work > CEL__WORK_MAX && run->stopped == CEL_GOES_ON)
		run->stopped = CEL_COST_EXCEEDED;
	return run->stopped == CEL_GOES_ON;
}

/* Costs of walking `bytes` of text, a tenth each, rounded up. */
static inline uint64_t cel__text_cost(uint64_t bytes)
{
	return (bytes + 9) / 10;
}

struct cel_value cel__parse_time(struct cel_run *run, struct str text, bool date);
struct cel_value cel__parse_duration(struct cel_run *run, struct str text);
/* As Go: "1h0m1.5s", or (CEL) "3601.5s". */
void cel__write_time(struct strbuf *out, struct cel_value v);
void cel__write_duration(struct strbuf *out, int64_t nanoseconds);
struct cel_value cel__decode_base64(struct cel_run *run, struct str text);
/* Sets the value of a key; false: it is not there. */
bool cel__map_replace(struct cel_value map, struct cel_value key, struct cel_value value);
/* Elements of a list that is a set or a map, by their keys. */
struct cel_value cel__keyed(struct cel_run *run, struct cel_value list, const struct cel_type *t);
struct cel_value cel__element_key(struct cel_run *run, struct cel_value element,
				  const struct cel_type *t);
/* The string of b, or the error of the run. */
struct cel_value cel__take_text(struct cel_run *run, struct strbuf *b);
/* The offset of `part` at or behind `at`, -1: it is not there. */
ptrdiff_t cel__find(struct str s, size_t at, struct str part);
/* What is wrong with a URL (or absolute path); NULL: nothing. */
const char *cel__bad_uri(struct str text);
/* In double quotes, as strings.quote() does. */
void cel__quote(struct strbuf *out, struct str s);
/* Characters of UTF-8. */
size_t cel__characters(struct str s);
/* Bytes of the first n of them. */
size_t cel__character_offset(struct str s, size_t n);

/* x[i], or x[?i]. */
struct cel_value cel__index(struct cel_run *run, struct cel_value v, struct cel_value index,
			    bool optional);
/* `list` in the order of `keys`, one for each element. */
struct cel_value cel__sort_by(struct cel_run *run, struct cel_value list, struct cel_value keys);
/* The pattern of the call at hand: compiled before if it is written out. NULL: an error in *error.
 */
struct regex *cel__pattern(struct cel_run *run, struct cel_value pattern, struct cel_value *error);
void cel__drop_pattern(struct cel_run *run);

/* Evaluates a node. */
struct cel_value cel__eval(struct cel_run *run, const struct cel__node *n);

#endif
