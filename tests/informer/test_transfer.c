/* SPDX-License-Identifier: Apache-2.0 */
/* One request over libcurl: the bytes that it sends, what reaches the sink of each answer, and how
 * the request ends. */
#include "informer/posix/transfer.h"

#include <stdlib.h>

#include "relist/client.h"
#include "tests/kit/script_server.h"
#include "tests/kit/testing.h"

#define OK "HTTP/1.1 200 OK\r\n"

static const struct inf__effect get = { .kind = INF_EFFECT_OPEN,
					.request_id = 7,
					.method = "GET",
					.path = "/api/v1/pods",
					.accept = "application/json" };

/* --- one answer --------------------------------------------------------------------------- */

/* What the sink got, as text; and when it hangs up. */
struct heard {
	struct strbuf text;
	bool refuses_head, keeps_unread;
	size_t pieces; /* that it takes before it hangs up */
	struct inf__transfer *t;
};

static bool on_head(void *user, uint32_t request_id, const struct inf__head *head)
{
	struct heard *h = user;

	assert_int_equal(request_id, 7);
	assert_non_null(strstr(head->url, "/api/v1/pods"));
	strbuf_addf(&h->text, "%d", head->status);
	if (head->content_type)
		strbuf_addf(&h->text, " type %s", head->content_type);
	if (head->retry_after)
		strbuf_addf(&h->text, " retry %s", head->retry_after);
	if (head->location)
		strbuf_addf(&h->text, " location %s", head->location);
	for (const char *w = head->warnings; w; w = strchr(w, '\n')) {
		w += *w == '\n';
		strbuf_addf(&h->text, " warning %.*s", (int)strcspn(w, "\n"), w);
	}
	strbuf_addz(&h->text, "; ");
	if (h->keeps_unread)
		inf__transfer_keep_unread(h->t);
	return !h->refuses_head;
}

static bool on_bytes(void *user, uint32_t request_id, const void *bytes, size_t len)
{
	struct heard *h = user;

	assert_int_equal(request_id, 7);
	strbuf_add(&h->text, bytes, len);
	return h->pieces && h->pieces--;
}

static CURLcode finish(CURLM *multi, struct inf__transfer *t)
{
	CURLcode result = CURLE_OK;
	const CURLMsg *msg;
	int running = 1, left;

	assert_int_equal(curl_multi_add_handle(multi, t->easy), CURLM_OK);
	while (running) {
		assert_int_equal(curl_multi_perform(multi, &running), CURLM_OK);
		if (running)
			assert_int_equal(curl_multi_poll(multi, NULL, 0, 1000, NULL), CURLM_OK);
	}
	msg = curl_multi_info_read(multi, &left);
	assert_non_null(msg);
	result = msg->data.result;
	assert_int_equal(curl_multi_remove_handle(multi, t->easy), CURLM_OK);
	return result;
}

static const char *end_name(enum inf__end end)
{
	static const char *const names[] = {
		[INF_END_CLEAN] = "clean",
		[INF_END_EOF] = "EOF",
		[INF_END_UNEXPECTED_EOF] = "unexpected EOF",
		[INF_END_RESET] = "reset",
		[INF_END_OTHER] = "other",
	};

	return end < ARRAY_LEN(names) && names[end] ? names[end] : "?";
}

static void request(CURLM *multi, struct inf_client *client, const struct inf__effect *open,
		    struct heard *h)
{
	const struct inf__transfer_sink sink = { on_head, on_bytes, h };
	enum inf__end end;

	h->t = inf__transfer_new(client, open, &sink, NULL);
	assert_non_null(h->t);
	end = inf__transfer_end(h->t, finish(multi, h->t));
	strbuf_addf(&h->text, "; %s", end_name(end));
	inf__transfer_free(h->t);
}

/* The same request twice; how many connections it took. */
static size_t play(const struct script_step *step, struct heard *h)
{
	struct script_server *server = script_server_new(step, 1);
	struct inf_client *client = inf_client_for_url(script_server_url(server), NULL);
	struct heard again = { .text = STRBUF_INIT, .pieces = SIZE_MAX };
	CURLM *multi = curl_multi_init();
	size_t connections;

	assert_non_null(client);
	assert_non_null(multi);
	request(multi, client, &get, h);
	request(multi, client, &get, &again);
	connections = script_server_connections(server);
	assert_false(h->text.failed);
	strbuf_fini(&again.text);
	assert_int_equal(curl_multi_cleanup(multi), CURLM_OK);
	inf_client_unref(client);
	script_server_free(server);
	return connections;
}

static void expect(const char *answer, size_t len, enum script_end end, const char *want)
{
	const struct script_step step = { answer, len, end };
	struct heard h = { .text = STRBUF_INIT, .pieces = SIZE_MAX };

	(void)play(&step, &h);
	if (strcmp(h.text.ptr, want) != 0)
		fail_msg("%s\ngave %s\nwant %s", answer ? answer : "nothing", h.text.ptr, want);
	strbuf_fini(&h.text);
}

#define CHUNKED OK "Transfer-Encoding: chunked\r\n\r\n"
#define BODY	"Content-Length: 2\r\n\r\nhi"

static void transfer_passes_the_response_to_its_sink(void **state)
{
	static const struct {
		const char *answer;
		enum script_end end;
		const char *want;
	} cases[] = {
		{ OK "Content-Type: \t application/json \t\r\nRETRY-AFTER: 5\r\nLocation: /a\r\n"
		     "location: /b\r\nWarning: 299 - \"one\"\r\nwarning: 299 - \"two\"\r\n" BODY,
		  SCRIPT_KEEP,
		  "200 type application/json retry 5 location /a warning 299 - \"one\" warning "
		  "299 - \"two\"; hi; clean" },
		{ OK "Content-Length: 0\r\n\r\n", SCRIPT_KEEP, "200; ; clean" },
		{ OK "Content-Typed: a\r\nRetry-Afterwards: 1\r\nX-Location: /x\r\nWarnings: w\r\n"
		     "Content-Encodings: gzip\r\nContent-Lengthy: 9\r\n" BODY,
		  SCRIPT_KEEP, "200; hi; clean" },
		/* a 1xx leaves nothing behind */
		{ "HTTP/1.1 103 Early Hints\r\nContent-Type: a\r\nRetry-After: 9\r\n"
		  "Location: /early\r\nWarning: early\r\nContent-Encoding: gzip\r\n\r\n" OK BODY,
		  SCRIPT_KEEP, "200; hi; clean" },
		{ "HTTP/1.1 404 Not Found\r\n" BODY, SCRIPT_KEEP, "404; hi; clean" },
		{ OK "\r\nhi", SCRIPT_CLOSE, "200; hi; clean" },
		{ CHUNKED "2\r\nhi\r\n0\r\n\r\n", SCRIPT_KEEP, "200; hi; clean" },
		{ OK "Content-Length: 5\r\n\r\nhi", SCRIPT_CLOSE, "200; hi; unexpected EOF" },
		{ CHUNKED "2\r\nhi\r\n", SCRIPT_CLOSE, "200; hi; unexpected EOF" },
		{ OK "Content-Length: 100000000000000000\r\n\r\nhi", SCRIPT_CLOSE,
		  "200; hi; unexpected EOF" },
		{ NULL, SCRIPT_CLOSE, "; EOF" },
		{ NULL, SCRIPT_RESET, "; reset" },
		{ OK "Content-", SCRIPT_CLOSE, "; other" },
		{ "HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n",
		  SCRIPT_CLOSE, "; other" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++)
		expect(cases[i].answer, 0, cases[i].end, cases[i].want);
}

static void transfer_fails_for_a_header_that_go_refuses(void **state)
{
	static const struct {
		const char *line;
		bool refused;
	} cases[] = {
		{ ": a", true },
		{ "X/A: a", true },
		{ "X(A): a", true },
		{ "X!A|~: a", false },
		{ "X-A: a\001b", true },
		{ "X-A: a\037b", true },
		{ "X-A: a\177b", true },
		{ "X-A: a\tb ~", false },
		{ "X-A: \303\244", false },
		{ "Transfer-Encoding: chunke", true },
		{ "Transfer-Encoding: chunkedx", true },
		{ "Transfer-Encoding: gzip", true },
		{ "Content-Length: 2x", true },
		{ "Content-Length: +2", true },
		{ "Content-Length: /", true },
		{ "Content-Length: :", true },
		{ "Content-Length: 1000000000000000000", true },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		AUTO_STRBUF answer = STRBUF_INIT;

		strbuf_addf(&answer, OK "%s\r\n" BODY, cases[i].line);
		expect(answer.ptr, answer.len, SCRIPT_CLOSE,
		       cases[i].refused ? "; other" : "200; hi; clean");
	}
}

/* net/http reads trailers and the empty line behind them into a buffer of 4,096 bytes. */
static void transfer_fails_for_trailers_beyond_their_limit(void **state)
{
	static const struct {
		size_t lines, len;
		const char *want;
	} cases[] = {
		{ 0, 0, "200; hi; clean" },    { 1, 4094, "200; hi; clean" },
		{ 1, 4095, "200; hi; other" }, { 23, 178, "200; hi; clean" },
		{ 24, 178, "200; hi; other" }, { 5000, 200, "200; hi; other" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		AUTO_STRBUF answer = STRBUF_INIT;

		strbuf_addz(&answer, CHUNKED "2\r\nhi\r\n0\r\n");
		for (size_t n = 0; n < cases[i].lines; n++)
			strbuf_addf(&answer, "X-A: %0*d\r\n", (int)cases[i].len - 7, 0);
		strbuf_addz(&answer, "\r\n");
		assert_false(answer.failed);
		expect(answer.ptr, answer.len, SCRIPT_CLOSE, cases[i].want);
	}
}

/* Of a trailer nothing is taken for a header of the answer. */
static void transfer_does_not_report_trailers_as_headers(void **state)
{
	(void)state;
	expect(CHUNKED
	       "2\r\nhi\r\n0\r\nContent-Length: 7\r\nRetry-After: 5\r\nLocation: /a\r\n\r\n",
	       0, SCRIPT_KEEP, "200; hi; clean");
	expect(CHUNKED "2\r\nhi\r\n0\r\nX-A: a\001\r\n\r\n", 0, SCRIPT_CLOSE, "200; hi; other");
}

static void header_longer_than_its_buffer_is_left_out(void **state)
{
	static const struct {
		const char *name, *word;
		int len;
	} cases[] = { { "Content-Type", "type", 127 }, { "Retry-After", "retry", 63 } };

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		AUTO_STRBUF answer = STRBUF_INIT;
		AUTO_STRBUF want = STRBUF_INIT;

		strbuf_addf(&answer, OK "%s: %0*d\r\n" BODY, cases[i].name, cases[i].len, 1);
		strbuf_addf(&want, "200 %s %0*d; hi; clean", cases[i].word, cases[i].len, 1);
		expect(answer.ptr, answer.len, SCRIPT_KEEP, want.ptr);
		strbuf_clear(&answer);
		strbuf_addf(&answer, OK "%s: %0*d\r\n" BODY, cases[i].name, cases[i].len + 1, 1);
		expect(answer.ptr, answer.len, SCRIPT_KEEP, "200; hi; clean");
	}
}

/* --- compression -------------------------------------------------------------------------- */

static void add_packed(struct strbuf *out, const char *text)
{
	unsigned char packed[256];
	z_stream z = { 0 };

	assert_int_equal(deflateInit2(&z, 9, Z_DEFLATED, 16 + MAX_WBITS, 8, Z_DEFAULT_STRATEGY),
			 Z_OK);
	z.next_in = (const Bytef *)text;
	z.avail_in = (uInt)strlen(text);
	z.next_out = packed;
	z.avail_out = sizeof(packed);
	assert_int_equal(deflate(&z, Z_FINISH), Z_STREAM_END);
	strbuf_add(out, (char *)packed, sizeof(packed) - z.avail_out);
	(void)deflateEnd(&z);
}

/* `less`: bytes that are missing at its end. */
static void add_answer(struct strbuf *out, const char *encoding, const struct strbuf *body,
		       size_t less, bool chunked)
{
	strbuf_addf(out, OK "Content-Encoding: %s\r\n", encoding);
	if (chunked)
		strbuf_addf(out, "Transfer-Encoding: chunked\r\n\r\n%zx\r\n", body->len - less);
	else
		strbuf_addf(out, "Content-Length: %zu\r\n\r\n", body->len - less);
	strbuf_add(out, body->ptr, body->len - less);
	if (chunked)
		strbuf_addz(out, "\r\n0\r\n\r\n");
	assert_false(out->failed);
}

static void gzip_response_is_inflated_and_checked_for_its_end(void **state)
{
	static const struct {
		const char *encoding;
		size_t less;
		bool chunked;
		const char *want;
	} cases[] = {
		{ "gzip", 0, false, "200; hello; clean" },
		{ "GZip", 0, true, "200; hello; clean" },
		{ "gzip", 4, false, "200; hello; unexpected EOF" },
		{ "gzip", 4, true, "200; hello; unexpected EOF" },
	};
	AUTO_STRBUF packed = STRBUF_INIT;
	AUTO_STRBUF answer = STRBUF_INIT;
	AUTO_STRBUF plain = STRBUF_INIT;

	(void)state;
	add_packed(&packed, "hello");
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		strbuf_clear(&answer);
		add_answer(&answer, cases[i].encoding, &packed, cases[i].less, cases[i].chunked);
		expect(answer.ptr, answer.len, SCRIPT_KEEP, cases[i].want);
	}
	/* no gzip: read to its end if that is known */
	strbuf_addz(&plain, "plain text");
	for (int chunked = 0; chunked < 2; chunked++) {
		strbuf_clear(&answer);
		add_answer(&answer, "gzip", &plain, 0, chunked);
		expect(answer.ptr, answer.len, SCRIPT_KEEP, "200; ; other");
	}
	/* what was not requested stays as it is */
	strbuf_clear(&answer);
	add_answer(&answer, "x-gzip", &plain, 0, false);
	expect(answer.ptr, answer.len, SCRIPT_KEEP, "200; plain text; clean");
}

/* --- connections -------------------------------------------------------------------------- */

static void connection_is_reused_unless_the_body_was_not_read(void **state)
{
	static const struct {
		const char *answer;
		bool refuses_head, keeps_unread;
		size_t pieces, connections;
		const char *want;
	} cases[] = {
		{ OK BODY, false, false, SIZE_MAX, 1, "200; hi; clean" },
		{ CHUNKED "2\r\nhi\r\n0\r\n\r\n", false, false, SIZE_MAX, 1, "200; hi; clean" },
		/* hung up with the last byte of a known length */
		{ OK BODY, false, false, 0, 1, "200; hi; clean" },
		{ CHUNKED "2\r\nhi\r\n0\r\n\r\n", false, false, 0, 2, "200; hi; other" },
		{ OK BODY, true, false, SIZE_MAX, 2, "200; ; other" },
		{ OK BODY, false, true, SIZE_MAX, 2, "200; hi; clean" },
		{ CHUNKED "2\r\nhi\r\n0\r\n\r\n", false, true, SIZE_MAX, 2, "200; hi; clean" },
		{ OK "Content-Length: 0\r\n\r\n", false, true, SIZE_MAX, 1, "200; ; clean" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		const struct script_step step = { cases[i].answer, 0, SCRIPT_KEEP };
		struct heard h = { .text = STRBUF_INIT,
				   .refuses_head = cases[i].refuses_head,
				   .keeps_unread = cases[i].keeps_unread,
				   .pieces = cases[i].pieces };
		size_t connections = play(&step, &h);

		if (connections != cases[i].connections || strcmp(h.text.ptr, cases[i].want) != 0)
			fail_msg("case %zu: %zu connections, %s", i, connections, h.text.ptr);
		strbuf_fini(&h.text);
	}
}

/* --- requests ----------------------------------------------------------------------------- */

static bool ends_with(const char *text, const char *end)
{
	size_t n = strlen(text), m = strlen(end);

	return n >= m && strcmp(text + n - m, end) == 0;
}

static void request_is_sent_as_it_is_described(void **state)
{
	static const struct inf__query_param params[] = { { "labelSelector", "a in (b,c)" },
							  { "limit", "500" } };
	static const struct {
		struct inf__effect open;
		const char *line, *length, *body;
	} cases[] = {
		{ { .method = "GET" }, "GET /api/v1/pods", "", "" },
		{ { .method = "GET", .query = params, .query_count = 2 },
		  "GET /api/v1/pods?labelSelector=a%20in%20%28b%2Cc%29&limit=500",
		  "",
		  "" },
		{ { .method = "GET", .raw_query = "x=%20" }, "GET /api/v1/pods?x=%20", "", "" },
		{ { .method = "HEAD" }, "HEAD /api/v1/pods", "", "" },
		{ { .method = "POST", .content_type = "application/json", .body = { "{}", 2 } },
		  "POST /api/v1/pods",
		  "\r\nContent-Length: 2\r\n",
		  "{}" },
		{ { .method = "PATCH", .body = { "x", 1 } },
		  "PATCH /api/v1/pods",
		  "\r\nContent-Length: 1\r\n",
		  "x" },
		{ { .method = "DELETE" }, "DELETE /api/v1/pods", "\r\nContent-Length: 0\r\n", "" },
	};
	const struct script_step step = { OK "Content-Length: 0\r\n\r\n", 0, SCRIPT_CLOSE };
	size_t wrong = 0;

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		struct script_server *server = script_server_new(&step, 1);
		struct inf_client *client = inf_client_for_url(script_server_url(server), NULL);
		struct inf__effect open = cases[i].open;
		struct heard h = { .text = STRBUF_INIT };
		CURLM *multi = curl_multi_init();
		AUTO_STRBUF line = STRBUF_INIT;
		AUTO_STRBUF end = STRBUF_INIT;
		char *sent;

		open.path = get.path;
		open.accept = get.accept;
		open.request_id = 7;
		request(multi, client, &open, &h);
		assert_string_equal(h.text.ptr, "200; ; clean");
		sent = script_server_request(server, 0);
		strbuf_addf(&line, "%s HTTP/1.1\r\n", cases[i].line);
		strbuf_addf(&end, "\r\n\r\n%s", cases[i].body);
		if (strncmp(sent, line.ptr, line.len) != 0 ||
		    !strstr(sent, "\r\nAccept: application/json\r\n") ||
		    !strstr(sent, cases[i].length) || !ends_with(sent, end.ptr) ||
		    (strstr(sent, "\r\nAccept-Encoding: gzip\r\n") == NULL) !=
			(strcmp(open.method, "HEAD") == 0) ||
		    strstr(sent, "Expect") || strstr(sent, "Transfer-Encoding") ||
		    (strstr(sent, "Content-Type") != NULL) != (open.content_type != NULL))
			print_error("case %zu sent %s\n", i, sent), wrong++;
		free(sent);
		strbuf_fini(&h.text);
		assert_int_equal(curl_multi_cleanup(multi), CURLM_OK);
		inf_client_unref(client);
		script_server_free(server);
	}
	assert_int_equal(wrong, 0);
}

/* After a redirect: a whole URL instead of the server's address and the path. */
static void transfer_target_replaces_server_and_path(void **state)
{
	const struct script_step step = { OK "Content-Length: 0\r\n\r\n", 0, SCRIPT_CLOSE };
	struct script_server *server = script_server_new(&step, 1);
	struct inf_client *client = inf_client_for_url("http://127.0.0.1:1", NULL);
	struct inf__effect open = get;
	struct heard h = { .text = STRBUF_INIT };
	CURLM *multi = curl_multi_init();
	AUTO_STRBUF url = STRBUF_INIT;
	char *sent;

	(void)state;
	strbuf_addf(&url, "%s/b/api/v1/pods?x=1", script_server_url(server));
	open.target = url.ptr;
	request(multi, client, &open, &h);
	assert_string_equal(h.text.ptr, "200; ; clean");
	sent = script_server_request(server, 0);
	assert_int_equal(strncmp(sent, "GET /b/api/v1/pods?x=1 HTTP/1.1\r\n", 33), 0);
	free(sent);
	strbuf_fini(&h.text);
	assert_int_equal(curl_multi_cleanup(multi), CURLM_OK);
	inf_client_unref(client);
	script_server_free(server);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(transfer_passes_the_response_to_its_sink),
		cmocka_unit_test(transfer_fails_for_a_header_that_go_refuses),
		cmocka_unit_test(transfer_fails_for_trailers_beyond_their_limit),
		cmocka_unit_test(transfer_does_not_report_trailers_as_headers),
		cmocka_unit_test(header_longer_than_its_buffer_is_left_out),
		cmocka_unit_test(gzip_response_is_inflated_and_checked_for_its_end),
		cmocka_unit_test(connection_is_reused_unless_the_body_was_not_read),
		cmocka_unit_test(request_is_sent_as_it_is_described),
		cmocka_unit_test(transfer_target_replaces_server_and_path),
	};

	return cmocka_run_group_tests_name("informer/transfer", tests, NULL, NULL);
}
