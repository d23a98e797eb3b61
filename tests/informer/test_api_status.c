/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/kit/testing.h"

#include "base/str.h"
#include "informer/api_status.h"

/* rest.Result.Error and apierrors.NewGenericServerResponse: the source of code and reason. */
static void api_error_reason_comes_from_the_status_body_or_the_http_code(void **state)
{
	static const struct {
		int http;
		const char *content_type, *body;
		int code;
		const char *reason;
	} cases[] = {
		{ 500, "application/json",
		  "{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"status\":\"Failure\",\"reason\":"
		  "\"Expired\",\"code\":410}",
		  410, "Expired" },
		{ 500, NULL,
		  "{\"kind\":\"Status\",\"status\":\"Failure\",\"reason\":\"Mine\",\"code\":499}",
		  499, "Mine" },
		{ 410, "application/json; charset=utf-8",
		  "{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"status\":\"Failure\"}", 0, "" },
		{ 500, NULL,
		  "{\"KIND\":\"Status\",\"status\":\"Failure\",\"reason\":\"Mine\",\"code\":499,"
		  "\"code\":null}",
		  499, "Mine" },
		{ 503, NULL, "{\"kind\":\"Status\",\"apiVersion\":\"a/\",\"status\":\"Failure\"}",
		  503, "ServiceUnavailable" },
		{ 503, NULL,
		  "{\"kind\":\"Status\",\"status\":\"Failure\",\"details\":{\"causes\":[{\"field\":"
		  "1}]},"
		  "\"details\":null}",
		  503, "ServiceUnavailable" },
		/* no complete Status */
		{ 410, "application/json",
		  "{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"reason\":\"Expired\"}", 410, "" },
		{ 404, "application/json", "404 page not found\n", 404, "NotFound" },
		{ 502, "application/json", "<html>", 502, "InternalError" },
		{ 500, "application/json", "", 500, "InternalError" },
		{ 500, "application/json", "{}", 500, "InternalError" },
		{ 500, "application/json",
		  "{\"kind\":\"Status\",\"status\":\"Failure\",\"code\":\"410\"}", 500,
		  "InternalError" },
		{ 500, "application/json",
		  "{\"kind\":\"Status\",\"status\":\"Failure\",\"code\":410.5}", 500,
		  "InternalError" },
		{ 500, "application/json",
		  "{\"kind\":\"Status\",\"status\":\"Failure\",\"reason\":5}", 500,
		  "InternalError" },
		{ 500, "application/json",
		  "{\"kind\":\"Status\",\"status\":\"Failure\",\"details\":[]}", 500,
		  "InternalError" },
		{ 500, "text/plain",
		  "{\"kind\":\"Status\",\"status\":\"Failure\",\"reason\":\"Expired\"}", 500,
		  "InternalError" },
		{ 403, "bad type", "{}", 500, "InternalError" },
		{ 400, "text/html", "x", 400, "BadRequest" },
		{ 401, NULL, "x", 401, "Unauthorized" },
		{ 403, NULL, "x", 403, "Forbidden" },
		{ 405, NULL, "x", 405, "MethodNotAllowed" },
		{ 406, NULL, "x", 406, "NotAcceptable" },
		{ 409, NULL, "x", 409, "Conflict" },
		{ 410, NULL, "x", 410, "" },
		{ 415, NULL, "x", 415, "UnsupportedMediaType" },
		{ 418, NULL, "x", 418, "" },
		{ 422, NULL, "x", 422, "Invalid" },
		{ 429, NULL, "x", 429, "TooManyRequests" },
		{ 503, NULL, "x", 503, "ServiceUnavailable" },
		{ 504, NULL, "x", 504, "Timeout" },
		{ 507, NULL, "x", 507, "InternalError" },
		{ 301, NULL, "x", 301, "" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		struct inf__api_error e;

		inf__api_error_from_response(&e, cases[i].http, cases[i].content_type,
					     str_of(cases[i].body));
		assert_int_equal(e.kind, INF_WATCH_ERROR_STATUS);
		assert_int_equal(e.code, cases[i].code);
		assert_string_equal(e.reason, cases[i].reason);
	}
}

/* apierrors: a known reason decides, a code only where the reason is unknown; but for 429. */
static void reasons_outrank_codes(void **state)
{
	static const struct {
		const char *reason;
		int code;
		bool expired, gone, too_many, internal;
	} cases[] = {
		{ "Expired", 410, true, false, false, false },
		{ "Gone", 410, false, true, false, false },
		{ "", 410, false, true, false, false },
		{ "Whatever", 410, false, true, false, false },
		{ "NotFound", 410, false, false, false, false },
		{ "TooManyRequests", 500, false, false, true, false },
		{ "NotFound", 429, false, false, true, false },
		{ "Expired", 429, true, false, true, false },
		{ "InternalError", 0, false, false, false, true },
		{ "", 500, false, false, false, true },
		{ "Timeout", 500, false, false, false, false },
		{ "", 0, false, false, false, false },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		struct inf__api_error e;

		inf__api_error_set(&e, INF_WATCH_ERROR_STATUS, "x");
		e.code = cases[i].code;
		(void)snprintf(e.reason, sizeof(e.reason), "%s", cases[i].reason);
		assert_int_equal(inf__api_error_is_expired(&e), cases[i].expired);
		assert_int_equal(inf__api_error_is_gone(&e), cases[i].gone);
		assert_int_equal(inf__api_error_is_too_many(&e), cases[i].too_many);
		assert_int_equal(inf__api_error_is_internal(&e), cases[i].internal);
		e.kind = INF_WATCH_ERROR_OTHER;
		assert_false(inf__api_error_is_expired(&e) || inf__api_error_is_gone(&e) ||
			     inf__api_error_is_too_many(&e) || inf__api_error_is_internal(&e));
	}
}

/* reflector.go isTooLargeResourceVersionError */
static void too_large_version_is_recognised_in_three_forms(void **state)
{
	static const struct {
		const char *status;
		bool too_large, when_wrapped;
	} cases[] = {
		{ "{\"reason\":\"Whatever\",\"details\":{\"causes\":[{\"reason\":\"x\"},"
		  "{\"reason\":\"ResourceVersionTooLarge\"}]}}",
		  true, true },
		{ "{\"reason\":\"Timeout\",\"details\":{\"causes\":[{\"message\":"
		  "\"Too large resource version\"}]}}",
		  true, false },
		{ "{\"reason\":\"Timeout\",\"message\":\"Timeout: Too large resource version: 9, "
		  "current: 8\",\"details\":{}}",
		  true, false },
		{ "{\"code\":504,\"message\":\"Too large resource version\",\"details\":{}}", true,
		  false },
		{ "{\"reason\":\"Timeout\",\"message\":\"Too large resource version\"}", false,
		  false },
		{ "{\"reason\":\"InternalError\",\"message\":\"Too large resource version\","
		  "\"details\":{}}",
		  false, false },
		{ "{\"reason\":\"Timeout\",\"details\":{\"causes\":[{\"message\":"
		  "\"Too large resource version.\"}]}}",
		  false, false },
		{ "{\"reason\":\"Timeout\",\"details\":{\"causes\":null}}", false, false },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		struct inf__api_error e;

		assert_true(inf__api_error_from_status(&e, str_of(cases[i].status)));
		assert_int_equal(inf__api_error_is_too_large(&e), cases[i].too_large);
		e.wrapped = true;
		assert_int_equal(inf__api_error_is_too_large(&e), cases[i].when_wrapped);
	}
}

static void media_type_parser_accepts_what_go_mime_accepts(void **state)
{
	static const struct {
		const char *type;
		enum inf__media want;
	} cases[] = {
		{ NULL, INF_MEDIA_JSON },
		{ "", INF_MEDIA_JSON },
		{ "application/json", INF_MEDIA_JSON },
		{ "Application/JSON", INF_MEDIA_JSON },
		{ " application/json ;charset=utf-8;stream=watch", INF_MEDIA_JSON },
		{ "application/json;", INF_MEDIA_JSON },
		{ "application/json; a=\"b;c\\\"\"", INF_MEDIA_JSON },
		{ "application/json-patch+json", INF_MEDIA_OTHER },
		{ "application/jso", INF_MEDIA_OTHER },
		{ "application/vnd.kubernetes.protobuf", INF_MEDIA_OTHER },
		{ "text/html; charset=utf-8", INF_MEDIA_TEXT },
		{ "TEXT/plain", INF_MEDIA_TEXT },
		{ "text", INF_MEDIA_OTHER },
		{ "bad type", INF_MEDIA_INVALID },
		{ "application/", INF_MEDIA_INVALID },
		{ "application/json; charset", INF_MEDIA_INVALID },
		{ "application/json; a=\"b", INF_MEDIA_INVALID },
		{ "application/json; a=", INF_MEDIA_INVALID },
		{ ";", INF_MEDIA_INVALID },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		if (inf__media_type(cases[i].type) != cases[i].want)
			fail_msg("%s: %d", cases[i].type, (int)inf__media_type(cases[i].type));
	}
}

static void long_texts_are_cut_not_overrun(void **state)
{
	AUTO_STRBUF json = STRBUF_INIT;
	struct inf__api_error e;

	(void)state;
	strbuf_addz(&json, "{\"message\":\"");
	for (int i = 0; i < 1000; i++)
		strbuf_addc(&json, 'm');
	strbuf_addz(&json, "\",\"reason\":\"");
	for (int i = 0; i < 1000; i++)
		strbuf_addc(&json, 'r');
	strbuf_addz(&json, "\"}");
	assert_true(inf__api_error_from_status(&e, strbuf_str(&json)));
	assert_int_equal(strlen(e.text), sizeof(e.text) - 1);
	assert_int_equal(strlen(e.reason), sizeof(e.reason) - 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(api_error_reason_comes_from_the_status_body_or_the_http_code),
		cmocka_unit_test(reasons_outrank_codes),
		cmocka_unit_test(too_large_version_is_recognised_in_three_forms),
		cmocka_unit_test(media_type_parser_accepts_what_go_mime_accepts),
		cmocka_unit_test(long_texts_are_cut_not_overrun),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
