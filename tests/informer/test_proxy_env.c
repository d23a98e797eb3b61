/* SPDX-License-Identifier: Apache-2.0 */
/* Proxies of the environment: which one net/http takes was recorded
 * (tests/oracle/informer/proxy_test.go), and the client takes the same. */
#include "informer/posix/proxy_env.h"

#include <cjson/cJSON.h>
#include <stdlib.h>
#include <strings.h>

#include "relist/client.h"
#include "tests/kit/script_server.h"
#include "tests/kit/testing.h"

/* Values that are no URL. */
static const char *const broken[] = { "http://p:x", "http://p p", " http://p" };

static const char *text_of(const cJSON *row, const char *name)
{
	return cJSON_GetStringValue(cJSON_GetObjectItem(row, name));
}

static bool is_broken(const char *proxy)
{
	for (size_t i = 0; proxy && i < ARRAY_LEN(broken); i++)
		if (strcmp(proxy, broken[i]) == 0)
			return true;
	return false;
}

static void proxies_of_the_environment_are_those_of_net_http(void **state)
{
	FILE *f = fopen("tests/golden/client-go-proxies.jsonl", "re");
	size_t cap = 0, rows = 0, wrong = 0;
	char *line = NULL;

	(void)state;
	assert_non_null(f);
	while (getline(&line, &cap, f) > 0) {
		cJSON *row = cJSON_Parse(line);
		const struct inf__proxy_env env = { text_of(row, "http"), text_of(row, "https"),
						    text_of(row, "no") };
		AUTO_STRBUF got = STRBUF_INIT;

		inf__proxy_for(&env, text_of(row, "url"), &got);
		if (!is_broken(env.http) && strcasecmp(got.ptr, text_of(row, "want")) != 0) {
			print_error("%s no \"%s\": \"%s\", not \"%s\"\n", text_of(row, "url"),
				    env.no ? env.no : "", got.ptr, text_of(row, "want"));
			wrong++;
		}
		rows++;
		cJSON_Delete(row);
	}
	free(line);
	(void)fclose(f);
	assert_true(rows > 490);
	assert_int_equal(wrong, 0);
}

static void upper_case_variables_come_first_and_http_proxy_not_in_cgi(void **state)
{
	struct inf__proxy_env env;

	(void)state;
	assert_int_equal(setenv("http_proxy", "lower", 1), 0);
	assert_int_equal(setenv("HTTPS_PROXY", "upper", 1), 0);
	assert_int_equal(setenv("https_proxy", "lower", 1), 0);
	assert_int_equal(setenv("NO_PROXY", "", 1), 0);
	assert_int_equal(setenv("no_proxy", "x", 1), 0);
	env = inf__read_proxy_env();
	assert_string_equal(env.http, "lower");
	assert_string_equal(env.https, "upper");
	assert_string_equal(env.no, "x");
	assert_int_equal(setenv("REQUEST_METHOD", "GET", 1), 0);
	env = inf__read_proxy_env();
	assert_null(env.http);
	assert_string_equal(env.https, "upper");
}

static const char answer[] = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
			     "Content-Length: 62\r\n\r\n"
			     "{\"kind\":\"ConfigMap\",\"apiVersion\":\"v1\",\"metadata\":"
			     "{\"name\":\"a\"}}";

/* A get of `url`; "": it fails. The first line of the request at the script server, free() it. */
static char *line_of_get(const char *url, const char *proxy_url, struct script_server *server)
{
	static const struct inf_resource maps = { "", "v1", "configmaps", "default" };
	const struct inf_client_options access = { .server = url, .proxy_url = proxy_url };
	const struct inf_dynamic_options options = { .qps = -1 };
	struct inf_client *client = inf_client_new(&access, NULL);
	struct inf_dynamic *d = inf_dynamic_new(client, &options, NULL);
	struct inf_object *obj = NULL;
	char *line;

	assert_non_null(d);
	if (inf_dynamic_get(d, &maps, "a", NULL, NULL, &obj, NULL) == 0) {
		line = script_server_request(server, script_server_count(server) - 1);
		line[strcspn(line, "\r")] = '\0';
	} else {
		line = strdup("");
	}
	inf_object_unref(obj);
	inf_dynamic_free(d);
	inf_client_unref(client);
	return line;
}

static void loopback_needs_no_proxy_of_the_environment_but_a_given_one_counts(void **state)
{
	static const struct script_step step = { answer, 0, SCRIPT_KEEP };
	struct script_server *server = script_server_new(&step, 1);
	const char *here = script_server_url(server), *far = "http://far.example:81";
	const struct {
		const char *server, *given, *environment, *line;
	} cases[] = {
		{ here, NULL, "http://127.0.0.1:1", "GET /api/v1/" },
		{ here, here, "http://127.0.0.1:1", "GET http://127.0.0.1:" },
		{ far, NULL, here, "GET http://far.example:81/api/v1/" },
		{ far, here, "http://127.0.0.1:1", "GET http://far.example:81/api/v1/" },
		{ here, "", "http://127.0.0.1:1", "GET /api/v1/" },
	};

	(void)state;
	(void)unsetenv("REQUEST_METHOD");
	(void)unsetenv("no_proxy");
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		char *line;

		assert_int_equal(setenv("HTTP_PROXY", cases[i].environment, 1), 0);
		line = line_of_get(cases[i].server, cases[i].given, server);
		if (strncmp(line, cases[i].line, strlen(cases[i].line)) != 0)
			fail_msg("case %zu: \"%s\"", i, line);
		free(line);
	}
	script_server_free(server);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(proxies_of_the_environment_are_those_of_net_http),
		cmocka_unit_test(upper_case_variables_come_first_and_http_proxy_not_in_cgi),
		cmocka_unit_test(loopback_needs_no_proxy_of_the_environment_but_a_given_one_counts),
	};

	return cmocka_run_group_tests_name("informer/proxy_env", tests, NULL, NULL);
}
