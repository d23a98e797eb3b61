/* SPDX-License-Identifier: Apache-2.0 */
/* What becomes of what a world says: verdicts, and where the run was when it happened. */
#include "runner/report/report.h"
#include "tests/kit/trace_kit.h"

#define PATH "tests/golden/client-go-0.37/initial-list-adds.jsonl"

/* The simulator with one thing replaced. */
static struct runner__world_ops ops;
static int settles_left;

static int settle_or_not(struct runner__world *w, struct relist_err *err)
{
	if (settles_left-- > 0)
		return runner__world_sim.settle(w, err);
	return relist_err_set(err, RELIST_ETIMEDOUT, "did not settle within 7 steps");
}

static int finish_broken(struct runner__world *w, struct relist_err *err)
{
	(void)runner__world_sim.finish(w, err);
	return relist_err_set(err, RELIST_ELIMIT, "2 objects are alive");
}

static struct runner__world *no_world(const struct runner__world_config *config,
				      struct relist_err *err)
{
	(void)config;
	relist_err_set(err, RELIST_EIO, "no free port");
	return NULL;
}

static const char *skip_always(const struct runner__trace *t)
{
	(void)t;
	return "needs minutes of real time";
}

static struct runner__trace *load(void)
{
	AUTO_STRBUF text = STRBUF_INIT;
	struct runner__trace *t;

	read_text(PATH, &text);
	t = runner__trace_parse(STR(PATH), strbuf_str(&text), NULL);
	assert_non_null(t);
	return t;
}

static void replay(struct runner__result *result)
{
	struct runner__replay_options opt = { .world = &ops, .seed = 9, .alone = true };
	struct runner__trace *t = load();

	runner__result_init(result);
	runner__replay(t, &opt, result);
	runner__trace_free(t);
}

static void a_world_that_does_not_settle(void **state)
{
	struct runner__result r;

	(void)state;
	ops = runner__world_sim;
	ops.settle = settle_or_not;
	settles_left = 2;
	replay(&r);
	assert_int_equal(r.verdict, RUNNER_UNSETTLED);
	assert_int_equal(runner__verdict_status(r.verdict), 3);
	assert_int_equal(r.line, 8); /* the second input: the first settle is the start's */
	assert_string_equal(r.what, "did not settle within 7 steps");
	assert_true(r.tail.len > 0);
	runner__result_fini(&r);
}

static void a_broken_invariant_outweighs_a_failed_expectation(void **state)
{
	struct runner__result r;

	(void)state;
	ops = runner__world_sim;
	ops.finish = finish_broken;
	replay(&r);
	assert_int_equal(r.verdict, RUNNER_INVARIANT);
	assert_int_equal(runner__verdict_status(r.verdict), 4);
	assert_string_equal(r.what, "2 objects are alive");
	runner__result_fini(&r);
}

static void a_world_that_cannot_be_made(void **state)
{
	struct runner__result r;

	(void)state;
	ops = runner__world_sim;
	ops.new = no_world;
	replay(&r);
	assert_int_equal(r.verdict, RUNNER_ERROR);
	assert_int_equal(runner__verdict_status(r.verdict), 5);
	assert_string_equal(r.what, "no free port");
	runner__result_fini(&r);
}

static void what_cannot_run_is_skipped_with_its_reason(void **state)
{
	struct strbuf out = STRBUF_INIT;
	struct runner__report report;
	struct runner__case c = { .path = "a#b.jsonl", .name = STR("a#b") };

	(void)state;
	ops = runner__world_sim;
	ops.skip = skip_always;
	replay(&c.result);
	assert_int_equal(c.result.verdict, RUNNER_SKIP);
	runner__report_init(&report, RUNNER_FORMAT_TAP);
	report.world = "tcp";
	report.total = 1;
	runner__report_begin(&report, &out);
	runner__report_case(&report, &c, &out);
	assert_string_equal(out.ptr, "TAP version 14\n1..1\n"
				     "ok 1 - a\\#b.jsonl # SKIP needs minutes of real time\n");
	assert_int_equal(report.status, 0);
	strbuf_clear(&out);
	report.format = RUNNER_FORMAT_TEXT;
	runner__report_case(&report, &c, &out);
	assert_string_equal(out.ptr, "SKIP a#b: needs minutes of real time\n");
	runner__report_fini(&report);
	runner__result_fini(&c.result);
	strbuf_fini(&out);
}

/* Who is blocked twice is blocked, and goes on when unblocked once. */
static void a_handler_is_blocked_or_not(void **state)
{
	static const char text[] =
	    "{\"trace\":1,\"name\":\"blocked-twice\",\"resource\":{\"group\":\"\",\"version\":"
	    "\"v1\","
	    "\"resource\":\"pods\",\"kind\":\"Pod\",\"namespaced\":true},\"informer\":{},"
	    "\"handlers\":[{\"name\":\"a\",\"add\":\"start\"},{\"name\":\"b\",\"add\":\"start\"}]}"
	    "\n"
	    "{\"act\":{\"do\":\"block\",\"handler\":\"a\"}}\n"
	    "{\"act\":{\"do\":\"block\",\"handler\":\"b\"}}\n"
	    "{\"act\":{\"do\":\"block\",\"handler\":\"a\"}}\n"
	    "{\"request\":{\"id\":1,\"method\":\"GET\",\"path\":\"/api/v1/pods\",\"query\":{"
	    "\"limit\":\"500\",\"resourceVersion\":\"0\"}}}\n"
	    "{\"response\":{\"id\":1,\"status\":200,\"body\":{\"kind\":\"PodList\",\"apiVersion\":"
	    "\"v1\",\"metadata\":{\"resourceVersion\":\"10\"},\"items\":["
	    "{\"metadata\":{\"name\":\"p\",\"namespace\":\"d\",\"resourceVersion\":\"5\"}},"
	    "{\"metadata\":{\"name\":\"q\",\"namespace\":\"d\",\"resourceVersion\":\"6\"}}]}}}\n"
	    "{\"request\":{\"id\":2,\"method\":\"GET\",\"path\":\"/api/v1/pods\",\"query\":{"
	    "\"allowWatchBookmarks\":\"true\",\"resourceVersion\":\"10\",\"timeoutSeconds\":\"*\","
	    "\"watch\":\"true\"}}}\n"
	    "{\"notify\":{\"handler\":\"a\",\"type\":\"ADD\",\"key\":\"d/p\",\"rv\":\"5\","
	    "\"initial\":true}}\n"
	    "{\"notify\":{\"handler\":\"b\",\"type\":\"ADD\",\"key\":\"d/p\",\"rv\":\"5\","
	    "\"initial\":true}}\n"
	    "{\"act\":{\"do\":\"unblock\",\"handler\":\"a\"}}\n"
	    "{\"notify\":{\"handler\":\"a\",\"type\":\"ADD\",\"key\":\"d/q\",\"rv\":\"6\","
	    "\"initial\":true}}\n"
	    "{\"act\":{\"do\":\"unblock\",\"handler\":\"b\"}}\n"
	    "{\"notify\":{\"handler\":\"b\",\"type\":\"ADD\",\"key\":\"d/q\",\"rv\":\"6\","
	    "\"initial\":true}}\n"
	    "{\"state\":{\"cache\":{\"d/p\":\"5\",\"d/q\":\"6\"},\"synced\":true,"
	    "\"handlersSynced\":{\"a\":true,\"b\":true},\"lastSyncResourceVersion\":\"10\"}}\n";
	struct relist_err err = { 0 };
	struct runner__trace *t = runner__trace_parse(STR("twice.jsonl"), STR(text), &err);
	struct runner__replay_options opt = sim_options(1);

	(void)state;
	if (!t)
		fail_msg("%u: %s", err.line, err.msg);
	assert_passes(t, &opt);
	runner__trace_free(t);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_world_that_does_not_settle),
		cmocka_unit_test(a_broken_invariant_outweighs_a_failed_expectation),
		cmocka_unit_test(a_handler_is_blocked_or_not),
		cmocka_unit_test(a_world_that_cannot_be_made),
		cmocka_unit_test(what_cannot_run_is_skipped_with_its_reason),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
