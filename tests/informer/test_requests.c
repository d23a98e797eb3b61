/* SPDX-License-Identifier: Apache-2.0 */
/* What an informer's requests look like on the wire, and answers whose size has no bound. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/str.h"
#include "relist/client.h"
#include "tests/kit/script_server.h"
#include "tests/kit/testing.h"

#define HEAD "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
#define LIST "{\"kind\":\"PodList\",\"apiVersion\":\"v1\",\"metadata\":{\"resourceVersion\":\"1\"}}"

static struct inf_informer *start(struct inf_client *client, int64_t min_watch_timeout_ns)
{
	struct inf_informer_options options = { .version = "v1",
						.resource = "pods",
						.profile = INF_PROFILE_CLIENT_GO_1_32,
						.min_watch_timeout_ns = min_watch_timeout_ns };
	struct relist_err err = { 0 };
	struct inf_informer *inf = inf_informer_new(client, &options, &err);

	if (!inf || inf_informer_start(inf, &err))
		fail_msg("%s", err.msg);
	return inf;
}

static long timeout_of(const char *request)
{
	const char *at = strstr(request, "timeoutSeconds=");

	assert_non_null(at);
	return strtol(at + strlen("timeoutSeconds="), NULL, 10);
}

static void watch_timeout_is_at_least_the_minimum(void **state)
{
	static const struct {
		int64_t min_ns;
		long from, to;
	} cases[] = { { 0, 300, 600 },
		      { NS_PER_S, 300, 600 },
		      { 300 * NS_PER_S, 300, 600 },
		      { 3600 * NS_PER_S, 3600, 7200 } };
	static const struct script_step steps[] = {
		{ HEAD "Content-Length: 71\r\n\r\n" LIST, 0, SCRIPT_KEEP },
		{ HEAD "Transfer-Encoding: chunked\r\n\r\n", 0, SCRIPT_HANG },
	};

	(void)state;
	assert_int_equal(strlen(LIST), 71);
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		struct script_server *server = script_server_new(steps, ARRAY_LEN(steps));
		struct inf_client *client = inf_client_for_url(script_server_url(server), NULL);
		struct inf_informer *inf = start(client, cases[i].min_ns);
		char *list = script_server_request(server, 0);
		char *watch = script_server_request(server, 1);

		assert_non_null(strstr(list, "\r\nAccept-Encoding: gzip\r\n"));
		assert_null(strstr(list, "timeoutSeconds"));
		assert_non_null(strstr(watch, "\r\nAccept-Encoding: gzip\r\n"));
		assert_in_range(timeout_of(watch), cases[i].from, cases[i].to);
		free(list);
		free(watch);
		inf_informer_stop(inf);
		assert_int_equal(inf_informer_wait_stopped(inf, -1, NULL), 0);
		inf_informer_free(inf);
		inf_client_unref(client);
		script_server_free(server);
	}
}

/* rest.Config.DisableCompression; of a kubeconfig file: disable-compression of the cluster. */
static void gzip_is_not_requested_if_compression_is_disabled(void **state)
{
	static const struct script_step step = { HEAD "Content-Length: 71\r\n\r\n" LIST, 0,
						 SCRIPT_KEEP };
	static const struct inf_resource maps = { "", "v1", "configmaps", "default" };
	const struct inf_dynamic_options dynamic = { .qps = -1 };

	(void)state;
	for (int how = 0; how < 3; how++) {
		struct script_server *server = script_server_new(&step, 1);
		struct inf_client_options options = { .server = script_server_url(server),
						      .disable_compression = how == 1 };
		char path[] = "/tmp/relist-requests-XXXXXX", text[256];
		struct inf_object *obj = NULL;
		struct inf_client *client;
		struct inf_dynamic *d;
		char *request;

		if (how == 2) {
			int fd = mkstemp(path);

			assert_true(fd >= 0);
			(void)snprintf(text, sizeof(text),
				       "apiVersion: v1\nkind: Config\ncurrent-context: a\n"
				       "contexts:\n- {name: a, context: {cluster: c}}\n"
				       "clusters:\n- {name: c, cluster: {server: '%s', "
				       "disable-compression: true}}\n",
				       script_server_url(server));
			assert_int_equal(write(fd, text, strlen(text)), strlen(text));
			assert_int_equal(close(fd), 0);
			client = inf_client_from_kubeconfig(path, NULL, NULL);
			assert_int_equal(unlink(path), 0);
		} else {
			client = inf_client_new(&options, NULL);
		}
		assert_non_null(client);
		d = inf_dynamic_new(client, &dynamic, NULL);
		assert_int_equal(inf_dynamic_get(d, &maps, "a", NULL, NULL, &obj, NULL), 0);
		request = script_server_request(server, 0);
		assert_int_equal(strstr(request, "Accept-Encoding") != NULL, how == 0);
		free(request);
		inf_object_unref(obj);
		inf_dynamic_free(d);
		inf_client_unref(client);
		script_server_free(server);
	}
}

static void negative_options_are_refused(void **state)
{
	struct inf_informer_options options = { .version = "v1",
						.resource = "pods",
						.min_watch_timeout_ns = -1 };
	struct inf_client *client = inf_client_for_url("http://127.0.0.1:1", NULL);
	struct relist_err err = { 0 };

	(void)state;
	assert_null(inf_informer_new(client, &options, &err));
	assert_int_equal(err.code, RELIST_EINVAL);
	inf_client_unref(client);
}

/* The response's header has ten times the limit; an endless one ends the same way. */
static void response_with_an_oversized_header_fails(void **state)
{
	static const struct inf_resource maps = { "", "v1", "configmaps", "default" };
	struct script_step step = { .end = SCRIPT_KEEP };
	const struct inf_dynamic_options options = { .qps = -1 };
	AUTO_STRBUF answer = STRBUF_INIT;
	struct inf_object *obj = NULL;
	struct script_server *server;
	struct inf_client *client;
	struct inf_dynamic *d;

	(void)state;
	strbuf_addz(&answer, HEAD);
	for (int i = 0; i < 11000; i++) {
		strbuf_addf(&answer, "X-A: %01000d\r\n", 0);
	}
	strbuf_addz(&answer, "Content-Length: 71\r\n\r\n" LIST);
	assert_false(answer.failed);
	step.answer = answer.ptr;
	step.len = answer.len;
	server = script_server_new(&step, 1);
	client = inf_client_for_url(script_server_url(server), NULL);
	d = inf_dynamic_new(client, &options, NULL);
	assert_int_not_equal(inf_dynamic_get(d, &maps, "a", NULL, NULL, &obj, NULL), 0);
	assert_null(obj);
	inf_dynamic_free(d);
	inf_client_unref(client);
	script_server_free(server);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(watch_timeout_is_at_least_the_minimum),
		cmocka_unit_test(gzip_is_not_requested_if_compression_is_disabled),
		cmocka_unit_test(negative_options_are_refused),
		cmocka_unit_test(response_with_an_oversized_header_fails),
	};

	return cmocka_run_group_tests_name("informer/requests", tests, NULL, NULL);
}
