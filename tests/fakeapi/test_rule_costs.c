/* SPDX-License-Identifier: Apache-2.0 */
/* The worst costs of rules are estimated when a definition is written: schemas, and the verdict of
 * a kube-apiserver 1.34.4 on each (tests/golden/rules). */
#include "base/alloc.h"
#include "base/map.h"
#include "fakeapi/meta/go_json.h"
#include "fakeapi/rules/rules.h"
#include "tests/kit/core_kit.h"
#include "tests/kit/damage_json.h"
#include "tests/kit/fingerprints.h"
#include "tests/kit/testing.h"

enum { CHANGED = 12 };

#define DEFINITIONS "/apis/apiextensions.k8s.io/v1/customresourcedefinitions?dryRun=All"

static void create_with(struct kit *k, const cJSON *schema)
{
	char *text = cJSON_PrintUnformatted(schema);
	AUTO_STRBUF body = STRBUF_INIT;

	strbuf_addf(&body,
		    "{\"metadata\":{\"name\":\"cs.x.io\"},\"spec\":{\"group\":\"x.io\",\"scope\":"
		    "\"Namespaced\",\"names\":{\"plural\":\"cs\",\"kind\":\"C\"},\"versions\":[{"
		    "\"name\":\"v1\",\"served\":true,\"storage\":true,\"schema\":{"
		    "\"openAPIV3Schema\":%s}}]}}",
		    text);
	kit_do(k, "POST", DEFINITIONS, body.ptr);
	cJSON_free(text);
}

static void compare(const struct kit *k, const cJSON *line)
{
	const cJSON *want = fakeapi__member(line, "causes");
	const cJSON *have = fakeapi__dig(k->json, "details", "causes", NULL), *c;
	char *schema = cJSON_PrintUnformatted(fakeapi__member(line, "schema"));

	if (k->status != fakeapi__member(line, "status")->valueint ||
	    cJSON_GetArraySize(want) != cJSON_GetArraySize(have))
		fail_msg("%s:\n%d %s", schema, k->status, k->body.ptr);
	have = have ? have->child : NULL;
	cJSON_ArrayForEach(c, want)
	{
		if (strcmp(c->child->valuestring, fakeapi__string(have, "field")) != 0 ||
		    strcmp(c->child->next->valuestring, fakeapi__string(have, "message")) != 0)
			fail_msg("%s:\n%s\n%s", schema, c->child->next->valuestring,
				 fakeapi__string(have, "message"));
		have = have->next;
	}
	cJSON_free(schema);
}

static void rule_costs_equal_the_recorded_ones(void **state)
{
	FILE *f = fopen("tests/golden/rules/costs.jsonl", "r");
	size_t cap = 0, n = 0;
	char *line = NULL;
	struct kit k;

	(void)state;
	assert_non_null(f);
	kit_open(&k, NULL);
	for (; getline(&line, &cap, f) > 0; n++) {
		cJSON *tree = cJSON_Parse(line);

		assert_non_null(tree);
		create_with(&k, fakeapi__member(tree, "schema"));
		compare(&k, tree);
		cJSON_Delete(tree);
	}
	assert_int_equal(n, 314);
	kit_close(&k);
	free(line);
	(void)fclose(f);
}

/* The same schemas with some values changed must get the responses in the golden file. */
static void changed_schemas_get_the_golden_responses(void **state)
{
	struct fingerprints f = { "tests/golden/outputs/schemas.txt", STRBUF_INIT };
	FILE *in = fopen("tests/golden/rules/costs.jsonl", "r");
	size_t cap = 0, n = 0;
	char *line = NULL;
	struct kit k;

	(void)state;
	assert_non_null(in);
	kit_open(&k, NULL);
	for (; getline(&line, &cap, in) > 0; n++) {
		AUTO_STRBUF all = STRBUF_INIT;
		char name[24];

		for (uint64_t i = 0; i < CHANGED; i++) {
			cJSON *tree = cJSON_Parse(line);
			struct choice c;

			assert_non_null(tree);
			choice_init_seed(&c, n * 100 + i, false);
			damage_json(cJSON_GetObjectItemCaseSensitive(tree, "schema"), i % 4 != 0,
				    &c);
			if (i % 2)
				damage_json(cJSON_GetObjectItemCaseSensitive(tree, "schema"),
					    i % 4 != 0, &c);
			create_with(&k, fakeapi__member(tree, "schema"));
			strbuf_addf(&all, "%d %s\n", k.status, k.body.ptr);
			choice_fini(&c);
			cJSON_Delete(tree);
		}
		(void)snprintf(name, sizeof(name), "%zu", n);
		if (n % 16 == 0)
			fingerprints_line(&f, "schemas");
		fingerprints_add(&f, name, strbuf_str(&all));
	}
	fingerprints_end(&f);
	kit_close(&k);
	free(line);
	(void)fclose(in);
}

static const char expensive[] =
    "{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"array\",\"items\":{\"type\":\"string\"}"
    ","
    "\"x-kubernetes-validations\":[{\"rule\":\"self.all(x, self.all(y, x.contains(y)))\","
    "\"messageExpression\":\"self.join(',')\"}]}}}";

static size_t causes_of(bool unchanged)
{
	cJSON *schema = cJSON_Parse(expensive);
	struct fakeapi__causes causes;
	struct map none;
	size_t n = 0;

	if (!schema)
		return 0;
	map_init(&none, MAP_COPY_KEYS);
	fakeapi__causes_init(&causes);
	if (fakeapi__rules_check(schema, unchanged, NULL, &none, &causes) == 0)
		n = fakeapi__causes_count(&causes);
	fakeapi__causes_fini(&causes);
	map_fini(&none);
	cJSON_Delete(schema);
	return n;
}

/* It is exempt from the limit per rule and message, not from the total. */
static void stored_schema_may_keep_expensive_expressions(void **state)
{
	size_t changed = causes_of(false);

	(void)state;
	assert_true(changed > 3);
	assert_int_equal(causes_of(true), changed - 2);
}

static void rule_cost_check_survives_every_failing_allocation(void **state)
{
	size_t all = causes_of(false), n = 0;

	(void)state;
	FOR_EACH_FAILING_ALLOC({
		n = causes_of(false);
		assert_true(n == 0 || n == all);
	});
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(rule_costs_equal_the_recorded_ones),
		cmocka_unit_test(changed_schemas_get_the_golden_responses),
		cmocka_unit_test(stored_schema_may_keep_expensive_expressions),
		cmocka_unit_test(rule_cost_check_survives_every_failing_allocation),
	};

	base__alloc_init_cjson();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
