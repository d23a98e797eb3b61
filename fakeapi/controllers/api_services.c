/* SPDX-License-Identifier: Apache-2.0 */
/* api_services.c - the APIServices that the server registers for each group and version, and the
 * availability of those that name a Service (kube-aggregator's autoregister, crdregistration and
 * status controllers). Services are never called: without an aggregation layer, an APIService with
 * endpoints is unavailable too. */
#include "base/json_scan.h"
#include "fakeapi/controllers/controllers.h"
#include "fakeapi/controllers/loopback.h"
#include "fakeapi/meta/go_json.h"
#include "fakeapi/meta/number.h"
#include "fakeapi/rest/rest.h"
#include "fakeapi/rest/write.h"

#define GROUP	    "apiregistration.k8s.io"
#define AUTOMANAGED "kube-aggregator.kubernetes.io/automanaged"

static const struct fakeapi__resource *type_of(const struct fakeapi__core *core)
{
	return fakeapi__registry_find(core->registry, STR(GROUP), STR("v1"), STR("apiservices"));
}

static struct fakeapi__bucket *bucket_of(struct fakeapi__core *core)
{
	return fakeapi__store_bucket(&core->store, STR(GROUP), STR("apiservices"), false);
}

static const struct fakeapi__version *find(struct fakeapi__core *core, struct str name)
{
	const struct fakeapi__bucket *b = bucket_of(core);

	return b ? fakeapi__bucket_get(b, STR(""), name) : NULL;
}

/* --- the server's own ------------------------------------------------------------------------ */

struct priority {
	int group, version;
};

/* Source: cmd/kube-apiserver/app/aggregator.go, pkg/controlplane/apiserver/aggregator.go. */
static struct priority priority_of(const struct fakeapi__resource *res)
{
	static const struct {
		const char *group;
		int priority;
	} groups[] = { { "", 18000 },
		       { "apps", 17800 },
		       { "events.k8s.io", 17750 },
		       { "authentication.k8s.io", 17700 },
		       { "authorization.k8s.io", 17600 },
		       { "autoscaling", 17500 },
		       { "batch", 17400 },
		       { "certificates.k8s.io", 17300 },
		       { "networking.k8s.io", 17200 },
		       { "policy", 17100 },
		       { "rbac.authorization.k8s.io", 17000 },
		       { "storage.k8s.io", 16800 },
		       { "apiextensions.k8s.io", 16700 },
		       { "admissionregistration.k8s.io", 16700 },
		       { "scheduling.k8s.io", 16600 },
		       { "coordination.k8s.io", 16500 },
		       { "node.k8s.io", 16300 },
		       { "discovery.k8s.io", 16200 },
		       { "resource.k8s.io", 16200 },
		       { "flowcontrol.apiserver.k8s.io", 16100 },
		       { "internal.apiserver.k8s.io", 16000 },
		       { "storagemigration.k8s.io", 15800 } };
	static const struct {
		const char *group, *version;
		int priority;
	} versions[] = { { "", "v1", 1 },
			 { "autoscaling", "v2", 30 },
			 { "resource.k8s.io", "v1", 21 },
			 { "resource.k8s.io", "v1beta2", 15 },
			 { "resource.k8s.io", "v1alpha3", 1 },
			 { "flowcontrol.apiserver.k8s.io", "v1", 21 },
			 { "admissionregistration.k8s.io", "v1beta1", 12 },
			 { "coordination.k8s.io", "v1beta1", 13 },
			 { "coordination.k8s.io", "v1alpha2", 12 },
			 { "storage.k8s.io", "v1alpha1", 1 } };
	struct priority p = { 15000, strcmp(res->version, "v1") == 0 ? 15 : 9 };

	if (res->flags & FAKEAPI_RES_CUSTOM)
		return (struct priority) { 1000, 100 };
	for (size_t i = 0; i < ARRAY_LEN(groups); i++)
		if (strcmp(groups[i].group, res->group) == 0)
			p.group = groups[i].priority;
	for (size_t i = 0; i < ARRAY_LEN(versions); i++)
		if (strcmp(versions[i].group, res->group) == 0 &&
		    strcmp(versions[i].version, res->version) == 0)
			p.version = versions[i].priority;
	return p;
}

/* Makes the APIService of a type's group and version unless it exists. */
static int register_type(struct fakeapi__core *core, const struct fakeapi__resource *res)
{
	struct priority p;
	AUTO_STRBUF name = STRBUF_INIT;
	AUTO_STRBUF json = STRBUF_INIT;

	strbuf_addf(&name, "%s.%s", res->version, res->group);
	if (name.failed)
		return -1;
	if (find(core, strbuf_str(&name)))
		return 0;
	p = priority_of(res);
	strbuf_addf(&json,
		    "{\"kind\":\"APIService\",\"apiVersion\":\"" GROUP
		    "/v1\",\"metadata\":{\"name\":"
		    "\"%s\",\"labels\":{\"" AUTOMANAGED "\":\"%s\"}},\"spec\":{\"group\":\"%s\","
		    "\"version\":\"%s\",\"groupPriorityMinimum\":%d,\"versionPriority\":%d}}",
		    name.ptr, res->flags & FAKEAPI_RES_CUSTOM ? "true" : "onstart", res->group,
		    res->version, p.group, p.version);
	return json.failed ? -1 : fakeapi__loopback_make(core, json.ptr);
}

/* `custom`: types of definitions, else the server's own. The aggregator's group is not
 * registered. */
static int register_types(struct fakeapi__core *core, bool custom)
{
	const struct fakeapi__resource *res;

	for (size_t i = 0; (res = fakeapi__registry_at(core->registry, i)); i++)
		if (!(res->flags & FAKEAPI_RES_CUSTOM) == !custom &&
		    strcmp(res->group, GROUP) != 0 && register_type(core, res) < 0)
			return -1;
	return 0;
}

static bool is_served(const struct fakeapi__core *core, struct str json)
{
	AUTO_STRBUF group = STRBUF_INIT;
	AUTO_STRBUF version = STRBUF_INIT;
	struct str g = json_str(json_path(json, "spec", "group", NULL), &group);
	struct str v = json_str(json_path(json, "spec", "version", NULL), &version);

	return fakeapi__registry_has_version(core->registry, g, v);
}

/* Deletes the APIServices of definitions that are no longer served. */
static void unregister_types(struct fakeapi__core *core)
{
	struct fakeapi__bucket *b = bucket_of(core);

	for (struct fakeapi__walk walk = { .in = b }; fakeapi__walk(&walk);) {
		const struct fakeapi__version *v = fakeapi__entry_at(walk.entry, UINT64_MAX);
		struct str json = v ? fakeapi__version_json(v) : STR("");
		AUTO_STRBUF name = STRBUF_INIT;

		if (!v ||
		    !str_eqz(json_path(json, "metadata", "labels", AUTOMANAGED, NULL),
			     "\"true\"") ||
		    is_served(core, json))
			continue;
		strbuf_adds(&name, fakeapi__entry_name(walk.entry));
		if (!name.failed)
			(void)fakeapi__kill(core, b, STR(""), strbuf_str(&name));
	}
}

/* --- availability ---------------------------------------------------------------------------- */

struct condition {
	const char *reason;
	struct strbuf message;
};

static const cJSON *port_of(const cJSON *service, double wanted)
{
	const cJSON *p;

	cJSON_ArrayForEach(p, fakeapi__dig(service, "spec", "ports", NULL))
	{
		const cJSON *n = fakeapi__member(p, "port");

		if (cJSON_IsNumber(n) && n->valuedouble == wanted)
			return p;
	}
	return NULL;
}

static bool has_ready_port(const cJSON *slice, const char *port)
{
	bool ready = false;
	const cJSON *e, *p;

	cJSON_ArrayForEach(e, fakeapi__member(slice, "endpoints")) ready |=
	    !cJSON_IsFalse(fakeapi__dig(e, "conditions", "ready", NULL));
	cJSON_ArrayForEach(p, fakeapi__member(slice, "ports"))
	{
		if (ready && cJSON_IsNumber(fakeapi__member(p, "port")) &&
		    strcmp(fakeapi__string(p, "name"), port) == 0)
			return true;
	}
	return false;
}

/* State of the service's EndpointSlices: 0: none; 1: none with the port; 2: some. */
static int find_endpoints(struct fakeapi__core *core, const char *ns, const char *service,
			  const char *port)
{
	const struct fakeapi__bucket *b =
	    fakeapi__store_bucket(&core->store, STR("discovery.k8s.io"), STR("endpointslices"),
				  false);
	int found = 0;

	for (struct fakeapi__walk walk = { .in = b }; fakeapi__walk(&walk) && found < 2;) {
		const struct fakeapi__version *v = fakeapi__entry_at(walk.entry, UINT64_MAX);
		cJSON *slice;

		if (!v || !str_eqz(fakeapi__entry_ns(walk.entry), ns))
			continue;
		slice = fakeapi__parse(fakeapi__version_json(v));
		if (strcmp(fakeapi__string(fakeapi__dig(slice, "metadata", "labels", NULL),
					   "kubernetes.io/service-name"),
			   service) == 0)
			found = has_ready_port(slice, port) ? 2 : 1;
		cJSON_Delete(slice);
	}
	return found;
}

static void judge(struct fakeapi__core *core, const cJSON *spec, struct condition *out)
{
	const cJSON *to = fakeapi__member(spec, "service"), *port = fakeapi__member(to, "port");
	const char *name = fakeapi__string(to, "name"), *ns = fakeapi__string(to, "namespace");
	const struct fakeapi__bucket *b =
	    fakeapi__store_bucket(&core->store, STR(""), STR("services"), false);
	const struct fakeapi__version *v =
	    b ? fakeapi__bucket_get(b, str_of(ns), str_of(name)) : NULL;
	cJSON *service = v ? fakeapi__parse(fakeapi__version_json(v)) : NULL;
	double number = cJSON_IsNumber(port) ? port->valuedouble : 443;
	const cJSON *found = port_of(service, number);
	bool in_cluster =
	    strcmp(fakeapi__string(fakeapi__member(service, "spec"), "type"), "ClusterIP") == 0;
	int endpoints = found ? find_endpoints(core, ns, name, fakeapi__string(found, "name")) : 0;

	if (!v) {
		out->reason = "ServiceNotFound";
		strbuf_addf(&out->message, "service/%s in \"%s\" is not present", name, ns);
	} else if (in_cluster && !found) {
		out->reason = "ServicePortError";
		strbuf_addf(&out->message, "service/%s in \"%s\" is not listening on port %.0f",
			    name, ns, number);
	} else if (in_cluster && endpoints == 0) {
		out->reason = "EndpointsNotFound";
		strbuf_addf(&out->message, "cannot find endpointslices for service/%s in \"%s\"",
			    name, ns);
	} else if (in_cluster && endpoints == 1) {
		out->reason = "MissingEndpoints";
		strbuf_addf(&out->message,
			    "endpointslices for service/%s in \"%s\" have no addresses with port "
			    "name \"%s\"",
			    name, ns, fakeapi__string(found, "name"));
	} else {
		out->reason = "FailedDiscoveryCheck";
		strbuf_addf(&out->message,
			    "failing or missing response from https://%s.%s.svc:%.0f/apis/%s/%s: "
			    "relist serve has no aggregation layer",
			    name, ns, number, fakeapi__string(spec, "group"),
			    fakeapi__string(spec, "version"));
	}
	cJSON_Delete(service);
}

static cJSON *status_of(const cJSON *old, const struct condition *now, const char *time)
{
	const cJSON *c = cJSON_GetArrayItem(fakeapi__dig(old, "status", "conditions", NULL), 0);
	const char *since = fakeapi__string(c, "lastTransitionTime");
	cJSON *status = cJSON_CreateObject();
	cJSON *list = status ? cJSON_AddArrayToObject(status, "conditions") : NULL;
	cJSON *made = cJSON_CreateObject();

	if (strcmp(fakeapi__string(c, "status"), "False") != 0)
		since = time;
	if (list && made && !now->message.failed &&
	    cJSON_AddStringToObject(made, "type", "Available") &&
	    cJSON_AddStringToObject(made, "status", "False") &&
	    cJSON_AddStringToObject(made, "lastTransitionTime", since) &&
	    cJSON_AddStringToObject(made, "reason", now->reason) &&
	    cJSON_AddStringToObject(made, "message", now->message.ptr) &&
	    cJSON_AddItemToArray(list, made))
		return status;
	cJSON_Delete(made);
	cJSON_Delete(status);
	return NULL;
}

static bool has_condition(const cJSON *obj, const struct condition *now)
{
	const cJSON *c = cJSON_GetArrayItem(fakeapi__dig(obj, "status", "conditions", NULL), 0);

	return now->message.failed ||
	       (strcmp(fakeapi__string(c, "reason"), now->reason) == 0 &&
		strcmp(fakeapi__string(c, "message"), now->message.ptr) == 0);
}

/* Sets the condition of an APIService that names a Service. */
static void settle(struct fakeapi__core *core, const struct fakeapi__version *v, const char *name)
{
	cJSON *old = fakeapi__parse(fakeapi__version_json(v));
	cJSON *obj = fakeapi__parse(fakeapi__version_json(v));
	struct condition now = { "", STRBUF_INIT };
	struct fakeapi__loopback in;

	fakeapi__loopback_init(&in, core, "kube-apiserver");
	if (old && obj)
		judge(core, fakeapi__member(old, "spec"), &now);
	if (old && obj && !has_condition(old, &now) &&
	    fakeapi__loopback_aim(&in, type_of(core), "", name) == 0 &&
	    fakeapi__set_item(obj, "status", status_of(old, &now, in.call.now)) == 0)
		(void)fakeapi__update_tree(&in.call, old, obj, "status", false);
	strbuf_fini(&now.message);
	fakeapi__loopback_fini(&in);
	cJSON_Delete(old);
	cJSON_Delete(obj);
}

void fakeapi__api_services_settle(struct fakeapi__core *core)
{
	unregister_types(core);
	(void)register_types(core, true);
	for (struct fakeapi__walk walk = { .in = bucket_of(core) }; fakeapi__walk(&walk);) {
		const struct fakeapi__version *v = fakeapi__entry_at(walk.entry, UINT64_MAX);
		AUTO_STRBUF name = STRBUF_INIT;

		if (!v || !json_path(fakeapi__version_json(v), "spec", "service", NULL).len)
			continue;
		strbuf_adds(&name, fakeapi__entry_name(walk.entry));
		if (!name.failed)
			settle(core, v, name.ptr);
	}
}

int fakeapi__api_services_make(struct fakeapi__core *core)
{
	if (register_types(core, false) < 0)
		return -1;
	fakeapi__api_services_settle(core);
	return 0;
}

bool fakeapi__api_services_look_at(const struct fakeapi__bucket *b)
{
	static const char *const resources[] = { "apiservices", "customresourcedefinitions",
						 "services", "endpointslices" };

	for (size_t i = 0; i < ARRAY_LEN(resources); i++)
		if (strcmp(b->resource, resources[i]) == 0)
			return true;
	return false;
}

bool fakeapi__api_services_refuse(struct fakeapi__call *c, struct str group, struct str version)
{
	AUTO_STRBUF name = STRBUF_INIT;
	const struct fakeapi__version *v;

	strbuf_adds(&name, version);
	strbuf_addc(&name, '.');
	strbuf_adds(&name, group);
	v = name.failed ? NULL : find(c->core, strbuf_str(&name));
	if (!v || !json_path(fakeapi__version_json(v), "spec", "service", NULL).len)
		return false;
	if (fakeapi__header_add(c->x, "X-Content-Type-Options", STR("nosniff")) < 0)
		c->x->body.failed = true;
	(void)fakeapi__answer_text(c, 503, "text/plain; charset=utf-8",
				   STR("service unavailable\n"));
	return true;
}

struct version_row {
	struct str version;
	int64_t priority;
};

static int by_priority(const void *a, const void *b)
{
	const struct version_row *x = a, *y = b;

	return (x->priority < y->priority) - (x->priority > y->priority);
}

static void add_version(struct strbuf *out, struct str group, struct str version)
{
	strbuf_addf(out,
		    "{\"groupVersion\":\"" STR_FMT "/" STR_FMT "\",\"version\":\"" STR_FMT "\"}",
		    STR_ARG(group), STR_ARG(version), STR_ARG(version));
}

bool fakeapi__api_services_group(struct fakeapi__call *c, struct str group)
{
	const struct fakeapi__bucket *b = bucket_of(c->core);
	struct version_row rows[16];
	struct strbuf *out = &c->x->body;
	struct fakeapi__entry *e;
	struct fakeapi__at at = { 0 };
	const struct fakeapi__version *v;
	size_t n = 0;

	if (b)
		at = fakeapi__bucket_lower(b, STR(""));
	while (b && n < ARRAY_LEN(rows) && (e = fakeapi__bucket_next(b, &at))) {
		json_t json, of;

		v = fakeapi__entry_at(e, UINT64_MAX);
		if (!v)
			continue;
		json = fakeapi__version_json(v);
		of = json_path(json, "spec", "group", NULL);
		if (of.len != group.len + 2 || memcmp(of.ptr + 1, group.ptr, group.len) != 0)
			continue;
		rows[n].version = json_path(json, "spec", "version", NULL);
		rows[n].version.ptr++;
		rows[n].version.len -= rows[n].version.len > 1 ? 2 : 1;
		if (!json_int64(json_path(json, "spec", "versionPriority", NULL),
				&rows[n].priority))
			rows[n].priority = 0;
		n++;
	}
	if (!n)
		return false;
	qsort(rows, n, sizeof(rows[0]), by_priority);
	strbuf_addf(out,
		    "{\"kind\":\"APIGroup\",\"apiVersion\":\"v1\",\"name\":\"" STR_FMT
		    "\",\"versions\":[",
		    STR_ARG(group));
	for (size_t i = 0; i < n; i++) {
		if (i)
			strbuf_addc(out, ',');
		add_version(out, group, rows[i].version);
	}
	strbuf_addz(out, "],\"preferredVersion\":");
	add_version(out, group, rows[0].version);
	strbuf_addz(out, "}\n");
	out->failed |= fakeapi__header_add(c->x, "Cache-Control", STR("no-cache, private")) < 0;
	(void)fakeapi__answer_discovered(c, 200, "application/json");
	return true;
}
