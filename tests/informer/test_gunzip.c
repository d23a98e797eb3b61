/* SPDX-License-Identifier: Apache-2.0 */
/* Compressed bodies, cut anywhere. What client-go makes of whole answers: test_odd_answers.c. */
#include "informer/posix/gunzip.h"

#include "base/str.h"
#include "relist/err.h"
#include "tests/kit/testing.h"

static bool keep(void *user, const void *bytes, size_t len)
{
	strbuf_adds(user, (struct str) { bytes, len });
	return true;
}

static bool refuse(void *user, const void *bytes, size_t len)
{
	(void)user;
	(void)bytes;
	(void)len;
	return false;
}

static void add_member(struct strbuf *out, struct str text)
{
	unsigned char packed[4096];
	z_stream z = { 0 };

	assert_int_equal(deflateInit2(&z, 9, Z_DEFLATED, 16 + MAX_WBITS, 8, Z_DEFAULT_STRATEGY),
			 Z_OK);
	z.next_in = (const Bytef *)text.ptr;
	z.avail_in = (uInt)text.len;
	z.next_out = packed;
	z.avail_out = sizeof(packed);
	assert_int_equal(deflate(&z, Z_FINISH), Z_STREAM_END);
	strbuf_adds(out, (struct str) { (char *)packed, sizeof(packed) - z.avail_out });
	(void)deflateEnd(&z);
}

/* 40,000 bytes: more than one part. */
static void make_text(struct strbuf *out)
{
	for (int i = 0; i < 4000; i++)
		strbuf_addf(out, "%08d\r\n", i % 7);
}

static int feed_in(struct inf__gunzip *g, const struct strbuf *packed, size_t step,
		   struct strbuf *out)
{
	int rc = 0;

	for (size_t at = 0; at < packed->len && !rc; at += step)
		rc = inf__gunzip_feed(g, packed->ptr + at,
				      step < packed->len - at ? step : packed->len - at, keep, out);
	return rc;
}

static void gzip_members_inflate_in_chunks_of_any_size(void **state)
{
	AUTO_STRBUF packed = STRBUF_INIT;
	AUTO_STRBUF text = STRBUF_INIT;

	(void)state;
	make_text(&text);
	add_member(&packed, strbuf_str(&text));
	add_member(&packed, STR(""));
	add_member(&packed, STR("the end"));
	strbuf_addz(&text, "the end");
	for (size_t step = 1; step <= packed.len; step += step < 40 ? 1 : 17) {
		AUTO_STRBUF out = STRBUF_INIT;
		struct inf__gunzip g;

		inf__gunzip_init(&g);
		assert_int_equal(feed_in(&g, &packed, step, &out), 0);
		assert_true(inf__gunzip_is_whole(&g));
		assert_true(str_eq(strbuf_str(&out), strbuf_str(&text)));
		inf__gunzip_fini(&g);
	}
}

static void truncated_gzip_body_is_incomplete(void **state)
{
	AUTO_STRBUF packed = STRBUF_INIT;

	(void)state;
	add_member(&packed, STR("some text"));
	for (size_t len = 0; len < packed.len; len++) {
		AUTO_STRBUF out = STRBUF_INIT;
		struct inf__gunzip g;

		inf__gunzip_init(&g);
		assert_int_equal(inf__gunzip_feed(&g, packed.ptr, len, keep, &out), 0);
		assert_false(inf__gunzip_is_whole(&g));
		inf__gunzip_fini(&g);
	}
}

static void gunzip_fails_permanently_after_invalid_bytes(void **state)
{
	AUTO_STRBUF packed = STRBUF_INIT;
	AUTO_STRBUF out = STRBUF_INIT;
	struct inf__gunzip g;

	(void)state;
	add_member(&packed, STR("text"));
	inf__gunzip_init(&g);
	assert_int_equal(inf__gunzip_feed(&g, packed.ptr, packed.len, keep, &out), 0);
	assert_int_equal(inf__gunzip_feed(&g, "{}", 2, keep, &out), RELIST_EPARSE);
	assert_false(inf__gunzip_is_whole(&g));
	assert_int_equal(inf__gunzip_feed(&g, packed.ptr, packed.len, keep, &out), RELIST_EPARSE);
	assert_string_equal(out.ptr, "text");
	inf__gunzip_fini(&g);
	assert_int_equal(inf__gunzip_feed(&g, packed.ptr, packed.len, refuse, &out),
			 RELIST_ECLOSED);
	inf__gunzip_fini(&g);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(gzip_members_inflate_in_chunks_of_any_size),
		cmocka_unit_test(truncated_gzip_body_is_incomplete),
		cmocka_unit_test(gunzip_fails_permanently_after_invalid_bytes),
	};

	return cmocka_run_group_tests_name("informer/gunzip", tests, NULL, NULL);
}
