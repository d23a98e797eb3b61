/* SPDX-License-Identifier: Apache-2.0 */
#include "fakeapi/posix/webhook_client.h"

#include <curl/curl.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>

#include "base/alloc.h"
#include "base/lock.h"
#include "base/str.h"
#include "base/url.h"

enum {
	ACTIVE_MAX = 32,	      /* concurrent calls */
	WAITING_MAX = 4096,	      /* queued calls */
	ANSWER_MAX = 8 * 1024 * 1024, /* an object has at most 3 MiB, its patch a third more */
	REDIRECTS_MAX = 10,	      /* as in Go's client */
	IDLE_MS = 60000,
};
#define WAITING_BYTES_MAX ((size_t)256 * 1024 * 1024)

struct call {
	struct call *next;
	uint64_t id;
	bool forgotten; /* under the client's lock */
	bool too_long;
	CURL *easy;
	struct curl_slist *headers;
	struct strbuf url, ca, server_name, body;
	struct strbuf answer;
	int64_t timeout_ns;
	char why[CURL_ERROR_SIZE];
};

struct fakeapi__webhook_client {
	struct lock lock; /* rank FAKEAPI_WEBHOOKS */
	struct fakeapi__core *core;
	pthread_t thread;
	bool started GUARDED_BY(lock), stop GUARDED_BY(lock);
	pthread_cond_t changed;		       /* until `multi` is set: a call is queued, or stop */
	CURLM *multi GUARDED_BY(lock);	       /* the thread's; set once */
	struct call *waiting GUARDED_BY(lock); /* queued calls, oldest first */
	struct call **waiting_end GUARDED_BY(lock);
	size_t waiting_count GUARDED_BY(lock), waiting_bytes GUARDED_BY(lock);
	struct call *active GUARDED_BY(lock); /* changed by the thread only */
	size_t active_count;		      /* the thread's */
};

static void call_free(struct call *c)
{
	if (!c)
		return;
	curl_easy_cleanup(c->easy);
	curl_slist_free_all(c->headers);
	strbuf_fini(&c->url);
	strbuf_fini(&c->ca);
	strbuf_fini(&c->server_name);
	strbuf_fini(&c->body);
	strbuf_fini(&c->answer);
	base__free(c);
}

static struct call *call_new(const struct fakeapi__question *q)
{
	struct call *c = base__calloc(1, sizeof(*c));

	if (!c)
		return NULL;
	strbuf_init(&c->url);
	strbuf_init(&c->ca);
	strbuf_init(&c->server_name);
	strbuf_init(&c->body);
	strbuf_init(&c->answer);
	c->id = q->id;
	c->timeout_ns = q->timeout_ns;
	strbuf_adds(&c->url, q->url);
	strbuf_adds(&c->ca, q->ca_pem);
	strbuf_adds(&c->server_name, q->server_name);
	strbuf_adds(&c->body, q->body);
	if (!c->url.failed && !c->ca.failed && !c->server_name.failed && !c->body.failed)
		return c;
	call_free(c);
	return NULL;
}

/* --- one call ----------------------------------------------------------------------------- */

static size_t on_bytes(char *bytes, size_t size, size_t count, void *user)
{
	struct call *c = user;
	size_t n = size * count;

	c->too_long = n > ANSWER_MAX - c->answer.len;
	if (c->too_long)
		return 0;
	strbuf_add(&c->answer, bytes, n);
	return c->answer.failed ? 0 : n;
}

static bool prepare(struct call *c)
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
	if (c->ca.len) /* trust only these */
		ok = ok && !curl_easy_setopt(e, CURLOPT_CAINFO_BLOB, &ca) &&
		     !curl_easy_setopt(e, CURLOPT_CAPATH, (char *)NULL);
	return ok;
}

/* "127.0.0.1:8443", "[::1]:443" of the URL, with the resolved address of its name. */
static void add_address(const struct call *c, struct strbuf *out)
{
	const char *ip = NULL;
	struct url url;
	struct str host;
	bool has_port = false;

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

static void add_host(const struct call *c, struct strbuf *out)
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

static void add_certificate_error(const struct call *c, struct strbuf *out)
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

/* The error of a failed call, in the words of Go's client. */
static void add_error(const struct call *c, CURLcode code, struct strbuf *out)
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

static void deliver_reply(struct fakeapi__webhook_client *w, struct call *c, CURLcode code)
{
	struct fakeapi__reply r = { 0 };
	AUTO_STRBUF error = STRBUF_INIT;
	const char *type = NULL;
	long status = 0;

	if (c->easy && code == CURLE_OK) {
		(void)curl_easy_getinfo(c->easy, CURLINFO_RESPONSE_CODE, &status);
		(void)curl_easy_getinfo(c->easy, CURLINFO_CONTENT_TYPE, &type);
		r.status = (int)status;
		r.content_type = str_of(type ? type : "");
		r.body = strbuf_str(&c->answer);
	} else if (c->easy) {
		add_error(c, code, &error);
	} else {
		strbuf_addz(&error, "out of memory, or libcurl is not there");
	}
	r.error = strbuf_str(&error);
	fakeapi__core_reply(w->core, c->id, &r);
}

/* --- the thread --------------------------------------------------------------------------- */

static void take_active(struct fakeapi__webhook_client *w, struct call *c)
{
	lock_acquire(&w->lock);
	for (struct call **at = &w->active; *at; at = &(*at)->next)
		if (*at == c) {
			*at = c->next;
			break;
		}
	lock_release(&w->lock);
	w->active_count--;
	if (c->easy)
		(void)curl_multi_remove_handle(w->multi, c->easy);
}

/* Moves the next queued call to the active ones; NULL: none, or too many are active. */
static struct call *next_call(struct fakeapi__webhook_client *w)
{
	struct call *c;

	lock_acquire(&w->lock);
	c = w->active_count < ACTIVE_MAX ? w->waiting : NULL;
	if (c) {
		w->waiting = c->next;
		if (!w->waiting)
			w->waiting_end = &w->waiting;
		w->waiting_count--;
		w->waiting_bytes -= c->body.len;
		c->next = w->active;
		w->active = c;
		w->active_count++;
	}
	lock_release(&w->lock);
	return c;
}

static void begin_calls(struct fakeapi__webhook_client *w)
{
	struct call *c;

	while ((c = next_call(w))) {
		if (prepare(c) && curl_multi_add_handle(w->multi, c->easy) == CURLM_OK)
			continue;
		curl_easy_cleanup(c->easy);
		c->easy = NULL;
		take_active(w, c);
		deliver_reply(w, c, CURLE_OUT_OF_MEMORY);
		call_free(c);
	}
}

static void end_calls(struct fakeapi__webhook_client *w)
{
	CURLMsg *m;
	int left;

	while ((m = curl_multi_info_read(w->multi, &left))) {
		CURLcode code = m->data.result;
		struct call *c = NULL;

		if (m->msg != CURLMSG_DONE)
			continue;
		(void)curl_easy_getinfo(m->easy_handle, CURLINFO_PRIVATE, (char **)(void *)&c);
		take_active(w, c);
		deliver_reply(w, c, code);
		call_free(c);
	}
}

/* Drops forgotten calls. */
static void drop_calls(struct fakeapi__webhook_client *w)
{
	struct call *c;

	do {
		lock_acquire(&w->lock);
		for (c = w->active; c && !c->forgotten; c = c->next)
			;
		lock_release(&w->lock);
		if (c) {
			take_active(w, c);
			call_free(c);
		}
	} while (c);
}

static bool stops(struct fakeapi__webhook_client *w)
{
	bool stop;

	lock_acquire(&w->lock);
	stop = w->stop;
	lock_release(&w->lock);
	return stop;
}

/* Loads libcurl before the first call. If that fails, every call fails. */
static bool load(struct fakeapi__webhook_client *w)
{
	CURLM *multi = curl_multi_init();

	lock_acquire(&w->lock);
	w->multi = multi;
	lock_release(&w->lock);
	return multi != NULL;
}

static void refuse_calls(struct fakeapi__webhook_client *w)
{
	while (!stops(w)) {
		struct call *c = next_call(w);

		if (c) {
			take_active(w, c);
			deliver_reply(w, c, CURLE_FAILED_INIT);
			call_free(c);
			continue;
		}
		lock_acquire(&w->lock);
		while (!w->stop && !w->waiting)
			lock_wait(&w->lock, &w->changed);
		lock_release(&w->lock);
	}
}

static void *work(void *user)
{
	struct fakeapi__webhook_client *w = user;
	int running;

	if (!load(w))
		refuse_calls(w);
	while (!stops(w)) {
		drop_calls(w);
		begin_calls(w);
		(void)curl_multi_perform(w->multi, &running);
		end_calls(w);
		(void)curl_multi_poll(w->multi, NULL, 0, IDLE_MS, NULL);
	}
	return NULL;
}

/* --- questions ---------------------------------------------------------------------------- */

static bool start_locked(struct fakeapi__webhook_client *w)
{
	sigset_t all, before;
	int code;

	if (w->started || w->stop)
		return !w->stop;
	(void)sigfillset(&all); /* the program handles signals */
	(void)pthread_sigmask(SIG_SETMASK, &all, &before);
	code = pthread_create(&w->thread, NULL, work, w);
	(void)pthread_sigmask(SIG_SETMASK, &before, NULL);
	w->started = code == 0;
	return w->started;
}

static void wake(struct fakeapi__webhook_client *w)
{
	CURLM *multi;

	lock_acquire(&w->lock);
	multi = w->multi;
	lock_release(&w->lock);
	if (multi)
		(void)curl_multi_wakeup(multi);
	else
		cond_signal(&w->changed);
}

bool fakeapi__webhook_client_ask(void *user, const struct fakeapi__question *q)
{
	struct fakeapi__webhook_client *w = user;
	struct call *c = call_new(q);
	bool ok;

	if (!c)
		return false;
	lock_acquire(&w->lock);
	ok = w->waiting_count < WAITING_MAX &&
	     w->waiting_bytes + c->body.len <= WAITING_BYTES_MAX && start_locked(w);
	if (ok) {
		*w->waiting_end = c;
		w->waiting_end = &c->next;
		w->waiting_count++;
		w->waiting_bytes += c->body.len;
	}
	lock_release(&w->lock);
	if (ok)
		wake(w);
	else
		call_free(c);
	return ok;
}

void fakeapi__webhook_client_forget(void *user, uint64_t id)
{
	struct fakeapi__webhook_client *w = user;
	struct call *found = NULL;
	bool running = false;

	lock_acquire(&w->lock);
	for (struct call **at = &w->waiting; *at; at = &(*at)->next) {
		if ((*at)->id != id)
			continue;
		found = *at;
		*at = found->next;
		if (w->waiting_end == &found->next)
			w->waiting_end = at;
		w->waiting_count--;
		w->waiting_bytes -= found->body.len;
		break;
	}
	for (struct call *c = w->active; c && !found; c = c->next)
		if (c->id == id)
			c->forgotten = running = true;
	lock_release(&w->lock);
	call_free(found);
	if (running)
		wake(w);
}

/* --- life --------------------------------------------------------------------------------- */

struct fakeapi__webhook_client *fakeapi__webhook_client_new(void)
{
	struct fakeapi__webhook_client *w = base__calloc(1, sizeof(*w));

	if (!w)
		return NULL;
	lock_init(&w->lock, LOCK_FAKEAPI_WEBHOOKS);
	cond_init(&w->changed);
	w->waiting_end = &w->waiting;
	return w;
}

void fakeapi__webhook_client_serve(struct fakeapi__webhook_client *w, struct fakeapi__core *core)
{
	w->core = core;
}

void fakeapi__webhook_client_stop(struct fakeapi__webhook_client *w)
{
	bool started;

	if (!w)
		return;
	lock_acquire(&w->lock);
	w->stop = true;
	started = w->started;
	w->started = false;
	lock_release(&w->lock);
	if (!started)
		return;
	wake(w);
	(void)pthread_join(w->thread, NULL);
}

void fakeapi__webhook_client_free(struct fakeapi__webhook_client *w)
{
	struct call *c;

	if (!w)
		return;
	while ((c = w->active)) {
		take_active(w, c);
		call_free(c);
	}
	while ((c = w->waiting)) {
		w->waiting = c->next;
		call_free(c);
	}
	if (w->multi)
		(void)curl_multi_cleanup(w->multi);
	cond_fini(&w->changed);
	lock_fini(&w->lock);
	base__free(w);
}
