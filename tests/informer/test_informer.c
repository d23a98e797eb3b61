/* SPDX-License-Identifier: Apache-2.0 */
/* The public API with its threads, against a scripted server on a real socket. */
#include "tests/kit/testing.h"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <pthread.h>

#include "base/clock.h"
#include "base/posix/clock.h"
#include "fakeapi/http/server.h"
#include "fakeapi/player.h"
#include "informer/object.h"
#include "relist/informer.h"

#ifndef TCP_KEEPIDLE
#define TCP_KEEPIDLE TCP_KEEPALIVE /* macOS */
#endif

enum { PATIENCE_MS = 60000 };

struct fixture {
	struct fakeapi__player *player;
	struct fakeapi__http *http;
	struct inf_client *client;

	struct lock lock; /* rank RUNNER */
	pthread_cond_t changed;
	uint32_t requests;
	char log[1024]; /* "+default/a ~default/a -default/a " */
	bool stuck;	/* handlers wait while it is set */
	int inside;
	struct inf_informer *free_me; /* by the next call */
};

static void on_request(void *user, uint32_t id)
{
	struct fixture *f = user;

	lock_acquire(&f->lock);
	f->requests = id;
	assert_int_equal(pthread_cond_broadcast(&f->changed), 0);
	lock_release(&f->lock);
}

static int note(struct fixture *f, char sign, const char *key)
{
	struct inf_informer *free_me;
	size_t len;

	lock_acquire(&f->lock);
	len = strlen(f->log);
	(void)snprintf(f->log + len, sizeof(f->log) - len, "%c%s ", sign, key);
	f->inside++;
	assert_int_equal(pthread_cond_broadcast(&f->changed), 0);
	while (f->stuck)
		lock_wait(&f->lock, &f->changed);
	f->inside--;
	free_me = f->free_me;
	f->free_me = NULL;
	lock_release(&f->lock);
	inf_informer_free(free_me);
	return 0;
}

static int on_add(void *user, const struct inf_object *obj, bool initial)
{
	return note(user, initial ? '*' : '+', inf_object_key(obj));
}

static int on_update(void *user, const struct inf_object *old, const struct inf_object *obj)
{
	(void)old;
	return note(user, '~', inf_object_key(obj));
}

static int on_delete(void *user, const char *key, const struct inf_object *obj, bool unknown)
{
	(void)obj;
	return note(user, unknown ? '!' : '-', key);
}

static struct inf_handler handler_of(struct fixture *f)
{
	return (struct inf_handler) { on_add, on_update, on_delete, f };
}

static int setup(void **state)
{
	struct fixture *f = base__calloc(1, sizeof(*f));
	struct fakeapi__player_options options = { .observer = { .on_request = on_request } };

	assert_non_null(f);
	lock_init(&f->lock, LOCK_RUNNER);
	cond_init(&f->changed);
	options.observer.user = f;
	f->player = fakeapi__player_new(&options, NULL);
	f->http = fakeapi__http_start(fakeapi__player_server(f->player),
				      &(struct fakeapi__http_options) { 0 }, NULL);
	assert_non_null(f->http);
	f->client = inf_client_for_url(fakeapi__http_url(f->http, 0), NULL);
	assert_non_null(f->client);
	*state = f;
	return 0;
}

static int teardown(void **state)
{
	struct fixture *f = *state;

	fakeapi__http_stop(f->http);
	fakeapi__player_free(f->player);
	inf_client_unref(f->client);
	assert_int_equal(pthread_cond_destroy(&f->changed), 0);
	lock_fini(&f->lock);
	base__free(f);
	return 0;
}

static void wait_request(struct fixture *f, uint32_t id)
{
	int64_t until = clock_monotonic_ns() + PATIENCE_MS * NS_PER_MS;

	lock_acquire(&f->lock);
	while (f->requests < id)
		assert_true(lock_wait_until(&f->lock, &f->changed, until));
	lock_release(&f->lock);
}

static void wait_log(struct fixture *f, const char *want)
{
	int64_t until = clock_monotonic_ns() + PATIENCE_MS * NS_PER_MS;
	char got[sizeof(f->log)];
	bool in_time = true;

	lock_acquire(&f->lock);
	while (strcmp(f->log, want) != 0 && in_time)
		in_time = lock_wait_until(&f->lock, &f->changed, until);
	(void)snprintf(got, sizeof(got), "%s", f->log);
	lock_release(&f->lock);
	assert_string_equal(got, want);
}

static void set_stuck(struct fixture *f, bool stuck)
{
	lock_acquire(&f->lock);
	f->stuck = stuck;
	assert_int_equal(pthread_cond_broadcast(&f->changed), 0);
	lock_release(&f->lock);
}

static struct inf_informer *pods(struct fixture *f)
{
	struct inf_informer_options options = {
		.version = "v1",
		.resource = "pods",
		.profile = INF_PROFILE_CLIENT_GO_1_32,
	};
	struct relist_err err = { 0 };
	struct inf_informer *inf = inf_informer_new(f->client, &options, &err);

	if (!inf)
		fail_msg("%s", err.msg);
	return inf;
}

static void answer_list(struct fixture *f, uint32_t id, const char *names)
{
	char body[1024];
	size_t len = (size_t)snprintf(body, sizeof(body),
				      "{\"kind\":\"PodList\",\"apiVersion\":\"v1\","
				      "\"metadata\":{\"resourceVersion\":\"10\"},\"items\":[");

	wait_request(f, id);
	for (; *names; names++)
		len += (size_t)snprintf(body + len, sizeof(body) - len,
					"{\"metadata\":{\"name\":\"%c\",\"namespace\":\"default\","
					"\"resourceVersion\":\"5\"}}%s",
					*names, names[1] ? "," : "");
	len += (size_t)snprintf(body + len, sizeof(body) - len, "]}");
	assert_int_equal(fakeapi__player_respond(f->player, id, 200, NULL, 0,
						 (struct str) { body, len }, NULL),
			 0);
}

static void start_watch(struct fixture *f, uint32_t id)
{
	wait_request(f, id);
	assert_int_equal(fakeapi__player_stream(f->player, id, 200, NULL, 0, NULL), 0);
}

static void send_event(struct fixture *f, uint32_t id, const char *type, char name)
{
	char line[256];
	int len = snprintf(line, sizeof(line),
			   "{\"type\":\"%s\",\"object\":{\"kind\":\"Pod\",\"apiVersion\":\"v1\","
			   "\"metadata\":{\"name\":\"%c\",\"namespace\":\"default\","
			   "\"resourceVersion\":\"11\"}}}\n",
			   type, name);

	assert_int_equal(fakeapi__player_send(f->player, id, (struct str) { line, (size_t)len },
					      NULL),
			 0);
}

/* The last thread does not announce its end; the lock orders what it did before what follows. */
static void wait_no_objects(struct fixture *f)
{
	int64_t until = clock_monotonic_ns() + PATIENCE_MS * NS_PER_MS;

	while (inf__object_count() > 0) {
		assert_true(clock_monotonic_ns() < until);
		lock_acquire(&f->lock);
		lock_release(&f->lock);
	}
	lock_acquire(&f->lock);
	lock_release(&f->lock);
}

static void informer_lists_watches_and_notifies_its_handler(void **state)
{
	struct fixture *f = *state;
	struct inf_handler handler = handler_of(f);
	struct inf_informer *inf = pods(f);
	struct inf_object_list in_default = { 0 };
	struct inf_object *obj;
	inf_registration reg;
	char rv[16];

	assert_int_equal(inf_informer_add_handler(inf, &handler, -1, &reg, NULL), 0);
	assert_int_equal(inf_informer_wait_synced(inf, 0, NULL), RELIST_ETIMEDOUT);
	assert_int_equal(inf_informer_start(inf, NULL), 0);
	assert_int_equal(inf_informer_start(inf, NULL), RELIST_ECLOSED);
	answer_list(f, 1, "ab");
	assert_int_equal(inf_informer_wait_synced(inf, PATIENCE_MS, NULL), 0);
	assert_true(inf_informer_handler_synced(inf, reg));
	wait_log(f, "*default/a *default/b ");
	start_watch(f, 2);
	send_event(f, 2, "MODIFIED", 'a');
	send_event(f, 2, "DELETED", 'b');
	send_event(f, 2, "ADDED", 'c');
	wait_log(f, "*default/a *default/b ~default/a -default/b +default/c ");

	assert_int_equal(inf_informer_len(inf), 2);
	assert_null(inf_informer_get(inf, "default/b"));
	obj = inf_informer_get(inf, "default/a");
	assert_string_equal(inf_object_resource_version(obj), "11");
	inf_object_unref(obj);
	assert_int_equal(inf_informer_by_index(inf, "namespace", "default", &in_default, NULL), 0);
	assert_int_equal(in_default.len, 2);
	inf_object_list_fini(&in_default);
	inf_informer_last_sync_resource_version(inf, rv, sizeof(rv));
	assert_string_equal(rv, "11");

	inf_informer_stop(inf);
	assert_int_equal(inf_informer_wait_stopped(inf, PATIENCE_MS, NULL), 0);
	assert_true(inf_informer_stopped(inf));
	inf_informer_free(inf);
	wait_no_objects(f);
}

/* A removed handler neither blocks the sync nor receives objects, in each order of removal. */
static void removed_handlers_do_not_block_sync(void **state)
{
	enum { HANDLERS = 6 };
	static const char *const orders[] = { "1", "0", "5", "12", "21", "054", "34512", "012345" };
	struct fixture *f = *state;

	for (size_t i = 0; i < ARRAY_LEN(orders); i++) {
		struct inf_handler handler = handler_of(f);
		struct inf_informer *inf = pods(f);
		inf_registration regs[HANDLERS];
		uint32_t request = (uint32_t)(2 * i);
		char want[256] = "";

		for (size_t h = 0; h < HANDLERS; h++)
			assert_int_equal(inf_informer_add_handler(inf, &handler, -1, &regs[h],
								  NULL),
					 0);
		for (const char *p = orders[i]; *p; p++)
			assert_int_equal(inf_informer_remove_handler(inf, regs[*p - '0']), 0);
		assert_int_equal(inf_informer_remove_handler(inf, regs[orders[i][0] - '0']), 0);
		assert_int_equal(inf_informer_start(inf, NULL), 0);
		answer_list(f, request + 1, "a");
		assert_int_equal(inf_informer_wait_synced(inf, PATIENCE_MS, NULL), 0);
		for (size_t h = strlen(orders[i]); h < HANDLERS; h++)
			(void)snprintf(want + strlen(want), sizeof(want) - strlen(want),
				       "*default/a ");
		wait_log(f, want);
		start_watch(f, request + 2);
		inf_informer_stop(inf);
		assert_int_equal(inf_informer_wait_stopped(inf, PATIENCE_MS, NULL), 0);
		inf_informer_free(inf);
		lock_acquire(&f->lock);
		*f->log = '\0';
		lock_release(&f->lock);
	}
}

static int option_of(int fd, int level, int name)
{
	int value = -1;
	socklen_t len = sizeof(value);

	(void)getsockopt(fd, level, name, &value, &len);
	return value;
}

/* A vanished peer sends nothing; the kernel's probes must detect it within 45 s. */
static void informer_sockets_enable_keepalive_probes(void **state)
{
	struct fixture *f = *state;
	struct inf_informer *inf = pods(f);
	uint16_t port = (uint16_t)atoi(strrchr(fakeapi__http_url(f->http, 0), ':') + 1);
	unsigned found = 0;

	assert_int_equal(inf_informer_start(inf, NULL), 0);
	answer_list(f, 1, "a");
	start_watch(f, 2);
	for (int fd = 0; fd < 1024; fd++) {
		struct sockaddr_in peer = { 0 };
		socklen_t len = sizeof(peer);

		if (getpeername(fd, (struct sockaddr *)&peer, &len) != 0 ||
		    peer.sin_family != AF_INET || ntohs(peer.sin_port) != port)
			continue;
		found++;
		assert_int_equal(option_of(fd, SOL_SOCKET, SO_KEEPALIVE), 1);
		assert_int_equal(option_of(fd, IPPROTO_TCP, TCP_KEEPIDLE), 30);
		assert_int_equal(option_of(fd, IPPROTO_TCP, TCP_KEEPINTVL), 5);
		assert_int_equal(option_of(fd, IPPROTO_TCP, TCP_KEEPCNT), 3);
	}
	assert_true(found > 0);
	inf_informer_free(inf);
}

static void a_stuck_handler_blocks_neither_the_cache_nor_other_handlers(void **state)
{
	struct fixture *f = *state;
	struct fixture free_one = { 0 };
	struct inf_handler stuck = handler_of(f), swift = handler_of(&free_one);
	struct inf_informer *inf = pods(f);
	inf_registration stuck_reg, reg;

	lock_init(&free_one.lock, LOCK_RUNNER);
	cond_init(&free_one.changed);
	set_stuck(f, true);
	assert_int_equal(inf_informer_add_handler(inf, &stuck, -1, &stuck_reg, NULL), 0);
	assert_int_equal(inf_informer_add_handler(inf, &swift, -1, &reg, NULL), 0);
	assert_int_equal(inf_informer_start(inf, NULL), 0);
	answer_list(f, 1, "abc");
	wait_log(&free_one, "*default/a *default/b *default/c ");
	wait_log(f, "*default/a ");
	assert_int_equal(inf_informer_len(inf), 3);
	assert_int_equal(inf_informer_handler_backlog(inf, stuck_reg), 2);
	assert_int_equal(inf_informer_wait_synced(inf, 1, NULL), RELIST_ETIMEDOUT);
	inf_informer_stop(inf);
	assert_int_equal(inf_informer_wait_stopped(inf, 1, NULL), RELIST_ETIMEDOUT);
	set_stuck(f, false);
	assert_int_equal(inf_informer_wait_stopped(inf, PATIENCE_MS, NULL), 0);
	inf_informer_free(inf);
	assert_int_equal(pthread_cond_destroy(&free_one.changed), 0);
	lock_fini(&free_one.lock);
	wait_no_objects(f);
}

static bool was_notified(struct fixture *f)
{
	bool any;

	lock_acquire(&f->lock);
	any = f->log[0] != '\0';
	lock_release(&f->lock);
	return any;
}

static void a_handler_may_free_its_informer(void **state)
{
	struct fixture *f = *state;
	struct inf_handler handler = handler_of(f);
	struct inf_informer *inf = pods(f);

	assert_int_equal(inf_informer_add_handler(inf, &handler, -1, NULL, NULL), 0);
	f->free_me = inf;
	assert_int_equal(inf_informer_start(inf, NULL), 0);
	answer_list(f, 1, "ab");
	while (!was_notified(f)) /* b may still be notified, or not */
		;
	wait_no_objects(f);
}

static void a_factory_shares_informers_and_names_the_unsynced(void **state)
{
	struct fixture *f = *state;
	struct inf_factory_options options = {
		.profile = INF_PROFILE_CLIENT_GO_1_32,
		.namespace_ = "default",
	};
	struct inf_factory *factory = inf_factory_new(f->client, &options, NULL);
	struct inf_handler handler = handler_of(f);
	struct relist_err err = { 0 };
	struct inf_informer *inf, *other;

	assert_non_null(factory);
	inf = inf_factory_informer(factory, "", "v1", "pods", NULL, NULL);
	assert_ptr_equal(inf, inf_factory_informer(factory, NULL, "v1", "pods", NULL, NULL));
	assert_int_equal(inf_informer_add_handler(inf, &handler, 0, NULL, NULL), 0);
	assert_int_equal(inf_factory_start(factory, NULL), 0);
	answer_list(f, 1, "a");
	assert_int_equal(inf_factory_wait_synced(factory, PATIENCE_MS, NULL), 0);
	start_watch(f, 2);

	other = inf_factory_informer(factory, "apps", "v1", "deployments", NULL, NULL);
	assert_non_null(other);
	assert_int_equal(inf_factory_wait_synced(factory, 0, NULL), 0);
	assert_int_equal(inf_factory_start(factory, NULL), 0);
	assert_int_equal(inf_factory_wait_synced(factory, 0, &err), RELIST_ETIMEDOUT);
	assert_non_null(strstr(err.msg, "not synced: deployments.v1.apps; "));
	wait_request(f, 3);
	assert_true(str_eqz(fakeapi__player_request(f->player, 3)->path,
			    "/apis/apps/v1/namespaces/default/deployments"));
	assert_int_equal(inf_factory_shutdown(factory, PATIENCE_MS, NULL), 0);
	assert_int_equal(inf_factory_start(factory, NULL), RELIST_ECLOSED);
	inf_factory_free(factory);
	wait_no_objects(f);
}

static void a_shutdown_waits_for_the_last_handler(void **state)
{
	struct fixture *f = *state;
	struct inf_factory_options options = { .profile = INF_PROFILE_CLIENT_GO_1_32 };
	struct inf_factory *factory = inf_factory_new(f->client, &options, NULL);
	struct inf_handler handler = handler_of(f);
	struct relist_err err = { 0 };
	struct inf_informer *inf;

	assert_non_null(factory);
	inf = inf_factory_informer(factory, "", "v1", "pods", NULL, NULL);
	assert_non_null(inf);
	set_stuck(f, true);
	assert_int_equal(inf_informer_add_handler(inf, &handler, 0, NULL, NULL), 0);
	assert_int_equal(inf_factory_start(factory, NULL), 0);
	answer_list(f, 1, "a");
	wait_log(f, "*default/a ");
	assert_int_equal(inf_factory_shutdown(factory, 0, &err), RELIST_ETIMEDOUT);
	assert_int_equal(inf_factory_shutdown(factory, 1, &err), RELIST_ETIMEDOUT);
	assert_true(err.msg[0] != '\0');
	set_stuck(f, false);
	assert_int_equal(inf_factory_shutdown(factory, -1, NULL), 0);
	assert_int_equal(inf_informer_wait_stopped(inf, 0, NULL), 0);
	inf_factory_free(factory);
	wait_no_objects(f);
}

struct meddler {
	struct fixture *f;
	struct inf_informer *inf;
	struct inf_handler other;
	inf_registration mine, added;
	size_t seen; /* in the cache, by a handler */
	bool gone;   /* it has removed itself; under f's lock */
};

static int meddle_on_add(void *user, const struct inf_object *obj, bool initial)
{
	struct meddler *m = user;
	struct inf_informer_metrics metrics;
	struct inf_object_list all = { 0 };
	struct inf_object *got = inf_informer_get(m->inf, inf_object_key(obj));

	(void)initial;
	assert_non_null(got);
	inf_object_unref(got);
	assert_int_equal(inf_informer_list(m->inf, "default", NULL, &all, NULL), 0);
	inf_informer_metrics(m->inf, &metrics);
	assert_true(metrics.objects >= all.len); /* looked at later: the other one may have come */
	m->seen = all.len;
	inf_object_list_fini(&all);
	if (!m->added)
		assert_int_equal(inf_informer_add_handler(m->inf, &m->other, 0, &m->added, NULL),
				 0);
	return 0;
}

static int meddle_on_update(void *user, const struct inf_object *old, const struct inf_object *obj)
{
	struct meddler *m = user;

	(void)old;
	(void)obj;
	assert_int_equal(inf_informer_remove_handler(m->inf, m->mine), 0);
	assert_int_equal(inf_informer_remove_handler(m->inf, m->mine), 0);
	lock_acquire(&m->f->lock);
	m->gone = true;
	assert_int_equal(pthread_cond_broadcast(&m->f->changed), 0);
	lock_release(&m->f->lock);
	return 0;
}

static int meddle_on_delete(void *user, const char *key, const struct inf_object *obj, bool unknown)
{
	(void)user;
	(void)obj;
	(void)unknown;
	fail_msg("notified of %s after it had removed itself", key);
	return 0;
}

/* Each handler has a thread of its own: their notifications are independent. */
static void wait_gone(struct meddler *m)
{
	int64_t until = clock_monotonic_ns() + PATIENCE_MS * NS_PER_MS;

	lock_acquire(&m->f->lock);
	while (!m->gone)
		assert_true(lock_wait_until(&m->f->lock, &m->f->changed, until));
	lock_release(&m->f->lock);
}

static void handlers_may_add_and_remove_handlers_and_read_the_cache(void **state)
{
	struct fixture *f = *state;
	struct meddler m = { .f = f, .inf = pods(f), .other = handler_of(f) };
	const struct inf_handler handler = { meddle_on_add, meddle_on_update, meddle_on_delete,
					     &m };
	struct inf_informer_metrics metrics;

	assert_int_equal(inf_informer_add_handler(m.inf, &handler, 0, &m.mine, NULL), 0);
	assert_int_equal(inf_informer_start(m.inf, NULL), 0);
	answer_list(f, 1, "ab");
	wait_log(f, "*default/a *default/b ");
	start_watch(f, 2);
	send_event(f, 2, "MODIFIED", 'a');
	wait_log(f, "*default/a *default/b ~default/a ");
	wait_gone(&m);
	send_event(f, 2, "DELETED", 'b');
	wait_log(f, "*default/a *default/b ~default/a -default/b ");
	/* The informer goes first: the meddler's thread may still be in its call. */
	inf_informer_stop(m.inf);
	assert_int_equal(inf_informer_wait_stopped(m.inf, PATIENCE_MS, NULL), 0);
	assert_int_equal(m.seen, 2);
	inf_informer_metrics(m.inf, &metrics);
	assert_int_equal(metrics.failed, 0);
	assert_true(metrics.notes >= 4);
	inf_informer_free(m.inf);
	wait_no_objects(f);
}

#define WITH_SERVER(test) cmocka_unit_test_setup_teardown(test, setup, teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		WITH_SERVER(informer_lists_watches_and_notifies_its_handler),
		WITH_SERVER(removed_handlers_do_not_block_sync),
		WITH_SERVER(informer_sockets_enable_keepalive_probes),
		WITH_SERVER(a_stuck_handler_blocks_neither_the_cache_nor_other_handlers),
		WITH_SERVER(a_handler_may_free_its_informer),
		WITH_SERVER(handlers_may_add_and_remove_handlers_and_read_the_cache),
		WITH_SERVER(a_factory_shares_informers_and_names_the_unsynced),
		WITH_SERVER(a_shutdown_waits_for_the_last_handler),
	};

	return cmocka_run_group_tests_name("informer/informer", tests, NULL, NULL);
}
