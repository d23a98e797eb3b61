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
	  "\"reportingComponent\":\"c\",\"reportingInstance\":\"\",\"source\":{},\"eventTime\":"
	  "null}" },
	{ "horizontalpodautoscalers", "autoscaling", "v1", "autoscaling", "v2",
	  "{\"kind\":\"HorizontalPodAutoscaler\",\"apiVersion\":\"autoscaling/v1\""
	  ",\"metadata\":{\"annotations\":{\"autoscaling.alpha.kubernetes.io/curr"
	  "ent-metrics\":\"[{\\\"type\\\":\\\"Resource\\\",\\\"resource\\\":{\\\""
	  "name\\\":\\\"cpu\\\",\\\"currentAverageUtilization\\\":7,\\\"currentAv"
	  "erageValue\\\":\\\"0\\\"}}]\"}},\"spec\":{\"maxReplicas\":5,\"targetCP"
	  "UUtilizationPercentage\":80},\"status\":{\"currentReplicas\":1,\"curre"
	  "ntCPUUtilizationPercentage\":7}}",
	  "{\"kind\":\"HorizontalPodAutoscaler\",\"apiVersion\":\"autoscaling/v2\""
	  ",\"metadata\":{},\"spec\":{\"maxReplicas\":5,\"metrics\":[{\"type\":\""
	  "Resource\",\"resource\":{\"name\":\"cpu\",\"target\":{\"type\":\"Utili"
	  "zation\",\"averageUtilization\":80}}}]},\"status\":{\"currentReplicas\""
	  ":1,\"currentMetrics\":[{\"type\":\"Resource\",\"resource\":{\"name\":\""
	  "cpu\",\"current\":{\"averageUtilization\":7,\"averageValue\":\"0\"}}}]"
	  "}}" },
	{ "horizontalpodautoscalers", "autoscaling", "v1", "autoscaling", "v2",
	  "{\"kind\":\"HorizontalPodAutoscaler\",\"apiVersion\":\"autoscaling/v1\""
	  ",\"metadata\":{\"annotations\":{\"autoscaling.alpha.kubernetes.io/metr"
	  "ics\":\"[{\\\"type\\\":\\\"Pods\\\",\\\"pods\\\":{\\\"metricName\\\":\\\""
	  "p\\\",\\\"targetAverageValue\\\":\\\"1\\\",\\\"selector\\\":{}}},{\\\""
	  "type\\\":\\\"External\\\",\\\"external\\\":{\\\"metricName\\\":\\\"e\\\""
	  ",\\\"targetValue\\\":\\\"3\\\"}}]\",\"autoscaling.alpha.kubernetes.io/"
	  "behavior\":\"{\\\"ScaleUp\\\":{\\\"StabilizationWindowSeconds\\\":5,\\\""
	  "SelectPolicy\\\":\\\"Max\\\",\\\"Policies\\\":[{\\\"Type\\\":\\\"Pods\\\""
	  ",\\\"Value\\\":1,\\\"PeriodSeconds\\\":10}],\\\"Tolerance\\\":null},\\\""
	  "ScaleDown\\\":null}\",\"autoscaling.alpha.kubernetes.io/conditions\":\""
	  "[{\\\"type\\\":\\\"A\\\",\\\"status\\\":\\\"True\\\"}]\"}},\"spec\":{\""
	  "maxReplicas\":5},\"status\":{\"currentReplicas\":0}}",
	  "{\"kind\":\"HorizontalPodAutoscaler\",\"apiVersion\":\"autoscaling/v2\""
	  ",\"metadata\":{},\"spec\":{\"maxReplicas\":5,\"metrics\":[{\"type\":\""
	  "Pods\",\"pods\":{\"metric\":{\"name\":\"p\",\"selector\":{}},\"target\""
	  ":{\"averageValue\":\"1\",\"type\":\"AverageValue\"}}},{\"type\":\"Exte"
	  "rnal\",\"external\":{\"metric\":{\"name\":\"e\"},\"target\":{\"value\""
	  ":\"3\",\"type\":\"Value\"}}}],\"behavior\":{\"scaleUp\":{\"stabilizati"
	  "onWindowSeconds\":5,\"selectPolicy\":\"Max\",\"policies\":[{\"type\":\""
	  "Pods\",\"value\":1,\"periodSeconds\":10}]}}},\"status\":{\"currentMetr"
	  "ics\":null,\"conditions\":[{\"type\":\"A\",\"status\":\"True\"}]}}" },
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

static void conversion_between_versions_is_reversible(void **state)
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

static void autoscaler_without_metrics_in_v1_gets_80_percent_of_cpu(void **state)
{
	(void)state;
	check(type("autoscaling", "v1", "horizontalpodautoscalers"),
	      type("autoscaling", "v2", "horizontalpodautoscalers"),
	      "{\"kind\":\"HorizontalPodAutoscaler\",\"apiVersion\":\"autoscaling/v1\""
	      ",\"metadata\":{},\"spec\":{\"maxReplicas\":5}}",
	      "{\"kind\":\"HorizontalPodAutoscaler\",\"apiVersion\":\"autoscaling/v2\""
	      ",\"metadata\":{},\"spec\":{\"maxReplicas\":5,\"metrics\":[{\"type\":\""
	      "Resource\",\"resource\":{\"name\":\"cpu\",\"target\":{\"type\":\"Utili"
	      "zation\",\"averageUtilization\":80}}}]}}");
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

static void conversion_survives_every_failing_allocation(void **state)
{
	(void)state;
	FOR_EACH_FAILING_ALLOC(convert_all());
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(conversion_between_versions_is_reversible),
		cmocka_unit_test(autoscaler_without_metrics_in_v1_gets_80_percent_of_cpu),
		cmocka_unit_test(conversion_survives_every_failing_allocation),
	};
	int failed;

	base__alloc_init_cjson();
	reg = fakeapi__registry_new();
	failed = cmocka_run_group_tests(tests, NULL, NULL);
	fakeapi__registry_free(reg);
	return failed;
}
