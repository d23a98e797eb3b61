/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/kit/testing.h"

#include "base/choice.h"
#include "base/clock.h"
#include "base/text/rfc3339.h"

#define US INT64_C(1000)
#define MS (1000 * US)
#define S  (1000 * MS)
#define M  (60 * S)
#define H  (60 * M)

static void timeout_in_ms_ends_never_if_negative_or_too_long(void **state)
{
	(void)state;
	assert_int_equal(time_after_ms(5, 0), 5);
	assert_int_equal(time_after_ms(5, 3), 3000005);
	assert_int_equal(time_after_ms(5, -1), TIME_NEVER);
	assert_int_equal(time_after_ms(0, TIME_NEVER / 1000000), TIME_NEVER / 1000000 * 1000000);
	assert_int_equal(time_after_ms(0, TIME_NEVER / 1000000 + 1), TIME_NEVER);
	assert_int_equal(time_after_ms(0, INT64_MAX), TIME_NEVER);
}

static void time_add_saturates(void **state)
{
	(void)state;
	assert_int_equal(time_add(1, 2), 3);
	assert_int_equal(time_add(-5, 2), -3);
	assert_int_equal(time_add(INT64_MIN, TIME_NEVER), -1);
	assert_int_equal(time_add(TIME_NEVER, 0), TIME_NEVER);
	assert_int_equal(time_add(TIME_NEVER, 1), TIME_NEVER);
	assert_int_equal(time_add(TIME_NEVER - 5, 6), TIME_NEVER);
	assert_int_equal(time_add(1, TIME_NEVER), TIME_NEVER);
}

static void duration_parse_accepts_what_go_accepts(void **state)
{
	static const struct {
		const char *text;
		int64_t ns;
	} cases[] = {
		{ "0", 0 },
		{ "-0", 0 },
		{ "+0", 0 },
		{ "0s", 0 },
		{ "5s", 5 * S },
		{ "+5s", 5 * S },
		{ "-5s", -5 * S },
		{ "1478s", 1478 * S },
		{ "1.5s", 1500 * MS },
		{ "5.s", 5 * S },
		{ ".5s", 500 * MS },
		{ "1.004s", 1004 * MS },
		{ "1.0040s", 1004 * MS },
		{ "100.00100s", 100 * S + MS },
		{ "10ns", 10 },
		{ "11us", 11 * US },
		{ "12\xC2\xB5s", 12 * US },
		{ "12\xCE\xBCs", 12 * US },
		{ "999ms", 999 * MS },
		{ "2m30s", 2 * M + 30 * S },
		{ "3h30m", 3 * H + 30 * M },
		{ "10.5s4m", 4 * M + 10 * S + 500 * MS },
		{ "-2m3.4s", -(2 * M + 3 * S + 400 * MS) },
		{ "1h2m3s4ms5us6ns", H + 2 * M + 3 * S + 4 * MS + 5 * US + 6 },
		{ "39h9m14.425s", 39 * H + 9 * M + 14 * S + 425 * MS },
		{ "52763797000ns", INT64_C(52763797000) },
		{ "0.3333333333333333333h", 20 * M },
		{ "9223372036854775807ns", INT64_MAX },
		{ "9223372036854775.807us", INT64_MAX },
		{ "9223372036s854ms775us807ns", INT64_MAX },
		{ "-9223372036854775808ns", INT64_MIN },
		{ "-9223372036854775.808us", INT64_MIN },
		{ "0.100000000000000000000h", 6 * M },
		{ "0.830103483285477580700h", 49 * M + 48 * S + 372539827 },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		int64_t ns = 99;

		if (duration_parse(str_of(cases[i].text), &ns, NULL) || ns != cases[i].ns)
			fail_msg("%s: %lld", cases[i].text, (long long)ns);
	}
}

static void duration_parse_refuses_what_go_refuses(void **state)
{
	static const char *const cases[] = {
		"",
		"3",
		"-",
		"s",
		".",
		"-.",
		"-.s",
		"+.s",
		"1 s",
		" 1s",
		"1s ",
		"0x1s",
		"1e3s",
		"1d",
		"1S",
		"1sm",
		"--1s",
		"1.2.3s",
		"1..2s",
		"9223372036854775808ns",
		"9223372036854775.808us",
		"-9223372036854775809ns",
		"9223372036s854ms775us808ns",
		"3000000h",
		"99999999999999999999s",
		"1\xC2s",
		"1s2",
	};
	struct relist_err err;

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		int64_t ns = 99;

		err.msg[0] = '\0';
		if (duration_parse(str_of(cases[i]), &ns, &err) != RELIST_EPARSE || ns != 99)
			fail_msg("accepted: \"%s\"", cases[i]);
		assert_non_null(strstr(err.msg, cases[i]));
	}
	assert_int_equal(duration_parse((struct str) { NULL, 0 }, &(int64_t) { 0 }, NULL),
			 RELIST_EPARSE);
	assert_int_equal(duration_parse(STR("12x"), &(int64_t) { 0 }, &err), RELIST_EPARSE);
	assert_string_equal(err.msg, "duration \"12x\": unknown unit (want ns, us, ms, s, m or h)");
}

static void duration_format_matches_go(void **state)
{
	static const struct {
		const char *text;
		int64_t ns;
	} cases[] = {
		{ "0s", 0 },
		{ "1ns", 1 },
		{ "1.1\xC2\xB5s", 1100 },
		{ "2.2ms", 2200 * US },
		{ "800ms", 800 * MS },
		{ "3.3s", 3300 * MS },
		{ "1m30s", 90 * S },
		{ "4m5s", 4 * M + 5 * S },
		{ "4m5.001s", 4 * M + 5001 * MS },
		{ "5h6m7.001s", 5 * H + 6 * M + 7001 * MS },
		{ "1h0m0s", H },
		{ "8m0.000000001s", 8 * M + 1 },
		{ "-1.5s", -1500 * MS },
		{ "2562047h47m16.854775807s", INT64_MAX },
		{ "-2562047h47m16.854775808s", INT64_MIN },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		char buf[32];

		duration_format(cases[i].ns, buf, sizeof(buf));
		assert_string_equal(buf, cases[i].text);
	}
}

static void civil_dates_convert_to_days_and_back(void **state)
{
	static const struct {
		int64_t year;
		int month, day;
		int64_t days;
	} cases[] = {
		{ 1970, 1, 1, 0 },	   { 1969, 12, 31, -1 },    { 2000, 2, 29, 11016 },
		{ 2000, 3, 1, 11017 },	   { 1900, 3, 1, -25508 },  { 1, 1, 1, -719162 },
		{ 9999, 12, 31, 2932896 }, { 2026, 11, 21, 20778 }, { -1, 3, 1, -719834 },
	};
	int64_t year;
	int month, day;

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		assert_int_equal(days_from_civil(cases[i].year, cases[i].month, cases[i].day),
				 cases[i].days);
		civil_from_days(cases[i].days, &year, &month, &day);
		assert_int_equal(year, cases[i].year);
		assert_int_equal(month, cases[i].month);
		assert_int_equal(day, cases[i].day);
	}
	for (int64_t days = -800000; days < 3000000; days += 37) {
		civil_from_days(days, &year, &month, &day);
		assert_int_equal(days_from_civil(year, month, day), days);
	}
}

static void duration_parse_inverts_format(void **state)
{
	(void)state;
	for (uint64_t s = 1, i = 0; i < 20000; i++) {
		uint64_t draw = splitmix64(&s);
		int64_t ns = (int64_t)(draw >> (splitmix64(&s) % 64)), back = 0;
		char buf[32];

		ns = i % 2 ? ns : -(ns / 2);
		duration_format(ns, buf, sizeof(buf));
		assert_int_equal(duration_parse(str_of(buf), &back, NULL), 0);
		if (back != ns)
			fail_msg("%lld -> %s -> %lld", (long long)ns, buf, (long long)back);
	}
}

static void rfc3339_times_are_parsed_and_formatted(void **state)
{
	static const struct {
		const char *text;
		int64_t ns;
		const char *again; /* NULL: it is none */
	} cases[] = {
		{ "1970-01-01T00:00:00Z", 0, "1970-01-01T00:00:00Z" },
		{ "2026-11-22T08:13:59.060524Z", INT64_C(1795335239060524000),
		  "2026-11-22T08:13:59.060524Z" },
		{ "2026-11-22T09:13:59.5+01:00", INT64_C(1795335239500000000),
		  "2026-11-22T08:13:59.5Z" },
		{ "1969-12-31T23:59:59.75Z", -250000000, "1969-12-31T23:59:59.75Z" },
		{ "1969-01-01T00:00:00Z", INT64_C(-31536000000000000), "1969-01-01T00:00:00Z" },
		{ "2260-12-31T23:59:60.999999999z", INT64_C(9183110400999999999),
		  "2261-01-01T00:00:00.999999999Z" },
		{ "2026-02-28t00:00:00-05:30", INT64_C(1772256600000000000),
		  "2026-02-28T05:30:00Z" },
		{ "1968-12-31T23:59:59Z", 0, NULL },
		{ "2261-01-01T00:00:00Z", 0, NULL },
		{ "2026-00-22T08:13:59Z", 0, NULL },
		{ "2026-11-00T08:13:59Z", 0, NULL },
		{ "2026-11-32T08:13:59Z", 0, NULL },
		{ "2026-11-22T24:13:59Z", 0, NULL },
		{ "2026-11-22T08:60:59Z", 0, NULL },
		{ "2026-11-22T08:13:61Z", 0, NULL },
		{ "2026/11-22T08:13:59Z", 0, NULL },
		{ "2026-11/22T08:13:59Z", 0, NULL },
		{ "2026-11-22T08.13:59Z", 0, NULL },
		{ "2026-11-22T08:13.59Z", 0, NULL },
		{ "2026-11-22T08:13:59ZZ", 0, NULL },
		{ "2026-11-22T08:13:59+0100", 0, NULL },
		{ "2026-11-22T08:13:59*01:00", 0, NULL },
		{ "2026-11-22T08:13:59+01:0x", 0, NULL },
		{ "2026-11-22 08:13:59Z", 0, NULL },
		{ "2026-13-22T08:13:59Z", 0, NULL },
		{ "9999-11-22T08:13:59Z", 0, NULL },
		{ "2026-11-22T08:13:59", 0, NULL },
		{ "", 0, NULL },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		AUTO_STRBUF again = STRBUF_INIT;
		int64_t ns = 0;

		assert_int_equal(rfc3339_parse(str_of(cases[i].text), &ns), cases[i].again != NULL);
		if (!cases[i].again)
			continue;
		assert_true(ns == cases[i].ns);
		rfc3339_format(ns, &again);
		assert_string_equal(again.ptr, cases[i].again);
	}
}

static void rfc3339_read_accepts_what_go_accepts(void **state)
{
	static const struct {
		const char *text;
		enum rfc3339_layout layout;
		int64_t unix_s;
		int32_t ns;
		bool is;
	} cases[] = {
		{ "1970-01-01T00:00:00Z", RFC3339_TIME, 0, 0, true },
		{ "2026-11-22T08:13:59.060524Z", RFC3339_TIME, 1795335239, 60524000, true },
		{ "2026-11-22T08:13:59,5Z", RFC3339_TIME, 1795335239, 500000000, true },
		{ "2026-11-22T10:13:59+02:00", RFC3339_TIME, 1795335239, 0, true },
		{ "2026-11-22T8:13:59Z", RFC3339_TIME, 1795335239, 0, true },
		{ "2026-11-23T08:13:59+24:00", RFC3339_TIME, 1795335239, 0, true },
		{ "0001-01-01T00:00:00Z", RFC3339_TIME, -62135596800, 0, true },
		{ "9999-12-31T23:59:59Z", RFC3339_TIME, 253402300799, 0, true },
		{ "2024-02-29T00:00:00Z", RFC3339_TIME, 1709164800, 0, true },
		{ "2026-11-22T08:13:59.060524Z", RFC3339_MICRO, 1795335239, 60524000, true },
		{ "2026-11-22", RFC3339_DATE, 1795305600, 0, true },
		{ "2026-11-22T08:13:60Z", RFC3339_LOG, 1795335240, 0, true },
		{ "2026-11-22t08:13:59z", RFC3339_LOG, 1795335239, 0, true },
		{ "2026-11-22t08:13:59Z", RFC3339_TIME, 0, 0, false },
		{ "2026-11-22T08:13:59z", RFC3339_TIME, 0, 0, false },
		{ "2026-11-22T08:13:60Z", RFC3339_TIME, 0, 0, false },
		{ "2026-11-22T08:13:59.Z", RFC3339_TIME, 0, 0, false },
		{ "2026-11-22T08:13:59", RFC3339_TIME, 0, 0, false },
		{ "2026-11-22T08:13:59+25:00", RFC3339_TIME, 0, 0, false },
		{ "2026-11-22T08:13:59+01:61", RFC3339_TIME, 0, 0, false },
		{ "2026-13-22T08:13:59Z", RFC3339_TIME, 0, 0, false },
		{ "2025-02-29T00:00:00Z", RFC3339_TIME, 0, 0, false },
		{ "1900-02-29T00:00:00Z", RFC3339_TIME, 0, 0, false },
		{ "2026-11-22T08:13:59.06052Z", RFC3339_MICRO, 0, 0, false },
		{ "2026-11-22T08:13:59.0605240Z", RFC3339_MICRO, 0, 0, false },
		{ "2026-11-22T", RFC3339_DATE, 0, 0, false },
		{ "", RFC3339_TIME, 0, 0, false },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		struct rfc3339 t;

		if (rfc3339_read(str_of(cases[i].text), cases[i].layout, &t, NULL) != cases[i].is)
			fail_msg("%s", cases[i].text);
		if (cases[i].is && (t.unix_s != cases[i].unix_s || t.ns != cases[i].ns))
			fail_msg("%s: %lld %d", cases[i].text, (long long)t.unix_s, (int)t.ns);
	}
}

static void rfc3339_read_names_the_place_of_a_fault(void **state)
{
	static const struct {
		const char *text;
		const char *range, *rest, *wanted;
	} cases[] = {
		{ "2026-13-22T08:13:59Z", "month", NULL, NULL },
		{ "2026-11-31T08:13:59Z", "day", NULL, NULL },
		{ "2026-11-22T24:13:59Z", "hour", NULL, NULL },
		{ "2026-11-22 08:13:59Z", NULL, " 08:13:59Z", "T" },
		{ "2026-1-22T08:13:59Z", NULL, "1-22T08:13:59Z", "01" },
		{ "2026-11-22T08:13:59", NULL, "", "Z07:00" },
		{ "2026-11-22T08:13:59ZZ", NULL, "Z", NULL },
		{ "year", NULL, "year", "2006" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		struct rfc3339_fault fault;
		struct rfc3339 t;

		assert_false(rfc3339_read(str_of(cases[i].text), RFC3339_TIME, &t, &fault));
		if (cases[i].range) {
			assert_string_equal(fault.range, cases[i].range);
			continue;
		}
		assert_null(fault.range);
		assert_true(str_eqz(fault.rest, cases[i].rest));
		if (cases[i].wanted)
			assert_string_equal(fault.wanted, cases[i].wanted);
		else
			assert_null(fault.wanted);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(time_add_saturates),
		cmocka_unit_test(timeout_in_ms_ends_never_if_negative_or_too_long),
		cmocka_unit_test(duration_parse_accepts_what_go_accepts),
		cmocka_unit_test(duration_parse_refuses_what_go_refuses),
		cmocka_unit_test(duration_format_matches_go),
		cmocka_unit_test(rfc3339_read_accepts_what_go_accepts),
		cmocka_unit_test(rfc3339_read_names_the_place_of_a_fault),
		cmocka_unit_test(civil_dates_convert_to_days_and_back),
		cmocka_unit_test(duration_parse_inverts_format),
		cmocka_unit_test(rfc3339_times_are_parsed_and_formatted),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
