/* SPDX-License-Identifier: Apache-2.0 */
/* Kinds whose names end in List. */
#include "runner/posix/files.h"
#include "tests/kit/import_kit.h"

#define EVENT(id, verb, uri, code, more)                                                           \
	"{\"kind\":\"Event\",\"apiVersion\":\"audit.k8s.io/v1\",\"level\":\"RequestResponse\","    \
	"\"auditID\":\"" id "\",\"stage\":\"ResponseComplete\",\"requestURI\":\"" uri              \
	"\",\"verb\":\"" verb "\",\"userAgent\":\"op/1\",\"responseStatus\":{\"code\":" code       \
	"},\"requestReceivedTimestamp\":\"2026-11-22T10:00:0" id                                   \
	".000000Z\",\"stageTimestamp\":\"2026-11-22T10:00:0" id ".500000Z\"" more "}\n"
#define LISTS "/apis/example.org/v1/namespaces/d/allowlists"
#define OBJECT(rv)                                                                                 \
	"{\"apiVersion\":\"example.org/v1\",\"kind\":\"AllowList\",\"metadata\":{\"name\":\"a\","  \
	"\"namespace\":\"d\",\"uid\":\"u1\",\"resourceVersion\":\"" rv "\"}}"

static void import(struct output *o, const char *text, struct strbuf *story)
{
	FILE *f = fopen(import_input, "wb");

	assert_non_null(f);
	assert_int_equal(fputs(text, f) < 0, 0);
	assert_int_equal(fclose(f), 0);
	relistf(o, "import %s -o %s", import_input, import_recording);
	if (o->status)
		fail_msg("%s", o->err.ptr);
	relistf(o, "lift --name lifted %s -o %s", import_recording, import_story);
	if (o->status)
		fail_msg("%s", o->err.ptr);
	strbuf_clear(story);
	assert_int_equal(runner__read_file(import_story, 1 << 20, story, NULL), 0);
	relistf(o, "run %s", import_story);
	if (o->status)
		fail_msg("%s\n%s", o->out.ptr, story->ptr);
}

static void imported_kind_that_ends_in_list_keeps_its_name(void **state)
{
	static const char *const logs[] = {
		EVENT("1", "create", LISTS, "201", ",\"responseObject\":" OBJECT("7")),
		EVENT("1", "list", LISTS, "200",
		      ",\"responseObject\":{\"apiVersion\":\"example.org/v1\",\"kind\":"
		      "\"AllowListList\",\"metadata\":{\"resourceVersion\":\"7\"},\"items\":["
		      "{\"metadata\":{\"name\":\"a\",\"namespace\":\"d\",\"uid\":\"u1\","
		      "\"resourceVersion\":\"7\"}}]}")
		    EVENT("2", "delete", LISTS "/a", "200", ",\"responseObject\":" OBJECT("8")),
	};
	AUTO_STRBUF story = STRBUF_INIT;

	for (size_t i = 0; i < ARRAY_LEN(logs); i++) {
		import(*state, logs[i], &story);
		if (!strstr(story.ptr, "kind: AllowList}"))
			fail_msg("%s", story.ptr);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(imported_kind_that_ends_in_list_keeps_its_name),
	};

	base__alloc_init_cjson();
	return cmocka_run_group_tests(tests, import_setup, import_teardown);
}
