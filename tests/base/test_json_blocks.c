/* SPDX-License-Identifier: Apache-2.0 */
/* The scanner by blocks of 64 bytes and the bytewise one give the same verdict at the same byte,
 * for every width of vectors, and note the same containers, however the text is cut.
 * RELIST_JSON_BYTES=1000000000 compares that many random bytes. */
#include "tests/kit/testing.h"

#include <dirent.h>

#include "base/choice.h"
#include "base/json_bytes.h"
#include "base/json_scan_impl.h"
#include "base/str.h"

static const enum json__blocks widths[] = { JSON_BLOCKS_NONE, JSON_BLOCKS_NARROW, JSON_BLOCKS_WIDE,
					    JSON_BLOCKS_ANY };

struct verdict {
	enum json_status status, end;
	size_t consumed;
	bool too_large;
	struct json_spans spans;
};

/* Up to `cut`, then the rest, each as a heap block of its exact size if `exact`: a read too far
 * shows under ASan. */
static void feed(struct str text, size_t cut, enum json__blocks width, bool exact,
		 struct verdict *v)
{
	struct json_scanner s;
	size_t lens[2] = { cut, text.len - cut }, used;

	json__blocks_limit = width;
	memset(v, 0, sizeof(*v));
	json_scanner_init(&s);
	json_scanner_note(&s, &v->spans);
	for (size_t i = 0, from = 0; i < 2 && v->status == JSON_MORE; from += lens[i++]) {
		const char *part = text.ptr + from;
		char *copy = exact ? malloc(lens[i] + 1) : NULL;

		if (copy) {
			memcpy(copy + 1, part, lens[i]);
			part = copy + 1;
		}
		v->status = json_scanner_feed(&s, part, lens[i], &used);
		v->consumed += used;
		free(copy);
	}
	v->end = json_scanner_end(&s);
	v->too_large = json_scanner_too_large(&s);
	json__blocks_limit = JSON_BLOCKS_ANY;
}

static void compare(const struct verdict *a, const struct verdict *b, struct str text, size_t cut)
{
	bool same =
	    a->status == b->status && a->end == b->end && a->consumed == b->consumed &&
	    a->too_large == b->too_large && a->spans.count == b->spans.count &&
	    memcmp(a->spans.list, b->spans.list, a->spans.count * sizeof(a->spans.list[0])) == 0;

	if (!same)
		fail_msg("cut at %zu: %d %d at %zu, but %d %d at %zu: " STR_FMT, cut, a->status,
			 a->end, a->consumed, b->status, b->end, b->consumed, STR_ARG(text));
}

/* The bytewise verdict on the whole, after comparing it with those of the other widths. */
static struct verdict compare_widths(struct str text, size_t cut, bool exact)
{
	struct verdict whole, other;

	feed(text, text.len, JSON_BLOCKS_NONE, false, &whole);
	for (size_t w = 0; w < ARRAY_LEN(widths); w++) {
		feed(text, cut, widths[w], exact, &other);
		compare(&whole, &other, text, cut);
	}
	return whole;
}

/* The noted containers are those that a reader would find. */
static void check_spans(struct str text, const struct json_spans *spans)
{
	for (uint32_t i = 0; i < spans->count; i++) {
		const char *from = text.ptr + spans->list[i].from;
		struct json_skip skip = { .spans = spans, .base = text.ptr };

		assert_true(*from == '{' || *from == '[');
		assert_ptr_equal(text.ptr + spans->list[i].to,
				 json__skip_value(from, text.ptr + text.len));
		assert_ptr_equal(json__skip_noted(&skip, from, text.ptr + text.len),
				 text.ptr + spans->list[i].to);
	}
}

static void add_string(struct strbuf *out, uint64_t *random)
{
	static const char *const pieces[] = {
		"a",	   "name",     "{",
		"}",	   "[[",       "]",
		",",	   ":",	       "\\\"",
		"\\\\",	   "\\n",      "\\/",
		"\x7f",	   "\xc3\xa9", "   ",
		"\\u00e9", "\\\\\\\"", "0123456789abcdef0123456789abcdef"
	};

	strbuf_addc(out, '"');
	for (uint64_t n = splitmix64(random) % 6; n; n--)
		strbuf_addz(out, pieces[splitmix64(random) % ARRAY_LEN(pieces)]);
	strbuf_addc(out, '"');
}

static void add_value(struct strbuf *out, uint64_t *random, int depth)
{
	static const char *const scalars[] = { "0",
					       "-1",
					       "1.5",
					       "2e3",
					       "true",
					       "false",
					       "null",
					       "\"\"",
					       "{}",
					       "[]",
					       "12345678901234567890",
					       "1e400",
					       "-0.25E-2",
					       "[{}]",
					       "{\"a\":[]}" };
	uint64_t kind = splitmix64(random) % (depth == 0 ? 2 : 6), n = splitmix64(random) % 5;

	if (kind == 0) {
		strbuf_addz(out, scalars[splitmix64(random) % ARRAY_LEN(scalars)]);
		return;
	}
	if (kind == 1) {
		add_string(out, random);
		return;
	}
	strbuf_addc(out, kind % 2 ? '{' : '[');
	for (uint64_t i = 0; i < n; i++) {
		strbuf_addz(out, i ? splitmix64(random) % 40 ? "," : " ,\n " : "");
		if (kind % 2) {
			add_string(out, random);
			strbuf_addc(out, ':');
		}
		add_value(out, random, depth - 1);
	}
	strbuf_addc(out, kind % 2 ? '}' : ']');
}

/* One byte replaced, doubled or left out. */
static void spoil(struct strbuf *b, uint64_t *random)
{
	static const char alphabet[] = "{}[]\",:\\0123456789.eE+-truefalsn \n\x01/ubx\xff";
	size_t at = splitmix64(random) % b->len;

	switch (splitmix64(random) % 3) {
	case 0:
		b->ptr[at] = alphabet[splitmix64(random) % (sizeof(alphabet) - 1)];
		break;
	case 1:
		memmove(b->ptr + at, b->ptr + at + 1, b->len - at);
		b->len--;
		break;
	default:
		strbuf_addc(b, ' ');
		memmove(b->ptr + at + 1, b->ptr + at, b->len - at - 1);
		break;
	}
}

static void json_block_scan_is_equal_at_all_widths_for_random_texts(void **state)
{
	const char *wanted = getenv("RELIST_JSON_BYTES");
	uint64_t bytes = wanted ? strtoull(wanted, NULL, 10) : 2000000, random = 7;
	size_t valid = 0, spoilt = 0;

	(void)state;
	for (uint64_t done = 0; done < bytes;) {
		AUTO_STRBUF text = STRBUF_INIT;
		struct verdict v;
		size_t cut;

		strbuf_addz(&text, splitmix64(&random) % 8 ? "" : "   ");
		for (uint64_t n = splitmix64(&random) % 4, i = 0; i < n; i++)
			strbuf_addz(&text, splitmix64(&random) % 2 ? "[" : "{\"k\":");
		add_value(&text, &random, 6);
		for (uint64_t n = splitmix64(&random) % 12; n > 8 && text.len; n--)
			spoil(&text, &random);
		/* What follows the value, or closes what was opened before it. */
		for (uint64_t n = splitmix64(&random) % 80; n; n--)
			strbuf_addc(&text, "}]]}}],\""[splitmix64(&random) % 8]);
		assert_false(text.failed);
		cut = splitmix64(&random) % (text.len + 1);
		v = compare_widths(strbuf_str(&text), cut, splitmix64(&random) % 2);
		if (v.status == JSON_DONE)
			check_spans((struct str) { text.ptr, v.consumed }, &v.spans);
		valid += v.status == JSON_DONE;
		spoilt += v.status == JSON_ERROR;
		done += text.len;
	}
	/* The property must not become empty unnoticed. */
	assert_true(valid > bytes / 4000);
	assert_true(spoilt > bytes / 4000);
}

static void compare_file(const char *path)
{
	AUTO_STRBUF text = STRBUF_INIT;
	char buf[8192];
	FILE *f = fopen(path, "rb");
	size_t n;

	assert_non_null(f);
	while ((n = fread(buf, 1, sizeof(buf), f)) > 0)
		strbuf_add(&text, buf, n);
	assert_int_equal(fclose(f), 0);
	for (size_t cut = 0; cut <= text.len && cut < 6000; cut++)
		(void)compare_widths(strbuf_str(&text), cut, false);
}

static void json_block_scan_is_equal_at_all_widths_for_cut_corpora(void **state)
{
	static const char *const folders[] = { "json_scan", "decoder", "framer" };
	size_t files = 0;

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(folders); i++) {
		char path[600];
		DIR *d;

		(void)snprintf(path, sizeof(path), "tests/fuzz/corpus/%s", folders[i]);
		d = opendir(path);
		assert_non_null(d);
		for (struct dirent *e; (e = readdir(d));) {
			if (*e->d_name == '.')
				continue;
			(void)snprintf(path, sizeof(path), "tests/fuzz/corpus/%s/%s", folders[i],
				       e->d_name);
			compare_file(path);
			files++;
		}
		(void)closedir(d);
	}
	assert_true(files > 20);
}

/* What a block must not decide by itself, at each place of a block. */
static void json_block_scan_is_equal_at_all_widths_for_each_offset(void **state)
{
	static const char *const middles[] = {
		"{\"a\":1}",
		"[1,2]",
		"{\"a\":1 }",
		"[1,]",
		"{\"a\"}",
		"{\"a\",1}",
		"[\"a\":1]",
		"{1:2}",
		"[01]",
		"[-]",
		"[1.]",
		"[1e5]",
		"[1e999]",
		"[tru]",
		"[truex]",
		"[\"\\u12g4\"]",
		"[\"\\u1234\"]",
		"[\"\\x\"]",
		"[\"\\\\\"]",
		"[\"\\\"\"]",
		"[\"\t\"]",
		"[\"a\"\"b\"]",
		"[{]}",
		"[}",
		"{\"a\":[}]",
		"[1\"a\"]",
		"[\"a\"1]",
		"[[],{}]",
		"[[]{}]",
		"[,1]",
		"{,}",
		"{\"a\":}",
		"[:]",
		"[\\]",
		"[nul1]",
		"[123456789012345678901234567890123456789012345678901234567890123456789]",
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(middles); i++)
		for (size_t lead = 0; lead < 140; lead++) {
			AUTO_STRBUF text = STRBUF_INIT;

			strbuf_addz(&text, "[\"");
			for (size_t n = 0; n < lead; n++)
				strbuf_addc(&text, 'x');
			strbuf_addf(&text, "\",%s,", middles[i]);
			for (size_t n = 0; n < 20; n++)
				strbuf_addz(&text, "{\"key\":[null,\"\"]},");
			strbuf_addz(&text, "0]");
			(void)compare_widths(strbuf_str(&text), text.len, true);
			(void)compare_widths(strbuf_str(&text), lead, false);
		}
}

static void json_block_scan_handles_more_than_64_levels_at_all_widths(void **state)
{
	(void)state;
	for (unsigned depth = 50; depth < 80; depth++) {
		AUTO_STRBUF text = STRBUF_INIT;
		struct verdict v;

		for (unsigned i = 0; i < depth; i++)
			strbuf_addz(&text, i % 3 ? "[" : "{\"k\":");
		strbuf_addz(&text, "[]");
		for (unsigned i = depth; i > 0; i--)
			strbuf_addc(&text, (i - 1) % 3 ? ']' : '}');
		v = compare_widths(strbuf_str(&text), depth, true);
		assert_int_equal(v.status, JSON_DONE);
		assert_int_equal(v.consumed, text.len);
		assert_int_equal(v.spans.count, JSON_SPAN_DEPTH);
	}
}

static void json_block_scan_omits_spans_if_the_list_is_full(void **state)
{
	AUTO_STRBUF text = STRBUF_INIT;
	struct verdict v;

	(void)state;
	strbuf_addc(&text, '[');
	for (unsigned i = 0; i < JSON_SPANS_MAX + 10; i++)
		strbuf_addz(&text, "{\"a\":1},");
	strbuf_addz(&text, "0]");
	v = compare_widths(strbuf_str(&text), 100, false);
	assert_int_equal(v.spans.count, JSON_SPANS_MAX);
	assert_int_equal(v.spans.list[0].to, text.len);
	check_spans(strbuf_str(&text), &v.spans);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(json_block_scan_is_equal_at_all_widths_for_random_texts),
		cmocka_unit_test(json_block_scan_is_equal_at_all_widths_for_cut_corpora),
		cmocka_unit_test(json_block_scan_is_equal_at_all_widths_for_each_offset),
		cmocka_unit_test(json_block_scan_handles_more_than_64_levels_at_all_widths),
		cmocka_unit_test(json_block_scan_omits_spans_if_the_list_is_full),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
