/* SPDX-License-Identifier: Apache-2.0 */
/* play.h - runs scenarios against informers and controllers in the host's language, like `relist
 * run --world external`, with the host's time and subjects.
 *
 * The host loads a file, starts one of its cells and calls relist_play_step() until the run has
 * ended: again after each request or line of a subject, and when relist_play_until() has passed.
 * After each step it calls relist_play_order() until it returns 0. Subjects send their requests to
 * relist_play_server(); the backend is the informer's number. */
#ifndef HOSTS_MODULE_PLAY_H
#define HOSTS_MODULE_PLAY_H

#include "hosts/module/module.h"

struct relist_scenario;
struct relist_play;

/* Returns NULL if the file is invalid; relist_out() has the errors, as printed by `relist
 * check`. */
EXPORT("relist_scenario_load")
struct relist_scenario *relist_scenario_load(const char *path, uint32_t path_len, const char *text,
					     uint32_t len);
EXPORT("relist_scenario_free") void relist_scenario_free(struct relist_scenario *scenario);
/* Returns the number of cells; relist_out() has a record of their names and, after each, why it
 * cannot run against external subjects ("": it can). */
EXPORT("relist_scenario_cells") uint32_t relist_scenario_cells(struct relist_scenario *scenario);

/* Begins a run. seed 0: the file's, or 1. patience_ns 0: the scenario's, or 45 s. The scenario must
 * outlive the run. Returns NULL if out of memory. */
EXPORT("relist_play_new")
struct relist_play *relist_play_new(struct relist_scenario *scenario, uint32_t cell, uint64_t seed,
				    int64_t now_ns, int64_t patience_ns);
EXPORT("relist_play_free") void relist_play_free(struct relist_play *play);
/* Continues until the scenario waits (1) or has ended (0). */
EXPORT("relist_play_step") int32_t relist_play_step(struct relist_play *play, int64_t now_ns);
EXPORT("relist_play_until") int64_t relist_play_until(const struct relist_play *play);
EXPORT("relist_play_server")
struct relist_server *relist_play_server(struct relist_play *play);

/* The next order to the host; 0: none. relist_out() has a record: the order and the informer's
 * number; for a start also group, version, resource and namespace, and the token or "".
 *
 *   start  run a subject for an informer
 *   stop   end it regularly; the host then calls relist_play_ended()
 *   kill   end it at once
 *   token  the token file's new content, in place of the group */
EXPORT("relist_play_order") int32_t relist_play_order(struct relist_play *play);
/* Passes a line of the subject contract (docs/conformance.md), without its newline. */
EXPORT("relist_play_line")
void relist_play_line(struct relist_play *play, uint32_t informer, int64_t now_ns, const char *line,
		      uint32_t len);
/* The subject has ended; `how` is for people ("returned an error: ..."). */
EXPORT("relist_play_ended")
void relist_play_ended(struct relist_play *play, uint32_t informer, const char *how, uint32_t len);

/* After the end: returns the exit status of `relist run` (0: pass or skip). relist_out() has a
 * record: the verdict's word, the line in the file, the failure's text as printed by `relist run`
 * with `again` as the rerun command, and the model of its page as JSON. */
EXPORT("relist_play_result")
int32_t relist_play_result(struct relist_play *play, const char *again, uint32_t len);

#endif
