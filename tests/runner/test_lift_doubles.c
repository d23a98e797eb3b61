/* SPDX-License-Identifier: Apache-2.0 */
/* relist lift: whether an observed object shows an assumed write. */
#include "runner/lift/versions.h"
#include "tests/kit/testing.h"

static void object_has_all_that_an_assumed_write_names(void **state)
{
	static const struct {
		const char *whole, *part;
		bool has;
	} cases[] = {
		{ "{\"a\":1,\"b\":2}", "{\"b\":2}", true },
		{ "{\"a\":1,\"b\":2}", "{}", true },
		{ "{\"a\":1}", "{\"a\":2}", false },
		{ "{\"a\":1}", "{\"b\":1}", false },
		{ "{\"a\":1}", "{\"a\":\"1\"}", false },
		{ "{\"a\":{\"b\":1,\"c\":2}}", "{\"a\":{\"c\":2}}", true },
		{ "{\"a\":{\"b\":1}}", "{\"a\":{\"b\":1,\"c\":2}}", false },
		/* lists are compared whole */
		{ "{\"a\":[1,2]}", "{\"a\":[1,2]}", true },
		{ "{\"a\":[1,2]}", "{\"a\":[1]}", false },
		{ "{\"a\":[1]}", "{\"a\":[1,2]}", false },
		{ "{\"a\":[1,2]}", "{\"a\":[2,1]}", false },
		{ "{\"a\":[{\"b\":1,\"c\":2}]}", "{\"a\":[{\"b\":1}]}", true },
		/* the server sets these */
		{ "{\"metadata\":{\"resourceVersion\":\"2\"}}",
		  "{\"metadata\":{\"resourceVersion\":\"1\",\"managedFields\":[]}}", true },
		{ "{\"metadata\":{\"name\":\"a\"}}", "{\"metadata\":{\"name\":\"b\"}}", false },
		{ "{\"spec\":{\"generation\":1}}", "{\"spec\":{\"generation\":2}}", false },
		{ "{\"spec\":{\"metadata\":{\"generation\":1}}}",
		  "{\"spec\":{\"metadata\":{\"generation\":2}}}", false },
		/* a write may be in another version of the type */
		{ "{\"apiVersion\":\"apps/v1\"}", "{\"apiVersion\":\"apps/v1beta1\"}", true },
		{ "{\"spec\":{\"apiVersion\":\"v1\"}}", "{\"spec\":{\"apiVersion\":\"v2\"}}",
		  false },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++)
		if (lift__has_all(str_of(cases[i].whole), str_of(cases[i].part)) != cases[i].has)
			fail_msg("%s in %s: not %d", cases[i].part, cases[i].whole, cases[i].has);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(object_has_all_that_an_assumed_write_names),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
