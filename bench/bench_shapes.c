/* SPDX-License-Identifier: Apache-2.0 */
/* bench_shapes - the work of one request, and how long it delays others: each row of
 * tests/kit/shapes.c is extended to the maximal length of a body (3 MiB). Measures the CPU time
 * from begin to the end of its response, and the longest part of it under the lock. Each row is a
 * separate process, which is ended after 60 s of CPU, and is printed when it is done.
 *
 *   bench_shapes [-b BYTES] [-n PARTS] [-m MS] [WORD]   rows with WORD in their name only; with -m:
 *                                                       only those that hold the lock for MS or
 * longer */
#include <limits.h>
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "tests/kit/shapes.h"

enum { BODY_MAX = 3 * 1024 * 1024, QUERY_MAX = 16 * 1024, CPU_MAX_S = 60 };

struct row {
	size_t parts;
	int status;
	int64_t ns, held_ns;
};

static int64_t cpu_ns(void)
{
	struct timespec ts;

	(void)clock_gettime(CLOCK_THREAD_CPUTIME_ID, &ts);
	return ts.tv_sec * NS_PER_S + ts.tv_nsec;
}

static int64_t held_from_ns, held_ns;

static void on_suspend(void *user, bool suspended)
{
	int64_t now_ns = cpu_ns();

	(void)user;
	if (suspended && now_ns - held_from_ns > held_ns)
		held_ns = now_ns - held_from_ns;
	held_from_ns = now_ns;
}

static void around(void *user, bool begin)
{
	int64_t *ns = user;

	on_suspend(NULL, !begin);
	if (begin)
		held_ns = 0;
	*ns = begin ? cpu_ns() : cpu_ns() - *ns;
}

static void measure(struct row *r, const struct shape *shape, size_t bytes, size_t parts)
{
	size_t most = strchr(shape->ask.uri, '<') ? QUERY_MAX : bytes;
	struct fakeapi__core *core;

	r->parts = parts ? parts : shape_size(shape, most < bytes ? most : bytes);
	core = shape_open(shape, r->parts);
	if (!core)
		return;
	r->status = shape_run(core, &shape->ask, r->parts, around, &r->ns);
	r->held_ns = held_ns;
	fakeapi__core_free(core);
}

/* Returns false if it exceeded the limit of a row. */
static bool measure_aside(struct row *r, const struct shape *shape, size_t bytes, size_t parts)
{
	const struct rlimit cpu = { CPU_MAX_S, CPU_MAX_S };
	int fds[2];
	bool got;
	pid_t pid;

	*r = (struct row) { 0 };
	if (pipe(fds) < 0)
		return false;
	(void)fflush(stdout);
	pid = fork();
	if (pid == 0) {
		(void)setrlimit(RLIMIT_CPU, &cpu);
#ifdef __GLIBC__
		(void)mallopt(M_TRIM_THRESHOLD, INT_MAX); /* the server trims on a worker thread */
#endif
		measure(r, shape, bytes, parts);
		_exit(write(fds[1], r, sizeof(*r)) == sizeof(*r) ? 0 : 1);
	}
	(void)close(fds[1]);
	got = read(fds[0], r, sizeof(*r)) == sizeof(*r);
	(void)close(fds[0]);
	(void)waitpid(pid, NULL, 0);
	return got;
}

int main(int argc, char **argv)
{
	size_t bytes = BODY_MAX - 1024, parts = 0;
	double min_ms = 0;
	int c;

	shape_on_suspend = on_suspend;
	while ((c = getopt(argc, argv, "b:n:m:")) != -1) {
		if (c == 'b')
			bytes = strtoul(optarg, NULL, 10);
		else if (c == 'n')
			parts = strtoul(optarg, NULL, 10);
		else if (c == 'm')
			min_ms = strtod(optarg, NULL);
		else
			return 2;
	}
	printf("%-44s %8s %6s %9s %9s\n", "shape", "parts", "status", "CPU ms", "held ms");
	for (size_t i = 0; i < shape_count; i++) {
		struct row r;

		if (optind < argc && !strstr(shapes[i].name, argv[optind]))
			continue;
		if (!measure_aside(&r, &shapes[i], bytes, parts))
			printf("%-44s: ended after %d s of CPU\n", shapes[i].name, CPU_MAX_S);
		else if ((double)r.held_ns / 1e6 >= min_ms)
			printf("%-44s %8zu %6d %9.1f %9.1f\n", shapes[i].name, r.parts, r.status,
			       (double)r.ns / 1e6, (double)r.held_ns / 1e6);
		(void)fflush(stdout);
	}
	return 0;
}
