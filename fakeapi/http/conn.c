/* SPDX-License-Identifier: Apache-2.0 */
/* conn.c - a connection's lifetime: accept, handshake, requests, close. */
#define _GNU_SOURCE
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <sys/epoll.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "fakeapi/http/h2_guard.h"
#include "fakeapi/http/internal.h"

enum { READS_PER_TURN = 16 };

/* --- deadlines --- */

/* The rest of the body did not arrive. (An incomplete head gets no response, as in net/http;
 * kube-apiserver 1.34 itself had not answered such a body after 160 s.) */
static void write_timeout(struct conn *c)
{
	static const char text[] = "HTTP/1.1 408 Request Timeout\r\n"
				   "Content-Type: text/plain; charset=utf-8\r\n"
				   "Connection: close\r\n\r\n"
				   "408 Request Timeout";

	(void)http__write(c, text, sizeof(text) - 1);
}

static void conn_timeout(struct http_timer *t)
{
	struct conn *c = t->owner;
	struct linger none = { .l_onoff = 1 };

	if (c->h2) {
		http__h2_look(c);
		return;
	}
	if (c->req && c->req->inner) {
		if (!http__unread_look(c))
			return;
		/* The kernel would keep unsent bytes until they are read. */
		(void)setsockopt(c->fd, SOL_SOCKET, SO_LINGER, &none, sizeof(none));
	} else if (c->state == CONN_BODY && !c->gone) {
		write_timeout(c);
	}
	c->dropped = true;
	http__conn_close(c);
}

void http__conn_deadline(struct conn *c, int64_t after_ns)
{
	if (!http__timer_arm(c->h, &c->timer, time_add(http__real_ns(), after_ns))) {
		/* Without memory for a deadline the connection closes; it could stay open
		 * forever. */
		c->dropped = true;
		http__conn_close(c);
	}
}

/* --- begin and end --- */

static uint32_t listener_of(const struct fakeapi__http *h, int fd)
{
	struct sockaddr_storage at;
	socklen_t len = sizeof(at);
	uint16_t port;

	if ((h->opt.backend_count == 1 && !h->opt.control) ||
	    getsockname(fd, (struct sockaddr *)&at, &len) != 0)
		return 0;
	port = ntohs(at.ss_family == AF_INET6 ? ((struct sockaddr_in6 *)&at)->sin6_port
					      : ((struct sockaddr_in *)&at)->sin_port);
	/* Another address may use the same port number. */
	if (h->opt.control && h->listeners[h->opt.backend_count].port == port &&
	    http__is_loopback(&at))
		return h->opt.backend_count;
	for (uint32_t i = 0; i < h->opt.backend_count; i++)
		if (h->listeners[i].port == port)
			return i;
	return 0;
}

void http__conn_new(struct fakeapi__http *h, int fd)
{
	struct conn *c = base__calloc(1, sizeof(*c));
	struct epoll_event ev = { .events = EPOLLIN | EPOLLOUT | EPOLLRDHUP | EPOLLET };
	int one = 1;

	if (!c ||
	    atomic_load_explicit(&h->conn_count, memory_order_relaxed) >= h->opt.connection_max) {
		base__free(c);
		(void)close(fd);
		return;
	}
	c->source.kind = SOURCE_CONN;
	c->h = h;
	c->fd = fd;
	c->listener = listener_of(h, fd);
	c->state = h->credentials ? CONN_HANDSHAKE : CONN_HEAD;
	c->writable = true;
	strbuf_init(&c->in);
	strbuf_init(&c->out);
	http__timer_init(&c->timer, conn_timeout, c);
	c->next = h->conns;
	if (h->conns)
		h->conns->prev = c;
	h->conns = c;
	atomic_fetch_add_explicit(&h->conn_count, 1, memory_order_relaxed);
	(void)setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof(one));
	ev.data.ptr = &c->source;
	if ((h->credentials && !http__tls_start(c)) ||
	    epoll_ctl(h->epoll_fd, EPOLL_CTL_ADD, fd, &ev) != 0) {
		c->dropped = true;
		http__conn_close(c);
		return;
	}
	http__conn_deadline(c, h->opt.header_timeout_ns);
}

/* The client is still sending: close() with unread bytes would send RST, which makes the client's
 * kernel discard a response that it has not read yet. */
static bool has_unread_bytes(const struct conn *c)
{
	char byte;
	ssize_t n;

	if (c->dropped || c->h->stopping)
		return false;
	n = recv(c->fd, &byte, 1, MSG_PEEK | MSG_DONTWAIT);
	return n > 0 || (n < 0 && errno == EAGAIN && !c->gone && !c->request_whole);
}

static void cancel_turn(struct conn *c)
{
	struct fakeapi__http *h = c->h;
	struct conn *before = NULL;

	for (struct conn *at = c->has_turn ? h->turns : NULL; at; before = at, at = at->next_turn) {
		if (at != c)
			continue;
		*(before ? &before->next_turn : &h->turns) = c->next_turn;
		if (h->last_turn == c)
			h->last_turn = before;
		break;
	}
	c->has_turn = false;
}

static void cancel_flush(struct conn *c)
{
	for (struct conn **at = &c->h->flushes; c->has_flush && *at; at = &(*at)->next_flush) {
		if (*at != c)
			continue;
		*at = c->next_flush;
		break;
	}
	c->has_flush = false;
}

void http__conn_close(struct conn *c)
{
	struct fakeapi__http *h = c->h;
	bool lingers;

	if (c->state == CONN_CLOSED)
		return;
	c->state = CONN_CLOSED;
	lingers = has_unread_bytes(c);
	if (c->tls && !c->dropped && c->request_whole)
		(void)gnutls_bye(c->tls, GNUTLS_SHUT_WR);
	if (c->req && c->req->x)
		(void)shutdown(c->fd, SHUT_WR); /* observers are called after the end is sent */
	if (c->req)
		http__request_free(c->req, !c->req->server_ended && !h->stopping);
	if (c->h2)
		http__h2_free(c->h2);
	c->h2 = NULL;
	http__timer_cancel(&c->timer);
	cancel_turn(c);
	cancel_flush(c);
	h->head_bytes -= c->head_bytes;
	c->head_bytes = 0;
	if (c->tls)
		gnutls_deinit(c->tls);
	c->tls = NULL;
	strbuf_fini(&c->in);
	strbuf_fini(&c->out);
	if (!lingers || !http__linger(h, c->fd))
		http__close_watched(h, c->fd);
	c->fd = -1;
	*(c->prev ? &c->prev->next : &h->conns) = c->next;
	if (c->next)
		c->next->prev = c->prev;
	atomic_fetch_sub_explicit(&h->conn_count, 1, memory_order_relaxed);
	/* an event of this round may still point to it */
	c->next_turn = h->dead;
	h->dead = c;
}

void http__conn_free_dead(struct fakeapi__http *h)
{
	while (h->dead) {
		struct conn *c = h->dead;

		h->dead = c->next_turn;
		base__free(c);
	}
}

/* --- requests --- */

/* The body is complete, or there is none. */
static void begin(struct conn *c)
{
	struct request *r = c->req;

	c->request_whole = true;
	c->state = CONN_ANSWER;
	if (r->too_many) {
		r->keep = r->head.keep_alive;
		http__answer_too_many(r);
		return;
	}
	http__request_begin(r);
	if (c->state == CONN_ANSWER && !r->x)
		http__answer_status(r, 503, "ServiceUnavailable", "out of memory");
}

/* The head is parsed; a body may follow. */
static void begin_body(struct conn *c)
{
	static const char go_on[] = "HTTP/1.1 100 Continue\r\n\r\n";
	struct request *r = c->req;

	http__conn_deadline(c, c->h->opt.body_timeout_ns);
	if (c->state == CONN_CLOSED)
		return;
	http__body_init(&r->framing, &r->head);
	c->state = CONN_BODY;
	c->request_whole = r->framing.state == BODY_DONE;
	r->is_head = str_eqz(r->head.method, "HEAD");
	r->http_1_0 = r->head.http_1_0;
	if (r->head.expects_other) {
		r->keep = false;
		http__answer_text(r, 417, "", "");
	} else if (str_eqz(r->head.target, "*") && str_eqz(r->head.method, "OPTIONS")) {
		r->keep = r->head.keep_alive && c->request_whole;
		http__answer_text(r, 200, "", "");
	} else if (!r->head.chunked && r->head.length > c->h->opt.body_max) {
		/* Before the body: a client that waits for "100 Continue" need not send it. */
		http__answer_too_large(r);
	} else if (r->head.expects_continue && !r->http_1_0 && !c->request_whole &&
		   http__write(c, go_on, sizeof(go_on) - 1) == HTTP_BROKEN) {
		http__conn_close(c);
	}
}

static void take_head(struct conn *c, size_t end)
{
	struct request *r = http__request_new(c);
	struct http__refusal why;

	c->searched = 0;
	if (!r) {
		http__conn_close(c);
		return;
	}
	if (end == c->in.len) {
		r->head.text = c->in;
		strbuf_init(&c->in);
	} else {
		strbuf_add(&r->head.text, c->in.ptr, end);
		strbuf_consume(&c->in, end);
	}
	if (r->head.text.failed) {
		http__conn_close(c);
		return;
	}
	why = http__head_parse(&r->head);
	if (why.status)
		http__answer_refusal(c, why);
	else
		begin_body(c);
}

/* False: the connection is closed. */
static bool start_h2(struct conn *c)
{
	if (http__h2_start(c))
		return true;
	c->dropped = true;
	http__conn_close(c);
	return false;
}

/* With TLS only ALPN decides. */
static enum http__preface preface_of(const struct conn *c)
{
	return c->tls || c->had_request || c->h->opt.http1 ? PREFACE_OTHER
							   : http__h2_preface(strbuf_str(&c->in));
}

/* True: a request was read. */
static bool read_head(struct conn *c)
{
	struct http__refusal why;
	ssize_t n;

	for (;;) {
		enum http__preface preface = preface_of(c);
		size_t end = preface ? 0 : http__head_end(&c->in, &c->searched);

		if (preface == PREFACE_WHOLE)
			return start_h2(c);
		if (end) {
			take_head(c, end);
			return true;
		}
		why = preface ? (struct http__refusal) { 0 } : http__head_check_line(&c->in);
		if (!why.status && c->in.len >= c->h->opt.head_max)
			why = (struct http__refusal) { 431, "431 Request Header Fields Too Large" };
		if (why.status) {
			http__answer_refusal(c, why);
			return false;
		}
		n = http__recv(c, c->h->scratch, HTTP_SCRATCH);
		if (n == HTTP_AGAIN)
			return false;
		if (n > 0)
			strbuf_add(&c->in, c->h->scratch, (size_t)n);
		if (n <= 0 || c->in.failed) {
			http__conn_close(c);
			return false;
		}
		http__heads_count(c, c->in.cap);
		if (c->state == CONN_CLOSED)
			return false;
	}
}

/* True: the request is complete or already answered. */
static bool take_body(struct conn *c, struct str in, size_t *used)
{
	struct request *r = c->req;

	*used = 0;
	while (*used < in.len && r->framing.state < BODY_DONE) {
		struct str data;

		*used += http__body_feed(&r->framing,
					 (struct str) { in.ptr + *used, in.len - *used }, &data);
		if (!http__body_add(r, data))
			return true;
	}
	if (r->framing.state == BODY_BAD) {
		http__answer_refusal(c, (struct http__refusal) { 400, "400 Bad Request" });
		return true;
	}
	if (r->framing.state == BODY_DONE)
		begin(c);
	return r->framing.state == BODY_DONE;
}

static bool read_body(struct conn *c)
{
	size_t used;

	for (int reads = 0; reads < READS_PER_TURN; reads++) {
		bool done;
		ssize_t n;

		if (c->in.len || c->req->framing.state == BODY_DONE) {
			struct strbuf in = c->in;

			strbuf_init(&c->in);
			done = take_body(c, strbuf_str(&in), &used);
			if (c->state == CONN_CLOSED || used == in.len) {
				strbuf_fini(&in);
			} else {
				strbuf_consume(&in, used);
				c->in = in;
				http__heads_count(c, in.cap);
			}
			if (done)
				return true;
		}
		n = http__recv(c, c->h->scratch, HTTP_SCRATCH);
		if (n == HTTP_AGAIN)
			return false;
		if (n <= 0) {
			http__conn_close(c);
			return false;
		}
		done = take_body(c, (struct str) { c->h->scratch, (size_t)n }, &used);
		if (c->state != CONN_CLOSED && used < (size_t)n)
			strbuf_add(&c->in, c->h->scratch + used, (size_t)n - used);
		if (done)
			return true;
	}
	http__turn(c);
	return false;
}

static bool shake_hands(struct conn *c)
{
	int rc = http__tls_shake(c);

	if (rc == HTTP_AGAIN)
		return false;
	if (rc == HTTP_BROKEN) {
		http__conn_close(c);
		return false;
	}
	c->state = CONN_HEAD;
	/* GnuTLS may have read more bytes than the handshake. */
	c->readable = true;
	return !http__tls_chose_h2(c) || start_h2(c);
}

void http__conn_next(struct conn *c, bool keep)
{
	struct fakeapi__http *h = c->h;

	http__request_free(c->req, false);
	/* A refusing port keeps no idle connections; a refusing server has already closed them. */
	if (!keep || !c->request_whole || h->stopping ||
	    !(h->listeners[c->listener].listening || h->refusing)) {
		http__conn_close(c);
		return;
	}
	c->state = CONN_HEAD;
	http__conn_deadline(c, h->opt.idle_timeout_ns);
	if (c->state == CONN_HEAD && (c->in.len || c->readable))
		http__turn(c);
}

/* --- events --- */

void http__conn_run(struct conn *c)
{
	bool again = true;

	while (again) {
		again = false;
		switch (c->state) {
		case CONN_HANDSHAKE:
			again = shake_hands(c);
			break;
		case CONN_HEAD:
			again = read_head(c);
			break;
		case CONN_BODY:
			again = http__flush(c) != HTTP_BROKEN && read_body(c);
			break;
		case CONN_ANSWER:
			again = http__answer_run(c);
			break;
		case CONN_WEBSOCKET:
			http__ws_run(c->req->ws);
			break;
		case CONN_H2:
			http__h2_run(c);
			break;
		case CONN_CLOSED:
			break;
		}
	}
}

void http__conn_event(struct conn *c, uint32_t epoll_events)
{
	if (c->state == CONN_CLOSED)
		return;
	if (epoll_events & (EPOLLIN | EPOLLRDHUP | EPOLLHUP | EPOLLERR))
		c->readable = true;
	if (epoll_events & (EPOLLOUT | EPOLLHUP | EPOLLERR))
		c->writable = true;
	if (epoll_events & (EPOLLRDHUP | EPOLLHUP | EPOLLERR))
		c->gone = true;
	http__turn(c);
}
