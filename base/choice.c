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
	if (n == 1)
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
	c->depth++;
	return pick;
}

double choice_unit(struct choice *c)
{
	const uint32_t steps = UINT32_C(1) << 24;

	return (double)choice_pick(c, steps) / steps;
}

bool choice_next_run(struct choice *c)
{
	size_t n = c->depth;

	c->depth = 0;
	if (c->source != CHOICE_ODOMETER) {
		/* Another run of the same kind: the seed's stream goes on, a list starts over. */
		c->failed = false;
		return c->source == CHOICE_SEED;
	}
	/* The last digit that can still grow does; those after it start again at 0. */
	while (n > 0 && c->picked[n - 1] + 1 >= c->bound[n - 1])
		n--;
	c->depth_end = n;
	if (n == 0)
		return false;
	c->picked[n - 1]++;
	return true;
}

void choice_rewind(struct choice *c)
{
	c->source = CHOICE_LIST;
	c->record = true;
	c->depth_end = c->depth;
	c->depth = 0;
}
