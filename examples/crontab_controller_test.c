/* SPDX-License-Identifier: Apache-2.0 */
/* crontab_controller_test - crontab_controller.c in virtual time: conflicts, a busy server, an
 * outage, an answer that is lost after the write was done. Link with -lrelistsim -lcmocka. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#define CRONTAB_CONTROLLER_TEST
#include "crontab_controller.c"

#include <relist/sim.h>

#define SECOND INT64_C(1000000000)
#define CRD                                                                                        \
	"{apiVersion: apiextensions.k8s.io/v1, kind: CustomResourceDefinition, metadata: {name: "  \
	"crontabs.stable.example.com}, spec: {group: stable.example.com, scope: Namespaced, "      \
	"names: {plural: crontabs, singular: crontab, kind: CronTab, listKind: CronTabList}, "     \
	"versions: [{name: v1, served: true, storage: true, subresources: {status: {}}, schema: "  \
	"{openAPIV3Schema: {type: object, x-kubernetes-preserve-unknown-fields: true}}}]}}"
#define CRONTAB                                                                                    \
	"{apiVersion: stable.example.com/v1, kind: CronTab, metadata: {name: nightly, namespace: " \
	"default}, spec: {cronSpec: '@daily'}}"

/* What goes wrong, and when everything is as it should be all the same. */
static const struct trouble {
	const char *name, *fault;
	int64_t refused_ns; /* the server cannot be reached for so long */
	int64_t done_ns;    /* at the latest */
} troubles[] = {
	{ "none", NULL, 0, 0 },
	{ "conflicts of the status",
	  "{\"kind\":\"fail\",\"status\":409,\"reason\":\"Conflict\",\"times\":3,"
	  "\"match\":{\"resource\":\"crontabs\",\"verb\":\"update\"}}",
	  0, SECOND },
	{ "a server that is busy",
	  "{\"kind\":\"fail\",\"status\":429,\"retryAfter\":5,\"times\":4,"
	  "\"match\":{\"verb\":\"patch\",\"resource\":\"configmaps\"}}",
	  0, 20 * SECOND },
	{ "an answer that is lost",
	  "{\"kind\":\"reset\",\"bytes\":10,\"times\":1,"
	  "\"match\":{\"verb\":\"patch\",\"resource\":\"configmaps\"}}",
	  0, 2 * SECOND },
	{ "an outage of ten minutes", NULL, 600 * SECOND, 1000 * SECOND },
};

static bool is_done(struct fakeapi *api)
{
	struct fakeapi_reply map = { 0 }, crontab = { 0 };
	bool done =
	    fakeapi_request(api, "GET", "/api/v1/namespaces/default/configmaps/crontab-nightly",
			    NULL, NULL, &map, NULL) == 0 &&
	    fakeapi_request(api, "GET",
			    "/apis/stable.example.com/v1/namespaces/default/crontabs/nightly", NULL,
			    NULL, &crontab, NULL) == 0 &&
	    strstr(map.body, "\"schedule\":\"@daily\"") &&
	    strstr(crontab.body, "\"status\":{\"schedule\":\"@daily\"}");

	fakeapi_reply_fini(&map);
	fakeapi_reply_fini(&crontab);
	return done;
}

static void play(const struct trouble *t, uint64_t seed)
{
	const struct relist_sim_options options = { .seed = seed, .cut_answers = seed & 1 };
	struct relist_sim *sim = relist_sim_new(&options, NULL);
	struct fakeapi *api = relist_sim_server(sim);
	struct inf_workqueue *queue = relist_sim_workqueue_new(sim, "crontabs", NULL, NULL);
	struct inf_recorder_metrics events;
	struct fakeapi_reply reply = { 0 };
	struct relist_err err = { 0 };
	struct controller c = { 0 };

	assert_int_equal(fakeapi_apply(api, CRD, NULL), 0);
	assert_int_equal(controller_start(&c, relist_sim_client(sim), queue, &err), 0);
	for (int i = 0; i < 2; i++)
		assert_int_equal(relist_sim_add_worker(sim, queue, reconcile, &c, NULL), 0);
	assert_int_equal(inf_informer_wait_synced(c.crontabs, 1000, NULL), 0);
	if (t->fault)
		assert_int_equal(fakeapi_add_fault(api, t->fault, NULL, NULL), 0);
	assert_int_equal(fakeapi_apply(api, CRONTAB, NULL), 0);
	if (t->refused_ns) {
		assert_int_equal(fakeapi_refuse(api, true, NULL), 0);
		assert_int_equal(relist_sim_advance(sim, t->refused_ns, NULL), 0);
		assert_int_equal(fakeapi_refuse(api, false, NULL), 0);
	}
	assert_int_equal(relist_sim_advance(sim, t->done_ns, NULL), 0);
	if (!is_done(api))
		fail_msg("%s, seed %d: not done in time", t->name, (int)seed);
	assert_int_equal(relist_sim_advance(sim, 3600 * SECOND, NULL), 0);
	inf_recorder_metrics(c.recorder, &events);
	assert_true(events.sent >= 1);
	assert_int_equal(events.queued, 0);
	assert_int_equal(fakeapi_request(api, "GET", "/api/v1/namespaces/default/events", NULL,
					 NULL, &reply, NULL),
			 0);
	assert_non_null(strstr(reply.body, "\"reason\":\"Scheduled\""));
	fakeapi_reply_fini(&reply);
	controller_end(&c);
	inf_workqueue_free(queue);
	relist_sim_free(sim);
}

static void every_trouble_is_got_over(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(troubles) / sizeof(troubles[0]); i++)
		for (uint64_t seed = 0; seed < 20; seed++)
			play(&troubles[i], seed);
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(every_trouble_is_got_over) };

	return cmocka_run_group_tests(tests, NULL, NULL);
}
