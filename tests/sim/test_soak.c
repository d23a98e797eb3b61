/* SPDX-License-Identifier: Apache-2.0 */
/* A controller for ten thousand hours of virtual time, on a server that restarts, compacts, resets
 * and refuses. Some minutes after each fault the cache equals the server's state and the controller
 * has reconciled it. */
#include "base/base.h"
#include "informer/thread_safe_store.h"
#include "informer/object.h"
#include "informer/workqueue.h"
#include "sim/sim.h"
#include "tests/kit/core_kit.h"
#include "tests/kit/testing.h"

enum { NAMES = 12, HOURS = 10000, CALM_MIN = 3 };

static const int64_t MINUTE = 60 * NS_PER_S;

struct soak {
	struct kit kit;
	struct sim *sim;
	struct inf__informer *inf;
	struct inf__wq queue;
	struct choice choice;
	char done[NAMES]
		 [24]; /* resourceVersion the controller has acted on; "": it has cleaned up */
	uint64_t deletes, failures, outages;
	double requests_before;
};

/* --- the controller: what the posix driver's worker thread does --- */

static int enqueue(struct soak *s, const char *key)
{
	assert_int_equal(inf__wq_add(&s->queue, sim_now_ns(s->sim), key), 0);
	return 0;
}

static int on_add(void *user, const struct inf_object *obj, bool initial)
{
	(void)initial;
	return enqueue(user, inf_object_key(obj));
}

static int on_update(void *user, const struct inf_object *old, const struct inf_object *obj)
{
	(void)old;
	return enqueue(user, inf_object_key(obj));
}

static int on_delete(void *user, const char *key, const struct inf_object *obj, bool unknown)
{
	(void)obj;
	(void)unknown;
	return enqueue(user, key);
}

static void reconcile(struct soak *s, const char *key)
{
	struct inf_object *obj = inf__indexer_get(inf__informer_indexer(s->inf), key);
	unsigned long i = strtoul(key + strlen("default/m"), NULL, 10);

	assert_true(i < NAMES);
	s->deletes += !obj && s->done[i][0];
	(void)snprintf(s->done[i], sizeof(s->done[i]), "%s",
		       obj ? inf_object_resource_version(obj) : "");
	inf_object_unref(obj);
}

static void work(struct soak *s)
{
	int64_t now = sim_now_ns(s->sim);
	const char *key;

	while ((key = inf__wq_get(&s->queue, now))) {
		if (choice_pick(&s->choice, 5) == 0) { /* the world did not want to be changed */
			s->failures++;
			assert_int_equal(inf__wq_add_rate_limited(&s->queue, now, key), 0);
		} else {
			reconcile(s, key);
			s->queue.limiter->forget(s->queue.limiter, key);
		}
		inf__wq_done(&s->queue, now, key);
	}
}

static bool has_work(void *user)
{
	return ((struct soak *)user)->queue.ready.len > 0;
}

static void advance(struct soak *s, int64_t for_ns)
{
	int64_t until = sim_now_ns(s->sim) + for_ns;
	struct relist_err err = { 0 };

	while (sim_now_ns(s->sim) < until) {
		int64_t due = inf__wq_deadline_ns(&s->queue);

		if (sim_advance(s->sim, due < until ? due : until, has_work, s, &err))
			fail_msg("%s", err.msg);
		work(s);
	}
	if (s->kit.now_ns < sim_now_ns(s->sim))
		s->kit.now_ns = sim_now_ns(s->sim);
}

/* --- the world around it --- */

static void ask(struct soak *s, const char *method, const char *uri, const char *body, int status)
{
	if (kit_do(&s->kit, method, uri, body) != status)
		fail_msg("%s %s: %d %s", method, uri, s->kit.status, s->kit.body.ptr);
}

static void change_something(struct soak *s)
{
	unsigned int changes = 1 + (unsigned int)choice_pick(&s->choice, 4);
	char name[8], uri[80], value[24];

	for (unsigned int c = 0; c < changes; c++) {
		(void)snprintf(name, sizeof(name), "m%u", (unsigned)choice_pick(&s->choice, NAMES));
		(void)snprintf(uri, sizeof(uri), "/api/v1/namespaces/default/configmaps/%s", name);
		(void)snprintf(value, sizeof(value), "v%u",
			       (unsigned)choice_pick(&s->choice, 1000));
		if (choice_pick(&s->choice, 3) == 0)
			(void)kit_do(&s->kit, "DELETE", uri, NULL);
		else
			(void)kit_put_map(&s->kit, name, value);
	}
	advance(s, s->kit.now_ns - sim_now_ns(s->sim));
}

static void break_watches(struct soak *s, const char *how)
{
	char body[32];

	(void)snprintf(body, sizeof(body), "{\"how\":\"%s\"}", how);
	ask(s, "POST", "/relist/v1/watches", body, 200);
}

static void forget_history(struct soak *s)
{
	ask(s, "POST", "/relist/v1/compact", "{}", 200);
}

/* Down for up to ten minutes in which others go on writing, and its history is gone with it. */
static void restart(struct soak *s)
{
	sim_refuse(s->sim, true);
	break_watches(s, choice_pick(&s->choice, 2) ? "reset" : "cut");
	advance(s, (1 + (int64_t)choice_pick(&s->choice, 600)) * NS_PER_S);
	change_something(s);
	forget_history(s);
	sim_refuse(s->sim, false);
}

/* The next requests fail, as with a token that has been taken away or a store that is not there. */
static void fail_requests(struct soak *s, int status, const char *reason)
{
	char body[160];

	(void)snprintf(
	    body, sizeof(body),
	    "{\"kind\":\"fail\",\"match\":{\"userAgent\":\"\",\"resource\":\"configmaps\"},"
	    "\"times\":%u,\"status\":%d,\"reason\":\"%s\"}",
	    1 + (unsigned)choice_pick(&s->choice, 6), status, reason);
	ask(s, "POST", "/relist/v1/faults", body, 201);
	break_watches(s, "end");
	advance(s, 5 * MINUTE);
	ask(s, "DELETE", "/relist/v1/faults", NULL, 200);
}

static bool make_trouble(struct soak *s)
{
	switch (choice_pick(&s->choice, 9)) {
	case 0:
		restart(s);
		break;
	case 1: /* 410 on the next watch */
		change_something(s);
		forget_history(s);
		break_watches(s, "cut");
		break;
	case 2:
		break_watches(s, "reset");
		change_something(s);
		break;
	case 3:
		fail_requests(s, 401, "Unauthorized");
		break;
	case 4:
		fail_requests(s, 503, "ServiceUnavailable");
		break;
	case 5:
		fail_requests(s, 429, "TooManyRequests");
		break;
	default:
		return false;
	}
	s->outages++;
	return true;
}

/* --- what must hold --- */

static void check(struct soak *s)
{
	struct inf__indexer *ix = inf__informer_indexer(s->inf);
	bool there[NAMES] = { false };
	const cJSON *items, *item;
	size_t count = 0;

	assert_null(sim_violation(s->sim));
	sim_check_settled(s->sim);
	assert_null(sim_violation(s->sim));
	ask(s, "GET", "/relist/v1/objects?group=&resource=configmaps", NULL, 200);
	items = cJSON_GetObjectItem(s->kit.json, "items");
	cJSON_ArrayForEach(item, items)
	{
		const cJSON *meta = cJSON_GetObjectItem(item, "metadata");
		const char *name = cJSON_GetStringValue(cJSON_GetObjectItem(meta, "name"));
		const char *rv = cJSON_GetStringValue(cJSON_GetObjectItem(meta, "resourceVersion"));
		unsigned long i = strtoul(name + 1, NULL, 10);
		struct inf_object *obj;
		char key[32];

		(void)snprintf(key, sizeof(key), "default/%s", name);
		obj = inf__indexer_get(ix, key);
		assert_non_null(obj);
		assert_string_equal(inf_object_resource_version(obj), rv);
		inf_object_unref(obj);
		assert_string_equal(s->done[i], rv);
		there[i] = true;
		count++;
	}
	assert_int_equal(inf__indexer_len(ix), count);
	for (size_t i = 0; i < NAMES; i++)
		assert_true(there[i] || !s->done[i][0]); /* no delete was lost */
}

/* In peace a watch lasts five minutes at least; a failing informer backs off. */
static void check_requests(struct soak *s, int64_t since_ns, bool trouble)
{
	double requests, minutes = (double)(sim_now_ns(s->sim) - since_ns) / (double)MINUTE;

	ask(s, "DELETE", "/relist/v1/requests", NULL, 200);
	ask(s, "GET", "/relist/v1", NULL, 200);
	requests = cJSON_GetNumberValue(cJSON_GetObjectItem(s->kit.json, "requests"));
	assert_true(requests - s->requests_before <= minutes / 5 + 12 + (trouble ? 50 : 0));
	s->requests_before = requests;
}

static void open_soak(struct soak *s, uint64_t seed, bool classic)
{
	struct sim_config sim_config = { .seed = seed, .check = true };
	const struct inf_handler handler = { on_add, on_update, on_delete, s };
	struct inf__informer_config config = { .gates = classic ? inf__gates_classic()
								: inf__gates_current() };
	inf_registration reg;

	memset(s, 0, sizeof(*s));
	choice_init_seed(&s->choice, seed, false);
	kit_open(&s->kit, NULL);
	s->sim = sim_new(&sim_config, fakeapi__core_server(s->kit.core), NULL);
	assert_non_null(s->sim);
	config.reflector = (struct inf__reflector_config) { .name = "configmaps",
							    .group = "",
							    .version = "v1",
							    .resource = "configmaps",
							    .kind = "ConfigMap",
							    .namespace_ = "",
							    .label_selector = "",
							    .field_selector = "",
							    .classic = classic,
							    .watch_list = !classic,
							    .choice = sim_choice(s->sim) };
	assert_int_equal(inf__wq_init(&s->queue, NULL), 0);
	s->inf = inf__informer_new(&config, NULL);
	assert_non_null(s->inf);
	assert_int_equal(inf__informer_add_handler(s->inf, 0, "controller", &handler, 0, &reg,
						   NULL),
			 0);
	assert_int_equal(sim_add(s->sim, s->inf, 0, NULL), 0);
	advance(s, 2 * NS_PER_S);
	assert_int_equal(inf__informer_start(s->inf, sim_now_ns(s->sim), NULL), 0);
	sim_poke(s->sim, s->inf);
}

static void close_soak(struct soak *s)
{
	sim_free(s->sim);
	inf__informer_free(s->inf);
	inf__wq_fini(&s->queue);
	kit_close(&s->kit);
	choice_fini(&s->choice);
	assert_int_equal(inf__object_count(), 0);
}

static void run(uint64_t seed, int64_t hours, bool classic)
{
	static struct soak soak;
	struct soak *s = &soak;

	open_soak(s, seed, classic);
	while (sim_now_ns(s->sim) < hours * 60 * MINUTE) {
		int64_t start = sim_now_ns(s->sim);
		bool trouble;

		advance(s, (1 + (int64_t)choice_pick(&s->choice, 720)) * MINUTE);
		change_something(s);
		trouble = make_trouble(s);
		advance(s, CALM_MIN * MINUTE);
		check(s);
		check_requests(s, start, trouble);
		if (choice_pick(&s->choice, 4) == 0)
			forget_history(s); /* or the server's memory grows for ever */
	}
	assert_true(s->deletes > 50 && s->failures > 50 && s->outages > 50);
	close_soak(s);
}

static void controller_survives_ten_thousand_virtual_hours(void **state)
{
	(void)state;
	run(1, HOURS, false);
}

static void controller_survives_with_the_classic_profile(void **state)
{
	(void)state;
	run(2, HOURS / 4, true);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(controller_survives_ten_thousand_virtual_hours),
		cmocka_unit_test(controller_survives_with_the_classic_profile),
	};

	return cmocka_run_group_tests_name("sim/soak", tests, NULL, NULL);
}
