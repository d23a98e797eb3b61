/* SPDX-License-Identifier: Apache-2.0 */
#include "base/choice.h"

#include "base/alloc.h"

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
		.source = CHOICE_SEED, .record = record, .seed = seed, .state = seed
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
	*c = (struct choice) { 0 };
}

/* In [0, n) without the bias of a remainder (Lemire's multiply, rejecting the short low part). */
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
		pick = draw(&c->state, n);
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
		c->sleep = 0;
	}
	c->depth++;
	return pick;
}

uint32_t choice_pick_step(struct choice *c, const uint8_t *labels, uint32_t n)
{
	uint64_t asleep = 0, sleep = c->sleep;
	uint32_t pick = 0;

	if (!c->prune || n > 64)
		return choice_pick(c, n);
	for (uint32_t i = 0; i < n; i++)
		if (labels[i] && (sleep >> labels[i] & 1))
			asleep |= UINT64_C(1) << i;
	if (c->depth < c->depth_end)
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
		c->depth++;
	}
	/* What was tried before goes to sleep, until a step comes that it does not commute with. */
	for (uint32_t i = 0; i < pick; i++)
		if (labels[i])
			sleep |= UINT64_C(1) << labels[i];
	c->sleep = labels[pick] ? sleep & ~(UINT64_C(1) << labels[pick]) : 0;
	return pick;
}

void choice_truncate(struct choice *c, size_t depth)
{
	c->depth = c->depth < depth ? c->depth : depth;
}

double choice_unit(struct choice *c)
{
	const uint32_t steps = UINT32_C(1) << 24;

	if (c->source == CHOICE_ODOMETER) {
		uint64_t sleep = c->sleep;

		(void)choice_pick(c, steps);
		/* not a step: nothing wakes; and there is no other */
		c->sleep = sleep;
		if (c->depth && !c->failed && !c->redundant)
			c->bound[c->depth - 1] = 1;
		return 0;
	}
	return (double)choice_pick(c, steps) / steps;
}

bool choice_next_run(struct choice *c)
{
	size_t n = c->depth;

	c->depth = 0;
	c->sleep = 0;
	c->redundant = false;
	if (c->source != CHOICE_ODOMETER) {
		/* Another run of the same kind: the seed's stream goes on, a list starts over. */
		c->failed = false;
		return c->source == CHOICE_SEED;
	}
	/* The last digit that can still grow does; those after it start again at 0. */
	for (; n > 0; n--) {
		uint32_t next = c->picked[n - 1] + 1;

		while (c->prune && next < c->bound[n - 1] && (c->asleep[n - 1] >> next & 1))
			next++;
		if (next >= c->bound[n - 1])
			continue;
		c->picked[n - 1] = next;
		break;
	}
	c->depth_end = n;
	return n > 0;
}

void choice_rewind(struct choice *c)
{
	c->source = CHOICE_LIST;
	c->record = true;
	c->depth_end = c->depth;
	c->depth = 0;
}
