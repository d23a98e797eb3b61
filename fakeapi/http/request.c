/* SPDX-License-Identifier: Apache-2.0 */
/* request.c - makes an exchange of a complete request; while it waits (suspended), a wake, its
 * deadline or the client's end resumes it. */

#include "base/alloc.h"
#include "base/clock.h"
#include "fakeapi/http/internal.h"

enum { SMALL_BODY = 32 << 10 /* always accepted, whatever the total */ };

static void request_deadline(struct http_timer *t)
{
	http__request_resume(t->owner);
}

struct request *http__request_new(struct conn *c)
{
	struct request *r = base__calloc(1, sizeof(*r));

	if (!r)
		return NULL;
	http__request_init(r, c);
	c->req = r;
	c->request_whole = false;
	c->had_request = true;
	return r;
}

void http__request_init(struct request *r, struct conn *c)
{
	r->h = c->h;
	r->c = c;
	strbuf_init(&r->head.text);
	strbuf_init(&r->body);
	http__timer_init(&r->timer, request_deadline, r);
}

static void cancel_wake(struct request *r)
{
	struct fakeapi__http *h = r->h;
	struct request *before = NULL;

	lock_acquire(&h->lock);
	for (struct request *at = h->ready; r->queued && at; before = at, at = at->next_ready) {
		if (at != r)
			continue;
		*(before ? &before->next_ready : &h->ready) = r->next_ready;
		if (h->ready_last == r)
			h->ready_last = before;
		r->queued = false;
		break;
	}
	lock_release(&h->lock);
}

void http__request_end(struct request *r, bool client_gone)
{
	const struct fakeapi__http_observer *o = &r->h->opt.observer;
	struct fakeapi__exchange *x = r->x;

	if (!x)
		return;
	r->x = NULL;
	if (o->on_end)
		o->on_end(o->user, r->inner, client_gone);
	/* After end() the core sends no wakes; earlier ones may be on the list. */
	x->ops->end(x, client_gone);
	cancel_wake(r);
	http__timer_cancel(&r->timer);
}

void http__request_drop_body(struct request *r)
{
	strbuf_fini(&r->body);
	r->h->body_bytes -= r->body_bytes;
	r->body_bytes = 0;
}

void http__request_free(struct request *r, bool client_gone)
{
	http__request_end(r, client_gone);
	http__timer_cancel(&r->timer);
	if (r->ws)
		http__ws_free(r->ws);
	http__request_drop_body(r);
	http__head_fini(&r->head);
	base__free(r->ws_protocol);
	if (!r->stream)
		r->c->req = NULL;
	base__free(r);
}

void http__request_sent(const struct request *r, uint64_t bytes, bool waiting)
{
	const struct fakeapi__http_observer *o = &r->h->opt.observer;

	if (o->on_sent)
		o->on_sent(o->user, r->inner, bytes, waiting);
}

bool http__request_wait(struct request *r)
{
	if (r->c->gone || r->h->stopping)
		return false;
	r->suspended = http__deadline_arm(r->h, &r->timer, r->x->ops->deadline_ns(r->x));
	return r->suspended;
}

void http__request_resume(struct request *r)
{
	bool awaits_body = r->stream && !r->x && !r->begun;

	if (!r->suspended && !r->ws && !awaits_body)
		return;
	r->suspended = false;
	if (r->stream)
		http__h2_resume(r);
	else
		http__conn_run(r->c);
}

bool http__body_add(struct request *r, struct str data)
{
	struct fakeapi__http *h = r->h;

	if (data.len > h->opt.body_max - r->body.len) {
		http__answer_too_large(r);
		return false;
	}
	r->too_many = r->too_many || (h->body_bytes + data.len > h->opt.bodies_max &&
				      r->body.len + data.len > SMALL_BODY);
	if (r->too_many) {
		http__request_drop_body(r);
		return true;
	}
	strbuf_adds(&r->body, data);
	r->body_bytes += data.len;
	h->body_bytes += data.len;
	return true;
}

/* --- begin --- */

/* kube-apiserver accepts only the bare word: no weights, no other case, no "*"
 * (endpoints/handlers/responsewriters/writers.go, negotiateContentEncoding). */
static bool accepts_gzip(const char *encodings)
{
	static const char spaces[] = " \t\v\f";

	for (const char *at = encodings; at; at = strchr(at, ',')) {
		size_t len;

		at += *at == ',';
		at += strspn(at, spaces);
		len = strcspn(at, ",");
		while (len && strchr(spaces, at[len - 1]))
			len--;
		if (len == 4 && memcmp(at, "gzip", 4) == 0)
			return true;
	}
	return false;
}

/* Removes "http://host" from the absolute form, and the authority from CONNECT's, as net/http does:
 * a target without a path gets the empty path, not "/". */
static struct str origin_form(struct str uri, bool connect)
{
	const char *slashes = uri.len && uri.ptr[0] != '/' ? strstr(uri.ptr, "://") : NULL;
	const char *host = slashes ? slashes + 3 : uri.ptr, *path;

	if (connect && uri.len && uri.ptr[0] != '/')
		host = uri.ptr;
	else if (!slashes)
		return uri;
	path = strpbrk(host, "/?");
	return path ? (struct str) { path, uri.len - (size_t)(path - uri.ptr) } : STR("");
}

static void split_uri(struct str uri, struct fakeapi__request *req)
{
	const char *mark;

	uri = origin_form(uri, str_eqz(req->method, "CONNECT"));
	mark = memchr(uri.ptr, '?', uri.len);
	req->path = uri;
	if (mark) {
		req->path.len = (size_t)(mark - uri.ptr);
		req->query = (struct str) { mark + 1, uri.len - req->path.len - 1 };
	}
}

enum { PEER_IP_MAX = 64 };

void http__request_begin(struct request *r)
{
	AUTO_STRBUF name = STRBUF_INIT, groups = STRBUF_INIT;
	struct fakeapi__http *h = r->h;
	char ip[PEER_IP_MAX];
	struct fakeapi__request req = {
		.method = r->head.method,
		.query = STR(""),
		.headers = r->head.headers,
		.header_count = r->head.header_count,
		.body = strbuf_str(&r->body),
		.backend = r->c->listener < h->opt.backend_count ? r->c->listener : 0,
		.control_only = r->c->listener == h->opt.backend_count,
		.tls = r->c->tls != NULL,
		.protocol = r->stream	       ? "HTTP/2.0"
			    : r->head.http_1_0 ? "HTTP/1.0"
					       : "HTTP/1.1",
		.remote = true,
		.frames = r->stream ? &r->frames : NULL,
		.first_on_connection = r->stream && http__h2_fault_is_first(r->c->h2),
	};

	if (!r->stream)
		http__unread_watch(r->c);
	if (r->body.failed)
		return;
	split_uri(r->head.target, &req);
	if (h->opt.peer_ips)
		req.peer_ip = http__peer_ip(r->c->fd, ip, sizeof(ip));
	http__peer_read(r->c, &req, &name, &groups);
	r->is_head = str_eqz(r->head.method, "HEAD");
	r->http_1_0 = r->head.http_1_0;
	r->keep = r->head.keep_alive;
	r->accepts_gzip = accepts_gzip(http__head_get(&r->head, "Accept-Encoding"));
	if (str_eqz(r->head.method, "GET") && !r->http_1_0 && !r->stream)
		http__ws_detect(r);
	r->inner = r->x = h->server->begin(h->server, http__now_ns(h), &req,
					   (struct fakeapi__wake) { http__wake, r });
	/* If the request closed a port, close it before the response reports that. */
	if (h->opt.accepts)
		(void)http__settle_listeners(h, NULL);
	strbuf_fini(&r->body);
	http__head_fini(&r->head);
	if (!r->stream)
		http__heads_count(r->c, r->c->in.cap);
}
