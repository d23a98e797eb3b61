/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/kit/made_life.h"

#include "tests/kit/testing.h"

void made_life_begin(struct made *m, uint64_t rv)
{
	perturb__life_init(&m->life);
	m->rv = rv;
	m->life.rv_first = rv;
	m->life.step_count = STEPS;
	m->life.hit = true;
	assert_int_equal(map_put(&m->life.watched, STR("configmaps"), m, NULL), 0);
	assert_int_equal(map_put(&m->life.watched, STR("secrets"), m, NULL), 0);
}

struct perturb__change *made_life_change(struct made *m, enum perturb__actor by,
					 const char *resource, const char *name, const char *json,
					 bool deleted)
{
	struct perturb__change *c =
	    perturb__life_change(&m->life, ++m->rv, STR(""), str_of(resource), STR("default"),
				 str_of(name), str_of(json), deleted);

	assert_non_null(c);
	c->by = by;
	return c;
}

void made_life_op(struct made *m, const char *verb, const char *type, const char *key,
		  uint32_t step)
{
	struct perturb__op *o = perturb__life_op(&m->life);

	assert_non_null(o);
	*o = (struct perturb__op) { .verb = str_of(verb),
				    .type = str_of(type),
				    .ns = STR("default"),
				    .name = STR("x"),
				    .sub = STR(""),
				    .key = str_of(key),
				    .agent = STR(""),
				    .step = step,
				    .status = 200,
				    .changes = 1,
				    .write = true };
}

const struct perturb__finding *made_lives_judge(struct made_lives *w,
						const struct perturb__plan *plan)
{
	assert_int_equal(perturb__judge(&w->noise, plan, &w->disturbed.life, &w->verdict), 0);
	return w->verdict.findings.len ? w->verdict.findings.items[0] : NULL;
}

void made_lives_fini(struct made_lives *w)
{
	perturb__verdict_fini(&w->verdict);
	perturb__noise_fini(&w->noise);
	perturb__life_fini(&w->one.life);
	perturb__life_fini(&w->two.life);
	if (w->disturbed.life.step_count)
		perturb__life_fini(&w->disturbed.life);
}
