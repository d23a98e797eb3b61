/* SPDX-License-Identifier: Apache-2.0 */
/* docs/reproducing-bugs.md: its commands print what it says, in a folder with the incident's files.
 */
#define _XOPEN_SOURCE 700 /* mkdtemp */
#include <stdlib.h>

#include "runner/posix/files.h"
#include "tests/kit/doc_kit.h"
#include "tests/kit/testing.h"

static char folder[] = "/tmp/relist-incident-XXXXXX";

/* Runs `command` with the folder as its last argument. */
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

/* The block of commands that begins so, as a script for an interactive shell. */
static void write_block(const char *begin, const char *name)
{
	AUTO_STRBUF page = STRBUF_INIT, path = STRBUF_INIT;
	const char *at, *end;
	FILE *f;

	assert_int_equal(runner__read_file("docs/reproducing-bugs.md", 1 << 20, &page, NULL), 0);
	at = strstr(page.ptr, begin);
	assert_non_null(at);
	end = strstr(at, "```");
	assert_non_null(end);
	strbuf_addf(&path, "%s/%s", folder, name);
	f = fopen(path.ptr, "w");
	assert_non_null(f);
	fprintf(f, "set -m\n%.*s", (int)(end - at), at);
	assert_int_equal(fclose(f), 0);
}

/* Runs the block as a script; ./pool runs a Python program. */
static void recording_commands_lift_the_work_of_a_program(void **state)
{
	AUTO_STRBUF words = STRBUF_INIT;

	(void)state;
	if (system("command -v kubectl bash >/dev/null") != 0)
		skip();
	write_block("relist serve -f crd.yaml", "record.sh");
	strbuf_addf(
	    &words,
	    "cd %s && mkdir -p block && cd block && cp ../record.sh . && "
	    "sed s,tests-controller/1,pool/1, ../controller.py >pool.py && "
	    "printf '#!/bin/sh\\nexec python3 pool.py --of services --prefix dns-\\n' >pool && "
	    "chmod +x pool && printf '%%s\\n' 'apiVersion: v1' 'kind: Service' 'metadata: {name: "
	    "db, namespace: default}' 'spec: {ports: [{port: 80}]}' >pool.yaml && "
	    "cp ../crd.yaml . && bash record.sh >log 2>&1 </dev/null; "
	    "grep -q default/dns-db: operator.yaml || { cat log; exit 1; }",
	    folder);
	assert_int_equal(system(words.ptr), 0);
}

static int setup(void **state)
{
	(void)state;
	assert_non_null(mkdtemp(folder));
	shell("cp tests/recordings/import/orphan/* tests/subjects/controller.py "
	      "tests/peers/envtest/crd.yaml");
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
		cmocka_unit_test(recording_commands_lift_the_work_of_a_program),
		cmocka_unit_test(recording_and_replay_follow_the_page),
	};

	(void)argc;
	(void)doc_set_path(argv[0]);
	return cmocka_run_group_tests(tests, setup, teardown);
}
