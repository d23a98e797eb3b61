/* SPDX-License-Identifier: Apache-2.0 */
/* Raw requests: any method and path. */
#include "informer/dynamic.h"

#include "base/alloc.h"

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
				      inf__or_empty(r->uri));
	for (const char *p = r->uri; *p; p++)
		if ((unsigned char)*p <= ' ' || (unsigned char)*p >= 127 || *p == '#')
			return relist_err_set(err, RELIST_EINVAL,
					      "request: uri has a character that is not encoded");
	if (strpbrk(inf__or_empty(r->content_type), "\r\n") ||
	    strpbrk(inf__or_empty(r->accept), "\r\n"))
		return relist_err_set(err, RELIST_EINVAL, "request: a header has a line break");
	return 0;
}

void inf_answer_fini(struct inf_answer *answer)
{
	if (!answer)
		return;
	base__free(answer->content_type);
	base__free(answer->body);
	memset(answer, 0, sizeof(*answer));
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
		strbuf_add(&req.body, inf__or_empty(request->body), request->body_len);
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
