/* SPDX-License-Identifier: Apache-2.0 */
/* A table of options becomes values, complaints, a page of help, and words to say it again. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include "cli/options.h"
#include "runner/controllers/plugins.h"
#include "runner/posix/plugin_load.h"
#include "tests/kit/testing.h"

struct values {
	bool flag, other;
	uint64_t number, count;
	const char *text, *word;
	struct cli__texts texts;
};

#define HELP_OF_NUMBER                                                                             \
	"how many there are of what this option counts, in words that need a second line and a "   \
	"third one [7]"

static const struct cli__option options[] = {
	{ "flag", 'f', CLI_FLAG, offsetof(struct values, flag), NULL, NULL, "one thing" },
	{ "other", 0, CLI_FLAG, offsetof(struct values, other), NULL, NULL, "another" },
	{ "number", 'n', CLI_NUMBER, offsetof(struct values, number), "N", NULL, HELP_OF_NUMBER },
	{ "count", 0, CLI_COUNT, offsetof(struct values, count), "N", NULL, "at least one" },
	{ "text", 't', CLI_TEXT, offsetof(struct values, text), "TEXT", NULL, "a text" },
	{ "word", 'w', CLI_WORD, offsetof(struct values, word), NULL, "red|green|blue",
	  "one of three" },
	{ "texts-of-a-name-of-24-ab", 0, CLI_TEXTS, offsetof(struct values, texts), "T", NULL,
	  "as many as you like" },
	{ "texts-of-a-name-of-25-abc", 0, CLI_TEXTS, offsetof(struct values, texts), "T", NULL,
	  "as many" },
};

static const struct cli__command command = {
	.name = "try",
	.operands = "PATH...",
	.summary =
	    "what it does, in one line that is as long as a terminal is wide, in the end, too"
	    " it breaks",
	.details = "A paragraph of words that is long enough for the line to be broken at its end, "
		   "a word of one letter,\nbetween two of them.\nshort:\n  kept\n"
		   "A line of 63 characters is a line of its own, here as there. 63\n"
		   "A line of 64 characters is part of a text, here as anywhere.. 64\n"
		   "goes on here\n\nAnother: \xc3\xa4\xc3\xb6\xc3\xbc count as one column each, "
		   "\xc3\xa4\xc3\xb6\xc3\xbc\xc3\xa4\xc3\xb6\xc3\xbc do so tooo.",
	.options = options,
	.option_count = ARRAY_LEN(options),
	.needs = "PATH",
};

struct parsed {
	struct values values;
	enum cli__parsed how;
	const char *items[40];
	struct cli__operands operands;
	char *out, *err;
};

static void parse(struct parsed *p, const struct cli__command *c, int argc, char **argv)
{
	size_t size;
	FILE *out = open_memstream(&p->out, &size), *err = open_memstream(&p->err, &size);

	assert_non_null(out);
	assert_non_null(err);
	p->values = (struct values) { .number = 7, .count = 1, .word = "red" };
	p->operands.items = p->items;
	p->how = cli__parse(c, argc, argv, &p->values, &p->operands, out, err);
	assert_int_equal(fclose(out), 0);
	assert_int_equal(fclose(err), 0);
}

static void parsed_fini(struct parsed *p)
{
	free(p->out);
	free(p->err);
}

/* Words are parted by spaces. */
static void parse_words(struct parsed *p, const struct cli__command *c, const char *words)
{
	char text[256], *argv[40], *rest = text;
	int argc = 0;

	assert_true(strlen(words) < sizeof(text));
	memcpy(text, words, strlen(words) + 1);
	argv[argc++] = (char *)(uintptr_t)c->name;
	for (char *w; (w = strsep(&rest, " "));)
		if (*w)
			argv[argc++] = w;
	parse(p, c, argc, argv);
	/* what stays of them is in `text` */
	for (size_t i = 0; i < p->operands.len; i++)
		p->items[i] = words + (p->items[i] - text);
	if (p->values.text)
		p->values.text = words + (p->values.text - text);
	if (strcmp(p->values.word, "red") != 0)
		p->values.word = words + (p->values.word - text);
	for (size_t i = 0; i < p->values.texts.len; i++)
		p->values.texts.items[i] = words + (p->values.texts.items[i] - text);
}

static bool begins(const char *text, const char *with)
{
	return strncmp(text, with, strlen(with)) == 0;
}

static void values_are_set_by_name_and_by_letter(void **state)
{
	struct parsed p;

	(void)state;
	parse_words(&p, &command, "");
	assert_int_equal(p.how, CLI_GO_ON);
	assert_false(p.values.flag || p.values.other);
	assert_int_equal(p.values.number, 7);
	assert_int_equal(p.operands.len, 0);
	assert_string_equal(p.err, "");
	assert_string_equal(p.out, "");
	parsed_fini(&p);

	parse_words(&p, &command,
		    "a --flag --number=18446744073709551615 --count 1 b --text=x=y "
		    "--texts-of-a-name-of-24-ab 1 --texts-of-a-name-of-24-ab=2 - --word blue c");
	assert_int_equal(p.how, CLI_GO_ON);
	assert_true(p.values.flag);
	assert_false(p.values.other);
	assert_true(p.values.number == UINT64_MAX);
	assert_int_equal(p.values.count, 1);
	assert_true(begins(p.values.text, "x=y "));
	assert_true(begins(p.values.word, "blue "));
	assert_int_equal(p.values.texts.len, 2);
	assert_true(begins(p.values.texts.items[0], "1 "));
	assert_true(begins(p.values.texts.items[1], "2 "));
	assert_int_equal(p.operands.len, 4);
	assert_true(begins(p.operands.items[0], "a "));
	assert_true(begins(p.operands.items[1], "b "));
	assert_true(begins(p.operands.items[2], "- "));
	assert_true(begins(p.operands.items[3], "c"));
	assert_string_equal(p.err, "");
	parsed_fini(&p);

	parse_words(&p, &command, "-f -n5 -n 6 -tabc -wgreen -- --flag -h -- x");
	assert_int_equal(p.how, CLI_GO_ON);
	assert_true(p.values.flag);
	assert_int_equal(p.values.number, 6);
	assert_true(begins(p.values.text, "abc "));
	assert_true(begins(p.values.word, "green "));
	assert_int_equal(p.operands.len, 4);
	assert_true(begins(p.operands.items[0], "--flag "));
	assert_true(begins(p.operands.items[1], "-h "));
	assert_true(begins(p.operands.items[2], "-- "));
	assert_string_equal(p.out, "");
	parsed_fini(&p);

	parse_words(&p, &command, "--text --flag --other");
	assert_true(begins(p.values.text, "--flag "));
	assert_false(p.values.flag);
	assert_true(p.values.other);
	parsed_fini(&p);
}

static void option_errors_are_one_line(void **state)
{
	static const struct {
		const char *words, *err;
	} rows[] = {
		{ "--flat", "relist try: unknown option \"--flat\" (did you mean \"--flag\"?); see "
			    "relist try --help\n" },
		{ "--zzzzzzzz=1", "relist try: unknown option \"--zzzzzzzz=1\"; see relist try "
				  "--help\n" },
		{ "-z", "relist try: unknown option \"-z\"; see relist try --help\n" },
		{ "--flag=", "relist try: --flag takes no value\n" },
		{ "-fx", "relist try: --flag takes no value\n" },
		{ "--number", "relist try: --number needs a value: --number N\n" },
		{ "a -n", "relist try: --number needs a value: --number N\n" },
		{ "--word", "relist try: --word needs a value: --word red|green|blue\n" },
		{ "--word=re", "relist try: --word is \"re\", must be red|green|blue\n" },
		{ "--word=redd", "relist try: --word is \"redd\", must be red|green|blue\n" },
		{ "--word=blu", "relist try: --word is \"blu\", must be red|green|blue\n" },
		{ "--word=red|green",
		  "relist try: --word is \"red|green\", must be red|green|blue\n" },
		{ "--number=", "relist try: --number is \"\", must be a whole number\n" },
		{ "--number=-1", "relist try: --number is \"-1\", must be a whole number\n" },
		{ "--number=+1", "relist try: --number is \"+1\", must be a whole number\n" },
		{ "--number=1x", "relist try: --number is \"1x\", must be a whole number\n" },
		{ "--number=:", "relist try: --number is \":\", must be a whole number\n" },
		{ "--number=/", "relist try: --number is \"/\", must be a whole number\n" },
		{ "--number=18446744073709551616",
		  "relist try: --number is \"18446744073709551616\", must be a whole number\n" },
		{ "--count=0", "relist try: --count is \"0\", must be at least 1\n" },
		{ "--number=0 --number=9 --count=9", "" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		struct parsed p;

		parse_words(&p, &command, rows[i].words);
		assert_string_equal(p.err, rows[i].err);
		assert_string_equal(p.out, "");
		assert_int_equal(p.how, rows[i].err[0] ? CLI_BAD : CLI_GO_ON);
		parsed_fini(&p);
	}
}

static void operand_of_command_without_operands_is_refused(void **state)
{
	struct cli__command none = command;
	struct parsed p;

	(void)state;
	none.operands = "";
	parse_words(&p, &none, "--flag x");
	assert_int_equal(p.how, CLI_BAD);
	assert_string_equal(p.err, "relist try: unexpected argument \"x\"\n");
	parsed_fini(&p);
	parse_words(&p, &none, "--");
	assert_int_equal(p.how, CLI_GO_ON);
	parsed_fini(&p);
}

static void repeatable_option_is_limited_to_64_values(void **state)
{
	(void)state;
	for (int count = 63; count <= 65; count++) {
		char *argv[80] = { (char *)(uintptr_t) "try" };
		char words[65][40];
		struct parsed p;

		for (int i = 0; i < count; i++) {
			(void)snprintf(words[i], sizeof(words[i]), "--texts-of-a-name-of-24-ab=%d",
				       i);
			argv[1 + i] = words[i];
		}
		parse(&p, &command, 1 + count, argv);
		assert_int_equal(p.how, count <= 64 ? CLI_GO_ON : CLI_BAD);
		assert_string_equal(p.err, count <= 64 ? ""
						       : "relist try: --texts-of-a-name-of-24-ab "
							 "more than 64 times\n");
		assert_int_equal(p.values.texts.len, count <= 64 ? count : 64);
		for (int i = 0; i < count && i < 64; i++)
			assert_int_equal(strtol(p.values.texts.items[i], NULL, 10), i);
		parsed_fini(&p);
	}
}

static const char of_80[] =
    "usage: relist try [OPTION]... PATH...\n"
    "\n"
    "what it does, in one line that is as long as a terminal is wide, in the end, too\n"
    "it breaks\n"
    "\n"
    "A paragraph of words that is long enough for the line to be broken at its end, a\n"
    "word of one letter, between two of them.\n"
    "short:\n"
    "  kept\n"
    "A line of 63 characters is a line of its own, here as there. 63\n"
    "A line of 64 characters is part of a text, here as anywhere.. 64 goes on here\n"
    "\n"
    "Another: äöü count as one column each, äöüäöü do so tooo.\n"
    "\n"
    "options:\n"
    "  -f, --flag                        one thing\n"
    "      --other                       another\n"
    "  -n, --number N                    how many there are of what this option\n"
    "                                    counts, in words that need a second line and\n"
    "                                    a third one [7]\n"
    "      --count N                     at least one\n"
    "  -t, --text TEXT                   a text\n"
    "  -w, --word red|green|blue         one of three\n"
    "      --texts-of-a-name-of-24-ab T  as many as you like\n"
    "      --texts-of-a-name-of-25-abc T\n"
    "                                    as many\n"
    "  -h, --help                        print this and exit\n";

static void help_is_laid_out_in_80_columns(void **state)
{
	struct cli__command bare = { .name = "bare", .operands = "", .summary = "nothing" };
	struct parsed p;

	(void)state;
	parse_words(&p, &command, "--flag --help --nonsense");
	assert_int_equal(p.how, CLI_HELPED);
	assert_string_equal(p.err, "");
	assert_string_equal(p.out, of_80);
	parsed_fini(&p);
	parse_words(&p, &bare, "-h");
	assert_int_equal(p.how, CLI_HELPED);
	assert_string_equal(p.out, "usage: relist bare\n"
				   "\n"
				   "nothing\n"
				   "\n"
				   "options:\n"
				   "  -h, --help                        print this and exit\n");
	parsed_fini(&p);
}

/* The longest line of the help on a terminal of so many columns, in characters. */
static size_t widest(unsigned short columns)
{
	int master = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC), slave;
	struct cli__command letters = command;
	struct winsize size = { .ws_row = 24, .ws_col = columns };
	struct termios raw;
	size_t widest = 0, here = 0;
	char buf[4096], name[64];
	ssize_t n;
	FILE *out;

	assert_true(master >= 0);
	assert_int_equal(grantpt(master), 0);
	assert_int_equal(unlockpt(master), 0);
	assert_int_equal(ptsname_r(master, name, sizeof(name)), 0);
	slave = open(name, O_RDWR | O_NOCTTY | O_CLOEXEC);
	assert_true(slave >= 0);
	assert_int_equal(tcgetattr(slave, &raw), 0);
	cfmakeraw(&raw);
	assert_int_equal(tcsetattr(slave, TCSANOW, &raw), 0);
	assert_int_equal(ioctl(slave, TIOCSWINSZ, &size), 0);
	out = fdopen(slave, "w");
	assert_non_null(out);
	letters.details =
	    "a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a "
	    "a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a "
	    "a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a a ";
	letters.summary = "letters";
	letters.option_count = 0;
	cli__help(&letters, out);
	fputs("\f\n", out); /* the end */
	assert_int_equal(fflush(out), 0);
	for (bool end = false; !end;) {
		n = read(master, buf, sizeof(buf));
		assert_true(n > 0);
		for (ssize_t i = 0; i < n && !end; i++) {
			end = buf[i] == '\f';
			here += (buf[i] & 0xc0) != 0x80;
			if (buf[i] != '\n')
				continue;
			widest = here - 1 > widest ? here - 1 : widest;
			here = 0;
		}
	}
	assert_int_equal(fclose(out), 0);
	assert_int_equal(close(master), 0);
	return widest;
}

static void help_width_follows_the_terminal_from_60_to_120_columns(void **state)
{
	static const struct {
		unsigned short columns;
		size_t widest; /* of words of one letter: an odd number */
	} rows[] = { { 0, 79 },	   { 1, 59 },	 { 58, 59 },   { 60, 59 },
		     { 61, 61 },   { 80, 79 },	 { 81, 81 },   { 119, 119 },
		     { 120, 119 }, { 121, 119 }, { 122, 119 }, { 300, 119 } };

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++)
		assert_int_equal(widest(rows[i].columns), rows[i].widest);
}

static void rerun_command_has_the_options_that_differ_from_defaults(void **state)
{
	const struct values defaults = { .number = 7, .count = 1, .word = "red" };
	struct values values = defaults;
	struct strbuf out = STRBUF_INIT;

	(void)state;
	cli__again(&command, &values, &defaults, "", &out);
	assert_int_equal(out.len, 0);
	values = (struct values) { .flag = true,
				   .number = 0,
				   .count = 2,
				   .text = "it's",
				   .word = "blue",
				   .texts = { { "a", "b c" }, 2 } };
	cli__again(&command, &values, &defaults, "", &out);
	assert_string_equal(out.ptr,
			    " --flag --number 0 --count 2 --text 'it'\\''s' --word blue "
			    "--texts-of-a-name-of-24-ab a --texts-of-a-name-of-24-ab 'b c' "
			    "--texts-of-a-name-of-25-abc a --texts-of-a-name-of-25-abc 'b c'");
	strbuf_clear(&out);
	cli__again(&command, &values, &defaults,
		   "flag|texts-of-a-name-of-24-ab|texts-of-a-name-of-25-abc|coun|ext", &out);
	assert_string_equal(out.ptr, " --number 0 --count 2 --text 'it'\\''s' --word blue");
	strbuf_clear(&out);
	cli__again(&command, &values, &values, "texts-of-a-name-of-24-ab", &out);
	assert_string_equal(out.ptr, " --texts-of-a-name-of-25-abc a --texts-of-a-name-of-25-abc "
				     "'b c'");
	strbuf_fini(&out);
}

/* A name alone is a file here, not one that the loader looks for. */
static void missing_plugin_is_named_in_the_error(void **state)
{
	static const char *const rows[][2] = {
		{ "nowhere.so", "relist try: --plugin: ./nowhere.so: cannot open" },
		{ "libm.so.6", "relist try: --plugin: ./libm.so.6: cannot open" },
		{ "/nowhere/x.so", "relist try: --plugin: /nowhere/x.so: cannot open" },
		{ "./nowhere/x.so", "relist try: --plugin: ./nowhere/x.so: cannot open" },
		{ "Makefile", "relist try: --plugin: ./Makefile: " },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		struct cli__texts files = { { rows[i][0] }, 1 };
		struct relist_plugins plugins = { 0 };
		char *text = NULL;
		size_t size;
		FILE *err = open_memstream(&text, &size);

		assert_non_null(err);
		assert_false(cli__load_plugins(&command, &files, &plugins, err));
		(void)fclose(err);
		if (!begins(text, rows[i][1]))
			fail_msg("%s: %s", rows[i][0], text);
		assert_ptr_equal(strchr(text, '\n'), text + size - 1);
		runner__plugins_unload(&plugins);
		free(text);
	}
	assert_true(cli__load_plugins(&command, &(struct cli__texts) { 0 }, NULL, NULL));
}

static int body(void *values, const struct cli__operands *operands, FILE *out, FILE *err)
{
	const struct values *v = values;

	fprintf(out, "%llu of %zu", (unsigned long long)v->number, operands->len);
	fputs("text", err);
	return 42;
}

static void command_body_runs_only_with_valid_options(void **state)
{
	static const struct {
		const char *argv[4];
		const char *out, *err;
		int status;
	} rows[] = {
		{ { "try", "-n3", "x" }, "3 of 1", "text", 42 },
		{ { "try", "-n3" }, "", "relist try: no PATH given; see relist try --help\n", 2 },
		{ { "try", "-n", "x" },
		  "",
		  "relist try: --number is \"x\", must be a whole number\n",
		  2 },
	};
	struct cli__command any = command;

	(void)state;
	for (size_t i = 0; i <= ARRAY_LEN(rows); i++) {
		const char *const *argv = rows[i % ARRAY_LEN(rows)].argv;
		struct values values = { 0 };
		char *text = NULL, *complained = NULL;
		size_t size;
		FILE *out = open_memstream(&text, &size), *err = open_memstream(&complained, &size);
		int argc = 0, status;

		if (i == ARRAY_LEN(rows)) { /* the second again, of a command that needs none */
			any.needs = NULL;
			argv = rows[1].argv;
		}
		while (argc < 4 && argv[argc])
			argc++;
		status = cli__run(&any, argc, (char **)(uintptr_t)argv, &values, body, out, err);
		(void)fclose(out);
		(void)fclose(err);
		if (i == ARRAY_LEN(rows)) {
			assert_int_equal(status, 42);
			assert_string_equal(text, "3 of 0");
		} else {
			assert_int_equal(status, rows[i].status);
			assert_string_equal(text, rows[i].out);
			assert_string_equal(complained, rows[i].err);
		}
		free(text);
		free(complained);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(values_are_set_by_name_and_by_letter),
		cmocka_unit_test(option_errors_are_one_line),
		cmocka_unit_test(operand_of_command_without_operands_is_refused),
		cmocka_unit_test(repeatable_option_is_limited_to_64_values),
		cmocka_unit_test(help_is_laid_out_in_80_columns),
		cmocka_unit_test(help_width_follows_the_terminal_from_60_to_120_columns),
		cmocka_unit_test(rerun_command_has_the_options_that_differ_from_defaults),
		cmocka_unit_test(missing_plugin_is_named_in_the_error),
		cmocka_unit_test(command_body_runs_only_with_valid_options),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
