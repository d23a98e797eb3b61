/* SPDX-License-Identifier: Apache-2.0 */
/* head.c - what is wrong with a request's head although libmicrohttpd took it.
 *
 * It is lenient where that lets two parties read one request differently: the first of two
 * Content-Lengths counts, an unknown Transfer-Encoding is a body without an end. What is refused,
 * and in which words, is as in Go's net/http (readRequest, readTransfer, conn.serve), which
 * kube-apiserver stands on. */
#define _GNU_SOURCE
#include <strings.h>

#include "fakeapi/http/internal.h"

enum {
	ENTRY_BYTES = 64,	/* libmicrohttpd's for a header or cookie, in the same memory */
	ANSWER_BYTES = 1 << 10, /* a Status or a text with the usual headers */
};

struct seen {
	unsigned hosts, encodings, entries;
	const char *length, *encoding;
	size_t bytes;
	bool lengths_differ, malformed;
	/* Where the line before this one ended, and in how many bytes of line end; see has_nul().
	 */
	const char *end;
	ptrdiff_t line_end;
};

static bool is_token(const char *s, size_t len)
{
	static const char others[] = "!#$%&'*+-.^_`|~";

	for (size_t i = 0; i < len; i++)
		if (!((s[i] >= '0' && s[i] <= '9') ||
		      ((s[i] | 0x20) >= 'a' && (s[i] | 0x20) <= 'z') ||
		      (s[i] && strchr(others, s[i]))))
			return false;
	return len > 0;
}

static bool is_value(const char *s, size_t len)
{
	for (size_t i = 0; i < len; i++)
		if (((unsigned char)s[i] < 0x20 && s[i] != '\t') || s[i] == 0x7f)
			return false;
	return true;
}

static void follow_lines(struct seen *s, const char *name, const char *value_end)
{
	if (!s->end)
		return;
	s->line_end = s->line_end ? s->line_end : name - s->end;
	s->malformed |= name - s->end != s->line_end;
	s->end = value_end;
}

static enum MHD_Result look(void *user, enum MHD_ValueKind kind, const char *name, size_t name_len,
			    const char *value, size_t value_len)
{
	struct seen *s = user;

	value = value ? value : "";
	s->entries++;
	s->bytes += name_len + value_len + 4;
	if (kind != MHD_HEADER_KIND)
		return MHD_YES;
	s->malformed |= !is_token(name, name_len) || !is_value(value, value_len);
	follow_lines(s, name, value + value_len);
	if (strcasecmp(name, "Host") == 0)
		s->hosts++;
	if (strcasecmp(name, "Transfer-Encoding") == 0) {
		s->encodings++;
		s->encoding = value;
	}
	if (strcasecmp(name, "Content-Length") == 0) {
		s->lengths_differ |= s->length && strcmp(s->length, value) != 0;
		s->length = value;
	}
	return MHD_YES;
}

/* libmicrohttpd 0.9 reads lines as C strings: what follows a NUL is as if it had not been sent, and
 * another party may read it. But it leaves each line where it came and only writes over what parts
 * them, so that a hidden byte shows as a distance that is no line end. (So do line ends of two
 * kinds in one head, and folded lines, which RFC 9112 lets a server refuse.) */
bool http__knows_memory(void)
{
	return strncmp(MHD_get_version(), "0.9.7", 5) == 0;
}

static bool has_nul(const struct request *r, const struct seen *s, const char *method,
		    const char *version)
{
	const union MHD_ConnectionInfo *info =
	    MHD_get_connection_info(r->mhd, MHD_CONNECTION_INFO_REQUEST_HEADER_SIZE);

	if (!http__knows_memory())
		return false;
	if (version != r->uri_end + 1) /* a NUL in the target */
		return true;
	return s->line_end && info &&
	       (s->line_end > 2 || method + info->header_size - s->end != 2 * s->line_end);
}

/* `version`: where the request line ended; NULL: it does not matter. */
static struct seen look_at_all(struct request *r, const char *version)
{
	struct seen s = { .end =
			      version && http__knows_memory() ? version + strlen(version) : NULL };

	(void)MHD_get_connection_values_n(r->mhd, MHD_HEADER_KIND, look, &s);
	(void)MHD_get_connection_values_n(r->mhd, MHD_COOKIE_KIND, look, &s);
	return s;
}

size_t http__memory_left(struct request *r)
{
	const union MHD_ConnectionInfo *info =
	    MHD_get_connection_info(r->mhd, MHD_CONNECTION_INFO_REQUEST_HEADER_SIZE);
	struct seen s = look_at_all(r, NULL);
	size_t all = r->h->opt.connection_memory, head = info ? info->header_size : s.bytes;
	size_t used = head + (1 << 10), buffer = all / 16 * 9;

	/* Its read buffer grows to about this for what follows the head; a longer head is kept
	 * whole; cookies are copied. */
	used = (used > buffer ? used : buffer) + s.entries * ENTRY_BYTES;
	return used < all ? all - used : 0;
}

struct http__refusal http__head_refusal(struct request *r, const char *method, const char *version)
{
	struct seen s = look_at_all(r, version);
	bool is_1_1 = strcmp(version, "HTTP/1.1") == 0;

	if (s.malformed || has_nul(r, &s, method, version))
		return (struct http__refusal) { 400, "400 Bad Request: invalid header" };
	if (s.hosts > 1)
		return (struct http__refusal) { 400, "400 Bad Request: too many Host headers" };
	if (is_1_1 && !s.hosts)
		return (struct http__refusal) { 400,
						"400 Bad Request: missing required Host header" };
	if (s.encodings && (!is_1_1 || s.encodings > 1 || strcasecmp(s.encoding, "chunked") != 0))
		return (struct http__refusal) { 501, "Unsupported transfer encoding" };
	if (!s.encodings && s.lengths_differ)
		return (struct http__refusal) { 400, "400 Bad Request" };
	if (http__memory_left(r) < ANSWER_BYTES)
		return (struct http__refusal) { 431, "431 Request Header Fields Too Large" };
	return (struct http__refusal) { 0 };
}
