/* SPDX-License-Identifier: Apache-2.0 */
/* When an expectation that is not met fails before the patience ends. */
#include "tests/kit/reports_kit.h"

#define CONTROLLER .head = "external: [state]\n", .informers = "{}"
#define LACKS	   "  - expect: {state: {pods: {d/c: any}}}\n"
#define HOLDS	   "  - hold: {at: event, type: pods}\n  - create: {pods/d/z: }\n"
#define STOPS	   "  - stop: pods\n"
#define FAIL(at, line, recovery, missing)                                                          \
	"fail at " at " ms: line " line ", not recovered " recovery                                \
	"bookmarks, calls 2 missing " missing " L(rv=0,limit=500) W(rv=12) | "                     \
	"state: d/c is not there"
#define ALIVE	     " | alive, sent 2 requests, last WATCH pods rv=12 bookmarks -> 200 at 0s"
#define SYNCED_AT(s) s " of 45, 1/s, synced, "

static void state_fails_early_if_the_program_rests_or_none_runs(void **state)
{
	static const struct row rows[] = {
		{ CONTROLLER, .steps = LACKS,
		  .result = FAIL("45000", "10", SYNCED_AT("0.000"), "d/a, d/b") ALIVE },
		{ CONTROLLER, .steps = LACKS, .rests_ms = 2000,
		  .result = FAIL("2000", "10", SYNCED_AT("0.000"), "d/a, d/b") ALIVE },
		{ CONTROLLER, .steps = HOLDS LACKS,
		  .result = FAIL("45000", "12", "0.000 of 45, 1/s, ", "d/a, d/b, d/z") ALIVE },
		{ CONTROLLER, .steps = HOLDS LACKS, .rests_ms = 2000,
		  .result = FAIL("2000", "12", "0.000 of 45, 1/s, ", "d/a, d/b, d/z") ALIVE },
		{ CONTROLLER, .steps = STOPS LACKS,
		  .result = FAIL("1300", "11", SYNCED_AT("0.300"), "d/a, d/b") },
	};

	(void)state;
	assert_results(rows, ARRAY_LEN(rows));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(state_fails_early_if_the_program_rests_or_none_runs),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
