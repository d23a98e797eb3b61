/* SPDX-License-Identifier: Apache-2.0 */
/* relist report for parts of relist perturb. */
#define _XOPEN_SOURCE 700 /* mkdtemp */
#include <stdlib.h>
#include <unistd.h>

#include "runner/posix/files.h"
#include "tests/kit/cli_kit.h"

static char folder[] = "/tmp/relist-merge-XXXXXX";

static void put(const char *name, const char *text)
{
	char path[128];

	(void)snprintf(path, sizeof(path), "%s/%s", folder, name);
	assert_int_equal(runner__replace_file(path, str_of(text), NULL), 0);
}

#define PLAN(id, sentence, more)                                                                   \
	"{\"plan\":{\"id\":" #id ",\"name\":\"crash:" #id "\",\"sentence\":\"" sentence            \
	"\",\"begun\":true" more ",\"tries\":1,\"seen\":1,\"wall_ns\":2000000000}}\n"
#define FINDING(key, group)                                                                        \
	",\"failed\":true,\"findings\":[{\"kind\":3,\"step\":0,\"type\":\"pods\",\"key\":\"" key   \
	"\",\"what\":\"" key " is missing\",\"group\":\"" group "\"}]"
#define PASS ",\"findings\":[]"
#define END(plans, shard, more)                                                                    \
	"{\"perturbed\":{\"version\":1,\"plans\":" #plans ",\"shard\":" #shard ",\"shards\":3"     \
	",\"job\":\"relist job --parts 3 --claim c -- perturb --exec x s.yaml\""                   \
	",\"story\":\"s\",\"again\":\"relist perturb --exec x s.yaml\",\"command\":\"x\""          \
	",\"planned\":4,\"points\":9,\"tries\":2,\"references\":3,\"noise\":" #shard               \
	",\"wall_ns\":" #shard "000000000" more "}}\n"

#define ONE PLAN(3, "third", FINDING("pods/b", "g")) PLAN(1, "first", PASS)
#define TWO PLAN(2, "second", FINDING("pods/a", "g"))
#define THREE                                                                                      \
	PLAN(4, "fourth",                                                                          \
	     FINDING("pods/c", "h") ",\"run\":\"fails\",\"scenario\":\"d/c.yaml\","                \
				    "\"reason\":\"it fails\"")

static void report(struct output *o, const char *options, const char *names)
{
	AUTO_STRBUF words = STRBUF_INIT;

	strbuf_addf(&words, "report %s", options);
	for (; *names; names++)
		strbuf_addf(&words, " %s/%c", folder, *names);
	relist(o, words.ptr);
}

static void has(const struct output *o, const char *text)
{
	if (!strstr(o->out.ptr, text))
		fail_msg("no \"%s\" in: %s%s", text, o->out.ptr, o->err.ptr);
}

static void parts_become_one_report_with_common_groups(void **state)
{
	struct output *o = *state;
	AUTO_STRBUF text = STRBUF_INIT;

	put("1", ONE END(2, 1, ",\"loose\":[\"pods/default/x\"]"));
	put("2", TWO END(1, 2, ""));
	put("3", THREE END(1, 3, ""));
	report(o, "", "123");
	assert_int_equal(o->status, 1);
	assert_int_equal(o->err.len, 0);
	/* in the order of the search: the second and the third plan are one group */
	has(o, "\nFAIL 1: something is missing\n      pods/a is missing\n      when second "
	       "(crash:2, 1 of 1 tries)\n      when third (crash:3, 1 of 1 tries)\n      again: "
	       "relist perturb --exec x s.yaml --only crash:2-");
	has(o, "\nFAIL 2: something is missing\n      pods/c is missing\n");
	has(o, "      scenario: d/c.yaml: fails (it fails); passes without the disturbance\n");
	has(o, "not compared, as undisturbed runs differ in it: pods/default/x\n");
	has(o, "\n2 failures in 4 plans tried of 4 (9 points;");
	has(o, "\n1 passed, 0 missed their point, 0 broken, 0 doubtful\n3.0 s, 6 tries, 120 a "
	       "minute; 9 undisturbed runs, noise in 3 fields\n");
	strbuf_adds(&text, strbuf_str(&o->out));
	report(o, "", "312");
	assert_string_equal(o->out.ptr, text.ptr);
	report(o, "--format json", "123");
	assert_int_equal(o->status, 1);
	has(o, "\"passed\":1,\"missed\":0,\"broken\":0,\"doubtful\":0,\"groups\":2,\"plans\":["
	       "{\"plan\":\"crash:1\"");
	report(o, "--format junit", "123");
	assert_int_equal(o->status, 1);
	has(o, "tests=\"4\" failures=\"3\" errors=\"0\" skipped=\"0\"");
	report(o, "--format jsonl", "123");
	assert_int_equal(o->status, 1);
	put("4", o->out.ptr);
	report(o, "", "4");
	assert_string_equal(o->out.ptr, text.ptr);
}

static void missing_and_refused_parts_are_named_with_a_command(void **state)
{
	struct output *o = *state;

	put("1", ONE END(2, 1, ""));
	put("2", END(0, 2, ",\"refused\":\"no rest\""));
	put("3", THREE END(1, 3, ""));
	report(o, "", "1");
	assert_int_equal(o->status, 2);
	has(o, "FAIL 1: ");
	assert_string_equal(o->err.ptr,
			    "relist report: parts 2, 3 of 3 of the work missing\n  again: relist "
			    "job --only 2,3 --parts 3 --claim c -- perturb --exec x s.yaml | "
			    "kubectl create -f -\n");
	report(o, "", "123");
	assert_int_equal(o->status, 2);
	assert_non_null(strstr(o->err.ptr, "part 2 of 3 of the work missing; "));
	assert_non_null(strstr(o->err.ptr, "/2: the story cannot be judged: no rest\n"));
	assert_non_null(strstr(o->err.ptr, "job --only 2 --parts"));
	/* every part refuses the story */
	put("1", END(0, 1, ",\"refused\":\"no rest\""));
	put("3", END(0, 3, ",\"refused\":\"no rest\""));
	report(o, "", "123");
	assert_int_equal(o->status, 2);
	assert_string_equal(o->out.ptr, "the story cannot be judged: no rest\n");
}

static void plans_that_only_other_parts_know_are_counted(void **state)
{
	struct output *o = *state;

	put("1", ONE END(2, 1, ",\"listed\":[\"0000000000000001\"]"));
	put("2", TWO END(1, 2, ",\"listed\":[\"0000000000000001\",\"0000000000000002\"]"));
	put("3", THREE END(1, 3, ""));
	report(o, "", "123");
	has(o, "\n2 more plans are in no part: the undisturbed runs of the parts differ\n");
}

static void broken_parts_are_refused(void **state)
{
	static const struct {
		const char *one, *two, *why;
	} cases[] = {
		{ ONE, "", "/1:3: the file was cut short" },
		{ ONE END(1, 1, ""), "", "/1:3: the last line is about another number of plans" },
		{ ONE END(2, 1, ""), TWO END(1, 1, ""), "/2:2: this part was read before" },
		{ ONE END(2, 1, ""), ONE END(2, 2, ""), "/2:1: the plan was read before" },
		{ ONE END(2, 1, ""), "{\"summary\":{}}\n", "/2:1: no line of relist perturb" },
		{ ONE END(2, 1, ""), "{\"pl", "/2:1: no JSON object" },
		{ ONE END(2, 1, ""), "{\"perturbed\":{\"version\":2}}\n", "version must be 1" },
		{ ONE END(2, 4, ""), "", "/1:3: shard must be from 1 to shards" },
		{ ONE END(2, 1, ""),
		  "{\"perturbed\":{\"version\":1,\"plans\":0,\"shard\":1,\"shards\":3,"
		  "\"story\":\"t\"}}\n",
		  "a part of another story" },
		{ PLAN(1, "first", ",\"failed\":true"), "", "/1:1: a failure without findings" },
	};
	struct output *o = *state;

	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		put("1", cases[i].one);
		put("2", cases[i].two);
		report(o, "", cases[i].two[0] ? "12" : "1");
		if (o->status != 2 || !strstr(o->err.ptr, cases[i].why) || o->out.len ||
		    strchr(o->err.ptr, '\n') != o->err.ptr + o->err.len - 1)
			fail_msg("%s: %d %s%s", cases[i].why, o->status, o->err.ptr, o->out.ptr);
	}
	put("1", ONE END(2, 1, ""));
	report(o, "--format tap", "1");
	assert_int_equal(o->status, 2);
	report(o, "--html x.html", "1");
	assert_int_equal(o->status, 2);
	assert_non_null(strstr(o->err.ptr, "have no pages"));
}

/* --plans chooses before --shard does. */
static void every_plan_is_in_one_part(void **state)
{
	struct output *o = *state;
	AUTO_STRBUF whole = STRBUF_INIT;
	AUTO_STRBUF parts = STRBUF_INIT;
	size_t lines = 0;

	if (system("python3 -c 'import sys; sys.exit(sys.version_info < (3, 8))' >/dev/null 2>&1"))
		skip();
	(void)setenv("RECONCILER_BUG", "", 1);
	for (int part = 0; part <= 2; part++) {
		char shard[32] = "";

		if (part)
			(void)snprintf(shard, sizeof(shard), "--shard %d/2", part);
		relistf(o,
			"perturb -q --references 2 --late 0 --family crash --plans 4 --list %s "
			"--exec tests/subjects/reconciler.py tests/stories/set-made.yaml",
			shard);
		assert_int_equal(o->status, 0);
		strbuf_adds(part ? &parts : &whole, strbuf_str(&o->out));
	}
	assert_int_equal(parts.len, whole.len);
	for (const char *p = whole.ptr; *p; p += strcspn(p, "\n") + 1) {
		AUTO_STRBUF line = STRBUF_INIT;
		const char *tab = strchr(p, '\t');

		assert_non_null(tab);
		strbuf_add(&line, tab, strcspn(tab, "\n") + 1);
		assert_non_null(strstr(parts.ptr, line.ptr));
		lines++;
	}
	assert_int_equal(lines, 4);
}

static int setup(void **state)
{
	return output_folder_setup(folder, state);
}

static int teardown(void **state)
{
	return output_folder_teardown(folder, state);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(parts_become_one_report_with_common_groups),
		cmocka_unit_test(missing_and_refused_parts_are_named_with_a_command),
		cmocka_unit_test(plans_that_only_other_parts_know_are_counted),
		cmocka_unit_test(broken_parts_are_refused),
		cmocka_unit_test(every_plan_is_in_one_part),
	};

	return cmocka_run_group_tests(tests, setup, teardown);
}
