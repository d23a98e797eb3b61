/* SPDX-License-Identifier: Apache-2.0 */
/* reply.c - reads a webhook's reply: an admission, a denial, or a failed call. */
#include "base/base64.h"
#include "fakeapi/meta/go_json.h"
#include "fakeapi/serializer/yaml_read.h"
#include "fakeapi/webhooks/webhooks_impl.h"

enum { WARNING_MAX = 4096, SERVER_MESSAGE_MAX = 2048 };

int fakeapi__internal_error(struct fakeapi__call *c, const char *text)
{
	(void)fakeapi__status_set(&c->st, 500, "InternalError", "Internal error occurred: %s",
				  text);
	fakeapi__status_cause(&c->st, NULL, text, NULL);
	return -1;
}

int fakeapi__hook_failed(struct fakeapi__call *c, const struct hook *h, const struct strbuf *why)
{
	AUTO_STRBUF text = STRBUF_INIT;

	strbuf_addz(&text, "failed calling webhook ");
	fakeapi__go_quote(&text, str_of(fakeapi__hook_name(h)));
	strbuf_addf(&text, ": %s", why->ptr);
	return text.failed || why->failed ? -1 : fakeapi__internal_error(c, text.ptr);
}

static struct str trimmed(struct str s)
{
	while (s.len && strchr(" \t\r\n", s.ptr[0])) {
		s.ptr++;
		s.len--;
	}
	while (s.len && strchr(" \t\r\n", s.ptr[s.len - 1]))
		s.len--;
	return s;
}

/* client-go's message for an unsuccessful HTTP status (errors.NewGenericServerResponse). */
static void add_status_text(const struct fakeapi__callout *a, struct strbuf *why)
{
	static const struct {
		int code;
		const char *text;
	} words[] = {
		{ 400, "the server rejected our request for an unknown reason" },
		{ 401, "the server has asked for the client to provide credentials" },
		{ 404, "the server could not find the requested resource" },
		{ 405, "the server does not allow this method on the requested resource" },
		{ 409, "the server reported a conflict" },
		{ 422, "the server rejected our request due to an error in our request" },
		{ 429, "the server has received too many requests and has asked us to try again "
		       "later" },
		{ 503, "the server is currently unable to handle the request" },
		{ 504, "the server was unable to return a response in the time allotted, but may "
		       "still be processing the request" },
	};
	struct str server_text = trimmed(strbuf_str(&a->body));
	bool text = !a->type.len || strncmp(a->type.ptr, "text/", 5) == 0;

	if (server_text.len > SERVER_MESSAGE_MAX)
		server_text.len = SERVER_MESSAGE_MAX;
	if (!text)
		server_text = STR("unknown");
	for (size_t i = 0; i < ARRAY_LEN(words); i++)
		if (words[i].code == a->status) {
			strbuf_addz(why, words[i].text);
			return;
		}
	if (a->status == 403 || a->status == 406 || a->status == 415) {
		strbuf_adds(why, server_text);
	} else if (a->status >= 500) {
		strbuf_addz(why, "an error on the server (");
		fakeapi__go_quote(why, server_text);
		strbuf_addz(why, ") has prevented the request from succeeding");
	} else {
		strbuf_addf(why,
			    "the server responded with the status code %d but did not return more "
			    "information",
			    a->status);
	}
}

/* Parses JSON, or else YAML, where almost any text is a string. */
static cJSON *parse_any(struct str text, struct strbuf *wrong)
{
	cJSON *tree = fakeapi__go_json_parse(text, wrong);
	AUTO_STRBUF why = STRBUF_INIT;

	if (tree || !wrong->len)
		return tree;
	tree = fakeapi__yaml_parse(text, NULL, &why);
	if (!tree && !why.len)
		strbuf_clear(wrong);
	return tree;
}

cJSON *fakeapi__hook_parse(const struct fakeapi__callout *a, struct strbuf *why)
{
	AUTO_STRBUF wrong = STRBUF_INIT;
	cJSON *tree = NULL;

	if (!a->status) {
		strbuf_adds(why, strbuf_str(&a->error));
		return NULL;
	}
	if (a->status < 200 || a->status >= 300) {
		add_status_text(a, why);
		return NULL;
	}
	if (!a->body.len) {
		strbuf_addf(why, "0-length response with status code: %d and content type: %s",
			    a->status, a->type.ptr);
		return NULL;
	}
	tree = parse_any(strbuf_str(&a->body), &wrong);
	if (!tree && !wrong.len) {
		strbuf_clear(why);
		return NULL;
	}
	if (!tree)
		strbuf_addf(why, "couldn't get version/kind; json parse error: %s", wrong.ptr);
	else if (!cJSON_IsObject(tree))
		strbuf_addf(why,
			    "couldn't get version/kind; json parse error: json: cannot unmarshal "
			    "%s into Go value of type struct { APIVersion string "
			    "\"json:\\\"apiVersion,omitempty\\\"\"; Kind string "
			    "\"json:\\\"kind,omitempty\\\"\" }",
			    fakeapi__go_json_word(tree));
	if (cJSON_IsObject(tree)) {
		return tree;
	}
	cJSON_Delete(tree);
	return NULL;
}

/* True if the response is no AdmissionReview. */
static bool is_foreign(const char *kind, const char *version)
{
	return *kind && *version &&
	       (strcmp(kind, "AdmissionReview") != 0 ||
		(strcmp(version, "admission.k8s.io/v1") != 0 &&
		 strcmp(version, "admission.k8s.io/v1beta1") != 0));
}

/* A response to a review of v1beta1 has no required version, uid or patch type. */
static bool is_beta(const struct hook *h)
{
	return strcmp(fakeapi__review_version(h), "v1beta1") == 0;
}

/* Checks that the response belongs to our review. 1: the error is in `why`. */
static int verify(const struct invocation *in, const struct fakeapi__callout *a, const cJSON *tree,
		  const cJSON *response, struct strbuf *why)
{
	const char *kind = fakeapi__string(tree, "kind");
	const char *version = fakeapi__string(tree, "apiVersion");
	const cJSON *patch = fakeapi__member(response, "patch");
	const cJSON *type = fakeapi__member(response, "patchType");
	bool has_patch = cJSON_IsString(patch) && *patch->valuestring;
	bool has_type = cJSON_IsString(type);

	if (is_foreign(kind, version)) {
		strbuf_addf(why,
			    "failed to call webhook: no kind \"%s\" is registered for version "
			    "\"%s\" in scheme \"pkg/runtime/scheme.go:110\"",
			    kind, version);
		return 1;
	}
	strbuf_addz(why, "received invalid webhook response: ");
	if (!cJSON_IsObject(response)) {
		strbuf_addz(why, "webhook response was absent");
	} else if (is_beta(&in->hook)) {
		strbuf_clear(why);
		return 0;
	} else if (strcmp(fakeapi__string(response, "uid"), a->uid) != 0) {
		strbuf_addf(why, "expected response.uid=\"%s\", got ", a->uid);
		fakeapi__go_quote(why, str_of(fakeapi__string(response, "uid")));
	} else if (strcmp(kind, "AdmissionReview") != 0 ||
		   strcmp(version, "admission.k8s.io/v1") != 0) {
		strbuf_addf(why,
			    "expected webhook response of admission.k8s.io/v1, "
			    "Kind=AdmissionReview, got %s%s, Kind=%s",
			    strchr(version, '/') ? "" : "/", version, kind);
	} else if (in->hook.mutating && has_patch && !has_type) {
		strbuf_addz(why, "webhook returned response.patch but not response.patchType");
	} else if (in->hook.mutating && !has_patch && has_type) {
		strbuf_addz(why, "webhook returned response.patchType but not response.patch");
	} else if (in->hook.mutating && has_type && !*type->valuestring) {
		strbuf_addz(why, "webhook returned invalid response.patchType of \"\"");
	} else if (!in->hook.mutating && has_patch) {
		strbuf_addz(why, "validating webhook may not return response.patch");
	} else if (!in->hook.mutating && has_type) {
		strbuf_addz(why, "validating webhook may not return response.patchType");
	} else {
		strbuf_clear(why);
		return 0;
	}
	return 1;
}

void fakeapi__hook_warn(struct fakeapi__call *c, const char *text)
{
	size_t len = strlen(text);

	if (len > WARNING_MAX)
		len = WARNING_MAX;
	for (size_t i = 0; i < len; i++)
		strbuf_addc(&c->warnings, text[i] == '\n' ? ' ' : text[i]);
	if (len)
		strbuf_addc(&c->warnings, '\n');
}

static void take_warnings(struct fakeapi__call *c, const cJSON *response)
{
	const cJSON *list = fakeapi__member(response, "warnings"), *w;

	cJSON_ArrayForEach(w, list) if (cJSON_IsString(w)) fakeapi__hook_warn(c, w->valuestring);
}

/* webhookerrors.ToStatusErr: makes the webhook's own Status an error, whatever its content. */
static int deny(struct fakeapi__call *c, const struct hook *h, const cJSON *result)
{
	const cJSON *code = fakeapi__member(result, "code");
	const char *message = fakeapi__string(result, "message");
	const char *reason = fakeapi__string(result, "reason");
	const cJSON *details = fakeapi__member(result, "details"), *retry;
	int number = cJSON_IsNumber(code) && code->valuedouble >= 400 && code->valuedouble < 1000
			 ? code->valueint
			 : 400;
	AUTO_STRBUF name = STRBUF_INIT;

	fakeapi__go_quote(&name, str_of(fakeapi__hook_name(h)));
	if (name.failed)
		return -1;
	(void)fakeapi__status_set(&c->st, number, *reason ? reason : NULL,
				  "admission webhook %s denied the request%s%s", name.ptr,
				  *message || *reason ? ": " : " without explanation",
				  *message ? message : reason);
	if (!cJSON_IsObject(details) || !details->child || !c->st.doc)
		return -1;
	fakeapi__status_details(&c->st, NULL, NULL, NULL, NULL);
	if (fakeapi__set(c->st.doc, "details", cJSON_Duplicate(details, true)) < 0) {
		fakeapi__status_fini(&c->st);
		return -1;
	}
	retry = fakeapi__member(details, "retryAfterSeconds");
	if (cJSON_IsNumber(retry) && retry->valuedouble > 0 && retry->valuedouble < 1e6)
		c->st.retry_after_s = retry->valueint;
	return -1;
}

static int read_patch(const struct hook *h, const cJSON *response, cJSON **patch,
		      struct strbuf *why)
{
	const char *text = fakeapi__string(response, "patch");
	const char *type = is_beta(h) ? "JSONPatch" : fakeapi__string(response, "patchType");
	AUTO_STRBUF bytes = STRBUF_INIT;
	AUTO_STRBUF wrong = STRBUF_INIT;

	if (!*text)
		return 0;
	if (!base64_decode(&bytes, str_of(text), BASE64_STD, NULL))
		return bytes.failed ? -1 : 1;
	*patch = fakeapi__go_json_parse(strbuf_str(&bytes), &wrong);
	if (!*patch && !wrong.len)
		return -1;
	if (!*patch || !cJSON_IsArray(*patch)) {
		strbuf_addz(why, "received undecodable patch in webhook response: ");
		if (*patch)
			strbuf_addf(why,
				    "json: cannot unmarshal %s into Go value of type "
				    "jsonpatch.Patch",
				    fakeapi__go_json_word(*patch));
		else
			strbuf_adds(why, strbuf_str(&wrong));
	} else if ((*patch)->child && strcmp(type, "JSONPatch") != 0) {
		strbuf_addz(why, "unsupported patch type ");
		fakeapi__go_quote(why, str_of(type));
	} else {
		return 0;
	}
	cJSON_Delete(*patch);
	*patch = NULL;
	return why->failed ? -1 : 1;
}

/* Checks for members that Go's struct could not decode. */
static int check_types(const cJSON *response, struct strbuf *why)
{
	static const struct {
		const char *name, *type;
		int is;
	} members[] = {
		{ "uid", "types.UID", cJSON_String },
		{ "allowed", "bool", cJSON_True | cJSON_False },
		{ "status", "v1.Status", cJSON_Object },
		{ "patch", "[]uint8", cJSON_String },
		{ "patchType", "v1.PatchType", cJSON_String },
		{ "auditAnnotations", "map[string]string", cJSON_Object },
		{ "warnings", "[]string", cJSON_Array },
	};
	AUTO_STRBUF bytes = STRBUF_INIT;
	size_t bad;

	for (size_t i = 0; i < ARRAY_LEN(members) && cJSON_IsObject(response); i++) {
		const cJSON *m = fakeapi__member(response, members[i].name);

		if (!m || cJSON_IsNull(m) || (m->type & 0xFF & members[i].is))
			continue;
		strbuf_addf(
		    why,
		    "failed to call webhook: json: cannot unmarshal %s into Go struct field "
		    "AdmissionResponse.response.%s of type %s",
		    fakeapi__go_json_word(m), members[i].name, members[i].type);
		return 1;
	}
	if (base64_decode(&bytes, str_of(fakeapi__string(response, "patch")), BASE64_STD, &bad))
		return 0;
	if (bytes.failed)
		return -1;
	strbuf_addf(why, "failed to call webhook: illegal base64 data at input byte %zu", bad);
	return 1;
}

int fakeapi__hook_read(struct fakeapi__call *c, const struct invocation *in,
		       const struct fakeapi__callout *a, cJSON **patch, struct strbuf *why)
{
	cJSON *tree, *response;
	int rc;

	*patch = NULL;
	strbuf_addz(why, "failed to call webhook: ");
	tree = fakeapi__hook_parse(a, why);
	if (!tree)
		return why->len && !why->failed ? 1 : -1;
	strbuf_clear(why);
	response = fakeapi__member(tree, "response");
	rc = check_types(response, why);
	if (rc == 0)
		rc = verify(in, a, tree, response, why);
	if (rc == 0) {
		take_warnings(c, response);
		if (!cJSON_IsTrue(fakeapi__member(response, "allowed")))
			rc = deny(c, &in->hook, fakeapi__member(response, "status"));
		else if (in->hook.mutating)
			rc = read_patch(&in->hook, response, patch, why);
	}
	cJSON_Delete(tree);
	return why->failed ? -1 : rc;
}
