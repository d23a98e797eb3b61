/* SPDX-License-Identifier: Apache-2.0 */
/* interrupt.h - the first ^C ends a long command with its results so far, the second one at once.
 *
 * Threads: one command at a time owns it; any thread may read it. */
#ifndef CLI_INTERRUPT_H
#define CLI_INTERRUPT_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>

/* From now on the first SIGINT only sets a flag. cli__interrupt_give_back() restores the previous
 * action. */
void cli__interrupt_take(struct sigaction *before);
void cli__interrupt_give_back(const struct sigaction *before);
bool cli__interrupted(void);

#endif
