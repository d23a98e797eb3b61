/* SPDX-License-Identifier: Apache-2.0 */
/* model_types.c - the custom types of scenarios that have no definition. */
#include "fakeapi/control/model_impl.h"
#include "fakeapi/meta/number.h"

static void add_names(struct strbuf *b, const char *member, const struct fakeapi__model_type *t)
{
	strbuf_addf(b, "\"%s\":{\"plural\":", member);
	strbuf_add_json(b, t->resource);
	strbuf_addz(b, ",\"singular\":");
	strbuf_add_json(b, t->resource);
	strbuf_addz(b, ",\"kind\":");
	strbuf_add_json(b, t->kind);
	strbuf_addf(b, ",\"listKind\":\"" STR_FMT "List\"}", STR_ARG(t->kind));
}

static void add_version(struct strbuf *b, const char *name, bool storage, bool status)
{
	strbuf_addf(b,
		    "{\"name\":\"%s\",\"served\":true,\"storage\":%s,%s"
		    "\"schema\":{\"openAPIV3Schema\":{\"type\":\"object\","
		    "\"x-kubernetes-preserve-unknown-fields\":true}}}",
		    name, storage ? "true" : "false",
		    status ? "\"subresources\":{\"status\":{}}," : "");
}

/* Adds the versions of the type that are served already, the stored one first. Returns the stored
 * one; NULL: none is served. */
static const char *add_served(struct fakeapi__core *core, struct strbuf *b,
			      const struct fakeapi__model_type *t)
{
	const struct fakeapi__resource *res;
	const char *storage = NULL;

	for (size_t i = 0; (res = fakeapi__registry_at(core->registry, i)); i++) {
		if (!(res->flags & FAKEAPI_RES_CUSTOM) || !str_eqz(t->group, res->group) ||
		    !str_eqz(t->resource, res->resource))
			continue;
		if (!storage)
			storage = res->storage_version ? res->storage_version : res->version;
		add_version(b, res->version, strcmp(storage, res->version) == 0,
			    (res->flags & FAKEAPI_RES_STATUS) != 0);
		strbuf_addc(b, ',');
	}
	return storage;
}

static void add_definition(struct fakeapi__core *core, struct strbuf *b,
			   const struct fakeapi__model_type *t)
{
	AUTO_STRBUF version = STRBUF_INIT;
	const char *storage;

	strbuf_adds(&version, t->version);
	strbuf_addf(b,
		    "{\"apiVersion\":\"apiextensions.k8s.io/v1\",\"kind\":"
		    "\"CustomResourceDefinition\",\"metadata\":{\"name\":\"" STR_FMT "." STR_FMT
		    "\"},\"spec\":{\"group\":\"" STR_FMT "\",\"scope\":\"%s\",",
		    STR_ARG(t->resource), STR_ARG(t->group), STR_ARG(t->group),
		    t->namespaced ? "Namespaced" : "Cluster");
	add_names(b, "names", t);
	strbuf_addz(b, ",\"versions\":[");
	storage = add_served(core, b, t);
	add_version(b, version.ptr, !storage, t->status);
	strbuf_addz(b, "]},\"status\":{");
	add_names(b, "acceptedNames", t);
	strbuf_addf(b,
		    ",\"conditions\":[{\"type\":\"NamesAccepted\",\"status\":\"True\"},"
		    "{\"type\":\"Established\",\"status\":\"True\"}],\"storedVersions\":[\"%s\"]}}",
		    storage ? storage : version.ptr);
	b->failed |= version.failed;
}

static int serve_locked(struct fakeapi__core *core, const struct fakeapi__model_type *type)
{
	AUTO_STRBUF text = STRBUF_INIT;
	cJSON *definition;
	int rc;

	if (fakeapi__registry_find_kind(core->registry, type->group, type->version, type->kind))
		return 0;
	add_definition(core, &text, type);
	definition = text.failed ? NULL : fakeapi__parse(strbuf_str(&text));
	rc = definition ? fakeapi__crds_put(core->crds, definition) : -1;
	cJSON_Delete(definition);
	return rc < 0 ? RELIST_ENOMEM : 0;
}

int fakeapi__model_serve(struct fakeapi__core *core, const struct fakeapi__model_type *type,
			 struct relist_err *err)
{
	int rc;

	fakeapi__core_enter(core);
	rc = serve_locked(core, type);
	fakeapi__core_leave(core);
	return rc ? relist_err_set(err, rc, "types: out of memory") : 0;
}

struct str fakeapi__model_stored_version(struct fakeapi__core *core,
					 const struct fakeapi__model_type *type)
{
	const struct fakeapi__resource *res =
	    fakeapi__registry_find(core->registry, type->group, type->version, type->resource);

	return res && (res->flags & FAKEAPI_RES_CUSTOM) && res->storage_version
		   ? str_of(res->storage_version)
		   : type->version;
}
