/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/interrupt.h"

#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>

/* Lock-free on all supported systems, so the signal handler may set it; workers read it. */
static atomic_bool interrupted;
static struct sigaction before;

static void on_interrupt(int number)
{
	(void)number;
	atomic_store(&interrupted, true);
}

void cli__interrupt_take(void)
{
	struct sigaction action = { .sa_handler = on_interrupt, .sa_flags = (int)SA_RESETHAND };

	atomic_store(&interrupted, false);
	(void)sigemptyset(&action.sa_mask);
	(void)sigaction(SIGINT, &action, &before);
}

void cli__interrupt_give_back(void)
{
	(void)sigaction(SIGINT, &before, NULL);
}

bool cli__interrupted(void)
{
	return atomic_load(&interrupted);
}
