/* SPDX-License-Identifier: Apache-2.0 */
/* docs/tutorial.md: what it shows of files is what is in them, and its commands print what it says.
 */
#include <stdlib.h>

#include "base/str.h"
#include "runner/posix/files.h"
#include "tests/kit/doc_kit.h"
#include "tests/kit/testing.h"

#define TUTORIAL "docs/tutorial.md"
#define FOLDER	 "examples/tutorial"

static const char *build_folder;

static void tutorial_scenario_equals_the_shipped_file(void **state)
{
	AUTO_STRBUF page = STRBUF_INIT;
	AUTO_STRBUF file = STRBUF_INIT;
	struct str rest, block;

	(void)state;
	assert_int_equal(runner__read_file(TUTORIAL, 1 << 20, &page, NULL), 0);
	assert_int_equal(runner__read_file(FOLDER "/orphan.yaml", 1 << 20, &file, NULL), 0);
	rest = strbuf_str(&page);
	assert_true(doc_next_block(&rest, "yaml", &block));
	assert_true(str_eq(block, strbuf_str(&file)));
}

static void tutorial_commands_print_the_documented_output(void **state)
{
	(void)state;
	/* Half a minute of waiting in real time: once is enough. */
	if (!strstr(build_folder, "/release") ||
	    system("python3 -c 'import kubernetes' >/dev/null 2>&1") != 0)
		skip();
	assert_int_equal(doc_check_page(TUTORIAL, FOLDER), 6);
}

static void ellipses_in_documented_output_match_any_text(void **state)
{
	static const struct {
		const char *want, *have;
		bool fits;
	} rows[] = {
		{ "a\n", "a\n", true },		 { "a\n", "b\n", false },
		{ "a\n", "a\nb\n", false },	 { "a\nb\n", "a\n", false },
		{ "a … c\n", "a b c\n", true },	 { "a … c\n", "a b\n", false },
		{ "…\nc\n", "a\nb\nc\n", true }, { "…\nc\n", "a\nb\n", false },
		{ "a\n…\n", "a\n", true },	 { "", "a\n", false },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++)
		assert_int_equal(doc_lines_fit(str_of(rows[i].want), str_of(rows[i].have)),
				 rows[i].fits);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(ellipses_in_documented_output_match_any_text),
		cmocka_unit_test(tutorial_scenario_equals_the_shipped_file),
		cmocka_unit_test(tutorial_commands_print_the_documented_output),
	};

	(void)argc;
	build_folder = doc_set_path(argv[0]);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
