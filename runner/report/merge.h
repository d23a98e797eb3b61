/* SPDX-License-Identifier: Apache-2.0 */
/* merge.h - merges the JSON Lines outputs of `relist run --format jsonl` and `relist explore
 * --format jsonl`, one for each part of the work (--shard), into one report.
 *
 * A cell that was explored in parts is one case; missing and duplicate parts are reported. A
 * truncated file is an error: its last line states the number of results.
 *
 * Who may call: cli. Threads: none, no locks. */
#ifndef RUNNER_REPORT_MERGE_H
#define RUNNER_REPORT_MERGE_H

#include "runner/report/report.h"

enum { RUNNER_MERGE_LINE_MAX = 16 << 20, RUNNER_MERGE_SHARDS_MAX = 65536 };

struct runner__merge;

/* Returns NULL if out of memory. */
struct runner__merge *runner__merge_new(void);
void runner__merge_free(struct runner__merge *m);
/* Draws the events of runs that did not pass from now on, for runner__suite_html(). */
void runner__merge_draw(struct runner__merge *m);
/* Begins a file; `path` is borrowed until the merge is freed. */
int runner__merge_file(struct runner__merge *m, const char *path, struct relist_err *err);
/* Adds the file's next line, without the newline. RELIST_EPARSE with "path:line: ...";
 * RELIST_ENOMEM. */
int runner__merge_line(struct runner__merge *m, struct str line, struct relist_err *err);
/* Ends the file. RELIST_EPARSE if it is incomplete. */
int runner__merge_file_end(struct runner__merge *m, struct relist_err *err);
/* Checks that all parts are present. RELIST_EINVAL names the missing ones; a report is possible
 * nevertheless. */
int runner__merge_check(const struct runner__merge *m, struct relist_err *err);
/* Brings results of relist run into the order of a run of the whole work. RELIST_ENOMEM. */
int runner__merge_sort(struct runner__merge *m);
/* Appends the command that makes a job of the missing parts, if a job made the others. */
void runner__merge_job(const struct runner__merge *m, struct strbuf *out);
/* Returns the exit status of a run of the whole work; 5: out of memory. */
int runner__merge_report(const struct runner__merge *m, enum runner__format format,
			 struct strbuf *out);

#endif
