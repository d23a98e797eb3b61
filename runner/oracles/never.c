/* SPDX-License-Identifier: Apache-2.0 */
/* never.c - what must not happen, looked at whenever something does; and snapshots.
 *
 * Streams are compared with each request, notification and write. What describes a state (cache,
 * index, sync, queue, state, counts, log, at, snapshot) is looked at when a handler was told
 * something, when a write was answered, and at rest: a section that holds as a whole is the
 * failure. */
#include <stdlib.h>

#include "base/alloc.h"
#include "runner/world/world.h"

static const struct scn__stream *stream_of(const struct scn__section *s)
{
	switch (s->kind) {
	case SCN_S_REQUESTS:
		return &s->requests;
	case SCN_S_WRITES:
		return &s->writes;
	case SCN_S_HANDLERS:
		return &s->handlers.stream;
	default:
		return NULL;
	}
}

static bool belongs(const struct scn__section *s, const struct scn__rec *rec,
		    const struct scn__handler *handler)
{
	switch (s->kind) {
	case SCN_S_REQUESTS:
		return rec->verb <= SCN_V_ANY_REQUEST;
	case SCN_S_HANDLERS:
		return s->handlers.handler == handler;
	case SCN_S_WRITES:
		return rec->verb >= SCN_V_W_CREATE;
	default:
		return false;
	}
}

/* Unless it names an answer it means a write that was carried out. */
static bool was_in_vain(const struct scn__item *item, const struct scn__rec *rec)
{
	return rec->verb >= SCN_V_W_CREATE && item->answer == SCN_ANSWER_UNCHECKED &&
	       rec->status >= 400;
}

static void check_stream(struct scn__run *r, const struct scn__section *s, uint32_t nth,
			 struct scn__rec *rec, bool open)
{
	const struct scn__stream *stream = stream_of(s);

	for (size_t i = 0; i < stream->count && !r->failure; i++) {
		const struct scn__item *item = &stream->items[i];

		if ((item->answer == SCN_ANSWER_NONE) != open || was_in_vain(item, rec) ||
		    !scn__item(r, item, rec, NULL, NULL))
			continue;
		rec->bad_line = item->pos.line;
		r->failed_never = nth;
		scn__fail_at(r, SCN_AT_NEVER, item->pos, "never[%u]: `" STR_FMT "` has happened",
			     nth, STR_ARG(scn__line_of(r, rec)));
	}
}

static void check_state(struct scn__run *r, const struct scn__section *s, uint32_t nth)
{
	char at[32];

	if (!scn__holds(r, s))
		return;
	runner__time_text(scn__now(r), at, sizeof(at));
	r->failed_never = nth;
	scn__fail_at(r, SCN_AT_NEVER, s->pos, "never[%u]: this `%s` has come true at %s", nth,
		     scn__section_word(s->kind), at);
}

/* `-> open` can only be said at rest: a moment later the answer may be there. */
static void check_open(struct scn__run *r, const struct scn__section *s, uint32_t nth)
{
	for (size_t i = 0; i < r->requests.len && !r->failure; i++) {
		struct scn__rec *q = r->requests.items[i];

		if (!q->status && !q->refused && !q->reset && !q->ended)
			check_stream(r, s, nth, q, true);
	}
}

/* rec NULL: at rest. */
static void look(struct scn__run *r, struct scn__rec *rec, const struct scn__handler *handler)
{
	bool states = !rec || handler || rec->verb >= SCN_V_W_CREATE;

	for (size_t i = 0; i < r->nevers.len && !r->failure; i++) {
		const struct scn__step *step = r->nevers.items[i];

		for (size_t k = 0; k < step->never.expect.count && !r->failure; k++) {
			const struct scn__section *s = &step->never.expect.sections[k];
			uint32_t nth = step->never.first + (uint32_t)k;

			if (rec && belongs(s, rec, handler))
				check_stream(r, s, nth, rec, false);
			else if (states && !stream_of(s))
				check_state(r, s, nth);
			else if (!rec && s->kind == SCN_S_REQUESTS)
				check_open(r, s, nth);
		}
	}
}

void scn__nevers_happened(struct scn__run *r, struct scn__rec *rec,
			  const struct scn__handler *handler)
{
	if (r->nevers.len)
		look(r, rec, handler);
}

void scn__nevers_at_rest(struct scn__run *r)
{
	if (r->nevers.len && !r->failure)
		look(r, NULL, NULL);
}

/* --- snapshots --- */

struct scn__snapshot {
	struct str name;
	struct str *lines; /* sorted */
	size_t count;
	uint32_t line; /* of the step */
};

static int by_text(const void *a, const void *b)
{
	return strcmp(((const struct str *)a)->ptr, ((const struct str *)b)->ptr);
}

static void add_line(struct scn__run *r, struct scn__list *lines, struct str line)
{
	struct str *copy = scnr__alloc(r, sizeof(*copy));

	if (!copy)
		return;
	*copy = line;
	scn__push(r, lines, copy);
}

static void add_index(struct scn__run *r, struct scn__irun *ir, const char *index,
		      struct scn__list *lines)
{
	struct inf__indexer *ix = inf__informer_indexer(ir->inf);
	struct inf_strings values = { 0 };

	if (inf__indexer_index_values(ix, index, &values))
		scn__broken(r, RELIST_ENOMEM);
	for (size_t i = 0; i < values.len; i++) {
		struct inf_strings keys = { 0 };

		if (inf__indexer_index_keys(ix, index, values.items[i], &keys, NULL))
			scn__broken(r, RELIST_ENOMEM);
		for (size_t k = 0; k < keys.len; k++)
			add_line(r, lines,
				 scn__printf(r, STR_FMT ".%s: %s: %s", STR_ARG(ir->def->name),
					     index, values.items[i], keys.items[k]));
		inf_strings_fini(&keys);
	}
	inf_strings_fini(&values);
}

/* What is in caches and indexes, a line each, sorted. */
static struct scn__snapshot *now(struct scn__run *r)
{
	struct scn__snapshot *s = scnr__alloc(r, sizeof(*s));
	struct scn__list lines = { 0 };

	for (size_t i = 0; i < r->cell->world.informer_count && s; i++) {
		struct scn__irun *ir = &r->informers[i];
		struct inf_object_list objs;

		if (!ir->inf)
			continue;
		inf__object_list_init(&objs);
		if (inf__indexer_list(inf__informer_indexer(ir->inf), &objs))
			scn__broken(r, RELIST_ENOMEM);
		for (size_t k = 0; k < objs.len; k++)
			add_line(r, &lines,
				 scn__printf(r, STR_FMT ": %s rv=%s", STR_ARG(ir->def->name),
					     inf_object_key(objs.items[k]),
					     inf_object_resource_version(objs.items[k])));
		inf_object_list_fini(&objs);
		for (size_t k = 0; k < ir->def->index_count; k++)
			add_index(r, ir, ir->def->indexes[k].name.ptr, &lines);
	}
	if (s)
		s->lines = scnr__alloc(r, (lines.len + 1) * sizeof(*s->lines));
	for (size_t i = 0; i < lines.len && s && s->lines; i++)
		s->lines[s->count++] = *(const struct str *)lines.items[i];
	base__free(lines.items);
	if (!s || !s->lines)
		return NULL;
	qsort(s->lines, s->count, sizeof(*s->lines), by_text);
	return s;
}

void scn__snapshot_take(struct scn__run *r, struct str name)
{
	struct scn__snapshot *s = r->failure ? NULL : now(r);

	if (!s)
		return;
	s->name = name;
	s->line = r->failed_step->pos.line;
	scn__push(r, &r->snapshots, s);
}

static void compare(struct scn__run *r, const struct scn__section *sec,
		    const struct scn__snapshot *then, const struct scn__snapshot *is)
{
	size_t i = 0, k = 0, gone = 0, more = 0;

	while (i < then->count || k < is->count) {
		int order = i == then->count ? 1
			    : k == is->count ? -1
					     : strcmp(then->lines[i].ptr, is->lines[k].ptr);

		if (!r->probing)
			scn__row(r, 0,
				 order == 0  ? '='
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
		scn__fail_at(r, SCN_AT_STEP, sec->pos,
			     "snapshot " STR_FMT " of line %u: %zu lines are gone, %zu are new",
			     STR_ARG(then->name), then->line, gone, more);
	else
		r->out->row_count = 0;
}

void scn__snapshot_compare(struct scn__run *r, const struct scn__section *sec)
{
	for (size_t i = 0; i < r->snapshots.len && !r->failure; i++) {
		const struct scn__snapshot *then = r->snapshots.items[i], *is;

		if (!str_eq(then->name, sec->snapshot))
			continue;
		is = now(r);
		if (is)
			compare(r, sec, then, is);
		return;
	}
	scn__fail_at(r, SCN_AT_STEP, sec->pos, "snapshot " STR_FMT " was not taken",
		     STR_ARG(sec->snapshot));
}
