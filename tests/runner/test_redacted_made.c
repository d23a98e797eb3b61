/* SPDX-License-Identifier: Apache-2.0 */
/* Documents with secrets in every place, made up and changed from a seed: the output of a redactor
 * for each is unchanged, with each of its options. test_redact.c checks that no secret comes
 * out. */
#include <cjson/cJSON.h>

#include "base/alloc.h"
#include "base/base64.h"
#include "runner/recording/redact.h"
#include "tests/kit/damage_json.h"
#include "tests/kit/fingerprints.h"
#include "tests/kit/made.h"
#include "tests/kit/testing.h"

#define JWT "eyJhbGciOiJSUzI1NiJ9.eyJpc3MiOiJQbGFudGVkIn0.U2lnbmF0dXJl"
#define PEM "-----BEGIN %s-----\nMIIB0001\nAAAA\n-----END %s-----\n"

/* A value in the forms that people write: plain, as base64, in a sentence, a URL, JSON in a string,
 * YAML. */
static void add_value(struct choice *c, struct strbuf *out)
{
	static const char *const plain[] = { "hunter2!x", "Planted0001", "",
					     "a",	  "********",	 "value with spaces",
					     "0",	  JWT,		 "UGxhbnRlZDAwMDE=" };
	const char *value = plain[choice_pick(c, ARRAY_LEN(plain))];
	AUTO_STRBUF text = STRBUF_INIT, coded = STRBUF_INIT;

	switch (choice_pick(c, 12)) {
	case 0:
		strbuf_addf(&text, "https://user:%s@host/path?token=%s&a=b", value, value);
		break;
	case 1:
		strbuf_addf(&text, "{\"password\":\"%s\",\"name\":\"x\"}", value);
		break;
	case 2:
		strbuf_addf(&text, "users:\n- user:\n    token: %s\n    name: 'x'\n", value);
		break;
	case 3:
		strbuf_addf(&text, "Authorization: Bearer %s and password=%s;", value, value);
		break;
	case 4:
		strbuf_addf(&text, PEM, "PRIVATE KEY", "PRIVATE KEY");
		break;
	case 5:
		strbuf_addf(&text, PEM, "CERTIFICATE", "CERTIFICATE");
		break;
	case 6:
		strbuf_addf(&text, "--token=%s", value);
		break;
	default:
		strbuf_addz(&text, value);
		break;
	}
	if (rarely(c, 5))
		base64_encode(&coded, strbuf_str(&text), BASE64_STD);
	strbuf_add_json(out, coded.len ? strbuf_str(&coded) : strbuf_str(&text));
}

static void add_member(struct choice *c, struct strbuf *out)
{
	strbuf_addf(out, "\"%s\":",
		    ANY(c, "a", "token", "password", "tls.key", "ca.crt", "clientSecret",
			"caBundle", "certificate", "name", "namespace", "secretName", "API_KEY",
			"apikey", "bearerToken", ".dockerconfigjson", "note"));
	add_value(c, out);
}

static void add_members(struct choice *c, struct strbuf *out)
{
	uint32_t count = 1 + choice_pick(c, 3);

	strbuf_addc(out, '{');
	for (uint32_t i = 0; i < count; i++) {
		strbuf_addz(out, i ? "," : "");
		add_member(c, out);
	}
	strbuf_addc(out, '}');
}

static void add_object(struct choice *c, struct strbuf *out)
{
	strbuf_addf(out, "{\"kind\":\"%s\",\"metadata\":{\"name\":\"%s\",\"namespace\":\"shop\"",
		    ANY(c, "Secret", "Secret", "ConfigMap", "Pod", "TokenRequest", "App"), "n1");
	if (rarely(c, 3))
		strbuf_addz(out, ",\"managedFields\":[{\"manager\":\"k\"}]");
	if (rarely(c, 3)) {
		strbuf_addz(out, ",\"annotations\":");
		add_members(c, out);
	}
	strbuf_addz(out, "}");
	if (!rarely(c, 4)) {
		strbuf_addf(out, ",\"%s\":", ANY(c, "data", "stringData", "spec", "status"));
		add_members(c, out);
	}
	if (rarely(c, 3)) {
		strbuf_addf(out, ",\"env\":[{\"name\":\"%s\",\"value\":",
			    ANY(c, "DB_PASSWORD", "HOME", "TOKEN"));
		add_value(c, out);
		strbuf_addz(out, "}],\"args\":[\"--password\",");
		add_value(c, out);
		strbuf_addz(out, "]");
	}
	strbuf_addz(out, "}");
}

static void add_document(struct choice *c, struct strbuf *out)
{
	switch (choice_pick(c, 6)) {
	case 0:
		strbuf_addf(out, "{\"kind\":\"%s\",\"items\":[",
			    ANY(c, "SecretList", "List", "PodList"));
		add_object(c, out);
		strbuf_addc(out, ',');
		add_object(c, out);
		strbuf_addz(out, "]}");
		break;
	case 1:
		strbuf_addz(out, "{\"kind\":\"Table\",\"rows\":[{\"cells\":[\"a\",1],\"object\":");
		add_object(c, out);
		strbuf_addz(out, "}]}");
		break;
	case 2:
		strbuf_addf(out, "[{\"op\":\"add\",\"path\":\"/%s/x\",\"value\":",
			    ANY(c, "data", "stringData", "spec/token", "metadata/labels"));
		add_value(c, out);
		strbuf_addz(out, "}]");
		break;
	default:
		add_object(c, out);
		break;
	}
}

static void add_redacted(struct rec__redactor *r, struct choice *c, uint64_t n, struct strbuf *all)
{
	struct rec__aim aim = rec__aim_of(
	    str_of(ANY(c, "/api/v1/namespaces/shop/secrets/n1", "/api/v1/namespaces/shop/pods",
		       "/api/v1/namespaces/shop/serviceaccounts/n1/token", "/apis/x.io/v1/apps",
		       "/api/v1/namespaces/shop/pods/n1/log")));
	AUTO_STRBUF text = STRBUF_INIT, out = STRBUF_INIT;
	struct rec__near near = { 0 };
	char *printed = NULL;
	json_t json;

	add_document(c, &text);
	if (rarely(c, 2)) {
		cJSON *doc = cJSON_Parse(text.ptr);

		assert_non_null(doc);
		damage_json(doc, n % 2 == 0, c);
		printed = cJSON_PrintUnformatted(doc);
		assert_non_null(printed);
		cJSON_Delete(doc);
		strbuf_clear(&text);
		strbuf_addz(&text, printed);
		cJSON_free(printed);
	}
	if (n % 5 == 0) {
		size_t len = text.len / 2 + choice_pick(c, (uint32_t)(text.len / 2));

		rec__redact_partial(r, &aim, (struct str) { text.ptr, len }, &out);
	} else if (n % 5 == 1) {
		(void)rec__redact_text(r, NULL, strbuf_str(&text), &out);
	} else {
		/* a response may quote its request */
		uint32_t cuts[] = { (uint32_t)text.len / 3, (uint32_t)text.len / 2 };

		rec__redact_json(r, &aim, strbuf_str(&text), &near, n % 5 == 2, cuts,
				 ARRAY_LEN(cuts), &out);
		assert_true(json_valid(strbuf_str(&out), &json, NULL));
		assert_true(cuts[0] <= cuts[1] && cuts[1] <= out.len);
		strbuf_addf(&out, "\n%u %u %zu", cuts[0], cuts[1], near.count);
		strbuf_clear(&text);
		strbuf_addf(&text,
			    "invalid value \"%s\" and %s in /api/v1/namespaces/shop/secrets/n1",
			    near.count ? near.values[0] : "x", ANY(c, "hunter2!x", "Planted0001"));
		(void)rec__redact_text(r, &near, strbuf_str(&text), &out);
	}
	assert_false(r->failed || out.failed);
	strbuf_adds(all, strbuf_str(&out));
	strbuf_addc(all, '\n');
	rec__near_fini(&near);
}

static void add_words(struct rec__redactor *r, struct choice *c, struct strbuf *all)
{
	AUTO_STRBUF value = STRBUF_INIT;

	add_value(c, &value);
	strbuf_addz(all, "header ");
	rec__redact_header(r,
			   str_of(ANY(c, "Authorization", "Cookie", "X-Remote-User",
				      "Impersonate-User", "User-Agent", "Proxy-Authorization",
				      "Sec-WebSocket-Protocol", "Set-Cookie")),
			   strbuf_str(&value), all);
	strbuf_addz(all, "\nquery ");
	rec__redact_query(r,
			  str_of(ANY(c, "token", "fieldSelector", "labelSelector", "access_token",
				     "continue")),
			  strbuf_str(&value), all);
	strbuf_addz(all, "\npath ");
	rec__redact_path(r,
			 str_of(ANY(c, "/api/v1/namespaces/shop/secrets/n1", "/api/v1/nodes/n1",
				    "/apis/apps/v1/namespaces/shop/deployments/n1/scale",
				    "/healthz", "/api/v1/namespaces/shop")),
			 all);
	strbuf_addc(all, '\n');
}

/* One redactor reads several documents: secrets learnt in one are redacted in the next. */
static void generated_documents_are_redacted_as_in_the_golden_file(void **state)
{
	static const enum rec__secrets how[] = { REC_SECRETS_HASH, REC_SECRETS_DROP,
						 REC_SECRETS_KEEP, REC_SECRETS_HASH };
	struct fingerprints f = { "tests/golden/outputs/made-redacted.txt", STRBUF_INIT };

	(void)state;
	for (uint64_t n = 0; n < 400; n++) {
		struct rec__redact_options opt = { .secrets = how[n % 4],
						   .keep_managed_fields = n % 3 == 0,
						   .hash_names = n % 8 > 3,
						   .key = "0123456789abcdef0123456789abcde" };
		AUTO_STRBUF all = STRBUF_INIT;
		struct rec__redactor r;
		struct choice c;
		char name[24];

		rec__redactor_init(&r, &opt);
		choice_init_seed(&c, 6000 + n, false);
		for (uint64_t i = 0; i < 3; i++)
			add_redacted(&r, &c, n + i, &all);
		add_words(&r, &c, &all);
		choice_fini(&c);
		rec__redactor_fini(&r);
		(void)snprintf(name, sizeof(name), "redacted-%llu", (unsigned long long)n);
		fingerprints_line(&f, name);
		fingerprints_add(&f, "out", strbuf_str(&all));
	}
	fingerprints_end(&f);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(generated_documents_are_redacted_as_in_the_golden_file),
	};

	base__alloc_init_cjson();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
