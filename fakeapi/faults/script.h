/* SPDX-License-Identifier: Apache-2.0 */
/* script.h - bytes that a test or scenario puts on the wire as they are: with their chunk borders,
 * with pauses, and with an end of its own choice.
 *
 * A script never changes and is counted; a play is one exchange on its way through one script.
 *
 * Threads: refs and plays under the core's lock.
 */
#ifndef FAKEAPI_SCRIPT_H
#define FAKEAPI_SCRIPT_H

#include "fakeapi/exchange.h"

enum fakeapi__chunk_kind {
	FAKEAPI_CHUNK_BYTES, /* pulled alone: a chunk of its own on the wire */
	FAKEAPI_CHUNK_WAIT,
	FAKEAPI_CHUNK_END,   /* orderly */
	FAKEAPI_CHUNK_CUT,   /* FIN without the last chunk */
	FAKEAPI_CHUNK_RESET, /* RST */
	FAKEAPI_CHUNK_STALL, /* nothing more, and no end */
};

struct fakeapi__chunk {
	enum fakeapi__chunk_kind kind;
	struct str bytes;
	int64_t wait_ns;
};

struct fakeapi__script {
	uint32_t refs;
	int status; /* 0: 200, or none where the script begins with its end */
	bool close_connection;
	struct fakeapi__header *headers; /* without those that only the transport can set */
	size_t header_count;
	struct fakeapi__chunk *chunks;
	size_t chunk_count;
	char text[];
};

/* Copies everything; one reference, the caller's. Content-Type: application/json is added when
 * there is none; Content-Length, Transfer-Encoding and Date are left out, since chunks decide, and
 * "Connection: close" becomes close_connection. NULL: out of memory. */
struct fakeapi__script *fakeapi__script_new(int status, const struct fakeapi__header *headers,
					    size_t header_count,
					    const struct fakeapi__chunk *chunks,
					    size_t chunk_count);
struct fakeapi__script *fakeapi__script_ref(struct fakeapi__script *s);
void fakeapi__script_unref(struct fakeapi__script *s); /* NULL is fine */

struct fakeapi__play {
	struct fakeapi__play *next; /* begins when this one is done */
	struct fakeapi__script *script;
	size_t at, offset; /* chunk, and what of it has been pulled */
	int64_t until_ns;  /* of a WAIT that has begun; 0: not begun */
};

enum { FAKEAPI_PLAY_DONE = -100, FAKEAPI_PLAY_STALL = -101 };

/* Appends a play of `script` (one more reference). -1: out of memory. */
int fakeapi__play_add(struct fakeapi__play **plays, struct fakeapi__script *script);
/* As an exchange's pull; FAKEAPI_PLAY_DONE when the last play is over (*plays is NULL then),
 * FAKEAPI_PLAY_STALL when nothing is to come any more. */
ptrdiff_t fakeapi__play_pull(struct fakeapi__play **plays, int64_t now_ns, char *buf, size_t cap);
/* The end of the pause; TIME_NEVER when it is not in one. */
int64_t fakeapi__play_deadline(const struct fakeapi__play *plays);
void fakeapi__plays_free(struct fakeapi__play **plays);

#endif
