/* SPDX-License-Identifier: Apache-2.0 */
/* `then` of a rule: a call of the control API that follows when the rule has acted. */
#include "tests/kit/testing.h"

#include "fakeapi/control/control.h"
#include "tests/kit/core_kit.h"

#define MAPS "/api/v1/namespaces/default/configmaps"
#define V1   "/relist/v1"

static void add_rule(struct kit *k, const char *json)
{
	assert_int_equal(kit_do(k, "POST", V1 "/faults", json), 201);
}

/* Of the call; 0: it has not been made. */
static int status_of(const struct kit *k)
{
	const cJSON *then = cJSON_GetObjectItemCaseSensitive(k->json, "then");
	const cJSON *status = cJSON_GetObjectItemCaseSensitive(then, "status");

	return status ? status->valueint : 0;
}

/* The call follows the rule's last action, after the request that the rule matched. */
static void then_call_follows_the_last_action_of_its_rule(void **state)
{
	AUTO_STRBUF events = STRBUF_INIT;
	struct kit_watch w;
	struct kit k;

	(void)state;
	kit_open(&k, NULL);
	kit_watch(&k, &w, MAPS "?watch=1");
	add_rule(&k, "{\"kind\":\"fail\",\"match\":{\"verb\":\"get\"},\"times\":2,\"skip\":1,"
		     "\"then\":{\"call\":\"watches\",\"body\":{\"how\":\"reset\"}}}");
	assert_int_equal(kit_do(&k, "GET", MAPS "/a", NULL), 404);
	assert_int_equal(kit_do(&k, "GET", MAPS "/a", NULL), 500);
	assert_int_equal(kit_do(&k, "GET", V1 "/faults/1", NULL), 200);
	assert_string_equal(kit_at(&k, "then.call"), "watches");
	assert_string_equal(kit_at(&k, "then.body.how"), "reset");
	assert_int_equal(status_of(&k), 0);
	(void)kit_events(&w, &events);
	assert_int_equal(w.end, FAKEAPI_PULL_WAIT);
	assert_int_equal(kit_do(&k, "GET", MAPS "/a", NULL), 500);
	(void)kit_events(&w, &events);
	assert_int_equal(w.end, FAKEAPI_PULL_RESET);
	assert_int_equal(kit_do(&k, "GET", V1 "/faults/1", NULL), 200);
	assert_int_equal(status_of(&k), 200);
	kit_unwatch(&w);
	kit_close(&k);
}

static void then_call_of_an_unlimited_rule_happens_once(void **state)
{
	struct kit k;

	(void)state;
	kit_open(&k, NULL);
	add_rule(&k, "{\"kind\":\"fail\",\"match\":{\"verb\":\"get\"},\"times\":-1,"
		     "\"then\":{\"call\":\"faults\",\"body\":{\"kind\":\"fail\",\"times\":9,"
		     "\"match\":{\"verb\":\"write\"},\"status\":503,"
		     "\"then\":{\"call\":\"gc\"}}}}");
	for (int i = 0; i < 3; i++)
		assert_int_equal(kit_do(&k, "GET", MAPS "/a", NULL), 500);
	assert_int_equal(kit_do(&k, "GET", V1 "/faults", NULL), 200);
	assert_int_equal(cJSON_GetArraySize(k.json), 2);
	assert_string_equal(kit_at(&k, "1.then.call"), "gc");
	assert_int_equal(kit_do(&k, "DELETE", MAPS "/a", NULL), 503);
	kit_close(&k);
}

struct then_case {
	const char *then, *says;
};

/* A refused rule is not stored. */
static void assert_refused(const struct then_case *cases, size_t count)
{
	struct kit k;

	kit_open(&k, NULL);
	for (size_t i = 0; i < count; i++) {
		AUTO_STRBUF body = STRBUF_INIT;

		strbuf_addf(&body, "{\"kind\":\"fail\",\"then\":%s}", cases[i].then);
		if (kit_do(&k, "POST", V1 "/faults", body.ptr) != 400 ||
		    !strstr(kit_at(&k, "message"), cases[i].says))
			fail_msg("%s: %s", cases[i].then, k.body.ptr);
	}
	assert_int_equal(kit_do(&k, "GET", V1 "/faults", NULL), 200);
	assert_int_equal(cJSON_GetArraySize(k.json), 0);
	kit_close(&k);
}

static void invalid_then_call_is_refused(void **state)
{
	static const struct then_case cases[] = {
		{ "\"gc\"", "then: wanted {\"call\"" },
		{ "{\"call\":\"wathces\"}", "did you mean \"watches\"" },
		{ "{\"call\":\"objects\"}", "then: found call \"objects\"" },
		{ "{\"call\":\"gc\",\"when\":1}", "unknown member \"when\"" },
		{ "{\"call\":\"gc\",\"body\":[]}", "then: body" },
		{ "{\"call\":\"faults\"}", "needs a body" },
		{ "{\"call\":\"faults\",\"body\":{\"kind\":\"fial\"}}", "kind: found \"fial\"" },
	};

	(void)state;
	assert_refused(cases, ARRAY_LEN(cases));
}

#define THEN(call, body) "{\"call\":\"" call "\",\"body\":{" body "}}"

static void then_body_with_an_unknown_member_is_refused_for_every_call(void **state)
{
	static const struct then_case cases[] = {
		{ THEN("backends", "\"frezee\":true"),
		  "then: backends: unknown member \"frezee\" (did you mean \"freeze\"?)" },
		{ THEN("compact", "\"rv\":1"), "then: compact: unknown member \"rv\"" },
		{ THEN("expire-continue", "\"x\":1"),
		  "then: expire-continue: unknown member \"x\", known: none" },
		{ THEN("faults", "\"kind\":\"fail\",\"tims\":1"),
		  "then: faults: unknown member \"tims\"" },
		{ THEN("gc", "\"x\":1"), "then: gc: unknown member \"x\", known: none" },
		{ THEN("network", "\"for\":\"1s\",\"but\":\"x\""),
		  "then: network: unknown member \"but\"" },
		{ THEN("reset", "\"x\":1"), "then: reset: unknown member \"x\", known: none" },
		{ THEN("rewind", "\"resourceVersion\":1,\"keep\":true"),
		  "then: rewind: unknown member \"keep\"" },
		{ THEN("watches", "\"hwo\":\"end\""),
		  "then: watches: unknown member \"hwo\", known: how,match," },
		{ THEN("faults", "\"kind\":\"fail\",\"then\":" THEN("gc", "\"x\":1")),
		  "then: faults: then: gc: unknown member \"x\"" },
	};

	(void)state;
	assert_refused(cases, ARRAY_LEN(cases));
}

static void then_body_with_a_value_that_its_call_refuses_is_refused(void **state)
{
	static const struct then_case cases[] = {
		{ THEN("backends", "\"freeze\":1"), "then: backends: freeze: wanted true or" },
		{ THEN("backends", "\"refuse\":\"yes\""), "then: backends: refuse: wanted" },
		{ THEN("backends", "\"refuse\":true"), "then: backends: refuse: no other" },
		{ THEN("backends", "\"backend\":7"), "then: backends: backend: wanted a whole" },
		{ THEN("backends", "\"behind\":-1"), "then: backends: behind: wanted a whole" },
		{ THEN("backends", "\"lag\":5"), "then: backends: lag: found no duration" },
		{ THEN("backends", "\"for\":\"soon\""), "then: backends: for: found no" },
		{ THEN("backends", "\"resourceVersion\":\"x\""),
		  "then: backends: resourceVersion: found no number" },
		{ THEN("compact", "\"resourceVersion\":true"),
		  "then: compact: resourceVersion: found no number" },
		{ THEN("compact", "\"gone\":\"later\""), "then: compact: gone: found neither" },
		{ THEN("compact", "\"keepWatchCache\":\"no\""),
		  "then: compact: keepWatchCache: wanted true or false" },
		{ THEN("compact", "\"backend\":1"), "then: compact: backend: wanted a whole" },
		{ THEN("network", ""), "then: network: for: wanted a duration" },
		{ "{\"call\":\"network\"}", "then: network: for: wanted a duration" },
		{ THEN("network", "\"for\":10"), "then: network: for: found no duration" },
		{ THEN("network", "\"for\":\"1s\",\"except\":[1]"),
		  "then: network: except: wanted names" },
		{ "{\"call\":\"rewind\"}", "then: rewind: resourceVersion: wanted" },
		{ THEN("rewind", "\"resourceVersion\":1,\"keepWatches\":0"),
		  "then: rewind: keepWatches: wanted true or false" },
		{ THEN("watches", "\"how\":\"rest\""), "then: watches: how: found \"rest\"" },
		{ THEN("watches", "\"match\":{\"verb\":\"get\"}"),
		  "then: watches: verb: found \"get\", with which end never matches" },
		{ THEN("watches", "\"match\":{\"resource\":\"podz\"}"),
		  "then: watches: resource: found \"podz\"" },
		{ THEN("watches", "\"how\":\"end\",\"bytes\":1"),
		  "then: watches: bytes: end does not use it" },
		{ THEN("watches", "\"how\":\"slow\",\"bytes\":\"1\""),
		  "then: watches: bytes: wanted a whole number" },
		{ THEN("watches", "\"how\":\"slow\",\"delay\":1"),
		  "then: watches: delay: found no duration" },
		{ THEN("watches", "\"how\":\"bookmark\",\"initialEventsEnd\":1"),
		  "then: watches: initialEventsEnd: wanted true or false" },
		{ THEN("watches", "\"how\":\"error\",\"status\":200"),
		  "then: watches: status: wanted a whole number from 400" },
		{ THEN("watches", "\"how\":\"error\",\"details\":[]"),
		  "then: watches: details: found no object" },
		{ THEN("watches", "\"how\":\"send\",\"body\":\"x\""),
		  "then: watches: body: found no list of chunks" },
		{ THEN("watches", "\"how\":\"send\",\"body\":[{\"hex\":\"zz\"}]"),
		  "then: watches: hex: found no pairs of digits" },
	};

	(void)state;
	assert_refused(cases, ARRAY_LEN(cases));
}

/* `then` accepts what the call accepts. */
static void valid_then_body_is_accepted_and_its_call_succeeds(void **state)
{
	static const char *const thens[] = {
		THEN("backends", "\"lag\":\"1ms\",\"for\":\"1s\",\"backend\":0"),
		THEN("backends", "\"refuse\":true,\"for\":\"1s\""),
		THEN("compact", "\"keepWatchCache\":true,\"gone\":\"http-status\""),
		"{\"call\":\"expire-continue\"}",
		THEN("faults", "\"kind\":\"fail\",\"match\":{\"verb\":\"patch\"}"),
		THEN("gc", ""),
		THEN("network", "\"for\":\"1s\",\"except\":[\"a\",\"b\"]"),
		"{\"call\":\"reset\"}",
		THEN("rewind", "\"resourceVersion\":\"1\",\"keepWatches\":true"),
		THEN("watches", "\"how\":\"slow\",\"bytes\":9,\"delay\":\"1ms\""),
		THEN("watches", "\"how\":\"bookmark\",\"initialEventsEnd\":true"),
		THEN("watches", "\"how\":\"error\",\"status\":410,\"details\":{}"),
		THEN("watches", "\"how\":\"send\",\"body\":[\"x\",{\"hex\":\"00\"}]"),
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(thens); i++) {
		AUTO_STRBUF body = STRBUF_INIT;
		struct kit k;
		int status;

		kit_open(&k, NULL);
		strbuf_addf(&body, "{\"kind\":\"fail\",\"match\":{\"verb\":\"get\"},\"then\":%s}",
			    thens[i]);
		add_rule(&k, body.ptr);
		assert_int_equal(kit_do(&k, "GET", MAPS "/a", NULL), 500);
		assert_int_equal(kit_do(&k, "GET", V1 "/faults/1", NULL),
				 strstr(thens[i], "reset") ? 404 : 200);
		status = status_of(&k);
		if (!strstr(thens[i], "reset") && status / 100 != 2)
			fail_msg("%s: %d", thens[i], status);
		kit_close(&k);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(then_call_follows_the_last_action_of_its_rule),
		cmocka_unit_test(then_call_of_an_unlimited_rule_happens_once),
		cmocka_unit_test(invalid_then_call_is_refused),
		cmocka_unit_test(then_body_with_an_unknown_member_is_refused_for_every_call),
		cmocka_unit_test(then_body_with_a_value_that_its_call_refuses_is_refused),
		cmocka_unit_test(valid_then_body_is_accepted_and_its_call_succeeds),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
