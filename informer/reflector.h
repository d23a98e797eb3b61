/* SPDX-License-Identifier: Apache-2.0 */
/* reflector.h - client-go's Reflector as a state machine: it decides on the next request but does
 * not send it.
 *
 * Inputs: bytes, ends, time, all with now_ns. Outputs: effects, which are polled, and calls into
 * the queue. Below the states of ListAndWatch there is the HTTP client's retry layer
 * (rest/with_retry.go): Retry-After, connection errors. One owner thread at a time (the I/O thread,
 * or the simulator). Source: tools/cache/reflector.go, tools/pager, rest/request.go of client-go
 * 0.37 (profile classic: 0.32). */
#ifndef INFORMER_REFLECTOR_H
#define INFORMER_REFLECTOR_H

#include "base/choice.h"
#include "base/str.h"
#include "base/trace.h"
#include "informer/fixes.h"
#include "informer/progress.h"
#include "informer/queue.h"

struct inf__reflector;

struct inf__reflector_config {
	const char *name; /* for trace events and errors */
	const char *group, *version, *resource;
	const char *kind;	/* "": there is no example object, so no type check */
	const char *namespace_; /* "": all, or cluster-scoped */
	const char *label_selector, *field_selector; /* "" : none */
	bool classic;				     /* client-go 0.32: see classic/DIFFERENCES */
	bool watch_list;			     /* WatchListClient */
	int64_t page_size;			     /* WatchListPageSize, 0: default rules */
	size_t max_object_bytes, max_objects;	     /* 0: no limit, as in client-go */
	int64_t resync_ns;			     /* the check period; 0: none */
	int64_t min_watch_timeout_ns, max_watch_timeout_ns; /* 0: 5 and 10 minutes */
	int64_t max_internal_error_retry_ns; /* MaxInternalErrorRetryDuration; 0: off */
	struct choice *choice;		     /* source of jitter and timeoutSeconds */
	inf__without without;
	struct trace_sink sink;

	/* Hooks; all get `user`. Called on the owner thread; they must not call back. */
	bool (*should_resync)(void *user, int64_t now_ns); /* NULL: always */
	void (*watch_error)(void *user, const struct inf_watch_error *error);
	/* lastSyncResourceVersion has changed. */
	void (*resource_version)(void *user, const char *rv);
	/* It does something else than at the last call. NULL: none. */
	void (*progress)(void *user, const struct inf__progress *progress);
	/* Called once, when client-go's Reflector.Run returns: perhaps long after the stop, see
	 * there. */
	void (*stopped)(void *user);
	void *user;
};

/* How a response ended, as the driver saw it. */
enum inf__end {
	INF_END_CLEAN,		/* complete: Content-Length bytes, or the last chunk */
	INF_END_EOF,		/* the connection closed before any byte of the response */
	INF_END_UNEXPECTED_EOF, /* it closed inside the response */
	INF_END_RESET,		/* RST, before or inside the response */
	INF_END_REFUSED,
	INF_END_TIMED_OUT,
	INF_END_LOST,	      /* HTTP/2: the server does not respond to a ping */
	INF_END_STREAM_ERROR, /* HTTP/2: the server reset only this stream */
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
	/* Only for a writing client, else NULL or empty: an encoded query; a body with its type. */
	const char *raw_query;
	const char *content_type;
	struct str body;
	/* After a redirect, replaces path and query: an http or https URL, or a path and query if
	 * inf__head.url was one. NULL: none. */
	const char *target;
	bool foreign; /* another server than the first request's: send no credentials */
	const char *accept;
	bool watch;
};

/* queue is borrowed and must outlive the reflector. */
struct inf__reflector *inf__reflector_new(const struct inf__reflector_config *config,
					  struct inf__queue *queue, struct relist_err *err);
void inf__reflector_free(struct inf__reflector *r);

void inf__reflector_start(struct inf__reflector *r, int64_t now_ns);
/* Cancels the current request: CLOSE effects follow, and for a watch without a response a call of
 * watch_error (context canceled). As in client-go two things outlive the stop, so keep feeding
 * events until inf__reflector_stopped(). First, a watch-list's backoff cannot be interrupted.
 * Second, with `classic` requests without a response are not cancelled in 0.32: a list may even
 * request further pages after the reflector counts as stopped. inf__reflector_free() is allowed at
 * any time. */
void inf__reflector_stop(struct inf__reflector *r, int64_t now_ns);
bool inf__reflector_stopped(const struct inf__reflector *r);
/* For drivers that do not wait for the rest after a stop: the reflector counts as stopped at once
 * and does nothing more. Do not poll effects any more. */
void inf__reflector_abandon(struct inf__reflector *r, int64_t now_ns);

/* Whether client-go keeps this response's body open without reading it: over HTTP/1.1 its
 * connection then serves no other request. */
bool inf__reflector_never_reads(const struct inf__reflector *r, uint32_t request_id);

/* The relevant parts of a response's head: trimmed header values, NULL if absent. */
struct inf__head {
	int status;
	const char *content_type, *retry_after, *location;
	const char *warnings; /* the values of all Warning headers, separated by line breaks */
	const char *url;      /* the request's URL, or, in a network of one host, its path */
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
const char *inf__reflector_state(const struct inf__reflector *r); /* for tests: its name */

#endif
