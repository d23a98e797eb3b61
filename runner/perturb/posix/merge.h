/* SPDX-License-Identifier: Apache-2.0 */
/* merge.h - the JSON Lines of parts of a search (--shard), merged into one report.
 *
 * A line is a plan's result; the last one is about the part: its number, the counts, and digests of
 * all plans that the parts share. Each part makes its own undisturbed runs. */
#ifndef RUNNER_PERTURB_POSIX_MERGE_H
#define RUNNER_PERTURB_POSIX_MERGE_H

#include "runner/perturb/posix/search.h"

/* Appends the lines of a part. */
void perturb__lines_write(const struct perturb__options *opt, const struct perturb__outcome *o,
			  struct strbuf *out);

struct perturb__merge;

/* Returns NULL if out of memory. */
struct perturb__merge *perturb__merge_new(void);
void perturb__merge_free(struct perturb__merge *m);
/* Adds the lines of the file `path`, which is borrowed. RELIST_EPARSE with "path:line: ..." also if
 * the file is incomplete; RELIST_ENOMEM. */
int perturb__merge_file(struct perturb__merge *m, const char *path, struct str text,
			struct relist_err *err);
/* Call after the last file. RELIST_EINVAL names the missing parts, and those that could not judge
 * the story; a report is possible nevertheless. */
int perturb__merge_end(struct perturb__merge *m, struct relist_err *err);
/* Appends the command that makes a job of the missing parts, if a job made the others. */
void perturb__merge_job(const struct perturb__merge *m, struct strbuf *out);
/* Returns the exit status of the whole search; 5: out of memory. */
int perturb__merge_report(struct perturb__merge *m, enum perturb__format format,
			  struct strbuf *out);

#endif
