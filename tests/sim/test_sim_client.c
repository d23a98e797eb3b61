/* SPDX-License-Identifier: Apache-2.0 */
/* The client in virtual time: what a controller's write path meets, and when. */
#include "base/str.h"
#include "relist/client.h"
#include "relist/informers.h"
#include "relist/sim.h"
#include "tests/kit/testing.h"

#define SECOND INT64_C(1000000000)
#define MS     INT64_C(1000000)

static const struct inf_resource maps = { "", "v1", "configmaps", "default" };

struct world {
	struct relist_sim *sim;
	struct fakeapi *api;
	struct inf_dynamic *d;
};

static void open_world(struct world *w, const struct inf_dynamic_options *options)
{
	struct relist_err err = { 0 };

	w->sim = relist_sim_new(NULL, &err);
	if (!w->sim)
		fail_msg("%s", err.msg);
	w->api = relist_sim_server(w->sim);
	w->d = inf_dynamic_new(relist_sim_client(w->sim), options, &err);
	if (!w->d)
		fail_msg("%s", err.msg);
}

static void close_world(struct world *w)
{
	inf_dynamic_free(w->d);
	relist_sim_free(w->sim);
}

static struct inf_object *config_map(const char *name, const char *value)
{
	return inf_object_from_format(NULL,
				      "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":"
				      "{\"name\":\"%s\"},\"data\":{\"k\":\"%s\"}}",
				      name, value);
}

static void make_map(struct world *w, const char *name)
{
	struct relist_err err = { 0 };
	struct inf_object *obj = config_map(name, "1");

	if (inf_dynamic_create(w->d, &maps, obj, NULL, NULL, NULL, &err))
		fail_msg("%s", err.msg);
	inf_object_unref(obj);
}

static void assert_value(const struct inf_object *obj, const char *value)
{
	char text[64];

	assert_true(inf_json_text(inf_object_field(obj, "data", "k", NULL), text, sizeof(text)));
	assert_string_equal(text, value);
}

static void client_creates_reads_updates_and_deletes(void **state)
{
	struct world w;
	struct inf_object *a = NULL, *b = NULL, *c = NULL;
	struct relist_err err = { 0 };
	static const char patch[] = "{\"data\":{\"k\":\"3\"}}";

	(void)state;
	open_world(&w, NULL);
	make_map(&w, "a");
	assert_int_equal(inf_dynamic_get(w.d, &maps, "a", NULL, NULL, &a, &err), 0);
	assert_value(a, "1");
	assert_string_equal(inf_object_key(a), "default/a");
	b = inf_object_merge(a, "{\"data\":{\"k\":\"2\"}}", 18, &err);
	assert_non_null(b);
	assert_int_equal(inf_dynamic_update(w.d, &maps, b, NULL, NULL, &c, &err), 0);
	assert_value(c, "2");
	inf_object_unref(c);
	/* `a` is not the newest any more. */
	assert_int_equal(inf_dynamic_update(w.d, &maps, a, NULL, NULL, &c, &err), RELIST_ECONFLICT);
	assert_int_equal(err.http_status, 409);
	assert_null(c);
	assert_int_equal(inf_dynamic_patch(w.d, &maps, "a", INF_PATCH_MERGE, patch, strlen(patch),
					   NULL, NULL, &c, &err),
			 0);
	assert_value(c, "3");
	inf_object_unref(c);
	inf_object_unref(b);
	b = config_map("a", "4");
	assert_int_equal(inf_dynamic_create(w.d, &maps, b, NULL, NULL, &c, &err), RELIST_EEXIST);
	assert_int_equal(inf_dynamic_delete(w.d, &maps, "a", NULL, NULL, &err), 0);
	assert_int_equal(inf_dynamic_get(w.d, &maps, "a", NULL, NULL, &c, &err), RELIST_ENOTFOUND);
	assert_string_equal(err.msg, "configmaps \"a\" not found");
	assert_int_equal(relist_sim_now_ns(w.sim), 0);
	inf_object_unref(a);
	inf_object_unref(b);
	close_world(&w);
}

/* ---- faults and time ---- */

static void fault(struct world *w, const char *rule)
{
	struct relist_err err = { 0 };

	if (fakeapi_add_fault(w->api, rule, NULL, &err))
		fail_msg("%s", err.msg);
}

static int get_a(struct world *w, const struct inf_call *call, struct relist_err *err)
{
	struct inf_object *obj = NULL;
	int rc = inf_dynamic_get(w->d, &maps, "a", NULL, call, &obj, err);

	assert_true((rc == 0) == (obj != NULL));
	inf_object_unref(obj);
	return rc;
}

static int put_a(struct world *w, const struct inf_call *call, struct relist_err *err)
{
	struct inf_object *obj = config_map("a", "2");
	int rc = inf_dynamic_update(w->d, &maps, obj, NULL, call, NULL, err);

	inf_object_unref(obj);
	return rc;
}

/* Which requests meet which fault, what comes of it, and how long it takes. */
static void faults_cause_the_delays_of_client_go(void **state)
{
	static const struct {
		const char *name, *rule;
		bool write;
		int64_t timeout_ns;
		int code;
		int64_t took_ns;
		unsigned requests; /* requests that the server got */
		const char *says;
	} cases[] = {
		{ "429 with Retry-After is waited for",
		  "{\"kind\":\"fail\",\"status\":429,\"retryAfter\":2,\"times\":3}", false, 0, 0,
		  6 * SECOND, 4, NULL },
		{ "a write as well",
		  "{\"kind\":\"fail\",\"status\":429,\"retryAfter\":2,\"times\":3}", true, 0, 0,
		  6 * SECOND, 4, NULL },
		{ "ten times and no more",
		  "{\"kind\":\"fail\",\"status\":503,\"retryAfter\":1,\"times\":-1}", true, 0,
		  RELIST_ESTATUS, 10 * SECOND, 11, NULL },
		{ "500 without Retry-After is final", "{\"kind\":\"fail\",\"status\":500}", false,
		  0, RELIST_ESTATUS, 0, 1, NULL },
		{ "not beyond the deadline",
		  "{\"kind\":\"fail\",\"status\":429,\"retryAfter\":3600}", true, 90 * SECOND,
		  RELIST_ETIMEDOUT, 90 * SECOND, 1, "deadline exceeded" },
		{ "a server that hangs", "{\"kind\":\"hang\"}", false, 30 * SECOND,
		  RELIST_ETIMEDOUT, 30 * SECOND, 1,
		  "GET /api/v1/namespaces/default/configmaps/a: deadline exceeded" },
		{ "a GET that was reset is repeated after a second",
		  "{\"kind\":\"reset\",\"times\":2}", false, 0, 0, 1 * SECOND, 3, NULL },
		{ "a write that was reset is not", "{\"kind\":\"reset\",\"times\":2}", true, 0,
		  RELIST_EIO, 0, 1,
		  "PUT /api/v1/namespaces/default/configmaps/a: connection reset by peer" },
		{ "a delay is waited for", "{\"kind\":\"delay\",\"delay\":\"40s\"}", true, 0, 0,
		  40 * SECOND, 1, NULL },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		const struct inf_call call = { .timeout_ns = cases[i].timeout_ns };
		const char *verb = cases[i].write ? "update" : "get";
		struct relist_err err = { 0 };
		struct world w;
		int rc;

		open_world(&w, NULL);
		make_map(&w, "a");
		fault(&w, cases[i].rule);
		rc = cases[i].write ? put_a(&w, &call, &err) : get_a(&w, &call, &err);
		if (rc != cases[i].code || relist_sim_now_ns(w.sim) != cases[i].took_ns ||
		    fakeapi_request_count(w.api, verb, "configmaps") != cases[i].requests ||
		    (cases[i].says && !strstr(err.msg, cases[i].says)))
			fail_msg("%s: %d (%s) after %lld ns, %u requests", cases[i].name, rc,
				 err.msg, (long long)relist_sim_now_ns(w.sim),
				 (unsigned)fakeapi_request_count(w.api, verb, "configmaps"));
		close_world(&w);
	}
}

static void rate_limiter_delays_requests(void **state)
{
	struct inf_dynamic_options fast = { .qps = 100, .burst = 1 }, any = { .qps = -1 };
	const struct {
		const struct inf_dynamic_options *options;
		int requests;
		int64_t took_ns;
	} cases[] = {
		{ NULL, 10, 0 },
		{ NULL, 20, 2 * SECOND },
		{ &fast, 11, 100 * MS },
		{ &any, 200, 0 },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		struct relist_err err;
		struct world w;

		open_world(&w, cases[i].options);
		for (int n = 0; n < cases[i].requests; n++)
			assert_int_equal(get_a(&w, NULL, &err), RELIST_ENOTFOUND);
		assert_in_range(relist_sim_now_ns(w.sim), cases[i].took_ns,
				cases[i].took_ns + 1000);
		close_world(&w);
	}
}

/* ---- reconcilers ---- */

struct counter {
	struct world *w;
	int rounds, conflicts, codes;
	struct inf_cancel *cancel;
	int64_t ended_ns;
	int last;
};

static int add_one(void *user, struct relist_err *err)
{
	struct counter *c = user;
	struct inf_object *was = NULL, *is = NULL;
	char text[32], patch[64];
	int rc = inf_dynamic_get(c->w->d, &maps, "a", NULL, NULL, &was, err);

	if (rc)
		return rc;
	assert_true(inf_json_text(inf_object_field(was, "data", "k", NULL), text, sizeof(text)));
	(void)snprintf(patch, sizeof(patch), "{\"data\":{\"k\":\"%d\"}}", atoi(text) + 1);
	is = inf_object_merge(was, patch, strlen(patch), err);
	rc = inf_dynamic_update(c->w->d, &maps, is, NULL, NULL, NULL, err);
	c->conflicts += rc == RELIST_ECONFLICT;
	inf_object_unref(was);
	inf_object_unref(is);
	return rc;
}

static int count_up(void *user, const char *key)
{
	struct counter *c = user;
	struct relist_err err = { 0 };
	int rc = inf_retry_on_conflict(c->w->d, &INF_DEFAULT_RETRY, add_one, c, NULL, &err);

	(void)key;
	c->rounds++;
	return rc;
}

/* Two workers read and write one object at the same time: orders in which one of them has a
 * conflict are found, and none in which an addition is lost. */
static void concurrent_writers_get_conflicts(void **state)
{
	int conflicts = 0, quiet = 0;

	(void)state;
	for (uint64_t seed = 0; seed < 40; seed++) {
		const struct relist_sim_options options = { .seed = seed, .cut_answers = seed & 1 };
		struct inf_dynamic_options any = { .qps = -1 };
		struct inf_object *obj = NULL;
		struct counter c = { 0 };
		struct world w;
		struct inf_workqueue *q;

		w.sim = relist_sim_new(&options, NULL);
		w.api = relist_sim_server(w.sim);
		w.d = inf_dynamic_new(relist_sim_client(w.sim), &any, NULL);
		c.w = &w;
		make_map(&w, "a");
		q = relist_sim_workqueue_new(w.sim, "q", NULL, NULL);
		for (int i = 0; i < 2; i++)
			assert_int_equal(relist_sim_add_worker(w.sim, q, count_up, &c, NULL), 0);
		for (int i = 0; i < 4; i++)
			assert_int_equal(inf_workqueue_add(q, &"0\0001\0002\0003"[2 * i]), 0);
		assert_int_equal(relist_sim_advance(w.sim, 60 * SECOND, NULL), 0);
		assert_int_equal(inf_dynamic_get(w.d, &maps, "a", NULL, NULL, &obj, NULL), 0);
		assert_value(obj, "5");
		conflicts += c.conflicts;
		quiet += c.conflicts == 0;
		inf_object_unref(obj);
		inf_workqueue_free(q);
		close_world(&w);
	}
	assert_true(conflicts > 0);
	assert_true(quiet < 40);
}

static int ask_and_tell(void *user, const char *key)
{
	struct counter *c = user;
	const struct inf_call call = { .cancel = c->cancel };
	struct relist_err err = { 0 };

	(void)key;
	c->last = get_a(c->w, &call, &err);
	c->ended_ns = relist_sim_now_ns(c->w->sim);
	c->rounds++;
	return 0;
}

enum ending { ENDS_BY_CANCEL, ENDS_WITH_QUEUE, ENDS_WITH_WORLD };

/* A reconciler waits for an answer that does not come. */
static void cancel_shutdown_and_free_end_blocked_reconcilers(void **state)
{
	static const struct {
		enum ending how;
		int code;
	} cases[] = {
		{ ENDS_BY_CANCEL, RELIST_ECANCELED },
		{ ENDS_WITH_QUEUE, RELIST_ECLOSED },
		{ ENDS_WITH_WORLD, RELIST_ECLOSED },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		struct counter c = { .cancel = inf_cancel_new() };
		struct inf_workqueue *q;
		struct world w;

		open_world(&w, NULL);
		c.w = &w;
		make_map(&w, "a");
		fault(&w, "{\"kind\":\"hang\",\"match\":{\"verb\":\"get\"}}");
		q = relist_sim_workqueue_new(w.sim, "q", NULL, NULL);
		assert_int_equal(relist_sim_add_worker(w.sim, q, ask_and_tell, &c, NULL), 0);
		assert_int_equal(inf_workqueue_add(q, "x"), 0);
		assert_int_equal(relist_sim_advance(w.sim, 3600 * SECOND, NULL), 0);
		assert_int_equal(c.rounds, 0);
		if (cases[i].how == ENDS_BY_CANCEL) {
			inf_cancel(c.cancel);
			assert_true(inf_cancelled(c.cancel));
			assert_int_equal(relist_sim_settle(w.sim, NULL), 0);
			assert_int_equal(c.ended_ns, 3600 * SECOND);
			/* And every call after it, before it has begun. */
			assert_int_equal(get_a(&w, &(struct inf_call) { .cancel = c.cancel }, NULL),
					 RELIST_ECANCELED);
		}
		if (cases[i].how != ENDS_WITH_WORLD) {
			inf_workqueue_free(q);
			assert_int_equal(c.rounds, 1);
			close_world(&w);
		} else {
			relist_sim_free(w.sim);
			assert_int_equal(c.rounds, 1);
			inf_workqueue_free(q);
			assert_int_equal(inf_dynamic_get(w.d, &maps, "a", NULL, NULL,
							 &(struct inf_object *) { NULL }, NULL),
					 RELIST_ECLOSED);
			inf_dynamic_free(w.d);
		}
		assert_int_equal(c.last, cases[i].code);
		inf_cancel_free(c.cancel);
	}
}

static int ask_in_handler(void *user, const struct inf_object *obj, bool initial)
{
	struct counter *c = user;
	struct relist_err err = { 0 };

	(void)obj;
	(void)initial;
	c->last = get_a(c->w, NULL, &err);
	assert_non_null(strstr(err.msg, "work queue"));
	return 0;
}

static void blocking_call_in_a_handler_is_an_error(void **state)
{
	struct counter c = { 0 };
	struct inf_handler handler = { .on_add = ask_in_handler, .user = &c };
	struct inf_informer *inf;
	struct world w;

	(void)state;
	open_world(&w, NULL);
	c.w = &w;
	make_map(&w, "a");
	inf = inf_core_v1_configmaps_new(relist_sim_client(w.sim), "", 0, NULL);
	assert_int_equal(inf_informer_add_handler(inf, &handler, 0, NULL, NULL), 0);
	assert_int_equal(inf_informer_start(inf, NULL), 0);
	assert_int_equal(relist_sim_settle(w.sim, NULL), 0);
	assert_int_equal(c.last, RELIST_EINVAL);
	inf_informer_free(inf);
	close_world(&w);
}

static int wait_for_cache(void *user, const char *key)
{
	struct inf_informer *inf = user;

	(void)key;
	assert_int_equal(inf_informer_wait_synced(inf, 5000, NULL), RELIST_ETIMEDOUT);
	assert_int_equal(inf_informer_wait_synced(inf, -1, NULL), 0);
	return 0;
}

static void reconciler_may_wait_for_an_informer(void **state)
{
	struct inf_informer *inf;
	struct inf_workqueue *q;
	struct world w;

	(void)state;
	open_world(&w, NULL);
	inf = inf_core_v1_configmaps_new(relist_sim_client(w.sim), "", 0, NULL);
	q = relist_sim_workqueue_new(w.sim, "q", NULL, NULL);
	assert_int_equal(relist_sim_add_worker(w.sim, q, wait_for_cache, inf, NULL), 0);
	fault(&w, "{\"kind\":\"delay\",\"delay\":\"10s\",\"match\":{\"resource\":\"configmaps\"}}");
	assert_int_equal(inf_informer_start(inf, NULL), 0);
	assert_int_equal(inf_workqueue_add(q, "x"), 0);
	assert_int_equal(relist_sim_advance(w.sim, 6 * SECOND, NULL), 0);
	assert_true(inf_workqueue_busy(q));
	assert_int_equal(relist_sim_advance(w.sim, 6 * SECOND, NULL), 0);
	assert_false(inf_workqueue_busy(q));
	inf_informer_free(inf);
	inf_workqueue_free(q);
	close_world(&w);
}

/* ---- events ---- */

static int events_of(struct world *w, const char *what)
{
	const struct inf_resource events = { "", "v1", "events", "default" };
	struct inf_list list = { 0 };
	int n = 0;

	assert_int_equal(inf_dynamic_list(w->d, &events, NULL, NULL, &list, NULL), 0);
	for (size_t i = 0; i < list.items.len; i++) {
		struct inf_str json = inf_object_json(list.items.items[i]);
		char *z = base__strndup(json.ptr, json.len);

		n += strstr(z, what) != NULL;
		base__free(z);
	}
	inf_list_fini(&list);
	return n;
}

static void recorded_events_reach_the_server(void **state)
{
	struct inf_recorder_metrics m;
	struct inf_recorder *r;
	struct inf_object *about;
	struct relist_err err = { 0 };
	struct world w;

	(void)state;
	open_world(&w, NULL);
	make_map(&w, "a");
	assert_int_equal(inf_dynamic_get(w.d, &maps, "a", NULL, NULL, &about, NULL), 0);
	r = inf_recorder_new(w.d, "ctl", "h1", &err);
	assert_non_null(r);
	for (int i = 0; i < 3; i++)
		assert_int_equal(inf_recorder_event(r, about, "Normal", "R", "m", &err), 0);
	assert_int_equal(inf_recorder_eventf(r, about, "Warning", "F", &err, "%d pods", 3), 0);
	assert_int_equal(inf_recorder_annotated_event(r, about, "{\"a\":\"1\"}", "Normal", "A", "m",
						      &err),
			 0);
	assert_int_equal(inf_recorder_event(r, about, "Odd", "R", "m", &err), RELIST_EINVAL);
	assert_int_equal(inf_recorder_annotated_event(r, about, "[1]", "Normal", "A", "m", &err),
			 RELIST_EINVAL);
	assert_int_equal(inf_recorder_flush(r, 0, &err), RELIST_ETIMEDOUT);
	assert_int_equal(inf_recorder_flush(r, -1, &err), 0);
	assert_int_equal(events_of(&w, "\"count\":3"), 1);
	assert_int_equal(events_of(&w, "3 pods"), 1);
	assert_int_equal(events_of(&w, "\"annotations\":{\"a\":\"1\"}"), 1);
	/* Deleted on the server: a count becomes a new event. */
	assert_int_equal(inf_dynamic_delete_collection(w.d,
						       &(struct inf_resource) { "", "v1", "events",
										"default" },
						       NULL, NULL, NULL, NULL),
			 0);
	assert_int_equal(inf_recorder_event(r, about, "Normal", "R", "m", &err), 0);
	assert_int_equal(inf_recorder_flush(r, -1, &err), 0);
	assert_int_equal(events_of(&w, "\"count\":4"), 1);
	/* No server for a minute: tried again, at random within ten seconds and then every ten. */
	assert_int_equal(fakeapi_refuse(w.api, true, NULL), 0);
	assert_int_equal(inf_recorder_event(r, about, "Normal", "Late", "m", &err), 0);
	assert_int_equal(relist_sim_advance(w.sim, 60 * SECOND, NULL), 0);
	inf_recorder_metrics(r, &m);
	assert_int_equal(m.queued, 1);
	assert_int_equal(fakeapi_refuse(w.api, false, NULL), 0);
	assert_int_equal(inf_recorder_flush(r, 11 * SECOND, &err), 0);
	assert_int_equal(events_of(&w, "Late"), 1);
	/* And given up after twelve tries. */
	assert_int_equal(fakeapi_refuse(w.api, true, NULL), 0);
	assert_int_equal(inf_recorder_event(r, about, "Normal", "Never", "m", &err), 0);
	assert_int_equal(relist_sim_advance(w.sim, 99 * SECOND, NULL), 0);
	inf_recorder_metrics(r, &m);
	assert_int_equal(m.queued, 1);
	assert_int_equal(relist_sim_advance(w.sim, 20 * SECOND, NULL), 0);
	inf_recorder_metrics(r, &m);
	assert_int_equal(m.queued, 0);
	assert_int_equal(m.dropped, 1);
	assert_int_equal(m.sent, 7);
	/* A server that refuses is believed. */
	assert_int_equal(fakeapi_refuse(w.api, false, NULL), 0);
	fault(&w, "{\"kind\":\"fail\",\"status\":403,\"match\":{\"resource\":\"events\"}}");
	assert_int_equal(inf_recorder_event(r, about, "Normal", "No", "m", &err), 0);
	assert_int_equal(inf_recorder_flush(r, -1, &err), 0);
	inf_recorder_metrics(r, &m);
	assert_int_equal(m.refused, 1);
	/* A thousand may wait, no more. */
	for (int i = 0; i < 1000; i++)
		assert_int_equal(inf_recorder_event(r, about, "Normal", "Q", "m", NULL), 0);
	assert_int_equal(inf_recorder_event(r, about, "Normal", "Q", "m", &err), RELIST_ELIMIT);
	inf_recorder_free(r);
	inf_object_unref(about);
	close_world(&w);
}

/* ---- no memory ---- */

static int fail_once(void *user, struct relist_err *err)
{
	return --*(int *)user ? relist_err_set(err, RELIST_ECONFLICT, "once more") : 0;
}

/* A simulation starts with all memory; its calls run with each allocation failing in turn. */
static void failed_allocations_are_returned_as_errors(void **state)
{
	(void)state;
	for (long grant = 0;; grant++) {
		const struct inf_resource any = { "", "v1", "configmaps", "default" };
		struct inf_status status = { 0 };
		const struct inf_call call = { .status = &status };
		struct inf_object *obj = config_map("b", "1"), *out = NULL, *missing = NULL;
		struct inf_list list = { 0 };
		struct relist_err err = { 0 };
		struct inf_cancel *cancel;
		struct inf_pager *p;
		int tries = 2, codes[4];
		bool enough;
		struct world w;

		open_world(&w, NULL);
		make_map(&w, "a");
		base__alloc_fail_after = grant;
		codes[0] = inf_dynamic_create(w.d, &any, obj, NULL, &call, &out, &err);
		codes[1] = inf_dynamic_get(w.d, &any, "none", NULL, &call, &missing, &err);
		codes[2] =
		    inf_dynamic_list_all(w.d, &any, &(struct inf_list_options) { .limit = 1 },
					 &call, &list, &err);
		codes[3] =
		    inf_retry_on_conflict(w.d, &INF_DEFAULT_RETRY, fail_once, &tries, NULL, &err);
		p = inf_pager_new(w.d, &any, NULL, NULL);
		cancel = inf_cancel_new();
		enough = base__alloc_fail_after > 0;
		base__alloc_fail_after = -1;
		assert_true((codes[0] == 0) == (out != NULL));
		if (enough && (codes[0] || codes[2] || codes[3]))
			fail_msg("%d %d %d %d, %s", codes[0], codes[1], codes[2], codes[3],
				 err.msg);
		assert_true(!enough || (codes[0] == 0 && codes[1] == RELIST_ENOTFOUND &&
					codes[2] == 0 && codes[3] == 0 && list.items.len >= 2));
		inf_pager_free(p);
		inf_cancel_free(cancel);
		inf_list_fini(&list);
		inf_status_fini(&status);
		inf_object_unref(obj);
		inf_object_unref(out);
		close_world(&w);
		if (enough)
			break;
	}
}

static int fail_always(void *user, struct relist_err *err)
{
	(*(int *)user)++;
	return relist_err_set(err, RELIST_ECONFLICT, "again");
}

/* How often it is tried, and when it ends: wait.ExponentialBackoff. */
static void retry_delays_match_client_go(void **state)
{
	static const struct {
		struct inf_backoff backoff;
		int64_t timeout_ns;
		int tries, code;
		int64_t min_ns, max_ns;
	} cases[] = {
		{ { 5, 10 * MS, 1, 0.1, 0 }, 0, 5, RELIST_ECONFLICT, 40 * MS, 44 * MS },
		{ { 4, 10 * MS, 5, 0.1, 0 }, 0, 4, RELIST_ECONFLICT, 310 * MS, 341 * MS },
		{ { 3, SECOND, 0, 0, 0 }, 0, 3, RELIST_ECONFLICT, 2 * SECOND, 2 * SECOND },
		{ { 9, SECOND, 10, 0, 5 * SECOND }, 0, 1, RELIST_ECONFLICT, SECOND, SECOND },
		{ { 1, SECOND, 1, 0, 0 }, 0, 1, RELIST_ECONFLICT, 0, 0 },
		{ { 0, SECOND, 1, 0, 0 }, 0, 0, RELIST_ETIMEDOUT, 0, 0 },
		{ { 9, SECOND, 1, 0, 0 }, 3 * SECOND, 3, RELIST_ECONFLICT, 2 * SECOND, 2 * SECOND },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		const struct inf_call call = { .timeout_ns = cases[i].timeout_ns };
		struct relist_err err = { 0 };
		struct world w;
		int tries = 0;

		open_world(&w, NULL);
		assert_int_equal(inf_retry_on_conflict(w.d, &cases[i].backoff, fail_always, &tries,
						       &call, &err),
				 cases[i].code);
		assert_int_equal(tries, cases[i].tries);
		assert_in_range(relist_sim_now_ns(w.sim), cases[i].min_ns, cases[i].max_ns);
		close_world(&w);
	}
}

/* ---- the world goes first ---- */

static void simulation_may_be_freed_before_its_informers(void **state)
{
	struct inf_informer *inf, *late;
	struct inf_factory *f;
	struct inf_workqueue *q;
	struct inf_client *client;
	struct inf_handler handler = { .user = NULL };
	struct world w;
	inf_registration reg;

	(void)state;
	open_world(&w, NULL);
	make_map(&w, "a");
	client = inf_client_ref(relist_sim_client(w.sim));
	inf = inf_core_v1_configmaps_new(client, "", 0, NULL);
	late = inf_core_v1_configmaps_new(client, "", 0, NULL);
	f = inf_factory_new(client, NULL, NULL);
	q = relist_sim_workqueue_new(w.sim, "q", NULL, NULL);
	assert_int_equal(inf_informer_add_handler(inf, &handler, 0, &reg, NULL), 0);
	assert_int_equal(inf_informer_start(inf, NULL), 0);
	assert_int_equal(inf_informer_wait_synced(inf, 1000, NULL), 0);
	relist_sim_free(w.sim);

	assert_true(inf_informer_stopped(inf));
	assert_int_equal(inf_informer_len(inf), 1); /* what it knows stays */
	assert_int_equal(inf_informer_wait_synced(inf, 1000, NULL), 0);
	assert_int_equal(inf_informer_wait_synced(late, 1000, NULL), RELIST_ECLOSED);
	assert_int_equal(inf_informer_wait_stopped(inf, 1000, NULL), 0);
	assert_int_equal(inf_informer_start(late, NULL), RELIST_ECLOSED);
	assert_int_equal(inf_informer_add_handler(inf, &handler, 0, &reg, NULL), RELIST_ECLOSED);
	assert_null(inf_core_v1_pods_new(client, "", 0, NULL));
	assert_null(inf_dynamic_new(client, NULL, NULL));
	assert_null(inf_core_v1_pods(f, NULL));
	assert_int_equal(inf_workqueue_add(q, "x"), 0);
	inf_informer_stop(inf);
	inf_informer_free(inf);
	inf_informer_free(late);
	inf_factory_free(f);
	inf_workqueue_free(q);
	inf_dynamic_free(w.d);
	inf_client_unref(client);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(client_creates_reads_updates_and_deletes),
		cmocka_unit_test(faults_cause_the_delays_of_client_go),
		cmocka_unit_test(rate_limiter_delays_requests),
		cmocka_unit_test(concurrent_writers_get_conflicts),
		cmocka_unit_test(cancel_shutdown_and_free_end_blocked_reconcilers),
		cmocka_unit_test(blocking_call_in_a_handler_is_an_error),
		cmocka_unit_test(reconciler_may_wait_for_an_informer),
		cmocka_unit_test(recorded_events_reach_the_server),
		cmocka_unit_test(failed_allocations_are_returned_as_errors),
		cmocka_unit_test(retry_delays_match_client_go),
		cmocka_unit_test(simulation_may_be_freed_before_its_informers),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
