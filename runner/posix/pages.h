/* SPDX-License-Identifier: Apache-2.0 */
/* pages.h - writes a run as an interactive page. A failure is repeated in the simulator, where the
 * same seed gives the same run. The page of an external program is filled during its run, which
 * cannot be repeated. */
#ifndef RUNNER_POSIX_PAGES_H
#define RUNNER_POSIX_PAGES_H

#include "runner/engine/run.h"
#include "runner/report/page.h"
#include "runner/report/story.h"
#include "runner/trace/replay.h"

/* A page that a run fills. */
struct runner__filling {
	struct runner__page page;
	struct scn__show show; /* for the run's options */
};

void runner__filling_init(struct runner__filling *f);
void runner__filling_fini(struct runner__filling *f);
/* Writes the page of a finished run; otherwise like runner__page_of_cell(). */
int runner__filling_write(struct runner__filling *f, const char *dir, const char *path,
			  const struct scn__cell *cell, const struct runner__result *result,
			  struct strbuf *file, struct relist_err *err);

/* Creates `dir` if missing. *file (initialised) becomes the page's path: that of the scenario and
 * its cell, with _ for characters that file names cannot have. `opt` as for the failed run; its
 * `show` is set here. RELIST_ENOMEM, or the error of writing the file. Any thread. */
int runner__page_of_cell(const char *dir, const char *path, const struct scn__cell *cell,
			 const struct scn__run_options *opt, struct strbuf *file,
			 struct relist_err *err);
int runner__page_of_trace(const char *dir, const struct runner__trace *t,
			  const struct runner__replay_options *opt, struct strbuf *file,
			  struct relist_err *err);

/* Writes the picture of a run as a file. */
struct runner__picture;
struct runner__page_head;
int runner__picture_write(const struct runner__picture *p, const struct runner__page_head *head,
			  const char *path, struct relist_err *err);

#endif
