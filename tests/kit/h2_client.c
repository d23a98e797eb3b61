/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "tests/kit/h2_client.h"

#include <errno.h>
#include <gnutls/gnutls.h>
#include <nghttp2/nghttp2.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "tests/kit/net.h"
#include "tests/kit/testing.h"

enum { STREAMS = 4096, NAMES = 64 };

struct upload {
	struct strbuf bytes;
	size_t sent;
	bool open_ended;
};

struct h2_client {
	int fd;
	bool ended, goaway, settings, acked;
	int32_t goaway_last;
	uint32_t goaway_code;
	unsigned pongs;
	size_t moved;
	gnutls_session_t tls;
	gnutls_certificate_credentials_t credentials;
	nghttp2_session *h2;
	struct strbuf out; /* not taken by the socket yet */
	struct h2_response *responses[STREAMS];
	struct upload *uploads[STREAMS];
};

static size_t slot_of(int32_t stream)
{
	assert_true(stream > 0 && stream / 2 < STREAMS);
	return (size_t)stream / 2;
}

struct h2_response *h2_client_response(struct h2_client *c, int32_t stream)
{
	return c->responses[slot_of(stream)];
}

/* --- callbacks --- */

static int on_header(nghttp2_session *h2, const nghttp2_frame *frame, const uint8_t *name,
		     size_t name_len, const uint8_t *value, size_t value_len, uint8_t flags,
		     void *user)
{
	struct h2_response *r = h2_client_response(user, frame->hd.stream_id);

	(void)h2;
	(void)flags;
	if (name_len == 7 && memcmp(name, ":status", 7) == 0) {
		r->status = atoi((const char *)value);
		r->informed |= r->status == 100;
		return 0;
	}
	strbuf_addf(&r->headers, "%.*s: %.*s\n", (int)name_len, (const char *)name, (int)value_len,
		    (const char *)value);
	return 0;
}

static int on_data(nghttp2_session *h2, uint8_t flags, int32_t id, const uint8_t *data, size_t len,
		   void *user)
{
	(void)h2;
	(void)flags;
	strbuf_add(&h2_client_response(user, id)->body, data, len);
	return 0;
}

static int on_frame(nghttp2_session *h2, const nghttp2_frame *frame, void *user)
{
	struct h2_client *c = user;

	(void)h2;
	if (frame->hd.type == NGHTTP2_GOAWAY) {
		c->goaway = true;
		c->goaway_last = frame->goaway.last_stream_id;
		c->goaway_code = frame->goaway.error_code;
	} else if (frame->hd.type == NGHTTP2_PING) {
		c->pongs += (frame->hd.flags & NGHTTP2_FLAG_ACK) != 0;
	} else if (frame->hd.type == NGHTTP2_SETTINGS && (frame->hd.flags & NGHTTP2_FLAG_ACK)) {
		c->acked = true;
	} else if (frame->hd.type == NGHTTP2_SETTINGS) {
		c->settings = true;
	} else if ((frame->hd.type == NGHTTP2_HEADERS || frame->hd.type == NGHTTP2_DATA) &&
		   (frame->hd.flags & NGHTTP2_FLAG_END_STREAM)) {
		h2_client_response(c, frame->hd.stream_id)->ended = true;
	}
	return 0;
}

static int on_close(nghttp2_session *h2, int32_t id, uint32_t code, void *user)
{
	struct h2_response *r = h2_client_response(user, id);

	(void)h2;
	r->closed = true;
	r->code = code;
	return 0;
}

static ssize_t give(nghttp2_session *h2, int32_t stream, uint8_t *buf, size_t cap, uint32_t *flags,
		    nghttp2_data_source *source, void *user)
{
	struct upload *u = source->ptr;
	size_t left = u->bytes.len - u->sent, n = left < cap ? left : cap;

	(void)h2;
	(void)stream;
	(void)user;
	if (!n && u->open_ended)
		return NGHTTP2_ERR_DEFERRED;
	if (n)
		memcpy(buf, u->bytes.ptr + u->sent, n);
	u->sent += n;
	if (n == left && !u->open_ended)
		*flags |= NGHTTP2_DATA_FLAG_EOF;
	return (ssize_t)n;
}

/* --- begin and end --- */

static void start_tls(struct h2_client *c, const char *ca_pem)
{
	gnutls_datum_t ca = { (unsigned char *)(uintptr_t)ca_pem, (unsigned)strlen(ca_pem) };
	const gnutls_datum_t h2 = { (unsigned char *)(uintptr_t) "h2", 2 };
	gnutls_datum_t chosen = { NULL, 0 };
	int rc;

	assert_int_equal(gnutls_certificate_allocate_credentials(&c->credentials), 0);
	assert_true(
	    gnutls_certificate_set_x509_trust_mem(c->credentials, &ca, GNUTLS_X509_FMT_PEM) > 0);
	assert_int_equal(gnutls_init(&c->tls, GNUTLS_CLIENT), 0);
	assert_int_equal(gnutls_set_default_priority(c->tls), 0);
	assert_int_equal(gnutls_credentials_set(c->tls, GNUTLS_CRD_CERTIFICATE, c->credentials), 0);
	assert_int_equal(gnutls_alpn_set_protocols(c->tls, &h2, 1, 0), 0);
	gnutls_session_set_verify_cert(c->tls, NULL, 0);
	gnutls_transport_set_int(c->tls, c->fd);
	do
		rc = gnutls_handshake(c->tls);
	while (rc == GNUTLS_E_AGAIN || rc == GNUTLS_E_INTERRUPTED);
	assert_int_equal(rc, 0);
	assert_int_equal(gnutls_alpn_get_selected_protocol(c->tls, &chosen), 0);
	assert_int_equal(chosen.size, 2);
}

struct h2_client *h2_client_new(int fd, const struct h2_client_options *opt)
{
	static const struct h2_client_options none;
	struct h2_client *c = calloc(1, sizeof(*c));
	nghttp2_session_callbacks *calls;
	nghttp2_option *option;
	nghttp2_settings_entry window = { NGHTTP2_SETTINGS_INITIAL_WINDOW_SIZE, 0 };

	assert_non_null(c);
	opt = opt ? opt : &none;
	window.value = opt->window;
	c->fd = fd;
	strbuf_init(&c->out);
	if (opt->ca_pem)
		start_tls(c, opt->ca_pem);
	assert_int_equal(nghttp2_session_callbacks_new(&calls), 0);
	assert_int_equal(nghttp2_option_new(&option), 0);
	nghttp2_option_set_no_auto_window_update(option, opt->keeps_window_shut);
	nghttp2_session_callbacks_set_on_header_callback(calls, on_header);
	nghttp2_session_callbacks_set_on_data_chunk_recv_callback(calls, on_data);
	nghttp2_session_callbacks_set_on_frame_recv_callback(calls, on_frame);
	nghttp2_session_callbacks_set_on_stream_close_callback(calls, on_close);
	assert_int_equal(nghttp2_session_client_new2(&c->h2, calls, c, option), 0);
	nghttp2_session_callbacks_del(calls);
	nghttp2_option_del(option);
	assert_int_equal(nghttp2_submit_settings(c->h2, NGHTTP2_FLAG_NONE, &window,
						 opt->window ? 1 : 0),
			 0);
	return c;
}

void h2_client_free(struct h2_client *c)
{
	nghttp2_session_del(c->h2);
	if (c->tls) {
		gnutls_deinit(c->tls);
		gnutls_certificate_free_credentials(c->credentials);
	}
	(void)close(c->fd);
	for (size_t i = 0; i < STREAMS; i++) {
		if (c->responses[i]) {
			strbuf_fini(&c->responses[i]->headers);
			strbuf_fini(&c->responses[i]->body);
		}
		if (c->uploads[i])
			strbuf_fini(&c->uploads[i]->bytes);
		free(c->responses[i]);
		free(c->uploads[i]);
	}
	strbuf_fini(&c->out);
	free(c);
}

/* --- requests --- */

static nghttp2_nv nv_of(const char *name, const char *value)
{
	return (nghttp2_nv) { (uint8_t *)(uintptr_t)name, (uint8_t *)(uintptr_t)value, strlen(name),
			      strlen(value), NGHTTP2_NV_FLAG_NONE };
}

static int32_t begin(struct h2_client *c, const char *method, const char *uri,
		     const struct fakeapi__header *headers, size_t header_count, struct str body,
		     bool open_ended)
{
	struct upload *u = calloc(1, sizeof(*u));
	struct h2_response *r = calloc(1, sizeof(*r));
	nghttp2_data_provider from = { .source = { .ptr = u }, .read_callback = give };
	nghttp2_nv nv[NAMES] = { nv_of(":method", method), nv_of(":scheme", "http"),
				 nv_of(":authority", "localhost"), nv_of(":path", uri) };
	bool has_body = body.len > 0 || open_ended;
	char *lower[NAMES];

	assert_true(header_count + 4 < NAMES);
	for (size_t i = 0; i < header_count; i++) {
		lower[i] = strndup(headers[i].name.ptr, headers[i].name.len);
		for (char *at = lower[i]; *at; at++)
			*at = (char)(*at >= 'A' && *at <= 'Z' ? *at | 0x20 : *at);
		nv[4 + i] =
		    (nghttp2_nv) { (uint8_t *)lower[i], (uint8_t *)(uintptr_t)headers[i].value.ptr,
				   headers[i].name.len, headers[i].value.len,
				   NGHTTP2_NV_FLAG_NONE };
	}
	strbuf_init(&u->bytes);
	strbuf_adds(&u->bytes, body);
	u->open_ended = open_ended;
	strbuf_init(&r->headers);
	strbuf_init(&r->body);
	r->stream = nghttp2_submit_request(c->h2, NULL, nv, 4 + header_count,
					   has_body ? &from : NULL, NULL);
	assert_true(r->stream > 0);
	c->responses[slot_of(r->stream)] = r;
	c->uploads[slot_of(r->stream)] = u;
	for (size_t i = 0; i < header_count; i++)
		free(lower[i]);
	(void)h2_client_pump(c);
	return r->stream;
}

int32_t h2_client_send(struct h2_client *c, const char *method, const char *uri,
		       const struct fakeapi__header *headers, size_t header_count, struct str body)
{
	return begin(c, method, uri, headers, header_count, body, false);
}

int32_t h2_client_get(struct h2_client *c, const char *uri)
{
	return begin(c, "GET", uri, NULL, 0, STR(""), false);
}

int32_t h2_client_begin_post(struct h2_client *c, const char *uri, struct str body)
{
	return begin(c, "POST", uri, NULL, 0, body, true);
}

void h2_client_reset(struct h2_client *c, int32_t stream)
{
	assert_int_equal(nghttp2_submit_rst_stream(c->h2, NGHTTP2_FLAG_NONE, stream,
						   NGHTTP2_CANCEL),
			 0);
	(void)h2_client_pump(c);
}

void h2_client_ping(struct h2_client *c)
{
	assert_int_equal(nghttp2_submit_ping(c->h2, NGHTTP2_FLAG_NONE, NULL), 0);
	(void)h2_client_pump(c);
}

void h2_client_open_window(struct h2_client *c, int32_t stream, int32_t n)
{
	assert_int_equal(nghttp2_submit_window_update(c->h2, NGHTTP2_FLAG_NONE, stream, n), 0);
	assert_int_equal(nghttp2_submit_window_update(c->h2, NGHTTP2_FLAG_NONE, 0, n), 0);
	(void)h2_client_pump(c);
}

void h2_client_raw(struct h2_client *c, const void *bytes, size_t len)
{
	(void)h2_client_pump(c);
	strbuf_add(&c->out, bytes, len);
	(void)h2_client_pump(c);
}

/* --- bytes --- */

static ssize_t send_some(struct h2_client *c)
{
	ssize_t n = c->tls ? gnutls_record_send(c->tls, c->out.ptr, c->out.len)
			   : send(c->fd, c->out.ptr, c->out.len, MSG_NOSIGNAL | MSG_DONTWAIT);

	if (n < 0 && (c->tls ? n == GNUTLS_E_AGAIN || n == GNUTLS_E_INTERRUPTED : errno == EAGAIN))
		return 0;
	return n;
}

static void send_all(struct h2_client *c)
{
	ssize_t n = 1;

	while (!c->ended && n > 0) {
		const uint8_t *bytes;

		n = nghttp2_session_mem_send(c->h2, &bytes);
		if (n > 0)
			strbuf_add(&c->out, bytes, (size_t)n);
	}
	while (!c->ended && c->out.len) {
		n = send_some(c);
		if (n == 0)
			return;
		c->moved += n > 0 ? (size_t)n : 0;
		/* What the server sent before it closed is still to be read. */
		if (n < 0)
			strbuf_clear(&c->out);
		else
			strbuf_consume(&c->out, (size_t)n);
	}
}

static bool is_readable(const struct h2_client *c, int ms)
{
	struct pollfd p = { .fd = c->fd, .events = (short)(POLLIN | (c->out.len ? POLLOUT : 0)) };

	if (c->tls && gnutls_record_check_pending(c->tls))
		return true;
	return poll(&p, 1, ms) == 1 && (p.revents & ~POLLOUT);
}

static void receive(struct h2_client *c)
{
	char buf[16384];

	while (!c->ended && is_readable(c, 0)) {
		ssize_t n = c->tls ? gnutls_record_recv(c->tls, buf, sizeof(buf))
				   : recv(c->fd, buf, sizeof(buf), MSG_DONTWAIT);

		c->moved += n > 0 ? (size_t)n : 0;
		if (n < 0 && c->tls && !gnutls_error_is_fatal((int)n))
			continue;
		if (n <= 0 || nghttp2_session_mem_recv(c->h2, (uint8_t *)buf, (size_t)n) < 0)
			c->ended = true;
	}
}

bool h2_client_pump(struct h2_client *c)
{
	send_all(c);
	receive(c);
	send_all(c);
	return !c->ended;
}

size_t h2_client_moved(const struct h2_client *c)
{
	return c->moved;
}

/* --- waiting --- */

static int64_t now_ms(void)
{
	struct timespec ts;

	(void)clock_gettime(CLOCK_MONOTONIC, &ts);
	return (int64_t)ts.tv_sec * 1000 + ts.tv_nsec / 1000000;
}

static void wait_until(struct h2_client *c, bool (*cond)(const struct h2_client *, const void *),
		       const void *arg)
{
	int64_t deadline = now_ms() + NET_PATIENCE_MS;

	for (;;) {
		(void)h2_client_pump(c);
		if (cond(c, arg))
			return;
		if (c->ended)
			fail_msg("the server closed the connection");
		if (now_ms() > deadline)
			fail_msg("waited in vain");
		(void)is_readable(c, 1000);
	}
}

static bool has_head(const struct h2_client *c, const void *arg)
{
	const struct h2_response *r = arg;

	(void)c;
	return (r->status && r->status != 100) || r->closed;
}

static bool is_closed(const struct h2_client *c, const void *arg)
{
	(void)c;
	return ((const struct h2_response *)arg)->closed;
}

struct text_wanted {
	const struct h2_response *r;
	const char *text;
};

static bool has_text(const struct h2_client *c, const void *arg)
{
	const struct text_wanted *w = arg;

	(void)c;
	return strstr(w->r->body.ptr, w->text) != NULL;
}

static bool is_set(const struct h2_client *c, const void *flag)
{
	(void)c;
	return *(const bool *)flag;
}

static bool has_pongs(const struct h2_client *c, const void *arg)
{
	return c->pongs >= *(const unsigned *)arg;
}

struct h2_response *h2_client_wait_head(struct h2_client *c, int32_t stream)
{
	struct h2_response *r = h2_client_response(c, stream);

	wait_until(c, has_head, r);
	return r;
}

struct h2_response *h2_client_wait_closed(struct h2_client *c, int32_t stream)
{
	struct h2_response *r = h2_client_response(c, stream);

	wait_until(c, is_closed, r);
	return r;
}

void h2_client_wait_body(struct h2_client *c, int32_t stream, const char *text)
{
	wait_until(c, has_text, &(struct text_wanted) { h2_client_response(c, stream), text });
}

void h2_client_wait_pongs(struct h2_client *c, unsigned n)
{
	wait_until(c, has_pongs, &n);
}

void h2_client_wait_end(struct h2_client *c)
{
	wait_until(c, is_set, &c->ended);
}

void h2_client_wait_goaway(struct h2_client *c)
{
	wait_until(c, is_set, &c->goaway);
}

void h2_client_wait_settings(struct h2_client *c)
{
	wait_until(c, is_set, &c->settings);
}

bool h2_client_goaway(const struct h2_client *c, int32_t *last_stream, uint32_t *code)
{
	*last_stream = c->goaway_last;
	*code = c->goaway_code;
	return c->goaway;
}

unsigned h2_client_pongs(const struct h2_client *c)
{
	return c->pongs;
}

bool h2_client_acked(const struct h2_client *c)
{
	return c->acked;
}

int h2_client_fd(const struct h2_client *c)
{
	return c->fd;
}

uint32_t h2_client_setting(const struct h2_client *c, int32_t id)
{
	return nghttp2_session_get_remote_settings(c->h2, (nghttp2_settings_id)id);
}

int32_t h2_client_connection_window(const struct h2_client *c)
{
	return nghttp2_session_get_remote_window_size(c->h2);
}
