/* SPDX-License-Identifier: Apache-2.0 */
/* follow.c - steps that go, and the expectation that follows. An expectation may name what earlier
 * steps have made: versions, UIDs, counts. Without those steps it does not hold in the control
 * either; so the control shows the right value, and the text becomes that, as long as what failed
 * still fails there. The tree is then read again. */
#include "base/alloc.h"
#include "runner/shrink/impl.h"

/* Where the failure is, in terms that outlive the tree: the step's number and the way down. */
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

/* The expectations of what is left become what the control has. */
static bool try_followed(struct shrink *s)
{
	AUTO_STRBUF text = STRBUF_INIT, right = STRBUF_INIT, was = STRBUF_INIT, is = STRBUF_INIT;
	struct shrink__tree tree = s->tree;
	struct shrink__part *place = s->place, *step = s->place_step;
	struct scn__errors errors = { 0 };
	char *source;
	int code;

	if (!shrink__goes_on(s))
		return false;
	shrink__tree_write(&s->tree, &text);
	add_place(s, &was);
	if (!shrink__control_says(s, strbuf_str(&text), &right))
		return false;
	source = base__strndup(right.ptr, right.len);
	if (!source || was.failed || text.failed) {
		base__free(source);
		s->failed = true;
		return false;
	}
	code = shrink__tree_init(&s->tree, (struct str) { source, right.len }, &errors);
	scn__errors_fini(&errors);
	strbuf_clear(&text);
	if (!code)
		shrink__tree_write(&s->tree, &text);
	s->failed |= code == RELIST_ENOMEM || text.failed;
	s->tried++;
	if (!code && shrink__fails_somewhere(s, strbuf_str(&text))) {
		add_place(s, &is);
		if (!is.failed && str_eq(strbuf_str(&was), strbuf_str(&is))) {
			shrink__tree_fini(&tree);
			base__free(s->source);
			s->source = source;
			s->kept++;
			strbuf_clear(&s->best);
			strbuf_adds(&s->best, strbuf_str(&text));
			shrink__hold_on(s);
			shrink__tell(s, true);
			return true;
		}
	}
	shrink__tree_fini(&s->tree);
	base__free(source);
	s->tree = tree;
	s->place = place;
	s->place_step = step;
	shrink__tell(s, false);
	return false;
}

typedef void units_of(struct shrink *s, struct shrink__units *out);

/* Leaves out the units [from, to), as they are now: the tree may be another one afterwards. */
static bool try_without(struct shrink *s, units_of *units, size_t from, size_t to)
{
	struct shrink__units u;
	bool went = false;

	units(s, &u);
	to = to < u.count ? to : u.count;
	if (from < to) {
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
	struct shrink__units u;
	size_t count;
	bool any = false;

	units(s, &u);
	count = u.count;
	shrink__units_fini(&u);
	for (size_t chunk = count; chunk > 0 && shrink__goes_on(s);) {
		bool went = false;

		for (size_t end = count; end > 0 && shrink__goes_on(s);) {
			size_t from = end > chunk ? end - chunk : 0;

			if (try_without(s, units, from, end)) {
				count -= end - from;
				went = any = true;
			}
			end = from;
		}
		if (chunk == 1 && !went)
			break;
		chunk = chunk == 1 ? 1 : (chunk + 1) / 2;
		chunk = chunk > count ? count : chunk;
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
