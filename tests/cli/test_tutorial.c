/* SPDX-License-Identifier: Apache-2.0 */
/* docs/tutorial.md: what it shows of files is what is in them, and its commands print what it says.
 * In a `console` block a line that is … stands for any lines, … within a line for any text, and
 * [N] at the end for the exit status. */
#define _XOPEN_SOURCE 700
#include <libgen.h>
#include <stdlib.h>
#include <sys/wait.h>

#include "base/str.h"
#include "runner/posix/files.h"
#include "tests/kit/testing.h"

#define TUTORIAL "docs/tutorial.md"
#define FOLDER	 "examples/tutorial"

static const char ELLIPSIS[] = "…";
static char build_folder[512];

static struct str cut_line(struct str *rest)
{
	const char *newline = memchr(rest->ptr, '\n', rest->len);
	struct str line = { rest->ptr, newline ? (size_t)(newline - rest->ptr) : rest->len };

	rest->ptr += line.len + (newline != NULL);
	rest->len -= line.len + (newline != NULL);
	return line;
}

static bool is_ellipsis(struct str line)
{
	return str_eqz(line, ELLIPSIS);
}

/* Of `want` each … stands for any bytes. */
static bool line_fits(struct str want, struct str have)
{
	const size_t mark = sizeof(ELLIPSIS) - 1;

	while (want.len) {
		if (want.len >= mark && memcmp(want.ptr, ELLIPSIS, mark) == 0) {
			struct str after = { want.ptr + mark, want.len - mark };

			for (size_t i = 0; i <= have.len; i++)
				if (line_fits(after, (struct str) { have.ptr + i, have.len - i }))
					return true;
			return false;
		}
		if (!have.len || *want.ptr != *have.ptr)
			return false;
		want = (struct str) { want.ptr + 1, want.len - 1 };
		have = (struct str) { have.ptr + 1, have.len - 1 };
	}
	return !have.len;
}

static bool lines_fit(struct str want, struct str have)
{
	struct str line;

	if (!want.len)
		return !have.len;
	line = cut_line(&want);
	if (!is_ellipsis(line))
		return have.len && line_fits(line, cut_line(&have)) && lines_fit(want, have);
	while (!lines_fit(want, have)) {
		if (!have.len)
			return false;
		(void)cut_line(&have);
	}
	return true;
}

/* Output and errors, and "[N]" when the status is not 0. */
static void run_command(struct str command, struct strbuf *out)
{
	AUTO_STRBUF shell = STRBUF_INIT;
	char buf[4096];
	size_t n;
	FILE *p;
	int status;

	strbuf_addf(&shell, "cd " FOLDER " && exec 2>&1 </dev/null && " STR_FMT, STR_ARG(command));
	p = popen(shell.ptr, "r");
	assert_non_null(p);
	while ((n = fread(buf, 1, sizeof(buf), p)) > 0)
		strbuf_add(out, buf, n);
	status = pclose(p);
	assert_true(WIFEXITED(status));
	if (WEXITSTATUS(status))
		strbuf_addf(out, "[%d]\n", WEXITSTATUS(status));
}

static void check_command(struct str command, struct str want)
{
	AUTO_STRBUF have = STRBUF_INIT;

	run_command(command, &have);
	if (!lines_fit(want, strbuf_str(&have)))
		fail_msg("$ " STR_FMT "\nprinted\n%s\nbut the tutorial says\n" STR_FMT,
			 STR_ARG(command), have.ptr, STR_ARG(want));
}

/* `block` is what stands between two fences. */
static size_t check_console(struct str block)
{
	size_t commands = 0;

	while (block.len) {
		struct str command = cut_line(&block), want = { block.ptr, 0 };

		assert_true(command.len > 2 && memcmp(command.ptr, "$ ", 2) == 0);
		while (block.len && memcmp(block.ptr, "$ ", 2) != 0)
			(void)cut_line(&block);
		want.len = (size_t)(block.ptr - want.ptr);
		check_command((struct str) { command.ptr + 2, command.len - 2 }, want);
		commands++;
	}
	return commands;
}

/* The next fenced block of that language; false when there is none. */
static bool next_block(struct str *rest, const char *language, struct str *block)
{
	while (rest->len) {
		struct str fence = cut_line(rest);
		struct str line;

		if (fence.len < 3 || memcmp(fence.ptr, "```", 3) != 0)
			continue;
		block->ptr = rest->ptr;
		do {
			block->len = (size_t)(rest->ptr - block->ptr);
			line = cut_line(rest);
		} while (rest->len && !str_eqz(line, "```"));
		if (str_eqz((struct str) { fence.ptr + 3, fence.len - 3 }, language))
			return true;
	}
	return false;
}

static void its_scenario_is_the_file(void **state)
{
	AUTO_STRBUF page = STRBUF_INIT;
	AUTO_STRBUF file = STRBUF_INIT;
	struct str rest, block;

	(void)state;
	assert_int_equal(runner__read_file(TUTORIAL, 1 << 20, &page, NULL), 0);
	assert_int_equal(runner__read_file(FOLDER "/orphan.yaml", 1 << 20, &file, NULL), 0);
	rest = strbuf_str(&page);
	assert_true(next_block(&rest, "yaml", &block));
	assert_true(str_eq(block, strbuf_str(&file)));
}

static void its_commands_print_what_it_says(void **state)
{
	AUTO_STRBUF page = STRBUF_INIT;
	struct str rest, block;
	size_t commands = 0;

	(void)state;
	/* Half a minute of waiting in real time: once is enough. */
	if (!strstr(build_folder, "/release") ||
	    system("python3 -c 'import kubernetes' >/dev/null 2>&1") != 0)
		skip();
	assert_int_equal(runner__read_file(TUTORIAL, 1 << 20, &page, NULL), 0);
	rest = strbuf_str(&page);
	while (next_block(&rest, "console", &block))
		commands += check_console(block);
	assert_int_equal(commands, 6);
}

static void ellipses_stand_for_anything(void **state)
{
	static const struct {
		const char *want, *have;
		bool fits;
	} rows[] = {
		{ "a\n", "a\n", true },		 { "a\n", "b\n", false },
		{ "a\n", "a\nb\n", false },	 { "a\nb\n", "a\n", false },
		{ "a … c\n", "a b c\n", true },	 { "a … c\n", "a b\n", false },
		{ "…\nc\n", "a\nb\nc\n", true }, { "…\nc\n", "a\nb\n", false },
		{ "a\n…\n", "a\n", true },	 { "", "a\n", false },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++)
		assert_int_equal(lines_fit(str_of(rows[i].want), str_of(rows[i].have)),
				 rows[i].fits);
}

/* The build's own relist comes first, and Debian's Python before one that lacks its packages. */
static void set_path(const char *self)
{
	const char *path = getenv("PATH");
	AUTO_STRBUF new_path = STRBUF_INIT;
	char *real = realpath(self, NULL);

	assert_non_null(real);
	/* build/VARIANT/tests/cli/test_tutorial */
	(void)snprintf(build_folder, sizeof(build_folder), "%s", dirname(dirname(dirname(real))));
	free(real);
	strbuf_addf(&new_path, "%s:/usr/bin:%s", build_folder, path ? path : "/bin");
	assert_int_equal(setenv("PATH", new_path.ptr, 1), 0);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(ellipses_stand_for_anything),
		cmocka_unit_test(its_scenario_is_the_file),
		cmocka_unit_test(its_commands_print_what_it_says),
	};

	(void)argc;
	set_path(argv[0]);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
