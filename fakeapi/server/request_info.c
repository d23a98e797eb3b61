/* SPDX-License-Identifier: Apache-2.0 */
/* request_info.c - what kube-apiserver refuses before it knows the user: a path that names a verb
 * and no type, and a timeout that is no duration (endpoints/filters: requestinfo.go,
 * request_deadline.go). */
#include "fakeapi/rest/rest.h"
#include "fakeapi/server/server.h"

/* ?timeout= of short requests must be a Go duration. */
static int check_timeout(struct fakeapi__call *c)
{
	struct str v = fakeapi__route_param(&c->route, "timeout", NULL);
	int64_t ignored;

	if (!v.len || c->route.long_running || duration_parse(v, &ignored, NULL) == 0)
		return 0;
	return fakeapi__status_set(&c->st, 400, "BadRequest",
				   "invalid timeout specified in the request URL - time: invalid "
				   "duration \"" STR_FMT "\"",
				   STR_ARG(v));
}

/* Go's plain text, with the URL as the client wrote it. */
static int answer_untyped(struct fakeapi__call *c)
{
	AUTO_STRBUF url = STRBUF_INIT, text = STRBUF_INIT;

	strbuf_adds(&url, c->req->path);
	if (c->req->query.len)
		strbuf_addf(&url, "?" STR_FMT, STR_ARG(c->req->query));
	strbuf_addf(&text,
		    "Internal Server Error: \"" STR_FMT
		    "\": failed to create RequestInfo: unable to "
		    "determine kind and namespace from url, " STR_FMT "\n",
		    STR_ARG(strbuf_str(&url)), STR_ARG(strbuf_str(&url)));
	c->x->body.failed |=
	    url.failed || text.failed ||
	    fakeapi__header_add(c->x, "X-Content-Type-Options", STR("nosniff")) < 0;
	(void)fakeapi__answer_text(c, 500, "text/plain; charset=utf-8", strbuf_str(&text));
	return 1;
}

int fakeapi__request_info_check(struct fakeapi__call *c)
{
	return c->route.untyped ? answer_untyped(c) : check_timeout(c);
}
