/* SPDX-License-Identifier: Apache-2.0 */
/* The number of orders of every scenario, of those left out because their steps commute or their
 * states are known, and their results are unchanged. tests/runner/test_explore.c checks that
 * nothing is left out which matters. */
#include "base/alloc.h"
#include "runner/posix/files.h"
#include "tests/kit/cli_kit.h"
#include "tests/kit/fingerprints.h"

static void add(struct fingerprints *f, const char *word, const char *options, const char *path)
{
	AUTO_STRBUF text = STRBUF_INIT, words = STRBUF_INIT;

	strbuf_addf(&words, "explore --format jsonl -o DIR/choices --max-runs 20 %s %s", options,
		    path);
	add_call(&text, words.ptr);
	fingerprints_read("choices", &text);
	fingerprints_add(f, word, strbuf_str(&text));
}

static void explored_outputs_for_every_scenario_equal_the_golden_ones(void **state)
{
	struct fingerprints f = { "tests/golden/outputs/explored.txt", STRBUF_INIT };
	struct runner__paths paths = { 0 };
	struct relist_err err = { 0 };

	(void)state;
	if (runner__paths_find(&paths, "scenarios", ".yaml", &err))
		fail_msg("%s", err.msg);
	for (size_t i = 0; i < paths.len; i++) {
		fingerprints_line(&f, paths.items[i]);
		add(&f, "between", "--exhaustive --interleave", paths.items[i]);
		add(&f, "orders", "--exhaustive", paths.items[i]);
		add(&f, "all", "--exhaustive --interleave --all --depth 4", paths.items[i]);
	}
	fingerprints_end(&f);
	runner__paths_fini(&paths);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(explored_outputs_for_every_scenario_equal_the_golden_ones),
	};
	int failures;

	base__alloc_init_cjson();
	fingerprints_make_folder();
	failures = cmocka_run_group_tests(tests, NULL, NULL);
	fingerprints_remove_folder();
	return failures;
}
