/* SPDX-License-Identifier: Apache-2.0 */
/* mutation_trap.h - puts objects on read-only pages, so that a write into a cached object faults at
 * once. client-go's detector reports it only afterwards.
 *
 * Every object made after inf_mutation_trap_enable() gets pages of its own:
 *
 *     | ... unused ...  head | key rv JSON ... unused ... | guard |
 *        writable page          read-only pages
 *
 * The reference count is in the header, which stays writable; all pages after it are sealed. Freed
 * pages are never used again, so a read after the last unref faults as well. The fault is reported
 * on stderr with the object's key and the handler on this thread, and then has its usual effect (a
 * core dump at the faulting instruction). It costs two pages and two or three system calls per
 * object: for tests. When the pages are used up, objects come from the heap again, unprotected. */
#ifndef INFORMER_POSIX_MUTATION_TRAP_H
#define INFORMER_POSIX_MUTATION_TRAP_H

#include "base/base.h"

/* Numbers of objects on pages, and of objects without a page: for tests. */
size_t inf__mutation_trap_live(void);
/* For tests. */
size_t inf__mutation_trap_missed(void);

#endif
