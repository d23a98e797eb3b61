/* SPDX-License-Identifier: Apache-2.0 */
/* All plans of two lives with every field: a search executes the fields and prints the sentence. */
#include "tests/kit/golden_text.h"
#include "tests/kit/made_life.h"
#include "tests/kit/testing.h"

#define WEB    "configmaps/default/web"
#define SECRET "secrets/default/web-0"

static void add_word(struct strbuf *out, const char *name, struct str word)
{
	if (word.len)
		strbuf_addf(out, " %s=" STR_FMT, name, STR_ARG(word));
}

static void add_number(struct strbuf *out, const char *name, int number)
{
	if (number)
		strbuf_addf(out, " %s=%d", name, number);
}

static void add_plan(struct strbuf *out, const struct perturb__plan *p)
{
	strbuf_addf(out, "%u " STR_FMT " %s how=%d steps=%u-%u rank=%u", p->id, STR_ARG(p->name),
		    perturb__family_word(p->family), (int)p->how, p->step, p->step_last, p->rank);
	add_word(out, "verb", p->verb);
	add_word(out, "key", p->key);
	add_word(out, "sub", p->sub);
	add_word(out, "type", p->type);
	add_word(out, "patch", p->patch);
	add_word(out, "undo", p->undo);
	add_number(out, "nth", (int)p->nth);
	add_number(out, "after", p->after);
	add_number(out, "status", p->status);
	add_number(out, "retry-after", p->retry_after_s);
	add_number(out, "times", (int)p->times);
	add_number(out, "reacted", p->reacted);
	add_number(out, "with", p->with ? (int)p->with->id : 0);
	add_number(out, "single", p->single ? (int)p->single->id : 0);
	strbuf_addf(out, "\n  " STR_FMT "\n", STR_ARG(p->sentence));
}

/* `deleted`: the last step deletes the ConfigMap, and the program its Secret. */
static void add_plans(struct strbuf *out, bool deleted)
{
	static const char web[] = "{\"metadata\":{\"name\":\"web\",\"uid\":\"1\"}}";
	static const char secret[] =
	    "{\"metadata\":{\"name\":\"web-0\",\"uid\":\"2\",\"ownerReferences\":[{\"name\":"
	    "\"web\",\"uid\":\"1\"}]},\"data\":{\"size\":\"1\"}}";
	static const enum perturb__beat_kind kinds[STEPS] = { PERTURB_BEAT_CREATE,
							      PERTURB_BEAT_UPDATE,
							      PERTURB_BEAT_UPDATE };
	struct perturb__beat beats[STEPS];
	struct perturb__planning p = { .beats = beats, .beat_count = STEPS };
	struct perturb__noise noise = { 0 };
	struct perturb__plans plans;
	struct made m = { 0 };
	struct perturb__life *lives[] = { &m.life, &m.life };

	for (uint32_t i = 0; i < STEPS; i++)
		beats[i] = (struct perturb__beat) { kinds[i], STR("configmaps"), STR(WEB), 8 + i };
	if (deleted)
		beats[STEPS - 1].kind = PERTURB_BEAT_DELETE;
	made_life_begin(&m, 100);
	made_life_change(&m, PERTURB_STORY, "configmaps", "web", web, false)->step = 1;
	made_life_op(&m, "create", "secrets", SECRET, 1);
	made_life_change(&m, PERTURB_SUBJECT, "secrets", "web-0", secret, false)->step = 1;
	made_life_op(&m, "patch", "secrets", SECRET, 2);
	made_life_op(&m, "patch", "secrets", SECRET, 2);
	made_life_op(&m, "update", "configmaps", WEB, 2);
	perturb__op_at(&m.life, 3)->sub = STR("status");
	made_life_op(&m, "update", "configmaps", WEB, 3);
	perturb__op_at(&m.life, 4)->background = true;
	if (deleted) {
		made_life_op(&m, "delete", "secrets", SECRET, 3);
		made_life_change(&m, PERTURB_SUBJECT, "secrets", "web-0", secret, true)->step = 3;
	}
	assert_int_equal(perturb__noise_learn(&noise, lives, 2), 0);
	p.life = &m.life;
	p.noise = &noise;
	for (int f = 0; f < PERTURB_FAMILY_COUNT; f++)
		p.families[f] = true;
	assert_int_equal(perturb__make_plans(&p, &plans), 0);
	strbuf_addf(out, "points %zu background %zu idle %zu equal %zu same-state %zu\n",
		    plans.points, plans.pruned_background, plans.pruned_idle, plans.pruned_equal,
		    plans.pruned_same_state);
	for (size_t i = 0; i < plans.list.len; i++)
		add_plan(out, plans.list.items[i]);
	strbuf_addf(out, "%zu pairs\n", plans.pairs.len);
	for (size_t i = 0; i < plans.pairs.len && i < 40; i++)
		add_plan(out, plans.pairs.items[i]);
	perturb__plans_fini(&plans);
	perturb__noise_fini(&noise);
	perturb__life_fini(&m.life);
}

static void plans_of_a_story_execute_what_their_sentences_say(void **state)
{
	AUTO_STRBUF updates = STRBUF_INIT, deletion = STRBUF_INIT;

	(void)state;
	add_plans(&updates, false);
	assert_golden("tests/golden/perturb/plans-updates.txt", strbuf_str(&updates));
	add_plans(&deletion, true);
	assert_golden("tests/golden/perturb/plans-deletion.txt", strbuf_str(&deletion));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(plans_of_a_story_execute_what_their_sentences_say),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
