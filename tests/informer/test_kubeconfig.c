/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "informer/posix/client.h"
#include "tests/kit/kubeconfig_kit.h"
#include "tests/kit/testing.h"

#define HEAD "apiVersion: v1\nkind: Config\n"
#define BASIC                                                                                      \
	HEAD "current-context: dev\n"                                                              \
	     "clusters:\n- name: c1\n  cluster: {server: 'https://one:1/'}\n"                      \
	     "- name: c2\n  cluster:\n    server: https://two/prefix\n"                            \
	     "    insecure-skip-tls-verify: true\n"                                                \
	     "users:\n- name: u1\n  user: {token: t0k}\n"                                          \
	     "- name: u2\n  user: {tokenFile: tok, as: jane}\n"                                    \
	     "contexts:\n- name: dev\n  context: {cluster: c1, user: u1, namespace: team}\n"       \
	     "- name: prod\n  context: {cluster: c2, user: u2}\n"                                  \
	     "- name: lost\n  context: {cluster: nowhere, user: u1}\n"

static void kubeconfig_selects_the_current_or_the_named_context(void **state)
{
	const char *path = kubeconfig_write(0, "config", BASIC);
	struct relist_err err = { 0 };
	struct inf_client *client = inf_client_from_kubeconfig(path, NULL, &err);

	(void)state;
	assert_non_null(client);
	assert_string_equal(inf__client_base_url(client), "https://one:1");
	assert_string_equal(inf_client_namespace(client), "team");
	assert_string_equal(kubeconfig_headers(client, NULL),
			    "User-Agent: relist/" RELIST_VERSION "\nAuthorization: Bearer t0k\n");
	inf_client_unref(client);

	kubeconfig_write(1, "tok", "from-file\n");
	client = inf_client_from_kubeconfig(path, "prod", &err);
	assert_non_null(client);
	assert_string_equal(inf__client_base_url(client), "https://two/prefix");
	assert_string_equal(inf_client_namespace(client), "");
	assert_string_equal(kubeconfig_headers(client, NULL),
			    "User-Agent: relist/" RELIST_VERSION "\nImpersonate-User: jane\n"
			    "Authorization: Bearer from-file\n");
	inf_client_unref(client);
}

static void first_kubeconfig_file_with_a_name_wins(void **state)
{
	const char *first = kubeconfig_write(0, "first",
					     HEAD "current-context: x\n"
						  "users:\n- name: u\n  user: {token: one}\n");
	const char *second =
	    kubeconfig_write(1, "second",
			     HEAD "current-context: y\nusers:\n- name: u\n  user: {token: two}\n"
				  "clusters:\n- name: c\n  cluster: {server: 'https://h'}\n"
				  "contexts:\n- name: x\n  context: {cluster: c, user: u}\n");
	struct inf_client *client;
	char list[1024];

	(void)state;
	(void)snprintf(list, sizeof(list), "%s:%s/missing:%s", first, kubeconfig_dir, second);
	assert_int_equal(setenv("KUBECONFIG", list, 1), 0);
	client = inf_client_from_kubeconfig(NULL, NULL, NULL);
	assert_int_equal(unsetenv("KUBECONFIG"), 0);
	assert_non_null(client);
	assert_non_null(strstr(kubeconfig_headers(client, NULL), "Bearer one"));
	inf_client_unref(client);
}

static void kubeconfig_error_names_the_file_or_field(void **state)
{
	static const struct {
		const char *text, *context;
		int code;
		const char *want; /* part of the message */
	} cases[] = {
		{ "a: [", NULL, RELIST_EPARSE, "bad:" },
		{ HEAD, NULL, RELIST_ENOTFOUND, "no current-context" },
		{ BASIC, "nope", RELIST_ENOTFOUND, "there is no \"nope\" in contexts" },
		{ BASIC, "lost", RELIST_ENOTFOUND, "there is no \"nowhere\" in clusters" },
		{ HEAD "current-context: a\ncontexts:\n- name: a\n  context: {cluster: [1]}\n",
		  NULL, RELIST_EPARSE, "bad:6:22: cluster: want a string" },
		{ HEAD "current-context: a\ncontexts:\n- name: a\n  context: {cluster: c}\n"
		       "clusters:\n- name: c\n  cluster: {insecure-skip-tls-verify: true}\n",
		  NULL, RELIST_EPARSE, "a cluster without server" },
		{ HEAD "current-context: a\ncontexts:\n- name: a\n  context: {cluster: c}\n"
		       "clusters:\n- name: c\n  cluster: {server: 'ftp://x'}\n",
		  NULL, RELIST_EINVAL, "ftp://x" },
		{ HEAD "current-context: a\ncontexts:\n- name: a\n  context: {cluster: c}\n"
		       "clusters:\n- name: c\n  cluster: {server: 'https://x', "
		       "certificate-authority-data: '!!'}\n",
		  NULL, RELIST_EPARSE, "certificate-authority-data: not base64" },
		/* Not padded: Go takes no half a certificate. */
		{ HEAD "current-context: a\ncontexts:\n- name: a\n  context: {cluster: c}\n"
		       "clusters:\n- name: c\n  cluster: {server: 'https://x', "
		       "certificate-authority-data: 'Zm9vYg'}\n",
		  NULL, RELIST_EPARSE, "certificate-authority-data: not base64" },
		{ HEAD
		  "current-context: a\ncontexts:\n- name: a\n  context: {cluster: c, user: u}\n"
		  "clusters:\n- name: c\n  cluster: {server: 'https://x'}\n"
		  "users:\n- name: u\n  user: {auth-provider: {name: gcp}}\n",
		  NULL, RELIST_EINVAL, "auth-provider" },
		{ HEAD
		  "current-context: a\ncontexts:\n- name: a\n  context: {cluster: c, user: u}\n"
		  "clusters:\n- name: c\n  cluster: {server: 'https://x'}\n"
		  "users:\n- name: u\n  user: {exec: {command: x}}\n",
		  NULL, RELIST_EPARSE, "command and apiVersion are required" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		const char *path = kubeconfig_write(0, "bad", cases[i].text);
		struct relist_err err = { 0 };

		assert_null(inf_client_from_kubeconfig(path, cases[i].context, &err));
		if (err.code != cases[i].code || !strstr(err.msg, cases[i].want))
			fail_msg("case %zu: %d %s", i, err.code, err.msg);
	}
	assert_null(inf_client_from_kubeconfig("/nonexistent/config", NULL, NULL));
}

#define TO_CLUSTER                                                                                 \
	HEAD "current-context: a\ncontexts:\n- name: a\n  context: {cluster: c, user: u}\n"        \
	     "clusters:\n- name: c\n  cluster: "
#define TO_USER TO_CLUSTER "{server: 'https://x'}\nusers:\n- name: u\n  user: "

#define V1BETA1 "{exec: {command: x, apiVersion: client.authentication.k8s.io/v1beta1,\n    "

static void kubeconfig_error_gives_file_line_and_column(void **state)
{
	static const struct {
		const char *text;
		int code;
		const char *want; /* "%s": the file */
	} rows[] = {
		{ "a: [", RELIST_EPARSE, "%s:2:1: did not find expected node content" },
		{ HEAD, RELIST_ENOTFOUND,
		  "kubeconfig: %s has no current-context and none was named" },
		{ HEAD "current-context: a\n", RELIST_ENOTFOUND,
		  "kubeconfig: there is no \"a\" in contexts" },
		{ HEAD "current-context: a\ncontexts: {a: b}\n", RELIST_EPARSE,
		  "%s:4:11: contexts: want a list" },
		{ HEAD "current-context: a\ncontexts:\n- name: a\n", RELIST_EPARSE,
		  "%s:5:3: an entry without its mapping" },
		{ HEAD "current-context: a\ncontexts:\n- {name: a, context: b}\n", RELIST_EPARSE,
		  "%s:5:22: context: want a mapping" },
		{ HEAD "current-context: a\ncontexts:\n- name: [a]\n", RELIST_EPARSE,
		  "%s:5:9: name: want a string" },
		{ HEAD "current-context: a\ncontexts:\n- {name: a, context: {user: u}}\n",
		  RELIST_EPARSE, "%s:5:22: a context without cluster" },
		{ HEAD
		  "current-context: a\ncontexts:\n- {name: a, context: {cluster: c, user: {}}}\n",
		  RELIST_EPARSE, "%s:5:41: user: want a string" },
		{ TO_CLUSTER "{server: ''}\n", RELIST_EPARSE, "%s:9:12: a cluster without server" },
		{ TO_CLUSTER "{server: ~}\n", RELIST_EPARSE, "%s:9:12: a cluster without server" },
		{ TO_CLUSTER "{server: 'https://x', insecure-skip-tls-verify: 'yes'}\n",
		  RELIST_EPARSE, "%s:9:60: insecure-skip-tls-verify: want true or false" },
		{ TO_CLUSTER "{server: 'https://x', certificate-authority-data: a}\n",
		  RELIST_EPARSE, "%s:9:62: certificate-authority-data: not base64" },
		{ TO_CLUSTER "{server: 'https://x', certificate-authority: []}\n", RELIST_EPARSE,
		  "%s:9:57: certificate-authority: want a string" },
		{ TO_CLUSTER "{server: 'https://x', tls-server-name: []}\n", RELIST_EPARSE,
		  "%s:9:51: tls-server-name: want a string" },
		{ TO_CLUSTER "{server: 'https://x', proxy-url: []}\n", RELIST_EPARSE,
		  "%s:9:45: proxy-url: want a string" },
		{ TO_USER "{client-certificate: []}\n", RELIST_EPARSE,
		  "%s:12:30: client-certificate: want a string" },
		{ TO_USER "{client-certificate-data: a}\n", RELIST_EPARSE,
		  "%s:12:35: client-certificate-data: not base64" },
		{ TO_USER "{client-key: []}\n", RELIST_EPARSE,
		  "%s:12:22: client-key: want a string" },
		{ TO_USER "{client-key-data: a}\n", RELIST_EPARSE,
		  "%s:12:27: client-key-data: not base64" },
		{ TO_USER "{token: []}\n", RELIST_EPARSE, "%s:12:17: token: want a string" },
		{ TO_USER "{tokenFile: []}\n", RELIST_EPARSE,
		  "%s:12:21: tokenFile: want a string" },
		{ TO_USER "{username: []}\n", RELIST_EPARSE, "%s:12:20: username: want a string" },
		{ TO_USER "{password: []}\n", RELIST_EPARSE, "%s:12:20: password: want a string" },
		{ TO_USER "{as: []}\n", RELIST_EPARSE, "%s:12:14: as: want a string" },
		{ TO_USER "{auth-provider: {}}\n", RELIST_EINVAL,
		  "%s:12:25: auth-provider: client-go dropped these; use exec" },
		{ TO_USER "{exec: {apiVersion: x}}\n", RELIST_EPARSE,
		  "%s:12:16: exec: command and apiVersion are required" },
		{ TO_USER "{exec: {command: x}}\n", RELIST_EPARSE,
		  "%s:12:16: exec: command and apiVersion are required" },
		{ TO_USER "{exec: {command: []}}\n", RELIST_EPARSE,
		  "%s:12:26: command: want a string" },
		{ TO_USER "{exec: {command: x, apiVersion: v2}}\n", RELIST_EPARSE,
		  "%s:12:41: apiVersion: want client.authentication.k8s.io/v1 or v1beta1" },
		{ TO_USER "{exec: {command: x, apiVersion: client.authentication.k8s.io/v1}}\n",
		  RELIST_EPARSE,
		  "%s:12:16: exec: interactiveMode: want Never, IfAvailable or Always" },
		{ TO_USER V1BETA1 "args: [a, [b]]}}\n", RELIST_EPARSE,
		  "%s:13:15: args: want strings" },
		{ TO_USER V1BETA1 "env: [{value: a}]}}\n", RELIST_EPARSE,
		  "%s:13:11: env: want a name and a value" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		const char *path = kubeconfig_write(0, "bad", rows[i].text);
		const char *mark = strstr(rows[i].want, "%s");
		struct relist_err err = { 0 };
		char want[512];

		(void)snprintf(want, sizeof(want), "%.*s%s%s",
			       mark ? (int)(mark - rows[i].want) : 0, rows[i].want,
			       mark ? path : "", mark ? mark + 2 : rows[i].want);
		assert_null(inf_client_from_kubeconfig(path, NULL, &err));
		if (err.code != rows[i].code || strcmp(err.msg, want) != 0)
			fail_msg("row %zu: %d %s\nwant %s", i, err.code, err.msg, want);
	}
}

/* An absent, empty or null value sets no header; a quoted "null" is a value. */
static void user_entry_sets_the_request_headers(void **state)
{
	static const struct {
		const char *user, *headers;
	} rows[] = {
		{ "{}", "" },
		{ "{token: t}", "Authorization: Bearer t\n" },
		{ "{token: ''}", "" },
		{ "{token: null}", "" },
		{ "{token: ~}", "" },
		{ "{token: 'null'}", "Authorization: Bearer null\n" },
		{ "{token: \"~\"}", "Authorization: Bearer ~\n" },
		{ "{as: jane}", "Impersonate-User: jane\n" },
		{ "{as: null, token: t}", "Authorization: Bearer t\n" },
		{ "{tokenFile: tok}", "Authorization: Bearer in-file\n" },
		{ "{as: jane, token: t}", "Impersonate-User: jane\nAuthorization: Bearer t\n" },
	};

	(void)state;
	kubeconfig_write(1, "tok", "in-file\n");
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		char text[1024], want[256];
		struct relist_err err = { 0 };
		struct inf_client *client;

		(void)snprintf(text, sizeof(text), TO_USER "%s\n", rows[i].user);
		(void)snprintf(want, sizeof(want), "User-Agent: relist/" RELIST_VERSION "\n%s",
			       rows[i].headers);
		client =
		    inf_client_from_kubeconfig(kubeconfig_write(0, "config", text), NULL, &err);
		if (!client)
			fail_msg("%s: %s", rows[i].user, err.msg);
		assert_string_equal(kubeconfig_headers(client, NULL), want);
		inf_client_unref(client);
	}
}

static void files_are_found_where_kubectl_looks(void **state)
{
	const char *first = kubeconfig_write(0, "first", BASIC), *client_home = getenv("HOME");
	char list[32 * 1024] = "", home[300], was[512];
	struct relist_err err = { 0 };
	struct inf_client *client;

	(void)state;
	(void)snprintf(was, sizeof(was), "%s", client_home ? client_home : "");
	/* One that is named has to be there, of many one. */
	(void)snprintf(home, sizeof(home), "%s/missing", kubeconfig_dir);
	assert_null(inf_client_from_kubeconfig(home, NULL, &err));
	assert_int_equal(err.code, RELIST_ENOTFOUND);
	assert_non_null(strstr(err.msg, "missing: No such file or directory"));
	(void)snprintf(list, sizeof(list), ":%s::%s/too:", home, kubeconfig_dir);
	assert_null(inf_client_from_kubeconfig(list, NULL, &err));
	assert_int_equal(err.code, RELIST_ENOTFOUND);
	assert_string_equal(err.msg, "kubeconfig: none of its files exists");
	assert_null(inf_client_from_kubeconfig(kubeconfig_dir, NULL, &err));
	assert_int_equal(err.code, RELIST_EIO);
	assert_non_null(strstr(err.msg, ": cannot be read"));
	/* At most 64. */
	for (int n = 64; n < 66; n++) {
		*list = '\0';
		for (int i = 0; i < n; i++)
			(void)snprintf(list + strlen(list), sizeof(list) - strlen(list), "%s%s",
				       i ? ":" : "", first);
		client = inf_client_from_kubeconfig(list, NULL, &err);
		assert_int_equal(client != NULL, n == 64);
		inf_client_unref(client);
	}
	assert_int_equal(err.code, RELIST_ELIMIT);
	assert_string_equal(err.msg, "kubeconfig: more than 64 files");
	/* Without $KUBECONFIG, or with an empty one: the file at home. */
	(void)snprintf(home, sizeof(home), "%s/.kube", kubeconfig_dir);
	assert_int_equal(mkdir(home, 0700), 0);
	kubeconfig_write(1, ".kube/config", BASIC);
	assert_int_equal(setenv("HOME", kubeconfig_dir, 1), 0);
	assert_int_equal(setenv("KUBECONFIG", "", 1), 0);
	client = inf_client_from_kubeconfig("", NULL, NULL);
	assert_non_null(client);
	assert_string_equal(inf_client_namespace(client), "team");
	inf_client_unref(client);
	assert_int_equal(unsetenv("KUBECONFIG"), 0);
	client = inf_client_from_kubeconfig(NULL, "prod", NULL);
	assert_non_null(client);
	inf_client_unref(client);
	assert_int_equal(setenv("HOME", was, 1), 0);
}

static void kubeconfig_over_4_mib_is_rejected(void **state)
{
	enum { MAX = 4 << 20 };
	char *text = malloc(MAX + 2);
	size_t len = strlen(BASIC);

	(void)state;
	assert_non_null(text);
	memset(text, '#', MAX + 1);
	memcpy(text, BASIC, len);
	for (int more = 0; more < 2; more++) {
		struct relist_err err = { 0 };
		struct inf_client *client;

		text[MAX + more] = '\0';
		client =
		    inf_client_from_kubeconfig(kubeconfig_write(0, "config", text), NULL, &err);
		text[MAX + more] = '#';
		assert_int_equal(client != NULL, !more);
		assert_int_equal(err.code, more ? RELIST_ELIMIT : 0);
		if (more)
			assert_non_null(strstr(err.msg, "config: larger than 4194304 bytes"));
		inf_client_unref(client);
	}
	free(text);
}

static void client_options_with_line_breaks_are_rejected(void **state)
{
	struct inf_client_options options = { .server = "http://x", .bearer_token = "a\r\nX: y" };
	struct relist_err err = { 0 };

	(void)state;
	assert_null(inf_client_new(&options, &err));
	assert_int_equal(err.code, RELIST_EINVAL);
	options = (struct inf_client_options) { .server = "http://x", .cert_file = "c" };
	assert_null(inf_client_new(&options, &err));
	assert_non_null(strstr(err.msg, "go together"));
	assert_null(inf_client_in_cluster(&err));
	assert_int_equal(err.code, RELIST_ENOTFOUND);
}

static void load_one(const char *path)
{
	inf_client_unref(inf_client_from_kubeconfig(path, NULL, NULL));
}

static void kubeconfig_loader_survives_every_failing_allocation(void **state)
{
	const char *path = kubeconfig_write(0, "config", BASIC);

	(void)state;
	FOR_EACH_FAILING_ALLOC(load_one(path));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(kubeconfig_selects_the_current_or_the_named_context),
		cmocka_unit_test(first_kubeconfig_file_with_a_name_wins),
		cmocka_unit_test(kubeconfig_error_names_the_file_or_field),
		cmocka_unit_test(kubeconfig_error_gives_file_line_and_column),
		cmocka_unit_test(user_entry_sets_the_request_headers),
		cmocka_unit_test(files_are_found_where_kubectl_looks),
		cmocka_unit_test(kubeconfig_over_4_mib_is_rejected),
		cmocka_unit_test(client_options_with_line_breaks_are_rejected),
		cmocka_unit_test(kubeconfig_loader_survives_every_failing_allocation),
	};
	int rc;

	kubeconfig_dir_make();
	rc = cmocka_run_group_tests_name("informer/kubeconfig", tests, NULL, NULL);
	kubeconfig_dir_remove();
	return rc;
}
