/* SPDX-License-Identifier: Apache-2.0 */
/* http2.h - the HTTP/2 connections of the in-memory network. All clients share one; a request gets
 * a further one if no connection accepts it. The client pings a silent server as client-go does
 * (informer/http2_health.h).
 *
 *   fault on frames            effect on the client
 *   goaway                     open streams go on, new requests use another connection
 *   disown; reset with         before the head: the request is sent again at once
 *     REFUSED_STREAM
 *   another reset              this stream fails; NO_ERROR after the head: it ends
 *   close, cut-data            all streams of the connection see its end
 *   silent, no-pings           all streams are lost when a ping gets no response
 *   streams                    a request beyond the limit uses another connection, or waits for a
 *                              stream (http2_options.one_connection, a deliberate mistake)
 *   window                     the bodies of requests wait for it, at most until the server's
 *                              timeout; the server sees a request with its whole body
 *   trailers, no-settings-ack  none */
#ifndef SIM_HTTP2_H
#define SIM_HTTP2_H

#include "base/digest.h"
#include "informer/http2_health.h"
#include "informer/reflector.h"

struct sim__link;
struct sim__net;

struct sim__conn {
	struct sim__conn *next;
	struct inf__http2_health health;
	uint32_t number; /* from 1, for trace events */
	uint32_t streams, streams_max;
	bool draining; /* accepts no new streams */
	bool deaf;     /* pings get no response */
	bool silent;
	/* The windows of uploads are closed; window_every_ns > 0: since window_from_ns each upload
	 * gets window_bytes more that often. */
	bool no_window;
	int64_t window_from_ns, window_every_ns;
	size_t window_bytes;
};

/* Gives the link a stream. Returns false if out of memory. */
bool sim__http2_join(struct sim__net *net, int64_t now_ns, struct sim__link *link);
/* Takes the link's stream away; a stream that the client closes early is `unfinished`. */
void sim__http2_leave(struct sim__net *net, struct sim__link *link, bool unfinished);
/* Whether the connection transports the link's request, with its body, now. Sets the time when a
 * window lets the rest of the body through. */
bool sim__http2_transports(struct sim__net *net, int64_t now_ns, struct sim__link *link);
/* Applies a fault that does not end the response. */
void sim__http2_apply(struct sim__net *net, int64_t now_ns, struct sim__link *link);
/* The server has sent something on the link. */
void sim__http2_hear(struct sim__link *link, int64_t now_ns);

enum sim__http2_cut { SIM_HTTP2_ENDS, SIM_HTTP2_AGAIN, SIM_HTTP2_LATER };
/* The response was cut: it ends in this way, the request is sent again, or the end comes later. */
enum sim__http2_cut sim__http2_on_cut(struct sim__net *net, int64_t now_ns, struct sim__link *link,
				      enum inf__end *how);

/* Existing connections accept no new streams. */
void sim__http2_drain(struct sim__net *net);
int64_t sim__http2_deadline_ns(const struct sim__net *net);
void sim__http2_on_time(struct sim__net *net, int64_t now_ns);
void sim__http2_digest(const struct sim__net *net, struct digest *d);
void sim__http2_fini(struct sim__net *net);

#endif
