/* SPDX-License-Identifier: Apache-2.0 */
/* Proxies of the environment: which one net/http takes was recorded
 * (tests/oracle/informer/proxy_test.go), and the client takes the same. */
#include "informer/posix/proxy_env.h"

#include <cjson/cJSON.h>
#include <stdlib.h>
#include <strings.h>

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
	env = inf__proxy_env();
	assert_string_equal(env.http, "lower");
	assert_string_equal(env.https, "upper");
	assert_string_equal(env.no, "x");
	assert_int_equal(setenv("REQUEST_METHOD", "GET", 1), 0);
	env = inf__proxy_env();
	assert_null(env.http);
	assert_string_equal(env.https, "upper");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(proxies_of_the_environment_are_those_of_net_http),
		cmocka_unit_test(upper_case_variables_come_first_and_http_proxy_not_in_cgi),
	};

	return cmocka_run_group_tests_name("informer/proxy_env", tests, NULL, NULL);
}
