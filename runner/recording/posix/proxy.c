/* SPDX-License-Identifier: Apache-2.0 */
/* proxy.c - the loop over all connections, and the setup. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/posix/clock.h"
#include "runner/recording/posix/proxy_h2.h"

enum {
	CONNECTION_MAX = 1000,
	ACCEPTS_MAX = 32, /* per round */
};

/* --- the loop --- */

static void free_conn(struct conn *c)
{
	rec__mux_free(c);
	stream_close(&c->client, false);
	stream_close(&c->server, false);
	strbuf_fini(&c->server.out);
	strbuf_fini(&c->pending);
	strbuf_fini(&c->preface);
	if (c->tunnelling)
		tunnel_fini(&c->tunnel);
	rec__http_fini(&c->request);
	rec__http_fini(&c->answer);
	base__free(c);
}

static bool accept_one(struct rec__proxy *p)
{
	struct sockaddr_storage from;
	socklen_t len = sizeof(from);
	int fd = accept4(p->listener, (struct sockaddr *)&from, &len, SOCK_NONBLOCK | SOCK_CLOEXEC);
	char host[64] = "", port[16] = "", client[96];
	gnutls_session_t tls = NULL;
	struct conn *c;
	int on = 1;

	if (fd < 0)
		return false;
	(void)setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof(on));
	if (p->to_client &&
	    (gnutls_init(&tls, GNUTLS_SERVER | GNUTLS_NONBLOCK | GNUTLS_NO_SIGNAL) < 0 ||
	     gnutls_set_default_priority(tls) < 0 ||
	     gnutls_alpn_set_protocols(tls, rec__protocols, REC_PROTOCOLS,
				       GNUTLS_ALPN_SERVER_PRECEDENCE) < 0 ||
	     gnutls_credentials_set(tls, GNUTLS_CRD_CERTIFICATE, p->to_client) < 0))
		c = NULL;
	else
		c = rec__conn_new(p);
	if (!c) {
		if (tls)
			gnutls_deinit(tls);
		(void)close(fd);
		return false;
	}
	stream_init(&c->client, fd);
	if (tls)
		stream_use_tls(&c->client, tls);
	c->greeting = tls != NULL;
	c->deadline_ns = tls ? time_add(rec__proxy_now(p), p->opt.head_timeout_ns) : TIME_NEVER;
	(void)getnameinfo((struct sockaddr *)&from, len, host, sizeof(host), port, sizeof(port),
			  NI_NUMERICHOST | NI_NUMERICSERV);
	(void)snprintf(client, sizeof(client), strchr(host, ':') ? "[%s]:%s" : "%s:%s", host, port);
	c->number = rec__tap_connect(p->opt.tap, rec__proxy_now(p), str_of(client), tls != NULL);
	return p->conn_count < p->opt.connection_max;
}

static bool grow_polls(struct rec__proxy *p)
{
	size_t need = 2 + 2 * (size_t)p->conn_count;
	struct pollfd *bigger;

	if (need <= p->poll_cap)
		return true;
	bigger = base__reallocarray(p->polls, 2 * need, sizeof(*bigger));
	if (!bigger)
		return false;
	p->polls = bigger;
	p->poll_cap = 2 * need;
	return true;
}

static void add_poll(struct rec__proxy *p, size_t *n, struct conn *c, const struct stream *s,
		     int side, short events)
{
	c->polls[side] = NULL;
	if (s->fd < 0)
		return;
	p->polls[*n] = (struct pollfd) { .fd = s->fd, .events = events };
	c->polls[side] = &p->polls[(*n)++];
}

static int collect_polls(struct rec__proxy *p, size_t *count)
{
	int64_t now = rec__proxy_now(p), deadline = TIME_NEVER;
	size_t n = 0;

	p->polls[n++] = (struct pollfd) { .fd = p->wake[0], .events = POLLIN };
	p->polls[n++] =
	    (struct pollfd) { .fd = p->conn_count < p->opt.connection_max ? p->listener : -1,
			      .events = POLLIN };
	for (struct conn *c = p->conns; c; c = c->next) {
		bool reads = !c->closing && stream_pending(&c->server) < BUFFER_MAX &&
			     (!c->pending.len || c->opaque);

		/* Also notices that a client disconnects while its next request waits. */
		add_poll(p, &n, c, &c->client, 0,
			 (short)(stream_events(&c->client, reads) |
				 (c->pending.len && !c->opaque ? POLLRDHUP : 0)));
		if (c->hungry)
			deadline = 0;
		add_poll(p, &n, c, &c->server, 1,
			 c->tunnelling ? tunnel_events(&c->tunnel)
			 : c->connecting
			     ? POLLOUT
			     : stream_events(&c->server, stream_pending(&c->client) < BUFFER_MAX));
		if (c->deadline_ns < deadline)
			deadline = c->deadline_ns;
	}
	*count = n;
	if (deadline == TIME_NEVER)
		return -1;
	return deadline <= now ? 0 : (int)((deadline - now) / NS_PER_MS % 1000000 + 1);
}

static void serve_conn(struct conn *c)
{
	short client = c->polls[0] ? c->polls[0]->revents : 0;
	short server = c->polls[1] ? c->polls[1]->revents : 0;

	if (c->mux && (client || server || c->hungry))
		rec__mux_pump(c);
	else if (client || server || c->hungry)
		rec__conn_pump(c);
	if (c->speaks_h2 && !c->mux && !c->over)
		rec__mux_begin(c);
	/* The client has disconnected, and none of its earlier data is needed any more. */
	if (!c->over && !c->hungry &&
	    ((client & (POLLHUP | POLLERR)) || ((client & POLLRDHUP) && c->pending.len)))
		rec__conn_client_left(c, (client & POLLERR) != 0);
	if (!c->over && c->deadline_ns <= rec__proxy_now(c->proxy))
		rec__conn_deadline(c);
}

static void sweep(struct rec__proxy *p)
{
	for (struct conn **at = &p->conns; *at;) {
		struct conn *c = *at;

		if (c->over) {
			*at = c->next;
			p->conn_count--;
			free_conn(c);
		} else {
			at = &c->next;
		}
	}
}

void rec__proxy_serve(struct rec__proxy *p)
{
	for (struct conn *c = p->conns; c; c = c->next)
		serve_conn(c);
	sweep(p);
}

static void *run(void *user)
{
	struct rec__proxy *p = user;

	for (;;) {
		size_t count;
		int timeout;

		if (!grow_polls(p))
			break;
		timeout = collect_polls(p, &count);
		if (poll(p->polls, count, timeout) < 0 && errno != EINTR)
			break;
		if (p->polls[0].revents)
			break;
		rec__proxy_serve(p);
		for (int i = 0; i < ACCEPTS_MAX && (p->polls[1].revents & POLLIN) && accept_one(p);
		     i++)
			;
	}
	while (p->conns) {
		p->conns->over = true;
		sweep(p);
	}
	return NULL;
}

/* --- setup --- */

static int listen_on(struct rec__proxy *p, struct relist_err *err)
{
	struct addrinfo hints = { .ai_socktype = SOCK_STREAM, .ai_flags = AI_PASSIVE }, *found;
	const char *host = p->opt.bind_host;
	struct sockaddr_storage at;
	socklen_t len = sizeof(at);
	char port[16], name[64];
	struct strbuf url = STRBUF_INIT;
	int rc, on = 1;

	(void)snprintf(port, sizeof(port), "%u", p->opt.port);
	rc = getaddrinfo(host, port, &hints, &found);
	if (rc)
		return relist_err_set(err, RELIST_EINVAL, "%s: %s", host, gai_strerror(rc));
	p->listener = socket(found->ai_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
	if (p->listener >= 0)
		(void)setsockopt(p->listener, SOL_SOCKET, SO_REUSEADDR, &on, sizeof(on));
	if (p->listener < 0 || bind(p->listener, found->ai_addr, found->ai_addrlen) ||
	    listen(p->listener, 256) || getsockname(p->listener, (struct sockaddr *)&at, &len)) {
		freeaddrinfo(found);
		return relist_err_set(err, RELIST_EIO, "cannot listen on %s port %s: %s", host,
				      port, strerror(errno));
	}
	freeaddrinfo(found);
	(void)getnameinfo((struct sockaddr *)&at, len, name, sizeof(name), port, sizeof(port),
			  NI_NUMERICHOST | NI_NUMERICSERV);
	strbuf_addf(&url, strchr(name, ':') ? "%s://[%s]:%s" : "%s://%s:%s",
		    p->opt.cert_pem ? "https" : "http", name, port);
	p->url = strbuf_steal(&url);
	return p->url ? 0 : relist_err_set(err, RELIST_ENOMEM, "proxy: out of memory");
}

static int resolve(struct rec__proxy *p, struct relist_err *err)
{
	struct addrinfo hints = { .ai_socktype = SOCK_STREAM };
	const struct rec__site *to = &p->target;
	int rc = rec__site_parse(&p->target, p->opt.upstream.url, err);

	if (rc)
		return rc;
	if (p->opt.upstream.proxy_url) {
		rc = tunnel_way_parse(&p->way, p->opt.upstream.proxy_url, err);
		if (rc)
			return rc;
		p->has_way = true;
		to = &p->way.site;
	}
	rc = getaddrinfo(to->host, to->port, &hints, &p->addresses);
	return rc ? relist_err_set(err, RELIST_EIO, "%s: %s", to->host, gai_strerror(rc)) : 0;
}

static void free_proxy(struct rec__proxy *p)
{
	if (p->listener >= 0)
		(void)close(p->listener);
	for (int i = 0; i < 2; i++)
		if (p->wake[i] >= 0)
			(void)close(p->wake[i]);
	if (p->addresses)
		freeaddrinfo(p->addresses);
	if (p->to_server)
		gnutls_certificate_free_credentials(p->to_server);
	if (p->to_client)
		gnutls_certificate_free_credentials(p->to_client);
	rec__proxy_forget_identities(p);
	tunnel_way_fini(&p->way);
	rec__site_fini(&p->target);
	base__free(p->url);
	base__free(p->polls);
	base__free(p->buf);
	base__free(p);
}

struct rec__proxy *rec__proxy_start(const struct rec__proxy_options *opt, struct relist_err *err)
{
	struct rec__proxy *p = base__calloc(1, sizeof(*p));
	int code = 0;

	if (!p) {
		relist_err_set(err, RELIST_ENOMEM, "proxy: out of memory");
		return NULL;
	}
	p->opt = *opt;
	p->listener = p->wake[0] = p->wake[1] = -1;
	p->opt.bind_host = opt->bind_host ? opt->bind_host : "127.0.0.1";
	if (!p->opt.head_timeout_ns)
		p->opt.head_timeout_ns = 30 * NS_PER_S;
	if (!p->opt.connect_timeout_ns)
		p->opt.connect_timeout_ns = 10 * NS_PER_S;
	if (!p->opt.connection_max)
		p->opt.connection_max = CONNECTION_MAX;
	p->started_ns = clock_monotonic_ns();
	p->buf = base__malloc(READ_MAX);
	if (!p->buf)
		code = relist_err_set(err, RELIST_ENOMEM, "proxy: out of memory");
	if (!code)
		code = resolve(p, err);
	if (!code)
		code = rec__proxy_prepare_tls(p, err);
	if (!code && pipe2(p->wake, O_CLOEXEC | O_NONBLOCK) != 0)
		code = relist_err_set(err, RELIST_EIO, "proxy: %s", strerror(errno));
	if (!code)
		code = listen_on(p, err);
	if (!code && pthread_create(&p->thread, NULL, run, p) != 0)
		code = relist_err_set(err, RELIST_EIO, "proxy: no thread could be started");
	if (code) {
		free_proxy(p);
		return NULL;
	}
	return p;
}

const char *rec__proxy_url(const struct rec__proxy *proxy)
{
	return proxy->url;
}

void rec__proxy_stop(struct rec__proxy *proxy)
{
	if (!proxy)
		return;
	(void)!write(proxy->wake[1], "", 1);
	(void)pthread_join(proxy->thread, NULL);
	free_proxy(proxy);
}
