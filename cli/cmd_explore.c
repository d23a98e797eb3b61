/* SPDX-License-Identifier: Apache-2.0 */
/* cmd_explore.c - relist explore: runs a scenario in every order, or in many. */
#include <stdatomic.h>

#include "base/alloc.h"
#include "cli/cli.h"
#include "cli/interrupt.h"
#include "cli/parts.h"
#include "runner/explore/explore.h"
#include "runner/posix/beside.h"
#include "runner/posix/jobs.h"
#include "runner/posix/plugin_load.h"

enum { JOBS_MAX = 64, REPORT_BYTES_MAX = 256 << 20 };

struct values {
	const char *matrix, *shard, *format, *out, *report;
	uint64_t seeds, seed, depth, jobs, runs;
	bool exhaustive, all, interleave;
	struct cli__texts plugins;
};

static const struct cli__option options[] = {
	{ "exhaustive", 0, CLI_FLAG, offsetof(struct values, exhaustive), NULL, NULL,
	  "every order of the simulator's steps, depth first" },
	{ "interleave", 0, CLI_FLAG, offsetof(struct values, interleave), NULL, NULL,
	  "the scenario's steps come between any two of the simulator's" },
	{ "depth", 0, CLI_COUNT, offsetof(struct values, depth), "N", NULL,
	  "exhaustive: all of the first N choices only; then the first alternative [all]" },
	{ "max-runs", 0, CLI_COUNT, offsetof(struct values, runs), "N", NULL,
	  "exhaustive: stop after this many orders of a cell (and job) [no limit]" },
	{ "all", 0, CLI_FLAG, offsetof(struct values, all), NULL, NULL,
	  "exhaustive: skip neither commuting steps nor known states" },
	{ "seeds", 0, CLI_COUNT, offsetof(struct values, seeds), "N", NULL,
	  "the number of seeds instead [100]" },
	{ "seed", 0, CLI_COUNT, offsetof(struct values, seed), "N", NULL, "the first [1]" },
	{ "matrix", 0, CLI_TEXT, offsetof(struct values, matrix), "CELL", NULL,
	  "only this cell, as form=http-status" },
	{ "jobs", 'j', CLI_COUNT, offsetof(struct values, jobs), "N", NULL, "worker threads [1]" },
	{ "shard", 0, CLI_TEXT, offsetof(struct values, shard), "I/N", NULL,
	  "the I-th of N parts (from 1) of the work; JOB_COMPLETION_INDEX selects with /N, and "
	  "with "
	  "3,7/N one of these [all]" },
	{ "format", 0, CLI_WORD, offsetof(struct values, format), NULL, "text|jsonl",
	  "text, or JSON Lines [text]" },
	{ "report", 0, CLI_TEXT, offsetof(struct values, report), "FILE|URL", NULL,
	  "file for the report, or http(s) URL that receives it by PUT; {part} becomes the part's "
	  "number [standard output]" },
	{ "output", 'o', CLI_TEXT, offsetof(struct values, out), "FILE", NULL,
	  "file for the choices of the first failure, for relist run --choices "
	  "[SCENARIO.choices]" },
	{ "plugin", 0, CLI_TEXTS, offsetof(struct values, plugins), "FILE.so", NULL,
	  "load reconcilers, as relist run does; may be repeated" },
};

const struct cli__command cli__explore_command = {
	.name = "explore",
	.operands = "FILE...",
	.summary = "Run scenarios in every order of the simulator's steps, or with many "
		   "seeds, and write the minimized choices of the first failure.",
	.details =
	    "A cell of the matrix that is to pass must pass in every order; one that is to fail, "
	    "in one.\n\nSteps of the scenario come at once where nothing waits between them. With\n"
	    "--interleave whatever changes the server, the informers or their handlers comes at "
	    "any\n"
	    "moment up to the next step that waits (expect, settle, advance, snapshot); `look` "
	    "steps\n"
	    "see what another thread of the program would.\n\n^C prints the results so far.\n\n"
	    "Exit status: as relist run; 3 when it was interrupted before a failure was found.",
	.options = options,
	.option_count = ARRAY_LEN(options),
	.needs = "FILE",
};

struct part {
	struct explore__options opt;
	struct explore__result result;
	int code;
};

struct job {
	const struct values *v;
	const struct relist_plugins *plugins;
	uint64_t shard, shards;
	const struct scn__cell *cell;
	struct part parts[JOBS_MAX];
	size_t cells; /* number of cells printed so far */
	size_t part_count;
	int status;
	FILE *out, *err;
};

static void work(void *user, size_t i)
{
	struct job *j = user;

	j->parts[i].code = explore__cell(j->cell, &j->parts[i].opt, &j->parts[i].result);
}

static bool done(void *user, size_t i)
{
	(void)user;
	(void)i;
	return true;
}

struct sum {
	uint64_t runs, pruned, failures, left;
	double orders, progress;
	bool complete;
	const struct explore__result *first;
};

/* A signal sets the flag, all threads read it. */
static bool is_interrupted(void *user)
{
	(void)user;
	return cli__interrupted();
}

static void write_choices(struct job *j, const char *path, const struct explore__result *r)
{
	AUTO_STRBUF text = STRBUF_INIT, file = STRBUF_INIT;
	const char *slash = strrchr(path, '/');
	struct relist_err why;

	if (j->v->out)
		strbuf_addz(&file, j->v->out);
	else
		strbuf_addf(&file, "%s.choices", slash ? slash + 1 : path);
	strbuf_addf(&text, "relist-choices 1\nfile %s\n", path);
	if (j->cell->name.len)
		strbuf_addf(&text, "cell " STR_FMT "\n", STR_ARG(j->cell->name));
	strbuf_addf(&text, "seed %llu\n", (unsigned long long)r->first.seed);
	if (j->v->interleave)
		strbuf_addz(&text, "interleave\n");
	if (r->first.what[0])
		strbuf_addf(&text, "what %s\n", r->first.what);
	strbuf_addz(&text, "picks");
	for (size_t i = 0; i < r->pick_count; i++)
		strbuf_addf(&text, " %u", r->picks[i]);
	strbuf_addc(&text, '\n');
	if (text.failed || file.failed || runner__replace_file(file.ptr, strbuf_str(&text), &why)) {
		fprintf(j->err, "relist explore: %s\n",
			text.failed || file.failed ? "out of memory" : why.msg);
		j->status = 5;
	} else if (strcmp(j->v->format, "text") == 0) {
		fprintf(j->out, "  again: relist run --choices %s %s\n", file.ptr, path);
	}
}

/* Prints an integer while it is exact. */
static void add_orders(struct strbuf *out, double orders)
{
	if (orders < 1e15)
		strbuf_addf(out, "%.0f", orders);
	else
		strbuf_addf(out, "%.2e", orders);
}

static void describe(const struct job *j, const struct sum *s, struct strbuf *out)
{
	const unsigned long long runs = s->runs, pruned = s->pruned;

	if (!j->v->exhaustive) {
		strbuf_addf(out, "%llu seeds", runs);
		if (!s->complete)
			strbuf_addf(out, " of %llu", (unsigned long long)j->v->seeds);
		return;
	}
	if (s->orders > 0) {
		add_orders(out, s->orders);
		strbuf_addf(out, " order%s, all there are, in ", s->orders > 1 ? "s" : "");
	}
	strbuf_addf(out, "%llu run%s", runs, runs == 1 ? "" : "s");
	if (pruned)
		strbuf_addf(out, " and %llu left where one had been", pruned);
	if (!s->complete)
		strbuf_addf(out, "; at least %llu are to come, %.3g %% done",
			    (unsigned long long)s->left, 100 * s->progress);
	else if (j->v->depth)
		strbuf_addf(out, ": all to depth %llu", (unsigned long long)j->v->depth);
	else if (s->orders <= 0)
		strbuf_addz(out, j->shards ? ": all of this part" : ": all there are");
}

static void print_text(const struct job *j, const struct sum *s, bool ok)
{
	const struct scn__cell *c = j->cell;
	AUTO_STRBUF text = STRBUF_INIT;

	describe(j, s, &text);
	fprintf(j->out, "%s " STR_FMT, ok ? "ok  " : "FAIL", STR_ARG(c->scenario->name));
	if (c->name.len)
		fprintf(j->out, " [" STR_FMT "]", STR_ARG(c->name));
	fprintf(j->out, ": " STR_FMT "; %llu %s\n", STR_ARG(strbuf_str(&text)),
		(unsigned long long)s->failures,
		c->outcome.kind == SCN_PASSES ? "failed" : "failed as they are to");
	if (!ok && s->first)
		fprintf(j->out, "  %s\n", s->first->first.what);
}

static void print_jsonl(const struct job *j, const char *path, const struct sum *s, bool ok,
			int status)
{
	AUTO_STRBUF line = STRBUF_INIT;

	strbuf_addz(&line, "{\"explore\":{\"version\":1,\"file\":");
	strbuf_add_json(&line, str_of(path));
	strbuf_addz(&line, ",\"name\":");
	strbuf_add_json(&line, j->cell->scenario->name);
	strbuf_addz(&line, ",\"cell\":");
	strbuf_add_json(&line, j->cell->name);
	strbuf_addf(&line, ",\"mode\":\"%s%s\",\"seed\":%llu,\"depth\":%llu",
		    j->v->exhaustive ? j->v->all ? "all" : "exhaustive" : "seeds",
		    j->v->interleave ? "-interleaved" : "",
		    (unsigned long long)(j->v->exhaustive ? 0 : j->v->seed),
		    (unsigned long long)j->v->depth);
	strbuf_addf(&line,
		    ",\"shard\":%llu,\"shards\":%llu,\"runs\":%llu,\"pruned\":%llu,\"orders\":",
		    (unsigned long long)(j->shards ? j->shard + 1 : 1),
		    (unsigned long long)(j->shards ? j->shards : 1), (unsigned long long)s->runs,
		    (unsigned long long)s->pruned);
	if (s->orders > 0)
		add_orders(&line, s->orders);
	else
		strbuf_addz(&line, "null");
	strbuf_addf(&line,
		    ",\"complete\":%s,\"left\":%llu,\"progress\":%.6f,\"failures\":%llu,"
		    "\"wanted\":%s,\"ok\":%s,\"status\":%d,\"line\":%u,\"what\":",
		    s->complete ? "true" : "false", (unsigned long long)s->left, s->progress,
		    (unsigned long long)s->failures,
		    j->cell->outcome.kind == SCN_PASSES ? "false" : "true", ok ? "true" : "false",
		    status, s->first ? s->first->first.line : 0);
	strbuf_add_json(&line, str_of(s->first ? s->first->first.what : ""));
	strbuf_addz(&line, "}}\n");
	fputs(line.ptr, j->out);
	fflush(j->out); /* keeps the results if the machine fails */
}

/* The reported part does not depend on which thread found a failure first. */
static void explore_cell(struct job *j, const char *path)
{
	struct runner__jobs jobs = { .count = j->part_count,
				     .threads = (unsigned)j->part_count,
				     .work = work,
				     .done = done,
				     .user = j };
	struct scn__run_options run = { .plugins = j->plugins };
	struct sum sum = { .complete = true, .progress = 0 };
	uint64_t shards = j->shards ? j->shards : 1;
	const char *why_not = "out of memory";
	struct relist_err why;
	bool ok, wanted = j->cell->outcome.kind != SCN_PASSES;
	int status = 0;

	for (size_t i = 0; i < j->part_count; i++) {
		explore__result_init(&j->parts[i].result);
		j->parts[i].opt = (struct explore__options) { .run = &run,
							      .exhaustive = j->v->exhaustive,
							      .depth = j->v->depth,
							      .all = j->v->all,
							      .interleave = j->v->interleave,
							      .seeds = j->v->seeds,
							      .seed = j->v->seed,
							      .shard = j->shard + i * shards,
							      .shards = shards * j->part_count > 1
									    ? shards * j->part_count
									    : 0,
							      .runs_max = j->v->runs,
							      .stop = is_interrupted };
	}
	if (runner__jobs_run(&jobs, &why))
		j->parts[0].code = RELIST_ENOMEM;
	for (size_t i = 0; i < j->part_count; i++) {
		const struct explore__result *r = &j->parts[i].result;

		sum.runs += r->runs;
		sum.pruned += r->pruned;
		sum.failures += r->failures;
		sum.complete &= r->complete;
		sum.left += r->left;
		sum.orders += r->orders;
		sum.progress += (r->complete ? 1 : r->progress) / (double)j->part_count;
		if (r->failures && !sum.first)
			sum.first = r;
		if (j->parts[i].code) {
			status = 5;
			why_not = j->parts[i].code == RELIST_ENOMEM ? why_not : r->error;
		}
	}
	ok = wanted ? sum.failures > 0 || j->shards : !sum.failures;
	if (!ok && !status)
		status = sum.first ? runner__verdict_status(sum.first->first.verdict) : 1;
	if (!status && cli__interrupted())
		status = 3;
	if (status == 5)
		fprintf(j->err, "relist: %s\n", why_not);
	else if (strcmp(j->v->format, "jsonl") == 0 && ++j->cells)
		print_jsonl(j, path, &sum, ok, status);
	else
		print_text(j, &sum, ok);
	j->status = status > j->status ? status : j->status;
	if (sum.first && !wanted && status != 5)
		write_choices(j, path, sum.first);
	for (size_t i = 0; i < j->part_count; i++)
		explore__result_fini(&j->parts[i].result);
}

static void explore_file(struct job *j, const char *path)
{
	AUTO_STRBUF text = STRBUF_INIT, report = STRBUF_INIT;
	struct scn__errors errors = { 0 };
	struct scn__scenario *s = NULL;
	struct relist_err why = { 0 };
	bool any = false;

	if (runner__read_file(path, SCN_FILE_BYTES_MAX, &text, &why)) {
		fprintf(j->err, "relist explore: %s\n", why.msg);
		j->status = why.code == RELIST_ENOMEM ? 5 : 2 > j->status ? 2 : j->status;
		return;
	}
	s = runner__scenario_load(path, strbuf_str(&text), &errors);
	if (!s) {
		scn__errors_print(&errors, str_of(path), &report);
		fputs(errors.failed ? "relist: out of memory\n" : report.ptr, j->err);
		j->status = errors.failed ? 5 : 2 > j->status ? 2 : j->status;
	}
	for (size_t i = 0; s && i < s->cell_count && j->status < 5 && !cli__interrupted(); i++) {
		if (j->v->matrix && !str_eqz(s->cells[i].name, j->v->matrix))
			continue;
		any = true;
		j->cell = &s->cells[i];
		explore_cell(j, path);
	}
	if (s && !any) {
		fprintf(j->err, "relist explore: %s has no matrix cell %s\n", path, j->v->matrix);
		j->status = 2 > j->status ? 2 : j->status;
	}
	scn__errors_fini(&errors);
	scn__scenario_free(s);
}

static void print_end(const struct job *j)
{
	AUTO_STRBUF job = STRBUF_INIT;

	cli__add_job(&job);
	fprintf(j->out,
		"{\"explored\":{\"version\":1,\"cells\":%zu,\"shard\":%llu,"
		"\"shards\":%llu%s,\"status\":%d}}\n",
		j->cells, (unsigned long long)(j->shards ? j->shard + 1 : 1),
		(unsigned long long)(j->shards ? j->shards : 1), job.ptr, j->status);
}

static int explore(void *values, const struct cli__operands *paths, FILE *out, FILE *err)
{
	const struct values *v = values;
	struct job *j = base__calloc(1, sizeof(*j));
	struct relist_plugins plugins = { 0 };
	struct runner__paths files = { 0 };
	struct cli__output to;
	int status = 2;

	if (!j) {
		fputs("relist: out of memory\n", err);
		return 5;
	}
	j->v = v;
	j->plugins = &plugins;
	j->err = err;
	j->part_count = v->jobs < JOBS_MAX ? (size_t)v->jobs : JOBS_MAX;
	if (!cli__read_shard("explore", v->shard, &j->shard, &j->shards, err) ||
	    !cli__load_plugins(&cli__explore_command, &v->plugins, &plugins, err) ||
	    !cli__output_open(&to, "explore", v->report, j->shard, j->shards, out, err))
		goto out;
	j->out = to.to;
	j->status = cli__find_paths(&cli__explore_command, paths, ".yaml", &files, err);
	cli__interrupt_take();
	for (size_t i = 0; i < files.len && j->status < 5 && !cli__interrupted(); i++)
		explore_file(j, files.items[i]);
	cli__interrupt_give_back();
	if (strcmp(v->format, "jsonl") == 0 && !cli__interrupted() && j->status < 5)
		print_end(j);
	if (cli__interrupted())
		fprintf(err, "relist explore: interrupted%s\n",
			j->status == 3 ? ": the results are incomplete" : "");
	status = cli__output_close(&to, j->status, cli__interrupted() || j->status == 5, err);
out:
	runner__paths_fini(&files);
	runner__plugins_unload(&plugins);
	base__free(j);
	return status;
}

int cmd_explore(int argc, char **argv, FILE *out, FILE *err)
{
	struct values v = { .seeds = 100, .seed = 1, .jobs = 1, .format = "text" };

	return cli__run(&cli__explore_command, argc, argv, &v, explore, out, err);
}
