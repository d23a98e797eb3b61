/* SPDX-License-Identifier: Apache-2.0 */
/* interrupt.h - ^C ends a long command with what it has, a second ^C ends it at once.
 *
 * Threads: one command at a time owns it; any thread may read it. */
#ifndef CLI_INTERRUPT_H
#define CLI_INTERRUPT_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>

/* From now on the first SIGINT is only remembered. What it did before comes back with give_back().
 */
void cli__interrupt_take(struct sigaction *before);
void cli__interrupt_give_back(const struct sigaction *before);
bool cli__interrupted(void);

#endif
