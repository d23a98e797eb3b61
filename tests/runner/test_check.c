/* SPDX-License-Identifier: Apache-2.0 */
/* The checker alone: a trace from text, what was seen from a list. */
#include "runner/trace/check.h"
#include "tests/kit/testing.h"

#define HEADER                                                                                     \
	"{\"trace\":1,\"name\":\"t\",\"resource\":{\"group\":\"\",\"version\":\"v1\","             \
	"\"resource\":\"pods\",\"kind\":\"Pod\",\"namespaced\":true},\"informer\":{},"             \
	"\"handlers\":[{\"name\":\"a\"},{\"name\":\"b\"}]}\n"
#define STATE                                                                                      \
	"{\"state\":{\"cache\":{},\"synced\":true,\"handlersSynced\":{},"                          \
	"\"lastSyncResourceVersion\":\"\"}}\n"
#define ADD(handler, key, more)                                                                    \
	"{\"notify\":{\"handler\":\"" handler "\",\"type\":\"ADD\",\"key\":\"" key                 \
	"\",\"rv\":\"1\",\"initial\":true" more "}}\n"

static void assert_are_lines(const struct strbuf *text)
{
	assert_true(text->len > 1);
	assert_int_equal(text->ptr[text->len - 1], '\n');
	assert_null(strstr(text->ptr, "\n\n"));
}

/* Each letter-pair of `seen` is a notification: handler, key. "!" checks that all above is done. */
static enum runner__verdict check(const char *lines, const char *seen, size_t at,
				  struct runner__result *result)
{
	AUTO_STRBUF text = STRBUF_INIT;
	struct runner__checker c;
	struct runner__trace *t;
	struct runner__log *log = runner__log_new((struct trace_sink) { 0 }, NULL);
	struct relist_err err = { 0 };
	bool good = true;

	strbuf_addz(&text, HEADER);
	strbuf_addz(&text, lines);
	t = runner__trace_parse(STR("t.jsonl"), strbuf_str(&text), &err);
	if (!t)
		fail_msg("%u:%u: %s", err.line, err.column, err.msg);
	assert_non_null(log);
	runner__result_init(result);
	assert_int_equal(runner__checker_init(&c, t, log, result), 0);
	runner__check_move(&c, at);
	for (; good && *seen; seen++) {
		struct runner__seen s = { .kind = RUNNER_SEEN_NOTIFY };

		if (*seen == '!') {
			good = runner__check_seen(&c) && runner__check_above(&c, 0);
			continue;
		}
		s.notify.handler = (uint32_t)(*seen++ - 'a');
		s.notify.key = (struct str) { seen, 1 };
		s.notify.rv = STR("1");
		s.notify.initial = true;
		runner__log_add(log, &s);
	}
	good = good && runner__check_seen(&c);
	assert_int_equal(good, result->verdict == RUNNER_PASS);
	runner__checker_fini(&c);
	runner__log_free(log);
	runner__trace_free(t);
	return result->verdict;
}

static void trace_check_compares_notifications_per_handler(void **state)
{
	static const struct {
		const char *name, *lines, *seen;
		size_t at;
		uint32_t line; /* 0: passes */
		const char *what;
	} cases[] = {
		{ "in order", ADD("a", "1", "") ADD("a", "2", "") STATE, "a1a2", 0, 0, NULL },
		{ "handlers are independent",
		  ADD("a", "1", "") ADD("a", "2", "") ADD("b", "1", "") STATE, "b1a1a2", 0, 0,
		  NULL },
		{ "wrong order", ADD("a", "1", "") ADD("a", "2", "") STATE, "a2a1", 0, 2,
		  "handler a: key is \"2\", expected \"1\"" },
		{ "wrong handler", ADD("a", "1", "") STATE, "b1", 0, 2,
		  "unexpected notification of handler b" },
		{ "one too many", ADD("a", "1", "") STATE, "a1a1", 0, 2,
		  "unexpected notification of handler a" },
		{ "any order",
		  ADD("a", "1", ",\"anyOrder\":1") ADD("a", "2", ",\"anyOrder\":1")
		      ADD("a", "3", "") STATE,
		  "a2a1a3", 0, 0, NULL },
		{ "any order, not across its end",
		  ADD("a", "1", ",\"anyOrder\":1") ADD("a", "2", ",\"anyOrder\":1")
		      ADD("a", "3", "") STATE,
		  "a2a3a1", 0, 2, "handler a: key is \"3\", expected \"1\"" },
		{ "two groups do not mix",
		  ADD("a", "1", ",\"anyOrder\":1") ADD("a", "2", ",\"anyOrder\":2") STATE, "a2a1",
		  0, 2, "handler a: key is \"2\", expected \"1\"" },
		{ "any order: each line once",
		  ADD("a", "1", ",\"anyOrder\":1") ADD("a", "2", ",\"anyOrder\":1") STATE, "a1a1",
		  0, 3, "handler a: key is \"1\", expected \"2\"" },
		{ "early: its line stands below a state",
		  ADD("a", "1", "") STATE ADD("a", "2", "") STATE, "a1a2", 0, 2,
		  "unexpected notification of handler a" },
		{ "no longer early", ADD("a", "1", "") STATE ADD("a", "2", "") STATE, "a1a2", 1, 0,
		  NULL },
		{ "one too many behind the last line", ADD("a", "1", "") STATE, "a1b1", 2, 3,
		  "unexpected notification of handler b" },
		{ "missing", ADD("a", "1", "") ADD("a", "2", "") STATE, "a1!", 2, 3,
		  "handler a: this was not seen (1 missing)" },
		{ "all there", ADD("a", "1", "") ADD("a", "2", "") STATE, "a1a2!", 2, 0, NULL },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		struct runner__result result;
		enum runner__verdict v = check(cases[i].lines, cases[i].seen, cases[i].at, &result);

		if ((v == RUNNER_PASS) != (cases[i].what == NULL))
			fail_msg("%s: %s", cases[i].name, result.what);
		if (cases[i].what) {
			assert_string_equal(result.what, cases[i].what);
			assert_int_equal(result.line, cases[i].line);
			assert_are_lines(&result.expected);
			assert_are_lines(&result.actual);
		}
		runner__result_fini(&result);
	}
}

/* One line of its own kind against something seen. */
static bool check_seen(const char *line, const struct runner__seen *seen, char *what)
{
	AUTO_STRBUF text = STRBUF_INIT;
	struct runner__checker c;
	struct runner__result result;
	struct runner__log *log = runner__log_new((struct trace_sink) { 0 }, NULL);
	struct runner__trace *t;
	bool good;

	strbuf_addf(&text, HEADER "{\"request\":{\"id\":1}}\n%s" STATE, line);
	t = runner__trace_parse(STR("t.jsonl"), strbuf_str(&text), NULL);
	assert_non_null(t);
	assert_non_null(log);
	runner__result_init(&result);
	assert_int_equal(runner__checker_init(&c, t, log, &result), 0);
	runner__log_add(log, seen);
	good = runner__check_seen(&c);
	if (!good)
		assert_are_lines(&result.actual);
	memcpy(what, result.what, sizeof(result.what));
	runner__checker_fini(&c);
	runner__result_fini(&result);
	runner__log_free(log);
	runner__trace_free(t);
	return good;
}

static void trace_check_compares_errors_disconnects_and_crashes(void **state)
{
#define ERROR_LINE "{\"watchError\":{\"kind\":\"status\",\"code\":410,\"reason\":\"Gone\"}}\n"
	static const struct {
		const char *line;
		struct runner__seen seen;
		const char *what;
	} cases[] = {
		{ ERROR_LINE,
		  { .kind = RUNNER_SEEN_WATCH_ERROR,
		    .watch_error = { INF_WATCH_ERROR_STATUS, 410, { "Gone", 4 }, { "text", 4 } } },
		  "" },
		{ ERROR_LINE,
		  { .kind = RUNNER_SEEN_WATCH_ERROR,
		    .watch_error = { INF_WATCH_ERROR_STATUS, 410, { "Expired", 7 }, { "", 0 } } },
		  "the watch error handler got another error" },
		{ ERROR_LINE,
		  { .kind = RUNNER_SEEN_WATCH_ERROR,
		    .watch_error = { INF_WATCH_ERROR_EOF, 0, { "", 0 }, { "", 0 } } },
		  "the watch error handler got another error" },
		/* client-go's text is not compared */
		{ "{\"watchError\":{\"kind\":\"other\",\"text\":\"x\"}}\n",
		  { .kind = RUNNER_SEEN_WATCH_ERROR,
		    .watch_error = { INF_WATCH_ERROR_OTHER, 0, { "", 0 }, { "y", 1 } } },
		  "" },
		{ "{\"hangup\":{\"id\":1}}\n", { .kind = RUNNER_SEEN_HANGUP, .id = 1 }, "" },
		{ "{\"hangup\":{\"id\":1}}\n",
		  { .kind = RUNNER_SEEN_HANGUP, .id = 2 },
		  "another connection was closed" },
		{ "", { .kind = RUNNER_SEEN_HANGUP, .id = 1 }, "unexpected hangup" },
		{ "", { .kind = RUNNER_SEEN_REQUEST, .id = 1 }, "" },
		{ "", { .kind = RUNNER_SEEN_REQUEST, .id = 2 }, "request 2, the trace has only 1" },
		{ "{\"crash\":{\"text\":\"boom\"}}\n",
		  { .kind = RUNNER_SEEN_CRASH, .crash = { "boom", 4 } },
		  "" },
		{ "{\"crash\":{\"text\":\"boom\"}}\n",
		  { .kind = RUNNER_SEEN_CRASH, .crash = { "bang", 4 } },
		  "another crash" },
		{ "", { .kind = RUNNER_SEEN_CRASH, .crash = { "boom", 4 } }, "unexpected crash" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		char what[sizeof(((struct runner__result *)NULL)->what)];
		bool good = check_seen(cases[i].line, &cases[i].seen, what);

		assert_string_equal(what, cases[i].what);
		assert_int_equal(good, cases[i].what[0] == '\0');
	}
#undef ERROR_LINE
}

/* A request line against what a player says came. */
static bool check_request(const char *request, int64_t at_ns, const char *path,
			  const struct fakeapi__header *params, size_t count, char *what)
{
	AUTO_STRBUF text = STRBUF_INIT;
	struct runner__checker c;
	struct runner__result result;
	struct runner__log *log = runner__log_new((struct trace_sink) { 0 }, NULL);
	struct fakeapi__player_request got = { .id = 1,
					       .at_ns = at_ns,
					       .method = STR("GET"),
					       .path = str_of(path),
					       .params = params,
					       .param_count = count };
	struct runner__trace *t;
	bool good;

	strbuf_addf(&text, HEADER "{\"request\":{\"id\":1%s}}\n" STATE, request);
	t = runner__trace_parse(STR("t.jsonl"), strbuf_str(&text), NULL);
	assert_non_null(t);
	assert_non_null(log);
	runner__result_init(&result);
	assert_int_equal(runner__checker_init(&c, t, log, &result), 0);
	good = runner__check_request(&c, &t->lines[0], &got, NS_PER_S);
	if (!good) {
		assert_are_lines(&result.expected);
		assert_are_lines(&result.actual);
	}
	memcpy(what, result.what, sizeof(result.what));
	runner__checker_fini(&c);
	runner__result_fini(&result);
	runner__log_free(log);
	runner__trace_free(t);
	return good;
}

static void trace_check_compares_requests_by_method_path_query_and_time(void **state)
{
#define WORDS ",\"method\":\"GET\",\"path\":\"/p\",\"query\":{\"timeoutSeconds\":\"*\",\"w\":\"1\"}"
	static const struct fakeapi__header good[] = { { { "w", 1 }, { "1", 1 } },
						       { { "timeoutSeconds", 14 }, { "300", 3 } } };
	static const struct fakeapi__header late[] = { { { "w", 1 }, { "1", 1 } },
						       { { "timeoutSeconds", 14 }, { "600", 3 } } };
	static const struct fakeapi__header twice[] = { { { "w", 1 }, { "1", 1 } },
							{ { "timeoutSeconds", 14 }, { "300", 3 } },
							{ { "w", 1 }, { "1", 1 } } };
	static const struct fakeapi__header more[] = { { { "w", 1 }, { "1", 1 } },
						       { { "timeoutSeconds", 14 }, { "300", 3 } },
						       { { "x", 1 }, { "y", 1 } } };
	static const struct {
		const char *request, *path;
		const struct fakeapi__header *params;
		size_t count;
		int64_t at_ns;
		const char *what;
	} cases[] = {
		{ WORDS, "/p", good, 2, NS_PER_S, "" },
		{ WORDS, "/p", good, 2, 0, "" }, /* it waited at the server */
		{ "", "/anything", more, 3, NS_PER_S, "" },
		{ WORDS, "/q", good, 2, NS_PER_S, "request 1: path is /q, expected /p" },
		{ WORDS, "/p", good, 1, NS_PER_S,
		  "request 1: no timeoutSeconds, expected \"300 to 599\"" },
		{ WORDS, "/p", late, 2, NS_PER_S,
		  "request 1: timeoutSeconds is \"600\", expected \"300 to 599\"" },
		{ WORDS, "/p", twice, 3, NS_PER_S, "request 1: w is there twice" },
		{ WORDS, "/p", more, 3, NS_PER_S, "request 1: x is \"y\", expected none" },
		{ WORDS, "/p", good, 2, NS_PER_S + 1,
		  "request 1 came 1ns after the last input, expected at once" },
		{ WORDS ",\"after\":{\"exact\":\"1s\"}", "/p", good, 2, 2 * NS_PER_S, "" },
		{ WORDS ",\"after\":{\"exact\":\"1s\"}", "/p", good, 2, 2 * NS_PER_S - 1,
		  "request 1 came 999.999999ms after the last input, expected exactly 1s" },
		{ WORDS ",\"after\":{\"min\":\"1s\",\"below\":\"2s\"}", "/p", good, 2, 2 * NS_PER_S,
		  "" },
		{ WORDS ",\"after\":{\"min\":\"1s\",\"below\":\"2s\"}", "/p", good, 2,
		  3 * NS_PER_S - 1, "" },
		{ WORDS ",\"after\":{\"min\":\"1s\",\"below\":\"2s\"}", "/p", good, 2, 3 * NS_PER_S,
		  "request 1 came 2s after the last input, expected from 1s to less than 2s" },
		{ WORDS ",\"after\":{\"min\":\"1s\",\"below\":\"2s\"}", "/p", good, 2, 0,
		  "request 1 came 1s before the last input, expected from 1s to less than 2s" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		char what[sizeof(((struct runner__result *)NULL)->what)];
		bool is = check_request(cases[i].request, cases[i].at_ns, cases[i].path,
					cases[i].params, cases[i].count, what);

		assert_string_equal(what, cases[i].what);
		assert_int_equal(is, cases[i].what[0] == '\0');
	}
#undef WORDS
}

/* A state line against a state of the same form; what differs, or "". */
static void check_state(const char *want, const char *got, char *what)
{
	AUTO_STRBUF text = STRBUF_INIT;
	struct runner__checker c;
	struct runner__result result;
	struct runner__log *log = runner__log_new((struct trace_sink) { 0 }, NULL);
	struct relist_err err = { 0 };
	struct runner__trace *t;
	bool same;

	strbuf_addf(&text, HEADER "{\"state\":{%s}}\n{\"state\":{%s}}\n", want, got);
	t = runner__trace_parse(STR("t.jsonl"), strbuf_str(&text), &err);
	if (!t)
		fail_msg("%u:%u: %s", err.line, err.column, err.msg);
	assert_non_null(log);
	runner__result_init(&result);
	assert_int_equal(runner__checker_init(&c, t, log, &result), 0);
	same = runner__check_state(&c, &t->lines[0], &t->lines[1].state);
	assert_int_equal(same, result.verdict == RUNNER_PASS);
	(void)snprintf(what, sizeof(result.what), "%s", result.what);
	runner__checker_fini(&c);
	runner__log_free(log);
	runner__trace_free(t);
	runner__result_fini(&result);
}

/* One member is changed at a time: the rest is the same. */
static void trace_check_compares_states_member_by_member(void **state)
{
#define MEMBERS(cache, indexes, handlers, more)                                                    \
	"\"cache\":{" cache "},\"indexes\":{" indexes "},\"handlersSynced\":{" handlers "}" more
#define CACHE	 "\"default/a\":\"1\",\"default/b\":\"2\""
#define INDEX	 "\"label:app\":{\"web\":[\"default/a\",\"default/b\"],\"x\":[\"default/c\"]}"
#define HANDLERS "\"a\":true,\"b\":false"
#define REST	 ",\"synced\":true,\"lastSyncResourceVersion\":\"7\""
#define STORE	 ",\"storeResourceVersion\":\"7\""
#define WHOLE	 MEMBERS(CACHE, INDEX, HANDLERS, REST STORE)
#define PLAIN(more)                                                                                \
	"\"cache\":{},\"handlersSynced\":{},\"synced\":true,\"lastSyncResourceVersion\":\"\"" more
	static const struct {
		const char *want, *got, *what;
	} cases[] = {
		{ WHOLE, WHOLE, "" },
		{ WHOLE, MEMBERS("\"default/a\":\"1\"", INDEX, HANDLERS, REST STORE), "cache" },
		{ WHOLE, MEMBERS(CACHE ",\"default/c\":\"2\"", INDEX, HANDLERS, REST STORE),
		  "cache" },
		{ WHOLE,
		  MEMBERS("\"default/a\":\"1\",\"default/b\":\"3\"", INDEX, HANDLERS, REST STORE),
		  "cache" },
		{ WHOLE,
		  MEMBERS("\"default/a\":\"3\",\"default/b\":\"2\"", INDEX, HANDLERS, REST STORE),
		  "cache" },
		{ WHOLE,
		  MEMBERS("\"default/a\":\"1\",\"default/x\":\"2\"", INDEX, HANDLERS, REST STORE),
		  "cache" },
		{ WHOLE, MEMBERS(CACHE, INDEX, "\"a\":true", REST STORE), "handlersSynced" },
		{ WHOLE, MEMBERS(CACHE, INDEX, "\"a\":true,\"b\":true", REST STORE),
		  "handlersSynced" },
		{ WHOLE, MEMBERS(CACHE, INDEX, "\"a\":false,\"b\":false", REST STORE),
		  "handlersSynced" },
		{ WHOLE, MEMBERS(CACHE, INDEX, "\"a\":true,\"c\":false", REST STORE),
		  "handlersSynced" },
		{ WHOLE, MEMBERS(CACHE, "", HANDLERS, REST STORE), "indexes" },
		{ WHOLE,
		  MEMBERS(CACHE, "\"label:app\":{\"web\":[\"default/a\",\"default/b\"]}", HANDLERS,
			  REST STORE),
		  "indexes" },
		{ WHOLE,
		  MEMBERS(CACHE, "\"label:app\":{\"web\":[\"default/a\"],\"x\":[\"default/c\"]}",
			  HANDLERS, REST STORE),
		  "indexes" },
		{ WHOLE,
		  MEMBERS(
		      CACHE,
		      "\"label:app\":{\"web\":[\"default/a\",\"default/b\"],\"x\":[\"default/d\"]}",
		      HANDLERS, REST STORE),
		  "indexes" },
		{ WHOLE,
		  MEMBERS(
		      CACHE,
		      "\"label:app\":{\"web\":[\"default/a\",\"default/b\"],\"y\":[\"default/c\"]}",
		      HANDLERS, REST STORE),
		  "indexes" },
		/* An object that the scenario does not name counts when it holds something, except
		 * namespaces. */
		{ WHOLE, MEMBERS(CACHE, INDEX ",\"label:b\":{}", HANDLERS, REST STORE), "" },
		{ WHOLE, MEMBERS(CACHE, INDEX ",\"label:b\":{\"v\":[\"k\"]}", HANDLERS, REST STORE),
		  "indexes" },
		{ WHOLE,
		  MEMBERS(CACHE, INDEX ",\"namespace\":{\"v\":[\"k\"]}", HANDLERS, REST STORE),
		  "" },
		{ WHOLE,
		  MEMBERS(CACHE, INDEX, HANDLERS,
			  ",\"synced\":false,\"lastSyncResourceVersion\":\"7\"" STORE),
		  "synced" },
		{ WHOLE,
		  MEMBERS(CACHE, INDEX, HANDLERS,
			  ",\"synced\":true,\"lastSyncResourceVersion\":\"8\"" STORE),
		  "lastSyncResourceVersion" },
		{ WHOLE, MEMBERS(CACHE, INDEX, HANDLERS, REST ",\"storeResourceVersion\":\"8\""),
		  "storeResourceVersion" },
		{ WHOLE, MEMBERS(CACHE, INDEX, HANDLERS, REST STORE ",\"stopped\":true"),
		  "stopped" },
		{ WHOLE,
		  MEMBERS("", "", "",
			  ",\"synced\":false,\"lastSyncResourceVersion\":\"\",\"stopped\":true"),
		  "cache, indexes, synced, handlersSynced, lastSyncResourceVersion, "
		  "storeResourceVersion, stopped" },
		/* Members that the line omits are not compared. */
		{ PLAIN(""), PLAIN(",\"indexes\":{\"label:b\":{\"v\":[\"k\"]}}" STORE), "" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		char what[sizeof(((struct runner__result *)NULL)->what)], want[256] = "";

		if (cases[i].what[0])
			(void)snprintf(want, sizeof(want), "another state: %s", cases[i].what);
		check_state(cases[i].want, cases[i].got, what);
		if (strcmp(what, want) != 0)
			fail_msg("%s\n%s\n-> %s", cases[i].want, cases[i].got, what);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(trace_check_compares_notifications_per_handler),
		cmocka_unit_test(trace_check_compares_errors_disconnects_and_crashes),
		cmocka_unit_test(trace_check_compares_requests_by_method_path_query_and_time),
		cmocka_unit_test(trace_check_compares_states_member_by_member),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
