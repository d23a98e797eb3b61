/* SPDX-License-Identifier: Apache-2.0 */
/* synctrack.h - whether a handler has got the whole initial list (client-go's
 * SingleFileTracker): a count of notifications on their way, and "the informer has synced".
 *
 * In 0.37 the answer latches; the 0.32 generation checks each time (latch = false). Unlocked.
 */
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
