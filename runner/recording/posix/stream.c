/* SPDX-License-Identifier: Apache-2.0 */
#include "runner/recording/posix/stream.h"

#include <errno.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

enum { KEEP_BYTES = 64 << 10 };

void stream_init(struct stream *s, int fd)
{
	*s = (struct stream) { .fd = fd };
	strbuf_init(&s->out);
}

void stream_init_fed(struct stream *s)
{
	stream_init(s, -1);
	s->fed = true;
	strbuf_init(&s->in);
}

bool stream_speaks(const struct stream *s, const char *name)
{
	gnutls_datum_t alpn;

	return s->tls && gnutls_alpn_get_selected_protocol(s->tls, &alpn) == 0 &&
	       alpn.size == strlen(name) && memcmp(alpn.data, name, alpn.size) == 0;
}

void stream_use_tls(struct stream *s, gnutls_session_t take_tls)
{
	s->tls = take_tls;
	s->shaking = true;
	gnutls_transport_set_int(s->tls, s->fd);
}

void stream_close(struct stream *s, bool reset)
{
	struct linger now = { .l_onoff = 1, .l_linger = 0 };

	if (s->fed) {
		s->fed = false;
		strbuf_fini(&s->in);
		strbuf_fini(&s->out);
		s->out_at = s->in_at = 0;
	}
	if (s->fd < 0)
		return;
	if (s->tls) {
		if (!reset && !s->shaking)
			(void)gnutls_bye(s->tls, GNUTLS_SHUT_WR);
		gnutls_deinit(s->tls);
		s->tls = NULL;
	}
	if (reset)
		(void)setsockopt(s->fd, SOL_SOCKET, SO_LINGER, &now, sizeof(now));
	(void)close(s->fd);
	s->fd = -1;
	strbuf_fini(&s->out);
	s->out_at = 0;
}

static enum stream_result shake(struct stream *s)
{
	int rc = gnutls_handshake(s->tls);

	if (rc == GNUTLS_E_SUCCESS) {
		s->shaking = false;
		return STREAM_OK;
	}
	if (!gnutls_error_is_fatal(rc))
		return STREAM_AGAIN;
	s->error = rc;
	s->ended = true;
	return STREAM_TLS;
}

static enum stream_result failed(struct stream *s, enum stream_result how, int error)
{
	s->ended = true;
	s->error = error;
	return how;
}

static enum stream_result read_tls(struct stream *s, void *buf, size_t cap, size_t *len)
{
	ssize_t n;

	if (s->shaking) {
		enum stream_result r = shake(s);

		if (r != STREAM_OK)
			return r;
	}
	if (s->holds)
		return STREAM_AGAIN;
	n = gnutls_record_recv(s->tls, buf, cap);
	if (n > 0) {
		*len = (size_t)n;
		return STREAM_OK;
	}
	if (n == GNUTLS_E_AGAIN || n == GNUTLS_E_INTERRUPTED ||
	    (n < 0 && !gnutls_error_is_fatal((int)n)))
		return STREAM_AGAIN;
	/* No close_notify: the TLS equivalent of an unexpected FIN. */
	if (n == 0 || n == GNUTLS_E_PREMATURE_TERMINATION)
		return failed(s, STREAM_EOF, (int)n);
	return failed(s, STREAM_RESET, (int)n);
}

static enum stream_result read_fed(struct stream *s, void *buf, size_t cap, size_t *len)
{
	size_t n = s->in.len - s->in_at;

	if (!n)
		return s->in_reset   ? failed(s, STREAM_RESET, 0)
		       : s->in_ended ? failed(s, STREAM_EOF, 0)
				     : STREAM_AGAIN;
	*len = n < cap ? n : cap;
	memcpy(buf, s->in.ptr + s->in_at, *len);
	s->in_at += *len;
	if (s->in_at < s->in.len)
		return STREAM_OK;
	s->in_at = 0;
	if (s->in.cap > KEEP_BYTES)
		strbuf_fini(&s->in);
	strbuf_clear(&s->in);
	return STREAM_OK;
}

enum stream_result stream_read(struct stream *s, void *buf, size_t cap, size_t *len)
{
	ssize_t n;

	*len = 0;
	if (s->fed && !s->ended)
		return read_fed(s, buf, cap, len);
	if (s->fd < 0 || s->ended)
		return STREAM_EOF;
	if (s->tls)
		return read_tls(s, buf, cap, len);
	do
		n = recv(s->fd, buf, cap, 0);
	while (n < 0 && errno == EINTR);
	if (n > 0) {
		*len = (size_t)n;
		return STREAM_OK;
	}
	if (n == 0)
		return failed(s, STREAM_EOF, 0);
	if (errno == EAGAIN || errno == EWOULDBLOCK)
		return STREAM_AGAIN;
	return failed(s, STREAM_RESET, errno);
}

enum stream_result stream_flush(struct stream *s)
{
	if (s->fed && stream_pending(s))
		return STREAM_AGAIN;
	if (s->fd < 0 && !s->fed)
		return STREAM_RESET;
	if (s->shaking) {
		enum stream_result r = shake(s);

		if (r != STREAM_OK)
			return r;
	}
	if (s->holds)
		return STREAM_AGAIN;
	while (stream_pending(s)) {
		ssize_t n;

		if (s->tls) {
			n = gnutls_record_send(s->tls, s->out.ptr + s->out_at, stream_pending(s));
			if (n < 0 && !gnutls_error_is_fatal((int)n))
				return STREAM_AGAIN;
		} else {
			n = send(s->fd, s->out.ptr + s->out_at, stream_pending(s), MSG_NOSIGNAL);
			if (n < 0 && errno == EINTR)
				continue;
			if (n < 0 && (errno == EAGAIN || errno == EWOULDBLOCK))
				return STREAM_AGAIN;
		}
		if (n < 0) {
			/* Data that it sent before can still be read. */
			s->error = s->tls ? (int)n : errno;
			return STREAM_RESET;
		}
		s->out_at += (size_t)n;
	}
	s->out_at = 0;
	if (s->out.cap > KEEP_BYTES)
		strbuf_fini(&s->out);
	strbuf_clear(&s->out);
	return STREAM_OK;
}

void stream_forget(struct stream *s)
{
	strbuf_clear(&s->out);
	s->out_at = 0;
}

short stream_events(const struct stream *s, bool reading)
{
	if (s->shaking)
		return gnutls_record_get_direction(s->tls) ? POLLOUT : POLLIN;
	return (short)((reading ? POLLIN : 0) | (stream_pending(s) ? POLLOUT : 0));
}

const char *stream_why(const struct stream *s)
{
	if (s->tls || s->error < 0)
		return gnutls_strerror(s->error);
	return s->error ? strerror(s->error) : "the connection was closed";
}
