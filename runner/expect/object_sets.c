/* SPDX-License-Identifier: Apache-2.0 */
/* object_sets.c - checks server objects selected by a pattern, a selector or an owner: their
 * number, and a subset that each must contain. */
#include "base/selector.h"
#include "runner/expect/object_sets.h"
#include "runner/world/made.h"

struct chosen {
	struct scn__run *run;
	const struct scn__section *section;
	const struct scn__object_set *set;
	const struct selector_term *labels;
	struct str owner_uid; /* UID of the existing owner; "": the owner does not exist */
	const struct scn__node *subset;
	size_t count, wrong;
	struct strbuf names; /* the names of the first few objects */
	struct strbuf why;   /* the mismatch of the first object that lacks the subset */
	struct strbuf first; /* the name of that object */
};

enum { NAMES_MAX = 8 };

static struct selector_term *labels_of(struct scn__run *r, const struct scn__object_set *set)
{
	struct selector_term *terms = NULL;
	AUTO_STRBUF why = STRBUF_INIT;

	if (set->labels.len && selector_parse_labels(set->labels, &terms, &why) != 0)
		world__broken(r, RELIST_ENOMEM); /* the loader has already parsed the selector */
	return terms;
}

static struct str uid_of(struct scn__run *r, const struct scn__key *owner)
{
	struct fakeapi__model_type t = world__model_type(owner->type);
	AUTO_STRBUF json = STRBUF_INIT, scratch = STRBUF_INIT;

	if (!fakeapi__model_get(r->core, &t, owner->ns, owner->name, &json))
		return STR("");
	return world__copy(r, json_str(json_path((json_t) { json.ptr, json.len }, "metadata", "uid",
						 NULL),
				       &scratch));
}

/* Whether another key of the section selects the object. */
static bool is_named(struct chosen *c, const struct fakeapi__write *w)
{
	const struct scn__section *s = c->section;

	for (size_t i = 0; i < s->objects.count; i++) {
		const struct scn__object_expect *o = &s->objects.objects[i];
		struct selector_term *labels;
		bool in;

		if (!o->set) {
			if (world__made_is(c->run, &o->key, w->ns, w->name))
				return true;
			continue;
		}
		if (o->set->others)
			continue;
		/* compares only the owner's name: the callback runs under the core's lock and must
		 * not read objects */
		labels = labels_of(c->run, o->set);
		in = world__set_has(o->set, labels, STR(""), w);
		selector_free(labels);
		if (in)
			return true;
	}
	return false;
}

static int take(void *user, const struct fakeapi__write *w)
{
	struct chosen *c = user;
	const struct scn__type *t = c->section->objects.type;
	bool in;

	if (!str_eq(w->group, t->group) || !str_eq(w->resource, t->resource))
		return 0;
	in = c->set->others ? !is_named(c, w) : world__set_has(c->set, c->labels, c->owner_uid, w);
	if (!in)
		return 0;
	if (c->count++ < NAMES_MAX)
		strbuf_addf(&c->names, "%s" STR_FMT "%s" STR_FMT, c->names.len ? ", " : "",
			    STR_ARG(w->ns), w->ns.len ? "/" : "", STR_ARG(w->name));
	if (c->subset &&
	    !expect__subset_fits(c->run, c->subset, (json_t) { w->json.ptr, w->json.len },
				 c->wrong ? NULL : &c->why)) {
		if (!c->wrong++)
			strbuf_addf(&c->first, STR_FMT "%s" STR_FMT, STR_ARG(w->ns),
				    w->ns.len ? "/" : "", STR_ARG(w->name));
	}
	return 0;
}

static void choose(struct scn__run *r, const struct scn__section *s,
		   const struct scn__object_expect *o, struct chosen *c)
{
	struct selector_term *labels = labels_of(r, o->set);

	*c =
	    (struct chosen) { .run = r,
			      .section = s,
			      .set = o->set,
			      .labels = labels,
			      .owner_uid = o->set->owner.type ? uid_of(r, &o->set->owner) : STR(""),
			      .subset = o->want->kind == SCN_MAP ? o->want : NULL,
			      .names = STRBUF_INIT,
			      .why = STRBUF_INIT,
			      .first = STRBUF_INIT };
	(void)fakeapi__core_each(r->core, take, c);
	selector_free(labels);
	c->labels = NULL;
}

static void chosen_fini(struct chosen *c)
{
	strbuf_fini(&c->names);
	strbuf_fini(&c->why);
	strbuf_fini(&c->first);
}

static bool fits(struct scn__run *r, const struct scn__object_expect *o, const struct chosen *c)
{
	const struct scn__node *want = o->want;

	if (want->kind == SCN_MAP)
		return c->count > 0 && !c->wrong;
	if (want->form == SCN_ABSENT)
		return c->count == 0;
	if (want->form == SCN_ANY)
		return c->count > 0;
	return expect__value_fits(r, want, world__printf(r, "%zu", c->count));
}

void expect__set_check(struct scn__run *r, const struct scn__section *s,
		       const struct scn__object_expect *o, struct scn__verdict *v)
{
	const char *word = scn__section_word(s->kind);
	struct str want = o->want->kind == SCN_MAP ? STR("a subset") : o->want->text;
	struct chosen c;
	struct str have;

	choose(r, s, o, &c);
	if (fits(r, o, &c)) {
		chosen_fini(&c);
		return;
	}
	have = world__printf(r, "%zu%s%s%s", c.count, c.count ? ": " : "",
			     c.count ? c.names.ptr : "", c.count > NAMES_MAX ? ", ..." : "");
	if (c.wrong)
		expect__missed(v, o->want->pos, "%s: " STR_FMT ": %s: %.*s", word,
			       STR_ARG(o->key.text), c.first.ptr, (int)strcspn(c.why.ptr, "\n"),
			       c.why.ptr);
	else
		expect__differs(v, o->key.pos,
				world__printf(r, STR_FMT ": " STR_FMT, STR_ARG(o->key.text),
					      STR_ARG(want)),
				have, "%s: " STR_FMT ": found " STR_FMT ", expected " STR_FMT, word,
				STR_ARG(o->key.text), STR_ARG(have), STR_ARG(want));
	chosen_fini(&c);
}

void expect__set_update(struct scnu__update *up, const struct scn__section *s,
			const struct scn__object_expect *o)
{
	struct chosen c;

	choose(up->r, s, o, &c);
	if (!fits(up->r, o, &c)) {
		if (up->r->opt->updates_again)
			expect__refuse_wobble(up, o->want->pos);
		else if (o->want->kind == SCN_MAP && c.count)
			scn__updates_refuse(up->u, "line %u: objects that a pattern chooses differ",
					    o->want->pos.line);
		else
			expect__replace_node(up, o->want,
					     c.count ? world__printf(up->r, "%zu", c.count)
						     : STR("absent"));
	}
	chosen_fini(&c);
}
