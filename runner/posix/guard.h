/* SPDX-License-Identifier: Apache-2.0 */
/* guard.h - runs an external program under a process that cleans up after the program and after
 * this process.
 *
 *     us ---- orders (a socket) ---> guard ---- parent of ----> program, and all that it starts
 *
 * The guard is a child of this process that only waits: for the program's end, for orders, or for
 * the end of the orders socket. The latter means that this process has ended for any reason:
 * SIGKILL, a crash, a return from main. Then the guard kills the program and all its descendants,
 * removes the files named in its options and ends like the program did, so that waitpid() on the
 * guard gives the program's status.
 *
 * On Linux the guard is a subreaper: background processes of the program stay its descendants, in
 * any session. Elsewhere it kills the program's process group. If the guard itself is killed on
 * Linux, the program is killed as well (PR_SET_PDEATHSIG), but not its descendants.
 *
 * Threads: any, one guard on one at a time. */
#ifndef RUNNER_POSIX_GUARD_H
#define RUNNER_POSIX_GUARD_H

#include <signal.h>
#include <stdbool.h>
#include <sys/types.h>

struct guard {
	pid_t pid;  /* the guard's, for waitpid(); 0: not started */
	int orders; /* -1: closed */
};

struct guard_options {
	char *const *argv; /* argv[0] is searched in PATH; NULL: no program, only files to remove */
	char *const *env;
	int out, err;	      /* its standard output and error; -1: those of this process */
	bool no_input;	      /* its standard input is empty; else that of this process */
	bool own_group;	      /* signals go to a process group of its own; else to that of this
			       * process, as a program that reads from a terminal needs */
	const sigset_t *mask; /* its signal mask; NULL: empty */
	const char *remove;   /* a file, or a folder of files, to remove at the end; NULL: none */
};

/* Returns 0 if the program runs, or an errno if it could not be started. */
int guard_start(struct guard *g, const struct guard_options *opt);
/* Sends the signal to the program or its group, if it has not ended. */
void guard_signal(struct guard *g, int sig);
/* Kills the remaining processes and removes the files; returns the status as of waitpid() when that
 * is done. Call it once after guard_start() unless `pid` was waited for already. */
int guard_finish(struct guard *g);

#endif
