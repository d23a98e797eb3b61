/* SPDX-License-Identifier: Apache-2.0 */
/* match.c - compares items and streams with actual records. */

#include "base/alloc.h"
#include "runner/expect/expect.h"
#include "runner/world/made.h"

/* --- one item --- */

/* Appends "rv: expected 11 (line 25), got 12" and returns false. */
static bool report_mismatch(struct strbuf *why, const char *what, struct str want, uint32_t line,
			    struct str have)
{
	if (!why)
		return false;
	strbuf_addf(why, "%s: expected " STR_FMT, what, STR_ARG(want.len ? want : STR("\"\"")));
	if (line)
		strbuf_addf(why, " (line %u)", line);
	strbuf_addf(why, ", got " STR_FMT "\n",
		    STR_ARG(have.len   ? have
			    : have.ptr ? STR("\"\"")
				       : STR("nothing")));
	return false;
}

/* Returns true if there is no expectation. */
static bool fits(struct scn__run *r, const struct scn__node *want, struct str have,
		 const char *what, struct strbuf *why)
{
	AUTO_STRBUF text = STRBUF_INIT;

	if (!want || expect__value_fits(r, want, have))
		return true;
	if (why && want->form == SCN_NAME)
		expect__add_want(r, want, &text);
	return report_mismatch(why, what, text.len ? strbuf_str(&text) : want->text, want->pos.line,
			       have);
}

static bool is_so(enum scn__maybe want, bool have, const char *what, uint32_t line,
		  struct strbuf *why)
{
	return want == SCN_UNCHECKED || (want == SCN_YES) == have ||
	       report_mismatch(why, what, want == SCN_YES ? STR("yes") : STR("no"), line,
			       have ? STR("yes") : STR("no"));
}

static bool same(struct str want, struct str have, const char *what, uint32_t line,
		 struct strbuf *why)
{
	return str_eq(want, have) || report_mismatch(why, what, want, line, have);
}

static bool param(struct scn__run *r, const struct scn__node *want, const struct scn__rec *q,
		  const char *name, const char *what, struct strbuf *why)
{
	struct str have;

	if (!want)
		return true;
	have = world__query(r, q->query, name);
	if (want->form == SCN_LITERAL && !want->text.len)
		return !have.len || report_mismatch(why, what, STR(""), want->pos.line, have);
	return fits(r, want, have, what, why);
}

static bool flag(struct scn__run *r, const struct scn__item *want, enum scn__maybe maybe,
		 const struct scn__rec *q, const char *name, const char *what, struct strbuf *why)
{
	return maybe == SCN_UNCHECKED ||
	       is_so(maybe, str_eqz(world__query(r, q->query, name), "true"), what, want->pos.line,
		     why);
}

static struct str answer_of(struct scn__run *r, const struct scn__rec *q)
{
	if (q->refused)
		return STR("refused");
	if (q->gone)
		return STR("gone");
	if (q->reset && !q->status)
		return STR("reset");
	return q->status ? world__printf(r, "%d", q->status) : STR("open");
}

bool expect__answer_fits(const struct scn__item *want, const struct scn__rec *q)
{
	switch (want->answer) {
	case SCN_ANSWER_UNCHECKED:
	case SCN_ANSWER_ANY:
		return true;
	case SCN_ANSWER_STATUS:
		return q->status == want->status && (!q->gone || want->status == 410);
	case SCN_ANSWER_GONE:
		return q->gone;
	case SCN_ANSWER_REFUSED:
		return q->refused;
	case SCN_ANSWER_RESET:
		return q->reset;
	case SCN_ANSWER_NONE:
		return !(q->status || q->refused || q->reset || q->ended);
	}
	return false;
}

static bool answered(struct scn__run *r, const struct scn__item *want, const struct scn__rec *q,
		     struct strbuf *why)
{
	static const char *const words[] = {
		[SCN_ANSWER_UNCHECKED] = "any",	  [SCN_ANSWER_ANY] = "any",
		[SCN_ANSWER_STATUS] = "",	  [SCN_ANSWER_GONE] = "gone",
		[SCN_ANSWER_REFUSED] = "refused", [SCN_ANSWER_RESET] = "reset",
		[SCN_ANSWER_NONE] = "open",
	};
	bool good = expect__answer_fits(want, q) ||
		    (why && report_mismatch(why, "answer",
					    want->answer == SCN_ANSWER_STATUS
						? world__printf(r, "%d", want->status)
						: str_of(words[want->answer]),
					    want->pos.line, answer_of(r, q)));

	good = good && fits(r, want->answer_rv, q->answer_rv, "answer's rv", why);
	if (good && want->backend >= 0 && (uint32_t)want->backend != q->backend)
		good = report_mismatch(why, "backend", r->cell->world.backends[want->backend],
				       want->pos.line, r->cell->world.backends[q->backend]);
	return good;
}

json_t expect__json_of(const struct inf_object *obj)
{
	return obj ? inf__object_value(obj) : (json_t) { NULL, 0 };
}

static bool same_object(const struct scn__run *r, const struct scn__item *want,
			const struct scn__rec *have)
{
	if (want->type && want->type != have->type)
		return false;
	if (want->key.pattern)
		return world__made_is(r, &want->key, have->ns, have->name);
	if (!want->key_any)
		return str_eq(want->key.ns, have->ns) && str_eq(want->key.name, have->name);
	return (!want->key.ns.len || expect__pattern_fits(want->key.ns, have->ns)) &&
	       (!want->key.name.len || expect__pattern_fits(want->key.name, have->name));
}

static bool request(struct scn__run *r, const struct scn__item *want, const struct scn__rec *q,
		    struct strbuf *why)
{
	const struct {
		const struct scn__node *want;
		const char *name, *what;
	} params[] = {
		{ want->rv, "resourceVersion", "rv" },
		{ want->limit, "limit", "limit" },
		{ want->continue_, "continue", "continue" },
		{ want->rv_match, "resourceVersionMatch", "match" },
		{ want->label_selector, "labelSelector", "labels" },
		{ want->field_selector, "fieldSelector", "fields" },
		{ want->timeout, "timeoutSeconds", "timeout" },
	};
	bool good = true;

	if (want->type && want->type != q->type)
		return false;
	if (want->by && want->by != q->by)
		return false;
	if (want->verb == SCN_V_GET && !same_object(r, want, q))
		return false;
	for (size_t i = 0; i < ARRAY_LEN(params) && (good || why); i++)
		good &= param(r, params[i].want, q, params[i].name, params[i].what, why);
	if (good || why)
		good &= fits(r, want->namespace_, q->ns, "namespace", why);
	if (good || why)
		good &= flag(r, want, want->bookmarks, q, "allowWatchBookmarks", "bookmarks", why);
	if (good || why)
		good &= flag(r, want, want->initial_events, q, "sendInitialEvents",
			     "initial-events", why);
	return (good || why) && (answered(r, want, q, why) && good);
}

static bool notification(struct scn__run *r, const struct scn__item *want, const struct scn__rec *n,
			 struct strbuf *why)
{
	uint32_t line = want->pos.line;
	bool good;

	if (!same_object(r, want, n))
		return false;
	good = fits(r, want->old_rv, n->old_rv, "old rv", why);
	if (good || why)
		good &= fits(r, want->rv, n->rv, "rv", why);
	if (good || why)
		good &= fits(r, want->uid, n->uid, "uid", why);
	if (good || why)
		good &= is_so(want->initial, n->initial, "initial", line, why);
	if (good || why)
		good &= is_so(want->unknown, n->unknown, "unknown", line, why);
	if (want->with && (good || why))
		good &= expect__subset_fits(r, want->with, expect__json_of(n->obj), why);
	if (want->old && (good || why))
		good &= expect__subset_fits(r, want->old, expect__json_of(n->old), why);
	return good;
}

/* Whether the object with the UID bound to `name` existed at the time of the write. */
static bool existed(const struct scn__run *r, struct str name, const struct scn__rec *w)
{
	for (size_t i = 0; i < r->name_count; i++)
		if (str_eq(r->names[i].name, name))
			return (w->exists >> i) & 1;
	return false;
}

/* "-": no part. */
static bool same_part(const struct scn__node *want, const struct scn__rec *w, struct strbuf *why)
{
	return !want || str_eq(str_eqz(want->text, "-") ? STR("") : want->text, w->subresource) ||
	       report_mismatch(why, "subresource", want->text, want->pos.line, w->subresource);
}

static bool written(struct scn__run *r, const struct scn__item *want, const struct scn__rec *w,
		    struct strbuf *why)
{
	json_t body = { w->body.ptr, w->body.len };
	uint32_t line = want->pos.line;
	bool good = true;

	if (!same_object(r, want, w) || !same_part(want->subresource, w, why))
		return false;
	for (size_t i = 0; i < want->path_count && (good || why); i++)
		good &= expect__subset_fits_at(r, want->paths[i].value,
					       world__at_path(body, want->paths[i].path),
					       want->paths[i].path, why);
	if (want->by && want->by != w->by && (good || why))
		good = same(want->by->name, w->by ? w->by->name : STR(""), "by", line, why);
	if (good || why)
		good &= fits(r, want->uid, w->uid, "uid", why);
	if (good || why)
		good &= fits(r, want->rv, w->answer_rv, "rv", why);
	if (want->with && (good || why))
		good &= expect__subset_fits(r, want->with, body, why);
	if (good || why)
		good &= answered(r, want, w, why);
	if (want->while_name.len && !(w->status < 400 && existed(r, want->while_name, w)))
		good =
		    report_mismatch(why, "while", want->while_name, line, STR("it did not exist"));
	return good;
}

static bool report_gap(struct strbuf *why, const struct scn__item *want, int64_t gap)
{
	char min[32], max[32], is[32], range[68];

	duration_format(want->after_min_ns, min, sizeof(min));
	duration_format(want->after_max_ns, max, sizeof(max));
	duration_format(gap, is, sizeof(is));
	(void)snprintf(range, sizeof(range), "%s..%s", min, max);
	return report_mismatch(why, "after", str_of(range), want->pos.line, str_of(is));
}

bool expect__item_fits(struct scn__run *r, const struct scn__item *want,
		       const struct scn__rec *have, const struct scn__rec *before,
		       struct strbuf *why)
{
	size_t names = r->name_count;
	bool good = want->verb == have->verb || want->verb == SCN_V_ANY_REQUEST ||
		    (want->verb == SCN_V_ANY_WRITE && world__is_write(have)) ||
		    report_mismatch(why, "verb", str_of(scn__verb_word(want->verb)), want->pos.line,
				    str_of(scn__verb_word(have->verb)));

	if (!good && !why)
		return false;
	if (want->has_after) {
		int64_t gap = have->at_ns - (before ? before->at_ns : have->before_ns);
		if (gap < want->after_min_ns || gap > want->after_max_ns)
			good = report_gap(why, want, gap);
	}
	if (!good && !why)
		return false;
	if (want->verb <= SCN_V_ANY_REQUEST)
		good &= request(r, want, have, why);
	else if (want->verb <= SCN_V_DELETE)
		good &= notification(r, want, have, why);
	else
		good &= written(r, want, have, why);
	if (!good)
		r->name_count = names;
	return good;
}

/* --- streams --- */

struct walk {
	struct scn__run *r;
	const struct scn__stream *want;
	struct scn__rec *const *recs;
	size_t count;
	uint64_t steps; /* limits the search: adjacent gaps multiply the paths */
};

enum { WALK_STEPS_MAX = 1000000 };

static bool walk(struct walk *w, size_t item, size_t rec);

static const struct scn__rec *before(const struct walk *w, size_t rec)
{
	return rec ? w->recs[rec - 1] : NULL;
}

/* Matches the group's items in any order; `left` items are not `taken` yet. Only matching records
 * are tried, so a list of different objects has one path. */
static bool walk_group(struct walk *w, size_t item, bool *taken, size_t left, size_t rec)
{
	const struct scn__item *group = &w->want->items[item];

	if (!left)
		return walk(w, item + 1, rec);
	for (size_t i = 0; i < group->item_count && rec < w->count; i++) {
		size_t names = w->r->name_count;
		bool good;

		if (taken[i] || w->steps > WALK_STEPS_MAX ||
		    !expect__item_fits(w->r, &group->items[i], w->recs[rec], before(w, rec), NULL))
			continue;
		w->steps++;
		taken[i] = true;
		good = walk_group(w, item, taken, left - 1, rec + 1);
		taken[i] = false;
		if (good)
			return true;
		w->r->name_count = names;
	}
	return false;
}

static bool walk_any_order(struct walk *w, size_t item, size_t rec)
{
	size_t count = w->want->items[item].item_count;
	bool *taken = base__calloc(count + 1, sizeof(*taken)), good;

	if (!taken) {
		world__broken(w->r, RELIST_ENOMEM);
		return false;
	}
	good = walk_group(w, item, taken, count, rec);
	base__free(taken);
	return good;
}

static bool walk(struct walk *w, size_t item, size_t rec)
{
	const struct scn__item *want = &w->want->items[item];
	size_t names = w->r->name_count;

	if (w->steps++ > WALK_STEPS_MAX)
		return false;
	if (item == w->want->count)
		return rec == w->count;
	switch (want->kind) {
	case SCN_GAP:
		for (size_t k = rec; k <= w->count; k++) {
			if (walk(w, item + 1, k))
				return world__idle_gap(w->r, want->pos, k - rec);
			w->r->name_count = names;
		}
		return false;
	case SCN_ANY_ORDER:
		return walk_any_order(w, item, rec);
	case SCN_ONE:
		break;
	}
	return rec < w->count &&
	       expect__item_fits(w->r, want, w->recs[rec], before(w, rec), NULL) &&
	       walk(w, item + 1, rec + 1);
}

bool expect__stream_fits(struct scn__run *r, const struct scn__stream *want,
			 struct scn__rec *const *recs, size_t count)
{
	struct walk w = { .r = r, .want = want, .recs = recs, .count = count };
	size_t names = r->name_count;
	bool found = walk(&w, 0, 0);

	if (!found)
		r->name_count = names;
	return found;
}
