/* SPDX-License-Identifier: Apache-2.0 */
/* Reflector.watch and handleAnyWatch: the stream after a list. */
#include "informer/reflector_impl.h"

void inf__reflector_stream_reset(struct inf__reflector *r)
{
	r->event_count = 0;
	r->besides_added = false;
}

bool inf__reflector_stream_was_very_short(const struct inf__reflector *r, int64_t now_ns)
{
	return r->event_count == 0 && now_ns - r->stream_start_ns < NS_PER_S;
}

static void begin(struct inf__reflector *r, int64_t now_ns)
{
	memset(&r->internal_retry, 0, sizeof(r->internal_retry));
	r->internal_retry.max_ns = r->config.max_internal_error_retry_ns;
	if (r->config.resync_ns > 0)
		r->resync_at_ns = time_add(now_ns, r->config.resync_ns);
}

void inf__reflector_watch_again(struct inf__reflector *r, int64_t now_ns)
{
	struct inf__list_options o = {
		.watch = true,
		.allow_bookmarks = true,
		.resource_version = inf__reflector_lacks(r, INF_FIX_WATCH_RV) ? "" : r->rv.ptr,
		.continue_token = "",
	};

	if (r->stop_requested) {
		inf__reflector_end(r, now_ns);
		return;
	}
	o.timeout_seconds = inf__reflector_timeout_seconds(r);
	inf__reflector_stream_reset(r);
	/* The time is measured from before the request: some proxies delay the head until there is
	 * an event. */
	r->stream_start_ns = now_ns;
	/* From "" and "0" the server begins with all objects as ADDED, not ordered by version. */
	r->rv_from_start = r->config.classic || (r->rv.len && strcmp(r->rv.ptr, "0") != 0);
	inf__reflector_phase(r, now_ns, PHASE_WATCH);
	inf__reflector_call_start(r, now_ns, CALL_WATCH, &o);
}

void inf__reflector_watch_begin(struct inf__reflector *r, int64_t now_ns)
{
	begin(r, now_ns);
	inf__reflector_watch_again(r, now_ns);
}

void inf__reflector_watch_begin_on_stream(struct inf__reflector *r, int64_t now_ns)
{
	begin(r, now_ns);
	inf__reflector_stream_reset(r);
	r->stream_start_ns = now_ns;
	r->rv_from_start = true;
	r->call.purpose = CALL_WATCH;
	inf__reflector_phase(r, now_ns, PHASE_WATCH);
}

static void wait_to_watch(struct inf__reflector *r, int64_t now_ns)
{
	if (r->stop_requested) {
		inf__reflector_end(r, now_ns);
		return;
	}
	inf__reflector_phase(r, now_ns, PHASE_WATCH_BACKOFF);
	r->backoff_at_ns = time_add(now_ns, inf__reflector_delay(r, now_ns));
}

static bool is_expired(const struct inf__api_error *e)
{
	return inf__api_error_is_expired(e) || inf__api_error_is_gone(e);
}

static bool is_waited_out(const struct inf__reflector *r, const struct inf__api_error *e)
{
	return inf__api_error_is_too_many(e) && !inf__reflector_lacks(r, INF_FIX_WATCH_429);
}

void inf__reflector_watch_refused(struct inf__reflector *r, int64_t now_ns,
				  const struct inf__api_error *e)
{
	if (e->kind == INF_WATCH_ERROR_REFUSED || is_waited_out(r, e) ||
	    (inf__reflector_lacks(r, INF_FIX_EXPIRED_STATUS) && is_expired(e))) {
		wait_to_watch(r, now_ns);
		return;
	}
	inf__reflector_report(r, now_ns, e);
	inf__reflector_round_end(r, now_ns);
}

void inf__reflector_watch_failed(struct inf__reflector *r, int64_t now_ns,
				 const struct inf__api_error *e)
{
	bool internal = inf__api_error_is_internal(e);

	inf__reflector_call_close(r);
	inf__reflector_failed(r, e);
	inf__reflector_trace(r, now_ns, TRACE_REFLECT_ERROR, e->code, e->text);
	if (e->no_memory) {
		inf__reflector_round_end(r, now_ns);
		return;
	}
	if (internal)
		inf__retry_deadline_error(&r->internal_retry, now_ns);
	if (is_expired(e) && !inf__reflector_lacks(r, INF_FIX_EXPIRED_EVENT))
		inf__reflector_round_end(r, now_ns);
	else if (is_expired(e) || is_waited_out(r, e) ||
		 (internal && inf__reflector_lacks(r, INF_FIX_ERROR_RELISTS)))
		wait_to_watch(r, now_ns);
	else if (internal && inf__retry_deadline_allows(&r->internal_retry, now_ns))
		inf__reflector_watch_again(r, now_ns);
	else
		inf__reflector_round_end(r, now_ns);
}

void inf__reflector_watch_ended(struct inf__reflector *r, int64_t now_ns)
{
	if (!inf__reflector_stream_was_very_short(r, now_ns) ||
	    inf__reflector_lacks(r, INF_FIX_SHORT_WATCH)) {
		inf__reflector_watch_again(r, now_ns);
		return;
	}
	inf__reflector_trace(r, now_ns, TRACE_REFLECT_ERROR, 0,
			     "very short watch: it lasted less than a second and brought nothing");
	inf__reflector_round_end(r, now_ns);
}

const char *inf__reflector_skip_reason(const struct inf__reflector *r, const struct inf__event *ev)
{
	const struct inf__reflector_config *c = &r->config;

	if (ev->typed)
		return "not the expected type of object";
	if (*c->kind && !inf__event_is_kind(ev, r->api_version.ptr, c->kind))
		return "not the expected kind of object";
	if (!c->classic && inf__event_is_table(ev))
		return "a Table is not supported";
	return NULL;
}

/* Returns 0, RELIST_EINVAL (refused by the transform) or RELIST_ENOMEM. */
static int put(struct inf__reflector *r, const struct inf__event *ev, struct relist_err *err)
{
	static const enum inf__delta_type types[] = {
		[INF_EVENT_ADDED] = INF_DELTA_ADDED,
		[INF_EVENT_MODIFIED] = INF_DELTA_UPDATED,
		[INF_EVENT_DELETED] = INF_DELTA_DELETED,
	};
	const struct inf__queue_ops *ops = r->queue->ops;

	if (ev->type == INF_EVENT_BOOKMARK)
		return ops->bookmark ? ops->bookmark(r->queue, r->event_rv.ptr, err) : 0;

	AUTO_OBJECT obj = inf__object_from_meta(&ev->meta, err);

	if (!obj)
		return RELIST_ENOMEM;
	return ops->put(r->queue, types[ev->type], obj, err);
}

static void error_event(struct inf__reflector *r, int64_t now_ns, const struct inf__event *ev)
{
	struct inf__api_error e;
	struct inf__event object = *ev;

	inf__event_error(ev, &e);
	if (inf__reflector_lacks(r, INF_FIX_ERROR_EVENT)) {
		object.type = INF_EVENT_MODIFIED;
		object.typed = false;
		inf__reflector_watch_event(r, now_ns, &object);
		return;
	}
	if (inf__reflector_lacks(r, INF_FIX_ERROR_KEEPS_RV)) {
		inf__reflector_call_close(r);
		(void)inf__reflector_set_rv(r, now_ns, STR(""));
		wait_to_watch(r, now_ns);
		return;
	}
	inf__reflector_watch_failed(r, now_ns, &e);
}

void inf__reflector_watch_event(struct inf__reflector *r, int64_t now_ns,
				const struct inf__event *ev)
{
	struct inf__api_error e;
	struct relist_err err = { 0 };
	const char *skip;
	int rc = 0;

	if (ev->type == INF_EVENT_ERROR) {
		error_event(r, now_ns, ev);
		return;
	}
	if (ev->type == INF_EVENT_BOOKMARK && inf__reflector_lacks(r, INF_FIX_BOOKMARK_RV))
		return;
	skip = inf__reflector_skip_reason(r, ev);
	if (skip) {
		inf__reflector_trace(r, now_ns, TRACE_REFLECT_DROP, 0, skip);
		return;
	}
	strbuf_clear(&r->event_rv);
	inf__event_resource_version(ev, &r->event_rv);
	/* Allocate everything first: a half-processed event would be lost or delivered twice. */
	if (r->event_rv.failed || !strbuf_reserve(&r->rv, r->event_rv.len + 1))
		rc = RELIST_ENOMEM;
	r->rv.failed = false;
	if (!rc)
		rc = put(r, ev, &err);
	if (rc == RELIST_ENOMEM) {
		inf__api_error_no_memory(&e);
		inf__reflector_watch_failed(r, now_ns, &e);
		return;
	}
	if (rc)
		inf__reflector_trace(r, now_ns, TRACE_REFLECT_DROP, rc, err.msg);
	if (ev->type != INF_EVENT_ADDED)
		r->besides_added = true;
	if (r->rv_from_start || r->besides_added)
		(void)inf__reflector_set_rv(r, now_ns, strbuf_str(&r->event_rv));
	r->event_count++;
}
