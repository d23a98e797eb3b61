/* SPDX-License-Identifier: Apache-2.0 */
#include "informer/redirect.h"

#include "base/url.h"

/* net/http gives up if the response to the tenth request is a redirect. */
enum { HOPS_MAX = 9 };

void inf__redirect_init(struct inf__redirect *r)
{
	memset(r, 0, sizeof(*r));
	strbuf_init(&r->origin);
	strbuf_init(&r->target);
}

void inf__redirect_fini(struct inf__redirect *r)
{
	strbuf_fini(&r->origin);
	strbuf_fini(&r->target);
}

void inf__redirect_reset(struct inf__redirect *r)
{
	strbuf_clear(&r->target);
	r->hops = 0;
	r->foreign = false;
}

bool inf__redirect_is(const struct inf__head *head)
{
	bool moved = head->status >= 301 && head->status <= 303;

	return (moved || head->status == 307 || head->status == 308) && head->location &&
	       *head->location && head->url;
}

bool inf__redirect_follow(struct inf__redirect *r, const struct inf__head *head,
			  struct inf__api_error *e)
{
	struct relist_err err = { 0 };
	struct url first, from, ref, to;

	if (r->hops == HOPS_MAX) {
		inf__api_error_set(e, INF_WATCH_ERROR_OTHER, "stopped after %d redirects",
				   HOPS_MAX + 1);
		return false;
	}
	if (r->hops == 0) {
		strbuf_clear(&r->origin);
		strbuf_addz(&r->origin, head->url);
	}
	if (url_parse(str_of(head->url), &from, &err) ||
	    url_parse(str_of(head->location), &ref, &err)) {
		inf__api_error_set(e, INF_WATCH_ERROR_OTHER, "failed to parse Location header: %s",
				   err.msg);
		return false;
	}
	strbuf_clear(&r->target);
	url_resolve(&r->target, &from, &ref);
	if (r->origin.failed || r->target.failed ||
	    url_parse(strbuf_str(&r->origin), &first, NULL) ||
	    url_parse(strbuf_str(&r->target), &to, NULL)) {
		inf__api_error_no_memory(e);
		return false;
	}
	if (to.scheme.ptr && !str_eqz(to.scheme, "http") && !str_eqz(to.scheme, "https")) {
		inf__api_error_set(e, INF_WATCH_ERROR_OTHER, "unsupported protocol scheme \"%.*s\"",
				   (int)(to.scheme.len < 40 ? to.scheme.len : 40), to.scheme.ptr);
		return false;
	}
	/* Stays foreign even if a later redirect leads back: that is not the server's decision. */
	r->foreign |= to.authority.ptr && !url_same_origin(&first, &to);
	r->hops++;
	return true;
}
