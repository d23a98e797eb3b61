/* SPDX-License-Identifier: Apache-2.0 */
/* scn_run_match.c - what was asked for against what happened: values, objects, streams. */
#include <regex.h>

#include "runner/scn_run_impl.h"

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

static bool compares(const struct scn__node *want, struct str have)
{
	double n;

	if (!number_of(have, &n))
		return false;
	switch (want->form) {
	case SCN_GE:
		return n >= want->number;
	case SCN_GT:
		return n > want->number;
	case SCN_LE:
		return n <= want->number;
	default:
		return n < want->number;
	}
}

static bool matches_regex(struct scn__run *r, struct str pattern, struct str have)
{
	struct str p = scnr__copy(r, pattern), text = scnr__copy(r, have);
	regex_t re;
	bool found;

	if (!p.len || regcomp(&re, p.ptr, REG_EXTENDED | REG_NOSUB) != 0)
		return false;
	found = regexec(&re, text.ptr, 0, NULL, 0) == 0;
	regfree(&re);
	return found;
}

static bool bind_name(struct scn__run *r, struct str name, struct str have)
{
	const struct str *value = scn__lookup_name(r, name);

	if (value)
		return str_eq(*value, have);
	if (r->name_count == SCN_NAMES_MAX)
		return false;
	r->names[r->name_count++] = (struct scn__binding) { name, scnr__copy(r, have) };
	return true;
}

bool scnr__value(struct scn__run *r, const struct scn__node *want, struct str have)
{
	double a, b;

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
		return str_eq(want->text, have) || (!want->quoted && number_of(want->text, &a) &&
						    number_of(have, &b) && a == b);
	default:
		return compares(want, have);
	}
}

static bool differs(struct strbuf *why, const struct scn__node *want, json_t have)
{
	if (why) {
		strbuf_addz(why, ": expected ");
		if (want->kind == SCN_SCALAR)
			scn__node_text(want, why);
		else
			scn__node_json(want, NULL, NULL, why);
		strbuf_addf(why, " (line %u), got " STR_FMT, want->pos.line,
			    STR_ARG(have.len ? ((struct str) { have.ptr, have.len })
					     : STR("nothing")));
	}
	return false;
}

static bool subset_map(struct scn__run *r, const struct scn__node *want, json_t have,
		       struct strbuf *why)
{
	for (size_t i = 0; i < want->count; i++) {
		const struct scn__entry *e = &want->entries[i];
		size_t len = why ? why->len : 0;

		if (why)
			strbuf_addf(why, "%s" STR_FMT, len ? "." : "", STR_ARG(e->key));
		if (!scn__subset(r, e->value, json_get(have, e->key.ptr), why))
			return false;
		if (why)
			why->len = len;
	}
	return true;
}

bool scn__subset(struct scn__run *r, const struct scn__node *want, json_t have, struct strbuf *why)
{
	AUTO_STRBUF scratch = STRBUF_INIT;
	struct json_iter it;
	json_t item;
	size_t i = 0;

	if (want->kind == SCN_MAP)
		return (json_kind(have) == JSON_OBJECT && subset_map(r, want, have, why)) ||
		       (json_kind(have) != JSON_OBJECT && differs(why, want, have));
	if (want->kind == SCN_LIST) {
		if (json_kind(have) != JSON_ARRAY)
			return (!want->count && !have.len) || differs(why, want, have);
		json_iter_init(&it, have);
		for (; json_iter_element(&it, &item); i++)
			if (i >= want->count || !scn__subset(r, &want->items[i], item, NULL))
				return differs(why, want, have);
		return i == want->count || differs(why, want, have);
	}
	if (!have.len)
		return scnr__value(r, want, (struct str) { NULL, 0 }) || differs(why, want, have);
	if (json_kind(have) == JSON_STRING) {
		struct str s = json_str(have, &scratch);

		return scnr__value(r, want, s.ptr ? s : STR("")) || differs(why, want, have);
	}
	return scnr__value(r, want, (struct str) { have.ptr, have.len }) ||
	       differs(why, want, have);
}

/* --- one item --- */

static bool param(struct scn__run *r, const struct scn__node *want, const struct scn__rec *q,
		  const char *name)
{
	struct str have;

	if (!want)
		return true;
	have = scn__query(r, q->query, name);
	if (want->form == SCN_LITERAL && !want->text.len)
		return !have.len;
	return scnr__value(r, want, have);
}

static bool flag(struct scn__run *r, enum scn__maybe want, const struct scn__rec *q,
		 const char *name)
{
	bool have = str_eqz(scn__query(r, q->query, name), "true");

	return want == SCN_UNCHECKED || (want == SCN_YES) == have;
}

static bool answered(struct scn__run *r, const struct scn__item *want, const struct scn__rec *q)
{
	switch (want->answer) {
	case SCN_ANSWER_UNCHECKED:
		break;
	case SCN_ANSWER_STATUS:
		if (q->status != want->status || (q->gone && want->status != 410))
			return false;
		break;
	case SCN_ANSWER_GONE:
		if (!q->gone)
			return false;
		break;
	case SCN_ANSWER_REFUSED:
		if (!q->refused)
			return false;
		break;
	case SCN_ANSWER_RESET:
		if (!q->reset)
			return false;
		break;
	case SCN_ANSWER_NONE:
		if (q->status || q->refused || q->reset || q->ended)
			return false;
		break;
	}
	return (!want->answer_rv || scnr__value(r, want->answer_rv, q->answer_rv)) &&
	       (want->backend < 0 || (uint32_t)want->backend == q->backend);
}

static bool request(struct scn__run *r, const struct scn__item *want, const struct scn__rec *q)
{
	if (want->type && want->type != q->type)
		return false;
	if (want->verb == SCN_V_GET &&
	    !(str_eq(want->key.ns, q->ns) && str_eq(want->key.name, q->name)))
		return false;
	return param(r, want->rv, q, "resourceVersion") && param(r, want->limit, q, "limit") &&
	       param(r, want->continue_, q, "continue") &&
	       param(r, want->rv_match, q, "resourceVersionMatch") &&
	       param(r, want->label_selector, q, "labelSelector") &&
	       param(r, want->field_selector, q, "fieldSelector") &&
	       param(r, want->timeout, q, "timeoutSeconds") &&
	       (!want->namespace_ || scnr__value(r, want->namespace_, q->ns)) &&
	       flag(r, want->bookmarks, q, "allowWatchBookmarks") &&
	       flag(r, want->initial_events, q, "sendInitialEvents") && answered(r, want, q);
}

static json_t json_of(const struct inf_object *obj)
{
	return obj ? inf__object_value(obj) : (json_t) { NULL, 0 };
}

static bool notification(struct scn__run *r, const struct scn__item *want, const struct scn__rec *n)
{
	return str_eq(want->key.ns, n->ns) && str_eq(want->key.name, n->name) &&
	       (!want->rv || scnr__value(r, want->rv, n->rv)) &&
	       (!want->old_rv || scnr__value(r, want->old_rv, n->old_rv)) &&
	       (!want->uid || scnr__value(r, want->uid, n->uid)) &&
	       (want->initial == SCN_UNCHECKED || (want->initial == SCN_YES) == n->initial) &&
	       (want->unknown == SCN_UNCHECKED || (want->unknown == SCN_YES) == n->unknown) &&
	       (!want->with || scn__subset(r, want->with, json_of(n->obj), NULL)) &&
	       (!want->old || scn__subset(r, want->old, json_of(n->old), NULL));
}

json_t scn__at_path(json_t v, struct str path)
{
	while (path.len && v.len) {
		const char *dot = memchr(path.ptr, '.', path.len);
		size_t len = dot ? (size_t)(dot - path.ptr) : path.len;
		char name[128];

		(void)snprintf(name, sizeof(name), "%.*s", (int)len, path.ptr);
		v = json_get(v, name);
		path.ptr += len + (dot ? 1 : 0);
		path.len -= len + (dot ? 1 : 0);
	}
	return v;
}

/* Whether the object that has the UID bound to `name` was there when the write was made. */
static bool existed(const struct scn__run *r, struct str name, const struct scn__rec *w)
{
	for (size_t i = 0; i < r->name_count; i++)
		if (str_eq(r->names[i].name, name))
			return (w->exists >> i) & 1;
	return false;
}

static bool written(struct scn__run *r, const struct scn__item *want, const struct scn__rec *w)
{
	json_t body = { w->body.ptr, w->body.len };

	if (want->type && want->type != w->type)
		return false;
	if (want->key_any ? want->key.ns.len && !str_eq(want->key.ns, w->ns)
			  : !(str_eq(want->key.ns, w->ns) && str_eq(want->key.name, w->name)))
		return false;
	for (size_t i = 0; i < want->path_count; i++)
		if (!scn__subset(r, want->paths[i].value, scn__at_path(body, want->paths[i].path),
				 NULL))
			return false;
	return (!want->by || want->by == w->by) &&
	       (!want->uid || scnr__value(r, want->uid, w->uid)) &&
	       (!want->with || scn__subset(r, want->with, body, NULL)) && answered(r, want, w) &&
	       (!want->while_name.len || (w->status < 400 && existed(r, want->while_name, w)));
}

bool scn__item(struct scn__run *r, const struct scn__item *want, const struct scn__rec *have,
	       const struct scn__rec *before)
{
	size_t names = r->name_count;
	bool found;

	if (want->verb != have->verb && want->verb != SCN_V_ANY_REQUEST)
		return false;
	if (want->has_after) {
		int64_t gap = have->at_ns - (before ? before->at_ns : 0);

		if (gap < want->after_min_ns || gap > want->after_max_ns)
			return false;
	}
	if (want->verb <= SCN_V_ANY_REQUEST)
		found = request(r, want, have);
	else if (want->verb <= SCN_V_DELETE)
		found = notification(r, want, have);
	else
		found = written(r, want, have);
	if (!found)
		r->name_count = names;
	return found;
}

/* --- streams --- */

struct walk {
	struct scn__run *r;
	const struct scn__stream *want;
	struct scn__rec *const *recs;
	size_t count, item, rec; /* item, rec: as far as it ever came */
	uint64_t steps;		 /* gaps beside gaps grow fast: bounded */
};

enum { WALK_STEPS_MAX = 1000000, GROUP_MAX = 64 };

static bool walk(struct walk *w, size_t item, size_t rec);

static const struct scn__rec *before(const struct walk *w, size_t rec)
{
	return rec ? w->recs[rec - 1] : NULL;
}

/* Takes the group's items in any order; `left` has a bit for each that is not taken yet. */
static bool walk_group(struct walk *w, size_t item, uint64_t left, size_t rec)
{
	const struct scn__item *group = &w->want->items[item];

	if (!left)
		return walk(w, item + 1, rec);
	if (item == w->item && rec > w->rec)
		w->rec = rec;
	for (size_t i = 0; i < group->item_count && i < GROUP_MAX; i++) {
		size_t names = w->r->name_count;

		if (!(left >> i & 1) || rec >= w->count || w->steps++ > WALK_STEPS_MAX)
			continue;
		if (scn__item(w->r, &group->items[i], w->recs[rec], before(w, rec)) &&
		    walk_group(w, item, left & ~(1ULL << i), rec + 1))
			return true;
		w->r->name_count = names;
	}
	return false;
}

static bool walk(struct walk *w, size_t item, size_t rec)
{
	const struct scn__item *want = &w->want->items[item];
	size_t names = w->r->name_count;

	if (item > w->item) {
		w->item = item;
		w->rec = rec;
	}
	if (w->steps++ > WALK_STEPS_MAX)
		return false;
	if (item == w->want->count)
		return rec == w->count;
	switch (want->kind) {
	case SCN_GAP:
		for (size_t k = rec; k <= w->count; k++) {
			if (walk(w, item + 1, k))
				return true;
			w->r->name_count = names;
		}
		return false;
	case SCN_ANY_ORDER:
		return walk_group(w, item,
				  want->item_count >= GROUP_MAX ? UINT64_MAX
								: (1ULL << want->item_count) - 1,
				  rec);
	case SCN_ONE:
		break;
	}
	return rec < w->count && scn__item(w->r, want, w->recs[rec], before(w, rec)) &&
	       walk(w, item + 1, rec + 1);
}

bool scn__stream(struct scn__run *r, const struct scn__stream *want, struct scn__rec *const *recs,
		 size_t count, size_t *item, size_t *rec)
{
	struct walk w = { .r = r, .want = want, .recs = recs, .count = count };
	size_t names = r->name_count;
	bool found = walk(&w, 0, 0);

	if (!found)
		r->name_count = names;
	*item = w.item;
	*rec = w.rec;
	return found;
}
