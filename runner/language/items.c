/* SPDX-License-Identifier: Apache-2.0 */
/* items.c - the entries of a stream, as a line or as a map. Both forms set the same options by the
 * same table; only `with`, `old` and `new` need the map. */
#include "runner/language/build.h"

#define V(name) (1u << SCN_V_##name)
#define QUERIES (V(LIST) | V(WATCH) | V(GET) | V(ANY_REQUEST))
#define NOTICES (V(ADD) | V(UPDATE) | V(SYNC) | V(DELETE))
#define WRITES                                                                                     \
	(V(W_CREATE) | V(W_UPDATE) | V(W_PATCH) | V(W_DELETE) | V(W_DELETE_ALL) | V(ANY_WRITE))
#define EVERYONE (QUERIES | NOTICES | WRITES)

enum how { VALUE, YES, NO, SUBSET, STATUS, BACKEND, AFTER, BY, WHILE };

static const struct option {
	const char *word; /* first member: searched for suggestions */
	enum how how;
	unsigned verbs;
	size_t offset;
} options[] = {
#define O(word, how, verbs, member)                                                                \
	{                                                                                          \
		word, how, verbs, offsetof(struct scn__item, member)                               \
	}
	O("rv", VALUE, QUERIES | NOTICES | WRITES, rv),
	O("old-rv", VALUE, V(UPDATE), old_rv),
	O("uid", VALUE, NOTICES | WRITES, uid),
	O("initial", YES, V(ADD), initial),
	O("live", NO, V(ADD), initial),
	O("unknown", YES, V(DELETE), unknown),
	O("known", NO, V(DELETE), unknown),
	O("with", SUBSET, NOTICES | WRITES, with),
	O("new", SUBSET, V(UPDATE) | V(SYNC), with),
	O("old", SUBSET, V(UPDATE) | V(SYNC), old),
	O("limit", VALUE, QUERIES, limit),
	O("continue", VALUE, QUERIES, continue_),
	O("match", VALUE, QUERIES, rv_match),
	O("namespace", VALUE, QUERIES, namespace_),
	O("labels", VALUE, QUERIES, label_selector),
	O("fields", VALUE, QUERIES, field_selector),
	O("timeout", VALUE, QUERIES, timeout),
	O("bookmarks", YES, QUERIES, bookmarks),
	O("no-bookmarks", NO, QUERIES, bookmarks),
	O("initial-events", YES, QUERIES, initial_events),
	O("no-initial-events", NO, QUERIES, initial_events),
	O("from", BACKEND, QUERIES | WRITES, backend),
	O("answer", STATUS, QUERIES | WRITES, answer),
	O("after", AFTER, EVERYONE, after_min_ns),
	O("by", BY, WRITES | V(GET), by),
	O("subresource", VALUE, WRITES, subresource),
	O("times", VALUE, WRITES, times),
	O("while", WHILE, WRITES, while_name),
#undef O
};

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
	unsigned verbs = stream == SCN_S_REQUESTS   ? QUERIES
			 : stream == SCN_S_HANDLERS ? NOTICES
						    : WRITES;

	return never ? verbs : verbs & ~V(ANY_REQUEST);
}

/* --- responses --- */

static void read_answer(struct item_build *ib, struct scn__pos pos, const struct scn__node *node,
			struct str text)
{
	static const struct {
		const char *word;
		enum scn__answer answer;
	} words[] = {
		{ "gone", SCN_ANSWER_GONE },   { "refused", SCN_ANSWER_REFUSED },
		{ "reset", SCN_ANSWER_RESET }, { "open", SCN_ANSWER_NONE },
		{ "any", SCN_ANSWER_ANY },
	};
	const char *at = memchr(text.ptr, '@', text.len);
	struct str status = { text.ptr, at ? (size_t)(at - text.ptr) : text.len };
	uint64_t code = 0;

	for (size_t i = 0; i < ARRAY_LEN(words); i++) {
		if (str_eqz(text, words[i].word)) {
			ib->item->answer = words[i].answer;
			return;
		}
	}
	if (status.len == 0 || status.ptr[0] < '0' || status.ptr[0] > '9') {
		scn__unknown(ib->b, pos, "answer", "", text, words, ARRAY_LEN(words),
			     sizeof(*words));
		return;
	}
	if (!scn__parse_uint(ib->b, pos, status, "a status", 599, &code))
		return;
	if (code < 100)
		scn__fail(ib->b, pos, "status %u, must be 100 to 599", (unsigned)code);
	ib->item->answer = SCN_ANSWER_STATUS;
	ib->item->status = (int)code;
	if (at)
		ib->item->answer_rv =
		    scn__value(ib->b, node, (struct str) { at + 1, text.len - status.len - 1 });
}

/* --- options --- */

static void set_value(struct item_build *ib, const struct option *o, const struct scn__node *value)
{
	void *to = (char *)ib->item + o->offset;
	struct str text;

	switch (o->how) {
	case VALUE:
		if (value->kind != SCN_SCALAR)
			scn__fail(ib->b, value->pos, "%s is %s, must be one value", o->word,
				  scn__node_what(value));
		else if (value->form == SCN_ABSENT)
			*(const struct scn__node **)to = scn__value(ib->b, value, STR(""));
		else
			*(const struct scn__node **)to = value;
		break;
	case YES:
	case NO: {
		bool yes = true;

		if (scn__want_bool(ib->b, value, o->word, &yes))
			*(enum scn__maybe *)to = yes == (o->how == YES) ? SCN_YES : SCN_NO;
		break;
	}
	case SUBSET:
		if (scn__want_map(ib->b, value, o->word))
			*(const struct scn__node **)to = value;
		break;
	case STATUS:
		if (scn__want_text(ib->b, value, o->word, &text))
			read_answer(ib, value->pos, value, text);
		break;
	case BACKEND:
		if (scn__want_text(ib->b, value, o->word, &text))
			ib->item->backend = scn__find_backend(ib->b, value->pos, text);
		break;
	case AFTER:
		if (scn__want_text(ib->b, value, o->word, &text) &&
		    scn__parse_range(ib->b, value->pos, text, &ib->item->after_min_ns,
				     &ib->item->after_max_ns))
			ib->item->has_after = true;
		break;
	case BY:
		if (scn__want_text(ib->b, value, o->word, &text))
			ib->item->by = scn__find_controller(ib->b, value->pos, text);
		break;
	case WHILE:
		if (value->kind == SCN_SCALAR && value->form == SCN_NAME)
			ib->item->while_name = value->arg;
		else
			scn__fail(ib->b, value->pos, "while takes a name: while $u1 exists");
		break;
	}
}

static const struct option *find_option(struct item_build *ib, struct scn__pos pos, struct str word)
{
	unsigned verb = 1u << ib->item->verb;
	struct option fitting[ARRAY_LEN(options)];
	size_t count = 0;
	char of[64];

	for (size_t i = 0; i < ARRAY_LEN(options); i++) {
		if (!(options[i].verbs & verb))
			continue;
		if (scn__key_is(word, options[i].word))
			return &options[i];
		fitting[count++] = options[i];
	}
	(void)snprintf(of, sizeof(of), " of %s", scn__verb_word(ib->item->verb));
	scn__unknown(ib->b, pos, "option", of, word, fitting, count, sizeof(*fitting));
	return NULL;
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

/* path=value: a member that a write must have. */
static void add_path(struct item_build *ib, const struct scn__node *node, struct str path,
		     struct str value)
{
	struct scn__item *item = ib->item;
	struct scn__path_value *paths = scn__alloc(ib->b, item->path_count + 1, sizeof(*paths));

	if (!paths)
		return;
	if (item->path_count)
		memcpy(paths, item->paths, item->path_count * sizeof(*paths));
	paths[item->path_count].path = scn__copy(ib->b, path);
	paths[item->path_count].value = scn__value(ib->b, node, value);
	if (!paths[item->path_count].value)
		return;
	item->paths = paths;
	item->path_count++;
}

static void read_word(struct item_build *ib, const struct scn__node *node, struct str word)
{
	size_t n = operator_at(word);
	struct str name = { word.ptr, n }, value = { word.ptr + n, word.len - n };
	const struct option *o;
	const struct scn__node *v;

	if (bare_word(ib, node, word))
		return;
	if (n < word.len && word.ptr[n] == '=') {
		value.ptr++;
		value.len--;
	}
	if (n < word.len && memchr(name.ptr, '.', name.len) && (WRITES >> ib->item->verb & 1)) {
		add_path(ib, node, name, value);
		return;
	}
	o = find_option(ib, place(node, word), name);
	if (!o)
		return;
	if ((o->how == YES || o->how == NO) && n == word.len) {
		*(enum scn__maybe *)(void *)((char *)ib->item + o->offset) =
		    o->how == YES ? SCN_YES : SCN_NO;
		return;
	}
	if (n == word.len || o->how == SUBSET) {
		scn__fail(ib->b, place(node, word), "`%s` needs a value: %s%s", o->word, o->word,
			  o->how == SUBSET ? ": in the map form" : "=...");
		return;
	}
	v = scn__value(ib->b, node, value);
	if (v)
		set_value(ib, o, v);
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
	if (which == ARRAY_LEN(words) || (which == 1 && !(verb & (WRITES | V(GET)))) ||
	    (which == 3 && !(verb & WRITES)) || (verb & NOTICES))
		return 0;
	if (i + 1 == line->count) {
		scn__fail(ib->b, place(line->node, line->words[i]), "nothing after `%s`",
			  words[which]);
		return 1;
	}
	if (which == 2) {
		read_answer(ib, place(line->node, line->words[i + 1]), line->node,
			    line->words[i + 1]);
		return 2;
	}
	value = scn__value(ib->b, line->node, line->words[i + 1]);
	if (value)
		set_value(ib, find_option(ib, line->node->pos, str_of(words[which])), value);
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
	const struct option *o;

	if (memchr(e->key.ptr, '.', e->key.len) && (WRITES >> ib->item->verb & 1)) {
		struct scn__item *item = ib->item;
		struct scn__path_value *paths =
		    scn__alloc(ib->b, item->path_count + 1, sizeof(*paths));

		if (!paths)
			return;
		if (item->path_count)
			memcpy(paths, item->paths, item->path_count * sizeof(*paths));
		paths[item->path_count].path = e->key;
		paths[item->path_count++].value = e->value;
		item->paths = paths;
		return;
	}
	o = find_option(ib, e->pos, e->key);
	if (o)
		set_value(ib, o, e->value);
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
			scn__fail(ib->b, node->pos, "`...` inside any-order says nothing");
		if (ib->never)
			scn__fail(ib->b, node->pos, "`...` inside never says nothing");
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
			  grouped ? "any-order inside any-order says nothing"
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

/* Text that needs no quotes in a line, inside brackets and outside. */
static bool is_simple(const struct scn__node *node)
{
	static const char more[] = "$._-/@<=";

	if (node->kind != SCN_SCALAR || node->text.len == 0 || node->text.len > 200)
		return false;
	for (size_t i = 0; i < node->text.len; i++) {
		char c = node->text.ptr[i];

		if (!((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
		      strchr(more, c)))
			return false;
	}
	return true;
}

static bool add_option(const struct scn__entry *e, enum scn__verb verb, struct strbuf *out)
{
	const struct option *o = NULL;

	for (size_t i = 0; i < ARRAY_LEN(options) && !o; i++)
		if ((options[i].verbs >> verb & 1) && scn__key_is(e->key, options[i].word))
			o = &options[i];
	if (!o || !is_simple(e->value))
		return false;
	switch (o->how) {
	case VALUE:
	case AFTER:
		strbuf_addf(out, " %s=" STR_FMT, o->word, STR_ARG(e->value->text));
		return true;
	case YES:
	case NO:
		strbuf_addf(out, " %s", o->word);
		return str_eqz(e->value->text, "true");
	case BACKEND:
	case BY:
		strbuf_addf(out, " %s " STR_FMT, o->word, STR_ARG(e->value->text));
		return true;
	case STATUS:
		strbuf_addf(out, " -> " STR_FMT, STR_ARG(e->value->text));
		return true;
	case WHILE:
	case SUBSET:
		break;
	}
	return false;
}

bool scn__item_line(const struct scn__node *map, enum scn__section_kind stream, struct strbuf *out)
{
	struct item_build ib = { .stream = stream };
	const struct scn__node *rv = NULL, *old = NULL;
	size_t verb = 0;
	int which;

	while (verb < map->count && find_verb(&ib, map->entries[verb].key, true) < 0)
		verb++;
	if (verb == map->count || !is_simple(map->entries[verb].value))
		return false;
	which = find_verb(&ib, map->entries[verb].key, true);
	strbuf_addf(out, "%s " STR_FMT, scn__verb_word((enum scn__verb)which),
		    STR_ARG(map->entries[verb].value->text));
	if (which == SCN_V_UPDATE) {
		rv = scn__get(map, "rv");
		old = scn__get(map, "old-rv");
	}
	if (rv && old && is_simple(rv) && is_simple(old))
		strbuf_addf(out, " " STR_FMT "->" STR_FMT, STR_ARG(old->text), STR_ARG(rv->text));
	else
		rv = old = NULL;
	for (size_t i = 0; i < map->count; i++) {
		const struct scn__entry *e = &map->entries[i];

		if (i == verb || (rv && (e->value == rv || e->value == old)))
			continue;
		if (!add_option(e, (enum scn__verb)which, out))
			return false;
	}
	return true;
}
