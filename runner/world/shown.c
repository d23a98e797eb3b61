/* SPDX-License-Identifier: Apache-2.0 */
/* shown.c - records what the server had sent to an external program before each of its writes: the
 * newest list or event of each resource. */
#include "runner/world/world.h"

#include "base/trace.h"

struct shown {
	uint32_t program;
	int64_t at_ns;
	char resource[64], rv[24], what[96]; /* what: "list", "MODIFIED default/a" */
};

static void keep(char *to, size_t cap, struct str from)
{
	(void)snprintf(to, cap, STR_FMT, STR_ARG(from));
}

static struct shown *shown_of(struct scn__run *r, uint32_t program, struct str resource)
{
	struct shown *s;

	for (size_t i = 0; i < r->shown.len; i++) {
		s = r->shown.items[i];
		if (s->program == program && str_eqz(resource, s->resource))
			return s;
	}
	s = world__alloc(r, sizeof(*s));
	if (!s || !world__push(r, &r->shown, s))
		return NULL;
	s->program = program;
	keep(s->resource, sizeof(s->resource), resource);
	return s;
}

static void show(struct scn__run *r, const struct scn__rec *read, struct str resource,
		 struct str rv, struct str what)
{
	struct shown *s =
	    read->from && rv.len ? shown_of(r, world__program_of(r, read->from), resource) : NULL;

	if (!s)
		return;
	s->at_ns = world__now(r);
	keep(s->rv, sizeof(s->rv), rv);
	keep(s->what, sizeof(s->what), what);
}

void world__shown_list(struct scn__run *r, const struct scn__rec *list)
{
	struct str path = list->type ? list->type->resource : list->name;

	for (size_t i = path.len; i-- > 0;)
		if (path.ptr[i] == '/')
			path = (struct str) { path.ptr + i + 1, path.len - i - 1 };
	if (r->external && list->verb == SCN_V_LIST)
		show(r, list, path, list->answer_rv, STR("list"));
}

void world__shown_event(struct scn__run *r, const struct trace_event *ev)
{
	const struct scn__list *tracks[] = { &r->requests.list, &r->others.list };
	AUTO_STRBUF what = STRBUF_INIT, scratch = STRBUF_INIT;
	struct str rv = world__event_rv(ev, &scratch);

	strbuf_addf(&what, STR_FMT "%s" STR_FMT, STR_ARG(ev->text), ev->key.len ? " " : "",
		    STR_ARG(ev->key));
	for (size_t t = 0; t < ARRAY_LEN(tracks); t++)
		for (size_t i = tracks[t]->len; i-- > 0;) {
			const struct scn__rec *q = tracks[t]->items[i];

			if (q->wire_id != ev->id)
				continue;
			show(r, q, ev->who, rv, strbuf_str(&what));
			return;
		}
}

struct str world__shown_before(struct scn__run *r, const struct scn__rec *write)
{
	AUTO_STRBUF out = STRBUF_INIT;
	uint32_t program;

	if (!r->external || !write->from)
		return STR("");
	program = world__program_of(r, write->from);
	for (size_t i = 0; i < r->shown.len; i++) {
		const struct shown *s = r->shown.items[i];

		/* a restarted process has not received the data of the previous one */
		if (s->program == program && s->at_ns >= r->informers[program].started_ns)
			strbuf_addf(&out, "%s%s rv=%s (%s)", out.len ? ", " : "", s->resource,
				    s->rv, s->what);
	}
	return out.len ? world__copy(r, strbuf_str(&out)) : STR("nothing");
}

/* --- for a failure --- */

static void add_write(struct scn__run *r, const struct scn__rec *w)
{
	struct str line = w->type
			      ? world__write_line(r, w)
			      : world__printf(r, "%s " STR_FMT " -> %d", scn__verb_word(w->verb),
					      STR_ARG(w->name), w->status);

	runner__result_write(r->out, &(struct runner__write) { line, w->shown, w->at_ns });
}

void world__shown_writes(struct scn__run *r)
{
	const struct scn__list *typed = &r->writes.list, *others = &r->others.list;
	size_t i = 0, k = 0;

	while (r->external && (i < typed->len || k < others->len)) {
		const struct scn__rec *a = i < typed->len ? typed->items[i] : NULL;
		const struct scn__rec *b = k < others->len ? others->items[k] : NULL;
		bool first = a && (!b || a->at_ns <= b->at_ns);
		const struct scn__rec *w = first ? a : b;

		i += first;
		k += !first;
		if (world__is_write(w))
			add_write(r, w);
	}
}
