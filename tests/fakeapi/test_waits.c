/* SPDX-License-Identifier: Apache-2.0 */
/* Calls of the control API that wait: for a rule to act, for the clients to be at rest; and where
 * the backends are. In virtual time: waiting moves the clock. */
#include "tests/kit/testing.h"

#include "fakeapi/control/control.h"
#include "tests/kit/core_kit.h"

#define MAPS "/api/v1/namespaces/default/configmaps"
#define V1   "/relist/v1"

/* Of an object, or of the first one in a list; a version as its number. */
static int member(const struct kit *k, const char *name)
{
	const cJSON *of = cJSON_IsArray(k->json) ? k->json->child : k->json;
	const cJSON *v = cJSON_GetObjectItemCaseSensitive(of, name);

	assert_non_null(v);
	if (cJSON_IsString(v))
		return atoi(v->valuestring);
	return cJSON_IsNumber(v) ? v->valueint : cJSON_IsTrue(v);
}

static int64_t waited_ms(struct kit *k, const char *uri, int status)
{
	int64_t from_ns = k->now_ns;

	assert_int_equal(kit_do(k, "GET", uri, NULL), status);
	return (k->now_ns - from_ns) / NS_PER_MS;
}

static void wait_for_a_rule_ends_at_its_action_or_timeout(void **state)
{
	struct kit k;

	(void)state;
	kit_open(&k, NULL);
	assert_int_equal(kit_do(&k, "POST", V1 "/faults", "{\"kind\":\"fail\",\"skip\":1}"), 201);
	assert_in_range(waited_ms(&k, V1 "/faults/1", 200), 0, 30);
	assert_in_range(waited_ms(&k, V1 "/faults/1?wait=3s", 200), 3000, 3030);
	assert_int_equal(member(&k, "acted"), 0);
	assert_int_equal(kit_do(&k, "GET", MAPS, NULL), 200);
	/* a skipped match is a hit, and no act */
	assert_in_range(waited_ms(&k, V1 "/faults/1?wait=1s", 200), 1000, 1030);
	assert_int_equal(member(&k, "hits"), 1);
	assert_int_equal(kit_do(&k, "GET", MAPS, NULL), 500);
	assert_in_range(waited_ms(&k, V1 "/faults/1?wait=10m", 200), 0, 30);
	assert_int_equal(member(&k, "acted"), 1);
	kit_close(&k);
}

static void invalid_wait_duration_is_refused_at_once(void **state)
{
	static const char *const uris[] = { V1 "/faults/1?wait=soon", V1 "/faults/1?wait=11m",
					    V1 "/rest?wait=-1s", V1 "/rest?quiet=x",
					    V1 "/rest?since=x" };
	struct kit k;

	(void)state;
	kit_open(&k, NULL);
	assert_int_equal(kit_do(&k, "POST", V1 "/faults", "{\"kind\":\"hang\"}"), 201);
	for (size_t i = 0; i < ARRAY_LEN(uris); i++)
		if (waited_ms(&k, uris[i], 400) > 30)
			fail_msg("%s has waited", uris[i]);
	assert_int_equal(kit_do(&k, "GET", V1 "/faults/2?wait=1s", NULL), 404);
	kit_close(&k);
}

static void wait_for_rest_ends_after_a_time_without_requests(void **state)
{
	struct kit k;

	(void)state;
	kit_open(&k, NULL);
	/* there are no clients but the kit, which has made the namespace */
	assert_in_range(waited_ms(&k, V1 "/rest?since=1", 200), 0, 5);
	assert_int_equal(member(&k, "rest"), 1);
	assert_int_equal(kit_do(&k, "GET", MAPS, NULL), 200);
	assert_in_range(waited_ms(&k, V1 "/rest", 200), 300, 330);
	assert_int_equal(member(&k, "rest"), 1);
	assert_int_equal(kit_do(&k, "GET", MAPS, NULL), 200);
	assert_in_range(waited_ms(&k, V1 "/rest?quiet=5s", 200), 5000, 5030);
	assert_int_equal(member(&k, "rest"), 1);
	kit_close(&k);
}

static void rest_waits_for_the_retry_of_a_failed_request(void **state)
{
	struct kit k;

	(void)state;
	kit_open(&k, NULL);
	assert_int_equal(kit_do(&k, "POST", V1 "/faults",
				"{\"kind\":\"fail\",\"times\":2,\"status\":503}"),
			 201);
	assert_int_equal(kit_do(&k, "GET", MAPS "/a", NULL), 503);
	/* a quarter of the wait */
	assert_in_range(waited_ms(&k, V1 "/rest", 200), 7500, 7510);
	k.now_ns += 2 * NS_PER_S; /* 9.5 s after the first */
	assert_int_equal(kit_do(&k, "GET", MAPS "/a", NULL), 503);
	assert_in_range(waited_ms(&k, V1 "/rest", 200), 19000, 19010);
	assert_int_equal(member(&k, "rest"), 1);
	assert_int_equal(kit_do(&k, "GET", MAPS "/a", NULL), 404);
	/* what was before is not looked at */
	assert_in_range(waited_ms(&k, V1 "/rest?since=3", 200), 300, 310);
	kit_close(&k);
}

static void rest_waits_for_the_retry_after_of_a_response(void **state)
{
	struct kit k;

	(void)state;
	kit_open(&k, NULL);
	assert_int_equal(kit_do(&k, "POST", V1 "/faults",
				"{\"kind\":\"fail\",\"status\":429,\"retryAfter\":20}"),
			 201);
	assert_int_equal(kit_do(&k, "GET", MAPS "/a", NULL), 429);
	assert_in_range(waited_ms(&k, V1 "/rest?wait=10s", 200), 10000, 10010);
	assert_int_equal(member(&k, "rest"), 0);
	assert_in_range(waited_ms(&k, V1 "/rest?wait=60s", 200), 10980, 11000);
	assert_int_equal(member(&k, "rest"), 1);
	kit_close(&k);
}

/* A client reacts to the responses and events it receives. */
static void rest_time_starts_at_the_newest_response_or_event(void **state)
{
	AUTO_STRBUF ev = STRBUF_INIT;
	struct kit_watch w, late;
	struct kit k;

	(void)state;
	kit_open(&k, NULL);
	kit_watch(&k, &w, MAPS "?watch=1");
	k.now_ns += 10 * NS_PER_S;
	(void)kit_events(&w, &ev);
	assert_in_range(waited_ms(&k, V1 "/rest", 200), 0, 5);
	/* not by the API, whose requests count themselves */
	assert_int_equal(kit_do(&k, "PUT", V1 "/objects",
				"{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{"
				"\"name\":\"a\",\"namespace\":\"default\"}}"),
			 200);
	(void)kit_events(&w, &ev);
	assert_in_range(waited_ms(&k, V1 "/rest", 200), 280, 310);
	assert_int_equal(member(&k, "rest"), 1);
	assert_int_equal(kit_do(&k, "POST", V1 "/faults", "{\"kind\":\"delay\",\"delay\":\"5s\"}"),
			 201);
	kit_begin(&k, &late, MAPS "/a");
	k.now_ns += 5 * NS_PER_S;
	assert_int_equal(late.x->ops->head(late.x, k.now_ns), FAKEAPI_HEAD_READY);
	kit_unwatch(&late);
	assert_in_range(waited_ms(&k, V1 "/rest", 200), 290, 310);
	assert_int_equal(member(&k, "rest"), 1);
	kit_unwatch(&w);
	kit_close(&k);
}

/* The new program watches before the old one ends, and stays alone; one of two replicas that ends
 * has to come back, unless a newer one has replaced it. */
static void rest_does_not_wait_for_a_replaced_client(void **state)
{
	AUTO_STRBUF ev = STRBUF_INIT;
	struct kit_watch w[3];
	struct kit k;

	(void)state;
	kit_open(&k, NULL);
	for (size_t i = 0; i < 3; i++) {
		kit_watch(&k, &w[i], MAPS "?watch=1");
		(void)kit_events(&w[i], &ev);
		k.now_ns += NS_PER_S;
		assert_int_equal(kit_do(&k, "GET", V1, NULL), 200); /* the clock goes on */
	}
	kit_unwatch(&w[0]);
	(void)waited_ms(&k, V1 "/rest?wait=2s", 200);
	assert_int_equal(member(&k, "rest"), 1);
	kit_unwatch(&w[2]);
	(void)waited_ms(&k, V1 "/rest?wait=2s", 200);
	assert_int_equal(member(&k, "rest"), 0);
	assert_string_equal(kit_at(&k, "why"), "1 of 2 watches are open: " MAPS " of kit/1");
	kit_watch(&k, &w[2], MAPS "?watch=1");
	(void)kit_events(&w[2], &ev);
	k.now_ns += NS_PER_S;
	assert_int_equal(kit_do(&k, "GET", V1, NULL), 200);
	kit_unwatch(&w[1]);
	(void)waited_ms(&k, V1 "/rest?wait=2s", 200);
	assert_int_equal(member(&k, "rest"), 1);
	kit_unwatch(&w[2]);
	(void)waited_ms(&k, V1 "/rest?wait=2s", 200);
	assert_int_equal(member(&k, "rest"), 0);
	kit_close(&k);
}

static void rest_needs_both_of_two_equal_watches(void **state)
{
	AUTO_STRBUF ev = STRBUF_INIT;
	struct kit_watch w[2];
	struct kit k;

	(void)state;
	kit_open(&k, NULL);
	for (size_t i = 0; i < 2; i++) {
		kit_watch(&k, &w[i], MAPS "?watch=1");
		(void)kit_events(&w[i], &ev);
	}
	k.now_ns += NS_PER_S;
	(void)waited_ms(&k, V1 "/rest?wait=2s", 200);
	assert_int_equal(member(&k, "rest"), 1);
	kit_unwatch(&w[1]);
	(void)waited_ms(&k, V1 "/rest?wait=2s", 200);
	assert_int_equal(member(&k, "rest"), 0);
	assert_string_equal(kit_at(&k, "why"), "1 of 2 watches are open: " MAPS " of kit/1");
	kit_watch(&k, &w[1], MAPS "?watch=1");
	(void)kit_events(&w[1], &ev);
	(void)waited_ms(&k, V1 "/rest?wait=2s", 200);
	assert_int_equal(member(&k, "rest"), 1);
	/* a watch that is opened in place of another does not count beside it */
	kit_unwatch(&w[0]);
	kit_watch(&k, &w[0], MAPS "?watch=1");
	(void)kit_events(&w[0], &ev);
	(void)waited_ms(&k, V1 "/rest?wait=2s", 200);
	assert_int_equal(member(&k, "rest"), 1);
	for (size_t i = 0; i < 2; i++)
		kit_unwatch(&w[i]);
	kit_close(&k);
}

#define DEFINITIONS "/apis/apiextensions.k8s.io/v1/customresourcedefinitions"
#define GADGETS	    "/apis/acme.io/v1/gadgets"

static const char definition[] =
    "{\"metadata\":{\"name\":\"gadgets.acme.io\"},\"spec\":{\"group\":\"acme.io\",\"scope\":"
    "\"Cluster\",\"names\":{\"plural\":\"gadgets\",\"kind\":\"Gadget\"},\"versions\":[{\"name\":"
    "\"v1\","
    "\"served\":true,\"storage\":true,\"schema\":{\"openAPIV3Schema\":{\"type\":\"object\"}}}]}}";

/* A client repeats its lists of a type that is not served any more, and can do nothing else. */
static void rest_does_not_wait_for_watches_of_a_removed_type(void **state)
{
	AUTO_STRBUF ev = STRBUF_INIT;
	struct kit_watch w;
	struct kit k;

	(void)state;
	kit_open(&k, NULL);
	assert_int_equal(kit_do(&k, "POST", DEFINITIONS, definition), 201);
	kit_watch(&k, &w, GADGETS "?watch=1");
	(void)kit_events(&w, &ev);
	assert_int_equal(kit_do(&k, "DELETE", DEFINITIONS "/gadgets.acme.io", NULL), 200);
	kit_unwatch(&w);
	(void)waited_ms(&k, V1 "/rest?wait=2s", 200);
	assert_int_equal(member(&k, "rest"), 0);
	k.now_ns += 10 * NS_PER_S;
	assert_int_equal(kit_do(&k, "GET", GADGETS, NULL), 404);
	assert_in_range(waited_ms(&k, V1 "/rest?wait=2s", 200), 0, 10);
	assert_int_equal(member(&k, "rest"), 1);
	/* it lists in a moment */
	assert_int_equal(kit_do(&k, "POST", DEFINITIONS, definition), 201);
	(void)waited_ms(&k, V1 "/rest?wait=2s", 200);
	assert_int_equal(member(&k, "rest"), 0);
	assert_string_equal(kit_at(&k, "why"), "a watch is not open: " GADGETS " of kit/1");
	kit_close(&k);
}

static void client_without_requests_is_not_at_rest(void **state)
{
	struct kit k;

	(void)state;
	kit_open(&k, NULL);
	/* the kit's requests do not count */
	assert_int_equal(kit_do(&k, "GET", MAPS, NULL), 200);
	assert_in_range(waited_ms(&k, V1 "/rest?userAgent=other&wait=1s", 200), 1000, 1010);
	assert_int_equal(member(&k, "rest"), 0);
	assert_string_equal(kit_at(&k, "why"),
			    "no client with the User-Agent \"other\" has sent a request");
	(void)waited_ms(&k, V1 "/rest?userAgent=!kit&wait=1s", 200);
	assert_int_equal(member(&k, "rest"), 0);
	(void)waited_ms(&k, V1 "/rest?userAgent=kit&wait=1s", 200);
	assert_int_equal(member(&k, "rest"), 1);
	kit_close(&k);
}

/* Each check reads only new log entries; successful requests are not remembered. */
static void rest_is_found_after_the_request_log_wrapped_around(void **state)
{
	AUTO_STRBUF ev = STRBUF_INIT;
	struct kit_watch w;
	struct kit k;

	(void)state;
	kit_open(&k, NULL);
	kit_watch(&k, &w, MAPS "?watch=1");
	(void)kit_events(&w, &ev);
	for (int i = 0; i < 17000; i++) {
		char uri[96];

		(void)snprintf(uri, sizeof(uri), MAPS "/m%d", i);
		(void)kit_do(&k, "GET", uri, NULL);
	}
	assert_in_range(waited_ms(&k, V1 "/rest", 200), 290, 310);
	assert_int_equal(member(&k, "rest"), 1);
	kit_unwatch(&w);
	kit_close(&k);
}

/* The length of the client's back-off does not matter. */
static void client_is_not_at_rest_after_a_failed_list(void **state)
{
	struct kit k;

	(void)state;
	kit_open(&k, NULL);
	assert_int_equal(kit_do(&k, "POST", V1 "/faults", "{\"kind\":\"fail\",\"status\":503}"),
			 201);
	assert_int_equal(kit_do(&k, "GET", MAPS, NULL), 503);
	assert_in_range(waited_ms(&k, V1 "/rest?wait=30s", 200), 30000, 30010);
	assert_int_equal(member(&k, "rest"), 0);
	assert_string_equal(kit_at(&k, "why"),
			    "a list failed and has not succeeded since: " MAPS " of kit/1");
	assert_int_equal(kit_do(&k, "GET", MAPS, NULL), 200);
	(void)waited_ms(&k, V1 "/rest?wait=90s", 200);
	assert_int_equal(member(&k, "rest"), 1);
	kit_close(&k);
}

static void client_is_not_at_rest_after_its_watch_closed(void **state)
{
	AUTO_STRBUF ev = STRBUF_INIT;
	struct kit_watch w;
	struct kit k;

	(void)state;
	kit_open(&k, NULL);
	kit_watch(&k, &w, MAPS "?watch=1");
	/* not everything is sent before it is read */
	(void)kit_put_map(&k, "a", "1");
	assert_in_range(waited_ms(&k, V1 "/rest?wait=2s", 200), 2000, 2030);
	assert_int_equal(member(&k, "rest"), 0);
	assert_non_null(strstr(kit_at(&k, "why"), "not everything is sent: GET " MAPS));
	(void)kit_events(&w, &ev);
	(void)waited_ms(&k, V1 "/rest?wait=2s", 200);
	assert_int_equal(member(&k, "rest"), 1);
	kit_unwatch(&w);
	assert_in_range(waited_ms(&k, V1 "/rest?wait=2s", 200), 2000, 2030);
	assert_int_equal(member(&k, "rest"), 0);
	assert_non_null(strstr(kit_at(&k, "why"), "a watch is not open: " MAPS));
	kit_watch(&k, &w, MAPS "?resourceVersion=0&watch=true");
	(void)kit_events(&w, &ev);
	(void)waited_ms(&k, V1 "/rest?wait=2s", 200);
	assert_int_equal(member(&k, "rest"), 1);
	kit_unwatch(&w);
	kit_close(&k);
}

static void client_is_not_at_rest_with_a_held_request(void **state)
{
	struct kit_watch w;
	struct kit k;

	(void)state;
	kit_open(&k, NULL);
	assert_int_equal(kit_do(&k, "POST", V1 "/faults", "{\"kind\":\"hang\"}"), 201);
	kit_begin(&k, &w, MAPS "/a");
	assert_in_range(waited_ms(&k, V1 "/rest?wait=4s", 200), 4000, 4030);
	assert_int_equal(member(&k, "rest"), 0);
	assert_non_null(strstr(kit_at(&k, "why"), "not answered: GET " MAPS "/a"));
	kit_unwatch(&w);
	kit_close(&k);
}

/* The client has done what it could; the response shows that something is withheld. */
static void held_events_are_counted_and_not_sent(void **state)
{
	AUTO_STRBUF events = STRBUF_INIT;
	struct kit_watch w;
	struct kit k;

	(void)state;
	kit_open(&k, NULL);
	kit_watch(&k, &w, MAPS "?watch=1");
	(void)kit_events(&w, &events);
	assert_int_equal(kit_do(&k, "POST", V1 "/faults", "{\"kind\":\"hold-events\"}"), 201);
	for (int i = 0; i < 2; i++)
		assert_int_equal(kit_do(&k, "POST", MAPS,
					i ? "{\"metadata\":{\"name\":\"b\"}}"
					  : "{\"metadata\":{\"name\":\"a\"}}"),
				 201);
	(void)kit_events(&w, &events);
	assert_int_equal(kit_do(&k, "GET", V1 "/rest", NULL), 200);
	assert_int_equal(member(&k, "rest"), 1);
	assert_int_equal(member(&k, "held"), 2);
	assert_int_equal(kit_do(&k, "GET", V1 "/watches", NULL), 200);
	assert_int_equal(member(&k, "held"), 2);
	assert_int_equal(member(&k, "sentAll"), 0);
	assert_int_equal(kit_do(&k, "DELETE", V1 "/faults/1", NULL), 200);
	(void)kit_events(&w, &events);
	assert_int_equal(kit_do(&k, "GET", V1 "/rest", NULL), 200);
	assert_int_equal(member(&k, "rest"), 1);
	assert_int_equal(member(&k, "held"), 0);
	assert_int_equal(kit_do(&k, "GET", V1 "/watches", NULL), 200);
	assert_int_equal(member(&k, "sentAll"), 1);
	kit_unwatch(&w);
	kit_close(&k);
}

static void events_compacted_before_they_were_sent_are_not_sent(void **state)
{
	static const struct {
		const char *call, *body;
		int status, held, rest;
	} faults[] = {
		{ "/watches", "{\"how\":\"stall\"}", 200, 0, 0 },
		{ "/faults", "{\"kind\":\"hold-events\"}", 201, 1, 1 },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(faults); i++) {
		AUTO_STRBUF events = STRBUF_INIT;
		AUTO_STRBUF call = STRBUF_INIT;
		struct kit_watch w;
		struct kit k;
		int sent;

		kit_open(&k, NULL);
		kit_watch(&k, &w, MAPS "?watch=1");
		sent = (int)kit_put_map(&k, "a", "1");
		(void)kit_events(&w, &events);
		strbuf_addf(&call, V1 "%s", faults[i].call);
		assert_int_equal(kit_do(&k, "POST", call.ptr, faults[i].body), faults[i].status);
		(void)kit_put_map(&k, "b", "1");
		assert_int_equal(kit_do(&k, "POST", V1 "/compact", "{}"), 200);
		assert_int_equal(kit_do(&k, "GET", V1 "/watches", NULL), 200);
		assert_int_equal(member(&k, "sentAll"), 0);
		assert_int_equal(member(&k, "sentResourceVersion"), sent);
		assert_int_equal(member(&k, "held"), faults[i].held);
		assert_int_equal(kit_do(&k, "GET", V1 "/rest", NULL), 200);
		assert_int_equal(member(&k, "rest"), faults[i].rest);
		kit_unwatch(&w);
		kit_close(&k);
	}
}

static void backends_have_their_address_and_a_kubeconfig(void **state)
{
	struct kit k;

	(void)state;
	kit_open(&k, NULL);
	assert_int_equal(kit_do(&k, "GET", V1 "/backends", NULL), 200);
	assert_null(cJSON_GetObjectItemCaseSensitive(cJSON_GetArrayItem(k.json, 0), "kubeconfig"));
	for (unsigned i = 0; i < 2; i++)
		assert_int_equal(fakeapi__core_backend_at(k.core, 0, "http://127.0.0.1:1",
							  "apiVersion: v1\n"),
				 0);
	assert_int_equal(kit_do(&k, "GET", V1 "/backends", NULL), 200);
	assert_string_equal(kit_at(&k, "0.url"), "http://127.0.0.1:1");
	assert_string_equal(kit_at(&k, "0.kubeconfig"), "apiVersion: v1\n");
	kit_close(&k);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(wait_for_a_rule_ends_at_its_action_or_timeout),
		cmocka_unit_test(invalid_wait_duration_is_refused_at_once),
		cmocka_unit_test(wait_for_rest_ends_after_a_time_without_requests),
		cmocka_unit_test(rest_waits_for_the_retry_of_a_failed_request),
		cmocka_unit_test(rest_waits_for_the_retry_after_of_a_response),
		cmocka_unit_test(rest_time_starts_at_the_newest_response_or_event),
		cmocka_unit_test(rest_needs_both_of_two_equal_watches),
		cmocka_unit_test(rest_does_not_wait_for_a_replaced_client),
		cmocka_unit_test(rest_does_not_wait_for_watches_of_a_removed_type),
		cmocka_unit_test(client_without_requests_is_not_at_rest),
		cmocka_unit_test(rest_is_found_after_the_request_log_wrapped_around),
		cmocka_unit_test(client_is_not_at_rest_after_a_failed_list),
		cmocka_unit_test(client_is_not_at_rest_after_its_watch_closed),
		cmocka_unit_test(client_is_not_at_rest_with_a_held_request),
		cmocka_unit_test(held_events_are_counted_and_not_sent),
		cmocka_unit_test(events_compacted_before_they_were_sent_are_not_sent),
		cmocka_unit_test(backends_have_their_address_and_a_kubeconfig),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
