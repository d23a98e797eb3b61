/* SPDX-License-Identifier: Apache-2.0 */
/* driver_external.c - runs scenarios against external informers: the server side on loopback, the
 * real clock, and a process in place of each informer.
 *
 * The transport's thread and the engine's never use the scenario's server at the same time: the
 * engine holds `gate` except while it waits. Each informer has its own port, which identifies
 * it. */
#define _GNU_SOURCE
#include "runner/posix/driver_external.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/lock.h"
#include "base/posix/clock.h"
#include "fakeapi/http/server.h"
#include "fakeapi/http/tls.h"
#include "fakeapi/posix/kubeconfig.h"
#include "runner/posix/external_client.h"
#include "runner/posix/process.h"
#include "runner/posix/starved.h"

enum { CLIENTS_MAX = FAKEAPI_HTTP_BACKENDS_MAX, LOOK_MS = 20, TERM_MS = 2000 };

struct scn__client {
	struct scn__client *next;
	struct scn__driver *driver;
	struct external_client of;
	struct process process;
	char fate[1400], words[640];
	pid_t group_id;
	int64_t starved_ns, looked_ns; /* the time it waited for a CPU, and when that was read */
	bool started, ended;
};

struct scn__driver {
	struct scn__driver_config config;
	struct fakeapi__server server; /* wraps the engine's server with the gate */
	struct fakeapi__http *http;
	struct fakeapi__tls tls;
	struct scn__client *clients;
	uint32_t requests;
	struct trace_sink events; /* config.wire and config.events */
	int64_t start_ns;
	int wake[2]; /* a byte wakes the engine after each request */
	char folder[64];
	char token_path[80];  /* in the folder; "" if there is none */
	struct guard janitor; /* removes the folder if this process is killed */
	struct lock gate;
};

/* --- the server behind the gate --- */

struct gated {
	struct fakeapi__exchange x;
	struct fakeapi__exchange *inner;
	struct scn__driver *driver;
	struct external_answer answer;
};

static int64_t clock_ns(void *user)
{
	return clock_monotonic_ns() - ((struct scn__driver *)user)->start_ns;
}

static void gate_close(struct scn__driver *d) ACQUIRES(d->gate)
{
	lock_acquire(&d->gate);
}

static void gate_open(struct scn__driver *d) RELEASES(d->gate)
{
	lock_release(&d->gate);
}

static enum fakeapi__head gated_head(struct fakeapi__exchange *x, int64_t now_ns)
{
	struct gated *g = (struct gated *)x;
	enum fakeapi__head head;

	gate_close(g->driver);
	head = g->inner->ops->head(g->inner, now_ns);
	x->status = g->inner->status;
	x->headers = g->inner->headers;
	x->header_count = g->inner->header_count;
	x->body_len = g->inner->body_len;
	x->close_connection = g->inner->close_connection;
	runner__external_head(&g->answer, now_ns, head, x->status);
	gate_open(g->driver);
	return head;
}

static ptrdiff_t gated_pull(struct fakeapi__exchange *x, int64_t now_ns, void *buf, size_t cap)
{
	struct gated *g = (struct gated *)x;
	ptrdiff_t n;

	gate_close(g->driver);
	n = g->inner->ops->pull(g->inner, now_ns, buf, cap);
	runner__external_bytes(&g->answer, now_ns, buf, n);
	gate_open(g->driver);
	return n;
}

static int64_t gated_deadline(const struct fakeapi__exchange *x)
{
	const struct gated *g = (const struct gated *)x;
	int64_t deadline;

	gate_close(g->driver);
	deadline = g->inner->ops->deadline_ns(g->inner);
	gate_open(g->driver);
	return deadline;
}

static void gated_end(struct fakeapi__exchange *x, bool client_gone)
{
	struct gated *g = (struct gated *)x;

	gate_close(g->driver);
	runner__external_end(&g->answer, clock_ns(g->driver), client_gone);
	g->inner->ops->end(g->inner, client_gone);
	gate_open(g->driver);
	base__free(g);
}

static void on_event(void *user, const struct trace_event *ev)
{
	struct scn__driver *d = user;

	trace_emit(&d->config.wire, ev);
	trace_emit(&d->config.events, ev);
}

static const struct fakeapi__exchange_ops gated_ops = { gated_head, gated_pull, gated_deadline,
							gated_end, NULL };

static struct fakeapi__exchange *begin(struct fakeapi__server *server, int64_t now_ns,
				       const struct fakeapi__request *req,
				       struct fakeapi__wake wake)
{
	struct scn__driver *d =
	    (struct scn__driver *)((char *)server - offsetof(struct scn__driver, server));
	struct gated *g = base__calloc(1, sizeof(*g));

	if (!g)
		return NULL;
	gate_close(d);
	runner__external_request(&g->answer, &d->events, now_ns, ++d->requests, NULL, req);
	g->inner = d->config.server->begin(d->config.server, now_ns, req, wake);
	if (!g->inner)
		runner__external_end(&g->answer, now_ns, false);
	gate_open(d);
	if (!g->inner) {
		base__free(g);
		return NULL;
	}
	g->x.ops = &gated_ops;
	g->driver = d;
	/* a full pipe: the engine is awake already */
	while (write(d->wake[1], "", 1) < 0 && errno == EINTR)
		continue;
	return &g->x;
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
					      .now_ns = clock_ns,
					      .now_user = d };
	int code = 0;

	if (pipe2(d->wake, O_CLOEXEC | O_NONBLOCK) != 0)
		return relist_err_set(err, RELIST_EIO, "pipe: %s", strerror(errno));
	(void)snprintf(d->folder, sizeof(d->folder), "/tmp/relist-XXXXXX");
	if (!mkdtemp(d->folder)) {
		code = relist_err_set(err, RELIST_EIO, "%s: %s", d->folder, strerror(errno));
		d->folder[0] = 0;
		return code;
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
	if (!code && d->config.token_file)
		code = rotate_token(d, d->config.token, err);
	if (!code)
		d->http = fakeapi__http_start(&d->server, &http, err);
	return code ? code : d->http ? 0 : RELIST_EIO;
}

static void close_driver(struct scn__driver *d)
{
	fakeapi__http_stop(d->http);
	remove_folder(d);
	(void)guard_finish(&d->janitor);
	for (int i = 0; i < 2; i++)
		if (d->wake[i] >= 0)
			(void)close(d->wake[i]);
	fakeapi__tls_fini(&d->tls);
	lock_fini(&d->gate);
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
	d->server.begin = begin;
	d->events = (struct trace_sink) { on_event, d };
	d->wake[0] = d->wake[1] = -1;
	d->janitor.orders = -1;
	d->start_ns = clock_monotonic_ns();
	lock_init(&d->gate, LOCK_RUNNER);
	if (open_server(d, err) != 0) {
		close_driver(d);
		return NULL;
	}
	gate_close(d);
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
	gate_open(d);
	for (struct scn__client *c = d->clients; c; c = next) {
		next = c->next;
		runner__external_client_fini(&c->of);
		base__free(c);
	}
	close_driver(d);
}

/* --- time --- */

static int64_t now_ns(struct scn__driver *d)
{
	return clock_ns(d);
}

static void read_all(struct scn__driver *d)
{
	char bytes[256];

	while (read(d->wake[0], bytes, sizeof(bytes)) == (ssize_t)sizeof(bytes))
		continue;
	for (struct scn__client *c = d->clients; c; c = c->next)
		if (c->started && !c->ended)
			runner__process_read(&c->process);
}

/* Waits for a request or a report, at most until until_ns. */
static int wait_until(struct scn__driver *d, int64_t until_ns, struct relist_err *err)
    REQUIRES(d->gate)
{
	struct pollfd fds[1 + 2 * CLIENTS_MAX];
	int64_t left_ms = (until_ns - now_ns(d) + 999999) / 1000000;
	size_t n = 0;

	fds[n++] = (struct pollfd) { d->wake[0], POLLIN, 0 };
	for (struct scn__client *c = d->clients; c && n + 2 <= ARRAY_LEN(fds); c = c->next)
		if (c->started && !c->ended)
			n += runner__process_poll_fds(&c->process, fds + n);
	left_ms = left_ms < 0 ? 0 : left_ms > LOOK_MS ? LOOK_MS : left_ms;
	gate_open(d);
	(void)poll(fds, (nfds_t)n, (int)left_ms);
	gate_close(d);
	read_all(d);
	if (!scn__subject_is_cancelled(d->config.subject))
		return 0;
	return relist_err_set(err, RELIST_ECLOSED, "interrupted");
}

static int settle(struct scn__driver *d, struct relist_err *err) REQUIRES(d->gate)
{
	return wait_until(d, 0, err);
}

static int advance(struct scn__driver *d, int64_t until_ns, struct relist_err *err)
    REQUIRES(d->gate)
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

	runner__external_client_line(&c->of, text, &c->driver->events, clock_ns(c->driver));
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
	c->process.on_line = on_line;
	c->process.user = c;
	c->next = d->clients;
	d->clients = c;
	return c;
}

/* A property of the informer's resource that a program may need. */
struct parameter {
	const char *name; /* RELIST_NAME in its environment, {name} in its command, --name */
	const char *value;
};

enum { PARAMETERS = 5, VARIABLE_MAX = 320 };

/* Replaces "{resource}" by pods etc. *used: one was replaced. Refuses values with shell characters.
 */
static int fill_in(const char *command, const struct parameter *parameters, struct strbuf *out,
		   bool *used, struct relist_err *err)
{
	*used = false;
	while (*command) {
		size_t i = 0, n = 0;

		for (; *command == '{' && i < PARAMETERS; i++) {
			n = strlen(parameters[i].name);
			if (strncmp(command + 1, parameters[i].name, n) == 0 &&
			    command[n + 1] == '}')
				break;
		}
		if (*command != '{' || i == PARAMETERS) {
			strbuf_addc(out, *command++);
			continue;
		}
		if (strspn(parameters[i].value, "abcdefghijklmnopqrstuvwxyz0123456789.-") !=
		    strlen(parameters[i].value))
			return relist_err_set(err, RELIST_EINVAL, "{%s} is %.80s: no name",
					      parameters[i].name, parameters[i].value);
		strbuf_addz(out, parameters[i].value);
		command += n + 2;
		*used = true;
	}
	return out->failed ? relist_err_set(err, RELIST_ENOMEM, "out of memory") : 0;
}

/* A subject with handlers in the scenario follows the contract and gets its arguments; a controller
 * only gets the arguments of its command. */
static int start_program(struct scn__client *c, const struct parameter *parameters,
			 const char *path, struct relist_err *err)
{
	AUTO_STRBUF command = STRBUF_INIT;
	char flags[PARAMETERS][16], texts[PARAMETERS + 1][VARIABLE_MAX];
	const char *arguments[2 * PARAMETERS + 1] = { NULL };
	char *variables[PARAMETERS + 2] = { NULL };
	size_t n = 0;
	bool used;

	if (fill_in(c->driver->config.subject->command, parameters, &command, &used, err))
		return err->code;
	for (size_t i = 0; i < PARAMETERS; i++) {
		size_t at = (size_t)snprintf(texts[i], VARIABLE_MAX, "RELIST_%s=%s",
					     parameters[i].name, parameters[i].value);

		if (at >= VARIABLE_MAX)
			return relist_err_set(err, RELIST_ELIMIT, "%s: longer than %d characters",
					      parameters[i].name, VARIABLE_MAX - 32);
		for (char *p = texts[i]; *p != '='; p++)
			if (*p >= 'a' && *p <= 'z')
				*p = (char)(*p - 'a' + 'A');
		variables[i] = texts[i];
		(void)snprintf(flags[i], sizeof(flags[i]), "--%s", parameters[i].name);
		if (!c->of.handler_count || used ||
		    (i == PARAMETERS - 1 && !parameters[i].value[0]))
			continue;
		arguments[n++] = flags[i];
		arguments[n++] = parameters[i].value;
	}
	(void)snprintf(texts[PARAMETERS], VARIABLE_MAX, "KUBECONFIG=%s", path);
	variables[PARAMETERS] = texts[PARAMETERS];
	return runner__process_start(&c->process, command.ptr, arguments, variables, err);
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
	char seconds[24];
	const struct parameter parameters[PARAMETERS] = { { "resource", c->of.resource },
							  { "group", c->of.group },
							  { "version", c->of.version },
							  { "seconds", seconds },
							  { "namespace", c->of.namespace_ } };
	int code;

	(void)snprintf(seconds, sizeof(seconds), "%lld", (long long)d->config.subject->seconds);
	strbuf_addf(&path, "%s/kubeconfig-%u", d->folder, c->of.informer);
	code = path.failed ? relist_err_set(err, RELIST_ENOMEM, "out of memory")
			   : fakeapi__kubeconfig_create(path.ptr, &k, err);
	if (!code)
		code = start_program(c, parameters, path.ptr, err);
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

static int handler_add(struct scn__client *c, const char *name, const struct inf_handler *handler,
		       int64_t resync_ns, inf_registration *out, struct relist_err *err)
{
	(void)resync_ns;
	return runner__external_handler_add(&c->of, name, handler, out, err);
}

static int refuse(struct scn__driver *d, struct relist_err *err) REQUIRES(d->gate)
{
	bool any = false;
	int code;

	for (uint32_t i = 0; i < d->config.informer_count; i++)
		any |= d->config.refuses(d->config.user, i);
	gate_open(d);
	code = fakeapi__http_refuse(d->http, any, err);
	gate_close(d);
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
