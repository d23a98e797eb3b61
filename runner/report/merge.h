/* SPDX-License-Identifier: Apache-2.0 */
/* merge.h - one report out of the JSON Lines of several: what `relist run --format jsonl` and
 * `relist explore --format jsonl` wrote, each about a part of the work (--shard).
 *
 * A cell that was explored in parts is one case; missing and double parts are reported. A file that
 * was cut short does not pass for a whole one: its last line has the number of all.
 *
 * Who may call: cli. Threads: none, no locks. */
#ifndef RUNNER_REPORT_MERGE_H
#define RUNNER_REPORT_MERGE_H

#include "runner/report/report.h"

enum { RUNNER_MERGE_LINE_MAX = 16 << 20, RUNNER_MERGE_SHARDS_MAX = 65536 };

struct runner__merge;

/* NULL: out of memory. */
struct runner__merge *runner__merge_new(void);
void runner__merge_free(struct runner__merge *m);
/* From here on the events of runs that did not pass are drawn, for runner__suite_html(). */
void runner__merge_draw(struct runner__merge *m);
/* A file begins; `path` is borrowed for as long as the merge lives. */
int runner__merge_file(struct runner__merge *m, const char *path, struct relist_err *err);
/* Its next line, without the newline. RELIST_EPARSE with "path:line: ..."; RELIST_ENOMEM. */
int runner__merge_line(struct runner__merge *m, struct str line, struct relist_err *err);
/* It has ended: RELIST_EPARSE if it is not whole. */
int runner__merge_file_end(struct runner__merge *m, struct relist_err *err);
/* Every part is there. RELIST_EINVAL names those that are not; the report is possible all the same.
 */
int runner__merge_check(const struct runner__merge *m, struct relist_err *err);
/* Returns the exit status that a run of the whole would have had; 5: out of memory. */
int runner__merge_report(const struct runner__merge *m, enum runner__format format,
			 struct strbuf *out);

#endif
