/* SPDX-License-Identifier: Apache-2.0 */
/* Secrets in every place where Kubernetes puts them: none comes out. */
#include "base/base64.h"
#include "runner/recording/redact.h"
#include "tests/kit/testing.h"

#define PEM "-----BEGIN PRIVATE KEY-----\\nMIIPlanted0001\\nAAAA\\n-----END PRIVATE KEY-----\\n"
#define JWT "eyJhbGciOiJSUzI1NiJ9.eyJpc3MiOiJQbGFudGVkIn0.U2lnbmF0dXJlUGxhbnRlZA"

static const struct rec__redact_options hash = { .key = "0123456789abcdef0123456789abcde" };

/* Written where a secret stands; each must be gone, and so must its base64. */
static const char *const planted[] = { "Planted0001", "hunter2!x",  "UGxhbnRlZDAwMDE=", JWT,
				       "UGxhbnRlZA",  "MIIPlanted", "aHVudGVyMiF4" };

static void assert_clean(const char *what, const struct strbuf *out)
{
	assert_false(out->failed);
	for (size_t i = 0; i < ARRAY_LEN(planted); i++)
		if (strstr(out->ptr, planted[i]))
			fail_msg("%s: %s is in\n%s", what, planted[i], out->ptr);
}

static void secrets_are_redacted_in_every_place(void **state)
{
	static const struct {
		const char *what, *path, *json;
	} cases[] = {
		{ "a Secret", "/api/v1/namespaces/d/secrets",
		  "{\"kind\":\"Secret\",\"data\":{\"a\":\"UGxhbnRlZDAwMDE=\",\"b\":\"\"},"
		  "\"stringData\":{\"c\":\"hunter2!x\"}}" },
		{ "kind after data", "/apis/x/v1/foos",
		  "{\"data\":{\"a\":\"UGxhbnRlZDAwMDE=\"},\"kind\":\"Secret\"}" },
		{ "items without kind", "/api/v1/secrets",
		  "{\"kind\":\"SecretList\",\"items\":[{\"metadata\":{\"name\":\"a\"},"
		  "\"data\":{\"a\":\"UGxhbnRlZDAwMDE=\"}}]}" },
		{ "a mixed list", "/x",
		  "{\"kind\":\"List\",\"items\":[{\"kind\":\"Secret\",\"data\":{\"a\":"
		  "\"UGxhbnRlZDAwMDE=\"}}]}" },
		{ "a Table", "/api/v1/secrets",
		  "{\"kind\":\"Table\",\"rows\":[{\"cells\":[\"a\",\"Opaque\",1],\"object\":{"
		  "\"kind\":\"Secret\","
		  "\"data\":{\"a\":\"UGxhbnRlZDAwMDE=\"}}}]}" },
		{ "a merge patch", "/api/v1/namespaces/d/secrets/a",
		  "{\"data\":{\"a\":\"UGxhbnRlZDAwMDE=\"}}" },
		{ "a JSON patch", "/api/v1/namespaces/d/secrets/a",
		  "[{\"op\":\"add\",\"path\":\"/data/a\",\"value\":\"UGxhbnRlZDAwMDE=\"},"
		  "{\"op\":\"add\",\"path\":\"/stringData\",\"value\":{\"b\":\"hunter2!x\"}}]" },
		{ "a JSON patch with escapes", "/api/v1/namespaces/d/secrets/a",
		  "[{\"path\":\"\\/data\\/a\",\"op\":\"replace\",\"value\":\"Planted0001\"}]" },
		{ "last-applied", "/api/v1/namespaces/d/secrets/a",
		  "{\"kind\":\"PartialObjectMetadata\",\"metadata\":{\"annotations\":{"
		  "\"kubectl.kubernetes.io/"
		  "last-applied-configuration\":\"{\\\"kind\\\":\\\"Secret\\\","
		  "\\\"data\\\":{\\\"a\\\":\\\"UGxhbnRlZDAwMDE=\\\"}}\\n\"}}}" },
		{ "TokenRequest", "/api/v1/namespaces/d/serviceaccounts/a/token",
		  "{\"kind\":\"TokenRequest\",\"status\":{\"token\":\"" JWT "\"}}" },
		{ "an opaque token", "/x",
		  "{\"kind\":\"TokenReview\",\"spec\":{\"token\":\"Planted0001\"}}" },
		{ "a certificate", "/x", "{\"status\":{\"certificate\":\"UGxhbnRlZDAwMDE=\"}}" },
		{ "caBundle", "/x", "{\"clientConfig\":{\"caBundle\":\"UGxhbnRlZDAwMDE=\"}}" },
		{ "PEM in a ConfigMap", "/x",
		  "{\"kind\":\"ConfigMap\",\"data\":{\"k\":\"" PEM "\"}}" },
		{ "PEM without an end", "/x",
		  "{\"k\":\"-----BEGIN RSA PRIVATE KEY-----\\nMIIPlanted\"}" },
		{ "a kubeconfig", "/x",
		  "{\"kind\":\"ConfigMap\",\"data\":{\"c\":\"users:\\n- user:\\n    token: "
		  "Planted0001\\n"
		  "    client-key-data: UGxhbnRlZDAwMDE=\\n    password: 'hunter2!x'\\n\"}}" },
		{ "a kubeconfig as JSON", "/x",
		  "{\"c\":\"{\\\"users\\\":[{\\\"user\\\":{\\\"token\\\":\\\"Planted0001\\\"}}]}"
		  "\"}" },
		{ "a variable", "/x",
		  "{\"env\":[{\"name\":\"DB_PASSWORD\",\"value\":\"hunter2!x\"},"
		  "{\"value\":\"Planted0001\",\"name\":\"AUTH_KEY\"}]}" },
		{ "arguments", "/x",
		  "{\"args\":[\"--token=Planted0001\",\"--db\",\"pg://u:hunter2!x@h/d\","
		  "\"-H\",\"Authorization: Bearer Planted0001\"]}" },
		{ "a message with JSON", "/x",
		  "{\"message\":\"found in ...|\\\"password\\\":\\\"hunter2!x\\\"}|...\"}" },
		{ "a message with escaped JSON", "/x",
		  "{\"message\":\"body {\\\\\\\"token\\\\\\\":\\\\\\\"Planted0001\\\\\\\"} is\"}" },
		{ "arrays under data", "/api/v1/secrets",
		  "{\"data\":{\"a\":[\"Planted0001\"],\"b\":{\"c\":\"hunter2!x\"}}}" },
		{ "a key with escapes", "/x", "{\"\\u0074oken\":\"Planted0001\"}" },
		{ "a kind with escapes", "/x",
		  "{\"kind\":\"Secre\\u0074\",\"data\":{\"a\":\"UGxhbnRlZDAwMDE=\"}}" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		struct rec__aim aim = rec__aim_of(str_of(cases[i].path));
		AUTO_STRBUF out = STRBUF_INIT;
		struct rec__redactor r;

		rec__redactor_init(&r, &hash);
		rec__redact_json(&r, &aim, str_of(cases[i].json), NULL, false, NULL, 0, &out);
		assert_clean(cases[i].what, &out);
		if (!json_valid(strbuf_str(&out), &(json_t) { NULL, 0 }, NULL))
			fail_msg("%s: no JSON: %s", cases[i].what, out.ptr);
		if (!strstr(out.ptr, "redacted") && !strstr(out.ptr, "cmVkYWN0ZWQ"))
			fail_msg("%s: %s", cases[i].what, out.ptr);
		rec__redactor_fini(&r);
	}
}

static void json_without_secrets_is_unchanged(void **state)
{
	static const char *const cases[] = {
		"{ \"kind\" : \"Pod\" , "
		"\"metadata\":{\"name\":\"a\",\"continue\":\"eyJ2IjoibWV0YS5rOHMuaW8v\"}}",
		"{\"kind\":\"ConfigMap\",\"data\":{\"a\":\"b\",\"url\":\"http://h:80/a?b=c\"}}",
		"{\"image\":\"reg/vault-token:1.0@sha256:abc\",\"secretName\":\"s\",\"key\":\"k\"}",
		"{\"env\":[{\"name\":\"HOME\",\"value\":\"/"
		"root\"}],\"automountServiceAccountToken\":true}",
		"{\"message\":\"secrets \\\"x\\\" not "
		"found\",\"n\":1e3,\"z\":null,\"t\":[true,{}]}",
		"{\"type\":\"kubernetes.io/service-account-token\",\"token\":\"\"}",
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		AUTO_STRBUF out = STRBUF_INIT;
		struct rec__redactor r;

		rec__redactor_init(&r, &hash);
		rec__redact_json(&r, NULL, str_of(cases[i]), NULL, false, NULL, 0, &out);
		assert_string_equal(out.ptr, cases[i]);
		rec__redactor_fini(&r);
	}
}

static void managed_fields_are_removed_at_any_position(void **state)
{
	static const struct {
		const char *in, *out;
	} cases[] = {
		{ "{\"a\":1,\"managedFields\":[{}],\"b\":2}", "{\"a\":1,\"b\":2}" },
		{ "{\"managedFields\":[{}],\"b\":2}", "{\"b\":2}" },
		{ "{\"a\":\"x\", \"managedFields\" : [ ] }", "{\"a\":\"x\" }" },
		{ "{\"managedFields\":[1,2]}", "{}" },
		{ "{\"managedFields\":[],\"managedFields\":[],\"c\":{\"managedFields\":[]}}",
		  "{\"c\":{}}" },
		{ "{\"managedFields\":\"no list\"}", "{\"managedFields\":\"no list\"}" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		AUTO_STRBUF out = STRBUF_INIT;
		struct rec__redactor r;

		rec__redactor_init(&r, &hash);
		rec__redact_json(&r, NULL, str_of(cases[i].in), NULL, false, NULL, 0, &out);
		assert_string_equal(out.ptr, cases[i].out);
		rec__redactor_fini(&r);
	}
}

static void learnt_secret_is_redacted_in_later_texts(void **state)
{
	AUTO_STRBUF out = STRBUF_INIT;
	struct rec__aim aim = rec__aim_of(STR("/api/v1/secrets"));
	struct rec__redactor r;
	struct rec__near near = { 0 };

	(void)state;
	rec__redactor_init(&r, &hash);
	rec__redact_json(
	    &r, &aim, STR("{\"data\":{\"a\":\"UGxhbnRlZDAwMDE=\"},\"stringData\":{\"b\":\"q!7\"}}"),
	    &near, true, NULL, 0, &out);
	strbuf_clear(&out);
	assert_true(rec__redact_text(&r, NULL, STR("value \"Planted0001\" is wrong"), &out));
	assert_clean("a message", &out);
	strbuf_clear(&out);
	rec__redact_json(&r, NULL,
			 STR("{\"message\":\"bad: UGxhbnRlZDAwMDE=, /x/Planted0001/y, aq!7b\"}"),
			 &near, false, NULL, 0, &out);
	assert_clean("a Status", &out);
	assert_null(strstr(out.ptr, "q!7"));
	rec__near_fini(&near);
	rec__redactor_fini(&r);
}

static void redactor_searches_headers_paths_and_queries(void **state)
{
	static const struct {
		const char *name, *value, *kept;
	} headers[] = {
		{ "Authorization", "Bearer Planted0001", "Bearer redacted-" },
		{ "authorization", "Planted0001", "redacted-" },
		{ "Cookie", "sid=Planted0001", "" },
		{ "Sec-WebSocket-Protocol",
		  "base64url.bearer.authorization.k8s.io.UGxhbnRlZDAwMDE=, v4", ", v4" },
		{ "X-Auth-Token", "Planted0001", "redacted-" },
		{ "Warning", "299 - \"token: Planted0001\"", "299" },
	};
	AUTO_STRBUF out = STRBUF_INIT;
	struct rec__redactor r;

	(void)state;
	rec__redactor_init(&r, &hash);
	for (size_t i = 0; i < ARRAY_LEN(headers); i++) {
		strbuf_clear(&out);
		rec__redact_header(&r, str_of(headers[i].name), str_of(headers[i].value), &out);
		assert_clean(headers[i].name, &out);
		assert_non_null(strstr(out.ptr, headers[i].kept));
	}
	strbuf_clear(&out);
	rec__redact_query(&r, STR("token"), STR("hunter2!x"), &out);
	rec__redact_query(&r, STR("command"), STR("hunter2!x"), &out);
	rec__redact_query(&r, STR("labelSelector"), STR("a in (b)"), &out);
	assert_clean("a query", &out);
	assert_non_null(strstr(out.ptr, "a in (b)"));
	strbuf_clear(&out);
	rec__redact_path(&r, STR("/api/v1/namespaces/d/services/s/proxy/a;token=Planted0001"),
			 &out);
	assert_clean("a path", &out);
	rec__redactor_fini(&r);
}

static void truncated_json_reveals_no_secret(void **state)
{
	static const char whole[] =
	    "{\"type\":\"ADDED\",\"object\":{\"kind\":\"Pod\",\"metadata\":{\"name\":\"web\"},"
	    "\"spec\":{\"env\":"
	    "[{\"name\":\"X\",\"value\":\"Planted0001\"}],\"x\":\"hunter2!x\"}}}\n";

	(void)state;
	for (size_t n = 0; n <= strlen(whole); n++) {
		AUTO_STRBUF out = STRBUF_INIT;
		struct rec__redactor r;

		rec__redactor_init(&r, &hash);
		rec__redact_partial(&r, NULL, (struct str) { whole, n }, &out);
		assert_clean("a part", &out);
		if (n > 70)
			assert_non_null(strstr(out.ptr, "\"web"));
		rec__redactor_fini(&r);
	}
}

/* A redacted member is hidden to its end, also after objects within it have ended. */
static void redacted_member_ends_with_its_own_value(void **state)
{
	static const struct {
		const char *part, *kept;
	} cases[] = {
		{ "{\"token\":{\"a\":{\"b\":1},\"name\":\"Planted0001\",", NULL },
		{ "{\"token\":{\"a\":[{}],\"uid\":\"Planted0001\"},\"kind\":\"Pod\",", "\"Pod\"" },
		{ "{\"creds\":[[],{\"type\":\"Planted0001\"}],\"name\":\"web\",", "\"web\"" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		AUTO_STRBUF out = STRBUF_INIT;
		struct rec__redactor r;

		rec__redactor_init(&r, &hash);
		rec__redact_partial(&r, NULL, str_of(cases[i].part), &out);
		assert_clean(cases[i].part, &out);
		if (cases[i].kept)
			assert_non_null(strstr(out.ptr, cases[i].kept));
		rec__redactor_fini(&r);
	}
}

static void chunk_borders_move_with_the_redacted_text(void **state)
{
	static const char text[] =
	    "{\"a\":1,\"managedFields\":[7],\"token\":\"secretvalue\",\"b\":2}";
	uint32_t cuts[] = { 3, 12, 30, 45, 55 };
	struct rec__redact_options drop = hash;
	AUTO_STRBUF out = STRBUF_INIT;
	struct rec__redactor r;

	(void)state;
	drop.secrets = REC_SECRETS_DROP;
	rec__redactor_init(&r, &drop);
	rec__redact_json(&r, NULL, STR(text), NULL, false, cuts, ARRAY_LEN(cuts), &out);
	assert_string_equal(out.ptr, "{\"a\":1,\"token\":\"redacted\",\"b\":2}");
	assert_int_equal(cuts[0], 3);
	assert_int_equal(cuts[1], 6);
	assert_int_equal(cuts[2], 10);
	assert_int_equal(cuts[3], 25);
	assert_int_equal(out.ptr[cuts[4] - 1], text[54]);
	rec__redactor_fini(&r);
}

static void members_that_hold_names_are_hashed(void **state)
{
	static const struct {
		const char *member;
		bool hashed;
	} cases[] = {
		{ "name", true },
		{ "namespace", true },
		{ "generateName", true },
		{ "hostname", true },
		{ "continue", true },
		{ "nodeName", true },
		{ "serviceAccountName", true },
		{ "Name", false },
		{ "names", false },
		{ "image", false },
		{ "phase", false },
	};
	struct rec__redact_options names = hash;

	(void)state;
	names.hash_names = true;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		AUTO_STRBUF json = STRBUF_INIT, out = STRBUF_INIT;
		struct rec__redactor r;

		rec__redactor_init(&r, &names);
		strbuf_addf(&json, "{\"spec\":{\"%s\":\"orchid\"}}", cases[i].member);
		rec__redact_json(&r, NULL, strbuf_str(&json), NULL, false, NULL, 0, &out);
		if ((strstr(out.ptr, "orchid") == NULL) != cases[i].hashed)
			fail_msg("%s", out.ptr);
		rec__redactor_fini(&r);
	}
}

static void names_have_the_same_hash_in_path_body_and_query(void **state)
{
	struct rec__redact_options names = hash;
	AUTO_STRBUF path = STRBUF_INIT;
	AUTO_STRBUF json = STRBUF_INIT;
	AUTO_STRBUF query = STRBUF_INIT;
	struct rec__redactor r;
	char name[12];

	(void)state;
	names.hash_names = true;
	rec__redactor_init(&r, &names);
	rec__redact_path(&r, STR("/apis/apps/v1/namespaces/prod/deployments/web-frontend/status"),
			 &path);
	assert_null(strstr(path.ptr, "prod"));
	assert_null(strstr(path.ptr, "web-frontend"));
	assert_non_null(strstr(path.ptr, "/status"));
	memcpy(name, strrchr(path.ptr, '/') - 11, 11);
	name[11] = '\0';
	rec__redact_json(
	    &r, NULL,
	    STR("{\"metadata\":{\"name\":\"web-frontend\",\"namespace\":\"prod\"},\"spec\":{"
		"\"nodeName\":\"node-7\"},\"message\":\"deployments \\\"web-frontend\\\" not "
		"found\","
		"\"cells\":[\"web-frontend\",\"prod/web-frontend\"],\"ns\":\"kube-system\"}"),
	    NULL, false, NULL, 0, &json);
	assert_null(strstr(json.ptr, "web-frontend"));
	assert_null(strstr(json.ptr, "prod"));
	assert_null(strstr(json.ptr, "node-7"));
	assert_non_null(strstr(json.ptr, name));
	rec__redact_query(&r, STR("fieldSelector"),
			  STR("metadata.name=web-frontend,spec.nodeName!=node-7"), &query);
	assert_null(strstr(query.ptr, "node-7"));
	assert_non_null(strstr(query.ptr, name));
	/* what is hashed stays as it is, and another name that looks like it does not */
	for (int other = 0; other < 2; other++) {
		AUTO_STRBUF selector = STRBUF_INIT;

		strbuf_clear(&query);
		name[10] = (char)(other ? name[10] == '0' ? '1' : '0' : name[10]);
		strbuf_addf(&selector, "metadata.name=%s", name);
		rec__redact_query(&r, STR("fieldSelector"), strbuf_str(&selector), &query);
		assert_int_equal(query.len, selector.len);
		assert_int_equal(strcmp(query.ptr, selector.ptr) == 0, !other);
	}
	rec__redactor_fini(&r);
}

/* @ stands for the hash of "orchid". */
static void only_names_in_selectors_are_hashed(void **state)
{
	static const struct {
		const char *name, *value, *want;
	} cases[] = {
		{ "continue", "orchid", "@" },
		{ "continue", "", "" },
		{ "limit", "orchid", "orchid" },
		{ "labelSelector", "app=orchid", "app=orchid" },
		{ "fieldSelector", "metadata.name=orchid", "metadata.name=@" },
		{ "fieldSelector", "metadata.name==orchid", "metadata.name==@" },
		{ "fieldSelector", "spec.nodeName!=orchid,status.phase=Running",
		  "spec.nodeName!=@,status.phase=Running" },
		{ "fieldSelector", "status.phase=Running,name=orchid,",
		  "status.phase=Running,name=@," },
		{ "fieldSelector", "metadata.namespace=orchid,metadata.name=orchid",
		  "metadata.namespace=@,metadata.name=@" },
		{ "fieldSelector", "status.phase=orchid", "status.phase=orchid" },
		{ "fieldSelector", "metadata.names=orchid", "metadata.names=orchid" },
		{ "fieldSelector", "metadata.name", "metadata.name" },
		{ "fieldSelector", "metadata.name=", "metadata.name=" },
		{ "fieldSelector", "=orchid", "=orchid" },
		{ "fieldSelector", "", "" },
		{ "fieldSelector", ",", "," },
	};
	struct rec__redact_options names = hash;

	(void)state;
	names.hash_names = true;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		AUTO_STRBUF out = STRBUF_INIT, want = STRBUF_INIT, hashed = STRBUF_INIT;
		struct rec__redactor r, other;

		rec__redactor_init(&other, &names);
		rec__redact_query(&other, STR("continue"), STR("orchid"), &hashed);
		assert_int_not_equal(hashed.len, 0);
		assert_null(strstr(hashed.ptr, "orchid"));
		rec__redactor_fini(&other);
		for (const char *c = cases[i].want; *c; c++) {
			if (*c == '@')
				strbuf_adds(&want, strbuf_str(&hashed));
			else
				strbuf_addc(&want, *c);
		}
		rec__redactor_init(&r, &names);
		rec__redact_query(&r, str_of(cases[i].name), str_of(cases[i].value), &out);
		if (!str_eq(strbuf_str(&out), strbuf_str(&want)))
			fail_msg("%s=%s: %s", cases[i].name, cases[i].value, out.ptr);
		rec__redactor_fini(&r);
	}
}

static void redactor_with_keep_secrets_changes_nothing(void **state)
{
	struct rec__redact_options keep = { .secrets = REC_SECRETS_KEEP,
					    .keep_managed_fields = true };
	static const char text[] =
	    "{\"kind\":\"Secret\",\"data\":{\"a\":\"UGxhbnRlZDAwMDE=\"},\"managedFields\":[]}";
	AUTO_STRBUF out = STRBUF_INIT;
	struct rec__redactor r;

	(void)state;
	rec__redactor_init(&r, &keep);
	rec__redact_json(&r, NULL, STR(text), NULL, false, NULL, 0, &out);
	assert_string_equal(out.ptr, text);
	rec__redactor_fini(&r);
}

static void redaction_targets_are_parsed_from_paths(void **state)
{
	static const struct {
		const char *path, *resource, *ns, *name, *sub;
	} cases[] = {
		{ "/api/v1/pods", "pods", "", "", "" },
		{ "/api/v1/namespaces", "namespaces", "", "", "" },
		{ "/api/v1/namespaces/a", "namespaces", "", "a", "" },
		{ "/api/v1/namespaces/a/finalize", "namespaces", "", "a", "finalize" },
		{ "/api/v1/namespaces/a/pods", "pods", "a", "", "" },
		{ "/api/v1/namespaces/a/pods/b/log", "pods", "a", "b", "log" },
		{ "/api/v1/watch/namespaces/a/secrets", "secrets", "a", "", "" },
		{ "/apis/apps/v1/namespaces/a/deployments/b/scale", "deployments", "a", "b",
		  "scale" },
		{ "/apis/x.io/v1/nodes/n", "nodes", "", "n", "" },
		{ "/healthz", "", "", "", "" },
		{ "", "", "", "", "" },
		{ "//api//v1//pods", "pods", "", "", "" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		struct rec__aim a = rec__aim_of(str_of(cases[i].path));

		if (!str_eqz(a.resource, cases[i].resource) || !str_eqz(a.ns, cases[i].ns) ||
		    !str_eqz(a.name, cases[i].name) || !str_eqz(a.subresource, cases[i].sub))
			fail_msg("%s", cases[i].path);
		assert_int_equal(a.secret, strcmp(cases[i].resource, "secrets") == 0);
		assert_int_equal(a.opaque, strcmp(cases[i].sub, "log") == 0);
	}
}

static void redactor_reports_failed_allocations(void **state)
{
	static const char text[] = "{\"kind\":\"Secret\",\"data\":{\"a\":\"UGxhbnRlZDAwMDE=\"},"
				   "\"m\":\"{\\\"token\\\":\\\"Planted0001\\\"}\","
				   "\"x\":\"Bearer Planted0001xx\"}";

	(void)state;
	FOR_EACH_FAILING_ALLOC({
		struct rec__near near = { 0 };
		struct rec__redactor r;
		struct strbuf out = STRBUF_INIT;

		rec__redactor_init(&r, &hash);
		rec__redact_json(&r, NULL, STR(text), &near, true, NULL, 0, &out);
		if (!r.failed && !out.failed) {
			for (size_t i = 0; i < ARRAY_LEN(planted); i++)
				assert_null(strstr(out.ptr, planted[i]));
		}
		strbuf_fini(&out);
		rec__near_fini(&near);
		rec__redactor_fini(&r);
	});
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(secrets_are_redacted_in_every_place),
		cmocka_unit_test(json_without_secrets_is_unchanged),
		cmocka_unit_test(managed_fields_are_removed_at_any_position),
		cmocka_unit_test(learnt_secret_is_redacted_in_later_texts),
		cmocka_unit_test(redactor_searches_headers_paths_and_queries),
		cmocka_unit_test(truncated_json_reveals_no_secret),
		cmocka_unit_test(redacted_member_ends_with_its_own_value),
		cmocka_unit_test(chunk_borders_move_with_the_redacted_text),
		cmocka_unit_test(members_that_hold_names_are_hashed),
		cmocka_unit_test(names_have_the_same_hash_in_path_body_and_query),
		cmocka_unit_test(only_names_in_selectors_are_hashed),
		cmocka_unit_test(redactor_with_keep_secrets_changes_nothing),
		cmocka_unit_test(redaction_targets_are_parsed_from_paths),
		cmocka_unit_test(redactor_reports_failed_allocations),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
