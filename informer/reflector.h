/* SPDX-License-Identifier: Apache-2.0 */
/* reflector.h - client-go's Reflector as a state machine: which request comes next, not how it is
 * sent.
 *
 * Inputs: bytes, ends, time, all with now_ns. Outputs: effects, polled; and calls into the queue.
 * Below the states of ListAndWatch sits the HTTP client's own retry layer (rest/with_retry.go):
 * Retry-After, connection errors. One owner thread at a time (the I/O thread, or the simulator).
 * Source: tools/cache/reflector.go, tools/pager, rest/request.go of client-go 0.37 (profile
 * classic: 0.32).
 */
#ifndef INFORMER_REFLECTOR_H
#define INFORMER_REFLECTOR_H

#include "base/choice.h"
#include "base/str.h"
#include "base/trace.h"
#include "informer/fixes.h"
#include "informer/queue.h"

struct inf__reflector;

struct inf__reflector_config {
	const char *name; /* for trace events and errors */
	const char *group, *version, *resource;
	const char *kind;	/* "": the reflector was given no example object: no type check */
	const char *namespace_; /* "": all, or cluster-scoped */
	const char *label_selector, *field_selector; /* "" : none */
	bool classic;				     /* client-go 0.32: see classic/DIFFERENCES */
	bool watch_list;			     /* WatchListClient */
	int64_t page_size;			     /* WatchListPageSize, 0: default rules */
	size_t max_object_bytes, max_objects;	     /* 0: any, as client-go */
	int64_t resync_ns;			     /* the check period; 0: none */
	int64_t min_watch_timeout_ns, max_watch_timeout_ns; /* 0: 5 and 10 minutes */
	int64_t max_internal_error_retry_ns; /* MaxInternalErrorRetryDuration; 0: off */
	struct choice *choice;		     /* jitter and timeoutSeconds */
	inf__without without;
	struct trace_sink sink;

	/* Hooks; user is passed to all. Called on the owner thread; they must not call back. */
	bool (*should_resync)(void *user, int64_t now_ns); /* NULL: always */
	void (*watch_error)(void *user, const struct inf_watch_error *error);
	/* lastSyncResourceVersion moved. */
	void (*resource_version)(void *user, const char *rv);
	/* Once: client-go's Reflector.Run has returned. May be well after the stop, see there. */
	void (*stopped)(void *user);
	void *user;
};

/* How an answer ended, as the driver saw it. */
enum inf__end {
	INF_END_CLEAN,		/* complete: all of Content-Length, or the last chunk */
	INF_END_EOF,		/* the connection closed before any byte of the answer */
	INF_END_UNEXPECTED_EOF, /* it closed in mid-answer */
	INF_END_RESET,		/* RST, before or in the answer */
	INF_END_REFUSED,
	INF_END_TIMED_OUT,
	INF_END_LOST,	      /* HTTP/2: its server does not answer a ping */
	INF_END_STREAM_ERROR, /* HTTP/2: the server reset this stream and no other */
	INF_END_OTHER,
};

enum inf__effect_kind { INF_EFFECT_OPEN, INF_EFFECT_CLOSE };

struct inf__query_param {
	const char *name;
	const char *value; /* not encoded */
};

struct inf__effect {
	enum inf__effect_kind kind;
	uint32_t request_id; /* from 1, never reused */
	/* OPEN only; borrowed until the next call into the reflector. Params are sorted by name. */
	const char *method;
	const char *path; /* "/api/v1/pods" */
	const struct inf__query_param *query;
	size_t query_count;
	/* What a client that writes adds, NULL or empty: a query that is encoded already, and a
	 * body with its type. */
	const char *raw_query;
	const char *content_type;
	struct str body;
	/* After a redirect, instead of path and query: an http or https URL, or a path and query
	 * where inf__head.url was one. NULL: none. */
	const char *target;
	bool foreign; /* another server than that of the first request: no credentials go there */
	const char *accept;
	bool watch;
};

/* queue is borrowed and must outlive the reflector. */
struct inf__reflector *inf__reflector_new(const struct inf__reflector_config *config,
					  struct inf__queue *queue, struct relist_err *err);
void inf__reflector_free(struct inf__reflector *r);

void inf__reflector_start(struct inf__reflector *r, int64_t now_ns);
/* Cancels what runs: CLOSE effects follow, and with a watch request unanswered a call of
 * watch_error (context canceled). Two things outlive the stop, as in client-go, so keep feeding
 * events until inf__reflector_stopped(): a watch-list's backoff, which cannot be interrupted; and
 * with `classic` requests without a response, which 0.32 does not cancel - a list may even request
 * further pages after the reflector counts as stopped. inf__reflector_free() is fine at any
 * time.
 */
void inf__reflector_stop(struct inf__reflector *r, int64_t now_ns);
bool inf__reflector_stopped(const struct inf__reflector *r);
/* For drivers that do not wait for what outlives the stop: it counts as stopped from now on and
 * does nothing more. Effects are not to be polled any more. */
void inf__reflector_abandon(struct inf__reflector *r, int64_t now_ns);

/* Whether client-go keeps this answer's body open without reading it: over HTTP/1.1 its connection
 * serves no other request. */
bool inf__reflector_never_reads(const struct inf__reflector *r, uint32_t request_id);

/* What of an answer's head matters: header values without white space around, NULL: not there. */
struct inf__head {
	int status;
	const char *content_type, *retry_after, *location;
	const char *warnings; /* the values of all Warning headers, a line break between two */
	const char *url; /* the request's target, from its scheme on or, in a network of one host,
			    its path */
};

void inf__reflector_on_head(struct inf__reflector *r, int64_t now_ns, uint32_t request_id,
			    const struct inf__head *head);
void inf__reflector_on_bytes(struct inf__reflector *r, int64_t now_ns, uint32_t request_id,
			     const void *bytes, size_t len);
void inf__reflector_on_end(struct inf__reflector *r, int64_t now_ns, uint32_t request_id,
			   enum inf__end how);
void inf__reflector_on_time(struct inf__reflector *r, int64_t now_ns);

bool inf__reflector_poll(struct inf__reflector *r, struct inf__effect *out);
int64_t inf__reflector_deadline_ns(const struct inf__reflector *r); /* TIME_NEVER: none */

/* For tests. */
const char *inf__reflector_resource_version(const struct inf__reflector *r);
const char *inf__reflector_state(const struct inf__reflector *r); /* for tests: in words */

#endif
