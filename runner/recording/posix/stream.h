/* SPDX-License-Identifier: Apache-2.0 */
/* stream.h - one end of a non-blocking connection: TCP, TLS, or a stream of an HTTP/2 connection,
 * whose bytes the owner of that connection moves (`fed`). */
#ifndef RUNNER_RECORDING_POSIX_STREAM_H
#define RUNNER_RECORDING_POSIX_STREAM_H

#include <gnutls/gnutls.h>

#include "base/str.h"

enum stream_result {
	STREAM_OK,
	STREAM_AGAIN, /* no data now: see stream_events() */
	STREAM_EOF,   /* the other side sends no more data */
	STREAM_RESET, /* the connection is closed */
	STREAM_TLS,   /* the handshake failed: stream_why() */
};

struct stream {
	int fd; /* -1: closed, or fed */
	gnutls_session_t tls;
	bool shaking; /* the TLS handshake is in progress */
	bool ended;   /* EOF or RESET was seen */
	int error;    /* of gnutls, or errno */
	struct strbuf out;
	size_t out_at; /* number of sent bytes of `out` */
	bool holds;    /* moves no data once the handshake is complete, until it is cleared */
	/* Fed: received bytes are appended to `in`, the bytes of `out` are taken. */
	bool fed, in_ended, in_reset;
	struct strbuf in;
	size_t in_at; /* number of read bytes of `in` */
};

void stream_init(struct stream *s, int fd);
/* Opens a stream without a socket. */
void stream_init_fed(struct stream *s);
static inline bool stream_is_open(const struct stream *s)
{
	return s->fd >= 0 || s->fed;
}
/* Takes ownership of the session; the handshake begins with the first call. */
void stream_use_tls(struct stream *s, gnutls_session_t take_tls);
/* `reset`: with RST. */
void stream_close(struct stream *s, bool reset);
/* Reads at most cap bytes. */
enum stream_result stream_read(struct stream *s, void *buf, size_t cap, size_t *len);
/* Sends the content of `out`. OK: all of it. */
enum stream_result stream_flush(struct stream *s);
static inline size_t stream_pending(const struct stream *s)
{
	return s->out.len - s->out_at;
}
/* Whether the application protocol of a complete handshake is `name`. */
bool stream_speaks(const struct stream *s, const char *name);
/* Drops unsent data. */
void stream_forget(struct stream *s);
/* The events for poll(): POLLIN if `reading`, POLLOUT if data must be sent. */
short stream_events(const struct stream *s, bool reading);
const char *stream_why(const struct stream *s);

#endif
