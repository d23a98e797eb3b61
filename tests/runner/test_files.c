/* SPDX-License-Identifier: Apache-2.0 */
/* Files as commands take them: which are found, in which order, how they are read and replaced,
 * and what is said where that cannot be. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <ftw.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "runner/posix/files.h"
#include "tests/kit/testing.h"

static char folder[64];

static int remove_one(const char *path, const struct stat *st, int type, struct FTW *ftw)
{
	(void)st;
	(void)type;
	(void)ftw;
	return remove(path);
}

static int enter(void **state)
{
	(void)state;
	(void)snprintf(folder, sizeof(folder), "/tmp/relist-files-XXXXXX");
	return mkdtemp(folder) ? 0 : -1;
}

static int leave(void **state)
{
	(void)state;
	return nftw(folder, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}

/* FOLDER/name, until the next but three. */
static const char *at(const char *name)
{
	static char paths[4][512];
	static unsigned next;
	char *path = paths[next++ % 4];

	(void)snprintf(path, sizeof(paths[0]), "%s/%s", folder, name);
	return path;
}

static void put(const char *name, const char *text, size_t len)
{
	FILE *f = fopen(at(name), "wb");

	assert_non_null(f);
	assert_int_equal(fwrite(text, 1, len, f), len);
	assert_int_equal(fclose(f), 0);
}

static void make_folder(const char *name)
{
	assert_int_equal(mkdir(at(name), 0755), 0);
}

/* Found paths without the folder, or the error without it. */
static void find(const char *name, const char *suffix, struct strbuf *out)
{
	struct runner__paths paths = { 0 };
	struct relist_err err = { 0 };
	const char *from = *name == '/' ? name : *name ? at(name) : folder;
	int code = runner__paths_find(&paths, from, suffix, &err);
	const char *text = err.msg;

	strbuf_clear(out);
	for (size_t i = 0; i < paths.len; i++)
		strbuf_addf(out, "%s ",
			    strncmp(paths.items[i], folder, strlen(folder)) == 0
				? paths.items[i] + strlen(folder) + 1
				: paths.items[i]);
	if (code) {
		if (strncmp(text, folder, strlen(folder)) == 0)
			text += strlen(folder);
		assert_int_equal(err.code, code);
		strbuf_addf(out, "%d %s", code, text);
	}
	runner__paths_fini(&paths);
	assert_int_equal(paths.len, 0);
}

static void files_of_a_suffix_are_found_in_order(void **state)
{
	AUTO_STRBUF got = STRBUF_INIT;
	AUTO_STRBUF want = STRBUF_INIT;
	struct runner__paths paths = { 0 };

	(void)state;
	make_folder("b");
	make_folder("b/deep");
	make_folder(".hidden");
	make_folder("empty");
	put("z.yaml", "", 0);
	put("a.yml", "", 0);
	put("c.YAML", "", 0);
	put("b.yaml", "", 0);
	put("b/deep/x.yaml", "", 0);
	put("b/y.yaml", "", 0);
	put(".hidden/h.yaml", "", 0);
	put(".h.yaml", "", 0);
	put("t.jsonl", "", 0);
	put(".yaml", "", 0);
	assert_int_equal(symlink("b/y.yaml", at("link.yaml")), 0);
	assert_int_equal(symlink("nowhere", at("broken.yaml")), 0);
	assert_int_equal(symlink("b", at("folder-link")), 0);
	assert_int_equal(mkfifo(at("pipe.yaml"), 0600), 0);
	find("", ".yaml", &got);
	assert_string_equal(
	    got.ptr, "a.yml b/deep/x.yaml b/y.yaml b.yaml broken.yaml c.YAML link.yaml z.yaml ");
	find("", ".jsonl", &got);
	assert_string_equal(got.ptr, "t.jsonl ");
	find("b///", ".yaml", &got);
	assert_string_equal(got.ptr, "b/deep/x.yaml b/y.yaml ");
	find("z.yaml", ".yaml", &got);
	assert_string_equal(got.ptr, "z.yaml ");
	find("link.yaml", ".yaml", &got);
	assert_string_equal(got.ptr, "link.yaml ");
	find("b", ".jsonl", &got);
	strbuf_addf(&want, "%d /b: no .jsonl file in this folder", RELIST_ENOTFOUND);
	assert_string_equal(got.ptr, want.ptr);
	find("nothing", ".yaml", &got);
	strbuf_clear(&want);
	strbuf_addf(&want, "%d /nothing: No such file or directory", RELIST_ENOTFOUND);
	assert_string_equal(got.ptr, want.ptr);
	find("z.yaml/x", ".yaml", &got);
	strbuf_clear(&want);
	strbuf_addf(&want, "%d /z.yaml/x: Not a directory", RELIST_ENOTFOUND);
	assert_string_equal(got.ptr, want.ptr);
	find("pipe.yaml", ".yaml", &got);
	strbuf_clear(&want);
	strbuf_addf(&want, "%d /pipe.yaml: not a regular file", RELIST_EINVAL);
	assert_string_equal(got.ptr, want.ptr);
	find("t.jsonl", ".yaml", &got);
	strbuf_clear(&want);
	strbuf_addf(&want, "%d /t.jsonl: unknown kind of file, its name must end in .yaml",
		    RELIST_EINVAL);
	assert_string_equal(got.ptr, want.ptr);
	/* Two calls add up, and a dash is standard input. */
	assert_int_equal(runner__paths_find(&paths, "-", ".yaml", NULL), 0);
	assert_int_equal(runner__paths_find(&paths, at("a.yml"), ".yaml", NULL), 0);
	assert_int_equal(runner__paths_find(&paths, at("b"), ".jsonl", NULL), RELIST_ENOTFOUND);
	assert_int_equal(paths.len, 2);
	assert_string_equal(paths.items[0], "-");
	runner__paths_fini(&paths);
}

static void folders_over_32_levels_are_refused(void **state)
{
	AUTO_STRBUF name = STRBUF_INIT;
	AUTO_STRBUF got = STRBUF_INIT;

	(void)state;
	strbuf_addz(&name, "d");
	make_folder(name.ptr);
	for (int depth = 1; depth <= 32; depth++) {
		strbuf_addz(&name, "/d");
		make_folder(name.ptr);
	}
	strbuf_addz(&name, "/x.yaml");
	put(name.ptr, "", 0);
	find("d", ".yaml", &got);
	strbuf_addc(&name, ' ');
	assert_string_equal(got.ptr, name.ptr);
	find("", ".yaml", &got);
	assert_non_null(strstr(got.ptr, ": more than 32 folders deep"));
	assert_int_equal(atoi(got.ptr), RELIST_ELIMIT);
}

static void many_files_are_found_and_failed_allocations_reported(void **state)
{
	struct runner__paths all = { 0 };

	(void)state;
	for (int i = 0; i < 100; i++) {
		char name[32];

		(void)snprintf(name, sizeof(name), "%03d.yaml", i);
		put(name, "", 0);
	}
	assert_int_equal(runner__paths_find(&all, folder, ".yaml", NULL), 0);
	assert_int_equal(all.len, 100);
	for (size_t i = 0; i < all.len; i++)
		assert_int_equal(atoi(all.items[i] + strlen(folder) + 1), i);
	runner__paths_fini(&all);
	FOR_EACH_FAILING_ALLOC({
		struct runner__paths some = { 0 };
		struct relist_err err = { 0 };
		int code = runner__paths_find(&some, folder, ".yaml", &err);

		if (code) {
			assert_int_equal(code, RELIST_ENOMEM);
			assert_int_equal(err.code, RELIST_ENOMEM);
			assert_non_null(strstr(err.msg, ": out of memory"));
		} else {
			assert_int_equal(some.len, 100);
		}
		runner__paths_fini(&some);
	});
	FOR_EACH_FAILING_ALLOC({
		struct runner__paths some = { 0 };
		struct relist_err err = { 0 };

		if (runner__paths_find(&some, "-", ".yaml", &err))
			assert_int_equal(err.code, RELIST_ENOMEM);
		runner__paths_fini(&some);
	});
}

static void file_over_the_limit_is_refused(void **state)
{
	static const struct {
		const char *text;
		size_t len, max;
		const char *is;
		int code;
	} cases[] = {
		{ "abc", 3, 3, "abc", 0 },
		{ "abc", 3, 2, NULL, RELIST_ELIMIT },
		{ "", 0, 0, "", 0 },
		{ "\xef\xbb\xbf"
		  "abc",
		  6, 6, "abc", 0 },
		{ "\xef\xbb\xbf", 3, 10, "", 0 },
		{ "\xef\xbb", 2, 10, "\xef\xbb", 0 },
		{ "\xef\xbb\xbe"
		  "abc",
		  6, 10,
		  "\xef\xbb\xbe"
		  "abc",
		  0 },
		{ "\xff\xfe"
		  "a",
		  3, 10, NULL, RELIST_EPARSE },
		{ "\xfe\xff", 2, 10, NULL, RELIST_EPARSE },
		{ "\xff", 1, 10, "\xff", 0 },
	};
	AUTO_STRBUF large = STRBUF_INIT;
	AUTO_STRBUF out = STRBUF_INIT;
	struct relist_err err = { 0 };

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		AUTO_STRBUF text = STRBUF_INIT;
		int code;

		put("f", cases[i].text, cases[i].len);
		code = runner__read_file(at("f"), cases[i].max, &text, &err);
		if (code != cases[i].code || (!code && strcmp(text.ptr, cases[i].is) != 0) ||
		    (!code && text.len != strlen(cases[i].is)))
			fail_msg("case %zu: %d \"%s\"", i, code, text.ptr);
		if (code == RELIST_ELIMIT)
			assert_string_equal(err.msg + strlen(folder),
					    "/f: larger than the limit of 2 bytes");
		if (code == RELIST_EPARSE)
			assert_string_equal(err.msg + strlen(folder),
					    "/f: this is UTF-16, it must be UTF-8");
	}
	for (int i = 0; i < 100000; i++)
		strbuf_addc(&large, (char)('a' + i % 26));
	put("large", large.ptr, large.len);
	assert_int_equal(runner__read_file(at("large"), large.len, &out, NULL), 0);
	assert_string_equal(out.ptr, large.ptr);
	strbuf_clear(&out);
	assert_int_equal(runner__read_file(at("large"), large.len - 1, &out, NULL), RELIST_ELIMIT);
	assert_int_equal(runner__read_file(at("none"), 10, &out, &err), RELIST_ENOTFOUND);
	assert_string_equal(err.msg + strlen(folder), "/none: No such file or directory");
	assert_int_equal(runner__read_file(folder, 10, &out, &err), RELIST_EIO);
	assert_string_equal(err.msg + strlen(folder), ": Is a directory");
	FOR_EACH_FAILING_ALLOC({
		struct strbuf some = STRBUF_INIT;
		int code = runner__read_file(at("large"), large.len, &some, &err);

		assert_true(code == 0 || code == RELIST_ENOMEM);
		if (!code)
			assert_int_equal(some.len, large.len);
		strbuf_fini(&some);
	});
}

static void assert_is(const char *name, const char *text)
{
	AUTO_STRBUF out = STRBUF_INIT;

	assert_int_equal(runner__read_file(at(name), 1000, &out, NULL), 0);
	assert_string_equal(out.ptr, text);
}

static void file_is_replaced_atomically(void **state)
{
	struct relist_err err = { 0 };
	struct stat st;
	ino_t before;
	char byte;
	int fd;

	(void)state;
	/* New; with the mode it had; through a link; over another file. */
	assert_int_equal(runner__replace_file(at("f"), STR("one"), NULL), 0);
	assert_is("f", "one");
	assert_int_equal(chmod(at("f"), 0640), 0);
	assert_int_equal(stat(at("f"), &st), 0);
	before = st.st_ino;
	assert_int_equal(symlink("f", at("link")), 0);
	put("f.new", "left by somebody", 16);
	assert_int_equal(runner__replace_file(at("link"), STR("two"), NULL), 0);
	assert_is("f", "two");
	assert_int_equal(lstat(at("link"), &st), 0);
	assert_true(S_ISLNK(st.st_mode));
	assert_int_equal(stat(at("f"), &st), 0);
	assert_int_equal(st.st_mode & 07777, 0640);
	assert_true(st.st_ino != before); /* not written over in place */
	assert_int_equal(access(at("f.new"), F_OK), -1);
	/* A link that waits under the temporary name is not followed. */
	put("victim", "whole", 5);
	assert_int_equal(symlink("victim", at("f.new")), 0);
	assert_int_equal(runner__replace_file(at("f"), STR("three"), NULL), 0);
	assert_is("f", "three");
	assert_is("victim", "whole");
	/* A path that is no regular file is left as it is. Not /dev/null: a mistake would take it
	 * from all others.
	 */
	assert_int_equal(mkfifo(at("pipe"), 0600), 0);
	fd = open(at("pipe"), O_RDWR);
	assert_true(fd >= 0);
	assert_int_equal(runner__replace_file(at("pipe"), STR("x"), NULL), 0);
	assert_int_equal(lstat(at("pipe"), &st), 0);
	assert_true(S_ISFIFO(st.st_mode));
	assert_int_equal(read(fd, &byte, 1), 1);
	assert_int_equal(close(fd), 0);
	assert_int_equal(runner__replace_file("/dev/full", STR("x"), NULL), RELIST_EIO);
	/* A failed replacement changes nothing. */
	assert_int_equal(runner__replace_file(at("no/f"), STR("x"), &err), RELIST_EIO);
	assert_non_null(strstr(err.msg, "cannot write "));
	assert_non_null(strstr(err.msg, "/no/f"));
	make_folder("f.new");
	assert_int_equal(runner__replace_file(at("f"), STR("four"), NULL), RELIST_EIO);
	assert_is("f", "three");
	assert_int_equal(runner__replace_file(folder, STR("x"), NULL), RELIST_EIO);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, enter, leave)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(files_of_a_suffix_are_found_in_order),
		TEST(folders_over_32_levels_are_refused),
		TEST(many_files_are_found_and_failed_allocations_reported),
		TEST(file_over_the_limit_is_refused),
		TEST(file_is_replaced_atomically),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
