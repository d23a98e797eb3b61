/* SPDX-License-Identifier: Apache-2.0 */
/* Scenarios run in the simulator: the three stories of the design pass with every seed. That they
 * fail where one line is changed is in test_scn_failures.c. */
#include "base/alloc.h"
#include "runner/engine/run.h"
#include "tests/kit/trace_kit.h"

static const char *const stories[] = {
	"scenarios/c-expired/gone-midwatch-missed-delete.yaml",
	"scenarios/e-resync/resync-late-handler.yaml",
	"scenarios/bugs/stale-failover-deletes-live-pvc.yaml",
};

static struct scn__scenario *parsed(struct str text)
{
	struct scn__errors errors = { 0 };
	struct scn__scenario *s = scn__scenario_load(STR("test.yaml"), text, &errors);

	if (!s)
		fail_msg("%u: %s", errors.items[0].pos.line, errors.items[0].msg);
	scn__errors_fini(&errors);
	return s;
}

static enum runner__verdict run(const struct scn__cell *cell, uint64_t seed,
				struct runner__result *out)
{
	struct scn__run_options opt = { .seed = seed };

	runner__result_fini(out);
	runner__result_init(out);
	scn__run(cell, &opt, out);
	return out->verdict;
}

static void example_scenarios_pass_with_every_seed(void **state)
{
	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(stories); i++) {
		AUTO_STRBUF text = STRBUF_INIT;
		struct runner__result result;
		struct scn__scenario *s;

		read_text(stories[i], &text);
		s = parsed(strbuf_str(&text));
		runner__result_init(&result);
		for (size_t k = 0; k < s->cell_count; k++)
			for (uint64_t seed = 1; seed <= 200; seed++)
				if (run(&s->cells[k], seed, &result) != RUNNER_PASS)
					fail_msg("%s [%s] seed %llu: %s", stories[i],
						 s->cells[k].name.ptr, (unsigned long long)seed,
						 result.what);
		runner__result_fini(&result);
		scn__scenario_free(s);
	}
}

static void changed(const char *path, const char *from, const char *to, struct strbuf *out)
{
	AUTO_STRBUF text = STRBUF_INIT;
	const char *at;

	read_text(path, &text);
	at = strstr(text.ptr, from);
	assert_non_null(at);
	strbuf_add(out, text.ptr, (size_t)(at - text.ptr));
	strbuf_addz(out, to);
	strbuf_addz(out, at + strlen(from));
}

static void same_seed_gives_the_same_failure(void **state)
{
	AUTO_STRBUF text = STRBUF_INIT;
	struct runner__result a, b;
	struct scn__scenario *s;

	(void)state;
	changed(stories[0], "rv: 15}", "rv: 14}", &text);
	s = parsed(strbuf_str(&text));
	runner__result_init(&a);
	runner__result_init(&b);
	for (uint64_t seed = 1; seed < 20; seed++) {
		assert_int_equal(run(&s->cells[0], seed, &a), RUNNER_FAIL);
		assert_int_equal(run(&s->cells[0], seed, &b), RUNNER_FAIL);
		assert_string_equal(a.tail.ptr, b.tail.ptr);
		assert_int_equal(a.steps, b.steps);
	}
	runner__result_fini(&a);
	runner__result_fini(&b);
	scn__scenario_free(s);
}

#define POD_WORLD                                                                                  \
	"scenario: x\nworld:\n  server: {rv: 10}\n  types: {pods: v1/pods}\n"                      \
	"  objects: {pod: {spec: {nodeName: n1}}}\n  informers: {pods: {handlers: {h1: {}}}}\n"    \
	"steps:\n"

static enum runner__verdict run_text(const char *steps, struct runner__result *result)
{
	AUTO_STRBUF text = STRBUF_INIT;
	struct scn__scenario *s;
	enum runner__verdict v;

	strbuf_addz(&text, POD_WORLD);
	strbuf_addz(&text, steps);
	s = parsed(strbuf_str(&text));
	v = run(&s->cells[0], 1, result);
	scn__scenario_free(s);
	return v;
}

static const struct {
	const char *steps, *what;
	enum runner__verdict verdict;
} small[] = {
	{ "  - start: pods\n  - create: {pods/default/a: pod}\n"
	  "  - expect: {handlers: {h1: [add pods/default/a rv=11]}, counts: {LIST pods: 1}}\n",
	  "", RUNNER_PASS },
	{ "  - create: {pods/default/a: pod}\n  - fail: {match: LIST pods, status: 500, times: 2}\n"
	  "  - start: pods\n  - advance: 30s\n"
	  "  - expect: {counts: {LIST pods: 3}, cache: {pods: {default/a: any}}}\n",
	  "", RUNNER_PASS },
	{ "  - start: pods\n  - settle\n  - drop: {event: any pods/default/a}\n"
	  "  - create: {pods/default/a: pod}\n"
	  "  - expect: {cache: {pods: {default/a: absent}}}\n",
	  "oracle cache-equals-model-at-end: pods does not have default/a", RUNNER_FAIL },
	{ "  - start: pods\n  - hold: queue\n  - create: {pods/default/a: pod}\n"
	  "  - expect: {handlers: {h1: []}}\n  - release: queue\n"
	  "  - expect: {handlers: {h1: [add pods/default/a]}}\n",
	  "", RUNNER_PASS },
};

static void small_scenarios_give_the_listed_verdict_and_text(void **state)
{
	struct runner__result result;

	(void)state;
	runner__result_init(&result);
	for (size_t i = 0; i < ARRAY_LEN(small); i++) {
		enum runner__verdict v = run_text(small[i].steps, &result);

		if (v != small[i].verdict || !strstr(result.what, small[i].what))
			fail_msg("%s\n-> %s: %s", small[i].steps, runner__verdict_word(v),
				 result.what);
	}
	runner__result_fini(&result);
}

static void attempt(const struct scn__cell *cell)
{
	struct runner__result result;

	runner__result_init(&result);
	(void)run(cell, 1, &result);
	assert_true(result.verdict == RUNNER_PASS || result.verdict == RUNNER_ERROR ||
		    result.verdict == RUNNER_FAIL);
	runner__result_fini(&result);
}

static void runs_survive_every_failing_allocation(void **state)
{
	AUTO_STRBUF text = STRBUF_INIT;
	struct scn__scenario *s;

	(void)state;
	read_text(stories[1], &text);
	s = parsed(strbuf_str(&text));
	FOR_EACH_FAILING_ALLOC(attempt(&s->cells[0]));
	scn__scenario_free(s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(example_scenarios_pass_with_every_seed),
		cmocka_unit_test(same_seed_gives_the_same_failure),
		cmocka_unit_test(small_scenarios_give_the_listed_verdict_and_text),
		cmocka_unit_test(runs_survive_every_failing_allocation),
	};

	base__alloc_init_cjson();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
