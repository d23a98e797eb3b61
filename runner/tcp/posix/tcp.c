/* SPDX-License-Identifier: Apache-2.0 */
#include "runner/tcp/posix/tcp_impl.h"

#include "base/alloc.h"
#include "base/clock.h"

/* ---- the lock ---- */

void runner__tcp_enter(struct tcp *t)
{
	lock_acquire(&t->lock);
}

void runner__tcp_leave(struct tcp *t)
{
	cond_broadcast(&t->changed);
	lock_release(&t->lock);
}

void runner__tcp_recheck(void *user)
{
	struct tcp *t = user;

	runner__tcp_enter(t);
	runner__tcp_leave(t);
}

int64_t runner__tcp_now_ns(struct tcp *t)
{
	return clock_now(&t->clock);
}

static int64_t http_now(void *user)
{
	return runner__tcp_now_ns(user);
}

static void emit(struct tcp *t, enum trace_kind kind, uint32_t id, int64_t n, struct str key,
		 struct str text)
{
	struct trace_event ev = { runner__tcp_now_ns(t), kind, id, n, STR(""), key, text, STR("") };

	trace_emit(&t->config.wire, &ev);
}

/* ---- responses ---- */

/* Called under the core's lock, on any thread. */
void runner__tcp_wake(void *user)
{
	struct tcp__exchange *e = user;

	atomic_store(&e->woken, true);
	e->wake.fn(e->wake.user);
}

/* Returns false if the transport has to pull again when the world moves. The clock may have moved
 * since `now_ns`; data that became due since still has to be pulled. */
static bool may_move(struct tcp__exchange *e, int64_t now_ns)
{
	if (!e->tcp->moving && !e->call) {
		e->parked = true;
		return false;
	}
	e->pulled_ns = now_ns;
	atomic_store(&e->woken, false);
	return true;
}

static void note_pull(struct tcp__exchange *e, bool waits)
{
	e->waits = waits;
	e->deadline_ns = e->inner->ops->deadline_ns(e->inner);
	e->tcp->generation++;
}

static void take_head(struct tcp__exchange *e)
{
	e->x.status = e->inner->status;
	e->x.headers = e->inner->headers;
	e->x.header_count = e->inner->header_count;
	e->x.body_len = e->inner->body_len;
	e->x.close_connection = e->inner->close_connection;
	if (!e->has_head)
		emit(e->tcp, TRACE_WIRE_RESPONSE, e->id, e->x.status, STR(""), STR(""));
	e->has_head = true;
}

static enum fakeapi__head op_head(struct fakeapi__exchange *x, int64_t now_ns)
{
	struct tcp__exchange *e = (struct tcp__exchange *)(void *)x;
	enum fakeapi__head head = FAKEAPI_HEAD_WAIT;

	runner__tcp_enter(e->tcp);
	if (may_move(e, now_ns)) {
		head = e->inner->ops->head(e->inner, now_ns);
		note_pull(e, head == FAKEAPI_HEAD_WAIT);
		if (head == FAKEAPI_HEAD_READY)
			take_head(e);
		else if (head != FAKEAPI_HEAD_WAIT)
			e->end = head == FAKEAPI_HEAD_RESET ? "reset" : "eof";
	}
	runner__tcp_leave(e->tcp);
	return head;
}

static ptrdiff_t op_pull(struct fakeapi__exchange *x, int64_t now_ns, void *buf, size_t cap)
{
	struct tcp__exchange *e = (struct tcp__exchange *)(void *)x;
	ptrdiff_t n = FAKEAPI_PULL_WAIT;

	runner__tcp_enter(e->tcp);
	if (may_move(e, now_ns)) {
		n = e->inner->ops->pull(e->inner, now_ns, buf, cap);
		note_pull(e, n == FAKEAPI_PULL_WAIT);
		e->pulled += n > 0 ? (uint64_t)n : 0;
		if (n == FAKEAPI_PULL_CUT)
			e->end = "cut";
		else if (n == FAKEAPI_PULL_RESET)
			e->end = "reset";
	}
	runner__tcp_leave(e->tcp);
	return n;
}

static int64_t op_deadline(const struct fakeapi__exchange *x)
{
	const struct tcp__exchange *e = (const struct tcp__exchange *)(const void *)x;
	int64_t deadline_ns;

	runner__tcp_enter(e->tcp);
	deadline_ns = e->parked ? TIME_NEVER : e->deadline_ns;
	runner__tcp_leave(e->tcp);
	return deadline_ns;
}

/* Called after the connection's last byte, FIN or RST. */
static void op_end(struct fakeapi__exchange *x, bool client_gone)
{
	struct tcp__exchange *e = (struct tcp__exchange *)(void *)x;
	struct tcp *t = e->tcp;

	runner__tcp_enter(t);
	*(e->prev ? &e->prev->next : &t->exchanges) = e->next;
	if (e->next)
		e->next->prev = e->prev;
	t->generation++;
	if (client_gone)
		emit(t, TRACE_WIRE_HANGUP, e->id, 0, STR(""), STR(""));
	else
		emit(t, TRACE_WIRE_END, e->id, 0, STR(""), str_of(e->end));
	e->inner->ops->end(e->inner, client_gone);
	runner__tcp_leave(t);
	base__free(e);
}

static const struct fakeapi__exchange_ops ops = { op_head, op_pull, op_deadline, op_end, NULL };

static uint32_t call_number(const struct fakeapi__request *req)
{
	struct str s = fakeapi__request_header(req, "X-Relist-Call");
	uint32_t n = 0;

	for (size_t i = 0; i < s.len; i++)
		n = 10 * n + (uint32_t)(s.ptr[i] - '0');
	return n;
}

bool runner__tcp_call_place(struct tcp *t, uint32_t id, struct tcp__place *out)
{
	for (struct tcp__exchange *e = t->exchanges; e; e = e->next) {
		bool due = e->deadline_ns <= runner__tcp_now_ns(t) && e->pulled_ns < e->deadline_ns;

		if (e->call != id)
			continue;
		*out = (struct tcp__place) { .waits = e->waits && !atomic_load(&e->woken) &&
						      e->sent == e->pulled && !due,
					     .has_head = e->has_head,
					     .sent = e->sent,
					     .deadline_ns = e->deadline_ns };
		return true;
	}
	return false;
}

/* The client of a request at `port`. */
static uint32_t client_of(const struct tcp *t, uint32_t port, struct str path)
{
	return port < t->config.sharing ? t->config.client_of(t->config.engine, path) : port;
}

static struct fakeapi__exchange *begin(struct fakeapi__server *server, int64_t now_ns,
				       const struct fakeapi__request *req,
				       struct fakeapi__wake wake)
{
	struct tcp *t = (struct tcp *)((char *)server - offsetof(struct tcp, server));
	struct tcp__exchange *e = base__calloc(1, sizeof(*e));
	struct fakeapi__request mine = *req;

	runner__tcp_enter(t);
	mine.backend = client_of(t, req->backend, req->path);
	if (e) {
		atomic_init(&e->woken, false);
		e->x.ops = &ops;
		e->tcp = t;
		e->wake = wake;
		e->end = "clean";
		e->id = ++t->requests;
		e->deadline_ns = TIME_NEVER;
		e->call = call_number(req);
		emit(t, TRACE_WIRE_REQUEST, e->id, 0, req->path, req->query);
		e->inner = t->config.server->begin(t->config.server, now_ns, &mine,
						   (struct fakeapi__wake) { runner__tcp_wake, e });
	}
	if (e && e->inner) {
		e->next = t->exchanges;
		if (e->next)
			e->next->prev = e;
		t->exchanges = e;
	} else {
		t->failed = true;
		base__free(e);
		e = NULL;
	}
	t->generation++;
	runner__tcp_leave(t);
	return e ? &e->x : NULL;
}

static void on_sent(void *user, const struct fakeapi__exchange *x, uint64_t body_bytes,
		    bool waiting)
{
	struct tcp *t = user;
	struct tcp__exchange *e = (struct tcp__exchange *)(uintptr_t)x;

	(void)waiting;
	runner__tcp_enter(t);
	e->sent = body_bytes;
	t->generation++;
	runner__tcp_leave(t);
}

static void on_frozen(void *user, const struct fakeapi__exchange *x)
{
	struct tcp *t = user;

	runner__tcp_enter(t);
	((struct tcp__exchange *)(uintptr_t)x)->frozen = true;
	t->generation++;
	runner__tcp_leave(t);
}

static void on_deaf(void *user, uint32_t port, bool deaf)
{
	struct tcp *t = user;

	runner__tcp_enter(t);
	t->ports[port].deaf += deaf ? 1 : -1U;
	t->generation++;
	runner__tcp_leave(t);
}

static void on_unserved(void *user, uint32_t port, bool arrives)
{
	struct tcp *t = user;

	runner__tcp_enter(t);
	t->ports[port].unserved += arrives ? 1 : -1U;
	t->generation++;
	runner__tcp_leave(t);
}

/* ---- refused connections ---- */

/* The transport calls this for all ports, in order, in each round of its loop. */
static bool accepts(void *user, uint32_t port)
{
	struct tcp *t = user;
	bool refuses;

	runner__tcp_enter(t);
	t->rounds += port == 0;
	refuses = t->config.refuses(t->config.user, port);
	runner__tcp_leave(t);
	return !refuses;
}

void runner__tcp_on_refused(void *user, const char *url)
{
	struct tcp__port *p = user;
	struct tcp *t = p->tcp;
	const char *path = strchr(strstr(url, "://") + 3, '/');
	const char *query = strchr(path, '?');
	struct str path_str = query ? (struct str) { path, (size_t)(query - path) } : str_of(path);
	struct str query_str = str_of(query ? query + 1 : "");

	runner__tcp_enter(t);
	emit(t, TRACE_WIRE_REQUEST, 0, 0, path_str, query_str);
	emit(t, TRACE_WIRE_END, 0, 0, STR(""), STR("refused"));
	t->config.refused(t->config.engine, runner__tcp_now_ns(t),
			  client_of(t, (uint32_t)(p - t->ports), path_str), path_str, query_str);
	runner__tcp_leave(t);
}

/* ---- informers ---- */

struct inf__informer_threads *runner__tcp_add_informer(struct tcp *t, uint32_t port,
						       const struct inf__informer_config *config,
						       struct relist_err *err)
{
	struct inf__informer_config mine = *config;
	struct inf__informer_threads_options options = {
		.io = t->ports[port].io,
		.clock = &t->clock,
		.on_quiet = runner__tcp_recheck,
		.on_quiet_user = t,
	};
	struct tcp__informer *i = base__calloc(1, sizeof(*i));

	mine.reflector.choice = &t->ports[port].choice;
	if (i)
		i->rt = inf__informer_threads_new(&mine, &options, err);
	if (!i || !i->rt) {
		base__free(i);
		return NULL;
	}
	i->next = t->informers;
	t->informers = i;
	return i->rt;
}

void runner__tcp_add_gate(struct tcp *t, struct tcp__gate *gate)
{
	gate->next = t->gates;
	t->gates = gate;
}

void runner__tcp_pass_gate(struct tcp *t, struct tcp__gate *gate)
{
	while ((gate->held || !t->moving) && !t->finishing) {
		gate->inside = true;
		cond_broadcast(&t->changed);
		lock_wait(&t->lock, &t->changed);
		gate->inside = false;
	}
}

/* ---- life ---- */

static int start_server(struct tcp *t, struct relist_err *err)
{
	struct fakeapi__http_options http = {
		.backend_count = t->config.ports,
		.now_ns = http_now,
		.now_user = t,
		.accepts = t->config.refuses ? accepts : NULL,
		.accepts_user = t,
		.withhold_settings_ack = t->config.withhold_settings_ack,
		.observer = { .on_sent = on_sent,
			      .on_deaf = on_deaf,
			      .on_frozen = on_frozen,
			      .on_unserved = on_unserved,
			      .user = t },
	};

	t->server.begin = begin;
	if (t->config.sharing && fakeapi__tls_make(&t->tls, NULL, time(NULL), err) != 0)
		return RELIST_EIO;
	http.tls_cert_pem = t->tls.cert_pem;
	http.tls_key_pem = t->tls.key_pem;
	t->http = fakeapi__http_start(&t->server, &http, err);
	return t->http ? 0 : RELIST_EIO;
}

int runner__tcp_init(struct tcp *t, const struct tcp__config *config, struct relist_err *err)
{
	int code;

	memset(t, 0, sizeof(*t));
	t->config = *config;
	lock_init(&t->lock, LOCK_RUNNER);
	cond_init(&t->changed);
	clock_init_manual(&t->clock, 0);
	code = start_server(t, err);
	for (uint32_t i = 0; !code && i < config->ports; i++)
		code = runner__tcp_start_client(t, i, err);
	if (code)
		(void)runner__tcp_fini(t); /* no informer runs yet */
	return code;
}

bool runner__tcp_fini(struct tcp *t)
{
	(void)runner__tcp_stop_informers(t, NULL);
	for (uint32_t i = 0; i < t->config.ports; i++) {
		inf__io_unref(t->ports[i].io);
		inf_client_unref(t->ports[i].client);
		if (t->ports[i].tcp)
			choice_fini(&t->ports[i].choice);
	}
	fakeapi__http_stop(t->http);
	fakeapi__tls_fini(&t->tls);
	if (t->stuck)
		return false;
	clock_fini(&t->clock);
	cond_fini(&t->changed);
	lock_fini(&t->lock);
	return true;
}
