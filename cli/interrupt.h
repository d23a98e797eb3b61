/* SPDX-License-Identifier: Apache-2.0 */
/* interrupt.h - the first ^C ends a long command with its results so far, the second one at once.
 *
 * Threads: one command at a time owns it; any thread may read it. */
#ifndef CLI_INTERRUPT_H
#define CLI_INTERRUPT_H

#include <stdbool.h>

/* From now on the first SIGINT only sets a flag. cli__interrupt_give_back() restores the action
 * that was in effect before. */
void cli__interrupt_take(void);
void cli__interrupt_give_back(void);
bool cli__interrupted(void);

#endif
