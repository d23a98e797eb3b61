/* SPDX-License-Identifier: Apache-2.0 */
/* network.c - POST /relist/v1/network: cuts the network for a while, for all clients or all but
 * some. */
#include "fakeapi/context.h"
#include "fakeapi/control/control_impl.h"

enum { EXCEPT_MAX = 120 };

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

/* Reads a name, or a list of names; a match has them as "driver|kubectl". */
static int read_except(struct fakeapi__call *c, const cJSON *body, char *out)
{
	const cJSON *v = cJSON_GetObjectItemCaseSensitive(body, "except"), *item;
	size_t len = 0;

	if (!cJSON_IsArray(v))
		return fakeapi__read_text(c, body, "except", out, EXCEPT_MAX);
	cJSON_ArrayForEach(item, v)
	{
		size_t n = cJSON_IsString(item) ? strlen(item->valuestring) : 0;

		if (!n || len + n + 1 >= EXCEPT_MAX)
			return fakeapi__status_set(&c->st, 400, "BadRequest",
						   "except: wanted names, together shorter than "
						   "%d characters",
						   EXCEPT_MAX);
		len += (size_t)snprintf(out + len, EXCEPT_MAX - len, "%s%s", len ? "|" : "",
					item->valuestring);
	}
	return 0;
}

int fakeapi__control_network(struct fakeapi__call *c, const cJSON *body, size_t *count)
{
	const struct fakeapi__match all = fakeapi__match_all();
	char except[EXCEPT_MAX] = "";
	int64_t for_ns = 0;

	if (fakeapi__check_members(c, body, "for,except") < 0 ||
	    fakeapi__read_duration(c, body, "for", &for_ns) < 0 || read_except(c, body, except) < 0)
		return -1;
	if (!for_ns)
		return fakeapi__status_set(&c->st, 400, "BadRequest",
					   "for: wanted a duration such as \"10s\"");
	if (except[0])
		return cut_for_others(c, except, time_add(c->now_ns, for_ns), count);
	*count = fakeapi__end_watches_locked(c->core, &all, FAKEAPI_WATCH_RESET);
	for (size_t i = 0; i < c->core->backend_count; i++) {
		c->core->backends[i].refuses = true;
		c->core->backends[i].refuse_end_ns = time_add(c->now_ns, for_ns);
	}
	fakeapi__plan_expiry_locked(c->core);
	return 0;
}
