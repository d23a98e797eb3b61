/* SPDX-License-Identifier: Apache-2.0 */
/* lib_lists.c - lists: the extensions of cel-go and of Kubernetes. */
#include "cel/lib.h"

/* The n elements starting at `from`. */
static struct cel_value part(struct cel_run *run, struct cel_value list, uint32_t from, uint32_t n)
{
	struct cel_value out = cel_new_list(run, n);

	for (uint32_t i = 0; i < n && out.kind == CEL_LIST; i++)
		out.as.list->items[i] = cel_list_at(run, list, from + i);
	return out;
}

FN(slice)
{
	int64_t from = a[1].as.i, to = a[2].as.i;

	(void)n;
	if (from < 0 || to < 0)
		return cel_error(run, "cannot slice(%lld, %lld), negative indexes not supported",
				 (long long)from, (long long)to);
	if (from > to)
		return cel_error(run,
				 "cannot slice(%lld, %lld), start index must be less than or equal "
				 "to end index",
				 (long long)from, (long long)to);
	if (to > a[0].as.list->count)
		return cel_error(run, "cannot slice(%lld, %lld), list is length %u",
				 (long long)from, (long long)to, a[0].as.list->count);
	if (!cel__charge(run, (uint64_t)(to - from)))
		return cel_null();
	return part(run, a[0], (uint32_t)from, (uint32_t)(to - from));
}

static struct cel_value range_of(struct cel_run *run, int64_t count)
{
	struct cel_value out;

	if (count < 0)
		count = 0;
	if (!cel__charge(run, (uint64_t)count))
		return cel_null();
	out = cel_new_list(run, (size_t)count);
	for (uint32_t i = 0; i < count && out.kind == CEL_LIST; i++)
		out.as.list->items[i] = cel_of_int(i);
	return out;
}

FN(range)
{
	(void)n;
	return range_of(run, a[0].as.i);
}

FN(reverse)
{
	struct cel_value out;
	uint32_t count = a[0].as.list->count;

	(void)n;
	cel__charge(run, count);
	out = part(run, a[0], 0, count);
	for (uint32_t i = 0; i < count && out.kind == CEL_LIST; i++)
		out.as.list->items[i] = cel_list_at(run, a[0], count - 1 - i);
	return out;
}

FN(distinct)
{
	uint32_t count = a[0].as.list->count, used = 0;
	struct cel_value out = cel_new_list(run, count);

	(void)n;
	for (uint32_t i = 0; i < count && out.kind == CEL_LIST; i++) {
		struct cel_value e = cel_list_at(run, a[0], i);
		bool known = false;

		if (!cel__charge(run, used))
			return cel_null();
		for (uint32_t k = 0; k < used && !known; k++)
			known = cel_equal(run, out.as.list->items[k], e);
		if (!known)
			out.as.list->items[used++] = e;
	}
	if (out.kind == CEL_LIST)
		out.as.list->count = used;
	return out;
}

/* Counts the elements, or appends them to `out`. */
static uint64_t flatten_into(struct cel_run *run, struct cel_value list, int64_t depth,
			     struct cel_value *out)
{
	uint64_t count = 0;

	for (uint32_t i = 0; i < list.as.list->count && cel__charge(run, 1); i++) {
		struct cel_value e = cel_list_at(run, list, i);

		if (e.kind == CEL_LIST && depth > 0) {
			count += flatten_into(run, e, depth - 1, out ? out + count : NULL);
			continue;
		}
		if (out)
			out[count] = e;
		count++;
	}
	return count;
}

FN(flatten)
{
	int64_t depth = n > 1 ? a[1].as.i : 1;
	struct cel_value out;
	uint64_t count;

	if (depth < 0)
		return cel_error(run, "level must be non-negative");
	if (depth > CEL__TREE_DEPTH_MAX)
		depth = CEL__TREE_DEPTH_MAX;
	count = flatten_into(run, a[0], depth, NULL);
	if (run->stopped)
		return cel_null();
	out = cel_new_list(run, count);
	if (out.kind == CEL_LIST)
		flatten_into(run, a[0], depth, out.as.list->items);
	return out;
}

/* --- order --- */

static bool has_order(struct cel_value v)
{
	return v.kind == CEL_INT || v.kind == CEL_UINT || v.kind == CEL_DOUBLE ||
	       v.kind == CEL_BOOL || v.kind == CEL_STRING || v.kind == CEL_BYTES ||
	       v.kind == CEL_DURATION || v.kind == CEL_TIMESTAMP;
}

static bool after(struct cel_value a, struct cel_value b)
{
	int order;

	return cel_compare(a, b, &order) && order > 0;
}

/* Merges keys[from..mid) and keys[mid..to), stable. Rearranges `order` in the same way. */
static void merge(const struct cel_value *keys, uint32_t *order, uint32_t *scratch, uint32_t from,
		  uint32_t mid, uint32_t to)
{
	uint32_t i = from, k = mid;

	for (uint32_t at = from; at < to; at++)
		scratch[at] = k == to || (i < mid && !after(keys[order[i]], keys[order[k]]))
				  ? order[i++]
				  : order[k++];
	memcpy(order + from, scratch + from, (to - from) * sizeof(*order));
}

struct cel_value cel__sort_by(struct cel_run *run, struct cel_value list, struct cel_value keys)
{
	uint32_t count = keys.as.list->count, *order, *scratch;
	struct cel_value *items, out;

	if (list.kind != CEL_LIST || list.as.list->count != count)
		return cel__no_overload();
	if (!cel__charge(run, count) || !cel__work(run, (uint64_t)count * 20))
		return cel_null();
	out = cel_new_list(run, count);
	items = cel__alloc_array(&run->arena, count, sizeof(*items));
	order = cel__alloc_array(&run->arena, count, sizeof(*order));
	scratch = cel__alloc_array(&run->arena, count, sizeof(*scratch));
	if (out.kind == CEL_ERROR || !items || !order || !scratch)
		return cel__exhausted(run);
	for (uint32_t i = 0; i < count; i++) {
		items[i] = cel_list_at(run, keys, i);
		order[i] = i;
		if (!has_order(items[i]))
			return cel_error(run, "list elements must be comparable");
		if (items[i].kind != items[0].kind)
			return cel_error(run, "list elements must have the same type");
	}
	for (uint32_t size = 1; size && size < count; size *= 2)
		for (uint32_t from = 0; from + size < count; from += 2 * size)
			merge(items, order, scratch, from, from + size,
			      count - from < 2 * size ? count : from + 2 * size);
	for (uint32_t i = 0; i < count; i++)
		out.as.list->items[i] = cel_list_at(run, list, order[i]);
	return out;
}

FN(sort)
{
	(void)n;
	return cel__sort_by(run, a[0], a[0]);
}

/* --- Kubernetes --- */

FN(is_sorted)
{
	(void)n;
	for (uint32_t i = 0; i + 1 < a[0].as.list->count && cel__charge(run, 1); i++)
		if (after(cel_list_at(run, a[0], i), cel_list_at(run, a[0], i + 1)))
			return cel_of_bool(false);
	return cel_of_bool(true);
}

static struct cel_value sum_of(struct cel_value x, struct cel_value y, bool *overflow)
{
	if (x.kind == CEL_DOUBLE)
		return cel_of_double(x.as.d + y.as.d);
	if (x.kind == CEL_UINT)
		*overflow |= __builtin_add_overflow(x.as.u, y.as.u, &x.as.u);
	else
		*overflow |= __builtin_add_overflow(x.as.i, y.as.i, &x.as.i);
	return x;
}

static struct cel_value sum(struct cel_run *run, struct cel_value list, struct cel_value zero,
			    const char *overflow_text)
{
	bool overflow = false;

	for (uint32_t i = 0; i < list.as.list->count && cel__charge(run, 1); i++) {
		struct cel_value v = cel_list_at(run, list, i);

		if (v.kind != zero.kind && i == 0 &&
		    (v.kind == CEL_DOUBLE || v.kind == CEL_UINT || v.kind == CEL_DURATION))
			zero = (struct cel_value) { .kind = v.kind };
		if (v.kind != zero.kind)
			return v.kind == CEL_ERROR ? v : cel__no_overload();
		zero = sum_of(zero, v, &overflow);
		if (overflow)
			return cel_error(run, "%s", overflow_text);
	}
	return zero;
}

FN(sum_int)
{
	(void)n;
	return sum(run, a[0], cel_of_int(0), "integer overflow");
}

FN(sum_uint)
{
	(void)n;
	return sum(run, a[0], cel_of_uint(0), "unsigned integer overflow");
}

FN(sum_double)
{
	(void)n;
	return sum(run, a[0], cel_of_double(0), "");
}

FN(sum_duration)
{
	(void)n;
	return sum(run, a[0], cel_of_duration(0), "duration overflow");
}

static struct cel_value extreme(struct cel_run *run, struct cel_value list, bool max)
{
	struct cel_value best = cel_null();
	int order;

	if (!list.as.list->count)
		return cel_error(run, "%s called on empty list", max ? "max" : "min");
	for (uint32_t i = 0; i < list.as.list->count && cel__charge(run, 1); i++) {
		struct cel_value v = cel_list_at(run, list, i);

		if (!has_order(v))
			return v.kind == CEL_ERROR ? v : cel__no_overload();
		if (i == 0 || (cel_compare(v, best, &order) && (max ? order > 0 : order < 0)))
			best = v;
	}
	return best;
}

FN(min)
{
	(void)n;
	return extreme(run, a[0], false);
}

FN(max)
{
	(void)n;
	return extreme(run, a[0], true);
}

FN(index_of)
{
	(void)n;
	for (uint32_t i = 0; i < a[0].as.list->count && cel__charge(run, 1); i++)
		if (cel_equal(run, cel_list_at(run, a[0], i), a[1]))
			return cel_of_int(i);
	return cel_of_int(-1);
}

FN(last_index_of)
{
	(void)n;
	for (uint32_t i = a[0].as.list->count; i-- > 0 && cel__charge(run, 1);)
		if (cel_equal(run, cel_list_at(run, a[0], i), a[1]))
			return cel_of_int(i);
	return cel_of_int(-1);
}

#define L CEL_LIB_LISTS
#define K CEL_LIB_KUBERNETES
#define ORDERED(name, result, fn)                                                                  \
	{ name, "list(int).()" result("int"), fn, K },                                             \
	    { name, "list(uint).()" result("uint"), fn, K },                                       \
	    { name, "list(double).()" result("double"), fn, K },                                   \
	    { name, "list(bool).()" result("bool"), fn, K },                                       \
	    { name, "list(duration).()" result("duration"), fn, K },                               \
	    { name, "list(timestamp).()" result("timestamp"), fn, K },                             \
	    { name, "list(string).()" result("string"), fn, K },                                   \
	{                                                                                          \
		name, "list(bytes).()" result("bytes"), fn, K                                      \
	}
#define IS_BOOL(type) "bool"
#define ITSELF(type)  type
#define SORT(type)                                                                                 \
	{                                                                                          \
		"sort", "list(" type ").()list(" type ")", sort, L                                 \
	}

const struct cel__function cel__list_functions[] = {
	{ "slice", "list(A).(int,int)list(A)", slice, L },
	{ "lists.range", "(int)list(int)", range, L },
	{ "reverse", "list(A).()list(A)", reverse, L },
	{ "distinct", "list(A).()list(A)", distinct, L },
	{ "flatten", "list(list(A)).()list(A)", flatten, L },
	{ "flatten", "list(dyn).(int)list(dyn)", flatten, L },
	SORT("int"),
	SORT("uint"),
	SORT("double"),
	SORT("bool"),
	SORT("duration"),
	SORT("timestamp"),
	SORT("string"),
	SORT("bytes"),
	ORDERED("isSorted", IS_BOOL, is_sorted),
	ORDERED("min", ITSELF, min),
	ORDERED("max", ITSELF, max),
	{ "sum", "list(int).()int", sum_int, K },
	{ "sum", "list(uint).()uint", sum_uint, K },
	{ "sum", "list(double).()double", sum_double, K },
	{ "sum", "list(duration).()duration", sum_duration, K },
	{ "indexOf", "list(A).(A)int", index_of, K },
	{ "lastIndexOf", "list(A).(A)int", last_index_of, K },
	{ 0 },
};
