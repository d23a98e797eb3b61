/* SPDX-License-Identifier: Apache-2.0 */
/* Lives made by hand: what is noise, which plans there are, what a verdict says. */
#include "fakeapi/meta/go_json.h"
#include "runner/perturb/schema.h"
#include "runner/perturb/verdict.h"
#include "tests/kit/made_life.h"
#include "tests/kit/testing.h"

#define UID_1 "11111111-1111-1111-1111-111111111111"
#define UID_2 "22222222-2222-2222-2222-222222222222"

/* A ConfigMap of the story, a Secret of the program. `random` differs from life to life. */
static void live(struct made *m, uint64_t rv, const char *random, const char *size)
{
	AUTO_STRBUF json = STRBUF_INIT;

	made_life_begin(m, rv);
	(void)made_life_change(m, PERTURB_STORY, "configmaps", "web",
			       "{\"metadata\":{\"name\":\"web\",\"uid\":\"" UID_1 "\"}}", false);
	strbuf_addf(
	    &json,
	    "{\"metadata\":{\"name\":\"web-0\",\"uid\":\"" UID_2
	    "\",\"resourceVersion\":\"%llu\",\"creationTimestamp\":\"2026-01-01T00:00:0%lluZ\","
	    "\"ownerReferences\":[{\"name\":\"web\",\"uid\":\"" UID_1
	    "\"}]},\"data\":{\"password\":\"%s\",\"size\":\"%s\"}}",
	    (unsigned long long)rv, (unsigned long long)rv % 10, random, size);
	made_life_op(m, "create", "secrets", "secrets/default/web-0", 1);
	(void)made_life_change(m, PERTURB_SUBJECT, "secrets", "web-0", json.ptr, false);
}

static void learn(struct made_lives *w)
{
	struct perturb__life *lives[] = { &w->one.life, &w->two.life };

	live(&w->one, 100, "abc", "1");
	live(&w->two, 205, "xyz", "1");
	assert_int_equal(perturb__noise_learn(&w->noise, lives, 2), 0);
}

static void run_that_differs_only_in_noise_has_no_finding(void **state)
{
	struct made_lives w = { 0 };

	(void)state;
	learn(&w);
	live(&w.disturbed, 301, "something else", "1");
	assert_null(made_lives_judge(&w, NULL));
	assert_false(w.verdict.nothing);
	made_lives_fini(&w);
}

static void perturb_names_a_different_value_with_its_path(void **state)
{
	struct made_lives w = { 0 };
	const struct perturb__finding *f;

	(void)state;
	learn(&w);
	live(&w.disturbed, 301, "q", "2");
	f = made_lives_judge(&w, NULL);
	assert_non_null(f);
	assert_int_equal(f->kind, PERTURB_F_DIFFERS);
	assert_string_equal(f->what.ptr,
			    "secrets/default/web-0: data.size is \"2\", undisturbed \"1\"");
	made_lives_fini(&w);
}

static void deleted_object_is_reported_as_deleted_and_missing(void **state)
{
	struct made_lives w = { 0 };
	const struct perturb__finding *f;

	(void)state;
	learn(&w);
	live(&w.disturbed, 301, "q", "1");
	(void)made_life_change(&w.disturbed, PERTURB_SUBJECT, "secrets", "web-0",
			       "{\"metadata\":{\"name\":\"web-0\",\"uid\":\"" UID_2 "\"}}", true);
	f = made_lives_judge(&w, NULL);
	assert_non_null(f);
	assert_int_equal(f->kind, PERTURB_F_DELETED);
	assert_int_equal(w.verdict.findings.len, 2);
	assert_int_equal(((struct perturb__finding *)w.verdict.findings.items[1])->kind,
			 PERTURB_F_MISSING);
	made_lives_fini(&w);
}

static void object_deleted_and_recreated_is_reported(void **state)
{
	struct made_lives w = { 0 };
	const struct perturb__finding *f;
	struct perturb__change *again;

	(void)state;
	learn(&w);
	live(&w.disturbed, 301, "q", "1");
	again = map_get(&w.disturbed.life.last, STR("secrets/default/web-0"));
	(void)made_life_change(&w.disturbed, PERTURB_SUBJECT, "secrets", "web-0", again->json.ptr,
			       true);
	(void)made_life_change(&w.disturbed, PERTURB_SUBJECT, "secrets", "web-0", again->json.ptr,
			       false);
	f = made_lives_judge(&w, NULL);
	assert_non_null(f);
	assert_int_equal(f->kind, PERTURB_F_DELETED);
	assert_string_equal(f->what.ptr, "secrets/default/web-0 was deleted 1 time, undisturbed 0");
	made_lives_fini(&w);
}

static void perturb_reports_a_deleted_owner(void **state)
{
	struct made_lives w = { 0 };
	const struct perturb__finding *f;

	(void)state;
	learn(&w);
	live(&w.disturbed, 301, "q", "1");
	(void)made_life_change(&w.disturbed, PERTURB_STORY, "configmaps", "web",
			       "{\"metadata\":{\"name\":\"web\",\"uid\":\"" UID_1 "\"}}", true);
	(void)made_life_change(
	    &w.disturbed, PERTURB_STORY, "configmaps", "web",
	    "{\"metadata\":{\"name\":\"web\",\"uid\":\"33333333-3333-3333-3333-333333333333\"}}",
	    false);
	f = made_lives_judge(&w, NULL);
	assert_non_null(f);
	assert_int_equal(f->kind, PERTURB_F_DIFFERS);
	assert_non_null(strstr(f->what.ptr, "which is gone"));
	made_lives_fini(&w);
}

static void surplus_objects_with_generated_names_are_counted(void **state)
{
	struct made_lives w = { 0 };
	struct perturb__life *lives[] = { &w.one.life, &w.two.life };
	const struct perturb__finding *f;
	char text[128], name[8];

	(void)state;
	for (int i = 0; i < 3; i++) {
		struct made *m = i == 0 ? &w.one : i == 1 ? &w.two : &w.disturbed;

		made_life_begin(m, 100 * ((uint64_t)i + 1));
		for (int k = 0; k < (i == 2 ? 2 : 1); k++) {
			(void)snprintf(name, sizeof(name), "web-%c%c", 'a' + i, 'a' + k);
			(void)snprintf(text, sizeof(text),
				       "{\"metadata\":{\"generateName\":\"web-\",\"name\":\"%s\"}}",
				       name);
			(void)made_life_change(m, PERTURB_SUBJECT, "secrets", name, text, false);
		}
	}
	assert_int_equal(perturb__noise_learn(&w.noise, lives, 2), 0);
	f = made_lives_judge(&w, NULL);
	assert_non_null(f);
	assert_int_equal(f->kind, PERTURB_F_SURPLUS);
	assert_string_equal(f->what.ptr,
			    "secrets/default/web-*: there are 2 at the end, undisturbed 1");
	assert_int_equal(((struct perturb__finding *)w.verdict.findings.items[1])->kind,
			 PERTURB_F_CREATED);
	made_lives_fini(&w);
}

static void perturb_reports_a_panic_with_its_line(void **state)
{
	struct made_lives w = { 0 };
	const struct perturb__finding *f;

	(void)state;
	learn(&w);
	live(&w.disturbed, 301, "q", "1");
	w.disturbed.life.exits = 1;
	w.disturbed.life.exit_status = 2;
	w.disturbed.life.words =
	    STR("INFO fine\npanic: interface conversion\n\ngoroutine 1 [running]:");
	f = made_lives_judge(&w, NULL);
	assert_non_null(f);
	assert_int_equal(f->kind, PERTURB_F_PANIC);
	assert_non_null(strstr(f->what.ptr, "panic: interface conversion"));
	made_lives_fini(&w);
}

static void perturb_plan_that_missed_its_point_has_no_verdict(void **state)
{
	static const struct perturb__plan plan = { .how = PERTURB_KILL };
	struct made_lives w = { 0 };

	(void)state;
	learn(&w);
	live(&w.disturbed, 301, "q", "1");
	w.disturbed.life.hit = false;
	assert_null(made_lives_judge(&w, &plan));
	assert_true(w.verdict.nothing);
	made_lives_fini(&w);
}

/* --- plans --- */

/* A ConfigMap is created and updated twice. */
static void make_beats(struct perturb__beat *beats)
{
	for (uint32_t i = 0; i < STEPS; i++)
		beats[i] = (struct perturb__beat) { i ? PERTURB_BEAT_UPDATE : PERTURB_BEAT_CREATE,
						    STR("configmaps"),
						    STR("configmaps/default/web"), 8 + i };
}

static bool has_plan(const struct perturb__plans *p, const char *sentence)
{
	for (size_t i = 0; i < p->list.len; i++)
		if (strstr(((struct perturb__plan *)p->list.items[i])->sentence.ptr, sentence))
			return true;
	return false;
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

static void plans_name_each_point_and_omit_writes_without_effect(void **state)
{
	struct made_lives w = { 0 };
	struct perturb__beat beats[STEPS];
	struct perturb__planning p = { .beats = beats, .beat_count = STEPS };
	struct perturb__plans plans;

	(void)state;
	make_beats(beats);
	learn(&w);
	made_life_op(&w.one, "update", "configmaps", "configmaps/default/web", 2);
	made_life_op(&w.one, "update", "configmaps", "configmaps/default/web", 2);
	perturb__op_at(&w.one.life, 2)->status = 409;
	p.life = &w.one.life;
	p.noise = &w.noise;
	for (int f = 0; f < PERTURB_FAMILY_COUNT; f++)
		p.families[f] = true;
	assert_int_equal(perturb__make_plans(&p, &plans), 0);
	assert_true(
	    has_plan(&plans, "killed after its CREATE secrets/default/web-0, started again"));
	assert_true(
	    has_plan(&plans,
		     "its UPDATE configmaps/default/web is answered 409 twice and not done"));
	assert_false(has_plan(&plans, "(the 2nd of them)"));
	assert_true(plans.pruned_idle > 0);
	assert_true(has_plan(&plans,
			     "it never sees the state after `update configmaps/default/web` "
			     "(line 9), which the next step overwrites"));
	assert_true(has_plan(&plans,
			     "restarted at the end on a view in which configmaps are as they "
			     "were just after `create configmaps/default/web` (line 8)"));
	assert_true(has_plan(&plans, "until all is quiet it is sent no event of secrets"));
	assert_true(has_plan(&plans, "another client deletes secrets/default/web-0 at the end"));
	assert_true(has_plan(&plans, "(line 8) its watches end"));
	for (size_t i = 0; i < plans.list.len; i++)
		assert_int_equal(((struct perturb__plan *)plans.list.items[i])->id, i + 1);
	perturb__plans_fini(&plans);
	made_lives_fini(&w);
}

static void first_perturb_plans_include_every_family(void **state)
{
	struct made_lives w = { 0 };
	struct perturb__beat beats[STEPS];
	struct perturb__planning p = { .beats = beats, .beat_count = STEPS };
	struct perturb__plans plans;
	bool seen[PERTURB_FAMILY_COUNT] = { false };

	(void)state;
	make_beats(beats);
	learn(&w);
	p.life = &w.one.life;
	p.noise = &w.noise;
	for (int f = 0; f < PERTURB_FAMILY_COUNT; f++)
		p.families[f] = f != PERTURB_DRIFT;
	assert_int_equal(perturb__make_plans(&p, &plans), 0);
	for (size_t i = 0; i < plans.list.len && i < 12; i++)
		seen[((struct perturb__plan *)plans.list.items[i])->family] = true;
	assert_true(seen[PERTURB_CRASH] && seen[PERTURB_REFUSED] && seen[PERTURB_UNOBSERVED] &&
		    seen[PERTURB_STALE] && seen[PERTURB_HELD]);
	perturb__plans_fini(&plans);
	made_lives_fini(&w);
}

/* The password is noise: its change would not be detected. */
static void drift_changes_a_compared_value_and_removes_the_owner(void **state)
{
	struct made_lives w = { 0 };
	struct perturb__beat beats[STEPS];
	struct perturb__planning p = { .beats = beats, .beat_count = STEPS };
	struct perturb__plans plans;

	(void)state;
	make_beats(beats);
	learn(&w);
	p.life = &w.one.life;
	p.noise = &w.noise;
	p.families[PERTURB_DRIFT] = true;
	assert_int_equal(perturb__make_plans(&p, &plans), 0);
	assert_int_equal(plans.list.len, 3);
	assert_string_equal(
	    plan_of(&plans, "another client changes data.size of secrets/default/web-0 at the end")
		->patch.ptr,
	    "{\"data\":{\"size\":\"Y2hhbmdlZA==\"}}");
	assert_string_equal(
	    plan_of(&plans,
		    "another client takes away the owner of secrets/default/web-0 at the end")
		->patch.ptr,
	    "{\"metadata\":{\"ownerReferences\":null}}");
	perturb__plans_fini(&plans);
	made_lives_fini(&w);
}

static void custom(struct made *m, const char *group, const char *resource, const char *ns,
		   const char *name, const char *json)
{
	struct perturb__change *c =
	    perturb__life_change(&m->life, ++m->rv, str_of(group), str_of(resource), str_of(ns),
				 str_of(name), str_of(json), false);

	assert_non_null(c);
	c->by = PERTURB_STORY;
}

static void spec_plan_changes_fields_within_the_schema_and_back(void **state)
{
	static const char definition[] =
	    "{\"spec\":{\"versions\":[{\"served\":true,\"schema\":{\"openAPIV3Schema\":{"
	    "\"properties\":{\"spec\":{\"properties\":{"
	    "\"size\":{\"type\":\"integer\",\"minimum\":1,\"maximum\":3},"
	    "\"mode\":{\"type\":\"string\",\"enum\":[\"a\",\"b\"]},"
	    "\"text\":{\"type\":\"string\"},"
	    "\"only\":{\"type\":\"string\",\"enum\":[\"x\"]},"
	    "\"tls\":{\"properties\":{\"on\":{\"type\":\"boolean\"}}},"
	    "\"gone\":{\"properties\":{\"on\":{\"type\":\"boolean\"}}}}}}}}}]}}";
	struct made m = { 0 };
	struct perturb__noise noise = { 0 };
	struct perturb__life *lives[] = { &m.life, &m.life };
	struct perturb__beat beats[STEPS];
	struct perturb__planning p = { .beats = beats, .beat_count = STEPS };
	struct perturb__plans plans;
	static const struct {
		const char *sentence, *patch, *undo;
	} rows[] = {
		{ "at the end spec.size of sets/default/web becomes 2, and what it was again",
		  "{\"spec\":{\"size\":2}}", "{\"spec\":{\"size\":3}}" },
		{ "at the end spec.mode of sets/default/web becomes \"b\", and what it was again",
		  "{\"spec\":{\"mode\":\"b\"}}", "{\"spec\":{\"mode\":\"a\"}}" },
		{ "at the end spec.tls.on of sets/default/web becomes true, and absent again",
		  "{\"spec\":{\"tls\":{\"on\":true}}}", "{\"spec\":{\"tls\":{\"on\":null}}}" },
	};

	(void)state;
	make_beats(beats);
	made_life_begin(&m, 100);
	m.life.rv_first = 101;
	custom(&m, "apiextensions.k8s.io", "customresourcedefinitions", "", "sets.example.org",
	       definition);
	custom(&m, "example.org", "sets", "default", "web",
	       "{\"spec\":{\"size\":3,\"mode\":\"a\",\"only\":\"x\",\"tls\":{}}}");
	assert_int_equal(perturb__noise_learn(&noise, lives, 2), 0);
	p.life = &m.life;
	p.noise = &noise;
	p.families[PERTURB_SPEC] = true;
	assert_int_equal(perturb__make_plans(&p, &plans), 0);
	assert_int_equal(plans.list.len, 3);
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		const struct perturb__plan *plan = plan_of(&plans, rows[i].sentence);

		assert_string_equal(plan->patch.ptr, rows[i].patch);
		assert_string_equal(plan->undo.ptr, rows[i].undo);
	}
	perturb__plans_fini(&plans);
	perturb__noise_fini(&noise);
	perturb__life_fini(&m.life);
}

static void plan_matches_only_its_nth_write(void **state)
{
	const struct perturb__plan plan = { .how = PERTURB_REFUSE,
					    .verb = STR("update"),
					    .key = STR("configmaps/default/web"),
					    .sub = STR(""),
					    .nth = 2,
					    .times = 2 };
	static const bool want[] = { false, true, true, false };
	struct made_lives w = { 0 };
	uint32_t seen = 0;

	(void)state;
	learn(&w);
	made_life_op(&w.one, "update", "configmaps", "configmaps/default/web", 2);
	for (size_t i = 0; i < ARRAY_LEN(want); i++)
		assert_int_equal(perturb__plan_meets(&plan, &w.noise,
						     perturb__op_at(&w.one.life, 1), &seen),
				 want[i]);
	assert_false(perturb__plan_meets(&plan, &w.noise, perturb__op_at(&w.one.life, 0), &seen));
	made_lives_fini(&w);
}

/* A heartbeat writes a time; it is no late write that lives have to wait for. */
static void perturb_treats_objects_that_differ_only_in_times_as_equal(void **state)
{
	static const struct {
		const char *second, *n;
		bool same;
	} writes[] = { { "00", "1", false }, { "10", "1", true }, { "20", "2", false } };
	struct made m = { 0 };

	(void)state;
	made_life_begin(&m, 100);
	for (size_t i = 0; i < ARRAY_LEN(writes); i++) {
		AUTO_STRBUF json = STRBUF_INIT;

		strbuf_addf(&json,
			    "{\"metadata\":{\"resourceVersion\":\"%zu\"},\"data\":{\"at\":"
			    "\"2026-01-01T00:00:%sZ\",\"n\":\"%s\"}}",
			    i + 1, writes[i].second, writes[i].n);
		assert_int_equal(perturb__is_same(&m.life, made_life_change(&m, PERTURB_SUBJECT,
									    "configmaps", "beat",
									    json.ptr, false)),
				 writes[i].same);
	}
	perturb__life_fini(&m.life);
}

static void sample_of_a_schema_with_endless_text_and_lists_is_bounded(void **state)
{
	cJSON *schema =
	    cJSON_Parse("{\"required\":[\"t\",\"l\"],\"properties\":{\"t\":{\"type\":\"string\","
			"\"minLength\":1e300},\"l\":{\"type\":\"array\",\"minItems\":1e300,"
			"\"items\":{\"type\":\"boolean\"}}}}");
	cJSON *sample = perturb__schema_sample(schema);

	(void)state;
	assert_int_equal(strlen(fakeapi__string(sample, "t")), 4096);
	assert_int_equal(cJSON_GetArraySize(fakeapi__member(sample, "l")), 8);
	cJSON_Delete(sample);
	cJSON_Delete(schema);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(run_that_differs_only_in_noise_has_no_finding),
		cmocka_unit_test(perturb_names_a_different_value_with_its_path),
		cmocka_unit_test(deleted_object_is_reported_as_deleted_and_missing),
		cmocka_unit_test(object_deleted_and_recreated_is_reported),
		cmocka_unit_test(perturb_reports_a_deleted_owner),
		cmocka_unit_test(surplus_objects_with_generated_names_are_counted),
		cmocka_unit_test(perturb_reports_a_panic_with_its_line),
		cmocka_unit_test(perturb_plan_that_missed_its_point_has_no_verdict),
		cmocka_unit_test(plans_name_each_point_and_omit_writes_without_effect),
		cmocka_unit_test(first_perturb_plans_include_every_family),
		cmocka_unit_test(drift_changes_a_compared_value_and_removes_the_owner),
		cmocka_unit_test(spec_plan_changes_fields_within_the_schema_and_back),
		cmocka_unit_test(plan_matches_only_its_nth_write),
		cmocka_unit_test(perturb_treats_objects_that_differ_only_in_times_as_equal),
		cmocka_unit_test(sample_of_a_schema_with_endless_text_and_lists_is_bounded),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
