/* SPDX-License-Identifier: Apache-2.0 */
/* Heads and bodies, byte by byte: what is refused, and that the cuts between reads do not matter.
 * '$' stands for a NUL. */
#include "fakeapi/http/internal.h"
#include "tests/kit/testing.h"

static void add_text(struct strbuf *out, const char *z)
{
	for (; *z; z++)
		strbuf_addc(out, *z == '$' ? '\0' : *z);
}

static void heads_are_refused_as_by_net_http(void **state)
{
	static const struct {
		const char *head;
		unsigned status;
	} cases[] = {
		{ "GET / HTTP/1.1\r\nHost: h\r\n\r\n", 0 },
		{ "\r\n\r\nGET / HTTP/1.1\r\nHost: h\r\n\r\n", 0 },
		{ "GET / HTTP/1.1\nHost: h\n\n", 0 },
		{ "GET / HTTP/1.0\r\n\r\n", 0 },
		{ "GET / HTTP/1.2\r\nHost: h\r\n\r\n", 0 },
		{ "GET / HTTP/2.0\r\nHost: h\r\n\r\n", 505 },
		{ "GET / HTTP/0.9\r\nHost: h\r\n\r\n", 505 },
		{ "GET / HTTP/1.10\r\nHost: h\r\n\r\n", 400 },
		{ "GET / http/1.1\r\nHost: h\r\n\r\n", 400 },
		{ "GET /\r\nHost: h\r\n\r\n", 400 },
		{ "GET / a HTTP/1.1\r\nHost: h\r\n\r\n", 400 },
		{ "GET  / HTTP/1.1\r\nHost: h\r\n\r\n", 400 },
		{ "G@T / HTTP/1.1\r\nHost: h\r\n\r\n", 400 },
		{ " / HTTP/1.1\r\nHost: h\r\n\r\n", 400 },
		{ "GET a HTTP/1.1\r\nHost: h\r\n\r\n", 400 },
		{ "GET /\x01 HTTP/1.1\r\nHost: h\r\n\r\n", 400 },
		{ "GET /$ HTTP/1.1\r\nHost: h\r\n\r\n", 400 },
		{ "OPTIONS * HTTP/1.1\r\nHost: h\r\n\r\n", 0 },
		{ "CONNECT a:1 HTTP/1.1\r\nHost: h\r\n\r\n", 0 },
		{ "GET / HTTP/1.1\r\n\r\n", 400 },
		{ "GET / HTTP/1.1\r\nHost: a b\r\n\r\n", 400 },
		{ "GET / HTTP/1.1\r\nHost: a/b\r\n\r\n", 400 },
		{ "GET / HTTP/1.1\r\nHost: [::1]:80\r\n\r\n", 0 },
		{ "GET / HTTP/1.1\r\nHost:\r\n\r\n", 0 },
		{ "GET / HTTP/1.1\r\nHost: h\r\nHost: h\r\n\r\n", 400 },
		{ "GET / HTTP/1.1\r\nHost: h\r\nX\r\n\r\n", 400 },
		{ "GET / HTTP/1.1\r\nHost: h\r\nX : y\r\n\r\n", 400 },
		{ "GET / HTTP/1.1\r\nHost: h\r\nX: y\r\n z\r\n\r\n", 400 },
		{ "GET / HTTP/1.1\r\nHost: h\r\nX: y\rz\r\n\r\n", 400 },
		{ "GET / HTTP/1.1\r\nHost: h\nX: y\r\n\r\n", 400 },
		{ "GET / HTTP/1.1\r\nHost: h\r\nX: y\n\r\n", 400 },
		{ "GET / HTTP/1.1\r\nHost: h\r\nX: y$\r\n\r\n", 400 },
		{ "GET / HTTP/1.1\r\nHost: h\r\nX$: y\r\n\r\n", 400 },
		{ "GET / HTTP/1.1\r\nHost: h\r\nContent-Length: 1$\r\n\r\n", 400 },
		{ "GET / HTTP/1.1\r\nHost: h\r\nContent-Length: +1\r\n\r\n", 400 },
		{ "GET / HTTP/1.1\r\nHost: h\r\nContent-Length: 1, 1\r\n\r\n", 400 },
		{ "GET / HTTP/1.1\r\nHost: h\r\nContent-Length:\r\n\r\n", 400 },
		{ "GET / HTTP/1.1\r\nHost: h\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n",
		  400 },
		{ "GET / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked, chunked\r\n\r\n", 501 },
		{ "GET / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n", 501 },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		struct http__head head = { .text = STRBUF_INIT };
		struct http__refusal why;
		size_t searched = 0;

		add_text(&head.text, cases[i].head);
		assert_int_equal(http__head_end(&head.text, &searched), head.text.len);
		why = http__head_parse(&head);
		if (why.status != cases[i].status)
			fail_msg("%s: %u, wanted %u", cases[i].head, why.status, cases[i].status);
		http__head_fini(&head);
	}
}

static void head_end_is_found_byte_by_byte(void **state)
{
	static const char *const heads[] = {
		"GET / HTTP/1.1\r\nHost: h\r\n\r\n",
		"\r\n\nGET / HTTP/1.1\nHost: h\n\n",
		"GET / HTTP/1.1\r\nX: \r\nHost: h\n\r\n",
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(heads); i++) {
		struct strbuf in = STRBUF_INIT;
		size_t searched = 0, len = strlen(heads[i]);

		for (size_t n = 0; n < len; n++) {
			assert_int_equal(http__head_end(&in, &searched), 0);
			strbuf_addc(&in, heads[i][n]);
		}
		assert_int_equal(http__head_end(&in, &searched), len);
		strbuf_addz(&in, "body");
		searched = 0;
		assert_int_equal(http__head_end(&in, &searched), len);
		strbuf_fini(&in);
	}
}

static void chunked_bodies_decode_in_pieces_of_any_size(void **state)
{
	static const struct {
		const char *bytes, *data; /* NULL: refused */
		bool whole;
	} cases[] = {
		{ "0\r\n\r\n", "", true },
		{ "5\r\n12345\r\n0\r\n\r\n", "12345", true },
		{ "5;a=b\r\n12345\r\n1 \r\n6\r\n0\r\n\r\n", "123456", true },
		{ "00a\r\n1234567890\r\n0\r\nT: v\r\nU: w\r\n\r\n", "1234567890", true },
		{ "5\r\n123", "123", false },
		{ "0\r\nT: v\r\n", "", false },
		{ "\r\n", NULL, false },
		{ "5\n12345\r\n0\r\n\r\n", NULL, false },
		{ "5\r\n12345\n0\r\n\r\n", NULL, false },
		{ "5\r\n123456\r\n0\r\n\r\n", NULL, false },
		{ "zz\r\n", NULL, false },
		{ "-1\r\n", NULL, false },
		{ "0x1\r\n", NULL, false },
		{ "ffffffffffffffffff\r\n", NULL, false },
		{ "5$\r\n12345\r\n0\r\n\r\n", NULL, false },
		{ "0\r\nT: v\n\r\n", NULL, false },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++)
		for (size_t piece = 1; piece < 8; piece++) {
			AUTO_STRBUF in = STRBUF_INIT;
			AUTO_STRBUF got = STRBUF_INIT;
			struct http__head head = { .chunked = true };
			struct http__body b;

			add_text(&in, cases[i].bytes);
			http__body_init(&b, &head);
			for (size_t at = 0; at < in.len && b.state < BODY_DONE;) {
				size_t n = in.len - at < piece ? in.len - at : piece;
				struct str data;

				at += http__body_feed(&b, (struct str) { in.ptr + at, n }, &data);
				strbuf_adds(&got, data);
			}
			assert_int_equal(b.state == BODY_BAD, !cases[i].data);
			assert_int_equal(b.state == BODY_DONE, cases[i].whole);
			if (cases[i].data)
				assert_string_equal(got.ptr, cases[i].data);
		}
}

/* How many bytes of `text`, again and again after `first`, until the body is refused. */
static size_t bytes_until_refused(const char *first, const char *text)
{
	struct http__head head = { .chunked = true };
	struct http__body b;
	struct str data;
	size_t bytes = 0;

	http__body_init(&b, &head);
	(void)http__body_feed(&b, str_of(first), &data);
	while (b.state < BODY_DONE && bytes < 1 << 20) {
		struct str in = str_of(text);

		while (in.len && b.state < BODY_DONE) {
			size_t n = http__body_feed(&b, in, &data);

			in = (struct str) { in.ptr + n, in.len - n };
			bytes += n;
		}
	}
	assert_true(b.state == BODY_BAD);
	return bytes;
}

static void chunk_framing_without_data_is_limited(void **state)
{
	(void)state;
	assert_in_range(bytes_until_refused("0\r\n", "Trailer: again\r\n"), 4000, 5000);
	assert_in_range(bytes_until_refused("0\r\n", "x"), 4000, 5000);
	assert_in_range(bytes_until_refused("5;", "extension"), 4000, 5000);
	assert_in_range(
	    bytes_until_refused("", "1;extension-of-a-hundred-bytes-in-each-chunk-of-one-byte-"
				    "which-is-more-than-what-small-chunks-need\r\nx\r\n"),
	    16 << 10, 32 << 10);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(heads_are_refused_as_by_net_http),
		cmocka_unit_test(head_end_is_found_byte_by_byte),
		cmocka_unit_test(chunked_bodies_decode_in_pieces_of_any_size),
		cmocka_unit_test(chunk_framing_without_data_is_limited),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
