/* SPDX-License-Identifier: Apache-2.0 */
/* What errors of patches quote, in the order in which kube-apiserver 1.34.4 does. */
#include "tests/kit/testing.h"

#include "tests/kit/core_kit.h"

#define TOYS "/apis/e.io/v1/toys"
#define MAPS "/api/v1/namespaces/default/configmaps"

static void open_kit(struct kit *k)
{
	struct fakeapi__options opt = { .wall_offset_ns = INT64_C(1795000000) * NS_PER_S };

	kit_open(k, &opt);
	assert_int_equal(
	    kit_do(k, "POST", "/apis/apiextensions.k8s.io/v1/customresourcedefinitions",
		   "{\"metadata\":{\"name\":\"toys.e.io\"},\"spec\":{\"group\":\"e.io\",\"scope\":"
		   "\"Cluster\",\"names\":{\"plural\":\"toys\",\"kind\":\"Toy\"},\"versions\":[{"
		   "\"name\":\"v1\",\"served\":true,\"storage\":true,\"schema\":{"
		   "\"openAPIV3Schema\":{\"type\":\"object\","
		   "\"x-kubernetes-preserve-unknown-fields\":true}}}]}}"),
	    201);
	k->now_ns += 10 * NS_PER_S;
	assert_int_equal(kit_do(k, "POST", TOYS,
				"{\"apiVersion\":\"e.io/v1\",\"kind\":\"Toy\",\"metadata\":{"
				"\"name\":\"a\",\"labels\":{\"l\":\"1\"}},\"spec\":{\"z\":1,\"a\":"
				"2},\"none\":null}"),
			 201);
	assert_int_equal(kit_do(k, "POST", MAPS,
				"{\"metadata\":{\"name\":\"a\",\"finalizers\":[\"e.com/f\"],"
				"\"annotations\":{\"k\":\"v\"}}}"),
			 201);
}

/* A custom resource is a map, by name; of another type so is what an operation went through. What
 * the patch itself brings stays in its order. */
static void json_patch_errors_quote_maps_by_name(void **state)
{
	static const struct {
		const char *uri, *patch, *quoted[3];
	} cases[] = {
		{ TOYS "/a",
		  "[{\"op\":\"add\",\"path\":\"/apiVersion\",\"value\":null}]",
		  { "\\\"metadata\\\":{\\\"creationTimestamp\\\":",
		    "\\\"generation\\\":1,\\\"labels\\\":",
		    "\\\"spec\\\":{\\\"a\\\":2,\\\"z\\\":1}" } },
		{ TOYS "/a",
		  "[{\"op\":\"add\",\"path\":\"/spec\",\"value\":{\"z\":1,\"b\":2}},{\"op\":"
		  "\"add\",\"path\":\"/apiVersion\",\"value\":null}]",
		  { "\\\"spec\\\":{\\\"z\\\":1,\\\"b\\\":2}", "\\\"kind\\\":\\\"Toy\\\"",
		    ".apiVersion accessor error: <nil> is of the type <nil>" } },
		{ TOYS "/a",
		  "[{\"op\":\"move\",\"path\":\"/metadata\",\"from\":\"/apiVersion\"}]",
		  { "\\\"metadata\\\":\\\"e.io/v1\\\"", "\\\"kind\\\":\\\"Toy\\\"",
		    "json: cannot unmarshal string into Go value of type v1.ObjectMeta" } },
		{ MAPS "/a",
		  "[{\"op\":\"move\",\"path\":\"/data\",\"from\":\"/metadata/finalizers/0\"}]",
		  { "\\\"data\\\":\\\"e.com/f\\\",\\\"kind\\\":\\\"ConfigMap\\\",",
		    "\\\"metadata\\\":{\\\"annotations\\\":{\\\"k\\\":\\\"v\\\"},",
		    "\\\"name\\\":\\\"a\\\",\\\"namespace\\\":\\\"default\\\"," } },
	};
	struct kit k;

	(void)state;
	open_kit(&k);
	k.content_type = "application/json-patch+json";
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		const char *message;

		assert_int_equal(kit_do(&k, "PATCH", cases[i].uri, cases[i].patch), 422);
		message = kit_at(&k, "message");
		for (size_t q = 0; q < ARRAY_LEN(cases[i].quoted); q++)
			if (!strstr(message, cases[i].quoted[q]))
				fail_msg("%zu: %s\nwithout %s", i, message, cases[i].quoted[q]);
	}
	kit_close(&k);
}

/* printManager of fieldmanager: by what identifies a manager, in which an empty name is left out.
 */
static void conflicts_name_managers_in_order(void **state)
{
	static const char *const managers[] = { "cy", "bob", "ann" };
	struct kit k;

	(void)state;
	open_kit(&k);
	assert_int_equal(
	    kit_do(&k, "POST", MAPS,
		   "{\"metadata\":{\"name\":\"m\",\"managedFields\":[{\"manager\":\"\","
		   "\"operation\":\"Apply\",\"apiVersion\":\"v1\",\"fieldsType\":\"FieldsV1\","
		   "\"time\":\"2026-01-02T03:04:05Z\",\"fieldsV1\":{\"f:data\":{\"f:none\":{}}}}]},"
		   "\"data\":{\"other\":\"1\"}}"),
	    201);
	for (size_t i = 0; i < ARRAY_LEN(managers); i++) {
		AUTO_STRBUF uri = STRBUF_INIT, body = STRBUF_INIT;

		k.content_type =
		    i % 2 ? "application/apply-patch+yaml" : "application/merge-patch+json";
		strbuf_addf(&uri, MAPS "/m?fieldManager=%s", managers[i]);
		strbuf_addf(
		    &body, "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"data\":{\"%s\":\"1\"}}",
		    managers[i]);
		assert_int_equal(kit_do(&k, "PATCH", uri.ptr, body.ptr), 200);
	}
	k.content_type = "application/apply-patch+yaml";
	assert_int_equal(
	    kit_do(&k, "PATCH", MAPS "/m?fieldManager=eve",
		   "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"data\":{\"ann\":\"2\",\"bob\":"
		   "\"2\",\"cy\":\"2\",\"none\":\"2\"}}"),
	    409);
	assert_string_equal(kit_at(&k, "message"),
			    "Apply failed with 4 conflicts: conflicts with \"ann\" using v1:\n"
			    "- .data.ann\nconflicts with \"bob\":\n- .data.bob\n"
			    "conflicts with \"cy\" using v1:\n- .data.cy\n"
			    "conflicts with \"\":\n- .data.none");
	kit_close(&k);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(json_patch_errors_quote_maps_by_name),
		cmocka_unit_test(conflicts_name_managers_in_order),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
