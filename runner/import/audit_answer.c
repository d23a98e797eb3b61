/* SPDX-License-Identifier: Apache-2.0 */
/* audit_answer.c - writes an audit log's requests, responses and watches to the recording. */
#include "base/alloc.h"
#include "base/text/number.h"
#include "runner/import/audit.h"

static const char *method_of(const struct imp__audit *a)
{
	static const struct {
		const char *verb, *method;
	} methods[] = { { "create", "POST" },
			{ "update", "PUT" },
			{ "patch", "PATCH" },
			{ "delete", "DELETE" },
			{ "deletecollection", "DELETE" } };

	for (size_t i = 0; i < ARRAY_LEN(methods); i++)
		if (str_eqz(a->verb, methods[i].verb))
			return methods[i].method;
	return "GET";
}

int imp__audit_request(struct imp__import *im, const struct imp__entry *e, struct imp__audit *a,
		       uint32_t *id, struct relist_err *err)
{
	struct imp__request req = { .method = method_of(a),
				    .path = a->path,
				    .query = a->query,
				    .query_count = a->query_count,
				    .user = a->user,
				    .client = a->client,
				    .agent = a->agent,
				    .body = a->request };

	return imp__emit_request(im, e, a->received != IMP_NO_TIME ? a->received : e->at_ns, &req,
				 id, err);
}

/* The body of an error response, from responseStatus. */
static int error_body(struct imp__audit *a, struct strbuf *out)
{
	static const char *const members[] = { "message", "reason", "details" };

	strbuf_addz(out, "{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"metadata\":{},\"status\":");
	strbuf_addz(out, imp__audit_succeeded(a) ? "\"Success\"" : "\"Failure\"");
	for (size_t i = 0; i < ARRAY_LEN(members); i++) {
		json_t v = json_get(a->status, members[i]);

		if (v.len) {
			strbuf_addf(out, ",\"%s\":", members[i]);
			strbuf_adds(out, v);
		}
	}
	strbuf_addf(out, ",\"code\":%lld}", (long long)a->code);
	return out->failed ? RELIST_ENOMEM : 0;
}

static struct imp__watch *watch_new(struct imp__import *im, const struct imp__entry *e,
				    struct imp__audit *a, const struct imp__type *type)
{
	struct imp__watch *w = base__calloc(1, sizeof(*w));
	struct str fields = imp__audit_query(a, "fieldSelector");
	AUTO_STRBUF why = STRBUF_INIT;
	int wrong;

	if (!w)
		return NULL;
	strbuf_init(&w->ns);
	strbuf_init(&w->name);
	strbuf_init(&w->fields);
	w->type = type;
	strbuf_adds(&w->ns, a->target.ns);
	strbuf_adds(&w->name, a->target.name);
	strbuf_adds(&w->fields, fields);
	w->kubectl = a->agent.len > 7 && memcmp(a->agent.ptr, "kubectl", 7) == 0;
	wrong = selector_parse_labels(imp__audit_query(a, "labelSelector"), &w->labels, &why);
	if (wrong == RELIST_ENOMEM || w->ns.failed || w->name.failed || w->fields.failed) {
		imp__watch_free(w);
		return NULL;
	}
	w->unclear = !imp__fields_are_plain(fields) || wrong;
	if (w->unclear)
		imp__note(im, e->file, e->line,
			  "requestURI: what a watch with fieldSelector=" STR_FMT
			  ", labelSelector=" STR_FMT " got is unknown",
			  STR_ARG(fields), STR_ARG(imp__audit_query(a, "labelSelector")));
	return w;
}

static int list_answer(struct imp__import *im, const struct imp__entry *e, struct imp__audit *a,
		       const struct imp__type *type, uint32_t id, struct relist_err *err)
{
	struct imp__watch *w = watch_new(im, e, a, type);
	AUTO_STRBUF body = STRBUF_INIT;
	int code;

	if (!w)
		return imp__no_memory(err);
	imp__note(
	    im, e->file, e->line,
	    "responseObject: not there; what was listed is assumed from what is known of " STR_FMT,
	    STR_ARG(type->resource));
	code = imp__list_known(im, w, &body);
	imp__watch_free(w);
	return code ? imp__no_memory(err)
		    : imp__emit_response(im, e, id, (int)a->code, false, strbuf_str(&body), true,
					 err);
}

/* Writes the response that the log omits, from the object's new state. */
int imp__audit_assumed_answer(struct imp__import *im, const struct imp__entry *e,
			      struct imp__audit *a, const struct imp__type *type, uint32_t id,
			      struct relist_err *err)
{
	const struct imp__object *o = imp__object_get(im, type, a->target.ns, a->target.name);
	AUTO_STRBUF status = STRBUF_INIT;
	bool scale = str_eqz(a->target.subresource, "scale");

	/* a deleted object that still exists is kept by finalizers */
	if (o && !scale && imp__audit_is_of_parent(a->target.subresource))
		return imp__emit_response(im, e, id, (int)a->code, false,
					  (struct str) { o->json, o->json_len }, true, err);
	if (error_body(a, &status))
		return imp__no_memory(err);
	return imp__emit_response(im, e, id, (int)a->code, false, strbuf_str(&status), true, err);
}

int imp__audit_answer(struct imp__import *im, const struct imp__entry *e, struct imp__audit *a,
		      const struct imp__type *type, uint32_t id, struct relist_err *err)
{
	AUTO_STRBUF status = STRBUF_INIT;
	struct str body = a->response;

	if (!a->code) {
		imp__note(im, e->file, e->line,
			  "responseStatus.code: missing; the answer is not known");
		return 0;
	}
	if (!body.len && imp__audit_succeeded(a) && str_eqz(a->verb, "list") && type)
		return list_answer(im, e, a, type, id, err);
	if (!body.len && !imp__audit_succeeded(a)) {
		if (error_body(a, &status))
			return imp__no_memory(err);
		body = strbuf_str(&status);
	}
	return imp__emit_response(im, e, id, (int)a->code, false, body, false, err);
}

/* --- watches --- */

static enum rec__how end_of(const struct imp__audit *a)
{
	struct str timeout = imp__audit_query(a, "timeoutSeconds");
	uint64_t seconds = 0;

	if (str_eqz(a->stage, "Panic"))
		return REC_HOW_CUT;
	(void)number_parse(timeout, 10000000, &seconds);
	return seconds && a->received != IMP_NO_TIME && a->staged != IMP_NO_TIME &&
		       a->staged - a->received >= (int64_t)seconds * NS_PER_S - NS_PER_S / 2
		   ? REC_HOW_TIMEOUT
		   : REC_HOW_EOF;
}

static int open_watch(struct imp__import *im, const struct imp__entry *e, struct imp__audit *a,
		      const struct imp__type *type, struct relist_err *err)
{
	struct imp__watch *w = watch_new(im, e, a, type);
	uint32_t id = 0;
	int code;

	if (!w)
		return imp__no_memory(err);
	code = imp__audit_request(im, e, a, &id, err);
	if (!code)
		code = imp__emit_response(im, e, id, 200, true, STR(""), false, err);
	if (!code && map_put(&im->audits, a->id, (void *)(uintptr_t)id, NULL))
		code = imp__no_memory(err);
	if (code) {
		imp__watch_free(w);
		return code;
	}
	w->id = id;
	return imp__watch_open(im, e, w, imp__audit_query(a, "resourceVersion"),
			       rec__is_true(imp__audit_query(a, "sendInitialEvents")), err);
}

int imp__audit_watch(struct imp__import *im, const struct imp__entry *e, struct imp__audit *a,
		     const struct imp__type *type, struct relist_err *err)
{
	uint32_t id = (uint32_t)(uintptr_t)map_get(&im->audits, a->id);
	bool started = str_eqz(a->stage, "ResponseStarted") || e->index == 1;
	bool failed = a->code && a->code != 200;
	int code = 0;

	if (id && started)
		return 0;
	if (!id && failed) {
		if (e->index == 1)
			return 0; /* written with the watch's end */
		code = imp__audit_request(im, e, a, &id, err);
		return code ? code : imp__audit_answer(im, e, a, type, id, err);
	}
	if (!id)
		code = open_watch(im, e, a, type, err);
	if (code || started)
		return code;
	id = (uint32_t)(uintptr_t)map_del(&im->audits, a->id);
	imp__watch_close(im, id);
	return imp__emit_close(im, e, id, end_of(a), err);
}

int imp__audit_seek(struct imp__import *im, const struct imp__audit *a, const struct imp__entry *e,
		    struct relist_err *err)
{
	const struct rec__target *t = &a->target;
	bool deletes = str_eqz(a->verb, "delete") || str_eqz(t->subresource, "eviction");
	bool creates = str_eqz(a->verb, "create") && !t->subresource.len;
	char verb = deletes ? 'd' : creates ? 'c' : 'u';

	if (!t->name.len || imp__audit_query(a, "dryRun").len)
		return 0;
	return imp__match_write(im, imp__type_of_resource(im, t->group, t->version, t->resource),
				t->ns, t->name, verb, e, err);
}
