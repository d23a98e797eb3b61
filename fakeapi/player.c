/* SPDX-License-Identifier: Apache-2.0 */
#include "fakeapi/player.h"

#include "base/alloc.h"
#include "base/clock.h"
#include "base/lock.h"
#include "base/str.h"
#include "base/url.h"

enum {
	PENDING_MAX = 256 << 20,
	REQUEST_MAX = 1000000,
};

/* One request and its response. The exchange is a part of it, so a response outlives its transport:
 * the script may still refer to it. */
struct answer {
	struct fakeapi__exchange x; /* first: the transport holds a pointer to it */
	struct fakeapi__player *player;
	struct fakeapi__player_request req; /* never changed once published */
	struct fakeapi__header *req_parts;  /* params, then headers */
	char *req_bytes;		    /* every string of req */
	struct fakeapi__header *headers;    /* of the answer */
	char *header_bytes;
	struct fakeapi__wake wake;
	enum fakeapi__player_state state;
	bool has_head;	    /* respond() or stream() came */
	bool ended;	    /* the transport has released it */
	ptrdiff_t end_code; /* FAKEAPI_PULL_* once scripted */
	struct strbuf pending;
	size_t pulled;	 /* of pending */
	size_t scripted; /* body bytes ever */
};

struct fakeapi__player {
	struct fakeapi__server server; /* first: begin() casts back */
	struct fakeapi__player_options opt;
	struct lock lock;
	struct answer **answers GUARDED_BY(lock); /* id - 1 */
	uint32_t count GUARDED_BY(lock);
	uint32_t cap GUARDED_BY(lock);
};

static struct fakeapi__exchange *player_begin(struct fakeapi__server *s, int64_t now_ns,
					      const struct fakeapi__request *req,
					      struct fakeapi__wake wake);

struct fakeapi__player *fakeapi__player_new(const struct fakeapi__player_options *opt,
					    struct relist_err *err)
{
	struct fakeapi__player *p = base__calloc(1, sizeof(*p));

	if (!p) {
		relist_err_set(err, RELIST_ENOMEM, "trace player: out of memory");
		return NULL;
	}
	p->server.begin = player_begin;
	if (opt)
		p->opt = *opt;
	if (!p->opt.pending_max)
		p->opt.pending_max = PENDING_MAX;
	if (!p->opt.request_max)
		p->opt.request_max = REQUEST_MAX;
	lock_init(&p->lock, LOCK_FAKEAPI);
	return p;
}

static void answer_free(struct answer *a)
{
	if (!a)
		return;
	strbuf_fini(&a->pending);
	base__free(a->headers);
	base__free(a->header_bytes);
	base__free(a->req_parts);
	base__free(a->req_bytes);
	base__free(a);
}

void fakeapi__player_free(struct fakeapi__player *p)
{
	if (!p)
		return;
	for (uint32_t i = 0; i < p->count; i++) {
		ASSERT(p->answers[i]->ended);
		answer_free(p->answers[i]);
	}
	base__free(p->answers);
	lock_fini(&p->lock);
	base__free(p);
}

struct fakeapi__server *fakeapi__player_server(struct fakeapi__player *p)
{
	return &p->server;
}

/* --- a request comes in --- */

/* Appends at *at, which has room: decoding never grows. An invalid escape stays as it is, so that a
 * script can still see the request. */
static struct str put_decoded(char **at, struct str s, bool plus_is_space)
{
	char *start = *at;

	*at += url_decode(start, s, plus_is_space);
	return (struct str) { start, (size_t)(*at - start) };
}

static struct str put(char **at, struct str s)
{
	char *start = *at;

	if (s.len)
		memcpy(start, s.ptr, s.len);
	*at += s.len;
	return (struct str) { start, s.len };
}

static size_t count_params(struct str query)
{
	struct str name, value;
	size_t n = 0;

	while (url_next_param(&query, &name, &value))
		n++;
	return n;
}

static int copy_request(struct answer *a, int64_t now_ns, const struct fakeapi__request *req)
{
	struct fakeapi__player_request *to = &a->req;
	size_t param_count = count_params(req->query), i = 0;
	size_t size = req->method.len + req->path.len + 2 * req->query.len + req->body.len;
	struct str rest = req->query, name, value;
	char *at;

	for (size_t h = 0; h < req->header_count; h++)
		size += req->headers[h].name.len + req->headers[h].value.len;
	a->req_bytes = base__malloc(size + 1);
	a->req_parts = base__calloc(param_count + req->header_count + 1, sizeof(*a->req_parts));
	if (!a->req_bytes || !a->req_parts)
		return RELIST_ENOMEM;
	at = a->req_bytes;
	to->at_ns = now_ns;
	to->backend = req->backend;
	to->method = put(&at, req->method);
	to->path = put_decoded(&at, req->path, false);
	to->query = put(&at, req->query);
	to->body = put(&at, req->body);
	while (url_next_param(&rest, &name, &value)) {
		a->req_parts[i].name = put_decoded(&at, name, true);
		a->req_parts[i++].value = put_decoded(&at, value, true);
	}
	to->params = a->req_parts;
	to->param_count = param_count;
	for (size_t h = 0; h < req->header_count; h++) {
		a->req_parts[i].name = put(&at, req->headers[h].name);
		a->req_parts[i++].value = put(&at, req->headers[h].value);
	}
	to->headers = a->req_parts + param_count;
	to->header_count = req->header_count;
	ASSERT((size_t)(at - a->req_bytes) <= size);
	return 0;
}

/* Publishes under the next id. */
static int add_answer_locked(struct fakeapi__player *p, struct answer *a) REQUIRES(p->lock);
static int add_answer_locked(struct fakeapi__player *p, struct answer *a)
{
	if (p->count == p->opt.request_max)
		return RELIST_ELIMIT;
	if (p->count == p->cap) {
		uint32_t cap = p->cap ? 2 * p->cap : 16;
		struct answer **grown = base__reallocarray(p->answers, cap, sizeof(*grown));

		if (!grown)
			return RELIST_ENOMEM;
		p->answers = grown;
		p->cap = cap;
	}
	p->answers[p->count++] = a;
	a->req.id = p->count;
	return 0;
}

static enum fakeapi__head answer_head(struct fakeapi__exchange *x, int64_t now_ns);
static ptrdiff_t answer_pull(struct fakeapi__exchange *x, int64_t now_ns, void *buf, size_t cap);
static int64_t answer_deadline_ns(const struct fakeapi__exchange *x);
static void answer_end(struct fakeapi__exchange *x, bool client_gone);

static const struct fakeapi__exchange_ops answer_ops = {
	.head = answer_head,
	.pull = answer_pull,
	.deadline_ns = answer_deadline_ns,
	.end = answer_end,
};

static struct fakeapi__exchange *player_begin(struct fakeapi__server *s, int64_t now_ns,
					      const struct fakeapi__request *req,
					      struct fakeapi__wake wake)
{
	struct fakeapi__player *p = (struct fakeapi__player *)s;
	struct answer *a = base__calloc(1, sizeof(*a));
	uint32_t id;
	int code;

	if (!a)
		return NULL;
	strbuf_init(&a->pending);
	a->player = p;
	a->wake = wake;
	a->x.ops = &answer_ops;
	code = copy_request(a, now_ns, req);
	if (!code) {
		lock_acquire(&p->lock);
		code = add_answer_locked(p, a);
		id = a->req.id;
		lock_release(&p->lock);
	}
	if (code) {
		answer_free(a);
		return NULL;
	}
	if (p->opt.observer.on_request)
		p->opt.observer.on_request(p->opt.observer.user, id);
	return &a->x;
}

/* --- the transport pulls --- */

static bool pending_empty(const struct answer *a)
{
	return a->pulled == a->pending.len;
}

static enum fakeapi__head answer_head(struct fakeapi__exchange *x, int64_t now_ns)
{
	struct answer *a = (struct answer *)x;
	enum fakeapi__head head = FAKEAPI_HEAD_WAIT;

	(void)now_ns;
	lock_acquire(&a->player->lock);
	if (a->has_head)
		head = FAKEAPI_HEAD_READY;
	else if (a->state == FAKEAPI_PLAYER_SCRIPTED)
		head = a->end_code == FAKEAPI_PULL_RESET ? FAKEAPI_HEAD_RESET : FAKEAPI_HEAD_CUT;
	lock_release(&a->player->lock);
	return head;
}

static ptrdiff_t answer_pull(struct fakeapi__exchange *x, int64_t now_ns, void *buf, size_t cap)
{
	struct answer *a = (struct answer *)x;
	ptrdiff_t got = FAKEAPI_PULL_WAIT;

	(void)now_ns;
	lock_acquire(&a->player->lock);
	if (!pending_empty(a)) {
		size_t n = a->pending.len - a->pulled;

		if (n > cap)
			n = cap;
		memcpy(buf, a->pending.ptr + a->pulled, n);
		a->pulled += n;
		if (pending_empty(a)) {
			strbuf_clear(&a->pending);
			a->pulled = 0;
		}
		got = (ptrdiff_t)n;
	} else if (a->state == FAKEAPI_PLAYER_SCRIPTED) {
		got = a->end_code;
	}
	lock_release(&a->player->lock);
	return got;
}

static int64_t answer_deadline_ns(const struct fakeapi__exchange *x)
{
	(void)x;
	return TIME_NEVER;
}

static void answer_end(struct fakeapi__exchange *x, bool client_gone)
{
	struct answer *a = (struct answer *)x;
	struct fakeapi__player *p = a->player;
	uint32_t id = a->req.id;
	bool hung_up;

	lock_acquire(&p->lock);
	ASSERT(!a->ended);
	hung_up = client_gone && a->state != FAKEAPI_PLAYER_SCRIPTED;
	a->state = hung_up ? FAKEAPI_PLAYER_HUNG_UP : FAKEAPI_PLAYER_DONE;
	a->ended = true;
	strbuf_fini(&a->pending);
	a->pulled = 0;
	lock_release(&p->lock);
	if (hung_up && p->opt.observer.on_hangup)
		p->opt.observer.on_hangup(p->opt.observer.user, id);
	if (!hung_up && p->opt.observer.on_done)
		p->opt.observer.on_done(p->opt.observer.user, id);
}

/* --- the script looks --- */

static struct answer *find_locked(struct fakeapi__player *p, uint32_t id) REQUIRES(p->lock);
static struct answer *find_locked(struct fakeapi__player *p, uint32_t id)
{
	return id >= 1 && id <= p->count ? p->answers[id - 1] : NULL;
}

uint32_t fakeapi__player_request_count(struct fakeapi__player *p)
{
	uint32_t n;

	lock_acquire(&p->lock);
	n = p->count;
	lock_release(&p->lock);
	return n;
}

const struct fakeapi__player_request *fakeapi__player_request(struct fakeapi__player *p,
							      uint32_t id)
{
	struct answer *a;

	lock_acquire(&p->lock);
	a = find_locked(p, id);
	lock_release(&p->lock);
	return a ? &a->req : NULL;
}

struct str fakeapi__player_param(const struct fakeapi__player_request *req, const char *name)
{
	for (size_t i = 0; i < req->param_count; i++)
		if (str_eqz(req->params[i].name, name))
			return req->params[i].value;
	return (struct str) { NULL, 0 };
}

enum fakeapi__player_state fakeapi__player_state(struct fakeapi__player *p, uint32_t id)
{
	enum fakeapi__player_state state;
	struct answer *a;

	lock_acquire(&p->lock);
	a = find_locked(p, id);
	state = a ? a->state : FAKEAPI_PLAYER_AWAITING;
	lock_release(&p->lock);
	return state;
}

uint32_t fakeapi__player_id(const struct fakeapi__exchange *x)
{
	return ((const struct answer *)x)->req.id;
}

size_t fakeapi__player_scripted(struct fakeapi__player *p, uint32_t id)
{
	struct answer *a;
	size_t n;

	lock_acquire(&p->lock);
	a = find_locked(p, id);
	n = a ? a->scripted : 0;
	lock_release(&p->lock);
	return n;
}

bool fakeapi__player_drained(struct fakeapi__player *p)
{
	bool drained = true;

	lock_acquire(&p->lock);
	for (uint32_t i = 0; drained && i < p->count; i++) {
		const struct answer *a = p->answers[i];

		drained = a->ended || (a->state != FAKEAPI_PLAYER_SCRIPTED && pending_empty(a));
	}
	lock_release(&p->lock);
	return drained;
}

/* --- the script speaks --- */

/* NULL with *code set when the script may not speak to `id` now. */
static struct answer *expect_locked(struct fakeapi__player *p, uint32_t id, bool streaming,
				    int *code, struct relist_err *err) REQUIRES(p->lock);
static struct answer *expect_locked(struct fakeapi__player *p, uint32_t id, bool streaming,
				    int *code, struct relist_err *err)
{
	struct answer *a = find_locked(p, id);

	if (!a)
		*code = relist_err_set(err, RELIST_ENOTFOUND, "request %u has not arrived", id);
	else if (a->state == FAKEAPI_PLAYER_HUNG_UP)
		*code =
		    relist_err_set(err, RELIST_ECLOSED, "request %u: the client has hung up", id);
	else if (a->state == FAKEAPI_PLAYER_DONE || a->state == FAKEAPI_PLAYER_SCRIPTED)
		*code = relist_err_set(err, RELIST_EINVAL, "request %u: already answered", id);
	else if (streaming && a->state != FAKEAPI_PLAYER_STREAMING)
		*code = relist_err_set(err, RELIST_EINVAL, "request %u: no stream was begun", id);
	else if (!streaming && a->state != FAKEAPI_PLAYER_AWAITING)
		*code = relist_err_set(err, RELIST_EINVAL, "request %u: already streaming", id);
	else
		return a;
	return NULL;
}

static bool is_header(struct str name, const char *z)
{
	struct fakeapi__header h = { name, STR("yes") };
	struct fakeapi__request one = { .headers = &h, .header_count = 1 };

	return fakeapi__request_header(&one, z).ptr != NULL;
}

static int set_headers(struct answer *a, const struct fakeapi__header *headers, size_t count)
{
	size_t size = 0, n = 0;
	bool has_type = false, close_connection = false;
	struct fakeapi__header *list;
	char *bytes, *at;

	for (size_t i = 0; i < count; i++)
		size += headers[i].name.len + headers[i].value.len;
	list = base__calloc(count + 1, sizeof(*list));
	bytes = base__malloc(size + 1);
	if (!list || !bytes) {
		base__free(list);
		base__free(bytes);
		return RELIST_ENOMEM;
	}
	at = bytes;
	for (size_t i = 0; i < count; i++) {
		if (is_header(headers[i].name, "connection") &&
		    is_header(headers[i].value, "close")) {
			close_connection = true;
			continue;
		}
		has_type = has_type || is_header(headers[i].name, "content-type");
		list[n].name = put(&at, headers[i].name);
		list[n++].value = put(&at, headers[i].value);
	}
	if (!has_type)
		list[n++] =
		    (struct fakeapi__header) { STR("Content-Type"), STR("application/json") };
	a->headers = list;
	a->header_bytes = bytes;
	a->x.headers = list;
	a->x.header_count = n;
	a->x.close_connection = close_connection;
	return 0;
}

/* All or nothing: pending bytes are appended only when there is room. */
static int add_bytes(struct answer *a, struct str bytes, struct relist_err *err)
{
	size_t held = a->pending.len - a->pulled;

	if (bytes.len > a->player->opt.pending_max - held)
		return relist_err_set(err, RELIST_ELIMIT,
				      "request %u: %zu bytes are waiting, no room for %zu more",
				      a->req.id, held, bytes.len);
	if (a->pulled > a->pending.len / 2) {
		strbuf_consume(&a->pending, a->pulled);
		a->pulled = 0;
	}
	if (!strbuf_reserve(&a->pending, bytes.len)) {
		a->pending.failed = false;
		return relist_err_set(err, RELIST_ENOMEM, "request %u: out of memory", a->req.id);
	}
	strbuf_adds(&a->pending, bytes);
	a->scripted += bytes.len;
	return 0;
}

static void wake_transport(const struct answer *a)
{
	if (a->wake.fn)
		a->wake.fn(a->wake.user);
}

static int begin_answer(struct fakeapi__player *p, uint32_t id, int status,
			const struct fakeapi__header *headers, size_t header_count,
			const struct str *body, struct relist_err *err)
{
	struct answer *a;
	int code = 0;

	lock_acquire(&p->lock);
	a = expect_locked(p, id, false, &code, err);
	if (a && body)
		code = add_bytes(a, *body, err);
	if (a && !code) {
		code = set_headers(a, headers, header_count);
		if (code) {
			strbuf_clear(&a->pending);
			a->scripted = 0;
			relist_err_set(err, code, "request %u: out of memory", id);
		}
	}
	if (a && !code) {
		a->x.status = status;
		a->x.body_len = body ? (int64_t)body->len : -1;
		a->has_head = true;
		a->end_code = FAKEAPI_PULL_END;
		a->state = body ? FAKEAPI_PLAYER_SCRIPTED : FAKEAPI_PLAYER_STREAMING;
		wake_transport(a);
	}
	lock_release(&p->lock);
	return code;
}

int fakeapi__player_respond(struct fakeapi__player *p, uint32_t id, int status,
			    const struct fakeapi__header *headers, size_t header_count,
			    struct str body, struct relist_err *err)
{
	return begin_answer(p, id, status, headers, header_count, &body, err);
}

int fakeapi__player_stream(struct fakeapi__player *p, uint32_t id, int status,
			   const struct fakeapi__header *headers, size_t header_count,
			   struct relist_err *err)
{
	return begin_answer(p, id, status, headers, header_count, NULL, err);
}

int fakeapi__player_send(struct fakeapi__player *p, uint32_t id, struct str bytes,
			 struct relist_err *err)
{
	struct answer *a;
	int code = 0;

	lock_acquire(&p->lock);
	a = expect_locked(p, id, true, &code, err);
	if (a)
		code = add_bytes(a, bytes, err);
	if (a && !code)
		wake_transport(a);
	lock_release(&p->lock);
	return code;
}

int fakeapi__player_close(struct fakeapi__player *p, uint32_t id, enum fakeapi__player_close how,
			  struct relist_err *err)
{
	static const ptrdiff_t codes[] = {
		[FAKEAPI_CLOSE_EOF] = FAKEAPI_PULL_END,
		[FAKEAPI_CLOSE_TIMEOUT] = FAKEAPI_PULL_END,
		[FAKEAPI_CLOSE_CUT] = FAKEAPI_PULL_CUT,
		[FAKEAPI_CLOSE_RESET] = FAKEAPI_PULL_RESET,
	};
	struct answer *a;
	int code = 0;

	lock_acquire(&p->lock);
	a = find_locked(p, id);
	a = expect_locked(p, id, a && a->state == FAKEAPI_PLAYER_STREAMING, &code, err);
	if (a) {
		a->end_code = codes[how];
		a->state = FAKEAPI_PLAYER_SCRIPTED;
		wake_transport(a);
	}
	lock_release(&p->lock);
	return code;
}
