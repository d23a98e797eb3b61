/* SPDX-License-Identifier: Apache-2.0 */
#define _DEFAULT_SOURCE 1 /* MAP_ANONYMOUS, MAP_NORESERVE */
#include "informer/posix/mutation_trap.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/mman.h>
#include <unistd.h>

#include "informer/processor_listener.h"
#include "informer/object.h"

/* Address space, not memory: pages are used in order and never reused. */
#define ARENA_BYTES ((size_t)16 << 30)

static struct {
	char *base;
	size_t page;
	atomic_size_t next; /* number of used bytes */
	atomic_size_t live, missed;
	/* by page: index + 1 of the page at which its object's bytes begin. */
	_Atomic(uint32_t) *starts;
	struct sigaction before;
} trap;

static size_t round_up(size_t n)
{
	return (n + trap.page - 1) / trap.page * trap.page;
}

/* ---- objects ---- */

static void *pages_alloc(size_t head, size_t size)
{
	size_t sealed = round_up(size - head);
	size_t want = trap.page + sealed + trap.page; /* and one inaccessible page */
	size_t at = atomic_fetch_add(&trap.next, want);
	uint32_t start;

	if (at > ARENA_BYTES - want ||
	    mprotect(trap.base + at, trap.page + sealed, PROT_READ | PROT_WRITE) != 0) {
		atomic_fetch_add(&trap.missed, 1);
		return NULL;
	}
	start = (uint32_t)(at / trap.page) + 1;
	for (size_t i = 0; i <= sealed / trap.page; i++)
		atomic_store(&trap.starts[start - 1 + i], start + 1);
	atomic_fetch_add(&trap.live, 1);
	return trap.base + at + trap.page - head;
}

static void pages_seal(const void *bytes, size_t size)
{
	/* A failure costs the protection of one object. */
	(void)mprotect((void *)(uintptr_t)bytes, round_up(size), PROT_READ);
}

static void pages_free(const void *bytes)
{
	size_t first = (size_t)((const char *)bytes - trap.base) / trap.page - 1;
	uint32_t start = atomic_load(&trap.starts[first]);
	size_t n = 0;

	while (atomic_load(&trap.starts[first + n]) == start)
		n++;
	/* A fresh mapping at the same address frees the memory and forbids every access. */
	(void)mmap(trap.base + first * trap.page, n * trap.page, PROT_NONE,
		   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0);
	for (size_t i = 0; i < n; i++)
		atomic_store(&trap.starts[first + i], 0);
	atomic_fetch_sub(&trap.live, 1);
}

static const struct inf__object_pages pages = { pages_alloc, pages_seal, pages_free };

/* ---- the fault ---- */

static void write_stderr(const char *z)
{
	size_t len = strlen(z);

	while (len > 0) {
		ssize_t n = write(STDERR_FILENO, z, len);

		if (n <= 0)
			return;
		z += n;
		len -= (size_t)n;
	}
}

static void on_fault(int sig, siginfo_t *info, void *context)
{
	uintptr_t addr = (uintptr_t)info->si_addr, base = (uintptr_t)trap.base;
	const char *who = inf__processor_listener_current_name();
	uint32_t start = 0;

	(void)context;
	if (addr >= base && addr < base + ARENA_BYTES) {
		start = atomic_load(&trap.starts[(addr - base) / trap.page]);
		write_stderr("relist: ");
		write_stderr(who ? "handler \"" : "a thread that runs no handler");
		write_stderr(who ? who : "");
		write_stderr(who ? "\"" : "");
		write_stderr(start ? " writes into the cached object "
				   : " uses an object after its end");
		write_stderr(start ? trap.base + (size_t)(start - 1) * trap.page : "");
		write_stderr("\n");
	}
	/* Restore the previous handler; the instruction faults again on return. */
	(void)sigaction(sig, &trap.before, NULL);
}

int inf_mutation_trap_enable(struct relist_err *err)
{
	static pthread_mutex_t mu = PTHREAD_MUTEX_INITIALIZER;
	struct sigaction action = { .sa_sigaction = on_fault, .sa_flags = SA_SIGINFO };
	void *base = MAP_FAILED, *starts = MAP_FAILED;
	size_t starts_len;
	int rc = 0, locked = pthread_mutex_lock(&mu);

	ASSERT(locked == 0);
	if (trap.base)
		goto out;
	trap.page = (size_t)sysconf(_SC_PAGESIZE);
	starts_len = ARENA_BYTES / trap.page * sizeof(*trap.starts);
	base =
	    mmap(NULL, ARENA_BYTES, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	starts = mmap(NULL, starts_len, PROT_READ | PROT_WRITE,
		      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	if (base == MAP_FAILED || starts == MAP_FAILED) {
		rc = relist_err_set(err, RELIST_ENOMEM, "mutation trap: %s", strerror(errno));
		if (base != MAP_FAILED)
			(void)munmap(base, ARENA_BYTES);
		if (starts != MAP_FAILED)
			(void)munmap(starts, starts_len);
		goto out;
	}
	trap.starts = starts;
	trap.base = base;
	(void)sigemptyset(&action.sa_mask);
	(void)sigaction(SIGSEGV, &action, &trap.before);
	inf__object_set_pages(&pages);
out:
	locked = pthread_mutex_unlock(&mu);
	ASSERT(locked == 0);
	return rc;
}

size_t inf__mutation_trap_live(void)
{
	return atomic_load(&trap.live);
}

size_t inf__mutation_trap_missed(void)
{
	return atomic_load(&trap.missed);
}
