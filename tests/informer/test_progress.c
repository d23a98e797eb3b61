/* SPDX-License-Identifier: Apache-2.0 */
/* The sentence of inf_informer_explain(): why an informer has delivered nothing yet. */
#include "tests/kit/testing.h"

#include "base/clock.h"
#include "informer/progress.h"

static void sentence_names_the_reason_of_the_silence(void **state)
{
	enum { AT = 100 };
	static const struct {
		const char *want;
		struct inf__progress progress;
		struct inf__progress_of of;
	} cases[] = {
		{ "it was not started", { 0 }, { 0 } },
		{ "it has not sent its first request yet", { 0 }, { .started = true } },
		{ "its list has no response after 2.5 s",
		  { .doing = INF_DOING_LIST, .since_ns = 97500 * NS_PER_MS },
		  { .started = true, .handlers = 1 } },
		{ "its list is incomplete after 2.5 s",
		  { .doing = INF_DOING_LIST, .answered = true, .since_ns = 97500 * NS_PER_MS },
		  { .started = true, .handlers = 1 } },
		{ "its list has no response after 1.0 s; 2 failed requests, the last: refused",
		  { .doing = INF_DOING_LIST,
		    .since_ns = 99 * NS_PER_S,
		    .failures = 2,
		    .failure = "refused" },
		  { .started = true, .handlers = 1 } },
		{ "it sends its next request in 1.2 s; 1 failed request, the last: status 403: no",
		  { .doing = INF_DOING_WAIT,
		    .until_ns = 101200 * NS_PER_MS,
		    .failures = 1,
		    .failure = "status 403: no" },
		  { .started = true, .handlers = 1 } },
		{ "it sends its next request in 0.0 s",
		  { .doing = INF_DOING_WAIT, .until_ns = 99 * NS_PER_S },
		  { .started = true, .handlers = 1 } },
		{ "its watch has no response after 3.0 s",
		  { .doing = INF_DOING_WATCH, .since_ns = 97 * NS_PER_S },
		  { .started = true, .synced = true, .handlers = 1 } },
		{ "its watch is open for 12.0 s and has sent no event; the cache has 0 objects",
		  { .doing = INF_DOING_WATCH, .answered = true, .since_ns = 88 * NS_PER_S },
		  { .started = true, .synced = true, .handlers = 1 } },
		{ "its watch is open for 12.0 s; the cache has 1 object; it has no handler",
		  { .doing = INF_DOING_WATCH,
		    .answered = true,
		    .eventful = true,
		    .since_ns = 88 * NS_PER_S },
		  { .started = true, .synced = true, .objects = 1 } },
		{ "its handlers have 1 notification pending",
		  { .doing = INF_DOING_WATCH, .answered = true },
		  { .started = true, .synced = true, .backlog = 1, .handlers = 1 } },
		{ "it was stopped",
		  { .doing = INF_DOING_END, .failures = 3, .failure = "reset" },
		  { .started = true } },
	};
	char text[400];

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		inf__progress_text(&cases[i].progress, &cases[i].of, AT * NS_PER_S, text,
				   sizeof(text));
		assert_string_equal(text, cases[i].want);
	}
}

static void sentence_is_cut_at_the_end_of_the_buffer(void **state)
{
	struct inf__progress progress = { 0 };
	struct inf__progress_of of = { 0 };
	char text[8];

	(void)state;
	inf__progress_text(&progress, &of, 0, text, sizeof(text));
	assert_string_equal(text, "it was ");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(sentence_names_the_reason_of_the_silence),
		cmocka_unit_test(sentence_is_cut_at_the_end_of_the_buffer),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
