/* SPDX-License-Identifier: Apache-2.0 */
#define _XOPEN_SOURCE 700
#include "tests/kit/doc_kit.h"

#include <libgen.h>
#include <stdlib.h>
#include <sys/wait.h>

#include "runner/posix/files.h"
#include "tests/kit/testing.h"

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

bool doc_lines_fit(struct str want, struct str have)
{
	struct str line;

	if (!want.len)
		return !have.len;
	line = cut_line(&want);
	if (!is_ellipsis(line))
		return have.len && line_fits(line, cut_line(&have)) && doc_lines_fit(want, have);
	while (!doc_lines_fit(want, have)) {
		if (!have.len)
			return false;
		(void)cut_line(&have);
	}
	return true;
}

/* Output and errors, and "[N]" when the status is not 0. */
static void run_command(const char *folder, struct str command, struct strbuf *out)
{
	AUTO_STRBUF shell = STRBUF_INIT;
	char buf[4096];
	size_t n;
	FILE *p;
	int status;

	strbuf_addf(&shell, "cd '%s' && exec 2>&1 </dev/null && " STR_FMT, folder,
		    STR_ARG(command));
	p = popen(shell.ptr, "r");
	assert_non_null(p);
	while ((n = fread(buf, 1, sizeof(buf), p)) > 0)
		strbuf_add(out, buf, n);
	status = pclose(p);
	assert_true(WIFEXITED(status));
	if (WEXITSTATUS(status))
		strbuf_addf(out, "[%d]\n", WEXITSTATUS(status));
}

static void check_command(const char *folder, struct str command, struct str want)
{
	AUTO_STRBUF have = STRBUF_INIT;

	run_command(folder, command, &have);
	if (!doc_lines_fit(want, strbuf_str(&have)))
		fail_msg("$ " STR_FMT "\nprinted\n%s\nbut the page says\n" STR_FMT,
			 STR_ARG(command), have.ptr, STR_ARG(want));
}

size_t doc_check_console(const char *folder, struct str block)
{
	size_t commands = 0;

	while (block.len) {
		struct str command = cut_line(&block), want = { block.ptr, 0 };

		assert_true(command.len > 2 && memcmp(command.ptr, "$ ", 2) == 0);
		while (block.len && memcmp(block.ptr, "$ ", 2) != 0)
			(void)cut_line(&block);
		want.len = (size_t)(block.ptr - want.ptr);
		check_command(folder, (struct str) { command.ptr + 2, command.len - 2 }, want);
		commands++;
	}
	return commands;
}

bool doc_next_block(struct str *rest, const char *language, struct str *block)
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

/* The build's own relist comes first, and Debian's Python before one that lacks its packages. */
const char *doc_set_path(const char *self)
{
	const char *path = getenv("PATH");
	AUTO_STRBUF new_path = STRBUF_INIT;
	char *real = realpath(self, NULL);

	assert_non_null(real);
	/* build/VARIANT/tests/cli/test_X */
	(void)snprintf(build_folder, sizeof(build_folder), "%s", dirname(dirname(dirname(real))));
	free(real);
	strbuf_addf(&new_path, "%s:/usr/bin:%s", build_folder, path ? path : "/bin");
	assert_int_equal(setenv("PATH", new_path.ptr, 1), 0);
	return build_folder;
}

size_t doc_check_page(const char *path, const char *folder)
{
	AUTO_STRBUF page = STRBUF_INIT;
	struct str rest, block;
	size_t commands = 0;

	assert_int_equal(runner__read_file(path, 1 << 20, &page, NULL), 0);
	rest = strbuf_str(&page);
	while (doc_next_block(&rest, "console", &block))
		commands += doc_check_console(folder, block);
	return commands;
}
