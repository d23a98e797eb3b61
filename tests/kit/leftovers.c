/* SPDX-License-Identifier: Apache-2.0 */
/* leftovers.c - a test program that ends with a file, a socket, a thread or a child that it did
 * not begin with has failed, whatever its tests said. Memory is LeakSanitizer's. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "tests/kit/sanitizer.h"

enum { FDS_MAX = 4096, PATIENCE_MS = 30000 };

static pid_t program;
static pthread_t first; /* which runs the tests */
static bool was_open[FDS_MAX];

static bool is_open(int fd)
{
	return fcntl(fd, F_GETFD) >= 0;
}

/* Says which it is. */
static void tell(int fd)
{
	char link[64], what[PATH_MAX];
	ssize_t n;

	(void)snprintf(link, sizeof(link), "/proc/self/fd/%d", fd);
	n = readlink(link, what, sizeof(what) - 1);
	what[n > 0 ? n : 0] = '\0';
	(void)fprintf(stderr, "left open: %d, %s\n", fd, what);
}

/* ThreadSanitizer has a thread of its own. */
static int count_threads(void)
{
	DIR *dir = KIT_HAS_TSAN ? NULL : opendir("/proc/self/task");
	struct dirent *e;
	int n = 0;

	if (!dir)
		return 1;
	while ((e = readdir(dir)))
		n += e->d_name[0] != '.';
	(void)closedir(dir);
	return n;
}

static int first_left(void)
{
	int fd = 0;

	while (fd < FDS_MAX && (was_open[fd] || !is_open(fd)))
		fd++;
	return fd;
}

static void look(void)
{
	bool failed = false;

	if (getpid() != program)
		return;
	/* cmocka keeps what an assertion says for the test that is running, and ends the program
	 * where none is: on another thread, in silence. */
	if (!pthread_equal(pthread_self(), first))
		(void)fprintf(stderr, "ended by another thread than the tests': an assertion "
				      "failed on it\n");
	/* A thread that was joined is in /proc for a moment longer. */
	for (int ms = 0; ms < PATIENCE_MS && count_threads() > 1; ms++)
		(void)nanosleep(&(struct timespec) { .tv_nsec = 1000000 }, NULL);
	if (count_threads() > 1) {
		(void)fprintf(stderr, "left running: %d threads\n", count_threads() - 1);
		failed = true;
	}
	/* Under ThreadSanitizer it is unknown whether a thread of this program is still to close
	 * its files.
	 */
	for (int ms = 0; KIT_HAS_TSAN && ms < PATIENCE_MS && first_left() < FDS_MAX; ms++)
		(void)nanosleep(&(struct timespec) { .tv_nsec = 1000000 }, NULL);
	for (int fd = 0; fd < FDS_MAX; fd++) {
		if (is_open(fd) && !was_open[fd]) {
			tell(fd);
			failed = true;
		}
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
	/* Without malloc(), which may be the program's own and not ready yet. */
	program = getpid();
	first = pthread_self();
	for (int fd = 0; fd < FDS_MAX; fd++)
		was_open[fd] = is_open(fd);
	(void)atexit(look);
}
