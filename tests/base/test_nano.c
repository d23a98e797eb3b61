/* SPDX-License-Identifier: Apache-2.0 */
#include "base/nano.h"

#include <stdio.h>
#include <string.h>

#include "base/choice.h"
#include "base/str.h"
#include "tests/kit/testing.h"

static struct nano of(const char *text, int ten, int two)
{
	bool negative = *text == '-';
	struct nano n;

	assert_int_equal(nano_set(&n, str_of(text + negative), ten, two), 0);
	n.negative = negative && n.len;
	return n;
}

static void nano_parses_decimal_text_exactly(void **state)
{
	static const struct {
		const char *a;
		int a_ten, a_two;
		const char *b;
		int b_ten, b_two, order;
	} cases[] = {
		{ "0", 0, 0, "-0.000", 5, 10, 0 },
		{ "1", 40, 0, "10000000000000000000000000000000000000000", 0, 0, 0 },
		{ "1", 0, 60, "1152921504606846976", 0, 0, 0 },
		{ "1.5", 0, 10, "1536", 0, 0, 0 },
		{ "0.0000000001", 0, 0, "1", -9, 0, 0 }, /* rounded up to nano */
		{ "-1.0000000001", 0, 0, "-1.000000001", 0, 0, 0 },
		{ "999999999.9999999991", 0, 0, "1000000000", 0, 0, 0 },
		{ "123456789012345678901234567890", -30, 0, "0.123456790", 0, 0, 0 },
		{ "9007199254740993", 0, 0, "9007199254740992", 0, 0, 1 },
		{ "-9007199254740993", 0, 0, "-9007199254740992", 0, 0, -1 },
		{ "-1", 30, 0, "1", -9, 0, -1 },
		{ "1", 1000, 0, "1", 999, 0, 1 },
		{ "1", -1000, 0, "1", -9, 0, 0 },
	};
	struct nano n;

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		struct nano a = of(cases[i].a, cases[i].a_ten, cases[i].a_two);
		struct nano b = of(cases[i].b, cases[i].b_ten, cases[i].b_two);
		int order = nano_compare(&a, &b);

		if ((order > 0) - (order < 0) != cases[i].order)
			fail_msg("case %zu: %d", i, order);
	}
	assert_int_equal(nano_set(&n, STR("1"), NANO_EXPONENT_MAX + 1, 0), RELIST_ELIMIT);
}

static void nano_refuses_text_beyond_its_range(void **state)
{
	char text[NANO_DIGITS_MAX + 2];
	struct nano n;

	(void)state;
	memset(text, '9', sizeof(text));
	assert_int_equal(nano_set(&n, (struct str) { text, NANO_DIGITS_MAX }, NANO_EXPONENT_MAX,
				  60),
			 0);
	assert_int_equal(nano_set(&n, (struct str) { text, NANO_DIGITS_MAX + 1 }, 0, 0),
			 RELIST_ELIMIT);
}

static void nano_returns_int64_values_unchanged(void **state)
{
	static const int64_t values[] = { 0,	     1,		 -1,
					  999999999, 1000000000, -1000000001,
					  INT64_MAX, INT64_MIN,	 4611686018427387904 };
	struct nano n, one;
	int64_t back;

	(void)state;
	nano_set_int(&one, 1);
	for (size_t i = 0; i < ARRAY_LEN(values); i++) {
		nano_set_int(&n, values[i]);
		assert_true(nano_int64(&n, &back));
		assert_int_equal(back, values[i]);
		assert_true(nano_double(&n) >= (double)values[i] &&
			    nano_double(&n) <= (double)values[i]);
	}
	nano_set_int(&n, INT64_MAX);
	assert_int_equal(nano_add(&n, &n, &one, false), 0);
	assert_false(nano_int64(&n, &back));
	n = of("1", 40, 0);
	assert_false(nano_int64(&n, &back));
	n = of("-1.999", 0, 0);
	assert_true(nano_int64(&n, &back));
	assert_int_equal(back, -1);
}

__extension__ typedef __int128 wide;

static struct nano random_number(struct choice *c, wide *same)
{
	char text[40];
	size_t len = 1 + choice_pick(c, 24);
	bool negative = choice_pick(c, 2);
	struct nano n;

	*same = 0;
	for (size_t i = 0; i < len; i++) {
		text[i] = (char)('0' + choice_pick(c, choice_pick(c, 2) ? 10 : 1));
		*same = *same * 10 + (text[i] - '0');
	}
	assert_int_equal(nano_set(&n, (struct str) { text, len }, -9, 0), 0);
	n.negative = negative && n.len;
	*same = negative ? -*same : *same;
	return n;
}

static void nano_adds_and_compares_like_integers(void **state)
{
	struct choice c;

	(void)state;
	choice_init_seed(&c, 5, false);
	for (int i = 0; i < 20000; i++) {
		wide x, y, sum;
		struct nano a = random_number(&c, &x), b = random_number(&c, &y), s, back;
		bool subtract = choice_pick(&c, 2);
		int order = nano_compare(&a, &b);
		int64_t whole;

		assert_int_equal((order > 0) - (order < 0), (x > y) - (x < y));
		assert_int_equal(nano_add(&s, &a, &b, subtract), 0);
		sum = subtract ? x - y : x + y;
		assert_int_equal(s.negative, sum < 0);
		assert_true(nano_int64(&s, &whole));
		assert_true(whole == (int64_t)(sum / 1000000000));
		assert_int_equal(nano_add(&back, &s, &b, !subtract), 0);
		assert_int_equal(nano_compare(&back, &a), 0);
		assert_int_equal(nano_add(&b, &a, &b, subtract), 0); /* in place */
		assert_int_equal(nano_compare(&b, &s), 0);
	}
	choice_fini(&c);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(nano_parses_decimal_text_exactly),
		cmocka_unit_test(nano_refuses_text_beyond_its_range),
		cmocka_unit_test(nano_returns_int64_values_unchanged),
		cmocka_unit_test(nano_adds_and_compares_like_integers),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
