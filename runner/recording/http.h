/* SPDX-License-Identifier: Apache-2.0 */
/* http.h - one direction of an HTTP/1.1 connection, read as it passes: heads, bodies, the borders
 * of chunks and where each message ends. Nothing is changed and a body is never held.
 *
 *   HEAD --> BODY (a length, chunks, or to the end of the connection) --> HEAD ...
 *      \--> after 101: everything else is opaque
 *
 * Strict where two readers could understand one message differently (request smuggling): two
 * lengths that differ, a length beside chunks, other transfer encodings, bare line feeds in chunk
 * sizes are errors.
 */
#ifndef RUNNER_RECORDING_HTTP_H
#define RUNNER_RECORDING_HTTP_H

#include "base/str.h"

enum {
	REC_HEAD_BYTES_MAX = 256 << 10, /* of a request or answer */
	REC_HEADERS_MAX = 512,
};

struct rec__http_header {
	struct str name, value;
};

enum rec__http_framing {
	REC_HTTP_NO_BODY,
	REC_HTTP_LENGTH,
	REC_HTTP_CHUNKED,
	REC_HTTP_TO_CLOSE, /* an answer that ends with its connection */
	REC_HTTP_OPAQUE,   /* after 101: no HTTP any more */
};

/* Valid until the message has ended. */
struct rec__http_head {
	struct str method, target; /* of a request */
	int status;		   /* of an answer */
	struct str reason;
	bool http_1_0;
	struct rec__http_header headers[REC_HEADERS_MAX];
	size_t header_count;
	enum rec__http_framing framing;
	uint64_t length;
	bool close; /* the connection ends after this message */
};

enum rec__http_event {
	REC_HTTP_MORE,	/* all bytes are consumed */
	REC_HTTP_HEAD,	/* `head` is filled */
	REC_HTTP_DATA,	/* *data is a piece of the body */
	REC_HTTP_CHUNK, /* a chunk has ended */
	REC_HTTP_END,	/* the message has ended; what follows is the next one's */
	REC_HTTP_BAD,	/* no HTTP: `why` says what; nothing more can be read */
};

struct rec__http {
	struct rec__http_head head;
	const char *why;

	/* private */
	bool answers;
	uint8_t state;
	bool no_body;	    /* answers: to HEAD */
	struct strbuf text; /* the head so far */
	struct strbuf line; /* of chunked framing */
	size_t searched;
	uint64_t left; /* bytes of the body or chunk */
};

void rec__http_init(struct rec__http *h, bool answers);
void rec__http_fini(struct rec__http *h);
/* Answers: what the next one answers. A HEAD's has no body. */
void rec__http_expect(struct rec__http *h, struct str method);
/* Reads on: *consumed of the bytes were looked at. Call again with the rest unless MORE. */
enum rec__http_event rec__http_feed(struct rec__http *h, struct str bytes, size_t *consumed,
				    struct str *data);
/* The connection has ended. True: that is where the message ends, or none was begun. */
bool rec__http_end(struct rec__http *h);
/* A message has begun and not ended. */
bool rec__http_busy(const struct rec__http *h);
/* What comes next belongs to a head. */
bool rec__http_in_head(const struct rec__http *h);
/* The message is whole: the next call says END. */
bool rec__http_done(const struct rec__http *h);

/* Any case; {NULL, 0} when absent. */
struct str rec__http_header(const struct rec__http_head *head, const char *name);
/* `list` has the token, in any case, among its comma-separated ones. */
bool rec__http_has_token(struct str list, const char *token);

#endif
