/* SPDX-License-Identifier: Apache-2.0 */
/* Each example, as it is built against the installed headers, against a fake apiserver. */
#include "tests/kit/testing.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/posix/clock.h"
#include "relist/fakeapi.h"
#include "tests/kit/net.h"

enum { PATIENCE_S = 120 };

extern char **environ;

struct run {
	pid_t pid;
	int out;
	char text[4096];
	size_t len;
};

static struct fakeapi *api;
static char kubeconfig[64];
static char examples[512]; /* the folder they were built into: beside this test's */

static int setup(void **state)
{
	struct relist_err err = { 0 };
	int fd;

	(void)state;
	api = fakeapi_start(NULL, &err);
	if (!api)
		fail_msg("%s", err.msg);
	(void)snprintf(kubeconfig, sizeof(kubeconfig), "/tmp/relist-examples-XXXXXX");
	fd = mkstemp(kubeconfig);
	assert_true(fd >= 0);
	(void)close(fd);
	assert_int_equal(fakeapi_write_kubeconfig(api, kubeconfig, &err), 0);
	assert_int_equal(setenv("KUBECONFIG", kubeconfig, 1), 0);
	return 0;
}

static int teardown(void **state)
{
	(void)state;
	fakeapi_stop(api);
	(void)unlink(kubeconfig);
	return 0;
}

static void apply(const char *manifests)
{
	struct relist_err err = { 0 };

	if (fakeapi_apply(api, manifests, &err) != 0)
		fail_msg("%s", err.msg);
}

static void start(struct run *r, const char *name, const char *arg)
{
	posix_spawn_file_actions_t actions;
	char path[600];
	char *argv[] = { path, (char *)(uintptr_t)arg, NULL };
	int fds[2];

	memset(r, 0, sizeof(*r));
	(void)snprintf(path, sizeof(path), "%s/%s", examples, name);
	assert_int_equal(pipe(fds), 0);
	assert_int_equal(posix_spawn_file_actions_init(&actions), 0);
	assert_int_equal(posix_spawn_file_actions_adddup2(&actions, fds[1], 1), 0);
	assert_int_equal(posix_spawn_file_actions_addclose(&actions, fds[0]), 0);
	assert_int_equal(posix_spawn(&r->pid, path, &actions, NULL, argv, environ), 0);
	(void)posix_spawn_file_actions_destroy(&actions);
	(void)close(fds[1]);
	r->out = fds[0];
}

/* Reads until the output ends or contains `want`. */
static void read_until(struct run *r, const char *want)
{
	int64_t until = clock_monotonic_ns() + PATIENCE_S * NS_PER_S;

	while (!want || !strstr(r->text, want)) {
		struct pollfd p = { .fd = r->out, .events = POLLIN };
		int64_t left_ms = (until - clock_monotonic_ns()) / NS_PER_MS;
		ssize_t n;

		if (left_ms <= 0 || poll(&p, 1, (int)left_ms) == 0)
			fail_msg("no \"%s\" in \"%s\"", want ? want : "end", r->text);
		n = read(r->out, r->text + r->len, sizeof(r->text) - 1 - r->len);
		if (n <= 0)
			break;
		r->len += (size_t)n;
	}
	if (want && !strstr(r->text, want))
		fail_msg("ended without \"%s\": \"%s\"", want, r->text);
}

static void finish(struct run *r)
{
	int status;

	read_until(r, NULL);
	(void)close(r->out);
	while (waitpid(r->pid, &status, 0) < 0 && errno == EINTR)
		;
	assert_true(WIFEXITED(status));
	assert_int_equal(WEXITSTATUS(status), 0);
}

#define POD(name)                                                                                  \
	"{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"metadata\":{\"name\":\"" name                   \
	"\",\"namespace\":\"default\"},\"spec\":{\"containers\":[{\"name\":\"c\","                 \
	"\"image\":\"i\"}]}}\n"

static void pod_watcher_prints_every_change(void **state)
{
	struct fakeapi_reply reply = { 0 };
	struct run r;

	(void)state;
	apply(POD("a"));
	start(&r, "pod_watcher", NULL);
	read_until(&r, "synced 1\n");
	assert_non_null(strstr(r.text, "add default/a (initial)\n"));
	apply("---\n" POD("b"));
	read_until(&r, "add default/b\n");
	assert_int_equal(fakeapi_request(api, "DELETE",
					 "/api/v1/namespaces/default/pods/a?gracePeriodSeconds=0",
					 NULL, NULL, &reply, NULL),
			 0);
	assert_int_equal(reply.status, 200);
	fakeapi_reply_fini(&reply);
	read_until(&r, "delete default/a\n");
	assert_int_equal(kill(r.pid, SIGTERM), 0);
	finish(&r);
}

static void controller_retries_until_it_succeeds(void **state)
{
	struct run r;

	(void)state;
	apply("apiVersion: v1\nkind: ConfigMap\nmetadata: {name: x, namespace: default}\n");
	start(&r, "controller", NULL);
	finish(&r);
	assert_non_null(strstr(r.text, "retry default/x"));
	assert_non_null(strstr(r.text, "done default/x"));
}

static void factory_counts_several_kinds(void **state)
{
	struct run r;

	(void)state;
	apply("apiVersion: v1\nkind: Namespace\nmetadata: {name: team}\n");
	apply(POD("p"));
	start(&r, "factory", NULL);
	finish(&r);
	assert_string_equal(r.text, "namespaces 5\npods 1\ndeployments 0\n");
}

static void custom_resource_is_found_by_its_index(void **state)
{
	struct relist_err err = { 0 };
	struct run r;

	(void)state;
	if (fakeapi_apply_path(api, "examples/crontab-crd.yaml", &err) != 0)
		fail_msg("%s", err.msg);
	apply("apiVersion: stable.example.com/v1\nkind: CronTab\n"
	      "metadata: {name: nightly, namespace: default}\nspec: {cronSpec: '@daily'}\n"
	      "---\napiVersion: stable.example.com/v1\nkind: CronTab\n"
	      "metadata: {name: other, namespace: default}\nspec: {cronSpec: '@hourly'}\n");
	start(&r, "custom_resource", "@daily");
	finish(&r);
	assert_string_equal(r.text, "default/nightly\n");
}

static bool server_says(const char *uri, const char *what)
{
	struct fakeapi_reply reply = { 0 };
	bool yes = fakeapi_request(api, "GET", uri, NULL, NULL, &reply, NULL) == 0 &&
		   strstr(reply.body, what);

	fakeapi_reply_fini(&reply);
	return yes;
}

static bool crontab_is_done(void *user)
{
	(void)user;
	return server_says("/api/v1/namespaces/default/configmaps/crontab-nightly",
			   "\"schedule\":\"@daily\"") &&
	       server_says("/apis/stable.example.com/v1/namespaces/default/crontabs/nightly",
			   "\"status\":{\"schedule\":\"@daily\"}") &&
	       server_says("/api/v1/namespaces/default/events", "\"reason\":\"Scheduled\"");
}

static void crontab_controller_writes_the_schedule_to_the_status(void **state)
{
	struct relist_err err = { 0 };
	struct run r;

	(void)state;
	if (fakeapi_apply_path(api, "examples/crontab-crd.yaml", &err) != 0)
		fail_msg("%s", err.msg);
	start(&r, "crontab_controller", NULL);
	read_until(&r, "ready\n");
	/* Meanwhile the server is busy, and another client writes. */
	assert_int_equal(fakeapi_fail_next(api, "update", "crontabs", 1, 409, NULL), 0);
	apply("apiVersion: stable.example.com/v1\nkind: CronTab\n"
	      "metadata: {name: nightly, namespace: default}\nspec: {cronSpec: '@daily'}\n");
	net_wait(crontab_is_done, NULL);
	assert_int_equal(kill(r.pid, SIGTERM), 0);
	finish(&r);
}

static void typed_lister_lists_a_namespace(void **state)
{
	struct run r;

	(void)state;
	apply("apiVersion: apps/v1\nkind: Deployment\n"
	      "metadata: {name: web, namespace: default}\n"
	      "spec:\n  selector: {matchLabels: {a: b}}\n"
	      "  template:\n    metadata: {labels: {a: b}}\n"
	      "    spec: {containers: [{name: c, image: i}]}\n");
	start(&r, "typed_lister", "default");
	finish(&r);
	assert_int_equal(strncmp(r.text, "default/web ", 12), 0);
}

static void controller_test_runs_in_the_simulator(void **state)
{
	struct run r;

	(void)state;
	start(&r, "controller_test", NULL);
	finish(&r);
	assert_non_null(strstr(r.text, "deletion_during_an_outage_reaches_the_handler"));
	start(&r, "crontab_controller_test", NULL);
	finish(&r);
	assert_non_null(strstr(r.text, "every_trouble_is_got_over"));
}

static bool has_symbol(const char *library, const char *symbol)
{
	char command[1200];

	(void)snprintf(command, sizeof(command), "nm '%s/../%s' | grep -qw %s", examples, library,
		       symbol);
	return system(command) == 0;
}

/* informer/fixes.h: what undoes fixes is for the command and the tests. */
static void without_option_works_only_in_the_relist_command(void **state)
{
	static const char *const installed[] = { "libinformer.so.0", "librelistsim.so.0" };

	(void)state;
#ifndef __OPTIMIZE__
	skip(); /* without optimization every inline function leaves its name behind */
#endif
	assert_true(has_symbol("librelist.a", "inf__lacks"));
	for (size_t i = 0; i < ARRAY_LEN(installed); i++) {
		assert_true(has_symbol(installed[i], "inf__reflector_new"));
		assert_false(has_symbol(installed[i], "inf__lacks"));
	}
}

#define WITH_SERVER(test) cmocka_unit_test_setup_teardown(test, setup, teardown)

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		WITH_SERVER(pod_watcher_prints_every_change),
		WITH_SERVER(controller_retries_until_it_succeeds),
		WITH_SERVER(factory_counts_several_kinds),
		WITH_SERVER(custom_resource_is_found_by_its_index),
		WITH_SERVER(typed_lister_lists_a_namespace),
		WITH_SERVER(crontab_controller_writes_the_schedule_to_the_status),
		cmocka_unit_test(controller_test_runs_in_the_simulator),
		cmocka_unit_test(without_option_works_only_in_the_relist_command),
	};
	const char *slash = strrchr(argv[0], '/');

	(void)argc;
	(void)snprintf(examples, sizeof(examples), "%.*s/../../examples",
		       slash ? (int)(slash - argv[0]) : 1, slash ? argv[0] : ".");
	return cmocka_run_group_tests_name("examples", tests, NULL, NULL);
}
