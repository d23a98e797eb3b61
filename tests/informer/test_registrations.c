/* SPDX-License-Identifier: Apache-2.0 */
/* Registrations of handlers: whose they are, and the end of a handler's calls. client-go 0.37.2
 * tools/cache/shared_informer_test.go: TestSharedInformerRemoveForeignHandler,
 * TestShutDownEventHandler. */
#include "tests/kit/testing.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "relist/fakeapi.h"
#include "relist/informer.h"
#include "relist/sim.h"
#include "tests/kit/net.h"

#define MAP(name)                                                                                  \
	"apiVersion: v1\nkind: ConfigMap\nmetadata: {name: " name ", namespace: default}\n"

enum { PATIENCE_MS = 60000 };

struct handled {
	atomic_int adds;
	atomic_bool in_call, go_on;
	int fail_first; /* so many calls fail */
	struct inf_informer *inf;
	inf_registration own;
	int own_shutdown;
};

static int on_add(void *user, const struct inf_object *obj, bool initial)
{
	struct handled *h = user;

	(void)obj;
	(void)initial;
	atomic_store(&h->in_call, true);
	while (!atomic_load(&h->go_on))
		(void)sched_yield();
	if (h->own)
		h->own_shutdown = inf_informer_shut_down_handler(h->inf, h->own, -1, NULL);
	atomic_store(&h->in_call, false);
	atomic_fetch_add(&h->adds, 1);
	return atomic_load(&h->adds) <= h->fail_first ? -1 : 0;
}

static bool is_in_call(void *user)
{
	return atomic_load(&((struct handled *)user)->in_call);
}

static bool has_one(void *user)
{
	return atomic_load(&((struct handled *)user)->adds) == 1;
}

struct fixture {
	struct fakeapi *api;
	struct inf_client *client;
	struct inf_informer *one, *two;
};

static struct inf_informer *informer(struct inf_client *client)
{
	struct inf_informer_options o = { .version = "v1", .resource = "configmaps" };
	struct inf_informer *inf = inf_informer_new(client, &o, NULL);

	assert_non_null(inf);
	return inf;
}

static inf_registration add(struct inf_informer *inf, struct handled *h)
{
	struct inf_handler handler = { .on_add = on_add, .user = h };
	inf_registration reg = 0;

	assert_int_equal(inf_informer_add_handler(inf, &handler, 0, &reg, NULL), 0);
	assert_int_not_equal(reg, 0);
	return reg;
}

static void setup(struct fixture *f)
{
	struct relist_err err = { 0 };

	f->api = fakeapi_start(NULL, &err);
	if (!f->api)
		fail_msg("%s", err.msg);
	f->client = inf_client_for_url(fakeapi_url(f->api), &err);
	assert_non_null(f->client);
	assert_int_equal(fakeapi_apply(f->api, MAP("a"), &err), 0);
	f->one = informer(f->client);
	f->two = informer(f->client);
}

static void teardown(struct fixture *f)
{
	struct inf_informer *both[] = { f->one, f->two };

	for (size_t i = 0; i < ARRAY_LEN(both); i++) {
		inf_informer_stop(both[i]);
		assert_int_equal(inf_informer_wait_stopped(both[i], -1, NULL), 0);
		inf_informer_free(both[i]);
	}
	inf_client_unref(f->client);
	fakeapi_stop(f->api);
}

static void registration_of_another_informer_removes_nothing(void **state)
{
	struct handled first = { .go_on = true }, second = { .go_on = true };
	inf_registration a, b;
	struct fixture f;

	(void)state;
	setup(&f);
	a = add(f.one, &first);
	b = add(f.two, &second);
	assert_int_not_equal(a, b);
	assert_int_equal(inf_informer_remove_handler(f.two, a), 0);
	assert_int_equal(inf_informer_shut_down_handler(f.two, a, -1, NULL), 0);
	assert_false(inf_informer_handler_synced(f.two, a));
	assert_int_equal(inf_informer_handler_backlog(f.two, a), 0);
	assert_int_equal(inf_informer_start(f.one, NULL), 0);
	assert_int_equal(inf_informer_start(f.two, NULL), 0);
	net_wait(has_one, &first);
	net_wait(has_one, &second);
	teardown(&f);
}

/* TestSharedInformerMultipleRegistration. */
static void handler_registered_twice_is_called_twice(void **state)
{
	struct handled h = { .go_on = true };
	struct relist_sim *sim = relist_sim_new(NULL, NULL);
	inf_registration one, two;
	struct inf_informer *inf;

	(void)state;
	assert_non_null(sim);
	inf = informer(relist_sim_client(sim));
	one = add(inf, &h);
	two = add(inf, &h);
	assert_int_not_equal(one, two);
	assert_int_equal(inf_informer_start(inf, NULL), 0);
	assert_int_equal(fakeapi_apply(relist_sim_server(sim), MAP("a"), NULL), 0);
	assert_int_equal(relist_sim_settle(sim, NULL), 0);
	assert_int_equal(atomic_load(&h.adds), 2);
	assert_int_equal(inf_informer_remove_handler(inf, one), 0);
	assert_true(inf_informer_handler_synced(inf, two));
	assert_int_equal(fakeapi_apply(relist_sim_server(sim), MAP("b"), NULL), 0);
	assert_int_equal(relist_sim_settle(sim, NULL), 0);
	assert_int_equal(atomic_load(&h.adds), 3);
	inf_informer_free(inf);
	relist_sim_free(sim);
}

enum { STARTERS = 4 };

static void *start_main(void *user)
{
	return (void *)(intptr_t)inf_informer_start(user, NULL);
}

/* TestSharedInformerStartRace. */
static void concurrent_starts_succeed_once(void **state)
{
	struct handled h = { .go_on = true };
	pthread_t threads[STARTERS];
	struct fixture f;
	int started = 0;

	(void)state;
	setup(&f);
	(void)add(f.one, &h);
	for (int i = 0; i < STARTERS; i++)
		assert_int_equal(pthread_create(&threads[i], NULL, start_main, f.one), 0);
	for (int i = 0; i < STARTERS; i++) {
		void *rc;

		assert_int_equal(pthread_join(threads[i], &rc), 0);
		started += rc == NULL;
		assert_true(rc == NULL || (int)(intptr_t)rc == RELIST_ECLOSED);
	}
	assert_int_equal(started, 1);
	net_wait(has_one, &h);
	teardown(&f);
}

struct closer {
	struct fixture *f;
	inf_registration reg;
	struct handled *handled; /* freed when the handler has ended */
	atomic_bool ended;
};

static void *close_main(void *user)
{
	struct closer *c = user;

	assert_int_equal(inf_informer_shut_down_handler(c->f->one, c->reg, -1, NULL), 0);
	assert_false(atomic_load(&c->handled->in_call));
	free(c->handled);
	atomic_store(&c->ended, true);
	return NULL;
}

static bool closer_ended(void *user)
{
	return atomic_load(&((struct closer *)user)->ended);
}

static void shut_down_handler_waits_for_its_last_call(void **state)
{
	struct handled *h = calloc(1, sizeof(*h));
	struct relist_err err = { 0 };
	struct closer c;
	pthread_t thread;
	struct fixture f;

	(void)state;
	assert_non_null(h);
	setup(&f);
	c = (struct closer) { .f = &f, .reg = add(f.one, h), .handled = h };
	assert_int_equal(inf_informer_start(f.one, NULL), 0);
	net_wait(is_in_call, h);
	assert_int_equal(inf_informer_shut_down_handler(f.one, c.reg, 1, &err), RELIST_ETIMEDOUT);
	assert_string_equal(err.msg, "the handler is still running after 1 ms");
	assert_int_equal(inf_informer_shut_down_handler(f.one, c.reg, 0, NULL), RELIST_ETIMEDOUT);
	assert_int_equal(pthread_create(&thread, NULL, close_main, &c), 0);
	assert_false(atomic_load(&c.ended));
	atomic_store(&h->go_on, true);
	net_wait(closer_ended, &c);
	assert_int_equal(pthread_join(thread, NULL), 0);
	assert_int_equal(inf_informer_shut_down_handler(f.one, c.reg, -1, NULL), 0);
	teardown(&f);
}

/* TestShutDownEventHandler_Lifecycles: before the start, and after the stop. */
static void shut_down_handler_returns_in_every_state(void **state)
{
	struct handled h = { .go_on = true }, other = { .go_on = true };
	inf_registration reg;
	struct fixture f;

	(void)state;
	setup(&f);
	reg = add(f.one, &h);
	assert_int_equal(inf_informer_shut_down_handler(f.one, reg, -1, NULL), 0);
	assert_int_equal(inf_informer_shut_down_handler(f.one, reg, -1, NULL), 0);
	assert_int_equal(inf_informer_shut_down_handler(f.one, 0, -1, NULL), 0);
	reg = add(f.one, &other);
	assert_int_equal(inf_informer_start(f.one, NULL), 0);
	net_wait(has_one, &other);
	assert_int_equal(inf_informer_remove_handler(f.one, reg), 0);
	assert_int_equal(inf_informer_shut_down_handler(f.one, reg, PATIENCE_MS, NULL), 0);
	assert_int_equal(atomic_load(&h.adds), 0);
	reg = add(f.two, &h);
	assert_int_equal(inf_informer_start(f.two, NULL), 0);
	net_wait(has_one, &h);
	inf_informer_stop(f.two);
	assert_int_equal(inf_informer_shut_down_handler(f.two, reg, PATIENCE_MS, NULL), 0);
	assert_int_equal(inf_informer_wait_stopped(f.two, PATIENCE_MS, NULL), 0);
	assert_int_equal(inf_informer_shut_down_handler(f.two, reg, PATIENCE_MS, NULL), 0);
	teardown(&f);
}

static void handler_cannot_shut_itself_down(void **state)
{
	struct handled h = { 0 };
	struct fixture f;

	(void)state;
	setup(&f);
	h.inf = f.one;
	h.own = add(f.one, &h);
	assert_int_equal(inf_informer_start(f.one, NULL), 0);
	atomic_store(&h.go_on, true);
	net_wait(has_one, &h);
	assert_int_equal(h.own_shutdown, RELIST_EINVAL);
	assert_int_equal(inf_informer_shut_down_handler(f.one, h.own, PATIENCE_MS, NULL), 0);
	teardown(&f);
}

/* run() has taken the second notification when it pauses after the failure of the first. */
static void shut_down_handler_waits_for_the_call_after_a_failure(void **state)
{
	struct handled h = { .go_on = true, .fail_first = 1 };
	struct relist_sim *sim = relist_sim_new(NULL, NULL);
	struct inf_informer *inf;
	inf_registration reg;

	(void)state;
	assert_non_null(sim);
	assert_int_equal(fakeapi_apply(relist_sim_server(sim), MAP("a") "---\n" MAP("b"), NULL), 0);
	inf = informer(relist_sim_client(sim));
	reg = add(inf, &h);
	assert_int_equal(inf_informer_start(inf, NULL), 0);
	assert_int_equal(relist_sim_settle(sim, NULL), 0);
	assert_int_equal(atomic_load(&h.adds), 1);
	assert_int_equal(inf_informer_shut_down_handler(inf, reg, 500, NULL), RELIST_ETIMEDOUT);
	assert_int_equal(inf_informer_shut_down_handler(inf, reg, -1, NULL), 0);
	assert_int_equal(atomic_load(&h.adds), 2);
	inf_informer_free(inf);
	relist_sim_free(sim);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(registration_of_another_informer_removes_nothing),
		cmocka_unit_test(handler_registered_twice_is_called_twice),
		cmocka_unit_test(concurrent_starts_succeed_once),
		cmocka_unit_test(shut_down_handler_waits_for_its_last_call),
		cmocka_unit_test(shut_down_handler_returns_in_every_state),
		cmocka_unit_test(handler_cannot_shut_itself_down),
		cmocka_unit_test(shut_down_handler_waits_for_the_call_after_a_failure),
	};

	return cmocka_run_group_tests_name("informer/registrations", tests, NULL, NULL);
}
