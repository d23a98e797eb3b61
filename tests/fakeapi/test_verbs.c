/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/kit/testing.h"

#include "fakeapi/control/control.h"
#include "tests/kit/core_kit.h"

#define NS   "/api/v1/namespaces/default"
#define MAPS NS "/configmaps"
#define PODS NS "/pods"
#define POD(name)                                                                                  \
	"{\"metadata\":{\"name\":\"" name "\"},\"spec\":{\"containers\":[{\"name\":\"c\","         \
	"\"image\":\"i\"}]}}"

#define A(metadata) "{\"apiVersion\":\"e.com/v1\",\"kind\":\"A\",\"metadata\":" metadata "}"

static void list_pages_show_one_version(void **state)
{
	struct kit k;
	char uri[256];

	(void)state;
	kit_open(&k, NULL);
	for (char c = 'a'; c <= 'e'; c++)
		(void)kit_put_map(&k, (const char[]) { c, '\0' }, "1");
	assert_int_equal(kit_do(&k, "GET", MAPS "?limit=2", NULL), 200);
	assert_string_equal(kit_at(&k, "items.1.metadata.name"), "b");
	assert_int_equal(cJSON_GetObjectItem(cJSON_GetObjectItem(k.json, "metadata"),
					     "remainingItemCount")
			     ->valueint,
			 3);
	(void)snprintf(uri, sizeof(uri), MAPS "?limit=2&continue=%s",
		       kit_at(&k, "metadata.continue"));
	(void)kit_do(&k, "DELETE", MAPS "/c", NULL);
	(void)kit_put_map(&k, "bb", "1");
	assert_int_equal(kit_do(&k, "GET", uri, NULL), 200);
	assert_string_equal(kit_at(&k, "items.0.metadata.name"), "c");
	assert_string_equal(kit_at(&k, "items.1.metadata.name"), "d");
	kit_close(&k);
}

/* The real server makes an object before it sees that it cannot show it so. */
static void write_with_an_unservable_response_form_is_committed(void **state)
{
	static const char list[] =
	    "application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io";
	static const struct {
		const char *method, *type, *uri, *body;
		int status;
		const char *message;
	} rows[] = {
		{ "POST", NULL, MAPS, "{\"metadata\":{\"name\":\"m\"}}", 406,
		  "you requested PartialObjectMetadataList, but the requested object is not a list "
		  "(*core.ConfigMap)" },
		{ "POST", NULL, "/apis/e.com/v1/as", A("{\"name\":\"a\"}"), 500,
		  "content is not a list" },
		{ "PATCH", "application/merge-patch+json", "/apis/e.com/v1/as/a", "{\"x\":1}", 500,
		  "content is not a list" },
	};
	unsigned long before, after;
	struct kit k;

	(void)state;
	kit_open(&k, NULL);
	assert_int_equal(
	    kit_do(
		&k, "POST", "/apis/apiextensions.k8s.io/v1/customresourcedefinitions",
		"{\"metadata\":{\"name\":\"as.e.com\"},\"spec\":{\"group\":\"e.com\",\"scope\":"
		"\"Cluster\",\"names\":{\"plural\":\"as\",\"kind\":\"A\"},\"versions\":[{\"name\":"
		"\"v1\",\"served\":true,\"storage\":true,\"schema\":{\"openAPIV3Schema\":{"
		"\"type\":\"object\",\"x-kubernetes-preserve-unknown-fields\":true}}}]}}"),
	    201);
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		before = kit_put_map(&k, (const char[]) { 'b', (char)('0' + i), '\0' }, "1");
		k.accept = list;
		k.content_type = rows[i].type;
		assert_int_equal(kit_do(&k, rows[i].method, rows[i].uri, rows[i].body),
				 rows[i].status);
		assert_string_equal(kit_at(&k, "message"), rows[i].message);
		k.accept = k.content_type = NULL;
		after = kit_put_map(&k, (const char[]) { 'c', (char)('0' + i), '\0' }, "1");
		assert_int_equal(after, before + 2);
	}
	kit_close(&k);
}

/* As the real server's compaction every five minutes: between one interval and two. */
static void continue_tokens_expire_by_age(void **state)
{
	struct fakeapi__options opt;
	struct kit k;
	char token[256], exact[128], watch[128], rest[512];
	unsigned long rv;

	(void)state;
	memset(&opt, 0, sizeof(opt));
	opt.compact_every_ns = 300 * NS_PER_S;
	kit_open(&k, &opt);
	for (char c = 'a'; c <= 'e'; c++)
		rv = kit_put_map(&k, (const char[]) { c, '\0' }, "1");
	(void)kit_put_map(&k, "f", "1");
	assert_int_equal(kit_do(&k, "GET", MAPS "?limit=2", NULL), 200);
	(void)snprintf(token, sizeof(token), MAPS "?limit=2&continue=%s",
		       kit_at(&k, "metadata.continue"));
	(void)snprintf(exact, sizeof(exact), MAPS "?resourceVersionMatch=Exact&resourceVersion=%lu",
		       rv);
	(void)snprintf(watch, sizeof(watch), MAPS "?watch=1&timeoutSeconds=1&resourceVersion=%lu",
		       rv);
	for (int minute = 0; minute < 16; minute += 4) {
		/* After 2.5 minutes the version is noted, after 7.5 it is forgotten. */
		assert_int_equal(kit_do(&k, "GET", token, NULL), minute < 8 ? 200 : 410);
		assert_int_equal(kit_do(&k, "GET", exact, NULL), minute < 8 ? 200 : 410);
		assert_int_equal(kit_do(&k, "GET", watch, NULL), 200);
		assert_non_null(strstr(k.body.ptr, "\"type\":\"ADDED\""));
		k.now_ns += 240 * NS_PER_S;
	}
	assert_int_equal(kit_do(&k, "GET", token, NULL), 410);
	(void)snprintf(rest, sizeof(rest), MAPS "?continue=%s", kit_at(&k, "metadata.continue"));
	assert_int_equal(kit_do(&k, "GET", rest, NULL), 200);
	assert_string_equal(kit_at(&k, "items.0.metadata.name"), "c");
	/* Also of a version without a later write. */
	assert_int_equal(kit_do(&k, "GET", MAPS "?limit=2", NULL), 200);
	(void)snprintf(token, sizeof(token), MAPS "?limit=2&continue=%s",
		       kit_at(&k, "metadata.continue"));
	assert_int_equal(kit_do(&k, "GET", token, NULL), 200);
	for (int i = 0; i < 3; i++) {
		k.now_ns += 300 * NS_PER_S;
		(void)kit_do(&k, "GET", token, NULL);
	}
	assert_int_equal(k.status, 410);
	assert_int_equal(kit_do(&k, "GET", MAPS "?limit=2", NULL), 200);
	(void)snprintf(token, sizeof(token), MAPS "?limit=2&continue=%s",
		       kit_at(&k, "metadata.continue"));
	assert_int_equal(kit_do(&k, "GET", token, NULL), 200);
	kit_close(&k);
}

static void log_of_an_unscheduled_pod_returns_204(void **state)
{
	struct kit k;

	(void)state;
	kit_open(&k, NULL);
	assert_int_equal(kit_do(&k, "POST", "/api/v1/namespaces/default/pods",
				"{\"metadata\":{\"name\":\"p\"},\"spec\":{\"containers\":"
				"[{\"name\":\"c\",\"image\":\"i\"}]}}"),
			 201);
	assert_int_equal(kit_do(&k, "GET", "/api/v1/namespaces/default/pods/p/log", NULL), 204);
	assert_int_equal(kit_do(&k, "POST", "/api/v1/namespaces/default/pods/p/exec", NULL), 400);
	kit_close(&k);
}

/* As a kube-apiserver 1.34.4 answered whose kubelets do not run; "no endpoints" as its source says.
 */
static void kubelet_subresources_return_the_recorded_errors(void **state)
{
	static const struct {
		const char *path, *body;
	} objects[] = {
		{ "/api/v1/nodes", "{\"metadata\":{\"name\":\"bare\"}}" },
		{ "/api/v1/nodes",
		  "{\"metadata\":{\"name\":\"odd\"},\"status\":{\"addresses\":[{\"type\":\"Odd\","
		  "\"address\":\"127.0.0.1\"}]}}" },
		{ "/api/v1/nodes",
		  "{\"metadata\":{\"name\":\"there\"},\"status\":{\"addresses\":[{\"type\":"
		  "\"ExternalIP\",\"address\":\"127.0.0.3\"},{\"type\":\"InternalIP\",\"address\":"
		  "\"127.0.0.1\"}],\"daemonEndpoints\":{\"kubeletEndpoint\":{\"Port\":9}}}}" },
		{ "/api/v1/namespaces/default/pods", "{\"metadata\":{\"name\":\"one\"},\"spec\":{"
						     "\"nodeName\":\"there\",\"containers\":"
						     "[{\"name\":\"c\",\"image\":\"i\"}]}}" },
		{ "/api/v1/namespaces/default/pods",
		  "{\"metadata\":{\"name\":\"two\"},\"spec\":{\"nodeName\":\"there\","
		  "\"initContainers\":[{\"name\":\"init\",\"image\":\"i\"}],\"containers\":"
		  "[{\"name\":\"a\",\"image\":\"i\"},{\"name\":\"b\",\"image\":\"i\"}]}}" },
		{ "/api/v1/namespaces/default/pods",
		  "{\"metadata\":{\"name\":\"p-bare\"},\"spec\":{\"nodeName\":\"bare\","
		  "\"containers\":[{\"name\":\"c\",\"image\":\"i\"}]}}" },
		{ "/api/v1/namespaces/default/pods", "{\"metadata\":{\"name\":\"p-odd\"},\"spec\":{"
						     "\"nodeName\":\"odd\",\"containers\":"
						     "[{\"name\":\"c\",\"image\":\"i\"}]}}" },
		{ "/api/v1/namespaces/default/pods", "{\"metadata\":{\"name\":\"p-gone\"},\"spec\":"
						     "{\"nodeName\":\"gone\",\"containers\":"
						     "[{\"name\":\"c\",\"image\":\"i\"}]}}" },
		{ "/api/v1/namespaces/default/pods",
		  "{\"metadata\":{\"name\":\"none\"},\"spec\":{\"containers\":[{\"name\":\"c\","
		  "\"image\":\"i\"}]}}" },
		{ "/api/v1/namespaces/default/services",
		  "{\"metadata\":{\"name\":\"s\"},\"spec\":{\"ports\":[{\"port\":80}]}}" },
	};
	static const struct {
		const char *method, *path;
		int code;
		const char *message;
	} cases[] = {
		{ "GET", "namespaces/default/pods/one/log", 500,
		  "Get \"https://127.0.0.1:9/containerLogs/default/one/c\": dial tcp 127.0.0.1:9: "
		  "connect: connection refused" },
		{ "GET",
		  "namespaces/default/pods/two/log?container=b&follow=true&tailLines=5&"
		  "timestamps=false&limitBytes=7",
		  500,
		  "Get \"https://127.0.0.1:9/containerLogs/default/two/"
		  "b?follow=true&limitBytes=7&tailLines=5\": dial tcp 127.0.0.1:9: connect: "
		  "connection refused" },
		{ "GET", "namespaces/default/pods/two/log", 400,
		  "a container name must be specified for pod two, choose one of: [init a b]" },
		{ "POST", "namespaces/default/pods/two/exec?command=ls&container=zz", 400,
		  "container zz is not valid for pod two" },
		{ "GET", "namespaces/default/pods/none/log?container=zz", 400,
		  "container zz is not valid for pod none" },
		{ "POST", "namespaces/default/pods/none/portforward?ports=80", 400,
		  "pod none does not have a host assigned" },
		{ "POST", "namespaces/default/pods/one/exec?command=ls", 400,
		  "Upgrade request required" },
		{ "POST", "namespaces/default/pods/p-bare/attach", 500,
		  "no preferred addresses found; known addresses: []" },
		{ "GET", "namespaces/default/pods/p-odd/log", 500,
		  "no preferred addresses found; known addresses: [{Odd 127.0.0.1}]" },
		{ "GET", "namespaces/default/pods/p-gone/log", 404, "pods \"gone\" not found" },
		{ "GET", "namespaces/default/pods/one/proxy", 400, "address not allowed" },
		{ "GET", "namespaces/default/pods/https:one:99/proxy/x", 400,
		  "address not allowed" },
		{ "GET", "namespaces/default/pods/zz:99/proxy", 404, "pods \"zz\" not found" },
		{ "GET", "namespaces/default/services/s:80/proxy", 404,
		  "services \"s\" not found" },
		{ "GET", "nodes/bare/proxy", 500,
		  "no preferred addresses found; known addresses: []" },
		{ "GET", "nodes/there/proxy/metrics", 400, "address not allowed" },
	};
	struct kit k;

	(void)state;
	kit_open(&k, NULL);
	for (size_t i = 0; i < ARRAY_LEN(objects); i++)
		assert_int_equal(kit_do(&k, "POST", objects[i].path, objects[i].body), 201);
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		AUTO_STRBUF uri = STRBUF_INIT;

		strbuf_addf(&uri, "/api/v1/%s", cases[i].path);
		assert_int_equal(kit_do(&k, cases[i].method, uri.ptr, NULL), cases[i].code);
		assert_string_equal(kit_at(&k, "message"), cases[i].message);
	}
	kit_close(&k);
}

static void read_at_a_future_version_waits_for_it(void **state)
{
	struct kit k;
	struct kit_watch get;
	char uri[128];
	unsigned long rv;

	(void)state;
	kit_open(&k, NULL);
	rv = kit_put_map(&k, "a", "1");
	(void)snprintf(uri, sizeof(uri), MAPS "/b?resourceVersion=%lu", rv + 1);
	kit_begin(&k, &get, uri);
	assert_int_equal(get.x->ops->head(get.x, k.now_ns), FAKEAPI_HEAD_WAIT);
	assert_int_equal(get.x->ops->deadline_ns(get.x), k.now_ns + 3 * NS_PER_S);
	(void)kit_put_map(&k, "b", "1");
	assert_int_equal(get.woken, 1);
	assert_int_equal(get.x->ops->head(get.x, k.now_ns), FAKEAPI_HEAD_READY);
	assert_int_equal(get.x->status, 200);
	kit_unwatch(&get);
	assert_int_equal(kit_do(&k, "GET", MAPS "/b?resourceVersion=99", NULL), 504);
	kit_close(&k);
}

static void create_honours_generate_name_and_dry_run(void **state)
{
	struct kit k;

	(void)state;
	kit_open(&k, NULL);
	assert_int_equal(kit_do(&k, "POST", MAPS, "{\"metadata\":{\"generateName\":\"g-\"}}"), 201);
	assert_int_equal(strlen(kit_at(&k, "metadata.name")), 7);
	assert_int_equal(kit_do(&k, "POST", MAPS "?dryRun=All",
				"{\"metadata\":{\"name\":\"dry\"}}"),
			 201);
	assert_int_equal(kit_do(&k, "GET", MAPS "/dry", NULL), 404);
	(void)kit_put_map(&k, "a", "1");
	assert_int_equal(kit_do(&k, "DELETE", MAPS "/a?dryRun=All", NULL), 200);
	assert_int_equal(kit_do(&k, "GET", MAPS "/a", NULL), 200);
	kit_close(&k);
}

static void delete_honours_grace_period_and_finalizers(void **state)
{
	struct kit k;

	(void)state;
	kit_open(&k, NULL);
	assert_int_equal(kit_do(&k, "POST", PODS, POD("p")), 201);
	assert_int_equal(
	    kit_do(&k, "POST", PODS "/p/binding",
		   "{\"kind\":\"Binding\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"p\"},"
		   "\"target\":{\"name\":\"n1\"}}"),
	    201);
	assert_int_equal(kit_do(&k, "DELETE", PODS "/p", NULL), 200);
	assert_int_equal(kit_do(&k, "GET", PODS "/p", NULL), 200);
	assert_string_not_equal(kit_at(&k, "metadata.deletionTimestamp"), "");
	assert_int_equal(kit_do(&k, "DELETE", PODS "/p",
				"{\"kind\":\"DeleteOptions\",\"apiVersion\":\"v1\","
				"\"gracePeriodSeconds\":0}"),
			 200);
	assert_int_equal(kit_do(&k, "GET", PODS "/p", NULL), 404);
	assert_int_equal(kit_do(&k, "POST", MAPS,
				"{\"metadata\":{\"name\":\"f\",\"finalizers\":[\"a.b/c\"]}}"),
			 201);
	assert_int_equal(kit_do(&k, "DELETE", MAPS "/f", NULL), 200);
	assert_int_equal(kit_do(&k, "GET", MAPS "/f", NULL), 200);
	k.content_type = "application/merge-patch+json";
	assert_int_equal(kit_do(&k, "PATCH", MAPS "/f", "{\"metadata\":{\"finalizers\":null}}"),
			 200);
	assert_int_equal(kit_do(&k, "GET", MAPS "/f", NULL), 404);
	kit_close(&k);
}

/* What is not understood must not delete. */
static void options_of_the_wrong_type_delete_nothing(void **state)
{
	static const struct {
		const char *uri, *body;
		int status;
		const char *message;
	} rows[] = {
		{ MAPS "/a", "{\"dryRun\":\"All\"}", 500,
		  "json: cannot unmarshal string into Go struct field DeleteOptions.dryRun of type "
		  "[]string" },
		{ MAPS "/a", "{\"gracePeriodSeconds\":\"x\"}", 500,
		  "json: cannot unmarshal string into Go struct field "
		  "DeleteOptions.gracePeriodSeconds of type int64" },
		{ MAPS "/a", "{\"preconditions\":\"x\"}", 500, NULL },
		{ MAPS "/a", "{\"preconditions\":{\"uid\":7}}", 500, NULL },
		{ MAPS "/a", "{\"propagationPolicy\":[]}", 500, NULL },
		{ MAPS "/a", "{\"orphanDependents\":\"true\"}", 500, NULL },
		{ MAPS, "{\"dryRun\":\"All\"}", 500, NULL },
		{ MAPS, "{\"preconditions\":{\"uid\":\"bad\"}}", 409, NULL },
		{ MAPS, "{\"preconditions\":{\"resourceVersion\":\"1\"}}", 409, NULL },
		{ MAPS, "{\"dryRun\":[\"All\"]}", 200, NULL },
	};
	struct kit k;

	(void)state;
	kit_open(&k, NULL);
	(void)kit_put_map(&k, "a", "1");
	(void)kit_put_map(&k, "b", "1");
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		if (kit_do(&k, "DELETE", rows[i].uri, rows[i].body) != rows[i].status)
			fail_msg("%s: %d: %s", rows[i].body, k.status, kit_at(&k, "message"));
		if (rows[i].message)
			assert_string_equal(kit_at(&k, "message"), rows[i].message);
		assert_int_equal(kit_do(&k, "GET", MAPS "/a", NULL), 200);
		assert_int_equal(kit_do(&k, "GET", MAPS "/b", NULL), 200);
	}
	assert_int_equal(kit_do(&k, "DELETE", MAPS "/a", "null"), 200);
	assert_int_equal(kit_do(&k, "GET", MAPS "/a", NULL), 404);
	kit_close(&k);
}

/* stringData is never returned, by any way of writing it. */
static void secret_string_data_becomes_data(void **state)
{
	static const char uri[] = "/api/v1/namespaces/default/secrets";
	static const struct {
		const char *method, *sub, *type, *body, *want;
	} rows[] = {
		{ "POST", "", NULL, "{\"metadata\":{\"name\":\"s\"},\"stringData\":{\"k\":\"v\"}}",
		  "dg==" },
		{ "PUT", "/s", NULL, "{\"metadata\":{\"name\":\"s\"},\"stringData\":{\"k\":\"w\"}}",
		  "dw==" },
		{ "PATCH", "/s", "application/merge-patch+json", "{\"stringData\":{\"k\":\"v\"}}",
		  "dg==" },
		{ "PATCH", "/s", "application/strategic-merge-patch+json",
		  "{\"stringData\":{\"k\":\"w\"}}", "dw==" },
		{ "PATCH", "/s", "application/json-patch+json",
		  "[{\"op\":\"add\",\"path\":\"/stringData\",\"value\":{\"k\":\"v\"}}]", "dg==" },
		{ "PATCH", "/s?fieldManager=m&force=true", "application/apply-patch+yaml",
		  "{\"kind\":\"Secret\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"s\"},"
		  "\"stringData\":{\"k\":\"w\"}}",
		  "dw==" },
		{ "POST", "", NULL,
		  "{\"metadata\":{\"name\":\"b\"},\"type\":\"kubernetes.io/basic-auth\","
		  "\"stringData\":{\"username\":\"u\",\"k\":\"v\"}}",
		  "dg==" },
	};
	struct kit k;

	(void)state;
	kit_open(&k, NULL);
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		AUTO_STRBUF at = STRBUF_INIT;

		strbuf_addf(&at, "%s%s", uri, rows[i].sub);
		k.content_type = rows[i].type;
		if (kit_do(&k, rows[i].method, at.ptr, rows[i].body) / 100 != 2)
			fail_msg("%s: %d: %s", rows[i].body, k.status, kit_at(&k, "message"));
		assert_string_equal(kit_at(&k, "data.k"), rows[i].want);
		assert_null(strstr(k.body.ptr, "stringData\":{\"k"));
	}
	kit_close(&k);
}

static void generation_changes_only_with_the_spec(void **state)
{
	static const char dep[] =
	    "{\"metadata\":{\"name\":\"d\"},\"spec\":{\"replicas\":1,\"selector\":{"
	    "\"matchLabels\":{\"a\":\"b\"}},\"template\":{\"metadata\":{\"labels\":{\"a\":\"b\"}},"
	    "\"spec\":{\"containers\":[{\"name\":\"c\",\"image\":\"i\"}]}}}}";
	static const char uri[] = "/apis/apps/v1/namespaces/default/deployments";
	static const struct {
		const char *sub, *patch;
		int generation;
	} cases[] = {
		{ "", "{\"metadata\":{\"labels\":{\"x\":\"y\"}}}", 1 },
		{ "", "{\"spec\":{\"replicas\":2}}", 2 },
		{ "", "{\"status\":{\"replicas\":9}}", 2 },
		{ "/status", "{\"status\":{\"replicas\":2},\"spec\":{\"replicas\":7}}", 2 },
		{ "/scale", "{\"spec\":{\"replicas\":5}}", 3 },
	};
	struct kit k;

	(void)state;
	kit_open(&k, NULL);
	assert_int_equal(kit_do(&k, "POST", uri, dep), 201);
	k.content_type = "application/merge-patch+json";
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		char path[128];

		(void)snprintf(path, sizeof(path), "%s/d%s", uri, cases[i].sub);
		assert_int_equal(kit_do(&k, "PATCH", path, cases[i].patch), 200);
		(void)snprintf(path, sizeof(path), "%s/d", uri);
		assert_int_equal(kit_do(&k, "GET", path, NULL), 200);
		assert_int_equal(cJSON_GetObjectItem(cJSON_GetObjectItem(k.json, "metadata"),
						     "generation")
				     ->valueint,
				 cases[i].generation);
	}
	assert_int_equal(
	    cJSON_GetObjectItem(cJSON_GetObjectItem(k.json, "spec"), "replicas")->valueint, 5);
	kit_close(&k);
}

static void garbage_collection_follows_the_propagation_policy(void **state)
{
	static const char *const policies[] = { "Background", "Foreground", "Orphan" };

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(policies); i++) {
		struct fakeapi__options opt;
		struct kit k;
		char body[400];

		memset(&opt, 0, sizeof(opt));
		opt.garbage_collection = true;
		kit_open(&k, &opt);
		(void)kit_put_map(&k, "owner", "1");
		(void)snprintf(
		    body, sizeof(body),
		    "{\"metadata\":{\"name\":\"owned\",\"ownerReferences\":[{\"apiVersion\":"
		    "\"v1\",\"kind\":\"ConfigMap\",\"name\":\"owner\",\"uid\":\"%s\"}]}}",
		    kit_at(&k, "metadata.uid"));
		assert_int_equal(kit_do(&k, "POST", MAPS, body), 201);
		(void)snprintf(body, sizeof(body), MAPS "/owner?propagationPolicy=%s", policies[i]);
		assert_int_equal(kit_do(&k, "DELETE", body, NULL), 200);
		assert_int_equal(kit_do(&k, "GET", MAPS "/owner", NULL), 404);
		assert_int_equal(kit_do(&k, "GET", MAPS "/owned", NULL), i == 2 ? 200 : 404);
		kit_close(&k);
	}
}

static void namespace_deletion_removes_its_objects(void **state)
{
	struct fakeapi__options opt;
	struct kit k;

	(void)state;
	memset(&opt, 0, sizeof(opt));
	opt.namespace_deletion = opt.default_service_accounts = true;
	kit_open(&k, &opt);
	assert_int_equal(kit_do(&k, "POST", "/api/v1/namespaces",
				"{\"metadata\":{\"name\":\"n\"}}"),
			 201);
	assert_int_equal(kit_do(&k, "GET", "/api/v1/namespaces/n/serviceaccounts/default", NULL),
			 200);
	assert_int_equal(kit_do(&k, "POST", "/api/v1/namespaces/n/pods", POD("p")), 201);
	assert_int_equal(kit_do(&k, "DELETE", "/api/v1/namespaces/n", NULL), 200);
	assert_int_equal(kit_do(&k, "GET", "/api/v1/namespaces/n", NULL), 404);
	assert_int_equal(kit_do(&k, "GET", "/api/v1/namespaces/n/pods/p", NULL), 404);
	kit_close(&k);
}

static void bad_request_gets_an_error_and_the_server_continues(void **state)
{
	static const struct {
		const char *method, *uri, *body;
		int status;
	} cases[] = {
		{ "GET", "", NULL, 404 },
		{ "GET", "/", NULL, 0 },
		{ "GET", "//", NULL, 0 },
		{ "GET", "/api/v1//pods", NULL, 404 },
		{ "GET", PODS "/..", NULL, 400 },
		{ "GET", PODS "/%2e%2e", NULL, 400 },
		{ "GET", NS "%2fpods", NULL, 200 },
		{ "GET", PODS "/a%25b", NULL, 400 },
		{ "GET", PODS "/%ff%fe", NULL, 404 },
		{ "GET", PODS "/%", NULL, 400 },
		{ "GET", PODS "/a/b/c/d/e/f/g/h/i/j/k/l/m/n/o/p/q", NULL, 404 },
		{ "GET", PODS "?labelSelector=%ff", NULL, 400 },
		{ "GET", PODS "?labelSelector=(((", NULL, 400 },
		{ "GET", PODS "?fieldSelector===", NULL, 200 }, /* an empty term: all */
		{ "GET", PODS "?limit=99999999999999999999", NULL, 400 },
		{ "GET", PODS "?resourceVersion=99999999999999999999", NULL, 400 },
		{ "GET", PODS "?continue=e30", NULL, 400 },
		{ "GET",
		  PODS "?continue=eyJ2IjoibWV0YS5rOHMuaW8vdjEiLCJydiI6MSwic3RhcnQiOiIuLi9hIn0",
		  NULL, 400 },
		{ "GET", PODS "?timeout=soon", NULL, 400 },
		{ "GET", PODS "?&&&=&=x&%=", NULL, 200 },
		{ "GET", "/api/v1/watch", NULL, 500 },
		{ "GET", "/api/v1/watch/namespaces", NULL, 200 },
		{ "POST", MAPS, "{\"metadata\":{\"name\":\"\xff\"}}", 422 },
		{ "POST", MAPS, "null", 422 },
		{ "POST", MAPS, "7", 400 },
		{ "PUT", MAPS "/x", "{\"metadata\":{\"name\":\"x\",\"resourceVersion\":\"z\"}}",
		  404 },
		{ "BREW", MAPS, NULL, 405 },
	};
	struct kit k;

	(void)state;
	kit_open(&k, NULL);
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		int status = kit_do(&k, cases[i].method, cases[i].uri, cases[i].body);

		if (cases[i].status ? status != cases[i].status : status < 200)
			fail_msg("%s %s %s: %d %s\n", cases[i].method, cases[i].uri,
				 cases[i].body ? cases[i].body : "", status, k.body.ptr);
		assert_true(status >= 200 && (status < 500 || status == cases[i].status));
	}
	assert_int_equal(kit_do(&k, "GET", PODS, NULL), 200);
	kit_close(&k);
}

/* Whatever allocation fails: an answer or a dropped connection, and a store that still adds up. */
static void each_verb_survives_every_failing_allocation(void **state)
{
	static const struct {
		const char *method, *uri, *body, *type;
	} calls[] = {
		{ "POST", PODS, POD("q"), "application/json" },
		{ "GET", PODS "?limit=1", NULL, NULL },
		{ "GET", MAPS "?labelSelector=v%3D1", NULL, NULL },
		{ "PATCH", MAPS "/a", "{\"data\":{\"z\":\"1\"}}", "application/merge-patch+json" },
		{ "PUT", MAPS "/a", "{\"metadata\":{\"name\":\"a\"},\"data\":{\"v\":\"2\"}}",
		  "application/json" },
		{ "DELETE", MAPS "/a", NULL, NULL },
		{ "DELETE", MAPS, NULL, NULL },
		{ "GET", MAPS "?watch=1&timeoutSeconds=1&resourceVersion=0", NULL, NULL },
		{ "POST", "/relist/v1/faults", "{\"kind\":\"fail\"}", "application/json" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(calls); i++) {
		FOR_EACH_FAILING_ALLOC({
			long granted = base__alloc_fail_after;
			unsigned long rv;
			struct kit k;

			base__alloc_fail_after = -1;
			kit_open(&k, NULL);
			(void)kit_put_map(&k, "a", "1");
			k.content_type = calls[i].type;
			base__alloc_fail_after = granted;
			(void)kit_do(&k, calls[i].method, calls[i].uri, calls[i].body);
			granted = base__alloc_fail_after;
			base__alloc_fail_after = -1;
			k.content_type = NULL;
			(void)fakeapi__core_fault_del(k.core, 0);
			assert_int_equal(kit_do(&k, "GET", MAPS, NULL), 200);
			rv = kit_put_map(&k, "b", "1");
			assert_int_equal(rv, fakeapi__core_rv(k.core));
			kit_close(&k);
			base__alloc_fail_after = granted;
		});
	}
}

/* Without memory a deletion is refused, or it has been done as requested. */
static void confirmed_deletion_took_effect_despite_failed_allocations(void **state)
{
	static const struct {
		const char *query, *mark; /* what the object then has, if it is still there */
	} calls[] = {
		{ "?propagationPolicy=Foreground", "\"foregroundDeletion\"" },
		{ "?propagationPolicy=Orphan", "\"orphan\"" },
		{ "?gracePeriodSeconds=7", "\"deletionGracePeriodSeconds\"" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(calls); i++) {
		AUTO_STRBUF uri = STRBUF_INIT;

		strbuf_addf(&uri, PODS "/q%s", calls[i].query);
		FOR_EACH_FAILING_ALLOC({
			long granted = base__alloc_fail_after;
			struct kit k;
			int status;

			base__alloc_fail_after = -1;
			kit_open(&k, NULL);
			assert_int_equal(kit_do(&k, "POST", PODS, POD("q")), 201);
			base__alloc_fail_after = granted;
			status = kit_do(&k, "DELETE", uri.ptr, NULL);
			granted = base__alloc_fail_after;
			base__alloc_fail_after = -1;
			if (kit_do(&k, "GET", PODS "/q", NULL) == 200) {
				bool marked = strstr(k.body.ptr, calls[i].mark);

				assert_int_equal(marked,
						 strstr(k.body.ptr, "deletionTimestamp") != NULL);
				if (status >= 200 && status < 300)
					assert_true(marked);
			} else {
				assert_int_equal(k.status, 404);
			}
			kit_close(&k);
			base__alloc_fail_after = granted;
		});
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(list_pages_show_one_version),
		cmocka_unit_test(write_with_an_unservable_response_form_is_committed),
		cmocka_unit_test(continue_tokens_expire_by_age),
		cmocka_unit_test(kubelet_subresources_return_the_recorded_errors),
		cmocka_unit_test(read_at_a_future_version_waits_for_it),
		cmocka_unit_test(create_honours_generate_name_and_dry_run),
		cmocka_unit_test(delete_honours_grace_period_and_finalizers),
		cmocka_unit_test(options_of_the_wrong_type_delete_nothing),
		cmocka_unit_test(secret_string_data_becomes_data),
		cmocka_unit_test(generation_changes_only_with_the_spec),
		cmocka_unit_test(garbage_collection_follows_the_propagation_policy),
		cmocka_unit_test(namespace_deletion_removes_its_objects),
		cmocka_unit_test(log_of_an_unscheduled_pod_returns_204),
		cmocka_unit_test(bad_request_gets_an_error_and_the_server_continues),
		cmocka_unit_test(confirmed_deletion_took_effect_despite_failed_allocations),
		cmocka_unit_test(each_verb_survives_every_failing_allocation),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
