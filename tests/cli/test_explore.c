/* SPDX-License-Identifier: Apache-2.0 */
/* relist explore, and relist run --choices. */
#define _XOPEN_SOURCE 700 /* mkdtemp */
#include <stdlib.h>
#include <unistd.h>

#include "runner/posix/files.h"
#include "tests/kit/cli_kit.h"

static char folder[] = "/tmp/relist-explore-XXXXXX";
static char story[64], choices[64];

static void explore(struct output *o, const char *options, const char *text)
{
	char words[512];

	assert_int_equal(runner__replace_file(story, str_of(text), NULL), 0);
	(void)snprintf(words, sizeof(words), "explore -o %s %s %s", choices, options, story);
	relist(o, words);
}

#define HEAD                                                                                       \
	"scenario: order\n"                                                                        \
	"world:\n"                                                                                 \
	"  types: {pods: v1/pods}\n"                                                               \
	"  informers:\n"                                                                           \
	"    pods: {handlers: {h1: {}, h2: {}}}\n"                                                 \
	"steps:\n"                                                                                 \
	"  - start: pods\n"                                                                        \
	"  - settle\n"

static const char five[] = HEAD "  - create: {pods/default/a: {}}\n"
				"  - create: {pods/default/b: {}}\n"
				"  - create: {pods/default/c: {}}\n"
				"  - create: {pods/default/d: {}}\n"
				"  - create: {pods/default/e: {}}\n"
				"  - settle\n";

static unsigned long number(const struct output *o, const char *member)
{
	const char *at = strstr(o->out.ptr, member);

	return at ? strtoul(at + strlen(member), NULL, 10) : 0;
}

static void explore_runs_every_order_of_five_events_and_two_handlers(void **state)
{
	struct output *o = *state;
	unsigned long all, runs;

	explore(o, "--exhaustive", five);
	assert_int_equal(o->status, 0);
	assert_non_null(strstr(o->out.ptr, "all there are"));
	assert_non_null(strstr(o->out.ptr, "; 0 failed"));
	explore(o, "--exhaustive --all --format jsonl", five);
	all = number(o, "\"runs\":");
	assert_non_null(strstr(o->out.ptr, "\"complete\":true"));
	assert_int_equal(number(o, "\"orders\":"), all);
	explore(o, "--exhaustive --format jsonl", five);
	runs = number(o, "\"runs\":");
	assert_in_range(runs, 1, all / 100);
	assert_non_null(strstr(o->out.ptr, "\"complete\":true"));
	/* Its own orders are more than the runs that distinguish them. */
	explore(o, "--exhaustive --interleave --format jsonl", five);
	runs = number(o, "\"runs\":") + number(o, "\"pruned\":");
	assert_true(number(o, "\"orders\":") > 10 * runs);
}

static void explore_shards_together_run_every_order_once(void **state)
{
	struct output *o = *state;
	unsigned long whole, sum = 0;

	/* without leaving anything out each order is in one of them */
	explore(o, "--exhaustive --all --format jsonl", five);
	whole = number(o, "\"runs\":");
	for (int i = 1; i <= 3; i++) {
		char options[64];

		(void)snprintf(options, sizeof(options),
			       "--exhaustive --all --format jsonl --shard %d/3", i);
		explore(o, options, five);
		assert_int_equal(o->status, 0);
		sum += number(o, "\"runs\":");
	}
	assert_int_equal(sum, whole);
	explore(o, "--exhaustive --all --format jsonl -j 2", five);
	assert_int_equal(number(o, "\"runs\":"), whole);
}

static const char joins[] = "scenario: joins\n"
			    "world:\n"
			    "  types: {pods: v1/pods}\n"
			    "  informers:\n"
			    "    pods: {without: join-blocks, handlers: {h1: {}}}\n"
			    "steps:\n"
			    "  - start\n"
			    "  - settle\n"
			    "  - create: {pods/default/a: {}}\n"
			    "  - handler: {add: late, informer: pods}\n"
			    "  - settle\n";

static void explore_finds_a_failing_order_in_one_shard(void **state)
{
	struct output *o = *state;
	unsigned long found = 0;

	for (int i = 1; i <= 4; i++) {
		char options[64];

		(void)snprintf(options, sizeof(options),
			       "--exhaustive --interleave --format jsonl --shard %d/4", i);
		explore(o, options, joins);
		assert_int_equal(o->status != 0, number(o, "\"failures\":") != 0);
		assert_non_null(strstr(o->out.ptr, "\"complete\":true"));
		found += number(o, "\"failures\":");
	}
	assert_true(found > 0);
}

/* A step of the scenario that comes between two of the simulator's is a choice as any other. */
static void interleaved_runs_are_repeated_from_their_choices(void **state)
{
	struct output *o = *state;
	AUTO_STRBUF first = STRBUF_INIT;
	char words[256];

	explore(o, "--exhaustive", joins);
	assert_int_equal(o->status,
			 0); /* the failure needs a step of the scenario between two others */
	explore(o, "--exhaustive --interleave", joins);
	assert_int_equal(o->status, 1);
	(void)snprintf(words, sizeof(words), "run -q --choices %s %s", choices, story);
	relist(o, words);
	assert_int_equal(o->status, 1);
	assert_non_null(strstr(o->out.ptr, "late got `add pods/default/a"));
	strbuf_adds(&first, strbuf_str(&o->out));
	relist(o, words);
	assert_string_equal(o->out.ptr, first.ptr);
}

static void explore_writes_choices_that_repeat_the_first_failure(void **state)
{
	static const char text[] = HEAD "  - create: {pods/default/a: {}}\n"
					"  - create: {pods/default/b: {}}\n"
					"  - expect: {counts: {cache.pods: 3}}\n";
	struct output *o = *state;
	AUTO_STRBUF written = STRBUF_INIT;
	char words[256];

	explore(o, "--exhaustive", text);
	assert_int_equal(o->status, 1);
	assert_non_null(strstr(o->out.ptr, "again: relist run --choices"));
	assert_int_equal(runner__read_file(choices, 1 << 20, &written, NULL), 0);
	assert_non_null(strstr(written.ptr, "relist-choices 1\n"));
	(void)snprintf(words, sizeof(words), "run -q --choices %s %s", choices, story);
	relist(o, words);
	assert_int_equal(o->status, 1);
	assert_non_null(strstr(o->out.ptr, "cache.pods"));
}

/* Of each cell: "ok NAME [fix=X]: ... failed". */
static void explore_finds_planted_bugs_and_nothing_without_them(void **state)
{
	static const struct {
		const char *path, *options;
	} bugs[] = {
		{ "scenarios/bugs/late-handler-gets-events-in-wrong-order", "" },
		{ "scenarios/bugs/ghost-of-a-queued-create", "" },
		{ "scenarios/bugs/recreated-behind-its-delete", "" },
		{ "scenarios/bugs/synced-before-the-cache-is-full", "" },
		{ "scenarios/bugs/transform-meets-a-tombstone", "" },
		{ "scenarios/bugs/index-loses-a-value-that-stays", "" },
		{ "tests/explore/late-handler-join", "--interleave" },
		{ "tests/explore/relist-behind-pending-events", "--interleave" },
		{ "tests/explore/removal-during-delivery", "--interleave" },
		{ "tests/explore/resync-against-delete", "--interleave" },
		{ "tests/explore/stop-during-list", "--interleave" },
		{ "tests/explore/transform-and-tombstone", "--interleave" },
		{ "tests/explore/synced-too-early", "--interleave" },
		{ "tests/explore/index-update-race", "--interleave" },
	};
	struct output *o = *state;

	for (size_t i = 0; i < ARRAY_LEN(bugs); i++) {
		const char *right;
		char words[256];

		(void)snprintf(words, sizeof(words), "explore --exhaustive %s %s.yaml -o %s",
			       bugs[i].options, bugs[i].path, choices);
		relist(o, words);
		if (o->status)
			fail_msg("%s: %s%s", bugs[i].path, o->out.ptr, o->err.ptr);
		right = strstr(o->out.ptr, "[fix=none]: ");
		assert_non_null(right);
		assert_memory_equal(strchr(right, ';'), "; 0 failed\n", 11);
		assert_null(strstr(o->out.ptr, "to come"));
		assert_non_null(strstr(o->out.ptr, " failed as they are to"));
		assert_null(strstr(o->out.ptr, "; 0 failed as they are to"));
	}
}

/* These bugs need another order than that of the steps: a single run passes. */
static void explore_finds_order_bugs_that_run_does_not(void **state)
{
	static const char *const races[] = { "late-handler-join",     "removal-during-delivery",
					     "resync-against-delete", "stop-during-list",
					     "synced-too-early",      "index-update-race" };
	struct output *o = *state;

	for (size_t i = 0; i < ARRAY_LEN(races); i++) {
		char words[256];

		(void)snprintf(words, sizeof(words),
			       "explore --exhaustive tests/explore/%s.yaml -o %s", races[i],
			       choices);
		relist(o, words);
		if (o->status != 1 || !strstr(o->out.ptr, "; 0 failed as they are to"))
			fail_msg("%s: %s%s", races[i], o->out.ptr, o->err.ptr);
	}
}

static void limited_exploration_reports_its_progress(void **state)
{
	struct output *o = *state;

	explore(o, "--exhaustive --all --interleave --max-runs 50", five);
	assert_int_equal(o->status, 0);
	assert_non_null(strstr(o->out.ptr, ": 50 runs; at least "));
	assert_non_null(strstr(o->out.ptr, " are to come, "));
	assert_null(strstr(o->out.ptr, "all there are"));
	explore(o, "--exhaustive --all --interleave --max-runs 50 --format jsonl", five);
	assert_non_null(strstr(o->out.ptr, "\"orders\":null,\"complete\":false"));
	assert_true(number(o, "\"left\":") > 0);
}

static void explore_reports_invalid_choices_with_their_line(void **state)
{
	static const struct {
		const char *text, *why;
	} cases[] = {
		{ "", ":1: no choices" },
		{ "picks 0 1\n", ":1: no choices" },
		{ "relist-choices 1\npicks 0 x\n", ":2: must be" },
		{ "relist-choices 1\npicks 0 99999999999\n", ":2: must be" },
		{ "relist-choices 1\nseed 1\n", "it has no picks" },
		{ "relist-choices 1\nwhatever\n", ":2: must be" },
	};
	struct output *o = *state;
	char words[256];

	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		assert_int_equal(runner__replace_file(choices, str_of(cases[i].text), NULL), 0);
		(void)snprintf(words, sizeof(words), "run --choices %s scenarios/a-basics",
			       choices);
		relist(o, words);
		assert_int_equal(o->status, 2);
		if (!strstr(o->err.ptr, cases[i].why))
			fail_msg("%zu: %s", i, o->err.ptr);
	}
}

static int setup(void **state)
{
	if (!mkdtemp(folder))
		return -1;
	(void)snprintf(story, sizeof(story), "%s/story.yaml", folder);
	(void)snprintf(choices, sizeof(choices), "%s/story.choices", folder);
	return output_setup(state);
}

static int teardown(void **state)
{
	(void)unlink(story);
	(void)unlink(choices);
	(void)rmdir(folder);
	return output_teardown(state);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(explore_runs_every_order_of_five_events_and_two_handlers),
		cmocka_unit_test(explore_shards_together_run_every_order_once),
		cmocka_unit_test(explore_finds_a_failing_order_in_one_shard),
		cmocka_unit_test(interleaved_runs_are_repeated_from_their_choices),
		cmocka_unit_test(explore_finds_order_bugs_that_run_does_not),
		cmocka_unit_test(limited_exploration_reports_its_progress),
		cmocka_unit_test(explore_writes_choices_that_repeat_the_first_failure),
		cmocka_unit_test(explore_finds_planted_bugs_and_nothing_without_them),
		cmocka_unit_test(explore_reports_invalid_choices_with_their_line),
	};

	return cmocka_run_group_tests(tests, setup, teardown);
}
