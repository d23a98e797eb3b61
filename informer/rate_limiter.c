/* SPDX-License-Identifier: Apache-2.0 */
/* rate_limiter.c - util/workqueue/default_rate_limiters.go.
 *
 * If when_ns runs out of memory, it does not count the failure and returns the shortest delay: a
 * limiter slows items down but never loses one. */
#include <math.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "base/map.h"
#include "relist/informer.h"

void inf_rate_limiter_free(struct inf_rate_limiter *limiter)
{
	if (limiter && limiter->free)
		limiter->free(limiter);
}

/* ---- failures by item: a map from item to count ---- */

static uint32_t failures_get(const struct map *m, const char *item)
{
	return (uint32_t)(uintptr_t)map_get(m, str_of(item));
}

static void failures_bump(struct map *m, const char *item)
{
	uintptr_t count = failures_get(m, item);

	if (count < UINT32_MAX)
		(void)map_put(m, str_of(item), (void *)(count + 1), NULL);
}

struct per_item {
	struct inf_rate_limiter base;
	struct map failures;
	int64_t fast_ns; /* the base delay of the exponential limiter */
	int64_t slow_ns; /* its maximum delay */
	uint32_t max_fast;
};

static void per_item_forget(struct inf_rate_limiter *self, const char *item)
{
	(void)map_del(&((struct per_item *)(void *)self)->failures, str_of(item));
}

static uint32_t per_item_requeues(struct inf_rate_limiter *self, const char *item)
{
	return failures_get(&((struct per_item *)(void *)self)->failures, item);
}

static void per_item_free(struct inf_rate_limiter *self)
{
	map_fini(&((struct per_item *)(void *)self)->failures);
	base__free(self);
}

static int64_t exponential_when(struct inf_rate_limiter *self, const char *item, int64_t now_ns)
{
	struct per_item *l = (struct per_item *)(void *)self;
	double delay = (double)l->fast_ns * pow(2, failures_get(&l->failures, item));

	(void)now_ns;
	failures_bump(&l->failures, item);
	/* Compared as floating point, so that 2^64 failures do not overflow. */
	return delay > (double)l->slow_ns ? l->slow_ns : (int64_t)delay;
}

static int64_t fast_slow_when(struct inf_rate_limiter *self, const char *item, int64_t now_ns)
{
	struct per_item *l = (struct per_item *)(void *)self;

	(void)now_ns;
	failures_bump(&l->failures, item);
	return failures_get(&l->failures, item) <= l->max_fast ? l->fast_ns : l->slow_ns;
}

static struct inf_rate_limiter *per_item_new(int64_t (*when)(struct inf_rate_limiter *,
							     const char *, int64_t),
					     int64_t fast_ns, int64_t slow_ns, uint32_t max_fast)
{
	struct per_item *l = base__calloc(1, sizeof(*l));

	if (!l)
		return NULL;
	l->base =
	    (struct inf_rate_limiter) { when, per_item_forget, per_item_requeues, per_item_free };
	map_init(&l->failures, MAP_COPY_KEYS);
	l->fast_ns = fast_ns;
	l->slow_ns = slow_ns;
	l->max_fast = max_fast;
	return &l->base;
}

struct inf_rate_limiter *inf_rate_limiter_exponential(int64_t base_ns, int64_t max_ns)
{
	return per_item_new(exponential_when, base_ns, max_ns, 0);
}

struct inf_rate_limiter *inf_rate_limiter_fast_slow(int64_t fast_ns, int64_t slow_ns,
						    uint32_t max_fast)
{
	return per_item_new(fast_slow_when, fast_ns, slow_ns, max_fast);
}

/* ---- the token bucket (golang.org/x/time/rate: Reserve().Delay()) ---- */

struct bucket {
	struct inf_rate_limiter base;
	double qps;
	double burst;
	double tokens;
	int64_t last_ns;
	bool used;
};

static int64_t bucket_when(struct inf_rate_limiter *self, const char *item, int64_t now_ns)
{
	struct bucket *b = (struct bucket *)(void *)self;

	(void)item;
	if (b->used && now_ns > b->last_ns)
		b->tokens += (double)(now_ns - b->last_ns) / 1e9 * b->qps;
	if (!b->used || b->tokens > b->burst)
		b->tokens = b->burst;
	b->used = true;
	b->last_ns = now_ns;
	b->tokens -= 1;
	return b->tokens >= 0 ? 0 : (int64_t)(-b->tokens / b->qps * 1e9);
}

static void bucket_forget(struct inf_rate_limiter *self, const char *item)
{
	(void)self;
	(void)item;
}

static uint32_t bucket_requeues(struct inf_rate_limiter *self, const char *item)
{
	(void)self;
	(void)item;
	return 0;
}

static void bucket_free(struct inf_rate_limiter *self)
{
	base__free(self);
}

struct inf_rate_limiter *inf_rate_limiter_bucket(double qps, uint32_t burst)
{
	struct bucket *b = base__calloc(1, sizeof(*b));

	if (!b)
		return NULL;
	b->base =
	    (struct inf_rate_limiter) { bucket_when, bucket_forget, bucket_requeues, bucket_free };
	b->qps = qps;
	b->burst = burst;
	return &b->base;
}

/* ---- combinations ---- */

struct combined {
	struct inf_rate_limiter base;
	size_t count;
	int64_t max_ns;
	struct inf_rate_limiter *inner[];
};

static int64_t combined_when(struct inf_rate_limiter *self, const char *item, int64_t now_ns)
{
	struct combined *c = (struct combined *)(void *)self;
	int64_t longest = 0;

	for (size_t i = 0; i < c->count; i++) {
		int64_t delay = c->inner[i]->when_ns(c->inner[i], item, now_ns);

		if (delay > longest)
			longest = delay;
	}
	return longest < c->max_ns ? longest : c->max_ns;
}

static void combined_forget(struct inf_rate_limiter *self, const char *item)
{
	struct combined *c = (struct combined *)(void *)self;

	for (size_t i = 0; i < c->count; i++)
		c->inner[i]->forget(c->inner[i], item);
}

static uint32_t combined_requeues(struct inf_rate_limiter *self, const char *item)
{
	struct combined *c = (struct combined *)(void *)self;
	uint32_t most = 0;

	for (size_t i = 0; i < c->count; i++) {
		uint32_t n = c->inner[i]->requeues(c->inner[i], item);

		if (n > most)
			most = n;
	}
	return most;
}

static void combined_free(struct inf_rate_limiter *self)
{
	struct combined *c = (struct combined *)(void *)self;

	for (size_t i = 0; i < c->count; i++)
		inf_rate_limiter_free(c->inner[i]);
	base__free(c);
}

static struct inf_rate_limiter *combine(struct inf_rate_limiter *const *take_inner, size_t count,
					int64_t max_ns)
{
	struct combined *c = base__calloc(1, sizeof(*c) + count * sizeof(c->inner[0]));
	bool complete = c != NULL;

	for (size_t i = 0; i < count; i++)
		complete = complete && take_inner[i];
	if (!complete) {
		for (size_t i = 0; i < count; i++)
			inf_rate_limiter_free(take_inner[i]);
		base__free(c);
		return NULL;
	}
	c->base = (struct inf_rate_limiter) { combined_when, combined_forget, combined_requeues,
					      combined_free };
	c->count = count;
	c->max_ns = max_ns;
	memcpy(c->inner, take_inner, count * sizeof(c->inner[0]));
	return &c->base;
}

struct inf_rate_limiter *inf_rate_limiter_max_of(struct inf_rate_limiter *const *take_inner,
						 size_t count)
{
	return combine(take_inner, count, TIME_NEVER);
}

struct inf_rate_limiter *inf_rate_limiter_max_wait(struct inf_rate_limiter *take_inner,
						   int64_t max_ns)
{
	return combine(&take_inner, 1, max_ns);
}

struct inf_rate_limiter *inf_rate_limiter_controller_default(void)
{
	struct inf_rate_limiter *both[] = {
		inf_rate_limiter_exponential(5 * NS_PER_MS, 1000 * NS_PER_S),
		inf_rate_limiter_bucket(10, 100),
	};

	return inf_rate_limiter_max_of(both, ARRAY_LEN(both));
}
