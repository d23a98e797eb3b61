/* SPDX-License-Identifier: Apache-2.0 */
/* dispatch.c - the path of a request: log, authentication, authorization, faults, type, verb. */
#include "fakeapi/admission/admission.h"
#include "fakeapi/audit/audit.h"
#include "fakeapi/control/control.h"
#include "fakeapi/controllers/controllers.h"
#include "fakeapi/discovery/discovery.h"
#include "fakeapi/discovery/prose.h"
#include "fakeapi/meta/number.h"
#include "fakeapi/metrics/metrics.h"
#include "fakeapi/rest/rest.h"
#include "fakeapi/server/server.h"
#include "fakeapi/stages.h"
#include "fakeapi/tokens/tokens.h"
#include "fakeapi/watch/watch.h"
#include "fakeapi/webhooks/webhooks.h"

enum { LARGE_OBJECT = 128 * 1024, LARGE_DEFINITION = 256 * 1024 };

/* True if a create-only type (reviews, bindings) has a name in the path: no such path exists. */
static bool has_no_names(const struct fakeapi__call *c)
{
	if ((c->res->flags & FAKEAPI_RES_CUSTOM) || c->sub || !c->route.name.len)
		return false;
	for (size_t i = 0; i < FAKEAPI_VERB_COUNT; i++)
		if (fakeapi__verbs[i].named == FAKEAPI_NAMED &&
		    fakeapi__listed(c->res->verbs, fakeapi__verbs[i].name))
			return false;
	return true;
}

static int method_not_allowed(struct fakeapi__call *c)
{
	const char *verb = fakeapi__verbs[c->route.verb].name;

	/* The handler of custom resources has its own message. */
	if (c->res->flags & FAKEAPI_RES_CUSTOM) {
		(void)fakeapi__status_set(&c->st, 405, "MethodNotAllowed",
					  "%s is not supported on resources of kind \"%s.%s\"",
					  c->route.method == FAKEAPI_POST ? "create" : verb,
					  c->res->resource, c->res->group);
		fakeapi__status_details(&c->st, "", c->res->group, c->res->resource, NULL);
		return fakeapi__answer_status(c);
	}
	return fakeapi__no_such_method(c);
}

/* Finds c->res, c->stored, c->sub, c->bucket; false: a response was sent. */
static bool lookup(struct fakeapi__call *c)
{
	const struct fakeapi__route *r = &c->route;
	bool namespaced;

	if (r->path.len > 1 && r->path.ptr[1] == '/') { /* no route starts with "//" */
		(void)fakeapi__answer_page_not_found(c);
		return false;
	}
	c->res = r->legacy_proxy
		     ? NULL
		     : fakeapi__registry_find(c->core->registry, r->group, r->version, r->resource);
	if (!c->res) {
		fakeapi__no_such_path(c);
		return false;
	}
	namespaced = c->res->flags & FAKEAPI_RES_NAMESPACED;
	c->route_ns = namespaced ? r->ns : (struct str) { NULL, 0 };
	if (r->bad ||
	    (r->ns.len && !namespaced &&
	     (!str_eqz(r->resource, "namespaces") || !str_eq(r->ns, r->name))) ||
	    (!r->ns.len && namespaced && r->name.len)) {
		(void)(c->res->flags & FAKEAPI_RES_CUSTOM ? fakeapi__answer_page_not_found(c)
							  : fakeapi__answer_not_found(c));
		return false;
	}
	if (c->res->deprecation)
		strbuf_addz(&c->warnings, c->res->deprecation);
	if (r->subresource.len) {
		c->sub = fakeapi__resource_sub(c->res, c->route.subresource);
		if (!c->sub && (c->res->flags & FAKEAPI_RES_CUSTOM)) {
			(void)fakeapi__not_found(c, r->name);
			(void)fakeapi__answer_status(c);
			return false;
		}
		if (!c->sub || (r->rest.len && !str_eqz(r->subresource, "proxy") &&
				!(c->res->flags & FAKEAPI_RES_CUSTOM))) {
			(void)fakeapi__answer_not_found(c);
			return false;
		}
	}
	if (fakeapi__call_aim(c, c->res) < 0) {
		(void)fakeapi__answer_status(c);
		return false;
	}
	return true;
}

/* A proxy subresource accepts every method and path. */
static bool is_proxy(const struct fakeapi__call *c)
{
	return c->sub && strcmp(c->sub->name, "proxy") == 0 &&
	       !(c->res->flags & FAKEAPI_RES_CUSTOM);
}

/* Checks media types as the router of built-in types does, before any handler. */
static int route_media(struct fakeapi__call *c)
{
	enum fakeapi__patch_type ignored;

	if ((c->res->flags & FAKEAPI_RES_CUSTOM) || is_proxy(c))
		return 0;
	if (c->route.verb == FAKEAPI_VERB_PATCH && fakeapi__patch_kind(c, &ignored) < 0)
		return -1;
	return fakeapi__negotiate_path(c);
}

/* True if the path supports the method. */
static bool verb_allowed(const struct fakeapi__call *c)
{
	const struct fakeapi__route *r = &c->route;
	enum fakeapi__verb verb = r->verb;

	bool head = r->method == FAKEAPI_HEAD;

	if (is_proxy(c))
		return r->method != FAKEAPI_OTHER || str_eqz(c->req->method, "OPTIONS");
	/* Only the handler of custom resources treats HEAD as GET. */
	if (r->method == FAKEAPI_OTHER || (head && !(c->res->flags & FAKEAPI_RES_CUSTOM)) ||
	    (head && verb == FAKEAPI_VERB_WATCH))
		return false;
	if (r->legacy_watch)
		return r->method == FAKEAPI_GET;
	if (c->sub)
		return fakeapi__listed(c->sub->verbs, fakeapi__verbs[verb].name);
	/* Only reads may span namespaces. */
	if ((c->res->flags & FAKEAPI_RES_NAMESPACED) && !r->ns.len && r->method != FAKEAPI_GET &&
	    !head)
		return false;
	/* The handler of custom resources ignores the name in a create's path. */
	if ((c->res->flags & FAKEAPI_RES_CUSTOM) && verb == FAKEAPI_VERB_CREATE)
		return true;
	if (fakeapi__verbs[verb].named == (r->name.len ? FAKEAPI_UNNAMED : FAKEAPI_NAMED))
		return false;
	if (verb == FAKEAPI_VERB_WATCH && !fakeapi__listed(c->res->verbs, "watch"))
		verb = FAKEAPI_VERB_LIST; /* the verb itself responds with the 405 */
	return fakeapi__listed(c->res->verbs, fakeapi__verbs[verb].name);
}

static int run_verb(struct fakeapi__call *c)
{
	static int (*const run[FAKEAPI_VERB_COUNT])(struct fakeapi__call * c) = {
#define VERB(id, name, method, named, fn) [FAKEAPI_VERB_##id] = fn,
#include "fakeapi/tbl/verbs.h"
#include "fakeapi/auth/auth.h"
#undef VERB
	};

	if (c->sub && fakeapi__verb_subresource(c))
		return 0;
	if (!c->sub && (c->res->flags & FAKEAPI_RES_VIRTUAL) && fakeapi__verb_virtual(c))
		return 0;
	return run[c->route.verb] ? run[c->route.verb](c) : -1;
}

/* Every write is validated with the whole schema: 40 ms per MiB. */
static bool has_large_definition(const struct fakeapi__call *c)
{
	AUTO_STRBUF name = STRBUF_INIT;
	const struct fakeapi__bucket *b;
	const struct fakeapi__version *v;

	if (!(c->res->flags & FAKEAPI_RES_CUSTOM))
		return false;
	strbuf_addf(&name, "%s.%s", c->res->resource, c->res->group);
	b = fakeapi__store_bucket(&c->core->store, STR("apiextensions.k8s.io"),
				  STR("customresourcedefinitions"), false);
	v = b && !name.failed ? fakeapi__bucket_get(b, STR(""), strbuf_str(&name)) : NULL;
	return v && v->json_len > LARGE_DEFINITION;
}

enum { FEW_NAMESPACES = 1000, FEW_CONFIGURATIONS = 100 };

/* True if controllers run over all objects after this request: it may delete an object. `v`: the
 * request's object, or NULL. */
static bool has_a_long_end(const struct fakeapi__call *c, const struct fakeapi__version *v)
{
	const struct fakeapi__options *opt = &c->core->opt;

	if (opt->default_service_accounts && str_eqz(c->route.resource, "namespaces") &&
	    c->bucket->live > FEW_NAMESPACES)
		return true;
	if (!opt->garbage_collection && !opt->namespace_deletion)
		return false;
	return ((c->sub && str_eqz(c->route.subresource, "eviction")) || (v && v->terminating)) &&
	       fakeapi__store_is_long(c->core);
}

/* A short request for a large object takes long; a get decides that itself. */
static bool is_about_a_large_one(const struct fakeapi__call *c)
{
	struct str ns =
	    c->res->flags & FAKEAPI_RES_NAMESPACED ? c->route.ns : (struct str) { NULL, 0 };
	const struct fakeapi__version *v;

	if (!c->req->may_hand_over || (c->reads && !c->sub))
		return false;
	if (!c->reads && (has_large_definition(c) ||
			  fakeapi__webhooks_count(c->core) + fakeapi__admission_count(c->core) >
			      FEW_CONFIGURATIONS))
		return true;
	v = c->route.name.len ? fakeapi__bucket_get(c->bucket, ns, c->route.name) : NULL;
	return (v && v->json_len > LARGE_OBJECT) || (!c->reads && has_a_long_end(c, v));
}

/* The handler of custom resources allows only reads across namespaces, and requires a name for
 * writes. False: a response was sent. */
static bool custom_path_exists(struct fakeapi__call *c)
{
	const struct fakeapi__route *r = &c->route;
	bool reads = r->method == FAKEAPI_GET || r->method == FAKEAPI_HEAD;
	bool patches = r->method == FAKEAPI_PATCH;
	enum fakeapi__patch_type ignored;

	if (c->sub || r->method == FAKEAPI_OTHER)
		return true;
	if ((c->res->flags & FAKEAPI_RES_NAMESPACED) && !r->ns.len && !reads) {
		(void)fakeapi__answer_page_not_found(c);
		return false;
	}
	if (r->name.len || (!patches && r->method != FAKEAPI_PUT))
		return true;
	if (!patches || fakeapi__patch_kind(c, &ignored) == 0)
		(void)fakeapi__status_set(&c->st, 400, "BadRequest", "name must be provided");
	(void)fakeapi__answer_status(c);
	return false;
}

/* These check the name themselves, after their body. */
static bool reads_body_first(const struct fakeapi__call *c)
{
	return !c->sub &&
	       (c->route.verb == FAKEAPI_VERB_UPDATE || c->route.verb == FAKEAPI_VERB_DELETE);
}

static void run_resource(struct fakeapi__call *c)
{
	int rc = 0;

	if (!lookup(c))
		return;
	if ((c->res->flags & FAKEAPI_RES_CUSTOM) && !custom_path_exists(c))
		return;
	if (!verb_allowed(c)) {
		(void)(has_no_names(c) ? fakeapi__answer_not_found(c) : method_not_allowed(c));
		return;
	}
	if (route_media(c) < 0) {
		(void)fakeapi__answer_status(c);
		return;
	}
	fakeapi__metrics_begin(c);
	if (c->res->deprecation || c->strategy->deprecation)
		fakeapi__audit_annotate(c, "k8s.io/deprecated", "true");
	if (c->strategy->deprecation)
		strbuf_addz(&c->warnings, c->strategy->deprecation);
	if (!reads_body_first(c) && fakeapi__check_segment(c) < 0) {
		(void)fakeapi__answer_status(c);
		return;
	}
	if (is_about_a_large_one(c) && fakeapi__hand_over(c, &rc)) {
		if (rc < 0)
			(void)fakeapi__answer_status(c);
		return;
	}
	rc = c->req->body.len > FAKEAPI_BODY_MAX
		 ? fakeapi__status_set(&c->st, 413, "RequestEntityTooLarge",
				       "Request entity too large: limit is %d", FAKEAPI_BODY_MAX)
		 : run_verb(c);
	if (c->core->write_failed && (rc == 0 || !c->st.code))
		(void)fakeapi__answer_not_durable(c);
	else if (rc < 0)
		(void)fakeapi__answer_status(c);
}

static bool is_control(struct fakeapi__call *c)
{
	static const char prefix[] = "/relist/";
	struct str path = c->route.path;

	/* A server URL with a trailing slash, as envtest's, yields two slashes. */
	while (path.len > 1 && path.ptr[0] == '/' && path.ptr[1] == '/')
		path = (struct str) { path.ptr + 1, path.len - 1 };
	if (path.len != c->route.path.len && path.len >= sizeof(prefix) - 1 &&
	    memcmp(path.ptr, prefix, sizeof(prefix) - 1) == 0)
		c->route.path = path;
	return !c->core->opt.no_control && path.len >= sizeof(prefix) - 1 &&
	       memcmp(path.ptr, prefix, sizeof(prefix) - 1) == 0;
}

/* A watch with a scripted response can be sent events and disconnected like any other. */
static void watch_script(struct fakeapi__call *c)
{
	if (c->x->state == FAKEAPI_STATE_SCRIPT && c->route.verb == FAKEAPI_VERB_WATCH)
		c->x->watch = fakeapi__watch_silent(c);
}

/* A 500 means that nothing was written. If the write happened and memory or the disk failed
 * afterwards, the connection is cut without a response: the client must check. */
static void cut_after_write(struct fakeapi__call *c, uint64_t before)
{
	if (!c->reads && !c->form_refused && c->core->store.rv != before &&
	    c->x->state == FAKEAPI_STATE_ANSWER && c->x->base.status >= 500)
		c->x->end_how = (uint8_t)-FAKEAPI_PULL_CUT;
}

/* During a rewind, requests for the store's state wait until it ends; health checks are
 * answered. */
static bool waits_for_rewind(struct fakeapi__call *c)
{
	struct str path = c->route.path;

	if (!c->core->turning_back || str_begins(path, "/readyz") || str_begins(path, "/livez") ||
	    str_begins(path, "/healthz") || str_eqz(path, "/version"))
		return false;
	if (fakeapi__park(c, c->x->resume_ns) < 0)
		(void)fakeapi__answer_status(c);
	return true;
}

/* Authenticates the request, and begins its audit event. Returns as fakeapi__impersonate(). */
static int identify(struct fakeapi__call *c)
{
	if (fakeapi__authenticate(c) < 0) {
		fakeapi__audit_unauthenticated(c);
		return -1;
	}
	fakeapi__audit_begin(c);
	return fakeapi__impersonate(c);
}

void fakeapi__call_run(struct fakeapi__call *c)
{
	uint64_t before = c->core->store.rv;
	int fault = 0, checked;

	if (fakeapi__route_parse(&c->route, c->req->method, c->req->path, c->req->query) < 0) {
		(void)fakeapi__answer_status(c);
		return;
	}
	if (!c->resumed && !is_control(c) && fakeapi__answer_audit_id(c) < 0) {
		(void)fakeapi__answer_status(c);
		return;
	}
	checked = fakeapi__check_origin(c);
	if (checked < 0)
		(void)fakeapi__answer_status(c);
	if (checked != 0)
		return;
	if (c->req->control_only && !is_control(c)) {
		(void)fakeapi__status_set(&c->st, 404, "NotFound",
					  "this port is for the control API alone, /relist/v1");
		(void)fakeapi__answer_status(c);
		return;
	}
	if (is_control(c)) {
		if (waits_for_rewind(c))
			return;
		(void)fakeapi__control_request(c);
		cut_after_write(c, before);
		return;
	}
	fakeapi__fault_backend(c);
	if (!c->resumed)
		fakeapi__log_request(c);
	checked = fakeapi__request_info_check(c);
	if (checked == 0)
		checked = identify(c);
	if (checked == 0 && !c->resumed)
		fakeapi__flow_headers(c);
	if (checked < 0 || fakeapi__authorize(c) < 0)
		(void)fakeapi__answer_status(c);
	else if (checked == 0 && (fault = fakeapi__fault_request(c)) < 0)
		(void)fakeapi__answer_status(c);
	else if (checked > 0 || fault > 0)
		watch_script(c);
	else if (waits_for_rewind(c) || fakeapi__own_objects_wait(c))
		return;
	else if (c->route.resource_path)
		run_resource(c);
	else if (fakeapi__answer_document(c) < 0)
		fakeapi__no_such_path(c);
	cut_after_write(c, before);
	if (c->x->state != FAKEAPI_STATE_PARKED) {
		fakeapi__fault_response(c);
		fakeapi__log_status(c->core, c->x);
		fakeapi__audit_answered(c);
	}
	if (!c->core->suspended) /* the writer that released the lock runs them */
		fakeapi__controllers_run(c->core);
}
