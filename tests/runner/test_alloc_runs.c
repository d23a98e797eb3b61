/* SPDX-License-Identifier: Apache-2.0 */
/* Whole runs in which the n-th allocation and all after it fail, for every n: no crash, no leak,
 * no broken invariant; without memory a run ends as an error or as a trace that did not happen. */
#include "informer/object.h"
#include "runner/trace/transform.h"
#include "tests/kit/scn_kit.h"
#include "tests/kit/trace_kit.h"

static struct runner__trace *loaded(const char *path)
{
	AUTO_STRBUF text = STRBUF_INIT;
	struct runner__trace *t;

	read_text(path, &text);
	t = runner__trace_parse(str_of(path), strbuf_str(&text), NULL);
	assert_non_null(t);
	return t;
}

static size_t passed, runs;

static void run(const struct runner__trace *t)
{
	struct runner__replay_options opt = sim_options(2);
	struct runner__result result;

	runner__result_init(&result);
	runner__replay(t, &opt, &result);
	runs++;
	passed += result.verdict == RUNNER_PASS;
	if (result.verdict == RUNNER_INVARIANT || result.verdict == RUNNER_BAD_INPUT ||
	    result.verdict == RUNNER_UNSETTLED)
		fail_msg("%s: %s\n%s", t->path.ptr, result.what, result.tail.ptr);
	/* It says why. */
	if (result.verdict == RUNNER_ERROR && !strstr(result.what, "memory"))
		fail_msg("%s, after %zu runs: \"%s\"", t->path.ptr, runs, result.what);
	runner__result_fini(&result);
}

/* What transforms do to an object, or why they cannot. */
static void transform(const struct inf_object *obj, int how, struct strbuf *whole)
{
	struct relist_err err = { 0 };
	struct inf_object *made = how == 0   ? runner__strip_managed_fields(obj, &err)
				  : how == 1 ? runner__rename_object(obj, STR("-x"), &err)
					     : runner__keep_members(obj, STR("spec, a"), &err);

	if (made && !whole->len)
		strbuf_adds(whole, inf__object_value(made));
	if (made)
		assert_true(str_eq(strbuf_str(whole), inf__object_value(made)));
	else
		assert_non_null(strstr(err.msg, "out of memory"));
	inf_object_unref(made);
}

static void transforms_survive_every_failing_allocation(void **state)
{
	static const char json[] =
	    "{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"metadata\":{\"name\":\"p\",\"namespace\":"
	    "\"d\","
	    "\"managedFields\":[{\"manager\":\"m\"}],\"resourceVersion\":\"1\"},\"spec\":{\"a\":1},"
	    "\"a\":\"\\u0061\",\"\\u0062\":2}";
	struct inf_object *obj = inf__object_new(STR(json), STR("v1"), STR("Pod"), NULL);

	(void)state;
	assert_non_null(obj);
	for (int how = 0; how < 3; how++) {
		AUTO_STRBUF whole = STRBUF_INIT;

		transform(obj, how, &whole);
		FOR_EACH_FAILING_ALLOC(transform(obj, how, &whole));
	}
	inf_object_unref(obj);
}

static const char *const paths[] = {
	"tests/golden/client-go-0.37/relist-mixed-nonatomic.jsonl",
	"tests/golden/client-go-0.37/watchlist-initial.jsonl",
	"tests/golden/client-go-0.37/handler-removed-with-backlog.jsonl",
	"tests/golden/client-go-0.37/transform-renames.jsonl",
	"tests/golden/client-go-0.37/paged-list.jsonl",
	"tests/golden/client-go-0.32/deltas-relist-with-pending-keys.jsonl",
	"tests/golden/client-go-0.32/deltas-key-goes-together.jsonl",
	"tests/golden/client-go-0.32/index-several-values.jsonl",
};

static void runs_survive_every_failing_allocation(void **state)
{
	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(paths); i++) {
		struct runner__trace *t = loaded(paths[i]);

		runs = passed = 0;
		FOR_EACH_FAILING_ALLOC(run(t));
		assert_true(runs > 30);
		assert_true(passed >= 1); /* the last one had all it needs */
		runner__trace_free(t);
	}
}

/* Memory is short once and then there is enough: the informer relists and goes on. The trace is
 * then another story, but a story that holds together. */
static void runs_survive_one_failing_allocation(void **state)
{
	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(paths); i++) {
		struct runner__trace *t = loaded(paths[i]);
		bool failed = true;

		passed = 0;
		for (long grant = 0; failed; grant++) {
			base__alloc_fail_after = grant;
			base__alloc_fail_count = 1;
			run(t);
			failed = base__alloc_fail_count == 0;
			base__alloc_fail_after = -1;
			base__alloc_fail_count = 0;
		}
		assert_true(passed >= 1);
		runner__trace_free(t);
	}
}

/* A recreated object is deleted first: a failure between the two steps must be reported. */
static void recreated_object_is_kept_or_the_run_reports_an_error(void **state)
{
	static const char text[] =
	    "scenario: again\nworld:\n  types: {pods: v1/pods}\n  informers: {pods: {}}\nsteps:\n"
	    "  - create: {pods/default/a: {spec: {nodeName: n1}}}\n"
	    "  - update: {pods/default/a: {spec: {nodeName: n2}}, uid: new}\n"
	    "  - expect: {state: {pods: {default/a: {spec: {nodeName: n2}}}}}\n"
	    "  - start: pods\n";
	struct scn__scenario *s = scn_parsed(STR(text));
	size_t errors = 0;
	bool failed = true;

	(void)state;
	for (long grant = 0; failed; grant++) {
		struct scn__run_options opt = { .seed = 1 };
		struct runner__result result;

		runner__result_init(&result);
		base__alloc_fail_after = grant;
		base__alloc_fail_count = 1;
		scn__run(&s->cells[0], &opt, &result);
		failed = base__alloc_fail_count == 0;
		base__alloc_fail_after = -1;
		base__alloc_fail_count = 0;
		if (result.verdict == RUNNER_FAIL && result.line == 8)
			fail_msg("after %ld allocations: %s", grant, result.what);
		errors += result.verdict == RUNNER_ERROR;
		runner__result_fini(&result);
	}
	assert_true(errors > 20);
	scn__scenario_free(s);
}

static void parse(struct str text, size_t *failures)
{
	struct relist_err err = { 0 };
	struct runner__trace *t = runner__trace_parse(STR("x.jsonl"), text, &err);

	if (!t) {
		assert_int_equal(err.code, RELIST_ENOMEM);
		++*failures;
	}
	runner__trace_free(t);
}

static void loading_survives_every_failing_allocation(void **state)
{
	AUTO_STRBUF text = STRBUF_INIT;
	size_t failures = 0;

	(void)state;
	read_text("tests/golden/client-go-0.37/index-by-namespace-and-label.jsonl", &text);
	FOR_EACH_FAILING_ALLOC(parse(strbuf_str(&text), &failures));
	assert_true(failures > 2);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(transforms_survive_every_failing_allocation),
		cmocka_unit_test(runs_survive_every_failing_allocation),
		cmocka_unit_test(runs_survive_one_failing_allocation),
		cmocka_unit_test(recreated_object_is_kept_or_the_run_reports_an_error),
		cmocka_unit_test(loading_survives_every_failing_allocation),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
