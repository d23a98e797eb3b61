/* SPDX-License-Identifier: Apache-2.0 */
/* MutatingAdmissionPolicies: requests, and what a kube-apiserver 1.34.4 answered to each of them
 * (tests/golden/policies). */
#include "base/alloc.h"
#include "fakeapi/meta/go_json.h"
#include "tests/kit/core_kit.h"
#include "tests/kit/testing.h"

#define BETA "admissionregistration.k8s.io/v1beta1"

static const struct fakeapi__options with_beta = { .first_rv = 1,
						   .runtime_config = BETA
						   "=true,admissionregistration.k8s.io/v1alpha1" };

/* What differs from one server to the next. */
static void strip(cJSON *object)
{
	static const char *const names[] = { "uid", "resourceVersion", "creationTimestamp",
					     "managedFields" };
	cJSON *meta = fakeapi__member(object, "metadata");

	for (size_t i = 0; i < ARRAY_LEN(names); i++)
		cJSON_DeleteItemFromObjectCaseSensitive(meta, names[i]);
}

static void play(struct kit *k, const cJSON *line)
{
	const cJSON *answer = fakeapi__member(line, "answer"),
		    *body = fakeapi__member(line, "body");
	char *text = cJSON_IsNull(body) ? NULL : cJSON_PrintUnformatted(body);
	bool patch = strcmp(fakeapi__string(line, "method"), "PATCH") == 0;

	k->content_type = patch ? "application/merge-patch+json" : NULL;
	kit_do(k, fakeapi__string(line, "method"), fakeapi__string(line, "path"), text);
	if (k->status != fakeapi__member(line, "status")->valueint)
		fail_msg("%s: %d: %s", text, k->status, k->body.ptr);
	if (!cJSON_IsNull(answer)) {
		strip(k->json);
		if (!cJSON_Compare(answer, k->json, true)) {
			char *want = cJSON_PrintUnformatted(answer);
			char *have = cJSON_PrintUnformatted(k->json);

			fail_msg("%s\nwant %s\nhave %s", text, want, have);
		}
	}
	cJSON_free(text);
}

static void mutating_policies_change_writes_as_recorded(void **state)
{
	FILE *f = fopen("tests/golden/policies/mutating.jsonl", "r");
	char *line = NULL;
	size_t cap = 0, n = 0;
	struct kit k;

	(void)state;
	assert_non_null(f);
	kit_open(&k, &with_beta);
	for (; getline(&line, &cap, f) > 0; n++) {
		cJSON *tree = cJSON_Parse(line);

		assert_non_null(tree);
		play(&k, tree);
		cJSON_Delete(tree);
	}
	assert_true(n > 80);
	kit_close(&k);
	free(line);
	(void)fclose(f);
}

static void beta_types_are_served_if_enabled(void **state)
{
	static const struct {
		const char *config;
		int status;
	} cases[] = {
		{ NULL, 404 },
		{ BETA, 200 },
		{ BETA "=false", 404 },
		{ "api/all=false," BETA "=true", 200 },
		{ "admissionregistration.k8s.io/v1alpha1", 404 },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		struct fakeapi__options opt = { .runtime_config = cases[i].config };
		struct kit k;

		kit_open(&k, &opt);
		kit_do(&k, "GET", "/apis/" BETA "/mutatingadmissionpolicies", NULL);
		if (k.status != cases[i].status)
			fail_msg("%s: %d", cases[i].config, k.status);
		assert_int_equal(kit_do(&k, "GET", "/openapi/v2", NULL), 200);
		assert_non_null(k.json);
		kit_close(&k);
	}
}

#define POLICY(name, again, expression)                                                            \
	"{\"metadata\":{\"name\":\"" name "\"},\"spec\":{\"reinvocationPolicy\":\"" again          \
	"\",\"matchConstraints\":{\"resourceRules\":[{\"apiGroups\":[\"\"],\"apiVersions\":["      \
	"\"v1\"],\"operations\":[\"*\"],\"resources\":[\"configmaps\"]}]},\"mutations\":["         \
	"{\"patchType\":\"JSONPatch\",\"jsonPatch\":{\"expression\":\"" expression "\"}}]}}"
#define BINDING(name)                                                                              \
	"{\"metadata\":{\"name\":\"" name "\"},\"spec\":{\"policyName\":\"" name "\"}}"
#define MAP "{\"metadata\":{\"name\":\"m\"},\"data\":{\"v\":\"1\"}}"

static void open_with_policy(struct kit *k, const char *policy, const char *binding)
{
	kit_open(k, &with_beta);
	assert_int_equal(kit_do(k, "POST", "/apis/" BETA "/mutatingadmissionpolicies", policy),
			 201);
	assert_int_equal(kit_do(k, "POST", "/apis/" BETA "/mutatingadmissionpolicybindings",
				binding),
			 201);
}

/* A policy that multiplies its input exceeds the cost limit of expressions. */
static void mutation_over_the_cost_limit_is_refused(void **state)
{
	struct kit k;

	(void)state;
	open_with_policy(&k,
			 POLICY("p", "Never",
				"[1,2,3,4,5,6,7,8,9,0].map(a, [1,2,3,4,5,6,7,8,9,0].map(b, "
				"[1,2,3,4,5,6,7,8,9,0].map(c, [1,2,3,4,5,6,7,8,9,0].map(d, "
				"[1,2,3,4,5,6,7,8,9,0].map(e, [1,2,3,4,5,6,7,8,9,0].map(f, 'x')"
				"))))).map(g, JSONPatch{op: 'add', path: '/data/x', value: g})"),
			 BINDING("p"));
	kit_do(&k, "POST", "/api/v1/namespaces/default/configmaps", MAP);
	assert_int_equal(k.status, 403);
	assert_non_null(strstr(k.body.ptr, "cost"));
	kit_close(&k);
}

static void create_a_map(const char *policy)
{
	long granted = base__alloc_fail_after;
	struct kit k;

	base__alloc_fail_after = -1;
	open_with_policy(&k, policy, BINDING("p"));
	base__alloc_fail_after = granted;
	kit_do(&k, "POST", "/api/v1/namespaces/default/configmaps", MAP);
	granted = base__alloc_fail_after;
	base__alloc_fail_after = -1;
	/* What is there has been changed. */
	kit_do(&k, "GET", "/api/v1/namespaces/default/configmaps/m", NULL);
	if (k.status == 200)
		assert_string_equal(kit_at(&k, "data.w"), "1!");
	kit_close(&k);
	base__alloc_fail_after = granted;
}

static void mutating_policy_survives_every_failing_allocation(void **state)
{
	static const char patch[] =
	    POLICY("p", "IfNeeded",
		   "[JSONPatch{op: 'add', path: '/data/w', value: object.data.v + '!'}]");
	static const char apply[] =
	    "{\"metadata\":{\"name\":\"p\"},\"spec\":{\"reinvocationPolicy\":\"IfNeeded\","
	    "\"variables\":[{\"name\":\"w\",\"expression\":\"object.data.v + '!'\"}],"
	    "\"matchConstraints\":{\"resourceRules\":[{\"apiGroups\":[\"\"],\"apiVersions\":["
	    "\"v1\"],\"operations\":[\"*\"],\"resources\":[\"configmaps\"]}]},\"mutations\":["
	    "{\"patchType\":\"ApplyConfiguration\",\"applyConfiguration\":{\"expression\":"
	    "\"Object{data: {'w': variables.w}}\"}}]}}";

	(void)state;
	FOR_EACH_FAILING_ALLOC(create_a_map(patch));
	FOR_EACH_FAILING_ALLOC(create_a_map(apply));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(mutating_policies_change_writes_as_recorded),
		cmocka_unit_test(beta_types_are_served_if_enabled),
		cmocka_unit_test(mutation_over_the_cost_limit_is_refused),
		cmocka_unit_test(mutating_policy_survives_every_failing_allocation),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
