/* SPDX-License-Identifier: Apache-2.0 */
/* network.c - POST /relist/v1/network: cuts the network for a while, for all clients or all but
 * some. */
#include "fakeapi/context.h"
#include "fakeapi/control/posts.h"

/* The ports stay open: a rule resets requests unless their User-Agent has the prefix. */
static int cut_for_others(struct fakeapi__call *c, const char *agent, int64_t end_ns, size_t *count)
{
	struct fakeapi__fault rule = { .kind = FAKEAPI_FAULT_RESET,
				       .match = fakeapi__match_all(),
				       .times = UINT32_MAX,
				       .end_ns = end_ns };

	(void)snprintf(rule.match.user_agent, sizeof(rule.match.user_agent), "!%s", agent);
	if (!fakeapi__fault_add_locked(c->core, &rule))
		return fakeapi__status_set(&c->st, 429, "TooManyRequests", "more than %d rules",
					   FAKEAPI_RULES_MAX);
	*count = fakeapi__end_watches_locked(c->core, &rule.match, FAKEAPI_WATCH_RESET);
	fakeapi__plan_expiry_locked(c->core);
	return 0;
}

int fakeapi__control_network(struct fakeapi__call *c, const cJSON *body, size_t *count)
{
	const struct fakeapi__match all = fakeapi__match_all();
	struct fakeapi__network_body in = { 0 };
	int64_t end_ns;

	if (fakeapi__read_network(c, body, &in) < 0)
		return -1;
	end_ns = time_add(c->now_ns, in.for_ns);
	if (in.except[0])
		return cut_for_others(c, in.except, end_ns, count);
	*count = fakeapi__end_watches_locked(c->core, &all, FAKEAPI_WATCH_RESET);
	for (size_t i = 0; i < c->core->backend_count; i++) {
		c->core->backends[i].refuses = true;
		c->core->backends[i].refuse_end_ns = end_ns;
	}
	fakeapi__plan_expiry_locked(c->core);
	return 0;
}
