/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/kit/habits_kit.h"

#include "tests/kit/testing.h"

static const struct scn__type pods = { .name = { "pods", 4 } };
int64_t habits_kit_now_ns;

static int64_t clock_ns(struct scn__driver *d)
{
	(void)d;
	return habits_kit_now_ns;
}

void habits_kit_open(struct habits_kit *m, size_t running)
{
	memset(m, 0, sizeof(*m));
	habits_kit_now_ns = 0;
	kit_open(&m->kit, NULL);
	m->ops.now_ns = clock_ns;
	m->run.ops = &m->ops;
	m->run.driver = (struct scn__driver *)(void *)m;
	m->run.core = m->kit.core;
	m->run.opt = &m->opt;
	m->run.cell = &m->cell;
	m->run.informers = m->informers;
	m->run.moments = &m->moments;
	m->cell.world.informer_count = running;
	runner__arena_init(&m->run.arena);
	for (size_t i = 0; i < INFORMERS; i++) {
		m->defs[i].name = i ? STR("two") : STR("one");
		m->defs[i].type = &pods;
		m->defs[i].index = (uint32_t)i;
		m->informers[i].def = &m->defs[i];
		m->informers[i].started = i < running;
	}
	m->run.requests.list.items = m->tracks[0];
	m->run.writes.list.items = m->tracks[1];
	m->run.others.list.items = m->tracks[2];
	assert_int_equal(external__habits_init(&m->run), 0);
}

void habits_kit_close(struct habits_kit *m)
{
	external__habits_free(&m->run);
	runner__arena_fini(&m->run.arena);
	kit_close(&m->kit);
}

struct scn__rec *habits_kit_request(struct habits_kit *m, size_t informer, int64_t at_ms,
				    enum scn__verb verb, int status)
{
	struct scn__rec *q = &m->recs[m->count++];
	struct scn__list *list =
	    verb >= SCN_V_W_CREATE ? &m->run.writes.list : &m->run.requests.list;

	assert_true(m->count <= RECS);
	*q = (struct scn__rec) { .at_ns = MS(at_ms),
				 .verb = verb,
				 .type = &pods,
				 .name = STR("a"),
				 .from = &m->defs[informer],
				 .status = status,
				 .answered_ns = MS(at_ms),
				 .ended = verb != SCN_V_WATCH,
				 .ended_ns = MS(at_ms) };
	if (verb < SCN_V_W_CREATE)
		q->name = STR("");
	list->items[list->len++] = q;
	return q;
}
