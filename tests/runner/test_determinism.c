/* SPDX-License-Identifier: Apache-2.0 */
/* Same input, same seed: the same bytes. */
#include "runner/report/report.h"
#include "tests/kit/trace_kit.h"

enum { RUNS = 100 };

/* The JSON Lines of one run. */
static void events_of(const struct runner__trace *t, uint64_t seed, enum runner__cuts cuts,
		      struct strbuf *out)
{
	struct runner__replay_options opt = sim_options(seed);
	struct runner__result result;

	strbuf_clear(out);
	opt.cuts = cuts;
	opt.events = runner__report_events(out);
	runner__result_init(&result);
	runner__replay(t, &opt, &result);
	assert_int_equal(result.verdict, RUNNER_PASS);
	strbuf_addf(out, "%llu steps, %lld ns\n", (unsigned long long)result.steps,
		    (long long)result.virtual_ns);
	runner__result_fini(&result);
	assert_false(out->failed);
}

static void hundred_runs_of_a_seed_are_byte_identical(void **state)
{
	struct strbuf first = STRBUF_INIT, again = STRBUF_INIT;
	struct trace_set set;

	(void)state;
	trace_set_load(&set, "tests/golden/client-go-0.37");
	for (size_t i = 0; i < set.paths.len; i++) {
		/* All of them twice, some of them a hundred times. */
		int runs = i % 20 == 0 ? RUNS : 2;

		events_of(set.traces[i], 5, RUNNER_CUTS_RANDOM, &first);
		for (int k = 1; k < runs; k++) {
			events_of(set.traces[i], 5, RUNNER_CUTS_RANDOM, &again);
			assert_string_equal(again.ptr, first.ptr);
		}
	}
	trace_set_free(&set);
	strbuf_fini(&first);
	strbuf_fini(&again);
}

static void different_seeds_give_different_runs(void **state)
{
	struct strbuf first = STRBUF_INIT, again = STRBUF_INIT;
	struct trace_set set;
	size_t different = 0;

	(void)state;
	trace_set_load(&set, "tests/golden/client-go-0.37");
	for (size_t i = 0; i < set.paths.len; i++) {
		events_of(set.traces[i], 1, RUNNER_CUTS_RANDOM, &first);
		events_of(set.traces[i], 2, RUNNER_CUTS_RANDOM, &again);
		different += strcmp(first.ptr, again.ptr) != 0;
	}
	assert_int_equal(different, set.paths.len); /* cuts alone make them differ */
	trace_set_free(&set);
	strbuf_fini(&first);
	strbuf_fini(&again);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(hundred_runs_of_a_seed_are_byte_identical),
		cmocka_unit_test(different_seeds_give_different_runs),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
