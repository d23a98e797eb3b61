/* SPDX-License-Identifier: Apache-2.0 */
#include "fakeapi/player_impl.h"

#include "base/alloc.h"
#include "base/clock.h"

enum {
	PENDING_MAX = 256 << 20,
	REQUEST_MAX = 1000000,
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

/* --- a request arrives --- */

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
	code = fakeapi__player_copy_request(a, now_ns, req);
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
		code = fakeapi__player_set_headers(a, headers, header_count);
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
