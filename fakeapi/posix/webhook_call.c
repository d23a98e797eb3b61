/* SPDX-License-Identifier: Apache-2.0 */
#include "fakeapi/posix/webhook_call.h"

#include <errno.h>

#include "base/alloc.h"
#include "base/url.h"

enum {
	ANSWER_MAX = 8 * 1024 * 1024, /* an object has at most 3 MiB, its patch a third more */
	REDIRECTS_MAX = 10,	      /* as in Go's client */
};

void fakeapi__webhook_call_free(struct webhook_call *c)
{
	if (!c)
		return;
	curl_easy_cleanup(c->easy);
	curl_slist_free_all(c->headers);
	curl_slist_free_all(c->connect_to);
	strbuf_fini(&c->url);
	strbuf_fini(&c->ca);
	strbuf_fini(&c->address);
	strbuf_fini(&c->body);
	strbuf_fini(&c->answer);
	base__free(c);
}

struct webhook_call *fakeapi__webhook_call_new(const struct fakeapi__question *q)
{
	struct webhook_call *c = base__calloc(1, sizeof(*c));

	if (!c)
		return NULL;
	strbuf_init(&c->url);
	strbuf_init(&c->ca);
	strbuf_init(&c->address);
	strbuf_init(&c->body);
	strbuf_init(&c->answer);
	c->id = q->id;
	c->timeout_ns = q->timeout_ns;
	strbuf_adds(&c->url, q->url);
	strbuf_adds(&c->ca, q->ca_pem);
	if (q->address.len) /* curl: of any host and port */
		strbuf_addf(&c->address, "::" STR_FMT, STR_ARG(q->address));
	strbuf_adds(&c->body, q->body);
	if (!c->url.failed && !c->ca.failed && !c->address.failed && !c->body.failed)
		return c;
	fakeapi__webhook_call_free(c);
	return NULL;
}

static size_t on_bytes(char *bytes, size_t size, size_t count, void *user)
{
	struct webhook_call *c = user;
	size_t n = size * count;

	c->too_long = n > ANSWER_MAX - c->answer.len;
	if (c->too_long)
		return 0;
	strbuf_add(&c->answer, bytes, n);
	return c->answer.failed ? 0 : n;
}

bool fakeapi__webhook_call_prepare(struct webhook_call *c)
{
	struct curl_blob ca = { c->ca.ptr, c->ca.len, CURL_BLOB_COPY };
	CURL *e = c->easy = curl_easy_init();
	struct curl_slist *more;
	bool ok = e != NULL;

	c->headers = curl_slist_append(NULL, "Content-Type: application/json");
	more = c->headers ? curl_slist_append(c->headers, "Accept: application/json, */*") : NULL;
	c->headers = more ? more : c->headers;
	more = more ? curl_slist_append(c->headers, "Expect:") : NULL;
	c->headers = more ? more : c->headers;
	if (!ok || !more || curl_easy_setopt(e, CURLOPT_URL, c->url.ptr))
		return false;
	ok = ok && !curl_easy_setopt(e, CURLOPT_PROTOCOLS_STR, "https");
	ok = ok && !curl_easy_setopt(e, CURLOPT_REDIR_PROTOCOLS_STR, "https");
	ok = ok && !curl_easy_setopt(e, CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_1_1);
	ok = ok && !curl_easy_setopt(e, CURLOPT_HTTPHEADER, c->headers);
	ok = ok && !curl_easy_setopt(e, CURLOPT_USERAGENT, "kube-apiserver-admission");
	ok = ok && !curl_easy_setopt(e, CURLOPT_ACCEPT_ENCODING, "gzip"); /* as net/http */
	ok = ok && !curl_easy_setopt(e, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)c->body.len);
	ok = ok && !curl_easy_setopt(e, CURLOPT_POSTFIELDS, c->body.ptr);
	ok = ok && !curl_easy_setopt(e, CURLOPT_FOLLOWLOCATION, 1L);
	ok = ok && !curl_easy_setopt(e, CURLOPT_MAXREDIRS, (long)REDIRECTS_MAX);
	ok = ok && !curl_easy_setopt(e, CURLOPT_TIMEOUT_MS, (long)(c->timeout_ns / 1000000 + 1));
	ok = ok && !curl_easy_setopt(e, CURLOPT_NOSIGNAL, 1L);
	ok = ok && !curl_easy_setopt(e, CURLOPT_PROXY, "");
	ok = ok && !curl_easy_setopt(e, CURLOPT_WRITEFUNCTION, on_bytes);
	ok = ok && !curl_easy_setopt(e, CURLOPT_WRITEDATA, c);
	ok = ok && !curl_easy_setopt(e, CURLOPT_PRIVATE, c);
	ok = ok && !curl_easy_setopt(e, CURLOPT_ERRORBUFFER, c->why);
	if (c->address.len) {
		c->connect_to = curl_slist_append(NULL, c->address.ptr);
		return ok && c->connect_to &&
		       !curl_easy_setopt(e, CURLOPT_CONNECT_TO, c->connect_to) &&
		       !curl_easy_setopt(e, CURLOPT_SSL_VERIFYPEER, 0L) &&
		       !curl_easy_setopt(e, CURLOPT_SSL_VERIFYHOST, 0L);
	}
	if (c->ca.len) /* trust only these */
		ok = ok && !curl_easy_setopt(e, CURLOPT_CAINFO_BLOB, &ca) &&
		     !curl_easy_setopt(e, CURLOPT_CAPATH, (char *)NULL);
	return ok;
}

/* "127.0.0.1:8443", "[::1]:443" of the URL, with the resolved address of its name. */
static void add_address(const struct webhook_call *c, struct strbuf *out)
{
	const char *ip = NULL;
	struct url url;
	struct str host;
	bool has_port = false;

	if (c->address.len) {
		strbuf_addz(out, c->address.ptr + 2);
		return;
	}
	(void)curl_easy_getinfo(c->easy, CURLINFO_PRIMARY_IP, &ip);
	if (url_parse(strbuf_str(&c->url), &url, NULL) < 0)
		return;
	host = url.authority;
	for (size_t i = host.len; i > 0 && host.ptr[i - 1] != ']' && !has_port; i--)
		has_port = host.ptr[i - 1] == ':';
	if (ip && *ip && host.len && host.ptr[0] != '[') {
		size_t name =
		    has_port ? (size_t)((const char *)memchr(host.ptr, ':', host.len) - host.ptr)
			     : host.len;

		strbuf_addf(out, strchr(ip, ':') ? "[%s]" : "%s", ip);
		strbuf_add(out, host.ptr + name, host.len - name);
	} else {
		strbuf_adds(out, host);
	}
	if (!has_port)
		strbuf_addz(out, ":443");
}

static void add_host(const struct webhook_call *c, struct strbuf *out)
{
	struct url url;

	if (url_parse(strbuf_str(&c->url), &url, NULL) == 0)
		strbuf_adds(out, url_host(url.authority));
}

/* The message of net.OpError. */
static const char *os_error(long code)
{
	static const struct {
		int code;
		const char *text;
	} words[] = {
		{ ECONNREFUSED, "connection refused" },
		{ ECONNRESET, "connection reset by peer" },
		{ EHOSTUNREACH, "no route to host" },
		{ ENETUNREACH, "network is unreachable" },
		{ ETIMEDOUT, "connection timed out" },
		{ EPIPE, "broken pipe" },
		{ EADDRNOTAVAIL, "cannot assign requested address" },
		{ EACCES, "permission denied" },
	};

	for (size_t i = 0; i < ARRAY_LEN(words); i++)
		if (words[i].code == code)
			return words[i].text;
	return "connection refused";
}

static void add_certificate_error(const struct webhook_call *c, struct strbuf *out)
{
	strbuf_addz(out, "tls: failed to verify certificate: x509: ");
	if (strstr(c->why, "subject name")) {
		strbuf_addz(out, "certificate is not valid for ");
		add_host(c, out);
	} else if (strstr(c->why, "expired") || strstr(c->why, "not yet valid")) {
		strbuf_addz(out, "certificate has expired or is not yet valid");
	} else {
		strbuf_addz(out, "certificate signed by unknown authority");
	}
}

void fakeapi__webhook_call_error(const struct webhook_call *c, CURLcode code, struct strbuf *out)
{
	long os = 0;

	(void)curl_easy_getinfo(c->easy, CURLINFO_OS_ERRNO, &os);
	if (c->too_long) {
		strbuf_addf(out, "the answer is longer than %d bytes", ANSWER_MAX);
		return;
	}
	switch ((int)code) {
	case CURLE_COULDNT_CONNECT:
		strbuf_addz(out, "dial tcp ");
		add_address(c, out);
		strbuf_addf(out, ": connect: %s", os_error(os));
		break;
	case CURLE_COULDNT_RESOLVE_HOST:
		strbuf_addz(out, "dial tcp: lookup ");
		add_host(c, out);
		strbuf_addz(out, ": no such host");
		break;
	case CURLE_OPERATION_TIMEDOUT:
		strbuf_addz(out, "context deadline exceeded");
		break;
	case CURLE_PEER_FAILED_VERIFICATION:
		add_certificate_error(c, out);
		break;
	case CURLE_SSL_CACERT_BADFILE:
		strbuf_addz(out, "unable to load root certificates: unable to parse bytes as PEM "
				 "block");
		break;
	case CURLE_SSL_CONNECT_ERROR:
		if (strstr(c->why, "wrong version number") || strstr(c->why, "packet length"))
			strbuf_addz(out, "http: server gave HTTP response to HTTPS client");
		else if (strstr(c->why, "certificate") || strstr(c->why, "signature") ||
			 strstr(c->why, "asn1")) /* a trusted name with another key */
			add_certificate_error(c, out);
		else
			strbuf_addz(out, strstr(c->why, "alert")
					     ? "remote error: tls: handshake failure"
					     : "EOF");
		break;
	case CURLE_TOO_MANY_REDIRECTS:
		strbuf_addf(out, "stopped after %d redirects", REDIRECTS_MAX);
		break;
	case CURLE_UNSUPPORTED_PROTOCOL:
		strbuf_addz(out, "unsupported protocol scheme");
		break;
	case CURLE_PARTIAL_FILE:
		strbuf_addz(out, "unexpected EOF");
		break;
	case CURLE_RECV_ERROR:
	case CURLE_SEND_ERROR:
		strbuf_addz(out, os == ECONNRESET ? "read: connection reset by peer" : "EOF");
		break;
	case CURLE_GOT_NOTHING:
		strbuf_addz(out, "EOF");
		break;
	default:
		strbuf_addf(out, "%s", c->why[0] ? c->why : "EOF");
		break;
	}
}
