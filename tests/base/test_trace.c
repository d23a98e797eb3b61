/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/kit/testing.h"

#include "base/trace.h"

static void each_trace_kind_has_group_and_word(void **state)
{
	(void)state;
	for (int i = 0; i < TRACE_KIND_COUNT; i++) {
		enum trace_kind kind = (enum trace_kind)i;

		assert_true(strlen(trace_kind_group(kind)) > 0);
		assert_true(strlen(trace_kind_word(kind)) > 0);
	}
	assert_string_equal(trace_kind_group(TRACE_WIRE_REQUEST), "wire");
	assert_string_equal(trace_kind_word(TRACE_SIM_TIME), "time");
}

static void group_and_word_name_one_kind(void **state)
{
	(void)state;
	for (int i = 0; i < TRACE_KIND_COUNT; i++)
		for (int j = 0; j < i; j++)
			assert_false(strcmp(trace_kind_group((enum trace_kind)i),
					    trace_kind_group((enum trace_kind)j)) == 0 &&
				     strcmp(trace_kind_word((enum trace_kind)i),
					    trace_kind_word((enum trace_kind)j)) == 0);
}

static void keep(void *user, const struct trace_event *ev)
{
	*(struct trace_event *)user = *ev;
}

static void trace_event_reaches_the_sink_if_one_is_set(void **state)
{
	struct trace_event kept = { 0 };
	const struct trace_sink sink = { keep, &kept }, empty = { 0 };
	struct trace_event ev = { .at_ns = 5, .kind = TRACE_STOPPED, .who = STR("pods") };

	(void)state;
	trace_emit(NULL, &ev);
	trace_emit(&empty, &ev);
	assert_int_equal(kept.at_ns, 0);
	trace_emit(&sink, &ev);
	assert_int_equal(kept.at_ns, 5);
	assert_true(str_eqz(kept.who, "pods"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_trace_kind_has_group_and_word),
		cmocka_unit_test(group_and_word_name_one_kind),
		cmocka_unit_test(trace_event_reaches_the_sink_if_one_is_set),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
