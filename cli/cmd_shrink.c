/* SPDX-License-Identifier: Apache-2.0 */
/* cmd_shrink.c - relist shrink: makes a failing scenario small. */
#include <gnutls/crypto.h>
#include <gnutls/gnutls.h>
#include <math.h>
#include <unistd.h>

#include "base/posix/clock.h"
#include "cli/cli.h"
#include "cli/interrupt.h"
#include "runner/posix/driver_external.h"
#include "runner/tcp/posix/driver_tcp.h"
#include "runner/posix/beside.h"
#include "runner/posix/jobs.h"
#include "runner/posix/plugin_load.h"
#include "runner/shrink/shrink.h"

#define NO_SEED UINT64_MAX

enum { WRITE_EVERY_NS = 1000000000, SHOW_EVERY_NS = 100000000, SUBJECTS = 4, JOBS_MAX = 64 };

struct values {
	const char *out, *fail_on, *matrix, *budget, *world, *subject, *control;
	uint64_t seed, repeat, patience, jobs;
	bool quiet, tls;
	struct cli__texts plugins;
};

static const struct cli__option options[] = {
	{ "output", 'o', CLI_TEXT, offsetof(struct values, out), "FILE", NULL,
	  "output file, written every second with the best result so far; after ^C "
	  "the same command continues from it [standard output]" },
	{ "fail-on", 0, CLI_TEXT, offsetof(struct values, fail_on), "ORACLE|EXPECTATION", NULL,
	  "where it must fail: an oracle, `never`, a section of an expect "
	  "(handlers, cache), a handler, a label, or `unsettled` [as the first "
	  "failing run]" },
	{ "matrix", 0, CLI_TEXT, offsetof(struct values, matrix), "CELL", NULL,
	  "this cell, as form=http-status [the first that fails]" },
	{ "seed", 0, CLI_NUMBER, offsetof(struct values, seed), "N", NULL,
	  "a seed with which it fails; kept in the file unless 1 fails too [the "
	  "scenario's, or 1]" },
	{ "budget", 0, CLI_TEXT, offsetof(struct values, budget), "TIME", NULL,
	  "time limit, after which the best result counts; 0: none [60s]" },
	{ "world", 0, CLI_WORD, offsetof(struct values, world), NULL, "sim|tcp|external",
	  "as relist run [sim, or external with --subject]" },
	{ "subject", 0, CLI_ONCE, offsetof(struct values, subject), "CMD", NULL,
	  "the program that fails, as relist run --world external" },
	{ "control", 0, CLI_ONCE, offsetof(struct values, control), "CMD", NULL,
	  "external: a correct program (such as an older version) with which the "
	  "result must pass [our own informer, if it passes]" },
	{ "patience", 0, CLI_COUNT, offsetof(struct values, patience), "SECONDS", NULL,
	  "external: how long to wait for the program [the scenario's, or 45]" },
	{ "tls", 0, CLI_FLAG, offsetof(struct values, tls), NULL, NULL,
	  "external: HTTPS; clients need the kubeconfig's token" },
	{ "repeat", 0, CLI_COUNT, offsetof(struct values, repeat), "N", NULL,
	  "for intermittent failures: N runs before a candidate counts as passing, "
	  "and N at the end for the failure rate [subjects: estimated by the first "
	  "runs; else 1]" },
	{ "jobs", 'j', CLI_COUNT, offsetof(struct values, jobs), "N", NULL,
	  "candidates that run at a time; the result is the same [4 with --subject, or 1]" },
	{ "plugin", 0, CLI_TEXTS, offsetof(struct values, plugins), "FILE.so", NULL,
	  "load reconcilers, as relist run does; may be repeated" },
	{ "quiet", 'q', CLI_FLAG, offsetof(struct values, quiet), NULL, NULL, "print errors only" },
};

const struct cli__command cli__shrink_command = {
	.name = "shrink",
	.operands = "FILE",
	.summary = "Minimize a failing scenario while it still fails in the same way: "
		   "remove steps, objects, fields, informers and values, and reduce times "
		   "and numbers.",
	.details =
	    "The same way: at the same oracle or in the same section of the same expect, while the "
	    "control\nstill passes: a cell of the matrix that does, the same cell without its "
	    "`without`, or --control or our own\ninformer in place of --subject. The result has "
	    "the hash of "
	    "where it comes from in its refs.\n\n"
	    "Exit status: 0 nothing more can go; 1 the time was over or it was interrupted, the "
	    "best so far is\nwritten; 2 bad input or usage, or it does not fail so; 5 the machine "
	    "failed.",
	.options = options,
	.option_count = ARRAY_LEN(options),
	.needs = "FILE",
};

struct job {
	const struct values *v;
	const char *path;
	int64_t start_ns, until_ns, shown_ns, written_ns;
	bool progress;
	int status; /* exit status of a failed write */
	FILE *err;
};

/* Reserves at most half of the time for the last runs; a negative reserve is more time. */
static bool go_on(void *user, int64_t reserve_ns)
{
	const struct job *j = user;
	int64_t half = (j->until_ns - j->start_ns) / 2;
	int64_t reserve = reserve_ns < half ? reserve_ns : half;

	return !cli__interrupted() &&
	       (!j->until_ns || clock_monotonic_ns() + reserve < j->until_ns);
}

static void show(void *user, const struct shrink__progress *p)
{
	struct job *j = user;
	int64_t now = clock_monotonic_ns();

	if (!j->progress || now - j->shown_ns < SHOW_EVERY_NS)
		return;
	j->shown_ns = now;
	fprintf(j->err, "\r\033[K%zu steps, %zu bytes; %llu tried", p->steps, p->bytes,
		(unsigned long long)p->tried);
	(void)fflush(j->err);
}

static bool spread(void *user, unsigned threads, const struct shrink__work *work)
{
	const struct runner__jobs jobs = { .count = work->count,
					   .threads = threads,
					   .work = work->work,
					   .done = work->done,
					   .user = work->user };

	(void)user;
	return runner__jobs_run(&jobs, NULL) == 0;
}

static void write_file(struct job *j, struct str text)
{
	struct relist_err why;

	if (runner__replace_file(j->v->out, text, &why) == 0)
		return;
	fprintf(j->err, "relist shrink: %s\n", why.msg);
	j->status = 5;
}

static void keep(void *user, struct str text)
{
	struct job *j = user;

	j->written_ns = clock_monotonic_ns();
	write_file(j, text);
}

static bool wants_keeping(void *user)
{
	const struct job *j = user;

	return j->v->out && clock_monotonic_ns() - j->written_ns >= WRITE_EVERY_NS;
}

/* Returns 0, or a GnuTLS error code. */
static int hash(struct str text, struct strbuf *out)
{
	unsigned char digest[32];
	int code = gnutls_hash_fast(GNUTLS_DIG_SHA256, text.ptr, text.len, digest);

	if (code)
		return code;
	strbuf_addz(out, "sha256-");
	for (size_t i = 0; i < sizeof(digest); i++)
		strbuf_addf(out, "%02x", digest[i]);
	return out->failed ? GNUTLS_E_MEMORY_ERROR : 0;
}

/* Continues with the output of an earlier run if that came from the same file. */
static void resume_from(struct job *j, struct str origin, struct strbuf *text)
{
	AUTO_STRBUF before = STRBUF_INIT;
	struct relist_err why;

	if (!j->v->out || access(j->v->out, F_OK) != 0 ||
	    runner__read_file(j->v->out, SCN_FILE_BYTES_MAX, &before, &why) ||
	    !strstr(before.ptr, origin.ptr))
		return;
	strbuf_clear(text);
	strbuf_adds(text, strbuf_str(&before));
	if (!j->v->quiet)
		fprintf(j->err, "relist shrink: going on from %s\n", j->v->out);
}

/* Wilson's lower bound at 95%: the least share of further runs that would fail. */
static double at_least(unsigned hits, unsigned runs)
{
	double n = runs, p = hits / n, z = 1.959964, z2 = z * z;

	return (p + z2 / (2 * n) - z * sqrt(p * (1 - p) / n + z2 / (4 * n * n))) / (1 + z2 / n);
}

static const char *stopped(void)
{
	return cli__interrupted() ? "interrupted" : "the time is over";
}

static void print_time(const struct job *j, const struct shrink__result *r)
{
	AUTO_STRBUF text = STRBUF_INIT;

	shrink__time_text(r, j->until_ns ? clock_monotonic_ns() - j->until_ns : 0, &text);
	if (text.len && !text.failed)
		fputs(text.ptr, j->err);
}

static void summary(const struct job *j, const struct shrink__result *r)
{
	static const char *const controls[] = {
		[SHRINK_NO_CONTROL] = "none: nothing passes that it could be compared with",
		[SHRINK_CELL] = "the cell of the matrix that passes",
		[SHRINK_MENDED] = "passes with all fixes",
		[SHRINK_OURS] = "passes with our own informer",
		[SHRINK_OTHER] = "passes with the program that was given",
	};

	if (j->progress)
		fputs("\r\033[K", j->err);
	if (j->v->quiet)
		return;
	fprintf(j->err, "relist shrink: %s: %zu -> %zu steps, %zu -> %zu bytes, %llu runs\n",
		j->path, r->steps_before, r->steps_after, r->bytes_before, r->bytes_after,
		(unsigned long long)r->tried);
	fprintf(j->err, "fails at: %s%s%s%s\n", r->failure.ptr, r->cell.len ? " [" : "",
		r->cell.ptr, r->cell.len ? "]" : "");
	fprintf(j->err, "control: %s\n", controls[r->control]);
	if (r->hits < r->probes)
		fprintf(
		    j->err,
		    "it failed in %u of the first %u runs: a candidate was run up to %u times\n",
		    r->hits, r->probes, r->tries);
	if (r->alone)
		fputs("one candidate at a time: programs that run at a time do otherwise than one "
		      "alone (a fixed port?)\n",
		      j->err);
	if (r->taken_back)
		fprintf(j->err, "%zu change%s taken back: it passed at times with them\n",
			r->taken_back, r->taken_back == 1 ? "" : "s");
	if (r->repeat == 1 && !r->again)
		fputs("again: it has passed in the last run: it fails only at times (--repeat), or "
		      "is slow\n",
		      j->err);
	if (r->repeat > 1)
		fprintf(j->err,
			"again: %u of the last %u runs failed in the same way (at least %.0f%% of "
			"all, at 95%% "
			"confidence)\n",
			r->again, r->repeat, 100 * at_least(r->again, r->repeat));
	print_time(j, r);
	if (!r->complete)
		fprintf(j->err, "not done: %s; %s\n", stopped(),
			j->v->out ? "the same command goes on from here" : "use -o to go on later");
}

static int print_error(const struct job *j, int code, const struct scn__errors *errors,
		       const struct relist_err *why)
{
	AUTO_STRBUF report = STRBUF_INIT;

	if (code == RELIST_EPARSE && errors->len) {
		scn__errors_print(errors, str_of(j->path), &report);
		fputs(report.ptr, j->err);
	} else {
		fprintf(j->err, "relist shrink: %s", j->path);
		if (code == RELIST_ECLOSED)
			fprintf(j->err, ": %s", stopped());
		if (why->line)
			fprintf(j->err, ":%u:%u", why->line, why->column);
		fprintf(j->err, ": %s\n", why->msg);
	}
	return code == RELIST_ENOMEM ? 5 : code == RELIST_ECLOSED ? 1 : 2;
}

static unsigned jobs_of(const struct values *v)
{
	if (!v->jobs)
		return v->subject ? SUBJECTS : 1;
	return v->jobs < JOBS_MAX ? (unsigned)v->jobs : JOBS_MAX;
}

static int shrink(struct job *j, const struct scn__run_options *run, struct str text,
		  struct str origin, FILE *out)
{
	struct scn__subject control = run->subject ? *run->subject : (struct scn__subject) { 0 };
	const struct scn__files files = { runner__read_beside, j->path };
	struct shrink__options opt = { .path = str_of(j->path),
				       .text = text,
				       .files = &files,
				       .origin = origin,
				       .fail_on = j->v->fail_on,
				       .cell = j->v->matrix,
				       .run = run,
				       .own_seed = j->v->seed == NO_SEED,
				       .repeat =
					   j->v->repeat < 10000 ? (unsigned)j->v->repeat : 10000,
				       .beside = jobs_of(j->v),
				       .spread = spread,
				       .go_on = go_on,
				       .better = keep,
				       .wants_better = wants_keeping,
				       .progress = show,
				       .user = j };
	struct shrink__result result;
	struct scn__errors errors = { 0 };
	struct relist_err why = { 0 };
	int code;

	control.command = j->v->control;
	opt.control = j->v->control ? &control : NULL;
	shrink__result_init(&result);
	code = shrink__run(&opt, &result, &errors, &why);
	if (code) {
		j->status = print_error(j, code, &errors, &why);
	} else {
		if (j->v->out)
			write_file(j, strbuf_str(&result.text));
		else
			fwrite(result.text.ptr, 1, result.text.len, out);
		summary(j, &result);
		if (!j->status && !result.complete)
			j->status = 1;
	}
	scn__errors_fini(&errors);
	shrink__result_fini(&result);
	return j->status;
}

static int run_here(struct job *j, const struct scn__run_options *run, FILE *out)
{
	AUTO_STRBUF text = STRBUF_INIT, origin = STRBUF_INIT;
	struct relist_err why;
	int status, code;

	if (runner__read_file(j->path, SCN_FILE_BYTES_MAX, &text, &why)) {
		fprintf(j->err, "relist shrink: %s\n", why.msg);
		return 2;
	}
	code = hash(strbuf_str(&text), &origin);
	if (code) {
		fprintf(j->err, "relist shrink: SHA-256 of %s: %s\n", j->path,
			code == GNUTLS_E_MEMORY_ERROR ? "out of memory" : gnutls_strerror(code));
		return 5;
	}
	resume_from(j, strbuf_str(&origin), &text);
	cli__interrupt_take();
	status = shrink(j, run, strbuf_str(&text), strbuf_str(&origin), out);
	cli__interrupt_give_back();
	return status;
}

static int run(void *values, const struct cli__operands *paths, FILE *out, FILE *err)
{
	const struct values *v = values;
	const char *world = v->world ? v->world : v->subject ? "external" : "sim";
	bool external = strcmp(world, "external") == 0;
	struct scn__subject subject = { .command = v->subject,
					.seconds = 600,
					.tls = v->tls,
					.interrupted = cli__interrupted,
					.patience_ns = (int64_t)v->patience * NS_PER_S };
	struct relist_plugins plugins = { 0 };
	struct scn__run_options opt = { .driver = external ? &runner__driver_external
						  : strcmp(world, "tcp") == 0 ? &runner__driver_tcp
									      : NULL,
					.seed = v->seed == NO_SEED ? 1 : v->seed,
					.plugins = &plugins,
					.subject = external ? &subject : NULL };
	struct job j = { .v = v,
			 .path = paths->items[0],
			 .err = err,
			 .progress = !v->quiet && isatty(fileno(err)),
			 .start_ns = clock_monotonic_ns() };
	int64_t budget = 0;
	int status;

	if (paths->len != 1) {
		fputs("relist shrink: one file at a time\n", err);
		return 2;
	}
	if (!CLI_NATIVE && strcmp(world, "sim") != 0) {
		fputs("relist shrink: this world " CLI_NEEDS_NATIVE "\n", err);
		return 2;
	}
	if (external != (v->subject != NULL)) {
		fputs(external ? "relist shrink: --world external needs --subject\n"
			       : "relist shrink: --subject needs --world external\n",
		      err);
		return 2;
	}
	if (v->control && !external) {
		fputs("relist shrink: --control needs --subject\n", err);
		return 2;
	}
	if (strcmp(v->budget, "0") != 0 &&
	    (duration_parse(str_of(v->budget), &budget, NULL) || budget <= 0)) {
		fprintf(err, "relist shrink: --budget is \"%s\", must be a duration as 60s, or 0\n",
			v->budget);
		return 2;
	}
	j.until_ns = budget ? j.start_ns + budget : 0;
	j.written_ns = j.start_ns;
	status = cli__load_plugins(&cli__shrink_command, &v->plugins, &plugins, err)
		     ? run_here(&j, &opt, out)
		     : 2;
	runner__plugins_unload(&plugins);
	return status;
}

int cmd_shrink(int argc, char **argv, FILE *out, FILE *err)
{
	struct values v = { .seed = NO_SEED, .budget = "60s" };

	return cli__run(&cli__shrink_command, argc, argv, &v, run, out, err);
}
