/* SPDX-License-Identifier: Apache-2.0 */
/* What a settle waits for while responses or events are held from a program. */
#include "tests/kit/external_kit.h"

static struct runner__result result;

static void run(const char *text, const char *command, int patience_s)
{
	const struct scn__subject subject = { .command = command,
					      .seconds = 60,
					      .patience_ns = patience_s * NS_PER_S };

	kit_run_external(text, (struct scn__run_options) { .subject = &subject }, &result);
	if (result.verdict != RUNNER_PASS)
		fail_msg("line %u: %s", result.line, result.what);
}

/* The program may give the write up within its patience, and does not later. */
static void held_reply_to_a_write_is_awaited_for_one_patience_and_not_at_each_step(void **state)
{
#define HELD(rest)                                                                                 \
	"scenario: held\nworld:\n  types: {pods: v1/pods, configmaps: v1/configmaps}\n"            \
	"  informers: {pods: {}}\nexternal: [state]\nsteps:\n"                                     \
	"  - hold: {at: reply, match: CREATE configmaps" rest "}\n  - start: pods\n"               \
	"  - settle\n  - settle\n  - settle\n  - settle\n  - settle\n"                             \
	"  - release: {at: reply, match: CREATE configmaps}\n"                                     \
	"  - expect: {state: {configmaps: {d/one: any}}}\n"
	static const char program[] =
	    "u=$(sed -n 's/^ *server: \"*\\([^\"]*\\)\"*$/\\1/p' \"$KUBECONFIG\"); "
	    "curl -sN \"$u/api/v1/pods?watch=1\" >&2 & "
	    "curl -s -H 'Content-Type: application/json' -d '{\"metadata\":{\"name\":\"one\"}}' "
	    "\"$u/api/v1/namespaces/d/configmaps\" >&2; exec sleep 100 #";

	(void)state;
	run(HELD(""), program, 6);
	assert_true(result.virtual_ns >= 6 * NS_PER_S);
	assert_true(result.virtual_ns < 4 * 6 * NS_PER_S);
	/* `rest-after` instead of the patience */
	run(HELD(", rest-after: 2s"), program, 60);
	assert_true(result.virtual_ns >= 2 * NS_PER_S);
	assert_true(result.virtual_ns < 60 * NS_PER_S);
}

/* An update fails if its object does not exist: the program makes it when it sees the pod. */
static void settle_waits_for_reactions_to_events_that_are_not_held(void **state)
{
	(void)state;
	run("scenario: held\nworld:\n  types: {pods: v1/pods, configmaps: v1/configmaps,"
	    " secrets: v1/secrets}\n"
	    "  informers: {pods: {}}\nexternal: [state]\nsteps:\n  - start: pods\n  - settle\n"
	    "  - hold: {at: event, type: secrets}\n"
	    "  - create: secrets/d/s\n"
	    "  - create: {pods/d/a: {metadata: {labels: {app: web}}}}\n"
	    "  - settle\n"
	    "  - update: {configmaps/d/for-a: {metadata: {labels: {seen: 'yes'}}}}\n"
	    "  - release: all\n"
	    "  - expect: {state: {configmaps: {d/for-a: any}}}\n",
	    "u=$(sed -n 's/^ *server: \"*\\([^\"]*\\)\"*$/\\1/p' \"$KUBECONFIG\"); "
	    "curl -sN \"$u/api/v1/secrets?watch=1\" >&2 & "
	    "exec python3 tests/subjects/controller.py #",
	    20);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(
		    held_reply_to_a_write_is_awaited_for_one_patience_and_not_at_each_step),
		cmocka_unit_test(settle_waits_for_reactions_to_events_that_are_not_held),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
