/* SPDX-License-Identifier: Apache-2.0 */
/* Credentials that a command, a directive or their own look gives away, and words that look alike
 * and stay. */
#define _GNU_SOURCE
#include "tests/kit/redact_kit.h"
#include "tests/kit/testing.h"

/* The part of `out` that is not as in `input`; 0 if all is. */
static size_t same_before(const char *input, const char *out)
{
	size_t n = 0;

	while (input[n] && input[n] == out[n])
		n++;
	return input[n] || out[n] ? n + 1 : 0;
}

/* In `form` @ stands for each of the secrets. */
static void check_form(const char *form, const char *const *secrets, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		AUTO_STRBUF in = STRBUF_INIT;
		AUTO_STRBUF out = STRBUF_INIT;

		redact_fill(form, secrets[i], &in);
		redact_normally(in.ptr, &out);
		if (strstr(out.ptr, secrets[i] + strlen(secrets[i]) - 8) ||
		    strstr(out.ptr, secrets[i]))
			fail_msg("%s gave %s", in.ptr, out.ptr);
		/* a whole argument may be hidden, never the command before it */
		if (same_before(in.ptr, out.ptr) < 5)
			fail_msg("%s gave %s, without its command", in.ptr, out.ptr);
	}
}

static void command_arguments_are_redacted_completely(void **state)
{
	static const char *const secrets[] = { "hunter2hunter2",    "correct-horse",
					       "abcdefghij",	    "ab;RESTOFTHEVALUE",
					       "ab|RESTOFTHEVALUE", "p@ss/w0rd!x" };
	static const char *const forms[] = {
		"htpasswd -b /etc/f user @",
		"htpasswd -nb user @",
		"htpasswd -bnBC 10 user @",
		"/usr/bin/htpasswd -cbB f user @ && x",
		"mysql -p@",
		"mysql -p @",
		"mysqldump --user=root -p@ db > f",
		"mongodump -u u --password @",
		"cqlsh -u u -p @ h",
		"valkey-cli -a @ ping",
		"ldappasswd -s @ -w old x",
		"keytool -storepass @ -alias x",
		"unzip -P @ f.zip",
		"7z x -p@ f.7z",
		"rabbitmqctl add_user u @",
		"rabbitmqctl change_password u @",
		"chpasswd <<< 'root:@'",
		"echo 'root:@' | chpasswd",
		"smbclient //h/s -U u%@",
		"mc alias set m http://h ACCESSKEYID1 @",
		"aws configure set aws_secret_access_key @",
		"openssl rsa -passin pass:@",
		"create secret generic x --from-literal=k=@",
		"user u on >@ ~* +@all",
		"proxy_set_header X-Api-Key @;",
		"machine h login u password @",
		"login with password @ failed",
		"{\"command\":[\"mysql\",\"-u\",\"root\",\"-p@\"]}",
		"{\"command\":[\"mysql\",\"-p\",\"@\"]}",
		"{\"command\":[\"htpasswd\",\"-b\",\"f\",\"u\",\"@\"]}",
		"{\"args\":[\"-c\",\"htpasswd -b f u @\"]}",
		"{\"command\":[\"mc\",\"alias\",\"set\",\"m\",\"http://h\",\"KEYID1\",\"@\"]}",
		"{\"data\":{\"x\":\"jdbc:mysql://h/db?user=u&password=@\"}}",
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(forms); i++)
		check_form(forms[i], secrets, ARRAY_LEN(secrets));
}

static void constants_named_like_credentials_are_redacted(void **state)
{
	static const char *const secrets[] = { "hunter2hunter2", "correct horse" };
	static const char *const forms[] = {
		"level=info FERNET_KEY=@",
		"GITHUB_PAT=@",
		"ALIYUN_SK=@",
		"DEPLOY_PEM=@",
		"SLACK_WEBHOOK=@",
		"DATABASE_DSN=@",
		"{\"spec\":{\"SSH_KEY\":\"@\"}}",
		"{\"spec\":{\"dsn\":\"@\"}}",
		"{\"spec\":{\"recoveryCode\":\"@\"}}",
		"{\"spec\":{\"parameters\":[{\"name\":\"a.password\",\"string\":\"@\"}]}}",
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(forms); i++)
		check_form(forms[i], secrets, ARRAY_LEN(secrets));
}

static void tokens_are_recognized_by_their_shape(void **state)
{
	static const char *const tokens[] = {
		"ghp_16C7e42F292c6912E7710c838347Ae178B4a",
		"glpat-9xFzKq3pTn_sWd7RbVcY",
		"xoxb-263594206564-2343594206574-FGqddMF8t08v8N7Oq4i57vs1",
		"AKIAIOSFODNN7EXAMPLE",
		"wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
		"key-3ax6xnjp29jd6fds4gc373sgvjxteol0",
		"dapi0123456789abcdef0123456789abcdef",
		"s.8RDgNqWr3KpYzQ2mTbVcXaHd",
		"dp.pt.aBcDeFgHiJkLmNoPqRsTuVwXyZ0123456789abcd",
		"abcdef.0123456789abcdef",
		"eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N",
	};
	static const char *const forms[] = { "pushed with @ to h", "{\"x\":\"it is @\"}",
					     "curl https://h/?x=@", "{\"args\":[\"@\"]}",
					     "a=b;@;b=1" };

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(forms); i++)
		check_form(forms[i], tokens, ARRAY_LEN(tokens));
}

static void redactor_keeps_words_shaped_like_tokens(void **state)
{
	static const char *const kept[] = {
		"Created pod: web-7d4b9c6f5d-x2k8z",
		"ReplicaSet/web-7d4b9c6f5d-x2k8z is gone",
		"uid 0f3c9a52-7f4e-4f0e-9a51-2b7d5d0e7c11",
		"digest sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
		"cipher TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256",
		"ValidatingAdmissionPolicyBinding io.k8s.api.core.v1.PodTemplateSpec",
		"at 2026-01-02T15:04:05.123456Z and 20260102T150405Z",
		"kubectl/v1.34.4 (linux/amd64) kubernetes/0a1b2c3d4e",
		"Basic authentication and Bearer token were tried",
		"with password authentication, using password files",
		"installs sk-learn-operator-1 and key-value-store-3",
		"unzip -q f.zip a",
		"mysql -u root -h db.example -P 3306 shop",
		"htpasswd -c /etc/f user",
		"{\"data\":{\"note\":\"dmFsdWUgd2l0aCBzcGFjZXM=\"}}",
		"{\"op\":\"x\",\"spec\":{\"publicKeyName\":\"web\",\"salted\":true}}",
		"{\"spec\":{\"bypass\":\"hunter2-hunter2\",\"basalt\":\"hunter2-hunter2\"}}",
		"level=info DESK=north-by-west",
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(kept); i++) {
		AUTO_STRBUF out = STRBUF_INIT;

		redact_normally(kept[i], &out);
		assert_string_equal(out.ptr, kept[i]);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(command_arguments_are_redacted_completely),
		cmocka_unit_test(constants_named_like_credentials_are_redacted),
		cmocka_unit_test(tokens_are_recognized_by_their_shape),
		cmocka_unit_test(redactor_keeps_words_shaped_like_tokens),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
