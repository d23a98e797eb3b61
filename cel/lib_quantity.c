/* SPDX-License-Identifier: Apache-2.0 */
/* lib_quantity.c - quantities (apimachinery's resource.Quantity), exact like inf.Dec. */
#include "base/nano.h"
#include "base/text/quantity.h"
#include "cel/lib.h"

struct quantity {
	struct cel_opaque head;
	const struct nano *value; /* only its limbs up to .len are valid */
	int scale;		  /* minus the number of written decimal places; whole: 0 */
	bool large;		  /* has more digits than Quantity keeps in an integer */
};

static const struct quantity *quantity_of(struct cel_value v)
{
	return (const struct quantity *)(const void *)v.as.opaque;
}

static bool same(const struct cel_opaque *a, const struct cel_opaque *b)
{
	return nano_compare(((const struct quantity *)(const void *)a)->value,
			    ((const struct quantity *)(const void *)b)->value) == 0;
}

/* Quantity caps binary values at the largest int64. */
static void cap(struct nano *value)
{
	struct nano most;

	nano_set_int(&most, INT64_MAX);
	if (nano_compare(value, &most) > 0)
		*value = most;
}

static bool parse(struct str s, struct quantity *out, struct nano *value)
{
	struct quantity_text text;
	int places = 0, count = 0;
	bool binary, point = false;

	/* No digits mean zero, as in ParseQuantity. */
	if (quantity_read(s, &text) || nano_set(value, text.digits, text.ten, text.two))
		return false;
	for (size_t i = 0; i < text.digits.len; i++) {
		if (text.digits.ptr[i] == '.') {
			point = true;
			continue;
		}
		count += (count || point || text.digits.ptr[i] != '0') && count <= NANO_DIGITS_MAX;
		places += point && places <= NANO_DIGITS_MAX;
	}
	binary = text.format == QUANTITY_BINARY_SI;
	if (binary)
		cap(value);
	value->negative = text.negative && value->len;
	out->scale = binary ? -places : text.ten - places;
	if (out->scale > 0)
		out->scale = 0;
	out->large = binary ? places || count + text.two * 3 / 10 > 14 : count > 18;
	return true;
}

static struct cel_value make(struct cel_run *run, const struct nano *value, int scale, bool large)
{
	size_t size = offsetof(struct nano, limbs) + value->len * sizeof(*value->limbs);
	struct quantity *q = cel__alloc(&run->arena, sizeof(*q));
	struct nano *copy = cel__alloc(&run->arena, size);

	if (!q || !copy)
		return cel__exhausted(run);
	memcpy(copy, value, size);
	*q = (struct quantity) {
		{ cel_type_named(STR("kubernetes.Quantity")), same }, copy, scale, large
	};
	return (struct cel_value) { .kind = CEL_OPAQUE, .as.opaque = &q->head };
}

FN(quantity)
{
	struct nano value;
	struct quantity q;

	(void)n;
	cel__charge(run, cel__text_cost(a[0].len));
	if (parse(cel_str(a[0]), &q, &value))
		return make(run, &value, q.scale, q.large);
	return cel_error(run, "quantities must match the regular expression "
			      "'^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'");
}

FN(is_quantity)
{
	struct nano value;
	struct quantity q;

	(void)n;
	cel__charge(run, cel__text_cost(a[0].len));
	return cel_of_bool(parse(cel_str(a[0]), &q, &value));
}

static int order(const struct cel_value *a)
{
	int by = nano_compare(quantity_of(a[0])->value, quantity_of(a[1])->value);

	return (by > 0) - (by < 0);
}

FN(sign)
{
	const struct nano *value = quantity_of(a[0])->value;

	UNUSED;
	return cel_of_int(value->negative ? -1 : value->len > 0);
}

FN(is_greater)
{
	UNUSED;
	return cel_of_bool(order(a) > 0);
}

FN(is_less)
{
	UNUSED;
	return cel_of_bool(order(a) < 0);
}

FN(compare_to)
{
	UNUSED;
	return cel_of_int(order(a));
}

FN(as_float)
{
	UNUSED;
	return cel_of_double(nano_double(quantity_of(a[0])->value));
}

/* True only if written without decimal places and with few digits before them. */
static bool whole(const struct quantity *q, int64_t *out)
{
	return nano_int64(q->value, out) && q->scale >= 0 && !q->large;
}

FN(is_integer)
{
	int64_t x;

	UNUSED;
	return cel_of_bool(whole(quantity_of(a[0]), &x));
}

FN(as_integer)
{
	int64_t x;

	(void)n;
	return whole(quantity_of(a[0]), &x) ? cel_of_int(x)
					    : cel_error(run, "cannot convert value to integer");
}

static struct cel_value sum(struct cel_run *run, const struct cel_value *a, bool subtract)
{
	const struct quantity *q = quantity_of(a[0]);
	bool whole_number = a[1].kind == CEL_INT;
	int scale = whole_number ? 0 : quantity_of(a[1])->scale;
	bool large = q->large || (!whole_number && quantity_of(a[1])->large);
	struct nano value;

	if (whole_number)
		nano_set_int(&value, a[1].as.i);
	if (nano_add(&value, q->value, whole_number ? &value : quantity_of(a[1])->value, subtract))
		return cel_error(run, "the quantity has too many digits");
	return make(run, &value, scale < q->scale ? scale : q->scale, large);
}

FN(add)
{
	(void)n;
	return sum(run, a, false);
}

FN(sub)
{
	(void)n;
	return sum(run, a, true);
}

#define K CEL_LIB_KUBERNETES
#define Q "kubernetes.Quantity"

const struct cel__function cel__quantity_functions[] = {
	{ "quantity", "(string)" Q, quantity, K },
	{ "isQuantity", "(string)bool", is_quantity, K },
	{ "sign", "(" Q ")int", sign, K },
	{ "isGreaterThan", Q ".(" Q ")bool", is_greater, K },
	{ "isLessThan", Q ".(" Q ")bool", is_less, K },
	{ "compareTo", Q ".(" Q ")int", compare_to, K },
	{ "asApproximateFloat", Q ".()double", as_float, K },
	{ "asInteger", Q ".()int", as_integer, K },
	{ "isInteger", Q ".()bool", is_integer, K },
	{ "add", Q ".(" Q ")" Q, add, K },
	{ "add", Q ".(int)" Q, add, K },
	{ "sub", Q ".(" Q ")" Q, sub, K },
	{ "sub", Q ".(int)" Q, sub, K },
	{ 0 },
};
