/* SPDX-License-Identifier: Apache-2.0 */
/* shrink.c - decides what to try, and in which order. */
#include "runner/shrink/shrink.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "base/map.h"
#include "runner/rewrite/fmt.h"
#include "runner/shrink/impl.h"

void shrink__result_init(struct shrink__result *r)
{
	memset(r, 0, sizeof(*r));
	strbuf_init(&r->text);
	strbuf_init(&r->failure);
	strbuf_init(&r->why);
	strbuf_init(&r->cell);
}

void shrink__result_fini(struct shrink__result *r)
{
	strbuf_fini(&r->text);
	strbuf_fini(&r->failure);
	strbuf_fini(&r->why);
	strbuf_fini(&r->cell);
}

/* --- dropping parts --- */

static bool leave_out(struct shrink *s, struct shrink__unit *units, size_t count)
{
	struct shrink__rounds rounds = shrink__rounds_of(count);
	size_t from, to;
	bool any = false;

	while (shrink__goes_on(s) && shrink__rounds_next(&rounds, &from, &to)) {
		shrink__look_ahead(s, units, rounds, from, to);
		shrink__drop(units + from, to - from);
		if (shrink__try(s)) {
			memmove(units + from, units + to, (rounds.count - to) * sizeof(*units));
			shrink__rounds_went(&rounds, to - from);
			any = true;
		} else {
			shrink__put_back(units + from, to - from);
		}
	}
	return any;
}

typedef bool which(const struct shrink *s, const struct shrink__part *p, const void *what);

static bool leave_out_those(struct shrink *s, which *is, const void *what)
{
	struct shrink__unit *units = base__calloc(s->tree.count + 1, sizeof(*units));
	size_t n = 0;
	bool any;

	if (!units) {
		s->failed = true;
		return false;
	}
	shrink__tree_settle(&s->tree);
	for (size_t i = 0; i < s->tree.count; i++) {
		const struct shrink__part *p = s->tree.parts[i];

		if (!p->fixed && !p->stays && is(s, p, what) && shrink__is_there(p))
			units[n++] = (struct shrink__unit) { &s->tree.parts[i], 1 };
	}
	any = leave_out(s, units, n);
	base__free(units);
	return any;
}

static bool is_child_of(const struct shrink *s, const struct shrink__part *p, const void *what)
{
	(void)s;
	return p->parent == what;
}

static bool is_expect(const struct shrink *s, const struct shrink__part *p, const void *what)
{
	return is_child_of(s, p, what) && shrink__entry(p, "expect");
}

static bool is_section(const struct shrink *s, const struct shrink__part *p, const void *what)
{
	(void)s;
	return p->parent && str_eqz(p->parent->key, "expect") && p->parent->parent &&
	       p->parent->parent->parent == what;
}

static bool is_at_depth(const struct shrink *s, const struct shrink__part *p, const void *what)
{
	const unsigned *depth = what;

	(void)s;
	return p->depth == *depth;
}

static bool leave_out_named(struct shrink *s)
{
	struct shrink__units u;
	bool any;

	shrink__units_of_names(s, &u);
	any = leave_out(s, u.all, u.count);
	shrink__units_fini(&u);
	shrink__units_of_keys(s, &u);
	any |= leave_out(s, u.all, u.count);
	shrink__units_fini(&u);
	return any;
}

/* A program is slow, and its failure mostly shows the related objects: drops everything else in one
 * step. */
static void leave_out_unlike(struct shrink *s)
{
	struct shrink__units u;

	if (!s->opt->run->subject || !*s->about)
		return;
	shrink__units_unlike(s, &u);
	(void)leave_out(s, u.all, u.count);
	shrink__units_fini(&u);
}

/* --- the rest, step by step and level by level --- */

/* Drops all steps after the failing one in one step. */
static void cut_behind(struct shrink *s)
{
	struct shrink__part *steps = shrink__entry(s->tree.root, "steps");
	struct shrink__unit behind;
	size_t from = 0;

	if (!steps || s->how.ending != RUNNER_AT_STEP || !s->place)
		return;
	while (from < steps->count && steps->items[from] != s->place_step)
		from++;
	if (from + 1 >= steps->count)
		return;
	behind = (struct shrink__unit) { steps->items + from + 1, steps->count - from - 1 };
	shrink__drop(&behind, 1);
	if (!shrink__try(s))
		shrink__put_back(&behind, 1);
}

static bool leave_out_all(struct shrink *s)
{
	struct shrink__part *steps = shrink__entry(s->tree.root, "steps");
	unsigned deepest = 0;
	bool any = leave_out_named(s);

	any |= steps && leave_out_those(s, is_child_of, steps);

	for (size_t i = 0; i < s->tree.count; i++)
		deepest = s->tree.parts[i]->depth > deepest ? s->tree.parts[i]->depth : deepest;
	for (unsigned depth = 1; depth <= deepest && shrink__goes_on(s); depth++)
		any |= leave_out_those(s, is_at_depth, &depth);
	return any;
}

/* --- the matrix --- */

static struct shrink__part *outcome_of(struct shrink *s, struct str value)
{
	struct shrink__part *outcome = shrink__entry(s->tree.root, "outcome");

	for (size_t i = 0; outcome && i < outcome->count; i++)
		if (str_eq(outcome->items[i]->key, value))
			return outcome->items[i];
	return NULL;
}

/* Drops the matrix values of other cells, with their entries in `outcome`. */
static void thin_matrix(struct shrink *s)
{
	struct shrink__part *matrix = shrink__entry(s->tree.root, "matrix");

	for (size_t i = 0; matrix && i < matrix->count; i++)
		for (size_t k = matrix->items[i]->count; k-- > 0;) {
			struct shrink__part *value = matrix->items[i]->items[k];
			struct shrink__part *outcome = outcome_of(s, value->node->text);

			value->dropped++;
			if (outcome)
				outcome->dropped++;
			if (shrink__try(s))
				continue;
			value->dropped--;
			if (outcome)
				outcome->dropped--;
		}
}

/* --- the whole search --- */

/* Limit of steps for another pass of follow. */
enum { FOLLOW_AGAIN_MAX = 100 };

/* The requested failure may be after an expectation that fails earlier: each expectation becomes a
 * wait at its place. Returns false if there is none. */
static bool expect_nothing(struct shrink *s)
{
	struct shrink__part *steps = shrink__entry(s->tree.root, "steps");
	bool any = false;

	for (size_t i = 0; steps && i < steps->count; i++)
		if (shrink__entry(steps->items[i], "expect")) {
			steps->items[i]->text = STR("settle");
			any = true;
		}
	for (size_t i = 0; i < s->tree.count; i++)
		for (const struct shrink__part *p = s->tree.parts[i]->parent; p; p = p->parent)
			s->tree.parts[i]->fixed |= p->text.ptr != NULL;
	return any;
}

static int failing_first(struct shrink *s, struct relist_err *err)
{
	int code;

	shrink__tree_write(&s->tree, &s->best);
	if (s->best.failed)
		return relist_err_set(err, RELIST_ENOMEM, "out of memory");
	code = shrink__take_failure(s, strbuf_str(&s->best), err);
	if (code == RELIST_ENOTFOUND && s->opt->fail_on && s->expects_first && expect_nothing(s)) {
		struct relist_err why = { 0 };

		strbuf_clear(&s->best);
		shrink__tree_write(&s->tree, &s->best);
		if (s->best.failed)
			return relist_err_set(err, RELIST_ENOMEM, "out of memory");
		/* if that does not help, the first error is more useful */
		s->failed |= shrink__take_failure(s, strbuf_str(&s->best), &why) == RELIST_ENOMEM;
		code = shrink__has_failure(s) ? 0 : code;
	}
	return code;
}

static void go_over_it(struct shrink *s)
{
	bool again = true;

	cut_behind(s);
	leave_out_unlike(s);
	/* Other expectations would have to hold in the control. */
	leave_out_those(s, is_expect, shrink__entry(s->tree.root, "steps"));
	leave_out_those(s, is_section, shrink__entry(s->tree.root, "steps"));
	shrink__loosen(s);
	thin_matrix(s);
	if (shrink__follow(s))
		shrink__loosen(s);
	while (again && shrink__goes_on(s)) {
		again = leave_out_all(s);
		again |= shrink__merge_pauses(s);
		again |= shrink__values_smaller(s);
		if (again && shrink__step_count(s) <= FOLLOW_AGAIN_MAX && shrink__follow(s))
			shrink__loosen(s);
	}
}

int shrink__run(const struct shrink__options *opt, struct shrink__result *out,
		struct scn__errors *errors, struct relist_err *err)
{
	struct shrink s = {
		.opt = opt,
		.out = out,
		.errors = errors,
		.tries = opt->repeat ? opt->repeat : 1,
		.beside = opt->beside ? opt->beside : 1,
	};
	int code;

	map_init(&s.seen, MAP_COPY_KEYS);
	strbuf_init(&s.best);
	strbuf_init(&s.how.row);
	code = shrink__tree_init(&s.tree, opt->text, errors);
	if (code == RELIST_ENOMEM)
		relist_err_set(err, code, "out of memory");
	code = code ? code : failing_first(&s, err);
	if (!code) {
		out->steps_before = shrink__step_count(&s);
		out->bytes_before = s.best.len;
		shrink__probe(&s);
		if (!s.state_count)
			shrink__remember(&s);
		go_over_it(&s);
		out->tried = s.tried;
		out->complete = !s.stopped;
		out->tries = s.tries;
		if (s.tries > 1 || opt->run->subject)
			shrink__settle(&s);
		shrink__final_text(&s, &out->text);
		out->steps_after = shrink__step_count(&s);
		out->bytes_after = out->text.len;
	}
	if (!code && (s.failed || out->text.failed || s.tree.arena.failed))
		code = relist_err_set(err, RELIST_ENOMEM, "out of memory");
	shrink__ahead_fini(&s);
	shrink__settle_fini(&s);
	shrink__fini_failure(&s);
	base__free(s.source);
	strbuf_fini(&s.best);
	map_fini(&s.seen);
	shrink__tree_fini(&s.tree);
	return code;
}

void shrink__time_text(const struct shrink__result *r, int64_t over_ns, struct strbuf *out)
{
	if (r->unproved)
		strbuf_addz(out, "the result was not run again: the time is over\n");
	if (over_ns >= NS_PER_S)
		strbuf_addf(out, "the last runs took %lld s more than the budget\n",
			    (long long)(over_ns / NS_PER_S));
}
