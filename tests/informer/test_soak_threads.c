/* SPDX-License-Identifier: Apache-2.0 */
/* The controller of sim/test_soak.c with real threads and sockets, for the race detector: a few
 * rounds in which the server dies and comes back on its port, forgets, and resets. */
#include "tests/kit/testing.h"

#include <pthread.h>

#include "base/lock.h"
#include "base/posix/clock.h"
#include "fakeapi/http/server.h"
#include "informer/object.h"
#include "informer/posix/informer_handle.h"
#include "relist/informer.h"
#include "tests/kit/core_kit.h"

enum { NAMES = 6, ROUNDS = 6, WORKERS = 2, PATIENCE_S = 120 };

struct soak {
	struct kit kit;
	struct fakeapi__http *http;
	struct clock clock; /* the informer's: its backoff must not take real time */
	struct inf__io *io;
	struct inf_informer *inf;
	struct inf_workqueue *queue;
	uint64_t random;
	char want[NAMES][24];

	struct lock lock; /* rank RUNNER: what follows */
	pthread_cond_t changed;
	char done[NAMES][24];
	unsigned int calls;
};

static int on_add(void *user, const struct inf_object *obj, bool initial)
{
	struct soak *s = user;

	(void)initial;
	return inf_workqueue_add(s->queue, inf_object_key(obj));
}

static int on_update(void *user, const struct inf_object *old, const struct inf_object *obj)
{
	(void)old;
	return on_add(user, obj, false);
}

static int on_delete(void *user, const char *key, const struct inf_object *obj, bool unknown)
{
	struct soak *s = user;

	(void)obj;
	(void)unknown;
	return inf_workqueue_add(s->queue, key);
}

static int reconcile(void *user, const char *key)
{
	struct soak *s = user;
	unsigned long i = strtoul(key + strlen("default/m"), NULL, 10);
	struct inf_object *obj = inf_informer_get(s->inf, key);
	bool fails;

	assert_true(i < NAMES);
	lock_acquire(&s->lock);
	fails = ++s->calls % 5 == 0;
	if (!fails)
		(void)snprintf(s->done[i], sizeof(s->done[i]), "%s",
			       obj ? inf_object_resource_version(obj) : "");
	assert_int_equal(pthread_cond_broadcast(&s->changed), 0);
	lock_release(&s->lock);
	inf_object_unref(obj);
	return fails ? -1 : 0;
}

static void *worker(void *user)
{
	struct soak *s = user;

	inf_workqueue_work(s->queue, reconcile, s);
	return NULL;
}

static void ask(struct soak *s, const char *method, const char *uri, const char *body)
{
	s->kit.now_ns = clock_monotonic_ns();
	if (kit_do(&s->kit, method, uri, body) != 200)
		fail_msg("%s %s: %d %s", method, uri, s->kit.status, s->kit.body.ptr);
}

static void change_something(struct soak *s)
{
	for (unsigned int c = 0; c < 8; c++) {
		size_t i = (size_t)(splitmix64(&s->random) % NAMES);
		bool delete = splitmix64(&s->random) % 3 == 0;
		char name[8], uri[80];

		(void)snprintf(name, sizeof(name), "m%zu", i);
		(void)snprintf(uri, sizeof(uri), "/api/v1/namespaces/default/configmaps/%s", name);
		s->kit.now_ns = clock_monotonic_ns();
		if (delete) {
			(void)kit_do(&s->kit, "DELETE", uri, NULL);
			s->want[i][0] = '\0';
		} else {
			(void)snprintf(s->want[i], sizeof(s->want[i]), "%lu",
				       kit_put_map(&s->kit, name, c % 2 ? "odd" : "even"));
		}
	}
}

static void start_server(struct soak *s, uint16_t port)
{
	struct fakeapi__http_options options = { .ports = { port } };
	struct relist_err err = { 0 };

	s->http = fakeapi__http_start(fakeapi__core_server(s->kit.core), &options, &err);
	if (!s->http)
		fail_msg("%s", err.msg);
}

static void restart(struct soak *s)
{
	uint16_t port = fakeapi__http_port(s->http, 0);

	fakeapi__http_stop(s->http);
	change_something(s);
	ask(s, "POST", "/relist/v1/compact", "{}");
	start_server(s, port);
}

static void make_trouble(struct soak *s, unsigned int round)
{
	switch (round % 3) {
	case 0:
		ask(s, "POST", "/relist/v1/watches", "{\"how\":\"reset\"}");
		break;
	case 1: /* the next watch is answered with 410 */
		change_something(s);
		ask(s, "POST", "/relist/v1/compact", "{}");
		ask(s, "POST", "/relist/v1/watches", "{\"how\":\"cut\"}");
		break;
	default:
		restart(s);
		break;
	}
}

static bool settled_locked(struct soak *s)
{
	for (size_t i = 0; i < NAMES; i++)
		if (strcmp(s->done[i], s->want[i]) != 0)
			return false;
	return true;
}

/* Informer time runs while it is waited for: half a second whenever nothing was heard for a bit. */
static void wait_settled(struct soak *s)
{
	int64_t until = clock_monotonic_ns() + PATIENCE_S * NS_PER_S;

	lock_acquire(&s->lock);
	while (!settled_locked(s)) {
		if (lock_wait_until(&s->lock, &s->changed, clock_monotonic_ns() + 2 * NS_PER_MS))
			continue;
		lock_release(&s->lock);
		assert_true(clock_monotonic_ns() < until);
		clock_advance_to(&s->clock, clock_now(&s->clock) + 500 * NS_PER_MS);
		lock_acquire(&s->lock);
	}
	lock_release(&s->lock);
}

static void a_controller_survives(enum inf_profile profile)
{
	static struct soak soak;
	struct soak *s = &soak;
	const struct inf_handler handler = { on_add, on_update, on_delete, s };
	const struct inf_informer_options options = {
		.version = "v1", .resource = "configmaps", .kind = "ConfigMap", .profile = profile
	};
	pthread_t workers[WORKERS];
	struct inf_client *client;

	memset(s, 0, sizeof(*s));
	s->random = 7;
	lock_init(&s->lock, LOCK_RUNNER);
	cond_init(&s->changed);
	kit_open(&s->kit, NULL);
	start_server(s, 0);
	client = inf_client_for_url(fakeapi__http_url(s->http, 0), NULL);
	s->queue = inf_workqueue_new("soak", NULL, NULL);
	clock_init_manual(&s->clock, NS_PER_S);
	s->io = inf__io_new(client, &s->clock, NULL);
	assert_non_null(s->io);
	s->inf = inf__informer_handle_new(s->io, &s->clock, &options, NULL);
	assert_non_null(s->inf);
	assert_int_equal(inf__io_start(s->io, NULL), 0);
	for (size_t i = 0; i < WORKERS; i++)
		assert_int_equal(pthread_create(&workers[i], NULL, worker, s), 0);
	assert_int_equal(inf_informer_add_handler(s->inf, &handler, 0, NULL, NULL), 0);
	assert_int_equal(inf_informer_start(s->inf, NULL), 0);

	for (unsigned int round = 0; round < ROUNDS; round++) {
		change_something(s);
		make_trouble(s, round);
		change_something(s);
		wait_settled(s);
	}

	inf_informer_stop(s->inf);
	assert_int_equal(inf_informer_wait_stopped(s->inf, PATIENCE_S * 1000, NULL), 0);
	inf_workqueue_shutdown(s->queue);
	for (size_t i = 0; i < WORKERS; i++)
		assert_int_equal(pthread_join(workers[i], NULL), 0);
	inf_informer_free(s->inf);
	inf__io_stop(s->io);
	inf__io_unref(s->io);
	clock_fini(&s->clock);
	inf_workqueue_free(s->queue);
	inf_client_unref(client);
	fakeapi__http_stop(s->http);
	kit_close(&s->kit);
	assert_int_equal(pthread_cond_destroy(&s->changed), 0);
	lock_fini(&s->lock);
	assert_int_equal(inf__object_count(), 0);
}

static void controller_converges_after_restarts_resets_and_410(void **state)
{
	(void)state;
	a_controller_survives(INF_PROFILE_CLIENT_GO_1_37);
}

static void classic_controller_converges_after_restarts_resets_and_410(void **state)
{
	(void)state;
	a_controller_survives(INF_PROFILE_CLIENT_GO_1_32);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(controller_converges_after_restarts_resets_and_410),
		cmocka_unit_test(classic_controller_converges_after_restarts_resets_and_410),
	};

	return cmocka_run_group_tests_name("informer/soak", tests, NULL, NULL);
}
