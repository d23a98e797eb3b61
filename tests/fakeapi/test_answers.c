/* SPDX-License-Identifier: Apache-2.0 */
/* What a kube-apiserver 1.34 was seen to answer, beside the recorded cases of tests/wire. */
#include "tests/kit/testing.h"

#include "tests/kit/core_kit.h"

#define NS "/api/v1/namespaces/default"

#define WIDGETS                                                                                    \
	"{\"metadata\":{\"name\":\"widgets.example.com\"},\"spec\":{\"group\":\"example.com\","    \
	"\"scope\":\"Namespaced\",\"names\":{\"plural\":\"widgets\",\"kind\":\"Widget\"},"         \
	"\"versions\":[{\"name\":\"v1\",\"served\":true,\"storage\":true,\"schema\":{"             \
	"\"openAPIV3Schema\":{\"type\":\"object\"}}}]}}"

#define DEPLOYMENT                                                                                 \
	"{\"metadata\":{\"name\":\"d\"},\"spec\":{\"replicas\":1,\"selector\":{\"matchLabels\":{"  \
	"\"a\":\"b\"}},\"template\":{\"metadata\":{\"labels\":{\"a\":\"b\"}},\"spec\":{"           \
	"\"containers\":[{\"name\":\"c\",\"image\":\"i\"}]}}}}"

static void get_of_one_object_ignores_the_watch_parameter(void **state)
{
	struct kit k;

	(void)state;
	kit_open(&k, NULL);
	(void)kit_put_map(&k, "a", "1");
	assert_int_equal(kit_do(&k, "GET", NS "/configmaps/a?watch=true&timeoutSeconds=1", NULL),
			 200);
	assert_string_equal(kit_at(&k, "kind"), "ConfigMap");
	assert_string_equal(kit_at(&k, "metadata.name"), "a");
	kit_close(&k);
}

static void new_server_has_the_same_objects_as_a_kube_apiserver(void **state)
{
	static const struct {
		const char *uri, *path, *value;
	} cases[] = {
		{ "/api/v1/namespaces/kube-node-lease", "status.phase", "Active" },
		{ NS "/services/kubernetes", "spec.clusterIP", "10.0.0.1" },
		{ NS "/endpoints/kubernetes", "subsets.0.ports.0.name", "https" },
		{ "/apis/discovery.k8s.io/v1/namespaces/default/endpointslices/kubernetes",
		  "ports.0.name", "https" },
		{ "/apis/networking.k8s.io/v1/servicecidrs/kubernetes", "status.conditions.0.type",
		  "Ready" },
		{ "/apis/scheduling.k8s.io/v1/priorityclasses/system-node-critical",
		  "preemptionPolicy", "PreemptLowerPriority" },
		{ "/apis/scheduling.k8s.io/v1/priorityclasses/system-cluster-critical",
		  "preemptionPolicy", "PreemptLowerPriority" },
	};
	struct fakeapi__options opt;
	struct kit k;

	(void)state;
	memset(&opt, 0, sizeof(opt));
	kit_open(&k, &opt);
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		assert_int_equal(kit_do(&k, "GET", cases[i].uri, NULL), 200);
		assert_string_equal(kit_at(&k, cases[i].path), cases[i].value);
	}
	kit_close(&k);
}

/* Managed fields entries without a time come first. */
static void managed_fields_entry_of_scale_comes_first(void **state)
{
	static const char uri[] = "/apis/apps/v1/namespaces/default/deployments";
	char path[128];
	struct kit k;

	(void)state;
	kit_open(&k, NULL);
	assert_int_equal(kit_do(&k, "POST", uri, DEPLOYMENT), 201);
	k.content_type = "application/merge-patch+json";
	(void)snprintf(path, sizeof(path), "%s/d/scale", uri);
	assert_int_equal(kit_do(&k, "PATCH", path, "{\"spec\":{\"replicas\":2}}"), 200);
	(void)snprintf(path, sizeof(path), "%s/d", uri);
	assert_int_equal(kit_do(&k, "GET", path, NULL), 200);
	assert_string_equal(kit_at(&k, "metadata.managedFields.0.subresource"), "scale");
	assert_string_equal(kit_at(&k, "metadata.managedFields.0.time"), "");
	assert_string_equal(kit_at(&k, "metadata.managedFields.1.subresource"), "");
	assert_string_not_equal(kit_at(&k, "metadata.managedFields.1.time"), "");
	kit_close(&k);
}

static void bookmark_of_a_custom_resource_has_only_its_version(void **state)
{
	struct kit k;

	(void)state;
	kit_open(&k, NULL);
	assert_int_equal(kit_do(&k, "POST",
				"/apis/apiextensions.k8s.io/v1/customresourcedefinitions", WIDGETS),
			 201);
	assert_int_equal(kit_do(&k, "GET",
				"/apis/example.com/v1/widgets?watch=1&sendInitialEvents=true&"
				"resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true&"
				"timeoutSeconds=1",
				NULL),
			 200);
	assert_non_null(
	    strstr(k.body.ptr,
		   "{\"type\":\"BOOKMARK\",\"object\":{\"kind\":\"Widget\","
		   "\"apiVersion\":\"example.com/v1\",\"metadata\":{\"resourceVersion\":"));
	kit_close(&k);
}

/* Only the plain list says "continue" when there is none; a Table and metadata alone do not. */
static void lists_of_custom_resources_equal_the_recorded_ones(void **state)
{
	static const struct {
		const char *accept, *begin;
	} cases[] = {
		{ NULL, "{\"kind\":\"WidgetList\",\"apiVersion\":\"example.com/v1\"" },
		{ "application/json;as=Table;g=meta.k8s.io;v=v1", "{\"kind\":\"Table\"" },
		{ "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1",
		  "{\"kind\":\"PartialObjectMetadataList\"" },
	};
	struct kit k;

	(void)state;
	kit_open(&k, NULL);
	assert_int_equal(kit_do(&k, "POST",
				"/apis/apiextensions.k8s.io/v1/customresourcedefinitions", WIDGETS),
			 201);
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		const cJSON *metadata;

		k.accept = cases[i].accept;
		assert_int_equal(kit_do(&k, "GET", "/apis/example.com/v1/widgets", NULL), 200);
		metadata = cJSON_GetObjectItemCaseSensitive(k.json, "metadata");
		assert_non_null(cJSON_GetObjectItemCaseSensitive(metadata, "resourceVersion"));
		assert_int_equal(cJSON_HasObjectItem(metadata, "continue"), i == 0);
		assert_memory_equal(k.body.ptr, cases[i].begin, strlen(cases[i].begin));
	}
	k.accept = NULL;
	for (int i = 0; i < 2; i++)
		assert_int_equal(
		    kit_do(&k, "POST", "/apis/example.com/v1/namespaces/default/widgets",
			   i ? "{\"apiVersion\":\"example.com/v1\",\"kind\":\"Widget\","
			       "\"metadata\":{\"name\":\"a\"}}"
			     : "{\"apiVersion\":\"example.com/v1\",\"kind\":\"Widget\","
			       "\"metadata\":{\"name\":\"b\"}}"),
		    201);
	assert_int_equal(kit_do(&k, "GET", "/apis/example.com/v1/widgets?limit=1", NULL), 200);
	assert_string_not_equal(kit_at(&k, "metadata.continue"), "");
	assert_null(strstr(strstr(k.body.ptr, "\"continue\"") + 1, "\"continue\"")); /* once */
	assert_int_equal(kit_do(&k, "GET", "/api/v1/pods", NULL), 200);
	assert_false(
	    cJSON_HasObjectItem(cJSON_GetObjectItemCaseSensitive(k.json, "metadata"), "continue"));
	kit_close(&k);
}

#define META                                                                                       \
	"\"metadata\":{\"labels\":{\"l\":\"1\"},\"annotations\":{\"a\":\"1\"},\"finalizers\":["    \
	"\"a.b/c\"]}"

/* The metadata that a write of the status changes depends on the type. */
static void status_write_changes_the_metadata_that_its_type_allows(void **state)
{
	static const char tmpl[] =
	    "\"selector\":{\"matchLabels\":{\"a\":\"b\"}},\"template\":{"
	    "\"metadata\":{\"labels\":{\"a\":\"b\"}},\"spec\":{\"containers\":[{"
	    "\"name\":\"c\",\"image\":\"i\"}]}}";
	static const struct {
		const char *collection, *spec;
		bool labels, annotations, finalizers;
	} cases[] = {
		{ "/apis/apps/v1/namespaces/default/deployments", tmpl, false, true, true },
		{ "/apis/apps/v1/namespaces/default/replicasets", tmpl, true, true, true },
		{ "/apis/apps/v1/namespaces/default/daemonsets", tmpl, true, true, true },
		{ "/apis/policy/v1/namespaces/default/poddisruptionbudgets", "", true, true, true },
		{ "/apis/storage.k8s.io/v1/volumeattachments",
		  "\"attacher\":\"a.b\",\"nodeName\":\"n\",\"source\":{\"persistentVolumeName\":"
		  "\"p\"}",
		  false, false, false },
		{ "/apis/networking.k8s.io/v1/servicecidrs", "\"cidrs\":[\"10.9.0.0/24\"]", false,
		  false, false },
		{ "/apis/flowcontrol.apiserver.k8s.io/v1/prioritylevelconfigurations",
		  "\"type\":\"Limited\",\"limited\":{\"limitResponse\":{\"type\":\"Reject\"}}",
		  false, false, false },
	};
	struct kit k;

	(void)state;
	kit_open(&k, NULL);
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		char uri[160], body[512];
		cJSON *meta;

		(void)snprintf(body, sizeof(body), "{\"metadata\":{\"name\":\"x\"},\"spec\":{%s}}",
			       cases[i].spec);
		assert_int_equal(kit_do(&k, "POST", cases[i].collection, body), 201);
		k.content_type = "application/merge-patch+json";
		(void)snprintf(uri, sizeof(uri), "%s/x/status", cases[i].collection);
		assert_int_equal(kit_do(&k, "PATCH", uri, "{" META "}"), 200);
		k.content_type = NULL;
		meta = cJSON_GetObjectItem(k.json, "metadata");
		assert_int_equal(*kit_at(&k, "metadata.labels.l") != '\0', cases[i].labels);
		assert_int_equal(*kit_at(&k, "metadata.annotations.a") != '\0',
				 cases[i].annotations);
		assert_int_equal(cJSON_HasObjectItem(meta, "finalizers"), cases[i].finalizers);
	}
	kit_close(&k);
}

static void created_node_is_tainted_and_keeps_its_status(void **state)
{
	struct kit k;

	(void)state;
	kit_open(&k, NULL);
	assert_int_equal(
	    kit_do(&k, "POST", "/api/v1/nodes",
		   "{\"metadata\":{\"name\":\"n\"},\"status\":{\"capacity\":{\"cpu\":\"4\"}}}"),
	    201);
	assert_string_equal(kit_at(&k, "spec.taints.0.key"), "node.kubernetes.io/not-ready");
	assert_string_equal(kit_at(&k, "status.capacity.cpu"), "4");
	kit_close(&k);
}

/* Their dependents are orphaned by default, which the garbage collector does behind a finalizer. */
static void deleted_job_or_replication_controller_keeps_an_orphan_finalizer(void **state)
{
	static const struct {
		const char *collection, *spec, *query;
		bool stays;
	} cases[] = {
		{ "/apis/batch/v1/namespaces/default/jobs",
		  "\"template\":{\"spec\":{\"restartPolicy\":\"Never\",\"containers\":[{\"name\":"
		  "\"c\","
		  "\"image\":\"i\"}]}}",
		  "", true },
		{ NS "/replicationcontrollers",
		  "\"selector\":{\"a\":\"b\"},\"template\":{\"metadata\":{\"labels\":{\"a\":\"b\"}}"
		  ","
		  "\"spec\":{\"containers\":[{\"name\":\"c\",\"image\":\"i\"}]}}",
		  "", true },
		{ NS "/replicationcontrollers",
		  "\"selector\":{\"a\":\"b\"},\"template\":{\"metadata\":{\"labels\":{\"a\":\"b\"}}"
		  ","
		  "\"spec\":{\"containers\":[{\"name\":\"c\",\"image\":\"i\"}]}}",
		  "?propagationPolicy=Background", false },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		char uri[160], body[512];
		struct kit k;

		kit_open(&k, NULL);
		(void)snprintf(body, sizeof(body), "{\"metadata\":{\"name\":\"x\"},\"spec\":{%s}}",
			       cases[i].spec);
		assert_int_equal(kit_do(&k, "POST", cases[i].collection, body), 201);
		if (i == 0)
			assert_string_equal(kit_at(&k, "metadata.labels.job-name"), "x");
		(void)snprintf(uri, sizeof(uri), "%s/x%s", cases[i].collection, cases[i].query);
		assert_int_equal(kit_do(&k, "DELETE", uri, NULL), 200);
		assert_string_equal(kit_at(&k, "metadata.finalizers.0"),
				    cases[i].stays ? "orphan" : "");
		kit_close(&k);
	}
}

static void daemon_set_counts_changes_of_its_template(void **state)
{
#define GENERATION "deprecated.daemonset.template.generation"
	static const char uri[] = "/apis/apps/v1/namespaces/default/daemonsets/d";
	static const struct {
		const char *patch, *count;
	} cases[] = {
		{ "{\"metadata\":{\"labels\":{\"x\":\"y\"}}}", "1" },
		{ "{\"spec\":{\"template\":{\"metadata\":{\"annotations\":{\"x\":\"y\"}}}}}", "2" },
		{ "{\"metadata\":{\"annotations\":null}}", "2" },
	};
	struct kit k;

	(void)state;
	kit_open(&k, NULL);
	assert_int_equal(kit_do(&k, "POST", "/apis/apps/v1/namespaces/default/daemonsets",
				DEPLOYMENT),
			 201);
	k.content_type = "application/merge-patch+json";
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		const cJSON *a;

		assert_int_equal(kit_do(&k, "PATCH", uri, cases[i].patch), 200);
		a = cJSON_GetObjectItem(cJSON_GetObjectItem(k.json, "metadata"), "annotations");
		assert_string_equal(cJSON_GetStringValue(cJSON_GetObjectItem(a, GENERATION)),
				    cases[i].count);
	}
	kit_close(&k);
}

#define FLOWS "/apis/flowcontrol.apiserver.k8s.io/v1"

static void responses_name_the_flow_schema(void **state)
{
	static const struct {
		const char *user, *uri;
		bool mine;
	} cases[] = {
		{ "noxu", "/version", true },	 { "noxu", NS "/pods", true },
		{ "noxu", NS "/pods/x", false }, { "noxu", "/api/v1/pods", false },
		{ "noxu", "/healthz", false },	 { "foo", "/version", false },
		{ NULL, "/version", false },
	};
	struct fakeapi__options opt;
	struct kit k;
	char uid[64];

	(void)state;
	memset(&opt, 0, sizeof(opt));
	kit_open(&k, &opt);
	assert_int_equal(kit_do(&k, "GET", FLOWS "/flowschemas/catch-all", NULL), 200);
	assert_string_equal(kit_at(&k, "status.conditions.0.reason"), "Found");
	assert_string_not_equal(k.flow, ""); /* that of the admin: exempt */
	assert_int_equal(
	    kit_do(&k, "POST", FLOWS "/flowschemas",
		   "{\"metadata\":{\"name\":\"mine\"},\"spec\":{\"matchingPrecedence\":5,"
		   "\"priorityLevelConfiguration\":{\"name\":\"level\"},\"rules\":[{\"subjects\":[{"
		   "\"kind\":\"User\",\"user\":{\"name\":\"noxu\"}}],\"nonResourceRules\":[{"
		   "\"verbs\":[\"get\"],\"nonResourceURLs\":[\"/version/*\",\"/version\"]}],"
		   "\"resourceRules\":[{\"verbs\":[\"list\"],\"apiGroups\":[\"\"],\"resources\":["
		   "\"pods\"],"
		   "\"namespaces\":[\"default\"]}]}]}}"),
	    201);
	(void)snprintf(uid, sizeof(uid), "%s", kit_at(&k, "metadata.uid"));
	assert_int_equal(kit_do(&k, "GET", FLOWS "/flowschemas/mine", NULL), 200);
	assert_string_equal(kit_at(&k, "status.conditions.0.status"), "True"); /* it dangles */
	k.user = "noxu";
	assert_int_equal(kit_do(&k, "GET", "/version", NULL), 200);
	assert_string_not_equal(k.flow, uid); /* its level is not there */
	k.user = NULL;
	assert_int_equal(kit_do(&k, "POST", FLOWS "/prioritylevelconfigurations",
				"{\"metadata\":{\"name\":\"level\"},\"spec\":{\"type\":\"Limited\","
				"\"limited\":{\"nominalConcurrencyShares\":5,\"limitResponse\":{"
				"\"type\":\"Reject\"}}}}"),
			 201);
	assert_int_equal(kit_do(&k, "GET", FLOWS "/flowschemas/mine", NULL), 200);
	assert_string_equal(kit_at(&k, "status.conditions.0.status"), "False");
	assert_int_equal(kit_do(&k, "GET", "/metrics", NULL), 200);
	assert_non_null(strstr(k.body.ptr, "\napiserver_flowcontrol_nominal_limit_seats{priority_"
					   "level=\"level\"} 300\n"));
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		k.user = cases[i].user;
		(void)kit_do(&k, "GET", cases[i].uri, NULL);
		assert_string_not_equal(k.flow, "");
		assert_int_equal(strcmp(k.flow, uid) == 0, cases[i].mine);
	}
	kit_close(&k);
}

static void invalid_requests_are_rejected_and_change_nothing(void **state)
{
	static const struct {
		const char *method, *uri, *type, *body;
		int status;
		const char *message;
	} cases[] = {
		{ "DELETE", "/api/v1/configmaps", NULL, NULL, 405,
		  "the server does not allow this method on the requested resource" },
		{ "POST", "/api/v1/configmaps", NULL, "{}", 405,
		  "the server does not allow this method on the requested resource" },
		{ "DELETE", NS "/configmaps/a", NULL, "[]", 500,
		  "couldn't get version/kind; json parse error: json: cannot unmarshal array into "
		  "Go "
		  "value of type struct { APIVersion string \"json:\\\"apiVersion,omitempty\\\"\"; "
		  "Kind "
		  "string \"json:\\\"kind,omitempty\\\"\" }" },
		{ "GET", "/apis/apps/v9/deployments", NULL, NULL, 404,
		  "the server could not find the requested resource" },
		{ "GET", "/apis/apps/v9", NULL, NULL, 404,
		  "the server could not find the requested resource" },
		{ "GET", "/api/v9/pods", NULL, NULL, 404,
		  "the server could not find the requested resource" },
		{ "GET", "/apis/nosuch.io/v1/as", NULL, NULL, 404, "" },
		{ "GET", "/apis/nosuch.io", NULL, NULL, 404, "" },
		{ "PATCH", NS "/configmaps/a", "application/merge-patch+json",
		  "{\"metadata\":{\"name\":\"b\"}}", 400,
		  "the name of the object (b) does not match the name on the URL (a)" },
		{ "PATCH", NS "/configmaps/a", "application/merge-patch+json",
		  "{\"metadata\":{\"resourceVersion\":\"abc\"}}", 500,
		  "strconv.ParseUint: parsing \"abc\": invalid syntax" },
		{ "PATCH", NS "/configmaps/a", "application/merge-patch+json",
		  "{\"metadata\":{\"deletionTimestamp\":\"2026-01-01T00:00:00Z\"}}", 422,
		  "ConfigMap \"a\" is invalid: metadata.deletionTimestamp: Invalid value: "
		  "\"2026-01-01T00:00:00Z\": field is immutable" },
		{ "PATCH", NS "/configmaps/a?fieldManager=m", "application/apply-patch+yaml",
		  "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"b\"}}",
		  400, "the name of the object (b) does not match the name on the URL (a)" },
		{ "PATCH", NS "/configmaps/a?fieldManager=m", "application/apply-patch+yaml",
		  "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"a\"},"
		  "\"foo\":1}",
		  500,
		  "failed to create typed patch object (/a; /v1, Kind=ConfigMap): .foo: field not "
		  "declared in schema" },
		{ "PATCH", NS "/configmaps/c?fieldManager=m", "application/apply-patch+yaml",
		  "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"c\","
		  "\"uid\":\"x\"}}",
		  409,
		  "Operation cannot be fulfilled on configmaps \"c\": uid mismatch: the provided "
		  "object "
		  "specified uid x, and no existing object was found" },
	};
	struct kit k;
	unsigned long rv;

	(void)state;
	kit_open(&k, NULL);
	rv = kit_put_map(&k, "a", "1");
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		k.content_type = cases[i].type;
		if (kit_do(&k, cases[i].method, cases[i].uri, cases[i].body) != cases[i].status)
			fail_msg("%s %s: %d %s", cases[i].method, cases[i].uri, k.status,
				 k.body.ptr);
		assert_string_equal(kit_at(&k, "message"), cases[i].message);
	}
	assert_int_equal(fakeapi__core_rv(k.core), rv);
	kit_close(&k);
}

static void scale_can_be_applied_with_conflicts_and_force(void **state)
{
#define SCALE(replicas)                                                                            \
	"{\"apiVersion\":\"autoscaling/"                                                           \
	"v1\",\"kind\":\"Scale\",\"metadata\":{\"name\":\"d\"},\"spec\":{"                         \
	"\"replicas\":" replicas "}}"
	static const char uri[] = "/apis/apps/v1/namespaces/default/deployments";
	static const struct {
		const char *query, *body;
		int status;
		const char *message;
	} cases[] = {
		{ "?fieldManager=m", SCALE("3"), 409,
		  "Apply failed with 1 conflict: conflict with \"kit\" using autoscaling/v1: "
		  ".spec.replicas" },
		{ "?fieldManager=m&force=true", SCALE("3"), 200, "" },
		{ "?fieldManager=m", SCALE("4"), 200, "" },
		{ "?fieldManager=m",
		  "{\"apiVersion\":\"apps/"
		  "v1\",\"kind\":\"Deployment\",\"metadata\":{\"name\":\"d\"}}",
		  400, "invalid object type: apps/v1, Kind=Deployment" },
		{ "?fieldManager=m",
		  "{\"apiVersion\":\"autoscaling/"
		  "v1\",\"kind\":\"Scale\",\"metadata\":{\"name\":\"e\"}}",
		  400, "the name of the object (e) does not match the name on the URL (d)" },
		{ "?fieldManager=m",
		  "{\"apiVersion\":\"autoscaling/v1\",\"kind\":\"Scale\","
		  "\"metadata\":{\"name\":\"d\",\"namespace\":\"other\"}}",
		  400,
		  "the namespace of the provided object does not match the namespace sent on the "
		  "request" },
		{ "?fieldManager=m",
		  "{\"apiVersion\":\"autoscaling/"
		  "v1\",\"kind\":\"Scale\",\"spec\":{\"replicas\":4}}",
		  200, "" },
	};
	char path[160];
	struct kit k;

	(void)state;
	kit_open(&k, NULL);
	assert_int_equal(kit_do(&k, "POST", uri, DEPLOYMENT), 201);
	k.content_type = "application/apply-patch+yaml";
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		(void)snprintf(path, sizeof(path), "%s/d/scale%s", uri, cases[i].query);
		assert_int_equal(kit_do(&k, "PATCH", path, cases[i].body), cases[i].status);
		assert_string_equal(kit_at(&k, "message"), cases[i].message);
	}
	(void)snprintf(path, sizeof(path), "%s/d", uri);
	assert_int_equal(kit_do(&k, "GET", path, NULL), 200);
	assert_int_equal(
	    cJSON_GetObjectItem(cJSON_GetObjectItem(k.json, "spec"), "replicas")->valueint, 4);
	assert_string_equal(kit_at(&k, "metadata.managedFields.0.operation"), "Apply");
	assert_string_equal(kit_at(&k, "metadata.managedFields.0.subresource"), "scale");
	kit_close(&k);
}

static void aggregated_discovery_can_be_switched_off(void **state)
{
	static const char *const cases[][2] = {
		{ "AggregatedDiscoveryEndpoint=false,EnvFiles=true", "APIGroupList" },
		{ "EnvFiles=false,AggregatedDiscoveryEndpoint=true", "APIGroupDiscoveryList" },
		{ NULL, "APIGroupDiscoveryList" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		struct fakeapi__options opt = { .feature_gates = cases[i][0] };
		struct kit k;

		kit_open(&k, &opt);
		k.accept = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList,"
			   "application/json";
		assert_int_equal(kit_do(&k, "GET", "/apis", NULL), 200);
		assert_string_equal(kit_at(&k, "kind"), cases[i][1]);
		kit_close(&k);
	}
}

static void patch_of_a_scale_cannot_change_its_name(void **state)
{
	static const char uri[] = "/apis/apps/v1/namespaces/default/deployments";
	static const struct {
		const char *body;
		int status;
		const char *message;
	} cases[] = {
		{ "{\"metadata\":{\"name\":\"e\"},\"spec\":{\"replicas\":4}}", 400,
		  "the name of the object (e) does not match the name on the URL (d)" },
		{ "{\"metadata\":{\"name\":null},\"spec\":{\"replicas\":4}}", 400,
		  "the name of the object (d based on URL) was undeterminable: name must be "
		  "provided" },
		{ "{\"metadata\":{\"namespace\":\"e\"},\"spec\":{\"replicas\":4}}", 400,
		  "the namespace of the provided object does not match the namespace sent on the "
		  "request" },
		{ "{\"metadata\":{\"namespace\":null},\"spec\":{\"replicas\":4}}", 200, "" },
	};
	char path[160];
	struct kit k;

	(void)state;
	kit_open(&k, NULL);
	assert_int_equal(kit_do(&k, "POST", uri, DEPLOYMENT), 201);
	k.content_type = "application/merge-patch+json";
	(void)snprintf(path, sizeof(path), "%s/d/scale", uri);
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		assert_int_equal(kit_do(&k, "PATCH", path, cases[i].body), cases[i].status);
		assert_string_equal(kit_at(&k, "message"), cases[i].message);
	}
	kit_close(&k);
}

static void delete_collection_stops_at_its_limit(void **state)
{
	struct kit k;

	(void)state;
	kit_open(&k, NULL);
	for (char c = 'a'; c <= 'c'; c++)
		(void)kit_put_map(&k, (const char[]) { c, '\0' }, "1");
	assert_int_equal(kit_do(&k, "DELETE", NS "/configmaps?limit=2", NULL), 200);
	assert_int_equal(kit_do(&k, "GET", NS "/configmaps", NULL), 200);
	assert_string_equal(kit_at(&k, "items.0.metadata.name"), "c");
	kit_close(&k);
}

/* A watch outlives the definition that it was opened under. */
static void watch_continues_after_a_change_of_its_definition(void **state)
{
	static const char crds[] = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
	static const char list[] = "/apis/example.com/v1/namespaces/default/widgets";
	AUTO_STRBUF seen = STRBUF_INIT;
	struct kit_watch w;
	char uri[256];
	struct kit k;

	(void)state;
	kit_open(&k, NULL);
	assert_int_equal(kit_do(&k, "POST", crds, WIDGETS), 201);
	(void)snprintf(uri, sizeof(uri), "%s?watch=1&allowWatchBookmarks=true", list);
	kit_watch(&k, &w, uri);
	k.content_type = "application/merge-patch+json";
	(void)snprintf(uri, sizeof(uri), "%s/widgets.example.com", crds);
	assert_int_equal(kit_do(&k, "PATCH", uri, "{\"metadata\":{\"labels\":{\"a\":\"b\"}}}"),
			 200);
	k.content_type = NULL;
	assert_int_equal(kit_do(&k, "POST", list,
				"{\"apiVersion\":\"example.com/v1\",\"kind\":\"Widget\","
				"\"metadata\":{\"name\":\"w\"}}"),
			 201);
	assert_string_equal(kit_events(&w, &seen), "BOOKMARK , ADDED w, ");
	k.now_ns += 61 * NS_PER_S;
	assert_string_equal(kit_events(&w, &seen), "BOOKMARK , ");
	assert_int_equal(kit_do(&k, "DELETE", uri, NULL), 200);
	assert_string_equal(kit_events(&w, &seen), "DELETED w, ");
	assert_int_equal(w.end, FAKEAPI_PULL_END);
	kit_unwatch(&w);
	kit_close(&k);
}

#define DEFINITIONS "/apis/apiextensions.k8s.io/v1/customresourcedefinitions"
#define VERSION(name, storage)                                                                     \
	"{\"name\":\"" name "\",\"served\":true,\"storage\":" storage                              \
	",\"schema\":{\"openAPIV3Schema\":{\"type\":\"object\",\"properties\":{\"spec\":{"         \
	"\"type\":"                                                                                \
	"\"object\",\"x-kubernetes-preserve-unknown-fields\":true}}}}}"
#define VERSIONED(rv, versions)                                                                    \
	"{\"apiVersion\":\"apiextensions.k8s.io/v1\",\"kind\":\"CustomResourceDefinition\","       \
	"\"metadata\":{\"name\":\"foos.e.com\"" rv "},\"spec\":{\"group\":\"e.com\",\"scope\":"    \
	"\"Cluster\",\"names\":{\"plural\":\"foos\",\"singular\":\"foo\",\"kind\":\"Foo\","        \
	"\"listKind\":\"FooList\"},\"versions\":[" versions "]}}"

static void put_definition(struct kit *k, const char *versions)
{
	char body[4096], rv[64];

	assert_int_equal(kit_do(k, "GET", DEFINITIONS "/foos.e.com", NULL), 200);
	(void)snprintf(rv, sizeof(rv), ",\"resourceVersion\":\"%s\"",
		       kit_at(k, "metadata.resourceVersion"));
	(void)snprintf(body, sizeof(body), VERSIONED("%s", "%s"), rv, versions);
	assert_int_equal(kit_do(k, "PUT", DEFINITIONS "/foos.e.com", body), 200);
}

static int patch_foo(struct kit *k, const char *version, const char *name, const char *body)
{
	char uri[96];
	int status;

	(void)snprintf(uri, sizeof(uri), "/apis/e.com/%s/foos/%s", version, name);
	k->content_type = "application/merge-patch+json";
	status = kit_do(k, "PATCH", uri, body);
	k->content_type = NULL;
	return status;
}

static int apply_foo(struct kit *k, const char *version, const char *name)
{
	char uri[96], body[256];
	int status;

	(void)snprintf(uri, sizeof(uri), "/apis/e.com/%s/foos/%s?fieldManager=m&force=true",
		       version, name);
	(void)
	    snprintf(body, sizeof(body),
		     "{\"apiVersion\":\"e.com/%s\",\"kind\":\"Foo\",\"metadata\":{\"name\":\"%s\"},"
		     "\"spec\":{\"foo\":\"%s\"}}",
		     version, name, version);
	k->content_type = "application/apply-patch+yaml";
	status = kit_do(k, "PATCH", uri, body);
	k->content_type = NULL;
	return status;
}

/* As kube-apiserver 1.34.4 answered. cluster-api's migration of definitions rests on it. */
static void field_owner_of_a_removed_version_fails_an_apply_not_an_update(void **state)
{
	struct kit k;

	(void)state;
	kit_open(&k, NULL);
	assert_int_equal(kit_do(&k, "POST", DEFINITIONS, VERSIONED("", VERSION("v1", "true"))),
			 201);
	assert_int_equal(apply_foo(&k, "v1", "a"), 201);
	assert_int_equal(apply_foo(&k, "v1", "b"), 201);
	put_definition(&k, VERSION("v1", "false") "," VERSION("v2", "true"));
	assert_int_equal(patch_foo(&k, "v2", "a", "{\"metadata\":{\"labels\":{\"t\":\"1\"}}}"),
			 200);
	assert_string_equal(kit_at(&k, "metadata.managedFields.0.apiVersion"), "e.com/v1");
	assert_int_equal(patch_foo(&k, "v2", "b", "{\"metadata\":{\"labels\":{\"t\":\"1\"}}}"),
			 200);
	k.content_type = "application/merge-patch+json";
	assert_int_equal(kit_do(&k, "PATCH", DEFINITIONS "/foos.e.com/status",
				"{\"status\":{\"storedVersions\":[\"v2\"]}}"),
			 200);
	k.content_type = NULL;
	put_definition(&k, VERSION("v2", "true"));
	assert_int_equal(apply_foo(&k, "v2", "a"), 500);
	assert_string_equal(kit_at(&k, "message"),
			    "request to convert CR to an invalid group/version: e.com/v1");
	assert_string_equal(kit_at(&k, "reason"), "");
	assert_int_equal(patch_foo(&k, "v2", "b", "{\"spec\":{\"foo\":\"z\"}}"), 200);
	assert_null(strstr(k.body.ptr, "managedFields"));
	assert_int_equal(apply_foo(&k, "v2", "b"), 200);
	assert_string_equal(kit_at(&k, "metadata.managedFields.1.manager"), "before-first-apply");
	kit_close(&k);
}

/* As with kube-apiserver: cluster-api's upgrade of a provider. */
static void object_of_the_old_storage_version_is_served_in_the_new_one(void **state)
{
	AUTO_STRBUF seen = STRBUF_INIT;
	struct kit_watch before, after;
	char rv[32], buf[4096];
	ptrdiff_t n;
	struct kit k;

	(void)state;
	kit_open(&k, NULL);
	assert_int_equal(kit_do(&k, "POST", DEFINITIONS, VERSIONED("", VERSION("v1", "true"))),
			 201);
	assert_int_equal(apply_foo(&k, "v1", "a"), 201);
	kit_watch(&k, &before, "/apis/e.com/v1/foos?watch=1&resourceVersion=0");
	assert_string_equal(kit_events(&before, &seen), "ADDED a, ");
	put_definition(&k, VERSION("v1", "false") "," VERSION("v2", "true"));
	(void)kit_events(&before, &seen);
	assert_int_equal(before.end, FAKEAPI_PULL_END); /* its storage was rebuilt */
	kit_unwatch(&before);
	assert_int_equal(kit_do(&k, "GET", "/apis/e.com/v2/foos/a", NULL), 200);
	assert_string_equal(kit_at(&k, "apiVersion"), "e.com/v2");
	(void)snprintf(rv, sizeof(rv), "%s", kit_at(&k, "metadata.resourceVersion"));
	assert_int_equal(kit_do(&k, "GET", "/apis/e.com/v2/foos", NULL), 200);
	assert_string_equal(kit_at(&k, "items.0.apiVersion"), "e.com/v2");
	assert_int_equal(kit_do(&k, "GET", "/apis/e.com/v1/foos", NULL), 200);
	assert_string_equal(kit_at(&k, "items.0.apiVersion"), "e.com/v1");
	kit_watch(&k, &after, "/apis/e.com/v2/foos?watch=1&resourceVersion=0");
	n = after.x->ops->pull(after.x, k.now_ns, buf, sizeof(buf) - 1);
	assert_true(n > 0);
	buf[n] = '\0';
	assert_non_null(
	    strstr(buf, "{\"type\":\"ADDED\",\"object\":{\"apiVersion\":\"e.com/v2\","));
	/* nothing changes but the version that it is kept in */
	assert_int_equal(patch_foo(&k, "v2", "a", "{}"), 200);
	assert_string_not_equal(kit_at(&k, "metadata.resourceVersion"), rv);
	assert_string_equal(kit_at(&k, "apiVersion"), "e.com/v2");
	(void)snprintf(rv, sizeof(rv), "%s", kit_at(&k, "metadata.resourceVersion"));
	assert_int_equal(patch_foo(&k, "v2", "a", "{}"), 200);
	assert_string_equal(kit_at(&k, "metadata.resourceVersion"), rv);
	kit_unwatch(&after);
	kit_close(&k);
}

#define COMPONENTS "/api/v1/componentstatuses"
#define REFUSED(port)                                                                              \
	"Get \\\"https://127.0.0.1:" port "/healthz\\\": dial tcp 127.0.0.1:" port                 \
	": connect: connection refused"
#define SAYS(name, status, message)                                                                \
	"\"metadata\":{\"name\":\"" name "\"},\"conditions\":[{\"type\":\"Healthy\",\"status\":"   \
	"\"" status "\",\"message\":\"" message "\"}]}"
#define LIST_OF(items)                                                                             \
	"{\"kind\":\"ComponentStatusList\",\"apiVersion\":\"v1\",\"metadata\":{},\"items\":"       \
	"[" items "]}\n"
#define ETCD SAYS("etcd-0", "True", "ok")
#define ALL                                                                                        \
	"{" SAYS("scheduler", "False", REFUSED("10259")) ",{" SAYS("controller-manager", "False",  \
								   REFUSED("10257")) ",{" ETCD

/* As kube-apiserver 1.34.4 without a scheduler and a controller manager answered. */
static void component_statuses_are_computed_at_each_read(void **state)
{
	static const struct {
		const char *uri, *accept;
		int status;
		const char *body;
	} cases[] = {
		{ COMPONENTS, NULL, 200, LIST_OF(ALL) },
		{ COMPONENTS "?limit=1&resourceVersion=7", NULL, 200, LIST_OF(ALL) },
		{ COMPONENTS "?labelSelector=a%3Db", NULL, 200, LIST_OF("") },
		{ COMPONENTS "?labelSelector=%21a&fieldSelector=metadata.name%3Detcd-0", NULL, 200,
		  LIST_OF("{" ETCD) },
		{ COMPONENTS
		  "?fieldSelector=metadata.name%21%3Detcd-0,metadata.name%21%3Dscheduler,"
		  "metadata.namespace%3D",
		  NULL, 200, LIST_OF("{" SAYS("controller-manager", "False", REFUSED("10257"))) },
		{ COMPONENTS "?fieldSelector=metadata.namespace%3Dx", NULL, 200, LIST_OF("") },
		{ COMPONENTS "?fieldSelector=x%3Dy", NULL, 400,
		  "{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"metadata\":{},\"status\":"
		  "\"Failure\","
		  "\"message\":\"\\\"x\\\" is not a known field selector: only "
		  "\\\"metadata.name\\\", \\\"metadata.namespace\\\"\",\"reason\":\"BadRequest\","
		  "\"code\":400}\n" },
		{ COMPONENTS "/etcd-0?resourceVersion=99", NULL, 200,
		  "{\"kind\":\"ComponentStatus\",\"apiVersion\":\"v1\"," ETCD "\n" },
		{ COMPONENTS "/nope", NULL, 404,
		  "{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"metadata\":{},\"status\":"
		  "\"Failure\","
		  "\"message\":\"componentstatus \\\"nope\\\" not found\",\"reason\":\"NotFound\","
		  "\"details\":{\"name\":\"nope\",\"kind\":\"componentstatus\"},\"code\":404}\n" },
		{ COMPONENTS "/scheduler",
		  "application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io", 200,
		  "{\"kind\":\"PartialObjectMetadata\",\"apiVersion\":\"meta.k8s.io/v1\","
		  "\"metadata\":{\"name\":\"scheduler\"}}\n" },
	};
	struct kit k;

	(void)state;
	kit_open(&k, NULL);
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		k.accept = cases[i].accept;
		assert_int_equal(kit_do(&k, "GET", cases[i].uri, NULL), cases[i].status);
		assert_string_equal(k.body.ptr, cases[i].body);
	}
	k.accept = "application/json;as=Table;v=v1;g=meta.k8s.io";
	assert_int_equal(kit_do(&k, "GET", COMPONENTS, NULL), 200);
	assert_non_null(
	    strstr(k.body.ptr, "\"rows\":[{\"cells\":[\"scheduler\",\"Unhealthy\",\"" REFUSED(
				   "10259") "\",\"\"]"));
	assert_non_null(strstr(k.body.ptr, "{\"cells\":[\"etcd-0\",\"Healthy\",\"ok\",\"\"]"));
	assert_int_equal(kit_do(&k, "GET", COMPONENTS "?watch=1", NULL), 405);
	kit_close(&k);
}

static void health_check_results_are_counted_in_metrics(void **state)
{
	struct kit k;

	(void)state;
	kit_open(&k, NULL);
	assert_int_equal(kit_do(&k, "GET", "/metrics/slis", NULL), 200);
	assert_int_equal(strncmp(k.body.ptr, "# HELP process_start_time_seconds ", 34), 0);
	assert_int_equal(kit_do(&k, "GET", "/livez/ping", NULL), 200); /* alone: not counted */
	assert_int_equal(kit_do(&k, "GET", "/healthz?exclude=log", NULL), 200);
	assert_int_equal(kit_do(&k, "GET", "/readyz", NULL), 200);
	assert_int_equal(kit_do(&k, "GET", "/readyz?exclude=ping&verbose", NULL), 200);
	assert_int_equal(kit_do(&k, "GET", "/metrics/slis", NULL), 200);
	assert_string_equal(k.type,
			    "text/plain; version=0.0.4; charset=utf-8; escaping=underscores");
	assert_int_equal(strncmp(k.body.ptr, "# HELP kubernetes_healthcheck [STABLE] ", 39), 0);
	assert_non_null(strstr(k.body.ptr,
			       "\nkubernetes_healthcheck{name=\"ping\",type=\"healthz\"} 1\n"
			       "kubernetes_healthcheck{name=\"ping\",type=\"readyz\"} 1\n"));
	assert_non_null(strstr(
	    k.body.ptr,
	    "\nkubernetes_healthchecks_total{name=\"ping\",status=\"success\",type=\"healthz\"} 1\n"
	    "kubernetes_healthchecks_total{name=\"ping\",status=\"success\",type=\"readyz\"} 1\n"));
	assert_non_null(strstr(k.body.ptr, "\nkubernetes_healthchecks_total{name=\"log\",status="
					   "\"success\",type=\"readyz\"} 2\n"));
	assert_null(strstr(k.body.ptr, "livez"));
	assert_null(strstr(k.body.ptr, "{name=\"log\",status=\"success\",type=\"healthz\"}"));
	kit_close(&k);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(get_of_one_object_ignores_the_watch_parameter),
		cmocka_unit_test(new_server_has_the_same_objects_as_a_kube_apiserver),
		cmocka_unit_test(managed_fields_entry_of_scale_comes_first),
		cmocka_unit_test(lists_of_custom_resources_equal_the_recorded_ones),
		cmocka_unit_test(bookmark_of_a_custom_resource_has_only_its_version),
		cmocka_unit_test(responses_name_the_flow_schema),
		cmocka_unit_test(invalid_requests_are_rejected_and_change_nothing),
		cmocka_unit_test(scale_can_be_applied_with_conflicts_and_force),
		cmocka_unit_test(patch_of_a_scale_cannot_change_its_name),
		cmocka_unit_test(aggregated_discovery_can_be_switched_off),
		cmocka_unit_test(delete_collection_stops_at_its_limit),
		cmocka_unit_test(watch_continues_after_a_change_of_its_definition),
		cmocka_unit_test(status_write_changes_the_metadata_that_its_type_allows),
		cmocka_unit_test(created_node_is_tainted_and_keeps_its_status),
		cmocka_unit_test(deleted_job_or_replication_controller_keeps_an_orphan_finalizer),
		cmocka_unit_test(daemon_set_counts_changes_of_its_template),
		cmocka_unit_test(field_owner_of_a_removed_version_fails_an_apply_not_an_update),
		cmocka_unit_test(object_of_the_old_storage_version_is_served_in_the_new_one),
		cmocka_unit_test(component_statuses_are_computed_at_each_read),
		cmocka_unit_test(health_check_results_are_counted_in_metrics),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
