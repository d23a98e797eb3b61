/* SPDX-License-Identifier: Apache-2.0 */
/* Which values redaction learns and finds again, and which it does not change. */
#include "runner/recording/redact.h"
#include "tests/kit/testing.h"

static const struct rec__redact_options normal = { .key = "0123456789abcdef0123456789abcde" };

#define SECRET_PATH "/api/v1/namespaces/d/secrets/s"

/* --- what is learnt --- */

static void values_of_a_secret_are_redacted_in_later_messages(void **state)
{
	static const struct {
		const char *secret, *again, *kept;
	} cases[] = {
		{ "hunter2hunter2", "failed with hunter2hunter2!", "failed with " },
		{ "correcthorsebattery", "failed with correcthorsebattery.", "failed with " },
		{ "hunter", "user \\\"hunter\\\" not found", "not found" },
		{ "x9!Q", "got x9!Q here", " here" },
		{ "pa$$w,ord", "got pa$$w,ord here", " here" },
		{ "correct horse battery", "<correct horse battery>", "<" },
		{ "hunter2hunter2", "aHVudGVyMmh1bnRlcjI= was sent", " was sent" },
		{ "hunter2hunter2", "aHVudGVyMmh1bnRlcjI was sent", " was sent" },
		{ "hunter2 hunter2", "/x?a=hunter2%20hunter2", "/x?a=" },
		{ "hun\\\"ter\\\\two", "x:{\\\"k\\\": \\\"hun\\\\\\\"ter\\\\\\\\two\\\" here",
		  " here" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		struct rec__aim aim = rec__aim_of(STR(SECRET_PATH));
		AUTO_STRBUF in = STRBUF_INIT;
		AUTO_STRBUF out = STRBUF_INIT;
		struct rec__redactor r;

		rec__redactor_init(&r, &normal);
		strbuf_addf(&in, "{\"stringData\":{\"k\":\"%s\"}}", cases[i].secret);
		rec__redact_json(&r, &aim, strbuf_str(&in), NULL, false, NULL, 0, &out);
		strbuf_clear(&in);
		strbuf_clear(&out);
		strbuf_addf(&in, "{\"message\":\"%s\"}", cases[i].again);
		rec__redact_json(&r, NULL, strbuf_str(&in), NULL, false, NULL, 0, &out);
		if (strstr(out.ptr, cases[i].secret) || !strstr(out.ptr, cases[i].kept) ||
		    strstr(out.ptr, "aHVudGVy") || strstr(out.ptr, "hunter2%20") ||
		    strstr(out.ptr, "two"))
			fail_msg("%s gave %s", in.ptr, out.ptr);
		rec__redactor_fini(&r);
	}
}

/* The annotation precedes the data. */
static void secret_value_is_redacted_in_its_own_annotation(void **state)
{
	static const char *const values[] = { "hunter2hunter2", "correcthorsebattery", "hunter" };

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(values); i++) {
		AUTO_STRBUF in = STRBUF_INIT;
		AUTO_STRBUF out = STRBUF_INIT;
		struct rec__redactor r;

		rec__redactor_init(&r, &normal);
		strbuf_addf(&in,
			    "{\"kind\":\"Secret\",\"metadata\":{\"name\":\"s\",\"annotations\":{"
			    "\"note\":\"it is %s, is it\"}},\"stringData\":{\"k\":\"%s\"}}",
			    values[i], values[i]);
		rec__redact_json(&r, NULL, strbuf_str(&in), NULL, false, NULL, 0, &out);
		assert_null(strstr(out.ptr, values[i]));
		assert_non_null(strstr(out.ptr, "\"note\":\"it is redacted-"));
		assert_non_null(strstr(out.ptr, ", is it\""));
		rec__redactor_fini(&r);
	}
}

/* Also words after the first 1,024 and the first 8,192 bytes of a value. */
static void all_words_of_a_long_value_are_learnt(void **state)
{
	static const size_t at[] = { 0, 1000, 1030, 8200, 100000 };

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(at); i++) {
		AUTO_STRBUF in = STRBUF_INIT;
		AUTO_STRBUF out = STRBUF_INIT;
		struct rec__redactor r;

		rec__redactor_init(&r, &normal);
		strbuf_addz(&in, "{\"kind\":\"Secret\",\"stringData\":{\"k\":\"");
		for (size_t n = 0; n < at[i]; n++)
			strbuf_addc(&in, n % 50 == 49 ? ' ' : 'a');
		strbuf_addz(&in, " hunter2hunter2 \"}}");
		rec__redact_json(&r, NULL, strbuf_str(&in), NULL, false, NULL, 0, &out);
		strbuf_clear(&out);
		assert_true(rec__redact_text(&r, NULL, STR("it is hunter2hunter2"), &out));
		assert_null(strstr(out.ptr, "hunter2"));
		rec__redactor_fini(&r);
	}
}

/* Names, versions and labels that equal a word of a Secret. */
/* Values with a common beginning, a short value inside a word, lines as values. */
static void longest_value_is_found_and_words_are_not_cut(void **state)
{
	static const struct {
		const char *secret, *text, *gone, *kept;
	} cases[] = {
		{ "{\"stringData\":{\"a\":\"correct-horse-9-battery\",\"b\":\"correct-horse-9\"}}",
		  "{\"x\":\"got correct-horse-9-battery!\"}", "battery", "!\"}" },
		{ "{\"stringData\":{\"b\":\"correct-horse-9\",\"a\":\"correct-horse-9-battery\"}}",
		  "{\"x\":\"got correct-horse-9-battery!\"}", "battery", "!\"}" },
		{ "{\"stringData\":{\"a\":\"some line\\nopen sesame now\"}}",
		  "{\"x\":\"said open sesame now to it\"}", "sesame", " to it" },
		{ "{\"stringData\":{\"a\":\"hunter\"}}",
		  "{\"x\":\"a manhunter and hunters of the hunter\"}", "the hunter",
		  "a manhunter and hunters of the " },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		struct rec__aim aim = rec__aim_of(STR(SECRET_PATH));
		AUTO_STRBUF out = STRBUF_INIT;
		struct rec__redactor r;

		rec__redactor_init(&r, &normal);
		rec__redact_json(&r, &aim, str_of(cases[i].secret), NULL, false, NULL, 0, &out);
		strbuf_clear(&out);
		rec__redact_json(&r, NULL, str_of(cases[i].text), NULL, false, NULL, 0, &out);
		if (strstr(out.ptr, cases[i].gone) || !strstr(out.ptr, cases[i].kept))
			fail_msg("%zu: %s", i, out.ptr);
		rec__redactor_fini(&r);
	}
}

static void learnt_words_do_not_change_names_and_versions(void **state)
{
	static const char pod[] =
	    "{\"kind\":\"Pod\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"frontend-1\","
	    "\"namespace\":\"frontend\",\"uid\":\"frontend-1\",\"resourceVersion\":\"4711471147\","
	    "\"labels\":{\"app\":\"frontend\"}},\"spec\":{\"containers\":[{\"name\":\"frontend\","
	    "\"image\":\"reg/frontend\"}]},\"status\":{\"phase\":\"Running\"}}";
	AUTO_STRBUF out = STRBUF_INIT;
	struct rec__redactor r;

	(void)state;
	rec__redactor_init(&r, &normal);
	rec__redact_json(
	    &r, NULL,
	    STR("{\"kind\":\"Secret\",\"stringData\":{\"a\":\"frontend\",\"b\":"
		"\"frontend-1\",\"c\":\"4711471147\",\"d\":\"Running\",\"e\":\"v1\"}}"),
	    NULL, false, NULL, 0, &out);
	strbuf_clear(&out);
	rec__redact_json(&r, NULL, STR(pod), NULL, false, NULL, 0, &out);
	assert_string_equal(out.ptr, pod);
	strbuf_clear(&out);
	rec__redact_path(&r, STR("/api/v1/namespaces/frontend/pods/frontend-1"), &out);
	assert_string_equal(out.ptr, "/api/v1/namespaces/frontend/pods/frontend-1");
	rec__redactor_fini(&r);
}

/* --- what is no secret --- */

static void redactor_keeps_ordinary_values_byte_for_byte(void **state)
{
	static const char *const cases[] = {
		"{\"spec\":{\"tokenExpirationSeconds\":3600,\"audiences\":[\"api\"]}}",
		"{\"automountServiceAccountToken\":true,\"imagePullSecrets\":[{\"name\":\"reg\"}]}",
		"{\"volumes\":[{\"name\":\"s\",\"secret\":{\"secretName\":\"web\",\"defaultMode\":"
		"420}},"
		"{\"projected\":{\"sources\":[{\"serviceAccountToken\":{\"expirationSeconds\":3607,"
		"\"path\":\"token\"}},{\"secret\":{\"name\":\"x\",\"items\":[{\"key\":\"a\","
		"\"path\":"
		"\"b\"}]}}]}}]}",
		"{\"env\":[{\"name\":\"A\",\"valueFrom\":{\"secretKeyRef\":{\"name\":\"web\","
		"\"key\":"
		"\"password\"}}},{\"name\":\"LOG_LEVEL\",\"value\":\"debug\"},{\"name\":\"PORT\","
		"\"value\":\"8080\"},{\"name\":\"T\",\"value\":\"30s\"},{\"name\":\"D\",\"value\":"
		"\"/var/lib/app\"},{\"name\":\"P\",\"value\":\"$(POD_NAME)\"}]}",
		"{\"envFrom\":[{\"secretRef\":{\"name\":\"web-env\"}}]}",
		"{\"kind\":\"ServiceAccount\",\"secrets\":[{\"name\":\"default-token-x2x8z\"}]}",
		"{\"image\":\"reg:5000/team/vault-token:v1.0.2@sha256:0123456789abcdef\"}",
		"{\"args\":[\"--leader-elect=true\",\"--v=2\",\"--secure-port=10257\"]}",
		"{\"args\":[\"--set\",\"auth.mode=oidc\",\"--namespace\",\"web\",\"token\","
		"\"refresh\"]}",
		"{\"args\":[\"server\",\"--token-file\",\"/var/run/"
		"x\",\"-p\",\"8080\",\"echo\",\"hi\"]}",
		"{\"conditions\":[{\"type\":\"Ready\",\"message\":\"all-pods-ready\"}]}",
		"{\"continue\":\"eyJydiI6MTIsInN0YXJ0IjoieCJ9==\"}",
		"{\"labels\":{\"app\":\"token-service\",\"pod-template-hash\":\"7d4b9c6f5d\"}}",
		"{\"message\":\"pods \\\"web-7d4b9c6f5d-x2x8z\\\" is forbidden: exceeded quota\"}",
		"{\"message\":\"Successfully pulled image \\\"nginx:1.25.3\\\" in 1.2s\"}",
		"{\"message\":\"Basic authentication and Bearer token were tried\"}",
		"{\"properties\":{\"password\":{\"type\":\"string\",\"description\":\"of the "
		"user\"},"
		"\"token\":{\"$ref\":\"#/definitions/x\"}},\"required\":[\"password\"]}",
		"{\"paths\":{\"/api/v1/namespaces/{namespace}/serviceaccounts/{name}/"
		"token\":{\"post\":{"
		"\"operationId\":\"createToken\"}}}}",
		"{\"definitions\":{\"io.k8s.api.core.v1.Secret\":{\"type\":\"object\","
		"\"properties\":{"
		"\"data\":{\"type\":\"object\",\"default\":\"x\"}}}}}",
		"{\"resources\":[{\"name\":\"serviceaccounts/"
		"token\",\"singularName\":\"\",\"kind\":"
		"\"TokenRequest\",\"verbs\":[\"create\"]}]}",
		"{\"rules\":[{\"apiGroups\":[\"\"],\"resources\":[\"secrets\",\"pods/"
		"log\"],\"verbs\":["
		"\"get\"]}]}",
		("{\"kind\":\"Status\",\"code\":404,\"reason\":\"NotFound\",\"message\":\"secrets "
		 "\\\"x\\\" not found\"}"),
		"{\"status\":{\"podIP\":\"10.0.0.1\",\"startTime\":\"2026-11-23T10:00:00Z\"}}",
		"{\"url\":\"https://user.example.com:8443/a@b/c\"}",
		"{\"subject\":\"system:serviceaccount:kube-system:token-cleaner\"}",
	};

	size_t bad = 0;

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		AUTO_STRBUF out = STRBUF_INIT;
		struct rec__redactor r;

		rec__redactor_init(&r, &normal);
		rec__redact_json(&r, NULL, str_of(cases[i]), NULL, false, NULL, 0, &out);
		if (strcmp(out.ptr, cases[i]) != 0)
			print_error("%s\ngave %s\n", cases[i], out.ptr), bad++;
		rec__redactor_fini(&r);
	}
	assert_int_equal(bad, 0);
}

static void redactor_keeps_selectors(void **state)
{
	static const char *const cases[] = { "token=abc,app=x", "app in (a,b)",
					     "metadata.name=token", "password!=x" };

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		AUTO_STRBUF out = STRBUF_INIT;
		struct rec__redactor r;

		rec__redactor_init(&r, &normal);
		rec__redact_query(&r, STR("labelSelector"), str_of(cases[i]), &out);
		assert_string_equal(out.ptr, cases[i]);
		rec__redactor_fini(&r);
	}
}

/* A recording that is recorded again: replacements of values stay. */
static void redactor_keeps_values_that_are_redacted_already(void **state)
{
	static const char secret[] =
	    "{\"kind\":\"Secret\",\"metadata\":{\"name\":\"s\"},\"data\":{\"k\":"
	    "\"cmVkYWN0ZWQtMDEyMzQ1Njc4OWFiY2RlZg==\"},\"stringData\":{\"l\":"
	    "\"redacted-0123456789abcdef\"}}";
	AUTO_STRBUF out = STRBUF_INIT;
	struct rec__redactor r;

	(void)state;
	rec__redactor_init(&r, &normal);
	rec__redact_json(&r, NULL, STR(secret), NULL, false, NULL, 0, &out);
	assert_string_equal(out.ptr, secret);
	rec__redactor_fini(&r);
}

static void prefixes_of_gateways_are_skipped(void **state)
{
	static const struct {
		const char *path, *group, *resource, *name;
		bool opaque, watch;
	} cases[] = {
		{ "/k8s/clusters/x/api/v1/namespaces/d/secrets/s", "", "secrets", "s", false,
		  false },
		{ "/k8s/clusters/x/api/v1/namespaces/d/pods/p/log", "", "pods", "p", true, false },
		{ "/g/apis/apps/v1/watch/deployments", "apps", "deployments", "", false, true },
		{ "/api/gateway/api/v1/pods", "", "pods", "", false, false },
		{ "/api/v1/namespaces/watch/pods", "", "pods", "", false, false },
		{ "/apis", "", "", "", false, false },
		{ "/apis/apps", "", "", "", false, false },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		struct rec__aim a = rec__aim_of(str_of(cases[i].path));

		if (!str_eqz(a.group, cases[i].group) || !str_eqz(a.resource, cases[i].resource) ||
		    !str_eqz(a.name, cases[i].name) || a.opaque != cases[i].opaque ||
		    a.watch != cases[i].watch)
			fail_msg("%s", cases[i].path);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(values_of_a_secret_are_redacted_in_later_messages),
		cmocka_unit_test(secret_value_is_redacted_in_its_own_annotation),
		cmocka_unit_test(all_words_of_a_long_value_are_learnt),
		cmocka_unit_test(longest_value_is_found_and_words_are_not_cut),
		cmocka_unit_test(learnt_words_do_not_change_names_and_versions),
		cmocka_unit_test(redactor_keeps_ordinary_values_byte_for_byte),
		cmocka_unit_test(redactor_keeps_selectors),
		cmocka_unit_test(redactor_keeps_values_that_are_redacted_already),
		cmocka_unit_test(prefixes_of_gateways_are_skipped),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
