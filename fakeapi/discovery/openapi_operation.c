/* SPDX-License-Identifier: Apache-2.0 */
#include "fakeapi/discovery/openapi_operation.h"

#include "base/text/ascii.h"

static const struct {
	unsigned char since, until;
	const char *name, *in, *type, *key;
} parameters[] = {
#define PARAMETER(id, since, until, name, in, type, key) { since, until, name, in, type, key },
#include "fakeapi/tbl/openapi_parameters.h"
#undef PARAMETER
};

/* Appends the group as a word: RbacAuthorization, ShopExampleCom, Core. */
void fakeapi__add_group(const char *group, bool capital, struct strbuf *out)
{
	static const char suffix[] = ".k8s.io";
	size_t n = strlen(group), own = sizeof(suffix) - 1;

	if (n == 0) {
		group = "core";
		n = 4;
	} else if (n > own && strcmp(group + n - own, suffix) == 0) {
		n -= own;
	}
	for (size_t i = 0; i < n; i++) {
		if (!ascii_is_alnum(group[i])) {
			capital = true;
			continue;
		}
		strbuf_addc(out, capital ? ascii_upper(group[i]) : group[i]);
		capital = false;
	}
}

void fakeapi__add_title(const char *word, struct strbuf *out)
{
	strbuf_addc(out, ascii_upper(word[0]));
	strbuf_addz(out, word[0] ? word + 1 : "");
}

static bool is_custom(const struct fakeapi__resource *res)
{
	return res->flags & FAKEAPI_RES_CUSTOM;
}

/* --- writing ------------------------------------------------------------------------------ */

static void add_parameter(const struct fakeapi__path *path, size_t i, struct strbuf *out)
{
	bool v3 = path->p->schemas->v3, in_path = strcmp(parameters[i].in, "path") == 0;

	if (!v3 && *parameters[i].key) {
		strbuf_addf(out, "{\"$ref\":\"#/parameters/%s\"}", parameters[i].key);
		return;
	}
	strbuf_addf(out, "{\"name\":\"%s\",\"in\":\"%s\"", parameters[i].name, parameters[i].in);
	if (i == P_NAME)
		strbuf_addf(out, ",\"description\":\"name of the %s\"", path->label);
	if (in_path)
		strbuf_addz(out, ",\"required\":true");
	strbuf_addf(out,
		    v3 ? ",\"schema\":{\"type\":\"%s\",\"uniqueItems\":true}}"
		       : ",\"type\":\"%s\",\"uniqueItems\":true}",
		    parameters[i].type);
}

/* Appends the parameters as members of a list, the first after `before`. */
static void add_parameters(const struct fakeapi__path *path, uint64_t of, const char *before,
			   struct strbuf *out)
{
	unsigned release = path->p->schemas->release;

	for (size_t i = 0; i < PARAMETERS; i++) {
		if (!(of & (UINT64_C(1) << i)) || release < parameters[i].since ||
		    release > parameters[i].until)
			continue;
		strbuf_addz(out, before);
		before = ",";
		add_parameter(path, i, out);
	}
}

static void add_schema(const struct fakeapi__path *path, enum fakeapi__returns returns,
		       struct strbuf *out)
{
	struct fakeapi__schemas *s = path->p->schemas;

	strbuf_addz(out, "\"schema\":{");
	switch (returns) {
	case RETURNS_KIND:
	case RETURNS_LIST:
		fakeapi__schemas_add_ref(s, path->group, path->version, path->kind,
					 returns == RETURNS_LIST, out);
		break;
	case RETURNS_STATUS:
		fakeapi__schemas_add_meta_ref(s, "Status", out);
		break;
	case RETURNS_EVENT:
		fakeapi__schemas_add_meta_ref(s, "WatchEvent", out);
		break;
	case RETURNS_TEXT:
		strbuf_addz(out, "\"type\":\"string\"");
		break;
	}
	strbuf_addc(out, '}');
}

/* The forms of an operation's responses; NULL ends them. */
static const char *const *forms_of(const struct fakeapi__path *path, enum fakeapi__forms forms)
{
	static const char *const custom[] = { "application/json", "application/yaml", NULL };
	static const char *const plain[] = { "application/json", "application/yaml",
					     "application/vnd.kubernetes.protobuf", NULL };
	static const char *const stream[] = { "application/json",
					      "application/yaml",
					      "application/vnd.kubernetes.protobuf",
					      "application/json;stream=watch",
					      "application/vnd.kubernetes.protobuf;stream=watch",
					      NULL };
	static const char *const log[] = { "text/plain", "application/json", "application/yaml",
					   "application/vnd.kubernetes.protobuf", NULL };
	static const char *const any[] = { "*/*", NULL };

	switch (forms) {
	case STREAM_FORMS:
		return stream;
	case LOG_FORMS:
		return log;
	case ANY_FORM:
		return any;
	case FORMS:
		break;
	}
	return is_custom(path->res) ? custom : plain;
}

void fakeapi__add_forms(const char *const *forms, struct strbuf *out)
{
	strbuf_addc(out, '[');
	for (size_t i = 0; forms[i]; i++)
		strbuf_addf(out, "%s\"%s\"", i ? "," : "", forms[i]);
	strbuf_addc(out, ']');
}

static void add_response(const struct fakeapi__path *path, const struct fakeapi__operation *op,
			 const char *code, const char *word, struct strbuf *out)
{
	const char *const *forms = forms_of(path, op->forms);

	strbuf_addf(out, "\"%s\":{\"description\":\"%s\",", code, word);
	if (!path->p->schemas->v3) {
		add_schema(path, op->returns, out);
		strbuf_addz(out, "},");
		return;
	}
	strbuf_addz(out, "\"content\":{");
	for (size_t i = 0; forms[i]; i++) {
		strbuf_addf(out, "%s\"%s\":{", i ? "," : "", forms[i]);
		add_schema(path, op->returns, out);
		strbuf_addc(out, '}');
	}
	strbuf_addz(out, "}},");
}

static const char *const patches[] = { "application/json-patch+json",
				       "application/merge-patch+json",
				       "application/strategic-merge-patch+json",
				       "application/apply-patch+yaml", NULL };
static const char *const custom_patches[] = { "application/json-patch+json",
					      "application/merge-patch+json",
					      "application/apply-patch+yaml", NULL };

enum body { BODY_NONE, BODY_KIND, BODY_PATCH, BODY_OPTIONS };

static enum body body_of(const struct fakeapi__path *path, const struct fakeapi__operation *op)
{
	if (strcmp(op->action, "post") == 0 || strcmp(op->action, "put") == 0)
		return BODY_KIND;
	if (strcmp(op->action, "patch") == 0)
		return BODY_PATCH;
	if (strcmp(op->action, "delete") == 0 ||
	    (strcmp(op->action, "deletecollection") == 0 && !is_custom(path->res)))
		return BODY_OPTIONS;
	return BODY_NONE;
}

static void add_body_schema(const struct fakeapi__path *path, enum body body, struct strbuf *out)
{
	if (body == BODY_KIND) {
		add_schema(path, RETURNS_KIND, out);
		return;
	}
	strbuf_addz(out, "\"schema\":{");
	fakeapi__schemas_add_meta_ref(path->p->schemas,
				      body == BODY_PATCH ? "Patch" : "DeleteOptions", out);
	strbuf_addc(out, '}');
}

static const char *const *patch_forms(const struct fakeapi__path *path)
{
	return is_custom(path->res) ? custom_patches : patches;
}

/* The forms of a request's body in version 3. */
static const char *const *body_forms(const struct fakeapi__path *path, enum body body)
{
	static const char *const any[] = { "*/*", NULL };

	if (body == BODY_PATCH)
		return patch_forms(path);
	return is_custom(path->res) ? forms_of(path, FORMS) : any;
}

static void add_v3_body(const struct fakeapi__path *path, enum body body, struct strbuf *out)
{
	const char *const *forms = body_forms(path, body);

	strbuf_addz(out, "\"requestBody\":{\"content\":{");
	for (size_t i = 0; forms[i]; i++) {
		strbuf_addf(out, "%s\"%s\":{", i ? "," : "", forms[i]);
		add_body_schema(path, body, out);
		strbuf_addc(out, '}');
	}
	strbuf_addz(out, body == BODY_OPTIONS ? "}}," : "},\"required\":true},");
}

#define DELETE_BODY "body-2Y1dVQaQ"
#define PATCH_BODY  "body-78PwaGsr"

/* Appends the member "parameters", in version 2 with the body's; nothing without any. */
static void add_operation_parameters(const struct fakeapi__path *path, uint64_t of, enum body body,
				     struct strbuf *out)
{
	size_t before = out->len;
	bool v2_body = !path->p->schemas->v3 && body != BODY_NONE;

	if (v2_body && body == BODY_KIND) {
		strbuf_addz(out, "\"parameters\":[{\"name\":\"body\",\"in\":\"body\","
				 "\"required\":true,");
		add_body_schema(path, body, out);
		strbuf_addc(out, '}');
	} else if (v2_body) {
		strbuf_addf(out, "\"parameters\":[{\"$ref\":\"#/parameters/%s\"}",
			    body == BODY_PATCH ? PATCH_BODY : DELETE_BODY);
	}
	add_parameters(path, of, v2_body ? "," : "\"parameters\":[", out);
	strbuf_addz(out, out->len > before ? "]," : "");
}

static void add_v2_forms(const struct fakeapi__path *path, const struct fakeapi__operation *op,
			 enum body body, struct strbuf *out)
{
	static const char *const any[] = { "*/*", NULL };

	strbuf_addz(out, "\"consumes\":");
	fakeapi__add_forms(body == BODY_PATCH	  ? patch_forms(path)
			   : is_custom(path->res) ? forms_of(path, FORMS)
						  : any,
			   out);
	strbuf_addz(out, ",\"produces\":");
	fakeapi__add_forms(forms_of(path, op->forms), out);
	strbuf_addz(out, ",\"schemes\":[\"https\"],");
}

static void write_operation(const struct fakeapi__path *path, const struct fakeapi__operation *op,
			    uint64_t common, struct strbuf *out)
{
	enum body body = body_of(path, op);
	bool own = is_custom(path->res); /* scale is of the custom resource's kind */

	strbuf_addf(out, "\"%s\":{\"tags\":[\"", op->method);
	fakeapi__add_group(path->res->group, false, out);
	strbuf_addf(out, "_%s\"],\"description\":\"%s\",\"operationId\":\"%s\",",
		    path->res->version, op->description.ptr, op->id.ptr);
	if (!path->p->schemas->v3)
		add_v2_forms(path, op, body, out);
	add_operation_parameters(path, op->parameters & ~common, body, out);
	if (path->p->schemas->v3 && body != BODY_NONE)
		add_v3_body(path, body, out);
	strbuf_addz(out, "\"responses\":{");
	add_response(path, op, "200", "OK", out);
	if (op->created)
		add_response(path, op, "201", "Created", out);
	if (op->accepted)
		add_response(path, op, "202", "Accepted", out);
	strbuf_addf(out,
		    "\"401\":{\"description\":\"Unauthorized\"}},\"x-kubernetes-action\":\"%s\","
		    "\"x-kubernetes-group-version-kind\":{\"group\":\"%s\",\"kind\":\"%s\","
		    "\"version\":\"%s\"}},",
		    op->action, own ? path->res->group : path->group,
		    own ? path->res->kind : path->kind, own ? path->res->version : path->version);
	out->failed |= op->id.failed || op->description.failed;
}

/* Writes the collected operations; what they all take stands once beside them. `prefix`: "watch/"
 * or "". */
void fakeapi__path_write(struct fakeapi__path *path, const char *prefix, const char *scope,
			 const char *tail)
{
	const struct fakeapi__resource *res = path->res;
	struct strbuf *out = path->p->out;
	uint64_t common = ~UINT64_C(0);
	bool core = res->group[0] == '\0';
	size_t before;

	for (size_t i = 0; i < path->count; i++)
		common &= path->ops[i].parameters;
	strbuf_addf(out, "%s\"/%s%s%s/%s/%s%s%s%s\":{", path->p->more ? "," : "",
		    core ? "api" : "apis", core ? "" : "/", res->group, res->version, prefix, scope,
		    res->resource, tail);
	path->p->more = true;
	for (size_t i = 0; i < path->count; i++) {
		write_operation(path, &path->ops[i], common, out);
		strbuf_fini(&path->ops[i].id);
		strbuf_fini(&path->ops[i].description);
	}
	before = out->len;
	add_parameters(path, common, "\"parameters\":[", out);
	if (out->len > before)
		strbuf_addz(out, "]}");
	else if (!out->failed)
		out->ptr[out->len - 1] = '}'; /* in place of the comma */
	path->count = 0;
}

void fakeapi__paths_add_shared(struct fakeapi__paths *p)
{
	unsigned release = p->schemas->release;
	struct strbuf *out = p->out;

	strbuf_addz(out, "\"" DELETE_BODY "\":{\"name\":\"body\",\"in\":\"body\",\"schema\":{");
	fakeapi__schemas_add_meta_ref(p->schemas, "DeleteOptions", out);
	strbuf_addz(out,
		    "}},\"" PATCH_BODY "\":{\"name\":\"body\",\"in\":\"body\",\"required\":true,"
		    "\"schema\":{");
	fakeapi__schemas_add_meta_ref(p->schemas, "Patch", out);
	strbuf_addz(out, "}}");
	for (size_t i = 0; i < PARAMETERS; i++) {
		if (!*parameters[i].key || release < parameters[i].since ||
		    release > parameters[i].until)
			continue;
		strbuf_addf(out, ",\"%s\":{\"name\":\"%s\",\"in\":\"%s\",%s\"type\":\"%s\",",
			    parameters[i].key, parameters[i].name, parameters[i].in,
			    strcmp(parameters[i].in, "path") == 0 ? "\"required\":true," : "",
			    parameters[i].type);
		strbuf_addz(out, "\"uniqueItems\":true}");
	}
}
