/* SPDX-License-Identifier: Apache-2.0 */
#include "runner/posix/starved.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LINE_MAX_ = 512, PATH_MAX_ = 300 };

static ssize_t read_line(const char *path, char *line)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	ssize_t n = fd >= 0 ? read(fd, line, LINE_MAX_ - 1) : -1;

	if (fd >= 0)
		(void)close(fd);
	line[n > 0 ? n : 0] = '\0';
	return n;
}

/* "pid (name) state ppid pgrp ...": a name may have spaces and brackets. */
static bool read_parents(const char *pid, long *parent, long *group)
{
	char path[PATH_MAX_], line[LINE_MAX_], *at, *end;

	(void)snprintf(path, sizeof(path), "/proc/%.200s/stat", pid);
	if (read_line(path, line) <= 0 || !(at = strrchr(line, ')')) || strlen(at) < 4)
		return false;
	*parent = strtol(at + 3, &end, 10);
	*group = strtol(end, &end, 10);
	return true;
}

/* Parses "time on the CPU, time waiting for it, number of time slices". */
static int64_t waited_ns(const char *pid, const char *thread)
{
	char path[PATH_MAX_], line[LINE_MAX_], *end;

	(void)snprintf(path, sizeof(path), "/proc/%.100s/task/%.100s/schedstat", pid, thread);
	if (read_line(path, line) <= 0)
		return 0;
	(void)strtoll(line, &end, 10);
	return strtoll(end, NULL, 10);
}

static int64_t threads_waited_ns(const char *pid)
{
	char path[PATH_MAX_];
	const struct dirent *e;
	int64_t sum = 0;
	DIR *d;

	(void)snprintf(path, sizeof(path), "/proc/%.200s/task", pid);
	d = opendir(path);
	while (d && (e = readdir(d)))
		if (e->d_name[0] != '.')
			sum += waited_ns(pid, e->d_name);
	if (d)
		(void)closedir(d);
	return sum;
}

int64_t runner__starved_ns(pid_t guard, pid_t *group)
{
	DIR *d = guard > 0 ? opendir("/proc") : NULL;
	const struct dirent *e;
	int64_t sum = 0;

	while (d && (e = readdir(d))) {
		long parent = 0, of = 0;

		if (e->d_name[0] < '1' || e->d_name[0] > '9' ||
		    !read_parents(e->d_name, &parent, &of))
			continue;
		if (!*group && parent == guard)
			*group = (pid_t)of;
		if (*group && of == *group)
			sum += threads_waited_ns(e->d_name);
	}
	if (d)
		(void)closedir(d);
	return sum;
}
