/* SPDX-License-Identifier: Apache-2.0 */
/* After fork() in a program with threads only async-signal-safe calls are allowed, and the guard
 * never calls exec: no allocation, no stdio, and system calls where libc would allocate. */
#define _GNU_SOURCE
#include "runner/posix/guard.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <pthread.h>
#include <stdint.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#ifdef __linux__
#include <sys/prctl.h>
#include <sys/syscall.h>
#endif

enum { KILL_ROUNDS = 200, KILL_PAUSE_MS = 25 };

/* --- the program --- */

static void write_value(int fd, int value)
{
	ssize_t n = write(fd, &value, sizeof(value));

	(void)n;
}

static _Noreturn void run_program(const struct guard_options *opt, pid_t guard, int failed)
{
	sigset_t none;

#ifdef __linux__
	(void)prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != guard)
		_exit(127);
#else
	(void)guard;
#endif
	if (opt->own_group)
		(void)setpgid(0, 0);
	if (opt->no_input) {
		int null = open("/dev/null", O_RDONLY);

		(void)dup2(null, STDIN_FILENO);
	}
	if (opt->out >= 0)
		(void)dup2(opt->out, STDOUT_FILENO);
	if (opt->err >= 0)
		(void)dup2(opt->err, STDERR_FILENO);
	(void)signal(SIGPIPE, SIG_DFL);
	(void)signal(SIGCHLD, SIG_DFL);
	(void)sigemptyset(&none);
	(void)sigprocmask(SIG_SETMASK, opt->mask ? opt->mask : &none, NULL);
	(void)execvpe(opt->argv[0], opt->argv, opt->env);
	write_value(failed, errno);
	_exit(127);
}

/* --- descendants --- */

/* The first child of this process; 0: none, or unknown. */
static pid_t any_child(void)
{
	long pid = 0;
#ifdef __linux__
	char text[24] = "";
	int fd = open("/proc/thread-self/children", O_RDONLY | O_CLOEXEC);
	ssize_t n = fd >= 0 ? read(fd, text, sizeof(text) - 1) : -1;

	if (fd >= 0)
		(void)close(fd);
	for (ssize_t i = 0; i < n && text[i] >= '0' && text[i] <= '9'; i++)
		pid = pid * 10 + (text[i] - '0');
#endif
	return (pid_t)pid;
}

/* Kills one child after the other until there are none. The children of a killed process become
 * children of the guard. */
static void kill_all(pid_t program, bool group, int *status, bool *ended)
{
	if (program && group)
		(void)kill(-program, SIGKILL);
	if (program && !*ended)
		(void)kill(program, SIGKILL);
	for (int round = 0; round < KILL_ROUNDS;) {
		pid_t child = any_child(), dead;
		int how;

		if (child)
			(void)kill(child, SIGKILL);
		dead = waitpid(-1, &how, WNOHANG);
		if (dead < 0 && errno == ECHILD)
			return;
		if (dead == program) {
			*ended = true;
			*status = how;
		}
		if (dead <= 0) {
			(void)poll(NULL, 0, round ? KILL_PAUSE_MS : 1);
			round++;
		}
	}
}

#ifdef __linux__
static void empty_folder(int fd)
{
	struct entry {
		uint64_t ino;
		int64_t off;
		unsigned short len;
		unsigned char type;
		char name[];
	};
	_Alignas(8) char entries[4096];
	long n;

	while ((n = syscall(SYS_getdents64, fd, entries, sizeof(entries))) > 0)
		for (long at = 0; at < n;) {
			struct entry *e = (struct entry *)(void *)(entries + at);

			if (strcmp(e->name, ".") != 0 && strcmp(e->name, "..") != 0)
				(void)unlinkat(fd, e->name, 0);
			at += e->len;
		}
}
#endif

static void remove_path(const char *path)
{
#ifdef __linux__
	int fd = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);

	if (fd >= 0) {
		empty_folder(fd);
		(void)close(fd);
	}
#endif
	if (unlink(path) != 0)
		(void)rmdir(path);
}

/* --- the guard --- */

static void on_child(int sig)
{
	(void)sig;
}

static void close_range_of(int from, int to)
{
	if (from > to)
		return;
#ifdef SYS_close_range
	if (syscall(SYS_close_range, (unsigned)from, (unsigned)to, 0U) == 0)
		return;
#endif
	for (int fd = from; fd <= to && fd < 65536; fd++)
		(void)close(fd);
}

/* Closes inherited descriptors: another process may wait for the end of a pipe. */
static void close_inherited(int orders)
{
	int null = open("/dev/null", O_RDWR);

	for (int fd = 0; fd <= 2; fd++)
		(void)dup2(null, fd);
	close_range_of(3, orders - 1);
	close_range_of(orders + 1, INT_MAX);
}

/* Waits until the program has ended, this process has ended, or an order arrives. */
static void watch(const struct guard_options *opt, pid_t program, int orders, int *status,
		  bool *ended)
{
	struct pollfd pipe_end = { .fd = orders, .events = POLLIN };
	sigset_t all_but_child;

	(void)sigfillset(&all_but_child);
	(void)sigdelset(&all_but_child, SIGCHLD);
	for (;;) {
		unsigned char sig;
		ssize_t n;
		pid_t dead;
		int how;

		while ((dead = waitpid(-1, &how, WNOHANG)) > 0)
			if (dead == program) {
				*ended = true;
				*status = how;
			}
		if (*ended)
			return;
		if (ppoll(&pipe_end, 1, NULL, &all_but_child) <= 0)
			continue;
		n = read(orders, &sig, 1);
		if (n == 0 || (n < 0 && errno != EINTR && errno != EAGAIN))
			return;
		if (n > 0 && program)
			(void)kill(opt->own_group ? -program : program, sig);
	}
}

static _Noreturn void end_as(int status)
{
	if (WIFSIGNALED(status)) {
		struct rlimit no_core = { 0 };
		sigset_t none;

		(void)setrlimit(RLIMIT_CORE, &no_core);
		(void)signal(WTERMSIG(status), SIG_DFL);
		(void)sigemptyset(&none);
		(void)kill(getpid(), WTERMSIG(status));
		(void)sigprocmask(SIG_SETMASK, &none, NULL);
	}
	_exit(WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status));
}

static _Noreturn void be_guard(const struct guard_options *opt, int orders, int failed)
{
	struct sigaction child = { .sa_handler = on_child };
	pid_t self = getpid(), program = 0;
	bool ended = false;
	int status = 0;

	(void)sigaction(SIGCHLD, &child, NULL);
#ifdef __linux__
	(void)prctl(PR_SET_CHILD_SUBREAPER, 1);
	/* AddressSanitizer's prctl() takes a lock here that another thread may hold at the fork. */
	(void)syscall(SYS_prctl, PR_SET_NAME, "relist-guard", 0L, 0L, 0L);
#endif
	if (opt->argv) {
		program = fork();
		if (program == 0)
			run_program(opt, self, failed);
		if (program < 0) {
			write_value(failed, errno);
			_exit(127);
		}
		if (opt->own_group)
			(void)setpgid(program, program);
	}
	/* A signal that kills this process's group must not kill the guard. */
	(void)setpgid(0, 0);
	close_inherited(orders);
	watch(opt, program, orders, &status, &ended);
	kill_all(program, opt->own_group, &status, &ended);
	if (opt->remove)
		remove_path(opt->remove);
	end_as(status);
}

/* --- the side of this process --- */

static void close_fd(int *fd)
{
	if (*fd >= 0)
		(void)close(*fd);
	*fd = -1;
}

int guard_start(struct guard *g, const struct guard_options *opt)
{
	int orders[2] = { -1, -1 }, failed[2] = { -1, -1 }, code = 0;
	sigset_t all, before;
	ssize_t n;

	*g = (struct guard) { .orders = -1 };
	/* A socket, not a pipe: an order to a guard that has ended must not cause SIGPIPE. */
	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, orders) != 0 ||
	    pipe2(failed, O_CLOEXEC) != 0) {
		code = errno;
	} else {
		(void)sigfillset(&all);
		(void)pthread_sigmask(SIG_SETMASK, &all, &before);
		g->pid = fork();
		if (g->pid == 0) {
			(void)close(orders[1]);
			be_guard(opt, orders[0], failed[1]);
		}
		if (g->pid < 0) {
			code = errno;
			g->pid = 0;
		}
		(void)pthread_sigmask(SIG_SETMASK, &before, NULL);
	}
	close_fd(&orders[0]);
	close_fd(&failed[1]);
	if (g->pid) {
		g->orders = orders[1];
		orders[1] = -1;
		/* exec closes the pipe, so read() returns 0 if the program was started. */
		do
			n = read(failed[0], &code, sizeof(code));
		while (n < 0 && errno == EINTR);
		if (n == (ssize_t)sizeof(code))
			(void)guard_finish(g);
		else
			code = 0;
	}
	close_fd(&orders[1]);
	close_fd(&failed[0]);
	return code;
}

void guard_signal(struct guard *g, int sig)
{
	unsigned char byte = (unsigned char)sig;
	ssize_t n;

	if (g->orders < 0)
		return;
	do
		n = send(g->orders, &byte, 1, MSG_NOSIGNAL);
	while (n < 0 && errno == EINTR);
}

int guard_finish(struct guard *g)
{
	int status = 0;

	close_fd(&g->orders);
	while (g->pid && waitpid(g->pid, &status, 0) < 0 && errno == EINTR)
		continue;
	g->pid = 0;
	return status;
}
