/* SPDX-License-Identifier: Apache-2.0 */
/* Members of rules and calls that their kind does not use are refused: a rule that ignored one
 * would do another thing than its author expects. */
#include "tests/kit/testing.h"

#include "fakeapi/control/control.h"
#include "tests/kit/core_kit.h"

#define MAPS "/api/v1/namespaces/default/configmaps"
#define V1   "/relist/v1"

struct call {
	const char *body, *message; /* NULL: it is accepted */
};

static void assert_calls(const char *path, const struct call *calls, size_t count)
{
	struct kit k;

	kit_open(&k, NULL);
	for (size_t i = 0; i < count; i++) {
		const struct call *call = &calls[i];
		int status = kit_do(&k, "POST", path, call->body);

		if (call->message ? status != 400 || strcmp(kit_at(&k, "message"), call->message)
				  : status / 100 != 2)
			fail_msg("%s\n%d %s\nwanted: %s", call->body, status, k.body.ptr,
				 call->message ? call->message : "accepted");
	}
	kit_close(&k);
}

#define COMMON	   "kind,match,for,times,skip,then"
#define OF_FAIL	   COMMON ",status,reason,message,retryAfter,details,inStream"
#define OF_WATCHES "verb,group,resource,namespace,name,userAgent,backend"

static void rule_with_a_member_of_another_kind_is_refused(void **state)
{
	static const struct call calls[] = {
		{ "{\"kind\":\"fail\",\"bytes\":3}",
		  "bytes: fail does not use it, it uses: " OF_FAIL },
		{ "{\"kind\":\"fail\",\"bytes\":null}", NULL },
		{ "{\"kind\":\"fail\",\"delay\":\"1s\"}",
		  "delay: fail does not use it, it uses: " OF_FAIL },
		{ "{\"kind\":\"fail\",\"inStream\":true,\"match\":{\"verb\":\"list\"}}",
		  "inStream: found with verb \"list\", wanted \"watch\"" },
		{ "{\"kind\":\"fail\",\"inStream\":true,\"match\":{\"verb\":\"watch\"}}", NULL },
		{ "{\"kind\":\"hold-events\",\"times\":2}",
		  "times: hold-events does not use it, it uses: kind,match,for,skip,then" },
		{ "{\"kind\":\"hold-events\",\"times\":-1}", NULL },
		{ "{\"kind\":\"hold-events\",\"for\":\"1s\",\"times\":1}",
		  "times: hold-events does not use it, it uses: kind,match,for,skip,then" },
		{ "{\"kind\":\"hold-events\",\"match\":{\"verb\":\"list\"}}",
		  "verb: found \"list\", with which hold-events never matches, wanted one of: "
		  "watch" },
		{ "{\"kind\":\"hold-events\",\"match\":{\"subresource\":\"status\"}}",
		  "subresource: match of hold-events does not use it, it uses: " OF_WATCHES },
		{ "{\"kind\":\"hold-events\",\"match\":{\"verb\":\"watch\",\"userAgent\":\"x\"}}",
		  NULL },
		{ "{\"kind\":\"drop-event\",\"match\":{\"userAgent\":\"x\"}}",
		  "userAgent: match of drop-event does not use it, it uses: "
		  "verb,group,resource,namespace,name" },
		{ "{\"kind\":\"drop-event\",\"match\":{\"verb\":\"patch\"}}",
		  "verb: found \"patch\", with which drop-event never matches, wanted one of: "
		  "create,update,delete,write" },
		{ "{\"kind\":\"drop-event\",\"match\":{\"verb\":\"write\",\"backend\":null}}",
		  NULL },
		{ "{\"kind\":\"bookmarks\",\"mode\":\"off\",\"skip\":1}",
		  "skip: bookmarks does not use it, it uses: kind,match,for,mode" },
		{ "{\"kind\":\"bookmarks\",\"mode\":\"off\",\"then\":{\"call\":\"gc\"}}",
		  "then: bookmarks does not use it, it uses: kind,match,for,mode" },
		{ "{\"kind\":\"watch-list\",\"mode\":\"hang\",\"status\":400}",
		  "status: mode hang does not use it, these modes of watch-list do: refuse" },
		{ "{\"kind\":\"watch-list\",\"mode\":\"refuse\",\"status\":400}", NULL },
		{ "{\"kind\":\"watch-list\",\"mode\":\"refuse\",\"match\":{\"sendInitialEvents\":"
		  "true}}",
		  "sendInitialEvents: match of watch-list does not use it, it uses: " OF_WATCHES },
		{ "{\"kind\":\"http2\",\"mode\":\"streams\",\"code\":\"CANCEL\"}",
		  "code: mode streams does not use it, these modes of http2 do: "
		  "goaway,disown,reset" },
		{ "{\"kind\":\"http2\",\"mode\":\"reset\",\"code\":\"CANCEL\",\"bytes\":3}", NULL },
		{ "{\"kind\":\"backend\",\"to\":0,\"status\":500}",
		  "status: backend does not use it, it uses: kind,match,for,times,skip,then,to" },
		{ "{\"kind\":\"reply\",\"retryAfter\":3}",
		  "retryAfter: reply does not use it, it uses: "
		  "kind,match,for,times,skip,then,status,headers,body" },
		{ "{\"kind\":\"fail\",\"then\":{\"call\":\"faults\",\"body\":{\"kind\":\"hang\","
		  "\"status\":500}}}",
		  "then: faults: status: hang does not use it, it uses: "
		  "kind,match,for,times,skip,then" },
	};

	(void)state;
	assert_calls(V1 "/faults", calls, ARRAY_LEN(calls));
}

static void call_on_watches_with_a_member_of_another_is_refused(void **state)
{
	static const struct call calls[] = {
		{ "{\"how\":\"cut\",\"bytes\":3}",
		  "bytes: cut does not use it, it uses: how,match" },
		{ "{\"status\":500}", "status: end does not use it, it uses: how,match" },
		{ "{\"how\":\"bookmark\",\"body\":[]}",
		  "body: bookmark does not use it, it uses: how,match,initialEventsEnd" },
		{ "{\"match\":{\"verb\":\"list\"}}",
		  "verb: found \"list\", with which end never matches, wanted one of: watch" },
		{ "{\"match\":{\"continue\":true}}",
		  "continue: match of end does not use it, it uses: " OF_WATCHES },
		{ "{\"how\":\"slow\",\"bytes\":1,\"delay\":\"1s\",\"match\":{\"verb\":\"watch\"}}",
		  NULL },
		{ "{\"how\":\"error\",\"status\":410,\"reason\":\"Expired\"}", NULL },
	};

	(void)state;
	assert_calls(V1 "/watches", calls, ARRAY_LEN(calls));
}

/* A list would be answered as usual. */
static void error_event_waits_for_a_watch(void **state)
{
	struct kit k;

	(void)state;
	kit_open(&k, NULL);
	assert_int_equal(kit_do(&k, "POST", V1 "/faults", "{\"kind\":\"fail\",\"inStream\":true}"),
			 201);
	assert_int_equal(kit_do(&k, "GET", MAPS, NULL), 200);
	assert_int_equal(kit_do(&k, "GET", V1 "/faults/1", NULL), 200);
	assert_int_equal(cJSON_GetObjectItem(k.json, "hits")->valueint, 0);
	kit_close(&k);
}

/* The acts of a rule that holds events are the events that it holds. */
static void rule_that_holds_events_counts_them_and_is_followed(void **state)
{
	AUTO_STRBUF events = STRBUF_INIT;
	struct kit_watch w;
	struct kit k;

	(void)state;
	kit_open(&k, NULL);
	kit_watch(&k, &w, MAPS "?watch=1");
	assert_int_equal(
	    kit_do(&k, "POST", V1 "/faults",
		   "{\"kind\":\"hold-events\",\"skip\":1,\"match\":{\"resource\":\"configmaps\"},"
		   "\"then\":{\"call\":\"watches\",\"body\":{\"how\":\"cut\"}}}"),
	    201);
	(void)kit_put_map(&k, "a", "1");
	assert_string_equal(kit_events(&w, &events), "ADDED a, ");
	assert_int_equal(kit_do(&k, "GET", V1 "/faults/1", NULL), 200);
	assert_int_equal(cJSON_GetObjectItem(k.json, "acted")->valueint, 0);
	(void)kit_put_map(&k, "b", "1");
	(void)kit_put_map(&k, "c", "1");
	assert_int_equal(kit_do(&k, "GET", V1 "/faults/1?wait=10s", NULL), 200);
	assert_int_equal(cJSON_GetObjectItem(k.json, "acted")->valueint, 2);
	(void)kit_events(&w, &events);
	assert_int_equal(w.end, FAKEAPI_PULL_CUT);
	kit_unwatch(&w);
	kit_close(&k);
}

static void waiting_for_a_rule_that_is_not_counted_is_refused(void **state)
{
	struct kit k;

	(void)state;
	kit_open(&k, NULL);
	assert_int_equal(kit_do(&k, "POST", V1 "/faults",
				"{\"kind\":\"bookmarks\",\"mode\":\"off\"}"),
			 201);
	assert_int_equal(kit_do(&k, "GET", V1 "/faults/1", NULL), 200);
	assert_int_equal(kit_do(&k, "GET", V1 "/faults/1?wait=1s", NULL), 400);
	assert_string_equal(kit_at(&k, "message"),
			    "wait: the acts of a rule of kind bookmarks are not counted");
	kit_close(&k);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(rule_with_a_member_of_another_kind_is_refused),
		cmocka_unit_test(call_on_watches_with_a_member_of_another_is_refused),
		cmocka_unit_test(error_event_waits_for_a_watch),
		cmocka_unit_test(rule_that_holds_events_counts_them_and_is_followed),
		cmocka_unit_test(waiting_for_a_rule_that_is_not_counted_is_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
