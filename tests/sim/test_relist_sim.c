/* SPDX-License-Identifier: Apache-2.0 */
/* The public simulator, used like in a user's test. */
#include <stdlib.h>

#include "base/str.h"
#include "relist/informers.h"
#include "relist/sim.h"
#include "tests/kit/testing.h"

#define SECOND INT64_C(1000000000)
#define MAP(name)                                                                                  \
	"---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: " name ", namespace: default}\n"
#define MAPS "/api/v1/namespaces/default/configmaps"

struct world {
	struct relist_sim *sim;
	struct fakeapi *api;
	struct inf_informer *maps;
	struct strbuf notified; /* "+a" "-a" ... */
	bool free_in_handler;
	int inner; /* what settle said inside a handler */
};

static int on_add(void *user, const struct inf_object *obj, bool initial)
{
	struct world *w = user;
	struct inf_str name = inf_object_name(obj);

	strbuf_addf(&w->notified, "+%.*s%s ", (int)name.len, name.ptr, initial ? "!" : "");
	w->inner = relist_sim_settle(w->sim, NULL);
	if (w->free_in_handler) {
		inf_informer_free(w->maps);
		w->maps = NULL;
	}
	return 0;
}

static int on_delete(void *user, const char *key, const struct inf_object *obj, bool unknown)
{
	struct world *w = user;

	(void)obj;
	strbuf_addf(&w->notified, "-%s%s ", strchr(key, '/') + 1, unknown ? "?" : "");
	return 0;
}

static void open_world(struct world *w, const struct relist_sim_options *opt)
{
	struct inf_handler handler = { .on_add = on_add, .on_delete = on_delete, .user = w };
	struct relist_err err = { 0 };

	*w = (struct world) { 0 };
	strbuf_init(&w->notified);
	w->sim = relist_sim_new(opt, &err);
	if (!w->sim)
		fail_msg("%s", err.msg);
	w->api = relist_sim_server(w->sim);
	w->maps = inf_core_v1_configmaps_new(relist_sim_client(w->sim), "", 0, NULL);
	assert_non_null(w->maps);
	assert_int_equal(inf_informer_add_handler(w->maps, &handler, 0, NULL, NULL), 0);
	assert_int_equal(inf_informer_start(w->maps, NULL), 0);
}

static void close_world(struct world *w)
{
	inf_informer_free(w->maps);
	relist_sim_free(w->sim);
	strbuf_fini(&w->notified);
}

static void delete_map(struct world *w, const char *uri)
{
	assert_int_equal(fakeapi_request(w->api, "DELETE", uri, NULL, NULL, NULL, NULL), 0);
}

static void simulation_runs_only_in_settle_and_advance(void **state)
{
	struct world w;

	(void)state;
	open_world(&w, NULL);
	assert_int_equal(fakeapi_apply(w.api, MAP("a"), NULL), 0);
	assert_false(inf_informer_synced(w.maps));
	assert_int_equal(inf_informer_wait_synced(w.maps, 0, NULL), RELIST_ETIMEDOUT);
	assert_int_equal(relist_sim_settle(w.sim, NULL), 0);
	assert_true(inf_informer_synced(w.maps));
	assert_string_equal(w.notified.ptr, "+a! ");
	assert_int_equal(w.inner, RELIST_EINVAL); /* not inside a handler */
	assert_int_equal(fakeapi_apply(w.api, MAP("b"), NULL), 0);
	assert_string_equal(w.notified.ptr, "+a! ");
	delete_map(&w, MAPS "/a");
	assert_int_equal(relist_sim_settle(w.sim, NULL), 0);
	assert_string_equal(w.notified.ptr, "+a! +b -a ");
	assert_int_equal(relist_sim_now_ns(w.sim), 0);
	assert_int_equal(inf_informer_len(w.maps), 1);
	close_world(&w);
}

static void blocking_calls_advance_time(void **state)
{
	struct relist_err err = { 0 };
	struct world w;

	(void)state;
	open_world(&w, NULL);
	assert_int_equal(fakeapi_refuse(w.api, true, NULL), 0);
	assert_int_equal(inf_informer_wait_synced(w.maps, 90000, &err), RELIST_ETIMEDOUT);
	assert_string_equal(err.msg,
			    "configmaps.v1: not synced after 90000 ms: it sends its next request "
			    "in 46.6 s; 7 failed requests, the last: connection refused");
	assert_int_equal(relist_sim_now_ns(w.sim), 90 * SECOND);
	assert_int_equal(fakeapi_refuse(w.api, false, NULL), 0);
	assert_int_equal(inf_informer_wait_synced(w.maps, -1, NULL), 0);
	assert_in_range(relist_sim_now_ns(w.sim), 90 * SECOND, 160 * SECOND);
	assert_int_equal(fakeapi_wait_requests(w.api, "watch", "configmaps", 2, 20 * 60000, NULL),
			 0);
	assert_int_equal(fakeapi_wait_requests(w.api, "delete", NULL, 1, 1000, NULL),
			 RELIST_ETIMEDOUT);
	assert_int_equal(relist_sim_advance(w.sim, -1, NULL), RELIST_EINVAL);
	inf_informer_stop(w.maps);
	assert_int_equal(inf_informer_wait_stopped(w.maps, 1000, NULL), 0);
	assert_int_equal(inf_informer_wait_synced(w.maps, 1000, NULL), 0);
	close_world(&w);
}

static void assert_explained(struct world *w, const char *want)
{
	char text[400];

	inf_informer_explain(w->maps, text, sizeof(text));
	assert_string_equal(text, want);
}

static void explanation_follows_the_informer_from_its_start_to_its_stop(void **state)
{
	static const char hang[] = "{\"kind\":\"hang\",\"times\":1}";
	struct world w;
	uint32_t rule;

	(void)state;
	open_world(&w, NULL);
	assert_explained(&w, "it has not sent its first request yet");
	assert_int_equal(fakeapi_fail_next(w.api, "watch", "configmaps", 1, 403, NULL), 0);
	assert_int_equal(fakeapi_fail_next(w.api, "list", "configmaps", 1, 403, NULL), 0);
	assert_int_equal(relist_sim_settle(w.sim, NULL), 0);
	assert_explained(&w, "it sends its next request in 1.1 s; 2 failed requests, the last: "
			     "status 403: a fault on cue");
	assert_int_equal(fakeapi_add_fault(w.api, hang, &rule, NULL), 0);
	assert_int_equal(relist_sim_advance(w.sim, 5 * SECOND, NULL), 0);
	assert_explained(&w, "its list has no response after 3.9 s; 2 failed requests, the last: "
			     "status 403: a fault on cue");
	inf_informer_free(w.maps);
	w.maps = inf_core_v1_configmaps_new(relist_sim_client(w.sim), "", 0, NULL);
	assert_explained(&w, "it was not started");
	assert_int_equal(inf_informer_start(w.maps, NULL), 0);
	assert_int_equal(relist_sim_advance(w.sim, 12 * SECOND, NULL), 0);
	assert_explained(&w, "its watch is open for 12.0 s and has sent no event; the cache has 0 "
			     "objects; it has no handler");
	assert_int_equal(fakeapi_apply(w.api, MAP("a"), NULL), 0);
	assert_int_equal(relist_sim_advance(w.sim, SECOND, NULL), 0);
	assert_explained(&w,
			 "its watch is open for 13.0 s; the cache has 1 object; it has no handler");
	inf_informer_stop(w.maps);
	assert_int_equal(relist_sim_settle(w.sim, NULL), 0);
	assert_explained(&w, "it was stopped");
	close_world(&w);
}

static void explanation_names_a_requested_retry(void **state)
{
	static const char later[] =
	    "{\"kind\":\"fail\",\"status\":429,\"retryAfter\":7,\"times\":1}";
	struct world w;
	uint32_t rule;

	(void)state;
	open_world(&w, NULL);
	assert_int_equal(fakeapi_add_fault(w.api, later, &rule, NULL), 0);
	assert_int_equal(relist_sim_settle(w.sim, NULL), 0);
	assert_int_equal(relist_sim_advance(w.sim, 2 * SECOND, NULL), 0);
	assert_explained(&w, "it sends its next request in 5.0 s; 1 failed request, the last: "
			     "status 429: the server requests a later retry");
	assert_int_equal(relist_sim_advance(w.sim, 6 * SECOND, NULL), 0);
	assert_explained(&w, "its watch is open for 1.0 s and has sent no event; the cache has 0 "
			     "objects");
	close_world(&w);
}

static void http_requests_wait_in_virtual_time(void **state)
{
	struct fakeapi_reply reply;
	struct relist_err err = { 0 };
	struct world w;

	(void)state;
	open_world(&w, NULL);
	assert_int_equal(fakeapi_apply(w.api, MAP("a"), NULL), 0);
	assert_int_equal(fakeapi_request(w.api, "GET", MAPS "?watch=true&timeoutSeconds=1000", NULL,
					 NULL, &reply, NULL),
			 0);
	assert_int_equal(relist_sim_now_ns(w.sim), 1000 * SECOND);
	assert_non_null(strstr(reply.body, "\"type\":\"ADDED\""));
	assert_non_null(strstr(reply.body, "\"creationTimestamp\":\"2026-01-01T00:00:00Z\""));
	fakeapi_reply_fini(&reply);
	assert_string_equal(w.notified.ptr, "+a! ");
	/* A response that is held for ever. */
	assert_int_equal(fakeapi_add_fault(w.api,
					   "{\"kind\":\"hang\",\"match\":{\"verb\":\"get\"}}", NULL,
					   NULL),
			 0);
	assert_int_equal(fakeapi_request(w.api, "GET", MAPS "/a", NULL, NULL, NULL, &err),
			 RELIST_ETIMEDOUT);
	close_world(&w);
}

static void handler_may_free_its_informer(void **state)
{
	struct world w;

	(void)state;
	open_world(&w, NULL);
	w.free_in_handler = true;
	assert_int_equal(fakeapi_apply(w.api, MAP("a") MAP("b"), NULL), 0);
	assert_int_equal(relist_sim_settle(w.sim, NULL), 0);
	assert_null(w.maps);
	/* What was on its way to the handler may still come, as with threads. */
	assert_memory_equal(w.notified.ptr, "+a! ", 4);
	strbuf_clear(&w.notified);
	assert_int_equal(fakeapi_apply(w.api, MAP("c"), NULL), 0);
	assert_int_equal(relist_sim_advance(w.sim, 3600 * SECOND, NULL), 0);
	assert_int_equal(w.notified.len, 0);
	close_world(&w);
}

static void sync_does_not_wait_for_removed_handlers(void **state)
{
	const struct inf_handler silent = { 0 };
	inf_registration regs[3];
	struct world w;

	(void)state;
	open_world(&w, NULL);
	for (size_t i = 0; i < ARRAY_LEN(regs); i++)
		assert_int_equal(inf_informer_add_handler(w.maps, &silent, 0, &regs[i], NULL), 0);
	assert_int_equal(inf_informer_remove_handler(w.maps, regs[1]), 0);
	assert_int_equal(inf_informer_remove_handler(w.maps, regs[0]), 0);
	assert_int_equal(inf_informer_remove_handler(w.maps, regs[0]), 0);
	assert_int_equal(inf_informer_wait_synced(w.maps, 1000, NULL), 0);
	assert_true(inf_informer_handler_synced(w.maps, regs[2]));
	assert_false(inf_informer_handler_synced(w.maps, regs[1]));
	close_world(&w);
}

/* The first registration of an informer is removed as any other. */
static void sync_does_not_wait_for_the_first_handler_once_removed(void **state)
{
	const struct inf_handler silent = { 0 };
	struct inf_informer *maps;
	inf_registration reg;
	struct world w;

	(void)state;
	open_world(&w, NULL);
	maps = inf_core_v1_configmaps_new(relist_sim_client(w.sim), "", 0, NULL);
	assert_non_null(maps);
	assert_int_equal(inf_informer_add_handler(maps, &silent, 0, &reg, NULL), 0);
	assert_int_equal(inf_informer_remove_handler(maps, reg), 0);
	assert_int_equal(inf_informer_start(maps, NULL), 0);
	assert_int_equal(inf_informer_wait_synced(maps, 1000, NULL), 0);
	inf_informer_free(maps);
	close_world(&w);
}

static void wait_stopped_returns_after_the_end_or_at_once_if_never_started(void **state)
{
	struct inf_informer *never;
	struct world w;
	int64_t before;

	(void)state;
	open_world(&w, NULL);
	assert_int_equal(relist_sim_settle(w.sim, NULL), 0);
	assert_int_equal(inf_informer_wait_stopped(w.maps, 0, NULL), RELIST_ETIMEDOUT);
	inf_informer_stop(w.maps);
	assert_false(inf_informer_stopped(w.maps));
	assert_int_equal(inf_informer_wait_stopped(w.maps, -1, NULL), 0);
	assert_true(inf_informer_stopped(w.maps));
	never = inf_core_v1_configmaps_new(relist_sim_client(w.sim), "", 0, NULL);
	assert_non_null(never);
	before = relist_sim_now_ns(w.sim);
	assert_int_equal(inf_informer_wait_stopped(never, 60000, NULL), 0);
	assert_int_equal(relist_sim_now_ns(w.sim), before);
	inf_informer_free(never);
	close_world(&w);
}

static void freed_simulation_creates_no_informers(void **state)
{
	struct relist_sim *sim = relist_sim_new(NULL, NULL);
	struct relist_err err = { 0 };
	struct inf_client *client;

	(void)state;
	assert_non_null(sim);
	client = inf_client_ref(relist_sim_client(sim));
	relist_sim_free(sim);
	assert_null(inf_core_v1_configmaps_new(client, "", 0, &err));
	assert_int_equal(err.code, RELIST_ECLOSED);
	assert_string_equal(err.msg, "informer: the simulator has been freed");
	inf_client_unref(client);
}

static void factories_run_in_the_simulation(void **state)
{
	struct inf_factory *f;
	struct inf_informer *pods, *maps;
	struct world w;

	(void)state;
	open_world(&w, NULL);
	f = inf_factory_new(relist_sim_client(w.sim), NULL, NULL);
	assert_non_null(f);
	pods = inf_core_v1_pods(f, NULL);
	maps = inf_core_v1_configmaps(f, NULL);
	assert_true(pods && maps);
	assert_int_equal(fakeapi_apply(w.api, MAP("a"), NULL), 0);
	assert_int_equal(inf_factory_start(f, NULL), 0);
	assert_int_equal(inf_factory_wait_synced(f, 1000, NULL), 0);
	assert_int_equal(inf_informer_len(maps), 1);
	assert_int_equal(inf_informer_len(pods), 0);
	assert_int_equal(inf_factory_shutdown(f, 1000, NULL), 0);
	inf_factory_free(f);
	close_world(&w);
}

/* What a reconciler was handed, and when. */
struct work {
	struct relist_sim *sim;
	struct strbuf log;
	int failures;
};

static int reconcile(void *user, const char *key)
{
	struct work *k = user;

	strbuf_addf(&k->log, "%s@%lld ", key, (long long)(relist_sim_now_ns(k->sim) / 1000000));
	return k->failures-- > 0 ? RELIST_EIO : 0;
}

static void workqueues_wait_in_virtual_time(void **state)
{
	struct work k = { .log = STRBUF_INIT, .failures = 3 };
	struct inf_workqueue *q;
	const char *item;
	struct world w;

	(void)state;
	open_world(&w, NULL);
	k.sim = w.sim;
	q = relist_sim_workqueue_new(w.sim, "q", NULL, NULL);
	assert_non_null(q);
	assert_int_equal(inf_workqueue_get(q, -1, &item), RELIST_ETIMEDOUT);
	assert_int_equal(relist_sim_add_worker(w.sim, q, reconcile, &k, NULL), 0);
	assert_int_equal(inf_workqueue_add_after(q, "later", 2 * SECOND), 0);
	assert_int_equal(inf_workqueue_add(q, "now"), 0);
	assert_int_equal(relist_sim_settle(w.sim, NULL), 0);
	assert_string_equal(k.log.ptr, "now@0 ");
	assert_int_equal(relist_sim_advance(w.sim, 3 * SECOND, NULL), 0);
	assert_string_equal(k.log.ptr, "now@0 now@5 now@15 now@35 later@2000 ");
	assert_false(inf_workqueue_busy(q));
	strbuf_fini(&k.log);
	inf_workqueue_free(q);
	assert_int_equal(relist_sim_advance(w.sim, SECOND, NULL), 0); /* its worker has ended */
	close_world(&w);
}

/* A life with everything in it, for one seed. */
static char *history_of(uint64_t seed, bool cut)
{
	struct fakeapi_options server = { .watch_window = 8 };
	struct relist_sim_options opt = { .seed = seed, .cut_answers = cut, .server = &server };
	struct world w;

	open_world(&w, &opt);
	for (int i = 0; i < 20; i++) {
		char map[120];

		(void)snprintf(map, sizeof(map),
			       "---\napiVersion: v1\nkind: ConfigMap\n"
			       "metadata: {name: m%d, namespace: default}\n",
			       i);
		assert_int_equal(fakeapi_apply(w.api, map, NULL), 0);
		if (i % 5 == 2)
			(void)fakeapi_cut_watches(w.api);
		if (i % 7 == 3)
			fakeapi_compact(w.api);
		if (i == 10)
			delete_map(&w, MAPS "/m3");
		assert_int_equal(relist_sim_advance(w.sim, i * SECOND / 3, NULL), 0);
	}
	assert_int_equal(relist_sim_advance(w.sim, 100 * SECOND, NULL), 0);
	assert_int_equal(inf_informer_len(w.maps), 19);
	strbuf_addf(&w.notified, "%lld", (long long)fakeapi_request_count(w.api, NULL, NULL));
	inf_informer_free(w.maps);
	relist_sim_free(w.sim);
	return strbuf_steal(&w.notified);
}

static void equal_seeds_give_equal_runs(void **state)
{
	(void)state;
	for (uint64_t seed = 0; seed < 20; seed++) {
		char *once = history_of(seed, seed % 2), *again = history_of(seed, seed % 2);

		assert_string_equal(once, again);
		assert_non_null(strstr(once, "+m19"));
		base__free(once);
		base__free(again);
	}
}

static void options_that_need_sockets_are_refused(void **state)
{
	struct fakeapi_options tls = { .tls = true }, file = { .state_file = "x" };
	struct relist_sim_options opt = { .server = &tls };
	struct relist_err err = { 0 };
	struct world w;

	(void)state;
	assert_null(relist_sim_new(&opt, &err));
	assert_int_equal(err.code, RELIST_EINVAL);
	opt.server = &file;
	assert_null(relist_sim_new(&opt, NULL));
	open_world(&w, NULL);
	assert_string_equal(fakeapi_url(w.api), "http://simulated");
	assert_null(fakeapi_backend_url(w.api, 1));
	assert_null(fakeapi_ca_pem(w.api));
	close_world(&w);
}

static void live_once(void)
{
	struct relist_sim *sim = relist_sim_new(NULL, NULL);
	struct inf_informer *maps = NULL;
	struct inf_handler handler = { 0 };
	struct relist_err err = { 0 };

	if (!sim)
		return;
	maps = inf_core_v1_configmaps_new(relist_sim_client(sim), "", 0, &err);
	if (!maps)
		assert_int_equal(err.code, RELIST_ENOMEM);
	if (maps && inf_informer_add_handler(maps, &handler, 0, NULL, NULL) == 0 &&
	    inf_informer_start(maps, NULL) == 0)
		(void)relist_sim_settle(sim, NULL);
	inf_informer_free(maps);
	relist_sim_free(sim);
}

static void each_failing_allocation_is_an_error_without_leak(void **state)
{
	(void)state;
	FOR_EACH_FAILING_ALLOC(live_once());
	assert_int_equal(base__alloc_fail_after, -1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(simulation_runs_only_in_settle_and_advance),
		cmocka_unit_test(blocking_calls_advance_time),
		cmocka_unit_test(explanation_follows_the_informer_from_its_start_to_its_stop),
		cmocka_unit_test(explanation_names_a_requested_retry),
		cmocka_unit_test(http_requests_wait_in_virtual_time),
		cmocka_unit_test(handler_may_free_its_informer),
		cmocka_unit_test(sync_does_not_wait_for_removed_handlers),
		cmocka_unit_test(sync_does_not_wait_for_the_first_handler_once_removed),
		cmocka_unit_test(wait_stopped_returns_after_the_end_or_at_once_if_never_started),
		cmocka_unit_test(freed_simulation_creates_no_informers),
		cmocka_unit_test(factories_run_in_the_simulation),
		cmocka_unit_test(workqueues_wait_in_virtual_time),
		cmocka_unit_test(equal_seeds_give_equal_runs),
		cmocka_unit_test(options_that_need_sockets_are_refused),
		cmocka_unit_test(each_failing_allocation_is_an_error_without_leak),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
