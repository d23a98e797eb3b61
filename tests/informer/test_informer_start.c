/* SPDX-License-Identifier: Apache-2.0 */
/* Starts that fail, and calls that reuse connections: without them threads or sockets leak. */
#include <sched.h>

#include "base/clock.h"
#include "base/lock.h"
#include "base/posix/clock.h"
#include "relist/client.h"
#include "relist/informers.h"
#include "tests/kit/script_server.h"
#include "tests/kit/testing.h"

enum { PATIENCE_MS = 60000, CALLS = 60 };

static struct inf_informer *idle_informer(struct inf_client *client)
{
	const struct inf_handler silent = { 0 };
	struct inf_informer *inf = inf_core_v1_configmaps_new(client, "", 0, NULL);

	assert_non_null(inf);
	for (int i = 0; i < 2; i++)
		assert_int_equal(inf_informer_add_handler(inf, &silent, 0, NULL, NULL), 0);
	return inf;
}

/* Its threads end without a call of inf_informer_stop(). */
static void informer_whose_start_fails_is_stopped(void **state)
{
	struct inf_client *client = inf_client_for_url("http://127.0.0.1:1", NULL);
	int failures = 0;

	(void)state;
	assert_non_null(client);
	for (long grant = 0;; grant++) {
		struct inf_informer *inf = idle_informer(client);
		struct relist_err err = { 0 };
		int rc;

		base__alloc_fail_after = grant;
		rc = inf_informer_start(inf, &err);
		base__alloc_fail_after = -1;
		if (rc == 0) {
			assert_false(inf_informer_stopped(inf));
			inf_informer_free(inf);
			break;
		}
		failures++;
		assert_int_equal(rc, RELIST_ENOMEM);
		assert_true(err.msg[0]);
		assert_int_equal(inf_informer_start(inf, NULL), RELIST_ECLOSED);
		assert_int_equal(inf_informer_wait_stopped(inf, PATIENCE_MS, NULL), 0);
		assert_true(inf_informer_stopped(inf));
		inf_informer_free(inf);
	}
	assert_true(failures > 0);
	inf_client_unref(client);
}

/* More calls than a client keeps idle connections. */
static void consecutive_calls_share_one_connection(void **state)
{
	static const struct inf_resource maps = { "", "v1", "configmaps", "default" };
	static const struct inf_dynamic_options unhurried = { .qps = -1 };
	static const struct script_step good = {
		"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 69\r\n\r\n"
		"{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"abcdefgh\"}"
		"}",
		0, SCRIPT_KEEP
	};
	struct script_server *s = script_server_new(&good, 1);
	struct inf_client *client = inf_client_for_url(script_server_url(s), NULL);
	struct inf_dynamic *d = inf_dynamic_new(client, &unhurried, NULL);
	struct relist_err err = { 0 };

	(void)state;
	assert_non_null(d);
	for (int i = 0; i < CALLS; i++) {
		struct inf_object *out = NULL;

		if (inf_dynamic_get(d, &maps, "abcdefgh", NULL, NULL, &out, &err) != 0)
			fail_msg("call %d: %s", i, err.msg);
		inf_object_unref(out);
	}
	assert_int_equal(script_server_count(s), CALLS);
	assert_int_equal(script_server_connections(s), 1);
	inf_dynamic_free(d);
	inf_client_unref(client);
	script_server_free(s);
}

/* A life of every object that has locks, and threads that end. */
static void use_everything(const char *url)
{
	struct inf_client *client = inf_client_for_url(url, NULL);
	struct inf_dynamic *d = inf_dynamic_new(client, NULL, NULL);
	struct inf_recorder *recorder = inf_recorder_new(d, "c", "h", NULL);
	struct inf_factory *f = inf_factory_new(client, NULL, NULL);
	struct inf_informer *inf = idle_informer(client);
	struct inf_workqueue *q = inf_workqueue_new("q", NULL, NULL);
	struct inf_indexer *ix = inf_indexer_new();
	struct inf_mutation_cache *cache = inf_mutation_cache_new(ix, 0, true, 0);
	struct inf_ttl_store *ttl = inf_ttl_store_new(0);
	struct inf_cancel *cancel = inf_cancel_new();

	assert_non_null(inf_core_v1_pods(f, NULL));
	assert_int_equal(inf_factory_start(f, NULL), 0);
	assert_int_equal(inf_informer_start(inf, NULL), 0);
	assert_true(recorder && q && cache && ttl && cancel);
	inf_informer_stop(inf);
	assert_int_equal(inf_informer_wait_stopped(inf, PATIENCE_MS, NULL), 0);
	assert_int_equal(inf_factory_shutdown(f, PATIENCE_MS, NULL), 0);
	inf_cancel_free(cancel);
	inf_ttl_store_free(ttl);
	inf_mutation_cache_free(cache);
	inf_indexer_free(ix);
	inf_workqueue_free(q);
	inf_informer_free(inf);
	inf_factory_free(f);
	inf_recorder_free(recorder);
	inf_dynamic_free(d);
	inf_client_unref(client);
}

static void freed_objects_destroy_their_locks(void **state)
{
	static const struct script_step refusal = {
		"HTTP/1.1 403 Forbidden\r\nContent-Length: 2\r\n\r\nno", 0, SCRIPT_KEEP
	};
	struct script_server *s = script_server_new(&refusal, 1);
	int64_t until = clock_monotonic_ns() + PATIENCE_MS * NS_PER_MS;

	(void)state;
	for (int i = 0; i < 3; i++)
		use_everything(script_server_url(s));
	/* Detached threads free the last references. */
	while (lock_live_count() && clock_monotonic_ns() < until)
		(void)sched_yield();
	assert_int_equal(lock_live_count(), 0);
	script_server_free(s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(informer_whose_start_fails_is_stopped),
		cmocka_unit_test(consecutive_calls_share_one_connection),
		cmocka_unit_test(freed_objects_destroy_their_locks),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
