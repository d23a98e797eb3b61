/* SPDX-License-Identifier: Apache-2.0 */
/* Lives made by hand: how a program ended, how often it wrote, and which creations and removals a
 * verdict counts. */
#include "tests/kit/made_life.h"
#include "tests/kit/testing.h"

static void learn(struct made_lives *w)
{
	struct perturb__life *lives[] = { &w->one.life, &w->two.life };

	assert_int_equal(perturb__noise_learn(&w->noise, lives, 2), 0);
}

/* Three lives of a program that writes nothing. */
static void begin(struct made_lives *w)
{
	made_life_begin(&w->one, 100);
	made_life_begin(&w->two, 200);
	learn(w);
	made_life_begin(&w->disturbed, 300);
}

/* The kinds of all findings: "panic ". */
static const char *judge(struct made_lives *w, const struct perturb__plan *plan, struct strbuf *out)
{
	assert_int_equal(perturb__judge(&w->noise, plan, &w->disturbed.life, &w->verdict), 0);
	for (size_t i = 0; i < w->verdict.findings.len; i++) {
		const struct perturb__finding *f = w->verdict.findings.items[i];

		strbuf_addf(out, "%s%s", i ? " " : "", perturb__kind_word(f->kind));
	}
	return out->ptr ? out->ptr : "";
}

static void exits_are_a_panic_or_a_loop_or_no_finding(void **state)
{
	static const struct {
		unsigned exits;
		int status;
		const char *words;
		bool unsettled;
		const char *kinds, *what;
	} cases[] = {
		{ 1, -11, "", false, "panic", "it was killed by signal 11: " },
		{ 1, -6, "", false, "panic", "it was killed by signal 6: " },
		{ 1, -9, "", false, "", NULL },
		{ 1, 1, "lost the lease", false, "", NULL },
		{ 2, 1, "lost the lease", false, "", NULL },
		{ 3, 1, "lost the lease", false, "crash-loop",
		  "it exited with status 1, the last of 3 times: lost the lease" },
		{ 3, 1, "lost the lease", true, "crash-loop",
		  "it exited with status 1, the last of 3 times: lost the lease" },
		{ 3, 2, "a\npanic: b\n\ngoroutine 1", false, "panic",
		  "it exited with status 2, the last of 3 times: panic: b\n\ngoroutine 1" },
		{ 1, 101, "thread 'main' panicked at x", false, "panic",
		  "it exited with status 101: thread 'main' panicked at x" },
		{ 0, 0, "", true, "restless", NULL },
		{ 0, 0, "panic: no exit", false, "", NULL },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		AUTO_STRBUF kinds = STRBUF_INIT;
		struct made_lives w = { 0 };

		begin(&w);
		w.disturbed.life.exits = cases[i].exits;
		w.disturbed.life.exit_status = cases[i].status;
		w.disturbed.life.words = str_of(cases[i].words);
		w.disturbed.life.unsettled = cases[i].unsettled;
		assert_string_equal(judge(&w, NULL, &kinds), cases[i].kinds);
		if (cases[i].what)
			assert_string_equal(
			    ((struct perturb__finding *)w.verdict.findings.items[0])->what.ptr,
			    cases[i].what);
		made_lives_fini(&w);
	}
}

/* Before its watches are open again a program makes a child of an owner that has gone as often as
 * the garbage collector removes it. */
static void writes_before_its_watches_are_back_are_no_storm(void **state)
{
	(void)state;
	for (int blind = 0; blind < 2; blind++) {
		AUTO_STRBUF kinds = STRBUF_INIT;
		struct made_lives w = { 0 };

		begin(&w);
		for (size_t i = 0; i < 400; i++) {
			made_life_op(&w.disturbed, "update", "secrets", "secrets/default/web", 1);
			perturb__op_at(&w.disturbed.life, i)->blind = blind;
		}
		w.disturbed.life.requests = w.disturbed.life.writes = 400;
		assert_string_equal(judge(&w, NULL, &kinds), blind ? "" : "storm");
		made_lives_fini(&w);
	}
}

/* More than 300 requests and 20 times as many; of writes 100, and one more counts as usual. */
static void storm_is_many_and_many_times_more(void **state)
{
	static const struct {
		uint32_t usual_requests, requests, usual_writes, writes;
		const char *what;
	} cases[] = {
		{ 1, 300, 0, 0, NULL },	   { 1, 301, 0, 0, "301 requests, undisturbed 1" },
		{ 20, 400, 0, 0, NULL },   { 20, 401, 0, 0, "401 requests, undisturbed 20" },
		{ 20, 101, 0, 100, NULL }, { 20, 101, 0, 101, "101 writes, undisturbed 0" },
		{ 20, 200, 5, 120, NULL }, { 20, 200, 5, 121, "121 writes, undisturbed 5" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		AUTO_STRBUF kinds = STRBUF_INIT;
		struct made_lives w = { 0 };

		begin(&w);
		w.noise.requests = cases[i].usual_requests;
		w.noise.writes = cases[i].usual_writes;
		w.disturbed.life.requests = cases[i].requests;
		w.disturbed.life.writes = cases[i].writes;
		assert_string_equal(judge(&w, NULL, &kinds), cases[i].what ? "storm" : "");
		if (cases[i].what)
			assert_string_equal(
			    ((struct perturb__finding *)w.verdict.findings.items[0])->what.ptr,
			    cases[i].what);
		made_lives_fini(&w);
	}
}

#define WEB "{\"metadata\":{\"name\":\"web\",\"uid\":\"u\"}}"

/* An object that undisturbed runs do not have is created and removed; whose removal is an error. */
static void creation_that_is_removed_again_counts_by_its_plan(void **state)
{
	static const struct {
		enum perturb__how how;
		bool after, blind;
		enum perturb__actor remover;
		const char *kinds;
	} cases[] = {
		{ PERTURB_RESTART, false, false, PERTURB_SUBJECT, "deleted" },
		{ PERTURB_RESTART, true, false, PERTURB_SUBJECT, "created" },
		/* the program corrected itself, so its view was not the reason */
		{ PERTURB_RESTART, true, true, PERTURB_SUBJECT, "created" },
		{ PERTURB_RESTART, true, true, PERTURB_SERVER, "" },
		/* the patch and its undo cause both */
		{ PERTURB_PATCH, false, false, PERTURB_SUBJECT, "" },
		/* on an old view it may create what is removed again */
		{ PERTURB_STALE_RESTART, true, false, PERTURB_SUBJECT, "" },
		{ PERTURB_FREEZE, true, false, PERTURB_SUBJECT, "" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		const struct perturb__plan plan = { .how = cases[i].how };
		AUTO_STRBUF kinds = STRBUF_INIT;
		struct made_lives w = { 0 };

		begin(&w);
		made_life_op(&w.disturbed, "create", "secrets", "secrets/default/web", 1);
		perturb__op_at(&w.disturbed.life, 0)->blind = cases[i].blind;
		perturb__op_at(&w.disturbed.life, 0)->instance = 1;
		for (int k = 0; k < 2; k++) {
			struct perturb__change *c =
			    made_life_change(&w.disturbed, k ? cases[i].remover : PERTURB_SUBJECT,
					     "secrets", "web", WEB, k == 1);

			c->after = cases[i].after;
			c->op = k ? 0 : 1;
		}
		if (strcmp(judge(&w, &plan, &kinds), cases[i].kinds) != 0)
			fail_msg("case %zu: %s", i, kinds.ptr);
		made_lives_fini(&w);
	}
}

/* The garbage collector removes the child: of an owner that was gone at its creation, or of one
 * that the story removed later. */
static void child_of_an_owner_that_is_removed_later_is_no_orphan(void **state)
{
	static const char owner[] = "{\"metadata\":{\"name\":\"own\",\"uid\":\"owner-1\"}}";
	static const char child[] = "{\"metadata\":{\"name\":\"web\",\"uid\":\"u\","
				    "\"ownerReferences\":[{\"uid\":\"owner-1\"}]}}";

	(void)state;
	for (int later = 0; later < 2; later++) {
		AUTO_STRBUF kinds = STRBUF_INIT;
		struct made_lives w = { 0 };

		begin(&w);
		(void)made_life_change(&w.disturbed, PERTURB_STORY, "configmaps", "own", owner,
				       false);
		if (later)
			(void)made_life_change(&w.disturbed, PERTURB_SUBJECT, "secrets", "web",
					       child, false);
		(void)made_life_change(&w.disturbed, PERTURB_STORY, "configmaps", "own", owner,
				       true);
		if (!later)
			(void)made_life_change(&w.disturbed, PERTURB_SUBJECT, "secrets", "web",
					       child, false);
		(void)made_life_change(&w.disturbed, PERTURB_SERVER, "secrets", "web", child, true);
		assert_string_equal(judge(&w, NULL, &kinds), later ? "deleted" : "");
		made_lives_fini(&w);
	}
}

/* A child of an owner that has just gone, as often as `orphans` says, and `more` besides. */
static void add_orphans(struct made *m, int orphans, int more)
{
	static const char owner[] = "{\"metadata\":{\"name\":\"own\",\"uid\":\"owner-1\"}}";

	(void)made_life_change(m, PERTURB_STORY, "configmaps", "own", owner, false);
	(void)made_life_change(m, PERTURB_STORY, "configmaps", "own", owner, true);
	for (int i = 0; i < orphans + more; i++) {
		AUTO_STRBUF child = STRBUF_INIT;

		strbuf_addf(&child,
			    "{\"metadata\":{\"name\":\"web\",\"uid\":\"u%d\","
			    "\"ownerReferences\":[{\"uid\":\"%s\"}]}}",
			    i, i < orphans ? "owner-1" : "owner-2");
		(void)made_life_change(m, PERTURB_SUBJECT, "secrets", "web", child.ptr, false);
		(void)made_life_change(m, i < orphans ? PERTURB_SERVER : PERTURB_SUBJECT, "secrets",
				       "web", child.ptr, true);
	}
}

/* How many there are undisturbed is chance: it hides no surplus, and as many are no fault. */
static void children_of_a_gone_owner_hide_no_surplus(void **state)
{
	static const struct {
		int usual, orphans, more;
		const char *kinds;
	} cases[] = {
		{ 4, 0, 1, "" },	{ 4, 0, 2, "deleted" }, { 4, 4, 1, "" },
		{ 4, 5, 1, "deleted" }, { 0, 2, 1, "" },	{ 0, 3, 1, "deleted" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		AUTO_STRBUF kinds = STRBUF_INIT;
		struct made_lives w = { 0 };
		struct made *const lives[] = { &w.one, &w.two, &w.disturbed };

		for (size_t k = 0; k < 3; k++) {
			made_life_begin(lives[k], 100 * (k + 1));
			add_orphans(lives[k],
				    k == 2 ? cases[i].orphans
				    : k	   ? cases[i].usual
					   : 0,
				    k == 2 ? cases[i].more : 1);
			if (k == 1)
				learn(&w);
		}
		if (strcmp(judge(&w, NULL, &kinds), cases[i].kinds) != 0)
			fail_msg("case %zu: %s", i, kinds.ptr);
		made_lives_fini(&w);
	}
}

/* Four children of an owner that is gone are at fault, unless the deletion is withheld. */
static void children_of_an_owner_whose_deletion_is_withheld_are_no_surplus(void **state)
{
	static const char owner[] = "{\"metadata\":{\"name\":\"own\",\"uid\":\"owner-1\"}}";
	static const struct {
		const char *type;  /* whose events the plan holds */
		uint32_t gone, at; /* steps of the owner's deletion and of the children */
		const char *kinds;
	} cases[] = {
		{ "configmaps", 2, 2, "" },	   { "configmaps", 1, 1, "" },
		{ "secrets", 2, 2, "deleted" },	   { "configmaps", 2, 3, "deleted" },
		{ "configmaps", 0, 1, "deleted" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		const struct perturb__plan plan = { .how = PERTURB_HOLD,
						    .type = str_of(cases[i].type),
						    .step = 1,
						    .step_last = 2 };
		AUTO_STRBUF kinds = STRBUF_INIT;
		struct made_lives w = { 0 };

		begin(&w);
		(void)made_life_change(&w.disturbed, PERTURB_STORY, "configmaps", "own", owner,
				       false);
		made_life_change(&w.disturbed, PERTURB_STORY, "configmaps", "own", owner, true)
		    ->step = cases[i].gone;
		for (int k = 0; k < 8; k++) {
			AUTO_STRBUF child = STRBUF_INIT;

			strbuf_addf(&child,
				    "{\"metadata\":{\"name\":\"web\",\"uid\":\"u%d\","
				    "\"ownerReferences\":[{\"uid\":\"owner-1\"}]}}",
				    k / 2);
			made_life_change(&w.disturbed, k % 2 ? PERTURB_SERVER : PERTURB_SUBJECT,
					 "secrets", "web", child.ptr, k % 2)
			    ->step = cases[i].at;
		}
		if (strcmp(judge(&w, &plan, &kinds), cases[i].kinds) != 0)
			fail_msg("case %zu: %s", i, kinds.ptr);
		made_lives_fini(&w);
	}
}

/* Only what the program or the server removes after a restart on an old view is lost. */
static void removal_by_the_story_is_not_lost(void **state)
{
	static const struct {
		enum perturb__actor by;
		const char *kinds;
	} cases[] = {
		{ PERTURB_STORY, "missing" },
		{ PERTURB_ROLE, "missing" },
		{ PERTURB_SUBJECT, "deleted missing" },
		{ PERTURB_SERVER, "deleted missing" },
	};
	const struct perturb__plan plan = { .how = PERTURB_STALE_RESTART, .step_last = STEPS };

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		AUTO_STRBUF kinds = STRBUF_INIT;
		struct made_lives w = { 0 };
		struct made *const lives[] = { &w.one, &w.two, &w.disturbed };

		for (size_t k = 0; k < 3; k++) {
			made_life_begin(lives[k], 100 * (k + 1));
			(void)made_life_change(lives[k], PERTURB_SUBJECT, "secrets", "web", WEB,
					       false);
			if (k == 1)
				learn(&w);
		}
		made_life_change(&w.disturbed, cases[i].by, "secrets", "web", WEB, true)->after =
		    true;
		if (strcmp(judge(&w, &plan, &kinds), cases[i].kinds) != 0)
			fail_msg("case %zu: %s", i, kinds.ptr);
		made_lives_fini(&w);
	}
}

/* Objects with generated names may have their contents in any order, in the usual number. */
static void generated_objects_equal_any_of_the_usual_ones(void **state)
{
	static const struct {
		const char *values[3];
		const char *kinds;
	} cases[] = {
		{ { "1", "2" }, "" },
		{ { "2", "1" }, "" },
		{ { "2", "3" }, "differs" },
		{ { "2" }, "missing" },
		{ { "2", "1", "2" }, "surplus created" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		AUTO_STRBUF kinds = STRBUF_INIT;
		struct made_lives w = { 0 };
		struct made *const lives[] = { &w.one, &w.two, &w.disturbed };

		for (size_t k = 0; k < 3; k++) {
			made_life_begin(lives[k], 100 * (k + 1));
			for (size_t n = 0; n < 3; n++) {
				const char *value = cases[k == 2 ? i : 0].values[n];
				char text[160], name[8];

				if (!value)
					break;
				(void)snprintf(name, sizeof(name), "web-%c%c", 'a' + (int)k,
					       'a' + (int)n);
				(void)snprintf(text, sizeof(text),
					       "{\"metadata\":{\"generateName\":\"web-\",\"name\":"
					       "\"%s\",\"uid\":\"%s\"},\"data\":{\"k\":\"%s\"}}",
					       name, name, value);
				(void)made_life_change(lives[k], PERTURB_SUBJECT, "secrets", name,
						       text, false);
			}
			if (k == 1)
				learn(&w);
		}
		if (strcmp(judge(&w, NULL, &kinds), cases[i].kinds) != 0)
			fail_msg("case %zu: %s", i, kinds.ptr);
		made_lives_fini(&w);
	}
}

static void creations_are_usual_if_any_undisturbed_run_has_them(void **state)
{
	static const struct {
		int usual[2], disturbed;
		const char *kinds;
	} cases[] = {
		{ { 3, 1 }, 3, "" },
		{ { 1, 3 }, 3, "" },
		{ { 3, 1 }, 4, "deleted" },
		{ { 1, 3 }, 4, "deleted" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		AUTO_STRBUF kinds = STRBUF_INIT;
		struct made_lives w = { 0 };
		struct made *const lives[] = { &w.one, &w.two, &w.disturbed };

		for (size_t k = 0; k < 3; k++) {
			made_life_begin(lives[k], 100 * (k + 1));
			add_orphans(lives[k], 0, k < 2 ? cases[i].usual[k] : cases[i].disturbed);
			if (k == 1)
				learn(&w);
		}
		if (strcmp(judge(&w, NULL, &kinds), cases[i].kinds) != 0)
			fail_msg("case %zu: %s", i, kinds.ptr);
		made_lives_fini(&w);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(exits_are_a_panic_or_a_loop_or_no_finding),
		cmocka_unit_test(storm_is_many_and_many_times_more),
		cmocka_unit_test(writes_before_its_watches_are_back_are_no_storm),
		cmocka_unit_test(creation_that_is_removed_again_counts_by_its_plan),
		cmocka_unit_test(child_of_an_owner_that_is_removed_later_is_no_orphan),
		cmocka_unit_test(children_of_a_gone_owner_hide_no_surplus),
		cmocka_unit_test(children_of_an_owner_whose_deletion_is_withheld_are_no_surplus),
		cmocka_unit_test(removal_by_the_story_is_not_lost),
		cmocka_unit_test(generated_objects_equal_any_of_the_usual_ones),
		cmocka_unit_test(creations_are_usual_if_any_undisturbed_run_has_them),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
