/* SPDX-License-Identifier: Apache-2.0 */
/* relist perturb sends the story's next step while a program reacts to the one before. */
#define _XOPEN_SOURCE 700 /* mkdtemp */
#include <stdlib.h>
#include <unistd.h>

#include "tests/kit/cli_kit.h"

#define PROGRAM "tests/subjects/reconciler.py"
#define OVERLAP                                                                                    \
	"perturb -q --references 2 --late 0 --family overlap --exec " PROGRAM                      \
	" tests/stories/sets.yaml "

static void require_python(void)
{
	if (system("python3 -c 'import sys; sys.exit(sys.version_info < (3, 8))' >/dev/null 2>&1"))
		skip();
}

static void has(const struct output *o, int status, const char *text)
{
	if (o->status != status || !strstr(o->out.ptr, text))
		fail_msg("status %d, wanted %d and \"%s\": %.2000s%.1000s", o->status, status, text,
			 o->out.ptr, o->err.ptr);
}

/* A set becomes smaller while its third Secret is made, and the program records the new size. */
static void perturb_finds_a_change_in_the_middle_of_a_reconcile_that_is_taken_for_done(void **state)
{
	char folder[] = "/tmp/relist-overlap-XXXXXX";
	struct output *o = *state;
	AUTO_STRBUF path = STRBUF_INIT;

	require_python();
	assert_non_null(mkdtemp(folder));
	strbuf_addf(&path, "%s/overlap-1.yaml", folder);
	(void)setenv("RECONCILER_BUG", "latest", 1);
	relistf(o, OVERLAP "--only overlap:1 --out %s", folder);
	has(o, 1,
	    "secrets/default/web-1 is there at the end, undisturbed it is not\n"
	    "      secrets/default/web-2 is there at the end, undisturbed it is not\n"
	    "      when `update configmaps/default/web` (line 15) comes right after its "
	    "CREATE secrets/default/web-2, before the response (overlap:1");
	has(o, 1, "/overlap-1.yaml: fails (");
	has(o, 1, "; passes without the disturbance");
	(void)setenv("RECONCILER_BUG", "", 1);
	relistf(o, "run --world external --subject " PROGRAM " %s", path.ptr);
	has(o, 0, "1 passed");
	(void)unlink(path.ptr);
	(void)rmdir(folder);
}

static void correct_controller_has_no_finding_when_steps_overlap(void **state)
{
	struct output *o = *state;

	require_python();
	(void)setenv("RECONCILER_BUG", "", 1);
	relistf(o, OVERLAP "--plans 4");
	has(o, 0, "4 passed, 0 missed their point, 0 broken");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(
		    perturb_finds_a_change_in_the_middle_of_a_reconcile_that_is_taken_for_done),
		cmocka_unit_test(correct_controller_has_no_finding_when_steps_overlap),
	};

	return cmocka_run_group_tests(tests, output_setup, output_teardown);
}
