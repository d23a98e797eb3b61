/* SPDX-License-Identifier: Apache-2.0 */
/* head.c - parses a request's head.
 *
 * Refusals and their texts are those of Go's net/http (readRequest, readTransfer, conn.serve),
 * which kube-apiserver uses. It also refuses what RFC 9112 allows a server to refuse and what two
 * parties could read differently: folded lines, mixed line ends in one head, control characters
 * (including NUL). */
#define _GNU_SOURCE

#include "base/alloc.h"
#include "base/text/ascii.h"
#include "base/text/number.h"
#include "fakeapi/http/internal.h"

enum { LEADING_MAX = 4 /* bytes of empty lines before a request */ };

#define BAD(text) ((struct http__refusal) { 400, "400 Bad Request" text })

static const struct http__refusal fine;

static bool is_token(struct str s)
{
	static const char others[] = "!#$%&'*+-.^_`|~";

	for (size_t i = 0; i < s.len; i++)
		if (!(ascii_is_alnum(s.ptr[i]) || (s.ptr[i] && strchr(others, s.ptr[i]))))
			return false;
	return s.len > 0;
}

static bool has_control(struct str s, bool tab_too)
{
	for (size_t i = 0; i < s.len; i++)
		if (((unsigned char)s.ptr[i] < 0x20 && (tab_too || s.ptr[i] != '\t')) ||
		    s.ptr[i] == 0x7f)
			return true;
	return false;
}

/* golang.org/x/net/http/httpguts, ValidHostHeader. */
static bool is_host(struct str s)
{
	static const char others[] = "!$%&()*+,-.:;=['_]~";

	for (size_t i = 0; i < s.len; i++)
		if (!(ascii_is_alnum(s.ptr[i]) || (s.ptr[i] && strchr(others, s.ptr[i]))))
			return false;
	return true;
}

static size_t leading(const struct strbuf *in)
{
	size_t n = 0;

	while (n < in->len && n < LEADING_MAX && (in->ptr[n] == '\r' || in->ptr[n] == '\n'))
		n++;
	return n;
}

size_t http__head_end(const struct strbuf *in, size_t *searched)
{
	size_t at = leading(in);

	at = *searched > at ? *searched : at;
	while (at < in->len) {
		const char *lf = memchr(in->ptr + at, '\n', in->len - at);
		size_t rest;

		if (!lf) {
			at = in->len;
			break;
		}
		rest = in->len - (size_t)(lf + 1 - in->ptr);
		if (rest > 0 && lf[1] == '\n')
			return (size_t)(lf + 2 - in->ptr);
		if (rest > 1 && lf[1] == '\r' && lf[2] == '\n')
			return (size_t)(lf + 3 - in->ptr);
		at = (size_t)(lf - in->ptr);
		if (rest == 0 || (rest == 1 && lf[1] == '\r'))
			break;
		at++;
	}
	*searched = at;
	return 0;
}

/* --- the request line --- */

static struct http__refusal parse_version(struct str v, bool *http_1_0)
{
	if (v.len != 8 || memcmp(v.ptr, "HTTP/", 5) != 0 || !ascii_is_digit(v.ptr[5]) ||
	    v.ptr[6] != '.' || !ascii_is_digit(v.ptr[7]))
		return BAD(": malformed HTTP version");
	if (v.ptr[5] != '1')
		return (struct http__refusal) {
			505, "505 HTTP Version Not Supported: unsupported protocol version"
		};
	*http_1_0 = v.ptr[7] == '0';
	return fine;
}

static struct http__refusal parse_line(struct str line, struct http__head *head)
{
	struct str rest = line, version;

	head->method = str_cut(&rest, ' ');
	head->target = str_cut(&rest, ' ');
	version = rest;
	if (!is_token(head->method) || !head->target.len || has_control(head->target, true))
		return BAD("");
	if (head->target.ptr[0] != '/' && !str_eqz(head->target, "*") &&
	    !str_eqz(head->method, "CONNECT") &&
	    !memmem(head->target.ptr, head->target.len, "://", 3))
		return BAD("");
	return parse_version(version, &head->http_1_0);
}

/* Returns the next line without its end and removes it from *rest. *ending: 1 or 2 bytes. */
static struct str take_line(struct str *rest, size_t *ending)
{
	const char *lf = memchr(rest->ptr, '\n', rest->len);
	size_t n = lf ? (size_t)(lf - rest->ptr) : rest->len;
	struct str line = { rest->ptr, n };

	*ending = 1;
	if (n && line.ptr[n - 1] == '\r') {
		line.len--;
		*ending = 2;
	}
	n += lf != NULL;
	*rest = (struct str) { rest->ptr + n, rest->len - n };
	return line;
}

struct http__refusal http__head_check_line(const struct strbuf *in)
{
	size_t skip = leading(in), ending;
	struct str rest = { in->ptr + skip, in->len - skip }, line;
	struct http__head head = { 0 };

	if (!memchr(rest.ptr, '\n', rest.len))
		return fine;
	line = take_line(&rest, &ending);
	return parse_line(line, &head);
}

/* --- headers --- */

static bool has_token(struct str list, const char *token)
{
	while (list.len)
		if (ascii_eq_nocase(str_trim_space(str_cut(&list, ',')), str_of(token)))
			return true;
	return false;
}

static bool is(struct str name, const char *wanted)
{
	return ascii_eq_nocase(name, str_of(wanted));
}

static struct str trim(struct str s)
{
	while (s.len && (s.ptr[0] == ' ' || s.ptr[0] == '\t'))
		s.ptr++, s.len--;
	while (s.len && (s.ptr[s.len - 1] == ' ' || s.ptr[s.len - 1] == '\t'))
		s.len--;
	return s;
}

static bool parse_header(struct str line, struct fakeapi__header *out)
{
	const char *colon = memchr(line.ptr, ':', line.len);

	if (!colon)
		return false;
	out->name = (struct str) { line.ptr, (size_t)(colon - line.ptr) };
	out->value = trim((struct str) { colon + 1, line.len - out->name.len - 1 });
	return is_token(out->name) && !has_control(out->value, false);
}

static bool parse_length(struct str s, uint64_t *out)
{
	*out = UINT64_MAX; /* also if it is larger */
	return number_read(s, UINT64_MAX, out) != NUMBER_MALFORMED;
}

struct seen {
	unsigned hosts, encodings;
	struct str host, length, encoding;
	bool lengths_differ, malformed_length;
};

static void note_header(struct http__head *head, struct seen *s, const struct fakeapi__header *h)
{
	if (is(h->name, "Host")) {
		s->hosts++;
		s->host = h->value;
	} else if (is(h->name, "Transfer-Encoding")) {
		s->encodings++;
		s->encoding = h->value;
	} else if (is(h->name, "Content-Length")) {
		s->lengths_differ |= s->length.ptr && !str_eq(s->length, h->value);
		s->length = h->value;
		s->malformed_length |= !parse_length(h->value, &head->length);
	} else if (is(h->name, "Connection")) {
		head->keep_alive |= head->http_1_0 && has_token(h->value, "keep-alive");
		if (has_token(h->value, "close"))
			head->keep_alive = false;
	} else if (is(h->name, "Expect") && h->value.len) {
		head->expects_continue |= has_token(h->value, "100-continue");
		head->expects_other = !head->expects_continue;
	}
}

static struct http__refusal judge(struct http__head *head, const struct seen *s)
{
	if (s->hosts > 1)
		return BAD(": too many Host headers");
	if (!head->http_1_0 && !s->hosts)
		return BAD(": missing required Host header");
	if (s->hosts && !is_host(s->host))
		return BAD(": malformed Host header");
	if (s->encodings && (head->http_1_0 || s->encodings > 1 || !is(s->encoding, "chunked")))
		return (struct http__refusal) { 501, "Unsupported transfer encoding" };
	if (!s->encodings && (s->lengths_differ || s->malformed_length))
		return BAD("");
	head->chunked = s->encodings > 0;
	if (head->chunked)
		head->length = 0;
	return fine;
}

static size_t count_lines(struct str s)
{
	size_t n = 0;

	for (const char *at = s.ptr; at < s.ptr + s.len; n++) {
		at = memchr(at, '\n', (size_t)(s.ptr + s.len - at));
		if (!at)
			break;
		at++;
	}
	return n;
}

static void terminate(struct http__head *head)
{
	((char *)(uintptr_t)head->method.ptr)[head->method.len] = '\0';
	((char *)(uintptr_t)head->target.ptr)[head->target.len] = '\0';
	for (size_t i = 0; i < head->header_count; i++) {
		struct fakeapi__header *h = &head->headers[i];

		((char *)(uintptr_t)h->name.ptr)[h->name.len] = '\0';
		((char *)(uintptr_t)h->value.ptr)[h->value.len] = '\0';
	}
}

static struct http__refusal parse_headers(struct http__head *head, struct str rest, size_t ending)
{
	struct seen s = { 0 };
	bool last_close = false;

	for (;;) {
		size_t this_ending;
		struct str line = take_line(&rest, &this_ending);
		struct fakeapi__header *h = &head->headers[head->header_count];

		if (this_ending != ending)
			return BAD(": invalid header");
		if (!line.len)
			break;
		if (!parse_header(line, h))
			return BAD(": invalid header");
		note_header(head, &s, h);
		last_close |= is(h->name, "Connection") && has_token(h->value, "close");
		head->header_count++;
	}
	head->keep_alive = head->keep_alive && !last_close;
	return judge(head, &s);
}

struct http__refusal http__head_parse(struct http__head *head)
{
	size_t skip = leading(&head->text), ending;
	struct str rest = { head->text.ptr + skip, head->text.len - skip };
	struct str line = take_line(&rest, &ending);
	struct http__refusal why = parse_line(line, head);

	if (why.status)
		return why;
	head->keep_alive = !head->http_1_0;
	head->headers = base__calloc(count_lines(rest) + 1, sizeof(*head->headers));
	if (!head->headers)
		return (struct http__refusal) { 503, "503 Service Unavailable: out of memory" };
	why = parse_headers(head, rest, ending);
	if (!why.status)
		terminate(head);
	return why;
}

void http__head_fini(struct http__head *head)
{
	base__free(head->headers);
	head->headers = NULL;
	head->header_count = 0;
	strbuf_fini(&head->text);
}

const char *http__head_get(const struct http__head *head, const char *name)
{
	for (size_t i = 0; i < head->header_count; i++)
		if (is(head->headers[i].name, name))
			return head->headers[i].value.ptr;
	return NULL;
}
