/* SPDX-License-Identifier: Apache-2.0 */
/* Audit-Id and X-Kubernetes-Pf-*: which responses have them, and with which value. */
#include "tests/kit/testing.h"

#include "tests/kit/core_kit.h"

#define FLOWS "/apis/flowcontrol.apiserver.k8s.io/v1"
#define PODS  "/api/v1/namespaces/default/pods"

static void open_seeded(struct kit *k, uint64_t seed)
{
	struct fakeapi__options opt = {
		.wall_offset_ns = INT64_C(1795000000) * NS_PER_S,
		.seed = seed,
		.rbac = true,
		.cluster = true,
	};

	kit_open(k, &opt);
}

static void uid_of(struct kit *k, const char *type, const char *name, char out[64])
{
	char uri[200];

	(void)snprintf(uri, sizeof(uri), FLOWS "/%s/%s", type, name);
	assert_int_equal(kit_do(k, "GET", uri, NULL), 200);
	(void)snprintf(out, 64, "%s", kit_at(k, "metadata.uid"));
}

static void every_response_has_an_audit_id_of_its_own(void **state)
{
	static const struct {
		const char *method, *uri, *body;
		int status;
	} cases[] = {
		{ "GET", PODS, NULL, 200 },
		{ "GET", "/api/v1/namespaces/default/configmaps/none", NULL, 404 },
		{ "POST", "/api/v1/namespaces/default/configmaps", "{", 400 },
		{ "POST", "/api/v1/namespaces", "{\"metadata\":{\"name\":\"a\"}}", 201 },
		{ "GET", "/healthz", NULL, 200 },
		{ "GET", "/api", NULL, 200 },
		{ "GET", "/nothing", NULL, 404 },
		{ "GET", "/openapi/v2", NULL, 200 },
		{ "DELETE", "/version", NULL, 405 },
	};
	char seen[ARRAY_LEN(cases)][64];
	struct kit k;

	(void)state;
	open_seeded(&k, 7);
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		(void)kit_do(&k, cases[i].method, cases[i].uri, cases[i].body);
		if (cases[i].status != 405)
			assert_int_equal(k.status, cases[i].status);
		assert_int_equal(strlen(k.audit), 36);
		(void)snprintf(seen[i], sizeof(seen[i]), "%s", k.audit);
		for (size_t j = 0; j < i; j++)
			assert_string_not_equal(seen[i], seen[j]);
	}
	kit_close(&k);
}

static void audit_ids_of_equal_seeds_are_equal_and_change_no_uid(void **state)
{
	static const uint64_t seeds[] = { 7, 7, 8 };
	char ids[3][64], uids[3][64];

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(seeds); i++) {
		struct kit k;

		open_seeded(&k, seeds[i]);
		for (size_t reads = 0; reads < i; reads++)
			(void)kit_do(&k, "GET", PODS, NULL);
		assert_int_equal(kit_do(&k, "POST", "/api/v1/namespaces",
					"{\"metadata\":{\"name\":\"a\"}}"),
				 201);
		(void)snprintf(uids[i], 64, "%s", kit_at(&k, "metadata.uid"));
		kit_close(&k);
		open_seeded(&k, seeds[i]);
		(void)kit_do(&k, "GET", PODS, NULL);
		(void)snprintf(ids[i], 64, "%s", k.audit);
		kit_close(&k);
	}
	assert_string_equal(ids[0], ids[1]);
	assert_string_not_equal(ids[0], ids[2]);
	assert_string_equal(uids[0], uids[1]); /* another read came first */
}

static void audit_id_of_the_client_is_returned(void **state)
{
	static const char *const mine[] = { "Audit-ID", "mine, of 1", NULL };
	struct kit k;

	(void)state;
	open_seeded(&k, 7);
	k.more = mine;
	(void)kit_do(&k, "GET", PODS, NULL);
	assert_string_equal(k.audit, "mine, of 1");
	assert_int_equal(kit_do(&k, "GET", "/nothing", NULL), 404);
	assert_string_equal(k.audit, "mine, of 1");
	kit_close(&k);
}

static void audit_id_is_absent_from_the_control_api(void **state)
{
	struct kit k;

	(void)state;
	open_seeded(&k, 7);
	assert_int_equal(kit_do(&k, "GET", "/relist/v1/backends", NULL), 200);
	assert_string_equal(k.audit, "");
	kit_close(&k);
}

static void flow_headers_name_the_flow_schema_and_its_level(void **state)
{
	static const struct {
		const char *user, *uri, *schema, *level;
	} cases[] = {
		{ NULL, PODS, "exempt", "exempt" }, /* the admin is in system:masters */
		{ "system:kube-scheduler", PODS, "kube-scheduler", "workload-high" },
		{ "system:kube-scheduler", "/healthz", "probes", "exempt" },
		{ "jane", PODS, "global-default", "global-default" },
		{ "jane", PODS "?watch=1", "global-default", "global-default" },
		{ "jane", "/version", "global-default", "global-default" },
		{ "system:serviceaccount:a:b", PODS, "service-accounts", "workload-low" },
		{ "system:serviceaccount:kube-system:b", PODS, "kube-system-service-accounts",
		  "workload-high" },
		{ "jane", PODS "/p/log", NULL, NULL }, /* long-running, and no watch */
		{ "jane", PODS "/p/exec", NULL, NULL },
		{ "jane", "/relist/v1/backends", NULL, NULL },
	};
	struct kit k;

	(void)state;
	open_seeded(&k, 7);
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		char schema[64] = "", level[64] = "";

		k.user = NULL;
		if (cases[i].schema) {
			uid_of(&k, "flowschemas", cases[i].schema, schema);
			uid_of(&k, "prioritylevelconfigurations", cases[i].level, level);
		}
		k.user = cases[i].user;
		(void)kit_do(&k, "GET", cases[i].uri, NULL);
		assert_string_equal(k.flow, schema);
		assert_string_equal(k.level, level);
	}
	kit_close(&k);
}

static void flow_headers_follow_writes(void **state)
{
	struct kit k;
	char mine[64];

	(void)state;
	open_seeded(&k, 7);
	assert_int_equal(
	    kit_do(
		&k, "POST", FLOWS "/flowschemas",
		"{\"metadata\":{\"name\":\"mine\"},\"spec\":{\"matchingPrecedence\":5,"
		"\"priorityLevelConfiguration\":{\"name\":\"system\"},\"rules\":[{\"subjects\":[{"
		"\"kind\":\"User\",\"user\":{\"name\":\"jane\"}}],\"resourceRules\":[{"
		"\"verbs\":[\"get\"],\"apiGroups\":[\"\"],\"resources\":[\"pods/status\"],"
		"\"namespaces\":[\"*\"]}]}]}}"),
	    201);
	(void)snprintf(mine, sizeof(mine), "%s", kit_at(&k, "metadata.uid"));
	k.user = "jane";
	(void)kit_do(&k, "GET", PODS "/x/status", NULL);
	assert_string_equal(k.flow, mine);
	(void)kit_do(&k, "GET", PODS "/x", NULL);
	assert_string_not_equal(k.flow, mine);
	k.user = NULL;
	assert_int_equal(kit_do(&k, "DELETE", FLOWS "/flowschemas/mine", NULL), 200);
	k.user = "jane";
	(void)kit_do(&k, "GET", PODS "/x/status", NULL);
	assert_string_not_equal(k.flow, mine);
	assert_string_not_equal(k.flow, "");
	kit_close(&k);
}

/* The request is classified after authentication, and before authorization. */
static void flow_headers_stand_in_a_403_and_not_in_a_401(void **state)
{
	struct fakeapi__options opt = {
		.wall_offset_ns = INT64_C(1795000000) * NS_PER_S,
		.rbac = true,
		.cluster = true,
		.token_csv = STR("t,jane,u\n"),
	};
	static const struct {
		const char *token;
		int status;
	} cases[] = { { "Bearer t", 403 }, { "Bearer none", 401 } };
	struct kit k;

	(void)state;
	kit_open(&k, &opt);
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		const char *more[] = { "Authorization", cases[i].token, NULL };

		k.more = more;
		assert_int_equal(kit_do(&k, "GET", PODS, NULL), cases[i].status);
		assert_int_equal(strlen(k.audit), 36);
		assert_int_equal(strlen(k.flow), cases[i].status == 403 ? 36 : 0);
		assert_int_equal(strlen(k.level), strlen(k.flow));
	}
	kit_close(&k);
}

/* endpoints/filters/warning.go: all of them have 4,096 characters at most, or each is cut to 256.
 */
static void long_warnings_are_cut_if_all_exceed_4096_characters(void **state)
{
	enum { SHORT = 296 };
	static const struct {
		int total, last;
	} rows[] = { { 4095, SHORT }, { 4096, SHORT }, { 4097, 256 } };

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		/* the rest of: unknown field "" */
		int around = (int)strlen("unknown field \"\""),
		    first = rows[i].total - SHORT - around;
		AUTO_STRBUF body = STRBUF_INIT, want = STRBUF_INIT;
		struct kit k;

		strbuf_addz(&body, "{\"metadata\":{\"name\":\"a\"},\"");
		for (int n = 0; n < first; n++)
			strbuf_addc(&body, 'x');
		strbuf_addz(&body, "\":1,\"");
		strbuf_addz(&want, "299 - \"unknown field \\\"");
		for (int n = 0; n < SHORT - around; n++) {
			strbuf_addc(&body, 'y');
			if (n < rows[i].last - around + 1)
				strbuf_addc(&want, 'y');
		}
		strbuf_addz(&body, "\":1}");
		strbuf_addz(&want, rows[i].last == SHORT ? "\\\"\"" : "\"");
		open_seeded(&k, 1);
		assert_int_equal(kit_do(&k, "POST", "/api/v1/namespaces/default/configmaps",
					body.ptr),
				 201);
		assert_string_equal(k.warning, want.ptr);
		kit_close(&k);
	}
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(long_warnings_are_cut_if_all_exceed_4096_characters),
		cmocka_unit_test(every_response_has_an_audit_id_of_its_own),
		cmocka_unit_test(audit_ids_of_equal_seeds_are_equal_and_change_no_uid),
		cmocka_unit_test(audit_id_of_the_client_is_returned),
		cmocka_unit_test(audit_id_is_absent_from_the_control_api),
		cmocka_unit_test(flow_headers_name_the_flow_schema_and_its_level),
		cmocka_unit_test(flow_headers_follow_writes),
		cmocka_unit_test(flow_headers_stand_in_a_403_and_not_in_a_401),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
