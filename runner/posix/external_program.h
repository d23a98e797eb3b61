/* SPDX-License-Identifier: Apache-2.0 */
/* external_program.h - starts the program of an informer in the external world.
 *
 * Threads: one at a time. */
#ifndef RUNNER_POSIX_EXTERNAL_PROGRAM_H
#define RUNNER_POSIX_EXTERNAL_PROGRAM_H

#include "runner/posix/external_client.h"
#include "runner/posix/process.h"
#include "runner/posix/webhook_port.h"

struct external_program {
	const struct external_client *of;
	const char *command;	/* for /bin/sh; {resource} etc. are replaced */
	int64_t seconds;	/* how long it has to run, at most */
	const char *kubeconfig; /* path */
	const struct runner__webhook_port *webhooks;
};

/* A subject with handlers in the scenario follows the contract and gets its arguments; a controller
 * only gets the arguments of its command. RELIST_EINVAL, RELIST_ELIMIT, RELIST_EIO, RELIST_ENOMEM.
 */
int runner__external_program_start(const struct external_program *p, struct process *process,
				   struct relist_err *err);

#endif
