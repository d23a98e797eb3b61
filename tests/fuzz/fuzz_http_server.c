/* SPDX-License-Identifier: Apache-2.0 */
/* Any bytes as the client's side of a connection to the server: the requests that it reads do not
 * depend on how the bytes are cut. The first byte is the size of the pieces. */
#include "fakeapi/http/internal.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len);

struct reader {
	struct strbuf in;
	size_t searched;
	struct http__body body;
	bool in_body;
	struct strbuf *out;
};

static void deliver_head(struct reader *r, struct http__head *head)
{
	struct http__refusal why = http__head_parse(head);

	strbuf_addf(r->out, "<%u", why.status);
	if (why.status) {
		r->in.failed = true; /* the connection is closed */
		return;
	}
	strbuf_addf(r->out, " %s %s %d %d", head->method.ptr, head->target.ptr, head->keep_alive,
		    head->expects_continue);
	for (size_t i = 0; i < head->header_count; i++) {
		ASSERT(strlen(head->headers[i].name.ptr) == head->headers[i].name.len);
		ASSERT(strlen(head->headers[i].value.ptr) == head->headers[i].value.len);
		strbuf_addf(r->out, "|%s=%s", head->headers[i].name.ptr,
			    head->headers[i].value.ptr);
	}
	strbuf_addc(r->out, '>');
	http__body_init(&r->body, head);
	r->in_body = r->body.state != BODY_DONE;
}

/* False: more bytes are needed, or the connection is closed. */
static bool step(struct reader *r)
{
	struct http__head head = { .text = STRBUF_INIT };
	struct str data;
	size_t n;

	if (r->in_body) {
		n = http__body_feed(&r->body, strbuf_str(&r->in), &data);
		ASSERT(n <= r->in.len && data.len <= n);
		strbuf_adds(r->out, data);
		strbuf_consume(&r->in, n);
		r->in_body = r->body.state < BODY_DONE;
		if (r->body.state == BODY_BAD) {
			strbuf_addz(r->out, "<bad body>");
			r->in.failed = true;
		}
		return n > 0 && !r->in.failed;
	}
	n = http__head_end(&r->in, &r->searched);
	if (!n)
		return false;
	ASSERT(n <= r->in.len);
	r->searched = 0;
	strbuf_add(&head.text, r->in.ptr, n);
	strbuf_consume(&r->in, n);
	deliver_head(r, &head);
	http__head_fini(&head);
	return !r->in.failed;
}

static void feed(struct strbuf *out, struct str text, size_t piece)
{
	struct reader r = { .in = STRBUF_INIT, .out = out };

	for (size_t at = 0; at < text.len && !r.in.failed; at += piece) {
		strbuf_add(&r.in, text.ptr + at, piece < text.len - at ? piece : text.len - at);
		while (step(&r))
			;
	}
	strbuf_fini(&r.in);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len)
{
	AUTO_STRBUF once = STRBUF_INIT;
	AUTO_STRBUF pieces = STRBUF_INIT;

	if (!len)
		return 0;
	feed(&once, (struct str) { (const char *)bytes + 1, len - 1 }, len);
	feed(&pieces, (struct str) { (const char *)bytes + 1, len - 1 }, bytes[0] + 1u);
	ASSERT(str_eq(strbuf_str(&once), strbuf_str(&pieces)));
	return 0;
}
