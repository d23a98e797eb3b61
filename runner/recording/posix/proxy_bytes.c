/* SPDX-License-Identifier: Apache-2.0 */
/* proxy_bytes.c - reads and flushes both sides of a connection, whichever protocol it speaks. */
#include "runner/recording/posix/proxy_impl.h"

enum conn_read rec__conn_read_client(struct conn *c, struct str *in)
{
	size_t n;

	switch (stream_read(&c->client, c->proxy->buf, READ_MAX, &n)) {
	case STREAM_OK:
		*in = (struct str) { c->proxy->buf, n };
		return CONN_BYTES;
	case STREAM_AGAIN:
		break;
	case STREAM_EOF:
		rec__conn_client_left(c, false);
		return CONN_ENDED;
	case STREAM_RESET:
	case STREAM_TLS:
		rec__conn_client_left(c, true);
		return CONN_ENDED;
	}
	return CONN_NOTHING;
}

enum conn_read rec__conn_read_server(struct conn *c, void (*left)(struct conn *c, bool reset),
				     struct str *in)
{
	size_t n;

	if (!stream_is_open(&c->server) || c->connecting || c->closing ||
	    stream_pending(&c->client) >= BUFFER_MAX)
		return CONN_NOTHING;
	switch (stream_read(&c->server, c->proxy->buf, READ_MAX, &n)) {
	case STREAM_OK:
		*in = (struct str) { c->proxy->buf, n };
		return CONN_BYTES;
	case STREAM_AGAIN:
		return CONN_NOTHING;
	case STREAM_EOF:
		left(c, false);
		break;
	case STREAM_RESET:
		left(c, true);
		break;
	case STREAM_TLS:
		rec__conn_server_failed(c, REC_HOW_TLS, stream_why(&c->server));
		break;
	}
	return CONN_ENDED;
}

bool rec__conn_flush_client(struct conn *c)
{
	enum stream_result r = stream_flush(&c->client);

	if (r != STREAM_RESET && r != STREAM_TLS)
		return true;
	rec__conn_client_left(c, true);
	return false;
}

bool rec__conn_flush_server(struct conn *c)
{
	enum stream_result r;

	if (!stream_is_open(&c->server) || c->connecting)
		return true;
	r = stream_flush(&c->server);
	if (r == STREAM_TLS)
		rec__conn_server_failed(c, REC_HOW_TLS, stream_why(&c->server));
	/* A server that accepts no more data may have responded: read that. */
	if (r == STREAM_RESET)
		stream_forget(&c->server);
	return r != STREAM_TLS && r != STREAM_RESET;
}
