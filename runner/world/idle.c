/* SPDX-License-Identifier: Apache-2.0 */
/* idle.c - records steps and checks without an effect in a run. */
#include "runner/world/idle.h"

#include "base/alloc.h"
#include "runner/world/world.h"

/* An undecided step. */
struct idling {
	enum scn__idle_kind kind;
	const struct scn__step *step;
	uint32_t rule, skip; /* RULE */
	bool met;
};

void scn__idle_fini(struct scn__idle *idle)
{
	base__free(idle->items);
	*idle = (struct scn__idle) { 0 };
}

const char *scn__idle_message(enum scn__idle_kind kind)
{
	static const char *const messages[] = {
#define X(name, message) [SCN_IDLE_##name] = message,
		SCN_IDLES(X)
#undef X
	};

	return messages[kind];
}

static bool is_wanted(const struct scn__run *r, enum scn__idle_kind kind)
{
	const struct scn__idle *idle = r->opt->idle;

	return idle && !(idle->faults_only && (kind == SCN_IDLE_HOLD || kind == SCN_IDLE_GAP ||
					       kind == SCN_IDLE_NEVER || kind == SCN_IDLE_UNREAD));
}

static struct idling *begin(struct scn__run *r, enum scn__idle_kind kind, const struct scn__step *s)
{
	struct idling *i = is_wanted(r, kind) ? world__alloc(r, sizeof(*i)) : NULL;

	if (!i || !world__push(r, &r->idling, i))
		return NULL;
	*i = (struct idling) { .kind = kind, .step = s };
	return i;
}

void world__idle_begin(struct scn__run *r, enum scn__idle_kind kind, const struct scn__step *s)
{
	(void)begin(r, kind, s);
}

void world__idle_rule(struct scn__run *r, const struct scn__step *s, uint32_t rule, uint32_t skip)
{
	struct idling *i =
	    rule ? begin(r, s->kind == SCN_HOLD ? SCN_IDLE_HOLD : SCN_IDLE_RULE, s) : NULL;

	if (!i)
		return;
	i->rule = rule;
	i->skip = skip;
}

static void update_rule_hits(struct scn__run *r, struct idling *i)
{
	i->met |= fakeapi__core_fault_hits(r->core, i->rule) > i->skip;
}

void world__idle_rule_ends(struct scn__run *r, uint32_t rule)
{
	for (size_t k = 0; k < r->idling.len; k++) {
		struct idling *i = r->idling.items[k];

		if (i->rule == rule)
			update_rule_hits(r, i);
	}
}

void world__idle_met(struct scn__run *r, enum scn__idle_kind kind, const struct scn__step *s)
{
	for (size_t k = 0; k < r->idling.len; k++) {
		struct idling *i = r->idling.items[k];

		i->met |= i->kind == kind && (!s || i->step == s);
	}
}

void world__idle_add(struct scn__run *r, enum scn__idle_kind kind, const char *word,
		     struct scn__pos pos)
{
	struct scn__idle *idle = r->opt->idle;

	if (!is_wanted(r, kind) || idle->failed)
		return;
	if (idle->len == idle->cap) {
		size_t cap = idle->cap ? idle->cap * 2 : 8;
		void *grown = base__reallocarray(idle->items, cap, sizeof(*idle->items));

		if (!grown) {
			idle->failed = true;
			return;
		}
		idle->items = grown;
		idle->cap = cap;
	}
	idle->items[idle->len++] = (struct scn__idle_item) { kind, word, pos };
}

bool world__idle_gap(struct scn__run *r, struct scn__pos pos, size_t count)
{
	if (count == 0)
		world__idle_add(r, SCN_IDLE_GAP, "", pos);
	return true;
}

static bool has_type(const struct scn__list *recs, const struct scn__type *type)
{
	for (size_t i = 0; i < recs->len; i++)
		if (((const struct scn__rec *)recs->items[i])->type == type)
			return true;
	return false;
}

void world__idle_section(struct scn__run *r, const struct scn__section *s)
{
	if (s->kind != SCN_S_STATE || !is_wanted(r, SCN_IDLE_UNREAD))
		return;
	for (size_t i = 0; i < s->objects.count; i++) {
		const struct scn__object_expect *o = &s->objects.objects[i];

		if (!o->set && o->want->kind == SCN_SCALAR && o->want->form == SCN_ANY &&
		    !has_type(&r->requests.list, o->key.type) &&
		    !has_type(&r->writes.list, o->key.type))
			world__idle_add(r, SCN_IDLE_UNREAD, "", o->key.pos);
	}
}

void world__idle_end(struct scn__run *r)
{
	if (!r->opt->idle || r->failure)
		return;
	for (size_t k = 0; k < r->idling.len; k++) {
		struct idling *i = r->idling.items[k];

		if (i->rule)
			update_rule_hits(r, i);
		if (!i->met)
			world__idle_add(r, i->kind,
					i->kind == SCN_IDLE_NEVER ? ""
								  : scn__step_word(i->step->kind),
					i->step->pos);
	}
	r->opt->idle->complete = true;
}
