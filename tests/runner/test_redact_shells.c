/* SPDX-License-Identifier: Apache-2.0 */
/* Credentials in commands, statements and prompts, by the place that each has for them; and such
 * texts without one. */
#include "tests/kit/redact_kit.h"
#include "tests/kit/testing.h"

static void sql_statement_values_are_hidden_by_their_column_names(void **state)
{
	static const struct redact_form forms[] = {
		{ "INSERT INTO users (name, password) VALUES ('u', '@');", "VALUES ('u', '" },
		{ "insert into t (id,token,role) values (1,'@','admin'),(2,'y','dev');",
		  ",'dev');" },
		{ "INSERT INTO t (a, pwd) VALUES\n('x (1', 'y'),\n('z', '@')",
		  "('x (1', 'redacted-" },
		{ "INSERT INTO `u` (`n`, `password`) VALUES (\"u\", md5(\"@\"))", "\"u\", md5(\"" },
		{ "INSERT INTO u (n, password) SELECT 'u', '@' FROM v", "' FROM v" },
		{ "REPLACE INTO u (password) VALUES ('it''s @')", "VALUES ('" },
		{ "SET PASSWORD FOR u = '@';", "SET PASSWORD FOR u = '" },
		{ "CREATE USER u IDENTIFIED BY @;", "CREATE USER u IDENTIFIED BY " },
	};

	(void)state;
	check_redact_forms(forms, ARRAY_LEN(forms));
}

static void positional_passwords_of_commands_are_redacted(void **state)
{
	static const struct redact_form forms[] = {
		{ "net use Z: \\\\h\\s @ /user:u", " /user:u" },
		{ "net use \\\\h\\s /user:d\\u @", "/user:d\\u " },
		{ "net user u @ /add", " /add" },
		{ "xfreerdp /u:u /p:@ /v:h", " /v:h" },
		{ "xfreerdp /v:h /p:'@' /u:u", "' /u:u" },
		{ "schtasks /create /ru u /rp @ /tn x", " /tn x" },
		{ "lftp -u u,@ h", " h" },
		{ "lftp -u u,'@' h", "' h" },
		{ "lftp -c \"open -u u,@ h\"", " h\"" },
		{ "iwconfig wlan0 key s:@", "key s:" },
		{ "iwconfig wlan0 key [2] @", "key [2] " },
		{ "bteq .logon h/u,@", ".logon h/u," },
		{ "rdesktop -u u -p @ h", " h" },
		{ "az keyvault secret set --name n --value @", "--value " },
		{ "gh secret set X -b @", "secret set X -b " },
		{ "fly secrets set A=@ B=y", "secrets set A=" },
		{ "poetry config http-basic.x u @", "http-basic.x u " },
		{ "poetry config pypi-token.pypi @", "pypi-token.pypi " },
		{ "bundle config h u:@", "config h u:" },
		{ "echo -n '@' | base64", "' | base64" },
		{ "printf '%s' \"@\" | docker login --password-stdin", "docker login" },
		{ "sudo -S <<< \"@\" ls", "\" ls" },
		{ "expect \"assword:\" { send \"@\\r\" }", "\\r\" }" },
		{ "expect \"assphrase\"; send -- '@\\n'; wait", "\\n'; wait" },
		{ "curl -E cert.pem:@ h", "cert.pem:" },
		{ "etcdctl user add u:@", "user add u:" },
		{ "mc config host add m http://h key1 @", "host add m http://h " },
		{ "ConvertTo-SecureString -String \"@\" -AsPlainText", "\" -AsPlainText" },
		{ "AUTH default @", "AUTH default " },
		{ "enable secret 5 @", "enable secret 5 " },
		{ "username u secret @", "username u secret " },
		{ "snmp-server community @ RO", " RO" },
		{ "u:$6$salt$@:19000:0:", ":19000:0:" },
		{ "Private-Lines: 1\n@\nPrivate-MAC: 0f\n", "\nPrivate-MAC: 0f\n" },
		{ "---- BEGIN SSH2 ENCRYPTED PRIVATE KEY ----\n@\n---- END SSH2 x ----",
		  "END SSH2" },
		{ "new NetworkCredential(\"u\", \"@\")", "NetworkCredential(\"u\", \"" },
		{ "define( 'AUTH_SALT',  '@' );", "' );" },
	};

	(void)state;
	check_redact_forms(forms, ARRAY_LEN(forms));
}

static void flag_value_on_the_next_line_is_hidden_after_a_backslash(void **state)
{
	static const struct redact_form forms[] = {
		{ "cmd --password \\\n    @ --x", " --x" },
		{ "{\"command\":[\"sh\",\"-c\",\"a --token \\\\\\n @ \\\\\\n --b c\"]}", " --b c" },
	};

	(void)state;
	check_redact_forms(forms, ARRAY_LEN(forms));
}

static void text_after_a_password_prompt_is_hidden(void **state)
{
	static const struct redact_form forms[] = {
		{ "Password for user bob: @", "Password for user bob: " },
		{ "[sudo] password for u: @\nok", "\nok" },
		{ "API key for 'u': @", "API key for 'u': " },
		{ "A temporary password is generated for root: @", "for root: " },
		{ "Use the following password to proceed to x:\n\n@\n\nThis", "\n\nThis" },
		{ "Incorrect API key provided: @. See", ". See" },
		{ "got secret \"@\"", "got secret \"" },
		{ "Password:\n@\n", "Password:\n" },
		{ "the password was changed from x to @.", "." },
		{ "the password was changed from @ to y.", "." },
		{ "Password -> @", "Password -> " },
	};

	(void)state;
	check_redact_forms(forms, ARRAY_LEN(forms));
}

/* Short words of several character classes, unlike the name of any object. */
static void short_passwords_after_a_keyword_are_redacted(void **state)
{
	static const char *const texts[] = { "user u password x9!Qz7",
					     "user u password tr0ub4-and-3",
					     "got secret \"x9!Qz7\"", "password `x9!Qz7`" };

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(texts); i++) {
		AUTO_STRBUF out = STRBUF_INIT;

		redact_normally(texts[i], &out);
		if (strstr(out.ptr, "9!Q") || strstr(out.ptr, "ub4"))
			fail_msg("%s gave %s", texts[i], out.ptr);
	}
}

static void redactor_keeps_harmless_texts_with_the_same_words(void **state)
{
	static const char *const kept[] = {
		"INSERT INTO t (name, role) VALUES ('alice-in-chains', 'admin')",
		"INSERT INTO t (name, password) VALUES ($1, $2), (?, NULL)",
		"SELECT (token) FROM x",
		"is identified by its name, identified by podID.",
		"msbuild /p:Configuration=Release /v:m",
		"net use Z: \\\\h\\s * /user:u",
		"iwconfig wlan0 key off",
		"sort -ualpha file-of-names then-a:b-and-c",
		"docker run -u 1000 -p 8080:80 nginx",
		"ssh -u x -p 2222 h, kill -u root -p 1",
		"kubectl config use-context a, git config user.name alice-b",
		"the password is 8 characters",
		"could not get the password for user bob: timeout",
		"failed to fetch a token for x: forbidden",
		"secret \"web-tls-1\" not found, got secret \"default/web\"",
		"Password:\nname: x\n",
		"we pass *some* interval, pass v1beta1 on",
		"expect \"assword:\" { send \"\\r\" }",
		"may unwrap it, then send \"GET /\" to it",
		"digest sha256:9f86d081884c7d659a2feaa0c55ad015",
	};

	(void)state;
	check_kept_texts(kept, ARRAY_LEN(kept));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(sql_statement_values_are_hidden_by_their_column_names),
		cmocka_unit_test(positional_passwords_of_commands_are_redacted),
		cmocka_unit_test(flag_value_on_the_next_line_is_hidden_after_a_backslash),
		cmocka_unit_test(text_after_a_password_prompt_is_hidden),
		cmocka_unit_test(short_passwords_after_a_keyword_are_redacted),
		cmocka_unit_test(redactor_keeps_harmless_texts_with_the_same_words),
	};

	return cmocka_run_group_tests_name("runner/redact_shells", tests, NULL, NULL);
}
