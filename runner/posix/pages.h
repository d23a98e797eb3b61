/* SPDX-License-Identifier: Apache-2.0 */
/* pages.h - a failure as a page to step through: the run once more in the simulator, where the same
 * seed is the same run. */
#ifndef RUNNER_POSIX_PAGES_H
#define RUNNER_POSIX_PAGES_H

#include "runner/engine/run.h"
#include "runner/trace/replay.h"

/* `dir` is made when it is not there. *file (initialised) becomes the page's path: that of the
 * scenario and its cell, with _ for what does not belong into a file's name. `opt` as for the run
 * that failed; its `show` is set here. RELIST_ENOMEM, or what writing the file ended with. Any
 * thread. */
int runner__page_of_cell(const char *dir, const char *path, const struct scn__cell *cell,
			 const struct scn__run_options *opt, struct strbuf *file,
			 struct relist_err *err);
int runner__page_of_trace(const char *dir, const struct runner__trace *t,
			  const struct runner__replay_options *opt, struct strbuf *file,
			  struct relist_err *err);

#endif
