/* SPDX-License-Identifier: Apache-2.0 */
/* cmd_conform.c - relist conform: compares informers of any language in the same situations. */
#include <errno.h>
#include <signal.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "cli/cli.h"
#include "cli/installed.h"
#include "cli/shipped.h"
#include "cli/interrupt.h"
#include "runner/posix/conform.h"

struct values {
	const char *html, *json, *markdown, *only, *baseline, *date;
	uint64_t jobs, patience;
	bool quiet, tls, ascii;
	struct cli__texts subjects;
	struct conform__subject *parsed;
};

static const struct cli__option options[] = {
	{ "subject", 0, CLI_TEXTS, offsetof(struct values, subjects), "NAME=CMD", NULL,
	  "an informer to test: a shell command that follows the subject contract; "
	  "may be repeated" },
	{ "only", 0, CLI_TEXT, offsetof(struct values, only), "ROWS", NULL,
	  "only these situations: 3,5b,H* [all]" },
	{ "jobs", 'j', CLI_COUNT, offsetof(struct values, jobs), "N", NULL,
	  "runs at a time; they mostly wait [4]" },
	{ "patience", 0, CLI_COUNT, offsetof(struct values, patience), "SECONDS", NULL,
	  "how long to wait until a subject has seen everything [the situation's, "
	  "or 45]" },
	{ "tls", 0, CLI_FLAG, offsetof(struct values, tls), NULL, NULL,
	  "HTTPS; clients need the kubeconfig's token" },
	{ "html", 0, CLI_TEXT, offsetof(struct values, html), "FILE", NULL,
	  "write the matrix as one HTML page" },
	{ "json", 0, CLI_TEXT, offsetof(struct values, json), "FILE", NULL,
	  "write all results as JSON" },
	{ "markdown", 0, CLI_TEXT, offsetof(struct values, markdown), "FILE", NULL,
	  "write the matrix as Markdown" },
	{ "baseline", 0, CLI_TEXT, offsetof(struct values, baseline), "FILE", NULL,
	  "an earlier --json: status 1 if a sign differs" },
	{ "date", 0, CLI_TEXT, offsetof(struct values, date), "DATE", NULL,
	  "for the reports [today]" },
	{ "ascii", 0, CLI_FLAG, offsetof(struct values, ascii), NULL, NULL,
	  "signs in ASCII: ok ~ LOST HOT DEAD -" },
	{ "quiet", 'q', CLI_FLAG, offsetof(struct values, quiet), NULL, NULL,
	  "no line for each finished run" },
};

const struct cli__command cli__conform_command = {
	.name = "conform",
	.operands = "[PATH...]",
	.summary = "Run situations (*.yaml; by default those of relist) against informers "
		   "of any language, and print a matrix of the results.",
	.details = "A subject gets KUBECONFIG and --resource --group --version "
		   "[--namespace] --seconds,\n"
		   "and prints JSON lines: docs/conformance.md.\n"
		   "Exit status: 0, 1 a sign differs from the baseline, 2 bad input or "
		   "usage, 5 the machine\n"
		   "failed, 130 interrupted: the results so far are written.",
	.options = options,
	.option_count = ARRAY_LEN(options),
};

/* Parses NAME=CMD and copies NAME. Returns false with one line to `err`. */
static bool read_subjects(struct values *v, FILE *err)
{
	v->parsed = base__calloc(v->subjects.len + 1, sizeof(*v->parsed));
	for (size_t i = 0; v->parsed && i < v->subjects.len; i++) {
		const char *text = v->subjects.items[i], *equals = strchr(text, '=');

		if (!equals || equals == text || !equals[1]) {
			fprintf(err, "relist conform: --subject is \"%s\", must be NAME=CMD\n",
				text);
			return false;
		}
		v->parsed[i].name = base__strndup(text, (size_t)(equals - text));
		v->parsed[i].command = equals + 1;
		if (!v->parsed[i].name)
			return false;
	}
	if (!v->subjects.len)
		fputs("relist conform: no --subject NAME=CMD given; see relist conform --help\n",
		      err);
	return v->parsed && v->subjects.len > 0;
}

/* The situations in the current folder, in the program's build tree, or installed with it; NULL:
 * none found. */
static const char *find_situations(char *buf, size_t cap)
{
	static const char here[] = "scenarios/conformance";

	return access(here, R_OK) == 0
		   ? here
		   : cli__installed("../../scenarios/conformance",
				    "../share/relist/scenarios/conformance", buf, cap);
}

/* Writes the built-in situations into a new folder. Returns 0, or 5 with a line to `err`. */
static int unpack_situations(struct cli__shipped *shipped, char *folder, size_t cap, FILE *err)
{
	const char *tmp = getenv("TMPDIR");
	struct relist_err why;
	size_t count;

	(void)snprintf(folder, cap, "%s/relist-situations-XXXXXX", tmp && *tmp ? tmp : "/tmp");
	if (!mkdtemp(folder)) {
		fprintf(err, "relist conform: %s: %s\n", folder, strerror(errno));
		folder[0] = 0;
		return 5;
	}
	if (cli__shipped_open(shipped, &why) ||
	    cli__shipped_copy(shipped, "conformance", folder, &count, &why)) {
		fprintf(err, "relist conform: %s\n", why.msg);
		return 5;
	}
	return 0;
}

static int conform(const struct values *v, const struct cli__operands *paths, FILE *out, FILE *err)
{
	char where[4096], folder[4096] = "";
	struct cli__shipped shipped = { .bytes = STRBUF_INIT };
	const char *own[] = { paths->len ? NULL : find_situations(where, sizeof(where)) };
	const struct conform__options opt = {
		.paths = paths->len ? paths->items : own,
		.path_count = paths->len ? paths->len : 1,
		.subjects = v->parsed,
		.subject_count = v->subjects.len,
		.only = v->only,
		.patience_ns = (int64_t)v->patience * NS_PER_S,
		.tls = v->tls,
		.jobs = v->jobs < 64 ? (unsigned)v->jobs : 64,
		.html = v->html,
		.json = v->json,
		.markdown = v->markdown,
		.baseline = v->baseline,
		.date = v->date,
		.ascii = v->ascii,
		.progress = !v->quiet,
		.interrupted = cli__interrupted,
	};
	int status = 0;

	if (!paths->len && !own[0]) {
		status = unpack_situations(&shipped, folder, sizeof(folder), err);
		(void)snprintf(where, sizeof(where), "%.4000s/conformance", folder);
		own[0] = where;
	}
	(void)signal(SIGPIPE, SIG_IGN);
	cli__interrupt_take();
	if (!status)
		status = runner__conform_run(&opt, out, err);
	cli__interrupt_give_back();
	if (folder[0])
		cli__shipped_remove(&shipped, "conformance", folder);
	cli__shipped_close(&shipped);
	return status;
}

static int run(void *values, const struct cli__operands *paths, FILE *out, FILE *err)
{
	struct values *v = values;
	int status = read_subjects(v, err) ? conform(v, paths, out, err) : 2;

	for (size_t i = 0; v->parsed && i < v->subjects.len; i++)
		base__free((void *)(uintptr_t)v->parsed[i].name);
	base__free(v->parsed);
	return status;
}

int cmd_conform(int argc, char **argv, FILE *out, FILE *err)
{
	struct values v = { .jobs = 4 };

	return cli__run(&cli__conform_command, argc, argv, &v, run, out, err);
}
