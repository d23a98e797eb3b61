/* SPDX-License-Identifier: Apache-2.0 */
/* relist replay --subject with two programs of which one was killed and started again: what is
 * printed and decided if they do as recorded, fail early, or do nothing. */
#define _GNU_SOURCE
#include "cli/cli.h"
#include "tests/kit/replay_kit.h"
#include "tests/kit/testing.h"

#define FILE_NAME "/tmp/relist-test-replay-subjects.jsonl"
#define CALLER	  "exec python3 tests/subjects/caller.py "
#define ENDED	  "/tmp/relist-test-replay-subjects.ended"
#define A	  CALLER "a/1 'GET:" PODS "?watch=true'"
#define B	  CALLER "b/1 'GET:" BOXES "?watch=true' PUT:" ONE("b")

static char *text;

static int replay(const char *first, const char *second, const char *third)
{
	const char *argv[] = { "relist",
			       "replay",
			       "--patience",
			       "60",
			       "--fast",
			       "--subject",
			       first,
			       "--subject",
			       second,
			       FILE_NAME,
			       third ? "--subject" : NULL,
			       third,
			       NULL };
	size_t len;
	FILE *out;
	int status;

	free(text);
	out = open_memstream(&text, &len);
	assert_non_null(out);
	status = cli__main(third ? 12 : 10, (char **)(uintptr_t)argv, out, out);
	(void)fclose(out);
	return status;
}

static void expect(int status, int want, const char *const *texts)
{
	if (status != want)
		fail_msg("status %d: %s", status, text);
	for (; *texts; texts++)
		if (!strstr(text, *texts))
			fail_msg("no \"%s\" in: %s", *texts, text);
}

static void two_programs_do_as_recorded_in_either_order(void **state)
{
	static const char *const texts[] = { ") killed, as in the recording\n",
					     ") started again, as in the recording\n",
					     "4 of 4 requests as recorded, 0 departures\n", NULL };

	(void)state;
	expect(replay(A, B, NULL), 0, texts);
	assert_non_null(strstr(text, "subject 1 (" A ") started again"));
	expect(replay(B, A, NULL), 0, texts);
	assert_non_null(strstr(text, "subject 2 (" A ") started again"));
}

static void program_that_ends_early_is_reported_and_the_other_goes_on(void **state)
{
	static const char *const absent[] = {
		"request 2 of the recording did not come from subject 2\n",
		"subject 2 (exit 3) exited with status 3\n",
		"2 of 4 requests as recorded, 2 departures\n", NULL
	};
	static const char *const early[] = {
		"request 3 of the recording did not come from subject 2\n    expected  PUT " ONE(
		    "b"),
		"3 of 4 requests as recorded, 1 departure\n", NULL
	};

	(void)state;
	expect(replay(A, "exit 3", NULL), 1, absent);
	expect(replay(A, CALLER "b/1 'GET:" BOXES "?watch=true' exit:0", NULL), 1, early);
}

static void program_that_cannot_be_found_is_reported(void **state)
{
	static const char *const texts[] = { "./nothing-here: not found", "exited with status 127",
					     NULL };

	(void)state;
	expect(replay(A, "./nothing-here", NULL), 1, texts);
}

/* It has shown nothing: that is no pass. */
static void program_without_a_request_fails_the_replay(void **state)
{
	static const char *const texts[] = { "subject 3 (exec sleep 100) ",
					     "4 of 4 requests as recorded, 0 departures\n", NULL };

	(void)state;
	expect(replay(A, B, "exec sleep 100"), 1, texts);
}

/* The second start of the first program waits until the second program has ended. */
static void failing_program_fails_a_replay_without_departures(void **state)
{
	static const char *const texts[] = { "subject 2 (python3 ", ") exited with status 3\n",
					     "4 of 4 requests as recorded, 0 departures\n", NULL };
	static const char first[] = "if [ -e " ENDED ".first ]; then until [ -e " ENDED " ]; do :; "
				    "done; fi; touch " ENDED ".first; " A,
			  second[] = "python3 tests/subjects/caller.py b/1 'GET:" BOXES
				     "?watch=true' PUT:" ONE("b") " exit:0; touch " ENDED "; exit ";
	char end[400];

	(void)state;
	for (int status = 0; status <= 3; status += 3) {
		(void)remove(ENDED);
		(void)remove(ENDED ".first");
		(void)snprintf(end, sizeof(end), "%s%d", second, status);
		expect(replay(first, end, NULL), status ? 1 : 0, status ? texts : texts + 2);
	}
	(void)remove(ENDED);
	(void)remove(ENDED ".first");
}

static int setup(void **state)
{
	FILE *f = fopen(FILE_NAME, "w");

	(void)state;
	return !f || fputs("{\"recording\":1}\n" RESTARTED, f) < 0 || fclose(f);
}

static int teardown(void **state)
{
	(void)state;
	free(text);
	return remove(FILE_NAME);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(two_programs_do_as_recorded_in_either_order),
		cmocka_unit_test(program_that_ends_early_is_reported_and_the_other_goes_on),
		cmocka_unit_test(failing_program_fails_a_replay_without_departures),
		cmocka_unit_test(program_that_cannot_be_found_is_reported),
		cmocka_unit_test(program_without_a_request_fails_the_replay),
	};

	return cmocka_run_group_tests(tests, setup, teardown);
}
