/* SPDX-License-Identifier: Apache-2.0 */
#include "runner/recording/owners.h"

#include "base/alloc.h"

static uint32_t all(const struct rec__owners *o)
{
	return (uint32_t)((UINT64_C(1) << o->count) - 1);
}

static size_t find_agent(const struct rec__owners *o, struct str text)
{
	size_t i = 0;

	while (i < o->agent_count && !str_eq(o->agents[i].text, text))
		i++;
	return i;
}

int rec__owners_init(struct rec__owners *o, const struct rec__story *story, size_t count)
{
	*o = (struct rec__owners) { .story = story, .count = count };
	map_init(&o->conns, MAP_COPY_KEYS);
	o->agent_of = base__calloc(story->talk_count + 1, sizeof(*o->agent_of));
	if (!o->agent_of)
		return RELIST_ENOMEM;
	for (size_t i = 0; count > 1 && i < story->talk_count; i++) {
		size_t agent = find_agent(o, story->talks[i].agent);

		if (agent == o->agent_count) {
			struct rec__agent *more =
			    base__reallocarray(o->agents, agent + 1, sizeof(*more));

			if (!more)
				return RELIST_ENOMEM;
			o->agents = more;
			o->agents[o->agent_count++] =
			    (struct rec__agent) { .text = story->talks[i].agent };
		}
		o->agent_of[i] = (uint32_t)agent;
	}
	return 0;
}

void rec__owners_fini(struct rec__owners *o)
{
	map_fini(&o->conns);
	base__free(o->agents);
	base__free(o->agent_of);
}

/* "pool" of "pool/v0.0.0 (linux/amd64)" */
static struct str name_of(struct str agent)
{
	const char *slash = agent.len ? memchr(agent.ptr, '/', agent.len) : NULL;

	return slash ? (struct str) { agent.ptr, (size_t)(slash - agent.ptr) } : agent;
}

bool rec__owners_learn(struct rec__owners *o, size_t program, struct str agent)
{
	uint32_t bit = UINT32_C(1) << program;
	size_t known = find_agent(o, agent);
	bool news = false;

	for (size_t i = 0; i < o->agent_count; i++) {
		struct rec__agent *a = &o->agents[i];

		if (known < o->agent_count ? i != known : !str_eq(name_of(a->text), name_of(agent)))
			continue;
		news |= !(a->sent_by & bit);
		a->sent_by |= bit;
		o->recognized |= bit;
	}
	return news;
}

static struct str conn_of(const struct rec__owners *o, size_t talk)
{
	const struct rec__line *request = o->story->talks[talk].request;

	return request->conn ? (struct str) { (const char *)&request->conn, sizeof(request->conn) }
			     : (struct str) { NULL, 0 };
}

/* The program's index + 1; 0: unknown. */
static size_t bound(const struct rec__owners *o, size_t talk)
{
	struct str conn = conn_of(o, talk);

	return conn.len ? (size_t)(uintptr_t)map_get(&o->conns, conn) : 0;
}

void rec__owners_bind(struct rec__owners *o, size_t talk, size_t program)
{
	struct str conn = conn_of(o, talk);

	if (o->count > 1 && conn.len && !bound(o, talk))
		(void)map_put(&o->conns, conn, (void *)(uintptr_t)(program + 1), NULL);
}

/* Programs that have sent no User-Agent of the recording; *count: how many. */
static uint32_t unrecognized(const struct rec__owners *o, size_t *count)
{
	uint32_t left = all(o) & ~o->recognized;

	*count = (size_t)__builtin_popcount(left);
	return left;
}

static uint32_t nth_of(uint32_t programs, size_t n)
{
	while (n--)
		programs &= programs - 1;
	return programs & -programs;
}

/* Pairs the programs that have sent no User-Agent of the recording with the User-Agents that no
 * program has sent, in order. If there are more programs, some share one. */
static uint32_t programs_of(const struct rec__owners *o, size_t agent)
{
	size_t left_count, n = 0, unsent = 0;
	uint32_t left = unrecognized(o, &left_count), sent_by = o->agents[agent].sent_by;

	for (size_t i = 0; i < o->agent_count; i++) {
		n += i < agent && !o->agents[i].sent_by;
		unsent += !o->agents[i].sent_by;
	}
	if (left_count > unsent)
		return sent_by | left;
	if (sent_by)
		return sent_by;
	return n < left_count ? nth_of(left, n) : all(o);
}

uint32_t rec__owners_of(const struct rec__owners *o, size_t talk)
{
	size_t program;

	if (o->count == 1)
		return 1;
	program = bound(o, talk);
	return program ? UINT32_C(1) << (program - 1) : programs_of(o, o->agent_of[talk]);
}
