/* SPDX-License-Identifier: Apache-2.0 */
#include "informer/pager.h"

void inf__pager_init(struct inf__pager *p)
{
	memset(p, 0, sizeof(*p));
	strbuf_init(&p->resource_version);
	strbuf_init(&p->requested_rv);
	strbuf_init(&p->continue_token);
}

void inf__pager_fini(struct inf__pager *p)
{
	inf__objects_clear(&p->objects);
	strbuf_fini(&p->resource_version);
	strbuf_fini(&p->requested_rv);
	strbuf_fini(&p->continue_token);
}

static void set(struct strbuf *b, const char *z)
{
	strbuf_clear(b);
	strbuf_addz(b, z);
}

enum inf__pager_step inf__pager_begin(struct inf__pager *p, const char *resource_version,
				      int64_t limit)
{
	inf__objects_clear(&p->objects);
	set(&p->requested_rv, resource_version);
	set(&p->resource_version, "");
	set(&p->continue_token, "");
	p->limit = limit;
	p->paginated = p->table = p->have_first = p->full = false;
	return p->requested_rv.failed ? INF_PAGER_FAILED : INF_PAGER_ASK;
}

void inf__pager_options(const struct inf__pager *p, struct inf__list_options *out)
{
	bool more = p->have_first && !p->full;

	*out = (struct inf__list_options) {
		.limit = p->full ? 0 : p->limit,
		.resource_version =
		    more && !inf__lacks(p->without, INF_FIX_CONTINUE_RV) ? "" : p->requested_rv.ptr,
		.continue_token = more ? p->continue_token.ptr : "",
	};
}

enum inf__pager_step inf__pager_page(struct inf__pager *p, struct inf__list_decoder *page)
{
	bool last = page->continue_token.len == 0 || inf__lacks(p->without, INF_FIX_CONTINUE);

	if (!p->have_first || p->full) {
		set(&p->resource_version, page->resource_version.ptr);
		p->table = page->table && (last || p->full);
	}
	set(&p->continue_token, page->continue_token.ptr);
	if (p->resource_version.failed || p->continue_token.failed ||
	    inf__objects_move(&p->objects, &page->objects))
		return INF_PAGER_FAILED;
	p->have_first = true;
	if (last || p->full)
		return INF_PAGER_DONE;
	p->paginated = true;
	return INF_PAGER_ASK;
}

enum inf__pager_step inf__pager_error(struct inf__pager *p, const struct inf__api_error *error)
{
	if (p->full || !p->have_first || !inf__api_error_is_expired(error))
		return INF_PAGER_FAILED;
	if (!inf__lacks(p->without, INF_FIX_ONE_SNAPSHOT))
		inf__objects_clear(&p->objects);
	p->full = true;
	return INF_PAGER_ASK;
}
