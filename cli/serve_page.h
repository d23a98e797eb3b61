/* SPDX-License-Identifier: Apache-2.0 */
/* serve_page.h - relist serve --exec CMD --html DIR: records the requests, the watch events, the
 * writes and the calls of the control API while CMD runs, for one page.
 *
 *   transport -> cli__recorder -> core, worker, state file
 *
 * Threads: any; one lock (rank RUNNER) guards the page. Exchanges are called without it, except
 * for reads of the control API within the process. */
#ifndef CLI_SERVE_PAGE_H
#define CLI_SERVE_PAGE_H

#include <stdio.h>

#include "base/lock.h"
#include "fakeapi/posix/fakeapi.h"
#include "runner/report/page.h"

struct cli__recorder {
	struct fakeapi__observer observer; /* must be first */
	struct lock lock;
	struct runner__page page GUARDED_BY(lock);
	struct trace_sink sink;
	int64_t start_ns GUARDED_BY(lock), last_ns GUARDED_BY(lock); /* 0: no request yet */
	uint32_t requests GUARDED_BY(lock);
	uint64_t changed GUARDED_BY(lock); /* resourceVersion of the newest noted write */
	uint64_t marked GUARDED_BY(lock);  /* number of the newest noted call */
};

void cli__recorder_init(struct cli__recorder *r);
void cli__recorder_fini(struct cli__recorder *r);
/* Notes the writes before the command starts: they are not part of its page. */
void cli__recorder_start(struct cli__recorder *r);
/* Writes DIR/index.html about the command, which ended with `status`. Returns 0, or 5 after an
 * error line to `err`. */
int cli__recorder_write(struct cli__recorder *r, const char *dir, char *const *command, int status,
			FILE *err);

#endif
