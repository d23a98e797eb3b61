/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/kit/testing.h"
#include "tests/kit/whole.h"

#include "fakeapi/apply/patch.h"
#include "fakeapi/apply/patch_impl.h"
#include "fakeapi/meta/go_json.h"

/* Applies to a pod; want NULL: refused with `code`. */
static void check(const char *doc, const char *patch, const char *want, int code)
{
	const struct fakeapi__type *pod = fakeapi__type_of_kind("", "v1", "Pod", 0);
	AUTO_STRBUF why = STRBUF_INIT;
	cJSON *d = cJSON_Parse(doc), *p = cJSON_Parse(patch), *w = want ? cJSON_Parse(want) : NULL;
	int got = 0, rc;
	char *text;

	assert_non_null(d);
	assert_non_null(p);
	rc = fakeapi__strategic_merge(d, p, pod, &why, &got);
	if (want) {
		assert_int_equal(rc, 0);
		text = cJSON_PrintUnformatted(d);
		if (!fakeapi__equal(d, w))
			fail_msg("%s + %s = %s, want %s", doc, patch, text, want);
		cJSON_free(text);
	} else {
		assert_int_equal(rc, -1);
		assert_int_equal(got, code);
	}
	cJSON_Delete(d);
	cJSON_Delete(p);
	cJSON_Delete(w);
}

#define SPEC(x) "{\"spec\":" x "}"

static void strategic_patch_merges_lists_by_their_key(void **state)
{
	(void)state;
	check(SPEC("{\"containers\":[{\"name\":\"a\",\"image\":\"1\"},{\"name\":\"b\"}]}"),
	      SPEC("{\"containers\":[{\"name\":\"b\",\"image\":\"2\"}]}"),
	      SPEC("{\"containers\":[{\"name\":\"a\",\"image\":\"1\"},{\"name\":\"b\",\"image\":"
		   "\"2\"}]}"),
	      0);
	check(SPEC("{\"containers\":[{\"name\":\"a\"}]}"),
	      SPEC("{\"containers\":[{\"name\":\"n\"}]}"),
	      SPEC("{\"containers\":[{\"name\":\"n\"},{\"name\":\"a\"}]}"), 0);
	check(SPEC("{\"tolerations\":[{\"key\":\"a\"}]}"),
	      SPEC("{\"tolerations\":[{\"key\":\"b\"}]}"),
	      SPEC("{\"tolerations\":[{\"key\":\"b\"}]}"), 0);
	check("{\"metadata\":{\"finalizers\":[\"a\"]}}",
	      "{\"metadata\":{\"finalizers\":[\"b\",\"a\"]}}",
	      "{\"metadata\":{\"finalizers\":[\"b\",\"a\"]}}", 0);
	check("{\"metadata\":{\"labels\":{\"a\":\"1\",\"b\":\"2\"}}}",
	      "{\"metadata\":{\"labels\":{\"a\":null,\"c\":\"3\"}}}",
	      "{\"metadata\":{\"labels\":{\"b\":\"2\",\"c\":\"3\"}}}", 0);
}

static void strategic_patch_obeys_directives(void **state)
{
	(void)state;
	check("{\"metadata\":{\"labels\":{\"a\":\"1\"}}}",
	      "{\"metadata\":{\"labels\":{\"$patch\":\"delete\"}}}",
	      "{\"metadata\":{\"labels\":{}}}", 0);
	check("{\"metadata\":{\"labels\":{\"a\":\"1\"}}}",
	      "{\"metadata\":{\"labels\":{\"$patch\":\"replace\",\"b\":\"2\"}}}",
	      "{\"metadata\":{\"labels\":{\"b\":\"2\"}}}", 0);
	check("{\"metadata\":{}}", "{\"metadata\":{\"labels\":{\"$patch\":\"delete\"}}}",
	      "{\"metadata\":{}}", 0);
	/* Directives in new members are applied, too, and removed. */
	check(
	    "{}",
	    SPEC("{\"securityContext\":{\"seLinuxOptions\":{\"$patch\":\"delete\"},\"runAsUser\":1,"
		 "\"fsGroup\":null,\"sysctls\":[{\"name\":\"a\",\"value\":null},{\"$patch\":"
		 "\"delete\",\"name\":\"b\"}]}}"),
	    SPEC("{\"securityContext\":{\"runAsUser\":1,\"sysctls\":[{\"name\":\"a\"}]}}"), 0);
	check(SPEC("{\"containers\":[{\"name\":\"a\"},{\"name\":\"b\"}]}"),
	      SPEC("{\"containers\":[{\"name\":\"a\",\"$patch\":\"delete\"}]}"),
	      SPEC("{\"containers\":[{\"name\":\"b\"}]}"), 0);
	check(SPEC("{\"containers\":[{\"name\":\"a\"},{\"name\":\"b\"}]}"),
	      SPEC("{\"containers\":[{\"$patch\":\"replace\"},{\"name\":\"c\"}]}"),
	      SPEC("{\"containers\":[{\"name\":\"c\"}]}"), 0);
	check("{\"metadata\":{\"finalizers\":[\"a\",\"b\",\"c\"]}}",
	      "{\"metadata\":{\"$deleteFromPrimitiveList/finalizers\":[\"b\"]}}",
	      "{\"metadata\":{\"finalizers\":[\"a\",\"c\"]}}", 0);
	check("{\"metadata\":{\"finalizers\":[\"a\",\"b\",\"c\",\"d\"]}}",
	      "{\"metadata\":{\"$deleteFromPrimitiveList/finalizers\":[\"d\",\"a\",\"x\"]}}",
	      "{\"metadata\":{\"finalizers\":[\"b\",\"c\"]}}", 0);
	check(SPEC("{\"volumes\":[{\"name\":\"v\",\"emptyDir\":{}}]}"),
	      SPEC("{\"volumes\":[{\"name\":\"v\",\"$retainKeys\":[\"name\",\"configMap\"],"
		   "\"configMap\":{\"name\":\"c\"}}]}"),
	      SPEC("{\"volumes\":[{\"name\":\"v\",\"configMap\":{\"name\":\"c\"}}]}"), 0);
}

static void set_element_order_directive_is_followed(void **state)
{
	(void)state;
	check(SPEC("{\"containers\":[{\"name\":\"a\"},{\"name\":\"s\"},{\"name\":\"b\"}]}"),
	      SPEC("{\"$setElementOrder/containers\":[{\"name\":\"b\"},{\"name\":\"a\"}]}"),
	      SPEC("{\"containers\":[{\"name\":\"s\"},{\"name\":\"b\"},{\"name\":\"a\"}]}"), 0);
	check(SPEC("{\"containers\":[{\"name\":\"a\"},{\"name\":\"b\"}]}"),
	      SPEC("{\"$setElementOrder/"
		   "containers\":[{\"name\":\"n\"},{\"name\":\"b\"},{\"name\":\"a\"}],"
		   "\"containers\":[{\"name\":\"n\",\"image\":\"i\"}]}"),
	      SPEC("{\"containers\":[{\"name\":\"n\",\"image\":\"i\"},{\"name\":\"b\"},{\"name\":"
		   "\"a\"}]}"),
	      0);
	check("{\"metadata\":{\"finalizers\":[\"a\",\"b\"]}}",
	      "{\"metadata\":{\"$setElementOrder/finalizers\":[\"b\",\"c\",\"a\"],"
	      "\"finalizers\":[\"c\"]}}",
	      "{\"metadata\":{\"finalizers\":[\"b\",\"c\",\"a\"]}}", 0);
	check(SPEC("{}"),
	      SPEC("{\"$setElementOrder/"
		   "containers\":[{\"name\":\"n\"}],\"containers\":[{\"name\":\"n\"}]}"),
	      SPEC("{\"containers\":[{\"name\":\"n\"}]}"), 0);
}

static void invalid_strategic_patches_are_refused(void **state)
{
	(void)state;
	check(SPEC("{\"containers\":[{\"name\":\"a\"}]}"),
	      SPEC("{\"containers\":[{\"image\":\"x\"}]}"), NULL, 500);
	check(SPEC("{\"containers\":[{\"name\":\"a\"}]}"), SPEC("{\"containers\":[\"x\"]}"), NULL,
	      500);
	check(SPEC("{\"containers\":[{\"name\":\"a\"}]}"), SPEC("{\"containers\":[[]]}"), NULL,
	      422);
	check("{\"metadata\":{\"labels\":{}}}", "{\"metadata\":{\"labels\":{\"$patch\":\"what\"}}}",
	      NULL, 500);
	check(SPEC("{}"), SPEC("{\"$retainKeys\":\"x\"}"), NULL, 400);
	check(SPEC("{}"), SPEC("{\"$retainKeys\":[\"a\"],\"b\":1}"), NULL, 400);
	check(SPEC("{}"), SPEC("{\"$setElementOrder/containers\":1}"), NULL, 500);
	/* An order of nothing is an error where there is a list, and none where there is none. */
	check(SPEC("{}"), SPEC("{\"$setElementOrder/containers\":[]}"), SPEC("{}"), 0);
	check(SPEC("{\"containers\":null}"), SPEC("{\"$setElementOrder/containers\":[]}"), NULL,
	      500);
	check(SPEC("{\"containers\":[]}"), SPEC("{\"$setElementOrder/containers\":[]}"), NULL, 500);
	check(SPEC("{}"), SPEC("{\"containers\":[],\"$setElementOrder/containers\":[]}"), NULL,
	      500);
	check("{\"metadata\":{\"finalizers\":[\"a\"]}}",
	      "{\"metadata\":{\"$deleteFromPrimitiveList/finalizers\":\"a\"}}", NULL, 400);
}

static void strategic_patch_of_a_custom_resource_returns_415(void **state)
{
	static const struct fakeapi__resource widgets = { .group = "example.com",
							  .version = "v1",
							  .resource = "widgets",
							  .kind = "Widget",
							  .flags = FAKEAPI_RES_CUSTOM };
	struct fakeapi__status st;
	cJSON *obj = cJSON_CreateObject(), *out = NULL;

	(void)state;
	fakeapi__status_init(&st);
	assert_int_equal(fakeapi__patch(FAKEAPI_PATCH_STRATEGIC, &widgets, obj, STR("{}"), &out,
					&st),
			 -1);
	assert_int_equal(st.code, 415);
	assert_string_equal(
	    fakeapi__string(st.doc, "message"),
	    "the body of the request was in an unknown format - accepted media types "
	    "include: application/json-patch+json, application/merge-patch+json, "
	    "application/apply-patch+yaml");
	fakeapi__status_fini(&st);
	cJSON_Delete(obj);
}

static void patch_in_short_memory(const char *object, const char *patch)
{
	const struct fakeapi__type *pod = fakeapi__type_of_kind("", "v1", "Pod", 0);
	cJSON *p = cJSON_Parse(patch);
	cJSON *whole = NULL;
	cJSON *origin = cJSON_Parse(object);

	assert_true(p && origin);
	FOR_EACH_FAILING_ALLOC({
		long grants = base__alloc_fail_after;
		struct strbuf why = STRBUF_INIT;
		cJSON *d;
		int code;

		base__alloc_fail_after = -1;
		d = cJSON_Duplicate(origin, true);
		base__alloc_fail_after = grants;
		if (fakeapi__strategic_merge(d, p, pod, &why, &code) == 0)
			assert_whole(&whole, d);
		else
			assert_int_equal(why.len, 0);
		cJSON_Delete(d);
		strbuf_fini(&why);
	});
	cJSON_Delete(p);
	cJSON_Delete(origin);
	cJSON_Delete(whole);
}

/* So many that they are found by a table. */
static void add_containers(const char *first, int from, const char *more, struct strbuf *out)
{
	strbuf_addf(out, "{\"spec\":{%s\"containers\":[", first);
	for (int i = from; i < from + 24; i++)
		strbuf_addf(out, "%s{\"name\":\"c%d\"%s}", i > from ? "," : "", i, more);
	strbuf_addz(out, "],\"volumes\":[");
	for (int i = from; i < from + 24; i++)
		strbuf_addf(out, "%s{\"name\":\"v%d\"}", i > from ? "," : "", i);
	strbuf_addz(out, "]}}");
}

static void strategic_merge_patch_survives_every_failing_allocation(void **state)
{
	AUTO_STRBUF object = STRBUF_INIT, patch = STRBUF_INIT;

	(void)state;
	patch_in_short_memory(
	    SPEC("{\"containers\":[{\"name\":\"a\"},{\"name\":\"b\"}]}"),
	    SPEC("{\"$setElementOrder/containers\":[{\"name\":\"n\"},{\"name\":\"a\"}],"
		 "\"containers\":[{\"name\":\"n\"},{\"name\":\"b\",\"$patch\":\"delete\"}],"
		 "\"nodeSelector\":{\"x\":\"y\"}}"));
	add_containers("", 0, "", &object);
	add_containers("\"nodeName\":\"n\",", 12, ",\"image\":\"i\"", &patch);
	patch_in_short_memory(object.ptr, patch.ptr);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(strategic_patch_merges_lists_by_their_key),
		cmocka_unit_test(strategic_patch_obeys_directives),
		cmocka_unit_test(set_element_order_directive_is_followed),
		cmocka_unit_test(invalid_strategic_patches_are_refused),
		cmocka_unit_test(strategic_patch_of_a_custom_resource_returns_415),
		cmocka_unit_test(strategic_merge_patch_survives_every_failing_allocation),
	};

	base__alloc_init_cjson();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
