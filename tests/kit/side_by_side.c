/* SPDX-License-Identifier: Apache-2.0 */
/* side_by_side.c - a process for each test, several at a time. */
#define _GNU_SOURCE
#include "tests/kit/side_by_side.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

enum { AT_A_TIME = 8 };

struct side {
	const struct CMUnitTest *test;
	pid_t pid; /* 0: none */
	FILE *out;
};

static void begin(struct side *s, const struct CMUnitTest *test, CMFixtureFunction setup,
		  CMFixtureFunction teardown)
{
	pid_t parent = getpid();

	s->test = test;
	s->out = tmpfile();
	(void)fflush(stdout);
	s->pid = s->out ? fork() : -1;
	if (s->pid < 0) {
		perror("side by side");
		exit(1);
	}
	if (s->pid)
		return;
	(void)prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != parent || dup2(fileno(s->out), STDOUT_FILENO) < 0 ||
	    dup2(fileno(s->out), STDERR_FILENO) < 0)
		_exit(1);
	/* by exit(): the sanitizers report at the end of a process */
	exit(_cmocka_run_group_tests(test->name, test, 1, setup, teardown) != 0);
}

static void print_all(FILE *f)
{
	char buf[4096];
	size_t n;

	rewind(f);
	while ((n = fread(buf, 1, sizeof(buf), f)) > 0)
		(void)fwrite(buf, 1, n, stdout);
	(void)fclose(f);
}

/* Waits for the end of any test and frees its place. Returns whether it failed. */
static bool end_one(struct side *sides)
{
	int status = 0;
	struct side *s = sides;
	bool failed;
	pid_t pid;

	do {
		pid = waitpid(-1, &status, 0);
	} while (pid < 0 && errno == EINTR);
	while (s < sides + AT_A_TIME && s->pid != pid)
		s++;
	if (pid < 0 || s == sides + AT_A_TIME) {
		perror("side by side: waitpid");
		exit(1);
	}
	failed = !WIFEXITED(status) || WEXITSTATUS(status) != 0;
	print_all(s->out);
	if (WIFSIGNALED(status))
		printf("killed by signal %d\n", WTERMSIG(status));
	if (failed)
		printf("[  FAILED  ] %s\n", s->test->name);
	(void)fflush(stdout);
	s->pid = 0;
	return failed;
}

int kit_run_side_by_side(const struct CMUnitTest *tests, size_t count, CMFixtureFunction setup,
			 CMFixtureFunction teardown)
{
	struct side sides[AT_A_TIME] = { 0 };
	size_t running = 0, failed = 0;

	for (size_t i = 0; i < count; i++) {
		size_t at = 0;

		if (running == AT_A_TIME) {
			failed += end_one(sides);
			running--;
		}
		while (sides[at].pid)
			at++;
		begin(&sides[at], &tests[i], setup, teardown);
		running++;
	}
	for (; running; running--)
		failed += end_one(sides);
	return (int)failed;
}
