/* SPDX-License-Identifier: Apache-2.0 */
/* cmd_run.c - relist run: runs traces and scenarios in the selected world. */
#include <unistd.h>

#include "base/text/number.h"
#include "cli/choices.h"
#include "cli/cli.h"
#include "cli/interrupt.h"
#include "cli/parts.h"
#include "runner/posix/plugin_load.h"
#include "runner/posix/run.h"
#include "runner/posix/driver_external.h"
#include "runner/tcp/posix/driver_tcp.h"
#include "runner/tcp/posix/world_tcp.h"

struct values {
	const char *world, *subject, *format, *filter, *cuts, *matrix, *tag, *shard, *choices,
	    *color, *html, *output;
	uint64_t seed, seeds, repeat, jobs, patience, linger;
	bool fail_fast, list, quiet, update, tls;
	struct cli__texts plugins;
};

#define NO_SEED UINT64_MAX

enum { LINGER_S = 6, LINGER_MAX_S = 3600 };

static const struct cli__option options[] = {
	{ "world", 0, CLI_WORD, offsetof(struct values, world), NULL, "sim|tcp|external",
	  "simulator in virtual time, real sockets and threads, or --subject in real time [sim]" },
	{ "subject", 0, CLI_ONCE, offsetof(struct values, subject), "CMD", NULL,
	  "external: the program to test, with the arguments of the subject "
	  "contract" },
	{ "patience", 0, CLI_COUNT, offsetof(struct values, patience), "SECONDS", NULL,
	  "external: how long to wait for the program [the scenario's, or 45]" },
	{ "linger", 0, CLI_NUMBER, offsetof(struct values, linger), "SECONDS", NULL,
	  "external: how long to watch a controller at rest for late writes after the last step, "
	  "at most "
	  "half the patience [6]" },
	{ "tls", 0, CLI_FLAG, offsetof(struct values, tls), NULL, NULL,
	  "external: HTTPS; clients need the kubeconfig's token" },
	{ "seed", 0, CLI_NUMBER, offsetof(struct values, seed), "N", NULL,
	  "decides every choice of the simulator: order of steps, jitter, cuts [the scenario's, or "
	  "1]" },
	{ "seeds", 0, CLI_COUNT, offsetof(struct values, seeds), "N", NULL,
	  "run each file with N seeds, starting at --seed [1]" },
	{ "choices", 0, CLI_TEXT, offsetof(struct values, choices), "FILE", NULL,
	  "repeat the run of a choices file of relist explore, in its cell of the "
	  "matrix" },
	{ "repeat", 0, CLI_COUNT, offsetof(struct values, repeat), "N", NULL,
	  "run each seed N times; external: N cases, of which --jobs run at a time [1]" },
	{ "cuts", 0, CLI_TEXT, offsetof(struct values, cuts), "whole|random|every|N", NULL,
	  "chunks of a response: uncut, random, single bytes, or cut at byte N "
	  "[whole]" },
	{ "jobs", 'j', CLI_COUNT, offsetof(struct values, jobs), "N", NULL,
	  "worker threads; output keeps the order of the input [1]" },
	{ "format", 0, CLI_WORD, offsetof(struct values, format), NULL,
	  "text|tap|junit|github|gitlab|jsonl",
	  "text for people, TAP 14, JUnit XML, GitHub annotations, JSON Lines with every event "
	  "[text]" },
	{ "filter", 0, CLI_TEXT, offsetof(struct values, filter), "GLOB", NULL,
	  "only files whose name (or path) matches" },
	{ "matrix", 0, CLI_TEXT, offsetof(struct values, matrix), "CELL", NULL,
	  "scenarios: only this cell, as form=http-status" },
	{ "tag", 0, CLI_TEXT, offsetof(struct values, tag), "TAG", NULL,
	  "only scenarios with this tag" },
	{ "plugin", 0, CLI_TEXTS, offsetof(struct values, plugins), "FILE.so", NULL,
	  "load your reconcilers (relist/scenario.h); may be repeated" },
	{ "shard", 0, CLI_TEXT, offsetof(struct values, shard), "I/N", NULL,
	  "every N-th file from the I-th (from 1); JOB_COMPLETION_INDEX selects with /N, and with "
	  "3,7/N one of these [all]" },
	{ "output", 'o', CLI_TEXT, offsetof(struct values, output), "FILE|URL", NULL,
	  "file for the report, or http(s) URL that receives it by PUT; {part} becomes the part's "
	  "number [standard output]" },
	{ "fail-fast", 0, CLI_FLAG, offsetof(struct values, fail_fast), NULL, NULL,
	  "stop after the first file that does not pass" },
	{ "update", 0, CLI_FLAG, offsetof(struct values, update), NULL, NULL,
	  "rewrite expectations that do not hold, in the file, then run; external: "
	  "use a correct subject" },
	{ "list", 0, CLI_FLAG, offsetof(struct values, list), NULL, NULL,
	  "print the files and run nothing" },
	{ "html", 0, CLI_TEXT, offsetof(struct values, html), "DIR", NULL,
	  "write a page to step through for each failure into DIR; external: for "
	  "each run" },
	{ "color", 0, CLI_WORD, offsetof(struct values, color), NULL, "auto|always|never",
	  "text: colours; auto: on a terminal without NO_COLOR [auto]" },
	{ "quiet", 'q', CLI_FLAG, offsetof(struct values, quiet), NULL, NULL,
	  "text: print failures only" },
};

const struct cli__command cli__run_command = {
	.name = "run",
	.operands = "PATH...",
	.summary = "Run scenarios (*.yaml) and traces (*.jsonl), or all below a folder, and "
		   "compare what the informer does.",
	.details = "Exit status: 0 all passed, 1 an expectation failed, 2 bad input or "
		   "usage,\n"
		   "3 did not settle, 4 an invariant broke, 5 the machine failed; the "
		   "greatest of them.\n"
		   "^C skips the rest and reports the finished runs: 130, if all of them "
		   "passed.",
	.options = options,
	.option_count = ARRAY_LEN(options),
	.needs = "PATH",
};

static bool set_cuts(const struct values *v, struct runner__run_options *run)
{
	static const struct {
		const char *word;
		enum runner__cuts cuts;
	} words[] = {
		{ "whole", RUNNER_CUTS_WHOLE },
		{ "random", RUNNER_CUTS_RANDOM },
		{ "every", RUNNER_CUTS_EVERY },
	};
	uint64_t at;

	run->cuts_text = v->cuts;
	for (size_t i = 0; i < ARRAY_LEN(words); i++) {
		if (strcmp(v->cuts, words[i].word) == 0) {
			run->cuts = words[i].cuts;
			return true;
		}
	}
	run->cuts = RUNNER_CUTS_AT;
	if (!number_parse(str_of(v->cuts), SIZE_MAX, &at) || !at)
		return false;
	run->cut_at = (size_t)at;
	return true;
}

static bool set_parts(const struct values *v, struct runner__run_options *run, FILE *err)
{
	if (!set_cuts(v, run)) {
		fprintf(err,
			"relist run: --cuts is \"%s\", must be whole, random, every or a number\n",
			v->cuts);
		return false;
	}
	return cli__read_shard("run", v->shard, &run->shard, &run->shards, err);
}

static enum runner__format format_of(const char *word)
{
	static const struct {
		const char *word;
		enum runner__format format;
	} formats[] = {
		{ "text", RUNNER_FORMAT_TEXT },	    { "tap", RUNNER_FORMAT_TAP },
		{ "junit", RUNNER_FORMAT_JUNIT },   { "jsonl", RUNNER_FORMAT_JSONL },
		{ "github", RUNNER_FORMAT_GITHUB }, { "gitlab", RUNNER_FORMAT_GITLAB },
	};

	for (size_t i = 0; i < ARRAY_LEN(formats); i++)
		if (strcmp(formats[i].word, word) == 0)
			return formats[i].format;
	return RUNNER_FORMAT_TEXT;
}

/* https://no-color.org: any value except the empty one. */
static bool wants_color(const char *option, FILE *out)
{
	const char *no_color = getenv("NO_COLOR"), *term = getenv("TERM");

	if (strcmp(option, "auto") != 0)
		return strcmp(option, "always") == 0;
	return out && isatty(fileno(out)) && !(no_color && no_color[0]) &&
	       !(term && strcmp(term, "dumb") == 0);
}

static const struct values defaults = { .world = "sim",
					.format = "text",
					.cuts = "whole",
					.color = "auto",
					.linger = LINGER_S,
					.seed = NO_SEED,
					.seeds = 1,
					.repeat = 1,
					.jobs = 1 };

/* Options that select files, cells, seeds or the output: a rerun of one failure needs none of
 * them. */
static const char not_again[] = "seed|seeds|repeat|jobs|format|filter|matrix|tag|shard|fail-fast|"
				"update|list|quiet|color|html|output";

static bool fits_world(const struct values *v, bool sim, bool external, FILE *err)
{
	const struct {
		bool wrong;
		const char *what;
	} rules[] = {
		{ !CLI_NATIVE && !sim, "this world " CLI_NEEDS_NATIVE },
		{ v->update && !sim && !external, "--update needs --world sim, or external" },
		{ external && !v->subject, "--world external needs --subject" },
		{ v->subject && !external, "--subject needs --world external" },
		{ v->html && !sim && !external, "--html needs --world sim, or external" },
		{ v->tls && !external, "--tls needs --world external" },
		{ strcmp(v->cuts, "whole") != 0 && !sim, "--cuts needs --world sim" },
		{ v->choices && !sim, "--choices needs --world sim" },
	};

	for (size_t i = 0; i < ARRAY_LEN(rules); i++) {
		if (rules[i].wrong) {
			fprintf(err, "relist run: %s\n", rules[i].what);
			return false;
		}
	}
	return true;
}

/* Reads the cell, the seed and the picks of a stored run. Returns the exit status. */
static int repeat_choices(const struct values *v, struct cli__choices *choices,
			  struct runner__run_options *run, FILE *err)
{
	struct relist_err why = { 0 };

	if (!v->choices)
		return 0;
	if (cli__choices_read(v->choices, choices, &why)) {
		fprintf(err, "relist run: --choices: %s\n", why.msg);
		return why.code == RELIST_ENOMEM ? 5 : 2;
	}
	run->choices = v->choices;
	run->picks = choices->picks;
	run->pick_count = choices->count;
	run->interleave = choices->interleave;
	run->seed = choices->seed;
	run->own_seeds = false;
	if (!run->matrix && choices->cell.len)
		run->matrix = choices->cell.ptr;
	return 0;
}

static int64_t linger_ns(const struct values *v)
{
	return (v->linger < LINGER_MAX_S ? (int64_t)v->linger : LINGER_MAX_S) * NS_PER_S;
}

static int run(void *values, const struct cli__operands *paths, FILE *out, FILE *err)
{
	const struct values *v = values;
	AUTO_STRBUF again = STRBUF_INIT;
	AUTO_STRBUF job = STRBUF_INIT;
	bool sim = strcmp(v->world, "sim") == 0, external = strcmp(v->world, "external") == 0;
	struct scn__subject subject = { .command = v->subject,
					.seconds = 600,
					.tls = v->tls,
					.interrupted = cli__interrupted,
					.patience_ns = (int64_t)v->patience * NS_PER_S,
					.linger_ns = linger_ns(v) };
	struct relist_plugins plugins = { 0 };
	struct cli__choices choices = { .cell = STRBUF_INIT, .seed = 1 };
	struct cli__output to;
	int status;
	struct runner__run_options opt = {
		.paths = paths->items,
		.path_count = paths->len,
		.world = sim	    ? &runner__world_sim
			 : external ? &runner__world_external
				    : &runner__world_tcp,
		.driver = sim	     ? &world__driver_sim
			  : external ? &runner__driver_external
				     : &runner__driver_tcp,
		.plugins = &plugins,
		.subject = external ? &subject : NULL,
		.seed = v->seed == NO_SEED ? 1 : v->seed,
		.own_seeds = v->seed == NO_SEED,
		.seeds = v->seeds,
		.repeat = v->repeat,
		.jobs = v->jobs < 256 ? (unsigned)v->jobs : 256,
		.format = format_of(v->format),
		.filter = v->filter,
		.matrix = v->matrix,
		.tag = v->tag,
		.fail_fast = v->fail_fast,
		.list = v->list,
		.quiet = v->quiet,
		.update = v->update,
		.html = v->html,
		.color = wants_color(v->color, v->output ? NULL : out),
		.progress = isatty(fileno(err)),
		.interrupted = cli__interrupted,
	};

	if (!fits_world(v, sim, external, err) || !set_parts(v, &opt, err))
		return 2;
	cli__again(&cli__run_command, v, &defaults, not_again, &again);
	opt.options_text = again.ptr;
	cli__add_job(&job);
	opt.job = job.ptr;
	status = repeat_choices(v, &choices, &opt, err);
	if (!status && !cli__output_open(&to, "run", v->output, opt.shard, opt.shards, out, err))
		status = 2;
	if (status) {
		cli__choices_fini(&choices);
		return status;
	}
	cli__interrupt_take();
	status = cli__load_plugins(&cli__run_command, &v->plugins, &plugins, err)
		     ? runner__run(&opt, to.to, err)
		     : 2;
	cli__interrupt_give_back();
	status = cli__output_close(&to, status, cli__interrupted(), err);
	runner__plugins_unload(&plugins);
	cli__choices_fini(&choices);
	return status;
}

int cmd_run(int argc, char **argv, FILE *out, FILE *err)
{
	struct values v = defaults;

	return cli__run(&cli__run_command, argc, argv, &v, run, out, err);
}
