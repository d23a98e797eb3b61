/* SPDX-License-Identifier: Apache-2.0 */
/* relist completion, run by the shells themselves. */
#include "tests/kit/testing.h"

#include <stdlib.h>
#include <unistd.h>

#include "cli/completion.h"
#include "tests/kit/cli_kit.h"

static char script[64];

/* What `shell -c program` prints; $1 is the file with the completion. */
static void ask(const char *shell, const char *program, struct strbuf *out)
{
	AUTO_STRBUF command = STRBUF_INIT;
	char buf[4096];
	FILE *f;
	size_t n;

	strbuf_addf(&command, "%s ", shell);
	strbuf_add_shell(&command, str_of(program));
	strbuf_addf(&command, " x %s 2>&1", script);
	f = popen(command.ptr, "r");
	assert_non_null(f);
	strbuf_clear(out);
	while ((n = fread(buf, 1, sizeof(buf), f)) > 0)
		strbuf_add(out, buf, n);
	if (pclose(f) != 0)
		fail_msg("%s: %s", command.ptr, out->len ? out->ptr : "(nothing)");
}

static void write_script(struct output *o, const char *words)
{
	FILE *f = fopen(script, "w");

	relist(o, words);
	assert_int_equal(o->status, 0);
	assert_non_null(f);
	assert_int_equal(fwrite(o->out.ptr, 1, o->out.len, f), o->out.len);
	assert_int_equal(fclose(f), 0);
}

static bool has_shell(const char *name)
{
	char command[64];

	(void)snprintf(command, sizeof(command), "command -v %s >/dev/null 2>&1", name);
	return system(command) == 0;
}

/* Words of a command line, the last of them unfinished, and what must be offered for it. */
static const struct request {
	const char *line, *offers, *offers_not;
} cases[] = {
	{ "relist sh", "show", "serve" },
	{ "relist run --wor", "--world", "--seed" },
	{ "relist run --world ", "external", "--seed" },
	{ "relist run --format j", "junit", "text" },
	{ "relist serve --nam", "--namespace-deletion", "--world" },
	{ "relist explain tomb", "tombstone", "bookmark" },
	{ "relist completion z", "zsh", "fish" },
	{ "relist help expl", "explain", "serve" },
	{ "relist check READ", "README.md", "--help" },
	{ "relist run --plugin Makef", "Makefile", "--help" },
};

static bool has_line(const struct strbuf *out, const char *word)
{
	size_t len = strlen(word);

	for (const char *p = out->ptr; p && (p = strstr(p, word)); p += len)
		if ((p == out->ptr || p[-1] == '\n') && (!p[len] || strchr("\n\t", p[len])))
			return true;
	return false;
}

static void check(const struct request *c, const char *shell, const struct strbuf *out)
{
	if (!has_line(out, c->offers) || has_line(out, c->offers_not))
		fail_msg("%s offers for \"%s\":\n%s", shell, c->line, out->len ? out->ptr : "");
}

static void bash_completion_offers_commands_options_and_files(void **state)
{
	struct output *o = *state;
	AUTO_STRBUF out = STRBUF_INIT;

	if (!has_shell("bash"))
		skip();
	write_script(o, "completion bash");
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		char program[512];

		(void)snprintf(program, sizeof(program),
			       "set -u; . $1; line='%s'; COMP_WORDS=($line); "
			       "case $line in *' ') COMP_WORDS+=('');; esac; "
			       "COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _relist; "
			       "printf '%%s\\n' ${COMPREPLY[@]+\"${COMPREPLY[@]}\"}",
			       cases[i].line);
		ask("bash -c", program, &out);
		check(&cases[i], "bash", &out);
	}
	/* an equals sign is a word of its own to bash */
	ask("bash -c",
	    ". $1; COMP_WORDS=(relist run --world = t); COMP_CWORD=4; _relist; echo $COMPREPLY",
	    &out);
	assert_string_equal(out.ptr, "tcp\n");
}

static void fish_completion_offers_commands_options_and_files(void **state)
{
	struct output *o = *state;
	AUTO_STRBUF out = STRBUF_INIT;

	if (!has_shell("fish"))
		skip();
	write_script(o, "completion fish");
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		char program[512];

		(void)snprintf(program, sizeof(program), "source $argv[2]; complete -C '%s'",
			       cases[i].line);
		ask("HOME=/nonexistent fish --no-config -c", program, &out);
		check(&cases[i], "fish", &out);
	}
}

/* Outside its line editor zsh has no _arguments: these stand-ins print what they are given. */
static void zsh_completion_offers_the_same_candidates(void **state)
{
	static const struct {
		const char *line, *says;
	} printed[] = {
		{ "relist ''", "run:run traces and compare what the informer does" },
		{ "relist run ''", ":value:(sim tcp external)" },
		{ "relist run ''", "*:file:_files" },
		{ "relist explain ''", " tombstone " },
		{ "relist serve ''", "--namespace-deletion[" },
		{ "relist run ''", "-j+[worker threads" },
	};
	struct output *o = *state;
	AUTO_STRBUF out = STRBUF_INIT;

	if (!has_shell("zsh"))
		skip();
	write_script(o, "completion zsh");
	for (size_t i = 0; i < ARRAY_LEN(printed); i++) {
		char program[512];

		(void)snprintf(program, sizeof(program),
			       "compdef() { : }; _arguments() { print -rl -- \"$@\" }; "
			       "_describe() { print -rl -- ${(P)2} }; . $1; "
			       "words=(%s); CURRENT=$#words; _relist",
			       printed[i].line);
		ask("zsh -f -c", program, &out);
		if (!strstr(out.ptr, printed[i].says))
			fail_msg("the words that zsh gets for \"%s\" are:\n%s", printed[i].line,
				 out.ptr);
	}
}

static void completion_scripts_have_every_command_and_option(void **state)
{
	static const char *const shells[] = { "completion bash", "completion zsh",
					      "completion fish" };
	struct output *o = *state;
	struct cli__listed all[64];
	size_t count = cli__list(all, ARRAY_LEN(all));

	assert_true(count > 10);
	for (size_t s = 0; s < ARRAY_LEN(shells); s++) {
		relist(o, shells[s]);
		for (size_t i = 0; i < count; i++) {
			const struct cli__command *c = all[i].command;

			assert_non_null(strstr(o->out.ptr, c->name));
			for (size_t k = 0; k < c->option_count; k++)
				assert_non_null(strstr(o->out.ptr, c->options[k].name));
		}
	}
}

static void completion_of_an_unknown_shell_is_refused(void **state)
{
	struct output *o = *state;

	relist(o, "completion ksh");
	assert_int_equal(o->status, 2);
	assert_string_equal(o->err.ptr,
			    "relist completion: one of bash, zsh and fish, not \"ksh\"\n");
	relist(o, "completion");
	assert_int_equal(o->status, 2);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(bash_completion_offers_commands_options_and_files),
		cmocka_unit_test(fish_completion_offers_commands_options_and_files),
		cmocka_unit_test(zsh_completion_offers_the_same_candidates),
		cmocka_unit_test(completion_scripts_have_every_command_and_option),
		cmocka_unit_test(completion_of_an_unknown_shell_is_refused),
	};
	int fd, failed;

	(void)snprintf(script, sizeof(script), "/tmp/relist-completion-XXXXXX");
	fd = mkstemp(script);
	if (fd >= 0)
		(void)close(fd);
	failed = cmocka_run_group_tests(tests, output_setup, output_teardown);
	(void)unlink(script);
	return failed;
}
