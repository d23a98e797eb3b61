/* SPDX-License-Identifier: Apache-2.0 */
/* openapi_documents.c - the paths of OpenAPI that only return a document: discovery, the version,
 * the issuer's keys. */
#include "fakeapi/discovery/openapi_operation.h"

static const char *const discovery_forms[] = { "application/json", "application/yaml",
					       "application/vnd.kubernetes.protobuf", NULL };
static const char *const json_form[] = { "application/json", NULL };
static const char *const keys_form[] = { "application/jwk-set+json", NULL };

/* A path that only returns a document. */
struct document {
	const char *tag, *description, *id;
	const char *meta;   /* the kind of package meta that it returns; NULL: another schema */
	const char *schema; /* without "io.k8s."; NULL: a string */
	const char *const *forms;
	bool consumes;
};

static void add_document_schema(struct fakeapi__schemas *s, const struct document *d,
				struct strbuf *out)
{
	strbuf_addz(out, "\"schema\":{");
	if (d->meta)
		fakeapi__schemas_add_meta_ref(s, d->meta, out);
	else if (d->schema)
		fakeapi__schemas_add_whole_ref(s, d->schema, out);
	else
		strbuf_addz(out, "\"type\":\"string\"");
	strbuf_addc(out, '}');
}

static void add_document(struct fakeapi__paths *p, const char *path, const struct document *d)
{
	struct strbuf *out = p->out;

	strbuf_addf(out, "%s\"/%s/\":{\"get\":{\"tags\":[\"%s\"],\"description\":\"%s\",",
		    p->more ? "," : "", path, d->tag, d->description);
	p->more = true;
	strbuf_addf(out, "\"operationId\":\"%s\",", d->id);
	if (!p->schemas->v3) {
		if (d->consumes) {
			strbuf_addz(out, "\"consumes\":");
			fakeapi__add_forms(d->forms, out);
			strbuf_addc(out, ',');
		}
		strbuf_addz(out, "\"produces\":");
		fakeapi__add_forms(d->forms, out);
		strbuf_addz(out, ",\"schemes\":[\"https\"],");
	}
	strbuf_addz(out, "\"responses\":{\"200\":{\"description\":\"OK\",");
	if (p->schemas->v3) {
		strbuf_addz(out, "\"content\":{");
		for (size_t i = 0; d->forms[i]; i++) {
			strbuf_addf(out, "%s\"%s\":{", i ? "," : "", d->forms[i]);
			add_document_schema(p->schemas, d, out);
			strbuf_addc(out, '}');
		}
		strbuf_addc(out, '}');
	} else {
		add_document_schema(p->schemas, d, out);
	}
	strbuf_addz(out, "},\"401\":{\"description\":\"Unauthorized\"}}}}");
}

void fakeapi__paths_add_discovery(struct fakeapi__paths *p, const char *group, const char *version)
{
	bool core = group[0] == '\0';
	AUTO_STRBUF tag = STRBUF_INIT;
	AUTO_STRBUF id = STRBUF_INIT;
	AUTO_STRBUF path = STRBUF_INIT;
	struct document d = { .forms = discovery_forms, .consumes = true };

	strbuf_addz(&id, "get");
	fakeapi__add_group(group, true, &id);
	fakeapi__add_group(group, false, &tag);
	strbuf_addf(&path, "%s%s%s", core ? "api" : "apis", core ? "" : "/", group);
	if (*version) {
		fakeapi__add_title(version, &id);
		strbuf_addf(&tag, "_%s", version);
		strbuf_addf(&path, "/%s", version);
	}
	strbuf_addz(&id, *version ? "APIResources" : core ? "APIVersions" : "APIGroup");
	d.description = *version ? "get available resources"
			: core	 ? "get available API versions"
				 : "get information of a group";
	d.meta = *version ? "APIResourceList" : core ? "APIVersions" : "APIGroup";
	p->out->failed |= tag.failed || id.failed || path.failed;
	if (p->out->failed)
		return;
	d.tag = tag.ptr;
	d.id = id.ptr;
	add_document(p, path.ptr, &d);
}

static const struct {
	const char *name;
	struct document document;
} others[] = {
	{ ".well-known/openid-configuration",
	  { "WellKnown",
	    "get service account issuer OpenID configuration, also known as the 'OIDC discovery "
	    "doc'",
	    "getServiceAccountIssuerOpenIDConfiguration", NULL, NULL, json_form, false } },
	{ "apis",
	  { "apis", "get available API versions", "getAPIVersions", "APIGroupList", NULL,
	    discovery_forms, true } },
	{ "openid/v1/jwks",
	  { "openid",
	    "get service account issuer OpenID JSON Web Key Set (contains public token "
	    "verification keys)",
	    "getServiceAccountIssuerOpenIDKeyset", NULL, NULL, keys_form, false } },
	{ "version",
	  { "version", "get the version information for this server", "getCodeVersion", NULL,
	    "apimachinery.pkg.version.Info", json_form, true } },
};

const char *fakeapi__paths_other_at(size_t i)
{
	return i < ARRAY_LEN(others) ? others[i].name : NULL;
}

bool fakeapi__paths_add_other(struct fakeapi__paths *p, struct str name)
{
	for (size_t i = 0; i < ARRAY_LEN(others); i++) {
		if (!str_eqz(name, others[i].name))
			continue;
		add_document(p, others[i].name, &others[i].document);
		return true;
	}
	return false;
}
