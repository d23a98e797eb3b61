/* SPDX-License-Identifier: Apache-2.0 */
/* Quantities (apimachinery's resource.Quantity) in whole nano units: up to 10^29 of them, exact. */
#include <math.h>

#include "cel/functions.h"

#define FN(name)                                                                                   \
	static struct cel_value name(struct cel_run *run, const struct cel_value *a, unsigned n)

__extension__ typedef __int128 wide;

struct quantity {
	struct cel_opaque head;
	wide nano;
	int scale;  /* digits behind the point as it was written, negative; whole: 0 */
	bool large; /* of more digits than Quantity keeps in an integer */
};

static bool same(const struct cel_opaque *a, const struct cel_opaque *b)
{
	return ((const struct quantity *)(const void *)a)->nano ==
	       ((const struct quantity *)(const void *)b)->nano;
}

static const struct {
	const char *name;
	int exponent; /* of ten, or of two */
	bool binary;
} suffixes[] = {
	{ "", 0, false },   { "n", -9, false }, { "u", -6, false }, { "m", -3, false },
	{ "k", 3, false },  { "M", 6, false },	{ "G", 9, false },  { "T", 12, false },
	{ "P", 15, false }, { "E", 18, false }, { "Ki", 10, true }, { "Mi", 20, true },
	{ "Gi", 30, true }, { "Ti", 40, true }, { "Pi", 50, true }, { "Ei", 60, true },
};

/* e3, E-3 */
static bool read_exponent(struct str s, int *out)
{
	bool negative = s.len > 1 && s.ptr[1] == '-';
	size_t i = s.len > 1 && (s.ptr[1] == '-' || s.ptr[1] == '+') ? 2 : 1;
	int x = 0;

	if (s.len < 2 || (*s.ptr | 0x20) != 'e' || i == s.len)
		return false;
	for (; i < s.len; i++) {
		if (s.ptr[i] < '0' || s.ptr[i] > '9' || x > 100)
			return false;
		x = x * 10 + (s.ptr[i] - '0');
	}
	*out = negative ? -x : x;
	return true;
}

static bool read_suffix(struct str s, int *exponent, bool *binary)
{
	*binary = false;
	for (size_t i = 0; i < ARRAY_LEN(suffixes); i++)
		if (str_eqz(s, suffixes[i].name)) {
			*exponent = suffixes[i].exponent;
			*binary = suffixes[i].binary;
			return true;
		}
	return read_exponent(s, exponent);
}

/* What does not fit is as large as can be, as Quantity caps it; less than nano is rounded up. */
static wide scaled(wide digits, int places, int exponent, bool binary)
{
	static const wide most = ((wide)1 << 126);
	wide x = digits;
	int ten = 9 - places + (binary ? 0 : exponent);
	bool rest = false;

	for (int i = 0; binary && i < exponent; i++)
		x = x > most / 2 ? most : x * 2;
	for (; ten > 0; ten--)
		x = x > most / 10 ? most : x * 10;
	for (; ten < 0; ten++) {
		rest |= x % 10 != 0;
		x /= 10;
	}
	return x + rest;
}

static bool parse(struct str s, struct quantity *out)
{
	bool negative = s.len && *s.ptr == '-', binary, point = false;
	size_t i = s.len && (*s.ptr == '-' || *s.ptr == '+');
	int places = 0, exponent, count = 0;
	wide digits = 0;

	for (; i < s.len && ((s.ptr[i] >= '0' && s.ptr[i] <= '9') || s.ptr[i] == '.'); i++) {
		if (s.ptr[i] == '.') {
			if (point)
				return false;
			point = true;
			continue;
		}
		count += count || point || s.ptr[i] != '0';
		if (digits > ((wide)1 << 120))
			continue;
		digits = digits * 10 + (s.ptr[i] - '0');
		places += point;
	}
	/* No digits at all are a zero, as in ParseQuantity. */
	if (!s.len || !read_suffix((struct str) { s.ptr + i, s.len - i }, &exponent, &binary))
		return false;
	out->nano = scaled(digits, places, exponent, binary);
	if (negative)
		out->nano = -out->nano;
	out->scale = binary ? -places : exponent - places;
	if (out->scale > 0)
		out->scale = 0;
	out->large = binary ? places || count + exponent * 3 / 10 > 14 : count > 18;
	return true;
}

static struct cel_value make(struct cel_run *run, wide nano, int scale, bool large)
{
	struct quantity *q = cel__alloc(&run->arena, sizeof(*q));

	if (!q)
		return cel__exhausted(run);
	*q = (struct quantity) {
		{ cel_type_named(STR("kubernetes.Quantity")), same }, nano, scale, large
	};
	return (struct cel_value) { .kind = CEL_OPAQUE, .as.opaque = &q->head };
}

static const struct quantity *quantity_of(struct cel_value v)
{
	return (const struct quantity *)(const void *)v.as.opaque;
}

FN(quantity)
{
	struct quantity q;

	(void)n;
	cel__charge(run, cel__text_cost(a[0].len));
	if (parse(cel_str(a[0]), &q))
		return make(run, q.nano, q.scale, q.large);
	return cel_error(run, "quantities must match the regular expression "
			      "'^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'");
}

FN(is_quantity)
{
	struct quantity q;

	(void)n;
	cel__charge(run, cel__text_cost(a[0].len));
	return cel_of_bool(parse(cel_str(a[0]), &q));
}

static int order(const struct cel_value *a)
{
	wide x = quantity_of(a[0])->nano, y = quantity_of(a[1])->nano;

	return (x > y) - (x < y);
}

FN(sign)
{
	wide x = quantity_of(a[0])->nano;

	(void)run;
	(void)n;
	return cel_of_int((x > 0) - (x < 0));
}

FN(is_greater)
{
	(void)run;
	(void)n;
	return cel_of_bool(order(a) > 0);
}

FN(is_less)
{
	(void)run;
	(void)n;
	return cel_of_bool(order(a) < 0);
}

FN(compare_to)
{
	(void)run;
	(void)n;
	return cel_of_int(order(a));
}

FN(as_float)
{
	(void)run;
	(void)n;
	return cel_of_double((double)quantity_of(a[0])->nano / 1e9);
}

/* Only what was written without digits behind the point, and with few before it. */
static bool whole(const struct quantity *q, int64_t *out)
{
	wide x = q->nano / 1000000000;

	*out = (int64_t)x;
	return q->scale >= 0 && !q->large && x >= INT64_MIN && x <= INT64_MAX;
}

FN(is_integer)
{
	int64_t x;

	(void)run;
	(void)n;
	return cel_of_bool(whole(quantity_of(a[0]), &x));
}

FN(as_integer)
{
	int64_t x;

	(void)n;
	return whole(quantity_of(a[0]), &x) ? cel_of_int(x)
					    : cel_error(run, "cannot convert value to integer");
}

static struct cel_value sum(struct cel_run *run, const struct cel_value *a, int sign_of_second)
{
	const struct quantity *q = quantity_of(a[0]);
	wide x = a[1].kind == CEL_INT ? (wide)a[1].as.i * 1000000000 : quantity_of(a[1])->nano;
	int scale = a[1].kind == CEL_INT ? 0 : quantity_of(a[1])->scale;
	bool large = q->large || (a[1].kind != CEL_INT && quantity_of(a[1])->large);

	return make(run, q->nano + sign_of_second * x, scale < q->scale ? scale : q->scale, large);
}

FN(add)
{
	(void)n;
	return sum(run, a, 1);
}

FN(sub)
{
	(void)n;
	return sum(run, a, -1);
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
