/* SPDX-License-Identifier: Apache-2.0 */
/* inf_informer_explain(), also as the reason of inf_informer_wait_synced() when the time is over,
 * against the fake apiserver. The sentences in exact times: tests/sim/test_relist_sim.c. */
#include "tests/kit/testing.h"

#include <semaphore.h>

#include "relist/fakeapi.h"
#include "relist/informer.h"
#include "tests/kit/net.h"

enum { PATIENCE_MS = 60000 };

struct fixture {
	struct fakeapi *api;
	struct inf_client *client;
	struct inf_informer *inf;
	sem_t errors, go;
};

static void on_error(void *user, const struct inf_watch_error *error)
{
	struct fixture *f = user;

	assert_non_null(error->text);
	assert_int_equal(sem_post(&f->errors), 0);
}

static int on_add(void *user, const struct inf_object *obj, bool initial)
{
	struct fixture *f = user;

	(void)obj;
	(void)initial;
	assert_int_equal(sem_wait(&f->go), 0);
	return 0;
}

static void wait_for_reason(struct fixture *f, const char *want)
{
	struct relist_err err = { 0 };

	assert_int_equal(inf_informer_wait_synced(f->inf, 1, &err), RELIST_ETIMEDOUT);
	assert_int_equal(err.code, RELIST_ETIMEDOUT);
	if (!strstr(err.msg, want))
		fail_msg("expected: %s\nactual: %s", want, err.msg);
}

static void explanation_is_a_missing_start(void **state)
{
	wait_for_reason(*state, "configmaps.v1: not synced after 1 ms: it was not started");
}

static void hang_lists(struct fixture *f)
{
	static const char hang[] =
	    "{\"kind\":\"hang\",\"times\":-1,\"match\":{\"resource\":\"configmaps\"}}";
	uint32_t rule;

	assert_int_equal(fakeapi_add_fault(f->api, hang, &rule, NULL), 0);
}

static bool waits_to_list_again(void *user)
{
	struct fixture *f = user;
	char why[400];

	inf_informer_explain(f->inf, why, sizeof(why));
	return strstr(why, ", the last: ") != NULL;
}

/* The user's function receives the error, too. */
static void explanation_is_the_last_error_and_the_error_count(void **state)
{
	struct fixture *f = *state;

	assert_int_equal(fakeapi_fail_next(f->api, "list", "configmaps", 1000, 403, NULL), 0);
	assert_int_equal(inf_informer_start(f->inf, NULL), 0);
	assert_int_equal(sem_wait(&f->errors), 0);
	net_wait(waits_to_list_again, f);
	wait_for_reason(f, ", the last: status 403: a fault on cue");
}

static bool has_listed(void *user)
{
	struct fixture *f = user;
	char why[400];

	inf_informer_explain(f->inf, why, sizeof(why));
	return !strstr(why, "it has not sent its first request yet");
}

static void explanation_is_an_unfinished_list(void **state)
{
	struct fixture *f = *state;

	hang_lists(f);
	assert_int_equal(inf_informer_start(f->inf, NULL), 0);
	net_wait(has_listed, f);
	wait_for_reason(f, "its list has no response after 0.");
}

static bool is_behind(void *user)
{
	struct fixture *f = user;
	struct inf_informer_metrics m;

	inf_informer_metrics(f->inf, &m);
	return m.backlog == 1 && inf_informer_synced(f->inf);
}

static void explanation_is_the_pending_notifications_of_a_handler(void **state)
{
	struct fixture *f = *state;
	struct inf_handler handler = { .on_add = on_add, .user = f };

	assert_int_equal(inf_informer_add_handler(f->inf, &handler, -1, NULL, NULL), 0);
	assert_int_equal(inf_informer_start(f->inf, NULL), 0);
	net_wait(is_behind, f);
	wait_for_reason(f, "its handlers have 1 notification pending");
	assert_int_equal(sem_post(&f->go), 0);
	assert_int_equal(sem_post(&f->go), 0);
	assert_int_equal(inf_informer_wait_synced(f->inf, PATIENCE_MS, NULL), 0);
}

static int setup(void **state)
{
	static const char two[] = "kind: ConfigMap\napiVersion: v1\nmetadata: {name: a}\n"
				  "---\nkind: ConfigMap\napiVersion: v1\nmetadata: {name: b}\n";
	static struct fixture f;
	struct inf_informer_options options = {
		.version = "v1",
		.resource = "configmaps",
		.profile = INF_PROFILE_CLIENT_GO_1_32,
		.watch_error = on_error,
		.watch_error_user = &f,
	};

	f.api = fakeapi_start(NULL, NULL);
	assert_non_null(f.api);
	assert_int_equal(fakeapi_apply(f.api, two, NULL), 0);
	f.client = inf_client_for_url(fakeapi_url(f.api), NULL);
	assert_non_null(f.client);
	assert_int_equal(sem_init(&f.errors, 0, 0), 0);
	assert_int_equal(sem_init(&f.go, 0, 0), 0);
	f.inf = inf_informer_new(f.client, &options, NULL);
	assert_non_null(f.inf);
	*state = &f;
	return 0;
}

static int teardown(void **state)
{
	struct fixture *f = *state;

	inf_informer_free(f->inf);
	inf_client_unref(f->client);
	fakeapi_stop(f->api);
	assert_int_equal(sem_destroy(&f->errors), 0);
	assert_int_equal(sem_destroy(&f->go), 0);
	return 0;
}

#define SENTENCE(f) cmocka_unit_test_setup_teardown(f, setup, teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		SENTENCE(explanation_is_a_missing_start),
		SENTENCE(explanation_is_the_last_error_and_the_error_count),
		SENTENCE(explanation_is_an_unfinished_list),
		SENTENCE(explanation_is_the_pending_notifications_of_a_handler),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
