/* SPDX-License-Identifier: Apache-2.0 */
/* script.h - bytes that a test or scenario sends unchanged: with given chunk borders, pauses and
 * end.
 *
 * A script is immutable and reference-counted; a play is one exchange that sends one script.
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
	FAKEAPI_CHUNK_STALL, /* no more bytes, and no end */
};

struct fakeapi__chunk {
	enum fakeapi__chunk_kind kind;
	struct str bytes;
	int64_t wait_ns;
};

struct fakeapi__script {
	uint32_t refs;
	int status; /* 0: 200, or none if the script starts with its end */
	bool close_connection;
	struct fakeapi__header *headers; /* without those that only the transport sets */
	size_t header_count;
	struct fakeapi__chunk *chunks;
	size_t chunk_count;
	char text[];
};

/* Copies everything; the caller owns the reference. Adds Content-Type: application/json if missing;
 * removes Content-Length, Transfer-Encoding and Date, since chunks decide; "Connection: close" sets
 * close_connection. NULL: out of memory. */
struct fakeapi__script *fakeapi__script_new(int status, const struct fakeapi__header *headers,
					    size_t header_count,
					    const struct fakeapi__chunk *chunks,
					    size_t chunk_count);
struct fakeapi__script *fakeapi__script_ref(struct fakeapi__script *s);
void fakeapi__script_unref(struct fakeapi__script *s); /* NULL is fine */

struct fakeapi__play {
	struct fakeapi__play *next; /* starts after this one */
	struct fakeapi__script *script;
	size_t at, offset; /* chunk, and its bytes already pulled */
	int64_t until_ns;  /* end of the current WAIT; 0: not started */
};

enum { FAKEAPI_PLAY_DONE = -100, FAKEAPI_PLAY_STALL = -101 };

/* Appends a play of `script` (one more reference). -1: out of memory. */
int fakeapi__play_add(struct fakeapi__play **plays, struct fakeapi__script *script);
/* Like an exchange's pull; FAKEAPI_PLAY_DONE after the last play (*plays is NULL then),
 * FAKEAPI_PLAY_STALL if nothing follows. */
ptrdiff_t fakeapi__play_pull(struct fakeapi__play **plays, int64_t now_ns, char *buf, size_t cap);
/* The end of the pause; TIME_NEVER: no pause. */
int64_t fakeapi__play_deadline(const struct fakeapi__play *plays);
void fakeapi__plays_free(struct fakeapi__play **plays);

#endif
