/* SPDX-License-Identifier: Apache-2.0 */
/* served.h - `relist serve` as a child of the test: the command itself, forked, so that coverage
 * and sanitizers see it. Only for programs that have no thread when they fork. */
#ifndef TESTS_SERVED_H
#define TESTS_SERVED_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

struct served {
	pid_t pid;
	int out; /* its standard output */
	char line[256];
	char url[128];
	uint16_t port;
};

/* Starts "relist serve ..." and reads the line that says where it listens. */
struct served serve(const char **argv);
/* The same without waiting for a line; standard output goes to out_fd. It dies with the test. */
pid_t fork_serve(const char **argv, int out_fd);
/* One line without its end; fails the test when none comes. */
void read_line(int fd, char *line, size_t cap);
/* Sends the signal and waits for the end, not for ever; the status as waitpid() has it. */
int end_with(struct served *s, int sig);
void assert_ends_cleanly(struct served *s, int sig);

#endif
