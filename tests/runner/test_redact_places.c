/* SPDX-License-Identifier: Apache-2.0 */
/* Places that hide their values whatever these look like: streams of a subresource, headers, values
 * of flags, keys of managed fields, deep values; and short numbers, which are not searched. */
#include "runner/recording/redact.h"
#include "tests/kit/testing.h"

static const struct rec__redact_options normal = { .key = "0123456789abcdef0123456789abcde" };

/* No word that a rule of text would hide. */
#define WORD "frobnicate"

static void redact(const char *in, struct strbuf *out)
{
	struct rec__redactor r;

	rec__redactor_init(&r, &normal);
	rec__redact_json(&r, NULL, str_of(in), NULL, false, NULL, 0, out);
	assert_false(r.failed);
	rec__redactor_fini(&r);
}

static void bodies_of_streams_are_opaque(void **state)
{
	static const struct {
		const char *subresource;
		bool opaque;
	} cases[] = {
		{ "log", true },	 { "exec", true },   { "attach", true },
		{ "portforward", true }, { "proxy", true },  { "status", false },
		{ "eviction", false },	 { "scale", false }, { "logs", false },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		AUTO_STRBUF path = STRBUF_INIT;

		strbuf_addf(&path, "/api/v1/namespaces/d/pods/p/%s", cases[i].subresource);
		if (rec__aim_of(strbuf_str(&path)).opaque != cases[i].opaque)
			fail_msg("%s", path.ptr);
	}
}

static void partial_bodies_of_tokens_are_not_written(void **state)
{
	static const struct {
		const char *path;
		bool sensitive;
	} cases[] = {
		{ "/api/v1/namespaces/d/serviceaccounts/a/token", true },
		{ "/apis/authentication.k8s.io/v1/tokenreviews", true },
		{ "/api/v1/namespaces/d/secrets/a", true },
		{ "/api/v1/namespaces/d/serviceaccounts/a", false },
		{ "/api/v1/namespaces/d/serviceaccounts/token", false },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++)
		if (rec__aim_of(str_of(cases[i].path)).sensitive != cases[i].sensitive)
			fail_msg("%s", cases[i].path);
}

static void headers_of_authentication_are_hidden(void **state)
{
	static const struct {
		const char *name;
		bool hidden;
	} cases[] = {
		{ "Authentication", true },   { "Authentication-Info", true },
		{ "X-Authentication", true }, { "Proxy-Authentication-Info", true },
		{ "X-Amzn-Oidc-Data", true }, { "X-JFrog-Art-Api", true },
		{ "X-Honeycomb-Team", true }, { "X-Access", true },
		{ "X-Team", false },	      { "Accept", false },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		AUTO_STRBUF out = STRBUF_INIT;
		struct rec__redactor r;

		rec__redactor_init(&r, &normal);
		rec__redact_header(&r, str_of(cases[i].name), STR(WORD), &out);
		if ((strstr(out.ptr, WORD) == NULL) != cases[i].hidden)
			fail_msg("%s: %s", cases[i].name, out.ptr);
		rec__redactor_fini(&r);
	}
}

/* Numbers of up to five digits, and four letters, occur everywhere. */
static void short_values_of_a_secret_are_not_searched(void **state)
{
	static const struct {
		const char *value;
		bool found;
	} cases[] = {
		{ "1234", false },  { "12345", false }, { "123456", true }, { "pass", false },
		{ "horse", false }, { "horses", true }, { "a1b", false },   { "a1b2", true },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		AUTO_STRBUF in = STRBUF_INIT, out = STRBUF_INIT;

		strbuf_addf(&in,
			    "[{\"kind\":\"Secret\",\"stringData\":{\"k\":\"%s\"}},{\"message\":"
			    "\"there are %s of them\"}]",
			    cases[i].value, cases[i].value);
		redact(in.ptr, &out);
		if ((strstr(out.ptr, cases[i].value) == NULL) != cases[i].found)
			fail_msg("%s: %s", cases[i].value, out.ptr);
	}
}

static void value_after_a_flag_of_a_credential_is_hidden(void **state)
{
	static const struct {
		const char *args;
		bool hidden;
	} cases[] = {
		{ "\"--token\",\"" WORD "\"", true },	  { "\"--token\",\"-" WORD "\"", true },
		{ "\"--token\",\"--" WORD "\"", false },  { "\"--token=x\",\"" WORD "\"", false },
		{ "\"--replicas\",\"" WORD "\"", false }, { "\"--user\",\"" WORD "\"", false },
		{ "\"--user\",\"me:" WORD "\"", true },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		AUTO_STRBUF in = STRBUF_INIT, out = STRBUF_INIT;

		strbuf_addf(&in, "{\"args\":[%s]}", cases[i].args);
		redact(in.ptr, &out);
		if ((strstr(out.ptr, WORD) == NULL) != cases[i].hidden)
			fail_msg("%s: %s", cases[i].args, out.ptr);
	}
}

static void keys_of_managed_fields_are_hidden_below_a_credential(void **state)
{
	static const struct {
		const char *member, *key;
		bool hidden;
	} cases[] = {
		{ "password", "v:" WORD, true },
		{ "password", "k:" WORD, true },
		{ "password", "f:" WORD, false },
		{ "replicas", "v:" WORD, false },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		AUTO_STRBUF in = STRBUF_INIT, out = STRBUF_INIT;

		strbuf_addf(&in, "{\"%s\":{\"%s\":{}}}", cases[i].member, cases[i].key);
		redact(in.ptr, &out);
		if ((strstr(out.ptr, WORD) == NULL) != cases[i].hidden)
			fail_msg("%s: %s", in.ptr, out.ptr);
	}
}

/* The reader has a limit of depth: what it does not read it does not keep. */
static void values_below_the_depth_limit_are_replaced(void **state)
{
	static const size_t depths[] = { 10, 490, 500, 501, 600 };

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(depths); i++) {
		AUTO_STRBUF in = STRBUF_INIT, out = STRBUF_INIT;

		for (size_t k = 0; k < depths[i]; k++)
			strbuf_addc(&in, '[');
		strbuf_addz(&in, "\"" WORD "\"");
		for (size_t k = 0; k < depths[i]; k++)
			strbuf_addc(&in, ']');
		redact(in.ptr, &out);
		assert_int_equal(strstr(out.ptr, WORD) != NULL, depths[i] <= 500);
		assert_int_equal(strstr(out.ptr, "redacted: nested too deeply") != NULL,
				 depths[i] > 500);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(bodies_of_streams_are_opaque),
		cmocka_unit_test(partial_bodies_of_tokens_are_not_written),
		cmocka_unit_test(headers_of_authentication_are_hidden),
		cmocka_unit_test(short_values_of_a_secret_are_not_searched),
		cmocka_unit_test(value_after_a_flag_of_a_credential_is_hidden),
		cmocka_unit_test(keys_of_managed_fields_are_hidden_below_a_credential),
		cmocka_unit_test(values_below_the_depth_limit_are_replaced),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
