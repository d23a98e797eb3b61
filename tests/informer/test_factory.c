/* SPDX-License-Identifier: Apache-2.0 */
/* A factory and what its informers have in common, against the fake apiserver on a socket. */
#define _GNU_SOURCE
#include "tests/kit/testing.h"

#include <pthread.h>
#include <time.h>

#include "base/clock.h"
#include "base/lock.h"
#include "base/posix/clock.h"
#include "base/str.h"
#include "informer/object.h"
#include "relist/fakeapi.h"
#include "relist/informer.h"
#include "tests/kit/net.h"

enum { PATIENCE_MS = 60000 };

struct fixture {
	struct fakeapi *api;
	struct inf_client *client;
	struct inf_factory *factory;

	struct lock lock; /* rank RUNNER */
	pthread_cond_t changed;
	struct strbuf notified; /* "+default/a " */
	bool stuck;

	pthread_mutex_t noting; /* no rank: taken under any lock; what follows */
	struct strbuf uris;	/* "GET /api/v1/pods?limit=500&resourceVersion=0\n" */
	int errors, last_code, transformed;
};

static const char maps[] =
    "kind: ConfigMap\napiVersion: v1\nmetadata: {name: a, labels: {x: z}}\n"
    "---\nkind: ConfigMap\napiVersion: v1\nmetadata: {name: b}\n"
    "---\nkind: ConfigMap\napiVersion: v1\nmetadata: {name: c, namespace: other}\n"
    "---\nkind: Secret\napiVersion: v1\nmetadata: {name: s}\n";

static void on_log(void *user, const struct fakeapi_log_entry *entry)
{
	struct fixture *f = user;

	(void)pthread_mutex_lock(&f->noting);
	strbuf_addf(&f->uris, "%s %s\n", entry->method, entry->uri);
	(void)pthread_mutex_unlock(&f->noting);
}

static int tell(struct fixture *f, char sign, const char *key)
{
	lock_acquire(&f->lock);
	strbuf_addf(&f->notified, "%c%s ", sign, key);
	assert_int_equal(pthread_cond_broadcast(&f->changed), 0);
	while (f->stuck)
		lock_wait(&f->lock, &f->changed);
	lock_release(&f->lock);
	return 0;
}

static int on_add(void *user, const struct inf_object *obj, bool initial)
{
	return tell(user, initial ? '*' : '+', inf_object_key(obj));
}

static int on_update(void *user, const struct inf_object *old, const struct inf_object *obj)
{
	return tell(user, old == obj ? '=' : '~', inf_object_key(obj));
}

static int on_delete(void *user, const char *key, const struct inf_object *obj, bool unknown)
{
	(void)obj;
	return tell(user, unknown ? '!' : '-', key);
}

static struct inf_handler handler_of(struct fixture *f)
{
	return (struct inf_handler) { on_add, on_update, on_delete, f };
}

static void set_stuck(struct fixture *f, bool stuck)
{
	lock_acquire(&f->lock);
	f->stuck = stuck;
	assert_int_equal(pthread_cond_broadcast(&f->changed), 0);
	lock_release(&f->lock);
}

static void on_error(void *user, const struct inf_watch_error *error)
{
	struct fixture *f = user;

	(void)pthread_mutex_lock(&f->noting);
	f->errors++;
	f->last_code = error->code;
	(void)pthread_mutex_unlock(&f->noting);
}

static struct inf_object *transform(void *user, const struct inf_object *obj,
				    struct relist_err *err)
{
	struct fixture *f = user;

	(void)err;
	(void)pthread_mutex_lock(&f->noting);
	f->transformed++;
	(void)pthread_mutex_unlock(&f->noting);
	return inf_object_ref(obj);
}

static int setup(void **state)
{
	struct fixture *f = base__calloc(1, sizeof(*f));
	struct fakeapi_options options = { .log = on_log, .log_user = f };
	struct inf_client_options to = { .connect_timeout_ns = 0 };
	struct relist_err err = { 0 };

	assert_non_null(f);
	lock_init(&f->lock, LOCK_RUNNER);
	cond_init(&f->changed);
	(void)pthread_mutex_init(&f->noting, NULL);
	strbuf_init(&f->uris);
	strbuf_init(&f->notified);
	f->api = fakeapi_start(&options, NULL);
	assert_non_null(f->api);
	if (fakeapi_apply(f->api, maps, &err))
		fail_msg("%s", err.msg);
	to.server = fakeapi_url(f->api);
	f->client = inf_client_new(&to, NULL);
	assert_non_null(f->client);
	*state = f;
	return 0;
}

static int teardown(void **state)
{
	struct fixture *f = *state;

	if (f->factory)
		assert_int_equal(inf_factory_shutdown(f->factory, PATIENCE_MS, NULL), 0);
	inf_factory_free(f->factory);
	inf_client_unref(f->client);
	fakeapi_stop(f->api);
	assert_int_equal(inf__object_count(), 0);
	assert_int_equal(pthread_cond_destroy(&f->changed), 0);
	lock_fini(&f->lock);
	(void)pthread_mutex_destroy(&f->noting);
	strbuf_fini(&f->uris);
	strbuf_fini(&f->notified);
	base__free(f);
	return 0;
}

/* Waits until `want` has been reported, word for word. */
static void wait_told(struct fixture *f, const char *want)
{
	int64_t until = clock_monotonic_ns() + PATIENCE_MS * NS_PER_MS;
	AUTO_STRBUF got = STRBUF_INIT;
	bool in_time = true;

	lock_acquire(&f->lock);
	while (strcmp(f->notified.ptr, want) != 0 && in_time)
		in_time = lock_wait_until(&f->lock, &f->changed, until);
	strbuf_adds(&got, strbuf_str(&f->notified));
	lock_release(&f->lock);
	assert_string_equal(got.ptr, want);
}

static struct inf_informer *informer(struct fixture *f, const char *resource)
{
	struct relist_err err = { 0 };
	struct inf_informer *inf = inf_factory_informer(f->factory, "", "v1", resource, NULL, &err);

	if (!inf)
		fail_msg("%s", err.msg);
	return inf;
}

static void make(struct fixture *f, const struct inf_factory_options *options)
{
	struct relist_err err = { 0 };

	f->factory = inf_factory_new(f->client, options, &err);
	if (!f->factory)
		fail_msg("%s", err.msg);
}

static void factory_options_apply_to_each_informer(void **state)
{
	struct fixture *f = *state;
	struct inf_gates gates = inf_gates_of(INF_PROFILE_CLIENT_GO_1_32);
	char ns[] = "default", labels[] = "x=z", fields[] = "metadata.name=a";
	struct inf_factory_options options = {
		.namespace_ = ns,
		.label_selector = labels,
		.field_selector = fields,
		.profile = INF_PROFILE_CLIENT_GO_1_32,
		.gates = &gates,
		.transform = transform,
		.transform_user = f,
		.watch_error = on_error,
		.watch_error_user = f,
	};
	struct inf_informer *inf, *secrets;
	struct inf_handler handler = handler_of(f);

	gates.watch_list = true;
	make(f, &options);
	/* They are copies. */
	memset(ns, 'z', sizeof(ns) - 1);
	memset(labels, 'z', sizeof(labels) - 1);
	memset(fields, 'z', sizeof(fields) - 1);
	memset(&gates, 0, sizeof(gates));
	memset(&options, 0, sizeof(options));
	/* After a refused watch-list comes a list. */
	assert_int_equal(fakeapi_fail_next(f->api, "watch", "secrets", 1, 403, NULL), 0);
	assert_int_equal(fakeapi_fail_next(f->api, "list", "secrets", 1, 403, NULL), 0);
	inf = informer(f, "configmaps");
	secrets = informer(f, "secrets");
	assert_int_equal(inf_informer_add_handler(inf, &handler, -1, NULL, NULL), 0);
	assert_int_equal(inf_factory_start(f->factory, NULL), 0);
	assert_int_equal(inf_factory_wait_synced(f->factory, PATIENCE_MS, NULL), 0);
	wait_told(f, "*default/a ");
	assert_int_equal(inf_informer_len(inf), 1);
	assert_int_equal(inf_informer_len(secrets), 0);
	assert_int_equal(inf_factory_shutdown(f->factory, PATIENCE_MS, NULL), 0);
	(void)pthread_mutex_lock(&f->noting);
	assert_true(f->transformed > 0);
	assert_int_equal(f->errors, 1);
	assert_int_equal(f->last_code, 403);
	assert_non_null(strstr(f->uris.ptr, "GET /api/v1/namespaces/default/configmaps?"));
	assert_non_null(strstr(f->uris.ptr, "labelSelector=x%3Dz"));
	assert_non_null(strstr(f->uris.ptr, "fieldSelector=metadata.name%3Da"));
	assert_non_null(strstr(f->uris.ptr, "sendInitialEvents=true"));
	(void)pthread_mutex_unlock(&f->noting);
}

static void factory_without_options_shares_informers_of_all_namespaces(void **state)
{
	struct fixture *f = *state;
	struct inf_object *obj;
	struct inf_informer *inf;

	make(f, NULL);
	inf = informer(f, "configmaps");
	assert_ptr_equal(inf,
			 inf_factory_informer(f->factory, NULL, "v1", "configmaps", NULL, NULL));
	assert_ptr_not_equal(inf, informer(f, "secrets"));
	assert_null(inf_factory_informer(f->factory, "", "v1", NULL, NULL, NULL));
	assert_null(inf_factory_informer(f->factory, "", NULL, "pods", NULL, NULL));
	/* Not started: nothing to wait for. */
	assert_int_equal(inf_factory_wait_synced(f->factory, 0, NULL), 0);
	assert_int_equal(inf_factory_start(f->factory, NULL), 0);
	assert_int_equal(inf_factory_start(f->factory, NULL), 0);
	assert_int_equal(inf_factory_wait_synced(f->factory, -1, NULL), 0);
	obj = inf_informer_get(inf, "other/c");
	assert_non_null(obj);
	inf_object_unref(obj);
	/* One list for each, however often it was started. */
	assert_int_equal(fakeapi_request_count(f->api, "list", "configmaps") +
			     fakeapi_request_count(f->api, "watch", "configmaps"),
			 fakeapi_request_count(f->api, "list", "secrets") +
			     fakeapi_request_count(f->api, "watch", "secrets"));
}

static void wait_synced_names_the_unsynced_informers_in_order(void **state)
{
	struct fixture *f = *state;
	struct inf_factory_options options = { .profile = INF_PROFILE_CLIENT_GO_1_32 };
	struct relist_err err = { 0 };
	uint32_t rule;

	make(f, &options);
	assert_int_equal(
	    fakeapi_add_fault(f->api,
			      "{\"kind\":\"hang\",\"times\":-1,\"match\":{\"resource\":"
			      "\"secrets\"}}",
			      &rule, NULL),
	    0);
	(void)informer(f, "secrets");
	(void)informer(f, "configmaps");
	(void)inf_factory_informer(f->factory, "apps", "v1", "deployments", NULL, NULL);
	assert_int_equal(
	    fakeapi_add_fault(f->api,
			      "{\"kind\":\"hang\",\"times\":-1,\"match\":{\"resource\":"
			      "\"deployments\"}}",
			      &rule, NULL),
	    0);
	assert_int_equal(inf_factory_start(f->factory, NULL), 0);
	assert_int_equal(inf_informer_wait_synced(informer(f, "configmaps"), PATIENCE_MS, NULL), 0);
	assert_int_equal(inf_factory_wait_synced(f->factory, 1, &err), RELIST_ETIMEDOUT);
	if (!strstr(err.msg,
		    "not synced: secrets.v1, deployments.v1.apps; the first of them: its list "
		    "has no response after "))
		fail_msg("actual: %s", err.msg);
	assert_int_equal(err.code, RELIST_ETIMEDOUT);
	assert_int_equal(inf_factory_shutdown(f->factory, PATIENCE_MS, NULL), 0);
	assert_int_equal(inf_factory_wait_synced(f->factory, PATIENCE_MS, &err), RELIST_ECLOSED);
	assert_string_equal(err.msg, "stopped before they synced: secrets.v1, deployments.v1.apps");
	/* What there is stays, nothing comes, nothing starts. */
	(void)informer(f, "configmaps");
	assert_null(inf_factory_informer(f->factory, "", "v1", "pods", NULL, &err));
	assert_int_equal(err.code, RELIST_ECLOSED);
	assert_string_equal(err.msg, "informer factory: shut down");
	memset(&err, 0, sizeof(err));
	assert_int_equal(inf_factory_start(f->factory, &err), RELIST_ECLOSED);
	assert_string_equal(err.msg, "informer factory: shut down");
}

static void factory_shutdown_stops_all_informers_and_waits_for_each(void **state)
{
	struct fixture *f = *state;
	struct inf_factory_options options = { .profile = INF_PROFILE_CLIENT_GO_1_32 };
	struct inf_handler handler = handler_of(f);
	struct relist_err err = { 0 };
	struct inf_informer *all[3];

	/* A factory whose informers never started has nothing to wait for. */
	make(f, &options);
	(void)informer(f, "pods");
	assert_int_equal(inf_factory_shutdown(f->factory, 0, NULL), 0);
	inf_factory_free(f->factory);
	make(f, &options);
	all[0] = informer(f, "pods");
	all[1] = informer(f, "secrets"); /* has the handler that is stuck */
	all[2] = informer(f, "nodes");
	set_stuck(f, true);
	assert_int_equal(inf_informer_add_handler(all[1], &handler, -1, NULL, NULL), 0);
	assert_int_equal(inf_factory_start(f->factory, NULL), 0);
	wait_told(f, "*default/s ");
	assert_int_equal(inf_factory_shutdown(f->factory, 100, &err), RELIST_ETIMEDOUT);
	/* All were stopped before the first was waited for. */
	assert_int_equal(inf_informer_wait_stopped(all[0], PATIENCE_MS, NULL), 0);
	assert_int_equal(inf_informer_wait_stopped(all[1], 0, NULL), RELIST_ETIMEDOUT);
	assert_int_equal(inf_informer_wait_stopped(all[2], PATIENCE_MS, NULL), 0);
	set_stuck(f, false);
	assert_int_equal(inf_factory_shutdown(f->factory, -1, NULL), 0);
	for (size_t i = 0; i < ARRAY_LEN(all); i++)
		assert_int_equal(inf_informer_wait_stopped(all[i], 0, NULL), 0);
}

static void factory_resync_period_applies_to_handlers(void **state)
{
	struct fixture *f = *state;
	struct inf_factory_options options = { .resync_ns = 20 * NS_PER_MS };
	struct inf_handler handler = handler_of(f);
	struct inf_informer *inf;

	make(f, &options);
	inf = informer(f, "secrets");
	assert_int_equal(inf_informer_add_handler(inf, &handler, -1, NULL, NULL), 0);
	assert_int_equal(inf_factory_start(f->factory, NULL), 0);
	lock_acquire(&f->lock);
	while (!strstr(f->notified.ptr, "=default/s =default/s "))
		assert_true(lock_wait_until(&f->lock, &f->changed,
					    clock_monotonic_ns() + PATIENCE_MS * NS_PER_MS));
	assert_memory_equal(f->notified.ptr, "*default/s =", 12);
	lock_release(&f->lock);
}

static int64_t cpu_ns(void)
{
	struct timespec t;

	assert_int_equal(clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t), 0);
	return (int64_t)t.tv_sec * NS_PER_S + t.tv_nsec;
}

/* True if no thread uses the CPU during 50 ms. */
static bool is_idle(void *user)
{
	int64_t before = cpu_ns();

	(void)user;
	(void)nanosleep(&(struct timespec) { .tv_nsec = 50 * NS_PER_MS }, NULL);
	return cpu_ns() - before < 3 * NS_PER_MS;
}

static void idle_factory_uses_no_cpu(void **state)
{
	struct fixture *f = *state;
	struct inf_factory_options options = { .resync_ns = 3600 * NS_PER_S };
	struct inf_handler handler = handler_of(f);

	make(f, &options);
	assert_int_equal(inf_informer_add_handler(informer(f, "secrets"), &handler, -1, NULL, NULL),
			 0);
	(void)informer(f, "nodes");
	net_wait(is_idle, NULL);
	assert_int_equal(inf_factory_start(f->factory, NULL), 0);
	assert_int_equal(inf_factory_wait_synced(f->factory, PATIENCE_MS, NULL), 0);
	wait_told(f, "*default/s ");
	net_wait(is_idle, NULL); /* watches are open */
	assert_int_equal(fakeapi_refuse(f->api, true, NULL), 0);
	(void)fakeapi_cut_watches(f->api);
	net_wait(is_idle, NULL); /* attempts are far apart */
	assert_int_equal(inf_factory_shutdown(f->factory, PATIENCE_MS, NULL), 0);
	net_wait(is_idle, NULL);
}

static void factory_creation_fails_cleanly_without_memory(void **state)
{
	struct fixture *f = *state;
	struct inf_factory_options options = {
		.namespace_ = "n",
		.label_selector = "a=b",
		.field_selector = "metadata.name=a",
	};

	FOR_EACH_FAILING_ALLOC({
		struct relist_err err = { 0 };
		struct inf_factory *factory = inf_factory_new(f->client, &options, &err);

		if (factory) {
			struct inf_informer *inf =
			    inf_factory_informer(factory, "apps", "v1", "deployments", "Deployment",
						 &err);

			assert_true(inf || err.code == RELIST_ENOMEM);
		} else {
			assert_int_equal(err.code, RELIST_ENOMEM);
			assert_string_equal(err.msg, "informer factory: out of memory");
		}
		inf_factory_free(factory);
	});
	inf_factory_free(NULL);
}

#define WITH_SERVER(test) cmocka_unit_test_setup_teardown(test, setup, teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		WITH_SERVER(factory_options_apply_to_each_informer),
		WITH_SERVER(factory_without_options_shares_informers_of_all_namespaces),
		WITH_SERVER(wait_synced_names_the_unsynced_informers_in_order),
		WITH_SERVER(factory_shutdown_stops_all_informers_and_waits_for_each),
		WITH_SERVER(factory_resync_period_applies_to_handlers),
		WITH_SERVER(idle_factory_uses_no_cpu),
		WITH_SERVER(factory_creation_fails_cleanly_without_memory),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
