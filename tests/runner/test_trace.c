/* SPDX-License-Identifier: Apache-2.0 */
/* What a trace's lines become when they are read. (What is refused: test_failures.c.) */
#include "base/str.h"
#include "runner/trace/trace.h"
#include "tests/kit/testing.h"

#define RESOURCE                                                                                   \
	"\"resource\":{\"group\":\"apps\",\"version\":\"v1\",\"resource\":\"deployments\","        \
	"\"kind\":\"Deployment\",\"namespaced\":true}"
#define END                                                                                        \
	"{\"state\":{\"cache\":{},\"synced\":true,\"handlersSynced\":{},"                          \
	"\"lastSyncResourceVersion\":\"\"}}\n"

static struct runner__trace *parse(const char *informer, const char *more, const char *lines)
{
	AUTO_STRBUF text = STRBUF_INIT;
	struct relist_err err = { 0 };
	struct runner__trace *t;

	strbuf_addf(&text, "{\"trace\":1,\"name\":\"n\"," RESOURCE ",\"informer\":{%s}%s}\n%s" END,
		    informer, more, lines);
	t = runner__trace_parse(STR("p.jsonl"), strbuf_str(&text), &err);
	if (!t)
		fail_msg("%u:%u: %s", err.line, err.column, err.msg);
	return t;
}

static void trace_header_configures_the_informer(void **state)
{
	struct runner__trace *t =
	    parse("\"resync\":\"1.5s\",\"watchList\":true,\"pageSize\":0,\"indexers\":"
		  "[\"namespace\",\"label:app\"],\"transform\":\"rename:-x\",\"namespace\":\"ns\","
		  "\"labelSelector\":\"a=b\",\"fieldSelector\":\"c=d\",\"expectKind\":true,"
		  "\"mutationDetector\":true,\"gates\":{\"AtomicFIFO\":false,"
		  "\"InOrderInformersBatchProcess\":true}",
		  ",\"profile\":\"classic\",\"handlers\":[{\"name\":\"a\",\"add\":\"start\"},"
		  "{\"name\":\"b\",\"resync\":\"2m\"}]",
		  "");

	(void)state;
	assert_string_equal(t->path.ptr, "p.jsonl");
	assert_string_equal(t->group.ptr, "apps");
	assert_string_equal(t->kind.ptr, "Deployment");
	assert_true(t->namespaced && t->classic && t->watch_list && t->expect_kind);
	assert_true(t->mutation_detector);
	assert_int_equal(t->resync_ns, 1500 * NS_PER_MS);
	assert_int_equal(t->indexer_count, 2);
	assert_string_equal(t->indexers[1].ptr, "label:app");
	assert_int_equal(t->transform, RUNNER_TRANSFORM_RENAME);
	assert_string_equal(t->transform_arg.ptr, "-x");
	assert_string_equal(t->namespace_.ptr, "ns");
	assert_string_equal(t->label_selector.ptr, "a=b");
	assert_string_equal(t->field_selector.ptr, "c=d");
	assert_int_equal(t->gate_atomic, 0);
	assert_int_equal(t->gate_batch, 1);
	assert_int_equal(t->gate_unlock, -1);
	assert_int_equal(t->handler_count, 2);
	assert_int_equal(t->handlers[0].resync_ns, -1);
	assert_int_equal(t->handlers[1].resync_ns, 120 * NS_PER_S);
	assert_true(t->starts_itself);
	runner__trace_free(t);
}

static void trace_header_has_defaults(void **state)
{
	struct runner__trace *t = parse("", "", "{\"act\":{\"do\":\"start\"}}\n");

	(void)state;
	assert_int_equal(t->resync_ns, 0);
	assert_false(t->classic || t->watch_list || t->expect_kind || t->mutation_detector);
	assert_string_equal(t->namespace_.ptr, "");
	assert_int_equal(t->transform, RUNNER_TRANSFORM_NONE);
	assert_int_equal(t->handler_count, 0);
	assert_false(t->starts_itself);
	runner__trace_free(t);
}

static void server_lines_become_bytes(void **state)
{
	struct runner__trace *t =
	    parse("", "",
		  "{\"request\":{\"id\":1}}\n"
		  "{\"response\":{\"id\":1,\"status\":502,\"headers\":{\"Retry-After\":\"3\"},"
		  "\"body\":\"<html>\\u0000\\n\"}}\n"
		  "{\"request\":{\"id\":2}}\n"
		  "{\"response\":{\"id\":2,\"status\":200,\"stream\":true}}\n"
		  "{\"event\":{\"object\":{\"a\": [1, 2]},\"id\":2,\"type\":\"ADDED\"}}\n"
		  "{\"raw\":{\"id\":2,\"text\":\"{\\\"type\\\":\"}}\n"
		  "{\"close\":{\"id\":2,\"how\":\"reset\"}}\n"
		  "{\"request\":{\"id\":3}}\n"
		  "{\"response\":{\"id\":3,\"status\":200,\"body\":{\"b\" : null}}}\n");
	const struct runner__line *l = t->lines;

	(void)state;
	assert_int_equal(t->request_count, 3);
	assert_int_equal(l[1].number, 3);
	assert_int_equal(l[1].response.status, 502);
	assert_true(str_eq(l[1].response.body, STR("<html>\0\n")));
	assert_true(str_eq(l[1].response.headers[0].name, STR("Retry-After")));
	assert_true(str_eq(l[1].response.headers[0].value, STR("3")));
	assert_true(l[3].response.stream);
	assert_string_equal(l[4].bytes.ptr, "{\"type\":\"ADDED\",\"object\":{\"a\": [1, 2]}}\n");
	assert_string_equal(l[5].bytes.ptr, "{\"type\":");
	assert_int_equal(l[6].how, FAKEAPI_CLOSE_RESET);
	assert_true(str_eqz(l[8].response.body, "{\"b\" : null}"));
	runner__trace_free(t);
}

static void trace_waits_are_exact_or_windows(void **state)
{
	struct runner__trace *t =
	    parse("", "",
		  "{\"request\":{\"id\":1}}\n"
		  "{\"request\":{\"id\":2,\"after\":{\"exact\":\"1s\"}}}\n"
		  "{\"request\":{\"id\":3,\"after\":{\"min\":\"800ms\",\"below\":\"1.6s\"},"
		  "\"query\":{\"watch\":\"true\",\"limit\":\"500\"}}}\n");
	const struct runner__line *l = t->lines;

	(void)state;
	assert_int_equal(l[0].request.after, RUNNER_AFTER_AT_ONCE);
	assert_int_equal(l[1].request.after, RUNNER_AFTER_EXACT);
	assert_int_equal(l[1].request.min_ns, NS_PER_S);
	assert_int_equal(l[2].request.after, RUNNER_AFTER_WINDOW);
	assert_int_equal(l[2].request.min_ns, 800 * NS_PER_MS);
	assert_int_equal(l[2].request.below_ns, 1600 * NS_PER_MS);
	assert_string_equal(l[2].request.query[0].name.ptr, "limit"); /* sorted */
	assert_string_equal(l[2].request.query[1].name.ptr, "watch");
	runner__trace_free(t);
}

static void trace_states_are_sorted_and_note_omitted_members(void **state)
{
	struct runner__trace *t = parse(
	    "", "",
	    "{\"state\":{\"cache\":{\"b\":\"2\",\"a/"
	    "\\u0062\":\"1\"},\"indexes\":{\"label:x\":{\"v\":"
	    "[\"b\",\"a\"]}},\"synced\":false,\"handlersSynced\":{\"z\":true,\"y\":false},"
	    "\"lastSyncResourceVersion\":\"7\",\"storeResourceVersion\":\"\",\"stopped\":true}}\n");
	const struct runner__state *s = &t->lines[0].state, *last = &t->lines[1].state;

	(void)state;
	assert_int_equal(s->cache_count, 2);
	assert_string_equal(s->cache[0].name.ptr, "a/b");
	assert_string_equal(s->cache[1].value.ptr, "2");
	assert_string_equal(s->indexes[0].values[0].keys[0].ptr, "a");
	assert_string_equal(s->handlers[0].handler.ptr, "y");
	assert_true(s->handlers[1].synced);
	assert_true(s->stopped && s->has_store_rv && s->has_indexes && !s->synced);
	assert_false(last->has_store_rv || last->has_indexes || last->stopped);
	runner__trace_free(t);
}

static void handlers_are_numbered_by_name(void **state)
{
	struct runner__trace *t =
	    parse("", ",\"handlers\":[{\"name\":\"a\"}]",
		  "{\"act\":{\"do\":\"addHandler\",\"handler\":\"b\",\"resync\":\"3s\","
		  "\"blocked\":true,\"error\":\"stopped\"}}\n"
		  "{\"notify\":{\"handler\":\"b\",\"type\":\"DELETE\",\"key\":\"k\",\"rv\":\"1\","
		  "\"tombstone\":true,\"anyOrder\":2}}\n"
		  "{\"act\":{\"do\":\"addHandler\",\"handler\":\"a\"}}\n");

	(void)state;
	assert_int_equal(t->name_count, 2);
	assert_string_equal(t->names[1].ptr, "b");
	assert_int_equal(t->lines[0].act.handler_index, 1);
	assert_int_equal(t->lines[0].act.resync_ns, 3 * NS_PER_S);
	assert_true(t->lines[0].act.blocked && t->lines[0].act.fails);
	assert_int_equal(t->lines[1].notify.handler, 1);
	assert_int_equal(t->lines[1].notify.any_order, 2);
	assert_true(t->lines[1].notify.tombstone);
	assert_int_equal(t->lines[2].act.handler_index, 0);
	assert_int_equal(t->lines[2].act.resync_ns, -1);
	runner__trace_free(t);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(trace_header_configures_the_informer),
		cmocka_unit_test(trace_header_has_defaults),
		cmocka_unit_test(server_lines_become_bytes),
		cmocka_unit_test(trace_waits_are_exact_or_windows),
		cmocka_unit_test(trace_states_are_sorted_and_note_omitted_members),
		cmocka_unit_test(handlers_are_numbered_by_name),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
