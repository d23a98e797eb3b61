/* SPDX-License-Identifier: Apache-2.0 */
/* failure.c - how a scenario fails, and whether another fails in the same way. */
#include "base/alloc.h"
#include "runner/engine/run.h"
#include "runner/rewrite/update.h"
#include "runner/shrink/impl.h"

#define PATIENCE_MORE_NS (NS_PER_S / 2)
#define PACE_NS		 (NS_PER_S / 4)

enum { PACED_STEPS_MAX = 24 };
enum { FIRSTS_MAX = 5, PROBES = 3, PROBES_MAX = 10, TRIES_MAX = 30 };

/* --- running --- */

static const struct scn__cell *cell_of(const struct scn__scenario *sc, const char *name)
{
	for (size_t i = 0; i < sc->cell_count; i++)
		if (str_eqz(sc->cells[i].name, name))
			return &sc->cells[i];
	return NULL;
}

static void run_cell(const struct shrink *s, const struct scn__cell *cell,
		     enum shrink__control control, struct scn__updates *updates,
		     struct runner__result *result)
{
	struct scn__run_options opt = *s->opt->run;
	struct scn__subject hurried;

	opt.seed = s->seed;
	opt.no_outcome = true;
	opt.updates = updates;
	opt.mended = control == SHRINK_MENDED;
	if (control == SHRINK_OTHER)
		opt.subject = s->opt->control;
	if (control == SHRINK_NO_CONTROL && opt.subject) {
		hurried = *opt.subject;
		if (s->patience_ns)
			hurried.patience_ns = s->patience_ns;
		hurried.pace_ns = s->pace_ns;
		opt.subject = &hurried;
	}
	if (control == SHRINK_OURS) {
		opt.driver = NULL;
		opt.subject = NULL;
	}
	runner__result_init(result);
	scn__run(cell, &opt, result);
}

static struct scn__scenario *load(const struct shrink *s, struct str text,
				  struct scn__errors *errors)
{
	return scn__scenario_load_beside(s->opt->path, text, s->opt->files, errors);
}

/* --- what is compared --- */

static bool is_bad(char mark)
{
	return mark == '-' || mark == '~' || mark == '+';
}

/* Digits count for nothing: versions and numbers move with what goes. */
static void add_row(struct strbuf *out, struct str s)
{
	bool digit = false;

	for (size_t i = 0; i < s.len; i++) {
		bool is = s.ptr[i] >= '0' && s.ptr[i] <= '9';

		if (!is || !digit)
			strbuf_addc(out, is ? '#' : s.ptr[i]);
		digit = is;
	}
	strbuf_addc(out, '\n');
}

static void add_bad_row(struct strbuf *out, const struct runner__row *row)
{
	strbuf_addc(out, row->mark);
	strbuf_addc(out, ' ');
	add_row(out, row->expected);
	if (row->mark != '-')
		add_row(out, row->actual);
}

/* The first row that an expectation misses or has otherwise; else the first that is too much; else
 * the sentence. */
static const struct runner__row *key_row(const struct runner__result *r)
{
	const struct runner__row *more = NULL;

	for (size_t i = 0; i < r->row_count; i++) {
		if (r->rows[i].mark == '-' || r->rows[i].mark == '~')
			return &r->rows[i];
		if (r->rows[i].mark == '+' && !more)
			more = &r->rows[i];
	}
	return more;
}

static bool has_row(const struct runner__result *r, struct str want)
{
	AUTO_STRBUF row = STRBUF_INIT;

	for (size_t i = 0; i < r->row_count; i++) {
		if (!is_bad(r->rows[i].mark))
			continue;
		strbuf_clear(&row);
		add_bad_row(&row, &r->rows[i]);
		if (str_eq(strbuf_str(&row), want))
			return true;
	}
	strbuf_clear(&row);
	add_row(&row, str_of(r->what));
	return str_eq(strbuf_str(&row), want);
}

static bool is_unsettled(const struct runner__result *r)
{
	return r->ending == RUNNER_BROKEN && r->verdict == RUNNER_UNSETTLED;
}

/* A failure that can be shrunk at all: not bad input, nor this machine's. */
static bool is_failure(const struct runner__result *r)
{
	return is_unsettled(r) || r->ending == RUNNER_AT_STEP || r->ending == RUNNER_AT_NEVER ||
	       r->ending == RUNNER_AT_ORACLE;
}

/* The byte of `text` that a result points at. */
static size_t offset_of(struct str text, const struct runner__result *r)
{
	struct scn__updates lines;
	size_t at;

	scn__updates_init(&lines, text);
	at = scn__updates_offset(&lines, (struct scn__pos) { r->line, r->column });
	scn__updates_fini(&lines);
	return at;
}

static bool is_same(const struct shrink *s, struct str text, const struct runner__result *r)
{
	size_t at;

	if (!is_failure(r) || r->ending != s->how.ending || r->as_expected != s->how.as_expected)
		return false;
	if (s->how.oracle && strcmp(r->oracle, s->how.oracle) != 0)
		return false;
	at = s->place ? offset_of(text, r) : 0;
	if (s->place && (at < s->place->at || at >= s->place->at_end))
		return false;
	return s->out->control != SHRINK_NO_CONTROL || !s->place ||
	       has_row(r, strbuf_str(&s->how.row));
}

/* --- the control --- */

/* Who fails is waited for twice as long as who does it right has taken. */
static void take_patience(struct shrink *s, const struct runner__result *control)
{
	int64_t asked = s->opt->run->subject->patience_ns;
	int64_t enough = 2 * control->waited_ns + PATIENCE_MORE_NS;

	s->patience_ns = asked && asked < enough ? asked : enough;
}

/* `why`: of one that does not; may be NULL. */
static bool passes(struct shrink *s, const struct scn__cell *cell, enum shrink__control control,
		   struct relist_err *why)
{
	struct runner__result result;
	bool ok;

	run_cell(s, cell, control, NULL, &result);
	ok = result.ending == RUNNER_ENDED && result.verdict == RUNNER_PASS;
	if (ok && control == SHRINK_OTHER)
		take_patience(s, &result);
	if (!ok)
		relist_err_set(why, RELIST_ENOTFOUND, "the control does not pass: line %u: %.180s",
			       result.line, result.what);
	runner__result_fini(&result);
	return ok;
}

static bool control_passes(struct shrink *s, const struct scn__scenario *sc)
{
	const struct scn__cell *cell;

	if (s->out->control == SHRINK_NO_CONTROL)
		return true;
	cell = cell_of(sc, s->control_cell);
	return cell && passes(s, cell, s->out->control, NULL);
}

static bool has_without(const struct scn__cell *cell)
{
	for (size_t i = 0; i < cell->world.informer_count; i++)
		if (cell->world.informers[i].without)
			return true;
	for (size_t i = 0; i < cell->world.controller_count; i++)
		if (cell->world.controllers[i].without)
			return true;
	return false;
}

static void find_control(struct shrink *s, const struct scn__scenario *sc,
			 const struct scn__cell *failing)
{
	s->out->control = SHRINK_NO_CONTROL;
	s->control_cell = NULL;
	if (s->opt->control) {
		s->out->control = SHRINK_OTHER;
		s->control_cell = s->cell;
		return;
	}
	if (s->opt->run->subject) {
		if (passes(s, failing, SHRINK_OURS, NULL)) {
			s->out->control = SHRINK_OURS;
			s->control_cell = s->cell;
		}
		return;
	}
	for (size_t i = 0; i < sc->cell_count; i++) {
		if (&sc->cells[i] == failing || !passes(s, &sc->cells[i], SHRINK_CELL, NULL))
			continue;
		s->out->control = SHRINK_CELL;
		s->control_cell = base__strndup(sc->cells[i].name.ptr, sc->cells[i].name.len);
		s->failed |= !s->control_cell;
		return;
	}
	if (has_without(failing) && passes(s, failing, SHRINK_MENDED, NULL)) {
		s->out->control = SHRINK_MENDED;
		s->control_cell = s->cell;
	}
}

/* --- where --- */

/* steps[i].expect.handlers.h, or steps[i] when it is no expectation. */
static void find_place(struct shrink *s, struct str text, const struct runner__result *r)
{
	struct shrink__part *p = shrink__part_at(&s->tree, offset_of(text, r));
	struct shrink__part *steps = shrink__entry(s->tree.root, "steps");
	struct shrink__part *path[SCN_DEPTH_MAX + 2];
	size_t n = 0;

	for (; p && p != steps && n < ARRAY_LEN(path); p = p->parent)
		path[n++] = p;
	if (!p || !n)
		return;
	s->place_step = s->place = path[n - 1];
	if (n > 1 && (str_eqz(path[n - 2]->key, "expect") || str_eqz(path[n - 2]->key, "never"))) {
		s->place = path[n - 2];
		for (size_t i = n - 2; i-- > 0 && path[i]->key.len && n - 2 - i <= 2;)
			s->place = path[i];
	}
}

/* What holds the failure together is never left out; nor is what the file says of itself. */
void shrink__hold_on(struct shrink *s)
{
	static const char *const heads[] = { "scenario", "about",  "refs",   "tags",
					     "seed",	 "matrix", "outcome" };
	struct shrink__part *p;

	for (size_t i = 0; i < ARRAY_LEN(heads); i++) {
		p = shrink__entry(s->tree.root, heads[i]);
		for (size_t k = 0; p && k < s->tree.count; k++)
			for (struct shrink__part *q = s->tree.parts[k]; q; q = q->parent)
				if (q == p)
					s->tree.parts[k]->fixed = true;
	}
	for (p = s->place; p && p != s->tree.root; p = p->parent)
		p->stays = true;
	p = shrink__entry(s->tree.root, "steps");
	if (p)
		p->stays = true;
}

static bool contains(struct str in, struct str what)
{
	for (size_t i = 0; i + what.len <= in.len; i++)
		if (memcmp(in.ptr + i, what.ptr, what.len) == 0)
			return true;
	return false;
}

static bool is_write_step(const struct shrink__part *step)
{
	return shrink__entry(step, "create") || shrink__entry(step, "update") ||
	       shrink__entry(step, "delete");
}

/* Without a control, what the expectation is about must still happen: "pods/default/a". */
static void hold_on_to_key(struct shrink *s, const struct runner__row *row)
{
	struct str text = row->expected.len ? row->expected : row->actual;
	struct shrink__part *steps = shrink__entry(s->tree.root, "steps");

	for (size_t i = 0, end; i < text.len; i = end + 1) {
		for (end = i; end < text.len && text.ptr[end] != ' ';)
			end++;
		if (!memchr(text.ptr + i, '/', end - i))
			continue;
		for (size_t k = 0; steps && k < s->tree.count; k++) {
			struct shrink__part *p = s->tree.parts[k];
			struct str src = shrink__source_of(&s->tree, p);

			for (const struct shrink__part *q = p; q; q = q->parent)
				if (q == steps &&
				    contains(src, (struct str) { text.ptr + i, end - i }))
					p->stays = true;
			if (s->opt->run->subject && p->parent == steps && is_write_step(p) &&
			    shrink__names_alike(src, (struct str) { text.ptr + i, end - i }))
				p->stays = true;
		}
		return;
	}
}

/* --- the first run --- */

static bool is_wanted(const struct shrink *s, const struct runner__result *r)
{
	const char *want = s->opt->fail_on;
	const struct shrink__part *p;

	if (!is_failure(r))
		return false;
	if (!want)
		return true;
	switch (r->ending) {
	case RUNNER_AT_ORACLE:
		return strcmp(r->oracle, want) == 0;
	case RUNNER_AT_NEVER:
		return strcmp(want, "never") == 0;
	case RUNNER_BROKEN:
		return strcmp(want, "unsettled") == 0;
	case RUNNER_AT_STEP:
		/* "expect", a section's word, a label, or a handler's or informer's name */
		for (p = s->place; p && p != s->tree.root; p = p->parent) {
			const struct shrink__part *label = shrink__entry(p, "label");

			if (str_eqz(p->key, want) || (label && str_eqz(label->node->text, want)))
				return true;
		}
		return false;
	case RUNNER_ENDED:
		break;
	}
	return false;
}

static void name_failure(struct shrink *s, const struct runner__result *r)
{
	struct strbuf *out = &s->out->failure;

	strbuf_clear(out);
	switch (r->ending) {
	case RUNNER_AT_ORACLE:
		strbuf_addf(out, "oracle %s", r->oracle);
		break;
	case RUNNER_AT_NEVER:
		strbuf_addz(out, "never");
		break;
	case RUNNER_BROKEN:
		strbuf_addz(out, "it does not settle");
		break;
	case RUNNER_AT_STEP:
		if (s->place && s->place != s->place_step)
			strbuf_addf(out, "expect " STR_FMT " (line %u)", STR_ARG(s->place->key),
				    r->line);
		else
			strbuf_addf(out, "line %u", r->line);
		break;
	case RUNNER_ENDED:
		break;
	}
	strbuf_clear(&s->out->why);
	strbuf_addz(&s->out->why, r->what);
}

static bool try_seed(struct shrink *s, struct str text, const struct scn__cell *cell, uint64_t seed)
{
	struct runner__result result;
	uint64_t before = s->seed;
	bool same;

	s->seed = seed;
	run_cell(s, cell, SHRINK_NO_CONTROL, NULL, &result);
	same = is_same(s, text, &result);
	runner__result_fini(&result);
	same = same && (s->out->control == SHRINK_NO_CONTROL || control_passes(s, cell->scenario));
	if (!same)
		s->seed = before;
	return same;
}

/* The plainest seed is none. */
static void settle_seed(struct shrink *s, struct str text, const struct scn__cell *cell)
{
	struct shrink__part *said = shrink__entry(s->tree.root, "seed");

	if (s->opt->run->choice || s->opt->run->subject)
		return;
	if (s->seed == 1 || try_seed(s, text, cell, 1)) {
		if (said)
			said->dropped++;
	} else if (!cell->scenario->has_seed || cell->scenario->seed != s->seed) {
		s->writes_seed = true;
		if (said)
			said->dropped++;
	}
	s->out->seed = s->seed;
}

/* "shop/for-web: absent": the object's name. */
static void note_about(struct shrink *s, const struct runner__row *row)
{
	struct str text = !row ? STR("") : row->expected.len ? row->expected : row->actual;

	for (size_t i = 0, end; i < text.len; i = end + 1) {
		size_t from = i;

		for (end = i; end < text.len && text.ptr[end] != ' ' && text.ptr[end] != ':';)
			from = text.ptr[end++] == '/' ? end : from;
		if (from == i || end - from >= sizeof(s->about))
			continue;
		memcpy(s->about, text.ptr + from, end - from);
		s->about[end - from] = 0;
		return;
	}
}

/* Does it fail whenever it runs? A few runs more; if one of them passes, as many as it takes to
 * know how often, and from that how many runs a candidate gets: of those that fail as often, one in
 * twenty is taken for one that passes. */
static void probe(struct shrink *s, struct str text, const struct scn__cell *cell)
{
	struct shrink__result *out = s->out;
	struct runner__result result;
	unsigned more = PROBES;
	double passes_all = 1;

	if (s->opt->repeat || !s->opt->run->subject)
		return;
	while (out->probes < more && shrink__goes_on(s)) {
		run_cell(s, cell, SHRINK_NO_CONTROL, NULL, &result);
		out->probes++;
		out->hits += is_same(s, text, &result);
		runner__result_fini(&result);
		if (out->hits < out->probes)
			more = PROBES_MAX;
	}
	if (out->hits == out->probes)
		return;
	for (s->tries = 0; s->tries < TRIES_MAX && passes_all > 0.05; s->tries++)
		passes_all *= 1 - (double)out->hits / out->probes;
}

static void take(struct shrink *s, struct str text, const struct scn__scenario *sc,
		 const struct scn__cell *cell, const struct runner__result *r)
{
	const struct runner__row *row = key_row(r);

	s->how.ending = r->ending;
	s->how.verdict = r->verdict;
	s->how.oracle = r->oracle;
	s->how.as_expected = r->as_expected;
	name_failure(s, r);
	s->cell = base__strndup(cell->name.ptr, cell->name.len);
	s->failed |= !s->cell;
	strbuf_adds(&s->out->cell, cell->name);
	if (s->failed)
		return;
	shrink__hold_on(s);
	note_about(s, row);
	find_control(s, sc, cell);
	probe(s, text, cell);
	if (s->out->control == SHRINK_NO_CONTROL && s->place) {
		if (row) {
			add_bad_row(&s->how.row, row);
			hold_on_to_key(s, row);
		} else {
			add_row(&s->how.row, str_of(r->what));
		}
	}
	settle_seed(s, text, cell);
}

static int does_not_fail(struct shrink *s, const struct runner__result *last,
			 struct relist_err *err)
{
	if (last->verdict == RUNNER_BAD_INPUT) {
		relist_err_set(err, RELIST_EPARSE, "%s", last->what);
		err->line = last->line;
		err->column = last->column;
		return RELIST_EPARSE;
	}
	if (last->verdict == RUNNER_ERROR)
		return relist_err_set(err, RELIST_ENOMEM, "%s", last->what);
	if (is_failure(last))
		return relist_err_set(err, RELIST_ENOTFOUND, "it does not fail at %s, but: %s (%s)",
				      s->opt->fail_on, s->out->failure.ptr, last->what);
	return relist_err_set(err, RELIST_ENOTFOUND,
			      "it does not fail: there is nothing to shrink");
}

int shrink__take_failure(struct shrink *s, struct str text, struct relist_err *err)
{
	struct scn__scenario *sc = load(s, text, s->errors);
	struct runner__result result;
	unsigned runs = s->opt->repeat || !s->opt->run->subject ? s->tries : FIRSTS_MAX;
	bool found = false, asked = false;
	int code = 0;

	strbuf_clear(&s->how.row);
	if (!sc)
		return s->errors->failed ? relist_err_set(err, RELIST_ENOMEM, "out of memory")
					 : RELIST_EPARSE;
	s->seed = s->opt->own_seed && sc->has_seed ? sc->seed : s->opt->run->seed;
	runner__result_init(&result);
	for (size_t i = 0; i < sc->cell_count && !found; i++) {
		const struct scn__cell *cell = &sc->cells[i];

		if (s->opt->cell && !str_eqz(cell->name, s->opt->cell))
			continue;
		asked = true;
		/* it also shows how long a right program takes */
		if (s->opt->control && !passes(s, cell, SHRINK_OTHER, err)) {
			code = RELIST_ENOTFOUND;
			break;
		}
		for (unsigned k = 0; k < runs && !found && (!k || shrink__goes_on(s)); k++) {
			runner__result_fini(&result);
			run_cell(s, cell, SHRINK_NO_CONTROL, NULL, &result);
			s->out->probes++;
			s->place = s->place_step = NULL;
			if (result.ending == RUNNER_AT_STEP || result.ending == RUNNER_AT_NEVER)
				find_place(s, text, &result);
			name_failure(s, &result);
			found = is_wanted(s, &result);
		}
		s->out->hits = found;
		if (found)
			take(s, text, sc, cell, &result);
	}
	if (!code && !asked)
		code =
		    relist_err_set(err, RELIST_ENOTFOUND, "it has no matrix cell %s", s->opt->cell);
	else if (!code && !found)
		code = does_not_fail(s, &result, err);
	s->expects_first = !found && result.ending == RUNNER_AT_STEP;
	runner__result_fini(&result);
	scn__scenario_free(sc);
	return s->failed ? relist_err_set(err, RELIST_ENOMEM, "out of memory") : code;
}

bool shrink__has_failure(const struct shrink *s)
{
	return s->cell != NULL;
}

/* --- every other run --- */

static bool fails_slowly(struct shrink *s, const struct scn__cell *cell, struct str text)
{
	struct runner__result result;
	bool same;

	s->pace_ns = PACE_NS;
	run_cell(s, cell, SHRINK_NO_CONTROL, NULL, &result);
	same = is_same(s, text, &result);
	runner__result_fini(&result);
	s->pace_ns = 0;
	return same;
}

/* Of the best so far; of a long story that is not found out. */
static enum shrink__pace pace_of_best(struct shrink *s)
{
	struct scn__errors errors = { 0 };
	struct scn__scenario *sc = load(s, strbuf_str(&s->best), &errors);
	const struct scn__cell *cell = sc ? cell_of(sc, s->cell) : NULL;
	enum shrink__pace pace = SHRINK_PACE_UNKNOWN;

	if (cell && cell->step_count <= PACED_STEPS_MAX)
		pace = fails_slowly(s, cell, strbuf_str(&s->best)) ? SHRINK_PACE_ANY
								   : SHRINK_PACE_FAST;
	s->failed |= errors.failed;
	scn__errors_fini(&errors);
	scn__scenario_free(sc);
	return pace;
}

/* A candidate that fails does so at any pace as well, if the best so far does. */
static bool fails_at_any_pace(struct shrink *s, const struct scn__cell *cell, struct str text)
{
	if (!s->opt->run->subject || s->tries > 1 || s->pace == SHRINK_PACE_FAST ||
	    cell->step_count > PACED_STEPS_MAX || cell->step_count == s->paced_steps)
		return true;
	if (fails_slowly(s, cell, text)) {
		s->pace = SHRINK_PACE_ANY;
		s->paced_steps = cell->step_count;
		return true;
	}
	if (s->pace == SHRINK_PACE_UNKNOWN)
		s->pace = pace_of_best(s);
	return s->pace != SHRINK_PACE_ANY;
}

bool shrink__fails_the_same(struct shrink *s, struct str text)
{
	struct scn__errors errors = { 0 };
	struct scn__scenario *sc = load(s, text, &errors);
	const struct scn__cell *cell = sc ? cell_of(sc, s->cell) : NULL;
	struct runner__result result;
	bool same = false;

	s->failed |= errors.failed;
	scn__errors_fini(&errors);
	if (cell) {
		for (unsigned k = 0; k < s->tries && !same && shrink__goes_on(s); k++) {
			run_cell(s, cell, SHRINK_NO_CONTROL, NULL, &result);
			same = is_same(s, text, &result);
			runner__result_fini(&result);
		}
		same = same && control_passes(s, sc) && fails_at_any_pace(s, cell, text);
	}
	scn__scenario_free(sc);
	return same;
}

bool shrink__control_says(struct shrink *s, struct str text, struct strbuf *out)
{
	struct scn__errors errors = { 0 };
	struct scn__scenario *sc = load(s, text, &errors);
	const struct scn__cell *cell = sc ? cell_of(sc, s->control_cell) : NULL;
	struct runner__result result;
	struct scn__updates updates;
	bool says = false;

	s->failed |= errors.failed;
	scn__errors_fini(&errors);
	if (cell) {
		scn__updates_init(&updates, text);
		run_cell(s, cell, s->out->control, &updates, &result);
		says = result.ending == RUNNER_ENDED && result.verdict == RUNNER_PASS &&
		       scn__updates_count(&updates) && scn__updates_apply(&updates, out);
		s->failed |= updates.failed || out->failed;
		runner__result_fini(&result);
		scn__updates_fini(&updates);
	}
	scn__scenario_free(sc);
	return says;
}

bool shrink__fails_somewhere(struct shrink *s, struct str text)
{
	struct scn__errors errors = { 0 };
	struct scn__scenario *sc = load(s, text, &errors);
	const struct scn__cell *cell = sc ? cell_of(sc, s->cell) : NULL;
	struct runner__result result;
	bool same = false;

	s->failed |= errors.failed;
	scn__errors_fini(&errors);
	for (unsigned k = 0; cell && k < s->tries && !same && shrink__goes_on(s); k++) {
		run_cell(s, cell, SHRINK_NO_CONTROL, NULL, &result);
		s->place = s->place_step = NULL;
		if (is_failure(&result) && result.ending == s->how.ending &&
		    result.as_expected == s->how.as_expected)
			find_place(s, text, &result);
		same = s->place != NULL;
		runner__result_fini(&result);
	}
	same = same && control_passes(s, sc);
	scn__scenario_free(sc);
	return same;
}

/* The time may be over: a program that runs once more still has to report its state. */
static bool is_interrupted(const struct shrink *s)
{
	const struct scn__subject *subject = s->opt->run->subject;

	return subject && subject->interrupted && subject->interrupted();
}

void shrink__measure(struct shrink *s)
{
	unsigned flaky = s->tries > PROBES_MAX ? s->tries : PROBES_MAX;
	unsigned runs = s->opt->repeat > 1 ? s->opt->repeat : s->tries > 1 ? flaky : 1;
	struct scn__errors errors = { 0 };
	AUTO_STRBUF text = STRBUF_INIT;
	struct scn__scenario *sc;
	const struct scn__cell *cell;
	struct runner__result result;

	shrink__tree_write(&s->tree, &text);
	sc = load(s, strbuf_str(&text), &errors);
	cell = sc ? cell_of(sc, s->cell) : NULL;
	/* with the whole patience of the options */
	s->patience_ns = 0;
	for (unsigned k = 0; cell && k < runs && !is_interrupted(s); k++) {
		run_cell(s, cell, SHRINK_NO_CONTROL, NULL, &result);
		s->out->repeat++;
		s->out->again += is_same(s, strbuf_str(&text), &result);
		runner__result_fini(&result);
	}
	scn__errors_fini(&errors);
	scn__scenario_free(sc);
}

void shrink__fini_failure(struct shrink *s)
{
	if (s->control_cell != s->cell)
		base__free(s->control_cell);
	base__free(s->cell);
	strbuf_fini(&s->how.row);
}
