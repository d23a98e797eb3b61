/* SPDX-License-Identifier: Apache-2.0 */
/* The folder of scenarios as a whole: every file is accepted, and every cell of it ends as it says
 * with every seed. */
#include <glob.h>

#include "base/alloc.h"
#include "runner/scn_run.h"
#include "tests/trace_kit.h"

#define SEEDS 20

static void run_cells(const char *path, struct runner__scenario *s)
{
	for (size_t k = 0; k < s->cell_count; k++)
		for (uint64_t seed = 1; seed <= SEEDS; seed++) {
			struct scn__run_options opt = { .seed = seed };
			struct runner__result result;

			runner__result_init(&result);
			scn__run(&s->cells[k], &opt, &result);
			if (result.verdict != RUNNER_PASS)
				fail_msg("%s seed %llu: %s", path, (unsigned long long)seed,
					 result.what);
			runner__result_fini(&result);
		}
}

static void every_scenario_ends_as_it_says_with_every_seed(void **state)
{
	glob_t found;

	(void)state;
	assert_int_equal(glob("scenarios/*/*.yaml", 0, NULL, &found), 0);
	/* A folder that was moved must not pass for a folder that is green. */
	assert_true(found.gl_pathc >= 14);
	for (size_t i = 0; i < found.gl_pathc; i++) {
		struct runner__scn_errors errors = { 0 };
		AUTO_STRBUF text = STRBUF_INIT;
		struct runner__scenario *s;

		read_text(found.gl_pathv[i], &text);
		s = runner__scenario_load(STR("test.yaml"), strbuf_str(&text), &errors);
		if (!s)
			fail_msg("%s:%u: %s", found.gl_pathv[i], errors.items[0].pos.line,
				 errors.items[0].msg);
		run_cells(found.gl_pathv[i], s);
		runner__scenario_free(s);
		runner__scn_errors_fini(&errors);
	}
	globfree(&found);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_scenario_ends_as_it_says_with_every_seed),
	};

	base__alloc_init_cjson();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
