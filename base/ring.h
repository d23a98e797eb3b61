/* SPDX-License-Identifier: Apache-2.0 */
/* ring.h - RingGrowing: an unbounded FIFO of pointers that never shrinks (client-go util/buffer).
 */
#ifndef BASE_RING_H
#define BASE_RING_H

#include "base/base.h"

struct ring {
	void **slots;
	size_t cap; /* power of two or 0 */
	size_t head;
	size_t len;
};

void ring_init(struct ring *r);			     /* a zeroed ring is empty as well */
void ring_fini(struct ring *r);			     /* does not free the items */
int ring_push(struct ring *r, void *item);	     /* 0 or RELIST_ENOMEM; item not NULL */
void ring_push_reserved(struct ring *r, void *item); /* needs ring_reserve() before */
void *ring_pop(struct ring *r);			     /* NULL if empty */
void *ring_peek(const struct ring *r, size_t i);     /* i-th from the front, NULL past the end */
int ring_reserve(struct ring *r, size_t extra);

#endif
