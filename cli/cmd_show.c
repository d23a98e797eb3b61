/* SPDX-License-Identifier: Apache-2.0 */
/* cmd_show.c - relist show: shows the events of a scenario, step by step. */
#include "cli/cli.h"
#include "cli/show_file.h"
#include "runner/posix/plugin_load.h"

struct values {
	const char *matrix, *html, *svg, *against;
	uint64_t seed;
	struct cli__texts plugins;
};

static const struct cli__option options[] = {
	{ "matrix", 0, CLI_TEXT, offsetof(struct values, matrix), "CELL", NULL,
	  "this cell, as form=http-status [the first]" },
	{ "seed", 0, CLI_NUMBER, offsetof(struct values, seed), "N", NULL,
	  "decides every choice of the simulator [the scenario's, or 1]" },
	{ "html", 0, CLI_TEXT, offsetof(struct values, html), "FILE", NULL,
	  "write a page to step through to FILE instead" },
	{ "svg", 0, CLI_TEXT, offsetof(struct values, svg), "FILE", NULL,
	  "write a picture of the run to FILE instead" },
	{ "against", 0, CLI_TEXT, offsetof(struct values, against), "RUN", NULL,
	  "with --html: compare with a second run: another file, seed=N, or "
	  "another cell" },
	{ "plugin", 0, CLI_TEXTS, offsetof(struct values, plugins), "FILE.so", NULL,
	  "load reconcilers, as relist run does; may be repeated" },
};

const struct cli__command cli__show_command = {
	.name = "show",
	.operands = "FILE",
	.summary = "Run a scenario (*.yaml), a trace or a recording (*.jsonl) in the "
		   "simulator, or read a stored run (relist run --format jsonl), and print "
		   "the events under each step: wire, queue, cache, handlers.",
	.details = "Exit status: as relist run.",
	.options = options,
	.option_count = ARRAY_LEN(options),
	.needs = "FILE",
};

static int run(void *values, const struct cli__operands *operands, FILE *out, FILE *err)
{
	const struct values *v = values;
	struct relist_plugins plugins = { 0 };
	struct cli__show how = { .command = "show",
				 .matrix = v->matrix,
				 .html = v->html,
				 .svg = v->svg,
				 .against = v->against,
				 .seed = v->seed,
				 .plugins = &plugins,
				 .plugins_named = v->plugins.len > 0 };
	int status = 2;

	if (operands->len != 1) {
		fputs("relist show: one FILE at a time\n", err);
		return 2;
	}
	if (v->against && !v->html) {
		fputs("relist show: --against needs --html\n", err);
		return 2;
	}
	if (cli__load_plugins(&cli__show_command, &v->plugins, &plugins, err))
		status = cli__show_file(&how, operands->items[0], out, err);
	runner__plugins_unload(&plugins);
	return status;
}

int cmd_show(int argc, char **argv, FILE *out, FILE *err)
{
	struct values v = { .seed = CLI_NO_SEED };

	return cli__run(&cli__show_command, argc, argv, &v, run, out, err);
}
