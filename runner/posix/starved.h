/* SPDX-License-Identifier: Apache-2.0 */
/* starved.h - how long the programs under a guard have waited for a CPU. On a busy machine a
 * program that is silent may only be waiting for its turn.
 *
 * Threads: any. */
#ifndef RUNNER_POSIX_STARVED_H
#define RUNNER_POSIX_STARVED_H

#include <stdint.h>
#include <sys/types.h>

/* Of all threads of the process group whose first process the guard has started, in nanoseconds
 * since each began; `group` is found at the first call (0 before). 0 where the kernel does not
 * report it. Reads /proc: a few milliseconds. */
int64_t runner__starved_ns(pid_t guard, pid_t *group);

#endif
