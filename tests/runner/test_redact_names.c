/* SPDX-License-Identifier: Apache-2.0 */
/* Names of credentials by the words in them, and values that come again elsewhere. */
#include <stdlib.h>

#include "base/base64.h"
#include "tests/kit/redact_kit.h"
#include "tests/kit/testing.h"

static void values_are_hidden_by_the_words_of_their_names(void **state)
{
	static const struct redact_form forms[] = {
		/* a word begins at a capital after capitals, if a small letter follows */
		{ "{\"IMAPPass\":\"@\"}", "\"IMAPPass\":" },
		{ "{\"SMTPPass\":\"@\"}", "\"SMTPPass\":" },
		{ "{\"usertokens\":\"@\"}", "\"usertokens\":" },
		{ "{\"passwordForTheReaderOfTheDatabaseOfOrders\":\"@\"}", "Orders\":" },
		{ "{\"extraEnvVars\":{\"X\":\"@\"}}", "\"X\":" },
		{ "set token=&#x27;@&#x27; now", "&apos; now" },
		/* capitals of the last part are a constant */
		{ "{\"helm.values/GITLAB_PAT\":\"@\"}", "GITLAB_PAT\":" },
		/* free text in a member for names */
		{ "{\"name\":\"login Bearer @\"}", "\"name\":\"login Bearer " },
		{ "{\"kind\":\"SecretList\",\"items\":[{\"data\":{\"colour\":\"@\"",
		  "\"colour\":\"" },
	};
	static const char *const kept[] = {
		"{\"maxTokens\":\"four-thousand-and-96\"}",
		"{\"inputTokens\":\"Some-32-tokens-here\"}",
		"{\"sort_KEY\":\"name-of-a-column\"}",
	};

	(void)state;
	check_redact_forms(forms, ARRAY_LEN(forms));
	check_kept_texts(kept, ARRAY_LEN(kept));
}

/* A word without a form of its own is hidden beside the member that has it. */
static void value_of_a_credential_is_hidden_in_the_members_beside_it(void **state)
{
	AUTO_STRBUF out = STRBUF_INIT;

	(void)state;
	redact_normally("{\"spec\":{\"password\":\"hunter-two\",\"note\":\"b-hunter-two\"}}", &out);
	assert_null(strstr(out.ptr, "hunter"));
}

/* The value of a Secret as a part of a word, and in base64. */
static void learnt_value_is_hidden_within_words_and_encodings(void **state)
{
	AUTO_STRBUF in = STRBUF_INIT, out = STRBUF_INIT, value = STRBUF_INIT, coded = STRBUF_INIT;

	(void)state;
	for (unsigned i = 0; i < 30; i++)
		strbuf_addf(&value, "Long%uValue", i);
	base64_encode(&coded, strbuf_str(&value), BASE64_STD);
	strbuf_addf(&in,
		    "{\"items\":[{\"kind\":\"Secret\",\"stringData\":{\"k\":\"%s\",\"w\":"
		    "\"Hunter-22\"}},{\"kind\":\"ConfigMap\",\"data\":{\"x\":\"b-Hunter-22\",\"y\":"
		    "\"%s\"}}]}",
		    value.ptr, coded.ptr);
	redact_normally(in.ptr, &out);
	assert_null(strstr(out.ptr, "Hunter-22"));
	assert_null(strstr(out.ptr, coded.ptr + 8));
}

static void number_of_a_credential_is_hidden_in_truncated_json(void **state)
{
	AUTO_STRBUF out = STRBUF_INIT;
	struct rec__redactor r;

	(void)state;
	rec__redactor_init(&r, &redact_options);
	(void)rec__redact_partial(&r, NULL, STR("{\"password\":90125,\"port\":8080,\"x\":"), &out);
	assert_null(strstr(out.ptr, "90125"));
	assert_non_null(strstr(out.ptr, "\"port\":8080,"));
	rec__redactor_fini(&r);
}

static void hidden_numbers_fit_into_32_bits(void **state)
{
	struct rec__redactor r;

	(void)state;
	rec__redactor_init(&r, &redact_options);
	for (unsigned i = 0; i < 40; i++) {
		AUTO_STRBUF in = STRBUF_INIT, out = STRBUF_INIT;

		strbuf_addf(&in, "{\"password\":%u}", 84613 + i);
		rec__redact_json(&r, NULL, strbuf_str(&in), NULL, false, NULL, 0, &out);
		assert_true(strtoul(out.ptr + strlen("{\"password\":"), NULL, 10) <= INT32_MAX);
	}
	rec__redactor_fini(&r);
}

static void hashed_names_leave_the_namespaces_of_every_cluster(void **state)
{
	static const char *const names[] = { "default", "kube-system", "kube-public",
					     "kube-node-lease" };
	struct rec__redact_options opt = redact_options;
	struct rec__redactor r;

	(void)state;
	opt.hash_names = true;
	rec__redactor_init(&r, &opt);
	for (size_t i = 0; i < ARRAY_LEN(names); i++) {
		AUTO_STRBUF in = STRBUF_INIT, out = STRBUF_INIT;

		strbuf_addf(&in, "/api/v1/namespaces/%s/pods", names[i]);
		rec__redact_path(&r, strbuf_str(&in), &out);
		assert_string_equal(out.ptr, in.ptr);
	}
	rec__redactor_fini(&r);
}

static void base64_of_urls_is_decoded_if_its_length_is_a_multiple_of_four(void **state)
{
	/* {"token":"hunter2hunter2","a":"???"} */
	static const char coded[] = "eyJ0b2tlbiI6Imh1bnRlcjJodW50ZXIyIiwiYSI6Ij8_PyJ9";
	AUTO_STRBUF out = STRBUF_INIT;
	struct rec__redactor r;

	(void)state;
	rec__redactor_init(&r, &redact_options);
	assert_true(rec__redact_text(&r, NULL, STR(coded), &out));
	assert_null(strstr(out.ptr, "1bnRlcjJodW50"));
	assert_memory_equal(out.ptr, coded, strlen("eyJ0b2tlbiI6"));
	rec__redactor_fini(&r);
}

static void parameters_of_a_login_are_hidden(void **state)
{
	static const char *const names[] = { "code", "state", "ticket", "nonce", "code_challenge" };
	struct rec__redactor r;

	(void)state;
	rec__redactor_init(&r, &redact_options);
	for (size_t i = 0; i < ARRAY_LEN(names); i++) {
		AUTO_STRBUF out = STRBUF_INIT;

		rec__redact_query(&r, str_of(names[i]), STR("frobnicate"), &out);
		assert_memory_equal(out.ptr, "redacted", strlen("redacted"));
	}
	rec__redactor_fini(&r);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(values_are_hidden_by_the_words_of_their_names),
		cmocka_unit_test(value_of_a_credential_is_hidden_in_the_members_beside_it),
		cmocka_unit_test(number_of_a_credential_is_hidden_in_truncated_json),
		cmocka_unit_test(hidden_numbers_fit_into_32_bits),
		cmocka_unit_test(hashed_names_leave_the_namespaces_of_every_cluster),
		cmocka_unit_test(parameters_of_a_login_are_hidden),
		cmocka_unit_test(base64_of_urls_is_decoded_if_its_length_is_a_multiple_of_four),
		cmocka_unit_test(learnt_value_is_hidden_within_words_and_encodings),
	};

	return cmocka_run_group_tests_name("runner/redact_names", tests, NULL, NULL);
}
