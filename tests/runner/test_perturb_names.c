/* SPDX-License-Identifier: Apache-2.0 */
/* Generated names, as cluster-api has them: MachineDeployment md, MachineSet md-7gs8h, Machine
 * md-7gs8h-hn9vv. */
#include "tests/kit/made_life.h"
#include "tests/kit/testing.h"

struct names {
	const char *set, *machine; /* their random words */
};

static void add(struct made *m, const char *type, const char *name, const char *json)
{
	(void)made_life_change(m, PERTURB_SUBJECT, type, name, json, false);
}

/* A set and its machine; both, and the deployment, name them in their values. */
static void live(struct made *m, uint64_t rv, const struct names *n, const char *prefix)
{
	char set[64], machine[64], json[512];

	made_life_begin(m, rv);
	(void)snprintf(set, sizeof(set), "md-%s", n->set);
	(void)snprintf(machine, sizeof(machine), "md-%s-%s", n->set, n->machine);
	(void)snprintf(json, sizeof(json),
		       "{\"metadata\":{\"labels\":{\"hash\":\"8009-%s\"}},\"spec\":{\"size\":1}}",
		       n->set);
	add(m, "secrets", set, json);
	(void)snprintf(
	    json, sizeof(json),
	    "{\"metadata\":{%s\"ownerReferences\":[{\"name\":\"%s\"}]},\"spec\":{\"ref\":\"%s\"}}",
	    prefix, set, machine);
	add(m, "configmaps", machine, json);
	(void)snprintf(json, sizeof(json), "{\"status\":{\"message\":\"* Machine %s: waits\"}}",
		       machine);
	add(m, "configmaps", "md", json);
}

static const struct names first = { "7gs8h", "hn9vv" }, second = { "wh74j", "x4t2q" },
			  third = { "zzr5k", "bk8dd" };

static void learn(struct made_lives *w, const char *prefix_one, const char *prefix_two)
{
	struct perturb__life *lives[] = { &w->one.life, &w->two.life };

	live(&w->one, 100, &first, prefix_one);
	live(&w->two, 200, &second, prefix_two);
	assert_int_equal(perturb__noise_learn(&w->noise, lives, 2), 0);
}

static void names_with_two_random_words_are_no_difference(void **state)
{
	static const char *const prefixes[][3] = {
		{ "", "", "" },
		{ "\"generateName\":\"md-7gs8h-\",", "\"generateName\":\"md-wh74j-\",",
		  "\"generateName\":\"md-zzr5k-\"," },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(prefixes); i++) {
		struct made_lives w = { 0 };
		const struct perturb__finding *f;

		learn(&w, prefixes[i][0], prefixes[i][1]);
		/* all differences are explained by the names */
		assert_int_equal(map_len(&w.noise.paths), 0);
		live(&w.disturbed, 300, &third, prefixes[i][2]);
		f = made_lives_judge(&w, NULL);
		if (f)
			fail_msg("%s", f->what.ptr);
		made_lives_fini(&w);
	}
}

static void surplus_machine_of_a_generated_set_is_found(void **state)
{
	struct made_lives w = { 0 };
	const struct perturb__finding *f;

	(void)state;
	learn(&w, "", "");
	live(&w.disturbed, 300, &third, "");
	add(&w.disturbed, "configmaps", "md-zzr5k-cc7vv",
	    "{\"spec\":{\"ref\":\"md-zzr5k-cc7vv\"}}");
	f = made_lives_judge(&w, NULL);
	assert_non_null(f);
	for (size_t i = 0; f->kind != PERTURB_F_SURPLUS && i < w.verdict.findings.len; i++)
		f = w.verdict.findings.items[i];
	assert_string_equal(f->what.ptr,
			    "configmaps/default/md-*-*: there are 2 at the end, undisturbed 1");
	made_lives_fini(&w);
}

/* A value that differs beside the name is a difference. */
static void other_value_of_a_generated_object_is_found(void **state)
{
	struct made_lives w = { 0 };
	const struct perturb__finding *f;

	(void)state;
	learn(&w, "", "");
	live(&w.disturbed, 300, &third, "");
	add(&w.disturbed, "secrets", "md-zzr5k",
	    "{\"metadata\":{\"labels\":{\"hash\":\"4212-zzr5k\"}},\"spec\":{\"size\":1}}");
	f = made_lives_judge(&w, NULL);
	assert_non_null(f);
	assert_string_equal(f->what.ptr,
			    "secrets/default/md-*: metadata.labels.hash is \"4212-*\", "
			    "undisturbed \"8009-*\"");
	made_lives_fini(&w);
}

/* What differs between the undisturbed objects beside their names is noise. */
static void value_that_differs_between_generated_objects_is_noise(void **state)
{
	struct made_lives w = { 0 };
	struct perturb__life *lives[] = { &w.one.life, &w.two.life };

	(void)state;
	live(&w.one, 100, &first, "");
	live(&w.two, 200, &second, "");
	add(&w.two, "secrets", "md-wh74j",
	    "{\"metadata\":{\"labels\":{\"hash\":\"8009-wh74j\"}},\"spec\":{\"size\":2}}");
	assert_int_equal(perturb__noise_learn(&w.noise, lives, 2), 0);
	assert_int_equal(map_len(&w.noise.paths), 1);
	assert_true(perturb__is_noise(&w.noise, STR("secrets"), "spec.size"));
	live(&w.disturbed, 300, &third, "");
	assert_null(made_lives_judge(&w, NULL));
	made_lives_fini(&w);
}

/* web-copy exists in one run only: no form is certain, and "copy" in a value stays a word. */
static void ending_that_some_runs_lack_is_no_random_word(void **state)
{
	struct made one, two;
	struct perturb__life *lives[] = { &one.life, &two.life };
	struct perturb__noise noise;

	(void)state;
	made_life_begin(&one, 100);
	made_life_begin(&two, 200);
	add(&one, "secrets", "web-copy1", "{\"data\":{\"a\":\"copy1\"}}");
	add(&one, "secrets", "web", "{\"data\":{\"a\":\"copy1\"}}");
	add(&two, "secrets", "web", "{\"data\":{\"a\":\"copy1\"}}");
	assert_int_equal(perturb__noise_learn(&noise, lives, 2), 0);
	assert_int_equal(map_len(&noise.paths), 0);
	assert_int_equal(map_len(&noise.loose), 1);
	perturb__noise_fini(&noise);
	perturb__life_fini(&one.life);
	perturb__life_fini(&two.life);
}

static void form_has_its_segments(void **state)
{
	static const struct {
		const char *form, *key;
		bool want;
	} rows[] = {
		{ "p/d/md-*", "p/d/md-7gs8h", true },
		{ "p/d/md-*", "p/d/md-7gs8h-hn9vv", true },
		{ "p/d/md-*", "p/d/me-7gs8h", false },
		{ "p/d/md-*-*", "p/d/md-7gs8h-hn9vv", true },
		{ "p/d/md-*-*", "p/d/md-7gs8h", false },
		{ "p/d/md-*-0", "p/d/md-7gs8h-0", true },
		{ "p/d/md-*-0", "p/d/md-7gs8h-1", false },
		{ "p/d/md-*-0", "p/d/md-7gs8h-01", false },
		{ "p/d/md-*-0", "p/d/md--0", false },
		{ "p/d/md-*-0", "p/d/md-a.b-0", false },
		{ "p/d/md", "p/d/md", true },
		{ "p/d/md", "p/d/md0", false },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++)
		if (perturb__is_form_of(str_of(rows[i].form), str_of(rows[i].key)) != rows[i].want)
			fail_msg("%s %s", rows[i].form, rows[i].key);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(names_with_two_random_words_are_no_difference),
		cmocka_unit_test(surplus_machine_of_a_generated_set_is_found),
		cmocka_unit_test(other_value_of_a_generated_object_is_found),
		cmocka_unit_test(value_that_differs_between_generated_objects_is_noise),
		cmocka_unit_test(ending_that_some_runs_lack_is_no_random_word),
		cmocka_unit_test(form_has_its_segments),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
