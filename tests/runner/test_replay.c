/* SPDX-License-Identifier: Apache-2.0 */
/* What becomes of what a world says: verdicts, and where the run was when it happened. */
#include "fakeapi/player.h"
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

static void unsettled_world_ends_the_replay_with_status_3(void **state)
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

static void broken_invariant_overrides_a_failed_expectation(void **state)
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

static void failed_world_creation_ends_the_replay_with_status_5(void **state)
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

static void skipped_trace_is_reported_with_its_reason(void **state)
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

/* Blocking is no counter: one unblock releases a handler that was blocked twice. */
static void handler_blocked_twice_is_unblocked_by_one_act(void **state)
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

/* --- when requests come --- */

/* A world in which requests come at times of a list, and nothing else happens. */
static struct {
	int64_t now_ns;
	const int64_t *came; /* request n + 1 comes then; negative: never */
	size_t count;
	struct fakeapi__player_request request;
} scripted;

static struct runner__world *scripted_new(const struct runner__world_config *config,
					  struct relist_err *err)
{
	(void)config, (void)err;
	scripted.now_ns = 0;
	return (struct runner__world *)&scripted;
}

static void scripted_free(struct runner__world *w)
{
	(void)w;
}

static int scripted_nothing(struct runner__world *w, struct relist_err *err)
{
	(void)w, (void)err;
	return 0;
}

static int scripted_apply(struct runner__world *w, const struct runner__line *line,
			  struct relist_err *err)
{
	(void)w, (void)line, (void)err;
	return 0;
}

static int scripted_advance(struct runner__world *w, int64_t until_ns, uint32_t request_id,
			    struct relist_err *err)
{
	(void)w, (void)err;
	if (request_id && request_id <= scripted.count && scripted.came[request_id - 1] >= 0 &&
	    scripted.came[request_id - 1] < until_ns)
		until_ns = scripted.came[request_id - 1];
	if (until_ns > scripted.now_ns)
		scripted.now_ns = until_ns;
	return 0;
}

static int64_t scripted_now(struct runner__world *w)
{
	(void)w;
	return scripted.now_ns;
}

static const struct fakeapi__player_request *scripted_request(struct runner__world *w, uint32_t id)
{
	(void)w;
	if (id > scripted.count || scripted.came[id - 1] < 0 ||
	    scripted.came[id - 1] > scripted.now_ns)
		return NULL;
	scripted.request = (struct fakeapi__player_request) {
		.id = id, .at_ns = scripted.came[id - 1], .method = STR("GET"), .path = STR("/p")
	};
	return &scripted.request;
}

static int scripted_snapshot(struct runner__world *w, struct runner__arena *arena,
			     struct runner__state *out, struct relist_err *err)
{
	(void)w, (void)arena, (void)err;
	out->last_sync_rv = STR("");
	out->store_rv = STR("");
	return 0;
}

static const char *scripted_skip(const struct runner__trace *t)
{
	(void)t;
	return NULL;
}

static void times_count_from_the_previous_input_or_request(void **state)
{
#define REQUEST(id, after)                                                                         \
	"{\"request\":{\"id\":" id ",\"method\":\"GET\",\"path\":\"/p\"" after "}}\n"
#define EXACT(t)     ",\"after\":{\"exact\":\"" t "\"}"
#define WINDOW(a, b) ",\"after\":{\"min\":\"" a "\",\"below\":\"" b "\"}"
#define ADVANCE(t)   "{\"act\":{\"do\":\"advance\",\"by\":\"" t "\"}}\n"
#define STATE                                                                                      \
	"{\"state\":{\"cache\":{},\"synced\":false,\"handlersSynced\":{},"                         \
	"\"lastSyncResourceVersion\":\"\"}}\n"
#define MS INT64_C(1000000)
	static const struct {
		const char *lines;
		int64_t came[3];
		size_t count;
		uint32_t line; /* that fails; 0: none */
		const char *what;
		int64_t ends_ns;
	} rows[] = {
		{ REQUEST("1", ""), { 0 }, 1, 0, "", 0 },
		/* nothing lets time pass but an act and who waits for a request */
		{ REQUEST("1", ""),
		  { 1 },
		  1,
		  2,
		  "request 1 came 1ns after the last input, expected at once",
		  1 },
		{ REQUEST("1", ""), { -1 }, 1, 2, "request 1 did not come", 300000 * MS },
		{ REQUEST("1", EXACT("1s")), { 1000 * MS }, 1, 0, "", 1000 * MS },
		{ REQUEST("1", EXACT("1s")),
		  { 1000 * MS - 1 },
		  1,
		  2,
		  "request 1 came 999.999999ms after the last input, expected exactly 1s",
		  1000 * MS - 1 },
		{ REQUEST("1", EXACT("1s")),
		  { 1000 * MS + 1 },
		  1,
		  2,
		  "request 1 came 1.000000001s after the last input, expected exactly 1s",
		  1000 * MS + 1 },
		{ REQUEST("1", WINDOW("1s", "2s")), { 2000 * MS - 1 }, 1, 0, "", 2000 * MS - 1 },
		{ REQUEST("1", WINDOW("1s", "2s")),
		  { 2000 * MS },
		  1,
		  2,
		  "request 1 came 2s after the last input, expected from 1s to less than 2s",
		  2000 * MS },
		{ REQUEST("1", WINDOW("1s", "2s")),
		  { -1 },
		  1,
		  2,
		  "request 1 did not come",
		  302000 * MS },
		/* from the request before, not from the beginning */
		{ REQUEST("1", EXACT("1s")) REQUEST("2", EXACT("1s")),
		  { 1000 * MS, 2000 * MS },
		  2,
		  0,
		  "",
		  2000 * MS },
		{ REQUEST("1", EXACT("1s")) REQUEST("2", EXACT("2s")),
		  { 1000 * MS, 2000 * MS },
		  2,
		  3,
		  "request 2 came 1s after the last input, expected exactly 2s",
		  2000 * MS },
		{ REQUEST("1", EXACT("1s")) REQUEST("2", WINDOW("1s", "3s")) REQUEST("3", ""),
		  { 1000 * MS, 3500 * MS, 3500 * MS },
		  3,
		  0,
		  "",
		  3500 * MS },
		{ REQUEST("1", EXACT("1s")) REQUEST("2", ""),
		  { 1000 * MS, 1000 * MS },
		  2,
		  0,
		  "",
		  1000 * MS },
		/* from an act, which a request need not wait for */
		{ ADVANCE("5s") REQUEST("1", EXACT("1s")), { 6000 * MS }, 1, 0, "", 6000 * MS },
		{ ADVANCE("5s") REQUEST("1", EXACT("1s")),
		  { 5000 * MS },
		  1,
		  3,
		  "request 1 came 0s after the last input, expected exactly 1s",
		  5000 * MS },
		{ ADVANCE("5s") REQUEST("1", ""), { 4000 * MS }, 1, 0, "", 5000 * MS },
		{ ADVANCE("5s") REQUEST("1", WINDOW("1s", "2s")),
		  { 4000 * MS },
		  1,
		  3,
		  "request 1 came 1s before the last input, expected from 1s to less than 2s",
		  5000 * MS },
		{ REQUEST("1", EXACT("1s")) ADVANCE("1s") REQUEST("2", EXACT("1s")),
		  { 1000 * MS, 3000 * MS },
		  2,
		  0,
		  "",
		  3000 * MS },
		/* a state is no input */
		{ ADVANCE("1s") STATE REQUEST("1", EXACT("1s")),
		  { 2000 * MS },
		  1,
		  0,
		  "",
		  2000 * MS },
	};

	(void)state;
	ops = (struct runner__world_ops) {
		.name = "scripted",
		.skip = scripted_skip,
		.new = scripted_new,
		.free = scripted_free,
		.start = scripted_nothing,
		.apply = scripted_apply,
		.settle = scripted_nothing,
		.advance = scripted_advance,
		.now_ns = scripted_now,
		.request = scripted_request,
		.snapshot = scripted_snapshot,
		.finish = scripted_nothing,
	};
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		struct runner__replay_options opt = { .world = &ops, .seed = 3 };
		AUTO_STRBUF text = STRBUF_INIT;
		struct relist_err err = { 0 };
		struct runner__result r;
		struct runner__trace *t;

		strbuf_addf(&text,
			    "{\"trace\":1,\"name\":\"n\",\"resource\":{\"group\":\"\",\"version\":"
			    "\"v1\",\"resource\":\"pods\",\"kind\":\"Pod\",\"namespaced\":true},"
			    "\"informer\":{}}\n%s" STATE,
			    rows[i].lines);
		t = runner__trace_parse(STR("t.jsonl"), strbuf_str(&text), &err);
		if (!t)
			fail_msg("row %zu: %u: %s", i, err.line, err.msg);
		scripted.came = rows[i].came;
		scripted.count = rows[i].count;
		runner__result_init(&r);
		runner__replay(t, &opt, &r);
		if (r.verdict != (rows[i].line ? RUNNER_FAIL : RUNNER_PASS) ||
		    r.line != rows[i].line || strcmp(r.what, rows[i].what) != 0 ||
		    r.virtual_ns != rows[i].ends_ns || r.seed != 3)
			fail_msg("row %zu: %s, line %u, %lld ns: %s", i,
				 runner__verdict_word(r.verdict), r.line, (long long)r.virtual_ns,
				 r.what);
		runner__result_fini(&r);
		runner__trace_free(t);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(unsettled_world_ends_the_replay_with_status_3),
		cmocka_unit_test(broken_invariant_overrides_a_failed_expectation),
		cmocka_unit_test(handler_blocked_twice_is_unblocked_by_one_act),
		cmocka_unit_test(times_count_from_the_previous_input_or_request),
		cmocka_unit_test(failed_world_creation_ends_the_replay_with_status_5),
		cmocka_unit_test(skipped_trace_is_reported_with_its_reason),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
