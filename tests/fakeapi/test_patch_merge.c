/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/kit/testing.h"
#include "tests/kit/whole.h"

#include "fakeapi/apply/patch.h"
#include "fakeapi/apply/patch_impl.h"
#include "fakeapi/meta/go_json.h"

static const struct fakeapi__resource config_maps = { .group = "",
						      .version = "v1",
						      .resource = "configmaps",
						      .kind = "ConfigMap",
						      .flags = FAKEAPI_RES_NAMESPACED };

/* RFC 7386, appendix A, the cases in which both are objects: the server's always are. */
static void merge_patch_follows_rfc_7386(void **state)
{
	static const struct {
		const char *target, *patch, *want;
	} cases[] = {
		{ "{\"a\":\"b\"}", "{\"a\":\"c\"}", "{\"a\":\"c\"}" },
		{ "{\"a\":\"b\"}", "{\"b\":\"c\"}", "{\"a\":\"b\",\"b\":\"c\"}" },
		{ "{\"a\":\"b\"}", "{\"a\":null}", "{}" },
		{ "{\"a\":\"b\",\"b\":\"c\"}", "{\"a\":null}", "{\"b\":\"c\"}" },
		{ "{\"a\":[\"b\"]}", "{\"a\":\"c\"}", "{\"a\":\"c\"}" },
		{ "{\"a\":\"c\"}", "{\"a\":[\"b\"]}", "{\"a\":[\"b\"]}" },
		{ "{\"a\":{\"b\":\"c\"}}", "{\"a\":{\"b\":\"d\",\"c\":null}}",
		  "{\"a\":{\"b\":\"d\"}}" },
		{ "{\"a\":[{\"b\":\"c\"}]}", "{\"a\":[1]}", "{\"a\":[1]}" },
		{ "{\"e\":null}", "{\"a\":1}", "{\"e\":null,\"a\":1}" },
		{ "{}", "{\"a\":{\"bb\":{\"ccc\":null}}}", "{\"a\":{\"bb\":{}}}" },
		{ "{\"a\":1}", "{}", "{\"a\":1}" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		cJSON *t = cJSON_Parse(cases[i].target), *p = cJSON_Parse(cases[i].patch);
		cJSON *w = cJSON_Parse(cases[i].want);

		assert_int_equal(fakeapi__merge_patch(t, p), 0);
		assert_true(fakeapi__equal(t, w));
		cJSON_Delete(t);
		cJSON_Delete(p);
		cJSON_Delete(w);
	}
}

static uint64_t next_random(uint64_t *x)
{
	uint64_t z = (*x += 0x9e3779b97f4a7c15u);

	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
	z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
	return z ^ (z >> 31);
}

/* No nulls: a merge patch cannot say them. */
static cJSON *random_value(uint64_t *x, int depth)
{
	uint64_t r = next_random(x) % (depth > 0 ? 7 : 4);
	char text[8];
	cJSON *v;

	snprintf(text, sizeof(text), "%u", (unsigned)(next_random(x) % 3));
	if (r < 2)
		return cJSON_CreateNumber((double)(next_random(x) % 3));
	if (r == 2)
		return cJSON_CreateString(text);
	if (r == 3)
		return cJSON_CreateBool(next_random(x) % 2 == 0);
	v = r == 4 ? cJSON_CreateArray() : cJSON_CreateObject();
	for (uint64_t n = next_random(x) % 4; n > 0; n--) {
		snprintf(text, sizeof(text), "%c", (char)('a' + next_random(x) % 4));
		if (r == 4)
			cJSON_AddItemToArray(v, random_value(x, depth - 1));
		else
			fakeapi__set(v, text, random_value(x, depth - 1));
	}
	return v;
}

static cJSON *random_object(uint64_t *x)
{
	cJSON *v = cJSON_CreateObject();

	for (uint64_t n = next_random(x) % 5; n > 0; n--) {
		char name[2] = { (char)('a' + next_random(x) % 5), '\0' };

		fakeapi__set(v, name, random_value(x, 3));
	}
	return v;
}

static void merge_diff_applied_to_the_first_gives_the_second(void **state)
{
	(void)state;
	for (uint64_t seed = 1; seed <= 3000; seed++) {
		uint64_t x = seed;
		cJSON *a = random_object(&x), *b = random_object(&x), *patch = NULL, *none = NULL;

		assert_int_equal(fakeapi__merge_diff(a, b, &patch), 0);
		assert_int_equal(fakeapi__merge_patch(a, patch), 0);
		if (!fakeapi__equal(a, b))
			fail_msg("seed %llu", (unsigned long long)seed);
		assert_int_equal(fakeapi__merge_diff(a, b, &none), 0);
		assert_null(none->child);
		cJSON_Delete(a);
		cJSON_Delete(b);
		cJSON_Delete(patch);
		cJSON_Delete(none);
	}
}

static void merge_patch_errors_have_the_recorded_texts(void **state)
{
	static const struct {
		const char *patch, *message;
		int code;
	} cases[] = {
		{ "{bad",
		  "error decoding patch: invalid character 'b' looking for beginning of object key "
		  "string",
		  400 },
		{ "[]",
		  "error decoding patch: json: cannot unmarshal array into Go value of type "
		  "map[string]interface {}",
		  400 },
		{ "null", "Invalid JSON Patch", 400 },
		{ "{\"data\":{\"a\":1}}",
		  " \"\" is invalid: patch: Invalid value: \"{\\\"apiVersion\\\":\\\"v1\\\","
		  "\\\"data\\\":{\\\"a\\\":1},\\\"kind\\\":\\\"ConfigMap\\\",\\\"metadata\\\":"
		  "{\\\"name\\\":\\\"c\\\"}}\": json: cannot unmarshal number into Go struct field "
		  "ConfigMap.data of type string",
		  422 },
	};
	cJSON *obj = cJSON_Parse("{\"kind\":\"ConfigMap\",\"apiVersion\":\"v1\",\"metadata\":"
				 "{\"name\":\"c\"}}");

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		struct fakeapi__status st;
		cJSON *out = NULL;

		fakeapi__status_init(&st);
		assert_int_equal(fakeapi__patch(FAKEAPI_PATCH_MERGE, &config_maps, obj,
						str_of(cases[i].patch), &out, &st),
				 -1);
		assert_int_equal(st.code, cases[i].code);
		assert_string_equal(fakeapi__string(st.doc, "message"), cases[i].message);
		fakeapi__status_fini(&st);
	}
	cJSON_Delete(obj);
}

static void merge_patch_over_the_depth_limit_is_refused(void **state)
{
	AUTO_STRBUF deep = STRBUF_INIT;
	struct fakeapi__status st;
	cJSON *obj = cJSON_Parse("{\"metadata\":{\"name\":\"c\"}}"), *out = NULL;

	(void)state;
	for (int i = 0; i < 20000; i++)
		strbuf_addz(&deep, "{\"a\":");
	fakeapi__status_init(&st);
	assert_int_equal(fakeapi__patch(FAKEAPI_PATCH_MERGE, &config_maps, obj, strbuf_str(&deep),
					&out, &st),
			 -1);
	assert_string_equal(fakeapi__string(st.doc, "message"),
			    "error decoding patch: exceeded max depth");
	fakeapi__status_fini(&st);
	cJSON_Delete(obj);
}

static void merge_patch_survives_every_failing_allocation(void **state)
{
	static const char *const patch =
	    "{\"metadata\":{\"labels\":{\"a\":\"b\",\"gone\":null}},\"data\":{\"k\":\"v\"}}";
	cJSON *obj = cJSON_Parse("{\"kind\":\"ConfigMap\",\"apiVersion\":\"v1\",\"metadata\":"
				 "{\"name\":\"c\",\"labels\":{\"gone\":\"x\"}}}");
	cJSON *out = NULL;
	cJSON *whole = NULL;

	(void)state;
	FOR_EACH_FAILING_ALLOC({
		struct fakeapi__status st;

		fakeapi__status_init(&st);
		if (fakeapi__patch(FAKEAPI_PATCH_MERGE, &config_maps, obj, str_of(patch), &out,
				   &st) == 0) {
			assert_null(fakeapi__dig(out, "metadata", "labels", "gone", NULL));
			assert_whole(&whole, out);
			cJSON_Delete(out);
		} else {
			assert_int_equal(st.code, 0);
		}
		fakeapi__status_fini(&st);
	});
	cJSON_Delete(obj);
	cJSON_Delete(whole);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(merge_patch_follows_rfc_7386),
		cmocka_unit_test(merge_diff_applied_to_the_first_gives_the_second),
		cmocka_unit_test(merge_patch_errors_have_the_recorded_texts),
		cmocka_unit_test(merge_patch_over_the_depth_limit_is_refused),
		cmocka_unit_test(merge_patch_survives_every_failing_allocation),
	};

	base__alloc_init_cjson();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
