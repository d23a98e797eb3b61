/* SPDX-License-Identifier: Apache-2.0 */
/* gate.c - between the program and the server: records requests and changes, and executes the
 * plan's disturbance at its point. */
#include "base/alloc.h"
#include "fakeapi/control/control.h"
#include "runner/perturb/posix/world.h"

#include <errno.h>
#include <unistd.h>

enum { DRAIN = 4096 };

struct gated {
	struct fakeapi__exchange x;
	struct fakeapi__exchange *inner; /* NULL: the gate makes the response */
	struct perturb__world *w;
	struct perturb__op *op;
	uint32_t op_index;
	struct str path; /* path for the lines of rest.c */
	bool answered, watch, reset, never;
	bool due;  /* the disturbance begins when the write is executed: webhooks may delay it */
	bool held; /* the response waits: perturb__rest_is_held() */
	struct fakeapi__wake wake;
	uint64_t shown; /* number of changes of its type when the watch last received something */
	struct strbuf body; /* the gate's own response */
	size_t sent;
	struct fakeapi__header headers[2];
	char retry_after[16];
};

/* --- changes --- */

static bool is_of_op(const struct perturb__op *op, const struct perturb__change *c)
{
	if (!op || !op->write || !str_eq(op->type, c->type))
		return false;
	if (str_eqz(op->verb, "deletecollection"))
		return true;
	/* the garbage collector removes an object whose owner is gone within its creation, which
	 * may be an apply */
	if (op->created && c->deleted)
		return false;
	return str_eq(op->ns, c->ns) && (!op->name.len || str_eq(op->name, c->name));
}

/* The number of changes of a type. */
static uintptr_t changes_of(const struct perturb__world *w, struct str type)
{
	return (uintptr_t)map_get(&w->changed, type);
}

/* Whether the request of the story or of a stand-in names the object: other deletions in it are the
 * garbage collector's. */
static bool is_of_route(const struct perturb__world *w, const struct perturb__change *c)
{
	const struct fakeapi__route *route = w->route;

	if (!route)
		return true;
	if (!str_eq(perturb__type(w->life, route->group, route->resource), c->type) ||
	    (c->ns.len && !str_eq(route->ns, c->ns)))
		return false;
	return route->name.len ? str_eq(route->name, c->name)
			       : route->verb == FAKEAPI_VERB_DELETE_COLLECTION;
}

/* A change by the program ends a pause, or follows reads that ended it. */
static void note_recovery(struct perturb__world *w, int64_t pause_ns)
{
	int64_t longest = w->pause_ns > pause_ns ? w->pause_ns : pause_ns;
	int64_t *known = &w->life->recovery[w->step];

	if (w->disturbed && !w->starting && longest > *known)
		*known = longest;
}

int perturb__on_write(void *user, const struct fakeapi__write *write)
{
	struct perturb__world *w = user;
	struct perturb__change *c;
	int64_t before;

	c = perturb__life_change(w->life, write->rv, write->group, write->resource, write->ns,
				 write->name, write->json, write->deleted);
	if (!c)
		return 0;
	c->by = w->actor;
	c->step = w->step;
	c->after = w->disturbed;
	if (c->deleted && !is_of_route(w, c)) {
		c->by = PERTURB_SERVER;
	} else if (w->actor == PERTURB_SUBJECT && !is_of_op(w->op, c)) {
		c->by = PERTURB_SERVER;
	} else if (w->actor == PERTURB_SUBJECT) {
		c->op = w->op_index;
		w->op->changes++;
		w->op->created |= c->added;
	}
	if (perturb__is_ignored(c->type) || perturb__is_lock(w->life, c->key, c->json)) {
		perturb__lease_written(w, c);
		return 0;
	}
	before = w->busy_ns;
	w->active_ns = w->busy_ns = clock_monotonic_ns();
	w->hold_made |=
	    w->hold_rule && c->added && c->by == PERTURB_SUBJECT && str_eq(c->type, w->hold_type);
	if (map_put(&w->changed, c->type, (void *)(changes_of(w, c->type) + 1), NULL))
		w->life->arena.failed = true;
	if (c->by == PERTURB_SUBJECT && !perturb__is_same(w->life, c)) {
		w->changed_ns = w->active_ns;
		note_recovery(w, w->changed_ns - before);
	}
	return 0;
}

/* --- responses --- */

static void enter(struct gated *g)
{
	perturb__gate_close(g->w);
	g->w->actor = PERTURB_SUBJECT;
	g->w->op = g->op;
	g->w->op_index = g->op_index;
}

static void leave(struct gated *g)
{
	g->w->actor = PERTURB_SERVER;
	g->w->op = NULL;
	g->w->op_index = 0;
	perturb__gate_open(g->w);
}

static void answered(struct gated *g, int status)
{
	if (g->answered)
		return;
	g->answered = true;
	g->op->status = status;
	if (g->watch && status == 200) {
		if (!g->w->watched && !g->w->life->start_ns)
			g->w->life->start_ns = clock_monotonic_ns() - g->w->started_ns;
		if (!g->w->watched)
			perturb__rest_started(g->w);
		g->w->watched = true;
		g->shown = changes_of(g->w, g->op->type);
		if (map_put(&g->w->life->watched, g->op->type, g->w, NULL))
			g->w->life->arena.failed = true;
	}
	perturb__rest_answered(g->w, g->op, g->path);
}

static const char *reason_of(int status)
{
	switch (status) {
	case 401:
		return "Unauthorized";
	case 409:
		return "Conflict";
	case 422:
		return "Invalid";
	case 429:
		return "TooManyRequests";
	case 503:
		return "ServiceUnavailable";
	case 504:
		return "Timeout";
	default:
		return "InternalError";
	}
}

static void answer_ourselves(struct gated *g, int status, int retry_after_s)
{
	const char *reason = reason_of(status);

	strbuf_addf(&g->body,
		    "{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"metadata\":{},\"status\":"
		    "\"Failure\",\"message\":\"Operation cannot be fulfilled on " STR_FMT
		    " \\\"" STR_FMT "\\\": disturbed by relist perturb\",\"reason\":\"%s\","
		    "\"code\":%d}\n",
		    STR_ARG(g->op->type), STR_ARG(g->op->name), reason, status);
	g->headers[0] = (struct fakeapi__header) { STR("Content-Type"), STR("application/json") };
	g->x.headers = g->headers;
	g->x.header_count = 1;
	if (retry_after_s) {
		(void)snprintf(g->retry_after, sizeof(g->retry_after), "%d", retry_after_s);
		g->headers[g->x.header_count++] =
		    (struct fakeapi__header) { STR("Retry-After"),
					       { g->retry_after, strlen(g->retry_after) } };
	}
	g->x.status = status;
	g->x.body_len = (int64_t)g->body.len;
}

/* The server executes the request; the response is dropped. False: a webhook has not answered. */
static bool carry_out(struct gated *g, int64_t now_ns)
{
	char buf[DRAIN];
	enum fakeapi__head head = g->inner->ops->head(g->inner, now_ns);

	if (head == FAKEAPI_HEAD_WAIT)
		return false;
	while (head == FAKEAPI_HEAD_READY &&
	       g->inner->ops->pull(g->inner, now_ns, buf, sizeof(buf)) > 0)
		continue;
	g->op->status = g->inner->status;
	g->inner->ops->end(g->inner, false);
	g->inner = NULL;
	return true;
}

static void request_kill(struct gated *g)
{
	g->w->dying = g->w->kill_requested = true;
	g->never = true;
}

/* Keeps the response of the executed write back. False: a webhook has not answered. */
static bool hold_response(struct gated *g, int64_t now_ns)
{
	if (g->inner->ops->head(g->inner, now_ns) == FAKEAPI_HEAD_WAIT)
		return false;
	g->held = true;
	g->w->held = g->wake;
	return true;
}

/* A disturbance after the write: begins it, once the write is executed. */
static void disturb_after(struct gated *g, int64_t now_ns)
{
	const struct perturb__plan *plan = g->w->plan;

	if (plan->how == PERTURB_FREEZE) {
		/* the response arrives after the stop */
		if (!hold_response(g, now_ns))
			return;
		g->w->leases.freeze_due = g->w->leases.frozen = true;
	} else if (plan->how == PERTURB_EARLY) {
		if (!hold_response(g, now_ns))
			return;
		g->w->step_due = g->w->holds = true;
	} else if (!carry_out(g, now_ns)) {
		return;
	} else if (plan->how == PERTURB_KILL) {
		request_kill(g);
	} else if (plan->how == PERTURB_REFUSE) {
		answer_ourselves(g, plan->status, plan->retry_after_s);
	}
	g->due = false;
}

static enum fakeapi__head gated_head(struct fakeapi__exchange *x, int64_t now_ns)
{
	struct gated *g = (struct gated *)x;
	enum fakeapi__head head = FAKEAPI_HEAD_READY;

	if (g->reset)
		return FAKEAPI_HEAD_RESET;
	enter(g);
	if (g->due)
		disturb_after(g, now_ns);
	if (g->due || g->never || (g->held && perturb__rest_is_held(g->w))) {
		head = FAKEAPI_HEAD_WAIT;
	} else if (g->inner) {
		head = g->inner->ops->head(g->inner, now_ns);
		x->status = g->inner->status;
		x->headers = g->inner->headers;
		x->header_count = g->inner->header_count;
		x->body_len = g->inner->body_len;
		x->close_connection = g->inner->close_connection;
	}
	if (head == FAKEAPI_HEAD_READY)
		answered(g, x->status);
	else if (head != FAKEAPI_HEAD_WAIT)
		answered(g, 0);
	leave(g);
	return head;
}

static ptrdiff_t own_pull(struct gated *g, void *buf, size_t cap)
{
	size_t n = g->body.len - g->sent;

	if (!n)
		return FAKEAPI_PULL_END;
	n = n < cap ? n : cap;
	memcpy(buf, g->body.ptr + g->sent, n);
	g->sent += n;
	return (ptrdiff_t)n;
}

static ptrdiff_t gated_pull(struct fakeapi__exchange *x, int64_t now_ns, void *buf, size_t cap)
{
	struct gated *g = (struct gated *)x;
	ptrdiff_t n;

	if (!g->inner)
		return own_pull(g, buf, cap);
	enter(g);
	n = g->inner->ops->pull(g->inner, now_ns, buf, cap);
	/* bookmarks and renewals of a lock are no activity */
	if (n > 0 && g->watch && !g->op->background && g->shown != changes_of(g->w, g->op->type)) {
		g->w->active_ns = clock_monotonic_ns();
		g->shown = changes_of(g->w, g->op->type);
	}
	if (g->w->away && g->watch)
		n = FAKEAPI_PULL_RESET;
	leave(g);
	return n;
}

static int64_t gated_deadline(const struct fakeapi__exchange *x)
{
	const struct gated *g = (const struct gated *)x;
	int64_t deadline;

	if (!g->inner)
		return TIME_NEVER;
	perturb__gate_close(g->w);
	deadline = g->inner->ops->deadline_ns(g->inner);
	perturb__gate_open(g->w);
	return deadline;
}

static void gated_end(struct fakeapi__exchange *x, bool client_gone)
{
	struct gated *g = (struct gated *)x;

	enter(g);
	if (g->inner)
		g->inner->ops->end(g->inner, client_gone);
	if (!g->answered)
		answered(g, 0);
	if (g->watch)
		perturb__rest_watch_ended(g->w, g->path, client_gone);
	if (g->held)
		g->w->held.fn = NULL;
	leave(g);
	strbuf_fini(&g->body);
	base__free(g);
}

static const struct fakeapi__exchange_ops gated_ops = { gated_head, gated_pull, gated_deadline,
							gated_end, NULL };

static struct fakeapi__exchange *begin_inner(struct gated *g, int64_t now_ns,
					     const struct fakeapi__request *req,
					     struct fakeapi__wake wake)
{
	struct fakeapi__server *inner = fakeapi__core_server(g->w->core);
	struct fakeapi__request request = *req;
	const struct perturb__plan *plan = g->w->plan;
	AUTO_STRBUF query = STRBUF_INIT;

	perturb__wire_page(g->w, g->op, g->path, &request, &query);
	request.aside = request.may_hand_over = false;
	request.backend = 0;
	if (g->w->stale_rv && plan && (!plan->type.len || str_eq(plan->type, g->op->type)))
		request.backend = 1;
	return inner->begin(inner, now_ns, &request, wake);
}

static bool is_hit(const struct gated *g)
{
	struct perturb__world *w = g->w;
	const struct perturb__plan *plan = w->plan;

	if (!plan || w->dying || !w->noise || !perturb__plan_meets(plan, w->noise, g->op, &w->seen))
		return false;
	/* the step that comes early has not been sent, and those before it have */
	return plan->how != PERTURB_EARLY || w->step == plan->step;
}

/* Call it with the gate closed. Returns false if out of memory. */
static bool act(struct gated *g, int64_t now_ns, const struct fakeapi__request *req,
		struct fakeapi__wake wake)
{
	struct perturb__world *w = g->w;
	const struct perturb__plan *plan = w->plan;
	bool hit = is_hit(g);

	if (w->dying || w->away || !(w->alive || w->leases.old_alive)) {
		g->reset = true;
		return true;
	}
	if (perturb__wire_refuses(w, g->op, g->path)) {
		g->op->disturbed = true;
		answer_ourselves(g, 401, 0);
		return true;
	}
	if (hit) {
		if (!w->life->hit_write)
			w->life->hit_step = w->step;
		w->disturbed = w->life->hit_write = true;
		w->disturbed_ns = clock_monotonic_ns();
		g->op->disturbed = true;
	}
	if (hit && plan->how == PERTURB_LEASE_LOST)
		perturb__take_leases(w);
	g->wake = wake;
	g->due = hit && (plan->after || plan->how == PERTURB_FREEZE);
	if (hit && !g->due && plan->how == PERTURB_KILL)
		request_kill(g);
	if (hit && !g->due && plan->how == PERTURB_REFUSE)
		answer_ourselves(g, plan->status, plan->retry_after_s);
	if (!hit || g->due || (plan->how != PERTURB_KILL && plan->how != PERTURB_REFUSE)) {
		g->inner = begin_inner(g, now_ns, req, wake);
		if (!g->inner)
			return false;
	}
	if (g->due)
		disturb_after(g, now_ns);
	return true;
}

static struct fakeapi__exchange *begin(struct fakeapi__server *server, int64_t now_ns,
				       const struct fakeapi__request *req,
				       struct fakeapi__wake wake)
{
	struct perturb__world *w =
	    (struct perturb__world *)((char *)server - offsetof(struct perturb__world, server));
	struct gated *g = base__calloc(1, sizeof(*g));
	bool ok;

	if (!g)
		return NULL;
	g->w = w;
	g->x.ops = &gated_ops;
	g->x.body_len = -1;
	strbuf_init(&g->body);
	perturb__gate_close(w);
	g->op = perturb__gate_record(w, req);
	g->op_index = (uint32_t)w->life->ops.len;
	ok = g->op != NULL;
	if (ok) {
		AUTO_STRBUF path = STRBUF_INIT;

		g->watch = str_eqz(g->op->verb, "watch");
		strbuf_adds(&path, req->path);
		if (g->op->write)
			strbuf_addf(&path, " " STR_FMT, STR_ARG(g->op->key));
		g->path = perturb__copy(w->life, strbuf_str(&path));
		perturb__rest_begins(w, g->op);
		w->actor = PERTURB_SUBJECT;
		w->op = g->op;
		w->op_index = g->op_index;
		ok = act(g, now_ns, req, wake);
		w->actor = PERTURB_SERVER;
		w->op = NULL;
		w->op_index = 0;
	}
	perturb__gate_open(w);
	while (write(w->wake[1], "", 1) < 0 && errno == EINTR)
		continue;
	if (ok)
		return &g->x;
	strbuf_fini(&g->body);
	base__free(g);
	return NULL;
}

void perturb__gate_init(struct perturb__world *w)
{
	w->server.begin = begin;
}
