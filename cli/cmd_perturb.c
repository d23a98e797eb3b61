/* SPDX-License-Identifier: Apache-2.0 */
/* cmd_perturb.c - relist perturb: finds unsuspected bugs of a controller from outside. */
#include <errno.h>
#include <unistd.h>

#include "base/clock.h"
#include "cli/cli.h"
#include "cli/interrupt.h"
#include "cli/parts.h"
#include "fakeapi/posix/manifests.h"
#include "runner/perturb/first.h"
#include "runner/perturb/posix/search.h"
#include "runner/posix/beside.h"
#include "runner/rewrite/fmt.h"

enum {
	LATE_MAX_S = 3600,
	HOLD_MAX_S = 3600,
	JOBS_MAX = 256,
	JOBS_EACH = 2, /* for each CPU */
	JOBS_EACH_MOST = 6,
};

struct values {
	const char *exec, *budget, *only, *shard, *format, *output, *roles, *requests, *folder,
	    *html, *resume;
	uint64_t plans, pairs, references, jobs, limit, late, hold;
	bool list, quiet, init, tls;
	struct cli__texts families, manifests, crds;
};

static const struct values defaults = { .budget = "3m",
					.plans = 30,
					.references = 3,
					.limit = 20,
					.late = 12,
					.hold = 12,
					.format = "text",
					.roles = "all" };

static const struct cli__option options[] = {
	{ "exec", 'x', CLI_ONCE, offsetof(struct values, exec), "CMD", NULL,
	  "the program under test, for /bin/sh; KUBECONFIG in its environment says where the "
	  "server is" },
	{ "load", 'f', CLI_TEXTS, offsetof(struct values, manifests), "FILE|DIR", NULL,
	  "manifests that are there before the start: definitions, storage classes; may be given "
	  "several times" },
	{ "init", 0, CLI_FLAG, offsetof(struct values, init), NULL, NULL,
	  "write a first story for the types of --crds into STORY.yaml, and end" },
	{ "crds", 0, CLI_TEXTS, offsetof(struct values, crds), "FILE|DIR", NULL,
	  "with --init: definitions of custom types, and samples of their objects; may be given "
	  "several times" },
	{ "family", 0, CLI_TEXTS, offsetof(struct values, families), "NAME", NULL,
	  "crash, refused, unobserved, stale, held, wire, lease, drift, spec; may be given several "
	  "times "
	  "[all but drift and spec]" },
	{ "budget", 0, CLI_TEXT, offsetof(struct values, budget), "TIME", NULL,
	  "no plan is begun later than that; 0: no end [3m]" },
	{ "plans", 'n', CLI_NUMBER, offsetof(struct values, plans), "N", NULL,
	  "the first N plans, the likeliest first; 0: all [30]" },
	{ "pairs", 0, CLI_NUMBER, offsetof(struct values, pairs), "N", NULL,
	  "then N pairs of plans that pass alone: one at a step, one at a write in it [0]" },
	{ "only", 0, CLI_TEXT, offsetof(struct values, only), "PLAN", NULL,
	  "this plan alone, as the report names it: stale:1" },
	{ "jobs", 'j', CLI_COUNT, offsetof(struct values, jobs), "N", NULL,
	  "so many programs at a time; a program with a fixed port needs 1 [for each CPU two, up "
	  "to "
	  "six if the program mostly waits]" },
	{ "shard", 0, CLI_TEXT, offsetof(struct values, shard), "I/N", NULL,
	  "part I of N of the plans; JOB_COMPLETION_INDEX selects with /N, and with 3,7/N one of "
	  "these [all]" },
	{ "references", 0, CLI_COUNT, offsetof(struct values, references), "N", NULL,
	  "undisturbed runs, 2 to 16 [3]" },
	{ "patience", 0, CLI_COUNT, offsetof(struct values, limit), "SECONDS", NULL,
	  "without rest for so long it does not settle [20]" },
	{ "late", 0, CLI_NUMBER, offsetof(struct values, late), "SECONDS", NULL,
	  "undisturbed runs wait so long after a step for a requeue that writes again; 0: not at "
	  "all [12]" },
	{ "hold", 0, CLI_COUNT, offsetof(struct values, hold), "SECONDS", NULL,
	  "a program does not see for so long what it created (family held) [12]" },
	{ "roles", 0, CLI_WORD, offsetof(struct values, roles), NULL, "all|unready|none",
	  "stand-ins: StatefulSets get pods and claims, pods get ready, claims bind, Deployments "
	  "are available, Jobs complete, load balancers get an address; unready: of these nothing "
	  "gets ready, for programs that then connect to their pods [all]" },
	{ "tls", 0, CLI_FLAG, offsetof(struct values, tls), NULL, NULL,
	  "serve HTTPS with HTTP/2, and a token in the kubeconfig: a client that uses them gets "
	  "plans of wire for them" },
	{ "format", 0, CLI_WORD, offsetof(struct values, format), NULL, "text|json|junit|jsonl",
	  "of the report; jsonl: lines for relist report, which merges parts [text]" },
	{ "output", 'o', CLI_TEXT, offsetof(struct values, output), "FILE|URL", NULL,
	  "file for the report, or http(s) URL that receives it by PUT; {part} becomes the part's "
	  "number [standard output]" },
	{ "out", 0, CLI_TEXT, offsetof(struct values, folder), "DIR", NULL,
	  "write a scenario for each group of failures into DIR, for `relist run --world "
	  "external`, "
	  "and run it once" },
	{ "html", 0, CLI_TEXT, offsetof(struct values, html), "DIR", NULL,
	  "with --out: write a page to step through for each of these runs into DIR" },
	{ "resume", 0, CLI_TEXT, offsetof(struct values, resume), "FILE", NULL,
	  "write each plan's result into FILE, and do not try those again that FILE has; for the "
	  "same program, story and options" },
	{ "requests", 0, CLI_TEXT, offsetof(struct values, requests), "FILE", NULL,
	  "write the requests of the first undisturbed run, with --only those of the disturbed "
	  "one" },
	{ "list", 'l', CLI_FLAG, offsetof(struct values, list), NULL, NULL,
	  "print the plans and do not try them" },
	{ "quiet", 'q', CLI_FLAG, offsetof(struct values, quiet), NULL, NULL,
	  "no progress, only the report" },
};

const struct cli__command cli__perturb_command = {
	.name = "perturb",
	.operands = "STORY.yaml",
	.summary =
	    "Find bugs in a controller from outside: live a story undisturbed, then with one "
	    "disturbance at a time, and compare.",
	.details =
	    "The story is a scenario that says what users do: create, update, delete. The program "
	    "is "
	    "an\nordinary controller that finds its server by KUBECONFIG. Nothing has to be "
	    "expected: "
	    "what\ncounts is what differs from the undisturbed runs. See docs/perturb.md.\n\n"
	    "Exit status: 0 no failure; 1 failures; 2 bad input or usage, or the story cannot be "
	    "judged; 5 the\nmachine failed; 130 interrupted without a failure.",
	.options = options,
	.option_count = ARRAY_LEN(options),
	.needs = "STORY.yaml",
};

static bool choose_families(const struct values *v, bool *families, FILE *err)
{
	static const bool usual[] = {
#define X(name, word, on, what) [PERTURB_##name] = on,
		PERTURB_FAMILIES(X)
#undef X
	};

	for (int f = 0; f < PERTURB_FAMILY_COUNT; f++)
		families[f] = !v->families.len && usual[f];
	for (size_t i = 0; i < v->families.len; i++) {
		enum perturb__family f;

		if (!perturb__family_parse(str_of(v->families.items[i]), &f)) {
			fprintf(err,
				"relist perturb: --family is \"%s\", must be crash, refused, "
				"unobserved, stale, held, wire, lease, drift or spec\n",
				v->families.items[i]);
			return false;
		}
		families[f] = true;
	}
	return true;
}

static bool read_values(const struct values *v, struct perturb__options *opt, FILE *err)
{
	if (!choose_families(v, opt->families, err))
		return false;
	if (!v->exec) {
		fputs("relist perturb: --exec CMD says which program is tried\n", err);
		return false;
	}
	if (strcmp(v->budget, "0") != 0 &&
	    (duration_parse(str_of(v->budget), &opt->budget_ns, NULL) || opt->budget_ns <= 0)) {
		fprintf(err, "relist perturb: --budget is \"%s\", must be a duration as 3m, or 0\n",
			v->budget);
		return false;
	}
	if (v->references < 2 || v->references > PERTURB_REFERENCES_MAX) {
		fprintf(err, "relist perturb: --references is %llu, must be 2 to %d\n",
			(unsigned long long)v->references, PERTURB_REFERENCES_MAX);
		return false;
	}
	if (v->html && !v->folder) {
		fputs("relist perturb: --html needs --out\n", err);
		return false;
	}
	if (v->late > LATE_MAX_S) {
		fprintf(err, "relist perturb: --late is %llu, must be 0 to %d seconds\n",
			(unsigned long long)v->late, LATE_MAX_S);
		return false;
	}
	if (v->hold > HOLD_MAX_S) {
		fprintf(err, "relist perturb: --hold is %llu, must be 1 to %d seconds\n",
			(unsigned long long)v->hold, HOLD_MAX_S);
		return false;
	}
	return cli__read_shard("perturb", v->shard, &opt->shard, &opt->shards, err);
}

static struct scn__scenario *load(const char *path, struct strbuf *text, FILE *err, int *status)
{
	AUTO_STRBUF report = STRBUF_INIT;
	struct scn__errors errors = { 0 };
	struct scn__scenario *s;
	struct relist_err why;

	*status = 2;
	if (runner__read_file(path, SCN_FILE_BYTES_MAX, text, &why)) {
		fprintf(err, "relist perturb: %s\n", why.msg);
		return NULL;
	}
	s = runner__scenario_load(path, strbuf_str(text), &errors);
	if (!s && errors.failed) {
		fputs("relist: out of memory\n", err);
		*status = 5;
	}
	scn__errors_print(&errors, str_of(path), &report);
	if (!s)
		fputs(report.ptr, err);
	scn__errors_fini(&errors);
	return s;
}

static int write_report(const struct values *v, const struct perturb__options *opt,
			const struct perturb__outcome *o, FILE *out, FILE *err)
{
	AUTO_STRBUF text = STRBUF_INIT;

	perturb__report(opt, o,
			strcmp(v->format, "json") == 0	  ? PERTURB_JSON
			: strcmp(v->format, "junit") == 0 ? PERTURB_JUNIT
			: strcmp(v->format, "jsonl") == 0 ? PERTURB_JSONL
							  : PERTURB_TEXT,
			&text);
	if (text.failed) {
		fputs("relist: out of memory\n", err);
		return 5;
	}
	return fwrite(text.ptr, 1, text.len, out) == text.len ? 0 : 5;
}

static int search(const struct values *v, struct perturb__options *opt, FILE *out, FILE *err)
{
	struct perturb__outcome o;
	struct relist_err why = { 0 };
	struct cli__output to;
	int code, status;

	if (v->requests) {
		opt->requests = fopen(v->requests, "w");
		if (!opt->requests) {
			fprintf(err, "relist perturb: %s: %s\n", v->requests, strerror(errno));
			return 2;
		}
	}
	if (!cli__output_open(&to, "perturb", v->output, opt->shard, opt->shards, out, err)) {
		if (opt->requests)
			(void)fclose(opt->requests);
		return 2;
	}
	cli__interrupt_take();
	code = perturb__search(opt, &o, &why);
	cli__interrupt_give_back();
	if (opt->requests)
		(void)fclose(opt->requests);
	if (code && !o.refused[0]) {
		fprintf(err, "relist perturb: %s\n", why.code ? why.msg : "out of memory");
		status = code == RELIST_EINVAL ? 2 : 5;
	} else {
		status = write_report(v, opt, &o, to.to, err);
		if (!status)
			status = o.refused[0] ? 2 : o.group_count ? 1 : o.interrupted ? 130 : 0;
	}
	status = cli__output_close(&to, status, o.interrupted, err);
	perturb__outcome_fini(&o);
	return status;
}

/* The number of jobs without --jobs: a try mostly waits. */
static void choose_jobs(uint64_t given, struct perturb__options *opt)
{
	long n = sysconf(_SC_NPROCESSORS_ONLN);

	opt->jobs = opt->jobs_most = given < JOBS_MAX ? (unsigned)given : JOBS_MAX;
	if (given)
		return;
	opt->jobs = n > 0 ? JOBS_EACH * (unsigned)n : JOBS_EACH;
	opt->jobs_most = JOBS_EACH_MOST / JOBS_EACH * opt->jobs;
}

static int try_story(const struct values *v, const char *path, FILE *out, FILE *err)
{
	AUTO_STRBUF text = STRBUF_INIT;
	AUTO_STRBUF again = STRBUF_INIT;
	AUTO_STRBUF job = STRBUF_INIT;
	struct relist_err why = { 0 };
	struct perturb__options opt = {
		.setup = { .manifests = v->manifests.items,
			   .manifest_count = v->manifests.len,
			   .command = v->exec,
			   .roles = strcmp(v->roles, "all") == 0       ? PERTURB_ROLES_ALL
				    : strcmp(v->roles, "unready") == 0 ? PERTURB_ROLES_UNREADY
								       : PERTURB_ROLES_NONE,
			   .tls = v->tls,
			   .limit_ns = (int64_t)v->limit * NS_PER_S,
			   .hold_ns = (int64_t)v->hold * NS_PER_S,
			   .interrupted = cli__interrupted },
		.only = v->only,
		.plans_max = (uint32_t)(v->plans < 100000 ? v->plans : 100000),
		.pairs = (uint32_t)(v->pairs < 100000 ? v->pairs : 100000),
		.references = (uint32_t)v->references,
		.late_ns = (int64_t)v->late * NS_PER_S,
		.list = v->list,
		.quiet = v->quiet,
		.err = err,
		.out = v->folder,
		.html = v->html,
		.resume = v->resume,
	};
	struct scn__scenario *s;
	int status;

	choose_jobs(v->jobs, &opt);
	if (!read_values(v, &opt, err))
		return 2;
	s = load(path, &text, err, &status);
	if (!s)
		return status;
	opt.setup.cell = &s->cells[0];
	strbuf_addz(&again, "relist perturb");
	cli__again(
	    &cli__perturb_command, v, &defaults,
	    "only|output|out|html|init|crds|requests|list|quiet|plans|pairs|budget|shard|jobs|"
	    "format|resume",
	    &again);
	strbuf_addc(&again, ' ');
	strbuf_add_shell(&again, str_of(path));
	opt.again = again.ptr;
	cli__add_job(&job);
	opt.job = job.ptr;
	opt.story = strbuf_str(&text);
	status = 2;
	if (s->cell_count > 1)
		fprintf(err, "relist perturb: %s: a story has no matrix\n", path);
	else if (perturb__story_check(opt.setup.cell, &why))
		fprintf(err, "relist perturb: %s:%u:%u: %s\n", path, why.line, why.column, why.msg);
	else
		status = search(v, &opt, out, err);
	scn__scenario_free(s);
	return status;
}

/* Never overwrites an existing story. */
static int write_first(const struct values *v, const char *path, FILE *out, FILE *err)
{
	struct perturb__first first = { 0 };
	struct scn__errors errors = { 0 };
	AUTO_STRBUF raw = STRBUF_INIT;
	AUTO_STRBUF text = STRBUF_INIT;
	struct relist_err why = { 0 };
	int code = 0;

	if (access(path, F_OK) == 0) {
		fprintf(err, "relist perturb: %s is there already\n", path);
		return 2;
	}
	for (size_t i = 0; !code && i < v->crds.len; i++)
		code = fakeapi__manifests_path(v->crds.items[i], perturb__first_add, &first, &why);
	if (!code)
		code = perturb__first_story(&first, &raw, &why);
	perturb__first_fini(&first);
	if (!code && scn__fmt(strbuf_str(&raw), &text, &errors))
		code = relist_err_set(&why, RELIST_EINVAL, "the definitions make no story");
	scn__errors_fini(&errors);
	if (!code)
		code = runner__replace_file(path, strbuf_str(&text), &why);
	if (code) {
		fprintf(err, "relist perturb: %s\n", why.code ? why.msg : "out of memory");
		return code == RELIST_ENOMEM || code == RELIST_EIO ? 5 : 2;
	}
	fprintf(out, "%s is a first story. Look at it, then run:\n  relist perturb", path);
	for (size_t i = 0; i < v->crds.len; i++) {
		AUTO_STRBUF word = STRBUF_INIT;

		strbuf_add_shell(&word, str_of(v->crds.items[i]));
		fprintf(out, " --load %s", word.ptr);
	}
	strbuf_clear(&text);
	strbuf_add_shell(&text, str_of(v->exec ? v->exec : "CMD"));
	strbuf_addz(&text, " ");
	strbuf_add_shell(&text, str_of(path));
	fprintf(out, " --exec %s\n", text.ptr);
	return 0;
}

static int run(void *values, const struct cli__operands *paths, FILE *out, FILE *err)
{
	if (paths->len != 1) {
		fputs("relist perturb: one story at a time\n", err);
		return 2;
	}
	if (((const struct values *)values)->init)
		return write_first(values, paths->items[0], out, err);
	return try_story(values, paths->items[0], out, err);
}

int cmd_perturb(int argc, char **argv, FILE *out, FILE *err)
{
	struct values v = defaults;

	return cli__run(&cli__perturb_command, argc, argv, &v, run, out, err);
}
