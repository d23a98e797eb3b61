/* SPDX-License-Identifier: Apache-2.0 */
/* matchLabelKeys and mismatchLabelKeys of new pods. */
#include "tests/kit/testing.h"

#include "tests/kit/core_kit.h"

/* applyLabelKeysToLabelSelector(): what the scheduler of a real cluster selects by. */
static void match_label_keys_become_requirements_of_a_new_pod(void **state)
{
	static const char term[] = "{\"topologyKey\":\"z\",\"matchLabelKeys\":[\"app\",\"none\"],"
				   "\"mismatchLabelKeys\":[\"b\"],\"labelSelector\":{}}";
	static const char both[] =
	    "\"labelSelector\":{\"matchExpressions\":[{\"key\":\"app\",\"operator\":\"In\","
	    "\"values\":[\"x\"]},{\"key\":\"b\",\"operator\":\"NotIn\","
	    "\"values\":[\"\"]}]}";
	static const char spread[] =
	    "\"labelSelector\":{\"matchLabels\":{\"a\":\"b\"},\"matchExpressions\":[{\"key\":\"b\","
	    "\"operator\":"
	    "\"Exists\"},{\"key\":\"app\",\"operator\":\"In\",\"values\":[\"x\"]}]}";
	AUTO_STRBUF body = STRBUF_INIT;
	struct kit k;
	char *text;

	(void)state;
	kit_open(&k, NULL);
	strbuf_addf(
	    &body,
	    "{\"metadata\":{\"name\":\"p\",\"labels\":{\"app\":\"x\",\"b\":\"\"}},\"spec\":{"
	    "\"containers\":[{\"name\":\"c\",\"image\":\"i\"}],\"affinity\":{"
	    "\"podAffinity\":{\"requiredDuringSchedulingIgnoredDuringExecution\":[%s]},"
	    "\"podAntiAffinity\":{\"preferredDuringSchedulingIgnoredDuringExecution\":[{"
	    "\"weight\":1,\"podAffinityTerm\":%s}]}},\"topologySpreadConstraints\":[{"
	    "\"maxSkew\":1,\"topologyKey\":\"z\",\"whenUnsatisfiable\":\"DoNotSchedule\","
	    "\"matchLabelKeys\":[\"app\"],\"labelSelector\":{\"matchLabels\":{\"a\":\"b\"},"
	    "\"matchExpressions\":[{\"key\":\"b\",\"operator\":\"Exists\"}]}},{\"maxSkew\":1,"
	    "\"topologyKey\":\"z\",\"whenUnsatisfiable\":\"ScheduleAnyway\"}]}}",
	    term, term);
	assert_int_equal(kit_do(&k, "POST", "/api/v1/namespaces/default/pods", body.ptr), 201);
	text = cJSON_PrintUnformatted(k.json);
	assert_non_null(text);
	assert_non_null(strstr(text, both));
	assert_non_null(strstr(strstr(text, both) + 1, both));
	assert_non_null(strstr(text, spread));
	cJSON_free(text);
	kit_close(&k);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(match_label_keys_become_requirements_of_a_new_pod),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
