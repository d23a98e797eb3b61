/* SPDX-License-Identifier: Apache-2.0 */
/* Which requests an audit policy selects, and which policies are refused. */
#include "tests/kit/testing.h"

#include "tests/kit/audit_kit.h"

#define NS   "/api/v1/namespaces/default"
#define MAPS NS "/configmaps"

static void rules_match_users_verbs_and_resources(void **state)
{
	static const struct {
		const char *rule; /* of level Metadata; others are not audited */
		const char *const *who;
		const char *method, *uri;
		bool audited;
	} cases[] = {
		{ "\"users\":[\"jane\"]", audit_jane, "GET", MAPS, true },
		{ "\"users\":[\"jane\"]", audit_root, "GET", MAPS, false },
		{ "\"userGroups\":[\"dev\"]", audit_jane, "GET", MAPS, true },
		{ "\"userGroups\":[\"dev\"]", audit_root, "GET", MAPS, false },
		{ "\"userGroups\":[\"system:authenticated\"]", audit_root, "GET", MAPS, true },
		{ "\"verbs\":[\"list\"]", audit_root, "GET", MAPS, true },
		{ "\"verbs\":[\"list\"]", audit_root, "GET", MAPS "/a", false },
		{ "\"verbs\":[\"get\"]", audit_root, "GET", "/healthz", true },
		{ "\"namespaces\":[\"default\"]", audit_root, "GET", MAPS, true },
		{ "\"namespaces\":[\"default\"]", audit_root, "GET", "/api/v1/configmaps", false },
		{ "\"namespaces\":[\"\"]", audit_root, "GET", "/api/v1/nodes", true },
		{ "\"namespaces\":[\"default\"]", audit_root, "GET", "/healthz", false },
		{ "\"resources\":[{\"group\":\"\"}]", audit_root, "GET", MAPS, true },
		{ "\"resources\":[{\"group\":\"apps\"}]", audit_root, "GET", MAPS, false },
		{ "\"resources\":[{\"group\":\"\",\"resources\":[\"pods\"]}]", audit_root, "GET",
		  MAPS, false },
		{ "\"resources\":[{\"group\":\"\",\"resources\":[\"*\"]}]", audit_root, "GET",
		  NS "/pods/a/status", true },
		{ "\"resources\":[{\"group\":\"\",\"resources\":[\"pods\"]}]", audit_root, "GET",
		  NS "/pods/a/status", false },
		{ "\"resources\":[{\"group\":\"\",\"resources\":[\"pods/status\"]}]", audit_root,
		  "GET", NS "/pods/a/status", true },
		{ "\"resources\":[{\"group\":\"\",\"resources\":[\"pods/*\"]}]", audit_root, "GET",
		  NS "/pods/a", true },
		{ "\"resources\":[{\"group\":\"\",\"resources\":[\"*/status\"]}]", audit_root,
		  "GET", NS "/pods/a/status", true },
		{ "\"resources\":[{\"group\":\"\",\"resources\":[\"configmaps\"],"
		  "\"resourceNames\":[\"b\"]}]",
		  audit_root, "GET", MAPS "/a", false },
		{ "\"resources\":[{\"group\":\"\",\"resources\":[\"configmaps\"],"
		  "\"resourceNames\":[\"b\"]}]",
		  audit_root, "GET", MAPS "/b", true },
		{ "\"nonResourceURLs\":[\"/healthz*\"]", audit_root, "GET", "/healthz", true },
		{ "\"nonResourceURLs\":[\"/healthz\"]", audit_root, "GET", "/healthz/ping", false },
		{ "\"nonResourceURLs\":[\"/healthz*\"]", audit_root, "GET", MAPS, false },
		{ "\"nonResourceURLs\":[\"*\"]", audit_root, "GET", "/version", true },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		AUTO_STRBUF policy = STRBUF_INIT;
		struct strbuf log;
		struct kit k;

		strbuf_addf(&policy, POLICY("\"rules\":[{\"level\":\"Metadata\",%s}]"),
			    cases[i].rule);
		audit_open(&k, policy.ptr, &log);
		k.more = cases[i].who;
		(void)kit_do(&k, cases[i].method, cases[i].uri, NULL);
		if ((audit_count(&log) > 0) != cases[i].audited)
			fail_msg("%s, %s: %zu events", cases[i].rule, cases[i].uri,
				 audit_count(&log));
		strbuf_fini(&log);
		kit_close(&k);
	}
}

static void first_matching_rule_decides(void **state)
{
	struct strbuf log;
	struct kit k;

	(void)state;
	audit_open(&k,
		   POLICY("\"rules\":[{\"level\":\"None\",\"verbs\":[\"list\"]},{\"level\":"
			  "\"Metadata\"}]"),
		   &log);
	k.more = audit_root;
	(void)kit_do(&k, "GET", MAPS, NULL);
	assert_int_equal(audit_count(&log), 0);
	(void)kit_do(&k, "GET", MAPS "/a", NULL);
	assert_int_equal(audit_count(&log), 2);
	strbuf_fini(&log);
	kit_close(&k);
}

static void invalid_policies_are_refused(void **state)
{
	static const struct {
		const char *policy, *error;
	} cases[] = {
		{ "{}",
		  "audit policy: the object is \"\" of \"\", must be Policy of audit.k8s.io/v1" },
		{ POLICY("\"rules\":[]"), "audit policy: loaded illegal policy with 0 rules" },
		{ POLICY("\"rules\":[{}]"), "audit policy: rules[0].level: Required value" },
		{ POLICY("\"rules\":[{\"level\":\"All\"}]"),
		  "audit policy: rules[0].level: Unsupported value: \"All\": supported values: "
		  "\"None\", \"Metadata\", \"Request\", \"RequestResponse\"" },
		{ POLICY("\"omitStages\":[\"End\"],\"rules\":[{\"level\":\"None\"}]"),
		  "audit policy: omitStages[0]: Invalid value: \"End\": allowed stages are "
		  "RequestReceived,ResponseStarted,ResponseComplete,Panic" },
		{ POLICY("\"rules\":[{\"level\":\"None\",\"nonResourceURLs\":[\"healthz\"]}]"),
		  "audit policy: rules[0].nonResourceURLs: Invalid value: \"healthz\": "
		  "non-resource "
		  "URL rules must begin with a '/' character" },
		{ POLICY("\"rules\":[{\"level\":\"None\",\"nonResourceURLs\":[\"/a*b\"]}]"),
		  "audit policy: rules[0].nonResourceURLs: Invalid value: \"/a*b\": non-resource "
		  "URL "
		  "wildcards '*' must be the final character of the rule" },
		{ POLICY("\"rules\":[{\"level\":\"None\",\"nonResourceURLs\":[\"/a\"],"
			 "\"namespaces\":[\"b\"]}]"),
		  "audit policy: rules[0].nonResourceURLs: rules cannot apply to both regular "
		  "resources and non-resource URLs" },
		{ POLICY(
		      "\"rules\":[{\"level\":\"None\",\"resources\":[{\"group\":\"apps/v1\"}]}]"),
		  "audit policy: rules[0].resources.group: Invalid value: \"apps/v1\": must be the "
		  "name of a group, without a version" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		struct fakeapi__options opt = { .audit_policy = cases[i].policy,
						.on_audit = audit_keep_line };
		struct relist_err err = { 0 };

		assert_null(fakeapi__core_new(&opt, &err));
		assert_string_equal(err.msg, cases[i].error);
		assert_int_equal(err.code, RELIST_EINVAL);
	}
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(rules_match_users_verbs_and_resources),
		cmocka_unit_test(first_matching_rule_decides),
		cmocka_unit_test(invalid_policies_are_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
