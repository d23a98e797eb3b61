/* SPDX-License-Identifier: Apache-2.0 */
/* Definitions of custom types of v1beta1, as operators before Kubernetes 1.22 have them. */
#include "runner/perturb/posix/definitions.h"
#include "tests/kit/testing.h"

static void old_definition_with_one_version_gets_a_list_of_versions(void **state)
{
	AUTO_STRBUF out = STRBUF_INIT;

	(void)state;
	assert_int_equal(
	    perturb__definition_v1(
		STR("{\"apiVersion\":\"apiextensions.k8s.io/v1beta1\","
		    "\"kind\":\"CustomResourceDefinition\",\"metadata\":{\"name\":\"a.b.c\"},"
		    "\"spec\":{\"group\":\"b.c\",\"version\":\"v1\",\"scope\":\"Namespaced\","
		    "\"names\":{\"plural\":\"a\"},\"validation\":{\"openAPIV3Schema\":{}},"
		    "\"preserveUnknownFields\":false,\"subresources\":{\"status\":{}}}}"),
		&out),
	    0);
	assert_string_equal(
	    out.ptr,
	    "{\"kind\":\"CustomResourceDefinition\",\"metadata\":{\"name\":\"a.b.c\"},"
	    "\"spec\":{\"group\":\"b.c\",\"scope\":\"Namespaced\","
	    "\"names\":{\"plural\":\"a\"},\"versions\":[{\"name\":\"v1\",\"served\":true,"
	    "\"storage\":true,\"schema\":{\"openAPIV3Schema\":{\"type\":\"object\","
	    "\"x-kubernetes-preserve-unknown-fields\":true}},\"subresources\":{\"status\":{}}}]},"
	    "\"apiVersion\":\"apiextensions.k8s.io/v1\"}");
}

static void versions_of_an_old_definition_keep_their_own_subresources(void **state)
{
	AUTO_STRBUF out = STRBUF_INIT;

	(void)state;
	assert_int_equal(
	    perturb__definition_v1(
		STR("{\"apiVersion\":\"apiextensions.k8s.io/v1beta1\","
		    "\"kind\":\"CustomResourceDefinition\",\"spec\":{\"version\":\"v1\","
		    "\"subresources\":{\"status\":{}},\"versions\":[{\"name\":\"v1\","
		    "\"served\":true,\"storage\":true,\"subresources\":{}},{\"name\":\"v2\","
		    "\"served\":false,\"storage\":false,\"schema\":{\"openAPIV3Schema\":"
		    "{\"properties\":{}}}}]}}"),
		&out),
	    0);
	assert_non_null(strstr(out.ptr, "{\"name\":\"v1\",\"served\":true,\"storage\":true,"
					"\"subresources\":{},"));
	assert_non_null(strstr(out.ptr, "\"subresources\":{\"status\":{}}}]}"));
	assert_null(strstr(out.ptr, "properties"));
	assert_null(strstr(out.ptr, "\"version\":"));
}

static void other_objects_are_not_converted(void **state)
{
	static const char *const docs[] = {
		"{\"apiVersion\":\"apiextensions.k8s.io/v1\",\"kind\":\"CustomResourceDefinition\","
		"\"spec\":{}}",
		"{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\"}",
		"{\"apiVersion\":\"apiextensions.k8s.io/v1beta1\","
		"\"kind\":\"CustomResourceDefinition\"}",
		"[]",
		"no JSON",
	};
	AUTO_STRBUF out = STRBUF_INIT;

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(docs); i++)
		assert_int_equal(perturb__definition_v1(str_of(docs[i]), &out), RELIST_EINVAL);
	assert_int_equal(out.len, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(old_definition_with_one_version_gets_a_list_of_versions),
		cmocka_unit_test(versions_of_an_old_definition_keep_their_own_subresources),
		cmocka_unit_test(other_objects_are_not_converted),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
