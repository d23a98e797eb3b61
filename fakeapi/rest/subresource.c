/* SPDX-License-Identifier: Apache-2.0 */
/* Subresources that are not the object itself: scale, eviction, binding, token, log, ... */
#include <inttypes.h>

#include "fakeapi/apply/patch.h"
#include "fakeapi/rest/delete_options.h"
#include "fakeapi/rest/rest.h"
#include "fakeapi/rest/write.h"

static const struct fakeapi__version *current(struct fakeapi__call *c)
{
	c->route_ns =
	    c->res->flags & FAKEAPI_RES_NAMESPACED ? c->route.ns : (struct str) { NULL, 0 };
	return fakeapi__bucket_get(c->bucket, c->route_ns, c->route.name);
}

static int answer_plain_success(struct fakeapi__call *c)
{
	cJSON *st = cJSON_CreateObject();
	int rc = -1;

	if (st && cJSON_AddStringToObject(st, "kind", "Status") &&
	    cJSON_AddStringToObject(st, "apiVersion", "v1") &&
	    cJSON_AddObjectToObject(st, "metadata") &&
	    cJSON_AddStringToObject(st, "status", "Success") &&
	    cJSON_AddNumberToObject(st, "code", 201))
		rc = fakeapi__answer_tree(c, 201, st);
	cJSON_Delete(st);
	return rc;
}

/* The body as a plain tree, whatever kind it is. */
static int body_tree(struct fakeapi__call *c, const char *group, const char *version,
		     const char *kind, cJSON **out)
{
	const struct fakeapi__resource stand_in = {
		.group = group,
		.version = version,
		.resource = "",
		.singular = "",
		.kind = kind,
		.list_kind = "",
		.short_names = "",
		.categories = "",
		.verbs = "",
	};
	const struct fakeapi__resource *res =
	    fakeapi__registry_find_kind(c->core->registry, str_of(group), str_of(version),
					str_of(kind));

	return fakeapi__decode_as(c, res ? res : &stand_in, out);
}

/* --- eviction, binding ---------------------------------------------------------------------- */

static int evict(struct fakeapi__call *c)
{
	cJSON *body = NULL;
	int rc;

	if (fakeapi__negotiate_call(c, false) < 0 ||
	    fakeapi__write_options(c, "CreateOptions") < 0 ||
	    body_tree(c, "policy", "v1", "Eviction", &body) < 0)
		return -1;
	c->route_ns = c->route.ns;
	rc = fakeapi__evict(c, body);
	cJSON_Delete(body);
	return rc < 0 ? -1 : answer_plain_success(c);
}

/* The condition that a binding leaves. */
static int add_scheduled(struct fakeapi__call *c, cJSON *pod)
{
	cJSON *status = cJSON_GetObjectItemCaseSensitive(pod, "status"), *list, *cond;

	if (!status) {
		status = cJSON_CreateObject();
		if (fakeapi__set_item(pod, "status", status) < 0)
			return -1;
	}
	list = cJSON_GetObjectItemCaseSensitive(status, "conditions");
	if (!cJSON_IsArray(list)) {
		cJSON_DeleteItemFromObjectCaseSensitive(status, "conditions");
		list = cJSON_AddArrayToObject(status, "conditions");
	}
	cond = cJSON_CreateObject();
	if (list && cond && cJSON_AddStringToObject(cond, "type", "PodScheduled") &&
	    cJSON_AddStringToObject(cond, "status", "True") &&
	    cJSON_AddNullToObject(cond, "lastProbeTime") &&
	    cJSON_AddStringToObject(cond, "lastTransitionTime", c->now) &&
	    cJSON_AddItemToArray(list, cond))
		return 0;
	cJSON_Delete(cond);
	return -1;
}

static int bind_pod(struct fakeapi__call *c, const struct fakeapi__resource *pods, struct str name,
		    const char *node)
{
	struct fakeapi__bucket *b = fakeapi__core_bucket(c->core, pods);
	const struct fakeapi__version *v = b ? fakeapi__bucket_get(b, c->route.ns, name) : NULL;
	cJSON *obj, *spec;
	int rc = -1;

	if (!v) {
		c->res = pods;
		return b ? fakeapi__not_found(c, name) : -1;
	}
	obj = cJSON_ParseWithLength(v->json, v->json_len);
	spec = cJSON_GetObjectItemCaseSensitive(obj, "spec");
	if (fakeapi__get_str(spec, "nodeName")[0]) {
		(void)fakeapi__status_set(&c->st, 409, "Conflict",
					  "Operation cannot be fulfilled on pods/binding \"" STR_FMT
					  "\": pod %s is already assigned to node \"%s\"",
					  STR_ARG(name), fakeapi__meta_str(obj, "name"),
					  fakeapi__get_str(spec, "nodeName"));
		fakeapi__status_details(&c->st, fakeapi__meta_str(obj, "name"), "", "pods/binding",
					NULL);
	} else if (spec && fakeapi__set_str(spec, "nodeName", node) == 0 &&
		   add_scheduled(c, obj) == 0) {
		rc = c->dry_run ? 0 : fakeapi__commit(c->core, b, c->route.ns, name, obj, false);
	}
	cJSON_Delete(obj);
	return rc;
}

/* POST pods/NAME/binding and POST bindings. */
int fakeapi__bind(struct fakeapi__call *c)
{
	const struct fakeapi__resource *pods =
	    fakeapi__registry_find(c->core->registry, STR(""), STR("v1"), STR("pods"));
	const cJSON *target;
	cJSON *obj = NULL;
	struct str name = c->route.name;
	int rc;

	if (fakeapi__negotiate_call(c, false) < 0 ||
	    fakeapi__write_options(c, "CreateOptions") < 0 ||
	    body_tree(c, "", "v1", "Binding", &obj) < 0)
		return -1;
	if (!name.len)
		name = str_of(fakeapi__meta_str(obj, "name"));
	target = cJSON_GetObjectItemCaseSensitive(obj, "target");
	rc = bind_pod(c, pods, name, fakeapi__get_str(target, "name"));
	if (rc == 0)
		rc = answer_plain_success(c);
	cJSON_Delete(obj);
	return rc;
}

/* --- token ---------------------------------------------------------------------------------- */

static const struct fakeapi__resource token_request = {
	.group = "authentication.k8s.io",
	.version = "v1",
	.resource = "tokenrequests",
	.singular = "",
	.kind = "TokenRequest",
	.list_kind = "",
	.short_names = "",
	.categories = "",
	.verbs = "create",
};

static int issue_token(struct fakeapi__call *c)
{
	const struct fakeapi__version *v;
	cJSON *obj = NULL, *owner = NULL, *spec, *status, *audiences, *seconds;
	AUTO_STRBUF token = STRBUF_INIT;
	char at[32], id[37];
	int64_t ttl;
	int rc = -1;

	if (fakeapi__negotiate_call(c, false) < 0 || fakeapi__write_options(c, "CreateOptions") < 0)
		return -1;
	v = current(c);
	if (!v)
		return fakeapi__not_found(c, c->route.name);
	if (body_tree(c, "authentication.k8s.io", "v1", "TokenRequest", &obj) < 0)
		return -1;
	owner = cJSON_ParseWithLength(v->json, v->json_len);
	if (fakeapi__managed_update(&token_request, NULL, obj, c->manager, "token", c->now) < 0)
		goto out;
	spec = cJSON_GetObjectItemCaseSensitive(obj, "spec");
	if (!spec && owner) {
		spec = cJSON_CreateObject();
		if (fakeapi__set_item(obj, "spec", spec) < 0)
			spec = NULL;
	}
	if (!owner || !spec)
		goto out;
	seconds = cJSON_GetObjectItemCaseSensitive(spec, "expirationSeconds");
	ttl = cJSON_IsNumber(seconds) ? (int64_t)seconds->valuedouble : 3600;
	if (!seconds && !cJSON_AddNumberToObject(spec, "expirationSeconds", (double)ttl))
		goto out;
	if (cJSON_GetArraySize(cJSON_GetObjectItemCaseSensitive(spec, "audiences")) == 0) {
		cJSON_DeleteItemFromObjectCaseSensitive(spec, "audiences");
		audiences = cJSON_AddArrayToObject(spec, "audiences");
		if (!audiences ||
		    !cJSON_AddItemToArray(audiences,
					  cJSON_CreateString("https://kubernetes.default.svc")))
			goto out;
	}
	if (!cJSON_GetObjectItemCaseSensitive(spec, "boundObjectRef") &&
	    !cJSON_AddNullToObject(spec, "boundObjectRef"))
		goto out;
	fakeapi__core_uuid(c->core, id);
	strbuf_addf(&token, "relist." STR_FMT "." STR_FMT ".%s", STR_ARG(c->route.ns),
		    STR_ARG(c->route.name), id);
	fakeapi__format_time(fakeapi__core_unix(c->core) + ttl, at, sizeof(at));
	status = cJSON_CreateObject();
	if (fakeapi__set_item(obj, "status", status) < 0 ||
	    !cJSON_AddStringToObject(status, "token", token.ptr) ||
	    !cJSON_AddStringToObject(status, "expirationTimestamp", at) ||
	    fakeapi__meta_copy(obj, owner, "name") < 0 ||
	    fakeapi__meta_copy(obj, owner, "namespace") < 0 ||
	    fakeapi__meta_copy(obj, owner, "uid") < 0 ||
	    fakeapi__meta_set_str(obj, "creationTimestamp", c->now) < 0)
		goto out;
	rc = fakeapi__answer_tree(c, 201, obj);
out:
	cJSON_Delete(obj);
	cJSON_Delete(owner);
	return rc;
}

/* --- what needs a kubelet ------------------------------------------------------------------- */

static int needs_kubelet(struct fakeapi__call *c)
{
	const struct fakeapi__version *v = current(c);
	const cJSON *spec;
	const char *node;
	cJSON *obj;

	if (!v)
		return fakeapi__not_found(c, c->route.name);
	obj = cJSON_ParseWithLength(v->json, v->json_len);
	if (!obj)
		return -1;
	spec = cJSON_GetObjectItemCaseSensitive(obj, "spec");
	node = fakeapi__get_str(spec, "nodeName");
	if (!node[0] && strcmp(c->sub->name, "log") == 0) {
		/* Nothing ran yet, so nothing was logged. */
		cJSON_Delete(obj);
		strbuf_clear(&c->x->body);
		return fakeapi__answer_body(c, 204, NULL);
	}
	if (!node[0] || strcmp(c->res->resource, "pods") != 0) {
		(void)fakeapi__status_set(&c->st, 400, "BadRequest",
					  "pod %s does not have a host assigned",
					  fakeapi__meta_str(obj, "name"));
	} else {
		/* The real server names the node, but calls it a pod. */
		(void)fakeapi__status_set(&c->st, 404, "NotFound", "pods \"%s\" not found", node);
		fakeapi__status_details(&c->st, node, "", "pods", NULL);
	}
	cJSON_Delete(obj);
	return -1;
}

/* PUT namespaces/NAME/finalize: spec.finalizers alone; the last one takes the namespace away. */
static int finalize(struct fakeapi__call *c)
{
	const struct fakeapi__version *v;
	cJSON *obj = NULL, *old = NULL, *spec;
	int rc = -1;

	if (fakeapi__negotiate_call(c, false) < 0 ||
	    fakeapi__write_options(c, "UpdateOptions") < 0 || fakeapi__decode_body(c, &obj) < 0)
		return -1;
	v = current(c);
	if (!v) {
		cJSON_Delete(obj);
		return fakeapi__not_found(c, c->route.name);
	}
	old = cJSON_ParseWithLength(v->json, v->json_len);
	spec = cJSON_GetObjectItemCaseSensitive(obj, "spec");
	if (spec && cJSON_GetArraySize(cJSON_GetObjectItemCaseSensitive(spec, "finalizers")) == 0)
		cJSON_DeleteItemFromObjectCaseSensitive(spec, "finalizers");
	if (!spec && fakeapi__set_item(obj, "spec", cJSON_CreateObject()) < 0)
		goto out;
	if (old && fakeapi__meta_copy(obj, old, "labels") == 0 &&
	    fakeapi__meta_copy(obj, old, "annotations") == 0 &&
	    fakeapi__meta_copy(obj, old, "finalizers") == 0 &&
	    fakeapi__meta_copy(obj, old, "ownerReferences") == 0 &&
	    fakeapi__meta_copy(obj, old, "managedFields") == 0)
		rc = fakeapi__update_tree(c, old, obj, "finalize", true);
	if (rc == 0)
		rc = fakeapi__answer_object_tree(c, 200, obj);
out:
	cJSON_Delete(obj);
	cJSON_Delete(old);
	return rc;
}

bool fakeapi__verb_subresource(struct fakeapi__call *c)
{
	/* status, approval, resize, ephemeralcontainers, ... are the object itself. */
	static const struct {
		const char *name;
		int (*fn)(struct fakeapi__call *c);
	} own[] = {
		{ "scale", fakeapi__verb_scale }, { "eviction", evict },
		{ "binding", fakeapi__bind },	  { "token", issue_token },
		{ "finalize", finalize },	  { "log", needs_kubelet },
		{ "exec", needs_kubelet },	  { "attach", needs_kubelet },
		{ "portforward", needs_kubelet }, { "proxy", needs_kubelet },
	};

	for (size_t i = 0; i < ARRAY_LEN(own); i++) {
		if (strcmp(c->sub->name, own[i].name) != 0)
			continue;
		if (own[i].fn(c) < 0)
			(void)fakeapi__answer_status(c);
		return true;
	}
	return false;
}
