/* SPDX-License-Identifier: Apache-2.0 */
/* request.c - the gate's lock, and requests of the story and of stand-ins. */
#include "runner/perturb/posix/world.h"

#include <poll.h>

enum {
	WAITS_MAX = 200,
	ANSWER = 16384,
	WEBHOOK_MS = 35000, /* longer than a webhook's timeout */
};

void perturb__gate_close(struct perturb__world *w) ACQUIRES(w->gate)
{
	lock_acquire(&w->gate);
}

void perturb__gate_open(struct perturb__world *w) RELEASES(w->gate)
{
	lock_release(&w->gate);
}

struct author {
	enum perturb__actor actor;
	const struct fakeapi__route *route;
};

/* Returns the previous one. */
static struct author set_author(struct perturb__world *w, struct author a)
{
	struct author before = { w->actor, w->route };

	w->actor = a.actor;
	w->route = a.route;
	return before;
}

static void no_wake(void *user)
{
	(void)user;
}

/* Waits for the begin of the response. A webhook of the program may be called: its handler may send
 * requests, and the program's output must be read. Within a request of the program there is no
 * waiting: that is its transport's thread. */
static bool wait_for_head(struct perturb__world *w, struct fakeapi__exchange *x,
			  struct author author) TSA(no_thread_safety_analysis)
{
	int64_t until = clock_monotonic_ns() + WEBHOOK_MS * NS_PER_MS;
	struct author before;
	bool alive, may_wait = !w->op;

	for (size_t i = 0;; i++) {
		enum fakeapi__head head;

		before = set_author(w, author);
		head = x->ops->head(x, clock_monotonic_ns());
		(void)set_author(w, before);
		if (head != FAKEAPI_HEAD_WAIT)
			return true;
		if (may_wait ? clock_monotonic_ns() > until : i >= WAITS_MAX)
			return false;
		if (!may_wait)
			continue;
		alive = w->alive;
		perturb__gate_open(w);
		if (alive)
			runner__process_read(&w->process);
		(void)poll(NULL, 0, 1);
		perturb__gate_close(w);
	}
}

static int read_answer(struct fakeapi__exchange *x, struct strbuf *out)
{
	char buf[ANSWER];
	size_t waits = 0, len = 0;
	ptrdiff_t n;

	while ((n = x->ops->pull(x, clock_monotonic_ns(), buf, sizeof(buf))) >= 0 &&
	       waits <= WAITS_MAX) {
		strbuf_add(out, buf, (size_t)n);
		waits += n == 0;
		len += (size_t)n;
		if (x->body_len >= 0 && len == (size_t)x->body_len)
			break;
	}
	return x->status;
}

int perturb__request(struct perturb__world *w, enum perturb__actor by, const char *method,
		     const char *path, const char *type, struct str body, struct strbuf *out)
{
	struct fakeapi__server *server = fakeapi__core_server(w->core);
	struct fakeapi__header headers[3] = { { STR("Accept"), STR("application/json") },
					      { STR("User-Agent"), STR("relist-perturb") },
					      { STR("Content-Type"), str_of(type) } };
	struct fakeapi__request req = { .method = str_of(method),
					.path = str_of(path),
					.query = STR(""),
					.headers = headers,
					.header_count = 3,
					.body = body };
	struct fakeapi__route route;
	struct author author = { by, &route }, before;
	AUTO_STRBUF dropped = STRBUF_INIT;
	struct strbuf *text = out ? out : &dropped;
	struct fakeapi__exchange *x;
	int status;

	if (fakeapi__route_parse(&route, req.method, req.path, req.query))
		return RELIST_ENOMEM;
	before = set_author(w, author);
	x = server->begin(server, clock_monotonic_ns(), &req,
			  (struct fakeapi__wake) { no_wake, NULL });
	(void)set_author(w, before);
	status = x ? RELIST_ETIMEDOUT : RELIST_ENOMEM;
	if (x && wait_for_head(w, x, author))
		status = read_answer(x, text);
	if (x)
		x->ops->end(x, false);
	/* as kube-apiserver writes it of admission and of conversion */
	w->unreachable = status == 500 && (strstr(text->ptr, "failed calling webhook") ||
					   strstr(text->ptr, "conversion webhook for"));
	fakeapi__route_fini(&route);
	return status;
}
