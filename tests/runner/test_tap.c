/* SPDX-License-Identifier: Apache-2.0 */
/* What passes a proxy, as lines of a recording: whole texts, and a model of where chunks ended. */
#include "base/choice.h"
#include "fakeapi/serializer/protobuf.h"
#include "runner/recording/tap.h"
#include "tests/kit/damage.h"
#include "tests/kit/fingerprints.h"
#include "tests/kit/text_input.h"
#include "tests/kit/testing.h"

enum ending { ENDS, IS_CUT, IS_HUNG_UP };

static int keep_line(void *user, struct str line, struct relist_err *err)
{
	(void)err;
	strbuf_adds(user, line);
	return 0;
}

struct talk {
	struct rec__tap tap;
	struct rec__writer writer;
	struct strbuf text;
	int64_t now_ns;
	bool starved; /* HTTP could not be read */
};

static const struct rec__tap_options plain = { .redact = { .secrets = REC_SECRETS_KEEP,
							   .keep_managed_fields = true } };
static const struct rec__tap_options hashed = { .redact = { .secrets = REC_SECRETS_HASH } };

static void begin(struct talk *t, const struct rec__tap_options *opt)
{
	*t = (struct talk) { .text = STRBUF_INIT };
	rec__writer_init(&t->writer, (struct rec__output) { keep_line, &t->text });
	rec__tap_init(&t->tap, opt, &t->writer);
}

static void end(struct talk *t)
{
	rec__tap_fini(&t->tap);
	rec__writer_fini(&t->writer);
	strbuf_fini(&t->text);
}

/* The request from its first byte to its last. */
static struct rec__exchange *ask(struct talk *t, struct rec__http *h, struct str bytes)
{
	struct rec__exchange *x = NULL;
	struct str data;
	size_t n;

	rec__http_init(h, false);
	for (;;) {
		enum rec__http_event e = rec__http_feed(h, bytes, &n, &data);

		bytes = (struct str) { bytes.ptr + n, bytes.len - n };
		if (e == REC_HTTP_HEAD)
			x = rec__exchange_begin(&t->tap, 7, &h->head);
		else if (e == REC_HTTP_DATA)
			rec__exchange_request_data(x, data);
		else if (e != REC_HTTP_CHUNK) {
			t->starved = t->starved || e == REC_HTTP_BAD;
			break;
		}
	}
	rec__exchange_request_end(x, t->now_ns += NS_PER_MS);
	return x;
}

/* As the proxy hands it on. True: the answer has ended. */
static bool answer(struct talk *t, struct rec__exchange *x, struct rec__http *h, struct str bytes)
{
	struct str data;
	size_t n;

	t->now_ns += NS_PER_MS;
	for (;;) {
		bool interim = h->head.status < 200;
		enum rec__http_event e = rec__http_feed(h, bytes, &n, &data);

		bytes = (struct str) { bytes.ptr + n, bytes.len - n };
		if (e == REC_HTTP_HEAD)
			rec__exchange_head(x, t->now_ns, &h->head);
		if (e == REC_HTTP_DATA)
			rec__exchange_data(x, t->now_ns, data);
		if (e == REC_HTTP_CHUNK ||
		    (e == REC_HTTP_DATA && h->head.framing != REC_HTTP_CHUNKED))
			rec__exchange_chunk(x, t->now_ns);
		if (e == REC_HTTP_END && !interim) {
			rec__exchange_end(x, t->now_ns);
			return true;
		}
		t->starved = t->starved || e == REC_HTTP_BAD;
		if (e == REC_HTTP_MORE || e == REC_HTTP_BAD)
			return false;
	}
}

static void say(struct talk *t, struct str request, struct str text, enum ending how)
{
	struct rec__http asks, answers;
	struct rec__exchange *x = ask(t, &asks, request);

	rec__http_init(&answers, true);
	rec__http_expect(&answers, (struct str) { request.ptr, strcspn(request.ptr, " ") });
	if (!answer(t, x, &answers, text)) {
		if (how == ENDS)
			rec__exchange_end(x, t->now_ns);
		if (how == IS_CUT)
			rec__exchange_close(x, t->now_ns, REC_HOW_CUT, STR("it broke"));
		if (how == IS_HUNG_UP)
			rec__exchange_hangup(x, t->now_ns);
	}
	rec__http_fini(&asks);
	rec__http_fini(&answers);
}

#define GET(target) "GET " target " HTTP/1.1\r\n\r\n"
#define PODS	    "/api/v1/pods"
#define WATCH	    PODS "?watch=1"
#define SECRETS	    "/api/v1/secrets"
#define JSON	    "Content-Type: application/json\r\n"
#define CHUNKED	    "HTTP/1.1 200 OK\r\n" JSON "Transfer-Encoding: chunked\r\n\r\n"
#define OPEN	    "HTTP/1.1 200 OK\r\n" JSON "\r\n"
#define LENGTH(n)   "HTTP/1.1 200 OK\r\n" JSON "Content-Length: " #n "\r\n\r\n"

/* Lines as they are written. */
#define ASKED(rest)                                                                                \
	"{\"request\":{\"id\":1,\"at\":\"1ms\",\"conn\":7,\"method\":\"GET\",\"path\":" rest "}}"  \
	"\n"
#define ASKED_WATCH ASKED("\"/api/v1/pods\",\"query\":{\"watch\":\"1\"}")
#define ANSWERED    "{\"response\":{\"id\":1,\"at\":\"2ms\",\"status\":"
#define TYPE	    "\"headers\":{\"Content-Type\":\"application/json\"}"
#define STREAMED    ANSWERED "200," TYPE ",\"stream\":true}}\n"
#define EVENT(rest) "{\"event\":{\"id\":1,\"at\":\"2ms\"," rest "}}\n"
#define RAW(rest)   "{\"raw\":{\"id\":1,\"at\":\"2ms\"," rest "}}\n"
#define CLOSED(how) "{\"close\":{\"id\":1,\"at\":\"2ms\",\"how\":\"" how "\"}}\n"
#define CUT	    "{\"close\":{\"id\":1,\"at\":\"2ms\",\"how\":\"cut\",\"text\":\"it broke\"}}\n"
#define HUNG_UP	    "{\"hangup\":{\"id\":1,\"at\":\"2ms\"}}\n"

struct talk_case {
	const char *request, *answer;
	enum ending how;
	const char *lines;
};

static void check(const struct talk_case *cases, size_t count, const struct rec__tap_options *opt)
{
	for (size_t i = 0; i < count; i++) {
		struct talk t;

		begin(&t, opt);
		say(&t, str_of(cases[i].request), str_of(cases[i].answer), cases[i].how);
		if (t.tap.err.code || strcmp(t.text.ptr, cases[i].lines) != 0)
			fail_msg("case %zu: %s\nis\n%swanted\n%s", i, t.tap.err.msg, t.text.ptr,
				 cases[i].lines);
		assert_null(t.tap.open);
		end(&t);
	}
}

/* Requests are numbered in the order of their lines: readers refuse decreasing numbers. */
static void request_is_numbered_when_it_is_complete(void **state)
{
	static const struct {
		enum ending how;
		bool whole; /* its body comes to an end */
		const char *last;
	} rows[] = {
		{ ENDS, true, "{\"response\":{\"id\":2,\"at\":\"4ms\",\"status\":204}}\n" },
		{ IS_CUT, false, "{\"close\":{\"id\":2,\"at\":\"4ms\",\"how\":\"cut\"}}\n" },
		{ IS_HUNG_UP, false, "{\"hangup\":{\"id\":2,\"at\":\"4ms\"}}\n" },
	};
	const struct str slow = STR("POST /api/v1/pods HTTP/1.1\r\nContent-Length: 2\r\n\r\n");

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		AUTO_STRBUF want = STRBUF_INIT;
		struct rec__http h, answers;
		struct rec__exchange *x;
		struct talk t;
		struct str data;
		size_t n;

		begin(&t, &plain);
		rec__http_init(&h, false);
		assert_int_equal(rec__http_feed(&h, slow, &n, &data), REC_HTTP_HEAD);
		x = rec__exchange_begin(&t.tap, 8, &h.head);
		rec__exchange_request_data(x, STR("{"));
		say(&t, STR(GET(PODS)), STR("HTTP/1.1 204 No\r\n\r\n"), ENDS);
		rec__exchange_request_data(x, STR("}"));
		if (rows[i].whole)
			rec__exchange_request_end(x, t.now_ns += NS_PER_MS);
		rec__http_init(&answers, true);
		if (rows[i].how == ENDS)
			assert_true(answer(&t, x, &answers, STR("HTTP/1.1 204 No\r\n\r\n")));
		else if (rows[i].how == IS_CUT)
			rec__exchange_close(x, t.now_ns += 2 * NS_PER_MS, REC_HOW_CUT, STR(""));
		else
			rec__exchange_hangup(x, t.now_ns += 2 * NS_PER_MS);
		strbuf_addz(&want, ASKED("\"/api/v1/pods\"") ANSWERED "204}}\n");
		strbuf_addf(&want,
			    "{\"request\":{\"id\":2,\"at\":\"%dms\",\"conn\":8,\"method\":\"POST\","
			    "\"path\":\"/api/v1/pods\",\"body\":{}}}\n%s",
			    rows[i].whole ? 3 : 4, rows[i].last);
		assert_string_equal(t.text.ptr, want.ptr);
		rec__http_fini(&h);
		rec__http_fini(&answers);
		end(&t);
	}
}

static void response_with_a_length_is_one_line(void **state)
{
	static const struct talk_case cases[] = {
		{ GET(PODS), LENGTH(3) "[1]", ENDS,
		  ASKED("\"/api/v1/pods\"") ANSWERED "200," TYPE ",\"body\":[1]}}\n" },
		{ GET(PODS), "HTTP/1.1 100 Continue\r\n\r\n" LENGTH(3) "[1]", ENDS,
		  ASKED("\"/api/v1/pods\"") ANSWERED "200," TYPE ",\"body\":[1]}}\n" },
		{ GET(PODS), "HTTP/1.1 204 No\r\nX: y\r\n\r\n", ENDS,
		  ASKED("\"/api/v1/pods\"") ANSWERED "204,\"headers\":{\"X\":\"y\"}}}\n" },
		/* Parameters and a path with escapes; a body. */
		{ "PUT /a%20b?x=%2F&y&x=a+b HTTP/1.1\r\nAccept: z\r\nContent-Length: 2\r\n\r\n{}",
		  "HTTP/1.1 404 No\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nno\r\n0\r\n\r\n", ENDS,
		  "{\"request\":{\"id\":1,\"at\":\"1ms\",\"conn\":7,\"method\":\"PUT\",\"path\":\"/"
		  "a b\",\"query\":{\"x\":[\"/\",\"a b\"],\"y\":\"\"},\"headers\":{\"Accept\":"
		  "\"z\"},\"body\":{}}}\n" ANSWERED "404,\"body\":\"no\"}}\n" },
		/* To the end of the connection; and not to its end. */
		{ GET(PODS), OPEN "[1,2", ENDS,
		  ASKED("\"/api/v1/pods\"") ANSWERED "200," TYPE ",\"body\":\"[1,2\"}}\n" },
		{ GET(PODS), LENGTH(9) "[1,2", IS_CUT,
		  ASKED("\"/api/v1/pods\"") ANSWERED
		  "200," TYPE ",\"stream\":true,\"length\":9}}\n" RAW("\"text\":\"[1,2\"") CUT },
		{ GET(PODS), LENGTH(9) "[1,2", IS_HUNG_UP,
		  ASKED("\"/api/v1/pods\"") ANSWERED
		  "200," TYPE ",\"stream\":true,\"length\":9}}\n" RAW("\"text\":\"[1,2\"")
		      HUNG_UP },
		/* No answer. */
		{ GET(PODS), "", IS_CUT,
		  ASKED("\"/api/v1/pods\"") "{\"close\":{\"id\":1,\"at\":\"2ms\",\"how\":\"cut\","
					    "\"text\":\"it broke\"}}\n" },
		{ GET(PODS), "", IS_HUNG_UP, ASKED("\"/api/v1/pods\"") HUNG_UP },
		{ GET(PODS), "", ENDS, ASKED("\"/api/v1/pods\"") },
		/* Compressed bodies are counted; "identity" is not compressed. */
		{ GET(PODS), "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\nabc", ENDS,
		  ASKED("\"/api/v1/pods\"") ANSWERED
		  "200,\"headers\":{\"Content-Encoding\":\"gzip\"},\"stream\":true}}\n" RAW(
		      "\"omitted\":3") CLOSED("eof") },
		{ GET(PODS), "HTTP/1.1 200 OK\r\nContent-Encoding: identity\r\n\r\nabc", ENDS,
		  ASKED("\"/api/v1/pods\"") ANSWERED
		  "200,\"headers\":{\"Content-Encoding\":\"identity\"},\"body\":\"abc\"}}\n" },
	};

	(void)state;
	check(cases, ARRAY_LEN(cases), &plain);
}

#define A "{\"type\":\"A\",\"object\":{\"a\":1}}" /* 29 bytes */

static void tap_writes_one_line_for_each_watch_event(void **state)
{
	static const struct talk_case cases[] = {
		{ GET(WATCH), OPEN A "\n" A "\n", ENDS,
		  ASKED_WATCH STREAMED EVENT("\"type\":\"A\",\"object\":{\"a\":1},\"open\":true")
		      EVENT("\"type\":\"A\",\"object\":{\"a\":1}") CLOSED("eof") },
		{ GET(WATCH), CHUNKED "1e\r\n" A "\n\r\n0\r\n\r\n", ENDS,
		  ASKED_WATCH STREAMED EVENT("\"type\":\"A\",\"object\":{\"a\":1}") CLOSED("eof") },
		/* Chunks that end at the first byte, at the last, before the line feed. */
		{ GET(WATCH),
		  CHUNKED
		  "1\r\n{\r\n1b\r\n\"type\":\"A\",\"object\":{\"a\":1}\r\n1\r\n}\r\n1\r\n\n\r\n",
		  IS_CUT,
		  ASKED_WATCH STREAMED EVENT(
		      "\"type\":\"A\",\"object\":{\"a\":1},\"cuts\":[1,28,29]") CUT },
		/* Not as an apiserver writes them: byte for byte. */
		{ GET(WATCH), OPEN A, ENDS,
		  ASKED_WATCH STREAMED RAW(
		      "\"text\":\"{\\\"type\\\":\\\"A\\\",\\\"object\\\":{\\\"a\\\":1}}\"")
		      CLOSED("eof") },
		{ GET(WATCH), OPEN A "\n\n", ENDS,
		  ASKED_WATCH STREAMED EVENT("\"type\":\"A\",\"object\":{\"a\":1},\"open\":true")
		      RAW("\"text\":\"\\n\"") CLOSED("eof") },
		{ GET(WATCH), OPEN " {\"type\":\"A\",\"object\":{}}\n", ENDS,
		  ASKED_WATCH STREAMED RAW(
		      "\"text\":\" {\\\"type\\\":\\\"A\\\",\\\"object\\\":{}}\\n\"")
		      CLOSED("eof") },
		{ GET(WATCH), OPEN "{\"object\":{},\"type\":\"A\"}\n", ENDS,
		  ASKED_WATCH STREAMED RAW(
		      "\"text\":\"{\\\"object\\\":{},\\\"type\\\":\\\"A\\\"}\\n\"") CLOSED("eof") },
		{ GET(WATCH), OPEN "{\"type\":\"A\",\"object\":{} }\n", ENDS,
		  ASKED_WATCH STREAMED RAW(
		      "\"text\":\"{\\\"type\\\":\\\"A\\\",\\\"object\\\":{} }\\n\"")
		      CLOSED("eof") },
		{ GET(WATCH), OPEN "{\"type\":\"A\",\"object\":{\n}}\n", ENDS,
		  ASKED_WATCH STREAMED RAW(
		      "\"text\":\"{\\\"type\\\":\\\"A\\\",\\\"object\\\":{\\n}}\\n\"")
		      CLOSED("eof") },
		{ GET(WATCH), OPEN "{\"type\":\"A\",\"object\":{\r}}\n", ENDS,
		  ASKED_WATCH STREAMED RAW(
		      "\"text\":\"{\\\"type\\\":\\\"A\\\",\\\"object\\\":{\\r}}\\n\"")
		      CLOSED("eof") },
		{ GET(WATCH), OPEN "{\"type\":1,\"object\":{}}\n", ENDS,
		  ASKED_WATCH STREAMED RAW("\"text\":\"{\\\"type\\\":1,\\\"object\\\":{}}\\n\"")
		      CLOSED("eof") },
		{ GET(WATCH), OPEN "{\"type\":\"\\u0041\",\"object\":{}}\n", ENDS,
		  ASKED_WATCH STREAMED RAW(
		      "\"text\":\"{\\\"type\\\":\\\"\\\\u0041\\\",\\\"object\\\":{}}\\n\"")
		      CLOSED("eof") },
		{ GET(WATCH), OPEN "{\"type\":\"A\"}\n", ENDS,
		  ASKED_WATCH STREAMED RAW("\"text\":\"{\\\"type\\\":\\\"A\\\"}\\n\"")
		      CLOSED("eof") },
		/* No JSON: chunk by chunk. */
		{ GET(WATCH), CHUNKED "2\r\n{]\r\n1\r\n}\r\n", IS_CUT,
		  ASKED_WATCH STREAMED RAW("\"text\":\"{]\"") RAW("\"text\":\"}\"") CUT },
		/* Half an event. */
		{ GET(WATCH), CHUNKED "2\r\n{\"\r\n3\r\na\":\r\n", IS_HUNG_UP,
		  ASKED_WATCH STREAMED RAW("\"text\":\"{\\\"a\\\":\"") HUNG_UP },
		/* What is a watch, and what is none. */
		{ GET(PODS "?watch=true"), OPEN, ENDS,
		  ASKED("\"/api/v1/pods\",\"query\":{\"watch\":\"true\"}") STREAMED CLOSED("eof") },
		{ GET(PODS "?watch"), OPEN, ENDS,
		  ASKED("\"/api/v1/pods\",\"query\":{\"watch\":\"\"}") STREAMED CLOSED("eof") },
		{ GET("/api/v1/watch/pods"), OPEN, ENDS,
		  ASKED("\"/api/v1/watch/pods\"") STREAMED CLOSED("eof") },
		{ GET("/k8s/clusters/c-1/api/v1/watch/pods"), OPEN, ENDS,
		  ASKED("\"/k8s/clusters/c-1/api/v1/watch/pods\"") STREAMED CLOSED("eof") },
		{ GET("/api/v1/namespaces/watch/pods"), OPEN A, ENDS,
		  ASKED("\"/api/v1/namespaces/watch/pods\"") ANSWERED "200," TYPE ",\"body\":" A
								      "}}\n" },
		{ GET(PODS "?watch=False"), OPEN A, ENDS,
		  ASKED("\"/api/v1/pods\",\"query\":{\"watch\":\"False\"}") ANSWERED
		  "200," TYPE ",\"body\":" A "}}\n" },
		{ GET(PODS "?watch=0"), OPEN A, ENDS,
		  ASKED("\"/api/v1/pods\",\"query\":{\"watch\":\"0\"}") ANSWERED
		  "200," TYPE ",\"body\":" A "}}\n" },
		{ GET(PODS "?watch=false"), OPEN A, ENDS,
		  ASKED("\"/api/v1/pods\",\"query\":{\"watch\":\"false\"}") ANSWERED
		  "200," TYPE ",\"body\":" A "}}\n" },
		{ GET(PODS "?unwatch=1"), OPEN A, ENDS,
		  ASKED("\"/api/v1/pods\",\"query\":{\"unwatch\":\"1\"}") ANSWERED
		  "200," TYPE ",\"body\":" A "}}\n" },
		{ GET(WATCH), "HTTP/1.1 410 Gone\r\nContent-Length: 2\r\n\r\n{}", ENDS,
		  ASKED_WATCH ANSWERED "410,\"body\":{}}}\n" },
		{ GET(WATCH), "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n", ENDS,
		  ASKED_WATCH ANSWERED "200,\"stream\":true}}\n" CLOSED("eof") },
		{ "HEAD " WATCH " HTTP/1.1\r\n\r\n", OPEN, ENDS,
		  "{\"request\":{\"id\":1,\"at\":\"1ms\",\"conn\":7,\"method\":\"HEAD\",\"path\":"
		  "\"/api/v1/pods\",\"query\":{\"watch\":\"1\"}}}\n" ANSWERED "200," TYPE "}}\n" },
		/* In another form than JSON. */
		{ GET(WATCH), "HTTP/1.1 200 OK\r\nContent-Type: application/jso\r\n\r\n{}", ENDS,
		  ASKED_WATCH ANSWERED
		  "200,\"headers\":{\"Content-Type\":\"application/jso\"},\"stream\":true}}\n" RAW(
		      "\"omitted\":2") CLOSED("eof") },
	};

	(void)state;
	check(cases, ARRAY_LEN(cases), &plain);
}

static void non_json_bodies_are_counted_not_recorded(void **state)
{
#define LOG	  "/api/v1/namespaces/d/pods/p/log"
#define ASKED_LOG ASKED("\"" LOG "\"")
	static const struct talk_case cases[] = {
		{ GET(LOG), OPEN "abc", ENDS,
		  ASKED_LOG STREAMED RAW("\"omitted\":3") CLOSED("eof") },
		{ GET(LOG), "HTTP/1.1 404 No\r\nContent-Length: 2\r\n\r\nab", ENDS,
		  ASKED_LOG ANSWERED "404,\"omitted\":2}}\n" },
		{ GET(LOG), "HTTP/1.1 404 No\r\nContent-Length: 0\r\n\r\n", ENDS,
		  ASKED_LOG ANSWERED "404}}\n" },
		/* Where a Secret may be: none that is not JSON, or not whole. */
		{ GET(SECRETS), "HTTP/1.1 500 No\r\nContent-Length: 2\r\n\r\nab", ENDS,
		  ASKED("\"/api/v1/secrets\"") ANSWERED "500,\"omitted\":2}}\n" },
		{ GET(SECRETS), OPEN "[1,2", IS_CUT,
		  ASKED("\"/api/v1/secrets\"") STREAMED RAW("\"omitted\":4") CUT },
		{ GET(SECRETS "?watch=1"), CHUNKED "2\r\n{]\r\n1\r\n}\r\n", IS_CUT,
		  ASKED("\"/api/v1/secrets\",\"query\":{\"watch\":\"1\"}")
		      STREAMED RAW("\"omitted\":2") RAW("\"omitted\":1") CUT },
		{ GET(PODS), "HTTP/1.1 500 No\r\nContent-Length: 9\r\n\r\na Secret!", ENDS,
		  ASKED("\"/api/v1/pods\"") ANSWERED "500,\"omitted\":9}}\n" },
		{ GET(PODS), "HTTP/1.1 500 No\r\nContent-Length: 8\r\n\r\na Secre!", ENDS,
		  ASKED("\"/api/v1/pods\"") ANSWERED "500,\"body\":\"a Secre!\"}}\n" },
		{ GET(PODS), "HTTP/1.1 500 No\r\nContent-Length: 2\r\n\r\n\xff!", ENDS,
		  ASKED("\"/api/v1/pods\"") ANSWERED "500,\"omitted\":2}}\n" },
		{ GET("/x"), "HTTP/1.1 500 No\r\nContent-Length: 2\r\n\r\n\xff!", ENDS,
		  ASKED("\"/x\"") ANSWERED "500,\"omitted\":2}}\n" },
		{ GET("/openapi/v2"), "HTTP/1.1 500 No\r\nContent-Length: 2\r\n\r\n\xff!", ENDS,
		  ASKED("\"/openapi/v2\"") ANSWERED "500,\"base64\":\"/yE=\"}}\n" },
	};
	static const struct talk_case kept[] = {
		{ GET(LOG), "HTTP/1.1 404 No\r\nContent-Length: 2\r\n\r\nab", ENDS,
		  ASKED_LOG ANSWERED "404,\"body\":\"ab\"}}\n" },
		{ GET(LOG), OPEN "abc", ENDS,
		  ASKED_LOG ANSWERED "200," TYPE ",\"body\":\"abc\"}}\n" },
		{ GET(SECRETS), OPEN "[1,2", IS_CUT,
		  ASKED("\"/api/v1/secrets\"") STREAMED RAW("\"text\":\"[1,2\"") CUT },
		{ GET(PODS), "HTTP/1.1 500 No\r\nContent-Length: 2\r\n\r\n\xff!", ENDS,
		  ASKED("\"/api/v1/pods\"") ANSWERED "500,\"base64\":\"/yE=\"}}\n" },
	};

	(void)state;
	check(cases, ARRAY_LEN(cases), &hashed);
	check(kept, ARRAY_LEN(kept), &plain);
}

static void oversized_bodies_are_counted(void **state)
{
	static const struct rec__tap_options small = {
		.redact = { .secrets = REC_SECRETS_KEEP, .keep_managed_fields = true },
		.body_max = 29,
	};
	static const struct talk_case cases[] = {
		{ "PUT / HTTP/1.1\r\nContent-Length: 29\r\n\r\n" A, LENGTH(2) "{}", ENDS,
		  "{\"request\":{\"id\":1,\"at\":\"1ms\",\"conn\":7,\"method\":\"PUT\",\"path\":\"/"
		  "\","
		  "\"body\":" A "}}\n" ANSWERED "200," TYPE ",\"body\":{}}}\n" },
		{ "PUT / HTTP/1.1\r\nContent-Length: 30\r\n\r\n" A "\n", LENGTH(2) "{}", ENDS,
		  "{\"request\":{\"id\":1,\"at\":\"1ms\",\"conn\":7,\"method\":\"PUT\",\"path\":\"/"
		  "\","
		  "\"omitted\":30}}\n" ANSWERED "200," TYPE ",\"body\":{}}}\n" },
		{ GET(WATCH), OPEN A "\n", ENDS,
		  ASKED_WATCH STREAMED EVENT("\"type\":\"A\",\"object\":{\"a\":1}") CLOSED("eof") },
		{ GET(WATCH), OPEN A "\n{\"type\":\"A\",\"object\":{\"a\":12}}\n" A "\n", ENDS,
		  ASKED_WATCH STREAMED EVENT("\"type\":\"A\",\"object\":{\"a\":1},\"open\":true")
		      RAW("\"omitted\":61") CLOSED("eof") },
		{ GET(WATCH),
		  CHUNKED "5\r\n{\"typ\r\n1b\r\ne\":\"A\",\"object\":{\"a\":123}}\n\r\n1\r\nx\r\n",
		  IS_CUT, ASKED_WATCH STREAMED RAW("\"omitted\":33") CUT },
	};

	(void)state;
	check(cases, ARRAY_LEN(cases), &small);
	{
		/* In two pieces: the second is one too many. */
		struct rec__http h;
		struct rec__exchange *x;
		struct talk t;

		begin(&t, &small);
		x = ask(&t, &h, str_of("PUT / HTTP/1.1\r\nContent-Length: 0\r\n\r\n"));
		rec__exchange_end(x, 0);
		rec__http_fini(&h);
		assert_non_null(strstr(t.text.ptr, "\"method\":\"PUT\",\"path\":\"/\"}}\n"));
		end(&t);
		begin(&t, &small);
		x = ask(&t, &h, str_of("PUT / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n"));
		rec__exchange_request_data(x, STR("too late"));
		rec__exchange_end(x, 0);
		rec__http_fini(&h);
		assert_null(strstr(t.text.ptr, "omitted"));
		end(&t);
	}
}

static void tap_counts_bytes_of_an_upgraded_connection_in_both_directions(void **state)
{
	struct rec__http asks, answers;
	struct rec__exchange *x;
	struct talk t;

	(void)state;
	begin(&t, &hashed);
	x = ask(&t, &asks, str_of(GET("/api/v1/namespaces/d/pods/p/exec")));
	rec__http_init(&answers, true);
	(void)answer(&t, x, &answers, str_of("HTTP/1.1 101 Go\r\nUpgrade: x\r\n\r\n"));
	rec__exchange_sent(x, 3);
	rec__exchange_sent(x, 4);
	rec__exchange_received(x, 5, STR("0123456789"));
	rec__exchange_sent(NULL, 1);
	rec__exchange_received(NULL, 5, STR("x"));
	rec__exchange_close(x, t.now_ns, REC_HOW_EOF, STR(""));
	assert_string_equal(t.text.ptr, ASKED("\"/api/v1/namespaces/d/pods/p/exec\"") ANSWERED
			    "101,\"headers\":{\"Upgrade\":\"x\"},\"stream\":true}}\n"
			    "{\"close\":{\"id\":1,\"at\":\"2ms\",\"how\":\"eof\",\"sent\":7,"
			    "\"received\":10}}\n");
	rec__http_fini(&asks);
	rec__http_fini(&answers);
	end(&t);
}

/* --- WebSockets --- */

/* A server's frame. `first`: FIN and opcode. */
static void add_frame(struct strbuf *out, int first, const char *payload)
{
	size_t len = strlen(payload);

	strbuf_addc(out, (char)first);
	if (len < 126) {
		strbuf_addc(out, (char)len);
	} else {
		strbuf_addc(out, 126);
		strbuf_addc(out, (char)(len >> 8));
		strbuf_addc(out, (char)(len & 0xFF));
	}
	strbuf_addz(out, payload);
}

#define ADDED(name)                                                                                \
	"{\"type\":\"ADDED\",\"object\":{\"kind\":\"Secret\",\"metadata\":{\"name\":\"" name       \
	"\"},\"data\":{\"p\":\"aHVudGVyMg==\"}}}"
#define SOCKET_HEAD                                                                                \
	"HTTP/1.1 101 Switching Protocols\r\nUpgrade: WebSocket\r\nConnection: Upgrade\r\n\r\n"

/* The frames, handed on in pieces of that many bytes, as lines. */
static void watch_socket(struct talk *t, const char *head, const struct strbuf *frames,
			 size_t piece)
{
	struct rec__http asks, answers;
	struct rec__exchange *x;

	begin(t, &hashed);
	x = ask(t, &asks, str_of(GET("/api/v1/secrets?watch=1")));
	rec__http_init(&answers, true);
	(void)answer(t, x, &answers, str_of(head));
	for (size_t i = 0; i < frames->len; i += piece)
		rec__exchange_received(x, t->now_ns,
				       (struct str) { frames->ptr + i, frames->len - i < piece
									   ? frames->len - i
									   : piece });
	rec__exchange_close(x, t->now_ns, REC_HOW_EOF, STR(""));
	rec__http_fini(&asks);
	rec__http_fini(&answers);
}

static size_t count(const char *text, const char *what)
{
	size_t n = 0;

	for (; (text = strstr(text, what)); text++)
		n++;
	return n;
}

static void messages_of_a_watch_over_a_websocket_are_its_events(void **state)
{
	AUTO_STRBUF frames = STRBUF_INIT, all = STRBUF_INIT;
	struct talk t;

	(void)state;
	add_frame(&frames, 0x81, ADDED("a"));
	add_frame(&frames, 0x89, "ping");
	add_frame(&frames, 0x82, ADDED("b") "\n");
	/* one message in three frames, a pong within */
	add_frame(&frames, 0x01, "{\"type\":\"BOOKMARK\",\"obj");
	add_frame(&frames, 0x00, "ect\":{\"kind\":\"Secret\",\"metadata\":");
	add_frame(&frames, 0x8A, "");
	add_frame(&frames, 0x80, "{\"resourceVersion\":\"9\"}}}");
	add_frame(&frames, 0x88, "");
	for (size_t piece = 1; piece <= frames.len; piece++) {
		watch_socket(&t, SOCKET_HEAD, &frames, piece);
		assert_int_equal(count(t.text.ptr, "{\"event\":"), 3);
		assert_int_equal(count(t.text.ptr, "\"type\":\"ADDED\""), 2);
		assert_non_null(strstr(t.text.ptr, "\"type\":\"BOOKMARK\",\"object\":{\"kind\":"
						   "\"Secret\",\"metadata\":{\"resourceVersion\""
						   ":\"9\"}}"));
		assert_non_null(strstr(t.text.ptr,
				       "\"status\":200,\"headers\":{\"Content-Type\":"
				       "\"application/json\",\"Upgrade\":\"websocket\"},"
				       "\"stream\":true}}"));
		assert_null(strstr(t.text.ptr, "aHVudGVyMg"));
		assert_null(strstr(t.text.ptr, "ping"));
		assert_null(strstr(t.text.ptr, "\"raw\""));
		strbuf_clear(&all);
		strbuf_addf(&all, "\"how\":\"eof\",\"received\":%zu}}", frames.len);
		assert_non_null(strstr(t.text.ptr, all.ptr));
		end(&t);
	}
}

static void tap_counts_bytes_of_an_unreadable_websocket(void **state)
{
	static const struct {
		const char *head;
		int first;
		bool events; /* those before it */
	} cases[] = {
		/* compressed, unknown, a continuation of nothing, a ping in two parts */
		{ SOCKET_HEAD, 0xC1, true },
		{ SOCKET_HEAD, 0x83, true },
		{ SOCKET_HEAD, 0x80, true },
		{ SOCKET_HEAD, 0x09, true },
		{ "HTTP/1.1 101 x\r\nUpgrade: websocket\r\nSec-WebSocket-Extensions: "
		  "permessage-deflate\r\n\r\n",
		  0x81, false },
		{ "HTTP/1.1 101 x\r\nUpgrade: websocket\r\nSec-WebSocket-Protocol: "
		  "base64.binary.k8s.io\r\n\r\n",
		  0x81, false },
		{ "HTTP/1.1 101 x\r\nUpgrade: SPDY/3.1\r\n\r\n", 0x81, false },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		AUTO_STRBUF frames = STRBUF_INIT;
		struct talk t;

		add_frame(&frames, 0x81, ADDED("a"));
		add_frame(&frames, cases[i].first, ADDED("hidden"));
		watch_socket(&t, cases[i].head, &frames, 7);
		assert_int_equal(count(t.text.ptr, "{\"event\":"), cases[i].events);
		assert_null(strstr(t.text.ptr, "hidden"));
		assert_null(strstr(t.text.ptr, "aHVudGVyMg"));
		assert_non_null(strstr(t.text.ptr, "\"received\":"));
		end(&t);
	}
}

/* A message that is no event is recorded raw with secrets redacted; the next one is an event. */
static void websocket_message_that_is_no_event_is_recorded_raw(void **state)
{
	AUTO_STRBUF frames = STRBUF_INIT;
	struct talk t;

	(void)state;
	add_frame(&frames, 0x81, "{\"type\":\"ADDED\",\"object\":{\"metadata\":{\"na");
	add_frame(&frames, 0x81, "{\"hello\":1}");
	add_frame(&frames, 0x81, ADDED("b"));
	watch_socket(&t, SOCKET_HEAD, &frames, 1000);
	assert_int_equal(count(t.text.ptr, "{\"event\":"), 1);
	assert_int_equal(count(t.text.ptr, "{\"raw\":"), 2);
	end(&t);
}

/* --- large lists --- */

/* Spaces that make a list large enough to be written in pieces. */
static void add_padding(struct strbuf *out)
{
	for (int i = 0; i <= 1 << 20; i++)
		strbuf_addc(out, ' ');
}

/* The raw lines' texts, each between brackets, and the other lines' words. */
static void pieces_of(const char *recording, struct strbuf *out)
{
	const char *at = recording;

	for (; *at; at = strchr(at, '\n') + 1) {
		const char *text = strstr(at, "\"text\":"), *omitted = strstr(at, "\"omitted\":");
		const char *lf = strchr(at, '\n');

		if (strncmp(at, "{\"raw\"", 6) != 0)
			strbuf_addf(out, "%.*s|", (int)strcspn(at + 2, "\""), at + 2);
		else if (text && text < lf)
			strbuf_addf(out, "%.*s|", (int)(lf - text - 9), text + 7);
		else if (omitted && omitted < lf)
			strbuf_addf(out, "%.*s left out|", (int)(lf - omitted - 12), omitted + 10);
	}
}

static void tap_splits_a_large_list_between_its_items(void **state)
{
	/* After the spaces, which are the head's. */
	static const struct {
		const char *request, *list;
		enum ending how;
		const char *pieces;
	} cases[] = {
		{ GET(PODS), "{\"items\":[~{},{\"a\":[1,{}]},3]}\n", ENDS,
		  "request|response|\"{\\\"items\\\":[\"|\" "
		  "{},\"|\"{\\\"a\\\":[1,{}]},\"|\"3]}\\n\"|close|" },
		{ GET(PODS), "{\"items\":[~]}", ENDS,
		  "request|response|\"{\\\"items\\\":[\"|\" ]}\"|close|" },
		{ GET(PODS), "{\"items\":[~{}],\"b\":[1,2],\"items\":[3,4]}", ENDS,
		  "request|response|\"{\\\"items\\\":[\"|\" "
		  "{}],\\\"b\\\":[1,2],\\\"items\\\":[3,4]}\"|close|" },
		/* Members that are called like it, but are not it. */
		{ GET(PODS),
		  "{\"a\":{\"items\":[1,2]},\"b\":\"items\",\"item\":[1,2],\"itemsx\":[3,4],"
		  "\"itemx\":[5,6],"
		  "\"items\":[~7,\"]\\\"\",[{\"items\":[8,9]},1]]}",
		  ENDS,
		  "request|response|\"{\\\"a\\\":{\\\"items\\\":[1,2]},\\\"b\\\":\\\"items\\\","
		  "\\\"item\\\":[1,2],"
		  "\\\"itemsx\\\":[3,4],\\\"itemx\\\":[5,6],\\\"items\\\":"
		  "[\"|\" 7,\"|\"\\\"]\\\\\\\"\\\",\"|\"[{\\\"items\\\":[8,9]},1]]}\"|close|" },
		{ GET(PODS), "{\"items\":{\"a\":[1,2]},\"x\":[5,6],\"items\":[~3,4]}", ENDS,
		  "request|response|\"{\\\"items\\\":{\\\"a\\\":[1,2]},\\\"x\\\":[5,6],"
		  "\\\"items\\\":[\"|\" 3,\"|\"4]}\"|close|" },
		{ GET(PODS), "{\"it\\u0065ms\":[1,2],\"items\":[~3,4]}", ENDS,
		  "request|response|\"{\\\"it\\\\u0065ms\\\":[1,2],"
		  "\\\"items\\\":[\"|\" 3,\"|\"4]}\"|close|" },
		/* It breaks off: what is there is written, and of Secrets counted. */
		{ GET(PODS), "{\"items\":[~1,{\"a\":2},[34", IS_CUT,
		  "request|response|\"{\\\"items\\\":[\"|\" "
		  "1,\"|\"{\\\"a\\\":2},\"|\"[34\"|close|" },
		{ GET(SECRETS), "{\"items\":[~1,{\"type\":2},[34", IS_HUNG_UP,
		  "request|response|\"{\\\"items\\\":[\"|\" 1,\"|\"{\\\"type\\\":2},\"|3 left "
		  "out|hangup|" },
		/* No JSON all of a sudden. */
		{ GET(PODS), "{\"items\":[~1,{]2},3]}", ENDS,
		  "request|response|\"{\\\"items\\\":[\"|\" 1,\"|\"{]\"|6 left out|close|" },
		/* No list at all is one line. */
		{ GET(PODS), "[~{\"items\":[1]}]", ENDS, "request|response|" },
		{ GET(PODS), "{~\"a\":[1]}", ENDS, "request|response|" },
		{ GET(PODS), " {\"items\":[~1]}", ENDS, "request|response|" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		/* In one piece, and with a border in the list. */
		for (size_t rest = 0; rest < strlen(cases[i].list); rest += 1 + rest / 2) {
			const char *mark = strchr(cases[i].list, '~');
			AUTO_STRBUF text = STRBUF_INIT;
			AUTO_STRBUF got = STRBUF_INIT;
			struct rec__http asks, answers;
			struct rec__exchange *x;
			struct talk t;

			begin(&t, &hashed);
			strbuf_add(&text, cases[i].list, (size_t)(mark - cases[i].list));
			add_padding(&text);
			strbuf_addz(&text, mark + 1);
			x = ask(&t, &asks, str_of(cases[i].request));
			rec__http_init(&answers, true);
			rec__http_expect(&answers, STR("GET"));
			(void)answer(&t, x, &answers, str_of(OPEN));
			(void)answer(&t, x, &answers, (struct str) { text.ptr, text.len - rest });
			if (rest)
				(void)answer(&t, x, &answers,
					     (struct str) { text.ptr + text.len - rest, rest });
			if (cases[i].how == ENDS)
				rec__exchange_end(x, t.now_ns);
			else if (cases[i].how == IS_CUT)
				rec__exchange_close(x, t.now_ns, REC_HOW_CUT, STR(""));
			else
				rec__exchange_hangup(x, t.now_ns);
			/* A run of spaces is one. */
			for (char *from = t.text.ptr, *to = from;; from++) {
				if (from[0] == ' ' && from[1] == ' ')
					continue;
				*to++ = *from;
				if (!*from)
					break;
			}
			pieces_of(t.text.ptr, &got);
			assert_int_equal(t.tap.err.code, 0);
			if (strcmp(got.ptr, cases[i].pieces) != 0)
				fail_msg("case %zu, the last %zu bytes apart: %s\nwanted %s", i,
					 rest, got.ptr, cases[i].pieces);
			rec__http_fini(&asks);
			rec__http_fini(&answers);
			end(&t);
		}
	}
}

static void oversized_body_that_is_no_list_is_counted(void **state)
{
	static const struct rec__tap_options little = { .redact = { .secrets = REC_SECRETS_KEEP },
							.body_max = 2 << 20 };
	AUTO_STRBUF text = STRBUF_INIT;
	struct rec__http asks, answers;
	struct rec__exchange *x;
	struct talk t;

	(void)state;
	for (size_t i = 0; i < 2 << 20; i++)
		strbuf_addc(&text, 'x');
	for (size_t more = 0; more <= 1; more++) {
		AUTO_STRBUF end_of = STRBUF_INIT;

		begin(&t, &little);
		x = ask(&t, &asks, str_of(GET("/x")));
		rec__http_init(&answers, true);
		rec__http_expect(&answers, STR("GET"));
		(void)answer(&t, x, &answers, str_of(OPEN));
		(void)answer(&t, x, &answers, strbuf_str(&text));
		if (more)
			(void)answer(&t, x, &answers, STR("yy"));
		rec__exchange_end(x, t.now_ns);
		strbuf_addf(&end_of, "%s", t.text.ptr + t.text.len - 60);
		if (more)
			assert_string_equal(t.text.ptr,
					    ASKED("\"/x\"") "{\"response\":{\"id\":1,\"at\":"
							    "\"4ms\",\"status\":200," TYPE
							    ",\"stream\":true}}\n"
							    "{\"raw\":{\"id\":1,\"at\":\"4ms\","
							    "\"omitted\":2097154}}\n"
							    "{\"close\":{\"id\":1,\"at\":\"4ms\","
							    "\"how\":\"eof\"}}\n");
		else
			assert_non_null(strstr(end_of.ptr, "xxxx\"}}\n"));
		rec__http_fini(&asks);
		rec__http_fini(&answers);
		end(&t);
	}
}

static void tap_writes_a_stream_that_is_not_json_in_pieces(void **state)
{
	AUTO_STRBUF text = STRBUF_INIT;
	struct rec__http asks, answers;
	struct rec__exchange *x;
	size_t lines = 0;
	struct talk t;

	(void)state;
	strbuf_addz(&text, "10001\r\n");
	for (size_t i = 0; i <= 64 << 10; i++)
		strbuf_addc(&text, ']');
	begin(&t, &plain);
	x = ask(&t, &asks, str_of(GET(WATCH)));
	rec__http_init(&answers, true);
	rec__http_expect(&answers, STR("GET"));
	(void)answer(&t, x, &answers, str_of(CHUNKED));
	/* Up to the bound it is held; one more and it is written, though its chunk goes on. */
	(void)answer(&t, x, &answers, (struct str) { text.ptr, text.len - 1 });
	assert_null(strstr(t.text.ptr, "{\"raw\""));
	(void)answer(&t, x, &answers, STR("]"));
	assert_non_null(strstr(t.text.ptr, "]\",\"open\":true}}\n"));
	(void)answer(&t, x, &answers, STR("\r\n1\r\n]\r\n"));
	for (const char *at = t.text.ptr; (at = strstr(at, "{\"raw\"")); at++)
		lines++;
	assert_int_equal(lines, 2);
	rec__exchange_end(x, t.now_ns);
	rec__http_fini(&asks);
	rec__http_fini(&answers);
	end(&t);
}

/* --- where chunks ended --- */

/* The answer's bytes with '|' behind each chunk, from its lines. */
static void chunks_of(const struct strbuf *lines, struct strbuf *out)
{
	AUTO_STRBUF text = STRBUF_INIT;
	struct relist_err err = { 0 };
	struct rec__reader r;
	struct rec__line line;
	struct str rest;

	strbuf_addz(&text, "{\"recording\":1}\n");
	strbuf_adds(&text, strbuf_str(lines));
	rest = strbuf_str(&text);
	if (rec__reader_init(&r, (struct rec__input) { text_input, &rest }, 0, &err))
		fail_msg("%s", err.msg);
	while (rec__read(&r, &line, &err) == 1) {
		size_t cut = 0;

		if (line.kind != REC_EVENT && line.kind != REC_RAW)
			continue;
		for (size_t i = 0; i < line.body.len; i++) {
			if (cut < line.cut_count && line.cuts[cut] == i) {
				strbuf_addc(out, '|');
				cut++;
			}
			strbuf_addc(out, line.body.ptr[i]);
		}
		assert_int_equal(cut, line.cut_count);
		if (!line.open)
			strbuf_addc(out, '|');
	}
	if (err.code)
		fail_msg("%s in\n%s", err.msg, text.ptr);
	rec__reader_fini(&r);
}

static void chunk_borders_are_recorded(void **state)
{
	static const char *const frames[] = {
		"{\"type\":\"ADDED\",\"object\":{\"kind\":\"Pod\",\"a\":[1,2]}}\n",
		"{\"type\":\"BOOKMARK\",\"object\":{}}\n",
		"{\"object\":{},\"type\":\"X\"}\n",
		"{\"type\":\"DELETED\",\"object\":{\"a\":\"\\n\xc3\xa9\"}}\n",
	};

	(void)state;
	for (uint64_t seed = 1; seed <= 400; seed++) {
		struct choice choice;
		AUTO_STRBUF body = STRBUF_INIT;
		AUTO_STRBUF wire = STRBUF_INIT;
		AUTO_STRBUF want = STRBUF_INIT;
		AUTO_STRBUF got = STRBUF_INIT;
		struct talk t;

		choice_init_seed(&choice, seed, false);
		for (uint32_t n = 1 + choice_pick(&choice, 5); n > 0; n--)
			strbuf_addz(&body, frames[choice_pick(&choice, ARRAY_LEN(frames))]);
		strbuf_addz(&wire, CHUNKED);
		for (size_t at = 0; at < body.len;) {
			size_t n = 1 + choice_pick(&choice, seed % 2 ? 8 : 80);

			n = n < body.len - at ? n : body.len - at;
			strbuf_addf(&wire, "%zx\r\n%.*s\r\n", n, (int)n, body.ptr + at);
			strbuf_addf(&want, "%.*s|", (int)n, body.ptr + at);
			at += n;
		}
		strbuf_addz(&wire, "0\r\n\r\n");
		begin(&t, &plain);
		say(&t, str_of(GET(WATCH)), strbuf_str(&wire), ENDS);
		assert_int_equal(t.tap.err.code, 0);
		chunks_of(&t.text, &got);
		if (strcmp(got.ptr, want.ptr) != 0)
			fail_msg("seed %llu:\n%s\nwanted\n%s", (unsigned long long)seed, got.ptr,
				 want.ptr);
		end(&t);
	}
}

static void chunk_borders_move_with_redaction(void **state)
{
	/* Around a member that goes, and within it. */
	static const char first[] =
	    "{\"type\":\"A\",\"object\":{\"metadata\":{\"managedFields\":[1]},\"b\":2}}\n";
	static const char left[] = "{\"type\":\"A\",\"object\":{\"metadata\":{},\"b\":2}}\n";
	size_t from = (size_t)(strstr(first, "\"managed") - first),
	       gone = sizeof(first) - sizeof(left);

	(void)state;
	for (size_t cut = 1; cut + 1 < sizeof(first); cut++) {
		size_t want = cut <= from ? cut : cut < from + gone ? from : cut - gone;
		AUTO_STRBUF wire = STRBUF_INIT;
		AUTO_STRBUF line = STRBUF_INIT;
		struct talk t;

		strbuf_addf(&wire, CHUNKED "%zx\r\n%.*s\r\n%zx\r\n%s\r\n0\r\n\r\n", cut, (int)cut,
			    first, sizeof(first) - 1 - cut, first + cut);
		strbuf_addf(&line, "\"object\":{\"metadata\":{},\"b\":2},\"cuts\":[%zu]}}\n", want);
		begin(&t, &hashed);
		say(&t, str_of(GET(WATCH)), strbuf_str(&wire), ENDS);
		if (!strstr(t.text.ptr, line.ptr))
			fail_msg("cut at %zu:\n%s\nwanted %s", cut, t.text.ptr, line.ptr);
		assert_int_equal(t.tap.events, 1);
		assert_int_equal(t.tap.requests, 1);
		end(&t);
	}
}

/* --- the whole recording --- */

static void tap_records_only_selected_resources(void **state)
{
	static const struct {
		const char *resource, *path;
		bool recorded;
	} cases[] = {
		{ "pods", "/api/v1/pods", true },
		{ "pods", "/api/v1/namespaces/d/pods/p/log", true },
		{ "pods", "/api/v1/services", false },
		{ "pods", "/apis/metrics.k8s.io/v1beta1/pods", true },
		{ "deployments.apps", "/apis/apps/v1/deployments", true },
		{ "deployments.apps", "/apis/app/v1/deployments", false },
		{ "deployments.apps", "/apis/apps.x/v1/deployments", false },
		{ "deployments.apps", "/api/v1/deployments", false },
		{ "pods", "/version", false },
		{ "pods", "/apis/", false },
		{ "pods", "/apis/pods", false },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		const char *const wanted[] = { "nodes", cases[i].resource };
		struct rec__tap_options opt = { .resources = wanted, .resource_count = 2 };
		AUTO_STRBUF request = STRBUF_INIT;
		struct rec__exchange *x;
		struct rec__http h;
		struct talk t;

		strbuf_addf(&request, "GET %s HTTP/1.1\r\n\r\n", cases[i].path);
		begin(&t, &opt);
		x = ask(&t, &h, strbuf_str(&request));
		if ((x != NULL) != cases[i].recorded)
			fail_msg("case %zu", i);
		rec__exchange_close(x, 0, REC_HOW_CUT, STR(""));
		assert_int_equal(t.text.len > 0, cases[i].recorded);
		rec__http_fini(&h);
		end(&t);
	}
}

static void count_line(void *user)
{
	++*(int *)user;
}

static void new_part_repeats_open_requests(void **state)
{
	struct rec__exchange *x[5];
	struct rec__http asks, answers;
	int wrote = 0;
	struct str data;
	struct talk t;
	size_t n;

	(void)state;
	begin(&t, &plain);
	t.tap.wrote = count_line;
	t.tap.user = &wrote;
	assert_int_equal(rec__tap_connect(&t.tap, 5 * NS_PER_MS, STR("1.2.3.4:5"), true), 1);
	assert_int_equal(rec__tap_connect(&t.tap, 4 * NS_PER_MS, STR("1.2.3.4:6"), false), 2);
	for (size_t i = 0; i < ARRAY_LEN(x); i++) {
		x[i] = ask(&t, &asks, str_of("PUT /a?watch=1 HTTP/1.1\r\nX: y\r\n\r\n"));
		rec__http_fini(&asks);
		rec__http_init(&answers, true);
		rec__http_expect(&answers, STR("PUT"));
		if (i == 1 || i == 3)
			(void)answer(&t, x[i], &answers, str_of(OPEN A "\n" A));
		rec__http_fini(&answers);
	}
	/* One that has not been sent, and one that has ended. */
	rec__exchange_hangup(x[3], t.now_ns);
	rec__exchange_end(x[4], t.now_ns);
	assert_int_equal(wrote, 2 + 5 + 2 + 2 + 2);
	strbuf_clear(&t.text);
	rec__tap_again(&t.tap);
	assert_string_equal(
	    t.text.ptr,
	    "{\"request\":{\"id\":1,\"at\":\"7ms\",\"conn\":7,\"method\":\"PUT\",\"path\":\"/a\","
	    "\"query\":{\"watch\":\"1\"},\"headers\":{\"X\":\"y\"},\"again\":true}}\n"
	    "{\"request\":{\"id\":2,\"at\":\"7ms\",\"conn\":7,\"method\":\"PUT\",\"path\":\"/a\","
	    "\"query\":{\"watch\":\"1\"},\"headers\":{\"X\":\"y\"},\"again\":true}}\n"
	    "{\"response\":{\"id\":2,\"at\":\"7ms\",\"status\":200," TYPE
	    ",\"stream\":true,\"again\":true}}\n"
	    "{\"request\":{\"id\":3,\"at\":\"7ms\",\"conn\":7,\"method\":\"PUT\",\"path\":\"/a\","
	    "\"query\":{\"watch\":\"1\"},\"headers\":{\"X\":\"y\"},\"again\":true}}\n");
	assert_int_equal(wrote, 13);
	strbuf_clear(&t.text);
	rec__tap_note(&t.tap, 9 * NS_PER_MS, STR("hello"));
	rec__tap_disconnect(&t.tap, 9 * NS_PER_MS, 2, true, false);
	rec__tap_disconnect(&t.tap, 8 * NS_PER_MS, 1, false, true);
	assert_string_equal(
	    t.text.ptr,
	    "{\"note\":{\"at\":\"9ms\",\"text\":\"hello\"}}\n"
	    "{\"disconnect\":{\"at\":\"9ms\",\"conn\":2,\"by\":\"server\",\"how\":\"fin\"}}\n"
	    "{\"disconnect\":{\"at\":\"9ms\",\"conn\":1,\"by\":\"client\",\"how\":\"reset\"}}\n");
	assert_int_equal(wrote, 16);
	for (size_t i = 0; i < 2; i++)
		rec__exchange_end(x[i], t.now_ns);
	assert_ptr_equal(t.tap.open, x[2]);
	/* Exchanges still open at the end of a recording are freed, also incomplete requests. */
	rec__http_init(&asks, false);
	assert_int_equal(rec__http_feed(&asks, STR("PUT / HTTP/1.1\r\nContent-Length: 3\r\n\r\n"),
					&n, &data),
			 REC_HTTP_HEAD);
	rec__exchange_request_data(rec__exchange_begin(&t.tap, 1, &asks.head), STR("ab"));
	rec__http_fini(&asks);
	end(&t);
}

static void protobuf_is_written_as_json(void **state)
{
	static const char pod[] =
	    "{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"metadata\":{\"name\":\"a\"}}";
	AUTO_STRBUF body = STRBUF_INIT;
	AUTO_STRBUF wire = STRBUF_INIT;
	struct talk t;

	(void)state;
	assert_int_equal(fakeapi__protobuf_encode(str_of(pod), 0, &body), 0);
	strbuf_addf(&wire, "HTTP/1.1 200 OK\r\nContent-Length: %zu\r\n\r\n", body.len);
	strbuf_adds(&wire, strbuf_str(&body));
	begin(&t, &hashed);
	say(&t, str_of(GET("/api/v1/namespaces/d/pods/a")), strbuf_str(&wire), ENDS);
	assert_int_equal(t.tap.err.code, 0);
	if (!strstr(t.text.ptr, "\"name\":\"a\"") ||
	    !strstr(t.text.ptr, "\"decoded\":\"application/vnd.kubernetes.protobuf\"}}\n"))
		fail_msg("%s", t.text.ptr);
	end(&t);
}

static int refuse_line(void *user, struct str line, struct relist_err *err)
{
	int *left = user;

	(void)line;
	return (*left)-- > 0 ? 0 : relist_err_set(err, RELIST_EIO, "the disk is full");
}

static void tap_stops_at_the_first_write_error(void **state)
{
	(void)state;
	for (int lines = 0; lines < 6; lines++) {
		int left = lines, wrote = 0;
		struct talk t;

		begin(&t, &plain);
		t.writer.out = (struct rec__output) { refuse_line, &left };
		t.tap.wrote = count_line;
		t.tap.user = &wrote;
		say(&t, str_of(GET(WATCH)), str_of(OPEN A "\n" A "\n"), ENDS); /* 5 lines */
		assert_int_equal(t.tap.err.code, lines < 5 ? RELIST_EIO : 0);
		assert_int_equal(wrote, lines < 5 ? lines : 5);
		/* No request is repeated. */
		assert_int_equal(left, lines < 5 ? -1 : 0);
		say(&t, str_of(GET(WATCH)), str_of(OPEN A "\n" A "\n"), ENDS);
		assert_int_equal(left, -1);
		end(&t);
	}
}

static void talk_a_while(struct talk *t)
{
	begin(t, &hashed);
	say(t,
	    str_of("PUT /a%20b?watch=0&token=Planted0001 HTTP/1.1\r\nAccept: z\r\n"
		   "Content-Length: 29\r\n\r\n" A),
	    str_of(LENGTH(2) "{}"), ENDS);
	say(t, str_of(GET(WATCH)),
	    str_of(CHUNKED "3\r\n{\"t\r\n1b\r\nype\":\"A\",\"object\":{\"a\":1}}\n\r\n"
			   "1\r\n]\r\n"),
	    IS_CUT);
	/* A response that quotes what it was to keep. */
	say(t,
	    str_of("PUT /api/v1/namespaces/d/secrets/s HTTP/1.1\r\nContent-Length: 29\r\n\r\n"
		   "{\"stringData\":{\"a\":\"tiny!\"}}"),
	    str_of(LENGTH(41) "{\"kind\":\"Status\",\"message\":\"no tiny! x\"}"), ENDS);
}

static void tap_survives_every_failing_allocation(void **state)
{
	struct talk whole, t;

	(void)state;
	talk_a_while(&whole);
	assert_int_equal(whole.tap.err.code, 0);
	assert_null(strstr(whole.text.ptr, "tiny!"));
	assert_non_null(strstr(whole.text.ptr, "\"message\":\"no redacted-"));
	FOR_EACH_FAILING_ALLOC({
		talk_a_while(&t);
		if (t.tap.err.code)
			assert_int_equal(t.tap.err.code, RELIST_ENOMEM);
		else if (!t.text.failed && !t.starved)
			assert_string_equal(t.text.ptr, whole.text.ptr);
		end(&t);
	});
	end(&whole);
}

/* --- conversations with secrets, whole and damaged --- */

#define SENT(head, body) head "\r\nContent-Type: application/json\r\n\r\n" body
#define SECRET                                                                                     \
	"{\"kind\":\"Secret\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"s\",\"namespace\":"   \
	"\"shop\","                                                                                \
	"\"resourceVersion\":\"7\",\"managedFields\":[{\"manager\":\"m\"}],\"annotations\":{"      \
	"\"kubectl.kubernetes.io/"                                                                 \
	"last-applied-configuration\":\"{\\\"kind\\\":\\\"Secret\\\",\\\"data\\\":{\\\"k\\\":"     \
	"\\\"aHVudGVyMg==\\\"}}\"}},"                                                              \
	"\"type\":\"Opaque\",\"data\":{\"k\":\"aHVudGVyMg==\",\"other\":\"eA==\"}}"
#define POD                                                                                        \
	"{\"kind\":\"Pod\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"web-1\",\"namespace\":"  \
	"\"shop\","                                                                                \
	"\"resourceVersion\":\"8\",\"ownerReferences\":[{\"kind\":\"ReplicaSet\",\"name\":"        \
	"\"web\"}]},"                                                                              \
	"\"spec\":{\"containers\":[{\"name\":\"c\",\"env\":[{\"name\":\"PASSWORD\",\"value\":"     \
	"\"hunter2\"},"                                                                            \
	"{\"name\":\"HOST\",\"value\":\"db.shop.svc\"}],\"args\":[\"--token=hunter2\"]}]}}"
#define BEARER "Authorization: Bearer abcdef.ghi\r\nCookie: a=b\r\nUser-Agent: kubectl/v1\r\n"

/* The damage lies within lines; a length may be wrong. */
static void damaged_traffic_is_recorded_as_in_the_golden_file(void **state)
{
	static const struct {
		const char *name, *request, *answer;
		enum ending how;
	} talks[] = {
		{ "list",
		  "GET /api/v1/namespaces/shop/secrets?limit=500 HTTP/1.1\r\n" BEARER "\r\n",
		  OPEN "{\"kind\":\"SecretList\",\"apiVersion\":\"v1\",\"metadata\":{"
		       "\"resourceVersion\":\"9\"},"
		       "\"items\":[" SECRET "," SECRET "]}",
		  ENDS },
		{ "watch",
		  "GET /api/v1/secrets?watch=1&fieldSelector=metadata.name%3Ds HTTP/1.1\r\n" BEARER
		  "\r\n",
		  OPEN "{\"type\":\"ADDED\",\"object\":" SECRET
		       "}\n{\"type\":\"DELETED\",\"object\":" SECRET "}\n",
		  IS_CUT },
		{ "create",
		  SENT("POST /api/v1/namespaces/shop/secrets?fieldManager=k HTTP/1.1\r\n" BEARER
		       "Content-Length: 400",
		       SECRET),
		  "HTTP/1.1 409 Conflict\r\nContent-Length: "
		  "62\r\n\r\n{\"kind\":\"Status\",\"message\":\"s "
		  "exists, data aHVudGVyMg== x\"}",
		  ENDS },
		{ "pods",
		  "GET /api/v1/namespaces/shop/pods HTTP/1.1\r\nAccept: application/json\r\n\r\n",
		  OPEN "{\"kind\":\"PodList\",\"items\":[" POD "]}", ENDS },
		{ "pod events",
		  "GET /api/v1/namespaces/shop/pods?watch=true&resourceVersion=8 HTTP/1.1\r\n\r\n",
		  CHUNKED "5\r\n{\"typ\r\n22\r\ne\":\"BOOKMARK\",\"object\":{\"kind\":\"P\"}}"
			  "\r\n1\r\n\n\r\n0\r\n\r\n",
		  IS_HUNG_UP },
		{ "patch",
		  "PATCH /apis/apps/v1/namespaces/shop/deployments/web?force=true "
		  "HTTP/1.1\r\nContent-Type: "
		  "application/apply-patch+yaml\r\nTransfer-Encoding: "
		  "chunked\r\n\r\n10\r\npassword: hunter"
		  "\r\n3\r\n2\n\n\r\n0\r\n\r\n",
		  "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nWarning: 299 - "
		  "\"old\"\r\n\r\n" POD,
		  ENDS },
		{ "token",
		  SENT("POST /api/v1/namespaces/shop/serviceaccounts/a/token "
		       "HTTP/1.1\r\nContent-Length: 27",
		       "{\"spec\":{\"audiences\":[]}}\n"),
		  OPEN "{\"kind\":\"TokenRequest\",\"status\":{\"token\":\"eyJhbGciOiJSUzI1NiJ9."
		       "e30.c2ln\"}}",
		  ENDS },
		{ "kubeconfig", "GET /api/v1/namespaces/kube-system/configmaps/c HTTP/1.1\r\n\r\n",
		  OPEN "{\"kind\":\"ConfigMap\",\"data\":{\"config\":\"users:\\n- user:\\n    "
		       "token: hunter2\\n    "
		       "client-key-data: aHVudGVyMg==\\n\",\"ca\":\"-----BEGIN "
		       "CERTIFICATE-----\\nMIIB\\n-----END "
		       "CERTIFICATE-----\"}}",
		  ENDS },
		{ "exec",
		  "GET /api/v1/namespaces/shop/pods/web-1/exec?command=cat&command=%2Fetc "
		  "HTTP/1.1\r\n\r\n",
		  "HTTP/1.1 400 Bad Request\r\nContent-Length: 20\r\n\r\nyou must specify one",
		  ENDS },
		{ "slow", "GET /healthz HTTP/1.1\r\n\r\n",
		  "HTTP/1.1 429 Slow\r\nRetry-After: 3\r\nSet-Cookie: s=hunter2\r\n\r\n", ENDS },
	};
	static const char *const resources[] = { "secrets", "deployments.apps" };
	static const struct {
		const char *name;
		struct rec__tap_options opt;
	} ways[] = {
		{ "keep",
		  { .redact = { .secrets = REC_SECRETS_KEEP, .keep_managed_fields = true } } },
		{ "hash", { .redact = { .secrets = REC_SECRETS_HASH, .key = "k" } } },
		{ "drop",
		  { .redact = { .secrets = REC_SECRETS_DROP, .hash_names = true, .key = "k" } } },
		{ "some", { .resources = resources, .resource_count = 2, .body_max = 300 } },
	};
	struct fingerprints f = { "tests/golden/outputs/taps.txt", STRBUF_INIT };

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(talks); i++) {
		fingerprints_line(&f, talks[i].name);
		for (size_t k = 0; k < ARRAY_LEN(ways); k++) {
			struct talk t;

			begin(&t, &ways[k].opt);
			for (uint64_t n = 0; n <= 40; n++) {
				AUTO_STRBUF req = STRBUF_INIT, resp = STRBUF_INIT;

				if (n % 4 == 1)
					damage(str_of(talks[i].request), talks[i].name, n, &req);
				else
					strbuf_addz(&req, talks[i].request);
				if (n % 4 > 1)
					damage(str_of(talks[i].answer), talks[i].name, n, &resp);
				else
					strbuf_addz(&resp, talks[i].answer);
				say(&t, strbuf_str(&req), strbuf_str(&resp), talks[i].how);
			}
			assert_int_equal(t.tap.err.code, 0);
			assert_null(t.tap.open);
			fingerprints_add(&f, ways[k].name, strbuf_str(&t.text));
			end(&t);
		}
	}
	fingerprints_end(&f);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(response_with_a_length_is_one_line),
		cmocka_unit_test(request_is_numbered_when_it_is_complete),
		cmocka_unit_test(tap_writes_one_line_for_each_watch_event),
		cmocka_unit_test(non_json_bodies_are_counted_not_recorded),
		cmocka_unit_test(oversized_bodies_are_counted),
		cmocka_unit_test(tap_counts_bytes_of_an_upgraded_connection_in_both_directions),
		cmocka_unit_test(messages_of_a_watch_over_a_websocket_are_its_events),
		cmocka_unit_test(tap_counts_bytes_of_an_unreadable_websocket),
		cmocka_unit_test(websocket_message_that_is_no_event_is_recorded_raw),
		cmocka_unit_test(tap_splits_a_large_list_between_its_items),
		cmocka_unit_test(oversized_body_that_is_no_list_is_counted),
		cmocka_unit_test(tap_writes_a_stream_that_is_not_json_in_pieces),
		cmocka_unit_test(chunk_borders_are_recorded),
		cmocka_unit_test(chunk_borders_move_with_redaction),
		cmocka_unit_test(tap_records_only_selected_resources),
		cmocka_unit_test(new_part_repeats_open_requests),
		cmocka_unit_test(protobuf_is_written_as_json),
		cmocka_unit_test(tap_stops_at_the_first_write_error),
		cmocka_unit_test(tap_survives_every_failing_allocation),
		cmocka_unit_test(damaged_traffic_is_recorded_as_in_the_golden_file),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
