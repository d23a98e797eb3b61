/* SPDX-License-Identifier: Apache-2.0 */
/* audit.c - Kubernetes audit logs, audit.k8s.io/v1, as lines or as EventList batches.
 *
 * A log has no watch events. The effect of a write is derived from its response, or, if the log's
 * level omits that, from its request; open watches then get the events, marked as assumed. A write
 * with an unknown resource version gets the next free number. */
#include "runner/import/audit.h"

#include "base/alloc.h"
#include "base/text/rfc3339.h"

static struct str member(struct imp__audit *a, const char *name)
{
	return imp__audit_text(a, json_get(a->event, name));
}

static void take_target(struct imp__audit *a)
{
	json_t ref = json_get(a->event, "objectRef");
	bool known = rec__target_parse(a->path, &a->target);

	/* copy: parts of a path are not NUL-terminated */
	a->target.ns = runner__arena_str(&a->arena, a->target.ns);
	a->target.name = runner__arena_str(&a->arena, a->target.name);
	if (!ref.len)
		return;
	if (!known || !a->target.name.len)
		a->target.name = imp__audit_text(a, json_get(ref, "name"));
}

/* Rebuilds the path from objectRef. */
static void uri_of_ref(struct imp__audit *a)
{
	static const char *const parts[] = { "resource", "name", "subresource" };
	json_t ref = json_get(a->event, "objectRef");
	struct str group = imp__audit_text(a, json_get(ref, "apiGroup"));
	struct str version = imp__audit_text(a, json_get(ref, "apiVersion"));
	struct str ns = imp__audit_text(a, json_get(ref, "namespace"));
	AUTO_STRBUF uri = STRBUF_INIT;

	if (!version.len || !json_get(ref, "resource").len)
		return;
	strbuf_addz(&uri, group.len ? "/apis/" : "/api");
	strbuf_adds(&uri, group);
	strbuf_addf(&uri, "/" STR_FMT, STR_ARG(version));
	if (ns.len && !json_str_eq(json_get(ref, "resource"), STR("namespaces")))
		strbuf_addf(&uri, "/namespaces/" STR_FMT, STR_ARG(ns));
	for (size_t i = 0; i < ARRAY_LEN(parts); i++) {
		struct str part = imp__audit_text(a, json_get(ref, parts[i]));

		if (part.len)
			strbuf_addf(&uri, "/" STR_FMT, STR_ARG(part));
	}
	strbuf_addz(&uri, str_eqz(a->verb, "watch") ? "?watch=true" : "");
	a->arena.failed |= uri.failed;
	a->uri = runner__arena_str(&a->arena, strbuf_str(&uri));
}

/* Makes the key that the stages of one request share. */
static void make_id(struct imp__audit *a)
{
	struct str received = member(a, "requestReceivedTimestamp");
	AUTO_STRBUF id = STRBUF_INIT;

	if (!received.len)
		return;
	strbuf_addf(&id, STR_FMT " " STR_FMT " " STR_FMT, STR_ARG(received), STR_ARG(a->user),
		    STR_ARG(a->uri));
	a->arena.failed |= id.failed;
	a->id = runner__arena_str(&a->arena, strbuf_str(&id));
}

/* Finds the response's code in any member of the event. */
static void take_code(struct imp__audit *a)
{
	if (!json_int64(json_get(a->status, "code"), &a->code) &&
	    !(imp__audit_is_status(a->response) &&
	      json_int64(json_get(a->response, "code"), &a->code)) &&
	    a->response.len)
		a->code = str_eqz(a->verb, "create") ? 201 : 200;
	if (a->code < 100 || a->code > 599)
		a->code = 0;
}

/* Notes each missing member and the assumed value. */
static void note_assumptions(struct imp__import *im, const struct imp__audit *a, uint64_t line)
{
	uint32_t file = (uint32_t)im->file_count - 1;

	if (!json_get(a->event, "auditID").len)
		imp__note(im, file, line,
			  "auditID: missing; events of one user, requestURI and "
			  "requestReceivedTimestamp are assumed to be of one request");
	if (!json_get(a->event, "stage").len)
		imp__note(im, file, line, "stage: missing; " STR_FMT " is assumed",
			  STR_ARG(a->stage));
	if (!json_get(a->event, "requestURI").len)
		imp__note(im, file, line,
			  "requestURI: missing; " STR_FMT
			  " is assumed from objectRef, without a query",
			  STR_ARG(a->uri));
	if (a->code && !json_get(a->status, "code").len && a->response.len)
		imp__note(im, file, line,
			  "responseStatus.code: missing; %d is assumed from responseObject",
			  (int)a->code);
	if (a->prefix.len)
		imp__note(im, file, line,
			  "requestURI: " STR_FMT " before " STR_FMT " is taken for a proxy's",
			  STR_ARG(a->prefix), STR_ARG(a->path));
}

/* The client's address; proxies follow it in the list. */
static struct str first_address(struct imp__audit *a)
{
	struct json_iter it;
	json_t first;

	json_iter_init(&it, json_get(a->event, "sourceIPs"));
	return json_iter_element(&it, &first) ? imp__audit_text(a, first) : STR("");
}

/* Returns 0 or RELIST_ENOMEM. */
static int parse_event(struct imp__audit *a, json_t event)
{
	const char *question;
	struct str query = STR("");
	*a = (struct imp__audit) { .event = event, .received = IMP_NO_TIME, .staged = IMP_NO_TIME };
	runner__arena_init(&a->arena);
	a->id = member(a, "auditID");
	a->verb = member(a, "verb");
	a->stage = member(a, "stage");
	a->uri = member(a, "requestURI");
	a->agent = member(a, "userAgent");
	a->user = imp__audit_text(a, json_path(event, "impersonatedUser", "username", NULL));
	if (!a->user.len)
		a->user = imp__audit_text(a, json_path(event, "user", "username", NULL));
	a->client = first_address(a);
	a->request = json_get(event, "requestObject");
	a->response = json_get(event, "responseObject");
	a->status = json_get(event, "responseStatus");
	/* a string replaces a body that was too large for the log */
	if (json_kind(a->request) == JSON_NULL || json_kind(a->request) == JSON_STRING)
		a->request = (json_t) { NULL, 0 };
	if (json_kind(a->response) != JSON_OBJECT)
		a->response = (json_t) { NULL, 0 };
	take_code(a);
	if (!a->stage.len)
		a->stage = a->status.len || a->response.len ? STR("ResponseComplete")
							    : STR("RequestReceived");
	if (!a->uri.len)
		uri_of_ref(a);
	if (!a->id.len)
		make_id(a);
	(void)rfc3339_parse(member(a, "requestReceivedTimestamp"), &a->received);
	(void)rfc3339_parse(member(a, "stageTimestamp"), &a->staged);
	question = a->uri.len ? memchr(a->uri.ptr, '?', a->uri.len) : NULL;
	a->path = a->uri;
	if (question) {
		a->path.len = (size_t)(question - a->uri.ptr);
		query = (struct str) { question + 1, a->uri.len - a->path.len - 1 };
	}
	a->path = imp__percent_decode(&a->arena, a->path, false);
	a->prefix = (struct str) { a->path.ptr, rec__prefix_len(a->path) };
	a->path = (struct str) { a->path.ptr + a->prefix.len, a->path.len - a->prefix.len };
	if (imp__query_parse(&a->arena, query, &a->query, &a->query_count))
		return RELIST_ENOMEM;
	take_target(a);
	a->watch = str_eqz(a->verb, "watch");
	return a->arena.failed ? RELIST_ENOMEM : 0;
}

static void audit_fini(struct imp__audit *a)
{
	runner__arena_fini(&a->arena);
}

/* --- first pass --- */

static int add_entries(struct imp__import *im, const struct imp__value *v,
		       const struct imp__audit *a, struct relist_err *err)
{
	struct imp__entry e = imp__entry_of(im, IMP_CLASS_AUDIT, v->at.line);
	int code = 0;

	e.at_ns = a->staged != IMP_NO_TIME ? a->staged : a->received;
	if (e.at_ns == IMP_NO_TIME) {
		imp__note(im, e.file, e.line,
			  "stageTimestamp: not a time; the event is put where it stands");
		e.at_ns = im->last_at != IMP_NO_TIME ? im->last_at : 0;
	}
	im->last_at = e.at_ns;
	/* A watch of which the log has only the end began when the request was received. */
	if (a->watch && str_eqz(a->stage, "ResponseComplete") && a->received != IMP_NO_TIME &&
	    a->received < e.at_ns) {
		struct imp__entry begin = e;

		begin.at_ns = a->received;
		begin.index = 1;
		code = imp__add_timed(im, &begin, v->json, err);
	}
	if (imp__audit_is_write(a) && imp__audit_succeeded(a) && a->response.len) {
		e.rv = imp__rv_of(a->response);
		if (!code)
			code = imp__add_written(im, e.rv, e.at_ns,
						a->received != IMP_NO_TIME ? a->received : e.at_ns,
						err);
	}
	if (!code && imp__audit_is_write(a) && imp__audit_succeeded(a) && !e.rv)
		code = imp__audit_seek(im, a, &e, err);
	return code ? code : imp__add_timed(im, &e, v->json, err);
}

int imp__audit_read(struct imp__import *im, const struct imp__value *v, struct relist_err *err)
{
	AUTO_STRBUF scratch = STRBUF_INIT;
	json_t own_version = json_get(v->json, "apiVersion");
	struct str version = json_str(own_version.len ? own_version : v->api_version, &scratch);
	struct imp__audit a;
	int code = 0;

	if (str_eqz(version, "audit.k8s.io/v1beta1"))
		imp__note(im, (uint32_t)im->file_count - 1, v->at.line,
			  "apiVersion: audit.k8s.io/v1beta1 is read as audit.k8s.io/v1");
	else if (version.len && !str_eqz(version, "audit.k8s.io/v1"))
		return relist_err_set(err, RELIST_EPARSE,
				      "apiVersion: " STR_FMT " is not read, only audit.k8s.io/v1",
				      STR_ARG(version));
	if (parse_event(&a, v->json)) {
		audit_fini(&a);
		return imp__no_memory(err);
	}
	if (!a.verb.len)
		code = relist_err_set(err, RELIST_EPARSE, "%s",
				      imp__foreign(v->json) ? imp__foreign(v->json)
							    : "audit event: verb: missing");
	else if (!a.uri.len)
		imp__note(im, (uint32_t)im->file_count - 1, v->at.line,
			  "requestURI, objectRef: missing; the event is left out");
	/* A request with RequestReceived has another event with its response. */
	else if (!str_eqz(a.stage, "RequestReceived"))
		code = add_entries(im, v, &a, err);
	if (!code && a.uri.len)
		note_assumptions(im, &a, v->at.line);
	audit_fini(&a);
	return code;
}

/* --- second pass --- */

static bool is_of_no_use(const struct imp__audit *a, struct rec__target *t)
{
	static const char *const subs[] = { "exec", "attach", "portforward", "proxy", "log" };

	if (!rec__target_parse(a->path, t))
		return true;
	for (size_t i = 0; i < ARRAY_LEN(subs); i++)
		if (str_eqz(t->subresource, subs[i]))
			return true;
	/* discovery: /api/v1, /apis/apps/v1 */
	return !t->resource.len;
}

/* A version in a client's request existed on the server at that time. */
static void raise_rv(struct imp__import *im, struct str text)
{
	uint64_t rv = rec__number(text);

	im->last_rv = rv > im->last_rv ? rv : im->last_rv;
}

/* Adds the objects in the response to a read to the known objects. */
static int learn(struct imp__import *im, const struct imp__entry *e, const struct imp__audit *a,
		 const struct imp__type *type, struct relist_err *err)
{
	json_t items = json_get(a->response, "items"), object;
	struct json_iter it;
	int code = 0;

	if (!imp__audit_succeeded(a) || !a->response.len || a->target.subresource.len ||
	    json_str_eq(json_get(a->response, "kind"), STR("Table")))
		return 0;
	if (json_kind(items) != JSON_ARRAY)
		return imp__learn(im, e, type, a->response, err);
	json_iter_init(&it, items);
	while (!code && json_iter_element(&it, &object))
		code = imp__learn(im, e, type, object, err);
	return code;
}

static int write_event(struct imp__import *im, const struct imp__entry *e, struct imp__audit *a,
		       struct relist_err *err)
{
	const struct imp__type *type;
	struct rec__target t;
	uint32_t id;
	int code;

	if (is_of_no_use(a, &t)) {
		imp__note(im, e->file, e->line,
			  "requestURI: " STR_FMT " is about no objects; left out",
			  STR_ARG(a->path));
		return 0;
	}
	type = imp__type_of_resource(im, a->target.group, a->target.version, a->target.resource);
	if (!type)
		return imp__no_memory(err);
	if (json_is_true(json_path(a->event, "annotations", "audit.k8s.io/truncated", NULL)) ||
	    json_str_eq(json_path(a->event, "annotations", "audit.k8s.io/truncated", NULL),
			STR("true")))
		imp__note(im, e->file, e->line,
			  "annotations: the event was truncated by the apiserver");
	raise_rv(im, imp__audit_query(a, "resourceVersion"));
	if (a->watch)
		return imp__audit_watch(im, e, a, type, err);
	if (e->index == 1 || str_eqz(a->stage, "ResponseStarted"))
		return 0;
	code = imp__audit_request(im, e, a, &id, err);
	if (!code && imp__audit_is_write(a) && imp__audit_succeeded(a) && !a->response.len &&
	    !type->virtual_) {
		code = imp__audit_effect(im, e, a, type, err);
		return code ? code : imp__audit_assumed_answer(im, e, a, type, id, err);
	}
	if (!code)
		code = imp__audit_answer(im, e, a, type, id, err);
	if (code || !a->code)
		return code;
	return imp__audit_is_write(a) ? imp__audit_effect(im, e, a, type, err)
				      : learn(im, e, a, type, err);
}

/* Guesses a kind from the plural without its ending: crontabs have kind Crontab. */
static void guess_kind(struct imp__import *im, const struct imp__entry *e, struct imp__type *type)
{
	AUTO_STRBUF kind = STRBUF_INIT;

	strbuf_adds(&kind, type->resource);
	if (kind.len > 1 && kind.ptr[kind.len - 1] == 's')
		kind.len--;
	if (kind.len && kind.ptr[0] >= 'a' && kind.ptr[0] <= 'z')
		kind.ptr[0] = (char)(kind.ptr[0] - 'a' + 'A');
	type->kind = imp__copy(im, strbuf_str(&kind));
	imp__note(im, e->file, e->line,
		  "kind: nothing shows the kind of " STR_FMT "; " STR_FMT " is assumed",
		  STR_ARG(type->resource), STR_ARG(type->kind));
}

/* Records the kind of a custom type from its objects. */
static void note_kind(struct imp__import *im, const struct imp__entry *e, struct imp__audit *a)
{
	json_t from =
	    a->response.len && !imp__audit_is_status(a->response) ? a->response : a->request;
	const struct imp__type *t =
	    imp__type_of_resource(im, a->target.group, a->target.version, a->target.resource);
	struct imp__type *type = (struct imp__type *)(uintptr_t)t;
	struct str kind = imp__audit_text(a, json_get(from, "kind"));

	if (!type || type->kind.len || a->target.subresource.len || !a->target.resource.len)
		return;
	type->namespaced = a->target.ns.len > 0;
	if (!kind.len || str_eqz(kind, "DeleteOptions") || json_kind(from) != JSON_OBJECT) {
		if (imp__audit_is_write(a) || str_eqz(a->verb, "list"))
			guess_kind(im, e, type);
		return;
	}
	/* only a response's kind can be a list's: a created AllowList keeps its name */
	if ((str_eqz(a->verb, "list") || str_eqz(a->verb, "deletecollection")) &&
	    from.ptr == a->response.ptr && kind.len > 4 &&
	    memcmp(kind.ptr + kind.len - 4, "List", 4) == 0)
		kind.len -= 4;
	type->kind = imp__copy(im, kind);
}

/* Detects a repeated stage of a request: a batch that was sent twice, a file that was given twice.
 * -1: out of memory. */
static int is_duplicate(struct imp__import *im, const struct imp__entry *e,
			const struct imp__audit *a)
{
	AUTO_STRBUF key = STRBUF_INIT;
	char **slot, *copy;

	if (!a->id.len)
		return 0;
	strbuf_addf(&key, STR_FMT " " STR_FMT " %llu", STR_ARG(a->id), STR_ARG(a->stage),
		    (unsigned long long)e->index);
	if (!im->recent)
		im->recent = base__calloc(IMP_RECENT_MAX, sizeof(*im->recent));
	if (key.failed || !im->recent)
		return -1;
	if (map_get(&im->stages, strbuf_str(&key))) {
		imp__note(im, e->file, e->line,
			  "auditID: this " STR_FMT " of " STR_FMT " came before; it is skipped",
			  STR_ARG(a->stage), STR_ARG(a->id));
		return 1;
	}
	slot = &im->recent[im->recent_count++ % IMP_RECENT_MAX];
	if (*slot)
		(void)map_del(&im->stages, str_of(*slot));
	base__free(*slot);
	*slot = copy = base__strndup(key.ptr, key.len);
	return !copy || map_put(&im->stages, str_of(copy), im, NULL) ? -1 : 0;
}

void imp__audit_fini(struct imp__import *im)
{
	for (size_t i = 0; im->recent && i < IMP_RECENT_MAX; i++)
		base__free(im->recent[i]);
	base__free(im->recent);
	map_fini(&im->stages);
	imp__match_fini(im);
}

int imp__audit_write(struct imp__import *im, const struct imp__entry *e, json_t event,
		     struct relist_err *err)
{
	struct imp__audit a;
	int code = parse_event(&a, event) ? imp__no_memory(err) : 0;
	int again = code ? 0 : is_duplicate(im, e, &a);

	a.received = imp__true_time(im, e->file, a.received);
	a.staged = imp__true_time(im, e->file, a.staged);
	if (again < 0)
		code = imp__no_memory(err);
	if (!code && !again) {
		note_kind(im, e, &a);
		code = write_event(im, e, &a, err);
	}
	audit_fini(&a);
	return code;
}

int imp__audit_end(struct imp__import *im, struct relist_err *err)
{
	(void)err;
	if ((im->classes & (1u << IMP_CLASS_AUDIT)) && map_len(&im->audits))
		imp__note(im, 0, 0, "%zu watches were open when the log ended",
			  map_len(&im->audits));
	return 0;
}
