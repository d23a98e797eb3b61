/* SPDX-License-Identifier: Apache-2.0 */
/* mhd.c - between an exchange and libmicrohttpd's callbacks.
 *
 *   request line -> uri() makes a request -> headers, body -> handler() begins the exchange and
 *   asks for its head -> response -> reader() pulls -> completed() ends it.
 *
 * Waiting (no head yet, or PULL_WAIT) is MHD_suspend_connection; a wake, the exchange's deadline or
 * the client's FIN resume it, and the same callback asks again. */
#define _GNU_SOURCE
#include <errno.h>
#include <gnutls/gnutls.h>
#include <gnutls/x509.h>
#include <strings.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <netinet/in.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "fakeapi/http/internal.h"

enum {
	PREFETCH_MAX = 256 << 10, /* answers up to this go out as one buffer */
	BLOCK = 256 << 10,	  /* longer ones in pieces of this */
	GZIP_MIN = 128 << 10,	  /* kube-apiserver's threshold */
	HEAD_BYTES = 256, /* status line and what libmicrohttpd adds: Date, Content-Length, ... */
	LEFT_PAUSE_MS = 200,
	REST_MS = 1000, /* between requests, and then memory is given back */
	RESET_WAIT_MS = 1,
	RESET_WAITS_MAX = 5000,
	GROUPS_MAX = 64,       /* of a client certificate */
	SMALL_BODY = 32 << 10, /* taken however many there are */
};

static void request_forget(struct request *r);

/* --- connections --- */

static gnutls_session_t session_of(struct MHD_Connection *mhd)
{
	const union MHD_ConnectionInfo *info =
	    MHD_get_connection_info(mhd, MHD_CONNECTION_INFO_GNUTLS_SESSION);

	return info ? info->tls_session : NULL;
}

/* The body does not come: libmicrohttpd takes no answer in the middle of it, so it is written past
 * libmicrohttpd, as much as the socket takes. A head that does not end is closed without a word, as
 * by net/http; kube-apiserver 1.34 itself had not answered such a body after 160 s. */
static void say_late(struct request *r)
{
	static const char text[] = "HTTP/1.1 408 Request Timeout\r\n"
				   "Content-Type: text/plain; charset=utf-8\r\n"
				   "Connection: close\r\n\r\n"
				   "408 Request Timeout";

	if (!r->h->opt.tls_cert_pem)
		(void)send(r->c->fd, text, sizeof(text) - 1, MSG_NOSIGNAL | MSG_DONTWAIT);
	else if (session_of(r->mhd))
		(void)gnutls_record_send(session_of(r->mhd), text, sizeof(text) - 1);
}

static void conn_timeout(struct http_timer *t)
{
	struct conn *c = t->owner;
	struct linger none = { .l_onoff = 1 };

	if (c->resting) {
		http__give_back_idle(c);
		http__conn_deadline(c, c->h->opt.idle_timeout_ns);
		return;
	}
	if (c->req && c->req->inner) {
		if (!http__unread_look(c))
			return;
		/* The kernel would keep what it has not sent for as long as it takes. */
		(void)setsockopt(c->fd, SOL_SOCKET, SO_LINGER, &none, sizeof(none));
	} else if (c->req && c->req->started && !c->gone) {
		say_late(c->req);
	}
	c->dropped = true;
	(void)shutdown(c->fd, SHUT_RDWR); /* libmicrohttpd sees it and cleans up */
}

void http__conn_deadline(struct conn *c, int64_t after_ns)
{
	c->resting = false;
	/* The rest of a request may still be in the socket, but not for long. */
	if (c->gone)
		after_ns = LEFT_PAUSE_MS * NS_PER_MS;
	if (!http__timer_arm(c->h, &c->timer, time_add(http__real_ns(), after_ns)))
		conn_timeout(&c->timer);
}

static uint32_t listener_of(const struct fakeapi__http *h, int fd)
{
	struct sockaddr_storage at;
	socklen_t len = sizeof(at);
	uint16_t port;

	if ((h->opt.backend_count == 1 && !h->opt.control) ||
	    getsockname(fd, (struct sockaddr *)&at, &len) != 0)
		return 0;
	port = ntohs(at.ss_family == AF_INET6 ? ((struct sockaddr_in6 *)&at)->sin6_port
					      : ((struct sockaddr_in *)&at)->sin_port);
	/* Another address may have the same number. */
	if (h->opt.control && h->listeners[h->opt.backend_count].port == port &&
	    http__is_loopback(&at))
		return h->opt.backend_count;
	for (uint32_t i = 0; i < h->opt.backend_count; i++)
		if (h->listeners[i].port == port)
			return i;
	return 0;
}

static struct conn *conn_new(struct fakeapi__http *h, struct MHD_Connection *mhd)
{
	const union MHD_ConnectionInfo *info =
	    MHD_get_connection_info(mhd, MHD_CONNECTION_INFO_CONNECTION_FD);
	struct conn *c = base__calloc(1, sizeof(*c));
	struct epoll_event ev = { .events = EPOLLRDHUP | EPOLLET };

	if (!c) {
		(void)shutdown(info->connect_fd, SHUT_RDWR);
		return NULL;
	}
	c->source.kind = SOURCE_CONN;
	c->h = h;
	c->fd = info->connect_fd;
	c->listener = listener_of(h, c->fd);
	http__timer_init(&c->timer, conn_timeout, c);
	c->next = h->conns;
	if (h->conns)
		h->conns->prev = c;
	h->conns = c;
	atomic_fetch_add_explicit(&h->conn_count, 1, memory_order_relaxed);
	ev.data.ptr = &c->source;
	if (epoll_ctl(h->epoll_fd, EPOLL_CTL_ADD, c->fd, &ev) != 0)
		(void)shutdown(c->fd, SHUT_RDWR);
	http__conn_deadline(c, h->opt.header_timeout_ns);
	http__heads_watch(h);
	return c;
}

/* Where a connection stands when libmicrohttpd lets go of it: an answer that was given before its
 * request was read would be lost if close() found the rest unread and sent a RST. */
static bool owes_bytes(const struct conn *c)
{
	char byte;
	ssize_t n = recv(c->fd, &byte, 1, MSG_PEEK | MSG_DONTWAIT);

	return !c->gone && !c->dropped && !c->h->stopping &&
	       (n > 0 || (n < 0 && errno == EAGAIN && !c->request_whole));
}

static void conn_free(struct conn *c)
{
	struct fakeapi__http *h = c->h;

	/* It closes some connections (its memory is full) without telling of their request. */
	if (c->req)
		request_forget(c->req);
	if (owes_bytes(c))
		http__linger(h, c->fd);
	(void)epoll_ctl(h->epoll_fd, EPOLL_CTL_DEL, c->fd, NULL);
	http__timer_cancel(&c->timer);
	*(c->prev ? &c->prev->next : &h->conns) = c->next;
	if (c->next)
		c->next->prev = c->prev;
	atomic_fetch_sub_explicit(&h->conn_count, 1, memory_order_relaxed);
	base__free(c);
}

static void on_connection(void *user, struct MHD_Connection *mhd, void **context,
			  enum MHD_ConnectionNotificationCode what)
{
	if (what == MHD_CONNECTION_NOTIFY_STARTED)
		*context = conn_new(user, mhd);
	else if (*context)
		conn_free(*context);
}

static struct conn *conn_of(struct MHD_Connection *mhd)
{
	const union MHD_ConnectionInfo *info =
	    MHD_get_connection_info(mhd, MHD_CONNECTION_INFO_SOCKET_CONTEXT);

	return info->socket_context;
}

/* --- requests --- */

static void request_deadline(struct http_timer *t)
{
	http__request_resume(t->owner);
}

/* The request line is here; `uri` is still as it came. */
static void *on_uri(void *user, const char *uri, struct MHD_Connection *mhd)
{
	struct conn *c = conn_of(mhd);
	struct request *r = c ? base__calloc(1, sizeof(*r)) : NULL;
	char *query;

	(void)user;
	if (!r)
		return NULL;
	c->request_whole = false;
	r->h = c->h;
	r->c = c;
	r->mhd = mhd;
	strbuf_init(&r->body);
	strbuf_init(&r->prefix);
	http__timer_init(&r->timer, request_deadline, r);
	r->uri = base__strdup(uri);
	r->uri_end = uri + strlen(uri);
	c->req = r;
	/* Nobody asks libmicrohttpd for parameters, so it need not keep a list of them: eighty
	 * would fill the connection's memory. The text is its own and may be written to. */
	query = strchr((char *)(uintptr_t)uri, '?');
	if (query && query[1])
		query[1] = '\0';
	return r;
}

static void forget_wake(struct request *r)
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
	/* After end() the core wakes no more; what it woke before is on the list. */
	x->ops->end(x, client_gone);
	forget_wake(r);
	http__timer_cancel(&r->timer);
}

static void drop_body(struct request *r)
{
	strbuf_fini(&r->body);
	r->h->body_bytes -= r->body_bytes;
	r->body_bytes = 0;
}

static void request_free(struct request *r)
{
	http__timer_cancel(&r->timer);
	if (r->ws)
		http__ws_free(r->ws);
	drop_body(r);
	strbuf_fini(&r->prefix);
	base__free(r->ws_protocol);
	base__free(r->uri);
	base__free(r);
}

/* Its connection goes and its end has not been reported. */
static void request_forget(struct request *r)
{
	http__request_end(r, !r->server_ended && !r->h->stopping);
	r->c->req = NULL;
	request_free(r);
}

/* Waits for the next request; not at once, for it may come soon, memory is given back meanwhile. */
static void rest(struct conn *c)
{
	int64_t idle_ns = c->h->opt.idle_timeout_ns, rest_ns = REST_MS * NS_PER_MS;

	http__conn_deadline(c, idle_ns < rest_ns ? idle_ns : rest_ns);
	c->resting = c->memory && !c->gone && rest_ns < idle_ns;
}

static void on_completed(void *user, struct MHD_Connection *mhd, void **context,
			 enum MHD_RequestTerminationCode how)
{
	struct request *r = *context;
	bool ok = how == MHD_REQUEST_TERMINATED_COMPLETED_OK;

	if (r ? r->broken : how == MHD_REQUEST_TERMINATED_WITH_ERROR) {
		struct fakeapi__http *h = user;

		/* A connection that a callback breaks is closed, but cleaned up only when it is
		 * looked at again; nothing makes 0.9.75 look at it but being resumed. */
		MHD_suspend_connection(mhd);
		MHD_resume_connection(mhd);
		h->run_mhd = true;
	}
	if (!r)
		return;
	*context = NULL;
	if (r->x && ok)
		http__request_sent(r, r->pulled, false);
	http__request_end(r, !ok && !r->server_ended && !r->h->stopping);
	r->c->req = NULL;
	r->c->request_whole = r->inner != NULL;
	if (r->h->listeners[r->c->listener].listening || r->h->refusing)
		rest(r->c);
	else /* its port was closed meanwhile */
		(void)shutdown(r->c->fd, SHUT_RDWR);
	request_free(r);
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
	return http__deadline_arm(r->h, &r->timer, r->x->ops->deadline_ns(r->x));
}

static bool suspend(struct request *r)
{
	if (!http__request_wait(r))
		return false;
	r->suspended = true;
	MHD_suspend_connection(r->mhd);
	return true;
}

void http__request_resume(struct request *r)
{
	if (r->ws) {
		http__ws_pump(r->ws);
		return;
	}
	if (!r->suspended)
		return;
	r->suspended = false;
	MHD_resume_connection(r->mhd);
	r->h->run_mhd = true;
}

/* --- what was asked --- */

/* kube-apiserver knows the bare word alone: no weights, no other case, no "*"
 * (endpoints/handlers/responsewriters/writers.go, negotiateContentEncoding). */
static bool asks_for_gzip(const char *encodings)
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

static const char *header(const struct request *r, const char *name)
{
	return MHD_lookup_connection_value(r->mhd, MHD_HEADER_KIND, name);
}

struct header_list {
	struct fakeapi__header *items;
	size_t count;
};

static enum MHD_Result add_header(void *user, enum MHD_ValueKind kind, const char *name,
				  size_t name_len, const char *value, size_t value_len)
{
	struct header_list *list = user;

	(void)kind;
	list->items[list->count].name = (struct str) { name, name_len };
	list->items[list->count++].value = (struct str) { value ? value : "", value_len };
	return MHD_YES;
}

/* Cuts "http://host" off the absolute form, and the authority off CONNECT's, as net/http does: what
 * names no path has none, which is not "/". */
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

/* The text of an attribute of that type; empty: it is another, or no text that C can hold. */
static struct str attribute_of(const gnutls_x509_ava_st *ava, const char *oid)
{
	enum { UTF8 = 12, NUMERIC = 18, PRINTABLE, TELETEX, IA5 = 22 };
	struct str is = { (const char *)ava->oid.data, strlen((const char *)ava->oid.data) };
	struct str value = { (const char *)ava->value.data, ava->value.size };
	unsigned long tag = ava->value_tag;

	if (!str_eqz(is, oid) || !value.len || memchr(value.ptr, '\0', value.len) ||
	    (tag != UTF8 && tag != IA5 && (tag < NUMERIC || tag > TELETEX)))
		return (struct str) { NULL, 0 };
	return value;
}

/* The last CN into *name, Os apart by commas into *groups. As Go's crypto/x509 has them, as they
 * are: gnutls_x509_crt_get_dn_by_oid() would write "a,b" as "a\,b". */
static void read_subject(gnutls_x509_crt_t cert, struct strbuf *name, struct strbuf *groups)
{
	gnutls_x509_dn_t dn;
	gnutls_x509_ava_st ava;
	unsigned count = 0;

	if (gnutls_x509_crt_get_subject(cert, &dn) != 0)
		return;
	for (int set = 0; gnutls_x509_dn_get_rdn_ava(dn, set, 0, &ava) == 0; set++) {
		for (int i = 0; gnutls_x509_dn_get_rdn_ava(dn, set, i, &ava) == 0; i++) {
			struct str cn = attribute_of(&ava, GNUTLS_OID_X520_COMMON_NAME);
			struct str o = attribute_of(&ava, GNUTLS_OID_X520_ORGANIZATION_NAME);

			if (cn.len) {
				strbuf_clear(name);
				strbuf_adds(name, cn);
			}
			/* A comma keeps them apart. */
			if (!o.len || memchr(o.ptr, ',', o.len) || ++count > GROUPS_MAX)
				continue;
			strbuf_addz(groups, groups->len ? "," : "");
			strbuf_adds(groups, o);
		}
	}
}

/* Who the connection's certificate names, if the CA has signed it for clients. */
static void read_peer(struct request *r, struct fakeapi__request *req, struct strbuf *name,
		      struct strbuf *groups)
{
	gnutls_session_t session = session_of(r->mhd);
	gnutls_typed_vdata_st usage = { GNUTLS_DT_KEY_PURPOSE_OID,
					(unsigned char *)(uintptr_t)GNUTLS_KP_TLS_WWW_CLIENT, 0 };
	const gnutls_datum_t *chain;
	gnutls_x509_crt_t cert;
	unsigned status = 0, count = 0;

	if (!r->h->opt.client_ca_pem || !session)
		return;
	chain = gnutls_certificate_get_peers(session, &count);
	if (!chain || !count)
		return;
	req->peer_unknown = true;
	if (gnutls_certificate_verify_peers(session, &usage, 1, &status) != 0 || status != 0 ||
	    gnutls_x509_crt_init(&cert) != 0)
		return;
	if (gnutls_x509_crt_import(cert, &chain[0], GNUTLS_X509_FMT_DER) == 0)
		read_subject(cert, name, groups);
	gnutls_x509_crt_deinit(cert);
	if (!name->len || name->failed || groups->failed)
		return;
	req->peer_unknown = false;
	req->peer_name = strbuf_str(name);
	req->peer_groups = strbuf_str(groups);
}

static void begin(struct request *r, const char *method)
{
	AUTO_STRBUF name = STRBUF_INIT, groups = STRBUF_INIT;
	struct fakeapi__http *h = r->h;
	struct header_list list = { 0 };
	struct fakeapi__request req = {
		.method = str_of(method),
		.query = STR(""),
		.body = strbuf_str(&r->body),
		.backend = r->c->listener < h->opt.backend_count ? r->c->listener : 0,
		.control_only = r->c->listener == h->opt.backend_count,
		.tls = h->opt.tls_cert_pem != NULL,
		.remote = true,
	};
	int count = MHD_get_connection_values_n(r->mhd, MHD_HEADER_KIND, NULL, NULL);

	if (!r->uri || r->body.failed)
		return;
	list.items = base__calloc((size_t)(count > 0 ? count : 1), sizeof(*list.items));
	if (!list.items)
		return;
	(void)MHD_get_connection_values_n(r->mhd, MHD_HEADER_KIND, add_header, &list);
	req.headers = list.items;
	req.header_count = list.count;
	split_uri(str_of(r->uri), &req);
	read_peer(r, &req, &name, &groups);
	r->is_head = strcmp(method, "HEAD") == 0;
	r->accepts_gzip = asks_for_gzip(header(r, "Accept-Encoding"));
	if (strcmp(method, "GET") == 0)
		http__ws_detect(r);
	r->inner = r->x = h->server->begin(h->server, http__now_ns(h), &req,
					   (struct fakeapi__wake) { http__wake, r });
	/* A request may have been to close a port: before its answer says so. */
	if (h->opt.accepts)
		(void)http__settle_listeners(h, NULL);
	base__free(list.items);
	strbuf_fini(&r->body);
	base__free(r->uri);
	r->uri = NULL;
}

/* --- the answer --- */

/* An answer that the exchange has no part in. */
static enum MHD_Result answer_status(struct request *r, unsigned int code, const char *reason,
				     const char *message)
{
	struct strbuf body = STRBUF_INIT;
	struct MHD_Response *response;
	enum MHD_Result queued;

	strbuf_addz(&body, "{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"metadata\":{},"
			   "\"status\":\"Failure\",\"message\":");
	strbuf_add_json(&body, str_of(message));
	strbuf_addf(&body, ",\"reason\":\"%s\",\"code\":%u}\n", reason, code);
	response = body.failed
		       ? NULL
		       : MHD_create_response_from_buffer(body.len, body.ptr, MHD_RESPMEM_MUST_COPY);
	strbuf_fini(&body);
	if (!response)
		return MHD_NO;
	(void)MHD_add_response_header(response, "Cache-Control", "no-cache, private");
	(void)MHD_add_response_header(response, "Content-Type", "application/json");
	queued = MHD_queue_response(r->mhd, code, response);
	MHD_destroy_response(response);
	return queued;
}

static const char no_memory_left[] = "HTTP/1.1 431 Request Header Fields Too Large\r\n"
				     "Content-Type: text/plain; charset=utf-8\r\n"
				     "Connection: close\r\n\r\n"
				     "431 Request Header Fields Too Large";

/* What net/http answers where it does not even get to the handler. */
static enum MHD_Result answer_refusal(struct request *r, struct http__refusal why)
{
	struct MHD_Response *response =
	    MHD_create_response_from_buffer(strlen(why.text), (void *)(uintptr_t)why.text,
					    MHD_RESPMEM_PERSISTENT);
	enum MHD_Result queued;

	if (!response)
		return MHD_NO;
	if (why.status == 431 && !r->h->opt.tls_cert_pem) {
		/* There may not be memory enough for an answer of libmicrohttpd's. */
		MHD_destroy_response(response);
		(void)send(r->c->fd, no_memory_left, sizeof(no_memory_left) - 1,
			   MSG_NOSIGNAL | MSG_DONTWAIT);
		return MHD_NO;
	}
	(void)MHD_add_response_header(response, "Content-Type", "text/plain; charset=utf-8");
	(void)MHD_add_response_header(response, "Connection", "close");
	queued = MHD_queue_response(r->mhd, why.status, response);
	MHD_destroy_response(response);
	return queued;
}

/* RST once everything sent before has arrived, so that it cannot overtake it. */
static bool reset_now(struct request *r)
{
	if (http__unsent(r->c->fd) && r->reset_waits++ < RESET_WAITS_MAX && !r->c->gone &&
	    !r->h->stopping &&
	    http__timer_arm(r->h, &r->timer, http__real_ns() + RESET_WAIT_MS * NS_PER_MS))
		return false;
	http__reset_fd(r->c->fd);
	return true;
}

/* libmicrohttpd closes the connection, see on_completed(). */
static ssize_t break_body(struct request *r)
{
	r->broken = true;
	return MHD_CONTENT_READER_END_WITH_ERROR;
}

static ssize_t end_with_reset(struct request *r)
{
	r->server_ended = true;
	if (reset_now(r))
		return break_body(r);
	r->suspended = true;
	MHD_suspend_connection(r->mhd);
	return 0;
}

/* libmicrohttpd calls this when everything it got before is in the socket. */
static ssize_t reader(void *user, uint64_t pos, char *buf, size_t cap)
{
	struct request *r = user;
	size_t left = r->prefix.len - r->prefix_sent;
	ptrdiff_t n;

	if (left) {
		left = left < cap ? left : cap;
		memcpy(buf, r->prefix.ptr + r->prefix_sent, left);
		r->prefix_sent += left;
		return (ssize_t)left;
	}
	if (r->reset_waits)
		return end_with_reset(r);
	n = r->held_end;
	if (n >= 0)
		n = r->x->ops->pull(r->x, http__now_ns(r->h), buf, cap);
	if (n > 0)
		r->pulled += (uint64_t)n;
	http__request_sent(r, pos, n == FAKEAPI_PULL_WAIT);
	if (n > 0)
		return n;
	switch ((enum fakeapi__pull)n) {
	case FAKEAPI_PULL_WAIT:
		if (r->x->body_len < 0 && !r->gave_back)
			http__give_back_buffer(buf, cap);
		r->gave_back = true;
		return suspend(r) ? 0 : break_body(r);
	case FAKEAPI_PULL_END:
		r->server_ended = true;
		return r->x->body_len < 0 ? MHD_CONTENT_READER_END_OF_STREAM : break_body(r);
	case FAKEAPI_PULL_CUT:
		r->server_ended = true;
		http__finish_fd(r->c->fd);
		return break_body(r);
	case FAKEAPI_PULL_RESET:
		break;
	}
	return end_with_reset(r);
}

/* A short answer of known length is pulled now and leaves in one write with its headers. What
 * cannot be (it waits, or breaks off in the middle) is kept as the reader's prefix. */
static struct MHD_Response *whole_response(struct request *r)
{
	size_t len = (size_t)r->x->body_len, got = 0;
	ptrdiff_t n = 1;
	char *buf = base__malloc(len + 1);
	struct MHD_Response *response;

	if (!buf)
		return NULL;
	while (got < len && n > 0) {
		n = r->x->ops->pull(r->x, http__now_ns(r->h), buf + got, len - got);
		got += n > 0 ? (size_t)n : 0;
	}
	r->pulled = got;
	if (got == len) {
		r->server_ended = true;
		response = MHD_create_response_from_buffer_with_free_callback(len, buf, base__free);
		if (!response)
			base__free(buf);
		return response;
	}
	r->held_end = n;
	strbuf_add(&r->prefix, buf, got);
	base__free(buf);
	return r->prefix.failed ? NULL
				: MHD_create_response_from_callback(len, BLOCK, reader, r, NULL);
}

static void wrap_gzip(struct request *r)
{
	struct fakeapi__exchange *x = r->x, *wrapped;

	if (!r->h->opt.gzip || !r->accepts_gzip || x->body_len <= GZIP_MIN || r->is_head)
		return;
	for (size_t i = 0; i < x->header_count; i++)
		if (x->headers[i].name.len == 16 &&
		    strncasecmp(x->headers[i].name.ptr, "content-encoding", 16) == 0)
			return;
	wrapped = http__gzip_new(x);
	if (wrapped)
		r->x = wrapped; /* without memory it goes out as it is */
}

static size_t header_bytes(const struct fakeapi__header *header)
{
	return header->name.len + header->value.len + 4; /* ": " and the line's end */
}

static bool is_warning(const struct fakeapi__header *header)
{
	return header->name.len == 7 && strncasecmp(header->name.ptr, "Warning", 7) == 0;
}

/* Bytes that Warnings may take. SIZE_MAX: more than there are; false: the rest does not fit. */
static bool room_for_warnings(struct request *r, size_t *room)
{
	size_t left = http__memory_left(r), warnings = 0, others = HEAD_BYTES;

	for (size_t i = 0; i < r->x->header_count; i++)
		*(is_warning(&r->x->headers[i]) ? &warnings : &others) +=
		    header_bytes(&r->x->headers[i]);
	*room = others + warnings <= left ? SIZE_MAX : others < left ? left - others : 0;
	return others <= left;
}

static bool add_response_headers(struct request *r, struct MHD_Response *response, size_t room)
{
	struct strbuf name = STRBUF_INIT, value = STRBUF_INIT;
	bool ok = true;

	for (size_t i = 0; ok && i < r->x->header_count; i++) {
		if (is_warning(&r->x->headers[i])) {
			if (header_bytes(&r->x->headers[i]) > room)
				continue;
			room -= header_bytes(&r->x->headers[i]);
		}
		strbuf_clear(&name);
		strbuf_clear(&value);
		strbuf_adds(&name, r->x->headers[i].name);
		strbuf_adds(&value, r->x->headers[i].value);
		/* An empty value is no header to libmicrohttpd, and none that anyone misses. */
		ok = !name.failed && !value.failed &&
		     (!value.len || MHD_add_response_header(response, name.ptr, value.ptr));
	}
	if (ok && r->x->close_connection)
		ok = MHD_add_response_header(response, "Connection", "close");
	strbuf_fini(&name);
	strbuf_fini(&value);
	return ok;
}

static enum MHD_Result answer(struct request *r)
{
	struct MHD_Response *response;
	enum MHD_Result queued = MHD_NO;
	size_t warnings_room;
	bool upgrade;

	if (!room_for_warnings(r, &warnings_room))
		return answer_status(r, 500, "InternalError",
				     "the headers of the answer are too large to be sent");
	wrap_gzip(r);
	upgrade = r->ws_accept[0] && r->x->status == 200 && r->x->body_len < 0;
	if (upgrade)
		response = http__ws_response(r);
	else if (r->x->body_len < 0)
		response = MHD_create_response_from_callback(MHD_SIZE_UNKNOWN, 1, reader, r, NULL);
	else if (r->x->body_len <= PREFETCH_MAX && !r->is_head)
		response = whole_response(r);
	else
		response = MHD_create_response_from_callback((uint64_t)r->x->body_len, BLOCK,
							     reader, r, NULL);
	if (!response)
		return MHD_NO;
	if (upgrade)
		queued = MHD_queue_response(r->mhd, MHD_HTTP_SWITCHING_PROTOCOLS, response);
	else if (add_response_headers(r, response, warnings_room))
		queued = MHD_queue_response(r->mhd, (unsigned int)r->x->status, response);
	MHD_destroy_response(response);
	return queued;
}

static enum MHD_Result answer_when_ready(struct request *r)
{
	switch (r->x->ops->head(r->x, http__now_ns(r->h))) {
	case FAKEAPI_HEAD_WAIT:
		return suspend(r) ? MHD_YES : MHD_NO;
	case FAKEAPI_HEAD_READY:
		drop_body(r);
		return answer(r);
	case FAKEAPI_HEAD_CUT:
		r->server_ended = true;
		http__finish_fd(r->c->fd);
		return MHD_NO;
	case FAKEAPI_HEAD_RESET:
		r->server_ended = true;
		http__reset_fd(r->c->fd);
		return MHD_NO;
	}
	return MHD_NO;
}

static enum MHD_Result answer_too_large(struct request *r)
{
	char message[80];

	(void)snprintf(message, sizeof(message), "Request entity too large: limit is %zu",
		       r->h->opt.body_max);
	return answer_status(r, 413, "RequestEntityTooLarge", message);
}

/* What the real server says when too many requests are under way (maxinflight.go). */
static enum MHD_Result answer_busy(struct request *r)
{
	static const char text[] = "Too many requests, please try again later.\n";
	struct MHD_Response *response =
	    MHD_create_response_from_buffer(sizeof(text) - 1, (void *)(uintptr_t)text,
					    MHD_RESPMEM_PERSISTENT);
	enum MHD_Result queued;

	if (!response)
		return MHD_NO;
	(void)MHD_add_response_header(response, "Content-Type", "text/plain; charset=utf-8");
	(void)MHD_add_response_header(response, "X-Content-Type-Options", "nosniff");
	(void)MHD_add_response_header(response, "Retry-After", "1");
	queued = MHD_queue_response(r->mhd, 429, response);
	MHD_destroy_response(response);
	return queued;
}

static enum MHD_Result begin_and_answer(struct request *r, const char *method)
{
	if (!r->inner) {
		http__unread_watch(r->c);
		begin(r, method);
		if (!r->x)
			return answer_status(r, 503, "ServiceUnavailable", "out of memory");
	}
	return answer_when_ready(r);
}

/* Headers are complete; the body, if any, follows. */
static enum MHD_Result on_headers(struct request *r, const char *method, const char *version)
{
	const char *length = header(r, "Content-Length");
	bool chunked = header(r, "Transfer-Encoding") != NULL;
	uint64_t len = length && !chunked ? strtoull(length, NULL, 10) : 0;
	struct http__refusal refusal = http__head_refusal(r, method, version);

	r->started = true;
	http__note_memory(r->c, method);
	http__conn_deadline(r->c, r->h->opt.body_timeout_ns);
	if (refusal.status)
		return answer_refusal(r, refusal);
	/* Before the body, so that a client that waits for "100 Continue" need not send it. */
	if (len > r->h->opt.body_max)
		return answer_too_large(r);
	/* Where no body comes, libmicrohttpd must not invite one (net/http does not either): it
	 * does so as soon as this returns without an answer. After so early an answer it closes. */
	if (header(r, "Expect") && !len && !chunked)
		return begin_and_answer(r, method);
	return MHD_YES;
}

static enum MHD_Result on_body(struct request *r, const char *data, size_t *len)
{
	struct fakeapi__http *h = r->h;

	r->too_large = r->too_large || *len > h->opt.body_max - r->body.len;
	r->too_many = r->too_many ||
		      (h->body_bytes + *len > h->opt.bodies_max && r->body.len + *len > SMALL_BODY);
	if (r->too_large || r->too_many) {
		drop_body(r);
	} else {
		strbuf_add(&r->body, data, *len);
		r->body_bytes += *len;
		h->body_bytes += *len;
	}
	*len = 0;
	return MHD_YES;
}

static enum MHD_Result take(struct request *r, const char *method, const char *version,
			    const char *data, size_t *data_len)
{
	if (r->h->stopping)
		return MHD_NO;
	if (!r->started)
		return on_headers(r, method, version);
	if (*data_len)
		return on_body(r, data, data_len);
	if (r->too_large)
		return answer_too_large(r);
	if (r->too_many)
		return answer_busy(r);
	return begin_and_answer(r, method);
}

static enum MHD_Result handler(void *user, struct MHD_Connection *mhd, const char *url,
			       const char *method, const char *version, const char *data,
			       size_t *data_len, void **context)
{
	struct request *r = *context;

	(void)user;
	(void)mhd;
	(void)url;
	if (!r)
		return MHD_NO;
	r->broken = take(r, method, version, data, data_len) != MHD_YES;
	return r->broken ? MHD_NO : MHD_YES;
}

/* --- the daemon --- */

static size_t keep_escapes(void *user, struct MHD_Connection *mhd, char *s)
{
	(void)user;
	(void)mhd;
	return strlen(s);
}

struct MHD_Daemon *http__daemon_start(struct fakeapi__http *h)
{
	unsigned int flags =
	    MHD_USE_NO_LISTEN_SOCKET | MHD_USE_EPOLL | MHD_ALLOW_SUSPEND_RESUME | MHD_ALLOW_UPGRADE;
	struct MHD_OptionItem tls[] = {
		{ MHD_OPTION_HTTPS_MEM_CERT, 0, (void *)(uintptr_t)h->opt.tls_cert_pem },
		{ MHD_OPTION_HTTPS_MEM_KEY, 0, (void *)(uintptr_t)h->opt.tls_key_pem },
		{ h->opt.client_ca_pem ? MHD_OPTION_HTTPS_MEM_TRUST : MHD_OPTION_END, 0,
		  (void *)(uintptr_t)h->opt.client_ca_pem },
		{ MHD_OPTION_END, 0, NULL },
	};
	struct MHD_OptionItem none[] = { { MHD_OPTION_END, 0, NULL } };

	if (h->opt.tls_cert_pem) {
		flags |= MHD_USE_TLS;
		if (gnutls_global_init() != 0)
			return NULL;
	}
	return MHD_start_daemon(flags, 0, NULL, NULL, handler, NULL, MHD_OPTION_NOTIFY_CONNECTION,
				on_connection, h, MHD_OPTION_NOTIFY_COMPLETED, on_completed, h,
				MHD_OPTION_URI_LOG_CALLBACK, on_uri, h,
				MHD_OPTION_UNESCAPE_CALLBACK, keep_escapes, NULL,
				MHD_OPTION_CONNECTION_MEMORY_LIMIT, h->opt.connection_memory,
				MHD_OPTION_CONNECTION_LIMIT, h->opt.connection_max,
				MHD_OPTION_CONNECTION_TIMEOUT, 0U, MHD_OPTION_ARRAY,
				h->opt.tls_cert_pem ? tls : none, MHD_OPTION_END);
}
