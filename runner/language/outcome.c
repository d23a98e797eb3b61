/* SPDX-License-Identifier: Apache-2.0 */
/* outcome.c - the expected outcome, the active oracles, and the settings for external programs. */
#include "base/text/number.h"
#include "runner/language/build.h"

/* --- outcome --- */

/* "never[2]" -> 2. Returns false for other texts. */
static bool indexed(struct str text, const char *word, uint64_t *out)
{
	size_t len = strlen(word);

	return text.len >= len + 3 && text.len <= len + 8 && str_begins(text, word) &&
	       text.ptr[len] == '[' && text.ptr[text.len - 1] == ']' &&
	       number_parse((struct str) { text.ptr + len + 1, text.len - len - 2 }, 999999, out);
}

static const struct scn__step *nth_expect(struct scn__build *b, uint64_t n)
{
	for (size_t i = 0; i < b->cell->step_count; i++)
		if (b->steps[i].kind == SCN_EXPECT && n-- == 0)
			return &b->steps[i];
	return NULL;
}

static void fails_at(struct scn__build *b, struct scn__pos pos, struct str where)
{
	struct scn__outcome *o = &b->cell->outcome;
	uint64_t n;

	for (size_t i = 0; i < scn__oracle_doc_count; i++) {
		if (str_eqz(where, scn__oracle_docs[i].word)) {
			o->kind = SCN_FAILS_AT_ORACLE;
			o->oracle = (enum scn__oracle)i;
			return;
		}
	}
	if (indexed(where, "never", &n)) {
		o->kind = SCN_FAILS_AT_NEVER;
		o->never = (uint32_t)n;
		if (n >= b->never_count)
			scn__fail(b, pos, "never[%u]: the scenario has %u", (unsigned)n,
				  b->never_count);
		return;
	}
	o->kind = SCN_FAILS_AT_STEP;
	if (indexed(where, "expect", &n)) {
		o->step = nth_expect(b, n);
		if (!o->step)
			scn__fail(b, pos, "expect[%u]: the scenario has not so many", (unsigned)n);
		return;
	}
	for (size_t i = 0; i < b->cell->step_count; i++)
		if (b->steps[i].label.len && str_eq(b->steps[i].label, where))
			o->step = &b->steps[i];
	if (!o->step)
		scn__unknown(b, pos, "place", "", where, scn__oracle_docs, scn__oracle_doc_count,
			     sizeof(*scn__oracle_docs));
}

static void read_outcome(struct scn__build *b, const struct scn__node *node)
{
	struct str text;

	b->cell->outcome = (struct scn__outcome) { .pos = node->pos };
	if (!scn__want_text(b, node, "outcome", &text))
		return;
	b->cell->outcome.text = text;
	if (str_eqz(text, "passes"))
		return;
	b->cell->outcome.kind = SCN_FAILS;
	if (str_eqz(text, "fails"))
		return;
	if (text.len > 9 && memcmp(text.ptr, "fails at ", 9) == 0)
		fails_at(b, node->pos, scn__copy(b, (struct str) { text.ptr + 9, text.len - 9 }));
	else
		scn__fail(
		    b, node->pos,
		    "outcome is \"%.60s\", must be passes, fails, or fails at ORACLE, never[N], "
		    "expect[N] or a label",
		    text.ptr);
}

/* "uid", "match=uid", "match=uid,form=x": the number of variables that the key fixes; 0: the key
 * does not match this cell. */
static size_t fits(const struct scn__cell *cell, struct str key)
{
	size_t fixed = 0;

	while (key.len) {
		const char *comma = memchr(key.ptr, ',', key.len);
		struct str part = { key.ptr, comma ? (size_t)(comma - key.ptr) : key.len };
		const char *eq = memchr(part.ptr, '=', part.len);
		struct str value = part;
		bool found = false;

		if (eq)
			value = (struct str) { eq + 1, part.len - (size_t)(eq - part.ptr) - 1 };
		for (size_t i = 0; i < cell->value_count; i++) {
			struct str name = { part.ptr, eq ? (size_t)(eq - part.ptr) : 0 };

			if (str_eq(cell->values[i].value->text, value) &&
			    (!eq || str_eq(cell->values[i].name, name)))
				found = true;
		}
		if (!found)
			return 0;
		fixed++;
		key = comma ? (struct str) { comma + 1, key.len - part.len - 1 } : STR("");
	}
	return fixed;
}

/* Reports keys that match no cell. */
static void check_keys(struct scn__build *b, const struct scn__node *map)
{
	const struct scn__scenario *s = b->scenario;

	if (b->cell->index + 1 != s->cell_count)
		return;
	for (size_t i = 0; i < map->count; i++) {
		bool used = false;

		for (size_t j = 0; j < s->cell_count && !used; j++)
			used = fits(&s->cells[j], map->entries[i].key) > 0;
		if (!used)
			scn__fail(b, map->entries[i].pos,
				  "`%.60s` is no value of the matrix: VALUE, or NAME=VALUE,...",
				  map->entries[i].key.ptr);
	}
}

void scn__build_outcome(struct scn__build *b, const struct scn__node *node)
{
	const struct scn__entry *best = NULL, *also = NULL;
	size_t fixed = 0;

	if (node->kind != SCN_MAP) {
		read_outcome(b, node);
		return;
	}
	check_keys(b, node);
	for (size_t i = 0; i < node->count; i++) {
		size_t n = fits(b->cell, node->entries[i].key);

		if (n > fixed) {
			best = &node->entries[i];
			also = NULL;
			fixed = n;
		} else if (n && n == fixed && !also) {
			also = &node->entries[i];
		}
	}
	if (also)
		scn__fail(b, also->pos, "for %.80s both `%.60s` and `%.60s` hold",
			  b->cell->name.ptr, best->key.ptr, also->key.ptr);
	if (best)
		read_outcome(b, best->value);
	else
		scn__fail(b, node->pos, "no outcome for %.80s",
			  b->cell->name.len ? b->cell->name.ptr : "a scenario without a matrix");
}

/* --- always --- */

static void read_rate(struct scn__build *b, const struct scn__node *node, struct scn__always *out)
{
	char *end = NULL;

	if (node->kind == SCN_SCALAR && !node->quoted)
		out->rate_max = strtod(node->text.ptr, &end);
	if (!end || *end || end == node->text.ptr || !(out->rate_max > 0) || out->rate_max > 1e6)
		scn__fail(b, node->pos, "rate is a number of requests a second");
}

void scn__build_always(struct scn__build *b, const struct scn__node *node)
{
	size_t count;
	const struct scn__arg *rows = scn__group_args(SCN_G_ALWAYS, &count);

	if (!scn__want_map(b, node, "always"))
		return;
	for (size_t i = 0; i < node->count; i++) {
		const struct scn__entry *e = &node->entries[i];
		struct scn__always *out;
		size_t o = 0;

		while (o < scn__oracle_doc_count && !str_eqz(e->key, scn__oracle_docs[o].word))
			o++;
		if (o == scn__oracle_doc_count) {
			scn__unknown(b, e->pos, "oracle", "", e->key, scn__oracle_docs,
				     scn__oracle_doc_count, sizeof(*scn__oracle_docs));
			continue;
		}
		out = &b->cell->always[o];
		out->pos = e->pos;
		if (!scn__want_map(b, e->value, e->key.ptr))
			continue;
		scn__args(b, rows, count, e->value, e->key.ptr, out, NULL);
		out->off = scn__member(e->value, "off") != NULL;
		if (out->off && (str_eqz(out->reason, "true") || out->reason.len < 4))
			scn__fail(b, e->pos, "`off` is the reason: {off: the server is rewound}");
		if (scn__member(e->value, "rate"))
			read_rate(b, scn__member(e->value, "rate"), out);
		if (o != SCN_O_NO_REQUEST_STORM &&
		    (scn__member(e->value, "rate") || scn__member(e->value, "burst")))
			scn__fail(b, e->pos, "rate and burst belong to no-request-storm");
	}
}

/* --- external --- */

static void read_closes(struct scn__build *b, const struct scn__node *node,
			struct scn__external *out)
{
	const struct str *names;
	size_t count;

	if (!node)
		return;
	names = scn__want_texts(b, node, "closes", &count);
	out->closes = names ? scn__alloc(b, count, sizeof(struct scn__type *)) : NULL;
	out->close_count = out->closes ? count : 0;
	for (size_t i = 0; i < out->close_count; i++)
		out->closes[i] = scn__find_type(b, node->pos, names[i]);
}

void scn__build_external(struct scn__build *b, const struct scn__node *node)
{
	struct scn__external *out = &b->cell->external;
	const struct scn__node *checks = node;
	const struct str *words;
	size_t count;

	out->given = true;
	out->pos = node->pos;
	if (node->kind == SCN_MAP) {
		const struct scn__arg *rows = scn__group_args(SCN_G_EXTERNAL, &count);

		scn__args(b, rows, count, node, "external", out, NULL);
		out->skip = scn__member(node, "skip") != NULL;
		read_closes(b, scn__member(node, "closes"), out);
		checks = scn__member(node, "checks");
	}
	if (!checks)
		return;
	words = scn__want_texts(b, checks, "checks", &count);
	for (size_t i = 0; words && i < count; i++) {
		size_t kind = 0;

		while (kind < scn__section_doc_count &&
		       !str_eqz(words[i], scn__section_docs[kind].word))
			kind++;
		if (kind < scn__section_doc_count)
			out->sections |= 1u << kind;
		else
			scn__unknown(b, checks->pos, "section", "", words[i], scn__section_docs,
				     scn__section_doc_count, sizeof(*scn__section_docs));
	}
}
