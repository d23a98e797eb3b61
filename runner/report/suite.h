/* SPDX-License-Identifier: Apache-2.0 */
/* suite.h - the results of a suite as one page: Markdown for the summary of a CI job, HTML.
 *
 *   merged results -> folders of rows, a row for each cell of a file -> page
 *
 * A row is flaky if some of its runs passed and another did not: with another seed, in another
 * order, or in a repetition of an external program.
 *
 * Who may call: cli. Threads: none, no locks. */
#ifndef RUNNER_REPORT_SUITE_H
#define RUNNER_REPORT_SUITE_H

#include "runner/report/merge.h"

enum {
	SUITE_MARKDOWN_MAX = 900 << 10, /* GitHub rejects job summaries of more than 1 MiB */
	SUITE_FAILURE_MAX = 20000,	/* bytes of one failure's text; longer ones are cut */
};

/* `lacking`: the error of runner__merge_check(), or "". A suite with missing parts, or without a
 * result, never looks passed. Returns false if out of memory. */
bool runner__suite_markdown(const struct runner__merge *m, const char *lacking, struct strbuf *out);
/* `path`: the future location of the page, for links to the pages of failures. Failures have
 * pictures if runner__merge_draw() was called. */
bool runner__suite_html(const struct runner__merge *m, const char *lacking, const char *path,
			struct strbuf *out);

#endif
