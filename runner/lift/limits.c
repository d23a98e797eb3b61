/* SPDX-License-Identifier: Apache-2.0 */
/* limits.c - refuses stories that are too large for a scenario, and says how to lift less. */
#include "base/clock.h"
#include "runner/language/limits.h"
#include "runner/lift/impl.h"

int lift__too_large(const struct lift *l, size_t bytes, struct relist_err *err)
{
	return relist_err_set(err, RELIST_ELIMIT,
			      "%llu writes, %zu KiB, are too much for a scenario: narrow the story "
			      "with --key (more than once), --from and --to, or --user-agent",
			      (unsigned long long)(l->rv - l->start_rv), bytes >> 10);
}

int lift__too_long(const struct lift *l, int64_t at_ns, struct relist_err *err)
{
	char first[32], last[32];

	duration_format(at_ns / NS_PER_S * NS_PER_S, first, sizeof(first));
	duration_format(l->at_ns / NS_PER_S * NS_PER_S, last, sizeof(last));
	return relist_err_set(err, RELIST_ELIMIT,
			      "a scenario has at most %d steps, and the first %s of %s need more: "
			      "narrow the story with --key (more than once), --from and --to, or "
			      "--user-agent",
			      SCN_STEPS_MAX, first, last);
}

int lift__check_writes(const struct lift *l, struct relist_err *err)
{
	size_t steps = 0;

	for (size_t i = 0; l->rv - l->start_rv >= SCN_STEPS_MAX && i < l->writes.len; i++) {
		const struct lift__state *w = l->writes.items[i];

		steps += w->new_rv && !w->base;
		if (steps > SCN_STEPS_MAX)
			return lift__too_long(l, w->at_ns, err);
	}
	return 0;
}
