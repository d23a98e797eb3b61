/* SPDX-License-Identifier: Apache-2.0 */
#include "base/choice.h"

#include "base/alloc.h"

enum { SEEN_MAX = 1 << 22 }; /* 64 MiB */

uint64_t splitmix64(uint64_t *state)
{
	uint64_t z = *state += UINT64_C(0x9E3779B97F4A7C15);

	z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
	z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
	return z ^ (z >> 31);
}

void choice_init_seed(struct choice *c, uint64_t seed, bool record)
{
	*c = (struct choice) {
		.source = CHOICE_SEED, .record = record, .seed = seed, .stream = seed
	};
}

void choice_init_odometer(struct choice *c)
{
	*c = (struct choice) { .source = CHOICE_ODOMETER, .record = true };
}

static bool reserve(struct choice *c, size_t n)
{
	size_t cap = c->cap ? c->cap : 64;
	uint32_t *picked, *bound;

	if (n <= c->cap)
		return true;
	while (cap < n)
		cap *= 2;
	picked = base__reallocarray(c->picked, cap, sizeof(*picked));
	if (!picked)
		return false;
	c->picked = picked;
	bound = base__reallocarray(c->bound, cap, sizeof(*bound));
	if (!bound)
		return false;
	c->bound = bound;
	if (c->prune) {
		uint64_t *asleep = base__reallocarray(c->asleep, cap, sizeof(*asleep));

		if (!asleep)
			return false;
		c->asleep = asleep;
	}
	if (c->prune) {
		uint64_t *state = base__reallocarray(c->state, cap, sizeof(*state));
		double *orders;

		if (!state)
			return false;
		c->state = state;
		orders = base__reallocarray(c->orders, cap, sizeof(*orders));
		if (!orders)
			return false;
		for (size_t i = c->cap; i < cap; i++)
			orders[i] = 0;
		c->orders = orders;
	}
	c->cap = cap;
	return true;
}

int choice_init_list(struct choice *c, const uint32_t *picked, size_t len)
{
	*c = (struct choice) { .source = CHOICE_LIST, .record = true };
	if (len == 0)
		return 0;
	if (!reserve(c, len)) {
		choice_fini(c);
		return RELIST_ENOMEM;
	}
	memcpy(c->picked, picked, len * sizeof(*picked));
	c->depth_end = len;
	return 0;
}

void choice_fini(struct choice *c)
{
	base__free(c->picked);
	base__free(c->bound);
	base__free(c->asleep);
	base__free(c->seen);
	base__free(c->state);
	base__free(c->orders);
	*c = (struct choice) { 0 };
}

/* A number in [0, n) without modulo bias (Lemire's multiplication; rejects the short low part). */
static uint32_t draw(uint64_t *state, uint32_t n)
{
	uint32_t reject_below = -n % n;
	uint64_t product;

	do
		product = (splitmix64(state) >> 32) * n;
	while ((uint32_t)product < reject_below);
	return (uint32_t)(product >> 32);
}

uint32_t choice_pick(struct choice *c, uint32_t n)
{
	uint32_t pick = 0;

	ASSERT(n > 0);
	if (n == 1 || c->redundant)
		return 0;
	if (c->source == CHOICE_SEED)
		pick = draw(&c->stream, n);
	else if (c->depth < c->depth_end)
		pick = c->picked[c->depth] < n ? c->picked[c->depth] : n - 1;
	if (!c->record)
		return pick;
	if (c->failed || !reserve(c, c->depth + 1)) {
		c->failed = true;
		return pick;
	}
	c->picked[c->depth] = pick;
	c->bound[c->depth] = n;
	if (c->prune) {
		c->asleep[c->depth] = 0;
		c->state[c->depth] = 0;
		c->sleep = 0;
	}
	c->depth++;
	return pick;
}

uint32_t choice_pick_step(struct choice *c, const struct choice_step *steps, uint32_t n,
			  uint32_t alone)
{
	uint64_t asleep = 0, sleep = c->sleep;
	uint32_t pick = 0;

	if (!c->prune || n > 64)
		return choice_pick(c, n);
	for (uint32_t i = 0; i < n; i++)
		if ((alone < n && i != alone) || (steps[i].id && (sleep >> steps[i].id & 1)))
			asleep |= UINT64_C(1) << i;
	if (n > 1 && c->depth < c->depth_end) /* a single alternative is not recorded */
		pick = c->picked[c->depth];
	while (pick < n && (asleep >> pick & 1))
		pick++;
	c->redundant |= pick >= n;
	if (c->redundant || c->failed || !reserve(c, c->depth + 1)) {
		c->failed |= !c->redundant;
		return 0;
	}
	if (n > 1) {
		c->picked[c->depth] = pick;
		c->bound[c->depth] = n;
		c->asleep[c->depth] = asleep;
		if (c->depth >= c->depth_end)
			c->state[c->depth] = c->here;
		c->here = 0;
		c->depth++;
	}
	/* The earlier alternatives sleep until a step is executed that does not commute with
	 * them. */
	for (uint32_t i = 0; i < pick && alone >= n; i++)
		if (steps[i].id)
			sleep |= UINT64_C(1) << steps[i].id;
	c->sleep = steps[pick].id && !c->remember ? sleep & steps[pick].commutes : 0;
	return pick;
}

bool choice_wants_state(const struct choice *c)
{
	/* the states of the repeated prefix are known: they lead to this run */
	return c->remember && c->prune && !c->redundant && c->depth >= c->depth_end;
}

static struct choice_state *seen_slot(struct choice_state *seen, size_t cap, uint64_t bits)
{
	uint64_t h = bits;
	size_t i = (size_t)splitmix64(&h) & (cap - 1);

	while (seen[i].bits && seen[i].bits != bits)
		i = (i + 1) & (cap - 1);
	return &seen[i];
}

static bool seen_grow(struct choice *c)
{
	size_t cap = c->seen_cap ? 2 * c->seen_cap : 1024;
	struct choice_state *seen;

	if (c->seen_len * 2 < c->seen_cap)
		return true;
	seen = base__calloc(cap, sizeof(*seen));
	if (!seen)
		return false;
	for (size_t i = 0; i < c->seen_cap; i++)
		if (c->seen[i].bits)
			*seen_slot(seen, cap, c->seen[i].bits) = c->seen[i];
	base__free(c->seen);
	c->seen = seen;
	c->seen_cap = cap;
	return true;
}

bool choice_has_been(struct choice *c, uint64_t state)
{
	struct choice_state *slot;

	state += state == 0;
	if (!seen_grow(c)) {
		c->failed = true;
		return false;
	}
	slot = seen_slot(c->seen, c->seen_cap, state);
	if (slot->bits) {
		c->redundant = true;
		c->known = state;
		return true;
	}
	c->here = state;
	if (c->seen_len < SEEN_MAX) {
		slot->bits = state;
		c->seen_len++;
	}
	return false;
}

static struct choice_state *find_state(const struct choice *c, uint64_t bits)
{
	struct choice_state *slot =
	    bits && c->seen_cap ? seen_slot(c->seen, c->seen_cap, bits) : NULL;

	return slot && slot->bits ? slot : NULL;
}

void choice_wake(struct choice *c, uint64_t ids)
{
	c->sleep &= ~ids;
}

/* The number of alternatives before `end` that are tried. */
static uint32_t tried(const struct choice *c, size_t at, uint32_t end)
{
	uint32_t count = 0;

	for (uint32_t i = 0; i < end; i++)
		count += !(c->prune && i < 64 && (c->asleep[at] >> i & 1));
	return count;
}

double choice_progress(const struct choice *c)
{
	const size_t n = c->depth ? c->depth : c->depth_end;
	double before = 0, share = 1;

	for (size_t i = 0; i < n && share > 1e-12; i++) {
		uint32_t all = c->bound[i] > 1 ? tried(c, i, c->bound[i]) : 1;

		share /= all ? all : 1;
		before += share * (c->bound[i] > 1 ? tried(c, i, c->picked[i]) : 0);
	}
	return before;
}

void choice_truncate(struct choice *c, size_t depth)
{
	for (size_t i = depth; c->prune && i < c->depth; i++)
		c->orders[i] = 0;
	c->depth = c->depth < depth ? c->depth : depth;
}

double choice_unit(struct choice *c)
{
	const uint32_t steps = UINT32_C(1) << 24;

	if (c->source == CHOICE_ODOMETER) {
		uint64_t sleep = c->sleep;

		(void)choice_pick(c, steps);
		/* this is not a step: it wakes no sleeper, and it has one alternative */
		c->sleep = sleep;
		if (c->depth && !c->failed && !c->redundant)
			c->bound[c->depth - 1] = 1;
		return 0;
	}
	return (double)choice_pick(c, steps) / steps;
}

static uint32_t next_alternative(const struct choice *c, size_t at)
{
	uint32_t next = c->picked[at] + 1;

	while (c->prune && next < c->bound[at] && (c->asleep[at] >> next & 1))
		next++;
	return next;
}

/* The number of orders that the finished run represents. */
static double orders_behind(const struct choice *c)
{
	const struct choice_state *known = find_state(c, c->known);

	return c->redundant ? (known ? known->orders : 0) : 1;
}

bool choice_next_run(struct choice *c)
{
	double orders = orders_behind(c);
	size_t n = c->depth;

	c->depth = 0;
	c->sleep = c->known = c->here = 0;
	c->redundant = false;
	if (c->source != CHOICE_ODOMETER) {
		/* The next run of the same kind: a seed's stream continues, a list starts again. */
		c->failed = false;
		return c->source == CHOICE_SEED;
	}
	/* Increments the last digit that can still grow; the digits after it start again at 0. */
	for (; n > 0; n--) {
		uint32_t next = next_alternative(c, n - 1);
		struct choice_state *state = c->prune ? find_state(c, c->state[n - 1]) : NULL;

		if (c->prune)
			orders = c->orders[n - 1] += orders;
		if (next < c->bound[n - 1]) {
			c->picked[n - 1] = next;
			break;
		}
		if (c->prune)
			c->orders[n - 1] = 0;
		if (state)
			state->orders = orders;
	}
	c->orders_total = orders;
	c->depth_end = n;
	return n > 0;
}

uint64_t choice_left(const struct choice *c)
{
	const size_t n = c->depth ? c->depth : c->depth_end;
	uint64_t left = 0;

	for (size_t i = 0; i < n; i++)
		left +=
		    c->bound[i] > 1 ? tried(c, i, c->bound[i]) - tried(c, i, c->picked[i]) - 1 : 0;
	return left;
}
