/* SPDX-License-Identifier: Apache-2.0 */
/* gzip.c - an exchange that compresses the body of another one. */
#include <zlib.h>

#include "base/alloc.h"
#include "fakeapi/http/internal.h"

enum { INPUT = 64 << 10, LEVEL = 1 /* kube-apiserver's: favours speed */, GZIP_FORMAT = 16 };

struct gzip {
	struct fakeapi__exchange x; /* must be first */
	struct fakeapi__exchange *inner;
	struct fakeapi__header *headers;
	z_stream z;
	ptrdiff_t inner_end; /* the last result of the inner pull; 0: continues */
	bool finished;
	unsigned char input[INPUT];
};

static void *zalloc(void *user, unsigned int count, unsigned int size)
{
	(void)user;
	return base__calloc(count, size);
}

static void zfree(void *user, void *ptr)
{
	(void)user;
	base__free(ptr);
}

static enum fakeapi__head gzip_head(struct fakeapi__exchange *x, int64_t now_ns)
{
	struct gzip *g = (struct gzip *)x;

	return g->inner->ops->head(g->inner, now_ns);
}

static bool body_is_over(const struct gzip *g)
{
	return g->inner_end == FAKEAPI_PULL_END || g->z.total_in == (uLong)g->inner->body_len;
}

static ptrdiff_t gzip_pull(struct fakeapi__exchange *x, int64_t now_ns, void *buf, size_t cap)
{
	struct gzip *g = (struct gzip *)x;

	g->z.next_out = buf;
	g->z.avail_out = (uInt)(cap < UINT32_MAX ? cap : UINT32_MAX);
	while (g->z.avail_out && !g->finished) {
		if (!g->z.avail_in && !body_is_over(g)) {
			ptrdiff_t n = g->inner->ops->pull(g->inner, now_ns, g->input, INPUT);

			if (n <= 0 && n != FAKEAPI_PULL_END) {
				/* Return compressed bytes first. */
				if ((size_t)g->z.avail_out < cap)
					break;
				return n;
			}
			g->inner_end = n < 0 ? n : 0;
			g->z.next_in = g->input;
			g->z.avail_in = n > 0 ? (uInt)n : 0;
		}
		g->finished =
		    deflate(&g->z, g->z.avail_in || !body_is_over(g) ? Z_NO_FLUSH : Z_FINISH) ==
		    Z_STREAM_END;
	}
	if ((size_t)g->z.avail_out < cap)
		return (ptrdiff_t)(cap - (size_t)g->z.avail_out);
	return FAKEAPI_PULL_END;
}

static int64_t gzip_deadline_ns(const struct fakeapi__exchange *x)
{
	const struct fakeapi__exchange *inner = ((const struct gzip *)x)->inner;

	return inner->ops->deadline_ns(inner);
}

static void gzip_end(struct fakeapi__exchange *x, bool client_gone)
{
	struct gzip *g = (struct gzip *)x;

	g->inner->ops->end(g->inner, client_gone);
	(void)deflateEnd(&g->z);
	base__free(g->headers);
	base__free(g);
}

static const struct fakeapi__exchange_ops gzip_ops = {
	.head = gzip_head,
	.pull = gzip_pull,
	.deadline_ns = gzip_deadline_ns,
	.end = gzip_end,
};

/* True if the exchange already sends "Vary: Accept-Encoding". */
static bool varies(const struct fakeapi__exchange *x)
{
	for (size_t i = 0; i < x->header_count; i++)
		if (str_eqz(x->headers[i].name, "Vary") &&
		    str_eqz(x->headers[i].value, "Accept-Encoding"))
			return true;
	return false;
}

struct fakeapi__exchange *http__gzip_new(struct fakeapi__exchange *inner)
{
	struct gzip *g = base__calloc(1, sizeof(*g));
	size_t n = inner->header_count;

	if (!g)
		return NULL;
	g->x = *inner;
	g->x.ops = &gzip_ops;
	g->x.body_len = -1;
	g->inner = inner;
	g->z.zalloc = zalloc;
	g->z.zfree = zfree;
	g->headers = base__calloc(n + 2, sizeof(*g->headers));
	if (!g->headers || deflateInit2(&g->z, LEVEL, Z_DEFLATED, MAX_WBITS + GZIP_FORMAT, 8,
					Z_DEFAULT_STRATEGY) != Z_OK) {
		base__free(g->headers);
		base__free(g);
		return NULL;
	}
	if (n)
		memcpy(g->headers, inner->headers, n * sizeof(*g->headers));
	g->headers[n] = (struct fakeapi__header) { STR("Content-Encoding"), STR("gzip") };
	g->x.headers = g->headers;
	g->x.header_count = n + 1;
	if (!varies(inner))
		g->headers[g->x.header_count++] =
		    (struct fakeapi__header) { STR("Vary"), STR("Accept-Encoding") };
	return &g->x;
}
