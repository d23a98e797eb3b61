/* SPDX-License-Identifier: Apache-2.0 */
/* JSON patches of the program under test: the members that they write are expected. */
#include "tests/kit/lift_kit.h"
#include "tests/kit/testing.h"

#define META "\"name\":\"a\",\"namespace\":\"d\",\"resourceVersion\":"

/* Another client's ConfigMap, the patch, its response and its event. */
static void add_patched(struct strbuf *out, const char *before, const char *patch,
			const char *after)
{
	strbuf_addf(
	    out,
	    LIFT_KIT_BEGIN
	    "{\"event\":{\"id\":2,\"at\":\"2s\",\"type\":\"ADDED\",\"object\":{\"kind\":"
	    "\"ConfigMap\",\"apiVersion\":\"v1\",\"metadata\":{" META "\"10\"%s}}}\n"
	    "{\"request\":{\"id\":3,\"at\":\"2.1s\",\"conn\":1,\"method\":\"PATCH\",\"path\":"
	    "\"/api/v1/namespaces/d/configmaps/a\",\"headers\":{\"User-Agent\":\"ctl\","
	    "\"Content-Type\":\"application/json-patch+json\"},\"body\":[%s]}}\n"
	    "{\"response\":{\"id\":3,\"at\":\"2.1s\",\"status\":200,\"body\":{\"kind\":"
	    "\"ConfigMap\",\"apiVersion\":\"v1\",\"metadata\":{" META "\"11\"%s}}}\n"
	    "{\"event\":{\"id\":2,\"at\":\"2.2s\",\"type\":\"MODIFIED\",\"object\":{\"kind\":"
	    "\"ConfigMap\",\"apiVersion\":\"v1\",\"metadata\":{" META "\"11\"%s}}}\n",
	    before, patch, after, after);
}

#define OP(op, path, more) "{\"op\":\"" op "\",\"path\":\"" path "\"" more "}"
#define DATA		   "},\"data\":{\"j\":\"1\",\"k\":\"1\"}"

static void members_that_a_json_patch_writes_are_expected(void **state)
{
	static const struct {
		const char *patch, *after, *want;
	} cases[] = {
		{ OP("replace", "/data/k", ",\"value\":\"2\""),
		  "},\"data\":{\"j\":\"1\",\"k\":\"2\"}", "{data: {k: '2'}}" },
		{ OP("remove", "/data/k", ""), "},\"data\":{\"j\":\"1\"}", "{data: {k: absent}}" },
		/* a test writes nothing */
		{ OP("test", "/data/j", ",\"value\":\"1\"") "," OP("replace", "/data/k",
								   ",\"value\":\"2\""),
		  "},\"data\":{\"j\":\"1\",\"k\":\"2\"}", "{data: {k: '2'}}" },
		{ OP("move", "/data/l", ",\"from\":\"/data/k\""),
		  "},\"data\":{\"j\":\"1\",\"l\":\"1\"}", "{data: {k: absent, l: '1'}}" },
		{ OP("add", "/data/a~0b", ",\"value\":\"2\""),
		  "},\"data\":{\"j\":\"1\",\"k\":\"1\",\"a~b\":\"2\"}", "{data: {'a~b': '2'}}" },
		{ OP("add", "/metadata/labels/e.io~1x", ",\"value\":\"y\""),
		  ",\"labels\":{\"e.io/x\":\"y\",\"z\":\"z\"}" DATA,
		  "{metadata: {labels: {e.io/x: y}}}" },
		{ OP("add", "/metadata/labels", ",\"value\":{\"x\":\"y\"}"),
		  ",\"labels\":{\"x\":\"y\"}" DATA, "{metadata: {labels: {x: y}}}" },
		{ OP("add", "/data", ",\"value\":{\"k\":\"2\"}"), "},\"data\":{\"k\":\"2\"}",
		  "{data: {k: '2'}}" },
		{ OP("add", "/metadata/finalizers/-", ",\"value\":\"e.io/x\""),
		  ",\"finalizers\":[\"e.io/x\"]" DATA, "{metadata: {finalizers: [e.io/x]}}" },
		{ OP("add", "/metadata/annotations/x", ",\"value\":\"y\""),
		  ",\"annotations\":{\"x\":\"y\"}" DATA, "any" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		AUTO_STRBUF text = STRBUF_INIT, want = STRBUF_INIT;

		add_patched(&text, DATA, cases[i].patch, cases[i].after);
		strbuf_addf(&want, "          d/a: %s\n", cases[i].want);
		lift_kit_expect(&text, want.ptr, true);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(members_that_a_json_patch_writes_are_expected),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
