/* SPDX-License-Identifier: Apache-2.0 */
/* Good input is never called bad, whatever the machine lacks: with any allocation failing a command
 * ends well with all that it prints otherwise, finds a failure (an informer that lost a round), or
 * ends with 5 and says that it was memory. */
#include <unistd.h>

#include "tests/kit/cli_kit.h"

#define STORY	"scenarios/a-basics/add-update-delete.yaml"
#define TRACE	"tests/golden/client-go-0.37/add-update-delete.jsonl"
#define PAGE	"/tmp/relist-test-exit-status.html"
#define CHOICES "/tmp/relist-test-exit-status.choices"
#define IMPORTS "tests/recordings/import/"

/* Neither an informer nor chance: what is printed is all of it. */
static const char *const exact[] = {
	"check " STORY,
	"fmt --check " STORY,
	"fmt tests/golden/scenario-fmt/messy.yaml",
	"explain disconnect",
	"explain --schema",
	"run --list " STORY " " TRACE,
	"report tests/golden/reports/suite.result.jsonl",
	"report --format junit tests/golden/reports/nasty.result.jsonl",
	"report --format tap tests/golden/reports/nasty.result.jsonl",
	"import --secrets drop " IMPORTS "orphan/services-watch.json",
	"import --secrets drop " IMPORTS "orphan/end.yaml",
	"import --secrets drop " IMPORTS "levels/request.log",
	"import --secrets drop " IMPORTS "pods.har",
	"import --secrets drop " IMPORTS "capture.kshrk",
	"import --secrets drop " IMPORTS "manifests",
	"completion bash",
	"schema",
	"new --template expired -",
	"scenarios lessons",
	"scenarios --print README.md",
};

static const char *const runs[] = {
	"show " STORY,
	"show --html " PAGE " " STORY,
	"show " TRACE,
	"explain " STORY,
	"run --format jsonl " STORY,
	"run --format junit " STORY " " TRACE,
	"explore --seeds 1 -o " CHOICES " " STORY,
	"replay tests/recordings/missed-delete.jsonl",
	"lift tests/recordings/missed-delete.jsonl",
};

static void starve(struct output *o, const char *command, bool is_exact)
{
	struct output whole = { 0, STRBUF_INIT, STRBUF_INIT };
	bool failed = true;

	relist(&whole, command);
	for (long n = 0; failed; n += n < 100 ? 1 : 1 + n / 40) {
		const char *why = NULL;

		relist_starved(o, command, n, &failed);
		if (o->status == 5)
			why = strstr(o->err.ptr, "memory") || strstr(o->out.ptr, "memory")
				  ? NULL
				  : "no reason";
		else if (is_exact && o->status != whole.status)
			why = "another status";
		else if (is_exact &&
			 (strcmp(o->out.ptr, whole.out.ptr) || strcmp(o->err.ptr, whole.err.ptr)))
			why = "another text";
		else if (!is_exact && o->status != 0 && o->status != 1)
			why = "called bad";
		if (why)
			fail_msg("%s, allocation %ld: %s: %d %s", command, n, why, o->status,
				 o->err.len ? o->err.ptr : o->out.ptr);
	}
	output_fini(&whole);
}

static void failed_allocation_never_exits_as_bad_input(void **state)
{
	for (size_t i = 0; i < ARRAY_LEN(exact); i++)
		starve(*state, exact[i], true);
	for (size_t i = 0; i < ARRAY_LEN(runs); i++)
		starve(*state, runs[i], false);
	(void)unlink(PAGE);
	(void)unlink(CHOICES);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(failed_allocation_never_exits_as_bad_input),
	};

	return cmocka_run_group_tests(tests, output_setup, output_teardown);
}
