/* SPDX-License-Identifier: Apache-2.0 */
/* load.c - loads a file: header, matrix, and one build of the tree for each cell. */
#include "base/alloc.h"
#include "runner/language/manifests.h"
#include "base/suggest.h"

struct loader {
	struct scn__build b;
	const struct scn__node *root, *matrix, *let;
	bool *template_used; /* by at least one cell */
	size_t template_count;
	struct scn__cell *cells;
};

/* --- the head --- */

static bool is_word(struct str s, size_t max)
{
	for (size_t i = 0; i < s.len; i++) {
		char c = s.ptr[i];

		if (!((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') ||
		      (i && (c == '-' || c == '.'))))
			return false;
	}
	return s.len > 0 && s.len <= max;
}

static bool all_digits(struct str s)
{
	for (size_t i = 0; i < s.len; i++)
		if (s.ptr[i] < '0' || s.ptr[i] > '9')
			return false;
	return s.len > 0;
}

/* owner/repo#12, https://..., KEY-123, or the name of a scenario. */
static bool is_ref(struct str s)
{
	const char *hash = memchr(s.ptr, '#', s.len);
	const char *dash = NULL;

	if (memchr(s.ptr, ' ', s.len))
		return false;
	if (hash) {
		struct str number = { hash + 1, s.len - (size_t)(hash - s.ptr) - 1 };
		const char *slash = memchr(s.ptr, '/', (size_t)(hash - s.ptr));

		return slash && slash > s.ptr && slash + 1 < hash && all_digits(number) &&
		       number.len <= 9;
	}
	if (s.len > 8 && (memcmp(s.ptr, "https://", 8) == 0 || memcmp(s.ptr, "http://", 7) == 0))
		return true;
	for (size_t i = 0; i < s.len; i++)
		if (s.ptr[i] == '-')
			dash = s.ptr + i;
	if (dash && dash > s.ptr && s.ptr[0] >= 'A' && s.ptr[0] <= 'Z' &&
	    all_digits((struct str) { dash + 1, s.len - (size_t)(dash - s.ptr) - 1 }))
		return true;
	return is_word(s, 100);
}

static void read_refs(struct scn__build *b, const struct scn__node *node)
{
	struct scn__scenario *s = b->scenario;

	s->refs_pos = node->pos;
	s->refs = scn__want_texts(b, node, "refs", &s->ref_count);
	for (size_t i = 0; s->refs && i < s->ref_count; i++) {
		struct scn__pos pos = node->kind == SCN_LIST && node->count == s->ref_count
					  ? node->items[i].pos
					  : node->pos;

		if (!is_ref(s->refs[i]))
			scn__fail(
			    b, pos,
			    "\"%.60s\" is no reference: owner/repo#number, a URL, a tracker's "
			    "key, or a scenario's name",
			    s->refs[i].ptr);
		else if (str_eq(s->refs[i], s->name))
			scn__fail(b, pos, "the scenario refers to itself");
		for (size_t j = 0; j < i && j < 1000; j++)
			if (str_eq(s->refs[i], s->refs[j]))
				scn__warn(b, pos, "reference %.60s twice", s->refs[i].ptr);
	}
}

/* Reports a file of a later version of the language: its other words may be unknown. */
static bool is_readable(struct scn__build *b, const struct scn__node *version)
{
	uint64_t n;

	if (!version)
		return true;
	if (!scn__want_uint(b, version, "relist", UINT64_MAX / 2, &n))
		return false;
	if (n == 0)
		scn__fail(b, version->pos, "relist is the version of the language: 1");
	else if (n > SCN_LANGUAGE_VERSION)
		scn__fail(b, version->pos,
			  "the file is written for version %llu of the language; this relist "
			  "reads version %d",
			  (unsigned long long)n, SCN_LANGUAGE_VERSION);
	return n == SCN_LANGUAGE_VERSION;
}

/* Returns false if the rest cannot be read. */
static bool read_head(struct loader *l)
{
	struct scn__build *b = &l->b;
	struct scn__scenario *s = b->scenario;
	const struct scn__node *node;
	size_t count;
	const struct scn__arg *rows = scn__group_args(SCN_G_FILE, &count);

	if (scn__member(l->root, "apiVersion") && scn__member(l->root, "kind") &&
	    !scn__member(l->root, "scenario")) {
		scn__fail(
		    b, l->root->pos,
		    "this is a Kubernetes object, not a scenario: in a scenario it belongs under "
		    "`world: {objects: ...}`, or in a `create` step");
		return false;
	}
	if (!is_readable(b, scn__member(l->root, "relist")))
		return false;
	scn__args(b, rows, count, l->root, "the file", s, NULL);
	node = scn__member(l->root, "scenario");
	if (node)
		s->name_pos = node->pos;
	if (node && s->name.len && !is_word(s->name, 100))
		scn__fail(b, node->pos,
			  "scenario \"%.60s\": the name must be lower case words with dashes",
			  s->name.ptr);
	node = scn__member(l->root, "refs");
	if (node)
		read_refs(b, node);
	node = scn__member(l->root, "tags");
	if (node)
		s->tags = scn__want_texts(b, node, "tags", &s->tag_count);
	node = scn__member(l->root, "seed");
	if (node)
		s->has_seed = scn__want_uint(b, node, "seed", UINT64_MAX / 2, &s->seed);
	node = scn__member(l->root, "matrix");
	if (node && scn__want_map(b, node, "matrix"))
		l->matrix = node;
	node = scn__member(l->root, "let");
	if (node && scn__want_map(b, node, "let"))
		l->let = node;
	return true;
}

/* --- matrix and let --- */

static void add_variables(struct loader *l, const struct scn__node *map)
{
	struct scn__build *b = &l->b;

	for (size_t i = 0; map && i < map->count; i++) {
		const struct scn__entry *e = &map->entries[i];

		if (!scn__is_variable(e->key))
			scn__fail(b, e->pos, "`%.60s`: a variable is letters, digits and dashes",
				  e->key.ptr);
		for (size_t j = 0; j < b->variable_count; j++)
			if (str_eq(b->variables[j].name, e->key))
				scn__fail(b, e->pos, "`%.60s` is in `let` and in `matrix`",
					  e->key.ptr);
		b->variables[b->variable_count++] =
		    (struct scn__variable) { .name = e->key, .pos = e->pos, .value = e->value };
	}
}

/* The number of combinations of the matrix, or 0 after an error. */
static size_t count_cells(struct loader *l)
{
	size_t cells = 1;

	for (size_t i = 0; l->matrix && i < l->matrix->count; i++) {
		const struct scn__entry *e = &l->matrix->entries[i];

		if (!scn__want_list(&l->b, e->value, "a matrix variable"))
			return 0;
		if (e->value->count == 0) {
			scn__fail(&l->b, e->pos, "`%.60s` has no values", e->key.ptr);
			return 0;
		}
		for (size_t j = 0; j < e->value->count; j++)
			if (e->value->items[j].kind != SCN_SCALAR)
				scn__fail(&l->b, e->value->items[j].pos,
					  "a value of the matrix is %s, must be text or a number",
					  scn__node_what(&e->value->items[j]));
		if (cells > SCN_CELLS_MAX / e->value->count) {
			scn__fail(&l->b, l->matrix->pos, "the matrix has more than %d combinations",
				  SCN_CELLS_MAX);
			return 0;
		}
		cells *= e->value->count;
	}
	return cells;
}

/* Sets the matrix variables of a cell (the last one varies fastest), then the constants; each
 * constant may use the ones above it. */
static void set_variables(struct loader *l, struct scn__cell *cell)
{
	struct scn__build *b = &l->b;
	size_t rest = cell->index, count = l->matrix ? l->matrix->count : 0;
	struct scn__value_of *values = scn__alloc(b, count, sizeof(*values));
	AUTO_STRBUF name = STRBUF_INIT;

	for (size_t i = count; values && i-- > 0;) {
		const struct scn__entry *e = &l->matrix->entries[i];

		values[i].name = e->key;
		values[i].value = &e->value->items[rest % e->value->count];
		rest /= e->value->count;
		b->variables[i].value = values[i].value;
	}
	cell->values = values;
	cell->value_count = values ? count : 0;
	for (size_t i = 0; i < cell->value_count; i++)
		strbuf_addf(&name, "%s" STR_FMT "=" STR_FMT, i ? "," : "", STR_ARG(values[i].name),
			    STR_ARG(values[i].value->text));
	cell->name = scn__copy(b, strbuf_str(&name));
	b->arena->failed |= name.failed;
	b->variable_count = count;
	for (size_t i = 0; l->let && i < l->let->count; i++) {
		const struct scn__node *value = scn__substitute(b, l->let->entries[i].value);

		for (size_t j = i; j < l->let->count; j++)
			if (value->form == SCN_NAME && value->kind == SCN_SCALAR &&
			    str_eq(value->arg, l->let->entries[j].key))
				scn__fail(b, value->pos,
					  j == i ? "`%.60s` refers to itself"
						 : "`%.60s` is defined below: a constant may use "
						   "those above",
					  value->arg.ptr);
		b->variables[b->variable_count++].value = value;
	}
}

/* --- cells --- */

static const struct scn__node *section(struct loader *l, const char *key)
{
	const struct scn__node *node = scn__member(l->root, key);

	return node ? scn__substitute(&l->b, node) : NULL;
}

static void note_templates(struct loader *l)
{
	const struct scn__world *w = &l->b.cell->world;

	if (!l->template_used) {
		l->template_used = scn__alloc(&l->b, w->template_count, sizeof(bool));
		l->template_count = w->template_count;
	}
	for (size_t i = 0; l->template_used && i < w->template_count; i++)
		if (i < l->template_count && l->b.template_used[i])
			l->template_used[i] = true;
}

static void build_cell(struct loader *l, struct scn__cell *cell)
{
	struct scn__build *b = &l->b;
	const struct scn__node *world, *steps, *node;

	b->cell = cell;
	b->never_count = 0;
	set_variables(l, cell);
	world = section(l, "world");
	steps = section(l, "steps");
	if (!world || !steps || !scn__want_map(b, world, "world"))
		return;
	scn__build_world(b, world, steps);
	/* With an incomplete world the steps would only cause follow-up errors. */
	if (b->arena->failed || b->bytes_left == 0 || !b->handlers || !b->template_used)
		return;
	scn__build_steps(b, steps);
	scn__build_created(b, world);
	node = section(l, "always");
	if (node)
		scn__build_always(b, node);
	node = section(l, "outcome");
	if (node)
		scn__build_outcome(b, node);
	node = section(l, "external");
	if (node)
		scn__build_external(b, node);
	if (!b->arena->failed)
		note_templates(l);
	if (b->errors->error_count == 0 && !b->arena->failed)
		scn__check(b);
	scn__check_loads(b);
}

static void warn_unused(struct loader *l)
{
	struct scn__build *b = &l->b;
	const struct scn__world *w = &l->cells[0].world;

	for (size_t i = 0; i < b->variable_count; i++)
		if (!b->variables[i].used)
			scn__warn(b, b->variables[i].pos, "`%.60s` is never used as $%.60s",
				  b->variables[i].name.ptr, b->variables[i].name.ptr);
	for (size_t i = 0; i < w->template_count && i < l->template_count; i++)
		if (!l->template_used[i])
			scn__warn(b, w->templates[i].pos, "template `%.60s` is never used",
				  w->templates[i].name.ptr);
}

static void build(struct loader *l)
{
	struct scn__build *b = &l->b;
	struct scn__scenario *s = b->scenario;
	size_t count, variables;

	if (!read_head(l))
		return;
	count = count_cells(l);
	variables = (l->matrix ? l->matrix->count : 0) + (l->let ? l->let->count : 0);
	b->variables = scn__alloc(b, variables, sizeof(*b->variables));
	if (!count || !b->variables)
		return;
	add_variables(l, l->matrix);
	add_variables(l, l->let);
	l->cells = scn__alloc(b, count, sizeof(*l->cells));
	if (!l->cells)
		return;
	s->cells = l->cells;
	s->cell_count = count;
	for (size_t i = 0; i < count && !b->arena->failed && b->bytes_left; i++) {
		l->cells[i].index = (uint32_t)i;
		l->cells[i].scenario = s;
		build_cell(l, &l->cells[i]);
	}
	if (b->errors->error_count == 0 && !b->arena->failed)
		warn_unused(l);
}

struct scn__scenario *scn__scenario_load(struct str path, struct str text,
					 struct scn__errors *errors)
{
	return scn__scenario_load_beside(path, text, NULL, errors);
}

struct scn__scenario *scn__scenario_load_beside(struct str path, struct str text,
						const struct scn__files *files,
						struct scn__errors *errors)
{
	struct scn__scenario *s = base__calloc(1, sizeof(*s));
	struct loader l = { 0 };

	if (!s) {
		errors->failed = true;
		return NULL;
	}
	runner__arena_init(&s->arena);
	s->path = runner__arena_str(&s->arena, path);
	l.b = (struct scn__build) { .arena = &s->arena,
				    .errors = errors,
				    .scenario = s,
				    .files = files,
				    .bytes_left = SCN_BUILD_BYTES_MAX };
	l.root = scn__yaml_read(&s->arena, text, errors);
	if (l.root && scn__want_map(&l.b, l.root, "a scenario"))
		build(&l);
	errors->failed |= s->arena.failed;
	scn__errors_sort(errors);
	if (errors->error_count || errors->failed || !s->cell_count) {
		scn__scenario_free(s);
		return NULL;
	}
	return s;
}

void scn__scenario_free(struct scn__scenario *s)
{
	if (!s)
		return;
	runner__arena_fini(&s->arena);
	base__free(s);
}
