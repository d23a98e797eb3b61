/* SPDX-License-Identifier: Apache-2.0 */
/* The verbs bind and escalate count where they are given, aggregation is a grant; subjects, and the
 * object of an action. */
#include "fakeapi/meta/go_json.h"
#include "tests/kit/testing.h"

#include "tests/kit/core_kit.h"

#define RBAC  "/apis/rbac.authorization.k8s.io/v1/"
#define IN(n) RBAC "namespaces/" n "/"
#define REF(role)                                                                                  \
	"\"roleRef\":{\"apiGroup\":\"rbac.authorization.k8s.io\",\"kind\":\"ClusterRole\","        \
	"\"name\":"                                                                                \
	"\"" role "\"}"
#define ALICE "\"subjects\":[{\"kind\":\"User\",\"name\":\"alice\"}]"
#define RULE(verbs, resources)                                                                     \
	"{\"verbs\":[" verbs                                                                       \
	"],\"apiGroups\":[\"rbac.authorization.k8s.io\"],\"resources\":[" resources "]}"

/* Alice has the role in "default" alone, or in the whole cluster. */
static void open_kit(struct kit *k, const char *rules, bool everywhere)
{
	struct fakeapi__options opt = { .wall_offset_ns = INT64_C(1795000000) * NS_PER_S,
					.rbac = true };
	AUTO_STRBUF role = STRBUF_INIT;

	kit_open(k, &opt);
	strbuf_addf(&role, "{\"metadata\":{\"name\":\"r\"},\"rules\":[%s]}", rules);
	assert_int_equal(kit_do(k, "POST", RBAC "clusterroles", role.ptr), 201);
	assert_int_equal(kit_do(k, "POST",
				everywhere ? RBAC "clusterrolebindings"
					   : IN("default") "rolebindings",
				"{\"metadata\":{\"name\":\"b\"}," REF("r") "," ALICE "}"),
			 201);
}

static void bind_verb_applies_in_its_namespace(void **state)
{
	static const char binding[] =
	    "{\"metadata\":{\"name\":\"x\"}," REF("cluster-admin") "," ALICE "}";

	(void)state;
	for (int everywhere = 0; everywhere < 2; everywhere++) {
		struct kit k;

		open_kit(&k,
			 RULE("\"create\"", "\"rolebindings\"") "," RULE("\"bind\"",
									 "\"clusterroles\""),
			 everywhere);
		k.user = "alice";
		assert_int_equal(kit_do(&k, "POST", IN("default") "rolebindings", binding), 201);
		assert_int_equal(kit_do(&k, "POST", IN("kube-system") "rolebindings", binding),
				 everywhere ? 201 : 403);
		kit_close(&k);
	}
}

/* pkg/registry/rbac/validation/rule.go; pkg/registry/authorization/selfsubjectrulesreview */
static void missing_roles_are_named_by_a_rules_review_and_a_refused_grant(void **state)
{
#define GONE(role) "clusterrole.rbac.authorization.k8s.io \"" role "\" not found"
#define ALSO(role) "roles.rbac.authorization.k8s.io \"" role "\" not found"
	static const struct {
		const char *roles[3], *review, *grant; /* "/x": a Role */
	} cases[] = {
		{ { NULL }, "", "" },
		{ { "gone" }, GONE("gone"), "; resolution errors: [" ALSO("gone") "]" },
		{ { "gone", "gone" }, GONE("gone"), "; resolution errors: [" ALSO("gone") "]" },
		{ { "gone", "/gone" },
		  "[" GONE("gone") ", role.rbac.authorization.k8s.io \"gone\" not found]",
		  "; resolution errors: [" ALSO("gone") "]" },
		{ { "gone", "lost" },
		  "[" GONE("gone") ", " GONE("lost") "]",
		  "; resolution errors: [[" ALSO("gone") ", " ALSO("lost") "]]" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		struct kit k;
		const char *printed;

		open_kit(&k, RULE("\"create\"", "\"roles\""), false);
		for (size_t r = 0; r < ARRAY_LEN(cases[i].roles) && cases[i].roles[r]; r++) {
			const char *role = cases[i].roles[r];
			AUTO_STRBUF body = STRBUF_INIT;

			strbuf_addf(
			    &body,
			    "{\"metadata\":{\"name\":\"x%zu\"},\"roleRef\":{\"apiGroup\":"
			    "\"rbac.authorization.k8s.io\",\"kind\":\"%s\",\"name\":\"%s\"}," ALICE
			    "}",
			    r, *role == '/' ? "Role" : "ClusterRole", role + (*role == '/'));
			assert_int_equal(kit_do(&k, "POST", IN("default") "rolebindings", body.ptr),
					 201);
		}
		k.user = "alice";
		assert_int_equal(kit_do(&k, "POST",
					"/apis/authorization.k8s.io/v1/selfsubjectrulesreviews",
					"{\"spec\":{\"namespace\":\"default\"}}"),
				 201);
		assert_string_equal(kit_at(&k, "status.evaluationError"), cases[i].review);
		assert_true(cJSON_IsFalse(fakeapi__dig(k.json, "status", "incomplete", NULL)));
		assert_int_equal(kit_do(&k, "POST", IN("default") "roles",
					"{\"metadata\":{\"name\":\"x\"},\"rules\":[{\"verbs\":["
					"\"impersonate\"],\"apiGroups\":[\"\"],\"resources\":["
					"\"pods\"]}]}"),
				 403);
		printed = strstr(kit_at(&k, "message"), "; resolution errors: ");
		assert_string_equal(printed ? printed : "", cases[i].grant);
		kit_close(&k);
	}
}

static void escalate_verb_applies_in_its_namespace(void **state)
{
	static const char role[] = "{\"metadata\":{\"name\":\"x\"},\"rules\":[{\"verbs\":[\"*\"],"
				   "\"apiGroups\":[\"*\"],\"resources\":[\"*\"]}]}";

	(void)state;
	for (int everywhere = 0; everywhere < 2; everywhere++) {
		struct kit k;

		open_kit(&k, RULE("\"create\",\"escalate\"", "\"roles\""), everywhere);
		k.user = "alice";
		assert_int_equal(kit_do(&k, "POST", IN("default") "roles", role), 201);
		assert_int_equal(kit_do(&k, "POST", IN("kube-system") "roles", role),
				 everywhere ? 201 : 403);
		kit_close(&k);
	}
}

/* The rules stay as they are: what the selectors will add is what alice does not have. */
static void new_aggregation_rule_needs_the_rights_it_grants(void **state)
{
	static const struct {
		const char *patch;
		int status;
	} cases[] = {
		{ "{\"metadata\":{\"labels\":{\"a\":\"b\"}}}", 200 },
		{ "{\"aggregationRule\":{\"clusterRoleSelectors\":[{\"matchLabels\":{\"a\":\"b\"}}]"
		  "}}",
		  403 },
	};
	struct kit k;

	(void)state;
	open_kit(&k, RULE("\"get\",\"patch\"", "\"clusterroles\""), true);
	k.user = "alice";
	k.content_type = "application/merge-patch+json";
	for (size_t i = 0; i < ARRAY_LEN(cases); i++)
		assert_int_equal(kit_do(&k, "PATCH", RBAC "clusterroles/r", cases[i].patch),
				 cases[i].status);
	kit_close(&k);
}

static void several_missing_roles_are_listed_in_brackets(void **state)
{
	static const char end[] =
	    "RBAC: [clusterrole.rbac.authorization.k8s.io \"gone\" not found, "
	    "clusterrole.rbac.authorization.k8s.io \"lost\" not found]";
	const char *message;
	struct kit k;

	(void)state;
	open_kit(&k, RULE("\"get\"", "\"roles\""), false);
	assert_int_equal(kit_do(&k, "POST", IN("default") "rolebindings",
				"{\"metadata\":{\"name\":\"x\"}," REF("gone") "," ALICE "}"),
			 201);
	assert_int_equal(kit_do(&k, "POST", IN("default") "rolebindings",
				"{\"metadata\":{\"name\":\"y\"}," REF("lost") "," ALICE "}"),
			 201);
	k.user = "alice";
	assert_int_equal(kit_do(&k, "GET", "/api/v1/namespaces/default/pods", NULL), 403);
	message = kit_at(&k, "message");
	assert_true(strlen(message) > strlen(end));
	assert_string_equal(message + strlen(message) - strlen(end), end);
	kit_close(&k);
}

/* The authorizer allows the group everything; no binding is needed. */
static void masters_need_no_binding(void **state)
{
	static const char *const masters[] = { "Impersonate-Group", "system:masters", NULL };
	static const char *const others[] = { "Impersonate-Group", "system:master", NULL };
	struct kit k;

	(void)state;
	open_kit(&k, RULE("\"get\"", "\"roles\""), false);
	assert_int_equal(kit_do(&k, "DELETE", RBAC "clusterrolebindings/cluster-admin", NULL), 200);
	k.user = "bob";
	k.more = others;
	assert_int_equal(kit_do(&k, "GET", "/api/v1/secrets", NULL), 403);
	k.more = masters;
	assert_int_equal(kit_do(&k, "GET", "/api/v1/secrets", NULL), 200);
	k.more = NULL;
	kit_close(&k);
}

/* A subject without a namespace is an account of the binding's namespace. */
static void service_account_without_a_namespace_is_of_the_binding(void **state)
{
	static const struct {
		const char *user;
		int status;
	} cases[] = {
		{ "system:serviceaccount:default:sa", 200 },
		{ "system:serviceaccount:kube-system:sa", 403 },
		{ "system:serviceaccount:default:sa2", 403 },
		{ "system:serviceaccount::sa", 403 },
		{ "sa", 403 },
	};
	struct kit k;

	(void)state;
	open_kit(&k, RULE("\"list\"", "\"roles\""), false);
	assert_int_equal(kit_do(&k, "POST", IN("default") "rolebindings",
				"{\"metadata\":{\"name\":\"x\"}," REF(
				    "r") ",\"subjects\":[{\"kind\":"
					 "\"ServiceAccount\",\"name\":\"sa\"}]}"),
			 201);
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		k.user = cases[i].user;
		if (kit_do(&k, "GET", IN("default") "roles", NULL) != cases[i].status)
			fail_msg("%s: %s", cases[i].user, k.body.ptr);
	}
	kit_close(&k);
}

#define PODS	 "{\"verbs\":[\"get\"],\"apiGroups\":[\"\"],\"resources\":[\"pods\"]}"
#define LABELLED "\"labels\":{\"a\":\"b\"}"

/* A role that selects itself keeps no rule of a role that is gone; equal rules come once. */
static void aggregated_rules_are_those_of_the_other_roles(void **state)
{
	static const char *const members[] = { "m1", "m2" };
	struct kit k;

	(void)state;
	open_kit(&k, RULE("\"get\"", "\"roles\""), false);
	for (size_t i = 0; i < ARRAY_LEN(members); i++) {
		AUTO_STRBUF body = STRBUF_INIT;

		strbuf_addf(&body,
			    "{\"metadata\":{\"name\":\"%s\"," LABELLED "},\"rules\":[" PODS "]}",
			    members[i]);
		assert_int_equal(kit_do(&k, "POST", RBAC "clusterroles", body.ptr), 201);
	}
	assert_int_equal(kit_do(&k, "POST", RBAC "clusterroles",
				"{\"metadata\":{\"name\":\"all\"," LABELLED
				"},\"aggregationRule\":{"
				"\"clusterRoleSelectors\":[{\"matchLabels\":{\"a\":\"b\"}}]}}"),
			 201);
	for (size_t i = 0; i <= ARRAY_LEN(members); i++) {
		assert_int_equal(kit_do(&k, "GET", RBAC "clusterroles/all", NULL), 200);
		if (i < ARRAY_LEN(members))
			assert_non_null(strstr(k.body.ptr, "\"rules\":[" PODS "]"));
		else
			assert_null(strstr(k.body.ptr, "pods"));
		if (i < ARRAY_LEN(members)) {
			AUTO_STRBUF uri = STRBUF_INIT;

			strbuf_addf(&uri, RBAC "clusterroles/%s", members[i]);
			assert_int_equal(kit_do(&k, "DELETE", uri.ptr, NULL), 200);
		}
	}
	kit_close(&k);
}

/* RequestInfo of k8s.io/apiserver: only a GET of a list reads metadata.name. */
static void list_of_one_name_is_an_action_on_that_object(void **state)
{
#define TYPE  "/api/v1/namespaces/default/configmaps"
#define FIELD "?fieldSelector="
	static const struct {
		const char *method, *uri;
		bool named;
	} cases[] = {
		{ "GET", TYPE "/x", true },
		{ "GET", TYPE FIELD "metadata.name%3Dx", true },
		{ "GET", TYPE FIELD "metadata.name%3D%3Dx", true },
		{ "GET", TYPE FIELD "metadata.name%3Dx&watch=1&timeoutSeconds=1", true },
		{ "GET", TYPE FIELD "metadata.namespace%3Ddefault,metadata.name%3Dx", true },
		{ "GET", TYPE FIELD "metadata.namespace%3Da%5C,b,metadata.name%3Dx", true },
		{ "GET", TYPE FIELD "metadata.namespace%3Da%5C,metadata.name%3Dx", false },
		{ "GET", TYPE FIELD "metadata.name%3Dy,metadata.name%3Dx", false },
		{ "GET", TYPE FIELD "metadata.name!%3Dx", false },
		{ "GET", TYPE FIELD "metadata.namespace%3Dx", false },
		{ "GET", TYPE, false },
		{ "DELETE", TYPE "/x", true },
		{ "DELETE", TYPE FIELD "metadata.name%3Dx", false },
		{ "GET", "/api/v1/watch/namespaces/default/configmaps" FIELD "metadata.name%3Dx",
		  false },
		{ "GET", "/api/v1/watch/namespaces/default/configmaps/x?timeoutSeconds=1", true },
	};
	static const char *const no_names[] = { ".", "..", "a%2Fb", "a%2525", "a%5C,b", "" };
	struct kit k;

	(void)state;
	open_kit(&k,
		 "{\"verbs\":[\"*\"],\"apiGroups\":[\"\"],\"resources\":[\"configmaps\"],"
		 "\"resourceNames\":[\"x\"]}",
		 false);
	k.user = "alice";
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		(void)kit_do(&k, cases[i].method, cases[i].uri, NULL);
		if ((k.status != 403) != cases[i].named)
			fail_msg("%s %s: %d", cases[i].method, cases[i].uri, k.status);
	}
	for (size_t i = 0; i < ARRAY_LEN(no_names); i++) {
		AUTO_STRBUF uri = STRBUF_INIT;

		strbuf_addf(&uri, TYPE FIELD "metadata.name%%3D%s", no_names[i]);
		assert_int_equal(kit_do(&k, "GET", uri.ptr, NULL), 403);
		assert_string_equal(
		    kit_at(&k, "message"),
		    "configmaps is forbidden: User \"alice\" cannot list resource "
		    "\"configmaps\" in API group \"\" in the namespace \"default\"");
	}
	kit_close(&k);
#undef TYPE
#undef FIELD
}

static void aggregation_joins_the_roles_of_all_selectors(void **state)
{
	static const char *const members[] = { "one", "two", "none" };
	struct kit k;

	(void)state;
	open_kit(&k, RULE("\"get\"", "\"roles\""), false);
	for (size_t i = 0; i < ARRAY_LEN(members); i++) {
		AUTO_STRBUF body = STRBUF_INIT;

		strbuf_addf(
		    &body,
		    "{\"metadata\":{\"name\":\"%s\",\"labels\":{\"in\":\"%s\"}},\"rules\":[{"
		    "\"verbs\":[\"get\"],\"apiGroups\":[\"%s.io\"],\"resources\":[\"x\"]}]}",
		    members[i], members[i], members[i]);
		assert_int_equal(kit_do(&k, "POST", RBAC "clusterroles", body.ptr), 201);
	}
	assert_int_equal(
	    kit_do(
		&k, "POST", RBAC "clusterroles",
		"{\"metadata\":{\"name\":\"all\"},\"aggregationRule\":{\"clusterRoleSelectors\":[{"
		"\"matchLabels\":{\"in\":\"one\"}},{\"matchLabels\":{\"in\":\"two\"}}]}}"),
	    201);
	assert_int_equal(kit_do(&k, "GET", RBAC "clusterroles/all", NULL), 200);
	assert_string_equal(kit_at(&k, "rules.0.apiGroups.0"), "one.io");
	assert_string_equal(kit_at(&k, "rules.1.apiGroups.0"), "two.io");
	assert_string_equal(kit_at(&k, "rules.2.apiGroups.0"), "");
	kit_close(&k);
}

static void right_in_one_api_group_is_none_in_another(void **state)
{
#define DEPLOYMENTS(group)                                                                         \
	"{\"verbs\":[\"get\"],\"apiGroups\":[\"" group "\"],\"resources\":[\"deployments\"]}"
	struct kit k;

	(void)state;
	open_kit(&k, RULE("\"create\"", "\"roles\"") "," DEPLOYMENTS("apps"), true);
	k.user = "alice";
	assert_int_equal(kit_do(&k, "POST", IN("default") "roles",
				"{\"metadata\":{\"name\":\"x\"},\"rules\":[" DEPLOYMENTS(
				    "apps") "]}"),
			 201);
	assert_int_equal(kit_do(&k, "POST", IN("default") "roles",
				"{\"metadata\":{\"name\":\"y\"},\"rules\":[" DEPLOYMENTS(
				    "extensions") "]}"),
			 403);
	assert_non_null(strstr(kit_at(&k, "message"),
			       "{APIGroups:[\"extensions\"], Resources:[\"deployments\"], "
			       "Verbs:[\"get\"]}"));
	kit_close(&k);
#undef DEPLOYMENTS
}

/* Both namespaces have a role of the same name. */
static void binding_grants_the_role_of_its_own_namespace(void **state)
{
	static const char *const namespaces[] = { "default", "kube-system" };
	static const char *const resources[] = { "pods", "configmaps" };
	struct kit k;

	(void)state;
	open_kit(&k, RULE("\"get\"", "\"roles\""), true);
	for (size_t i = 0; i < ARRAY_LEN(namespaces); i++) {
		AUTO_STRBUF role = STRBUF_INIT, uri = STRBUF_INIT;

		strbuf_addf(&role,
			    "{\"metadata\":{\"name\":\"same\"},\"rules\":[{\"verbs\":[\"list\"],"
			    "\"apiGroups\":[\"\"],\"resources\":[\"%s\"]}]}",
			    resources[i]);
		strbuf_addf(&uri, RBAC "namespaces/%s/roles", namespaces[i]);
		assert_int_equal(kit_do(&k, "POST", uri.ptr, role.ptr), 201);
		strbuf_clear(&uri);
		strbuf_addf(&uri, RBAC "namespaces/%s/rolebindings", namespaces[i]);
		assert_int_equal(kit_do(&k, "POST", uri.ptr,
					"{\"metadata\":{\"name\":\"same\"},\"roleRef\":{"
					"\"apiGroup\":\"rbac.authorization.k8s.io\",\"kind\":"
					"\"Role\",\"name\":\"same\"}," ALICE "}"),
				 201);
	}
	k.user = "alice";
	for (size_t n = 0; n < ARRAY_LEN(namespaces); n++) {
		for (size_t r = 0; r < ARRAY_LEN(resources); r++) {
			AUTO_STRBUF uri = STRBUF_INIT;

			strbuf_addf(&uri, "/api/v1/namespaces/%s/%s", namespaces[n], resources[r]);
			assert_int_equal(kit_do(&k, "GET", uri.ptr, NULL), n == r ? 200 : 403);
		}
	}
	kit_close(&k);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(bind_verb_applies_in_its_namespace),
		cmocka_unit_test(missing_roles_are_named_by_a_rules_review_and_a_refused_grant),
		cmocka_unit_test(escalate_verb_applies_in_its_namespace),
		cmocka_unit_test(new_aggregation_rule_needs_the_rights_it_grants),
		cmocka_unit_test(several_missing_roles_are_listed_in_brackets),
		cmocka_unit_test(masters_need_no_binding),
		cmocka_unit_test(service_account_without_a_namespace_is_of_the_binding),
		cmocka_unit_test(aggregated_rules_are_those_of_the_other_roles),
		cmocka_unit_test(list_of_one_name_is_an_action_on_that_object),
		cmocka_unit_test(aggregation_joins_the_roles_of_all_selectors),
		cmocka_unit_test(right_in_one_api_group_is_none_in_another),
		cmocka_unit_test(binding_grants_the_role_of_its_own_namespace),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
