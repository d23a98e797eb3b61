/* SPDX-License-Identifier: Apache-2.0 */
/* What each call says to the server: method, path, query, media types and body, as the dynamic
 * client of client-go writes them (dynamic/simple.go; url.Values are sorted by name). */
#include <stdlib.h>

#include "base/str.h"
#include "relist/client.h"
#include "tests/kit/script_server.h"
#include "tests/kit/testing.h"

#define CM   "{\"kind\":\"ConfigMap\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"a\"}}"
#define GOOD "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 62\r\n\r\n" CM

#define TIMEOUT "timeout=1h0m0s"
#define OPTIONS "{\"kind\":\"DeleteOptions\",\"apiVersion\":\"v1\""

static const struct inf_resource maps = { "", "v1", "configmaps", "default" };
static const struct inf_resource nodes = { NULL, "v1", "nodes", NULL };
static const struct inf_resource scaled = { "apps", "v1", "deployments", "n s" };
static const int64_t now, later = 30;

static const struct inf_write_options all_writing = { .dry_run = true,
						      .force = true,
						      .field_manager = "me & you",
						      .field_validation = "Strict",
						      .subresource = "a/b" };
static const struct inf_delete_options all_deleting = { .dry_run = true,
							.grace_period_s = &later,
							.propagation_policy = "Orphan",
							.uid = "u\"1",
							.resource_version = "7",
							.subresource = "scale" };
static const struct inf_list_options all_listing = { .label_selector = "a in (b,c)",
						     .field_selector = "metadata.name=x",
						     .resource_version = "9",
						     .resource_version_match = "Exact",
						     .limit = 3,
						     .continue_ = "c==",
						     .timeout_s = 4 };

struct client {
	struct inf_dynamic *d;
	struct inf_object *obj;
	struct relist_err err;
};

static int get(struct client *c)
{
	struct inf_object *out = NULL;
	int rc = inf_dynamic_get(c->d, &maps, "a", NULL, NULL, &out, &c->err);

	inf_object_unref(out);
	return rc;
}

static int get_with_all(struct client *c)
{
	const struct inf_get_options o = { .resource_version = "0", .subresource = "x/y" };
	struct inf_object *out = NULL;
	int rc = inf_dynamic_get(c->d, &scaled, "a", &o, NULL, &out, &c->err);

	inf_object_unref(out);
	return rc;
}

static int list(struct client *c)
{
	struct inf_list l = { 0 };
	int rc = inf_dynamic_list(c->d, &nodes, NULL, NULL, &l, &c->err);

	inf_list_fini(&l);
	return rc;
}

static int list_with_all(struct client *c)
{
	struct inf_list l = { 0 };
	int rc = inf_dynamic_list(c->d, &maps, &all_listing, NULL, &l, &c->err);

	inf_list_fini(&l);
	return rc;
}

static int list_pages(struct client *c)
{
	struct inf_list l = { 0 };
	int rc = inf_dynamic_list_all(c->d, &maps, NULL, NULL, &l, &c->err);

	inf_list_fini(&l);
	return rc;
}

static int create(struct client *c)
{
	return inf_dynamic_create(c->d, &maps, c->obj, NULL, NULL, NULL, &c->err);
}

static int create_with_all(struct client *c)
{
	return inf_dynamic_create(c->d, &maps, c->obj, &all_writing, NULL, NULL, &c->err);
}

static int update(struct client *c)
{
	return inf_dynamic_update(c->d, &maps, c->obj, NULL, NULL, NULL, &c->err);
}

static int update_with_all(struct client *c)
{
	return inf_dynamic_update(c->d, &maps, c->obj, &all_writing, NULL, NULL, &c->err);
}

static int update_status(struct client *c)
{
	return inf_dynamic_update_status(c->d, &maps, c->obj, &all_writing, NULL, NULL, &c->err);
}

static int patch(struct client *c, enum inf_patch_type type, const struct inf_write_options *o)
{
	return inf_dynamic_patch(c->d, &maps, "a", type, "[1] ", 4, o, NULL, NULL, &c->err);
}

static int patch_json(struct client *c)
{
	return patch(c, INF_PATCH_JSON, NULL);
}

static int patch_merge(struct client *c)
{
	return patch(c, INF_PATCH_MERGE, &all_writing);
}

static int patch_strategic(struct client *c)
{
	return patch(c, INF_PATCH_STRATEGIC_MERGE, NULL);
}

static int patch_apply(struct client *c)
{
	return patch(c, INF_PATCH_APPLY, NULL);
}

static int apply(struct client *c)
{
	const struct inf_write_options o = { .field_manager = "me" };

	return inf_dynamic_apply(c->d, &maps, "b", c->obj, &o, NULL, NULL, &c->err);
}

static int apply_with_all(struct client *c)
{
	return inf_dynamic_apply(c->d, &maps, "b", c->obj, &all_writing, NULL, NULL, &c->err);
}

static int apply_status(struct client *c)
{
	return inf_dynamic_apply_status(c->d, &maps, "b", c->obj, &all_writing, NULL, NULL,
					&c->err);
}

static int delete_one(struct client *c)
{
	return inf_dynamic_delete(c->d, &maps, "a", NULL, NULL, &c->err);
}

static int delete_with_all(struct client *c)
{
	return inf_dynamic_delete(c->d, &maps, "a", &all_deleting, NULL, &c->err);
}

static int delete_now(struct client *c)
{
	const struct inf_delete_options o = { .grace_period_s = &now, .resource_version = "7" };

	return inf_dynamic_delete(c->d, &nodes, "a", &o, NULL, &c->err);
}

static int delete_all(struct client *c)
{
	return inf_dynamic_delete_collection(c->d, &maps, NULL, NULL, NULL, &c->err);
}

static int delete_all_with_all(struct client *c)
{
	return inf_dynamic_delete_collection(c->d, &maps, &all_deleting, &all_listing, NULL,
					     &c->err);
}

static int do_request(struct client *c, const struct inf_request *r)
{
	struct inf_answer answer = { 0 };
	int rc = inf_dynamic_do(c->d, r, NULL, &answer, &c->err);

	if (rc == 0) {
		assert_int_equal(answer.http_status, 200);
		assert_string_equal(answer.content_type, "application/json");
		assert_string_equal(answer.body, CM);
		assert_int_equal(answer.body_len, strlen(CM));
	}
	inf_answer_fini(&answer);
	return rc;
}

static int do_without_options(struct client *c)
{
	return do_request(c, &(struct inf_request) { .uri = "/version" });
}

static int do_with_query(struct client *c)
{
	return do_request(c, &(struct inf_request) { .method = "OPTIONS",
						     .uri = "/api/v1?a=%20b",
						     .accept = "text/plain" });
}

static int do_with_body(struct client *c)
{
	return do_request(c, &(struct inf_request) {
				 .method = "POST", .uri = "/x?", .body = "hello", .body_len = 4 });
}

static int do_with_type(struct client *c)
{
	return do_request(c, &(struct inf_request) { .method = "PATCH",
						     .uri = "/x",
						     .body = "",
						     .content_type = "application/x" });
}

/* Without a timeout the same, but for TIMEOUT. */
static const struct row {
	const char *name;
	int (*call)(struct client *c);
	const char *line; /* "%s": ?timeout= or &timeout= */
	const char *type; /* NULL: no body, no Content-Type */
	const char *body; /* NULL: the object */
	const char *accept;
} rows[] = {
	{ "get", get, "GET /api/v1/namespaces/default/configmaps/a?" TIMEOUT, NULL, "", NULL },
	{ "get with all", get_with_all,
	  "GET /apis/apps/v1/namespaces/n%20s/deployments/a/x/y?resourceVersion=0&" TIMEOUT, NULL,
	  "", NULL },
	{ "list", list, "GET /api/v1/nodes?" TIMEOUT, NULL, "", NULL },
	{ "list with all", list_with_all,
	  "GET /api/v1/namespaces/default/configmaps?continue=c%3D%3D&fieldSelector="
	  "metadata.name%3Dx&labelSelector=a+in+%28b%2Cc%29&limit=3&resourceVersion=9&"
	  "resourceVersionMatch=Exact&" TIMEOUT "&timeoutSeconds=4",
	  NULL, "", NULL },
	{ "list pages", list_pages, "GET /api/v1/namespaces/default/configmaps?limit=500&" TIMEOUT,
	  NULL, "", NULL },
	{ "create", create, "POST /api/v1/namespaces/default/configmaps?" TIMEOUT,
	  "application/json", NULL, NULL },
	{ "create with all", create_with_all,
	  "POST /api/v1/namespaces/default/configmaps/a/a/b?dryRun=All&fieldManager=me+%26+you&"
	  "fieldValidation=Strict&" TIMEOUT,
	  "application/json", NULL, NULL },
	{ "update", update, "PUT /api/v1/namespaces/default/configmaps/a?" TIMEOUT,
	  "application/json", NULL, NULL },
	{ "update with all", update_with_all,
	  "PUT /api/v1/namespaces/default/configmaps/a/a/b?dryRun=All&fieldManager=me+%26+you&"
	  "fieldValidation=Strict&" TIMEOUT,
	  "application/json", NULL, NULL },
	{ "update status", update_status,
	  "PUT /api/v1/namespaces/default/configmaps/a/status?dryRun=All&fieldManager=me+%26+you&"
	  "fieldValidation=Strict&" TIMEOUT,
	  "application/json", NULL, NULL },
	{ "json patch", patch_json, "PATCH /api/v1/namespaces/default/configmaps/a?" TIMEOUT,
	  "application/json-patch+json", "[1] ", NULL },
	{ "merge patch with all", patch_merge,
	  "PATCH /api/v1/namespaces/default/configmaps/a/a/b?dryRun=All&fieldManager=me+%26+you&"
	  "fieldValidation=Strict&force=true&" TIMEOUT,
	  "application/merge-patch+json", "[1] ", NULL },
	{ "strategic merge patch", patch_strategic,
	  "PATCH /api/v1/namespaces/default/configmaps/a?" TIMEOUT,
	  "application/strategic-merge-patch+json", "[1] ", NULL },
	{ "apply patch", patch_apply, "PATCH /api/v1/namespaces/default/configmaps/a?" TIMEOUT,
	  "application/apply-patch+yaml", "[1] ", NULL },
	{ "apply", apply,
	  "PATCH /api/v1/namespaces/default/configmaps/b?fieldManager=me&force=false&" TIMEOUT,
	  "application/apply-patch+yaml", NULL, NULL },
	{ "apply with all", apply_with_all,
	  "PATCH /api/v1/namespaces/default/configmaps/b/a/b?dryRun=All&fieldManager=me+%26+you&"
	  "fieldValidation=Strict&force=true&" TIMEOUT,
	  "application/apply-patch+yaml", NULL, NULL },
	{ "apply status", apply_status,
	  "PATCH /api/v1/namespaces/default/configmaps/b/status?dryRun=All&fieldManager="
	  "me+%26+you&fieldValidation=Strict&force=true&" TIMEOUT,
	  "application/apply-patch+yaml", NULL, NULL },
	{ "delete", delete_one, "DELETE /api/v1/namespaces/default/configmaps/a?" TIMEOUT,
	  "application/json", OPTIONS "}", NULL },
	{ "delete with all", delete_with_all,
	  "DELETE /api/v1/namespaces/default/configmaps/a/scale?" TIMEOUT, "application/json",
	  OPTIONS ",\"gracePeriodSeconds\":30,\"preconditions\":{\"uid\":\"u\\\"1\","
		  "\"resourceVersion\":\"7\"},\"propagationPolicy\":\"Orphan\",\"dryRun\":"
		  "[\"All\"]}",
	  NULL },
	{ "delete now", delete_now, "DELETE /api/v1/nodes/a?" TIMEOUT, "application/json",
	  OPTIONS ",\"gracePeriodSeconds\":0,\"preconditions\":{\"resourceVersion\":\"7\"}}",
	  NULL },
	{ "delete all", delete_all, "DELETE /api/v1/namespaces/default/configmaps?" TIMEOUT,
	  "application/json", OPTIONS "}", NULL },
	{ "delete all with all", delete_all_with_all,
	  "DELETE /api/v1/namespaces/default/configmaps?continue=c%3D%3D&fieldSelector="
	  "metadata.name%3Dx&labelSelector=a+in+%28b%2Cc%29&limit=3&resourceVersion=9&"
	  "resourceVersionMatch=Exact&" TIMEOUT "&timeoutSeconds=4",
	  "application/json",
	  OPTIONS ",\"gracePeriodSeconds\":30,\"preconditions\":{\"uid\":\"u\\\"1\","
		  "\"resourceVersion\":\"7\"},\"propagationPolicy\":\"Orphan\",\"dryRun\":"
		  "[\"All\"]}",
	  NULL },
	{ "do", do_without_options, "GET /version?" TIMEOUT, NULL, "", NULL },
	{ "do with a query", do_with_query, "OPTIONS /api/v1?a=%20b&" TIMEOUT, NULL, "",
	  "text/plain" },
	{ "do with a body", do_with_body, "POST /x?" TIMEOUT, "application/json", "hell", NULL },
	{ "do with an empty body of a type", do_with_type, "PATCH /x?" TIMEOUT, "application/x", "",
	  NULL },
};

/* The value of a header, or "none". */
static void header_of(const char *request, const char *name, char *out, size_t cap)
{
	const char *at = strstr(request, name);

	at = at ? at + strlen(name) : NULL;
	(void)snprintf(out, cap, "%.*s", at ? (int)strcspn(at, "\r") : 4, at ? at : "none");
}

static void without_timeout(char *line)
{
	char *at = strstr(line, TIMEOUT);
	char *after = at + strlen(TIMEOUT);

	if (*after == '&')
		after++;
	else
		at--;
	memmove(at, after, strlen(after) + 1);
}

static void expect_request(const struct row *row, const char *request, const char *object,
			   bool timeout)
{
	const char *body = strstr(request, "\r\n\r\n");
	char line[512], got[512];

	(void)snprintf(line, sizeof(line), "%s", row->line);
	if (!timeout)
		without_timeout(line);
	(void)snprintf(got, sizeof(got), "%.*s", (int)strcspn(request, "\r"), request);
	(void)snprintf(line + strlen(line), sizeof(line) - strlen(line), " HTTP/1.1");
	if (strcmp(got, line) != 0)
		fail_msg("%s: '%s', want '%s'", row->name, got, line);
	header_of(request, "\r\nContent-Type: ", got, sizeof(got));
	if (strcmp(got, row->type ? row->type : "none") != 0)
		fail_msg("%s: Content-Type %s", row->name, got);
	header_of(request, "\r\nAccept: ", got, sizeof(got));
	if (strcmp(got, row->accept ? row->accept : "application/json") != 0)
		fail_msg("%s: Accept %s", row->name, got);
	assert_non_null(body);
	if (strcmp(body + 4, row->body ? row->body : object) != 0)
		fail_msg("%s: the body is '%s'", row->name, body + 4);
}

static void requests_equal_those_of_client_go(void **state)
{
	static const struct script_step good = { GOOD, 0, SCRIPT_KEEP };
	static const char object[] = "{\"metadata\":{\"name\":\"a\"},\"data\":{\"k\":\"v\"}}";

	(void)state;
	for (int timeout = 0; timeout < 2; timeout++) {
		struct script_server *s = script_server_new(&good, 1);
		struct inf_client *client = inf_client_for_url(script_server_url(s), NULL);
		const struct inf_dynamic_options o = { .qps = -1,
						       .timeout_ns =
							   timeout ? INT64_C(3600000000000) : 0 };
		struct client c = { .d = inf_dynamic_new(client, &o, NULL) };

		c.obj = inf_object_from_json(object, strlen(object), NULL);
		assert_non_null(c.d);
		for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
			char *request;

			if (rows[i].call(&c) != 0)
				fail_msg("%s: %s", rows[i].name, c.err.msg);
			request = script_server_request(s, i);
			expect_request(&rows[i], request, object, timeout);
			free(request);
		}
		assert_int_equal(script_server_count(s), ARRAY_LEN(rows));
		inf_object_unref(c.obj);
		inf_dynamic_free(c.d);
		inf_client_unref(client);
		script_server_free(s);
	}
}

/* ---- what is not sent at all ---- */

static void invalid_request_is_refused_before_sending(void **state)
{
	static const struct {
		struct inf_resource res;
		const char *name, *subresource, *text;
	} paths[] = {
		{ { "a/b", "v1", "r", "" }, "x", NULL, "invalid group \"a/b\"" },
		{ { "", "..", "r", "" }, "x", NULL, "invalid version \"..\"" },
		{ { "", "v1", "%", "" }, "x", NULL, "invalid resource \"%\"" },
		{ { "", "v1", "r", "." }, "x", NULL, "invalid namespace \".\"" },
		{ { "", "v1", "r", "" }, "a/b", NULL, "invalid resource name \"a/b\"" },
		{ { "", "", "r", "" }, "x", NULL, "a version and a resource are needed" },
		{ { "", "v1", NULL, "" }, "x", NULL, "a version and a resource are needed" },
		{ { "", "v1", "r", "" }, "", NULL, "name is required" },
		{ { "", "v1", "r", "" }, NULL, NULL, "name is required" },
		{ { "", "v1", "r", "" }, "x", "a/../b", "invalid subresource \"..\"" },
		{ { "", "v1", "r", "" }, "x", "a//b", "invalid subresource \"\"" },
		{ { "", "v1", "r", "" }, "x", "/a", "invalid subresource \"\"" },
	};
	static const struct {
		struct inf_request r;
		const char *text;
	} requests[] = {
		{ { .method = "get", .uri = "/" }, "request: the method is \"get\"" },
		{ { .uri = NULL }, "request: uri is \"\", want /…" },
		{ { .uri = "x" }, "request: uri is \"x\", want /…" },
		{ { .uri = "/ " }, "request: uri has a character that is not encoded" },
		{ { .uri = "/\x7f" }, "request: uri has a character that is not encoded" },
		{ { .uri = "/#" }, "request: uri has a character that is not encoded" },
		{ { .uri = "/", .content_type = "a\nb" }, "request: a header has a line break" },
		{ { .uri = "/", .accept = "a\rb" }, "request: a header has a line break" },
	};
	struct inf_client *client = inf_client_for_url("http://127.0.0.1:1", NULL);
	struct client c = { .d = inf_dynamic_new(client, NULL, NULL) };
	struct inf_write_options o = { .field_manager = "" };
	struct inf_object *out = NULL;
	struct inf_status status = { .code = 7 };
	const struct inf_call call = { .status = &status };

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(paths); i++) {
		const struct inf_get_options get = { .subresource = paths[i].subresource };

		status.code = 7;
		assert_int_equal(inf_dynamic_get(c.d, &paths[i].res, paths[i].name, &get, &call,
						 &out, &c.err),
				 RELIST_EINVAL);
		assert_string_equal(c.err.msg, paths[i].text);
		assert_int_equal(status.code, 0);
	}
	for (size_t i = 0; i < ARRAY_LEN(requests); i++) {
		struct inf_answer answer = { 0 };

		assert_int_equal(inf_dynamic_do(c.d, &requests[i].r, NULL, &answer, &c.err),
				 RELIST_EINVAL);
		assert_string_equal(c.err.msg, requests[i].text);
	}
	assert_int_equal(inf_dynamic_patch(c.d, &maps, "a", (enum inf_patch_type)4, "{}", 2, NULL,
					   NULL, NULL, &c.err),
			 RELIST_EINVAL);
	assert_string_equal(c.err.msg, "unknown patch type 4");
	c.obj = inf_object_from_format(NULL, "{\"metadata\":{\"managedFields\":[]}}");
	assert_int_equal(inf_dynamic_apply(c.d, &maps, "a", c.obj, &o, NULL, NULL, &c.err),
			 RELIST_EINVAL);
	assert_string_equal(c.err.msg, "apply: a field_manager is required");
	inf_object_unref(c.obj);
	c.obj = inf_object_from_format(NULL, "{\"metadata\":{\"managedFields\":[{}]}}");
	o.field_manager = "me";
	assert_int_equal(inf_dynamic_apply(c.d, &maps, "a", c.obj, &o, NULL, NULL, &c.err),
			 RELIST_EINVAL);
	assert_string_equal(c.err.msg, "cannot apply an object with managed fields already set");
	/* An update goes to the object's name. */
	assert_int_equal(inf_dynamic_update(c.d, &maps, c.obj, NULL, NULL, NULL, &c.err),
			 RELIST_EINVAL);
	assert_string_equal(c.err.msg, "name is required");
	inf_object_unref(c.obj);
	inf_dynamic_free(c.d);
	inf_client_unref(client);
}

static void failed_allocation_is_reported_before_sending(void **state)
{
	const struct inf_get_options get = { .subresource = "a/b/c/.." };
	struct inf_client *client = inf_client_for_url("http://127.0.0.1:1", NULL);
	struct inf_dynamic *d = inf_dynamic_new(client, NULL, NULL);

	(void)state;
	FOR_EACH_FAILING_ALLOC({
		struct relist_err err = { 0 };
		struct inf_object *out = NULL;
		int rc = inf_dynamic_get(d, &maps, "x", &get, NULL, &out, &err);

		assert_null(out);
		assert_int_equal(rc, err.code);
		assert_true(rc == RELIST_EINVAL || rc == RELIST_ENOMEM);
		assert_string_equal(err.msg, rc == RELIST_EINVAL ? "invalid subresource \"..\""
								 : "out of memory");
	});
	inf_dynamic_free(d);
	inf_client_unref(client);
}

/* ---- what is made of the answers ---- */

#define ANSWER(status, type, len, body)                                                            \
	"HTTP/1.1 " status "\r\nContent-Type: " type "\r\nContent-Length: " len "\r\n\r\n" body

static void response_yields_an_object_or_an_error(void **state)
{
	static const struct {
		const char *answer;
		int code;
		const char *text; /* of the error */
	} cases[] = {
		{ ANSWER("200 OK", "application/json", "12", "{\"kind\":\"A\"}"), 0, NULL },
		{ ANSWER("206 X", "application/json", "12", "{\"kind\":\"A\"}"), 0, NULL },
		{ ANSWER("207 X", "application/json", "12", "{\"kind\":\"A\"}"), RELIST_EIO, NULL },
		{ ANSWER("200 OK", "text/plain", "12", "{\"kind\":\"A\"}"), RELIST_EPARSE,
		  "serializer for text/plain doesn't exist" },
		{ ANSWER("200 OK", "application/json", "0", ""), RELIST_EPARSE,
		  "0-length response with status code: 200 and content type: application/json" },
		{ ANSWER("200 OK", "application/json", "2", "[]"), RELIST_EPARSE,
		  "GET /api/v1/nodes/a: the response is no JSON object" },
		{ ANSWER("200 OK", "application/json", "2", "{x"), RELIST_EPARSE,
		  "GET /api/v1/nodes/a: the response is no JSON object" },
		{ ANSWER("200 OK", "application/json", "2", "{}"), RELIST_EPARSE,
		  "GET /api/v1/nodes/a: Object 'Kind' is missing" },
		{ ANSWER("200 OK", "application/json", "11", "{\"kind\":\"\"}"), RELIST_EPARSE,
		  "GET /api/v1/nodes/a: Object 'Kind' is missing" },
		{ ANSWER("200 OK", "application/json", "10", "{\"kind\":7}"), RELIST_EPARSE,
		  "GET /api/v1/nodes/a: Object 'Kind' is missing" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		const struct script_step step = { cases[i].answer, 0, SCRIPT_KEEP };
		struct script_server *s = script_server_new(&step, 1);
		struct inf_client *client = inf_client_for_url(script_server_url(s), NULL);
		struct client c = { .d = inf_dynamic_new(client, NULL, NULL) };
		struct inf_object *out = NULL;
		int rc = inf_dynamic_get(c.d, &nodes, "a", NULL, NULL, &out, &c.err);

		if ((rc == 0) != (cases[i].code == 0) || (out != NULL) != (rc == 0))
			fail_msg("case %zu: %d %s", i, rc, c.err.msg);
		if (cases[i].text) {
			assert_int_equal(rc, cases[i].code);
			assert_string_equal(c.err.msg, cases[i].text);
		}
		inf_object_unref(out);
		inf_dynamic_free(c.d);
		inf_client_unref(client);
		script_server_free(s);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(requests_equal_those_of_client_go),
		cmocka_unit_test(invalid_request_is_refused_before_sending),
		cmocka_unit_test(failed_allocation_is_reported_before_sending),
		cmocka_unit_test(response_yields_an_object_or_an_error),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
