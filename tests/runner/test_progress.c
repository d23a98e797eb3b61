/* SPDX-License-Identifier: Apache-2.0 */
/* The line that says how far long work is. */
#include "tests/kit/testing.h"

#include "base/clock.h"
#include "runner/posix/progress.h"

static void progress_shows_an_estimate_after_one_second(void **state)
{
	static const struct {
		uint64_t done, total, bad;
		int64_t elapsed_ns;
		const char *text;
	} cases[] = {
		{ 0, 10, 0, 0, "0 of 10" },
		{ 1, 10, 0, NS_PER_S - 1, "1 of 10" },
		{ 1, 10, 0, NS_PER_S, "1 of 10, about 9s left" },
		{ 0, 10, 0, 5 * NS_PER_S, "0 of 10" },
		{ 120, 309, 2, 2 * NS_PER_S, "120 of 309, 2 failed, about 4s left" },
		{ 10, 10, 1, 5 * NS_PER_S, "10 of 10, 1 failed" },
		{ 1, 120, 0, NS_PER_S, "1 of 120, about 119s left" },
		{ 1, 121, 0, NS_PER_S, "1 of 121, about 2m left" },
		{ 1, 7200, 0, NS_PER_S, "1 of 7200, about 120m left" },
		{ 1, 7201, 0, NS_PER_S, "1 of 7201, about 2h left" },
		{ 1, UINT64_MAX, 0, 1, "1 of 18446744073709551615" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		AUTO_STRBUF out = STRBUF_INIT;

		runner__progress_text(cases[i].done, cases[i].total, cases[i].bad,
				      cases[i].elapsed_ns, &out);
		assert_string_equal(out.ptr, cases[i].text);
	}
}

static void progress_line_is_wiped_before_other_output(void **state)
{
	struct runner__progress p;
	char text[256];
	FILE *f = tmpfile();

	(void)state;
	assert_non_null(f);
	runner__progress_init(&p, f);
	runner__progress_wipe(&p); /* nothing is there */
	runner__progress_show(&p, 1, 5, 0);
	runner__progress_show(&p, 2, 5, 0); /* too soon */
	runner__progress_wipe(&p);
	runner__progress_wipe(&p);
	runner__progress_fini(&p);
	rewind(f);
	text[fread(text, 1, sizeof(text) - 1, f)] = 0;
	(void)fclose(f);
	assert_string_equal(text, "\r\033[K1 of 5\r\033[K");
}

static void progress_without_a_terminal_shows_nothing(void **state)
{
	struct runner__progress p;

	(void)state;
	runner__progress_init(&p, NULL);
	runner__progress_show(&p, 1, 5, 0);
	assert_int_equal(p.shown_ns, 0);
	runner__progress_fini(&p);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(progress_shows_an_estimate_after_one_second),
		cmocka_unit_test(progress_line_is_wiped_before_other_output),
		cmocka_unit_test(progress_without_a_terminal_shows_nothing),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
