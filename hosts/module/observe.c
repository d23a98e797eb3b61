/* SPDX-License-Identifier: Apache-2.0 */
#include "hosts/module/observe.h"

#include "base/alloc.h"
#include "runner/posix/external_events.h"

struct observed {
	struct fakeapi__exchange x;
	struct fakeapi__exchange *inner;
	struct module__observer *observer;
	struct external_answer answer;
};

static enum fakeapi__head observed_head(struct fakeapi__exchange *x, int64_t now_ns)
{
	struct observed *o = (struct observed *)x;
	enum fakeapi__head head = o->inner->ops->head(o->inner, now_ns);

	o->observer->now_ns = now_ns;
	x->status = o->inner->status;
	x->headers = o->inner->headers;
	x->header_count = o->inner->header_count;
	x->body_len = o->inner->body_len;
	x->close_connection = o->inner->close_connection;
	runner__external_head(&o->answer, now_ns, head, x->status);
	return head;
}

static ptrdiff_t observed_pull(struct fakeapi__exchange *x, int64_t now_ns, void *buf, size_t cap)
{
	struct observed *o = (struct observed *)x;
	ptrdiff_t n = o->inner->ops->pull(o->inner, now_ns, buf, cap);

	o->observer->now_ns = now_ns;
	runner__external_bytes(&o->answer, now_ns, buf, n);
	return n;
}

static int64_t observed_deadline(const struct fakeapi__exchange *x)
{
	const struct observed *o = (const struct observed *)x;

	return o->inner->ops->deadline_ns(o->inner);
}

static void observed_end(struct fakeapi__exchange *x, bool client_gone)
{
	struct observed *o = (struct observed *)x;

	runner__external_end(&o->answer, o->observer->now_ns, client_gone);
	o->inner->ops->end(o->inner, client_gone);
	base__free(o);
}

static const struct fakeapi__exchange_ops observed_ops = { observed_head, observed_pull,
							   observed_deadline, observed_end, NULL };

/* "pods" of "/api/v1/namespaces/default/pods": the last segment that is not an object's name. */
static void name_resource(struct str path, char *name, size_t cap)
{
	struct str segments[8] = { { NULL, 0 } };
	size_t n = 0, at;

	for (size_t from = 0, i = 0; i <= path.len && n < ARRAY_LEN(segments); i++) {
		if (i < path.len && path.ptr[i] != '/')
			continue;
		if (i > from)
			segments[n++] = (struct str) { path.ptr + from, i - from };
		from = i + 1;
	}
	at = n && str_eqz(segments[0], "api") ? 2 : 3;
	if (n > at + 2 && str_eqz(segments[at], "namespaces"))
		at += 2;
	if (at < n)
		(void)snprintf(name, cap, STR_FMT, STR_ARG(segments[at]));
}

static struct fakeapi__exchange *begin(struct fakeapi__server *server, int64_t now_ns,
				       const struct fakeapi__request *req,
				       struct fakeapi__wake wake)
{
	struct module__observer *observer = (struct module__observer *)server;
	struct observed *o = base__calloc(1, sizeof(*o));
	char resource[64] = "";

	if (!o)
		return NULL;
	observer->now_ns = now_ns;
	o->observer = observer;
	if (!observer->name)
		name_resource(req->path, resource, sizeof(resource));
	runner__external_request(&o->answer, &observer->sink, now_ns,
				 (uint32_t)++observer->requests,
				 observer->name ? observer->name(observer->user, req->backend)
						: resource,
				 req);
	o->inner = observer->inner->begin(observer->inner, now_ns, req, wake);
	if (!o->inner) {
		runner__external_end(&o->answer, now_ns, false);
		base__free(o);
		return NULL;
	}
	o->x.ops = &observed_ops;
	return &o->x;
}

void module__observe(struct module__observer *o, struct fakeapi__server *inner,
		     struct trace_sink sink)
{
	*o = (struct module__observer) {
		.server = { begin },
		.inner = inner,
		.sink = sink,
	};
}
