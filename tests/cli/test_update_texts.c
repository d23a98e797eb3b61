/* SPDX-License-Identifier: Apache-2.0 */
/* relist run --update: texts that YAML reads as other values, in the file. */
#define _DEFAULT_SOURCE /* mkstemps */
#include <stdlib.h>
#include <unistd.h>

#include "runner/posix/files.h"
#include "tests/kit/cli_kit.h"

#define STORY(state)                                                                               \
	"scenario: x\nworld:\n  types: {pods: v1/pods}\n  informers: {pods: {}}\nsteps:\n"         \
	"  - create: {pods/d/a: {status: {message: 'NULL', conditions: [{type: Ready, status: "    \
	"'True'}]}}}\n  - start: pods\n"                                                           \
	"  - expect: {state: {pods: {d/a: {status: " state "}}}}\n"

static void update_quotes_texts_that_yaml_reads_as_another_value(void **state)
{
	char path[] = "/tmp/relist-texts-XXXXXX.yaml", words[64];
	AUTO_STRBUF text = STRBUF_INIT;
	struct output *o = *state;
	int fd = mkstemps(path, 5);

	assert_true(fd >= 0);
	(void)close(fd);
	assert_int_equal(runner__replace_file(
			     path,
			     str_of(STORY("{message: x, conditions: [{type: Ready, status: x}]}")),
			     NULL),
			 0);
	(void)snprintf(words, sizeof(words), "run --update %s", path);
	relist(o, words);
	assert_int_equal(runner__read_file(path, 1 << 20, &text, NULL), 0);
	(void)unlink(path);
	assert_string_equal(text.ptr,
			    STORY(
				"{message: 'NULL', conditions: [{type: Ready, status: 'True'}]}"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(update_quotes_texts_that_yaml_reads_as_another_value),
	};

	return cmocka_run_group_tests(tests, output_setup, output_teardown);
}
