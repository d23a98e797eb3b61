/* SPDX-License-Identifier: Apache-2.0 */
#include "informer/dynamic.h"

#include <math.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "informer/cancel.h"
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
		return relist_err_set(err, RELIST_EPARSE, "%s %s: the response is no JSON object",
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
	rc = inf__rest_path(&req.path, res, inf__or_empty(name), o->subresource, err);
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
		rc = inf__rest_path(&req.path, res, inf__or_empty(name), subresource, err);
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
	rc = inf__rest_path(&req.path, res, inf__or_empty(name), o->subresource, err);
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
	inf__rest_param_list(&req.query, d, which);
	add_delete_options(&req.body, o);
	return finish(d, &req, rc, call, NULL, false, err);
}
