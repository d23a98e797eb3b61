/* SPDX-License-Identifier: Apache-2.0 */
/* The path functions of the command as WebAssembly, beside those of the C library. */
#define _XOPEN_SOURCE 700 /* realpath, mkdtemp */
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "hosts/command/path.h"
#include "runner/posix/files.h"
#include "tests/kit/testing.h"

static char folder[] = "/tmp/relist-command-XXXXXX";

static void add_link(const char *target, const char *name)
{
	char path[PATH_MAX];

	(void)snprintf(path, sizeof(path), "%s/%s", folder, name);
	assert_int_equal(symlink(target, path), 0);
}

static void real_paths_equal_those_of_the_c_library(void **state)
{
	static const char *const paths[] = {
		"",	   "/",	       "a",	   "a/",
		"a/b/f",   "a/./b//f", "a/../a/b", "a/b/../../a/b/f",
		"in/f",	   "out",      "up/a/b/f", "up/../a",
		"chain/f", "loop",     "loop/x",   "gone",
		"a/gone",  "a/b/f/x",  "dangling", "a/b/f/..",
		"a/b/f/",
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(paths); i++) {
		char path[PATH_MAX];
		char *ours, *libc;
		int ours_errno;

		(void)snprintf(path, sizeof(path), "%s/%s", folder, paths[i]);
		errno = 0;
		ours = command__real_path(path);
		ours_errno = errno;
		errno = 0;
		libc = realpath(path, NULL);
		if (!libc != !ours || (libc && strcmp(libc, ours) != 0))
			fail_msg("%s: %s (%d), expected %s (%d)", path, ours ? ours : "none",
				 ours_errno, libc ? libc : "none", errno);
		if (!libc)
			assert_int_equal(ours_errno, errno);
		free(ours);
		free(libc);
	}
}

static void relative_paths_stay_relative(void **state)
{
	static const struct {
		const char *path, *real;
	} rows[] = {
		{ ".", "." },		{ "a/./b", "a/b" },    { "in/f", "a/b/f" },
		{ "a/..", "." },	{ "./a/../..", ".." }, { "../..", "../.." },
		{ "chain/f", "a/b/f" },
	};
	char here[PATH_MAX];

	(void)state;
	assert_non_null(getcwd(here, sizeof(here)));
	assert_int_equal(chdir(folder), 0);
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		char *real = command__real_path(rows[i].path);

		assert_non_null(real);
		assert_string_equal(real, rows[i].real);
		free(real);
	}
	assert_int_equal(chdir(here), 0);
}

static void too_long_paths_are_refused(void **state)
{
	static char path[PATH_MAX + 10];

	(void)state;
	memset(path, 'a', sizeof(path) - 1);
	assert_null(command__real_path(path));
	assert_int_equal(errno, ENAMETOOLONG);
}

static int set_up(void **state)
{
	char path[PATH_MAX];

	(void)state;
	if (!mkdtemp(folder))
		return -1;
	(void)snprintf(path, sizeof(path), "%s/a/b/f", folder);
	assert_int_equal(runner__make_parents(path, NULL), 0);
	assert_int_equal(runner__replace_file(path, STR("x"), NULL), 0);
	add_link("a/b", "in");
	add_link("/etc", "out");
	add_link("./.", "up");
	add_link("in", "chain");
	add_link("loop", "loop");
	add_link("nowhere/at/all", "dangling");
	return 0;
}

static int tear_down(void **state)
{
	static const char *const names[] = { "in",	 "out",	  "up",	 "chain", "loop",
					     "dangling", "a/b/f", "a/b", "a",	  "" };
	char path[PATH_MAX];

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(names); i++) {
		(void)snprintf(path, sizeof(path), "%s/%s", folder, names[i]);
		(void)remove(path);
	}
	return 0;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(real_paths_equal_those_of_the_c_library),
		cmocka_unit_test(relative_paths_stay_relative),
		cmocka_unit_test(too_long_paths_are_refused),
	};

	return cmocka_run_group_tests(tests, set_up, tear_down);
}
