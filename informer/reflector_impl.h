/* SPDX-License-Identifier: Apache-2.0 */
/* reflector_impl.h - shared by the reflector's files.
 *
 *   reflector.c            rounds, backoff, resync, stop, effects: Reflector.Run, ListAndWatch
 *   reflector_call.c       one request with the HTTP client's retries: rest.Request
 *   reflector_list.c       Reflector.list
 *   reflector_watch.c      Reflector.watch, handleAnyWatch
 *   reflector_watchlist.c  Reflector.watchList; the 0.32 dynamic client's list that streams
 *
 * List, watch, retry:
 *
 *   phase               ended by                                      next
 *   IDLE                start                                         WATCH_LIST if gated, or LIST
 *   LIST                the last page                                 WATCH
 *                       rv expired or too large, the first time       LIST, at ""
 *                       anything else                                 BACKOFF
 *   WATCH_LIST          the bookmark "initial-events-end"             WATCH, on the same stream
 *                       the stream's end                              WATCH_LIST
 *                       no connection, 429                            WATCH_LIST_BACKOFF
 *                       rv expired or too large                       WATCH_LIST, at ""
 *                       anything else, an end within a second         LIST
 *   WATCH               the stream's end                              WATCH
 *                       no connection, 429 (as status or event)       WATCH_BACKOFF
 *                       ERROR InternalError, as long as
 *                         internal_retry allows it                    WATCH
 *                       anything else, an end within a second         BACKOFF
 *   WATCH_BACKOFF       time                                          WATCH
 *   WATCH_LIST_BACKOFF  time                                          WATCH_LIST
 *   BACKOFF             time                                          as IDLE
 *   any                 stop (0.32: when the current request ends)    STOPPED
 *                       out of memory, a failed resync                BACKOFF
 *
 * A list is sent at the last rv, at "0" if there is none, at "" if the server refused the rv
 * (relist_rv). A watch is sent at the rv of the list, of the last event or of the last bookmark.
 * "An end within a second" means one without any event (VeryShortWatchError).
 *
 * At most one call is open. Below it the HTTP client retries (retry.h), invisible to the phases:
 * ASKED -> Retry-After: DRAIN -> WAIT -> ASKED, at most ten times. A call ends in exactly one
 * function, chosen by its purpose, which may start the next call at once:
 *
 *   purpose       answered            refused               stream broken        stream ended
 *   LIST          list_page           list_error            -                    -
 *   LIST_STREAM   list_page           list_stream_failed    list_stream_failed   list_stream_failed
 *   WATCH         (watch_event ...)   watch_refused         watch_failed         watch_ended
 *   WATCH_LIST    (.._list_event ...) watch_list_refused    watch_list_refused   watch_list_ended
 */
#ifndef INFORMER_REFLECTOR_IMPL_H
#define INFORMER_REFLECTOR_IMPL_H

#include "base/clock.h"
#include "base/map.h"
#include "informer/backoff.h"
#include "informer/decoder.h"
#include "informer/framer.h"
#include "informer/pager.h"
#include "informer/reflector.h"
#include "informer/redirect.h"
#include "informer/retry.h"

enum reflector_phase {
	PHASE_IDLE,
	PHASE_LIST,
	PHASE_WATCH,	     /* the request was sent, or the stream is open */
	PHASE_WATCH_BACKOFF, /* then the watch again */
	PHASE_WATCH_LIST,
	PHASE_WATCH_LIST_BACKOFF, /* cannot be interrupted */
	PHASE_BACKOFF,		  /* then the next round */
	PHASE_STOPPED,
};

/* The purpose of a call, which decides how to continue. */
enum call_purpose {
	CALL_LIST,	  /* a page */
	CALL_LIST_STREAM, /* 0.32 with WatchListClient: the dynamic client's List */
	CALL_WATCH,
	CALL_WATCH_LIST,
};

enum call_state {
	CALL_NONE,
	CALL_ASKED, /* no status line yet */
	CALL_BODY,  /* body of a list or an error, read to its end */
	CALL_DRAIN, /* the response to a request that is retried or redirected */
	CALL_WAIT,  /* retries at retry_at_ns */
	CALL_STREAM,
};

struct call {
	enum call_state state;
	enum call_purpose purpose;
	uint32_t id;
	struct inf__query query;
	struct inf__retry retry;
	int64_t retry_at_ns, retry_wait_ns;
	int status;
	enum inf__media media;
	char content_type[128];
	struct inf__redirect redirect;
	bool redirected;    /* the next request goes to its target */
	struct strbuf body; /* body of an error */
	size_t body_len;
};

enum { CLOSE_MAX = 16, ORPHAN_MAX = 8 };

/* Room for the bytes around an object in a watch event. */
enum { EVENT_AROUND = 256 };

struct inf__reflector {
	struct inf__reflector_config config; /* strings are owned copies */
	char *strings[8];
	struct inf__queue *queue;
	struct strbuf path, api_version;

	enum reflector_phase phase;
	bool stop_requested, stopped;
	struct inf__backoff backoff;
	int64_t backoff_at_ns, resync_at_ns;
	int64_t phase_since_ns;
	struct inf__progress progress; /* as last published */
	uint64_t failures;	       /* failed requests since a watch was open */
	char failure[160];

	/* lastSyncResourceVersion and related state. */
	struct strbuf rv;
	bool rv_unavailable;
	bool paginated; /* the list at "0" had several pages */

	bool selectors_parse;
	struct call call;
	uint32_t next_id;
	bool open_pending;
	uint32_t closes[CLOSE_MAX];
	size_t close_count;
	/* Streams that client-go abandons: neither read to their end nor closed. */
	struct {
		uint32_t id;
		bool unread; /* no byte of its body is read */
	} orphans[ORPHAN_MAX];
	size_t orphan_count;

	/* The current list. */
	struct inf__pager pager;
	struct inf__list_decoder page;
	int64_t list_limit;
	bool list_at_zero, list_again;

	/* The current stream. */
	struct inf__framer framer;
	size_t objects;	 /* number of objects in the cache after the events so far */
	size_t streamed; /* initial events of the stream that replaces a list */
	struct strbuf event_rv;
	int64_t stream_start_ns;
	size_t event_count;
	bool rv_from_start, besides_added;
	struct inf__retry_deadline internal_retry;

	/* The current streaming list: watch-list's temporary store, or List's items. */
	struct map initial;
	struct inf__objects sorted;
	struct strbuf initial_rv;
};

/* reflector.c */
void inf__reflector_trace(const struct inf__reflector *r, int64_t now_ns, enum trace_kind kind,
			  int64_t n, const char *text);
void inf__reflector_phase(struct inf__reflector *r, int64_t now_ns, enum reflector_phase phase);
void inf__reflector_report(struct inf__reflector *r, int64_t now_ns,
			   const struct inf__api_error *e);
/* Keeps a failure for the progress. */
void inf__reflector_failed(struct inf__reflector *r, const struct inf__api_error *e);
/* Sets r->rv. Returns false if out of memory; r->rv is then unchanged. */
bool inf__reflector_set_rv(struct inf__reflector *r, int64_t now_ns, struct str rv);
int64_t inf__reflector_delay(struct inf__reflector *r, int64_t now_ns);
static inline bool inf__reflector_lacks(const struct inf__reflector *r, enum inf__fix fix)
{
	return inf__lacks(r->config.without, fix);
}
/* Whether the server cannot list at this resourceVersion: expired, or not reached yet. */
bool inf__reflector_rv_is_refused(const struct inf__reflector *r, const struct inf__api_error *e);
/* Ends the round: closes the request, waits, starts again. */
void inf__reflector_round_end(struct inf__reflector *r, int64_t now_ns);
/* Run has returned. */
void inf__reflector_end(struct inf__reflector *r, int64_t now_ns);
void inf__reflector_close_id(struct inf__reflector *r, uint32_t id);
int64_t inf__reflector_timeout_seconds(struct inf__reflector *r);

/* reflector_call.c */
void inf__reflector_call_start(struct inf__reflector *r, int64_t now_ns, enum call_purpose purpose,
			       const struct inf__list_options *options);
void inf__reflector_call_close(struct inf__reflector *r); /* unless the response has ended */
/* Abandons the request without closing it; `unread`: before the first byte of its body. */
void inf__reflector_call_abandon(struct inf__reflector *r, bool unread);
void inf__reflector_call_on_time(struct inf__reflector *r, int64_t now_ns);
static inline bool inf__reflector_call_is_open(const struct call *c)
{
	return c->state == CALL_ASKED || c->state == CALL_BODY || c->state == CALL_DRAIN ||
	       c->state == CALL_STREAM;
}

/* reflector_list.c */
void inf__reflector_list_start(struct inf__reflector *r, int64_t now_ns);
void inf__reflector_list_page(struct inf__reflector *r, int64_t now_ns); /* r->page is complete */
void inf__reflector_list_error(struct inf__reflector *r, int64_t now_ns,
			       const struct inf__api_error *e);
void inf__reflector_list_plain_request(struct inf__reflector *r, int64_t now_ns);

/* reflector_watch.c */
void inf__reflector_watch_begin(struct inf__reflector *r, int64_t now_ns); /* after a list */
void inf__reflector_watch_begin_on_stream(struct inf__reflector *r,
					  int64_t now_ns); /* after a watch-list */
void inf__reflector_watch_again(struct inf__reflector *r, int64_t now_ns);
void inf__reflector_watch_refused(struct inf__reflector *r, int64_t now_ns,
				  const struct inf__api_error *e);
void inf__reflector_watch_event(struct inf__reflector *r, int64_t now_ns,
				const struct inf__event *ev);
void inf__reflector_watch_failed(struct inf__reflector *r, int64_t now_ns,
				 const struct inf__api_error *e);
void inf__reflector_watch_ended(struct inf__reflector *r, int64_t now_ns);
/* The reason to skip the event, or NULL. */
const char *inf__reflector_skip_reason(const struct inf__reflector *r, const struct inf__event *ev);
/* Whether the stream lasted less than a second and had no events. */
bool inf__reflector_stream_was_very_short(const struct inf__reflector *r, int64_t now_ns);
void inf__reflector_stream_reset(struct inf__reflector *r);

/* reflector_watchlist.c */
void inf__reflector_watch_list_start(struct inf__reflector *r, int64_t now_ns);
void inf__reflector_watch_list_refused(struct inf__reflector *r, int64_t now_ns,
				       const struct inf__api_error *e);
void inf__reflector_watch_list_event(struct inf__reflector *r, int64_t now_ns,
				     const struct inf__event *ev);
void inf__reflector_watch_list_ended(struct inf__reflector *r, int64_t now_ns);
void inf__reflector_watch_list_clear(struct inf__reflector *r);
bool inf__reflector_list_stream_applies(const struct inf__reflector *r,
					const struct inf__list_options *o);
void inf__reflector_list_stream_start(struct inf__reflector *r, int64_t now_ns,
				      const struct inf__list_options *o);
void inf__reflector_list_stream_event(struct inf__reflector *r, int64_t now_ns,
				      const struct inf__event *ev);
void inf__reflector_list_stream_failed(struct inf__reflector *r, int64_t now_ns);

/* Fills in the error of an object beyond max_object_bytes, or of too many objects. True. */
bool inf__too_large(const struct inf__reflector *r, struct inf__api_error *e);
bool inf__too_many(const struct inf__reflector *r, struct inf__api_error *e);
/* Ends a watch whose response has ended. */
void inf__stream_ended(struct inf__reflector *r, int64_t now_ns);
/* Decodes bytes of the response; a complete frame is an event. */
void inf__stream_bytes(struct inf__reflector *r, int64_t now_ns, const char *bytes, size_t len);
/* For INF_FIX_WHOLE_CHARACTERS: decodes each chunk separately. */
void inf__stream_cut_characters(struct inf__reflector *r, int64_t now_ns, const char *bytes,
				size_t len);
void inf__stream_end(struct inf__reflector *r, int64_t now_ns, enum inf__end how);
/* In the classic generation a stop takes effect at this moment. */
bool inf__stopped_meanwhile(struct inf__reflector *r, int64_t now_ns);
/* Begins to decode a watch's response. */
void inf__stream_open(struct inf__reflector *r, int64_t now_ns, const char *content_type);
/* Ends a failed call. */
void inf__call_fail(struct inf__reflector *r, int64_t now_ns, struct inf__api_error *e);

#endif
