/* SPDX-License-Identifier: Apache-2.0 */
/* dynamic_list.c - lists of the dynamic client: parameters, the request, the decoded response. */
#include "informer/dynamic.h"

#include "base/alloc.h"
#include "informer/list_decoder.h"

void inf__rest_param_list(struct strbuf *query, const struct inf_dynamic *d,
			  const struct inf_list_options *options)
{
	static const struct inf_list_options defaults;
	const struct inf_list_options *o = options ? options : &defaults;

	inf__rest_param(query, "continue", o->continue_);
	inf__rest_param(query, "fieldSelector", o->field_selector);
	inf__rest_param(query, "labelSelector", o->label_selector);
	inf__rest_param_int(query, "limit", o->limit);
	inf__rest_param(query, "resourceVersion", o->resource_version);
	inf__rest_param(query, "resourceVersionMatch", o->resource_version_match);
	inf__rest_param_timeout(query, d);
	inf__rest_param_int(query, "timeoutSeconds", o->timeout_s);
}

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
		return relist_err_set(err, RELIST_EPARSE, "GET %s: the response is a Table",
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
		inf__rest_param_list(&req.query, d, options);
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
