/* SPDX-License-Identifier: Apache-2.0 */
/* What a round of a reflector leaves for its next round, or for its stop. */
#include "tests/kit/reflector_script.h"

#include "tests/kit/testing.h"

/* rest/request.go newStreamWatcher() does not close the body of a watch that it cannot decode. */
#define ABANDONED                                                                                  \
	ASK_LIST                                                                                   \
	"\nanswer 200 {\"kind\":\"PodList\",\"apiVersion\":\"v1\",\"metadata\":"                   \
	"{\"resourceVersion\":\"10\"},\"items\":[]}\n"                                             \
	"queue replace@10\n" ASK_WATCH("10") "\nhead 200 type=text/html\nerror other\n"

static void only_the_current_generation_closes_abandoned_responses(void **state)
{
	static const struct reflector_script scripts[] = {
		{ "0.37", "", ABANDONED "stop\nhangup\nstopped\nquiet 1h\n" },
		{ "0.32", "classic", ABANDONED "stop\nstopped\nquiet 1h\n" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(scripts); i++)
		assert_true(reflector_script_run(&scripts[i], 1, 0) > 1);
}

/* The base64 is {"kind":"PodList","apiVersion":"v1","metadata":{},"items":[]}. */
#define STREAMED                                                                                   \
	"\nstream\nevent ADDED p1 5\n"                                                             \
	"bytes {\"type\":\"BOOKMARK\",\"object\":{\"kind\":\"Pod\",\"apiVersion\":\"v1\","         \
	"\"metadata\":{\"resourceVersion\":\"10\",\"annotations\":{"                               \
	"\"k8s.io/initial-events-end\":\"true\",\"kubernetes.io/initial-events-list-blueprint\":"  \
	"\"eyJraW5kIjoiUG9kTGlzdCIsImFwaVZlcnNpb24iOiJ2MSIsIm1ldGFkYXRhIjp7fSwiaXRlbXMiOltdfQ==\"" \
	"}}}}\nhangup\nqueue replace@10 p1@5\n"

/* 0.32 dynamic/simple.go, List: each response has its own blueprint. */
static void second_streamed_list_is_read_like_the_first(void **state)
{
	static const struct reflector_script script = {
		"0.32", "watchlist classic",
		ASK_STREAM "\nstream\nend clean\n" ASK_LIST_STREAM("0")
		    STREAMED ASK_WATCH("10") "\nstream\nend clean\n" ASK_STREAM_FROM("10") FIRST
		"answer 400 x\n" ASK_LIST_STREAM("10") STREAMED ASK_WATCH("10") "\n"
	};

	(void)state;
	assert_true(reflector_script_run(&script, 1, 0) > 1);
	assert_true(reflector_script_run(&script, 1, 1) > 1);
}

/* 0.32 reflector.go: the goroutine of resyncs ends with the stop, the pending watch does not. */
static void stopping_reflector_resyncs_no_more(void **state)
{
	static const struct reflector_script script = {
		"0.32", "classic resync=1s",
		ASK_LIST "\nanswer 200 {\"kind\":\"PodList\",\"apiVersion\":\"v1\",\"metadata\":"
			 "{\"resourceVersion\":\"10\"},\"items\":[]}\nqueue replace@10\n" ASK_WATCH(
			     "10") "\nquiet 1s\nqueue resync\nstop\nrunning\nquiet 5s\nstream\n"
				   "hangup\nstopped\n"
	};

	(void)state;
	assert_true(reflector_script_run(&script, 1, 0) > 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(only_the_current_generation_closes_abandoned_responses),
		cmocka_unit_test(stopping_reflector_resyncs_no_more),
		cmocka_unit_test(second_streamed_list_is_read_like_the_first),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
