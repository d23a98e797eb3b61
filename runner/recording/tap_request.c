/* SPDX-License-Identifier: Apache-2.0 */
/* tap_request.c - requests of a recording: path, query, headers and body. */
#include "base/alloc.h"
#include "base/text/ascii.h"
#include "base/url.h"
#include "runner/recording/tap_impl.h"

static struct str keep(struct rec__exchange *x, struct strbuf *text)
{
	struct str copy = runner__arena_str(&x->arena, strbuf_str(text));

	if (text->failed || x->arena.failed)
		rec__tap_fail(x->tap);
	strbuf_clear(text);
	return copy;
}

static void read_query(struct rec__exchange *x, struct str query)
{
	struct str rest = query, name, value;
	AUTO_STRBUF name_text = STRBUF_INIT;
	AUTO_STRBUF text = STRBUF_INIT;
	AUTO_STRBUF made = STRBUF_INIT;
	struct rec__pair *pairs;
	size_t count = 0;

	while (url_next_param(&rest, &name, &value))
		count++;
	pairs = runner__arena_alloc(&x->arena, (count + 1) * sizeof(*pairs));
	x->request.query = pairs;
	while (pairs && url_next_param(&query, &name, &value)) {
		struct rec__pair *p = &pairs[x->request.query_count++];

		strbuf_clear(&text);
		strbuf_add_urldec(&name_text, name, true);
		strbuf_add_urldec(&text, value, true);
		rec__redact_query(&x->tap->redactor, strbuf_str(&name_text), strbuf_str(&text),
				  &made);
		if (str_eqz(strbuf_str(&name_text), "watch"))
			x->is_watch = rec__is_true(strbuf_str(&text));
		p->value = keep(x, &made);
		if (rec__redact_text(&x->tap->redactor, NULL, strbuf_str(&name_text), &made))
			p->name = keep(x, &made);
		else
			p->name = keep(x, &name_text);
		strbuf_clear(&name_text);
		if (text.failed)
			rec__tap_fail(x->tap);
	}
}

void rec__tap_headers(struct rec__exchange *x, const struct rec__http_head *head,
		      struct rec__line *line)
{
	struct rec__pair *pairs =
	    runner__arena_alloc(&x->arena, (head->header_count + 1) * sizeof(*pairs));
	AUTO_STRBUF made = STRBUF_INIT;

	line->headers = pairs;
	for (size_t i = 0; pairs && i < head->header_count; i++) {
		const struct rec__http_header *h = &head->headers[i];
		struct rec__pair *p = &pairs[line->header_count];

		/* The recording stores the framing separately. */
		if (ascii_eq_nocase(h->name, STR("Content-Length")) ||
		    ascii_eq_nocase(h->name, STR("Transfer-Encoding")))
			continue;
		p->name = runner__arena_str(&x->arena, h->name);
		rec__redact_header(&x->tap->redactor, h->name, h->value, &made);
		p->value = keep(x, &made);
		line->header_count++;
	}
}

static bool is_wanted(const struct rec__tap *tap, const struct rec__aim *aim)
{
	if (!tap->opt.resource_count)
		return true;
	for (size_t i = 0; i < tap->opt.resource_count; i++) {
		const char *want = tap->opt.resources[i], *dot = strchr(want, '.');
		struct str name = { want, dot ? (size_t)(dot - want) : strlen(want) };

		if (str_eq(aim->resource, name) && (!dot || str_eqz(aim->group, dot + 1)))
			return true;
	}
	return false;
}

struct rec__exchange *rec__exchange_begin(struct rec__tap *tap, uint32_t conn,
					  const struct rec__http_head *head)
{
	const char *mark = memchr(head->target.ptr, '?', head->target.len);
	struct str raw = { head->target.ptr,
			   mark ? (size_t)(mark - head->target.ptr) : head->target.len };
	AUTO_STRBUF text = STRBUF_INIT;
	struct rec__aim aim;
	struct rec__exchange *x;

	if (tap->err.code)
		return NULL;
	strbuf_add_urldec(&text, raw, false);
	aim = rec__aim_of(strbuf_str(&text));
	if (text.failed)
		rec__tap_fail(tap);
	if (text.failed || !is_wanted(tap, &aim))
		return NULL;
	x = base__calloc(1, sizeof(*x));
	if (!x) {
		rec__tap_fail(tap);
		return NULL;
	}
	x->tap = tap;
	x->next = tap->open;
	if (x->next)
		x->next->prev = x;
	tap->open = x;
	runner__arena_init(&x->arena);
	strbuf_init(&x->in);
	strbuf_init(&x->body);
	tap->requests++;
	x->conn = conn;
	x->request = rec__line_of(REC_REQUEST, 0, 0);
	x->response = rec__line_of(REC_RESPONSE, 0, 0);
	x->request.conn = conn;
	x->path = keep(x, &text);
	x->aim = rec__aim_of(x->path);
	x->is_watch = x->aim.watch;
	rec__redact_path(&tap->redactor, x->path, &text);
	x->request.path = keep(x, &text);
	x->request.method = runner__arena_str(&x->arena, head->method);
	if (mark)
		read_query(x, (struct str) { mark + 1, head->target.len - raw.len - 1 });
	rec__tap_headers(x, head, &x->request);
	return x;
}

void rec__exchange_request_data(struct rec__exchange *x, struct str data)
{
	if (!x)
		return;
	if (x->request_written || x->in_omitted || x->in.len + data.len > x->tap->opt.body_max) {
		x->in_omitted += data.len;
		return;
	}
	strbuf_add(&x->in, data.ptr, data.len);
	if (x->in.failed)
		rec__tap_fail(x->tap);
}

void rec__tap_request(struct rec__exchange *x, int64_t now_ns)
{
	AUTO_STRBUF made = STRBUF_INIT;

	if (x->request_written)
		return;
	/* Assign the number only now: a second request may be complete before the first, and
	 * numbers must ascend. */
	x->id = x->request.id = x->response.id = ++x->tap->last_id;
	rec__tap_put_body(x, &x->request, strbuf_str(&x->in), x->in_omitted, false, &made);
	x->changed = false;
	x->request_written = true;
	strbuf_fini(&x->in);
	rec__tap_line(x->tap, now_ns, &x->request);
	x->request.body = (struct str) { NULL, 0 };
	x->request.body_kind = REC_BODY_NONE;
}

void rec__exchange_request_end(struct rec__exchange *x, int64_t now_ns)
{
	if (x)
		rec__tap_request(x, now_ns);
}
