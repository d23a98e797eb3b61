/* SPDX-License-Identifier: Apache-2.0 */
/* compare.h - compares two responses to one request, ignoring members that differ every time. */
#ifndef RUNNER_UPGRADE_COMPARE_H
#define RUNNER_UPGRADE_COMPARE_H

#include "runner/upgrade/server.h"

/* Calls `line` for each difference: status and message, Warnings, members of the object. `from`,
 * `to`: minors of the servers. RELIST_ENOMEM. */
int upgrade__differences(const struct upgrade__answer *a, unsigned from,
			 const struct upgrade__answer *b, unsigned to,
			 void (*line)(void *user, const char *text), void *user);

#endif
