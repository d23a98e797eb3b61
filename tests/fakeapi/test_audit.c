/* SPDX-License-Identifier: Apache-2.0 */
/* The fields of events in the audit log. */
#include "tests/kit/testing.h"

#include "tests/kit/audit_kit.h"

#define NS   "/api/v1/namespaces/default"
#define MAPS NS "/configmaps"

static void levels_select_what_an_event_shows(void **state)
{
	static const struct {
		const char *policy;
		size_t events;
		bool request, response;
	} cases[] = {
		{ POLICY("\"rules\":[{\"level\":\"None\"}]"), 0, false, false },
		{ POLICY("\"rules\":[{\"level\":\"Metadata\"}]"), 2, false, false },
		{ POLICY("\"rules\":[{\"level\":\"Request\"}]"), 2, true, false },
		{ POLICY("\"rules\":[{\"level\":\"RequestResponse\"}]"), 2, true, true },
		{ POLICY("\"omitStages\":[\"RequestReceived\"],\"rules\":[{\"level\":"
			 "\"RequestResponse\"}]"),
		  1, true, true },
		{ POLICY("\"rules\":[{\"level\":\"Metadata\",\"omitStages\":["
			 "\"ResponseComplete\"]}]"),
		  1, false, false },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		struct strbuf log;
		struct kit k;
		size_t last = cases[i].events - 1;

		audit_open(&k, cases[i].policy, &log);
		k.more = audit_root;
		assert_int_equal(kit_do(&k, "POST", MAPS,
					"{\"metadata\":{\"name\":\"a\"},"
					"\"data\":{\"k\":\"<v>\"}}"),
				 201);
		assert_int_equal(audit_count(&log), cases[i].events);
		if (cases[i].events) {
			assert_int_equal(*audit_at(&log, last, "requestObject") != '\0',
					 cases[i].request);
			assert_int_equal(*audit_at(&log, last, "responseObject") != '\0',
					 cases[i].response);
		}
		strbuf_fini(&log);
		kit_close(&k);
	}
}

static void event_has_the_members_of_the_real_server(void **state)
{
	static const struct {
		const char *path, *value;
	} cases[] = {
		{ "kind", "\"Event\"" },
		{ "apiVersion", "\"audit.k8s.io/v1\"" },
		{ "level", "\"RequestResponse\"" },
		{ "stage", "\"ResponseComplete\"" },
		{ "requestURI",
		  "\"/api/v1/namespaces/default/configmaps?fieldManager=me&dryRun=All\"" },
		{ "verb", "\"create\"" },
		{ "user", "{\"username\":\"admin\",\"uid\":\"u-1\",\"groups\":[\"system:masters\","
			  "\"system:authenticated\"]}" },
		{ "impersonatedUser", "" },
		{ "userAgent", "\"kit/1\"" },
		{ "objectRef",
		  "{\"resource\":\"configmaps\",\"namespace\":\"default\",\"name\":\"a\","
		  "\"apiVersion\":\"v1\"}" },
		{ "responseStatus", "{\"metadata\":{},\"code\":201}" },
		{ "requestObject",
		  "{\"kind\":\"ConfigMap\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":"
		  "\"a\"},\"data\":{\"k\":\"<v>\"}}" },
		{ "requestReceivedTimestamp", "\"2026-11-18T11:06:41.004000Z\"" },
		{ "annotations", "{\"authorization.k8s.io/decision\":\"allow\","
				 "\"authorization.k8s.io/reason\":\"\"}" },
	};
	struct strbuf log;
	struct kit k;

	(void)state;
	audit_open(&k, POLICY("\"rules\":[{\"level\":\"RequestResponse\"}]"), &log);
	k.more = audit_root;
	k.now_ns = NS_PER_S + 4 * NS_PER_MS;
	assert_int_equal(kit_do(&k, "POST", MAPS "?fieldManager=me&dryRun=All",
				"{\"metadata\":{\"name\":\"a\"},\"data\":{\"k\":\"<v>\"}}"),
			 201);
	assert_int_equal(audit_count(&log), 2);
	assert_string_equal(audit_at(&log, 0, "stage"), "\"RequestReceived\"");
	assert_string_equal(audit_at(&log, 0, "responseStatus"), "");
	for (size_t i = 0; i < ARRAY_LEN(cases); i++)
		assert_string_equal(audit_at(&log, 1, cases[i].path), cases[i].value);
	/* Go's encoding/json escapes &, < and >. */
	assert_non_null(strstr(log.ptr, "fieldManager=me\\u0026dryRun"));
	assert_non_null(strstr(log.ptr, "\"k\":\"\\u003cv\\u003e\""));
	{
		AUTO_STRBUF id = STRBUF_INIT;

		strbuf_addf(&id, "\"%s\"", k.audit);
		assert_string_equal(audit_at(&log, 1, "auditID"), id.ptr);
	}
	strbuf_fini(&log);
	kit_close(&k);
}

/* k8s.io/apimachinery/pkg/util/net/http.go: SourceIPs */
static void source_ips_are_those_of_proxies_and_of_the_connection(void **state)
{
	static const struct {
		const char *forwarded, *real, *peer, *ips;
	} cases[] = {
		{ "", "", NULL, "" },
		{ "", "", "10.0.0.1", "[\"10.0.0.1\"]" },
		{ "", "", "::1", "[\"::1\"]" },
		{ "", "10.0.0.2", NULL, "[\"10.0.0.2\"]" },
		{ "", "10.0.0.2", "10.0.0.1", "[\"10.0.0.2\",\"10.0.0.1\"]" },
		{ "", "10.0.0.1", "10.0.0.1", "[\"10.0.0.1\"]" },
		{ "10.0.0.3", "", "10.0.0.1", "[\"10.0.0.3\",\"10.0.0.1\"]" },
		{ " 10.0.0.3 ,10.0.0.4", "10.0.0.2", "10.0.0.1",
		  "[\"10.0.0.3\",\"10.0.0.4\",\"10.0.0.2\",\"10.0.0.1\"]" },
		{ "10.0.0.3,10.0.0.4", "10.0.0.3", "10.0.0.4", "[\"10.0.0.3\",\"10.0.0.4\"]" },
		{ "10.0.0.3,10.0.0.4", "10.0.0.3", "10.0.0.3",
		  "[\"10.0.0.3\",\"10.0.0.4\",\"10.0.0.3\"]" },
		{ "10.0.0.3,10.0.0.3", "", NULL, "[\"10.0.0.3\",\"10.0.0.3\"]" },
		/* one address is part of another */
		{ "10.0.0.11", "10.0.0.1", "0.0.0.1", "[\"10.0.0.11\",\"10.0.0.1\",\"0.0.0.1\"]" },
		/* no addresses */
		{ "unknown, 10.0.0.3:80,,10.0.0.3", "here", "pipe", "[\"10.0.0.3\"]" },
		/* in Go's form */
		{ "2001:DB8::0:1, ::ffff:10.0.0.3", "010.0.0.3", "2001:db8:0::1",
		  "[\"2001:db8::1\",\"10.0.0.3\",\"2001:db8::1\"]" },
	};
	struct strbuf log;
	struct kit k;

	(void)state;
	audit_open(&k,
		   POLICY("\"omitStages\":[\"RequestReceived\"],\"rules\":[{\"level\":"
			  "\"Metadata\"}]"),
		   &log);
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		const char *more[] = { "Authorization",
				       audit_root[1],
				       "X-Forwarded-For",
				       cases[i].forwarded,
				       "X-Real-Ip",
				       cases[i].real,
				       NULL };
		const char *ips;

		assert_string_equal(audit_root[0], more[0]);
		k.more = more;
		k.peer_ip = cases[i].peer;
		assert_int_equal(kit_do(&k, "GET", MAPS, NULL), 200);
		assert_int_equal(audit_count(&log), i + 1);
		ips = audit_at(&log, i, "sourceIPs");
		if (strcmp(ips, cases[i].ips) != 0)
			fail_msg("case %zu: %s, wanted %s", i, ips, cases[i].ips);
	}
	strbuf_fini(&log);
	kit_close(&k);
}

static void user_agent_is_cut_at_1024_bytes(void **state)
{
	struct strbuf log;
	struct kit k;

	(void)state;
	audit_open(&k,
		   POLICY("\"omitStages\":[\"RequestReceived\"],\"rules\":[{\"level\":"
			  "\"Metadata\"}]"),
		   &log);
	k.more = audit_root;
	for (size_t i = 0; i < 2; i++) {
		char agent[1026] = "", want[1100];

		memset(agent, 'a', 1024 + i);
		(void)snprintf(want, sizeof(want), "\"%.1024s%s\"", agent, i ? "...TRUNCATED" : "");
		k.agent = agent;
		assert_int_equal(kit_do(&k, "GET", MAPS, NULL), 200);
		assert_string_equal(audit_at(&log, i, "userAgent"), want);
	}
	strbuf_fini(&log);
	kit_close(&k);
}

static void refusals_are_events_with_their_status(void **state)
{
	static const char *const unknown_user[] = { "Authorization", "Bearer none", NULL };
	struct strbuf log;
	struct kit k;

	(void)state;
	audit_open(&k, POLICY("\"rules\":[{\"level\":\"Metadata\"}]"), &log);
	k.more = audit_jane;
	assert_int_equal(kit_do(&k, "GET", MAPS, NULL), 403);
	assert_int_equal(audit_count(&log), 2);
	assert_string_equal(audit_at(&log, 1, "responseStatus!reason"), "\"Forbidden\"");
	assert_string_equal(audit_at(&log, 1, "responseStatus!code"), "403");
	assert_string_equal(audit_at(&log, 1, "annotations!authorization.k8s.io/decision"),
			    "\"forbid\"");
	k.more = unknown_user;
	assert_int_equal(kit_do(&k, "GET", MAPS, NULL), 401);
	assert_int_equal(audit_count(&log), 3);
	assert_string_equal(audit_at(&log, 2, "stage"), "\"ResponseStarted\"");
	assert_string_equal(audit_at(&log, 2, "user"), "{}");
	assert_string_equal(audit_at(&log, 2, "responseStatus!code"), "401");
	k.more = audit_root;
	assert_int_equal(kit_do(&k, "GET", MAPS "/none", NULL), 404);
	assert_string_equal(
	    audit_at(&log, 4, "responseStatus"),
	    "{\"metadata\":{},\"status\":\"Failure\",\"message\":\"configmaps "
	    "\\\"none\\\" not found\",\"reason\":\"NotFound\",\"details\":{\"name\":"
	    "\"none\",\"kind\":\"configmaps\"},\"code\":404}");
	strbuf_fini(&log);
	kit_close(&k);
}

static void refusal_in_a_form_that_cannot_be_negotiated_shows_its_code_alone(void **state)
{
	struct strbuf log;
	struct kit k;

	(void)state;
	audit_open(&k, POLICY("\"rules\":[{\"level\":\"RequestResponse\"}]"), &log);
	k.more = audit_root;
	k.accept = "text/html";
	assert_int_equal(kit_do(&k, "GET", MAPS "/none", NULL), 406);
	assert_string_equal(audit_at(&log, 1, "responseStatus"), "{\"metadata\":{},\"code\":406}");
	assert_string_equal(audit_at(&log, 1, "responseObject"), "");
	strbuf_fini(&log);
	kit_close(&k);
}

static void deprecated_types_are_annotated(void **state)
{
	struct strbuf log;
	struct kit k;

	(void)state;
	audit_open(&k, POLICY("\"rules\":[{\"level\":\"Metadata\"}]"), &log);
	k.more = audit_root;
	(void)kit_do(&k, "GET", "/api/v1/componentstatuses", NULL);
	assert_string_equal(audit_at(&log, 0, "annotations"), "");
	assert_string_equal(audit_at(&log, 1, "annotations!k8s.io/deprecated"), "\"true\"");
	strbuf_fini(&log);
	kit_close(&k);
}

static void selected_name_is_the_name_of_the_object(void **state)
{
	struct strbuf log;
	struct kit k;

	(void)state;
	audit_open(&k, POLICY("\"rules\":[{\"level\":\"Metadata\"}]"), &log);
	k.more = audit_root;
	(void)kit_do(&k, "GET",
		     MAPS
		     "?fieldSelector=metadata.namespace%3Dx,metadata.name%3Da,metadata.name%3Db",
		     NULL);
	assert_string_equal(audit_at(&log, 0, "objectRef!name"), "\"a\"");
	strbuf_fini(&log);
	kit_close(&k);
}

static void impersonation_shows_both_users(void **state)
{
	static const char *const as_joe[] = { "Authorization", "Bearer root", "Impersonate-User",
					      "joe", NULL };
	struct strbuf log;
	struct kit k;

	(void)state;
	audit_open(&k, POLICY("\"rules\":[{\"level\":\"Metadata\"}]"), &log);
	k.more = as_joe;
	assert_int_equal(kit_do(&k, "GET", MAPS, NULL), 403);
	assert_string_equal(audit_at(&log, 1, "user!username"), "\"admin\"");
	assert_string_equal(audit_at(&log, 1, "impersonatedUser"),
			    "{\"username\":\"joe\",\"groups\":[\"system:authenticated\"]}");
	assert_string_equal(audit_at(&log, 0, "impersonatedUser"), "");
	strbuf_fini(&log);
	kit_close(&k);
}

static void lists_are_logged_as_json_at_level_request_response_alone(void **state)
{
	static const struct {
		const char *policy, *accept, *kind;
	} cases[] = {
		{ POLICY("\"rules\":[{\"level\":\"RequestResponse\"}]"), NULL,
		  "\"ConfigMapList\"" },
		{ POLICY("\"rules\":[{\"level\":\"RequestResponse\"}]"),
		  "application/vnd.kubernetes.protobuf", "\"ConfigMapList\"" },
		{ POLICY("\"rules\":[{\"level\":\"Request\"}]"), NULL, "" },
		{ POLICY("\"rules\":[{\"level\":\"Metadata\"}]"),
		  "application/vnd.kubernetes.protobuf", "" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		struct strbuf log;
		struct kit k;

		audit_open(&k, cases[i].policy, &log);
		k.more = audit_root;
		assert_int_equal(kit_do(&k, "POST", MAPS, "{\"metadata\":{\"name\":\"a\"}}"), 201);
		k.accept = cases[i].accept;
		assert_int_equal(kit_do(&k, "GET", MAPS, NULL), 200);
		assert_string_equal(audit_at(&log, 3, "verb"), "\"list\"");
		if (strcmp(audit_at(&log, 3, "responseObject!kind"), cases[i].kind) != 0)
			fail_msg("case %zu: %s", i, audit_at(&log, 3, "responseObject"));
		assert_int_equal(strstr(audit_at(&log, 3, "responseObject!items"),
					"\"name\":\"a\"") != NULL,
				 *cases[i].kind != '\0');
		strbuf_fini(&log);
		kit_close(&k);
	}
}

static void watches_write_three_stages(void **state)
{
	struct strbuf log;
	struct kit k;
	struct kit_watch w;

	(void)state;
	audit_open(&k, POLICY("\"rules\":[{\"level\":\"RequestResponse\"}]"), &log);
	k.more = audit_root;
	kit_watch(&k, &w, MAPS "?watch=1");
	assert_int_equal(audit_count(&log), 2);
	assert_string_equal(audit_at(&log, 0, "stage"), "\"RequestReceived\"");
	assert_string_equal(audit_at(&log, 1, "stage"), "\"ResponseStarted\"");
	assert_string_equal(audit_at(&log, 1, "responseStatus"), "{\"metadata\":{},\"code\":200}");
	kit_unwatch(&w);
	assert_int_equal(audit_count(&log), 3);
	assert_string_equal(audit_at(&log, 2, "stage"), "\"ResponseComplete\"");
	assert_string_equal(audit_at(&log, 2, "responseObject"), "");
	strbuf_fini(&log);
	kit_close(&k);
}

static void patches_are_shown_as_sent(void **state)
{
	struct strbuf log;
	struct kit k;

	(void)state;
	audit_open(&k,
		   POLICY("\"omitStages\":[\"RequestReceived\"],\"rules\":[{\"level\":\"Request\","
			  "\"verbs\":[\"patch\"]}]"),
		   &log);
	k.more = audit_root;
	(void)kit_do(&k, "POST", MAPS, "{\"metadata\":{\"name\":\"a\"}}");
	k.content_type = "application/merge-patch+json";
	assert_int_equal(kit_do(&k, "PATCH", MAPS "/a", "{ \"data\" : {\"b\": \" c \\\" d\"} }"),
			 200);
	assert_non_null(strstr(log.ptr, "\"requestObject\":{\"data\":{\"b\":\" c \\\" d\"}},"));
	/* YAML is no JSON, so the event cannot be written. */
	k.content_type = "application/apply-patch+yaml";
	assert_int_equal(kit_do(&k, "PATCH", MAPS "/a?fieldManager=me",
				"kind: ConfigMap\napiVersion: v1\nmetadata:\n  name: a\n"),
			 200);
	assert_int_equal(audit_count(&log), 1);
	strbuf_fini(&log);
	kit_close(&k);
}

static void managed_fields_are_omitted_on_demand(void **state)
{
	static const struct {
		const char *policy;
		bool shown;
	} cases[] = {
		{ POLICY("\"rules\":[{\"level\":\"RequestResponse\"}]"), true },
		{ POLICY("\"omitManagedFields\":true,\"rules\":[{\"level\":\"RequestResponse\"}]"),
		  false },
		{ POLICY("\"omitManagedFields\":true,\"rules\":[{\"level\":\"RequestResponse\","
			 "\"omitManagedFields\":false}]"),
		  true },
		{ POLICY("\"rules\":[{\"level\":\"RequestResponse\",\"omitManagedFields\":true}]"),
		  false },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		struct strbuf log;
		struct kit k;

		audit_open(&k, cases[i].policy, &log);
		k.more = audit_root;
		(void)kit_do(&k, "POST", MAPS,
			     "{\"metadata\":{\"name\":\"a\"},\"data\":{\"k\":\"v\"}}");
		(void)kit_do(&k, "GET", MAPS, NULL);
		assert_non_null(strstr(log.ptr, "\"kind\":\"ConfigMapList\""));
		assert_int_equal(strstr(log.ptr, "managedFields") != NULL, cases[i].shown);
		strbuf_fini(&log);
		kit_close(&k);
	}
}

static void delete_options_are_shown_in_their_internal_version(void **state)
{
	struct strbuf log;
	struct kit k;

	(void)state;
	audit_open(&k, POLICY("\"rules\":[{\"level\":\"Request\"}]"), &log);
	k.more = audit_root;
	assert_int_equal(kit_do(&k, "DELETE", MAPS "/a",
				"{\"propagationPolicy\":\"Orphan\",\"gracePeriodSeconds\":5}"),
			 404);
	assert_string_equal(audit_at(&log, 1, "requestObject"),
			    "{\"kind\":\"DeleteOptions\",\"apiVersion\":\"meta.k8s.io/__internal\","
			    "\"gracePeriodSeconds\":5,\"propagationPolicy\":\"Orphan\"}");
	assert_int_equal(kit_do(&k, "DELETE", MAPS "/a", NULL), 404);
	assert_string_equal(audit_at(&log, 3, "requestObject"), "");
	strbuf_fini(&log);
	kit_close(&k);
}

static void pod_security_annotates_pods_and_templates(void **state)
{
	static const char spec[] = "\"spec\":{\"containers\":[{\"name\":\"c\",\"image\":\"i\","
				   "\"securityContext\":{\"privileged\":true}}]}";
	static const char enforced[] = "annotations!pod-security.kubernetes.io/enforce-policy";
	static const char violated[] = "annotations!pod-security.kubernetes.io/audit-violations";
	AUTO_STRBUF pod = STRBUF_INIT, set = STRBUF_INIT;
	struct strbuf log;
	struct kit k;

	(void)state;
	strbuf_addf(&pod, "{\"metadata\":{\"name\":\"a\"},%s}", spec);
	strbuf_addf(&set,
		    "{\"metadata\":{\"name\":\"a\"},\"spec\":{\"selector\":{\"matchLabels\":{"
		    "\"a\":\"b\"}},\"template\":{\"metadata\":{\"labels\":{\"a\":\"b\"}},%s}}}",
		    spec);
	audit_open(&k,
		   POLICY("\"omitStages\":[\"RequestReceived\"],\"rules\":[{\"level\":"
			  "\"Metadata\"}]"),
		   &log);
	k.more = audit_root;
	(void)kit_do(&k, "POST", NS "/serviceaccounts", "{\"metadata\":{\"name\":\"default\"}}");
	strbuf_clear(&log);
	(void)kit_do(&k, "POST", NS "/pods?dryRun=All", pod.ptr);
	assert_string_equal(audit_at(&log, 0, enforced), "\"privileged:latest\"");
	assert_string_equal(audit_at(&log, 0, violated), "");
	assert_int_equal(kit_do(&k, "PUT", NS,
				"{\"metadata\":{\"name\":\"default\",\"labels\":{"
				"\"pod-security.kubernetes.io/audit\":\"baseline\","
				"\"pod-security.kubernetes.io/audit-version\":\"v1.30\"}}}"),
			 200);
	(void)kit_do(&k, "POST", NS "/pods?dryRun=All", pod.ptr);
	assert_string_equal(audit_at(&log, 2, enforced), "\"privileged:latest\"");
	assert_string_equal(
	    audit_at(&log, 2, violated),
	    "\"would violate PodSecurity \\\"baseline:v1.30\\\": privileged (container "
	    "\\\"c\\\" must not set securityContext.privileged=true)\"");
	(void)kit_do(&k, "POST", "/apis/apps/v1/namespaces/default/deployments", set.ptr);
	assert_string_equal(audit_at(&log, 3, enforced), "");
	assert_true(*audit_at(&log, 3, violated) == '"');
	strbuf_fini(&log);
	kit_close(&k);
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(levels_select_what_an_event_shows),
		cmocka_unit_test(event_has_the_members_of_the_real_server),
		cmocka_unit_test(source_ips_are_those_of_proxies_and_of_the_connection),
		cmocka_unit_test(user_agent_is_cut_at_1024_bytes),
		cmocka_unit_test(refusals_are_events_with_their_status),
		cmocka_unit_test(refusal_in_a_form_that_cannot_be_negotiated_shows_its_code_alone),
		cmocka_unit_test(deprecated_types_are_annotated),
		cmocka_unit_test(selected_name_is_the_name_of_the_object),
		cmocka_unit_test(impersonation_shows_both_users),
		cmocka_unit_test(lists_are_logged_as_json_at_level_request_response_alone),
		cmocka_unit_test(watches_write_three_stages),
		cmocka_unit_test(patches_are_shown_as_sent),
		cmocka_unit_test(managed_fields_are_omitted_on_demand),
		cmocka_unit_test(delete_options_are_shown_in_their_internal_version),
		cmocka_unit_test(pod_security_annotates_pods_and_templates),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
