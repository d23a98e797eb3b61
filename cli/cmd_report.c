/* SPDX-License-Identifier: Apache-2.0 */
/* cmd_report.c - relist report: merges the results of several parts of the work. */
#include <errno.h>

#include "base/alloc.h"
#include "cli/cli.h"
#include "cli/report_perturb.h"
#include "runner/posix/files.h"
#include "runner/report/suite.h"

struct values {
	const char *format, *markdown, *html;
};

static const struct cli__option options[] = {
	{ "format", 0, CLI_WORD, offsetof(struct values, format), NULL,
	  "text|tap|jsonl|junit|json|github|gitlab",
	  "as relist run; of perturb: text, json, junit, jsonl [text]" },
	{ "html", 0, CLI_TEXT, offsetof(struct values, html), "FILE", NULL,
	  "write a page to FILE: counts, failures with pictures, flaky cases" },
	{ "markdown", 0, CLI_TEXT, offsetof(struct values, markdown), "FILE", NULL,
	  "write a page for the summary of a CI job to FILE; `-`: to standard "
	  "output instead of the report" },
};

const struct cli__command cli__report_command = {
	.name = "report",
	.operands = "FILE...",
	.summary = "Merge the JSON Lines of several shards (relist run, explore or perturb, "
		   "--shard, --format jsonl) into one report.",
	.details =
	    "A cell explored in parts is one case. A missing or duplicate part and a "
	    "truncated file\n"
	    "are errors; of missing parts of relist job the command for these is printed. `-` is\n"
	    "standard input.\n"
	    "\n"
	    "Exit status: as relist run; at least 2 if a part is missing.",
	.options = options,
	.option_count = ARRAY_LEN(options),
	.needs = "FILE",
};

static int read_lines(struct runner__merge *m, FILE *in, struct relist_err *err)
{
	AUTO_STRBUF line = STRBUF_INIT;
	char buf[65536];
	int code = 0;
	size_t n;

	while (!code && (n = fread(buf, 1, sizeof(buf), in)) > 0) {
		for (const char *p = buf, *end = buf + n; !code && p < end;) {
			const char *nl = memchr(p, '\n', (size_t)(end - p));

			strbuf_add(&line, p, (size_t)((nl ? nl : end) - p));
			p = nl ? nl + 1 : end;
			if (line.failed)
				return relist_err_set(err, RELIST_ENOMEM, "out of memory");
			if (!nl && line.len <= RUNNER_MERGE_LINE_MAX)
				continue;
			code = runner__merge_line(m, strbuf_str(&line), err);
			strbuf_clear(&line);
		}
	}
	if (!code && line.len)
		code = runner__merge_line(m, strbuf_str(&line), err);
	return code;
}

static int read_file(struct runner__merge *m, const char *path, struct relist_err *err)
{
	FILE *in = strcmp(path, "-") == 0 ? stdin : fopen(path, "r");
	int code;

	if (!in)
		return relist_err_set(err, RELIST_EIO, "%.200s: %s", path, strerror(errno));
	code = runner__merge_file(m, path, err);
	code = code ? code : read_lines(m, in, err);
	if (!code && ferror(in))
		code = relist_err_set(err, RELIST_EIO, "%.200s: %s", path, strerror(errno));
	code = code ? code : runner__merge_file_end(m, err);
	if (in != stdin)
		(void)fclose(in);
	return code;
}

static enum runner__format format_of(const char *word)
{
	static const char *const words[] = {
		[RUNNER_FORMAT_TEXT] = "text",	   [RUNNER_FORMAT_TAP] = "tap",
		[RUNNER_FORMAT_JSONL] = "jsonl",   [RUNNER_FORMAT_JUNIT] = "junit",
		[RUNNER_FORMAT_GITHUB] = "github", [RUNNER_FORMAT_GITLAB] = "gitlab",
	};

	for (size_t i = 0; i < ARRAY_LEN(words); i++)
		if (strcmp(word, words[i]) == 0)
			return (enum runner__format)i;
	return RUNNER_FORMAT_TEXT;
}

static bool is_stdout(const char *path)
{
	return path && strcmp(path, "-") == 0;
}

/* Writes a page to a file; `-` is standard output. Returns the exit status. */
static int write_page(const char *path, const struct strbuf *page, FILE *out, FILE *err)
{
	struct relist_err why = { 0 };

	if (page->failed) {
		fputs("relist report: out of memory\n", err);
		return 5;
	}
	if (is_stdout(path))
		return fwrite(page->ptr, 1, page->len, out) == page->len ? 0 : 5;
	if (!runner__replace_file(path, strbuf_str(page), &why))
		return 0;
	fprintf(err, "relist report: %s\n", why.msg);
	return 5;
}

/* Writes the report and the pages. Returns the exit status. */
static int write_all(const struct values *v, const struct runner__merge *m, const char *lacking,
		     FILE *out, FILE *err)
{
	AUTO_STRBUF text = STRBUF_INIT, markdown = STRBUF_INIT, html = STRBUF_INIT;
	int status = runner__merge_report(m, format_of(v->format), &text), wrote = 0;

	if (v->html) {
		if (!runner__suite_html(m, lacking, v->html, &html))
			html.failed = true;
		wrote = write_page(v->html, &html, out, err);
	}
	if (v->markdown) {
		if (!runner__suite_markdown(m, lacking, &markdown))
			markdown.failed = true;
		wrote |= write_page(v->markdown, &markdown, out, err);
	}
	if (text.failed)
		fputs("relist report: out of memory\n", err);
	else if (!is_stdout(v->markdown) && !is_stdout(v->html) &&
		 fwrite(text.ptr, 1, text.len, out) != text.len)
		status = 5;
	return wrote > status ? wrote : status;
}

/* Catches a glob after the option: its first match would be the page, which must not overwrite that
 * file. */
static bool check_page(const char *option, const char *path, FILE *err)
{
	size_t len = path ? strlen(path) : 0;

	if (len < 6 || strcmp(path + len - 6, ".jsonl") != 0)
		return true;
	fprintf(err, "relist report: %s %s: the page would replace a file of results\n", option,
		path);
	return false;
}

/* The command that makes a job of the missing parts. */
static void print_job(const struct runner__merge *m, FILE *err)
{
	AUTO_STRBUF command = STRBUF_INIT;

	runner__merge_job(m, &command);
	if (command.len)
		fprintf(err, "  again: %s | kubectl create -f -\n", command.ptr);
}

/* By the first line of the first file that has one. */
static bool is_of_perturb(const struct cli__operands *paths)
{
	static const char *const begins[] = { "{\"plan\":", "{\"perturbed\":" };
	char begin[16] = "";

	for (size_t i = 0; i < paths->len && !begin[0]; i++) {
		FILE *in = strcmp(paths->items[i], "-") == 0 ? NULL : fopen(paths->items[i], "r");

		if (in && !fgets(begin, sizeof(begin), in))
			begin[0] = 0;
		if (in)
			(void)fclose(in);
	}
	for (size_t i = 0; i < ARRAY_LEN(begins); i++)
		if (strncmp(begin, begins[i], strlen(begins[i])) == 0)
			return true;
	return false;
}

static int report(void *values, const struct cli__operands *paths, FILE *out, FILE *err)
{
	const struct values *v = values;
	struct runner__merge *m;
	struct relist_err why = { 0 };
	int code, status;

	if (!check_page("--markdown", v->markdown, err) || !check_page("--html", v->html, err))
		return 2;
	if (is_of_perturb(paths)) {
		if (!v->markdown && !v->html)
			return cli__report_perturb(paths, v->format, out, err);
		fputs("relist report: parts of relist perturb have no pages\n", err);
		return 2;
	}
	if (strcmp(v->format, "json") == 0) {
		fputs("relist report: --format json is for parts of relist perturb\n", err);
		return 2;
	}
	m = runner__merge_new();
	if (m && v->html)
		runner__merge_draw(m);
	code = m ? 0 : relist_err_set(&why, RELIST_ENOMEM, "out of memory");
	for (size_t i = 0; !code && i < paths->len; i++)
		code = read_file(m, paths->items[i], &why);
	if (!code && runner__merge_sort(m))
		code = relist_err_set(&why, RELIST_ENOMEM, "out of memory");
	if (!code) {
		code = runner__merge_check(m, &why);
		if (code == RELIST_EINVAL) {
			fprintf(err, "relist report: %s\n", why.msg);
			print_job(m, err);
			status = write_all(v, m, why.msg, out, err);
			runner__merge_free(m);
			return status < 2 ? 2 : status;
		}
	}
	if (code) {
		fprintf(err, "relist report: %s\n", why.msg);
		status = cli__status_of(&why);
	} else {
		status = write_all(v, m, "", out, err);
	}
	runner__merge_free(m);
	return status;
}

int cmd_report(int argc, char **argv, FILE *out, FILE *err)
{
	struct values v = { .format = "text" };

	return cli__run(&cli__report_command, argc, argv, &v, report, out, err);
}
