/* SPDX-License-Identifier: Apache-2.0 */
/* controller_test - a controller tested with cmocka in virtual time: an outage of ten minutes, and
 * a reconciler that fails at first. Link with -lrelistsim -lcmocka. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <relist/informers.h>
#include <relist/sim.h>

#define SECOND INT64_C(1000000000)
#define POD                                                                                        \
	"{apiVersion: v1, kind: Pod, metadata: {name: web, namespace: default}, "                  \
	"spec: {containers: [{name: c, image: i}]}}"

struct seen {
	int adds, deletes, missed;
};

static int on_add(void *user, const struct inf_object *obj, bool initial)
{
	(void)obj;
	(void)initial;
	((struct seen *)user)->adds++;
	return 0;
}

static int on_delete(void *user, const char *key, const struct inf_object *obj, bool unknown)
{
	(void)key;
	(void)obj;
	((struct seen *)user)->deletes++;
	((struct seen *)user)->missed += unknown;
	return 0;
}

/* The pod is deleted during an outage and history is compacted: the handler must still be notified.
 */
static void deletion_during_an_outage_reaches_the_handler(void **state)
{
	struct seen seen = { 0 };
	struct inf_handler handler = { .on_add = on_add, .on_delete = on_delete, .user = &seen };
	struct relist_sim *sim = relist_sim_new(NULL, NULL);
	struct fakeapi *api = relist_sim_server(sim);
	struct inf_informer *pods =
	    inf_core_v1_pods_new(relist_sim_client(sim), "default", 0, NULL);

	(void)state;
	assert_int_equal(fakeapi_apply(api, "---\n" POD, NULL), 0);
	assert_int_equal(inf_informer_add_handler(pods, &handler, 0, NULL, NULL), 0);
	assert_int_equal(inf_informer_start(pods, NULL), 0);
	assert_int_equal(inf_informer_wait_synced(pods, 1000, NULL), 0);
	assert_int_equal(seen.adds, 1);

	assert_int_equal(fakeapi_refuse(api, true, NULL), 0);
	assert_int_equal(fakeapi_cut_watches(api), 1);
	assert_int_equal(fakeapi_request(api, "DELETE",
					 "/api/v1/namespaces/default/pods/web?gracePeriodSeconds=0",
					 NULL, NULL, NULL, NULL),
			 0);
	fakeapi_compact(api);
	assert_int_equal(relist_sim_advance(sim, 600 * SECOND, NULL), 0);
	assert_int_equal(seen.deletes, 0);

	assert_int_equal(fakeapi_refuse(api, false, NULL), 0);
	assert_int_equal(relist_sim_advance(sim, 60 * SECOND, NULL), 0);
	assert_int_equal(seen.deletes, 1);
	assert_int_equal(seen.missed, 1);
	inf_informer_free(pods);
	relist_sim_free(sim);
}

struct controller {
	struct relist_sim *sim;
	int attempts;
};

/* Fails twice; then it makes a config map for the pod. */
static int reconcile(void *user, const char *key)
{
	struct controller *c = user;

	(void)key;
	if (++c->attempts <= 2)
		return RELIST_EIO;
	return fakeapi_request(relist_sim_server(c->sim), "POST",
			       "/api/v1/namespaces/default/configmaps",
			       "{\"metadata\":{\"name\":\"web\"}}", NULL, NULL, NULL);
}

static int enqueue(void *queue, const struct inf_object *obj, bool initial)
{
	(void)initial;
	return inf_workqueue_add(queue, inf_object_key(obj));
}

static void a_reconciler_that_fails_is_tried_again(void **state)
{
	struct relist_sim *sim = relist_sim_new(NULL, NULL);
	struct controller c = { .sim = sim };
	struct inf_workqueue *queue = relist_sim_workqueue_new(sim, "pods", NULL, NULL);
	struct inf_handler handler = { .on_add = enqueue, .user = queue };
	struct inf_informer *pods =
	    inf_core_v1_pods_new(relist_sim_client(sim), "default", 0, NULL);

	(void)state;
	assert_int_equal(relist_sim_add_worker(sim, queue, reconcile, &c, NULL), 0);
	assert_int_equal(inf_informer_add_handler(pods, &handler, 0, NULL, NULL), 0);
	assert_int_equal(inf_informer_start(pods, NULL), 0);
	assert_int_equal(fakeapi_apply(relist_sim_server(sim), "---\n" POD, NULL), 0);
	assert_int_equal(relist_sim_settle(sim, NULL), 0);
	assert_int_equal(c.attempts, 1); /* the next comes 5 ms later, and one 10 ms after that */
	assert_int_equal(relist_sim_advance(sim, SECOND, NULL), 0);
	assert_int_equal(c.attempts, 3);
	assert_int_equal(fakeapi_request(relist_sim_server(sim), "GET",
					 "/api/v1/namespaces/default/configmaps/web", NULL, NULL,
					 NULL, NULL),
			 0);
	inf_informer_free(pods);
	inf_workqueue_free(queue);
	relist_sim_free(sim);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(deletion_during_an_outage_reaches_the_handler),
		cmocka_unit_test(a_reconciler_that_fails_is_tried_again),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
