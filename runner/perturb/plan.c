/* SPDX-License-Identifier: Apache-2.0 */
/* plan.c - the families of disturbances, all plans for a reference life, and their order. */
#include "runner/perturb/planner.h"

#include "base/alloc.h"
#include "base/digest.h"

const char *perturb__family_word(enum perturb__family f)
{
	static const char *const words[] = {
#define X(name, word, ...) [PERTURB_##name] = word,
		PERTURB_FAMILIES(X)
#undef X
	};

	return words[f];
}

bool perturb__family_parse(struct str word, enum perturb__family *out)
{
	for (int f = 0; f < PERTURB_FAMILY_COUNT; f++)
		if (str_eqz(word, perturb__family_word((enum perturb__family)f))) {
			*out = (enum perturb__family)f;
			return true;
		}
	return false;
}

/* --- the order --- */

/* By rank; within a rank the families take turns, so that every budget tries all families. */
static int put_in_order(struct planner *g)
{
	struct scn__list *l = &g->out->list;
	void **sorted = base__calloc(l->len + 1, sizeof(*sorted));
	size_t n = 0;

	if (!sorted)
		return RELIST_ENOMEM;
	for (unsigned rank = 0; rank < RANKS; rank++) {
		size_t at[PERTURB_FAMILY_COUNT] = { 0 };
		bool any = true;

		while (any) {
			any = false;
			for (int f = 0; f < PERTURB_FAMILY_COUNT; f++) {
				for (; at[f] < l->len; at[f]++) {
					const struct perturb__plan *p = l->items[at[f]];

					if (p->family == (enum perturb__family)f && p->rank == rank)
						break;
				}
				if (at[f] == l->len)
					continue;
				sorted[n++] = l->items[at[f]++];
				any = true;
			}
		}
	}
	base__free(l->items);
	l->items = sorted;
	l->len = n;
	l->cap = n + 1;
	return 0;
}

static void number(struct planner *g)
{
	uint32_t of[PERTURB_FAMILY_COUNT] = { 0 };

	for (size_t i = 0; i < g->out->list.len; i++) {
		struct perturb__plan *p = g->out->list.items[i];
		AUTO_STRBUF name = STRBUF_INIT;

		p->id = (uint32_t)i + 1;
		strbuf_addf(&name, "%s:%u", perturb__family_word(p->family), ++of[p->family]);
		p->name = perturb__plan_keep(g, strbuf_str(&name));
	}
}

int perturb__make_plans(const struct perturb__planning *p, struct perturb__plans *out)
{
	struct planner g = { .p = p, .out = out };

	*out = (struct perturb__plans) { .lease = STR("") };
	runner__arena_init(&out->arena);
	map_init(&g.lines, MAP_BORROW_KEYS);
	map_init(&g.classes, MAP_BORROW_KEYS);
	perturb__plan_find_lease(&g);
	perturb__plan_ops(&g);
	perturb__plan_steps(&g);
	perturb__plan_drift(&g);
	perturb__plan_spec(&g);
	if (!g.failed && put_in_order(&g))
		g.failed = true;
	if (!g.failed)
		number(&g);
	if (!g.failed)
		perturb__plan_pairs(&g);
	map_fini(&g.lines);
	map_fini(&g.classes);
	return g.failed ? RELIST_ENOMEM : 0;
}

void perturb__plans_fini(struct perturb__plans *p)
{
	base__free(p->list.items);
	base__free(p->pairs.items);
	runner__arena_fini(&p->arena);
	*p = (struct perturb__plans) { 0 };
}

uint64_t perturb__plan_digest(struct str sentence)
{
	struct digest d = DIGEST_INIT;

	digest_text(&d, sentence);
	return d.bits;
}

void perturb__plan_ref(const struct perturb__plan *p, struct strbuf *out)
{
	strbuf_addf(out, STR_FMT "-%06x", STR_ARG(p->name),
		    (unsigned)(perturb__plan_digest(p->sentence) & 0xffffff));
}

bool perturb__plan_is(const struct perturb__plan *p, const char *only)
{
	const char *colon = strchr(only, ':'), *dash = strchr(only, '-');
	AUTO_STRBUF ref = STRBUF_INIT;

	if (!dash || !colon)
		return str_eqz(p->name, only);
	perturb__plan_ref(p, &ref);
	return !ref.failed && strncmp(ref.ptr, only, (size_t)(colon - only) + 1) == 0 &&
	       strcmp(strchr(ref.ptr, '-'), dash) == 0;
}
