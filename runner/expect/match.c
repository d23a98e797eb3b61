/* SPDX-License-Identifier: Apache-2.0 */
/* match.c - expected against actual: values, objects, streams. */

#include "base/alloc.h"
#include "base/regex.h"
#include "runner/expect/expect.h"

/* --- values --- */

static bool number_of(struct str s, double *out)
{
	char buf[64], *end;

	if (!s.len || s.len >= sizeof(buf))
		return false;
	memcpy(buf, s.ptr, s.len);
	buf[s.len] = 0;
	*out = strtod(buf, &end);
	return !*end;
}

struct digits {
	struct str text;
	bool negative;
};

/* A whole number without its leading zeros. */
static bool whole_of(struct str s, struct digits *out)
{
	out->negative = s.len && *s.ptr == '-';
	if (s.len && (*s.ptr == '-' || *s.ptr == '+'))
		s = (struct str) { s.ptr + 1, s.len - 1 };
	for (size_t i = 0; i < s.len; i++)
		if (s.ptr[i] < '0' || s.ptr[i] > '9')
			return false;
	out->text = s;
	while (out->text.len > 1 && *out->text.ptr == '0')
		out->text = (struct str) { out->text.ptr + 1, out->text.len - 1 };
	out->negative &= !str_eqz(out->text, "0");
	return s.len > 0;
}

/* < 0, 0, > 0 in *order; false: one of them is no number. Whole numbers are compared by their
 * digits: from 2^53 on neighbours are one double. */
static bool compare_numbers(struct str a, struct str b, int *order)
{
	struct digits x, y;
	double d, e;

	if (whole_of(a, &x) && whole_of(b, &y)) {
		*order = x.negative != y.negative   ? 1
			 : x.text.len != y.text.len ? (x.text.len < y.text.len ? -1 : 1)
						    : memcmp(x.text.ptr, y.text.ptr, x.text.len);
		*order = x.negative ? -*order : *order;
		return true;
	}
	if (!number_of(a, &d) || !number_of(b, &e) || d != d || e != e)
		return false;
	*order = (d > e) - (d < e);
	return true;
}

static bool compares(const struct scn__node *want, struct str have)
{
	int order;

	if (!compare_numbers(have, want->arg, &order))
		return false;
	switch (want->form) {
	case SCN_GE:
		return order >= 0;
	case SCN_GT:
		return order > 0;
	case SCN_LE:
		return order <= 0;
	case SCN_LT:
		return order < 0;
	case SCN_LITERAL:
	case SCN_ANY:
	case SCN_ABSENT:
	case SCN_REGEX:
	case SCN_NAME:
		break;
	}
	return false;
}

/* The loader has read the pattern before; what takes too long to look for is not found. */
static bool matches_regex(struct scn__run *r, struct str pattern, struct str have)
{
	const char *why;
	struct regex *re = regex_new(pattern, &why);
	bool found = re && regex_search(re, have) == REGEX_FOUND;

	if (!re && !why)
		world__broken(r, RELIST_ENOMEM);
	regex_free(re);
	return found;
}

static bool bind_name(struct scn__run *r, struct str name, struct str have)
{
	const struct str *value = world__lookup_name(r, name);

	if (value)
		return str_eq(*value, have);
	return world__bind_name(r, name, have);
}

bool expect__value_fits(struct scn__run *r, const struct scn__node *want, struct str have)
{
	int order;

	switch (want->form) {
	case SCN_ANY:
		return have.ptr != NULL;
	case SCN_ABSENT:
		return !have.ptr;
	case SCN_REGEX:
		return have.ptr && matches_regex(r, want->arg, have);
	case SCN_NAME:
		return have.ptr && bind_name(r, want->arg, have);
	case SCN_LITERAL:
		return str_eq(want->text, have) ||
		       (!want->quoted && compare_numbers(want->text, have, &order) && order == 0);
	case SCN_GE:
	case SCN_GT:
	case SCN_LE:
	case SCN_LT:
		return compares(want, have);
	}
	return false;
}

/* --- objects --- */

/* Collects mismatches, a line each. `out` NULL: they are not wanted, and the first one ends it. */
struct why {
	struct strbuf *out;
	struct strbuf path;
};

static void add_want(struct scn__run *r, const struct scn__node *want, struct strbuf *out)
{
	const struct str *bound = want->kind == SCN_SCALAR && want->form == SCN_NAME
				      ? world__lookup_name(r, want->arg)
				      : NULL;

	if (want->kind == SCN_SCALAR && want->form != SCN_LITERAL)
		scn__node_text(want, out);
	else
		scn__node_json(want, NULL, NULL, out);
	if (bound)
		strbuf_addf(out, " = \"" STR_FMT "\"", STR_ARG(*bound));
}

static bool differs(struct scn__run *r, struct why *w, const struct scn__node *want, json_t have)
{
	if (!w->out)
		return false;
	strbuf_addf(w->out, STR_FMT "%sexpected ", STR_ARG(strbuf_str(&w->path)),
		    w->path.len ? ": " : "");
	add_want(r, want, w->out);
	strbuf_addf(w->out, " (line %u), got " STR_FMT "\n", want->pos.line,
		    STR_ARG(have.len ? ((struct str) { have.ptr, have.len }) : STR("nothing")));
	return false;
}

static bool subset(struct scn__run *r, const struct scn__node *want, json_t have, struct why *w);

static bool subset_map(struct scn__run *r, const struct scn__node *want, json_t have, struct why *w)
{
	size_t len = w->path.len;
	bool good = true;

	for (size_t i = 0; i < want->count && (good || w->out); i++) {
		const struct scn__entry *e = &want->entries[i];

		if (w->out)
			strbuf_addf(&w->path, "%s" STR_FMT, len ? "." : "", STR_ARG(e->key));
		good &= subset(r, e->value, json_get(have, e->key.ptr), w);
		w->path.len = len;
	}
	return good;
}

static bool subset_list(struct scn__run *r, const struct scn__node *want, json_t have)
{
	struct why nobody = { NULL, STRBUF_INIT };
	struct json_iter it;
	json_t item;
	size_t i = 0;

	if (json_kind(have) != JSON_ARRAY)
		return !want->count && !have.len;
	json_iter_init(&it, have);
	for (; json_iter_element(&it, &item); i++)
		if (i >= want->count || !subset(r, &want->items[i], item, &nobody))
			return false;
	return i == want->count;
}

static bool scalar(struct scn__run *r, const struct scn__node *want, json_t have)
{
	AUTO_STRBUF scratch = STRBUF_INIT;

	if (!have.len)
		return expect__value_fits(r, want, (struct str) { NULL, 0 });
	if (json_kind(have) == JSON_STRING) {
		struct str s = json_str(have, &scratch);

		return expect__value_fits(r, want, s.ptr ? s : STR(""));
	}
	return expect__value_fits(r, want, (struct str) { have.ptr, have.len });
}

static bool subset(struct scn__run *r, const struct scn__node *want, json_t have, struct why *w)
{
	switch (want->kind) {
	case SCN_MAP:
		return json_kind(have) == JSON_OBJECT ? subset_map(r, want, have, w)
						      : differs(r, w, want, have);
	case SCN_LIST:
		return subset_list(r, want, have) || differs(r, w, want, have);
	case SCN_SCALAR:
		break;
	}
	return scalar(r, want, have) || differs(r, w, want, have);
}

bool expect__subset_fits(struct scn__run *r, const struct scn__node *want, json_t have,
			 struct strbuf *why)
{
	struct why w = { why, STRBUF_INIT };
	bool good = subset(r, want, have, &w);

	strbuf_fini(&w.path);
	return good;
}

static void diff_line(struct strbuf *out, char mark, unsigned depth, struct str key,
		      struct str value)
{
	strbuf_addc(out, mark);
	strbuf_addf(out, " %*s" STR_FMT ":%s" STR_FMT "\n", (int)(2 * depth), "", STR_ARG(key),
		    value.len ? " " : "", STR_ARG(value));
}

static void diff(struct scn__run *r, const struct scn__node *want, json_t have, unsigned depth,
		 struct strbuf *out)
{
	for (size_t i = 0; i < want->count; i++) {
		const struct scn__entry *e = &want->entries[i];
		json_t v = json_get(have, e->key.ptr);
		AUTO_STRBUF text = STRBUF_INIT;
		struct str is = { v.ptr, v.len };

		if (e->value->kind == SCN_MAP && json_kind(v) == JSON_OBJECT) {
			diff_line(out, ' ', depth, e->key, STR(""));
			diff(r, e->value, v, depth + 1, out);
			continue;
		}
		if (expect__subset_fits(r, e->value, v, NULL)) {
			diff_line(out, ' ', depth, e->key, is.len ? is : STR("absent"));
			continue;
		}
		add_want(r, e->value, &text);
		diff_line(out, '-', depth, e->key, strbuf_str(&text));
		if (is.len)
			diff_line(out, '+', depth, e->key, is);
	}
}

void expect__subset_diff(struct scn__run *r, const struct scn__node *want, json_t have,
			 struct strbuf *out)
{
	size_t names = r->name_count;

	if (want->kind == SCN_MAP && json_kind(have) == JSON_OBJECT)
		diff(r, want, have, 0, out);
	r->name_count = names;
}

/* --- one item --- */

/* "rv: expected 11 (line 25), got 12"; false, always. */
static bool tell(struct strbuf *why, const char *what, struct str want, uint32_t line,
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

/* No expectation: true. */
static bool fits(struct scn__run *r, const struct scn__node *want, struct str have,
		 const char *what, struct strbuf *why)
{
	AUTO_STRBUF text = STRBUF_INIT;

	if (!want || expect__value_fits(r, want, have))
		return true;
	if (why && want->form == SCN_NAME)
		add_want(r, want, &text);
	return tell(why, what, text.len ? strbuf_str(&text) : want->text, want->pos.line, have);
}

static bool is_so(enum scn__maybe want, bool have, const char *what, uint32_t line,
		  struct strbuf *why)
{
	return want == SCN_UNCHECKED || (want == SCN_YES) == have ||
	       tell(why, what, want == SCN_YES ? STR("yes") : STR("no"), line,
		    have ? STR("yes") : STR("no"));
}

static bool same(struct str want, struct str have, const char *what, uint32_t line,
		 struct strbuf *why)
{
	return str_eq(want, have) || tell(why, what, want, line, have);
}

static bool param(struct scn__run *r, const struct scn__node *want, const struct scn__rec *q,
		  const char *name, const char *what, struct strbuf *why)
{
	struct str have;

	if (!want)
		return true;
	have = world__query(r, q->query, name);
	if (want->form == SCN_LITERAL && !want->text.len)
		return !have.len || tell(why, what, STR(""), want->pos.line, have);
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
	bool good =
	    expect__answer_fits(want, q) ||
	    (why && tell(why, "answer",
			 want->answer == SCN_ANSWER_STATUS ? world__printf(r, "%d", want->status)
							   : str_of(words[want->answer]),
			 want->pos.line, answer_of(r, q)));

	good = good && fits(r, want->answer_rv, q->answer_rv, "answer's rv", why);
	if (good && want->backend >= 0 && (uint32_t)want->backend != q->backend)
		good = tell(why, "backend", r->cell->world.backends[want->backend], want->pos.line,
			    r->cell->world.backends[q->backend]);
	return good;
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
	if (want->verb == SCN_V_GET &&
	    !(str_eq(want->key.ns, q->ns) && str_eq(want->key.name, q->name)))
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

json_t expect__json_of(const struct inf_object *obj)
{
	return obj ? inf__object_value(obj) : (json_t) { NULL, 0 };
}

static bool same_object(const struct scn__item *want, const struct scn__rec *have)
{
	if (want->type && want->type != have->type)
		return false;
	return want->key_any ? !want->key.ns.len || str_eq(want->key.ns, have->ns)
			     : str_eq(want->key.ns, have->ns) && str_eq(want->key.name, have->name);
}

static bool notification(struct scn__run *r, const struct scn__item *want, const struct scn__rec *n,
			 struct strbuf *why)
{
	uint32_t line = want->pos.line;
	bool good;

	if (!same_object(want, n))
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

/* Whether the object that has the UID bound to `name` was there when the write was made. */
static bool existed(const struct scn__run *r, struct str name, const struct scn__rec *w)
{
	for (size_t i = 0; i < r->name_count; i++)
		if (str_eq(r->names[i].name, name))
			return (w->exists >> i) & 1;
	return false;
}

static bool same_path(struct scn__run *r, const struct scn__path_value *p, json_t body,
		      struct strbuf *why)
{
	struct why w = { why, STRBUF_INIT };
	bool good;

	if (why)
		strbuf_adds(&w.path, p->path);
	good = subset(r, p->value, world__at_path(body, p->path), &w);
	strbuf_fini(&w.path);
	return good;
}

static bool written(struct scn__run *r, const struct scn__item *want, const struct scn__rec *w,
		    struct strbuf *why)
{
	json_t body = { w->body.ptr, w->body.len };
	uint32_t line = want->pos.line;
	bool good = true;

	if (!same_object(want, w))
		return false;
	for (size_t i = 0; i < want->path_count && (good || why); i++)
		good &= same_path(r, &want->paths[i], body, why);
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
		good = tell(why, "while", want->while_name, line, STR("it did not exist"));
	return good;
}

static bool tell_gap(struct strbuf *why, const struct scn__item *want, int64_t gap)
{
	char min[32], max[32], is[32], range[68];

	duration_format(want->after_min_ns, min, sizeof(min));
	duration_format(want->after_max_ns, max, sizeof(max));
	duration_format(gap, is, sizeof(is));
	(void)snprintf(range, sizeof(range), "%s..%s", min, max);
	return tell(why, "after", str_of(range), want->pos.line, str_of(is));
}

bool expect__item_fits(struct scn__run *r, const struct scn__item *want,
		       const struct scn__rec *have, const struct scn__rec *before,
		       struct strbuf *why)
{
	size_t names = r->name_count;
	bool good = want->verb == have->verb || want->verb == SCN_V_ANY_REQUEST ||
		    tell(why, "verb", str_of(scn__verb_word(want->verb)), want->pos.line,
			 str_of(scn__verb_word(have->verb)));

	if (!good && !why)
		return false;
	if (want->has_after) {
		int64_t gap = have->at_ns - (before ? before->at_ns : have->before_ns);
		if (gap < want->after_min_ns || gap > want->after_max_ns)
			good = tell_gap(why, want, gap);
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
	uint64_t steps; /* gaps beside gaps grow fast: bounded */
};

enum { WALK_STEPS_MAX = 1000000 };

static bool walk(struct walk *w, size_t item, size_t rec);

static const struct scn__rec *before(const struct walk *w, size_t rec)
{
	return rec ? w->recs[rec - 1] : NULL;
}

/* Takes the group's items in any order; `left` of them are not `taken` yet. Only what fits is a
 * step: a long list of different objects has one way to go. */
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
