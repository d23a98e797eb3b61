/* SPDX-License-Identifier: Apache-2.0 */
/* player.h - a fake apiserver whose every answer is scripted: the server side of a recorded trace.
 *
 * A request that arrives gets the next id, counted from 1, and waits. The script looks at it and
 * says what the answer is, piece by piece: respond() for a whole answer, stream() + send() +
 * close() for a watch, close() alone for a server that hangs up without answering. A transport
 * pulls what has been scripted so far.
 *
 *   AWAITING --respond--> SCRIPTED --all pulled--> DONE
 *      |  \---stream--> STREAMING --close--> SCRIPTED
 *      \-----close-----------------------/
 *   AWAITING, STREAMING --the client closes--> HUNG_UP
 *
 * Threads: every function may be called on any thread. lock (rank FAKEAPI) guards everything but
 * the request's contents, which do not change after publication. The observer is called without
 * the lock, on the thread whose call caused the event: begin() for on_request, the exchange's end()
 * for on_hangup and on_done. It may call back into the player.
 */
#ifndef FAKEAPI_PLAYER_H
#define FAKEAPI_PLAYER_H

#include "fakeapi/exchange.h"

struct fakeapi__player;

struct fakeapi__player_observer {
	void (*on_request)(void *user, uint32_t id);
	/* The client closed the connection of an answer whose script was not finished. */
	void (*on_hangup)(void *user, uint32_t id);
	/* The transport released a response whose script was finished, and may not have sent it all
	 * (a client that closed early does not make that a hangup). */
	void (*on_done)(void *user, uint32_t id);
	void *user;
};

struct fakeapi__player_options {
	size_t pending_max;   /* scripted bytes an answer may hold; 0: 256 MiB */
	uint32_t request_max; /* requests remembered, then 503; 0: 1,000,000 */
	struct fakeapi__player_observer observer; /* each function may be NULL */
};

/* What came in. Valid until the player is freed, never changed. */
struct fakeapi__player_request {
	uint32_t id;
	int64_t at_ns; /* begin()'s now_ns */
	uint32_t backend;
	struct str method;
	struct str path;  /* percent-decoded */
	struct str query; /* raw */
	struct str body;
	const struct fakeapi__header *params; /* the query, decoded, in order of appearance */
	size_t param_count;
	const struct fakeapi__header *headers;
	size_t header_count;
};

enum fakeapi__player_state {
	FAKEAPI_PLAYER_AWAITING,  /* no answer scripted yet */
	FAKEAPI_PLAYER_STREAMING, /* an open watch */
	FAKEAPI_PLAYER_SCRIPTED,  /* the whole answer is known, the transport has not finished it */
	FAKEAPI_PLAYER_DONE,	  /* the transport has finished with it */
	FAKEAPI_PLAYER_HUNG_UP,	  /* the client left before the script was finished */
};

enum fakeapi__player_close {
	FAKEAPI_CLOSE_EOF,     /* the last chunk */
	FAKEAPI_CLOSE_TIMEOUT, /* the same bytes; the server's timeoutSeconds is the reason */
	FAKEAPI_CLOSE_CUT,     /* FIN without the last chunk */
	FAKEAPI_CLOSE_RESET,   /* RST */
};

/* opt may be NULL. NULL with err filled when out of memory. */
struct fakeapi__player *fakeapi__player_new(const struct fakeapi__player_options *opt,
					    struct relist_err *err);
/* The transport must have ended every exchange. NULL is fine. */
void fakeapi__player_free(struct fakeapi__player *p);
struct fakeapi__server *fakeapi__player_server(struct fakeapi__player *p);

uint32_t fakeapi__player_request_count(struct fakeapi__player *p);
/* Borrowed until the player is freed; NULL when there is no such request (yet). */
const struct fakeapi__player_request *fakeapi__player_request(struct fakeapi__player *p,
							      uint32_t id);
/* The value of the first query parameter of that name; {NULL, 0} when absent. */
struct str fakeapi__player_param(const struct fakeapi__player_request *req, const char *name);
/* AWAITING also for an id that has not arrived. */
enum fakeapi__player_state fakeapi__player_state(struct fakeapi__player *p, uint32_t id);
/* Which request an exchange of this player belongs to (for a transport's observer). For tests. */
uint32_t fakeapi__player_id(const struct fakeapi__exchange *x);
/* Body bytes scripted so far, whether pulled or not. For tests. */
size_t fakeapi__player_scripted(struct fakeapi__player *p, uint32_t id);
/* True when every scripted byte of every answer has been pulled and every scripted end has been
 * taken by the transport: nothing more comes out unless the script goes on. For tests. */
bool fakeapi__player_drained(struct fakeapi__player *p);

/* The script. Each returns 0, or a negative code with err filled: RELIST_ENOTFOUND for an id that
 * has not arrived, RELIST_EINVAL when the answer is not in a state for it (already answered, not a
 * stream), RELIST_ECLOSED when the client has hung up, RELIST_ELIMIT when the answer would hold
 * more than pending_max, RELIST_ENOMEM. Bytes are copied.
 *
 * Content-Type: application/json is added unless `headers` has one; "Connection: close" among them
 * closes the connection after the answer. */
int fakeapi__player_respond(struct fakeapi__player *p, uint32_t id, int status,
			    const struct fakeapi__header *headers, size_t header_count,
			    struct str body, struct relist_err *err);
int fakeapi__player_stream(struct fakeapi__player *p, uint32_t id, int status,
			   const struct fakeapi__header *headers, size_t header_count,
			   struct relist_err *err);
int fakeapi__player_send(struct fakeapi__player *p, uint32_t id, struct str bytes,
			 struct relist_err *err);
/* On a request without an answer: the server closes without answering (EOF and TIMEOUT as CUT). */
int fakeapi__player_close(struct fakeapi__player *p, uint32_t id, enum fakeapi__player_close how,
			  struct relist_err *err);

#endif
