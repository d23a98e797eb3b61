/* SPDX-License-Identifier: Apache-2.0 */
/* driver_external.c - runs scenarios against external informers: the server side on loopback, the
 * real clock, and a process in place of each informer.
 *
 * Each informer has its own port, which identifies it. */
#define _GNU_SOURCE
#include "runner/posix/driver_external.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/posix/clock.h"
#include "fakeapi/http/server.h"
#include "fakeapi/http/tls.h"
#include "fakeapi/posix/kubeconfig.h"
#include "fakeapi/posix/webhook_client.h"
#include "runner/posix/external_client.h"
#include "runner/posix/external_gate.h"
#include "runner/posix/external_program.h"
#include "runner/posix/process.h"
#include "runner/posix/starved.h"
#include "runner/posix/webhook_port.h"

enum { CLIENTS_MAX = FAKEAPI_HTTP_BACKENDS_MAX, LOOK_MS = 20, TERM_MS = 2000 };

struct scn__client {
	struct scn__client *next;
	struct scn__driver *driver;
	struct external_client of;
	struct process process;
	struct runner__webhook_port webhooks;
	char fate[1400], words[640];
	pid_t group_id;
	int64_t starved_ns, looked_ns; /* the time it waited for a CPU, and when that was read */
	bool started, ended;
};

struct scn__driver {
	struct scn__driver_config config;
	struct external_gate gate;
	struct fakeapi__http *http;
	struct fakeapi__tls tls;
	struct fakeapi__webhook_client *webhooks;
	struct scn__client *clients;
	char folder[64];
	char token_path[80];  /* in the folder; "" if there is none */
	struct guard janitor; /* removes the folder if this process is killed */
};

static void on_event(void *user, const struct trace_event *ev)
{
	struct scn__driver *d = user;

	trace_emit(&d->config.wire, ev);
	trace_emit(&d->config.events, ev);
}

/* --- life --- */

static int rotate_token(struct scn__driver *d, const char *token, struct relist_err *err)
{
	(void)snprintf(d->token_path, sizeof(d->token_path), "%s/token", d->folder);
	return fakeapi__kubeconfig_save(d->token_path, str_of(token), err);
}

static void remove_folder(struct scn__driver *d)
{
	AUTO_STRBUF path = STRBUF_INIT;

	if (d->token_path[0])
		(void)unlink(d->token_path);
	if (d->folder[0])
		runner__webhook_certificate_remove(d->folder);
	for (uint32_t i = 0; d->folder[0] && i < CLIENTS_MAX; i++) {
		strbuf_clear(&path);
		strbuf_addf(&path, "%s/kubeconfig-%u", d->folder, i);
		(void)unlink(path.ptr);
	}
	if (d->folder[0])
		(void)rmdir(d->folder);
}

static int open_server(struct scn__driver *d, struct relist_err *err)
{
	struct fakeapi__http_options http = { .backend_count = d->config.informer_count,
					      .now_ns = runner__gate_clock_ns,
					      .now_user = &d->gate };
	int code;

	http.withhold_settings_ack = fakeapi__core_withhold_settings_ack(d->config.core);
	(void)snprintf(d->folder, sizeof(d->folder), "/tmp/relist-XXXXXX");
	if (!mkdtemp(d->folder)) {
		d->folder[0] = 0;
		return relist_err_set(err, RELIST_EIO, "/tmp/relist-XXXXXX: %s", strerror(errno));
	}
	code = guard_start(&d->janitor,
			   &(struct guard_options) { .out = -1, .err = -1, .remove = d->folder });
	if (code)
		return relist_err_set(err, RELIST_EIO, "fork: %s", strerror(code));
	if (d->config.token) {
		code = fakeapi__tls_make(&d->tls, NULL, time(NULL), err);
		http.tls_cert_pem = d->tls.cert_pem;
		http.tls_key_pem = d->tls.key_pem;
	}
	code = code ? code : runner__webhook_certificate(d->folder, &d->tls, err);
	if (!code && d->config.token_file)
		code = rotate_token(d, d->config.token, err);
	if (code)
		return code;
	d->webhooks = fakeapi__webhook_client_new();
	if (!d->webhooks)
		return relist_err_set(err, RELIST_ENOMEM, "out of memory");
	fakeapi__webhook_client_serve(d->webhooks, d->config.core);
	d->http = fakeapi__http_start(&d->gate.server, &http, err);
	return d->http ? 0 : RELIST_EIO;
}

static void close_driver(struct scn__driver *d)
{
	fakeapi__http_stop(d->http);
	fakeapi__webhook_client_stop(d->webhooks);
	fakeapi__webhook_client_free(d->webhooks);
	remove_folder(d);
	(void)guard_finish(&d->janitor);
	fakeapi__tls_fini(&d->tls);
	runner__gate_fini(&d->gate);
	base__free(d);
}

/* Returns with the gate closed. */
static struct scn__driver *driver_new(const struct scn__driver_config *config,
				      struct relist_err *err) TSA(no_thread_safety_analysis)
{
	struct scn__driver *d = base__calloc(1, sizeof(*d));

	if (!d || config->informer_count > CLIENTS_MAX || !config->informer_count) {
		relist_err_set(err, d ? RELIST_EINVAL : RELIST_ENOMEM,
			       d ? "external: 1 to %d informers" : "out of memory%.0d",
			       CLIENTS_MAX);
		base__free(d);
		return NULL;
	}
	d->config = *config;
	d->gate.inner = config->server;
	d->gate.events = (struct trace_sink) { on_event, d };
	d->janitor.orders = -1;
	if (runner__gate_init(&d->gate, err) != 0 || open_server(d, err) != 0) {
		close_driver(d);
		return NULL;
	}
	runner__gate_close(&d->gate);
	return d;
}

static void note_fate(struct scn__client *c)
{
	AUTO_STRBUF fate = STRBUF_INIT;

	runner__process_fate(&c->process, &fate);
	runner__process_last_errors(&c->process, c->words, sizeof(c->words));
	if (c->process.panic_len && !strstr(c->words, c->process.panic))
		strbuf_addf(&fate, "; it began: %s", c->process.panic);
	if (c->words[0] && !strstr(c->process.panic, c->words))
		strbuf_addf(&fate, "; its last words: %s", c->words);
	if (!fate.failed)
		(void)snprintf(c->fate, sizeof(c->fate), STR_FMT, STR_ARG(strbuf_str(&fate)));
}

static void finish(struct scn__client *c)
{
	if (!c->started || c->ended)
		return;
	runner__process_finish(&c->process);
	note_fate(c);
	c->ended = true;
}

static void driver_free(struct scn__driver *d) TSA(no_thread_safety_analysis)
{
	struct scn__client *next;

	if (!d)
		return;
	for (struct scn__client *c = d->clients; c; c = c->next)
		finish(c);
	runner__gate_open(&d->gate);
	for (struct scn__client *c = d->clients; c; c = next) {
		next = c->next;
		runner__external_client_fini(&c->of);
		runner__webhook_port_fini(&c->webhooks);
		base__free(c);
	}
	close_driver(d);
}

/* --- time --- */

static int64_t now_ns(struct scn__driver *d)
{
	return runner__gate_clock_ns(&d->gate);
}

static void read_all(struct scn__driver *d)
{
	runner__gate_drain(&d->gate);
	for (struct scn__client *c = d->clients; c; c = c->next)
		if (c->started && !c->ended)
			runner__process_read(&c->process);
}

/* Waits for a request or a report, at most until until_ns. */
static int wait_until(struct scn__driver *d, int64_t until_ns, struct relist_err *err)
    REQUIRES(d->gate.lock)
{
	struct pollfd fds[1 + 2 * CLIENTS_MAX];
	int64_t left_ms = (until_ns - now_ns(d) + 999999) / 1000000;
	size_t n = 0;

	fds[n++] = (struct pollfd) { d->gate.wake[0], POLLIN, 0 };
	for (struct scn__client *c = d->clients; c && n + 2 <= ARRAY_LEN(fds); c = c->next)
		if (c->started && !c->ended)
			n += runner__process_poll_fds(&c->process, fds + n);
	left_ms = left_ms < 0 ? 0 : left_ms > LOOK_MS ? LOOK_MS : left_ms;
	runner__gate_open(&d->gate);
	(void)poll(fds, (nfds_t)n, (int)left_ms);
	runner__gate_close(&d->gate);
	read_all(d);
	if (!scn__subject_is_cancelled(d->config.subject))
		return 0;
	return relist_err_set(err, RELIST_ECLOSED, "interrupted");
}

static int settle(struct scn__driver *d, struct relist_err *err) REQUIRES(d->gate.lock)
{
	return wait_until(d, 0, err);
}

static int advance(struct scn__driver *d, int64_t until_ns, struct relist_err *err)
    REQUIRES(d->gate.lock)
{
	int code = 0;

	while (!code && now_ns(d) < until_ns)
		code = wait_until(d, until_ns, err);
	return code;
}

/* --- clients --- */

static void on_line(void *user, struct str text)
{
	struct scn__client *c = user;

	runner__external_client_line(&c->of, text, &c->driver->gate.events, now_ns(c->driver));
}

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
	c->webhooks.fd = -1;
	c->process.on_line = on_line;
	c->process.user = c;
	c->next = d->clients;
	d->clients = c;
	return c;
}

static int client_start(struct scn__client *c, struct relist_err *err)
{
	struct scn__driver *d = c->driver;
	const char *url = fakeapi__http_url(d->http, c->of.informer);
	struct fakeapi__kubeconfig k = { .urls = &url,
					 .url_count = 1,
					 .ca_pem = d->tls.ca_pem,
					 .token = d->config.token,
					 .token_file =
					     d->config.token_file ? d->token_path : NULL };
	AUTO_STRBUF path = STRBUF_INIT;
	struct external_program program = { .of = &c->of,
					    .command = d->config.subject->command,
					    .seconds = d->config.subject->seconds,
					    .webhooks = &c->webhooks };
	int code;

	strbuf_addf(&path, "%s/kubeconfig-%u", d->folder, c->of.informer);
	code = path.failed ? relist_err_set(err, RELIST_ENOMEM, "out of memory")
			   : fakeapi__kubeconfig_create(path.ptr, &k, err);
	program.kubeconfig = path.ptr;
	if (!code && c->webhooks.fd < 0)
		code = runner__webhook_port_init(&c->webhooks, d->folder, err);
	if (!code)
		code = runner__external_program_start(&program, &c->process, err);
	c->started = code == 0;
	return code;
}

/* Releases the gate meanwhile, since the program may need the server to end. */
static int client_stop(struct scn__client *c, struct relist_err *err) TSA(no_thread_safety_analysis)
{
	int64_t until = now_ns(c->driver) + TERM_MS * (int64_t)1000000;

	if (!c->started || c->ended)
		return 0;
	runner__process_terminate(&c->process);
	/* read to the end of its output, including data in the pipe */
	while ((!c->process.ended || c->process.out >= 0) && !c->process.flooded &&
	       now_ns(c->driver) < until)
		(void)wait_until(c->driver, until, err);
	finish(c);
	return 0;
}

static int client_kill(struct scn__client *c, struct relist_err *err)
{
	(void)err;
	c->process.crashed = c->started && !c->ended;
	finish(c);
	return 0;
}

/* Of several programs the first one that runs has the webhooks behind a Service. */
static bool ask(struct scn__driver *d, const struct fakeapi__question *question)
{
	struct fakeapi__question q = *question;
	const struct scn__client *first = NULL;

	for (const struct scn__client *c = d->clients; c; c = c->next)
		if (c->started && !c->ended && (!first || c->of.informer < first->of.informer))
			first = c;
	if (q.address.len)
		q.address = str_of(first ? first->webhooks.address : "127.0.0.1:1");
	return fakeapi__webhook_client_ask(d->webhooks, &q);
}

static void forget(struct scn__driver *d, uint64_t id)
{
	fakeapi__webhook_client_forget(d->webhooks, id);
}

static int handler_add(struct scn__client *c, const char *name, const struct inf_handler *handler,
		       int64_t resync_ns, inf_registration *out, struct relist_err *err)
{
	(void)resync_ns;
	return runner__external_handler_add(&c->of, name, handler, out, err);
}

static int refuse(struct scn__driver *d, struct relist_err *err) REQUIRES(d->gate.lock)
{
	bool any = false;
	int code;

	for (uint32_t i = 0; i < d->config.informer_count; i++)
		any |= d->config.refuses(d->config.user, i);
	runner__gate_open(&d->gate);
	code = fakeapi__http_refuse(d->http, any, err);
	runner__gate_close(&d->gate);
	return code;
}

/* Reads the waiting time only once a second, since that needs CPU time as well. */
static void measure_starvation(struct scn__client *c)
{
	int64_t now = clock_monotonic_ns();

	if (!c->started || c->ended || now - c->looked_ns < NS_PER_S)
		return;
	c->looked_ns = now;
	c->starved_ns = runner__starved_ns(c->process.guard.pid, &c->group_id);
}

static struct scn__client_view client_view(struct scn__client *c)
{
	bool ended = c->ended || c->process.ended || c->process.flooded;

	measure_starvation(c);

	if (ended && !c->ended)
		note_fate(c);
	else if (c->started && !c->ended)
		runner__process_last_errors(&c->process, c->words, sizeof(c->words));
	return (struct scn__client_view) {
		.view = &c->of.view,
		.ended = ended,
		.fate = c->fate,
		.words = c->words,
		.status = c->process.ended && !c->process.by_signal ? c->process.status : -1,
		.killed = c->process.killed,
		.starved_ns = c->starved_ns,
	};
}

const struct scn__driver_ops runner__driver_external = {
	.name = "external",
	.new = driver_new,
	.free = driver_free,
	.now_ns = now_ns,
	.settle = settle,
	.advance = advance,
	.steps = runner__external_steps,
	.ask = ask,
	.forget = forget,
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

static const char *skip_trace(const struct runner__trace *trace)
{
	(void)trace;
	return "a trace says what our own informer does; world external runs scenarios";
}

const struct runner__world_ops runner__world_external = { .name = "external", .skip = skip_trace };
