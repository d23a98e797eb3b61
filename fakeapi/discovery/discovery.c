/* SPDX-License-Identifier: Apache-2.0 */
/* discovery.c - /, /api and /apis: one document per group and version, and aggregated documents. */
#include "fakeapi/discovery/document.h"
#include "fakeapi/route.h"
#include "fakeapi/schema/custom.h"
#include "fakeapi/serializer/yaml_write.h"

static void add_string(struct strbuf *b, const char *key, const char *value)
{
	strbuf_addf(b, "\"%s\":", key);
	strbuf_add_json(b, str_of(value));
}

/* Appends the key and "a,b" as ["a","b"]; nothing if the list is empty. */
static void add_strings(struct strbuf *b, const char *key, const char *list)
{
	if (!list || list[0] == '\0')
		return;
	strbuf_addf(b, ",\"%s\":[", key);
	for (;;) {
		size_t n = strcspn(list, ",");

		strbuf_add_json(b, (struct str) { list, n });
		if (list[n] == '\0')
			break;
		strbuf_addc(b, ',');
		list += n + 1;
	}
	strbuf_addc(b, ']');
}

/* The i-th subresource of a type; those of custom resources are derived from flags. */
static const struct fakeapi__subresource *sub_at(const struct fakeapi__resource *res, size_t i)
{
	const struct fakeapi__subresource *status, *scale;

	if (res->subresources) {
		for (size_t k = 0; k < i; k++)
			if (!res->subresources[k].name)
				return NULL;
		return res->subresources[i].name ? &res->subresources[i] : NULL;
	}
	status = fakeapi__resource_sub(res, STR("status"));
	scale = fakeapi__resource_sub(res, STR("scale"));
	if (i == 0)
		return status ? status : scale;
	return i == 1 && status ? scale : NULL;
}

/* The verbs that a terminating definition still lists; updates by name are accepted
 * nevertheless. */
static const char *verbs_of(const struct fakeapi__resource *res)
{
	return fakeapi__custom_terminating(res) ? "delete,deletecollection,get,list,watch"
						: res->verbs;
}

/* --- APIResourceList ---------------------------------------------------------------------- */

static void add_legacy_kind(struct strbuf *b, const struct fakeapi__resource *res,
			    const struct fakeapi__subresource *sub)
{
	strbuf_addf(b, "\"namespaced\":%s,",
		    res->flags & FAKEAPI_RES_NAMESPACED ? "true" : "false");
	if (sub && sub->version[0]) {
		add_string(b, "group", sub->group);
		strbuf_addc(b, ',');
		add_string(b, "version", sub->version);
		strbuf_addc(b, ',');
	}
	add_string(b, "kind", sub && sub->kind[0] ? sub->kind : res->kind);
	add_strings(b, "verbs", sub ? sub->verbs : verbs_of(res));
}

static void add_legacy_resource(struct strbuf *b, const struct fakeapi__resource *res)
{
	const struct fakeapi__subresource *sub;

	strbuf_addc(b, '{');
	add_string(b, "name", res->resource);
	strbuf_addc(b, ',');
	add_string(b, "singularName", res->singular);
	strbuf_addc(b, ',');
	add_legacy_kind(b, res, NULL);
	add_strings(b, "shortNames", res->short_names);
	add_strings(b, "categories", res->categories);
	if (res->storage_hash && res->storage_hash[0]) {
		strbuf_addc(b, ',');
		add_string(b, "storageVersionHash", res->storage_hash);
	}
	strbuf_addc(b, '}');
	for (size_t i = 0; (sub = sub_at(res, i)); i++) {
		strbuf_addf(b, ",{\"name\":\"%s/%s\",\"singularName\":\"\",", res->resource,
			    sub->name);
		add_legacy_kind(b, res, sub);
		strbuf_addc(b, '}');
	}
}

static bool in_version(const struct fakeapi__resource *res, struct str group, struct str version)
{
	return str_eqz(group, res->group) && str_eqz(version, res->version);
}

static void add_resource_list(struct strbuf *b, const struct fakeapi__registry *reg,
			      struct str group, struct str version)
{
	const struct fakeapi__resource *res;
	bool more = false;

	/* The core group's document has no apiVersion. */
	if (group.len == 0)
		strbuf_addf(b,
			    "{\"kind\":\"APIResourceList\",\"groupVersion\":\"" STR_FMT
			    "\",\"resources\":[",
			    STR_ARG(version));
	else
		strbuf_addf(b,
			    "{\"kind\":\"APIResourceList\",\"apiVersion\":\"v1\",\"groupVersion\":"
			    "\"" STR_FMT "/" STR_FMT "\",\"resources\":[",
			    STR_ARG(group), STR_ARG(version));
	for (size_t i = 0; (res = fakeapi__registry_at(reg, i)); i++) {
		if (!in_version(res, group, version))
			continue;
		if (more)
			strbuf_addc(b, ',');
		more = true;
		add_legacy_resource(b, res);
	}
	strbuf_addz(b, "]}");
}

/* --- APIGroup, APIGroupList, APIVersions ----------------------------------------------------- */

static void add_group_version(struct strbuf *b, const struct fakeapi__resource *res)
{
	strbuf_addf(b, "{\"groupVersion\":\"%s/%s\",\"version\":\"%s\"}", res->group, res->version,
		    res->version);
}

/* Appends the members of an APIGroup; `at` is its first type. */
static void add_group(struct strbuf *b, const struct fakeapi__registry *reg, size_t at)
{
	const struct fakeapi__resource *head = fakeapi__registry_at(reg, at), *res;

	add_string(b, "name", head->group);
	strbuf_addz(b, ",\"versions\":[");
	for (size_t i = at; (res = fakeapi__registry_at(reg, i)); i++) {
		if (strcmp(res->group, head->group) != 0)
			break;
		if (!fakeapi__first_of_version(reg, i))
			continue;
		if (i > at)
			strbuf_addc(b, ',');
		add_group_version(b, res);
	}
	strbuf_addz(b, "],\"preferredVersion\":");
	add_group_version(b, head);
	strbuf_addc(b, '}');
}

static void add_group_list(struct strbuf *b, const struct fakeapi__registry *reg)
{
	const struct fakeapi__resource *res;
	bool more = false;

	strbuf_addz(b, "{\"kind\":\"APIGroupList\",\"apiVersion\":\"v1\",\"groups\":[");
	for (size_t i = 0; (res = fakeapi__registry_at(reg, i)); i++) {
		if (res->group[0] == '\0' || !fakeapi__first_of_group(reg, i))
			continue;
		strbuf_addz(b, more ? ",{" : "{");
		more = true;
		add_group(b, reg, i);
	}
	strbuf_addz(b, "]}");
}

static bool add_one_group(struct strbuf *b, const struct fakeapi__registry *reg, struct str group)
{
	const struct fakeapi__resource *res;
	size_t i = 0;

	while ((res = fakeapi__registry_at(reg, i)) && !str_eqz(group, res->group))
		i++;
	if (!res || group.len == 0)
		return false;
	strbuf_addz(b, "{\"kind\":\"APIGroup\",\"apiVersion\":\"v1\",");
	add_group(b, reg, i);
	return true;
}

static void add_api_versions(struct strbuf *b, const struct fakeapi__request *req)
{
	struct str host = fakeapi__request_header(req, "Host");

	strbuf_addz(b, "{\"kind\":\"APIVersions\",\"versions\":[\"v1\"],"
		       "\"serverAddressByClientCIDRs\":[{\"clientCIDR\":\"0.0.0.0/0\","
		       "\"serverAddress\":");
	strbuf_add_json(b, host.len ? host : STR("127.0.0.1"));
	strbuf_addz(b, "}]}");
}

/* --- APIGroupDiscoveryList ------------------------------------------------------------------- */

static void add_response_kind(struct strbuf *b, const struct fakeapi__resource *res,
			      const struct fakeapi__subresource *sub)
{
	bool own = sub && sub->version[0];
	/* Built-in types leave group and version of their own kind empty. */
	bool custom = res->flags & FAKEAPI_RES_CUSTOM;

	strbuf_addz(b, "\"responseKind\":{");
	add_string(b, "group", own ? sub->group : custom ? res->group : "");
	strbuf_addc(b, ',');
	add_string(b, "version", own ? sub->version : custom ? res->version : "");
	strbuf_addc(b, ',');
	add_string(b, "kind", sub && sub->kind[0] ? sub->kind : res->kind);
	strbuf_addc(b, '}');
}

static void add_aggregated_resource(struct strbuf *b, const struct fakeapi__resource *res)
{
	const struct fakeapi__subresource *sub;

	strbuf_addc(b, '{');
	add_string(b, "resource", res->resource);
	strbuf_addc(b, ',');
	add_response_kind(b, res, NULL);
	strbuf_addf(b, ",\"scope\":\"%s\",",
		    res->flags & FAKEAPI_RES_NAMESPACED ? "Namespaced" : "Cluster");
	add_string(b, "singularResource", res->singular);
	add_strings(b, "verbs", verbs_of(res));
	add_strings(b, "shortNames", res->short_names);
	add_strings(b, "categories", res->categories);
	for (size_t i = 0; (sub = sub_at(res, i)); i++) {
		strbuf_addz(b, i == 0 ? ",\"subresources\":[{" : ",{");
		add_string(b, "subresource", sub->name);
		strbuf_addc(b, ',');
		add_response_kind(b, res, sub);
		add_strings(b, "verbs", sub->verbs);
		strbuf_addc(b, '}');
	}
	if (sub_at(res, 0))
		strbuf_addc(b, ']');
	strbuf_addc(b, '}');
}

/* Makes one walk over the types in their order, and opens and closes groups, versions and
 * resources. */
static void add_aggregated(struct strbuf *b, const struct fakeapi__registry *reg, bool core,
			   const char *version)
{
	const struct fakeapi__resource *res;
	bool more = false;

	strbuf_addf(b,
		    "{\"kind\":\"APIGroupDiscoveryList\",\"apiVersion\":\"apidiscovery.k8s.io/%s\","
		    "\"metadata\":{},\"items\":[",
		    version);
	for (size_t i = 0; (res = fakeapi__registry_at(reg, i)); i++) {
		if ((res->group[0] == '\0') != core)
			continue;
		if (fakeapi__first_of_group(reg, i)) {
			if (more)
				strbuf_addz(b, "],\"freshness\":\"Current\"}]},");
			strbuf_addz(b, "{\"metadata\":{");
			if (!core)
				add_string(b, "name", res->group);
			strbuf_addz(b, "},\"versions\":[{");
		} else if (fakeapi__first_of_version(reg, i)) {
			strbuf_addz(b, "],\"freshness\":\"Current\"},{");
		}
		if (fakeapi__first_of_version(reg, i)) {
			add_string(b, "version", res->version);
			strbuf_addz(b, ",\"resources\":[");
		} else {
			strbuf_addc(b, ',');
		}
		more = true;
		add_aggregated_resource(b, res);
	}
	strbuf_addz(b, more ? "],\"freshness\":\"Current\"}]}]}" : "]}");
}

/* --- the paths ---------------------------------------------------------------------------- */

static int order(const void *x, const void *y)
{
	return strcmp(*(const char *const *)x, *(const char *const *)y);
}

static void root(const struct fakeapi__registry *reg, const struct fakeapi__discovery *d,
		 struct fakeapi__answer *out)
{
	static const char *fixed[] = {
		"/.well-known/openid-configuration",
		"/api",
		"/api/v1",
		"/apis",
		"/apis/",
		"/healthz",
		"/livez",
		"/metrics",
		"/metrics/slis",
		"/openapi/v2",
		"/openapi/v3",
		"/openapi/v3/",
		"/openid/v1/jwks",
		"/readyz",
		"/version",
	};
	const struct fakeapi__resource *res;
	AUTO_STRBUF json = STRBUF_INIT;
	const char *paths[256 + FAKEAPI_PROBE_PATHS];
	char own[200][160], checked[FAKEAPI_PROBE_PATHS][FAKEAPI_PROBE_PATH];
	size_t n = 0, used = 0, checks = fakeapi__probe_paths(d, checked, ARRAY_LEN(checked));

	for (; n < ARRAY_LEN(fixed); n++)
		paths[n] = fixed[n];
	for (size_t i = 0; i < checks; i++)
		paths[n++] = checked[i];
	for (size_t i = 0; (res = fakeapi__registry_at(reg, i)) && used + 2 < ARRAY_LEN(own); i++) {
		if (res->group[0] == '\0' || !fakeapi__first_of_version(reg, i))
			continue;
		if (fakeapi__first_of_group(reg, i)) {
			snprintf(own[used], sizeof(own[0]), "/apis/%s", res->group);
			paths[n++] = own[used++];
		}
		snprintf(own[used], sizeof(own[0]), "/apis/%s/%s", res->group, res->version);
		paths[n++] = own[used++];
	}
	qsort(paths, n, sizeof(paths[0]), order);
	strbuf_addz(&json, "{\"paths\":[");
	for (size_t i = 0; i < n; i++) {
		if (i > 0)
			strbuf_addc(&json, ',');
		strbuf_add_json(&json, str_of(paths[i]));
	}
	strbuf_addz(&json, "]}");
	out->status = 200;
	strbuf_addz(&out->content_type, "application/json");
	if (json.failed || fakeapi__to_pretty(strbuf_str(&json), &out->body) != 0)
		out->body.failed = true;
}

/* Writes the document of the path; false if there is none. */
static bool document(const struct fakeapi__registry *reg, const struct fakeapi__request *req,
		     const struct fakeapi__form *form, struct strbuf *b)
{
	struct str path = { req->path.ptr + 1, req->path.len - 1 };
	struct str top = str_cut(&path, '/'), group = str_cut(&path, '/'),
		   version = str_cut(&path, '/');
	bool core = str_eqz(top, "api");

	if ((!core && !str_eqz(top, "apis")) || path.len > 0 || str_contains(req->path, STR("//")))
		return false;
	if (group.len == 0) {
		if (version.len > 0)
			return false;
		if (form->kind == FAKEAPI_FORM_AGGREGATED)
			add_aggregated(b, reg, core, form->version);
		else if (core)
			add_api_versions(b, req);
		else
			add_group_list(b, reg);
		return true;
	}
	if (core) {
		if (version.len > 0 || !str_eqz(group, "v1"))
			return false;
		add_resource_list(b, reg, STR(""), group);
		return true;
	}
	if (version.len == 0)
		return add_one_group(b, reg, group);
	if (!fakeapi__registry_has_version(reg, group, version))
		return false;
	add_resource_list(b, reg, group, version);
	return true;
}

static bool is_top(struct str path)
{
	return str_eqz(path, "/api") || str_eqz(path, "/api/") || str_eqz(path, "/apis") ||
	       str_eqz(path, "/apis/");
}

static void finish(const struct fakeapi__request *req, const struct fakeapi__form *form,
		   struct fakeapi__answer *out)
{
	out->status = 200;
	if (fakeapi__finish_body(form, &out->body) != 0)
		out->body.failed = true;
	if (form->kind != FAKEAPI_FORM_AGGREGATED) {
		strbuf_addz(&out->content_type, fakeapi__form_content_type(form));
		return;
	}
	strbuf_addf(&out->content_type, "%s;g=apidiscovery.k8s.io;v=%s;as=APIGroupDiscoveryList",
		    fakeapi__form_content_type(form), form->version);
	out->vary_accept = true;
	out->cache_control = "public";
	fakeapi__doc_not_modified(req, strbuf_str(&out->body), out);
}

/* True if the path has a document; the response may still be an error. */
static bool answer_group(const struct fakeapi__registry *reg, const struct fakeapi__discovery *d,
			 const struct fakeapi__request *req, struct fakeapi__answer *out)
{
	/* /apis/ has another handler than /apis, with only one form. */
	bool aggregated = is_top(req->path) && !str_eqz(req->path, "/apis/") && !d->not_aggregated;
	struct fakeapi__form_request negotiation = {
		.accept = fakeapi__request_header(req, "Accept"),
		.query = req->query,
		.user_agent = fakeapi__request_header(req, "User-Agent"),
		.unrouted = !fakeapi__discovery_takes_get_alone(reg, req->path),
		.discovery = aggregated,
		.plain = !aggregated
	};
	struct fakeapi__status st;
	struct fakeapi__form form = { .kind = FAKEAPI_FORM_PLAIN };

	if (!document(reg, req, &form, &out->body))
		return false;
	strbuf_clear(&out->body);
	fakeapi__status_init(&st);
	if (fakeapi__negotiate_form(&negotiation, &form, &st) != 0) {
		fakeapi__doc_status(&form, &st, out);
	} else if (form.kind == FAKEAPI_FORM_AGGREGATED && !is_top(req->path)) {
		/* A single group's document has no aggregated form. */
		fakeapi__status_set(
		    &st, 406, "NotAcceptable",
		    "only the following media types are accepted: application/json, "
		    "application/yaml, application/vnd.kubernetes.protobuf");
		form.pretty = true;
		fakeapi__doc_status(&form, &st, out);
	} else {
		document(reg, req, &form, &out->body);
		finish(req, &form, out);
	}
	fakeapi__status_fini(&st);
	return true;
}

bool fakeapi__discovery_takes_get_alone(const struct fakeapi__registry *reg, struct str path)
{
	struct str rest = { path.ptr + 1, path.len ? path.len - 1 : 0 };
	struct str top = str_cut(&rest, '/'), group = str_cut(&rest, '/'),
		   version = str_cut(&rest, '/');
	const struct fakeapi__resource *res;

	if (fakeapi__is_document(path, "/version"))
		return true;
	if (str_eqz(top, "api"))
		return !version.len && !rest.len && (!group.len || str_eqz(group, "v1"));
	if (!str_eqz(top, "apis") || !group.len || !version.len || rest.len)
		return false;
	for (size_t i = 0; (res = fakeapi__registry_at(reg, i)); i++)
		if (!(res->flags & FAKEAPI_RES_CUSTOM) && str_eqz(group, res->group) &&
		    str_eqz(version, res->version))
			return true;
	return false;
}

bool fakeapi__discovery_answer(const struct fakeapi__registry *reg, struct fakeapi__discovery *d,
			       const struct fakeapi__request *req, struct fakeapi__answer *out)
{
	if (req->path.len == 0 || req->path.ptr[0] != '/')
		return false;
	if (str_eqz(req->path, "/") || str_eqz(req->path, "/index.html")) {
		root(reg, d, out);
		return true;
	}
	return fakeapi__health_answer(reg, d, req, out) || fakeapi__debug_answer(req, out) ||
	       fakeapi__openapi_answer(reg, d->prose, req, out) || answer_group(reg, d, req, out);
}
