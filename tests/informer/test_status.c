/* SPDX-License-Identifier: Apache-2.0 */
/* Refusals as programs see them: apimachinery's api/errors, NewGenericServerResponse() and the
 * questions of errors.go. */
#include "informer/status.h"

#include "informer/rest_call.h"
#include "tests/kit/testing.h"

struct answer {
	struct inf__rest_request req;
	struct inf__rest_call c;
};

static void answer_init(struct answer *a, const char *method, int status, const char *type,
			const char *body, size_t len)
{
	inf__rest_request_init(&a->req, method);
	inf__rest_call_init(&a->c, &a->req);
	a->c.status = status;
	a->c.media = inf__media_type(type);
	(void)snprintf(a->c.content_type, sizeof(a->c.content_type), "%s", type ? type : "");
	strbuf_add(&a->c.body, body, len);
}

static void answer_fini(struct answer *a)
{
	inf__rest_call_fini(&a->c);
	inf__rest_request_fini(&a->req);
}

/* A response that is no Status takes reason and message from its code. */
static void http_code_sets_reason_and_message_without_a_status_body(void **state)
{
	static const struct {
		int code;
		const char *method, *printed, *reason, *message;
	} rows[] = {
		{ 400, "GET", "x", "BadRequest",
		  "the server rejected our request for an unknown reason" },
		{ 401, "GET", "x", "Unauthorized",
		  "the server has asked for the client to provide credentials" },
		{ 402, "GET", "x", "",
		  "the server responded with the status code 402 but did not return more "
		  "information" },
		{ 403, "GET", "not you", "Forbidden", "not you" },
		{ 404, "GET", "x", "NotFound", "the server could not find the requested resource" },
		{ 405, "GET", "x", "MethodNotAllowed",
		  "the server does not allow this method on the requested resource" },
		{ 406, "GET", "only yaml", "NotAcceptable", "only yaml" },
		{ 406, "GET", "", "NotAcceptable",
		  "the server was unable to respond with a content type that the client supports" },
		{ 406, "GET", "unknown", "NotAcceptable",
		  "the server was unable to respond with a content type that the client supports" },
		{ 409, "PUT", "x", "Conflict", "the server reported a conflict" },
		{ 409, "POST", "x", "AlreadyExists", "the server reported a conflict" },
		{ 410, "GET", "x", "",
		  "the server responded with the status code 410 but did not return more "
		  "information" },
		{ 415, "POST", "no xml", "UnsupportedMediaType", "no xml" },
		{ 422, "POST", "x", "Invalid",
		  "the server rejected our request due to an error in our request" },
		{ 429, "GET", "x", "TooManyRequests",
		  "the server has received too many requests and has asked us to try again later" },
		{ 499, "GET", "x", "",
		  "the server responded with the status code 499 but did not return more "
		  "information" },
		{ 500, "GET", "a \"b\"", "InternalError",
		  "an error on the server (\"a \\\"b\\\"\") has prevented the request from "
		  "succeeding" },
		{ 502, "GET", "", "InternalError",
		  "an error on the server (\"\") has prevented the request from succeeding" },
		{ 503, "GET", "x", "ServiceUnavailable",
		  "the server is currently unable to handle the request" },
		{ 504, "GET", "x", "Timeout",
		  "the server was unable to return a response in the time allotted, but may still "
		  "be processing the request" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		struct relist_err err = { 0 };
		struct inf_status s;
		struct answer a;

		answer_init(&a, rows[i].method, rows[i].code, "text/plain", rows[i].printed,
			    strlen(rows[i].printed));
		a.c.retry_after_s = 7;
		assert_int_equal(inf__status_from_answer(&s, &a.c), 0);
		assert_int_equal(s.code, rows[i].code);
		assert_string_equal(s.reason, rows[i].reason);
		assert_string_equal(s.message, rows[i].message);
		assert_int_equal(s.retry_after_s, 7);
		assert_string_equal(s.group, "");
		assert_string_equal(s.kind, "");
		assert_string_equal(s.name, "");
		assert_string_equal(s.uid, "");
		assert_int_equal(s.cause_count, 1);
		assert_string_equal(s.causes[0].reason, "UnexpectedServerResponse");
		assert_string_equal(s.causes[0].message, rows[i].printed);
		assert_string_equal(s.causes[0].field, "");
		assert_true(inf_status_is_unexpected(&s));
		(void)inf__status_error(&s, &err);
		assert_int_equal(err.http_status, rows[i].code);
		assert_string_equal(err.msg, rows[i].message);
		inf_status_fini(&s);
		answer_fini(&a);
	}
}

/* The server's message is its text, trimmed and cut; bodies of other media types are not shown. */
static void message_is_the_body_only_if_it_is_text(void **state)
{
	static char longer[3000];
	static const struct {
		const char *type, *body, *printed;
	} rows[] = {
		{ "text/plain", " \r\n\ta b\t \n", "a b" },
		{ "text/html; charset=utf-8", "<p>", "<p>" },
		{ NULL, "plain", "plain" },
		{ NULL, " \n", "" },
		{ "application/json", "{}", "unknown" },
		{ "application/octet-stream", "x", "unknown" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		struct inf_status s;
		struct answer a;

		answer_init(&a, "GET", 403, rows[i].type, rows[i].body, strlen(rows[i].body));
		assert_int_equal(inf__status_from_answer(&s, &a.c), 0);
		assert_string_equal(s.message, rows[i].printed);
		assert_string_equal(s.causes[0].message, rows[i].printed);
		inf_status_fini(&s);
		answer_fini(&a);
	}
	memset(longer, 'x', sizeof(longer) - 1);
	for (size_t len = 2047; len <= 2049; len++) {
		struct inf_status s;
		struct answer a;

		answer_init(&a, "GET", 403, "text/plain", longer, len);
		assert_int_equal(inf__status_from_answer(&s, &a.c), 0);
		assert_int_equal(strlen(s.message), len < 2048 ? len : 2048);
		inf_status_fini(&s);
		answer_fini(&a);
	}
}

#define FAILURE "{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"status\":\"Failure\""

static void status_body_overrides_the_http_code(void **state)
{
	static const char body[] =
	    FAILURE ",\"reason\":\"Conflict\",\"message\":\"m\\u0000n\",\"code\":409,\"details\":{"
		    "\"group\":\"g\",\"kind\":\"k\",\"name\":\"n\",\"uid\":\"u\","
		    "\"retryAfterSeconds\":3,\"causes\":[{\"reason\":\"r1\",\"message\":\"m1\","
		    "\"field\":\"f1\"},{},{\"reason\":\"r3\"}]}}";
	static const struct {
		int http;
		const char *type, *body;
		int code;
		const char *reason;
		bool unexpected;
	} rows[] = {
		{ 500, "application/json", FAILURE ",\"reason\":\"Gone\",\"code\":410}", 410,
		  "Gone", false },
		{ 500, NULL, FAILURE ",\"reason\":\"Gone\",\"code\":410}", 410, "Gone", false },
		{ 418, "application/json", FAILURE "}", 418, "", false },
		{ 404, "application/json", "{\"kind\":\"Status\",\"status\":\"Success\"}", 404,
		  "NotFound", true },
		{ 404, "application/json", "{\"kind\":\"Pod\",\"status\":\"Failure\"}", 404,
		  "NotFound", true },
		{ 404, "application/json", FAILURE ",\"code\":\"x\"}", 404, "NotFound", true },
		{ 404, "application/json", FAILURE, 404, "NotFound", true },
		{ 404, "text/plain", FAILURE "}", 404, "NotFound", true },
		{ 404, "bad type", FAILURE "}", 500, "InternalError", false },
	};
	struct inf_status s;
	struct answer a;

	(void)state;
	answer_init(&a, "GET", 409, "application/json", body, strlen(body));
	a.c.retry_after_s = 7; /* the header's: the Status has its own */
	assert_int_equal(inf__status_from_answer(&s, &a.c), 0);
	assert_int_equal(s.code, 409);
	assert_int_equal(s.retry_after_s, 3);
	assert_string_equal(s.reason, "Conflict");
	assert_string_equal(s.message, "m?n");
	assert_string_equal(s.group, "g");
	assert_string_equal(s.kind, "k");
	assert_string_equal(s.name, "n");
	assert_string_equal(s.uid, "u");
	assert_int_equal(s.cause_count, 3);
	assert_string_equal(s.causes[0].reason, "r1");
	assert_string_equal(s.causes[0].message, "m1");
	assert_string_equal(s.causes[0].field, "f1");
	assert_string_equal(s.causes[1].reason, "");
	assert_string_equal(s.causes[1].field, "");
	assert_string_equal(s.causes[2].reason, "r3");
	assert_true(inf_status_has_cause(&s, "r1"));
	assert_true(inf_status_has_cause(&s, "r3"));
	assert_false(inf_status_has_cause(&s, "r2"));
	assert_false(inf_status_is_unexpected(&s));
	inf_status_fini(&s);
	assert_false(inf_status_has_cause(&s, ""));
	answer_fini(&a);
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		answer_init(&a, "GET", rows[i].http, rows[i].type, rows[i].body,
			    strlen(rows[i].body));
		assert_int_equal(inf__status_from_answer(&s, &a.c), 0);
		assert_int_equal(s.code, rows[i].code);
		assert_string_equal(s.reason, rows[i].reason);
		assert_int_equal(inf_status_is_unexpected(&s), rows[i].unexpected);
		inf_status_fini(&s);
		answer_fini(&a);
	}
}

static void status_keeps_at_most_1000_causes(void **state)
{
	(void)state;
	for (int n = 999; n <= 1001; n++) {
		AUTO_STRBUF body = STRBUF_INIT;
		struct inf_status s;
		json_t v;

		strbuf_addz(&body, FAILURE ",\"details\":{\"causes\":[");
		for (int i = 0; i < n; i++)
			strbuf_addf(&body, "%s{\"reason\":\"r%d\"}", i ? "," : "", i);
		strbuf_addz(&body, "]}}");
		assert_true(json_valid(strbuf_str(&body), &v, NULL));
		assert_int_equal(inf__status_from_json(&s, v), 0);
		assert_int_equal(s.cause_count, n < 1000 ? n : 1000);
		assert_string_equal(s.causes[998].reason, "r998");
		inf_status_fini(&s);
	}
}

#define BIT(id) (1U << INF_REASON_##id)

/* The predicates that are true for a reason and a code. */
static void status_predicates_depend_on_reason_then_code(void **state)
{
	static const struct {
		const char *reason;
		int code;
		unsigned is;
	} rows[] = {
		{ "NotFound", 0, BIT(NOT_FOUND) },
		{ "AlreadyExists", 409, BIT(ALREADY_EXISTS) },
		{ "Conflict", 409, BIT(CONFLICT) },
		{ "Invalid", 422, BIT(INVALID) },
		{ "Gone", 410, BIT(GONE) },
		{ "Expired", 410, BIT(EXPIRED) },
		{ "Timeout", 504, BIT(TIMEOUT) },
		{ "ServerTimeout", 500, BIT(SERVER_TIMEOUT) },
		{ "StorageReadError", 500, BIT(STORE_READ_ERROR) },
		{ "", 404, BIT(NOT_FOUND) },
		{ "", 409, BIT(CONFLICT) },
		{ "", 422, BIT(INVALID) },
		{ "", 410, BIT(GONE) },
		{ "", 406, BIT(NOT_ACCEPTABLE) },
		{ "", 415, BIT(UNSUPPORTED_MEDIA_TYPE) },
		{ "", 405, BIT(METHOD_NOT_SUPPORTED) },
		{ "", 503, BIT(SERVICE_UNAVAILABLE) },
		{ "", 400, BIT(BAD_REQUEST) },
		{ "", 401, BIT(UNAUTHORIZED) },
		{ "", 403, BIT(FORBIDDEN) },
		{ "", 504, BIT(TIMEOUT) },
		{ "", 500, BIT(INTERNAL_ERROR) },
		{ "", 429, BIT(TOO_MANY_REQUESTS) },
		{ "", 413, BIT(REQUEST_ENTITY_TOO_LARGE) },
		{ "", 418, 0 },
		{ "", 0, 0 },
		{ "Mine", 404, BIT(NOT_FOUND) },
		{ "Mine", 410, BIT(GONE) },
		/* A known reason overrides the code, with two exceptions. */
		{ "Forbidden", 404, BIT(FORBIDDEN) },
		{ "Forbidden", 429, BIT(FORBIDDEN) | BIT(TOO_MANY_REQUESTS) },
		{ "Forbidden", 413, BIT(FORBIDDEN) | BIT(REQUEST_ENTITY_TOO_LARGE) },
		{ "Expired", 404, BIT(EXPIRED) },
	};
	enum { REASONS = INF_REASON_STORE_READ_ERROR + 1 };

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		AUTO_STRBUF body = STRBUF_INIT;
		struct inf_status s;
		json_t v;

		strbuf_addf(&body, FAILURE ",\"reason\":\"%s\",\"code\":%d}", rows[i].reason,
			    rows[i].code);
		assert_true(json_valid(strbuf_str(&body), &v, NULL));
		assert_int_equal(inf__status_from_json(&s, v), 0);
		for (unsigned r = 0; r < REASONS; r++)
			if (inf_status_is(&s, (enum inf_reason)r) != (rows[i].is >> r & 1))
				fail_msg("\"%s\" %d: %u", rows[i].reason, rows[i].code, r);
		assert_false(inf_status_is(&s, (enum inf_reason)REASONS));
		inf_status_fini(&s);
	}
	for (unsigned r = 0; r < REASONS; r++) {
		const struct inf_status empty = { .code = 404 };

		assert_false(inf_status_is(NULL, (enum inf_reason)r));
		assert_false(inf_status_is(&empty, (enum inf_reason)r));
	}
}

static void status_error_maps_to_the_relist_code_of_its_reason(void **state)
{
	static const struct {
		const char *reason;
		int code, rc;
	} rows[] = {
		{ "NotFound", 404, RELIST_ENOTFOUND },	  { "AlreadyExists", 409, RELIST_EEXIST },
		{ "Conflict", 409, RELIST_ECONFLICT },	  { "", 409, RELIST_ECONFLICT },
		{ "Gone", 410, RELIST_EEXPIRED },	  { "", 410, RELIST_EEXPIRED },
		{ "Expired", 410, RELIST_EEXPIRED },	  { "Forbidden", 403, RELIST_ESTATUS },
		{ "InternalError", 500, RELIST_ESTATUS },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		AUTO_STRBUF body = STRBUF_INIT;
		struct relist_err err = { 0 };
		struct inf_status s;
		json_t v;

		strbuf_addf(&body, FAILURE ",\"reason\":\"%s\",\"message\":\"why\",\"code\":%d}",
			    rows[i].reason, rows[i].code);
		assert_true(json_valid(strbuf_str(&body), &v, NULL));
		assert_int_equal(inf__status_from_json(&s, v), 0);
		assert_int_equal(inf__status_error(&s, &err), rows[i].rc);
		assert_int_equal(err.code, rows[i].rc);
		assert_int_equal(err.http_status, rows[i].code);
		assert_string_equal(err.msg, "why");
		assert_int_equal(inf__status_error(&s, NULL), rows[i].rc);
		inf_status_fini(&s);
	}
}

/* SuggestsClientDelay: a Status with retryAfterSeconds, and ServerTimeout even without. */
static void status_delay_is_retry_after_or_server_timeout(void **state)
{
	static const struct {
		const char *rest;
		bool wants;
		int32_t seconds;
	} rows[] = {
		{ "", false, 0 },
		{ ",\"reason\":\"ServerTimeout\"", true, 0 },
		{ ",\"details\":{\"retryAfterSeconds\":1}", true, 1 },
		{ ",\"details\":{\"retryAfterSeconds\":0}", false, 0 },
		{ ",\"details\":{\"retryAfterSeconds\":-1}", false, -1 },
		{ ",\"reason\":\"ServerTimeout\",\"details\":{\"retryAfterSeconds\":9}", true, 9 },
	};
	int32_t seconds = 5;

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		AUTO_STRBUF body = STRBUF_INIT;
		struct inf_status s;
		json_t v;

		strbuf_addf(&body, FAILURE "%s}", rows[i].rest);
		assert_true(json_valid(strbuf_str(&body), &v, NULL));
		assert_int_equal(inf__status_from_json(&s, v), 0);
		assert_int_equal(inf_status_delay(&s, &seconds), rows[i].wants);
		assert_int_equal(seconds, rows[i].seconds);
		inf_status_fini(&s);
	}
	assert_false(inf_status_delay(NULL, &seconds));
	assert_int_equal(seconds, 0);
}

static void read_both(void)
{
	static const char *const bodies[] = {
		"plain",
		FAILURE ",\"reason\":\"R\",\"message\":\"a\\n\",\"details\":{\"causes\":[{}]}}"
	};

	for (size_t i = 0; i < ARRAY_LEN(bodies); i++) {
		struct inf_status s = { 0 };
		struct answer a;
		int rc;

		answer_init(&a, "GET", 403, i ? "application/json" : "text/plain", bodies[i],
			    strlen(bodies[i]));
		rc = a.c.body.failed ? RELIST_ENOMEM : inf__status_from_answer(&s, &a.c);
		if (rc == 0)
			assert_string_equal(s.message, i ? "a\n" : "plain");
		else
			assert_int_equal(rc, RELIST_ENOMEM);
		assert_int_equal(s.cause_count, rc == 0);
		inf_status_fini(&s);
		answer_fini(&a);
	}
}

static void status_reports_failed_allocations(void **state)
{
	(void)state;
	FOR_EACH_FAILING_ALLOC(read_both());
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(http_code_sets_reason_and_message_without_a_status_body),
		cmocka_unit_test(message_is_the_body_only_if_it_is_text),
		cmocka_unit_test(status_body_overrides_the_http_code),
		cmocka_unit_test(status_keeps_at_most_1000_causes),
		cmocka_unit_test(status_predicates_depend_on_reason_then_code),
		cmocka_unit_test(status_error_maps_to_the_relist_code_of_its_reason),
		cmocka_unit_test(status_delay_is_retry_after_or_server_timeout),
		cmocka_unit_test(status_reports_failed_allocations),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
