/* SPDX-License-Identifier: Apache-2.0 */
#include "hosts/module/subjects.h"

#include "base/alloc.h"
#include "base/clock.h"
#include "hosts/module/record.h"
#include "runner/posix/external_client.h"

enum {
	CLIENTS_MAX = 16,
	LOOK_NS = 20 * 1000000, /* interval at which the engine checks a subject */
	END_NS = 2000 * 1000000,
	RUN_S = 3600,
};

/* The simulator's driver is not linked. */
const struct scn__driver_ops world__driver_sim = { .name = "sim" };

struct scn__client {
	struct scn__client *next;
	struct scn__driver *driver;
	struct external_client of;
	char fate[512];
	bool started, ended, killed;
};

struct scn__driver {
	struct scn__driver_config config;
	struct subjects *subjects;
	struct module__observer observer;
	struct scn__client *clients;
};

static int64_t clock_of(const struct subjects *s)
{
	return s->now_ns - s->start_ns;
}

static void on_event(void *user, const struct trace_event *ev)
{
	struct scn__driver *d = user;

	trace_emit(&d->config.wire, ev);
	trace_emit(&d->config.events, ev);
}

static const char *resource_of(void *user, uint32_t backend)
{
	const struct scn__driver *d = user;

	for (const struct scn__client *c = d->clients; c; c = c->next)
		if (c->of.informer == backend)
			return c->of.resource;
	return "";
}

/* --- orders --- */

static void add_order(struct subjects *s, struct strbuf *order)
{
	if (order->failed)
		s->orders.failed = true;
	else
		module__record_add(&s->orders, strbuf_str(order));
}

static void order(struct scn__client *c, const char *word)
{
	AUTO_STRBUF o = STRBUF_INIT;

	module__record_add(&o, str_of(word));
	module__record_addf(&o, "%u", c->of.informer);
	add_order(c->driver->subjects, &o);
}

int module__subjects_order(struct subjects *s)
{
	struct str rest = strbuf_str(&s->orders), first;

	strbuf_clear(&module__out);
	if (!module__record_take(&rest, &first))
		return 0;
	strbuf_adds(&module__out, first);
	memmove(s->orders.ptr, rest.ptr, rest.len);
	s->orders.len = rest.len;
	return 1;
}

/* --- life --- */

static struct scn__driver *driver_new(const struct scn__driver_config *config,
				      struct relist_err *err)
{
	struct scn__driver *d = base__calloc(1, sizeof(*d));

	if (!d || config->informer_count > CLIENTS_MAX || !config->informer_count) {
		(void)relist_err_set(err, d ? RELIST_EINVAL : RELIST_ENOMEM,
				     d ? "external: 1 to %d informers" : "out of memory%.0d",
				     CLIENTS_MAX);
		base__free(d);
		return NULL;
	}
	d->config = *config;
	/* The subject in the configuration identifies the run. */
	d->subjects = (struct subjects *)(uintptr_t)config->subject;
	module__observe(&d->observer, config->server, (struct trace_sink) { on_event, d });
	d->observer.name = resource_of;
	d->observer.user = d;
	d->subjects->driver = d;
	d->subjects->server.api = &d->observer.server;
	d->subjects->server.refuses = config->refuses;
	d->subjects->server.refuses_user = config->user;
	return d;
}

/* Open responses end with the server. */
static void driver_free(struct scn__driver *d)
{
	struct scn__client *next;

	if (!d)
		return;
	module__server_end_exchanges(&d->subjects->server);
	d->subjects->server.api = NULL;
	d->subjects->server.refuses = NULL;
	d->subjects->driver = NULL;
	for (struct scn__client *c = d->clients; c; c = next) {
		next = c->next;
		runner__external_client_fini(&c->of);
		base__free(c);
	}
	base__free(d);
}

/* --- time --- */

static int64_t now_ns(struct scn__driver *d)
{
	return clock_of(d->subjects);
}

/* Not inlined: paused.txt names it. */
__attribute__((noinline)) static int wait_until(struct scn__driver *d, int64_t until_ns,
						struct relist_err *err)
{
	struct subjects *s = d->subjects;
	int64_t look = now_ns(d) + LOOK_NS;

	s->until_ns = s->start_ns + (until_ns < look ? until_ns : look);
	if (!s->interrupted)
		s->pause(s->user);
	if (!d->subjects->interrupted)
		return 0;
	return relist_err_set(err, RELIST_ECLOSED, "interrupted");
}

static int settle(struct scn__driver *d, struct relist_err *err)
{
	return wait_until(d, now_ns(d), err);
}

static int advance(struct scn__driver *d, int64_t until_ns, struct relist_err *err)
{
	int code = 0;

	while (!code && now_ns(d) < until_ns)
		code = wait_until(d, until_ns, err);
	return code;
}

/* --- clients --- */

static struct scn__client *client_new(struct scn__driver *d, uint32_t informer,
				      const struct inf__informer_config *config,
				      struct relist_err *err)
{
	struct scn__client *c = base__calloc(1, sizeof(*c));

	if (!c) {
		(void)relist_err_set(err, RELIST_ENOMEM, "out of memory");
		return NULL;
	}
	if (runner__external_client_init(&c->of, informer, config, err) != 0) {
		base__free(c);
		return NULL;
	}
	c->driver = d;
	c->next = d->clients;
	d->clients = c;
	return c;
}

static int client_start(struct scn__client *c, struct relist_err *err)
{
	AUTO_STRBUF o = STRBUF_INIT;

	module__record_add(&o, STR("start"));
	module__record_addf(&o, "%u", c->of.informer);
	module__record_add(&o, str_of(c->of.group));
	module__record_add(&o, str_of(c->of.version));
	module__record_add(&o, str_of(c->of.resource));
	module__record_add(&o, str_of(c->of.namespace_));
	module__record_add(&o, str_of(c->driver->config.token));
	module__record_add(&o, c->of.handler_count ? STR("informer") : STR("controller"));
	add_order(c->driver->subjects, &o);
	c->started = true;
	return c->driver->subjects->orders.failed
		   ? relist_err_set(err, RELIST_ENOMEM, "out of memory")
		   : 0;
}

/* The subject may need the server to end. */
static int client_stop(struct scn__client *c, struct relist_err *err)
{
	int64_t until = now_ns(c->driver) + END_NS;
	int code = 0;

	if (!c->started || c->ended)
		return 0;
	order(c, "stop");
	while (!code && !c->ended && now_ns(c->driver) < until)
		code = wait_until(c->driver, until, err);
	if (!c->ended && !code)
		order(c, "kill");
	c->killed = !c->ended;
	c->ended = true;
	return 0;
}

static int client_kill(struct scn__client *c, struct relist_err *err)
{
	(void)err;
	if (c->started && !c->ended)
		order(c, "kill");
	c->ended = true;
	return 0;
}

static int handler_add(struct scn__client *c, const char *name, const struct inf_handler *handler,
		       int64_t resync_ns, inf_registration *out, struct relist_err *err)
{
	(void)resync_ns;
	return runner__external_handler_add(&c->of, name, handler, out, err);
}

/* No effect: relist_accepts() checks each time. */
static int refuse(struct scn__driver *d, struct relist_err *err)
{
	(void)d;
	(void)err;
	return 0;
}

static struct scn__client_view client_view(struct scn__client *c)
{
	return (struct scn__client_view) {
		.view = &c->of.view,
		.ended = c->ended,
		.fate = c->fate,
		.words = "",
		.status = -1,
		.killed = c->killed,
	};
}

static int rotate_token(struct scn__driver *d, const char *token, struct relist_err *err)
{
	AUTO_STRBUF o = STRBUF_INIT;

	module__record_add(&o, STR("token"));
	module__record_add(&o, STR(""));
	module__record_add(&o, str_of(token));
	add_order(d->subjects, &o);
	return d->subjects->orders.failed ? relist_err_set(err, RELIST_ENOMEM, "out of memory") : 0;
}

const struct scn__driver_ops module__subjects_driver = {
	.name = "external",
	.new = driver_new,
	.free = driver_free,
	.now_ns = now_ns,
	.settle = settle,
	.advance = advance,
	.steps = runner__external_steps,
	.client_new = client_new,
	.client_informer = runner__external_informer,
	.client_start = client_start,
	.client_stop = client_stop,
	.client_kill = client_kill,
	.client_poke = runner__external_poke,
	.handler_add = handler_add,
	.handler_remove = runner__external_handler_remove,
	.handler_hold = runner__external_handler_hold,
	.handler_backlog = runner__external_backlog,
	.refuse = refuse,
	.wait = wait_until,
	.client_view = client_view,
	.rotate_token = rotate_token,
};

/* --- input from the host --- */

void module__subjects_init(struct subjects *s, int64_t now_ns_, int64_t patience_ns,
			   void (*pause)(void *user), void *user)
{
	s->subject = (struct scn__subject) { .command = "subject",
					     .seconds = RUN_S,
					     .patience_ns = patience_ns };
	module__server_init(&s->server);
	s->server.options.backends = CLIENTS_MAX;
	s->start_ns = s->now_ns = s->until_ns = now_ns_;
	s->pause = pause;
	s->user = user;
}

void module__subjects_fini(struct subjects *s)
{
	strbuf_fini(&s->orders);
}

static struct scn__client *client_of(struct subjects *s, uint32_t informer)
{
	for (struct scn__client *c = s->driver ? s->driver->clients : NULL; c; c = c->next)
		if (c->of.informer == informer && c->started)
			return c; /* the newest client is first */
	return NULL;
}

void module__subjects_line(struct subjects *s, uint32_t informer, struct str line)
{
	struct scn__client *c = client_of(s, informer);
	const struct trace_sink sink = { on_event, s->driver };

	if (c && !c->ended)
		runner__external_client_line(&c->of, line, &sink, clock_of(s));
}

void module__subjects_ended(struct subjects *s, uint32_t informer, struct str how)
{
	struct scn__client *c = client_of(s, informer);

	if (!c || c->ended)
		return;
	c->ended = true;
	(void)snprintf(c->fate, sizeof(c->fate), STR_FMT, STR_ARG(how));
}
