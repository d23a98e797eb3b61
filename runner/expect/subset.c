/* SPDX-License-Identifier: Apache-2.0 */
/* subset.c - compares an object with the subset that a scenario states. */
#include "runner/expect/expect.h"

/* Collects mismatches, one line each. If `out` is NULL, the comparison stops at the first
 * mismatch. */
struct why {
	struct strbuf *out;
	struct strbuf path;
};

void expect__add_want(struct scn__run *r, const struct scn__node *want, struct strbuf *out)
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
	expect__add_want(r, want, w->out);
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
	struct why ignored = { NULL, STRBUF_INIT };
	struct json_iter it;
	json_t item;
	size_t i = 0;

	if (json_kind(have) != JSON_ARRAY)
		return !want->count && !have.len;
	json_iter_init(&it, have);
	for (; json_iter_element(&it, &item); i++)
		if (i >= want->count || !subset(r, &want->items[i], item, &ignored))
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

bool expect__subset_fits_at(struct scn__run *r, const struct scn__node *want, json_t have,
			    struct str path, struct strbuf *why)
{
	struct why w = { why, STRBUF_INIT };
	bool good;

	if (why)
		strbuf_adds(&w.path, path);
	good = subset(r, want, have, &w);
	strbuf_fini(&w.path);
	return good;
}

bool expect__subset_fits(struct scn__run *r, const struct scn__node *want, json_t have,
			 struct strbuf *why)
{
	return expect__subset_fits_at(r, want, have, STR(""), why);
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
		expect__add_want(r, e->value, &text);
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
