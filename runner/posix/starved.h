/* SPDX-License-Identifier: Apache-2.0 */
/* starved.h - measures how long the programs under a guard have waited for a CPU. On a busy machine
 * a silent program may only lack CPU time.
 *
 * Threads: any. */
#ifndef RUNNER_POSIX_STARVED_H
#define RUNNER_POSIX_STARVED_H

#include <stdint.h>
#include <sys/types.h>

/* Returns the waiting time in nanoseconds of all threads, since each began, of the process group
 * whose first process the guard started. `group` is found at the first call (0 before). Returns 0
 * where the kernel does not report it. Reads /proc: a few milliseconds. */
int64_t runner__starved_ns(pid_t guard, pid_t *group);

#endif
