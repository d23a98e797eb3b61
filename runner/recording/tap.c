/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "base/alloc.h"
#include "base/json_tree.h"
#include "base/url.h"
#include "fakeapi/serializer/protobuf.h"
#include "fakeapi/serializer/yaml_read.h"
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

void rec__tap_fail(struct rec__tap *tap)
{
	if (!tap->err.code)
		relist_err_set(&tap->err, RELIST_ENOMEM, "recording: out of memory");
}

void rec__tap_line(struct rec__tap *tap, int64_t now_ns, struct rec__line *line)
{
	if (tap->redactor.failed)
		rec__tap_fail(tap);
	if (tap->err.code)
		return;
	if (now_ns > tap->last_ns)
		tap->last_ns = now_ns;
	line->at_ns = tap->last_ns;
	if (rec__write(tap->writer, line, &tap->err) == 0 && tap->wrote)
		tap->wrote(tap->user);
}

uint32_t rec__tap_connect(struct rec__tap *tap, int64_t now_ns, struct str client, bool tls)
{
	struct rec__line line = rec__line_of(REC_CONNECT, 0, now_ns);

	line.conn = ++tap->last_conn;
	line.client = client;
	line.tls = tls;
	rec__tap_line(tap, now_ns, &line);
	return line.conn;
}

void rec__tap_disconnect(struct rec__tap *tap, int64_t now_ns, uint32_t conn, bool by_server,
			 bool reset)
{
	struct rec__line line = rec__line_of(REC_DISCONNECT, 0, now_ns);

	line.conn = conn;
	line.by_server = by_server;
	line.by_reset = reset;
	rec__tap_line(tap, now_ns, &line);
}

void rec__tap_note(struct rec__tap *tap, int64_t now_ns, struct str text)
{
	struct rec__line line = rec__line_of(REC_NOTE, 0, now_ns);

	AUTO_STRBUF made = STRBUF_INIT;

	line.text = rec__redact_text(&tap->redactor, NULL, text, &made) ? strbuf_str(&made) : text;
	rec__tap_line(tap, now_ns, &line);
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

/* --- requests --- */

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

static bool is_header(struct str name, const char *z)
{
	return name.len == strlen(z) && strncasecmp(name.ptr, z, name.len) == 0;
}

static void read_headers(struct rec__exchange *x, const struct rec__http_head *head,
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
		if (is_header(h->name, "Content-Length") || is_header(h->name, "Transfer-Encoding"))
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
	read_headers(x, head, &x->request);
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

/* Converts YAML to JSON, whose structure the redaction knows. */
static bool decode_yaml(struct str body, struct strbuf *out)
{
	AUTO_STRBUF why = STRBUF_INIT;
	cJSON *tree = fakeapi__yaml_parse(body, NULL, &why);
	size_t before = out->len;

	if (tree)
		json_tree_add(out, tree, JSON_STYLE_WRITTEN);
	cJSON_Delete(tree);
	return out->len > before;
}

static bool is_yaml(const struct rec__line *line)
{
	for (size_t i = 0; i < line->header_count; i++)
		if (is_header(line->headers[i].name, "Content-Type"))
			return memmem(line->headers[i].value.ptr, line->headers[i].value.len,
				      "yaml", 4) != NULL;
	return false;
}

bool rec__tap_is_text(struct str s)
{
	for (size_t i = 0; i < s.len;) {
		size_t n = utf8_seq_len(s.ptr + i, s.len - i);

		if (!n || s.ptr[i] == '\0')
			return false;
		i += n;
	}
	return true;
}

/* Whether the body is one JSON value with white space. */
static bool is_json(struct str body, json_t *json)
{
	return json_valid(body, json, NULL);
}

static bool looks_like_json(struct str body)
{
	body = str_trim_space(body);
	return body.len && (*body.ptr == '{' || *body.ptr == '[');
}

/* Appends the redacted text of a body that is not JSON. Returns false if nothing may be written. */
static bool add_other(struct rec__exchange *x, struct str body, bool answer, struct strbuf *made)
{
	static const char schemas[] = "/openapi/";
	struct rec__redactor *r = &x->tap->redactor;
	bool text = rec__tap_is_text(body);

	if (r->opt.secrets == REC_SECRETS_KEEP) {
		strbuf_adds(made, body);
	} else if (!text && x->path.len > sizeof(schemas) - 1 &&
		   memcmp(x->path.ptr, schemas, sizeof(schemas) - 1) == 0) {
		strbuf_adds(made, body); /* as protobuf */
	} else if (!text || r->opt.strict || x->aim.sensitive ||
		   is_yaml(answer ? &x->response : &x->request) ||
		   memmem(body.ptr, body.len, "Secret", 6)) {
		return false;
	} else if (looks_like_json(body)) {
		return rec__redact_partial(r, &x->aim, body, made) == 0;
	} else if (!rec__redact_text(r, answer ? &x->near : NULL, body, made)) {
		strbuf_adds(made, body);
	}
	return true;
}

/* Converts protobuf and YAML to JSON. Returns the original media type, or nothing. */
static struct str decode_body(const struct rec__exchange *x, struct str body, bool answer,
			      struct strbuf *decoded)
{
	if (fakeapi__protobuf_json(body, decoded))
		return STR("application/vnd.kubernetes.protobuf");
	if (x->tap->opt.redact.secrets != REC_SECRETS_KEEP &&
	    is_yaml(answer ? &x->response : &x->request) && decode_yaml(body, decoded))
		return STR("application/yaml");
	return (struct str) { NULL, 0 };
}

/* Fills the line's body with the redacted `body`; `made` owns it. */
static void put_body(struct rec__exchange *x, struct rec__line *line, struct str body,
		     uint64_t omitted, bool answer, struct strbuf *made)
{
	struct rec__redactor *r = &x->tap->redactor;
	AUTO_STRBUF decoded = STRBUF_INIT;
	json_t json;

	line->body_kind = REC_BODY_NONE;
	if (omitted || (x->aim.opaque && body.len && r->opt.secrets != REC_SECRETS_KEEP)) {
		line->body_kind = REC_BODY_OMITTED;
		line->omitted = body.len + omitted;
		return;
	}
	if (!body.len)
		return;
	line->body_kind = REC_BODY_TEXT;
	if (!is_json(body, &json)) {
		line->decoded = decode_body(x, body, answer, &decoded);
		if (line->decoded.len)
			body = strbuf_str(&decoded);
	}
	if (is_json(body, &json)) {
		bool error = answer && json_str_eq(json_get(json, "kind"), STR("Status"));

		strbuf_add(made, body.ptr, (size_t)(json.ptr - body.ptr));
		rec__redact_json(r, &x->aim, json, answer && !error ? NULL : &x->near, !answer,
				 NULL, 0, made);
		strbuf_add(made, json.ptr + json.len,
			   body.len - (size_t)(json.ptr - body.ptr) - json.len);
	} else if (!add_other(x, body, answer, made)) {
		strbuf_clear(made);
		line->body_kind = REC_BODY_OMITTED;
		line->omitted = body.len;
	}
	x->changed = x->changed || !str_eq(body, strbuf_str(made)) || line->decoded.len;
	line->body = strbuf_str(made);
	if (decoded.failed || made->failed)
		rec__tap_fail(x->tap);
}

static void write_request(struct rec__exchange *x, int64_t now_ns)
{
	AUTO_STRBUF made = STRBUF_INIT;

	if (x->request_written)
		return;
	/* Assign the number only now: a second request may be complete before the first, and
	 * numbers must ascend. */
	x->id = x->request.id = x->response.id = ++x->tap->last_id;
	put_body(x, &x->request, strbuf_str(&x->in), x->in_omitted, false, &made);
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
		write_request(x, now_ns);
}

/* --- responses --- */

static bool has_json(const struct rec__http_head *head)
{
	struct str type = rec__http_header(head, "Content-Type");

	return type.len >= 16 && strncasecmp(type.ptr, "application/json", 16) == 0;
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

	return x->is_watch && head->status == 101 && is_header(upgrade, "websocket") &&
	       !rec__http_header(head, "Sec-WebSocket-Extensions").len &&
	       (protocol.len < 6 || strncasecmp(protocol.ptr, "base64", 6) != 0);
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
	write_request(x, now_ns);
	x->response.status = head->status;
	x->response.length = -1;
	read_headers(x, head, &x->response);
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
	put_body(x, &x->response, strbuf_str(&x->body), x->omitted, true, &made);
	write_response(x, now_ns, false);
}

void rec__exchange_end(struct rec__exchange *x, int64_t now_ns)
{
	if (!x)
		return;
	write_request(x, now_ns);
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
	write_request(x, now_ns);
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
	write_request(x, now_ns);
	line = rec__line_of(REC_HANGUP, x->id, 0);
	if (x->mode != MODE_NONE)
		write_part(x, now_ns);
	x->ended = true;
	rec__tap_line(x->tap, now_ns, &line);
	free_exchange(x);
}
