/* SPDX-License-Identifier: Apache-2.0 */
/* lib_math.c - cel-go's math extension. */
#include <math.h>

#include "cel/lib.h"

static bool is_number(struct cel_value v)
{
	return v.kind == CEL_INT || v.kind == CEL_UINT || v.kind == CEL_DOUBLE;
}

static struct cel_value extreme(struct cel_run *run, const struct cel_value *a, unsigned n,
				int sign)
{
	struct cel_value best;
	uint32_t count = n;
	int order;

	if (n == 1 && a[0].kind == CEL_LIST)
		count = a[0].as.list->count;
	else if (n == 1)
		return is_number(a[0]) ? a[0] : cel__no_overload();
	if (!count)
		return cel__fixed_error("math.@min(list) argument must not be empty");
	for (uint32_t i = 0; i < count; i++) {
		struct cel_value v = n == 1 ? cel_list_at(run, a[0], i) : a[i];

		if (!is_number(v))
			return v.kind == CEL_ERROR ? v : cel__no_overload();
		if (i == 0 || (cel_compare(v, best, &order) && order * sign > 0))
			best = v;
	}
	return best;
}

FN(least)
{
	return extreme(run, a, n, -1);
}

FN(greatest)
{
	return extreme(run, a, n, 1);
}

FN(ceil_of)
{
	UNUSED;
	return cel_of_double(ceil(a[0].as.d));
}

FN(floor_of)
{
	UNUSED;
	return cel_of_double(floor(a[0].as.d));
}

FN(round_of)
{
	UNUSED;
	return cel_of_double(round(a[0].as.d));
}

FN(trunc_of)
{
	UNUSED;
	return cel_of_double(trunc(a[0].as.d));
}

FN(sqrt_of)
{
	UNUSED;
	return cel_of_double(sqrt(a[0].kind == CEL_INT	  ? (double)a[0].as.i
				  : a[0].kind == CEL_UINT ? (double)a[0].as.u
							  : a[0].as.d));
}

FN(abs_of)
{
	UNUSED;
	if (a[0].kind == CEL_INT && a[0].as.i == INT64_MIN)
		return cel__fixed_error("integer overflow");
	return a[0].kind == CEL_INT	 ? cel_of_int(a[0].as.i < 0 ? -a[0].as.i : a[0].as.i)
	       : a[0].kind == CEL_DOUBLE ? cel_of_double(fabs(a[0].as.d))
					 : a[0];
}

FN(sign_of)
{
	UNUSED;
	if (a[0].kind == CEL_INT)
		return cel_of_int((a[0].as.i > 0) - (a[0].as.i < 0));
	if (a[0].kind == CEL_UINT)
		return cel_of_uint(a[0].as.u > 0);
	return isnan(a[0].as.d) ? a[0] : cel_of_double((double)((a[0].as.d > 0) - (a[0].as.d < 0)));
}

FN(is_inf)
{
	UNUSED;
	return cel_of_bool(isinf(a[0].as.d));
}

FN(is_nan)
{
	UNUSED;
	return cel_of_bool(isnan(a[0].as.d));
}

FN(is_finite)
{
	UNUSED;
	return cel_of_bool(isfinite(a[0].as.d));
}

#define BITS(name, expression)                                                                     \
	FN(name)                                                                                   \
	{                                                                                          \
		struct cel_value v = a[0];                                                         \
                                                                                                   \
		UNUSED;                                                                            \
		v.as.u = expression;                                                               \
		return v;                                                                          \
	}
BITS(bit_and, a[0].as.u &a[1].as.u)
BITS(bit_or, a[0].as.u | a[1].as.u)
BITS(bit_xor, a[0].as.u ^ a[1].as.u)
BITS(bit_not, ~a[0].as.u)

FN(shift_left)
{
	struct cel_value v = a[0];

	(void)n;
	if (a[1].as.i < 0)
		return cel_error(run, "math.bitShiftLeft() negative offset: %lld",
				 (long long)a[1].as.i);
	v.as.u = a[1].as.i > 63 ? 0 : a[0].as.u << a[1].as.i;
	return v;
}

/* A logical shift, also for int. */
FN(shift_right)
{
	struct cel_value v = a[0];

	(void)n;
	if (a[1].as.i < 0)
		return cel_error(run, "math.bitShiftRight() negative offset: %lld",
				 (long long)a[1].as.i);
	v.as.u = a[1].as.i > 63 ? 0 : a[0].as.u >> a[1].as.i;
	return v;
}

#define M CEL_LIB_MATH
#define NUMBER(name, fn)                                                                           \
	{ name, "(double)double", fn, M }, { name, "(int)int", fn, M },                            \
	{                                                                                          \
		name, "(uint)uint", fn, M                                                          \
	}
#define EXTREME(name, fn)                                                                          \
	NUMBER(name, fn), { name, "(int,int)int", fn, M }, { name, "(uint,uint)uint", fn, M },     \
	    { name, "(double,double)double", fn, M }, { name, "(int,uint)dyn", fn, M },            \
	    { name, "(int,double)dyn", fn, M }, { name, "(double,int)dyn", fn, M },                \
	    { name, "(double,uint)dyn", fn, M }, { name, "(uint,int)dyn", fn, M },                 \
	    { name, "(uint,double)dyn", fn, M }, { name, "(list(double))double", fn, M },          \
	    { name, "(list(int))int", fn, M },                                                     \
	{                                                                                          \
		name, "(list(uint))uint", fn, M                                                    \
	}
#define BITWISE(name, fn)                                                                          \
	{ name, "(int,int)int", fn, M },                                                           \
	{                                                                                          \
		name, "(uint,uint)uint", fn, M                                                     \
	}

const struct cel__function cel__math_functions[] = {
	EXTREME("math.@min", least),
	EXTREME("math.@max", greatest),
	{ "math.ceil", "(double)double", ceil_of, M },
	{ "math.floor", "(double)double", floor_of, M },
	{ "math.round", "(double)double", round_of, M },
	{ "math.trunc", "(double)double", trunc_of, M },
	{ "math.isInf", "(double)bool", is_inf, M },
	{ "math.isNaN", "(double)bool", is_nan, M },
	{ "math.isFinite", "(double)bool", is_finite, M },
	{ "math.sqrt", "(double)double", sqrt_of, M },
	{ "math.sqrt", "(int)double", sqrt_of, M },
	{ "math.sqrt", "(uint)double", sqrt_of, M },
	NUMBER("math.abs", abs_of),
	NUMBER("math.sign", sign_of),
	BITWISE("math.bitAnd", bit_and),
	BITWISE("math.bitOr", bit_or),
	BITWISE("math.bitXor", bit_xor),
	{ "math.bitNot", "(int)int", bit_not, M },
	{ "math.bitNot", "(uint)uint", bit_not, M },
	{ "math.bitShiftLeft", "(int,int)int", shift_left, M },
	{ "math.bitShiftLeft", "(uint,int)uint", shift_left, M },
	{ "math.bitShiftRight", "(int,int)int", shift_right, M },
	{ "math.bitShiftRight", "(uint,int)uint", shift_right, M },
	{ 0 },
};
