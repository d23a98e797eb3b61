/* SPDX-License-Identifier: Apache-2.0 */
/* Exec plugins of a kubeconfig's user. */
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "informer/posix/client.h"
#include "tests/kit/kubeconfig_kit.h"
#include "tests/kit/testing.h"

static const char *exec_config(const char *script, const char *extra)
{
	static char text[2048];
	char command[300];

	(void)snprintf(command, sizeof(command), "%s/plugin", kubeconfig_dir);
	kubeconfig_write(2, "plugin", script);
	assert_int_equal(chmod(command, 0700), 0);
	(void)snprintf(text, sizeof(text),
		       "apiVersion: v1\nkind: Config\ncurrent-context: a\ncontexts:\n- name: a\n  "
		       "context: {cluster: c, user: u}\n"
		       "clusters:\n- name: c\n  cluster: {server: 'https://x'}\n"
		       "users:\n- name: u\n  user:\n    exec:\n"
		       "      apiVersion: client.authentication.k8s.io/v1\n"
		       "      interactiveMode: Never\n"
		       "      command: ./plugin\n%s",
		       extra);
	return kubeconfig_write(0, "config", text);
}

static void exec_plugin_result_is_cached_until_401(void **state)
{
	const char *path;
	struct inf_client *client;
	char count[300];

	(void)state;
	(void)snprintf(count, sizeof(count),
		       "      args: [tok]\n      env:\n      - {name: COUNT, value: %s/count}\n",
		       kubeconfig_dir);
	path = exec_config("#!/bin/sh\nn=$(cat \"$COUNT\" 2>/dev/null || echo 0); n=$((n + 1))\n"
			   "echo $n >\"$COUNT\"\n"
			   "case $KUBERNETES_EXEC_INFO in *ExecCredential*) ;; *) exit 3 ;; esac\n"
			   "echo '{\"apiVersion\":\"client.authentication.k8s.io/v1\","
			   "\"status\":{\"token\":\"'$1$n'\","
			   "\"expirationTimestamp\":\"2999-01-02T03:04:05Z\"}}'\n",
			   count);
	client = inf_client_from_kubeconfig(path, NULL, NULL);
	assert_non_null(client);
	assert_non_null(strstr(kubeconfig_headers(client, NULL), "Bearer tok1\n"));
	assert_non_null(strstr(kubeconfig_headers(client, NULL), "Bearer tok1\n"));
	inf__client_unauthorized(client);
	assert_non_null(strstr(kubeconfig_headers(client, NULL), "Bearer tok2\n"));
	inf_client_unref(client);
}

static void a_plugin_gets_its_arguments_and_environment(void **state)
{
	static const struct {
		const char *extra, *token;
	} rows[] = {
		{ "", "0-----" },
		{ "      args: []\n      env: []\n", "0-----" },
		{ "      args: [a]\n", "1-a----" },
		{ "      args: [a, b]\n      env: [{name: V, value: v}]\n", "2-a-b--v-" },
		{ "      args: [a, '', c, d]\n      env: [{name: V, value: v}, {name: W, value: "
		  "w}]\n",
		  "4-a--c-v-w" },
		{ "      args: [a, b, c, d, e, f]\n      env:\n      - {name: V, value: ''}\n"
		  "      - {name: W, value: 'x=y'}\n      - {name: X, value: x}\n"
		  "      - {name: Z, value: z}\n",
		  "6-a-b-c--x=y" },
	};

	(void)state;
	assert_int_equal(unsetenv("V"), 0);
	assert_int_equal(unsetenv("W"), 0);
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		const char *path = exec_config(
		    "#!/bin/sh\necho '{\"apiVersion\":\"client.authentication.k8s.io/v1\","
		    "\"status\":{\"token\":\"'\"$#-$1-$2-$3-$V-$W\"'\"}}'\n",
		    rows[i].extra);
		struct inf_client *client = inf_client_from_kubeconfig(path, NULL, NULL);
		struct relist_err err = { 0 };
		const char *headers = kubeconfig_headers(client, &err);
		char want[64];

		if (!headers)
			fail_msg("row %zu: %s", i, err.msg);
		(void)snprintf(want, sizeof(want), "Authorization: Bearer %s\n", rows[i].token);
		if (!strstr(headers, want))
			fail_msg("row %zu: %s", i, headers);
		inf_client_unref(client);
	}
}

static void a_plugin_gets_its_cluster_if_provide_cluster_info_is_true(void **state)
{
	static const struct {
		const char *extra, *token;
	} rows[] = {
		{ "", "no" },
		{ "      provideClusterInfo: false\n", "no" },
		{ "      provideClusterInfo: true\n", "yes" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		const char *path = exec_config(
		    "#!/bin/sh\ncase $KUBERNETES_EXEC_INFO in\n"
		    "*'\"cluster\":{\"server\":\"https://x\",\"config\":null}'*) t=yes ;;\n"
		    "*) t=no ;;\nesac\n"
		    "echo '{\"apiVersion\":\"client.authentication.k8s.io/v1\","
		    "\"status\":{\"token\":\"'$t'\"}}'\n",
		    rows[i].extra);
		struct inf_client *client = inf_client_from_kubeconfig(path, NULL, NULL);
		char want[64];

		assert_non_null(client);
		(void)snprintf(want, sizeof(want), "Bearer %s\n", rows[i].token);
		assert_non_null(strstr(kubeconfig_headers(client, NULL), want));
		inf_client_unref(client);
	}
}

/* The plugin closes its output before it exits: the client waits for it and does not kill it. */
static void exec_plugin_is_awaited_after_it_closes_its_output(void **state)
{
	const char *path =
	    exec_config("#!/bin/sh\necho '{\"apiVersion\":\"client.authentication.k8s.io/v1\","
			"\"status\":{\"token\":\"t\"}}'\nexec >&-\n"
			"n=0; while [ $n -lt 20000 ]; do n=$((n + 1)); done\n",
			"");
	struct inf_client *client = inf_client_from_kubeconfig(path, NULL, NULL);
	struct relist_err err = { 0 };

	(void)state;
	assert_non_null(client);
	if (!kubeconfig_headers(client, &err))
		fail_msg("%s", err.msg);
	inf_client_unref(client);
}

static void exec_plugin_failure_is_explained(void **state)
{
	static const struct {
		const char *script, *want;
	} cases[] = {
		{ "#!/bin/sh\nexit 7\n", "exit code 7" },
		{ "#!/bin/sh\necho nonsense\n", "apiVersion is \"\"" },
		{ "#!/bin/sh\necho '{\"apiVersion\":\"client.authentication.k8s.io/v1\"}'\n",
		  "neither a token nor a certificate" },
		{ "#!/bin/sh\nprintf '%s' '{\"apiVersion\":\"client.authentication.k8s.io/v1\","
		  "\"status\":{\"token\":\"a\\r\\nX: y\"}}'\n",
		  "line break" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		const char *path = exec_config(cases[i].script, "");
		struct inf_client *client = inf_client_from_kubeconfig(path, NULL, NULL);
		struct relist_err err = { 0 };

		assert_non_null(client);
		assert_null(kubeconfig_headers(client, &err));
		if (!strstr(err.msg, cases[i].want))
			fail_msg("case %zu: %s", i, err.msg);
		inf_client_unref(client);
	}
}

static void load_one(const char *path)
{
	inf_client_unref(inf_client_from_kubeconfig(path, NULL, NULL));
}

static void exec_and_impersonation_survive_every_failing_allocation(void **state)
{
	const char *path = exec_config("", "      provideClusterInfo: true\n"
					   "      args: [a]\n      env: [{name: V, value: v}]\n"
					   "    as: jane\n    as-uid: '7'\n    as-groups: [a, b]\n"
					   "    as-user-extra: {scopes: [x, w]}\n"
					   "    client-key: plugin\n");

	(void)state;
	FOR_EACH_FAILING_ALLOC(load_one(path));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_plugin_gets_its_arguments_and_environment),
		cmocka_unit_test(a_plugin_gets_its_cluster_if_provide_cluster_info_is_true),
		cmocka_unit_test(exec_plugin_result_is_cached_until_401),
		cmocka_unit_test(exec_plugin_is_awaited_after_it_closes_its_output),
		cmocka_unit_test(exec_plugin_failure_is_explained),
		cmocka_unit_test(exec_and_impersonation_survive_every_failing_allocation),
	};
	int rc;

	kubeconfig_dir_make();
	rc = cmocka_run_group_tests_name("informer/kubeconfig_exec", tests, NULL, NULL);
	kubeconfig_dir_remove();
	return rc;
}
