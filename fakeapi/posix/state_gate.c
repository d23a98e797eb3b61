/* SPDX-License-Identifier: Apache-2.0 */
#include "fakeapi/posix/state_gate.h"

#include "base/alloc.h"
#include "base/clock.h"
#include "fakeapi/posix/state.h"

struct gated {
	struct fakeapi__exchange x; /* must be first */
	struct fakeapi__exchange *inner;
	struct fakeapi__state *state;
	struct state_gate_waiter waiter;
	bool health;  /* has nothing of the stored data, so it needs no flush */
	bool ready;   /* the head was released */
	bool refused; /* the response is the gate's own */
	size_t sent;  /* bytes of the gate's response */
	char *held;   /* bytes of a stream that are not yet durable */
	size_t held_len, held_at;
};

static const char refusal[] =
    "{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"metadata\":{},\"status\":\"Failure\","
    "\"message\":\"Internal error occurred: the state file could not be written\","
    "\"reason\":\"InternalError\",\"details\":{\"causes\":[{\"message\":"
    "\"the state file could not be written\"}]},\"code\":500}\n";
static const struct fakeapi__header refusal_headers[] = {
	{ { "Cache-Control", 13 }, { "no-cache, private", 17 } },
	{ { "Content-Type", 12 }, { "application/json", 16 } },
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

/* Responds with a 500: the data may not survive a restart. */
static void refuse(struct gated *g)
{
	g->refused = true;
	g->x.status = 500;
	g->x.headers = refusal_headers;
	g->x.header_count = ARRAY_LEN(refusal_headers);
	g->x.body_len = sizeof(refusal) - 1;
}

static enum fakeapi__head gated_head(struct fakeapi__exchange *x, int64_t now_ns)
{
	struct gated *g = (struct gated *)x;
	enum fakeapi__head head;

	if (g->ready)
		return FAKEAPI_HEAD_READY;
	head = g->inner->ops->head(g->inner, now_ns);
	/* A write without a response is not acknowledged, either. */
	if (head != FAKEAPI_HEAD_READY)
		return head;
	head = fakeapi__state_durable(g->state, &g->waiter);
	if (head == FAKEAPI_HEAD_WAIT && !g->health)
		return head;
	if (head == FAKEAPI_HEAD_READY || head == FAKEAPI_HEAD_WAIT) {
		const struct fakeapi__exchange_ops *ops = g->x.ops;

		g->x = *g->inner;
		g->x.ops = ops;
	} else {
		refuse(g);
	}
	g->ready = true;
	return FAKEAPI_HEAD_READY;
}

static ptrdiff_t pull_refusal(struct gated *g, char *buf, size_t cap)
{
	size_t left = sizeof(refusal) - 1 - g->sent, n = left < cap ? left : cap;

	if (!left)
		return FAKEAPI_PULL_END;
	memcpy(buf, refusal + g->sent, n);
	g->sent += n;
	return (ptrdiff_t)n;
}

static ptrdiff_t pull_held(struct gated *g, char *buf, size_t cap)
{
	enum fakeapi__head head = fakeapi__state_durable(g->state, &g->waiter);
	size_t left = g->held_len - g->held_at, n = left < cap ? left : cap;

	if (head != FAKEAPI_HEAD_READY)
		return head == FAKEAPI_HEAD_WAIT ? FAKEAPI_PULL_WAIT : FAKEAPI_PULL_CUT;
	memcpy(buf, g->held + g->held_at, n);
	g->held_at += n;
	if (g->held_at == g->held_len) {
		base__free(g->held);
		g->held = NULL;
	}
	return (ptrdiff_t)n;
}

/* A stream's bytes may be newer than the last flush. */
static ptrdiff_t gated_pull(struct fakeapi__exchange *x, int64_t now_ns, void *buf, size_t cap)
{
	struct gated *g = (struct gated *)x;
	ptrdiff_t n;

	if (g->refused)
		return pull_refusal(g, buf, cap);
	if (g->held)
		return pull_held(g, buf, cap);
	n = g->inner->ops->pull(g->inner, now_ns, buf, cap);
	g->x.error_code = g->inner->error_code;
	if (n <= 0 || g->x.body_len >= 0)
		return n;
	g->waiter.target = 0;
	switch (fakeapi__state_durable(g->state, &g->waiter)) {
	case FAKEAPI_HEAD_READY:
		return n;
	case FAKEAPI_HEAD_WAIT:
		break;
	case FAKEAPI_HEAD_CUT:
	case FAKEAPI_HEAD_RESET:
		return FAKEAPI_PULL_CUT;
	}
	g->held = base__malloc((size_t)n);
	if (!g->held)
		return FAKEAPI_PULL_CUT;
	memcpy(g->held, buf, (size_t)n);
	g->held_len = (size_t)n;
	g->held_at = 0;
	return FAKEAPI_PULL_WAIT;
}

static int64_t gated_deadline_ns(const struct fakeapi__exchange *x)
{
	const struct gated *g = (const struct gated *)x;

	return g->held || g->refused ? TIME_NEVER : g->inner->ops->deadline_ns(g->inner);
}

static void gated_end(struct fakeapi__exchange *x, bool client_gone)
{
	struct gated *g = (struct gated *)x;

	fakeapi__state_forget(g->state, &g->waiter);
	g->inner->ops->end(g->inner, client_gone);
	base__free(g->held);
	base__free(g);
}

static const struct fakeapi__exchange_ops gated_ops = {
	.head = gated_head,
	.pull = gated_pull,
	.deadline_ns = gated_deadline_ns,
	.end = gated_end,
};

static bool is_health(struct str path)
{
	static const char *const paths[] = { "/readyz", "/livez", "/healthz", "/version" };

	for (size_t i = 0; i < ARRAY_LEN(paths); i++)
		if (str_eqz(path, paths[i]))
			return true;
	return false;
}

static struct fakeapi__exchange *gate_begin(struct fakeapi__server *s, int64_t now_ns,
					    const struct fakeapi__request *req,
					    struct fakeapi__wake wake)
{
	struct state_gate *gate = (struct state_gate *)s;
	struct gated *g;

	g = base__calloc(1, sizeof(*g));
	if (!g)
		return NULL;
	g->x.ops = &gated_ops;
	g->state = gate->state;
	g->health = is_health(req->path);
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
