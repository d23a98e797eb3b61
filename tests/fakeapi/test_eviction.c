/* SPDX-License-Identifier: Apache-2.0 */
/* What an eviction answers, by the pod's state and its budget's; as kube-apiserver 1.34 did. */
#include "tests/kit/testing.h"

#include "fakeapi/meta/go_json.h"
#include "tests/kit/core_kit.h"

#define PODS	"/api/v1/namespaces/default/pods"
#define BUDGETS "/apis/policy/v1/namespaces/default/poddisruptionbudgets"
#define MERGE	"application/merge-patch+json"
#define READY	",\"conditions\":[{\"type\":\"Ready\",\"status\":\"True\"}]"

#define OBSERVED "\"observedGeneration\":1,"
#define ALLOWED	 OBSERVED "\"disruptionsAllowed\":1,\"currentHealthy\":2,\"desiredHealthy\":1"
#define NONE	 OBSERVED "\"disruptionsAllowed\":0,\"currentHealthy\":1,\"desiredHealthy\":1"
#define SHORT	 OBSERVED "\"disruptionsAllowed\":0,\"currentHealthy\":0,\"desiredHealthy\":1"

static void make_pod(struct kit *k, const char *status)
{
	char body[512];

	assert_int_equal(
	    kit_do(k, "POST", PODS,
		   "{\"metadata\":{\"name\":\"p\",\"labels\":{\"a\":\"1\"}},\"spec\":{"
		   "\"nodeName\":\"n\",\"containers\":[{\"name\":\"c\",\"image\":\"i\"}]}}"),
	    201);
	if (!status)
		return;
	k->content_type = MERGE;
	(void)snprintf(body, sizeof(body), "{\"status\":{%s}}", status);
	assert_int_equal(kit_do(k, "PATCH", PODS "/p/status", body), 200);
	k->content_type = NULL;
}

static void make_budget(struct kit *k, const char *name, const char *spec, const char *status)
{
	char body[512], uri[128];

	(void)snprintf(body, sizeof(body), "{\"metadata\":{\"name\":\"%s\"},\"spec\":{%s}}", name,
		       spec);
	assert_int_equal(kit_do(k, "POST", BUDGETS, body), 201);
	if (!status)
		return;
	k->content_type = MERGE;
	(void)snprintf(uri, sizeof(uri), BUDGETS "/%s/status", name);
	(void)snprintf(body, sizeof(body), "{\"status\":{%s}}", status);
	assert_int_equal(kit_do(k, "PATCH", uri, body), 200);
	k->content_type = NULL;
}

static int evict(struct kit *k, const char *query, const char *options)
{
	char uri[128], body[512];

	(void)snprintf(uri, sizeof(uri), PODS "/p/eviction%s", query);
	(void)snprintf(body, sizeof(body),
		       "{\"kind\":\"Eviction\",\"apiVersion\":\"policy/v1\",\"metadata\":{\"name\":"
		       "\"p\"}%s%s}",
		       options ? ",\"deleteOptions\":" : "", options ? options : "");
	return kit_do(k, "POST", uri, body);
}

static void eviction_respects_the_disruption_budget(void **state)
{
	static const char selects[] = "\"minAvailable\":1,\"selector\":{\"matchLabels\":{\"a\":"
				      "\"1\"}}";
	static const struct {
		const char *name, *pod, *spec, *budget;
		int status;
		const char *cause;
	} cases[] = {
		{ "no budget", "\"phase\":\"Running\"" READY, NULL, NULL, 201, "" },
		{ "not worked out yet", "\"phase\":\"Running\"" READY, selects, NULL, 429,
		  "The disruption budget b is still being processed by the server." },
		{ "one allowed", "\"phase\":\"Running\"" READY, selects, ALLOWED, 201, "" },
		{ "none allowed", "\"phase\":\"Running\"" READY, selects, NONE, 429,
		  "The disruption budget b needs 1 healthy pods and has 1 currently" },
		{ "others", "\"phase\":\"Running\"" READY,
		  "\"selector\":{\"matchLabels\":{\"a\":\"2\"}}", NONE, 201, "" },
		{ "everything", "\"phase\":\"Running\"" READY, "\"selector\":{}", NONE, 429,
		  "The disruption budget b needs 1 healthy pods and has 1 currently" },
		{ "nothing", "\"phase\":\"Running\"" READY, "\"minAvailable\":1", NONE, 201, "" },
		{ "by expression", "\"phase\":\"Running\"" READY,
		  "\"selector\":{\"matchExpressions\":[{\"key\":\"a\",\"operator\":\"Exists\"}]}",
		  NONE, 429, "The disruption budget b needs 1 healthy pods and has 1 currently" },
		{ "pending", NULL, selects, NONE, 201, "" },
		{ "succeeded", "\"phase\":\"Succeeded\"", selects, NONE, 201, "" },
		{ "failed", "\"phase\":\"Failed\"", selects, NONE, 201, "" },
		{ "not ready, enough others", "\"phase\":\"Running\"", selects, NONE, 201, "" },
		{ "not ready, too few others", "\"phase\":\"Running\"", selects, SHORT, 429,
		  "The disruption budget b needs 1 healthy pods and has 0 currently" },
		{ "not ready, always let go", "\"phase\":\"Running\"",
		  "\"unhealthyPodEvictionPolicy\":\"AlwaysAllow\",\"selector\":{}", SHORT, 201,
		  "" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		struct kit k;
		int status;

		kit_open(&k, NULL);
		make_pod(&k, cases[i].pod);
		if (cases[i].spec)
			make_budget(&k, "b", cases[i].spec, cases[i].budget);
		status = evict(&k, "", NULL);
		if (status != cases[i].status)
			print_message("%s: %d %s\n", cases[i].name, status, k.body.ptr);
		assert_int_equal(status, cases[i].status);
		assert_string_equal(kit_at(&k, "details.causes.0.message"), cases[i].cause);
		assert_int_equal(kit_do(&k, "GET", PODS "/p", NULL) == 404 ||
				     *kit_at(&k, "metadata.deletionTimestamp"),
				 status == 201);
		kit_close(&k);
	}
}

static void eviction_of_a_pod_with_two_budgets_is_refused(void **state)
{
	struct kit k;

	(void)state;
	kit_open(&k, NULL);
	make_pod(&k, "\"phase\":\"Running\"" READY);
	make_budget(&k, "b", "\"selector\":{}", ALLOWED);
	make_budget(&k, "c", "\"selector\":{}", ALLOWED);
	assert_int_equal(evict(&k, "", NULL), 500);
	assert_string_equal(kit_at(&k, "message"),
			    "This pod has more than one PodDisruptionBudget, which the eviction "
			    "subresource does not support.");
	kit_close(&k);
}

static void eviction_records_the_disruption_in_pod_and_budget(void **state)
{
	struct kit_watch w;
	struct kit k;
	AUTO_STRBUF seen = STRBUF_INIT;

	(void)state;
	kit_open(&k, NULL);
	make_pod(&k, "\"phase\":\"Running\"" READY);
	make_budget(&k, "b", "\"selector\":{}", ALLOWED);
	kit_watch(&k, &w, PODS "?watch=1");
	assert_string_equal(kit_events(&w, &seen), "ADDED p, ");
	assert_int_equal(evict(&k, "?dryRun=All", NULL), 201);
	assert_string_equal(kit_events(&w, &seen), "");
	assert_int_equal(evict(&k, "", NULL), 201);
	/* the condition, then the mark */
	assert_string_equal(kit_events(&w, &seen), "MODIFIED p, MODIFIED p, ");
	assert_int_equal(kit_do(&k, "GET", PODS "/p", NULL), 200);
	assert_string_equal(kit_at(&k, "status.conditions.1.type"), "DisruptionTarget");
	assert_string_equal(kit_at(&k, "status.conditions.1.reason"), "EvictionByEvictionAPI");
	assert_int_equal(kit_do(&k, "GET", BUDGETS "/b", NULL), 200);
	assert_string_not_equal(kit_at(&k, "status.disruptedPods.p"), "");
	assert_string_equal(kit_at(&k, "status.conditions.0.reason"), "InsufficientPods");
	assert_string_equal(kit_at(&k, "metadata.managedFields.2.manager"), "kube-apiserver");
	assert_int_equal(evict(&k, "", NULL), 201); /* it is going already */
	kit_unwatch(&w);
	kit_close(&k);
}

static void eviction_obeys_delete_options(void **state)
{
	static const struct {
		const char *query, *options;
		int status, gone;
	} cases[] = {
		{ "", "{\"gracePeriodSeconds\":0}", 201, 1 },
		{ "", "{\"dryRun\":[\"All\"]}", 201, 0 },
		{ "?dryRun=All", "{\"dryRun\":[\"All\"]}", 201, 0 },
		{ "?dryRun=All", "{\"dryRun\":[\"Some\"]}", 500, 0 },
		{ "", "{\"dryRun\":[\"Some\"]}", 422, 0 },
		{ "", "{\"preconditions\":{\"uid\":\"x\"}}", 409, 0 },
		{ "", "{\"preconditions\":{\"resourceVersion\":\"1\"}}", 409, 0 },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		struct kit k;

		kit_open(&k, NULL);
		make_pod(&k, "\"phase\":\"Running\"" READY);
		assert_int_equal(evict(&k, cases[i].query, cases[i].options), cases[i].status);
		assert_int_equal(kit_do(&k, "GET", PODS "/p", NULL), cases[i].gone ? 404 : 200);
		if (!cases[i].gone)
			assert_string_equal(kit_at(&k, "metadata.deletionTimestamp"), "");
		kit_close(&k);
	}
}

static void eviction_body_of_another_kind_or_pod_is_refused(void **state)
{
	static const struct {
		const char *uri, *body;
		int status;
	} cases[] = {
		{ PODS "/p/eviction", "{\"metadata\":{\"name\":\"q\"}}", 400 },
		{ PODS "/p/eviction", "{}", 400 },
		{ PODS "/p/eviction", "{\"kind\":\"Pod\",\"apiVersion\":\"v1\"}", 400 },
		{ PODS "/p/eviction", "", 400 },
		{ PODS "/q/eviction", "{\"metadata\":{\"name\":\"q\"}}", 404 },
	};
	struct kit k;

	(void)state;
	kit_open(&k, NULL);
	make_pod(&k, NULL);
	for (size_t i = 0; i < ARRAY_LEN(cases); i++)
		assert_int_equal(kit_do(&k, "POST", cases[i].uri, cases[i].body), cases[i].status);
	assert_int_equal(kit_do(&k, "GET", PODS "/p", NULL), 200);
	kit_close(&k);
}

/* Real kubelets send back the deletion mark that they saw, or none. */
static void pod_status_keeps_the_deletion_mark_of_the_stored_pod(void **state)
{
	static const char uri[] = "/api/v1/namespaces/default/pods/marked";
	static const char mark[] =
	    "{\"metadata\":{\"deletionTimestamp\":\"2020-01-01T00:00:00Z\","
	    "\"deletionGracePeriodSeconds\":5},\"status\":{\"message\":\"m\"}}";
	AUTO_STRBUF status = STRBUF_INIT;
	struct kit k;

	(void)state;
	kit_open(&k, NULL);
	assert_int_equal(kit_do(&k, "POST", "/api/v1/namespaces/default/pods",
				"{\"metadata\":{\"name\":\"marked\"},\"spec\":{\"containers\":[{"
				"\"name\":\"c\",\"image\":\"i\"}]}}"),
			 201);
	strbuf_addf(&status, "%s/status", uri);
	k.content_type = "application/merge-patch+json";
	assert_int_equal(kit_do(&k, "PATCH", status.ptr, mark), 200);
	assert_null(fakeapi__dig(k.json, "metadata", "deletionTimestamp", NULL));
	assert_string_equal(kit_at(&k, "status.message"), "m");
	assert_int_equal(kit_do(&k, "PATCH", uri, mark), 422);
	kit_close(&k);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(pod_status_keeps_the_deletion_mark_of_the_stored_pod),
		cmocka_unit_test(eviction_respects_the_disruption_budget),
		cmocka_unit_test(eviction_of_a_pod_with_two_budgets_is_refused),
		cmocka_unit_test(eviction_records_the_disruption_in_pod_and_budget),
		cmocka_unit_test(eviction_obeys_delete_options),
		cmocka_unit_test(eviction_body_of_another_kind_or_pod_is_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
