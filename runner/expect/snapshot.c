/* SPDX-License-Identifier: Apache-2.0 */
/* snapshot.c - stores caches and indexes under a name and compares them later. */
#include <stdlib.h>

#include "base/alloc.h"
#include "runner/expect/expect.h"

struct snapshot {
	struct str name;
	struct str *lines; /* sorted */
	size_t count;
	uint32_t line; /* line of the step in the file */
};

static int by_text(const void *a, const void *b)
{
	return strcmp(((const struct str *)a)->ptr, ((const struct str *)b)->ptr);
}

static void add_line(struct scn__run *r, struct scn__list *lines, struct str line)
{
	struct str *copy = world__alloc(r, sizeof(*copy));

	if (!copy)
		return;
	*copy = line;
	world__push(r, lines, copy);
}

static void add_index(struct scn__run *r, struct scn__irun *ir, const char *index,
		      struct scn__list *lines)
{
	struct inf__indexer *ix = inf__informer_indexer(ir->inf);
	struct inf_strings values = { 0 };

	if (inf__indexer_index_values(ix, index, &values))
		world__broken(r, RELIST_ENOMEM);
	for (size_t i = 0; i < values.len; i++) {
		struct inf_strings keys = { 0 };

		if (inf__indexer_index_keys(ix, index, values.items[i], &keys, NULL))
			world__broken(r, RELIST_ENOMEM);
		for (size_t k = 0; k < keys.len; k++)
			add_line(r, lines,
				 world__printf(r, STR_FMT ".%s: %s: %s", STR_ARG(ir->def->name),
					       index, values.items[i], keys.items[k]));
		inf_strings_fini(&keys);
	}
	inf_strings_fini(&values);
}

/* The contents of caches and indexes, one line each, sorted. */
static struct snapshot *now(struct scn__run *r)
{
	struct snapshot *s = world__alloc(r, sizeof(*s));
	struct scn__list lines = { 0 };

	for (size_t i = 0; i < r->cell->world.informer_count && s; i++) {
		struct scn__irun *ir = &r->informers[i];
		struct inf_object_list objs;

		if (!ir->inf)
			continue;
		inf__object_list_init(&objs);
		if (inf__indexer_list(inf__informer_indexer(ir->inf), &objs))
			world__broken(r, RELIST_ENOMEM);
		for (size_t k = 0; k < objs.len; k++)
			add_line(r, &lines,
				 world__printf(r, STR_FMT ": %s rv=%s", STR_ARG(ir->def->name),
					       inf_object_key(objs.items[k]),
					       inf_object_resource_version(objs.items[k])));
		inf_object_list_fini(&objs);
		for (size_t k = 0; k < ir->def->index_count; k++)
			add_index(r, ir, ir->def->indexes[k].name.ptr, &lines);
	}
	if (s)
		s->lines = world__alloc(r, (lines.len + 1) * sizeof(*s->lines));
	for (size_t i = 0; i < lines.len && s && s->lines; i++)
		s->lines[s->count++] = *(const struct str *)lines.items[i];
	base__free(lines.items);
	if (!s || !s->lines)
		return NULL;
	qsort(s->lines, s->count, sizeof(*s->lines), by_text);
	return s;
}

void expect__snapshot_take(struct scn__run *r, struct str name)
{
	struct snapshot *s = r->failure ? NULL : now(r);

	if (!s)
		return;
	s->name = name;
	s->line = r->step->pos.line;
	world__push(r, &r->snapshots, s);
}

static void compare(const struct scn__section *sec, struct scn__verdict *v,
		    const struct snapshot *then, const struct snapshot *is)
{
	size_t i = 0, k = 0, gone = 0, more = 0;

	while (i < then->count || k < is->count) {
		int order = i == then->count ? 1
			    : k == is->count ? -1
					     : strcmp(then->lines[i].ptr, is->lines[k].ptr);

		expect__row(v, 0,
			    order == 0	? '='
			    : order < 0 ? '-'
					: '+',
			    order <= 0 ? then->lines[i] : STR(""),
			    order >= 0 ? is->lines[k] : STR("(not any more)"));
		gone += order < 0;
		more += order > 0;
		i += order <= 0;
		k += order >= 0;
	}
	if (gone || more)
		expect__missed(v, sec->pos,
			       "snapshot " STR_FMT " of line %u: %zu lines are gone, %zu are new",
			       STR_ARG(then->name), then->line, gone, more);
}

static void check(struct scn__run *r, const struct scn__section *sec, struct scn__verdict *v)
{
	for (size_t i = 0; i < r->snapshots.len && !r->failure; i++) {
		const struct snapshot *then = r->snapshots.items[i], *is;

		if (!str_eq(then->name, sec->snapshot))
			continue;
		is = now(r);
		if (is)
			compare(sec, v, then, is);
		return;
	}
	expect__missed(v, sec->pos, "snapshot " STR_FMT " was not taken", STR_ARG(sec->snapshot));
}

const struct scn__section_ops expect__section_snapshot = { .check = check };
