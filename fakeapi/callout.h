/* SPDX-License-Identifier: Apache-2.0 */
/* callout.h - questions of a request to the outside: webhooks.
 *
 * A call that needs an answer sends a question, parks and ends with -1. When all its questions are
 * answered (or their time is over) it begins again from the start, and finds the answers under the
 * keys of its questions: a key covers the whole content of a question, so a question about an
 * object that changed meanwhile is sent again, as GuaranteedUpdate does. Generated values (uid,
 * times, generated names) are generated once (fakeapi__memo_of), or the questions would differ.
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
	char uid[37]; /* to know the answer by */
	int64_t deadline_ns;
	bool sent, answered;
	int status; /* of HTTP; 0: none, see error */
	struct strbuf type, body, error;
	uint64_t *items; /* conversions: what it is about, each by its own key; NULL: none */
	size_t item_count;
	bool taken; /* what was answered is in the memo */
};

/* Objects that a webhook is to convert, in a row: found once, however often the call is begun
 * again.
 */
struct fakeapi__row {
	struct fakeapi__held *held; /* NULL: none */
	size_t asked;		    /* so many of them, from the first */
	uint64_t types, rewinds;    /* it is of no use when these are others */
	/* The page of a list that they are. */
	uint64_t rv;
	int64_t remaining;
	struct strbuf token;
};

struct fakeapi__memo {
	struct fakeapi__callout *asks;
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
/* The question of that key, a new one if there is none: then it has a uid and is not sent. -1: st.
 */
int fakeapi__callout_find(struct fakeapi__call *c, uint64_t key, struct fakeapi__callout **out);
/* Sends it; q->id is filled in. -1: st, or out of memory. */
int fakeapi__callout_send(struct fakeapi__call *c, struct fakeapi__callout *ask,
			  struct fakeapi__question *q);
/* How long a question of `most_ns` may take here: no longer than the request. <= 0: it is over. */
int64_t fakeapi__callout_time(struct fakeapi__call *c, int64_t most_ns);
/* 504, the request took too long; always -1. */
int fakeapi__callout_too_late(struct fakeapi__call *c);
/* The call is begun again when all is answered. Always -1, with nothing to answer. While the call
 * gathers, it only notes that it has to wait. */
int fakeapi__callout_wait(struct fakeapi__call *c);
/* Whether an exchange still waits at `now_ns`; questions whose time is over are answered so. */
bool fakeapi__callouts_open(struct fakeapi__xchg *x, int64_t now_ns);
int64_t fakeapi__callouts_deadline(const struct fakeapi__xchg *x);
void fakeapi__memo_free(struct fakeapi__xchg *x);
/* What was converted; with or without the lock. NULL is fine. */
void fakeapi__memo_drop_converted(struct fakeapi__memo *m);

#endif
