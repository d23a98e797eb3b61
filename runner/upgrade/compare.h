/* SPDX-License-Identifier: Apache-2.0 */
/* compare.h - how two answers to one request differ, but for what differs each time. */
#ifndef RUNNER_UPGRADE_COMPARE_H
#define RUNNER_UPGRADE_COMPARE_H

#include "runner/upgrade/server.h"

/* A line for each difference: status and message, Warnings, members of the object. `from`, `to`:
 * the minors that answered. RELIST_ENOMEM. */
int upgrade__differences(const struct upgrade__answer *a, unsigned from,
			 const struct upgrade__answer *b, unsigned to,
			 void (*line)(void *user, const char *text), void *user);

#endif
