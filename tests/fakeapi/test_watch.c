/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/kit/testing.h"

#include "tests/kit/core_kit.h"

#define MAPS "/api/v1/namespaces/default/configmaps"

static void tells_state_then_changes(void **state)
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

static void wakes_only_whom_it_concerns(void **state)
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

static void deletes_what_leaves_the_selection(void **state)
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

static void ends_at_its_timeout_with_bookmarks_before(void **state)
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
	assert_string_equal(kit_events(&w, &ev), ""); /* nothing new to tell */
	(void)kit_do(&k, "POST", "/api/v1/namespaces", "{\"metadata\":{\"name\":\"n\"}}");
	k.now_ns = start + 98 * NS_PER_S;
	assert_string_equal(kit_events(&w, &ev), "BOOKMARK , ");
	k.now_ns = start + 100 * NS_PER_S;
	(void)kit_events(&w, &ev);
	assert_int_equal(w.end, FAKEAPI_PULL_END);
	kit_unwatch(&w);
	kit_close(&k);
}

static void ends_when_it_fell_out_of_the_log(void **state)
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

static void holds_idle_watches_in_little_memory(void **state)
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

/* --- every change exactly once and in order --------------------------------------------------- */

enum { NAMES = 5, WATCHES = 12, STEPS = 600 };

struct model {
	int value[NAMES]; /* 0: not there */
	struct strbuf seen[WATCHES], want[WATCHES];
	bool open[WATCHES];
	struct kit_watch w[WATCHES];
};

static void note(struct model *m, const char *type, int name)
{
	for (size_t i = 0; i < WATCHES; i++)
		if (m->open[i])
			strbuf_addf(&m->want[i], "%s n%d, ", type, name);
}

static void step(struct kit *k, struct model *m, uint32_t pick)
{
	int n = (int)(pick % NAMES);
	char name[8], value[16], uri[128];

	(void)snprintf(name, sizeof(name), "n%d", n);
	(void)snprintf(uri, sizeof(uri), MAPS "/%s", name);
	if (pick / 8 % 4 == 0) {
		bool there = m->value[n] != 0;

		assert_int_equal(kit_do(k, "DELETE", uri, NULL), there ? 200 : 404);
		if (there)
			note(m, "DELETED", n);
		m->value[n] = 0;
		return;
	}
	(void)snprintf(value, sizeof(value), "%u", pick / 64 % 3 + 1);
	(void)kit_put_map(k, name, value);
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
	kit_watch(k, &m->w[i], i % 2 ? MAPS "?watch=1" : "/api/v1/configmaps?watch=1");
	m->open[i] = true;
	for (int n = 0; n < NAMES; n++)
		if (m->value[n])
			strbuf_addf(&m->want[i], "ADDED n%d, ", n);
}

static void tells_every_change_once_and_in_order(void **state)
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
		kit_open(&k, NULL);
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
static void a_version_that_does_not_come_is_an_error_in_the_stream(void **state)
{
	struct kit k;
	struct kit_watch w;
	char buf[1024];
	ptrdiff_t n;

	(void)state;
	kit_open(&k, NULL);
	kit_watch(&k, &w,
		  MAPS "?watch=1&allowWatchBookmarks=true&sendInitialEvents=true"
		       "&resourceVersionMatch=NotOlderThan&resourceVersion=99999");
	assert_int_equal(w.x->ops->pull(w.x, k.now_ns, buf, sizeof(buf)), FAKEAPI_PULL_WAIT);
	k.now_ns += 60 * NS_PER_S;
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
	kit_close(&k);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(tells_state_then_changes),
		cmocka_unit_test(wakes_only_whom_it_concerns),
		cmocka_unit_test(deletes_what_leaves_the_selection),
		cmocka_unit_test(ends_at_its_timeout_with_bookmarks_before),
		cmocka_unit_test(ends_when_it_fell_out_of_the_log),
		cmocka_unit_test(holds_idle_watches_in_little_memory),
		cmocka_unit_test(tells_every_change_once_and_in_order),
		cmocka_unit_test(a_version_that_does_not_come_is_an_error_in_the_stream),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
