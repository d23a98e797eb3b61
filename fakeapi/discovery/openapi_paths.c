/* SPDX-License-Identifier: Apache-2.0 */
/* openapi_paths.c - OpenAPI v3 documents of the paths of no version: groups, lists of groups, the
 * server's version, keys of tokens. */
#include "fakeapi/discovery/openapi_paths.h"

#include "base/text/ascii.h"

#define META	  "io.k8s.apimachinery.pkg.apis.meta.v1."
#define REF(name) "{\"$ref\":\"#/components/schemas/" name "\"}"
#define LIST_OF(name)                                                                              \
	"{\"type\":\"array\",\"items\":{\"default\":{},\"allOf\":[" REF(                           \
	    name) "]},\"x-kubernetes-list-type\":\"atomic\"}"
#define TEXT	  "{\"type\":\"string\",\"default\":\"\"}"
#define TYPE_META "\"apiVersion\":{\"type\":\"string\"},\"kind\":{\"type\":\"string\"}"
#define OBJECT(name, required, properties)                                                         \
	"\"" name "\":{\"type\":\"object\",\"required\":[" required                                \
	"],\"properties\":{" properties "}}"

#define CLIENTS	  META "ServerAddressByClientCIDR"
#define ADDRESSES "\"serverAddressByClientCIDRs\":" LIST_OF(CLIENTS)
#define DISCOVERY META "GroupVersionForDiscovery"
#define VERSIONS  "\"versions\":" LIST_OF(DISCOVERY)
#define PREFERRED "\"preferredVersion\":{\"default\":{},\"allOf\":[" REF(DISCOVERY) "]}"
#define TEXTS	  "{\"type\":\"array\",\"items\":" TEXT ",\"x-kubernetes-list-type\":\"atomic\"}"

static const char addresses[] = OBJECT(CLIENTS, "\"clientCIDR\",\"serverAddress\"",
				       "\"clientCIDR\":" TEXT ",\"serverAddress\":" TEXT);

static const char group_schema[] =
    OBJECT(META "APIGroup", "\"name\",\"versions\"",
	   TYPE_META ",\"name\":" TEXT "," PREFERRED "," ADDRESSES "," VERSIONS);

static const char version_schema[] = OBJECT(DISCOVERY, "\"groupVersion\",\"version\"",
					    "\"groupVersion\":" TEXT ",\"version\":" TEXT);

static const char list_schema[] =
    OBJECT(META "APIGroupList", "\"groups\"", TYPE_META ",\"groups\":" LIST_OF(META "APIGroup"));

static const char versions_schema[] =
    OBJECT(META "APIVersions", "\"versions\",\"serverAddressByClientCIDRs\"",
	   TYPE_META "," ADDRESSES ",\"versions\":" TEXTS);

static const char info_schema[] =
    OBJECT("io.k8s.apimachinery.pkg.version.Info",
	   "\"major\",\"minor\",\"gitVersion\",\"gitCommit\",\"gitTreeState\",\"buildDate\","
	   "\"goVersion\",\"compiler\",\"platform\"",
	   "\"buildDate\":" TEXT ",\"compiler\":" TEXT
	   ",\"emulationMajor\":{\"type\":\"string\"},\"emulationMinor\":{\"type\":\"string\"}"
	   ",\"gitCommit\":" TEXT ",\"gitTreeState\":" TEXT ",\"gitVersion\":" TEXT
	   ",\"goVersion\":" TEXT ",\"major\":" TEXT
	   ",\"minCompatibilityMajor\":{\"type\":\"string\"}"
	   ",\"minCompatibilityMinor\":{\"type\":\"string\"},\"minor\":" TEXT
	   ",\"platform\":" TEXT);

/* `schema` NULL: a string. */
struct row {
	const char *path, *tag, *operation, *schema, *type, *components[4];
};

static const struct row rows[] = {
	{ ".well-known/openid-configuration",
	  "WellKnown",
	  "getServiceAccountIssuerOpenIDConfiguration",
	  NULL,
	  "application/json",
	  { NULL } },
	{ "api",
	  "core",
	  "getCoreAPIVersions",
	  META "APIVersions",
	  NULL,
	  { versions_schema, addresses } },
	{ "apis",
	  "apis",
	  "getAPIVersions",
	  META "APIGroupList",
	  NULL,
	  { group_schema, version_schema, list_schema, addresses } },
	{ "openid/v1/jwks",
	  "openid",
	  "getServiceAccountIssuerOpenIDKeyset",
	  NULL,
	  "application/jwk-set+json",
	  { NULL } },
	{ "version",
	  "version",
	  "getCodeVersion",
	  "io.k8s.apimachinery.pkg.version.Info",
	  "application/json",
	  { info_schema } },
};

static void add_content(struct strbuf *out, const char *type, const char *schema)
{
	strbuf_addf(out, "\"%s\":{\"schema\":", type);
	if (schema)
		strbuf_addf(out, "{\"$ref\":\"#/components/schemas/%s\"}}", schema);
	else
		strbuf_addz(out, "{\"type\":\"string\"}}");
}

static void add_document(struct strbuf *out, unsigned release, struct str path,
			 const struct row *row)
{
	static const char *const types[] = { "application/json",
					     "application/vnd.kubernetes.protobuf",
					     "application/yaml" };

	strbuf_addf(out,
		    "{\"openapi\":\"3.0.0\",\"info\":{\"title\":\"Kubernetes\",\"version\":"
		    "\"1.%u\"},\"paths\":{\"/" STR_FMT "/\":{\"get\":{\"tags\":[\"%s\"],"
		    "\"operationId\":\"%s\",\"responses\":{\"200\":{\"description\":\"OK\","
		    "\"content\":{",
		    release, STR_ARG(path), row->tag, row->operation);
	if (row->type)
		add_content(out, row->type, row->schema);
	for (size_t i = 0; !row->type && i < ARRAY_LEN(types); i++) {
		if (i)
			strbuf_addc(out, ',');
		add_content(out, types[i], row->schema);
	}
	strbuf_addz(out, "}},\"401\":{\"description\":\"Unauthorized\"}}}}},\"components\":{");
	for (size_t i = 0; i < ARRAY_LEN(row->components) && row->components[i]; i++)
		strbuf_addf(out, "%s%s", i ? "," : "\"schemas\":{", row->components[i]);
	strbuf_addf(out,
		    "%s\"securitySchemes\":{\"BearerToken\":{\"type\":\"apiKey\",\"name\":"
		    "\"authorization\",\"in\":\"header\"}}}}",
		    row->components[0] ? "}," : "");
}

/* rbac.authorization.k8s.io: rbacAuthorization. */
static void add_tag(struct strbuf *out, struct str group)
{
	static const char domain[] = ".k8s.io";
	size_t n = sizeof(domain) - 1;
	bool upper = false;

	if (group.len > n && memcmp(group.ptr + group.len - n, domain, n) == 0)
		group.len -= n;
	for (size_t i = 0; i < group.len; i++) {
		char c = group.ptr[i];

		if (c != '.')
			strbuf_addc(out, upper && ascii_is_lower(c) ? (char)(c - 'a' + 'A') : c);
		upper = c == '.';
	}
}

static bool is_built_in(const struct fakeapi__registry *reg, struct str group)
{
	const struct fakeapi__resource *res;

	for (size_t i = 0; group.len && (res = fakeapi__registry_at(reg, i)); i++)
		if (!(res->flags & FAKEAPI_RES_CUSTOM) && str_eqz(group, res->group))
			return true;
	return false;
}

static void add_group(struct strbuf *out, unsigned release, struct str path, struct str group)
{
	struct row row = { .schema = META "APIGroup",
			   .components = { group_schema, version_schema, addresses } };
	AUTO_STRBUF tag = STRBUF_INIT, operation = STRBUF_INIT;

	add_tag(&tag, group);
	strbuf_addf(&operation, "get" STR_FMT "APIGroup", STR_ARG(strbuf_str(&tag)));
	out->failed |= tag.failed || operation.failed;
	if (out->failed)
		return;
	if (ascii_is_lower(operation.ptr[3]))
		operation.ptr[3] = (char)(operation.ptr[3] - 'a' + 'A');
	row.tag = tag.ptr;
	row.operation = operation.ptr;
	add_document(out, release, path, &row);
}

bool fakeapi__openapi_path(const struct fakeapi__registry *reg, struct str path, struct strbuf *out)
{
	unsigned release = fakeapi__registry_release(reg);

	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		if (!str_eqz(path, rows[i].path))
			continue;
		add_document(out, release, path, &rows[i]);
		return true;
	}
	if (str_begins(path, "apis/") &&
	    is_built_in(reg, (struct str) { path.ptr + 5, path.len - 5 })) {
		add_group(out, release, path, (struct str) { path.ptr + 5, path.len - 5 });
		return true;
	}
	return false;
}

const char *fakeapi__openapi_path_at(size_t i)
{
	return i < ARRAY_LEN(rows) ? rows[i].path : NULL;
}
