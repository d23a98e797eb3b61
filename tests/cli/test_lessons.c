/* SPDX-License-Identifier: Apache-2.0 */
/* docs/lessons: every lesson has a question, a run, an explanation and a change; its commands print
 * the quoted output; and each has its scenario, of the same name. */
#define _XOPEN_SOURCE 700 /* mkdtemp */
#include <stdlib.h>
#include <unistd.h>

#include "runner/posix/files.h"
#include "tests/kit/doc_kit.h"
#include "tests/kit/testing.h"

#define LESSONS	  "docs/lessons"
#define SCENARIOS "scenarios/lessons"

static char folder[] = "/tmp/relist-lessons-XXXXXX";
static struct runner__paths pages;

/* "docs/lessons/01-x.md" -> "01-x"; README is no lesson. */
static bool name_of(const char *path, char *name, size_t size)
{
	const char *slash = strrchr(path, '/');

	(void)snprintf(name, size, "%s", slash + 1);
	name[strcspn(name, ".")] = 0;
	return strcmp(name, "README") != 0;
}

static void read_page(const char *path, struct strbuf *text)
{
	strbuf_clear(text);
	assert_int_equal(runner__read_file(path, 1 << 20, text, NULL), 0);
}

static void lesson_commands_print_the_documented_output(void **state)
{
	size_t lessons = 0;

	(void)state;
	for (size_t i = 0; i < pages.len; i++) {
		char name[128];

		if (!name_of(pages.items[i], name, sizeof(name)))
			continue;
		assert_true(doc_check_page(pages.items[i], folder) >= 3);
		lessons++;
	}
	assert_true(lessons >= 14);
}

static void lesson_has_question_run_explanation_and_change(void **state)
{
	static const char *const parts[] = { "\n## Predict\n", "\n## Run\n", "\n## Why\n",
					     "\n## Change it\n", "> try.yaml\n" };
	AUTO_STRBUF text = STRBUF_INIT;

	(void)state;
	for (size_t i = 0; i < pages.len; i++) {
		const char *at;
		char name[128], wanted[256];

		if (!name_of(pages.items[i], name, sizeof(name)))
			continue;
		read_page(pages.items[i], &text);
		at = text.ptr;
		for (size_t k = 0; k < ARRAY_LEN(parts); k++) {
			at = strstr(at, parts[k]);
			if (!at)
				fail_msg("%s: no %s, or not in its place", pages.items[i],
					 parts[k]);
		}
		(void)snprintf(wanted, sizeof(wanted), "$ relist show " SCENARIOS "/%s.yaml", name);
		assert_non_null(strstr(text.ptr, wanted));
		/* why: a function in a file of Go */
		assert_non_null(strstr(text.ptr, ".go"));
		at = strstr(text.ptr, parts[0]);
		assert_non_null(at);
		if (memchr(at, '?', (size_t)(strstr(text.ptr, parts[1]) - at)) == NULL)
			fail_msg("%s: predicts nothing: there is no question", pages.items[i]);
	}
}

static void each_scenario_has_its_lesson_and_the_list_all(void **state)
{
	struct runner__paths scenarios = { 0 };
	AUTO_STRBUF list = STRBUF_INIT;
	const char *at;

	(void)state;
	read_page(LESSONS "/README.md", &list);
	at = list.ptr;
	assert_int_equal(runner__paths_find(&scenarios, SCENARIOS, ".yaml", NULL), 0);
	assert_true(scenarios.len >= 14);
	for (size_t i = 0; i < scenarios.len; i++) {
		char name[128], file[256];

		(void)name_of(scenarios.items[i], name, sizeof(name));
		(void)snprintf(file, sizeof(file), LESSONS "/%s.md", name);
		if (access(file, R_OK) != 0)
			fail_msg("%s has no lesson %s", scenarios.items[i], file);
		(void)snprintf(file, sizeof(file), "](%s.md)", name);
		at = strstr(at, file);
		if (!at)
			fail_msg("the list of lessons lacks %s, or has it elsewhere", name);
	}
	runner__paths_fini(&scenarios);
}

/* The committed picture is what the program draws of the lesson's first run (`make pictures`). */
static void lesson_shows_the_picture_of_its_run(void **state)
{
	AUTO_STRBUF text = STRBUF_INIT, command = STRBUF_INIT;

	(void)state;
	for (size_t i = 0; i < pages.len; i++) {
		char name[128], wanted[256];

		if (!name_of(pages.items[i], name, sizeof(name)))
			continue;
		read_page(pages.items[i], &text);
		(void)snprintf(wanted, sizeof(wanted), "](../img/lessons/%s.svg)", name);
		if (!strstr(text.ptr, wanted))
			fail_msg("%s has no picture", pages.items[i]);
		strbuf_clear(&command);
		strbuf_addf(&command,
			    "relist show --svg %s/run.svg $(sed -n 's/^\\$ relist show //p' %s | "
			    "head -n 1) && cmp %s/run.svg docs/img/lessons/%s.svg",
			    folder, pages.items[i], folder, name);
		if (system(command.ptr) != 0)
			fail_msg("docs/img/lessons/%s.svg is not its run: make pictures", name);
	}
}

/* Its links are followed by scripts/book itself. */
static void book_is_built_reproducibly(void **state)
{
	AUTO_STRBUF command = STRBUF_INIT;

	(void)state;
	if (system("command -v cmark-gfm >/dev/null && command -v python3 >/dev/null") != 0)
		skip();
	strbuf_addf(
	    &command,
	    "for n in 1 2; do scripts/book \"$(command -v relist)\" %s/book$n >/dev/null || exit; "
	    "done; "
	    "diff -r %s/book1 %s/book2 && test -s %s/book1/runs/17-what-a-factory-shares.html",
	    folder, folder, folder, folder);
	assert_int_equal(system(command.ptr), 0);
}

/* A folder like the one that the pages are read in. */
static int setup(void **state)
{
	AUTO_STRBUF command = STRBUF_INIT;

	(void)state;
	assert_non_null(mkdtemp(folder));
	strbuf_addf(&command, "ln -s \"$PWD/scenarios\" %s/", folder);
	assert_int_equal(system(command.ptr), 0);
	assert_int_equal(runner__paths_find(&pages, LESSONS, ".md", NULL), 0);
	return 0;
}

static int teardown(void **state)
{
	AUTO_STRBUF command = STRBUF_INIT;

	(void)state;
	runner__paths_fini(&pages);
	strbuf_addf(&command, "rm -rf %s", folder);
	return system(command.ptr);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(lesson_commands_print_the_documented_output),
		cmocka_unit_test(lesson_has_question_run_explanation_and_change),
		cmocka_unit_test(each_scenario_has_its_lesson_and_the_list_all),
		cmocka_unit_test(lesson_shows_the_picture_of_its_run),
		cmocka_unit_test(book_is_built_reproducibly),
	};

	(void)argc;
	(void)doc_set_path(argv[0]);
	return cmocka_run_group_tests(tests, setup, teardown);
}
