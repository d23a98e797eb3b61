/* SPDX-License-Identifier: Apache-2.0 */
/* yaml.c - YAML text to a tree of nodes; refuses what a scenario cannot use (anchors, tabs, doubled
 * keys). */
#include "runner/language/yaml.h"

#include <yaml.h>

#include "base/alloc.h"

enum { KEYS_MAX = 4096 };

/* A collection that is still open; its children are on the stack from `first`. */
struct frame {
	struct scn__node node;
	size_t first;
	struct str key; /* MAP: the key whose value is expected next */
	struct scn__pos key_pos;
	bool has_key;
};

struct child {
	struct scn__entry entry; /* LIST: only `value` is used */
	struct scn__node node;
};

struct reader {
	struct runner__arena *arena;
	struct scn__errors *errors;
	struct str text;
	yaml_parser_t parser;
	struct frame frames[SCN_DEPTH_MAX];
	size_t depth;
	struct child *stack;
	size_t len, cap;
	size_t nodes;
	struct scn__node root;
	bool has_root;
};

static struct scn__pos pos_of(yaml_mark_t mark)
{
	return (struct scn__pos) { (uint32_t)mark.line + 1, (uint32_t)mark.column + 1 };
}

/* --- checks before parsing --- */

/* U+0085, U+2028, U+2029: libyaml counts them as line breaks, editors do not. */
static bool is_line_break(const char *p, size_t n)
{
	return (n == 2 && memcmp(p, "\xc2\x85", 2) == 0) ||
	       (n == 3 && (memcmp(p, "\xe2\x80\xa8", 3) == 0 || memcmp(p, "\xe2\x80\xa9", 3) == 0));
}

static bool check_line(struct reader *r, struct str line, uint32_t number)
{
	size_t indent = 0;
	uint32_t column = 1;

	while (indent < line.len && line.ptr[indent] == ' ')
		indent++;
	if (indent < line.len && line.ptr[indent] == '\t' && str_trim_space(line).len)
		scn__error(r->errors, (struct scn__pos) { number, (uint32_t)indent + 1 }, false,
			   "a tab in the indentation: YAML allows only spaces there");
	if (line.len >= 3 && memcmp(line.ptr, "...", 3) == 0 &&
	    (line.len == 3 || line.ptr[3] == ' ' || line.ptr[3] == '\r'))
		scn__error(r->errors, (struct scn__pos) { number, 1 }, false,
			   "`...` in column 1 ends the document: indent it");
	for (size_t i = 0; i < line.len;) {
		size_t n = utf8_seq_len(line.ptr + i, line.len - i);
		unsigned char c = (unsigned char)line.ptr[i];

		if (n == 0) {
			scn__error(r->errors, (struct scn__pos) { number, column }, false,
				   "not UTF-8: byte 0x%02x", c);
			return false;
		}
		if (c == '\r' && i + 1 < line.len) {
			scn__error(r->errors, (struct scn__pos) { number, column }, false,
				   "a carriage return inside a line");
			return false;
		}
		if (is_line_break(line.ptr + i, n)) {
			scn__error(r->errors, (struct scn__pos) { number, column }, false,
				   "a line break of Unicode: write it as an escape, in quotes");
			return false;
		}
		if (n == 2 && c == 0xc2) /* U+0080 to U+00BF */
			c = (unsigned char)line.ptr[i + 1];
		if ((c < 0x20 && c != '\t' && c != '\r') || (c >= 0x7f && c < 0xa0)) {
			scn__error(r->errors, (struct scn__pos) { number, column }, false,
				   "control character 0x%02x", c);
			return false;
		}
		i += n;
		column++;
	}
	return true;
}

static bool check_bytes(struct reader *r)
{
	const char *p = r->text.ptr, *end = p + r->text.len;
	uint32_t number = 1;

	if (r->text.len > SCN_FILE_BYTES_MAX) {
		scn__error(r->errors, (struct scn__pos) { 1, 1 }, false,
			   "%zu bytes, a scenario has at most %d", r->text.len, SCN_FILE_BYTES_MAX);
		return false;
	}
	for (; p < end; number++) {
		const char *nl = memchr(p, '\n', (size_t)(end - p));
		const char *stop = nl ? nl : end;

		if (!check_line(r, (struct str) { p, (size_t)(stop - p) }, number))
			return false;
		p = nl ? nl + 1 : end;
	}
	return r->errors->error_count == 0;
}

/* --- the tree --- */

static bool push(struct reader *r, const struct child *child)
{
	if (r->len == r->cap) {
		size_t cap = r->cap ? r->cap * 2 : 64;
		struct child *stack = base__reallocarray(r->stack, cap, sizeof(*stack));

		if (!stack) {
			r->errors->failed = true;
			return false;
		}
		r->stack = stack;
		r->cap = cap;
	}
	r->stack[r->len++] = *child;
	return true;
}

static bool add_node(struct reader *r, const struct scn__node *node)
{
	struct frame *f = r->depth ? &r->frames[r->depth - 1] : NULL;
	struct child child = { .node = *node };

	if (!f) {
		r->root = *node;
		r->has_root = true;
		return true;
	}
	if (f->node.kind == SCN_MAP) {
		child.entry.key = f->key;
		child.entry.pos = f->key_pos;
		f->has_key = false;
	}
	return push(r, &child);
}

static int by_key(const void *a, const void *b)
{
	const struct scn__entry *x = *(const struct scn__entry *const *)a;
	const struct scn__entry *y = *(const struct scn__entry *const *)b;
	size_t n = x->key.len < y->key.len ? x->key.len : y->key.len;
	int c = n ? memcmp(x->key.ptr, y->key.ptr, n) : 0;

	if (c == 0 && x->key.len != y->key.len)
		c = x->key.len < y->key.len ? -1 : 1;
	return c ? c : (x < y ? -1 : x > y); /* same array: the order of the file */
}

static void doubled(struct reader *r, const struct scn__entry *again,
		    const struct scn__entry *first)
{
	scn__error(r->errors, again->pos, false, "key `" STR_FMT "` again, first in line %u",
		   STR_ARG(again->key), first->pos.line);
}

static bool check_doubles(struct reader *r, const struct scn__node *map)
{
	const struct scn__entry **sorted;

	if (map->count > KEYS_MAX)
		scn__error(r->errors, map->pos, false, "a map of more than %d keys", KEYS_MAX);
	if (map->count <= 16) {
		for (size_t i = 1; i < map->count; i++) {
			size_t j = 0;

			while (j < i && !str_eq(map->entries[i].key, map->entries[j].key))
				j++;
			if (j < i)
				doubled(r, &map->entries[i], &map->entries[j]);
		}
		return true;
	}
	sorted = base__reallocarray(NULL, map->count, sizeof(const struct scn__entry *));
	if (!sorted) {
		r->errors->failed = true;
		return false;
	}
	for (size_t i = 0; i < map->count; i++)
		sorted[i] = &map->entries[i];
	qsort(sorted, map->count, sizeof(const struct scn__entry *), by_key);
	for (size_t i = 1; i < map->count; i++)
		if (str_eq(sorted[i]->key, sorted[i - 1]->key))
			doubled(r, sorted[i], sorted[i - 1]);
	base__free(sorted);
	return true;
}

static bool close_frame(struct reader *r, yaml_mark_t end)
{
	struct frame *f = &r->frames[--r->depth];
	struct scn__node node = f->node;
	size_t count = r->len - f->first;
	struct scn__node *nodes;

	node.count = count;
	node.end = pos_of(end);
	nodes = count ? runner__arena_alloc(r->arena, count * sizeof(*nodes)) : NULL;
	if (count && !nodes)
		return false;
	for (size_t i = 0; i < count; i++)
		nodes[i] = r->stack[f->first + i].node;
	node.items = nodes;
	if (node.kind == SCN_MAP) {
		struct scn__entry *entries =
		    count ? runner__arena_alloc(r->arena, count * sizeof(*entries)) : NULL;

		if (count && !entries)
			return false;
		for (size_t i = 0; i < count; i++) {
			entries[i] = r->stack[f->first + i].entry;
			entries[i].value = &nodes[i];
		}
		node.items = NULL;
		node.entries = entries;
		if (!check_doubles(r, &node))
			return false;
	}
	r->len = f->first;
	return add_node(r, &node);
}

static void refuse_marks(struct reader *r, yaml_mark_t at, const yaml_char_t *anchor,
			 const yaml_char_t *tag)
{
	if (anchor)
		scn__error(r->errors, pos_of(at), false,
			   "anchor &%s: anchors and aliases are not part of the language",
			   (const char *)anchor);
	if (tag)
		scn__error(r->errors, pos_of(at), false,
			   "tag %s: tags are not part of the language", (const char *)tag);
}

/* Reports a collection in the place of a key. */
static bool refuse_key(struct reader *r, yaml_mark_t at)
{
	struct frame *f = r->depth ? &r->frames[r->depth - 1] : NULL;

	if (!f || f->node.kind != SCN_MAP || f->has_key)
		return false;
	scn__error(r->errors, pos_of(at), false, "a list or map as a key: keys are plain words%s",
		   r->text.len ? " (text with {braces} needs quotes)" : "");
	return true;
}

static bool open_frame(struct reader *r, const yaml_event_t *ev)
{
	bool map = ev->type == YAML_MAPPING_START_EVENT;
	struct frame *f;

	if (map)
		refuse_marks(r, ev->start_mark, ev->data.mapping_start.anchor,
			     ev->data.mapping_start.tag);
	else
		refuse_marks(r, ev->start_mark, ev->data.sequence_start.anchor,
			     ev->data.sequence_start.tag);
	if (refuse_key(r, ev->start_mark))
		return false;
	if (r->depth == SCN_DEPTH_MAX) {
		scn__error(r->errors, pos_of(ev->start_mark), false, "nested deeper than %d",
			   SCN_DEPTH_MAX);
		return false;
	}
	f = &r->frames[r->depth++];
	*f = (struct frame) { .first = r->len };
	f->node.kind = map ? SCN_MAP : SCN_LIST;
	f->node.pos = pos_of(ev->start_mark);
	f->node.block = map ? ev->data.mapping_start.style == YAML_BLOCK_MAPPING_STYLE
			    : ev->data.sequence_start.style == YAML_BLOCK_SEQUENCE_STYLE;
	return true;
}

static bool add_scalar(struct reader *r, const yaml_event_t *ev)
{
	struct frame *f = r->depth ? &r->frames[r->depth - 1] : NULL;
	struct str value = { (const char *)ev->data.scalar.value, ev->data.scalar.length };
	yaml_scalar_style_t style = ev->data.scalar.style;
	struct scn__node node = { .kind = SCN_SCALAR };

	refuse_marks(r, ev->start_mark, ev->data.scalar.anchor, ev->data.scalar.tag);
	if (memchr(value.ptr, 0, value.len)) {
		scn__error(r->errors, pos_of(ev->start_mark), false,
			   "a NUL character in a string: a scenario cannot hold one");
		return false;
	}
	value = runner__arena_str(r->arena, value);
	if (f && f->node.kind == SCN_MAP && !f->has_key) {
		f->has_key = true;
		f->key = value;
		f->key_pos = pos_of(ev->start_mark);
		if (str_eqz(value, "<<") && style == YAML_PLAIN_SCALAR_STYLE)
			scn__error(r->errors, f->key_pos, false,
				   "`<<`: merge keys are not part of the language (use templates)");
		return !r->arena->failed;
	}
	node.text = value;
	node.quoted = style != YAML_PLAIN_SCALAR_STYLE;
	node.block = style == YAML_LITERAL_SCALAR_STYLE || style == YAML_FOLDED_SCALAR_STYLE;
	node.pos = pos_of(ev->start_mark);
	node.end = pos_of(ev->end_mark);
	scn__node_classify(&node);
	return add_node(r, &node) && !r->arena->failed;
}

static bool take_event(struct reader *r, const yaml_event_t *ev)
{
	struct scn__node null_node = { .kind = SCN_SCALAR };

	if (++r->nodes > SCN_NODES_MAX) {
		scn__error(r->errors, pos_of(ev->start_mark), false, "more than %d values",
			   SCN_NODES_MAX);
		return false;
	}
	switch (ev->type) {
	case YAML_DOCUMENT_START_EVENT:
		if (ev->data.document_start.version_directive ||
		    ev->data.document_start.tag_directives.start !=
			ev->data.document_start.tag_directives.end)
			scn__error(r->errors, pos_of(ev->start_mark), false,
				   "%% directives are not part of the language");
		if (!r->has_root)
			return true;
		scn__error(r->errors, pos_of(ev->start_mark), false,
			   "a second document: a file is one scenario");
		return false;
	case YAML_ALIAS_EVENT:
		scn__error(r->errors, pos_of(ev->start_mark), false,
			   "alias *%s: anchors and aliases are not part of the language",
			   (const char *)ev->data.alias.anchor);
		if (refuse_key(r, ev->start_mark))
			return false;
		null_node.pos = null_node.end = pos_of(ev->start_mark);
		return add_node(r, &null_node);
	case YAML_SCALAR_EVENT:
		return add_scalar(r, ev);
	case YAML_SEQUENCE_START_EVENT:
	case YAML_MAPPING_START_EVENT:
		return open_frame(r, ev);
	case YAML_SEQUENCE_END_EVENT:
	case YAML_MAPPING_END_EVENT:
		return close_frame(r, ev->end_mark);
	default:
		return true;
	}
}

/* The bytes from a mark to the end of the line. */
static struct str rest_of_line(const struct reader *r, yaml_mark_t mark)
{
	const char *p = r->text.ptr, *end = p + r->text.len;

	for (size_t line = 0; line < mark.line && p < end; line++) {
		const char *nl = memchr(p, '\n', (size_t)(end - p));

		p = nl ? nl + 1 : end;
	}
	for (size_t i = 0; i < mark.column && p < end; i++)
		p += utf8_seq_len(p, (size_t)(end - p));
	return (struct str) { p, (size_t)(end - p) };
}

static bool bare_comparison(struct str s)
{
	return s.len > 1 && s.ptr[0] == '>' &&
	       (s.ptr[1] == '=' || (s.ptr[1] >= '0' && s.ptr[1] <= '9'));
}

static void syntax_error(struct reader *r)
{
	yaml_parser_t *p = &r->parser;
	yaml_mark_t at = p->problem_mark;
	struct str rest = rest_of_line(r, at);

	if (p->error == YAML_MEMORY_ERROR) {
		r->errors->failed = true;
	} else if (bare_comparison(rest) || bare_comparison(rest_of_line(r, p->context_mark))) {
		scn__error(r->errors, pos_of(bare_comparison(rest) ? at : p->context_mark), false,
			   "`>=13` needs quotes, '>=13': a bare > starts a block of text");
	} else if (rest.len && strchr("@`%", rest.ptr[0])) {
		scn__error(r->errors, pos_of(at), false, "a value that begins with %c needs quotes",
			   rest.ptr[0]);
	} else if (p->problem && strstr(p->problem, "mapping values are not allowed")) {
		scn__error(r->errors, pos_of(at), false,
			   "a second `: ` in one line: text that has one needs quotes");
	} else if (p->context) {
		scn__error(r->errors, pos_of(at), false, "%s (%s, line %u)", p->problem, p->context,
			   (uint32_t)p->context_mark.line + 1);
	} else {
		scn__error(r->errors, pos_of(at), false, "%s", p->problem ? p->problem : "no YAML");
	}
}

static void parse(struct reader *r)
{
	bool end = false;

	yaml_parser_set_encoding(&r->parser, YAML_UTF8_ENCODING);
	yaml_parser_set_input_string(&r->parser, (const unsigned char *)r->text.ptr, r->text.len);
	while (!end) {
		yaml_event_t ev;

		if (!yaml_parser_parse(&r->parser, &ev)) {
			syntax_error(r);
			r->has_root = false;
			return;
		}
		end = ev.type == YAML_STREAM_END_EVENT;
		if (!take_event(r, &ev)) {
			r->has_root = false;
			end = true;
		}
		yaml_event_delete(&ev);
	}
	if (!r->has_root && r->errors->error_count == 0)
		scn__error(r->errors, (struct scn__pos) { 1, 1 }, false,
			   "the file is empty: a scenario needs `scenario`, `world` and `steps`");
}

const struct scn__node *scn__yaml_read(struct runner__arena *arena, struct str text,
				       struct scn__errors *errors)
{
	struct reader *r = base__calloc(1, sizeof(*r));
	struct scn__node *root = NULL;

	if (!r) {
		errors->failed = true;
		return NULL;
	}
	r->arena = arena;
	r->errors = errors;
	r->text = text;
	if (check_bytes(r)) {
		if (yaml_parser_initialize(&r->parser)) {
			parse(r);
			yaml_parser_delete(&r->parser);
		} else {
			errors->failed = true;
		}
	}
	if (r->has_root && !errors->failed) {
		root = runner__arena_alloc(arena, sizeof(*root));
		if (root)
			*root = r->root;
	}
	errors->failed |= arena->failed;
	base__free(r->stack);
	base__free(r);
	return errors->failed ? NULL : root;
}
