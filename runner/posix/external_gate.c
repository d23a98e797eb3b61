/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* pipe2 */
#include "runner/posix/external_gate.h"

#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <string.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/posix/clock.h"

struct gated {
	struct fakeapi__exchange x;
	struct fakeapi__exchange *inner;
	struct external_gate *gate;
	struct external_answer answer;
};

int64_t runner__gate_clock_ns(void *gate)
{
	return clock_monotonic_ns() - ((struct external_gate *)gate)->start_ns;
}

void runner__gate_close(struct external_gate *g)
{
	lock_acquire(&g->lock);
}

void runner__gate_open(struct external_gate *g)
{
	lock_release(&g->lock);
}

static enum fakeapi__head gated_head(struct fakeapi__exchange *x, int64_t now_ns)
{
	struct gated *g = (struct gated *)x;
	enum fakeapi__head head;

	runner__gate_close(g->gate);
	head = g->inner->ops->head(g->inner, now_ns);
	x->status = g->inner->status;
	x->headers = g->inner->headers;
	x->header_count = g->inner->header_count;
	x->body_len = g->inner->body_len;
	x->close_connection = g->inner->close_connection;
	runner__external_head(&g->answer, now_ns, head, x->status);
	runner__gate_open(g->gate);
	return head;
}

static ptrdiff_t gated_pull(struct fakeapi__exchange *x, int64_t now_ns, void *buf, size_t cap)
{
	struct gated *g = (struct gated *)x;
	ptrdiff_t n;

	runner__gate_close(g->gate);
	n = g->inner->ops->pull(g->inner, now_ns, buf, cap);
	runner__external_bytes(&g->answer, now_ns, buf, n);
	runner__gate_open(g->gate);
	return n;
}

static int64_t gated_deadline(const struct fakeapi__exchange *x)
{
	const struct gated *g = (const struct gated *)x;
	int64_t deadline;

	runner__gate_close(g->gate);
	deadline = g->inner->ops->deadline_ns(g->inner);
	runner__gate_open(g->gate);
	return deadline;
}

static void gated_end(struct fakeapi__exchange *x, bool client_gone)
{
	struct gated *g = (struct gated *)x;

	runner__gate_close(g->gate);
	runner__external_end(&g->answer, runner__gate_clock_ns(g->gate), client_gone);
	g->inner->ops->end(g->inner, client_gone);
	runner__gate_open(g->gate);
	base__free(g);
}

static const struct fakeapi__exchange_ops gated_ops = { gated_head, gated_pull, gated_deadline,
							gated_end, NULL };

static struct fakeapi__exchange *begin(struct fakeapi__server *server, int64_t now_ns,
				       const struct fakeapi__request *req,
				       struct fakeapi__wake wake)
{
	struct external_gate *gate =
	    (struct external_gate *)((char *)server - offsetof(struct external_gate, server));
	struct gated *g = base__calloc(1, sizeof(*g));

	if (!g)
		return NULL;
	runner__gate_close(gate);
	runner__external_request(&g->answer, &gate->events, now_ns, ++gate->requests, NULL, req);
	g->inner = gate->inner->begin(gate->inner, now_ns, req, wake);
	if (!g->inner)
		runner__external_end(&g->answer, now_ns, false);
	runner__gate_open(gate);
	if (!g->inner) {
		base__free(g);
		return NULL;
	}
	g->x.ops = &gated_ops;
	g->gate = gate;
	/* a full pipe: the engine is awake already */
	while (write(gate->wake[1], "", 1) < 0 && errno == EINTR)
		continue;
	return &g->x;
}

int runner__gate_init(struct external_gate *g, struct relist_err *err)
{
	g->server.begin = begin;
	g->wake[0] = g->wake[1] = -1;
	g->start_ns = clock_monotonic_ns();
	lock_init(&g->lock, LOCK_RUNNER);
	if (pipe2(g->wake, O_CLOEXEC | O_NONBLOCK) == 0)
		return 0;
	return relist_err_set(err, RELIST_EIO, "pipe: %s", strerror(errno));
}

void runner__gate_fini(struct external_gate *g)
{
	for (int i = 0; i < 2; i++)
		if (g->wake[i] >= 0)
			(void)close(g->wake[i]);
	lock_fini(&g->lock);
}

void runner__gate_drain(struct external_gate *g)
{
	char bytes[256];

	while (read(g->wake[0], bytes, sizeof(bytes)) == (ssize_t)sizeof(bytes))
		continue;
}
