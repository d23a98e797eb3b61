/* SPDX-License-Identifier: Apache-2.0 */
/* Credentials known by their place: the column of a table, the field of a line, one string of a
 * pair, the end of a sentence; and texts of the same shape that stay. */
#include "tests/kit/redact_kit.h"
#include "tests/kit/testing.h"

static void columns_of_tables_are_hidden_below_their_name(void **state)
{
	static const struct redact_form forms[] = {
		{ "user,password\nbob,@\n", "\nbob,redacted-" },
		{ "password,user\n@,bob\n", ",bob\n" },
		{ "user,a-name-of-a-column-with-more-than-sixty-four-bytes-and-this-end-password\n"
		  "bob,@\n",
		  "-password\nbob,redacted-" },
		{ "user,password,role\r\nbob,@,admin\r\neve,other-than-that,dev\r\n",
		  ",admin\r\neve," },
		{ "\"user\",\"db password\"\n\"bob, b\",\"@\"\n", "\"bob, b\",\"redacted-" },
		{ "name;token\na;b\nc;@", "name;token\na;" },
		{ "user\tpassword\nu\t@\n", "\nu\tredacted-" },
		{ "| user | password |\n|------|----------|\n| u | @ |\n",
		  "|------|----------|\n| u |" },
		{ "# export of today\n\nuser,api key\nbob,@\n",
		  "today\n\nuser,api key\nbob,redacted-" },
		{ "user,password\nbob,@,REST,OF,IT\neve,none\n", "\neve,none\n" },
		{ "{\"kind\":\"ConfigMap\",\"data\":{\"u.csv\":\"user,password\\nbob,@\\n\"}}",
		  "bob,redacted-" },
	};

	(void)state;
	check_redact_forms(forms, ARRAY_LEN(forms));
}

static void columns_are_hidden_in_tables_that_databases_print(void **state)
{
	static const struct redact_form forms[] = {
		{ "+------+----------+\n| user | password |\n+------+----------+\n| u | @ |\n"
		  "+------+----------+\n| none | none |\n",
		  "-+\n| none | none |\n" },
		{ " user | password \n------+---------\n u | @\n(1 row)\n", "\n(1 row)\n" },
	};

	(void)state;
	check_redact_forms(forms, ARRAY_LEN(forms));
}

static void pgpass_lines_are_redacted_to_their_end(void **state)
{
	static const struct redact_form forms[] = {
		{ "h:5432:d:u:@\n", "h:5432:d:u:redacted-" },
		{ "h:80:d:u:@\n", "h:80:d:u:redacted-" },
		{ "h:65432:d:u:@\n", "h:65432:d:u:redacted-" },
		{ "h:*:d:u:@\n", "h:*:d:u:redacted-" },
		{ "# servers\ndb.example:5432:*:bob:@\n*:*:*:eve:second-of-them\n",
		  "*:*:*:eve:redacted-" },
		{ "echo \"h:5432:d:u:@\" > ~/.pgpass", "\" > ~/.pgpass" },
	};

	(void)state;
	check_redact_forms(forms, ARRAY_LEN(forms));
}

static void passwords_in_user_arguments_are_redacted(void **state)
{
	static const struct redact_form forms[] = {
		{ "sqlplus u/@@h", "sqlplus u/redacted-" },
		{ "sqlplus -s u/@@//h:1521/x", "@//h:1521/x" },
		{ "impdp system/@ full=y", " full=y" },
		{ "rman target sys/@@h", "@h" },
		{ "SQL> connect bob/@@db", "@db" },
		{ "vault kv put secret/x k=@ note=n", "secret/x k=redacted-" },
		{ "cargo login @", "cargo login " },
		{ "credentials bob:@ were refused", "credentials bob:redacted-" },
		{ "auth(\"u\", \"@\")", "auth(\"u\", \"redacted-" },
		{ "new Credentials('u', '@')", "Credentials('u', 'redacted-" },
		{ "var token string = \"@\"", "var token string = \"redacted-" },
		{ "password <- \"@\"", "password <- \"redacted-" },
	};

	(void)state;
	check_redact_forms(forms, ARRAY_LEN(forms));
}

static void string_after_a_credential_name_is_redacted_in_lists(void **state)
{
	static const struct redact_form forms[] = {
		{ "{\"x\":[\"password\",\"@\"]}", "[\"password\",\"redacted-" },
		{ "{\"x\":[\"user\",\"bob\",\"password\",\"@\"]}", "[\"user\",\"bob\"," },
		{ "{\"x\":[[\"user\",\"bob\"],[\"api-token\",\"@\"]]}", "[\"user\",\"bob\"]" },
		{ "{\"resources\":[{\"type\":\"random_password\",\"instances\":[{\"attributes\":{"
		  "\"length\":16,\"result\":\"@\"}}]}]}",
		  "\"length\":16" },
	};

	(void)state;
	check_redact_forms(forms, ARRAY_LEN(forms));
}

static void passwords_in_sentences_are_redacted(void **state)
{
	static const struct redact_form forms[] = {
		{ "the password is @", "the password is redacted-" },
		{ "My password is @.", "." },
		{ "password was @, retrying", ", retrying" },
		{ "the passphrase was changed to @ and the user is bob", " and the user is bob" },
		{ "the token is @", "the token is " },
		{ "using token @", "using token " },
		{ "invalid token \"@\"", "invalid token \"redacted-" },
		{ "error: token @ expired", " expired" },
		{ "api key @", "api key " },
	};

	(void)state;
	check_redact_forms(forms, ARRAY_LEN(forms));
}

static void redactor_keeps_harmless_tables_of_the_same_shape(void **state)
{
	static const char *const kept[] = {
		"the password is required",
		"password is not set; the password was rotated",
		"a password is invalid, the passphrase is too short",
		"Enter your password to continue",
		"the password is stored in the secret db-credentials",
		"the token is unauthenticated, the token is expired.",
		"secret \"kubernetesdashboard\" not found",
		"token authentication, token requestheader, password protection",
		"name,ready,status\nweb,1/1,Running\n",
		"verbs: get,list,watch\nresources: pods,secrets,tokens\n",
		"get,list,watch,token\n\npods,secrets,a,b\n",
		"user,password\n\nThis table, so it says, is empty.\n",
		"a, b and token\nc, d and e\n",
		"main.go:120:5:undefined:x\n",
		"2001:0db8:85a3:1234:5678\n",
		"02:42:ac:11:00:02",
		"reg.example:5000/a/b:1.0",
		"exp a/b c/d, connect to db/replica",
		"sqlplus /nolog",
		"{\"required\":[\"password\",\"username\"]}",
		"{\"resources\":[\"serviceaccounts/token\",\"events\"]}",
		"{\"rows\":[{\"cells\":[\"db-password\",\"2026-01-02T03:04:05Z\"]}]}",
		"{\"x\":[\"token\",\"username\"],\"y\":[\"a\",\"password\",\"b\",\"c\"]}",
		"{\"data\":{\"keys\":\"x\"},\"dataKeys\":[\"password\",\"europe\"]}",
		"{\"type\":\"test\",\"result\":\"passed-in-full\"}",
	};

	(void)state;
	check_kept_texts(kept, ARRAY_LEN(kept));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(columns_of_tables_are_hidden_below_their_name),
		cmocka_unit_test(columns_are_hidden_in_tables_that_databases_print),
		cmocka_unit_test(pgpass_lines_are_redacted_to_their_end),
		cmocka_unit_test(passwords_in_user_arguments_are_redacted),
		cmocka_unit_test(string_after_a_credential_name_is_redacted_in_lists),
		cmocka_unit_test(passwords_in_sentences_are_redacted),
		cmocka_unit_test(redactor_keeps_harmless_tables_of_the_same_shape),
	};

	return cmocka_run_group_tests_name("runner/redact_tables", tests, NULL, NULL);
}
