/* SPDX-License-Identifier: Apache-2.0 */
/* What a story can make the server say: verbatim answers and bytes, bookmarks and errors on open
 * watches, backends that stay behind, holds of one event, garbage collection, rewinding. */
#include "tests/kit/testing.h"

#include "fakeapi/control/control.h"
#include "tests/kit/core_kit.h"

#define MAPS "/api/v1/namespaces/default/configmaps"
#define V1   "/relist/v1"

static void deed(struct kit *k, const char *uri, const char *body)
{
	int status = kit_do(k, "POST", uri, body);

	if (status != 200 && status != 201)
		fail_msg("%s %s: %d %s", uri, body, status, k->body.ptr);
}

static void reply_rule_sends_its_scripted_bytes(void **state)
{
	struct kit k;
	int64_t before;

	(void)state;
	kit_open(&k, NULL);
	deed(&k, V1 "/faults",
	     "{\"kind\":\"reply\",\"match\":{\"verb\":\"list\",\"resource\":\"configmaps\"},"
	     "\"skip\":1,\"status\":203,\"headers\":{\"X-A\":\"b\",\"Content-Length\":\"7\"},"
	     "\"body\":[\"{\\\"a\\\":\",{\"wait\":\"2s\"},{\"json\":{\"b\":1}},{\"hex\":\"7D0a\"}]"
	     "}");
	assert_int_equal(kit_do(&k, "GET", MAPS, NULL), 200); /* skipped */
	before = k.now_ns;
	assert_int_equal(kit_do(&k, "GET", MAPS, NULL), 203);
	assert_string_equal(k.body.ptr, "{\"a\":{\"b\":1}\n}\n");
	assert_int_equal((k.now_ns - before) / NS_PER_S, 2);
	assert_int_equal(k.end, FAKEAPI_PULL_END);
	assert_int_equal(kit_do(&k, "GET", MAPS, NULL), 200); /* once */
	deed(&k, V1 "/faults", "{\"kind\":\"reply\",\"body\":[\"x\",{\"close\":\"rst\"}]}");
	assert_int_equal(kit_do(&k, "GET", "/nowhere", NULL), 200);
	assert_int_equal(k.end, FAKEAPI_PULL_RESET);
	assert_string_equal(k.body.ptr, "x");
	deed(&k, V1 "/faults", "{\"kind\":\"reply\",\"body\":[{\"close\":\"rst\"}]}");
	assert_int_equal(kit_do(&k, "GET", MAPS, NULL), 0);
	assert_int_equal(k.end, FAKEAPI_PULL_RESET);
	kit_close(&k);
}

static void watch_with_scripted_reply_accepts_send_and_end(void **state)
{
	struct kit k;
	struct kit_watch w;
	AUTO_STRBUF ev = STRBUF_INIT;

	(void)state;
	kit_open(&k, NULL);
	deed(&k, V1 "/faults",
	     "{\"kind\":\"reply\",\"match\":{\"verb\":\"watch\"},\"body\":[{\"wait\":\"1h\"}]}");
	kit_watch(&k, &w, MAPS "?watch=1");
	(void)kit_put_map(&k, "a", "1");
	assert_string_equal(kit_events(&w, &ev), ""); /* events are not sent */
	assert_int_equal(w.end, FAKEAPI_PULL_WAIT);
	deed(&k, V1 "/watches",
	     "{\"how\":\"cut\",\"match\":{\"verb\":\"watch\",\"resource\":\"configmaps\"}}");
	(void)kit_events(&w, &ev);
	assert_int_equal(w.end, FAKEAPI_PULL_CUT);
	kit_unwatch(&w);
	kit_close(&k);
}

static void watch_sends_raw_bytes_between_events(void **state)
{
	static const char event[] = "{\"how\":\"send\",\"body\":[\"{\\\"type\\\":\\\"ADDED\\\","
				    "\\\"object\\\":{\\\"metadata\\\":"
				    "{\",\"\\\"name\\\":\\\"sent\\\"}}}\\n\"]}";
	struct kit k;
	struct kit_watch w;
	char buf[64];
	AUTO_STRBUF ev = STRBUF_INIT;

	(void)state;
	kit_open(&k, NULL);
	kit_watch(&k, &w, MAPS "?watch=1");
	(void)kit_put_map(&k, "a", "1");
	/* In the middle of an event: the bytes wait for its end. */
	assert_int_equal(w.x->ops->pull(w.x, 0, buf, 10), 10);
	deed(&k, V1 "/watches", event);
	strbuf_add(&w.text, buf, 10);
	assert_string_equal(kit_events(&w, &ev), "ADDED a, ADDED sent, ");
	deed(&k, V1 "/watches", event);
	assert_true(w.woken > 0);
	assert_int_equal(w.x->ops->pull(w.x, 0, buf, sizeof(buf)), 38); /* a chunk of its own */
	kit_unwatch(&w);
	kit_close(&k);
}

static void watch_sends_bookmarks_and_errors_on_cue(void **state)
{
	struct kit k;
	struct kit_watch w, plain;
	AUTO_STRBUF ev = STRBUF_INIT;

	(void)state;
	kit_open(&k, NULL);
	kit_watch(&k, &w, MAPS "?watch=1&allowWatchBookmarks=true");
	kit_watch(&k, &plain, MAPS "?watch=1");
	(void)kit_events(&w, &ev);
	deed(&k, V1 "/watches", "{\"how\":\"bookmark\"}");
	assert_int_equal(cJSON_GetObjectItem(k.json, "watches")->valueint, 1);
	(void)kit_put_map(&k, "a", "1");
	assert_string_equal(kit_events(&w, &ev), "ADDED a, BOOKMARK , ");
	assert_int_equal(fakeapi__core_bookmark(k.core, NULL, true), 1);
	assert_string_equal(kit_events(&w, &ev), "BOOKMARK , ");
	assert_string_equal(kit_events(&plain, &ev), "ADDED a, ");
	deed(&k, V1 "/watches",
	     "{\"how\":\"error\",\"match\":{\"userAgent\":\"kit\"},\"status\":500,\"message\":"
	     "\"etcd "
	     "event received with PrevKv=nil\",\"details\":{\"name\":\"x\"}}");
	strbuf_clear(&w.text);
	(void)kit_events(&w, &ev);
	assert_string_equal(ev.ptr, "ERROR , ");
	assert_int_equal(w.end, FAKEAPI_PULL_END);
	kit_unwatch(&w);
	kit_unwatch(&plain);
	kit_close(&k);
}

static void fault_fails_a_watch_in_stream_and_a_list_with_details(void **state)
{
	struct kit k;

	(void)state;
	kit_open(&k, NULL);
	deed(&k, V1 "/faults",
	     "{\"kind\":\"fail\",\"match\":{\"verb\":\"watch\"},\"status\":410,\"reason\":\"Gone\","
	     "\"inStream\":true}");
	assert_int_equal(kit_do(&k, "GET", MAPS "?watch=1", NULL), 200);
	assert_string_equal(kit_at(&k, "type"), "ERROR");
	assert_string_equal(kit_at(&k, "object.reason"), "Gone");
	assert_int_equal(k.end, FAKEAPI_PULL_END);
	deed(&k, V1 "/faults",
	     "{\"kind\":\"fail\",\"status\":409,\"details\":{\"kind\":\"configmaps\"}}");
	assert_int_equal(kit_do(&k, "GET", MAPS, NULL), 409);
	assert_string_equal(kit_at(&k, "details.kind"), "configmaps");
	kit_close(&k);
}

static void rules_match_continue_tokens_and_initial_events(void **state)
{
	char uri[256];
	struct kit k;

	(void)state;
	kit_open(&k, NULL);
	(void)kit_put_map(&k, "a", "1");
	(void)kit_put_map(&k, "b", "1");
	deed(&k, V1 "/faults",
	     "{\"kind\":\"fail\",\"times\":-1,\"match\":{\"verb\":\"list\",\"continue\":true}}");
	deed(&k, V1 "/faults",
	     "{\"kind\":\"fail\",\"times\":-1,\"status\":422,\"match\":{\"sendInitialEvents\":true}"
	     "}");
	assert_int_equal(kit_do(&k, "GET", MAPS "?limit=1", NULL), 200);
	(void)snprintf(uri, sizeof(uri), MAPS "?limit=1&continue=%s",
		       kit_at(&k, "metadata.continue"));
	assert_int_equal(kit_do(&k, "GET", uri, NULL), 500);
	assert_int_equal(kit_do(&k, "GET",
				MAPS "?watch=1&sendInitialEvents=true&allowWatchBookmarks=true&"
				     "resourceVersionMatch=NotOlderThan&timeoutSeconds=1",
				NULL),
			 422);
	assert_int_equal(kit_do(&k, "GET", MAPS "?watch=1&timeoutSeconds=1", NULL), 200);
	kit_close(&k);
}

static void slow_rule_throttles_open_watches(void **state)
{
	struct kit k;
	struct kit_watch w;
	char buf[64];

	(void)state;
	kit_open(&k, NULL);
	kit_watch(&k, &w, MAPS "?watch=1");
	deed(&k, V1 "/watches", "{\"how\":\"slow\",\"bytes\":5,\"delay\":\"1s\"}");
	(void)kit_put_map(&k, "a", "1");
	assert_int_equal(w.x->ops->pull(w.x, 0, buf, sizeof(buf)), 5);
	assert_int_equal(w.x->ops->pull(w.x, 0, buf, sizeof(buf)), FAKEAPI_PULL_WAIT);
	assert_int_equal(w.x->ops->deadline_ns(w.x), NS_PER_S);
	assert_int_equal(w.x->ops->pull(w.x, NS_PER_S, buf, sizeof(buf)), 5);
	kit_unwatch(&w);
	kit_close(&k);
}

/* A deadline in the past makes the transport pull without end. */
static void slow_watch_without_events_has_no_deadline_in_the_past(void **state)
{
	struct kit k;
	struct kit_watch w;
	char buf[4096];

	(void)state;
	kit_open(&k, NULL);
	kit_watch(&k, &w, MAPS "?watch=1");
	deed(&k, V1 "/watches", "{\"how\":\"slow\",\"bytes\":4096,\"delay\":\"1s\"}");
	(void)kit_put_map(&k, "a", "1");
	assert_true(w.x->ops->pull(w.x, 0, buf, sizeof(buf)) > 0);
	assert_int_equal(w.x->ops->deadline_ns(w.x), NS_PER_S);
	assert_int_equal(w.x->ops->pull(w.x, 2 * NS_PER_S, buf, sizeof(buf)), FAKEAPI_PULL_WAIT);
	assert_true(w.x->ops->deadline_ns(w.x) > 2 * NS_PER_S);
	kit_unwatch(&w);
	kit_close(&k);
}

static uint32_t hold(struct kit *k, const char *name, uint32_t skip)
{
	struct fakeapi__fault rule = { .kind = FAKEAPI_FAULT_HOLD_EVENTS,
				       .match = fakeapi__match_all(),
				       .times = UINT32_MAX,
				       .skip = skip };

	(void)snprintf(rule.match.name, sizeof(rule.match.name), "%s", name);
	return fakeapi__core_fault_add(k->core, &rule);
}

static void held_event_blocks_its_stream_until_release(void **state)
{
	struct kit k;
	struct kit_watch w;
	AUTO_STRBUF ev = STRBUF_INIT;
	uint32_t id;

	(void)state;
	kit_open(&k, NULL);
	kit_watch(&k, &w, MAPS "?watch=1");
	id = hold(&k, "b", 0);
	(void)kit_put_map(&k, "a", "1");
	(void)kit_put_map(&k, "b", "1");
	(void)kit_put_map(&k, "c", "1");
	assert_string_equal(kit_events(&w, &ev), "ADDED a, ");
	fakeapi__core_fault_del(k.core, id);
	assert_string_equal(kit_events(&w, &ev), "ADDED b, ADDED c, ");
	id = hold(&k, "", 1);
	(void)kit_put_map(&k, "d", "1");
	(void)kit_put_map(&k, "e", "1");
	assert_string_equal(kit_events(&w, &ev), "ADDED d, ");
	fakeapi__core_fault_del(k.core, id);
	assert_string_equal(kit_events(&w, &ev), "ADDED e, ");
	kit_unwatch(&w);
	kit_close(&k);
}

static void backend_lags_by_a_number_of_events(void **state)
{
	struct fakeapi__options opt = { .backend_count = 2 };
	struct kit k;
	struct kit_watch w;
	unsigned long rv;
	char body[96];
	AUTO_STRBUF ev = STRBUF_INIT;

	(void)state;
	kit_open(&k, &opt);
	deed(&k, V1 "/backends", "{\"backend\":1,\"behind\":2}");
	k.backend = 1;
	(void)snprintf(body, sizeof(body), MAPS "?watch=1&resourceVersion=%llu",
		       (unsigned long long)fakeapi__core_rv(k.core));
	kit_watch(&k, &w, body);
	k.backend = 0;
	(void)kit_put_map(&k, "a", "1");
	rv = kit_put_map(&k, "b", "1");
	assert_string_equal(kit_events(&w, &ev), "");
	(void)kit_put_map(&k, "c", "1");
	assert_string_equal(kit_events(&w, &ev), "ADDED a, ");
	(void)snprintf(body, sizeof(body), "{\"backend\":1,\"resourceVersion\":\"%lu\"}", rv);
	deed(&k, V1 "/backends", body);
	assert_string_equal(kit_events(&w, &ev), "ADDED b, ");
	k.backend = 1;
	assert_int_equal(kit_do(&k, "GET", MAPS "?resourceVersion=0", NULL), 200);
	assert_int_equal(strtoul(kit_at(&k, "metadata.resourceVersion"), NULL, 10), rv);
	deed(&k, V1 "/backends", "{\"backend\":1,\"freeze\":false}");
	assert_string_equal(kit_events(&w, &ev), "ADDED c, ");
	kit_unwatch(&w);
	kit_close(&k);
}

static void backend_rule_redirects_a_client_to_another_backend(void **state)
{
	struct fakeapi__options opt = { .backend_count = 2 };
	struct kit k;

	(void)state;
	kit_open(&k, &opt);
	fakeapi__core_freeze(k.core, 1, true);
	(void)kit_put_map(&k, "a", "1");
	assert_int_equal(kit_do(&k, "GET", MAPS "/a", NULL), 200);
	deed(&k, V1 "/faults",
	     "{\"kind\":\"backend\",\"match\":{\"userAgent\":\"kit/\"},\"to\":1}");
	assert_int_equal(kit_do(&k, "GET", MAPS "/a?resourceVersion=0", NULL), 404);
	assert_true(fakeapi__core_is_behind(k.core, 1) && !fakeapi__core_is_behind(k.core, 0));
	assert_int_equal(fakeapi__core_shown(k.core, 1), fakeapi__core_rv(k.core) - 1);
	assert_int_equal(fakeapi__core_shown(k.core, 0), fakeapi__core_rv(k.core));
	fakeapi__core_freeze(k.core, 1, false);
	assert_false(fakeapi__core_is_behind(k.core, 1));
	assert_int_equal(fakeapi__core_shown(k.core, 1), fakeapi__core_rv(k.core));
	kit_close(&k);
}

static void compaction_of_one_backend_resets_its_watch_cache(void **state)
{
	struct fakeapi__options opt = { .backend_count = 2 };
	struct kit k;
	char uri[128];

	(void)state;
	kit_open(&k, &opt);
	(void)snprintf(uri, sizeof(uri), MAPS "?watch=1&resourceVersion=%lu&timeoutSeconds=1",
		       kit_put_map(&k, "a", "1"));
	(void)kit_put_map(&k, "b", "1");
	deed(&k, V1 "/compact", "{\"backend\":1}");
	assert_int_equal(kit_do(&k, "GET", uri, NULL), 200);
	assert_string_equal(kit_at(&k, "type"), "ADDED");
	k.backend = 1;
	assert_int_equal(kit_do(&k, "GET", uri, NULL), 200);
	assert_string_equal(kit_at(&k, "object.reason"), "Expired");
	deed(&k, V1 "/compact", "{\"gone\":\"http-status\"}");
	k.backend = 0;
	assert_int_equal(kit_do(&k, "GET", uri, NULL), 410);
	kit_close(&k);
}

static void garbage_collection_deletes_objects_whose_owners_are_gone(void **state)
{
	static const char owned[] =
	    "{\"metadata\":{\"name\":\"%s\",\"ownerReferences\":[{\"apiVersion\":\"v1\",\"kind\":"
	    "\"ConfigMap\",\"name\":\"o\",\"uid\":\"%s\"}]}}";
	char body[512];
	struct kit k;

	(void)state;
	kit_open(&k, NULL);
	(void)kit_put_map(&k, "o", "1");
	(void)snprintf(body, sizeof(body), owned, "kept", kit_at(&k, "metadata.uid"));
	assert_int_equal(kit_do(&k, "POST", MAPS, body), 201);
	(void)snprintf(body, sizeof(body), owned, "lost", "00000000-0000-0000-0000-000000000000");
	assert_int_equal(kit_do(&k, "POST", MAPS, body), 201);
	deed(&k, V1 "/gc", "{}");
	assert_int_equal(kit_do(&k, "GET", MAPS "/kept", NULL), 200);
	assert_int_equal(kit_do(&k, "GET", MAPS "/lost", NULL), 404);
	kit_close(&k);
}

/* The collector of a real cluster checks new objects, too. */
static void object_made_after_its_owner_has_gone_is_collected(void **state)
{
	static const char owned[] =
	    "{\"metadata\":{\"name\":\"%s\",\"ownerReferences\":[{\"apiVersion\":\"v1\",\"kind\":"
	    "\"ConfigMap\",\"name\":\"o\",\"uid\":\"%s\"}]}}";
	const struct fakeapi__options opt = { .garbage_collection = true };
	char body[512], uid[64];
	struct kit k;

	(void)state;
	kit_open(&k, &opt);
	(void)kit_put_map(&k, "o", "1");
	(void)snprintf(uid, sizeof(uid), "%s", kit_at(&k, "metadata.uid"));
	(void)snprintf(body, sizeof(body), owned, "early", uid);
	assert_int_equal(kit_do(&k, "POST", MAPS, body), 201);
	assert_int_equal(kit_do(&k, "GET", MAPS "/early", NULL), 200);
	assert_int_equal(kit_do(&k, "DELETE", MAPS "/o", NULL), 200);
	assert_int_equal(kit_do(&k, "GET", MAPS "/early", NULL), 404);
	(void)snprintf(body, sizeof(body), owned, "late", uid);
	assert_int_equal(kit_do(&k, "POST", MAPS, body), 201);
	assert_int_equal(kit_do(&k, "GET", MAPS "/late", NULL), 404);
	kit_close(&k);
}

static void rewind_can_keep_watches_open(void **state)
{
	struct kit k;
	struct kit_watch w;
	unsigned long rv;
	char body[96];
	AUTO_STRBUF ev = STRBUF_INIT;

	(void)state;
	kit_open(&k, NULL);
	kit_watch(&k, &w, MAPS "?watch=1&allowWatchBookmarks=true");
	rv = kit_put_map(&k, "a", "1");
	(void)kit_put_map(&k, "b", "1");
	assert_string_equal(kit_events(&w, &ev), "BOOKMARK , ADDED a, ADDED b, ");
	(void)snprintf(body, sizeof(body), "{\"resourceVersion\":\"%lu\",\"keepWatches\":true}",
		       rv);
	deed(&k, V1 "/rewind", body);
	assert_int_equal(kit_put_map(&k, "c", "1"), rv + 1); /* reused */
	assert_string_equal(kit_events(&w, &ev), "");
	(void)kit_put_map(&k, "d", "1");
	assert_string_equal(kit_events(&w, &ev), "ADDED d, "); /* never seen before */
	(void)snprintf(body, sizeof(body), "{\"resourceVersion\":\"%lu\"}", rv);
	deed(&k, V1 "/rewind", body);
	(void)kit_events(&w, &ev);
	assert_int_equal(w.end, FAKEAPI_PULL_CUT);
	kit_unwatch(&w);
	kit_close(&k);
}

static void options_set_the_bookmark_interval_and_item_kinds(void **state)
{
	struct fakeapi__options opt = { .bookmark_every_ns = 5 * NS_PER_S,
					.list_items_kind = true };
	int64_t opened;
	struct kit k;
	struct kit_watch w;
	AUTO_STRBUF ev = STRBUF_INIT;

	(void)state;
	kit_open(&k, &opt);
	opened = k.now_ns;
	kit_watch(&k, &w, MAPS "?watch=1&allowWatchBookmarks=true");
	(void)kit_put_map(&k, "a", "1");
	assert_string_equal(kit_events(&w, &ev),
			    "BOOKMARK , ADDED a, "); /* of the initial events */
	assert_int_equal(w.x->ops->deadline_ns(w.x), opened + 5 * NS_PER_S);
	k.now_ns = opened + 5 * NS_PER_S;
	assert_string_equal(kit_events(&w, &ev), "BOOKMARK , ");
	assert_int_equal(kit_do(&k, "GET", MAPS, NULL), 200);
	assert_string_equal(kit_at(&k, "items.0.kind"), "ConfigMap");
	kit_unwatch(&w);
	kit_close(&k);
	opt.bookmark_every_ns = TIME_NEVER;
	kit_open(&k, &opt);
	kit_watch(&k, &w, MAPS "?watch=1&allowWatchBookmarks=true&timeoutSeconds=600");
	assert_int_equal(w.x->ops->deadline_ns(w.x), k.now_ns + 600 * NS_PER_S);
	kit_unwatch(&w);
	kit_close(&k);
}

static void reply_rule_refuses_invalid_scripts(void **state)
{
	static const char *const bodies[] = {
		"[{\"hex\":\"c\"}]",
		"[{\"hex\":\"zz\"}]",
		"[{\"wait\":\"-1s\"}]",
		"[{\"close\":\"off\"}]",
		"[{\"bytes\":\"x\"}]",
		"[1]",
		"\"text\"",
		"[{\"wait\":\"1s\",\"close\":\"rst\"}]",
	};
	struct kit k;

	(void)state;
	kit_open(&k, NULL);
	for (size_t i = 0; i < ARRAY_LEN(bodies); i++) {
		char text[160];

		(void)snprintf(text, sizeof(text), "{\"kind\":\"reply\",\"body\":%s}", bodies[i]);
		if (kit_do(&k, "POST", V1 "/faults", text) != 400)
			fail_msg("%s: %d", text, k.status);
	}
	assert_int_equal(kit_do(&k, "GET", V1 "/faults", NULL), 200);
	assert_int_equal(cJSON_GetArraySize(k.json), 0);
	kit_close(&k);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(reply_rule_sends_its_scripted_bytes),
		cmocka_unit_test(watch_with_scripted_reply_accepts_send_and_end),
		cmocka_unit_test(watch_sends_raw_bytes_between_events),
		cmocka_unit_test(watch_sends_bookmarks_and_errors_on_cue),
		cmocka_unit_test(fault_fails_a_watch_in_stream_and_a_list_with_details),
		cmocka_unit_test(rules_match_continue_tokens_and_initial_events),
		cmocka_unit_test(slow_rule_throttles_open_watches),
		cmocka_unit_test(slow_watch_without_events_has_no_deadline_in_the_past),
		cmocka_unit_test(held_event_blocks_its_stream_until_release),
		cmocka_unit_test(backend_lags_by_a_number_of_events),
		cmocka_unit_test(backend_rule_redirects_a_client_to_another_backend),
		cmocka_unit_test(compaction_of_one_backend_resets_its_watch_cache),
		cmocka_unit_test(garbage_collection_deletes_objects_whose_owners_are_gone),
		cmocka_unit_test(object_made_after_its_owner_has_gone_is_collected),
		cmocka_unit_test(rewind_can_keep_watches_open),
		cmocka_unit_test(options_set_the_bookmark_interval_and_item_kinds),
		cmocka_unit_test(reply_rule_refuses_invalid_scripts),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
