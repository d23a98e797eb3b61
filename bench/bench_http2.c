/* SPDX-License-Identifier: Apache-2.0 */
/* bench_http2 - the server's cost of a watch and of an event over HTTP/2 and HTTP/1.1: the same
 * streams of 500-byte events over TLS from fakeapi/http (HTTP/1.1, a connection for each watch;
 * HTTP/2 on one connection and on a hundred) and from a bare loop over nghttp2 and GnuTLS. CPU and
 * memory are those of the server's process, which does nothing else; the client is libcurl.
 *
 *   bench_http2 [WATCHES [EVENTS]]     EVENTS on each watch */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <curl/curl.h>
#include <gnutls/gnutls.h>
#include <nghttp2/nghttp2.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "fakeapi/http/server.h"
#include "fakeapi/http/tls.h"

enum { EVENT = 500 };

static char event[EVENT];
static unsigned long events_each;

/* ---- the project's transport: an exchange that returns one event per pull ---- */

struct given {
	struct fakeapi__exchange x;
	unsigned long left;
	size_t at; /* position in the current event */
};

static enum fakeapi__head give_head(struct fakeapi__exchange *x, int64_t now_ns)
{
	(void)now_ns;
	x->status = 200;
	return FAKEAPI_HEAD_READY;
}

static ptrdiff_t give(struct fakeapi__exchange *x, int64_t now_ns, void *buf, size_t cap)
{
	struct given *g = (struct given *)(void *)x;
	size_t n;

	(void)now_ns;
	if (!g->left)
		return FAKEAPI_PULL_END;
	n = EVENT - g->at < cap ? EVENT - g->at : cap;
	memcpy(buf, event + g->at, n);
	g->at = (g->at + n) % EVENT;
	g->left -= g->at == 0;
	return (ptrdiff_t)n;
}

static int64_t never(const struct fakeapi__exchange *x)
{
	(void)x;
	return TIME_NEVER;
}

static void end(struct fakeapi__exchange *x, bool client_gone)
{
	(void)client_gone;
	base__free(x);
}

static struct fakeapi__exchange *begin(struct fakeapi__server *s, int64_t now_ns,
				       const struct fakeapi__request *req,
				       struct fakeapi__wake wake)
{
	static const struct fakeapi__exchange_ops ops = { give_head, give, never, end, NULL };
	struct given *g = base__calloc(1, sizeof(*g));

	(void)s;
	(void)now_ns;
	(void)req;
	(void)wake;
	if (!g)
		return NULL;
	g->x.ops = &ops;
	g->x.body_len = -1;
	g->left = events_each;
	return &g->x;
}

static void serve_ours(const struct fakeapi__tls *pem, int to, int until, uint32_t streams)
{
	struct fakeapi__server server = { begin };
	const struct fakeapi__http_options opt = { .tls_cert_pem = pem->cert_pem,
						   .tls_key_pem = pem->key_pem,
						   .http2_streams = streams };
	struct fakeapi__http *h = fakeapi__http_start(&server, &opt, NULL);
	uint16_t port = fakeapi__http_port(h, 0);
	char byte;

	(void)!write(to, &port, sizeof(port));
	(void)!read(until, &byte, 1);
	fakeapi__http_stop(h);
}

/* ---- the bare loop: one connection after the other ---- */

static ssize_t give_data(nghttp2_session *h2, int32_t stream, uint8_t *buf, size_t cap,
			 uint32_t *flags, nghttp2_data_source *source, void *user)
{
	unsigned long *left = source->ptr; /* number of bytes */
	size_t n = *left % EVENT ? *left % EVENT : EVENT;

	(void)h2;
	(void)stream;
	(void)user;
	if (!*left) {
		*flags |= NGHTTP2_DATA_FLAG_EOF;
		return 0;
	}
	if (n > cap) /* the window is nearly full */
		n = cap;
	*left -= n;
	memcpy(buf, event, n);
	return (ssize_t)n;
}

static int on_frame(nghttp2_session *h2, const nghttp2_frame *frame, void *user)
{
	static char name[] = ":status", value[] = "200";
	const nghttp2_nv head = { (uint8_t *)name, (uint8_t *)value, 7, 3, NGHTTP2_NV_FLAG_NONE };
	nghttp2_data_provider from = { .read_callback = give_data };
	unsigned long *left;

	(void)user;
	if (frame->hd.type != NGHTTP2_HEADERS)
		return 0;
	left = base__malloc(sizeof(*left)); /* one per watch, never freed */
	if (!left)
		return NGHTTP2_ERR_CALLBACK_FAILURE;
	*left = events_each * EVENT;
	from.source.ptr = left;
	return nghttp2_submit_response(h2, frame->hd.stream_id, &head, 1, &from);
}

static ssize_t on_send(nghttp2_session *h2, const uint8_t *bytes, size_t len, int flags, void *user)
{
	ssize_t n = gnutls_record_send(user, bytes, len);

	(void)h2;
	(void)flags;
	return n < 0 ? NGHTTP2_ERR_CALLBACK_FAILURE : n;
}

static void serve_connection(gnutls_session_t tls, int fd, uint32_t streams)
{
	const nghttp2_settings_entry many = { NGHTTP2_SETTINGS_MAX_CONCURRENT_STREAMS, streams };
	nghttp2_session_callbacks *calls;
	nghttp2_session *h2;
	unsigned char buf[16384];
	ssize_t n;

	(void)fd;
	(void)nghttp2_session_callbacks_new(&calls);
	nghttp2_session_callbacks_set_send_callback(calls, on_send);
	nghttp2_session_callbacks_set_on_frame_recv_callback(calls, on_frame);
	(void)nghttp2_session_server_new(&h2, calls, tls);
	nghttp2_session_callbacks_del(calls);
	(void)nghttp2_submit_settings(h2, NGHTTP2_FLAG_NONE, &many, 1);
	do {
		if (nghttp2_session_send(h2) != 0)
			break;
		n = gnutls_record_recv(tls, buf, sizeof(buf));
	} while (n > 0 && nghttp2_session_mem_recv(h2, buf, (size_t)n) >= 0);
	nghttp2_session_del(h2);
}

static void serve_bare(const struct fakeapi__tls *pem, int to, int until, uint32_t streams)
{
	static unsigned char name[] = "h2";
	const gnutls_datum_t h2 = { name, 2 };
	gnutls_datum_t cert = { (unsigned char *)pem->cert_pem, (unsigned)strlen(pem->cert_pem) };
	gnutls_datum_t key = { (unsigned char *)pem->key_pem, (unsigned)strlen(pem->key_pem) };
	gnutls_certificate_credentials_t credentials;
	struct sockaddr_in at = { .sin_family = AF_INET,
				  .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
	socklen_t len = sizeof(at);
	int listener = socket(AF_INET, SOCK_STREAM, 0);
	uint16_t port;

	(void)gnutls_certificate_allocate_credentials(&credentials);
	(void)gnutls_certificate_set_x509_key_mem(credentials, &cert, &key, GNUTLS_X509_FMT_PEM);
	if (bind(listener, (struct sockaddr *)&at, sizeof(at)) != 0 || listen(listener, 16) != 0 ||
	    getsockname(listener, (struct sockaddr *)&at, &len) != 0)
		return;
	port = ntohs(at.sin_port);
	(void)!write(to, &port, sizeof(port));
	for (;;) {
		struct pollfd fds[] = { { listener, POLLIN, 0 }, { until, POLLIN, 0 } };
		gnutls_session_t tls;
		int fd;

		if (poll(fds, 2, -1) < 0 || fds[1].revents)
			return;
		fd = accept(listener, NULL, NULL);
		(void)gnutls_init(&tls, GNUTLS_SERVER);
		(void)gnutls_set_default_priority(tls);
		(void)gnutls_credentials_set(tls, GNUTLS_CRD_CERTIFICATE, credentials);
		(void)gnutls_alpn_set_protocols(tls, &h2, 1, 0);
		gnutls_transport_set_int(tls, fd);
		if (gnutls_handshake(tls) == 0)
			serve_connection(tls, fd, streams);
		gnutls_deinit(tls);
		(void)close(fd);
	}
}

/* ---- the client ---- */

static size_t take(char *bytes, size_t size, size_t count, void *user)
{
	(void)bytes;
	*(uint64_t *)user += size * count;
	return size * count;
}

static uint64_t ask(uint16_t port, unsigned watches, long version, unsigned streams)
{
	CURLM *multi = curl_multi_init();
	CURL **all = calloc(watches, sizeof(CURL *));
	uint64_t bytes = 0;
	char url[64];
	int running = 1;

	(void)curl_multi_setopt(multi, CURLMOPT_MAX_CONCURRENT_STREAMS, (long)streams);
	(void)snprintf(url, sizeof(url), "https://127.0.0.1:%u/", port);
	for (unsigned i = 0; all && i < watches; i++) {
		all[i] = curl_easy_init();
		(void)curl_easy_setopt(all[i], CURLOPT_URL, url);
		(void)curl_easy_setopt(all[i], CURLOPT_HTTP_VERSION, version);
		(void)curl_easy_setopt(all[i], CURLOPT_PIPEWAIT, 1L);
		(void)curl_easy_setopt(all[i], CURLOPT_SSL_VERIFYPEER, 0L);
		(void)curl_easy_setopt(all[i], CURLOPT_WRITEFUNCTION, take);
		(void)curl_easy_setopt(all[i], CURLOPT_WRITEDATA, &bytes);
		(void)curl_multi_add_handle(multi, all[i]);
	}
	while (running && curl_multi_perform(multi, &running) == CURLM_OK)
		(void)curl_multi_poll(multi, NULL, 0, 1000, NULL);
	for (unsigned i = 0; all && i < watches; i++) {
		(void)curl_multi_remove_handle(multi, all[i]);
		curl_easy_cleanup(all[i]);
	}
	(void)curl_multi_cleanup(multi);
	free(all);
	return bytes;
}

static double seconds(struct timeval t)
{
	return (double)t.tv_sec + (double)t.tv_usec / 1e6;
}

static const struct kind {
	const char *name;
	void (*serve)(const struct fakeapi__tls *pem, int to, int until, uint32_t streams);
	long version;
	unsigned connections; /* 0: one per watch */
} kinds[] = {
	{ "HTTP/1.1, a connection each", serve_ours, CURL_HTTP_VERSION_1_1, 0 },
	{ "HTTP/2, one connection", serve_ours, CURL_HTTP_VERSION_2TLS, 1 },
	{ "HTTP/2, 100 connections", serve_ours, CURL_HTTP_VERSION_2TLS, 100 },
	{ "bare nghttp2, one connection", serve_bare, CURL_HTTP_VERSION_2TLS, 1 },
};

/* Returns the CPU seconds of the server. */
static double run(const struct fakeapi__tls *pem, const struct kind *k, unsigned watches,
		  unsigned long events)
{
	unsigned streams = k->connections ? (watches + k->connections - 1) / k->connections : 1;
	int port_pipe[2], stop_pipe[2], status;
	struct rusage used;
	uint64_t bytes;
	uint16_t port;
	pid_t pid;

	events_each = events;
	if (pipe(port_pipe) != 0 || pipe(stop_pipe) != 0)
		exit(1);
	pid = fork();
	if (pid == 0) {
		(void)close(stop_pipe[1]);
		k->serve(pem, port_pipe[1], stop_pipe[0], streams);
		_exit(0);
	}
	(void)close(stop_pipe[0]);
	if (read(port_pipe[0], &port, sizeof(port)) != sizeof(port))
		exit(1);
	bytes = ask(port, watches, k->version, streams);
	(void)close(stop_pipe[1]);
	(void)wait4(pid, &status, 0, &used);
	(void)close(port_pipe[0]);
	(void)close(port_pipe[1]);
	if (bytes != (uint64_t)watches * events * EVENT)
		printf("  (%llu bytes came, not %llu)\n", (unsigned long long)bytes,
		       (unsigned long long)watches * events * EVENT);
	printf("%-28s, %5u watches of %6lu events: %8.3f s CPU, %6ld KiB at most\n", k->name,
	       watches, events, seconds(used.ru_utime) + seconds(used.ru_stime), used.ru_maxrss);
	return seconds(used.ru_utime) + seconds(used.ru_stime);
}

int main(int argc, char **argv)
{
	unsigned watches = argc > 1 ? (unsigned)atoi(argv[1]) : 100;
	unsigned long events = argc > 2 ? strtoul(argv[2], NULL, 10) : 2000;
	struct fakeapi__tls pem;

	(void)signal(SIGPIPE, SIG_IGN);
	memset(event, 'x', sizeof(event));
	if (fakeapi__tls_make(&pem, NULL, time(NULL), NULL) != 0)
		return 1;
	(void)curl_global_init(CURL_GLOBAL_DEFAULT);
	for (size_t i = 0; i < ARRAY_LEN(kinds); i++) {
		double open_s = run(&pem, &kinds[i], watches, 0);
		double all_s = run(&pem, &kinds[i], watches, events);

		printf("    %.2f ms to open a watch, %.2f us an event\n", open_s * 1e3 / watches,
		       (all_s - open_s) * 1e6 / watches / (double)events);
	}
	fakeapi__tls_fini(&pem);
	return 0;
}
