/* SPDX-License-Identifier: Apache-2.0 */
/* Order and equality of values. */
#include "cel/value.h"

#include <math.h>

#include "cel/eval.h"

static int order_of(bool less, bool more)
{
	return more - less;
}

static int compare_int_uint(int64_t i, uint64_t u)
{
	return i < 0 ? -1 : order_of((uint64_t)i<u, (uint64_t)i> u);
}

/* Compares as doubles, so integers with the same double are equal; not for NaN. */
static int compare_doubles(double a, double b)
{
	return order_of(a<b, a> b);
}

static bool compare_numbers(struct cel_value a, struct cel_value b, int *order)
{
	if ((a.kind == CEL_DOUBLE && isnan(a.as.d)) || (b.kind == CEL_DOUBLE && isnan(b.as.d)))
		return false;
	if (a.kind == b.kind) {
		*order = a.kind == CEL_INT    ? order_of(a.as.i<b.as.i, a.as.i> b.as.i)
			 : a.kind == CEL_UINT ? order_of(a.as.u<b.as.u, a.as.u> b.as.u)
					      : order_of(a.as.d<b.as.d, a.as.d> b.as.d);
		return true;
	}
	if (a.kind == CEL_INT)
		*order = b.kind == CEL_UINT ? compare_int_uint(a.as.i, b.as.u)
					    : compare_doubles((double)a.as.i, b.as.d);
	else if (a.kind == CEL_UINT)
		*order = b.kind == CEL_INT ? -compare_int_uint(b.as.i, a.as.u)
					   : compare_doubles((double)a.as.u, b.as.d);
	else
		*order =
		    compare_doubles(a.as.d, b.kind == CEL_INT ? (double)b.as.i : (double)b.as.u);
	return true;
}

bool cel_compare(struct cel_value a, struct cel_value b, int *order)
{
	if (cel__is_number(a) && cel__is_number(b))
		return compare_numbers(a, b, order);
	if (a.kind != b.kind)
		return false;
	if (a.kind == CEL_STRING || a.kind == CEL_BYTES) {
		size_t n = a.len < b.len ? a.len : b.len;
		int c = n ? memcmp(a.as.ptr, b.as.ptr, n) : 0;

		*order = c ? (c < 0 ? -1 : 1) : order_of(a.len<b.len, a.len> b.len);
		return true;
	}
	if (a.kind == CEL_BOOL) {
		*order = a.as.b - b.as.b;
		return true;
	}
	if (a.kind == CEL_TIMESTAMP || a.kind == CEL_DURATION) {
		*order = order_of(a.as.i<b.as.i, a.as.i> b.as.i);
		if (!*order && a.kind == CEL_TIMESTAMP)
			*order = order_of(a.len<b.len, a.len> b.len);
		return true;
	}
	return false;
}

/* The key of an element of a list of kind set or map. */
static struct cel_value element_key(struct cel_run *run, struct cel_value element,
				    const struct cel_type *t)
{
	AUTO_STRBUF b = STRBUF_INIT;

	if (t->list_kind == CEL_LIST_SET)
		return element;
	if (element.kind != CEL_MAP)
		return cel_null();
	for (size_t i = 0; i < t->key_count; i++) {
		struct cel_value v = cel_null();

		cel_map_find(run, element, cel_of_str(t->keys[i]), &v);
		strbuf_addf(&b, "%d:", v.kind);
		if (v.kind == CEL_STRING)
			strbuf_addf(&b, "%u:" STR_FMT, v.len, STR_ARG(cel_str(v)));
		else
			strbuf_addf(&b, "%lld", (long long)(v.kind == CEL_BOOL ? v.as.b : v.as.i));
		strbuf_addc(&b, ';');
	}
	return b.failed ? cel__exhausted(run) : cel__new_str(run, strbuf_str(&b));
}

struct cel_value cel__keyed(struct cel_run *run, struct cel_value list, const struct cel_type *t)
{
	struct cel_value map = cel_new_map(run, list.as.list->count);

	for (uint32_t i = 0; i < list.as.list->count && map.kind == CEL_MAP; i++) {
		struct cel_value e = cel_list_at(run, list, i);

		cel_map_add(run, map, element_key(run, e, t), e);
		if (run->stopped != CEL_GOES_ON)
			return cel__exhausted(run);
	}
	return map;
}

struct cel_value cel__element_key(struct cel_run *run, struct cel_value element,
				  const struct cel_type *t)
{
	return element_key(run, element, t);
}

/* Equal counts, and a has each element of b: unstructuredSetList and unstructuredMapList of
 * apiserver/pkg/cel/common, for which ['a', 'b'] also equals ['a', 'a']. */
static bool unordered_equal(struct cel_run *run, struct cel_value a, struct cel_value b,
			    const struct cel_type *t)
{
	struct cel_value keyed = cel__keyed(run, a, t), other;

	if (keyed.kind != CEL_MAP)
		return false;
	for (uint32_t i = 0; i < b.as.list->count; i++) {
		struct cel_value e = cel_list_at(run, b, i);

		if (!cel_map_find(run, keyed, element_key(run, e, t), &other) ||
		    !cel_equal(run, other, e))
			return false;
	}
	return true;
}

static bool list_equal(struct cel_run *run, struct cel_value a, struct cel_value b)
{
	const struct cel_type *t = a.as.list->type;

	if (a.as.list->count != b.as.list->count)
		return false;
	if (t && t->list_kind != CEL_LIST_ATOMIC)
		return unordered_equal(run, a, b, t);
	for (uint32_t i = 0; i < a.as.list->count; i++)
		if (!cel_equal(run, cel_list_at(run, a, i), cel_list_at(run, b, i)))
			return false;
	return true;
}

static bool map_equal(struct cel_run *run, struct cel_value a, struct cel_value b)
{
	struct cel_value other;

	if (!cel__map_materialise(run, a.as.map) || !cel__map_materialise(run, b.as.map) ||
	    a.as.map->count != b.as.map->count)
		return false;
	for (uint32_t i = 0; i < a.as.map->count; i++)
		if (!cel_map_find(run, b, a.as.map->entries[i].key, &other) ||
		    !cel_equal(run, a.as.map->entries[i].value, other))
			return false;
	return true;
}

bool cel_equal(struct cel_run *run, struct cel_value a, struct cel_value b)
{
	if (!cel__work(run, 1))
		return false;
	if (cel__is_number(a) && cel__is_number(b))
		return cel__number_equal(a, b);
	if (a.kind != b.kind)
		return false;
	switch ((enum cel_kind)a.kind) {
	case CEL_NULL:
		return true;
	case CEL_STRING:
	case CEL_BYTES:
		return cel__work(run, a.len / 16) && str_eq(cel_str(a), cel_str(b));
	case CEL_BOOL:
		return a.as.b == b.as.b;
	case CEL_TIMESTAMP:
		return a.as.i == b.as.i && a.len == b.len;
	case CEL_DURATION:
		return a.as.i == b.as.i;
	case CEL_LIST:
		return list_equal(run, a, b);
	case CEL_MAP:
		return map_equal(run, a, b);
	case CEL_TYPE:
		return str_eq(a.as.type->name, b.as.type->name);
	case CEL_OPTIONAL:
		if (!a.as.boxed || !b.as.boxed)
			return !a.as.boxed && !b.as.boxed;
		return cel_equal(run, *a.as.boxed, *b.as.boxed);
	case CEL_OPAQUE:
		return a.as.opaque->type == b.as.opaque->type &&
		       a.as.opaque->equal(a.as.opaque, b.as.opaque);
	case CEL_ERROR:
	case CEL_INT:
	case CEL_UINT:
	case CEL_DOUBLE:
		break;
	}
	return false;
}
