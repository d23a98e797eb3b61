/* SPDX-License-Identifier: Apache-2.0 */
/* The folder of scenarios as a whole: every file is accepted, and every cell of it ends as it says
 * with every seed, however its answers are cut, and over real sockets. */
#include <glob.h>

#include "base/alloc.h"
#include "runner/tcp/posix/driver_tcp.h"
#include "runner/engine/run.h"
#include "tests/kit/trace_kit.h"

#ifdef RELIST_CHECK_SLOW /* the sanitizers look at what happens, not at every order of it */
enum { SEEDS = 3, SEEDS_RANDOM = 2, SEEDS_EVERY = 1 };
#else
enum { SEEDS = 20, SEEDS_RANDOM = 10, SEEDS_EVERY = 3 };
#endif

/* docs/scenario-language.md names these worlds. */
static bool may_skip(const struct scn__world *w, const struct scn__run_options *how)
{
	return how->driver && w->http2 && w->controller_count;
}

static void run_cells(const char *path, struct scn__scenario *s, const struct scn__run_options *how,
		      uint64_t seeds)
{
	for (size_t k = 0; k < s->cell_count; k++)
		for (uint64_t seed = 1; seed <= seeds; seed++) {
			struct scn__run_options opt = *how;
			struct runner__result result;

			opt.seed = seed;
			runner__result_init(&result);
			scn__run(&s->cells[k], &opt, &result);
			if (result.verdict !=
			    (may_skip(&s->cells[k].world, how) ? RUNNER_SKIP : RUNNER_PASS))
				fail_msg("%s:%u [" STR_FMT "] seed %llu: %s\n%s", path, result.line,
					 STR_ARG(s->cells[k].name), (unsigned long long)seed,
					 result.what, result.tail.len ? result.tail.ptr : "");
			runner__result_fini(&result);
		}
}

static void run_folder(const struct scn__run_options *how, uint64_t seeds)
{
	glob_t found;

	assert_int_equal(glob("scenarios/*/*.yaml", 0, NULL, &found), 0);
	/* A folder that was moved must not pass for a folder that is green. */
	assert_true(found.gl_pathc >= 150);
	for (size_t i = 0; i < found.gl_pathc; i++) {
		struct scn__errors errors = { 0 };
		AUTO_STRBUF text = STRBUF_INIT;
		struct scn__scenario *s;

		read_text(found.gl_pathv[i], &text);
		s = scn__scenario_load(STR("test.yaml"), strbuf_str(&text), &errors);
		if (!s)
			fail_msg("%s:%u: %s", found.gl_pathv[i], errors.items[0].pos.line,
				 errors.items[0].msg);
		run_cells(found.gl_pathv[i], s, how, seeds);
		scn__scenario_free(s);
		scn__errors_fini(&errors);
	}
	globfree(&found);
}

static void every_scenario_has_its_declared_outcome_under_every_seed(void **state)
{
	struct scn__run_options how = { .cuts = RUNNER_CUTS_WHOLE };

	(void)state;
	run_folder(&how, SEEDS);
}

static void every_scenario_has_its_declared_outcome_with_cut_responses(void **state)
{
	struct scn__run_options random = { .cuts = RUNNER_CUTS_RANDOM };
	struct scn__run_options every = { .cuts = RUNNER_CUTS_EVERY };

	(void)state;
	run_folder(&random, SEEDS_RANDOM);
	run_folder(&every, SEEDS_EVERY);
}

static void every_scenario_has_its_declared_outcome_over_sockets(void **state)
{
	struct scn__run_options how = { .driver = &runner__driver_tcp };

	(void)state;
	run_folder(&how, 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_scenario_has_its_declared_outcome_under_every_seed),
		cmocka_unit_test(every_scenario_has_its_declared_outcome_with_cut_responses),
		cmocka_unit_test(every_scenario_has_its_declared_outcome_over_sockets),
	};

	base__alloc_init_cjson();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
