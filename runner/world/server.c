/* SPDX-License-Identifier: Apache-2.0 */
/* server.c - sits between the clients and the fake apiserver: selects the backend, passes the
 * client to the core as User-Agent, and records requests and writes. */
#include "base/alloc.h"
#include "base/text/number.h"
#include "base/url.h"
#include "runner/world/world.h"

enum { CAPTURE = 4096, HEADERS_MAX = 64, RETRY_AFTER_MAX_S = 3600 };

struct passed {
	struct fakeapi__exchange x;
	struct fakeapi__exchange *inner;
	struct scn__run *run;
	struct scn__rec *rec;
	bool watch, looked;
	struct scn__killing *kill; /* its response is withheld; NULL: sent */
	struct strbuf head;	   /* start of the body, until the needed data is found */
};

/* --- requests --- */

static bool cut_prefix(struct str *s, struct str prefix)
{
	if (s->len < prefix.len || memcmp(s->ptr, prefix.ptr, prefix.len) != 0)
		return false;
	s->ptr += prefix.len;
	s->len -= prefix.len;
	return true;
}

static struct str cut_segment(struct str *s)
{
	const char *slash = s->len ? memchr(s->ptr, '/', s->len) : NULL;
	struct str part = { s->ptr, slash ? (size_t)(slash - s->ptr) : s->len };

	s->ptr += part.len + (slash ? 1 : 0);
	s->len -= part.len + (slash ? 1 : 0);
	return part;
}

/* `exact`: only in the version that the scenario names. */
static bool parse_path(const struct scn__type *t, struct str path, bool exact, struct scn__rec *q)
{
	struct str part;

	if (!cut_prefix(&path, t->group.len ? STR("/apis/") : STR("/api/")) ||
	    (t->group.len && !str_eq(cut_segment(&path), t->group)))
		return false;
	part = cut_segment(&path);
	if (exact && !str_eq(part, t->version))
		return false;
	q->ns = STR("");
	part = cut_segment(&path);
	if (str_eqz(part, "namespaces") && path.len) {
		q->ns = cut_segment(&path);
		part = cut_segment(&path);
	}
	q->name = cut_segment(&path);
	q->subresource = path;
	return str_eq(part, t->resource);
}

/* The type of the request. A program may use another version of a type than the scenario. */
static const struct scn__type *type_of(const struct scn__run *r, struct str path,
				       struct scn__rec *q)
{
	for (int exact = 1; exact >= 0; exact--)
		for (size_t i = 0; i < r->cell->world.type_count; i++)
			if (parse_path(&r->cell->world.types[i], path, exact, q))
				return &r->cell->world.types[i];
	return NULL;
}

uint32_t world__sender_of(void *user, struct str path)
{
	const struct scn__run *r = user;
	struct scn__rec q = { 0 };
	const struct scn__type *type = type_of(r, path, &q);

	for (uint32_t i = 0; i < r->cell->world.informer_count; i++)
		if (r->informers[i].def->type == type)
			return i;
	return 0;
}

uint32_t world__client_of(const struct scn__run *r, const struct scn__controller *c)
{
	return (uint32_t)r->cell->world.informer_count + c->index;
}

/* Returns NULL for an informer. */
static const struct scn__controller *controller_of(const struct scn__run *r, uint32_t client)
{
	size_t first = r->cell->world.informer_count;

	return client < first ? NULL : &r->cell->world.controllers[client - first];
}

/* A program has a User-Agent; relist's clients get one that is not a prefix of another's. */
static struct str agent_of(struct scn__run *r, const struct fakeapi__request *req)
{
	const struct scn__controller *c = controller_of(r, req->backend);

	if (r->external)
		return world__copy(r, fakeapi__request_header(req, "User-Agent"));
	return world__printf(r, "%s:" STR_FMT ";", c ? "controller" : "informer",
			     STR_ARG(c ? c->name : r->informers[req->backend].def->name));
}

/* Returns NULL if out of memory, or if relist's informers never use the type. */
static struct scn__rec *record(struct scn__run *r, int64_t now_ns,
			       const struct fakeapi__request *req)
{
	const struct scn__controller *c = controller_of(r, req->backend);
	struct scn__rec *q = world__alloc(r, sizeof(*q));
	struct str path = world__copy(r, req->path);

	if (!q)
		return NULL;
	q->at_ns = now_ns;
	q->query = world__copy(r, req->query);
	q->type = type_of(r, path, q);
	if (!q->type && !r->external)
		return NULL;
	if (q->type)
		q->verb = world__verb_of(req, q->query, q->name.len > 0);
	else
		world__other_request(q, req, path);
	q->agent = agent_of(r, req);
	q->by = c;
	q->from = c ? NULL : r->informers[req->backend].def;
	q->backend = c ? r->controller_backends[c->index] : r->informers[req->backend].backend;
	if (world__is_write(q))
		q->shown = world__shown_before(r, q);
	if (world__is_write(q) && q->type)
		q->body = world__as_json(r, req->body);
	return q;
}

static bool is_refused(const struct scn__run *r, const struct scn__type *type, uint32_t backend)
{

	if (r->failure)
		return false; /* it hangs: see begin() */
	for (size_t i = 0; i < r->refused.len; i++) {
		const struct scn__step *s = r->refused.items[i];

		if ((!s->refuse.type || s->refuse.type == type) &&
		    (s->refuse.backend < 0 || (uint32_t)s->refuse.backend == backend))
			return true;
	}
	return false;
}

bool world__refuses(void *user, uint32_t informer)
{
	const struct scn__run *r = user;
	const struct scn__irun *ir = &r->informers[informer];

	/* A controller sends requests for several types: world__refuses_controller() checks
	 * each. */
	return informer < r->cell->world.informer_count &&
	       is_refused(r, ir->def->type, ir->backend);
}

void world__refusal_changed(struct scn__run *r)
{
	int code = r->ops->refuse(r->driver, &r->err);

	if (code)
		world__broken(r, code);
}

static void note_refused(struct scn__run *r, struct scn__rec *q)
{
	q->refused = true;
	if (world__is_write(q))
		world__write_begins(r, q);
	if (!world__append(r, world__is_write(q) ? &r->writes : &r->requests, q))
		return;
	world__story_rec(r, world__is_write(q) ? SCN_STORY_WRITE : SCN_STORY_REQUEST, q);
	if (world__is_write(q))
		world__notify_write(r, q);
	else
		world__notify_request(r, q);
}

void world__refused(void *user, int64_t now_ns, uint32_t informer, struct str path,
		    struct str query)
{
	struct fakeapi__request req = {
		.method = STR("GET"), .path = path, .query = query, .backend = informer
	};
	struct scn__rec *q = record(user, now_ns, &req);

	if (q)
		note_refused(user, q);
}

bool world__refuses_controller(struct scn__run *r, const struct fakeapi__request *req)
{
	struct scn__rec *q = r->refused.len ? record(r, world__now(r), req) : NULL;

	if (!q || !is_refused(r, q->type, q->backend))
		return false;
	note_refused(r, q);
	return true;
}

/* --- inspecting responses in passing --- */

/* `ended`: the client may close the request after a complete event, before its newline. */
static void inspect_head(struct passed *p, bool ended)
{
	AUTO_STRBUF decoded = STRBUF_INIT, scratch = STRBUF_INIT;
	struct str head = strbuf_str(&p->head), version;
	json_t event, code;

	if (p->watch) {
		if (!world__first_event(head, ended, &decoded, &event))
			return;
		code = json_path(event, "object", "code", NULL);
		version = json_str(json_path(event, "object", "metadata", "resourceVersion", NULL),
				   &scratch);
		p->rec->gone |= json_str_eq(json_get(event, "type"), STR("ERROR")) &&
				str_eqz((struct str) { code.ptr, code.len }, "410");
	} else {
		version = world__version_of(head);
		if (!version.len)
			return;
	}
	p->looked = true;
	if (version.ptr)
		p->rec->answer_rv = world__copy(p->run, version);
	world__shown_list(p->run, p->rec);
	if (p->rec->type)
		world__notify_answer(p->run, p->rec);
}

/* Returns NULL if the header is absent. */
static const char *header_of(const struct fakeapi__exchange *x, const char *name)
{
	for (size_t i = 0; i < x->header_count; i++)
		if (str_eqz(x->headers[i].name, name))
			return x->headers[i].value.ptr;
	return NULL;
}

static void note_retry_after(struct scn__rec *q, const char *header)
{
	uint64_t s;

	q->retry_after = header != NULL;
	q->retry_after_ns =
	    number_parse(str_of(header), RETRY_AFTER_MAX_S, &s) ? (int64_t)s * NS_PER_S : 0;
}

static bool is_json(const struct fakeapi__exchange *x)
{
	const char *type = header_of(x, "Content-Type");

	return !type || strstr(type, "html") == NULL;
}

/* Whether it is a list, watch or get of a type of the scenario. */
static bool is_read(const struct scn__rec *q)
{
	return q->type && !world__is_write(q);
}

static void write_answered(struct passed *p);

/* Executes the request and records its response, but does not send it. */
static enum fakeapi__head withhold(struct passed *p, int64_t now_ns)
{
	char buf[CAPTURE];
	ptrdiff_t n;

	while (p->rec->type && (n = p->inner->ops->pull(p->inner, now_ns, buf, sizeof(buf))) > 0)
		strbuf_add(&p->head, buf, (size_t)n);
	write_answered(p);
	p->kill->hit = true;
	return FAKEAPI_HEAD_WAIT;
}

static enum fakeapi__head passed_head(struct fakeapi__exchange *x, int64_t now_ns)
{
	struct passed *p = (struct passed *)x;
	enum fakeapi__head head;

	if (p->kill && p->kill->hit)
		return FAKEAPI_HEAD_WAIT;
	head = p->inner->ops->head(p->inner, now_ns);

	if (head == FAKEAPI_HEAD_READY) {
		x->status = p->inner->status;
		x->headers = p->inner->headers;
		x->header_count = p->inner->header_count;
		x->body_len = p->inner->body_len;
		x->close_connection = p->inner->close_connection;
		if (!p->rec->status) {
			p->rec->answered_ns = now_ns;
			if (is_read(p->rec))
				world__story_rec(p->run, SCN_STORY_ANSWER, p->rec);
		}
		p->rec->status = x->status;
		p->rec->gone |= x->status == 410;
		p->rec->no_json = !is_json(x);
		note_retry_after(p->rec, header_of(x, "Retry-After"));
		if (is_read(p->rec))
			world__notify_answer(p->run, p->rec);
	} else if (head != FAKEAPI_HEAD_WAIT) {
		p->rec->reset = true;
		if (p->rec->type)
			world__notify_answer(p->run, p->rec);
	}
	if (p->kill && head != FAKEAPI_HEAD_WAIT)
		return withhold(p, now_ns);
	return head;
}

static void ended(struct passed *p, int64_t now_ns)
{
	if (!p->rec->ended)
		p->rec->ended_ns = now_ns;
	p->rec->ended = true;
}

/* Records the response once; does nothing for reads. */
static void write_answered(struct passed *p)
{
	if (!p->rec->type || !world__is_write(p->rec) || p->looked)
		return;
	p->looked = true;
	world__write_answered(p->run, p->rec, world__as_json(p->run, strbuf_str(&p->head)));
}

static ptrdiff_t passed_pull(struct fakeapi__exchange *x, int64_t now_ns, void *buf, size_t cap)
{
	struct passed *p = (struct passed *)x;
	ptrdiff_t n = p->inner->ops->pull(p->inner, now_ns, buf, cap);

	if (n > 0 && p->rec->type && world__is_write(p->rec)) {
		strbuf_add(&p->head, buf, (size_t)n);
		/* A transport that knows the length does not pull the end. */
		if (x->body_len >= 0 && p->head.len >= (size_t)x->body_len)
			write_answered(p);
	} else if (n > 0 && !p->looked && !world__is_write(p->rec) &&
		   (p->watch || p->head.len < CAPTURE)) {
		strbuf_add(&p->head, buf, (size_t)n);
		inspect_head(p, false);
	}
	if (n == FAKEAPI_PULL_END)
		write_answered(p);
	p->rec->cut |= n == FAKEAPI_PULL_CUT || n == FAKEAPI_PULL_RESET;
	if (n < 0)
		ended(p, now_ns);
	return n;
}

static int64_t passed_deadline(const struct fakeapi__exchange *x)
{
	const struct passed *p = (const struct passed *)x;

	return p->inner->ops->deadline_ns(p->inner);
}

static void passed_end(struct fakeapi__exchange *x, bool client_gone)
{
	struct passed *p = (struct passed *)x;

	p->rec->left |= client_gone && !p->rec->ended;
	ended(p, world__now(p->run));
	if (world__is_write(p->rec) && p->rec->status && !client_gone)
		write_answered(p);
	else if (!p->looked && p->head.len)
		inspect_head(p, true);
	p->inner->ops->end(p->inner, client_gone);
	strbuf_fini(&p->head);
	base__free(p);
}

static const struct fakeapi__exchange_ops passed_ops = { passed_head, passed_pull, passed_deadline,
							 passed_end, NULL };

/* --- the server --- */

/* The core's rules identify clients by their User-Agent. */
static size_t add_agent(struct str agent, const struct fakeapi__request *req,
			struct fakeapi__header *out)
{
	size_t n = 0;

	out[n++] = (struct fakeapi__header) { STR("User-Agent"), agent };
	for (size_t i = 0; i < req->header_count && n < HEADERS_MAX; i++)
		out[n++] = req->headers[i];
	return n;
}

static struct fakeapi__exchange *begin(struct fakeapi__server *server, int64_t now_ns,
				       const struct fakeapi__request *req,
				       struct fakeapi__wake wake)
{
	struct scn__run *r =
	    (struct scn__run *)((char *)server - offsetof(struct scn__run, server));
	struct fakeapi__server *inner = fakeapi__core_server(r->core);
	struct fakeapi__request request = *req;
	struct scn__rec *q;
	struct passed *p;
	struct scn__killing *kill;
	struct fakeapi__header headers[HEADERS_MAX];

	if (r->failure)
		return world__hang();
	q = record(r, now_ns, req);
	if (q && world__is_dying(r, q))
		return world__hang();
	p = q ? base__calloc(1, sizeof(*p)) : NULL;
	if (p && q->type && world__is_write(q))
		world__write_begins(r, q);
	if (!p || !world__append(r,
				 !q->type	      ? &r->others
				 : world__is_write(q) ? &r->writes
						      : &r->requests,
				 q)) {
		base__free(p);
		return NULL;
	}
	q->wire_id = r->wire_id;
	r->wire_id = 0; /* a controller's request has none */
	if (is_read(q))
		world__story_rec(r, SCN_STORY_REQUEST, q);
	kill = world__kill_at(r, q);
	if (kill && kill->step->run.kills_before) {
		kill->hit = true;
		base__free(p);
		return world__hang();
	}
	request.backend = q->backend;
	request.client = req->backend + 1;
	request.headers = headers;
	request.header_count = add_agent(q->agent, req, headers);
	p->inner = inner->begin(inner, now_ns, &request, wake);
	if (!p->inner) {
		base__free(p);
		return NULL;
	}
	strbuf_init(&p->head);
	p->x.ops = &passed_ops;
	p->run = r;
	p->rec = q;
	p->kill = kill;
	p->watch = q->verb == SCN_V_WATCH;
	if (is_read(q))
		world__notify_request(r, q);
	return &p->x;
}

void world__server_init(struct scn__run *r)
{
	r->server.begin = begin;
}

/* --- the wire --- */

/* Records how a response ended, unless it ended normally or there was none. */
static void note_end(struct scn__run *r, const struct trace_event *ev)
{
	if (str_eqz(ev->text, "clean") || str_eqz(ev->text, "refused"))
		return;
	for (size_t i = r->requests.list.len; i-- > 0;) {
		struct scn__rec *q = r->requests.list.items[i];

		if (q->wire_id != ev->id)
			continue;
		world__story_end(r, q, ev->text);
		return;
	}
}

void world__on_wire(void *user, const struct trace_event *ev)
{
	struct scn__run *r = user;

	world__story_page(r, ev);
	if (ev->kind == TRACE_WIRE_REQUEST)
		r->wire_id = ev->id;
	else if (ev->kind == TRACE_WIRE_END)
		note_end(r, ev);
	else
		world__story_trace(r, ev);
	if (r->external && ev->kind == TRACE_WIRE_EVENT)
		world__shown_event(r, ev);
}
