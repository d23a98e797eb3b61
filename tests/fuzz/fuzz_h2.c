/* SPDX-License-Identifier: Apache-2.0 */
/* Any frames as the client's side of a connection over HTTP/2: the server answers in whole frames,
 * and the requests that it begins do not depend on how the bytes are cut, except that a connection
 * may end earlier. The first byte is the size of the pieces; preface and SETTINGS are there
 * already. */
#include "tests/kit/h2_pair.h"

#include "base/clock.h"
#include "base/str.h"
#include "fakeapi/http/h2_guard.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len);

enum { BODY = 100000 };

static struct strbuf *begun; /* the requests that have begun */

/* Answers by the length of the path, in every way an exchange can. */
struct answer {
	struct fakeapi__exchange x; /* first */
	size_t left;
	enum fakeapi__pull end;
};

static enum fakeapi__head answer_head(struct fakeapi__exchange *x, int64_t now_ns)
{
	(void)now_ns;
	return x->status ? FAKEAPI_HEAD_READY : FAKEAPI_HEAD_CUT;
}

static ptrdiff_t answer_pull(struct fakeapi__exchange *x, int64_t now_ns, void *buf, size_t cap)
{
	struct answer *a = (struct answer *)x;
	size_t n = a->left < cap ? a->left : cap;

	(void)now_ns;
	if (!n)
		return a->end;
	memset(buf, 'b', n);
	a->left -= n;
	return (ptrdiff_t)n;
}

static int64_t answer_deadline_ns(const struct fakeapi__exchange *x)
{
	(void)x;
	return TIME_NEVER;
}

static void answer_end(struct fakeapi__exchange *x, bool client_gone)
{
	(void)client_gone;
	base__free(x);
}

static const struct fakeapi__exchange_ops answer_ops = {
	.head = answer_head,
	.pull = answer_pull,
	.deadline_ns = answer_deadline_ns,
	.end = answer_end,
};

static struct fakeapi__exchange *begin(struct fakeapi__server *s, int64_t now_ns,
				       const struct fakeapi__request *req,
				       struct fakeapi__wake wake)
{
	struct answer *a = base__calloc(1, sizeof(*a));

	(void)s;
	(void)now_ns;
	(void)wake;
	ASSERT(a);
	strbuf_addf(begun, "<" STR_FMT " " STR_FMT "?" STR_FMT " " STR_FMT ">",
		    STR_ARG(req->method), STR_ARG(req->path), STR_ARG(req->query),
		    STR_ARG(req->body));
	for (size_t i = 0; i < req->header_count; i++)
		strbuf_addf(begun, STR_FMT "=" STR_FMT "|", STR_ARG(req->headers[i].name),
			    STR_ARG(req->headers[i].value));
	a->x.ops = &answer_ops;
	a->x.status = req->path.len % 5 == 4 ? 0 : 200;
	a->x.body_len = req->path.len % 2 ? BODY : -1;
	a->left = req->path.len % 3 ? BODY : 10;
	a->end = req->path.len % 4 == 1	  ? FAKEAPI_PULL_END
		 : req->path.len % 4 == 2 ? FAKEAPI_PULL_CUT
		 : req->path.len % 4 == 3 ? FAKEAPI_PULL_RESET
					  : FAKEAPI_PULL_WAIT;
	return &a->x;
}

/* What the server sends is frames, one after the other. */
struct output {
	struct http__h2_guard cutter;
	size_t frames;
};

static void read_output(struct h2_pair *p, struct output *out)
{
	char buf[65536];
	ssize_t n;

	while ((n = recv(p->client, buf, sizeof(buf), MSG_DONTWAIT)) > 0) {
		for (size_t at = 0; at < (size_t)n;) {
			struct http__h2_piece piece =
			    http__h2_guard_next(&out->cutter,
						(struct str) { buf + at, (size_t)n - at }, 0);

			ASSERT(!piece.flood && out->cutter.left <= 16384);
			out->frames += piece.ends_frame;
			at += piece.len;
		}
		h2_pair_serve(p);
	}
}

static void talk(struct strbuf *to, const uint8_t *bytes, size_t len, size_t piece)
{
	static const char hello[] = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\4\0\0\0\0";
	struct fakeapi__server server = { begin };
	struct output out = { .frames = 0 };
	struct h2_pair p;

	begun = to;
	h2_pair_open(&p, &server, NULL);
	http__h2_guard_init(&out.cutter, SIZE_MAX);
	out.cutter.preface_left = 0; /* the client's alone */
	ASSERT(send(p.client, hello, sizeof(hello), MSG_NOSIGNAL) == sizeof(hello));
	h2_pair_serve(&p);
	read_output(&p, &out);
	for (size_t at = 0; at < len && h2_pair_is_open(&p);) {
		size_t n = piece < len - at ? piece : len - at;
		ssize_t sent = send(p.client, bytes + at, n, MSG_NOSIGNAL | MSG_DONTWAIT);

		at += sent > 0 ? (size_t)sent : 0;
		h2_pair_serve(&p);
		read_output(&p, &out);
	}
	ASSERT(out.frames > 0 && out.cutter.head_len == 0);
	h2_pair_close(&p);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len)
{
	AUTO_STRBUF once = STRBUF_INIT;
	AUTO_STRBUF pieces = STRBUF_INIT;
	size_t shorter;

	if (!len)
		return 0;
	talk(&once, bytes + 1, len - 1, len);
	talk(&pieces, bytes + 1, len - 1, bytes[0] + 1u);
	/* After a GOAWAY of the client the connection may end before what follows it. */
	shorter = once.len < pieces.len ? once.len : pieces.len;
	ASSERT(memcmp(once.ptr, pieces.ptr, shorter) == 0);
	return 0;
}
