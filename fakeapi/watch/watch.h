/* SPDX-License-Identifier: Apache-2.0 */
/* watch.h - one open watch: a cursor into the event log of its bucket, and a filter.
 *
 *   initial    states to send as ADDED first (RV unset or 0, sendInitialEvents), shared
 *   scan       finds these states, one step per pull
 *   seq        the next event to examine
 *   now_*      the event being copied out: head, object, tail; the object's bytes are shared
 *
 * Who may call: server/ opens, pulls and ends watches, control/ disturbs them. Threads: any, under
 * the core's lock.
 */
#ifndef FAKEAPI_WATCH_H
#define FAKEAPI_WATCH_H

#include "fakeapi/context.h"
#include "fakeapi/storage/scan.h"

/* The event that pull() copies from: prefix + bytes + suffix; as protobuf: frame + bytes. */
struct fakeapi__piece {
	const char *prefix; /* static; NULL: nothing to copy */
	uint8_t frame_len;  /* > 0: protobuf */
	char frame[32];
	struct fakeapi__version *version; /* one of version, line */
	struct fakeapi__line *line;
	size_t at;
};

enum { FAKEAPI_BOOKMARK_PLAIN = 1, FAKEAPI_BOOKMARK_INITIAL };

struct fakeapi__watch {
	struct fakeapi__watch *prev, *next; /* the bucket's watches */
	/* Links of the scope's list; scope_at: the pointer to this watch, or NULL: in no list.
	 * scopes.c */
	struct fakeapi__watch *scope_next, **scope_at;
	uint32_t scope;
	struct fakeapi__bucket *bucket;
	struct fakeapi__xchg *x;
	struct fakeapi__core *core;
	const struct fakeapi__resource *res;
	const struct fakeapi__resource *stored;
	struct fakeapi__selection sel;
	struct fakeapi__form form;
	struct fakeapi__held *initial; /* NULL: all sent */
	size_t initial_at;
	struct fakeapi__scan scan;
	bool scans;
	int64_t scan_ns;   /* when the next step is due */
	uint64_t seq;	   /* if `idle`: no event from here to the log's end concerns this watch */
	uint64_t from_rv;  /* events up to this rv are not sent (an rv of the future) */
	uint64_t start_rv; /* bookmarks are newer than this */
	uint64_t seen_rv;  /* of the last event before `seq` that this watch met */
	int64_t deadline_ns;
	int64_t bookmark_ns; /* TIME_NEVER: none */
	struct fakeapi__piece now;
	bool shows; /* `now` is an event of an object, no bookmark */
	bool idle;
	bool bookmarks;
	bool initial_end;  /* the annotated bookmark is not yet sent */
	bool sent_headers; /* Table: columnDefinitions were sent */
	bool ending;	   /* the watch ends after `now` is copied */
	bool uncached;
	bool in_steps;	      /* long work may be split: the caller soon pulls again */
	bool closing;	      /* the type was removed or changed: ends once all is sent */
	uint64_t closing_rv;  /* later events belong to the changed type */
	bool broken;	      /* the form cannot be rendered: ends at the first event */
	bool lagged;	      /* its next event was compacted */
	uint8_t bookmark_now; /* an injected bookmark, FAKEAPI_BOOKMARK_*; 0: none */
	char *agent;	      /* User-Agent; NULL: none */
	uint32_t client;      /* the client that sent the request */
	struct fakeapi__rendering *rendering; /* of the current event; NULL: none */
	uint64_t wait_rv;		      /* the initial list waits for this rv; 0: no wait */
	int64_t wait_until_ns;
};

int fakeapi__verb_watch(struct fakeapi__call *c);
/* A watch without events, for scripted responses; NULL: no such type, or out of memory. */
struct fakeapi__watch *fakeapi__watch_silent(struct fakeapi__call *c);
ptrdiff_t fakeapi__watch_pull(struct fakeapi__watch *w, int64_t now_ns, char *buf, size_t cap);
int64_t fakeapi__watch_deadline(const struct fakeapi__watch *w);
/* watch_sent.c: the resourceVersion up to which the watch has received all selected events; 0: its
 * initial state is not fully sent. *all: the watch has received everything that its backend
 * shows. */
uint64_t fakeapi__watch_sent(const struct fakeapi__watch *w, bool *all);
/* The number of selected events that the backend shows and a rule withholds from the watch; *all
 * of fakeapi__watch_sent() ignores them. */
size_t fakeapi__watch_held(const struct fakeapi__watch *w);
void fakeapi__watch_free(struct fakeapi__watch *w);
/* scopes.c: a watch gets events between enlist (its selection must be set) and delist. -1: out of
 * memory. */
int fakeapi__watch_enlist(struct fakeapi__watch *w);
void fakeapi__watch_delist(struct fakeapi__watch *w);
/* Wakes the watches that the bucket's newest event `ev` concerns. */
void fakeapi__watch_notify(struct fakeapi__core *core, struct fakeapi__bucket *b,
			   struct fakeapi__event *ev);

/* watch_aside.c: how to render an object as the line of an event. */
struct fakeapi__rendered {
	const struct fakeapi__resource *res, *stored;
	struct fakeapi__form form;
	int64_t unix_s;
	bool headers; /* Table: include columnDefinitions */
};
/* watch_line.c: renders `v` with the resourceVersion `rv`; 0: its own. Works with or without the
 * lock; not for types that a webhook converts. NULL: out of memory. */
struct fakeapi__line *fakeapi__watch_make_line(const struct fakeapi__rendered *how,
					       const struct fakeapi__version *v, uint64_t rv);
/* Does the same for types that a webhook converts, with webhook calls of `x`. Needs the lock;
 * releases it meanwhile if `aside`. *st: the error, or unset; the caller frees it.
 * FAKEAPI_WATCH_PENDING: call again when all webhook calls of `x` have ended; -1: error in *st, or
 * out of memory. */
int fakeapi__watch_convert_line(const struct fakeapi__rendered *how, struct fakeapi__xchg *x,
				bool aside, const struct fakeapi__version *v, uint64_t rv,
				struct fakeapi__status *st, struct fakeapi__line **line);
/* True if rendering `v` may take too long for the calling thread. */
bool fakeapi__watch_renders_aside(const struct fakeapi__watch *w, const struct fakeapi__version *v);
/* *line: the rendered line, a reference. FAKEAPI_WATCH_PENDING: not ready, the watch will be woken;
 * FAKEAPI_WATCH_SHOWN; -1: out of memory. */
int fakeapi__watch_rendered(struct fakeapi__watch *w, const struct fakeapi__rendered *how,
			    const struct fakeapi__version *v, uint64_t rv,
			    struct fakeapi__line **line);
/* The time at which the webhook call of the watch's rendering times out. */
int64_t fakeapi__watch_rendering_deadline(const struct fakeapi__watch *w);
void fakeapi__watch_drop_rendering(struct fakeapi__watch *w); /* w no longer waits for it */

enum {
	/* Not ready: a webhook converts the object first, or another thread renders it. */
	FAKEAPI_WATCH_PENDING = 2,
	FAKEAPI_WATCH_SHOWN, /* the webhook failed; an ERROR event reports it */
};
/* watch_line.c: set w->now to the event to send. -1: out of memory; FAKEAPI_WATCH_PENDING. */
int fakeapi__watch_show(struct fakeapi__watch *w, enum fakeapi__event_type type,
			const struct fakeapi__version *v);
int fakeapi__watch_show_event(struct fakeapi__watch *w, struct fakeapi__event *ev);
int fakeapi__watch_show_bookmark(struct fakeapi__watch *w, uint64_t rv, bool initial_end);
/* Sends an ERROR event with this Status; the watch ends after it. */
int fakeapi__watch_show_error(struct fakeapi__watch *w, const struct fakeapi__status *st);
void fakeapi__piece_drop(struct fakeapi__watch *w);
size_t fakeapi__piece_copy(struct fakeapi__watch *w, char *buf, size_t cap);

/* watch_faults.c: true if a rule matches this watch; the newest rv that the watch may show; the
 * fault of its bookmarks: "", "off", "early", "unannotated". */
bool fakeapi__match_watch(const struct fakeapi__match *m, const struct fakeapi__watch *w);
uint64_t fakeapi__fault_watch_rv(struct fakeapi__core *core, const struct fakeapi__watch *w,
				 uint64_t visible);
const char *fakeapi__fault_bookmarks(struct fakeapi__core *core, const struct fakeapi__watch *w);

/* bookmark.c: the time of the next bookmark after `now_ns`. */
int64_t fakeapi__bookmark_next(const struct fakeapi__watch *w, int64_t now_ns);
/* The type's zero value in a bookmark, without kind, apiVersion and metadata. */
const char *fakeapi__bookmark_zero(const struct fakeapi__resource *res);

#endif
