/* SPDX-License-Identifier: Apache-2.0 */
/* bench_shapes - how much work one request is, and how long it keeps others waiting: each row of
 * tests/kit/shapes.c made as long as a body may be (3 MiB), CPU time from begin to the end of its
 * answer, and the longest part of it under the lock. Who keeps others waiting longest comes first.
 *
 *   bench_shapes [-b BYTES] [-n PARTS] [WORD]     rows with WORD in their name only
 */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "tests/kit/shapes.h"

enum { BODY_MAX = 3 * 1024 * 1024, QUERY_MAX = 16 * 1024, ROWS_MAX = 512 };

struct row {
	const struct shape *shape;
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

static void measure(struct row *r, size_t bytes, size_t parts)
{
	size_t most = strchr(r->shape->ask.uri, '<') ? QUERY_MAX : bytes;
	struct fakeapi__core *core;

	r->parts = parts ? parts : shape_size(r->shape, most < bytes ? most : bytes);
	core = shape_open(r->shape, r->parts);
	if (!core)
		return;
	r->status = shape_run(core, &r->shape->ask, r->parts, around, &r->ns);
	r->held_ns = held_ns;
	fakeapi__core_free(core);
}

static int slower(const void *a, const void *b)
{
	const struct row *x = a, *y = b;

	return (x->held_ns < y->held_ns) - (x->held_ns > y->held_ns);
}

int main(int argc, char **argv)
{
	size_t bytes = BODY_MAX - 1024, parts = 0, count = 0;
	static struct row rows[ROWS_MAX];
	int c;

	shape_on_suspend = on_suspend;
	while ((c = getopt(argc, argv, "b:n:")) != -1) {
		if (c == 'b')
			bytes = strtoul(optarg, NULL, 10);
		else if (c == 'n')
			parts = strtoul(optarg, NULL, 10);
		else
			return 2;
	}
	for (size_t i = 0; i < shape_count && count < ROWS_MAX; i++) {
		if (optind < argc && !strstr(shapes[i].name, argv[optind]))
			continue;
		rows[count].shape = &shapes[i];
		measure(&rows[count++], bytes, parts);
		if (isatty(2))
			fprintf(stderr, "%zu of %zu\r", i + 1, shape_count);
	}
	qsort(rows, count, sizeof(rows[0]), slower);
	printf("%-44s %8s %6s %9s %9s\n", "shape", "parts", "status", "CPU ms", "held ms");
	for (size_t i = 0; i < count; i++)
		printf("%-44s %8zu %6d %9.1f %9.1f\n", rows[i].shape->name, rows[i].parts,
		       rows[i].status, (double)rows[i].ns / 1e6, (double)rows[i].held_ns / 1e6);
	return 0;
}
