/* SPDX-License-Identifier: Apache-2.0 */
/* settle.c - repeats the result. For an external program each candidate had one or two runs: if the
 * result passes in one of several runs, the responsible changes are reverted. */
#include "base/alloc.h"
#include "runner/shrink/impl.h"

enum {
	FAILING = 3,  /* number of runs of the failing program, */
	CONTROLS = 2, /* and of the passing one */
	FLAKY_RUNS = 10,
	HISTORY_MAX = 500,
};

struct shrink__state {
	char *text;
	size_t len;
	struct shrink__span place;
};

void shrink__remember(struct shrink *s)
{
	struct shrink__state *all;

	if (!s->opt->run->subject || s->failed || s->state_count == HISTORY_MAX)
		return;
	all = base__reallocarray(s->states, s->state_count + 1, sizeof(*all));
	s->states = all ? all : s->states;
	s->failed |= !all;
	if (s->failed)
		return;
	all[s->state_count] =
	    (struct shrink__state) { .text = base__strndup(s->best.ptr, s->best.len),
				     .len = s->best.len,
				     .place = s->best_place };
	s->failed |= !all[s->state_count].text;
	s->state_count += !s->failed;
}

void shrink__settle_fini(struct shrink *s)
{
	for (size_t i = 0; i < s->state_count; i++)
		base__free(s->states[i].text);
	base__free(s->states);
}

/* Two rounds of runs; one of them may need the full patience. */
int64_t shrink__reserve_ns(const struct shrink *s)
{
	const struct scn__subject *subject = s->opt->run->subject;

	return subject ? 2 * s->lasted_ns + subject->patience_ns : 0;
}

/* --- runs --- */

struct again {
	struct shrink *s;
	const struct shrink__state *state;
	unsigned failing, same, controls, passed; /* number of runs, and of the expected results */
	unsigned done;				  /* of the failing runs */
	unsigned beyond;  /* the first ones are finished even if the time is over */
	bool *good, *ran; /* result of each run; whether it was finished */
};

static bool is_interrupted(const struct shrink *s)
{
	const struct scn__subject *subject = s->opt->run->subject;

	return subject && subject->interrupted && subject->interrupted();
}

static bool is_same_again(const struct again *a, const struct scn__cell *cell, bool patient,
			  bool beyond)
{
	struct shrink__manner how = shrink__manner_of(a->s, SHRINK_NO_CONTROL);
	struct str text = { a->state->text, a->state->len };
	struct runner__result result;
	bool same;

	/* with the full patience of the options */
	how.patience_ns = patient ? 0 : how.patience_ns;
	how.beyond = beyond;
	shrink__run_cell(a->s, cell, &how, &result);
	same = shrink__is_same(a->s, text, a->state->place, &result);
	runner__result_fini(&result);
	return same;
}

static void run_again(void *user, size_t i)
{
	struct again *a = user;
	struct shrink *s = a->s;
	struct shrink__manner how = shrink__manner_of(s, SHRINK_OTHER);
	struct scn__errors errors = { 0 };
	struct scn__scenario *sc =
	    shrink__load(s, (struct str) { a->state->text, a->state->len }, &errors);
	const struct scn__cell *cell = sc ? shrink__cell_of(sc, s->cell) : NULL;
	bool beyond = i < a->beyond;
	int64_t waited_ns;

	how.patience_ns = 0;
	how.beyond = beyond;
	if (cell && !is_interrupted(s) && (beyond || !shrink__is_over(s)))
		a->good[i] = i < a->failing ? is_same_again(a, cell, s->tries > 1 || i == 0, beyond)
					    : shrink__passes(s, cell, &how, &waited_ns, NULL);
	a->ran[i] = beyond || !shrink__is_over(s);
	scn__errors_fini(&errors);
	scn__scenario_free(sc);
}

static bool ran_again(void *user, size_t i)
{
	struct again *a = user;

	a->done += i < a->failing && a->ran[i];
	a->same += i < a->failing && a->ran[i] && a->good[i];
	a->passed += i >= a->failing && a->ran[i] && a->good[i];
	return true;
}

static void run_all(struct again *a)
{
	size_t count = (size_t)a->failing + a->controls;

	a->good = base__calloc(count + 1, sizeof(*a->good));
	a->ran = base__calloc(count + 1, sizeof(*a->ran));
	a->s->failed |= !a->good || !a->ran;
	if (a->good && a->ran)
		shrink__spread(a->s, &(struct shrink__work) { count, run_again, ran_again, a });
	base__free(a->good);
	base__free(a->ran);
	a->s->out->repeat = is_interrupted(a->s) ? 0 : a->done;
	a->s->out->again = is_interrupted(a->s) ? 0 : a->same;
}

/* Whether all results are as expected. */
static bool holds(struct shrink *s, const struct shrink__state *state, bool beyond)
{
	struct again a = { .s = s,
			   .state = state,
			   .failing = FAILING,
			   .controls = s->out->control == SHRINK_OTHER ? CONTROLS : 0,
			   .beyond = beyond ? FAILING + CONTROLS : 0 };

	run_all(&a);
	return a.same == a.failing && a.passed == a.controls;
}

/* --- reverting changes --- */

static void restore_state(struct shrink *s, const struct shrink__state *state)
{
	char *source = base__strndup(state->text, state->len);
	struct scn__errors errors = { 0 };
	struct shrink__tree tree = s->tree;
	int code = source
		       ? shrink__tree_init(&s->tree, (struct str) { source, state->len }, &errors)
		       : RELIST_ENOMEM;

	scn__errors_fini(&errors);
	if (code) {
		s->failed = true;
		if (source)
			shrink__tree_fini(&s->tree);
		s->tree = tree;
		base__free(source);
		return;
	}
	shrink__tree_fini(&tree);
	base__free(s->source);
	s->source = source;
	s->place = s->place_step = NULL; /* they belong to the freed tree */
}

/* Finds the newest state that always fails and whose control always passes; the first state is
 * known to. */
static void search(struct shrink *s)
{
	size_t low = 0, high = s->state_count - 1;

	while (high - low > 1 && !shrink__is_over(s) && !s->failed) {
		size_t middle = low + (high - low) / 2;

		if (holds(s, &s->states[middle], false))
			low = middle;
		else
			high = middle;
	}
	if (s->failed || is_interrupted(s))
		return;
	s->out->taken_back = s->state_count - 1 - low;
	(void)holds(s, &s->states[low], false);
	s->out->unproved = shrink__is_over(s);
	restore_state(s, &s->states[low]);
}

void shrink__settle(struct shrink *s)
{
	const struct shrink__state now = { .text = s->best.ptr,
					   .len = s->best.len,
					   .place = s->best_place };
	unsigned flaky = s->tries > FLAKY_RUNS ? s->tries : FLAKY_RUNS;
	struct again a = { .s = s,
			   .state = &now,
			   .failing = s->opt->repeat > 1 ? s->opt->repeat : flaky,
			   .beyond = FAILING };

	if (s->opt->run->subject && s->opt->repeat <= 1 && s->tries == 1) {
		if (!holds(s, &now, true) && s->state_count > 1 && !is_interrupted(s))
			search(s);
		return;
	}
	run_all(&a);
}
