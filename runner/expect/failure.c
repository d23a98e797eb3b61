/* SPDX-License-Identifier: Apache-2.0 */
/* failure.c - describes a failed expectation: expected beside actual, the differences, and other
 * places where a missing item was found. Runs only for failures that are reported. */
#include "base/alloc.h"
#include "runner/expect/expect.h"

enum { NEAREST_MAX = 6 };

struct counts {
	size_t missing, more, other, total;
	const struct scn__item *first; /* the first item that does not match */
};

/* --- rows --- */

static struct str nothing(struct scn__run *r, const struct scn__item *item)
{
	if (item->verb <= SCN_V_ANY_REQUEST)
		return STR("(no such request)");
	return world__printf(r, "(nothing for " STR_FMT "/" STR_FMT ")", STR_ARG(item->type->name),
			     STR_ARG(item->key.text));
}

static struct str expected_text(struct scn__run *r, const struct scn__pair *p)
{
	if (!p->item)
		return STR("");
	if (p->mark == ' ')
		return STR("any-order:");
	return p->group ? world__printf(r, "  " STR_FMT, STR_ARG(p->item->text)) : p->item->text;
}

static struct str actual_text(struct scn__run *r, const struct scn__pair *p)
{
	if (p->rec)
		return world__line_of(r, p->rec);
	if (p->mark == '-')
		return nothing(r, p->item);
	return p->skipped ? world__printf(r, "(%zu not looked at)", p->skipped) : STR("");
}

/* Adds a line for each difference. */
static void add_differences(struct scn__run *r, const struct scn__pair *p, size_t nth)
{
	struct runner__result *out = r->out;
	AUTO_STRBUF why = STRBUF_INIT;
	json_t have = p->rec->obj ? expect__json_of(p->rec->obj)
				  : (json_t) { p->rec->body.ptr, p->rec->body.len };

	(void)expect__item_fits(r, p->item, p->rec, p->before, &why);
	if (nth <= NEAREST_MAX)
		strbuf_adds(&out->nearest, strbuf_str(&why));
	if (p->item->with && out->diff.len == 0)
		expect__subset_diff(r, p->item->with, have, &out->diff);
}

static void add_row(struct scn__run *r, struct scn__pair *p, struct counts *n)
{
	struct runner__row row = { p->item ? p->item->pos.line : 0, p->mark == '.' ? '=' : p->mark,
				   expected_text(r, p), actual_text(r, p),
				   p->rec ? p->rec->at_ns : -1 };

	runner__result_row(r->out, &row);
	n->total += p->item && p->mark != ' ' && p->mark != '.';
	n->missing += p->mark == '-';
	n->other += p->mark == '~';
	n->more += p->mark == '+';
	if (p->mark == '~')
		add_differences(r, p, n->other);
	if ((p->mark == '-' || p->mark == '~') && !n->first)
		n->first = p->item;
	if (p->rec && (p->mark == '+' || p->mark == '~')) {
		p->rec->bad = true;
		p->rec->bad_line = row.line;
	}
}

/* --- other places --- */

static void add_where(struct scn__run *r, const struct scn__item *item)
{
	struct strbuf *out = &r->out->nearest;
	struct fakeapi__model_type t = world__model_type(item->type);
	AUTO_STRBUF json = STRBUF_INIT, scratch = STRBUF_INIT;
	const struct scn__irun *ir = NULL;
	struct inf_object *obj;

	for (size_t i = 0; i < r->cell->world.informer_count && !ir; i++)
		if (r->informers[i].def->type == item->type && r->informers[i].inf)
			ir = &r->informers[i];
	if (!ir)
		return;
	obj = inf__indexer_get(inf__informer_indexer(ir->inf), item->key.text.ptr);
	strbuf_addf(out, STR_FMT "/" STR_FMT ": the cache of %s ", STR_ARG(item->type->name),
		    STR_ARG(item->key.text), ir->def->name.ptr);
	if (obj)
		strbuf_addf(out, "has it with rv=%s", inf_object_resource_version(obj));
	else
		strbuf_addz(out, "does not have it");
	inf_object_unref(obj);
	if (fakeapi__model_get(r->core, &t, item->key.ns, item->key.name, &json)) {
		json_t rv =
		    json_path((json_t) { json.ptr, json.len }, "metadata", "resourceVersion", NULL);

		strbuf_addf(out, ", the server with rv=" STR_FMT "\n",
			    STR_ARG(json_str(rv, &scratch)));
	} else {
		strbuf_addz(out, ", the server does not\n");
	}
}

/* Reports a missing item that was received before the check began or at another place. */
static void add_elsewhere(struct scn__run *r, const struct scn__item *item)
{
	const struct scn__stuck *s = r->stuck;
	size_t names = r->name_count;
	char at[32];

	for (size_t i = s->list->len; i-- > 0;) {
		const struct scn__rec *rec = s->list->items[i];
		bool found =
		    expect__item_fits(r, item, rec, i ? s->list->items[i - 1] : NULL, NULL);

		r->name_count = names;
		if (!found)
			continue;
		runner__time_text(rec->at_ns, at, sizeof(at));
		strbuf_addf(&r->out->nearest, "line %u: `" STR_FMT "` came at %s, %s\n",
			    item->pos.line, STR_ARG(item->text), at,
			    i < s->from ? "before the last check" : "in another place");
		return;
	}
	if (item->verb >= SCN_V_ADD && item->verb <= SCN_V_DELETE)
		add_where(r, item);
}

/* --- the sentence --- */

/* The sentence already contains a single line. */
static void drop_if_shown(struct strbuf *lines)
{
	size_t first = strcspn(lines->ptr, "\n");

	if (first + 1 >= lines->len)
		strbuf_clear(lines);
}

static void print_summary(struct scn__run *r, const struct counts *n, const char *what)
{
	struct runner__result *out = r->out;
	const char *noun = r->stuck->noun;
	AUTO_STRBUF b = STRBUF_INIT;
	const char *sep = "";

	strbuf_addf(&b, "%s: ", what);
	if (n->other == 1 && !n->missing && !n->more) {
		size_t line = strcspn(out->nearest.ptr, "\n");

		strbuf_addf(&b, "a %s differs: %.*s", noun, (int)line, out->nearest.ptr);
		drop_if_shown(&out->nearest);
	} else if (n->missing || n->other) {
		if (n->missing)
			strbuf_addf(&b, "%zu of %zu expected %ss missing", n->missing, n->total,
				    noun);
		if (n->other)
			strbuf_addf(&b, "%s%zu %s", n->missing ? ", " : "", n->other,
				    n->other == 1 ? "differs" : "differ");
		sep = ", ";
	}
	if (n->more)
		strbuf_addf(&b, "%s%zu %s%s not expected", sep, n->more, noun,
			    n->more == 1 ? "" : "s");
	if (!n->missing && !n->other && !n->more)
		strbuf_addz(&b, "all of it came, but not so");
	(void)snprintf(out->what, sizeof(out->what), "%s", b.ptr);
}

static void report_stream(struct scn__run *r)
{
	const struct scn__stuck *s = r->stuck;
	size_t count = s->list->len - s->from, names = r->name_count, shown = 0;
	size_t dropped = count > EXPECT_PAIRED_MAX ? count - EXPECT_PAIRED_MAX : 0;
	struct scn__list pairs = { 0 };
	struct counts n = { 0 };
	struct scn__pos pos = s->section->pos;
	struct str what = str_of(scn__section_word(s->section->kind));

	if (s->section->kind == SCN_S_HANDLERS)
		what = world__printf(r, "handler " STR_FMT,
				     STR_ARG(s->section->handlers.handler->name));
	r->out->since_line = s->since_line;
	if (dropped)
		runner__result_row(r->out, &(struct runner__row) {
					       0, ' ', STR(""),
					       world__printf(r, "(%zu before)", dropped), -1 });
	expect__pair_up(r, s->stream, expect__records_from(s, s->from + dropped), count - dropped,
			&pairs);
	for (size_t i = 0; i < pairs.len; i++)
		add_row(r, pairs.items[i], &n);
	r->name_count = names;
	for (size_t i = 0; i < pairs.len && shown < NEAREST_MAX; i++) {
		const struct scn__pair *p = pairs.items[i];

		if (p->mark == '-' && shown++ < NEAREST_MAX)
			add_elsewhere(r, p->item);
	}
	base__free(pairs.items);
	print_summary(r, &n, what.ptr);
	if (n.first)
		pos = n.first->pos;
	r->out->line = pos.line;
	r->out->column = pos.column;
}

static void report_object(struct scn__run *r)
{
	const struct scn__object_expect *o = r->stuck->object;
	AUTO_STRBUF json = STRBUF_INIT;
	json_t have;

	if (!expect__section_object(r, r->stuck->section, &o->key, &json))
		return;
	have = (json_t) { json.ptr, json.len };
	(void)expect__subset_fits(r, o->want, have, &r->out->nearest);
	drop_if_shown(&r->out->nearest);
	expect__subset_diff(r, o->want, have, &r->out->diff);
}

void expect__report(struct scn__run *r)
{
	if (r->stuck && r->stuck->stream)
		report_stream(r);
	else if (r->stuck && r->stuck->object)
		report_object(r);
	runner__result_sides(r->out);
	world__shown_writes(r);
	world__story_tail(r, &r->out->tail);
}
