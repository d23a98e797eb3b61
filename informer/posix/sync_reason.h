/* SPDX-License-Identifier: Apache-2.0 */
/* sync_reason.h - explains why an informer has not synced: not started, the last error of its lists
 * and watches, handlers with a backlog, or an incomplete list.
 *
 * Threads: any; the hook is called on the I/O thread. */
#ifndef INFORMER_POSIX_SYNC_REASON_H
#define INFORMER_POSIX_SYNC_REASON_H

#include "base/lock.h"
#include "relist/informer.h"

struct inf__sync_reason {
	struct lock lock; /* not held while `next` is called */
	uint64_t errors GUARDED_BY(lock);
	char last[160] GUARDED_BY(lock);
	inf_watch_error_fn next; /* the user's hook, may be NULL */
	void *next_user;
};

void inf__sync_reason_init(struct inf__sync_reason *r, inf_watch_error_fn next, void *next_user);
void inf__sync_reason_fini(struct inf__sync_reason *r);
/* An inf_watch_error_fn; `user` is a struct inf__sync_reason. */
void inf__sync_reason_watch_error(void *user, const struct inf_watch_error *error);
/* Writes one clause into buf (cap bytes, always terminated). `inf` has not synced. */
void inf__sync_reason_text(struct inf__sync_reason *r, struct inf_informer *inf, bool started,
			   char *buf, size_t cap);

#endif
