/* SPDX-License-Identifier: Apache-2.0 */
/* The engine's thread holds tcp's lock from new() to free() and releases it only to wait, so no
 * callback of the engine runs concurrently. */
#include "runner/tcp/posix/driver_tcp.h"

#include "base/alloc.h"
#include "fakeapi/core.h"
#include "runner/tcp/posix/tcp.h"
#include "runner/tcp/posix/tcp_events.h"

/* The wrapper of an engine's handler that the informer calls; `inner` is the engine's. */
struct handler {
	struct handler *next;
	struct scn__client *client;
	const char *name;
	struct inf_handler inner;
	inf_registration registration;
	bool silent; /* its informer has stopped */
	struct tcp__gate gate;
};

struct scn__client {
	struct scn__client *next;
	struct scn__driver *driver;
	struct inf__informer_threads *rt;
	struct handler *handlers;
};

struct held {
	struct held *next;
	struct str name;
};

struct scn__driver {
	struct scn__driver_config config;
	struct tcp tcp;
	struct scn__client *clients;
	struct held *held;
	struct tcp_events events;
};

/* The analysis cannot follow a lock that is held from new() to free(). */
static struct scn__driver *driver_new(const struct scn__driver_config *config,
				      struct relist_err *err) TSA(no_thread_safety_analysis);
static void driver_free(struct scn__driver *d) TSA(no_thread_safety_analysis);
static int settle(struct scn__driver *d, struct relist_err *err) REQUIRES(d->tcp.lock);
static int advance(struct scn__driver *d, int64_t until_ns, struct relist_err *err)
    REQUIRES(d->tcp.lock);
static int client_start(struct scn__client *c, struct relist_err *err)
    REQUIRES(c->driver->tcp.lock);
static int client_stop(struct scn__client *c, struct relist_err *err) REQUIRES(c->driver->tcp.lock);
static int handler_add(struct scn__client *c, const char *name, const struct inf_handler *handler,
		       int64_t resync_ns, inf_registration *out, struct relist_err *err)
    REQUIRES(c->driver->tcp.lock);
static int refuse(struct scn__driver *d, struct relist_err *err) REQUIRES(d->tcp.lock);
static bool enter(struct handler *h) TSA(no_thread_safety_analysis);
static int leave(struct handler *h, int code) TSA(no_thread_safety_analysis);

/* ---- events ---- */

/* Called under tcp's lock. */
static void emit_events(void *user)
{
	struct scn__driver *d = user;

	runner__tcp_events_take(&d->events, &d->config.wire);
}

static void on_wire(void *user, const struct trace_event *ev)
{
	struct scn__driver *d = user;

	emit_events(d);
	trace_emit(&d->config.wire, ev);
	runner__tcp_events_emit(&d->events, ev);
}

static bool refuses(void *user, uint32_t port)
{
	struct scn__driver *d = user;

	return port < d->config.informer_count && d->config.refuses(d->config.user, port);
}

/* ---- life ---- */

static struct scn__driver *driver_new(const struct scn__driver_config *config,
				      struct relist_err *err)
{
	struct scn__driver *d;
	struct tcp__config tcp = { .server = config->server,
				   .ports = config->informer_count + config->controller_count,
				   .seed = config->seed,
				   .sharing = config->http2 ? config->informer_count : 0,
				   .without = config->without,
				   .client_of = config->informer_of,
				   .refuses = refuses,
				   .refused = config->refused,
				   .engine = config->user,
				   .at_rest = emit_events };

	if (tcp.ports > TCP_PORTS_MAX) {
		relist_err_set(err, RELIST_ELIMIT,
			       "tcp world: %u informers and controllers, at most %d", tcp.ports,
			       TCP_PORTS_MAX);
		return NULL;
	}
	d = base__calloc(1, sizeof(*d));
	if (!d) {
		relist_err_set(err, RELIST_ENOMEM, "tcp world: out of memory");
		return NULL;
	}
	d->config = *config;
	runner__tcp_events_init(&d->events, &config->events);
	tcp.wire = (struct trace_sink) { on_wire, d };
	tcp.user = d;
	tcp.withhold_settings_ack = fakeapi__core_withhold_settings_ack(config->core);
	if (runner__tcp_init(&d->tcp, &tcp, err)) {
		runner__tcp_events_fini(&d->events);
		base__free(d);
		return NULL;
	}
	runner__tcp_enter(&d->tcp);
	return d;
}

static void client_free(struct scn__client *c)
{
	while (c->handlers) {
		struct handler *h = c->handlers;

		c->handlers = h->next;
		base__free(h);
	}
	base__free(c);
}

static void driver_free(struct scn__driver *d)
{
	if (!d)
		return;
	runner__tcp_leave(&d->tcp);
	/* Release all holds: a process thread that waits for a store or a queue would never end. */
	for (struct scn__client *c = d->clients; c; c = c->next) {
		inf__informer_hold_store(inf__informer_threads_informer(c->rt), false);
		inf__informer_hold_queue(inf__informer_threads_informer(c->rt), false);
	}
	if (!runner__tcp_fini(&d->tcp))
		return; /* leaks the memory: a thread may still use it */
	while (d->clients) {
		struct scn__client *c = d->clients;

		d->clients = c->next;
		client_free(c);
	}
	while (d->held) {
		struct held *h = d->held;

		d->held = h->next;
		base__free(h);
	}
	runner__tcp_events_fini(&d->events);
	base__free(d);
}

/* ---- time ---- */

static int64_t now_ns(struct scn__driver *d)
{
	return runner__tcp_now_ns(&d->tcp);
}

static int settle(struct scn__driver *d, struct relist_err *err)
{
	return runner__tcp_settle(&d->tcp, err);
}

static int advance(struct scn__driver *d, int64_t until_ns, struct relist_err *err)
{
	return runner__tcp_advance(&d->tcp, until_ns, NULL, NULL, err);
}

static uint64_t steps(struct scn__driver *d)
{
	return d->tcp.generation;
}

/* ---- informers ---- */

static struct scn__client *client_new(struct scn__driver *d, uint32_t informer,
				      const struct inf__informer_config *config,
				      struct relist_err *err)
{
	struct inf__informer_config mine = *config;
	struct scn__client *c = base__calloc(1, sizeof(*c));

	mine.reflector.sink = mine.sink = runner__tcp_events_sink(&d->events);
	if (c)
		c->rt = runner__tcp_add_informer(&d->tcp, informer, &mine, err);
	if (!c || !c->rt) {
		base__free(c);
		return NULL;
	}
	c->driver = d;
	c->next = d->clients;
	d->clients = c;
	return c;
}

static struct inf__informer *client_informer(struct scn__client *c)
{
	return inf__informer_threads_informer(c->rt);
}

/* Its first requests must arrive in the order of the steps, as in the simulator. */
static int client_start(struct scn__client *c, struct relist_err *err)
{
	int code = inf__informer_threads_start(c->rt, err);

	return code ? code : runner__tcp_settle_requests(&c->driver->tcp, err);
}

static int client_stop(struct scn__client *c, struct relist_err *err)
{
	for (struct handler *h = c->handlers; h; h = h->next)
		h->silent = true;
	inf__informer_threads_stop(c->rt);
	return runner__tcp_settle_requests(&c->driver->tcp, err);
}

/* Nothing to do: the informer's threads have been woken already. */
static void client_poke(struct scn__client *c)
{
	(void)c;
}

/* ---- handlers ---- */

/* Returns true if the engine's handler must be called. */
static bool enter(struct handler *h)
{
	struct tcp *t = &h->client->driver->tcp;

	runner__tcp_enter(t);
	runner__tcp_pass_gate(t, &h->gate);
	emit_events(h->client->driver);
	if (!h->silent)
		return true;
	runner__tcp_leave(t);
	return false;
}

static int leave(struct handler *h, int code)
{
	runner__tcp_leave(&h->client->driver->tcp);
	return code;
}

static int on_add(void *user, const struct inf_object *obj, bool initial)
{
	struct handler *h = user;

	return enter(h) ? leave(h, h->inner.on_add(h->inner.user, obj, initial)) : 0;
}

static int on_update(void *user, const struct inf_object *old, const struct inf_object *obj)
{
	struct handler *h = user;

	return enter(h) ? leave(h, h->inner.on_update(h->inner.user, old, obj)) : 0;
}

static int on_delete(void *user, const char *key, const struct inf_object *obj, bool unknown)
{
	struct handler *h = user;

	return enter(h) ? leave(h, h->inner.on_delete(h->inner.user, key, obj, unknown)) : 0;
}

static struct held **held_place(struct scn__driver *d, struct str name)
{
	struct held **place = &d->held;

	while (*place && !str_eq((*place)->name, name))
		place = &(*place)->next;
	return place;
}

static int handler_add(struct scn__client *c, const char *name, const struct inf_handler *handler,
		       int64_t resync_ns, inf_registration *out, struct relist_err *err)
{
	struct handler *h = base__calloc(1, sizeof(*h));
	struct inf_handler mine = { on_add, on_update, on_delete, h };
	int code;

	if (!h)
		return RELIST_ENOMEM;
	h->client = c;
	h->name = name;
	h->inner = *handler;
	h->gate.held = *held_place(c->driver, str_of(name)) != NULL;
	h->next = c->handlers;
	c->handlers = h;
	runner__tcp_add_gate(&c->driver->tcp, &h->gate);
	code =
	    inf__informer_threads_add_handler(c->rt, name, &mine, resync_ns, &h->registration, err);
	*out = h->registration;
	return code;
}

static struct handler *find_handler(struct scn__client *c, inf_registration reg)
{
	struct handler *h = c->handlers;

	while (h && h->registration != reg)
		h = h->next;
	return h;
}

/* The call that waits at the gate is still made: the listener has already taken it. */
static int handler_remove(struct scn__client *c, inf_registration reg)
{
	return inf__informer_threads_remove_handler(c->rt, reg);
}

static int handler_hold(struct scn__driver *d, struct str name, bool hold)
{
	struct held **place = held_place(d, name);

	if (hold && !*place) {
		*place = base__calloc(1, sizeof(**place));
		if (!*place)
			return RELIST_ENOMEM;
		(*place)->name = name;
	} else if (!hold && *place) {
		struct held *gone = *place;

		*place = gone->next;
		base__free(gone);
	}
	for (struct scn__client *c = d->clients; c; c = c->next)
		for (struct handler *h = c->handlers; h; h = h->next)
			if (str_eqz(name, h->name))
				h->gate.held = hold;
	return 0;
}

/* Counts the notification of a call that waits at the gate as well. */
static size_t handler_backlog(struct scn__client *c, inf_registration reg)
{
	struct inf__processor_listener *l =
	    inf__informer_listener(inf__informer_threads_informer(c->rt), reg);
	const struct handler *h = find_handler(c, reg);

	return (l ? inf__processor_listener_backlog(l) : 0) + (h && h->gate.held && h->gate.inside);
}

static int refuse(struct scn__driver *d, struct relist_err *err)
{
	return runner__tcp_settle_ports(&d->tcp, err);
}

/* ---- requests of controllers ---- */

struct call {
	struct scn__call call;
	struct tcp__call *inner;
};

static struct scn__call *call_new(struct scn__driver *d, const struct fakeapi__request *req,
				  struct relist_err *err)
{
	struct call *c = base__calloc(1, sizeof(*c));

	if (c) {
		strbuf_init(&c->call.body);
		c->inner = runner__tcp_call(&d->tcp, req, err);
		if (c->inner)
			return &c->call;
	}
	base__free(c);
	(void)relist_err_set(err, RELIST_ENOMEM, "tcp world: out of memory");
	return NULL;
}

static bool call_step(struct scn__call *call)
{
	struct call *c = (struct call *)call;
	bool moved = runner__tcp_call_step(c->inner);

	if (!call->done && runner__tcp_call_done(c->inner)) {
		call->done = true;
		strbuf_adds(&call->body, strbuf_str(runner__tcp_call_body(c->inner)));
		call->status = call->body.failed ? -1 : runner__tcp_call_status(c->inner);
	}
	return moved;
}

static int64_t call_deadline_ns(struct scn__call *call)
{
	return runner__tcp_call_deadline_ns(((struct call *)call)->inner);
}

static void call_free(struct scn__call *call)
{
	struct call *c = (struct call *)call;

	runner__tcp_call_free(c->inner);
	strbuf_fini(&call->body);
	base__free(c);
}

const struct scn__driver_ops runner__driver_tcp = {
	.name = "tcp",
	.new = driver_new,
	.free = driver_free,
	.now_ns = now_ns,
	.settle = settle,
	.advance = advance,
	.steps = steps,
	.client_new = client_new,
	.client_informer = client_informer,
	.client_start = client_start,
	.client_stop = client_stop,
	.client_poke = client_poke,
	.handler_add = handler_add,
	.handler_remove = handler_remove,
	.handler_hold = handler_hold,
	.handler_backlog = handler_backlog,
	.calls_alone = true,
	.call_new = call_new,
	.call_step = call_step,
	.call_deadline_ns = call_deadline_ns,
	.call_free = call_free,
	.refuse = refuse,
};
