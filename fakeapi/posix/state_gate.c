/* SPDX-License-Identifier: Apache-2.0 */
#include "fakeapi/posix/state_gate.h"

#include "base/alloc.h"
#include "fakeapi/posix/state.h"

struct gated {
	struct fakeapi__exchange x; /* first */
	struct fakeapi__exchange *inner;
	struct fakeapi__state *state;
	struct state_gate_waiter waiter;
};

void state_gate_add(struct state_gate_waiters *list, struct state_gate_waiter *w)
{
	w->listed = true;
	w->prev = NULL;
	w->next = list->first;
	if (w->next)
		w->next->prev = w;
	list->first = w;
}

void state_gate_forget(struct state_gate_waiters *list, struct state_gate_waiter *w)
{
	if (!w->listed)
		return;
	w->listed = false;
	*(w->prev ? &w->prev->next : &list->first) = w->next;
	if (w->next)
		w->next->prev = w->prev;
}

void state_gate_wake(struct state_gate_waiters *list)
{
	while (list->first) {
		struct state_gate_waiter *w = list->first;

		state_gate_forget(list, w);
		w->wake.fn(w->wake.user);
	}
}

static enum fakeapi__head gated_head(struct fakeapi__exchange *x, int64_t now_ns)
{
	struct gated *g = (struct gated *)x;
	enum fakeapi__head head = g->inner->ops->head(g->inner, now_ns);

	/* A write without an answer has not been acknowledged either. */
	if (head == FAKEAPI_HEAD_READY)
		head = fakeapi__state_durable(g->state, &g->waiter);
	if (head == FAKEAPI_HEAD_READY) {
		const struct fakeapi__exchange_ops *ops = g->x.ops;

		g->x = *g->inner;
		g->x.ops = ops;
	}
	return head;
}

static ptrdiff_t gated_pull(struct fakeapi__exchange *x, int64_t now_ns, void *buf, size_t cap)
{
	struct fakeapi__exchange *inner = ((struct gated *)x)->inner;

	return inner->ops->pull(inner, now_ns, buf, cap);
}

static int64_t gated_deadline_ns(const struct fakeapi__exchange *x)
{
	const struct fakeapi__exchange *inner = ((const struct gated *)x)->inner;

	return inner->ops->deadline_ns(inner);
}

static void gated_end(struct fakeapi__exchange *x, bool client_gone)
{
	struct gated *g = (struct gated *)x;

	fakeapi__state_forget(g->state, &g->waiter);
	g->inner->ops->end(g->inner, client_gone);
	base__free(g);
}

static const struct fakeapi__exchange_ops gated_ops = {
	.head = gated_head,
	.pull = gated_pull,
	.deadline_ns = gated_deadline_ns,
	.end = gated_end,
};

static struct fakeapi__exchange *gate_begin(struct fakeapi__server *s, int64_t now_ns,
					    const struct fakeapi__request *req,
					    struct fakeapi__wake wake)
{
	struct state_gate *gate = (struct state_gate *)s;
	struct gated *g;

	if (str_eqz(req->method, "GET") || str_eqz(req->method, "HEAD"))
		return gate->inner->begin(gate->inner, now_ns, req, wake);
	g = base__calloc(1, sizeof(*g));
	if (!g)
		return NULL;
	g->x.ops = &gated_ops;
	g->state = gate->state;
	g->waiter.wake = wake;
	g->inner = gate->inner->begin(gate->inner, now_ns, req, wake);
	if (!g->inner) {
		base__free(g);
		return NULL;
	}
	return &g->x;
}

void state_gate_init(struct state_gate *g, struct fakeapi__server *inner, struct fakeapi__state *s)
{
	g->server.begin = gate_begin;
	g->inner = inner;
	g->state = s;
}
