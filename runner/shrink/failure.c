/* SPDX-License-Identifier: Apache-2.0 */
/* failure.c - determines how the scenario fails, how often, and the control to compare it with. */
#include "base/alloc.h"
#include "runner/engine/run.h"
#include "runner/rewrite/update.h"
#include "runner/shrink/impl.h"

enum { FIRSTS_MAX = 5 };

/* The first row that is missing or differs from the expectation; else the first surplus one; else
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

/* --- the place --- */

/* steps[i].expect.handlers.h, or steps[i] if it is not an expectation. */
static void find_place(struct shrink *s, struct str text, const struct runner__result *r)
{
	struct shrink__part *p = shrink__part_at(&s->tree, shrink__offset_of(text, r));
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

/* --- the first run --- */

static bool is_wanted(const struct shrink *s, const struct runner__result *r)
{
	const char *want = s->opt->fail_on;
	const struct shrink__part *p;

	if (!shrink__is_failure(r))
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

/* --- the control --- */

/* Runs with the patience of the options. */
static bool passes(const struct shrink *s, const struct scn__cell *cell,
		   enum shrink__control control)
{
	struct shrink__manner how = shrink__manner_of(s, control);
	int64_t waited_ns;

	return shrink__passes(s, cell, &how, &waited_ns, NULL);
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
		if (passes(s, failing, SHRINK_OURS)) {
			s->out->control = SHRINK_OURS;
			s->control_cell = s->cell;
		}
		return;
	}
	for (size_t i = 0; i < sc->cell_count; i++) {
		if (&sc->cells[i] == failing || !passes(s, &sc->cells[i], SHRINK_CELL))
			continue;
		s->out->control = SHRINK_CELL;
		s->control_cell = base__strndup(sc->cells[i].name.ptr, sc->cells[i].name.len);
		s->failed |= !s->control_cell;
		return;
	}
	if (has_without(failing) && passes(s, failing, SHRINK_MENDED)) {
		s->out->control = SHRINK_MENDED;
		s->control_cell = s->cell;
	}
}

static bool control_passes(const struct shrink *s, const struct scn__scenario *sc)
{
	const struct scn__cell *cell;

	if (s->out->control == SHRINK_NO_CONTROL)
		return true;
	cell = shrink__cell_of(sc, s->control_cell);
	return cell && passes(s, cell, s->out->control);
}

void shrink__run_failing(const struct shrink *s, const struct scn__cell *cell,
			 struct runner__result *result)
{
	struct shrink__manner how = shrink__manner_of(s, SHRINK_NO_CONTROL);

	shrink__run_cell(s, cell, &how, result);
}

static bool try_seed(struct shrink *s, struct str text, const struct scn__cell *cell, uint64_t seed)
{
	struct runner__result result;
	uint64_t before = s->seed;
	bool same;

	s->seed = seed;
	shrink__run_failing(s, cell, &result);
	same = shrink__is_same(s, text, shrink__place_now(s), &result);
	runner__result_fini(&result);
	same = same && (s->out->control == SHRINK_NO_CONTROL || control_passes(s, cell->scenario));
	if (!same)
		s->seed = before;
	return same;
}

/* Seed 1 is the default: tries to do without a seed. */
static void settle_seed(struct shrink *s, struct str text, const struct scn__cell *cell)
{
	struct shrink__part *seed_part = shrink__entry(s->tree.root, "seed");

	if (s->opt->run->choice || s->opt->run->subject)
		return;
	if (s->seed == 1 || try_seed(s, text, cell, 1)) {
		if (seed_part)
			seed_part->dropped++;
	} else if (!cell->scenario->has_seed || cell->scenario->seed != s->seed) {
		s->writes_seed = true;
		if (seed_part)
			seed_part->dropped++;
	}
	s->out->seed = s->seed;
}

static void copy_part(char *to, size_t size, struct str part)
{
	size_t n = part.len < size ? part.len : 0;

	memcpy(to, part.ptr, n);
	to[n] = 0;
}

/* Finds the object's name and namespace in "shop/for-web: absent", "... owner=pools/shop/e: 3".
 * Returns false if the text names no object. */
static bool find_about(struct shrink *s, struct str text)
{
	for (size_t i = 0, end; i < text.len; i = end + 1) {
		size_t from = i, before = i;

		for (end = i; end < text.len && !memchr(" :'\"=", text.ptr[end], 5); end++)
			if (text.ptr[end] == '/') {
				before = from;
				from = end + 1;
			}
		if (from == i || from == end || memchr(text.ptr + from, '*', end - from))
			continue;
		copy_part(s->about, sizeof(s->about), (struct str) { text.ptr + from, end - from });
		copy_part(s->about_ns, sizeof(s->about_ns),
			  (struct str) { text.ptr + before, from - 1 - before });
		return true;
	}
	return false;
}

/* If a row is a member of an object, the sentence names the object. */
static void note_about(struct shrink *s, const struct runner__row *row, const char *what)
{
	*s->about = *s->about_ns = 0;
	/* a number of objects is not about a single one */
	if (row && (str_begins(row->expected, "others:") || str_begins(row->expected, "*:")))
		return;
	if (!row || !find_about(s, row->expected.len ? row->expected : row->actual))
		(void)find_about(s, str_of(what));
}

struct shrink__part *shrink__place_of(struct shrink *s, struct str text,
				      const struct runner__result *r)
{
	struct shrink__part *place = s->place, *step = s->place_step, *found = NULL;

	s->place = s->place_step = NULL;
	if (r->ending == RUNNER_AT_STEP)
		find_place(s, text, r);
	if (s->place && is_wanted(s, r))
		found = s->place;
	s->place = place;
	s->place_step = step;
	return found;
}

/* Records how it fails. */
static void note_how(struct shrink *s, const struct runner__result *r)
{
	s->how.ending = r->ending;
	s->how.verdict = r->verdict;
	s->how.oracle = r->oracle;
	s->how.as_expected = r->as_expected;
	name_failure(s, r);
	shrink__hold_on(s);
	note_about(s, key_row(r), r->what);
}

void shrink__adopt(struct shrink *s, struct str text, const struct runner__result *r)
{
	for (struct shrink__part *p = s->place; p && p != s->tree.root; p = p->parent)
		p->stays = false;
	s->place = s->place_step = NULL;
	find_place(s, text, r);
	note_how(s, r);
	s->best_place = shrink__place_now(s);
}

static void take(struct shrink *s, struct str text, const struct scn__scenario *sc,
		 const struct scn__cell *cell, const struct runner__result *r)
{
	const struct runner__row *row = key_row(r);

	s->cell = base__strndup(cell->name.ptr, cell->name.len);
	s->failed |= !s->cell;
	strbuf_adds(&s->out->cell, cell->name);
	if (s->failed)
		return;
	note_how(s, r);
	find_control(s, sc, cell);
	if (s->out->control == SHRINK_NO_CONTROL && s->place) {
		if (row) {
			shrink__add_bad_row(&s->how.row, row);
			shrink__hold_on_to_key(s, row);
		} else {
			shrink__add_row(&s->how.row, str_of(r->what));
		}
	}
	settle_seed(s, text, cell);
}

static int stopped_early(struct relist_err *err)
{
	return relist_err_set(err, RELIST_ECLOSED,
			      "before the program had failed once: nothing is written");
}

static int does_not_fail(struct shrink *s, const struct runner__result *last,
			 struct relist_err *err)
{
	if (s->opt->run->subject && shrink__is_over(s))
		return stopped_early(err);
	if (last->verdict == RUNNER_BAD_INPUT) {
		relist_err_set(err, RELIST_EPARSE, "%s", last->what);
		err->line = last->line;
		err->column = last->column;
		return RELIST_EPARSE;
	}
	if (last->verdict == RUNNER_ERROR)
		return relist_err_set(err, RELIST_ENOMEM, "%s", last->what);
	if (shrink__is_failure(last))
		return relist_err_set(err, RELIST_ENOTFOUND, "it does not fail at %s, but: %s (%s)",
				      s->opt->fail_on, s->out->failure.ptr, last->what);
	if (s->opt->run->subject)
		return relist_err_set(
		    err, RELIST_ENOTFOUND,
		    "it does not fail in %u runs: there is nothing to shrink; is the subject the "
		    "program with the bug? relist run --world external --repeat 20 -j 5 --subject "
		    "shows how often it fails",
		    s->out->probes);
	return relist_err_set(err, RELIST_ENOTFOUND,
			      "it does not fail: there is nothing to shrink; relist explore tries "
			      "other orders of its steps");
}

/* Also measures how long a correct program takes. */
static bool first_control_passes(struct shrink *s, const struct scn__cell *cell,
				 struct relist_err *err)
{
	struct shrink__manner how = shrink__manner_of(s, SHRINK_OTHER);
	int64_t waited_ns;
	bool ok = shrink__passes(s, cell, &how, &waited_ns, err);

	if (ok)
		shrink__take_waited(s, waited_ns);
	return ok;
}

int shrink__take_failure(struct shrink *s, struct str text, struct relist_err *err)
{
	struct scn__scenario *sc = shrink__load(s, text, s->errors);
	struct runner__result result;
	unsigned runs = s->opt->repeat || !s->opt->run->subject ? s->tries : FIRSTS_MAX;
	bool found = false, cell_matched = false;
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
		cell_matched = true;
		s->out->probes = 0;
		if (s->opt->control && !first_control_passes(s, cell, err)) {
			code = shrink__is_over(s) ? stopped_early(err) : RELIST_ENOTFOUND;
			break;
		}
		for (unsigned k = 0; k < runs && !found && (!k || shrink__goes_on(s)); k++) {
			runner__result_fini(&result);
			shrink__run_failing(s, cell, &result);
			s->lasted_ns = result.virtual_ns;
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
	if (!code && !cell_matched)
		code =
		    relist_err_set(err, RELIST_ENOTFOUND, "it has no matrix cell %s", s->opt->cell);
	else if (!code && !found)
		code = does_not_fail(s, &result, err);
	s->expects_first = !found && result.ending == RUNNER_AT_STEP;
	s->best_place = shrink__place_now(s);
	runner__result_fini(&result);
	scn__scenario_free(sc);
	return s->failed ? relist_err_set(err, RELIST_ENOMEM, "out of memory") : code;
}

bool shrink__has_failure(const struct shrink *s)
{
	return s->cell != NULL;
}

bool shrink__control_says(struct shrink *s, struct str text, struct scn__updates *updates)
{
	struct scn__errors errors = { 0 };
	struct scn__scenario *sc = shrink__load(s, text, &errors);
	const struct scn__cell *cell = sc ? shrink__cell_of(sc, s->control_cell) : NULL;
	struct shrink__manner how = shrink__manner_of(s, s->out->control);
	struct runner__result result;
	bool says = false;

	s->failed |= errors.failed;
	scn__errors_fini(&errors);
	if (cell) {
		how.updates = updates;
		shrink__run_cell(s, cell, &how, &result);
		says = result.ending == RUNNER_ENDED && result.verdict == RUNNER_PASS &&
		       scn__updates_count(updates);
		s->failed |= updates->failed;
		runner__result_fini(&result);
	}
	scn__scenario_free(sc);
	return says;
}

bool shrink__fails_somewhere(struct shrink *s, struct str text)
{
	struct scn__errors errors = { 0 };
	struct scn__scenario *sc = shrink__load(s, text, &errors);
	const struct scn__cell *cell = sc ? shrink__cell_of(sc, s->cell) : NULL;
	struct runner__result result;
	bool same = false;

	s->failed |= errors.failed;
	scn__errors_fini(&errors);
	for (unsigned k = 0; cell && k < s->tries && !same && shrink__goes_on(s); k++) {
		shrink__run_failing(s, cell, &result);
		s->place = s->place_step = NULL;
		if (shrink__is_failure(&result) && result.ending == s->how.ending &&
		    result.as_expected == s->how.as_expected)
			find_place(s, text, &result);
		same = s->place != NULL;
		runner__result_fini(&result);
	}
	same = same && control_passes(s, sc);
	scn__scenario_free(sc);
	return same;
}

void shrink__fini_failure(struct shrink *s)
{
	if (s->control_cell != s->cell)
		base__free(s->control_cell);
	base__free(s->cell);
	strbuf_fini(&s->how.row);
}
