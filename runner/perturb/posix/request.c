/* SPDX-License-Identifier: Apache-2.0 */
/* request.c - the gate's lock, and requests of the story and of stand-ins. */
#include "runner/perturb/posix/world.h"

enum { WAITS_MAX = 200, ANSWER = 16384 };

void perturb__gate_close(struct perturb__world *w) ACQUIRES(w->gate)
{
	lock_acquire(&w->gate);
}

void perturb__gate_open(struct perturb__world *w) RELEASES(w->gate)
{
	lock_release(&w->gate);
}

static void no_wake(void *user)
{
	(void)user;
}

static int read_answer(struct fakeapi__exchange *x, struct strbuf *out)
{
	char buf[ANSWER];
	size_t waits = 0, len = 0;
	ptrdiff_t n;

	while (x->ops->head(x, clock_monotonic_ns()) == FAKEAPI_HEAD_WAIT)
		if (++waits > WAITS_MAX)
			return RELIST_ETIMEDOUT;
	while ((n = x->ops->pull(x, clock_monotonic_ns(), buf, sizeof(buf))) >= 0 &&
	       waits <= WAITS_MAX) {
		if (out)
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
	enum perturb__actor before = w->actor;
	struct fakeapi__exchange *x;
	int status;

	w->actor = by;
	x = server->begin(server, clock_monotonic_ns(), &req,
			  (struct fakeapi__wake) { no_wake, NULL });
	status = x ? read_answer(x, out) : RELIST_ENOMEM;
	if (x)
		x->ops->end(x, false);
	w->actor = before;
	return status;
}
