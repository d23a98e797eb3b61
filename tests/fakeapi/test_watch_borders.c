/* SPDX-License-Identifier: Apache-2.0 */
/* Where a watch begins, what its bookmarks say, and which change of a definition ends it. */
#include "tests/kit/testing.h"

#include "fakeapi/context.h"
#include "fakeapi/control/control.h"
#include "tests/kit/core_kit.h"

#define MAPS   "/api/v1/namespaces/default/configmaps"
#define EVENTS "/api/v1/namespaces/default/events"

/* etcd and the watch caches forget at different times; events are read from etcd. */
static void compaction_of_etcd_alone_ends_uncached_watches(void **state)
{
	static const char event[] = "{\"metadata\":{\"name\":\"e\"},\"involvedObject\":{"
				    "\"namespace\":\"default\"}}";
	struct fakeapi__compaction how = { .backend = -1, .keep_cache = true };
	struct kit k;

	(void)state;
	kit_open(&k, NULL);
	how.rv = kit_put_map(&k, "a", "1") + 1;
	assert_int_equal(kit_do(&k, "POST", "/api/v1/namespaces/default/events", event), 201);
	fakeapi__core_compact(k.core, &how);
	for (int cached = 0; cached < 2; cached++) {
		AUTO_STRBUF got = STRBUF_INIT;
		struct kit_watch w;
		char uri[128];

		(void)snprintf(uri, sizeof(uri),
			       "/api/v1/namespaces/default/%s?watch=1&resourceVersion=%llu",
			       cached ? "configmaps" : "events", (unsigned long long)how.rv - 1);
		kit_watch(&k, &w, uri);
		assert_string_equal(kit_events(&w, &got), cached ? "" : "ERROR , ");
		kit_unwatch(&w);
	}
	kit_close(&k);
}

/* The first state is collected in steps, and pins its version until the last one. */
static void watch_that_ends_within_its_first_state_releases_the_version(void **state)
{
	struct kit_watch w;
	struct kit k;
	char name[16];

	(void)state;
	kit_open(&k, NULL);
	for (int i = 0; i < 4000; i++) {
		(void)snprintf(name, sizeof(name), "m%d", i);
		(void)kit_put_map(&k, name, "1");
	}
	k.aside = true;
	kit_watch(&k, &w, MAPS "?watch=1&resourceVersion=0");
	assert_non_null(k.core->store.pins);
	kit_unwatch(&w);
	assert_null(k.core->store.pins);
	kit_close(&k);
}

/* What a watch from `rv` begins with. */
static void expect_events(struct kit *k, const char *uri, unsigned long rv, const char *events)
{
	AUTO_STRBUF whole = STRBUF_INIT, got = STRBUF_INIT;
	struct kit_watch w;

	strbuf_addf(&whole, "%s?watch=1&resourceVersion=%lu", uri, rv);
	kit_watch(k, &w, whole.ptr);
	assert_string_equal(kit_events(&w, &got), events);
	kit_unwatch(&w);
}

/* Versions before the compacted one are gone; the version itself and all later ones stay. */
static void compaction_keeps_versions_from_its_own_on(void **state)
{
	struct fakeapi__compaction how = { .backend = -1 };
	struct kit k;

	(void)state;
	kit_open(&k, NULL);
	(void)kit_put_map(&k, "a", "1");
	how.rv = kit_put_map(&k, "b", "1");
	(void)kit_put_map(&k, "c", "1");
	fakeapi__core_compact(k.core, &how);
	expect_events(&k, MAPS, (unsigned long)how.rv, "ADDED c, ");
	expect_events(&k, MAPS, (unsigned long)how.rv - 1, "ERROR , ");
	kit_close(&k);
}

static void watch_from_a_future_version_begins_behind_it(void **state)
{
	AUTO_STRBUF got = STRBUF_INIT;
	struct kit_watch w;
	unsigned long rv;
	char uri[128];
	struct kit k;

	(void)state;
	kit_open(&k, NULL);
	rv = (unsigned long)kit_put_map(&k, "a", "1");
	(void)snprintf(uri, sizeof(uri), MAPS "?watch=1&resourceVersion=%lu", rv + 1);
	kit_watch(&k, &w, uri);
	assert_int_equal(kit_put_map(&k, "b", "1"), rv + 1);
	assert_string_equal(kit_events(&w, &got), "");
	(void)kit_put_map(&k, "c", "1");
	assert_string_equal(kit_events(&w, &got), "ADDED c, ");
	kit_unwatch(&w);
	kit_close(&k);
}

/* The watch cache of one apiserver is rebuilt; a restored etcd takes it back with it. */
static void rebuilt_cache_of_a_backend_ends_its_own_watches(void **state)
{
	struct fakeapi__options opt = { .backend_count = 2 };
	struct fakeapi__compaction how = { .backend = 1 };
	unsigned long first, last;
	struct kit k;

	(void)state;
	kit_open(&k, &opt);
	first = kit_put_map(&k, "a", "1");
	last = kit_put_map(&k, "b", "1");
	fakeapi__core_compact(k.core, &how);
	for (k.backend = 0; k.backend < 2; k.backend++)
		expect_events(&k, MAPS, first, k.backend ? "ERROR , " : "ADDED b, ");
	k.backend = 1;
	expect_events(&k, MAPS, last, "");
	assert_int_equal(fakeapi__core_rewind(k.core, first, false, NULL), 0);
	expect_events(&k, MAPS, first, "");
	kit_close(&k);
}

/* Events have no watch cache: the one that is rebuilt does not end their watches. */
static void rebuilt_cache_of_a_backend_keeps_uncached_watches(void **state)
{
	static const char event[] = "{\"metadata\":{\"name\":\"%s\"},\"involvedObject\":{"
				    "\"namespace\":\"default\"}}";
	struct fakeapi__options opt = { .backend_count = 2 };
	struct fakeapi__compaction how = { .backend = 1 };
	unsigned long first;
	char body[128];
	struct kit k;

	(void)state;
	kit_open(&k, &opt);
	first = kit_put_map(&k, "a", "1");
	for (size_t i = 0; i < 2; i++) {
		(void)snprintf(body, sizeof(body), event, i ? "f" : "e");
		assert_int_equal(kit_do(&k, "POST", EVENTS, body), 201);
	}
	fakeapi__core_compact(k.core, &how);
	k.backend = 1;
	expect_events(&k, EVENTS, first, "ADDED e, ADDED f, ");
	expect_events(&k, EVENTS, first + 1, "ADDED f, ");
	expect_events(&k, MAPS, first, "ERROR , ");
	kit_close(&k);
}

/* The resourceVersion of a bookmark that is next. */
static unsigned long bookmark_of(struct kit_watch *w)
{
	static const char begin[] = "{\"type\":\"BOOKMARK\"";
	static const char member[] = "\"resourceVersion\":\"";
	char buf[4096];
	ptrdiff_t n = w->x->ops->pull(w->x, w->kit->now_ns, buf, sizeof(buf) - 1);
	const char *at;

	buf[n > 0 ? n : 0] = '\0';
	at = strstr(buf, member);
	if (strncmp(buf, begin, sizeof(begin) - 1) != 0 || !at)
		fail_msg("no bookmark: %s", buf);
	return strtoul(at + sizeof(member) - 1, NULL, 10);
}

/* What a watch begins with counts as seen: only later changes make a bookmark, and none is of an
 * older version than the start. */
static void bookmarks_are_newer_than_the_start_of_a_watch(void **state)
{
	AUTO_STRBUF ev = STRBUF_INIT;
	struct kit_watch w, ahead;
	unsigned long first, last;
	char uri[128];
	struct kit k;

	(void)state;
	kit_open(&k, NULL);
	first = kit_put_map(&k, "a", "1");
	last = kit_put_map(&k, "b", "1");
	(void)snprintf(uri, sizeof(uri),
		       MAPS "?watch=1&allowWatchBookmarks=true&resourceVersion=%lu", first);
	kit_watch(&k, &w, uri);
	assert_string_equal(kit_events(&w, &ev), "ADDED b, ");
	(void)snprintf(uri, sizeof(uri),
		       MAPS "?watch=1&allowWatchBookmarks=true&resourceVersion=%lu", last + 2);
	kit_watch(&k, &ahead, uri);
	assert_string_equal(kit_events(&ahead, &ev), "");
	k.now_ns = w.x->ops->deadline_ns(w.x);
	assert_string_equal(kit_events(&w, &ev), "");
	assert_string_equal(kit_events(&ahead, &ev), "");
	assert_int_equal(kit_put_map(&k, "c", "1"), last + 1);
	k.now_ns = w.x->ops->deadline_ns(w.x);
	assert_string_equal(kit_events(&w, &ev), "ADDED c, BOOKMARK , ");
	k.now_ns = ahead.x->ops->deadline_ns(ahead.x);
	assert_string_equal(kit_events(&ahead, &ev), "");
	assert_int_equal(fakeapi__core_bookmark(k.core, NULL, false), 2);
	assert_int_equal(bookmark_of(&w), last + 1);
	assert_int_equal(bookmark_of(&ahead), last + 2);
	kit_unwatch(&ahead);
	kit_unwatch(&w);
	kit_close(&k);
}

/* watch_cache.go, getAllEventsSinceLocked: 0 without initial events means any version, so now. */
static void watch_from_zero_without_initial_events_starts_at_the_newest(void **state)
{
	AUTO_STRBUF ev = STRBUF_INIT;
	struct kit_watch w;
	struct kit k;

	(void)state;
	kit_open(&k, NULL);
	(void)kit_put_map(&k, "a", "1");
	kit_watch(&k, &w,
		  MAPS "?watch=1&sendInitialEvents=false&resourceVersionMatch=NotOlderThan"
		       "&resourceVersion=0");
	assert_string_equal(kit_events(&w, &ev), "");
	(void)kit_put_map(&k, "b", "1");
	assert_string_equal(kit_events(&w, &ev), "ADDED b, ");
	kit_unwatch(&w);
	kit_close(&k);
}

#define DEFINITIONS "/apis/apiextensions.k8s.io/v1/customresourcedefinitions"
#define TOYS                                                                                       \
	"{\"metadata\":{\"name\":\"toys.e.io\"},\"spec\":{\"group\":\"e.io\",\"scope\":"           \
	"\"Cluster\","                                                                             \
	"\"names\":{\"plural\":\"toys\",\"kind\":\"Toy\"},\"versions\":[{\"name\":\"v1\","         \
	"\"served\":true,"                                                                         \
	"\"storage\":true,\"schema\":{\"openAPIV3Schema\":{\"type\":\"object\"}}}]}}"

/* What a watch of nothing begins with: the end of its initial events. */
static void read_first_bookmark(struct kit *k, const char *uri, char *buf, size_t cap)
{
	AUTO_STRBUF whole = STRBUF_INIT;
	struct kit_watch w;
	ptrdiff_t n;

	strbuf_addf(&whole,
		    "%s?watch=1&allowWatchBookmarks=true&sendInitialEvents=true"
		    "&resourceVersionMatch=NotOlderThan",
		    uri);
	kit_watch(k, &w, whole.ptr);
	n = w.x->ops->pull(w.x, k->now_ns, buf, cap - 1);
	buf[n > 0 ? n : 0] = '\0';
	if (!strstr(buf, "\"type\":\"BOOKMARK\""))
		fail_msg("%s: %s", uri, buf);
	kit_unwatch(&w);
}

/* Without a creationTimestamp its row has no age. */
static void bookmark_of_a_table_has_no_age(void **state)
{
	char buf[4096];
	struct kit k;

	(void)state;
	kit_open(&k, NULL);
	assert_int_equal(kit_do(&k, "POST", DEFINITIONS, TOYS), 201);
	k.now_ns += 10 * NS_PER_S;
	k.accept = "application/json;as=Table;v=v1;g=meta.k8s.io";
	read_first_bookmark(&k, "/apis/e.io/v1/toys", buf, sizeof(buf));
	if (!strstr(buf, "\"cells\":[\"\",null]"))
		fail_msg("%s", buf);
	kit_close(&k);
}

/* An object without anything, as Go prints it; those of kube-apiserver 1.34.4. */
static void bookmarks_have_the_members_that_go_prints(void **state)
{
	static const struct {
		const char *uri, *members;
	} cases[] = {
		{ "/apis/apps/v1/controllerrevisions", "},\"data\":null,\"revision\":0}" },
		{ "/apis/apps/v1/daemonsets",
		  "\"annotations\":{\"deprecated.daemonset.template.generation\":\"0\","
		  "\"k8s.io/initial-events-end\":\"true\"}},\"spec\":{\"selector\":null," },
		{ "/apis/autoscaling/v1/horizontalpodautoscalers",
		  "\"maxReplicas\":0},\"status\":{\"currentReplicas\":0,\"desiredReplicas\":0}}" },
		{ "/apis/autoscaling/v2/horizontalpodautoscalers",
		  "\"maxReplicas\":0},\"status\":{\"desiredReplicas\":0,\"currentMetrics\":null}"
		  "}" },
		{ "/apis/events.k8s.io/v1/events",
		  "\"deprecatedFirstTimestamp\":null,\"deprecatedLastTimestamp\":null}" },
		{ "/apis/networking.k8s.io/v1/networkpolicies",
		  "},\"spec\":{\"podSelector\":{}}}" },
		{ "/apis/resource.k8s.io/v1/deviceclasses", "},\"spec\":{}}" },
		{ "/apis/resource.k8s.io/v1/resourceclaims",
		  "},\"spec\":{\"devices\":{\"requests\":null}},\"status\":{}}" },
		{ "/apis/resource.k8s.io/v1/resourceslices",
		  "\"resourceSliceCount\":0},\"devices\":null}}" },
	};
	struct kit k;

	(void)state;
	kit_open(&k, NULL);
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		char buf[4096];

		read_first_bookmark(&k, cases[i].uri, buf, sizeof(buf));
		if (!strstr(buf, cases[i].members))
			fail_msg("%s: %s", cases[i].uri, buf);
	}
	kit_close(&k);
}

static void make_toy(struct kit *k, const char *name)
{
	char body[128];

	(void)snprintf(body, sizeof(body),
		       "{\"apiVersion\":\"e.io/v1\",\"kind\":\"Toy\",\"metadata\":{\"name\":"
		       "\"%s\"}}",
		       name);
	assert_int_equal(kit_do(k, "POST", "/apis/e.io/v1/toys", body), 201);
}

/* A second change does not let a watch go on that the first has ended. */
static void watch_ends_at_the_first_change_of_its_definition(void **state)
{
	AUTO_STRBUF out = STRBUF_INIT;
	struct kit_watch w;
	struct kit k;

	(void)state;
	kit_open(&k, NULL);
	assert_int_equal(kit_do(&k, "POST", DEFINITIONS, TOYS), 201);
	k.now_ns += 10 * NS_PER_S;
	kit_watch(&k, &w, "/apis/e.io/v1/toys?watch=1");
	assert_string_equal(kit_events(&w, &out), "");
	make_toy(&k, "a");
	for (int i = 0; i < 2; i++) {
		k.content_type = "application/merge-patch+json";
		assert_int_equal(kit_do(&k, "PATCH", DEFINITIONS "/toys.e.io",
					i ? "{\"spec\":{\"names\":{\"shortNames\":[\"y\"]}}}"
					  : "{\"spec\":{\"names\":{\"shortNames\":[\"x\"]}}}"),
				 200);
		k.content_type = NULL;
		make_toy(&k, i ? "c" : "b");
	}
	assert_string_equal(kit_events(&w, &out), "ADDED a, ");
	assert_int_equal(w.end, FAKEAPI_PULL_END);
	kit_unwatch(&w);
	kit_close(&k);
}

/* A watch that waits for a version sends no events of the former definition. */
static void change_of_its_definition_ends_a_waiting_watch(void **state)
{
	AUTO_STRBUF out = STRBUF_INIT;
	struct kit_watch w;
	struct kit k;

	(void)state;
	kit_open(&k, NULL);
	assert_int_equal(kit_do(&k, "POST", DEFINITIONS, TOYS), 201);
	k.now_ns += 10 * NS_PER_S;
	kit_watch(&k, &w,
		  "/apis/e.io/v1/toys?watch=1&sendInitialEvents=true"
		  "&resourceVersionMatch=NotOlderThan&resourceVersion=99999");
	assert_string_equal(kit_events(&w, &out), "");
	assert_int_equal(w.end, FAKEAPI_PULL_WAIT);
	k.content_type = "application/merge-patch+json";
	assert_int_equal(kit_do(&k, "PATCH", DEFINITIONS "/toys.e.io",
				"{\"spec\":{\"names\":{\"shortNames\":[\"x\"]}}}"),
			 200);
	assert_string_equal(kit_events(&w, &out), "");
	assert_int_equal(w.end, FAKEAPI_PULL_END);
	kit_unwatch(&w);
	kit_close(&k);
}

/* Also one that no clock can hold in nanoseconds. */
static void watch_with_a_negative_timeout_ends_at_once(void **state)
{
	static const char *const seconds[] = { "-1", "-9223372037", "-9223372036854775808" };

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(seconds); i++) {
		AUTO_STRBUF uri = STRBUF_INIT;
		AUTO_STRBUF ev = STRBUF_INIT;
		struct kit_watch w;
		struct kit k;

		kit_open(&k, NULL);
		strbuf_addf(&uri, MAPS "?watch=1&timeoutSeconds=%s", seconds[i]);
		kit_watch(&k, &w, uri.ptr);
		(void)kit_events(&w, &ev);
		if (w.end != FAKEAPI_PULL_END)
			fail_msg("a watch of %s s is open", seconds[i]);
		kit_unwatch(&w);
		kit_close(&k);
	}
}

/* The window has four events: the fifth removes the one that the watch has to send next. */
static void watch_ends_if_its_next_event_was_the_last_to_leave_the_window(void **state)
{
	for (int writes = 4; writes <= 6; writes++) {
		struct fakeapi__options opt = { .watch_window = 4, .any_namespace = true };
		AUTO_STRBUF got = STRBUF_INIT;
		struct kit_watch w;
		struct kit k;

		(void)state;
		kit_open(&k, &opt);
		(void)kit_put_map(&k, "first", "1");
		kit_watch(&k, &w, MAPS "?watch=1");
		assert_string_equal(kit_events(&w, &got), "ADDED first, ");
		for (int i = 0; i < writes; i++)
			(void)kit_put_map(&k, (const char[]) { (char)('a' + i), '\0' }, "1");
		(void)kit_events(&w, &got);
		assert_int_equal(w.end, writes > 4 ? FAKEAPI_PULL_END : FAKEAPI_PULL_WAIT);
		assert_string_equal(got.len ? got.ptr : "",
				    writes > 4 ? "" : "ADDED a, ADDED b, ADDED c, ADDED d, ");
		kit_unwatch(&w);
		kit_close(&k);
	}
}

/* The first timer before the end fires early, so its moment is still to come. */
static void bookmark_before_the_end_of_a_watch_is_sent_twice(void **state)
{
	static const int64_t at_ms[] = { 27850, 28950, 30000 };
	AUTO_STRBUF got = STRBUF_INIT;
	struct kit_watch w;
	struct kit k;
	int64_t start;

	(void)state;
	kit_open(&k, NULL);
	start = k.now_ns;
	kit_watch(&k, &w, MAPS "?watch=1&allowWatchBookmarks=true&timeoutSeconds=30");
	(void)kit_put_map(&k, "a", "1");
	assert_string_equal(kit_events(&w, &got), "BOOKMARK , ADDED a, ");
	for (size_t i = 0; i < ARRAY_LEN(at_ms); i++) {
		k.now_ns = w.x->ops->deadline_ns(w.x);
		assert_int_equal((k.now_ns - start) / NS_PER_MS, at_ms[i]);
		assert_string_equal(kit_events(&w, &got), i < 2 ? "BOOKMARK , " : "");
	}
	assert_int_equal(w.end, FAKEAPI_PULL_END);
	kit_unwatch(&w);
	kit_close(&k);
}

static void watch_that_waits_for_a_version_is_woken_by_any_write_of_its_type(void **state)
{
	AUTO_STRBUF got = STRBUF_INIT;
	struct kit_watch w;
	struct kit k;
	char uri[192];

	(void)state;
	kit_open(&k, &(struct fakeapi__options) { .any_namespace = true });
	(void)snprintf(uri, sizeof(uri),
		       MAPS "?watch=1&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&"
			    "allowWatchBookmarks=true&resourceVersion=%lu",
		       kit_put_map(&k, "a", "1") + 1);
	kit_watch(&k, &w, uri);
	assert_string_equal(kit_events(&w, &got), "");
	(void)kit_do(&k, "POST", "/api/v1/namespaces/n/configmaps",
		     "{\"metadata\":{\"name\":\"b\"}}");
	assert_int_equal(w.woken, 1);
	assert_string_equal(kit_events(&w, &got), "ADDED a, BOOKMARK , ");
	kit_unwatch(&w);
	kit_close(&k);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(watch_that_ends_within_its_first_state_releases_the_version),
		cmocka_unit_test(watch_with_a_negative_timeout_ends_at_once),
		cmocka_unit_test(compaction_of_etcd_alone_ends_uncached_watches),
		cmocka_unit_test(watch_from_a_future_version_begins_behind_it),
		cmocka_unit_test(compaction_keeps_versions_from_its_own_on),
		cmocka_unit_test(rebuilt_cache_of_a_backend_ends_its_own_watches),
		cmocka_unit_test(rebuilt_cache_of_a_backend_keeps_uncached_watches),
		cmocka_unit_test(bookmarks_are_newer_than_the_start_of_a_watch),
		cmocka_unit_test(watch_from_zero_without_initial_events_starts_at_the_newest),
		cmocka_unit_test(bookmark_of_a_table_has_no_age),
		cmocka_unit_test(bookmarks_have_the_members_that_go_prints),
		cmocka_unit_test(change_of_its_definition_ends_a_waiting_watch),
		cmocka_unit_test(watch_ends_at_the_first_change_of_its_definition),
		cmocka_unit_test(watch_ends_if_its_next_event_was_the_last_to_leave_the_window),
		cmocka_unit_test(bookmark_before_the_end_of_a_watch_is_sent_twice),
		cmocka_unit_test(watch_that_waits_for_a_version_is_woken_by_any_write_of_its_type),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
