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

static unsigned long orders(const struct output *o)
{
	const char *at = strstr(o->out.ptr, "\"orders\":");

	return at ? strtoul(at + 9, NULL, 10) : 0;
}

static void runs_every_order_of_five_events_and_two_handlers(void **state)
{
	struct output *o = *state;
	unsigned long all, pruned;

	explore(o, "--exhaustive", five);
	assert_int_equal(o->status, 0);
	assert_non_null(strstr(o->out.ptr, "all there are"));
	assert_non_null(strstr(o->out.ptr, ", 0 failed"));
	explore(o, "--exhaustive --format jsonl", five);
	pruned = orders(o);
	explore(o, "--exhaustive --all --format jsonl", five);
	all = orders(o);
	assert_true(pruned > 20);
	assert_true(pruned < all);
	assert_non_null(strstr(o->out.ptr, "\"complete\":true"));
}

static void shards_share_the_orders_without_rest(void **state)
{
	struct output *o = *state;
	unsigned long whole, sum = 0;

	explore(o, "--exhaustive --format jsonl", five);
	whole = orders(o);
	for (int i = 1; i <= 3; i++) {
		char options[64];

		(void)snprintf(options, sizeof(options), "--exhaustive --format jsonl --shard %d/3",
			       i);
		explore(o, options, five);
		assert_int_equal(o->status, 0);
		sum += orders(o);
	}
	assert_int_equal(sum, whole);
	explore(o, "--exhaustive --format jsonl -j 2", five);
	assert_int_equal(orders(o), whole);
}

static void the_first_failure_is_written_and_runs_again(void **state)
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

static void planted_bugs_are_found_and_none_without_them(void **state)
{
	static const char *const bugs[] = {
		"late-handler-hears-it-backwards", "ghost-of-a-queued-create",
		"recreated-behind-its-delete",	   "synced-before-the-cache-is-full",
		"transform-meets-a-tombstone",	   "index-loses-a-value-that-stays",
	};
	struct output *o = *state;

	for (size_t i = 0; i < ARRAY_LEN(bugs); i++) {
		char words[256];

		(void)snprintf(words, sizeof(words),
			       "explore --exhaustive --max-runs 500 scenarios/bugs/%s.yaml -o %s",
			       bugs[i], choices);
		relist(o, words);
		if (o->status)
			fail_msg("%s: %s%s", bugs[i], o->out.ptr, o->err.ptr);
		assert_non_null(strstr(o->out.ptr, "[fix=none]: "));
		assert_non_null(strstr(o->out.ptr, " failed as they are to"));
		assert_null(strstr(o->out.ptr, ", 0 failed as they are to"));
	}
}

static void broken_choices_are_told_with_their_line(void **state)
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
		cmocka_unit_test(runs_every_order_of_five_events_and_two_handlers),
		cmocka_unit_test(shards_share_the_orders_without_rest),
		cmocka_unit_test(the_first_failure_is_written_and_runs_again),
		cmocka_unit_test(planted_bugs_are_found_and_none_without_them),
		cmocka_unit_test(broken_choices_are_told_with_their_line),
	};

	return cmocka_run_group_tests(tests, setup, teardown);
}
