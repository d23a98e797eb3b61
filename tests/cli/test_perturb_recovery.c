/* SPDX-License-Identifier: Apache-2.0 */
/* relist perturb against a program that recovers only after a pause which no undisturbed run has.
 */
#include <stdlib.h>

#include "tests/kit/cli_kit.h"

/* At its second start there is a set: it waits for 3.5 s, and the first life sees a set that is not
 * made yet. The repetitions, which wait longer, see it made. */
static void state_before_a_late_recovery_is_no_finding(void **state)
{
	struct output *o = *state;

	if (system("python3 -c 'import sys; sys.exit(sys.version_info < (3, 8))' >/dev/null 2>&1"))
		skip();
	(void)setenv("RECONCILER_BUG", "recover", 1);
	relistf(o, "perturb -j 2 --references 2 --late 0 --family crash --plans 1 "
		   "--exec tests/subjects/reconciler.py tests/stories/set-made.yaml");
	if (o->status || !strstr(o->out.ptr, "\n1 passed (1 after longer waits), 0 missed their "
					     "point, 0 broken, 0 doubtful\n"))
		fail_msg("status %d: %.2000s%.1000s", o->status, o->out.ptr, o->err.ptr);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(state_before_a_late_recovery_is_no_finding),
	};

	return cmocka_run_group_tests(tests, output_setup, output_teardown);
}
