/* SPDX-License-Identifier: Apache-2.0 */
/* The objects that a server has from its start: as many, and the same, as kube-apiserver 1.34.4. */
#include "tests/kit/testing.h"

#include "tests/kit/core_kit.h"

#define RBAC  "/apis/rbac.authorization.k8s.io/v1/"
#define FLOWS "/apis/flowcontrol.apiserver.k8s.io/v1/"
#define TRACKING                                                                                   \
	"/api/v1/namespaces/kube-system/configmaps/"                                               \
	"kube-apiserver-legacy-service-account-token-tracking"

static void open_kit(struct kit *k, bool rbac, bool cluster)
{
	struct fakeapi__options opt = { .wall_offset_ns = INT64_C(1795000000) * NS_PER_S,
					.rbac = rbac,
					.cluster = cluster };

	kit_open(k, &opt);
}

static void rbac_server_has_the_roles_of_kubernetes(void **state)
{
	static const struct {
		const char *uri;
		int count;
	} lists[] = { { RBAC "clusterroles", 68 },
		      { RBAC "clusterrolebindings", 49 },
		      { RBAC "roles", 7 },
		      { RBAC "rolebindings", 7 } };
	struct kit k;

	(void)state;
	open_kit(&k, true, false);
	for (size_t i = 0; i < ARRAY_LEN(lists); i++)
		assert_int_equal(kit_count(&k, lists[i].uri), lists[i].count);
	assert_int_equal(kit_do(&k, "GET", RBAC "clusterroles/system:auth-delegator", NULL), 200);
	assert_string_equal(kit_at(&k, "rules.0.resources.0"), "tokenreviews");
	assert_string_equal(kit_at(&k, "rules.0.verbs.0"), "create");
	assert_int_equal(kit_do(&k, "GET",
				RBAC "namespaces/kube-system/roles/"
				     "extension-apiserver-authentication-reader",
				NULL),
			 200);
	assert_string_equal(kit_at(&k, "rules.0.resourceNames.0"),
			    "extension-apiserver-authentication");
	kit_close(&k);
}

static void bootstrap_creates_the_suggested_flow_control_objects(void **state)
{
	struct kit k;

	(void)state;
	open_kit(&k, false, true);
	assert_int_equal(kit_count(&k, FLOWS "flowschemas"), 11);
	assert_int_equal(kit_count(&k, FLOWS "prioritylevelconfigurations"), 8);
	assert_int_equal(kit_do(&k, "GET", FLOWS "flowschemas/service-accounts", NULL), 200);
	assert_string_equal(kit_at(&k, "spec.priorityLevelConfiguration.name"), "workload-low");
	assert_string_equal(kit_at(&k, "status.conditions.0.type"), "Dangling");
	assert_string_equal(kit_at(&k, "status.conditions.0.status"), "False");
	/* The consumer applies the status, and the producer makes the object. */
	assert_string_equal(kit_at(&k, "metadata.managedFields.0.manager"),
			    "api-priority-and-fairness-config-consumer-v1");
	assert_string_equal(kit_at(&k, "metadata.managedFields.0.operation"), "Apply");
	assert_string_equal(kit_at(&k, "metadata.managedFields.1.manager"),
			    "api-priority-and-fairness-config-producer-v1");
	assert_int_equal(kit_do(&k, "GET", "/apis/networking.k8s.io/v1/servicecidrs/kubernetes",
				NULL),
			 200);
	assert_string_equal(kit_at(&k, "status.conditions.0.status"), "True");
	assert_string_equal(kit_at(&k, "metadata.managedFields.0.manager"),
			    "kubernetes-service-cidr-controller");
	assert_string_equal(kit_at(&k, "metadata.managedFields.0.operation"), "Apply");
	kit_close(&k);
}

/* Names that are in use keep a definition from being established; its deletion is one all the same.
 */
static void deletion_of_a_definition_not_established_returns_it(void **state)
{
	static const char crds[] = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
	static const char definition[] =
	    "{\"apiVersion\":\"apiextensions.k8s.io/v1\",\"kind\":\"CustomResourceDefinition\","
	    "\"metadata\":{\"name\":\"%s.x.io\"},\"spec\":{\"group\":\"x.io\",\"scope\":"
	    "\"Cluster\","
	    "\"names\":{\"plural\":\"%s\",\"kind\":\"Foo\"},\"versions\":[{\"name\":\"v1\","
	    "\"served\":"
	    "true,\"storage\":true,\"schema\":{\"openAPIV3Schema\":{\"type\":\"object\"}}}]}}";
	static const char *const plurals[] = { "foos", "bars" };
	struct kit k;
	char body[600], path[128];

	(void)state;
	open_kit(&k, false, false);
	for (size_t i = 0; i < ARRAY_LEN(plurals); i++) {
		(void)snprintf(body, sizeof(body), definition, plurals[i], plurals[i]);
		assert_int_equal(kit_do(&k, "POST", crds, body), 201);
	}
	(void)snprintf(path, sizeof(path), "%s/bars.x.io", crds);
	assert_int_equal(kit_do(&k, "DELETE", path, NULL), 200);
	assert_string_equal(kit_at(&k, "kind"), "CustomResourceDefinition");
	assert_string_equal(kit_at(&k, "metadata.finalizers.0"),
			    "customresourcecleanup.apiextensions.k8s.io");
	assert_int_equal(kit_do(&k, "GET", path, NULL), 404);
	kit_close(&k);
}

static void cluster_stores_the_start_of_token_tracking(void **state)
{
	struct kit k;

	(void)state;
	open_kit(&k, false, true);
	assert_int_equal(kit_do(&k, "GET", TRACKING, NULL), 200);
	assert_string_equal(kit_at(&k, "data.since"), "2026-11-18");
	kit_close(&k);
}

static void plain_server_has_no_bootstrap_objects(void **state)
{
	struct kit k;

	(void)state;
	open_kit(&k, false, false);
	assert_int_equal(kit_count(&k, RBAC "clusterroles"), 0);
	assert_int_equal(kit_count(&k, FLOWS "flowschemas"), 2);
	assert_int_equal(kit_count(&k, "/api/v1/configmaps"), 0);
	kit_close(&k);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(rbac_server_has_the_roles_of_kubernetes),
		cmocka_unit_test(bootstrap_creates_the_suggested_flow_control_objects),
		cmocka_unit_test(deletion_of_a_definition_not_established_returns_it),
		cmocka_unit_test(cluster_stores_the_start_of_token_tracking),
		cmocka_unit_test(plain_server_has_no_bootstrap_objects),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
