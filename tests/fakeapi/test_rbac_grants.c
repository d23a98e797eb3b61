/* SPDX-License-Identifier: Apache-2.0 */
/* The verbs bind and escalate count where they are given, and aggregation is a grant. */
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

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(bind_verb_applies_in_its_namespace),
		cmocka_unit_test(escalate_verb_applies_in_its_namespace),
		cmocka_unit_test(new_aggregation_rule_needs_the_rights_it_grants),
		cmocka_unit_test(several_missing_roles_are_listed_in_brackets),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
