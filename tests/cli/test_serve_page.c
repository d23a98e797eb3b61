/* SPDX-License-Identifier: Apache-2.0 */
/* relist serve --exec CMD --html DIR: the page of what CMD sent, received and caused. */
#include <cjson/cJSON.h>
#include <stdlib.h>
#include <unistd.h>

#include "cli/cli.h"
#include "runner/posix/files.h"
#include "tests/kit/cli_kit.h"

static char folder[] = "/tmp/relist-serve-page-XXXXXX";
static char dir[64], page[96], watched[96];

static cJSON *model_of(const struct strbuf *html)
{
	static const char open[] = "<script type=\"application/json\" id=\"data\">";
	const char *from = strstr(html->ptr, open);
	cJSON *model;

	assert_non_null(from);
	from += strlen(open);
	model = cJSON_ParseWithLength(from, (size_t)(strstr(from, "</script>") - from));
	assert_non_null(model);
	return model;
}

static const char *string_of(const cJSON *model, const cJSON *event, int member)
{
	int n = (int)cJSON_GetNumberValue(cJSON_GetArrayItem(event, member));

	return n < 0 ? ""
		     : cJSON_GetStringValue(
			   cJSON_GetArrayItem(cJSON_GetObjectItem(model, "strings"), n));
}

/* Appends "group who key text" of each event, without versions. */
static void add_events(const cJSON *model, struct strbuf *out)
{
	const cJSON *event, *kinds = cJSON_GetObjectItem(model, "kinds");
	double last = 0;

	cJSON_ArrayForEach(event, cJSON_GetObjectItem(model, "events"))
	{
		int kind = (int)cJSON_GetNumberValue(cJSON_GetArrayItem(event, 1));
		double at = cJSON_GetNumberValue(cJSON_GetArrayItem(event, 0));

		assert_true(at >= last);
		last = at;
		strbuf_addf(out, "%s|%s|%s|%s|%d\n",
			    cJSON_GetStringValue(
				cJSON_GetArrayItem(cJSON_GetArrayItem(kinds, kind), 0)),
			    string_of(model, event, 4), string_of(model, event, 5),
			    string_of(model, event, 6),
			    (int)cJSON_GetNumberValue(cJSON_GetArrayItem(event, 3)));
	}
}

static int serve(const char *script)
{
	const char *argv[] = {
		"relist", "serve", "--html", dir, "--exec", "sh", "-c", script, NULL
	};

	return cli__main(8, (char **)(uintptr_t)argv, stdout, stderr);
}

static void page_has_requests_events_writes_and_calls(void **state)
{
	static const char *const lines[] = {
		"wire|POST|/api/v1/namespaces/default/configmaps||0\n",
		"model|||create configmaps/default/a rv=",
		"wire||||201\n",
		"wire||/api/v1/namespaces/default/configmaps|watch=1&resourceVersion=0|0\n",
		"|ADDED|",
		"step|||POST /compact {}|0\n",
		"wire|configmaps|410 too old resource version: 1 (",
		"wire|DELETE|/api/v1/namespaces/default/configmaps/a||0\n",
		"model|||delete configmaps/default/a rv=",
	};
	AUTO_STRBUF script = STRBUF_INIT, html = STRBUF_INIT, events = STRBUF_INIT;
	const char *at;
	cJSON *model;

	(void)state;
	if (system("command -v curl >/dev/null") != 0)
		skip();
	strbuf_addf(&script,
		    "s=$(sed -n 's/.*server: //p' \"$KUBECONFIG\")\n"
		    "m=$s/api/v1/namespaces/default/configmaps\n"
		    "curl -sf -o %s -H 'Content-Type: application/json' "
		    "-d '{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":"
		    "{\"name\":\"a\"}}' $m || exit 9\n"
		    "curl -sN \"$m?watch=1&resourceVersion=0\" > %s & p=$!\n"
		    "until grep -q ADDED %s; do sleep 0.01; done\n"
		    "curl -sf -o /dev/null -H 'Content-Type: application/json' -d '{}' "
		    "$s/relist/v1/compact || exit 9\n"
		    "curl -sf -o /dev/null \"$m?watch=1&resourceVersion=1\" || exit 9\n"
		    "kill $p; curl -sf -o /dev/null -X DELETE $m/a || exit 9\nexit 3\n",
		    watched, watched, watched);
	assert_int_equal(serve(script.ptr), 3);
	assert_int_equal(runner__read_file(page, 1 << 24, &html, NULL), 0);
	strbuf_addc(&html, '\0');
	model = model_of(&html);
	assert_string_equal(cJSON_GetStringValue(cJSON_GetObjectItem(model, "verdict")),
			    "exit status 3");
	assert_memory_equal(cJSON_GetStringValue(cJSON_GetObjectItem(model, "title")),
			    "sh -c s=", 8);
	add_events(model, &events);
	at = events.ptr;
	for (size_t i = 0; i < ARRAY_LEN(lines); i++) {
		at = strstr(at, lines[i]);
		if (!at)
			fail_msg("no %s, or not there, in\n%s", lines[i], events.ptr);
	}
	/* the server's own objects are older than the command */
	assert_null(strstr(events.ptr, "create namespaces"));
	assert_null(strstr(events.ptr, "/relist/v1"));
	assert_non_null(strstr(html.ptr, "#1 POST configmaps: 201"));
	assert_non_null(strstr(html.ptr, "#3 WATCH configmaps rv=1: ERROR 410"));
	cJSON_Delete(model);
}

static void page_that_cannot_be_written_is_a_failure(void **state)
{
	char kept[64];

	(void)state;
	(void)snprintf(kept, sizeof(kept), "%s", dir);
	(void)snprintf(dir, sizeof(dir), "/dev/null/x");
	assert_int_equal(serve("exit 0"), 5);
	assert_int_equal(serve("exit 4"), 4);
	(void)snprintf(dir, sizeof(dir), "%s", kept);
}

static void page_without_a_command_is_refused(void **state)
{
	struct output *o = *state;

	relist(o, "serve --html /tmp");
	assert_int_equal(o->status, 2);
	assert_string_equal(o->err.ptr, "relist serve: --html: it needs --exec\n");
}

static int setup(void **state)
{
	if (!mkdtemp(folder))
		return -1;
	(void)snprintf(dir, sizeof(dir), "%s/pages", folder);
	(void)snprintf(page, sizeof(page), "%s/index.html", dir);
	(void)snprintf(watched, sizeof(watched), "%s/watched", folder);
	return output_setup(state);
}

static int teardown(void **state)
{
	(void)unlink(page);
	(void)unlink(watched);
	(void)rmdir(dir);
	(void)rmdir(folder);
	return output_teardown(state);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(page_has_requests_events_writes_and_calls),
		cmocka_unit_test(page_that_cannot_be_written_is_a_failure),
		cmocka_unit_test(page_without_a_command_is_refused),
	};

	return cmocka_run_group_tests(tests, setup, teardown);
}
