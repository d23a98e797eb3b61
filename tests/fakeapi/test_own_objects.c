/* SPDX-License-Identifier: Apache-2.0 */
/* Objects that the server has from its start, made before the first request for them: APIServices
 * and IPAddresses. Compared with kube-apiserver 1.34.4. */
#include "tests/kit/testing.h"

#include "tests/kit/core_kit.h"

#define SERVICES  "/apis/apiregistration.k8s.io/v1/apiservices"
#define ADDRESSES "/apis/networking.k8s.io/v1/ipaddresses"
#define CRDS	  "/apis/apiextensions.k8s.io/v1/customresourcedefinitions"

static void open_kit(struct kit *k)
{
	struct fakeapi__options opt = { .wall_offset_ns = INT64_C(1795000000) * NS_PER_S };

	kit_open(k, &opt);
}

static void each_group_and_version_has_an_available_api_service(void **state)
{
	struct kit k;

	(void)state;
	open_kit(&k);
	assert_int_equal(kit_count(&k, SERVICES), 21);
	assert_int_equal(kit_do(&k, "GET", SERVICES "/v1.apps", NULL), 200);
	assert_string_equal(kit_at(&k, "spec.group"), "apps");
	assert_string_equal(kit_at(&k, "status.conditions.0.status"), "True");
	assert_string_equal(kit_at(&k, "status.conditions.0.reason"), "Local");
	assert_non_null(
	    strstr(k.body.ptr, "\"groupPriorityMinimum\":17800,\"versionPriority\":15"));
	assert_non_null(
	    strstr(k.body.ptr, "\"kube-aggregator.kubernetes.io/automanaged\":\"onstart\""));
	assert_int_equal(kit_do(&k, "GET", SERVICES "/v1.", NULL), 200);
	kit_close(&k);
}

static void definition_registers_its_versions_until_it_is_gone(void **state)
{
	static const char definition[] =
	    "{\"apiVersion\":\"apiextensions.k8s.io/v1\",\"kind\":\"CustomResourceDefinition\","
	    "\"metadata\":{\"name\":\"things.e.com\"},\"spec\":{\"group\":\"e.com\",\"scope\":"
	    "\"Cluster\",\"names\":{\"plural\":\"things\",\"kind\":\"Thing\"},\"versions\":[{"
	    "\"name\":"
	    "\"v1\",\"served\":true,\"storage\":true,\"schema\":{\"openAPIV3Schema\":{\"type\":"
	    "\"object\"}}}]}}";
	struct kit k;

	(void)state;
	open_kit(&k);
	assert_int_equal(kit_do(&k, "GET", SERVICES "/v1.e.com", NULL), 404);
	assert_int_equal(kit_do(&k, "POST", CRDS, definition), 201);
	assert_int_equal(kit_do(&k, "GET", SERVICES "/v1.e.com", NULL), 200);
	assert_non_null(
	    strstr(k.body.ptr, "\"groupPriorityMinimum\":1000,\"versionPriority\":100"));
	assert_int_equal(kit_do(&k, "DELETE", SERVICES "/v1.e.com", NULL), 200);
	assert_int_equal(kit_do(&k, "GET", SERVICES "/v1.e.com", NULL), 200);
	assert_int_equal(kit_do(&k, "DELETE", CRDS "/things.e.com", NULL), 200);
	assert_int_equal(kit_do(&k, "GET", SERVICES "/v1.e.com", NULL), 404);
	kit_close(&k);
}

#define API_SERVICE(spec)                                                                          \
	"{\"apiVersion\":\"apiregistration.k8s.io/v1\",\"kind\":\"APIService\",\"metadata\":{"     \
	"\"name\":\"v1.m.io\"},\"spec\":{\"group\":\"m.io\",\"version\":\"v1\"," spec "}}"
#define PRIORITIES "\"groupPriorityMinimum\":100,\"versionPriority\":10"

static void api_service_without_its_service_is_unavailable(void **state)
{
	struct kit k;

	(void)state;
	open_kit(&k);
	assert_int_equal(kit_do(&k, "POST", SERVICES,
				API_SERVICE(PRIORITIES ",\"service\":{\"namespace\":\"default\","
						       "\"name\":\"x\"}")),
			 201);
	assert_int_equal(kit_do(&k, "GET", SERVICES "/v1.m.io", NULL), 200);
	assert_string_equal(kit_at(&k, "status.conditions.0.reason"), "ServiceNotFound");
	assert_string_equal(kit_at(&k, "status.conditions.0.message"),
			    "service/x in \"default\" is not present");
	assert_int_equal(kit_do(&k, "GET", "/apis/m.io/v1/pods", NULL), 503);
	assert_string_equal(k.body.ptr, "service unavailable\n");
	assert_int_equal(kit_do(&k, "GET", "/apis/m.io/v1", NULL), 503);
	assert_int_equal(
	    kit_do(&k, "POST", "/api/v1/namespaces/default/services",
		   "{\"metadata\":{\"name\":\"x\"},\"spec\":{\"ports\":[{\"port\":80}]}}"),
	    201);
	assert_int_equal(kit_do(&k, "GET", SERVICES "/v1.m.io", NULL), 200);
	assert_string_equal(kit_at(&k, "status.conditions.0.reason"), "ServicePortError");
	assert_int_equal(kit_do(&k, "DELETE", SERVICES "/v1.m.io", NULL), 200);
	assert_int_equal(kit_do(&k, "GET", "/apis/m.io/v1/pods", NULL), 404);
	kit_close(&k);
}

static void invalid_api_service_is_refused(void **state)
{
	static const struct {
		const char *body, *message;
	} rows[] = {
		{ API_SERVICE("\"versionPriority\":10"),
		  "spec.groupPriorityMinimum: Invalid value: 0: "
		  "must be positive and less than 20000" },
		{ API_SERVICE("\"groupPriorityMinimum\":1,\"versionPriority\":1001"),
		  "spec.versionPriority: Invalid value: 1001: must be positive and less than "
		  "1000" },
		{ API_SERVICE(PRIORITIES ",\"caBundle\":\"eA==\""),
		  "spec.caBundle: Invalid value: \"1 bytes\": local APIServices may not have a "
		  "caBundle" },
		{ API_SERVICE(PRIORITIES ",\"service\":{\"namespace\":\"a\"}"),
		  "spec.service.name: Required value" },
		{ API_SERVICE(PRIORITIES
			      ",\"service\":{\"namespace\":\"a\",\"name\":\"b\",\"port\":"
			      "70000}"),
		  "spec.service.port: Invalid value: 70000: port is not valid: must be between 1 "
		  "and "
		  "65535, inclusive" },
	};
	struct kit k;

	(void)state;
	open_kit(&k);
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		assert_int_equal(kit_do(&k, "POST", SERVICES, rows[i].body), 422);
		if (!strstr(kit_at(&k, "message"), rows[i].message))
			fail_msg("%s, not %s", kit_at(&k, "message"), rows[i].message);
	}
	kit_close(&k);
}

static void each_cluster_ip_has_an_ip_address(void **state)
{
	struct kit k;
	char uri[128];

	(void)state;
	open_kit(&k);
	assert_int_equal(kit_count(&k, ADDRESSES), 1);
	assert_int_equal(kit_do(&k, "GET", ADDRESSES "/10.0.0.1", NULL), 200);
	assert_string_equal(kit_at(&k, "spec.parentRef.name"), "kubernetes");
	assert_int_equal(
	    kit_do(&k, "POST", "/api/v1/namespaces/default/services",
		   "{\"metadata\":{\"name\":\"x\"},\"spec\":{\"ports\":[{\"port\":80}]}}"),
	    201);
	snprintf(uri, sizeof(uri), ADDRESSES "/%s", kit_at(&k, "spec.clusterIP"));
	assert_int_equal(kit_do(&k, "GET", uri, NULL), 200);
	assert_string_equal(kit_at(&k, "spec.parentRef.name"), "x");
	assert_int_equal(kit_do(&k, "DELETE", uri, NULL), 200); /* its Service has it still */
	assert_int_equal(kit_do(&k, "GET", uri, NULL), 200);
	assert_int_equal(kit_do(&k, "DELETE", "/api/v1/namespaces/default/services/x", NULL), 200);
	assert_int_equal(kit_do(&k, "GET", uri, NULL), 404);
	assert_int_equal(kit_count(&k, ADDRESSES), 1);
	kit_close(&k);
}

/* A server's first object has the same version whether or not such types exist. */
static void api_services_take_no_versions_before_the_first_request(void **state)
{
	struct kit a, b;

	(void)state;
	open_kit(&a);
	open_kit(&b);
	assert_int_equal(kit_do(&a, "GET", "/api/v1/namespaces", NULL), 200);
	assert_int_equal(kit_do(&b, "GET", ADDRESSES "/10.0.0.9", NULL), 404);
	assert_int_equal(kit_do(&b, "GET", SERVICES "/v1.apps", NULL), 200);
	assert_int_equal(fakeapi__core_rv(b.core) - fakeapi__core_rv(a.core), 22);
	kit_close(&a);
	kit_close(&b);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_group_and_version_has_an_available_api_service),
		cmocka_unit_test(definition_registers_its_versions_until_it_is_gone),
		cmocka_unit_test(api_service_without_its_service_is_unavailable),
		cmocka_unit_test(invalid_api_service_is_refused),
		cmocka_unit_test(each_cluster_ip_has_an_ip_address),
		cmocka_unit_test(api_services_take_no_versions_before_the_first_request),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
