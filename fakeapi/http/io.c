/* SPDX-License-Identifier: Apache-2.0 */
/* io.c - reads and writes a connection's bytes, plain or with TLS. Sockets are non-blocking and
 * epoll is edge-triggered, so every caller continues until EAGAIN, which clears `readable` or
 * `writable`. */
#define _GNU_SOURCE
#include <errno.h>

#include "base/alloc.h"
#include "fakeapi/http/internal.h"

enum { RECORD = 16 << 10, ALERTS_MAX = 16 };

/* --- TLS --- */

bool http__tls_init(struct fakeapi__http *h)
{
	gnutls_datum_t cert = { (unsigned char *)(uintptr_t)h->opt.tls_cert_pem, 0 };
	gnutls_datum_t key = { (unsigned char *)(uintptr_t)h->opt.tls_key_pem, 0 };
	gnutls_datum_t ca = { (unsigned char *)(uintptr_t)h->opt.client_ca_pem, 0 };

	if (!cert.data)
		return true;
	cert.size = (unsigned)strlen(h->opt.tls_cert_pem);
	key.size = h->opt.tls_key_pem ? (unsigned)strlen(h->opt.tls_key_pem) : 0;
	ca.size = h->opt.client_ca_pem ? (unsigned)strlen(h->opt.client_ca_pem) : 0;
	if (gnutls_global_init() != 0 ||
	    gnutls_certificate_allocate_credentials(&h->credentials) != 0)
		return false;
	if (gnutls_certificate_set_x509_key_mem(h->credentials, &cert, &key, GNUTLS_X509_FMT_PEM) <
	    0)
		return false;
	return !ca.data ||
	       gnutls_certificate_set_x509_trust_mem(h->credentials, &ca, GNUTLS_X509_FMT_PEM) >= 0;
}

void http__tls_fini(struct fakeapi__http *h)
{
	if (h->credentials)
		gnutls_certificate_free_credentials(h->credentials);
	h->credentials = NULL;
}

bool http__tls_start(struct conn *c)
{
	static const gnutls_datum_t protocols[] = {
		{ (unsigned char *)(uintptr_t) "h2", 2 },
		{ (unsigned char *)(uintptr_t) "http/1.1", 8 },
	};
	unsigned first = c->h->opt.http1 ? 1 : 0;

	if (gnutls_init(&c->tls, GNUTLS_SERVER | GNUTLS_NONBLOCK | GNUTLS_NO_SIGNAL) != 0) {
		c->tls = NULL;
		return false;
	}
	if (gnutls_set_default_priority(c->tls) != 0 ||
	    gnutls_credentials_set(c->tls, GNUTLS_CRD_CERTIFICATE, c->h->credentials) != 0 ||
	    gnutls_alpn_set_protocols(c->tls, protocols + first, 2 - first,
				      GNUTLS_ALPN_SERVER_PRECEDENCE) != 0)
		return false;
	if (c->h->opt.client_ca_pem)
		gnutls_certificate_server_set_request(c->tls, GNUTLS_CERT_REQUEST);
	gnutls_handshake_set_timeout(c->tls, GNUTLS_INDEFINITE_TIMEOUT);
	gnutls_transport_set_int(c->tls, c->fd);
	return true;
}

int http__tls_shake(struct conn *c)
{
	for (int alerts = 0; alerts < ALERTS_MAX; alerts++) {
		int rc = gnutls_handshake(c->tls);

		if (rc == GNUTLS_E_SUCCESS)
			return 0;
		if (rc == GNUTLS_E_AGAIN)
			return HTTP_AGAIN;
		if (rc != GNUTLS_E_INTERRUPTED && gnutls_error_is_fatal(rc)) {
			(void)gnutls_alert_send_appropriate(c->tls, rc);
			return HTTP_BROKEN;
		}
	}
	return HTTP_BROKEN;
}

bool http__tls_chose_h2(const struct conn *c)
{
	gnutls_datum_t chosen = { NULL, 0 };

	return gnutls_alpn_get_selected_protocol(c->tls, &chosen) == 0 && chosen.size == 2 &&
	       memcmp(chosen.data, "h2", 2) == 0;
}

/* --- both --- */

static ssize_t recv_tls(struct conn *c, void *buf, size_t cap)
{
	for (int alerts = 0; alerts < ALERTS_MAX; alerts++) {
		ssize_t n = gnutls_record_recv(c->tls, buf, cap);

		if (n >= 0)
			return n;
		if (n == GNUTLS_E_AGAIN)
			return HTTP_AGAIN;
		if (n != GNUTLS_E_INTERRUPTED && gnutls_error_is_fatal((int)n))
			return HTTP_BROKEN;
	}
	return HTTP_BROKEN;
}

static ssize_t recv_plain(const struct conn *c, void *buf, size_t cap)
{
	ssize_t n;

	do
		n = recv(c->fd, buf, cap, MSG_DONTWAIT);
	while (n < 0 && errno == EINTR);
	if (n >= 0)
		return n;
	return errno == EAGAIN || errno == EWOULDBLOCK ? HTTP_AGAIN : HTTP_BROKEN;
}

ssize_t http__recv(struct conn *c, void *buf, size_t cap)
{
	ssize_t n;

	if (!c->readable)
		return HTTP_AGAIN;
	n = c->tls ? recv_tls(c, buf, cap) : recv_plain(c, buf, cap);
	c->readable = n != HTTP_AGAIN;
	return n;
}

/* The number of bytes, HTTP_AGAIN or HTTP_BROKEN. After HTTP_AGAIN the next call must pass the same
 * bytes: GnuTLS has already encrypted them. */
static ssize_t send_tls(struct conn *c, const char *bytes, size_t len)
{
	ssize_t n;

	if (!c->tls_tried)
		c->tls_tried = len < RECORD ? len : RECORD;
	do
		n = gnutls_record_send(c->tls, bytes, c->tls_tried);
	while (n == GNUTLS_E_INTERRUPTED);
	if (n == GNUTLS_E_AGAIN)
		return HTTP_AGAIN;
	c->tls_tried = 0;
	return n < 0 ? HTTP_BROKEN : n;
}

static ssize_t send_plain(const struct conn *c, const char *bytes, size_t len)
{
	ssize_t n;

	do
		n = send(c->fd, bytes, len, MSG_NOSIGNAL | MSG_DONTWAIT);
	while (n < 0 && errno == EINTR);
	if (n >= 0)
		return n;
	return errno == EAGAIN || errno == EWOULDBLOCK ? HTTP_AGAIN : HTTP_BROKEN;
}

/* Adds to *sent. */
static int send_all(struct conn *c, const char *bytes, size_t len, size_t *sent)
{
	while (*sent < len) {
		ssize_t n = HTTP_AGAIN;

		if (c->writable)
			n = c->tls ? send_tls(c, bytes + *sent, len - *sent)
				   : send_plain(c, bytes + *sent, len - *sent);
		if (n < 0) {
			c->writable = n != HTTP_AGAIN;
			return (int)n;
		}
		*sent += (size_t)n;
	}
	return 0;
}

int http__flush(struct conn *c)
{
	int rc;

	if (!c->out.len && !c->out.failed)
		return 0;
	rc = c->out.failed ? HTTP_BROKEN : send_all(c, c->out.ptr, c->out.len, &c->out_sent);
	if (rc == 0) {
		/* An idle watch needs no buffer. */
		strbuf_fini(&c->out);
		c->out_sent = 0;
	}
	return rc;
}

int http__write(struct conn *c, const char *bytes, size_t len)
{
	size_t sent = 0;
	int rc = http__flush(c);

	if (rc == 0)
		rc = send_all(c, bytes, len, &sent);
	if (rc == HTTP_AGAIN) {
		strbuf_add(&c->out, bytes + sent, len - sent);
		rc = c->out.failed ? HTTP_BROKEN : HTTP_AGAIN;
	}
	return rc;
}
