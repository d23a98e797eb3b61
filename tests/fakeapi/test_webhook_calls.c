/* SPDX-License-Identifier: Apache-2.0 */
/* Calls of validating webhooks that run side by side; what conversion webhooks are sent and may
 * return. */
#include "tests/kit/testing.h"

#include "fakeapi/meta/go_json.h"
#include "tests/kit/core_kit.h"

#define MAPS	    "/api/v1/namespaces/default/configmaps"
#define HOOKS	    "/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations"
#define DEFINITIONS "/apis/apiextensions.k8s.io/v1/customresourcedefinitions"
#define GEARS(v)    "/apis/x.io/" v "/namespaces/default/gears"

/* The webhooks: `answer` writes a response. */
struct side {
	struct kit kit; /* first */
	uint64_t id;
	struct strbuf review;
	bool open;
	size_t answered;
	void (*answer)(struct side *s, const cJSON *request, struct strbuf *out);
	size_t copies; /* of each converted object */
};

static bool take_review(void *user, const struct fakeapi__question *q)
{
	struct side *s = user;

	strbuf_clear(&s->review);
	strbuf_adds(&s->review, q->body);
	s->id = q->id;
	s->open = true;
	return true;
}

static void forget(void *user, uint64_t id)
{
	struct side *s = user;

	if (s->id == id)
		s->open = false;
}

static bool outside(struct kit *k)
{
	struct side *s = (struct side *)(void *)k;
	struct fakeapi__reply r = { .status = 200, .content_type = STR("application/json") };
	AUTO_STRBUF out = STRBUF_INIT;
	cJSON *review;

	if (!s->open)
		return false;
	review = cJSON_Parse(s->review.ptr);
	assert_non_null(review);
	s->answer(s, fakeapi__member(review, "request"), &out);
	cJSON_Delete(review);
	r.body = strbuf_str(&out);
	s->open = false;
	s->answered++;
	fakeapi__core_reply(k->core, s->id, &r);
	return true;
}

static void side_open(struct side *s)
{
	struct fakeapi__options opt = {
		.wall_offset_ns = INT64_C(1795000000) * NS_PER_S,
		.ask = take_review,
		.forget = forget,
		.ask_user = s,
	};

	memset(s, 0, sizeof(*s));
	strbuf_init(&s->review);
	kit_open(&s->kit, &opt);
	s->kit.outside = outside;
}

static void side_close(struct side *s)
{
	kit_close(&s->kit);
	strbuf_fini(&s->review);
}

/* --- admission --- */

static void allow(struct side *s, const cJSON *request, struct strbuf *out)
{
	(void)s;
	strbuf_addf(out,
		    "{\"kind\":\"AdmissionReview\",\"apiVersion\":\"admission.k8s.io/v1\","
		    "\"response\":{\"uid\":\"%s\",\"allowed\":true}}",
		    fakeapi__string(request, "uid"));
}

#define HOOK(name, client)                                                                         \
	"{\"name\":\"" name ".example.com\",\"clientConfig\":{" client                             \
	"},\"sideEffects\":\"None\",\"admissionReviewVersions\":[\"v1\"],\"rules\":[{"             \
	"\"apiGroups\":[\"\"],\"apiVersions\":[\"v1\"],\"operations\":[\"CREATE\"],"               \
	"\"resources\":[\"configmaps\"]}]}"
#define MISSING HOOK("gone", "\"service\":{\"name\":\"web\",\"namespace\":\"sys\"}")
#define PRESENT HOOK("here", "\"url\":\"https://127.0.0.1:1/\"")

/* apiserver/pkg/admission/plugin/webhook/validating/dispatcher.go: wg.Wait() */
static void failed_call_waits_for_the_other_validating_webhooks(void **state)
{
	static const char *const lists[] = { MISSING "," PRESENT, PRESENT "," MISSING };

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(lists); i++) {
		AUTO_STRBUF body = STRBUF_INIT;
		struct side s;

		side_open(&s);
		s.answer = allow;
		strbuf_addf(&body, "{\"metadata\":{\"name\":\"c\"},\"webhooks\":[%s]}", lists[i]);
		assert_int_equal(kit_do(&s.kit, "POST", HOOKS, body.ptr), 201);
		s.kit.now_ns += 10 * NS_PER_S;
		assert_int_equal(kit_do(&s.kit, "POST", MAPS, "{\"metadata\":{\"name\":\"a\"}}"),
				 500);
		assert_string_equal(kit_at(&s.kit, "message"),
				    "Internal error occurred: failed calling webhook "
				    "\"gone.example.com\": failed to call webhook: Post "
				    "\"https://web.sys.svc:443/?timeout=10s\": service \"web\" not "
				    "found");
		assert_int_equal(s.answered, 1);
		side_close(&s);
	}
}

/* --- conversion --- */

/* Returns the objects with another version and the same members, `copies` of each. */
static void convert(struct side *s, const cJSON *request, struct strbuf *out)
{
	const char *version = fakeapi__string(request, "desiredAPIVersion");
	cJSON *objects = cJSON_CreateArray();
	const cJSON *obj;
	char *text;

	cJSON_ArrayForEach(obj, fakeapi__member(request, "objects"))
	{
		for (size_t i = 0; i < s->copies; i++) {
			cJSON *copy = cJSON_Duplicate(obj, true);

			assert_int_equal(fakeapi__set(copy, "apiVersion",
						      cJSON_CreateString(version)),
					 0);
			assert_true(cJSON_AddItemToArray(objects, copy));
		}
	}
	text = fakeapi__print(objects);
	strbuf_addf(out,
		    "{\"kind\":\"ConversionReview\",\"apiVersion\":\"apiextensions.k8s.io/v1\","
		    "\"response\":{\"uid\":\"%s\",\"result\":{\"status\":\"Success\"},"
		    "\"convertedObjects\":%s}}",
		    fakeapi__string(request, "uid"), text);
	cJSON_free(text);
	cJSON_Delete(objects);
}

#define VERSION(name, storage, n)                                                                  \
	"{\"name\":\"" name "\",\"served\":true,\"storage\":" storage                              \
	",\"schema\":{\"openAPIV3Schema\":{\"type\":\"object\",\"properties\":{\"spec\":{"         \
	"\"type\":\"object\",\"properties\":{\"n\":{\"type\":\"integer\"" n "}}}}}}}"
#define PLAIN VERSION("v1", "true", "") "," VERSION("v2", "false", "")

static void define_gears(struct side *s)
{
	assert_int_equal(
	    kit_do(&s->kit, "POST", DEFINITIONS,
		   "{\"metadata\":{\"name\":\"gears.x.io\"},\"spec\":{\"group\":\"x.io\",\"scope\":"
		   "\"Namespaced\",\"names\":{\"plural\":\"gears\",\"kind\":\"Gear\"},"
		   "\"conversion\":{\"strategy\":\"Webhook\",\"webhook\":{"
		   "\"conversionReviewVersions\":[\"v1\"],\"clientConfig\":{\"url\":"
		   "\"https://127.0.0.1:1/\"}}},\"versions\":[" PLAIN "]}}"),
	    201);
	s->kit.now_ns += 10 * NS_PER_S;
	s->answer = convert;
	s->copies = 1;
	assert_int_equal(kit_do(&s->kit, "POST", GEARS("v1"),
				"{\"kind\":\"Gear\",\"apiVersion\":\"x.io/v1\",\"metadata\":{"
				"\"name\":\"a\"},\"spec\":{}}"),
			 201);
	assert_int_equal(s->answered, 0);
}

static void conversion_with_another_number_of_objects_is_a_failure(void **state)
{
	static const struct {
		size_t copies;
		int status;
		const char *message;
	} cases[] = {
		{ 1, 200, "" },
		{ 0, 500,
		  "conversion webhook for x.io/v1, Kind=Gear returned 0 objects, expected 1" },
		{ 2, 500,
		  "conversion webhook for x.io/v1, Kind=Gear returned 2 objects, expected 1" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		struct side s;

		side_open(&s);
		define_gears(&s);
		s.copies = cases[i].copies;
		assert_int_equal(kit_do(&s.kit, "GET", GEARS("v2") "/a", NULL), cases[i].status);
		assert_string_equal(kit_at(&s.kit, "message"), cases[i].message);
		side_close(&s);
	}
}

/* apimachinery/pkg/runtime/serializer/versioning/versioning.go: Decode */
static void object_to_convert_has_the_new_defaults_of_its_stored_version(void **state)
{
	static const struct {
		const char *versions, *sent, *got;
	} cases[] = {
		{ PLAIN, "\"spec\":{}}]", "\"spec\":{}}" },
		{ VERSION("v1", "true", ",\"default\":7") "," VERSION("v2", "false", ""),
		  "\"spec\":{\"n\":7}}]", "\"spec\":{\"n\":7}}" },
		{ VERSION("v1", "true", "") "," VERSION("v2", "false", ",\"default\":8"),
		  "\"spec\":{}}]", "\"spec\":{}}" },
		/* it was stored in v1 */
		{ VERSION("v1", "false", "") "," VERSION("v2", "true", ",\"default\":8"),
		  "\"spec\":{}}]", "\"spec\":{}}" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		AUTO_STRBUF patch = STRBUF_INIT;
		struct side s;

		side_open(&s);
		define_gears(&s);
		strbuf_addf(&patch, "{\"spec\":{\"versions\":[%s]}}", cases[i].versions);
		s.kit.content_type = "application/merge-patch+json";
		assert_int_equal(kit_do(&s.kit, "PATCH", DEFINITIONS "/gears.x.io", patch.ptr),
				 200);
		s.kit.content_type = NULL;
		s.kit.now_ns += 10 * NS_PER_S;
		assert_int_equal(kit_do(&s.kit, "GET", GEARS("v2") "/a", NULL), 200);
		assert_int_equal(s.answered, 1);
		if (!strstr(s.review.ptr, cases[i].sent) || !strstr(s.kit.body.ptr, cases[i].got))
			fail_msg("case %zu: %s\n%s", i, s.review.ptr, s.kit.body.ptr);
		side_close(&s);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(failed_call_waits_for_the_other_validating_webhooks),
		cmocka_unit_test(conversion_with_another_number_of_objects_is_a_failure),
		cmocka_unit_test(object_to_convert_has_the_new_defaults_of_its_stored_version),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
