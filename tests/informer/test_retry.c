/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/kit/testing.h"

#include "base/clock.h"
#include "informer/retry.h"

static void only_429_and_5xx_with_retry_after_in_whole_seconds_are_retried(void **state)
{
	static const struct {
		int status;
		const char *retry_after;
		bool again;
		int64_t seconds;
	} cases[] = {
		{ 429, "1", true, 1 },
		{ 429, "30", true, 30 },
		{ 429, "0", true, 0 },
		{ 429, "+2", true, 2 },
		{ 429, "-2", true, -2 },
		{ 500, "1", true, 1 },
		{ 503, "7", true, 7 },
		{ 599, "7", true, 7 },
		{ 429, NULL, false, 0 },
		{ 429, "", false, 0 },
		{ 429, "-", false, 0 },
		{ 429, "1.5", false, 0 },
		{ 429, "1s", false, 0 },
		{ 429, " 1", false, 0 },
		{ 429, "Wed, 21 Oct 2026 07:28:00 GMT", false, 0 },
		{ 429, "99999999999999999999", false, 0 },
		{ 500, NULL, false, 0 },
		{ 404, "1", false, 0 },
		{ 410, "1", false, 0 },
		{ 200, "1", false, 0 },
		{ 301, "1", false, 0 },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		struct inf__retry r = { 0 };
		int64_t wait = -1;

		assert_int_equal(inf__retry_answer(&r, cases[i].status, cases[i].retry_after,
						   &wait),
				 cases[i].again);
		if (cases[i].again)
			assert_int_equal(wait, cases[i].seconds * NS_PER_S);
	}
}

/* rest/request.go: the two isErrRetryableFunc. */
static void lost_connections_are_retried_after_a_second(void **state)
{
	static const struct {
		enum inf__end how;
		bool list, watch, empty;
		enum inf_watch_error_kind kind, kind_in_answer;
	} cases[] = {
		{ INF_END_EOF, true, true, true, INF_WATCH_ERROR_EOF,
		  INF_WATCH_ERROR_UNEXPECTED_EOF },
		{ INF_END_CLEAN, true, true, true, INF_WATCH_ERROR_EOF,
		  INF_WATCH_ERROR_UNEXPECTED_EOF },
		{ INF_END_UNEXPECTED_EOF, true, true, true, INF_WATCH_ERROR_UNEXPECTED_EOF,
		  INF_WATCH_ERROR_UNEXPECTED_EOF },
		{ INF_END_RESET, true, true, true, INF_WATCH_ERROR_RESET, INF_WATCH_ERROR_RESET },
		{ INF_END_TIMED_OUT, false, true, true, INF_WATCH_ERROR_OTHER,
		  INF_WATCH_ERROR_OTHER },
		{ INF_END_REFUSED, false, false, false, INF_WATCH_ERROR_REFUSED,
		  INF_WATCH_ERROR_REFUSED },
		/* IsHTTP2ConnectionLost: a list's alone. */
		{ INF_END_LOST, true, false, false, INF_WATCH_ERROR_OTHER, INF_WATCH_ERROR_OTHER },
		{ INF_END_STREAM_ERROR, false, false, false, INF_WATCH_ERROR_OTHER,
		  INF_WATCH_ERROR_OTHER },
		{ INF_END_OTHER, false, false, false, INF_WATCH_ERROR_OTHER,
		  INF_WATCH_ERROR_OTHER },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		struct inf__retry list = { 0 }, watch = { 0 };
		struct inf__api_error e;
		int64_t wait = 0;

		assert_int_equal(inf__retry_connection(&list, cases[i].how, false, &wait),
				 cases[i].list);
		assert_int_equal(inf__retry_connection(&watch, cases[i].how, true, &wait),
				 cases[i].watch);
		assert_int_equal(wait, NS_PER_S);
		assert_int_equal(inf__retry_is_empty_watch(cases[i].how), cases[i].empty);
		inf__retry_connection_error(&e, cases[i].how, false);
		assert_int_equal(e.kind, cases[i].kind);
		inf__retry_connection_error(&e, cases[i].how, true);
		assert_int_equal(e.kind, cases[i].kind_in_answer);
	}
}

static void retries_stop_after_ten_of_any_reason(void **state)
{
	struct inf__retry r = { 0 };
	int64_t wait;

	(void)state;
	for (int i = 0; i < 10; i++) {
		if (i % 2)
			assert_true(inf__retry_answer(&r, 503, "1", &wait));
		else
			assert_true(inf__retry_connection(&r, INF_END_RESET, true, &wait));
	}
	assert_false(inf__retry_answer(&r, 503, "1", &wait));
	assert_false(inf__retry_connection(&r, INF_END_RESET, true, &wait));
}

static void retry_error_includes_that_of_an_earlier_attempt(void **state)
{
	struct inf__retry r = { 0 };
	int64_t wait;

	(void)state;
	(void)inf__retry_answer(&r, 503, "1", &wait);
	(void)inf__retry_connection(&r, INF_END_RESET, true, &wait);
	assert_false(r.previous_failed);
	(void)inf__retry_answer(&r, 504, NULL, &wait);
	assert_true(r.previous_failed);
}

static void retry_after_overflows_like_a_go_duration(void **state)
{
	struct inf__retry r = { 0 };
	int64_t wait = 0;

	(void)state;
	assert_true(inf__retry_answer(&r, 429, "9223372036854775807", &wait));
	assert_true(wait < 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(only_429_and_5xx_with_retry_after_in_whole_seconds_are_retried),
		cmocka_unit_test(lost_connections_are_retried_after_a_second),
		cmocka_unit_test(retries_stop_after_ten_of_any_reason),
		cmocka_unit_test(retry_error_includes_that_of_an_earlier_attempt),
		cmocka_unit_test(retry_after_overflows_like_a_go_duration),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
