/* SPDX-License-Identifier: Apache-2.0 */
/* lib_sets.c - cel-go's sets extension: lists in which order and duplicates do not matter. */
#include "cel/lib.h"

static bool has(struct cel_run *run, struct cel_value list, struct cel_value v)
{
	for (uint32_t i = 0; i < list.as.list->count; i++) {
		if (!cel__charge(run, 1))
			return false;
		if (cel_equal(run, cel_list_at(run, list, i), v))
			return true;
	}
	return false;
}

static bool has_all(struct cel_run *run, struct cel_value list, struct cel_value part)
{
	for (uint32_t i = 0; i < part.as.list->count; i++)
		if (!has(run, list, cel_list_at(run, part, i)))
			return false;
	return true;
}

FN(contains)
{
	(void)n;
	return cel_of_bool(has_all(run, a[0], a[1]));
}

FN(equivalent)
{
	(void)n;
	return cel_of_bool(has_all(run, a[0], a[1]) && has_all(run, a[1], a[0]));
}

FN(intersects)
{
	(void)n;
	for (uint32_t i = 0; i < a[0].as.list->count; i++)
		if (has(run, a[1], cel_list_at(run, a[0], i)))
			return cel_of_bool(true);
	return cel_of_bool(false);
}

const struct cel__function cel__set_functions[] = {
	{ "sets.contains", "(list(A),list(A))bool", contains, CEL_LIB_SETS },
	{ "sets.equivalent", "(list(A),list(A))bool", equivalent, CEL_LIB_SETS },
	{ "sets.intersects", "(list(A),list(A))bool", intersects, CEL_LIB_SETS },
	{ 0 },
};
