/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "tests/kit/h2_server.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <gnutls/gnutls.h>
#include <nghttp2/nghttp2.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "base/str.h"
#include "fakeapi/http/tls.h"
#include "tests/kit/net.h"
#include "tests/kit/testing.h"

enum { CONNECTIONS = 64, REQUESTS = 256, PATIENCE_S = 120 };

struct request {
	struct h2_request about;
	struct strbuf body; /* not yet sent */
	bool end;
};

struct connection {
	struct h2_server *server;
	unsigned number;
	int fd;
	bool shaken, deaf;
	gnutls_session_t tls;
	nghttp2_session *h2;
};

struct h2_server {
	int fd, wake[2];
	char url[64];
	struct fakeapi__tls pem;
	gnutls_certificate_credentials_t credentials;
	pthread_t thread;
	pthread_mutex_t mu; /* the rest */
	pthread_cond_t more;
	bool stop, ignores_pings;
	uint32_t streams_max;		       /* 0: any number */
	struct connection *conns[CONNECTIONS]; /* index: number - 1; NULL: closed */
	unsigned conn_count;
	struct request requests[REQUESTS];
	size_t request_count, ping_count;
};

/* ---- streams ---- */

static struct request *of_stream(struct connection *c, int32_t stream)
{
	struct h2_server *s = c->server;

	for (size_t i = s->request_count; i-- > 0;) {
		struct request *r = &s->requests[i];

		if (r->about.connection == c->number && r->about.stream == stream)
			return r;
	}
	return NULL;
}

static ssize_t give_body(nghttp2_session *h2, int32_t stream, uint8_t *buf, size_t cap,
			 uint32_t *flags, nghttp2_data_source *source, void *user)
{
	struct request *r = source->ptr;
	size_t n = r->body.len < cap ? r->body.len : cap;

	(void)h2;
	(void)stream;
	(void)user;
	if (n) {
		memcpy(buf, r->body.ptr, n);
		strbuf_consume(&r->body, n);
	}
	if (r->end && !r->body.len)
		*flags |= NGHTTP2_DATA_FLAG_EOF;
	else if (!n)
		return NGHTTP2_ERR_DEFERRED;
	return (ssize_t)n;
}

static int on_begin(nghttp2_session *h2, const nghttp2_frame *frame, void *user)
{
	(void)user;
	if (frame->hd.type == NGHTTP2_HEADERS)
		(void)nghttp2_session_set_stream_user_data(h2, frame->hd.stream_id,
							   calloc(1, sizeof(struct h2_request)));
	return 0;
}

static int on_header(nghttp2_session *h2, const nghttp2_frame *frame, const uint8_t *name,
		     size_t name_len, const uint8_t *value, size_t value_len, uint8_t flags,
		     void *user)
{
	struct h2_request *about = nghttp2_session_get_stream_user_data(h2, frame->hd.stream_id);

	(void)flags;
	(void)user;
	if (about && name_len == 7 && memcmp(name, ":method", 7) == 0)
		(void)snprintf(about->method, sizeof(about->method), "%.*s", (int)value_len,
			       (const char *)value);
	if (about && name_len == 5 && memcmp(name, ":path", 5) == 0)
		(void)snprintf(about->path, sizeof(about->path), "%.*s", (int)value_len,
			       (const char *)value);
	return 0;
}

/* nghttp2 copies both, and declares neither const. */
static nghttp2_nv field(const char *name, const char *value)
{
	return (nghttp2_nv) { (uint8_t *)(uintptr_t)name, (uint8_t *)(uintptr_t)value, strlen(name),
			      strlen(value), NGHTTP2_NV_FLAG_NONE };
}

static void answer_ping(struct connection *c, int32_t stream)
{
	const nghttp2_nv head = field(":status", "200");

	c->server->ping_count++;
	if (!c->server->ignores_pings)
		(void)nghttp2_submit_response(c->h2, stream, &head, 1, NULL);
}

static int on_frame(nghttp2_session *h2, const nghttp2_frame *frame, void *user)
{
	struct connection *c = user;
	struct h2_server *s = c->server;
	struct h2_request *about;

	if (frame->hd.type != NGHTTP2_HEADERS)
		return 0;
	about = nghttp2_session_get_stream_user_data(h2, frame->hd.stream_id);
	if (about && strcmp(about->method, "OPTIONS") == 0 && strcmp(about->path, "*") == 0) {
		answer_ping(c, frame->hd.stream_id);
	} else if (about && s->request_count < REQUESTS) {
		struct request *r = &s->requests[s->request_count++];

		r->about = *about;
		r->about.connection = c->number;
		r->about.stream = frame->hd.stream_id;
		strbuf_init(&r->body);
	}
	free(about);
	(void)nghttp2_session_set_stream_user_data(h2, frame->hd.stream_id, NULL);
	pthread_cond_broadcast(&s->more);
	return 0;
}

static int on_stream_close(nghttp2_session *h2, int32_t stream, uint32_t code, void *user)
{
	struct connection *c = user;
	struct request *r = of_stream(c, stream);

	(void)code;
	free(nghttp2_session_get_stream_user_data(h2, stream));
	if (r)
		r->about.gone = true;
	pthread_cond_broadcast(&c->server->more);
	return 0;
}

static ssize_t on_send(nghttp2_session *h2, const uint8_t *bytes, size_t len, int flags, void *user)
{
	struct connection *c = user;
	ssize_t n = gnutls_record_send(c->tls, bytes, len);

	(void)h2;
	(void)flags;
	if (n == GNUTLS_E_AGAIN || n == GNUTLS_E_INTERRUPTED)
		return NGHTTP2_ERR_WOULDBLOCK;
	return n < 0 ? NGHTTP2_ERR_CALLBACK_FAILURE : n;
}

/* ---- connections ---- */

static void drop(struct connection *c, bool reset)
{
	struct h2_server *s = c->server;

	if (reset)
		net_reset_at_close(c->fd);
	for (size_t i = 0; i < s->request_count; i++)
		if (s->requests[i].about.connection == c->number)
			s->requests[i].about.gone = true;
	nghttp2_session_del(c->h2);
	gnutls_deinit(c->tls);
	(void)close(c->fd);
	s->conns[c->number - 1] = NULL;
	free(c);
	pthread_cond_broadcast(&s->more);
}

static void take_connection(struct h2_server *s)
{
	static unsigned char name[] = "h2";
	static const gnutls_datum_t h2 = { name, 2 };
	struct connection *c = calloc(1, sizeof(*c));
	int fd = accept4(s->fd, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);

	if (fd < 0 || !c || s->conn_count == CONNECTIONS) {
		free(c);
		return;
	}
	c->server = s;
	c->fd = fd;
	c->number = ++s->conn_count;
	s->conns[c->number - 1] = c;
	(void)gnutls_init(&c->tls, GNUTLS_SERVER | GNUTLS_NONBLOCK);
	(void)gnutls_set_default_priority(c->tls);
	(void)gnutls_credentials_set(c->tls, GNUTLS_CRD_CERTIFICATE, s->credentials);
	(void)gnutls_alpn_set_protocols(c->tls, &h2, 1, GNUTLS_ALPN_MANDATORY);
	gnutls_transport_set_int(c->tls, fd);
	pthread_cond_broadcast(&s->more);
}

static void begin_session(struct connection *c)
{
	nghttp2_settings_entry limit = { NGHTTP2_SETTINGS_MAX_CONCURRENT_STREAMS, 0 };
	nghttp2_session_callbacks *calls;

	(void)nghttp2_session_callbacks_new(&calls);
	nghttp2_session_callbacks_set_send_callback(calls, on_send);
	nghttp2_session_callbacks_set_on_begin_headers_callback(calls, on_begin);
	nghttp2_session_callbacks_set_on_header_callback(calls, on_header);
	nghttp2_session_callbacks_set_on_frame_recv_callback(calls, on_frame);
	nghttp2_session_callbacks_set_on_stream_close_callback(calls, on_stream_close);
	(void)nghttp2_session_server_new(&c->h2, calls, c);
	nghttp2_session_callbacks_del(calls);
	limit.value = c->server->streams_max;
	(void)nghttp2_submit_settings(c->h2, NGHTTP2_FLAG_NONE, &limit, limit.value ? 1 : 0);
	c->shaken = true;
}

/* False: the connection is gone. */
static bool serve(struct connection *c)
{
	unsigned char buf[16384];
	ssize_t n = 0;

	if (!c->shaken) {
		int rc = gnutls_handshake(c->tls);

		if (rc == GNUTLS_E_AGAIN || rc == GNUTLS_E_INTERRUPTED)
			return true;
		if (rc != 0) {
			drop(c, false);
			return false;
		}
		begin_session(c);
	}
	while ((n = gnutls_record_recv(c->tls, buf, sizeof(buf))) > 0)
		if (nghttp2_session_mem_recv(c->h2, buf, (size_t)n) < 0)
			break;
	if (n == GNUTLS_E_AGAIN || n == GNUTLS_E_INTERRUPTED)
		return true;
	drop(c, false);
	return false;
}

static void serve_all(struct h2_server *s, const struct pollfd *fds, nfds_t count)
{
	for (nfds_t i = 2; i < count; i++) {
		for (unsigned k = 0; k < s->conn_count; k++) {
			struct connection *c = s->conns[k];

			if (c && c->fd == fds[i].fd && fds[i].revents && !c->deaf)
				(void)serve(c);
		}
	}
	for (unsigned k = 0; k < s->conn_count; k++) {
		struct connection *c = s->conns[k];

		if (!c || !c->shaken || c->deaf)
			continue;
		if (nghttp2_session_send(c->h2) != 0)
			drop(c, false);
	}
}

static void *main_loop(void *user)
{
	struct h2_server *s = user;

	pthread_mutex_lock(&s->mu);
	while (!s->stop) {
		struct pollfd fds[CONNECTIONS + 2] = { { s->fd, POLLIN, 0 },
						       { s->wake[0], POLLIN, 0 } };
		nfds_t count = 2;
		char drain[64];

		for (unsigned k = 0; k < s->conn_count; k++) {
			struct connection *c = s->conns[k];

			if (!c || c->deaf)
				continue;
			fds[count].fd = c->fd;
			fds[count].events = POLLIN;
			if (c->shaken && nghttp2_session_want_write(c->h2))
				fds[count].events |= POLLOUT;
			count++;
		}
		pthread_mutex_unlock(&s->mu);
		(void)poll(fds, count, -1);
		while (read(s->wake[0], drain, sizeof(drain)) > 0)
			;
		pthread_mutex_lock(&s->mu);
		if (fds[0].revents)
			take_connection(s);
		serve_all(s, fds, count);
	}
	pthread_mutex_unlock(&s->mu);
	return NULL;
}

/* ---- what a test says ---- */

static void leave(struct h2_server *s)
{
	pthread_mutex_unlock(&s->mu);
	(void)!write(s->wake[1], "", 1);
}

/* With the lock, until `ready`. */
static void wait_for(struct h2_server *s, bool (*ready)(struct h2_server *s, size_t n), size_t n,
		     const char *what)
{
	struct timespec until;

	(void)clock_gettime(CLOCK_REALTIME, &until);
	until.tv_sec += PATIENCE_S;
	while (!ready(s, n))
		if (pthread_cond_timedwait(&s->more, &s->mu, &until) == ETIMEDOUT)
			fail_msg("no %s %zu: %zu requests, %zu pings, %u connections", what, n,
				 s->request_count, s->ping_count, s->conn_count);
}

static bool has_request(struct h2_server *s, size_t n)
{
	return s->request_count >= n;
}

static bool has_pings(struct h2_server *s, size_t n)
{
	return s->ping_count >= n;
}

static bool is_gone(struct h2_server *s, size_t n)
{
	return s->request_count >= n && s->requests[n - 1].about.gone;
}

struct h2_request h2_server_request(struct h2_server *s, size_t n)
{
	struct h2_request about;

	pthread_mutex_lock(&s->mu);
	wait_for(s, has_request, n, "request");
	about = s->requests[n - 1].about;
	pthread_mutex_unlock(&s->mu);
	return about;
}

void h2_server_wait_gone(struct h2_server *s, size_t n)
{
	pthread_mutex_lock(&s->mu);
	wait_for(s, is_gone, n, "end of request");
	pthread_mutex_unlock(&s->mu);
}

void h2_server_wait_pings(struct h2_server *s, size_t n)
{
	pthread_mutex_lock(&s->mu);
	wait_for(s, has_pings, n, "ping");
	pthread_mutex_unlock(&s->mu);
}

size_t h2_server_requests(struct h2_server *s)
{
	size_t n;

	pthread_mutex_lock(&s->mu);
	n = s->request_count;
	pthread_mutex_unlock(&s->mu);
	return n;
}

size_t h2_server_pings(struct h2_server *s)
{
	size_t n;

	pthread_mutex_lock(&s->mu);
	n = s->ping_count;
	pthread_mutex_unlock(&s->mu);
	return n;
}

unsigned h2_server_connections(struct h2_server *s)
{
	unsigned n;

	pthread_mutex_lock(&s->mu);
	n = s->conn_count;
	pthread_mutex_unlock(&s->mu);
	return n;
}

/* With the lock; the test fails if its connection is gone. */
static struct connection *conn_of(struct h2_server *s, unsigned number)
{
	struct connection *c = number <= s->conn_count ? s->conns[number - 1] : NULL;

	if (!c)
		fail_msg("connection %u is gone", number);
	return c;
}

void h2_server_answer(struct h2_server *s, size_t n, int status, const char *body, bool whole)
{
	char code[8];
	nghttp2_nv head[2];
	nghttp2_data_provider from = { .read_callback = give_body };
	struct request *r;

	(void)snprintf(code, sizeof(code), "%03d", status);
	head[0] = field(":status", code);
	head[1] = field("content-type", "application/json");
	(void)h2_server_request(s, n);
	pthread_mutex_lock(&s->mu);
	r = &s->requests[n - 1];
	strbuf_addz(&r->body, body);
	r->end = whole;
	from.source.ptr = r;
	(void)nghttp2_submit_response(conn_of(s, r->about.connection)->h2, r->about.stream, head,
				      ARRAY_LEN(head), &from);
	leave(s);
}

void h2_server_send(struct h2_server *s, size_t n, const char *text, bool end)
{
	struct request *r;

	pthread_mutex_lock(&s->mu);
	r = &s->requests[n - 1];
	strbuf_addz(&r->body, text);
	r->end = end;
	(void)nghttp2_session_resume_data(conn_of(s, r->about.connection)->h2, r->about.stream);
	leave(s);
}

void h2_server_reset(struct h2_server *s, size_t n, uint32_t code)
{
	struct request *r;

	pthread_mutex_lock(&s->mu);
	r = &s->requests[n - 1];
	(void)nghttp2_submit_rst_stream(conn_of(s, r->about.connection)->h2, NGHTTP2_FLAG_NONE,
					r->about.stream, code);
	leave(s);
}

void h2_server_goaway(struct h2_server *s, unsigned connection, size_t last, uint32_t code)
{
	pthread_mutex_lock(&s->mu);
	(void)nghttp2_submit_goaway(conn_of(s, connection)->h2, NGHTTP2_FLAG_NONE,
				    last ? s->requests[last - 1].about.stream : 0, code, NULL, 0);
	leave(s);
}

void h2_server_close(struct h2_server *s, unsigned connection, bool reset)
{
	struct connection *c;

	pthread_mutex_lock(&s->mu);
	c = conn_of(s, connection);
	(void)nghttp2_session_send(c->h2);
	if (!reset)
		net_end_output(c->fd);
	drop(c, reset);
	leave(s);
}

void h2_server_go_deaf(struct h2_server *s)
{
	pthread_mutex_lock(&s->mu);
	for (unsigned k = 0; k < s->conn_count; k++)
		if (s->conns[k])
			s->conns[k]->deaf = true;
	leave(s);
}

void h2_server_ignore_pings(struct h2_server *s)
{
	pthread_mutex_lock(&s->mu);
	s->ignores_pings = true;
	leave(s);
}

void h2_server_limit(struct h2_server *s, uint32_t streams)
{
	pthread_mutex_lock(&s->mu);
	s->streams_max = streams;
	pthread_mutex_unlock(&s->mu);
}

/* ---- life ---- */

struct h2_server *h2_server_new(void)
{
	struct h2_server *s = calloc(1, sizeof(*s));
	struct sockaddr_in at = { .sin_family = AF_INET,
				  .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
	socklen_t len = sizeof(at);
	gnutls_datum_t cert, key;

	assert_non_null(s);
	pthread_mutex_init(&s->mu, NULL);
	pthread_cond_init(&s->more, NULL);
	assert_int_equal(fakeapi__tls_make(&s->pem, NULL, time(NULL), NULL), 0);
	cert = (gnutls_datum_t) { (unsigned char *)s->pem.cert_pem,
				  (unsigned)strlen(s->pem.cert_pem) };
	key =
	    (gnutls_datum_t) { (unsigned char *)s->pem.key_pem, (unsigned)strlen(s->pem.key_pem) };
	assert_int_equal(gnutls_certificate_allocate_credentials(&s->credentials), 0);
	assert_int_equal(gnutls_certificate_set_x509_key_mem(s->credentials, &cert, &key,
							     GNUTLS_X509_FMT_PEM),
			 0);
	s->fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
	assert_int_equal(bind(s->fd, (struct sockaddr *)&at, sizeof(at)), 0);
	assert_int_equal(listen(s->fd, CONNECTIONS), 0);
	assert_int_equal(getsockname(s->fd, (struct sockaddr *)&at, &len), 0);
	(void)snprintf(s->url, sizeof(s->url), "https://127.0.0.1:%u", ntohs(at.sin_port));
	assert_int_equal(pipe2(s->wake, O_NONBLOCK | O_CLOEXEC), 0);
	assert_int_equal(pthread_create(&s->thread, NULL, main_loop, s), 0);
	return s;
}

void h2_server_free(struct h2_server *s)
{
	pthread_mutex_lock(&s->mu);
	s->stop = true;
	leave(s);
	pthread_join(s->thread, NULL);
	for (unsigned k = 0; k < s->conn_count; k++)
		if (s->conns[k])
			drop(s->conns[k], false);
	for (size_t i = 0; i < s->request_count; i++)
		strbuf_fini(&s->requests[i].body);
	(void)close(s->fd);
	(void)close(s->wake[0]);
	(void)close(s->wake[1]);
	gnutls_certificate_free_credentials(s->credentials);
	fakeapi__tls_fini(&s->pem);
	pthread_cond_destroy(&s->more);
	pthread_mutex_destroy(&s->mu);
	free(s);
}

const char *h2_server_url(const struct h2_server *s)
{
	return s->url;
}

const char *h2_server_ca(const struct h2_server *s)
{
	return s->pem.ca_pem;
}
