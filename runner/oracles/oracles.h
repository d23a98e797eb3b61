/* SPDX-License-Identifier: Apache-2.0 */
/* oracles.h - checks that must hold in every run without an expectation. Each row of tbl/oracles.h
 * is a file here with the same name: an observer (world/observers.h) with its own state. It judges
 * events in constant time, and reads caches and indexes only when settled. The first failure
 * counts; its time is reported.
 *
 * never.c checks a scenario's `never` steps in the same way.
 *
 * Who may call: the engine, which registers them as observers. Threads: as observers.h says. No
 * locks. */
#ifndef RUNNER_ORACLES_ORACLES_H
#define RUNNER_ORACLES_ORACLES_H

#include "runner/tbl/oracles.h"
#include "runner/world/world.h"

/* Registers the oracles that the cell has not switched off. 0 or RELIST_ENOMEM. */
int oracle__observe_all(struct scn__run *r);

/* --- history.c --- */

/* Fails the run, unless it has failed already. */
void oracle__broke(struct scn__observer *o, struct str what);
extern const struct scn__observer_ops oracle__history;
/* The handler's state of the key before the present notification. */
const struct scn__handler_state *oracle__history_of(const struct scn__hrun *h, struct str key);
bool oracle__is_second_delete(const struct scn__handler_state *t, const struct scn__rec *n);
uint64_t oracle__rv_number(struct str rv);

/* --- one object for each oracle --- */

#define X(name, object, ...) extern const struct scn__observer_ops oracle__##object;
RUNNER_ORACLES(X)
#undef X

/* --- never.c --- */

extern const struct scn__observer_ops oracle__never;
/* Activates a NEVER step; it ends with the step that it names. */
void oracle__never_begin(struct scn__run *r, const struct scn__step *s);
void oracle__never_end(struct scn__run *r, const struct scn__step *s);

#endif
