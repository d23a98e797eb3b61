/* SPDX-License-Identifier: Apache-2.0 */
/* process.h - an external program as a subject: started under a guard in a process group of its
 * own, read without ever waiting for it, ended by SIGTERM to the group and then SIGKILL to all that
 * is left of it, also when this process ends before.
 *
 * Threads: one at a time. Nothing here blocks longer than its argument says, whatever the program
 * does: hangs, crashes, floods its output, ignores signals, leaves children behind. */
#ifndef RUNNER_POSIX_PROCESS_H
#define RUNNER_POSIX_PROCESS_H

#include <poll.h>

#include "base/str.h"
#include "runner/posix/guard.h"

enum {
	PROCESS_LINE_MAX = 4 << 20,    /* a longer line is passed over */
	PROCESS_OUTPUT_MAX = 64 << 20, /* more than that and the program is killed */
	PROCESS_STDERR_MAX = 2048,     /* of it the end is kept */
	PROCESS_SAID_MAX = 200,	       /* of a line that may be the first of a panic */
	PROCESS_PANIC_MAX = 300,       /* of the first lines of a panic */
};

struct process {
	struct guard guard;
	int out, err;	    /* read ends; -1: closed */
	struct strbuf line; /* of stdout, not yet ended */
	bool line_too_long;
	uint64_t bytes; /* of stdout so far */
	char errors[PROCESS_STDERR_MAX + 1];
	size_t errors_len;
	char said[PROCESS_SAID_MAX + 1]; /* the line of its standard error that it is writing */
	size_t said_len;
	char panic[PROCESS_PANIC_MAX + 1]; /* how its first panic or exception begins; "": none */
	size_t panic_len;
	bool ended, by_signal, flooded, terminated, killed;
	bool crashed;				      /* the scenario has it killed */
	int status;				      /* its exit status or signal, once ended */
	void (*on_line)(void *user, struct str line); /* NUL-terminated; borrowed */
	void *user;
};

/* Our environment and these `variables` ("KUBECONFIG=...", NULL-terminated) in place of those of
 * the same names. All strings are borrowed, the array is the caller's to base__free(). NULL: no
 * memory. */
char **runner__process_environment(char *const *variables);
/* Runs `command` by /bin/sh with `arguments` (NULL-terminated, may be none) appended, `variables`
 * in its environment, standard input empty. RELIST_EIO when it cannot be started. */
int runner__process_start(struct process *p, const char *command, const char *const *arguments,
			  char *const *variables, struct relist_err *err);
/* What poll() should look at; returns how many (at most 2). */
size_t runner__process_poll_fds(const struct process *p, struct pollfd fds[2]);
/* Reads what there is, at most a megabyte, and looks whether it has ended. */
void runner__process_read(struct process *p);
/* SIGTERM to the group; runner__process_read() goes on until it has ended or patience has. */
void runner__process_terminate(struct process *p);
/* SIGKILL to whatever is left of it, reads its last words and frees everything. */
void runner__process_finish(struct process *p);
/* "exited with status 1", "killed by signal 11", ...; "" while it runs. */
void runner__process_fate(const struct process *p, struct strbuf *out);

#endif
