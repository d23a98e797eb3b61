/* SPDX-License-Identifier: Apache-2.0 */
/* When a watch without timeoutSeconds ends. */
#include "tests/kit/testing.h"

#include "tests/kit/core_kit.h"

#define MAPS "/api/v1/namespaces/default/configmaps"

static void watch_without_timeout_ends_after_30_to_60_minutes(void **state)
{
	enum { WATCHES = 8 };
	struct kit_watch w[WATCHES];
	struct kit k;
	size_t others = 0;

	(void)state;
	kit_open(&k, NULL);
	for (size_t i = 0; i < WATCHES; i++) {
		int64_t first, lasts;

		kit_watch(&k, &w[i], MAPS "?watch=1");
		first = w[0].x->ops->deadline_ns(w[0].x);
		lasts = w[i].x->ops->deadline_ns(w[i].x) - k.now_ns;
		assert_in_range(lasts, 1800 * NS_PER_S, 3600 * NS_PER_S - 1);
		others += lasts != first - k.now_ns;
	}
	assert_true(others > 0);
	for (size_t i = 0; i < WATCHES; i++)
		kit_unwatch(&w[i]);
	kit_close(&k);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(watch_without_timeout_ends_after_30_to_60_minutes),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
