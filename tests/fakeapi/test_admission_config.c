/* SPDX-License-Identifier: Apache-2.0 */
/* kube-apiserver's configuration files: PodSecurity's defaults and exemptions, PodNodeSelector,
 * EventRateLimit, anonymous requests. */
#include <stdlib.h>
#include <unistd.h>

#include "fakeapi/admission/admission.h"
#include "fakeapi/posix/config_files.h"
#include "tests/kit/core_kit.h"
#include "tests/kit/testing.h"

#define CONFIG(plugin, configuration)                                                              \
	"{\"apiVersion\":\"apiserver.config.k8s.io/v1\",\"kind\":\"AdmissionConfiguration\","      \
	"\"plugins\":[{\"name\":\"" plugin "\",\"configuration\":" configuration "}]}"
#define POD_SECURITY(rest)                                                                         \
	CONFIG("PodSecurity",                                                                      \
	       "{\"apiVersion\":\"pod-security.admission.config.k8s.io/v1\",\"kind\":"             \
	       "\"PodSecurityConfiguration\"," rest "}")
#define POD(spec)                                                                                  \
	"{\"metadata\":{\"generateName\":\"p-\"},\"spec\":{" spec                                  \
	"\"containers\":[{\"name\":\"c\",\"image\":\"i\"}]}}"
#define PODS(ns) "/api/v1/namespaces/" ns "/pods"

static const char *const as_root[] = { "Authorization", "Bearer r", NULL };
static const char *const as_bob[] = { "Authorization", "Bearer b", NULL };

static void open_configured(struct kit *k, const char *config, const char *plugin)
{
	struct fakeapi__options opt = { .first_rv = 1,
					.any_namespace = true,
					.always_allow = true,
					.token_csv = STR("r,root,1,\"system:masters\"\nb,bob,2\n"),
					.admission_config = config };
	struct relist_err err = { 0 };

	assert_int_equal(fakeapi__plugins_parse(plugin, "on", &opt.plugins_on, &err), 0);
	kit_open(k, &opt);
	k->more = as_root;
}

static void make_namespace(struct kit *k, const char *name, const char *metadata)
{
	char body[300];

	(void)snprintf(body, sizeof(body), "{\"metadata\":{\"name\":\"%s\"%s}}", name, metadata);
	assert_int_equal(kit_do(k, "POST", "/api/v1/namespaces", body), 201);
}

static void pod_security_defaults_hold_without_labels(void **state)
{
	struct kit k;

	(void)state;
	open_configured(&k,
			POD_SECURITY("\"defaults\":{\"enforce\":\"baseline\",\"warn\":"
				     "\"restricted\"},\"exemptions\":{\"namespaces\":[\"free\"],"
				     "\"runtimeClasses\":[\"kata\"],\"usernames\":[\"bob\"]}"),
			"");
	make_namespace(&k, "n", "");
	make_namespace(&k, "free", "");
	make_namespace(&k, "open",
		       ",\"labels\":{\"pod-security.kubernetes.io/enforce\":\"privileged\"}");
	assert_int_equal(kit_do(&k, "POST", PODS("n"), POD("\"hostNetwork\":true,")), 403);
	assert_non_null(strstr(k.body.ptr, "violates PodSecurity \\\"baseline:latest\\\""));
	assert_int_equal(kit_do(&k, "POST", PODS("n"), POD("")), 201);
	assert_non_null(strstr(k.warning, "would violate PodSecurity"));
	assert_int_equal(kit_do(&k, "POST", PODS("free"), POD("\"hostNetwork\":true,")), 201);
	assert_string_equal(k.warning, "");
	assert_int_equal(kit_do(&k, "POST", PODS("open"), POD("\"hostNetwork\":true,")), 201);
	k.more = as_bob;
	assert_int_equal(kit_do(&k, "POST", PODS("n"), POD("\"hostNetwork\":true,")), 201);
	k.more = as_root;
	/* a reset keeps the configuration */
	assert_int_equal(kit_do(&k, "POST", "/relist/v1/reset", "{}"), 200);
	assert_int_equal(kit_do(&k, "POST", PODS("n"), POD("\"hostNetwork\":true,")), 403);
	kit_close(&k);
}

static void pod_node_selector_merges_the_selector_of_the_namespace(void **state)
{
	struct kit k;

	(void)state;
	open_configured(&k,
			CONFIG("PodNodeSelector",
			       "{\"podNodeSelectorPluginConfig\":{\"clusterDefaultNodeSelector\":"
			       "\"env=test\",\"n\":\"env=test,disk=ssd\"}}"),
			"PodNodeSelector");
	make_namespace(&k, "n", "");
	make_namespace(&k, "own",
		       ",\"annotations\":{\"scheduler.alpha.kubernetes.io/node-selector\":"
		       "\"zone=a\"}");
	assert_int_equal(kit_do(&k, "POST", PODS("n"), POD("")), 201);
	assert_string_equal(kit_at(&k, "spec.nodeSelector.env"), "test");
	assert_int_equal(kit_do(&k, "POST", PODS("n"), POD("\"nodeSelector\":{\"disk\":\"ssd\"},")),
			 201);
	assert_string_equal(kit_at(&k, "spec.nodeSelector.env"), "test");
	assert_int_equal(kit_do(&k, "POST", PODS("n"), POD("\"nodeSelector\":{\"env\":\"x\"},")),
			 403);
	assert_non_null(strstr(k.body.ptr, "pod node label selector conflicts with its namespace "
					   "node label selector"));
	assert_int_equal(kit_do(&k, "POST", PODS("n"), POD("\"nodeSelector\":{\"gpu\":\"y\"},")),
			 403);
	assert_non_null(strstr(k.body.ptr, "labels conflict with its namespace whitelist"));
	assert_int_equal(kit_do(&k, "POST", PODS("own"), POD("")), 201);
	assert_string_equal(kit_at(&k, "spec.nodeSelector.zone"), "a");
	assert_string_equal(kit_at(&k, "spec.nodeSelector.env"), "");
	kit_close(&k);
}

static int send_event(struct kit *k, const char *ns, const char *name)
{
	char uri[100], body[300];

	(void)snprintf(uri, sizeof(uri), "/api/v1/namespaces/%s/events", ns);
	(void)snprintf(body, sizeof(body),
		       "{\"metadata\":{\"generateName\":\"e-\"},\"involvedObject\":{\"kind\":"
		       "\"Pod\",\"namespace\":\"%s\",\"name\":\"%s\"},\"reason\":\"r\"}",
		       ns, name);
	return kit_do(k, "POST", uri, body);
}

static void events_beyond_the_rate_are_429(void **state)
{
	struct kit k;

	(void)state;
	open_configured(&k,
			CONFIG("EventRateLimit",
			       "{\"kind\":\"Configuration\",\"limits\":[{\"type\":"
			       "\"Namespace\",\"qps\":1,\"burst\":2,\"cacheSize\":1}]}"),
			"EventRateLimit");
	assert_int_equal(send_event(&k, "n", "a"), 201);
	assert_int_equal(send_event(&k, "n", "a"), 201);
	assert_int_equal(send_event(&k, "n", "b"), 429);
	assert_non_null(
	    strstr(k.body.ptr, "Too many requests: limit reached on type Namespace for key n"));
	k.now_ns += NS_PER_S;
	assert_int_equal(send_event(&k, "n", "a"), 201);
	assert_int_equal(send_event(&k, "n", "a"), 429);
	/* the cache has room for one key */
	assert_int_equal(send_event(&k, "m", "a"), 201);
	assert_int_equal(send_event(&k, "n", "a"), 201);
	kit_close(&k);
	open_configured(&k,
			CONFIG("EventRateLimit",
			       "{\"limits\":[{\"type\":\"SourceAndObject\",\"qps\":1,\"burst\":1},"
			       "{\"type\":\"Server\",\"qps\":1,\"burst\":1}]}"),
			"EventRateLimit");
	assert_int_equal(send_event(&k, "n", "a"), 201);
	assert_int_equal(send_event(&k, "n", "b"), 429);
	assert_non_null(strstr(k.body.ptr, "limit reached on type Server for key"));
	assert_int_equal(send_event(&k, "n", "a"), 429);
	assert_non_null(strstr(k.body.ptr, "Too many requests: [limit reached on type "
					   "SourceAndObject for key Podna, limit reached on type "
					   "Server for key ]"));
	kit_close(&k);
}

static void bad_configurations_are_refused(void **state)
{
	static const char *const cases[][2] = {
		{ "{\"kind\":\"Other\"}", "kind is \"Other\", must be AdmissionConfiguration" },
		{ "nonsense", "must be AdmissionConfiguration" },
		{ CONFIG("PodSecurty", "{}"), "did you mean \"PodSecurity\"?" },
		{ CONFIG("PodSecurity", "{\"kind\":\"X\"}"), "must be PodSecurityConfiguration" },
		{ POD_SECURITY("\"defaults\":{\"enforce\":\"strict\"}"),
		  "enforce is \"strict\", must be one of privileged, baseline, restricted" },
		{ POD_SECURITY("\"defaults\":{\"warn-version\":\"1.3\"}"),
		  "warn-version is \"1.3\"" },
		{ CONFIG("EventRateLimit", "{\"limits\":[{\"type\":\"Nope\"}]}"),
		  "type is \"Nope\", must be one of Server" },
		{ CONFIG("EventRateLimit", "{\"limits\":[{\"type\":\"User\",\"qps\":0}]}"),
		  "qps is" },
		{ CONFIG("EventRateLimit", "{}"), "limits are missing" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		struct fakeapi__options opt = { .admission_config = cases[i][0] };
		struct relist_err err = { 0 };

		assert_null(fakeapi__core_new(&opt, &err));
		assert_int_equal(err.code, RELIST_EINVAL);
		if (!strstr(err.msg, cases[i][1]))
			fail_msg("%s: %s", cases[i][0], err.msg);
	}
}

static char folder[] = "/tmp/relist-config-XXXXXX";

static void write_file(const char *name, const char *text)
{
	char path[100];
	FILE *f;

	(void)snprintf(path, sizeof(path), "%s/%s", folder, name);
	f = fopen(path, "w");
	assert_non_null(f);
	assert_true(fputs(text, f) >= 0);
	assert_int_equal(fclose(f), 0);
}

static void admission_file_includes_the_plugin_files_that_it_names(void **state)
{
	AUTO_STRBUF json = STRBUF_INIT;
	struct relist_err err = { 0 };
	char path[100];

	(void)state;
	write_file("a.yaml",
		   "apiVersion: apiserver.config.k8s.io/v1\nkind: AdmissionConfiguration\n"
		   "plugins:\n- name: EventRateLimit\n  path: limits.yaml\n");
	write_file("limits.yaml",
		   "kind: Configuration\nlimits: [{type: Server, qps: 1, burst: 1}]\n");
	(void)snprintf(path, sizeof(path), "%s/a.yaml", folder);
	assert_int_equal(fakeapi__admission_file(path, &json, &err), 0);
	assert_non_null(
	    strstr(json.ptr, "\"limits\":[{\"type\":\"Server\",\"qps\":1,\"burst\":1}]"));
	write_file("a.yaml",
		   "kind: AdmissionConfiguration\nplugins: [{name: X, path: none.yaml}]\n");
	assert_int_not_equal(fakeapi__admission_file(path, &json, &err), 0);
	assert_non_null(strstr(err.msg, "none.yaml"));
	write_file("a.yaml", "kind: AdmissionConfiguration\nplugins: [{name: EventRateLimit, "
			     "configuration: {}}]\n");
	assert_int_equal(fakeapi__admission_file(path, &json, &err), RELIST_EINVAL);
	assert_non_null(strstr(err.msg, "a.yaml: admission configuration: EventRateLimit: limits "
					"are missing"));
	write_file("a.yaml", "kind: [\n");
	assert_int_equal(fakeapi__admission_file(path, &json, &err), RELIST_EPARSE);
	assert_int_not_equal(fakeapi__admission_file("/nowhere", &json, &err), 0);
}

static void authentication_file_sets_anonymous_access_and_paths(void **state)
{
	static const struct {
		const char *text, *paths, *why;
		bool none;
	} cases[] = {
		{ "anonymous: {enabled: true}\n", "", NULL, false },
		{ "anonymous: {enabled: false}\n", "", NULL, true },
		{ "anonymous: {enabled: true, conditions: [{path: /livez}, {path: /readyz}]}\n",
		  "/livez,/readyz", NULL, false },
		{ "anonymous: {enabled: false, conditions: [{path: /livez}]}\n", "",
		  "enabled should be set to true", false },
		{ "jwt: [{issuer: {url: https://x}}]\n", "", "has no JWT authenticators", false },
		{ "jwt: []\n", "", NULL, false },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		AUTO_STRBUF paths = STRBUF_INIT, text = STRBUF_INIT;
		struct relist_err err = { 0 };
		bool none = false;
		char path[100];
		int code;

		strbuf_addf(&text, "kind: AuthenticationConfiguration\n%s", cases[i].text);
		write_file("auth.yaml", text.ptr);
		(void)snprintf(path, sizeof(path), "%s/auth.yaml", folder);
		code = fakeapi__authentication_file(path, &none, &paths, &err);
		if ((code != 0) != (cases[i].why != NULL))
			fail_msg("%s: %s", cases[i].text, err.msg);
		if (code) {
			assert_non_null(strstr(err.msg, cases[i].why));
			continue;
		}
		assert_int_equal(none, cases[i].none);
		assert_string_equal(paths.len ? paths.ptr : "", cases[i].paths);
	}
}

static int make_folder(void **state)
{
	(void)state;
	return mkdtemp(folder) ? 0 : -1;
}

static int drop_folder(void **state)
{
	static const char *const names[] = { "a.yaml", "limits.yaml", "auth.yaml" };
	char path[100];

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(names); i++) {
		(void)snprintf(path, sizeof(path), "%s/%s", folder, names[i]);
		(void)unlink(path);
	}
	return rmdir(folder);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(pod_security_defaults_hold_without_labels),
		cmocka_unit_test(pod_node_selector_merges_the_selector_of_the_namespace),
		cmocka_unit_test(events_beyond_the_rate_are_429),
		cmocka_unit_test(bad_configurations_are_refused),
		cmocka_unit_test(admission_file_includes_the_plugin_files_that_it_names),
		cmocka_unit_test(authentication_file_sets_anonymous_access_and_paths),
	};

	return cmocka_run_group_tests(tests, make_folder, drop_folder);
}
