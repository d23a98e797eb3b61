/* SPDX-License-Identifier: Apache-2.0 */
/* client-go 0.37.2's dynamic client, recorded: the requests that it makes of calls, what becomes of
 * responses, and its repeats. Ours gets the same. */
#include <stdlib.h>

#include "base/json_scan.h"
#include "base/posix/clock.h"
#include "base/clock.h"
#include "base/str.h"
#include "relist/client.h"
#include "tests/kit/script_server.h"
#include "tests/kit/testing.h"

#define CM "{\"kind\":\"ConfigMap\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"a\"}}"

static const struct inf_resource maps = { "", "v1", "configmaps", "default" };
static const struct inf_resource all_maps = { "", "v1", "configmaps", NULL };
static const struct inf_resource deployments = { "apps", "v1", "deployments", "default" };
static const struct inf_resource nodes = { "", "v1", "nodes", "" };
static const char odd_name[] = "a?b#c;d&e=f@g$h,i!j*k(l)'\xc3\xa4";
static const int64_t two = 2;
static const struct inf_list_options every_list_option = { .label_selector = "a in (b, c)",
							   .field_selector = "metadata.name=x",
							   .resource_version = "5",
							   .resource_version_match = "Exact",
							   .limit = 10,
							   .continue_ = "tok+/=",
							   .timeout_s = 2 };
static const struct inf_list_options some = { .label_selector = "a=b", .limit = 5 };
static const struct inf_write_options create_options = { .dry_run = true,
							 .field_manager = "me too",
							 .field_validation = "Strict" };
static const struct inf_write_options update_options = { .dry_run = true,
							 .field_manager = "me",
							 .field_validation = "Warn" };
static const struct inf_write_options patch_options = { .dry_run = true,
							.force = true,
							.field_manager = "me",
							.field_validation = "Ignore",
							.subresource = "status" };
static const struct inf_write_options eviction = { .subresource = "eviction" };
static const struct inf_write_options scale = { .subresource = "scale" };
static const struct inf_write_options mine = { .field_manager = "me" };
static const struct inf_write_options forced = { .field_manager = "me",
						 .force = true,
						 .dry_run = true };
static const struct inf_delete_options foreground = { .propagation_policy = "Foreground" };
static const struct inf_delete_options every_delete_option = { .dry_run = true,
							       .grace_period_s = &two,
							       .propagation_policy = "Foreground",
							       .uid = "u1",
							       .resource_version = "7" };

static struct relist_err err;
static struct inf_dynamic *d, *timed; /* timed: 90 s for each request */
static struct inf_object *obj;

static struct inf_dynamic *client_of(const char *url, int64_t timeout_ns)
{
	const struct inf_dynamic_options options = { .qps = -1, .timeout_ns = timeout_ns };
	struct inf_client *client = inf_client_for_url(url, NULL);
	struct inf_dynamic *made = inf_dynamic_new(client, &options, NULL);

	assert_non_null(made);
	inf_client_unref(client);
	return made;
}

static int get_in(struct inf_dynamic *from, const struct inf_resource *res, const char *name,
		  const struct inf_get_options *options)
{
	struct inf_object *out = NULL;
	int rc = inf_dynamic_get(from, res, name, options, NULL, &out, &err);

	inf_object_unref(out);
	return rc;
}

static int get(struct inf_dynamic *from, const char *name, const struct inf_get_options *options)
{
	return get_in(from, &maps, name, options);
}

static int list(struct inf_dynamic *from, const struct inf_resource *res,
		const struct inf_list_options *options)
{
	struct inf_list out = { 0 };
	int rc = inf_dynamic_list(from, res, options, NULL, &out, &err);

	inf_list_fini(&out);
	return rc;
}

static int patch(struct inf_dynamic *to, enum inf_patch_type type, const char *text,
		 const struct inf_write_options *options)
{
	return inf_dynamic_patch(to, &maps, "a", type, text, strlen(text), options, NULL, NULL,
				 &err);
}

static int call_0(void)
{
	return get(d, "a", NULL);
}

static int call_1(void)
{
	return get(d, "a", &(struct inf_get_options) { .resource_version = "0" });
}

static int call_2(void)
{
	return get_in(d, &deployments, "w", &(struct inf_get_options) { .subresource = "scale" });
}

static int call_3(void)
{
	return get_in(d, &deployments, "w", &(struct inf_get_options) { .subresource = "a/b" });
}

static int call_4(void)
{
	return get_in(d, &nodes, "n:1 x+y", NULL);
}

static int call_5(void)
{
	return get_in(d, &nodes, odd_name, NULL);
}

static int call_6(void)
{
	return get(timed, "a", NULL);
}

static int call_7(void)
{
	return list(d, &maps, NULL);
}

static int call_8(void)
{
	return list(timed, &all_maps, &every_list_option);
}

static int call_9(void)
{
	return inf_dynamic_create(d, &maps, obj, NULL, NULL, NULL, &err);
}

static int call_10(void)
{
	return inf_dynamic_create(timed, &maps, obj, &create_options, NULL, NULL, &err);
}

static int call_11(void)
{
	return inf_dynamic_create(d, &maps, obj, &eviction, NULL, NULL, &err);
}

static int call_12(void)
{
	return inf_dynamic_update(d, &maps, obj, NULL, NULL, NULL, &err);
}

static int call_13(void)
{
	return inf_dynamic_update(d, &maps, obj, &update_options, NULL, NULL, &err);
}

static int call_14(void)
{
	return inf_dynamic_update_status(d, &maps, obj, NULL, NULL, NULL, &err);
}

static int call_15(void)
{
	return inf_dynamic_update(d, &maps, obj, &scale, NULL, NULL, &err);
}

static int call_16(void)
{
	return patch(d, INF_PATCH_JSON, "[]", NULL);
}

static int call_17(void)
{
	return patch(d, INF_PATCH_MERGE, "[]", NULL);
}

static int call_18(void)
{
	return patch(d, INF_PATCH_STRATEGIC_MERGE, "[]", NULL);
}

static int call_19(void)
{
	return patch(d, INF_PATCH_APPLY, "[]", NULL);
}

static int call_20(void)
{
	return patch(d, INF_PATCH_APPLY, "{}", &patch_options);
}

static int call_21(void)
{
	return inf_dynamic_apply(d, &maps, "a", obj, &mine, NULL, NULL, &err);
}

static int call_22(void)
{
	return inf_dynamic_apply(d, &maps, "a", obj, &forced, NULL, NULL, &err);
}

static int call_23(void)
{
	return inf_dynamic_apply_status(d, &maps, "a", obj, &mine, NULL, NULL, &err);
}

static int call_24(void)
{
	return inf_dynamic_delete(d, &maps, "a", NULL, NULL, &err);
}

static int call_25(void)
{
	return inf_dynamic_delete(d, &maps, "a", &every_delete_option, NULL, &err);
}

static int call_26(void)
{
	return inf_dynamic_delete(d, &maps, "a",
				  &(struct inf_delete_options) { .subresource = "x" }, NULL, &err);
}

static int call_27(void)
{
	return inf_dynamic_delete_collection(d, &maps, &foreground, &some, NULL, &err);
}

/* name, what is called, what was recorded: request line, Content-Type, body. */
static const struct {
	const char *name;
	int (*call)(void);
	const char *line, *content_type, *body;
} requests[] = {
	{ "get", call_0, "GET /api/v1/namespaces/default/configmaps/a", NULL, "" },
	{ "get rv", call_1, "GET /api/v1/namespaces/default/configmaps/a?resourceVersion=0", NULL,
	  "" },
	{ "get scale", call_2, "GET /apis/apps/v1/namespaces/default/deployments/w/scale", NULL,
	  "" },
	{ "get two segments", call_3, "GET /apis/apps/v1/namespaces/default/deployments/w/a/b",
	  NULL, "" },
	{ "get cluster", call_4, "GET /api/v1/nodes/n:1%20x+y", NULL, "" },
	{ "get odd name", call_5, "GET /api/v1/nodes/a%3Fb%23c;d&e=f@g$h,i%21j%2Ak%28l%29%27%C3%A4",
	  NULL, "" },
	{ "get timeout prefix", call_6, "GET /api/v1/namespaces/default/configmaps/a?timeout=1m30s",
	  NULL, "" },
	{ "list", call_7, "GET /api/v1/namespaces/default/configmaps", NULL, "" },
	{ "list all options", call_8,
	  "GET "
	  "/api/v1/"
	  "configmaps?continue=tok%2B%2F%3D&fieldSelector=metadata.name%3Dx&labelSelector=a+in+%"
	  "28b%2C+c%29&limit=10&resourceVersion=5&resourceVersionMatch=Exact&timeout=1m30s&"
	  "timeoutSeconds=2",
	  NULL, "" },
	{ "create", call_9, "POST /api/v1/namespaces/default/configmaps", "application/json",
	  "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"a\"}}" },
	{ "create options", call_10,
	  "POST "
	  "/api/v1/namespaces/default/"
	  "configmaps?dryRun=All&fieldManager=me+too&fieldValidation=Strict&timeout=1m30s",
	  "application/json",
	  "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"a\"}}" },
	{ "create sub", call_11, "POST /api/v1/namespaces/default/configmaps/a/eviction",
	  "application/json",
	  "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"a\"}}" },
	{ "update", call_12, "PUT /api/v1/namespaces/default/configmaps/a", "application/json",
	  "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"a\"}}" },
	{ "update options", call_13,
	  "PUT "
	  "/api/v1/namespaces/default/configmaps/a?dryRun=All&fieldManager=me&fieldValidation=Warn",
	  "application/json",
	  "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"a\"}}" },
	{ "update status", call_14, "PUT /api/v1/namespaces/default/configmaps/a/status",
	  "application/json",
	  "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"a\"}}" },
	{ "update scale", call_15, "PUT /api/v1/namespaces/default/configmaps/a/scale",
	  "application/json",
	  "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"a\"}}" },
	{ "patch application/json-patch+json", call_16,
	  "PATCH /api/v1/namespaces/default/configmaps/a", "application/json-patch+json", "[]" },
	{ "patch application/merge-patch+json", call_17,
	  "PATCH /api/v1/namespaces/default/configmaps/a", "application/merge-patch+json", "[]" },
	{ "patch application/strategic-merge-patch+json", call_18,
	  "PATCH /api/v1/namespaces/default/configmaps/a", "application/strategic-merge-patch+json",
	  "[]" },
	{ "patch application/apply-patch+yaml", call_19,
	  "PATCH /api/v1/namespaces/default/configmaps/a", "application/apply-patch+yaml", "[]" },
	{ "patch options", call_20,
	  "PATCH "
	  "/api/v1/namespaces/default/configmaps/a/"
	  "status?dryRun=All&fieldManager=me&fieldValidation=Ignore&force=true",
	  "application/apply-patch+yaml", "{}" },
	{ "apply", call_21,
	  "PATCH /api/v1/namespaces/default/configmaps/a?fieldManager=me&force=false",
	  "application/apply-patch+yaml",
	  "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"a\"}}" },
	{ "apply force", call_22,
	  "PATCH /api/v1/namespaces/default/configmaps/a?dryRun=All&fieldManager=me&force=true",
	  "application/apply-patch+yaml",
	  "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"a\"}}" },
	{ "apply status", call_23,
	  "PATCH /api/v1/namespaces/default/configmaps/a/status?fieldManager=me&force=false",
	  "application/apply-patch+yaml",
	  "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"a\"}}" },
	{ "delete", call_24, "DELETE /api/v1/namespaces/default/configmaps/a", "application/json",
	  "{\"kind\":\"DeleteOptions\",\"apiVersion\":\"v1\"}" },
	{ "delete options", call_25, "DELETE /api/v1/namespaces/default/configmaps/a",
	  "application/json",
	  "{\"kind\":\"DeleteOptions\",\"apiVersion\":\"v1\",\"gracePeriodSeconds\":2,"
	  "\"preconditions\":{\"uid\":\"u1\",\"resourceVersion\":\"7\"},\"propagationPolicy\":"
	  "\"Foreground\",\"dryRun\":[\"All\"]}" },
	{ "delete sub", call_26, "DELETE /api/v1/namespaces/default/configmaps/a/x",
	  "application/json", "{\"kind\":\"DeleteOptions\",\"apiVersion\":\"v1\"}" },
	{ "delete collection", call_27,
	  "DELETE /api/v1/namespaces/default/configmaps?labelSelector=a%3Db&limit=5",
	  "application/json",
	  "{\"kind\":\"DeleteOptions\",\"apiVersion\":\"v1\",\"propagationPolicy\":"
	  "\"Foreground\"}" },
};

static char *answer_of(int status, const char *headers, const char *type, const char *body)
{
	struct strbuf out = STRBUF_INIT;

	strbuf_addf(&out, "HTTP/1.1 %d X\r\nContent-Type: %s\r\n%sContent-Length: %zu\r\n\r\n%s",
		    status, type, headers, strlen(body), body);
	return strbuf_steal(&out);
}

static bool same_json(const char *a, const char *b)
{
	json_t x, y;

	return json_valid(str_of(a), &x, NULL) && json_valid(str_of(b), &y, NULL) &&
	       json_equal(x, y);
}

static void calls_make_the_requests_that_client_go_makes(void **state)
{
	char *good = answer_of(200, "", "application/json", CM);
	char *items = answer_of(200, "", "application/json",
				"{\"kind\":\"ConfigMapList\",\"apiVersion\":\"v1\",\"metadata\":{"
				"\"resourceVersion\":\"5\"},\"items\":[]}");

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(requests); i++) {
		bool lists = strncmp(requests[i].name, "list", 4) == 0;
		const struct script_step step = { lists ? items : good, 0, SCRIPT_KEEP };
		struct script_server *s = script_server_new(&step, 1);
		char line[512], type[128];
		char *seen, *body;

		d = client_of(script_server_url(s), 0);
		timed = client_of(script_server_url(s), 90 * NS_PER_S);
		obj = inf_object_from_json(CM, strlen(CM), NULL);
		err.msg[0] = '\0';
		if (requests[i].call() != 0)
			fail_msg("%s: %s", requests[i].name, err.msg);
		assert_int_equal(script_server_count(s), 1);
		seen = script_server_request(s, 0);
		body = strstr(seen, "\r\n\r\n") + 4;
		(void)snprintf(line, sizeof(line), "%s HTTP/1.1\r\n", requests[i].line);
		if (strncmp(seen, line, strlen(line)) != 0)
			fail_msg("%s: %s", requests[i].name, seen);
		assert_non_null(strstr(seen, "\r\nAccept: application/json\r\n"));
		(void)snprintf(type, sizeof(type), "\r\nContent-Type: %s\r\n",
			       requests[i].content_type ? requests[i].content_type : "");
		if ((strstr(seen, type) != NULL) != (requests[i].content_type != NULL) ||
		    strstr(seen, "Expect:") || strstr(seen, "Transfer-Encoding:"))
			fail_msg("%s: %s", requests[i].name, seen);
		if (*requests[i].body ? !same_json(body, requests[i].body) : *body != '\0')
			fail_msg("%s: %s", requests[i].name, body);
		free(seen);
		inf_object_unref(obj);
		inf_dynamic_free(d);
		inf_dynamic_free(timed);
		script_server_free(s);
	}
	base__free(good);
	base__free(items);
}

static void invalid_requests_are_not_sent(void **state)
{
	static const struct {
		const char *name;
		struct inf_resource res;
	} cases[] = {
		{ "a/b", { "", "v1", "configmaps", "default" } },
		{ "..", { "", "v1", "configmaps", "default" } },
		{ "", { "", "v1", "configmaps", "default" } },
		{ "a%2f", { "", "v1", "configmaps", "default" } },
		{ "a", { "", "v1", "configmaps", "a/b" } },
		{ "a", { "", "", "configmaps", "default" } },
		{ "a", { "", "v1", NULL, "default" } },
		{ "a", { "..", "v1", "configmaps", "default" } },
	};
	const struct script_step step = { NULL, 0, SCRIPT_CLOSE };
	struct script_server *s = script_server_new(&step, 1);

	(void)state;
	d = client_of(script_server_url(s), 0);
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		struct inf_delete_options nowhere = { .subresource = "a//b" };

		assert_int_equal(get_in(d, &cases[i].res, cases[i].name, NULL), RELIST_EINVAL);
		assert_int_equal(inf_dynamic_delete(d, &maps, "a", &nowhere, NULL, &err),
				 RELIST_EINVAL);
		assert_int_equal(inf_dynamic_patch(d, &cases[i].res, cases[i].name, INF_PATCH_MERGE,
						   "{}", 2, NULL, NULL, NULL, NULL),
				 RELIST_EINVAL);
	}
	assert_int_equal(script_server_count(s), 0);
	inf_dynamic_free(d);
	script_server_free(s);
}

/* ---- answers ---- */

#define TEXT "text/plain"
#define JSON "application/json"

/* The error of a PUT or GET: relist's code, Status code and reason, message, whether it says that
 * the response was no Status. */
static const struct {
	const char *method;
	int status;
	const char *type, *body;
	int code;
	int32_t status_code;
	const char *reason, *message;
	bool unexpected;
} answers[] = {
	{ "PUT", 302, TEXT, " words \n", RELIST_ESTATUS, 302, "",
	  "the server responded with the status code 302 but did not return more information",
	  true },
	{ "PUT", 400, TEXT, " words \n", RELIST_ESTATUS, 400, "BadRequest",
	  "the server rejected our request for an unknown reason", true },
	{ "PUT", 401, TEXT, " words \n", RELIST_ESTATUS, 401, "Unauthorized",
	  "the server has asked for the client to provide credentials", true },
	{ "PUT", 403, TEXT, " words \n", RELIST_ESTATUS, 403, "Forbidden", "words", true },
	{ "PUT", 404, TEXT, " words \n", RELIST_ENOTFOUND, 404, "NotFound",
	  "the server could not find the requested resource", true },
	{ "PUT", 405, TEXT, " words \n", RELIST_ESTATUS, 405, "MethodNotAllowed",
	  "the server does not allow this method on the requested resource", true },
	{ "PUT", 406, TEXT, " words \n", RELIST_ESTATUS, 406, "NotAcceptable", "words", true },
	{ "PUT", 409, TEXT, " words \n", RELIST_ECONFLICT, 409, "Conflict",
	  "the server reported a conflict", true },
	{ "POST", 409, TEXT, "words", RELIST_EEXIST, 409, "AlreadyExists",
	  "the server reported a conflict", true },
	{ "PUT", 410, TEXT, " words \n", RELIST_EEXPIRED, 410, "",
	  "the server responded with the status code 410 but did not return more information",
	  true },
	{ "PUT", 413, TEXT, " words \n", RELIST_ESTATUS, 413, "",
	  "the server responded with the status code 413 but did not return more information",
	  true },
	{ "PUT", 415, TEXT, " words \n", RELIST_ESTATUS, 415, "UnsupportedMediaType", "words",
	  true },
	{ "PUT", 422, TEXT, " words \n", RELIST_ESTATUS, 422, "Invalid",
	  "the server rejected our request due to an error in our request", true },
	{ "PUT", 429, TEXT, " words \n", RELIST_ESTATUS, 429, "TooManyRequests",
	  "the server has received too many requests and has asked us to try again later", true },
	{ "PUT", 500, TEXT, " words \n", RELIST_ESTATUS, 500, "InternalError",
	  "an error on the server (\"words\") has prevented the request from succeeding", true },
	{ "PUT", 502, TEXT, " words \n", RELIST_ESTATUS, 502, "InternalError",
	  "an error on the server (\"words\") has prevented the request from succeeding", true },
	{ "PUT", 503, TEXT, " words \n", RELIST_ESTATUS, 503, "ServiceUnavailable",
	  "the server is currently unable to handle the request", true },
	{ "PUT", 504, TEXT, " words \n", RELIST_ESTATUS, 504, "Timeout",
	  "the server was unable to return a response in the time allotted, but may still be "
	  "processing the request",
	  true },
	{ "GET", 500, JSON, "{\"a\":1}", RELIST_ESTATUS, 500, "InternalError",
	  "an error on the server (\"unknown\") has prevented the request from succeeding", true },
	{ "GET", 403, JSON, "{\"a\":1}", RELIST_ESTATUS, 403, "Forbidden", "unknown", true },
	{ "GET", 500, JSON, "{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"status\":\"Success\"}",
	  RELIST_ESTATUS, 500, "InternalError",
	  "an error on the server (\"unknown\") has prevented the request from succeeding", true },
	{ "GET", 404, JSON,
	  "{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"status\":\"Failure\",\"reason\":7,"
	  "\"message\":\"m\",\"code\":404}",
	  RELIST_ENOTFOUND, 404, "NotFound", "the server could not find the requested resource",
	  true },
	{ "GET", 404, JSON,
	  "{\"kind\":\"Status\",\"status\":\"Failure\",\"reason\":\"NotFound\",\"message\":\"m\","
	  "\"code\":404}",
	  RELIST_ENOTFOUND, 404, "NotFound", "m", false },
	/* client-go leaves its code 0. */
	{ "GET", 404, JSON,
	  "{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"status\":\"Failure\","
	  "\"reason\":\"NotFound\",\"message\":\"m\"}",
	  RELIST_ENOTFOUND, 404, "NotFound", "m", false },
	{ "GET", 200, "application/json; x", CM, RELIST_ESTATUS, 500, "InternalError",
	  "Internal error occurred: the Content-Type is malformed", false },
	{ "GET", 207, JSON, CM, RELIST_ESTATUS, 207, "",
	  "the server responded with the status code 207 but did not return more information",
	  true },
	/* No Status at all. */
	{ "GET", 200, "text/html", "<p>", RELIST_EPARSE, 0, NULL,
	  "serializer for text/html doesn't exist", false },
	{ "GET", 200, JSON, "", RELIST_EPARSE, 0, NULL,
	  "0-length response with status code: 200 and content type: application/json", false },
	{ "GET", 200, JSON, "{\"kind\"", RELIST_EPARSE, 0, NULL, NULL, false },
	{ "GET", 200, JSON, "[]", RELIST_EPARSE, 0, NULL, NULL, false },
	{ "GET", 200, JSON, "{\"metadata\":{}}", RELIST_EPARSE, 0, NULL, NULL, false },
	{ "GET", 200, JSON, "{\"kind\":\"\",\"metadata\":{}}", RELIST_EPARSE, 0, NULL, NULL,
	  false },
	{ "GET", 200, JSON, "{\"kind\":7,\"metadata\":{}}", RELIST_EPARSE, 0, NULL, NULL, false },
	{ "GET", 200, JSON, "{\"kind\":\"X\",\"metadata\":{}}", 0, 0, NULL, NULL, false },
	{ "GET", 206, JSON, CM, 0, 0, NULL, NULL, false },
	{ "GET", 200, JSON,
	  "{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"status\":\"Failure\",\"reason\":\"Gone\","
	  "\"message\":\"m\",\"code\":410}",
	  0, 0, NULL, NULL, false },
	{ "DELETE", 200, JSON, "{\"kind\"", 0, 0, NULL, NULL, false },
	{ "DELETE", 200, "text/html", "x", 0, 0, NULL, NULL, false },
};

static int ask(const char *method, const struct inf_call *call)
{
	struct inf_object *out = NULL;
	int rc;

	if (strcmp(method, "GET") == 0)
		rc = inf_dynamic_get(d, &maps, "a", NULL, call, &out, &err);
	else if (strcmp(method, "PUT") == 0)
		rc = inf_dynamic_update(d, &maps, obj, NULL, call, &out, &err);
	else if (strcmp(method, "POST") == 0)
		rc = inf_dynamic_create(d, &maps, obj, NULL, call, &out, &err);
	else
		return inf_dynamic_delete(d, &maps, "a", NULL, call, &err);
	assert_true((rc == 0) == (out != NULL));
	inf_object_unref(out);
	return rc;
}

static void responses_yield_the_errors_of_client_go(void **state)
{
	struct inf_status status = { 0 };
	const struct inf_call call = { .status = &status };

	(void)state;
	obj = inf_object_from_json(CM, strlen(CM), NULL);
	for (size_t i = 0; i < ARRAY_LEN(answers); i++) {
		char *text = answer_of(answers[i].status, "", answers[i].type, answers[i].body);
		const struct script_step step = { text, 0, SCRIPT_KEEP };
		struct script_server *s = script_server_new(&step, 1);
		const char *printed = answers[i].status_code ? NULL : err.msg;
		int rc;

		d = client_of(script_server_url(s), 0);
		rc = ask(answers[i].method, &call);
		if (answers[i].status_code)
			printed = status.mem ? status.message : "";
		if (rc != answers[i].code || status.code != answers[i].status_code ||
		    (answers[i].reason && strcmp(status.reason, answers[i].reason) != 0) ||
		    (answers[i].message && strcmp(printed, answers[i].message) != 0) ||
		    inf_status_is_unexpected(&status) != answers[i].unexpected)
			fail_msg("%zu, %s %d: %d, %d, %s", i, answers[i].method, answers[i].status,
				 rc, (int)status.code, printed);
		if (answers[i].status_code)
			assert_int_equal(err.http_status, answers[i].status_code);
		inf_dynamic_free(d);
		script_server_free(s);
		base__free(text);
	}
	inf_status_fini(&status);
	inf_object_unref(obj);
}

/* ---- repeats ---- */

static void retries_follow_client_go(void **state)
{
	static const struct {
		const char *name, *method;
		int status;
		const char *headers;
		size_t requests;
		int64_t waited_s;
		int code;
	} cases[] = {
		{ "503 once post", "POST", 503, "Retry-After: 1\r\n", 2, 1, 0 },
		{ "599 once put", "PUT", 599, "Retry-After: 0\r\n", 2, 0, 0 },
		{ "409 with retry-after", "PUT", 409, "Retry-After: 1\r\n", 1, 0,
		  RELIST_ECONFLICT },
		{ "429 no retry-after", "GET", 429, "", 1, 0, RELIST_ESTATUS },
		{ "429 date", "GET", 429, "Retry-After: Wed, 21 Oct 2015 07:28:00 GMT\r\n", 1, 0,
		  RELIST_ESTATUS },
		{ "429 negative", "GET", 429, "Retry-After: -1\r\n", 2, 0, 0 },
		{ "429 fraction", "GET", 429, "Retry-After: 1.5\r\n", 1, 0, RELIST_ESTATUS },
		{ "307 put", "PUT", 307, "Location: /x\r\n", 2, 0, 0 },
		{ "303 post, on purpose", "POST", 303, "Location: /x\r\n", 1, 0, RELIST_EIO },
		{ "302 get", "GET", 302, "Location: /x\r\n", 2, 0, 0 },
	};
	char *good = answer_of(200, "", JSON, CM);

	(void)state;
	obj = inf_object_from_json(CM, strlen(CM), NULL);
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		char *bad = answer_of(cases[i].status, cases[i].headers, JSON, "{}");
		const struct script_step steps[] = { { bad, 0, SCRIPT_KEEP },
						     { good, 0, SCRIPT_KEEP } };
		struct script_server *s = script_server_new(steps, 2);
		int64_t start_ns = clock_monotonic_ns();
		int rc;

		d = client_of(script_server_url(s), 0);
		rc = ask(cases[i].method, NULL);
		if (rc != cases[i].code || script_server_count(s) != cases[i].requests ||
		    clock_monotonic_ns() - start_ns < cases[i].waited_s * NS_PER_S)
			fail_msg("%s: %d, %zu requests", cases[i].name, rc, script_server_count(s));
		inf_dynamic_free(d);
		script_server_free(s);
		base__free(bad);
	}
	inf_object_unref(obj);
	base__free(good);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(calls_make_the_requests_that_client_go_makes),
		cmocka_unit_test(invalid_requests_are_not_sent),
		cmocka_unit_test(responses_yield_the_errors_of_client_go),
		cmocka_unit_test(retries_follow_client_go),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
