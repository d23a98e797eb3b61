/* SPDX-License-Identifier: Apache-2.0 */
#include "base/str.h"

#include "base/alloc.h"
#include "base/text/ascii.h"

enum { STRBUF_CAP_MIN = 64 };

#define REPLACEMENT "\xEF\xBF\xBD" /* U+FFFD */

void strbuf_init(struct strbuf *b)
{
	*b = (struct strbuf)STRBUF_INIT;
}

void strbuf_fini(struct strbuf *b)
{
	if (b->cap)
		base__free(b->ptr);
	strbuf_init(b);
}

void strbuf_clear(struct strbuf *b)
{
	b->len = 0;
	b->failed = false;
	if (b->cap)
		b->ptr[0] = '\0';
}

static bool grow(struct strbuf *b, size_t extra)
{
	size_t need, cap;
	char *ptr;

	if (extra > SIZE_MAX / 2 - 1 - b->len) {
		b->failed = true;
		return false;
	}
	need = b->len + extra + 1;
	cap = b->cap ? b->cap * 2 : STRBUF_CAP_MIN;
	if (cap < need)
		cap = need;
	ptr = base__realloc(b->cap ? b->ptr : NULL, cap);
	if (!ptr) {
		b->failed = true;
		return false;
	}
	if (!b->cap)
		ptr[0] = '\0';
	b->ptr = ptr;
	b->cap = cap;
	return true;
}

bool strbuf_reserve(struct strbuf *b, size_t extra)
{
	if (b->failed)
		return false;
	/* The terminating NUL needs one byte, so cap - len must stay >= 1. */
	return extra < b->cap - b->len || grow(b, extra);
}

void strbuf_add(struct strbuf *b, const void *bytes, size_t len)
{
	if (len == 0 || !strbuf_reserve(b, len))
		return;
	memcpy(b->ptr + b->len, bytes, len);
	b->len += len;
	b->ptr[b->len] = '\0';
}

void strbuf_addz(struct strbuf *b, const char *z)
{
	strbuf_add(b, z, strlen(z));
}

void strbuf_adds(struct strbuf *b, struct str s)
{
	strbuf_add(b, s.ptr, s.len);
}

void strbuf_addc(struct strbuf *b, char c)
{
	if (!strbuf_reserve(b, 1))
		return;
	b->ptr[b->len++] = c;
	b->ptr[b->len] = '\0';
}

void strbuf_addf(struct strbuf *b, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	strbuf_addvf(b, fmt, ap);
	va_end(ap);
}

void strbuf_addvf(struct strbuf *b, const char *fmt, va_list ap)
{
	enum { GUESS = 64 };
	va_list again;
	size_t room;
	int n;

	if (!b->cap)
		strbuf_reserve(b, GUESS); /* mostly long enough to format only once */
	if (b->failed)
		return;
	room = b->cap - b->len;
	va_copy(again, ap);
	n = vsnprintf(room ? b->ptr + b->len : NULL, room, fmt, ap);
	if (n < 0)
		b->failed = true;
	else if ((size_t)n < room)
		b->len += (size_t)n;
	else if (strbuf_reserve(b, (size_t)n))
		b->len += (size_t)vsnprintf(b->ptr + b->len, (size_t)n + 1, fmt, again);
	else if (room)
		b->ptr[b->len] = '\0'; /* remove the truncated first try */
	va_end(again);
}

size_t utf8_seq_len(const char *p, size_t len)
{
	const unsigned char *u = (const unsigned char *)p;
	unsigned char low = 0x80, high = 0xBF; /* allowed range of the second byte */
	size_t n;

	if (len == 0)
		return 0;
	if (u[0] < 0x80)
		return 1;
	if (u[0] < 0xC2 || u[0] > 0xF4)
		return 0;
	n = u[0] < 0xE0 ? 2 : u[0] < 0xF0 ? 3 : 4;
	if (len < n)
		return 0;
	if (u[0] == 0xE0)
		low = 0xA0; /* overlong */
	else if (u[0] == 0xED)
		high = 0x9F; /* surrogates */
	else if (u[0] == 0xF0)
		low = 0x90; /* overlong */
	else if (u[0] == 0xF4)
		high = 0x8F; /* above U+10FFFF */
	if (u[1] < low || u[1] > high)
		return 0;
	for (size_t i = 2; i < n; i++)
		if (u[i] < 0x80 || u[i] > 0xBF)
			return 0;
	return n;
}

bool utf8_is_valid(struct str s)
{
	for (size_t i = 0, n; i < s.len; i += n) {
		n = utf8_seq_len(s.ptr + i, s.len - i);
		if (n == 0)
			return false;
	}
	return true;
}

bool utf8_is_text(struct str s)
{
	return utf8_is_valid(s) && (!s.len || !memchr(s.ptr, '\0', s.len));
}

void strbuf_add_utf8(struct strbuf *b, struct str s)
{
	size_t from = 0, i = 0;

	while (i < s.len) {
		size_t n = utf8_seq_len(s.ptr + i, s.len - i);

		if (n) {
			i += n;
			continue;
		}
		strbuf_add(b, s.ptr + from, i - from);
		strbuf_add(b, REPLACEMENT, 3);
		from = ++i;
	}
	if (s.len > from)
		strbuf_add(b, s.ptr + from, s.len - from);
}

struct str str_trim_space(struct str s)
{
	while (s.len && ascii_is_space(*s.ptr))
		s = (struct str) { s.ptr + 1, s.len - 1 };
	while (s.len && ascii_is_space(s.ptr[s.len - 1]))
		s.len--;
	return s;
}

struct str str_take_segment(struct str *path)
{
	const char *slash;
	struct str s;

	while (path->len && *path->ptr == '/')
		*path = (struct str) { path->ptr + 1, path->len - 1 };
	slash = path->len ? memchr(path->ptr, '/', path->len) : NULL;
	s = (struct str) { path->ptr, slash ? (size_t)(slash - path->ptr) : path->len };
	*path = (struct str) { path->ptr + s.len, path->len - s.len };
	return s;
}

int hex_digit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	if (c >= 'a' && c <= 'f')
		return c - 'a' + 10;
	return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

static void add_json_escape(struct strbuf *b, unsigned char c)
{
	static const char hex[] = "0123456789abcdef";
	static const char shorts[] = "\"\"\\\\\bb\ff\nn\rr\tt";
	char out[6] = { '\\', 'u', '0', '0', hex[c >> 4], hex[c & 15] };

	for (size_t i = 0; i + 1 < sizeof(shorts); i += 2) {
		if ((unsigned char)shorts[i] == c) {
			out[1] = shorts[i + 1];
			strbuf_add(b, out, 2);
			return;
		}
	}
	strbuf_add(b, out, sizeof(out));
}

/* Whether one of eight bytes needs an escape or is not ASCII. A borrow spreads only from such a
 * byte, so it causes no false positive. */
static bool has_special(uint64_t w)
{
	const uint64_t each = UINT64_C(0x0101010101010101);
	uint64_t quote = w ^ (each * '"'), escape = w ^ (each * '\\');

	return (((w - each * 0x20) | (quote - each) | (escape - each) | w) & (each * 0x80)) != 0;
}

static uint64_t eight_bytes(const char *p)
{
	uint64_t w;

	memcpy(&w, p, sizeof(w));
	return w;
}

static bool needs_no_escape(struct str s)
{
	size_t i = 0;

	for (; s.len - i >= 8; i += 8)
		if (has_special(eight_bytes(s.ptr + i)))
			return false;
	if (s.len >= 8)
		return i == s.len || !has_special(eight_bytes(s.ptr + s.len - 8));
	for (; i < s.len; i++)
		if ((unsigned char)s.ptr[i] - 0x20U >= 0x60 || s.ptr[i] == '"' || s.ptr[i] == '\\')
			return false;
	return true;
}

void strbuf_add_json(struct strbuf *b, struct str s)
{
	size_t from = 0, i = 0;

	if (needs_no_escape(s) && s.len < SIZE_MAX / 2 && strbuf_reserve(b, s.len + 2)) {
		b->ptr[b->len++] = '"';
		if (s.len)
			memcpy(b->ptr + b->len, s.ptr, s.len);
		b->len += s.len;
		b->ptr[b->len++] = '"';
		b->ptr[b->len] = '\0';
		return;
	}
	strbuf_addc(b, '"');
	while (i < s.len) {
		unsigned char c = (unsigned char)s.ptr[i];
		size_t n = 1;

		if (c >= 0x20 && c < 0x80 && c != '"' && c != '\\') {
			i++;
			continue;
		}
		if (c >= 0x80) {
			n = utf8_seq_len(s.ptr + i, s.len - i);
			if (n) {
				i += n;
				continue;
			}
		}
		strbuf_add(b, s.ptr + from, i - from);
		if (c >= 0x80)
			strbuf_add(b, REPLACEMENT, 3);
		else
			add_json_escape(b, c);
		from = ++i;
	}
	if (s.len > from)
		strbuf_add(b, s.ptr + from, s.len - from);
	strbuf_addc(b, '"');
}

static bool url_unreserved(unsigned char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
	       c == '-' || c == '.' || c == '_' || c == '~';
}

void strbuf_add_urlenc(struct strbuf *b, struct str s)
{
	static const char hex[] = "0123456789ABCDEF";

	for (size_t i = 0; i < s.len; i++) {
		unsigned char c = (unsigned char)s.ptr[i];

		if (url_unreserved(c))
			strbuf_addc(b, (char)c);
		else
			strbuf_add(b, (char[]) { '%', hex[c >> 4], hex[c & 15] }, 3);
	}
}

void strbuf_consume(struct strbuf *b, size_t n)
{
	ASSERT(n <= b->len);
	if (n == 0)
		return;
	memmove(b->ptr, b->ptr + n, b->len - n + 1);
	b->len -= n;
}

char *strbuf_steal(struct strbuf *b)
{
	char *z = NULL;

	if (!b->failed && strbuf_reserve(b, 0)) {
		z = b->ptr;
		strbuf_init(b);
	} else {
		strbuf_fini(b);
	}
	return z;
}

void strbuf_add_shell(struct strbuf *b, struct str s)
{
	static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
				    "0123456789_-./:@%+=,";
	size_t n = 0;

	while (n < s.len && s.ptr[n] && strchr(plain, s.ptr[n]))
		n++;
	if (s.len && n == s.len) {
		strbuf_adds(b, s);
		return;
	}
	strbuf_addc(b, '\'');
	for (size_t i = 0; i < s.len; i++) {
		if (s.ptr[i] == '\'')
			strbuf_addz(b, "'\\''");
		else
			strbuf_addc(b, s.ptr[i]);
	}
	strbuf_addc(b, '\'');
}
