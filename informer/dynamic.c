/* SPDX-License-Identifier: Apache-2.0 */
#include "informer/dynamic.h"

#include <math.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "informer/cancel.h"
#include "informer/listwatch.h"
#include "informer/status.h"

enum { DEFAULT_QPS = 5, DEFAULT_BURST = 10, DEFAULT_ANSWER_MAX = 256 << 20 };

int inf__dynamic_init(struct inf_dynamic *d, const struct inf_dynamic_options *options,
		      struct relist_err *err)
{
	if (options)
		d->options = *options;
	if (isnan(d->options.qps) || d->options.timeout_ns < 0)
		return relist_err_set(err, RELIST_EINVAL, "client: %s",
				      d->options.timeout_ns < 0 ? "timeout_ns is negative"
								: "qps is no number");
	if (d->options.qps == 0)
		d->options.qps = DEFAULT_QPS;
	if (d->options.burst == 0)
		d->options.burst = DEFAULT_BURST;
	if (d->options.max_answer_bytes == 0)
		d->options.max_answer_bytes = DEFAULT_ANSWER_MAX;
	inf__token_bucket_init(&d->bucket, d->options.qps, d->options.burst);
	return 0;
}

/* ---- requests ---- */

/* Escapes a path segment like net/url, which keeps all characters that a segment may have. */
static void add_segment(struct strbuf *out, const char *z)
{
	static const char plain[] = "-_.~$&+,/:;=@";

	for (; *z; z++) {
		unsigned char b = (unsigned char)*z;
		bool word =
		    (b >= 'a' && b <= 'z') || (b >= 'A' && b <= 'Z') || (b >= '0' && b <= '9');

		if (word || strchr(plain, b))
			strbuf_addc(out, *z);
		else
			strbuf_addf(out, "%%%02X", b);
	}
}

static int add_subresource(struct strbuf *out, const char *z, struct relist_err *err)
{
	while (*z) {
		size_t len = strcspn(z, "/");
		AUTO_STRBUF segment = STRBUF_INIT;

		strbuf_add(&segment, z, len);
		if (segment.failed)
			return relist_err_set(err, RELIST_ENOMEM, "out of memory");
		if (!len || !inf__is_path_segment(segment.ptr))
			return relist_err_set(err, RELIST_EINVAL, "invalid subresource \"%s\"",
					      segment.ptr);
		strbuf_addc(out, '/');
		add_segment(out, segment.ptr);
		z += len + (z[len] == '/');
	}
	return 0;
}

static const char *or_empty(const char *z)
{
	return z ? z : "";
}

int inf__rest_path(struct strbuf *out, const struct inf_resource *res, const char *name,
		   const char *subresource, struct relist_err *err)
{
	const char *group = or_empty(res->group), *ns = or_empty(res->namespace_);
	const char *version = or_empty(res->version), *resource = or_empty(res->resource);
	const struct {
		const char *what, *z;
	} segments[] = { { "group", group },
			 { "version", version },
			 { "namespace", ns },
			 { "resource", resource },
			 { "resource name", or_empty(name) } };
	int rc = 0;

	for (size_t i = 0; i < ARRAY_LEN(segments); i++)
		if (!inf__is_path_segment(segments[i].z))
			return relist_err_set(err, RELIST_EINVAL, "invalid %s \"%s\"",
					      segments[i].what, segments[i].z);
	if (!*version || !*resource)
		return relist_err_set(err, RELIST_EINVAL, "a version and a resource are needed");
	if (name && !*name)
		return relist_err_set(err, RELIST_EINVAL, "name is required");
	strbuf_addz(out, *group ? "/apis/" : "/api");
	add_segment(out, group);
	strbuf_addc(out, '/');
	add_segment(out, version);
	if (*ns) {
		strbuf_addz(out, "/namespaces/");
		add_segment(out, ns);
	}
	strbuf_addc(out, '/');
	add_segment(out, resource);
	if (name) {
		strbuf_addc(out, '/');
		add_segment(out, name);
		rc = add_subresource(out, or_empty(subresource), err);
	}
	return rc == 0 && out->failed ? relist_err_set(err, RELIST_ENOMEM, "out of memory") : rc;
}

void inf__rest_param(struct strbuf *query, const char *name, const char *value)
{
	size_t len;

	if (!value || !*value)
		return;
	if (query->len)
		strbuf_addc(query, '&');
	strbuf_addf(query, "%s=", name);
	for (; *value; value += len) { /* net/url writes a space as a plus sign */
		len = strcspn(value, " ");
		strbuf_add_urlenc(query, (struct str) { value, len });
		if (value[len]) {
			strbuf_addc(query, '+');
			len++;
		}
	}
}

void inf__rest_param_int(struct strbuf *query, const char *name, int64_t value)
{
	char text[24];

	(void)snprintf(text, sizeof(text), "%lld", (long long)value);
	inf__rest_param(query, name, value ? text : NULL);
}

void inf__rest_param_timeout(struct strbuf *query, const struct inf_dynamic *d)
{
	char text[32];

	duration_format(d->options.timeout_ns, text, sizeof(text));
	inf__rest_param(query, "timeout", d->options.timeout_ns ? text : NULL);
}

/* ---- sending ---- */

int64_t inf__dynamic_deadline(struct inf_dynamic *d, const struct inf_call *call)
{
	int64_t now_ns = d->ops->now_ns(d->self);

	if (!call || call->timeout_ns == 0)
		return TIME_NEVER;
	return call->timeout_ns < 0 ? now_ns : time_add(now_ns, call->timeout_ns);
}

static void deliver_warnings(struct inf_dynamic *d, const struct inf__rest_call *c)
{
	AUTO_STRBUF agent = STRBUF_INIT;
	AUTO_STRBUF text = STRBUF_INIT;
	const char *line = c->warnings.ptr, *end = line + c->warnings.len;

	while (d->options.warning && line < end) {
		const char *stop = memchr(line, '\n', (size_t)(end - line));
		struct str rest = { line, (size_t)((stop ? stop : end) - line) };
		int code;

		while (inf__warning_next(&rest, &code, &agent, &text))
			d->options.warning(d->options.warning_user, code, agent.ptr, text.ptr);
		line = stop ? stop + 1 : end;
	}
}

/* The response is an error; *wanted (may be NULL) gets its Status. */
static int refused(const struct inf__rest_call *c, struct inf_status *wanted,
		   struct relist_err *err)
{
	struct inf_status own = { 0 }, *s = wanted ? wanted : &own;
	int rc = inf__status_from_answer(s, c);

	if (rc)
		return relist_err_set(err, rc, "%s %s: out of memory", c->req->method,
				      c->req->path.ptr);
	rc = inf__status_error(s, err);
	inf_status_fini(&own);
	return rc;
}

int inf__dynamic_run(struct inf_dynamic *d, struct inf__rest_call *c, const struct inf_call *call,
		     struct relist_err *err)
{
	struct inf_status *status = call ? call->status : NULL;
	int rc;

	inf_status_fini(status);
	if (err)
		err->http_status = 0;
	if (c->req->path.failed || c->req->query.failed || c->req->body.failed)
		return relist_err_set(err, RELIST_ENOMEM, "%s: out of memory", c->req->method);
	c->bucket = &d->bucket;
	c->deadline_ns = inf__dynamic_deadline(d, call);
	c->timeout_ns = d->options.timeout_ns;
	c->bytes_max = d->options.max_answer_bytes;
	rc = d->ops->perform(d->self, c, call ? call->cancel : NULL, err);
	if (rc)
		return rc;
	ASSERT(c->state == REST_DONE);
	if (c->code)
		return relist_err_set(err, c->code, "%s", c->why);
	deliver_warnings(d, c);
	if (inf__rest_call_good(c) && c->media != INF_MEDIA_INVALID)
		return 0;
	return refused(c, status, err);
}

/* ---- responses ---- */

/* Converts a success response to an object like client-go, whatever its kind. */
static int take_object(const struct inf__rest_call *c, struct inf_object **out,
		       struct relist_err *err)
{
	struct inf__meta m;
	json_t v;

	if (c->media != INF_MEDIA_JSON)
		return relist_err_set(err, RELIST_EPARSE, "serializer for %s doesn't exist",
				      c->content_type);
	if (!c->body.len)
		return relist_err_set(err, RELIST_EPARSE,
				      "0-length response with status code: %d and content type: %s",
				      c->status, c->content_type);
	if (!json_valid(strbuf_str(&c->body), &v, NULL) || !inf__meta_scan(v, &m))
		return relist_err_set(err, RELIST_EPARSE, "%s %s: the answer is no JSON object",
				      c->req->method, c->req->path.ptr);
	if (json_kind(m.kind) != JSON_STRING || str_eqz(m.kind, "\"\""))
		return relist_err_set(err, RELIST_EPARSE, "%s %s: Object 'Kind' is missing",
				      c->req->method, c->req->path.ptr);
	if (!out)
		return 0;
	*out = inf__object_from_meta(&m, err);
	return *out ? 0 : RELIST_ENOMEM;
}

/* Sends `req` and frees it. */
static int finish(struct inf_dynamic *d, struct inf__rest_request *req, int rc,
		  const struct inf_call *call, struct inf_object **out, bool want_object,
		  struct relist_err *err)
{
	struct inf__rest_call c;

	inf__rest_call_init(&c, req);
	if (rc == 0)
		rc = inf__dynamic_run(d, &c, call, err);
	else if (call)
		inf_status_fini(call->status);
	if (rc == 0 && want_object)
		rc = take_object(&c, out, err);
	inf__rest_call_fini(&c);
	inf__rest_request_fini(req);
	return rc;
}

/* ---- verbs ---- */

int inf_dynamic_get(struct inf_dynamic *d, const struct inf_resource *res, const char *name,
		    const struct inf_get_options *options, const struct inf_call *call,
		    struct inf_object **out, struct relist_err *err)
{
	static const struct inf_get_options defaults;
	const struct inf_get_options *o = options ? options : &defaults;
	struct inf__rest_request req;
	int rc;

	*out = NULL;
	inf__rest_request_init(&req, "GET");
	rc = inf__rest_path(&req.path, res, or_empty(name), o->subresource, err);
	inf__rest_param(&req.query, "resourceVersion", o->resource_version);
	inf__rest_param_timeout(&req.query, d);
	return finish(d, &req, rc, call, out, true, err);
}

static const struct inf_write_options no_write_options;

static void add_write_params(struct strbuf *query, const struct inf_dynamic *d,
			     const struct inf_write_options *o, const char *force)
{
	inf__rest_param(query, "dryRun", o->dry_run ? "All" : NULL);
	inf__rest_param(query, "fieldManager", o->field_manager);
	inf__rest_param(query, "fieldValidation", o->field_validation);
	inf__rest_param(query, "force", force);
	inf__rest_param_timeout(query, d);
}

/* The object's name; NULL if it has none. */
static char *name_of(const struct inf_object *obj)
{
	struct inf_str name = inf_object_name(obj);

	return base__strndup(name.len ? name.ptr : "", name.len);
}

static int write_object(struct inf_dynamic *d, const char *method, const struct inf_resource *res,
			const struct inf_object *obj, bool named, const struct inf_write_options *o,
			const char *subresource, const struct inf_call *call,
			struct inf_object **out, struct relist_err *err)
{
	struct inf_str json = inf_object_json(obj);
	struct inf__rest_request req;
	char *name = name_of(obj);
	int rc;

	if (out)
		*out = NULL;
	inf__rest_request_init(&req, method);
	req.content_type = "application/json";
	if (!name)
		rc = relist_err_set(err, RELIST_ENOMEM, "%s: out of memory", method);
	else
		rc = inf__rest_path(&req.path, res, named ? name : NULL, subresource, err);
	add_write_params(&req.query, d, o, NULL);
	strbuf_add(&req.body, json.ptr, json.len);
	rc = finish(d, &req, rc, call, out, true, err);
	base__free(name);
	return rc;
}

int inf_dynamic_create(struct inf_dynamic *d, const struct inf_resource *res,
		       const struct inf_object *obj, const struct inf_write_options *options,
		       const struct inf_call *call, struct inf_object **out, struct relist_err *err)
{
	const struct inf_write_options *o = options ? options : &no_write_options;
	bool sub = o->subresource && *o->subresource;

	return write_object(d, "POST", res, obj, sub, o, o->subresource, call, out, err);
}

int inf_dynamic_update(struct inf_dynamic *d, const struct inf_resource *res,
		       const struct inf_object *obj, const struct inf_write_options *options,
		       const struct inf_call *call, struct inf_object **out, struct relist_err *err)
{
	const struct inf_write_options *o = options ? options : &no_write_options;

	return write_object(d, "PUT", res, obj, true, o, o->subresource, call, out, err);
}

int inf_dynamic_update_status(struct inf_dynamic *d, const struct inf_resource *res,
			      const struct inf_object *obj, const struct inf_write_options *options,
			      const struct inf_call *call, struct inf_object **out,
			      struct relist_err *err)
{
	const struct inf_write_options *o = options ? options : &no_write_options;

	return write_object(d, "PUT", res, obj, true, o, "status", call, out, err);
}

static int patch_with(struct inf_dynamic *d, const struct inf_resource *res, const char *name,
		      enum inf_patch_type type, struct str patch, const char *force,
		      const char *subresource, const struct inf_write_options *o,
		      const struct inf_call *call, struct inf_object **out, struct relist_err *err)
{
	static const char *const types[] = {
		[INF_PATCH_JSON] = "application/json-patch+json",
		[INF_PATCH_MERGE] = "application/merge-patch+json",
		[INF_PATCH_STRATEGIC_MERGE] = "application/strategic-merge-patch+json",
		[INF_PATCH_APPLY] = "application/apply-patch+yaml",
	};
	struct inf__rest_request req;
	int rc;

	if (out)
		*out = NULL;
	inf__rest_request_init(&req, "PATCH");
	if ((unsigned)type >= ARRAY_LEN(types)) {
		rc = relist_err_set(err, RELIST_EINVAL, "unknown patch type %d", (int)type);
	} else {
		req.content_type = types[type];
		rc = inf__rest_path(&req.path, res, or_empty(name), subresource, err);
	}
	add_write_params(&req.query, d, o, force);
	strbuf_adds(&req.body, patch);
	return finish(d, &req, rc, call, out, true, err);
}

int inf_dynamic_patch(struct inf_dynamic *d, const struct inf_resource *res, const char *name,
		      enum inf_patch_type type, const char *patch, size_t patch_len,
		      const struct inf_write_options *options, const struct inf_call *call,
		      struct inf_object **out, struct relist_err *err)
{
	const struct inf_write_options *o = options ? options : &no_write_options;

	return patch_with(d, res, name, type, (struct str) { patch, patch_len },
			  o->force ? "true" : NULL, o->subresource, o, call, out, err);
}

static int apply(struct inf_dynamic *d, const struct inf_resource *res, const char *name,
		 const struct inf_object *obj, const struct inf_write_options *options,
		 const char *subresource, const struct inf_call *call, struct inf_object **out,
		 struct relist_err *err)
{
	const struct inf_write_options *o = options ? options : &no_write_options;
	struct inf_str json = inf_object_json(obj);
	json_t fields = json_path(inf__object_value(obj), "metadata", "managedFields", NULL), one;
	struct json_iter it;

	if (out)
		*out = NULL;
	if (call)
		inf_status_fini(call->status);
	json_iter_init(&it, fields);
	if (json_iter_element(&it, &one))
		return relist_err_set(err, RELIST_EINVAL,
				      "cannot apply an object with managed fields already set");
	if (!o->field_manager || !*o->field_manager)
		return relist_err_set(err, RELIST_EINVAL, "apply: a field_manager is required");
	return patch_with(d, res, name, INF_PATCH_APPLY, (struct str) { json.ptr, json.len },
			  o->force ? "true" : "false", subresource, o, call, out, err);
}

int inf_dynamic_apply(struct inf_dynamic *d, const struct inf_resource *res, const char *name,
		      const struct inf_object *obj, const struct inf_write_options *options,
		      const struct inf_call *call, struct inf_object **out, struct relist_err *err)
{
	return apply(d, res, name, obj, options, options ? options->subresource : NULL, call, out,
		     err);
}

int inf_dynamic_apply_status(struct inf_dynamic *d, const struct inf_resource *res,
			     const char *name, const struct inf_object *obj,
			     const struct inf_write_options *options, const struct inf_call *call,
			     struct inf_object **out, struct relist_err *err)
{
	return apply(d, res, name, obj, options, "status", call, out, err);
}

/* ---- deleting ---- */

static void add_delete_options(struct strbuf *body, const struct inf_delete_options *o)
{
	strbuf_addz(body, "{\"kind\":\"DeleteOptions\",\"apiVersion\":\"v1\"");
	if (o->grace_period_s)
		strbuf_addf(body, ",\"gracePeriodSeconds\":%lld", (long long)*o->grace_period_s);
	if (o->uid || o->resource_version) {
		strbuf_addz(body, ",\"preconditions\":{");
		if (o->uid) {
			strbuf_addz(body, "\"uid\":");
			strbuf_add_json(body, str_of(o->uid));
		}
		if (o->resource_version) {
			strbuf_addz(body,
				    o->uid ? ",\"resourceVersion\":" : "\"resourceVersion\":");
			strbuf_add_json(body, str_of(o->resource_version));
		}
		strbuf_addc(body, '}');
	}
	if (o->propagation_policy) {
		strbuf_addz(body, ",\"propagationPolicy\":");
		strbuf_add_json(body, str_of(o->propagation_policy));
	}
	if (o->dry_run)
		strbuf_addz(body, ",\"dryRun\":[\"All\"]");
	strbuf_addc(body, '}');
}

static void add_list_params(struct strbuf *query, const struct inf_dynamic *d,
			    const struct inf_list_options *o)
{
	inf__rest_param(query, "continue", o->continue_);
	inf__rest_param(query, "fieldSelector", o->field_selector);
	inf__rest_param(query, "labelSelector", o->label_selector);
	inf__rest_param_int(query, "limit", o->limit);
	inf__rest_param(query, "resourceVersion", o->resource_version);
	inf__rest_param(query, "resourceVersionMatch", o->resource_version_match);
	inf__rest_param_timeout(query, d);
	inf__rest_param_int(query, "timeoutSeconds", o->timeout_s);
}

static const struct inf_list_options no_list_options;
static const struct inf_delete_options no_delete_options;

int inf_dynamic_delete(struct inf_dynamic *d, const struct inf_resource *res, const char *name,
		       const struct inf_delete_options *options, const struct inf_call *call,
		       struct relist_err *err)
{
	const struct inf_delete_options *o = options ? options : &no_delete_options;
	struct inf__rest_request req;
	int rc;

	inf__rest_request_init(&req, "DELETE");
	req.content_type = "application/json";
	rc = inf__rest_path(&req.path, res, or_empty(name), o->subresource, err);
	inf__rest_param_timeout(&req.query, d);
	add_delete_options(&req.body, o);
	return finish(d, &req, rc, call, NULL, false, err);
}

int inf_dynamic_delete_collection(struct inf_dynamic *d, const struct inf_resource *res,
				  const struct inf_delete_options *options,
				  const struct inf_list_options *which, const struct inf_call *call,
				  struct relist_err *err)
{
	const struct inf_delete_options *o = options ? options : &no_delete_options;
	struct inf__rest_request req;
	int rc;

	inf__rest_request_init(&req, "DELETE");
	req.content_type = "application/json";
	rc = inf__rest_path(&req.path, res, NULL, NULL, err);
	add_list_params(&req.query, d, which ? which : &no_list_options);
	add_delete_options(&req.body, o);
	return finish(d, &req, rc, call, NULL, false, err);
}

/* ---- lists ---- */

void inf_list_fini(struct inf_list *list)
{
	if (!list)
		return;
	inf_object_list_fini(&list->items);
	base__free(list->resource_version);
	base__free(list->continue_);
	memset(list, 0, sizeof(*list));
}

/* Returns the decoded list, or an error if the body was not a list. */
static int take_list(struct inf__rest_call *c, struct inf_list *out, struct relist_err *err)
{
	struct inf__list_decoder *dec = c->list;
	struct inf__api_error e;
	int64_t remaining;

	if (c->media != INF_MEDIA_JSON)
		return relist_err_set(err, RELIST_EPARSE, "serializer for %s doesn't exist",
				      c->content_type);
	if (!inf__list_decoder_finish(dec, &e))
		return relist_err_set(err, e.no_memory ? RELIST_ENOMEM : RELIST_EPARSE,
				      "GET %s: %s", c->req->path.ptr, e.text);
	if (dec->table)
		return relist_err_set(err, RELIST_EPARSE, "GET %s: the answer is a Table",
				      c->req->path.ptr);
	out->resource_version = base__strdup(dec->resource_version.ptr);
	out->continue_ = base__strdup(dec->continue_token.ptr);
	if (!out->resource_version || !out->continue_)
		return relist_err_set(err, RELIST_ENOMEM, "GET %s: out of memory",
				      c->req->path.ptr);
	out->remaining_items = -1;
	if (json_int64(json_path(strbuf_str(&dec->members), "metadata", "remainingItemCount", NULL),
		       &remaining))
		out->remaining_items = remaining;
	out->items =
	    (struct inf_object_list) { dec->objects.items, dec->objects.len, dec->objects.cap };
	memset(&dec->objects, 0, sizeof(dec->objects));
	return 0;
}

int inf_dynamic_list(struct inf_dynamic *d, const struct inf_resource *res,
		     const struct inf_list_options *options, const struct inf_call *call,
		     struct inf_list *out, struct relist_err *err)
{
	struct inf__list_decoder *dec = base__malloc(sizeof(*dec));
	struct inf__rest_request req;
	struct inf__rest_call c;
	int rc;

	inf_list_fini(out);
	inf__rest_request_init(&req, "GET");
	inf__rest_call_init(&c, &req);
	rc = inf__rest_path(&req.path, res, NULL, NULL, err);
	if (rc == 0 && !dec)
		rc = relist_err_set(err, RELIST_ENOMEM, "list: out of memory");
	if (rc == 0) {
		inf__list_decoder_init(dec);
		c.list = dec;
		add_list_params(&req.query, d, options ? options : &no_list_options);
		rc = inf__dynamic_run(d, &c, call, err);
		if (rc == 0)
			rc = take_list(&c, out, err);
		inf__list_decoder_fini(dec);
	} else if (call) {
		inf_status_fini(call->status);
	}
	base__free(dec);
	inf__rest_call_fini(&c);
	inf__rest_request_fini(&req);
	if (rc)
		inf_list_fini(out);
	return rc;
}

/* ---- raw requests ---- */

void inf_answer_fini(struct inf_answer *answer)
{
	if (!answer)
		return;
	base__free(answer->content_type);
	base__free(answer->body);
	memset(answer, 0, sizeof(*answer));
}

static int check_request(const struct inf_request *r, struct relist_err *err)
{
	static const char *const methods[] = { "GET",	"HEAD",	  "POST",   "PUT",
					       "PATCH", "DELETE", "OPTIONS" };
	bool known = !r->method;

	for (size_t i = 0; !known && i < ARRAY_LEN(methods); i++)
		known = strcmp(r->method, methods[i]) == 0;
	if (!known)
		return relist_err_set(err, RELIST_EINVAL, "request: the method is \"%s\"",
				      r->method);
	if (!r->uri || r->uri[0] != '/')
		return relist_err_set(err, RELIST_EINVAL, "request: uri is \"%s\", want /…",
				      or_empty(r->uri));
	for (const char *p = r->uri; *p; p++)
		if ((unsigned char)*p <= ' ' || (unsigned char)*p >= 127 || *p == '#')
			return relist_err_set(err, RELIST_EINVAL,
					      "request: uri has a character that is not encoded");
	if (strpbrk(or_empty(r->content_type), "\r\n") || strpbrk(or_empty(r->accept), "\r\n"))
		return relist_err_set(err, RELIST_EINVAL, "request: a header has a line break");
	return 0;
}

static int take_answer(struct inf__rest_call *c, struct inf_answer *out, struct relist_err *err)
{
	strbuf_addc(&c->body, '\0'); /* makes an empty body a heap string as well */
	out->http_status = c->status;
	out->content_type = base__strdup(c->content_type);
	out->body_len = c->body.len - !c->body.failed;
	out->body = strbuf_steal(&c->body);
	if (out->content_type && out->body)
		return 0;
	inf_answer_fini(out);
	return relist_err_set(err, RELIST_ENOMEM, "%s %s: out of memory", c->req->method,
			      c->req->path.ptr);
}

int inf_dynamic_do(struct inf_dynamic *d, const struct inf_request *request,
		   const struct inf_call *call, struct inf_answer *out, struct relist_err *err)
{
	struct inf__rest_request req;
	struct inf__rest_call c;
	int rc = check_request(request, err);
	size_t path_len;

	inf_answer_fini(out);
	inf__rest_request_init(&req, request->method ? request->method : "GET");
	inf__rest_call_init(&c, &req);
	if (rc == 0) {
		path_len = strcspn(request->uri, "?");
		strbuf_add(&req.path, request->uri, path_len);
		strbuf_addz(&req.query, request->uri + path_len + (request->uri[path_len] == '?'));
		inf__rest_param_timeout(&req.query, d);
		strbuf_add(&req.body, or_empty(request->body), request->body_len);
		if (request->body)
			req.content_type =
			    request->content_type ? request->content_type : "application/json";
		if (request->accept)
			req.accept = request->accept;
		rc = inf__dynamic_run(d, &c, call, err);
	} else if (call) {
		inf_status_fini(call->status);
	}
	if (rc == 0)
		rc = take_answer(&c, out, err);
	inf__rest_call_fini(&c);
	inf__rest_request_fini(&req);
	return rc;
}
