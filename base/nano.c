/* SPDX-License-Identifier: Apache-2.0 */
#include "base/nano.h"

enum { LIMB = 1000000000 };

static const uint32_t powers[] = { 1,	   10,	    100,      1000,	 10000,
				   100000, 1000000, 10000000, 100000000, LIMB };

static void trim(struct nano *n)
{
	while (n->len && !n->limbs[n->len - 1])
		n->len--;
	n->negative &= n->len > 0;
}

/* `factor` is below 2^32. */
static bool multiply(struct nano *n, uint32_t factor)
{
	uint64_t carry = 0;

	for (uint32_t i = 0; i < n->len; i++) {
		carry += (uint64_t)n->limbs[i] * factor;
		n->limbs[i] = (uint32_t)(carry % LIMB);
		carry /= LIMB;
	}
	for (; carry; carry /= LIMB) {
		if (n->len == NANO_LIMBS_MAX)
			return false;
		n->limbs[n->len++] = (uint32_t)(carry % LIMB);
	}
	return true;
}

/* Multiplies by 10^ten. */
static bool shift_up(struct nano *n, int ten)
{
	uint32_t limbs = (uint32_t)ten / 9;

	if (!n->len)
		return true;
	if (limbs > NANO_LIMBS_MAX - n->len)
		return false;
	memmove(n->limbs + limbs, n->limbs, n->len * sizeof(*n->limbs));
	memset(n->limbs, 0, limbs * sizeof(*n->limbs));
	n->len += limbs;
	return multiply(n, powers[ten % 9]);
}

/* Divides by 10^ten, rounding up. */
static void shift_down(struct nano *n, int ten)
{
	uint32_t limbs = (uint32_t)ten / 9, by = powers[ten % 9];
	bool rest = false, carry;
	uint64_t value = 0;

	for (uint32_t i = 0; i < limbs && i < n->len; i++)
		rest |= n->limbs[i] != 0;
	if (limbs >= n->len) {
		n->len = 0;
	} else {
		n->len -= limbs;
		memmove(n->limbs, n->limbs + limbs, n->len * sizeof(*n->limbs));
	}
	for (uint32_t i = n->len; i-- > 0;) {
		value = value % by * LIMB + n->limbs[i];
		n->limbs[i] = (uint32_t)(value / by);
	}
	carry = rest || value % by;
	for (uint32_t i = 0; carry; i++) {
		if (i == n->len)
			n->limbs[n->len++] = 0;
		carry = ++n->limbs[i] == LIMB;
		n->limbs[i] = carry ? 0 : n->limbs[i];
	}
	trim(n);
}

int nano_set(struct nano *n, struct str digits, int ten, int two)
{
	int count = 0;
	bool point = false;

	n->negative = false;
	n->len = 0;
	if (ten > NANO_EXPONENT_MAX || ten < -NANO_EXPONENT_MAX || two < 0 || two > 60)
		return RELIST_ELIMIT;
	for (size_t i = 0; i < digits.len; i++) {
		if (digits.ptr[i] == '.') {
			point = true;
			continue;
		}
		ten -= point;
		if (!n->len && digits.ptr[i] == '0')
			continue;
		if (++count > NANO_DIGITS_MAX)
			return RELIST_ELIMIT;
		if (!multiply(n, 10))
			return RELIST_ELIMIT;
		if (!n->len)
			n->limbs[n->len++] = 0;
		n->limbs[0] += (uint32_t)(digits.ptr[i] - '0');
	}
	for (; two > 0; two -= two < 30 ? two : 30)
		if (!multiply(n, UINT32_C(1) << (two < 30 ? two : 30)))
			return RELIST_ELIMIT;
	ten += 9;
	if (ten >= 0)
		return shift_up(n, ten) ? 0 : RELIST_ELIMIT;
	shift_down(n, -ten);
	return 0;
}

void nano_set_int(struct nano *n, int64_t value)
{
	uint64_t rest = value < 0 ? -(uint64_t)value : (uint64_t)value;

	n->negative = value < 0;
	n->limbs[0] = 0;
	for (n->len = 1; rest; rest /= LIMB)
		n->limbs[n->len++] = (uint32_t)(rest % LIMB);
	trim(n);
}

static int compare_sizes(const struct nano *a, const struct nano *b)
{
	if (a->len != b->len)
		return a->len < b->len ? -1 : 1;
	for (uint32_t i = a->len; i-- > 0;)
		if (a->limbs[i] != b->limbs[i])
			return a->limbs[i] < b->limbs[i] ? -1 : 1;
	return 0;
}

int nano_compare(const struct nano *a, const struct nano *b)
{
	if (a->negative != b->negative)
		return a->negative ? -1 : 1;
	return a->negative ? compare_sizes(b, a) : compare_sizes(a, b);
}

static uint32_t limb(const struct nano *n, uint32_t i)
{
	return i < n->len ? n->limbs[i] : 0;
}

int nano_add(struct nano *out, const struct nano *a, const struct nano *b, bool subtract)
{
	bool b_negative = b->negative != (subtract && b->len), negative = a->negative;
	uint32_t len = a->len > b->len ? a->len : b->len;

	if (a->negative == b_negative || !a->len || !b->len) {
		uint32_t carry = 0;

		negative = a->len ? a->negative : b_negative;
		for (uint32_t i = 0; i < len; i++) {
			uint32_t sum = limb(a, i) + limb(b, i) + carry;

			carry = sum >= LIMB;
			out->limbs[i] = carry ? sum - LIMB : sum;
		}
		if (carry && len == NANO_LIMBS_MAX)
			return RELIST_ELIMIT;
		if (carry)
			out->limbs[len++] = 1;
	} else {
		bool swap = compare_sizes(a, b) < 0;
		const struct nano *x = swap ? b : a, *y = swap ? a : b;
		uint32_t borrow = 0;

		negative = swap ? b_negative : a->negative;
		for (uint32_t i = 0; i < len; i++) {
			uint32_t have = limb(x, i), take = limb(y, i) + borrow;

			borrow = have < take;
			out->limbs[i] = have + (borrow ? LIMB : 0) - take;
		}
	}
	out->len = len;
	out->negative = negative;
	trim(out);
	return 0;
}

bool nano_int64(const struct nano *n, int64_t *out)
{
	uint64_t value = 0;

	*out = 0;
	for (uint32_t i = n->len; i-- > 1;) {
		if (value > (UINT64_MAX - n->limbs[i]) / LIMB)
			return false;
		value = value * LIMB + n->limbs[i];
	}
	if (value > (uint64_t)INT64_MAX + n->negative)
		return false;
	*out = n->negative ? (int64_t)-value : (int64_t)value;
	return true;
}

double nano_double(const struct nano *n)
{
	long double value = 0;

	for (uint32_t i = n->len; i-- > 0;)
		value = value * LIMB + n->limbs[i];
	value /= LIMB;
	return (double)(n->negative ? -value : value);
}
