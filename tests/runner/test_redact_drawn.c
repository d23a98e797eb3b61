/* SPDX-License-Identifier: Apache-2.0 */
/* Secrets, places and encodings drawn from a seed: what the proxy writes of a request and its
 * answer holds no eight bytes of the secret, and holds what a replay needs. Each secret stands in
 * its conversation once, so that nothing is hidden because it was learnt elsewhere. */
#define _GNU_SOURCE
#include "base/base64.h"
#include "runner/recording/tap.h"
#include "tests/kit/drawn_talk.h"
#include "tests/kit/drawn_text.h"
#include "tests/kit/testing.h"

enum { RUNS = 10000, WINDOW = 8 };

/* --- what is written --- */

static int keep_line(void *user, struct str line, struct relist_err *err)
{
	(void)err;
	strbuf_adds(user, line);
	return 0;
}

static struct rec__exchange *send_request(struct rec__tap *tap, const struct drawn_talk *t,
					  struct rec__http *h)
{
	AUTO_STRBUF bytes = STRBUF_INIT;
	struct rec__exchange *x = NULL;
	enum rec__http_event e;
	struct str rest, data;
	size_t n;

	strbuf_addf(&bytes, "%s %s%s%s HTTP/1.1\r\n%s", t->method.ptr, t->path.ptr,
		    t->query.len ? "?" : "", t->query.ptr, t->headers.ptr);
	if (t->body.len)
		strbuf_addf(&bytes, "Content-Type: %s\r\nContent-Length: %zu\r\n", t->type.ptr,
			    t->body.len);
	strbuf_addz(&bytes, "\r\n");
	strbuf_adds(&bytes, strbuf_str(&t->body));
	rest = strbuf_str(&bytes);
	rec__http_init(h, false);
	do {
		e = rec__http_feed(h, rest, &n, &data);
		rest = (struct str) { rest.ptr + n, rest.len - n };
		if (e == REC_HTTP_HEAD)
			x = rec__exchange_begin(tap, 7, &h->head);
		else if (e == REC_HTTP_DATA)
			rec__exchange_request_data(x, data);
	} while (e == REC_HTTP_HEAD || e == REC_HTTP_DATA);
	if (e != REC_HTTP_END)
		fail_msg("the request was not read: %s", bytes.ptr);
	rec__exchange_request_end(x, 1);
	return x;
}

static void send_answer(struct rec__exchange *x, const struct drawn_talk *t)
{
	AUTO_STRBUF bytes = STRBUF_INIT;
	struct rec__http h;
	struct str rest, data;
	enum rec__http_event e;
	size_t n;

	strbuf_addf(&bytes, "HTTP/1.1 200 OK\r\nContent-Type: %s\r\nContent-Length: %zu\r\n\r\n",
		    t->answer_type.len ? t->answer_type.ptr : "application/json", t->answer.len);
	strbuf_adds(&bytes, strbuf_str(&t->answer));
	rest = strbuf_str(&bytes);
	rec__http_init(&h, true);
	rec__http_expect(&h, strbuf_str(&t->method));
	do {
		e = rec__http_feed(&h, rest, &n, &data);
		rest = (struct str) { rest.ptr + n, rest.len - n };
		if (e == REC_HTTP_HEAD)
			rec__exchange_head(x, 2, &h.head);
		else if (e == REC_HTTP_DATA)
			rec__exchange_data(x, 3, data);
	} while (e == REC_HTTP_HEAD || e == REC_HTTP_DATA);
	assert_int_equal(e, REC_HTTP_END);
	rec__exchange_end(x, 4);
	rec__http_fini(&h);
}

/* Makes values of earlier Secrets out of the names and signs that the forms are recognized by. */
static void learn_names(struct rec__redactor *r)
{
	static const char *const names[] = {
		"password",	"password:",  "password: ",    "password=",	 "--password",
		"token",	"token:",     "\"token\":",    "api_key=",	 "DB_PASSWORD",
		"DB_PASSWORD=", "secret",     "Authorization", "Authorization:", "Bearer",
		"Cookie: ",	"<password>", "://",	       "PGPASSWORD=",	 "data:",
		"stringData:",	"password%3A"
	};

	for (size_t i = 0; i < ARRAY_LEN(names); i++) {
		AUTO_STRBUF hidden = STRBUF_INIT;

		rec__redact_value(r, str_of(names[i]), &hidden);
		assert_false(hidden.failed);
	}
}

static void record(const struct drawn_talk *t, bool names, struct strbuf *recording)
{
	struct rec__tap_options opt = { .redact = { .key = "0123456789abcdef0123456789abcde",
						    .keep_managed_fields =
							t->keep_managed_fields } };
	struct rec__writer writer;
	struct rec__tap tap;
	struct rec__http h;
	struct rec__exchange *x;

	rec__writer_init(&writer, (struct rec__output) { keep_line, recording });
	rec__tap_init(&tap, &opt, &writer);
	if (names)
		learn_names(&tap.redactor);
	x = send_request(&tap, t, &h);
	assert_non_null(x);
	send_answer(x, t);
	assert_int_equal(tap.err.code, 0);
	rec__http_fini(&h);
	rec__tap_fini(&tap);
	rec__writer_fini(&writer);
}

/* Of what stands for a value, plain and as base64: some secrets begin like it. */
static bool is_of_redacted(const char *window)
{
	static const char *const marks[] = { "redacted-", "cmVkYWN0ZWQt", "JlZGFjdGVkL",
					     "yZWRhY3RlZC" };

	for (size_t i = 0; i < ARRAY_LEN(marks); i++)
		if (memmem(marks[i], strlen(marks[i]), window, WINDOW))
			return true;
	return false;
}

static bool has_part(const struct strbuf *text, struct str secret)
{
	for (size_t i = 0; i + WINDOW <= secret.len; i++)
		if (!is_of_redacted(secret.ptr + i) &&
		    memmem(text->ptr, text->len, secret.ptr + i, WINDOW))
			return true;
	return false;
}

static unsigned bad;

static void fail_with(uint64_t n, const char *what, struct str secret, const struct drawn_talk *t,
		      const struct strbuf *recording)
{
	bad++;
	print_error("%llu: %s\nsecret  " STR_FMT
		    "\nrequest %s %s?%s\n%s%s\nanswer  %s\nwrote   %s\n",
		    (unsigned long long)n, what, STR_ARG(secret), t->method.ptr, t->path.ptr,
		    t->query.ptr, t->headers.ptr, t->body.ptr, t->answer.ptr, recording->ptr);
}

static void check(uint64_t n, bool names, struct str secret, const struct drawn_talk *t)
{
	AUTO_STRBUF recording = STRBUF_INIT;
	AUTO_STRBUF form = STRBUF_INIT;

	record(t, names, &recording);
	if (has_part(&recording, secret))
		fail_with(n, "the secret is there", secret, t, &recording);
	base64_encode(&form, secret, BASE64_STD);
	if (has_part(&recording, strbuf_str(&form)))
		fail_with(n, "the secret is there as base64", secret, t, &recording);
	for (size_t i = 0; i < t->kept_count && !names; i++)
		if (!strstr(recording.ptr, t->kept[i].ptr))
			fail_with(n, t->kept[i].ptr, secret, t, &recording);
}

static void check_runs(uint64_t runs, bool names)
{
	for (uint64_t n = 0; n < runs && bad < 10; n++) {
		AUTO_STRBUF secret = STRBUF_INIT;
		struct drawn_talk t;
		struct choice c;

		choice_init_seed(&c, n, false);
		drawn_secret_add(&c, &secret);
		draw_talk(&c, strbuf_str(&secret), &t);
		check(n, names, strbuf_str(&secret), &t);
		choice_fini(&c);
		drawn_talk_fini(&t);
	}
	assert_int_equal(bad, 0);
}

static void redacted_output_has_no_eight_bytes_of_a_generated_secret(void **state)
{
	(void)state;
	check_runs(RUNS, false);
}

static void generated_secrets_are_hidden_if_their_names_were_values_before(void **state)
{
	(void)state;
	check_runs(RUNS / 2, true);
}

/* The same value is the same hash in all places, another one is not. */
static void equal_values_are_equal_after_redaction(void **state)
{
	(void)state;
	for (uint64_t n = 0; n < 300; n++) {
		struct rec__redact_options opt = { .key = "0123456789abcdef0123456789abcde" };
		AUTO_STRBUF a = STRBUF_INIT, b = STRBUF_INIT, json = STRBUF_INIT, out = STRBUF_INIT;
		const char *first, *second, *third;
		struct rec__redactor r;
		struct choice c;

		choice_init_seed(&c, n, false);
		drawn_secret_add(&c, &a);
		drawn_secret_add(&c, &b);
		choice_fini(&c);
		rec__redactor_init(&r, &opt);
		strbuf_addz(&json, "{\"kind\":\"Secret\",\"stringData\":{\"a\":");
		strbuf_add_json(&json, strbuf_str(&a));
		strbuf_addz(&json, ",\"b\":");
		strbuf_add_json(&json, strbuf_str(&b));
		strbuf_addz(&json, "},\"data\":{\"c\":\"");
		base64_encode(&json, strbuf_str(&a), BASE64_STD);
		strbuf_addz(&json, "\"}}");
		rec__redact_json(&r, NULL, strbuf_str(&json), NULL, false, NULL, 0, &out);
		first = strstr(out.ptr, "redacted-");
		second = first ? strstr(first + 1, "redacted-") : NULL;
		third = strstr(out.ptr, "\"c\":\"");
		assert_non_null(second);
		assert_non_null(third);
		strbuf_clear(&json);
		assert_true(base64_decode(&json,
					  (struct str) { third + 5, strcspn(third + 5, "\"") },
					  BASE64_STD, NULL));
		assert_memory_equal(json.ptr, first, json.len);
		assert_memory_not_equal(first, second, json.len);
		rec__redactor_fini(&r);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(redacted_output_has_no_eight_bytes_of_a_generated_secret),
		cmocka_unit_test(generated_secrets_are_hidden_if_their_names_were_values_before),
		cmocka_unit_test(equal_values_are_equal_after_redaction),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
