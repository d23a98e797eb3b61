/* SPDX-License-Identifier: Apache-2.0 */
/* lib_optional.c - optional values. */
#include <math.h>

#include "cel/lib.h"

static bool is_zero(struct cel_run *run, struct cel_value v)
{
	switch ((enum cel_kind)v.kind) {
	case CEL_NULL:
		return true;
	case CEL_BOOL:
		return !v.as.b;
	case CEL_INT:
	case CEL_DURATION:
		return v.as.i == 0;
	case CEL_UINT:
		return v.as.u == 0;
	case CEL_DOUBLE:
		return v.as.d == 0;
	case CEL_STRING:
	case CEL_BYTES:
		return v.len == 0;
	case CEL_TIMESTAMP:
		return v.as.i == CEL__TIME_MIN && v.len == 0;
	case CEL_LIST:
		return v.as.list->count == 0;
	case CEL_MAP:
		return cel_map_count(run, v) == 0;
	case CEL_OPTIONAL:
		return !v.as.boxed;
	case CEL_ERROR:
	case CEL_TYPE:
	case CEL_OPAQUE:
		break;
	}
	return false;
}

FN(of)
{
	(void)n;
	return cel_some(run, a[0]);
}

FN(of_non_zero)
{
	(void)n;
	return is_zero(run, a[0]) ? cel_none() : cel_some(run, a[0]);
}

FN(none)
{
	UNUSED;
	(void)a;
	return cel_none();
}

FN(value)
{
	(void)n;
	return a[0].as.boxed ? *a[0].as.boxed : cel_error(run, "optional.none() dereference");
}

FN(has_value)
{
	UNUSED;
	return cel_of_bool(a[0].as.boxed);
}

FN(or_else)
{
	UNUSED;
	return a[0].as.boxed ? a[0] : a[1];
}

FN(or_value)
{
	UNUSED;
	return a[0].as.boxed ? *a[0].as.boxed : a[1];
}

/* The values of all non-empty optionals. */
FN(unwrap)
{
	struct cel_value out = cel_new_list(run, a[0].as.list->count);
	uint32_t used = 0;

	(void)n;
	for (uint32_t i = 0; i < a[0].as.list->count && out.kind == CEL_LIST; i++) {
		struct cel_value e = cel_list_at(run, a[0], i);

		if (e.kind != CEL_OPTIONAL)
			return cel_error(run, "value is not optional");
		if (e.as.boxed)
			out.as.list->items[used++] = *e.as.boxed;
	}
	if (out.kind == CEL_LIST)
		out.as.list->count = used;
	return out;
}

static struct cel_value end_of(struct cel_run *run, struct cel_value list, bool last)
{
	uint32_t count = list.as.list->count;

	return count ? cel_some(run, cel_list_at(run, list, last ? count - 1 : 0)) : cel_none();
}

FN(first)
{
	(void)n;
	return end_of(run, a[0], false);
}

FN(last)
{
	(void)n;
	return end_of(run, a[0], true);
}

#define O CEL_LIB_OPTIONALS

const struct cel__function cel__optional_functions[] = {
	{ "optional.of", "(A)optional(A)", of, O },
	{ "optional.ofNonZeroValue", "(A)optional(A)", of_non_zero, O },
	{ "optional.none", "()optional(A)", none, O },
	{ "value", "optional(A).()A", value, O },
	{ "hasValue", "optional(A).()bool", has_value, O },
	{ "or", "optional(A).(optional(A))optional(A)", or_else, O },
	{ "orValue", "optional(A).(A)A", or_value, O },
	{ "optional.unwrap", "(list(optional(A)))list(A)", unwrap, O },
	{ "unwrapOpt", "list(optional(A)).()list(A)", unwrap, O },
	{ "first", "list(A).()optional(A)", first, O },
	{ "last", "list(A).()optional(A)", last, O },
	{ 0 },
};
