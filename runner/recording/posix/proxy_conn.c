/* SPDX-License-Identifier: Apache-2.0 */
/* proxy_conn.c - one connection of a client and its connection to the server. */
#define _GNU_SOURCE
#include "base/alloc.h"
#include "base/posix/clock.h"
#include "fakeapi/http/h2_guard.h"
#include "runner/recording/posix/proxy_impl.h"

int64_t rec__proxy_now(const struct rec__proxy *p)
{
	return clock_monotonic_ns() - p->started_ns;
}

struct conn *rec__conn_new(struct rec__proxy *p)
{
	struct conn *c = base__calloc(1, sizeof(*c));

	if (!c)
		return NULL;
	c->proxy = p;
	stream_init(&c->client, -1);
	stream_init(&c->server, -1);
	strbuf_init(&c->pending);
	strbuf_init(&c->preface);
	rec__http_init(&c->request, false);
	rec__http_init(&c->answer, true);
	c->deadline_ns = TIME_NEVER;
	c->next = p->conns;
	p->conns = c;
	p->conn_count++;
	return c;
}

void rec__proxy_report(struct rec__proxy *p, const char *what, const char *why)
{
	char text[400];

	if (!p->opt.say)
		return;
	(void)snprintf(text, sizeof(text), "%s: %s", what, why);
	p->opt.say(p->opt.say_user, text);
}

/* --- the end of a connection --- */

void rec__conn_end(struct conn *c, bool by_server, bool reset)
{
	if (c->over)
		return;
	c->over = true;
	c->ended_rude = reset;
	if (c->carrier) {
		c->carrier->hungry = true; /* it takes the rest of the response */
		return;
	}
	for (struct conn *s = c->proxy->conns; s && c->mux; s = s->next)
		if (s->carrier == c)
			rec__conn_client_left(s, false);
	rec__tap_disconnect(c->proxy->opt.tap, rec__proxy_now(c->proxy), c->number, by_server,
			    reset);
	stream_close(&c->client, reset); /* the server's stream is closed with the connection */
}

void rec__conn_close_exchange(struct conn *c, enum rec__how how, const char *why)
{
	rec__exchange_close(c->x, rec__proxy_now(c->proxy), how, str_of(why));
	c->x = NULL;
}

/* The client has disconnected: closes the server's connection as well. */
void rec__conn_client_left(struct conn *c, bool reset)
{
	rec__exchange_hangup(c->x, rec__proxy_now(c->proxy));
	c->x = NULL;
	rec__conn_end(c, false, reset);
}

void rec__conn_close_soon(struct conn *c, bool rude)
{
	c->closing = true;
	c->rude = rude;
	stream_close(&c->server, false);
	c->deadline_ns = time_add(rec__proxy_now(c->proxy), 30 * NS_PER_S);
}

/* A response of the proxy itself: only for requests that it must not forward. */
static void refuse(struct conn *c, const struct rec__refusal *why)
{
	rec__refusal_write(why, &c->client.out);
	rec__conn_close_soon(c, false);
}

/* --- requests --- */

/* Whether the client sent its own credential; else the proxy adds a token or a certificate. */
static bool has_credential(const struct conn *c)
{
	struct str own = rec__http_header(&c->request.head, "Authorization");

	return own.ptr && !str_eqz(own, REC_NO_CREDENTIAL);
}

static int add_authorization(struct conn *c, struct strbuf *out)
{
	const struct rec__upstream *up = &c->proxy->opt.upstream;
	struct relist_err err = { 0 };

	if (has_credential(c) || !up->authorize)
		return 0;
	if (up->authorize(up->user, out, &err) == 0)
		return 0;
	rec__proxy_report(c->proxy, "no credential", err.msg);
	return -1;
}

static void begin_request(struct conn *c)
{
	struct rec__proxy *p = c->proxy;
	AUTO_STRBUF authorization = STRBUF_INIT;
	struct rec__refusal why = rec__head_refusal(&c->request.head, p->opt.bind_host);

	if (why.status) {
		refuse(c, &why);
		return;
	}
	c->has_request = true;
	c->request_done = c->answered = false;
	c->deadline_ns = TIME_NEVER;
	c->x = rec__exchange_begin(p->opt.tap, c->number, &c->request.head);
	if (add_authorization(c, &authorization)) {
		rec__conn_server_failed(c, REC_HOW_UNREACHABLE, "no credential");
		return;
	}
	rec__http_expect(&c->answer, c->request.head.method);
	rec__head_rewrite(&c->request.head, &p->target, strbuf_str(&authorization),
			  has_credential(c) ? NULL : p->opt.upstream.impersonate, &c->server.out);
	if (stream_is_open(&c->server))
		return;
	if (c->carrier)
		c->connecting = c->awaits = true;
	else
		rec__conn_connect(c);
}

static void bad_request(struct conn *c)
{
	bool large = strstr(c->request.why, "256 KiB") || strstr(c->request.why, "too many");
	struct rec__refusal why = { large ? 431 : 400, c->request.why };

	if (c->x)
		rec__conn_close_exchange(c, REC_HOW_CUT, c->request.why);
	refuse(c, &why);
}

static void request_ended(struct conn *c)
{
	c->request_done = true;
	rec__exchange_request_end(c->x, rec__proxy_now(c->proxy));
	if (c->answered)
		c->has_request = false;
}

/* Parses bytes of the client. Returns false if the rest must wait for the response. */
static bool take_request(struct conn *c, struct str bytes, size_t *used)
{
	*used = 0;
	while (*used < bytes.len && !c->closing && !c->over) {
		struct str rest = { bytes.ptr + *used, bytes.len - *used }, data;
		bool in_head = rec__http_in_head(&c->request);
		size_t n;
		enum rec__http_event e;

		if (in_head && c->has_request)
			return false;
		if (in_head && c->deadline_ns == TIME_NEVER)
			c->deadline_ns =
			    time_add(rec__proxy_now(c->proxy), c->proxy->opt.head_timeout_ns);
		e = rec__http_feed(&c->request, rest, &n, &data);
		if (!in_head)
			strbuf_add(&c->server.out, rest.ptr, n);
		*used += n;
		if (e == REC_HTTP_DATA)
			rec__exchange_request_data(c->x, data);
		if (e == REC_HTTP_BAD)
			bad_request(c);
		if (e == REC_HTTP_HEAD)
			begin_request(c);
		if (e == REC_HTTP_END)
			request_ended(c);
	}
	return true;
}

/* A message's end is reported by the next call, which needs no bytes. */
static void finish_request(struct conn *c)
{
	struct str none = { "", 0 }, data;
	size_t n;

	if (c->has_request && !c->request_done && !c->closing && !c->over &&
	    rec__http_done(&c->request) && rec__http_feed(&c->request, none, &n, &data))
		request_ended(c);
}

/* --- responses --- */

static void answer_ended(struct conn *c)
{
	rec__exchange_end(c->x, rec__proxy_now(c->proxy));
	c->x = NULL;
	c->answered = true;
	if (c->request_done)
		c->has_request = false;
	if (c->server.fed)
		stream_close(&c->server, false);
	if (c->unwelcome)
		rec__conn_close_soon(c, false);
}

static void bad_answer(struct conn *c)
{
	rec__tap_note(c->proxy->opt.tap, rec__proxy_now(c->proxy), str_of(c->answer.why));
	rec__conn_close_exchange(c, REC_HOW_CUT, c->answer.why);
	c->opaque = true;
}

static void on_response_head(struct conn *c)
{
	const struct rec__upstream *up = &c->proxy->opt.upstream;
	const struct rec__http_head *head = &c->answer.head;

	rec__exchange_head(c->x, rec__proxy_now(c->proxy), head);
	if (head->status == 401 && up->unauthorized)
		up->unauthorized(up->user);
	c->unwelcome |= head->status == 401 && up->certificate;
	if (head->framing == REC_HTTP_OPAQUE)
		c->opaque = true;
}

/* Parses bytes that were already forwarded. */
static void parse_forwarded(struct conn *c, struct str bytes)
{
	size_t used = 0;

	while (!c->opaque) {
		struct str rest = { bytes.ptr + used, bytes.len - used }, data;
		bool interim = c->answer.head.status < 200;
		size_t n;

		switch (rec__http_feed(&c->answer, rest, &n, &data)) {
		case REC_HTTP_MORE:
			return;
		case REC_HTTP_HEAD:
			on_response_head(c);
			break;
		case REC_HTTP_DATA:
			rec__exchange_data(c->x, rec__proxy_now(c->proxy), data);
			if (c->answer.head.framing != REC_HTTP_CHUNKED)
				rec__exchange_chunk(c->x, rec__proxy_now(c->proxy));
			break;
		case REC_HTTP_CHUNK:
			rec__exchange_chunk(c->x, rec__proxy_now(c->proxy));
			break;
		case REC_HTTP_END:
			if (!interim)
				answer_ended(c);
			break;
		case REC_HTTP_BAD:
			bad_answer(c);
			break;
		}
		used += n;
	}
	if (used < bytes.len)
		rec__exchange_received(c->x, rec__proxy_now(c->proxy),
				       (struct str) { bytes.ptr + used, bytes.len - used });
}

static void server_left(struct conn *c, bool reset)
{
	const char *why = stream_why(&c->server);

	if (c->x && c->opaque)
		rec__conn_close_exchange(c, reset ? REC_HOW_RESET : REC_HOW_EOF, "");
	else if (c->has_request && !c->answered && rec__http_end(&c->answer) &&
		 c->answer.head.framing == REC_HTTP_TO_CLOSE && !reset && c->answer.head.status)
		answer_ended(c);
	else if (c->x)
		rec__conn_close_exchange(c, reset ? REC_HOW_RESET : REC_HOW_CUT, why);
	rec__conn_close_soon(c, reset);
}

/* --- moving bytes --- */

/* Finds out which protocol the client speaks. Returns false if that is HTTP/2, or while too few
 * bytes have arrived. */
static bool greet(struct conn *c, struct str *in)
{
	enum http__preface preface;

	strbuf_adds(&c->preface, *in);
	*in = strbuf_str(&c->preface);
	if (c->client.tls)
		preface = stream_speaks(&c->client, "h2") ? PREFACE_WHOLE : PREFACE_OTHER;
	else
		preface = http__h2_preface(*in);
	if (preface == PREFACE_PART) {
		if (c->deadline_ns == TIME_NEVER)
			c->deadline_ns =
			    time_add(rec__proxy_now(c->proxy), c->proxy->opt.head_timeout_ns);
		return false;
	}
	c->speaks_h2 = preface == PREFACE_WHOLE;
	c->greeted = true;
	if (c->speaks_h2)
		strbuf_adds(&c->pending, *in);
	return !c->speaks_h2;
}

static bool read_client(struct conn *c)
{
	enum conn_read how;
	struct str in;
	size_t used;

	if (c->closing || stream_pending(&c->server) >= BUFFER_MAX ||
	    (c->pending.len && !c->opaque))
		return false;
	how = rec__conn_read_client(c, &in);
	if (how != CONN_BYTES)
		return how == CONN_ENDED;
	if (!c->greeted && !greet(c, &in))
		return true;
	if (c->opaque) {
		strbuf_adds(&c->server.out, in);
		rec__exchange_sent(c->x, in.len);
	} else if (!take_request(c, in, &used)) {
		strbuf_add(&c->pending, in.ptr + used, in.len - used);
	}
	finish_request(c);
	return true;
}

static bool read_pending(struct conn *c)
{
	struct strbuf bytes = c->pending;
	size_t used;

	if (!bytes.len || c->has_request || c->closing)
		return false;
	strbuf_init(&c->pending);
	if (!take_request(c, strbuf_str(&bytes), &used))
		strbuf_add(&c->pending, bytes.ptr + used, bytes.len - used);
	strbuf_fini(&bytes);
	finish_request(c);
	return true;
}

static bool read_server(struct conn *c)
{
	struct str in;
	enum conn_read how = rec__conn_read_server(c, server_left, &in);

	if (how != CONN_BYTES)
		return how == CONN_ENDED;
	strbuf_adds(&c->client.out, in);
	if (c->opaque)
		rec__exchange_received(c->x, rec__proxy_now(c->proxy), in);
	else
		parse_forwarded(c, in);
	return true;
}

/* Returns true if bytes were sent. */
static bool flush_both(struct conn *c)
{
	size_t before = stream_pending(&c->client) + stream_pending(&c->server);

	if (c->client.out.failed || c->server.out.failed || c->pending.failed ||
	    c->preface.failed) {
		rec__conn_close_exchange(c, REC_HOW_RESET, "the proxy ran out of memory");
		rec__conn_end(c, true, true);
		return true;
	}
	if (!rec__conn_flush_client(c))
		return true;
	(void)rec__conn_flush_server(c); /* what it still sends is read */
	if (c->server.tls && !c->server.shaking && c->deadline_ns != TIME_NEVER && c->has_request)
		c->deadline_ns = TIME_NEVER;
	if (c->client.tls && !c->client.shaking && c->greeting) {
		c->greeting = false;
		c->deadline_ns = TIME_NEVER;
	}
	if (c->closing && !stream_pending(&c->client))
		rec__conn_end(c, true, c->rude);
	return stream_pending(&c->client) + stream_pending(&c->server) < before;
}

/* Runs until no data can be moved. */
void rec__conn_pump(struct conn *c)
{
	c->hungry = true;
	for (int round = 0; round < ROUNDS_MAX && !c->over && !c->speaks_h2; round++) {
		bool moved = false;

		if (c->tunnelling)
			rec__conn_poll_tunnel(c);
		else if (c->connecting && !c->awaits)
			rec__conn_poll_connect(c);
		if (!c->over)
			moved = read_pending(c) || moved;
		if (!c->over)
			moved = read_client(c) || moved;
		if (!c->over)
			moved = read_server(c) || moved;
		if (!c->over)
			moved = flush_both(c) || moved;
		if (!moved) {
			c->hungry = false;
			break;
		}
	}
	if (c->carrier)
		c->carrier->hungry = true;
}

void rec__conn_deadline(struct conn *c)
{
	static const struct rec__refusal slow = { 408, "the request's head did not come in time" };

	c->deadline_ns = TIME_NEVER;
	if (c->closing)
		rec__conn_end(c, true, true);
	else if (c->connecting)
		rec__conn_server_failed(c, REC_HOW_UNREACHABLE, "timed out");
	else if (c->server.shaking)
		rec__conn_server_failed(c, REC_HOW_SILENT, "the TLS handshake did not end");
	else if (c->client.shaking || c->mux)
		rec__conn_end(c, false, true);
	else
		refuse(c, &slow);
	if (!c->over && !c->mux)
		(void)flush_both(c);
}
