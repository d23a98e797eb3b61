/* SPDX-License-Identifier: Apache-2.0 */
/* The order of plans: which writes are likely to matter, and which are like another one. */
#include "tests/kit/made_life.h"
#include "tests/kit/testing.h"

/* A ConfigMap is created and updated twice. */
static void make_beats(struct perturb__beat *beats)
{
	for (uint32_t i = 0; i < STEPS; i++)
		beats[i] = (struct perturb__beat) { i ? PERTURB_BEAT_UPDATE : PERTURB_BEAT_CREATE,
						    STR("configmaps"),
						    STR("configmaps/default/web"), 8 + i };
}

static const struct perturb__plan *plan_of(const struct perturb__plans *p, const char *sentence)
{
	for (size_t i = 0; i < p->list.len; i++) {
		const struct perturb__plan *plan = p->list.items[i];

		if (strcmp(plan->sentence.ptr, sentence) == 0)
			return plan;
	}
	fail_msg("there is no plan \"%s\"", sentence);
	return NULL;
}

/* A program may treat its Secrets differently, and one of many alike the same. */
static void objects_with_names_of_their_own_have_likely_plans(void **state)
{
	static const struct {
		const char *name, *key;
		unsigned rank;
	} rows[] = { { "web-ssl", "secrets/default/web-ssl", 1 },
		     { "web-key", "secrets/default/web-key", 1 },
		     { "web-1", "secrets/default/web-1", 1 },
		     { "web-2", "secrets/default/web-2", 3 } };
	struct made m = { 0 };
	struct perturb__noise noise = { 0 };
	struct perturb__life *lives[] = { &m.life, &m.life };
	struct perturb__beat beats[STEPS];
	struct perturb__planning p = { .beats = beats, .beat_count = STEPS };
	struct perturb__plans plans;

	(void)state;
	make_beats(beats);
	made_life_begin(&m, 100);
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		(void)made_life_change(&m, PERTURB_SUBJECT, "secrets", rows[i].name,
				       "{\"metadata\":{}}", false);
		made_life_op(&m, "create", "secrets", rows[i].key, 1);
		perturb__op_at(&m.life, i)->name = str_of(rows[i].name);
	}
	assert_int_equal(perturb__noise_learn(&noise, lives, 2), 0);
	p.life = &m.life;
	p.noise = &noise;
	p.families[PERTURB_CRASH] = true;
	assert_int_equal(perturb__make_plans(&p, &plans), 0);
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		AUTO_STRBUF sentence = STRBUF_INIT;

		strbuf_addf(&sentence, "killed after its CREATE %s, started again", rows[i].key);
		assert_int_equal(plan_of(&plans, sentence.ptr)->rank, rows[i].rank);
	}
	perturb__plans_fini(&plans);
	perturb__noise_fini(&noise);
	perturb__life_fini(&m.life);
}

/* The program does not write ConfigMaps, but it may act on an old one. */
static void view_of_the_storys_type_stays_behind_until_another_type_changes(void **state)
{
	struct made m = { 0 };
	struct perturb__noise noise = { 0 };
	struct perturb__life *lives[] = { &m.life, &m.life };
	struct perturb__beat beats[STEPS];
	struct perturb__planning p = { .beats = beats, .beat_count = STEPS };
	struct perturb__plans plans;
	const struct perturb__plan *plan;

	(void)state;
	make_beats(beats);
	beats[1].kind = PERTURB_BEAT_DELETE;
	beats[2] =
	    (struct perturb__beat) { PERTURB_BEAT_CREATE, STR("pods"), STR("pods/default/a"), 10 };
	made_life_begin(&m, 100);
	assert_int_equal(perturb__noise_learn(&noise, lives, 2), 0);
	p.life = &m.life;
	p.noise = &noise;
	p.families[PERTURB_HELD] = true;
	assert_int_equal(perturb__make_plans(&p, &plans), 0);
	assert_int_equal(plans.list.len, 1);
	plan = plan_of(&plans, "it is sent no event of configmaps from before `delete "
			       "configmaps/default/web` (line 9) until after `create "
			       "pods/default/a` (line 10)");
	assert_int_equal(plan->step, 2);
	assert_int_equal(plan->step_last, 3);
	assert_int_equal(plan->rank, 1);
	perturb__plans_fini(&plans);
	perturb__noise_fini(&noise);
	perturb__life_fini(&m.life);
}

/* After a deletion a restarted program gets no event for the object; after an update it may see the
 * state before. */
static void deletions_and_updates_have_likely_plans_of_a_restart(void **state)
{
	struct made m = { 0 };
	struct perturb__noise noise = { 0 };
	struct perturb__life *lives[] = { &m.life, &m.life };
	struct perturb__beat beats[STEPS];
	struct perturb__planning p = { .beats = beats, .beat_count = STEPS };
	struct perturb__plans plans;
	const struct perturb__plan *plan;

	(void)state;
	make_beats(beats);
	beats[2].kind = PERTURB_BEAT_DELETE;
	made_life_begin(&m, 100);
	assert_int_equal(perturb__noise_learn(&noise, lives, 2), 0);
	p.life = &m.life;
	p.noise = &noise;
	p.families[PERTURB_CRASH] = p.families[PERTURB_STALE] = true;
	assert_int_equal(perturb__make_plans(&p, &plans), 0);
	plan = plan_of(&plans, "killed at rest before `delete configmaps/default/web` (line 10), "
			       "started again after it");
	assert_int_equal(plan->rank, 0);
	assert_int_equal(plan->how, PERTURB_DOWN);
	plan =
	    plan_of(&plans, "restarted before `delete configmaps/default/web` (line 10) on a view "
			    "in which configmaps are as they were when all was at rest after "
			    "`create configmaps/default/web` (line 8)");
	assert_int_equal(plan->rank, 0);
	assert_int_equal(plan->step, 1);
	assert_int_equal(plan->step_last, 2);
	perturb__plans_fini(&plans);
	perturb__noise_fini(&noise);
	perturb__life_fini(&m.life);
}

/* The next search may give the plan another number. */
static void plan_is_found_by_its_sentence_under_any_number(void **state)
{
	const struct perturb__plan p = { .name = STR("crash:3"),
					 .sentence = STR("killed, started") };
	const struct perturb__plan later = { .name = STR("crash:12"), .sentence = p.sentence };
	const struct perturb__plan other = { .name = STR("crash:3"), .sentence = STR("killed") };
	const struct perturb__plan held = { .name = STR("held:3"), .sentence = p.sentence };
	AUTO_STRBUF ref = STRBUF_INIT;

	(void)state;
	perturb__plan_ref(&p, &ref);
	assert_int_equal(ref.len, sizeof("crash:3-123456") - 1);
	assert_true(perturb__plan_is(&p, ref.ptr));
	assert_true(perturb__plan_is(&later, ref.ptr));
	assert_false(perturb__plan_is(&other, ref.ptr));
	assert_false(perturb__plan_is(&held, ref.ptr));
	assert_true(perturb__plan_is(&other, "crash:3"));
	assert_false(perturb__plan_is(&later, "crash:3"));
	assert_false(perturb__plan_is(&p, "crash"));
	assert_false(perturb__plan_is(&p, "-"));
}

/* The reaction to an update comes first, but a program writes its status again anyway. */
static void write_of_a_status_is_tried_after_other_writes(void **state)
{
	static const char key[] = "configmaps/default/web";
	struct made m = { 0 };
	struct perturb__noise noise = { 0 };
	struct perturb__life *lives[] = { &m.life, &m.life };
	struct perturb__beat beats[STEPS];
	struct perturb__planning p = { .beats = beats, .beat_count = STEPS };
	struct perturb__plans plans;

	(void)state;
	make_beats(beats);
	made_life_begin(&m, 100);
	(void)made_life_change(&m, PERTURB_STORY, "configmaps", "web", "{\"metadata\":{}}", false);
	made_life_op(&m, "update", "configmaps", key, 2);
	made_life_op(&m, "update", "configmaps", key, 2);
	perturb__op_at(&m.life, 1)->sub = STR("status");
	assert_int_equal(perturb__noise_learn(&noise, lives, 2), 0);
	p.life = &m.life;
	p.noise = &noise;
	p.families[PERTURB_CRASH] = true;
	assert_int_equal(perturb__make_plans(&p, &plans), 0);
	assert_int_equal(
	    plan_of(&plans, "killed after its UPDATE configmaps/default/web, started again")->rank,
	    0);
	assert_int_equal(
	    plan_of(&plans, "killed after its UPDATE configmaps/default/web /status, started again")
		->rank,
	    1);
	perturb__plans_fini(&plans);
	perturb__noise_fini(&noise);
	perturb__life_fini(&m.life);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(view_of_the_storys_type_stays_behind_until_another_type_changes),
		cmocka_unit_test(objects_with_names_of_their_own_have_likely_plans),
		cmocka_unit_test(deletions_and_updates_have_likely_plans_of_a_restart),
		cmocka_unit_test(plan_is_found_by_its_sentence_under_any_number),
		cmocka_unit_test(write_of_a_status_is_tried_after_other_writes),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
