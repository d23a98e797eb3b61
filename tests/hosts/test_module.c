/* SPDX-License-Identifier: Apache-2.0 */
/* The module's interface, called as a host calls it, but compiled for this machine. */
#define _GNU_SOURCE /* starve.h */
#include "tests/kit/testing.h"

#include "base/clock.h"
#include "base/str.h"
#include "hosts/module/module.h"
#include "hosts/module/record.h"
#include "tests/kit/starve.h"

#define DAY_NS (INT64_C(1764000000) * NS_PER_S)

static struct relist_server *server_with(const char *options)
{
	struct relist_server *s =
	    relist_server_new(1, 0, DAY_NS, options, (uint32_t)strlen(options));

	if (!s)
		print_error("%.*s\n", (int)relist_out_len(), relist_out());
	assert_non_null(s);
	return s;
}

static uint32_t begin(struct relist_server *s, int64_t now_ns, const char *method,
		      const char *target, const char *body)
{
	AUTO_STRBUF record = STRBUF_INIT;

	module__record_add(&record, str_of(method));
	module__record_add(&record, str_of(target));
	module__record_add(&record, str_of(body));
	module__record_add(&record, STR(""));
	module__record_add(&record, STR(""));
	module__record_add(&record, STR("Host"));
	module__record_add(&record, STR("127.0.0.1"));
	module__record_add(&record, STR("Content-Type"));
	module__record_add(&record, STR("application/json"));
	return relist_begin(s, now_ns, 0, 0, record.ptr, (uint32_t)record.len);
}

/* The field of the record at relist_out(), from 0. */
static struct str out_field(unsigned n)
{
	struct str rest = { relist_out(), relist_out_len() }, text = { NULL, 0 };

	for (unsigned i = 0; i <= n; i++)
		assert_true(module__record_take(&rest, &text));
	return text;
}

/* The status; the body goes to `body`. */
static int request(struct relist_server *s, const char *method, const char *target,
		   const char *sent, struct strbuf *body)
{
	uint32_t x = begin(s, 0, method, target, sent);
	char buf[512];
	int32_t n;
	int status;

	assert_true(x > 0);
	assert_int_equal(relist_head(s, x, 0), RELIST_HEAD_READY);
	status = atoi(out_field(0).ptr);
	strbuf_clear(body);
	while ((n = relist_pull(s, x, 0, buf, sizeof(buf))) > 0)
		strbuf_add(body, buf, (size_t)n);
	assert_int_equal(n, RELIST_PULL_END);
	relist_end(s, x, 0);
	return status;
}

#define CONFIG "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"a\"}}"

static void get_returns_the_created_object(void **state)
{
	struct relist_server *s = server_with("{}");
	AUTO_STRBUF body = STRBUF_INIT;

	(void)state;
	assert_int_equal(request(s, "POST", "/api/v1/namespaces/default/configmaps", CONFIG, &body),
			 201);
	assert_int_equal(request(s, "GET", "/api/v1/namespaces/default/configmaps/a", "", &body),
			 200);
	assert_non_null(strstr(body.ptr, "\"name\":\"a\""));
	assert_int_equal(request(s, "GET", "/api/v1/namespaces/default/configmaps/b", "", &body),
			 404);
	relist_server_free(s);
}

static void watch_receives_a_write_and_ends_at_its_deadline(void **state)
{
	struct relist_server *s = server_with("");
	AUTO_STRBUF body = STRBUF_INIT;
	uint32_t watch =
	    begin(s, 0, "GET", "/api/v1/configmaps?watch=1&timeoutSeconds=30&resourceVersion=0",
		  "");
	char buf[4096];
	int32_t n;

	(void)state;
	assert_int_equal(relist_head(s, watch, 0), RELIST_HEAD_READY);
	assert_true(str_eqz(out_field(0), "200") && out_field(2).len == 0);
	assert_int_equal(relist_pull(s, watch, 0, buf, sizeof(buf)), RELIST_PULL_WAIT);
	assert_int_equal(relist_woken(s), 0);
	assert_int_equal(request(s, "POST", "/api/v1/namespaces/default/configmaps", CONFIG, &body),
			 201);
	assert_int_equal(relist_woken(s), watch);
	assert_int_equal(relist_woken(s), 0);
	n = relist_pull(s, watch, 0, buf, sizeof(buf) - 1);
	assert_true(n > 0);
	buf[n] = '\0';
	assert_non_null(strstr(buf, "\"ADDED\""));
	assert_int_equal(relist_pull(s, watch, 0, buf, sizeof(buf)), RELIST_PULL_WAIT);
	assert_true(relist_deadline(s, watch) <= 30 * NS_PER_S);
	while ((n = relist_pull(s, watch, relist_deadline(s, watch), buf, sizeof(buf))) >= 0)
		assert_true(relist_deadline(s, watch) <= 30 * NS_PER_S);
	assert_int_equal(n, RELIST_PULL_END);
	relist_end(s, watch, 0);
	relist_server_free(s);
}

static void refused_options_name_the_member(void **state)
{
	static const struct {
		const char *options, *why;
	} cases[] = {
		{ "[]", "options: found no JSON object" },
		{ "{", "options: found no JSON object" },
		{ "{\"rbak\":true}", "option rbak is unknown (did you mean \"rbac\"?)" },
		{ "{\"rbac\":1}", "option rbac: wanted true or false" },
		{ "{\"backends\":17}", "option backends: 17 is too large" },
		{ "{\"backends\":1.5}", "option backends: wanted a whole number" },
		{ "{\"tokens\":3}", "option tokens: wanted a string" },
		{ "{\"enableAdmissionPlugins\":\"Nope\"}",
		  "enableAdmissionPlugins plugin \"Nope\" is unknown" },
		{ "{\"serviceNodePortRange\":\"7\"}",
		  "service-node-port-range is \"7\", must be as 30000-32767" },
		{ "{\"minRequestTimeoutSeconds\":-1}",
		  "option minRequestTimeoutSeconds: wanted a whole number" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		assert_null(relist_server_new(1, 0, DAY_NS, cases[i].options,
					      (uint32_t)strlen(cases[i].options)));
		assert_int_equal(relist_out_len(), strlen(cases[i].why));
		assert_memory_equal(relist_out(), cases[i].why, strlen(cases[i].why));
	}
}

static void malformed_records_begin_no_exchange(void **state)
{
	static const char *const records[] = { "", "\1", "\1\0\0\0", "\377\377\377\377x" };
	struct relist_server *s = server_with("{\"backends\":2}");
	AUTO_STRBUF record = STRBUF_INIT;
	char buf[8];

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(records); i++)
		assert_int_equal(relist_begin(s, 0, 0, 0, records[i], (uint32_t)strlen(records[i])),
				 0);
	/* Too few strings; then a header without a value. */
	for (unsigned strings = 0; strings <= 6; strings++) {
		if (strings != 5)
			assert_int_equal(relist_begin(s, 0, 0, 0, record.ptr, (uint32_t)record.len),
					 0);
		module__record_add(&record, STR("GET"));
	}
	assert_int_equal(relist_begin(s, 0, 2, 0, record.ptr, (uint32_t)record.len), 0);
	for (uint32_t x = 0; x < 3; x++) {
		assert_int_equal(relist_head(s, x, 0), -1);
		assert_int_equal(relist_pull(s, x, 0, buf, sizeof(buf)), RELIST_PULL_NONE);
		assert_true(relist_deadline(s, x) == TIME_NEVER);
		relist_end(s, x, 1);
	}
	relist_server_free(s);
}

static void load_accepts_any_order_and_names_the_rejected_document(void **state)
{
	static const char manifest[] =
	    "apiVersion: example.com/v1\nkind: Thing\nmetadata: {name: t, namespace: new}\n"
	    "---\n"
	    "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {name: "
	    "things.example.com}\n"
	    "spec:\n  group: example.com\n  scope: Namespaced\n  names: {plural: things, kind: "
	    "Thing}\n"
	    "  versions: [{name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: "
	    "object}}}]\n";
	static const char wrong[] =
	    CONFIG "\n{\"apiVersion\":\"v1\",\"kind\":\"Nope\",\"metadata\":{\"name\":\"x\"}}";
	struct relist_server *s = server_with("{}");
	AUTO_STRBUF body = STRBUF_INIT;

	(void)state;
	assert_int_equal(relist_load(s, 0, manifest, sizeof(manifest) - 1), 0);
	assert_int_equal(request(s, "GET", "/apis/example.com/v1/namespaces/new/things/t", "",
				 &body),
			 200);
	assert_true(relist_load(s, 0, wrong, sizeof(wrong) - 1) < 0);
	assert_non_null(strstr(relist_out(), "document 2"));
	relist_server_free(s);
}

static void webhook_is_called_through_the_host(void **state)
{
	static const char hook[] = "{\"apiVersion\":\"admissionregistration.k8s.io/"
				   "v1\",\"kind\":\"ValidatingWebhookConfiguration\","
				   "\"metadata\":{\"name\":\"w\"},\"webhooks\":[{\"name\":\"w."
				   "example.com\",\"sideEffects\":\"None\","
				   "\"admissionReviewVersions\":[\"v1\"],\"clientConfig\":{\"url\":"
				   "\"https://hooks.test/v\"},\"rules\":[{"
				   "\"apiGroups\":[\"\"],\"apiVersions\":[\"v1\"],\"operations\":["
				   "\"CREATE\"],\"resources\":[\"configmaps\"]}]}]}";
	struct relist_server *s = server_with("{\"webhooks\":true}");
	AUTO_STRBUF reply = STRBUF_INIT;
	uint64_t id;
	uint32_t x;

	(void)state;
	assert_int_equal(relist_load(s, 0, hook, sizeof(hook) - 1), 0);
	x = begin(s, 0, "POST", "/api/v1/namespaces/default/configmaps", CONFIG);
	assert_int_equal(relist_head(s, x, 0), RELIST_HEAD_WAIT);
	assert_int_equal(relist_question(s), 1);
	id = strtoull(out_field(0).ptr, NULL, 10);
	assert_memory_equal(out_field(2).ptr, "https://hooks.test/v", 20);
	assert_int_equal(relist_question(s), 0);
	module__record_add(&reply, STR(""));
	module__record_add(&reply, STR(""));
	module__record_add(&reply, STR("nothing listens"));
	relist_reply(s, id, 0, reply.ptr, (uint32_t)reply.len);
	assert_int_equal(relist_woken(s), x);
	assert_int_equal(relist_head(s, x, 0), RELIST_HEAD_READY);
	assert_true(str_eqz(out_field(0), "500"));
	relist_end(s, x, 0);
	/* A server that ends while a question is open, and one is not fetched. */
	x = begin(s, 0, "POST", "/api/v1/namespaces/default/configmaps", CONFIG);
	assert_int_equal(relist_head(s, x, 0), RELIST_HEAD_WAIT);
	relist_server_free(s);
}

static void life(void)
{
	static const char options[] =
	    "{\"webhooks\":true,\"enableAdmissionPlugins\":\"AlwaysPullImages\"}";
	struct relist_server *s = relist_server_new(1, 0, DAY_NS, options, sizeof(options) - 1);
	uint32_t x = s ? begin(s, 0, "GET", "/api/v1/configmaps?watch=1", "") : 0;
	char buf[256];

	if (x) {
		while (relist_head(s, x, 0) == RELIST_HEAD_WAIT)
			;
		(void)relist_pull(s, x, 0, buf, sizeof(buf));
	}
	relist_server_free(s);
}

static void module_survives_every_failing_allocation(void **state)
{
	(void)state;
	FOR_EACH_FAILING_ALLOC(life());
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(get_returns_the_created_object),
		cmocka_unit_test(watch_receives_a_write_and_ends_at_its_deadline),
		cmocka_unit_test(refused_options_name_the_member),
		cmocka_unit_test(malformed_records_begin_no_exchange),
		cmocka_unit_test(load_accepts_any_order_and_names_the_rejected_document),
		cmocka_unit_test(webhook_is_called_through_the_host),
		cmocka_unit_test(module_survives_every_failing_allocation),
	};

	return cmocka_run_group_tests_name("hosts/module", tests, NULL, NULL);
}
