/* SPDX-License-Identifier: Apache-2.0 */
/* plan_wire.c - disturbances of the connections at a step. */
#include "runner/perturb/planner.h"

static const struct way {
	enum perturb__how how;
	enum perturb__need { ALWAYS, PAGES, TOKEN, HTTP2 } need;
	const char *what;
} ways[] = {
	{ PERTURB_HALF_OPEN, ALWAYS,
	  " its watches fall silent without an end, and are reset after the step" },
	{ PERTURB_WATCHES_END, ALWAYS, " its watches are reset, and history is compacted" },
	{ PERTURB_PAGE_GONE, PAGES,
	  " its watches are reset, and the second page of each list is gone (410)" },
	{ PERTURB_UNAUTHORIZED, TOKEN,
	  " its watches are reset, and of each kind of request the next one is answered 401" },
	{ PERTURB_GOAWAY, HTTP2, " its watches end, and its connections get GOAWAY" },
	{ PERTURB_SLOW, ALWAYS, " responses become slow: a few bytes at a time" },
	{ PERTURB_WATCHES_CLOSE, ALWAYS, " its watches end" },
};

static bool is_possible(const struct planner *g, enum perturb__need need)
{
	const struct perturb__life *l = g->p->life;

	return need == ALWAYS || (need == PAGES && l->limits) || (need == TOKEN && l->has_token) ||
	       (need == HTTP2 && l->has_http2);
}

/* The first deletion, or else the first update: of each way one plan is likelier than others. */
static uint32_t best_step(const struct planner *g)
{
	uint32_t update = 0;

	for (uint32_t i = 1; i <= g->p->beat_count; i++) {
		enum perturb__beat_kind kind = g->p->beats[i - 1].kind;

		if (kind == PERTURB_BEAT_DELETE)
			return i;
		if (kind == PERTURB_BEAT_UPDATE && !update)
			update = i;
	}
	return update;
}

void perturb__plan_wire(struct planner *g, uint32_t step)
{
	bool best = step == best_step(g);

	for (size_t i = 0; i < ARRAY_LEN(ways); i++) {
		struct perturb__plan plan =
		    perturb__plan_of(PERTURB_WIRE, ways[i].how, step, best ? POSSIBLE : UNLIKELY);
		AUTO_STRBUF s = STRBUF_INIT;

		if (!is_possible(g, ways[i].need))
			continue;
		g->out->points++;
		strbuf_addz(&s, "just before ");
		perturb__plan_say_step(g, step, &s);
		strbuf_addz(&s, ways[i].what);
		(void)perturb__plan_add(g, &plan, &s);
	}
}
