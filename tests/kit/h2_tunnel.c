/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/kit/h2_tunnel.h"

#include <stdlib.h>

#include "base/clock.h"
#include "tests/kit/h2_client.h"
#include "tests/kit/h2_pair.h"
#include "tests/kit/testing.h"

enum { HEADERS_MAX = 64, STREAMS_MAX = 4000 };

struct h2_tunnel {
	struct fakeapi__server server, near; /* outside, and inside of the frames */
	struct fakeapi__server *inner;
	struct h2_pair pair;
	struct h2_client *client;
	int64_t now_ns;
	unsigned requests; /* of this connection */
	unsigned open;
};

struct passage {
	struct fakeapi__exchange x; /* first */
	struct h2_tunnel *t;
	int32_t stream;
	size_t pulled;
	struct fakeapi__header headers[HEADERS_MAX];
};

static int64_t virtual_now(void *user)
{
	return ((struct h2_tunnel *)user)->now_ns;
}

static void move(struct h2_tunnel *t, int64_t now_ns)
{
	size_t moved;

	t->now_ns = now_ns;
	do {
		moved = h2_client_moved(t->client);
		(void)h2_client_pump(t->client);
		h2_pair_serve(&t->pair);
		(void)h2_client_pump(t->client);
	} while (h2_client_moved(t->client) != moved);
}

/* --- the exchange --- */

static void read_headers(struct passage *p, const struct h2_response *r)
{
	const char *at = r->headers.ptr;

	p->x.status = r->status;
	p->x.body_len = -1;
	p->x.headers = p->headers;
	p->x.header_count = 0;
	while (*at) {
		const char *colon = strchr(at + 1, ':'), *end = strchr(at, '\n');
		struct fakeapi__header h = { { at, (size_t)(colon - at) },
					     { colon + 2, (size_t)(end - colon - 2) } };

		assert_true(p->x.header_count < HEADERS_MAX);
		if (str_eqz(h.name, "content-length"))
			p->x.body_len = atoll(h.value.ptr);
		else if (!str_eqz(h.name, "date"))
			p->headers[p->x.header_count++] = h;
		at = end + 1;
	}
}

static enum fakeapi__head passage_head(struct fakeapi__exchange *x, int64_t now_ns)
{
	struct passage *p = (struct passage *)x;
	struct h2_response *r = h2_client_response(p->t->client, p->stream);

	move(p->t, now_ns);
	if (r->status) {
		read_headers(p, r);
		return FAKEAPI_HEAD_READY;
	}
	if (r->closed)
		return r->code == 8 ? FAKEAPI_HEAD_RESET : FAKEAPI_HEAD_CUT;
	return FAKEAPI_HEAD_WAIT;
}

static ptrdiff_t passage_pull(struct fakeapi__exchange *x, int64_t now_ns, void *buf, size_t cap)
{
	struct passage *p = (struct passage *)x;
	struct h2_response *r = h2_client_response(p->t->client, p->stream);
	size_t n;

	move(p->t, now_ns);
	n = r->body.len - p->pulled;
	n = n < cap ? n : cap;
	if (n) {
		memcpy(buf, r->body.ptr + p->pulled, n);
		p->pulled += n;
		return (ptrdiff_t)n;
	}
	if (r->ended)
		return FAKEAPI_PULL_END;
	if (r->closed)
		return r->code == 8 ? FAKEAPI_PULL_RESET : FAKEAPI_PULL_CUT;
	return FAKEAPI_PULL_WAIT;
}

static int64_t passage_deadline_ns(const struct fakeapi__exchange *x)
{
	const struct timer *t = timer_first(&((const struct passage *)x)->t->pair.h->deadlines);

	return t ? t->deadline_ns : TIME_NEVER;
}

static void passage_end(struct fakeapi__exchange *x, bool client_gone)
{
	struct passage *p = (struct passage *)x;

	(void)client_gone;
	if (!h2_client_response(p->t->client, p->stream)->closed)
		h2_client_reset(p->t->client, p->stream);
	move(p->t, p->t->now_ns);
	p->t->open--;
	free(p);
}

static const struct fakeapi__exchange_ops passage_ops = {
	.head = passage_head,
	.pull = passage_pull,
	.deadline_ns = passage_deadline_ns,
	.end = passage_end,
};

/* --- the two servers --- */

static struct fakeapi__exchange *begin_near(struct fakeapi__server *s, int64_t now_ns,
					    const struct fakeapi__request *req,
					    struct fakeapi__wake wake)
{
	struct h2_tunnel *t =
	    (struct h2_tunnel *)(void *)((char *)s - offsetof(struct h2_tunnel, near));
	struct fakeapi__request copy = *req;

	copy.remote = false;
	return t->inner->begin(t->inner, now_ns, &copy, wake);
}

static void connect_both(struct h2_tunnel *t)
{
	const struct fakeapi__http_options opt = { .now_ns = virtual_now, .now_user = t };

	h2_pair_open(&t->pair, &t->near, &opt);
	assert_non_null(t->pair.h);
	t->client = h2_client_new(dup(t->pair.client), NULL);
	t->requests = 0;
}

static void disconnect(struct h2_tunnel *t)
{
	h2_client_free(t->client);
	h2_pair_close(&t->pair);
}

static struct fakeapi__exchange *begin_far(struct fakeapi__server *s, int64_t now_ns,
					   const struct fakeapi__request *req,
					   struct fakeapi__wake wake)
{
	struct h2_tunnel *t = (struct h2_tunnel *)s;
	struct passage *p = calloc(1, sizeof(*p));
	struct fakeapi__header headers[HEADERS_MAX];
	size_t count = 0;
	AUTO_STRBUF method = STRBUF_INIT;
	AUTO_STRBUF uri = STRBUF_INIT;

	(void)wake;
	assert_non_null(p);
	assert_true(req->header_count <= HEADERS_MAX);
	for (size_t i = 0; i < req->header_count; i++)
		if (!http__name_is(req->headers[i].name, "Connection")) /* RFC 9113, 8.2.2 */
			headers[count++] = req->headers[i];
	if (++t->requests > STREAMS_MAX && !t->open) {
		disconnect(t);
		connect_both(t);
	}
	strbuf_adds(&method, req->method);
	strbuf_adds(&uri, req->path);
	if (req->query.len)
		strbuf_addf(&uri, "?" STR_FMT, STR_ARG(req->query));
	t->now_ns = now_ns;
	p->t = t;
	p->x.ops = &passage_ops;
	p->stream = h2_client_send(t->client, method.ptr, uri.ptr, headers, count, req->body);
	t->open++;
	move(t, now_ns);
	return &p->x;
}

struct h2_tunnel *h2_tunnel_new(struct fakeapi__server *inner)
{
	struct h2_tunnel *t = calloc(1, sizeof(*t));

	assert_non_null(t);
	t->server.begin = begin_far;
	t->near.begin = begin_near;
	t->inner = inner;
	connect_both(t);
	return t;
}

void h2_tunnel_free(struct h2_tunnel *t)
{
	assert_int_equal(t->open, 0);
	disconnect(t);
	free(t);
}

struct fakeapi__server *h2_tunnel_server(struct h2_tunnel *t)
{
	return &t->server;
}
