/* SPDX-License-Identifier: Apache-2.0 */
#include "runner/shrink/tree.h"

#include "base/alloc.h"
#include "runner/rewrite/update.h"

/* --- reading --- */

struct reader {
	struct shrink__tree *tree;
	struct scn__updates lines; /* converts positions to offsets */
};

static void add_part(struct reader *r, struct shrink__part *p)
{
	struct shrink__tree *t = r->tree;

	if (t->count == t->cap) {
		size_t cap = t->cap ? 2 * t->cap : 256;
		struct shrink__part **parts = base__reallocarray(t->parts, cap, sizeof(*parts));

		if (!parts) {
			t->arena.failed = true;
			return;
		}
		t->parts = parts;
		t->cap = cap;
	}
	t->parts[t->count++] = p;
}

static size_t trimmed(const struct shrink__tree *t, size_t from, size_t to)
{
	while (to > from && strchr(" \t\r\n", t->source.ptr[to - 1]))
		to--;
	return to;
}

/* libyaml ends a block element at the start of the next one. */
static size_t end_of(struct reader *r, const struct shrink__part *p)
{
	const struct scn__node *n = p->node;

	if (n->kind != SCN_SCALAR && n->block && p->count)
		return p->items[p->count - 1]->end;
	return trimmed(r->tree, p->value, scn__updates_offset(&r->lines, n->end));
}

static struct shrink__part *read(struct reader *r, const struct scn__node *node,
				 struct shrink__part *parent, const struct scn__entry *entry)
{
	struct shrink__tree *t = r->tree;
	struct shrink__part *p = runner__arena_alloc(&t->arena, sizeof(*p));

	if (!p)
		return NULL;
	p->node = node;
	p->parent = parent;
	p->depth = parent ? parent->depth + 1 : 0;
	p->value = p->start = scn__updates_offset(&r->lines, node->pos);
	if (parent)
		add_part(r, p);
	if (entry) {
		p->key = entry->key;
		p->start = scn__updates_offset(&r->lines, entry->pos);
	}
	/* a missing value is reported at the start of the next element */
	if (entry && node->kind == SCN_SCALAR && !node->quoted && !node->text.len) {
		const char *colon = memchr(t->source.ptr + p->start, ':', t->source.len - p->start);

		p->value = colon ? (size_t)(colon - t->source.ptr) + 1 : p->start;
		p->end = p->value;
		return p;
	}
	p->items =
	    runner__arena_alloc(&t->arena, (node->count + 1) * sizeof(struct shrink__part *));
	for (size_t i = 0; p->items && i < node->count; i++) {
		struct shrink__part *child =
		    node->kind == SCN_LIST ? read(r, &node->items[i], p, NULL)
					   : read(r, node->entries[i].value, p, &node->entries[i]);

		if (!child)
			return NULL;
		p->items[p->count++] = child;
	}
	p->end = end_of(r, p);
	return p->items ? p : NULL;
}

int shrink__tree_init(struct shrink__tree *t, struct str source, struct scn__errors *errors)
{
	struct reader r = { .tree = t };
	const struct scn__node *root;

	memset(t, 0, sizeof(*t));
	runner__arena_init(&t->arena);
	t->source = source;
	root = scn__yaml_read(&t->arena, source, errors);
	if (!root || errors->error_count)
		return errors->failed || t->arena.failed ? RELIST_ENOMEM : RELIST_EPARSE;
	scn__updates_init(&r.lines, source);
	t->root = read(&r, root, NULL, NULL);
	if (r.lines.failed)
		t->arena.failed = true;
	scn__updates_fini(&r.lines);
	return t->arena.failed || !t->root ? RELIST_ENOMEM : 0;
}

void shrink__tree_fini(struct shrink__tree *t)
{
	base__free(t->parts);
	runner__arena_fini(&t->arena);
}

/* --- reading --- */

struct shrink__part *shrink__entry(const struct shrink__part *map, const char *key)
{
	for (size_t i = 0; map && map->node->kind == SCN_MAP && i < map->count; i++)
		if (str_eqz(map->items[i]->key, key))
			return map->items[i];
	return NULL;
}

bool shrink__is_there(const struct shrink__part *p)
{
	for (; p; p = p->parent)
		if (p->gone)
			return false;
	return true;
}

struct shrink__part *shrink__part_at(const struct shrink__tree *t, size_t at)
{
	struct shrink__part *found = NULL;

	for (size_t i = 0; i < t->count; i++) {
		struct shrink__part *p = t->parts[i];

		if (p->at <= at && at < p->at_end && (!found || p->depth > found->depth))
			found = p;
	}
	return found;
}

struct str shrink__source_of(const struct shrink__tree *t, const struct shrink__part *p)
{
	return (struct str) { t->source.ptr + p->start, p->end - p->start };
}

void shrink__tree_settle(struct shrink__tree *t)
{
	for (size_t i = t->count; i-- > 0;) {
		struct shrink__part *p = t->parts[i];
		bool empty = p->closes && p->count;

		for (size_t k = 0; k < p->count && empty; k++)
			empty = p->items[k]->gone;
		p->gone = p->dropped || empty;
	}
}

/* --- writing --- */

struct writer {
	struct shrink__tree *tree;
	struct strbuf *out;
};

static bool is_changed(const struct shrink__part *p)
{
	if (p->gone || p->text.ptr)
		return true;
	for (size_t i = 0; i < p->count; i++)
		if (is_changed(p->items[i]))
			return true;
	return false;
}

static void copy(struct writer *w, size_t from, size_t to)
{
	strbuf_add(w->out, w->tree->source.ptr + from, to - from);
}

static bool is_lines(const struct shrink__part *p)
{
	return p->node->kind != SCN_SCALAR && p->node->block && p->count;
}

/* Copies the comment after it. */
static void copy_rest_of_line(struct writer *w, const struct shrink__part *p)
{
	struct str s = w->tree->source;
	size_t end = p->end;

	while (end < s.len && s.ptr[end] != '\n')
		end++;
	end = trimmed(w->tree, p->end, end);
	for (size_t i = p->end; i < end; i++)
		if (s.ptr[i] != ' ' && s.ptr[i] != '#')
			return; /* not a comment: the closing bracket of an outer part */
		else if (s.ptr[i] == '#')
			break;
	copy(w, p->end, end);
}

static size_t line_start(const struct shrink__tree *t, size_t at)
{
	while (at > 0 && t->source.ptr[at - 1] != '\n')
		at--;
	return at;
}

/* The start of the comment lines directly above. */
static size_t comments_above(const struct shrink__tree *t, const struct shrink__part *p)
{
	size_t from = line_start(t, p->start);

	while (from > 0) {
		size_t above = line_start(t, from - 1), at = above;

		while (t->source.ptr[at] == ' ')
			at++;
		if (t->source.ptr[at] != '#')
			break;
		from = above;
	}
	return from;
}

/* Whether its content begins on a line of its own, and not after the key or the dash. */
static bool begins_below(const struct writer *w, const struct shrink__part *p)
{
	return is_lines(p) && comments_above(w->tree, p->items[0]) > p->start;
}

static void write_part(struct writer *w, struct shrink__part *p);

static void write_lines(struct writer *w, struct shrink__part *p)
{
	int indent = (int)p->node->pos.column - 1;
	bool first = true, below = begins_below(w, p);

	for (size_t i = 0; i < p->count; i++) {
		struct shrink__part *child = p->items[i];

		if (child->gone)
			continue;
		if (!first)
			strbuf_addc(w->out, '\n');
		if (!first || below || (!p->parent && i > 0)) {
			copy(w, comments_above(w->tree, child), line_start(w->tree, child->start));
			strbuf_addf(w->out, "%*s", indent, "");
		}
		if (p->node->kind == SCN_LIST)
			strbuf_addz(w->out, "- ");
		first = false;
		write_part(w, child);
		if (!is_lines(child) || !is_changed(child))
			copy_rest_of_line(w, child);
	}
	if (first)
		strbuf_addz(w->out, p->node->kind == SCN_LIST ? "[]" : "{}");
}

static void write_brackets(struct writer *w, struct shrink__part *p)
{
	const char *sep = "";

	strbuf_addc(w->out, p->node->kind == SCN_LIST ? '[' : '{');
	for (size_t i = 0; i < p->count; i++) {
		if (p->items[i]->gone)
			continue;
		strbuf_addz(w->out, sep);
		write_part(w, p->items[i]);
		sep = ", ";
	}
	strbuf_addc(w->out, p->node->kind == SCN_LIST ? ']' : '}');
}

/* Records the positions of the parts inside one that is copied unchanged. */
static void note_places(struct shrink__part *p, size_t at)
{
	p->at = at;
	p->at_end = at + (p->end - p->start);
	for (size_t i = 0; i < p->count; i++)
		note_places(p->items[i], at + (p->items[i]->start - p->start));
}

/* Writes an empty block collection: "key: {}  # comment". */
static bool write_empty(struct writer *w, const struct shrink__part *p)
{
	struct str s = w->tree->source;
	const char *colon, *nl;

	if (!is_lines(p) || !p->key.len)
		return false;
	for (size_t i = 0; i < p->count; i++)
		if (!p->items[i]->gone)
			return false;
	colon = memchr(s.ptr + p->start + p->key.len, ':', s.len - p->start - p->key.len);
	nl = memchr(s.ptr + p->start, '\n', s.len - p->start);
	if (!colon || !nl || nl < colon)
		return false;
	copy(w, p->start, (size_t)(colon - s.ptr) + 1);
	strbuf_addz(w->out, p->node->kind == SCN_LIST ? " []" : " {}");
	copy(w, (size_t)(colon - s.ptr) + 1,
	     trimmed(w->tree, (size_t)(colon - s.ptr) + 1, (size_t)(nl - s.ptr)));
	return true;
}

static void write_part(struct writer *w, struct shrink__part *p)
{
	size_t at = w->out->len;

	if (!is_changed(p)) {
		note_places(p, at);
		copy(w, p->start, p->end);
		return;
	}
	if (!p->text.ptr && write_empty(w, p)) {
		p->at = at;
		p->at_end = w->out->len;
		return;
	}
	copy(w, p->start,
	     !p->text.ptr && begins_below(w, p) ? comments_above(w->tree, p->items[0]) : p->value);
	if (p->text.ptr) {
		if (p->key.len && p->value > 0 && w->tree->source.ptr[p->value - 1] == ':')
			strbuf_addc(w->out, ' ');
		strbuf_adds(w->out, p->text);
	} else if (is_lines(p)) {
		write_lines(w, p);
	} else {
		write_brackets(w, p);
	}
	p->at = at;
	p->at_end = w->out->len;
}

void shrink__tree_write(struct shrink__tree *t, struct strbuf *out)
{
	struct writer w = { t, out };

	shrink__tree_settle(t);
	for (size_t i = 0; i < t->count; i++)
		t->parts[i]->at = t->parts[i]->at_end = 0;
	copy(&w, 0, t->root->start);
	write_part(&w, t->root);
	if (!is_lines(t->root) || !is_changed(t->root))
		copy_rest_of_line(&w, t->root);
	strbuf_addc(out, '\n');
}
