/* SPDX-License-Identifier: Apache-2.0 */
/* proxy_h2.h - HTTP/2 of the proxy (nghttp2). Each stream of a client becomes a connection without
 * a socket that speaks HTTP/1.1, so that requests are rewritten and recorded in one way.
 *
 *   client ==frames==> [carrier: mux] --HTTP/1.1 text--> [conn of a stream: proxy_conn.c]
 *   server <==frames== [carrier: mux] <--HTTP/1.1 text-- [the same conn]
 *
 * The carrier has the client's connection and one connection to the server. If the server does not
 * negotiate HTTP/2, each conn has its own connection to it. Events on one connection are repeated
 * on the other: PING waits for the server's response, GOAWAY, RST_STREAM and ends are passed on.
 * Flow-control credit is returned when a conn has read the bytes. */
#ifndef RUNNER_RECORDING_POSIX_PROXY_H2_H
#define RUNNER_RECORDING_POSIX_PROXY_H2_H

#include <nghttp2/nghttp2.h>

#include "fakeapi/http/h2_guard.h"
#include "runner/recording/posix/proxy_impl.h"

enum {
	MUX_STREAMS = 100, /* of a client; kube-apiserver's limit */
	MUX_WINDOW = 256 << 10,
	MUX_BODY_MAX = 64 << 10, /* parsed bytes of a stream that nghttp2 has not taken */
	MUX_PINGS = 1000,	 /* of a client that the server has not answered; others are lost */
};

enum mux_server {
	MUX_NO_SERVER,
	MUX_CONNECTING,
	MUX_HTTP1, /* each conn has its own connection */
	MUX_HTTP2,
};

struct rec__mux {
	struct conn *carrier;
	nghttp2_session *down, *up; /* the client's; the server's, with MUX_HTTP2 */
	enum mux_server server;
	struct http__h2_guard guard;
	struct mux_stream *streams; /* the oldest first */
	bool draining;		    /* GOAWAY was sent to the client */
	bool goaway;		    /* the server sent it, with that code */
	uint32_t goaway_code;
	size_t closed_count; /* streams that the client has closed, since the last sweep */
	size_t pings;	     /* passed on to the server and not answered */
	bool failed;	     /* out of memory */
	bool paused;	     /* `up` stopped behind a piece of a body */
};

/* A request and its response. */
struct mux_stream {
	struct mux_stream *next;
	struct rec__mux *mux;
	struct conn *conn; /* NULL: it has left, or is idle again */
	int32_t id, up_id; /* up_id 0: not on an HTTP/2 connection to the server */
	uint32_t code;	   /* of the server's RST_STREAM */
	bool down_closed, up_closed;
	/* from the client */
	struct strbuf method, path, authority, lines;
	bool has_length, chunked;
	size_t down_unread; /* received bytes without returned credit */
	/* to the client */
	struct rec__http answer; /* parses the conn's output */
	struct strbuf body;
	size_t body_at;
	bool answered, ended, cut;
	/* to the server */
	struct rec__http request; /* parses the conn's output */
	struct strbuf up_body;
	size_t up_at;
	bool up_ended;
	/* from the server */
	struct strbuf up_lines;
	int status;
	bool up_has_length, up_chunked, up_answered;
	size_t interim_bytes; /* of the heads of interim responses */
	size_t up_unread;
};

/* --- proxy_h2.c --- */
/* Makes `c` a carrier; `pending` has the bytes read so far. */
void rec__mux_begin(struct conn *c);
/* Moves data of a carrier and its conns, for one turn. */
void rec__mux_pump(struct conn *carrier);
/* Moves bytes of all streams and frees those that are over. */
void rec__mux_sweep(struct rec__mux *m);
/* Before a connection is freed: a carrier, a conn of a stream, or another one. */
void rec__mux_free(struct conn *c);

/* --- proxy_h2_parts.c --- */
/* Appends a header line with the name as Go's HTTP/1.1 writes it: "Content-Type". */
void rec__mux_add_line(struct strbuf *out, const uint8_t *name, size_t name_len,
		       const uint8_t *value, size_t value_len);
/* Whether the header belongs to a connection of HTTP/1.1 only. */
bool rec__mux_is_hop(struct str name);
nghttp2_nv rec__mux_nv(struct str name, struct str value);
/* Copies from a body; returns 0 at its end. */
size_t rec__mux_copy(struct strbuf *body, size_t *at, uint8_t *buf, size_t cap);
/* NULL: the connection itself, or a stream that is over. */
struct mux_stream *rec__mux_stream(nghttp2_session *session, int32_t id);
nghttp2_session *rec__mux_session(struct rec__mux *m, nghttp2_session_callbacks *calls,
				  bool server);

/* --- proxy_h2_client.c --- */
bool rec__mux_down_start(struct rec__mux *m);
/* Feeds the client's bytes. */
void rec__mux_down_feed(struct rec__mux *m, struct str in);
/* Converts the conn's response to frames. */
void rec__mux_down_answer(struct mux_stream *st);

/* --- proxy_h2_server.c --- */
bool rec__mux_up_start(struct rec__mux *m);
/* Feeds the server's bytes. Returns false on a fatal error. */
bool rec__mux_up_feed(struct rec__mux *m, struct str in);
/* Converts the conn's request to frames. */
void rec__mux_up_request(struct mux_stream *st);

#endif
