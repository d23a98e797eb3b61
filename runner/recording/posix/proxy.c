/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "runner/recording/posix/proxy.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <gnutls/x509.h>
#include <netdb.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/posix/clock.h"
#include "runner/recording/posix/stream.h"
#include "runner/recording/posix/tunnel.h"
#include "runner/recording/rewrite.h"

enum {
	BUFFER_MAX = 256 << 10, /* bytes on their way in one direction */
	READ_MAX = 64 << 10,
	ROUNDS_MAX = 64, /* of one connection before the others have their turn */
	CONNECTION_MAX = 1000,
	ACCEPTS_MAX = 32, /* at a time */
};

struct conn {
	struct conn *next;
	struct rec__proxy *proxy;
	struct stream client, server;
	uint32_t number;
	struct rec__http request, answer;
	struct rec__exchange *x;
	struct strbuf pending;		/* read from the client, not looked at: the next request */
	const struct addrinfo *address; /* being connected to */
	bool connecting, connected;
	bool tunnelling; /* while connecting: the proxy is there, and asked for the way on */
	struct tunnel tunnel;
	bool unwelcome; /* its certificate was refused: the next connection has another */
	bool asked, request_done, answered; /* of the request under way */
	bool opaque;			    /* after an upgrade, or an answer that is no HTTP */
	bool server_ended, server_reset;
	bool client_ended;
	bool closing; /* once everything is flushed */
	bool rude;    /* by RST */
	bool over;
	bool greeting;	     /* the client's TLS handshake goes on */
	bool hungry;	     /* had more to do than one turn allows */
	int64_t deadline_ns; /* of a head or a connect; TIME_NEVER */
	struct pollfd *polls[2];
};

struct rec__proxy {
	struct rec__proxy_options opt;
	int listener, wake[2];
	pthread_t thread;
	bool running;
	char *url;
	struct rec__site target;
	struct addrinfo *addresses;
	bool has_way;
	struct tunnel_way way;
	gnutls_certificate_credentials_t to_server, to_client;
	struct identity *identities; /* of certificates that were given; the last is first */
	struct conn *conns;
	uint32_t conn_count;
	struct pollfd *polls;
	size_t poll_cap;
	int64_t started_ns;
	bool stopping, told;
	char *buf;
};

/* A certificate that the upstream's callback gave. Connections refer to it until the end. */
struct identity {
	struct identity *next;
	char *cert_pem;
	gnutls_certificate_credentials_t credentials;
};

static int64_t now_of(const struct rec__proxy *p)
{
	return clock_monotonic_ns() - p->started_ns;
}

static void say(struct rec__proxy *p, const char *what, const char *why)
{
	char text[400];

	if (!p->opt.say)
		return;
	(void)snprintf(text, sizeof(text), "%s: %s", what, why);
	p->opt.say(p->opt.say_user, text);
}

/* --- the end of a connection --- */

static void end_conn(struct conn *c, bool by_server, bool reset)
{
	if (c->over)
		return;
	c->over = true;
	rec__tap_disconnect(c->proxy->opt.tap, now_of(c->proxy), c->number, by_server, reset);
	stream_close(&c->client, reset);
	stream_close(&c->server, false);
}

static void close_exchange(struct conn *c, enum rec__how how, const char *why)
{
	rec__exchange_close(c->x, now_of(c->proxy), how, str_of(why));
	c->x = NULL;
}

/* The client went: so does the server's connection. */
static void client_left(struct conn *c, bool reset)
{
	rec__exchange_hangup(c->x, now_of(c->proxy));
	c->x = NULL;
	end_conn(c, false, reset);
}

/* Everything that came is still handed on. */
static void close_soon(struct conn *c, bool rude)
{
	c->closing = true;
	c->rude = rude;
	stream_close(&c->server, false);
	c->deadline_ns = time_add(now_of(c->proxy), 30 * NS_PER_S);
}

/* An answer of the proxy's own: only for what it must not pass on. */
static void refuse(struct conn *c, const struct rec__refusal *why)
{
	rec__refusal_write(why, &c->client.out);
	close_soon(c, false);
}

/* --- the server --- */

static enum rec__how how_of(int error)
{
	return error == ECONNREFUSED		       ? REC_HOW_REFUSED
	       : error == ECONNRESET || error == EPIPE ? REC_HOW_RESET
						       : REC_HOW_UNREACHABLE;
}

static void server_failed(struct conn *c, enum rec__how how, const char *why)
{
	close_exchange(c, how, why);
	if (!c->proxy->told)
		say(c->proxy, "the server cannot be reached", why);
	c->proxy->told = true;
	close_soon(c, true);
}

static int nonblocking_socket(int family)
{
	int fd = socket(family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0), on = 1;

	if (fd >= 0)
		(void)setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof(on));
	return fd;
}

static int trust(gnutls_certificate_credentials_t to, const struct rec__upstream *up);

/* As whoever the callback says; NULL: no memory, or `err` has why. */
static gnutls_certificate_credentials_t identity_of(struct rec__proxy *p, struct relist_err *err)
{
	const struct rec__upstream *up = &p->opt.upstream;
	char *cert = NULL, *key = NULL;
	struct identity *id;
	int rc;

	if (!up->certificate)
		return p->to_server;
	if (up->certificate(up->user, &cert, &key, err))
		return NULL;
	if (!cert || !key || (p->identities && strcmp(p->identities->cert_pem, cert) == 0)) {
		bool same = cert && key;

		base__free(cert);
		base__free(key);
		return same ? p->identities->credentials : p->to_server;
	}
	id = base__calloc(1, sizeof(*id));
	rc = id ? gnutls_certificate_allocate_credentials(&id->credentials) : GNUTLS_E_MEMORY_ERROR;
	if (rc >= 0)
		rc = trust(id->credentials, up);
	if (rc >= 0) {
		gnutls_datum_t c = { (unsigned char *)cert, (unsigned)strlen(cert) };
		gnutls_datum_t k = { (unsigned char *)key, (unsigned)strlen(key) };

		rc = gnutls_certificate_set_x509_key_mem(id->credentials, &c, &k,
							 GNUTLS_X509_FMT_PEM);
	}
	base__free(key);
	if (rc < 0) {
		relist_err_set(err, RELIST_EIO, "the exec plugin's certificate and key: %s",
			       gnutls_strerror(rc));
		if (id && id->credentials)
			gnutls_certificate_free_credentials(id->credentials);
		base__free(cert);
		base__free(id);
		return NULL;
	}
	id->cert_pem = cert;
	id->next = p->identities;
	p->identities = id;
	return id->credentials;
}

static bool start_tls(struct conn *c, struct relist_err *err)
{
	struct rec__proxy *p = c->proxy;
	const char *host = p->opt.upstream.tls_name ? p->opt.upstream.tls_name : p->target.host;
	const gnutls_datum_t alpn = { (unsigned char *)(uintptr_t) "http/1.1", 8 };
	unsigned char address[16];
	gnutls_certificate_credentials_t as = identity_of(p, err);
	gnutls_session_t tls;
	int rc;

	if (!as)
		return false;
	rc = gnutls_init(&tls, GNUTLS_CLIENT | GNUTLS_NONBLOCK | GNUTLS_NO_SIGNAL);
	if (rc < 0)
		return false;
	rc = gnutls_set_default_priority(tls);
	if (rc == 0)
		rc = gnutls_credentials_set(tls, GNUTLS_CRD_CERTIFICATE, as);
	if (rc == 0)
		rc = gnutls_alpn_set_protocols(tls, &alpn, 1, 0);
	if (rc == 0 && inet_pton(AF_INET, host, address) != 1 &&
	    inet_pton(AF_INET6, host, address) != 1)
		rc = gnutls_server_name_set(tls, GNUTLS_NAME_DNS, host, strlen(host));
	if (rc < 0) {
		gnutls_deinit(tls);
		return false;
	}
	if (!p->opt.upstream.insecure)
		gnutls_session_set_verify_cert(tls, host, 0);
	stream_use_tls(&c->server, tls);
	return true;
}

static void reached_server(struct conn *c)
{
	struct relist_err err = { 0 };

	c->connecting = false;
	c->connected = true;
	c->proxy->told = false;
	if (!c->proxy->target.tls)
		c->deadline_ns = TIME_NEVER;
	else if (!start_tls(c, &err))
		server_failed(c, REC_HOW_TLS, err.code ? err.msg : "TLS: out of memory");
}

static void look_at_tunnel(struct conn *c)
{
	enum tunnel_state state = tunnel_go(&c->tunnel, c->server.fd);

	if (state == TUNNEL_GOING)
		return;
	c->tunnelling = false;
	c->connecting = false;
	if (state == TUNNEL_OPEN)
		reached_server(c);
	else
		server_failed(c, REC_HOW_UNREACHABLE, c->tunnel.why);
	tunnel_fini(&c->tunnel);
}

static void connected(struct conn *c)
{
	if (!c->proxy->has_way) {
		reached_server(c);
		return;
	}
	tunnel_begin(&c->tunnel, &c->proxy->way, &c->proxy->target);
	c->tunnelling = true;
	look_at_tunnel(c);
}

/* Tries one address after the other. */
static void connect_next(struct conn *c)
{
	int error = 0;

	for (; c->address; c->address = c->address->ai_next) {
		int fd = nonblocking_socket(c->address->ai_family), rc;

		if (fd < 0) {
			error = errno;
			continue;
		}
		rc = connect(fd, c->address->ai_addr, c->address->ai_addrlen);
		if (rc == 0 || errno == EINPROGRESS) {
			struct strbuf out = c->server.out;

			stream_init(&c->server, fd);
			c->server.out = out;
			c->connecting = true;
			if (rc == 0)
				connected(c);
			return;
		}
		error = errno;
		(void)close(fd);
	}
	server_failed(c, how_of(error), strerror(error));
}

static void connect_server(struct conn *c)
{
	int64_t patience = c->proxy->opt.connect_timeout_ns;

	c->address = c->proxy->addresses;
	c->deadline_ns = time_add(now_of(c->proxy), patience);
	connect_next(c);
}

static void look_at_connect(struct conn *c)
{
	struct pollfd pfd = { .fd = c->server.fd, .events = POLLOUT };
	socklen_t len = sizeof(int);
	int error = 0;

	if (poll(&pfd, 1, 0) != 1)
		return;
	(void)getsockopt(c->server.fd, SOL_SOCKET, SO_ERROR, &error, &len);
	if (!error) {
		connected(c);
		return;
	}
	(void)close(c->server.fd);
	c->server.fd = -1;
	c->connecting = false;
	c->address = c->address->ai_next;
	if (c->address)
		connect_next(c);
	else
		server_failed(c, how_of(error), strerror(error));
}

/* --- requests --- */

/* Of the client's own: else it is us who say who asks, with a token or a certificate. */
static bool has_credential(const struct conn *c)
{
	struct str own = rec__http_header(&c->request.head, "Authorization");

	return own.ptr && !str_eqz(own, REC_NO_CREDENTIAL);
}

static int add_authorization(struct conn *c, struct strbuf *out)
{
	const struct rec__upstream *up = &c->proxy->opt.upstream;
	struct relist_err err = { 0 };

	if (has_credential(c) || !up->authorize)
		return 0;
	if (up->authorize(up->user, out, &err) == 0)
		return 0;
	say(c->proxy, "no credential", err.msg);
	return -1;
}

static void begin_request(struct conn *c)
{
	struct rec__proxy *p = c->proxy;
	AUTO_STRBUF authorization = STRBUF_INIT;
	struct rec__refusal why = rec__head_refusal(&c->request.head, p->opt.bind_host);

	if (why.status) {
		refuse(c, &why);
		return;
	}
	c->asked = true;
	c->request_done = c->answered = false;
	c->deadline_ns = TIME_NEVER;
	c->x = rec__exchange_begin(p->opt.tap, c->number, &c->request.head);
	if (add_authorization(c, &authorization)) {
		server_failed(c, REC_HOW_UNREACHABLE, "no credential");
		return;
	}
	rec__http_expect(&c->answer, c->request.head.method);
	rec__head_rewrite(&c->request.head, &p->target, strbuf_str(&authorization),
			  has_credential(c) ? NULL : p->opt.upstream.impersonate, &c->server.out);
	if (c->server.fd < 0)
		connect_server(c);
}

static void bad_request(struct conn *c)
{
	bool large = strstr(c->request.why, "256 KiB") || strstr(c->request.why, "too many");
	struct rec__refusal why = { large ? 431 : 400, c->request.why };

	if (c->x)
		close_exchange(c, REC_HOW_CUT, c->request.why);
	refuse(c, &why);
}

static void request_ended(struct conn *c)
{
	c->request_done = true;
	rec__exchange_request_end(c->x, now_of(c->proxy));
	if (c->answered)
		c->asked = false;
}

/* Looks at bytes of the client; false: the rest must wait for the answer. */
static bool take_request(struct conn *c, struct str bytes, size_t *used)
{
	*used = 0;
	while (*used < bytes.len && !c->closing && !c->over) {
		struct str rest = { bytes.ptr + *used, bytes.len - *used }, data;
		bool in_head = rec__http_in_head(&c->request);
		size_t n;
		enum rec__http_event e;

		if (in_head && c->asked)
			return false;
		if (in_head && c->deadline_ns == TIME_NEVER)
			c->deadline_ns = time_add(now_of(c->proxy), c->proxy->opt.head_timeout_ns);
		e = rec__http_feed(&c->request, rest, &n, &data);
		if (!in_head)
			strbuf_add(&c->server.out, rest.ptr, n);
		*used += n;
		if (e == REC_HTTP_DATA)
			rec__exchange_request_data(c->x, data);
		if (e == REC_HTTP_BAD)
			bad_request(c);
		if (e == REC_HTTP_HEAD)
			begin_request(c);
		if (e == REC_HTTP_END)
			request_ended(c);
	}
	return true;
}

/* A message's end is told by the next call, which needs no bytes. */
static void finish_request(struct conn *c)
{
	struct str none = { "", 0 }, data;
	size_t n;

	if (c->asked && !c->request_done && !c->closing && !c->over &&
	    rec__http_done(&c->request) && rec__http_feed(&c->request, none, &n, &data))
		request_ended(c);
}

/* --- answers --- */

static void answer_ended(struct conn *c)
{
	rec__exchange_end(c->x, now_of(c->proxy));
	c->x = NULL;
	c->answered = true;
	if (c->request_done)
		c->asked = false;
	if (c->unwelcome)
		close_soon(c, false);
}

static void bad_answer(struct conn *c)
{
	rec__tap_note(c->proxy->opt.tap, now_of(c->proxy), str_of(c->answer.why));
	close_exchange(c, REC_HOW_CUT, c->answer.why);
	c->opaque = true;
}

static void head_came(struct conn *c)
{
	const struct rec__upstream *up = &c->proxy->opt.upstream;
	const struct rec__http_head *head = &c->answer.head;

	rec__exchange_head(c->x, now_of(c->proxy), head);
	if (head->status == 401 && up->unauthorized)
		up->unauthorized(up->user);
	c->unwelcome |= head->status == 401 && up->certificate;
	if (head->framing == REC_HTTP_OPAQUE)
		c->opaque = true;
}

/* The bytes have been handed on; this only looks. */
static void look_at_answer(struct conn *c, struct str bytes)
{
	size_t used = 0;

	while (!c->opaque) {
		struct str rest = { bytes.ptr + used, bytes.len - used }, data;
		bool interim = c->answer.head.status < 200;
		size_t n;

		switch (rec__http_feed(&c->answer, rest, &n, &data)) {
		case REC_HTTP_MORE:
			return;
		case REC_HTTP_HEAD:
			head_came(c);
			break;
		case REC_HTTP_DATA:
			rec__exchange_data(c->x, now_of(c->proxy), data);
			if (c->answer.head.framing != REC_HTTP_CHUNKED)
				rec__exchange_chunk(c->x, now_of(c->proxy));
			break;
		case REC_HTTP_CHUNK:
			rec__exchange_chunk(c->x, now_of(c->proxy));
			break;
		case REC_HTTP_END:
			if (!interim)
				answer_ended(c);
			break;
		case REC_HTTP_BAD:
			bad_answer(c);
			break;
		}
		used += n;
	}
	if (used < bytes.len)
		rec__exchange_received(c->x, now_of(c->proxy),
				       (struct str) { bytes.ptr + used, bytes.len - used });
}

static void server_left(struct conn *c, bool reset)
{
	const char *why = stream_why(&c->server);

	if (c->x && c->opaque)
		close_exchange(c, reset ? REC_HOW_RESET : REC_HOW_EOF, "");
	else if (c->asked && !c->answered && rec__http_end(&c->answer) &&
		 c->answer.head.framing == REC_HTTP_TO_CLOSE && !reset && c->answer.head.status)
		answer_ended(c);
	else if (c->x)
		close_exchange(c, reset ? REC_HOW_RESET : REC_HOW_CUT, why);
	c->server_ended = true;
	c->server_reset = reset;
	close_soon(c, reset);
}

/* --- moving bytes --- */

static bool read_client(struct conn *c)
{
	struct rec__proxy *p = c->proxy;
	size_t n, used;

	if (c->closing || c->client_ended || stream_pending(&c->server) >= BUFFER_MAX ||
	    (c->pending.len && !c->opaque))
		return false;
	switch (stream_read(&c->client, p->buf, READ_MAX, &n)) {
	case STREAM_OK:
		break;
	case STREAM_AGAIN:
		return false;
	case STREAM_EOF:
		client_left(c, false);
		return true;
	case STREAM_RESET:
	case STREAM_TLS:
		client_left(c, true);
		return true;
	}
	if (c->opaque) {
		strbuf_add(&c->server.out, p->buf, n);
		rec__exchange_sent(c->x, n);
	} else if (!take_request(c, (struct str) { p->buf, n }, &used)) {
		strbuf_add(&c->pending, p->buf + used, n - used);
	}
	finish_request(c);
	return true;
}

static bool read_pending(struct conn *c)
{
	struct strbuf bytes = c->pending;
	size_t used;

	if (!bytes.len || c->asked || c->closing)
		return false;
	strbuf_init(&c->pending);
	if (!take_request(c, strbuf_str(&bytes), &used))
		strbuf_add(&c->pending, bytes.ptr + used, bytes.len - used);
	strbuf_fini(&bytes);
	finish_request(c);
	return true;
}

static bool read_server(struct conn *c)
{
	struct rec__proxy *p = c->proxy;
	size_t n;

	if (c->server.fd < 0 || c->connecting || c->closing ||
	    stream_pending(&c->client) >= BUFFER_MAX)
		return false;
	switch (stream_read(&c->server, p->buf, READ_MAX, &n)) {
	case STREAM_OK:
		break;
	case STREAM_AGAIN:
		return false;
	case STREAM_EOF:
		server_left(c, false);
		return true;
	case STREAM_RESET:
		server_left(c, true);
		return true;
	case STREAM_TLS:
		server_failed(c, REC_HOW_TLS, stream_why(&c->server));
		return true;
	}
	strbuf_add(&c->client.out, p->buf, n);
	if (c->opaque)
		rec__exchange_received(c->x, now_of(c->proxy), (struct str) { p->buf, n });
	else
		look_at_answer(c, (struct str) { p->buf, n });
	return true;
}

/* True: something was sent. */
static bool flush_both(struct conn *c)
{
	size_t before = stream_pending(&c->client) + stream_pending(&c->server);
	enum stream_result r;

	if (c->client.out.failed || c->server.out.failed || c->pending.failed) {
		close_exchange(c, REC_HOW_RESET, "the proxy ran out of memory");
		end_conn(c, true, true);
		return true;
	}
	r = stream_flush(&c->client);
	if (r == STREAM_RESET || r == STREAM_TLS) {
		client_left(c, true);
		return true;
	}
	if (c->server.fd >= 0 && !c->connecting) {
		r = stream_flush(&c->server);
		if (r == STREAM_TLS)
			server_failed(c, REC_HOW_TLS, stream_why(&c->server));
		/* A server that takes no more may have answered: that is read first. */
		if (r == STREAM_RESET)
			stream_forget(&c->server);
	}
	if (c->server.tls && !c->server.shaking && c->deadline_ns != TIME_NEVER && c->asked)
		c->deadline_ns = TIME_NEVER;
	if (c->client.tls && !c->client.shaking && c->greeting) {
		c->greeting = false;
		c->deadline_ns = TIME_NEVER;
	}
	if (c->closing && !stream_pending(&c->client))
		end_conn(c, true, c->rude);
	return stream_pending(&c->client) + stream_pending(&c->server) < before;
}

/* Until nothing moves. */
static void pump(struct conn *c)
{
	c->hungry = true;
	for (int round = 0; round < ROUNDS_MAX && !c->over; round++) {
		bool moved = false;

		if (c->tunnelling)
			look_at_tunnel(c);
		else if (c->connecting)
			look_at_connect(c);
		if (!c->over)
			moved = read_pending(c) || moved;
		if (!c->over)
			moved = read_client(c) || moved;
		if (!c->over)
			moved = read_server(c) || moved;
		if (!c->over)
			moved = flush_both(c) || moved;
		if (!moved) {
			c->hungry = false;
			break;
		}
	}
}

static void on_deadline(struct conn *c)
{
	static const struct rec__refusal slow = { 408, "the request's head did not come in time" };

	c->deadline_ns = TIME_NEVER;
	if (c->closing)
		end_conn(c, true, true);
	else if (c->connecting)
		server_failed(c, REC_HOW_UNREACHABLE, "timed out");
	else if (c->server.shaking)
		server_failed(c, REC_HOW_SILENT, "the TLS handshake did not end");
	else if (c->client.shaking)
		end_conn(c, false, true);
	else
		refuse(c, &slow);
	if (!c->over)
		(void)flush_both(c);
}

/* --- the loop --- */

static void free_conn(struct conn *c)
{
	stream_close(&c->client, false);
	stream_close(&c->server, false);
	strbuf_fini(&c->server.out);
	strbuf_fini(&c->pending);
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
	c = base__calloc(1, sizeof(*c));
	if (!c || (p->to_client &&
		   (gnutls_init(&tls, GNUTLS_SERVER | GNUTLS_NONBLOCK | GNUTLS_NO_SIGNAL) < 0 ||
		    gnutls_set_default_priority(tls) < 0 ||
		    gnutls_credentials_set(tls, GNUTLS_CRD_CERTIFICATE, p->to_client) < 0))) {
		if (tls)
			gnutls_deinit(tls);
		base__free(c);
		(void)close(fd);
		return false;
	}
	c->proxy = p;
	stream_init(&c->client, fd);
	stream_init(&c->server, -1);
	strbuf_init(&c->pending);
	rec__http_init(&c->request, false);
	rec__http_init(&c->answer, true);
	if (tls)
		stream_use_tls(&c->client, tls);
	c->greeting = tls != NULL;
	c->deadline_ns = tls ? time_add(now_of(p), p->opt.head_timeout_ns) : TIME_NEVER;
	(void)getnameinfo((struct sockaddr *)&from, len, host, sizeof(host), port, sizeof(port),
			  NI_NUMERICHOST | NI_NUMERICSERV);
	(void)snprintf(client, sizeof(client), strchr(host, ':') ? "[%s]:%s" : "%s:%s", host, port);
	c->number = rec__tap_connect(p->opt.tap, now_of(p), str_of(client), tls != NULL);
	c->next = p->conns;
	p->conns = c;
	p->conn_count++;
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
	int64_t now = now_of(p), deadline = TIME_NEVER;
	size_t n = 0;

	p->polls[n++] = (struct pollfd) { .fd = p->wake[0], .events = POLLIN };
	p->polls[n++] =
	    (struct pollfd) { .fd = p->conn_count < p->opt.connection_max ? p->listener : -1,
			      .events = POLLIN };
	for (struct conn *c = p->conns; c; c = c->next) {
		bool reads = !c->closing && stream_pending(&c->server) < BUFFER_MAX &&
			     (!c->pending.len || c->opaque);

		/* A client whose next request waits may still leave. */
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

	if (client || server || c->hungry)
		pump(c);
	/* It has left, and what it sent before is of no use to anybody any more. */
	if (!c->over && !c->hungry &&
	    ((client & (POLLHUP | POLLERR)) || ((client & POLLRDHUP) && c->pending.len)))
		client_left(c, (client & POLLERR) != 0);
	if (!c->over && c->deadline_ns <= now_of(c->proxy))
		on_deadline(c);
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
		for (struct conn *c = p->conns; c; c = c->next)
			serve_conn(c);
		sweep(p);
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

/* --- setting up --- */

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

static int tls_failed(struct relist_err *err, const char *what, int rc)
{
	return relist_err_set(err, RELIST_EINVAL, "%s: %s", what, gnutls_strerror(rc));
}

static gnutls_datum_t datum(const char *z)
{
	return (gnutls_datum_t) { (unsigned char *)(uintptr_t)z, (unsigned)strlen(z) };
}

static int trust(gnutls_certificate_credentials_t to, const struct rec__upstream *up)
{
	gnutls_datum_t pem;

	if (up->ca_pem) {
		pem = datum(up->ca_pem);
		return gnutls_certificate_set_x509_trust_mem(to, &pem, GNUTLS_X509_FMT_PEM);
	}
	if (up->ca_file)
		return gnutls_certificate_set_x509_trust_file(to, up->ca_file, GNUTLS_X509_FMT_PEM);
	return up->insecure ? 0 : gnutls_certificate_set_x509_system_trust(to);
}

/* The client's certificate: each half from memory or a file. */
static int present(struct rec__proxy *p, const struct rec__upstream *up)
{
	gnutls_datum_t cert = { NULL, 0 }, key = { NULL, 0 };
	bool cert_loaded = !up->cert_pem && up->cert_file,
	     key_loaded = !up->key_pem && up->key_file;
	int rc = 0;

	if (!up->cert_pem && !up->cert_file)
		return 0;
	if (cert_loaded)
		rc = gnutls_load_file(up->cert_file, &cert);
	else
		cert = datum(up->cert_pem);
	if (rc == 0 && key_loaded)
		rc = gnutls_load_file(up->key_file, &key);
	else if (rc == 0 && up->key_pem)
		key = datum(up->key_pem);
	if (rc == 0)
		rc = gnutls_certificate_set_x509_key_mem(p->to_server, &cert, &key,
							 GNUTLS_X509_FMT_PEM);
	if (cert_loaded)
		gnutls_free(cert.data);
	if (key_loaded)
		gnutls_free(key.data);
	return rc;
}

static int prepare_tls(struct rec__proxy *p, struct relist_err *err)
{
	const struct rec__upstream *up = &p->opt.upstream;
	int rc = gnutls_global_init();

	if (rc < 0)
		return tls_failed(err, "TLS", rc);
	if (p->target.tls) {
		rc = gnutls_certificate_allocate_credentials(&p->to_server);
		if (rc >= 0)
			rc = trust(p->to_server, up);
		if (rc < 0)
			return tls_failed(err, "the cluster's certificate authority", rc);
		rc = present(p, up);
		if (rc < 0)
			return tls_failed(err, "the user's certificate and key", rc);
	}
	if (p->opt.cert_pem) {
		gnutls_datum_t cert = datum(p->opt.cert_pem), key = datum(p->opt.key_pem);

		rc = gnutls_certificate_allocate_credentials(&p->to_client);
		if (rc >= 0)
			rc = gnutls_certificate_set_x509_key_mem(p->to_client, &cert, &key,
								 GNUTLS_X509_FMT_PEM);
		if (rc < 0)
			return tls_failed(err, "the proxy's certificate", rc);
	}
	return 0;
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
	while (p->identities) {
		struct identity *id = p->identities;

		p->identities = id->next;
		gnutls_certificate_free_credentials(id->credentials);
		base__free(id->cert_pem);
		base__free(id);
	}
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
		code = prepare_tls(p, err);
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
