/* SPDX-License-Identifier: Apache-2.0 */
/* What a transport does with answers that wait, break off, come by a deadline or are large, from a
 * server whose paths say what the answer is. */
#define _GNU_SOURCE
#include <curl/curl.h>
#include <gnutls/gnutls.h>
#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/socket.h>
#include <time.h>
#include <zlib.h>

#include "base/clock.h"
#include "base/str.h"
#include "fakeapi/http/server.h"
#include "fakeapi/http/tls.h"
#include "tests/kit/net.h"
#include "tests/kit/testing.h"

/* /known/N      N bytes of known length
 * /wait/N       the same, but every other pull waits for a deadline 1 ms away
 * /short/N      the same, but cut after half of them
 * /rst/N        the same, but reset after half of them
 * /stream/N     N bytes of a stream
 * /ticks        a stream of three ticks, each by its own deadline
 * /encoded/N    known, and it says it is encoded already
 * /varies/N     known, and it says that it varies by Accept-Encoding
 * /none         begin() gives nothing */
struct canned {
	struct fakeapi__exchange x;
	struct fakeapi__wake wake;
	char path[16];
	struct fakeapi__header headers[2];
	size_t len, pulled;
	bool waited;
	int64_t next_ns;
};

struct canned_server {
	struct fakeapi__server server;
	atomic_uint live;
	atomic_bool tls;
};

static struct canned_server *the_server;

static bool path_is(const struct canned *c, const char *what)
{
	return strcmp(c->path, what) == 0;
}

static enum fakeapi__head canned_head(struct fakeapi__exchange *x, int64_t now_ns)
{
	(void)x;
	(void)now_ns;
	return FAKEAPI_HEAD_READY;
}

static char pattern(size_t i)
{
	return (char)('a' + i / 7 % 26);
}

static ptrdiff_t canned_pull(struct fakeapi__exchange *x, int64_t now_ns, void *buf, size_t cap)
{
	struct canned *c = (struct canned *)x;
	size_t n = c->len - c->pulled;

	if (path_is(c, "/wait") || path_is(c, "/ticks")) {
		if (!c->waited)
			c->next_ns = now_ns + 2 * NS_PER_MS;
		c->waited = true;
		if (now_ns < c->next_ns)
			return FAKEAPI_PULL_WAIT;
		c->waited = false;
	}
	if ((path_is(c, "/short") || path_is(c, "/rst")) && c->pulled >= c->len / 2)
		return path_is(c, "/short") ? FAKEAPI_PULL_CUT : FAKEAPI_PULL_RESET;
	if (path_is(c, "/short") || path_is(c, "/rst"))
		n = c->len / 2 - c->pulled;
	if (!n)
		return FAKEAPI_PULL_END;
	n = n < cap ? n : cap;
	if (path_is(c, "/wait") && n > 100000)
		n = 100000;
	if (path_is(c, "/ticks"))
		n = 5;
	for (size_t i = 0; i < n; i++)
		((char *)buf)[i] = pattern(c->pulled + i);
	c->pulled += n;
	return (ptrdiff_t)n;
}

static int64_t canned_deadline_ns(const struct fakeapi__exchange *x)
{
	const struct canned *c = (const struct canned *)x;

	return c->waited ? c->next_ns : TIME_NEVER;
}

static void canned_end(struct fakeapi__exchange *x, bool client_gone)
{
	(void)client_gone;
	atomic_fetch_sub(&the_server->live, 1);
	free(x);
}

static const struct fakeapi__exchange_ops canned_ops = {
	.head = canned_head,
	.pull = canned_pull,
	.deadline_ns = canned_deadline_ns,
	.end = canned_end,
};

static struct fakeapi__exchange *canned_begin(struct fakeapi__server *s, int64_t now_ns,
					      const struct fakeapi__request *req,
					      struct fakeapi__wake wake)
{
	struct canned *c = calloc(1, sizeof(*c));
	const char *slash = memchr(req->path.ptr + 1, '/', req->path.len - 1);
	size_t name_len = slash ? (size_t)(slash - req->path.ptr) : req->path.len;

	(void)s;
	(void)now_ns;
	if (!c || str_eqz(req->path, "/none")) {
		free(c);
		return NULL;
	}
	ASSERT(name_len < sizeof(c->path));
	memcpy(c->path, req->path.ptr, name_len);
	c->x.ops = &canned_ops;
	c->x.status = 200;
	c->wake = wake;
	c->len = slash ? strtoul(slash + 1, NULL, 10) : 15;
	c->x.body_len = path_is(c, "/stream") || path_is(c, "/ticks") ? -1 : (int64_t)c->len;
	c->headers[0] = (struct fakeapi__header) { STR("Content-Type"), STR("text/x-test") };
	c->headers[1] = (struct fakeapi__header) { STR("content-encoding"), STR("identity") };
	c->x.headers = c->headers;
	c->x.header_count = path_is(c, "/encoded") ? 2 : 1;
	if (path_is(c, "/varies"))
		c->headers[c->x.header_count++] =
		    (struct fakeapi__header) { STR("Vary"), STR("Accept-Encoding") };
	atomic_fetch_add(&the_server->live, 1);
	atomic_store(&the_server->tls, req->tls);
	return &c->x;
}

static struct fakeapi__http *start(struct canned_server *s, struct fakeapi__http_options opt)
{
	struct relist_err err = { 0 };
	struct fakeapi__http *h;

	*s = (struct canned_server) { .server.begin = canned_begin };
	the_server = s;
	h = fakeapi__http_start(&s->server, &opt, &err);
	if (!h)
		fail_msg("%s", err.msg);
	return h;
}

static void stop(struct fakeapi__http *h)
{
	fakeapi__http_stop(h);
	assert_int_equal(atomic_load(&the_server->live), 0);
}

static void ask(struct net_in *c, const char *path, const char *more)
{
	char text[256];

	(void)snprintf(text, sizeof(text), "GET %s HTTP/1.1\r\nHost: h\r\n%s\r\n", path, more);
	net_send(c->fd, text);
}

static void assert_pattern(const char *bytes, size_t len)
{
	for (size_t i = 0; i < len; i++)
		if (bytes[i] != pattern(i))
			fail_msg("byte %zu of %zu is wrong", i, len);
}

static void body_of_known_length_is_complete_in_pieces_of_any_size(void **state)
{
	static const char *paths[] = { "/known/1000",  "/wait/1000",	"/wait/250000",
				       "/wait/600000", "/known/600000", "/known/0" };
	struct canned_server s;
	struct fakeapi__http *h = start(&s, (struct fakeapi__http_options) { .gzip = true });
	struct net_in c = net_in(net_connect(fakeapi__http_port(h, 0)));

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(paths); i++) {
		size_t len = strtoul(strrchr(paths[i], '/') + 1, NULL, 10);

		ask(&c, paths[i], "");
		net_consume(&c, net_read_response(&c) - len);
		assert_int_equal(c.len, len);
		assert_pattern(c.buf, len);
		net_consume(&c, len);
	}
	net_close(&c);
	stop(h);
}

static void body_of_known_length_can_be_cut_or_reset(void **state)
{
	static const struct {
		const char *path;
		enum net_end end;
		size_t len;
	} cases[] = {
		{ "/short/1000", NET_FIN, 500 }, { "/short/600000", NET_FIN, 300000 },
		{ "/rst/1000", NET_RST, 500 },	 { "/rst/600000", NET_RST, 300000 },
		{ "/short/1", NET_FIN, 0 },
	};
	struct canned_server s;
	struct fakeapi__http *h = start(&s, (struct fakeapi__http_options) { 0 });

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		struct net_in c = net_in(net_connect(fakeapi__http_port(h, 0)));
		const char *body;

		ask(&c, cases[i].path, "");
		assert_int_equal(net_read_end(&c), cases[i].end);
		body = strstr(c.buf, "\r\n\r\n");
		if (!body)
			fail_msg("%s: no headers", cases[i].path);
		body += 4;
		assert_int_equal(c.buf + c.len - body, cases[i].len);
		assert_pattern(body, (size_t)(c.buf + c.len - body));
		net_close(&c);
	}
	stop(h);
}

static void deadline_alone_wakes_an_exchange(void **state)
{
	struct canned_server s;
	struct fakeapi__http *h = start(&s, (struct fakeapi__http_options) { 0 });
	struct net_in c = net_in(net_connect(fakeapi__http_port(h, 0)));

	(void)state;
	ask(&c, "/ticks", "");
	net_read_until(&c, "5\r\naaaaa\r\n5\r\naabbb\r\n5\r\nbbbbc\r\n0\r\n\r\n");
	net_close(&c);
	stop(h);
}

static int64_t manual_now_ns(void *user)
{
	return atomic_load((_Atomic int64_t *)user);
}

static void manual_clock_takes_effect_after_a_poke(void **state)
{
	_Atomic int64_t now_ns = 1000;
	struct canned_server s;
	struct fakeapi__http *h =
	    start(&s,
		  (struct fakeapi__http_options) { .now_ns = manual_now_ns, .now_user = &now_ns });
	struct net_in c = net_in(net_connect(fakeapi__http_port(h, 0)));

	(void)state;
	ask(&c, "/ticks", "");
	net_read_until(&c, "\r\n\r\n");
	assert_null(strstr(c.buf, "5\r\n"));
	while (!strstr(c.buf, "0\r\n\r\n")) {
		struct pollfd p = { .fd = c.fd, .events = POLLIN };

		atomic_fetch_add(&now_ns, 2 * NS_PER_MS);
		fakeapi__http_poke(h);
		if (poll(&p, 1, 5))
			net_read_n(&c, c.len + 1);
	}
	assert_non_null(strstr(c.buf, "5\r\naaaaa\r\n5\r\naabbb\r\n5\r\nbbbbc\r\n0\r\n"));
	net_close(&c);
	stop(h);
}

static void assert_gunzips_to_pattern(const char *bytes, size_t len, size_t want)
{
	z_stream z = { 0 };
	char *out = malloc(want + 1);

	assert_non_null(out);
	assert_int_equal(inflateInit2(&z, MAX_WBITS + 16), Z_OK);
	z.next_in = (Bytef *)(uintptr_t)bytes;
	z.avail_in = (uInt)len;
	z.next_out = (Bytef *)out;
	z.avail_out = (uInt)want + 1;
	assert_int_equal(inflate(&z, Z_FINISH), Z_STREAM_END);
	assert_int_equal(z.total_out, want);
	assert_int_equal(z.avail_in, 0);
	assert_pattern(out, want);
	assert_int_equal(inflateEnd(&z), Z_OK);
	free(out);
}

static void large_responses_are_gzipped_if_the_client_accepts_it(void **state)
{
	static const struct {
		const char *path, *header;
		bool on, gzipped;
	} cases[] = {
		{ "/known/131072", "Accept-Encoding: gzip\r\n", true, false },
		{ "/known/131073", "Accept-Encoding: gzip\r\n", true, true },
		{ "/known/131073", "Accept-Encoding: br;q=1.0,\t gzip \r\n", true, true },
		{ "/known/131073", "Accept-Encoding: ,,gzip,gzip;q=0\r\n", true, true },
		{ "/known/131073", "Accept-Encoding: br, gzip;q=1.0\r\n", true, false },
		{ "/known/131073", "Accept-Encoding: gzip;q=0\r\n", true, false },
		{ "/known/131073", "Accept-Encoding: GZIP, *\r\n", true, false },
		{ "/known/131073", "Accept-Encoding: gzip deflate\r\n", true, false },
		{ "/known/131073", "Accept-Encoding: br\r\nAccept-Encoding: gzip\r\n", true,
		  false },
		{ "/wait/600000", "Accept-Encoding: gzip\r\n", true, true },
		{ "/known/131073", "Accept-Encoding: xgzip, gzipped\r\n", true, false },
		{ "/known/131073", "", true, false },
		{ "/known/131073", "Accept-Encoding: gzip\r\n", false, false },
		{ "/encoded/131073", "Accept-Encoding: gzip\r\n", true, false },
		{ "/varies/131073", "Accept-Encoding: gzip\r\n", true, true },
		{ "/stream/600000", "Accept-Encoding: gzip\r\n", true, false },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		struct canned_server s;
		struct fakeapi__http *h =
		    start(&s, (struct fakeapi__http_options) { .gzip = cases[i].on });
		struct net_in c = net_in(net_connect(fakeapi__http_port(h, 0)));
		size_t len = strtoul(strrchr(cases[i].path, '/') + 1, NULL, 10);
		char more[128];
		bool chunked;
		size_t got;

		(void)snprintf(more, sizeof(more), "%sConnection: close\r\n", cases[i].header);
		ask(&c, cases[i].path, more);
		assert_int_equal(net_read_end(&c), NET_FIN);
		chunked = strcasestr(c.buf, "\r\nTransfer-Encoding: chunked\r\n") != NULL;
		assert_int_equal(strstr(c.buf, "\r\nContent-Encoding: gzip\r\n") != NULL,
				 cases[i].gzipped);
		assert_int_equal(strstr(c.buf, "\r\nVary: Accept-Encoding\r\n") != NULL,
				 cases[i].gzipped);
		if (cases[i].gzipped)
			assert_null(strstr(strstr(c.buf, "\r\nVary: ") + 2, "\r\nVary: "));
		net_consume(&c, (size_t)(strstr(c.buf, "\r\n\r\n") - c.buf) + 4);
		got = chunked ? net_join_chunks(c.buf, c.len) : c.len;
		if (cases[i].gzipped) {
			assert_true(got < len);
			assert_gunzips_to_pattern(c.buf, got, len);
		} else {
			assert_int_equal(got, len);
			assert_pattern(c.buf, len);
		}
		net_close(&c);
		stop(h);
	}
}

static void add_post(struct strbuf *out, size_t len, size_t sent)
{
	strbuf_clear(out);
	strbuf_addf(out, "POST /known/2 HTTP/1.1\r\nHost: h\r\nContent-Length: %zu\r\n\r\n", len);
	for (size_t i = 0; i < sent; i++)
		strbuf_addc(out, 'x');
}

static bool another_is_taken(void *user)
{
	AUTO_STRBUF post = STRBUF_INIT;
	struct net_in c = net_in(net_connect(fakeapi__http_port(user, 0)));
	bool taken;

	add_post(&post, 60000, 60000);
	net_send_bytes(c.fd, post.ptr, post.len);
	(void)net_read_response(&c);
	taken = memcmp(c.buf, "HTTP/1.1 200 ", 13) == 0;
	if (!taken) {
		assert_memory_equal(c.buf, "HTTP/1.1 429 ", 13);
		assert_non_null(strstr(c.buf, "\r\nRetry-After: 1\r\n"));
		assert_non_null(
		    strstr(c.buf, "\r\n\r\nToo many requests, please try again later.\n"));
	}
	net_close(&c);
	return taken;
}

struct slow {
	struct fakeapi__http *h;
	struct net_in in;
};

/* Of a slow body and another the one that comes to be too much is refused. True when that is the
 * other: then s->in owes its last byte. */
static bool a_slow_one_keeps_others_out(void *user)
{
	struct slow *s = user;
	AUTO_STRBUF post = STRBUF_INIT;

	if (s->in.buf)
		net_close(&s->in);
	s->in = net_in(net_connect(fakeapi__http_port(s->h, 0)));
	add_post(&post, 80000, 79999);
	net_send_bytes(s->in.fd, post.ptr, post.len);
	return !another_is_taken(s->h);
}

/* The pending bodies of all connections share one limit. */
static void bodies_over_the_common_limit_return_429(void **state)
{
	struct canned_server s = { 0 };
	struct slow slow = { 0 };
	AUTO_STRBUF post = STRBUF_INIT;
	struct net_in small;

	(void)state;
	slow.h = start(&s, (struct fakeapi__http_options) { .bodies_max = 100000 });
	assert_true(another_is_taken(slow.h));
	net_wait(a_slow_one_keeps_others_out, &slow);
	small = net_in(net_connect(fakeapi__http_port(slow.h, 0)));
	add_post(&post, 30000, 30000); /* small bodies are always accepted */
	net_send_bytes(small.fd, post.ptr, post.len);
	(void)net_read_response(&small);
	assert_memory_equal(small.buf, "HTTP/1.1 200 ", 13);
	net_close(&small);
	net_send(slow.in.fd, "x");
	(void)net_read_response(&slow.in);
	assert_memory_equal(slow.in.buf, "HTTP/1.1 200 ", 13);
	assert_true(another_is_taken(slow.h)); /* a finished request releases its share */
	net_wait(a_slow_one_keeps_others_out, &slow);
	net_close(&slow.in); /* and so does a closed connection */
	net_wait(another_is_taken, slow.h);
	stop(slow.h);
}

static void failed_exchange_allocation_returns_503(void **state)
{
	struct canned_server s;
	struct fakeapi__http *h = start(&s, (struct fakeapi__http_options) { 0 });
	struct net_in c = net_in(net_connect(fakeapi__http_port(h, 0)));

	(void)state;
	for (int i = 0; i < 3; i++) {
		ask(&c, "/none", "");
		net_read_response(&c);
		assert_memory_equal(c.buf, "HTTP/1.1 503 ", 13);
		assert_non_null(strstr(c.buf, "\"reason\":\"ServiceUnavailable\""));
		net_consume(&c, c.len);
	}
	net_close(&c);
	stop(h);
}

/* --- TLS --- */

static size_t keep(char *bytes, size_t size, size_t n, void *user)
{
	strbuf_add(user, bytes, size * n);
	return size * n;
}

static CURLcode https_get(const char *url, const char *ca_pem, struct strbuf *body)
{
	struct curl_blob ca = { .data = (void *)(uintptr_t)ca_pem,
				.len = strlen(ca_pem),
				.flags = CURL_BLOB_COPY };
	CURL *curl = curl_easy_init();
	CURLcode code;

	assert_non_null(curl);
	curl_easy_setopt(curl, CURLOPT_URL, url);
	curl_easy_setopt(curl, CURLOPT_CAINFO_BLOB, &ca);
	curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, keep);
	curl_easy_setopt(curl, CURLOPT_WRITEDATA, body);
	curl_easy_setopt(curl, CURLOPT_TIMEOUT_MS, (long)NET_PATIENCE_MS);
	code = curl_easy_perform(curl);
	curl_easy_cleanup(curl);
	return code;
}

static void https_is_trusted_only_with_the_generated_ca(void **state)
{
	static const char *paths[] = { "/known/1000", "/known/600000", "/stream/600000",
				       "/wait/250000" };
	struct canned_server s;
	struct fakeapi__tls tls, other;
	struct fakeapi__http *h;
	struct strbuf body = STRBUF_INIT;
	char url[128];

	(void)state;
	assert_int_equal(fakeapi__tls_make(&tls, "myhost", time(NULL), NULL), 0);
	assert_int_equal(fakeapi__tls_make(&other, NULL, time(NULL), NULL), 0);
	h = start(&s, (struct fakeapi__http_options) { .tls_cert_pem = tls.cert_pem,
						       .tls_key_pem = tls.key_pem });
	assert_memory_equal(fakeapi__http_url(h, 0), "https://127.0.0.1:", 18);
	for (size_t i = 0; i < ARRAY_LEN(paths); i++) {
		size_t len = strtoul(strrchr(paths[i], '/') + 1, NULL, 10);

		(void)snprintf(url, sizeof(url), "%s%s", fakeapi__http_url(h, 0), paths[i]);
		strbuf_clear(&body);
		assert_int_equal(https_get(url, tls.ca_pem, &body), CURLE_OK);
		assert_int_equal(body.len, len);
		assert_pattern(body.ptr, len);
		assert_true(atomic_load(&s.tls));
	}
	strbuf_clear(&body);
	assert_int_not_equal(https_get(url, other.ca_pem, &body), CURLE_OK);
	assert_int_equal(body.len, 0);
	(void)snprintf(url, sizeof(url), "https://localhost:%u/known/5", fakeapi__http_port(h, 0));
	assert_int_equal(https_get(url, tls.ca_pem, &body), CURLE_OK);
	stop(h);
	strbuf_fini(&body);
	fakeapi__tls_fini(&tls);
	fakeapi__tls_fini(&other);
}

struct tls_reply {
	char text[1024]; /* all that came, if it is not more */
	bool shook;	 /* hands, before the end */
};

/* Says that over TLS, and listens to the end of the connection. */
static struct tls_reply send_over_tls(uint16_t port, const char *text)
{
	struct timeval patience = { .tv_sec = NET_PATIENCE_MS / 1000 };
	gnutls_certificate_credentials_t anybody;
	gnutls_session_t session;
	struct tls_reply s = { .text = "" };
	int fd = net_connect(port);
	size_t len = 0;
	ssize_t n = 0;

	assert_int_equal(setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof(patience)), 0);
	assert_int_equal(gnutls_certificate_allocate_credentials(&anybody), 0);
	assert_int_equal(gnutls_init(&session, GNUTLS_CLIENT | GNUTLS_NO_SIGNAL), 0);
	assert_int_equal(gnutls_set_default_priority(session), 0);
	assert_int_equal(gnutls_credentials_set(session, GNUTLS_CRD_CERTIFICATE, anybody), 0);
	gnutls_transport_set_int(session, fd);
	gnutls_handshake_set_timeout(session, 0);
	s.shook = gnutls_handshake(session) == 0 &&
		  gnutls_record_send(session, text, strlen(text)) == (ssize_t)strlen(text);
	while (s.shook && len < sizeof(s.text) - 1 &&
	       (n = gnutls_record_recv(session, s.text + len, sizeof(s.text) - 1 - len)) > 0)
		len += (size_t)n;
	assert_true(!s.shook || n != GNUTLS_E_AGAIN); /* there was an end */
	gnutls_deinit(session);
	gnutls_certificate_free_credentials(anybody);
	net_close(&(struct net_in) { .fd = fd });
	return s;
}

/* A slow client times out in the handshake and after it. */
static void slow_tls_client_times_out(void **state)
{
	static const struct {
		const char *bytes;
		size_t len;
	} greetings[] = {
		{ "", 0 },
		{ "\x16\x03\x01", 3 },
		{ "\x16\x03\x01\xff\xff", 5 },
		{ "\x16\x03\x01\x00\x05\x01\x00\x00\x01\x03", 10 },
		{ "GET / HTTP/1.1\r\nHost: h\r\n\r\n", 27 },
		{ "\x80\x2e\x01\x00\x02", 5 },
		{ "\x15\x03\x03\x00\x02\x02\x28", 7 },
	};
	struct fakeapi__http_options opt = { .body_timeout_ns = 30 * NS_PER_MS };
	struct canned_server s;
	struct fakeapi__tls tls;
	struct fakeapi__http *h;
	struct tls_reply got = { .shook = false };

	(void)state;
	assert_int_equal(fakeapi__tls_make(&tls, NULL, time(NULL), NULL), 0);
	opt.tls_cert_pem = tls.cert_pem;
	opt.tls_key_pem = tls.key_pem;
	opt.header_timeout_ns = 60 * NS_PER_MS;
	h = start(&s, opt);
	for (size_t i = 0; i < ARRAY_LEN(greetings); i++) {
		struct net_in c = net_in(net_connect(fakeapi__http_port(h, 0)));

		net_send_bytes(c.fd, greetings[i].bytes, greetings[i].len);
		assert_int_not_equal(net_read_end(&c), NET_OPEN);
		net_close(&c);
	}
	stop(h);
	/* A handshake takes a slow machine its time. */
	for (; !got.shook; opt.header_timeout_ns *= 2) {
		h = start(&s, opt);
		got = send_over_tls(fakeapi__http_port(h, 0), "GET /known/5 HTTP/1.1\r\nHost: ");
		assert_string_equal(got.text, "");
		stop(h);
	}
	opt.header_timeout_ns = 0;
	h = start(&s, opt);
	got = send_over_tls(fakeapi__http_port(h, 0),
			    "POST /known/5 HTTP/1.1\r\nHost: h\r\nContent-Length: 9\r\n\r\n123");
	assert_true(got.shook);
	assert_memory_equal(got.text, "HTTP/1.1 408 ", 13);
	stop(h);
	fakeapi__tls_fini(&tls);
}

static void http_start_reports_an_invalid_certificate(void **state)
{
	struct canned_server s = { .server.begin = canned_begin };
	struct fakeapi__http_options opt = { .tls_cert_pem = "no", .tls_key_pem = "no" };
	struct relist_err err = { 0 };

	(void)state;
	assert_null(fakeapi__http_start(&s.server, &opt, &err));
	assert_non_null(strstr(err.msg, "certificate"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(body_of_known_length_is_complete_in_pieces_of_any_size),
		cmocka_unit_test(body_of_known_length_can_be_cut_or_reset),
		cmocka_unit_test(deadline_alone_wakes_an_exchange),
		cmocka_unit_test(manual_clock_takes_effect_after_a_poke),
		cmocka_unit_test(large_responses_are_gzipped_if_the_client_accepts_it),
		cmocka_unit_test(bodies_over_the_common_limit_return_429),
		cmocka_unit_test(failed_exchange_allocation_returns_503),
		cmocka_unit_test(https_is_trusted_only_with_the_generated_ca),
		cmocka_unit_test(slow_tls_client_times_out),
		cmocka_unit_test(http_start_reports_an_invalid_certificate),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
