/* SPDX-License-Identifier: Apache-2.0 */
/* watch.h - one open watch: a cursor into the event log of its bucket, and a filter.
 *
 *   initial    states to send as ADDED first (RV unset or 0, sendInitialEvents), shared
 *   scan       where these are still being found, a step at each pull
 *   seq        the next event to look at
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
	/* Those of its scope, and where its predecessor points to it; NULL: in no list. scopes.c */
	struct fakeapi__watch *scope_next, **scope_at;
	uint32_t scope;
	struct fakeapi__bucket *bucket;
	struct fakeapi__xchg *x;
	struct fakeapi__core *core;
	const struct fakeapi__resource *res;
	const struct fakeapi__resource *stored;
	struct fakeapi__selection sel;
	struct fakeapi__form form;
	struct fakeapi__held *initial; /* NULL: none left */
	size_t initial_at;
	struct fakeapi__scan scan;
	bool scans;
	int64_t scan_ns; /* when the next step is due */
	uint64_t seq;	 /* if `idle`: of the past, nothing from there to the log's end is for it */
	uint64_t from_rv;  /* events up to here are not sent (an rv of the future) */
	uint64_t start_rv; /* bookmarks are newer than this */
	int64_t deadline_ns;
	int64_t bookmark_ns; /* TIME_NEVER: none */
	struct fakeapi__piece now;
	bool idle;
	bool bookmarks;
	bool initial_end;  /* the annotated bookmark is still to come */
	bool told_headers; /* Table: an event with columnDefinitions is out */
	bool ending;	   /* after what is in `now`: the end */
	bool uncached;
	bool in_steps;	      /* what is long may be cut up: another pull comes soon */
	bool closing;	      /* its type has gone or changed: ends once all is sent */
	uint64_t closing_rv;  /* what came after is of the type as it is now */
	bool broken;	      /* the form cannot be rendered: ends at the first event */
	bool lagged;	      /* fell out of the log */
	uint8_t bookmark_now; /* on cue, FAKEAPI_BOOKMARK_*; 0: none */
	char *agent;	      /* User-Agent; NULL: none */
	uint32_t client;      /* of its request */
	struct fakeapi__rendering *rendering; /* of the event at hand; NULL: none */
	uint64_t wait_rv;		      /* the initial list waits for this rv; 0: not */
	int64_t wait_until_ns;
};

int fakeapi__verb_watch(struct fakeapi__call *c);
/* One without events, for an answer that is a script; NULL: no such type, or out of memory. */
struct fakeapi__watch *fakeapi__watch_silent(struct fakeapi__call *c);
ptrdiff_t fakeapi__watch_pull(struct fakeapi__watch *w, int64_t now_ns, char *buf, size_t cap);
int64_t fakeapi__watch_deadline(const struct fakeapi__watch *w);
/* watch_sent.c: the resourceVersion up to which the watch was sent what it selects; 0: not yet its
 * initial state. *all: nothing that its backend shows is left. */
uint64_t fakeapi__watch_sent(const struct fakeapi__watch *w, bool *all);
void fakeapi__watch_free(struct fakeapi__watch *w);
/* scopes.c: once its selection is known it gets events; until then, and after that, not. -1: out of
 * memory. */
int fakeapi__watch_enlist(struct fakeapi__watch *w);
void fakeapi__watch_delist(struct fakeapi__watch *w);
/* The bucket's newest event: wakes the watches that it concerns. */
void fakeapi__watch_notify(struct fakeapi__core *core, struct fakeapi__bucket *b,
			   struct fakeapi__event *ev);

/* watch_aside.c: how an object is to become the line of an event. */
struct fakeapi__rendered {
	const struct fakeapi__resource *res, *stored;
	struct fakeapi__form form;
	int64_t unix_s;
	bool headers; /* Table: with the definitions of its columns */
};
/* watch_line.c: `rv`: under this resourceVersion; 0: its own. With or without the lock; for types
 * that no webhook converts. NULL: out of memory. */
struct fakeapi__line *fakeapi__watch_make_line(const struct fakeapi__rendered *how,
					       const struct fakeapi__version *v, uint64_t rv);
/* The same of types that a webhook converts, with the questions of `x`; under the lock, which is
 * released meanwhile if this is `aside`. *st: the error, or nothing; to be freed by the caller.
 * FAKEAPI_WATCH_ASKS: to be called again when all questions of `x` are answered; -1: st, or no
 * memory.
 */
int fakeapi__watch_convert_line(const struct fakeapi__rendered *how, struct fakeapi__xchg *x,
				bool aside, const struct fakeapi__version *v, uint64_t rv,
				struct fakeapi__status *st, struct fakeapi__line **line);
/* Whether this may take too long to be done here. */
bool fakeapi__watch_renders_aside(const struct fakeapi__watch *w, const struct fakeapi__version *v);
/* *line: what has come of it, a reference. FAKEAPI_WATCH_ASKS: not yet, the watch will be woken;
 * FAKEAPI_WATCH_SHOWN; -1: out of memory. */
int fakeapi__watch_rendered(struct fakeapi__watch *w, const struct fakeapi__rendered *how,
			    const struct fakeapi__version *v, uint64_t rv,
			    struct fakeapi__line **line);
/* When the question of the rendering that it waits for is given up. */
int64_t fakeapi__watch_rendering_deadline(const struct fakeapi__watch *w);
void fakeapi__watch_drop_rendering(struct fakeapi__watch *w); /* it waits no longer */

enum {
	/* Not now: a webhook is to convert the object first, or it is made on another thread. */
	FAKEAPI_WATCH_ASKS = 2,
	FAKEAPI_WATCH_SHOWN, /* the webhook failed; an ERROR event says so */
};
/* Text and framing of the event at hand; watch_line.c. -1: out of memory; FAKEAPI_WATCH_ASKS. */
int fakeapi__watch_show(struct fakeapi__watch *w, enum fakeapi__event_type type,
			const struct fakeapi__version *v);
int fakeapi__watch_show_event(struct fakeapi__watch *w, struct fakeapi__event *ev);
int fakeapi__watch_show_bookmark(struct fakeapi__watch *w, uint64_t rv, bool initial_end);
/* An ERROR event with this Status; the watch ends after it. */
int fakeapi__watch_show_error(struct fakeapi__watch *w, const struct fakeapi__status *st);
void fakeapi__piece_drop(struct fakeapi__watch *w);
size_t fakeapi__piece_copy(struct fakeapi__watch *w, char *buf, size_t cap);

/* watch_faults.c: whether a rule is for this watch; the newest rv that it may show; what happens to
 * its bookmarks: "", "off", "early", "unannotated". */
bool fakeapi__match_watch(const struct fakeapi__match *m, const struct fakeapi__watch *w);
uint64_t fakeapi__fault_watch_rv(struct fakeapi__core *core, const struct fakeapi__watch *w,
				 uint64_t visible);
const char *fakeapi__fault_bookmarks(struct fakeapi__core *core, const struct fakeapi__watch *w);

/* bookmark.c: when the next one is due after `now_ns`. */
int64_t fakeapi__bookmark_next(const struct fakeapi__watch *w, int64_t now_ns);
/* The zero value of the type as a bookmark shows it, without kind, apiVersion and metadata. */
const char *fakeapi__bookmark_zero(const struct fakeapi__resource *res);

#endif
