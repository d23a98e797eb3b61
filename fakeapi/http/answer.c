/* SPDX-License-Identifier: Apache-2.0 */
/* answer.c - pulls an exchange and writes its response.
 *
 * It pulls again only after everything pulled before is in the socket, so a slow client costs one
 * piece and no queue. */
#include <stdio.h>
#include <time.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "base/text/ascii.h"
#include "fakeapi/http/internal.h"

enum {
	PREFETCH_MAX = 256 << 10, /* bodies up to this size are written together with their head */
	BLOCK = 256 << 10,	  /* longer ones are sent in pieces of this size */
	GZIP_MIN = 128 << 10,	  /* kube-apiserver's threshold */
	WARNINGS_MAX = 64 << 10,  /* total of all Warning headers; the rest is dropped */
	PULLS_PER_TURN = 8,
	CHUNK_HEAD = 16, /* bytes for a chunk's size line */
	RESET_WAIT_MS = 1,
	RESET_WAITS_MAX = 5000,
};

/* --- heads --- */

const char *http__date(struct fakeapi__http *h)
{
	int64_t now_s = (int64_t)time(NULL);
	struct tm tm;
	time_t at = (time_t)now_s;

	if (h->date_s != now_s && gmtime_r(&at, &tm) &&
	    strftime(h->date, sizeof(h->date), "%a, %d %b %Y %H:%M:%S GMT", &tm) > 0)
		h->date_s = now_s;
	return h->date;
}

static void add_date(struct fakeapi__http *h, struct strbuf *out)
{
	strbuf_addf(out, "Date: %s\r\n", http__date(h));
}

bool http__name_is(struct str name, const char *wanted)
{
	return ascii_eq_nocase(name, str_of(wanted));
}

/* A line end in a value would start another header. */
static void add_text(struct strbuf *out, struct str s)
{
	size_t from = out->len;

	strbuf_adds(out, s);
	for (size_t i = from; !out->failed && i < out->len; i++)
		if (out->ptr[i] == '\r' || out->ptr[i] == '\n' || out->ptr[i] == '\0')
			out->ptr[i] = ' ';
}

static void add_header(struct strbuf *out, const struct fakeapi__header *h)
{
	add_text(out, h->name);
	strbuf_addz(out, ": ");
	add_text(out, h->value);
	strbuf_addz(out, "\r\n");
}

bool http__answer_sends(struct request *r, const struct fakeapi__header *h,
			struct http__warnings *warnings)
{
	size_t bytes = h->name.len + h->value.len + 4;

	if (http__name_is(h->name, "Warning")) {
		if (warnings->bytes + bytes > WARNINGS_MAX)
			return false;
		warnings->bytes += bytes;
	}
	if (http__name_is(h->name, "Connection")) {
		r->keep = r->keep && !http__name_is(h->value, "close");
		return false;
	}
	return !http__name_is(h->name, "Content-Length") &&
	       !http__name_is(h->name, "Transfer-Encoding") && h->value.len;
}

/* Adds the exchange's headers; true: one of them is Date. */
static bool add_headers(struct request *r, struct strbuf *out)
{
	struct http__warnings warnings = { 0 };
	bool dated = false;

	for (size_t i = 0; i < r->x->header_count; i++) {
		const struct fakeapi__header *h = &r->x->headers[i];

		if (!http__answer_sends(r, h, &warnings))
			continue;
		dated |= http__name_is(h->name, "Date");
		add_header(out, h);
	}
	return dated;
}

bool http__answer_is_bare(const struct request *r)
{
	int status = r->x->status;

	return r->is_head || status == 204 || status == 304 || (status >= 100 && status < 200);
}

static void add_framing(struct request *r, struct strbuf *out)
{
	int64_t len = r->x->body_len;
	bool bare = r->x->status == 204 || r->x->status == 304;

	r->chunked = len < 0 && !r->http_1_0;
	/* In HTTP/1.0 only the connection's end marks the end of a body of unknown length. */
	if (len < 0 && r->http_1_0 && !http__answer_is_bare(r))
		r->keep = false;
	if (len >= 0 && !bare)
		strbuf_addf(out, "Content-Length: %lld\r\n", (long long)len);
	else if (r->chunked && !bare)
		strbuf_addz(out, "Transfer-Encoding: chunked\r\n");
	if (!r->keep)
		strbuf_addz(out, "Connection: close\r\n");
	else if (r->http_1_0)
		strbuf_addz(out, "Connection: keep-alive\r\n");
}

void http__answer_compress(struct request *r)
{
	struct fakeapi__exchange *x = r->x, *wrapped;

	if (!r->h->opt.gzip || !r->accepts_gzip || x->body_len <= GZIP_MIN || r->is_head)
		return;
	for (size_t i = 0; i < x->header_count; i++)
		if (http__name_is(x->headers[i].name, "Content-Encoding"))
			return;
	wrapped = http__gzip_new(x);
	if (wrapped)
		r->x = wrapped; /* if out of memory the body is not compressed */
}

/* --- the transport's own responses --- */

/* Replaces the exchange by this response. `headers`: whole lines. */
static void own_response(struct request *r, unsigned int code, const char *headers, struct str body)
{
	struct strbuf *out = &r->c->out;

	if (r->stream) {
		http__h2_own_response(r, code, headers, body);
		return;
	}
	http__add_status_line(out, code);
	strbuf_addz(out, headers);
	add_date(r->h, out);
	strbuf_addf(out, "Content-Length: %zu\r\n", body.len);
	if (!r->keep)
		strbuf_addz(out, "Connection: close\r\n");
	strbuf_addz(out, "\r\n");
	if (!r->is_head)
		strbuf_adds(out, body);
	r->begun = true;
	r->ending = FAKEAPI_PULL_END;
	r->server_ended = true;
	r->c->state = CONN_ANSWER;
}

void http__answer_status(struct request *r, unsigned int code, const char *reason,
			 const char *message)
{
	AUTO_STRBUF body = STRBUF_INIT;

	strbuf_addz(&body, "{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"metadata\":{},"
			   "\"status\":\"Failure\",\"message\":");
	strbuf_add_json(&body, str_of(message));
	strbuf_addf(&body, ",\"reason\":\"%s\",\"code\":%u}\n", reason, code);
	own_response(r, code,
		     "Cache-Control: no-cache, private\r\nContent-Type: application/json\r\n",
		     strbuf_str(&body));
}

void http__answer_text(struct request *r, unsigned int code, const char *headers, const char *text)
{
	own_response(r, code, headers, str_of(text));
}

void http__answer_too_many(struct request *r)
{
	/* As kube-apiserver for too many concurrent requests (maxinflight.go). */
	http__answer_text(r, 429,
			  "Content-Type: text/plain; charset=utf-8\r\n"
			  "Retry-After: 1\r\nX-Content-Type-Options: nosniff\r\n",
			  "Too many requests, please try again later.\n");
}

void http__answer_too_large(struct request *r)
{
	char message[80];

	(void)snprintf(message, sizeof(message), "Request entity too large: limit is %zu",
		       r->h->opt.body_max);
	http__request_drop_body(r);
	r->keep = false;
	http__answer_status(r, 413, "RequestEntityTooLarge", message);
}

void http__answer_refusal(struct conn *c, struct http__refusal why)
{
	AUTO_STRBUF text = STRBUF_INIT;

	http__add_status_line(&text, why.status);
	strbuf_addz(&text, "Content-Type: text/plain; charset=utf-8\r\nConnection: close\r\n\r\n");
	strbuf_addz(&text, why.text);
	if (!text.failed)
		(void)http__write(c, text.ptr, text.len);
	http__conn_close(c);
}

/* --- bodies --- */

/* Pulls up to `want` bytes into `out`, while some are available. */
static ptrdiff_t pull_known(struct request *r, size_t want)
{
	struct strbuf *out = &r->c->out;
	uint64_t left = (uint64_t)r->x->body_len - r->pulled;
	ptrdiff_t n = FAKEAPI_PULL_END;
	size_t got = 0;

	want = left < want ? (size_t)left : want;
	if (want && !strbuf_reserve(out, want))
		return FAKEAPI_PULL_CUT;
	while (got < want) {
		n = r->x->ops->pull(r->x, http__now_ns(r->h), out->ptr + out->len, want - got);
		if (n <= 0)
			break;
		out->len += (size_t)n;
		got += (size_t)n;
	}
	r->pulled += got;
	if (r->pulled == (uint64_t)r->x->body_len)
		return FAKEAPI_PULL_END;
	return got ? 1 : n;
}

static void write_chunk(struct request *r, char *data, size_t len)
{
	char line[CHUNK_HEAD];
	int digits = r->chunked ? snprintf(line, sizeof(line), "%zX\r\n", len) : 0;

	if (digits > 0) {
		memcpy(data - digits, line, (size_t)digits);
		memcpy(data + len, "\r\n", 2);
		len += 2;
	}
	/* Write the response's head together with its first chunk. */
	if (r->c->out.len)
		strbuf_add(&r->c->out, data - digits, len + (size_t)digits);
	else
		(void)http__write(r->c, data - digits, len + (size_t)digits);
}

static ptrdiff_t pull_endless(struct request *r)
{
	char *data = r->h->scratch + CHUNK_HEAD;
	ptrdiff_t n = r->x->ops->pull(r->x, http__now_ns(r->h), data, HTTP_SCRATCH);

	if (n > 0) {
		r->pulled += (uint64_t)n;
		write_chunk(r, data, (size_t)n);
	} else if (n == FAKEAPI_PULL_END && r->chunked) {
		strbuf_addz(&r->c->out, "0\r\n\r\n");
	}
	return n;
}

static void end_body(struct request *r, enum fakeapi__pull how)
{
	r->ending = how;
	r->server_ended = true;
	/* A response shorter than its declared length is cut. */
	if (how == FAKEAPI_PULL_END && r->x && r->x->body_len >= 0 && !http__answer_is_bare(r) &&
	    r->pulled < (uint64_t)r->x->body_len)
		r->ending = FAKEAPI_PULL_CUT;
}

static void begin_response(struct request *r)
{
	struct strbuf *out = &r->c->out;

	http__answer_compress(r);
	if (r->x->close_connection)
		r->keep = false;
	http__add_status_line(out, (unsigned int)r->x->status);
	if (!add_headers(r, out))
		add_date(r->h, out);
	add_framing(r, out);
	strbuf_addz(out, "\r\n");
	r->begun = true;
	r->head_waits = r->x->body_len < 0;
	if (http__answer_is_bare(r) || r->x->body_len == 0) {
		end_body(r, FAKEAPI_PULL_END);
	} else if (r->x->body_len > 0 && r->x->body_len <= PREFETCH_MAX) {
		ptrdiff_t n = pull_known(r, (size_t)r->x->body_len);

		if (n < 0)
			end_body(r, (enum fakeapi__pull)n);
	}
}

/* --- steps --- */

/* False: it waits for the exchange, or the client has closed. */
static bool begin_when_ready(struct request *r)
{
	struct conn *c = r->c;

	switch (r->x->ops->head(r->x, http__now_ns(r->h))) {
	case FAKEAPI_HEAD_WAIT:
		if (!http__request_wait(r))
			http__conn_close(c);
		return false;
	case FAKEAPI_HEAD_READY:
		http__request_drop_body(r);
		if (r->ws_accept[0] && r->x->status == 200 && r->x->body_len < 0) {
			if (!http__ws_start(r))
				http__conn_close(c);
			return false;
		}
		begin_response(r);
		return true;
	case FAKEAPI_HEAD_CUT:
		end_body(r, FAKEAPI_PULL_CUT);
		return true;
	case FAKEAPI_HEAD_RESET:
		end_body(r, FAKEAPI_PULL_RESET);
		return true;
	}
	return false;
}

/* False: the exchange waits. */
static bool pull_more(struct request *r)
{
	uint64_t sent = r->pulled;
	ptrdiff_t n = r->x->body_len < 0 ? pull_endless(r) : pull_known(r, BLOCK);

	r->head_waits = false;
	/* A head without a body must be sent before the wait. */
	if (n == FAKEAPI_PULL_WAIT && r->c->out.len)
		return true;
	http__request_sent(r, sent, n == FAKEAPI_PULL_WAIT);
	if (n > 0)
		return true;
	if (n < 0) {
		end_body(r, (enum fakeapi__pull)n);
		return true;
	}
	if (!http__request_wait(r))
		http__conn_close(r->c);
	return false;
}

/* Delays RST until everything sent before has arrived, so that RST does not overtake it. */
static bool must_wait_for_reset(struct request *r)
{
	if (!http__unsent(r->c->fd) || r->reset_waits++ >= RESET_WAITS_MAX || r->c->gone ||
	    r->h->stopping)
		return false;
	r->suspended =
	    http__timer_arm(r->h, &r->timer, http__real_ns() + RESET_WAIT_MS * NS_PER_MS);
	return r->suspended;
}

/* Called when the whole response is in the socket. */
static void finish(struct request *r)
{
	struct conn *c = r->c;

	switch (r->ending) {
	case FAKEAPI_PULL_WAIT:
		return;
	case FAKEAPI_PULL_END:
		if (r->x)
			http__request_sent(r, r->pulled, false);
		http__conn_next(c, r->keep);
		return;
	case FAKEAPI_PULL_CUT:
		http__finish_fd(c->fd);
		break;
	case FAKEAPI_PULL_RESET:
		if (must_wait_for_reset(r))
			return;
		http__reset_fd(c->fd);
		break;
	}
	c->dropped = true; /* further input from the client is ignored */
	http__conn_close(c);
}

bool http__answer_run(struct conn *c)
{
	struct request *r = c->req;

	if (r->suspended && !c->gone)
		return false;
	r->suspended = false;
	for (int pulls = 0; c->state == CONN_ANSWER && c->req == r; pulls++) {
		bool sends = r->ending || (r->begun && !r->head_waits);
		int rc = sends ? http__flush(c) : 0;

		if (rc == HTTP_BROKEN) {
			c->dropped = true;
			http__conn_close(c);
			return false;
		}
		if (rc == HTTP_AGAIN)
			return false;
		if (r->ending) {
			finish(r);
			return false;
		}
		if (pulls > PULLS_PER_TURN) {
			http__turn(c);
			return false;
		}
		if (r->begun ? !pull_more(r) : !begin_when_ready(r))
			break;
	}
	return false;
}
