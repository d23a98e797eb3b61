/* SPDX-License-Identifier: Apache-2.0 */
/* An option that names the one program to test: a second value is refused. */
#include "cli/options.h"
#include "tests/kit/testing.h"

struct values {
	const char *subject;
};

static const struct cli__option options[] = {
	{ "subject", 's', CLI_ONCE, offsetof(struct values, subject), "CMD", NULL, "one" },
};

static const struct cli__command command = {
	.name = "try", .operands = "PATH...", .options = options, .option_count = 1
};

static enum cli__parsed parse(int argc, char **argv, struct values *values, struct strbuf *printed)
{
	const char *items[8];
	struct cli__operands operands = { .items = items };
	char *text = NULL;
	size_t size;
	FILE *err = open_memstream(&text, &size);
	enum cli__parsed how;

	assert_non_null(err);
	how = cli__parse(&command, argc, argv, values, &operands, stdout, err);
	assert_int_equal(fclose(err), 0);
	strbuf_addz(printed, text);
	free(text);
	return how;
}

/* Were the last to count, the first program would not run, and the run would pass. */
static void second_value_of_an_option_given_once_is_refused(void **state)
{
	char *argv[] = { (char *)(uintptr_t) "try", (char *)(uintptr_t) "--subject=a",
			 (char *)(uintptr_t) "x", (char *)(uintptr_t) "-sa" };
	struct values values = { NULL };
	AUTO_STRBUF printed = STRBUF_INIT;

	(void)state;
	assert_int_equal(parse(3, argv, &values, &printed), CLI_GO_ON);
	assert_string_equal(values.subject, "a");
	assert_int_equal(printed.len, 0);
	values.subject = NULL;
	assert_int_equal(parse(4, argv, &values, &printed), CLI_BAD);
	assert_string_equal(printed.ptr,
			    "relist try: --subject is given twice, \"a\" and \"a\", must "
			    "be given once\n");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(second_value_of_an_option_given_once_is_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
