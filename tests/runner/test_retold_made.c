/* SPDX-License-Identifier: Apache-2.0 */
/* The replay of recordings of small clusters is unchanged: to relist's informers, byte for byte,
 * and by the state that they show, to a client with other requests. test_replay_client.c checks
 * that it is right. */
#include "base/alloc.h"
#include "runner/recording/model.h"
#include "runner/retell/stack.h"
#include "tests/kit/fingerprints.h"
#include "tests/kit/made_recording.h"
#include "tests/kit/text_input.h"
#include "tests/kit/testing.h"

#define PATH "/api/v1/namespaces/shop/configmaps"

static struct rec__story *load(struct str text, const char *agent)
{
	struct rec__story_options opt = { .agent = agent };
	struct rec__input in = { text_input, &text };
	struct relist_err err = { 0 };
	struct rec__story *story = rec__story_load(&in, 1, &opt, &err);

	if (!story)
		fail_msg("%u:%u: %s", err.line, err.column, err.msg);
	return story;
}

static void event(void *user, const struct trace_event *ev)
{
	if (ev->kind != TRACE_SIM_STEP)
		runner__event_text(ev, user);
}

static void to_informers(const struct rec__story *story, uint64_t n, struct strbuf *out)
{
	static const enum runner__cuts cuts[] = { RUNNER_CUTS_WHOLE, RUNNER_CUTS_RANDOM };
	struct rec__stack_options opt = { .world = &runner__world_sim,
					  .seed = n,
					  .cuts = cuts[n % 2],
					  .events = { event, out } };
	struct rec__stack_result result = { .text = STRBUF_INIT };
	struct relist_err err = { 0 };
	int code = rec__stack_replay(story, &opt, &result, &err);

	strbuf_addf(out, "%d %s\n%zu lanes, %zu requests, %zu events, %zu departures%s%s%s\n", code,
		    code ? err.msg : "", result.lanes, result.requests, result.events,
		    result.departures, result.stopped ? ", stopped" : "",
		    result.unsettled ? ", unsettled" : "", result.broken ? ", broken" : "");
	strbuf_adds(out, strbuf_str(&result.text));
	strbuf_fini(&result.text);
}

/* Requests that are not in the recording. */
static void ask(const struct rec__model *m, struct strbuf *out)
{
	static const struct {
		const char *method, *path, *name, *value;
	} questions[] = {
		{ "GET", PATH, "limit", "500" },
		{ "GET", "/api/v1/configmaps", "limit", "500" },
		{ "GET", "/api/v1/namespaces/other/configmaps", "limit", "500" },
		{ "GET", PATH, "labelSelector", "app=x" },
		{ "GET", PATH, "fieldSelector", "metadata.name=a" },
		{ "GET", PATH, "continue", "next" },
		{ "GET", PATH "/a", "pretty", "true" },
		{ "GET", PATH "/b", "pretty", "true" },
		{ "GET", PATH "/nobody", "pretty", "true" },
		{ "GET", PATH "/a/status", "pretty", "true" },
		{ "GET", "/api/v1/namespaces/shop/pods", "limit", "500" },
		{ "GET", "/healthz", "verbose", "true" },
		{ "POST", PATH, "limit", "500" },
		{ "GET", PATH, "resourceVersion", "6" },
		{ "GET", PATH, "resourceVersion", "x" },
		{ "GET", "/api/v1/configmaps", "resourceVersion", "8" },
		{ "GET", PATH, "sendInitialEvents", "true" },
	};

	for (size_t i = 0; i < ARRAY_LEN(questions); i++) {
		struct rec__line request = rec__line_of(REC_REQUEST, 99, REC_TIME_UNKNOWN);
		struct rec__pair query = { str_of(questions[i].name), str_of(questions[i].value) };
		bool known;
		int status;

		request.method = str_of(questions[i].method);
		request.path = str_of(questions[i].path);
		request.query = &query;
		request.query_count = 1;
		status = rec__model_get(m, &request, out);
		strbuf_addf(out, "%zu: %d\n", i, status);
		known = rec__model_watch(m, &request, out);
		strbuf_addf(out, "%zu: %s\n", i, known ? "a watch" : "no watch");
		if (m->len)
			strbuf_addf(out, "%d\n",
				    rec__model_follow(m, &request, &m->changes[m->len - 1], out));
	}
}

static void by_the_state(const struct rec__story *story, struct strbuf *out)
{
	struct rec__model m;

	rec__model_init(&m);
	for (size_t i = 0; i < story->line_count; i++) {
		const struct rec__line *line = &story->lines[i];
		const struct rec__talk *talk = line->id ? rec__story_talk(story, line->id) : NULL;

		if (talk)
			rec__model_take(&m, talk, line);
		if (i % 8 == 7)
			ask(&m, out);
	}
	ask(&m, out);
	assert_false(m.failed);
	rec__model_fini(&m);
}

static void generated_recordings_replay_as_in_the_golden_file(void **state)
{
	static const char *const agents[] = { NULL, "op", "ctl" };
	struct fingerprints f = { "tests/golden/outputs/made-retold.txt", STRBUF_INIT };

	(void)state;
	for (uint64_t n = 0; n < 500; n++) {
		AUTO_STRBUF text = STRBUF_INIT, notified = STRBUF_INIT, answers = STRBUF_INIT;
		struct rec__story *story;
		char name[24];

		make_recording(n, &text);
		story = load(strbuf_str(&text), agents[n % 3]);
		to_informers(story, n, &notified);
		by_the_state(story, &answers);
		rec__story_free(story);
		(void)snprintf(name, sizeof(name), "retold-%llu", (unsigned long long)n);
		fingerprints_line(&f, name);
		fingerprints_add(&f, "informers", strbuf_str(&notified));
		fingerprints_add(&f, "state", strbuf_str(&answers));
	}
	fingerprints_end(&f);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(generated_recordings_replay_as_in_the_golden_file),
	};

	base__alloc_init_cjson();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
