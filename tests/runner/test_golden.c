/* SPDX-License-Identifier: Apache-2.0 */
/* The recordings of client-go, both generations, against the informer in the simulator. None is
 * left out: a trace that does not pass fails here. */
#include "tests/trace_kit.h"

enum { SEEDS = 20 };

static struct trace_set current, classic;

static int load_sets(void **state)
{
	(void)state;
	trace_set_load(&current, "tests/golden/client-go-0.37");
	trace_set_load(&classic, "tests/golden/client-go-0.32");
	return 0;
}

static int free_sets(void **state)
{
	(void)state;
	trace_set_free(&current);
	trace_set_free(&classic);
	return 0;
}

static void run_set(const struct trace_set *set, struct runner__replay_options opt, uint64_t seeds)
{
	for (size_t i = 0; i < set->paths.len; i++) {
		for (uint64_t k = 0; k < seeds; k++) {
			struct runner__replay_options one = opt;

			one.seed = opt.seed + k;
			assert_passes(set->traces[i], &one);
		}
	}
}

static void all_recordings_are_there(void **state)
{
	(void)state;
	assert_int_equal(current.paths.len, 140);
	assert_int_equal(classic.paths.len, 152);
	for (size_t i = 0; i < classic.paths.len; i++)
		assert_true(classic.traces[i]->classic);
}

static void client_go_0_37_passes_under_every_seed(void **state)
{
	(void)state;
	run_set(&current, sim_options(1), SEEDS);
}

static void client_go_0_32_passes_under_every_seed(void **state)
{
	(void)state;
	run_set(&classic, sim_options(1), SEEDS);
}

static void every_trace_passes_byte_by_byte(void **state)
{
	struct runner__replay_options opt = sim_options(7);

	(void)state;
	opt.cuts = RUNNER_CUTS_EVERY;
	run_set(&current, opt, 1);
	run_set(&classic, opt, 1);
}

static void every_trace_passes_with_random_cuts(void **state)
{
	struct runner__replay_options opt = sim_options(100);

	(void)state;
	opt.cuts = RUNNER_CUTS_RANDOM;
	run_set(&current, opt, SEEDS / 2);
	run_set(&classic, opt, SEEDS / 2);
}

/* The longest answer of a trace: a cut beyond it cuts nothing. */
static size_t longest_answer(const struct runner__trace *t)
{
	size_t longest = 0, sum = 0;

	for (size_t i = 0; i < t->line_count; i++) {
		const struct runner__line *line = &t->lines[i];

		if (line->kind == RUNNER_LINE_RESPONSE) {
			sum = line->response.body.len;
		} else if (line->kind == RUNNER_LINE_EVENT || line->kind == RUNNER_LINE_RAW) {
			sum += line->bytes.len;
		}
		longest = sum > longest ? sum : longest;
	}
	return longest;
}

static void a_cut_at_every_single_place_changes_nothing(void **state)
{
	static const char *const names[] = { "initial-list-adds", "watch-reset-mid-event",
					     "watch-garbage", "watchlist-initial",
					     "bookmark-advances-rv" };
	size_t found = 0;

	(void)state;
	for (size_t i = 0; i < current.paths.len; i++) {
		const struct runner__trace *t = current.traces[i];
		struct runner__replay_options opt = sim_options(3);

		for (size_t k = 0; k < ARRAY_LEN(names); k++) {
			if (!str_eqz(t->name, names[k]))
				continue;
			found++;
			opt.cuts = RUNNER_CUTS_AT;
			for (opt.cut_at = 1; opt.cut_at <= longest_answer(t); opt.cut_at++)
				assert_passes(t, &opt);
		}
	}
	assert_int_equal(found, ARRAY_LEN(names));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(all_recordings_are_there),
		cmocka_unit_test(client_go_0_37_passes_under_every_seed),
		cmocka_unit_test(client_go_0_32_passes_under_every_seed),
		cmocka_unit_test(every_trace_passes_byte_by_byte),
		cmocka_unit_test(every_trace_passes_with_random_cuts),
		cmocka_unit_test(a_cut_at_every_single_place_changes_nothing),
	};

	return cmocka_run_group_tests(tests, load_sets, free_sets);
}
