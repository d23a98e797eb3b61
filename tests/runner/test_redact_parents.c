/* SPDX-License-Identifier: Apache-2.0 */
/* Credentials known by what is above or beside them: the block of a "key", the name of an entry, of
 * a column, of a field that changes; and values in such places that stay. */
#include "tests/kit/redact_kit.h"
#include "tests/kit/testing.h"

static void keys_are_hidden_by_the_name_of_their_block(void **state)
{
	static const struct redact_form forms[] = {
		{ "tls:\n  key: @\n  cert: x\n", "\n  cert: x\n" },
		{ "tls:\n  crt: x\n  # no comment\n  key: @\nname: y\n", "\nname: y\n" },
		{ "tls: {cert: x, key: \"@\"}\n", "\"}\n" },
		{ "- ssl:\n    key: |\n      @\n  name: y\n", "\n  name: y\n" },
		{ "[api]\nkey = @\nname = y\n", "\nname = y\n" },
		{ "{\"tls\":{\"cert\":\"x\",\"key\":\"@\"}}", "\"cert\":\"x\"" },
		{ "{\"jwt\":{\"key\":\"@\"}}", "\"jwt\":{\"key\":" },
		{ "{\"kty\":\"oct\",\"kid\":\"a\",\"k\":\"@\"}", "\"kid\":\"a\"" },
		{ "{\"keys\":[{\"kty\":\"EC\",\"x\":\"a\",\"d\":\"@\"}]}", "\"x\":\"a\"" },
		{ "PRAGMA key = '@';", "PRAGMA key = '" },
		{ "secrets:\n  a: @\nname: y\n", "\nname: y\n" },
		{ "{\"secrets\":{\"a\":\"@\"}}", "\"secrets\":{\"a\":" },
		{ "kubectl patch secret x -p '{\"stringData\":{\"a\":\"@\"}}'", "kubectl patch" },
	};

	(void)state;
	check_redact_forms(forms, ARRAY_LEN(forms));
}

static void templates_of_secrets_are_redacted_in_yaml(void **state)
{
	static const struct redact_form forms[] = {
		{ "secretTemplate:\n  data:\n    a: @\n  type: y\n", "\n  type: y\n" },
		{ "secretTemplate:\n  metadata:\n    name: x\n  stringData: {a: @}\nb: y\n",
		  "\nb: y\n" },
		{ "secretGenerator:\n- name: x\n  literals:\n  - b=x\n  - a=@\nc: y\n",
		  "\nc: y\n" },
		{ "x: y\nsecretGenerator:\n  - name: x\n    literals:\n      - a=@\n    type: z\n",
		  "\n    type: z\n" },
		{ "secretGenerator:\n- literals:\n  - a=@\n  name: z\n", "\n  name: z\n" },
	};
	static const char *const kept[] = {
		"configMapGenerator:\n- name: x\n  literals:\n  - mode=quiet\n",
		"secretGenerator:\n- name: x\nconfigMapGenerator:\n- literals:\n  - mode=quiet\n",
		"template:\n  data:\n    mode: quiet\n",
		"secretTemplate:\n  type: x\ntemplate:\n  data:\n    mode: quiet\n",
	};

	(void)state;
	check_redact_forms(forms, ARRAY_LEN(forms));
	check_kept_texts(kept, ARRAY_LEN(kept));
}

static void complex_keys_hide_the_value_of_their_next_line(void **state)
{
	static const struct redact_form forms[] = {
		{ "? password\n: @\nname: y\n", "\nname: y\n" },
		{ "? \"password\"\n: \"@\"\n", "? \"password\"\n: \"" },
		{ "a:\n  ? password\n  : |\n    @\n  b: 1\n", "\n  b: 1\n" },
		{ "? |\n  password\n: @\nname: y\n", "\nname: y\n" },
		{ "? >\n  password\n: @\nname: y\n", "\nname: y\n" },
		{ "?\n  password\n: @\nname: y\n", "\nname: y\n" },
		{ "x: 1\n? |\n  password\n: @\nname: y\n", "\nname: y\n" },
	};

	(void)state;
	check_redact_forms(forms, ARRAY_LEN(forms));
}

static void values_of_list_entries_are_redacted_by_their_name(void **state)
{
	static const struct redact_form forms[] = {
		{ "- {name: DB_PASSWORD, value: @}\n- {name: A, value: y}\n",
		  "- {name: A, value: y}" },
		{ "[{value: \"@\", name: token}]", "[{value: \"" },
		{ "- name: DB_PASSWORD\n  # for tests\n\n  value: @\n- name: b\n",
		  "\n- name: b\n" },
		{ "- key: password\n  type: string\n  value: @\n", "  type: string\n" },
		{ "- value: @\n  type: string\n  key: password\n", "  key: password\n" },
		{ "<p><param-name>password</param-name><param-value>@</param-value></p>",
		  "</param-value></p>" },
		{ "<f><name>token</name><type>s</type><value>@</value></f>",
		  "<type>s</type><value>" },
	};

	(void)state;
	check_redact_forms(forms, ARRAY_LEN(forms));
}

static void changes_are_redacted_by_the_name_of_their_field(void **state)
{
	static const struct redact_form forms[] = {
		{ "{\"field\":\"password\",\"from\":\"a\",\"to\":\"@\"}",
		  "\"field\":\"password\"" },
		{ "{\"new\":\"x\",\"old\":\"@\",\"property\":\"apiToken\"}", "\"apiToken\"" },
		{ "{\"column\":\"pwd\",\"after\":\"@\",\"row\":1}", "\"row\":1" },
		{ "{\"path\":[\"spec\",\"password\"],\"before\":\"@\"}",
		  "[\"spec\",\"password\"]" },
		{ "{\"path\":\"/spec/password\",\"value\":\"@\"}", "\"/spec/password\"" },
		{ "{\"headerName\":\"X-Api-Key\",\"headerValue\":\"@\"}", "\"X-Api-Key\"" },
	};

	(void)state;
	check_redact_forms(forms, ARRAY_LEN(forms));
}

static void rows_are_hidden_below_the_name_of_their_column(void **state)
{
	static const struct redact_form forms[] = {
		{ "{\"columns\":[\"user\",\"password\"],\"rows\":[[\"u\",\"@\"],[\"v\",1]]}",
		  "[[\"u\",\"redacted-" },
		{ "{\"rows\":[[\"u\",\"@\"]],\"headers\":[\"user\",\"token\"]}", "[[\"u\"," },
		{ "{\"fields\":[\"token\",\"user\"],\"values\":[\"@\",\"u\"]}", ",\"u\"]" },
		{ "{\"x\":[[\"user\",\"password\"],[\"u\",\"@\"]]}", "[\"u\",\"redacted-" },
		{ "{\"kind\":\"Table\",\"columnDefinitions\":[{\"name\":\"Name\"},{\"name\":"
		  "\"Password\"}],\"rows\":[{\"cells\":[\"x\",\"@\"],\"object\":{\"a\":[\"b\","
		  "\"c\"]}}]}",
		  "\"object\":{\"a\":[\"b\",\"c\"]}" },
		{ "{\"headers\":[[\"x-api-key\",\"@\"]]}", "[[\"x-api-key\",\"" },
		{ "COPY users (name, password) FROM stdin;\nu\t@\n\\.\n", "\nu\tredacted-" },
		{ "| Password | @ |\n| User | u |\n", " |\n| User | u |\n" },
	};

	(void)state;
	check_redact_forms(forms, ARRAY_LEN(forms));
}

/* The args of a container continue its command. */
static void container_args_are_redacted_by_their_command(void **state)
{
	static const struct redact_form forms[] = {
		{ "{\"command\":[\"redis-cli\"],\"args\":[\"-a\",\"@\",\"ping\"]}", "\"ping\"" },
		{ "{\"args\":[\"-uroot\",\"-p@\"],\"command\":[\"mysql\"]}", "\"-uroot\"" },
		{ "{\"command\":[\"redis-cli\"],\"args\":[\"-a\",\"@\"],\"ports\":[\"x\"]}",
		  "\"ports\":[\"x\"]" },
		{ "{\"command\":[\"/bin/vault\"],\"args\":[\"login\",\"@\"]}", "\"login\"" },
	};

	(void)state;
	check_redact_forms(forms, ARRAY_LEN(forms));
}

#define MAPS  "/api/v1/namespaces/d/configmaps"
#define PODS  "/api/v1/namespaces/d/pods"
#define TO(p) "[{\"op\":\"add\",\"path\":\"" p "\",\"value\":"

/* A patch and the items of a list have no kind: the request's path names it. */
static void strict_hides_free_text_in_patches_and_lists(void **state)
{
	static const char secret[] = "correcthorsebattery";
	static const struct {
		const char *path, *json, *kept; /* kept: NULL: nothing */
	} cases[] = {
		{ MAPS "/a", TO("/data") "{\"f\":\"@\"}}]", NULL },
		{ MAPS "/a", TO("/data/f") "\"@\"}]", NULL },
		{ MAPS "/a", TO("/binaryData/f") "\"@\"}]", NULL },
		{ MAPS "/a", TO("") "{\"metadata\":{\"name\":\"a\"},\"data\":{\"f\":\"@\"}}}]",
		  NULL },
		{ MAPS "/a", "{\"data\":{\"f\":\"@\"}}", NULL },
		{ MAPS, "{\"items\":[{\"metadata\":{\"name\":\"a\"},\"data\":{\"f\":\"@\"}}]}",
		  NULL },
		{ MAPS, "{\"type\":\"ADDED\",\"object\":{\"data\":{\"f\":\"@\"}}}", NULL },
		{ NULL, "{\"kind\":\"ConfigMapList\",\"items\":[{\"data\":{\"f\":\"@\"}}]}", NULL },
		{ PODS "/a", TO("/spec/containers/0/args") "[\"x\",\"@\"]}]", NULL },
		{ PODS "/a", TO("/spec/containers/0/args/-") "\"@\"}]", NULL },
		{ PODS "/a", TO("/spec/containers/0/command/0") "\"@\"}]", NULL },
		{ PODS "/a", TO("/metadata/annotations/a") "\"@\"}]", NULL },
		{ PODS "/a", TO("/status/message") "\"@\"}]", NULL },
		{ PODS "/a", TO("/status/conditions/0/message") "\"@\"}]", NULL },
		{ NULL, TO("/note") "\"@\"}]", NULL },
		{ PODS "/a", TO("/spec/nodeName") "\"@\"}]", secret },
		{ PODS "/a", TO("/data/f") "\"@\"}]", secret },
		{ MAPS "/a", TO("/metadata/name") "\"@\"}]", secret },
	};
	struct rec__redact_options strict = redact_options;

	(void)state;
	strict.strict = true;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		struct rec__aim aim = rec__aim_of(str_of(cases[i].path ? cases[i].path : "/x"));
		AUTO_STRBUF in = STRBUF_INIT;
		AUTO_STRBUF out = STRBUF_INIT;
		struct rec__redactor r;

		redact_fill(cases[i].json, secret, &in);
		rec__redactor_init(&r, &strict);
		rec__redact_json(&r, cases[i].path ? &aim : NULL, strbuf_str(&in), NULL, false,
				 NULL, 0, &out);
		if ((strstr(out.ptr, secret) != NULL) != (cases[i].kept != NULL))
			fail_msg("%s: %s", cases[i].json, out.ptr);
		rec__redactor_fini(&r);
	}
}

static void redactor_keeps_harmless_values_below_such_names(void **state)
{
	static const char *const kept[] = {
		"tolerations:\n- key: node-role.kubernetes.io/master\n  operator: Exists\n",
		"configMapKeyRef:\n  name: a\n  key: b\n",
		"secretKeyRef:\n  key: tls.key\n  name: a\n",
		"password: {secretKeyRef: {name: first-of-db, key: tls.key}}\n",
		"token={ secretName: first-of-db }",
		"password: [secretRef: first-of-db]\n",
		"items:\n- key: a\n  path: b\n",
		"secrets:\n- name: default-token-x2x8z\n",
		"secrets:\n  db:\n    file: ./db.txt\n",
		"- name: LOG\n  description: which\n  value: verbose-but-terse\n",
		"{\"field\":\"replicas\",\"from\":1,\"to\":2}",
		"[{\"op\":\"move\",\"from\":\"/spec/a\",\"path\":\"/spec/token\"}]",
		"{\"columns\":[1,\"name\"],\"rows\":[[\"a-and-b\",\"c\"]]}",
		("{\"properties\":{\"credentials\":{\"properties\":{\"a\":{\"type\":\"string\"}},"
		 "\"description\":\"how to log in\"}}}"),
		"{\"columns\":[\"name\",\"age\"],\"rows\":[[\"a\",\"b\"]]}",
		"{\"tolerations\":[{\"key\":\"api\",\"operator\":\"Exists\"}]}",
		"{\"key\":\"tls.key\",\"path\":\"tls.key\"}",
		"{\"httpGet\":{\"path\":\"/auth\",\"port\":\"http\"}}",
		"? name\n: alice-and-bob\n",
		/* without a mark, at the first line */
		"password\n: alice-and-bob\n",
		"| name | age |\n|------|-----|\n| token | 4d |\n",
	};

	(void)state;
	check_kept_texts(kept, ARRAY_LEN(kept));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(keys_are_hidden_by_the_name_of_their_block),
		cmocka_unit_test(templates_of_secrets_are_redacted_in_yaml),
		cmocka_unit_test(complex_keys_hide_the_value_of_their_next_line),
		cmocka_unit_test(values_of_list_entries_are_redacted_by_their_name),
		cmocka_unit_test(changes_are_redacted_by_the_name_of_their_field),
		cmocka_unit_test(rows_are_hidden_below_the_name_of_their_column),
		cmocka_unit_test(container_args_are_redacted_by_their_command),
		cmocka_unit_test(strict_hides_free_text_in_patches_and_lists),
		cmocka_unit_test(redactor_keeps_harmless_values_below_such_names),
	};

	return cmocka_run_group_tests_name("runner/redact_parents", tests, NULL, NULL);
}
