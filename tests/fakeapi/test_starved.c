/* SPDX-License-Identifier: Apache-2.0 */
/* The whole server, with the n-th allocation of its threads failing: ours and those inside
 * cJSON, libyaml, zlib. Every request ends with a whole answer or a closed
 * connection; what was refused is not there, what was answered is; and the server goes on.
 */
#define _GNU_SOURCE
#include <poll.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/json_scan.h"
#include "base/str.h"
#include "relist/fakeapi.h"
#include "tests/kit/net.h"
#include "tests/kit/starve.h"
#include "tests/kit/testing.h"

#define MAPS "/api/v1/namespaces/default/configmaps"
#define JSON "Content-Type: application/json\r\n"

/* --- requests --- */

static struct fakeapi *api;
static uint16_t port;

/* The first event of a watch, or its end. */
static void read_event(struct net_in *c)
{
	c->buf = realloc(c->buf, 1 << 16);
	assert_non_null(c->buf);
	while (c->len < (1 << 16) - 1) {
		struct pollfd p = { .fd = c->fd, .events = POLLIN };
		ssize_t n;

		assert_int_equal(poll(&p, 1, NET_PATIENCE_MS), 1);
		n = recv(c->fd, c->buf + c->len, (1 << 16) - 1 - c->len, 0);
		if (n <= 0)
			break;
		c->len += (size_t)n;
		c->buf[c->len] = '\0';
		if (strstr(c->buf, "\"ADDED\"") && strstr(c->buf, "}\n"))
			break;
	}
}

/* One request on a connection of its own. The status; 0: closed without an answer. Fails when an
 * answer is not whole. `out` gets the body. */
static int ask(const char *method, const char *uri, const char *headers, const char *body,
	       struct strbuf *out)
{
	struct net_in c = net_in(net_connect(port));
	struct strbuf req = STRBUF_INIT;
	const char *end, *length;
	int status;

	strbuf_addf(&req, "%s %s HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n%s", method,
		    uri, headers);
	if (*body)
		strbuf_addf(&req, "Content-Length: %zu\r\n", strlen(body));
	strbuf_addf(&req, "\r\n%s", body);
	net_send_bytes(c.fd, req.ptr, req.len);
	if (strstr(uri, "watch=true"))
		read_event(&c);
	else
		assert_int_not_equal(net_read_end(&c), NET_OPEN);
	end = c.len ? strstr(c.buf, "\r\n\r\n") : NULL;
	status = end ? atoi(c.buf + 9) : 0;
	strbuf_clear(out);
	if (end)
		strbuf_add(out, end + 4, c.len - (size_t)(end + 4 - c.buf));
	length = end ? strstr(c.buf, "Content-Length: ") : NULL;
	if (length && length < end && strcmp(method, "HEAD") != 0 &&
	    out->len != strtoul(length + 16, NULL, 10))
		status = 0; /* cut short, which a client can see */
	strbuf_fini(&req);
	net_close(&c);
	return status;
}

static const char crd[] =
    "{\"apiVersion\":\"apiextensions.k8s.io/v1\",\"kind\":\"CustomResourceDefinition\","
    "\"metadata\":{\"name\":\"foos.ex.io\"},\"spec\":{\"group\":\"ex.io\",\"scope\":"
    "\"Namespaced\",\"names\":{\"plural\":\"foos\",\"singular\":\"foo\",\"kind\":\"Foo\","
    "\"listKind\":\"FooList\"},\"versions\":[{\"name\":\"v1\",\"served\":true,\"storage\":true,"
    "\"schema\":{\"openAPIV3Schema\":{\"type\":\"object\",\"properties\":{\"spec\":{\"type\":"
    "\"object\",\"properties\":{\"a\":{\"type\":\"string\",\"pattern\":\"^a+$\",\"default\":"
    "\"a\"}}}}}}}]}}";
static const char pod[] =
    "{\"kind\":\"Pod\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"p\",\"labels\":{\"a\":"
    "\"b\"}},\"spec\":{\"containers\":[{\"name\":\"c\",\"image\":\"i\",\"resources\":{\"limits\":"
    "{\"cpu\":\"0.5\"}}}]}}";

/* `undo`: what takes a success back, as METHOD URI. `there`: what exists after success alone. */
static const struct request {
	const char *method, *uri, *headers, *body;
	const char *there, *undo;
	long stride; /* between the allocations that fail, after the first 150 */
} requests[] = {
	{ "GET", MAPS "/kept", "", "", NULL, NULL, 1 },
	{ "HEAD", MAPS "/kept", "", "", NULL, NULL, 1 },
	{ "GET", MAPS "?limit=1&labelSelector=a%3Db", "", "", NULL, NULL, 1 },
	{ "GET", MAPS, "Accept: application/yaml\r\n", "", NULL, NULL, 1 },
	{ "GET", MAPS, "Accept: application/vnd.kubernetes.protobuf\r\n", "", NULL, NULL, 1 },
	{ "GET", MAPS, "Accept-Encoding: gzip\r\n", "", NULL, NULL, 1 },
	{ "GET", "/api/v1/pods", "Accept: application/json;as=Table;v=v1;g=meta.k8s.io\r\n", "",
	  NULL, NULL, 1 },
	{ "GET", MAPS "?watch=true&resourceVersion=0", "", "", NULL, NULL, 1 },
	{ "POST", MAPS, JSON, "{\"metadata\":{\"name\":\"m\"},\"data\":{\"k\":\"v\"}}", MAPS "/m",
	  "DELETE", 1 },
	{ "POST", MAPS, "Content-Type: application/yaml\r\n",
	  "metadata:\n  name: m\ndata: {k: v}\n", MAPS "/m", "DELETE", 1 },
	{ "POST", "/api/v1/namespaces/default/pods", JSON, pod, "/api/v1/namespaces/default/pods/p",
	  "DELETE", 3 },
	{ "POST", "/apis/apiextensions.k8s.io/v1/customresourcedefinitions", JSON, crd,
	  "/apis/apiextensions.k8s.io/v1/customresourcedefinitions/foos.ex.io", "DELETE", 7 },
	{ "PUT", MAPS "/kept", JSON, "{\"metadata\":{\"name\":\"kept\"},\"data\":{\"k\":\"w\"}}",
	  NULL, NULL, 1 },
	{ "PATCH", MAPS "/kept", "Content-Type: application/merge-patch+json\r\n",
	  "{\"data\":{\"x\":\"y\"}}", NULL, NULL, 1 },
	{ "PATCH", MAPS "/kept", "Content-Type: application/strategic-merge-patch+json\r\n",
	  "{\"metadata\":{\"labels\":{\"l\":\"m\"}}}", NULL, NULL, 1 },
	{ "PATCH", MAPS "/kept", "Content-Type: application/json-patch+json\r\n",
	  "[{\"op\":\"add\",\"path\":\"/data/z\",\"value\":\"1\"}]", NULL, NULL, 1 },
	{ "PATCH", MAPS "/m?fieldManager=f&force=true",
	  "Content-Type: application/apply-patch+yaml\r\n",
	  "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: m}\ndata: {k: v}\n", MAPS "/m",
	  "DELETE", 1 },
	{ "POST", "/api/v1/namespaces/default/pods/kept/eviction?dryRun=All", JSON,
	  "{\"kind\":\"Eviction\",\"apiVersion\":\"policy/v1\",\"metadata\":{\"name\":\"kept\"}}",
	  NULL, NULL, 1 },
	{ "PATCH", "/api/v1/namespaces/default/pods/kept/status",
	  "Content-Type: application/merge-patch+json\r\n", "{\"status\":{\"phase\":\"Running\"}}",
	  NULL, NULL, 3 },
	{ "POST", "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews", JSON,
	  "{\"spec\":{\"resourceAttributes\":{\"verb\":\"get\"}}}", NULL, NULL, 1 },
	{ "POST", "/api/v1/namespaces", JSON, "{\"metadata\":{\"name\":\"n\"}}",
	  "/api/v1/namespaces/n", "DELETE", 1 },
	{ "PUT", "/relist/v1/objects", JSON,
	  "{\"kind\":\"ConfigMap\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"m\","
	  "\"namespace\":"
	  "\"default\"}}",
	  MAPS "/m", "DELETE", 1 },
	{ "DELETE", MAPS "/absent", "", "", NULL, NULL, 1 },
	{ "DELETE", MAPS "?labelSelector=no%3Dmatch", "", "", NULL, NULL, 1 },
	{ "GET", "/openapi/v3", "", "", NULL, NULL, 3 },
	{ "GET", "/openapi/v3/api/v1", "", "", NULL, NULL, 101 },
	{ "GET", "/openapi/v2", "", "", NULL, NULL, 997 },
	{ "GET", "/apis", "", "", NULL, NULL, 3 },
	{ "GET", "/apis",
	  "Accept: application/json;g=apidiscovery.k8s.io;v=v2;"
	  "as=APIGroupDiscoveryList\r\n",
	  "", NULL, NULL, 11 },
	{ "GET", "/metrics", "", "", NULL, NULL, 1 },
	{ "GET", "/readyz?verbose", "", "", NULL, NULL, 1 },
	{ "POST", "/relist/v1/faults", JSON,
	  "{\"kind\":\"fail\",\"match\":{\"resource\":\"nothing\"},\"status\":500}", NULL, NULL,
	  1 },
	{ "GET", "/relist/v1/objects?resource=configmaps", "", "", NULL, NULL, 1 },
	{ "GET", "/relist/v1/requests?since=1000000000", "", "", NULL, NULL, 1 },
	{ "POST", "/relist/v1/compact", JSON, "{}", NULL, NULL, 1 },
	{ "GET", "/nothing/of/the/kind", "", "", NULL, NULL, 1 },
};

static void check_effect(const struct request *r, long n, int status, const char *printed,
			 struct strbuf *out)
{
	int found;

	if (!r->there)
		return;
	found = ask("GET", r->there, "", "", out);
	if (found != 200 && found != 404)
		fail_msg("%s %s: then %d %s", r->method, r->uri, found, out->ptr);
	if ((status / 100 == 2 && found != 200) || (status >= 400 && found != 404))
		fail_msg("%s %s, allocation %ld: answered %d, but then %d: %s", r->method, r->uri,
			 n, status, found, printed);
	if (found == 200)
		assert_int_equal(ask(r->undo, r->there, "", "", out) / 100, 2);
}

/* False when the request needed fewer than n allocations. */
static bool starve(const struct request *r, long n, struct strbuf *out)
{
	bool reached;
	int status;
	char *printed;

	starve_begin(n);
	status = ask(r->method, r->uri, r->headers, r->body, out);
	reached = starve_end();
	if (status >= 400 && strcmp(r->method, "HEAD") != 0 && status != 503) {
		json_t whole;

		if (!json_valid(strbuf_str(out), &whole, NULL) && status != 406 && status != 404)
			fail_msg("%s %s, allocation %ld: %d %s", r->method, r->uri, n, status,
				 out->ptr);
	}
	printed = strdup(strbuf_str(out).len ? out->ptr : "");
	assert_non_null(printed);
	check_effect(r, n, status, printed, out);
	free(printed);
	if (ask("GET", "/readyz", "", "", out) != 200)
		fail_msg("%s %s, allocation %ld: the server is not well", r->method, r->uri, n);
	return reached;
}

static void every_request_survives_every_failing_allocation(void **state)
{
	struct strbuf out = STRBUF_INIT;

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(requests); i++) {
		const struct request *r = &requests[i];
		long n = 0;

		while (starve(r, n, &out))
			n += n < 150 ? 1 : r->stride;
		assert_true(n > 3);
	}
	strbuf_fini(&out);
}

static int setup(void **state)
{
	const struct fakeapi_options opt = { .garbage_collection = true,
					     .namespace_deletion = true,
					     .service_accounts = true };
	struct relist_err err = { 0 };

	(void)state;
	starve_spared = true;
	api = fakeapi_start(&opt, &err);
	if (!api || fakeapi_apply(api,
				  "{\"kind\":\"ConfigMap\",\"apiVersion\":\"v1\",\"metadata\":{"
				  "\"name\":\"kept\",\"namespace\":\"default\",\"labels\":{\"a\":"
				  "\"b\"}},\"data\":{\"k\":\"v\"}}\n"
				  "{\"kind\":\"Pod\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":"
				  "\"kept\",\"namespace\":\"default\"},\"spec\":{\"containers\":[{"
				  "\"name\":\"c\",\"image\":\"i\"}]}}",
				  &err) < 0) {
		print_error("%s\n", err.msg);
		return -1;
	}
	port = (uint16_t)strtoul(strrchr(fakeapi_url(api), ':') + 1, NULL, 10);
	return 0;
}

static int teardown(void **state)
{
	(void)state;
	fakeapi_stop(api);
	return 0;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(every_request_survives_every_failing_allocation,
						setup, teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
