/* SPDX-License-Identifier: Apache-2.0 */
#include "informer/token_bucket.h"

#include "base/clock.h"

void inf__token_bucket_init(struct inf__token_bucket *b, double qps, uint32_t burst)
{
	memset(b, 0, sizeof(*b));
	b->qps = qps;
	b->burst = burst;
	lock_init(&b->lock, LOCK_LEAF);
}

void inf__token_bucket_fini(struct inf__token_bucket *b)
{
	lock_fini(&b->lock);
}

/* Nanoseconds until that many tokens are available; a rate near zero means never. */
static int64_t duration_of(const struct inf__token_bucket *b, double tokens)
{
	double ns = tokens / b->qps * 1e9;

	return ns < 9e18 ? (int64_t)ns : TIME_NEVER;
}

static void refill(struct inf__token_bucket *b, int64_t now_ns) REQUIRES(b->lock);

static void refill(struct inf__token_bucket *b, int64_t now_ns)
{
	if (b->used && now_ns > b->last_ns)
		b->tokens += (double)(now_ns - b->last_ns) / 1e9 * b->qps;
	if (!b->used || b->tokens > b->burst)
		b->tokens = b->burst;
	if (!b->used || now_ns > b->last_ns)
		b->last_ns = now_ns;
	b->used = true;
}

bool inf__token_bucket_reserve(struct inf__token_bucket *b, int64_t now_ns, int64_t deadline_ns,
			       int64_t *at_ns)
{
	bool ok = true;

	*at_ns = now_ns;
	if (b->qps < 0)
		return true;
	lock_acquire(&b->lock);
	refill(b, now_ns);
	if (b->tokens < 1) {
		*at_ns = time_add(now_ns, duration_of(b, 1 - b->tokens));
		ok = *at_ns != TIME_NEVER && *at_ns <= deadline_ns;
	}
	if (ok) {
		b->tokens -= 1;
		b->last_event_ns = *at_ns;
	}
	lock_release(&b->lock);
	return ok;
}

void inf__token_bucket_cancel(struct inf__token_bucket *b, int64_t now_ns, int64_t at_ns)
{
	double back;

	if (b->qps < 0 || at_ns < now_ns)
		return;
	lock_acquire(&b->lock);
	/* Tokens that were promised to later callers stay promised. */
	back = 1 - (double)(b->last_event_ns - at_ns) / 1e9 * b->qps;
	if (back > 0) {
		refill(b, now_ns);
		b->tokens += back;
		if (b->tokens > b->burst)
			b->tokens = b->burst;
		if (at_ns == b->last_event_ns) {
			int64_t before_ns = at_ns - duration_of(b, 1);

			if (before_ns >= now_ns)
				b->last_event_ns = before_ns;
		}
	}
	lock_release(&b->lock);
}
