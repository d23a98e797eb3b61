/* SPDX-License-Identifier: Apache-2.0 */
/* The scenarios that are lifted from recordings of small clusters, with what their runs have
 * otherwise, are unchanged. test_lift.c, test_lift_clients.c and tests/cli/test_import.c check that
 * they are right. */
#include "base/alloc.h"
#include "tests/kit/fingerprints.h"
#include "tests/kit/made.h"
#include "tests/kit/made_recording.h"
#include "tests/kit/testing.h"

static void generated_recordings_lift_as_in_the_golden_file(void **state)
{
	struct fingerprints f = { "tests/golden/outputs/made-lifts.txt", STRBUF_INIT };
	size_t lifted_count = 0;

	(void)state;
	for (uint64_t n = 0; n < 500; n++) {
		AUTO_STRBUF text = STRBUF_INIT, lifted = STRBUF_INIT;
		char name[24];

		make_recording(n, &text);
		lifted_count += lift_made(strbuf_str(&text), n, &lifted);
		(void)snprintf(name, sizeof(name), "lift-%llu", (unsigned long long)n);
		fingerprints_line(&f, name);
		fingerprints_add(&f, "recording", strbuf_str(&text));
		fingerprints_add(&f, "scenario", strbuf_str(&lifted));
	}
	assert_true(lifted_count > 450); /* most recordings lift without an error */
	fingerprints_end(&f);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(generated_recordings_lift_as_in_the_golden_file),
	};

	base__alloc_init_cjson();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
