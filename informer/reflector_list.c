/* SPDX-License-Identifier: Apache-2.0 */
/* Reflector.list: pages, the resourceVersion to send, and the handling of errors. */
#include "informer/reflector_impl.h"

/* relistResourceVersion: "" requests the newest state, "0" any state of the watch cache. */
static const char *relist_rv(const struct inf__reflector *r)
{
	if (r->rv_unavailable)
		return "";
	return r->rv.len && !inf__reflector_lacks(r, INF_FIX_RELIST_RV) ? r->rv.ptr : "0";
}

static void list_failed(struct inf__reflector *r, int64_t now_ns, const struct inf__api_error *e);

void inf__reflector_list_plain_request(struct inf__reflector *r, int64_t now_ns)
{
	struct inf__list_options o;

	inf__pager_options(&r->pager, &o);
	inf__reflector_call_start(r, now_ns, CALL_LIST, &o);
}

static void list_step(struct inf__reflector *r, int64_t now_ns, enum inf__pager_step step);

static void list_request(struct inf__reflector *r, int64_t now_ns)
{
	struct inf__list_options o;

	inf__pager_options(&r->pager, &o);
	if (inf__reflector_list_stream_applies(r, &o))
		inf__reflector_list_stream_start(r, now_ns, &o);
	else
		inf__reflector_call_start(r, now_ns, CALL_LIST, &o);
}

void inf__reflector_list_start(struct inf__reflector *r, int64_t now_ns)
{
	const char *rv = relist_rv(r);

	r->list_at_zero = strcmp(rv, "0") == 0;
	r->list_again = false;
	if (r->config.page_size)
		r->list_limit = r->config.page_size;
	else if (!r->paginated && *rv && !r->list_at_zero)
		r->list_limit = 0; /* so that the watch cache may serve it */
	else
		r->list_limit = INF_PAGE_SIZE;
	inf__reflector_phase(r, now_ns, PHASE_LIST);
	list_step(r, now_ns, inf__pager_begin(&r->pager, rv, r->list_limit));
	/* In 0.32 a late failure of a watch-list after a stop leads here: the list is requested,
	 * and its response is dropped. */
	if (r->stop_requested)
		inf__reflector_end(r, now_ns);
}

static void list_failed(struct inf__reflector *r, int64_t now_ns, const struct inf__api_error *e)
{
	struct inf__api_error full;

	inf__objects_clear(&r->pager.objects);
	if (!r->list_again && inf__reflector_rv_is_refused(r, e)) {
		r->rv_unavailable = true;
		r->list_again = true;
		inf__reflector_trace(r, now_ns, TRACE_REFLECT_ERROR, e->code, e->text);
		list_step(r, now_ns, inf__pager_begin(&r->pager, relist_rv(r), r->list_limit));
		return;
	}
	if (r->stop_requested)
		return;
	full = *e;
	(void)snprintf(full.text, sizeof(full.text), "failed to list %s: %.180s",
		       r->config.resource, e->text);
	inf__reflector_report(r, now_ns, &full);
	inf__reflector_round_end(r, now_ns);
	if (inf__reflector_lacks(r, INF_FIX_LIST_RETRY))
		r->backoff_at_ns = TIME_NEVER;
}

/* The list is complete: check it, put it into the queue, watch from its version. */
static void list_done(struct inf__reflector *r, int64_t now_ns)
{
	struct inf__api_error e;
	struct relist_err err = { 0 };
	struct inf__pager *p = &r->pager;
	int rc;

	if (r->stop_requested) {
		inf__objects_clear(&p->objects);
		return;
	}
	if (p->table && !r->config.classic) {
		inf__api_error_set(&e, INF_WATCH_ERROR_OTHER, "a Table is not supported");
		r->list_again = true;
		list_failed(r, now_ns, &e);
		return;
	}
	if (r->list_at_zero && p->paginated)
		r->paginated = true;
	r->rv_unavailable = false;
	r->objects = p->objects.len;
	rc = strbuf_reserve(&r->rv, p->resource_version.len + 1) ? 0 : RELIST_ENOMEM;
	r->rv.failed = false;
	if (rc)
		relist_err_set(&err, rc, "out of memory");
	else
		rc = r->queue->ops->replace(r->queue,
					    (const struct inf_object *const *)p->objects.items,
					    p->objects.len, p->resource_version.ptr, &err);
	inf__objects_clear(&p->objects);
	if (rc) {
		inf__api_error_set(&e, INF_WATCH_ERROR_OTHER, "unable to sync list result: %s",
				   err.msg);
		inf__reflector_report(r, now_ns, &e);
		inf__reflector_round_end(r, now_ns);
		return;
	}
	(void)inf__reflector_set_rv(r, now_ns, strbuf_str(&p->resource_version));
	inf__reflector_watch_begin(r, now_ns);
}

static void list_step(struct inf__reflector *r, int64_t now_ns, enum inf__pager_step step)
{
	struct inf__api_error e;

	switch (step) {
	case INF_PAGER_ASK:
		list_request(r, now_ns);
		break;
	case INF_PAGER_DONE:
		list_done(r, now_ns);
		break;
	case INF_PAGER_FAILED:
		inf__api_error_no_memory(&e);
		list_failed(r, now_ns, &e);
		break;
	}
}

void inf__reflector_list_page(struct inf__reflector *r, int64_t now_ns)
{
	list_step(r, now_ns, inf__pager_page(&r->pager, &r->page));
}

void inf__reflector_list_error(struct inf__reflector *r, int64_t now_ns,
			       const struct inf__api_error *e)
{
	if (inf__pager_error(&r->pager, e) == INF_PAGER_ASK)
		list_request(r, now_ns);
	else
		list_failed(r, now_ns, e);
}
