/* SPDX-License-Identifier: Apache-2.0 */
/* dynamic_pager.c - paged lists (tools/pager: ListPager.List and EachListItem). */
#include "base/alloc.h"
#include "base/clock.h"
#include "informer/dynamic.h"
#include "informer/pager.h"

/* ---- a whole list ---- */

/* The rest of the call's timeout. */
static struct inf_call rest_of(struct inf_dynamic *d, const struct inf_call *call,
			       int64_t deadline_ns)
{
	struct inf_call rest = call ? *call : (struct inf_call) { 0 };

	if (deadline_ns != TIME_NEVER) {
		rest.timeout_ns = deadline_ns - d->ops->now_ns(d->self);
		if (rest.timeout_ns <= 0)
			rest.timeout_ns = -1; /* the time is over */
	}
	return rest;
}

/* Moves the items of `page` to the end of `out`. */
static int append_page(struct inf_list *out, struct inf_list *page, struct relist_err *err)
{
	size_t len = out->items.len + page->items.len;
	struct inf_object **items;

	if (len > out->items.cap) {
		items = base__reallocarray(out->items.items, len, sizeof(*items));
		if (!items)
			return relist_err_set(err, RELIST_ENOMEM, "list: out of memory");
		out->items.items = items;
		out->items.cap = len;
	}
	if (page->items.len)
		memcpy(out->items.items + out->items.len, page->items.items,
		       page->items.len * sizeof(*items));
	out->items.len = len;
	page->items.len = 0;
	return 0;
}

int inf_dynamic_list_all(struct inf_dynamic *d, const struct inf_resource *res,
			 const struct inf_list_options *options, const struct inf_call *call,
			 struct inf_list *out, struct relist_err *err)
{
	struct inf_list_options o = options ? *options : (struct inf_list_options) { 0 };
	const char *rv = o.resource_version, *match = o.resource_version_match;
	int64_t deadline_ns = inf__dynamic_deadline(d, call);
	struct inf_status own = { 0 };
	struct inf_list page = { 0 };
	bool first = true;
	int rc;

	inf_list_fini(out);
	if (o.limit == 0)
		o.limit = INF_PAGE_SIZE;
	for (;;) {
		struct inf_call rest = rest_of(d, call, deadline_ns);
		struct inf_status *status = rest.status ? rest.status : &own;

		rest.status = status;
		rc = inf_dynamic_list(d, res, &o, &rest, &page, err);
		if (rc && o.continue_ && *o.continue_ && inf_is_resource_expired(status)) {
			o.limit = 0;
			o.continue_ = NULL;
			o.resource_version = rv;
			o.resource_version_match = match;
			rest = rest_of(d, call, deadline_ns);
			rest.status = status;
			rc = inf_dynamic_list(d, res, &o, &rest, out, err);
			break;
		}
		if (rc)
			break;
		if (first) {
			*out = page;
			page = (struct inf_list) { 0 };
		} else {
			rc = append_page(out, &page, err);
			base__free(out->continue_);
			out->continue_ = page.continue_;
			page.continue_ = NULL;
			inf_list_fini(&page);
		}
		first = false;
		if (rc || !*out->continue_)
			break;
		o.continue_ = out->continue_;
		o.resource_version = o.resource_version_match = NULL;
	}
	inf_status_fini(&own);
	inf_list_fini(&page);
	if (rc)
		inf_list_fini(out);
	else
		out->remaining_items = -1;
	return rc;
}

/* ---- object by object ---- */

enum pager_text {
	PAGER_GROUP,
	PAGER_VERSION,
	PAGER_RESOURCE,
	PAGER_NAMESPACE,
	PAGER_LABELS,
	PAGER_FIELDS,
	PAGER_RV,
	PAGER_MATCH,
	PAGER_CONTINUE,
	PAGER_TEXTS
};

struct inf_pager {
	struct inf_dynamic *d;
	char *text[PAGER_TEXTS];
	int64_t limit, timeout_s;
	struct inf_list page;
	size_t at;  /* index in the page */
	bool began; /* a page has been read */
};

struct inf_pager *inf_pager_new(struct inf_dynamic *d, const struct inf_resource *res,
				const struct inf_list_options *options, struct relist_err *err)
{
	static const struct inf_list_options defaults;
	const struct inf_list_options *o = options ? options : &defaults;
	const char *from[PAGER_TEXTS] = {
		res->group,	     res->version,
		res->resource,	     res->namespace_,
		o->label_selector,   o->field_selector,
		o->resource_version, o->resource_version_match,
		o->continue_,
	};
	AUTO_STRBUF path = STRBUF_INIT;
	struct inf_pager *p;

	if (inf__rest_path(&path, res, NULL, NULL, err))
		return NULL;
	p = base__calloc(1, sizeof(*p));
	if (!p)
		goto fail;
	p->d = d;
	p->limit = o->limit ? o->limit : INF_PAGE_SIZE;
	p->timeout_s = o->timeout_s;
	for (size_t i = 0; i < PAGER_TEXTS; i++) {
		p->text[i] = base__strdup(from[i] ? from[i] : "");
		if (!p->text[i])
			goto fail;
	}
	return p;
fail:
	relist_err_set(err, RELIST_ENOMEM, "list: out of memory");
	inf_pager_free(p);
	return NULL;
}

void inf_pager_free(struct inf_pager *p)
{
	if (!p)
		return;
	for (size_t i = 0; i < PAGER_TEXTS; i++)
		base__free(p->text[i]);
	inf_list_fini(&p->page);
	base__free(p);
}

static int next_page(struct inf_pager *p, const struct inf_call *call, struct relist_err *err)
{
	const struct inf_resource res = { p->text[PAGER_GROUP], p->text[PAGER_VERSION],
					  p->text[PAGER_RESOURCE], p->text[PAGER_NAMESPACE] };
	const struct inf_list_options o = {
		.label_selector = p->text[PAGER_LABELS],
		.field_selector = p->text[PAGER_FIELDS],
		/* Not allowed together with a continue token. */
		.resource_version = p->began ? NULL : p->text[PAGER_RV],
		.resource_version_match = p->began ? NULL : p->text[PAGER_MATCH],
		.limit = p->limit,
		.continue_ = p->began ? p->page.continue_ : p->text[PAGER_CONTINUE],
		.timeout_s = p->timeout_s,
	};
	struct inf_list page = { 0 };
	int rc = inf_dynamic_list(p->d, &res, &o, call, &page, err);

	if (rc)
		return rc;
	inf_list_fini(&p->page);
	p->page = page;
	p->at = 0;
	p->began = true;
	return 0;
}

int inf_pager_next(struct inf_pager *p, const struct inf_call *call, struct inf_object **out,
		   struct relist_err *err)
{
	*out = NULL;
	while (!p->began || (p->at == p->page.items.len && *p->page.continue_)) {
		int rc = next_page(p, call, err);

		if (rc)
			return rc;
	}
	if (p->at < p->page.items.len)
		*out = inf_object_ref(p->page.items.items[p->at++]);
	return 0;
}

const char *inf_pager_resource_version(const struct inf_pager *p)
{
	return p->began ? p->page.resource_version : "";
}
