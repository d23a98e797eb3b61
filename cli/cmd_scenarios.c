/* SPDX-License-Identifier: Apache-2.0 */
/* cmd_scenarios.c - relist scenarios: lists, prints or copies the built-in scenarios. */
#include "cli/cli.h"
#include "cli/shipped.h"

struct values {
	const char *copy;
	bool print;
};

static const struct cli__option options[] = {
	{ "copy", 0, CLI_TEXT, offsetof(struct values, copy), "DIR", NULL,
	  "write them into DIR, which is made if it is not there; a file there that differs is an "
	  "error" },
	{ "print", 0, CLI_FLAG, offsetof(struct values, print), NULL, NULL, "print their text" },
};

const struct cli__command cli__scenarios_command = {
	.name = "scenarios",
	.operands = "[NAME|FOLDER]...",
	.summary = "List the scenarios that are part of this program, or copy them into a "
		   "folder to run and change.",
	.details = "Without NAME or FOLDER: all of them.\n"
		   "relist scenarios --copy examples a-basics && relist run examples\n"
		   "Exit status: 0, 2 no such scenario or a file that differs, 5 the machine "
		   "failed.",
	.options = options,
	.option_count = ARRAY_LEN(options),
};

/* Prints the text after `about:`, which may continue in indented lines. */
static void print_about(struct str text, FILE *out)
{
	static const char key[] = "\nabout: ";
	const char *at = NULL, *end = text.ptr + text.len;
	const char *gap = "  ";

	for (size_t i = 0; i + sizeof(key) < text.len && !at; i++)
		if (memcmp(text.ptr + i, key, sizeof(key) - 1) == 0)
			at = text.ptr + i + sizeof(key) - 1;
	while (at && at < end) {
		const char *line = memchr(at, '\n', (size_t)(end - at));
		struct str words = str_trim_space(
		    (struct str) { at, line ? (size_t)(line - at) : (size_t)(end - at) });

		if (!str_eqz(words, ">")) {
			fprintf(out, "%s" STR_FMT, gap, STR_ARG(words));
			gap = " ";
		}
		at = line && line + 1 < end && line[1] == ' ' ? line + 1 : NULL;
	}
}

static void list_one(const struct cli__shipped_file *f, bool print, FILE *out)
{
	if (print) {
		fwrite(f->text.ptr, 1, f->text.len, out);
		return;
	}
	fprintf(out, STR_FMT, STR_ARG(f->path));
	print_about(f->text, out);
	fputc('\n', out);
}

static int do_one(const struct values *v, const struct cli__shipped *s, const char *name, FILE *out,
		  FILE *err)
{
	struct relist_err why;
	size_t count = 0;

	for (size_t i = 0; i < s->len; i++) {
		if (!cli__shipped_is_below(&s->files[i], name))
			continue;
		count++;
		if (!v->copy)
			list_one(&s->files[i], v->print, out);
	}
	if (!count) {
		fprintf(err, "relist scenarios: there is no \"%s\"; see relist scenarios\n", name);
		return 2;
	}
	if (!v->copy)
		return 0;
	if (cli__shipped_copy(s, name, v->copy, &count, &why)) {
		fprintf(err, "relist scenarios: %s\n", why.msg);
		return why.code == RELIST_EEXIST || why.code == RELIST_ELIMIT ? 2 : 5;
	}
	fprintf(out, "%zu file%s in %s\n", count, count == 1 ? "" : "s", v->copy);
	return 0;
}

static int run(void *values, const struct cli__operands *names, FILE *out, FILE *err)
{
	const struct values *v = values;
	struct cli__shipped s;
	struct relist_err why;
	int status = 0;

	if (v->copy && (!v->copy[0] || v->print)) {
		fprintf(err, "relist scenarios: %s\n",
			v->copy[0] ? "either --copy or --print" : "--copy names no folder");
		return 2;
	}
	if (cli__shipped_open(&s, &why)) {
		fprintf(err, "relist: %s\n", why.msg);
		status = 5;
	} else if (names->len == 0) {
		status = do_one(v, &s, "", out, err);
	}
	for (size_t i = 0; i < names->len && !status; i++)
		status = do_one(v, &s, names->items[i], out, err);
	cli__shipped_close(&s);
	return status;
}

int cmd_scenarios(int argc, char **argv, FILE *out, FILE *err)
{
	struct values v = { 0 };

	return cli__run(&cli__scenarios_command, argc, argv, &v, run, out, err);
}
