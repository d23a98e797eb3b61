/* SPDX-License-Identifier: Apache-2.0 */
/* guard.h - an external program under a process that cleans up after it and after this one.
 *
 *     us ---- orders (a socket) ---> guard ---- parent of ----> program, and all that it starts
 *
 * The guard is a child of this process that does nothing but wait: for the program's end, for
 * orders, or for the end of orders, which is the end of this process, however it came: SIGKILL, a
 * crash, a return from main. Then it kills the program and everything below it, removes the files
 * in its orders and ends as the program did, so that waitpid() on it gives the program's status.
 *
 * On Linux it is a subreaper: what a program leaves in the background stays below it, in whatever
 * session. Elsewhere it kills the program's process group. A guard that is itself killed takes the
 * program along on Linux (PR_SET_PDEATHSIG), not what that has started.
 *
 * Threads: any, one guard on one at a time. */
#ifndef RUNNER_POSIX_GUARD_H
#define RUNNER_POSIX_GUARD_H

#include <signal.h>
#include <stdbool.h>
#include <sys/types.h>

struct guard {
	pid_t pid;  /* of the guard, to be waited for; 0: not started */
	int orders; /* -1: closed */
};

struct guard_options {
	char *const *argv; /* argv[0] is searched in PATH; NULL: no program, only what to remove */
	char *const *env;
	int out, err;	      /* become its standard output and error; -1: as ours */
	bool no_input;	      /* its standard input is empty; else as ours */
	bool own_group;	      /* a process group of its own, to which signals go; else ours, as what
				 reads from a terminal needs */
	const sigset_t *mask; /* its signal mask; NULL: empty */
	const char *remove;   /* a file, or a folder of files, that goes at the end; NULL: none */
};

/* 0 when the program runs; an errno when it cannot be started. */
int guard_start(struct guard *g, const struct guard_options *opt);
/* The program, or its group, gets the signal, if it has not ended. */
void guard_signal(struct guard *g, int sig);
/* Kills what is left and removes what is to be removed; returns when that is done, with the status
 * as of waitpid(). Call once after guard_start() unless `pid` was waited for already. */
int guard_finish(struct guard *g);

#endif
