/* SPDX-License-Identifier: Apache-2.0 */
/* leftovers.c - a test program that ends with a file, a socket, a thread or a child that it did
 * not begin with has failed, whatever its tests said. Memory is LeakSanitizer's. */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#if defined(__SANITIZE_THREAD__)
#define HAS_THREADS_OF_ITS_OWN 1
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define HAS_THREADS_OF_ITS_OWN 1
#endif
#endif
#ifndef HAS_THREADS_OF_ITS_OWN
#define HAS_THREADS_OF_ITS_OWN 0
#endif

enum { FDS_MAX = 4096, PATIENCE_MS = 5000 };

static pid_t program;
static bool was_open[FDS_MAX];

/* Of a folder of numbers below /proc/self: calls `each`, and counts those that it likes. */
static int count(const char *path, bool (*each)(int number))
{
	DIR *dir = opendir(path);
	struct dirent *e;
	int n = 0;

	if (!dir)
		return 0;
	while ((e = readdir(dir))) {
		int number = atoi(e->d_name);

		if (e->d_name[0] != '.' && number != dirfd(dir))
			n += each(number);
	}
	(void)closedir(dir);
	return n;
}

static bool note_open(int fd)
{
	if (fd < FDS_MAX)
		was_open[fd] = true;
	return true;
}

static bool is_new(int fd)
{
	return fd >= FDS_MAX || !was_open[fd];
}

static bool tell_new(int fd)
{
	char link[64], what[PATH_MAX];
	ssize_t n;

	if (!is_new(fd))
		return false;
	(void)snprintf(link, sizeof(link), "/proc/self/fd/%d", fd);
	n = readlink(link, what, sizeof(what) - 1);
	what[n > 0 ? n : 0] = '\0';
	(void)fprintf(stderr, "left open: %d, %s\n", fd, what);
	return true;
}

static bool is_thread(int tid)
{
	return tid > 0;
}

static int count_threads(void)
{
	return HAS_THREADS_OF_ITS_OWN ? 1 : count("/proc/self/task", is_thread);
}

static void look(int status, void *unused)
{
	bool failed = false;

	(void)unused;
	if (getpid() != program || status)
		return;
	/* A thread that was joined is in /proc for a moment longer. */
	for (int ms = 0; ms < PATIENCE_MS && count_threads() > 1; ms++)
		(void)nanosleep(&(struct timespec) { .tv_nsec = 1000000 }, NULL);
	if (count_threads() > 1) {
		(void)fprintf(stderr, "left running: %d threads\n", count_threads() - 1);
		failed = true;
	}
	if (count("/proc/self/fd", is_new)) {
		(void)count("/proc/self/fd", tell_new);
		failed = true;
	}
	if (waitpid(-1, NULL, WNOHANG) >= 0 || errno != ECHILD) {
		(void)fprintf(stderr, "left behind: a child\n");
		failed = true;
	}
	if (failed)
		_exit(1);
}

__attribute__((constructor)) static void begin(void)
{
	program = getpid();
	(void)count("/proc/self/fd", note_open);
	(void)on_exit(look, NULL);
}
