/* SPDX-License-Identifier: Apache-2.0 */
/* Credentials of letters only whose name is not right before them: in blocks, in texts of several
 * lines, in sibling elements, in forms and in URLs; and words in such places that stay. */
#define _GNU_SOURCE
#include "tests/kit/redact_kit.h"
#include "tests/kit/testing.h"

/* It can be decoded as base64, but only a Secret's data is replaced by base64. */
#define SECRET "correcthorsebatterys"

static bool survives(const struct strbuf *out)
{
	for (size_t i = 0; i + 8 <= strlen(SECRET); i++)
		if (memmem(out->ptr, out->len, &SECRET[i], 8))
			return true;
	return false;
}

struct hidden_case {
	const char *input;
	const char *kept; /* behind the secret */
};

static void check(const struct hidden_case *cases, size_t count)
{
	size_t bad = 0;

	for (size_t i = 0; i < count; i++) {
		AUTO_STRBUF out = STRBUF_INIT;

		redact_normally(cases[i].input, &out);
		if (survives(&out) || !strstr(out.ptr, cases[i].kept) ||
		    !strstr(out.ptr, "redacted-"))
			print_error("%s\ngave %s\n", cases[i].input, out.ptr), bad++;
	}
	assert_int_equal(bad, 0);
}

static void values_of_blocks_are_hidden_by_the_blocks_name(void **state)
{
	static const struct hidden_case cases[] = {
		{ "variable \"db_password\" {\n  type = string\n  default = \"" SECRET "\"\n}\n",
		  "\"\n}\n" },
		{ "variable \"password\" { default = \"" SECRET "\" }", " }" },
		{ "variable \"x\" {\n  sensitive = true\n  default   = \"" SECRET "\"\n}",
		  "\"\n}" },
		{ "variable \"x\" {\n  default = \"" SECRET "\"\n  sensitive = true\n}",
		  "\n  sensitive = true\n}" },
		{ "output \"token\" {\n  value = \"" SECRET "\"\n}", "\"\n}" },
		{ "set {\n  name  = \"auth.password\"\n  value = \"" SECRET "\"\n}\n", "\"\n}\n" },
		{ "set_sensitive {\n  value = \"" SECRET "\"\n  name = \"token\"\n}",
		  "\n  name = \"token\"\n}" },
		{ "variable \"password\" {\n  validation { x = 1 }\n  default = \"" SECRET "\"\n}",
		  "\"\n}" },
		{ "variable \"password\" {\n  default = <<EOT\n" SECRET "\nEOT\n}\n",
		  "\nEOT\n}\n" },
		{ "- key: password\n  value: " SECRET "\n- key: b\n", "\n- key: b\n" },
	};

	(void)state;
	check(cases, ARRAY_LEN(cases));
}

static void heredoc_values_are_redacted_to_their_end(void **state)
{
	static const struct hidden_case cases[] = {
		{ "password = <<EOT\nab\n" SECRET "\nEOT\nname = x\n", "\nEOT\nname = x\n" },
		{ "password = <<-'END_1'\n    " SECRET "\n  END_1\nname = x\n",
		  "\n  END_1\nname = x\n" },
		{ "password = <<~EOS\n" SECRET, "" },
		{ "password = \"\"\"\n\"a\" " SECRET "\"\"\"\nname = x\n", "\"\"\"\nname = x\n" },
		{ "password = '''" SECRET "'''\nname = x\n", "'''\nname = x\n" },
		{ "{\"x\":\"token = \\\"\\\"\\\"\\n" SECRET "\"}", "\"}" },
	};

	(void)state;
	check(cases, ARRAY_LEN(cases));
}

static void xml_values_are_redacted_by_the_name_of_their_sibling(void **state)
{
	static const struct hidden_case cases[] = {
		{ "<property>\n<name>password</name>\n<value>" SECRET "</value>\n</property>",
		  "</value>\n</property>" },
		{ "<key>api-token</key><string>" SECRET "</string><true/>", "</string><true/>" },
		{ "<Parameter Name=\"Password\"><Value>" SECRET "</Value></Parameter>",
		  "</Value></Parameter>" },
		{ "<add KEY=\"token\" VALUE=\"" SECRET "\"/><b/>", "\"/><b/>" },
	};

	(void)state;
	check(cases, ARRAY_LEN(cases));
}

static void form_data_urls_and_calls_are_redacted(void **state)
{
	static const struct hidden_case cases[] = {
		{ "--b\r\nContent-Disposition: form-data; name=\"password\"\r\n\r\n" SECRET
		  "\r\n--b--\r\n",
		  "--b--\r\n" },
		{ "https://hooks.slack.com/services/T0/B0/" SECRET " x", " x" },
		{ "https://discord.com/api/webhooks/1/" SECRET "\"", "\"" },
		{ "https://api.telegram.org/bot1:" SECRET "/sendMessage", "/sendMessage" },
		{ "//user:" SECRET "@host/d", "@host/d" },
		{ "{\"x\":\"run%20--password%20" SECRET "\"}", "run" },
		{ "{\"x\":\"%3Cpassword%3E" SECRET "%3C/password%3E\"}", "password" },
		{ "unseal key: " SECRET "\nnext", "\nnext" },
		{ "Unseal Key 1: " SECRET "\nnext", "\nnext" },
		{ "login --with-token <<< " SECRET " --x", " --x" },
		{ "vault login " SECRET "\nls", "\nls" },
		{ "echo " SECRET " | docker login --password-stdin", "docker login" },
		{ "setPassword(\"" SECRET "\");", "\");" },
		{ "ConvertTo-SecureString \"" SECRET "\" -AsPlainText", "\" -AsPlainText" },
		{ "ENV TOKEN " SECRET "\nRUN x", "\nRUN x" },
		{ "setx TOKEN " SECRET "\n", "\n" },
		{ "set -x TOKEN " SECRET "\n", "\n" },
		{ "twine upload -p " SECRET " dist", " dist" },
		{ "wpa_passphrase ssid " SECRET " x", " x" },
		{ "PHPSESSID=" SECRET "\n", "\n" },
	};

	(void)state;
	check(cases, ARRAY_LEN(cases));
}

static void values_beside_a_quoted_name_are_hidden_in_program_text(void **state)
{
	static const struct redact_form forms[] = {
		{ "Map(\"password\" -> \"@\", \"a\" -> \"b\")", "\"a\" -> \"b\")" },
		{ "mapOf(\"token\" to \"@\")", "\"token\" to \"redacted-" },
		{ "{\"password\", \"@\"},", "{\"password\", \"redacted-" },
		{ "[{rabbit, [{default_pass, <<\"@\">>}]}].", "{default_pass, <<\"redacted-" },
		{ "{password, \"@\"}.", "{password, \"redacted-" },
		{ "<meta name=\"csrf-token\" content=\"@\">", "content=\"redacted-" },
		{ "{\"secureJsonData\":{\"x\":\"@ !\"},\"y\":\"kept\"}", "\"y\":\"kept\"" },
		{ "{\"github-oauth\":{\"github.com\":\"@\"}}", "{\"github.com\":\"redacted-" },
		{ "user admin insecure-password @\nmode tcp", "\nmode tcp" },
		{ "mot de passe : @", "mot de passe : redacted-" },
	};

	(void)state;
	check_redact_forms(forms, ARRAY_LEN(forms));
}

static void secret_in_the_middle_of_a_message_is_redacted(void **state)
{
	static const struct redact_form forms[] = {
		{ "cannot decode {\"kind\":\"Secret\",\"data\":{\"k\":\"@\"}} of shop/a: EOF",
		  "\"}} of shop/a: EOF" },
		{ "cannot decode {\"data\":{\"k\":\"@\"},\"kind\":\"Secret\"} and {\"a\":1}",
		  "} and {\"a\":1}" },
		{ "{\"type\":\"ERROR\",\"object\":{\"kind\":\"Status\",\"message\":\"bad object: "
		  "{\\\"kind\\\":\\\"Secret\\\",\\\"stringData\\\":{\\\"k\\\":\\\"@\\\"}}\"}}",
		  "bad object: " },
	};

	(void)state;
	check_redact_forms(forms, ARRAY_LEN(forms));
}

static void truncated_secret_in_a_message_is_left_out(void **state)
{
	static const char *const texts[] = {
		"it was {\"kind\":\"Secret\",\"data\":{\"k\":\"hunter2hunter2",
		"it was {\"kind\":\"Secret\",\"data\":{\"k\":,\"hunter2hunter2\"}} then",
	};
	struct rec__redact_options opt = { .key = "0123456789abcdef0123456789abcde" };

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(texts); i++) {
		AUTO_STRBUF out = STRBUF_INIT;
		struct rec__redactor r;

		rec__redactor_init(&r, &opt);
		assert_true(rec__redact_text(&r, NULL, str_of(texts[i]), &out));
		assert_null(strstr(out.ptr, "hunter2"));
		assert_non_null(strstr(out.ptr, "it was {\"kind\":\"Secret\""));
		rec__redactor_fini(&r);
	}
}

static void values_in_nested_or_parallel_members_are_redacted(void **state)
{
	static const struct hidden_case cases[] = {
		{ "{\"password\":{\"valueFrom\":{\"literal\":\"" SECRET "\"}}}", "literal" },
		{ "{\"p\":[{\"name\":\"token\",\"defaultValue\":\"" SECRET "\"}]}", "\"token\"" },
		{ "{\"p\":[{\"parameterKey\":\"DbPassword\",\"parameterValue\":\"" SECRET "\"}]}",
		  "\"DbPassword\"" },
		{ "{\"headers\":[{\"name\":\"X-Api-Key\",\"values\":[\"" SECRET "\"]}]}",
		  "\"X-Api-Key\"" },
		{ "{\"pinCode\":\"" SECRET "\"}", "pinCode" },
		{ "{\"routing_key\":\"" SECRET "\"}", "routing_key" },
		{ "{\"client_assertion\":\"" SECRET "\"}", "client_assertion" },
	};

	(void)state;
	check(cases, ARRAY_LEN(cases));
}

static void headers_that_end_with_key_are_hidden(void **state)
{
	static const struct {
		const char *name;
		bool hidden;
	} cases[] = {
		{ "DD-Application-Key", true },
		{ "X-Frobnicate-Key", true }, /* no name of a credential */
		{ "X-Consumer-Key", true },
		{ "Sec-WebSocket-Key", false },
		{ "Idempotency-Key", false },
		{ "X-Goog-Iap-Assertion", true },
		{ "X-Monkey", false },
		{ "key", false },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		AUTO_STRBUF out = STRBUF_INIT;
		struct rec__redactor r;

		rec__redactor_init(&r, &redact_options);
		rec__redact_header(&r, str_of(cases[i].name), STR(SECRET), &out);
		if (survives(&out) == cases[i].hidden)
			fail_msg("%s: %s", cases[i].name, out.ptr);
		rec__redactor_fini(&r);
	}
}

static void redactor_keeps_harmless_words_in_blocks(void **state)
{
	static const char *const texts[] = {
		"variable \"region\" {\n  default = \"europe\"\n}\n",
		"variable \"password\" {\n  type = string\n}\nvariable \"b\" { default = "
		"\"europe\" }",
		"output \"name\" {\n  value = \"europe\"\n  sensitive = false\n}",
		"set {\n  name  = \"replicas\"\n  value = \"europe\"\n}\n",
		"default = \"europe\"\n",
		"region = <<EOT\neurope\nEOT\n",
		"<name>region</name><value>europe</value>",
		"<name>password</name></property><value>europe</value>",
		"Content-Disposition: form-data; name=\"region\"\r\n\r\neurope\r\n--b",
		"https://discord.com/channels/europe",
		"{\"password\":{\"valueFrom\":{\"secretKeyRef\":{\"name\":\"europe\",\"key\":\"k\"}"
		"}}}",
		"{\"x\":\"no%20secret%20in%20europe%3A%20none\"}",
		"{\"headers\":[{\"name\":\"Accept\",\"values\":[\"europe\"]}]}",
		"- key: region\n  operator: In\n  value: europe\n",
		"key 1: europe",
		"getToken(\"europe\")",
	};
	size_t bad = 0;

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(texts); i++) {
		AUTO_STRBUF out = STRBUF_INIT;

		redact_normally(texts[i], &out);
		if (strcmp(out.ptr, texts[i]) != 0)
			print_error("%s\ngave %s\n", texts[i], out.ptr), bad++;
	}
	assert_int_equal(bad, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(values_of_blocks_are_hidden_by_the_blocks_name),
		cmocka_unit_test(heredoc_values_are_redacted_to_their_end),
		cmocka_unit_test(xml_values_are_redacted_by_the_name_of_their_sibling),
		cmocka_unit_test(form_data_urls_and_calls_are_redacted),
		cmocka_unit_test(values_beside_a_quoted_name_are_hidden_in_program_text),
		cmocka_unit_test(secret_in_the_middle_of_a_message_is_redacted),
		cmocka_unit_test(truncated_secret_in_a_message_is_left_out),
		cmocka_unit_test(values_in_nested_or_parallel_members_are_redacted),
		cmocka_unit_test(headers_that_end_with_key_are_hidden),
		cmocka_unit_test(redactor_keeps_harmless_words_in_blocks),
	};

	return cmocka_run_group_tests_name("runner/redact_blocks", tests, NULL, NULL);
}
