/* SPDX-License-Identifier: Apache-2.0 */
/* h2_answer.c - pulls an exchange into the DATA frames of its stream.
 *
 * A response that breaks off ends only its stream: RST_STREAM with INTERNAL_ERROR for a cut, as
 * Go's server sends when a handler aborts, and with CANCEL for a reset. */
#include <stdio.h>

#include "base/alloc.h"
#include "base/text/ascii.h"
#include "fakeapi/http/h2.h"

static struct h2_stream *stream_of(struct request *r)
{
	return (struct h2_stream *)r; /* r is its first member */
}

static struct h2 *h2_of(const struct h2_stream *st)
{
	return st->r.c->h2;
}

static void touch(struct h2_stream *st)
{
	struct h2 *s = h2_of(st);

	if (st->touched)
		return;
	st->touched = true;
	st->next_touched = s->touched;
	s->touched = st;
}

void http__h2_break(struct h2_stream *st, enum fakeapi__pull how)
{
	struct h2 *s = h2_of(st);
	const struct conn *c = st->r.c;
	bool cut_off = !c->h->listeners[c->listener].listening;

	st->r.server_ended = true;
	st->r.begun = true;
	if (how == FAKEAPI_PULL_CUT && http__h2_fault_cut(st)) {
		http__h2_want_flush(st->r.c);
		return;
	}
	/* A refusing port simulates a broken network: the connection is reset too. */
	if (how == FAKEAPI_PULL_RESET && cut_off)
		s->reset = true;
	else if (nghttp2_submit_rst_stream(s->session, NGHTTP2_FLAG_NONE, st->r.stream,
					   how == FAKEAPI_PULL_RESET ? NGHTTP2_CANCEL
								     : NGHTTP2_INTERNAL_ERROR) != 0)
		s->broken = true;
	http__h2_want_flush(st->r.c);
}

/* --- bodies --- */

/* Pulls up to `cap` bytes of the exchange's body; <= 0: a fakeapi__pull result. */
static ptrdiff_t pull(struct request *r, uint8_t *buf, size_t cap)
{
	bool known = r->x->body_len >= 0;
	uint64_t left = known ? (uint64_t)r->x->body_len - r->pulled : cap;
	size_t want = left < cap ? (size_t)left : cap, got = 0;

	do {
		ptrdiff_t n = r->x->ops->pull(r->x, http__now_ns(r->h), buf + got, want - got);

		if (n <= 0) {
			/* A body shorter than its declared length is cut. */
			if (!got && known && n == FAKEAPI_PULL_END)
				return FAKEAPI_PULL_CUT;
			return got ? (ptrdiff_t)got : n;
		}
		got += (size_t)n;
	} while (known && got < want);
	return (ptrdiff_t)got;
}

static ssize_t end_body(struct h2_stream *st, uint32_t *flags, ssize_t n)
{
	*flags |= NGHTTP2_DATA_FLAG_EOF;
	if (http__h2_fault_trailers(st))
		*flags |= NGHTTP2_DATA_FLAG_NO_END_STREAM;
	st->r.server_ended = true;
	return n;
}

static ssize_t read_body(nghttp2_session *session, int32_t id, uint8_t *buf, size_t cap,
			 uint32_t *flags, nghttp2_data_source *source, void *user)
{
	struct h2_stream *st = source->ptr;
	struct request *r = &st->r;
	struct h2 *s = user;
	ptrdiff_t n;

	(void)session;
	(void)id;
	if (r->server_ended || !r->x) /* its RST_STREAM is queued */
		return NGHTTP2_ERR_DEFERRED;
	touch(st);
	n = pull(r, buf, cap);
	if (r->frames.due) {
		r->frames.due = false;
		http__h2_fault_begin(st);
	}
	if (n > 0) {
		r->pulled += (uint64_t)n;
		if (r->x->body_len >= 0 && r->pulled == (uint64_t)r->x->body_len)
			return end_body(st, flags, n);
		return n;
	}
	switch ((enum fakeapi__pull)n) {
	case FAKEAPI_PULL_END:
		return end_body(st, flags, 0);
	case FAKEAPI_PULL_CUT:
	case FAKEAPI_PULL_RESET:
		http__h2_break(st, (enum fakeapi__pull)n);
		break;
	case FAKEAPI_PULL_WAIT:
		if (!http__request_wait(r))
			s->broken = true;
		break;
	}
	return NGHTTP2_ERR_DEFERRED;
}

static ssize_t read_own(nghttp2_session *session, int32_t id, uint8_t *buf, size_t cap,
			uint32_t *flags, nghttp2_data_source *source, void *user)
{
	struct h2_stream *st = source->ptr;
	size_t left = st->own.len - st->own_sent, n = left < cap ? left : cap;

	(void)session;
	(void)id;
	(void)user;
	memcpy(buf, st->own.ptr + st->own_sent, n);
	st->own_sent += n;
	st->r.pulled += n;
	return n == left ? end_body(st, flags, (ssize_t)n) : (ssize_t)n;
}

/* --- heads --- */

/* Header lines being built: "name\0value\0" each. */
struct lines {
	struct strbuf text;
	size_t count;
};

static void add_line(struct lines *l, struct str name, struct str value)
{
	size_t from = l->text.len;

	strbuf_adds(&l->text, name);
	for (size_t i = from; !l->text.failed && i < l->text.len; i++)
		l->text.ptr[i] = ascii_lower(l->text.ptr[i]);
	strbuf_addc(&l->text, '\0');
	from = l->text.len;
	strbuf_adds(&l->text, value);
	/* As over HTTP/1.1, where a line end would start another header. */
	for (size_t i = from; !l->text.failed && i < l->text.len; i++)
		if (l->text.ptr[i] == '\r' || l->text.ptr[i] == '\n' || l->text.ptr[i] == '\0')
			l->text.ptr[i] = ' ';
	strbuf_addc(&l->text, '\0');
	l->count++;
}

static void begin_lines(struct lines *l, unsigned int status)
{
	char digits[8];

	*l = (struct lines) { .text = STRBUF_INIT };
	(void)snprintf(digits, sizeof(digits), "%03u", status % 1000);
	add_line(l, STR(":status"), str_of(digits));
}

static void add_length(struct lines *l, uint64_t len)
{
	char digits[24];

	(void)snprintf(digits, sizeof(digits), "%llu", (unsigned long long)len);
	add_line(l, STR("content-length"), str_of(digits));
}

/* Consumes `l`. False: out of memory. */
static bool submit(struct h2_stream *st, struct lines *l, const nghttp2_data_provider *body)
{
	nghttp2_nv *nv = l->text.failed ? NULL : base__calloc(l->count, sizeof(*nv));
	char *at = l->text.ptr;
	int rc = NGHTTP2_ERR_NOMEM;

	for (size_t i = 0; nv && i < l->count; i++) {
		nv[i].name = (uint8_t *)at;
		nv[i].namelen = strlen(at);
		at += nv[i].namelen + 1;
		nv[i].value = (uint8_t *)at;
		nv[i].valuelen = strlen(at);
		at += nv[i].valuelen + 1;
	}
	if (nv)
		rc = nghttp2_submit_response(h2_of(st)->session, st->r.stream, nv, l->count, body);
	base__free(nv);
	strbuf_fini(&l->text);
	if (rc != 0)
		h2_of(st)->broken = true;
	st->r.begun = true;
	http__h2_want_flush(st->r.c);
	return rc == 0;
}

static void begin_response(struct h2_stream *st)
{
	struct request *r = &st->r;
	nghttp2_data_provider body = { .source = { .ptr = st }, .read_callback = read_body };
	struct http__warnings warnings = { 0 };
	bool bare, dated = false;
	struct lines l;

	http__h2_fault_begin(st);
	http__answer_compress(r);
	begin_lines(&l, (unsigned int)r->x->status);
	for (size_t i = 0; i < r->x->header_count; i++) {
		const struct fakeapi__header *h = &r->x->headers[i];

		if (!http__answer_sends(r, h, &warnings))
			continue;
		dated |= http__name_is(h->name, "Date");
		add_line(&l, h->name, h->value);
	}
	if (!dated)
		add_line(&l, STR("date"), str_of(http__date(r->h)));
	if (r->x->body_len >= 0 && r->x->status != 204 && r->x->status != 304)
		add_length(&l, (uint64_t)r->x->body_len);
	bare = http__answer_is_bare(r) || r->x->body_len == 0;
	/* Treats "Connection: close" as Go's server does (--goaway-chance relies on it). */
	if (!r->keep || r->x->close_connection)
		http__h2_drain(h2_of(st), NGHTTP2_NO_ERROR);
	if (submit(st, &l, bare ? NULL : &body) && bare)
		r->server_ended = true;
}

void http__h2_answer(struct h2_stream *st)
{
	struct request *r = &st->r;

	switch (r->x->ops->head(r->x, http__now_ns(r->h))) {
	case FAKEAPI_HEAD_WAIT:
		if (!http__request_wait(r))
			h2_of(st)->broken = true;
		break;
	case FAKEAPI_HEAD_READY:
		http__request_drop_body(r);
		begin_response(st);
		break;
	case FAKEAPI_HEAD_CUT:
		http__h2_break(st, FAKEAPI_PULL_CUT);
		break;
	case FAKEAPI_HEAD_RESET:
		http__h2_break(st, FAKEAPI_PULL_RESET);
		break;
	}
}

/* --- called by the rest of the transport --- */

void http__h2_resume(struct request *r)
{
	struct h2_stream *st = stream_of(r);

	if (st->closed)
		;		     /* the next flush frees it */
	else if (!r->x && !r->begun) /* its timer fired: the body did not arrive */
		http__answer_text(r, 408, "Content-Type: text/plain; charset=utf-8\r\n",
				  "408 Request Timeout");
	else if (r->x && !r->begun)
		http__h2_answer(st);
	else if (r->x && !r->server_ended &&
		 nghttp2_is_fatal(nghttp2_session_resume_data(h2_of(st)->session, r->stream)))
		h2_of(st)->broken = true;
	http__h2_want_flush(r->c);
}

void http__h2_own_response(struct request *r, unsigned int code, const char *headers,
			   struct str body)
{
	struct h2_stream *st = stream_of(r);
	nghttp2_data_provider data = { .source = { .ptr = st }, .read_callback = read_own };
	bool bare = r->is_head || !body.len;
	struct lines l;

	begin_lines(&l, code);
	for (const char *at = headers; *at;) {
		size_t len = strcspn(at, "\r"), name = strcspn(at, ":");

		add_line(&l, (struct str) { at, name },
			 (struct str) { at + name + 2, len - name - 2 });
		at += len + 2;
	}
	add_line(&l, STR("date"), str_of(http__date(r->h)));
	add_length(&l, body.len);
	if (!bare)
		strbuf_adds(&st->own, body);
	if (st->own.failed)
		h2_of(st)->broken = true;
	http__timer_cancel(&r->timer);
	if (submit(st, &l, bare ? NULL : &data) && bare)
		r->server_ended = true;
}
