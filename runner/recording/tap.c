/* SPDX-License-Identifier: Apache-2.0 */
/* tap.c - exchanges of a recording: their responses and ends. */
#include "base/alloc.h"
#include "base/text/ascii.h"
#include "runner/recording/tap_impl.h"

enum {
	BODY_MAX = 64 << 20,
	WHOLE_MAX = 1 << 20, /* a larger list is written item by item */
};

void rec__tap_init(struct rec__tap *tap, const struct rec__tap_options *opt,
		   struct rec__writer *writer)
{
	*tap = (struct rec__tap) { .opt = *opt, .writer = writer };
	if (!tap->opt.body_max)
		tap->opt.body_max = BODY_MAX;
	rec__redactor_init(&tap->redactor, &opt->redact);
}

static void free_exchange(struct rec__exchange *x)
{
	struct rec__tap *tap = x->tap;

	if (x->prev)
		x->prev->next = x->next;
	else
		tap->open = x->next;
	if (x->next)
		x->next->prev = x->prev;
	runner__arena_fini(&x->arena);
	strbuf_fini(&x->in);
	strbuf_fini(&x->body);
	rec__near_fini(&x->near);
	base__free(x->cuts);
	base__free(x);
}

void rec__tap_fini(struct rec__tap *tap)
{
	while (tap->open)
		free_exchange(tap->open);
	rec__redactor_fini(&tap->redactor);
}

/* Oldest first: numbers ascend. */
void rec__tap_again(struct rec__tap *tap)
{
	struct rec__exchange *x = tap->open;
	void (*wrote)(void *user) = tap->wrote;

	tap->wrote = NULL; /* a part has at least the open requests */
	while (x && x->next)
		x = x->next;
	for (; x; x = x->prev) {
		struct rec__line line;

		if (!x->request_written || x->ended)
			continue;
		line = x->request;
		line.again = true;
		line.body_kind = REC_BODY_NONE;
		rec__tap_line(tap, tap->last_ns, &line);
		line = x->response;
		line.again = true;
		if (x->answered)
			rec__tap_line(tap, tap->last_ns, &line);
	}
	tap->wrote = wrote;
}

/* --- responses --- */

static bool has_json(const struct rec__http_head *head)
{
	struct str type = rec__http_header(head, "Content-Type");

	return ascii_begins_nocase(type, STR("application/json"));
}

static void write_response(struct rec__exchange *x, int64_t now_ns, bool stream)
{
	x->response.stream = stream;
	x->answered = true;
	x->ended = !stream;
	rec__tap_line(x->tap, now_ns, &x->response);
	x->response.body = (struct str) { NULL, 0 };
}

/* Whether the client requests a watch as JSON messages. */
static bool is_socket(const struct rec__exchange *x, const struct rec__http_head *head)
{
	struct str upgrade = rec__http_header(head, "Upgrade");
	struct str protocol = rec__http_header(head, "Sec-WebSocket-Protocol");

	return x->is_watch && head->status == 101 && ascii_eq_nocase(upgrade, STR("websocket")) &&
	       !rec__http_header(head, "Sec-WebSocket-Extensions").len &&
	       !ascii_begins_nocase(protocol, STR("base64"));
}

/* Records it like a chunked watch: the headers of the handshake are useless to a reader. */
static void open_socket(struct rec__exchange *x, int64_t now_ns)
{
	struct rec__pair *headers = runner__arena_alloc(&x->arena, 2 * sizeof(*headers));

	if (!headers) {
		rec__tap_fail(x->tap);
		return;
	}
	headers[0] = (struct rec__pair) { STR("Content-Type"), STR("application/json") };
	headers[1] = (struct rec__pair) { STR("Upgrade"), STR("websocket") };
	x->socket = true;
	x->mode = MODE_EVENTS;
	json_scanner_init(&x->scanner);
	x->response.status = 200;
	x->response.headers = headers;
	x->response.header_count = 2;
	write_response(x, now_ns, true);
}

void rec__exchange_head(struct rec__exchange *x, int64_t now_ns, const struct rec__http_head *head)
{
	bool coded;

	if (!x || (head->status < 200 && head->status != 101))
		return;
	rec__tap_request(x, now_ns);
	x->response.status = head->status;
	x->response.length = -1;
	rec__tap_headers(x, head, &x->response);
	coded = rec__http_header(head, "Content-Encoding").len != 0 &&
		!str_eqz(rec__http_header(head, "Content-Encoding"), "identity");
	x->opaque = head->framing == REC_HTTP_OPAQUE;
	if (head->framing == REC_HTTP_LENGTH)
		x->response.length = head->length > INT64_MAX ? -1 : (int64_t)head->length;
	if (is_socket(x, head))
		open_socket(x, now_ns);
	else if (x->opaque || coded ||
		 (x->aim.opaque && head->status == 200 &&
		  x->tap->opt.redact.secrets != REC_SECRETS_KEEP)) {
		x->mode = MODE_OMIT;
		x->response.length = -1;
		write_response(x, now_ns, true);
	} else if (x->is_watch && head->status == 200 && head->framing != REC_HTTP_NO_BODY) {
		x->mode = has_json(head) ? MODE_EVENTS : MODE_OMIT;
		json_scanner_init(&x->scanner);
		x->response.length = -1;
		write_response(x, now_ns, true);
	} else {
		x->mode = MODE_WHOLE;
	}
}

void rec__tap_raw(struct rec__exchange *x, int64_t now_ns, struct str text, bool open)
{
	struct rec__line line = rec__line_of(REC_RAW, x->id, 0);

	line.body_kind = REC_BODY_TEXT;
	line.body = text;
	line.open = open;
	rec__tap_line(x->tap, now_ns, &line);
}

static void write_omitted(struct rec__exchange *x, int64_t now_ns)
{
	struct rec__line line = rec__line_of(REC_RAW, x->id, 0);

	if (!x->omitted)
		return;
	line.body_kind = REC_BODY_OMITTED;
	line.omitted = x->omitted;
	x->omitted = 0;
	rec__tap_line(x->tap, now_ns, &line);
}

void rec__tap_give_up(struct rec__exchange *x)
{
	x->mode = MODE_OMIT;
	x->omitted += x->body.len;
	strbuf_fini(&x->body);
	x->cut_count = 0;
}

static bool is_punctuation(struct str s)
{
	for (size_t i = 0; i < s.len; i++)
		if (!s.ptr[i] || !strchr("{}[],: \t\r\n", s.ptr[i]))
			return false;
	return true;
}

/* After an invalid byte names and values cannot be distinguished. */
void rec__tap_rest(struct rec__exchange *x, int64_t now_ns, bool open)
{
	const struct rec__redact_options *opt = &x->tap->opt.redact;
	struct str body = strbuf_str(&x->body);
	AUTO_STRBUF made = STRBUF_INIT;
	size_t left = body.len;

	if (!body.len)
		return;
	if (opt->secrets == REC_SECRETS_KEEP || (!x->aim.sensitive && !x->broken))
		left = rec__redact_partial(&x->tap->redactor, &x->aim, body, &made);
	else if (!x->aim.sensitive && is_punctuation(body))
		strbuf_adds(&made, body), left = 0;
	x->broken = x->broken || x->mode == MODE_RAW;
	if (made.len)
		rec__tap_raw(x, now_ns, strbuf_str(&made), open && !left);
	x->omitted += left;
	write_omitted(x, now_ns);
	if (made.failed)
		rec__tap_fail(x->tap);
	strbuf_clear(&x->body);
	x->cut_count = 0;
}

static void add_whole(struct rec__exchange *x, int64_t now_ns, struct str data)
{
	struct rec__splitter probe = { 0 };

	strbuf_adds(&x->body, data);
	if (x->body.failed)
		rec__tap_fail(x->tap);
	if (x->body.len <= WHOLE_MAX)
		return;
	/* In a list the items begin early. */
	for (size_t i = 0; i < 64 << 10 && !probe.in_items; i++)
		(void)rec__split_byte(&probe, x->body.ptr[i]);
	if (probe.in_items && *x->body.ptr == '{') {
		x->mode = MODE_ITEMS;
		x->response.length = -1;
		write_response(x, now_ns, true);
		rec__tap_items(x, now_ns);
	} else if (x->body.len > x->tap->opt.body_max) {
		x->response.length = -1;
		write_response(x, now_ns, true);
		rec__tap_give_up(x);
	}
}

void rec__exchange_data(struct rec__exchange *x, int64_t now_ns, struct str data)
{
	if (!x || x->tap->err.code)
		return;
	switch (x->mode) {
	case MODE_WHOLE:
		add_whole(x, now_ns, data);
		return;
	case MODE_EVENTS:
	case MODE_RAW:
		rec__tap_events(x, now_ns, data);
		return;
	case MODE_ITEMS:
		strbuf_adds(&x->body, data);
		if (x->body.failed)
			rec__tap_fail(x->tap);
		rec__tap_items(x, now_ns);
		return;
	case MODE_OMIT:
		x->omitted += data.len;
		return;
	case MODE_NONE:
		return;
	}
}

void rec__exchange_chunk(struct rec__exchange *x, int64_t now_ns)
{
	if (!x || x->tap->err.code)
		return;
	if (x->mode == MODE_RAW)
		rec__tap_rest(x, now_ns, false);
	if (x->mode != MODE_EVENTS)
		return;
	/* The line feed may arrive in a chunk of its own. */
	if (x->frame_done && x->frame_lf)
		rec__tap_frame(x, now_ns, false);
	else
		rec__tap_cut(x);
}

void rec__exchange_sent(struct rec__exchange *x, uint64_t bytes)
{
	if (x)
		x->sent += bytes;
}

void rec__exchange_received(struct rec__exchange *x, int64_t now_ns, struct str bytes)
{
	if (!x)
		return;
	x->received += bytes.len;
	while (x->socket && !x->tap->err.code) {
		struct str data;
		size_t n;

		switch (rec__ws_feed(&x->frames, bytes, &n, &data)) {
		case REC_WS_MORE:
			return;
		case REC_WS_DATA:
			rec__exchange_data(x, now_ns, data);
			break;
		case REC_WS_MESSAGE:
			rec__tap_end_message(x, now_ns);
			break;
		case REC_WS_BAD:
			x->socket = false;
			rec__tap_give_up(x);
			break;
		}
		bytes = (struct str) { bytes.ptr + n, bytes.len - n };
	}
}

/* Writes the rest of the response. */
static void flush(struct rec__exchange *x, int64_t now_ns, bool whole)
{
	if (x->mode == MODE_EVENTS && x->frame_done)
		rec__tap_frame(x, now_ns, false);
	if (x->mode == MODE_ITEMS && whole && x->body.len) {
		struct strbuf tail = x->body;

		strbuf_init(&x->body);
		/* The last item and the text after the items. */
		rec__tap_piece(x, now_ns, "{\"items\":[", strbuf_str(&tail), "");
		strbuf_fini(&tail);
	}
	if (x->mode == MODE_EVENTS || x->mode == MODE_RAW || x->mode == MODE_ITEMS)
		rec__tap_rest(x, now_ns, false);
	if (!x->opaque)
		write_omitted(x, now_ns);
}

static void write_close(struct rec__exchange *x, int64_t now_ns, enum rec__how how, struct str why)
{
	struct rec__line line = rec__line_of(REC_CLOSE, x->id, 0);
	AUTO_STRBUF text = STRBUF_INIT;

	x->ended = true;
	line.how = how;
	line.sent = x->sent;
	line.received = x->received;
	line.text = rec__redact_text(&x->tap->redactor, NULL, why, &text) ? strbuf_str(&text) : why;
	rec__tap_line(x->tap, now_ns, &line);
}

static void write_whole(struct rec__exchange *x, int64_t now_ns)
{
	AUTO_STRBUF made = STRBUF_INIT;

	x->response.length = -1;
	rec__tap_put_body(x, &x->response, strbuf_str(&x->body), x->omitted, true, &made);
	write_response(x, now_ns, false);
}

void rec__exchange_end(struct rec__exchange *x, int64_t now_ns)
{
	if (!x)
		return;
	rec__tap_request(x, now_ns);
	if (x->mode == MODE_WHOLE) {
		write_whole(x, now_ns);
	} else if (x->mode != MODE_NONE) {
		flush(x, now_ns, true);
		write_close(x, now_ns, REC_HOW_EOF, STR(""));
	}
	free_exchange(x);
}

/* Writes a collected response that was cut. */
static void write_part(struct rec__exchange *x, int64_t now_ns)
{
	if (x->mode == MODE_WHOLE) {
		AUTO_STRBUF made = STRBUF_INIT;

		rec__redact_partial(&x->tap->redactor, &x->aim, strbuf_str(&x->body), &made);
		if (!str_eq(strbuf_str(&made), strbuf_str(&x->body)))
			x->response.length = -1;
		write_response(x, now_ns, true);
		rec__tap_rest(x, now_ns, false);
	} else {
		flush(x, now_ns, false);
	}
}

void rec__exchange_close(struct rec__exchange *x, int64_t now_ns, enum rec__how how, struct str why)
{
	if (!x)
		return;
	rec__tap_request(x, now_ns);
	if (x->mode != MODE_NONE)
		write_part(x, now_ns);
	write_close(x, now_ns, how, why);
	free_exchange(x);
}

void rec__exchange_hangup(struct rec__exchange *x, int64_t now_ns)
{
	struct rec__line line;

	if (!x)
		return;
	rec__tap_request(x, now_ns);
	line = rec__line_of(REC_HANGUP, x->id, 0);
	if (x->mode != MODE_NONE)
		write_part(x, now_ns);
	x->ended = true;
	rec__tap_line(x->tap, now_ns, &line);
	free_exchange(x);
}
