/* SPDX-License-Identifier: Apache-2.0 */
/* http.h - parses one direction of an HTTP/1.1 connection in passing: heads, bodies, the borders of
 * chunks and the end of each message. It changes nothing and never stores a body.
 *
 *   HEAD --> BODY (a length, chunks, or to the end of the connection) --> HEAD ...
 *      \--> after 101: everything else is opaque
 *
 * It is strict where two parsers could disagree about a message (request smuggling). Errors are:
 * two different lengths, a length together with chunks, other transfer encodings, bare line feeds
 * in chunk sizes. */
#ifndef RUNNER_RECORDING_HTTP_H
#define RUNNER_RECORDING_HTTP_H

#include "base/str.h"

enum {
	REC_HEAD_BYTES_MAX = 256 << 10, /* limit of a request's or response's head */
	REC_HEADERS_MAX = 512,
};

struct rec__http_header {
	struct str name, value;
};

enum rec__http_framing {
	REC_HTTP_NO_BODY,
	REC_HTTP_LENGTH,
	REC_HTTP_CHUNKED,
	REC_HTTP_TO_CLOSE, /* a response that ends with its connection */
	REC_HTTP_OPAQUE,   /* after 101: not HTTP any more */
};

/* Valid until the message has ended. */
struct rec__http_head {
	struct str method, target; /* for a request */
	int status;		   /* for a response */
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
	REC_HTTP_END,	/* the message has ended; the following bytes belong to the next one */
	REC_HTTP_BAD,	/* not HTTP: `why` has the reason; no further parsing is possible */
};

struct rec__http {
	struct rec__http_head head;
	const char *why;

	/* private */
	bool answers;
	uint8_t state;
	bool no_body;	    /* responses: to HEAD */
	struct strbuf text; /* the head so far */
	struct strbuf line; /* the current line of chunked framing */
	size_t searched;
	uint64_t left; /* remaining bytes of the body or chunk */
};

void rec__http_init(struct rec__http *h, bool answers);
void rec__http_fini(struct rec__http *h);
/* For responses: the method of the next response's request. A response to HEAD has no body. */
void rec__http_expect(struct rec__http *h, struct str method);
/* Parses bytes; *consumed is the number of bytes used. Call again with the rest unless MORE. */
enum rec__http_event rec__http_feed(struct rec__http *h, struct str bytes, size_t *consumed,
				    struct str *data);
/* The connection has ended. Returns true if the message ends there, or if none had begun. */
bool rec__http_end(struct rec__http *h);
/* Whether a message has begun and not ended. */
bool rec__http_busy(const struct rec__http *h);
/* Whether the next bytes belong to a head. */
bool rec__http_in_head(const struct rec__http *h);
/* Whether the message is complete: the next call returns END. */
bool rec__http_done(const struct rec__http *h);

/* Ignores case; {NULL, 0} if absent. */
struct str rec__http_header(const struct rec__http_head *head, const char *name);
/* Whether the comma-separated `list` contains the token, ignoring case. */
bool rec__http_has_token(struct str list, const char *token);

#endif
