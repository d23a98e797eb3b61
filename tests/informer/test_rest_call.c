/* SPDX-License-Identifier: Apache-2.0 */
/* One call without a network: tests answer it line by line and see what it wants. */
#include "informer/rest_call.h"

#include "base/choice.h"
#include "base/clock.h"
#include "tests/kit/rest_play.h"

/* Before the response texts are "", never NULL. */
static void new_call_has_empty_texts_and_no_deadline(void **state)
{
	struct inf__rest_request req;
	struct inf__rest_call c;

	(void)state;
	inf__rest_request_init(&req, "GET");
	inf__rest_call_init(&c, &req);
	assert_string_equal(req.path.ptr, "");
	assert_string_equal(req.query.ptr, "");
	assert_string_equal(req.body.ptr, "");
	assert_string_equal(c.body.ptr, "");
	assert_string_equal(c.warnings.ptr, "");
	assert_string_equal(c.why, "");
	assert_string_equal(c.content_type, "");
	assert_false(inf__rest_call_done(&c));
	assert_true(c.deadline_ns == TIME_NEVER);
	inf__rest_call_fini(&c);
	inf__rest_request_fini(&req);
}

/* The fields of the response's head, and the destination of its body. */
static void response_head_sets_media_type_retry_and_streaming(void **state)
{
	static const struct {
		int status;
		const char *type, *after, *warnings;
		bool list, streamed;
		enum inf__media media;
		int32_t seconds;
	} rows[] = {
		{ 200, "application/json", NULL, NULL, false, false, INF_MEDIA_JSON, 0 },
		{ 200, "application/json", NULL, "w", true, true, INF_MEDIA_JSON, 0 },
		{ 206, NULL, "5", NULL, true, true, INF_MEDIA_JSON, 5 },
		{ 207, "application/json", "5", NULL, true, false, INF_MEDIA_JSON, 5 },
		{ 199, "application/json", "0", NULL, true, false, INF_MEDIA_JSON, 0 },
		{ 404, "application/json", "-1", "a\nb", true, false, INF_MEDIA_JSON, 0 },
		{ 200, "text/plain", "2147483647", NULL, true, false, INF_MEDIA_TEXT, INT32_MAX },
		{ 200, "a/b", "2147483648", NULL, true, false, INF_MEDIA_OTHER, 0 },
		{ 200, "bad type", "x", NULL, true, false, INF_MEDIA_INVALID, 0 },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		const struct inf__head h = { .status = rows[i].status,
					     .content_type = rows[i].type,
					     .retry_after = rows[i].after,
					     .warnings = rows[i].warnings,
					     .url = "http://here/a" };
		struct inf__list_decoder d;
		struct rest_play p;

		rest_play_init(&p, "GET");
		inf__list_decoder_init(&d);
		p.c.list = rows[i].list ? &d : NULL;
		rest_play_start(&p);
		inf__rest_call_on_head(&p.c, 0, p.opened, &h);
		inf__rest_call_on_bytes(&p.c, 0, p.opened, "{}", 2);
		rest_play_end(&p, INF_END_CLEAN);
		assert_true(inf__rest_call_done(&p.c));
		assert_int_equal(p.c.code, 0);
		assert_int_equal(p.c.status, rows[i].status);
		assert_int_equal(p.c.media, rows[i].media);
		assert_string_equal(p.c.content_type, rows[i].type ? rows[i].type : "");
		assert_int_equal(p.c.retry_after_s, rows[i].seconds);
		assert_string_equal(p.c.warnings.ptr, rows[i].warnings ? rows[i].warnings : "");
		assert_int_equal(p.c.streamed, rows[i].streamed);
		assert_string_equal(p.c.body.ptr, rows[i].streamed ? "" : "{}");
		assert_int_equal(d.seen_bytes, rows[i].streamed);
		inf__list_decoder_fini(&d);
		rest_play_fini(&p);
	}
}

/* The end of a call without a response, and of one whose response breaks off. */
static void connection_error_is_named_and_only_reads_are_repeated(void **state)
{
	static const struct {
		enum inf__end how;
		bool again; /* a read is repeated once */
		const char *before, *within;
	} rows[] = {
		{ INF_END_CLEAN, true, "EOF", NULL },
		{ INF_END_EOF, true, "EOF", "unexpected EOF" },
		{ INF_END_UNEXPECTED_EOF, true, "unexpected EOF", "unexpected EOF" },
		{ INF_END_RESET, true, "connection reset by peer", "connection reset by peer" },
		{ INF_END_REFUSED, false, "connection refused", "connection refused" },
		{ INF_END_TIMED_OUT, false, "timed out", "timed out" },
		{ INF_END_LOST, true, "http2: client connection lost",
		  "http2: client connection lost" },
		{ INF_END_STREAM_ERROR, false, "stream error: received from peer",
		  "stream error: received from peer" },
		{ INF_END_OTHER, false, "the connection failed", "the connection failed" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		char want[100];
		struct rest_play p;

		rest_play_init(&p, "PUT"); /* a write is not repeated */
		rest_play_start(&p);
		rest_play_end(&p, rows[i].how);
		(void)snprintf(want, sizeof(want), "PUT /a: %s", rows[i].before);
		assert_int_equal(p.c.code, RELIST_EIO);
		assert_string_equal(p.c.why, want);
		assert_string_equal(p.log.ptr, "PUT /a;");
		rest_play_fini(&p);

		rest_play_init(&p, "GET");
		rest_play_start(&p);
		rest_play_end(&p, rows[i].how);
		assert_int_equal(inf__rest_call_done(&p.c), !rows[i].again);
		rest_play_pass(&p, NS_PER_S);
		assert_string_equal(p.log.ptr, rows[i].again ? "GET /a;GET /a;" : "GET /a;");
		rest_play_fini(&p);

		rest_play_init(&p, "GET");
		rest_play_start(&p);
		rest_play_head(&p, 200, NULL, NULL);
		rest_play_end(&p, rows[i].how);
		(void)snprintf(want, sizeof(want), "GET /a: %s", rows[i].within);
		assert_int_equal(p.c.code, rows[i].within ? RELIST_EIO : 0);
		assert_string_equal(p.c.why, rows[i].within ? want : "");
		assert_string_equal(p.log.ptr, "GET /a;");
		rest_play_fini(&p);
	}
}

static void late_and_foreign_responses_are_ignored(void **state)
{
	const struct inf__head h = { .status = 200, .url = "/a" };
	struct rest_play p;

	(void)state;
	rest_play_init(&p, "GET");
	rest_play_start(&p);
	inf__rest_call_on_head(&p.c, 0, p.opened + 1, &h);
	inf__rest_call_on_bytes(&p.c, 0, p.opened, "x", 1); /* no head yet */
	assert_int_equal(p.c.state, REST_ASKED);
	rest_play_head(&p, 200, NULL, NULL);
	rest_play_head(&p, 500, NULL, NULL); /* a second one */
	rest_play_bytes(&p, 3);
	rest_play_end(&p, INF_END_CLEAN);
	assert_true(inf__rest_call_done(&p.c));
	assert_int_equal(p.c.code, 0);
	assert_int_equal(p.c.status, 200);
	assert_int_equal(p.c.body.len, 3);
	rest_play_bytes(&p, 3);
	rest_play_end(&p, INF_END_RESET);
	rest_play_pass(&p, NS_PER_S);
	inf__rest_call_give_up(&p.c, 0, RELIST_ECANCELED, "canceled");
	assert_int_equal(p.c.code, 0);
	assert_int_equal(p.c.body.len, 3);
	assert_string_equal(p.log.ptr, "GET /a;");
	rest_play_fini(&p);
}

/* How a response with Retry-After ends has no effect; the connection of a long one is closed. */
static void retry_reads_up_to_2_kib_of_the_response_first(void **state)
{
	static const struct {
		size_t body;
		bool ends;
		const char *log;
	} cases[] = {
		{ 100, true, "GET /a;GET /a;" },
		{ 2047, true, "GET /a;GET /a;" },
		{ 2048, false, "GET /a;close;GET /a;" },
		{ 100000, false, "GET /a;close;GET /a;" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		struct rest_play p;

		rest_play_init(&p, "GET");
		rest_play_start(&p);
		rest_play_head(&p, 429, "7", NULL);
		rest_play_bytes(&p, cases[i].body);
		if (cases[i].ends)
			rest_play_end(&p, INF_END_RESET);
		assert_int_equal(inf__rest_call_deadline_ns(&p.c), 7 * NS_PER_S);
		rest_play_pass(&p, 7 * NS_PER_S - 1);
		assert_int_equal(p.c.state, REST_PAUSE);
		rest_play_pass(&p, 1);
		assert_string_equal(p.log.ptr, cases[i].log);
		rest_play_fini(&p);
	}
}

/* with_retry.go, maxBodySlurpSize: for each response, not for their sum. */
static void size_limit_applies_to_each_response(void **state)
{
	struct rest_play p;

	(void)state;
	rest_play_init(&p, "GET");
	p.c.bytes_max = 2047;
	rest_play_start(&p);
	for (int i = 0; i < 3; i++) {
		rest_play_head(&p, 503, "0", NULL);
		rest_play_bytes(&p, 2047);
		rest_play_end(&p, INF_END_CLEAN);
		rest_play_head(&p, 302, NULL, "/b");
		rest_play_bytes(&p, 2047);
		rest_play_end(&p, INF_END_CLEAN);
	}
	assert_string_equal(p.log.ptr, "GET /a;GET /a;GET http://here/b;GET /a;GET http://here/b;"
				       "GET /a;GET http://here/b;");
	rest_play_head(&p, 200, NULL, NULL);
	rest_play_bytes(&p, 2047);
	rest_play_end(&p, INF_END_CLEAN);
	assert_true(inf__rest_call_done(&p.c));
	assert_int_equal(p.c.code, 0);
	assert_int_equal(p.c.body.len, 2047);
	rest_play_fini(&p);
}

static void call_timeout_starts_with_its_first_rate_limiter_turn(void **state)
{
	struct rest_play p;
	int64_t at_ns;

	(void)state;
	rest_play_init(&p, "PUT");
	inf__token_bucket_init(&p.bucket, 0.1, 1);
	assert_true(inf__token_bucket_reserve(&p.bucket, 0, TIME_NEVER, &at_ns));
	p.c.bucket = &p.bucket;
	p.c.timeout_ns = 3 * NS_PER_S;
	rest_play_start(&p);
	assert_string_equal(p.log.ptr, "");
	rest_play_pass(&p, 10 * NS_PER_S);
	assert_string_equal(p.log.ptr, "PUT /a;");
	/* The next turn would come after the timeout: the call does not wait for it. */
	rest_play_head(&p, 503, "0", NULL);
	rest_play_end(&p, INF_END_CLEAN);
	assert_int_equal(p.c.code, RELIST_ETIMEDOUT);
	assert_non_null(strstr(p.c.why, "rate limit"));
	rest_play_fini(&p);
	inf__token_bucket_fini(&p.bucket);
}

/* Without the turn in its state the call would wait for a second one. */
static void retry_after_a_pause_waits_for_one_rate_limiter_turn(void **state)
{
	struct rest_play p;

	(void)state;
	rest_play_init(&p, "GET");
	inf__token_bucket_init(&p.bucket, 0.1, 1);
	p.c.bucket = &p.bucket;
	rest_play_start(&p);
	rest_play_head(&p, 503, "1", NULL);
	rest_play_end(&p, INF_END_CLEAN);
	assert_int_equal(inf__rest_call_deadline_ns(&p.c), NS_PER_S);
	rest_play_pass(&p, NS_PER_S);
	assert_int_equal(inf__rest_call_deadline_ns(&p.c), 10 * NS_PER_S);
	rest_play_pass(&p, 9 * NS_PER_S);
	assert_string_equal(p.log.ptr, "GET /a;GET /a;");
	rest_play_fini(&p);
	inf__token_bucket_fini(&p.bucket);
}

/* A turn that a cancelled call does not use is free for the next one. */
static void call_cancelled_in_its_turn_returns_the_turn(void **state)
{
	struct rest_play p;
	int64_t at_ns;

	(void)state;
	rest_play_init(&p, "GET");
	inf__token_bucket_init(&p.bucket, 0.1, 1);
	p.c.bucket = &p.bucket;
	rest_play_start(&p);
	rest_play_head(&p, 503, "1", NULL);
	rest_play_end(&p, INF_END_CLEAN);
	rest_play_pass(&p, NS_PER_S);
	inf__rest_call_give_up(&p.c, p.now_ns, RELIST_ECANCELED, "canceled");
	assert_true(inf__token_bucket_reserve(&p.bucket, p.now_ns, TIME_NEVER, &at_ns));
	assert_int_equal(at_ns, 10 * NS_PER_S);
	rest_play_fini(&p);
	inf__token_bucket_fini(&p.bucket);
}

static void error_includes_that_of_the_previous_attempt(void **state)
{
	struct rest_play p;

	(void)state;
	rest_play_init(&p, "GET");
	strbuf_addz(&p.req.query, "limit=1");
	p.c.deadline_ns = 5 * NS_PER_S;
	rest_play_start(&p);
	rest_play_end(&p, INF_END_RESET);
	rest_play_pass(&p, NS_PER_S);
	rest_play_pass(&p, 4 * NS_PER_S);
	assert_int_equal(p.c.code, RELIST_ETIMEDOUT);
	assert_string_equal(p.c.why, "GET /a?limit=1: deadline exceeded - error from a previous "
				     "attempt: connection reset by peer");
	assert_string_equal(p.log.ptr, "GET /a?limit=1;GET /a?limit=1;close;");
	rest_play_fini(&p);
	/* An equal error is given once. */
	rest_play_init(&p, "GET");
	rest_play_start(&p);
	for (int i = 0; i < 11; i++) {
		rest_play_end(&p, INF_END_EOF);
		rest_play_pass(&p, NS_PER_S);
	}
	assert_int_equal(p.c.code, RELIST_EIO);
	assert_string_equal(p.c.why, "GET /a: EOF");
	rest_play_fini(&p);
}

static void redirect_is_followed_if_method_scheme_and_count_allow(void **state)
{
	static const struct {
		const char *method, *location;
		int status, times;
		int code;
		const char *last;
	} cases[] = {
		{ "GET", "/b", 302, 1, 0, "GET http://here/b;" },
		{ "GET", "http://there/b", 301, 1, 0, "GET http://there/b foreign;" },
		{ "GET", "/b", 308, 9, 0, "GET http://here/b;" },
		{ "GET", "/b", 308, 10, RELIST_EIO, NULL },
		{ "GET", "ftp://here/", 302, 1, RELIST_EIO, NULL },
		{ "GET", "/%zz", 302, 1, RELIST_EIO, NULL },
		{ "PUT", "/b", 307, 1, 0, "PUT http://here/b;" },
		{ "PUT", "/b", 303, 1, RELIST_EIO, NULL },
		{ "POST", "http://there/", 308, 1, RELIST_EIO, NULL },
		{ "PATCH", "https://here/a", 307, 1, RELIST_EIO, NULL },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		struct rest_play p;

		rest_play_init(&p, cases[i].method);
		rest_play_start(&p);
		for (int n = 0; n < cases[i].times; n++) {
			strbuf_clear(&p.log);
			rest_play_head(&p, cases[i].status, NULL, cases[i].location);
			rest_play_end(&p, INF_END_CLEAN);
		}
		if (p.c.code != cases[i].code ||
		    (cases[i].last && strcmp(p.log.ptr, cases[i].last) != 0))
			fail_msg("%s %s: %d %s", cases[i].method, cases[i].location, p.c.code,
				 p.log.ptr);
		rest_play_fini(&p);
	}
}

static void response_over_the_limit_closes_the_connection(void **state)
{
	struct rest_play p;

	(void)state;
	rest_play_init(&p, "GET");
	p.c.bytes_max = 1000;
	rest_play_start(&p);
	rest_play_head(&p, 200, NULL, NULL);
	rest_play_bytes(&p, 1000);
	assert_false(inf__rest_call_done(&p.c));
	rest_play_bytes(&p, 1);
	assert_int_equal(p.c.code, RELIST_ELIMIT);
	assert_string_equal(p.log.ptr, "GET /a;close;");
	assert_int_equal(p.closed, p.opened);
	rest_play_fini(&p);
}

/* Random events: the call always ends, opens a bounded number of requests, one at a
 * time, and never repeats a write whose connection broke. */
static void call_ends_after_any_sequence_of_events(void **state)
{
	static const char *const after[] = { "0", "1", "-5", "x", NULL, "99999999999999999999" };

	(void)state;
	for (uint64_t seed = 0; seed < 3000; seed++) {
		struct choice dice;
		struct rest_play p;
		bool write = seed & 1, died = false;
		uint32_t opened = 0;

		choice_init_seed(&dice, seed, false);
		rest_play_init(&p, write ? "PUT" : "GET");
		p.c.deadline_ns = 300 * NS_PER_S;
		rest_play_start(&p);
		for (int i = 0; i < 400 && !inf__rest_call_done(&p.c); i++) {
			uint32_t before = p.opened;
			const char *wait, *to;

			switch (choice_pick(&dice, 5)) {
			case 0:
				to = choice_pick(&dice, 2) ? "/b" : NULL;
				wait = after[choice_pick(&dice, 6)];
				rest_play_head(&p, (int)(200 + choice_pick(&dice, 400)), wait, to);
				break;
			case 1:
				rest_play_bytes(&p, choice_pick(&dice, 3000));
				break;
			case 2:
				died = died || p.c.state == REST_ASKED;
				rest_play_end(&p, (enum inf__end)choice_pick(&dice, 7));
				break;
			default:
				rest_play_pass(&p, (int64_t)choice_pick(&dice, 5) * NS_PER_S);
				break;
			}
			assert_true(!write || !died || p.opened == before);
			assert_in_range(p.opened - before, 0, 1);
			opened = p.opened;
		}
		rest_play_pass(&p, 301 * NS_PER_S);
		assert_true(inf__rest_call_done(&p.c));
		assert_true(opened <= 11 + 9 * 11);
		assert_true(p.c.code != 0 || p.c.status != 0);
		rest_play_fini(&p);
		choice_fini(&dice);
	}
}

static void one_call(void)
{
	struct rest_play p;

	rest_play_init(&p, "GET");
	rest_play_start(&p);
	rest_play_head(&p, 302, NULL, "/b");
	rest_play_end(&p, INF_END_CLEAN);
	rest_play_head(&p, 200, NULL, NULL);
	rest_play_bytes(&p, 100);
	rest_play_end(&p, INF_END_CLEAN);
	assert_true(inf__rest_call_done(&p.c));
	rest_play_fini(&p);
}

static void call_fails_cleanly_without_memory(void **state)
{
	(void)state;
	FOR_EACH_FAILING_ALLOC(one_call());
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(new_call_has_empty_texts_and_no_deadline),
		cmocka_unit_test(response_head_sets_media_type_retry_and_streaming),
		cmocka_unit_test(connection_error_is_named_and_only_reads_are_repeated),
		cmocka_unit_test(late_and_foreign_responses_are_ignored),
		cmocka_unit_test(retry_reads_up_to_2_kib_of_the_response_first),
		cmocka_unit_test(size_limit_applies_to_each_response),
		cmocka_unit_test(call_timeout_starts_with_its_first_rate_limiter_turn),
		cmocka_unit_test(retry_after_a_pause_waits_for_one_rate_limiter_turn),
		cmocka_unit_test(call_cancelled_in_its_turn_returns_the_turn),
		cmocka_unit_test(error_includes_that_of_the_previous_attempt),
		cmocka_unit_test(redirect_is_followed_if_method_scheme_and_count_allow),
		cmocka_unit_test(response_over_the_limit_closes_the_connection),
		cmocka_unit_test(call_ends_after_any_sequence_of_events),
		cmocka_unit_test(call_fails_cleanly_without_memory),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
