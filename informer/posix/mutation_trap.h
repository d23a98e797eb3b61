/* SPDX-License-Identifier: Apache-2.0 */
/* mutation_trap.h - objects on read-only pages, so that a write into a cached object faults
 * at once. client-go's detector reports it only afterwards.
 *
 * Every object made after inf_mutation_trap_enable() gets pages of its own:
 *
 *     | ... unused ...  head | key rv JSON ... unused ... | guard |
 *        writable page          read-only pages
 *
 * The reference count is in the head, so it still counts; everything behind it is sealed. Freed
 * pages are never used again, so a read after the last unref faults as well. The fault is reported
 * on stderr with the object's key and the handler that runs in this thread, and then takes its
 * usual course (a core dump at the guilty instruction). Costs two pages and a system call or three
 * per object: for tests. When pages run out, objects come from the heap again, unprotected.
 */
#ifndef INFORMER_POSIX_MUTATION_TRAP_H
#define INFORMER_POSIX_MUTATION_TRAP_H

#include "base/base.h"

/* Objects on pages now, and objects that found no page: for tests. */
size_t inf__mutation_trap_live(void);
/* For tests. */
size_t inf__mutation_trap_missed(void);

#endif
