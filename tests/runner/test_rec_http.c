/* SPDX-License-Identifier: Apache-2.0 */
/* HTTP/1.1 as it passes: where messages begin and end, and what is refused. */
#include "runner/recording/http.h"
#include "tests/kit/testing.h"

/* The calls for `text`, fed in pieces: "HEAD GET /\nDATA abc\nEND\n". `then`: the size of the
 * pieces after the first head. */
static void tell(struct strbuf *out, const char *text, bool answers, const char *method,
		 size_t piece, size_t then, bool end)
{
	struct rec__http h;
	size_t len = strlen(text);
	AUTO_STRBUF data = STRBUF_INIT;

	rec__http_init(&h, answers);
	if (method)
		rec__http_expect(&h, str_of(method));
	for (size_t at = 0; at <= len;) {
		size_t n = piece < len - at ? piece : len - at, used;
		struct str got = { NULL, 0 };
		enum rec__http_event e =
		    rec__http_feed(&h, (struct str) { text + at, n }, &used, &got);

		at += used;
		if (e == REC_HTTP_HEAD)
			piece = then;
		/* Pieces of one chunk are one. */
		if (e != REC_HTTP_DATA && e != REC_HTTP_MORE && data.len) {
			strbuf_addf(out, "DATA %s\n", data.ptr);
			strbuf_clear(&data);
		}
		if (e == REC_HTTP_HEAD && answers)
			strbuf_addf(out, "HEAD %d\n", h.head.status);
		else if (e == REC_HTTP_HEAD)
			strbuf_addf(out, "HEAD " STR_FMT " " STR_FMT "\n", STR_ARG(h.head.method),
				    STR_ARG(h.head.target));
		else if (e == REC_HTTP_DATA)
			strbuf_adds(&data, got);
		else if (e == REC_HTTP_CHUNK)
			strbuf_addz(out, "CHUNK\n");
		else if (e == REC_HTTP_END)
			strbuf_addz(out, "END\n");
		if (e == REC_HTTP_BAD) {
			strbuf_addf(out, "BAD %s\n", h.why);
			break;
		}
		if (e == REC_HTTP_MORE && at == len)
			break;
	}
	if (data.len)
		strbuf_addf(out, "DATA %s\n", data.ptr);
	if (end)
		strbuf_addz(out, rec__http_end(&h) ? "WHOLE\n" : "CUT\n");
	out->failed = out->failed || data.failed;
	rec__http_fini(&h);
}

static void http_messages_parse_in_pieces_of_any_size(void **state)
{
	static const struct {
		const char *text;
		bool answers;
		const char *method;
		const char *result;
	} cases[] = {
		{ "GET /a HTTP/1.1\r\nHost: x\r\n\r\n", false, NULL, "HEAD GET /a\nEND\nWHOLE\n" },
		{ "\r\nGET / HTTP/1.1\n\n", false, NULL, "HEAD GET /\nEND\nWHOLE\n" },
		{ "POST / HTTP/1.1\r\nContent-Length: 3\r\n\r\nabcGET /b HTTP/1.1\r\n\r\n", false,
		  NULL, "HEAD POST /\nDATA abc\nEND\nHEAD GET /b\nEND\nWHOLE\n" },
		{ "POST / HTTP/1.1\r\nTransfer-Encoding: "
		  "chunked\r\n\r\n2;x=y\r\nab\r\nA\r\n0123456789\r\n"
		  "0\r\nT: v\r\n\r\n",
		  false, NULL,
		  "HEAD POST /\nDATA ab\nCHUNK\nDATA 0123456789\nCHUNK\nEND\nWHOLE\n" },
		{ "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok", true, "GET",
		  "HEAD 200\nDATA ok\nEND\nWHOLE\n" },
		{ "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n", true, "HEAD",
		  "HEAD 200\nEND\nWHOLE\n" },
		{ "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 204 No Content\r\n\r\n", true, "PUT",
		  "HEAD 100\nEND\nHEAD 204\nEND\nWHOLE\n" },
		{ "HTTP/1.1 200 OK\r\n\r\nto the end", true, "GET",
		  "HEAD 200\nDATA to the end\nWHOLE\n" },
		{ "HTTP/1.0 200\r\n\r\nx", true, "GET", "HEAD 200\nDATA x\nWHOLE\n" },
		{ "HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\n\x81\x02hi", true, "GET",
		  "HEAD 101\nDATA \x81\x02hi\nWHOLE\n" },
		{ "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nok", true, "GET",
		  "HEAD 200\nDATA ok\nCUT\n" },
		{ "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nabc", true, "GET",
		  "HEAD 200\nDATA abc\nCUT\n" },
		{ "HTTP/1.1 200 O", true, "GET", "CUT\n" },
	};
	static const size_t pieces[] = { 1, 2, 3, 7, 1000 };

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		for (size_t k = 0; k < 2 * ARRAY_LEN(pieces); k++) {
			size_t piece = pieces[k / 2];
			AUTO_STRBUF out = STRBUF_INIT;

			tell(&out, cases[i].text, cases[i].answers, cases[i].method, piece,
			     k % 2 ? 1000 : piece, true);
			if (strcmp(out.ptr, cases[i].result) != 0)
				fail_msg("case %zu by %zu:\n%s", i, piece, out.ptr);
		}
	}
}

static void ambiguous_http_messages_are_refused(void **state)
{
	static const struct {
		const char *text;
		bool answers;
		const char *why;
	} cases[] = {
		{ "GET / HTTP/2\r\n\r\n", false, "no HTTP/1.1" },
		{ "GET\r\n\r\n", false, "request line" },
		{ "G@T / HTTP/1.1\r\n\r\n", false, "request line" },
		{ "GET / HTTP/1.1\r\nA\r\n\r\n", false, "without a colon" },
		{ "GET / HTTP/1.1\r\nA : b\r\n\r\n", false, "malformed header" },
		{ "GET / HTTP/1.1\r\nA: b\r\n c\r\n\r\n", false, "folded" },
		{ "GET / HTTP/1.1\r\nA: \x01\r\n\r\n", false, "malformed header" },
		{ "POST / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n", false,
		  "Content-Length" },
		{ "POST / HTTP/1.1\r\nContent-Length: +1\r\n\r\n", false, "Content-Length" },
		{ "POST / HTTP/1.1\r\nContent-Length: 99999999999999999999999\r\n\r\n", false,
		  "Content-Length" },
		{ "POST / HTTP/1.1\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n",
		  false, "both" },
		{ "POST / HTTP/1.1\r\nTransfer-Encoding: gzip, chunked\r\n\r\n", false,
		  "just chunked" },
		{ "POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n", false, "just chunked" },
		{ "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n-1\r\n", false,
		  "chunk size" },
		{ "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n0x1\r\n", false,
		  "chunk size" },
		{ "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n1\na\r\n", false,
		  "bare line feed" },
		{ "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nab\r\n", false,
		  "longer than its size" },
		{ "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nfffffffffffffffff\r\n",
		  false, "too large" },
		{ "HTTP/1.1 2000 OK\r\n\r\n", true, "status line" },
		{ "HTTP/1.1 2x0 OK\r\n\r\n", true, "status line" },
		{ "HTTP/1.1 099 OK\r\n\r\n", true, "status line" },
		{ "SSH-2.0-x\r\n\r\n", true, "no HTTP/1.1" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		AUTO_STRBUF out = STRBUF_INIT;

		tell(&out, cases[i].text, cases[i].answers, "GET", 1000, 1000, false);
		if (!strstr(out.ptr, "BAD ") || !strstr(out.ptr, cases[i].why))
			fail_msg("case %zu: %s", i, out.ptr);
	}
}

static void heads_and_chunk_lines_are_bounded(void **state)
{
	struct rec__http h;
	AUTO_STRBUF text = STRBUF_INIT;
	enum rec__http_event e = REC_HTTP_MORE;
	struct str data;
	size_t used, fed = 0;

	(void)state;
	strbuf_addz(&text, "GET / HTTP/1.1\r\nA: ");
	for (int i = 0; i < 1000; i++)
		strbuf_addc(&text, 'a');
	rec__http_init(&h, false);
	for (; e == REC_HTTP_MORE && fed < 1 << 20; fed += text.len)
		e = rec__http_feed(&h, strbuf_str(&text), &used, &data);
	assert_int_equal(e, REC_HTTP_BAD);
	assert_true(fed <= REC_HEAD_BYTES_MAX + 2 * text.len);
	rec__http_fini(&h);
	strbuf_clear(&text);
	strbuf_addz(&text, "GET / HTTP/1.1\r\n");
	for (int i = 0; i <= REC_HEADERS_MAX; i++)
		strbuf_addz(&text, "A: b\r\n");
	strbuf_addz(&text, "\r\n");
	rec__http_init(&h, false);
	assert_int_equal(rec__http_feed(&h, strbuf_str(&text), &used, &data), REC_HTTP_BAD);
	rec__http_fini(&h);
}

static void http_head_sets_framing_length_and_close(void **state)
{
	static const struct {
		const char *text;
		bool answers;
		const char *method;
		enum rec__http_framing framing;
		uint64_t length;
		bool close, http_1_0;
	} cases[] = {
		{ "GET / HTTP/1.1\r\n\r\n", false, NULL, REC_HTTP_NO_BODY, 0, false, false },
		{ "GET / HTTP/1.1\r\nConnection: x,\tCLOSE \r\n\r\n", false, NULL, REC_HTTP_NO_BODY,
		  0, true, false },
		{ "GET / HTTP/1.1\r\nConnection: closed, lose\r\n\r\n", false, NULL,
		  REC_HTTP_NO_BODY, 0, false, false },
		{ "GET / HTTP/1.0\r\n\r\n", false, NULL, REC_HTTP_NO_BODY, 0, true, true },
		{ "GET / HTTP/1.0\r\nConnection: Keep-Alive\r\n\r\n", false, NULL, REC_HTTP_NO_BODY,
		  0, false, true },
		{ "PUT / HTTP/1.1\r\nContent-Length: 0\r\n\r\n", false, NULL, REC_HTTP_LENGTH, 0,
		  false, false },
		{ "PUT / HTTP/1.1\r\nContent-Length: 7\r\ncontent-length: 7\r\n\r\n", false, NULL,
		  REC_HTTP_LENGTH, 7, false, false },
		{ "PUT / HTTP/1.1\r\nContent-Length: 9223372036854775799\r\n\r\n", false, NULL,
		  REC_HTTP_LENGTH, 9223372036854775799u, false, false },
		{ "PUT / HTTP/1.1\r\nTransfer-Encoding: Chunked\r\n\r\n", false, NULL,
		  REC_HTTP_CHUNKED, 0, false, false },
		{ "HTTP/1.1 200 OK\r\n\r\n", true, "GET", REC_HTTP_TO_CLOSE, 0, true, false },
		{ "HTTP/1.1 200 OK\r\n\r\n", true, "HEAD", REC_HTTP_NO_BODY, 0, false, false },
		{ "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n", true, "HEAD", REC_HTTP_NO_BODY, 5,
		  false, false },
		{ "HTTP/1.1 304 Same\r\nContent-Length: 5\r\n\r\n", true, "GET", REC_HTTP_NO_BODY,
		  5, false, false },
		{ "HTTP/1.1 204 None\r\n\r\n", true, "GET", REC_HTTP_NO_BODY, 0, false, false },
		{ "HTTP/1.1 199 Odd\r\n\r\n", true, "GET", REC_HTTP_NO_BODY, 0, false, false },
		{ "HTTP/1.1 101 Go\r\n\r\n", true, "GET", REC_HTTP_OPAQUE, 0, false, false },
		{ "HTTP/1.0 200 OK\r\nConnection: keep-alive\r\nContent-Length: 1\r\n\r\n", true,
		  "GET", REC_HTTP_LENGTH, 1, false, true },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		struct str data, text = str_of(cases[i].text);
		struct rec__http h;
		size_t used;

		rec__http_init(&h, cases[i].answers);
		assert_false(rec__http_busy(&h));
		assert_true(rec__http_in_head(&h));
		if (cases[i].method)
			rec__http_expect(&h, str_of(cases[i].method));
		/* Up to its last byte it is under way. */
		assert_int_equal(rec__http_feed(&h, (struct str) { text.ptr, text.len - 1 }, &used,
						&data),
				 REC_HTTP_MORE);
		assert_int_equal(used, text.len - 1);
		assert_true(rec__http_busy(&h) && rec__http_in_head(&h) && !rec__http_done(&h));
		assert_int_equal(rec__http_feed(&h, STR("\nmore"), &used, &data), REC_HTTP_HEAD);
		assert_int_equal(used, 1);
		assert_false(rec__http_in_head(&h));
		if (h.head.framing != cases[i].framing || h.head.length != cases[i].length ||
		    h.head.close != cases[i].close || h.head.http_1_0 != cases[i].http_1_0)
			fail_msg("case %zu: framing %d, %llu, close %d, 1.0 %d", i, h.head.framing,
				 (unsigned long long)h.head.length, h.head.close, h.head.http_1_0);
		assert_int_equal(rec__http_done(&h),
				 cases[i].framing == REC_HTTP_NO_BODY ||
				     (cases[i].framing == REC_HTTP_LENGTH && !cases[i].length));
		rec__http_fini(&h);
	}
}

static void header_names_values_and_reasons_are_trimmed(void **state)
{
	struct rec__http h;
	struct str data;
	size_t used;

	(void)state;
	rec__http_init(&h, true);
	rec__http_expect(&h, STR("GET"));
	assert_int_equal(rec__http_feed(&h,
					STR("HTTP/1.1 200 All is well\r\nA:b\r\nC: \t d e \t\r\n"
					    "F:\r\n!#$%&'*+-.^_`|~09azAZ: \x80~\r\n\r\n"),
					&used, &data),
			 REC_HTTP_HEAD);
	assert_true(str_eqz(h.head.reason, "All is well"));
	assert_int_equal(h.head.header_count, 4);
	assert_true(str_eqz(rec__http_header(&h.head, "a"), "b"));
	assert_true(str_eqz(rec__http_header(&h.head, "C"), "d e"));
	assert_true(str_eqz(rec__http_header(&h.head, "f"), ""));
	assert_non_null(rec__http_header(&h.head, "f").ptr);
	assert_null(rec__http_header(&h.head, "g").ptr);
	assert_null(rec__http_header(&h.head, "").ptr);
	assert_true(str_eqz(rec__http_header(&h.head, "!#$%&'*+-.^_`|~09AzaZ"), "\x80~"));
	rec__http_fini(&h);
}

static void header_token_is_found_in_a_list(void **state)
{
	static const struct {
		const char *list;
		bool has;
	} cases[] = {
		{ "a", true },	     { "A", true },	  { "b,a", true }, { "a,b", true },
		{ " \ta\t ", true }, { "b, a ,c", true }, { "", false },   { "b", false },
		{ "aa", false },     { "b,,c", false },	  { ",a", true },  { "a b", false },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++)
		if (rec__http_has_token(str_of(cases[i].list), "a") != cases[i].has)
			fail_msg("\"%s\"", cases[i].list);
}

/* What becomes of a text of `len` bytes: `before`, then x, then `after`. */
static enum rec__http_event feed_long(struct rec__http *h, const char *before, size_t len,
				      const char *after, size_t *used)
{
	AUTO_STRBUF text = STRBUF_INIT;
	struct str data;

	strbuf_addz(&text, before);
	while (text.len + strlen(after) < len)
		strbuf_addc(&text, 'x');
	strbuf_addz(&text, after);
	return rec__http_feed(h, strbuf_str(&text), used, &data);
}

static void http_limits_are_exact(void **state)
{
	static const struct {
		const char *line;
		enum rec__http_event event;
		const char *why;
	} sizes[] = {
		{ "fffffffffffffff\r\n", REC_HTTP_MORE, NULL },
		{ "0fffffffffffffff\r\n", REC_HTTP_MORE, NULL },
		{ "10000000000000000\r\n", REC_HTTP_BAD, "a chunk too large" },
		{ "\r\n", REC_HTTP_BAD, "a malformed chunk size" },
		{ "g\r\n", REC_HTTP_BAD, "a malformed chunk size" },
		{ "G\r\n", REC_HTTP_BAD, "a malformed chunk size" },
		{ "1/\r\n", REC_HTTP_BAD, "a malformed chunk size" },
		{ "1:\r\n", REC_HTTP_BAD, "a malformed chunk size" },
		{ "aAfF09\t\r\n", REC_HTTP_MORE, NULL },
		{ "1 \r\n", REC_HTTP_MORE, NULL },
		{ "\n", REC_HTTP_BAD, "a bare line feed in chunked framing" },
	};
	struct rec__http h;
	size_t used;

	(void)state;
	for (size_t more = 0; more <= 1; more++) {
		rec__http_init(&h, false);
		assert_int_equal(feed_long(&h, "GET / HTTP/1.1\r\nA: ", REC_HEAD_BYTES_MAX + more,
					   "\r\n\r\n", &used),
				 more ? REC_HTTP_BAD : REC_HTTP_HEAD);
		assert_int_equal(used, REC_HEAD_BYTES_MAX);
		if (more)
			assert_string_equal(h.why, "a head of more than 256 KiB");
		rec__http_fini(&h);
		/* A chunk's line. */
		rec__http_init(&h, false);
		assert_int_equal(feed_long(&h,
					   "PUT / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n",
					   0, "", &used),
				 REC_HTTP_HEAD);
		assert_int_equal(feed_long(&h, "1;", 4096 + more, "\r\n", &used),
				 more ? REC_HTTP_BAD : REC_HTTP_MORE);
		if (more)
			assert_string_equal(h.why, "a chunk's line of more than 4 KiB");
		rec__http_fini(&h);
	}
	for (int count = REC_HEADERS_MAX; count <= REC_HEADERS_MAX + 1; count++) {
		AUTO_STRBUF text = STRBUF_INIT;
		struct str data;

		strbuf_addz(&text, "GET / HTTP/1.1\r\n");
		for (int i = 0; i < count; i++)
			strbuf_addz(&text, "A: b\r\n");
		strbuf_addz(&text, "\r\n");
		rec__http_init(&h, false);
		assert_int_equal(rec__http_feed(&h, strbuf_str(&text), &used, &data),
				 count > REC_HEADERS_MAX ? REC_HTTP_BAD : REC_HTTP_HEAD);
		assert_int_equal(h.head.header_count, REC_HEADERS_MAX);
		if (count > REC_HEADERS_MAX)
			assert_string_equal(h.why, "too many headers");
		rec__http_fini(&h);
	}
	for (size_t i = 0; i < ARRAY_LEN(sizes); i++) {
		struct str data;

		rec__http_init(&h, false);
		(void)feed_long(&h, "PUT / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n", 0, "",
				&used);
		if (rec__http_feed(&h, str_of(sizes[i].line), &used, &data) != sizes[i].event)
			fail_msg("size %zu", i);
		if (sizes[i].why)
			assert_string_equal(h.why, sizes[i].why);
		assert_false(rec__http_done(&h));
		/* Nothing more can be read after an error. */
		if (sizes[i].why)
			assert_int_equal(rec__http_feed(&h, STR("0\r\n\r\n"), &used, &data),
					 REC_HTTP_BAD);
		rec__http_fini(&h);
	}
}

static void http_reader_reports_failed_allocations(void **state)
{
	static const char text[] = "PUT / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n"
				   "2;x\r\nab\r\n0\r\nT: v\r\n\r\n";

	(void)state;
	FOR_EACH_FAILING_ALLOC({
		struct strbuf out = STRBUF_INIT;

		tell(&out, text, false, NULL, 3, 3, true);
		if (!out.failed && !strstr(out.ptr, "no memory"))
			assert_string_equal(out.ptr, "HEAD PUT /\nDATA ab\nCHUNK\nEND\nWHOLE\n");
		strbuf_fini(&out);
	});
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(http_messages_parse_in_pieces_of_any_size),
		cmocka_unit_test(ambiguous_http_messages_are_refused),
		cmocka_unit_test(heads_and_chunk_lines_are_bounded),
		cmocka_unit_test(http_head_sets_framing_length_and_close),
		cmocka_unit_test(header_names_values_and_reasons_are_trimmed),
		cmocka_unit_test(header_token_is_found_in_a_list),
		cmocka_unit_test(http_limits_are_exact),
		cmocka_unit_test(http_reader_reports_failed_allocations),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
