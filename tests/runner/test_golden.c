/* SPDX-License-Identifier: Apache-2.0 */
/* The recordings of client-go, both generations, against the informer in the simulator. None is
 * left out: a trace that does not pass fails here. Over HTTP/2 those run that break no connection.
 */
#include "runner/tcp/posix/world_tcp.h"
#include "tests/kit/trace_kit.h"

enum { SEEDS = 20 };

static struct trace_set current, classic, differences, options, clients;

static int load_sets(void **state)
{
	(void)state;
	trace_set_load(&current, "tests/golden/client-go-0.37");
	trace_set_load(&classic, "tests/golden/client-go-0.32");
	trace_set_load(&differences, "tests/golden/client-go-differences");
	trace_set_load(&options, "tests/golden/client-go-options");
	trace_set_load(&clients, "tests/golden/client-go-clients");
	return 0;
}

static int free_sets(void **state)
{
	(void)state;
	trace_set_free(&current);
	trace_set_free(&classic);
	trace_set_free(&differences);
	trace_set_free(&options);
	trace_set_free(&clients);
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

static void all_golden_recordings_are_loaded(void **state)
{
	(void)state;
	assert_int_equal(current.paths.len, 140);
	assert_int_equal(classic.paths.len, 152);
	for (size_t i = 0; i < classic.paths.len; i++)
		assert_true(classic.traces[i]->classic);
}

/* The smallest recordings in which this informer, or one of its worlds, once differed. */
static void trace_of_a_former_difference_passes_under_every_seed(void **state)
{
	(void)state;
	assert_true(differences.paths.len >= 19);
	run_set(&differences, sim_options(1), SEEDS);
}

static struct runner__replay_options tcp_options(uint64_t seed)
{
	struct runner__replay_options opt = sim_options(seed);

	opt.world = &runner__world_tcp;
	return opt;
}

static void trace_of_a_former_difference_passes_over_sockets(void **state)
{
	(void)state;
	run_set(&differences, tcp_options(1), 2);
}

/* Over HTTP/1.1 this ends or refuses a connection, over HTTP/2 a stream: client-go handles the two
 * differently (docs/client-go.md, HTTP/2; tests/runner/test_scn_http2.c). */
static bool breaks_a_connection(const struct runner__trace *t)
{
	for (size_t i = 0; i < t->line_count; i++) {
		const struct runner__line *line = &t->lines[i];

		if (line->kind == RUNNER_LINE_CLOSE &&
		    (line->how == FAKEAPI_CLOSE_CUT || line->how == FAKEAPI_CLOSE_RESET))
			return true;
		if (line->kind == RUNNER_LINE_ACT && line->act.kind == RUNNER_ACT_REFUSE)
			return true;
	}
	return false;
}

static void traces_pass_over_http2_as_over_http1(void **state)
{
	static const struct trace_set *const sets[] = { &current, &classic, &differences, &options,
							&clients };
	struct runner__replay_options opt = sim_options(1);
	size_t ran = 0, broken = 0;

	(void)state;
	opt.world = &runner__world_http2;
	for (size_t k = 0; k < ARRAY_LEN(sets); k++) {
		for (size_t i = 0; i < sets[k]->paths.len; i++) {
			const struct runner__trace *t = sets[k]->traces[i];

			if (breaks_a_connection(t)) {
				broken++;
				continue;
			}
			assert_passes(t, &opt);
			ran++;
		}
	}
	assert_true(ran >= 300);
	assert_true(broken < ran / 5);
}

/* Pages and page sizes, which cache.New takes and SharedIndexInformer does not. */
static void list_page_sizes_equal_those_of_client_go(void **state)
{
	(void)state;
	assert_true(options.paths.len >= 14);
	run_set(&options, sim_options(1), SEEDS);
	run_set(&options, tcp_options(1), 2);
}

/* Informers of the typed client in JSON and in protobuf and of the metadata client. */
static void traces_of_other_clients_pass_in_both_worlds(void **state)
{
	static const struct {
		const char *name;
		size_t traces;
	} all[] = { { "typed", 13 }, { "protobuf", 14 }, { "metadata", 16 } };

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(all); i++) {
		size_t count = 0;

		for (size_t k = 0; k < clients.paths.len; k++)
			count += str_eqz(clients.traces[k]->client, all[i].name);
		assert_int_equal(count, all[i].traces);
	}
	run_set(&clients, sim_options(1), SEEDS);
	run_set(&clients, tcp_options(1), 2);
}

/* The first run fails with a held store; the next run must pass. */
static void failed_run_over_sockets_does_not_affect_the_next(void **state)
{
	struct runner__replay_options opt = tcp_options(1);
	struct trace_set failing;
	struct runner__result result;

	(void)state;
	trace_set_load(&failing, "tests/golden/failures/store-is-held.jsonl");
	runner__result_init(&result);
	runner__replay(failing.traces[0], &opt, &result);
	assert_int_equal(result.verdict, RUNNER_FAIL);
	assert_int_equal(result.line, 10);
	runner__result_fini(&result);
	assert_passes(differences.traces[0], &opt);
	trace_set_free(&failing);
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

static void trace_passes_with_its_responses_cut_at_every_byte(void **state)
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

/* --- across generations --- */

/* The differences of the two generations, as far as a recording of one of them shows them: order in
 * a relist, resourceVersions, what is accepted, stop, streaming lists that fail. */
static const char *const generations_differ[] = {
	"burst-in-order",
	"burst-in-order-nobatch",
	"list-without-rv",
	"queue-relist-behind-pending",
	"queue-resync-behind-pending",
	"relist-missed-delete",
	"relist-mixed-nonatomic",
	"resync-several-objects-nonatomic",
	"stop-while-listing",
	"transform-fails-in-list",
	"transform-fails-in-list-nonatomic",
	"watch-table-object",
	"watchlist-500-mid-initial",
	"watchlist-garbage-mid-initial",
	"watchlist-list-must-be-sorted",
	"watchlist-rejected-400",
	"watchlist-rejected-asked-again",
	"watchlist-transform-fails",
	"backoff-never-restarts-while-failing",
};

static bool differs(const struct runner__trace *t)
{
	if (t->name.len > 7 && memcmp(t->name.ptr, "deltas-", 7) == 0)
		return true;
	for (size_t i = 0; i < ARRAY_LEN(generations_differ); i++)
		if (str_eqz(t->name, generations_differ[i]))
			return true;
	return false;
}

static bool has(const struct trace_set *set, struct str name)
{
	for (size_t i = 0; i < set->paths.len; i++)
		if (str_eq(set->traces[i]->name, name))
			return true;
	return false;
}

/* The trace as the other generation would have it. */
static struct runner__trace *other_generation(const char *path)
{
	AUTO_STRBUF text = STRBUF_INIT;
	struct runner__trace *t;

	read_text(path, &text);
	t = runner__trace_parse(str_of(path), strbuf_str(&text), NULL);
	assert_non_null(t);
	t->classic = !t->classic;
	for (size_t i = 0; i < t->line_count; i++) {
		struct runner__line *line = (struct runner__line *)(uintptr_t)&t->lines[i];

		if (line->kind == RUNNER_LINE_STATE)
			line->state.has_store_rv = false; /* only one of them keeps it */
	}
	return t;
}

static size_t run_as_other(const struct trace_set *from, const struct trace_set *to)
{
	size_t ran = 0;

	for (size_t i = 0; i < from->paths.len; i++) {
		struct runner__replay_options opt = sim_options(1);
		struct runner__trace *t;

		if (has(to, from->traces[i]->name) || differs(from->traces[i]))
			continue;
		t = other_generation(from->paths.items[i]);
		assert_passes(t, &opt);
		runner__trace_free(t);
		ran++;
	}
	return ran;
}

/* A recording that exists for one generation only holds for the other too, unless it is known to
 * differ. */
static void generations_give_equal_results_except_for_documented_differences(void **state)
{
	(void)state;
	assert_true(run_as_other(&current, &classic) >= 30);
	assert_true(run_as_other(&classic, &current) >= 30);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(all_golden_recordings_are_loaded),
		cmocka_unit_test(trace_of_a_former_difference_passes_under_every_seed),
		cmocka_unit_test(trace_of_a_former_difference_passes_over_sockets),
		cmocka_unit_test(traces_pass_over_http2_as_over_http1),
		cmocka_unit_test(list_page_sizes_equal_those_of_client_go),
		cmocka_unit_test(traces_of_other_clients_pass_in_both_worlds),
		cmocka_unit_test(failed_run_over_sockets_does_not_affect_the_next),
		cmocka_unit_test(client_go_0_37_passes_under_every_seed),
		cmocka_unit_test(client_go_0_32_passes_under_every_seed),
		cmocka_unit_test(every_trace_passes_byte_by_byte),
		cmocka_unit_test(every_trace_passes_with_random_cuts),
		cmocka_unit_test(trace_passes_with_its_responses_cut_at_every_byte),
		cmocka_unit_test(generations_give_equal_results_except_for_documented_differences),
	};

	return cmocka_run_group_tests(tests, load_sets, free_sets);
}
