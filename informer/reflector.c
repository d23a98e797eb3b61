/* SPDX-License-Identifier: Apache-2.0 */
#include "informer/reflector.h"

#include "base/alloc.h"
#include "informer/reflector_impl.h"

/* ---- notifying --------------------------------------------------------------------------- */

void inf__reflector_trace(const struct inf__reflector *r, int64_t now_ns, enum trace_kind kind,
			  int64_t n, const char *text)
{
	struct trace_event ev = {
		.at_ns = now_ns,
		.kind = kind,
		.id = r->call.id,
		.n = n,
		.who = str_of(r->config.name),
		.text = str_of(text),
	};

	trace_emit(&r->config.sink, &ev);
}

static const char *phase_name(enum reflector_phase phase)
{
	switch (phase) {
	case PHASE_IDLE:
		return "idle";
	case PHASE_LIST:
		return "listing";
	case PHASE_WATCH:
		return "watching";
	case PHASE_WATCH_BACKOFF:
		return "waiting to watch again";
	case PHASE_WATCH_LIST:
		return "streaming a list";
	case PHASE_WATCH_LIST_BACKOFF:
		return "waiting to stream a list again";
	case PHASE_BACKOFF:
		return "waiting for the next round";
	case PHASE_STOPPED:
		return "stopped";
	}
	return "?";
}

const char *inf__reflector_state(const struct inf__reflector *r)
{
	return phase_name(r->phase);
}

void inf__reflector_phase(struct inf__reflector *r, int64_t now_ns, enum reflector_phase phase)
{
	if (r->phase == phase)
		return;
	r->phase = phase;
	r->phase_since_ns = now_ns;
	inf__reflector_trace(r, now_ns, TRACE_REFLECT_STATE, 0, phase_name(phase));
}

void inf__reflector_report(struct inf__reflector *r, int64_t now_ns, const struct inf__api_error *e)
{
	struct inf_watch_error error = {
		.kind = e->kind, .code = e->code, .reason = e->reason, .text = e->text
	};

	inf__reflector_trace(r, now_ns, TRACE_REFLECT_ERROR, e->code, e->text);
	if (r->config.watch_error)
		r->config.watch_error(r->config.user, &error);
}

void inf__reflector_failed(struct inf__reflector *r, const struct inf__api_error *e)
{
	r->failures++;
	if (e->code)
		(void)snprintf(r->failure, sizeof(r->failure), "status %d: %.120s", e->code,
			       e->text);
	else
		(void)snprintf(r->failure, sizeof(r->failure), "%.140s", e->text);
}

bool inf__reflector_set_rv(struct inf__reflector *r, int64_t now_ns, struct str rv)
{
	/* Reserve first, so that a failure keeps the old version. */
	if (!strbuf_reserve(&r->rv, rv.len + 1)) {
		r->rv.failed = false;
		return false;
	}
	strbuf_clear(&r->rv);
	strbuf_adds(&r->rv, rv);
	inf__reflector_trace(r, now_ns, TRACE_REFLECT_RV, 0, r->rv.ptr);
	if (r->config.resource_version)
		r->config.resource_version(r->config.user, r->rv.ptr);
	return true;
}

const char *inf__reflector_resource_version(const struct inf__reflector *r)
{
	return r->rv.ptr;
}

/* ---- rounds ------------------------------------------------------------------------------ */

static void start_backoff(struct inf__reflector *r, int64_t now_ns)
{
	inf__backoff_init(&r->backoff, r->config.classic, r->config.choice, now_ns);
	r->backoff.exact = inf__reflector_lacks(r, INF_FIX_JITTER);
}

int64_t inf__reflector_delay(struct inf__reflector *r, int64_t now_ns)
{
	int64_t delay = inf__backoff_next(&r->backoff, now_ns);

	if (inf__reflector_lacks(r, INF_FIX_BACKOFF))
		delay = NS_PER_MS;
	if (inf__reflector_lacks(r, INF_FIX_BACKOFF_GROWTH))
		start_backoff(r, now_ns);
	inf__reflector_trace(r, now_ns, TRACE_REFLECT_BACKOFF, delay, phase_name(r->phase));
	return delay;
}

bool inf__reflector_rv_is_refused(const struct inf__reflector *r, const struct inf__api_error *e)
{
	if (inf__api_error_is_expired(e) || inf__api_error_is_gone(e))
		return !inf__reflector_lacks(r, INF_FIX_EXPIRED_LIST);
	if (inf__reflector_lacks(r, INF_FIX_TOO_LARGE_TEXT) && !e->too_large_cause)
		return false;
	return inf__api_error_is_too_large(e) && !inf__reflector_lacks(r, INF_FIX_TOO_LARGE);
}

int64_t inf__reflector_timeout_seconds(struct inf__reflector *r)
{
	double min = (double)r->config.min_watch_timeout_ns / (double)NS_PER_S;
	double max = (double)r->config.max_watch_timeout_ns / (double)NS_PER_S;

	return (int64_t)(min + choice_unit(r->config.choice) * (max - min));
}

static void round_start(struct inf__reflector *r, int64_t now_ns)
{
	if (r->config.watch_list)
		inf__reflector_watch_list_start(r, now_ns);
	else
		inf__reflector_list_start(r, now_ns);
}

void inf__reflector_end(struct inf__reflector *r, int64_t now_ns)
{
	r->backoff_at_ns = r->resync_at_ns = TIME_NEVER;
	if (r->stopped)
		return;
	r->stopped = true;
	inf__reflector_phase(r, now_ns, PHASE_STOPPED);
	if (r->config.stopped)
		r->config.stopped(r->config.user);
}

void inf__reflector_abandon(struct inf__reflector *r, int64_t now_ns)
{
	r->stop_requested = true;
	r->call.state = CALL_NONE;
	r->open_pending = false;
	r->close_count = r->orphan_count = 0;
	inf__reflector_end(r, now_ns);
}

void inf__reflector_round_end(struct inf__reflector *r, int64_t now_ns)
{
	r->resync_at_ns = TIME_NEVER;
	inf__reflector_call_close(r);
	inf__reflector_watch_list_clear(r);
	if (r->stop_requested) {
		inf__reflector_end(r, now_ns);
		return;
	}
	inf__reflector_phase(r, now_ns, PHASE_BACKOFF);
	r->backoff_at_ns = time_add(now_ns, inf__reflector_delay(r, now_ns));
}

void inf__reflector_start(struct inf__reflector *r, int64_t now_ns)
{
	ASSERT(r->phase == PHASE_IDLE);
	start_backoff(r, now_ns);
	round_start(r, now_ns);
}

/* Handles a request without a response at a stop. 0.32 sends requests with a context that is never
 * cancelled. */
static void stop_unanswered(struct inf__reflector *r, int64_t now_ns)
{
	struct inf__api_error e;
	bool watch = r->phase == PHASE_WATCH;

	if (r->config.classic)
		return;
	inf__reflector_call_close(r);
	if (watch) {
		inf__api_error_set(&e, INF_WATCH_ERROR_OTHER, "context canceled");
		inf__reflector_report(r, now_ns, &e);
	}
	inf__reflector_end(r, now_ns);
}

void inf__reflector_stop(struct inf__reflector *r, int64_t now_ns)
{
	if (r->stop_requested)
		return;
	if (inf__reflector_lacks(r, INF_FIX_STOP_LIST) && r->phase == PHASE_LIST &&
	    r->call.state == CALL_BODY)
		return;
	r->stop_requested = true;
	r->resync_at_ns = TIME_NEVER;
	if (!r->config.classic) {
		for (size_t i = 0; i < r->orphan_count; i++)
			inf__reflector_close_id(r, r->orphans[i].id);
		r->orphan_count = 0;
	}
	switch (r->phase) {
	case PHASE_LIST:
		if (!r->config.classic)
			inf__reflector_call_close(r);
		inf__reflector_end(r, now_ns);
		break;
	case PHASE_WATCH:
	case PHASE_WATCH_LIST:
		if (r->call.state != CALL_STREAM) {
			stop_unanswered(r, now_ns);
			break;
		}
		inf__reflector_call_close(r);
		inf__reflector_watch_list_clear(r);
		inf__reflector_end(r, now_ns);
		break;
	case PHASE_WATCH_LIST_BACKOFF:
		break;
	case PHASE_IDLE:
	case PHASE_WATCH_BACKOFF:
	case PHASE_BACKOFF:
		inf__reflector_end(r, now_ns);
		break;
	case PHASE_STOPPED:
		break;
	}
}

bool inf__reflector_never_reads(const struct inf__reflector *r, uint32_t request_id)
{
	for (size_t i = 0; i < r->orphan_count; i++)
		if (r->orphans[i].id == request_id)
			return r->orphans[i].unread;
	return false;
}

bool inf__reflector_stopped(const struct inf__reflector *r)
{
	return r->stopped;
}

/* ---- time -------------------------------------------------------------------------------- */

static void resync(struct inf__reflector *r, int64_t now_ns)
{
	struct relist_err err = { 0 };
	bool due = true;

	if (r->config.should_resync)
		due = r->config.should_resync(r->config.user, now_ns);
	if (due && r->queue->ops->resync(r->queue, &err)) {
		inf__reflector_trace(r, now_ns, TRACE_REFLECT_ERROR, err.code, err.msg);
		inf__reflector_round_end(r, now_ns);
		return;
	}
	r->resync_at_ns = time_add(now_ns, r->config.resync_ns);
}

static void backoff_over(struct inf__reflector *r, int64_t now_ns)
{
	r->backoff_at_ns = TIME_NEVER;
	if (r->phase == PHASE_WATCH_BACKOFF)
		inf__reflector_watch_again(r, now_ns);
	else if (r->phase == PHASE_WATCH_LIST_BACKOFF)
		inf__reflector_watch_list_start(r, now_ns);
	else
		round_start(r, now_ns);
}

void inf__reflector_on_time(struct inf__reflector *r, int64_t now_ns)
{
	if (r->resync_at_ns <= now_ns)
		resync(r, now_ns);
	if (r->call.state == CALL_WAIT && r->call.retry_at_ns <= now_ns)
		inf__reflector_call_on_time(r, now_ns);
	if (r->backoff_at_ns <= now_ns)
		backoff_over(r, now_ns);
}

int64_t inf__reflector_deadline_ns(const struct inf__reflector *r)
{
	int64_t at = r->backoff_at_ns;

	if (r->resync_at_ns < at)
		at = r->resync_at_ns;
	if (r->call.state == CALL_WAIT && r->call.retry_at_ns < at)
		at = r->call.retry_at_ns;
	return at;
}

/* ---- effects ----------------------------------------------------------------------------- */

void inf__reflector_close_id(struct inf__reflector *r, uint32_t id)
{
	ASSERT(r->close_count < CLOSE_MAX); /* effects must be polled after every input */
	r->closes[r->close_count++] = id;
}

static enum inf__doing doing(const struct inf__reflector *r)
{
	if (r->call.state == CALL_WAIT)
		return INF_DOING_WAIT;
	switch (r->phase) {
	case PHASE_IDLE:
		return INF_DOING_NOTHING;
	case PHASE_LIST:
	case PHASE_WATCH_LIST:
		return INF_DOING_LIST;
	case PHASE_WATCH:
		return INF_DOING_WATCH;
	case PHASE_WATCH_BACKOFF:
	case PHASE_WATCH_LIST_BACKOFF:
	case PHASE_BACKOFF:
		return INF_DOING_WAIT;
	case PHASE_STOPPED:
		return INF_DOING_END;
	}
	return INF_DOING_NOTHING;
}

/* After each input, when its effects are taken. */
static void publish_progress(struct inf__reflector *r)
{
	struct inf__progress *was = &r->progress;
	enum inf__doing now = doing(r);
	bool answered = r->call.state == CALL_BODY || r->call.state == CALL_STREAM;
	bool eventful = now == INF_DOING_WATCH && r->event_count > 0;
	int64_t since = now == INF_DOING_WATCH ? r->stream_start_ns : r->phase_since_ns;
	int64_t until = r->call.state == CALL_WAIT ? r->call.retry_at_ns : r->backoff_at_ns;

	if (now == INF_DOING_WATCH && answered)
		r->failures = 0;
	if (was->doing == now && was->answered == answered && was->eventful == eventful &&
	    was->since_ns == since && was->until_ns == until && was->failures == r->failures)
		return;
	*was = (struct inf__progress) { now, answered, eventful, since, until, r->failures, "" };
	memcpy(was->failure, r->failure, sizeof(was->failure));
	if (r->config.progress)
		r->config.progress(r->config.user, was);
}

bool inf__reflector_poll(struct inf__reflector *r, struct inf__effect *out)
{
	memset(out, 0, sizeof(*out));
	if (r->close_count) {
		out->kind = INF_EFFECT_CLOSE;
		out->request_id = r->closes[0];
		r->close_count--;
		memmove(r->closes, r->closes + 1, r->close_count * sizeof(r->closes[0]));
		return true;
	}
	if (!r->open_pending) {
		publish_progress(r);
		return false;
	}
	r->open_pending = false;
	*out = (struct inf__effect) {
		.kind = INF_EFFECT_OPEN,
		.request_id = r->call.id,
		.method = "GET",
		.path = r->path.ptr,
		.query = r->call.query.params,
		.query_count = r->call.query.count,
		.target = r->call.redirect.target.len ? r->call.redirect.target.ptr : NULL,
		.foreign = r->call.redirect.foreign,
		.accept = "application/json",
		.watch = r->call.purpose != CALL_LIST,
	};
	return true;
}

/* ---- life -------------------------------------------------------------------------------- */

static int copy_strings(struct inf__reflector *r)
{
	struct inf__reflector_config *c = &r->config;
	const char **slots[] = { &c->name, &c->group,	   &c->version,	       &c->resource,
				 &c->kind, &c->namespace_, &c->label_selector, &c->field_selector };

	_Static_assert(ARRAY_LEN(slots) == ARRAY_LEN(r->strings), "one copy each");
	for (size_t i = 0; i < ARRAY_LEN(slots); i++) {
		r->strings[i] = base__strdup(*slots[i] ? *slots[i] : "");
		if (!r->strings[i])
			return RELIST_ENOMEM;
		*slots[i] = r->strings[i];
	}
	return 0;
}

static void default_timeouts(struct inf__reflector_config *c)
{
	if (c->min_watch_timeout_ns <= 0)
		c->min_watch_timeout_ns = 300 * NS_PER_S;
	if (c->max_watch_timeout_ns <= 0)
		c->max_watch_timeout_ns =
		    time_add(c->min_watch_timeout_ns, c->min_watch_timeout_ns);
	if (c->max_watch_timeout_ns < c->min_watch_timeout_ns)
		c->max_watch_timeout_ns = c->min_watch_timeout_ns;
}

struct inf__reflector *inf__reflector_new(const struct inf__reflector_config *config,
					  struct inf__queue *queue, struct relist_err *err)
{
	struct inf__reflector *r = base__calloc(1, sizeof(*r));

	if (!r)
		goto fail;
	r->config = *config;
	r->queue = queue;
	r->backoff_at_ns = r->resync_at_ns = TIME_NEVER;
	default_timeouts(&r->config);
	strbuf_init(&r->path);
	strbuf_init(&r->api_version);
	strbuf_init(&r->rv);
	strbuf_init(&r->event_rv);
	strbuf_init(&r->initial_rv);
	strbuf_init(&r->call.body);
	inf__redirect_init(&r->call.redirect);
	inf__query_init(&r->call.query);
	inf__pager_init(&r->pager);
	r->pager.without = config->without;
	inf__list_decoder_init(&r->page);
	r->page.object_bytes_max = config->max_object_bytes;
	inf__framer_init(&r->framer);
	if (config->max_object_bytes && config->max_object_bytes < INF_FRAME_MAX - EVENT_AROUND)
		r->framer.max = config->max_object_bytes + EVENT_AROUND;
	map_init(&r->initial, MAP_COPY_KEYS);
	if (copy_strings(r))
		goto fail;
	if (inf__selectors_parse(r->config.label_selector, r->config.field_selector,
				 &r->selectors_parse))
		goto fail;
	strbuf_addf(&r->api_version, *r->config.group ? "%s/%s" : "%s%s", r->config.group,
		    r->config.version);
	if (r->api_version.failed)
		goto fail;
	if (inf__resource_path(&r->path, r->config.group, r->config.version, r->config.namespace_,
			       r->config.resource, err)) {
		inf__reflector_free(r);
		return NULL;
	}
	return r;
fail:
	relist_err_set(err, RELIST_ENOMEM, "reflector: out of memory");
	inf__reflector_free(r);
	return NULL;
}

void inf__reflector_free(struct inf__reflector *r)
{
	if (!r)
		return;
	inf__reflector_watch_list_clear(r);
	map_fini(&r->initial);
	inf__framer_fini(&r->framer);
	inf__list_decoder_fini(&r->page);
	inf__pager_fini(&r->pager);
	inf__query_fini(&r->call.query);
	strbuf_fini(&r->call.body);
	inf__redirect_fini(&r->call.redirect);
	strbuf_fini(&r->initial_rv);
	strbuf_fini(&r->event_rv);
	strbuf_fini(&r->rv);
	strbuf_fini(&r->path);
	strbuf_fini(&r->api_version);
	for (size_t i = 0; i < ARRAY_LEN(r->strings); i++)
		base__free(r->strings[i]);
	base__free(r);
}
