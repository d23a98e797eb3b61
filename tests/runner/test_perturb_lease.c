/* SPDX-License-Identifier: Apache-2.0 */
/* Plans of the families lease and wire, pairs, and verdicts on writes without a lease, for lives
 * made by hand. */
#include "tests/kit/made_life.h"
#include "tests/kit/testing.h"

#define LEASE "leases.coordination.k8s.io/default/web"

struct world {
	struct made one, two, disturbed;
	struct perturb__noise noise;
	struct perturb__beat beats[STEPS];
	struct perturb__planning planning;
	struct perturb__plans plans;
	struct perturb__verdict verdict;
};

static void live(struct made *m, uint64_t rv)
{
	made_life_begin(m, rv);
	(void)made_life_change(m, PERTURB_STORY, "configmaps", "web",
			       "{\"metadata\":{\"name\":\"web\"}}", false);
	made_life_op(m, "create", "secrets", "secrets/default/web-0", 1);
	(void)made_life_change(m, PERTURB_SUBJECT, "secrets", "web-0",
			       "{\"metadata\":{\"name\":\"web-0\"}}", false);
}

static void acquire(struct made *m)
{
	struct perturb__change *c =
	    perturb__life_change(&m->life, ++m->rv, STR("coordination.k8s.io"), STR("leases"),
				 STR("default"), STR("web"),
				 STR("{\"spec\":{\"holderIdentity\":\"a\"}}"), false);

	assert_non_null(c);
	c->by = PERTURB_SUBJECT;
}

static void learn(struct world *w)
{
	struct perturb__life *lives[] = { &w->one.life, &w->two.life };

	for (uint32_t i = 0; i < STEPS; i++)
		w->beats[i] =
		    (struct perturb__beat) { i ? PERTURB_BEAT_UPDATE : PERTURB_BEAT_CREATE,
					     STR("configmaps"), STR("configmaps/default/web"),
					     8 + i };
	assert_int_equal(perturb__noise_learn(&w->noise, lives, 2), 0);
	w->planning = (struct perturb__planning) {
		.life = &w->one.life, .noise = &w->noise, .beats = w->beats, .beat_count = STEPS
	};
}

static void finish(struct world *w)
{
	perturb__verdict_fini(&w->verdict);
	perturb__plans_fini(&w->plans);
	perturb__noise_fini(&w->noise);
	perturb__life_fini(&w->one.life);
	perturb__life_fini(&w->two.life);
	if (w->disturbed.life.step_count)
		perturb__life_fini(&w->disturbed.life);
}

static bool has_plan(const struct world *w, const char *sentence)
{
	for (size_t i = 0; i < w->plans.list.len; i++)
		if (strcmp(((struct perturb__plan *)w->plans.list.items[i])->sentence.ptr,
			   sentence) == 0)
			return true;
	return false;
}

static void program_without_a_lease_has_no_plan_of_lease(void **state)
{
	struct world w = { 0 };

	(void)state;
	live(&w.one, 100);
	live(&w.two, 200);
	learn(&w);
	w.planning.families[PERTURB_LEASE] = true;
	assert_int_equal(perturb__make_plans(&w.planning, &w.plans), 0);
	assert_int_equal(w.plans.list.len, 0);
	assert_int_equal(w.plans.lease.len, 0);
	finish(&w);
}

static void program_with_a_lease_loses_it_and_shares_it(void **state)
{
	struct world w = { 0 };

	(void)state;
	live(&w.one, 100);
	acquire(&w.one);
	live(&w.two, 200);
	acquire(&w.two);
	learn(&w);
	w.planning.families[PERTURB_LEASE] = true;
	assert_int_equal(perturb__make_plans(&w.planning, &w.plans), 0);
	assert_string_equal(w.plans.lease.ptr, LEASE);
	assert_string_equal(((struct perturb__plan *)w.plans.list.items[0])->sentence.ptr,
			    "another client takes its leases/default/web before `update "
			    "configmaps/default/web` (line 9), and gives it back later");
	assert_true(has_plan(&w, "another client takes its leases/default/web just before its "
				 "CREATE secrets/default/web-0, and gives it back later"));
	assert_true(has_plan(&w, "it is stopped after its CREATE secrets/default/web-0; a second "
				 "one leads; then the first continues"));
	assert_true(has_plan(&w, "it is stopped after its CREATE secrets/default/web-0; a second "
				 "one leads and sees `update configmaps/default/web` (line 9); "
				 "then the first continues"));
	assert_true(has_plan(&w, "it is stopped before `update configmaps/default/web` (line 10); "
				 "a second one leads; then the first continues"));
	finish(&w);
}

/* Of writes that are alike, the first decides what a leader does in its middle. */
static void only_a_search_for_lease_disturbs_the_lease_at_the_first_of_equal_writes(void **state)
{
	static const enum perturb__family families[] = { PERTURB_CRASH, PERTURB_REFUSED,
							 PERTURB_WIRE, PERTURB_LEASE };

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(families); i++) {
		bool lease = families[i] == PERTURB_LEASE;
		struct world w = { 0 };
		size_t at_write = 0;

		for (uint64_t k = 0; k < 2; k++) {
			struct made *m = k ? &w.two : &w.one;

			live(m, 100 + 100 * k);
			acquire(m);
			made_life_op(m, "create", "secrets", "secrets/default/web-1", 1);
			(void)made_life_change(m, PERTURB_SUBJECT, "secrets", "web-1",
					       "{\"metadata\":{\"name\":\"web-1\"}}", false);
			perturb__op_at(&m->life, 0)->name = STR("web-0");
			perturb__op_at(&m->life, 1)->name = STR("web-1");
		}
		learn(&w);
		w.planning.families[families[i]] = true;
		assert_int_equal(perturb__make_plans(&w.planning, &w.plans), 0);
		assert_string_equal(w.plans.lease.ptr, LEASE);
		assert_true(w.plans.list.len > 0);
		for (size_t k = 0; k < w.plans.list.len; k++) {
			const struct perturb__plan *plan = w.plans.list.items[k];

			assert_int_equal(plan->family, families[i]);
			if (plan->how == PERTURB_REFUSE)
				assert_int_equal(plan->times,
						 strstr(plan->sentence.ptr, " twice") ? 2 : 1);
			at_write += lease && plan->verb.len;
			if (lease && plan->verb.len)
				assert_string_equal(plan->key.ptr, "secrets/default/web-0");
		}
		assert_int_equal(at_write, lease ? 3 : 0);
		finish(&w);
	}
}

/* A type that it writes at its start only needs no leader: such a write is no finding. */
static void write_without_the_lease_is_a_finding_if_leaders_write_the_type(void **state)
{
	static const struct {
		const char *type;
		bool finding;
	} cases[] = { { "secrets", true }, { "customresourcedefinitions", false } };

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		struct world w = { 0 };
		const struct perturb__finding *f;

		live(&w.one, 100);
		made_life_op(&w.one, "create", "customresourcedefinitions", "x", 0);
		live(&w.two, 200);
		learn(&w);
		live(&w.disturbed, 300);
		made_life_op(&w.disturbed, "update", cases[i].type, "secrets/default/web-0", 2);
		perturb__op_at(&w.disturbed.life, 1)->leaseless = true;
		assert_int_equal(perturb__judge(&w.noise, NULL, &w.disturbed.life, &w.verdict), 0);
		assert_int_equal(w.verdict.findings.len, cases[i].finding);
		if (cases[i].finding) {
			f = w.verdict.findings.items[0];
			assert_int_equal(f->kind, PERTURB_F_LEASELESS);
			assert_string_equal(f->what.ptr,
					    "secrets/default/web-0: it sends 1 write while another "
					    "client holds its lease");
		}
		finish(&w);
	}
}

static void program_that_takes_its_lease_back_is_a_finding(void **state)
{
	struct world w = { 0 };

	(void)state;
	live(&w.one, 100);
	live(&w.two, 200);
	learn(&w);
	live(&w.disturbed, 300);
	made_life_op(&w.disturbed, "update", "leases.coordination.k8s.io", LEASE, 2);
	perturb__op_at(&w.disturbed.life, 1)->background = true;
	perturb__op_at(&w.disturbed.life, 1)->leaseless = true;
	assert_int_equal(perturb__judge(&w.noise, NULL, &w.disturbed.life, &w.verdict), 0);
	assert_int_equal(w.verdict.findings.len, 1);
	assert_string_equal(((struct perturb__finding *)w.verdict.findings.items[0])->what.ptr,
			    "leases/default/web: it takes it back while another client holds it");
	finish(&w);
}

/* A stopped leader cannot know that its object has no owner any more: what it creates on its old
 * view and what is removed again counts neither as a creation nor as a deletion. */
static void corrected_creations_of_a_stopped_leader_are_no_finding(void **state)
{
	static const struct perturb__plan plan = { .how = PERTURB_FREEZE };
	struct world w = { 0 };

	(void)state;
	live(&w.one, 100);
	live(&w.two, 200);
	learn(&w);
	live(&w.disturbed, 300);
	for (int i = 0; i < 2; i++) {
		struct perturb__change *c =
		    made_life_change(&w.disturbed, PERTURB_SUBJECT, "secrets", "web-1",
				     "{\"metadata\":{\"name\":\"web-1\",\"uid\":\"u\"}}", i == 1);

		c->after = true;
	}
	assert_int_equal(perturb__judge(&w.noise, &plan, &w.disturbed.life, &w.verdict), 0);
	assert_int_equal(w.verdict.findings.len, 0);
	finish(&w);
}

/* The next leader's creation is one. */
static void creation_of_a_stopped_leader_that_remains_is_no_finding(void **state)
{
	static const struct perturb__plan plan = { .how = PERTURB_FREEZE };

	(void)state;
	for (uint32_t instance = 0; instance < 2; instance++) {
		struct world w = { 0 };
		struct perturb__change *c;

		live(&w.one, 100);
		live(&w.two, 200);
		learn(&w);
		live(&w.disturbed, 300);
		made_life_op(&w.disturbed, "create", "secrets", "secrets/default/web-1", 2);
		perturb__op_at(&w.disturbed.life, w.disturbed.life.ops.len - 1)->instance =
		    instance;
		c = made_life_change(&w.disturbed, PERTURB_SUBJECT, "secrets", "web-1",
				     "{\"metadata\":{\"name\":\"web-1\",\"uid\":\"u\"}}", false);
		c->after = true;
		c->op = (uint32_t)w.disturbed.life.ops.len;
		assert_int_equal(perturb__judge(&w.noise, &plan, &w.disturbed.life, &w.verdict), 0);
		assert_int_equal(w.verdict.findings.len > 0, instance);
		finish(&w);
	}
}

/* The deletion of a child reached it before that of the owner. Again and again is a mistake. */
static void few_creations_for_an_owner_that_has_just_gone_are_no_finding(void **state)
{
	static const struct perturb__plan plan = { .how = PERTURB_RESTART };
	static const char owner[] = "{\"metadata\":{\"name\":\"own\",\"uid\":\"owner-1\"}}";
	static const char child[] = "{\"metadata\":{\"name\":\"web-1\",\"uid\":\"u\","
				    "\"ownerReferences\":[{\"uid\":\"owner-1\"}]}}";

	(void)state;
	for (int times = 1; times <= 3; times++) {
		struct world w = { 0 };

		live(&w.one, 100);
		live(&w.two, 200);
		learn(&w);
		live(&w.disturbed, 300);
		(void)made_life_change(&w.disturbed, PERTURB_STORY, "configmaps", "own", owner,
				       false);
		(void)made_life_change(&w.disturbed, PERTURB_STORY, "configmaps", "own", owner,
				       true);
		for (int i = 0; i < times; i++) {
			(void)made_life_change(&w.disturbed, PERTURB_SUBJECT, "secrets", "web-1",
					       child, false);
			(void)made_life_change(&w.disturbed, PERTURB_SERVER, "secrets", "web-1",
					       child, true);
		}
		assert_int_equal(perturb__judge(&w.noise, &plan, &w.disturbed.life, &w.verdict), 0);
		assert_int_equal(w.verdict.findings.len > 0, times > 2);
		finish(&w);
	}
}

/* Its watches were broken, so the owner's deletion was unknown; the garbage collector helped. */
static void creation_before_the_watches_are_open_again_is_no_surplus(void **state)
{
	(void)state;
	for (int blind = 0; blind < 2; blind++) {
		struct world w = { 0 };

		live(&w.one, 100);
		live(&w.two, 200);
		learn(&w);
		live(&w.disturbed, 300);
		made_life_op(&w.disturbed, "create", "secrets", "secrets/default/web-1", 2);
		perturb__op_at(&w.disturbed.life, 1)->blind = blind;
		for (int i = 0; i < 2; i++) {
			struct perturb__change *c =
			    made_life_change(&w.disturbed, i ? PERTURB_SERVER : PERTURB_SUBJECT,
					     "secrets", "web-1",
					     "{\"metadata\":{\"name\":\"web-1\",\"uid\":\"u\"}}",
					     i == 1);

			c->after = true;
			c->op = i ? 0 : 2;
		}
		assert_int_equal(perturb__judge(&w.noise, NULL, &w.disturbed.life, &w.verdict), 0);
		assert_int_equal(w.verdict.findings.len, !blind);
		finish(&w);
	}
}

static void pairs_join_a_step_and_a_write_in_it(void **state)
{
	struct world w = { 0 };

	(void)state;
	live(&w.one, 100);
	live(&w.two, 200);
	learn(&w);
	w.planning.families[PERTURB_WIRE] = w.planning.families[PERTURB_CRASH] = true;
	assert_int_equal(perturb__make_plans(&w.planning, &w.plans), 0);
	/* its only write is in step 1, which four ways of the wire disturb */
	assert_int_equal(w.plans.pairs.len, 4);
	for (size_t i = 0; i < w.plans.pairs.len; i++) {
		const struct perturb__plan *p = w.plans.pairs.items[i];

		assert_int_equal(p->with->how, PERTURB_KILL);
		assert_int_equal(p->single->family, PERTURB_WIRE);
		assert_int_equal(p->with->step, p->single->step);
		assert_int_equal(p->how, p->single->how);
	}
	assert_string_equal(((struct perturb__plan *)w.plans.pairs.items[3])->sentence.ptr,
			    "just before `create configmaps/default/web` (line 8) its watches end; "
			    "and killed after its CREATE secrets/default/web-0, started again");
	finish(&w);
}

static void pair_is_missed_unless_both_points_are_reached(void **state)
{
	(void)state;
	for (int reached = 0; reached < 4; reached++) {
		static const struct perturb__plan write = { .how = PERTURB_KILL };
		static const struct perturb__plan pair = { .how = PERTURB_WATCHES_CLOSE,
							   .with = &write };
		struct world w = { 0 };

		live(&w.one, 100);
		live(&w.two, 200);
		learn(&w);
		live(&w.disturbed, 300);
		w.disturbed.life.hit = reached & 1;
		w.disturbed.life.hit_write = reached & 2;
		assert_int_equal(perturb__judge(&w.noise, &pair, &w.disturbed.life, &w.verdict), 0);
		assert_int_equal(w.verdict.nothing, reached != 3);
		finish(&w);
	}
}

static void wire_plans_follow_what_the_client_uses(void **state)
{
	static const char *const always[] = {
		"its watches fall silent without an end, and are reset after the step",
		"its watches are reset, and history is compacted",
		"responses become slow: a few bytes at a time",
		"its watches end",
	};
	static const char *const sometimes[] = {
		"its watches are reset, and the second page of each list is gone (410)",
		"its watches are reset, and of each kind of request the next one is answered 401",
		"its watches end, and its connections get GOAWAY"
	};

	(void)state;
	for (int able = 0; able < 2; able++) {
		struct world w = { 0 };
		char sentence[200];

		live(&w.one, 100);
		live(&w.two, 200);
		w.one.life.limits = w.one.life.has_token = w.one.life.has_http2 = able;
		learn(&w);
		w.planning.families[PERTURB_WIRE] = true;
		assert_int_equal(perturb__make_plans(&w.planning, &w.plans), 0);
		for (size_t i = 0; i < ARRAY_LEN(always) + ARRAY_LEN(sometimes); i++) {
			bool optional = i >= ARRAY_LEN(always);

			(void)snprintf(sentence, sizeof(sentence),
				       "just before `update configmaps/default/web` (line 9) %s",
				       optional ? sometimes[i - ARRAY_LEN(always)] : always[i]);
			assert_int_equal(has_plan(&w, sentence), !optional || able);
		}
		finish(&w);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(program_without_a_lease_has_no_plan_of_lease),
		cmocka_unit_test(program_with_a_lease_loses_it_and_shares_it),
		cmocka_unit_test(
		    only_a_search_for_lease_disturbs_the_lease_at_the_first_of_equal_writes),
		cmocka_unit_test(write_without_the_lease_is_a_finding_if_leaders_write_the_type),
		cmocka_unit_test(program_that_takes_its_lease_back_is_a_finding),
		cmocka_unit_test(corrected_creations_of_a_stopped_leader_are_no_finding),
		cmocka_unit_test(creation_of_a_stopped_leader_that_remains_is_no_finding),
		cmocka_unit_test(few_creations_for_an_owner_that_has_just_gone_are_no_finding),
		cmocka_unit_test(creation_before_the_watches_are_open_again_is_no_surplus),
		cmocka_unit_test(pairs_join_a_step_and_a_write_in_it),
		cmocka_unit_test(pair_is_missed_unless_both_points_are_reached),
		cmocka_unit_test(wire_plans_follow_what_the_client_uses),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
