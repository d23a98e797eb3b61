/* SPDX-License-Identifier: Apache-2.0 */
/* oracles.h - what must hold in every run without an expectation. Each row of tbl/oracles.h is a
 * file here, of the same name: an observer (world/observers.h) with a state of its own. It judges
 * events in constant time, and reads caches and indexes only at rest. The first failure counts; its
 * time is the report's.
 *
 * never.c watches what a scenario forbids, in the same way.
 *
 * Who may call: the engine, which lets them observe. Threads: as observers.h says. No locks.
 */
#ifndef RUNNER_ORACLES_ORACLES_H
#define RUNNER_ORACLES_ORACLES_H

#include "runner/tbl/oracles.h"
#include "runner/world/world.h"

/* Those that the cell has not switched off. 0 or RELIST_ENOMEM. */
int oracle__observe_all(struct scn__run *r);

/* --- history.c --- */

/* Fails the run, unless it has failed. */
void oracle__broke(struct scn__observer *o, struct str what);
extern const struct scn__observer_ops oracle__history;
/* What the handler knows of the key before the present notification. */
const struct scn__told *oracle__history_of(const struct scn__hrun *h, struct str key);
bool oracle__is_second_delete(const struct scn__told *t, const struct scn__rec *n);
uint64_t oracle__rv_number(struct str rv);

/* --- one each --- */

#define X(name, object, ...) extern const struct scn__observer_ops oracle__##object;
RUNNER_ORACLES(X)
#undef X

/* --- never.c --- */

extern const struct scn__observer_ops oracle__never;
/* From this NEVER step on, until the step that it names. */
void oracle__never_begin(struct scn__run *r, const struct scn__step *s);
void oracle__never_end(struct scn__run *r, const struct scn__step *s);

#endif
