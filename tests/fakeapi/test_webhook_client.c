/* SPDX-License-Identifier: Apache-2.0 */
/* Webhooks over HTTPS: failures on the way, in the words of Go's client, while other requests go
 * on. */
#include <arpa/inet.h>
#include <sys/socket.h>
#include <unistd.h>

#include "tests/kit/testing.h"

#include "base/base64.h"
#include "base/str.h"
#include "relist/fakeapi.h"

#define MAPS	"/api/v1/namespaces/default/configmaps"
#define CONFIGS "/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations"

static int ask(struct fakeapi *api, const char *method, const char *uri, const char *body,
	       struct strbuf *out)
{
	struct fakeapi_reply r;
	struct relist_err err;
	int status;

	(void)fakeapi_request(api, method, uri, body, NULL, &r, &err);
	strbuf_clear(out);
	strbuf_add(out, r.body, r.body_len);
	status = r.status;
	fakeapi_reply_fini(&r);
	return status;
}

static void configure(struct fakeapi *api, const char *url, const char *ca, int seconds)
{
	AUTO_STRBUF body = STRBUF_INIT;
	AUTO_STRBUF out = STRBUF_INIT;

	(void)ask(api, "DELETE", CONFIGS "/c", NULL, &out);
	strbuf_addf(&body,
		    "{\"metadata\":{\"name\":\"c\"},\"webhooks\":[{\"name\":\"h.example.com\","
		    "\"timeoutSeconds\":%d,\"clientConfig\":{\"url\":\"%s\",\"caBundle\":\"",
		    seconds, url);
	base64_encode(&body, str_of(ca), BASE64_STD);
	strbuf_addz(&body, "\"},\"rules\":[{\"apiGroups\":[\"\"],\"apiVersions\":[\"v1\"],"
			   "\"operations\":[\"*\"],\"resources\":[\"configmaps\"]}],"
			   "\"sideEffects\":\"None\",\"admissionReviewVersions\":[\"v1\"]}]}");
	if (ask(api, "POST", CONFIGS, body.ptr, &out) != 201)
		fail_msg("%s", out.ptr);
}

static void webhook_connection_errors_have_the_texts_of_go(void **state)
{
	struct fakeapi_options tls = { .tls = true };
	struct fakeapi *api = fakeapi_start(NULL, NULL);
	struct fakeapi *hook = fakeapi_start(&tls, NULL), *other = fakeapi_start(&tls, NULL);
	AUTO_STRBUF url = STRBUF_INIT;
	AUTO_STRBUF out = STRBUF_INIT;
	struct {
		const char *base, *ca, *says, * or ;
	} cases[] = {
		{ NULL, NULL, "the server could not find the requested resource", NULL },
		{ NULL, NULL,
		  "tls: failed to verify certificate: x509: certificate signed by "
		  "unknown authority",
		  NULL },
		/* A server that cannot make out the random bytes of a hello may just hang up. */
		{ NULL, NULL, "http: server gave HTTP response to HTTPS client", ": EOF" },
		{ NULL, NULL, ": connect: connection refused", NULL },
	};

	(void)state;
	assert_non_null(api);
	assert_non_null(hook);
	assert_non_null(other);
	cases[0].base = cases[1].base = fakeapi_url(hook);
	cases[2].base = fakeapi_url(api);
	cases[3].base = "https://127.0.0.1:1";
	cases[0].ca = cases[2].ca = cases[3].ca = fakeapi_ca_pem(hook);
	cases[1].ca = fakeapi_ca_pem(other);
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		strbuf_clear(&url);
		strbuf_addf(&url, "https%s/nope", strchr(cases[i].base, ':'));
		configure(api, url.ptr, cases[i].ca, 10);
		assert_int_equal(ask(api, "POST", MAPS, "{\"metadata\":{\"name\":\"m\"}}", &out),
				 500);
		if (!strstr(out.ptr, "failed calling webhook \\\"h.example.com\\\": ") ||
		    !(strstr(out.ptr, cases[i].says) ||
		      (cases[i].or &&strstr(out.ptr, cases[i].or))))
			fail_msg("wanted %s\nfound %s", cases[i].says, out.ptr);
	}
	fakeapi_stop(other);
	fakeapi_stop(hook);
	fakeapi_stop(api);
}

/* A server that accepts the connection and sends nothing. */
static void silent_webhook_delays_only_its_own_request(void **state)
{
	struct fakeapi *api = fakeapi_start(NULL, NULL);
	AUTO_STRBUF url = STRBUF_INIT;
	AUTO_STRBUF out = STRBUF_INIT;
	struct sockaddr_in a = { .sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
	socklen_t len = sizeof(a);
	int fd = socket(AF_INET, SOCK_STREAM, 0);

	(void)state;
	assert_non_null(api);
	assert_int_equal(bind(fd, (struct sockaddr *)&a, sizeof(a)), 0);
	assert_int_equal(listen(fd, 8), 0);
	assert_int_equal(getsockname(fd, (struct sockaddr *)&a, &len), 0);
	strbuf_addf(&url, "https://127.0.0.1:%u/x", ntohs(a.sin_port));
	configure(api, url.ptr, "", 1);
	assert_int_equal(ask(api, "POST", MAPS, "{\"metadata\":{\"name\":\"m\"}}", &out), 500);
	assert_non_null(strstr(out.ptr, "context deadline exceeded"));
	assert_int_equal(ask(api, "GET", MAPS, NULL, &out), 200);
	(void)close(fd);
	fakeapi_stop(api);
}

static void configure_service(struct fakeapi *api)
{
	AUTO_STRBUF out = STRBUF_INIT;
	int status =
	    ask(api, "POST", CONFIGS,
		"{\"metadata\":{\"name\":\"c\"},\"webhooks\":[{\"name\":\"h.example.com\","
		"\"clientConfig\":{\"service\":{\"namespace\":\"system\",\"name\":\"hook\","
		"\"path\":\"/nope\"}},\"rules\":[{\"apiGroups\":[\"\"],\"apiVersions\":[\"v1\"],"
		"\"operations\":[\"*\"],\"resources\":[\"configmaps\"]}],"
		"\"sideEffects\":\"None\",\"admissionReviewVersions\":[\"v1\"]}]}",
		&out);

	if (status != 201)
		fail_msg("%s", out.ptr);
}

/* No Service, no caBundle: as `config/webhook/manifests.yaml` of an operator. */
static void webhooks_behind_a_service_are_called_at_the_given_address(void **state)
{
	struct fakeapi_options tls = { .tls = true, .allow_hosts = "*" };
	struct fakeapi *hook = fakeapi_start(&tls, NULL);
	struct {
		const char *address, *says;
	} cases[] = {
		{ NULL, "the server could not find the requested resource" },
		{ "127.0.0.1:1",
		  "Post \\\"https://hook.system.svc:443/nope?timeout=10s\\\": dial tcp "
		  "127.0.0.1:1: connect: connection refused" },
		{ "localhost:1", "dial tcp localhost:1: connect: connection refused" },
	};

	(void)state;
	assert_non_null(hook);
	cases[0].address = strstr(fakeapi_url(hook), "://") + 3;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		struct fakeapi_options opt = { .service_webhooks = cases[i].address };
		struct fakeapi *api = fakeapi_start(&opt, NULL);
		AUTO_STRBUF out = STRBUF_INIT;

		assert_non_null(api);
		configure_service(api);
		assert_int_equal(ask(api, "POST", MAPS, "{\"metadata\":{\"name\":\"m\"}}", &out),
				 500);
		if (!strstr(out.ptr, cases[i].says))
			fail_msg("wanted %s\nfound %s", cases[i].says, out.ptr);
		fakeapi_stop(api);
	}
	fakeapi_stop(hook);
}

static void addresses_of_webhooks_need_a_host_and_a_port(void **state)
{
	static const char *const bad[] = { "",
					   "localhost",
					   ":9443",
					   "localhost:",
					   "localhost:0",
					   "localhost:65536",
					   "localhost:1x",
					   "[::1]",
					   "a/b:1",
					   "http://a:1" };

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(bad); i++) {
		struct fakeapi_options opt = { .service_webhooks = bad[i] };
		struct relist_err err = { 0 };

		assert_null(fakeapi_start(&opt, &err));
		assert_int_equal(err.code, RELIST_EINVAL);
		assert_non_null(strstr(err.msg, "wanted HOST:PORT"));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(webhook_connection_errors_have_the_texts_of_go),
		cmocka_unit_test(silent_webhook_delays_only_its_own_request),
		cmocka_unit_test(webhooks_behind_a_service_are_called_at_the_given_address),
		cmocka_unit_test(addresses_of_webhooks_need_a_host_and_a_port),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
