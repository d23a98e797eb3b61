/* SPDX-License-Identifier: Apache-2.0 */
/* An informer with max_object_bytes and max_objects, in virtual time and over TCP: larger input is
 * an error, is not stored, and keeps the cache. */
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>

#include "base/str.h"
#include "relist/fakeapi.h"
#include "relist/informer.h"
#include "relist/sim.h"
#include "tests/kit/testing.h"

#define SECOND INT64_C(1000000000)

enum { PATIENCE_MS = 60000 };

struct world {
	struct relist_sim *sim; /* NULL: over TCP */
	struct fakeapi *api;
	struct inf_client *client;
	struct inf_informer *inf;
	atomic_uint errors;
	char text[256]; /* of the first */
};

static void on_error(void *user, const struct inf_watch_error *e)
{
	struct world *w = user;

	if (atomic_load(&w->errors) == 0)
		(void)snprintf(w->text, sizeof(w->text), "%s", e->text);
	atomic_fetch_add(&w->errors, 1);
}

static void put(struct world *w, const char *name, size_t bytes)
{
	AUTO_STRBUF doc = STRBUF_INIT;
	struct relist_err err;

	strbuf_addf(&doc,
		    "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"%s\","
		    "\"namespace\":\"default\"},\"data\":{\"v\":\"",
		    name);
	for (size_t i = 0; i < bytes; i++)
		strbuf_addc(&doc, 'x');
	strbuf_addz(&doc, "\"}}");
	assert_int_equal(fakeapi_apply(w->api, doc.ptr, &err), 0);
}

static void open_world(struct world *w, bool tcp, size_t bytes, size_t objects, bool watch_list)
{
	struct inf_gates gates = inf_gates_of(INF_PROFILE_CLIENT_GO_1_37);
	struct inf_informer_options opt = { .version = "v1",
					    .resource = "configmaps",
					    .kind = "ConfigMap",
					    .namespace_ = "default",
					    .gates = &gates,
					    .watch_error = on_error,
					    .watch_error_user = w,
					    .max_object_bytes = bytes,
					    .max_objects = objects };

	memset(w, 0, sizeof(*w));
	gates.watch_list = watch_list;
	if (tcp) {
		w->api = fakeapi_start(NULL, NULL);
		w->client = inf_client_for_url(fakeapi_url(w->api), NULL);
	} else {
		w->sim = relist_sim_new(NULL, NULL);
		w->api = relist_sim_server(w->sim);
		w->client = relist_sim_client(w->sim);
	}
	w->inf = inf_informer_new(w->client, &opt, NULL);
	assert_non_null(w->inf);
}

static void close_world(struct world *w)
{
	inf_informer_free(w->inf);
	if (w->sim) {
		relist_sim_free(w->sim);
		return;
	}
	inf_client_unref(w->client);
	fakeapi_stop(w->api);
}

static size_t cached(struct world *w)
{
	return inf_indexer_len(inf_informer_indexer(w->inf));
}

/* Advances until an error was reported, or `objects` are in the cache. */
static void wait_for(struct world *w, bool error, size_t objects)
{
	struct timespec ms = { 0, 1000000 };

	for (int i = 0; i < PATIENCE_MS; i++) {
		if (error ? atomic_load(&w->errors) > 0 : cached(w) == objects)
			return;
		if (w->sim)
			assert_int_equal(relist_sim_advance(w->sim, SECOND / 10, NULL), 0);
		else
			(void)clock_nanosleep(CLOCK_MONOTONIC, 0, &ms, NULL);
	}
	fail_msg("nothing came");
}

static const struct {
	bool tcp, watch_list;
} worlds[] = { { false, false }, { false, true }, { true, false }, { true, true } };

static void objects_within_the_limits_are_cached(void **state)
{
	struct world w;

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(worlds); i++) {
		open_world(&w, worlds[i].tcp, 100000, 4, worlds[i].watch_list);
		for (char name[] = "a"; *name < 'd'; ++*name)
			put(&w, name, 50000);
		assert_int_equal(inf_informer_start(w.inf, NULL), 0);
		wait_for(&w, false, 3);
		assert_int_equal(atomic_load(&w.errors), 0);
		close_world(&w);
	}
}

static void list_beyond_the_limits_is_an_error(void **state)
{
	static const struct {
		size_t bytes, objects;
		const char *text;
	} rows[] = { { 20000, 0, "max_object_bytes" }, { 0, 2, "max_objects" } };
	struct world w;

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(worlds); i++) {
		for (size_t r = 0; r < ARRAY_LEN(rows); r++) {
			open_world(&w, worlds[i].tcp, rows[r].bytes, rows[r].objects,
				   worlds[i].watch_list);
			for (char name[] = "a"; *name < 'e'; ++*name)
				put(&w, name, 50000);
			assert_int_equal(inf_informer_start(w.inf, NULL), 0);
			wait_for(&w, true, 0);
			assert_non_null(strstr(w.text, rows[r].text));
			assert_int_equal(cached(&w), 0);
			assert_false(inf_informer_synced(w.inf));
			close_world(&w);
		}
	}
}

static void event_beyond_the_limits_keeps_the_cache(void **state)
{
	static const struct {
		size_t bytes, objects, next;
		const char *text;
	} rows[] = { { 20000, 0, 50000, "max_object_bytes" }, { 0, 2, 10, "max_objects" } };
	struct world w;

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(worlds); i++) {
		for (size_t r = 0; r < ARRAY_LEN(rows); r++) {
			open_world(&w, worlds[i].tcp, rows[r].bytes, rows[r].objects,
				   worlds[i].watch_list);
			put(&w, "a", 10);
			assert_int_equal(inf_informer_start(w.inf, NULL), 0);
			wait_for(&w, false, 1);
			put(&w, "b", 10);
			wait_for(&w, false, 2);
			assert_int_equal(atomic_load(&w.errors), 0);
			put(&w, "c", rows[r].next);
			wait_for(&w, true, 0);
			assert_non_null(strstr(w.text, rows[r].text));
			assert_int_equal(cached(&w), 2);
			close_world(&w);
		}
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(objects_within_the_limits_are_cached),
		cmocka_unit_test(list_beyond_the_limits_is_an_error),
		cmocka_unit_test(event_beyond_the_limits_keeps_the_cache),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
