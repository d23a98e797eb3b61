/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "tests/kit/served.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/cli.h"
#include "tests/kit/net.h"
#include "tests/kit/testing.h"

pid_t fork_serve(const char **argv, int out_fd)
{
	pid_t pid = fork();
	int argc = 0;

	assert_true(pid >= 0);
	if (pid)
		return pid;
	while (argv[argc])
		argc++;
	/* A test that fails must not leave a server behind. */
	(void)prctl(PR_SET_PDEATHSIG, SIGKILL);
	(void)dup2(out_fd, STDOUT_FILENO);
	exit(cli__main(argc, (char **)(uintptr_t)argv, stdout, stderr));
}

void read_line(int fd, char *line, size_t cap)
{
	size_t len = 0;

	while (len + 1 < cap && (!len || line[len - 1] != '\n')) {
		struct pollfd p = { .fd = fd, .events = POLLIN };

		if (poll(&p, 1, NET_PATIENCE_MS) <= 0 || read(fd, line + len, 1) <= 0)
			fail_msg("no whole line came from the server");
		len++;
	}
	line[len - (len > 0)] = '\0';
}

struct served serve(const char **argv)
{
	struct served s = { 0 };
	int pipe_fds[2];
	const char *url;

	assert_int_equal(pipe2(pipe_fds, O_CLOEXEC), 0);
	s.pid = fork_serve(argv, pipe_fds[1]);
	(void)close(pipe_fds[1]);
	s.out = pipe_fds[0];
	read_line(s.out, s.line, sizeof(s.line));
	assert_memory_equal(s.line, "relist: listening on http", 25);
	url = s.line + 21;
	(void)snprintf(s.url, sizeof(s.url), "%.*s", (int)strcspn(url, " "), url);
	s.port = (uint16_t)strtoul(strrchr(s.url, ':') + 1, NULL, 10);
	assert_true(s.port > 0);
	return s;
}

struct ending {
	pid_t pid;
	int status;
};

static bool has_ended(void *user)
{
	struct ending *e = user;

	return waitpid(e->pid, &e->status, WNOHANG) == e->pid;
}

int end_with(struct served *s, int sig)
{
	struct ending e = { s->pid, 0 };

	(void)kill(s->pid, sig);
	net_wait(has_ended, &e);
	(void)close(s->out);
	return e.status;
}

void assert_ends_cleanly(struct served *s, int sig)
{
	int status = end_with(s, sig);

	assert_true(WIFEXITED(status));
	assert_int_equal(WEXITSTATUS(status), 0);
}
