/* SPDX-License-Identifier: Apache-2.0 */
/* A reflector that stops while a response that it has abandoned is still open. */
#include "tests/kit/reflector_script.h"

#include "tests/kit/testing.h"

/* rest/request.go newStreamWatcher() does not close the body of a watch that it cannot decode. */
#define ABANDONED                                                                                  \
	"ask limit=500&resourceVersion=0\n"                                                        \
	"answer 200 {\"kind\":\"PodList\",\"apiVersion\":\"v1\",\"metadata\":"                     \
	"{\"resourceVersion\":\"10\"},\"items\":[]}\n"                                             \
	"queue replace@10\n"                                                                       \
	"ask allowWatchBookmarks=true&resourceVersion=10&timeoutSeconds=*&watch=true\n"            \
	"head 200 type=text/html\nerror other\n"

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

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(only_the_current_generation_closes_abandoned_responses),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
