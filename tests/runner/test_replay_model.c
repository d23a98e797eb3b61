/* SPDX-License-Identifier: Apache-2.0 */
/* The model of a recording reads boolean parameters as an apiserver does. */
#include "base/alloc.h"
#include "runner/recording/model.h"
#include "tests/kit/text_input.h"
#include "tests/kit/testing.h"

#define PATH "/api/v1/namespaces/shop/configmaps"

static const char recording[] =
    "{\"recording\":1,\"tool\":\"relist 0.1.0\",\"started\":\"2026-11-22T10:00:00Z\",\"source\":{"
    "\"kind\":\"proxy\"},\"redaction\":{\"secrets\":\"hash\",\"managedFields\":\"drop\",\"names\":"
    "\"keep\"}}\n"
    "{\"request\":{\"id\":1,\"at\":\"0s\",\"method\":\"GET\",\"path\":\"" PATH "\"}}\n"
    "{\"response\":{\"id\":1,\"at\":\"0s\",\"status\":200,\"body\":{\"kind\":\"ConfigMapList\","
    "\"apiVersion\":\"v1\",\"metadata\":{\"resourceVersion\":\"7\"},\"items\":[{\"metadata\":{"
    "\"name\":\"a\",\"namespace\":\"shop\",\"resourceVersion\":\"5\"}}]}}}\n";

/* What a watch with sendInitialEvents=VALUE gets at once; NULL: without it. */
static void watch(const struct rec__model *m, const char *value, struct strbuf *out)
{
	struct rec__line request = rec__line_of(REC_REQUEST, 99, REC_TIME_UNKNOWN);
	struct rec__pair query[] = { { STR("watch"), STR("1") },
				     { STR("sendInitialEvents"), str_of(value) } };

	request.method = STR("GET");
	request.path = STR(PATH);
	request.query = query;
	request.query_count = value ? 2 : 1;
	assert_true(rec__model_watch(m, &request, out));
}

static void initial_events_are_sent_if_the_parameter_is_true(void **state)
{
	static const struct {
		const char *value;
		bool is;
	} cases[] = { { "true", true },	  { "1", true },  { "", true },
		      { "false", false }, { "0", false }, { "FALSE", false } };
	struct str text = STR(recording);
	struct rec__input in = { text_input, &text };
	struct rec__story_options opt = { 0 };
	struct relist_err err = { 0 };
	struct rec__story *story = rec__story_load(&in, 1, &opt, &err);
	AUTO_STRBUF plain = STRBUF_INIT;
	struct rec__model m;

	(void)state;
	if (!story)
		fail_msg("%u:%u: %s", err.line, err.column, err.msg);
	rec__model_init(&m);
	for (size_t i = 0; i < story->line_count; i++)
		if (story->lines[i].id)
			rec__model_take(&m, rec__story_talk(story, story->lines[i].id),
					&story->lines[i]);
	watch(&m, NULL, &plain);
	assert_non_null(strstr(plain.ptr, "\"ADDED\""));
	assert_null(strstr(plain.ptr, "initial-events-end"));
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		AUTO_STRBUF out = STRBUF_INIT;

		watch(&m, cases[i].value, &out);
		if ((strstr(out.ptr, "initial-events-end") != NULL) != cases[i].is)
			fail_msg("%s: %s", cases[i].value, out.ptr);
		if (!cases[i].is)
			assert_string_equal(out.ptr, plain.ptr);
	}
	rec__model_fini(&m);
	rec__story_free(story);
}

static void watch_is_recognised_by_query_or_old_path(void **state)
{
	static const struct {
		const char *path, *watch;
		bool is;
	} cases[] = {
		{ PATH, "true", true },
		{ PATH, "False", false },
		{ PATH, "0", false },
		{ PATH, NULL, false },
		{ "/api/v1/watch/configmaps", NULL, true },
		{ "/apis/apps/v1/watch/namespaces/a/deployments", NULL, true },
		{ "/k8s/clusters/c-1/api/v1/watch/pods", NULL, true },
		{ "/api/v1/namespaces/watch/pods", NULL, false },
		{ "/api/v1/namespaces/a/pods/watch/log", NULL, false },
		{ "/api/v1/watch", NULL, false },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		struct rec__line request = rec__line_of(REC_REQUEST, 1, 0);
		struct rec__pair query = { STR("watch"), str_of(cases[i].watch) };

		request.path = str_of(cases[i].path);
		request.query = &query;
		request.query_count = cases[i].watch != NULL;
		if (rec__is_watch(&request) != cases[i].is)
			fail_msg("%s", cases[i].path);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(initial_events_are_sent_if_the_parameter_is_true),
		cmocka_unit_test(watch_is_recognised_by_query_or_old_path),
	};

	base__alloc_init_cjson();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
