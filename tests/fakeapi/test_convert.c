/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/kit/testing.h"

#include "fakeapi/discovery/discovery.h"
#include "fakeapi/convert/convert.h"
#include "tests/kit/wire_case.h"

static struct fakeapi__registry *reg;

static const struct fakeapi__resource *type(const char *group, const char *version,
					    const char *resource)
{
	const struct fakeapi__resource *res =
	    fakeapi__registry_find(reg, str_of(group), str_of(version), str_of(resource));

	assert_non_null(res);
	return res;
}

static const struct {
	const char *resource, *group_a, *version_a, *group_b, *version_b;
	const char *a, *b;
} pairs[] = {
	{ "events", "events.k8s.io", "v1", "", "v1",
	  "{\"kind\":\"Event\",\"apiVersion\":\"events.k8s.io/v1\",\"metadata\":{\"name\":\"e\"},"
	  "\"regarding\":{\"kind\":\"Pod\"},\"note\":\"n\",\"reason\":\"r\",\"deprecatedCount\":2,"
	  "\"reportingController\":\"c\",\"deprecatedSource\":{},\"eventTime\":null}",
	  "{\"kind\":\"Event\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"e\"},"
	  "\"involvedObject\":{\"kind\":\"Pod\"},\"message\":\"n\",\"reason\":\"r\",\"count\":2,"
	  "\"reportingComponent\":\"c\",\"source\":{},\"eventTime\":null}" },
	{ "horizontalpodautoscalers", "autoscaling", "v1", "autoscaling", "v2",
	  "{\"kind\":\"HorizontalPodAutoscaler\",\"apiVersion\":\"autoscaling/v1\",\"metadata\":{},"
	  "\"spec\":{\"maxReplicas\":5,\"targetCPUUtilizationPercentage\":80},\"status\":{"
	  "\"currentReplicas\":1,\"currentCPUUtilizationPercentage\":7}}",
	  "{\"kind\":\"HorizontalPodAutoscaler\",\"apiVersion\":\"autoscaling/v2\",\"metadata\":{},"
	  "\"spec\":{\"maxReplicas\":5,\"metrics\":[{\"type\":\"Resource\",\"resource\":{\"name\":"
	  "\"cpu\",\"target\":{\"type\":\"Utilization\",\"averageUtilization\":80}}}]},\"status\":{"
	  "\"currentReplicas\":1,\"currentMetrics\":[{\"type\":\"Resource\",\"resource\":{\"name\":"
	  "\"cpu\",\"current\":{\"averageUtilization\":7}}}]}}" },
	{ "horizontalpodautoscalers", "autoscaling", "v1", "autoscaling", "v2",
	  "{\"kind\":\"HorizontalPodAutoscaler\",\"apiVersion\":\"autoscaling/v1\",\"metadata\":{"
	  "\"annotations\":{\"autoscaling.alpha.kubernetes.io/metrics\":\"[{\\\"type\\\":"
	  "\\\"Pods\\\"}]\"}},\"spec\":{\"maxReplicas\":5}}",
	  "{\"kind\":\"HorizontalPodAutoscaler\",\"apiVersion\":\"autoscaling/v2\",\"metadata\":{},"
	  "\"spec\":{\"maxReplicas\":5,\"metrics\":[{\"type\":\"Pods\"}]}}" },
};

static void check(const struct fakeapi__resource *from, const struct fakeapi__resource *to,
		  const char *object, const char *want)
{
	cJSON *tree = cJSON_Parse(object);
	char *got;

	assert_non_null(tree);
	assert_int_equal(fakeapi__convert(from, to, tree), 0);
	got = cJSON_PrintUnformatted(tree);
	/* Empty containers that the way there made may be left. */
	assert_same_json(want, got);
	cJSON_free(got);
	cJSON_Delete(tree);
}

static void there_and_back(void **state)
{
	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(pairs); i++) {
		const struct fakeapi__resource *a =
		    type(pairs[i].group_a, pairs[i].version_a, pairs[i].resource);
		const struct fakeapi__resource *b =
		    type(pairs[i].group_b, pairs[i].version_b, pairs[i].resource);

		check(a, b, pairs[i].a, pairs[i].b);
		check(b, a, pairs[i].b, pairs[i].a);
		check(a, a, pairs[i].a, pairs[i].a);
	}
}

static void what_the_older_form_has_no_place_for_is_left_out(void **state)
{
	(void)state;
	check(
	    type("autoscaling", "v2", "horizontalpodautoscalers"),
	    type("autoscaling", "v1", "horizontalpodautoscalers"),
	    "{\"kind\":\"HorizontalPodAutoscaler\",\"apiVersion\":\"autoscaling/"
	    "v2\",\"metadata\":{},"
	    "\"spec\":{\"maxReplicas\":5,\"behavior\":{\"scaleUp\":{}},\"metrics\":[{\"type\":"
	    "\"Pods\"},"
	    "{\"type\":\"Resource\",\"resource\":{\"name\":\"cpu\",\"target\":{\"type\":"
	    "\"Utilization\","
	    "\"averageUtilization\":80}}},{\"type\":\"Resource\",\"resource\":{\"name\":\"memory\"}"
	    "}]},"
	    "\"status\":{\"conditions\":[{}],\"currentMetrics\":[{\"type\":\"Pods\"},{\"type\":"
	    "\"Resource\","
	    "\"resource\":{\"name\":\"cpu\",\"current\":{\"averageUtilization\":7}}}]}}",
	    "{\"kind\":\"HorizontalPodAutoscaler\",\"apiVersion\":\"autoscaling/v1\",\"metadata\":{"
	    "\"annotations\":{\"autoscaling.alpha.kubernetes.io/"
	    "metrics\":\"[{\\\"type\\\":\\\"Pods\\\"},"
	    "{\\\"type\\\":\\\"Resource\\\",\\\"resource\\\":{\\\"name\\\":\\\"memory\\\"}}]\"}},"
	    "\"spec\":{\"maxReplicas\":5,\"targetCPUUtilizationPercentage\":80},\"status\":{"
	    "\"currentCPUUtilizationPercentage\":7}}");
}

/* An error, or the whole of it. */
static void convert_all(void)
{
	for (size_t i = 0; i < ARRAY_LEN(pairs); i++) {
		const struct fakeapi__resource *a =
		    type(pairs[i].group_a, pairs[i].version_a, pairs[i].resource);
		const struct fakeapi__resource *b =
		    type(pairs[i].group_b, pairs[i].version_b, pairs[i].resource);

		for (int back = 0; back < 2; back++) {
			cJSON *tree = cJSON_Parse(back ? pairs[i].b : pairs[i].a);
			bool whole = tree && (back ? fakeapi__convert(b, a, tree)
						   : fakeapi__convert(a, b, tree)) == 0;
			long grants = base__alloc_fail_after;

			if (whole) {
				char *got;

				base__alloc_fail_after = -1;
				got = cJSON_PrintUnformatted(tree);
				assert_same_json(back ? pairs[i].a : pairs[i].b, got);
				cJSON_free(got);
				base__alloc_fail_after = grants;
			}
			cJSON_Delete(tree);
		}
	}
}

static void survives_every_failing_allocation(void **state)
{
	(void)state;
	FOR_EACH_FAILING_ALLOC(convert_all());
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(there_and_back),
		cmocka_unit_test(what_the_older_form_has_no_place_for_is_left_out),
		cmocka_unit_test(survives_every_failing_allocation),
	};
	int failed;

	base__alloc_init_cjson();
	reg = fakeapi__registry_new();
	failed = cmocka_run_group_tests(tests, NULL, NULL);
	fakeapi__registry_free(reg);
	return failed;
}
