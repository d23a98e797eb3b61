/* SPDX-License-Identifier: Apache-2.0 */
#include "informer/posix/sync_reason.h"

#include <inttypes.h>
#include <stdio.h>

void inf__sync_reason_init(struct inf__sync_reason *r, inf_watch_error_fn next, void *next_user)
{
	lock_init(&r->lock, LOCK_LEAF);
	r->next = next;
	r->next_user = next_user;
}

void inf__sync_reason_fini(struct inf__sync_reason *r)
{
	lock_fini(&r->lock);
}

void inf__sync_reason_watch_error(void *user, const struct inf_watch_error *error)
{
	struct inf__sync_reason *r = user;

	lock_acquire(&r->lock);
	r->errors++;
	(void)snprintf(r->last, sizeof(r->last), "%s", error->text);
	lock_release(&r->lock);
	if (r->next)
		r->next(r->next_user, error);
}

void inf__sync_reason_text(struct inf__sync_reason *r, struct inf_informer *inf, bool started,
			   char *buf, size_t cap)
{
	bool store_synced = inf_informer_synced(inf);
	struct inf_informer_metrics m;

	inf_informer_metrics(inf, &m);
	lock_acquire(&r->lock);
	if (!started)
		(void)snprintf(buf, cap, "it was not started");
	else if (store_synced)
		(void)snprintf(buf, cap, "its handlers have %zu notification%s pending", m.backlog,
			       m.backlog == 1 ? "" : "s");
	else if (r->errors)
		(void)snprintf(buf, cap, "%" PRIu64 " error%s, the last: %s", r->errors,
			       r->errors == 1 ? "" : "s", r->last);
	else
		(void)snprintf(buf, cap,
			       "its first list has not ended (refused connections are retried "
			       "without an error)");
	lock_release(&r->lock);
}
