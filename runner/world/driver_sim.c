/* SPDX-License-Identifier: Apache-2.0 */
/* driver_sim.c - runs scenarios in the simulator. */
#include "base/alloc.h"
#include "runner/world/driver.h"
#include "sim/sim.h"

struct scn__client {
	struct scn__client *next;
	struct scn__driver *driver;
	struct inf__informer *inf;
};

struct scn__driver {
	struct scn__driver_config config;
	struct sim *sim;
	struct scn__client *clients;
	struct sim_call *over_http2;
};

/* A controller's request. Over HTTP/1.1 it has a connection of its own, over HTTP/2 that of the
 * informers. */
struct sim_call {
	struct scn__call call;
	struct scn__driver *driver;
	struct fakeapi__exchange *x; /* NULL: ended, or over HTTP/2 */
	bool ready;		     /* woken, or new */
	bool has_head;
	struct sim_call *next; /* of driver->over_http2 */
	struct sim_request request;
	struct strbuf method, target, content_type, accept, sent;
};

static void on_event(void *user, const struct trace_event *ev)
{
	struct scn__driver *d = user;

	trace_emit(&d->config.wire, ev);
	trace_emit(&d->config.events, ev);
}

static bool refuses(void *user, int64_t now_ns, uint32_t client, struct str path, struct str query)
{
	struct scn__driver *d = user;

	/* A controller's request passed world__refuses_controller(). */
	if (client >= d->config.informer_count || !d->config.refuses(d->config.user, client))
		return false;
	d->config.refused(d->config.user, now_ns, client, path, query);
	return true;
}

static struct scn__driver *driver_new(const struct scn__driver_config *config,
				      struct relist_err *err)
{
	struct scn__driver *d = base__calloc(1, sizeof(*d));
	struct sim_config sim = { .seed = config->seed,
				  .choice = config->choice,
				  .cuts = runner__sim_cuts(config->cuts),
				  .cut_at = config->cut_at,
				  .handlers_alone = config->handlers_alone,
				  .clients_alone = config->clients_alone,
				  .digest = config->digest,
				  .digest_user = config->user,
				  .refuses = refuses,
				  .refuses_user = d,
				  .http2 = config->http2,
				  .without = config->without,
				  .sink = { on_event, d } };

	if (!d) {
		relist_err_set(err, RELIST_ENOMEM, "simulated world: out of memory");
		return NULL;
	}
	d->config = *config;
	d->sim = sim_new(&sim, config->server, err);
	if (d->sim)
		return d;
	base__free(d);
	return NULL;
}

static void driver_free(struct scn__driver *d)
{
	struct scn__client *next;

	if (!d)
		return;
	sim_free(d->sim);
	for (struct scn__client *c = d->clients; c; c = next) {
		next = c->next;
		inf__informer_free(c->inf);
		base__free(c);
	}
	base__free(d);
}

static int64_t now_ns(struct scn__driver *d)
{
	return sim_now_ns(d->sim);
}

static int settle(struct scn__driver *d, struct relist_err *err)
{
	return sim_settle(d->sim, err);
}

/* A controller continues when its request has ended. */
static bool has_answer(void *user)
{
	const struct scn__driver *d = user;

	for (const struct sim_call *c = d->over_http2; c; c = c->next)
		if (c->request.done && !c->call.done)
			return true;
	return false;
}

static int advance(struct scn__driver *d, int64_t until_ns, struct relist_err *err)
{
	return sim_advance(d->sim, until_ns, has_answer, d, err);
}

static int until_act(struct scn__driver *d, const struct sim_act *act, struct relist_err *err)
{
	return sim_until_act(d->sim, act, err);
}

static int advance_to(struct scn__driver *d, int64_t until_ns, struct relist_err *err)
{
	return sim_advance_to(d->sim, until_ns, err);
}

static uint64_t steps(struct scn__driver *d)
{
	return sim_steps(d->sim);
}

static struct scn__client *client_new(struct scn__driver *d, uint32_t informer,
				      const struct inf__informer_config *config,
				      struct relist_err *err)
{
	struct inf__informer_config mine = *config;
	struct scn__client *c = base__calloc(1, sizeof(*c));

	mine.reflector.choice = sim_choice(d->sim);
	mine.reflector.sink = mine.sink = (struct trace_sink) { on_event, d };
	if (c)
		c->inf = inf__informer_new(&mine, err);
	if (!c || !c->inf || sim_add(d->sim, c->inf, informer, err)) {
		if (c)
			inf__informer_free(c->inf);
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
	return c->inf;
}

static void client_poke(struct scn__client *c)
{
	sim_poke(c->driver->sim, c->inf);
}

static int client_start(struct scn__client *c, struct relist_err *err)
{
	int code = inf__informer_start(c->inf, now_ns(c->driver), err);

	client_poke(c);
	return code;
}

static int client_stop(struct scn__client *c, struct relist_err *err)
{
	(void)err;
	inf__informer_stop(c->inf, now_ns(c->driver));
	client_poke(c);
	return 0;
}

static int handler_add(struct scn__client *c, const char *name, const struct inf_handler *handler,
		       int64_t resync_ns, inf_registration *out, struct relist_err *err)
{
	return inf__informer_add_handler(c->inf, now_ns(c->driver), name, handler, resync_ns, out,
					 err);
}

static int handler_remove(struct scn__client *c, inf_registration reg)
{
	return inf__informer_remove_handler(c->inf, reg);
}

static int handler_hold(struct scn__driver *d, struct str name, bool hold)
{
	return sim_hold(d->sim, name, hold);
}

static size_t handler_backlog(struct scn__client *c, inf_registration reg)
{
	struct inf__processor_listener *l = inf__informer_listener(c->inf, reg);

	return l ? inf__processor_listener_backlog(l) : 0;
}

/* --- requests of controllers --- */

static void wake_call(void *user)
{
	struct sim_call *c = user;

	c->ready = true;
}

static void free_texts(struct sim_call *c)
{
	strbuf_fini(&c->call.body);
	strbuf_fini(&c->method);
	strbuf_fini(&c->target);
	strbuf_fini(&c->content_type);
	strbuf_fini(&c->accept);
	strbuf_fini(&c->sent);
}

static bool send_over_http2(struct sim_call *c, const struct fakeapi__request *req,
			    struct relist_err *err)
{
	struct str type = fakeapi__request_header(req, "Content-Type");

	strbuf_adds(&c->method, req->method);
	strbuf_addf(&c->target, STR_FMT "%s" STR_FMT, STR_ARG(req->path), req->query.len ? "?" : "",
		    STR_ARG(req->query));
	strbuf_adds(&c->content_type, type);
	strbuf_adds(&c->accept, fakeapi__request_header(req, "Accept"));
	strbuf_adds(&c->sent, req->body);
	if (c->method.failed || c->target.failed || c->content_type.failed || c->accept.failed ||
	    c->sent.failed)
		return false;
	c->request = (struct sim_request) { .method = c->method.ptr,
					    .target = c->target.ptr,
					    .content_type = type.ptr ? c->content_type.ptr : NULL,
					    .accept = c->accept.ptr,
					    .body = strbuf_str(&c->sent),
					    .client = req->backend };
	if (sim_add_request(c->driver->sim, &c->request, err))
		return false;
	c->next = c->driver->over_http2;
	c->driver->over_http2 = c;
	return true;
}

static struct scn__call *call_new(struct scn__driver *d, const struct fakeapi__request *req,
				  struct relist_err *err)
{
	struct sim_call *c = base__calloc(1, sizeof(*c));

	if (c) {
		c->driver = d;
		c->ready = true;
		strbuf_init(&c->call.body);
		if (d->config.http2 && send_over_http2(c, req, err))
			return &c->call;
	}
	if (c && !d->config.http2) {
		c->x = d->config.server->begin(d->config.server, now_ns(d), req,
					       (struct fakeapi__wake) { wake_call, c });
	}
	if (c && c->x)
		return &c->call;
	if (c)
		free_texts(c);
	base__free(c);
	(void)relist_err_set(err, RELIST_ENOMEM, "simulated world: out of memory");
	return NULL;
}

static void end_call(struct sim_call *c, bool whole)
{
	struct fakeapi__exchange *x = c->x;

	c->call.status = whole && !c->call.body.failed ? x->status : -1;
	c->call.done = true;
	c->x = NULL;
	x->ops->end(x, false);
}

static bool read_response_head(struct sim_call *c)
{
	switch (c->x->ops->head(c->x, now_ns(c->driver))) {
	case FAKEAPI_HEAD_WAIT:
		return false;
	case FAKEAPI_HEAD_READY:
		c->has_head = true;
		return true;
	case FAKEAPI_HEAD_CUT:
	case FAKEAPI_HEAD_RESET:
		break;
	}
	end_call(c, false);
	return true;
}

static bool take_answer(struct sim_call *c)
{
	if (c->call.done || !c->request.done)
		return false;
	c->call.done = true;
	strbuf_adds(&c->call.body, strbuf_str(&c->request.answer));
	c->call.status = c->call.body.failed ? -1 : c->request.status;
	return true;
}

static bool call_step(struct scn__call *call)
{
	struct sim_call *c = (struct sim_call *)call;
	char buf[4096];
	ptrdiff_t n;

	if (c->driver->config.http2)
		return take_answer(c);
	if (!c->x || (!c->ready && c->x->ops->deadline_ns(c->x) > now_ns(c->driver)))
		return false;
	c->ready = false;
	if (!c->has_head && !read_response_head(c))
		return false;
	while (c->x) {
		n = c->x->ops->pull(c->x, now_ns(c->driver), buf, sizeof(buf));
		if (n == FAKEAPI_PULL_WAIT)
			return false;
		if (n > 0)
			strbuf_add(&call->body, buf, (size_t)n);
		else
			end_call(c, n == FAKEAPI_PULL_END);
	}
	return true;
}

static int64_t call_deadline_ns(struct scn__call *call)
{
	const struct sim_call *c = (struct sim_call *)call;

	/* Over HTTP/2 the end of the request stops the advance. */
	return c->x ? c->x->ops->deadline_ns(c->x) : TIME_NEVER;
}

static void call_free(struct scn__call *call)
{
	struct sim_call *c = (struct sim_call *)call;

	if (c->x)
		c->x->ops->end(c->x, true);
	for (struct sim_call **at = &c->driver->over_http2; *at; at = &(*at)->next) {
		if (*at != c)
			continue;
		*at = c->next;
		sim_remove_request(c->driver->sim, &c->request);
		break;
	}
	free_texts(c);
	base__free(c);
}

/* Called for each new connection. */
static int refuse(struct scn__driver *d, struct relist_err *err)
{
	(void)d;
	(void)err;
	return 0;
}

const struct scn__driver_ops world__driver_sim = {
	.name = "sim",
	.new = driver_new,
	.free = driver_free,
	.now_ns = now_ns,
	.settle = settle,
	.advance = advance,
	.steps = steps,
	.until_act = until_act,
	.advance_to = advance_to,
	.client_new = client_new,
	.client_informer = client_informer,
	.client_start = client_start,
	.client_stop = client_stop,
	.client_poke = client_poke,
	.handler_add = handler_add,
	.handler_remove = handler_remove,
	.handler_hold = handler_hold,
	.handler_backlog = handler_backlog,
	.call_new = call_new,
	.call_step = call_step,
	.call_deadline_ns = call_deadline_ns,
	.call_free = call_free,
	.refuse = refuse,
};
