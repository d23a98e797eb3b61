/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/kit/testing.h"

#include "tests/kit/core_kit.h"

#define MAPS "/api/v1/namespaces/default/configmaps"
#define V1   "/relist/v1"

static void watch_sends_the_state_then_changes(void **state)
{
	struct kit k;
	struct kit_watch w;
	AUTO_STRBUF ev = STRBUF_INIT;

	(void)state;
	kit_open(&k, NULL);
	(void)kit_put_map(&k, "a", "1");
	(void)kit_put_map(&k, "b", "1");
	kit_watch(&k, &w, MAPS "?watch=1");
	assert_string_equal(kit_events(&w, &ev), "ADDED a, ADDED b, ");
	(void)kit_put_map(&k, "a", "2");
	assert_int_equal(w.woken, 1);
	(void)kit_put_map(&k, "a", "3"); /* awake already: not woken again */
	assert_int_equal(w.woken, 1);
	assert_int_equal(kit_do(&k, "DELETE", MAPS "/b", NULL), 200);
	assert_string_equal(kit_events(&w, &ev), "MODIFIED a, MODIFIED a, DELETED b, ");
	assert_int_equal(w.end, FAKEAPI_PULL_WAIT);
	kit_unwatch(&w);
	kit_close(&k);
}

static void change_wakes_only_the_watches_it_matches(void **state)
{
	struct kit k;
	struct kit_watch secrets, other, named;
	AUTO_STRBUF ev = STRBUF_INIT;

	(void)state;
	kit_open(&k, NULL);
	kit_watch(&k, &secrets, "/api/v1/secrets?watch=1");
	kit_watch(&k, &other, "/api/v1/namespaces/kube-system/configmaps?watch=1");
	kit_watch(&k, &named, MAPS "?watch=1&fieldSelector=metadata.name%3Dz");
	(void)kit_events(&secrets, &ev);
	(void)kit_events(&other, &ev);
	(void)kit_events(&named, &ev);
	(void)kit_put_map(&k, "a", "1");
	assert_int_equal(secrets.woken + other.woken, 0);
	(void)kit_put_map(&k, "z", "1");
	assert_string_equal(kit_events(&named, &ev), "ADDED z, ");
	kit_unwatch(&secrets);
	kit_unwatch(&other);
	kit_unwatch(&named);
	kit_close(&k);
}

static void watch_sends_deleted_for_objects_leaving_its_selector(void **state)
{
	struct kit k;
	struct kit_watch w;
	AUTO_STRBUF ev = STRBUF_INIT;

	(void)state;
	kit_open(&k, NULL);
	kit_watch(&k, &w, MAPS "?watch=1&labelSelector=v%3Din");
	assert_string_equal(kit_events(&w, &ev), "");
	(void)kit_put_map(&k, "a", "out");
	(void)kit_put_map(&k, "a", "in");
	(void)kit_put_map(&k, "a", "out");
	(void)kit_put_map(&k, "a", "away");
	assert_int_equal(kit_do(&k, "DELETE", MAPS "/a", NULL), 200);
	assert_string_equal(kit_events(&w, &ev), "ADDED a, DELETED a, ");
	kit_unwatch(&w);
	kit_close(&k);
}

static void watch_sends_bookmarks_and_ends_at_its_timeout(void **state)
{
	struct kit k;
	struct kit_watch w;
	AUTO_STRBUF ev = STRBUF_INIT;
	int64_t start;

	(void)state;
	kit_open(&k, NULL);
	start = k.now_ns;
	kit_watch(&k, &w, MAPS "?watch=1&allowWatchBookmarks=true&timeoutSeconds=100");
	(void)kit_events(&w, &ev);
	k.now_ns = w.x->ops->deadline_ns(w.x);
	assert_int_equal((k.now_ns - start) / NS_PER_S, 60);
	assert_string_equal(kit_events(&w, &ev), ""); /* nothing new to send */
	(void)kit_do(&k, "POST", "/api/v1/namespaces", "{\"metadata\":{\"name\":\"n\"}}");
	k.now_ns = start + 98 * NS_PER_S;
	assert_string_equal(kit_events(&w, &ev), "BOOKMARK , ");
	k.now_ns = start + 100 * NS_PER_S;
	(void)kit_events(&w, &ev);
	assert_int_equal(w.end, FAKEAPI_PULL_END);
	kit_unwatch(&w);
	kit_close(&k);
}

static void watch_ends_after_falling_out_of_the_window(void **state)
{
	struct fakeapi__options opt;
	struct kit k;
	struct kit_watch w;
	AUTO_STRBUF ev = STRBUF_INIT;
	char value[16];

	(void)state;
	memset(&opt, 0, sizeof(opt));
	opt.watch_window = 4;
	kit_open(&k, &opt);
	kit_watch(&k, &w, MAPS "?watch=1");
	(void)kit_events(&w, &ev);
	for (int i = 0; i < 10; i++) {
		(void)snprintf(value, sizeof(value), "%d", i);
		(void)kit_put_map(&k, "a", value);
	}
	(void)kit_events(&w, &ev);
	assert_int_equal(w.end, FAKEAPI_PULL_END);
	kit_unwatch(&w);
	kit_watch(&k, &w, MAPS "?watch=1&resourceVersion=2");
	assert_string_equal(kit_events(&w, &ev), "ERROR , ");
	assert_int_equal(w.end, FAKEAPI_PULL_END);
	kit_unwatch(&w);
	kit_close(&k);
}

static void watch_starts_after_the_version_it_names(void **state)
{
	struct kit k;
	struct kit_watch w;
	AUTO_STRBUF ev = STRBUF_INIT;
	unsigned long first;
	char uri[96];

	(void)state;
	kit_open(&k, NULL);
	first = kit_put_map(&k, "a", "1");
	(void)kit_put_map(&k, "b", "1");
	(void)snprintf(uri, sizeof(uri), MAPS "?watch=1&resourceVersion=%lu", first);
	kit_watch(&k, &w, uri);
	assert_string_equal(kit_events(&w, &ev), "ADDED b, ");
	kit_unwatch(&w);
	(void)snprintf(uri, sizeof(uri), MAPS "?watch=1&resourceVersion=%lu", first - 1);
	kit_watch(&k, &w, uri);
	assert_string_equal(kit_events(&w, &ev), "ADDED a, ADDED b, ");
	kit_unwatch(&w);
	kit_close(&k);
}

/* The version that an error names is the oldest that a watch may start at. */
static void watch_can_start_at_the_version_named_in_the_error(void **state)
{
	struct fakeapi__options opt = { .watch_window = 4 };
	struct kit k;
	struct kit_watch w;
	AUTO_STRBUF ev = STRBUF_INIT;
	unsigned long last = 0, floor;
	char uri[96], value[16];
	const char *paren;

	(void)state;
	kit_open(&k, &opt);
	for (int i = 0; i < 10; i++) {
		(void)snprintf(value, sizeof(value), "m%d", i);
		last = kit_put_map(&k, value, value);
	}
	kit_watch(&k, &w, MAPS "?watch=1&resourceVersion=1");
	assert_string_equal(kit_events(&w, &ev), "ERROR , ");
	kit_unwatch(&w);
	assert_int_equal(kit_do(&k, "GET", MAPS "?watch=1&resourceVersion=1&timeoutSeconds=1",
				NULL),
			 200);
	paren = strchr(strstr(k.body.ptr, "too old resource version: 1 ("), '(');
	floor = strtoul(paren + 1, NULL, 10);
	assert_in_range(floor, 2, last - 1);
	for (int below = 0; below < 2; below++) {
		(void)snprintf(uri, sizeof(uri), MAPS "?watch=1&resourceVersion=%lu",
			       floor - (unsigned)below);
		kit_watch(&k, &w, uri);
		(void)kit_events(&w, &ev);
		assert_int_equal(w.end, below ? FAKEAPI_PULL_END : FAKEAPI_PULL_WAIT);
		kit_unwatch(&w);
	}
	kit_close(&k);
}

/* Events are read from etcd and have no watch cache: what the window has dropped is too old there
 * too. */
static void watch_without_cache_is_too_old_below_the_window(void **state)
{
	static const char events[] = "/api/v1/namespaces/default/events";
	struct fakeapi__options opt = { .watch_window = 4 };
	unsigned long versions[10];
	struct kit k;

	(void)state;
	kit_open(&k, &opt);
	for (int i = 0; i < 10; i++) {
		char body[200];

		(void)snprintf(body, sizeof(body),
			       "{\"metadata\":{\"name\":\"e%d\"},\"involvedObject\":{\"namespace\":"
			       "\"default\"}}",
			       i);
		assert_int_equal(kit_do(&k, "POST", events, body), 201);
		versions[i] = strtoul(kit_at(&k, "metadata.resourceVersion"), NULL, 10);
	}
	for (int i = 0; i < 10; i++) {
		AUTO_STRBUF got = STRBUF_INIT;
		struct kit_watch w;
		char uri[128];

		(void)snprintf(uri, sizeof(uri), "%s?watch=1&resourceVersion=%lu", events,
			       versions[i]);
		kit_watch(&k, &w, uri);
		(void)kit_events(&w, &got);
		assert_int_equal(w.end, i < 5 ? FAKEAPI_PULL_END : FAKEAPI_PULL_WAIT);
		assert_int_equal(strncmp(got.len ? got.ptr : "", "ERROR", 5) == 0, i < 5);
		kit_unwatch(&w);
	}
	kit_close(&k);
}

static void idle_watch_uses_little_memory(void **state)
{
	enum { COUNT = 2000 };
	struct kit k;
	struct kit_watch *w = base__calloc(COUNT, sizeof(*w));
	AUTO_STRBUF ev = STRBUF_INIT;
	unsigned woken = 0;

	(void)state;
	kit_open(&k, NULL);
	for (size_t i = 0; i < COUNT; i++) {
		kit_watch(&k, &w[i], MAPS "?watch=1&resourceVersion=0");
		(void)kit_events(&w[i], &ev);
	}
	(void)kit_put_map(&k, "a", "1");
	for (size_t i = 0; i < COUNT; i++)
		woken += w[i].woken;
	assert_int_equal(woken, COUNT);
	for (size_t i = 0; i < COUNT; i++) {
		assert_string_equal(kit_events(&w[i], &ev), "ADDED a, ");
		kit_unwatch(&w[i]);
	}
	base__free(w);
	kit_close(&k);
}

/* Unmatched events may leave the window while the watch is idle: that does not end it. */
static void watch_survives_a_window_full_of_unmatched_events(void **state)
{
	static const char *const uris[] = {
		MAPS "?watch=1&fieldSelector=metadata.name%3Dmine",
		"/api/v1/configmaps?watch=1&fieldSelector=metadata.name%3Dmine",
		MAPS "?watch=1&fieldSelector=metadata.name%3Dmine&allowWatchBookmarks=true",
	};
	struct fakeapi__options opt;

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(uris); i++) {
		struct kit k;
		struct kit_watch w;
		AUTO_STRBUF ev = STRBUF_INIT;

		memset(&opt, 0, sizeof(opt));
		opt.watch_window = 4;
		kit_open(&k, &opt);
		kit_watch(&k, &w, uris[i]);
		/* A watch with bookmarks gets one at the end of its initial state. */
		assert_string_equal(kit_events(&w, &ev),
				    strstr(uris[i], "Bookmarks") ? "BOOKMARK , " : "");
		for (int n = 0; n < 20; n++)
			(void)kit_put_map(&k, n % 2 ? "a" : "b", n % 4 < 2 ? "1" : "2");
		assert_int_equal(w.woken, 0);
		if (strstr(uris[i], "Bookmarks")) {
			k.now_ns = w.x->ops->deadline_ns(w.x);
			assert_string_equal(kit_events(&w, &ev), "BOOKMARK , ");
		}
		(void)kit_put_map(&k, "mine", "1");
		assert_int_equal(w.woken, 1);
		(void)kit_put_map(&k, "a", "3");
		(void)kit_put_map(&k, "mine", "2");
		assert_string_equal(kit_events(&w, &ev), "ADDED mine, MODIFIED mine, ");
		/* Two events wait for it and are forgotten: that does end it. */
		(void)kit_put_map(&k, "mine", "3");
		for (int n = 0; n < 20; n++)
			(void)kit_put_map(&k, n % 2 ? "a" : "b", n % 4 < 2 ? "1" : "2");
		(void)kit_events(&w, &ev);
		assert_int_equal(w.end, FAKEAPI_PULL_END);
		kit_unwatch(&w);
		kit_close(&k);
	}
}

/* --- every change exactly once and in order --------------------------------------------------- */

enum { NAMES = 5, WATCHES = 24, STEPS = 600 };

/* Each watch is of all, of a namespace, of a name in one, or of a name anywhere. */
static bool is_for(size_t watch, int name, bool elsewhere)
{
	switch (watch % 6) {
	case 0:
		return true;
	case 1:
		return !elsewhere;
	case 2:
		return elsewhere;
	case 3:
		return !elsewhere && name == 2;
	case 4:
		return name == 3;
	default:
		return false;
	}
}

static const char *const watch_uris[] = {
	"/api/v1/configmaps?watch=1",
	MAPS "?watch=1",
	"/api/v1/namespaces/elsewhere/configmaps?watch=1",
	MAPS "?watch=1&fieldSelector=metadata.name%3Dn2",
	"/api/v1/configmaps?watch=1&fieldSelector=metadata.name%3Dn3",
	"/api/v1/namespaces/nowhere/configmaps?watch=1",
};

struct model {
	int value[2 * NAMES]; /* 0: not there; the second half is elsewhere */
	struct strbuf seen[WATCHES], want[WATCHES];
	bool open[WATCHES];
	struct kit_watch w[WATCHES];
};

static void note(struct model *m, const char *type, int name)
{
	for (size_t i = 0; i < WATCHES; i++)
		if (m->open[i] && is_for(i, name % NAMES, name >= NAMES))
			strbuf_addf(&m->want[i], "%s n%d, ", type, name % NAMES);
}

static void step(struct kit *k, struct model *m, uint32_t pick)
{
	int n = (int)(pick % (2 * NAMES));
	const char *ns = n < NAMES ? "default" : "elsewhere";
	char name[8], value[16], uri[128], body[200];

	(void)snprintf(name, sizeof(name), "n%d", n % NAMES);
	(void)snprintf(uri, sizeof(uri), "/api/v1/namespaces/%s/configmaps/%s", ns, name);
	if (pick / 8 % 4 == 0) {
		bool there = m->value[n] != 0;

		assert_int_equal(kit_do(k, "DELETE", uri, NULL), there ? 200 : 404);
		if (there)
			note(m, "DELETED", n);
		m->value[n] = 0;
		return;
	}
	(void)snprintf(value, sizeof(value), "%u", pick / 64 % 3 + 1);
	(void)
	    snprintf(body, sizeof(body),
		     "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"%s\","
		     "\"namespace\":\"%s\"},\"data\":{\"v\":\"%s\"}}",
		     name, ns, value);
	assert_int_equal(kit_do(k, "PUT", V1 "/objects", body), 200);
	if (m->value[n] == 0)
		note(m, "ADDED", n);
	else if (m->value[n] != atoi(value))
		note(m, "MODIFIED", n);
	m->value[n] = atoi(value);
}

static void toggle(struct kit *k, struct model *m, size_t i)
{
	AUTO_STRBUF ev = STRBUF_INIT;

	if (m->open[i]) {
		strbuf_addz(&m->seen[i], kit_events(&m->w[i], &ev));
		assert_string_equal(m->seen[i].ptr, m->want[i].ptr);
		kit_unwatch(&m->w[i]);
		strbuf_clear(&m->seen[i]);
		strbuf_clear(&m->want[i]);
		m->open[i] = false;
		return;
	}
	kit_watch(k, &m->w[i], watch_uris[i % 6]);
	m->open[i] = true;
	for (int n = 0; n < 2 * NAMES; n++)
		if (m->value[n] && is_for(i, n % NAMES, n >= NAMES))
			strbuf_addf(&m->want[i], "ADDED n%d, ", n % NAMES);
}

static void watch_sends_every_change_once_and_in_order(void **state)
{
	(void)state;
	for (uint64_t seed = 1; seed <= 5; seed++) {
		struct model m;
		struct kit k;
		uint64_t rnd = seed;

		memset(&m, 0, sizeof(m));
		for (size_t i = 0; i < WATCHES; i++) {
			strbuf_init(&m.seen[i]);
			strbuf_init(&m.want[i]);
		}
		kit_open(&k, &(struct fakeapi__options) { .any_namespace = true });
		for (unsigned s = 0; s < STEPS; s++) {
			uint32_t pick = (uint32_t)(splitmix64(&rnd) >> 33);
			size_t i = pick / 4096 % WATCHES;
			AUTO_STRBUF ev = STRBUF_INIT;

			step(&k, &m, pick);
			if (pick / 512 % 7 == 0)
				toggle(&k, &m, i);
			else if (m.open[i])
				strbuf_addz(&m.seen[i], kit_events(&m.w[i], &ev));
		}
		for (size_t i = 0; i < WATCHES; i++) {
			if (m.open[i])
				toggle(&k, &m, i);
			strbuf_fini(&m.seen[i]);
			strbuf_fini(&m.want[i]);
		}
		kit_close(&k);
	}
}

/* cacher.go and watch_cache.go: a list that is streamed waits three seconds for its version. */
static void streamed_list_of_a_future_version_ends_with_a_504_event(void **state)
{
	struct kit k;
	struct kit_watch w;
	AUTO_STRBUF ev = STRBUF_INIT;
	char buf[1024];
	ptrdiff_t n;

	(void)state;
	kit_open(&k, NULL);
	kit_watch(&k, &w,
		  MAPS "?watch=1&allowWatchBookmarks=true&sendInitialEvents=true"
		       "&resourceVersionMatch=NotOlderThan&resourceVersion=99999");
	assert_int_equal(w.x->ops->pull(w.x, k.now_ns, buf, sizeof(buf)), FAKEAPI_PULL_WAIT);
	k.now_ns += 2999 * NS_PER_MS; /* blockTimeout of the watch cache: 3 s */
	assert_int_equal(w.x->ops->pull(w.x, k.now_ns, buf, sizeof(buf)), FAKEAPI_PULL_WAIT);
	k.now_ns += 1 * NS_PER_MS;
	n = w.x->ops->pull(w.x, k.now_ns, buf, sizeof(buf) - 1);
	assert_true(n > 0);
	buf[n] = '\0';
	if (!strstr(buf, "{\"type\":\"ERROR\"") || !strstr(buf, "\"code\":504") ||
	    !strstr(buf, "\"reason\":\"Timeout\"") ||
	    !strstr(buf, "Too large resource version: 99999, current: ") ||
	    !strstr(buf, "\"causes\":[{\"reason\":\"ResourceVersionTooLarge\",\"message\":"
			 "\"Too large resource version\"}]") ||
	    !strstr(buf, "\"retryAfterSeconds\":1"))
		fail_msg("%s", buf);
	assert_int_equal(w.x->ops->pull(w.x, k.now_ns, buf, sizeof(buf)), FAKEAPI_PULL_END);
	kit_unwatch(&w);
	/* The next version is awaited no longer than until it exists. */
	(void)snprintf(buf, sizeof(buf),
		       MAPS "?watch=1&sendInitialEvents=true&resourceVersionMatch=NotOlderThan"
			    "&resourceVersion=%lu",
		       kit_put_map(&k, "a", "1") + 1);
	kit_watch(&k, &w, buf);
	assert_string_equal(kit_events(&w, &ev), "");
	(void)kit_put_map(&k, "b", "2");
	assert_string_equal(kit_events(&w, &ev), "ADDED a, ADDED b, ");
	kit_unwatch(&w);
	kit_close(&k);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(watch_sends_the_state_then_changes),
		cmocka_unit_test(change_wakes_only_the_watches_it_matches),
		cmocka_unit_test(watch_sends_deleted_for_objects_leaving_its_selector),
		cmocka_unit_test(watch_sends_bookmarks_and_ends_at_its_timeout),
		cmocka_unit_test(watch_ends_after_falling_out_of_the_window),
		cmocka_unit_test(watch_starts_after_the_version_it_names),
		cmocka_unit_test(watch_can_start_at_the_version_named_in_the_error),
		cmocka_unit_test(watch_without_cache_is_too_old_below_the_window),
		cmocka_unit_test(idle_watch_uses_little_memory),
		cmocka_unit_test(watch_survives_a_window_full_of_unmatched_events),
		cmocka_unit_test(watch_sends_every_change_once_and_in_order),
		cmocka_unit_test(streamed_list_of_a_future_version_ends_with_a_504_event),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
