/* SPDX-License-Identifier: Apache-2.0 */
/* request.c - requests to a server in the same process, without a socket. */
#include "base/alloc.h"
#include "base/clock.h"
#include "base/json_scan.h"
#include "base/posix/clock.h"
#include "fakeapi/posix/fakeapi_impl.h"
#include "fakeapi/posix/state_gate.h"

int64_t fakeapi__now_of(const struct fakeapi *api)
{
	return api->host ? api->host->now_ns(api->host->user) : clock_monotonic_ns();
}

/* --- waiting --- */

struct caller {
	struct fakeapi *api;
	struct lock lock; /* rank LEAF */
	pthread_cond_t woken_cond;
	bool woken GUARDED_BY(lock);
};

static void wake_caller(void *user)
{
	struct caller *c = user;

	lock_acquire(&c->lock);
	c->woken = true;
	(void)pthread_cond_signal(&c->woken_cond);
	lock_release(&c->lock);
}

static bool was_woken(void *user)
{
	struct caller *c = user;
	bool woken;

	lock_acquire(&c->lock);
	woken = c->woken;
	lock_release(&c->lock);
	return woken;
}

/* In a host's time a deadline means another check; without one the wait fails. */
static int wait_hosted(struct caller *c, int64_t deadline_ns, struct relist_err *err)
{
	const struct fakeapi__host *host = c->api->host;
	int code = host->wait(host->user, deadline_ns, was_woken, c, err);

	return code == RELIST_ETIMEDOUT && deadline_ns != TIME_NEVER ? 0 : code;
}

static int wait_for_wake(struct caller *c, int64_t deadline_ns, struct relist_err *err)
{
	int code = c->api->host ? wait_hosted(c, deadline_ns, err) : 0;

	lock_acquire(&c->lock);
	if (c->api->host)
		; /* already waited */
	else if (deadline_ns == TIME_NEVER)
		while (!c->woken)
			lock_wait(&c->lock, &c->woken_cond);
	else
		while (!c->woken && lock_wait_until(&c->lock, &c->woken_cond, deadline_ns))
			;
	c->woken = false;
	lock_release(&c->lock);
	return code;
}

static void caller_init(struct caller *c, struct fakeapi *api)
{
	*c = (struct caller) { .api = api };
	lock_init(&c->lock, LOCK_LEAF);
	cond_init(&c->woken_cond);
}

static void caller_fini(struct caller *c)
{
	cond_fini(&c->woken_cond);
	lock_fini(&c->lock);
}

int fakeapi__wait_durable(struct fakeapi *api, struct relist_err *err)
{
	struct caller c;
	struct state_gate_waiter waiter = { .wake = { wake_caller, &c } };
	enum fakeapi__head head;

	if (!api->state)
		return 0;
	caller_init(&c, api);
	while ((head = fakeapi__state_durable(api->state, &waiter)) == FAKEAPI_HEAD_WAIT)
		(void)wait_for_wake(&c, TIME_NEVER, err);
	fakeapi__state_forget(api->state, &waiter);
	caller_fini(&c);
	if (head == FAKEAPI_HEAD_READY)
		return 0;
	return relist_err_set(err, RELIST_EIO, "the state file cannot be written");
}

/* --- requests --- */

static int read_answer(struct caller *c, struct fakeapi__exchange *x, struct strbuf *body,
		       struct relist_err *err)
{
	enum fakeapi__head head;
	int code = 0;

	while (!code && (head = x->ops->head(x, fakeapi__now_of(c->api))) == FAKEAPI_HEAD_WAIT)
		code = wait_for_wake(c, x->ops->deadline_ns(x), err);
	while (!code && head == FAKEAPI_HEAD_READY) {
		char buf[16384];
		ptrdiff_t n = x->ops->pull(x, fakeapi__now_of(c->api), buf, sizeof(buf));

		if (n > 0)
			strbuf_add(body, buf, (size_t)n);
		else if (n == FAKEAPI_PULL_WAIT)
			code = wait_for_wake(c, x->ops->deadline_ns(x), err);
		else if (n == FAKEAPI_PULL_END)
			return body->failed ? relist_err_set(err, RELIST_ENOMEM, "out of memory")
					    : 0;
		else
			break;
		if (x->body_len >= 0 && body->len == (size_t)x->body_len)
			return 0;
	}
	return code ? code : relist_err_set(err, RELIST_EIO, "the server closed the connection");
}

static void take_message(const struct strbuf *body, int status, struct relist_err *err)
{
	struct strbuf scratch = STRBUF_INIT;
	json_t whole;
	struct str message = { NULL, 0 };

	if (json_valid(strbuf_str(body), &whole, NULL))
		message = json_str(json_get(whole, "message"), &scratch);
	if (message.len)
		relist_err_set(err, RELIST_ESTATUS, STR_FMT, STR_ARG(message));
	else
		relist_err_set(err, RELIST_ESTATUS, "the server answered %d", status);
	if (err)
		err->http_status = status;
	strbuf_fini(&scratch);
}

static int run_request(struct fakeapi *api, const struct fakeapi__request *req,
		       struct fakeapi_reply *reply, struct relist_err *err)
{
	struct caller c;
	struct fakeapi__exchange *x;
	struct strbuf body = STRBUF_INIT;
	int code, status = 0;

	caller_init(&c, api);
	x = api->server->begin(api->server, fakeapi__now_of(api), req,
			       (struct fakeapi__wake) { wake_caller, &c });
	code = x ? read_answer(&c, x, &body, err)
		 : relist_err_set(err, RELIST_ENOMEM, "out of memory");
	if (x) {
		status = x->status;
		x->ops->end(x, false);
	}
	if (!code && status >= 400) {
		code = RELIST_ESTATUS;
		take_message(&body, status, err);
	}
	if (reply && (!code || code == RELIST_ESTATUS)) {
		strbuf_addc(&body, '\0');
		reply->status = status;
		reply->body_len = body.len - 1;
		reply->body = strbuf_steal(&body);
	}
	strbuf_fini(&body);
	caller_fini(&c);
	return code;
}

int fakeapi_request(struct fakeapi *api, const char *method, const char *uri, const char *body,
		    const char *content_type, struct fakeapi_reply *reply, struct relist_err *err)
{
	const char *mark = strchr(uri, '?');
	struct fakeapi__header headers[4] = {
		{ STR("Accept"), STR("application/json, */*") },
		{ STR("User-Agent"), STR("relist") },
		{ STR("Content-Type"), str_of(content_type ? content_type : "application/json") },
		{ STR("Authorization"), str_of(api->authorization) },
	};
	struct fakeapi__request req = {
		.method = str_of(method),
		.path = { uri, mark ? (size_t)(mark - uri) : strlen(uri) },
		.query = mark ? str_of(mark + 1) : STR(""),
		.headers = headers,
		.header_count = api->authorization ? 4 : 3,
		.body = str_of(body ? body : ""),
	};

	if (reply)
		*reply = (struct fakeapi_reply) { 0 };
	return run_request(api, &req, reply, err);
}

void fakeapi_reply_fini(struct fakeapi_reply *reply)
{
	base__free(reply->body);
	*reply = (struct fakeapi_reply) { 0 };
}
