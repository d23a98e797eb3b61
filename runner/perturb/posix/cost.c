/* SPDX-License-Identifier: Apache-2.0 */
/* cost.c - how many lives can be recorded at the same time: most of a life is waiting. */
#include "runner/perturb/posix/search.h"

#include <sys/resource.h>
#include <unistd.h>

enum {
	CPU_PERCENT = 60,    /* the lives together use no more of all CPUs */
	MEMORY_PERCENT = 25, /* and no more of the memory */
	KIBIBYTE = 1024,
};

static int64_t cpu_of(int who)
{
	struct rusage u;

	if (getrusage(who, &u))
		return 0;
	return (u.ru_utime.tv_sec + u.ru_stime.tv_sec) * NS_PER_S +
	       (u.ru_utime.tv_usec + u.ru_stime.tv_usec) * (NS_PER_S / 1000000);
}

int64_t perturb__cpu_ns(void)
{
	return cpu_of(RUSAGE_SELF) + cpu_of(RUSAGE_CHILDREN);
}

static long or_one(long n)
{
	return n > 0 ? n : 1;
}

/* The largest program that has ended. */
static unsigned fits_in_memory(void)
{
	int64_t all = (int64_t)or_one(sysconf(_SC_PHYS_PAGES)) * or_one(sysconf(_SC_PAGESIZE));
	struct rusage u;

	if (getrusage(RUSAGE_CHILDREN, &u) || u.ru_maxrss <= 0)
		return 1;
	return (unsigned)(all / 100 * MEMORY_PERCENT / ((int64_t)u.ru_maxrss * KIBIBYTE));
}

unsigned perturb__jobs(const struct perturb__options *opt, int64_t cpu_ns, int64_t wall_ns)
{
	int64_t cpus = or_one(sysconf(_SC_NPROCESSORS_ONLN));
	unsigned most = opt->jobs_most, fits = fits_in_memory();
	int64_t n;

	if (cpu_ns <= 0 || wall_ns <= 0)
		return opt->jobs;
	n = wall_ns * cpus / 100 * CPU_PERCENT / cpu_ns;
	most = most < fits ? most : fits;
	if (n > most)
		n = most;
	return n > opt->jobs ? (unsigned)n : opt->jobs;
}
