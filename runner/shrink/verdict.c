/* SPDX-License-Identifier: Apache-2.0 */
/* verdict.c - decides whether a candidate fails in the same way. It does not change the search
 * state: several candidates may be judged at a time. */
#include "base/alloc.h"
#include "runner/engine/run.h"
#include "runner/rewrite/update.h"
#include "runner/shrink/impl.h"

#define PATIENCE_MORE_NS (NS_PER_S / 2)
#define PACE_NS		 (NS_PER_S / 4)
/* The last runs of the result watch the control as long as the options demand. */
#define LINGER_NS (1 * NS_PER_S)
/* A correct program that needs longer than this plus three times its first duration does not pass:
 * most such candidates have lost the subject of their expectation. */
#define CONTROL_MORE_NS (4 * NS_PER_S)

enum { PACED_STEPS_MAX = 24 };

/* --- running --- */

const struct scn__cell *shrink__cell_of(const struct scn__scenario *sc, const char *name)
{
	for (size_t i = 0; i < sc->cell_count; i++)
		if (str_eqz(sc->cells[i].name, name))
			return &sc->cells[i];
	return NULL;
}

static int64_t at_most(int64_t limit_ns, int64_t enough_ns)
{
	return enough_ns && (!limit_ns || enough_ns < limit_ns) ? enough_ns : limit_ns;
}

bool shrink__is_over(const struct shrink *s)
{
	return s->opt->go_on && !s->opt->go_on(s->opt->user, 0);
}

/* A run under way has as long as two of the failing program, so that the last one seldom ends
 * without a verdict. */
static bool is_cut(const struct shrink *s)
{
	return s->opt->run->subject && s->opt->go_on &&
	       !s->opt->go_on(s->opt->user, -2 * s->lasted_ns);
}

static bool is_run_cut(void *user)
{
	return is_cut(user);
}

void shrink__run_cell(const struct shrink *s, const struct scn__cell *cell,
		      const struct shrink__manner *how, struct runner__result *result)
{
	struct scn__run_options opt = *s->opt->run;
	struct scn__subject subject;

	opt.seed = how->seed;
	opt.no_outcome = true;
	opt.updates = how->updates;
	opt.fixed = how->control == SHRINK_MENDED;
	if (how->control == SHRINK_OTHER)
		opt.subject = s->opt->control;
	if (how->control == SHRINK_OURS) {
		opt.driver = NULL;
		opt.subject = NULL;
	}
	if (opt.subject) {
		subject = *opt.subject;
		subject.patience_ns = at_most(subject.patience_ns, how->patience_ns);
		if (how->patience_ns && how->control == SHRINK_OTHER)
			subject.linger_ns = at_most(subject.linger_ns, LINGER_NS);
		/* if it is at rest, the control's time and a little more suffice */
		if (how->patience_ns)
			subject.rests_ns = s->patience_ns / 2 + PATIENCE_MORE_NS / 2;
		subject.pace_ns = how->pace_ns;
		subject.cancelled = how->beyond	     ? NULL
				    : how->cancelled ? how->cancelled
						     : is_run_cut;
		subject.cancel_user = how->cancelled ? how->cancel_user : (void *)(uintptr_t)s;
		subject.killed_at_end = true;
		opt.subject = &subject;
	}
	runner__result_init(result);
	scn__run(cell, &opt, result);
}

struct scn__scenario *shrink__load(const struct shrink *s, struct str text,
				   struct scn__errors *errors)
{
	return scn__scenario_load_beside(s->opt->path, text, s->opt->files, errors);
}

/* --- comparison --- */

static bool is_bad(char mark)
{
	return mark == '-' || mark == '~' || mark == '+';
}

/* Ignores digits: versions and numbers change when parts are dropped. */
void shrink__add_row(struct strbuf *out, struct str s)
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

void shrink__add_bad_row(struct strbuf *out, const struct runner__row *row)
{
	strbuf_addc(out, row->mark);
	strbuf_addc(out, ' ');
	shrink__add_row(out, row->expected);
	if (row->mark != '-')
		shrink__add_row(out, row->actual);
}

static bool has_row(const struct runner__result *r, struct str want)
{
	AUTO_STRBUF row = STRBUF_INIT;

	for (size_t i = 0; i < r->row_count; i++) {
		if (!is_bad(r->rows[i].mark))
			continue;
		strbuf_clear(&row);
		shrink__add_bad_row(&row, &r->rows[i]);
		if (str_eq(strbuf_str(&row), want))
			return true;
	}
	strbuf_clear(&row);
	shrink__add_row(&row, str_of(r->what));
	return str_eq(strbuf_str(&row), want);
}

static bool is_unsettled(const struct runner__result *r)
{
	return r->ending == RUNNER_BROKEN && r->verdict == RUNNER_UNSETTLED;
}

/* A failure that can be shrunk: neither bad input nor a local problem. */
bool shrink__is_failure(const struct runner__result *r)
{
	return is_unsettled(r) || r->ending == RUNNER_AT_STEP || r->ending == RUNNER_AT_NEVER ||
	       r->ending == RUNNER_AT_ORACLE;
}

/* The offset in `text` to which a result points. */
size_t shrink__offset_of(struct str text, const struct runner__result *r)
{
	struct scn__updates lines;
	size_t at;

	scn__updates_init(&lines, text);
	at = scn__updates_offset(&lines, (struct scn__pos) { r->line, r->column });
	scn__updates_fini(&lines);
	return at;
}

bool shrink__is_same(const struct shrink *s, struct str text, struct shrink__span place,
		     const struct runner__result *r)
{
	size_t at;

	if (!shrink__is_failure(r) || r->ending != s->how.ending ||
	    r->as_expected != s->how.as_expected)
		return false;
	if (s->how.oracle && strcmp(r->oracle, s->how.oracle) != 0)
		return false;
	at = s->place ? shrink__offset_of(text, r) : 0;
	if (s->place && (at < place.at || at >= place.end))
		return false;
	return s->out->control != SHRINK_NO_CONTROL || !s->place ||
	       has_row(r, strbuf_str(&s->how.row));
}

/* --- the control --- */

struct shrink__manner shrink__manner_of(const struct shrink *s, enum shrink__control control)
{
	return (struct shrink__manner) { .seed = s->seed,
					 .control = control,
					 .patience_ns =
					     control == SHRINK_NO_CONTROL ? s->patience_ns
					     : control == SHRINK_OTHER	  ? s->control_patience_ns
									  : 0 };
}

/* The failing program gets twice the time that the correct one needed. */
void shrink__take_waited(struct shrink *s, int64_t waited_ns)
{
	s->patience_ns = 2 * waited_ns + PATIENCE_MORE_NS;
	s->control_patience_ns = 3 * waited_ns + CONTROL_MORE_NS;
}

bool shrink__passes(const struct shrink *s, const struct scn__cell *cell,
		    const struct shrink__manner *how, int64_t *waited_ns, struct relist_err *why)
{
	struct runner__result result;
	bool ok;

	shrink__run_cell(s, cell, how, &result);
	ok = result.ending == RUNNER_ENDED && result.verdict == RUNNER_PASS;
	*waited_ns = result.waited_ns;
	if (!ok)
		relist_err_set(why, RELIST_ENOTFOUND, "the control does not pass: line %u: %.180s",
			       result.line, result.what);
	runner__result_fini(&result);
	return ok;
}

/* --- a candidate --- */

/* When the time is over, the candidate for which the search waits still gets its verdict, if that
 * takes no longer than usual. */
static bool is_cancelled(void *user)
{
	const struct shrink__candidate *c = user;
	const struct shrink__options *opt = c->of->opt;

	if (atomic_load(&c->cancelled) || atomic_load(&c->decided))
		return true;
	if (c->eager)
		return is_cut(c->of);
	return opt->run->subject && opt->go_on && !opt->go_on(opt->user, shrink__reserve_ns(c->of));
}

static struct shrink__manner manner_of(struct shrink__candidate *c, enum shrink__control control)
{
	struct shrink__manner how = shrink__manner_of(c->of, control);

	how.cancelled = is_cancelled;
	how.cancel_user = c;
	return how;
}

static bool control_passes(struct shrink__candidate *c, const struct scn__scenario *sc)
{
	const struct shrink *s = c->of;
	struct shrink__manner how = manner_of(c, s->out->control);
	const struct scn__cell *cell;

	if (s->out->control == SHRINK_NO_CONTROL)
		return true;
	cell = shrink__cell_of(sc, s->control_cell);
	return cell && shrink__passes(s, cell, &how, &c->waited_ns, NULL);
}

static bool fails_slowly(struct shrink__candidate *c, const struct scn__cell *cell, struct str text,
			 struct shrink__span place)
{
	struct shrink__manner how = manner_of(c, SHRINK_NO_CONTROL);
	struct runner__result result;
	bool same;

	how.pace_ns = PACE_NS;
	shrink__run_cell(c->of, cell, &how, &result);
	same = shrink__is_same(c->of, text, place, &result);
	runner__result_fini(&result);
	return same;
}

/* The pace of the best result; unknown for a long scenario. */
static enum shrink__pace pace_of_best(struct shrink__candidate *c)
{
	const struct shrink *s = c->of;
	struct scn__errors errors = { 0 };
	struct scn__scenario *sc = shrink__load(s, strbuf_str(&s->best), &errors);
	const struct scn__cell *cell = sc ? shrink__cell_of(sc, s->cell) : NULL;
	enum shrink__pace pace = SHRINK_PACE_UNKNOWN;

	if (cell && cell->step_count <= PACED_STEPS_MAX)
		pace = fails_slowly(c, cell, strbuf_str(&s->best), s->best_place)
			   ? SHRINK_PACE_ANY
			   : SHRINK_PACE_FAST;
	c->failed |= errors.failed;
	scn__errors_fini(&errors);
	scn__scenario_free(sc);
	return pace;
}

/* If the best result fails at any pace, the candidate must do so, too. */
static bool fails_at_any_pace(struct shrink__candidate *c, const struct scn__cell *cell)
{
	const struct shrink *s = c->of;

	if (!s->opt->run->subject || s->tries > 1 || c->pace == SHRINK_PACE_FAST ||
	    cell->step_count > PACED_STEPS_MAX || cell->step_count == c->paced_steps)
		return true;
	if (fails_slowly(c, cell, strbuf_str(&c->text), c->place)) {
		c->pace = SHRINK_PACE_ANY;
		c->paced_steps = cell->step_count;
		return true;
	}
	if (c->pace == SHRINK_PACE_UNKNOWN)
		c->pace = pace_of_best(c);
	return c->pace != SHRINK_PACE_ANY;
}

void shrink__spread(const struct shrink *s, const struct shrink__work *work)
{
	if (s->beside > 1 && s->opt->spread && s->opt->spread(s->opt->user, s->beside, work))
		return;
	for (size_t i = 0; i < work->count; i++) {
		work->work(work->user, i);
		if (!work->done(work->user, i))
			return;
	}
}

static enum shrink__verdict run_subject(struct shrink__candidate *c, const struct scn__cell *cell)
{
	const struct shrink *s = c->of;
	struct shrink__manner how = manner_of(c, SHRINK_NO_CONTROL);
	enum shrink__verdict verdict = SHRINK_PASSES;

	for (unsigned k = 0; k < s->tries && verdict != SHRINK_SAME && !is_cancelled(c); k++) {
		struct runner__result result;

		shrink__run_cell(s, cell, &how, &result);
		c->lasted_ns = result.virtual_ns;
		if (shrink__is_same(s, strbuf_str(&c->text), c->place, &result))
			verdict = SHRINK_SAME;
		else if (result.ending != RUNNER_ENDED)
			verdict = SHRINK_ELSEWHERE;
		runner__result_fini(&result);
	}
	return verdict;
}

enum { RUN_SUBJECT, RUN_CONTROL, RUN_SLOWLY, RUNS };

/* The runs for a candidate. */
struct runs {
	struct shrink__candidate *c;
	const struct scn__scenario *sc;
	const struct scn__cell *cell;
	size_t first; /* index of the first concurrent run */
	enum shrink__verdict subject;
	bool passes, slowly;
};

static void run_one(void *user, size_t i)
{
	struct runs *r = user;

	switch (r->first + i) {
	case RUN_SUBJECT:
		r->subject = run_subject(r->c, r->cell);
		break;
	case RUN_CONTROL:
		r->passes = control_passes(r->c, r->sc);
		break;
	case RUN_SLOWLY:
		r->slowly = fails_at_any_pace(r->c, r->cell);
		break;
	}
}

/* If it does not fail, the other runs are not needed. */
static bool ran_one(void *user, size_t i)
{
	struct runs *r = user;
	bool more = r->first + i == RUN_SUBJECT	  ? r->subject == SHRINK_SAME
		    : r->first + i == RUN_CONTROL ? r->passes
						  : true;

	if (!more)
		atomic_store(&r->c->decided, true);
	return more;
}

/* A program's runs mostly wait, so those of a promising candidate run at the same time. */
static enum shrink__verdict verdict_of(struct shrink__candidate *c, const struct scn__scenario *sc,
				       const struct scn__cell *cell)
{
	const struct shrink *s = c->of;
	struct runs r = { .c = c, .sc = sc, .cell = cell, .subject = SHRINK_PASSES };

	if (!c->eager || !s->opt->run->subject) {
		r.subject = run_subject(c, cell);
		r.first = RUN_CONTROL;
		if (r.subject != SHRINK_SAME)
			return r.subject;
	}
	shrink__spread(s, &(struct shrink__work) { RUNS - r.first, run_one, ran_one, &r });
	if (r.subject != SHRINK_SAME)
		return r.subject;
	if (!r.passes)
		return SHRINK_CONTROL_FAILS;
	return r.slowly ? SHRINK_SAME : SHRINK_OTHER_PACE;
}

void shrink__judge(struct shrink__candidate *c)
{
	const struct shrink *s = c->of;
	struct scn__errors errors = { 0 };
	struct scn__scenario *sc = shrink__load(s, strbuf_str(&c->text), &errors);
	const struct scn__cell *cell = sc ? shrink__cell_of(sc, s->cell) : NULL;

	c->failed |= errors.failed;
	scn__errors_fini(&errors);
	c->verdict = cell ? verdict_of(c, sc, cell) : SHRINK_UNREADABLE;
	scn__scenario_free(sc);
	atomic_store(&c->decided, false);
	if (s->opt->run->subject && is_cancelled(c))
		c->verdict = SHRINK_UNKNOWN;
}

void shrink__candidate_init(struct shrink__candidate *c, const struct shrink *s)
{
	*c = (struct shrink__candidate) {
		.of = s, .text = STRBUF_INIT, .pace = s->pace, .paced_steps = s->paced_steps
	};
	atomic_init(&c->cancelled, false);
	atomic_init(&c->decided, false);
}
