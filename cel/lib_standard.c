/* SPDX-License-Identifier: Apache-2.0 */
/* lib_standard.c - operators and standard functions, except conversions and times. */
#include <math.h>

#include "base/regex.h"
#include "cel/lib.h"

/* --- arithmetic --- */

#define INT_OP(name, builtin)                                                                      \
	FN(name##_int)                                                                             \
	{                                                                                          \
		int64_t x;                                                                         \
                                                                                                   \
		UNUSED;                                                                            \
		return builtin(a[0].as.i, a[1].as.i, &x) ? cel__fixed_error("integer overflow")    \
							 : cel_of_int(x);                          \
	}                                                                                          \
	FN(name##_uint)                                                                            \
	{                                                                                          \
		uint64_t x;                                                                        \
                                                                                                   \
		UNUSED;                                                                            \
		return builtin(a[0].as.u, a[1].as.u, &x)                                           \
			   ? cel__fixed_error("unsigned integer overflow")                         \
			   : cel_of_uint(x);                                                       \
	}
INT_OP(add, __builtin_add_overflow)
INT_OP(subtract, __builtin_sub_overflow)
INT_OP(multiply, __builtin_mul_overflow)

#define DOUBLE_OP(name, sign)                                                                      \
	FN(name##_double)                                                                          \
	{                                                                                          \
		UNUSED;                                                                            \
		return cel_of_double(a[0].as.d sign a[1].as.d);                                    \
	}
DOUBLE_OP(add, +)
DOUBLE_OP(subtract, -)
DOUBLE_OP(multiply, *)

FN(divide_double)
{
	UNUSED;
	return cel_of_double(a[0].as.d / a[1].as.d);
}

FN(divide_int)
{
	UNUSED;
	if (a[1].as.i == 0)
		return cel__fixed_error("division by zero");
	if (a[0].as.i == INT64_MIN && a[1].as.i == -1)
		return cel__fixed_error("integer overflow");
	return cel_of_int(a[0].as.i / a[1].as.i);
}

FN(divide_uint)
{
	UNUSED;
	return a[1].as.u ? cel_of_uint(a[0].as.u / a[1].as.u)
			 : cel__fixed_error("division by zero");
}

FN(modulo_int)
{
	UNUSED;
	if (a[1].as.i == 0)
		return cel__fixed_error("modulus by zero");
	if (a[0].as.i == INT64_MIN && a[1].as.i == -1)
		return cel__fixed_error("integer overflow");
	return cel_of_int(a[0].as.i % a[1].as.i);
}

FN(modulo_uint)
{
	UNUSED;
	return a[1].as.u ? cel_of_uint(a[0].as.u % a[1].as.u) : cel__fixed_error("modulus by zero");
}

FN(negate_int)
{
	UNUSED;
	return a[0].as.i == INT64_MIN ? cel__fixed_error("integer overflow")
				      : cel_of_int(-a[0].as.i);
}

FN(negate_double)
{
	UNUSED;
	return cel_of_double(-a[0].as.d);
}

FN(not )
{
	UNUSED;
	return cel_of_bool(!a[0].as.b);
}

/* --- + of what has a length --- */

FN(add_text)
{
	struct cel_value v = { .kind = a[0].kind };
	size_t len = (size_t)a[0].len + a[1].len;
	char *p;

	(void)n;
	if (!cel__charge(run, cel__text_cost(len)))
		return cel_null();
	p = len < UINT32_MAX ? cel__alloc(&run->arena, len + 1) : NULL;
	if (!p)
		return cel__exhausted(run);
	if (a[0].len)
		memcpy(p, a[0].as.ptr, a[0].len);
	if (a[1].len)
		memcpy(p + a[0].len, a[1].as.ptr, a[1].len);
	v.len = (uint32_t)len;
	v.as.ptr = p;
	return v;
}

/* Merges lists of which the first is of kind set or map: the second adds or replaces elements. */
static struct cel_value merge(struct cel_run *run, struct cel_value a, struct cel_value b,
			      const struct cel_type *t)
{
	struct cel_value seen = cel_new_map(run, a.as.list->count + b.as.list->count), place;
	struct cel_value out = cel_new_list(run, a.as.list->count + b.as.list->count);
	uint32_t used = 0;

	if (seen.kind == CEL_ERROR || out.kind == CEL_ERROR)
		return cel__exhausted(run);
	for (int side = 0; side < 2; side++) {
		struct cel_value list = side ? b : a;

		for (uint32_t i = 0; i < list.as.list->count; i++) {
			struct cel_value e = cel_list_at(run, list, i);
			struct cel_value key = cel__element_key(run, e, t);

			if (e.kind == CEL_ERROR || key.kind == CEL_ERROR)
				return e.kind == CEL_ERROR ? e : key;
			if (cel_map_find(run, seen, key, &place)) {
				if (t->list_kind == CEL_LIST_MAP && side)
					out.as.list->items[place.as.i] = e;
				if (side)
					continue;
			} else if (!cel_map_add(run, seen, key, cel_of_int(used))) {
				return cel__exhausted(run);
			}
			out.as.list->items[used++] = e;
		}
	}
	out.as.list->count = used;
	out.as.list->type = t; /* keep the kind */
	return out;
}

FN(add_list)
{
	const struct cel_type *t = a[0].as.list->type;
	uint32_t x = a[0].as.list->count, y = a[1].as.list->count;
	struct cel_value out;

	(void)n;
	if (t && t->list_kind != CEL_LIST_ATOMIC)
		return merge(run, a[0], a[1], t);
	if (!cel__work(run, x + y))
		return cel_null();
	out = cel_new_list(run, (size_t)x + y);
	for (uint32_t i = 0; i < x + y && out.kind == CEL_LIST; i++)
		out.as.list->items[i] =
		    i < x ? cel_list_at(run, a[0], i) : cel_list_at(run, a[1], i - x);
	return out;
}

/* --- comparisons --- */

static uint64_t size_of(struct cel_value v)
{
	switch ((enum cel_kind)v.kind) {
	case CEL_STRING:
	case CEL_BYTES:
		return v.len;
	case CEL_LIST:
		return v.as.list->count;
	case CEL_MAP:
		return v.as.map->count;
	case CEL_ERROR:
	case CEL_NULL:
	case CEL_BOOL:
	case CEL_INT:
	case CEL_UINT:
	case CEL_DOUBLE:
	case CEL_TIMESTAMP:
	case CEL_DURATION:
	case CEL_TYPE:
	case CEL_OPTIONAL:
	case CEL_OPAQUE:
		break;
	}
	return 1;
}

static void charge_smaller(struct cel_run *run, const struct cel_value *a)
{
	uint64_t x = size_of(a[0]), y = size_of(a[1]), cost = cel__text_cost(x < y ? x : y);

	if (cost > 1) /* the call itself was charged 1 */
		cel__charge(run, cost - 1);
}

FN(equals)
{
	(void)n;
	charge_smaller(run, a);
	return cel_of_bool(cel_equal(run, a[0], a[1]));
}

FN(differs)
{
	(void)n;
	charge_smaller(run, a);
	return cel_of_bool(!cel_equal(run, a[0], a[1]));
}

#define ORDER(name, test)                                                                          \
	FN(name)                                                                                   \
	{                                                                                          \
		int order;                                                                         \
                                                                                                   \
		(void)n;                                                                           \
		charge_smaller(run, a);                                                            \
		if (cel_compare(a[0], a[1], &order))                                               \
			return cel_of_bool(order test 0);                                          \
		if (a[0].kind == CEL_DOUBLE || a[1].kind == CEL_DOUBLE)                            \
			return cel_of_bool(false); /* NaN */                                       \
		return cel__no_overload();                                                         \
	}
ORDER(less, <)
ORDER(less_equal, <=)
ORDER(greater, >)
ORDER(greater_equal, >=)

FN(in_list)
{
	(void)n;
	for (uint32_t i = 0; i < a[1].as.list->count; i++) {
		struct cel_value e = cel_list_at(run, a[1], i);

		if (!cel__charge(run, 1))
			break;
		if (e.kind == CEL_ERROR)
			return e;
		if (cel_equal(run, a[0], e))
			return cel_of_bool(true);
	}
	return cel_of_bool(false);
}

FN(in_map)
{
	struct cel_value out = cel_null();
	bool found = cel_map_find(run, a[1], a[0], &out);

	(void)n;
	return out.kind == CEL_ERROR && run->stopped ? out : cel_of_bool(found);
}

FN(index_of)
{
	(void)n;
	return cel__index(run, a[0], a[1], false);
}

FN(optional_index)
{
	(void)n;
	return cel__index(run, a[0], a[1], true);
}

/* --- size and parts --- */

FN(size_text)
{
	UNUSED;
	return cel_of_int((int64_t)cel__characters(cel_str(a[0])));
}

FN(size_bytes)
{
	UNUSED;
	return cel_of_int(a[0].len);
}

FN(size_list)
{
	UNUSED;
	return cel_of_int(a[0].as.list->count);
}

FN(size_map)
{
	(void)n;
	return cel_of_int(cel_map_count(run, a[0]));
}

ptrdiff_t cel__find(struct str s, size_t at, struct str part)
{
	while (s.len - at >= part.len) {
		const char *p;

		if (!part.len)
			return (ptrdiff_t)at;
		p = memchr(s.ptr + at, *part.ptr, s.len - at - part.len + 1);
		if (!p)
			break;
		if (memcmp(p, part.ptr, part.len) == 0)
			return p - s.ptr;
		at = (size_t)(p - s.ptr) + 1;
	}
	return -1;
}

FN(contains_text)
{
	(void)n;
	cel__charge(run, cel__text_cost(a[0].len) * cel__text_cost(a[1].len));
	return cel_of_bool(cel__find(cel_str(a[0]), 0, cel_str(a[1])) >= 0);
}

FN(starts_with)
{
	(void)n;
	cel__charge(run, cel__text_cost(a[1].len));
	return cel_of_bool(a[0].len >= a[1].len &&
			   (!a[1].len || memcmp(a[0].as.ptr, a[1].as.ptr, a[1].len) == 0));
}

FN(ends_with)
{
	(void)n;
	cel__charge(run, cel__text_cost(a[1].len));
	return cel_of_bool(
	    a[0].len >= a[1].len &&
	    (!a[1].len || memcmp(a[0].as.ptr + (a[0].len - a[1].len), a[1].as.ptr, a[1].len) == 0));
}

struct regex *cel__pattern(struct cel_run *run, struct cel_value pattern, struct cel_value *error)
{
	AUTO_STRBUF go = STRBUF_INIT;
	const char *why;

	if (run->node && run->node->regex)
		return run->node->regex;
	if (run->regex && str_eq(run->pattern, cel_str(pattern)))
		return run->regex;
	cel__drop_pattern(run);
	run->regex = regex_new(cel_str(pattern), &why);
	run->pattern = cel_str(pattern);
	if (run->regex)
		return run->regex;
	if (!why)
		*error = cel__exhausted(run);
	else if (regex_go_error(cel_str(pattern), &go))
		*error = cel_error(run, STR_FMT, STR_ARG(strbuf_str(&go)));
	else
		*error = cel_error(run, "error parsing regexp: %s", why);
	return NULL;
}

void cel__drop_pattern(struct cel_run *run)
{
	regex_free(run->regex);
	run->regex = NULL;
}

FN(matches)
{
	struct cel_value error = cel_null();
	struct regex *re;

	(void)n;
	if (!cel__charge(run, ((uint64_t)a[0].len + 10) / 10 * ((uint64_t)a[1].len + 3) / 4))
		return cel_null();
	re = cel__pattern(run, a[1], &error);
	if (!re)
		return error;
	switch (regex_search(re, cel_str(a[0]))) {
	case REGEX_FOUND:
		return cel_of_bool(true);
	case REGEX_NOT_FOUND:
		return cel_of_bool(false);
	case REGEX_GAVE_UP:
		break;
	}
	run->stopped = CEL_COST_EXCEEDED;
	return cel_null();
}

#define STD CEL_LIB_STANDARD
#define COMPARISON(name, fn)                                                                       \
	{ name, "(bool,bool)bool", fn, STD }, { name, "(int,int)bool", fn, STD },                  \
	    { name, "(int,double)bool", fn, STD }, { name, "(int,uint)bool", fn, STD },            \
	    { name, "(uint,uint)bool", fn, STD }, { name, "(uint,double)bool", fn, STD },          \
	    { name, "(uint,int)bool", fn, STD }, { name, "(double,double)bool", fn, STD },         \
	    { name, "(double,int)bool", fn, STD }, { name, "(double,uint)bool", fn, STD },         \
	    { name, "(string,string)bool", fn, STD }, { name, "(bytes,bytes)bool", fn, STD },      \
	    { name, "(timestamp,timestamp)bool", fn, STD },                                        \
	{                                                                                          \
		name, "(duration,duration)bool", fn, STD                                           \
	}

/* A condition is not a call, but its types are checked like one. */
FN(condition)
{
	UNUSED;
	return a[1];
}

const struct cel__function cel__standard_functions[] = {
	{ "_?_:_", "(bool,A,A)A", condition, STD },
	{ "!_", "(bool)bool", not, STD },
	{ "_==_", "(A,A)bool", equals, STD },
	{ "_!=_", "(A,A)bool", differs, STD },
	COMPARISON("_<_", less),
	COMPARISON("_<=_", less_equal),
	COMPARISON("_>_", greater),
	COMPARISON("_>=_", greater_equal),
	{ "_+_", "(bytes,bytes)bytes", add_text, STD },
	{ "_+_", "(double,double)double", add_double, STD },
	{ "_+_", "(int,int)int", add_int, STD },
	{ "_+_", "(list(A),list(A))list(A)", add_list, STD },
	{ "_+_", "(string,string)string", add_text, STD },
	{ "_+_", "(uint,uint)uint", add_uint, STD },
	{ "_-_", "(double,double)double", subtract_double, STD },
	{ "_-_", "(int,int)int", subtract_int, STD },
	{ "_-_", "(uint,uint)uint", subtract_uint, STD },
	{ "_*_", "(double,double)double", multiply_double, STD },
	{ "_*_", "(int,int)int", multiply_int, STD },
	{ "_*_", "(uint,uint)uint", multiply_uint, STD },
	{ "_/_", "(double,double)double", divide_double, STD },
	{ "_/_", "(int,int)int", divide_int, STD },
	{ "_/_", "(uint,uint)uint", divide_uint, STD },
	{ "_%_", "(int,int)int", modulo_int, STD },
	{ "_%_", "(uint,uint)uint", modulo_uint, STD },
	{ "-_", "(double)double", negate_double, STD },
	{ "-_", "(int)int", negate_int, STD },
	{ "@in", "(A,list(A))bool", in_list, STD },
	{ "@in", "(A,map(A,B))bool", in_map, STD },
	{ "_[_]", "(list(A),int)A", index_of, STD },
	{ "_[_]", "(map(A,B),A)B", index_of, STD },
	{ "_[_]", "(optional(list(A)),int)optional(A)", optional_index, CEL_LIB_OPTIONALS },
	{ "_[_]", "(optional(map(A,B)),A)optional(B)", optional_index, CEL_LIB_OPTIONALS },
	{ "_[?_]", "(list(A),int)optional(A)", optional_index, CEL_LIB_OPTIONALS },
	{ "_[?_]", "(optional(list(A)),int)optional(A)", optional_index, CEL_LIB_OPTIONALS },
	{ "_[?_]", "(map(A,B),A)optional(B)", optional_index, CEL_LIB_OPTIONALS },
	{ "_[?_]", "(optional(map(A,B)),A)optional(B)", optional_index, CEL_LIB_OPTIONALS },
	{ "size", "(bytes)int", size_bytes, STD },
	{ "size", "bytes.()int", size_bytes, STD },
	{ "size", "(list(A))int", size_list, STD },
	{ "size", "list(A).()int", size_list, STD },
	{ "size", "(map(A,B))int", size_map, STD },
	{ "size", "map(A,B).()int", size_map, STD },
	{ "size", "(string)int", size_text, STD },
	{ "size", "string.()int", size_text, STD },
	{ "contains", "string.(string)bool", contains_text, STD },
	{ "endsWith", "string.(string)bool", ends_with, STD },
	{ "startsWith", "string.(string)bool", starts_with, STD },
	{ "matches", "(string,string)bool", matches, STD },
	{ "matches", "string.(string)bool", matches, STD },
	{ 0 },
};
