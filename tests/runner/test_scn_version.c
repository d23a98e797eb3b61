/* SPDX-License-Identifier: Apache-2.0 */
/* The version of the language in a file. */
#include "tests/kit/scn_messages.h"

static void file_of_a_later_version_gets_one_error(void **state)
{
	(void)state;
	ASSERT_MESSAGES(
	    { .head = "relist: 1\n", .want = "" },
	    { .head = "relist: 2\nsomething-new: 1\nexternal: {newer: 1}\n",
	      .want = "t:2:9: the file is written for version 2 of the language; this relist reads "
		      "version 1\n" },
	    { .head = "relist: 0\n", .want = "t:2:9: relist is the version of the language: 1\n" },
	    { .head = "relist: new\n",
	      .want = "t:2:9: relist is \"new\", must be a whole number\n" }, );
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(file_of_a_later_version_gets_one_error),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
