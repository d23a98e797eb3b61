/* SPDX-License-Identifier: Apache-2.0 */
/* items.c - the entries of a stream, as a line or as a map. Both forms set the same options; only
 * `with`, `old` and `new` need the map. */
#include "runner/language/item_options.h"

struct item_build {
	struct scn__build *b;
	enum scn__section_kind stream;
	bool never;
	struct scn__item *item;
};

static struct scn__pos place(const struct scn__node *node, struct str part)
{
	return scn__shift(node, part);
}

static unsigned stream_verbs(enum scn__section_kind stream, bool never)
{
	unsigned verbs = stream == SCN_S_REQUESTS   ? SCN_QUERIES
			 : stream == SCN_S_HANDLERS ? SCN_NOTICES
						    : SCN_WRITES;

	return never ? verbs : verbs & ~SCN_VERB(ANY_REQUEST);
}

static bool is_path(const struct item_build *ib, struct str name)
{
	return memchr(name.ptr, '.', name.len) && (SCN_WRITES >> ib->item->verb & 1);
}

/* path=value: a member that a write must have. */
static void add_path(struct item_build *ib, struct str path, const struct scn__node *value)
{
	struct scn__item *item = ib->item;
	struct scn__path_value *paths = scn__alloc(ib->b, item->path_count + 1, sizeof(*paths));

	if (!paths || !value)
		return;
	if (item->path_count)
		memcpy(paths, item->paths, item->path_count * sizeof(*paths));
	paths[item->path_count++] = (struct scn__path_value) { path, value };
	item->paths = paths;
}

/* --- one line --- */

/* `update K A->B`, and other words without an option name. Returns false for other words. */
static bool bare_word(struct item_build *ib, const struct scn__node *node, struct str word)
{
	const char *p = word.ptr, *end = p + word.len;

	if (ib->item->verb != SCN_V_UPDATE)
		return false;
	for (; p + 1 < end; p++) {
		if (p[0] == '-' && p[1] == '>') {
			ib->item->old_rv =
			    scn__value(ib->b, node,
				       (struct str) { word.ptr, (size_t)(p - word.ptr) });
			ib->item->rv =
			    scn__value(ib->b, node, (struct str) { p + 2, (size_t)(end - p - 2) });
			return true;
		}
	}
	return false;
}

static size_t operator_at(struct str word)
{
	size_t n = 0;

	while (n < word.len && !strchr("=<>", word.ptr[n]))
		n++;
	return n;
}

static void read_word(struct item_build *ib, const struct scn__node *node, struct str word)
{
	size_t n = operator_at(word);
	struct str name = { word.ptr, n }, value = { word.ptr + n, word.len - n };
	bool bare = n == word.len;

	if (bare_word(ib, node, word))
		return;
	if (!bare && word.ptr[n] == '=') {
		value.ptr++;
		value.len--;
	}
	if (!bare && is_path(ib, name))
		add_path(ib, scn__copy(ib->b, name), scn__value(ib->b, node, value));
	else
		scn__read_option(ib->b, ib->item, node, place(node, word), name, value, bare);
}

/* `from B`, `by zk`, `while $u exists`, `-> ANSWER`: returns the number of words read, or 0. */
static size_t read_phrase(struct item_build *ib, const struct scn__line *line, size_t i)
{
	static const char *const words[] = { "from", "by", "->", "while" };
	unsigned verb = 1u << ib->item->verb;
	const struct scn__node *value;
	size_t which = 0;

	while (which < ARRAY_LEN(words) && !str_eqz(line->words[i], words[which]))
		which++;
	if (which == ARRAY_LEN(words) || (which == 1 && !(verb & (SCN_WRITES | SCN_VERB(GET)))) ||
	    (which == 3 && !(verb & SCN_WRITES)) || (verb & SCN_NOTICES))
		return 0;
	if (i + 1 == line->count) {
		scn__fail(ib->b, place(line->node, line->words[i]), "nothing after `%s`",
			  words[which]);
		return 1;
	}
	if (which == 2) {
		scn__read_answer(ib->b, ib->item, place(line->node, line->words[i + 1]), line->node,
				 line->words[i + 1]);
		return 2;
	}
	value = scn__value(ib->b, line->node, line->words[i + 1]);
	if (value)
		scn__set_option(ib->b, ib->item, line->node->pos, str_of(words[which]), value);
	if (which != 3)
		return 2;
	if (i + 2 < line->count && str_eqz(line->words[i + 2], "exists"))
		return 3;
	scn__fail(ib->b, place(line->node, line->words[i]), "`while $NAME` ends with `exists`");
	return 2;
}

/* Returns -1 if the stream has no such verb. */
static int find_verb(const struct item_build *ib, struct str word, bool map)
{
	return scn__item_verb(stream_verbs(ib->stream, ib->never), word,
			      map && ib->stream == SCN_S_WRITES);
}

static bool read_line(struct item_build *ib, const struct scn__node *node)
{
	struct scn__line line;
	int verb;

	if (!scn__split(ib->b, node, &line))
		return false;
	verb = find_verb(ib, line.words[0], false);
	if (verb < 0) {
		scn__unknown_item_verb(ib->b, place(node, line.words[0]), ib->stream,
				       line.words[0]);
		return false;
	}
	ib->item->verb = (enum scn__verb)verb;
	ib->item->text = node->text;
	if (line.count == 1) {
		if (!ib->never)
			scn__fail(ib->b, node->pos, "`%s` of what?",
				  scn__verb_word(ib->item->verb));
		ib->item->key_any = true;
		return ib->never;
	}
	scn__item_target(ib->b, ib->item, ib->stream, ib->never, place(node, line.words[1]),
			 line.words[1]);
	for (size_t i = 2; i < line.count;) {
		size_t n = read_phrase(ib, &line, i);

		if (n == 0)
			read_word(ib, node, line.words[i]);
		i += n ? n : 1;
	}
	return true;
}

/* --- a map --- */

static void read_member(struct item_build *ib, const struct scn__entry *e)
{
	if (is_path(ib, e->key))
		add_path(ib, e->key, e->value);
	else
		scn__set_option(ib->b, ib->item, e->pos, e->key, e->value);
}

static bool read_map(struct item_build *ib, const struct scn__node *node)
{
	const struct scn__entry *verb = NULL;
	AUTO_STRBUF text = STRBUF_INIT;
	struct str target;

	for (size_t i = 0; i < node->count && !verb; i++)
		if (find_verb(ib, node->entries[i].key, true) >= 0)
			verb = &node->entries[i];
	if (!verb) {
		if (node->count)
			scn__unknown_item_verb(ib->b, node->entries[0].pos, ib->stream,
					       node->entries[0].key);
		else
			scn__fail(ib->b, node->pos, "an empty map where an item is wanted");
		return false;
	}
	ib->item->verb = (enum scn__verb)find_verb(ib, verb->key, true);
	if (!scn__want_text(ib->b, verb->value, verb->key.ptr, &target))
		return false;
	strbuf_addf(&text, "%s " STR_FMT, scn__verb_word(ib->item->verb), STR_ARG(target));
	ib->b->arena->failed |= text.failed;
	ib->item->text = scn__copy(ib->b, strbuf_str(&text));
	scn__item_target(ib->b, ib->item, ib->stream, ib->never, verb->value->pos, target);
	for (size_t i = 0; i < node->count; i++)
		if (&node->entries[i] != verb)
			read_member(ib, &node->entries[i]);
	return true;
}

/* --- streams --- */

static void build_items(struct item_build *ib, const struct scn__node *list, bool grouped,
			const struct scn__item **out, size_t *count);

static bool build_item(struct item_build *ib, const struct scn__node *node, bool grouped)
{
	const struct scn__node *group = scn__member(node, "any-order");

	ib->item->pos = node->pos;
	ib->item->node = node;
	ib->item->backend = -1;
	if (node->kind == SCN_SCALAR && (str_eqz(node->text, "...") || str_eqz(node->text, "…"))) {
		ib->item->kind = SCN_GAP;
		ib->item->text = STR("...");
		if (grouped)
			scn__fail(ib->b, node->pos, "`...` inside any-order has no effect");
		if (ib->never)
			scn__fail(ib->b, node->pos, "`...` inside never has no effect");
		return !grouped && !ib->never;
	}
	if (!group)
		return node->kind == SCN_MAP ? read_map(ib, node) : read_line(ib, node);
	ib->item->kind = SCN_ANY_ORDER;
	ib->item->text = STR("any-order");
	if (node->count > 1)
		scn__fail(ib->b, node->pos, "any-order stands alone in its map");
	if (grouped || ib->never) {
		scn__fail(ib->b, node->pos,
			  grouped ? "any-order inside any-order has no effect"
				  : "never has no order");
		return false;
	}
	if (scn__want_list(ib->b, group, "any-order")) {
		struct item_build inner = *ib;

		build_items(&inner, group, true, &ib->item->items, &ib->item->item_count);
	}
	return true;
}

static void build_items(struct item_build *ib, const struct scn__node *list, bool grouped,
			const struct scn__item **out, size_t *count)
{
	struct scn__item_list all = { 0 };

	for (size_t i = 0; i < list->count; i++) {
		struct scn__item item = { 0 };

		ib->item = &item;
		if (build_item(ib, &list->items[i], grouped) &&
		    !scn__add_item(ib->b, &item, ib->never, &all))
			break;
		if (all.len > 1 && all.items[all.len - 1].kind == SCN_GAP &&
		    all.items[all.len - 2].kind == SCN_GAP)
			scn__warn(ib->b, all.items[all.len - 1].pos, "two `...` in a row");
	}
	*out = all.items;
	*count = all.len;
}

void scn__build_stream(struct scn__build *b, const struct scn__node *node,
		       enum scn__section_kind stream, bool never, struct scn__stream *out)
{
	struct item_build ib = { b, stream, never, NULL };
	struct scn__node one = { .kind = SCN_LIST, .pos = node->pos, .count = 1, .items = node };

	if (node->kind == SCN_LIST) {
		build_items(&ib, node, false, &out->items, &out->count);
	} else if (scn__is_null(node)) {
		scn__fail(b, node->pos, "%s is nothing: [] says that nothing came",
			  scn__section_word(stream));
	} else {
		build_items(&ib, &one, false, &out->items, &out->count);
	}
}

/* --- from a map to a line --- */

bool scn__item_line(const struct scn__node *map, enum scn__section_kind stream, struct strbuf *out)
{
	struct item_build ib = { .stream = stream };
	const struct scn__node *rv = NULL, *old = NULL;
	size_t verb = 0;
	int which;

	while (verb < map->count && find_verb(&ib, map->entries[verb].key, true) < 0)
		verb++;
	if (verb == map->count || !scn__is_simple(map->entries[verb].value))
		return false;
	which = find_verb(&ib, map->entries[verb].key, true);
	strbuf_addf(out, "%s " STR_FMT, scn__verb_word((enum scn__verb)which),
		    STR_ARG(map->entries[verb].value->text));
	if (which == SCN_V_UPDATE) {
		rv = scn__get(map, "rv");
		old = scn__get(map, "old-rv");
	}
	if (rv && old && scn__is_simple(rv) && scn__is_simple(old))
		strbuf_addf(out, " " STR_FMT "->" STR_FMT, STR_ARG(old->text), STR_ARG(rv->text));
	else
		rv = old = NULL;
	for (size_t i = 0; i < map->count; i++) {
		const struct scn__entry *e = &map->entries[i];

		if (i == verb || (rv && (e->value == rv || e->value == old)))
			continue;
		if (!scn__add_option(e, (enum scn__verb)which, out))
			return false;
	}
	return true;
}
