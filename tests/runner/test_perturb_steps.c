/* SPDX-License-Identifier: Apache-2.0 */
/* Lives made by hand: which states after a step a verdict compares, and what it says of them. */
#include "tests/kit/made_life.h"
#include "tests/kit/testing.h"

#define UID_2 "22222222-2222-2222-2222-222222222222"

/* The program makes a Secret for each of two steps; `first` is its value after the first one. */
static void live_in_steps(struct made *m, uint64_t rv, const char *first, const char *second)
{
	const char *const values[] = { first, second, "0" };
	AUTO_STRBUF json = STRBUF_INIT;

	made_life_begin(m, rv);
	m->life.rv_rest = runner__arena_alloc(&m->life.arena, (STEPS + 1) * sizeof(uint64_t));
	assert_non_null(m->life.rv_rest);
	m->life.rv_rest[0] = rv;
	for (uint32_t i = 0; i < STEPS; i++) {
		strbuf_clear(&json);
		strbuf_addf(&json,
			    "{\"metadata\":{\"name\":\"web-0\",\"uid\":\"" UID_2
			    "\"},\"data\":{\"size\":\"%s\"}}",
			    values[i]);
		(void)made_life_change(m, PERTURB_SUBJECT, "secrets", "web-0", json.ptr, false);
		m->life.rv_rest[i + 1] = m->rv;
	}
}

static void learn_in_steps(struct made_lives *w)
{
	struct perturb__life *lives[] = { &w->one.life, &w->two.life };

	live_in_steps(&w->one, 100, "1", "2");
	live_in_steps(&w->two, 205, "1", "2");
	assert_int_equal(perturb__noise_learn(&w->noise, lives, 2), 0);
}

static struct perturb__plan plan_at(enum perturb__how how, uint32_t step)
{
	return (struct perturb__plan) { .how = how,
					.step = step,
					.step_last = how == PERTURB_STALE_RESTART ? STEPS : step,
					.verb = STR(""),
					.key = STR("") };
}

static void difference_that_a_later_step_hides_is_found(void **state)
{
	const struct perturb__plan plan = plan_at(PERTURB_RESTART, 1);
	struct made_lives w = { 0 };
	const struct perturb__finding *f;

	(void)state;
	learn_in_steps(&w);
	live_in_steps(&w.disturbed, 301, "1", "1");
	f = made_lives_judge(&w, &plan);
	assert_non_null(f);
	assert_int_equal(f->kind, PERTURB_F_DIFFERS);
	assert_int_equal(f->step, 2);
	assert_string_equal(f->what.ptr, "after step 2, hidden by a later step: "
					 "secrets/default/web-0: data.size is \"1\", "
					 "undisturbed \"2\"");
	/* the life shows its end again */
	assert_non_null(
	    strstr(((const struct perturb__change *)map_get(&w.disturbed.life.last,
							    STR("secrets/default/web-0")))
		       ->json.ptr,
		   "\"size\":\"0\""));
	made_lives_fini(&w);
}

static void object_missing_after_a_step_only_is_found(void **state)
{
	const struct perturb__plan plan = plan_at(PERTURB_HOLD, 1);
	struct made_lives w = { 0 };
	const struct perturb__finding *f;

	(void)state;
	learn_in_steps(&w);
	live_in_steps(&w.disturbed, 301, "1", "2");
	w.disturbed.life.rv_rest[1] = w.disturbed.life.rv_first;
	f = made_lives_judge(&w, &plan);
	assert_non_null(f);
	assert_int_equal(f->kind, PERTURB_F_MISSING);
	assert_string_equal(
	    f->what.ptr, "after step 1, hidden by a later step: secrets/default/web-0 is missing");
	made_lives_fini(&w);
}

/* What a program cannot know of, or need not have repaired yet, is no finding. */
static void difference_before_the_end_of_the_disturbance_is_no_finding(void **state)
{
	struct perturb__plan plans[] = {
		plan_at(PERTURB_SWALLOW, 1),	   plan_at(PERTURB_AWAY, 1),
		plan_at(PERTURB_RESTART, 2),	   plan_at(PERTURB_REFUSE, 1),
		plan_at(PERTURB_STALE_RESTART, 1), plan_at(PERTURB_KILL, 1),
		plan_at(PERTURB_FREEZE, 1),	   plan_at(PERTURB_EARLY, 1),
	};
	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(plans); i++) {
		struct perturb__plan *p = &plans[i];
		struct made_lives w = { 0 };

		learn_in_steps(&w);
		live_in_steps(&w.disturbed, 301, "9", "2");
		w.disturbed.life.hit_write = true;
		w.disturbed.life.hit_step = 1;
		if (p->how == PERTURB_SWALLOW || p->how == PERTURB_AWAY || p->how == PERTURB_EARLY)
			p->step_last = 2;
		if (p->how == PERTURB_REFUSE || p->how == PERTURB_KILL ||
		    p->how == PERTURB_FREEZE || p->how == PERTURB_EARLY)
			p->verb = STR("update");
		if (p->how == PERTURB_REFUSE)
			p->status = 422;
		/* the write came in a later step than in the undisturbed run */
		if (p->how == PERTURB_KILL)
			w.disturbed.life.hit_step = 2;
		/* the first program continues after step 2 */
		if (p->how == PERTURB_FREEZE)
			p->step_last = 2;
		assert_null(made_lives_judge(&w, p));
		assert_false(w.verdict.nothing);
		made_lives_fini(&w);
	}
}

/* A program repeats a request that failed, unless it is invalid. */
static void difference_after_a_refusal_is_found_unless_the_request_is_invalid(void **state)
{
	static const struct {
		int status;
		bool found;
	} rows[] = { { 400, true }, { 409, true }, { 422, false }, { 500, true }, { 503, true } };

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		struct perturb__plan plan = plan_at(PERTURB_REFUSE, 1);
		struct made_lives w = { 0 };
		const struct perturb__finding *f;

		plan.verb = STR("update"), plan.status = rows[i].status;
		learn_in_steps(&w);
		live_in_steps(&w.disturbed, 301, "9", "2");
		w.disturbed.life.hit_write = true;
		w.disturbed.life.hit_step = 1;
		f = made_lives_judge(&w, &plan);
		if (!f != !rows[i].found)
			fail_msg("%d: %s", rows[i].status, f ? f->what.ptr : "no finding");
		assert_true(!f || f->step == 1);
		made_lives_fini(&w);
	}
}

static void live_with_condition(struct made *m, uint64_t rv, const char *conditions)
{
	AUTO_STRBUF json = STRBUF_INIT;

	strbuf_addf(&json,
		    "{\"metadata\":{\"name\":\"web-0\",\"uid\":\"" UID_2
		    "\"},\"status\":{\"conditions\":[{\"type\":\"Ready\",\"status\":\"True\"}%s]}}",
		    conditions);
	made_life_begin(m, rv);
	(void)made_life_change(m, PERTURB_SUBJECT, "secrets", "web-0", json.ptr, false);
}

/* The plan may have hidden the state in which a condition that is usually False was True. */
static void missing_condition_is_a_finding_if_the_program_saw_all_states(void **state)
{
	static const struct {
		enum perturb__how how;
		bool hides;
	} plans[] = { { PERTURB_DOWN, true }, { PERTURB_SWALLOW, true },  { PERTURB_AWAY, true },
		      { PERTURB_HOLD, true }, { PERTURB_RESTART, false }, { PERTURB_SLOW, false } };
	static const struct {
		const char *usual, *now;
		bool past;
	} rows[] = {
		{ ",{\"type\":\"Suspended\",\"status\":\"False\"}", "", true },
		{ ",{\"type\":\"Suspended\",\"status\":\"True\"}", "", false },
		{ ",{\"type\":\"Suspended\",\"status\":\"False\"}",
		  ",{\"type\":\"Suspended\",\"status\":\"True\"}", false },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(plans) * ARRAY_LEN(rows); i++) {
		size_t at = i % ARRAY_LEN(rows);
		const struct perturb__plan plan = plan_at(plans[i / ARRAY_LEN(rows)].how, 1);
		bool found = !(plans[i / ARRAY_LEN(rows)].hides && rows[at].past);
		struct made_lives w = { 0 };
		struct perturb__life *lives[] = { &w.one.life, &w.two.life };
		const struct perturb__finding *f;

		live_with_condition(&w.one, 100, rows[at].usual);
		live_with_condition(&w.two, 205, rows[at].usual);
		assert_int_equal(perturb__noise_learn(&w.noise, lives, 2), 0);
		live_with_condition(&w.disturbed, 301, rows[at].now);
		f = made_lives_judge(&w, &plan);
		if (!f != !found)
			fail_msg("plan %d, row %zu: %s", plan.how, at,
				 f ? f->what.ptr : "no finding");
		made_lives_fini(&w);
	}
}

/* Lives wait longer at the end than after the last step. */
static void state_after_the_last_step_is_not_compared(void **state)
{
	const struct perturb__plan plan = plan_at(PERTURB_RESTART, STEPS);
	struct made_lives w = { 0 };

	(void)state;
	learn_in_steps(&w);
	live_in_steps(&w.disturbed, 301, "1", "2");
	w.disturbed.life.rv_rest[STEPS] = w.disturbed.life.rv_first;
	assert_null(made_lives_judge(&w, &plan));
	made_lives_fini(&w);
}

static void difference_that_lasts_is_reported_at_the_end_only(void **state)
{
	const struct perturb__plan plan = plan_at(PERTURB_RESTART, 1);
	struct made_lives w = { 0 };
	struct perturb__change *last;

	(void)state;
	learn_in_steps(&w);
	live_in_steps(&w.disturbed, 301, "7", "7");
	last = map_get(&w.disturbed.life.last, STR("secrets/default/web-0"));
	last->json = last->before->json;
	assert_non_null(made_lives_judge(&w, &plan));
	assert_int_equal(w.verdict.findings.len, 1);
	assert_int_equal(((struct perturb__finding *)w.verdict.findings.items[0])->step, 0);
	made_lives_fini(&w);
}

/* The Secret is replaced; `more`: again, after the end, by a program on an old view. */
static void live_with_removals(struct made *m, uint64_t rv, bool twice, bool more)
{
	static const char text[] = "{\"metadata\":{\"name\":\"web-0\"}}";

	made_life_begin(m, rv);
	for (int i = 0; i < 2 + twice; i++) {
		(void)made_life_change(m, PERTURB_SUBJECT, "secrets", "web-0", text, false);
		if (i < 1 + twice)
			(void)made_life_change(m, PERTURB_SUBJECT, "secrets", "web-0", text, true);
	}
	for (int i = 0; more && i < 2; i++)
		made_life_change(m, PERTURB_SUBJECT, "secrets", "web-0", text, i == 0)->after =
		    true;
}

static bool has_lost(const struct perturb__verdict *v)
{
	for (size_t i = 0; i < v->findings.len; i++) {
		const struct perturb__finding *f = v->findings.items[i];

		if (strstr(f->what.ptr, " after the restart, undisturbed not"))
			return true;
	}
	return false;
}

/* One undisturbed run removes it once more than others, which hides nothing after the end. */
static void object_that_is_deleted_on_an_old_view_is_found_whatever_was_removed_before(void **state)
{
	const struct perturb__plan plan = plan_at(PERTURB_STALE_RESTART, 1);

	(void)state;
	for (int more = 0; more < 2; more++) {
		struct made_lives w = { 0 };
		struct perturb__life *lives[] = { &w.one.life, &w.two.life };
		const struct perturb__finding *f;

		live_with_removals(&w.one, 100, false, false);
		live_with_removals(&w.two, 205, true, false);
		assert_int_equal(perturb__noise_learn(&w.noise, lives, 2), 0);
		live_with_removals(&w.disturbed, 301, false, more);
		f = made_lives_judge(&w, &plan);
		assert_int_equal(f != NULL, more);
		if (f)
			assert_string_equal(f->what.ptr, "secrets/default/web-0 was deleted 1 time "
							 "after the restart, undisturbed not");
		made_lives_fini(&w);
	}
}

/* It is restarted after step 2 and removes the object; or only a later step has that effect. */
static void object_that_is_deleted_on_an_old_view_within_the_story_is_found(void **state)
{
	struct perturb__plan plan = plan_at(PERTURB_STALE_RESTART, 1);

	(void)state;
	plan.step_last = 2;
	for (int late = 0; late < 2; late++) {
		struct made_lives w = { 0 };

		learn_in_steps(&w);
		live_in_steps(&w.disturbed, 301, "1", "2");
		w.disturbed.life.step_count = STEPS;
		made_life_change(&w.disturbed, PERTURB_SUBJECT, "secrets", "web-0", "{}", true)
		    ->after = true;
		made_life_change(&w.disturbed, PERTURB_SUBJECT, "secrets", "web-0",
				 "{\"metadata\":{\"name\":\"web-0\",\"uid\":\"" UID_2
				 "\"},\"data\":{\"size\":\"0\"}}",
				 false)
		    ->after = true;
		w.disturbed.life.rv_rest[2] = late ? 301 : w.disturbed.rv;
		w.disturbed.life.rv_rest[3] = w.disturbed.rv;
		(void)made_lives_judge(&w, &plan);
		assert_int_equal(has_lost(&w.verdict), !late);
		made_lives_fini(&w);
	}
}

/* Step 1 changes nothing, step 2 makes the owner, step 3 its Secret; then that is replaced. */
static void live_with_an_owner(struct made *m, uint64_t rv, bool removed)
{
	static const char child[] = "{\"metadata\":{\"name\":\"web-0\",\"ownerReferences\":["
				    "{\"name\":\"web\",\"uid\":\"" UID_2 "\"}]}}";

	made_life_begin(m, rv);
	m->life.rv_rest = runner__arena_alloc(&m->life.arena, (STEPS + 1) * sizeof(uint64_t));
	assert_non_null(m->life.rv_rest);
	m->life.rv_done = m->life.rv_rest;
	m->life.rv_rest[1] = rv;
	(void)made_life_change(m, PERTURB_STORY, "configmaps", "web",
			       "{\"metadata\":{\"name\":\"web\",\"uid\":\"" UID_2 "\"}}", false);
	m->life.rv_rest[2] = m->rv;
	(void)made_life_change(m, PERTURB_SUBJECT, "secrets", "web-0", child, false);
	m->life.rv_rest[3] = m->rv;
	for (int i = 0; removed && i < 2; i++)
		made_life_change(m, PERTURB_SUBJECT, "secrets", "web-0", child, i == 0)->after =
		    true;
}

/* A program that sees its owner as it was before must remove it; a program that sees another owner
 * of the same name must not. */
static void removal_that_follows_from_an_old_view_is_no_finding(void **state)
{
	(void)state;
	for (uint32_t view = 1; view <= 2; view++) {
		const struct perturb__plan plan = plan_at(PERTURB_STALE_RESTART, view);
		struct made_lives w = { 0 };
		struct perturb__life *lives[] = { &w.one.life, &w.two.life };

		live_with_an_owner(&w.one, 100, false);
		live_with_an_owner(&w.two, 205, false);
		assert_int_equal(perturb__noise_learn(&w.noise, lives, 2), 0);
		live_with_an_owner(&w.disturbed, 301, true);
		assert_int_equal(made_lives_judge(&w, &plan) == NULL, view == 2);
		made_lives_fini(&w);
	}
}

static void live_with_status(struct made *m, uint64_t rv, const char *conditions)
{
	AUTO_STRBUF json = STRBUF_INIT;

	made_life_begin(m, rv);
	strbuf_addf(&json, "{\"metadata\":{},\"status\":{\"conditions\":[%s]}}", conditions);
	(void)made_life_change(m, PERTURB_SUBJECT, "secrets", "web", json.ptr, false);
}

/* A condition that records a refused request is no difference; a lost or changed one is. */
static void only_conditions_of_known_types_are_compared(void **state)
{
	static const struct {
		const char *conditions;
		bool found;
	} rows[] = {
		{ "{\"type\":\"Ready\",\"status\":\"True\"}", false },
		{ "{\"type\":\"Ready\",\"status\":\"True\"},{\"type\":\"Error\"}", false },
		{ "{\"type\":\"Ready\",\"status\":\"False\"}", true },
		{ "{\"type\":\"Ready\",\"status\":\"True\",\"reason\":\"Late\"}", true },
		{ "{\"type\":\"Error\"}", true },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		struct made_lives w = { 0 };
		struct perturb__life *lives[] = { &w.one.life, &w.two.life };

		live_with_status(&w.one, 100, rows[0].conditions);
		live_with_status(&w.two, 205, rows[0].conditions);
		assert_int_equal(perturb__noise_learn(&w.noise, lives, 2), 0);
		live_with_status(&w.disturbed, 301, rows[i].conditions);
		assert_int_equal(made_lives_judge(&w, NULL) != NULL, rows[i].found);
		made_lives_fini(&w);
	}
}

/* Undisturbed, the value after the first step varies, later it does not. */
#define MADE "{\"type\":\"Made\",\"status\":\"True\"}"

/* jobset says Suspended=False of a JobSet that it saw suspended, and nothing of another one. */
static void
condition_that_became_false_is_compared_only_of_a_program_that_saw_all_states(void **state)
{
	static const struct {
		enum perturb__how how;
		const char *conditions;
		bool found;
	} rows[] = {
		{ PERTURB_AWAY, MADE, false },
		{ PERTURB_HOLD, MADE, false },
		{ PERTURB_SWALLOW, MADE, false },
		{ PERTURB_DOWN, MADE, false },
		{ PERTURB_RESTART, MADE, true },
		{ PERTURB_AWAY, MADE ",{\"type\":\"Ready\",\"status\":\"True\"}", true },
		{ PERTURB_AWAY,
		  MADE ",{\"type\":\"Ready\",\"status\":\"False\",\"reason\":\"Late\"}", true },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		const struct perturb__plan plan = plan_at(rows[i].how, 1);
		struct made_lives w = { 0 };
		struct perturb__life *lives[] = { &w.one.life, &w.two.life };

		live_with_status(&w.one, 100, MADE ",{\"type\":\"Ready\",\"status\":\"False\"}");
		live_with_status(&w.two, 205, MADE ",{\"type\":\"Ready\",\"status\":\"False\"}");
		assert_int_equal(perturb__noise_learn(&w.noise, lives, 2), 0);
		live_with_status(&w.disturbed, 301, rows[i].conditions);
		w.disturbed.life.hit = true;
		assert_int_equal(made_lives_judge(&w, &plan) != NULL, rows[i].found);
		made_lives_fini(&w);
	}
}

static void noise_after_one_step_masks_other_steps_and_not_the_end(void **state)
{
	const struct perturb__plan plan = plan_at(PERTURB_RESTART, 1);
	struct made_lives w = { 0 };
	struct perturb__life *lives[] = { &w.one.life, &w.two.life };
	struct perturb__change *last;

	(void)state;
	live_in_steps(&w.one, 100, "1", "2");
	live_in_steps(&w.two, 205, "3", "2");
	assert_int_equal(perturb__noise_learn(&w.noise, lives, 2), 0);
	assert_true(w.noise.unsure[1]);
	live_in_steps(&w.disturbed, 301, "5", "6");
	assert_null(made_lives_judge(&w, &plan));
	perturb__verdict_fini(&w.verdict);
	last = map_get(&w.disturbed.life.last, STR("secrets/default/web-0"));
	last->json = last->before->json;
	assert_non_null(made_lives_judge(&w, &plan));
	made_lives_fini(&w);
}

/* A life may have been too fast there. */
static void step_is_unsure_if_lives_differ_there_and_agree_at_the_end(void **state)
{
	static const struct {
		const char *after, *end;
		bool unsure;
	} rows[] = {
		{ "1", "2", false },
		{ "3", "2", true },
		{ "1", "4", false },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		struct made_lives w = { 0 };
		struct perturb__life *lives[] = { &w.one.life, &w.two.life };

		live_in_steps(&w.one, 100, "1", "2");
		live_in_steps(&w.two, 205, rows[i].after, rows[i].end);
		assert_int_equal(perturb__noise_learn(&w.noise, lives, 2), 0);
		live_in_steps(&w.disturbed, 301, "1", "2");
		assert_int_equal(w.noise.unsure[1], rows[i].unsure);
		(void)made_lives_judge(&w, NULL);
		made_lives_fini(&w);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(difference_that_a_later_step_hides_is_found),
		cmocka_unit_test(object_missing_after_a_step_only_is_found),
		cmocka_unit_test(difference_before_the_end_of_the_disturbance_is_no_finding),
		cmocka_unit_test(difference_after_a_refusal_is_found_unless_the_request_is_invalid),
		cmocka_unit_test(missing_condition_is_a_finding_if_the_program_saw_all_states),
		cmocka_unit_test(state_after_the_last_step_is_not_compared),
		cmocka_unit_test(difference_that_lasts_is_reported_at_the_end_only),
		cmocka_unit_test(
		    object_that_is_deleted_on_an_old_view_is_found_whatever_was_removed_before),
		cmocka_unit_test(object_that_is_deleted_on_an_old_view_within_the_story_is_found),
		cmocka_unit_test(removal_that_follows_from_an_old_view_is_no_finding),
		cmocka_unit_test(only_conditions_of_known_types_are_compared),
		cmocka_unit_test(
		    condition_that_became_false_is_compared_only_of_a_program_that_saw_all_states),
		cmocka_unit_test(noise_after_one_step_masks_other_steps_and_not_the_end),
		cmocka_unit_test(step_is_unsure_if_lives_differ_there_and_agree_at_the_end),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
