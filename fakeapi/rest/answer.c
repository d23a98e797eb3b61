/* SPDX-License-Identifier: Apache-2.0 */
/* answer.c - makes every complete response: status, headers and body of an exchange. */
#include "base/alloc.h"
#include "base/map.h"
#include "fakeapi/admission/admission.h"
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

#define HEADER(name, value)                                                                        \
	{                                                                                          \
		{ name, sizeof(name) - 1 },                                                        \
		{                                                                                  \
			value, sizeof(value) - 1                                                   \
		}                                                                                  \
	}

static const struct fakeapi__header json_headers[] = {
	HEADER("Cache-Control", "no-cache, private"),
	HEADER("Content-Type", "application/json"),
};
static const struct fakeapi__header yaml_headers[] = {
	HEADER("Cache-Control", "no-cache, private"),
	HEADER("Content-Type", "application/yaml"),
};
static const struct fakeapi__header protobuf_watch_headers[] = {
	HEADER("Cache-Control", "no-cache, private"),
	HEADER("Content-Type", "application/vnd.kubernetes.protobuf;stream=watch"),
};
static const char nomem_body[] = "{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"metadata\":{},"
				 "\"status\":\"Failure\",\"message\":\"out of memory\","
				 "\"reason\":\"InternalError\",\"code\":500}\n";

/* The last resort: a response that needs no memory. */
static int answer_nomem(struct fakeapi__call *c)
{
	struct fakeapi__xchg *x = c->x;

	strbuf_fini(&x->body);
	x->body.ptr = (char *)(uintptr_t)nomem_body;
	x->body.len = sizeof(nomem_body) - 1;
	x->state = FAKEAPI_STATE_ANSWER;
	x->base.status = 500;
	x->base.headers = json_headers;
	x->base.header_count = ARRAY_LEN(json_headers);
	x->base.body_len = (int64_t)x->body.len;
	return 0;
}

int fakeapi__header_add(struct fakeapi__xchg *x, const char *name, struct str value)
{
	struct fakeapi__owned *own = base__malloc(sizeof(*own) + value.len + 1);
	size_t n = x->headers ? x->base.header_count : 0;

	if (!own)
		return -1;
	if (n == x->header_cap) {
		size_t cap = x->header_cap ? x->header_cap * 2 : 6;
		void *grown = base__reallocarray(x->headers, cap, sizeof(*x->headers));

		if (!grown) {
			base__free(own);
			return -1;
		}
		x->headers = grown;
		x->header_cap = cap;
	}
	if (value.len)
		memcpy(own->z, value.ptr, value.len);
	own->z[value.len] = '\0';
	own->next = x->owned;
	x->owned = own;
	x->headers[n] = (struct fakeapi__header) { str_of(name), { own->z, value.len } };
	x->base.headers = x->headers;
	x->base.header_count = n + 1;
	return 0;
}

static int finish_headers(struct fakeapi__call *c, const char *type)
{
	struct fakeapi__xchg *x = c->x;

	if (type && !c->warnings.len && !c->st.retry_after_s && !x->headers) {
		if (strcmp(type, "application/json") == 0) {
			x->base.headers = json_headers;
			x->base.header_count = ARRAY_LEN(json_headers);
			return 0;
		}
		if (strcmp(type, "application/yaml") == 0) {
			x->base.headers = yaml_headers;
			x->base.header_count = ARRAY_LEN(yaml_headers);
			return 0;
		}
	}
	/* A path that has no RequestInfo is refused before that header is set. */
	if ((!c->route.untyped &&
	     fakeapi__header_add(x, "Cache-Control", STR("no-cache, private")) < 0) ||
	    (type && fakeapi__header_add(x, "Content-Type", str_of(type)) < 0) ||
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
	bool stored;			     /* in the stored form, not yet converted to c->res */
	const struct fakeapi__resource *res; /* render as this type in c->form; NULL: plain */
	const struct fakeapi__form *form;
	int64_t unix_s;
	enum { MADE, NO_MEMORY, REFUSED } result; /* REFUSED: error in st, or the call is parked */
};

static int write_body(unsigned release, const struct fakeapi__form *form, struct str json,
		      struct strbuf *body)
{
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
	unsigned release = c->core->opt.release;
	AUTO_STRBUF out = STRBUF_INIT;
	int rc = 0;

	if (!r->res || c->form.kind == FAKEAPI_FORM_PLAIN)
		return write_body(release, r->form, r->json, &c->x->body);
	rc = fakeapi__render_one(r->res, r->form, r->json, true, r->unix_s, &out);
	return rc < 0 ? -1 : write_body(release, r->form, strbuf_str(&out), &c->x->body);
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
	fakeapi__negotiate_error(fakeapi__request_header(c->req, "Accept"), c->req->query,
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

static struct fakeapi__asked negotiation_of(const struct fakeapi__call *c, bool watch)
{
	return (struct fakeapi__asked) {
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
	struct fakeapi__asked negotiation = negotiation_of(c, c->route.verb == FAKEAPI_VERB_WATCH);

	return fakeapi__negotiate_route(&negotiation, &c->st);
}

int fakeapi__negotiate_type(struct fakeapi__call *c, const char *type)
{
	return fakeapi__negotiate_produced(fakeapi__request_header(c->req, "Accept"), type, &c->st);
}

int fakeapi__negotiate_call(struct fakeapi__call *c, bool watch)
{
	struct fakeapi__asked negotiation = negotiation_of(c, watch);

	return fakeapi__negotiate_asked(&negotiation, &c->form, &c->st);
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
	const struct fakeapi__header *head =
	    c->form.protobuf ? protobuf_watch_headers : json_headers;

	/* If memory is exhausted, the watch starts without the warnings. */
	if (c->warnings.len)
		(void)fakeapi__add_warnings(c);
	x->state = FAKEAPI_STATE_WATCH;
	x->base.status = 200;
	x->base.body_len = -1;
	if (x->headers && /* keep the earlier headers if these can be added */
	    fakeapi__header_add(x, head[0].name.ptr, head[0].value) == 0 &&
	    fakeapi__header_add(x, head[1].name.ptr, head[1].value) == 0)
		return;
	x->base.headers = head;
	x->base.header_count = ARRAY_LEN(json_headers);
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
static int bring_up(struct fakeapi__call *c, const cJSON *obj)
{
	static const char *const names[] = { "resourceVersion", "deletionTimestamp",
					     "deletionGracePeriodSeconds", "finalizers",
					     "generation" };

	for (size_t i = 0; i < ARRAY_LEN(names); i++)
		if (fakeapi__meta_copy(c->told, obj, names[i]) < 0)
			return -1;
	return 0;
}

int fakeapi__answer_object_tree(struct fakeapi__call *c, int code, const cJSON *obj)
{
	struct rendering r = { .code = code,
			       .obj = c->told ? c->told : obj,
			       .stored = !c->told,
			       .res = c->res,
			       .form = &c->form };

	if (c->told && bring_up(c, obj) < 0)
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

int fakeapi__answer_compact(struct fakeapi__call *c, int code)
{
	struct strbuf *body = &c->x->body;

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
	return 0;
}

int fakeapi__answer_not_durable(struct fakeapi__call *c)
{
	(void)fakeapi__status_set(&c->st, 500, "InternalError",
				  "Internal error occurred: the state file could not be written");
	return fakeapi__answer_status(c);
}
