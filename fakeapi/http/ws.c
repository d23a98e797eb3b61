/* SPDX-License-Identifier: Apache-2.0 */
/* ws.c - a watch over WebSocket (RFC 6455): one text frame per event, as in kube-apiserver.
 *
 * The client's frames are ignored, except ping and close. */
#include <errno.h>
#include <gnutls/crypto.h>
#include <gnutls/gnutls.h>
#include <sys/epoll.h>
#include <sys/socket.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "base/text/ascii.h"
#include "fakeapi/http/internal.h"

enum {
	OP_CONTINUATION = 0,
	OP_TEXT = 1,
	OP_BINARY = 2,
	OP_CLOSE = 8,
	OP_PING = 9,
	OP_PONG = 10,

	STATUS_NORMAL = 1000,
	STATUS_PROTOCOL_ERROR = 1002,
	STATUS_TOO_BIG = 1009,

	CONTROL_MAX = 125,
	HEADER_MAX = 14,
	PULL = 16 << 10,
	EVENT_MAX = 64 << 20,
	PONGS_MAX = 64 << 10, /* unsent bytes; beyond it pings are not answered */
	CLOSE_WAIT_MS = 2000, /* for the client's half of the closing handshake */
	READS_PER_TURN = 16,
};

struct ws {
	struct request *r;
	uint8_t in[HEADER_MAX + CONTROL_MAX]; /* a frame's header, a control frame's payload */
	size_t in_len;
	uint64_t skip;	     /* payload bytes of a data frame to ignore */
	struct strbuf event; /* the event read so far, up to its newline */
	bool close_sent;     /* waiting only for the client's close */
	bool close_seen;     /* ... which was received */
};

/* --- handshake --- */

static void set_accept(struct request *r, const char *key)
{
	static const char guid[] = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
	struct strbuf text = STRBUF_INIT;
	unsigned char digest[20];
	gnutls_datum_t raw = { digest, sizeof(digest) }, coded = { NULL, 0 };

	strbuf_addz(&text, key);
	strbuf_addz(&text, guid);
	if (!text.failed && gnutls_global_init() == 0 &&
	    gnutls_hash_fast(GNUTLS_DIG_SHA1, text.ptr, text.len, digest) == 0 &&
	    gnutls_base64_encode2(&raw, &coded) == 0 && coded.size < sizeof(r->ws_accept))
		memcpy(r->ws_accept, coded.data, coded.size);
	gnutls_free(coded.data);
	strbuf_fini(&text);
}

/* The first offered subprotocol that does not contain a credential. */
static char *pick_protocol(const char *offered)
{
	static const char bearer[] = "base64url.bearer.authorization.k8s.io.";

	while (offered && *offered) {
		size_t len;

		offered += strspn(offered, ", \t");
		len = strcspn(offered, ", \t");
		if (len && strncmp(offered, bearer, sizeof(bearer) - 1) != 0)
			return base__strndup(offered, len);
		offered += len;
	}
	return NULL;
}

void http__ws_detect(struct request *r)
{
	const struct http__head *head = &r->head;
	const char *upgrade = http__head_get(head, "Upgrade");
	const char *version = http__head_get(head, "Sec-WebSocket-Version");
	const char *key = http__head_get(head, "Sec-WebSocket-Key");
	const char *connection = http__head_get(head, "Connection");

	if (!upgrade || !ascii_eq_nocase(str_of(upgrade), STR("websocket")) || !connection ||
	    !ascii_contains_nocase(str_of(connection), STR("upgrade")) || !key ||
	    strlen(key) != 24 || !version || strcmp(version, "13") != 0)
		return;
	set_accept(r, key);
	r->ws_protocol = pick_protocol(http__head_get(head, "Sec-WebSocket-Protocol"));
}

/* --- frames out --- */

static void put_frame(struct ws *w, unsigned op, const char *payload, size_t len)
{
	struct strbuf *out = &w->r->c->out;

	strbuf_addc(out, (char)(0x80 | op));
	if (len < 126) {
		strbuf_addc(out, (char)len);
	} else {
		int bytes = len <= UINT16_MAX ? 2 : 8;

		strbuf_addc(out, bytes == 2 ? 126 : 127);
		for (int i = bytes - 1; i >= 0; i--)
			strbuf_addc(out, (char)((uint64_t)len >> (8 * i)));
	}
	strbuf_add(out, payload, len);
}

static void put_close(struct ws *w, unsigned status)
{
	char code[2] = { (char)(status >> 8), (char)status };

	if (w->close_sent)
		return;
	put_frame(w, OP_CLOSE, code, sizeof(code));
	w->close_sent = true;
	(void)http__timer_arm(w->r->h, &w->r->timer,
			      time_add(http__real_ns(), CLOSE_WAIT_MS * NS_PER_MS));
}

static void put_events(struct ws *w, const char *bytes, size_t len)
{
	while (len) {
		const char *newline = memchr(bytes, '\n', len);
		size_t part = newline ? (size_t)(newline - bytes) + 1 : len;

		strbuf_add(&w->event, bytes, part);
		if (newline && !w->event.failed) {
			put_frame(w, OP_TEXT, w->event.ptr, w->event.len);
			strbuf_clear(&w->event);
		}
		bytes += part;
		len -= part;
	}
}

/* --- the end --- */

static void client_left(struct ws *w)
{
	http__request_end(w->r, true);
	w->r->c->dropped = true;
	http__conn_close(w->r->c);
}

static void hang_up(struct ws *w, bool reset)
{
	http__request_end(w->r, false);
	if (reset)
		http__reset_fd(w->r->c->fd);
	else
		http__finish_fd(w->r->c->fd);
	w->r->c->dropped = true;
	http__conn_close(w->r->c);
}

static void protocol_error(struct ws *w, unsigned status)
{
	put_close(w, status);
	http__request_end(w->r, true);
}

/* --- pulling --- */

/* False: no more for now, or the end. */
static bool pull_once(struct ws *w)
{
	struct request *r = w->r;
	char buf[PULL];
	ptrdiff_t n = r->x->ops->pull(r->x, http__now_ns(r->h), buf, sizeof(buf));

	http__request_sent(r, r->pulled, n == FAKEAPI_PULL_WAIT);
	if (n > 0) {
		r->pulled += (uint64_t)n;
		put_events(w, buf, (size_t)n);
		if (w->event.len > EVENT_MAX)
			protocol_error(w, STATUS_TOO_BIG);
		return true;
	}
	switch ((enum fakeapi__pull)n) {
	case FAKEAPI_PULL_WAIT:
		if (!http__request_wait(r))
			client_left(w);
		return false;
	case FAKEAPI_PULL_END:
		if (w->event.len)
			put_frame(w, OP_TEXT, w->event.ptr, w->event.len);
		r->server_ended = true;
		http__request_end(r, false);
		put_close(w, STATUS_NORMAL);
		return true;
	case FAKEAPI_PULL_CUT:
	case FAKEAPI_PULL_RESET:
		r->server_ended = true;
		hang_up(w, n == FAKEAPI_PULL_RESET);
		break;
	}
	return false;
}

/* Sends all output, then pulls. May close the connection. */
static void pump(struct ws *w)
{
	struct conn *c = w->r->c;

	while (c->state == CONN_WEBSOCKET) {
		int rc = w->event.failed ? HTTP_BROKEN : http__flush(c);

		if (rc == HTTP_BROKEN)
			client_left(w);
		if (rc != 0)
			break;
		if (w->close_sent) {
			/* The client did not answer the close in time. */
			if (w->close_seen || c->gone || !timer_armed(&w->r->timer.timer)) {
				http__finish_fd(c->fd);
				c->dropped = true;
				http__conn_close(c);
			}
			break;
		}
		if (!pull_once(w))
			break;
	}
}

/* --- frames in --- */

static unsigned payload_len7(const struct ws *w)
{
	return w->in[1] & 0x7f;
}

/* The bytes that the frame at the start of `in` needs; 0: a protocol error. */
static size_t frame_need(const struct ws *w)
{
	unsigned op, len7;
	size_t header;

	if (w->in_len < 2)
		return 2;
	op = w->in[0] & 0x0f;
	len7 = payload_len7(w);
	header = 2 + 4 + (len7 == 126 ? 2 : len7 == 127 ? 8 : 0);
	if ((w->in[0] & 0x70) || !(w->in[1] & 0x80))
		return 0; /* no extension was negotiated; clients must mask */
	switch (op) {
	case OP_CONTINUATION:
	case OP_TEXT:
	case OP_BINARY:
		return header;
	case OP_CLOSE:
	case OP_PING:
	case OP_PONG:
		return (w->in[0] & 0x80) && len7 <= CONTROL_MAX ? header + len7 : 0;
	default:
		return 0;
	}
}

static void take_control(struct ws *w, unsigned op)
{
	size_t len = payload_len7(w);
	uint8_t *mask = w->in + 2, *payload = w->in + 6;

	for (size_t i = 0; i < len; i++)
		payload[i] ^= mask[i % 4];
	if (op == OP_PING && w->r->c->out.len - w->r->c->out_sent < PONGS_MAX && !w->close_sent)
		put_frame(w, OP_PONG, (char *)payload, len);
	if (op != OP_CLOSE)
		return;
	w->close_seen = true;
	put_close(w, len >= 2 ? (unsigned)(payload[0] << 8 | payload[1]) : STATUS_NORMAL);
	http__request_end(w->r, true);
}

static void take_frame(struct ws *w)
{
	unsigned op = w->in[0] & 0x0f, len7 = payload_len7(w);
	size_t bytes = len7 == 126 ? 2 : len7 == 127 ? 8 : 0;

	if (op >= OP_CLOSE) {
		take_control(w, op);
		return;
	}
	w->skip = bytes ? 0 : len7;
	for (size_t i = 0; i < bytes; i++)
		w->skip = w->skip << 8 | w->in[2 + i];
	if (w->skip >> 63)
		protocol_error(w, STATUS_PROTOCOL_ERROR);
}

static void take_bytes(struct ws *w, const uint8_t *p, size_t n)
{
	while (n && !w->close_seen) {
		size_t need;

		if (w->skip) {
			size_t k = w->skip < n ? (size_t)w->skip : n;

			w->skip -= k;
			p += k;
			n -= k;
			continue;
		}
		w->in[w->in_len++] = *p++;
		n--;
		need = frame_need(w);
		if (!need) {
			protocol_error(w, STATUS_PROTOCOL_ERROR);
			w->close_seen = true; /* no valid frame can follow */
			return;
		}
		if (w->in_len >= need && w->in_len >= 6) {
			take_frame(w);
			w->in_len = 0;
		}
	}
}

void http__ws_run(struct ws *w)
{
	struct conn *c = w->r->c;
	uint8_t buf[4096];

	for (int reads = 0; reads < READS_PER_TURN; reads++) {
		ssize_t n = http__recv(c, buf, sizeof(buf));

		if (n == HTTP_AGAIN)
			break;
		if (n <= 0) {
			client_left(w);
			return;
		}
		take_bytes(w, buf, (size_t)n);
	}
	if (c->readable)
		http__turn(c);
	w->r->suspended = false;
	pump(w);
}

bool http__ws_start(struct request *r)
{
	struct ws *w = base__calloc(1, sizeof(*w));
	struct conn *c = r->c;
	struct strbuf in = c->in;

	if (!w)
		return false;
	w->r = r;
	strbuf_init(&w->event);
	r->ws = w;
	c->state = CONN_WEBSOCKET;
	strbuf_addf(&c->out,
		    "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\n"
		    "Upgrade: websocket\r\nSec-WebSocket-Accept: %s\r\n",
		    r->ws_accept);
	if (r->ws_protocol)
		strbuf_addf(&c->out, "Sec-WebSocket-Protocol: %s\r\n", r->ws_protocol);
	strbuf_addz(&c->out, "\r\n");
	strbuf_init(&c->in);
	take_bytes(w, (const uint8_t *)in.ptr, in.len);
	strbuf_fini(&in);
	http__turn(c);
	return true;
}

void http__ws_free(struct ws *w)
{
	strbuf_fini(&w->event);
	base__free(w);
}
