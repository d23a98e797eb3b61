/* SPDX-License-Identifier: Apache-2.0 */
/* What kube-apiserver 1.34.4 did with objects whose metadata or type a mutating webhook changed. */
#include "tests/kit/testing.h"

#include "base/base64.h"
#include "fakeapi/meta/go_json.h"
#include "tests/kit/hook_kit.h"

#define MAPS	  "/api/v1/namespaces/default/configmaps"
#define TOYS	  "/apis/e.io/v1/namespaces/default/toys"
#define HOOKS	  "/apis/admissionregistration.k8s.io/v1/mutatingwebhookconfigurations"
#define MAP(x)	  "{\"metadata\":{\"name\":\"a\"},\"data\":{\"a\":\"" x "\"}}"
#define TOY	  "{\"apiVersion\":\"e.io/v1\",\"kind\":\"Toy\",\"metadata\":{\"name\":\"a\"}}"
#define ADD(p, v) "[{\"op\":\"add\",\"path\":\"" p "\",\"value\":" v "}]"

static void configure(struct side *s)
{
	assert_int_equal(
	    kit_do(&s->kit, "POST", HOOKS,
		   "{\"metadata\":{\"name\":\"c\"},\"webhooks\":[{\"name\":\"h.example.com\","
		   "\"clientConfig\":{\"url\":\"https://127.0.0.1:1/\"},\"sideEffects\":\"None\","
		   "\"admissionReviewVersions\":[\"v1\"],\"rules\":[{\"apiGroups\":[\"*\"],"
		   "\"apiVersions\":[\"*\"],\"operations\":[\"CREATE\",\"UPDATE\"],\"resources\":["
		   "\"configmaps\",\"toys\",\"namespaces\",\"horizontalpodautoscalers\"]}]}]}"),
	    201);
}

#define OTHER_NAMESPACE                                                                            \
	"the namespace of the provided object does not match the namespace sent on the request"

static void webhook_changes_of_namespace_and_name_get_recorded_errors(void **state)
{
	static const struct {
		const char *method, *uri, *body, *patch;
		int status;
		const char *message; /* NULL: metadata.namespace is that of the path */
	} cases[] = {
		{ "POST", MAPS, MAP("1"), ADD("/metadata/namespace", "\"other\""), 400,
		  OTHER_NAMESPACE },
		{ "POST", TOYS, TOY, ADD("/metadata/namespace", "\"other\""), 400,
		  OTHER_NAMESPACE },
		{ "PUT", MAPS "/old", "{\"metadata\":{\"name\":\"old\"},\"data\":{\"a\":\"2\"}}",
		  ADD("/metadata/namespace", "\"other\""), 400, OTHER_NAMESPACE },
		{ "PUT", MAPS "/old", "{\"metadata\":{\"name\":\"old\"},\"data\":{\"a\":\"3\"}}",
		  "[{\"op\":\"remove\",\"path\":\"/metadata/namespace\"}]", 200, NULL },
		{ "PUT", MAPS "/old", "{\"metadata\":{\"name\":\"old\"},\"data\":{\"a\":\"4\"}}",
		  ADD("/metadata/name", "\"\""), 422,
		  "ConfigMap \"\" is invalid: [metadata.name: Required value: name or generateName "
		  "is required, metadata.name: Invalid value: \"\": field is immutable]" },
		{ "PUT", MAPS "/old", "{\"metadata\":{\"name\":\"old\"},\"data\":{\"a\":\"4\"}}",
		  ADD("/metadata/uid", "\"6e3b0d2f-aaaa-4b0c-b5cf-b3a7a21c9a11\""), 422,
		  "ConfigMap \"old\" is invalid: metadata.uid: Invalid value: "
		  "\"6e3b0d2f-aaaa-4b0c-b5cf-b3a7a21c9a11\": field is immutable" },
		{ "POST", MAPS, MAP("1"), "[{\"op\":\"remove\",\"path\":\"/metadata/namespace\"}]",
		  201, NULL },
		{ "POST", MAPS, MAP("1"), ADD("/metadata/namespace", "\"\""), 201, NULL },
		{ "POST", MAPS, MAP("1"), ADD("/metadata/name", "\"b\""), 201, NULL },
		{ "POST", MAPS, MAP("1"), ADD("/metadata/resourceVersion", "\"1\""), 500,
		  "resourceVersion should not be set on objects to be created" },
		{ "POST", MAPS, MAP("1"), "[{\"op\":\"remove\",\"path\":\"/kind\"}]", 201, NULL },
		{ "POST", MAPS, MAP("1"), ADD("/kind", "\"Secret\""), 500,
		  "Internal error occurred: illegal base64 data at input byte 0" },
		{ "POST", MAPS, "{\"metadata\":{\"name\":\"a\"}}", ADD("/kind", "\"Secret\""), 500,
		  "converting (v1.Secret) to (core.ConfigMap): unknown conversion" },
		{ "POST", MAPS, MAP("1"), ADD("/kind", "\"NoSuch\""), 500,
		  "Internal error occurred: no kind \"NoSuch\" is registered for version \"v1\" in "
		  "scheme \"pkg/runtime/scheme.go:110\"" },
		{ "POST", MAPS, MAP("1"), ADD("/apiVersion", "\"v2\""), 500,
		  "Internal error occurred: no kind \"ConfigMap\" is registered for version \"v2\" "
		  "in scheme \"pkg/runtime/scheme.go:110\"" },
		{ "POST", TOYS, TOY, ADD("/kind", "\"X\""), 422,
		  "X.e.io \"a\" is invalid: kind: Invalid value: \"X\": must be Toy" },
		{ "POST", TOYS, TOY, ADD("/apiVersion", "\"e.io/v2\""), 201, NULL },
		{ "POST", TOYS, TOY, "[{\"op\":\"remove\",\"path\":\"/apiVersion\"}]", 500,
		  "/, Kind=Toy is unstructured and is not suitable for converting to \"e.io/v1\"" },
		{ "POST", TOYS, TOY, ADD("/apiVersion", "\"v1\""), 500,
		  "/v1, Kind=Toy is unstructured and is not suitable for converting to "
		  "\"e.io/v1\"" },
		{ "POST", MAPS, MAP("1"), "[{\"op\":\"remove\",\"path\":\"/apiVersion\"}]", 201,
		  NULL },
		{ "POST", MAPS, MAP("1"), ADD("/unknown", "1"), 201, NULL },
		{ "POST", TOYS, TOY, ADD("/apiVersion", "\"e.io/v3\""), 500,
		  "request to convert CR from an invalid group/version: e.io/v3" },
		{ "POST", TOYS, TOY, ADD("/apiVersion", "\"f.io/v1\""), 500,
		  "f.io/v1, Kind=Toy is unstructured and is not suitable for converting to "
		  "\"e.io/v1\"" },
		{ "POST", TOYS, TOY, "[{\"op\":\"remove\",\"path\":\"/kind\"}]", 500,
		  "Internal error occurred: Object 'Kind' is missing in "
		  "'{\"apiVersion\":\"e.io/v1\",\"metadata\":{\"name\":\"a\",\"namespace\":"
		  "\"default\"}}'" },
	};
	struct side s;

	(void)state;
	side_open(&s);
	assert_int_equal(kit_do(&s.kit, "POST", MAPS, "{\"metadata\":{\"name\":\"old\"}}"), 201);
	configure(&s);
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		s.patch = cases[i].patch;
		if (kit_do(&s.kit, cases[i].method, cases[i].uri, cases[i].body) != cases[i].status)
			fail_msg("%s: %d %s", s.patch, s.kit.status, s.kit.body.ptr);
		if (cases[i].message && cases[i].status >= 300)
			assert_string_equal(kit_at(&s.kit, "message"), cases[i].message);
		else
			assert_true(str_eqz(STR("default"), kit_at(&s.kit, "metadata.namespace")) &&
				    strstr(cases[i].uri, kit_at(&s.kit, "apiVersion")) &&
				    strstr("ConfigMap Toy", kit_at(&s.kit, "kind")) &&
				    *kit_at(&s.kit, "kind"));
		if (cases[i].status == 201) {
			(void)kit_do(&s.kit, "DELETE", MAPS "/b", NULL);
			(void)kit_do(&s.kit, "DELETE", MAPS "/a", NULL);
			(void)kit_do(&s.kit, "DELETE", TOYS "/a", NULL);
		}
	}
	assert_int_equal(kit_do(&s.kit, "GET", "/api/v1/namespaces/other/configmaps", NULL), 200);
	assert_int_equal(cJSON_GetArraySize(fakeapi__member(s.kit.json, "items")), 0);
	side_close(&s);
}

/* A namespace has none; a deletionTimestamp is kept. */
static void webhook_metadata_of_a_new_object_is_kept_or_dropped(void **state)
{
	struct side s;

	(void)state;
	side_open(&s);
	configure(&s);
	s.patch = ADD("/metadata/namespace", "\"x\"");
	assert_int_equal(kit_do(&s.kit, "POST", "/api/v1/namespaces",
				"{\"metadata\":{\"name\":\"a\"}}"),
			 201);
	assert_string_equal(kit_at(&s.kit, "metadata.namespace"), "");
	s.patch = ADD("/metadata/deletionTimestamp", "\"2020-01-01T00:00:00Z\"");
	assert_int_equal(kit_do(&s.kit, "POST", MAPS, MAP("1")), 201);
	assert_string_equal(kit_at(&s.kit, "metadata.deletionTimestamp"), "2020-01-01T00:00:00Z");
	side_close(&s);
}

#define BROKEN                                                                                     \
	".metadata.managedFields was in an invalid state after admission; this could be caused "   \
	"by an outdated mutating admission controller; please fix your requests: "
#define ENTRY(fields)                                                                              \
	"[{\"manager\":\"x\",\"operation\":\"Update\",\"apiVersion\":\"v1\",\"time\":"             \
	"\"2020-01-01T00:00:00Z\",\"fieldsType\":\"FieldsV1\",\"fieldsV1\":" fields "}]"

static void broken_managed_fields_of_a_webhook_are_restored_with_a_warning(void **state)
{
	static const struct {
		const char *managed, *warning, *manager;
	} cases[] = {
		{ "[{}]", BROKEN "operation must be `Apply` or `Update`", "kit" },
		{ "[{},{}]", BROKEN "operation must be `Apply` or `Update`\"", "kit" },
		{ "[{\"manager\":\"x\",\"operation\":\"Update\",\"apiVersion\":\"v1\","
		  "\"fieldsType\":\"FieldsV1\"},{\"operation\":\"Apply\",\"apiVersion\":\"v1\"}]",
		  BROKEN "missing fieldsType in managed fields entry 1", "kit" },
		{ "[{\"manager\":\"x\",\"operation\":\"Update\"}]",
		  BROKEN "apiVersion must not be empty", "kit" },
		{ "[{\"manager\":\"x\",\"operation\":\"Apply\",\"apiVersion\":\"v1\"}]",
		  BROKEN "missing fieldsType in managed fields entry 0", "kit" },
		{ "[{\"manager\":\"x\",\"operation\":\"Apply\",\"apiVersion\":\"v1\","
		  "\"fieldsType\":\"v\"}]",
		  BROKEN "invalid fieldsType \\\"v\\\" in managed fields entry 0", "kit" },
		{ ENTRY("{\"f:a\":1}"),
		  BROKEN "error decoding versioned set from {x Update v1 2020-01-01 00:00:00 +0000 "
			 "UTC FieldsV1 {\\\"f:a\\\":1} }: error decoding set",
		  "kit" },
		{ ENTRY("{\"f:a\":{}}"), "", "x" },
		{ "[]", "", "" },
	};
	struct side s;

	(void)state;
	side_open(&s);
	configure(&s);
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		AUTO_STRBUF patch = STRBUF_INIT;

		strbuf_addf(&patch,
			    "[{\"op\":\"add\",\"path\":\"/metadata/managedFields\",\"value\":%s}]",
			    cases[i].managed);
		s.patch = patch.ptr;
		assert_int_equal(kit_do(&s.kit, "POST", MAPS, MAP("1")), 201);
		if (*cases[i].warning)
			assert_non_null(strstr(s.kit.warning, cases[i].warning));
		else
			assert_string_equal(s.kit.warning, "");
		assert_string_equal(kit_at(&s.kit, "metadata.managedFields.0.manager"),
				    cases[i].manager);
		assert_int_equal(kit_do(&s.kit, "DELETE", MAPS "/a", NULL), 200);
	}
	side_close(&s);
}

/* What a webhook removes the server's own plug-in adds again, which is a change that webhooks with
 * IfNeeded are called for once more; their answer to that is final. */
static void webhook_is_called_again_after_the_servers_own_change(void **state)
{
	static const struct {
		const char *policy;
		size_t reviews;
		bool tolerates;
	} cases[] = { { "IfNeeded", 2, false }, { "Never", 1, true } };

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		AUTO_STRBUF body = STRBUF_INIT;
		struct side s;

		side_open(&s);
		strbuf_addf(
		    &body,
		    "{\"metadata\":{\"name\":\"c\"},\"webhooks\":[{\"name\":\"h.example.com\","
		    "\"clientConfig\":{\"url\":\"https://127.0.0.1:1/\"},\"sideEffects\":"
		    "\"None\",\"admissionReviewVersions\":[\"v1\"],\"reinvocationPolicy\":"
		    "\"%s\",\"rules\":[{\"apiGroups\":[\"\"],\"apiVersions\":[\"v1\"],"
		    "\"operations\":[\"CREATE\"],\"resources\":[\"pods\"]}]}]}",
		    cases[i].policy);
		assert_int_equal(kit_do(&s.kit, "POST", HOOKS, body.ptr), 201);
		s.patch = "[{\"op\":\"remove\",\"path\":\"/spec/tolerations\"}]";
		assert_int_equal(kit_do(&s.kit, "POST", "/api/v1/namespaces/default/pods",
					"{\"metadata\":{\"name\":\"p\"},\"spec\":{\"containers\":[{"
					"\"name\":\"c\",\"image\":\"i\"}]}}"),
				 201);
		assert_int_equal(s.reviews, cases[i].reviews);
		assert_int_equal(fakeapi__dig(s.kit.json, "spec", "tolerations", NULL) != NULL,
				 cases[i].tolerates);
		side_close(&s);
	}
}

/* The second webhook adds what is there already, which the first has no need to see. */
static void webhook_is_called_again_only_if_a_patch_changes_the_object(void **state)
{
	static const char *const patches[] = { ADD("/data/a", "\"1\""), ADD("/data/b", "\"1\"") };
#define HOOK(name, policy)                                                                         \
	"{\"name\":\"" name ".example.com\",\"clientConfig\":{\"url\":\"https://127.0.0.1:1/\"},"  \
	"\"sideEffects\":\"None\",\"admissionReviewVersions\":[\"v1\"],\"reinvocationPolicy\":"    \
	"\"" policy                                                                                \
	"\",\"rules\":[{\"apiGroups\":[\"\"],\"apiVersions\":[\"v1\"],\"operations\":["            \
	"\"CREATE\"],\"resources\":[\"configmaps\"]}]}"

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(patches); i++) {
		struct side s;

		side_open(&s);
		assert_int_equal(kit_do(&s.kit, "POST", HOOKS,
					"{\"metadata\":{\"name\":\"c\"},\"webhooks\":[" HOOK(
					    "one", "IfNeeded") "," HOOK("two", "Never") "]}"),
				 201);
		s.patch = patches[i];
		assert_int_equal(kit_do(&s.kit, "POST", MAPS, MAP("1")), 201);
		assert_int_equal(s.reviews, 2);
		side_close(&s);
	}
#undef HOOK
}

/* The webhook chooses another class, and the plug-in computes the priority of that one. */
static void plug_ins_that_read_other_objects_run_again_after_webhooks(void **state)
{
	static const char classes[] = "/apis/scheduling.k8s.io/v1/priorityclasses";
	struct side s;

	(void)state;
	side_open(&s);
	assert_int_equal(kit_do(&s.kit, "POST", classes,
				"{\"metadata\":{\"name\":\"low\"},\"value\":1}"),
			 201);
	assert_int_equal(kit_do(&s.kit, "POST", classes,
				"{\"metadata\":{\"name\":\"high\"},\"value\":10}"),
			 201);
	assert_int_equal(
	    kit_do(&s.kit, "POST", HOOKS,
		   "{\"metadata\":{\"name\":\"c\"},\"webhooks\":[{\"name\":\"h.example.com\","
		   "\"clientConfig\":{\"url\":\"https://127.0.0.1:1/\"},\"sideEffects\":\"None\","
		   "\"admissionReviewVersions\":[\"v1\"],\"rules\":[{\"apiGroups\":[\"\"],"
		   "\"apiVersions\":[\"v1\"],\"operations\":[\"CREATE\"],\"resources\":["
		   "\"pods\"]}]}]}"),
	    201);
	s.patch = "[{\"op\":\"add\",\"path\":\"/spec/priorityClassName\",\"value\":\"high\"},"
		  "{\"op\":\"remove\",\"path\":\"/spec/priority\"}]";
	assert_int_equal(kit_do(&s.kit, "POST", "/api/v1/namespaces/default/pods",
				"{\"metadata\":{\"name\":\"p\"},\"spec\":{\"priorityClassName\":"
				"\"low\",\"containers\":[{\"name\":\"c\",\"image\":\"i\"}]}}"),
			 201);
	assert_non_null(strstr(s.kit.body.ptr, "\"priority\":10,"));
	side_close(&s);
}

static void configure_versions(struct side *s, const char *versions)
{
	AUTO_STRBUF body = STRBUF_INIT;

	strbuf_addf(&body,
		    "{\"metadata\":{\"name\":\"c\"},\"webhooks\":[{\"name\":\"h.example.com\","
		    "\"clientConfig\":{\"url\":\"https://127.0.0.1:1/\"},\"sideEffects\":\"None\","
		    "\"admissionReviewVersions\":%s,\"rules\":[{\"apiGroups\":[\"\"],"
		    "\"apiVersions\":[\"v1\"],\"operations\":[\"CREATE\"],\"resources\":["
		    "\"configmaps\"]}]}]}",
		    versions);
	assert_int_equal(kit_do(&s->kit, "POST", HOOKS, body.ptr), 201);
}

/* The first version of the list that the server knows. */
static void review_has_the_first_version_that_webhook_and_server_support(void **state)
{
	static const struct {
		const char *versions, *sent;
	} cases[] = {
		{ "[\"v1\",\"v1beta1\"]", "admission.k8s.io/v1" },
		{ "[\"v1beta1\",\"v1\"]", "admission.k8s.io/v1beta1" },
		{ "[\"v9\",\"v1beta1\"]", "admission.k8s.io/v1beta1" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		struct side s;
		cJSON *review;

		side_open(&s);
		configure_versions(&s, cases[i].versions);
		s.patch = ADD("/data/x", "\"1\"");
		assert_int_equal(kit_do(&s.kit, "POST", MAPS, MAP("1")), 201);
		assert_string_equal(kit_at(&s.kit, "data.x"), "1");
		review = cJSON_Parse(s.review.ptr);
		assert_string_equal(fakeapi__string(review, "apiVersion"), cases[i].sent);
		cJSON_Delete(review);
		side_close(&s);
	}
}

/* Answers to v1beta1 need neither version, uid nor patch type. */
static void beta_answers_are_read_without_their_version_and_patch_type(void **state)
{
	static const struct {
		const char *answer;
		int status;
		const char *x; /* data.x of the object, or NULL */
	} cases[] = {
		{ "{\"response\":{\"allowed\":true,\"patch\":\"@\"}}", 201, "1" },
		{ ("{\"kind\":\"AdmissionReview\",\"apiVersion\":\"admission.k8s.io/v1beta1\","
		   "\"response\":{\"uid\":\"other\",\"allowed\":true,\"patch\":\"@\"}}"),
		  201, "1" },
		{ "{\"response\":{\"allowed\":true,\"patchType\":\"JSONPatch\"}}", 201, NULL },
		{ "{\"response\":{\"allowed\":false}}", 400, NULL },
		{ "{}", 500, NULL },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		const char *mark = strchr(cases[i].answer, '@');
		AUTO_STRBUF answer = STRBUF_INIT;
		struct side s;

		strbuf_add(&answer, cases[i].answer,
			   mark ? (size_t)(mark - cases[i].answer) : strlen(cases[i].answer));
		if (mark) {
			base64_encode(&answer, STR(ADD("/data/x", "\"1\"")), BASE64_STD);
			strbuf_addz(&answer, mark + 1);
		}
		side_open(&s);
		configure_versions(&s, "[\"v1beta1\"]");
		s.answer = answer.ptr;
		assert_int_equal(kit_do(&s.kit, "POST", MAPS, MAP("1")), cases[i].status);
		if (cases[i].x)
			assert_string_equal(kit_at(&s.kit, "data.x"), cases[i].x);
		else
			assert_null(fakeapi__dig(s.kit.json, "data", "x", NULL));
		side_close(&s);
	}
}

static void denial_keeps_its_warnings(void **state)
{
	struct side s;

	(void)state;
	side_open(&s);
	configure(&s);
	assert_int_equal(kit_do(&s.kit, "POST", MAPS, MAP("1")), 400);
	assert_string_equal(s.kit.warning, "299 - \"mind the gap\"");
	side_close(&s);
}

static void response_to_another_review_is_a_failure(void **state)
{
	struct side s;

	(void)state;
	side_open(&s);
	configure(&s);
	s.answer =
	    "{\"kind\":\"AdmissionReview\",\"apiVersion\":\"admission.k8s.io/v1\","
	    "\"response\":{\"uid\":\"6e3b0d2f-aaaa-4b0c-b5cf-b3a7a21c9a11\",\"allowed\":true}}";
	assert_int_equal(kit_do(&s.kit, "POST", MAPS, MAP("1")), 500);
	assert_non_null(strstr(kit_at(&s.kit, "message"), "expected response.uid="));
	side_close(&s);
}

/* The webhook sees a Scale, not the Deployment that it is a part of. */
static void webhook_changes_the_scale_of_a_deployment(void **state)
{
	static const char deployments[] = "/apis/apps/v1/namespaces/default/deployments";
	static const char template[] = "{\"metadata\":{\"name\":\"d\"},\"spec\":{\"selector\":{"
				       "\"matchLabels\":{\"a\":\"b\"}},\"template\":{\"metadata\":{"
				       "\"labels\":{\"a\":\"b\"}},\"spec\":{\"containers\":[{"
				       "\"name\":\"c\",\"image\":\"i\"}]}}}}";
	AUTO_STRBUF uri = STRBUF_INIT;
	struct side s;

	(void)state;
	side_open(&s);
	assert_int_equal(kit_do(&s.kit, "POST", deployments, template), 201);
	assert_int_equal(
	    kit_do(&s.kit, "POST", HOOKS,
		   "{\"metadata\":{\"name\":\"c\"},\"webhooks\":[{\"name\":\"h.example.com\","
		   "\"clientConfig\":{\"url\":\"https://127.0.0.1:1/\"},\"sideEffects\":\"None\","
		   "\"admissionReviewVersions\":[\"v1\"],\"rules\":[{\"apiGroups\":[\"apps\"],"
		   "\"apiVersions\":[\"v1\"],\"operations\":[\"UPDATE\"],\"resources\":["
		   "\"deployments/scale\"]}]}]}"),
	    201);
	s.patch = ADD("/spec/replicas", "3");
	strbuf_addf(&uri, "%s/d/scale", deployments);
	assert_int_equal(kit_do(&s.kit, "PUT", uri.ptr,
				"{\"kind\":\"Scale\",\"apiVersion\":\"autoscaling/v1\","
				"\"metadata\":{\"name\":\"d\",\"namespace\":\"default\"},"
				"\"spec\":{\"replicas\":2}}"),
			 200);
	assert_int_equal(s.reviews, 1);
	assert_non_null(strstr(s.kit.body.ptr, "\"spec\":{\"replicas\":3}"));
	/* a Scale's managedFields are not decoded: their time may be any text */
	s.patch = "[{\"op\":\"add\",\"path\":\"/metadata/managedFields\",\"value\":[{\"manager\":"
		  "\"x\",\"operation\":\"Update\",\"apiVersion\":\"v1\",\"time\":\"t\","
		  "\"fieldsType\":\"FieldsV1\",\"fieldsV1\":{\"f:a\":1}}]}]";
	assert_int_equal(kit_do(&s.kit, "PUT", uri.ptr,
				"{\"kind\":\"Scale\",\"apiVersion\":\"autoscaling/v1\","
				"\"metadata\":{\"name\":\"d\",\"namespace\":\"default\"},"
				"\"spec\":{\"replicas\":2}}"),
			 200);
	assert_non_null(strstr(s.kit.warning, "{x Update v1 <nil> FieldsV1 "));
	side_close(&s);
}

/* What the object has in the other version becomes the call's: autoscaling/v1 has no metrics. */
static void webhook_changes_an_object_to_another_version_of_its_type(void **state)
{
	struct side s;

	(void)state;
	side_open(&s);
	configure(&s);
	s.patch = "[{\"op\":\"add\",\"path\":\"/apiVersion\",\"value\":\"autoscaling/v2\"},{\"op\":"
		  "\"add\",\"path\":\"/spec/metrics\",\"value\":[{\"type\":\"Resource\","
		  "\"resource\":{\"name\":\"cpu\",\"target\":{\"type\":\"Utilization\","
		  "\"averageUtilization\":33}}}]}]";
	assert_int_equal(kit_do(&s.kit, "POST",
				"/apis/autoscaling/v1/namespaces/default/horizontalpodautoscalers",
				"{\"metadata\":{\"name\":\"h\"},\"spec\":{\"maxReplicas\":2,"
				"\"scaleTargetRef\":{\"apiVersion\":\"apps/v1\",\"kind\":"
				"\"Deployment\",\"name\":\"d\"}}}"),
			 201);
	assert_string_equal(kit_at(&s.kit, "apiVersion"), "autoscaling/v1");
	assert_non_null(strstr(s.kit.body.ptr, "\"targetCPUUtilizationPercentage\":33"));
	side_close(&s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(webhook_changes_of_namespace_and_name_get_recorded_errors),
		cmocka_unit_test(webhook_metadata_of_a_new_object_is_kept_or_dropped),
		cmocka_unit_test(webhook_is_called_again_after_the_servers_own_change),
		cmocka_unit_test(plug_ins_that_read_other_objects_run_again_after_webhooks),
		cmocka_unit_test(review_has_the_first_version_that_webhook_and_server_support),
		cmocka_unit_test(beta_answers_are_read_without_their_version_and_patch_type),
		cmocka_unit_test(denial_keeps_its_warnings),
		cmocka_unit_test(webhook_is_called_again_only_if_a_patch_changes_the_object),
		cmocka_unit_test(broken_managed_fields_of_a_webhook_are_restored_with_a_warning),
		cmocka_unit_test(response_to_another_review_is_a_failure),
		cmocka_unit_test(webhook_changes_the_scale_of_a_deployment),
		cmocka_unit_test(webhook_changes_an_object_to_another_version_of_its_type),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
