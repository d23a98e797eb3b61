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
				"{\"for\":\"10s\",\"except\":\"driver\"}"),
			 200);
	assert_int_not_equal(kit_do(&k, "GET", MAPS, NULL), 200);
	assert_int_equal(kit_do(&k, "GET", V1 "/faults", NULL), 200);
	assert_int_equal(cJSON_GetArraySize(k.json), 1);
	k.now_ns += 10 * NS_PER_S;
	assert_int_equal(kit_do(&k, "GET", MAPS, NULL), 200);
	kit_close(&k);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(network_with_an_exception_resets_the_other_clients),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
