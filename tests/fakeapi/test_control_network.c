/* SPDX-License-Identifier: Apache-2.0 */
/* The network is cut for all clients but those that a call names. */
#include "tests/kit/testing.h"
#include "fakeapi/control/control.h"
#include "tests/kit/core_kit.h"

#define MAPS "/api/v1/namespaces/default/configmaps"
#define V1   "/relist/v1"

static void network_with_an_exception_resets_the_other_clients(void **state)
{
	struct kit k;

	(void)state;
	kit_open(&k, NULL);
	assert_int_equal(kit_do(&k, "POST", V1 "/network", "{\"except\":\"driver\"}"), 400);
	assert_int_equal(kit_do(&k, "POST", V1 "/network",
				"{\"for\":\"10s\",\"except\":[\"driver\",3]}"),
			 400);
	assert_int_equal(kit_do(&k, "POST", V1 "/network",
				"{\"for\":\"10s\",\"except\":\"driver\"}"),
			 200);
	assert_int_not_equal(kit_do(&k, "GET", MAPS, NULL), 200);
	assert_int_equal(kit_do(&k, "GET", V1 "/faults", NULL), 200);
	assert_int_equal(cJSON_GetArraySize(k.json), 1);
	k.now_ns += 10 * NS_PER_S;
	assert_int_equal(kit_do(&k, "GET", MAPS, NULL), 200);
	kit_close(&k);
}

/* The kit's user agent is kit/1. */
static void network_exceptions_match_each_client_name(void **state)
{
	static const struct {
		const char *except;
		bool let_in;
	} cases[] = {
		{ "[\"driver\",\"kit\"]", true },
		{ "[\"kit/1\",\"driver\"]", true },
		{ "[\"kit\"]", true },
		{ "[\"driver\",\"kit/2\"]", false },
		{ "[\"driver\",\"1\"]", false },
		{ "[]", false },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		AUTO_STRBUF body = STRBUF_INIT;
		struct kit k;

		kit_open(&k, NULL);
		strbuf_addf(&body, "{\"for\":\"10s\",\"except\":%s}", cases[i].except);
		assert_int_equal(kit_do(&k, "POST", V1 "/network", body.ptr), 200);
		/* without a name every port refuses, which a core alone does not show */
		if (cases[i].except[1] != ']' &&
		    (kit_do(&k, "GET", MAPS, NULL) == 200) != cases[i].let_in)
			fail_msg("%s", cases[i].except);
		/* the control API answers all */
		assert_int_equal(kit_do(&k, "GET", V1 "/faults", NULL), 200);
		kit_close(&k);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(network_with_an_exception_resets_the_other_clients),
		cmocka_unit_test(network_exceptions_match_each_client_name),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
