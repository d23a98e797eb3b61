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

static void invalid_then_call_is_refused(void **state)
{
	static const struct {
		const char *then, *says;
	} cases[] = {
		{ "\"gc\"", "then: wanted {\"call\"" },
		{ "{\"call\":\"wathces\"}", "did you mean \"watches\"" },
		{ "{\"call\":\"objects\"}", "then: found call \"objects\"" },
		{ "{\"call\":\"gc\",\"when\":1}", "unknown member \"when\"" },
		{ "{\"call\":\"gc\",\"body\":[]}", "then: body" },
		{ "{\"call\":\"faults\"}", "needs a body" },
		{ "{\"call\":\"faults\",\"body\":{\"kind\":\"fial\"}}", "kind: found \"fial\"" },
	};
	struct kit k;

	(void)state;
	kit_open(&k, NULL);
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		AUTO_STRBUF body = STRBUF_INIT;

		strbuf_addf(&body, "{\"kind\":\"fail\",\"then\":%s}", cases[i].then);
		assert_int_equal(kit_do(&k, "POST", V1 "/faults", body.ptr), 400);
		if (!strstr(kit_at(&k, "message"), cases[i].says))
			fail_msg("%s: %s", cases[i].then, kit_at(&k, "message"));
	}
	kit_close(&k);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(then_call_follows_the_last_action_of_its_rule),
		cmocka_unit_test(then_call_of_an_unlimited_rule_happens_once),
		cmocka_unit_test(invalid_then_call_is_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
