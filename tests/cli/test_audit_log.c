/* SPDX-License-Identifier: Apache-2.0 */
/* The audit log as a file: written by a server, read by relist import. */
#include <stdlib.h>
#include <sys/stat.h>

#include "relist/fakeapi.h"
#include "tests/kit/cli_kit.h"

static char folder[] = "/tmp/relist-audit-XXXXXX";

static int setup(void **state)
{
	return output_folder_setup(folder, state);
}

static int teardown(void **state)
{
	return output_folder_teardown(folder, state);
}

static const char *in_folder(const char *name)
{
	static char path[2][200];
	static int next;

	next = !next;
	(void)snprintf(path[next], sizeof(path[next]), "%s/%s", folder, name);
	return path[next];
}

static void write_policy(const char *text)
{
	FILE *f = fopen(in_folder("policy.yaml"), "w");

	assert_non_null(f);
	fputs(text, f);
	assert_int_equal(fclose(f), 0);
}

static struct fakeapi *start(const char *log, struct relist_err *err)
{
	struct fakeapi_options opt = { .audit_log_path = log,
				       .audit_policy_file = in_folder("policy.yaml"),
				       .seed = 1 };

	return fakeapi_start(&opt, err);
}

static void import_reads_the_log_of_a_server(void **state)
{
	static const char maps[] = "/api/v1/namespaces/default/configmaps";
	char log[200];
	struct relist_err err = { 0 };
	struct fakeapi *api;
	struct output *o = *state;
	struct stat st;

	(void)snprintf(log, sizeof(log), "%s", in_folder("new/audit.log"));
	write_policy("apiVersion: audit.k8s.io/v1\nkind: Policy\nomitStages: [RequestReceived]\n"
		     "rules:\n- {level: None, verbs: [get]}\n- {level: RequestResponse}\n");
	api = start(log, &err);
	if (!api)
		fail_msg("%s", err.msg);
	assert_int_equal(fakeapi_request(api, "POST", maps, "{\"metadata\":{\"name\":\"a\"}}", NULL,
					 NULL, &err),
			 0);
	assert_int_equal(fakeapi_request(api, "GET", "/api/v1/namespaces/default/configmaps/a",
					 NULL, NULL, NULL, &err),
			 0);
	assert_int_equal(fakeapi_request(api, "GET", maps, NULL, NULL, NULL, &err), 0);
	/* Each line is there before the response. */
	relistf(o, "import %s -o -", log);
	fakeapi_stop(api);
	assert_int_equal(o->status, 0);
	assert_non_null(strstr(o->out.ptr, "\"source\":{\"kind\":\"audit\""));
	assert_non_null(strstr(o->out.ptr,
			       "\"method\":\"POST\",\"path\":\"/api/v1/namespaces/default/"
			       "configmaps\""));
	assert_non_null(strstr(o->out.ptr, "\"kind\":\"ConfigMapList\""));
	assert_null(strstr(o->out.ptr, "configmaps/a\""));
	assert_int_equal(stat(log, &st), 0);
	assert_int_equal(st.st_mode & 0777, 0600);
}

static void start_fails_for_a_policy_or_a_log_that_is_not_usable(void **state)
{
	static const struct {
		const char *policy, *log, *error;
	} cases[] = {
		{ "kind: Policy\napiVersion: audit.k8s.io/v1\n", NULL,
		  "policy.yaml: audit policy: loaded illegal policy with 0 rules" },
		{ "", NULL, "policy.yaml: " },
		{ "[]\n", NULL,
		  "policy.yaml: audit policy: the object is \"\" of \"\", must be Policy of" },
		{ "kind: Policy\napiVersion: audit.k8s.io/v1\nrules: [{level: All}]\n", NULL,
		  "policy.yaml: audit policy: rules[0].level: Unsupported value: \"All\"" },
		{ "rules: [}\n", NULL, "policy.yaml" },
		{ "apiVersion: audit.k8s.io/v1\nkind: Policy\nrules: [{level: None}]\n", "/",
		  "audit-log-path: /: Is a directory" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		struct relist_err err = { 0 };

		write_policy(cases[i].policy);
		assert_null(start(cases[i].log ? cases[i].log : in_folder("x.log"), &err));
		assert_non_null(strstr(err.msg, cases[i].error));
	}
}

static void serve_refuses_a_log_without_a_policy(void **state)
{
	struct output *o = *state;

	relist(o, "serve --audit-log-path x.log");
	assert_int_equal(o->status, 2);
	assert_non_null(strstr(o->err.ptr, "needs --audit-policy-file"));
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(import_reads_the_log_of_a_server),
		cmocka_unit_test(start_fails_for_a_policy_or_a_log_that_is_not_usable),
		cmocka_unit_test(serve_refuses_a_log_without_a_policy),
	};

	return cmocka_run_group_tests(tests, setup, teardown);
}
