/* SPDX-License-Identifier: Apache-2.0 */
/* Which requests policies and webhooks match, and the version in which their expressions see an
 * object, as in kube-apiserver 1.34.4. */
#include "tests/kit/testing.h"

#include "fakeapi/meta/go_json.h"
#include "tests/kit/core_kit.h"

#define ADMISSION "/apis/admissionregistration.k8s.io/v1/"
#define DEFAULT	  "/namespaces/default/"

#define RULES(groups, versions, resources)                                                         \
	"[{\"operations\":[\"CREATE\",\"UPDATE\"],\"apiGroups\":[" groups                          \
	"],\"apiVersions\":[" versions "],\"resources\":[" resources "]}]"

static void open_kit(struct kit *k)
{
	struct fakeapi__options opt = { .wall_offset_ns = INT64_C(1795000000) * NS_PER_S };

	kit_open(k, &opt);
	assert_int_equal(
	    kit_do(k, "POST", "/apis/apiextensions.k8s.io/v1/customresourcedefinitions",
		   "{\"metadata\":{\"name\":\"toys.e.io\"},\"spec\":{\"group\":\"e.io\",\"scope\":"
		   "\"Namespaced\",\"names\":{\"plural\":\"toys\",\"kind\":\"Toy\"},\"versions\":[{"
		   "\"name\":\"v1\",\"served\":true,\"storage\":true,\"schema\":{"
		   "\"openAPIV3Schema\":{\"type\":\"object\"}}},{\"name\":\"v2\",\"served\":true,"
		   "\"storage\":false,\"schema\":{\"openAPIV3Schema\":{\"type\":\"object\"}}}]}}"),
	    201);
	k->now_ns += 10 * NS_PER_S;
}

/* A policy with its binding; `more`: further members of its spec. */
static void add_policy(struct kit *k, const char *constraints, const char *expression,
		       const char *message, const char *more)
{
	AUTO_STRBUF policy = STRBUF_INIT;

	strbuf_addf(&policy,
		    "{\"metadata\":{\"name\":\"p\"},\"spec\":{\"matchConstraints\":{%s},"
		    "\"validations\":[{\"expression\":\"%s\",\"messageExpression\":\"%s\"}]%s}}",
		    constraints, expression, message, more);
	if (kit_do(k, "POST", ADMISSION "validatingadmissionpolicies", policy.ptr) != 201)
		fail_msg("%s", k->body.ptr);
	assert_int_equal(kit_do(k, "POST", ADMISSION "validatingadmissionpolicybindings",
				"{\"metadata\":{\"name\":\"p\"},\"spec\":{\"policyName\":\"p\","
				"\"validationActions\":[\"Deny\"]}}"),
			 201);
}

static void drop_policy(struct kit *k)
{
	assert_int_equal(kit_do(k, "DELETE", ADMISSION "validatingadmissionpolicybindings/p", NULL),
			 200);
	assert_int_equal(kit_do(k, "DELETE", ADMISSION "validatingadmissionpolicies/p", NULL), 200);
}

static const struct {
	const char *uri, *body;
} reviews[] = {
	{ "/apis/authentication.k8s.io/v1/selfsubjectreviews", "{}" },
	{ "/apis/authentication.k8s.io/v1/tokenreviews", "{\"spec\":{\"token\":\"x\"}}" },
	{ "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews",
	  "{\"spec\":{\"nonResourceAttributes\":{\"verb\":\"get\",\"path\":\"/\"}}}" },
	{ "/apis/authorization.k8s.io/v1/subjectaccessreviews",
	  "{\"spec\":{\"user\":\"u\",\"nonResourceAttributes\":{\"verb\":\"get\",\"path\":"
	  "\"/\"}}}" },
	{ "/apis/authorization.k8s.io/v1/selfsubjectrulesreviews",
	  "{\"spec\":{\"namespace\":\"default\"}}" },
	{ "/apis/authorization.k8s.io/v1/namespaces/default/localsubjectaccessreviews",
	  "{\"spec\":{\"user\":\"u\",\"resourceAttributes\":{\"namespace\":\"default\","
	  "\"verb\":\"get\",\"resource\":\"pods\"}}}" },
};

static void policy_matches_webhook_configurations_but_no_policies_or_reviews(void **state)
{
	static const struct {
		const char *uri, *body;
		int status;
	} cases[] = {
		{ ADMISSION "validatingwebhookconfigurations", "{\"metadata\":{\"name\":\"x\"}}",
		  422 },
		{ ADMISSION "mutatingwebhookconfigurations", "{\"metadata\":{\"name\":\"x\"}}",
		  422 },
		{ ADMISSION "validatingadmissionpolicies",
		  "{\"metadata\":{\"name\":\"x\"},\"spec\":{\"matchConstraints\":{"
		  "\"resourceRules\":" RULES("\"\"", "\"v1\"",
					     "\"pods\"") "},\"validations\":[{"
							 "\"expression\":\"true\"}]}}",
		  201 },
		{ ADMISSION "validatingadmissionpolicybindings",
		  "{\"metadata\":{\"name\":\"x\"},\"spec\":{\"policyName\":\"x\","
		  "\"validationActions\":[\"Deny\"]}}",
		  201 },
	};
	struct kit k;

	(void)state;
	open_kit(&k);
	add_policy(&k,
		   "\"resourceRules\":" RULES("\"admissionregistration.k8s.io\","
					      "\"authentication.k8s.io\",\"authorization.k8s.io\"",
					      "\"*\"", "\"*\""),
		   "false", "'no'", "");
	for (size_t i = 0; i < ARRAY_LEN(cases); i++)
		if (kit_do(&k, "POST", cases[i].uri, cases[i].body) != cases[i].status)
			fail_msg("%s: %s", cases[i].uri, k.body.ptr);
	for (size_t i = 0; i < ARRAY_LEN(reviews); i++)
		if (kit_do(&k, "POST", reviews[i].uri, reviews[i].body) != 201)
			fail_msg("%s: %s", reviews[i].uri, k.body.ptr);
	kit_close(&k);
}

/* The webhook cannot be called: it fails where it is called. */
static void webhook_matches_reviews_but_no_webhook_configurations(void **state)
{
	struct kit k;

	(void)state;
	open_kit(&k);
	assert_int_equal(
	    kit_do(&k, "POST", ADMISSION "validatingwebhookconfigurations",
		   "{\"metadata\":{\"name\":\"w\"},\"webhooks\":[{\"name\":\"h.example.com\","
		   "\"clientConfig\":{\"url\":\"https://127.0.0.1:1/\"},\"sideEffects\":\"None\","
		   "\"admissionReviewVersions\":[\"v1\"],\"rules\":" RULES("\"*\"", "\"*\"",
									   "\"*\"") "}]}"),
	    201);
	for (size_t i = 0; i < ARRAY_LEN(reviews); i++)
		if (kit_do(&k, "POST", reviews[i].uri, reviews[i].body) != 500)
			fail_msg("%s: %s", reviews[i].uri, k.body.ptr);
	assert_int_equal(kit_do(&k, "POST", ADMISSION "mutatingwebhookconfigurations",
				"{\"metadata\":{\"name\":\"x\"}}"),
			 201);
	kit_close(&k);
}

#define TOY(version, name)                                                                         \
	"{\"apiVersion\":\"e.io/" version "\",\"kind\":\"Toy\",\"metadata\":{\"name\":\"" name     \
	"\"}}"
#define TOYS(version) "/apis/e.io/" version DEFAULT "toys"
#define SCALER(version)                                                                            \
	"{\"apiVersion\":\"autoscaling/" version "\",\"kind\":\"HorizontalPodAutoscaler\","        \
	"\"metadata\":{\"name\":\"h\"},\"spec\":{\"maxReplicas\":2,\"scaleTargetRef\":{\"kind\":"  \
	"\"Deployment\",\"name\":\"d\",\"apiVersion\":\"apps/v1\"}}}"
#define SCALERS(version) "/apis/autoscaling/" version DEFAULT "horizontalpodautoscalers"
#define DENIED(resource, name)                                                                     \
	resource " \"" name "\" is forbidden: ValidatingAdmissionPolicy 'p' with binding 'p' "     \
		 "denied request: "

static void policy_expression_gets_objects_in_the_version_of_the_rule(void **state)
{
	static const struct {
		const char *constraints, *more, *expression, *message, *uri, *body, *printed;
	} cases[] = {
		{ "\"resourceRules\":" RULES("\"autoscaling\"", "\"v1\"",
					     "\"horizontalpodautoscalers\""),
		  "", "false",
		  "object.apiVersion + (has(object.spec.targetCPUUtilizationPercentage) ? ' cpu ' "
		  ": ' ') + request.kind.version + request.requestKind.version",
		  SCALERS("v2"), SCALER("v2"),
		  DENIED("horizontalpodautoscalers.autoscaling", "h") "autoscaling/v1 cpu v1v2" },
		{ "\"matchPolicy\":\"Exact\",\"resourceRules\":" RULES(
		      "\"autoscaling\"", "\"v1\"", "\"horizontalpodautoscalers\""),
		  "", "false", "'exact'", SCALERS("v2"), SCALER("v2"), "" },
		{ "\"resourceRules\":" RULES("\"events.k8s.io\"", "\"v1\"", "\"events\""), "",
		  "false", "object.apiVersion + ' ' + object.note + object.regarding.kind",
		  "/api/v1" DEFAULT "events",
		  "{\"metadata\":{\"name\":\"e\",\"namespace\":\"default\"},\"message\":\"hello\","
		  "\"reason\":\"x\",\"type\":\"Normal\",\"involvedObject\":{\"kind\":\"Pod\","
		  "\"name\":\"p\",\"namespace\":\"default\"}}",
		  DENIED("events", "e") "events.k8s.io/v1 helloPod" },
		{ "\"resourceRules\":" RULES("\"e.io\"", "\"v2\"", "\"toys\""), "", "false",
		  "object.apiVersion + ''", TOYS("v1"), TOY("v1", "t"),
		  DENIED("toys.e.io", "t") "e.io/v2" },
		{ "\"resourceRules\":" RULES("\"e.io\"", "\"v2\"", "\"toys\""),
		  ",\"matchConditions\":[{\"name\":\"m\",\"expression\":\"object.apiVersion == "
		  "'e.io/v1'\"}]",
		  "false", "'condition'", TOYS("v1"), TOY("v1", "t"), "" },
		/* A false condition decides even if another condition fails. */
		{ "\"resourceRules\":" RULES("\"e.io\"", "\"v1\"", "\"toys\""),
		  ",\"matchConditions\":[{\"name\":\"f\",\"expression\":\"object.spec.x == 1\"},"
		  "{\"name\":\"m\",\"expression\":\"object.metadata.name == 'o'\"}]",
		  "false", "'condition'", TOYS("v1"), TOY("v1", "t"), "" },
		/* An excluded resource is excluded in every version. */
		{ "\"resourceRules\":" RULES(
		      "\"e.io\"", "\"v1\"",
		      "\"toys\"") ",\"excludeResourceRules\":" RULES("\"e.io\"", "\"v2\"",
								     "\"toys\""),
		  "", "false", "'excluded'", TOYS("v1"), TOY("v1", "t"), "" },
		{ "\"resourceRules\":[{\"operations\":[\"CREATE\"],\"apiGroups\":[\"e.io\"],"
		  "\"apiVersions\":[\"v1\"],\"resources\":[\"toys\"],\"resourceNames\":[\"other\"]}"
		  ",{"
		  "\"operations\":[\"CREATE\"],\"apiGroups\":[\"e.io\"],\"apiVersions\":[\"v2\"],"
		  "\"resources\":[\"toys\"],\"resourceNames\":[\"t\"]}]",
		  "", "false", "object.apiVersion + ''", TOYS("v1"), TOY("v1", "t"),
		  DENIED("toys.e.io", "t") "e.io/v2" },
		/* A rule of the other version names another object. */
		{ "\"resourceRules\":[{\"operations\":[\"CREATE\"],\"apiGroups\":[\"e.io\"],"
		  "\"apiVersions\":[\"v2\"],\"resources\":[\"toys\"],\"resourceNames\":["
		  "\"other\"]}]",
		  "", "false", "'named'", TOYS("v1"), TOY("v1", "t"), "" },
	};
	struct kit k;

	(void)state;
	open_kit(&k);
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		AUTO_STRBUF made = STRBUF_INIT;
		int want = *cases[i].printed ? 422 : 201;

		add_policy(&k, cases[i].constraints, cases[i].expression, cases[i].message,
			   cases[i].more);
		if (kit_do(&k, "POST", cases[i].uri, cases[i].body) != want)
			fail_msg("%zu: %s", i, k.body.ptr);
		if (want == 422)
			assert_string_equal(kit_at(&k, "message"), cases[i].printed);
		strbuf_addf(&made, "%s/%s", cases[i].uri, kit_at(&k, "metadata.name"));
		if (want == 201)
			assert_int_equal(kit_do(&k, "DELETE", made.ptr, NULL), 200);
		drop_policy(&k);
	}
	kit_close(&k);
}

/* The old object of an update has the rule's version too. */
static void policy_old_object_has_the_version_of_the_rule(void **state)
{
	struct kit k;

	(void)state;
	open_kit(&k);
	assert_int_equal(kit_do(&k, "POST", TOYS("v1"), TOY("v1", "t")), 201);
	add_policy(&k, "\"resourceRules\":" RULES("\"e.io\"", "\"v2\"", "\"toys\""), "false",
		   "object.apiVersion + ' ' + oldObject.apiVersion", "");
	k.content_type = "application/merge-patch+json";
	assert_int_equal(kit_do(&k, "PATCH", TOYS("v1") "/t",
				"{\"metadata\":{\"labels\":{\"a\":\"b\"}}}"),
			 422);
	assert_string_equal(kit_at(&k, "message"), DENIED("toys.e.io", "t") "e.io/v2 e.io/v2");
	kit_close(&k);
}

#define SELECTED                                                                                   \
	"\"namespaceSelector\":{\"matchLabels\":{\"env\":\"prod\"}},\"resourceRules\":[{"          \
	"\"operations\":[\"*\"],\"apiGroups\":[\"\"],\"apiVersions\":[\"v1\"],\"resources\":["     \
	"\"namespaces\",\"namespaces/status\",\"configmaps\"]}]"

/* The new labels count if a namespace is written, the stored ones if it is deleted. */
static void namespace_selector_of_a_policy_uses_the_new_labels_of_a_namespace(void **state)
{
	static const struct {
		const char *method, *uri, *body;
		int status;
	} steps[] = {
		{ "POST", "/api/v1/namespaces", "{\"metadata\":{\"name\":\"a\"}}", 201 },
		{ "POST", "/api/v1/namespaces",
		  "{\"metadata\":{\"name\":\"b\",\"labels\":{\"env\":\"prod\"}}}", 422 },
		{ "PATCH", "/api/v1/namespaces/a", "{\"metadata\":{\"labels\":{\"env\":\"prod\"}}}",
		  422 },
		{ "PATCH", "/api/v1/namespaces/a", "{\"metadata\":{\"labels\":{\"env\":\"dev\"}}}",
		  200 },
		/* The stored labels match; those after the write do not. */
		{ "PATCH", "/api/v1/namespaces/default",
		  "{\"metadata\":{\"labels\":{\"env\":null}}}", 200 },
		{ "POST", "/api/v1/namespaces/a/configmaps", "{\"metadata\":{\"name\":\"c\"}}",
		  201 },
		/* For a write of the status the stored labels count. */
		{ "PATCH", "/api/v1/namespaces/a/status",
		  "{\"metadata\":{\"labels\":{\"env\":\"prod\"}}}", 200 },
		{ "PATCH", "/api/v1/namespaces/a/status",
		  "{\"metadata\":{\"labels\":{\"env\":\"dev\"}}}", 422 },
	};
	struct kit k;

	(void)state;
	open_kit(&k);
	k.content_type = "application/merge-patch+json";
	assert_int_equal(kit_do(&k, "PATCH", "/api/v1/namespaces/default",
				"{\"metadata\":{\"labels\":{\"env\":\"prod\"}}}"),
			 200);
	k.content_type = NULL;
	add_policy(&k, SELECTED, "false", "'no'", "");
	assert_int_equal(kit_do(&k, "POST", "/api/v1/namespaces/default/configmaps",
				"{\"metadata\":{\"name\":\"c\"}}"),
			 422);
	for (size_t i = 0; i < ARRAY_LEN(steps); i++) {
		k.content_type = *steps[i].method == 'P' && steps[i].method[1] == 'A'
				     ? "application/merge-patch+json"
				     : NULL;
		if (kit_do(&k, steps[i].method, steps[i].uri, steps[i].body) != steps[i].status)
			fail_msg("%zu: %s", i, k.body.ptr);
	}
	kit_close(&k);
}

/* If requests may name unknown namespaces, such a namespace has no labels. */
static void namespace_selector_of_a_policy_uses_no_labels_for_an_unknown_namespace(void **state)
{
	static const struct {
		const char *selector;
		int status;
	} cases[] = {
		{ "\"matchLabels\":{\"env\":\"prod\"}", 201 },
		{ "\"matchExpressions\":[{\"key\":\"env\",\"operator\":\"DoesNotExist\"}]", 422 },
	};
	struct fakeapi__options opt = { .any_namespace = true };

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		AUTO_STRBUF constraints = STRBUF_INIT;
		struct kit k;

		kit_open(&k, &opt);
		strbuf_addf(&constraints,
			    "\"namespaceSelector\":{%s},\"resourceRules\":" RULES("\"\"", "\"v1\"",
										  "\"configmaps\""),
			    cases[i].selector);
		add_policy(&k, constraints.ptr, "false", "'no'", "");
		assert_int_equal(kit_do(&k, "POST", "/api/v1/namespaces/nowhere/configmaps",
					"{\"metadata\":{\"name\":\"c\"}}"),
				 cases[i].status);
		kit_close(&k);
	}
}

/* A paramRef without a namespace means that of the request, one with a namespace that alone. */
static void policy_parameters_are_read_from_the_namespace_of_the_request(void **state)
{
	static const struct {
		const char *ref;
		int in_default, in_other;
	} cases[] = {
		{ "\"name\":\"limit\"", 422, 201 },
		{ "\"name\":\"limit\",\"namespace\":\"other\"", 201, 201 },
		{ "\"name\":\"limit\",\"namespace\":\"default\"", 422, 422 },
		{ "\"selector\":{\"matchLabels\":{\"is\":\"limit\"}}", 422, 201 },
	};
	struct kit k;

	(void)state;
	open_kit(&k);
	assert_int_equal(kit_do(&k, "POST", "/api/v1/namespaces",
				"{\"metadata\":{\"name\":\"other\"}}"),
			 201);
	for (size_t i = 0; i < 2; i++) {
		AUTO_STRBUF body = STRBUF_INIT;

		strbuf_addf(
		    &body,
		    "{\"metadata\":{\"name\":\"limit\",\"labels\":{\"is\":\"limit\"}},\"data\":{"
		    "\"allow\":\"%s\"}}",
		    i ? "yes" : "no");
		assert_int_equal(kit_do(&k, "POST",
					i ? "/api/v1/namespaces/other/configmaps"
					  : "/api/v1/namespaces/default/configmaps",
					body.ptr),
				 201);
	}
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		AUTO_STRBUF binding = STRBUF_INIT;

		assert_int_equal(
		    kit_do(&k, "POST", ADMISSION "validatingadmissionpolicies",
			   "{\"metadata\":{\"name\":\"p\"},\"spec\":{\"paramKind\":{\"apiVersion\":"
			   "\"v1\",\"kind\":\"ConfigMap\"},\"matchConstraints\":{"
			   "\"resourceRules\":" RULES(
			       "\"\"", "\"v1\"",
			       "\"secrets\"") "},\"validations\":[{\"expression\":"
					      "\"params.data.allow == 'yes'\"}]}}"),
		    201);
		strbuf_addf(
		    &binding,
		    "{\"metadata\":{\"name\":\"p\"},\"spec\":{\"policyName\":\"p\",\"paramRef\":{"
		    "%s,\"parameterNotFoundAction\":\"Deny\"},\"validationActions\":[\"Deny\"]}}",
		    cases[i].ref);
		assert_int_equal(kit_do(&k, "POST", ADMISSION "validatingadmissionpolicybindings",
					binding.ptr),
				 201);
		if (kit_do(&k, "POST", "/api/v1/namespaces/default/secrets?dryRun=All",
			   "{\"metadata\":{\"name\":\"s\"}}") != cases[i].in_default)
			fail_msg("%zu: %s", i, k.body.ptr);
		if (kit_do(&k, "POST", "/api/v1/namespaces/other/secrets?dryRun=All",
			   "{\"metadata\":{\"name\":\"s\"}}") != cases[i].in_other)
			fail_msg("%zu: %s", i, k.body.ptr);
		drop_policy(&k);
	}
	kit_close(&k);
}

#define SCOPED(scope, resources)                                                                   \
	"\"resourceRules\":[{\"operations\":[\"*\"],\"apiGroups\":[\"*\"],\"apiVersions\":["       \
	"\"*\"],\"scope\":\"" scope "\",\"resources\":[" resources "]}]"

static void rules_match_scopes_and_subresources(void **state)
{
	enum { NAMESPACE = 1, ROLE = 2, MAP = 4, POD = 8, STATUS = 16 };
	static const struct {
		const char *method, *uri, *body;
		int status; /* where no rule matches */
	} requests[] = {
		{ "POST", "/api/v1/namespaces?dryRun=All", "{\"metadata\":{\"name\":\"n\"}}", 201 },
		{ "POST", "/apis/rbac.authorization.k8s.io/v1/clusterroles?dryRun=All",
		  "{\"metadata\":{\"name\":\"r\"}}", 201 },
		{ "POST", "/api/v1/namespaces/default/configmaps?dryRun=All",
		  "{\"metadata\":{\"name\":\"c\"}}", 201 },
		{ "PATCH", "/api/v1/namespaces/default/pods/p?dryRun=All",
		  "{\"metadata\":{\"labels\":{\"a\":\"b\"}}}", 200 },
		{ "PATCH", "/api/v1/namespaces/default/pods/p/status?dryRun=All",
		  "{\"status\":{\"message\":\"m\"}}", 200 },
	};
	static const struct {
		const char *rule;
		int matched;
	} cases[] = {
		{ SCOPED("Namespaced", "\"*\""), MAP | POD },
		{ SCOPED("Cluster", "\"*\""), NAMESPACE | ROLE },
		{ SCOPED("*", "\"*\""), NAMESPACE | ROLE | MAP | POD },
		{ SCOPED("*", "\"*/*\""), NAMESPACE | ROLE | MAP | POD | STATUS },
		{ SCOPED("*", "\"pods\""), POD },
		{ SCOPED("*", "\"pods/status\""), STATUS },
		{ SCOPED("*", "\"pods/*\""), POD | STATUS },
		{ SCOPED("*", "\"*/status\""), STATUS },
		{ SCOPED("*", "\"pods/log\""), 0 },
	};
	struct kit k;

	(void)state;
	open_kit(&k);
	assert_int_equal(
	    kit_do(&k, "POST", "/api/v1/namespaces/default/pods",
		   "{\"metadata\":{\"name\":\"p\"},\"spec\":{\"containers\":[{\"name\":"
		   "\"c\",\"image\":\"i\"}]}}"),
	    201);
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		add_policy(&k, cases[i].rule, "false", "'no'", "");
		for (size_t r = 0; r < ARRAY_LEN(requests); r++) {
			bool matched = cases[i].matched & 1 << r;

			k.content_type =
			    requests[r].status == 200 ? "application/merge-patch+json" : NULL;
			if (kit_do(&k, requests[r].method, requests[r].uri, requests[r].body) !=
			    (matched ? 422 : requests[r].status))
				fail_msg("%s, %s: %s", cases[i].rule, requests[r].uri, k.body.ptr);
		}
		k.content_type = NULL;
		drop_policy(&k);
	}
	kit_close(&k);
}

/* The webhook cannot be called: it fails where it is called. */
static void webhook_condition_gets_objects_in_the_version_of_the_rule(void **state)
{
	static const struct {
		const char *condition;
		int status;
	} cases[] = { { "object.apiVersion == 'e.io/v1'", 201 },
		      { "object.apiVersion == 'e.io/v2'", 500 } };
	struct kit k;

	(void)state;
	open_kit(&k);
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		AUTO_STRBUF body = STRBUF_INIT;

		strbuf_addf(
		    &body,
		    "{\"metadata\":{\"name\":\"w\"},\"webhooks\":[{\"name\":\"h.example.com\","
		    "\"clientConfig\":{\"url\":\"https://127.0.0.1:1/\"},\"sideEffects\":"
		    "\"None\",\"admissionReviewVersions\":[\"v1\"],\"rules\":" RULES(
			"\"e.io\"", "\"v2\"", "\"toys\"") ",\"matchConditions\":[{\"name\":"
							  "\"m\",\"expression\":\"%s\"}]}]}",
		    cases[i].condition);
		assert_int_equal(kit_do(&k, "POST", ADMISSION "validatingwebhookconfigurations",
					body.ptr),
				 201);
		assert_int_equal(kit_do(&k, "POST", TOYS("v1"), TOY("v1", "t")), cases[i].status);
		(void)kit_do(&k, "DELETE", ADMISSION "validatingwebhookconfigurations/w", NULL);
		(void)kit_do(&k, "DELETE", TOYS("v1") "/t", NULL);
	}
	kit_close(&k);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(policy_matches_webhook_configurations_but_no_policies_or_reviews),
		cmocka_unit_test(webhook_matches_reviews_but_no_webhook_configurations),
		cmocka_unit_test(policy_expression_gets_objects_in_the_version_of_the_rule),
		cmocka_unit_test(policy_old_object_has_the_version_of_the_rule),
		cmocka_unit_test(namespace_selector_of_a_policy_uses_the_new_labels_of_a_namespace),
		cmocka_unit_test(
		    namespace_selector_of_a_policy_uses_no_labels_for_an_unknown_namespace),
		cmocka_unit_test(policy_parameters_are_read_from_the_namespace_of_the_request),
		cmocka_unit_test(rules_match_scopes_and_subresources),
		cmocka_unit_test(webhook_condition_gets_objects_in_the_version_of_the_rule),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
