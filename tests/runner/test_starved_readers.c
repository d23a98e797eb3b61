/* SPDX-License-Identifier: Apache-2.0 */
/* What reads files, and the informer over sockets, with the n-th allocation failing: also those
 * inside libyaml, libcurl and cJSON. Each run ends, with a result or an error that says why. */
#define _GNU_SOURCE
#include <curl/curl.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/str.h"
#include "relist/fakeapi.h"
#include "relist/informer.h"
#include "runner/language/scenario.h"
#include "runner/trace/trace.h"
#include "tests/kit/net.h"
#include "tests/kit/starve.h"
#include "tests/kit/testing.h"

/* --- files --- */

static struct strbuf text;
static char kubeconfig[] = "/tmp/relist-test-starved-XXXXXX";

static void read_text(const char *path)
{
	FILE *f = fopen(path, "re");
	char buf[4096];
	size_t n;

	assert_non_null(f);
	strbuf_clear(&text);
	while ((n = fread(buf, 1, sizeof(buf), f)) > 0)
		strbuf_add(&text, buf, n);
	(void)fclose(f);
	assert_false(text.failed);
}

static bool load_scenario(struct relist_err *err)
{
	struct scn__errors errors = { 0 };
	struct scn__scenario *s = scn__scenario_load(STR("x.yaml"), strbuf_str(&text), &errors);
	bool ok = s != NULL;

	if (!ok && errors.failed)
		relist_err_set(err, RELIST_ENOMEM, "out of memory");
	scn__errors_fini(&errors);
	scn__scenario_free(s);
	return ok;
}

static bool load_trace(struct relist_err *err)
{
	struct runner__trace *t = runner__trace_parse(STR("x.jsonl"), strbuf_str(&text), err);
	bool ok = t != NULL;

	runner__trace_free(t);
	return ok;
}

static bool load_kubeconfig(struct relist_err *err)
{
	struct inf_client *c = inf_client_from_kubeconfig(kubeconfig, NULL, err);
	bool ok = c != NULL;

	inf_client_unref(c);
	return ok;
}

static struct fakeapi *server;

static bool load_manifests(struct relist_err *err)
{
	return fakeapi_apply(server, text.ptr, err) == 0;
}

static bool start_server(struct relist_err *err)
{
	struct fakeapi *api = fakeapi_start(NULL, err);
	bool ok = api != NULL;

	fakeapi_stop(api);
	return ok;
}

static void starve_all(bool (*load)(struct relist_err *err), long stride)
{
	long n = 0;

	for (bool reached = true; reached; n += n < 200 ? 1 : stride) {
		struct relist_err err = { 0 };
		bool ok;

		starve_begin(n);
		ok = load(&err);
		reached = starve_end();
		if (!ok && (!reached || err.code >= 0 || !err.msg[0]))
			fail_msg("allocation %ld: %d %s", n, err.code, err.msg);
	}
	assert_true(n > 3);
}

static void file_readers_survive_every_failing_allocation(void **state)
{
	int fd = mkstemp(kubeconfig);
	struct relist_err err = { 0 };

	(void)state;
	assert_true(fd >= 0);
	assert_true(dprintf(fd, "apiVersion: v1\nkind: Config\ncurrent-context: c\nclusters:\n"
				"- name: k\n  cluster: {server: \"http://127.0.0.1:1\"}\n"
				"contexts:\n- name: c\n  context: {cluster: k, user: u}\n"
				"users:\n- name: u\n  user: {token: t}\n") > 0);
	(void)close(fd);
	starve_all(load_kubeconfig, 1);
	(void)unlink(kubeconfig);
	read_text("scenarios/a-basics/add-update-delete.yaml");
	starve_all(load_scenario, 7);
	read_text("tests/golden/client-go-0.37/index-by-namespace-and-label.jsonl");
	starve_all(load_trace, 1);
	strbuf_clear(&text);
	strbuf_addz(&text, "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: m, namespace: x}\n"
			   "data: {a: \"b\"}\n---\nkind: Secret\napiVersion: v1\nmetadata:\n"
			   "  name: s\n  namespace: x\nstringData: {k: v}\n");
	server = fakeapi_start(NULL, &err);
	assert_non_null(server);
	starve_all(load_manifests, 7);
	fakeapi_stop(server);
	starve_all(start_server, 499);
	strbuf_fini(&text);
}

/* --- the informer --- */

static int nothing(void *user, const struct inf_object *obj, bool initial)
{
	(void)user;
	(void)obj;
	(void)initial;
	return 0;
}

static bool synced_or_starved(void *user)
{
	return inf_informer_synced(user) || atomic_load(&starve_grant) < 0;
}

static bool stopped(void *user)
{
	return inf_informer_stopped(user);
}

/* False when no allocation failed. */
static bool live(const char *url, long n)
{
	const struct inf_handler handler = { .on_add = nothing };
	const struct inf_informer_options options = { .version = "v1", .resource = "pods" };
	struct relist_err err = { 0 };
	struct inf_client *client;
	struct inf_informer *inf = NULL;
	bool reached;

	starve_begin(n);
	client = inf_client_for_url(url, &err);
	if (client)
		inf = inf_informer_new(client, &options, &err);
	if (inf && (inf_informer_add_handler(inf, &handler, 0, NULL, &err) < 0 ||
		    inf_informer_start(inf, &err) < 0)) {
		inf_informer_free(inf);
		inf = NULL;
	}
	if (inf)
		net_wait(synced_or_starved, inf);
	else
		assert_true(err.code < 0 && err.msg[0]);
	reached = starve_end();
	/* The next round comes after a second of real time: not for each of them. */
	if (inf && (n % 40 == 0 || !reached))
		assert_int_equal(inf_informer_wait_synced(inf, NET_PATIENCE_MS, &err), 0);
	if (inf) {
		inf_informer_stop(inf);
		net_wait(stopped, inf);
		inf_informer_free(inf);
	}
	inf_client_unref(client);
	return reached;
}

static void informer_survives_every_failing_allocation_over_tcp(void **state)
{
	int pipes[2];
	char url[128] = "";
	pid_t child;
	long n = 0;

	(void)state;
	assert_int_equal(curl_global_init(CURL_GLOBAL_ALL), CURLE_OK);
	assert_int_equal(pipe(pipes), 0);
	child = fork(); /* its allocations are granted */
	assert_true(child >= 0);
	if (child == 0) {
		struct fakeapi *api = fakeapi_start(NULL, NULL);

		if (!api || write(pipes[1], fakeapi_url(api), strlen(fakeapi_url(api)) + 1) < 0)
			_exit(1);
		(void)close(pipes[1]);
		(void)prctl(PR_SET_PDEATHSIG, SIGKILL);
		for (;;)
			(void)pause();
	}
	(void)close(pipes[1]);
	assert_true(read(pipes[0], url, sizeof(url) - 1) > 0);
	(void)close(pipes[0]);
	while (live(url, n))
		n++;
	assert_true(n > 100);
	(void)kill(child, SIGKILL);
	(void)waitpid(child, NULL, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(informer_survives_every_failing_allocation_over_tcp),
		cmocka_unit_test(file_readers_survive_every_failing_allocation),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
