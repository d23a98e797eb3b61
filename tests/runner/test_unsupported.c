/* SPDX-License-Identifier: Apache-2.0 */
/* What cannot be run is said with its place before anything runs, and only that. */
#include "runner/engine/run.h"
#include "runner/world/driver.h"
#include "tests/kit/scn_kit.h"

static int wait_for_nobody(struct scn__driver *d, int64_t until_ns, struct relist_err *err)
{
	(void)d;
	(void)until_ns;
	(void)err;
	fail();
	return 0;
}

static struct scn__driver *nobody(const struct scn__driver_config *config, struct relist_err *err)
{
	(void)config;
	(void)err;
	fail_msg("it was run");
	return NULL;
}

/* Of an external world (`externally`), where nothing must be run, or of ours. */
static void must_be_refused(const char *text, bool externally, uint32_t line, const char *what)
{
	struct scn__driver_ops theirs = world__driver_sim;
	struct scn__scenario *s = scn_parsed(str_of(text));
	struct runner__result out;
	struct scn__run_options opt = { .seed = 1, .driver = externally ? &theirs : NULL };

	theirs.wait = wait_for_nobody;
	theirs.new = nobody;
	runner__result_init(&out);
	scn__run(&s->cells[0], &opt, &out);
	assert_int_equal(out.verdict, RUNNER_BAD_INPUT);
	assert_string_equal(out.what, what);
	assert_int_equal(out.line, line);
	assert_true(out.column > 0);
	runner__result_fini(&out);
	scn__scenario_free(s);
}

#define HEAD "scenario: t\nabout: x\nworld:\n  types: {pods: v1/pods}\n"
#define PODS HEAD "  informers:\n    pods: {handlers: {h1: {}}}\nsteps:\n  - start: pods\n"
#define OURS "not supported yet: "

static const struct {
	const char *text;
	uint32_t line;
	const char *what;
} not_theirs[] = {
	{ HEAD "  informers:\n    a: {type: pods, handlers: {h1: {}}}\n"
	       "    b: {type: pods, label-selector: x=y, handlers: {h2: {}}}\nsteps:\n  - start\n",
	  7, "selectors are no part of the subject contract" },
	{ HEAD "  informers:\n    pods: {field-selector: metadata.name=x, handlers: {h1: {}}}\n"
	       "steps:\n  - start\n",
	  6, "selectors are no part of the subject contract" },
	{ HEAD "  informers:\n    pods: {without: late-order, handlers: {h1: {}}}\n"
	       "steps:\n  - start\n",
	  6, "without: an external informer has its own mistakes" },
	{ PODS "  - settle\n  - hold: handler/h1\n", 10, "a hold inside the informer" },
	{ PODS "  - hold: queue/pods\n", 9, "a hold inside the informer" },
	{ PODS "  - hold: cache/pods\n", 9, "a hold inside the informer" },
	{ PODS "  - settle\n  - settle\n  - handler: {remove: h1, informer: pods}\n", 11,
	  "it is about the inside of a program" },
	{ PODS "  - look: pods\n", 9, "it is about the inside of a program" },
	{ PODS "  - look\n", 9, "it is about the inside of a program" },
	{ HEAD "  informers:\n    a: {type: pods, handlers: {h1: {}}}\n"
	       "    b: {type: pods, handlers: {h2: {}}}\n"
	       "steps:\n  - refuse: pods\n",
	  9, "refusing one of several informers" },
};

static void check_refuses_features_that_external_programs_lack(void **state)
{
	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(not_theirs); i++) {
		AUTO_STRBUF what = STRBUF_INIT;

		strbuf_addf(&what, OURS "%s", not_theirs[i].what);
		must_be_refused(not_theirs[i].text, true, not_theirs[i].line, what.ptr);
	}
}

static void features_refused_for_programs_run_in_our_worlds(void **state)
{
	struct runner__result out;

	(void)state;
	runner__result_init(&out);
	for (size_t i = 0; i < ARRAY_LEN(not_theirs); i++)
		if (scn_run_text(not_theirs[i].text, 1, &out) == RUNNER_BAD_INPUT)
			fail_msg("%s", out.what);
	runner__result_fini(&out);
}

static void check_refuses_features_that_no_world_supports(void **state)
{
	static const char *const selectors[] = { "label-selector: x=y",
						 "field-selector: metadata.name=a" };
	static const char *const steps[] = {
		"  - expect: {cache: {pods: model}}\n",
		"  - never:\n      cache: {pods: model}\n",
		"  - expect:\n      counts: {cache.pods: 0}\n      cache: {pods: model}\n",
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(selectors); i++)
		for (size_t k = 0; k < ARRAY_LEN(steps); k++) {
			AUTO_STRBUF text = STRBUF_INIT;

			strbuf_addf(&text,
				    "scenario: t\nworld:\n  types: {pods: v1/pods}\n"
				    "  informers:\n    pods: {%s, handlers: {h1: {}}}\n"
				    "steps:\n  - start: pods\n%s",
				    selectors[i], steps[k]);
			must_be_refused(text.ptr, false, 8,
					OURS "cache: model of an informer with a selector");
			must_be_refused(text.ptr, true, 8,
					OURS "cache: model of an informer with a selector");
		}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(check_refuses_features_that_external_programs_lack),
		cmocka_unit_test(features_refused_for_programs_run_in_our_worlds),
		cmocka_unit_test(check_refuses_features_that_no_world_supports),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
