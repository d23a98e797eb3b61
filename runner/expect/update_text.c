/* SPDX-License-Identifier: Apache-2.0 */
/* update_text.c - formats values and items for --update. Keeps the text of values that still hold:
 * patterns, names and the words of a line. */
#include "base/text/ascii.h"
#include "runner/expect/update.h"

/* --- the source --- */

size_t expect__begin_of(const struct scnu__update *up, const struct scn__node *node)
{
	return scn__updates_offset(up->u, node->pos);
}

/* The end of the node; for a block collection the end of its last value. */
size_t expect__end_of(const struct scnu__update *up, const struct scn__node *node)
{
	if (node->block && node->kind == SCN_LIST && node->count)
		return expect__end_of(up, &node->items[node->count - 1]);
	if (node->block && node->kind == SCN_MAP && node->count)
		return expect__end_of(up, node->entries[node->count - 1].value);
	return scn__updates_offset(up->u, node->end);
}

struct str expect__slice(const struct scnu__update *up, size_t from, size_t to)
{
	return (struct str) { up->u->text.ptr + from, to > from ? to - from : 0 };
}

struct str expect__source_of(const struct scnu__update *up, const struct scn__node *node)
{
	return expect__slice(up, expect__begin_of(up, node), expect__end_of(up, node));
}

/* The node comes from a constant or a cell's value, so its text also belongs to other places. */
bool expect__is_variable(const struct scnu__update *up, const struct scn__node *node)
{
	struct str s = expect__source_of(up, node);

	return s.len && memchr(s.ptr, '$', s.len) &&
	       !(node->kind == SCN_SCALAR && str_eq(node->text, s));
}

/* --- YAML --- */

/* Whether YAML reads the text as another kind of value, in any spelling ("True"), or the language
 * as a keyword. */
static bool is_word(struct str text)
{
	static const char *const words[] = { "null", "true", "false", "any", "absent", "~" };

	for (size_t i = 0; i < ARRAY_LEN(words); i++)
		if (ascii_eq_nocase(text, str_of(words[i])))
			return true;
	return false;
}

/* Appends `text` as a YAML scalar, without quotes if possible. */
void expect__add_scalar(struct strbuf *out, struct str text, bool string)
{
	static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
				      "0123456789_-./ =@>$<:";
	bool plain = text.len > 0 && text.ptr[0] != ' ' && text.ptr[text.len - 1] != ' ' &&
		     !strchr("-=@><$:./", text.ptr[0]) && text.ptr[text.len - 1] != ':';

	for (size_t i = 0; i < text.len && plain; i++)
		plain = strchr(letters, text.ptr[i]) && text.ptr[i] &&
			!(text.ptr[i] == ':' && text.ptr[i + 1] == ' ');
	plain = plain && !(string && is_word(text));
	if (string && plain && text.ptr[0] >= '0' && text.ptr[0] <= '9')
		plain = false; /* possibly a number */
	if (plain) {
		strbuf_adds(out, text);
		return;
	}
	if (!memchr(text.ptr, '\n', text.len) && !memchr(text.ptr, '\t', text.len)) {
		strbuf_addc(out, '\'');
		for (size_t i = 0; i < text.len; i++) {
			if (text.ptr[i] == '\'')
				strbuf_addc(out, '\'');
			strbuf_addc(out, text.ptr[i]);
		}
		strbuf_addc(out, '\'');
		return;
	}
	strbuf_add_json(out, text);
}

void expect__replace_node(struct scnu__update *up, const struct scn__node *node, struct str text)
{
	size_t from = expect__begin_of(up, node), to = expect__end_of(up, node);

	if (!node->pos.line || expect__is_variable(up, node)) {
		scn__updates_refuse(up->u, "line %u has a variable", node->pos.line);
		return;
	}
	/* replace `key:` with lines below it by `key: text` */
	if (node->block && node->kind != SCN_SCALAR) {
		while (from > 0 && up->u->text.ptr[from - 1] != ':')
			from--;
		scn__updates_edit(up->u, from, to,
				  world__printf(up->r, " " STR_FMT, STR_ARG(text)));
		return;
	}
	scn__updates_edit(up->u, from, to, text);
}

/* --- values --- */

struct str expect__name_of(const struct scnu__update *up, const struct scn__node *want,
			   struct str have)
{
	for (size_t i = 0; i < up->r->name_count && want->form == SCN_NAME; i++)
		if (str_eq(up->r->names[i].value, have))
			return up->r->names[i].name;
	return STR("");
}

/* --- the items of a stream, in one line --- */

static void add_value(struct scnu__update *up, struct strbuf *out, const char *before,
		      const struct scn__node *want, struct str have)
{
	if (!want)
		return;
	strbuf_addz(out, before);
	if (expect__value_fits(up->r, want, have) || (!want->text.len && !have.len)) {
		strbuf_adds(out, want->text.len ? want->text : STR("\"\""));
		return;
	}
	if (expect__name_of(up, want, have).len)
		strbuf_addf(out, "$" STR_FMT, STR_ARG(expect__name_of(up, want, have)));
	else
		strbuf_adds(out, have.len ? have : STR("\"\""));
}

static void add_answer(struct scnu__update *up, struct strbuf *out, const struct scn__item *want,
		       const struct scn__rec *q)
{
	static const char *const words[] = {
		[SCN_ANSWER_GONE] = "gone",   [SCN_ANSWER_REFUSED] = "refused",
		[SCN_ANSWER_RESET] = "reset", [SCN_ANSWER_NONE] = "open",
		[SCN_ANSWER_ANY] = "any",
	};

	if (want->answer != SCN_ANSWER_UNCHECKED) {
		strbuf_addz(out, " -> ");
		if (expect__answer_fits(want, q) && want->answer != SCN_ANSWER_STATUS)
			strbuf_addz(out, words[want->answer]);
		else if (q->refused || q->gone || (q->reset && !q->status) || !q->status)
			strbuf_addz(out, q->refused ? "refused"
					 : q->gone  ? "gone"
					 : q->reset ? "reset"
						    : "open");
		else
			strbuf_addf(out, "%d", q->status);
		if (want->answer_rv && q->status && !q->gone)
			add_value(up, out, "@", want->answer_rv, q->answer_rv);
	}
	if (want->backend >= 0)
		strbuf_addf(out, " from " STR_FMT,
			    STR_ARG(up->r->cell->world.backends[q->backend]));
}

static void add_flag(struct strbuf *out, enum scn__maybe want, bool have, const char *yes,
		     const char *no)
{
	if (want != SCN_UNCHECKED)
		strbuf_addz(out, have ? yes : no);
}

static bool is_true(struct scn__run *r, const struct scn__rec *q, const char *name)
{
	return str_eqz(world__query(r, q->query, name), "true");
}

static void add_gap(struct strbuf *out, const struct scn__pair *p)
{
	int64_t gap = p->rec->at_ns - (p->before ? p->before->at_ns : 0);
	char min[32], max[32];
	bool fits = gap >= p->item->after_min_ns && gap <= p->item->after_max_ns;

	if (!p->item->has_after)
		return;
	duration_format(fits ? p->item->after_min_ns : gap, min, sizeof(min));
	duration_format(fits ? p->item->after_max_ns : gap, max, sizeof(max));
	strbuf_addf(out, " after=%s..%s", min, max);
}

static void request_line(struct scnu__update *up, const struct scn__pair *p, struct strbuf *out)
{
	const struct scn__item *w = p->item;
	const struct scn__rec *q = p->rec;
	struct scn__run *r = up->r;
	const struct {
		const struct scn__node *want;
		const char *before, *name;
	} params[] = {
		{ w->rv, " rv=", "resourceVersion" },
		{ w->rv_match, " match=", "resourceVersionMatch" },
		{ w->limit, " limit=", "limit" },
		{ w->continue_, " continue=", "continue" },
		{ w->label_selector, " labels=", "labelSelector" },
		{ w->field_selector, " fields=", "fieldSelector" },
		{ w->timeout, " timeout=", "timeoutSeconds" },
	};

	for (size_t i = 0; i < ARRAY_LEN(params); i++)
		add_value(up, out, params[i].before, params[i].want,
			  params[i].want ? world__query(r, q->query, params[i].name) : STR(""));
	add_flag(out, w->bookmarks, is_true(r, q, "allowWatchBookmarks"), " bookmarks",
		 " no-bookmarks");
	add_flag(out, w->initial_events, is_true(r, q, "sendInitialEvents"), " initial-events",
		 " no-initial-events");
	add_value(up, out, " namespace=", w->namespace_, q->ns);
	add_gap(out, p);
	add_answer(up, out, w, q);
}

static void notification_line(struct scnu__update *up, const struct scn__pair *p,
			      struct strbuf *out)
{
	const struct scn__item *w = p->item;
	const struct scn__rec *n = p->rec;

	if (w->verb == SCN_V_UPDATE && w->old_rv) {
		add_value(up, out, " ", w->old_rv, n->old_rv);
		add_value(up, out, "->", w->rv, n->rv);
	} else {
		add_value(up, out, " rv=", w->rv, n->rv);
	}
	add_value(up, out, " uid=", w->uid, n->uid);
	add_flag(out, w->initial, n->initial, " initial", " live");
	add_flag(out, w->unknown, n->unknown, " unknown", " known");
	add_gap(out, p);
}

/* The value of the path as the item's line states it. */
static struct str path_value(const struct scn__item *w, struct str path)
{
	struct str line = w->text;

	for (size_t i = 0; i + path.len + 1 < line.len; i++) {
		const char *p = line.ptr + i;

		if ((i == 0 || p[-1] == ' ') && memcmp(p, path.ptr, path.len) == 0 &&
		    p[path.len] == '=') {
			const char *end = memchr(p, ' ', line.len - i);
			size_t len = end ? (size_t)(end - p) : line.len - i;

			return (struct str) { p + path.len + 1, len - path.len - 1 };
		}
	}
	return STR("");
}

static void write_line(struct scnu__update *up, const struct scn__pair *p, struct strbuf *out)
{
	const struct scn__item *w = p->item;
	json_t body = { p->rec->body.ptr, p->rec->body.len };

	add_value(up, out, " rv=", w->rv, p->rec->rv);
	add_value(up, out, " uid=", w->uid, p->rec->uid);
	if (w->subresource)
		strbuf_addf(out, " subresource=" STR_FMT,
			    STR_ARG(p->rec->subresource.len ? p->rec->subresource : STR("-")));
	for (size_t i = 0; i < w->path_count; i++) {
		json_t have = world__at_path(body, w->paths[i].path);

		strbuf_addf(out, " " STR_FMT "=", STR_ARG(w->paths[i].path));
		if (expect__subset_fits(up->r, w->paths[i].value, have, NULL))
			strbuf_adds(out, path_value(w, w->paths[i].path));
		else if (have.len && !memchr(have.ptr, ' ', have.len))
			strbuf_add(out, have.ptr, have.len);
		else
			scn__updates_refuse(up->u, "line %u: " STR_FMT " does not fit in a line",
					    w->pos.line, STR_ARG(w->paths[i].path));
	}
	if (w->by)
		strbuf_addf(out, " by " STR_FMT,
			    STR_ARG(p->rec->by ? p->rec->by->name : w->by->name));
	if (w->while_name.len)
		strbuf_addf(out, " while $" STR_FMT " exists", STR_ARG(w->while_name));
	add_answer(up, out, w, p->rec);
}

/* Appends the shortest text of a record that the file does not have yet. */
static void new_line(struct scnu__update *up, const struct scn__rec *rec, struct strbuf *out)
{
	struct str rv;

	if (rec->verb <= SCN_V_ANY_REQUEST) {
		rv = world__query(up->r, rec->query, "resourceVersion");
		strbuf_addf(out, " rv=" STR_FMT, STR_ARG(rv.len ? rv : STR("\"\"")));
		if (rec->refused || rec->gone || rec->reset)
			strbuf_addf(out, " -> %s",
				    rec->refused ? "refused"
				    : rec->gone	 ? "gone"
						 : "reset");
		else if (rec->status && rec->status != 200)
			strbuf_addf(out, " -> %d", rec->status);
		return;
	}
	if (rec->verb >= SCN_V_W_CREATE) {
		if (rec->status >= 400)
			strbuf_addf(out, " -> %d", rec->status);
		return;
	}
	if (rec->verb == SCN_V_UPDATE)
		strbuf_addf(out, " " STR_FMT "->" STR_FMT, STR_ARG(rec->old_rv), STR_ARG(rec->rv));
	if (rec->verb == SCN_V_ADD)
		strbuf_addf(out, " rv=" STR_FMT "%s", STR_ARG(rec->rv),
			    rec->initial ? " initial" : "");
	if (rec->unknown)
		strbuf_addz(out, " unknown");
}

struct str expect__item_line(struct scnu__update *up, const struct scn__pair *p)
{
	const struct scn__rec *rec = p->rec;
	AUTO_STRBUF b = STRBUF_INIT;
	AUTO_STRBUF quoted = STRBUF_INIT;

	strbuf_addf(&b, "%s " STR_FMT, scn__verb_word(rec->verb), STR_ARG(rec->type->name));
	if (rec->name.len)
		strbuf_addf(&b, "/" STR_FMT "%s" STR_FMT, STR_ARG(rec->ns), rec->ns.len ? "/" : "",
			    STR_ARG(rec->name));
	if (!p->item || p->item->verb != rec->verb)
		new_line(up, rec, &b);
	else if (rec->verb <= SCN_V_ANY_REQUEST)
		request_line(up, p, &b);
	else if (rec->verb <= SCN_V_DELETE)
		notification_line(up, p, &b);
	else
		write_line(up, p, &b);
	expect__add_scalar(&quoted, strbuf_str(&b), false);
	return world__copy(up->r, strbuf_str(&quoted));
}

/* --- the items of a stream, as maps --- */

/* Edits the values in the item's own text and returns the text. */
struct str expect__item_map(struct scnu__update *up, const struct scn__pair *p)
{
	const struct scn__item *w = p->item;
	const struct scn__rec *rec = p->rec;
	size_t from = expect__begin_of(up, w->node), to = expect__end_of(up, w->node);
	json_t have =
	    rec->obj ? expect__json_of(rec->obj) : (json_t) { rec->body.ptr, rec->body.len };
	struct scn__updates mine, *all = up->u;
	AUTO_STRBUF out = STRBUF_INIT;
	AUTO_STRBUF whole = STRBUF_INIT;
	const struct {
		const struct scn__node *want;
		struct str have;
	} values[] = { { w->rv, rec->rv }, { w->old_rv, rec->old_rv }, { w->uid, rec->uid } };

	if (w->verb != rec->verb || w->verb <= SCN_V_ANY_REQUEST) {
		scn__updates_refuse(all, "line %u: an item written as a map", w->pos.line);
		return STR("");
	}
	scn__updates_init(&mine, all->text);
	scn__updates_begin(&mine, w->pos);
	up->u = &mine;
	for (size_t i = 0; i < ARRAY_LEN(values); i++)
		if (values[i].want && !expect__value_fits(up->r, values[i].want, values[i].have))
			expect__replace_node(up, values[i].want, values[i].have);
	if (w->with)
		expect__replace_subset(up, w->with, have);
	if (w->old)
		expect__replace_subset(up, w->old, expect__json_of(rec->old));
	up->u = all;
	if (!scn__updates_apply(&mine, &whole) || mine.checked[0].refused.len ||
	    !mine.checked[0].edit_count)
		scn__updates_refuse(all, "line %u: an item written as a map", w->pos.line);
	else
		strbuf_add(&out, whole.ptr + from, to - from + whole.len - all->text.len);
	scn__updates_fini(&mine);
	return world__copy(up->r, strbuf_str(&out));
}

/* --- states --- */

void expect__add_keys(struct strbuf *out, const struct inf_strings *keys)
{
	strbuf_addc(out, '[');
	for (size_t i = 0; i < keys->len; i++) {
		strbuf_addz(out, i ? ", " : "");
		expect__add_scalar(out, str_of(keys->items[i]), true);
	}
	strbuf_addc(out, ']');
}

void expect__refuse_wobble(struct scnu__update *up, struct scn__pos pos)
{
	scn__updates_refuse(up->u, "line %u: two runs of the program differ", pos.line);
}

void expect__set_if_other(struct scnu__update *up, const struct scn__node *node, struct str is)
{
	if (!node || expect__value_fits(up->r, node, is))
		return;
	if (up->r->opt->updates_again)
		expect__refuse_wobble(up, node->pos);
	else
		expect__replace_node(up, node, is);
}
