/* SPDX-License-Identifier: Apache-2.0 */
/* ValidatingAdmissionPolicies and matchConditions: requests, and what a kube-apiserver 1.34.4
 * answered to each of them. */
#include "tests/kit/core_kit.h"
#include "tests/kit/testing.h"

#define POLICIES "/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicies"
#define BINDINGS "/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicybindings"
#define HOOKS	 "/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations"
#define MAPS	 "/api/v1/namespaces/celvap/configmaps"
#define MERGE	 "application/merge-patch+json"

struct request {
	const char *method, *path, *type, *body;
	int status;
	const char *message; /* NULL: any */
};

static const struct request requests[] = {
	{ "POST", MAPS, NULL,
	  "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":"
	  "\"par\"},\"data\":{\"max\":\"3\"}}",
	  201, NULL },
	{ "POST", POLICIES, NULL,
	  "{\"apiVersion\":\"admissionregistration.k8s.io/"
	  "v1\",\"kind\":\"ValidatingAdmissionPolicy\","
	  "\"metadata\":{\"name\":\"p1\"},\"spec\":{\"matchConstraints\":{\"namespaceSelector\":"
	  "{\"matchLabels\":{\"kubernetes.io/metadata.name\":\"celvap\"}},\"resourceRules\":"
	  "[{\"apiGroups\":[\"\"],\"apiVersions\":[\"v1\"],\"operations\":[\"CREATE\","
	  "\"UPDATE\"],\"resources\":[\"configmaps\"]}]},\"validations\":[{\"expression\":"
	  "\"!has(object.data) || !('x' in object.data) || object.data.x.size() "
	  "< 3\"},{\"expression\":\"object.metadata.name != 'bad'\",\"message\":"
	  "\" no bad names \",\"reason\":\"Forbidden\"},{\"expression\":\"!has(object.data.y) "
	  "|| object.data.y != 'q'\",\"messageExpression\":\"'y is ' + object.data.y\"}"
	  "]}}",
	  201, NULL },
	{ "POST", BINDINGS, NULL,
	  "{\"apiVersion\":\"admissionregistration.k8s.io/"
	  "v1\",\"kind\":\"ValidatingAdmissionPolicyBinding\","
	  "\"metadata\":{\"name\":\"p1\"},\"spec\":{\"policyName\":\"p1\",\"validationActions\":"
	  "[\"Deny\"]}}",
	  201, NULL },
	{ "POST", POLICIES, NULL,
	  "{\"apiVersion\":\"admissionregistration.k8s.io/"
	  "v1\",\"kind\":\"ValidatingAdmissionPolicy\","
	  "\"metadata\":{\"name\":\"p2\"},\"spec\":{\"matchConstraints\":{\"namespaceSelector\":"
	  "{\"matchLabels\":{\"kubernetes.io/metadata.name\":\"celvap\"}},\"resourceRules\":"
	  "[{\"apiGroups\":[\"\"],\"apiVersions\":[\"v1\"],\"operations\":[\"CREATE\","
	  "\"UPDATE\"],\"resources\":[\"configmaps\"]}]},\"matchConditions\":[{\"name\":"
	  "\"c\",\"expression\":\"request.operation == 'CREATE' && "
	  "object.metadata.name.startsWith('v')\"}"
	  "],\"variables\":[{\"name\":\"n\",\"expression\":\"int(object.data.n)\"}"
	  ",{\"name\":\"twice\",\"expression\":\"variables.n * 2\"}],\"validations\":"
	  "[{\"expression\":\"variables.twice < "
	  "10\",\"messageExpression\":\"string(variables.twice) "
	  "+ ' is too much'\"}]}}",
	  201, NULL },
	{ "POST", BINDINGS, NULL,
	  "{\"apiVersion\":\"admissionregistration.k8s.io/"
	  "v1\",\"kind\":\"ValidatingAdmissionPolicyBinding\","
	  "\"metadata\":{\"name\":\"p2\"},\"spec\":{\"policyName\":\"p2\",\"validationActions\":"
	  "[\"Deny\"]}}",
	  201, NULL },
	{ "POST", POLICIES, NULL,
	  "{\"apiVersion\":\"admissionregistration.k8s.io/"
	  "v1\",\"kind\":\"ValidatingAdmissionPolicy\","
	  "\"metadata\":{\"name\":\"p3\"},\"spec\":{\"matchConstraints\":{\"namespaceSelector\":"
	  "{\"matchLabels\":{\"kubernetes.io/metadata.name\":\"celvap\"}},\"resourceRules\":"
	  "[{\"apiGroups\":[\"\"],\"apiVersions\":[\"v1\"],\"operations\":[\"CREATE\","
	  "\"UPDATE\"],\"resources\":[\"configmaps\"]}]},\"paramKind\":{\"apiVersion\":"
	  "\"v1\",\"kind\":\"ConfigMap\"},\"matchConditions\":[{\"name\":\"c\","
	  "\"expression\":\"object.metadata.name.startsWith('w')\"}],\"validations\":"
	  "[{\"expression\":\"int(object.data.n) <= int(params.data.max)\",\"reason\":"
	  "\"Invalid\"}]}}",
	  201, NULL },
	{ "POST", BINDINGS, NULL,
	  "{\"apiVersion\":\"admissionregistration.k8s.io/"
	  "v1\",\"kind\":\"ValidatingAdmissionPolicyBinding\","
	  "\"metadata\":{\"name\":\"p3\"},\"spec\":{\"policyName\":\"p3\",\"validationActions\":"
	  "[\"Deny\"],\"paramRef\":{\"name\":\"par\",\"namespace\":\"celvap\","
	  "\"parameterNotFoundAction\":\"Deny\"}}}",
	  201, NULL },
	{ "POST", POLICIES, NULL,
	  "{\"apiVersion\":\"admissionregistration.k8s.io/"
	  "v1\",\"kind\":\"ValidatingAdmissionPolicy\","
	  "\"metadata\":{\"name\":\"p4\"},\"spec\":{\"matchConstraints\":{\"namespaceSelector\":"
	  "{\"matchLabels\":{\"kubernetes.io/metadata.name\":\"celvap\"}},\"resourceRules\":"
	  "[{\"apiGroups\":[\"\"],\"apiVersions\":[\"v1\"],\"operations\":[\"CREATE\","
	  "\"UPDATE\"],\"resources\":[\"configmaps\"]}]},\"failurePolicy\":\"Ignore\","
	  "\"matchConditions\":[{\"name\":\"c\",\"expression\":\"object.metadata.name.startsWith('"
	  "z')\"}"
	  "],\"validations\":[{\"expression\":\"object.nope == 1\"},{\"expression\":"
	  "\"namespaceObject.metadata.name == 'celvap' && request.userInfo.username "
	  "!= 'zed' && oldObject == null\"}]}}",
	  201, NULL },
	{ "POST", BINDINGS, NULL,
	  "{\"apiVersion\":\"admissionregistration.k8s.io/"
	  "v1\",\"kind\":\"ValidatingAdmissionPolicyBinding\","
	  "\"metadata\":{\"name\":\"p4\"},\"spec\":{\"policyName\":\"p4\",\"validationActions\":"
	  "[\"Deny\"]}}",
	  201, NULL },
	{ "POST", MAPS "?dryRun=All", NULL,
	  "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":"
	  "\"ok\"},\"data\":{\"x\":\"ab\"}}",
	  201, NULL },
	{ "POST", MAPS "?dryRun=All", NULL,
	  "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":"
	  "\"a\"},\"data\":{\"x\":\"abc\"}}",
	  422,
	  "configmaps \"a\" is forbidden: ValidatingAdmissionPolicy 'p1' with "
	  "binding 'p1' denied request: failed expression: !has(object.data) || "
	  "!('x' in object.data) || object.data.x.size() < 3" },
	{ "POST", MAPS "?dryRun=All", NULL,
	  "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":"
	  "\"bad\"},\"data\":{\"x\":\"a\"}}",
	  403,
	  "configmaps \"bad\" is forbidden: ValidatingAdmissionPolicy 'p1' with "
	  "binding 'p1' denied request: no bad names" },
	{ "POST", MAPS "?dryRun=All", NULL,
	  "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":"
	  "\"c\"},\"data\":{\"y\":\"q\"}}",
	  422,
	  "configmaps \"c\" is forbidden: ValidatingAdmissionPolicy 'p1' with "
	  "binding 'p1' denied request: y is q" },
	{ "POST", MAPS "?dryRun=All", NULL,
	  "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":"
	  "\"d\"}}",
	  422,
	  "configmaps \"d\" is forbidden: ValidatingAdmissionPolicy 'p1' with "
	  "binding 'p1' denied request: expression '!has(object.data.y) || object.data.y "
	  "!= 'q'' resulted in error: no such key: data" },
	{ "POST", MAPS "?dryRun=All", NULL,
	  "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":"
	  "\"va\"},\"data\":{\"n\":\"4\"}}",
	  201, NULL },
	{ "POST", MAPS "?dryRun=All", NULL,
	  "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":"
	  "\"vb\"},\"data\":{\"n\":\"5\"}}",
	  422,
	  "configmaps \"vb\" is forbidden: ValidatingAdmissionPolicy 'p2' with "
	  "binding 'p2' denied request: 10 is too much" },
	{ "POST", MAPS "?dryRun=All", NULL,
	  "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":"
	  "\"vc\"},\"data\":{\"n\":\"x\"}}",
	  422,
	  "configmaps \"vc\" is forbidden: ValidatingAdmissionPolicy 'p2' with "
	  "binding 'p2' denied request: expression 'variables.twice < 10' resulted "
	  "in error: composited variable \"twice\" fails to evaluate: composited "
	  "variable \"n\" fails to evaluate: type conversion error from 'string' "
	  "to 'int'" },
	{ "POST", MAPS "?dryRun=All", NULL,
	  "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":"
	  "\"wa\"},\"data\":{\"n\":\"3\"}}",
	  201, NULL },
	{ "POST", MAPS "?dryRun=All", NULL,
	  "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":"
	  "\"wb\"},\"data\":{\"n\":\"4\"}}",
	  422,
	  "configmaps \"wb\" is forbidden: ValidatingAdmissionPolicy 'p3' with "
	  "binding 'p3' denied request: failed expression: int(object.data.n) "
	  "<= int(params.data.max)" },
	{ "POST", MAPS "?dryRun=All", NULL,
	  "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":"
	  "\"za\"},\"data\":{\"n\":\"4\"}}",
	  201, NULL },
	{ "PATCH", MAPS "/par?dryRun=All", MERGE, "{\"data\":{\"x\":\"abcd\"}}", 422,
	  "configmaps \"par\" is forbidden: ValidatingAdmissionPolicy 'p1' with "
	  "binding 'p1' denied request: failed expression: !has(object.data) || "
	  "!('x' in object.data) || object.data.x.size() < 3" },
	{ "DELETE", MAPS "/par", NULL, NULL, 200, NULL },
	{ "POST", MAPS "?dryRun=All", NULL,
	  "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":"
	  "\"wb\"},\"data\":{\"n\":\"4\"}}",
	  422,
	  "configmaps \"wb\" is forbidden: ValidatingAdmissionPolicy 'p3' with "
	  "binding 'p3' denied request: failed to configure binding: no params "
	  "found for policy binding with `Deny` parameterNotFoundAction" },
};

static void ask(struct kit *k, const struct request *r)
{
	k->content_type = r->type;
	kit_do(k, r->method, r->path, r->body);
	if (k->status != r->status)
		fail_msg("%s: %d: %s", r->body, k->status, k->body.ptr);
	if (r->message && strcmp(kit_at(k, "message"), r->message) != 0)
		fail_msg("%s:\n%s\n%s", r->body, kit_at(k, "message"), r->message);
}

static void open_with_namespace(struct kit *k)
{
	kit_open(k, NULL);
	assert_int_equal(kit_do(k, "POST", "/api/v1/namespaces",
				"{\"apiVersion\":\"v1\",\"kind\":\"Namespace\",\"metadata\":{"
				"\"name\":\"celvap\"}}"),
			 201);
}

static void bound_policies_validate_writes(void **state)
{
	struct kit k;

	(void)state;
	open_with_namespace(&k);
	for (size_t i = 0; i < ARRAY_LEN(requests); i++)
		ask(&k, &requests[i]);
	kit_close(&k);
}

static void audit_only_binding_denies_nothing(void **state)
{
	static const struct request audit[] = {
		{ "POST", POLICIES, NULL,
		  "{\"apiVersion\":\"admissionregistration.k8s.io/v1\",\"kind\":"
		  "\"ValidatingAdmissionPolicy\",\"metadata\":{\"name\":\"p\"},\"spec\":{"
		  "\"matchConstraints\":{\"resourceRules\":[{\"apiGroups\":[\"\"],\"apiVersions\":["
		  "\"v1\"],\"operations\":[\"*\"],\"resources\":[\"configmaps\"]}]},"
		  "\"validations\":[{\"expression\":\"false\"}]}}",
		  201, NULL },
		{ "POST", MAPS, NULL,
		  "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"a\"}}",
		  201, NULL },
		{ "POST", BINDINGS, NULL,
		  "{\"apiVersion\":\"admissionregistration.k8s.io/v1\",\"kind\":"
		  "\"ValidatingAdmissionPolicyBinding\",\"metadata\":{\"name\":\"b\"},\"spec\":{"
		  "\"policyName\":\"p\",\"validationActions\":[\"Audit\"]}}",
		  201, NULL },
		{ "DELETE", MAPS "/a", NULL, NULL, 200, NULL },
		{ "PATCH", BINDINGS "/b", MERGE,
		  "{\"spec\":{\"validationActions\":[\"Deny\",\"Audit\"]}}", 200, NULL },
		{ "POST", MAPS, NULL,
		  "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"a\"}}",
		  422, NULL },
	};
	struct kit k;

	(void)state;
	open_with_namespace(&k);
	for (size_t i = 0; i < ARRAY_LEN(audit); i++)
		ask(&k, &audit[i]);
	kit_close(&k);
}

/* All validations are evaluated; the first denial is reported. */
static void warn_binding_adds_a_warning(void **state)
{
	static const struct {
		const char *actions, *data;
		int status;
		const char *warning, *message;
	} cases[] = {
		{ "\"Warn\"", "\"x\":\"0\",\"z\":\"1\"", 201,
		  "299 - \"Validation failed for ValidatingAdmissionPolicy 'p' with binding 'b': "
		  "no "
		  "one\"",
		  "" },
		{ "\"Warn\",\"Audit\"", "\"x\":\"0\",\"z\":\"0\"", 201,
		  "299 - \"Validation failed for ValidatingAdmissionPolicy 'p' with binding 'b': "
		  "expression '1/int(object.data.z) == 1' resulted in error: division by zero\"",
		  "" },
		{ "\"Warn\"", "\"x\":\"1\",\"z\":\"1\"", 201, "", "" },
		{ "\"Deny\"", "\"x\":\"0\",\"z\":\"0\"", 422, "",
		  "configmaps \"a\" is forbidden: ValidatingAdmissionPolicy 'p' with binding 'b' "
		  "denied request: no one" },
	};
	struct kit k;

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		AUTO_STRBUF b = STRBUF_INIT;

		open_with_namespace(&k);
		k.content_type = NULL;
		assert_int_equal(
		    kit_do(&k, "POST", POLICIES,
			   "{\"metadata\":{\"name\":\"p\"},\"spec\":{\"matchConstraints\":{"
			   "\"resourceRules\":[{\"apiGroups\":[\"\"],\"apiVersions\":[\"v1\"],"
			   "\"operations\":[\"CREATE\"],\"resources\":[\"configmaps\"]}]},"
			   "\"validations\":[{\"expression\":\"object.data.x == '1'\",\"message\":"
			   "\"no one\"},{\"expression\":\"1/int(object.data.z) == 1\"}]}}"),
		    201);
		strbuf_addf(&b,
			    "{\"metadata\":{\"name\":\"b\"},\"spec\":{\"policyName\":\"p\","
			    "\"validationActions\":[%s]}}",
			    cases[i].actions);
		assert_int_equal(kit_do(&k, "POST", BINDINGS, b.ptr), 201);
		strbuf_clear(&b);
		strbuf_addf(&b, "{\"metadata\":{\"name\":\"a\"},\"data\":{%s}}", cases[i].data);
		assert_int_equal(kit_do(&k, "POST", MAPS, b.ptr), cases[i].status);
		assert_string_equal(k.warning, cases[i].warning);
		assert_string_equal(kit_at(&k, "message"), cases[i].message);
		kit_close(&k);
	}
}

static void policies_that_do_not_compile_are_refused(void **state)
{
	static const struct {
		const char *spec, *message;
	} cases[] = {
		{ "\"validations\":[{\"expression\":\"object.x >\"}]",
		  "ValidatingAdmissionPolicy.admissionregistration.k8s.io \"p\" is invalid: "
		  "spec.validations[0].expression: Invalid value: \"object.x >\": compilation "
		  "failed: "
		  "ERROR: <input>:1:11: Syntax error: mismatched input '<EOF>' expecting {'[', "
		  "'{', "
		  "'(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, "
		  "STRING, "
		  "BYTES, IDENTIFIER}\n | object.x >\n | ..........^" },
		{ "\"validations\":[{\"expression\":\"params.x == 1\"}]",
		  "ValidatingAdmissionPolicy.admissionregistration.k8s.io \"p\" is invalid: "
		  "spec.validations[0].expression: Invalid value: \"params.x == 1\": compilation "
		  "failed: ERROR: <input>:1:1: undeclared reference to 'params' (in container '')\n"
		  " | params.x == 1\n | ^" },
		{ "\"paramKind\":{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\"},\"validations\":[{"
		  "\"expression\":\"params.x == 1 && "
		  "authorizer.path('/').check('get').allowed()\"}]",
		  NULL },
	};
	struct kit k;

	(void)state;
	kit_open(&k, NULL);
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		AUTO_STRBUF b = STRBUF_INIT;

		strbuf_addf(
		    &b,
		    "{\"apiVersion\":\"admissionregistration.k8s.io/v1\",\"kind\":"
		    "\"ValidatingAdmissionPolicy\",\"metadata\":{\"name\":\"p\"},\"spec\":{%s,"
		    "\"matchConstraints\":{\"resourceRules\":[{\"apiGroups\":[\"\"],"
		    "\"apiVersions\":[\"v1\"],\"operations\":[\"*\"],\"resources\":["
		    "\"configmaps\"]}]}}}",
		    cases[i].spec);
		kit_do(&k, "POST", POLICIES, b.ptr);
		assert_int_equal(k.status, cases[i].message ? 422 : 201);
		if (cases[i].message)
			assert_string_equal(kit_at(&k, "message"), cases[i].message);
	}
	kit_close(&k);
}

/* No webhook answers here: a call fails with 500. */
static void webhooks_are_called_if_their_match_conditions_hold(void **state)
{
	static const struct {
		const char *condition, *policy;
		int status;
	} cases[] = {
		{ "object.metadata.name == 'a'", "Fail", 500 },
		{ "object.metadata.name != 'a'", "Fail", 201 },
		{ "request.userInfo.groups.exists(g, g == 'nobody')", "Fail", 201 },
		{ "object.nope == 1", "Fail", 403 },
		{ "object.nope == 1", "Ignore", 201 },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		AUTO_STRBUF b = STRBUF_INIT;
		struct kit k;

		open_with_namespace(&k);
		strbuf_addf(&b,
			    "{\"apiVersion\":\"admissionregistration.k8s.io/v1\",\"kind\":"
			    "\"ValidatingWebhookConfiguration\",\"metadata\":{\"name\":\"h\"},"
			    "\"webhooks\":[{\"name\":\"h.example.com\",\"failurePolicy\":\"%s\","
			    "\"sideEffects\":\"None\",\"admissionReviewVersions\":[\"v1\"],"
			    "\"clientConfig\":{\"url\":\"https://127.0.0.1:1/\"},\"rules\":[{"
			    "\"apiGroups\":[\"\"],\"apiVersions\":[\"v1\"],\"operations\":[\"*\"],"
			    "\"resources\":[\"configmaps\"]}],\"matchConditions\":[{\"name\":\"c\","
			    "\"expression\":\"%s\"}]}]}",
			    cases[i].policy, cases[i].condition);
		assert_int_equal(kit_do(&k, "POST", HOOKS, b.ptr), 201);
		kit_do(&k, "POST", MAPS,
		       "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":"
		       "\"a\"}}");
		if (k.status != cases[i].status)
			fail_msg("%s: %d %s", cases[i].condition, k.status, k.body.ptr);
		kit_close(&k);
	}
}

static int with_variables(const char *variables, const char *rule, struct strbuf *answer)
{
	AUTO_STRBUF b = STRBUF_INIT;
	struct kit k;
	int status;

	open_with_namespace(&k);
	strbuf_addf(&b,
		    "{\"apiVersion\":\"admissionregistration.k8s.io/v1\",\"kind\":"
		    "\"ValidatingAdmissionPolicy\",\"metadata\":{\"name\":\"p\"},\"spec\":{"
		    "\"matchConstraints\":{\"resourceRules\":[{\"apiGroups\":[\"\"],"
		    "\"apiVersions\":[\"v1\"],\"operations\":[\"CREATE\"],\"resources\":["
		    "\"configmaps\"]}]},\"variables\":[%s],\"validations\":[{\"expression\":"
		    "\"%s\"}]}}",
		    variables, rule);
	status = kit_do(&k, "POST", POLICIES, b.ptr);
	if (status == 201) {
		assert_int_equal(
		    kit_do(&k, "POST", BINDINGS,
			   "{\"apiVersion\":\"admissionregistration.k8s.io/v1\",\"kind\":"
			   "\"ValidatingAdmissionPolicyBinding\",\"metadata\":{\"name\":\"p\"},"
			   "\"spec\":{\"policyName\":\"p\",\"validationActions\":[\"Deny\"]}}"),
		    201);
		status = kit_do(&k, "POST", MAPS,
				"{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{"
				"\"name\":\"a\"}}");
	}
	strbuf_addz(answer, k.body.ptr);
	kit_close(&k);
	return status;
}

/* Forty variables of which each names the one before twice: a million million times the first. */
static void variable_is_evaluated_once_and_uses_earlier_variables(void **state)
{
	AUTO_STRBUF variables = STRBUF_INIT;
	AUTO_STRBUF answer = STRBUF_INIT;

	(void)state;
	strbuf_addz(&variables, "{\"name\":\"v0\",\"expression\":\"1\"}");
	for (int i = 1; i <= 40; i++)
		strbuf_addf(&variables,
			    ",{\"name\":\"v%d\",\"expression\":\"variables.v%d + variables.v%d\"}",
			    i, i - 1, i - 1);
	assert_int_equal(with_variables(variables.ptr, "variables.v40 == 1099511627776", &answer),
			 201);
	assert_int_equal(with_variables("{\"name\":\"a\",\"expression\":\"variables.b\"},"
					"{\"name\":\"b\",\"expression\":\"variables.a\"}",
					"variables.a", &answer),
			 422);
	assert_non_null(strstr(answer.ptr, "undefined field 'b'"));
}

/* A variable is evaluated where its value is first needed. */
static void variable_inside_a_macro_leaves_the_macros_elements_as_they_are(void **state)
{
	static const struct {
		const char *rule;
		int status;
	} cases[] = {
		{ "[1, 2].all(i, variables.n == 3 && i < 3)", 201 },
		{ "[1, 2].all(i, [3, 4].all(k, variables.n == 3 && i + k < 7))", 201 },
		{ "[1, 2].all(i, variables.n == 3 && i < 2)", 422 },
		{ "[1, 2].map(i, variables.n + i) == [4, 5]", 201 },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		AUTO_STRBUF answer = STRBUF_INIT;
		int status = with_variables("{\"name\":\"n\",\"expression\":\"[7, 8, 9].filter(x, "
					    "x > 6).size()\"}",
					    cases[i].rule, &answer);

		if (status != cases[i].status)
			fail_msg("%s: %d %s", cases[i].rule, status, answer.ptr);
	}
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(bound_policies_validate_writes),
		cmocka_unit_test(audit_only_binding_denies_nothing),
		cmocka_unit_test(warn_binding_adds_a_warning),
		cmocka_unit_test(policies_that_do_not_compile_are_refused),
		cmocka_unit_test(variable_is_evaluated_once_and_uses_earlier_variables),
		cmocka_unit_test(variable_inside_a_macro_leaves_the_macros_elements_as_they_are),
		cmocka_unit_test(webhooks_are_called_if_their_match_conditions_hold),
	};

	base__alloc_init_cjson();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
