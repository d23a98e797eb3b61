/* SPDX-License-Identifier: Apache-2.0 */
/* Credentials that a sentence, a difference or a mark gives away, names with more words behind
 * them, and texts of the same shape that stay. */
#include "runner/recording/redact_impl.h"
#include "tests/kit/redact_kit.h"
#include "tests/kit/testing.h"

static void credential_names_with_further_words_are_recognized(void **state)
{
	static const char *const names[] = {
		"deployKey",
		"secretText",
		"passwordFileContent",
		"pwdHash",
		"passwordConfirm",
		"password_confirmation",
		"tokenForSlack",
		"passwordForX",
		"token_for_b",
		"passwordOfRoot",
		"secret_key_base_dummy",
		"serviceAccountKeys",
		"slackTokens",
		"dbPasswords",
		"TOKEN_PROD",
		"this.OPENAI_KEY",
		"app.STRIPE_SK",
		"adminpw",
		"p12pass",
		"authHeader",
		"kek",
		"secret1.txt",
		"service_key",
		"+dsn",
		"credentialsJson",
		"walletSeed",
		"clientSecretValue",
		"keystore-password-raw",
		"apiTokenOld",
		"clusterclientsecretnew",
		"ldappasswdforroot",
		"accountpwd",
		"pass-tmp",
		"GIT_TOKEN_LEGACY",
		"credentialV2",
		"MyPwdBase64",
		"svc_secret_enc",
	};
	static const char *const others[] = {
		"maxTokens",	 "max_tokens",	"promptTokens",	  "imagePullSecrets", "seed",
		"passwordFile",	 "tokenPath",	"secretName",	  "secretYaml",	      "topologyKey",
		"keys",		 "publicKey",	"passwordLength", "context",	      "latest",
		"keyboard",	 "information", "tokenLimit",	  "tokenformat",      "tokenFormat",
		"forToken.name",
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(names); i++)
		if (!rec__is_sensitive(str_of(names[i])))
			fail_msg("%s is not sensitive", names[i]);
	for (size_t i = 0; i < ARRAY_LEN(others); i++)
		if (rec__is_sensitive(str_of(others[i])))
			fail_msg("%s is sensitive", others[i]);
}

static void quoted_values_of_a_credential_in_a_sentence_are_hidden(void **state)
{
	static const struct redact_form forms[] = {
		{ "changed access-key-secret from \"x\" to \"@\"", "changed access-key-secret" },
		{ "changed password from \"@\" to \"y\", retrying", ", retrying" },
		{ "db_password mismatch: got \"@\", want \"x\"", "mismatch: got \"" },
		{ "apiKey mismatch: got \\\"@\\\", want \\\"x\\\"", "mismatch: got \\\"" },
		{ "field smtp_pass has value \"@\"", "has value \"" },
		{ "~ webhook_secret: \"old\" => \"@\"", "=> \"" },
		{ "~ token = null -> \"@\"", "~ token" },
		{ "~ password = \"old\" -> \"@\" # forces replacement", "# forces replacement" },
		{ "the password is: @", "the password is:" },
		{ "set -x SECRET \"@\"", "set -x SECRET \"" },
		{ "**jwtSecret**: @", "**jwtSecret**:" },
		{ "PASSWORD ?= @", "PASSWORD ?=" },
		{ "%DB_PASS%=@", "%DB_PASS%=" },
		{ "-dsn: old\n+dsn: @", "+dsn:" },
		{ "java -Dpin=@ -jar x", "java -Dpin=" },
		{ "code=@&grant_type=authorization_code", "&grant_type=authorization_code" },
		{ "password=$(cat <<EOF\n@\nEOF\n)", "\nEOF\n)" },
		{ "x: dbSecret: |-\n  l1\n  @\nb: 1", "\nb: 1" },
		{ "vault token lookup @", "vault token lookup " },
		{ "sentinel auth-pass mymaster @", "auth-pass mymaster " },
		{ "etcdctl put /app/x @", "put /app/x " },
	};

	(void)state;
	check_redact_forms(forms, ARRAY_LEN(forms));
}

static void values_of_marked_objects_are_hidden(void **state)
{
	static const struct redact_form forms[] = {
		{ "{\"vars\":[{\"name\":\"x\",\"value\":\"@\",\"sensitive\":true}]}", "\"x\"" },
		{ "{\"variables\":{\"x\":{\"secret\":true,\"value\":\"@\"}}}", "\"x\"" },
		{ "{\"a\":[{\"name\":\"csrfToken\",\"data\":\"@\"}]}", "csrfToken" },
		{ "{\"a\":[{\"name\":\"accessKey\",\"literal\":\"@\"}]}", "accessKey" },
		{ "{\"secretTemplate\":{\"data\":{\"a\":\"@\"}}}", "\"data\":{\"a\":" },
		{ "{\"secretGenerator\":[{\"name\":\"x\",\"literals\":[\"a=@\"]}]}", "[\"a=" },
		{ ("{\"details\":{\"causes\":[{\"field\":\"spec.db_password\",\"message\":"
		   "\"Invalid "
		   "value: \\\"@\\\": bad\"}]}}"),
		  "spec.db_password" },
		{ ("{\"properties\":{\"spring.datasource.password\":{\"type\":\"string\","
		   "\"default\":\"@\"}}}"),
		  "\"type\":\"string\"" },
		{ "{\"source\":\"data:,password%3D@\"}", "\"source\":\"data" },
	};

	(void)state;
	check_redact_forms(forms, ARRAY_LEN(forms));
}

/* Keys of managedFields hold values, also in JSON that is cut short. */
static void cut_managed_fields_hide_the_values_in_their_keys(void **state)
{
	static const char text[] = "{\"metadata\":{\"managedFields\":[{\"fieldsV1\":{\"f:args\":{"
				   "\"v:\\\"--token=hunter2hunter2\\\"\":{}}";
	AUTO_STRBUF out = STRBUF_INIT;
	struct rec__redactor r;

	(void)state;
	rec__redactor_init(&r, &redact_options);
	(void)rec__redact_partial(&r, NULL, STR(text), &out);
	assert_null(strstr(out.ptr, "hunter2"));
	assert_non_null(strstr(out.ptr, "\"f:args\":{\"v:redacted-"));
	rec__redactor_fini(&r);
}

/* Only names are hashed, so what cannot be parsed is no secret. */
static void broken_json_is_whole_if_only_names_are_hashed(void **state)
{
	static const char text[] = "{\"metadata\":{\"name\":\"shop-one\"}],\"token\":\"hunter2\"";
	const struct rec__redact_options names = { .secrets = REC_SECRETS_KEEP,
						   .hash_names = true };
	AUTO_STRBUF out = STRBUF_INIT;
	struct rec__redactor r;

	(void)state;
	rec__redactor_init(&r, &names);
	assert_int_equal(rec__redact_partial(&r, NULL, STR(text), &out), 0);
	assert_null(strstr(out.ptr, "shop-one"));
	assert_non_null(strstr(out.ptr, "],\"token\":\"hunter2\""));
	rec__redactor_fini(&r);
}

static void redactor_keeps_harmless_texts_of_the_same_shape(void **state)
{
	static const char *const kept[] = {
		"relist run a.yaml --seed 7, seed=7",
		"read the password from \"vault\"",
		"secret mismatch: got \"default/web\", want \"default/api\"",
		"changed replicas from \"1\" to \"2\"",
		"disable authorization with `--authorization-skip-lookup`",
		"the token has \"/var/run/secrets/token\"",
		"max_tokens: 4096",
		"{\"a\":[{\"name\":\"x\",\"value\":\"eu-west\",\"sensitive\":false}]}",
		"{\"causes\":[{\"field\":\"spec.replicas\",\"message\":\"bad: 1\"}]}",
		"a=b&c=d&e=europe-west",
		"region ?= europe-west",
	};

	(void)state;
	check_kept_texts(kept, ARRAY_LEN(kept));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(credential_names_with_further_words_are_recognized),
		cmocka_unit_test(quoted_values_of_a_credential_in_a_sentence_are_hidden),
		cmocka_unit_test(values_of_marked_objects_are_hidden),
		cmocka_unit_test(cut_managed_fields_hide_the_values_in_their_keys),
		cmocka_unit_test(broken_json_is_whole_if_only_names_are_hashed),
		cmocka_unit_test(redactor_keeps_harmless_texts_of_the_same_shape),
	};

	return cmocka_run_group_tests_name("runner/redact_mentions", tests, NULL, NULL);
}
