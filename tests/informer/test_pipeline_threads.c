/* SPDX-License-Identifier: Apache-2.0 */
/* Queue, cache and handlers under real threads: a feeder, the process loop, a thread per handler,
 * readers, and handlers that come and go. What counts is TSan and what each handler saw. */
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

#include "tests/kit/informer_kit.h"

enum { KEYS = 30, CHANGES = 1500, WATCHERS = 3, CHURNS = 40 };

struct world {
	struct kit k;
	atomic_bool fed, over;
};

/* Follows one handler's notifications: nothing may be skipped or come in the wrong order. */
struct watcher {
	struct world *w;
	inf_registration reg;
	char rv[KEYS][16]; /* "": not there */
	int wrong;
};

static int key_of(const char *key)
{
	return atoi(key + 3); /* "n/k7" */
}

static int on_add(void *user, const struct inf_object *obj, bool initial)
{
	struct watcher *x = user;
	int k = key_of(inf_object_key(obj));

	(void)initial;
	x->wrong += x->rv[k][0] != '\0';
	(void)snprintf(x->rv[k], sizeof(x->rv[k]), "%s", inf_object_resource_version(obj));
	return 0;
}

static int on_update(void *user, const struct inf_object *old, const struct inf_object *obj)
{
	struct watcher *x = user;
	int k = key_of(inf_object_key(obj));

	x->wrong += strcmp(x->rv[k], inf_object_resource_version(old)) != 0;
	(void)snprintf(x->rv[k], sizeof(x->rv[k]), "%s", inf_object_resource_version(obj));
	return 0;
}

static int on_delete(void *user, const char *key, const struct inf_object *obj, bool unknown)
{
	struct watcher *x = user;

	(void)obj;
	(void)unknown;
	x->rv[key_of(key)][0] = '\0';
	return 0;
}

static void *feed(void *user)
{
	static const enum inf__delta_type types[] = { INF_DELTA_ADDED, INF_DELTA_UPDATED,
						      INF_DELTA_DELETED };
	struct world *w = user;
	uint64_t rng = 7;

	for (int i = 1; i <= CHANGES; i++) {
		char key[16], rv[16];

		(void)snprintf(key, sizeof(key), "n/k%d", (int)(splitmix64(&rng) % KEYS));
		(void)snprintf(rv, sizeof(rv), "%d", i);
		(void)kit_put(&w->k, types[splitmix64(&rng) % 3], key, rv);
		if (i % 100 == 0)
			(void)kit_replace(&w->k, "n/k1=1 n/k2=2 n/k3=3 n/k20=4", rv);
		if (i % 130 == 0)
			(void)w->k.q->ops->resync(w->k.q, NULL);
	}
	atomic_store(&w->fed, true);
	return NULL;
}

static void *process(void *user)
{
	struct world *w = user;
	enum inf__step step;

	while ((step = inf__informer_process_step(w->k.inf, 0)) != INF_STEP_CLOSED) {
		if (step == INF_STEP_IDLE)
			(void)sched_yield();
	}
	return NULL;
}

static bool step_listener(struct inf__processor_listener *l)
{
	struct inf__call call;

	if (!inf__processor_listener_begin(l, 0, &call))
		return false;
	inf__processor_listener_end(l, 0, inf__processor_listener_invoke(l, &call));
	return true;
}

static void *watch(void *user)
{
	struct watcher *x = user;
	struct inf__processor_listener *l = inf__informer_listener(x->w->k.inf, x->reg);

	while (!inf__processor_listener_finished(l)) {
		if (!step_listener(l))
			(void)sched_yield();
	}
	return NULL;
}

static int add(struct watcher *x)
{
	struct inf_handler h = { on_add, on_update, on_delete, x };

	return inf__informer_add_handler(x->w->k.inf, 0, "watcher", &h, -1, &x->reg, NULL);
}

static void *churn(void *user)
{
	struct world *w = user;

	for (int i = 0; i < CHURNS; i++) {
		struct watcher x = { .w = w };
		struct inf__processor_listener *l;

		if (add(&x) != 0)
			break;
		l = inf__informer_listener(w->k.inf, x.reg);
		inf__processor_listener_set_driver(l, &x); /* another reference holds it */
		for (int n = 0; n < 50; n++)
			(void)step_listener(l);
		(void)inf__informer_remove_handler(w->k.inf, x.reg);
		assert_int_equal(x.wrong, 0);
		inf__processor_listener_set_driver(l, NULL);
	}
	return NULL;
}

static void *read_cache(void *user)
{
	struct world *w = user;
	struct inf__indexer *ix = inf__informer_indexer(w->k.inf);

	while (!atomic_load(&w->over)) {
		struct inf_object_list all = { NULL, 0, 0 }, some = { NULL, 0, 0 };
		AUTO_OBJECT obj = inf__indexer_get(ix, "n/k3");
		char rv[32];

		if (obj)
			(void)strlen(inf_object_resource_version(obj));
		(void)inf__indexer_list(ix, &all);
		(void)inf__indexer_by_index(ix, "namespace", "n", &some, NULL);
		for (size_t i = 0; i < some.len; i++)
			(void)strlen(inf_object_resource_version(some.items[i]));
		inf__informer_store_rv(w->k.inf, rv, sizeof(rv));
		(void)inf__informer_synced(w->k.inf);
		inf_object_list_fini(&all);
		inf_object_list_fini(&some);
		(void)sched_yield();
	}
	return NULL;
}

static void compare(struct world *w, const struct watcher *x)
{
	size_t there = 0;

	assert_int_equal(x->wrong, 0);
	for (int i = 0; i < KEYS; i++) {
		char key[16];
		AUTO_OBJECT obj = NULL;

		(void)snprintf(key, sizeof(key), "n/k%d", i);
		obj = inf__indexer_get(inf__informer_indexer(w->k.inf), key);
		assert_string_equal(obj ? inf_object_resource_version(obj) : "", x->rv[i]);
		there += obj != NULL;
	}
	assert_int_equal(inf__indexer_len(inf__informer_indexer(w->k.inf)), there);
}

static void run(struct inf__gates gates)
{
	static struct watcher watchers[WATCHERS];
	struct inf__index_def def = { "namespace", inf__index_by_namespace, NULL };
	struct kit_options o = { .gates = gates };
	pthread_t threads[WATCHERS], feeder, loop, churner, reader;
	struct world w;

	assert_true(kit_init(&w.k, &o));
	atomic_init(&w.fed, false);
	atomic_init(&w.over, false);
	assert_int_equal(inf__informer_add_indexers(w.k.inf, &def, 1, NULL), 0);
	for (int i = 0; i < WATCHERS; i++) {
		watchers[i] = (struct watcher) { .w = &w };
		assert_int_equal(add(&watchers[i]), 0);
	}
	assert_int_equal(inf__informer_start(w.k.inf, 0, NULL), 0);
	for (int i = 0; i < WATCHERS; i++)
		assert_int_equal(pthread_create(&threads[i], NULL, watch, &watchers[i]), 0);
	assert_int_equal(pthread_create(&loop, NULL, process, &w), 0);
	assert_int_equal(pthread_create(&feeder, NULL, feed, &w), 0);
	assert_int_equal(pthread_create(&churner, NULL, churn, &w), 0);
	assert_int_equal(pthread_create(&reader, NULL, read_cache, &w), 0);
	assert_int_equal(pthread_join(feeder, NULL), 0);
	assert_int_equal(pthread_join(churner, NULL), 0);
	while (inf__informer_process_ready(w.k.inf, 0))
		(void)sched_yield();
	for (size_t i = 0; i < WATCHERS; i++) {
		while (inf__processor_listener_backlog(
		    inf__informer_listener(w.k.inf, watchers[i].reg)))
			(void)sched_yield();
	}
	inf__informer_stop(w.k.inf, 0);
	assert_int_equal(pthread_join(loop, NULL), 0);
	for (int i = 0; i < WATCHERS; i++)
		assert_int_equal(pthread_join(threads[i], NULL), 0);
	atomic_store(&w.over, true);
	assert_int_equal(pthread_join(reader, NULL), 0);
	for (int i = 0; i < WATCHERS; i++)
		compare(&w, &watchers[i]);
	kit_fini(&w.k);
}

static void pipeline_loses_no_event_between_threads(void **state)
{
	(void)state;
	run(inf__gates_current());
}

static void pipeline_loses_no_event_without_atomic_events(void **state)
{
	struct inf__gates gates = { .batch = true };

	(void)state;
	run(gates);
}

static void classic_pipeline_loses_no_event_between_threads(void **state)
{
	(void)state;
	run(inf__gates_classic());
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(pipeline_loses_no_event_between_threads),
		cmocka_unit_test(pipeline_loses_no_event_without_atomic_events),
		cmocka_unit_test(classic_pipeline_loses_no_event_between_threads),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
