/* SPDX-License-Identifier: Apache-2.0 */
/* player_impl.h - the responses of the trace player, shared by player.c and player_copy.c. */
#ifndef FAKEAPI_PLAYER_IMPL_H
#define FAKEAPI_PLAYER_IMPL_H

#include "base/lock.h"
#include "base/str.h"
#include "fakeapi/player.h"

/* One request and its response. The exchange is a part of it, so a response outlives its transport:
 * the script may still refer to it. */
struct answer {
	struct fakeapi__exchange x; /* first: the transport holds a pointer to it */
	struct fakeapi__player *player;
	struct fakeapi__player_request req; /* never changed once published */
	struct fakeapi__header *req_parts;  /* params, then headers */
	char *req_bytes;		    /* every string of req */
	struct fakeapi__header *headers;    /* of the answer */
	char *header_bytes;
	struct fakeapi__wake wake;
	enum fakeapi__player_state state;
	bool has_head;	    /* respond() or stream() came */
	bool ended;	    /* the transport has released it */
	ptrdiff_t end_code; /* FAKEAPI_PULL_* once scripted */
	struct strbuf pending;
	size_t pulled;	 /* of pending */
	size_t scripted; /* body bytes ever */
};

struct fakeapi__player {
	struct fakeapi__server server; /* first: begin() casts back */
	struct fakeapi__player_options opt;
	struct lock lock;
	struct answer **answers GUARDED_BY(lock); /* id - 1 */
	uint32_t count GUARDED_BY(lock);
	uint32_t cap GUARDED_BY(lock);
};

/* Both: RELIST_ENOMEM. Parameters are decoded; an invalid escape stays. */
int fakeapi__player_copy_request(struct answer *a, int64_t now_ns,
				 const struct fakeapi__request *req);
/* Adds a Content-Type if there is none; "Connection: close" becomes a flag of the exchange. */
int fakeapi__player_set_headers(struct answer *a, const struct fakeapi__header *headers,
				size_t count);

#endif
