/* SPDX-License-Identifier: Apache-2.0 */
/* The first two bytes say where the rest is cut. Whatever the cut and the width of vectors, the
 * scanner must say the same of it; and of what it lets through, the cursors must find every byte
 * again. */
#include "base/alloc.h"
#include "base/json_bytes.h"
#include "base/json_scan_impl.h"
#include "base/str.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* An exact copy on the heap, so that a read beyond it is seen. */
static json_t copy_of(const char *p, size_t len)
{
	char *copy = base__malloc(len);

	ASSERT(copy);
	if (len)
		memcpy(copy, p, len);
	return (json_t) { copy, len };
}

static enum json_status feed(struct json_scanner *s, struct str part, size_t *consumed)
{
	json_t copy = copy_of(part.ptr, part.len);
	enum json_status status;
	size_t used;

	status = json_scanner_feed(s, copy.ptr, copy.len, &used);
	ASSERT(used <= part.len);
	*consumed += used;
	base__free((char *)(uintptr_t)copy.ptr);
	return status;
}

static enum json_status feed_cut(struct str text, size_t cut, size_t *consumed,
				 struct json_spans *spans)
{
	struct json_scanner s;
	enum json_status status;

	*consumed = 0;
	json_scanner_init(&s);
	json_scanner_note(&s, spans);
	status = feed(&s, (struct str) { text.ptr, cut }, consumed);
	if (status == JSON_MORE)
		status = feed(&s, (struct str) { text.ptr + cut, text.len - cut }, consumed);
	return status == JSON_MORE ? json_scanner_end(&s) : status;
}

/* As one piece and cut, bytewise and by blocks. */
static enum json_status feed_every_way(struct str text, size_t cut)
{
	static const enum json__blocks widths[] = { JSON_BLOCKS_NARROW, JSON_BLOCKS_WIDE,
						    JSON_BLOCKS_ANY };
	struct json_spans whole_spans, spans;
	size_t whole_used, used;
	enum json_status whole;

	json__blocks_limit = JSON_BLOCKS_NONE;
	whole = feed_cut(text, text.len, &whole_used, &whole_spans);
	for (size_t i = 0; i < 2 * ARRAY_LEN(widths); i++) {
		json__blocks_limit = widths[i / 2];
		ASSERT(feed_cut(text, i % 2 ? cut : text.len, &used, &spans) == whole);
		ASSERT(used == whole_used);
		ASSERT(spans.count == whole_spans.count);
		ASSERT(memcmp(spans.list, whole_spans.list, spans.count * sizeof(spans.list[0])) ==
		       0);
	}
	for (uint32_t i = 0; whole == JSON_DONE && i < spans.count; i++)
		ASSERT(json__skip_value(text.ptr + spans.list[i].from, text.ptr + used) ==
		       text.ptr + spans.list[i].to);
	return whole;
}

/* The same value in other bytes, so that json_equal() has to look at it: white space after the
 * bracket that opens a container. */
static json_t respaced(json_t v)
{
	bool container = json_kind(v) == JSON_OBJECT || json_kind(v) == JSON_ARRAY;
	char *copy = base__malloc(v.len + 1);

	ASSERT(copy);
	copy[0] = v.ptr[0];
	copy[1] = ' ';
	memcpy(copy + 1 + container, v.ptr + 1, v.len - 1);
	return (json_t) { copy, v.len + container };
}

/* Reads `v` in every way; containers one level down only, since the fuzzer nests as it likes. */
static void read_value(json_t v, int levels)
{
	AUTO_STRBUF scratch = STRBUF_INIT;
	json_t key, val;
	struct json_iter it;
	int64_t n;

	if (json_kind(v) == JSON_STRING) {
		struct str s = json_str(v, &scratch);

		ASSERT(s.ptr);
		ASSERT(json_str_eq(v, s));
		for (size_t i = 0, len; i < s.len; i += len) {
			len = utf8_seq_len(s.ptr + i, s.len - i);
			ASSERT(len > 0);
		}
	}
	(void)json_int64(v, &n);
	(void)json_is_true(v);
	for (json_iter_init(&it, v); json_iter_member(&it, &key, &val);) {
		ASSERT(json_valid(key, NULL, NULL));
		ASSERT(json_valid(val, NULL, NULL));
		ASSERT(json_kind(key) == JSON_STRING);
		if (levels > 0) {
			read_value(key, 0);
			read_value(val, levels - 1);
		}
	}
	for (json_iter_init(&it, v); json_iter_element(&it, &val);) {
		ASSERT(json_valid(val, NULL, NULL));
		if (levels > 0)
			read_value(val, levels - 1);
	}
	(void)json_path(v, "metadata", "name", NULL);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct str text;
	size_t cut, at;
	enum json_status whole;
	json_t copy, v;

	if (size < 2)
		return 0;
	text = (struct str) { (const char *)data + 2, size - 2 };
	cut = (data[0] | (size_t)data[1] << 8) % (text.len + 1);
	whole = feed_every_way(text, cut);
	copy = copy_of(text.ptr, text.len);
	if (json_valid(copy, &v, &at)) {
		json_t again = respaced(v);

		ASSERT(whole == JSON_DONE);
		read_value(v, 3);
		ASSERT(json_equal(v, again));
		base__free((char *)(uintptr_t)again.ptr);
	} else {
		ASSERT(at <= copy.len);
	}
	base__free((char *)(uintptr_t)copy.ptr);
	return 0;
}
