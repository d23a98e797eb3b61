/* SPDX-License-Identifier: Apache-2.0 */
/* README and the other pages: what they show is what happens, commands and options that they name
 * exist, their C compiles, their links lead somewhere. The tutorial and the pages about incidents
 * have tests of their own. */
#define _XOPEN_SOURCE 700 /* mkdtemp */
#include <ctype.h>
#include <stdlib.h>
#include <unistd.h>

#include "cli/cli.h"
#include "cli/completion.h"
#include "runner/posix/files.h"
#include "tests/kit/doc_kit.h"
#include "tests/kit/testing.h"
#include "tests/kit/trace_kit.h"

static char folder[] = "/tmp/relist-pages-XXXXXX";
static const char *build_folder;

/* --- what is looked at --- */

/* Every page that git knows, or that lies where pages do. */
static void each_page(void (*look)(const char *path, struct str text))
{
	FILE *list = popen("ls README.md CONTRIBUTING.md docs/*.md docs/lessons/*.md "
			   "scenarios/README.md scenarios/*/README.md bench/README.md "
			   "tests/README.md hosts/*/README.md "
			   "tests/*/README.md tests/*/*/README.md 2>/dev/null",
			   "r");
	char path[512];
	size_t pages = 0;

	assert_non_null(list);
	while (fgets(path, sizeof(path), list)) {
		AUTO_STRBUF text = STRBUF_INIT;

		path[strcspn(path, "\n")] = 0;
		assert_int_equal(runner__read_file(path, 1 << 22, &text, NULL), 0);
		look(path, strbuf_str(&text));
		pages++;
	}
	(void)pclose(list);
	assert_true(pages > 10);
}

/* --- consoles --- */

static void running_page_console_matches_output(void **state)
{
	(void)state;
	assert_int_equal(doc_check_page("docs/running.md", folder), 3);
}

static void conformance_and_controller_page_consoles_match_output(void **state)
{
	(void)state;
	assert_int_equal(doc_check_page("docs/conformance.md", folder), 1);
	assert_int_equal(doc_check_page("docs/controller-in-c.md", folder), 1);
}

/* Those of the lessons are all run by test_lessons. */
static void console_is_run(const char *path, struct str text)
{
	static const char *const run[] = { "docs/running.md",	       "docs/conformance.md",
					   "docs/controller-in-c.md",  "docs/recording.md",
					   "docs/reproducing-bugs.md", "docs/tutorial.md" };
	struct str block;

	if (strncmp(path, "docs/lessons/", 13) == 0 || !doc_next_block(&text, "console", &block))
		return;
	for (size_t i = 0; i < ARRAY_LEN(run); i++)
		if (strcmp(run[i], path) == 0)
			return;
	fail_msg("%s: no test runs its console", path);
}

static void each_console_is_run_by_some_test(void **state)
{
	(void)state;
	each_page(console_is_run);
}

/* --- commands and options --- */

static const struct cli__command *command_called(struct str name)
{
	struct cli__listed all[64];
	size_t count = cli__list(all, ARRAY_LEN(all));

	for (size_t i = 0; i < count; i++)
		if (str_eqz(name, all[i].command->name))
			return all[i].command;
	return NULL;
}

static bool has_option(const struct cli__command *c, struct str name)
{
	if (str_eqz(name, "help"))
		return true;
	for (size_t i = 0; i < c->option_count; i++)
		if (str_eqz(name, c->options[i].name))
			return true;
	return false;
}

static size_t options_seen;

/* From the end of the command to the end of its shell line. */
static void check_options(const char *path, const struct cli__command *c, const char *p)
{
	while (*p && !strchr("`|;&()#", *p) && !(*p == '\n' && p[-1] != '\\')) {
		size_t len;

		if (*p == '\'' || *p == '"') {
			const char *end = strchr(p + 1, *p);

			p = end ? end + 1 : p + 1;
			continue;
		}
		if (strncmp(p, "--", 2) != 0 || p[-1] == '-' || !(p[2] >= 'a' && p[2] <= 'z')) {
			p++;
			continue;
		}
		len = strspn(p + 2, "abcdefghijklmnopqrstuvwxyz0123456789-");
		options_seen++;
		if (!has_option(c, (struct str) { p + 2, len }))
			fail_msg("%s: relist %s has no option %.*s", path, c->name, (int)len + 2,
				 p);
		if (len == 4 && strncmp(p + 2, "exec", 4) == 0)
			return; /* the rest is not relist's */
		p += 2 + len;
	}
}

static void look_for_commands(const char *path, struct str text)
{
	const char *p = text.ptr;

	while ((p = strstr(p, "relist ")) != NULL) {
		const char *word = p + 7;
		size_t len = strspn(word, "abcdefghijklmnopqrstuvwxyz");
		const struct cli__command *c = command_called((struct str) { word, len });

		if (c && (p == text.ptr || strchr(" /`\n'", p[-1])))
			check_options(path, c, word + len);
		p = word;
	}
}

static void commands_and_options_in_pages_exist(void **state)
{
	(void)state;
	options_seen = 0;
	each_page(look_for_commands);
	assert_true(options_seen > 50);
}

/* --- C --- */

static void compile(const char *path, const char *source)
{
	AUTO_STRBUF command = STRBUF_INIT;
	const char *cc = getenv("CC") ? getenv("CC") : "cc";
	char file[600];
	FILE *f;

	(void)snprintf(file, sizeof(file), "%s/snippet.c", folder);
	f = fopen(file, "w");
	assert_non_null(f);
	assert_true(fputs(source, f) >= 0);
	assert_int_equal(fclose(f), 0);
	strbuf_addf(&command, "%s -std=c11 -fsyntax-only -Wall -Wextra -Werror -Iinclude %s", cc,
		    file);
	if (system(command.ptr) != 0)
		fail_msg("%s: does not compile:\n%s", path, source);
}

static size_t snippets;

static void compile_blocks(const char *path, struct str text)
{
	struct str block;

	while (doc_next_block(&text, "c", &block)) {
		AUTO_STRBUF source = STRBUF_INIT;
		AUTO_STRBUF body = STRBUF_INIT;

		strbuf_adds(&body, block);
		if (strstr(body.ptr, "#include")) {
			strbuf_adds(&source, block);
		} else {
			strbuf_addz(&source, "#include <relist/informers.h>\n"
					     "#include <relist/sim.h>\n"
					     "void snippet(const struct inf_handler handler, "
					     "const char *manifests);\n"
					     "void snippet(const struct inf_handler handler, "
					     "const char *manifests)\n"
					     "{\nstruct relist_err err;\n(void)manifests;\n");
			strbuf_adds(&source, block);
			strbuf_addz(&source, "}\n");
		}
		compile(path, source.ptr);
		snippets++;
	}
}

static void c_in_pages_compiles(void **state)
{
	(void)state;
	snippets = 0;
	each_page(compile_blocks);
	assert_true(snippets >= 2);
}

static void each_installed_header_compiles_alone(void **state)
{
	FILE *list = popen("ls include/relist", "r");
	char name[128];
	size_t headers = 0;

	(void)state;
	assert_non_null(list);
	while (fgets(name, sizeof(name), list)) {
		char source[256];

		name[strcspn(name, "\n")] = 0;
		(void)snprintf(source, sizeof(source),
			       "#include <relist/%s>\nint nothing_is_empty;\n", name);
		compile(name, source);
		headers++;
	}
	(void)pclose(list);
	assert_true(headers >= 6);
}

/* --- links --- */

static size_t links, anchors;

/* A heading as its anchor: letters and digits in lower case, blanks as hyphens, nothing else. */
static void add_anchor(struct strbuf *out, const char *heading, size_t len)
{
	for (size_t i = 0; i < len; i++) {
		unsigned char c = (unsigned char)heading[i];

		if (isalnum(c) || c == '-' || c == '_' || c >= 0x80)
			strbuf_addc(out, (char)tolower(c));
		else if (c == ' ')
			strbuf_addc(out, '-');
	}
}

static bool has_heading(const char *path, struct str anchor)
{
	AUTO_STRBUF page = STRBUF_INIT;
	bool code = false, found = false;

	read_text(path, &page);
	for (const char *line = page.ptr; line && *line && !found;) {
		size_t len = strcspn(line, "\n"), level = strspn(line, "#");
		AUTO_STRBUF here = STRBUF_INIT;

		if (strncmp(line, "```", 3) == 0)
			code = !code;
		if (!code && level && line[level] == ' ') {
			add_anchor(&here, line + level + 1, len - level - 1);
			found = str_eq(strbuf_str(&here), anchor);
		}
		line += len + (line[len] == '\n');
	}
	return found;
}

static void follow_links(const char *path, struct str text)
{
	const char *slash = strrchr(path, '/');
	const char *p = text.ptr;

	while ((p = strstr(p, "](")) != NULL) {
		size_t len = strcspn(p + 2, "#)\n");
		char target[1024];

		p += 2;
		if (strstr(p, "://") == p + strcspn(p, ":)\n"))
			continue;
		(void)snprintf(target, sizeof(target), "%.*s%.*s",
			       slash && len ? (int)(slash + 1 - path) : 0, path, (int)len, p);
		if (!len)
			(void)snprintf(target, sizeof(target), "%s", path);
		links++;
		if (access(target, R_OK) != 0)
			fail_msg("%s: nothing is at %s", path, target);
		if (p[len] == '#' && strstr(target, ".md")) {
			struct str anchor = { p + len + 1, strcspn(p + len + 1, ")\n") };

			anchors++;
			if (!has_heading(target, anchor))
				fail_msg("%s: %s has no heading " STR_FMT, path, target,
					 STR_ARG(anchor));
		}
	}
}

static void links_in_pages_resolve(void **state)
{
	(void)state;
	links = 0;
	each_page(follow_links);
	assert_true(links > 60 && anchors >= 10);
}

/* A folder like the one that README is read in, with the relist that is tested. */
static int setup(void **state)
{
	AUTO_STRBUF command = STRBUF_INIT;

	(void)state;
	assert_non_null(mkdtemp(folder));
	strbuf_addf(
	    &command,
	    "here=$PWD && mkdir %s/build && ln -s \"$(realpath '%s')/relist\" %s/build/relist && "
	    "ln -s \"$here/tests\" \"$here/scenarios\" \"$here/examples\" %s/ && "
	    "mkdir %s/build/adapters && ln -s \"$(realpath '%s')\" %s/build/release && "
	    "ln -s ../release/adapters/c/subject %s/build/adapters/c",
	    folder, build_folder, folder, folder, folder, build_folder, folder, folder);
	assert_int_equal(system(command.ptr), 0);
	return 0;
}

static int teardown(void **state)
{
	AUTO_STRBUF command = STRBUF_INIT;

	(void)state;
	strbuf_addf(&command, "rm -rf %s", folder);
	return system(command.ptr);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(running_page_console_matches_output),
		cmocka_unit_test(conformance_and_controller_page_consoles_match_output),
		cmocka_unit_test(each_console_is_run_by_some_test),
		cmocka_unit_test(commands_and_options_in_pages_exist),
		cmocka_unit_test(c_in_pages_compiles),
		cmocka_unit_test(each_installed_header_compiles_alone),
		cmocka_unit_test(links_in_pages_resolve),
	};

	(void)argc;
	build_folder = doc_set_path(argv[0]);
	return cmocka_run_group_tests(tests, setup, teardown);
}
