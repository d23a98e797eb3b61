/* SPDX-License-Identifier: Apache-2.0 */
/* unchecked.c - names the parts of the story that the self-check compares with nothing: the
 * recording does not show them, they were derived. */
#include "runner/lift/impl.h"

enum { NAMES_MAX = 3 };

static bool is_derived(const struct lift__state *w)
{
	return w->assumed && !w->partial;
}

static bool is_partial(const struct lift__state *w)
{
	return w->partial && !w->deleted;
}

static bool is_missing(const struct lift__state *w)
{
	return w->deleted && w->missing && !w->assumed;
}

static bool is_parted(const struct lift__state *w)
{
	return w->deleted && w->parted && !w->missing && !w->assumed;
}

static bool is_unplaced(const struct lift__state *w)
{
	return w->deleted && w->unplaced && !w->assumed;
}

static const struct {
	bool (*is)(const struct lift__state *w);
	const char *one, *many;
} kinds[] = {
	{ is_derived, "event that the import derived from a write",
	  "events that the import derived from writes" },
	{ is_partial, "write of which only the metadata are recorded",
	  "writes of which only the metadata are recorded" },
	{ is_missing, "deletion that only a later list shows, without its time and last state",
	  "deletions that only later lists show, without their times and last states" },
	{ is_parted, "object that left a selection, which counts as deleted",
	  "objects that left a selection, which counts as deleted" },
	{ is_unplaced, "deletion whose version is not recorded",
	  "deletions whose versions are not recorded" },
};

static void add_name(struct strbuf *out, const struct lift__state *w, size_t i)
{
	if (i > NAMES_MAX)
		return;
	if (i == NAMES_MAX)
		strbuf_addz(out, ", …");
	else
		strbuf_addf(out, "%s" STR_FMT "/" STR_FMT, i ? ", " : "",
			    STR_ARG(w->object->type->resource), STR_ARG(w->object->key));
}

/* Writes of the program under test are expectations, and not part of the check. */
static void add_kind(const struct lift *l, size_t kind, struct strbuf *out)
{
	AUTO_STRBUF names = STRBUF_INIT;
	size_t count = 0;

	for (size_t i = 0; i < l->writes.len; i++) {
		const struct lift__state *w = l->writes.items[i];

		if (w->base || !w->new_rv || w->own || !kinds[kind].is(w))
			continue;
		add_name(&names, w, count++);
	}
	if (count)
		strbuf_addf(out, "  %zu %s: %s\n", count,
			    count == 1 ? kinds[kind].one : kinds[kind].many, names.ptr);
	out->failed |= names.failed;
}

/* Without requests of its own a reader can only be compared in what it received. */
static void add_requests(const struct lift *l, struct strbuf *out)
{
	const struct map_entry *e;

	for (size_t i = 0; (e = map_next(&l->readers, &i));) {
		const struct lift__reader *r = e->value;

		if (r->chosen && (r->assumed || (l->lacks & (1u << REC_LACK_READS))))
			strbuf_addf(out,
				    "  the requests of informer " STR_FMT
				    ": they are not recorded\n",
				    STR_ARG(r->name));
	}
}

void lift__add_unchecked(const struct lift *l, struct strbuf *out)
{
	for (size_t kind = 0; kind < ARRAY_LEN(kinds); kind++)
		add_kind(l, kind, out);
	if (!l->opt.controllers.len)
		add_requests(l, out);
}
