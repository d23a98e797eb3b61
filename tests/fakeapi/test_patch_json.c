/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/kit/testing.h"
#include "tests/kit/whole.h"

#include "fakeapi/apply/patch.h"
#include "fakeapi/apply/patch_impl.h"
#include "fakeapi/meta/go_json.h"

static const struct fakeapi__resource pods = { .group = "",
					       .version = "v1",
					       .resource = "pods",
					       .kind = "Pod",
					       .flags = FAKEAPI_RES_NAMESPACED };

/* Applies and compares; want NULL: must fail. */
static void check(const char *doc, const char *patch, const char *want)
{
	AUTO_STRBUF why = STRBUF_INIT;
	cJSON *d = cJSON_Parse(doc), *p = cJSON_Parse(patch), *w = want ? cJSON_Parse(want) : NULL;

	assert_non_null(d);
	assert_non_null(p);
	if (!want) {
		assert_int_equal(fakeapi__json_patch(NULL, &d, p, &why), -1);
		assert_true(why.len > 0);
	} else {
		assert_int_equal(fakeapi__json_patch(NULL, &d, p, &why), 0);
		assert_true(fakeapi__equal(d, w));
	}
	cJSON_Delete(d);
	cJSON_Delete(p);
	cJSON_Delete(w);
}

/* RFC 6902, appendix A, except where the real server differs. */
static void json_patch_follows_rfc_6902(void **state)
{
	static const struct {
		const char *doc, *patch, *want;
	} cases[] = {
		{ "{\"foo\":\"bar\"}", "[{\"op\":\"add\",\"path\":\"/baz\",\"value\":\"qux\"}]",
		  "{\"baz\":\"qux\",\"foo\":\"bar\"}" },
		{ "{\"foo\":[\"bar\",\"baz\"]}",
		  "[{\"op\":\"add\",\"path\":\"/foo/1\",\"value\":\"qux\"}]",
		  "{\"foo\":[\"bar\",\"qux\",\"baz\"]}" },
		{ "{\"foo\":[]}", "[{\"op\":\"add\",\"path\":\"/foo/0\",\"value\":1}]",
		  "{\"foo\":[1]}" },
		{ "{\"baz\":\"qux\",\"foo\":\"bar\"}", "[{\"op\":\"remove\",\"path\":\"/baz\"}]",
		  "{\"foo\":\"bar\"}" },
		{ "{\"foo\":[\"bar\",\"qux\",\"baz\"]}",
		  "[{\"op\":\"remove\",\"path\":\"/foo/1\"}]", "{\"foo\":[\"bar\",\"baz\"]}" },
		{ "{\"baz\":\"qux\",\"foo\":\"bar\"}",
		  "[{\"op\":\"replace\",\"path\":\"/baz\",\"value\":\"boo\"}]",
		  "{\"baz\":\"boo\",\"foo\":\"bar\"}" },
		{ "{\"foo\":{\"bar\":\"baz\",\"waldo\":\"fred\"},\"qux\":{\"corge\":\"grault\"}}",
		  "[{\"op\":\"move\",\"from\":\"/foo/waldo\",\"path\":\"/qux/thud\"}]",
		  "{\"foo\":{\"bar\":\"baz\"},\"qux\":{\"corge\":\"grault\",\"thud\":\"fred\"}}" },
		{ "{\"foo\":[\"all\",\"grass\",\"cows\",\"eat\"]}",
		  "[{\"op\":\"move\",\"from\":\"/foo/1\",\"path\":\"/foo/3\"}]",
		  "{\"foo\":[\"all\",\"cows\",\"eat\",\"grass\"]}" },
		{ "{\"baz\":\"qux\",\"foo\":[\"a\",2,\"c\"]}",
		  "[{\"op\":\"test\",\"path\":\"/baz\",\"value\":\"qux\"},"
		  "{\"op\":\"test\",\"path\":\"/foo/1\",\"value\":2}]",
		  "{\"baz\":\"qux\",\"foo\":[\"a\",2,\"c\"]}" },
		{ "{\"baz\":\"qux\"}", "[{\"op\":\"test\",\"path\":\"/baz\",\"value\":\"bar\"}]",
		  NULL },
		{ "{\"a\":{}}", "[{\"op\":\"test\",\"path\":\"/a/b\",\"value\":null}]",
		  "{\"a\":{}}" },
		{ "{\"a\":{}}", "[{\"op\":\"test\",\"path\":\"/a/b\",\"value\":\"\"}]", NULL },
		{ "{\"a\":[]}", "[{\"op\":\"test\",\"path\":\"/a/0\",\"value\":null}]", NULL },
		{ "{\"a\":{\"b\":{\"c\":1}}}",
		  "[{\"op\":\"move\",\"from\":\"/a\",\"path\":\"/a/b/d\"}]", NULL },
		{ "{\"a\":{\"b\":1},\"ab\":{}}",
		  "[{\"op\":\"move\",\"from\":\"/a\",\"path\":\"/ab/c\"}]",
		  "{\"ab\":{\"c\":{\"b\":1}}}" },
		{ "{\"foo\":\"bar\"}",
		  "[{\"op\":\"add\",\"path\":\"/child\",\"value\":{\"grandchild\":{}}}]",
		  "{\"foo\":\"bar\",\"child\":{\"grandchild\":{}}}" },
		{ "{\"foo\":\"bar\"}",
		  "[{\"op\":\"add\",\"path\":\"/baz\",\"value\":\"qux\",\"xyz\":123}]",
		  "{\"foo\":\"bar\",\"baz\":\"qux\"}" },
		{ "{\"foo\":\"bar\"}", "[{\"op\":\"add\",\"path\":\"/baz/bat\",\"value\":\"qux\"}]",
		  NULL },
		{ "{\"/\":9,\"~1\":10}", "[{\"op\":\"test\",\"path\":\"/~01\",\"value\":10}]",
		  "{\"/\":9,\"~1\":10}" },
		{ "{\"/\":9,\"~1\":10}", "[{\"op\":\"test\",\"path\":\"/~01\",\"value\":\"10\"}]",
		  NULL },
		{ "{\"foo\":[\"bar\"]}",
		  "[{\"op\":\"add\",\"path\":\"/foo/-\",\"value\":[\"abc\",\"def\"]}]",
		  "{\"foo\":[\"bar\",[\"abc\",\"def\"]]}" },
		{ "{\"a\":{\"b\":1}}", "[{\"op\":\"copy\",\"from\":\"/a\",\"path\":\"/c\"}]",
		  "{\"a\":{\"b\":1},\"c\":{\"b\":1}}" },
		/* What is not there can be replaced and copied all the same, but not moved. */
		{ "{\"a\":1}", "[{\"op\":\"replace\",\"path\":\"/b\",\"value\":2}]",
		  "{\"a\":1,\"b\":2}" },
		{ "{\"a\":1}", "[{\"op\":\"replace\",\"path\":\"/\",\"value\":2}]",
		  "{\"a\":1,\"\":2}" },
		{ "{\"a\":1}", "[{\"op\":\"copy\",\"from\":\"/b\",\"path\":\"/c\"}]",
		  "{\"a\":1,\"c\":null}" },
		{ "{\"a\":1}", "[{\"op\":\"add\",\"path\":\"what/b\",\"value\":2}]",
		  "{\"a\":1,\"b\":2}" },
		{ "{\"a\":1}", "[{\"op\":\"replace\",\"path\":\"\",\"value\":{\"b\":2}}]",
		  "{\"b\":2}" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++)
		check(cases[i].doc, cases[i].patch, cases[i].want);
}

static void json_patch_of_a_missing_path_is_refused(void **state)
{
	static const char *const patches[] = {
		"[{\"op\":\"remove\",\"path\":\"/nope\"}]",
		"[{\"op\":\"replace\",\"path\":\"/nope/x\",\"value\":1}]",
		"[{\"op\":\"replace\",\"path\":\"/l/7\",\"value\":1}]",
		"[{\"op\":\"replace\",\"path\":\"nope\",\"value\":1}]",
		"[{\"op\":\"copy\",\"from\":\"/l/7\",\"path\":\"/o\"}]",
		"[{\"op\":\"copy\",\"from\":\"/nope/x\",\"path\":\"/o\"}]",
		"[{\"op\":\"add\",\"path\":\"/l/99999999999999999999\",\"value\":1}]",
		"[{\"op\":\"add\",\"path\":\"/l/4\",\"value\":1}]",
		"[{\"op\":\"add\",\"path\":\"/l/1x\",\"value\":1}]",
		"[{\"op\":\"remove\",\"path\":\"/l/-99\"}]",
		"[{\"op\":\"remove\",\"path\":\"/l/\"}]",
		"[{\"op\":\"add\",\"path\":\"l\",\"value\":1}]",
		"[{\"op\":\"move\",\"from\":\"/o\",\"path\":\"/o/inside\"}]",
		"[{\"op\":\"move\",\"path\":\"/o/inside\"}]",
		"[{\"op\":\"bogus\",\"path\":\"/o\"}]",
		"[{\"op\":\"add\",\"value\":1}]",
		"[{\"path\":\"/o\"}]",
		"[{}]",
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(patches); i++)
		check("{\"l\":[1,2,3],\"o\":{}}", patches[i], NULL);
}

/* Copying a document into itself again and again must end. */
static void json_patch_growth_is_limited(void **state)
{
	AUTO_STRBUF patch = STRBUF_INIT;

	(void)state;
	strbuf_addz(&patch, "[{\"op\":\"add\",\"path\":\"/a\",\"value\":\"0123456789\"}");
	for (int i = 0; i < 40; i++)
		strbuf_addf(&patch, ",{\"op\":\"add\",\"path\":\"/n\",\"value\":{}},"
				    "{\"op\":\"copy\",\"from\":\"/a\",\"path\":\"/n/x\"},"
				    "{\"op\":\"copy\",\"from\":\"/a\",\"path\":\"/n/y\"},"
				    "{\"op\":\"move\",\"from\":\"/n\",\"path\":\"/a\"}");
	strbuf_addc(&patch, ']');
	check("{}", patch.ptr, NULL);
}

static void json_patch_errors_have_the_recorded_texts(void **state)
{
	static const struct {
		const char *patch, *message;
		int code;
	} cases[] = {
		{ "[{\"op\":\"bogus\",\"path\":\"/x\"}]",
		  "the server rejected our request due to an error in our request", 422 },
		{ "[{\"op\":\"remove\",\"path\":\"/metadata/labels/zzz\"}]",
		  "the server rejected our request due to an error in our request", 422 },
		{ "{\"not\":\"array\"}",
		  "error decoding patch: json: cannot unmarshal object into Go value of type "
		  "[]handlers.jsonPatchOp",
		  400 },
		{ "[1]",
		  "error decoding patch: json: cannot unmarshal number into Go value of type "
		  "handlers.jsonPatchOp",
		  400 },
		{ "[{\"op\":1}]",
		  "error decoding patch: json: cannot unmarshal number into Go struct field "
		  "jsonPatchOp.op of type string",
		  400 },
		{ "[", "error decoding patch: unexpected end of JSON input", 400 },
	};
	cJSON *pod =
	    cJSON_Parse("{\"kind\":\"Pod\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"p\"}}");

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		struct fakeapi__status st;
		cJSON *out = NULL;

		fakeapi__status_init(&st);
		assert_int_equal(fakeapi__patch(FAKEAPI_PATCH_JSON, &pods, pod,
						str_of(cases[i].patch), &out, &st),
				 -1);
		assert_null(out);
		assert_int_equal(st.code, cases[i].code);
		assert_string_equal(fakeapi__string(st.doc, "message"), cases[i].message);
		fakeapi__status_fini(&st);
	}
	cJSON_Delete(pod);
}

static void strict_patch_finds_unknown_members(void **state)
{
	static const char *const patch =
	    "[{\"op\":\"add\",\"path\":\"/metadata/foo\",\"value\":1,\"extra\":2}]";
	cJSON *pod =
	    cJSON_Parse("{\"kind\":\"Pod\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"p\"}}");
	AUTO_STRBUF warnings = STRBUF_INIT;
	struct fakeapi__status st;
	cJSON *out = NULL;

	(void)state;
	fakeapi__status_init(&st);
	assert_int_equal(fakeapi__patch_checked(FAKEAPI_PATCH_JSON, &pods, pod, str_of(patch),
						FAKEAPI_FV_WARN, &warnings, &out, &st),
			 0);
	assert_string_equal(warnings.ptr, "json patch unknown field \"[0].extra\"\n"
					  "unknown field \"metadata.foo\"\n");
	assert_null(fakeapi__dig(out, "metadata", "foo", NULL));
	cJSON_Delete(out);
	assert_int_equal(fakeapi__patch_checked(FAKEAPI_PATCH_JSON, &pods, pod, str_of(patch),
						FAKEAPI_FV_STRICT, NULL, &out, &st),
			 -1);
	assert_int_equal(st.code, 422);
	assert_non_null(strstr(fakeapi__string(st.doc, "message"),
			       "strict decoding error: json patch "
			       "unknown field"));
	fakeapi__status_fini(&st);
	cJSON_Delete(pod);
}

static void json_patch_survives_every_failing_allocation(void **state)
{
	static const char *const patch =
	    "[{\"op\":\"add\",\"path\":\"/metadata/labels\",\"value\":"
	    "{\"a~b\":\"c\"}},{\"op\":\"copy\",\"from\":"
	    "\"/metadata/labels\",\"path\":\"/metadata/annotations\"}]";
	cJSON *pod =
	    cJSON_Parse("{\"kind\":\"Pod\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"p\"}}");
	cJSON *out = NULL;
	cJSON *whole = NULL;

	(void)state;
	FOR_EACH_FAILING_ALLOC({
		struct fakeapi__status st;

		fakeapi__status_init(&st);
		if (fakeapi__patch(FAKEAPI_PATCH_JSON, &pods, pod, str_of(patch), &out, &st) == 0) {
			assert_string_equal(fakeapi__string(fakeapi__dig(out, "metadata",
									 "annotations", NULL),
							    "a~b"),
					    "c");
			assert_whole(&whole, out);
			cJSON_Delete(out);
		} else {
			assert_int_equal(st.code, 0);
		}
		fakeapi__status_fini(&st);
	});
	cJSON_Delete(pod);
	cJSON_Delete(whole);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(json_patch_follows_rfc_6902),
		cmocka_unit_test(json_patch_of_a_missing_path_is_refused),
		cmocka_unit_test(json_patch_growth_is_limited),
		cmocka_unit_test(json_patch_errors_have_the_recorded_texts),
		cmocka_unit_test(strict_patch_finds_unknown_members),
		cmocka_unit_test(json_patch_survives_every_failing_allocation),
	};

	base__alloc_init_cjson();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
