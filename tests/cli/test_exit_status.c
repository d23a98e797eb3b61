/* SPDX-License-Identifier: Apache-2.0 */
/* Good input is never called bad, whatever the machine lacks: with any allocation failing a command
 * ends well, finds a failure (an informer that lost a round), or ends with 5 and a reason. */
#include "tests/kit/cli_kit.h"

static void want_of_memory_is_never_bad_input(void **state)
{
	static const char *const commands[] = {
		"check scenarios/a-basics/add-update-delete.yaml",
		"fmt --check scenarios/a-basics/add-update-delete.yaml",
		"show scenarios/a-basics/add-update-delete.yaml",
		"explain disconnect",
	};
	struct output *o = *state;

	for (size_t i = 0; i < ARRAY_LEN(commands); i++) {
		bool failed = true;

		for (long n = 0; failed; n += n < 100 ? 1 : 13) {
			relist_starved(o, commands[i], n, &failed);
			if (o->status != 0 && o->status != 1 && o->status != 5)
				fail_msg("%s, allocation %ld: %d %s", commands[i], n, o->status,
					 o->err.len ? o->err.ptr : o->out.ptr);
			if (o->status == 5)
				assert_true(o->err.len + o->out.len > 0);
		}
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(want_of_memory_is_never_bad_input),
	};

	return cmocka_run_group_tests(tests, output_setup, output_teardown);
}
