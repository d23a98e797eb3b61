/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/kit/testing.h"

#include "fakeapi/discovery/discovery.h"
#include "fakeapi/strategy/strategies.h"
#include "tests/kit/core_kit.h"

#define CRDS "/apis/apiextensions.k8s.io/v1/customresourcedefinitions"

/* A definition in group e.com of `plural`, with a status, kept by one more finalizer. */
#define DEFINITION(plural, kind)                                                                   \
	"{\"apiVersion\":\"apiextensions.k8s.io/v1\",\"kind\":\"CustomResourceDefinition\","       \
	"\"metadata\":{\"name\":\"" plural ".e.com\",\"finalizers\":[\"e.com/mine\"]},\"spec\":{"  \
	"\"group\":\"e.com\",\"scope\":\"Cluster\",\"names\":{\"plural\":\"" plural                \
	"\",\"kind\":\"" kind "\"},\"versions\":[{\"name\":\"v1\",\"served\":true,\"storage\":"    \
	"true,\"subresources\":{\"status\":{}},\"schema\":{\"openAPIV3Schema\":{\"type\":"         \
	"\"object\",\"x-kubernetes-preserve-unknown-fields\":true}}}]}}"

static void strategy_rows_name_built_in_types_in_order(void **state)
{
	struct fakeapi__registry *reg = fakeapi__registry_new();
	const struct fakeapi__strategy *s;
	size_t i = 0;

	(void)state;
	assert_non_null(reg);
	for (; (s = fakeapi__strategy_at(i)); i++) {
		const struct fakeapi__resource *res = NULL;

		if (i > 0)
			assert_true(strcmp(fakeapi__strategy_at(i - 1)->resource, s->resource) < 0);
		for (size_t t = 0; (res = fakeapi__registry_at(reg, t)); t++)
			if (strcmp(res->resource, s->resource) == 0)
				break;
		if (!res)
			fail_msg("tbl/strategies.h: no built-in type %s", s->resource);
		assert_ptr_equal(fakeapi__strategy_of(res), s);
		assert_true(s->flags || s->status_keeps || s->prepare || s->prepare_for_create ||
			    s->prepare_for_update || s->storage_name || s->computed ||
			    s->deprecation);
		assert_true(!s->orphan_warning || (s->flags & FAKEAPI_ORPHANS_DEPENDENTS));
	}
	assert_true(i > 0);
	fakeapi__registry_free(reg);
}

/* Webhook selectors use that label: cluster-api's suite selects its own namespace by it. */
static void namespace_with_a_generated_name_has_the_name_label(void **state)
{
	struct kit k;

	(void)state;
	kit_open(&k, NULL);
	assert_int_equal(
	    kit_do(&k, "POST", "/api/v1/namespaces",
		   "{\"metadata\":{\"generateName\":\"x-\",\"labels\":{\"a\":\"b\"}}}"),
	    201);
	assert_int_equal(strncmp(kit_at(&k, "metadata.name"), "x-", 2), 0);
	assert_string_equal(cJSON_GetStringValue(cJSON_GetObjectItem(
				cJSON_GetObjectItem(cJSON_GetObjectItem(k.json, "metadata"),
						    "labels"),
				"kubernetes.io/metadata.name")),
			    kit_at(&k, "metadata.name"));
	assert_string_equal(kit_at(&k, "metadata.labels.a"), "b");
	kit_close(&k);
}

/* Kubelets register nodes with their status; a custom resource named nodes gets no such exception.
 */
static void custom_resource_does_not_use_a_built_in_strategy(void **state)
{
	struct kit k;

	(void)state;
	kit_open(&k, NULL);
	assert_int_equal(
	    kit_do(&k, "POST", "/api/v1/nodes",
		   "{\"metadata\":{\"name\":\"n\"},\"status\":{\"phase\":\"Running\"}}"),
	    201);
	assert_string_equal(kit_at(&k, "status.phase"), "Running");
	assert_int_equal(kit_do(&k, "POST", CRDS, DEFINITION("nodes", "Knot")), 201);
	assert_int_equal(kit_do(&k, "POST", "/apis/e.com/v1/nodes",
				"{\"apiVersion\":\"e.com/v1\",\"kind\":\"Knot\",\"metadata\":{"
				"\"name\":\"n\"},\"status\":{\"phase\":\"Running\"}}"),
			 201);
	assert_string_equal(kit_at(&k, "status.phase"), "");
	kit_close(&k);
}

static void watch_receives_the_deletion_mark_of_a_finalized_definition(void **state)
{
	AUTO_STRBUF events = STRBUF_INIT;
	struct kit_watch w;
	struct kit k;

	(void)state;
	kit_open(&k, NULL);
	assert_int_equal(kit_do(&k, "POST", CRDS, DEFINITION("knots", "Knot")), 201);
	kit_watch(&k, &w, CRDS "?watch=1");
	assert_string_equal(kit_events(&w, &events), "ADDED knots.e.com, ");
	assert_int_equal(kit_do(&k, "DELETE", CRDS "/knots.e.com", NULL), 200);
	/* Marked as terminating, then without the finalizer that the server set. */
	strbuf_clear(&events);
	assert_string_equal(kit_events(&w, &events),
			    "MODIFIED knots.e.com, MODIFIED knots.e.com, ");
	assert_int_equal(kit_do(&k, "GET", CRDS "/knots.e.com", NULL), 200);
	assert_string_equal(kit_at(&k, "metadata.finalizers.0"), "e.com/mine");
	kit_unwatch(&w);
	kit_close(&k);
}

#define KNOTS "/apis/e.com/v1/knots"

static void make_knots(struct kit *k)
{
	kit_open(k, NULL);
	assert_int_equal(kit_do(k, "POST", CRDS, DEFINITION("knots", "Knot")), 201);
	k->content_type = "application/merge-patch+json";
	assert_int_equal(kit_do(k, "PATCH", CRDS "/knots.e.com",
				"{\"metadata\":{\"finalizers\":null}}"),
			 200);
	k->content_type = NULL;
	assert_int_equal(kit_do(k, "POST", KNOTS,
				"{\"apiVersion\":\"e.com/v1\",\"kind\":\"Knot\",\"metadata\":{"
				"\"name\":\"a\",\"finalizers\":[\"e.com/f\"]}}"),
			 201);
	assert_int_equal(kit_do(k, "POST", KNOTS,
				"{\"apiVersion\":\"e.com/v1\",\"kind\":\"Knot\",\"metadata\":{"
				"\"name\":\"b\"}}"),
			 201);
}

static int let_go(struct kit *k, const char *uri)
{
	int code;

	k->content_type = "application/merge-patch+json";
	code = kit_do(k, "PATCH", uri, "{\"metadata\":{\"finalizers\":null}}");
	k->content_type = NULL;
	return code;
}

/* As kube-apiserver 1.34.4 answered, request by request. */
static void deleted_definition_waits_for_finalizers_of_its_custom_resources(void **state)
{
	static const char refused[] = "create not allowed while custom resource definition is "
				      "terminating";
	static const struct {
		const char *method, *uri, *type, *body;
		int code;
		const char *says;
	} rows[] = {
		{ "GET", CRDS "/knots.e.com", NULL, NULL, 200, "InstanceDeletionInProgress" },
		{ "POST", KNOTS, NULL,
		  "{\"apiVersion\":\"e.com/v1\",\"kind\":\"Knot\",\"metadata\":{\"name\":\"C_\"}}",
		  403, "knots.e.com \\\"C_\\\" is forbidden: create not" },
		{ "POST", KNOTS "?dryRun=All", NULL,
		  "{\"apiVersion\":\"e.com/"
		  "v1\",\"kind\":\"Knot\",\"metadata\":{\"generateName\":\"c\"}}",
		  403, "\"knots.e.com is forbidden: create not" },
		{ "POST", KNOTS, NULL,
		  "{\"apiVersion\":\"x/v1\",\"kind\":\"Knot\",\"metadata\":{\"name\":\"c\"}}", 400,
		  "API version in the data" },
		{ "PATCH", KNOTS "/c?fieldManager=m", "application/apply-patch+yaml",
		  "{\"apiVersion\":\"e.com/v1\",\"kind\":\"Knot\",\"metadata\":{\"name\":\"c\"}}",
		  403, refused },
		{ "PUT", KNOTS "/c", NULL,
		  "{\"apiVersion\":\"e.com/v1\",\"kind\":\"Knot\",\"metadata\":{\"name\":\"c\"}}",
		  404, "not found" },
		{ "PATCH", KNOTS "/a/status", "application/merge-patch+json",
		  "{\"status\":{\"r\":1}}", 200, "\"r\":1" },
		{ "GET", KNOTS "/a", NULL, NULL, 200, "\"deletionGracePeriodSeconds\":0" },
		{ "GET", KNOTS "/b", NULL, NULL, 404, "not found" },
		{ "GET", "/apis/e.com/v1", NULL, NULL, 200,
		  "[\"delete\",\"deletecollection\",\"get\",\"list\",\"watch\"]" },
		{ "DELETE", CRDS "/knots.e.com", NULL, NULL, 200, "InstanceDeletionInProgress" },
		{ "POST", CRDS, NULL, DEFINITION("knots", "Knot"), 409, "object is being deleted" },
	};
	AUTO_STRBUF events = STRBUF_INIT;
	struct kit_watch w, knots;
	struct kit k;

	(void)state;
	make_knots(&k);
	kit_watch(&k, &w, CRDS "?watch=1");
	kit_watch(&k, &knots, KNOTS "?watch=1");
	(void)kit_events(&w, &events);
	(void)kit_events(&knots, &events);
	assert_int_equal(kit_do(&k, "DELETE", CRDS "/knots.e.com", NULL), 200);
	assert_non_null(strstr(k.body.ptr, "InstanceDeletionPending"));
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		k.content_type = rows[i].type;
		assert_int_equal(kit_do(&k, rows[i].method, rows[i].uri, rows[i].body),
				 rows[i].code);
		k.content_type = NULL;
		if (!strstr(k.body.ptr, rows[i].says))
			fail_msg("row %zu: %s", i, k.body.ptr);
	}
	strbuf_clear(&events);
	assert_string_equal(kit_events(&knots, &events), "MODIFIED a, DELETED b, MODIFIED a, ");
	assert_int_equal(let_go(&k, KNOTS "/a"), 200);
	assert_int_equal(kit_do(&k, "GET", CRDS "/knots.e.com", NULL), 404);
	assert_int_equal(kit_do(&k, "GET", KNOTS, NULL), 404);
	strbuf_clear(&events);
	assert_string_equal(kit_events(&knots, &events), "DELETED a, ");
	assert_int_not_equal(knots.end, FAKEAPI_PULL_WAIT);
	strbuf_clear(&events); /* Pending, InProgress, the second DELETE, then gone */
	assert_string_equal(kit_events(&w, &events),
			    "MODIFIED knots.e.com, MODIFIED knots.e.com, MODIFIED knots.e.com, "
			    "DELETED knots.e.com, ");
	assert_int_equal(kit_do(&k, "POST", CRDS, DEFINITION("knots", "Knot")), 201);
	kit_unwatch(&knots);
	kit_unwatch(&w);
	kit_close(&k);
}

static void
a_definition_that_somebody_else_holds_says_when_its_custom_resources_are_gone(void **state)
{
	struct kit k;

	(void)state;
	make_knots(&k);
	k.content_type = "application/merge-patch+json";
	assert_int_equal(kit_do(&k, "PATCH", CRDS "/knots.e.com",
				"{\"metadata\":{\"finalizers\":[\"e.com/mine\"]}}"),
			 200);
	k.content_type = NULL;
	assert_int_equal(kit_do(&k, "DELETE", CRDS "/knots.e.com", NULL), 200);
	assert_int_equal(let_go(&k, KNOTS "/a"), 200);
	assert_int_equal(kit_do(&k, "GET", CRDS "/knots.e.com", NULL), 200);
	assert_non_null(strstr(k.body.ptr, "InstanceDeletionCompleted"));
	assert_string_equal(kit_at(&k, "metadata.finalizers.0"), "e.com/mine");
	assert_int_equal(let_go(&k, CRDS "/knots.e.com"), 200);
	assert_int_equal(kit_do(&k, "GET", CRDS "/knots.e.com", NULL), 404);
	kit_close(&k);
}

/* However far it came without memory, another request brings it to its end. */
static void definition_is_deleted_after_failed_allocations(void **state)
{
	bool done = false;

	(void)state;
	for (long grant = 0; !done; grant += 1 + grant / 20) {
		struct kit k;

		make_knots(&k);
		base__alloc_fail_after = grant;
		(void)kit_do(&k, "DELETE", CRDS "/knots.e.com", NULL);
		done = base__alloc_fail_after > 0;
		base__alloc_fail_after = -1;
		(void)kit_do(&k, "DELETE", CRDS "/knots.e.com", NULL);
		(void)let_go(&k, KNOTS "/a");
		(void)kit_do(&k, "DELETE", CRDS "/knots.e.com", NULL);
		if (kit_do(&k, "GET", CRDS "/knots.e.com", NULL) != 404)
			fail_msg("allocation %ld: %s", grant, k.body.ptr);
		kit_close(&k);
	}
}

#define PODS "/api/v1/namespaces/default/pods"

/* Whether the request is carried out, or has changed nothing. */
static void deletion_without_memory_is_complete_or_has_no_effect(void **state)
{
	static const struct {
		const char *uri, *events;
	} ways[] = {
		{ PODS "/p", "MODIFIED p, " }, /* marked: it is given time */
		{ PODS "/p?gracePeriodSeconds=0", "MODIFIED p, DELETED p, " },
	};
	struct kit k;

	(void)state;
	kit_open(&k, NULL);
	for (size_t way = 0; way < ARRAY_LEN(ways); way++) {
		for (long alone = 0; alone < 2; alone++) {
			bool done = false;

			for (long grant = 0; !done; grant++) {
				AUTO_STRBUF events = STRBUF_INIT;
				struct kit_watch w;
				int code;

				(void)kit_do(&k, "DELETE", PODS "/p?gracePeriodSeconds=0", NULL);
				assert_int_equal(
				    kit_do(&k, "POST", PODS,
					   "{\"metadata\":{\"name\":\"p\"},\"spec\":{\"nodeName\":"
					   "\"n\",\"containers\":[{\"name\":\"c\",\"image\":\"i\"}]"
					   "}}"),
				    201);
				kit_watch(&k, &w, PODS "?watch=1");
				assert_string_equal(kit_events(&w, &events), "ADDED p, ");
				base__alloc_fail_after = grant;
				base__alloc_fail_count = alone;
				code = kit_do(&k, "DELETE", ways[way].uri, NULL);
				done = base__alloc_fail_after > 0;
				base__alloc_fail_after = -1;
				base__alloc_fail_count = 0;
				strbuf_clear(&events);
				(void)kit_events(&w, &events);
				/* It is two writes when there is no time: the second may fail. */
				assert_memory_equal(events.ptr, ways[way].events, events.len);
				if (code == 200)
					assert_string_equal(events.ptr, ways[way].events);
				if (done)
					assert_int_equal(code, 200);
				/* What watches saw is what there is. */
				assert_int_equal(kit_do(&k, "GET", PODS "/p", NULL),
						 strstr(events.ptr, "DELETED") ? 404 : 200);
				if (k.status == 200)
					assert_int_equal(*kit_at(&k,
								 "metadata.deletionTimestamp") !=
							     '\0',
							 events.len > 0);
				kit_unwatch(&w);
			}
		}
	}
	kit_close(&k);
}

static void job_start_time_can_be_removed_only_on_resume(void **state)
{
	static const char uri[] = "/apis/batch/v1/namespaces/default/jobs/j/status";
	struct kit k;

	(void)state;
	kit_open(&k, NULL);
	assert_int_equal(
	    kit_do(&k, "POST", "/apis/batch/v1/namespaces/default/jobs",
		   "{\"metadata\":{\"name\":\"j\"},\"spec\":{\"template\":{\"spec\":{"
		   "\"restartPolicy\":\"Never\",\"containers\":[{\"name\":\"c\",\"image\":"
		   "\"i\"}]}}}}"),
	    201);
	k.content_type = "application/merge-patch+json";
	assert_int_equal(kit_do(&k, "PATCH", uri,
				"{\"status\":{\"startTime\":\"2026-01-01T00:00:00Z\"}}"),
			 200);
	assert_int_equal(kit_do(&k, "PATCH", uri, "{\"status\":{\"startTime\":null}}"), 422);
	assert_non_null(
	    strstr(kit_at(&k, "message"), "startTime cannot be removed for unsuspended job"));
	assert_int_equal(kit_do(&k, "PATCH", uri,
				"{\"status\":{\"conditions\":[{\"type\":\"Suspended\",\"status\":"
				"\"True\"}]}}"),
			 200);
	assert_int_equal(kit_do(&k, "PATCH", uri, "{\"status\":{\"startTime\":null}}"), 422);
	assert_int_equal(kit_do(&k, "PATCH", uri,
				"{\"status\":{\"startTime\":null,\"conditions\":[{\"type\":"
				"\"Suspended\",\"status\":\"False\"}]}}"),
			 200);
	kit_close(&k);
}

/* The response to a POST has the default instead of the value sent. */
static void unknown_enum_values_are_dropped_or_defaulted(void **state)
{
#define PODS	"/api/v1/namespaces/default/pods"
#define POD(of) "{\"metadata\":{\"name\":\"a\"},\"spec\":{" of "}}"
#define C(of)	"\"containers\":[{\"name\":\"c\",\"image\":\"i\"" of "}]"
#define SETS	"/apis/apps/v1/namespaces/default/statefulsets"
#define SET(of)                                                                                    \
	"{\"metadata\":{\"name\":\"a\"},\"spec\":{\"serviceName\":\"s\",\"selector\":{"            \
	"\"matchLabels\":"                                                                         \
	"{\"a\":\"b\"}},\"template\":{\"metadata\":{\"labels\":{\"a\":\"b\"}},\"spec\":{" C(       \
	    "") "}}," of "}}"
	static const struct {
		const char *uri, *sent, *gone, *kept;
	} rows[] = {
		{ PODS, POD(C(",\"restartPolicy\":\"Never\"")), "\"restartPolicy\":\"Never\"",
		  "\"restartPolicy\":\"Always\"" },
		{ PODS,
		  POD(C(
		      "") ",\"initContainers\":[{\"name\":\"i\",\"image\":\"i\",\"restartPolicy\":"
			  "\"Always\",\"restartPolicyRules\":[]}]"),
		  "restartPolicyRules", "\"name\":\"i\"" },
		{ PODS, POD(C(",\"lifecycle\":{\"stopSignal\":\"SIGTERM\"}")),
		  "\"lifecycle\":", "\"name\":\"c\"" },
		{ PODS,
		  POD(C(",\"volumeMounts\":[{\"name\":\"v\",\"mountPath\":\"/v\"},{\"name\":\"w\","
			"\"mountPath\":\"/w\"}]") ",\"volumes\":[{\"name\":\"v\",\"image\":{"
						  "\"reference\":\"r\"}},{\"name\":\"w\"}]"),
		  "\"/v\"", "\"/w\"" },
		{ PODS, POD(C("") ",\"hostnameOverride\":\"h\""), "\"hostnameOverride\":\"",
		  "\"c\"" },
		{ SETS, SET("\"updateStrategy\":{\"rollingUpdate\":{\"maxUnavailable\":1}}"),
		  "\"maxUnavailable\":1", "\"partition\":0" },
		{ "/api/v1/namespaces/default/serviceaccounts",
		  "{\"metadata\":{\"name\":\"a\"},\"secrets\":[{\"name\":\"s\",\"kind\":\"Secret\"}"
		  "]}",
		  "\"kind\":\"Secret\"", "\"secrets\":[{\"name\":\"s\"}]" },
	};
	struct kit k;

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		kit_open(&k, NULL);
		if (kit_do(&k, "POST", rows[i].uri, rows[i].sent) != 201)
			fail_msg("row %zu: %s", i, k.body.ptr);
		if (strstr(k.body.ptr, rows[i].gone) || !strstr(k.body.ptr, rows[i].kept))
			fail_msg("row %zu: %s", i, k.body.ptr);
		kit_close(&k);
	}
}

static void limit_range_without_a_name_gets_a_uuid_name(void **state)
{
	struct kit k;

	(void)state;
	kit_open(&k, NULL);
	assert_int_equal(kit_do(&k, "POST", "/api/v1/namespaces/default/limitranges", "{}"), 201);
	assert_int_equal(strlen(kit_at(&k, "metadata.name")), 36);
	assert_int_equal(kit_do(&k, "POST", "/api/v1/namespaces/default/configmaps", "{}"), 422);
	kit_close(&k);
}

/* The real server decodes its own encoding by the schema of the storage version. */
static void write_in_another_version_is_decoded_by_the_storage_schema(void **state)
{
	struct kit k;

	(void)state;
	kit_open(&k, NULL);
	assert_int_equal(
	    kit_do(
		&k, "POST", "/apis/apiextensions.k8s.io/v1/customresourcedefinitions",
		"{\"metadata\":{\"name\":\"xs.e.com\"},\"spec\":{\"group\":\"e.com\",\"scope\":"
		"\"Cluster\",\"names\":{\"plural\":\"xs\",\"kind\":\"X\"},\"versions\":[{\"name\":"
		"\"v1\",\"served\":true,\"storage\":true,\"schema\":{\"openAPIV3Schema\":{\"type\":"
		"\"object\",\"properties\":{\"a\":{\"type\":\"string\",\"default\":\"d\"}}}}},{"
		"\"name\":\"v2\",\"served\":true,\"storage\":false,\"schema\":{\"openAPIV3Schema\":"
		"{\"type\":\"object\",\"x-kubernetes-preserve-unknown-fields\":true}}}]}}"),
	    201);
	assert_int_equal(
	    kit_do(&k, "POST", "/apis/e.com/v2/xs",
		   "{\"apiVersion\":\"e.com/v2\",\"kind\":\"X\",\"metadata\":{\"name\":"
		   "\"a\",\"finalizers\":[\"x\",\"foregroundDeletion\",\"y.z\"]},\"b\":1}"),
	    201);
	assert_non_null(strstr(k.body.ptr, "\"a\":\"d\""));
	assert_null(strstr(k.body.ptr, "\"b\":1"));
	assert_non_null(strstr(k.warning, "prefer a domain-qualified finalizer name"));
	assert_int_equal(
	    kit_do(&k, "PUT", "/apis/e.com/v2/xs/a?dryRun=All",
		   "{\"apiVersion\":\"e.com/v2\",\"kind\":\"X\",\"metadata\":{\"name\":"
		   "\"a\",\"resourceVersion\":\"1\"}}"),
	    409);
	kit_close(&k);
}

static void volume_records_the_time_of_its_last_phase_change(void **state)
{
#define VOLUMES "/api/v1/persistentvolumes"
#define SINCE	"status.lastPhaseTransitionTime"
	static const char fixed[] = "2020-01-02T03:04:05Z";
	struct kit k;

	(void)state;
	kit_open(&k, NULL);
	assert_int_equal(
	    kit_do(&k, "POST", VOLUMES,
		   "{\"metadata\":{\"name\":\"a\"},\"spec\":{\"accessModes\":["
		   "\"ReadWriteOnce\"],\"capacity\":{\"storage\":\"1Gi\"},\"hostPath\":{"
		   "\"path\":\"/x\"}}}"),
	    201);
	k.content_type = "application/merge-patch+json";
	assert_int_equal(strlen(kit_at(&k, SINCE)), strlen(fixed));
	assert_int_equal(
	    kit_do(&k, "PATCH", VOLUMES "/a/status",
		   "{\"status\":{\"lastPhaseTransitionTime\":\"2020-01-02T03:04:05Z\"}}"),
	    200);
	assert_string_equal(kit_at(&k, SINCE), fixed);
	assert_int_equal(
	    kit_do(&k, "PATCH", VOLUMES "/a/status",
		   "{\"status\":{\"lastPhaseTransitionTime\":null,\"message\":\"m\"}}"),
	    200);
	assert_string_equal(kit_at(&k, SINCE), fixed);
	assert_int_equal(kit_do(&k, "PATCH", VOLUMES "/a/status",
				"{\"status\":{\"phase\":\"Bound\"}}"),
			 200);
	assert_string_not_equal(kit_at(&k, SINCE), fixed);
	kit_close(&k);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(volume_records_the_time_of_its_last_phase_change),
		cmocka_unit_test(write_in_another_version_is_decoded_by_the_storage_schema),
		cmocka_unit_test(strategy_rows_name_built_in_types_in_order),
		cmocka_unit_test(namespace_with_a_generated_name_has_the_name_label),
		cmocka_unit_test(custom_resource_does_not_use_a_built_in_strategy),
		cmocka_unit_test(watch_receives_the_deletion_mark_of_a_finalized_definition),
		cmocka_unit_test(deleted_definition_waits_for_finalizers_of_its_custom_resources),
		cmocka_unit_test(
		    a_definition_that_somebody_else_holds_says_when_its_custom_resources_are_gone),
		cmocka_unit_test(definition_is_deleted_after_failed_allocations),
		cmocka_unit_test(deletion_without_memory_is_complete_or_has_no_effect),
		cmocka_unit_test(unknown_enum_values_are_dropped_or_defaulted),
		cmocka_unit_test(limit_range_without_a_name_gets_a_uuid_name),
		cmocka_unit_test(job_start_time_can_be_removed_only_on_resume),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
