/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "tests/kit/tls_server.h"

#include <arpa/inet.h>
#include <errno.h>
#include <gnutls/gnutls.h>
#include <gnutls/x509.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "base/str.h"
#include "tests/kit/testing.h"

#define BODY "{\"kind\":\"ConfigMap\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"a\"}}"
#define LIST                                                                                       \
	"{\"kind\":\"ConfigMapList\",\"apiVersion\":\"v1\",\"metadata\":{\"resourceVersion\":"     \
	"\"5\"},\"items\":[]}"
#define EVENT                                                                                      \
	"{\"type\":\"ADDED\",\"object\":{\"kind\":\"ConfigMap\",\"apiVersion\":\"v1\","            \
	"\"metadata\":"                                                                            \
	"{\"name\":\"a\",\"namespace\":\"default\",\"resourceVersion\":\"6\"}}}\n"
#define HEAD "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"

enum { LOG = 8, PATIENCE_S = 60 };

struct tls_server {
	const struct tls_server_options *options;
	int fd;
	unsigned port;
	gnutls_certificate_credentials_t credentials;
	pthread_t thread;
	pthread_mutex_t mu; /* the rest */
	pthread_cond_t more;
	size_t accepted, requests, watches, log_len;
	struct strbuf saw;
	char log[LOG][32];
};

/* One connection; `tls` is NULL in plain text. */
struct link {
	int fd;
	gnutls_session_t tls;
};

static ssize_t link_read(const struct link *l, void *buf, size_t len)
{
	return l->tls ? gnutls_record_recv(l->tls, buf, len) : recv(l->fd, buf, len, 0);
}

static void link_write(const struct link *l, const char *text)
{
	if (l->tls)
		(void)gnutls_record_send(l->tls, text, strlen(text));
	else
		(void)send(l->fd, text, strlen(text), MSG_NOSIGNAL);
}

/* ---- what the server sees ---- */

static void add_name(const struct link *l, struct strbuf *out)
{
	char name[256] = "";
	size_t len = sizeof(name) - 1;
	unsigned type = 0;

	if (gnutls_server_name_get(l->tls, name, &len, &type, 0) == 0)
		strbuf_addf(out, ", SNI %s", name);
}

static void add_client(const struct link *l, struct strbuf *out)
{
	unsigned count = 0;
	const gnutls_datum_t *list = gnutls_certificate_get_peers(l->tls, &count);

	for (unsigned i = 0; i < count; i++) {
		char name[256] = "";
		size_t len = sizeof(name);
		gnutls_x509_crt_t cert;

		assert_int_equal(gnutls_x509_crt_init(&cert), 0);
		if (gnutls_x509_crt_import(cert, &list[i], GNUTLS_X509_FMT_DER) == 0 &&
		    gnutls_x509_crt_get_dn_by_oid(cert, GNUTLS_OID_X520_COMMON_NAME, 0, 0, name,
						  &len) == 0)
			strbuf_addf(out, ", client %s", name);
		gnutls_x509_crt_deinit(cert);
	}
}

/* `prefix`, and the value of a header up to `end` or to the end of its line. */
static void add_header(const char *head, const char *field, const char *prefix, char end,
		       struct strbuf *out)
{
	const char *at = strcasestr(head, field);

	if (!at)
		return;
	at += strlen(field);
	strbuf_addz(out, prefix);
	for (; *at && *at != '\r' && *at != end; at++)
		strbuf_addc(out, *at);
}

static void note(struct tls_server *s, const struct link *l, const char *head)
{
	pthread_mutex_lock(&s->mu);
	s->requests++;
	strbuf_clear(&s->saw);
	if (l->tls) {
		add_name(l, &s->saw);
		add_client(l, &s->saw);
	}
	add_header(head, "\r\nHost: ", ", Host ", ':', &s->saw);
	add_header(head, "\r\nAuthorization: ", ", ", '\r', &s->saw);
	pthread_mutex_unlock(&s->mu);
}

void tls_server_note(struct tls_server *s, const char *what)
{
	pthread_mutex_lock(&s->mu);
	if (s->log_len < LOG)
		(void)snprintf(s->log[s->log_len++], sizeof(s->log[0]), "%s", what);
	pthread_cond_broadcast(&s->more);
	pthread_mutex_unlock(&s->mu);
}

/* ---- connections ---- */

/* Sends an event and what ends the first watch. */
static void end_watch(const struct link *l, enum tls_watch_end end)
{
	static const struct linger hard = { 1, 0 };
	AUTO_STRBUF chunk = STRBUF_INIT;

	strbuf_addf(&chunk, HEAD "Transfer-Encoding: chunked\r\n\r\n%zx\r\n" EVENT "\r\n",
		    strlen(EVENT));
	if (end == TLS_WATCH_MIDDLE)
		strbuf_addf(&chunk, "%zx\r\n%.40s", strlen(EVENT), EVENT);
	if (end == TLS_WATCH_LAST)
		strbuf_addz(&chunk, "0\r\n\r\n");
	link_write(l, chunk.ptr);
	if (end == TLS_WATCH_NOTIFY)
		(void)gnutls_bye(l->tls, GNUTLS_SHUT_WR);
	if (end == TLS_WATCH_RESET)
		(void)setsockopt(l->fd, SOL_SOCKET, SO_LINGER, &hard, sizeof(hard));
	if (end == TLS_WATCH_GARBAGE)
		(void)send(l->fd, "no record of TLS", 16, MSG_NOSIGNAL);
}

/* Answers a list or a watch. False: the connection ends. */
static bool inform(struct tls_server *s, const struct link *l, const char *head)
{
	const char *version = strstr(head, "resourceVersion=");
	AUTO_STRBUF answer = STRBUF_INIT;
	char what[32];

	if (!strstr(head, "watch=")) {
		tls_server_note(s, "list");
		strbuf_addf(&answer, HEAD "Content-Length: %zu\r\n\r\n" LIST, strlen(LIST));
		link_write(l, answer.ptr);
		return true;
	}
	(void)snprintf(what, sizeof(what), "watch %d", version ? atoi(version + 16) : -1);
	tls_server_note(s, what);
	if (s->watches++ > 0)
		return true;
	end_watch(l, s->options->watch_end);
	return false;
}

static void answer_all(struct tls_server *s, const struct link *l)
{
	const enum tls_end end = s->options->end;
	AUTO_STRBUF in = STRBUF_INIT;
	char buf[4096];
	ssize_t n;

	while ((n = link_read(l, buf, sizeof(buf))) > 0) {
		strbuf_add(&in, buf, (size_t)n);
		if (in.ptr[0] == 0x16) /* a handshake */
			return;
		if (!strstr(in.ptr, "\r\n\r\n"))
			continue;
		if (strstr(in.ptr, "/configmaps?")) {
			if (!inform(s, l, in.ptr))
				return;
			strbuf_clear(&in);
			continue;
		}
		note(s, l, in.ptr);
		strbuf_clear(&in);
		if (tls_server_requests(s) == 1 && end >= TLS_END_CUT) {
			link_write(l, HEAD "\r\n" BODY);
			if (end == TLS_END_NOTIFY)
				(void)gnutls_bye(l->tls, GNUTLS_SHUT_WR);
			return;
		}
		link_write(l, HEAD "Content-Length: 62\r\n\r\n" BODY);
	}
}

/* Ends the connection without RST, which could overtake the alert. */
static void drain(int fd)
{
	char buf[4096];

	(void)shutdown(fd, SHUT_WR);
	while (recv(fd, buf, sizeof(buf), 0) > 0)
		;
}

static bool shake_hands(struct tls_server *s, struct link *l)
{
	const struct tls_server_options *o = s->options;
	int rc;

	assert_int_equal(gnutls_init(&l->tls, GNUTLS_SERVER | GNUTLS_NO_SIGNAL), 0);
	assert_int_equal(gnutls_priority_set_direct(l->tls, o->priority ? o->priority : "NORMAL",
						    NULL),
			 0);
	assert_int_equal(gnutls_credentials_set(l->tls, GNUTLS_CRD_CERTIFICATE, s->credentials), 0);
	if (o->request_certificate)
		gnutls_certificate_server_set_request(l->tls, o->request_certificate == 2
								  ? GNUTLS_CERT_REQUIRE
								  : GNUTLS_CERT_REQUEST);
	if (o->client_ca)
		gnutls_session_set_verify_cert(l->tls, NULL, 0);
	gnutls_transport_set_int(l->tls, l->fd);
	do
		rc = gnutls_handshake(l->tls);
	while (rc != 0 && !gnutls_error_is_fatal(rc));
	if (rc != 0 && rc != GNUTLS_E_UNEXPECTED_PACKET) { /* as Go: no alert to plain text */
		(void)gnutls_alert_send_appropriate(l->tls, rc);
		drain(l->fd);
	}
	return rc == 0;
}

static void serve_one(struct tls_server *s, int fd)
{
	struct link l = { fd, NULL };
	bool first, ok = true;

	pthread_mutex_lock(&s->mu);
	first = ++s->accepted == 1;
	pthread_mutex_unlock(&s->mu);
	if (first && s->options->end == TLS_END_ACCEPT)
		return;
	if (s->options->cert)
		ok = shake_hands(s, &l);
	if (ok && !(first && s->options->end == TLS_END_HANDSHAKE))
		answer_all(s, &l);
	if (l.tls)
		gnutls_deinit(l.tls);
}

static void *serve(void *user)
{
	struct tls_server *s = user;
	int fd;

	while ((fd = accept4(s->fd, NULL, NULL, SOCK_CLOEXEC)) >= 0) {
		serve_one(s, fd);
		(void)close(fd);
	}
	return NULL;
}

/* ---- what a test calls ---- */

static gnutls_datum_t datum(const char *pem)
{
	return (gnutls_datum_t) { (unsigned char *)(uintptr_t)pem, (unsigned)strlen(pem) };
}

static void load_certificates(struct tls_server *s)
{
	const gnutls_datum_t cert = datum(s->options->cert), key = datum(s->options->key);

	assert_int_equal(gnutls_certificate_set_x509_key_mem(s->credentials, &cert, &key,
							     GNUTLS_X509_FMT_PEM),
			 0);
	if (s->options->client_ca) {
		const gnutls_datum_t ca = datum(s->options->client_ca);

		assert_int_equal(gnutls_certificate_set_x509_trust_mem(s->credentials, &ca,
								       GNUTLS_X509_FMT_PEM),
				 1);
	}
}

struct tls_server *tls_server_new(const struct tls_server_options *options)
{
	struct tls_server *s = calloc(1, sizeof(*s));
	struct sockaddr_in a = { .sin_family = AF_INET };
	socklen_t len = sizeof(a);

	assert_non_null(s);
	s->options = options;
	strbuf_init(&s->saw);
	assert_int_equal(gnutls_certificate_allocate_credentials(&s->credentials), 0);
	if (options->cert)
		load_certificates(s);
	a.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	s->fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
	assert_true(s->fd >= 0);
	assert_return_code(bind(s->fd, (struct sockaddr *)&a, sizeof(a)), 0);
	assert_return_code(listen(s->fd, 16), 0);
	assert_return_code(getsockname(s->fd, (struct sockaddr *)&a, &len), 0);
	s->port = ntohs(a.sin_port);
	assert_int_equal(pthread_mutex_init(&s->mu, NULL), 0);
	assert_int_equal(pthread_cond_init(&s->more, NULL), 0);
	assert_int_equal(pthread_create(&s->thread, NULL, serve, s), 0);
	return s;
}

void tls_server_free(struct tls_server *s)
{
	(void)shutdown(s->fd, SHUT_RDWR); /* ends accept4() */
	(void)pthread_join(s->thread, NULL);
	(void)close(s->fd);
	gnutls_certificate_free_credentials(s->credentials);
	pthread_cond_destroy(&s->more);
	pthread_mutex_destroy(&s->mu);
	strbuf_fini(&s->saw);
	free(s);
}

unsigned tls_server_port(const struct tls_server *s)
{
	return s->port;
}

size_t tls_server_requests(struct tls_server *s)
{
	size_t n;

	pthread_mutex_lock(&s->mu);
	n = s->requests;
	pthread_mutex_unlock(&s->mu);
	return n;
}

size_t tls_server_connections(struct tls_server *s)
{
	size_t n;

	pthread_mutex_lock(&s->mu);
	n = s->accepted;
	pthread_mutex_unlock(&s->mu);
	return n;
}

char *tls_server_saw(struct tls_server *s)
{
	char *copy;

	pthread_mutex_lock(&s->mu);
	copy = strdup(s->saw.ptr ? s->saw.ptr : "");
	pthread_mutex_unlock(&s->mu);
	assert_non_null(copy);
	return copy;
}

char *tls_server_log(struct tls_server *s, size_t count)
{
	AUTO_STRBUF out = STRBUF_INIT;
	struct timespec until;
	char *copy;

	assert_true(count <= LOG);
	(void)clock_gettime(CLOCK_REALTIME, &until);
	until.tv_sec += PATIENCE_S;
	pthread_mutex_lock(&s->mu);
	while (s->log_len < count)
		if (pthread_cond_timedwait(&s->more, &s->mu, &until) == ETIMEDOUT)
			fail_msg("%zu entries, not %zu", s->log_len, count);
	for (size_t i = 0; i < count; i++)
		strbuf_addf(&out, "%s%s", i ? ", " : "", s->log[i]);
	pthread_mutex_unlock(&s->mu);
	copy = strdup(out.ptr);
	assert_non_null(copy);
	return copy;
}
