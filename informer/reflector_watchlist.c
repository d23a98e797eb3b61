/* SPDX-License-Identifier: Apache-2.0 */
/* Reflector.watchList, a list as a stream; and the list of the 0.32 dynamic client, which tries a
 * stream first. */
#include "base/alloc.h"
#include "base/base64.h"
#include "informer/reflector_impl.h"

#define INITIAL_EVENTS_END "k8s.io/initial-events-end"
#define LIST_BLUEPRINT	   "kubernetes.io/initial-events-list-blueprint"

void inf__reflector_watch_list_clear(struct inf__reflector *r)
{
	const struct map_entry *e;

	for (size_t i = 0; (e = map_next(&r->initial, &i));)
		inf_object_unref(e->value);
	map_clear(&r->initial);
	inf__objects_clear(&r->sorted);
	strbuf_clear(&r->initial_rv);
}

/* ---- Reflector.watchList ----------------------------------------------------------------- */

void inf__reflector_watch_list_start(struct inf__reflector *r, int64_t now_ns)
{
	struct inf__list_options o = {
		.watch = true,
		.allow_bookmarks = true,
		.send_initial_events = true,
		.resource_version = r->rv_unavailable ? "" : r->rv.ptr,
		.continue_token = "",
	};

	inf__reflector_watch_list_clear(r);
	if (r->stop_requested) {
		inf__reflector_end(r, now_ns);
		return;
	}
	o.timeout_seconds = inf__reflector_timeout_seconds(r);
	inf__reflector_stream_reset(r);
	r->stream_start_ns = now_ns;
	inf__reflector_phase(r, now_ns, PHASE_WATCH_LIST);
	inf__reflector_call_start(r, now_ns, CALL_WATCH_LIST, &o);
}

void inf__reflector_watch_list_refused(struct inf__reflector *r, int64_t now_ns,
				       const struct inf__api_error *e)
{
	inf__reflector_call_close(r);
	inf__reflector_trace(r, now_ns, TRACE_REFLECT_ERROR, e->code, e->text);
	inf__reflector_watch_list_clear(r);
	if (e->no_memory) {
		inf__reflector_round_end(r, now_ns);
	} else if (e->kind == INF_WATCH_ERROR_REFUSED || inf__api_error_is_too_many(e)) {
		inf__reflector_phase(r, now_ns, PHASE_WATCH_LIST_BACKOFF);
		r->backoff_at_ns = time_add(now_ns, inf__reflector_delay(r, now_ns));
	} else if (inf__reflector_rv_is_refused(r, e)) {
		r->rv_unavailable = true;
		inf__reflector_watch_list_start(r, now_ns);
	} else {
		inf__reflector_list_start(r, now_ns);
	}
}

void inf__reflector_watch_list_ended(struct inf__reflector *r, int64_t now_ns)
{
	struct inf__api_error e;

	if (!inf__reflector_stream_was_very_short(r, now_ns)) {
		inf__reflector_watch_list_start(r, now_ns);
		return;
	}
	inf__api_error_set(&e, INF_WATCH_ERROR_OTHER, "very short watch");
	inf__reflector_watch_list_refused(r, now_ns, &e);
}

static void no_memory(struct inf__reflector *r, int64_t now_ns)
{
	struct inf__api_error e;

	inf__api_error_no_memory(&e);
	inf__reflector_watch_list_refused(r, now_ns, &e);
}

/* Puts the temporary store into the queue, in the order of arrival (client-go: of a Go map). */
static int replace(struct inf__reflector *r, struct relist_err *err)
{
	const struct map_entry *e;
	const void **objs;
	size_t n = 0;
	int rc;

	objs = base__reallocarray(NULL, map_len(&r->initial) + 1, sizeof(*objs));
	if (!objs || !strbuf_reserve(&r->rv, r->initial_rv.len + 1)) {
		r->rv.failed = false;
		base__free(objs);
		return RELIST_ENOMEM;
	}
	for (size_t i = 0; (e = map_next(&r->initial, &i));)
		objs[n++] = e->value;
	rc = r->queue->ops->replace(r->queue, (const struct inf_object *const *)objs, n,
				    r->initial_rv.ptr, err);
	base__free(objs);
	return rc;
}

static void watch_list_done(struct inf__reflector *r, int64_t now_ns)
{
	struct relist_err err = { 0 };
	int rc;

	r->objects = r->streamed;
	r->rv_unavailable = false;
	rc = replace(r, &err);
	if (rc == RELIST_ENOMEM) {
		no_memory(r, now_ns);
		return;
	}
	if (rc) {
		/* client-go abandons the stream here: it is neither read nor stopped. */
		inf__reflector_trace(r, now_ns, TRACE_REFLECT_ERROR, rc, err.msg);
		inf__reflector_call_abandon(r, false);
		inf__reflector_watch_list_clear(r);
		inf__reflector_list_start(r, now_ns);
		return;
	}
	(void)inf__reflector_set_rv(r, now_ns, strbuf_str(&r->initial_rv));
	inf__reflector_watch_list_clear(r);
	inf__reflector_watch_begin_on_stream(r, now_ns);
}

static int store_set(struct inf__reflector *r, struct inf_object *obj, struct relist_err *err)
{
	inf_transform_fn transform = NULL;
	void *user = NULL, *old;
	struct inf_object *value = NULL;

	if (!r->config.classic && r->queue->ops->transformer)
		transform = r->queue->ops->transformer(r->queue, &user);
	value = transform ? transform(user, obj, err) : inf_object_ref(obj);
	if (!value)
		return err->code == RELIST_ENOMEM ? RELIST_ENOMEM : RELIST_EINVAL;
	/* The key is from before the transform, the value from after it. */
	if (map_put(&r->initial, str_of(inf_object_key(obj)), value, &old)) {
		inf_object_unref(value);
		return RELIST_ENOMEM;
	}
	inf_object_unref(old);
	return 0;
}

static int store_event(struct inf__reflector *r, const struct inf__event *ev,
		       struct relist_err *err)
{
	AUTO_OBJECT obj = inf__object_from_meta(&ev->meta, err);

	if (!obj)
		return RELIST_ENOMEM;
	if (ev->type != INF_EVENT_DELETED)
		return store_set(r, obj, err);
	inf_object_unref(map_del(&r->initial, str_of(inf_object_key(obj))));
	return 0;
}

static bool is_initial_events_end(const struct inf__reflector *r, const struct inf__event *ev)
{
	return ev->type == INF_EVENT_BOOKMARK &&
	       (inf__reflector_lacks(r, INF_FIX_INITIAL_EVENTS_END) ||
		json_str_eq(inf__event_annotation(ev, INITIAL_EVENTS_END, !r->config.classic),
			    STR("true")));
}

void inf__reflector_watch_list_event(struct inf__reflector *r, int64_t now_ns,
				     const struct inf__event *ev)
{
	struct inf__api_error e;
	struct relist_err err = { 0 };
	const char *skip;
	int rc = 0;

	if (ev->type == INF_EVENT_ERROR) {
		inf__event_error(ev, &e);
		inf__reflector_watch_list_refused(r, now_ns, &e);
		return;
	}
	skip = inf__reflector_skip_reason(r, ev);
	if (skip) {
		inf__reflector_trace(r, now_ns, TRACE_REFLECT_DROP, 0, skip);
		return;
	}
	if (ev->type != INF_EVENT_BOOKMARK)
		rc = store_event(r, ev, &err);
	if (ev->type != INF_EVENT_ADDED)
		r->besides_added = true;
	if (r->config.classic || r->besides_added) {
		strbuf_clear(&r->initial_rv);
		inf__event_resource_version(ev, &r->initial_rv);
	}
	if (rc == RELIST_ENOMEM || r->initial_rv.failed) {
		no_memory(r, now_ns);
		return;
	}
	if (rc)
		inf__reflector_trace(r, now_ns, TRACE_REFLECT_DROP, rc, err.msg);
	r->event_count++;
	if (is_initial_events_end(r, ev))
		watch_list_done(r, now_ns);
}

/* ---- List of the 0.32 dynamic client, which tries a stream first -------------------------- */

bool inf__reflector_list_stream_applies(const struct inf__reflector *r,
					const struct inf__list_options *o)
{
	/* util/watchlist: a limit has no effect at "0", where the watch cache ignores it. With a
	 * continue token resourceVersionMatch is forbidden. The server has to refuse invalid
	 * selectors. */
	return r->config.classic && r->config.watch_list && r->selectors_parse &&
	       !*o->continue_token && (o->limit == 0 || strcmp(o->resource_version, "0") == 0);
}

void inf__reflector_list_stream_start(struct inf__reflector *r, int64_t now_ns,
				      const struct inf__list_options *o)
{
	struct inf__list_options stream = {
		.watch = true,
		.allow_bookmarks = true,
		.send_initial_events = true,
		.resource_version = o->resource_version,
		.continue_token = "",
	};

	inf__reflector_watch_list_clear(r);
	inf__reflector_call_start(r, now_ns, CALL_LIST_STREAM, &stream);
}

void inf__reflector_list_stream_failed(struct inf__reflector *r, int64_t now_ns)
{
	inf__reflector_call_close(r);
	inf__reflector_watch_list_clear(r);
	inf__reflector_list_plain_request(r, now_ns);
}

/* The end mark: makes the list from the blueprint and the collected items. */
static bool list_from_blueprint(struct inf__reflector *r, const struct inf__event *ev)
{
	AUTO_STRBUF scratch = STRBUF_INIT, body = STRBUF_INIT;
	struct inf__api_error e;
	json_t coded = inf__event_annotation(ev, LIST_BLUEPRINT, false);

	if (coded.len <= 2 || !base64_decode(&body, json_str(coded, &scratch), BASE64_STD, NULL))
		return false;
	inf__list_decoder_reset(&r->page);
	inf__list_decoder_feed(&r->page, body.ptr, body.len);
	if (!inf__list_decoder_finish(&r->page, &e))
		return false;
	inf__objects_clear(&r->page.objects);
	if (inf__objects_move(&r->page.objects, &r->sorted))
		return false;
	strbuf_clear(&r->page.resource_version);
	inf__event_resource_version(ev, &r->page.resource_version);
	return !r->page.resource_version.failed;
}

/* Returns false if List gives up the stream. */
static bool list_stream_add(struct inf__reflector *r, const struct inf__event *ev)
{
	struct inf_object *obj = inf__object_from_meta(&ev->meta, NULL);
	const char *last = "";

	if (!obj)
		return false;
	if (r->sorted.len)
		last = inf_object_key(r->sorted.items[r->sorted.len - 1]);
	/* Servers that do not sort have a bug, and List does not trust them. */
	if ((*last && strcmp(last, inf_object_key(obj)) > 0) ||
	    inf__objects_push(&r->sorted, obj)) {
		inf_object_unref(obj);
		return false;
	}
	return true;
}

void inf__reflector_list_stream_event(struct inf__reflector *r, int64_t now_ns,
				      const struct inf__event *ev)
{
	if (ev->typed || (ev->type != INF_EVENT_ADDED && ev->type != INF_EVENT_BOOKMARK)) {
		inf__reflector_list_stream_failed(r, now_ns);
	} else if (ev->type == INF_EVENT_ADDED) {
		if (!list_stream_add(r, ev))
			inf__reflector_list_stream_failed(r, now_ns);
	} else if (is_initial_events_end(r, ev)) {
		if (!list_from_blueprint(r, ev)) {
			inf__reflector_list_stream_failed(r, now_ns);
			return;
		}
		inf__reflector_call_close(r);
		inf__reflector_watch_list_clear(r);
		inf__reflector_list_page(r, now_ns);
	}
}
