/* SPDX-License-Identifier: Apache-2.0 */
/* proxy_pair.h - a connection of the recording proxy between a client and a server of HTTP/2,
 * without its thread and ports: the caller's own thread serves it, over two pairs of sockets.
 * Defines its functions: fuzz targets link nothing of tests/kit. */
#ifndef TESTS_KIT_PROXY_PAIR_H
#define TESTS_KIT_PROXY_PAIR_H

#include <unistd.h>

#include "base/alloc.h"
#include "base/posix/clock.h"
#include "runner/recording/posix/proxy_h2.h"

enum { PROXY_PAIR_CLIENT, PROXY_PAIR_SERVER };

enum {
	PROXY_PAIR_ROUNDS = 1000, /* for one piece of at most 256 bytes */
	PROXY_PAIR_PAYLOAD_MAX = 16384,
};

/* Splits what the proxy sends to one side. */
struct proxy_pair_frames {
	size_t preface_left, head_len, left;
	uint8_t head[H2_FRAME_HEAD];
	size_t counts[H2_CONTINUATION + 1]; /* by type */
};

struct proxy_pair_side {
	int fd; /* the other end of the proxy's socket */
	struct proxy_pair_frames got;
};

struct proxy_pair {
	struct rec__proxy proxy;
	struct rec__tap tap;
	struct rec__writer writer;
	struct strbuf text;
	struct proxy_pair_side sides[2]; /* client, server */
};

static inline int proxy_pair__append(void *user, struct str line, struct relist_err *err)
{
	(void)err;
	strbuf_adds(user, line);
	return 0;
}

static inline void proxy_pair__take_frames(struct proxy_pair_frames *f, const uint8_t *bytes,
					   size_t len)
{
	for (size_t at = 0; at < len;) {
		size_t *left = f->preface_left ? &f->preface_left : &f->left;
		size_t n = *left < len - at ? *left : len - at;

		*left -= n;
		at += n;
		if (*left || at == len)
			continue;
		f->head[f->head_len++] = bytes[at++];
		if (f->head_len < H2_FRAME_HEAD)
			continue;
		f->head_len = 0;
		f->left = (size_t)f->head[0] << 16 | (size_t)f->head[1] << 8 | f->head[2];
		ASSERT(f->left <= PROXY_PAIR_PAYLOAD_MAX && f->head[3] <= H2_CONTINUATION);
		f->counts[f->head[3]]++;
	}
}

static inline bool proxy_pair__drain(struct proxy_pair_side *s)
{
	uint8_t buf[65536];
	bool any = false;
	ssize_t n;

	while ((n = recv(s->fd, buf, sizeof(buf), MSG_DONTWAIT)) > 0) {
		proxy_pair__take_frames(&s->got, buf, (size_t)n);
		any = true;
	}
	return any;
}

/* Serves until nothing moves any more. What was sent by then is whole frames. */
static inline void proxy_pair_serve(struct proxy_pair *p)
{
	int rounds = 0;
	bool moved = true;

	while (moved) {
		ASSERT(rounds++ < PROXY_PAIR_ROUNDS);
		for (struct conn *c = p->proxy.conns; c; c = c->next)
			c->hungry = true;
		rec__proxy_serve(&p->proxy);
		moved = proxy_pair__drain(&p->sides[0]);
		moved = proxy_pair__drain(&p->sides[1]) || moved;
		for (const struct conn *c = p->proxy.conns; c; c = c->next)
			moved = moved || c->hungry;
	}
	for (size_t i = 0; p->proxy.conns && i < ARRAY_LEN(p->sides); i++)
		ASSERT(!p->sides[i].got.head_len && !p->sides[i].got.left);
}

static inline void proxy_pair_say(struct proxy_pair *p, size_t side, const uint8_t *bytes,
				  size_t len)
{
	(void)!send(p->sides[side].fd, bytes, len, MSG_NOSIGNAL | MSG_DONTWAIT);
	proxy_pair_serve(p);
}

static inline int proxy_pair__socket_for(struct proxy_pair_side *s)
{
	int fds[2];

	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, fds) != 0)
		fds[0] = fds[1] = -1;
	ASSERT(fds[0] >= 0);
	s->fd = fds[0];
	return fds[1];
}

static inline void proxy_pair_open(struct proxy_pair *p)
{
	static const uint8_t hello[] = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\4\0\0\0\0";
	static const uint8_t settings[H2_FRAME_HEAD] = { 0, 0, 0, H2_SETTINGS };
	const struct rec__tap_options tap = { .body_max = 1 << 20 };
	struct conn *c;

	*p = (struct proxy_pair) { .proxy = { .listener = -1, .wake = { -1, -1 } } };
	strbuf_init(&p->text);
	rec__writer_init(&p->writer, (struct rec__output) { proxy_pair__append, &p->text });
	ASSERT(rec__write_header(&p->writer, &(struct rec__header) { .tool = STR("relist") },
				 NULL) == 0);
	rec__tap_init(&p->tap, &tap, &p->writer);
	p->proxy.opt = (struct rec__proxy_options) {
		.bind_host = "127.0.0.1",
		.tap = &p->tap,
		.head_timeout_ns = 30 * NS_PER_S,
		.connect_timeout_ns = 10 * NS_PER_S,
	};
	p->proxy.started_ns = clock_monotonic_ns();
	ASSERT(rec__site_parse(&p->proxy.target, "http://127.0.0.1:1", NULL) == 0);
	p->proxy.buf = base__malloc(READ_MAX);
	c = rec__conn_new(&p->proxy);
	ASSERT(p->proxy.buf && c);
	stream_init(&c->client, proxy_pair__socket_for(&p->sides[0]));
	c->number = rec__tap_connect(&p->tap, 0, STR("127.0.0.1:2"), false);
	c->greeted = c->speaks_h2 = true;
	rec__mux_begin(c);
	/* As if the server had negotiated HTTP/2. */
	stream_init(&c->server, proxy_pair__socket_for(&p->sides[1]));
	c->mux->server = MUX_HTTP2;
	ASSERT(rec__mux_up_start(c->mux));
	p->sides[1].got.preface_left = H2_PREFACE_LEN;
	proxy_pair_say(p, 0, hello, sizeof(hello));
	proxy_pair_say(p, 1, settings, sizeof(settings));
}

/* The caller frees `text`, the recording. */
static inline void proxy_pair_close(struct proxy_pair *p)
{
	for (size_t i = 0; i < ARRAY_LEN(p->sides); i++)
		(void)close(p->sides[i].fd);
	for (struct conn *c = p->proxy.conns; c; c = c->next)
		c->over = true;
	rec__proxy_serve(&p->proxy);
	ASSERT(!p->proxy.conns && !p->proxy.conn_count && !p->tap.err.code);
	rec__tap_fini(&p->tap);
	rec__writer_fini(&p->writer);
	rec__site_fini(&p->proxy.target);
	base__free(p->proxy.buf);
}

#endif
