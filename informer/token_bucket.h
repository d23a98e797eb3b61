/* SPDX-License-Identifier: Apache-2.0 */
/* token_bucket.h - client-go's rate limit for requests (util/flowcontrol over
 * golang.org/x/time/rate: Limiter.Wait, Reservation.Cancel).
 *
 * Turns are assigned in the order of the calls; a cancelled one is returned unless a later one has
 * been assigned.
 *
 * Threads: any. lock (rank LEAF) guards the members below it. */
#ifndef INFORMER_TOKEN_BUCKET_H
#define INFORMER_TOKEN_BUCKET_H

#include "base/lock.h"

struct inf__token_bucket {
	double qps; /* set once; < 0: no limit */
	double burst;

	struct lock lock;
	double tokens;
	int64_t last_ns;       /* time to which `tokens` refers */
	int64_t last_event_ns; /* the latest assigned turn */
	bool used;
};

void inf__token_bucket_init(struct inf__token_bucket *b, double qps, uint32_t burst);
void inf__token_bucket_fini(struct inf__token_bucket *b);
/* Reserves a turn at *at_ns (now or later). Returns false if it would be after the deadline; then
 * nothing is reserved. */
bool inf__token_bucket_reserve(struct inf__token_bucket *b, int64_t now_ns, int64_t deadline_ns,
			       int64_t *at_ns);
/* Cancels the turn at at_ns, which is still in the future. */
void inf__token_bucket_cancel(struct inf__token_bucket *b, int64_t now_ns, int64_t at_ns);

#endif
