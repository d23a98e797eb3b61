/* SPDX-License-Identifier: Apache-2.0 */
/* Outputs of exec plugins: what client-go 0.37.2 makes of each was recorded
 * (tests/oracle/informer/exec_test.go), and the client makes the same of it. */
#include <cjson/cJSON.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/str.h"
#include "informer/posix/client.h"
#include "tests/kit/kubeconfig_kit.h"
#include "tests/kit/testing.h"

static const struct {
	const char *name, *ours;
} differences[] = {
	/* JSON alone. */
	{ "YAML", "error, error, error; 3 runs" },
	{ "comment before", "error, error, error; 3 runs" },
	{ "a BOM", "error, error, error; 3 runs" },
	/* libcurl sends the space, net/http does not. */
	{ "token with spaces", "Bearer  a , Bearer  a , Bearer  a ; 1 runs" },
	/* The connection fails. */
	{ "another key", "none, none, none; 1 runs" },
	/* The next request runs the plugin once: the old credential has expired. */
	{ "expired, refused", "Bearer t, Bearer t, Bearer t; 3 runs" },
};

static const char *text_of(const cJSON *row, const char *name)
{
	return cJSON_GetStringValue(cJSON_GetObjectItem(row, name));
}

/* A plugin that adds a line to "runs" and prints "output". */
static struct inf_client *client_of(const cJSON *row)
{
	char text[1024], path[300];
	const cJSON *code = cJSON_GetObjectItem(row, "exit");

	(void)kubeconfig_write(1, "output", text_of(row, "output"));
	(void)kubeconfig_write(1, "runs", "");
	(void)snprintf(text, sizeof(text), "#!/bin/sh\necho >>%s/runs\ncat %s/output\nexit %d\n",
		       kubeconfig_dir, kubeconfig_dir, code ? code->valueint : 0);
	(void)kubeconfig_write(1, "plugin", text);
	(void)snprintf(path, sizeof(path), "%s/plugin", kubeconfig_dir);
	assert_int_equal(chmod(path, 0700), 0);
	return inf_client_from_kubeconfig(
	    kubeconfig_write(0, "config",
			     "apiVersion: v1\nkind: Config\ncurrent-context: a\n"
			     "contexts:\n- name: a\n  context: {cluster: c, user: u}\n"
			     "clusters:\n- name: c\n  cluster: {server: 'https://x'}\n"
			     "users:\n- name: u\n  user:\n    exec:\n"
			     "      apiVersion: client.authentication.k8s.io/v1\n"
			     "      interactiveMode: Never\n      command: ./plugin\n"),
	    NULL, NULL);
}

/* As exec_test.go says it. */
static void add_outcome(const cJSON *row, struct strbuf *out)
{
	struct inf_client *client = client_of(row);
	char path[300];
	struct stat st;

	assert_non_null(client);
	for (int i = 0; i < 3; i++) {
		const char *headers = kubeconfig_headers(client, NULL);
		const char *auth = headers ? strstr(headers, "Authorization: ") : NULL;

		strbuf_addz(out, i ? ", " : "");
		if (auth)
			strbuf_add(out, auth + 15, strcspn(auth + 15, "\n"));
		else
			strbuf_addz(out, headers ? "none" : "error");
		if (i == 0 && cJSON_IsTrue(cJSON_GetObjectItem(row, "refused")))
			inf__client_unauthorized(client);
	}
	(void)snprintf(path, sizeof(path), "%s/runs", kubeconfig_dir);
	assert_int_equal(stat(path, &st), 0);
	strbuf_addf(out, "; %lld runs", (long long)st.st_size);
	inf_client_unref(client);
}

static const char *want_of(const cJSON *row)
{
	for (size_t i = 0; i < ARRAY_LEN(differences); i++)
		if (strcmp(differences[i].name, text_of(row, "name")) == 0)
			return differences[i].ours;
	return text_of(row, "want");
}

static void exec_outputs_have_the_outcome_of_client_go(void **state)
{
	FILE *f = fopen("tests/golden/client-go-exec.jsonl", "re");
	size_t cap = 0, rows = 0, wrong = 0;
	char *line = NULL;

	(void)state;
	assert_non_null(f);
	while (getline(&line, &cap, f) > 0) {
		cJSON *row = cJSON_Parse(line);
		AUTO_STRBUF got = STRBUF_INIT;

		add_outcome(row, &got);
		if (strcmp(got.ptr, want_of(row)) != 0) {
			print_error("%s: %.200s, not %.200s\n", text_of(row, "name"), got.ptr,
				    want_of(row));
			wrong++;
		}
		rows++;
		cJSON_Delete(row);
	}
	free(line);
	(void)fclose(f);
	assert_true(rows > 50);
	assert_int_equal(wrong, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(exec_outputs_have_the_outcome_of_client_go),
	};
	int rc;

	kubeconfig_dir_make();
	rc = cmocka_run_group_tests_name("informer/exec_outputs", tests, NULL, NULL);
	kubeconfig_dir_remove();
	return rc;
}
