/* SPDX-License-Identifier: Apache-2.0 */
/* fmt.c - finds what the canonical form of a scenario changes: the place of each element, keys,
 * one-line forms. */
#include "runner/rewrite/fmt.h"

#include "base/alloc.h"
#include "runner/language/build.h"
#include "runner/rewrite/fmt_impl.h"

enum { LEADS_MAX = SCN_DEPTH_MAX + 1, LINE_BYTES_MAX = 16 << 10, PASSES_MAX = 3 };

/* --- lines --- */

static int split_lines(struct fmt *f, struct str text)
{
	size_t count = 1;
	const char *p = text.ptr, *end = p + text.len;

	for (size_t i = 0; i < text.len; i++)
		count += text.ptr[i] == '\n';
	f->lines = runner__arena_alloc(&f->arena, count * sizeof(*f->lines));
	if (!f->lines)
		return RELIST_ENOMEM;
	while (p < end) {
		const char *nl = memchr(p, '\n', (size_t)(end - p));
		size_t len = (size_t)((nl ? nl : end) - p);

		if (len && p[len - 1] == '\r')
			len--;
		/* Columns are counted from the line's start each time: slow. */
		if (len > LINE_BYTES_MAX) {
			scn__error(f->errors, (struct scn__pos) { (uint32_t)f->line_count + 1, 1 },
				   false, "a line of %zu bytes: fmt takes at most %d", len,
				   LINE_BYTES_MAX);
			return RELIST_EPARSE;
		}
		f->lines[f->line_count++].text = (struct str) { p, len };
		p = nl ? nl + 1 : end;
	}
	return 0;
}

static struct line *line_at(struct fmt *f, uint32_t number)
{
	return number >= 1 && number <= f->line_count ? &f->lines[number - 1] : NULL;
}

static void reach(struct fmt *f, struct scn__pos end)
{
	struct line *l = line_at(f, end.line);

	if (l && end.column > l->content_end)
		l->content_end = end.column;
}

static void add_lead(struct fmt *f, uint32_t number, struct lead lead)
{
	struct line *l = line_at(f, number);

	if (!l)
		return;
	if (!l->leads)
		l->leads = runner__arena_alloc(&f->arena, LEADS_MAX * sizeof(*l->leads));
	if (l->leads && l->lead_count < LEADS_MAX)
		l->leads[l->lead_count++] = lead;
}

static void add_edit(struct fmt *f, uint32_t line, uint32_t from, uint32_t to, struct str text)
{
	if (f->edit_count == f->edit_cap) {
		size_t cap = f->edit_cap ? f->edit_cap * 2 : 64;
		struct edit *edits = base__reallocarray(f->edits, cap, sizeof(*edits));

		if (!edits) {
			f->errors->failed = true;
			return;
		}
		f->edits = edits;
		f->edit_cap = cap;
	}
	f->edits[f->edit_count++] =
	    (struct edit) { line, from, to, runner__arena_str(&f->arena, text) };
}

/* --- keys --- */

/* The column after the key's last character, or 0 if the key is written in another way. */
static uint32_t key_end(struct fmt *f, const struct scn__entry *e)
{
	struct line *l = line_at(f, e->pos.line);
	struct str rest;
	size_t at = 1;

	if (!l)
		return 0;
	rest = scn__fmt_slice(l->text, e->pos.column, UINT32_MAX);
	if (rest.len && (rest.ptr[0] == '"' || rest.ptr[0] == '\'')) {
		while (at < rest.len && rest.ptr[at] != rest.ptr[0])
			at += rest.ptr[0] == '"' && rest.ptr[at] == '\\' ? 2 : 1;
		if (at >= rest.len)
			return 0;
		/* '' is a quote inside quotes. */
		if (at + 1 < rest.len && rest.ptr[at + 1] == rest.ptr[0])
			return 0;
		return e->pos.column + scn__fmt_chars((struct str) { rest.ptr, at + 1 });
	}
	if (rest.len < e->key.len || memcmp(rest.ptr, e->key.ptr, e->key.len) != 0)
		return 0;
	return e->pos.column + scn__fmt_chars(e->key);
}

/* The column of the colon, or 0. */
static uint32_t colon_of(struct fmt *f, const struct scn__entry *e)
{
	uint32_t column = key_end(f, e);
	struct line *l = line_at(f, e->pos.line);
	struct str rest;
	size_t at = 0;

	if (!column)
		return 0;
	rest = scn__fmt_slice(l->text, column, UINT32_MAX);
	while (at < rest.len && rest.ptr[at] == ' ')
		at++;
	return at < rest.len && rest.ptr[at] == ':' ? column + (uint32_t)at : 0;
}

/* --- collections in brackets --- */

static bool one_line(const struct scn__node *node)
{
	return node->pos.line == node->end.line;
}

static bool is_empty(const struct scn__node *node)
{
	return node->kind == SCN_SCALAR && !node->quoted && node->text.len == 0;
}

static bool add_flow(struct fmt *f, const struct scn__node *node, struct strbuf *out);

static bool add_flow_entry(struct fmt *f, const struct scn__entry *e, struct strbuf *out)
{
	uint32_t end = key_end(f, e);

	if (!end)
		return false;
	strbuf_adds(out, scn__fmt_slice(line_at(f, e->pos.line)->text, e->pos.column, end));
	strbuf_addz(out, ": ");
	return is_empty(e->value) || add_flow(f, e->value, out);
}

static bool add_flow(struct fmt *f, const struct scn__node *node, struct strbuf *out)
{
	if (node->kind == SCN_SCALAR) {
		struct line *l = line_at(f, node->pos.line);

		if (!one_line(node) || !l)
			return false;
		strbuf_adds(out, scn__fmt_slice(l->text, node->pos.column, node->end.column));
		return true;
	}
	strbuf_addc(out, node->kind == SCN_LIST ? '[' : '{');
	for (size_t i = 0; i < node->count; i++) {
		if (i)
			strbuf_addz(out, ", ");
		if (node->kind == SCN_LIST ? !add_flow(f, &node->items[i], out)
					   : !add_flow_entry(f, &node->entries[i], out))
			return false;
	}
	strbuf_addc(out, node->kind == SCN_LIST ? ']' : '}');
	return true;
}

static void format_flow(struct fmt *f, const struct scn__node *node)
{
	AUTO_STRBUF out = STRBUF_INIT;

	if (one_line(node) && add_flow(f, node, &out))
		add_edit(f, node->pos.line, node->pos.column, node->end.column, strbuf_str(&out));
	f->errors->failed |= out.failed;
}

/* --- the walk --- */

static void keep_lines(struct fmt *f, uint32_t from, uint32_t to)
{
	for (uint32_t i = from; i <= to; i++)
		if (line_at(f, i))
			line_at(f, i)->verbatim = true;
}

static void walk(struct fmt *f, const struct scn__node *node, uint32_t target);

/* A text block ends one line before the next element. */
static void walk_leaf(struct fmt *f, const struct scn__node *node)
{
	uint32_t last = node->end.line;

	if (node->kind == SCN_SCALAR && node->block) {
		if (node->end.column == 1 && last > node->pos.line)
			last--;
		keep_lines(f, node->pos.line + 1, last);
		return;
	}
	if (!one_line(node)) {
		keep_lines(f, node->pos.line + 1, last);
		return;
	}
	reach(f, node->end);
	if (node->kind != SCN_SCALAR)
		format_flow(f, node);
}

static void walk_map(struct fmt *f, const struct scn__node *node, uint32_t target)
{
	for (size_t i = 0; i < node->count; i++) {
		const struct scn__entry *e = &node->entries[i];
		uint32_t colon = colon_of(f, e);
		bool block = e->value->kind != SCN_SCALAR && e->value->block;

		add_lead(f, e->pos.line, (struct lead) { e->pos.column, target, false });
		if (colon) {
			uint32_t end = key_end(f, e);

			reach(f, (struct scn__pos) { e->pos.line, colon + 1 });
			if (is_empty(e->value) || e->value->pos.line != e->pos.line)
				add_edit(f, e->pos.line, end, colon + 1, STR(":"));
			else
				add_edit(f, e->pos.line, end, e->value->pos.column, STR(": "));
		}
		walk(f, e->value, block ? target + 2 : 0);
	}
}

static bool is_dash(struct fmt *f, uint32_t number, uint32_t column)
{
	struct line *l = line_at(f, number);
	struct str s = l ? scn__fmt_slice(l->text, column, column + 1) : STR("");

	return str_eqz(s, "-");
}

static void walk_list(struct fmt *f, const struct scn__node *node, uint32_t target)
{
	uint32_t previous = 0;

	for (size_t i = 0; i < node->count; i++) {
		const struct scn__node *item = &node->items[i];
		uint32_t number = item->pos.line;

		while (number > previous + 1 && !is_dash(f, number, node->pos.column))
			number--;
		if (is_dash(f, number, node->pos.column)) {
			add_lead(f, number, (struct lead) { node->pos.column, target, true });
			reach(f, (struct scn__pos) { number, node->pos.column + 1 });
		}
		previous = number;
		walk(f, item, target + 2);
	}
}

static void walk(struct fmt *f, const struct scn__node *node, uint32_t target)
{
	if (node->kind == SCN_SCALAR || !node->block)
		walk_leaf(f, node);
	else if (node->kind == SCN_MAP)
		walk_map(f, node, target);
	else
		walk_list(f, node, target);
}

/* --- comparison of the trees --- */

static bool same(const struct scn__node *a, const struct scn__node *b)
{
	if (a->kind != b->kind || a->count != b->count)
		return false;
	if (a->kind == SCN_SCALAR)
		return a->quoted == b->quoted && str_eq(a->text, b->text);
	for (size_t i = 0; i < a->count; i++) {
		if (a->kind == SCN_LIST ? !same(&a->items[i], &b->items[i])
					: !str_eq(a->entries[i].key, b->entries[i].key) ||
					      !same(a->entries[i].value, b->entries[i].value))
			return false;
	}
	return true;
}

static int finish(struct fmt *f, int rc)
{
	if (f->errors->failed || f->arena.failed)
		rc = RELIST_ENOMEM;
	base__free(f->edits);
	runner__arena_fini(&f->arena);
	return rc;
}

static int start(struct fmt *f, struct str text, struct scn__errors *errors)
{
	*f = (struct fmt) { .errors = errors };
	runner__arena_init(&f->arena);
	f->root = scn__yaml_read(&f->arena, text, errors);
	if (!f->root || errors->error_count)
		return RELIST_EPARSE;
	return split_lines(f, text);
}

static int layout(struct str text, struct strbuf *out, struct scn__errors *errors)
{
	const struct scn__node *again;
	struct fmt f;
	int rc = start(&f, text, errors);

	if (rc)
		return finish(&f, rc);
	if (!f.root->block)
		add_lead(&f, f.root->pos.line, (struct lead) { f.root->pos.column, 1, false });
	walk(&f, f.root, 1);
	scn__fmt_write_moved(&f, out);
	if (out->failed || errors->failed || f.arena.failed)
		return finish(&f, RELIST_ENOMEM);
	again = scn__yaml_read(&f.arena, strbuf_str(out), errors);
	if (again && !errors->error_count && same(f.root, again))
		return finish(&f, 0);
	if (!errors->failed && !errors->error_count)
		scn__error(errors, (struct scn__pos) { 1, 1 }, false,
			   "the file is written in a way that cannot be formatted");
	return finish(&f, RELIST_EPARSE);
}

/* --- keys and short forms --- */

static void respell(struct fmt *f, const struct scn__node *map, const struct scn__arg *args,
		    size_t count)
{
	for (size_t i = 0; map && map->kind == SCN_MAP && i < map->count; i++) {
		const struct scn__entry *e = &map->entries[i];
		uint32_t end = key_end(f, e);

		for (size_t j = 0; j < count && end; j++)
			if (scn__key_is(e->key, args[j].key) && !str_eqz(e->key, args[j].key) &&
			    end - e->pos.column == scn__fmt_chars(e->key))
				add_edit(f, e->pos.line, e->pos.column, end, str_of(args[j].key));
	}
}

static void respell_each(struct fmt *f, const struct scn__node *map, enum scn__group group)
{
	size_t count;
	const struct scn__arg *args = scn__group_args(group, &count);

	for (size_t i = 0; map && map->kind == SCN_MAP && i < map->count; i++)
		respell(f, map->entries[i].value, args, count);
}

static void shorten_items(struct fmt *f, const struct scn__node *list,
			  enum scn__section_kind stream)
{
	for (size_t i = 0; list && list->kind == SCN_LIST && i < list->count; i++) {
		const struct scn__node *item = &list->items[i];
		AUTO_STRBUF line = STRBUF_INIT;

		if (item->kind != SCN_MAP)
			continue;
		if (scn__get(item, "any-order"))
			shorten_items(f, scn__get(item, "any-order"), stream);
		else if (!item->block && one_line(item) && scn__item_line(item, stream, &line))
			add_edit(f, item->pos.line, item->pos.column, item->end.column,
				 strbuf_str(&line));
		f->errors->failed |= line.failed;
	}
}

static void shorten_expect(struct fmt *f, const struct scn__node *expect)
{
	const struct scn__node *handlers = scn__get(expect, "handlers");

	shorten_items(f, scn__get(expect, "requests"), SCN_S_REQUESTS);
	shorten_items(f, scn__get(expect, "writes"), SCN_S_WRITES);
	for (size_t i = 0; handlers && handlers->kind == SCN_MAP && i < handlers->count; i++)
		shorten_items(f, handlers->entries[i].value, SCN_S_HANDLERS);
}

static void edit_steps(struct fmt *f, const struct scn__node *steps)
{
	for (size_t i = 0; steps && steps->kind == SCN_LIST && i < steps->count; i++) {
		const struct scn__node *step = &steps->items[i];

		shorten_expect(f, scn__get(step, "expect"));
		for (size_t j = 0; j < scn__verb_doc_count; j++) {
			size_t count;
			const struct scn__arg *args =
			    scn__step_args((enum scn__step_kind)j, &count);

			respell(f, scn__get(step, scn__verb_docs[j].word), args, count);
		}
	}
}

static int rewrite(struct str text, struct strbuf *out, struct scn__errors *errors)
{
	const struct scn__node *world;
	struct fmt f;
	int rc = start(&f, text, errors);
	size_t count;
	const struct scn__arg *args;

	if (rc)
		return finish(&f, rc);
	world = scn__get(f.root, "world");
	args = scn__group_args(SCN_G_SERVER, &count);
	respell(&f, scn__get(world, "server"), args, count);
	respell_each(&f, scn__get(world, "informers"), SCN_G_INFORMER);
	respell_each(&f, scn__get(world, "controllers"), SCN_G_CONTROLLER);
	edit_steps(&f, scn__get(f.root, "steps"));
	scn__fmt_write_edited(&f, out);
	return finish(&f, out->failed ? RELIST_ENOMEM : 0);
}

static int format_once(struct str text, struct strbuf *out, struct scn__errors *errors)
{
	AUTO_STRBUF first = STRBUF_INIT;
	int rc = rewrite(text, &first, errors);

	return rc ? rc : layout(strbuf_str(&first), out, errors);
}

/* Moving a comment may make room for another change: the form is canonical once it is stable. */
int scn__fmt(struct str text, struct strbuf *out, struct scn__errors *errors)
{
	AUTO_STRBUF before = STRBUF_INIT;
	int rc = format_once(text, out, errors);

	for (unsigned pass = 0; !rc && pass < PASSES_MAX; pass++) {
		strbuf_clear(&before);
		strbuf_adds(&before, strbuf_str(out));
		if (before.failed)
			return RELIST_ENOMEM;
		strbuf_clear(out);
		rc = format_once(strbuf_str(&before), out, errors);
		if (!rc && str_eq(strbuf_str(&before), strbuf_str(out)))
			return 0;
	}
	if (!rc) {
		scn__error(errors, (struct scn__pos) { 1, 1 }, false,
			   "the file is written in a way that cannot be formatted");
		rc = RELIST_EPARSE;
	}
	return rc;
}
