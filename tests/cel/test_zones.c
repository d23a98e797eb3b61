/* SPDX-License-Identifier: Apache-2.0 */
/* Compares time zones with the C library, which gets the rule of each zone (POSIX TZ): offsets at
 * distant times, and to the second around changes. */
#define _GNU_SOURCE
#include <stdlib.h>
#include <time.h>

#include "base/str.h"
#include "cel/tbl/zones.h"
#include "cel/zones.h"
#include "tests/kit/testing.h"

static const struct {
	const char *name, *rule;
} zones[] = {
#define X(name, rule) { name, rule },
	CEL__ZONES(X)
#undef X
};

static int64_t model(time_t at)
{
	struct tm tm;

	assert_non_null(localtime_r(&at, &tm));
	return tm.tm_gmtoff;
}

static void compare(size_t zone, time_t at)
{
	int64_t got = -1, want = model(at);

	if (!cel__zone_offset(str_of(zones[zone].name), at, &got) || got != want)
		fail_msg("%s (%s) at %lld: %lld, not %lld", zones[zone].name, zones[zone].rule,
			 (long long)at, (long long)got, (long long)want);
}

/* The first second that has the offset of `high`, which `low` has not. */
static time_t border(time_t low, time_t high)
{
	int64_t after = model(high);

	while (high - low > 1) {
		time_t mid = low + (high - low) / 2;

		if (model(mid) == after)
			high = mid;
		else
			low = mid;
	}
	return high;
}

static void use_rule(const char *rule)
{
	assert_int_equal(setenv("TZ", rule, 1), 0);
	tzset();
}

static void time_zone_offsets_equal_those_of_the_c_library(void **state)
{
	/* Around leap years, a century that has none and one that has one. */
	static const struct {
		int from, to;
	} years[] = { { 1971, 1972 }, { 1999, 2001 }, { 2023, 2028 }, { 2099, 2101 } };
	enum { STEP = 9 * 86400 + 4001 };

	(void)state;
	for (size_t z = 0; z < ARRAY_LEN(zones); z++) {
		use_rule(zones[z].rule);
		for (size_t i = 0; i < ARRAY_LEN(years); i++) {
			struct tm first = { .tm_year = years[i].from - 1900, .tm_mday = 1 };
			struct tm last = { .tm_year = years[i].to + 1 - 1900, .tm_mday = 1 };
			time_t end = timegm(&last);

			for (time_t at = timegm(&first); at < end; at += STEP) {
				compare(z, at);
				if (model(at) == model(at + STEP))
					continue;
				compare(z, border(at, at + STEP) - 1);
				compare(z, border(at, at + STEP));
			}
			/* The year's own border, in local time. */
			for (int h = -15; h <= 15; h++)
				compare(z, end + h * 3600);
		}
	}
}

/* The C library's own rules begin in 1970; the calendar repeats itself each 400 years. */
static void time_zone_offset_before_1970_equals_that_400_years_later(void **state)
{
	const int64_t cycle = 146097 * INT64_C(86400);

	(void)state;
	for (size_t z = 0; z < ARRAY_LEN(zones); z++)
		for (int64_t at = -70 * INT64_C(31556952); at < 0; at += 9 * 86400 + 4001) {
			int64_t early = -1, late = -2;

			assert_true(cel__zone_offset(str_of(zones[z].name), at, &early));
			assert_true(cel__zone_offset(str_of(zones[z].name), at + cycle, &late));
			assert_int_equal(early, late);
		}
}

static void partial_time_zone_name_is_an_error(void **state)
{
	int64_t offset = 1;

	(void)state;
	assert_true(cel__zone_offset(STR(""), 0, &offset));
	assert_int_equal(offset, 0);
	offset = 1;
	assert_true(cel__zone_offset(STR("UTC"), 0, &offset));
	assert_int_equal(offset, 0);
	for (size_t z = 0; z < ARRAY_LEN(zones); z++) {
		AUTO_STRBUF name = STRBUF_INIT;

		strbuf_addf(&name, "%s!", zones[z].name);
		assert_true(cel__zone_offset(str_of(zones[z].name), 0, &offset));
		assert_false(cel__zone_offset(strbuf_str(&name), 0, &offset));
		strbuf_clear(&name);
		strbuf_addf(&name, "!%s", zones[z].name);
		assert_false(cel__zone_offset(strbuf_str(&name), 0, &offset));
	}
	assert_false(cel__zone_offset(STR("Europe/Berli"), 0, &offset));
	assert_false(cel__zone_offset(STR("europe/berlin"), 0, &offset));
	assert_false(cel__zone_offset(STR("~"), 0, &offset));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(time_zone_offsets_equal_those_of_the_c_library),
		cmocka_unit_test(time_zone_offset_before_1970_equals_that_400_years_later),
		cmocka_unit_test(partial_time_zone_name_is_an_error),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
