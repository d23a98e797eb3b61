/* SPDX-License-Identifier: Apache-2.0 */
/* answer.c - makes every complete response: status, headers and body of an exchange. */
#include "base/alloc.h"
#include "base/map.h"
#include "fakeapi/admission/admission.h"
#include "fakeapi/audit/audit.h"
#include "fakeapi/meta/go_json.h"
#include "fakeapi/meta/number.h"
#include "fakeapi/convert/convert.h"
#include "fakeapi/webhooks/conversion.h"
#include "fakeapi/rest/list_stream.h"
#include "fakeapi/rest/rest.h"
#include "fakeapi/schema/custom.h"
#include "fakeapi/serializer/protobuf.h"
#include "fakeapi/serializer/yaml_write.h"
#include "fakeapi/stages.h"

#define NO_CACHE "no-cache, private"

static const char nomem_body[] = "{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"metadata\":{},"
				 "\"status\":\"Failure\",\"message\":\"out of memory\","
				 "\"reason\":\"InternalError\",\"code\":500}\n";

/* Adds a header whose value outlives the exchange or belongs to it. -1: out of memory. */
static int header_put(struct fakeapi__xchg *x, const char *name, struct str value)
{
	size_t n = x->headers ? x->base.header_count : 0;

	if (!x->headers) {
		x->headers = x->few;
		x->header_cap = ARRAY_LEN(x->few);
	}
	if (n == x->header_cap) {
		bool inside = x->headers == x->few;
		size_t cap = x->header_cap * 2;
		struct fakeapi__header *grown =
		    base__reallocarray(inside ? NULL : x->headers, cap, sizeof(*grown));

		if (!grown)
			return -1;
		if (inside)
			memcpy(grown, x->few, sizeof(x->few));
		x->headers = grown;
		x->header_cap = cap;
	}
	x->headers[n] = (struct fakeapi__header) { str_of(name), value };
	x->base.headers = x->headers;
	x->base.header_count = n + 1;
	return 0;
}

int fakeapi__header_add(struct fakeapi__xchg *x, const char *name, struct str value)
{
	struct fakeapi__owned *own = base__malloc(sizeof(*own) + value.len + 1);

	if (!own)
		return -1;
	if (value.len)
		memcpy(own->z, value.ptr, value.len);
	own->z[value.len] = '\0';
	own->next = x->owned;
	x->owned = own;
	return header_put(x, name, (struct str) { own->z, value.len });
}

/* The request's own headers come before any other, so there is room in `few`. */
static void own_header(struct fakeapi__xchg *x, const char *name, const char *value)
{
	(void)header_put(x, name, str_of(value));
	x->own_headers = x->base.header_count;
}

int fakeapi__answer_audit_id(struct fakeapi__call *c)
{
	struct fakeapi__xchg *x = c->x;
	struct str given = fakeapi__request_header(c->req, "Audit-Id");

	if (!given.len) {
		fakeapi__uuid(&c->core->audit_random, x->audit_id);
		own_header(x, "Audit-Id", x->audit_id);
		return 0;
	}
	if (fakeapi__header_add(x, "Audit-Id", given) < 0)
		return -1;
	x->own_headers = x->base.header_count;
	return 0;
}

void fakeapi__answer_flow(struct fakeapi__call *c, const char *schema, const char *level)
{
	struct fakeapi__xchg *x = c->x;

	(void)snprintf(x->flow_uids[0], sizeof(x->flow_uids[0]), "%s", schema);
	(void)snprintf(x->flow_uids[1], sizeof(x->flow_uids[1]), "%s", level);
	own_header(x, "X-Kubernetes-Pf-Flowschema-Uid", x->flow_uids[0]);
	own_header(x, "X-Kubernetes-Pf-Prioritylevel-Uid", x->flow_uids[1]);
}

/* The last resort: a response that needs no memory. */
static int answer_nomem(struct fakeapi__call *c)
{
	struct fakeapi__xchg *x = c->x;

	strbuf_fini(&x->body);
	x->body.ptr = (char *)(uintptr_t)nomem_body;
	x->body.len = sizeof(nomem_body) - 1;
	x->state = FAKEAPI_STATE_ANSWER;
	x->base.status = 500;
	x->base.header_count = x->own_headers;
	(void)header_put(x, "Cache-Control", STR(NO_CACHE));
	(void)header_put(x, "Content-Type", STR("application/json"));
	x->base.body_len = (int64_t)x->body.len;
	return 0;
}

/* `type`: static, or NULL for none. */
static int finish_headers(struct fakeapi__call *c, const char *type)
{
	struct fakeapi__xchg *x = c->x;

	/* A path that has no RequestInfo is refused before that header is set. */
	if ((!c->route.untyped && header_put(x, "Cache-Control", STR(NO_CACHE)) < 0) ||
	    (type && header_put(x, "Content-Type", str_of(type)) < 0) ||
	    fakeapi__add_warnings(c) < 0)
		return -1;
	if (c->st.retry_after_s > 0) {
		char text[16];

		(void)snprintf(text, sizeof(text), "%d", c->st.retry_after_s);
		return fakeapi__header_add(x, "Retry-After", str_of(text));
	}
	return 0;
}

int fakeapi__answer_body(struct fakeapi__call *c, int code, const char *type)
{
	struct fakeapi__xchg *x = c->x;

	if (x->body.failed)
		return answer_nomem(c);
	x->state = FAKEAPI_STATE_ANSWER;
	x->base.status = code;
	if (finish_headers(c, type) < 0)
		return answer_nomem(c);
	x->base.body_len = (int64_t)(x->body.len + (x->stream ? x->stream->bytes : 0));
	return 0;
}

/* --- rendering ---------------------------------------------------------------------------- */

/* A response to render, from a tree or from JSON. */
struct rendering {
	int code;
	const cJSON *obj; /* NULL: use `json` */
	struct str json;
	bool unlogged;			     /* the audit log has its code alone */
	bool stored;			     /* in the stored form, not yet converted to c->res */
	const struct fakeapi__resource *res; /* render as this type in c->form; NULL: plain */
	const struct fakeapi__form *form;
	int64_t unix_s;
	enum { MADE, NO_MEMORY, REFUSED } result; /* REFUSED: error in st, or the call is parked */
};

static int write_body(struct fakeapi__call *c, const struct rendering *r, struct str json)
{
	const struct fakeapi__form *form = r->form;
	unsigned release = c->core->opt.release;
	struct strbuf *body = &c->x->body;

	if (!r->unlogged)
		fakeapi__audit_response(c, json);
	strbuf_clear(body);
	if (form->yaml)
		return fakeapi__to_yaml(json, body);
	if (form->protobuf)
		return fakeapi__protobuf_encode(json, release, body);
	if (form->pretty)
		return fakeapi__to_pretty(json, body);
	strbuf_adds(body, json);
	strbuf_addc(body, '\n');
	return 0;
}

static int render_json(struct fakeapi__call *c, struct rendering *r)
{
	AUTO_STRBUF out = STRBUF_INIT;
	int rc = 0;

	if (!r->res || c->form.kind == FAKEAPI_FORM_PLAIN)
		return write_body(c, r, r->json);
	rc = fakeapi__render_one(r->res, r->form, r->json, true, r->unix_s, &out);
	return rc < 0 ? -1 : write_body(c, r, strbuf_str(&out));
}

static int render_stored(struct fakeapi__call *c, struct rendering *r)
{
	AUTO_STRBUF converted = STRBUF_INIT;

	if (r->stored && !fakeapi__reads_as_kept(c->stored, c->res, r->json)) {
		r->result = REFUSED;
		if (fakeapi__read_json(c, r->json, &converted) < 0)
			return -1;
		r->json = strbuf_str(&converted);
	}
	if (r->res) {
		r->result = REFUSED;
		c->form_refused = fakeapi__check_form(c, r->res, false) != 0;
		if (c->form_refused)
			return -1;
	}
	r->result = NO_MEMORY;
	return render_json(c, r);
}

/* Frees its texts without the lock as well: the kernel needs 3 ms per MiB. */
static int render(struct fakeapi__call *c, void *work)
{
	struct rendering *r = work;
	char *text = NULL;
	int rc;

	r->result = NO_MEMORY;
	if (r->obj) {
		text = fakeapi__print(r->obj);
		if (!text)
			return -1;
		r->json = str_of(text);
	}
	rc = render_stored(c, r);
	cJSON_free(text);
	if (rc == 0)
		r->result = MADE;
	return rc;
}

static int answer_rendered(struct fakeapi__call *c, struct rendering *r)
{
	r->unix_s = fakeapi__core_unix(c->core);
	if (!r->unlogged)
		fakeapi__audit_status(c, r->obj);
	if (fakeapi__unlocked_run(c, render, r) == 0)
		return fakeapi__answer_body(c, r->code, fakeapi__form_content_type(r->form));
	return r->result == REFUSED ? fakeapi__answer_status(c) : answer_nomem(c);
}

/* --- errors ------------------------------------------------------------------------------- */

int fakeapi__answer_status(struct fakeapi__call *c)
{
	struct fakeapi__form form;
	struct rendering r = { .code = c->st.code, .obj = c->st.doc, .form = &form };

	if (c->x->state == FAKEAPI_STATE_PARKED) /* the call will run again */
		return 0;
	/* If memory was exhausted, the error's text may be incomplete: report that instead. */
	if (!c->st.code || !c->st.doc || c->refused != base__alloc_refused)
		return answer_nomem(c);
	r.unlogged =
	    !fakeapi__negotiate_error(fakeapi__request_header(c->req, "Accept"), c->req->query,
				      fakeapi__request_header(c->req, "User-Agent"), &form);
	return answer_rendered(c, &r);
}

int fakeapi__answer_not_found(struct fakeapi__call *c)
{
	(void)fakeapi__status_set(&c->st, 404, "NotFound",
				  "the server could not find the requested resource");
	if (c->st.doc)
		fakeapi__status_details(&c->st, "", "", "", "");
	return fakeapi__answer_status(c);
}

int fakeapi__not_found(struct fakeapi__call *c, struct str name)
{
	AUTO_STRBUF z = STRBUF_INIT;

	strbuf_adds(&z, name);
	(void)fakeapi__status_set(&c->st, 404, "NotFound", "%s%s%s \"" STR_FMT "\" not found",
				  c->res->resource, c->res->group[0] ? "." : "", c->res->group,
				  STR_ARG(name));
	fakeapi__status_details(&c->st, z.ptr, c->res->group, c->res->resource, NULL);
	return -1;
}

/* --- texts -------------------------------------------------------------------------------- */

int fakeapi__answer_text(struct fakeapi__call *c, int code, const char *type, struct str text)
{
	strbuf_clear(&c->x->body);
	strbuf_adds(&c->x->body, text);
	return fakeapi__answer_body(c, code, type);
}

int fakeapi__answer_page_not_found(struct fakeapi__call *c)
{
	if (fakeapi__header_add(c->x, "X-Content-Type-Options", STR("nosniff")) < 0)
		return answer_nomem(c);
	return fakeapi__answer_text(c, 404, "text/plain; charset=utf-8",
				    STR("404 page not found\n"));
}

/* --- objects ------------------------------------------------------------------------------ */

/* Only subresources that return the object or a Scale have a table. */
static bool has_table(const struct fakeapi__call *c)
{
	return strcmp(c->sub->name, "status") == 0 || strcmp(c->sub->name, "scale") == 0;
}

static struct fakeapi__form_request negotiation_of(const struct fakeapi__call *c, bool watch)
{
	return (struct fakeapi__form_request) {
		.accept = fakeapi__request_header(c->req, "Accept"),
		.query = c->req->query,
		.user_agent = fakeapi__request_header(c->req, "User-Agent"),
		.watch = watch,
		.list = str_eqz(c->req->method, "GET") && c->route.name.len == 0,
		.custom = c->res && (c->res->flags & FAKEAPI_RES_CUSTOM),
		.no_table =
		    c->res && (c->sub ? !has_table(c) : !fakeapi__listed(c->res->verbs, "get")),
		/* A websocket transmits text. */
		.json_only = fakeapi__request_header(c->req, "Upgrade").len > 0,
	};
}

int fakeapi__negotiate_path(struct fakeapi__call *c)
{
	struct fakeapi__form_request negotiation =
	    negotiation_of(c, c->route.verb == FAKEAPI_VERB_WATCH);

	return fakeapi__negotiate_route(&negotiation, &c->st);
}

int fakeapi__negotiate_type(struct fakeapi__call *c, const char *type)
{
	return fakeapi__negotiate_produced(fakeapi__request_header(c->req, "Accept"), type, &c->st);
}

int fakeapi__negotiate_call(struct fakeapi__call *c, bool watch)
{
	struct fakeapi__form_request negotiation = negotiation_of(c, watch);

	return fakeapi__negotiate_form(&negotiation, &c->form, &c->st);
}

int fakeapi__check_form(struct fakeapi__call *c, const struct fakeapi__resource *res, bool is_list)
{
	if (c->form.kind == FAKEAPI_FORM_TABLE)
		return fakeapi__include_check(c->req->query, &c->st);
	return fakeapi__form_check(&c->form, res, is_list, &c->st);
}

void fakeapi__answer_watch_head(struct fakeapi__call *c)
{
	struct fakeapi__xchg *x = c->x;

	/* If memory is exhausted, the watch starts without the warnings. */
	if (c->warnings.len)
		(void)fakeapi__add_warnings(c);
	x->state = FAKEAPI_STATE_WATCH;
	x->base.status = 200;
	x->base.body_len = -1;
	(void)header_put(x, "Cache-Control", STR(NO_CACHE));
	(void)header_put(x, "Content-Type",
			 c->form.protobuf ? STR("application/vnd.kubernetes.protobuf;stream=watch")
					  : STR("application/json"));
}

int fakeapi__answer_object(struct fakeapi__call *c, int code, struct str json)
{
	struct rendering r = {
		.code = code, .json = json, .stored = true, .res = c->res, .form = &c->form
	};

	return answer_rendered(c, &r);
}

int fakeapi__answer_other(struct fakeapi__call *c, int code, const struct fakeapi__resource *res,
			  const cJSON *obj)
{
	struct rendering r = { .code = code, .obj = obj, .res = res, .form = &c->form };

	return answer_rendered(c, &r);
}

int fakeapi__answer_tree(struct fakeapi__call *c, int code, const cJSON *obj)
{
	return fakeapi__answer_other(c, code, NULL, obj);
}

/* Copies the metadata set by the write into the object that was converted before it. */
static int copy_written_metadata(struct fakeapi__call *c, const cJSON *obj)
{
	static const char *const names[] = { "resourceVersion", "deletionTimestamp",
					     "deletionGracePeriodSeconds", "finalizers",
					     "generation" };

	for (size_t i = 0; i < ARRAY_LEN(names); i++)
		if (fakeapi__meta_copy(c->converted, obj, names[i]) < 0)
			return -1;
	return 0;
}

int fakeapi__answer_object_tree(struct fakeapi__call *c, int code, const cJSON *obj)
{
	struct rendering r = { .code = code,
			       .obj = c->converted ? c->converted : obj,
			       .stored = !c->converted,
			       .res = c->res,
			       .form = &c->form };

	if (c->converted && copy_written_metadata(c, obj) < 0)
		return answer_nomem(c);
	return answer_rendered(c, &r);
}

/* Converts compact JSON in the body. */
static int reform(struct fakeapi__call *c, void *work)
{
	struct strbuf *body = &c->x->body;
	AUTO_STRBUF out = STRBUF_INIT;
	int rc = c->form.yaml ? fakeapi__to_yaml(strbuf_str(body), &out)
			      : fakeapi__to_pretty(strbuf_str(body), &out);

	(void)work;
	strbuf_clear(body);
	strbuf_adds(body, strbuf_str(&out));
	return rc;
}

/* The body is the response in the audit log; there it is JSON in any case. */
static void log_compact(struct fakeapi__call *c)
{
	struct str body = strbuf_str(&c->x->body);
	AUTO_STRBUF json = STRBUF_INIT;

	if (!fakeapi__audit_wants_response(c))
		return;
	if (!c->form.protobuf)
		fakeapi__audit_response(c, body);
	else if (fakeapi__protobuf_json(body, &json))
		fakeapi__audit_response(c, strbuf_str(&json));
}

int fakeapi__answer_compact(struct fakeapi__call *c, int code)
{
	struct strbuf *body = &c->x->body;

	log_compact(c);
	if (c->form.protobuf)
		return fakeapi__answer_body(c, code, fakeapi__form_content_type(&c->form));
	if (!c->form.yaml && !c->form.pretty) {
		if (!body->len || body->ptr[body->len - 1] != '\n')
			strbuf_addc(body, '\n');
		return fakeapi__answer_body(c, code, "application/json");
	}
	if (fakeapi__unlocked_run(c, reform, NULL) < 0)
		return -1;
	return fakeapi__answer_body(c, code, fakeapi__form_content_type(&c->form));
}

int fakeapi__answer_discovered(struct fakeapi__call *c, int code, const char *type)
{
	struct fakeapi__xchg *x = c->x;

	if (x->body.failed)
		return answer_nomem(c);
	x->state = FAKEAPI_STATE_ANSWER;
	x->base.status = code;
	if (type[0] && fakeapi__header_add(x, "Content-Type", str_of(type)) < 0)
		return answer_nomem(c);
	x->base.body_len = (int64_t)x->body.len;
	if (strncmp(type, "application/json", 16) == 0 && !str_begins(c->route.path, "/openapi") &&
	    !str_begins(c->route.path, "/version"))
		fakeapi__audit_response(c, strbuf_str(&x->body));
	return 0;
}

int fakeapi__answer_not_durable(struct fakeapi__call *c)
{
	(void)fakeapi__status_set(&c->st, 500, "InternalError",
				  "Internal error occurred: the state file could not be written");
	return fakeapi__answer_status(c);
}
