/* SPDX-License-Identifier: Apache-2.0 */
/* follow.c - removes steps and adapts the expectations. An expectation may contain versions, UIDs
 * or counts that depend on earlier steps. Without those steps it does not hold in the control
 * either. The control's actual values then replace the text, if the failing part still fails there.
 * The tree is then read again. */
#include "base/alloc.h"
#include "runner/rewrite/update.h"
#include "runner/shrink/impl.h"

/* Appends the failure's place in a form that outlives the tree: the step's number and the path
 * down. */
static void add_place(const struct shrink *s, struct strbuf *out)
{
	const struct shrink__part *steps = shrink__entry(s->tree.root, "steps");
	size_t n = 0;

	for (size_t i = 0; steps && i < steps->count && steps->items[i] != s->place_step; i++)
		n += !steps->items[i]->gone;
	strbuf_addf(out, "%zu", n);
	for (const struct shrink__part *p = s->place; p && p != s->place_step; p = p->parent)
		strbuf_addf(out, "/" STR_FMT, STR_ARG(p->key));
}

/* Reads the tree from `source`; a run finds the place of the failure again. Returns false if it
 * does not fail there. Takes ownership of `source` on success. */
static bool take_source(struct shrink *s, char *source, const struct strbuf *was)
{
	AUTO_STRBUF text = STRBUF_INIT, is = STRBUF_INIT;
	struct shrink__tree tree = s->tree;
	struct shrink__part *place = s->place, *step = s->place_step;
	struct scn__errors errors = { 0 };
	int code = shrink__tree_init(&s->tree, str_of(source), &errors);

	scn__errors_fini(&errors);
	if (!code)
		shrink__tree_write(&s->tree, &text);
	s->failed |= code == RELIST_ENOMEM || text.failed;
	s->tried++;
	if (!code && shrink__fails_somewhere(s, strbuf_str(&text))) {
		add_place(s, &is);
		if (!is.failed && str_eq(strbuf_str(was), strbuf_str(&is))) {
			shrink__tree_fini(&tree);
			base__free(s->source);
			s->source = source;
			shrink__take_best(s, strbuf_str(&text), shrink__place_now(s));
			shrink__hold_on(s);
			shrink__report_progress(s, true);
			return true;
		}
	}
	shrink__tree_fini(&s->tree);
	s->tree = tree;
	s->place = place;
	s->place_step = step;
	return false;
}

/* Replaces the remaining expectations by the control's values. */
static bool take_edits(struct shrink *s, const struct scn__updates *edits, const struct strbuf *was)
{
	AUTO_STRBUF right = STRBUF_INIT;
	char *source = NULL;

	if (!scn__updates_apply(edits, &right)) {
		s->failed |= right.failed;
		return false;
	}
	source = base__strndup(right.ptr, right.len);
	s->failed |= !source || was->failed;
	if (!s->failed && take_source(s, source, was))
		return true;
	base__free(source);
	return false;
}

static bool is_above(const struct shrink__part *p, const struct shrink__part *of)
{
	while (of && of != p)
		of = of->parent;
	return of != NULL;
}

/* "state: {pods: {default/a: any}}": the entry of the object around the offset; NULL: none. */
static struct shrink__part *object_at(const struct shrink *s, size_t at)
{
	struct shrink__part *p = shrink__part_at(&s->tree, at);

	for (; p && p->parent && p->parent->parent; p = p->parent)
		if (str_eqz(p->parent->parent->key, "state") ||
		    str_eqz(p->parent->parent->key, "cache"))
			return p;
	return NULL;
}

static bool is_alone(const struct shrink__part *p)
{
	for (size_t i = 0; i < p->parent->count; i++)
		if (p->parent->items[i] != p && !p->parent->items[i]->gone &&
		    !p->parent->items[i]->dropped)
			return false;
	return true;
}

/* The entry, or the largest part that would be empty without it. */
static struct shrink__part *with_empty(struct shrink__part *p)
{
	while (p->parent && p->parent->parent && !p->parent->stays && !p->parent->fixed &&
	       is_alone(p))
		p = p->parent;
	return p;
}

/* Drops expectations of objects that the control has not created. Returns the parts, ending with
 * NULL, or NULL; `keeps`: the failing part is among them. */
static struct shrink__part **drop_vanished(struct shrink *s, const struct scn__updates *edits,
					   bool *keeps)
{
	struct shrink__part **gone;
	size_t n = 0, most = 1;

	for (size_t i = 0; i < edits->checked_count; i++)
		most += edits->checked[i].edit_count;
	gone = base__calloc(most, sizeof(struct shrink__part *));
	s->failed |= !gone;
	for (size_t i = 0; gone && i < edits->checked_count; i++)
		for (size_t k = 0; k < edits->checked[i].edit_count; k++) {
			const struct scn__edit *e = &edits->checked[i].edits[k];
			struct shrink__part *p =
			    str_eqz(e->text, "absent") ? object_at(s, e->from) : NULL;

			if (!p)
				continue;
			p = with_empty(p);
			*keeps |= p->stays || p->fixed || is_above(p, s->place);
			p->dropped++;
			gone[n++] = p;
		}
	return gone;
}

/* Tries the text without these parts: unchanged, or with the control's values for the rest. */
static bool try_rest(struct shrink *s)
{
	AUTO_STRBUF text = STRBUF_INIT, was = STRBUF_INIT;
	struct scn__updates edits;
	bool followed = false;

	if (shrink__try(s))
		return true;
	if (s->last != SHRINK_CONTROL_FAILS)
		return false;
	shrink__tree_write(&s->tree, &text);
	add_place(s, &was);
	scn__updates_init(&edits, strbuf_str(&text));
	if (shrink__control_says(s, strbuf_str(&text), &edits))
		followed = take_edits(s, &edits, &was);
	scn__updates_fini(&edits);
	return followed;
}

/* Uses the control's values; objects that the control lacks are not expected any more. */
static bool follow_control(struct shrink *s)
{
	AUTO_STRBUF text = STRBUF_INIT, was = STRBUF_INIT;
	struct shrink__part **gone = NULL;
	struct scn__updates edits;
	bool followed = false, keeps = false;

	shrink__tree_write(&s->tree, &text);
	add_place(s, &was);
	scn__updates_init(&edits, strbuf_str(&text));
	if (shrink__control_says(s, strbuf_str(&text), &edits)) {
		if (s->opt->run->subject)
			gone = drop_vanished(s, &edits, &keeps);
		if (gone && *gone)
			followed = !keeps && try_rest(s);
		else
			followed = take_edits(s, &edits, &was);
	}
	for (size_t i = 0; !followed && gone && gone[i]; i++)
		gone[i]->dropped--;
	base__free(gone);
	scn__updates_fini(&edits);
	return followed;
}

static bool try_followed(struct shrink *s)
{
	/* programs are slow: only if the expectations are the obstacle */
	bool slow = s->opt->run->subject != NULL, followed;
	AUTO_STRBUF text = STRBUF_INIT;

	if (!shrink__goes_on(s) ||
	    (slow && s->last != SHRINK_CONTROL_FAILS && s->last != SHRINK_ELSEWHERE))
		return false;
	if (slow)
		shrink__tree_write(&s->tree, &text);
	followed = follow_control(s);
	if (slow && !followed && shrink__goes_on(s))
		shrink__note_seen(s, strbuf_str(&text), SHRINK_FOLLOWED);
	if (!followed)
		shrink__report_progress(s, false);
	return followed;
}

typedef void units_of(struct shrink *s, struct shrink__units *out);

/* Drops the units [from, to) of the present tree, which may be replaced meanwhile. */
static bool try_without(struct shrink *s, units_of *units, struct shrink__rounds rounds,
			size_t from, size_t to)
{
	struct shrink__units u;
	bool went = false;

	units(s, &u);
	to = to < u.count ? to : u.count;
	rounds.count = u.count;
	if (from < to) {
		shrink__look_ahead(s, u.all, rounds, from, to);
		shrink__drop(u.all + from, to - from);
		went = shrink__try(s) || try_followed(s);
		if (!went)
			shrink__put_back(u.all + from, to - from);
	}
	shrink__units_fini(&u);
	return went;
}

static bool follow(struct shrink *s, units_of *units)
{
	struct shrink__rounds rounds;
	struct shrink__units u;
	size_t from, to;
	bool any = false;

	units(s, &u);
	rounds = shrink__rounds_of(u.count);
	shrink__units_fini(&u);
	while (shrink__goes_on(s) && shrink__rounds_next(&rounds, &from, &to))
		if (try_without(s, units, rounds, from, to)) {
			shrink__rounds_went(&rounds, to - from);
			any = true;
		}
	return any;
}

bool shrink__follow(struct shrink *s)
{
	bool any;

	if (s->how.ending != RUNNER_AT_STEP || !s->place || s->out->control == SHRINK_NO_CONTROL)
		return false;
	any = follow(s, shrink__units_of_names);
	any |= follow(s, shrink__units_of_keys);
	return follow(s, shrink__units_of_steps) || any;
}
