/* SPDX-License-Identifier: Apache-2.0 */
/* openapi.c - /openapi/v3, one document per group and version and an index of their hashes, and
 * /openapi/v2, one document for all. Made on demand from the table of types. */
#include "fakeapi/discovery/document.h"
#include "fakeapi/discovery/openapi_paths.h"
#include "fakeapi/meta/release.h"

/* Appends the paths of a version, `from`: its first type or any before, and what references they
 * have. */
static void add_version(struct fakeapi__paths *p, const struct fakeapi__registry *reg, size_t from,
			struct str group, struct str version)
{
	const struct fakeapi__resource *res;
	bool first = true;

	while ((res = fakeapi__next_of_version(reg, group, version, &from))) {
		if (first && !(res->flags & FAKEAPI_RES_CUSTOM))
			fakeapi__paths_add_discovery(p, res->group, res->version);
		if (first && p->schemas->v3)
			p->schemas->subject = res;
		first = false;
		fakeapi__paths_add_resource(p, res);
	}
}

static void begin_document(const struct fakeapi__registry *reg, const char *form,
			   struct strbuf *out)
{
	strbuf_addf(out, "{%s,\"info\":{\"title\":\"Kubernetes\",\"version\":\"1.%u\"},\"paths\":{",
		    form, fakeapi__registry_release(reg));
}

#define SECURITY                                                                                   \
	"{\"BearerToken\":{\"type\":\"apiKey\",\"description\":\"Bearer Token authentication\","   \
	"\"name\":\"authorization\",\"in\":\"header\"}}"

/* What a document of version 3 is of. */
struct subject {
	struct str group, version; /* version "": the group alone */
	struct str other;	   /* a path without a group; "": none */
};

static void v3_document(const struct fakeapi__registry *reg, const struct fakeapi__prose *prose,
			const struct subject *of, struct strbuf *out)
{
	struct fakeapi__schemas schemas;
	struct fakeapi__paths p = { &schemas, out, false };
	AUTO_STRBUF list = STRBUF_INIT;

	fakeapi__schemas_begin(&schemas, true, reg, prose);
	begin_document(reg, "\"openapi\":\"3.0.0\"", out);
	if (of->other.len) {
		fakeapi__paths_add_other(&p, of->other);
	} else if (of->version.len) {
		add_version(&p, reg, 0, of->group, of->version);
	} else {
		AUTO_STRBUF group = STRBUF_INIT;

		strbuf_adds(&group, of->group);
		if (!group.failed)
			fakeapi__paths_add_discovery(&p, group.len ? group.ptr : "", "");
		out->failed |= group.failed;
	}
	strbuf_addz(out, "},\"components\":{");
	if (of->version.len)
		fakeapi__schemas_add_customs(&schemas, of->group, of->version, &list);
	fakeapi__schemas_end(&schemas, &list);
	if (list.len)
		strbuf_addf(out, "\"schemas\":{%s},", list.ptr);
	out->failed |= list.failed;
	strbuf_addz(out, "\"securitySchemes\":" SECURITY "}}");
}

/* Documents of different releases have different hashes. */
static void add_release(const struct fakeapi__registry *reg, struct strbuf *what)
{
	if (fakeapi__registry_release(reg) != FAKEAPI_RELEASE_DEFAULT)
		strbuf_addf(what, " 1.%u", fakeapi__registry_release(reg));
}

/* The hash changes only with the types of the group and version. */
static void hash_of(const struct fakeapi__registry *reg, const struct fakeapi__prose *prose,
		    size_t from, const struct subject *of, char hex[129])
{
	const struct fakeapi__resource *res;
	AUTO_STRBUF what = STRBUF_INIT;

	strbuf_addf(&what, STR_FMT STR_FMT "/" STR_FMT " %zu", STR_ARG(of->other),
		    STR_ARG(of->group), STR_ARG(of->version), fakeapi__prose_count(prose));
	add_release(reg, &what);
	while (of->version.len &&
	       (res = fakeapi__next_of_version(reg, of->group, of->version, &from))) {
		strbuf_addf(&what, " %s", res->resource);
		if (res->flags & FAKEAPI_RES_CUSTOM)
			strbuf_addf(&what, "%llu",
				    (unsigned long long)fakeapi__registry_generation(reg));
	}
	fakeapi__doc_hash(strbuf_str(&what), hex);
}

static void add_index_entry(const struct fakeapi__registry *reg, const struct fakeapi__prose *prose,
			    const char *path, size_t from, const struct subject *of, bool *more,
			    struct fakeapi__answer *out)
{
	char hex[129];

	hash_of(reg, prose, from, of, hex);
	strbuf_addf(&out->body, "%s\"%s\":{\"serverRelativeURL\":\"/openapi/v3/%s?hash=%s\"}",
		    *more ? "," : "", path, path, hex);
	*more = true;
}

static void v3_index(const struct fakeapi__registry *reg, const struct fakeapi__prose *prose,
		     struct fakeapi__answer *out)
{
	const struct fakeapi__resource *res;
	const char *name;
	bool more = false;

	out->status = 200;
	strbuf_addz(&out->content_type, "text/plain; charset=utf-8");
	fakeapi__doc_header(out, "Accept-Ranges", "bytes");
	strbuf_addz(&out->body, "{\"paths\":{");
	for (size_t i = 0; (name = fakeapi__paths_other_at(i)); i++)
		add_index_entry(reg, prose, name, 0,
				&(struct subject) { STR(""), STR(""), str_of(name) }, &more, out);
	for (size_t i = 0; (res = fakeapi__registry_at(reg, i)); i++) {
		const char *group = res->group;
		bool core = group[0] == '\0';
		char path[400];

		if (!(res->flags & FAKEAPI_RES_CUSTOM) && fakeapi__first_of_group(reg, i)) {
			snprintf(path, sizeof(path), "%s%s", core ? "api" : "apis/", group);
			add_index_entry(reg, prose, path, i,
					&(struct subject) { str_of(group), STR(""), STR("") },
					&more, out);
		}
		if (!fakeapi__first_of_version(reg, i))
			continue;
		snprintf(path, sizeof(path), "%s%s%s/%s", core ? "api" : "apis", core ? "" : "/",
			 group, res->version);
		add_index_entry(reg, prose, path, i,
				&(struct subject) { str_of(group), str_of(res->version), STR("") },
				&more, out);
	}
	strbuf_addz(&out->body, "}}");
}

/* Reads "api", "api/v1", "apis/G", "apis/G/V" or a path without a group; false: there is no such
 * document. */
static bool read_subject(const struct fakeapi__registry *reg, struct str path, struct subject *of)
{
	const struct fakeapi__resource *res;
	const char *slash;
	const char *name;

	*of = (struct subject) { STR(""), STR(""), STR("") };
	for (size_t i = 0; (name = fakeapi__paths_other_at(i)); i++)
		if (str_eqz(path, name)) {
			of->other = path;
			return true;
		}
	if (str_eqz(path, "api"))
		return true;
	if (path.len > 4 && memcmp(path.ptr, "api/", 4) == 0) {
		of->version = (struct str) { path.ptr + 4, path.len - 4 };
		return fakeapi__registry_has_version(reg, of->group, of->version);
	}
	if (path.len <= 5 || memcmp(path.ptr, "apis/", 5) != 0 || path.ptr[5] == '/')
		return false;
	of->group = (struct str) { path.ptr + 5, path.len - 5 };
	slash = memchr(of->group.ptr, '/', of->group.len);
	if (slash) {
		of->version = (struct str) { slash + 1, path.len - (size_t)(slash + 1 - path.ptr) };
		of->group.len = (size_t)(slash - of->group.ptr);
		return fakeapi__registry_has_version(reg, of->group, of->version);
	}
	for (size_t i = 0; (res = fakeapi__registry_at(reg, i)); i++)
		if (!(res->flags & FAKEAPI_RES_CUSTOM) && str_eqz(of->group, res->group))
			return true;
	return false;
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
	struct str hash = { NULL, 0 };
	struct subject of;
	static const char *const protobuf[] = {
		"application/com.github.proto-openapi.spec.v3@v1.0+protobuf",
		"application/com.github.proto-openapi.spec.v3.v1.0+protobuf",
	};
	char hex[129];
	bool has_hash;

	if (!read_subject(reg, path, &of))
		return false;
	if (!is_acceptable(req, protobuf)) {
		out->vary_accept = true;
		out->status = 406;
		return true;
	}
	hash_of(reg, prose, 0, &of, hex);
	out->vary_accept = true;
	strbuf_addf(&out->etag, "\"%s\"", hex);
	has_hash = query_hash(req->query, &hash) && hash.len > 0;
	strbuf_addz(&out->content_type, "application/json");
	if (has_hash && !str_eqz(hash, hex)) {
		out->status = 301;
		strbuf_addf(&out->location, "/openapi/v3/" STR_FMT "?hash=%s", STR_ARG(path), hex);
		return true;
	}
	if (has_hash)
		out->cache_control = "public, immutable";
	if (str_eq(fakeapi__request_header(req, "If-None-Match"), strbuf_str(&out->etag))) {
		out->status = 304;
		strbuf_clear(&out->content_type);
		return true;
	}
	out->status = 200;
	fakeapi__doc_header(out, "Accept-Ranges", "bytes");
	v3_document(reg, prose, &of, &out->body);
	return true;
}

/* --- version 2 ---------------------------------------------------------------------------- */

static void v2_document(const struct fakeapi__registry *reg, const struct fakeapi__prose *prose,
			struct strbuf *out)
{
	const struct fakeapi__resource *res;
	struct fakeapi__schemas schemas;
	struct fakeapi__paths p = { &schemas, out, false };
	const char *name;

	fakeapi__schemas_begin(&schemas, false, reg, prose);
	begin_document(reg, "\"swagger\":\"2.0\"", out);
	for (size_t i = 0; (name = fakeapi__paths_other_at(i)); i++)
		fakeapi__paths_add_other(&p, str_of(name));
	for (size_t i = 0; (res = fakeapi__registry_at(reg, i)); i++) {
		if (!(res->flags & FAKEAPI_RES_CUSTOM) && fakeapi__first_of_group(reg, i))
			fakeapi__paths_add_discovery(&p, res->group, "");
		if (fakeapi__first_of_version(reg, i))
			add_version(&p, reg, i, str_of(res->group), str_of(res->version));
	}
	strbuf_addz(out, "},\"parameters\":{");
	fakeapi__paths_add_shared(&p);
	strbuf_addz(out, "},\"definitions\":{");
	fakeapi__schemas_add_customs(&schemas, STR(""), STR(""), out);
	fakeapi__schemas_end(&schemas, out);
	strbuf_addz(out,
		    "},\"securityDefinitions\":" SECURITY ",\"security\":[{\"BearerToken\":[]}]}");
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
