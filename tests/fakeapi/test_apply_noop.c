/* SPDX-License-Identifier: Apache-2.0 */
/* Writes that change nothing but the times of managers, and patches that change what an object is:
 * kube-apiserver 1.34.4 kept the former and refused the latter. */
#include "tests/kit/testing.h"

#include "fakeapi/meta/go_json.h"
#include "tests/kit/core_kit.h"

#define MAP   "/api/v1/namespaces/default/configmaps/c"
#define TOY   "/apis/e.io/v1/namespaces/default/toys/t"
#define APPLY "application/apply-patch+yaml"
#define MERGE "application/merge-patch+json"

static void open_kit(struct kit *k)
{
	struct fakeapi__options opt = { .wall_offset_ns = INT64_C(1795000000) * NS_PER_S };

	kit_open(k, &opt);
}

static void write_without_effect_keeps_the_managed_fields_times(void **state)
{
	static const struct {
		const char *type, *body;
	} cases[] = {
		{ APPLY,
		  "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"c\"},"
		  "\"data\":{\"a\":\"1\"}}" },
		{ APPLY,
		  "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"c\","
		  "\"creationTimestamp\":null},\"data\":{\"a\":\"1\"}}" },
		{ APPLY,
		  "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"c\","
		  "\"resourceVersion\":null},\"data\":{\"a\":\"1\"}}" },
		{ APPLY,
		  "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"c\","
		  "\"uid\":null},\"data\":{\"a\":\"1\"}}" },
		{ MERGE, "{\"data\":{\"a\":\"1\"}}" },
	};
	AUTO_STRBUF first = STRBUF_INIT;
	struct kit k;

	(void)state;
	open_kit(&k);
	k.content_type = APPLY;
	assert_int_equal(kit_do(&k, "PATCH", MAP "?fieldManager=m", cases[0].body), 201);
	strbuf_addz(&first, k.body.ptr);
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		k.now_ns += 60 * NS_PER_S;
		k.content_type = cases[i].type;
		assert_int_equal(kit_do(&k, "PATCH", MAP "?fieldManager=m", cases[i].body), 200);
		assert_string_equal(k.body.ptr, first.ptr);
		assert_int_equal(kit_do(&k, "PATCH", MAP "?fieldManager=m&dryRun=All",
					cases[i].body),
				 200);
		assert_string_equal(k.body.ptr, first.ptr);
	}
	kit_close(&k);
}

/* applyPatcher checks for duplicate keys after the field manager. */
static void duplicate_keys_are_reported_when_the_apply_succeeds(void **state)
{
#define TWICE "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: c}\ndata:\n  a: b\n  a: c\n"
	static const struct {
		const char *query, *body;
		int status;
		const char *message; /* NULL: none */
		bool warns;
	} cases[] = {
		{ "", TWICE "foo: 1\n", 500, ".foo: field not declared in schema", false },
		{ "&fieldValidation=Strict", TWICE "foo: 1\n", 500,
		  ".foo: field not declared in schema", false },
		{ "&fieldValidation=Strict", TWICE, 400, "key \"a\" already set in map", false },
		{ "&fieldValidation=Ignore", TWICE, 201, NULL, false },
		{ "", TWICE, 200, NULL, true },
	};
	struct kit k;

	(void)state;
	open_kit(&k);
	k.content_type = APPLY;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		AUTO_STRBUF uri = STRBUF_INIT;

		strbuf_addf(&uri, MAP "?fieldManager=m%s", cases[i].query);
		k.warning[0] = '\0';
		assert_int_equal(kit_do(&k, "PATCH", uri.ptr, cases[i].body), cases[i].status);
		if (cases[i].message)
			assert_non_null(strstr(kit_at(&k, "message"), cases[i].message));
		assert_int_equal(strstr(k.warning, "already set in map") != NULL, cases[i].warns);
	}
	kit_close(&k);
#undef TWICE
}

/* A Go map keeps the last of duplicate members and nothing of the earlier ones. */
static void last_duplicate_member_of_a_patch_counts(void **state)
{
	static const struct {
		const char *patch, *data;
	} cases[] = {
		{ "{\"data\":{\"a\":\"x\",\"a\":\"y\"},\"data\":{}}", "{\"z\":\"1\"}" },
		{ "{\"data\":{\"a\":\"x\"},\"data\":{\"b\":\"y\"}}", "{\"b\":\"y\",\"z\":\"1\"}" },
		{ "{\"data\":null,\"data\":{\"k\":\"v\"}}", "{\"k\":\"v\",\"z\":\"1\"}" },
		{ "{\"data\":{\"k\":\"v\",\"k\":null}}", "{\"z\":\"1\"}" },
	};
	static const char *const types[] = { MERGE, "application/strategic-merge-patch+json" };

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases) * ARRAY_LEN(types); i++) {
		size_t n = i / ARRAY_LEN(types);
		AUTO_STRBUF want = STRBUF_INIT;
		struct kit k;

		open_kit(&k);
		k.content_type = APPLY;
		assert_int_equal(kit_do(&k, "PATCH", MAP "?fieldManager=m",
					"{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\","
					"\"metadata\":{\"name\":\"c\"},\"data\":{\"z\":\"1\"}}"),
				 201);
		k.content_type = types[i % ARRAY_LEN(types)];
		assert_int_equal(kit_do(&k, "PATCH", MAP, cases[n].patch), 200);
		strbuf_addf(&want, "\"data\":%s", cases[n].data);
		if (!strstr(k.body.ptr, want.ptr) || !strstr(k.warning, "duplicate field "))
			fail_msg("%s gave %s and %s", cases[n].patch, k.body.ptr, k.warning);
		kit_close(&k);
	}
}

/* parseYAMLWarnings drops the heading, and the spaces before each line. */
static void each_duplicate_yaml_key_has_a_warning(void **state)
{
	struct kit k;

	(void)state;
	open_kit(&k);
	k.content_type = "application/yaml";
	assert_int_equal(kit_do(&k, "POST", "/api/v1/namespaces/default/configmaps",
				"kind: ConfigMap\napiVersion: v1\nmetadata: {name: yy}\n"
				"data: {a: x, a: z}\n"),
			 201);
	assert_string_equal(k.warning, "299 - \"line 4: key \\\"a\\\" already set in map\"");
	kit_close(&k);
}

static void define_toys(struct kit *k)
{
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

/* Empty metadata of an applied custom resource is stored, and no reader sees it: each such apply
 * writes, and so does the first other update without effect. */
static void apply_of_empty_metadata_is_a_write_each_time(void **state)
{
	static const char *const empty[] = { "\"labels\":{}", "\"annotations\":{}",
					     "\"ownerReferences\":[]", "\"finalizers\":[]" };
	static const struct {
		const char *type;
		bool with, writes;
	} steps[] = {
		{ APPLY, true, true },	 { APPLY, true, true }, { MERGE, false, true },
		{ MERGE, false, false }, { APPLY, true, true }, { APPLY, false, true },
		{ APPLY, false, false },
	};
	struct kit k;

	(void)state;
	for (size_t e = 0; e < ARRAY_LEN(empty); e++) {
		char last[32] = "";

		open_kit(&k);
		define_toys(&k);
		for (size_t i = 0; i < ARRAY_LEN(steps); i++) {
			char body[256];

			(void)snprintf(body, sizeof(body),
				       "{\"apiVersion\":\"e.io/v1\",\"kind\":\"Toy\",\"metadata\":{"
				       "\"name\":\"t\"%s%s}}",
				       steps[i].with ? "," : "", steps[i].with ? empty[e] : "");
			k.content_type = steps[i].type;
			assert_true(kit_do(&k, "PATCH", TOY "?fieldManager=m",
					   strcmp(steps[i].type, MERGE) == 0 ? "{}" : body) < 300);
			if (steps[i].writes ==
			    (strcmp(kit_at(&k, "metadata.resourceVersion"), last) == 0))
				fail_msg("%s, step %zu", empty[e], i);
			(void)snprintf(last, sizeof(last), "%s",
				       kit_at(&k, "metadata.resourceVersion"));
		}
		kit_close(&k);
	}
}

/* The tree of a custom resource is a map: what cannot be read of its metadata is not there. */
static void apply_of_unreadable_times_to_a_custom_resource_is_accepted(void **state)
{
	static const char *const metadata[] = { "\"creationTimestamp\":\"x\"",
						"\"deletionTimestamp\":\"x\"",
						"\"managedFields\":[{\"time\":\"x\"}]" };

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(metadata); i++) {
		char body[256];
		struct kit k;

		open_kit(&k);
		define_toys(&k);
		(void)snprintf(body, sizeof(body),
			       "{\"apiVersion\":\"e.io/v1\",\"kind\":\"Toy\",\"metadata\":{"
			       "\"name\":\"t\",%s}}",
			       metadata[i]);
		k.content_type = APPLY;
		assert_int_equal(kit_do(&k, "PATCH", TOY "?fieldManager=m", body), 201);
		assert_string_equal(kit_at(&k, "metadata.deletionTimestamp"), "");
		assert_true(str_begins(str_of(kit_at(&k, "metadata.creationTimestamp")), "2026-"));
		kit_close(&k);
	}
}

static void patch_of_a_custom_resource_to_another_version_is_refused(void **state)
{
	static const struct {
		const char *body, *message; /* NULL: 200 */
	} cases[] = {
		{ "{\"apiVersion\":\"e.io/v1\"}", NULL },
		{ "{\"apiVersion\":\"e.io/v2\"}", "Toy.e.io \"t\" is invalid: apiVersion: Invalid "
						  "value: \"e.io/v2\": must be e.io/v1" },
		{ "{\"apiVersion\":\"e.io/v3\"}", "Toy.e.io \"t\" is invalid: apiVersion: Invalid "
						  "value: \"e.io/v3\": must be e.io/v1" },
		{ "{\"kind\":\"X\"}",
		  "X.e.io \"t\" is invalid: kind: Invalid value: \"X\": must be Toy" },
	};
	struct kit k;

	(void)state;
	open_kit(&k);
	define_toys(&k);
	assert_int_equal(
	    kit_do(&k, "POST", "/apis/e.io/v1/namespaces/default/toys",
		   "{\"apiVersion\":\"e.io/v1\",\"kind\":\"Toy\",\"metadata\":{\"name\":\"t\"}}"),
	    201);
	k.content_type = MERGE;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		assert_int_equal(kit_do(&k, "PATCH", TOY, cases[i].body),
				 cases[i].message ? 422 : 200);
		if (cases[i].message)
			assert_string_equal(kit_at(&k, "message"), cases[i].message);
	}
	kit_close(&k);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(duplicate_keys_are_reported_when_the_apply_succeeds),
		cmocka_unit_test(last_duplicate_member_of_a_patch_counts),
		cmocka_unit_test(each_duplicate_yaml_key_has_a_warning),
		cmocka_unit_test(write_without_effect_keeps_the_managed_fields_times),
		cmocka_unit_test(apply_of_empty_metadata_is_a_write_each_time),
		cmocka_unit_test(apply_of_unreadable_times_to_a_custom_resource_is_accepted),
		cmocka_unit_test(patch_of_a_custom_resource_to_another_version_is_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
