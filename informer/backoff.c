/* SPDX-License-Identifier: Apache-2.0 */
#include "informer/backoff.h"

#include "base/clock.h"

#define INITIAL_NS (800 * NS_PER_MS)
#define MAX_NS	   (30 * NS_PER_S)
#define RESET_NS   (120 * NS_PER_S)

void inf__backoff_init(struct inf__backoff *b, bool classic, struct choice *choice, int64_t now_ns)
{
	*b = (struct inf__backoff) {
		.choice = choice, .delay_ns = INITIAL_NS, .mark_ns = now_ns, .classic = classic
	};
}

int64_t inf__backoff_next(struct inf__backoff *b, int64_t now_ns)
{
	int64_t delay;

	if (now_ns - b->mark_ns > RESET_NS) {
		b->delay_ns = INITIAL_NS;
		b->mark_ns = now_ns;
	}
	if (b->classic)
		b->mark_ns = now_ns;
	delay = b->delay_ns;
	b->delay_ns = 2 * delay < MAX_NS ? 2 * delay : MAX_NS;
	if (b->exact)
		return delay;
	return delay + (int64_t)(choice_unit(b->choice) * (double)delay);
}

void inf__retry_deadline_error(struct inf__retry_deadline *r, int64_t now_ns)
{
	if (!r->seen || now_ns - r->last_error_ns >= 60 * NS_PER_S)
		r->first_error_ns = now_ns;
	r->seen = true;
	r->last_error_ns = now_ns;
}

bool inf__retry_deadline_allows(struct inf__retry_deadline *r, int64_t now_ns)
{
	if (r->max_ns <= 0)
		return false;
	if (r->seen && now_ns - r->first_error_ns <= r->max_ns)
		return true;
	r->seen = false;
	return false;
}
