/* SPDX-License-Identifier: Apache-2.0 */
/* docs/reproducing-bugs.md: its commands print what it says, in a folder with the incident's files.
 */
#define _XOPEN_SOURCE 700 /* mkdtemp */
#include <stdlib.h>

#include "runner/posix/files.h"
#include "tests/kit/doc_kit.h"
#include "tests/kit/testing.h"

static char folder[] = "/tmp/relist-incident-XXXXXX";

/* `command` with the folder behind it. */
static void shell(const char *command)
{
	AUTO_STRBUF words = STRBUF_INIT;

	strbuf_addf(&words, "%s %s", command, folder);
	assert_int_equal(system(words.ptr), 0);
}

static void reproducing_page_commands_print_the_documented_output(void **state)
{
	(void)state;
	assert_true(doc_check_page("docs/reproducing-bugs.md", folder) >= 9);
}

static void recording_and_replay_follow_the_page(void **state)
{
	(void)state;
	assert_int_equal(doc_check_page("docs/recording.md", "."), 4);
}

static int setup(void **state)
{
	(void)state;
	assert_non_null(mkdtemp(folder));
	shell("cp tests/recordings/import/orphan/* tests/subjects/controller.py");
	return 0;
}

static int teardown(void **state)
{
	(void)state;
	shell("rm -r");
	return 0;
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(reproducing_page_commands_print_the_documented_output),
		cmocka_unit_test(recording_and_replay_follow_the_page),
	};

	(void)argc;
	(void)doc_set_path(argv[0]);
	return cmocka_run_group_tests(tests, setup, teardown);
}
