/* SPDX-License-Identifier: Apache-2.0 */
#include "base/text/ascii.h"
#include "runner/recording/http.h"
#include "base/text/number.h"

enum state { S_HEAD, S_LENGTH, S_SIZE, S_CHUNK, S_CHUNK_LF, S_TRAILER, S_TO_CLOSE, S_DONE, S_BAD };

enum { CHUNK_LINE_MAX = 4096, KEEP_BYTES = 16 << 10 };

void rec__http_init(struct rec__http *h, bool answers)
{
	memset(h, 0, sizeof(*h));
	h->answers = answers;
	h->state = S_HEAD;
	strbuf_init(&h->text);
	strbuf_init(&h->line);
}

void rec__http_fini(struct rec__http *h)
{
	strbuf_fini(&h->text);
	strbuf_fini(&h->line);
}

static struct str trim(struct str s)
{
	while (s.len && (*s.ptr == ' ' || *s.ptr == '\t'))
		s = (struct str) { s.ptr + 1, s.len - 1 };
	while (s.len && (s.ptr[s.len - 1] == ' ' || s.ptr[s.len - 1] == '\t'))
		s.len--;
	return s;
}

struct str rec__http_header(const struct rec__http_head *head, const char *name)
{
	for (size_t i = 0; i < head->header_count; i++)
		if (ascii_eq_nocase(head->headers[i].name, str_of(name)))
			return head->headers[i].value;
	return (struct str) { NULL, 0 };
}

bool rec__http_has_token(struct str list, const char *token)
{
	while (list.len) {
		const char *comma = memchr(list.ptr, ',', list.len);
		size_t n = comma ? (size_t)(comma - list.ptr) : list.len;

		if (ascii_eq_nocase(trim((struct str) { list.ptr, n }), str_of(token)))
			return true;
		n += comma != NULL;
		list = (struct str) { list.ptr + n, list.len - n };
	}
	return false;
}

void rec__http_expect(struct rec__http *h, struct str method)
{
	h->no_body = str_eqz(method, "HEAD");
}

static enum rec__http_event bad(struct rec__http *h, const char *why)
{
	h->why = why;
	h->state = S_BAD;
	return REC_HTTP_BAD;
}

/* --- heads --- */

static bool is_token(struct str s)
{
	static const char others[] = "!#$%&'*+-.^_`|~";

	for (size_t i = 0; i < s.len; i++) {
		char c = s.ptr[i];

		if (!((c >= '0' && c <= '9') || (ascii_lower(c) >= 'a' && ascii_lower(c) <= 'z') ||
		      (c && strchr(others, c))))
			return false;
	}
	return s.len > 0;
}

static bool is_value(struct str s)
{
	for (size_t i = 0; i < s.len; i++)
		if (((unsigned char)s.ptr[i] < 0x20 && s.ptr[i] != '\t') || s.ptr[i] == 0x7f)
			return false;
	return true;
}

/* Returns the next line of the head without its end. */
static struct str take_line(struct str *rest)
{
	const char *lf = memchr(rest->ptr, '\n', rest->len);
	size_t n = lf ? (size_t)(lf - rest->ptr) : rest->len;
	struct str line = { rest->ptr, n && rest->ptr[n - 1] == '\r' ? n - 1 : n };

	n += lf != NULL;
	*rest = (struct str) { rest->ptr + n, rest->len - n };
	return line;
}

static struct str take_word(struct str *line)
{
	const char *space = memchr(line->ptr, ' ', line->len);
	size_t n = space ? (size_t)(space - line->ptr) : line->len;
	struct str word = { line->ptr, n };

	n += space != NULL;
	*line = (struct str) { line->ptr + n, line->len - n };
	return word;
}

static const char *read_version(struct rec__http_head *head, struct str version)
{
	head->http_1_0 = str_eqz(version, "HTTP/1.0");
	return head->http_1_0 || str_eqz(version, "HTTP/1.1") ? NULL : "no HTTP/1.1";
}

static const char *read_request_line(struct rec__http_head *head, struct str line)
{
	head->method = take_word(&line);
	head->target = take_word(&line);
	if (!is_token(head->method) || !head->target.len || !is_value(head->target))
		return "a malformed request line";
	return read_version(head, line);
}

static const char *read_status_line(struct rec__http_head *head, struct str line)
{
	const char *why = read_version(head, take_word(&line));
	struct str status = take_word(&line);

	if (why)
		return why;
	if (status.len != 3)
		return "a malformed status line";
	for (size_t i = 0; i < 3; i++) {
		if (status.ptr[i] < '0' || status.ptr[i] > '9')
			return "a malformed status line";
		head->status = head->status * 10 + (status.ptr[i] - '0');
	}
	head->reason = line;
	return head->status < 100 ? "a malformed status line" : NULL;
}

static const char *read_header_line(struct rec__http_head *head, struct str line)
{
	const char *colon = memchr(line.ptr, ':', line.len);
	struct rec__http_header *h;

	if (head->header_count == REC_HEADERS_MAX)
		return "too many headers";
	if (!colon)
		return "a header without a colon";
	h = &head->headers[head->header_count++];
	h->name = (struct str) { line.ptr, (size_t)(colon - line.ptr) };
	h->value = trim((struct str) { colon + 1, line.len - h->name.len - 1 });
	return is_token(h->name) && is_value(h->value) ? NULL : "a malformed header";
}

/* Reads Content-Length and Transfer-Encoding; only one of them may determine the length. */
static const char *read_framing(struct rec__http_head *head, bool answer)
{
	bool has_length = false, chunked = false;

	for (size_t i = 0; i < head->header_count; i++) {
		struct str value = head->headers[i].value;
		uint64_t n;

		if (ascii_eq_nocase(head->headers[i].name, STR("Content-Length"))) {
			if (!number_parse(value, UINT64_MAX, &n) ||
			    (has_length && n != head->length))
				return "a malformed Content-Length";
			has_length = true;
			head->length = n;
		} else if (ascii_eq_nocase(head->headers[i].name, STR("Transfer-Encoding"))) {
			if (chunked || !ascii_eq_nocase(value, STR("chunked")) || head->http_1_0)
				return "a Transfer-Encoding that is not just chunked";
			chunked = true;
		}
	}
	if (has_length && chunked)
		return "both Content-Length and Transfer-Encoding";
	head->framing = chunked	     ? REC_HTTP_CHUNKED
			: has_length ? REC_HTTP_LENGTH
			: answer     ? REC_HTTP_TO_CLOSE
				     : REC_HTTP_NO_BODY;
	return NULL;
}

static void decide_end(struct rec__http *h)
{
	struct rec__http_head *head = &h->head;
	struct str connection = rec__http_header(head, "Connection");

	head->close = head->http_1_0 ? !rec__http_has_token(connection, "keep-alive")
				     : rec__http_has_token(connection, "close");
	if (!h->answers)
		return;
	if (head->status == 101)
		head->framing = REC_HTTP_OPAQUE;
	else if (h->no_body || head->status < 200 || head->status == 204 || head->status == 304)
		head->framing = REC_HTTP_NO_BODY;
	if (head->framing == REC_HTTP_TO_CLOSE)
		head->close = true;
}

static enum rec__http_event read_head(struct rec__http *h)
{
	struct rec__http_head *head = &h->head;
	struct str rest = strbuf_str(&h->text);
	struct str line = take_line(&rest);
	const char *why;

	head->status = 0;
	head->header_count = 0;
	head->length = 0;
	why = h->answers ? read_status_line(head, line) : read_request_line(head, line);
	while (!why && (line = take_line(&rest)).len)
		why = *line.ptr == ' ' || *line.ptr == '\t' ? "a folded header"
							    : read_header_line(head, line);
	if (!why)
		why = read_framing(head, h->answers);
	if (why)
		return bad(h, why);
	decide_end(h);
	switch (head->framing) {
	case REC_HTTP_NO_BODY:
		h->state = S_DONE;
		break;
	case REC_HTTP_LENGTH:
		h->left = head->length;
		h->state = h->left ? S_LENGTH : S_DONE;
		break;
	case REC_HTTP_CHUNKED:
		h->state = S_SIZE;
		break;
	case REC_HTTP_TO_CLOSE:
	case REC_HTTP_OPAQUE:
		h->state = S_TO_CLOSE;
		break;
	}
	return REC_HTTP_HEAD;
}

/* Collects bytes up to the empty line. */
static enum rec__http_event feed_head(struct rec__http *h, struct str bytes, size_t *consumed)
{
	size_t before = h->text.len, room = REC_HEAD_BYTES_MAX - before;
	size_t take = bytes.len < room ? bytes.len : room, i = 0;

	/* Empty lines before a message are skipped, as RFC 9112 (2.2) requires of servers. */
	if (!before) {
		while (i < take && (bytes.ptr[i] == '\r' || bytes.ptr[i] == '\n'))
			i++;
		*consumed = i;
		if (i)
			return REC_HTTP_MORE;
	}
	strbuf_add(&h->text, bytes.ptr, take);
	if (h->text.failed)
		return bad(h, "a head for which there is no memory");
	for (i = h->searched; i < h->text.len; i++) {
		const char *p = h->text.ptr;

		if (p[i] != '\n' || i == 0)
			continue;
		if (p[i - 1] == '\n' || (p[i - 1] == '\r' && i > 1 && p[i - 2] == '\n')) {
			h->text.len = i + 1;
			*consumed = i + 1 - before;
			h->searched = 0;
			return read_head(h);
		}
	}
	h->searched = h->text.len;
	*consumed = take;
	return h->text.len == REC_HEAD_BYTES_MAX ? bad(h, "a head of more than 256 KiB")
						 : REC_HTTP_MORE;
}

/* --- bodies --- */

static enum rec__http_event feed_data(struct rec__http *h, struct str bytes, size_t *consumed,
				      struct str *data, enum state then)
{
	size_t n = bytes.len < h->left ? bytes.len : (size_t)h->left;

	*data = (struct str) { bytes.ptr, n };
	*consumed = n;
	h->left -= n;
	if (!h->left)
		h->state = (uint8_t)then;
	return n ? REC_HTTP_DATA : REC_HTTP_MORE;
}

/* Collects a line of chunked framing in h->line, without its end. Returns false if it is
 * incomplete. */
static bool take_chunk_line(struct rec__http *h, struct str bytes, size_t *consumed)
{
	const char *lf = memchr(bytes.ptr, '\n', bytes.len);
	size_t n = lf ? (size_t)(lf - bytes.ptr) + 1 : bytes.len;

	if (h->line.len + n > CHUNK_LINE_MAX) {
		(void)bad(h, "a chunk's line of more than 4 KiB");
		return false;
	}
	strbuf_add(&h->line, bytes.ptr, n);
	*consumed = n;
	if (h->line.failed)
		(void)bad(h, "a chunk's line for which there is no memory");
	if (!lf || h->state == S_BAD)
		return false;
	if (h->line.len < 2 || h->line.ptr[h->line.len - 2] != '\r') {
		(void)bad(h, "a bare line feed in chunked framing");
		return false;
	}
	h->line.len -= 2;
	return true;
}

static int hex(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	c = ascii_lower(c);
	return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

static enum rec__http_event read_size(struct rec__http *h)
{
	size_t i = 0;

	h->left = 0;
	for (; i < h->line.len && hex(h->line.ptr[i]) >= 0; i++) {
		if (h->left >> 56)
			return bad(h, "a chunk too large");
		h->left = h->left << 4 | (uint64_t)hex(h->line.ptr[i]);
	}
	if (i == 0 || (i < h->line.len && !strchr("; \t", h->line.ptr[i])))
		return bad(h, "a malformed chunk size");
	strbuf_clear(&h->line);
	h->state = h->left ? S_CHUNK : S_TRAILER;
	return REC_HTTP_MORE;
}

static enum rec__http_event feed_framing(struct rec__http *h, struct str bytes, size_t *consumed)
{
	bool empty;

	if (!take_chunk_line(h, bytes, consumed))
		return h->state == S_BAD ? REC_HTTP_BAD : REC_HTTP_MORE;
	if (h->state == S_SIZE)
		return read_size(h);
	empty = h->line.len == 0;
	strbuf_clear(&h->line);
	if (h->state == S_CHUNK_LF) {
		h->state = S_SIZE;
		return empty ? REC_HTTP_CHUNK : bad(h, "a chunk longer than its size");
	}
	if (empty)
		h->state = S_DONE;
	return REC_HTTP_MORE;
}

static enum rec__http_event step(struct rec__http *h, struct str bytes, size_t *consumed,
				 struct str *data)
{
	switch ((enum state)h->state) {
	case S_HEAD:
		return feed_head(h, bytes, consumed);
	case S_LENGTH:
		return feed_data(h, bytes, consumed, data, S_DONE);
	case S_CHUNK:
		return feed_data(h, bytes, consumed, data, S_CHUNK_LF);
	case S_SIZE:
	case S_CHUNK_LF:
	case S_TRAILER:
		return feed_framing(h, bytes, consumed);
	case S_TO_CLOSE:
		*data = bytes;
		*consumed = bytes.len;
		return REC_HTTP_DATA;
	case S_DONE:
	case S_BAD:
		break;
	}
	return REC_HTTP_BAD;
}

enum rec__http_event rec__http_feed(struct rec__http *h, struct str bytes, size_t *consumed,
				    struct str *data)
{
	*consumed = 0;
	for (;;) {
		size_t n = 0;
		enum rec__http_event e;

		if (h->state == S_DONE) {
			if (h->text.cap > KEEP_BYTES)
				strbuf_fini(&h->text);
			strbuf_clear(&h->text);
			h->state = S_HEAD;
			return REC_HTTP_END;
		}
		if (h->state == S_BAD)
			return REC_HTTP_BAD;
		if (*consumed == bytes.len)
			return REC_HTTP_MORE;
		e = step(h, (struct str) { bytes.ptr + *consumed, bytes.len - *consumed }, &n,
			 data);
		*consumed += n;
		if (e != REC_HTTP_MORE)
			return e;
	}
}

bool rec__http_busy(const struct rec__http *h)
{
	return h->state != S_HEAD || h->text.len > 0;
}

bool rec__http_in_head(const struct rec__http *h)
{
	return h->state == S_HEAD;
}

bool rec__http_done(const struct rec__http *h)
{
	return h->state == S_DONE;
}

bool rec__http_end(struct rec__http *h)
{
	if (h->state == S_TO_CLOSE) {
		h->state = S_DONE;
		return true;
	}
	return !rec__http_busy(h);
}
