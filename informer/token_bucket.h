/* SPDX-License-Identifier: Apache-2.0 */
/* token_bucket.h - client-go's rate limit on requests (util/flowcontrol over
 * golang.org/x/time/rate: Limiter.Wait, Reservation.Cancel).
 *
 * Turns are given out in the order of the calls; a cancelled one is given back unless a later one
 * has been given out.
 *
 * Threads: any. lock (rank LEAF) guards everything below it.
 */
#ifndef INFORMER_TOKEN_BUCKET_H
#define INFORMER_TOKEN_BUCKET_H

#include "base/lock.h"

struct inf__token_bucket {
	double qps; /* set once; < 0: no limit */
	double burst;

	struct lock lock;
	double tokens;
	int64_t last_ns;       /* when tokens was true */
	int64_t last_event_ns; /* the latest turn given out */
	bool used;
};

void inf__token_bucket_init(struct inf__token_bucket *b, double qps, uint32_t burst);
void inf__token_bucket_fini(struct inf__token_bucket *b);
/* A turn at *at_ns (now or later). False: it would come after the deadline, and none was taken. */
bool inf__token_bucket_reserve(struct inf__token_bucket *b, int64_t now_ns, int64_t deadline_ns,
			       int64_t *at_ns);
/* The turn at at_ns, which is still to come, is not wanted any more. */
void inf__token_bucket_cancel(struct inf__token_bucket *b, int64_t now_ns, int64_t at_ns);

#endif
