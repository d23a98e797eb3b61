/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/interrupt.h"

static volatile sig_atomic_t interrupted;

static void on_interrupt(int number)
{
	(void)number;
	interrupted = 1;
}

void cli__interrupt_take(struct sigaction *before)
{
	struct sigaction action = { .sa_handler = on_interrupt, .sa_flags = (int)SA_RESETHAND };

	interrupted = 0;
	(void)sigemptyset(&action.sa_mask);
	(void)sigaction(SIGINT, &action, before);
}

void cli__interrupt_give_back(const struct sigaction *before)
{
	(void)sigaction(SIGINT, before, NULL);
}

bool cli__interrupted(void)
{
	return interrupted != 0;
}
