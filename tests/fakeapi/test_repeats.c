/* SPDX-License-Identifier: Apache-2.0 */
/* Members that come again in a body: decoded into the value of the first, as kube-apiserver 1.34.4
 * answered the same bodies. */
#include "tests/kit/testing.h"

#include "tests/kit/core_kit.h"

#define MAPS "/api/v1/namespaces/default/configmaps"
#define PODS "/api/v1/namespaces/default/pods"
#define POD(spec)                                                                                  \
	"{\"metadata\":{\"name\":\"a\"},\"spec\":{\"containers\":[{\"name\":\"c\",\"image\":"      \
	"\"x\"}]," spec "}}"

static void assert_has(const struct kit *k, const char *wanted)
{
	char *text = cJSON_PrintUnformatted(k->json);

	assert_non_null(text);
	if (!strstr(text, wanted))
		fail_msg("no %s in %s", wanted, text);
	cJSON_free(text);
}

static void repeated_members_of_built_in_types_merge(void **state)
{
	static const struct {
		const char *path, *body, *wanted;
	} cases[] = {
		{ MAPS,
		  "{\"metadata\":{\"name\":\"a\",\"labels\":{\"x\":\"1\"}},\"data\":{\"a\":\"1\"},"
		  "\"metadata\":{\"name\":\"b\",\"labels\":{\"y\":\"2\"}},\"data\":{\"b\":\"2\","
		  "\"b\":\"3\"}}",
		  "\"data\":{\"a\":\"1\",\"b\":\"3\"}" },
		{ MAPS "/b",
		  "{\"metadata\":{\"name\":\"b\"},\"data\":{\"a\":\"1\"},\"data\":{\"c\":\"2\"}}",
		  "\"data\":{\"a\":\"1\",\"c\":\"2\"}" },
		{ MAPS "/b",
		  "{\"metadata\":{\"name\":\"b\",\"labels\":{\"x\":\"1\"},\"labels\":{\"y\":\"2\"}"
		  "},\"data\":{\"a\":\"1\"},\"data\":null,\"data\":{\"c\":\"2\"}}",
		  "\"data\":{\"c\":\"2\"}" },
		{ MAPS "/b",
		  "{\"metadata\":{\"name\":\"b\"},\"metadata\":{\"labels\":{\"x\":\"1\"},"
		  "\"labels\":{\"y\":\"2\"}}}",
		  "\"labels\":{\"x\":\"1\",\"y\":\"2\"}" },
		{ PODS, POD("\"containers\":[{\"name\":\"d\",\"image\":null}]"),
		  "\"containers\":[{\"name\":\"d\",\"image\":\"x\"," },
		{ PODS,
		  POD("\"volumes\":[{\"name\":\"v\"},{\"name\":\"w\"},{\"name\":\"x\"}],"
		      "\"volumes\":[{\"emptyDir\":{}},null]"),
		  "\"volumes\":[{\"name\":\"v\",\"emptyDir\":{}},{\"name\":\"w\"," },
		{ PODS, POD("\"hostNetwork\":true,\"hostNetwork\":null"), "\"hostNetwork\":true" },
		{ PODS, POD("\"hostname\":\"a\",\"hostname\":\"b\""), "\"hostname\":\"b\"" },
		{ PODS,
		  POD("\"terminationGracePeriodSeconds\":5,"
		      "\"terminationGracePeriodSeconds\":null"),
		  "\"terminationGracePeriodSeconds\":30" },
		{ PODS,
		  POD("\"securityContext\":{\"runAsUser\":1},\"securityContext\":{\"runAsGroup\":"
		      "2}"),
		  "\"securityContext\":{\"runAsUser\":1,\"runAsGroup\":2}" },
		{ PODS, POD("\"securityContext\":{\"runAsUser\":1},\"securityContext\":null"),
		  "\"securityContext\":{}" },
	};
	struct kit k;

	(void)state;
	kit_open(&k, NULL);
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		const char *verb = strstr(cases[i].path, "maps/") ? "PUT" : "POST";

		if (kit_do(&k, verb, cases[i].path, cases[i].body) >= 300)
			fail_msg("%s: %d %s", cases[i].body, k.status, kit_at(&k, "message"));
		assert_has(&k, cases[i].wanted);
		if (strcmp(cases[i].path, PODS) == 0)
			assert_int_equal(kit_do(&k, "DELETE", PODS "/a", NULL), 200);
	}
	kit_close(&k);
}

/* Strict validation reports errors of the body as sent. */
static void duplicate_members_are_reported_before_they_merge(void **state)
{
	static const char body[] = "{\"metadata\":{\"name\":\"a\"},\"data\":{\"a\":\"1\"},"
				   "\"data\":{\"a\":\"2\"}}";
	struct kit k;

	(void)state;
	kit_open(&k, NULL);
	assert_int_equal(kit_do(&k, "POST", MAPS "?fieldValidation=Strict", body), 400);
	assert_string_equal(kit_at(&k, "message"),
			    "ConfigMap in version \"v1\" cannot be handled as a ConfigMap: strict "
			    "decoding error: duplicate field \"data\"");
	assert_int_equal(kit_do(&k, "POST", MAPS,
				"{\"metadata\":{\"name\":\"a\"},\"data\":{\"a\":7},\"data\":{}}"),
			 400);
	kit_close(&k);
}

/* Those are maps in Go, where the last one counts. */
static void repeated_members_of_custom_resources_replace(void **state)
{
	static const char definition[] =
	    "{\"metadata\":{\"name\":\"as.e.com\"},\"spec\":{\"group\":\"e.com\",\"scope\":"
	    "\"Cluster\",\"names\":{\"plural\":\"as\",\"kind\":\"A\"},\"versions\":[{\"name\":"
	    "\"v1\",\"served\":true,\"storage\":true,\"schema\":{\"openAPIV3Schema\":{\"type\":"
	    "\"object\",\"x-kubernetes-preserve-unknown-fields\":true}}}]}}";
	struct kit k;

	(void)state;
	kit_open(&k, NULL);
	assert_int_equal(kit_do(&k, "POST",
				"/apis/apiextensions.k8s.io/v1/customresourcedefinitions",
				definition),
			 201);
	assert_int_equal(kit_do(&k, "POST", "/apis/e.com/v1/as",
				"{\"apiVersion\":\"e.com/v1\",\"kind\":\"A\",\"metadata\":{"
				"\"name\":\"a\"},\"spec\":{\"a\":1},\"spec\":{\"b\":2}}"),
			 201);
	assert_has(&k, "\"spec\":{\"b\":2}");
	kit_close(&k);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(repeated_members_of_built_in_types_merge),
		cmocka_unit_test(duplicate_members_are_reported_before_they_merge),
		cmocka_unit_test(repeated_members_of_custom_resources_replace),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
