/* SPDX-License-Identifier: Apache-2.0 */
/* scn_run_report.c - a failed expectation: what was expected beside what came, which of them
 * belong together, what differs, and where else the missing thing is. Worked out only when the run
 * has turned out to be a failure that is reported. */
#include "base/alloc.h"
#include "runner/scn_run_impl.h"

enum { RECS_MAX = 400, ITEMS_MAX = 400, NEAREST_MAX = 6 };

void scn__row(struct scn__run *r, uint32_t line, char mark, struct str expected, struct str actual)
{
	struct runner__row row = { line, mark, expected, actual, -1 };

	runner__result_row(r->out, &row);
}

/* --- two sequences side by side --- */

/* An item of the stream; the members of a group follow its title. */
struct wanted {
	const struct scn__item *item;
	bool title, member;
	size_t rec; /* of members: the first that fits, for their order */
};

struct pairing {
	struct scn__run *r;
	struct wanted *wanted;
	size_t wanted_count;
	struct scn__rec *const *recs;
	size_t rec_count;
	unsigned char *likeness; /* [wanted][rec] */
	int32_t *score;		 /* [wanted + 1][rec + 1]: the best from there on */
	size_t missing, more, other, total;
	const struct scn__item *first; /* that is not as expected */
	bool failed;
};

enum likeness { UNLIKE, NEAR, ALIKE };

enum { SCORE_ALIKE = 8, SCORE_NEAR = 3, SCORE_ALONE = -1 };

static const struct scn__rec *before(const struct pairing *p, size_t rec)
{
	return rec ? p->recs[rec - 1] : NULL;
}

static bool fits(struct pairing *p, const struct scn__item *item, size_t rec)
{
	size_t names = p->r->name_count;
	bool good = scn__item(p->r, item, p->recs[rec], before(p, rec), NULL);

	p->r->name_count = names;
	return good;
}

/* The same request, or the same object: worth a line of its own that says what differs. */
static bool is_near(const struct scn__item *item, const struct scn__rec *rec)
{
	if (item->type && item->type != rec->type)
		return false;
	if (item->verb <= SCN_V_ANY_REQUEST && item->verb != SCN_V_GET)
		return item->verb == rec->verb;
	return str_eq(item->key.ns, rec->ns) && str_eq(item->key.name, rec->name);
}

static unsigned char likeness(struct pairing *p, const struct wanted *w, size_t rec)
{
	if (w->title || w->item->kind == SCN_GAP)
		return UNLIKE;
	return fits(p, w->item, rec) ? ALIKE : is_near(w->item, p->recs[rec]) ? NEAR : UNLIKE;
}

static bool is_taken(const struct wanted *members, size_t count, size_t rec)
{
	for (size_t i = 0; i < count; i++)
		if (members[i].rec == rec)
			return true;
	return false;
}

/* Gives members without a record the first free one that fits, or is near. */
static void claim(struct pairing *p, struct wanted *members, size_t count, bool near)
{
	for (size_t i = 0; i < count; i++)
		for (size_t k = 0; k < p->rec_count && members[i].rec == SIZE_MAX; k++)
			if (!is_taken(members, count, k) &&
			    (near ? is_near(members[i].item, p->recs[k])
				  : fits(p, members[i].item, k)))
				members[i].rec = k;
}

/* Members of a group stand in the order in which they came; those that did not come last. */
static void order_group(struct pairing *p, struct wanted *members, size_t count)
{
	for (size_t i = 0; i < count; i++)
		members[i].rec = SIZE_MAX;
	claim(p, members, count, false);
	claim(p, members, count, true);
	for (size_t i = 1; i < count; i++)
		for (size_t k = i; k > 0 && members[k - 1].rec > members[k].rec; k--) {
			struct wanted swap = members[k];

			members[k] = members[k - 1];
			members[k - 1] = swap;
		}
}

static void flatten(struct pairing *p, const struct scn__stream *stream)
{
	for (size_t i = 0; i < stream->count && p->wanted_count < ITEMS_MAX; i++) {
		const struct scn__item *it = &stream->items[i];
		size_t first;

		p->wanted[p->wanted_count++] =
		    (struct wanted) { .item = it, .title = it->kind == SCN_ANY_ORDER };
		first = p->wanted_count;
		for (size_t k = 0; k < it->item_count && p->wanted_count < ITEMS_MAX; k++)
			p->wanted[p->wanted_count++] =
			    (struct wanted) { .item = &it->items[k], .member = true };
		order_group(p, p->wanted + first, p->wanted_count - first);
	}
}

static int32_t *score_at(struct pairing *p, size_t i, size_t j)
{
	return &p->score[i * (p->rec_count + 1) + j];
}

static bool is_gap(const struct wanted *w)
{
	return w->item->kind == SCN_GAP;
}

static int32_t alone(const struct wanted *w)
{
	return w->title || is_gap(w) ? 0 : SCORE_ALONE;
}

static int32_t together(struct pairing *p, size_t i, size_t j)
{
	switch ((enum likeness)p->likeness[i * p->rec_count + j]) {
	case ALIKE:
		return *score_at(p, i + 1, j + 1) + SCORE_ALIKE;
	case NEAR:
		return *score_at(p, i + 1, j + 1) + SCORE_NEAR;
	case UNLIKE:
		break;
	}
	return INT32_MIN;
}

/* What one record costs that no item takes. */
static int32_t without_item(struct pairing *p, size_t i, size_t j)
{
	bool gap = i < p->wanted_count && is_gap(&p->wanted[i]);

	return *score_at(p, i, j + 1) + (gap ? 0 : SCORE_ALONE);
}

static void fill_scores(struct pairing *p)
{
	for (size_t i = p->wanted_count + 1; i-- > 0;)
		for (size_t j = p->rec_count + 1; j-- > 0;) {
			int32_t best = i == p->wanted_count && j == p->rec_count ? 0 : INT32_MIN;

			if (i < p->wanted_count && j < p->rec_count)
				best = together(p, i, j);
			if (i<p->wanted_count && * score_at(p, i + 1, j) + alone(&p->wanted[i])>
				best)
				best = *score_at(p, i + 1, j) + alone(&p->wanted[i]);
			if (j < p->rec_count && without_item(p, i, j) > best)
				best = without_item(p, i, j);
			*score_at(p, i, j) = best;
		}
}

/* --- rows --- */

struct str scn__line_of(struct scn__run *r, const struct scn__rec *rec)
{
	return rec->line.len ? rec->line : scn__request_line(r, rec);
}

static void row(struct pairing *p, const struct wanted *w, char mark, struct scn__rec *rec,
		struct str instead)
{
	struct str expected = STR("");

	if (w)
		expected = w->title    ? STR("any-order:")
			   : is_gap(w) ? STR("...")
			   : w->member ? scn__printf(p->r, "  " STR_FMT, STR_ARG(w->item->text))
				       : w->item->text;
	runner__result_row(p->r->out,
			   &(struct runner__row) { w ? w->item->pos.line : 0, mark, expected,
						   rec ? scn__line_of(p->r, rec) : instead,
						   rec ? rec->at_ns : -1 });
	if (mark != '=' && mark != ' ' && w && !p->first)
		p->first = w->item;
	if (rec && (mark == '+' || mark == '~')) {
		rec->bad = true;
		rec->bad_line = w ? w->item->pos.line : 0;
	}
}

/* What differs, a line each. */
static void add_differences(struct pairing *p, const struct wanted *w, size_t rec)
{
	struct strbuf *out = &p->r->out->nearest;
	AUTO_STRBUF why = STRBUF_INIT;

	(void)scn__item(p->r, w->item, p->recs[rec], before(p, rec), &why);
	if (out->len == 0 || p->other <= NEAREST_MAX)
		strbuf_adds(out, strbuf_str(&why));
	if (w->item->with && p->r->out->diff.len == 0)
		scn__subset_diff(p->r, w->item->with,
				 p->recs[rec]->obj
				     ? scn__json_of(p->recs[rec]->obj)
				     : (json_t) { p->recs[rec]->body.ptr, p->recs[rec]->body.len },
				 &p->r->out->diff);
}

static struct str gap_text(struct scn__run *r, size_t count)
{
	return count ? scn__printf(r, "(%zu not looked at)", count) : STR("");
}

static struct str nothing(struct scn__run *r, const struct scn__item *item)
{
	if (item->verb <= SCN_V_ANY_REQUEST)
		return STR("(no such request)");
	return scn__printf(r, "(nothing for " STR_FMT "/" STR_FMT ")", STR_ARG(item->type->name),
			   STR_ARG(item->key.text));
}

static void add_rows(struct pairing *p)
{
	size_t i = 0, j = 0, skipped = 0, names = p->r->name_count;

	while (i < p->wanted_count || j < p->rec_count) {
		const struct wanted *w = i < p->wanted_count ? &p->wanted[i] : NULL;
		int32_t best = *score_at(p, i, j);

		if (w && j < p->rec_count && together(p, i, j) == best) {
			/* Again, for the names that those before have bound. */
			bool alike = p->likeness[i * p->rec_count + j] == ALIKE &&
				     scn__item(p->r, w->item, p->recs[j], before(p, j), NULL);

			p->total++;
			p->other += !alike;
			row(p, w, alike ? '=' : '~', p->recs[j], STR(""));
			if (!alike)
				add_differences(p, w, j);
			i++, j++;
		} else if (w && *score_at(p, i + 1, j) + alone(w) == best) {
			bool lost = !w->title && !is_gap(w);

			p->total += lost;
			p->missing += lost;
			row(p, w,
			    lost       ? '-'
			    : w->title ? ' '
				       : '=',
			    NULL,
			    lost	? nothing(p->r, w->item)
			    : is_gap(w) ? gap_text(p->r, skipped)
					: STR(""));
			skipped = 0;
			i++;
		} else {
			if (w && is_gap(w)) {
				skipped++;
			} else {
				p->more++;
				row(p, NULL, '+', p->recs[j], STR(""));
			}
			j++;
		}
	}
	p->r->name_count = names;
}

/* --- where else --- */

static void add_where(struct pairing *p, const struct wanted *w)
{
	struct scn__run *r = p->r;
	struct strbuf *out = &r->out->nearest;
	struct fakeapi__model_type t = scn__model_type(w->item->type);
	AUTO_STRBUF json = STRBUF_INIT, scratch = STRBUF_INIT;
	const struct scn__irun *ir = NULL;
	struct inf_object *obj;

	for (size_t i = 0; i < r->cell->world.informer_count && !ir; i++)
		if (r->informers[i].def->type == w->item->type && r->informers[i].inf)
			ir = &r->informers[i];
	if (!ir)
		return;
	obj = inf__indexer_get(inf__informer_indexer(ir->inf), w->item->key.text.ptr);
	strbuf_addf(out, STR_FMT "/" STR_FMT ": the cache of %s ", STR_ARG(w->item->type->name),
		    STR_ARG(w->item->key.text), ir->def->name.ptr);
	if (obj)
		strbuf_addf(out, "has it with rv=%s", inf_object_resource_version(obj));
	else
		strbuf_addz(out, "does not have it");
	inf_object_unref(obj);
	if (fakeapi__model_get(r->core, &t, w->item->key.ns, w->item->key.name, &json)) {
		json_t rv =
		    json_path((json_t) { json.ptr, json.len }, "metadata", "resourceVersion", NULL);

		strbuf_addf(out, ", the server with rv=" STR_FMT "\n",
			    STR_ARG(json_str(rv, &scratch)));
	} else {
		strbuf_addz(out, ", the server does not\n");
	}
}

/* A missing item that had come before the check began, or comes in another place. */
static void add_elsewhere(struct pairing *p, const struct wanted *w)
{
	struct scn__run *r = p->r;
	const struct scn__stuck *s = &r->stuck;
	size_t names = r->name_count;
	char at[32];

	for (size_t i = s->list->len; i-- > 0;) {
		const struct scn__rec *rec = s->list->items[i];
		bool found = scn__item(r, w->item, rec, i ? s->list->items[i - 1] : NULL, NULL);

		r->name_count = names;
		if (!found)
			continue;
		runner__time_text(rec->at_ns, at, sizeof(at));
		strbuf_addf(&r->out->nearest, "line %u: `" STR_FMT "` came at %s, %s\n",
			    w->item->pos.line, STR_ARG(w->item->text), at,
			    i < s->from ? "before the last check" : "in another place");
		return;
	}
	if (w->item->verb >= SCN_V_ADD && w->item->verb <= SCN_V_DELETE)
		add_where(p, w);
}

/* --- the sentence --- */

/* One line alone is in the sentence. */
static void drop_if_said(struct strbuf *lines)
{
	size_t first = strcspn(lines->ptr, "\n");

	if (first + 1 >= lines->len)
		strbuf_clear(lines);
}

static void say(struct pairing *p, const char *what)
{
	struct runner__result *out = p->r->out;
	const char *noun = p->r->stuck.noun;
	AUTO_STRBUF b = STRBUF_INIT;
	const char *sep = "";

	strbuf_addf(&b, "%s: ", what);
	if (p->other == 1 && !p->missing && !p->more) {
		size_t line = strcspn(out->nearest.ptr, "\n");

		strbuf_addf(&b, "a %s differs: %.*s", noun, (int)line, out->nearest.ptr);
		drop_if_said(&out->nearest);
	} else if (p->missing || p->other) {
		if (p->missing)
			strbuf_addf(&b, "%zu of %zu expected %ss missing", p->missing, p->total,
				    noun);
		if (p->other)
			strbuf_addf(&b, "%s%zu %s", p->missing ? ", " : "", p->other,
				    p->other == 1 ? "differs" : "differ");
		sep = ", ";
	}
	if (p->more)
		strbuf_addf(&b, "%s%zu %s%s not expected", sep, p->more, noun,
			    p->more == 1 ? "" : "s");
	if (!p->missing && !p->other && !p->more)
		strbuf_addz(&b, "all of it came, but not so");
	(void)snprintf(out->what, sizeof(out->what), "%s", b.ptr);
}

static void pair(struct pairing *p)
{
	size_t cells = (p->wanted_count + 1) * (p->rec_count + 1);

	p->likeness = base__calloc(cells, sizeof(*p->likeness));
	p->score = base__calloc(cells, sizeof(*p->score));
	if (!p->likeness || !p->score)
		return;
	for (size_t i = 0; i < p->wanted_count; i++)
		for (size_t j = 0; j < p->rec_count; j++)
			p->likeness[i * p->rec_count + j] = likeness(p, &p->wanted[i], j);
	fill_scores(p);
	add_rows(p);
	for (size_t i = 0, said = 0; i < p->r->out->row_count && said < NEAREST_MAX; i++) {
		const struct runner__row *row = &p->r->out->rows[i];

		for (size_t k = 0; row->mark == '-' && k < p->wanted_count; k++)
			if (p->wanted[k].item->pos.line == row->line && !p->wanted[k].title &&
			    (p->wanted[k].rec != SIZE_MAX - 1)) {
				add_elsewhere(p, &p->wanted[k]);
				p->wanted[k].rec = SIZE_MAX - 1;
				said++;
				break;
			}
	}
}

static void report_stream(struct scn__run *r)
{
	const struct scn__stuck *s = &r->stuck;
	size_t count = s->list->len - s->from;
	size_t dropped = count > RECS_MAX ? count - RECS_MAX : 0;
	struct pairing p = {
		.r = r,
		.recs = (struct scn__rec *const *)(s->list->items + s->from + dropped),
		.rec_count = count - dropped,
	};
	AUTO_STRBUF what = STRBUF_INIT;

	p.wanted = base__calloc(ITEMS_MAX + 1, sizeof(*p.wanted));
	if (!p.wanted)
		return;
	strbuf_addz(&what, scn__section_word(s->section->kind));
	if (s->section->kind == SCN_S_HANDLERS) {
		strbuf_clear(&what);
		strbuf_addf(&what, "handler " STR_FMT, STR_ARG(s->section->handlers.handler->name));
	}
	r->out->since_line = s->since_line;
	flatten(&p, s->stream);
	if (dropped)
		scn__row(r, 0, ' ', STR(""), scn__printf(r, "(%zu before)", dropped));
	pair(&p);
	say(&p, what.ptr);
	if (p.first) {
		r->out->line = p.first->pos.line;
		r->out->column = p.first->pos.column;
	} else {
		r->out->line = s->section->pos.line;
		r->out->column = s->section->pos.column;
	}
	base__free(p.wanted);
	base__free(p.likeness);
	base__free(p.score);
}

static void report_object(struct scn__run *r)
{
	const struct scn__object_expect *o = r->stuck.object;
	AUTO_STRBUF json = STRBUF_INIT;
	json_t have;

	if (!scn__section_object(r, r->stuck.section, &o->key, &json))
		return;
	have = (json_t) { json.ptr, json.len };
	(void)scn__subset(r, o->want, have, &r->out->nearest);
	drop_if_said(&r->out->nearest);
	scn__subset_diff(r, o->want, have, &r->out->diff);
}

void scn__report(struct scn__run *r)
{
	if (r->stuck.stream)
		report_stream(r);
	else if (r->stuck.object)
		report_object(r);
	runner__result_sides(r->out);
	scn__story_tail(r, &r->out->tail);
}
