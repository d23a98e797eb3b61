/* SPDX-License-Identifier: Apache-2.0 */
#include "fakeapi/rest/rest.h"
#include "fakeapi/watch/watch.h"

#include <inttypes.h>

#include "base/alloc.h"

enum { TIMEOUT_MIN_S = 1800, INITIAL_WAIT_S = 3, PIECE_MAX = 2048 };
enum { SCAN_TURN_NS = 2 * FAKEAPI_SCAN_STEP };

/* --- opening ------------------------------------------------------------------------------ */

static struct fakeapi__watch *watch_new(struct fakeapi__call *c)
{
	struct fakeapi__watch *w = base__calloc(1, sizeof(*w));
	struct str agent;

	if (!w)
		return NULL;
	w->core = c->core;
	w->x = c->x;
	w->bucket = c->bucket;
	w->res = c->res;
	w->stored = c->stored;
	w->form = c->form;
	w->uncached = c->stored->flags & FAKEAPI_RES_UNCACHED;
	w->in_steps = c->req->may_hand_over;
	w->bookmark_ns = TIME_NEVER;
	w->client = c->req->client;
	agent = fakeapi__request_header(c->req, "User-Agent");
	w->agent = agent.len ? base__strndup(agent.ptr, agent.len) : NULL;
	if (agent.len && !w->agent) {
		base__free(w);
		return NULL;
	}
	fakeapi__selection_init(&w->sel);
	w->next = w->bucket->watches;
	if (w->next)
		w->next->prev = w;
	w->bucket->watches = w;
	c->core->watch_count++;
	return w;
}

static void drop_initial(struct fakeapi__watch *w)
{
	fakeapi__scan_end(&w->scan);
	fakeapi__held_free(w->initial, &w->core->store);
	w->initial = NULL;
	w->initial_at = 0;
	w->scans = false;
}

void fakeapi__watch_free(struct fakeapi__watch *w)
{
	if (!w)
		return;
	if (w->prev)
		w->prev->next = w->next;
	else
		w->bucket->watches = w->next;
	if (w->next)
		w->next->prev = w->prev;
	fakeapi__watch_delist(w);
	w->core->watch_count--;
	fakeapi__piece_drop(w);
	fakeapi__watch_drop_rendering(w);
	drop_initial(w);
	fakeapi__selection_fini(&w->sel);
	base__free(w->agent);
	base__free(w);
}

struct fakeapi__watch *fakeapi__watch_silent(struct fakeapi__call *c)
{
	const struct fakeapi__route *r = &c->route;
	struct fakeapi__watch *w;

	c->res = fakeapi__registry_find(c->core->registry, r->group, r->version, r->resource);
	if (!c->res)
		return NULL;
	w = fakeapi__call_aim(c, c->res) == 0 ? watch_new(c) : NULL;
	if (w && (fakeapi__selection_set_place(&w->sel, r->ns, r->name) < 0 ||
		  fakeapi__watch_enlist(w) < 0)) {
		fakeapi__watch_free(w);
		return NULL;
	}
	return w;
}

/* Schedules the next step so that the scans of all watches use at most half of the time. */
static void wait_turn(struct fakeapi__watch *w)
{
	int64_t *free_ns = &w->core->scan_free_ns;

	w->scan_ns = *free_ns > w->core->now_ns ? *free_ns : w->core->now_ns;
	*free_ns = time_add(w->scan_ns, SCAN_TURN_NS);
}

/* Collects references to the states at `rv`: slow clients still get a consistent list. */
static int scan_initial(struct fakeapi__watch *w, size_t work)
{
	int rc = FAKEAPI_SCAN_MORE;

	while (rc == FAKEAPI_SCAN_MORE) {
		rc = fakeapi__scan_step(&w->scan, work);
		if (rc == FAKEAPI_SCAN_MORE && w->in_steps) {
			wait_turn(w);
			return 0;
		}
	}
	w->scans = false;
	if (rc != FAKEAPI_SCAN_DONE)
		return -1; /* out of memory, or a rewind removed the state */
	w->initial = w->scan.found;
	w->scan.found = NULL;
	fakeapi__scan_end(&w->scan);
	return 0;
}

static int take_initial(struct fakeapi__watch *w, uint64_t rv)
{
	w->scans = true;
	if (fakeapi__scan_begin(&w->scan, &w->core->store, w->bucket, &w->sel, rv, STR(""), 0) < 0)
		return -1;
	return scan_initial(w, FAKEAPI_SCAN_STEP / 10);
}

static int send_too_old(struct fakeapi__watch *w, struct fakeapi__call *c, uint64_t rv,
			uint64_t floor)
{
	if (w->uncached)
		(void)fakeapi__status_set(&c->st, 410, "Expired",
					  "The resourceVersion for the provided watch is too old.");
	else
		(void)fakeapi__status_set(&c->st, 410, "Expired",
					  "too old resource version: %" PRIu64 " (%" PRIu64 ")", rv,
					  floor);
	return c->core->gone_by_status ? -1 : fakeapi__watch_show_error(w, &c->st);
}

/* Starts with the logged events newer than `rv`. */
static int start_at(struct fakeapi__watch *w, struct fakeapi__call *c, uint64_t rv)
{
	const struct fakeapi__bucket *b = w->bucket;
	uint64_t floor = w->uncached ? c->core->store.etcd_floor : b->cache_floor;

	if (floor < b->forgotten_rv)
		floor = b->forgotten_rv;
	if (!w->uncached && floor < c->core->backends[c->x->backend].cache_floor)
		floor = c->core->backends[c->x->backend].cache_floor;
	if (rv < floor)
		return send_too_old(w, c, rv, floor);
	w->from_rv = rv;
	w->start_rv = rv > c->visible_rv ? rv : c->visible_rv;
	w->seq = fakeapi__bucket_seq_after(b, rv);
	return 0;
}

static int start_with_state(struct fakeapi__watch *w, uint64_t rv)
{
	w->start_rv = w->seen_rv = rv;
	w->seq = fakeapi__bucket_seq_after(w->bucket, rv);
	return take_initial(w, rv);
}

static int64_t timeout_ns(struct fakeapi__call *c)
{
	uint32_t min_s = c->core->opt.min_request_timeout_s;
	int64_t s = 0;
	bool given;

	min_s = min_s ? min_s : TIMEOUT_MIN_S;
	if (fakeapi__query_int(c, "timeoutSeconds", &s, &given) < 0)
		s = 0;
	if (s < 0)
		return 0;
	if (s == 0)
		return ((int64_t)min_s + fakeapi__core_random(c->core, min_s)) * NS_PER_S;
	return s > INT64_MAX / NS_PER_S ? TIME_NEVER : s * NS_PER_S;
}

/* Chooses the start by resourceVersion and sendInitialEvents. */
static int choose_start(struct fakeapi__watch *w, struct fakeapi__call *c, struct str text,
			uint64_t rv)
{
	bool given, sie = fakeapi__route_bool(&c->route, "sendInitialEvents", &given);
	/* The feature treats a watch from "" or "0" as one with sendInitialEvents. */
	bool legacy = !given && !rv && text.len <= 1;
	struct fakeapi__fault *fault = sie ? fakeapi__fault_watch_list(c) : NULL;

	if (c->error_event)
		return fakeapi__watch_show_error(w, &c->st);
	if (fault && strcmp(fault->mode, "refuse") == 0)
		return fakeapi__status_set(&c->st, fault->status ? fault->status : 422, "Invalid",
					   "ListOptions.meta.k8s.io \"\" is invalid: "
					   "sendInitialEvents: Forbidden: sendInitialEvents is "
					   "forbidden for watch unless the WatchList feature gate "
					   "is enabled");
	if (fault && strcmp(fault->mode, "hang") == 0) {
		c->x->stalled = true;
		return 0;
	}
	if (fault && strcmp(fault->mode, "ignore") == 0)
		sie = given = false;
	if (legacy && fakeapi__changed(c->res->features, FAKEAPI_CHANGE_WATCH_LISTS))
		w->initial_end = w->bookmarks;
	if (given && !sie) /* explicit false: no initial events, start at rv or now */
		return start_at(w, c, text.len && rv ? rv : c->visible_rv);
	if (sie) {
		w->initial_end = w->bookmarks;
		if (rv > c->visible_rv) {
			w->wait_rv = rv;
			w->wait_until_ns = time_add(c->now_ns, INITIAL_WAIT_S * NS_PER_S);
			return 0;
		}
		return start_with_state(w, c->visible_rv);
	}
	return rv ? start_at(w, c, rv) : start_with_state(w, c->visible_rv);
}

static int check_request(struct fakeapi__call *c, struct fakeapi__selection *sel)
{
	struct str version = fakeapi__route_param(&c->route, "resourceVersion", NULL);
	bool watched = fakeapi__listed(c->res->verbs, "watch");
	uint64_t rv;

	/* The list form is negotiated as for a list; the form of events once the watch has
	 * started. */
	if (fakeapi__read_list_request(c, true, sel) < 0 || fakeapi__select_fields(c, sel) < 0)
		return -1;
	if (watched && version.len && fakeapi__parse_rv(version, &rv) < 0)
		return fakeapi__bad_rv(c, 500, NULL, "", version);
	if (fakeapi__negotiate_call(c, true) < 0)
		return -1;
	if (watched)
		return 0;
	(void)fakeapi__status_set(&c->st, 405, "MethodNotAllowed",
				  "watch is not supported on resources of kind \"%s\"",
				  c->res->resource);
	fakeapi__status_details(&c->st, "", c->res->group, c->res->resource, "");
	return -1;
}

int fakeapi__verb_watch(struct fakeapi__call *c)
{
	struct str text = fakeapi__route_param(&c->route, "resourceVersion", NULL);
	struct fakeapi__watch *w;
	uint64_t rv = 0;
	int rc;

	w = watch_new(c);
	if (!w)
		return -1;
	if (check_request(c, &w->sel) < 0) {
		fakeapi__watch_free(w);
		return -1;
	}
	w->form = c->form;
	w->bookmarks = fakeapi__route_bool(&c->route, "allowWatchBookmarks", NULL);
	w->broken = c->form.kind == FAKEAPI_FORM_PARTIAL && c->form.list;
	w->deadline_ns = time_add(c->now_ns, timeout_ns(c));
	rc = text.len && fakeapi__parse_rv(text, &rv) < 0 ? fakeapi__bad_rv(c, 500, NULL, "", text)
							  : 0;
	if (rc == 0)
		rc = choose_start(w, c, text, rv);
	if (rc == 0)
		rc = fakeapi__watch_enlist(w);
	if (rc < 0) {
		fakeapi__watch_free(w);
		return -1;
	}
	if (w->bookmarks)
		w->bookmark_ns = fakeapi__bookmark_next(w, c->now_ns);
	c->x->watch = w;
	fakeapi__answer_watch_head(c);
	return 0;
}

/* --- events ------------------------------------------------------------------------------ */

static bool sent_all(struct fakeapi__watch *w, uint64_t visible, struct fakeapi__event **out)
{
	const struct fakeapi__bucket *b = w->bucket;

	while (!w->idle && w->seq < b->next_seq) {
		struct fakeapi__event *ev;

		if (w->seq < b->first_seq) {
			w->lagged =
			    true; /* compacted before a slow client read it: end the watch */
			return true;
		}
		ev = fakeapi__bucket_event(b, w->seq);
		if (ev->rv > visible)
			return true;
		w->seq++;
		w->seen_rv = ev->rv;
		if (!ev->hidden && ev->rv > w->from_rv &&
		    fakeapi__selection_has_key(&w->sel, ev->entry)) {
			*out = ev;
			return false;
		}
	}
	w->idle = true;
	return true;
}

/* Starts the initial list of a watch at an rv that did not exist at the request. */
static int wait_over(struct fakeapi__watch *w, int64_t now_ns, uint64_t visible)
{
	struct fakeapi__status st;

	if (visible >= w->wait_rv) {
		w->wait_rv = 0;
		return start_with_state(w, visible);
	}
	if (now_ns < w->wait_until_ns)
		return 1;
	fakeapi__status_init(&st);
	(void)fakeapi__status_set(&st, 504, "Timeout",
				  "Timeout: Too large resource version: %" PRIu64
				  ", current: %" PRIu64,
				  w->wait_rv, visible);
	fakeapi__status_cause(&st, "ResourceVersionTooLarge", "Too large resource version", NULL);
	if (st.doc)
		(void)cJSON_AddNumberToObject(cJSON_GetObjectItemCaseSensitive(st.doc, "details"),
					      "retryAfterSeconds", 1);
	w->wait_rv = 0;
	if (fakeapi__watch_show_error(w, &st) < 0)
		w->ending = true;
	fakeapi__status_fini(&st);
	return 0;
}

static int next_initial(struct fakeapi__watch *w)
{
	int rc;

	w->shows = true;
	rc = fakeapi__watch_show(w, FAKEAPI_ADDED, w->initial->items[w->initial_at]);
	if (rc == FAKEAPI_WATCH_PENDING)
		return 1;
	fakeapi__held_drop(w->initial, w->initial_at++, &w->core->store);
	if (w->initial_at == w->initial->count)
		drop_initial(w);
	return rc;
}

/* Sends a requested bookmark, even if no event happened since the last one. */
static int show_bookmark_now(struct fakeapi__watch *w, uint64_t visible)
{
	bool initial = w->bookmark_now == FAKEAPI_BOOKMARK_INITIAL;

	w->bookmark_now = 0;
	return fakeapi__watch_show_bookmark(w, visible > w->from_rv ? visible : w->from_rv,
					    initial);
}

static bool bookmark_due(struct fakeapi__watch *w, int64_t now_ns, uint64_t visible)
{
	if (w->bookmark_ns > now_ns)
		return false;
	w->bookmark_ns = fakeapi__bookmark_next(w, now_ns);
	return visible > w->start_rv && strcmp(fakeapi__fault_bookmarks(w->core, w), "off") != 0;
}

/* Puts the next event into w->now. 1: no event now; 0; -1: the watch must end. */
static int next_event(struct fakeapi__watch *w, int64_t now_ns)
{
	uint64_t visible = fakeapi__core_visible(w->core, w->x->backend);
	struct fakeapi__event *ev;
	const char *fault = "";
	int rc;

	w->shows = false;
	visible = fakeapi__fault_watch_rv(w->core, w, visible);
	if (w->closing && visible > w->closing_rv)
		visible = w->closing_rv;
	if (w->closing && w->wait_rv)
		return -1;
	if (w->wait_rv) {
		rc = wait_over(w, now_ns, visible);
		if (rc != 0 || w->now.prefix)
			return rc;
	}
	if (w->scans && now_ns >= w->scan_ns && scan_initial(w, FAKEAPI_SCAN_STEP) < 0)
		return -1;
	if (w->scans)
		return 1;
	if (w->initial_end)
		fault = fakeapi__fault_bookmarks(w->core, w);
	if (w->initial && strcmp(fault, "early") != 0)
		return next_initial(w);
	if (w->initial_end) {
		w->initial_end = false;
		if (strcmp(fault, "off") != 0)
			return fakeapi__watch_show_bookmark(w, w->start_rv,
							    strcmp(fault, "unannotated") != 0);
	}
	if (w->initial)
		return next_initial(w);
	while (!sent_all(w, visible, &ev)) {
		w->shows = true;
		rc = fakeapi__watch_show_event(w, ev);
		if (rc == FAKEAPI_WATCH_PENDING) {
			w->seq--;
			w->seen_rv = ev->rv - 1;
		}
		if (rc != 1)
			return rc > 0 ? 1 : rc;
	}
	if (w->lagged || w->closing)
		return -1;
	if (w->bookmark_now)
		return show_bookmark_now(w, visible);
	if (bookmark_due(w, now_ns, visible))
		return fakeapi__watch_show_bookmark(w, visible, false);
	return 1;
}

ptrdiff_t fakeapi__watch_pull(struct fakeapi__watch *w, int64_t now_ns, char *buf, size_t cap)
{
	size_t done = 0;

	/* The size of net/http's buffer: the real server sends bursts in pieces of this size. */
	if (cap > PIECE_MAX)
		cap = PIECE_MAX;
	while (done < cap) {
		int rc;

		if (w->now.prefix) {
			done += fakeapi__piece_copy(w, buf + done, cap - done);
			if (w->shows)
				w->x->shown_ns = now_ns;
			continue;
		}
		if (w->ending || now_ns >= w->deadline_ns)
			return done ? (ptrdiff_t)done : FAKEAPI_PULL_END;
		rc = next_event(w, now_ns);
		if (rc < 0 || (w->broken && w->now.prefix)) {
			fakeapi__piece_drop(w);
			w->ending = true;
		} else if (rc > 0) {
			return done ? (ptrdiff_t)done : FAKEAPI_PULL_WAIT;
		}
	}
	return (ptrdiff_t)done;
}

int64_t fakeapi__watch_deadline(const struct fakeapi__watch *w)
{
	int64_t at = w->deadline_ns < w->bookmark_ns ? w->deadline_ns : w->bookmark_ns;
	int64_t lag =
	    w->core->backends[w->x->backend < w->core->backend_count ? w->x->backend : 0].lag_ns;

	if (w->scans)
		return w->scan_ns < at ? w->scan_ns : at;
	if (fakeapi__watch_rendering_deadline(w) < at)
		at = fakeapi__watch_rendering_deadline(w);
	if (w->wait_rv && w->wait_until_ns < at)
		at = w->wait_until_ns;
	if (lag && !w->idle && w->seq < w->bucket->next_seq && w->seq >= w->bucket->first_seq) {
		int64_t seen = time_add(fakeapi__bucket_event(w->bucket, w->seq)->at_ns, lag);

		if (seen < at)
			at = seen;
	}
	return at;
}
