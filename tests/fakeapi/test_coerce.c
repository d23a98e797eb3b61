/* SPDX-License-Identifier: Apache-2.0 */
/* test_coerce.c - types and metadata of embedded objects. */
#include "tests/kit/testing.h"
#include "base/alloc.h"
#include "fakeapi/schema/schema.h"
#include "fakeapi/schema/typed.h"
#include "tests/kit/core_kit.h"
#include "tests/kit/whole.h"

static void embedded_object_of_a_wrong_type_is_refused_with_its_path(void **state)
{
	static const struct {
		const char *spec, *why; /* as kube-apiserver 1.34.4 */
	} cases[] = {
		{ "{\"t\":{\"metadata\":\"s\"}}", "spec.t.metadata: Invalid value: \"s\": json: "
						  "cannot unmarshal string into Go value "
						  "of type v1.ObjectMeta" },
		{ "{\"l\":[{\"metadata\":[]}]}", "spec.l[0].metadata: Invalid value: []: json: "
						 "cannot unmarshal array into Go value of "
						 "type v1.ObjectMeta" },
		{ "{\"m\":{\"k\":{\"metadata\":{\"labels\":\"x\"}}}}",
		  "spec.m[k].metadata: Invalid value: {\"labels\":\"x\"}: json: cannot unmarshal "
		  "string into Go struct field ObjectMeta.labels of type map[string]string" },
		{ "{\"t\":{\"kind\":2}}", "spec.t.kind: Invalid value: 2: must be a string" },
		{ "{\"t\":{\"metadata\":null}}", "" },
	};
	static const char *const embedded =
	    "{\"type\":\"object\",\"x-kubernetes-embedded-resource\":true}";
	char schema[600];
	cJSON *s;

	(void)state;
	snprintf(
	    schema, sizeof(schema),
	    "{\"type\":\"object\",\"properties\":{\"spec\":{\"type\":\"object\",\"properties\":{"
	    "\"t\":%s,\"l\":{\"type\":\"array\",\"items\":%s},\"m\":{\"type\":\"object\","
	    "\"additionalProperties\":%s}}}}}",
	    embedded, embedded, embedded);
	s = cJSON_Parse(schema);
	assert_non_null(s);
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		cJSON *v = cJSON_CreateObject();
		struct fakeapi__typed t;

		cJSON_AddItemToObject(v, "spec", cJSON_Parse(cases[i].spec));
		fakeapi__typed_init(&t, true);
		assert_int_equal(fakeapi__schema_coerce(s, NULL, v, &t), 0);
		assert_string_equal(t.why.len ? t.why.ptr : "", cases[i].why);
		fakeapi__typed_fini(&t);
		cJSON_Delete(v);
	}
	cJSON_Delete(s);
}

/* Reading a stored object drops what does not decode, and keeps the rest of the metadata. */
static void good_members_of_broken_metadata_are_kept_whole(void **state)
{
	static const struct {
		const char *metadata, *kept;
	} cases[] = {
		{ "{\"name\":5,\"labels\":{\"a\":\"b\"},\"finalizers\":[\"x.io/f\"]}",
		  "{\"metadata\":{\"finalizers\":[\"x.io/f\"],\"labels\":{\"a\":\"b\"}}}" },
		{ "{\"labels\":{\"a\":1},\"name\":\"n\",\"unknown\":1}",
		  "{\"metadata\":{\"name\":\"n\"}}" },
	};
	cJSON *s = cJSON_Parse("{\"type\":\"object\",\"properties\":{\"t\":{\"type\":\"object\","
			       "\"x-kubernetes-embedded-resource\":true}}}");

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		cJSON *v = cJSON_CreateObject(), *embedded = cJSON_CreateObject();
		struct fakeapi__typed t;
		char *text;

		cJSON_AddItemToObject(v, "t", embedded);
		cJSON_AddItemToObject(embedded, "metadata", cJSON_Parse(cases[i].metadata));
		fakeapi__typed_init(&t, false);
		t.misfit = FAKEAPI_MISFIT_DROP;
		assert_int_equal(fakeapi__schema_coerce(s, NULL, v, &t), 0);
		text = cJSON_PrintUnformatted(embedded);
		assert_string_equal(text, cases[i].kept);
		cJSON_free(text);
		fakeapi__typed_fini(&t);
		cJSON_Delete(v);
	}
	cJSON_Delete(s);
}

/* --- through the server --- */

#define EMBEDDED                                                                                   \
	"{\"type\":\"object\",\"x-kubernetes-embedded-resource\":true,"                            \
	"\"x-kubernetes-preserve-unknown-fields\":true}"
#define DEFINITION                                                                                 \
	"{\"apiVersion\":\"apiextensions.k8s.io/v1\",\"kind\":\"CustomResourceDefinition\","       \
	"\"metadata\":{\"name\":\"embs.x.io\"},\"spec\":{\"group\":\"x.io\","                      \
	"\"scope\":\"Namespaced\",\"names\":{\"plural\":\"embs\",\"kind\":\"Emb\"},\"versions\":[" \
	"{\"name\":\"v1\",\"served\":true,\"storage\":true,\"subresources\":{\"status\":{}},"      \
	"\"schema\":{\"openAPIV3Schema\":{\"type\":\"object\",\"properties\":{\"spec\":{"          \
	"\"type\":\"object\",\"properties\":{\"t\":" EMBEDDED "}},\"status\":{"                    \
	"\"type\":\"object\",\"properties\":{\"t\":" EMBEDDED "}}}}}},"                            \
	"{\"name\":\"v2\",\"served\":true,\"storage\":false,\"schema\":{\"openAPIV3Schema\":{"     \
	"\"type\":\"object\",\"x-kubernetes-preserve-unknown-fields\":true}}}]}}"
#define EMBS "/apis/x.io/v1/namespaces/default/embs"

static void open_with_definition(struct kit *k)
{
	kit_open(k, NULL);
	assert_int_equal(kit_do(k, "POST",
				"/apis/apiextensions.k8s.io/v1/customresourcedefinitions",
				DEFINITION),
			 201);
	for (int i = 0; i < 100 && kit_do(k, "GET", EMBS, NULL) != 200; i++)
		k->now_ns += NS_PER_S;
	assert_int_equal(k->status, 200);
}

static int send(struct kit *k, const char *method, const char *uri, const char *version,
		const char *part, const char *metadata)
{
	AUTO_STRBUF body = STRBUF_INIT;

	strbuf_addf(&body,
		    "{\"apiVersion\":\"x.io/%s\",\"kind\":\"Emb\",\"metadata\":{\"name\":\"e\"},"
		    "\"%s\":{\"t\":{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"metadata\":%s}}}",
		    version, part, metadata);
	return kit_do(k, method, uri, body.ptr);
}

/* TypeMeta of an embedded object: validateEmbeddedResource() in
 * apiextensions-apiserver/pkg/apiserver/schema/objectmeta. */
static void type_of_an_embedded_object_is_validated(void **state)
{
	static const struct {
		const char *type, *message;
	} cases[] = {
		{ "\"apiVersion\":\"v1\",\"kind\":\"Pod\"", NULL },
		{ "\"apiVersion\":\"apps/v1\",\"kind\":\"Mixed\"", NULL },
		{ "\"apiVersion\":\"\",\"kind\":\"Pod\"",
		  "spec.t.apiVersion: Invalid value: \"\": must not be empty" },
		{ "\"apiVersion\":\"a/b/c\",\"kind\":\"Pod\"",
		  "spec.t.apiVersion: Invalid value: \"a/b/c\": unexpected GroupVersion string: "
		  "a/b/c" },
		{ "\"kind\":\"Pod\"", "spec.t.apiVersion: Required value" },
		{ "\"apiVersion\":\"v1\",\"kind\":\"\"",
		  "spec.t.kind: Invalid value: \"\": must not be empty" },
		{ "\"apiVersion\":\"v1\"", "spec.t.kind: Required value" },
	};
	struct kit k = { 0 };

	(void)state;
	open_with_definition(&k);
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		AUTO_STRBUF body = STRBUF_INIT;

		strbuf_addf(
		    &body,
		    "{\"apiVersion\":\"x.io/v1\",\"kind\":\"Emb\",\"metadata\":{\"name\":\"e%zu\"},"
		    "\"spec\":{\"t\":{%s}}}",
		    i, cases[i].type);
		if (kit_do(&k, "POST", EMBS, body.ptr) != (cases[i].message ? 422 : 201) ||
		    (cases[i].message && !strstr(kit_at(&k, "message"), cases[i].message)))
			fail_msg("%s: %s", cases[i].type, k.body.ptr);
	}
	kit_close(&k);
}

static void metadata_of_an_embedded_object_is_validated_like_that_of_an_object(void **state)
{
	static const struct {
		const char *metadata, *message; /* as kube-apiserver 1.34.4 */
	} cases[] = {
		{ "{\"name\":\"a/b\"}", "name: Invalid value: \"a/b\": may not contain '/'" },
		{ "{\"generateName\":\"a/\"}",
		  "generateName: Invalid value: \"a/\": may not contain '/'" },
		{ "{\"generation\":-1}",
		  "generation: Invalid value: -1: must be greater than or equal to 0" },
		{ "{\"finalizers\":[\"a b\"]}",
		  "finalizers: Invalid value: \"a b\": name part must consist of" },
		{ "{\"ownerReferences\":[{\"kind\":\"K\",\"name\":\"n\",\"uid\":\"u\"}]}",
		  "ownerReferences.apiVersion: Invalid value: \"\": version must not be empty" },
		{ "{\"managedFields\":[{}]}",
		  "managedFields[0].operation: Invalid value: \"\": must be `Apply` or `Update`" },
	};
	struct kit k = { 0 };

	(void)state;
	open_with_definition(&k);
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		AUTO_STRBUF message = STRBUF_INIT;

		assert_int_equal(send(&k, "POST", EMBS, "v1", "spec", cases[i].metadata), 422);
		strbuf_addf(&message, "Emb.x.io \"e\" is invalid: spec.t.metadata.%s",
			    cases[i].message);
		if (strncmp(kit_at(&k, "message"), message.ptr, message.len) != 0)
			fail_msg("%s instead of %s", kit_at(&k, "message"), message.ptr);
	}
	kit_close(&k);
}

static void write_that_converts_to_a_wrong_embedded_object_is_refused(void **state)
{
	struct kit k = { 0 };

	(void)state;
	open_with_definition(&k);
	assert_int_equal(send(&k, "POST", "/apis/x.io/v2/namespaces/default/embs", "v2", "spec",
			      "{\"uid\":7}"),
			 500);
	assert_string_equal(kit_at(&k, "message"),
			    "spec.t.metadata: Invalid value: {\"uid\":7}: json: cannot unmarshal "
			    "number into Go struct field ObjectMeta.uid of type types.UID");
	assert_int_equal(kit_do(&k, "GET", EMBS "/e", NULL), 404);
	kit_close(&k);
}

/* Only validation of the whole object checks the value of a time; a read drops wrong members. */
static void
applied_time_of_an_embedded_object_is_refused_in_spec_and_dropped_in_status(void **state)
{
	struct kit k = { 0 };

	(void)state;
	open_with_definition(&k);
	k.content_type = "application/apply-patch+yaml";
	assert_int_equal(send(&k, "PATCH", EMBS "/e?fieldManager=m", "v1", "spec",
			      "{\"creationTimestamp\":\"x\"}"),
			 422);
	assert_string_equal(kit_at(&k, "message"),
			    "Emb.x.io \"e\" is invalid: spec.t.metadata: Invalid value: "
			    "{\"creationTimestamp\":\"x\"}: parsing time \"x\" as "
			    "\"2006-01-02T15:04:05Z07:00\": cannot parse \"x\" as \"2006\"");
	assert_int_equal(send(&k, "PATCH", EMBS "/e?fieldManager=m", "v1", "spec", "{}"), 201);
	assert_int_equal(send(&k, "PATCH", EMBS "/e/status?fieldManager=m", "v1", "status",
			      "{\"creationTimestamp\":\"x\",\"name\":\"n\"}"),
			 200);
	assert_string_equal(kit_at(&k, "status.t.metadata.name"), "n");
	assert_string_equal(kit_at(&k, "status.t.metadata.creationTimestamp"), "");
	kit_close(&k);
}

/* --- without the server --- */

static const char *const one_embedded = "{\"type\":\"object\",\"properties\":{\"t\":" EMBEDDED "}}";

static void read_drops_wrong_members_of_an_embedded_object_one_by_one(void **state)
{
	static const struct {
		const char *before, *after;
	} cases[] = {
		{ "{\"t\":{\"kind\":2,\"metadata\":{\"generation\":\"x\",\"name\":\"n\","
		  "\"labels\":{\"a\":1},\"uid\":\"u\"}}}",
		  "{\"t\":{\"metadata\":{\"name\":\"n\",\"uid\":\"u\"}}}" },
		{ "{\"t\":{\"metadata\":{\"name\":5}}}", "{\"t\":{\"metadata\":{}}}" },
		{ "{\"t\":{\"metadata\":\"s\"}}", "{\"t\":{\"metadata\":\"s\"}}" },
	};
	cJSON *schema = cJSON_Parse(one_embedded);

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		cJSON *v = cJSON_Parse(cases[i].before);
		struct fakeapi__typed t;
		char *text;

		fakeapi__typed_init(&t, false);
		t.misfit = FAKEAPI_MISFIT_DROP;
		assert_int_equal(fakeapi__schema_coerce(schema, NULL, v, &t), 0);
		fakeapi__typed_fini(&t);
		text = cJSON_PrintUnformatted(v);
		assert_string_equal(text, cases[i].after);
		cJSON_free(text);
		cJSON_Delete(v);
	}
	cJSON_Delete(schema);
}

static void coercion_survives_every_failing_allocation(void **state)
{
	static const char *const text =
	    "{\"t\":{\"kind\":\"K\",\"metadata\":{\"generation\":\"x\",\"name\":\"n\",\"no\":1}}}";
	static const enum fakeapi__misfit misfits[] = { FAKEAPI_MISFIT_REFUSE, FAKEAPI_MISFIT_KEEP,
							FAKEAPI_MISFIT_DROP };
	cJSON *schema = cJSON_Parse(one_embedded);

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(misfits); i++) {
		cJSON *whole = NULL;

		FOR_EACH_FAILING_ALLOC({
			cJSON *v = cJSON_Parse(text);
			struct fakeapi__typed t;

			fakeapi__typed_init(&t, true);
			t.misfit = misfits[i];
			if (v && fakeapi__schema_coerce(schema, NULL, v, &t) == 0) {
				assert_whole(&whole, v);
				assert_int_equal(t.why.len != 0,
						 misfits[i] == FAKEAPI_MISFIT_REFUSE);
			}
			fakeapi__typed_fini(&t);
			cJSON_Delete(v);
		});
		cJSON_Delete(whole);
	}
	FOR_EACH_FAILING_ALLOC({
		cJSON *v = cJSON_Parse("{\"name\":5}");
		AUTO_STRBUF why = STRBUF_INIT;

		if (v && fakeapi__meta_misfit(v, &why) == 0)
			assert_true(why.len);
		cJSON_Delete(v);
	});
	cJSON_Delete(schema);
}

static void known_property_of_a_preserving_object_is_pruned_by_its_own_schema(void **state)
{
	cJSON *s = cJSON_Parse("{\"type\":\"object\",\"properties\":{\"half\":{\"type\":\"object\","
			       "\"x-kubernetes-preserve-unknown-fields\":true,\"properties\":{"
			       "\"closed\":{\"type\":\"object\",\"properties\":{\"a\":{\"type\":"
			       "\"integer\"}}}}}}}");
	cJSON *v = cJSON_Parse("{\"half\":{\"any\":{\"x\":1},\"closed\":{\"a\":1,\"gone\":2}}}");
	char *text;

	(void)state;
	assert_int_equal(fakeapi__schema_prune(s, NULL, v, NULL), 0);
	text = cJSON_PrintUnformatted(v);
	assert_string_equal(text, "{\"half\":{\"any\":{\"x\":1},\"closed\":{\"a\":1}}}");
	cJSON_free(text);
	cJSON_Delete(s);
	cJSON_Delete(v);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(embedded_object_of_a_wrong_type_is_refused_with_its_path),
		cmocka_unit_test(good_members_of_broken_metadata_are_kept_whole),
		cmocka_unit_test(type_of_an_embedded_object_is_validated),
		cmocka_unit_test(
		    metadata_of_an_embedded_object_is_validated_like_that_of_an_object),
		cmocka_unit_test(write_that_converts_to_a_wrong_embedded_object_is_refused),
		cmocka_unit_test(
		    applied_time_of_an_embedded_object_is_refused_in_spec_and_dropped_in_status),
		cmocka_unit_test(read_drops_wrong_members_of_an_embedded_object_one_by_one),
		cmocka_unit_test(coercion_survives_every_failing_allocation),
		cmocka_unit_test(known_property_of_a_preserving_object_is_pruned_by_its_own_schema),
	};

	base__alloc_init_cjson();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
