/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/kit/testing.h"

#include "fakeapi/control/control.h"
#include "tests/kit/core_kit.h"

#define MAPS "/api/v1/namespaces/default/configmaps"
#define V1   "/relist/v1"

static void fail_rule_fails_the_next_matching_requests(void **state)
{
	struct kit k;

	(void)state;
	kit_open(&k, NULL);
	assert_int_equal(
	    kit_do(&k, "POST", V1 "/faults",
		   "{\"kind\":\"fail\",\"match\":{\"verb\":\"list\",\"resource\":"
		   "\"configmaps\"},\"times\":2,\"skip\":1,\"status\":503,\"reason\":"
		   "\"ServiceUnavailable\",\"message\":\"try later\",\"retryAfter\":7}"),
	    201);
	assert_int_equal(kit_do(&k, "GET", MAPS, NULL), 200); /* skipped */
	assert_int_equal(kit_do(&k, "GET", "/api/v1/secrets", NULL), 200);
	assert_int_equal(kit_do(&k, "GET", MAPS, NULL), 503);
	assert_string_equal(kit_at(&k, "message"), "try later");
	assert_int_equal(kit_do(&k, "GET", MAPS, NULL), 503);
	assert_int_equal(kit_do(&k, "GET", MAPS, NULL), 200);
	assert_int_equal(kit_do(&k, "GET", V1 "/faults/1", NULL), 200);
	assert_int_equal(cJSON_GetObjectItem(k.json, "hits")->valueint, 3);
	kit_close(&k);
}

/* A rule answers 418 to what it matches. */
/* The URL that envtest's configuration has ends in a slash. */
static void control_path_may_begin_with_two_slashes(void **state)
{
	struct kit k;

	(void)state;
	kit_open(&k, NULL);
	assert_int_equal(kit_do(&k, "GET", "/" V1 "/requests", NULL), 200);
	assert_int_equal(kit_do(&k, "GET", "//" V1, NULL), 200);
	assert_int_equal(kit_do(&k, "GET", "//relisted/v1", NULL), 404);
	kit_close(&k);
}

static void token_rotation_call_rotates_once(void **state)
{
	struct fakeapi__options opt = { .token_csv = STR("old,somebody,1,system:masters\n") };
	struct kit k;

	(void)state;
	kit_open(&k, &opt);
	assert_int_equal(fakeapi__core_rotate_token(k.core, "other", "new"), RELIST_ENOTFOUND);
	assert_int_equal(fakeapi__core_rotate_token(k.core, "old", "new"), 0);
	assert_int_equal(fakeapi__core_rotate_token(k.core, "old", "newer"), RELIST_ENOTFOUND);
	assert_int_equal(fakeapi__core_rotate_token(k.core, "new", "newer"), 0);
	kit_close(&k);
}

static void faults_cut_reset_delay_slow_and_hang_responses(void **state)
{
	struct kit k;

	(void)state;
	kit_open(&k, NULL);
	(void)kit_do(&k, "POST", V1 "/faults", "{\"kind\":\"cut\"}");
	assert_int_equal(kit_do(&k, "GET", MAPS, NULL), 0);
	assert_int_equal(k.end, FAKEAPI_PULL_CUT);
	(void)kit_do(&k, "POST", V1 "/faults", "{\"kind\":\"reset\",\"bytes\":10}");
	assert_int_equal(kit_do(&k, "GET", MAPS, NULL), 200);
	assert_int_equal(k.end, FAKEAPI_PULL_RESET);
	assert_int_equal(k.body.len, 10);
	(void)kit_do(&k, "POST", V1 "/faults", "{\"kind\":\"delay\",\"delay\":\"3s\"}");
	k.now_ns = 10 * NS_PER_S;
	assert_int_equal(kit_do(&k, "GET", MAPS, NULL), 200);
	assert_int_equal(k.now_ns / NS_PER_S, 13);
	(void)kit_do(&k, "POST", V1 "/faults",
		     "{\"kind\":\"slow\",\"bytes\":20,\"delay\":\"1s\",\"times\":1}");
	k.now_ns = 20 * NS_PER_S;
	assert_int_equal(kit_do(&k, "GET", MAPS, NULL), 200);
	assert_int_equal(k.now_ns / NS_PER_S, 20 + (int64_t)(k.body.len + 19) / 20);
	(void)kit_do(&k, "POST", V1 "/faults", "{\"kind\":\"hang\"}");
	assert_int_equal(kit_do(&k, "GET", MAPS, NULL), 0);
	kit_close(&k);
}

static void orderly_watch_end_completes_the_current_event(void **state)
{
	struct strbuf events = STRBUF_INIT;
	struct kit k;
	struct kit_watch w;
	char half[10];

	(void)state;
	kit_open(&k, NULL);
	kit_watch(&k, &w, "/api/v1/configmaps?watch=true");
	(void)kit_put_map(&k, "m", "x");
	assert_int_equal(w.x->ops->pull(w.x, k.now_ns, half, sizeof(half)), sizeof(half));
	strbuf_add(&w.text, half, sizeof(half));
	assert_int_equal(fakeapi__core_end_watches(k.core, NULL, FAKEAPI_WATCH_END), 1);
	assert_int_equal(fakeapi__core_end_watches(k.core, NULL, FAKEAPI_WATCH_CUT), 0);
	assert_string_equal(kit_events(&w, &events), "ADDED m, ");
	assert_int_equal(w.end, FAKEAPI_PULL_END);
	strbuf_fini(&events);
	kit_unwatch(&w);
	kit_close(&k);
}

static void hold_rule_holds_responses_and_events_until_release(void **state)
{
	struct kit k;
	struct kit_watch w;
	struct fakeapi__fault rule;
	uint32_t id;
	AUTO_STRBUF ev = STRBUF_INIT;

	(void)state;
	kit_open(&k, NULL);
	kit_watch(&k, &w, MAPS "?watch=1");
	assert_string_equal(kit_events(&w, &ev), "");
	memset(&rule, 0, sizeof(rule));
	rule.kind = FAKEAPI_FAULT_HOLD_EVENTS;
	rule.match = fakeapi__match_all();
	rule.times = UINT32_MAX;
	id = fakeapi__core_fault_add(k.core, &rule);
	assert_int_not_equal(id, 0);
	(void)kit_put_map(&k, "a", "1");
	assert_string_equal(kit_events(&w, &ev), "");
	fakeapi__core_fault_del(k.core, id);
	assert_int_equal(w.woken, 1);
	assert_string_equal(kit_events(&w, &ev), "ADDED a, ");
	(void)kit_do(&k, "POST", V1 "/faults",
		     "{\"kind\":\"drop-event\",\"match\":{\"name\":\"b\"}}");
	(void)kit_put_map(&k, "b", "1");
	(void)kit_put_map(&k, "b", "2");
	assert_string_equal(kit_events(&w, &ev), "MODIFIED b, ");
	kit_unwatch(&w);
	kit_close(&k);
}

static void control_calls_end_cut_and_stall_watches(void **state)
{
	static const struct {
		const char *body;
		ptrdiff_t end;
	} cases[] = {
		{ "{\"how\":\"end\"}", FAKEAPI_PULL_END },
		{ "{\"how\":\"cut\",\"match\":{\"resource\":\"configmaps\"}}", FAKEAPI_PULL_CUT },
		{ "{\"how\":\"reset\",\"match\":{\"namespace\":\"default\"}}", FAKEAPI_PULL_RESET },
		{ "{\"how\":\"stall\"}", FAKEAPI_PULL_WAIT },
		{ "{\"how\":\"cut\",\"match\":{\"resource\":\"pods\"}}", FAKEAPI_PULL_WAIT },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		struct kit k;
		struct kit_watch w;
		AUTO_STRBUF ev = STRBUF_INIT;

		kit_open(&k, NULL);
		kit_watch(&k, &w, MAPS "?watch=1");
		(void)kit_events(&w, &ev);
		assert_int_equal(kit_do(&k, "POST", V1 "/watches", cases[i].body), 200);
		(void)kit_events(&w, &ev);
		assert_int_equal(w.end, cases[i].end);
		kit_unwatch(&w);
		kit_close(&k);
	}
}

static void control_calls_compact_expire_and_rewind_the_store(void **state)
{
	struct kit k;
	char uri[256];
	unsigned long rv;

	(void)state;
	kit_open(&k, NULL);
	(void)kit_put_map(&k, "a", "1");
	rv = kit_put_map(&k, "b", "1");
	assert_int_equal(kit_do(&k, "GET", MAPS "?limit=1", NULL), 200);
	(void)snprintf(uri, sizeof(uri), MAPS "?limit=1&continue=%s",
		       kit_at(&k, "metadata.continue"));
	assert_int_equal(kit_do(&k, "POST", V1 "/expire-continue", "{}"), 200);
	assert_int_equal(kit_do(&k, "GET", uri, NULL), 410);
	(void)snprintf(uri, sizeof(uri), MAPS "?continue=%s", kit_at(&k, "metadata.continue"));
	assert_int_equal(kit_do(&k, "GET", uri, NULL), 200); /* the rest, inconsistent */
	assert_string_equal(kit_at(&k, "items.0.metadata.name"), "b");
	(void)kit_put_map(&k, "b", "2");
	(void)snprintf(uri, sizeof(uri), MAPS "?resourceVersionMatch=Exact&resourceVersion=%lu",
		       rv);
	assert_int_equal(kit_do(&k, "GET", uri, NULL), 200);
	assert_string_equal(kit_at(&k, "items.1.data.v"), "1");
	(void)snprintf(uri, sizeof(uri), "{\"resourceVersion\":\"%lu\"}", rv);
	assert_int_equal(kit_do(&k, "POST", V1 "/rewind", uri), 200);
	assert_int_equal(kit_do(&k, "GET", MAPS "/b", NULL), 200);
	assert_string_equal(kit_at(&k, "data.v"), "1");
	assert_int_equal(kit_put_map(&k, "b", "3"), rv + 1);
	assert_int_equal(kit_do(&k, "POST", V1 "/compact", "{}"), 200);
	(void)snprintf(uri, sizeof(uri), MAPS "?resourceVersionMatch=Exact&resourceVersion=%lu",
		       rv);
	assert_int_equal(kit_do(&k, "GET", uri, NULL), 410);
	assert_int_equal(kit_do(&k, "POST", V1 "/rewind", "{\"resourceVersion\":3}"), 410);
	kit_close(&k);
}

static void rewind_restores_definitions_with_their_types(void **state)
{
	static const char crd[] =
	    "{\"metadata\":{\"name\":\"ws.a.b\"},\"spec\":{\"group\":\"a.b\",\"scope\":"
	    "\"Namespaced\",\"names\":{\"plural\":\"ws\",\"singular\":\"w\",\"kind\":\"W\"},"
	    "\"versions\":[{\"name\":\"v1\",\"served\":true,\"storage\":true,\"schema\":{"
	    "\"openAPIV3Schema\":{\"type\":\"object\"}}}]}}";
	static const char crds[] = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
	struct kit k;
	char body[64];
	unsigned long rv;

	(void)state;
	kit_open(&k, NULL);
	rv = kit_put_map(&k, "a", "1");
	assert_int_equal(kit_do(&k, "POST", crds, crd), 201);
	assert_int_equal(kit_do(&k, "GET", "/apis/a.b/v1/ws", NULL), 200);
	(void)snprintf(body, sizeof(body), "{\"resourceVersion\":\"%lu\"}", rv);
	assert_int_equal(kit_do(&k, "POST", V1 "/rewind", body), 200);
	assert_int_equal(kit_do(&k, "GET", "/apis/a.b/v1/ws", NULL), 404);
	assert_int_equal(kit_do(&k, "POST", crds, crd), 201);
	assert_int_equal(kit_do(&k, "GET", "/apis/a.b/v1/ws", NULL), 200);
	/* What is still defined then is still served. */
	rv = kit_put_map(&k, "b", "1");
	(void)kit_put_map(&k, "b", "2");
	(void)snprintf(body, sizeof(body), "{\"resourceVersion\":\"%lu\"}", rv);
	assert_int_equal(kit_do(&k, "POST", V1 "/rewind", body), 200);
	assert_int_equal(kit_do(&k, "GET", "/apis/a.b/v1/ws", NULL), 200);
	/* Also after a rewind that cannot be. */
	assert_int_equal(kit_do(&k, "POST", V1 "/rewind", "{\"resourceVersion\":99999}"), 410);
	assert_int_equal(kit_do(&k, "GET", "/apis/a.b/v1/ws", NULL), 200);
	kit_close(&k);
}

static void control_calls_freeze_and_delay_backends(void **state)
{
	struct fakeapi__options opt;
	struct kit k;
	struct kit_watch w;
	AUTO_STRBUF ev = STRBUF_INIT;

	(void)state;
	memset(&opt, 0, sizeof(opt));
	opt.backend_count = 2;
	kit_open(&k, &opt);
	(void)kit_put_map(&k, "a", "1");
	k.backend = 1;
	kit_watch(&k, &w, MAPS "?watch=1");
	assert_string_equal(kit_events(&w, &ev), "ADDED a, ");
	fakeapi__core_freeze(k.core, 1, true);
	k.backend = 0;
	(void)kit_put_map(&k, "a", "2");
	(void)kit_put_map(&k, "b", "1");
	k.backend = 1;
	assert_int_equal(kit_do(&k, "GET", MAPS "/b?resourceVersion=0", NULL), 404);
	assert_int_equal(kit_do(&k, "GET", MAPS "/a?resourceVersion=0", NULL), 200);
	assert_string_equal(kit_at(&k, "data.v"), "1");
	assert_int_equal(kit_do(&k, "GET", MAPS "/a", NULL), 200); /* a quorum read */
	assert_string_equal(kit_at(&k, "data.v"), "2");
	assert_int_equal(kit_do(&k, "GET", MAPS "?resourceVersion=0", NULL), 200);
	assert_null(strstr(k.body.ptr, "\"name\":\"b\""));
	assert_int_equal(kit_do(&k, "GET", MAPS, NULL), 200);
	assert_non_null(strstr(k.body.ptr, "\"name\":\"b\""));
	assert_string_equal(kit_events(&w, &ev), "");
	assert_int_equal(kit_do(&k, "GET", MAPS "?resourceVersion=99", NULL), 504);
	fakeapi__core_freeze(k.core, 1, false);
	assert_string_equal(kit_events(&w, &ev), "MODIFIED a, ADDED b, ");
	fakeapi__core_lag(k.core, 1, 5 * NS_PER_S);
	k.backend = 0;
	(void)kit_put_map(&k, "c", "1");
	assert_string_equal(kit_events(&w, &ev), "");
	k.now_ns = w.x->ops->deadline_ns(w.x);
	assert_string_equal(kit_events(&w, &ev), "ADDED c, ");
	fakeapi__core_refuse(k.core, 1, true);
	assert_false(fakeapi__core_accepts(k.core, 0, 1));
	assert_true(fakeapi__core_accepts(k.core, 0, 0));
	kit_unwatch(&w);
	kit_close(&k);
}

static void faults_omit_or_misplace_bookmarks_and_initial_events(void **state)
{
	static const char list[] = MAPS "?watch=1&sendInitialEvents=true&allowWatchBookmarks=true&"
					"resourceVersionMatch=NotOlderThan";
	static const struct {
		const char *rule, *events;
	} cases[] = {
		{ "{\"kind\":\"bookmarks\",\"mode\":\"off\"}", "ADDED a, " },
		{ "{\"kind\":\"bookmarks\",\"mode\":\"early\"}", "BOOKMARK , ADDED a, " },
		{ "{\"kind\":\"bookmarks\",\"mode\":\"unannotated\"}", "ADDED a, BOOKMARK , " },
		{ "{\"kind\":\"watch-list\",\"mode\":\"hang\"}", "" },
		{ "{\"kind\":\"watch-list\",\"mode\":\"ignore\"}", "ADDED a, " },
	};
	struct kit k;

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		struct kit_watch w;
		AUTO_STRBUF ev = STRBUF_INIT;

		kit_open(&k, NULL);
		(void)kit_put_map(&k, "a", "1");
		assert_int_equal(kit_do(&k, "POST", V1 "/faults", cases[i].rule), 201);
		if (strstr(cases[i].rule, "hang") == NULL) {
			kit_watch(&k, &w, list);
			assert_string_equal(kit_events(&w, &ev), cases[i].events);
			kit_unwatch(&w);
		} else {
			assert_int_equal(kit_do(&k, "GET", list, NULL), 0);
		}
		kit_close(&k);
	}
	kit_open(&k, NULL);
	(void)kit_do(&k, "POST", V1 "/faults", "{\"kind\":\"watch-list\",\"mode\":\"refuse\"}");
	assert_int_equal(kit_do(&k, "GET", list, NULL), 422);
	kit_close(&k);
}

/* A watch whose version was too old got 200, and the 410 in its stream. */
static void request_log_has_the_error_event_of_a_watch(void **state)
{
	const char *watch = MAPS "?watch=1&resourceVersion=1&timeoutSeconds=1";
	struct kit k;

	(void)state;
	kit_open(&k, NULL);
	assert_int_equal(kit_do(&k, "POST", MAPS, "{\"metadata\":{\"name\":\"a\"}}"), 201);
	assert_int_equal(kit_do(&k, "POST", V1 "/compact", "{}"), 200);
	(void)kit_do(&k, "GET", watch, NULL);
	assert_int_equal(kit_do(&k, "GET", V1 "/requests?since=2", NULL), 200);
	assert_string_equal(kit_at(&k, "0.uri"), watch);
	assert_int_equal(cJSON_GetObjectItem(cJSON_GetArrayItem(k.json, 0), "status")->valueint,
			 200);
	assert_int_equal(cJSON_GetObjectItem(cJSON_GetArrayItem(k.json, 0), "error")->valueint,
			 410);
	kit_close(&k);
}

static void control_api_returns_requests_and_objects(void **state)
{
	struct kit k;

	(void)state;
	kit_open(&k, NULL);
	assert_int_equal(kit_do(&k, "PUT", V1 "/objects",
				"kind: ConfigMap\napiVersion: v1\nmetadata:\n  name: yml\n"),
			 200);
	assert_int_equal(kit_do(&k, "GET", MAPS "/yml?x=1", NULL), 200);
	assert_int_equal(kit_do(&k, "GET", MAPS "/none", NULL), 404);
	assert_int_equal(kit_do(&k, "GET", V1 "/requests?since=1", NULL), 200);
	assert_int_equal(cJSON_GetArraySize(k.json), 2);
	assert_string_equal(kit_at(&k, "0.uri"), MAPS "/yml?x=1");
	assert_string_equal(kit_at(&k, "0.userAgent"), "kit/1");
	assert_int_equal(cJSON_GetObjectItem(cJSON_GetArrayItem(k.json, 1), "status")->valueint,
			 404);
	assert_int_equal(kit_do(&k, "GET", V1 "/objects?resource=configmaps", NULL), 200);
	assert_string_equal(kit_at(&k, "items.0.metadata.name"), "yml");
	assert_int_equal(kit_do(&k, "DELETE",
				V1 "/objects?group=&resource=configmaps&namespace=default&name=yml",
				NULL),
			 200);
	assert_int_equal(kit_do(&k, "GET", MAPS "/yml", NULL), 404);
	assert_int_equal(kit_do(&k, "POST", V1 "/reset", NULL), 200);
	assert_int_equal(kit_do(&k, "GET", V1 "/objects", NULL), 200);
	assert_int_equal(cJSON_GetArraySize(cJSON_GetObjectItem(k.json, "items")), 0);
	kit_close(&k);
}

static void control_api_returns_objects_at_an_older_version(void **state)
{
	static const char put[] = "kind: ConfigMap\napiVersion: v1\nmetadata:\n  name: old\n"
				  "data:\n  k: \"%d\"\n";
	char body[128], path[96];
	struct kit k;
	int then;

	(void)state;
	kit_open(&k, NULL);
	(void)snprintf(body, sizeof(body), put, 1);
	assert_int_equal(kit_do(&k, "PUT", V1 "/objects", body), 200);
	assert_int_equal(kit_do(&k, "GET", V1 "/objects?resource=configmaps", NULL), 200);
	then = atoi(kit_at(&k, "resourceVersion"));
	(void)snprintf(body, sizeof(body), put, 2);
	assert_int_equal(kit_do(&k, "PUT", V1 "/objects", body), 200);
	(void)snprintf(path, sizeof(path), V1 "/objects?resource=configmaps&resourceVersion=%d",
		       then);
	assert_int_equal(kit_do(&k, "GET", path, NULL), 200);
	assert_int_equal(atoi(kit_at(&k, "resourceVersion")), then);
	assert_string_equal(kit_at(&k, "items.0.data.k"), "1");
	(void)snprintf(path, sizeof(path), V1 "/objects?resourceVersion=%d", then + 2);
	assert_int_equal(kit_do(&k, "GET", path, NULL), 400);
	assert_int_equal(kit_do(&k, "GET", V1 "/objects?resourceVersion=x", NULL), 400);
	assert_int_equal(kit_do(&k, "POST", V1 "/compact", NULL), 200);
	(void)snprintf(path, sizeof(path), V1 "/objects?resourceVersion=%d", then);
	assert_int_equal(kit_do(&k, "GET", path, NULL), 410);
	kit_close(&k);
}

static void request_log_is_limited_to_16_mib(void **state)
{
	enum { LINE = 100 * 1000, COUNT = 400, BYTES = 16 * 1024 * 1024 };
	AUTO_STRBUF uri = STRBUF_INIT;
	const cJSON *first;
	struct kit k;
	int kept, last;

	(void)state;
	kit_open(&k, NULL);
	strbuf_addz(&uri, MAPS "?a=");
	for (size_t i = 0; i < LINE; i++)
		strbuf_addc(&uri, 'a');
	for (int i = 0; i < COUNT; i++)
		assert_int_equal(kit_do(&k, "GET", uri.ptr, NULL), 200);
	assert_int_equal(kit_do(&k, "GET", V1 "/requests", NULL), 200);
	kept = cJSON_GetArraySize(k.json);
	assert_in_range(kept, BYTES / LINE - 2, BYTES / LINE);
	first = cJSON_GetArrayItem(k.json, 0);
	last = cJSON_GetObjectItem(cJSON_GetArrayItem(k.json, kept - 1), "seq")->valueint;
	assert_true(last >= COUNT);
	assert_int_equal(cJSON_GetObjectItem(first, "seq")->valueint, last - kept + 1);
	assert_int_equal(strlen(cJSON_GetObjectItem(first, "uri")->valuestring), uri.len);
	assert_int_equal(kit_do(&k, "DELETE", V1 "/requests", NULL), 200);
	assert_int_equal(kit_do(&k, "GET", MAPS, NULL), 200);
	assert_int_equal(kit_do(&k, "GET", V1 "/requests", NULL), 200);
	assert_int_equal(cJSON_GetArraySize(k.json), 1);
	kit_close(&k);
}

static void control_api_rejects_unknown_calls_and_members(void **state)
{
	static const struct {
		const char *method, *uri, *body;
		int status;
	} cases[] = {
		{ "GET", "/relist/v2", NULL, 404 },
		{ "POST", V1 "/nothing", "{}", 404 },
		{ "PATCH", V1 "/faults", "{}", 405 },
		{ "POST", V1 "/faults", "{bad", 400 },
		{ "POST", V1 "/faults", "[]", 400 },
		{ "POST", V1 "/faults", "{\"kind\":\"explode\"}", 400 },
		{ "POST", V1 "/faults", "{\"kind\":\"fail\",\"tims\":1}", 400 },
		{ "POST", V1 "/faults", "{\"kind\":\"fail\",\"match\":{\"verbs\":\"x\"}}", 400 },
		{ "POST", V1 "/faults", "{\"kind\":\"fail\",\"status\":99}", 400 },
		{ "POST", V1 "/faults", "{\"kind\":\"delay\",\"delay\":\"-1s\"}", 400 },
		{ "POST", V1 "/faults", "{\"kind\":\"bookmarks\",\"mode\":\"x\"}", 400 },
		{ "DELETE", V1 "/faults/77", NULL, 404 },
		{ "POST", V1 "/watches", "{\"how\":\"explode\"}", 400 },
		{ "POST", V1 "/compact", "{\"resourceVersion\":\"x\"}", 400 },
		{ "POST", V1 "/rewind", "{\"resourceVersion\":99999}", 410 },
		{ "POST", V1 "/backends", "{\"backend\":7}", 400 },
		{ "PUT", V1 "/objects", "{\"kind\":\"Nothing\",\"apiVersion\":\"v1\"}", 404 },
	};
	struct kit k;
	struct fakeapi__options opt;

	(void)state;
	kit_open(&k, NULL);
	for (size_t i = 0; i < ARRAY_LEN(cases); i++)
		if (kit_do(&k, cases[i].method, cases[i].uri, cases[i].body) != cases[i].status)
			fail_msg("%s %s %s: %d %s", cases[i].method, cases[i].uri,
				 cases[i].body ? cases[i].body : "", k.status, k.body.ptr);
	kit_close(&k);
	memset(&opt, 0, sizeof(opt));
	opt.no_control = true;
	kit_open(&k, &opt);
	assert_int_equal(kit_do(&k, "GET", V1, NULL), 404);
	kit_close(&k);
}

/* A rule that matches nothing would be waited for in vain. */
static void typo_in_a_match_gets_a_suggestion(void **state)
{
	static const struct {
		const char *match;
		int status;
		const char *says;
	} cases[] = {
		{ "\"verb\":\"lsit\"", 400,
		  "verb: found \"lsit\", no verb (did you mean \"list\"?)" },
		{ "\"verb\":\"LIST\"", 400, "no verb" },
		{ "\"verb\":\"deletecollection\"", 201, NULL },
		{ "\"verb\":\"*\",\"resource\":\"*\"", 201, NULL },
		{ "\"resource\":\"podz\"", 400, "(did you mean \"pods\"?)" },
		{ "\"resource\":\"pods\"", 201, NULL },
		{ "\"resource\":\"deployments\",\"group\":\"apps\"", 201, NULL },
		{ "\"resource\":\"deployments\",\"group\":\"\"", 400, "not served" },
		{ "\"resource\":\"leases\",\"group\":\"coordination.k8s.io\"", 201, NULL },
		{ "\"resource\":\"leasez\",\"group\":\"coordination.k8s.io\"", 400,
		  "(did you mean \"leases\"?)" },
		{ "\"resource\":\"widgets\"", 400, "needs its \"group\"" },
		{ "\"resource\":\"widgets\",\"group\":\"example.com\"", 201, NULL },
		{ "\"backend\":9", 400, "backend: wanted a whole number from 0 to 0" },
	};
	struct kit k;

	(void)state;
	kit_open(&k, NULL);
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		char text[256];

		(void)snprintf(text, sizeof(text), "{\"kind\":\"fail\",\"match\":{%s}}",
			       cases[i].match);
		if (kit_do(&k, "POST", V1 "/faults", text) != cases[i].status ||
		    (cases[i].says && !strstr(kit_at(&k, "message"), cases[i].says)))
			fail_msg("%s: %d %s", text, k.status, k.body.ptr);
	}
	kit_close(&k);
}

/* Each lasting action accepts a duration and ends without a further call. */
static void faults_with_a_duration_end_after_it(void **state)
{
	struct kit k;

	(void)state;
	kit_open(&k, NULL);
	assert_int_equal(kit_do(&k, "POST", V1 "/faults",
				"{\"kind\":\"fail\",\"status\":503,\"for\":\"10s\"}"),
			 201);
	assert_int_equal(kit_do(&k, "GET", MAPS, NULL), 503);
	assert_int_equal(kit_do(&k, "GET", MAPS, NULL), 503);
	k.now_ns += 9 * NS_PER_S;
	assert_int_equal(kit_do(&k, "GET", MAPS, NULL), 503);
	k.now_ns += NS_PER_S;
	assert_int_equal(kit_do(&k, "GET", MAPS, NULL), 200);
	assert_int_equal(kit_do(&k, "GET", V1 "/faults/1", NULL), 404);
	assert_int_equal(kit_do(&k, "POST", V1 "/backends", "{\"lag\":\"2s\",\"for\":\"5s\"}"),
			 200);
	assert_int_equal(kit_do(&k, "GET", V1 "/backends", NULL), 200);
	assert_string_equal(kit_at(&k, "0.lag"), "2s");
	k.now_ns += 5 * NS_PER_S;
	assert_int_equal(kit_do(&k, "GET", V1 "/backends", NULL), 200);
	assert_string_equal(kit_at(&k, "0.lag"), "0s");
	assert_int_equal(kit_do(&k, "POST", V1 "/backends", "{\"freeze\":true,\"for\":\"x\"}"),
			 400);
	kit_close(&k);
}

/* No other request arrives meanwhile: each held exchange has the end of the rule as its deadline.
 */
static void held_response_continues_after_the_duration_of_its_rule(void **state)
{
	static const struct {
		const char *uri, *body; /* the call */
		bool watch;		/* else a GET */
	} cases[] = {
		{ V1 "/faults", "{\"kind\":\"hang\",\"for\":\"10s\"}", false },
		{ V1 "/faults", "{\"kind\":\"hold-response\",\"for\":\"10s\"}", false },
		{ V1 "/faults", "{\"kind\":\"hold-events\",\"for\":\"10s\"}", true },
		{ V1 "/backends", "{\"freeze\":true,\"for\":\"10s\"}", true },
		{ V1 "/backends", "{\"behind\":1,\"for\":\"10s\"}", true },
		{ V1 "/backends", "{\"lag\":\"1h\",\"for\":\"10s\"}", true },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		struct kit k;
		struct kit_watch w;
		AUTO_STRBUF ev = STRBUF_INIT;
		int64_t over_ns;

		kit_open(&k, NULL);
		over_ns = k.now_ns + 10 * NS_PER_S;
		if (cases[i].watch)
			kit_watch(&k, &w, MAPS "?watch=1");
		assert_true(kit_do(&k, "POST", cases[i].uri, cases[i].body) / 100 == 2);
		if (cases[i].watch) {
			(void)kit_put_map(&k, "a", "1");
			assert_string_equal(kit_events(&w, &ev), "");
		} else {
			kit_begin(&k, &w, MAPS);
			assert_int_equal(w.x->ops->head(w.x, k.now_ns), FAKEAPI_HEAD_WAIT);
		}
		assert_int_equal(w.x->ops->deadline_ns(w.x), over_ns);
		k.now_ns = over_ns;
		if (cases[i].watch)
			assert_string_equal(kit_events(&w, &ev), "ADDED a, ");
		else
			assert_int_equal(w.x->ops->head(w.x, k.now_ns), FAKEAPI_HEAD_READY);
		kit_unwatch(&w);
		assert_int_equal(kit_do(&k, "GET", V1 "/faults", NULL), 200);
		assert_int_equal(cJSON_GetArraySize(k.json), 0);
		kit_close(&k);
	}
}

/* After the duration of each kind of rule the rule list is empty. */
static void rule_of_each_kind_is_removed_after_its_duration(void **state)
{
	struct kit k;

	(void)state;
	kit_open(&k, NULL);
	for (unsigned i = 0; i < FAKEAPI_FAULT_KIND_COUNT; i++) {
		const char *kind = fakeapi__fault_rows[i].name;
		bool off = strcmp(kind, "bookmarks") == 0, refuse = strcmp(kind, "watch-list") == 0;
		bool frames = strcmp(kind, "http2") == 0;
		int64_t over_ns = k.now_ns + 10 * NS_PER_S;
		AUTO_STRBUF body = STRBUF_INIT;

		strbuf_addf(&body, "{\"kind\":\"%s\",\"for\":\"10s\"%s}", kind,
			    off	     ? ",\"mode\":\"off\""
			    : refuse ? ",\"mode\":\"refuse\""
			    : frames ? ",\"mode\":\"goaway\""
				     : "");
		if (kit_do(&k, "POST", V1 "/faults", body.ptr) != 201)
			fail_msg("%s: %d %s", body.ptr, k.status, k.body.ptr);
		k.now_ns = over_ns - 1;
		assert_int_equal(kit_do(&k, "GET", V1 "/faults", NULL), 200);
		assert_int_equal(cJSON_GetArraySize(k.json), 1);
		k.now_ns = over_ns;
		assert_int_equal(kit_do(&k, "GET", V1 "/faults", NULL), 200);
		assert_int_equal(cJSON_GetArraySize(k.json), 0);
		assert_int_equal(kit_do(&k, "GET", MAPS, NULL), 200);
	}
	kit_close(&k);
}

static void compact_accepts_versions_as_numbers_or_strings(void **state)
{
	static const struct {
		const char *rv;
		int status;
	} cases[] = {
		{ "null", 200 },
		{ "1", 200 },
		{ "0", 200 },
		{ "\"1\"", 200 },
		{ "8999999999999999", 400 },
		{ "-1", 400 },
		{ "9e15", 400 },
		{ "\"x\"", 400 },
		{ "\"-1\"", 400 },
		{ "[]", 400 },
		{ "true", 400 },
	};
	struct kit k;

	(void)state;
	kit_open(&k, NULL);
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		char text[64];

		(void)snprintf(text, sizeof(text), "{\"resourceVersion\":%s}", cases[i].rv);
		if (kit_do(&k, "POST", V1 "/compact", text) != cases[i].status)
			fail_msg("%s: %d %s", text, k.status, k.body.ptr);
		if (k.status == 400)
			assert_string_equal(
			    kit_at(&k, "message"),
			    cases[i].rv[0] == '8'
				? "resourceVersion: found 8999999999999999, the newest is 2"
				: "resourceVersion: found no number");
	}
	kit_close(&k);
}

static void refusing_all_connections_needs_a_duration(void **state)
{
	struct kit k;

	(void)state;
	kit_open(&k, NULL);
	assert_int_equal(kit_do(&k, "POST", V1 "/backends", "{\"refuse\":true}"), 400);
	assert_non_null(strstr(kit_at(&k, "message"), "add \"for\":\"10s\""));
	assert_true(fakeapi__core_accepts(k.core, k.now_ns, 0));
	assert_int_equal(kit_do(&k, "POST", V1 "/backends", "{\"refuse\":true,\"for\":\"3s\"}"),
			 200);
	assert_false(fakeapi__core_accepts(k.core, k.now_ns, 0));
	assert_true(fakeapi__core_accepts(k.core, k.now_ns + 3 * NS_PER_S, 0));
	assert_int_equal(kit_do(&k, "POST", V1 "/network", "{}"), 400);
	assert_int_equal(kit_do(&k, "POST", V1 "/network", "{\"for\":\"10s\"}"), 200);
	assert_false(fakeapi__core_accepts(k.core, k.now_ns, 0));
	k.now_ns += 14 * NS_PER_S;
	assert_true(fakeapi__core_accepts(k.core, k.now_ns, 0));
	kit_close(&k);
}

/* Where there is a port for control that no fault closes, it may also be for good. */
static void refusing_backend_needs_a_control_address_of_its_own(void **state)
{
	struct kit k;

	(void)state;
	kit_open(&k, NULL);
	fakeapi__core_control_at(k.core, "http://127.0.0.1:1");
	assert_int_equal(kit_do(&k, "GET", V1, NULL), 200);
	assert_string_equal(kit_at(&k, "control"), "http://127.0.0.1:1");
	assert_int_equal(kit_do(&k, "POST", V1 "/backends", "{\"lag\":\"0s\"}"), 200);
	assert_string_equal(kit_at(&k, "control"), "");
	assert_int_equal(kit_do(&k, "POST", V1 "/backends", "{\"refuse\":true}"), 200);
	assert_string_equal(kit_at(&k, "control"), "http://127.0.0.1:1");
	assert_false(fakeapi__core_accepts(k.core, k.now_ns + 1000 * NS_PER_S, 0));
	assert_int_equal(kit_do(&k, "POST", V1 "/backends", "{\"refuse\":false}"), 200);
	assert_true(fakeapi__core_accepts(k.core, k.now_ns, 0));
	kit_close(&k);
}

static char *read_file(const char *path)
{
	FILE *f = fopen(path, "r");
	char *text = calloc(1, 1 << 20);

	assert_non_null(f);
	assert_non_null(text);
	assert_true(fread(text, 1, (1 << 20) - 1, f) > 0);
	assert_int_equal(fclose(f), 0);
	return text;
}

/* The demands of CONTRIBUTING.md on a new kind of fault. */
static void rule_of_each_kind_is_documented_and_listed_as_posted(void **state)
{
	char *doc = read_file("docs/control-api.md");
	struct kit k;

	(void)state;
	kit_open(&k, NULL);
	for (unsigned i = 0; i < FAKEAPI_FAULT_KIND_COUNT; i++) {
		const struct fakeapi__fault_row *row = &fakeapi__fault_rows[i];
		char text[256], mode[16] = "";

		(void)snprintf(text, sizeof(text), "`%s`", row->name);
		if (!strstr(doc, text))
			fail_msg("docs/control-api.md has no kind %s", text);
		(void)snprintf(mode, sizeof(mode), "%.*s", (int)strcspn(row->modes, ","),
			       row->modes);
		(void)snprintf(text, sizeof(text), "{\"kind\":\"%s\"%s%s%s}", row->name,
			       mode[0] ? ",\"mode\":\"" : "", mode, mode[0] ? "\"" : "");
		assert_int_equal(kit_do(&k, "POST", V1 "/faults", text), 201);
		assert_int_equal(kit_do(&k, "GET", V1 "/faults", NULL), 200);
		assert_string_equal(kit_at(&k, "0.kind"), row->name);
		assert_string_equal(kit_at(&k, "0.mode"), mode);
		fakeapi__core_fault_del(k.core, 0);
	}
	kit_close(&k);
	free(doc);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(refusing_backend_needs_a_control_address_of_its_own),
		cmocka_unit_test(rule_of_each_kind_is_documented_and_listed_as_posted),
		cmocka_unit_test(fail_rule_fails_the_next_matching_requests),
		cmocka_unit_test(token_rotation_call_rotates_once),
		cmocka_unit_test(request_log_has_the_error_event_of_a_watch),
		cmocka_unit_test(control_path_may_begin_with_two_slashes),
		cmocka_unit_test(faults_cut_reset_delay_slow_and_hang_responses),
		cmocka_unit_test(orderly_watch_end_completes_the_current_event),
		cmocka_unit_test(hold_rule_holds_responses_and_events_until_release),
		cmocka_unit_test(control_calls_end_cut_and_stall_watches),
		cmocka_unit_test(control_calls_compact_expire_and_rewind_the_store),
		cmocka_unit_test(rewind_restores_definitions_with_their_types),
		cmocka_unit_test(control_calls_freeze_and_delay_backends),
		cmocka_unit_test(faults_omit_or_misplace_bookmarks_and_initial_events),
		cmocka_unit_test(control_api_returns_requests_and_objects),
		cmocka_unit_test(control_api_returns_objects_at_an_older_version),
		cmocka_unit_test(request_log_is_limited_to_16_mib),
		cmocka_unit_test(control_api_rejects_unknown_calls_and_members),
		cmocka_unit_test(typo_in_a_match_gets_a_suggestion),
		cmocka_unit_test(faults_with_a_duration_end_after_it),
		cmocka_unit_test(held_response_continues_after_the_duration_of_its_rule),
		cmocka_unit_test(rule_of_each_kind_is_removed_after_its_duration),
		cmocka_unit_test(compact_accepts_versions_as_numbers_or_strings),
		cmocka_unit_test(refusing_all_connections_needs_a_duration),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
