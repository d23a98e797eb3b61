/* SPDX-License-Identifier: Apache-2.0 */
/* callout.h - the calls of webhooks that a request needs.
 *
 * A verb that needs a webhook's response sends a callout, parks and returns -1. When all its
 * callouts have a response or have timed out, the verb starts again and finds the responses by the
 * callouts' keys. A key covers the whole content, so an object that changed meanwhile is sent
 * again, as GuaranteedUpdate does. Generated values (uid, times, names) are generated once
 * (fakeapi__memo_of); otherwise the content would differ.
 *
 * Threads: under the core's lock.
 */
#ifndef FAKEAPI_CALLOUT_H
#define FAKEAPI_CALLOUT_H

#include "fakeapi/context.h"

enum {
	FAKEAPI_CALLOUTS_MAX = 512, /* of one request */
	FAKEAPI_NAME_SUFFIX = 5,
};

struct fakeapi__callout {
	struct fakeapi__callout *next;			/* of the same exchange */
	struct fakeapi__callout *prev_open, *next_open; /* of the core, until it is answered */
	struct fakeapi__xchg *x;
	uint64_t key, id;
	char uid[37]; /* matches the response */
	int64_t deadline_ns;
	bool sent, answered;
	int status; /* of HTTP; 0: none, see error */
	struct strbuf type, body, error;
	uint64_t *items; /* conversions: what it is about, each by its own key; NULL: none */
	size_t item_count;
	bool taken; /* its response is in the memo */
};

/* Objects that a webhook is to convert, in a row: found once, however often the call is begun
 * again.
 */
struct fakeapi__row {
	struct fakeapi__held *held; /* NULL: none */
	size_t requested;	    /* so many of them, from the first */
	uint64_t types, rewinds;    /* it is of no use when these are others */
	/* The page of a list that they are. */
	uint64_t rv;
	int64_t remaining;
	struct strbuf token;
};

struct fakeapi__memo {
	struct fakeapi__callout *callouts;
	size_t count, open;
	struct map converted; /* 8 bytes of a key -> JSON: objects in another version */
	struct fakeapi__row row;
	int64_t began_ns, deadline_ns; /* of the whole request */
	char now[32];
	char uid[37];			      /* of the new object; "": none yet */
	char suffix[FAKEAPI_NAME_SUFFIX + 1]; /* of its name */
	char volume[FAKEAPI_NAME_SUFFIX + 1]; /* of the name of its token's volume; "": none */
};

/* The call's memo, made when there is none. NULL: out of memory. */
struct fakeapi__memo *fakeapi__memo_of(struct fakeapi__call *c);
/* The callout of that key; a new one has a uid and is not sent. -1: st. */
int fakeapi__callout_find(struct fakeapi__call *c, uint64_t key, struct fakeapi__callout **out);
/* Sends it; q->id is filled in. -1: st, or out of memory. */
int fakeapi__callout_send(struct fakeapi__call *c, struct fakeapi__callout *ask,
			  struct fakeapi__question *q);
/* The timeout of a callout of at most `most_ns`, within that of the request. <= 0: timed out. */
int64_t fakeapi__callout_time(struct fakeapi__call *c, int64_t most_ns);
/* 504, the request took too long; always -1. */
int fakeapi__callout_too_late(struct fakeapi__call *c);
/* Parks the verb until all callouts have responses. Always -1, without a response to the client.
 * While the verb gathers callouts, only marks it as waiting. */
int fakeapi__callout_wait(struct fakeapi__call *c);
/* Whether an exchange still waits at `now_ns`; ends the callouts that have timed out. */
bool fakeapi__callouts_open(struct fakeapi__xchg *x, int64_t now_ns);
int64_t fakeapi__callouts_deadline(const struct fakeapi__xchg *x);
void fakeapi__memo_free(struct fakeapi__xchg *x);
/* What was converted; with or without the lock. NULL is fine. */
void fakeapi__memo_drop_converted(struct fakeapi__memo *m);

#endif
