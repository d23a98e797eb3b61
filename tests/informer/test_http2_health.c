/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/kit/testing.h"

#include "base/clock.h"
#include "informer/http2_health.h"

static void http2_environment_variables_parse_as_in_client_go(void **state)
{
	static const struct {
		const char *disabled, *read_idle, *ping_timeout;
		bool off;
		int64_t idle_s, ping_s;
	} cases[] = {
		{ NULL, NULL, NULL, false, 30, 15 },
		{ "", "", "", false, 30, 15 },
		{ "false", NULL, NULL, true, 30, 15 }, /* anything at all */
		{ NULL, "5", "3", false, 5, 3 },
		{ NULL, "+5", "03", false, 5, 3 },
		{ NULL, "0", "0", false, 0, 15 }, /* never; the default */
		{ NULL, "-1", "-1", false, 0, 15 },
		{ NULL, "5s", " 5", false, 30, 15 },
		{ NULL, "-", "1.5", false, 30, 15 },
		{ NULL, "99999999999999999999", "1", false, INT32_MAX, 1 },
		{ NULL, "2147483647", "2147483648", false, INT32_MAX, INT32_MAX },
		{ NULL, "5/", "5:", false, 30, 15 },
		{ NULL, "9", "-99999999999", false, 9, 15 },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		struct inf__http2_options o;

		inf__http2_options_init(&o, cases[i].disabled, cases[i].read_idle,
					cases[i].ping_timeout);
		assert_int_equal(o.disabled, cases[i].off);
		assert_true(o.read_idle_ns == cases[i].idle_s * NS_PER_S);
		assert_true(o.ping_timeout_ns == cases[i].ping_s * NS_PER_S);
	}
}

static void silent_connection_is_pinged_once_and_then_dropped(void **state)
{
	const struct inf__http2_options o = { .read_idle_ns = 30, .ping_timeout_ns = 15 };
	struct inf__http2_health h;

	(void)state;
	inf__http2_health_init(&h, 100);
	assert_true(inf__http2_health_deadline_ns(&h, &o) == 130);
	assert_int_equal(inf__http2_health_look(&h, &o, 129), INF_HTTP2_WAIT);
	assert_int_equal(inf__http2_health_look(&h, &o, 131), INF_HTTP2_PING);
	assert_true(inf__http2_health_deadline_ns(&h, &o) == 146);
	assert_int_equal(inf__http2_health_look(&h, &o, 145), INF_HTTP2_WAIT);
	assert_int_equal(inf__http2_health_look(&h, &o, 146), INF_HTTP2_LOST);
}

static void any_received_byte_answers_a_ping(void **state)
{
	const struct inf__http2_options o = { .read_idle_ns = 30, .ping_timeout_ns = 15 };
	struct inf__http2_health h;

	(void)state;
	inf__http2_health_init(&h, 0);
	assert_int_equal(inf__http2_health_look(&h, &o, 30), INF_HTTP2_PING);
	inf__http2_health_heard(&h, 44);
	assert_int_equal(inf__http2_health_look(&h, &o, 45), INF_HTTP2_WAIT);
	assert_true(inf__http2_health_deadline_ns(&h, &o) == 74);
	assert_int_equal(inf__http2_health_look(&h, &o, 74), INF_HTTP2_PING);
}

static void no_ping_is_sent_if_disabled(void **state)
{
	const struct inf__http2_options o = { .read_idle_ns = 0, .ping_timeout_ns = 15 };
	struct inf__http2_health h;

	(void)state;
	inf__http2_health_init(&h, 0);
	assert_true(inf__http2_health_deadline_ns(&h, &o) == TIME_NEVER);
	assert_int_equal(inf__http2_health_look(&h, &o, INT64_MAX - 1), INF_HTTP2_WAIT);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(http2_environment_variables_parse_as_in_client_go),
		cmocka_unit_test(silent_connection_is_pinged_once_and_then_dropped),
		cmocka_unit_test(any_received_byte_answers_a_ping),
		cmocka_unit_test(no_ping_is_sent_if_disabled),
	};

	return cmocka_run_group_tests_name("informer/http2_health", tests, NULL, NULL);
}
