/* SPDX-License-Identifier: Apache-2.0 */
/* openapi.c - /openapi/v3, one document per group and version and an index of their hashes, and
 * /openapi/v2, one document for all. Made on demand from the table of types. */
#include "fakeapi/discovery/document.h"
#include "fakeapi/discovery/openapi_paths.h"
#include "fakeapi/discovery/type_schema.h"
#include "fakeapi/meta/release.h"

/* Verbs and their OpenAPI methods. `item`: on the object's path, else on the collection's. */
static const struct {
	const char *verb, *method, *action;
	bool item, writes;
} operations[] = {
	{ "list", "get", "list", false, false },
	{ "create", "post", "post", false, true },
	{ "deletecollection", "delete", "deletecollection", false, false },
	{ "get", "get", "get", true, false },
	{ "update", "put", "put", true, true },
	{ "patch", "patch", "patch", true, true },
	{ "delete", "delete", "delete", true, false },
};

struct writer {
	struct strbuf *out;
	bool v3;
	bool more; /* a path precedes */
};

static void add_response(struct writer *w, const char *name)
{
	if (w->v3)
		strbuf_addf(w->out,
			    "\"responses\":{\"200\":{\"description\":\"OK\",\"content\":{"
			    "\"application/json\":{\"schema\":{\"$ref\":\"" FAKEAPI_V3_SCHEMAS
			    "%s\"}}}}}",
			    name);
	else
		strbuf_addf(w->out,
			    "\"responses\":{\"200\":{\"description\":\"OK\",\"schema\":{\"$ref\":"
			    "\"" FAKEAPI_V2_SCHEMAS "%s\"}}}",
			    name);
}

static void add_parameter(struct writer *w, const char *name)
{
	strbuf_addf(w->out,
		    w->v3 ? "{\"name\":\"%s\",\"in\":\"query\",\"schema\":{\"type\":\"string\","
			    "\"uniqueItems\":true}}"
			  : "{\"name\":\"%s\",\"in\":\"query\",\"type\":\"string\","
			    "\"uniqueItems\":true}",
		    name);
}

static void add_operation(struct writer *w, size_t op, const struct fakeapi__resource *res,
			  const char *name)
{
	strbuf_addf(w->out, "\"%s\":{\"operationId\":\"%s%s%s%s\",", operations[op].method,
		    operations[op].verb, res->kind, res->version,
		    operations[op].item ? "" : "Collection");
	if (operations[op].writes) {
		strbuf_addz(w->out, "\"parameters\":[");
		add_parameter(w, "dryRun");
		strbuf_addc(w->out, ',');
		add_parameter(w, "fieldManager");
		strbuf_addc(w->out, ',');
		add_parameter(w, "fieldValidation");
		if (strcmp(operations[op].verb, "patch") == 0) {
			strbuf_addc(w->out, ',');
			add_parameter(w, "force");
		}
		strbuf_addz(w->out, "],");
	}
	add_response(w, name);
	strbuf_addf(w->out,
		    ",\"x-kubernetes-action\":\"%s\",\"x-kubernetes-group-version-kind\":{"
		    "\"group\":\"%s\",\"version\":\"%s\",\"kind\":\"%s\"}}",
		    operations[op].action, res->group, res->version, res->kind);
}

static void add_path(struct writer *w, const struct fakeapi__resource *res, const char *name,
		     bool item)
{
	bool core = res->group[0] == '\0', more = false;

	strbuf_addf(w->out, "%s\"/%s%s%s/%s/%s%s%s\":{", w->more ? "," : "", core ? "api" : "apis",
		    core ? "" : "/", res->group, res->version,
		    res->flags & FAKEAPI_RES_NAMESPACED ? "namespaces/{namespace}/" : "",
		    res->resource, item ? "/{name}" : "");
	w->more = true;
	for (size_t i = 0; i < ARRAY_LEN(operations); i++) {
		if (operations[i].item != item || !fakeapi__listed(res->verbs, operations[i].verb))
			continue;
		if (more)
			strbuf_addc(w->out, ',');
		more = true;
		add_operation(w, i, res, name);
	}
	strbuf_addc(w->out, '}');
}

/* `from`: the first type, or any before. */
static void add_paths(struct writer *w, const struct fakeapi__registry *reg, size_t from,
		      struct str group, struct str version)
{
	const struct fakeapi__resource *res;

	while ((res = fakeapi__next_of_version(reg, group, version, &from))) {
		AUTO_STRBUF name = STRBUF_INIT;

		fakeapi__type_schema_name(res, &name);
		add_path(w, res, name.ptr, false);
		add_path(w, res, name.ptr, true);
		w->out->failed = w->out->failed || name.failed;
	}
}

static void v3_document(const struct fakeapi__registry *reg, const struct fakeapi__prose *prose,
			struct str group, struct str version, struct strbuf *out)
{
	struct fakeapi__schemas schemas;
	struct writer w = { out, true, false };

	strbuf_addf(out,
		    "{\"openapi\":\"3.0.0\",\"info\":{\"title\":\"Kubernetes\",\"version\":"
		    "\"1.%u\"},\"paths\":{",
		    fakeapi__registry_release(reg));
	add_paths(&w, reg, 0, group, version);
	strbuf_addz(out, "},\"components\":{\"schemas\":{");
	fakeapi__type_schema_begin(&schemas, true, prose, out);
	fakeapi__type_schema_add(&schemas, reg, 0, group, version, out);
	fakeapi__type_schema_end(&schemas, out);
	strbuf_addz(out, "},\"securitySchemes\":{\"BearerToken\":{\"type\":\"apiKey\",\"name\":"
			 "\"authorization\",\"in\":\"header\"}}}}");
}

/* Documents of different releases have different hashes. */
static void add_release(const struct fakeapi__registry *reg, struct strbuf *what)
{
	if (fakeapi__registry_release(reg) != FAKEAPI_RELEASE_DEFAULT)
		strbuf_addf(what, " 1.%u", fakeapi__registry_release(reg));
}

/* The hash changes only with the types of the group and version. */
static void hash_of(const struct fakeapi__registry *reg, const struct fakeapi__prose *prose,
		    size_t from, struct str group, struct str version, char hex[129])
{
	const struct fakeapi__resource *res;
	AUTO_STRBUF what = STRBUF_INIT;

	strbuf_addf(&what, STR_FMT "/" STR_FMT " %zu", STR_ARG(group), STR_ARG(version),
		    fakeapi__prose_count(prose));
	add_release(reg, &what);
	while ((res = fakeapi__next_of_version(reg, group, version, &from))) {
		strbuf_addf(&what, " %s", res->resource);
		if (res->flags & FAKEAPI_RES_CUSTOM)
			strbuf_addf(&what, "%llu",
				    (unsigned long long)fakeapi__registry_generation(reg));
	}
	fakeapi__doc_hash(strbuf_str(&what), hex);
}

static void add_to_index(struct strbuf *out, const char *path, const char *hex)
{
	strbuf_addf(out, "%s\"%s\":{\"serverRelativeURL\":\"/openapi/v3/%s?hash=%s\"}",
		    out->ptr[out->len - 1] == '{' ? "" : ",", path, path, hex);
}

/* A path of no version. */
static void add_plain_to_index(const struct fakeapi__registry *reg, const char *path,
			       struct strbuf *out)
{
	AUTO_STRBUF document = STRBUF_INIT;
	char hex[129];

	if (out->failed || !fakeapi__openapi_path(reg, str_of(path), &document))
		return;
	out->failed |= document.failed;
	fakeapi__doc_hash(strbuf_str(&document), hex);
	add_to_index(out, path, hex);
}

static void v3_index(const struct fakeapi__registry *reg, const struct fakeapi__prose *prose,
		     struct fakeapi__answer *out)
{
	const struct fakeapi__resource *res;

	out->status = 200;
	strbuf_addz(&out->content_type, "text/plain; charset=utf-8");
	fakeapi__doc_header(out, "Accept-Ranges", "bytes");
	strbuf_addz(&out->body, "{\"paths\":{");
	for (size_t i = 0; (res = fakeapi__registry_at(reg, i)); i++) {
		bool core = res->group[0] == '\0';
		char path[400], hex[129];

		if (!fakeapi__first_of_version(reg, i))
			continue;
		if (!core && fakeapi__first_of_group(reg, i)) {
			snprintf(path, sizeof(path), "apis/%s", res->group);
			add_plain_to_index(reg, path, &out->body);
		}
		snprintf(path, sizeof(path), "%s%s%s/%s", core ? "api" : "apis", core ? "" : "/",
			 res->group, res->version);
		hash_of(reg, prose, i, str_of(res->group), str_of(res->version), hex);
		if (!out->body.failed)
			add_to_index(&out->body, path, hex);
	}
	for (size_t i = 0; fakeapi__openapi_path_at(i); i++)
		add_plain_to_index(reg, fakeapi__openapi_path_at(i), &out->body);
	strbuf_addz(&out->body, "}}");
}

/* "api/v1" or "apis/G/V"; false: neither, or not served. */
static bool split_path(const struct fakeapi__registry *reg, struct str path, struct str *group,
		       struct str *version)
{
	const char *slash;

	*group = STR("");
	if (path.len > 4 && memcmp(path.ptr, "api/", 4) == 0) {
		*version = (struct str) { path.ptr + 4, path.len - 4 };
	} else if (path.len > 5 && memcmp(path.ptr, "apis/", 5) == 0) {
		path.ptr += 5;
		path.len -= 5;
		slash = memchr(path.ptr, '/', path.len);
		if (!slash)
			return false;
		*group = (struct str) { path.ptr, (size_t)(slash - path.ptr) };
		*version = (struct str) { slash + 1, path.len - group->len - 1 };
		if (group->len == 0)
			return false;
	} else {
		return false;
	}
	return fakeapi__registry_has_version(reg, *group, *version);
}

static bool query_hash(struct str query, struct str *hash)
{
	while (query.len > 0) {
		const char *amp = memchr(query.ptr, '&', query.len);
		size_t n = amp ? (size_t)(amp - query.ptr) : query.len;

		if (n >= 5 && memcmp(query.ptr, "hash=", 5) == 0) {
			*hash = (struct str) { query.ptr + 5, n - 5 };
			return true;
		}
		query.ptr += n + (amp ? 1 : 0);
		query.len -= n + (amp ? 1 : 0);
	}
	return false;
}

/* False: the client accepts no form of it and gets a 406 without a body. */
static bool is_acceptable(const struct fakeapi__request *req, const char *const *protobuf)
{
	const char *const forms[] = { "*/*",	   "application/*", "*/json", "application/json",
				      protobuf[0], protobuf[1] };
	struct str accept = str_trim_space(fakeapi__request_header(req, "Accept"));

	if (!accept.len)
		return true;
	for (size_t at = 0; at < accept.len;) {
		const char *end = memchr(accept.ptr + at, ',', accept.len - at);
		size_t len = end ? (size_t)(end - (accept.ptr + at)) : accept.len - at;
		struct str clause = { accept.ptr + at, len };
		const char *semicolon = len ? memchr(clause.ptr, ';', len) : NULL;

		at += len + 1;
		if (semicolon)
			clause.len = (size_t)(semicolon - clause.ptr);
		for (size_t i = 0; i < ARRAY_LEN(forms); i++)
			if (str_eqz(str_trim_space(clause), forms[i]))
				return true;
	}
	return false;
}

static bool v3(const struct fakeapi__registry *reg, const struct fakeapi__prose *prose,
	       const struct fakeapi__request *req, struct str path, struct fakeapi__answer *out)
{
	struct str group, version, hash = { NULL, 0 };
	AUTO_STRBUF plain = STRBUF_INIT; /* the document of a path without a version */
	static const char *const protobuf[] = {
		"application/com.github.proto-openapi.spec.v3@v1.0+protobuf",
		"application/com.github.proto-openapi.spec.v3.v1.0+protobuf",
	};
	char hex[129];
	bool asked, versioned = split_path(reg, path, &group, &version);

	if (!versioned && !fakeapi__openapi_path(reg, path, &plain))
		return false;
	out->body.failed |= plain.failed;
	if (!is_acceptable(req, protobuf)) {
		out->vary_accept = true;
		out->status = 406;
		return true;
	}
	if (versioned)
		hash_of(reg, prose, 0, group, version, hex);
	else
		fakeapi__doc_hash(strbuf_str(&plain), hex);
	out->vary_accept = true;
	strbuf_addf(&out->etag, "\"%s\"", hex);
	asked = query_hash(req->query, &hash) && hash.len > 0;
	strbuf_addz(&out->content_type, "application/json");
	if (asked && !str_eqz(hash, hex)) {
		out->status = 301;
		strbuf_addf(&out->location, "/openapi/v3/" STR_FMT "?hash=%s", STR_ARG(path), hex);
		return true;
	}
	if (asked)
		out->cache_control = "public, immutable";
	if (str_eq(fakeapi__request_header(req, "If-None-Match"), strbuf_str(&out->etag))) {
		out->status = 304;
		strbuf_clear(&out->content_type);
		return true;
	}
	out->status = 200;
	fakeapi__doc_header(out, "Accept-Ranges", "bytes");
	if (versioned)
		v3_document(reg, prose, group, version, &out->body);
	else
		strbuf_adds(&out->body, strbuf_str(&plain));
	return true;
}

/* --- version 2 ---------------------------------------------------------------------------- */

static void v2_document(const struct fakeapi__registry *reg, const struct fakeapi__prose *prose,
			struct strbuf *out)
{
	const struct fakeapi__resource *res;
	struct writer w = { out, false, false };
	struct fakeapi__schemas schemas;

	strbuf_addf(out,
		    "{\"swagger\":\"2.0\",\"info\":{\"title\":\"Kubernetes\",\"version\":"
		    "\"1.%u\"},\"paths\":{",
		    fakeapi__registry_release(reg));
	for (size_t i = 0; (res = fakeapi__registry_at(reg, i)); i++)
		if (fakeapi__first_of_version(reg, i))
			add_paths(&w, reg, i, str_of(res->group), str_of(res->version));
	strbuf_addz(out, "},\"definitions\":{");
	fakeapi__type_schema_begin(&schemas, false, prose, out);
	for (size_t i = 0; (res = fakeapi__registry_at(reg, i)); i++)
		if (fakeapi__first_of_version(reg, i))
			fakeapi__type_schema_add(&schemas, reg, i, str_of(res->group),
						 str_of(res->version), out);
	fakeapi__type_schema_end(&schemas, out);
	strbuf_addz(out, "}}");
}

/* Clients that accept gnostic's protobuf prefer it. */
static bool wants_protobuf(const struct fakeapi__request *req)
{
	struct str accept = fakeapi__request_header(req, "Accept");
	static const char name[] = "application/com.github.proto-openapi.spec.v2";
	size_t n = sizeof(name) - 1;

	for (size_t i = 0; i + n <= accept.len; i++)
		if (memcmp(accept.ptr + i, name, n) == 0)
			return true;
	return false;
}

static void v2(const struct fakeapi__registry *reg, const struct fakeapi__prose *prose,
	       const struct fakeapi__request *req, struct fakeapi__answer *out)
{
	static const char *const protobuf[] = {
		"application/com.github.proto-openapi.spec.v2@v1.0+protobuf",
		"application/com.github.proto-openapi.spec.v2.v1.0+protobuf",
	};
	AUTO_STRBUF what = STRBUF_INIT, json = STRBUF_INIT;

	fakeapi__doc_header(out, "Vary", "Accept-Encoding");
	out->vary_accept = true;
	if (!is_acceptable(req, protobuf)) {
		out->status = 406;
		return;
	}
	strbuf_addf(&what, "v2 %llu %zu", (unsigned long long)fakeapi__registry_generation(reg),
		    fakeapi__prose_count(prose));
	add_release(reg, &what);
	if (fakeapi__doc_not_modified(req, strbuf_str(&what), out))
		return;
	out->status = 200;
	fakeapi__doc_header(out, "Accept-Ranges", "bytes");
	if (!wants_protobuf(req)) {
		strbuf_addz(&out->content_type, "application/json");
		v2_document(reg, prose, &out->body);
		return;
	}
	strbuf_addz(&out->content_type,
		    "application/com.github.proto-openapi.spec.v2.v1.0+protobuf");
	v2_document(reg, prose, &json);
	if (json.failed)
		out->body.failed = true;
	else
		fakeapi__openapi_to_protobuf(strbuf_str(&json), &out->body);
}

bool fakeapi__openapi_answer(const struct fakeapi__registry *reg, struct fakeapi__prose *prose,
			     const struct fakeapi__request *req, struct fakeapi__answer *out)
{
	static const char prefix[] = "/openapi/v3/";
	size_t n = sizeof(prefix) - 1;

	if (req->path.len >= 9 && memcmp(req->path.ptr, "/openapi/", 9) == 0)
		fakeapi__prose_load(prose);
	if (str_eqz(req->path, "/openapi/v3")) {
		v3_index(reg, prose, out);
		return true;
	}
	if (req->path.len >= n && memcmp(req->path.ptr, prefix, n) == 0) {
		if (!v3(reg, prose, req, (struct str) { req->path.ptr + n, req->path.len - n },
			out))
			out->status = 404; /* without a body */
		return true;
	}
	if (!str_eqz(req->path, "/openapi/v2"))
		return false;
	v2(reg, prose, req, out);
	return true;
}
