/* SPDX-License-Identifier: Apache-2.0 */
/* Admission webhooks: their reviews, their order, and the effect of each answer; the texts as
 * kube-apiserver 1.34.4 had them. */
#include "tests/kit/testing.h"

#include "base/base64.h"
#include "fakeapi/meta/go_json.h"
#include "tests/kit/core_kit.h"

#define MAPS	"/api/v1/namespaces/default/configmaps"
#define CONFIGS "/apis/admissionregistration.k8s.io/v1/"
#define MERGE	"application/merge-patch+json"

enum { CALLS_MAX = 128 };

/* The other side: keeps the reviews, and answers by the path of the URL. */
struct side {
	struct kit kit; /* first */
	struct {
		uint64_t id;
		struct strbuf url, body;
		bool open;
	} calls[CALLS_MAX];
	size_t count;
	size_t most_open, forgotten;
	bool (*answer)(struct side *s, size_t i); /* NULL: by the table below */
};

static bool take_question(void *user, const struct fakeapi__question *q)
{
	struct side *s = user;
	long granted = base__alloc_fail_after;

	base__alloc_fail_after = -1;
	assert_true(s->count < CALLS_MAX);
	s->calls[s->count].id = q->id;
	s->calls[s->count].open = true;
	strbuf_init(&s->calls[s->count].url);
	strbuf_init(&s->calls[s->count].body);
	strbuf_adds(&s->calls[s->count].url, q->url);
	strbuf_adds(&s->calls[s->count].body, q->body);
	s->count++;
	base__alloc_fail_after = granted;
	return true;
}

static void forget(void *user, uint64_t id)
{
	struct side *s = user;

	for (size_t i = 0; i < s->count; i++)
		if (s->calls[i].id == id)
			s->calls[i].open = false;
	s->forgotten++;
}

/* What the path of a URL answers. %UID% is the question's uid, %PATCH[...]% operations. */
static const struct {
	const char *path;
	int status;
	const char *body, *error;
} answers[] = {
	{ "allow", 200, "\"allowed\":true", NULL },
	{ "deny", 200,
	  "\"allowed\":false,\"status\":{\"code\":403,\"reason\":\"Forbidden\",\"message\":\"no\"}",
	  NULL },
	{ "bare", 200, "\"allowed\":false", NULL },
	{ "reason", 200, "\"allowed\":false,\"status\":{\"code\":200,\"reason\":\"Because\"}",
	  NULL },
	{ "later", 200,
	  "\"allowed\":false,\"status\":{\"code\":429,\"details\":{\"retryAfterSeconds\":7}}",
	  NULL },
	{ "zero", 200,
	  "\"allowed\":false,\"status\":{\"code\":399,\"details\":{\"retryAfterSeconds\":0}}",
	  NULL },
	{ "soon", 200,
	  "\"allowed\":false,\"status\":{\"code\":400,\"details\":{\"retryAfterSeconds\":1}}",
	  NULL },
	{ "wordy", 200,
	  "\"allowed\":false,\"status\":{\"code\":999,\"details\":{\"retryAfterSeconds\":"
	  "\"5\"}}",
	  NULL },
	{ "weeks", 200,
	  "\"allowed\":false,\"status\":{\"code\":1000,\"details\":{\"retryAfterSeconds\":"
	  "1000000}}",
	  NULL },
	{ "warn", 200, "\"allowed\":true,\"warnings\":[\"careful\"]", NULL },
	{ "label", 200,
	  "PATCH[{\"op\":\"add\",\"path\":\"/metadata/labels\",\"value\":{\"a\":\"1\"}}]", NULL },
	{ "data", 200, "PATCH[{\"op\":\"add\",\"path\":\"/data\",\"value\":{\"a\":\"1\"}}]", NULL },
	{ "more", 200, "PATCH[{\"op\":\"add\",\"path\":\"/data/b\",\"value\":\"2\"}]", NULL },
	{ "noop", 200, "PATCH[]", NULL },
	{ "intolerant", 200, "PATCH[{\"op\":\"remove\",\"path\":\"/spec/tolerations\"}]", NULL },
	{ "state", 200, "PATCH[{\"op\":\"replace\",\"path\":\"/status\",\"value\":{\"x\":\"b\"}}]",
	  NULL },
	{ "lost", 200, "PATCH[{\"op\":\"remove\",\"path\":\"/spec/x\"}]", NULL },
	{ "typed", 200, "PATCH[{\"op\":\"add\",\"path\":\"/data\",\"value\":7}]", NULL },
	{ "boom", 500, "!boom", NULL },
	{ "gone", 404, "!404 page not found", NULL },
	{ "text", 200, "!hello", NULL },
	{ "void", 200, "!", NULL },
	{ "other", 200, "!{\"kind\":\"Pod\",\"apiVersion\":\"v1\"}", NULL },
	{ "silent", 200, "!{\"kind\":\"AdmissionReview\",\"apiVersion\":\"admission.k8s.io/v1\"}",
	  NULL },
	{ "refused", 0, NULL, "dial tcp 127.0.0.1:1: connect: connection refused" },
};

static void fill(struct side *s, size_t i, const char *body, struct strbuf *out)
{
	cJSON *request = cJSON_Parse(s->calls[i].body.ptr);
	const char *uid = fakeapi__string(fakeapi__member(request, "request"), "uid");

	assert_int_equal(strlen(uid), 36);
	strbuf_addf(out,
		    "{\"kind\":\"AdmissionReview\",\"apiVersion\":\"admission.k8s.io/v1\","
		    "\"response\":{\"uid\":\"%s\",",
		    uid);
	if (strncmp(body, "PATCH", 5) == 0) {
		strbuf_addz(out, "\"allowed\":true,\"patchType\":\"JSONPatch\",\"patch\":\"");
		base64_encode(out, str_of(body + 5), BASE64_STD);
		strbuf_addz(out, "\"}}");
	} else {
		strbuf_addf(out, "%s}}", body);
	}
	cJSON_Delete(request);
}

static void reply(struct side *s, size_t i, int status, const char *body, const char *error)
{
	struct fakeapi__reply r = { .status = status };
	AUTO_STRBUF text = STRBUF_INIT;

	if (body && *body == '!')
		strbuf_addz(&text, body + 1);
	else if (body)
		fill(s, i, body, &text);
	r.body = strbuf_str(&text);
	r.content_type = STR("text/plain");
	r.error = str_of(error ? error : "");
	s->calls[i].open = false;
	fakeapi__core_reply(s->kit.core, s->calls[i].id, &r);
}

static bool by_path(struct side *s, size_t i)
{
	const char *path = strrchr(s->calls[i].url.ptr, '/') + 1;

	for (size_t a = 0; a < ARRAY_LEN(answers); a++) {
		if (strncmp(path, answers[a].path, strlen(answers[a].path)) != 0)
			continue;
		reply(s, i, answers[a].status, answers[a].body, answers[a].error);
		return true;
	}
	return false;
}

static bool outside(struct kit *k)
{
	struct side *s = (struct side *)(void *)k;
	long granted = base__alloc_fail_after; /* the other side has memory */
	size_t open = 0;
	bool did = false;

	base__alloc_fail_after = -1;
	for (size_t i = 0; i < s->count; i++)
		open += s->calls[i].open;
	s->most_open = open > s->most_open ? open : s->most_open;
	for (size_t i = 0; i < s->count; i++)
		if (s->calls[i].open)
			did |= s->answer ? s->answer(s, i) : by_path(s, i);
	base__alloc_fail_after = granted;
	return did;
}

static void side_open(struct side *s)
{
	struct fakeapi__options opt = {
		.wall_offset_ns = INT64_C(1795000000) * NS_PER_S,
		.ask = take_question,
		.forget = forget,
		.ask_user = s,
	};

	memset(s, 0, sizeof(*s));
	kit_open(&s->kit, &opt);
	s->kit.outside = outside;
}

static void side_forget(struct side *s)
{
	for (size_t i = 0; i < s->count; i++) {
		strbuf_fini(&s->calls[i].url);
		strbuf_fini(&s->calls[i].body);
	}
	s->count = s->most_open = 0;
}

static void side_close(struct side *s)
{
	kit_close(&s->kit);
	side_forget(s);
}

/* One webhook; `more`: further members. */
static void hook(struct strbuf *out, const char *name, const char *path, const char *more)
{
	strbuf_addf(out,
		    "%s{\"name\":\"%s.example.com\",\"clientConfig\":{\"url\":"
		    "\"https://127.0.0.1:1/%s\"},\"sideEffects\":\"None\","
		    "\"admissionReviewVersions\":[\"v1\"]%s}",
		    out->len ? "," : "", name, path, more);
}

#define RULES(operation, resource)                                                                 \
	",\"rules\":[{\"apiGroups\":[\"\"],\"apiVersions\":[\"v1\"],\"operations\":[" operation    \
	"],\"resources\":[" resource "]}]"
#define ALL_MAPS RULES("\"*\"", "\"configmaps\"")

static void configure(struct side *s, const char *kind, const char *name, const char *hooks)
{
	AUTO_STRBUF body = STRBUF_INIT;
	char uri[128];

	strbuf_addf(&body, "{\"metadata\":{\"name\":\"%s\"},\"webhooks\":[%s]}", name, hooks);
	(void)snprintf(uri, sizeof(uri), CONFIGS "%swebhookconfigurations", kind);
	if (kit_do(&s->kit, "POST", uri, body.ptr) != 201)
		print_message("%s\n", s->kit.body.ptr);
	assert_int_equal(s->kit.status, 201);
}

static void configure_one(struct side *s, const char *kind, const char *path, const char *more)
{
	AUTO_STRBUF hooks = STRBUF_INIT;

	hook(&hooks, "h", path, more);
	configure(s, kind, "c", hooks.ptr);
}

static int put_map(struct side *s, const char *name)
{
	char body[128];

	(void)snprintf(body, sizeof(body), "{\"metadata\":{\"name\":\"%s\"}}", name);
	return kit_do(&s->kit, "POST", MAPS, body);
}

static const cJSON *request(const struct side *s, size_t i, cJSON **tree)
{
	cJSON_Delete(*tree);
	*tree = cJSON_Parse(s->calls[i].body.ptr);
	assert_non_null(*tree);
	return fakeapi__member(*tree, "request");
}

/* --- what comes of an answer -------------------------------------------------------------- */

#define CALLING	 "Internal error occurred: failed calling webhook \"h.example.com\": "
#define FAILED	 CALLING "failed to call webhook: "
#define INVALID	 CALLING "received invalid webhook response: "
#define DENIED	 "admission webhook \"h.example.com\" denied the request"
#define IS_NO(x) "json: cannot unmarshal " x " into Go "

static void webhook_outcomes_have_their_status_and_message(void **state)
{
	static const struct {
		const char *kind, *path;
		int status;
		const char *message;
	} cases[] = {
		{ "validating", "allow", 201, "" },
		{ "validating", "warn", 201, "" },
		{ "validating", "deny", 403, DENIED ": no" },
		{ "validating", "bare", 400, DENIED " without explanation" },
		{ "validating", "reason", 400, DENIED ": Because" },
		{ "validating", "later", 429, DENIED " without explanation" },
		{ "validating", "label", 500,
		  INVALID "validating webhook may not return response.patch" },
		{ "mutating", "label", 201, "" },
		{ "mutating", "noop", 201, "" },
		{ "mutating", "deny", 403, DENIED ": no" },
		{ "mutating", "lost", 500,
		  "Internal error occurred: remove operation does not apply: doc is missing path: "
		  "\"/spec/x\": missing value" },
		{ "mutating", "typed", 500,
		  "Internal error occurred: " IS_NO("number") "struct field ConfigMap.data of "
							      "type map[string]string" },
		{ "mutating", "boom", 500,
		  FAILED "an error on the server (\"boom\") has prevented the request from "
			 "succeeding" },
		{ "mutating", "gone", 500,
		  FAILED "the server could not find the requested resource" },
		{ "mutating", "text", 500,
		  FAILED "couldn't get version/kind; json parse error: " IS_NO(
		      "string") "value of type struct { APIVersion string "
				"\"json:\\\"apiVersion,omitempty\\\"\"; Kind string "
				"\"json:\\\"kind,omitempty\\\"\" }" },
		{ "mutating", "void", 500,
		  FAILED "0-length response with status code: 200 and content type: text/plain" },
		{ "mutating", "other", 500,
		  FAILED "no kind \"Pod\" is registered for version \"v1\" in scheme "
			 "\"pkg/runtime/scheme.go:110\"" },
		{ "mutating", "silent", 500, INVALID "webhook response was absent" },
		{ "mutating", "refused", 500,
		  FAILED "Post \"https://127.0.0.1:1/refused?timeout=10s\": dial tcp 127.0.0.1:1: "
			 "connect: connection refused" },
		{ "mutating", "never", 500,
		  FAILED "Post \"https://127.0.0.1:1/never?timeout=10s\": context deadline "
			 "exceeded" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		struct side s;
		int status;

		side_open(&s);
		configure_one(&s, cases[i].kind, cases[i].path, ALL_MAPS);
		status = put_map(&s, "m");
		if (status != cases[i].status ||
		    strcmp(kit_at(&s.kit, "message"), cases[i].message) != 0)
			print_message("%s %s: %s\n", cases[i].kind, cases[i].path, s.kit.body.ptr);
		assert_int_equal(status, cases[i].status);
		assert_string_equal(kit_at(&s.kit, "message"), cases[i].message);
		assert_int_equal(s.count, 1);
		assert_int_equal(kit_do(&s.kit, "GET", MAPS "/m", NULL),
				 cases[i].status == 201 ? 200 : 404);
		side_close(&s);
	}
}

static void webhook_denial_sets_retry_after(void **state)
{
	static const struct {
		const char *path;
		int status;
		const char *retry;
	} cases[] = { { "later", 429, "7" }, { "zero", 400, "" },  { "soon", 400, "1" },
		      { "wordy", 999, "" },  { "weeks", 400, "" }, { "deny", 403, "" },
		      { "allow", 201, "" } };

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		struct side s;

		side_open(&s);
		configure_one(&s, "validating", cases[i].path, ALL_MAPS);
		assert_int_equal(put_map(&s, "m"), cases[i].status);
		assert_string_equal(s.kit.retry, cases[i].retry);
		side_close(&s);
	}
}

static void failure_policy_ignore_still_applies_denials(void **state)
{
	static const struct {
		const char *path;
		int status;
	} cases[] = { { "boom", 201 },	 { "refused", 201 }, { "never", 201 },
		      { "silent", 201 }, { "deny", 403 },    { "lost", 500 } };

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		struct side s;

		side_open(&s);
		configure_one(&s, "mutating", cases[i].path,
			      ALL_MAPS ",\"failurePolicy\":\"Ignore\"");
		assert_int_equal(put_map(&s, "m"), cases[i].status);
		side_close(&s);
	}
}

/* --- which are called --------------------------------------------------------------------- */

static void rules_and_selectors_choose_the_webhooks(void **state)
{
	static const struct {
		const char *more;
		bool call_count;
	} cases[] = {
		{ ALL_MAPS, true },
		{ RULES("\"CREATE\"", "\"*\""), true },
		{ RULES("\"CREATE\"", "\"*/*\""), true },
		{ RULES("\"UPDATE\",\"DELETE\"", "\"configmaps\""), false },
		{ RULES("\"CREATE\"", "\"configmaps/status\""), false },
		{ RULES("\"CREATE\"", "\"secrets\",\"pods\""), false },
		{ ",\"rules\":[{\"apiGroups\":[\"apps\"],\"apiVersions\":[\"*\"],\"operations\":["
		  "\"*\"],\"resources\":[\"*\"]}]",
		  false },
		{ ",\"rules\":[{\"apiGroups\":[\"*\"],\"apiVersions\":[\"v2\"],\"operations\":["
		  "\"*\"],\"resources\":[\"*\"]}]",
		  false },
		{ ",\"rules\":[{\"apiGroups\":[\"*\"],\"apiVersions\":[\"*\"],\"operations\":["
		  "\"*\"],\"resources\":[\"*\"],\"scope\":\"Cluster\"}]",
		  false },
		{ ",\"rules\":[{\"apiGroups\":[\"*\"],\"apiVersions\":[\"*\"],\"operations\":["
		  "\"*\"],\"resources\":[\"*\"],\"scope\":\"Namespaced\"}]",
		  true },
		{ ALL_MAPS ",\"objectSelector\":{\"matchLabels\":{\"l\":\"1\"}}", true },
		{ ALL_MAPS ",\"objectSelector\":{\"matchLabels\":{\"l\":\"2\"}}", false },
		{ ALL_MAPS ",\"objectSelector\":{\"matchExpressions\":[{\"key\":\"l\","
			   "\"operator\":\"DoesNotExist\"}]}",
		  false },
		{ ALL_MAPS ",\"objectSelector\":{\"matchExpressions\":[{\"key\":\"l\","
			   "\"operator\":\"NotIn\",\"values\":[\"2\"]}]}",
		  true },
		{ ALL_MAPS ",\"namespaceSelector\":{\"matchLabels\":{"
			   "\"kubernetes.io/metadata.name\":\"default\"}}",
		  true },
		{ ALL_MAPS ",\"namespaceSelector\":{\"matchExpressions\":[{\"key\":"
			   "\"kubernetes.io/metadata.name\",\"operator\":\"NotIn\",\"values\":["
			   "\"default\"]}]}",
		  false },
		{ "", false },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		struct side s;

		side_open(&s);
		configure_one(&s, "validating", "allow", cases[i].more);
		assert_int_equal(kit_do(&s.kit, "POST", MAPS,
					"{\"metadata\":{\"name\":\"m\",\"labels\":{\"l\":\"1\"}}}"),
				 201);
		if (s.count != cases[i].call_count)
			print_message("%s\n", cases[i].more);
		assert_int_equal(s.count, cases[i].call_count);
		side_close(&s);
	}
}

static void webhooks_are_not_called_for_webhook_configurations(void **state)
{
	struct side s;

	(void)state;
	side_open(&s);
	configure_one(&s, "validating", "deny",
		      ",\"rules\":[{\"apiGroups\":[\"*\"],\"apiVersions\":[\"*\"],\"operations\":["
		      "\"*\"],\"resources\":[\"*/*\"]}]");
	assert_int_equal(put_map(&s, "m"), 403);
	assert_int_equal(s.count, 1);
	assert_int_equal(kit_do(&s.kit, "DELETE", CONFIGS "validatingwebhookconfigurations/c",
				NULL),
			 200);
	assert_int_equal(s.count, 1);
	assert_int_equal(put_map(&s, "m"), 201);
	side_close(&s);
}

/* A rule about one version hears of the object under another, in the version of the rule. */
static void equivalent_versions_match(void **state)
{
	static const char *const policies[] = { "Equivalent", "Exact" };

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(policies); i++) {
		AUTO_STRBUF more = STRBUF_INIT;
		struct side s;
		cJSON *tree = NULL;

		strbuf_addf(&more,
			    ",\"matchPolicy\":\"%s\",\"rules\":[{\"apiGroups\":[\"autoscaling\"],"
			    "\"apiVersions\":[\"v2\"],\"operations\":[\"*\"],\"resources\":["
			    "\"horizontalpodautoscalers\"]}]",
			    policies[i]);
		side_open(&s);
		configure_one(&s, "validating", "allow", more.ptr);
		assert_int_equal(
		    kit_do(&s.kit, "POST",
			   "/apis/autoscaling/v1/namespaces/default/horizontalpodautoscalers",
			   "{\"metadata\":{\"name\":\"a\"},\"spec\":{\"maxReplicas\":3,"
			   "\"targetCPUUtilizationPercentage\":50,\"scaleTargetRef\":{\"kind\":"
			   "\"Deployment\",\"apiVersion\":\"apps/v1\",\"name\":\"d\"}}}"),
		    201);
		assert_int_equal(s.count, i == 0);
		if (i == 0) {
			const cJSON *r = request(&s, 0, &tree);

			assert_string_equal(fakeapi__string(fakeapi__member(r, "kind"), "version"),
					    "v2");
			assert_string_equal(fakeapi__string(fakeapi__member(r, "requestKind"),
							    "version"),
					    "v1");
			assert_non_null(fakeapi__dig(r, "object", "spec", "metrics", NULL));
		}
		cJSON_Delete(tree);
		side_close(&s);
	}
}

/* Versions of a type are equivalent for a subresource that both have. */
static void equivalent_version_needs_the_subresource(void **state)
{
	static const char *const also[] = { "", ",\"subresources\":{\"status\":{}}" };

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(also); i++) {
		AUTO_STRBUF definition = STRBUF_INIT;
		struct side s;

		side_open(&s);
		strbuf_addf(
		    &definition,
		    "{\"metadata\":{\"name\":\"cogs.x.io\"},\"spec\":{\"group\":\"x.io\","
		    "\"scope\":\"Namespaced\",\"names\":{\"plural\":\"cogs\",\"kind\":\"Cog\"},"
		    "\"versions\":[{\"name\":\"v1\",\"served\":true,\"storage\":true,"
		    "\"subresources\":{\"status\":{}},\"schema\":{\"openAPIV3Schema\":{"
		    "\"type\":\"object\"}}},{\"name\":\"v2\",\"served\":true,\"storage\":false,"
		    "\"schema\":{\"openAPIV3Schema\":{\"type\":\"object\"}}%s}]}}",
		    also[i]);
		assert_int_equal(kit_do(&s.kit, "POST",
					"/apis/apiextensions.k8s.io/v1/customresourcedefinitions",
					definition.ptr),
				 201);
		assert_int_equal(
		    kit_do(&s.kit, "POST", "/apis/x.io/v1/namespaces/default/cogs",
			   "{\"apiVersion\":\"x.io/v1\",\"kind\":\"Cog\",\"metadata\":{"
			   "\"name\":\"a\"}}"),
		    201);
		configure_one(&s, "validating", "allow",
			      ",\"rules\":[{\"apiGroups\":[\"x.io\"],\"apiVersions\":[\"v2\"],"
			      "\"operations\":[\"*\"],\"resources\":[\"cogs/status\"]}]");
		s.kit.content_type = MERGE;
		assert_int_equal(kit_do(&s.kit, "PATCH",
					"/apis/x.io/v1/namespaces/default/cogs/a/status",
					"{\"metadata\":{\"labels\":{\"l\":\"1\"}}}"),
				 200);
		assert_int_equal(s.count, i);
		side_close(&s);
	}
}

/* A condition that cannot be evaluated decides by failurePolicy alone: the webhook is not called.
 */
static void webhook_is_not_called_after_its_condition_failed(void **state)
{
	static const struct {
		const char *policy;
		int status;
	} cases[] = { { "Ignore", 201 }, { "Fail", 403 } };

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		AUTO_STRBUF more = STRBUF_INIT;
		struct side s;

		side_open(&s);
		strbuf_addf(&more,
			    ALL_MAPS
			    ",\"failurePolicy\":\"%s\",\"matchConditions\":[{\"name\":\"c\","
			    "\"expression\":\"object.data.missing == '1'\"}]",
			    cases[i].policy);
		configure_one(&s, "validating", "deny", more.ptr);
		assert_int_equal(put_map(&s, "m"), cases[i].status);
		assert_int_equal(s.count, 0);
		side_close(&s);
	}
}

/* --- reviews ------------------------------------------------------------------------------ */

static void admission_review_describes_the_operation(void **state)
{
	static const struct {
		const char *method, *uri, *body, *operation, *options;
		bool object, old;
	} cases[] = {
		{ "POST", MAPS "?fieldManager=me&dryRun=All", "{\"metadata\":{\"name\":\"n\"}}",
		  "CREATE", "CreateOptions", true, false },
		{ "PUT", MAPS "/m", "{\"metadata\":{\"name\":\"m\"},\"data\":{\"a\":\"1\"}}",
		  "UPDATE", "UpdateOptions", true, true },
		{ "PATCH", MAPS "/m", "{\"data\":{\"a\":\"2\"}}", "UPDATE", "UpdateOptions", true,
		  true },
		{ "DELETE", MAPS "/m?propagationPolicy=Background", NULL, "DELETE", "DeleteOptions",
		  false, true },
	};
	struct side s;
	cJSON *tree = NULL;

	(void)state;
	side_open(&s);
	assert_int_equal(put_map(&s, "m"), 201);
	configure_one(&s, "validating", "allow", ALL_MAPS);
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		const cJSON *r;
		bool patch = strcmp(cases[i].method, "PATCH") == 0;

		side_forget(&s);
		s.kit.content_type = patch ? MERGE : NULL;
		(void)kit_do(&s.kit, cases[i].method, cases[i].uri, cases[i].body);
		s.kit.content_type = NULL;
		assert_true(s.kit.status == 200 || s.kit.status == 201);
		assert_int_equal(s.count, 1);
		r = request(&s, 0, &tree);
		assert_string_equal(fakeapi__string(r, "operation"), cases[i].operation);
		assert_string_equal(fakeapi__string(r, "namespace"), "default");
		assert_string_equal(fakeapi__string(r, "name"), i ? "m" : "n");
		assert_string_equal(fakeapi__string(fakeapi__member(r, "resource"), "resource"),
				    "configmaps");
		assert_string_equal(fakeapi__string(fakeapi__member(r, "options"), "kind"),
				    cases[i].options);
		assert_string_equal(fakeapi__string(fakeapi__member(r, "userInfo"), "username"),
				    "admin");
		assert_int_equal(cJSON_IsObject(fakeapi__member(r, "object")), cases[i].object);
		assert_int_equal(cJSON_IsObject(fakeapi__member(r, "oldObject")), cases[i].old);
		assert_int_equal(cJSON_IsTrue(fakeapi__member(r, "dryRun")), i == 0);
	}
	cJSON_Delete(tree);
	side_close(&s);
}

static void generated_name_is_the_same_for_all_webhooks(void **state)
{
	struct side s;
	cJSON *tree = NULL;
	const cJSON *r;

	(void)state;
	side_open(&s);
	configure_one(&s, "mutating", "label", ALL_MAPS);
	configure_one(&s, "validating", "allow", ALL_MAPS);
	assert_int_equal(kit_do(&s.kit, "POST", MAPS, "{\"metadata\":{\"generateName\":\"g-\"}}"),
			 201);
	assert_int_equal(s.count, 2);
	r = request(&s, 0, &tree);
	assert_null(fakeapi__member(r, "name")); /* not made up yet */
	r = request(&s, 1, &tree);
	assert_string_equal(fakeapi__string(r, "name"), kit_at(&s.kit, "metadata.name"));
	assert_string_equal(fakeapi__string(fakeapi__dig(r, "object", "metadata", NULL), "uid"),
			    kit_at(&s.kit, "metadata.uid"));
	assert_string_equal(kit_at(&s.kit, "metadata.labels.a"), "1");
	cJSON_Delete(tree);
	side_close(&s);
}

/* --- order -------------------------------------------------------------------------------- */

static void mutating_webhooks_run_before_validation_and_validating_ones(void **state)
{
	AUTO_STRBUF hooks = STRBUF_INIT;
	struct side s;

	(void)state;
	side_open(&s);
	hook(&hooks, "one", "data", ALL_MAPS);
	hook(&hooks, "two", "more", ALL_MAPS);
	configure(&s, "mutating", "b", hooks.ptr);
	configure_one(&s, "validating", "allow", ALL_MAPS);
	assert_int_equal(put_map(&s, "Bad_Name"), 422);
	assert_int_equal(s.count, 2);
	side_forget(&s);
	assert_int_equal(put_map(&s, "m"), 201);
	assert_int_equal(s.count, 3);
	assert_int_equal(s.most_open, 1);
	assert_non_null(strstr(s.calls[0].url.ptr, "/data?"));
	assert_non_null(strstr(s.calls[1].url.ptr, "/more?"));
	assert_non_null(strstr(s.calls[1].body.ptr, "\"data\":{\"a\":\"1\"}"));
	assert_non_null(strstr(s.calls[2].body.ptr, "\"data\":{\"a\":\"1\",\"b\":\"2\"}"));
	assert_string_equal(kit_at(&s.kit, "data.b"), "2");
	side_close(&s);
}

static void validating_webhooks_run_in_parallel_and_the_first_refusal_counts(void **state)
{
	AUTO_STRBUF hooks = STRBUF_INIT;
	struct side s;

	(void)state;
	side_open(&s);
	hook(&hooks, "a", "allow", ALL_MAPS);
	hook(&hooks, "b", "bare", ALL_MAPS);
	hook(&hooks, "c", "deny", ALL_MAPS);
	configure(&s, "validating", "v", hooks.ptr);
	assert_int_equal(put_map(&s, "m"), 400);
	assert_int_equal(s.count, 3);
	assert_int_equal(s.most_open, 3);
	assert_string_equal(
	    kit_at(&s.kit, "message"),
	    "admission webhook \"b.example.com\" denied the request without explanation");
	side_close(&s);
}

static void webhook_is_reinvoked_after_a_later_change(void **state)
{
	static const struct {
		const char *policy, *second;
		size_t call_count;
	} cases[] = { { "Never", "data", 2 },
		      { "IfNeeded", "data", 3 },
		      { "IfNeeded", "noop", 2 } };

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		AUTO_STRBUF hooks = STRBUF_INIT;
		AUTO_STRBUF more = STRBUF_INIT;
		struct side s;

		side_open(&s);
		strbuf_addf(&more, ALL_MAPS ",\"reinvocationPolicy\":\"%s\"", cases[i].policy);
		hook(&hooks, "one", "allow", more.ptr);
		hook(&hooks, "two", cases[i].second, ALL_MAPS);
		configure(&s, "mutating", "m", hooks.ptr);
		assert_int_equal(put_map(&s, "m"), 201);
		assert_int_equal(s.count, cases[i].call_count);
		side_close(&s);
	}
}

/* The webhook removes the tolerations that DefaultTolerationSeconds adds to every pod. The plug-in
 * runs once more and adds them again: a change that the webhook has not seen. */
static void webhook_is_called_again_after_a_plugin_changed_its_object(void **state)
{
	static const struct {
		const char *policy, *path;
		size_t call_count;
	} cases[] = { { "Never", "intolerant", 1 },
		      { "IfNeeded", "intolerant", 2 },
		      { "IfNeeded", "label", 1 } };

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		AUTO_STRBUF more = STRBUF_INIT;
		struct side s;

		side_open(&s);
		strbuf_addf(&more, RULES("\"*\"", "\"pods\"") ",\"reinvocationPolicy\":\"%s\"",
			    cases[i].policy);
		configure_one(&s, "mutating", cases[i].path, more.ptr);
		assert_int_equal(kit_do(&s.kit, "POST", "/api/v1/namespaces/default/pods",
					"{\"metadata\":{\"name\":\"p\"},\"spec\":{\"containers\":"
					"[{\"name\":\"c\",\"image\":\"i\"}]}}"),
				 201);
		assert_int_equal(s.count, cases[i].call_count);
		side_close(&s);
	}
}

/* --- while it waits ----------------------------------------------------------------------- */

/* Another client reads and writes while the first answer is on its way. */
static bool work_between(struct side *s, size_t i)
{
	struct kit other = { .core = s->kit.core, .now_ns = s->kit.now_ns };

	s->answer = NULL;
	strbuf_init(&other.body);
	assert_int_equal(kit_do(&other, "GET", MAPS "/m", NULL), 404);
	assert_int_equal(kit_do(&other, "POST", "/api/v1/namespaces/default/secrets",
				"{\"metadata\":{\"name\":\"s\"}}"),
			 201);
	cJSON_Delete(other.json);
	strbuf_fini(&other.body);
	return by_path(s, i);
}

static void other_requests_run_during_a_webhook_call(void **state)
{
	struct side s;

	(void)state;
	side_open(&s);
	configure_one(&s, "mutating", "label", ALL_MAPS);
	s.answer = work_between;
	assert_int_equal(put_map(&s, "m"), 201);
	assert_string_equal(kit_at(&s.kit, "metadata.labels.a"), "1");
	assert_int_equal(s.count, 1);
	side_close(&s);
}

/* Changes the object behind the back of the one who waits. */
static bool change_it(struct side *s, size_t i)
{
	static const char map[] = "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{"
				  "\"name\":\"m\",\"namespace\":\"default\"},\"data\":{\"other\":"
				  "\"1\"}}";

	s->answer = NULL;
	assert_int_equal(fakeapi__core_load(s->kit.core, s->kit.now_ns, STR(map), NULL), 0);
	return by_path(s, i);
}

static void webhooks_are_called_again_if_the_object_changed_meanwhile(void **state)
{
	struct side s;

	(void)state;
	side_open(&s);
	assert_int_equal(put_map(&s, "m"), 201);
	configure_one(&s, "mutating", "label", ALL_MAPS);
	s.answer = change_it;
	s.kit.content_type = MERGE;
	assert_int_equal(kit_do(&s.kit, "PATCH", MAPS "/m", "{\"data\":{\"mine\":\"1\"}}"), 200);
	assert_int_equal(s.count, 2);
	assert_non_null(strstr(s.calls[1].body.ptr, "\"other\":\"1\""));
	assert_string_equal(kit_at(&s.kit, "data.other"), "1");
	assert_string_equal(kit_at(&s.kit, "data.mine"), "1");
	s.kit.content_type = NULL;
	side_close(&s);
}

static void client_that_disconnects_has_no_effect(void **state)
{
	struct side s;
	struct fakeapi__server *server;
	struct fakeapi__request req = { .method = STR("POST"),
					.path = STR(MAPS),
					.body = STR("{\"metadata\":{\"name\":\"m\"}}") };
	struct fakeapi__header type = { STR("Content-Type"), STR("application/json") };
	struct fakeapi__wake none = { NULL, NULL };
	struct fakeapi__exchange *x;

	(void)state;
	side_open(&s);
	configure_one(&s, "validating", "allow", ALL_MAPS);
	req.headers = &type;
	req.header_count = 1;
	server = fakeapi__core_server(s.kit.core);
	x = server->begin(server, s.kit.now_ns, &req, none);
	assert_non_null(x);
	assert_int_equal(x->ops->head(x, s.kit.now_ns), FAKEAPI_HEAD_WAIT);
	assert_int_equal(s.count, 1);
	x->ops->end(x, true);
	assert_int_equal(s.forgotten, 1);
	reply(&s, 0, 200, "\"allowed\":true", NULL); /* too late, and no harm */
	assert_int_equal(kit_do(&s.kit, "GET", MAPS "/m", NULL), 404);
	side_close(&s);
}

/* --- dry runs, deletions of many, services ------------------------------------------------ */

static void dry_run_calls_webhooks_and_stores_nothing(void **state)
{
	struct side s;

	(void)state;
	side_open(&s);
	configure_one(&s, "validating", "allow", ALL_MAPS);
	assert_int_equal(kit_do(&s.kit, "POST", MAPS "?dryRun=All",
				"{\"metadata\":{\"name\":\"m\"}}"),
			 201);
	assert_int_equal(s.count, 1);
	assert_int_equal(kit_do(&s.kit, "GET", MAPS "/m", NULL), 404);
	side_close(&s);
}

static void delete_collection_stops_at_the_first_denial(void **state)
{
	struct side s;

	(void)state;
	side_open(&s);
	for (char name[2] = "a"; name[0] <= 'e'; name[0]++)
		assert_int_equal(put_map(&s, name), 201);
	assert_int_equal(kit_do(&s.kit, "PUT", MAPS "/c",
				"{\"metadata\":{\"name\":\"c\",\"labels\":{\"keep\":\"1\"}}}"),
			 200);
	configure_one(&s, "validating", "deny",
		      ALL_MAPS ",\"objectSelector\":{\"matchLabels\":{\"keep\":\"1\"}}");
	assert_int_equal(kit_do(&s.kit, "DELETE", MAPS, NULL), 403);
	assert_int_equal(s.count, 1);
	assert_int_equal(kit_do(&s.kit, "GET", MAPS "/b", NULL), 404);
	assert_int_equal(kit_do(&s.kit, "GET", MAPS "/d", NULL), 200);
	side_close(&s);
}

static void deletecollection_calls_webhooks_for_each_object(void **state)
{
	struct side s;
	char name[16];

	(void)state;
	side_open(&s);
	for (int i = 0; i < 100; i++) {
		(void)snprintf(name, sizeof(name), "m%d", i);
		assert_int_equal(put_map(&s, name), 201);
	}
	configure_one(&s, "validating", "allow", ALL_MAPS);
	assert_int_equal(kit_do(&s.kit, "DELETE", MAPS, NULL), 200);
	assert_int_equal(cJSON_GetArraySize(fakeapi__member(s.kit.json, "items")), 100);
	assert_int_equal(s.count, 100);
	assert_int_equal(s.most_open, 64);
	side_close(&s);
}

static void webhook_of_a_missing_service_is_an_error(void **state)
{
	static const struct {
		const char *path, *url;
	} cases[] = { { ",\"path\":\"/v\"", "https://web.sys.svc:443/v?timeout=10s" },
		      { "", "https://web.sys.svc:443/?timeout=10s" } };

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		AUTO_STRBUF hook = STRBUF_INIT, want = STRBUF_INIT;
		struct side s;

		side_open(&s);
		strbuf_addf(&hook,
			    "{\"name\":\"h.example.com\",\"clientConfig\":{\"service\":{\"name\":"
			    "\"web\",\"namespace\":\"sys\"%s}},\"sideEffects\":\"None\","
			    "\"admissionReviewVersions\":[\"v1\"]" ALL_MAPS "}",
			    cases[i].path);
		strbuf_addf(&want, FAILED "Post \"%s\": service \"web\" not found", cases[i].url);
		configure(&s, "validating", "v", hook.ptr);
		assert_int_equal(put_map(&s, "m"), 500);
		assert_string_equal(kit_at(&s.kit, "message"), want.ptr);
		assert_int_equal(s.count, 0);
		side_close(&s);
	}
}

static void request_times_out_despite_longer_webhook_timeouts(void **state)
{
	AUTO_STRBUF hooks = STRBUF_INIT;
	struct side s;
	int64_t began;

	(void)state;
	side_open(&s);
	for (int i = 0; i < 10; i++) {
		char name[16];

		(void)snprintf(name, sizeof(name), "h%d", i);
		hook(&hooks, name, "never",
		     ALL_MAPS ",\"failurePolicy\":\"Ignore\",\"timeoutSeconds\":30");
	}
	configure(&s, "mutating", "m", hooks.ptr);
	began = s.kit.now_ns;
	assert_int_equal(put_map(&s, "m"), 504);
	assert_true(s.kit.now_ns - began < 61 * NS_PER_S);
	assert_int_equal(s.count, 2);
	side_close(&s);
}

/* --- conversion --------------------------------------------------------------------------- */

#define DEFINITIONS "/apis/apiextensions.k8s.io/v1/customresourcedefinitions"
#define GEARS(v)    "/apis/x.io/" v "/namespaces/default/gears"
#define VERSION(name, storage, field)                                                              \
	"{\"name\":\"" name "\",\"served\":true,\"storage\":" storage                              \
	",\"schema\":{\"openAPIV3Schema\":{\"type\":\"object\",\"properties\":{\"spec\":{"         \
	"\"type\":\"object\",\"properties\":{\"" field "\":{\"type\":\"integer\"}}}}}}}"

static void define_gears(struct side *s)
{
	assert_int_equal(
	    kit_do(&s->kit, "POST", DEFINITIONS,
		   "{\"metadata\":{\"name\":\"gears.x.io\"},\"spec\":{\"group\":\"x.io\",\"scope\":"
		   "\"Namespaced\",\"names\":{\"plural\":\"gears\",\"kind\":\"Gear\"},"
		   "\"conversion\":{\"strategy\":\"Webhook\",\"webhook\":{"
		   "\"conversionReviewVersions\":[\"v1\"],\"clientConfig\":{\"url\":"
		   "\"https://127.0.0.1:1/convert\"}}},\"versions\":[" VERSION(
		       "v1", "true", "replicas") "," VERSION("v2", "false", "size") "]}}"),
	    201);
}

/* The objects of the request as they are now. */
static void reply_converted(struct side *s, size_t i, const cJSON *request)
{
	char *text = fakeapi__print(fakeapi__member(request, "objects"));
	AUTO_STRBUF out = STRBUF_INIT;

	strbuf_addf(&out,
		    "!{\"kind\":\"ConversionReview\",\"apiVersion\":\"apiextensions.k8s.io/v1\","
		    "\"response\":{\"uid\":\"%s\",\"result\":{\"status\":\"Success\"},"
		    "\"convertedObjects\":%s}}",
		    fakeapi__string(request, "uid"), text);
	reply(s, i, 200, out.ptr, NULL);
	cJSON_free(text);
}

/* spec.replicas of v1 is spec.size of v2. */
static bool convert(struct side *s, size_t i)
{
	cJSON *tree = cJSON_Parse(s->calls[i].body.ptr), *obj, *spec, *value;
	cJSON *request = fakeapi__member(tree, "request");
	const char *version = fakeapi__string(request, "desiredAPIVersion");
	bool up = strcmp(version, "x.io/v2") == 0;

	if (strcmp(fakeapi__string(tree, "kind"), "ConversionReview") != 0) {
		cJSON_Delete(tree);
		return by_path(s, i);
	}
	cJSON_ArrayForEach(obj, fakeapi__member(request, "objects"))
	{
		spec = fakeapi__member(obj, "spec");
		value = cJSON_DetachItemFromObjectCaseSensitive(spec, up ? "replicas" : "size");
		assert_int_equal(fakeapi__set(obj, "apiVersion", cJSON_CreateString(version)), 0);
		assert_non_null(value);
		assert_int_equal(fakeapi__set(spec, up ? "size" : "replicas", value), 0);
	}
	reply_converted(s, i, request);
	cJSON_Delete(tree);
	return true;
}

static int number_at(const struct kit *k, const char *member)
{
	const cJSON *v = fakeapi__dig(k->json, "spec", member, NULL);

	return cJSON_IsNumber(v) ? v->valueint : -1;
}

static int put_gear(struct side *s, const char *uri, const char *name, const char *member, int n)
{
	char body[160];

	(void)
	    snprintf(body, sizeof(body),
		     "{\"kind\":\"Gear\",\"apiVersion\":\"x.io/%s\",\"metadata\":{\"name\":\"%s\"},"
		     "\"spec\":{\"%s\":%d}}",
		     strstr(uri, "/v2/") ? "v2" : "v1", name, member, n);
	return kit_do(&s->kit, "POST", uri, body);
}

static void conversion_webhook_converts_reads_and_writes(void **state)
{
	struct side s;

	(void)state;
	side_open(&s);
	define_gears(&s);
	s.answer = convert;
	assert_int_equal(put_gear(&s, GEARS("v1"), "a", "replicas", 3), 201);
	assert_int_equal(s.count, 0);
	assert_int_equal(kit_do(&s.kit, "GET", GEARS("v2") "/a", NULL), 200);
	assert_int_equal(number_at(&s.kit, "size"), 3);
	assert_int_equal(put_gear(&s, GEARS("v2"), "b", "size", 5), 201);
	assert_int_equal(number_at(&s.kit, "size"), 5);
	assert_true(*kit_at(&s.kit, "metadata.resourceVersion"));
	assert_int_equal(kit_do(&s.kit, "GET", GEARS("v1") "/b", NULL), 200);
	assert_int_equal(number_at(&s.kit, "replicas"), 5);
	s.kit.content_type = MERGE;
	assert_int_equal(kit_do(&s.kit, "PATCH", GEARS("v2") "/b", "{\"spec\":{\"size\":6}}"), 200);
	s.kit.content_type = NULL;
	assert_int_equal(number_at(&s.kit, "size"), 6);
	assert_int_equal(kit_do(&s.kit, "DELETE", GEARS("v2") "/b", NULL), 200);
	side_close(&s);
}

static void list_is_converted_in_one_review(void **state)
{
	struct side s;
	char name[16];

	(void)state;
	side_open(&s);
	define_gears(&s);
	s.answer = convert;
	for (int i = 0; i < 100; i++) {
		(void)snprintf(name, sizeof(name), "g%d", i);
		assert_int_equal(put_gear(&s, GEARS("v1"), name, "replicas", i), 201);
	}
	assert_int_equal(kit_do(&s.kit, "GET", GEARS("v2"), NULL), 200);
	assert_int_equal(cJSON_GetArraySize(fakeapi__member(s.kit.json, "items")), 100);
	assert_null(strstr(s.kit.body.ptr, "\"spec\":{\"replicas"));
	assert_int_equal(s.count, 1);
	side_forget(&s);
	assert_int_equal(kit_do(&s.kit, "DELETE", GEARS("v2"), NULL), 200);
	assert_int_equal(s.count, 1);
	side_close(&s);
}

enum { LONG_LIST = 3000, OF_ONE_REVIEW = 128 };
static const char *meanwhile_body; /* of a PATCH of the definition; NULL: none */

/* Between the first reviews of a list and the others another client is at work. */
static bool convert_and_meddle(struct side *s, size_t i)
{
	struct kit other = { .core = s->kit.core, .now_ns = s->kit.now_ns };

	if (s->count < LONG_LIST / OF_ONE_REVIEW && i == 0) {
		strbuf_init(&other.body);
		assert_int_equal(kit_do(&other, "DELETE", GEARS("v1") "/g2999", NULL), 200);
		assert_int_equal(
		    kit_do(&other, "POST", GEARS("v1"),
			   "{\"kind\":\"Gear\",\"apiVersion\":\"x.io/v1\",\"metadata\":{"
			   "\"name\":\"g0000\"},\"spec\":{\"replicas\":1}}"),
		    201);
		other.content_type = MERGE;
		if (meanwhile_body)
			assert_int_equal(kit_do(&other, "PATCH", DEFINITIONS "/gears.x.io",
						meanwhile_body),
					 200);
		cJSON_Delete(other.json);
		strbuf_fini(&other.body);
	}
	return convert(s, i);
}

static void long_converted_list_shows_one_version(void **state)
{
	static const struct {
		const char *body;
		size_t call_count;
	} rows[] = {
		{ NULL, 24 },
		/* The conversion of before is gone: it begins again. */
		{ "{\"spec\":{\"names\":{\"shortNames\":[\"gr\"]}}}", 24 },
	};
	struct side s;

	(void)state;
	for (size_t r = 0; r < ARRAY_LEN(rows); r++) {
		char name[16], version[24];
		const cJSON *items;
		size_t n = 0;

		side_open(&s);
		define_gears(&s);
		for (int i = 0; i < LONG_LIST; i++) {
			(void)snprintf(name, sizeof(name), "g%d", i);
			assert_int_equal(put_gear(&s, GEARS("v1"), name, "replicas", i), 201);
		}
		(void)snprintf(version, sizeof(version), "%s",
			       kit_at(&s.kit, "metadata.resourceVersion"));
		s.answer = convert_and_meddle;
		meanwhile_body = rows[r].body;
		assert_int_equal(kit_do(&s.kit, "GET", GEARS("v2"), NULL), 200);
		items = fakeapi__member(s.kit.json, "items");
		assert_int_equal(cJSON_GetArraySize(items), LONG_LIST);
		for (const cJSON *i = items->child; i; i = i->next) {
			const char *is = fakeapi__string(fakeapi__member(i, "metadata"), "name");

			n += strcmp(is, r ? "g0000" : "g2999") == 0;
			assert_int_not_equal(strcmp(is, r ? "g2999" : "g0000"), 0);
		}
		assert_int_equal(n, 1);
		if (r == 0)
			assert_string_equal(kit_at(&s.kit, "metadata.resourceVersion"), version);
		assert_true(s.count >= rows[r].call_count && s.count <= rows[r].call_count + 2);
		side_close(&s);
	}
}

/* Well formed, and not the requested version: it is still the old one. */
static bool convert_nothing(struct side *s, size_t i)
{
	cJSON *tree = cJSON_Parse(s->calls[i].body.ptr);
	const cJSON *request = fakeapi__member(tree, "request");

	reply_converted(s, i, request);
	cJSON_Delete(tree);
	return true;
}

static void object_that_cannot_be_converted_is_not_deleted(void **state)
{
	struct side s;

	(void)state;
	side_open(&s);
	define_gears(&s);
	assert_int_equal(put_gear(&s, GEARS("v1"), "a", "replicas", 1), 201);
	s.answer = convert_nothing;
	assert_int_equal(kit_do(&s.kit, "DELETE", GEARS("v2"), NULL), 500);
	assert_int_equal(kit_do(&s.kit, "DELETE", GEARS("v2") "/a", NULL), 500);
	assert_int_equal(kit_do(&s.kit, "GET", GEARS("v1") "/a", NULL), 200);
	side_close(&s);
}

static void watch_waits_for_conversion_and_continues(void **state)
{
	struct side s;
	struct kit_watch w;
	AUTO_STRBUF out = STRBUF_INIT;

	(void)state;
	side_open(&s);
	define_gears(&s);
	s.answer = convert;
	assert_int_equal(put_gear(&s, GEARS("v1"), "a", "replicas", 1), 201);
	kit_watch(&s.kit, &w, GEARS("v2") "?watch=true");
	assert_string_equal(kit_events(&w, &out), "");
	assert_true(outside(&s.kit));
	assert_string_equal(kit_events(&w, &out), "ADDED a, ");
	assert_int_equal(put_gear(&s, GEARS("v1"), "b", "replicas", 2), 201);
	assert_string_equal(kit_events(&w, &out), "");
	assert_true(outside(&s.kit));
	assert_string_equal(kit_events(&w, &out), "ADDED b, ");
	kit_unwatch(&w);
	side_close(&s);
}

/* The definition as it is, changed by a merge patch. */
static void change_gears(struct side *s, const char *patch)
{
	s->kit.content_type = MERGE;
	assert_int_equal(kit_do(&s->kit, "PATCH", DEFINITIONS "/gears.x.io", patch), 200);
	s->kit.content_type = NULL;
}

static void watches_end_when_the_conversion_of_their_definition_changes(void **state)
{
	struct side s;
	struct kit_watch w, again;
	char uri[160];
	AUTO_STRBUF out = STRBUF_INIT;

	(void)state;
	side_open(&s);
	define_gears(&s);
	s.answer = convert;
	change_gears(&s, "{\"spec\":{\"conversion\":{\"strategy\":\"None\",\"webhook\":null}}}");
	assert_int_equal(put_gear(&s, GEARS("v1"), "a", "replicas", 1), 201);
	(void)snprintf(uri, sizeof(uri), GEARS("v2") "?watch=true&resourceVersion=%s",
		       kit_at(&s.kit, "metadata.resourceVersion"));
	kit_watch(&s.kit, &w, uri);
	assert_string_equal(kit_events(&w, &out), "");
	change_gears(&s, "{\"metadata\":{\"labels\":{\"a\":\"b\"}}}");
	assert_int_equal(put_gear(&s, GEARS("v1"), "b", "replicas", 2), 201);
	change_gears(&s, "{\"spec\":{\"conversion\":{\"strategy\":\"Webhook\",\"webhook\":{"
			 "\"conversionReviewVersions\":[\"v1\"],\"clientConfig\":{\"url\":"
			 "\"https://127.0.0.1:1/convert\"}}}}}");
	/* This one the watch of before could not show as it is in v2. */
	assert_int_equal(put_gear(&s, GEARS("v1"), "c", "replicas", 3), 201);
	assert_string_equal(kit_events(&w, &out), "ADDED b, ");
	assert_int_equal(w.end, FAKEAPI_PULL_END);
	kit_watch(&s.kit, &again, uri);
	assert_non_null(strstr(kit_events(&again, &out), "ERROR"));
	assert_int_equal(again.end, FAKEAPI_PULL_END);
	kit_unwatch(&again);
	kit_unwatch(&w);
	side_close(&s);
}

static bool cannot(struct side *s, size_t i)
{
	reply(s, i, 500, "!boom", NULL);
	return true;
}

/* A status without its required member, as Go clients send it with a new object. */
static void webhook_receives_the_status_of_a_new_object_before_it_is_dropped(void **state)
{
	static const char spec[] =
	    "{\"metadata\":{\"name\":\"notes.x.io\"},\"spec\":{\"group\":\"x.io\",\"scope\":"
	    "\"Cluster\",\"names\":{\"plural\":\"notes\",\"kind\":\"Note\"},\"versions\":[{"
	    "\"name\":\"v1\",\"served\":true,\"storage\":true,\"subresources\":{\"status\":{}},"
	    "\"schema\":{\"openAPIV3Schema\":{\"type\":\"object\",\"properties\":{\"status\":{"
	    "\"type\":\"object\",\"required\":[\"conditions\"],\"properties\":{\"conditions\":{"
	    "\"type\":\"array\",\"items\":{\"type\":\"string\"}},\"x\":{\"type\":\"string\"}"
	    "}}}}}}]}}";
	static const char note[] = "{\"apiVersion\":\"x.io/v1\",\"kind\":\"Note\",\"metadata\":"
				   "{\"name\":\"%s\"},\"status\":{\"x\":\"a\"}}";
	char body[200];
	struct side s;

	(void)state;
	side_open(&s);
	assert_int_equal(kit_do(&s.kit, "POST", DEFINITIONS, spec), 201);
	configure_one(&s, "mutating", "state",
		      ",\"rules\":[{\"apiGroups\":[\"x.io\"],\"apiVersions\":[\"*\"],"
		      "\"operations\":[\"*\"],\"resources\":[\"*\"]}]");
	(void)snprintf(body, sizeof(body), note, "a");
	assert_int_equal(kit_do(&s.kit, "POST", "/apis/x.io/v1/notes", body), 201);
	assert_int_equal(s.count, 1);
	assert_non_null(strstr(s.calls[0].body.ptr, "\"status\":{\"x\":\"a\"}"));
	assert_null(fakeapi__member(s.kit.json, "status"));
	(void)snprintf(body, sizeof(body), note, "b");
	s.kit.content_type = "application/apply-patch+yaml";
	assert_int_equal(kit_do(&s.kit, "PATCH", "/apis/x.io/v1/notes/b?fieldManager=m", body),
			 201);
	s.kit.content_type = NULL;
	assert_null(fakeapi__member(s.kit.json, "status"));
	side_close(&s);
}

static void failed_conversion_is_an_error(void **state)
{
	struct side s;
	struct kit_watch w;
	AUTO_STRBUF out = STRBUF_INIT;

	(void)state;
	side_open(&s);
	define_gears(&s);
	s.answer = cannot;
	assert_int_equal(put_gear(&s, GEARS("v1"), "a", "replicas", 1), 201);
	assert_int_equal(kit_do(&s.kit, "GET", GEARS("v2") "/a", NULL), 500);
	assert_string_equal(kit_at(&s.kit, "message"),
			    "conversion webhook for x.io/v1, Kind=Gear failed: an error on the "
			    "server (\"boom\") has prevented the request from succeeding");
	assert_int_equal(kit_do(&s.kit, "GET", GEARS("v2"), NULL), 500);
	assert_int_equal(put_gear(&s, GEARS("v2"), "b", "size", 1), 500);
	assert_int_equal(kit_do(&s.kit, "GET", GEARS("v1") "/b", NULL), 404);
	kit_watch(&s.kit, &w, GEARS("v2") "?watch=true");
	(void)kit_events(&w, &out);
	assert_true(outside(&s.kit));
	assert_non_null(strstr(kit_events(&w, &out), "ERROR"));
	kit_unwatch(&w);
	side_close(&s);
}

/* To the stored version, not back to the client's. */
static bool convert_one_way(struct side *s, size_t i)
{
	return strstr(s->calls[i].body.ptr, "\"desiredAPIVersion\":\"x.io/v1\"") ? convert(s, i)
										 : cannot(s, i);
}

/* If the response cannot be converted for the client, nothing is stored. */
static void object_without_a_servable_response_is_not_stored(void **state)
{
	struct side s;

	(void)state;
	side_open(&s);
	define_gears(&s);
	assert_int_equal(put_gear(&s, GEARS("v1"), "a", "replicas", 1), 201);
	s.answer = convert_one_way;
	assert_int_equal(put_gear(&s, GEARS("v2"), "b", "size", 5), 500);
	s.kit.content_type = MERGE;
	assert_int_equal(kit_do(&s.kit, "PATCH", GEARS("v2") "/a", "{\"spec\":{\"size\":6}}"), 500);
	s.kit.content_type = NULL;
	assert_int_equal(kit_do(&s.kit, "DELETE", GEARS("v2") "/a", NULL), 500);
	assert_int_equal(kit_do(&s.kit, "GET", GEARS("v1") "/b", NULL), 404);
	assert_int_equal(kit_do(&s.kit, "GET", GEARS("v1") "/a", NULL), 200);
	assert_int_equal(number_at(&s.kit, "replicas"), 1);
	side_close(&s);
}

static void webhook_requests_survive_every_failing_allocation(void **state)
{
	static const struct fakeapi__options small = { .empty = true };
	static const struct {
		const char *method, *uri;
	} rows[] = { { "POST", MAPS },
		     { "POST", GEARS("v2") },
		     { "GET", GEARS("v2") },
		     { "DELETE", GEARS("v2") } };

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		FOR_EACH_FAILING_ALLOC({
			long granted = base__alloc_fail_after;
			struct fakeapi__options opt = small;
			struct side s;
			int status;

			base__alloc_fail_after = -1;
			memset(&s, 0, sizeof(s));
			opt.any_namespace = true;
			opt.ask = take_question;
			opt.forget = forget;
			opt.ask_user = &s;
			kit_open(&s.kit, &opt);
			s.kit.outside = outside;
			s.answer = convert;
			if (i == 0) {
				configure_one(&s, "mutating", "label", ALL_MAPS);
				configure_one(&s, "validating", "allow", ALL_MAPS);
			} else {
				define_gears(&s);
			}
			if (i > 1)
				assert_int_equal(put_gear(&s, GEARS("v1"), "m", "replicas", 1),
						 201);
			base__alloc_fail_after = granted;
			status = i == 0	  ? put_map(&s, "m")
				 : i == 1 ? put_gear(&s, rows[i].uri, "m", "size", 1)
					  : kit_do(&s.kit, rows[i].method, rows[i].uri, NULL);
			granted = base__alloc_fail_after;
			base__alloc_fail_after = -1;
			assert_true(status == (i < 2 ? 201 : 200) || status >= 500 || status <= 0);
			side_close(&s);
			base__alloc_fail_after = granted;
		});
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(webhook_outcomes_have_their_status_and_message),
		cmocka_unit_test(webhook_denial_sets_retry_after),
		cmocka_unit_test(failure_policy_ignore_still_applies_denials),
		cmocka_unit_test(rules_and_selectors_choose_the_webhooks),
		cmocka_unit_test(webhooks_are_not_called_for_webhook_configurations),
		cmocka_unit_test(equivalent_versions_match),
		cmocka_unit_test(equivalent_version_needs_the_subresource),
		cmocka_unit_test(webhook_is_not_called_after_its_condition_failed),
		cmocka_unit_test(admission_review_describes_the_operation),
		cmocka_unit_test(generated_name_is_the_same_for_all_webhooks),
		cmocka_unit_test(mutating_webhooks_run_before_validation_and_validating_ones),
		cmocka_unit_test(validating_webhooks_run_in_parallel_and_the_first_refusal_counts),
		cmocka_unit_test(webhook_is_reinvoked_after_a_later_change),
		cmocka_unit_test(webhook_is_called_again_after_a_plugin_changed_its_object),
		cmocka_unit_test(other_requests_run_during_a_webhook_call),
		cmocka_unit_test(webhooks_are_called_again_if_the_object_changed_meanwhile),
		cmocka_unit_test(client_that_disconnects_has_no_effect),
		cmocka_unit_test(dry_run_calls_webhooks_and_stores_nothing),
		cmocka_unit_test(delete_collection_stops_at_the_first_denial),
		cmocka_unit_test(deletecollection_calls_webhooks_for_each_object),
		cmocka_unit_test(webhook_of_a_missing_service_is_an_error),
		cmocka_unit_test(request_times_out_despite_longer_webhook_timeouts),
		cmocka_unit_test(conversion_webhook_converts_reads_and_writes),
		cmocka_unit_test(list_is_converted_in_one_review),
		cmocka_unit_test(long_converted_list_shows_one_version),
		cmocka_unit_test(object_that_cannot_be_converted_is_not_deleted),
		cmocka_unit_test(object_without_a_servable_response_is_not_stored),
		cmocka_unit_test(watch_waits_for_conversion_and_continues),
		cmocka_unit_test(watches_end_when_the_conversion_of_their_definition_changes),
		cmocka_unit_test(webhook_receives_the_status_of_a_new_object_before_it_is_dropped),
		cmocka_unit_test(failed_conversion_is_an_error),
		cmocka_unit_test(webhook_requests_survive_every_failing_allocation),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
