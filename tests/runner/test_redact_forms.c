/* SPDX-License-Identifier: Apache-2.0 */
/* One secret in one place, once: what hides it is the place or the form, and nothing learnt. */
#define _GNU_SOURCE
#include "runner/recording/redact.h"
#include "tests/kit/testing.h"

static const struct rec__redact_options normal = { .key = "0123456789abcdef0123456789abcde" };

enum as { JSON, TEXT, HEADER, QUERY, PATH };

struct form_case {
	enum as as;
	const char *where; /* the request's path, the header's or the parameter's name */
	const char *input; /* @ stands for the secret */
	const char *secret;
	const char *kept; /* what must be left, or NULL */
};

/* No part of eight bytes, or of a shorter secret all of it. */
static bool survives(const char *secret, const struct strbuf *out)
{
	size_t len = strlen(secret), n = len < 8 ? len : 8;

	for (size_t i = 0; i + n <= len; i++)
		if (memmem(out->ptr, out->len, secret + i, n) &&
		    !(strncmp(secret, "redacted", 8) == 0 && i + n <= 9))
			return true;
	return false;
}

static void redact(struct rec__redactor *r, const struct form_case *c, struct str input,
		   struct strbuf *out)
{
	struct rec__aim aim = rec__aim_of(str_of(c->where ? c->where : "/api/v1/pods"));
	json_t json;

	switch (c->as) {
	case JSON:
		if (!json_valid(input, &json, NULL))
			fail_msg("no JSON: %s", c->input);
		rec__redact_json(r, &aim, json, NULL, false, NULL, 0, out);
		if (!json_valid(strbuf_str(out), &json, NULL))
			fail_msg("JSON no more: %s", out->ptr);
		return;
	case TEXT:
		if (!rec__redact_text(r, NULL, input, out))
			strbuf_adds(out, input);
		return;
	case HEADER:
		rec__redact_header(r, str_of(c->where), input, out);
		return;
	case QUERY:
		rec__redact_query(r, str_of(c->where), input, out);
		return;
	case PATH:
		rec__redact_path(r, input, out);
		return;
	}
}

static void check(const struct form_case *cases, size_t count,
		  const struct rec__redact_options *opt)
{
	size_t bad = 0;

	for (size_t i = 0; i < count; i++) {
		const struct form_case *c = &cases[i];
		const char *mark = strchr(c->input, '@');
		AUTO_STRBUF in = STRBUF_INIT;
		AUTO_STRBUF out = STRBUF_INIT;
		struct rec__redactor r;

		assert_non_null(mark);
		strbuf_add(&in, c->input, (size_t)(mark - c->input));
		strbuf_addz(&in, c->secret);
		strbuf_addz(&in, mark + 1);
		rec__redactor_init(&r, opt);
		redact(&r, c, strbuf_str(&in), &out);
		assert_false(r.failed || out.failed);
		if (survives(c->secret, &out))
			print_error("case %zu: %s\ngave %s\n", i, in.ptr, out.ptr), bad++;
		if (c->kept && !strstr(out.ptr, c->kept))
			print_error("case %zu: %s\ngave %s\nwithout %s\n", i, in.ptr, out.ptr,
				    c->kept),
			    bad++;
		rec__redactor_fini(&r);
	}
	assert_int_equal(bad, 0);
}

static void credentials_named_in_text_are_hidden_whole(void **state)
{
	static const struct form_case cases[] = {
		{ TEXT, NULL, "Authorization: Bearer @", "s3cr3tvalue0001",
		  "Authorization: Bearer " },
		{ TEXT, NULL, "curl -H 'Authorization: Basic @' h", "dXNlcjpodW50ZXIy",
		  "curl -H " },
		{ TEXT, NULL, "Proxy-Authorization: Basic @", "dXNlcjpodW50ZXIy", NULL },
		{ TEXT, NULL, "Proxy-Authorization: @", "plainvalueofit", NULL },
		{ TEXT, NULL, "Cookie: a=1; session=@", "abcdefghijklmnop", "Cookie: " },
		{ TEXT, NULL, "Set-Cookie: id=@; Path=/", "abcdefghijklmnop", NULL },
		{ TEXT, NULL, "sent BEARER @ to h", "abcdefghijklmnop", "sent BEARER " },
		{ TEXT, NULL, "sent bearer @, then", "x7", ", then" },
		{ TEXT, NULL, "PGPASSWORD=@", "pa$$w,ordabcdefgh", "PGPASSWORD=" },
		{ TEXT, NULL, "PGPASSWORD=@", "ab,RESTOFTHEVALUE", NULL },
		{ TEXT, NULL, "password=@", "ab&RESTOFTHEVALUE", NULL },
		{ TEXT, NULL, "password=@", "ab;RESTOFTHEVALUE", NULL },
		{ TEXT, NULL, "password=@", "a b RESTOFTHEVALUE", NULL },
		{ TEXT, NULL, "password=\"@\" and more", "ab\\\"RESTOFTHEVALUE", " and more" },
		{ TEXT, NULL, "password: '@', user: x", "ab''RESTOFTHEVALUE", ", user: x" },
		{ TEXT, NULL, "{\\\"password\\\":\\\"@\\\",\\\"a\\\":1", "ab\\\\\\\"RESTOFTHEVALUE",
		  "\\\"a\\\":1" },
		{ TEXT, NULL, "found \"password=@\" there", "abc def ghij", "there" },
		{ TEXT, NULL, "DB_PASS=@", "hunter2hunter2", NULL },
		{ TEXT, NULL, "export MYSQL_PWD=@", "hunter2hunter2", "export MYSQL_PWD=" },
		{ TEXT, NULL, "Session-Id: @", "hunter2hunter2", NULL },
		{ TEXT, NULL, "X-Api-Key: @", "hunter2hunter2", NULL },
		{ TEXT, NULL, "API key: @", "hunter2hunter2", NULL },
		{ TEXT, NULL, "password => '@',", "hunter2hunter2", "password => " },
		{ TEXT, NULL, ":password=>\"@\"", "hunter2hunter2", NULL },
		{ TEXT, NULL, "password := \"@\"", "hunter2hunter2", NULL },
		{ TEXT, NULL, "<c><password>@</password></c>", "hunter2hunter2",
		  "</password></c>" },
		{ TEXT, NULL, "<ns:dbPassword a=\"b\">@</ns:dbPassword>", "hunter2hunter2", NULL },
		{ TEXT, NULL, "<password enc=\"no\" token=\"@\">x</password>", "hunter2hunter2",
		  NULL },
		{ TEXT, NULL, "<token><![CDATA[@]]></token>", "hun</ter2hunter2", NULL },
		{ TEXT, NULL, "run --token @ --verbose", "hunter2hunter2", " --verbose" },
		{ TEXT, NULL, "run --token=@", "hunter2 hunter2", NULL },
		{ TEXT, NULL, "run --db-password '@' x", "hunter2 hunter2", "' x" },
		{ TEXT, NULL, "[\"--token\",\"@\"", "hunter2hunter2", NULL },
		{ TEXT, NULL, "curl -u admin:@ h", "hunter2hunter2", "-u admin:" },
		{ TEXT, NULL, "password = @", "one\\\n  twothreefour", NULL },
		{ TEXT, NULL, "token:@", "hunter2hunter2", NULL },
		{ TEXT, NULL, "password:@", "12345678", NULL },
		{ TEXT, NULL, "password=@", "redactedhunter2", NULL },
		{ TEXT, NULL, "password=@", "redacted-hunter2hunter2", NULL },
		{ TEXT, NULL, "token: @", "redacted-0123456789abcdeX", NULL },
		{ TEXT, NULL, "token: @", "redacted-0123456789abcde", NULL },
		{ TEXT, NULL, "token: @", "redacted-0123456789abcdef0", NULL },
		{ JSON, NULL,
		  "{\"status\":{\"conditions\":[{\"type\":\"Ready\",\"message\":\"--password=@\"}]}"
		  "}",
		  "hunter2hunter2", "\"type\":\"Ready\"" },
		{ JSON, NULL, "{\"status\":{\"conditions\":[{\"message\":\"id_token=@\"}]}}",
		  "hunter2hunter2", "id_token=" },
		{ JSON, NULL, "{\"status\":{\"conditions\":[{\"reason\":\"pwd=@\"}]}}",
		  "hunter2hunter2", "pwd=" },
		{ JSON, NULL, "{\"httpGet\":{\"path\":\"/x?token=@\"}}", "hunter2hunter2",
		  "/x?token=" },
	};

	(void)state;
	check(cases, ARRAY_LEN(cases), &normal);
}

static void yaml_values_are_hidden_with_all_their_lines(void **state)
{
	static const struct form_case cases[] = {
		{ TEXT, NULL, "token: >-\n  @\nname: x\n", "hunter2hunter2", "\nname: x" },
		{ TEXT, NULL, "a:\n  token: |\n    @\n  b: 1\n", "line1line1\n    line2line2",
		  "\n  b: 1" },
		{ TEXT, NULL, "token:\n  @\nname: x\n", "hunter2hunter2", "\nname: x" },
		{ TEXT, NULL, "tokens:\n- @\nname: x\n", "hunter2hunter2", "\nname: x" },
		{ TEXT, NULL, "- password: @\n  name: x\n", "one two\n    three four",
		  "\n  name: x" },
		{ TEXT, NULL, "password: !!str\n  @\nname: x\n", "hunter2hunter2", "name: x" },
		{ TEXT, NULL, "password: {a: @}\nname: x\n", "hunter2hunter2", "name: x" },
		{ TEXT, NULL, "# token: @\nname: x\n", "hunter2hunter2", "name: x" },
		{ TEXT, NULL, "env:\n- name: FOO\n  value: @\nname: x\n", "hunter2hunter2",
		  "name: x" },
		{ TEXT, NULL, "env:\n- value: @\n  name: FOO\n", "hunter2hunter2", "name: FOO" },
	};

	(void)state;
	check(cases, ARRAY_LEN(cases), &normal);
}

static void users_of_urls_are_hidden_in_any_form(void **state)
{
	static const struct form_case cases[] = {
		{ TEXT, NULL, "postgres://u:@@db:5432/d", "hunter2hunter2", "@db:5432/d" },
		{ TEXT, NULL, "https://u:@@h/x", "hun@ter2hunter2", "@h/x" },
		{ TEXT, NULL, "https://u:@@h/x", "hun/ter2/hunter2", "@h/x" },
		{ TEXT, NULL, "https://u:@@h/x", "hun#ter2hunter2", "@h/x" },
		{ TEXT, NULL, "https://u:@@h/x", "hun?ter2hunter2", "@h/x" },
		{ TEXT, NULL, "https://@@h/x", "hunter2hunter2", "@h/x" },
		{ TEXT, NULL, "u:@@tcp(h:3306)/d", "hunter2hunter2", "u:" },
		{ TEXT, NULL, "dsn is app:@@unix(/s) ok", "hun/ter2@hunter2", ") ok" },
		{ TEXT, NULL, "u:@@h:5432", "hunter2hunter2", "@h:5432" },
	};

	(void)state;
	check(cases, ARRAY_LEN(cases), &normal);
}

static void members_named_like_credentials_are_redacted_completely(void **state)
{
	static const struct form_case cases[] = {
		{ JSON, NULL, "{\"password\":@}", "12345678901", "{\"password\":" },
		{ JSON, NULL, "{\"token\":{\"a\":[\"@\"]}}", "hunter2hunter2",
		  "{\"token\":{\"a\":[" },
		{ JSON, NULL, "{\"credentials\":[\"@\",1]}", "hunter2hunter2", NULL },
		{ JSON, NULL, "{\"auth\":{\"name\":\"@\"}}", "hunter2hunter2",
		  "{\"auth\":{\"name\":" },
		{ JSON, NULL, "{\"secret\":{\"secretName\":\"x\",\"value\":\"@\"}}",
		  "hunter2hunter2", NULL },
		{ JSON, NULL, "{\"DB_PASS\":\"@\"}", "hunter2hunter2", NULL },
		{ JSON, NULL, "{\"X-Auth\":\"@\"}", "hunter2hunter2", NULL },
		{ JSON, NULL, "{\"sessionId\":\"@\"}", "hunter2hunter2", NULL },
		{ JSON, NULL, "{\"password2\":\"@\"}", "hunter2hunter2", NULL },
		{ JSON, NULL, "{\"d\\u0062Password\":\"@\"}", "hunter2hunter2", NULL },
		{ JSON, NULL,
		  "{\"a-name-of-more-than-sixty-four-bytes-that-goes-on-and-on-and-on-and-on-until-"
		  "it-ends-in-password\":\"@\"}",
		  "hunter2hunter2", NULL },
		{ JSON, NULL, "{\"password\":\"@\"}", "redacted: hunter2", NULL },
		{ JSON, NULL, "{\"x\":{\"name\":\"DB_KEY\",\"value\":{\"a\":\"@\"}}}",
		  "hunter2hunter2", NULL },
		{ JSON, NULL, "{\"x\":[{\"Key\":\"password\",\"value\":\"@\"}]}", "hunter2hunter2",
		  NULL },
		{ JSON, NULL, "{\"x\":[{\"Name\":\"DB_PASS\",\"Value\":\"@\"}]}", "hunter2hunter2",
		  NULL },
		{ JSON, NULL, "{\"x\":[{\"key\":\"token\",\"Value\":{\"a\":\"@\"}}]}",
		  "hunter2hunter2", NULL },
		{ JSON, NULL, "{\"Environment\":[{\"Name\":\"X\",\"Value\":\"@\"}]}", "hunter2!x",
		  "\"Name\":\"X\"" },
		{ JSON, NULL, "{\"args\":[\"--token\",\"@\",\"--v=2\"]}", "hunter2 hunter2",
		  "--v=2" },
		{ JSON, NULL, "{\"args\":[\"--token=@\"]}", "hunter2, hunter2", "--token=" },
		{ JSON, NULL, "{\"command\":[\"curl\",\"-u\",\"u:@\"]}", "hunter2hunter2", "curl" },
		{ JSON, NULL, "{\"args\":[\"-H\",\"Authorization: Bearer @\"]}", "hunter2hunter2",
		  "Authorization: Bearer " },
		{ JSON, NULL, "{\"x\":\"{\\\"password\\\":\\\"@\\\"}\"}", "hunter2hunter2", NULL },
		{ JSON, NULL,
		  "{\"properties\":{\"password\":{\"type\":\"string\",\"default\":\"@\"}}}",
		  "hunter2hunter2", "{\"type\":\"string\"" },
		{ JSON, NULL,
		  "{\"v\":[{\"op\":\"add\",\"path\":\"/spec/password\",\"value\":\"@\"}]}",
		  "hunter2hunter2", "/spec/password" },
		/* base64 of "password=hunter2hunter2" */
		{ JSON, NULL, "{\"binaryData\":{\"x\":\"cGFzc3dvcmQ9@\"}}",
		  "aHVudGVyMmh1bnRlcjI=", NULL },
	};

	(void)state;
	check(cases, ARRAY_LEN(cases), &normal);
}

static void environment_values_are_redacted_under_any_name(void **state)
{
	static const struct form_case cases[] = {
		{ JSON, NULL, "{\"env\":[{\"name\":\"DSN2\",\"value\":\"@\"}]}", "hunter2,hunter2",
		  "\"DSN2\"" },
		{ JSON, NULL, "{\"env\":[{\"value\":\"@\",\"name\":\"X\"}]}", "correct horse",
		  "\"X\"" },
		{ JSON, NULL, "{\"spec\":{\"extraEnv\":{\"X\":\"@\"}}}", "correct horse", "\"X\"" },
		{ JSON, NULL, "{\"environment\":[\"X=@\"]}", "correct horse", "X=" },
		{ JSON, NULL, "{\"env\":{\"X\":@}}", "123456789", "\"X\"" },
		{ JSON, NULL,
		  "[{\"op\":\"add\",\"path\":\"/spec/containers/0/env/"
		  "-\",\"value\":{\"name\":\"X\","
		  "\"value\":\"@\"}}]",
		  "correct horse", "\"X\"" },
		{ JSON, NULL,
		  "[{\"op\":\"replace\",\"path\":\"/spec/containers/0/env/0/"
		  "value\",\"value\":\"@\"}]",
		  "correct horse", "/env/0/value" },
	};

	(void)state;
	check(cases, ARRAY_LEN(cases), &normal);
}

#define SECRET_PATH "/api/v1/namespaces/d/secrets/s"
#define FAR_PATH    "/k8s/clusters/c-1/api/v1/namespaces/d/secrets/s"

static void secret_object_keeps_only_its_key_names(void **state)
{
	static const struct form_case cases[] = {
		{ JSON, SECRET_PATH, "{\"d\\u0061ta\":{\"k\":\"@\"}}", "correct horse", "\"k\"" },
		{ JSON, SECRET_PATH, "{\"kind\":\"Secret\",\"extra\":\"@\"}", "correct horse",
		  NULL },
		{ JSON, "/x", "{\"kind\":\"Secret\",\"string\\u0044ata\":{\"k\":\"@\"}}",
		  "correct horse", "\"k\"" },
		{ JSON, "/x", "{\"k\\u0069nd\":\"Secret\",\"data\":{\"k\":\"@\"}}", "correct horse",
		  NULL },
		{ JSON, "/x", "{\"kind\":\"Secret\",\"kind\":\"Pod\",\"data\":{\"k\":\"@\"}}",
		  "correct horse", NULL },
		{ JSON, FAR_PATH, "{\"data\":{\"k\":\"@\"}}", "correct horse", "\"k\"" },
		{ JSON, FAR_PATH, "[{\"op\":\"add\",\"path\":\"/data/k\",\"value\":\"@\"}]",
		  "correct horse", "/data/k" },
		{ JSON, FAR_PATH,
		  "[{\"op\":\"test\",\"path\":\"\",\"value\":{\"data\":{\"k\":\"@\"}}}]",
		  "correct horse", NULL },
		{ JSON, FAR_PATH, "{\"items\":[{\"stringData\":{\"k\":\"@\"}}]}", "correct horse",
		  NULL },
		{ JSON, SECRET_PATH, "{\"data\":{\"k\":\"@\"}}", "redactedhunter2", NULL },
	};

	(void)state;
	check(cases, ARRAY_LEN(cases), &normal);
}

static void credential_headers_are_recognized_by_name(void **state)
{
	static const struct form_case cases[] = {
		{ HEADER, "X-Auth", "@", "hunter2 hunter2", NULL },
		{ HEADER, "X-Secret", "@", "hunter2 hunter2", NULL },
		{ HEADER, "X-Api-Key", "@", "hunter2 hunter2", NULL },
		{ HEADER, "x-apikey", "@", "hunter2 hunter2", NULL },
		{ HEADER, "Session-Id", "@", "hunter2 hunter2", NULL },
		{ HEADER, "Proxy-Authorization", "Basic @", "dXNlcjpodW50ZXIy", "Basic " },
		{ HEADER, "Cookie", "@", "a=hunter21; b=hunter22", NULL },
		{ HEADER, "Location", "https://h/cb?sig=@&x=1", "hunter2,hunter2", "&x=1" },
		{ HEADER, "Sec-WebSocket-Protocol",
		  "v4, base64url.bearer.authorization.k8s.io.aaaa, "
		  "base64url.bearer.authorization.k8s.io.@",
		  "aHVudGVyMmh1bnRlcjI", "v4, " },
		{ QUERY, "token[]", "@", "hunter2 hunter2", NULL },
		{ QUERY, "auth[token][0]", "@", "hunter2 hunter2", NULL },
		{ QUERY, "sig", "@", "hunter2 hunter2", NULL },
		{ QUERY, "code", "@", "hunter2 hunter2", NULL },
		{ QUERY, "X-Amz-Signature", "@", "hunter2 hunter2", NULL },
		{ TEXT, NULL, "GET /x?token[]=@&limit=5", "hunter2;hunter2", "&limit=5" },
		{ TEXT, NULL, "GET /x?code=@", "ab&hunter2hunter2", NULL },
		{ PATH, NULL, "/api/v1/namespaces/d/services/s/proxy/a;token=@", "hunter2hunter2",
		  NULL },
		{ PATH, NULL, "/login/password=@", "hunter2hunter2", NULL },
	};

	(void)state;
	check(cases, ARRAY_LEN(cases), &normal);
}

static void strict_hides_text_of_unknown_shape(void **state)
{
	static const struct form_case cases[] = {
		{ JSON, NULL, "{\"metadata\":{\"annotations\":{\"a\":\"@\"}}}", "correcthorse",
		  "\"a\"" },
		{ JSON, NULL, "{\"kind\":\"ConfigMap\",\"data\":{\"a\":\"@\"}}", "correcthorse",
		  "\"a\"" },
		{ JSON, NULL, "{\"args\":[\"@\"]}", "correcthorse", "args" },
		{ JSON, NULL, "{\"command\":[\"@\"]}", "correcthorse", "command" },
		{ JSON, NULL, "{\"kind\":\"Event\",\"message\":\"@\"}", "correct horse", NULL },
		{ HEADER, "X-Remote-User", "@", "correcthorse", NULL },
		{ QUERY, "x", "@", "correcthorse", NULL },
	};
	struct rec__redact_options strict = normal;

	(void)state;
	strict.strict = true;
	check(cases, ARRAY_LEN(cases), &strict);
}

/* Recognized by the issuer's prefix, the word before it or the command around it. */
static void credentials_are_recognized_by_prefix_word_or_command(void **state)
{
	static const struct form_case cases[] = {
		{ TEXT, NULL, "pushed with @ to h", "ghp_Zk3mQ8vT1xRb7NwYc2Ls", "pushed with " },
		{ TEXT, NULL, "https://hooks.slack.com/services/T000/B000/@",
		  "Zk3mQ8vT1xRb7NwYc2Ls", "hooks.slack.com/services/" },
		{ TEXT, NULL, "ALTER USER u WITH PASSWORD '@';", "hunter two hunter", "';" },
		{ TEXT, NULL, "CREATE USER u IDENTIFIED BY '@';", "hunter2hunter2", "';" },
		{ TEXT, NULL, "machine h login u password @", "hunter2hunter2",
		  "login u password " },
		{ TEXT, NULL, "requirepass @\nport 1\n", "correcthorse", "\nport 1" },
		{ TEXT, NULL, "the password is @, again", "hunter2hunter2", ", again" },
		{ TEXT, NULL, "wrong password \"@\" given", "correct horse", "\" given" },
		{ TEXT, NULL, "set(\"password\", \"@\")", "correct horse", "\")" },
		{ TEXT, NULL, "WWW-Authenticate: Negotiate @", "YIIZhunter2hunter2", NULL },
		{ TEXT, NULL, "mysql -p@ -u root", "hunter2hunter2", " -u root" },
		{ TEXT, NULL, "sshpass -p '@' ssh h", "hunter2 hunter2", "' ssh h" },
		{ TEXT, NULL, "docker login -u u -p @ h", "hunter2hunter2", "-u u -p " },
		{ TEXT, NULL, "curl -uadmin:@ h", "hunter2hunter2", "-uadmin:" },
		{ TEXT, NULL, "curl --user=admin:@ h", "hunter2hunter2", "--user=admin:" },
		{ TEXT, NULL, "create secret generic x --from-literal=a=@ -n d", "hunter2hunter2",
		  "--from-literal=a=" },
		{ TEXT, NULL, "[\"--token\", \"@\"]", "-unter2hunter2", NULL },
		{ TEXT, NULL, "invalid token [@]", "hunter2hunter2", "invalid token [" },
		{ TEXT, NULL, "connect with password(@)", "hunter2hunter2", "password(" },
		{ TEXT, NULL, "\"password\" \"@\"", "correct horse", "\"password\" \"" },
		{ TEXT, NULL, "Password changed to @", "hunter2hunter2", "Password changed to " },
		{ TEXT, NULL, "pass phrase @", "hunter2hunter2", "pass phrase " },
		{ TEXT, NULL, "vault login @", "hunter2hunter2", "vault login " },
		{ TEXT, NULL, "openssl enc -k @ -a", "hunter2hunter2", " -a" },
		{ TEXT, NULL, "echo @ | docker login --password-stdin", "hunter2hunter2",
		  " | docker login" },
		{ TEXT, NULL, "Passwort: @", "correct horse", "Passwort: " },
		{ TEXT, NULL, "password: @\nname: x\n", "!unter2hunter2", "\nname: x" },
		{ TEXT, NULL, "args:\n- --password\n- @\n- -v\n", "hunter2hunter2", "\n- -v" },
		{ TEXT, NULL, "args:\n- \"--password\"\n- \"@\"\n", "hunter2 hunter2", "args:" },
	};
	static const char *const kept[] = { "secret \"web-1\" not found",
					    "a token is needed for this",
					    "installs sk-learn-operator-1",
					    "kubectl get pods -p x",
					    "cp -p a/b1 c",
					    "the password is wrong",
					    "data:\n  a: b\nkind: ConfigMap\n" };

	(void)state;
	check(cases, ARRAY_LEN(cases), &normal);
	for (size_t i = 0; i < ARRAY_LEN(kept); i++) {
		AUTO_STRBUF out = STRBUF_INIT;
		struct rec__redactor r;

		rec__redactor_init(&r, &normal);
		if (rec__redact_text(&r, NULL, str_of(kept[i]), &out))
			fail_msg("%s became %s", kept[i], out.ptr);
		rec__redactor_fini(&r);
	}
}

/* A flag in a list marks the next argument as a value, as in a command line. */
static void argument_lists_are_redacted_like_a_command_line(void **state)
{
	static const struct form_case cases[] = {
		{ JSON, NULL, "{\"args\":[\"BEARER\",\"@\",\"-v\"]}", "hunter2hunter2",
		  ",\"-v\"]" },
		{ JSON, NULL, "{\"command\":[\"redis-cli\",\"-a\",\"@\",\"ping\"]}",
		  "hunter2hunter2", ",\"ping\"]" },
		{ JSON, NULL, "{\"args\":[\"docker\",\"login\",\"-u\",\"me\",\"-p\",\"@\"]}",
		  "hunter2hunter2", "\"me\",\"-p\"," },
		{ JSON, NULL, "{\"args\":[\"password\",\"=>\",\"'@'\"]}", "correct horse", NULL },
		{ JSON, NULL, "{\"args\":[\"vault\",\"token:\",\"@\",\"--verbose\"]}",
		  "hunter2hunter2", ",\"--verbose\"]" },
		{ JSON, NULL,
		  "[{\"op\":\"add\",\"path\":\"/spec/args\",\"value\":[\"requirepass\","
		  "\"@\"]}]",
		  "hunter2hunter2", "\"requirepass\"," },
	};

	(void)state;
	check(cases, ARRAY_LEN(cases), &normal);
}

static void manifests_within_text_are_redacted(void **state)
{
	static const struct form_case cases[] = {
		{ TEXT, NULL, "kind: Secret\ndata:\n  a: @\nname: x\n", "hunter2hunter2",
		  "\nname: x" },
		{ TEXT, NULL, "a: 1\n---\nstringData: {a: @}\nkind: \"Secret\"\n", "hunter2hunter2",
		  "kind: \"Secret\"" },
		{ TEXT, NULL, "env:\n  X: @\nname: x\n", "correct horse", "\nname: x" },
		{ TEXT, NULL, "extraEnv:\n- X=@\nname: x\n", "correct horse", "\nname: x" },
		{ TEXT, NULL, "{\"kind\":\"Secret\",\"data\":{\"a\":\"@\"", "correct horse",
		  "\"Secret\"" },
		{ TEXT, NULL, "<property name=\"password\" value=\"@\"/>", "correct horse",
		  "\"/>" },
		{ TEXT, NULL, "<entry key='token'>@</entry>", "correct horse", "</entry>" },
		{ TEXT, NULL, "a=1&x=password%3D@", "hunter2hunter2", NULL },
		{ TEXT, NULL, "{&quot;token&quot;:&quot;@&quot;}", "correct horse", "token&quot;" },
		{ TEXT, NULL, "user x on &gt;@ ~*", "correcthorsebattery", "user x on" },
		/* {"password":"hunter2hunter2","a":"??"} as base64 of URLs */
		{ TEXT, NULL, "eyJwYXNzd29yZCI6Imh1bnRlcjJod@", "W50ZXIyIiwiYSI6Ij8_In0", NULL },
		/* a token without a signature, and the shortest with one */
		{ TEXT, NULL, "it was eyJhbGciOiJub25l@.", "In0.eyJhIjoxfQ", "it was " },
		{ TEXT, NULL, "it was id_eyJhIjox@", "fQ.e30.c2lnbmVk", "it was id_" },
	};

	(void)state;
	check(cases, ARRAY_LEN(cases), &normal);
}

/* A flag that was a secret value elsewhere still marks the next word as a value. */
static void learnt_value_that_looks_like_a_flag_still_marks_its_argument(void **state)
{
	AUTO_STRBUF out = STRBUF_INIT;
	struct rec__redactor r;

	(void)state;
	rec__redactor_init(&r, &normal);
	rec__redact_value(&r, STR("--password"), &out);
	strbuf_clear(&out);
	assert_true(rec__redact_text(&r, NULL, STR("run --password hunter2hunter2 now"), &out));
	assert_null(strstr(out.ptr, "hunter2"));
	assert_non_null(strstr(out.ptr, " now"));
	rec__redactor_fini(&r);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(credentials_named_in_text_are_hidden_whole),
		cmocka_unit_test(yaml_values_are_hidden_with_all_their_lines),
		cmocka_unit_test(users_of_urls_are_hidden_in_any_form),
		cmocka_unit_test(members_named_like_credentials_are_redacted_completely),
		cmocka_unit_test(environment_values_are_redacted_under_any_name),
		cmocka_unit_test(secret_object_keeps_only_its_key_names),
		cmocka_unit_test(credential_headers_are_recognized_by_name),
		cmocka_unit_test(strict_hides_text_of_unknown_shape),
		cmocka_unit_test(credentials_are_recognized_by_prefix_word_or_command),
		cmocka_unit_test(argument_lists_are_redacted_like_a_command_line),
		cmocka_unit_test(manifests_within_text_are_redacted),
		cmocka_unit_test(learnt_value_that_looks_like_a_flag_still_marks_its_argument),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
