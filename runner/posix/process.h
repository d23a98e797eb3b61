/* SPDX-License-Identifier: Apache-2.0 */
/* process.h - runs an external program as a subject: starts it under a guard in a process group of
 * its own and reads its output without blocking. Ends it with SIGTERM to the group and then SIGKILL
 * to all remaining processes, also if this process ends before.
 *
 * Threads: one at a time. No function blocks longer than its argument says, whatever the program
 * does: hang, crash, flood its output, ignore signals, leave children behind. */
#ifndef RUNNER_POSIX_PROCESS_H
#define RUNNER_POSIX_PROCESS_H

#include <poll.h>

#include "base/str.h"
#include "runner/posix/guard.h"

enum {
	PROCESS_LINE_MAX = 4 << 20,    /* a longer line is dropped */
	PROCESS_OUTPUT_MAX = 64 << 20, /* the program is killed if it prints more */
	PROCESS_STDERR_MAX = 8192,     /* the end of stderr is kept */
	PROCESS_ERR_LINE_MAX = 200,    /* kept bytes of a line that may begin a panic */
	PROCESS_PANIC_MAX = 400,       /* kept bytes of a panic's first lines */
};

struct process {
	struct guard guard;
	int out, err;	    /* read ends; -1: closed */
	struct strbuf line; /* the current line of stdout */
	bool line_too_long;
	uint64_t bytes; /* number of bytes of stdout so far */
	char errors[PROCESS_STDERR_MAX + 1];
	size_t errors_len;
	char err_line[PROCESS_ERR_LINE_MAX + 1]; /* the current line of stderr */
	size_t err_line_len;
	char err_line_before[PROCESS_ERR_LINE_MAX + 1]; /* the previous line of stderr */
	char panic[PROCESS_PANIC_MAX + 1]; /* the begin of the first panic or exception; "": none */
	size_t panic_len;
	bool ended, by_signal, flooded, terminated, killed;
	bool crashed;				      /* the scenario kills it on purpose */
	int status;				      /* exit status or signal, once ended */
	void (*on_line)(void *user, struct str line); /* NUL-terminated; borrowed */
	void *user;
};

/* Returns this process's environment with `variables` ("KUBECONFIG=...", NULL-terminated) added or
 * replaced. All strings are borrowed; the caller frees the array with base__free(). NULL: out of
 * memory. */
char **runner__process_environment(char *const *variables);
/* Runs `command` with /bin/sh and `arguments` (NULL-terminated, may be empty) appended, `variables`
 * in its environment, and empty standard input. RELIST_EIO if it cannot be started. */
int runner__process_start(struct process *p, const char *command, const char *const *arguments,
			  char *const *variables, struct relist_err *err);
/* Sets the descriptors for poll(); returns their number (at most 2). */
size_t runner__process_poll_fds(const struct process *p, struct pollfd fds[2]);
/* Reads the available output, at most a megabyte, and checks whether the program has ended. */
void runner__process_read(struct process *p);
/* Sends SIGTERM to the group; keep calling runner__process_read() until the program ends or the
 * caller's patience does. */
void runner__process_terminate(struct process *p);
/* Sends SIGKILL to the remaining processes, reads the last output and frees everything. */
void runner__process_finish(struct process *p);
/* "exited with status 1", "killed by signal 11", ...; "" while it runs. */
void runner__process_fate(const struct process *p, struct strbuf *out);
/* Writes the end of its standard error into buf (cap bytes): whole characters, on one line. Of a
 * longer last line (a log record with a stack) the beginning and the end. */
void runner__process_last_errors(const struct process *p, char *buf, size_t cap);

#endif
