/* SPDX-License-Identifier: Apache-2.0 */
/* subresource.c - subresources with their own kind: scale, eviction, binding, token, log, ... */
#include <inttypes.h>
#include <stdarg.h>

#include "fakeapi/admission/admission.h"
#include "fakeapi/apply/patch.h"
#include "fakeapi/meta/causes.h"
#include "fakeapi/meta/go_json.h"
#include "fakeapi/meta/lookup.h"
#include "fakeapi/rest/delete_options.h"
#include "fakeapi/rest/rest.h"
#include "fakeapi/rest/write.h"
#include "fakeapi/tokens/tokens.h"
#include "fakeapi/webhooks/webhooks.h"

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

/* --- eviction, binding ---------------------------------------------------------------------- */

/* policy/v1beta1 is no longer served, but its Evictions are accepted. */
static const char *eviction_version(const struct fakeapi__call *c)
{
	AUTO_STRBUF why = STRBUF_INIT;
	cJSON *tree = fakeapi__go_json_parse(c->req->body, &why);
	bool beta = strcmp(fakeapi__get_str(tree, "apiVersion"), "policy/v1beta1") == 0;

	cJSON_Delete(tree);
	return beta ? "v1beta1" : "v1";
}

static int evict(struct fakeapi__call *c)
{
	cJSON *body = NULL;
	int rc;

	if (fakeapi__negotiate_create(c) < 0 ||
	    fakeapi__decode_kind(c, "policy", eviction_version(c), "Eviction", &body) < 0)
		return -1;
	c->route_ns = c->route.ns;
	rc = fakeapi__settle_namespace(c, body);
	if (rc == 0)
		rc = fakeapi__admission_check(c, FAKEAPI_CREATE_OPERATION,
					      fakeapi__meta_str(body, "name"));
	if (rc == 0)
		rc = fakeapi__callout_both(c, body, NULL);
	if (rc == 0)
		rc = fakeapi__evict(c, body);
	cJSON_Delete(body);
	return rc < 0 ? -1 : answer_plain_success(c);
}

static int no_binding(struct fakeapi__call *c, const char *name, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));

/* 409: this pod cannot be bound. */
static int no_binding(struct fakeapi__call *c, const char *name, const char *fmt, ...)
{
	AUTO_STRBUF why = STRBUF_INIT;
	va_list ap;

	va_start(ap, fmt);
	strbuf_addvf(&why, fmt, ap);
	va_end(ap);
	(void)fakeapi__status_set(&c->st, 409, "Conflict",
				  "Operation cannot be fulfilled on pods/binding \"%s\": " STR_FMT,
				  name, STR_ARG(strbuf_str(&why)));
	fakeapi__status_details(&c->st, name, "", "pods/binding", NULL);
	return -1;
}

/* Validates the binding before the pod is read. */
static int check_binding(struct fakeapi__call *c, const cJSON *binding)
{
	const cJSON *target = cJSON_GetObjectItemCaseSensitive(binding, "target");
	const char *kind = fakeapi__get_str(target, "kind");
	bool bad_kind = *kind && strcmp(kind, "Node") != 0;
	bool no_name = !fakeapi__get_str(target, "name")[0];
	AUTO_STRBUF wrong = STRBUF_INIT;

	if (!str_eqz(c->route.name, fakeapi__meta_str(binding, "name")) && c->sub)
		return fakeapi__status_set(&c->st, 400, "BadRequest",
					   "name in URL does not match name in Binding object");
	if (bad_kind) {
		strbuf_addz(&wrong, "target.kind: Unsupported value: ");
		fakeapi__go_quote(&wrong, str_of(kind));
		strbuf_addz(&wrong, ": supported values: \"Node\", \"<empty>\"");
	}
	if (no_name)
		strbuf_addf(&wrong, "%starget.name: Required value", wrong.len ? ", " : "");
	if (!wrong.len)
		return wrong.failed ? -1 : 0;
	return fakeapi__status_set(&c->st, 500, NULL, bad_kind && no_name ? "[%s]" : "%s",
				   wrong.ptr);
}

/* uid and resourceVersion of the binding are preconditions. */
static int check_preconditions(struct fakeapi__call *c, const cJSON *binding, const cJSON *pod)
{
	static const struct {
		const char *member, *word;
	} rows[] = { { "uid", "UID" }, { "resourceVersion", "ResourceVersion" } };
	const char *name = fakeapi__meta_str(pod, "name");

	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		const char *want = fakeapi__meta_str(binding, rows[i].member);
		const char *have = fakeapi__meta_str(pod, rows[i].member);

		if (!*want || strcmp(want, have) == 0)
			continue;
		(void)fakeapi__status_set(
		    &c->st, 409, "Conflict",
		    "Operation cannot be fulfilled on pods \"%s\": StorageError: invalid object, "
		    "Code: 4, Key: /registry/pods/" STR_FMT
		    "/%s, ResourceVersion: 0, AdditionalErrorMsg: Precondition failed: %s in "
		    "precondition: %s, %s in object meta: %s",
		    name, STR_ARG(c->route.ns), name, rows[i].word, want, rows[i].word, have);
		fakeapi__status_details(&c->st, name, "", "pods", NULL);
		return -1;
	}
	return 0;
}

static int may_bind(struct fakeapi__call *c, const cJSON *binding, const cJSON *pod)
{
	const cJSON *spec = cJSON_GetObjectItemCaseSensitive(pod, "spec");
	const char *name = fakeapi__meta_str(pod, "name");

	if (check_preconditions(c, binding, pod) < 0)
		return -1;
	if (fakeapi__meta_has(pod, "deletionTimestamp"))
		return no_binding(c, name, "pod %s is being deleted, cannot be assigned to a host",
				  name);
	if (fakeapi__get_str(spec, "nodeName")[0])
		return no_binding(c, name, "pod %s is already assigned to node \"%s\"", name,
				  fakeapi__get_str(spec, "nodeName"));
	if (cJSON_GetArraySize(cJSON_GetObjectItemCaseSensitive(spec, "schedulingGates")) > 0)
		return no_binding(c, name, "pod %s has non-empty .spec.schedulingGates", name);
	return 0;
}

static cJSON *scheduled(const struct fakeapi__call *c, const cJSON *before)
{
	bool was = strcmp(fakeapi__get_str(before, "status"), "True") == 0;
	cJSON *cond = cJSON_CreateObject();

	if (cond && cJSON_AddStringToObject(cond, "type", "PodScheduled") &&
	    cJSON_AddStringToObject(cond, "status", "True") &&
	    cJSON_AddNullToObject(cond, "lastProbeTime") &&
	    cJSON_AddStringToObject(cond, "lastTransitionTime",
				    was ? fakeapi__get_str(before, "lastTransitionTime") : c->now))
		return cond;
	cJSON_Delete(cond);
	return NULL;
}

/* Adds the condition PodScheduled, or replaces the one that a scheduler set. */
static int set_scheduled(const struct fakeapi__call *c, cJSON *pod)
{
	cJSON *status = cJSON_GetObjectItemCaseSensitive(pod, "status"), *list, *old, *cond;

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
	for (old = list ? list->child : NULL; old; old = old->next)
		if (strcmp(fakeapi__get_str(old, "type"), "PodScheduled") == 0)
			break;
	cond = scheduled(c, old);
	if (list && cond &&
	    (old ? cJSON_ReplaceItemViaPointer(list, old, cond) : cJSON_AddItemToArray(list, cond)))
		return 0;
	cJSON_Delete(cond);
	return -1;
}

/* Annotations and labels of the binding override the pod's. */
static int copy_map(const cJSON *binding, cJSON *pod, const char *member)
{
	const cJSON *from = cJSON_GetObjectItemCaseSensitive(fakeapi__meta(binding), member);
	cJSON *to = cJSON_GetObjectItemCaseSensitive(fakeapi__meta(pod), member);
	struct fakeapi__lookup have;
	int rc = 0;

	if (!from || !from->child)
		return 0;
	if (!cJSON_IsObject(to)) {
		to = cJSON_CreateObject();
		if (fakeapi__meta_set(pod, member, to) < 0)
			return -1;
	}
	fakeapi__lookup_growing(&have, to, (size_t)cJSON_GetArraySize(from));
	for (const cJSON *m = from->child; m && rc == 0; m = m->next)
		rc = fakeapi__lookup_set(&have, m->string, cJSON_Duplicate(m, true));
	fakeapi__lookup_fini(&have);
	return rc == 0 ? fakeapi__sort_members(to, false) : rc;
}

/* Since 1.35: copies the binding's labels and the node's topology labels. */
static int copy_labels(struct fakeapi__call *c, const struct fakeapi__resource *pods,
		       const cJSON *binding, cJSON *pod)
{
	const cJSON *target = cJSON_GetObjectItemCaseSensitive(binding, "target");

	if (!fakeapi__changed(pods->features, FAKEAPI_CHANGE_BINDING_LABELS))
		return 0;
	if (copy_map(binding, pod, "labels") < 0)
		return -1;
	return strcmp(fakeapi__get_str(target, "kind"), "Node") == 0
		   ? fakeapi__add_topology(c, pod, fakeapi__get_str(target, "name"))
		   : 0;
}

static int bind_pod(struct fakeapi__call *c, const struct fakeapi__resource *pods, struct str name,
		    const cJSON *binding)
{
	const cJSON *target = cJSON_GetObjectItemCaseSensitive(binding, "target");
	struct fakeapi__bucket *b = fakeapi__core_bucket(c->core, pods);
	const struct fakeapi__version *v = b ? fakeapi__bucket_get(b, c->route.ns, name) : NULL;
	cJSON *obj, *spec;
	int rc = -1;

	if (!name.len)
		return fakeapi__status_set(&c->st, 400, "BadRequest", "Name parameter required.");
	if (!v) {
		c->res = pods;
		return b ? fakeapi__not_found(c, name) : -1;
	}
	obj = fakeapi__stored_aside(c, v);
	spec = cJSON_GetObjectItemCaseSensitive(obj, "spec");
	if (spec && may_bind(c, binding, obj) == 0 &&
	    fakeapi__set_str(spec, "nodeName", fakeapi__get_str(target, "name")) == 0 &&
	    set_scheduled(c, obj) == 0 && copy_map(binding, obj, "annotations") == 0 &&
	    copy_labels(c, pods, binding, obj) == 0)
		rc = c->dry_run ? 0 : fakeapi__commit_aside(c, b, c->route.ns, name, obj, false);
	fakeapi__drop_aside(c, obj);
	return rc;
}

/* POST pods/NAME/binding and POST bindings. */
int fakeapi__bind(struct fakeapi__call *c)
{
	const struct fakeapi__resource *pods =
	    fakeapi__registry_find(c->core->registry, STR(""), STR("v1"), STR("pods"));
	cJSON *obj = NULL;
	struct str name = c->route.name;
	int rc;

	if (fakeapi__negotiate_create(c) < 0 ||
	    fakeapi__decode_kind(c, "", "v1", "Binding", &obj) < 0)
		return -1;
	if (!name.len)
		name = str_of(fakeapi__meta_str(obj, "name"));
	rc = fakeapi__settle_namespace(c, obj);
	if (rc == 0)
		rc =
		    fakeapi__managed_update(fakeapi__registry_find(c->core->registry, STR(""),
								   STR("v1"), STR("bindings")),
					    NULL, obj, c->manager, c->sub ? "binding" : "", c->now);
	if (rc == 0)
		rc = fakeapi__admission_check(c, FAKEAPI_CREATE_OPERATION,
					      fakeapi__meta_str(obj, "name"));
	if (rc == 0)
		rc = fakeapi__callout_both(c, obj, NULL);
	if (rc == 0)
		rc = check_binding(c, obj);
	if (rc == 0)
		rc = bind_pod(c, pods, name, obj);
	if (rc == 0)
		rc = answer_plain_success(c);
	fakeapi__drop_aside(c, obj);
	return rc;
}

/* --- requests to a kubelet ------------------------------------------------------------------ */

/* PodExecOptions or another options kind from the query. NULL: out of memory. */
static cJSON *connect_options(const struct fakeapi__call *c)
{
	static const char *const flags[] = { "stdin", "stdout", "stderr", "tty" };
	cJSON *o = cJSON_CreateObject(), *list = NULL;
	bool ok = o && cJSON_AddStringToObject(o, "kind", c->sub->kind) &&
		  cJSON_AddStringToObject(o, "apiVersion", "v1");

	for (size_t i = 0; ok && i < ARRAY_LEN(flags); i++)
		if (fakeapi__route_bool(&c->route, flags[i], NULL))
			ok = cJSON_AddTrueToObject(o, flags[i]);
	for (size_t i = 0; ok && i < c->route.param_count; i++) {
		const struct fakeapi__param *p = &c->route.params[i];
		AUTO_STRBUF z = STRBUF_INIT;

		strbuf_adds(&z, p->value);
		if (str_eqz(p->name, "container") || str_eqz(p->name, "path"))
			ok =
			    !z.failed &&
			    cJSON_AddStringToObject(o,
						    str_eqz(p->name, "path") ? "path" : "container",
						    z.ptr);
		if (!str_eqz(p->name, "command"))
			continue;
		list = list ? list : cJSON_AddArrayToObject(o, "command");
		ok = !z.failed && list && cJSON_AddItemToArray(list, cJSON_CreateString(z.ptr));
	}
	if (ok && c->route.rest.len) { /* of a proxy request */
		AUTO_STRBUF path = STRBUF_INIT;

		strbuf_addf(&path, "/" STR_FMT, STR_ARG(c->route.rest));
		ok = !path.failed && cJSON_AddStringToObject(o, "path", path.ptr);
	}
	if (ok)
		return o;
	cJSON_Delete(o);
	return NULL;
}

static int needs_kubelet(struct fakeapi__call *c)
{
	const struct fakeapi__version *v;
	struct fakeapi__proxied to = { 0 };
	bool slices;
	cJSON *obj;
	int rc;

	if (strcmp(c->sub->name, "log") == 0 &&
	    (fakeapi__negotiate_call(c, false) < 0 || fakeapi__check_log_options(c) < 0))
		return -1;
	/* Reading a log is no CONNECT operation. */
	if (fakeapi__has_webhooks(c) && strcmp(c->sub->name, "log") != 0 &&
	    fakeapi__callout_connect(c, connect_options(c)) < 0)
		return -1;
	if (strcmp(c->sub->name, "proxy") == 0 && fakeapi__split_proxied(c, &to) < 0)
		return -1;
	slices = fakeapi__changed(c->res->features, FAKEAPI_CHANGE_SERVICE_PROXY_SLICES);
	v = current(c);
	if (to.id.len && strcmp(c->res->kind, "Service") == 0) {
		if (!slices)
			return fakeapi__proxy_service(c, &to);
		if (!v && !to.number)
			return fakeapi__no_endpoints(c);
	}
	if (!v)
		return fakeapi__not_found(c, c->route.name);
	obj = fakeapi__stored_aside(c, v);
	if (!obj)
		return -1;
	rc = fakeapi__needs_kubelet(c, obj);
	fakeapi__drop_aside(c, obj);
	if (rc < 0)
		return -1;
	/* No container has run, so the log is empty. */
	strbuf_clear(&c->x->body);
	return fakeapi__answer_body(c, 204, NULL);
}

/* PUT namespaces/NAME/finalize: writes metadata and spec.finalizers; without finalizers the
 * namespace is deleted. */
static int finalize(struct fakeapi__call *c)
{
	const struct fakeapi__version *v;
	cJSON *obj = NULL, *old = NULL, *spec;
	int rc = -1;

	if (fakeapi__negotiate_call(c, false) < 0 ||
	    fakeapi__write_options(c, "UpdateOptions") < 0 || fakeapi__decode_body(c, &obj) < 0)
		return -1;
	if (fakeapi__settle_namespace(c, obj) < 0 || fakeapi__check_name(c, obj) < 0)
		goto out;
	v = current(c);
	if (!v) {
		(void)fakeapi__not_found(c, c->route.name);
		goto out;
	}
	old = fakeapi__stored_aside(c, v);
	spec = cJSON_GetObjectItemCaseSensitive(obj, "spec");
	if (spec && cJSON_GetArraySize(cJSON_GetObjectItemCaseSensitive(spec, "finalizers")) == 0)
		cJSON_DeleteItemFromObjectCaseSensitive(spec, "finalizers");
	if (!spec && fakeapi__set_item(obj, "spec", cJSON_CreateObject()) < 0)
		goto out;
	if (old && fakeapi__default(c->res, obj, old) == 0)
		rc = fakeapi__update_tree(c, old, obj, "finalize", false);
	if (rc == 0)
		rc = fakeapi__answer_object_tree(c, 200, obj);
out:
	fakeapi__drop_aside(c, obj);
	fakeapi__drop_aside(c, old);
	return rc;
}

bool fakeapi__verb_subresource(struct fakeapi__call *c)
{
	/* status, approval, resize, ephemeralcontainers, ... return the object itself. */
	static const struct {
		const char *name;
		int (*fn)(struct fakeapi__call *c);
	} own[] = {
		{ "scale", fakeapi__verb_scale }, { "eviction", evict },
		{ "binding", fakeapi__bind },	  { "token", fakeapi__issue_token },
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
