/* SPDX-License-Identifier: Apache-2.0 */
#include "informer/posix/transfer.h"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "base/str.h"
#include "base/text/ascii.h"
#include "informer/listwatch.h"

/* 100 KiB: libcurl read 9.4 GB per CPU second with it, 7.3 with its default of 16 KiB. */
enum { RECEIVE_BUFFER = 102400 };

/* A peer that has vanished is noticed after 45 s of silence, as soon as by the HTTP/2 pings
 * (http2_health.h). These probes are the kernel's: a live host with a hung server answers them. */
enum { KEEPALIVE_IDLE_S = 30, KEEPALIVE_INTERVAL_S = 5, KEEPALIVE_PROBES = 3 };

/* net/http refuses longer heads (including preceding 1xx responses), and trailers that do not fit
 * into its buffer of 4,096 bytes with their empty line. libcurl keeps each line. */
enum { HEAD_MAX = 10 << 20, TRAILER_MAX = 4096 - 2 };

static struct str trim(const char *line, size_t len)
{
	size_t start = 0;

	while (start < len && (line[start] == ' ' || line[start] == '\t'))
		start++;
	while (len > start && strchr("\r\n \t", line[len - 1]))
		len--;
	return (struct str) { line + start, len - start };
}

static void copy_value(char *out, size_t cap, struct str value)
{
	if (value.len >= cap)
		return; /* longer than any relevant value */
	memcpy(out, value.ptr, value.len);
	out[value.len] = '\0';
}

/* Sets the value of a header line if the header has this name. */
static bool header_is(const char *line, size_t len, const char *name, struct str *value)
{
	const char *colon = memchr(line, ':', len);

	if (!colon || !ascii_eq_nocase((struct str) { line, (size_t)(colon - line) }, str_of(name)))
		return false;
	*value = trim(colon + 1, len - (size_t)(colon + 1 - line));
	return true;
}

static bool deliver_head(struct inf__transfer *t)
{
	const struct inf__head head = {
		.status = t->status,
		.content_type = t->content_type[0] ? t->content_type : NULL,
		.retry_after = t->retry_after[0] ? t->retry_after : NULL,
		.location = t->location.len ? t->location.ptr : NULL,
		.warnings = t->warnings.len ? t->warnings.ptr : NULL,
		.url = t->url.ptr,
	};

	t->head_delivered = true;
	return t->sink.head(t->sink.user, t->request_id, &head);
}

/* net/textproto refuses these in heads and trailers; libcurl accepts them. */
static bool is_malformed(const char *line, size_t len)
{
	const char *colon = memchr(line, ':', len);
	struct str value;

	if (!colon)
		return false;
	if (colon == line)
		return true;
	for (const char *c = line; c < colon; c++)
		if (!ascii_is_alnum(*c) && !strchr("!#$%&'*+-.^_`|~ ", *c))
			return true;
	value = trim(colon + 1, len - (size_t)(colon + 1 - line));
	for (size_t i = 0; i < value.len; i++) {
		unsigned char c = (unsigned char)value.ptr[i];

		if ((c < ' ' && c != '\t') || c == 0x7f)
			return true;
	}
	return false;
}

/* net/http's readTransfer() refuses these; libcurl accepts them. */
static bool is_bad_framing(const char *line, size_t len)
{
	struct str value;

	if (header_is(line, len, "Transfer-Encoding", &value))
		return !ascii_eq_nocase(value, STR("chunked"));
	if (!header_is(line, len, "Content-Length", &value))
		return false;
	for (size_t i = 0; i < value.len; i++)
		if (value.ptr[i] < '0' || value.ptr[i] > '9')
			return true;
	return value.len > 18; /* 10^18 fits */
}

static size_t on_header(char *line, size_t size, size_t count, void *user)
{
	struct inf__transfer *t = user;
	size_t len = size * count;
	struct str value;

	t->heard = true;
	*(t->head_delivered ? &t->trailer_bytes : &t->head_bytes) += len;
	if (t->closed || t->head_bytes > HEAD_MAX || t->trailer_bytes > TRAILER_MAX)
		return 0;
	if (!t->head_delivered && len >= 5 && memcmp(line, "HTTP/", 5) == 0) {
		const char *space = memchr(line, ' ', len);

		/* Begins a new head: 1xx and CONNECT responses precede the real one. */
		t->status = space ? atoi(space) : 0;
		t->content_type[0] = t->retry_after[0] = '\0';
		t->body_len = -1;
		t->chunked = t->compressed = false;
		strbuf_clear(&t->location);
		strbuf_clear(&t->warnings);
	} else if (is_malformed(line, len) || (!t->head_delivered && is_bad_framing(line, len))) {
		return 0;
	} else if (t->head_delivered) {
		return len; /* trailers contain no data about the response */
	} else if (header_is(line, len, "Content-Type", &value)) {
		copy_value(t->content_type, sizeof(t->content_type), value);
	} else if (header_is(line, len, "Retry-After", &value)) {
		copy_value(t->retry_after, sizeof(t->retry_after), value);
	} else if (header_is(line, len, "Content-Length", &value)) {
		t->body_len = strtoll(value.ptr, NULL, 10);
	} else if (header_is(line, len, "Content-Encoding", &value)) {
		t->compressed |= t->asks_gzip && ascii_eq_nocase(value, STR("gzip"));
	} else if (header_is(line, len, "Transfer-Encoding", &value)) {
		t->chunked = true;
	} else if (header_is(line, len, "Location", &value) && !t->location.len) {
		strbuf_adds(&t->location, value);
		if (t->location.failed)
			return 0;
	} else if (header_is(line, len, "Warning", &value)) {
		if (t->warnings.len)
			strbuf_addc(&t->warnings, '\n');
		strbuf_adds(&t->warnings, value);
		if (t->warnings.failed)
			return 0;
	} else if ((len == 2 || len == 1) && t->status >= 200 && !t->head_delivered) {
		long tunnel = 0;

		(void)curl_easy_getinfo(t->easy, CURLINFO_HTTP_CONNECTCODE, &tunnel);
		if (t->status == (int)tunnel &&
		    curl_easy_getinfo(t->easy, CURLINFO_RESPONSE_CODE, &tunnel) == CURLE_OK &&
		    tunnel == 0)
			return len; /* the proxy's response to CONNECT */
		if (!deliver_head(t))
			return 0;
	}
	return len;
}

static bool take(void *user, const void *bytes, size_t len)
{
	struct inf__transfer *t = user;

	return t->sink.bytes(t->sink.user, t->request_id, bytes, len);
}

/* A body that is not gzip is read to its end if the length is known, and then fails. */
static bool take_compressed(struct inf__transfer *t, const void *bytes, size_t len)
{
	int rc = inf__gunzip_feed(&t->gunzip, bytes, len, take, t);

	return rc == 0 || (rc == RELIST_EPARSE && !t->chunked && t->body_len >= 0);
}

static bool is_all_there(const struct inf__transfer *t)
{
	return !t->chunked && t->body_len >= 0 && t->body_bytes == (uint64_t)t->body_len;
}

static size_t on_body(char *bytes, size_t size, size_t count, void *user)
{
	struct inf__transfer *t = user;
	size_t len = size * count;

	t->heard = true;
	if (t->closed)
		return 0;
	if (!t->head_delivered && !deliver_head(t))
		return 0;
	t->body_bytes += len;
	if (t->compressed ? take_compressed(t, bytes, len) : take(t, bytes, len))
		return len;
	/* net/http sees the end of a body of known length with its last bytes, so a close at that
	 * time leaves the connection reusable. libcurl drops it if the callback stops the
	 * transfer. */
	return is_all_there(t) ? len : 0;
}

static int build_url(struct strbuf *url, struct inf_client *client, const struct inf__effect *open)
{
	if (open->target) {
		strbuf_addz(url, open->target);
		return url->failed ? RELIST_ENOMEM : 0;
	}
	strbuf_addz(url, inf__client_base_url(client));
	strbuf_addz(url, open->path);
	if (open->query_count || open->raw_query)
		strbuf_addc(url, '?');
	strbuf_addz(url, open->raw_query ? open->raw_query : "");
	inf__query_text(url, open->query, open->query_count);
	return url->failed ? RELIST_ENOMEM : 0;
}

static int add_header(struct curl_slist **list, const char *name, const char *value)
{
	AUTO_STRBUF line = STRBUF_INIT;
	struct curl_slist *longer;

	strbuf_addf(&line, "%s: %s", name, value);
	if (line.failed)
		return RELIST_ENOMEM;
	longer = curl_slist_append(*list, line.ptr);
	if (!longer)
		return RELIST_ENOMEM;
	*list = longer;
	return 0;
}

void inf__transfer_keepalive(int fd)
{
	int probes = KEEPALIVE_PROBES;

	(void)setsockopt(fd, IPPROTO_TCP, TCP_KEEPCNT, &probes, sizeof(probes));
}

static size_t read_body(char *to, size_t size, size_t count, void *user)
{
	struct inf__transfer *t = user;
	size_t len = size * count;

	if (len > t->body.len - t->sent)
		len = t->body.len - t->sent;
	if (len)
		memcpy(to, t->body.ptr + t->sent, len);
	t->sent += len;
	return len;
}

/* Sets other methods than GET. libcurl repeats a request whose reused connection dies before the
 * first byte of a response. net/http does so too, but not for a write that the server may have
 * received. libcurl cannot if there is no way to rewind the body. */
static bool set_method(struct inf__transfer *t, const char *method)
{
	bool ok;

	t->reads = strcmp(method, "GET") == 0 || strcmp(method, "HEAD") == 0;
	if (strcmp(method, "GET") == 0)
		return true;
	if (strcmp(method, "HEAD") == 0)
		return curl_easy_setopt(t->easy, CURLOPT_NOBODY, 1L) == CURLE_OK;
	ok = curl_easy_setopt(t->easy, CURLOPT_POST, 1L) == CURLE_OK &&
	     curl_easy_setopt(t->easy, CURLOPT_CUSTOMREQUEST, method) == CURLE_OK &&
	     curl_easy_setopt(t->easy, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)t->body.len) ==
		 CURLE_OK;
	if (!t->body.len)
		return ok && curl_easy_setopt(t->easy, CURLOPT_POSTFIELDS, "") == CURLE_OK &&
		       curl_easy_setopt(t->easy, CURLOPT_FRESH_CONNECT, 1L) == CURLE_OK;
	return ok && curl_easy_setopt(t->easy, CURLOPT_READFUNCTION, read_body) == CURLE_OK &&
	       curl_easy_setopt(t->easy, CURLOPT_READDATA, t) == CURLE_OK;
}

/* libcurl would wait for a 100 before it sends a long body, and would set a form's content type. */
static int add_body_headers(struct inf__transfer *t, const struct inf__effect *open)
{
	int rc = 0;

	if (strcmp(open->method, "GET") == 0 || strcmp(open->method, "HEAD") == 0)
		return 0;
	if (open->content_type)
		rc = add_header(&t->headers, "Content-Type", open->content_type);
	else
		rc = add_header(&t->headers, "Content-Type", "");
	return rc ? rc : add_header(&t->headers, "Expect", "");
}

static int configure(struct inf__transfer *t, const char *url)
{
	static const struct {
		CURLoption option;
		long value;
	} longs[] = {
		{ CURLOPT_NOSIGNAL, 1 },
		{ CURLOPT_BUFFERSIZE, RECEIVE_BUFFER },
		{ CURLOPT_FOLLOWLOCATION, 0 },
		{ CURLOPT_TCP_KEEPALIVE, 1 },
		{ CURLOPT_TCP_KEEPIDLE, KEEPALIVE_IDLE_S },
		{ CURLOPT_TCP_KEEPINTVL, KEEPALIVE_INTERVAL_S },
	};
	bool ok = true;

	t->https = ascii_begins_nocase(str_of(url), STR("https:"));
	for (size_t i = 0; i < ARRAY_LEN(longs); i++)
		ok = ok && curl_easy_setopt(t->easy, longs[i].option, longs[i].value) == CURLE_OK;
	/* Over plain http requests would queue after the first. */
	ok = ok && curl_easy_setopt(t->easy, CURLOPT_PIPEWAIT, t->https ? 1L : 0L) == CURLE_OK;
	ok = ok && curl_easy_setopt(t->easy, CURLOPT_URL, url) == CURLE_OK &&
	     curl_easy_setopt(t->easy, CURLOPT_PROTOCOLS_STR, "http,https") == CURLE_OK &&
	     curl_easy_setopt(t->easy, CURLOPT_HTTPHEADER, t->headers) == CURLE_OK &&
	     curl_easy_setopt(t->easy, CURLOPT_CONNECT_TO, t->connect_to) == CURLE_OK &&
	     curl_easy_setopt(t->easy, CURLOPT_HEADERFUNCTION, on_header) == CURLE_OK &&
	     curl_easy_setopt(t->easy, CURLOPT_HEADERDATA, t) == CURLE_OK &&
	     curl_easy_setopt(t->easy, CURLOPT_WRITEFUNCTION, on_body) == CURLE_OK &&
	     curl_easy_setopt(t->easy, CURLOPT_WRITEDATA, t) == CURLE_OK &&
	     curl_easy_setopt(t->easy, CURLOPT_ERRORBUFFER, t->error) == CURLE_OK &&
	     curl_easy_setopt(t->easy, CURLOPT_PRIVATE, t) == CURLE_OK;
	return ok ? 0 : RELIST_ENOMEM;
}

struct inf__transfer *inf__transfer_new(struct inf_client *client, const struct inf__effect *open,
					const struct inf__transfer_sink *sink,
					struct relist_err *err)
{
	AUTO_STRBUF url = STRBUF_INIT;
	struct inf__transfer *t = base__calloc(1, sizeof(*t));
	int rc = RELIST_ENOMEM;

	if (!t)
		goto fail;
	t->sink = *sink;
	t->request_id = open->request_id;
	t->foreign = open->foreign;
	strbuf_init(&t->url);
	strbuf_init(&t->location);
	strbuf_init(&t->warnings);
	inf__gunzip_init(&t->gunzip);
	t->asks_gzip = strcmp(open->method, "HEAD") != 0 && inf__client_compresses(client);
	t->body = open->body;
	t->easy = curl_easy_init();
	if (!t->easy)
		goto fail;
	rc = add_header(&t->headers, "Accept", open->accept);
	if (rc == 0 && t->asks_gzip)
		rc = add_header(&t->headers, "Accept-Encoding", "gzip");
	if (rc == 0)
		rc = add_body_headers(t, open);
	if (rc == 0)
		rc = build_url(&t->url, client, open);
	if (rc == 0) {
		strbuf_adds(&url, strbuf_str(&t->url));
		rc = url.failed ? RELIST_ENOMEM : 0;
	}
	if (rc == 0 && !open->foreign)
		rc = inf__client_tls_name(client, &url, &t->headers, &t->connect_to);
	if (rc == 0)
		rc = inf__client_proxy(client, t->url.ptr, t->easy);
	if (rc == 0)
		rc = inf__client_prepare(client, t->easy, open->foreign, &t->headers, err);
	if (rc == 0)
		rc = configure(t, url.ptr);
	if (rc == 0 && !set_method(t, open->method))
		rc = RELIST_ENOMEM;
	if (rc == 0)
		return t;
fail:
	if (rc == RELIST_ENOMEM)
		relist_err_set(err, RELIST_ENOMEM, "request to %s: out of memory", open->path);
	inf__transfer_free(t);
	return NULL;
}

void inf__transfer_free(struct inf__transfer *t)
{
	if (!t)
		return;
	if (t->easy)
		curl_easy_cleanup(t->easy);
	curl_slist_free_all(t->headers);
	curl_slist_free_all(t->connect_to);
	strbuf_fini(&t->url);
	strbuf_fini(&t->location);
	strbuf_fini(&t->warnings);
	inf__gunzip_fini(&t->gunzip);
	base__free(t);
}

bool inf__transfer_repeats(struct inf__transfer *t, CURLcode result)
{
	bool repeats =
	    result == CURLE_HTTP2 && t->reads && !t->repeated && !t->head_delivered && !t->closed;

	t->repeated |= repeats;
	return repeats;
}

void inf__transfer_keep_unread(struct inf__transfer *t)
{
	long version = CURL_HTTP_VERSION_NONE;

	(void)curl_easy_getinfo(t->easy, CURLINFO_HTTP_VERSION, &version);
	if (version != CURL_HTTP_VERSION_2_0 && (t->chunked || t->body_len != 0))
		(void)curl_easy_setopt(t->easy, CURLOPT_FORBID_REUSE, 1L);
}

/* An alert or a malformed record, which libcurl returns with the same codes as a reset connection:
 * only its text has OpenSSL's error. */
static bool is_tls_violation(const struct inf__transfer *t)
{
	return strstr(t->error, "SSL routines:") != NULL;
}

/* libcurl has one code for all failures of a handshake. */
static enum inf__end closed_in_handshake(const struct inf__transfer *t)
{
	if (strstr(t->error, "reset by peer"))
		return INF_END_RESET;
	return strstr(t->error, "SSL_ERROR_SYSCALL") || strstr(t->error, "unexpected eof")
		   ? INF_END_EOF
		   : INF_END_OTHER;
}

enum inf__end inf__transfer_end(struct inf__transfer *t, CURLcode result)
{
	/* libcurl accepts a head that ends in the middle, and ignores an unrequested 101. client-go
	 * treats only a connection that closes without a byte as closed. */
	if (!t->head_delivered && (result == CURLE_OK || t->status == 101))
		return INF_END_OTHER;
	switch ((int)result) {
	case CURLE_OK:
		if (t->compressed && t->gunzip.failed)
			return INF_END_OTHER;
		return t->compressed && !inf__gunzip_is_whole(&t->gunzip) ? INF_END_UNEXPECTED_EOF
									  : INF_END_CLEAN;
	case CURLE_COULDNT_CONNECT:
		return INF_END_REFUSED;
	case CURLE_GOT_NOTHING:
	case CURLE_SEND_FAIL_REWIND: /* see set_method() */
		return INF_END_EOF;
	case CURLE_PARTIAL_FILE:
		return t->head_delivered ? INF_END_UNEXPECTED_EOF : INF_END_EOF;
	case CURLE_RECV_ERROR:
	case CURLE_SEND_ERROR:
		return is_tls_violation(t) ? INF_END_OTHER : INF_END_RESET;
	case CURLE_SSL_CONNECT_ERROR:
		return closed_in_handshake(t);
	case CURLE_HTTP2_STREAM:
		return INF_END_STREAM_ERROR;
	case CURLE_OPERATION_TIMEDOUT:
		return INF_END_TIMED_OUT;
	default:
		return INF_END_OTHER;
	}
}
