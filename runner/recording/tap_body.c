/* SPDX-License-Identifier: Apache-2.0 */
/* tap_body.c - bodies of a recording: protobuf and YAML become JSON, secrets are hidden. */
#define _GNU_SOURCE
#include "base/json_tree.h"
#include "base/text/ascii.h"
#include "fakeapi/serializer/protobuf.h"
#include "fakeapi/serializer/yaml_read.h"
#include "runner/recording/tap_impl.h"

/* Converts YAML to JSON, whose structure the redaction knows. */
static bool decode_yaml(struct str body, struct strbuf *out)
{
	AUTO_STRBUF why = STRBUF_INIT;
	cJSON *tree = fakeapi__yaml_parse(body, NULL, &why);
	size_t before = out->len;

	if (tree)
		json_tree_add(out, tree, JSON_STYLE_WRITTEN);
	cJSON_Delete(tree);
	return out->len > before;
}

static bool is_yaml(const struct rec__line *line)
{
	for (size_t i = 0; i < line->header_count; i++)
		if (ascii_eq_nocase(line->headers[i].name, STR("Content-Type")))
			return memmem(line->headers[i].value.ptr, line->headers[i].value.len,
				      "yaml", 4) != NULL;
	return false;
}

/* Whether the body is one JSON value with white space. */
static bool is_json(struct str body, json_t *json)
{
	return json_valid(body, json, NULL);
}

static bool looks_like_json(struct str body)
{
	body = str_trim_space(body);
	return body.len && (*body.ptr == '{' || *body.ptr == '[');
}

/* Appends the redacted text of a body that is not JSON. Returns false if nothing may be written. */
static bool add_other(struct rec__exchange *x, struct str body, bool answer, struct strbuf *made)
{
	static const char schemas[] = "/openapi/";
	struct rec__redactor *r = &x->tap->redactor;
	bool text = utf8_is_text(body);

	if (r->opt.secrets == REC_SECRETS_KEEP) {
		strbuf_adds(made, body);
	} else if (!text && x->path.len > sizeof(schemas) - 1 &&
		   memcmp(x->path.ptr, schemas, sizeof(schemas) - 1) == 0) {
		strbuf_adds(made, body); /* as protobuf */
	} else if (!text || r->opt.strict || x->aim.sensitive ||
		   is_yaml(answer ? &x->response : &x->request) ||
		   memmem(body.ptr, body.len, "Secret", 6)) {
		return false;
	} else if (looks_like_json(body)) {
		return rec__redact_partial(r, &x->aim, body, made) == 0;
	} else if (!rec__redact_text(r, answer ? &x->near : NULL, body, made)) {
		strbuf_adds(made, body);
	}
	return true;
}

/* Converts protobuf and YAML to JSON. Returns the original media type, or nothing. */
static struct str decode_body(const struct rec__exchange *x, struct str body, bool answer,
			      struct strbuf *decoded)
{
	if (fakeapi__protobuf_json(body, decoded))
		return STR("application/vnd.kubernetes.protobuf");
	if (x->tap->opt.redact.secrets != REC_SECRETS_KEEP &&
	    is_yaml(answer ? &x->response : &x->request) && decode_yaml(body, decoded))
		return STR("application/yaml");
	return (struct str) { NULL, 0 };
}

void rec__tap_put_body(struct rec__exchange *x, struct rec__line *line, struct str body,
		       uint64_t omitted, bool answer, struct strbuf *made)
{
	struct rec__redactor *r = &x->tap->redactor;
	AUTO_STRBUF decoded = STRBUF_INIT;
	json_t json;

	line->body_kind = REC_BODY_NONE;
	if (omitted || (x->aim.opaque && body.len && r->opt.secrets != REC_SECRETS_KEEP)) {
		line->body_kind = REC_BODY_OMITTED;
		line->omitted = body.len + omitted;
		return;
	}
	if (!body.len)
		return;
	line->body_kind = REC_BODY_TEXT;
	if (!is_json(body, &json)) {
		line->decoded = decode_body(x, body, answer, &decoded);
		if (line->decoded.len)
			body = strbuf_str(&decoded);
	}
	if (is_json(body, &json)) {
		bool error = answer && json_str_eq(json_get(json, "kind"), STR("Status"));

		strbuf_add(made, body.ptr, (size_t)(json.ptr - body.ptr));
		rec__redact_json(r, &x->aim, json, answer && !error ? NULL : &x->near, !answer,
				 NULL, 0, made);
		strbuf_add(made, json.ptr + json.len,
			   body.len - (size_t)(json.ptr - body.ptr) - json.len);
	} else if (!add_other(x, body, answer, made)) {
		strbuf_clear(made);
		line->body_kind = REC_BODY_OMITTED;
		line->omitted = body.len;
	}
	x->changed = x->changed || !str_eq(body, strbuf_str(made)) || line->decoded.len;
	line->body = strbuf_str(made);
	if (decoded.failed || made->failed)
		rec__tap_fail(x->tap);
}
