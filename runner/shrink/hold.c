/* SPDX-License-Identifier: Apache-2.0 */
/* hold.c - the parts that are never dropped: the parts of the failure, and the file's
 * description. */
#include "runner/engine/run.h"
#include "runner/shrink/impl.h"

void shrink__hold_on(struct shrink *s)
{
	static const char *const heads[] = { "scenario", "relist", "about",  "refs",
					     "tags",	 "seed",   "matrix", "outcome" };
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

static bool is_write_step(const struct shrink__part *step)
{
	return shrink__entry(step, "create") || shrink__entry(step, "update") ||
	       shrink__entry(step, "delete");
}

void shrink__hold_on_to_key(struct shrink *s, const struct runner__row *row)
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
				    str_contains(src, (struct str) { text.ptr + i, end - i }))
					p->stays = true;
			if (s->opt->run->subject && p->parent == steps && is_write_step(p) &&
			    shrink__names_alike(src, (struct str) { text.ptr + i, end - i }))
				p->stays = true;
		}
		return;
	}
}
