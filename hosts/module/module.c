/* SPDX-License-Identifier: Apache-2.0 */
#include "hosts/module/module.h"

#include "base/alloc.h"
#include "base/clock.h"
#include "base/str.h"
#include "fakeapi/core.h"
#include "fakeapi/control/loading.h"
#include "hosts/module/record.h"
#include "hosts/module/server.h"
#include "hosts/module/timeline.h"

struct slot {
	struct relist_server *server;
	struct fakeapi__exchange *x; /* NULL: free */
	bool ready;		     /* its head is complete */
	bool woken;		     /* is in server->woken */
	uint32_t id;
	struct slot *next; /* in server->woken, or in server->unused */
};

struct question {
	struct question *next;
	uint64_t id;
	char *record;
	size_t len;
};

struct strbuf module__out = STRBUF_INIT;

uint32_t relist_version(void)
{
	return RELIST_MODULE_VERSION;
}

void *relist_alloc(uint32_t len)
{
	return base__malloc(len ? len : 1);
}

void relist_free(void *p)
{
	base__free(p);
}

const char *relist_out(void)
{
	return module__out.ptr;
}

uint32_t relist_out_len(void)
{
	return (uint32_t)module__out.len;
}

/* --- webhooks --- */

static bool on_ask(void *user, const struct fakeapi__question *question)
{
	struct relist_server *server = user;
	AUTO_STRBUF record = STRBUF_INIT;
	struct question *q = base__calloc(1, sizeof(*q));

	if (!q)
		return false;
	module__record_addf(&record, "%llu", (unsigned long long)question->id);
	module__record_addf(&record, "%lld", (long long)question->timeout_ns);
	module__record_add(&record, question->url);
	module__record_add(&record, question->ca_pem);
	module__record_add(&record, question->server_name);
	module__record_add(&record, question->body);
	q->id = question->id;
	q->len = record.len;
	q->record = strbuf_steal(&record);
	if (!q->record) {
		base__free(q);
		return false;
	}
	*server->questions_end = q;
	server->questions_end = &q->next;
	return true;
}

static struct question *unlink_question(struct relist_server *server, struct question **place)
{
	struct question *q = *place;

	*place = q->next;
	if (!*place)
		server->questions_end = place;
	return q;
}

static void question_free(struct question *q)
{
	base__free(q->record);
	base__free(q);
}

/* The host may have the question already; its reply is then dropped. */
static void on_forget(void *user, uint64_t id)
{
	struct relist_server *server = user;

	for (struct question **q = &server->questions; *q; q = &(*q)->next)
		if ((*q)->id == id) {
			question_free(unlink_question(server, q));
			return;
		}
}

int32_t relist_question(struct relist_server *server)
{
	struct question *q;

	strbuf_clear(&module__out);
	if (!server->questions)
		return 0;
	q = unlink_question(server, &server->questions);
	strbuf_add(&module__out, q->record, q->len);
	question_free(q);
	return module__out.failed ? -1 : 1;
}

void relist_reply(struct relist_server *server, uint64_t id, int32_t status, const char *record,
		  uint32_t len)
{
	struct str rest = { record, len };
	struct fakeapi__reply reply = { .status = status };

	if (!module__record_take(&rest, &reply.content_type) ||
	    !module__record_take(&rest, &reply.body) || !module__record_take(&rest, &reply.error))
		reply =
		    (struct fakeapi__reply) { .error = STR("the host's reply is not a record") };
	if (server->core)
		fakeapi__core_reply(server->core, id, &reply);
}

/* --- servers --- */

static void fail(const struct relist_err *err)
{
	strbuf_clear(&module__out);
	strbuf_addz(&module__out, err->msg);
}

struct relist_server *relist_server_new(uint64_t seed, int64_t now_ns, int64_t wall_offset_ns,
					const char *options, uint32_t len)
{
	struct relist_server *server = base__calloc(1, sizeof(*server));
	struct relist_err err = { 0 };
	struct fakeapi__options core;

	strbuf_clear(&module__out);
	if (!server)
		return NULL;
	module__server_init(server);
	if (module__options_read(&server->options, (struct str) { options, len }, &core, &err) ==
	    0) {
		core.seed = seed;
		core.start_ns = now_ns;
		core.wall_offset_ns = wall_offset_ns;
		core.ask = server->options.webhooks ? on_ask : NULL;
		core.forget = server->options.webhooks ? on_forget : NULL;
		core.ask_user = server;
		core.service_webhooks = server->options.services ? "the host's" : NULL;
		server->core = fakeapi__core_new(&core, &err);
	}
	if (server->core) {
		server->api = fakeapi__core_server(server->core);
		/* The host's own requests reach the control API even if every port is closed. */
		fakeapi__core_control_at(server->core, "http://127.0.0.1");
		if (server->options.timeline)
			server->timeline = module__timeline_new(server);
		if (server->timeline || !server->options.timeline)
			return server;
		(void)relist_err_set(&err, RELIST_ENOMEM, "out of memory");
	}
	fail(&err);
	relist_server_free(server);
	return NULL;
}

void module__server_init(struct relist_server *server)
{
	server->woken_end = &server->woken;
	server->questions_end = &server->questions;
}

void module__server_end_exchanges(struct relist_server *server)
{
	for (size_t i = 0; i < server->slot_count; i++) {
		if (server->slots[i]->x)
			relist_end(server, server->slots[i]->id, 1);
		base__free(server->slots[i]);
	}
	base__free(server->slots);
	server->slots = NULL;
	server->slot_count = 0;
	server->unused = NULL;
}

void relist_server_free(struct relist_server *server)
{
	if (!server)
		return;
	module__server_end_exchanges(server);
	module__timeline_free(server->timeline);
	fakeapi__core_free(server->core);
	while (server->questions)
		question_free(unlink_question(server, &server->questions));
	module__options_fini(&server->options);
	base__free(server);
}

int32_t relist_load(struct relist_server *server, int64_t now_ns, const char *text, uint32_t len)
{
	struct fakeapi__loading l;
	struct relist_err err = { 0 };
	int code;

	if (!server->core) {
		(void)relist_err_set(&err, RELIST_EINVAL, "a run's objects are the scenario's");
		fail(&err);
		return RELIST_EINVAL;
	}
	fakeapi__loading_init(&l, server->core, now_ns);
	code =
	    fakeapi__manifests_text((struct str) { text, len }, "", fakeapi__loading_add, &l, &err);
	code = fakeapi__loading_end(&l, code, &err);
	if (code)
		fail(&err);
	return code;
}

int32_t relist_accepts(struct relist_server *server, int64_t now_ns, uint32_t backend)
{
	if (server->refuses)
		return !server->refuses(server->refuses_user, backend);
	return fakeapi__core_accepts(server->core, now_ns, backend);
}

/* --- exchanges --- */

static struct slot *slot_of(const struct relist_server *server, uint32_t id)
{
	return id && id <= server->slot_count && server->slots[id - 1]->x ? server->slots[id - 1]
									  : NULL;
}

static void on_wake(void *user)
{
	struct slot *s = user;

	if (s->woken)
		return;
	s->woken = true;
	s->next = NULL;
	*s->server->woken_end = s;
	s->server->woken_end = &s->next;
}

static struct slot *slot_new(struct relist_server *server)
{
	struct slot *s = server->unused;
	struct slot **more;

	if (s) {
		server->unused = s->next;
		s->next = NULL;
		return s;
	}
	more = base__realloc(server->slots, (server->slot_count + 1) * sizeof(*more));
	if (!more)
		return NULL;
	server->slots = more;
	s = base__calloc(1, sizeof(*s));
	if (!s)
		return NULL;
	s->server = server;
	s->id = (uint32_t)(server->slot_count + 1);
	server->slots[server->slot_count++] = s;
	return s;
}

static void slot_free(struct slot *s)
{
	struct relist_server *server = s->server;

	if (s->woken) {
		struct slot **place = &server->woken;

		while (*place != s)
			place = &(*place)->next;
		*place = s->next;
		if (!*place)
			server->woken_end = place;
	}
	s->x = NULL;
	s->woken = s->ready = false;
	s->next = server->unused;
	server->unused = s;
}

static size_t count_strings(struct str record)
{
	struct str one;
	size_t n = 0;

	while (module__record_take(&record, &one))
		n++;
	return record.len ? 0 : n;
}

enum { FIXED_FIELDS = 5 };

static bool read_request(struct str record, struct fakeapi__request *req,
			 struct fakeapi__header *headers)
{
	struct str target;
	const char *mark;

	if (!module__record_take(&record, &req->method) || !module__record_take(&record, &target) ||
	    !module__record_take(&record, &req->body) ||
	    !module__record_take(&record, &req->peer_name) ||
	    !module__record_take(&record, &req->peer_groups))
		return false;
	mark = target.len ? memchr(target.ptr, '?', target.len) : NULL;
	req->path = (struct str) { target.ptr, mark ? (size_t)(mark - target.ptr) : target.len };
	if (mark)
		req->query = (struct str) { mark + 1, target.len - req->path.len - 1 };
	for (; record.len; req->header_count++)
		if (!module__record_take(&record, &headers[req->header_count].name) ||
		    !module__record_take(&record, &headers[req->header_count].value))
			return false;
	req->headers = headers;
	return true;
}

uint32_t relist_begin(struct relist_server *server, int64_t now_ns, uint32_t backend,
		      uint32_t flags, const char *record, uint32_t len)
{
	struct str text = { record, len };
	size_t strings = count_strings(text);
	struct fakeapi__request req = {
		.backend = backend,
		.tls = flags & RELIST_REQUEST_TLS,
		.remote = flags & RELIST_REQUEST_REMOTE,
	};
	struct fakeapi__header *headers;
	struct slot *s;

	if (strings < FIXED_FIELDS || (strings - FIXED_FIELDS) % 2 ||
	    backend >= server->options.backends)
		return 0;
	headers = base__calloc((strings - FIXED_FIELDS) / 2 + 1, sizeof(*headers));
	s = headers ? slot_new(server) : NULL;
	if (!s) {
		base__free(headers);
		return 0;
	}
	if (read_request(text, &req, headers))
		s->x = server->api->begin(server->api, now_ns, &req,
					  (struct fakeapi__wake) { on_wake, s });
	base__free(headers);
	if (s->x)
		return s->id;
	slot_free(s);
	return 0;
}

static int32_t write_head(const struct fakeapi__exchange *x)
{
	module__record_addf(&module__out, "%d", x->status);
	module__record_add(&module__out, x->close_connection ? STR("close") : STR(""));
	if (x->body_len >= 0)
		module__record_addf(&module__out, "%lld", (long long)x->body_len);
	else
		module__record_add(&module__out, STR(""));
	for (size_t i = 0; i < x->header_count; i++) {
		module__record_add(&module__out, x->headers[i].name);
		module__record_add(&module__out, x->headers[i].value);
	}
	return module__out.failed ? RELIST_HEAD_CUT : RELIST_HEAD_READY;
}

int32_t relist_head(struct relist_server *server, uint32_t exchange, int64_t now_ns)
{
	struct slot *s = slot_of(server, exchange);

	strbuf_clear(&module__out);
	if (!s)
		return -1;
	switch (s->x->ops->head(s->x, now_ns)) {
	case FAKEAPI_HEAD_WAIT:
		return RELIST_HEAD_WAIT;
	case FAKEAPI_HEAD_READY:
		s->ready = true;
		return write_head(s->x);
	case FAKEAPI_HEAD_CUT:
		return RELIST_HEAD_CUT;
	case FAKEAPI_HEAD_RESET:
		return RELIST_HEAD_RESET;
	}
	return -1;
}

int32_t relist_pull(struct relist_server *server, uint32_t exchange, int64_t now_ns, void *buf,
		    uint32_t cap)
{
	struct slot *s = slot_of(server, exchange);

	if (!s || !s->ready || !cap || cap > INT32_MAX)
		return RELIST_PULL_NONE;
	return (int32_t)s->x->ops->pull(s->x, now_ns, buf, cap);
}

int64_t relist_deadline(const struct relist_server *server, uint32_t exchange)
{
	const struct slot *s = slot_of(server, exchange);

	return s ? s->x->ops->deadline_ns(s->x) : TIME_NEVER;
}

void relist_end(struct relist_server *server, uint32_t exchange, int32_t client_gone)
{
	struct slot *s = slot_of(server, exchange);

	if (!s)
		return;
	s->x->ops->end(s->x, client_gone != 0);
	slot_free(s);
}

uint32_t relist_woken(struct relist_server *server)
{
	struct slot *s = server->woken;

	if (!s)
		return 0;
	server->woken = s->next;
	if (!server->woken)
		server->woken_end = &server->woken;
	s->woken = false;
	s->next = NULL;
	return s->id;
}
