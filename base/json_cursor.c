/* SPDX-License-Identifier: Apache-2.0 */
/* json_cursor.c - reading valid JSON in place. Nothing here validates: skipping a value watches
 * depth and strings only. Given bytes that are not JSON the answers are nonsense, but no byte
 * outside the value is read. */
#include "base/json_scan.h"

#include "base/json_bytes.h"
#include "base/str.h"
#include "base/text/number.h"

/* p follows the opening quote. Returns the byte after the closing one. */
static const char *skip_string(const char *p, const char *end)
{
	for (;;) {
		p = json__string_run(p, end);
		if (p >= end)
			return end;
		if (*p == '"')
			return p + 1;
		p += *p == '\\' && end - p >= 2 ? 2 : 1;
	}
}

static const char *skip_nested_slowly(const char *p, const char *end, size_t depth)
{
	for (p = json__structural(p, end); p < end; p = json__structural(p, end)) {
		char c = *p++;

		if (c == '"')
			p = skip_string(p, end);
		else if ((c | 0x20) == '{')
			depth++;
		else if (--depth == 0)
			return p;
	}
	return end;
}

#ifdef __SSE2__
/* The positions of quotes, backslashes and brackets in 64 bytes, as bits. */
struct block {
	uint64_t quote, escape, open, shut;
};

static inline struct block read_block(const char *p)
{
	const __m128i bit = _mm_set1_epi8(0x20), quote = _mm_set1_epi8('"');
	const __m128i escape = _mm_set1_epi8('\\');
	const __m128i open = _mm_set1_epi8('{'), shut = _mm_set1_epi8('}');
	struct block b = { 0, 0, 0, 0 };

	for (unsigned i = 0; i < 64; i += 16) {
		__m128i v = _mm_loadu_si128((const __m128i *)(const void *)(p + i));
		__m128i w = _mm_or_si128(v, bit);

		b.quote |= (uint64_t)(unsigned)_mm_movemask_epi8(_mm_cmpeq_epi8(v, quote)) << i;
		b.escape |= (uint64_t)(unsigned)_mm_movemask_epi8(_mm_cmpeq_epi8(v, escape)) << i;
		b.open |= (uint64_t)(unsigned)_mm_movemask_epi8(_mm_cmpeq_epi8(w, open)) << i;
		b.shut |= (uint64_t)(unsigned)_mm_movemask_epi8(_mm_cmpeq_epi8(w, shut)) << i;
	}
	return b;
}

/* The bytes that a backslash escapes; *carry: also the first byte of the next block. */
static uint64_t escaped_bytes(uint64_t escape, bool *carry)
{
	uint64_t escaped = *carry ? 1 : 0;

	escape &= ~escaped;
	*carry = false;
	while (escape) {
		unsigned i = (unsigned)__builtin_ctzll(escape);

		if (i == 63)
			*carry = true;
		else
			escaped |= UINT64_C(2) << i;
		escape &= ~(UINT64_C(3) << i);
	}
	return escaped;
}

/* Bit i of the result: an odd number of quotes up to and including i. */
static inline uint64_t parity(uint64_t quote)
{
	for (unsigned shift = 1; shift < 64; shift *= 2)
		quote ^= quote << shift;
	return quote;
}
#endif

/* Objects are mostly skipped, and most of what is skipped is short strings: looking for each
 * quote costs more than turning 64 bytes into bits and counting brackets outside strings. */
static const char *skip_nested(const char *p, const char *end)
{
	size_t depth = 0;
#ifdef __SSE2__
	uint64_t inside = 0; /* all ones while a string is open */
	bool carry = false;

	for (; end - p >= 64; p += 64) {
		struct block b = read_block(p);
		uint64_t strings;

		if (b.escape || carry)
			b.quote &= ~escaped_bytes(b.escape, &carry);
		strings = parity(b.quote) ^ inside;
		inside = strings >> 63 ? UINT64_MAX : 0;
		b.open &= ~strings;
		b.shut &= ~strings;
		for (uint64_t both = b.open | b.shut; both; both &= both - 1) {
			if (b.open & both & -both)
				depth++;
			else if (--depth == 0)
				return p + __builtin_ctzll(both) + 1;
		}
	}
	if (inside) {
		p = skip_string(carry && p < end ? p + 1 : p, end);
		if (depth == 0)
			return end; /* no JSON */
	}
#endif
	return skip_nested_slowly(p, end, depth);
}

const char *json__skip_value(const char *p, const char *end)
{
	if (p == end)
		return end;
	if (*p == '"')
		return skip_string(p + 1, end);
	if (*p == '{' || *p == '[')
		return skip_nested(p, end);
	while (p < end && *p != ',' && *p != '}' && *p != ']' && !json__is_ws(*p))
		p++;
	return p;
}

enum json_kind json_kind(json_t v)
{
	if (v.len == 0)
		return JSON_ABSENT;
	switch (*v.ptr) {
	case '{':
		return JSON_OBJECT;
	case '[':
		return JSON_ARRAY;
	case '"':
		return JSON_STRING;
	case 't':
	case 'f':
		return JSON_BOOL;
	case 'n':
		return JSON_NULL;
	default:
		return JSON_NUMBER;
	}
}

void json_iter_init(struct json_iter *it, json_t v)
{
	enum json_kind kind = json_kind(v);

	*it = (struct json_iter) { NULL, NULL };
	if (kind == JSON_OBJECT || kind == JSON_ARRAY)
		*it = (struct json_iter) { v.ptr, v.ptr + v.len };
}

/* Advances to the next item's first byte, after the opening bracket or a comma. */
static bool next_item(struct json_iter *it, char open)
{
	if (it->p == it->end)
		return false;
	/* Only before the first item `p` is at the bracket, whose kind must match. */
	if (*it->p != ',' && *it->p != open) {
		it->p = it->end;
		return false;
	}
	it->p = json__skip_ws(it->p + 1, it->end);
	if (it->p < it->end && *it->p != '}' && *it->p != ']')
		return true;
	it->p = it->end;
	return false;
}

static json_t take_value(struct json_iter *it)
{
	const char *from = it->p;
	const char *to = json__skip_value(from, it->end);

	it->p = json__skip_ws(to, it->end);
	return (json_t) { from, (size_t)(to - from) };
}

bool json_iter_member(struct json_iter *it, json_t *key, json_t *val)
{
	if (!next_item(it, '{'))
		return false;
	*key = take_value(it);
	if (it->p < it->end)
		it->p = json__skip_ws(it->p + 1, it->end); /* the colon */
	*val = take_value(it);
	return true;
}

bool json_iter_element(struct json_iter *it, json_t *val)
{
	if (!next_item(it, '['))
		return false;
	*val = take_value(it);
	return true;
}

size_t json_count(json_t v)
{
	bool object = json_kind(v) == JSON_OBJECT;
	struct json_iter it;
	json_t key, value;
	size_t n = 0;

	json_iter_init(&it, v);
	while (object ? json_iter_member(&it, &key, &value) : json_iter_element(&it, &value))
		n++;
	return n;
}

static json_t get(json_t obj, struct str name)
{
	json_t found = { NULL, 0 }, key, val;
	struct json_iter it;

	json_iter_init(&it, obj);
	while (json_iter_member(&it, &key, &val))
		if (json_str_eq(key, name))
			found = val;
	return found;
}

json_t json_get(json_t obj, const char *name)
{
	return get(obj, str_of(name));
}

json_t json_path(json_t v, ...)
{
	const char *name;
	va_list ap;

	va_start(ap, v);
	while ((name = va_arg(ap, const char *)))
		v = get(v, str_of(name));
	va_end(ap);
	return v;
}

/* The bytes between the quotes. */
static struct str inside(json_t v)
{
	if (v.len < 2)
		return (struct str) { "", 0 };
	return (struct str) { v.ptr + 1, v.len - 2 };
}

/* True if decoding changes nothing: no escape, and no byte that may be invalid UTF-8. */
static bool is_plain(struct str raw)
{
	const uint64_t ones = UINT64_MAX / 0xFF, tops = ones * 0x80;
	size_t i = 0;
#ifdef __SSE2__
	const __m128i escape = _mm_set1_epi8('\\');

	for (; raw.len - i >= 16; i += 16) {
		__m128i v = _mm_loadu_si128((const __m128i *)(const void *)(raw.ptr + i));

		if (_mm_movemask_epi8(_mm_or_si128(v, _mm_cmpeq_epi8(v, escape))))
			return false;
	}
#endif
	for (; raw.len - i >= 8; i += 8) {
		uint64_t word, diff;

		memcpy(&word, raw.ptr + i, 8);
		diff = word ^ (ones * '\\'); /* a backslash is a zero byte here */
		if ((word | ((diff - ones) & ~diff)) & tops)
			return false;
	}
	for (; i < raw.len; i++)
		if (raw.ptr[i] == '\\' || (unsigned char)raw.ptr[i] >= 0x80)
			return false;
	return true;
}

static unsigned hex4(const char *p)
{
	unsigned n = 0;

	for (int i = 0; i < 4; i++) {
		unsigned c = (unsigned char)p[i];

		n = n << 4 | (c <= '9' ? c - '0' : (c | 0x20) - 'a' + 10);
	}
	return n;
}

static size_t put_utf8(unsigned rune, char out[4])
{
	if (rune < 0x80) {
		out[0] = (char)rune;
		return 1;
	}
	if (rune < 0x800) {
		out[0] = (char)(0xC0 | rune >> 6);
		out[1] = (char)(0x80 | (rune & 0x3F));
		return 2;
	}
	if (rune < 0x10000) {
		out[0] = (char)(0xE0 | rune >> 12);
		out[1] = (char)(0x80 | (rune >> 6 & 0x3F));
		out[2] = (char)(0x80 | (rune & 0x3F));
		return 3;
	}
	out[0] = (char)(0xF0 | rune >> 18);
	out[1] = (char)(0x80 | (rune >> 12 & 0x3F));
	out[2] = (char)(0x80 | (rune >> 6 & 0x3F));
	out[3] = (char)(0x80 | (rune & 0x3F));
	return 4;
}

/* p follows "\u". A surrogate without its other half is U+FFFD; the next character stays. */
static unsigned read_u(const char **p, const char *end)
{
	unsigned high, low;

	if (end - *p < 4) {
		*p = end;
		return 0xFFFD;
	}
	high = hex4(*p);
	*p += 4;
	if (high < 0xD800 || high > 0xDFFF)
		return high;
	if (high < 0xDC00 && end - *p >= 6 && (*p)[0] == '\\' && (*p)[1] == 'u') {
		low = hex4(*p + 2);
		if (low >= 0xDC00 && low <= 0xDFFF) {
			*p += 6;
			return 0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00);
		}
	}
	return 0xFFFD;
}

/* Decodes one character into out; returns its length in bytes. */
static size_t decode(const char **p, const char *end, char out[4])
{
	static const char from[] = "bfnrt", to[] = "\b\f\n\r\t";
	const char *at;
	size_t n;

	if (**p != '\\') {
		n = utf8_seq_len(*p, (size_t)(end - *p));
		if (n == 0) {
			++*p;
			return put_utf8(0xFFFD, out);
		}
		memcpy(out, *p, n);
		*p += n;
		return n;
	}
	if (end - *p < 2) {
		*p = end;
		return put_utf8(0xFFFD, out);
	}
	*p += 2;
	if ((*p)[-1] == 'u')
		return put_utf8(read_u(p, end), out);
	at = memchr(from, (*p)[-1], sizeof(from) - 1);
	out[0] = at ? to[at - from] : (*p)[-1];
	return 1;
}

bool json_str_eq(json_t v, struct str s)
{
	struct str raw = inside(v);
	const char *p = raw.ptr, *end = raw.ptr + raw.len;
	char c[4];
	size_t i = 0;

	if (json_kind(v) != JSON_STRING)
		return false;
	/* The usual member name: the bytes decide. */
	if (is_plain(raw))
		return str_eq(raw, s);
	while (p < end) {
		size_t n = decode(&p, end, c);

		if (n > s.len - i || memcmp(s.ptr + i, c, n) != 0)
			return false;
		i += n;
	}
	return i == s.len;
}

int json__str_cmp(json_t a, json_t b)
{
	struct str x = inside(a), y = inside(b);
	const char *p = x.ptr, *p_end = p + x.len, *q = y.ptr, *q_end = q + y.len;
	bool plain = is_plain(x) && is_plain(y);

	if (plain)
		return str_cmp(x, y);
	while (p < p_end && q < q_end) {
		char c[4] = { 0 }, d[4] = { 0 }; /* UTF-8 sorts as its bytes do */
		int diff;

		decode(&p, p_end, c);
		decode(&q, q_end, d);
		diff = memcmp(c, d, sizeof(c));
		if (diff)
			return diff;
	}
	return (p < p_end) - (q < q_end);
}

bool json__member_repeats(struct json_iter rest, json_t name)
{
	json_t key, val;

	while (json_iter_member(&rest, &key, &val)) {
		if (json__str_cmp(key, name) == 0)
			return true;
	}
	return false;
}

json_t json_string_map(json_t v, bool nulls)
{
	const json_t absent = { NULL, 0 };
	struct json_iter it;
	json_t key, val;

	if (json_kind(v) != JSON_OBJECT)
		return absent;
	json_iter_init(&it, v);
	while (json_iter_member(&it, &key, &val)) {
		enum json_kind kind = json_kind(val);

		if (kind != JSON_STRING && !(kind == JSON_NULL && nulls) &&
		    !json__member_repeats(it, key))
			return absent;
	}
	return v;
}

struct str json_str(json_t v, struct strbuf *scratch)
{
	struct str raw = inside(v);
	const char *p = raw.ptr, *end = raw.ptr + raw.len;
	size_t start = scratch->len;
	char c[4];

	if (json_kind(v) != JSON_STRING)
		return (struct str) { NULL, 0 };
	if (is_plain(raw) || (!memchr(raw.ptr, '\\', raw.len) && utf8_is_valid(raw)))
		return raw;
	/* Decoding lengthens the text only if bytes are not UTF-8. */
	strbuf_reserve(scratch, raw.len);
	while (p < end) {
		size_t n = decode(&p, end, c);

		strbuf_add(scratch, c, n);
	}
	if (scratch->failed)
		return (struct str) { NULL, 0 };
	return (struct str) { scratch->ptr + start, scratch->len - start };
}

bool json_int64(json_t v, int64_t *out)
{
	return json_kind(v) == JSON_NUMBER && number_read_signed(v, out) == NUMBER_FINE;
}

bool json_is_true(json_t v)
{
	return v.len == 4 && memcmp(v.ptr, "true", 4) == 0;
}
