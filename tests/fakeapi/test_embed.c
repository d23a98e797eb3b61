/* SPDX-License-Identifier: Apache-2.0 */
/* The public API, as a user's test would use it. */
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/resource.h>
#include <unistd.h>
#include <zlib.h>

#include "base/map.h"
#include "base/str.h"
#include "fakeapi/posix/fakeapi_impl.h"
#include "relist/fakeapi.h"
#include "tests/kit/net.h"
#include "tests/kit/testing.h"

#define POD                                                                                        \
	"{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"metadata\":{\"name\":\"p1\",\"namespace\":"     \
	"\"default\"},"                                                                            \
	"\"spec\":{\"containers\":[{\"name\":\"c\",\"image\":\"i\"}]}}"

static void embedded_server_applies_and_returns_an_object(void **state)
{
	struct fakeapi *api = fakeapi_start(NULL, NULL);
	struct fakeapi_reply reply;

	(void)state;
	assert_int_equal(fakeapi_apply(api, POD, NULL), 0);
	assert_int_equal(fakeapi_request(api, "GET", "/api/v1/namespaces/default/pods/p1", NULL,
					 NULL, &reply, NULL),
			 0);
	assert_int_equal(reply.status, 200);
	assert_non_null(strstr(reply.body, "\"name\":\"p1\""));
	fakeapi_reply_fini(&reply);
	fakeapi_stop(api);
}

static struct fakeapi *started(const struct fakeapi_options *opt)
{
	struct relist_err err = { 0 };
	struct fakeapi *api = fakeapi_start(opt, &err);

	if (!api)
		fail_msg("%s", err.msg);
	return api;
}

static struct net_in ask(struct fakeapi *api, const char *uri)
{
	struct net_in c =
	    net_in(net_connect((uint16_t)strtoul(strrchr(fakeapi_url(api), ':') + 1, NULL, 10)));

	net_send(c.fd, "GET ");
	net_send(c.fd, uri);
	net_send(c.fd, " HTTP/1.1\r\nHost: localhost\r\n\r\n");
	return c;
}

static void http_watch_receives_objects_applied_in_process(void **state)
{
	struct fakeapi *api = started(NULL);
	struct net_in c = ask(api, "/api/v1/pods?watch=true");
	uint64_t rv = fakeapi_resource_version(api);

	(void)state;
	net_read_until(&c, "\r\n\r\n");
	assert_int_equal(fakeapi_apply(api, POD, NULL), 0);
	net_read_until(&c, "\"type\":\"ADDED\"");
	assert_int_equal(fakeapi_resource_version(api), rv + 1);
	assert_int_equal(fakeapi_apply(api,
				       "kind: Pod\napiVersion: v1\nmetadata:\n  name: p1\n"
				       "  namespace: default\n  labels: {new: 'yes'}\n"
				       "spec: {containers: [{name: c, image: i}]}\n",
				       NULL),
			 0);
	net_read_until(&c, "\"type\":\"MODIFIED\"");
	assert_int_equal(fakeapi_request(api, "DELETE",
					 "/api/v1/namespaces/default/pods/p1?gracePeriodSeconds=0",
					 NULL, NULL, NULL, NULL),
			 0);
	net_read_until(&c, "\"type\":\"DELETED\"");
	net_close(&c);
	fakeapi_stop(api);
}

static void embedded_watches_end_at_the_configured_timeout(void **state)
{
	static const struct {
		enum fakeapi_watch_end how;
		enum net_end end;
	} cases[] = {
		{ FAKEAPI_WATCHES_CUT, NET_FIN },
		{ FAKEAPI_WATCHES_RESET, NET_RST },
	};
	struct fakeapi *api = started(NULL);

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		struct net_in c = ask(api, "/api/v1/pods?watch=true");

		net_read_until(&c, "\r\n\r\n");
		assert_int_equal(fakeapi_end_watches(api, "nodes", cases[i].how), 0);
		assert_int_equal(fakeapi_end_watches(api, "pods", cases[i].how), 1);
		assert_int_equal(net_read_end(&c), cases[i].end);
		assert_null(strstr(c.buf, "0\r\n\r\n"));
		net_close(&c);
	}
	assert_int_equal(fakeapi_cut_watches(api), 0);
	fakeapi_stop(api);
}

static void fail_next_fails_as_many_requests_as_set(void **state)
{
	struct fakeapi *api = started(NULL);
	struct relist_err err = { 0 };
	uint32_t id = 0;

	(void)state;
	assert_int_equal(fakeapi_fail_next(api, "list", "pods", 2, 503, NULL), 0);
	for (int i = 0; i < 3; i++)
		assert_int_equal(fakeapi_request(api, "GET", "/api/v1/pods", NULL, NULL, NULL,
						 &err),
				 i < 2 ? RELIST_ESTATUS : 0);
	assert_int_equal(err.http_status, 503);
	assert_int_equal(fakeapi_fail_next(api, NULL, NULL, 1, 200, &err), RELIST_EINVAL);
	assert_int_equal(fakeapi_add_fault(api, "{\"kind\":\"fail\",\"status\":500,\"times\":-1}",
					   &id, NULL),
			 0);
	assert_true(id > 0);
	assert_int_equal(fakeapi_request(api, "GET", "/api/v1/nodes", NULL, NULL, NULL, &err),
			 RELIST_ESTATUS);
	fakeapi_remove_fault(api, id);
	assert_int_equal(fakeapi_request(api, "GET", "/api/v1/nodes", NULL, NULL, NULL, NULL), 0);
	assert_int_equal(fakeapi_add_fault(api, "{\"kind\":\"nonsense\"}", &id, &err),
			 RELIST_ESTATUS);
	assert_int_equal(err.http_status, 400);
	fakeapi_stop(api);
	api = started(&(struct fakeapi_options) { .no_control = true });
	assert_int_equal(fakeapi_add_fault(api, "{\"kind\":\"fail\"}", &id, &err),
			 RELIST_ENOTFOUND);
	fakeapi_stop(api);
}

static void watch_below_a_compaction_gets_410(void **state)
{
	struct fakeapi *api = started(NULL);
	char uri[96];
	struct net_in c;

	(void)state;
	(void)snprintf(uri, sizeof(uri), "/api/v1/pods?watch=true&resourceVersion=%llu",
		       (unsigned long long)fakeapi_resource_version(api));
	assert_int_equal(fakeapi_apply(api, POD, NULL), 0);
	fakeapi_compact(api);
	c = ask(api, uri);
	net_read_until(&c, "\"code\":410");
	net_close(&c);
	fakeapi_stop(api);
}

static void wait_requests_returns_after_the_counted_request(void **state)
{
	struct fakeapi *api = started(NULL);
	struct net_in c = ask(api, "/api/v1/pods?limit=1");
	struct relist_err err = { 0 };

	(void)state;
	assert_int_equal(fakeapi_wait_requests(api, "list", "pods", 1, NET_PATIENCE_MS, NULL), 0);
	net_read_response(&c);
	assert_int_equal(fakeapi_request_count(api, "list", "pods"), 1);
	assert_int_equal(fakeapi_request_count(api, NULL, "pods"), 1);
	assert_int_equal(fakeapi_request_count(api, NULL, NULL), 1);
	assert_int_equal(fakeapi_request_count(api, "watch", "pods"), 0);
	assert_int_equal(fakeapi_wait_requests(api, "watch", "pods", 1, 10, &err),
			 RELIST_ETIMEDOUT);
	assert_string_equal(err.msg, "0 of 1 requests (watch pods) came in 10 ms");
	net_close(&c);
	fakeapi_stop(api);
}

static void embedded_server_refuses_and_accepts_connections(void **state)
{
	struct fakeapi *api = started(NULL);
	uint16_t port = (uint16_t)strtoul(strrchr(fakeapi_url(api), ':') + 1, NULL, 10);
	struct net_in c;

	(void)state;
	assert_int_equal(fakeapi_refuse(api, true, NULL), 0);
	assert_int_equal(net_try_connect(port), -1);
	assert_int_equal(fakeapi_refuse(api, false, NULL), 0);
	c = ask(api, "/readyz");
	net_read_response(&c);
	net_close(&c);
	fakeapi_stop(api);
}

static void apply_of_an_invalid_manifest_is_an_error(void **state)
{
	static const struct {
		const char *manifests;
		int code;
	} cases[] = {
		{ "{\"apiVersion\":\"v1\",\"kind\":\"Nonsense\",\"metadata\":{\"name\":\"x\"}}",
		  RELIST_ESTATUS },
		{ "{\"apiVersion\":\"v1\",", RELIST_EPARSE },
		{ "a: [1, 2", RELIST_EPARSE },
		{ "{a: [1, 2", RELIST_EPARSE },
		{ "{\"a\": [1, 2", RELIST_EPARSE },
		{ "{\"apiVersion\":\"v1\",\"kind\":\"List\",\"items\":[1]}", RELIST_EPARSE },
		{ "{\"apiVersion\":\"v1\",\"kind\":\"List\",\"items\":[]}\nx", RELIST_EPARSE },
		{ "{\"apiVersion\":\"v1\",\"kind\":\"List\",\"items\":[]}\n---\n[", RELIST_EPARSE },
	};
	struct fakeapi *api = started(NULL);

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		struct relist_err err = { 0 };

		assert_int_equal(fakeapi_apply(api, cases[i].manifests, &err), cases[i].code);
		assert_true(err.msg[0] != '\0');
	}
	assert_int_equal(fakeapi_apply(api, "", NULL), 0);
	assert_int_equal(fakeapi_apply(api, "# nothing\n---\n", NULL), 0);
	fakeapi_stop(api);
}

/* A mapping may begin with a brace in YAML, too; "n" would be false there. */
static void embedded_apply_accepts_flow_style_yaml(void **state)
{
	static const char *const texts[] = {
		"{apiVersion: v1, kind: ConfigMap, metadata: {name: a}, data: {k: \"1\"}}",
		"  {\"apiVersion\": v1, 'kind': ConfigMap, metadata: {name: b}}\n",
		("{apiVersion: v1, kind: ConfigMap, metadata: {name: c}}\n---\n"
		 "{apiVersion: v1, kind: ConfigMap, metadata: {name: d}}\n---\n"
		 "kind: ConfigMap\napiVersion: v1\nmetadata: {name: e}\n"),
		("{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"f\"}}"
		 "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"g\"}}"),
		("{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"h\"}}\n---"
		 "\n"
		 "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"i\"}}\n---"
		 " # then\n"
		 "kind: ConfigMap\napiVersion: v1\nmetadata: {name: j}\n---\n"),
	};
	struct fakeapi *api = started(NULL);

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(texts); i++) {
		struct relist_err err = { 0 };

		if (fakeapi_apply(api, texts[i], &err) != 0)
			fail_msg("%s: %s", texts[i], err.msg);
	}
	for (const char *name = "abcdefghij"; *name; name++) {
		char uri[64];

		(void)snprintf(uri, sizeof(uri), "/api/v1/namespaces/default/configmaps/%c", *name);
		assert_int_equal(fakeapi_request(api, "GET", uri, NULL, NULL, NULL, NULL), 0);
	}
	fakeapi_stop(api);
}

static void apply_creates_definitions_and_namespaces_first(void **state)
{
	static const char manifests[] =
	    "apiVersion: example.com/v1\nkind: Widget\nmetadata: {name: w, namespace: new}\n---\n"
	    "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\n"
	    "metadata: {name: widgets.example.com}\nspec:\n  group: example.com\n  scope: "
	    "Namespaced\n"
	    "  names: {plural: widgets, singular: widget, kind: Widget, listKind: WidgetList}\n"
	    "  versions:\n  - name: v1\n    served: true\n    storage: true\n    schema:\n"
	    "      openAPIV3Schema: {type: object, x-kubernetes-preserve-unknown-fields: true}\n";
	struct fakeapi *api = started(NULL);
	struct relist_err err = { 0 };

	(void)state;
	if (fakeapi_apply(api, manifests, &err) != 0)
		fail_msg("%s", err.msg);
	assert_int_equal(fakeapi_request(api, "GET",
					 "/apis/example.com/v1/namespaces/new/widgets/w", NULL,
					 NULL, NULL, NULL),
			 0);
	fakeapi_stop(api);
}

static void kubeconfig_names_every_backend(void **state)
{
	struct fakeapi *api =
	    started(&(struct fakeapi_options) { .backend_count = 2, .tls = true });

	(void)state;
	for (unsigned i = 0; i < 2; i++)
		assert_non_null(strstr(fakeapi_kubeconfig(api), fakeapi_backend_url(api, i)));
	assert_non_null(strstr(fakeapi_kubeconfig(api), "certificate-authority-data: "));
	assert_memory_equal(fakeapi_ca_pem(api), "-----BEGIN CERTIFICATE-----", 27);
	assert_null(fakeapi_backend_url(api, 2));
	fakeapi_stop(api);
}

static void embedded_start_refuses_contradictory_options(void **state)
{
	struct relist_err err = { 0 };

	(void)state;
	assert_null(fakeapi_start(&(struct fakeapi_options) { .backend_count = 99 }, &err));
	assert_string_equal(err.msg, "99 backends, at most 16");
	assert_null(
	    fakeapi_start(&(struct fakeapi_options) { .bind_host = "nowhere.invalid" }, &err));
	assert_non_null(strstr(err.msg, "cannot listen on nowhere.invalid"));
}

/* --- many clients at once --- */

enum { CLIENTS = 8, ROUNDS = 40 };

static void *talk(void *user)
{
	struct fakeapi *api = user;
	static atomic_uint next_id;
	unsigned id = atomic_fetch_add(&next_id, 1);
	void *failed = NULL;

	for (int i = 0; i < ROUNDS && !failed; i++) {
		char doc[160], uri[96];

		(void)
		    snprintf(doc, sizeof(doc),
			     "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":"
			     "\"c%u-%d\",\"namespace\":\"default\"}}",
			     id, i % 5);
		(void)snprintf(uri, sizeof(uri), "/api/v1/namespaces/default/configmaps/c%u-%d", id,
			       i % 5);
		if (fakeapi_apply(api, doc, NULL) != 0 ||
		    fakeapi_request(api, "GET", uri, NULL, NULL, NULL, NULL) != 0 ||
		    (i % 2 && fakeapi_request(api, "DELETE", uri, NULL, NULL, NULL, NULL) != 0))
			failed = api;
	}
	return failed;
}

static void embedded_server_serves_several_threads(void **state)
{
	struct fakeapi *api = started(NULL);
	struct net_in c = ask(api, "/api/v1/configmaps?watch=true");
	pthread_t threads[CLIENTS];
	void *failed;

	(void)state;
	net_read_until(&c, "\r\n\r\n");
	for (int i = 0; i < CLIENTS; i++)
		assert_int_equal(pthread_create(&threads[i], NULL, talk, api), 0);
	for (int i = 0; i < CLIENTS; i++) {
		assert_int_equal(pthread_join(threads[i], &failed), 0);
		assert_null(failed);
	}
	assert_int_equal(fakeapi_apply(api, POD, NULL), 0);
	assert_int_equal(fakeapi_end_watches(api, NULL, FAKEAPI_WATCHES_END), 1);
	net_read_until(&c, "0\r\n\r\n");
	net_close(&c);
	fakeapi_stop(api);
}

static uint64_t flushes(const struct fakeapi *api)
{
	struct fakeapi__state_stats stats;

	fakeapi__state_stats(api->state, &stats);
	return stats.syncs;
}

static void apply_returns_after_its_state_is_on_disk(void **state)
{
	char path[] = "/tmp/relist-embed-XXXXXX";
	struct fakeapi_options opt = { .state_file = path };
	struct rlimit was, small;
	struct relist_err err = { 0 };
	struct fakeapi *api;
	int fd = mkstemp(path);
	off_t size;

	(void)state;
	assert_true(fd >= 0);
	(void)unlink(path);
	api = started(&opt);
	for (int i = 0; i < 3; i++) {
		uint64_t before = flushes(api);

		assert_int_equal(fakeapi_apply(api, POD, NULL), 0);
		assert_true(flushes(api) > before);
		(void)fakeapi_request(api, "DELETE",
				      "/api/v1/namespaces/default/pods/p1?gracePeriodSeconds=0",
				      NULL, NULL, NULL, NULL);
	}
	(void)close(fd);
	fd = open(path, O_RDONLY);
	size = lseek(fd, 0, SEEK_END);
	(void)signal(SIGXFSZ, SIG_IGN);
	assert_int_equal(getrlimit(RLIMIT_FSIZE, &was), 0);
	small = (struct rlimit) { (rlim_t)size + 10, was.rlim_max };
	assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
	assert_int_equal(fakeapi_apply(api, POD, &err), RELIST_EIO);
	assert_int_equal(setrlimit(RLIMIT_FSIZE, &was), 0);
	assert_string_equal(err.msg, "the state file could not be written");
	assert_int_equal(fakeapi_apply(api, POD, NULL), 0);
	(void)close(fd);
	fakeapi_stop(api);
	(void)unlink(path);
}

/* Clients choose the keys of the server's maps, so that the hash needs a secret seed. */
static void server_with_sockets_seeds_its_hash_maps(void **state)
{
	struct fakeapi *api = fakeapi_start(NULL, NULL);

	(void)state;
	assert_non_null(api);
	fakeapi_stop(api);
	assert_true(map_seed() != 0);
}

static void write_file(const char *path, const char *mode, const void *bytes, size_t n)
{
	gzFile f = gzopen(path, mode);

	assert_non_null(f);
	assert_int_equal(gzwrite(f, bytes, (unsigned)n), (int)n);
	assert_int_equal(gzclose(f), Z_OK);
}

/* "mode" is zlib's: T writes the bytes as they are. */
static void openapi_includes_descriptions_from_a_prose_file(void **state)
{
	static const char words[] = "{\"io.k8s.api.core.v1.Pod\":{\"\":\"what a pod is\"}}";
	static const struct {
		const char *mode;
		bool cut, found;
	} cases[] = { { "wb9", false, true }, { "wbT", false, true }, { "wb9", true, false } };
	char path[] = "/tmp/relist-prose-XXXXXX";
	int fd = mkstemp(path);

	(void)state;
	assert_true(fd >= 0);
	(void)close(fd);
	for (size_t i = 0; i <= ARRAY_LEN(cases); i++) {
		struct fakeapi_options opt = { .openapi_prose_file = path };
		struct fakeapi_reply reply;
		struct fakeapi *api;

		if (i == ARRAY_LEN(cases))
			(void)unlink(path);
		else
			write_file(path, cases[i].mode, words, sizeof(words) - 1);
		if (i < ARRAY_LEN(cases) && cases[i].cut)
			assert_int_equal(truncate(path, 30), 0);
		api = started(&opt);
		assert_int_equal(fakeapi_request(api, "GET", "/openapi/v3/api/v1", NULL, NULL,
						 &reply, NULL),
				 0);
		assert_int_equal(strstr(reply.body, "\"what a pod is\"") != NULL,
				 i < ARRAY_LEN(cases) && cases[i].found);
		fakeapi_reply_fini(&reply);
		fakeapi_stop(api);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(server_with_sockets_seeds_its_hash_maps),
		cmocka_unit_test(embedded_server_applies_and_returns_an_object),
		cmocka_unit_test(http_watch_receives_objects_applied_in_process),
		cmocka_unit_test(embedded_watches_end_at_the_configured_timeout),
		cmocka_unit_test(fail_next_fails_as_many_requests_as_set),
		cmocka_unit_test(watch_below_a_compaction_gets_410),
		cmocka_unit_test(wait_requests_returns_after_the_counted_request),
		cmocka_unit_test(embedded_server_refuses_and_accepts_connections),
		cmocka_unit_test(apply_of_an_invalid_manifest_is_an_error),
		cmocka_unit_test(embedded_apply_accepts_flow_style_yaml),
		cmocka_unit_test(apply_creates_definitions_and_namespaces_first),
		cmocka_unit_test(kubeconfig_names_every_backend),
		cmocka_unit_test(embedded_start_refuses_contradictory_options),
		cmocka_unit_test(embedded_server_serves_several_threads),
		cmocka_unit_test(apply_returns_after_its_state_is_on_disk),
		cmocka_unit_test(openapi_includes_descriptions_from_a_prose_file),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
