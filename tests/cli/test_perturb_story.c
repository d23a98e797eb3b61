/* SPDX-License-Identifier: Apache-2.0 */
/* relist perturb: its first story, and stories and options that make no sense. */
#define _XOPEN_SOURCE 700 /* mkdtemp */
#include <stdlib.h>
#include <unistd.h>

#include "runner/posix/files.h"
#include "tests/kit/cli_kit.h"

#define STORY "tests/stories/sets.yaml"

static void says(struct output *o, const char *words, const char *text)
{
	relist(o, words);
	assert_int_equal(o->status, 2);
	assert_non_null(strstr(o->err.ptr, text));
	assert_int_equal(o->out.len, 0);
}

static void perturb_usage_errors_are_reported(void **state)
{
	struct output *o = *state;

	says(o, "perturb " STORY, "--exec CMD says which program is tried");
	says(o, "perturb --exec true --family none " STORY, "--family is \"none\", must be crash,");
	says(o, "perturb --exec true --budget soon " STORY, "--budget is \"soon\", must be");
	says(o, "perturb --exec true --references 1 " STORY, "--references is 1, must be 2 to 16");
	says(o, "perturb --exec true --late 3601 " STORY, "--late is 3601, must be 0 to 3600");
	says(o, "perturb --exec true --shard 3/2 " STORY, "--shard is \"3/2\", must be I/N");
	says(o, "perturb --exec true nothere.yaml", "nothere.yaml");
}

static void scenario_with_its_own_disturbances_is_refused(void **state)
{
	static char folder[] = "/tmp/relist-perturb-XXXXXX";
	struct output *o = *state;
	char path[64];

	assert_non_null(mkdtemp(folder));
	(void)snprintf(path, sizeof(path), "%s/story.yaml", folder);
	assert_int_equal(runner__replace_file(path,
					      STR("scenario: a\nworld:\n  types: {pods: v1/pods}\n"
						  "  informers: {pods: {}}\nsteps:\n"
						  "  - create: {pods/default/a: {}}\n"
						  "  - compact: now\n"),
					      NULL),
			 0);
	relistf(o, "perturb --exec true %s", path);
	assert_int_equal(o->status, 2);
	assert_non_null(strstr(o->err.ptr, "story.yaml:7:"));
	assert_non_null(strstr(o->err.ptr, "`compact`: a story says what users do"));
	(void)unlink(path);
	(void)rmdir(folder);
}

/* The server must accept the generated scenario. */
static void first_scenario_is_generated_from_a_definition(void **state)
{
	static const char story[] =
	    "scenario: first-story\n"
	    "about: A user makes an object of each type, changes it twice, deletes it and makes it "
	    "again.\n"
	    "world:\n"
	    "  types:\n"
	    "    sets: {resource: example.org/v1/sets, kind: Set}\n"
	    "  informers:\n"
	    "    sets: {}\n"
	    "steps:\n";
	static char made[] = "/tmp/relist-first-XXXXXX";
	struct output *o = *state;
	AUTO_STRBUF text = STRBUF_INIT;
	char path[64];

	assert_non_null(mkdtemp(made));
	(void)snprintf(path, sizeof(path), "%s/story.yaml", made);
	relistf(o, "perturb --init --crds tests/stories/sets-crd.yaml %s", path);
	assert_int_equal(o->status, 0);
	assert_non_null(strstr(
	    o->out.ptr,
	    "relist perturb --load tests/stories/sets-crd.yaml --exec CMD /tmp/relist-first"));
	assert_int_equal(runner__read_file(path, 1 << 16, &text, NULL), 0);
	assert_memory_equal(text.ptr, story, sizeof(story) - 1);
	assert_non_null(strstr(text.ptr, "\n  - update: {sets/default/first: {spec: {size: 3}}}\n"
					 "  - update: {sets/default/first: {spec: {size: 4}}}\n"
					 "  - delete: [sets/default/first]\n"
					 "  - create: {sets/default/first: "));
	relistf(o, "check %s", path);
	assert_int_equal(o->status, 0);
	relistf(o, "perturb --init --crds tests/stories/sets-crd.yaml %s", path);
	assert_int_equal(o->status, 2);
	assert_non_null(strstr(o->err.ptr, "is there already"));
	(void)unlink(path);
	relistf(o, "perturb --init --crds tests/subjects/red.sh %s", path);
	assert_int_equal(o->status, 2);
	(void)rmdir(made);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(perturb_usage_errors_are_reported),
		cmocka_unit_test(scenario_with_its_own_disturbances_is_refused),
		cmocka_unit_test(first_scenario_is_generated_from_a_definition),
	};

	return cmocka_run_group_tests(tests, output_setup, output_teardown);
}
