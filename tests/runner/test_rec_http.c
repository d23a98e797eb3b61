/* SPDX-License-Identifier: Apache-2.0 */
/* HTTP/1.1 as it passes: where messages begin and end, and what is refused. */
#include "runner/recording/http.h"
#include "tests/kit/testing.h"

/* Everything that is told of `text`, fed in pieces: "HEAD GET /\nDATA abc\nEND\n". */
static void tell(struct strbuf *out, const char *text, bool answers, const char *method,
		 size_t piece, bool end)
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
	rec__http_fini(&h);
}

static void messages_are_told_however_they_are_cut(void **state)
{
	static const struct {
		const char *text;
		bool answers;
		const char *method;
		const char *told;
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
		for (size_t k = 0; k < ARRAY_LEN(pieces); k++) {
			AUTO_STRBUF out = STRBUF_INIT;

			tell(&out, cases[i].text, cases[i].answers, cases[i].method, pieces[k],
			     true);
			if (strcmp(out.ptr, cases[i].told) != 0)
				fail_msg("case %zu by %zu:\n%s", i, pieces[k], out.ptr);
		}
	}
}

static void what_two_readers_could_read_differently_is_refused(void **state)
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

		tell(&out, cases[i].text, cases[i].answers, "GET", 1000, false);
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

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(messages_are_told_however_they_are_cut),
		cmocka_unit_test(what_two_readers_could_read_differently_is_refused),
		cmocka_unit_test(heads_and_chunk_lines_are_bounded),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
