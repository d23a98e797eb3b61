/* SPDX-License-Identifier: Apache-2.0 */
/* Policies against one ConfigMap that alice, who has a Role, and an administrator make: their
 * specs, and what a kube-apiserver 1.34.4 answered (tests/golden/policies). */
#include "fakeapi/meta/go_json.h"
#include "tests/kit/core_kit.h"
#include "tests/kit/testing.h"

#define REGISTRATION "/apis/admissionregistration.k8s.io/v1/validatingadmissionpolic"
#define ROLES	     "/apis/rbac.authorization.k8s.io/v1/namespaces/pol/role"
#define MAPS	     "/api/v1/namespaces/pol/configmaps?dryRun=All"

static void make(struct kit *k, const char *uri, const char *body)
{
	k->user = NULL;
	if (kit_do(k, "POST", uri, body) != 201)
		fail_msg("%s: %s", body, k->body.ptr);
}

static void open_with_roles(struct kit *k)
{
	static const char *const bindings[] = { "maps", "gone" };
	struct fakeapi__options opt = { .wall_offset_ns = INT64_C(1795000000) * NS_PER_S,
					.rbac = true };

	kit_open(k, &opt);
	make(k, "/api/v1/namespaces", "{\"metadata\":{\"name\":\"pol\"}}");
	make(k, ROLES "s",
	     "{\"metadata\":{\"name\":\"maps\"},\"rules\":[{\"apiGroups\":[\"\"],"
	     "\"resources\":[\"configmaps\"],\"verbs\":[\"create\",\"update\",\"get\","
	     "\"patch\",\"delete\"]},{\"apiGroups\":[\"\"],\"resources\":[\"pods/log\"],"
	     "\"resourceNames\":[\"a\"],\"verbs\":[\"get\"]}]}");
	for (size_t i = 0; i < ARRAY_LEN(bindings); i++) {
		AUTO_STRBUF body = STRBUF_INIT;

		strbuf_addf(&body,
			    "{\"metadata\":{\"name\":\"%s\"},\"roleRef\":{\"apiGroup\":"
			    "\"rbac.authorization.k8s.io\",\"kind\":\"Role\",\"name\":\"%s\"},"
			    "\"subjects\":[{\"kind\":\"User\",\"name\":\"alice\"},{\"kind\":"
			    "\"ServiceAccount\",\"name\":\"sa\",\"namespace\":\"pol\"}]}",
			    bindings[i], bindings[i]);
		make(k, ROLES "bindings", body.ptr);
	}
	make(k, REGISTRATION "ybindings",
	     "{\"metadata\":{\"name\":\"p\"},\"spec\":{\"policyName\":\"p\","
	     "\"validationActions\":[\"Deny\"]}}");
}

static void write_policy(struct kit *k, const cJSON *spec)
{
	char *text = cJSON_PrintUnformatted(spec);
	AUTO_STRBUF body = STRBUF_INIT;

	assert_non_null(text);
	strbuf_addf(&body,
		    "{\"metadata\":{\"name\":\"p\"},\"spec\":{\"matchConstraints\":{"
		    "\"resourceRules\":[{\"apiGroups\":[\"\"],\"apiVersions\":[\"v1\"],"
		    "\"operations\":[\"CREATE\"],\"resources\":[\"configmaps\"]}]},%s}",
		    text + 1);
	make(k, REGISTRATION "ies", body.ptr);
	cJSON_free(text);
}

static void ask_as(struct kit *k, const char *user, const cJSON *want, const char *line)
{
	const cJSON *reason = want->child->next;

	k->user = user;
	kit_do(k, "POST", MAPS, "{\"metadata\":{\"name\":\"c\"},\"data\":{\"n\":\"5\"}}");
	if (k->status != want->child->valueint ||
	    strcmp(fakeapi__string(k->json, "reason"), reason->valuestring) != 0 ||
	    strcmp(fakeapi__string(k->json, "message"), reason->next->valuestring) != 0)
		fail_msg("%s%s: %d %s", line, user ? user : "admin", k->status, k->body.ptr);
	k->user = NULL;
}

static void policies_evaluate_as_recorded(void **state)
{
	FILE *f = fopen("tests/golden/policies/evaluated.jsonl", "r");
	size_t cap = 0, n = 0;
	char *line = NULL;
	struct kit k;

	(void)state;
	assert_non_null(f);
	open_with_roles(&k);
	for (; getline(&line, &cap, f) > 0; n++) {
		cJSON *tree = cJSON_Parse(line);

		assert_non_null(tree);
		write_policy(&k, fakeapi__member(tree, "spec"));
		ask_as(&k, "alice", fakeapi__member(tree, "alice"), line);
		ask_as(&k, NULL, fakeapi__member(tree, "admin"), line);
		assert_int_equal(kit_do(&k, "DELETE", REGISTRATION "ies/p", NULL), 200);
		cJSON_Delete(tree);
	}
	assert_int_equal(n, 43);
	kit_close(&k);
	free(line);
	(void)fclose(f);
}

static void try_a_map(struct kit *k)
{
	kit_do(k, "POST", MAPS, "{\"metadata\":{\"name\":\"c\"},\"data\":{\"n\":\"5\"}}");
	if (k->status == 201)
		fail_msg("%s", k->body.ptr);
}

static void policy_survives_every_failing_allocation(void **state)
{
	static const char spec[] =
	    "{\"matchConditions\":[{\"name\":\"c\",\"expression\":"
	    "\"authorizer.requestResource.check('create').allowed()\"}],\"variables\":[{"
	    "\"name\":\"t\",\"expression\":\"authorizer.serviceAccount('pol', "
	    "'sa').path('/').check('get').reason()\"}],\"validations\":[{\"expression\":"
	    "\"variables.t == 'x'\",\"messageExpression\":\"string(object.data.n)\"}],"
	    "\"auditAnnotations\":[{\"key\":\"k\",\"valueExpression\":\"'v'\"}]}";
	cJSON *tree = cJSON_Parse(spec);
	struct kit k;

	(void)state;
	open_with_roles(&k);
	write_policy(&k, tree);
	cJSON_Delete(tree);
	FOR_EACH_FAILING_ALLOC(try_a_map(&k));
	try_a_map(&k);
	assert_int_equal(k.status, 422);
	assert_non_null(strstr(k.body.ptr, "denied request: 5"));
	kit_close(&k);
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(policies_evaluate_as_recorded),
		cmocka_unit_test(policy_survives_every_failing_allocation),
	};

	base__alloc_init_cjson();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
