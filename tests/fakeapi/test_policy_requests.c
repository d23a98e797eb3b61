/* SPDX-License-Identifier: Apache-2.0 */
/* Policies for cluster-scoped objects and subresources, and what a binding selects. */
#include "tests/kit/testing.h"

#include "tests/kit/core_kit.h"

#define ADMISSION "/apis/admissionregistration.k8s.io/v1/"
#define RBAC	  "/apis/rbac.authorization.k8s.io/v1/"

/* A policy that denies all that it is about, and its binding. */
static void open_kit(struct kit *k, const char *constraints, const char *message,
		     const char *binding)
{
	struct fakeapi__options opt = { .wall_offset_ns = INT64_C(1795000000) * NS_PER_S };
	AUTO_STRBUF policy = STRBUF_INIT, bound = STRBUF_INIT;

	kit_open(k, &opt);
	strbuf_addf(&policy,
		    "{\"metadata\":{\"name\":\"p\"},\"spec\":{\"matchConstraints\":{%s},"
		    "\"validations\":[{\"expression\":\"false\",\"messageExpression\":\"%s\"}]}}",
		    constraints, message);
	strbuf_addf(&bound,
		    "{\"metadata\":{\"name\":\"p\"},\"spec\":{\"policyName\":\"p\","
		    "\"validationActions\":[\"Deny\"]%s}}",
		    binding);
	if (kit_do(k, "POST", ADMISSION "validatingadmissionpolicies", policy.ptr) != 201 ||
	    kit_do(k, "POST", ADMISSION "validatingadmissionpolicybindings", bound.ptr) != 201)
		fail_msg("%s", k->body.ptr);
}

#define RULES(resources)                                                                           \
	"\"resourceRules\":[{\"operations\":[\"*\"],\"apiGroups\":[\"*\"],\"apiVersions\":[\"*\"]" \
	","                                                                                        \
	"\"resources\":[" resources "]}]"

/* A namespaceSelector does not apply to objects without a namespace (namespace.Matcher). */
static void namespace_selector_matches_cluster_scoped_objects(void **state)
{
	struct kit k;

	(void)state;
	open_kit(&k,
		 "\"namespaceSelector\":{\"matchLabels\":{\"env\":\"prod\"}}," RULES(
		     "\"clusterroles\",\"configmaps\""),
		 "'no'", "");
	assert_int_equal(kit_do(&k, "POST", RBAC "clusterroles", "{\"metadata\":{\"name\":\"r\"}}"),
			 422);
	assert_int_equal(kit_do(&k, "POST", "/api/v1/namespaces/default/configmaps",
				"{\"metadata\":{\"name\":\"m\"}}"),
			 201);
	kit_close(&k);
}

static void binding_selects_by_its_own_resources(void **state)
{
	struct kit k;

	(void)state;
	open_kit(&k, RULES("\"*\""), "'no'", ",\"matchResources\":{" RULES("\"secrets\"") "}");
	assert_int_equal(kit_do(&k, "POST", "/api/v1/namespaces/default/secrets",
				"{\"metadata\":{\"name\":\"s\"}}"),
			 422);
	assert_int_equal(kit_do(&k, "POST", "/api/v1/namespaces/default/configmaps",
				"{\"metadata\":{\"name\":\"m\"}}"),
			 201);
	kit_close(&k);
}

/* request.kind is that of the body, request.resource that of the path. */
static void subresource_has_the_kind_of_its_body(void **state)
{
	struct kit k;

	(void)state;
	open_kit(
	    &k, RULES("\"replicationcontrollers/scale\""),
	    "request.kind.group + '/' + request.kind.kind + ' ' + request.resource.resource + '/' "
	    "+ request.subResource",
	    "");
	assert_int_equal(
	    kit_do(
		&k, "POST", "/api/v1/namespaces/default/replicationcontrollers",
		"{\"metadata\":{\"name\":\"r\"},\"spec\":{\"selector\":{\"a\":\"b\"},\"template\":{"
		"\"metadata\":{\"labels\":{\"a\":\"b\"}},\"spec\":{\"containers\":[{\"name\":\"c\","
		"\"image\":\"i\"}]}}}}"),
	    201);
	k.content_type = "application/merge-patch+json";
	assert_int_equal(kit_do(&k, "PATCH",
				"/api/v1/namespaces/default/replicationcontrollers/r/scale",
				"{\"spec\":{\"replicas\":2}}"),
			 422);
	assert_non_null(
	    strstr(kit_at(&k, "message"), "autoscaling/Scale replicationcontrollers/scale"));
	kit_close(&k);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(namespace_selector_matches_cluster_scoped_objects),
		cmocka_unit_test(binding_selects_by_its_own_resources),
		cmocka_unit_test(subresource_has_the_kind_of_its_body),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
