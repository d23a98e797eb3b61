/* SPDX-License-Identifier: Apache-2.0 */
/* relist show --html: the run without each of its steps, packed into the page. */
#include <cjson/cJSON.h>
#include <glob.h>
#include <unistd.h>
#include <zlib.h>

#include "base/base64.h"
#include "runner/posix/files.h"
#include "tests/kit/cli_kit.h"

#define LESSON "scenarios/lessons/06-missed-deletes.yaml"

enum { MODELS_MAX = 8 << 20 };

static char folder[] = "/tmp/relist-without-XXXXXX";
static char page[64];

static cJSON *unpack(struct str base64)
{
	static char text[MODELS_MAX];
	AUTO_STRBUF bytes = STRBUF_INIT;
	z_stream z = { .next_out = (Bytef *)text, .avail_out = sizeof(text) };
	cJSON *runs;

	assert_true(base64_decode(&bytes, base64, BASE64_STD, NULL));
	z.next_in = (Bytef *)bytes.ptr;
	z.avail_in = (uInt)bytes.len;
	assert_int_equal(inflateInit2(&z, MAX_WBITS + 16), Z_OK);
	assert_int_equal(inflate(&z, Z_FINISH), Z_STREAM_END);
	runs = cJSON_ParseWithLength(text, z.total_out);
	(void)inflateEnd(&z);
	assert_non_null(runs);
	return runs;
}

/* The runs in the page of `relist show --html`; NULL: it has none. */
static cJSON *runs_of(struct output *o, const char *words)
{
	static const char open[] = "<script type=\"text/plain\" id=\"without\">";
	AUTO_STRBUF html = STRBUF_INIT;
	char all[256];
	const char *from;

	(void)snprintf(all, sizeof(all), "show --html %s %s", page, words);
	relist(o, all);
	assert_int_equal(runner__read_file(page, 1 << 24, &html, NULL), 0);
	strbuf_addc(&html, '\0');
	from = strstr(html.ptr, open);
	if (!from)
		return NULL;
	from += strlen(open);
	return unpack((struct str) { from, strcspn(from, "<") });
}

static const char *text_of(const cJSON *model, const char *member)
{
	return cJSON_GetStringValue(cJSON_GetObjectItem(model, member));
}

static int number_of(const cJSON *model, const char *member)
{
	return (int)cJSON_GetNumberValue(cJSON_GetObjectItem(model, member));
}

static void page_has_run_without_each_step(void **state)
{
	struct output *o = *state;
	cJSON *runs = runs_of(o, LESSON), *run;

	assert_int_equal(o->status, 0);
	assert_non_null(runs);
	assert_int_equal(cJSON_GetArraySize(runs), 14);
	/* Without `start` there is no notification. */
	run = cJSON_GetArrayItem(runs, 1);
	assert_string_equal(text_of(run, "verdict"), "fail");
	assert_int_equal(number_of(run, "line"), 15);
	/* Without `compact` the watch continues and delivers both events. */
	run = cJSON_GetArrayItem(runs, 10);
	assert_string_equal(text_of(run, "verdict"), "fail");
	assert_int_equal(number_of(run, "line"), 28);
	assert_string_equal(text_of(run, "what"),
			    "handler h1: 1 differs, 1 notification not expected");
	assert_true(cJSON_GetArraySize(cJSON_GetObjectItem(run, "events")) > 50);
	/* Without `advance` before the outage all else stays. */
	run = cJSON_GetArrayItem(runs, 5);
	assert_string_equal(text_of(run, "verdict"), "pass");
	/* The page has these already. */
	assert_null(cJSON_GetObjectItem(run, "source"));
	assert_null(cJSON_GetObjectItem(run, "kinds"));
	cJSON_Delete(runs);
}

/* The checks of the file assume that every step is there; the run does not. */
static void run_without_first_write_fails_where_it_is_missed(void **state)
{
	struct output *o = *state;
	cJSON *runs = runs_of(o, LESSON), *run = cJSON_GetArrayItem(runs, 0);

	assert_string_equal(text_of(run, "verdict"), "fail");
	assert_int_equal(number_of(run, "line"), 15);
	cJSON_Delete(runs);
}

/* No run ends the process, whatever step its other steps rely on. */
static void every_scenario_runs_without_each_step(void **state)
{
	struct output *o = *state;
	size_t count = 0;
	glob_t found;

	assert_int_equal(glob("scenarios/*/*.yaml", 0, NULL, &found), 0);
	for (size_t i = 0; i < found.gl_pathc; i++) {
		cJSON *runs = runs_of(o, found.gl_pathv[i]), *run;

		assert_int_equal(o->status, 0);
		cJSON_ArrayForEach(run, runs)
		{
			assert_non_null(text_of(run, "verdict"));
			count++;
		}
		cJSON_Delete(runs);
	}
	globfree(&found);
	assert_true(count > 1000);
}

static void page_of_two_runs_or_of_no_steps_has_none(void **state)
{
	struct output *o = *state;

	assert_null(runs_of(o, LESSON " --against seed=2"));
	assert_null(runs_of(o, "tests/golden/client-go-0.37/add-update-delete.jsonl"));
}

static int setup(void **state)
{
	if (!mkdtemp(folder))
		return -1;
	(void)snprintf(page, sizeof(page), "%s/run.html", folder);
	return output_setup(state);
}

static int teardown(void **state)
{
	(void)unlink(page);
	(void)rmdir(folder);
	return output_teardown(state);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(page_has_run_without_each_step),
		cmocka_unit_test(run_without_first_write_fails_where_it_is_missed),
		cmocka_unit_test(every_scenario_runs_without_each_step),
		cmocka_unit_test(page_of_two_runs_or_of_no_steps_has_none),
	};

	return cmocka_run_group_tests(tests, setup, teardown);
}
