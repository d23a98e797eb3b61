/* SPDX-License-Identifier: Apache-2.0 */
/* synctrack.h - tracks whether a handler has received the whole initial list (client-go's
 * SingleFileTracker): a count of notifications in flight, and "the informer has synced".
 *
 * In 0.37 the result latches; 0.32 checks each time (latch = false). Unlocked. */
#ifndef INFORMER_SYNCTRACK_H
#define INFORMER_SYNCTRACK_H

#include "base/base.h"

struct inf__synctrack {
	size_t waiting; /* started, not finished */
	bool upstream;
	bool synced;
};

static inline void inf__synctrack_start(struct inf__synctrack *t)
{
	t->waiting++;
}

static inline void inf__synctrack_finished(struct inf__synctrack *t)
{
	ASSERT(t->waiting > 0);
	if (--t->waiting == 0 && t->upstream)
		t->synced = true;
}

/* After the initial list was started. */
static inline void inf__synctrack_upstream(struct inf__synctrack *t)
{
	t->upstream = true;
	if (t->waiting == 0)
		t->synced = true;
}

#endif
