/* SPDX-License-Identifier: Apache-2.0 */
/* namespace_lifecycle.c - the plug-in NamespaceLifecycle. */
#include "base/text/dns.h"
#include "fakeapi/admission/plugins.h"
#include "fakeapi/meta/number.h"

static int namespace_open(struct fakeapi__call *c, const char *name)
{
	const struct fakeapi__bucket *b;
	const struct fakeapi__version *v;
	AUTO_STRBUF ns = STRBUF_INIT;
	AUTO_STRBUF message = STRBUF_INIT;

	if (!(c->res->flags & FAKEAPI_RES_NAMESPACED))
		return 0;
	b = fakeapi__store_bucket(&c->core->store, STR(""), STR("namespaces"), false);
	v = b ? fakeapi__bucket_get(b, (struct str) { NULL, 0 }, c->route.ns) : NULL;
	strbuf_adds(&ns, c->route.ns);
	if (!v && c->core->opt.any_namespace)
		return 0;
	if (!v) {
		(void)fakeapi__status_set(&c->st, 404, "NotFound", "namespaces \"%s\" not found",
					  ns.ptr);
		fakeapi__status_details(&c->st, ns.ptr, "", "namespaces", NULL);
		return -1;
	}
	if (!v->terminating)
		return 0;
	strbuf_addf(&message, "namespace %s is being terminated", ns.ptr);
	(void)fakeapi__status_set(&c->st, 403, "Forbidden",
				  "%s%s%s \"%s\" is forbidden: unable to create new content in "
				  "namespace %s because it is being terminated",
				  c->res->resource, c->res->group[0] ? "." : "", c->res->group,
				  name, ns.ptr);
	fakeapi__status_details(&c->st, name, c->res->group, c->res->resource, NULL);
	fakeapi__status_cause(&c->st, "NamespaceTerminating", message.ptr, "metadata.namespace");
	return -1;
}

static bool immortal(const char *name)
{
	return strcmp(name, "default") == 0 || strcmp(name, "kube-system") == 0 ||
	       strcmp(name, "kube-public") == 0;
}

static int namespace_stays(struct fakeapi__call *c, const char *name)
{
	if (c->res->group[0] || strcmp(c->res->resource, "namespaces") != 0 || !immortal(name))
		return 0;
	(void)fakeapi__status_set(
	    &c->st, 403, "Forbidden",
	    "namespaces \"%s\" is forbidden: this namespace may not be deleted", name);
	fakeapi__status_details(&c->st, name, "", "namespaces", NULL);
	return -1;
}

int fakeapi__namespace_lifecycle(struct fakeapi__call *c, enum fakeapi__operation op,
				 const char *name)
{
	switch (op) {
	case FAKEAPI_CREATE_OPERATION:
		return namespace_open(c, name);
	case FAKEAPI_DELETE_OPERATION:
		return namespace_stays(c, name);
	}
	return 0;
}

/* --- NamespaceExists, NamespaceAutoProvision ---------------------------------------------- */

static bool is_missing(const struct fakeapi__call *c)
{
	const struct fakeapi__bucket *b;

	if (!(c->res->flags & FAKEAPI_RES_NAMESPACED))
		return false;
	b = fakeapi__store_bucket(&c->core->store, STR(""), STR("namespaces"), false);
	return !b || !fakeapi__bucket_get(b, (struct str) { NULL, 0 }, c->route.ns);
}

int fakeapi__namespace_exists(struct fakeapi__call *c, enum fakeapi__operation op, const char *name)
{
	AUTO_STRBUF ns = STRBUF_INIT;

	(void)op;
	(void)name;
	if (!is_missing(c))
		return 0;
	strbuf_adds(&ns, c->route.ns);
	(void)fakeapi__status_set(&c->st, 404, "NotFound", "namespaces \"%s\" not found", ns.ptr);
	fakeapi__status_details(&c->st, ns.ptr, "", "namespaces", NULL);
	return -1;
}

int fakeapi__namespace_provision(struct fakeapi__call *c, enum fakeapi__operation op,
				 const char *name)
{
	static const char made[] =
	    "{\"kind\":\"Namespace\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"%s\",\"uid\":"
	    "\"%s"
	    "\",\"creationTimestamp\":\"%s\",\"labels\":{\"kubernetes.io/metadata.name\":\"%s\"}},"
	    "\"spec\":{\"finalizers\":[\"kubernetes\"]},\"status\":{\"phase\":\"Active\"}}";
	struct fakeapi__bucket *b;
	AUTO_STRBUF ns = STRBUF_INIT;
	AUTO_STRBUF json = STRBUF_INIT;
	char uid[37];
	cJSON *obj;
	int rc;

	(void)name;
	if (op != FAKEAPI_CREATE_OPERATION || c->dry_run || !is_missing(c) ||
	    c->route.ns.len > DNS_LABEL_LEN_MAX || !dns_is_label(c->route.ns))
		return 0;
	b = fakeapi__store_bucket(&c->core->store, STR(""), STR("namespaces"), true);
	strbuf_adds(&ns, c->route.ns);
	fakeapi__core_uuid(c->core, uid);
	strbuf_addf(&json, made, ns.ptr, uid, c->now, ns.ptr);
	obj = !b || ns.failed || json.failed ? NULL : fakeapi__parse(str_of(json.ptr));
	rc =
	    obj ? fakeapi__commit(c->core, b, (struct str) { NULL, 0 }, strbuf_str(&ns), obj, false)
		: -1;
	cJSON_Delete(obj);
	return rc;
}
