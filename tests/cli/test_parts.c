/* SPDX-License-Identifier: Apache-2.0 */
/* Where a part's report goes: a file, or a URL that receives it by PUT. */
#define _XOPEN_SOURCE 700 /* mkdtemp */
#include <stdlib.h>
#include <unistd.h>

#include "cli/parts.h"
#include "runner/posix/files.h"
#include "tests/kit/cli_kit.h"
#include "tests/kit/script_server.h"

#define OK   "HTTP/1.1 201 Created\r\nContent-Length: 0\r\n\r\n"
#define BUSY "HTTP/1.1 503 Service Unavailable\r\nContent-Length: 3\r\n\r\nno\n"
#define NO   "HTTP/1.1 403 Forbidden\r\nContent-Length: 3\r\n\r\nno\n"

static char folder[] = "/tmp/relist-parts-XXXXXX";

static void read_part(const char *name, struct strbuf *out)
{
	char path[128];

	(void)snprintf(path, sizeof(path), "%s/%s", folder, name);
	strbuf_clear(out);
	assert_int_equal(runner__read_file(path, 64 << 20, out, NULL), 0);
}

static void shard_option_is_validated(void **state)
{
	static const struct {
		const char *text, *index;
		bool good;
		uint64_t shard, shards;
	} rows[] = {
		{ "1/1", NULL, true, 0, 1 },
		{ "2/5", NULL, true, 1, 5 },
		{ "5/5", NULL, true, 4, 5 },
		{ "10/10", NULL, true, 9, 10 },
		{ "19/20", NULL, true, 18, 20 },
		{ "1/999999999999999999", NULL, true, 0, 999999999999999999 },
		{ "1/1000000000000000000", NULL, false, 0, 0 },
		{ "6/5", NULL, false, 0, 0 },
		{ "0/5", NULL, false, 0, 0 },
		{ "1/0", NULL, false, 0, 0 },
		{ "1/-1", NULL, false, 0, 0 },
		{ "-1/5", NULL, false, 0, 0 },
		{ "+1/5", NULL, false, 0, 0 },
		{ " 1/5", NULL, false, 0, 0 },
		{ "1 /5", NULL, false, 0, 0 },
		{ "1/ 5", NULL, false, 0, 0 },
		{ "1/5x", NULL, false, 0, 0 },
		{ "1/5/", NULL, false, 0, 0 },
		{ "1/", NULL, false, 0, 0 },
		{ "1", NULL, false, 0, 0 },
		{ "", NULL, false, 0, 0 },
		{ "a/5", NULL, false, 0, 0 },
		{ ":/5", NULL, false, 0, 0 },
		{ "1/:", NULL, false, 0, 0 },
		{ "/5", NULL, false, 0, 0 },
		{ "/5", "0", true, 0, 5 },
		{ "/5", "4", true, 4, 5 },
		{ "/5", "5", false, 0, 0 },
		{ "/5", "", false, 0, 0 },
		{ "/5", "x", false, 0, 0 },
		{ "/5", "1x", false, 0, 0 },
		{ "/5", "-1", false, 0, 0 },
		{ "2/5", "4", true, 1, 5 },
		{ "/", "4", false, 0, 0 },
		{ "3,7/8", "0", true, 2, 8 },
		{ "3,7/8", "1", true, 6, 8 },
		{ "3,7/8", "2", false, 0, 0 },
		{ "3,7/8", NULL, false, 0, 0 },
		{ "3,9/8", "0", false, 0, 0 },
		{ "3,9/8", "1", false, 0, 0 },
		{ "3,0/8", "0", false, 0, 0 },
		{ "3,/8", "0", false, 0, 0 },
		{ ",3/8", "0", false, 0, 0 },
		{ "3,7", "0", false, 0, 0 },
		{ "3,7/8/9", "0", false, 0, 0 },
		{ NULL, "4", true, 77, 88 },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		uint64_t shard = 77, shards = 88;

		if (rows[i].index)
			assert_int_equal(setenv("JOB_COMPLETION_INDEX", rows[i].index, 1), 0);
		else
			assert_int_equal(unsetenv("JOB_COMPLETION_INDEX"), 0);
		if (cli__shard(rows[i].text, &shard, &shards) != rows[i].good)
			fail_msg("%s, %s", rows[i].text, rows[i].index ? rows[i].index : "-");
		if (!rows[i].good)
			continue;
		assert_int_equal(shard, rows[i].shard);
		assert_int_equal(shards, rows[i].shards);
	}
	(void)unsetenv("JOB_COMPLETION_INDEX");
}

static void output_file_gets_the_report_and_the_part_number(void **state)
{
	static const char *const commands[][2] = {
		{ "run --format jsonl", "-o" },
		{ "explore --format jsonl --seeds 2", "--report" },
	};
	struct output *o = *state;
	AUTO_STRBUF text = STRBUF_INIT;

	for (size_t i = 0; i < ARRAY_LEN(commands); i++) {
		for (unsigned part = 1; part <= 2; part++) {
			char name[32], shard[64];

			relistf(o, "%s --shard %u/2 %s %s/run-{part}.jsonl scenarios/a-basics",
				commands[i][0], part, commands[i][1], folder);
			assert_int_equal(o->status, 0);
			assert_int_equal(o->out.len, 0);
			(void)snprintf(name, sizeof(name), "run-%u.jsonl", part);
			read_part(name, &text);
			(void)snprintf(shard, sizeof(shard), "\"shard\":%u,\"shards\":2", part);
			assert_non_null(strstr(text.ptr, shard));
		}
		relistf(o, "report %s/run-1.jsonl %s/run-2.jsonl", folder, folder);
		assert_int_equal(o->status, 0);
		assert_non_null(strstr(o->out.ptr, " passed"));
	}
	relistf(o, "run --format jsonl -o %s/nowhere/x scenarios/a-basics", folder);
	assert_int_equal(o->status, 5);
	assert_non_null(strstr(o->err.ptr, "relist run: "));
	/* a command that does not run leaves the file as it is */
	relistf(o, "run --plugin nowhere.so -o %s/run-1.jsonl scenarios/a-basics", folder);
	assert_int_equal(o->status, 2);
	read_part("run-1.jsonl", &text);
	assert_non_null(strstr(text.ptr, "\"shard\":1,\"shards\":2"));
}

/* Lines of a request, without its body. */
static bool has_line(const char *request, const char *line)
{
	const char *at = strstr(request, line), *end = strstr(request, "\r\n\r\n");

	return at && end && at < end;
}

static void put_repeats_a_temporary_refusal_and_sends_the_whole_report(void **state)
{
	static const struct script_step steps[] = { { NULL, 0, SCRIPT_CLOSE },
						    { BUSY, 0, SCRIPT_CLOSE },
						    { OK, 0, SCRIPT_CLOSE } };
	struct script_server *s = script_server_new(steps, ARRAY_LEN(steps));
	struct output *o = *state;
	char *request;

	assert_non_null(s);
	assert_int_equal(setenv("RELIST_PUT_AUTHORIZATION", "Bearer s3cret", 1), 0);
	relistf(o,
		"run --format jsonl --shard 2/2 -o %s/parts/part-{part}.jsonl scenarios/a-basics",
		script_server_url(s));
	assert_int_equal(unsetenv("RELIST_PUT_AUTHORIZATION"), 0);
	assert_int_equal(o->status, 0);
	assert_int_equal(o->out.len, 0);
	assert_int_equal(o->err.len, 0);
	assert_int_equal(script_server_count(s), 3);
	request = script_server_request(s, 2);
	assert_true(has_line(request, "PUT /parts/part-2.jsonl HTTP/1.1\r\n"));
	assert_true(has_line(request, "Authorization: Bearer s3cret\r\n"));
	assert_non_null(strstr(request, "\r\n\r\n{\"run\":"));
	assert_non_null(strstr(request, "\"shard\":2,\"shards\":2"));
	free(request);
	script_server_free(s);
}

static void put_that_is_refused_fails_with_one_line_without_credentials(void **state)
{
	static const struct script_step steps[] = { { NO, 0, SCRIPT_CLOSE } };
	struct script_server *s = script_server_new(steps, ARRAY_LEN(steps));
	struct output *o = *state;
	const char *host = script_server_url(s) + strlen("http://");
	char wanted[200];

	(void)snprintf(wanted, sizeof(wanted),
		       "relist run: PUT http://%s/x: the response is 403, wanted 2xx (1 attempt)\n",
		       host);
	relistf(o, "run -o http://me:pa/ss@%s/x?signature=s3cret scenarios/a-basics", host);
	assert_int_equal(o->status, 5);
	if (strcmp(o->err.ptr, wanted) != 0) {
		/* libcurl may refuse the slash */
		assert_null(strstr(o->err.ptr, "pa/ss"));
		assert_null(strstr(o->err.ptr, "s3cret"));
	}
	relistf(o, "run -o http://me:pass@%s/x?signature=s3cret scenarios/a-basics", host);
	assert_int_equal(o->status, 5);
	assert_string_equal(o->err.ptr, wanted);
	script_server_free(s);
}

static void put_gives_up_after_five_attempts(void **state)
{
	static const struct script_step steps[] = { { BUSY, 0, SCRIPT_CLOSE } };
	struct script_server *s = script_server_new(steps, ARRAY_LEN(steps));
	struct output *o = *state;

	relistf(o, "run -o %s/x scenarios/a-basics", script_server_url(s));
	assert_int_equal(o->status, 5);
	assert_non_null(strstr(o->err.ptr, ": the response is 503, wanted 2xx (5 attempts)\n"));
	assert_int_equal(script_server_count(s), 5);
	script_server_free(s);
}

static void interrupted_part_is_not_written(void **state)
{
	struct cli__output to;
	FILE *err = tmpfile();
	char path[128];

	(void)state;
	assert_non_null(err);
	(void)snprintf(path, sizeof(path), "%s/cut-{part}.jsonl", folder);
	assert_true(cli__output_open(&to, "run", path, 1, 3, stdout, err));
	fputs("half", to.to);
	assert_int_equal(cli__output_close(&to, 1, true, err), 130);
	(void)snprintf(path, sizeof(path), "%s/cut-2.jsonl", folder);
	assert_int_equal(access(path, F_OK), -1);
	/* the whole work: what has ended is reported */
	(void)snprintf(path, sizeof(path), "%s/cut", folder);
	assert_true(cli__output_open(&to, "run", path, 0, 0, stdout, err));
	fputs("half", to.to);
	assert_int_equal(cli__output_close(&to, 1, true, err), 1);
	assert_int_equal(access(path, F_OK), 0);
	(void)fclose(err);
}

static int setup(void **state)
{
	return output_folder_setup(folder, state);
}

static int teardown(void **state)
{
	return output_folder_teardown(folder, state);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(shard_option_is_validated),
		cmocka_unit_test(output_file_gets_the_report_and_the_part_number),
		cmocka_unit_test(put_repeats_a_temporary_refusal_and_sends_the_whole_report),
		cmocka_unit_test(put_that_is_refused_fails_with_one_line_without_credentials),
		cmocka_unit_test(put_gives_up_after_five_attempts),
		cmocka_unit_test(interrupted_part_is_not_written),
	};

	return cmocka_run_group_tests(tests, setup, teardown);
}
