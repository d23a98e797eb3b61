/* SPDX-License-Identifier: Apache-2.0 */
/* tcp_call.c - a request of the owner on its own connection. The owner's thread transfers its bytes
 * while it waits for them: the call has no thread, and runner__tcp_settle() does not count it. */
#include "base/alloc.h"
#include "base/clock.h"
#include "runner/tcp/posix/tcp.h"

enum { CALL_LIMIT_S = 10, LOOK_AGAIN_MS = 1 };

struct tcp__call {
	struct tcp *tcp;
	uint32_t id;
	CURLM *multi;
	CURL *easy;
	struct curl_slist *headers;
	struct strbuf sent, body; /* bodies of request and response */
	bool done, broken;
	uint64_t heads, bytes; /* received so far */
};

/* Releases the lock while bytes are transferred. */
static void unlocked_perform(struct tcp__call *c, int *running, int wait_ms)
    TSA(no_thread_safety_analysis);

static size_t on_body(char *bytes, size_t size, size_t count, void *user)
{
	struct tcp__call *c = user;

	strbuf_add(&c->body, bytes, size * count);
	c->bytes += size * count;
	return c->body.failed ? 0 : size * count;
}

static size_t on_header(char *line, size_t size, size_t count, void *user)
{
	struct tcp__call *c = user;

	(void)line;
	c->heads += size * count <= 2; /* the empty line at the end of a head */
	return size * count;
}

static bool add_header(struct tcp__call *c, const char *name, struct str value)
{
	AUTO_STRBUF line = STRBUF_INIT;
	struct curl_slist *longer;

	strbuf_addf(&line, "%s: " STR_FMT, name, STR_ARG(value));
	longer = line.failed ? NULL : curl_slist_append(c->headers, line.ptr);
	if (longer)
		c->headers = longer;
	return longer != NULL;
}

static bool add_headers(struct tcp__call *c, const struct fakeapi__request *req)
{
	AUTO_STRBUF name = STRBUF_INIT;
	AUTO_STRBUF id = STRBUF_INIT;
	bool ok = true;

	for (size_t i = 0; i < req->header_count; i++) {
		strbuf_clear(&name);
		strbuf_adds(&name, req->headers[i].name);
		ok = ok && !name.failed && add_header(c, name.ptr, req->headers[i].value);
	}
	strbuf_addf(&id, "%u", c->id);
	/* No 100-continue: one request, one response. */
	return ok && !id.failed && add_header(c, "X-Relist-Call", strbuf_str(&id)) &&
	       add_header(c, "Expect", STR(""));
}

/* Over HTTP/1.1: faults on frames do not affect it. */
static bool set_up_tls(struct tcp__call *c)
{
	char *pem = c->tcp->tls.ca_pem;
	struct curl_blob ca = { pem, pem ? strlen(pem) : 0, CURL_BLOB_COPY };

	return curl_easy_setopt(c->easy, CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_1_1) ==
		   CURLE_OK &&
	       (!pem || curl_easy_setopt(c->easy, CURLOPT_CAINFO_BLOB, &ca) == CURLE_OK);
}

static bool set_up(struct tcp__call *c, const struct fakeapi__request *req)
{
	AUTO_STRBUF url = STRBUF_INIT;
	AUTO_STRBUF method = STRBUF_INIT;
	CURL *e;

	c->multi = curl_multi_init();
	c->easy = e = curl_easy_init();
	strbuf_addf(&url, "%s" STR_FMT, fakeapi__http_url(c->tcp->http, req->backend),
		    STR_ARG(req->path));
	if (req->query.len)
		strbuf_addf(&url, "?" STR_FMT, STR_ARG(req->query));
	strbuf_adds(&method, req->method);
	strbuf_adds(&c->sent, req->body);
	if (!c->multi || !e || url.failed || method.failed || c->sent.failed ||
	    !add_headers(c, req) || !set_up_tls(c))
		return false;
	if (c->sent.len &&
	    (curl_easy_setopt(e, CURLOPT_POSTFIELDSIZE, (long)c->sent.len) != CURLE_OK ||
	     curl_easy_setopt(e, CURLOPT_POSTFIELDS, c->sent.ptr) != CURLE_OK))
		return false;
	return curl_easy_setopt(e, CURLOPT_NOSIGNAL, 1L) == CURLE_OK &&
	       curl_easy_setopt(e, CURLOPT_URL, url.ptr) == CURLE_OK &&
	       curl_easy_setopt(e, CURLOPT_CUSTOMREQUEST, method.ptr) == CURLE_OK &&
	       curl_easy_setopt(e, CURLOPT_HTTPHEADER, c->headers) == CURLE_OK &&
	       curl_easy_setopt(e, CURLOPT_HEADERFUNCTION, on_header) == CURLE_OK &&
	       curl_easy_setopt(e, CURLOPT_HEADERDATA, c) == CURLE_OK &&
	       curl_easy_setopt(e, CURLOPT_WRITEFUNCTION, on_body) == CURLE_OK &&
	       curl_easy_setopt(e, CURLOPT_WRITEDATA, c) == CURLE_OK &&
	       curl_multi_add_handle(c->multi, e) == CURLM_OK;
}

struct tcp__call *runner__tcp_call(struct tcp *t, const struct fakeapi__request *req,
				   struct relist_err *err)
{
	struct tcp__call *c = base__calloc(1, sizeof(*c));

	if (c) {
		c->tcp = t;
		c->id = ++t->calls;
		strbuf_init(&c->sent);
		strbuf_init(&c->body);
		if (set_up(c, req))
			return c;
		runner__tcp_call_free(c);
	}
	(void)relist_err_set(err, RELIST_ENOMEM, "tcp world: out of memory");
	return NULL;
}

static void unlocked_perform(struct tcp__call *c, int *running, int wait_ms)
{
	runner__tcp_leave(c->tcp);
	if (wait_ms)
		(void)curl_multi_poll(c->multi, NULL, 0, wait_ms, NULL);
	(void)curl_multi_perform(c->multi, running);
	runner__tcp_enter(c->tcp);
}

/* All data that the server had is here, and the server waits for another event. */
static bool waits(struct tcp__call *c)
{
	struct tcp__place p;

	return runner__tcp_call_place(c->tcp, c->id, &p) && p.waits &&
	       p.has_head == (c->heads > 0) && p.sent == c->bytes;
}

static void finish(struct tcp__call *c)
{
	CURLMsg *msg;
	int left;

	c->done = c->broken = true;
	while ((msg = curl_multi_info_read(c->multi, &left)))
		if (msg->msg == CURLMSG_DONE)
			c->broken = msg->data.result != CURLE_OK;
}

bool runner__tcp_call_step(struct tcp__call *c)
{
	int64_t give_up_ns = clock_monotonic_ns() + CALL_LIMIT_S * NS_PER_S;
	uint64_t before = c->heads + c->bytes;
	int running = 1, wait_ms = 0;
	struct tcp__place gone;

	if (c->done)
		return false;
	while (!waits(c) && clock_monotonic_ns() < give_up_ns) {
		unlocked_perform(c, &running, wait_ms);
		wait_ms = LOOK_AGAIN_MS;
		if (running)
			continue;
		/* The server may not have ended the exchange yet. */
		while (runner__tcp_call_place(c->tcp, c->id, &gone) &&
		       clock_monotonic_ns() < give_up_ns)
			unlocked_perform(c, &running, wait_ms);
		finish(c);
		return true;
	}
	if (clock_monotonic_ns() >= give_up_ns)
		c->done = c->broken = true;
	return c->done || c->heads + c->bytes != before;
}

bool runner__tcp_call_done(const struct tcp__call *c)
{
	return c->done;
}

int runner__tcp_call_status(const struct tcp__call *c)
{
	long status = 0;

	(void)curl_easy_getinfo(c->easy, CURLINFO_RESPONSE_CODE, &status);
	return c->broken || c->body.failed || !status ? -1 : (int)status;
}

const struct strbuf *runner__tcp_call_body(const struct tcp__call *c)
{
	return &c->body;
}

int64_t runner__tcp_call_deadline_ns(struct tcp__call *c)
{
	struct tcp__place p;

	return !c->done && runner__tcp_call_place(c->tcp, c->id, &p) ? p.deadline_ns : TIME_NEVER;
}

void runner__tcp_call_free(struct tcp__call *c)
{
	int64_t give_up_ns = clock_monotonic_ns() + CALL_LIMIT_S * NS_PER_S;
	struct tcp__place p;
	int running;

	if (c->multi && c->easy)
		(void)curl_multi_remove_handle(c->multi, c->easy);
	curl_easy_cleanup(c->easy); /* closes the connection */
	/* The server must notice the end before anything else happens. */
	while (c->multi && runner__tcp_call_place(c->tcp, c->id, &p) &&
	       clock_monotonic_ns() < give_up_ns)
		unlocked_perform(c, &running, LOOK_AGAIN_MS);
	(void)curl_multi_cleanup(c->multi);
	curl_slist_free_all(c->headers);
	strbuf_fini(&c->sent);
	strbuf_fini(&c->body);
	base__free(c);
}
