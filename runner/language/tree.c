/* SPDX-License-Identifier: Apache-2.0 */
/* tree.c - operations on trees of YAML nodes: lookup, JSON output, merge, replacement of {n} and
 * $names. */
#include "runner/language/build.h"

const struct scn__node *scn__get(const struct scn__node *map, const char *key)
{
	if (!map || map->kind != SCN_MAP)
		return NULL;
	for (size_t i = 0; i < map->count; i++)
		if (str_eqz(map->entries[i].key, key))
			return map->entries[i].value;
	return NULL;
}

/* --- JSON --- */

static size_t digits(struct str s, size_t at)
{
	size_t n = 0;

	while (at + n < s.len && s.ptr[at + n] >= '0' && s.ptr[at + n] <= '9')
		n++;
	return n;
}

/* YAML 1.2's core schema: numbers that are valid in JSON without a change. */
static bool is_json_number(struct str s, struct str *out)
{
	size_t at = s.len && (s.ptr[0] == '-' || s.ptr[0] == '+');
	size_t whole = digits(s, at), n = at + whole;

	if (whole == 0)
		return false;
	if (n < s.len && s.ptr[n] == '.') {
		size_t fraction = digits(s, n + 1);

		if (fraction == 0)
			return false;
		n += 1 + fraction;
	}
	if (n < s.len && (s.ptr[n] == 'e' || s.ptr[n] == 'E')) {
		size_t sign = n + 1 < s.len && (s.ptr[n + 1] == '-' || s.ptr[n + 1] == '+');
		size_t exponent = digits(s, n + 1 + sign);

		if (exponent == 0)
			return false;
		n += 1 + sign + exponent;
	}
	/* JSON allows no leading zeros and no plus sign. */
	if (n != s.len || (whole > 1 && s.ptr[at] == '0'))
		return false;
	*out = s.ptr[0] == '+' ? (struct str) { s.ptr + 1, s.len - 1 } : s;
	return true;
}

static bool among(struct str s, const char *a, const char *b, const char *c)
{
	return str_eqz(s, a) || str_eqz(s, b) || str_eqz(s, c);
}

static void scalar_json(const struct scn__node *node, scn__lookup *lookup, void *user,
			struct strbuf *out)
{
	struct str s = node->text, number;

	if (node->form == SCN_NAME && lookup) {
		const struct str *bound = lookup(user, node->arg);

		if (bound) {
			strbuf_add_json(out, *bound);
			return;
		}
	}
	if (node->quoted || node->form == SCN_NAME)
		strbuf_add_json(out, s);
	else if (s.len == 0 || str_eqz(s, "~") || among(s, "null", "Null", "NULL"))
		strbuf_addz(out, "null");
	else if (among(s, "true", "True", "TRUE"))
		strbuf_addz(out, "true");
	else if (among(s, "false", "False", "FALSE"))
		strbuf_addz(out, "false");
	else if (is_json_number(s, &number))
		strbuf_adds(out, number);
	else
		strbuf_add_json(out, s);
}

/* The depth is bounded by the reader (and by the merge of two such trees). */
void scn__node_json(const struct scn__node *node, scn__lookup *lookup, void *user,
		    struct strbuf *out)
{
	switch (node->kind) {
	case SCN_SCALAR:
		scalar_json(node, lookup, user, out);
		break;
	case SCN_LIST:
		strbuf_addc(out, '[');
		for (size_t i = 0; i < node->count; i++) {
			if (i)
				strbuf_addc(out, ',');
			scn__node_json(&node->items[i], lookup, user, out);
		}
		strbuf_addc(out, ']');
		break;
	case SCN_MAP:
		strbuf_addc(out, '{');
		for (size_t i = 0; i < node->count; i++) {
			if (i)
				strbuf_addc(out, ',');
			strbuf_add_json(out, node->entries[i].key);
			strbuf_addc(out, ':');
			scn__node_json(node->entries[i].value, lookup, user, out);
		}
		strbuf_addc(out, '}');
		break;
	}
}

void scn__node_text(const struct scn__node *node, struct strbuf *out)
{
	if (node->kind != SCN_SCALAR)
		scn__node_json(node, NULL, NULL, out);
	else
		strbuf_adds(out, node->text);
}

/* --- copies with replacements --- */

/* Replaces scalars and keys; returns NULL for those that stay unchanged. */
struct rewrite {
	struct scn__build *b;
	const struct scn__node *(*scalar)(struct rewrite *rw, const struct scn__node *node);
	struct str (*text)(struct rewrite *rw, struct str s);
	uint64_t n;
};

static const struct scn__node *rewrite(struct rewrite *rw, const struct scn__node *node)
{
	const struct scn__node *changed = NULL;
	struct scn__node *copy;
	struct scn__node *items;
	struct scn__entry *entries = NULL;
	bool any = false;

	if (node->kind == SCN_SCALAR) {
		changed = rw->scalar(rw, node);
		return changed ? changed : node;
	}
	if (node->count == 0)
		return node;
	items = scn__alloc(rw->b, node->count, sizeof(*items));
	if (node->kind == SCN_MAP)
		entries = scn__alloc(rw->b, node->count, sizeof(*entries));
	copy = scn__alloc(rw->b, 1, sizeof(*copy));
	if (!items || !copy || (node->kind == SCN_MAP && !entries))
		return node;
	*copy = *node;
	for (size_t i = 0; i < node->count; i++) {
		const struct scn__node *from = entries ? node->entries[i].value : &node->items[i];
		const struct scn__node *to = rewrite(rw, from);

		items[i] = *to;
		any |= to != from;
		if (entries) {
			entries[i] = node->entries[i];
			entries[i].key = rw->text(rw, entries[i].key);
			entries[i].value = &items[i];
			any |= entries[i].key.ptr != node->entries[i].key.ptr;
		}
	}
	copy->items = entries ? NULL : items;
	copy->entries = entries;
	return any ? copy : node;
}

static const struct scn__node *rewritten_scalar(struct rewrite *rw, const struct scn__node *node)
{
	struct str text = rw->text(rw, node->text);
	struct scn__node *copy;

	if (text.ptr == node->text.ptr)
		return NULL;
	copy = scn__alloc(rw->b, 1, sizeof(*copy));
	if (!copy)
		return NULL;
	*copy = *node;
	copy->text = text;
	scn__node_classify(copy);
	return copy;
}

/* --- matrix and let --- */

static struct scn__variable *find(struct scn__build *b, struct str name)
{
	for (size_t i = 0; i < b->variable_count; i++)
		if (str_eq(b->variables[i].name, name))
			return &b->variables[i];
	return NULL;
}

static size_t name_len(const char *p, const char *end)
{
	size_t n = 0;

	while (p + n < end && (strchr("_-", p[n]) || (p[n] >= '0' && p[n] <= '9') ||
			       (p[n] >= 'a' && p[n] <= 'z') || (p[n] >= 'A' && p[n] <= 'Z')))
		n++;
	return n;
}

/* The longest variable that is a prefix of the name at p: `$p-0` may be $p and "-0". */
static struct scn__variable *variable_at(struct scn__build *b, const char *p, const char *end,
					 size_t *len)
{
	for (size_t n = name_len(p, end); n > 0; n--) {
		struct scn__variable *v = find(b, (struct str) { p, n });

		*len = n;
		if (v || (p[n - 1] != '-' && !memchr(p, '-', n)))
			return v;
	}
	return NULL;
}

static struct str substituted(struct rewrite *rw, struct str s)
{
	AUTO_STRBUF out = STRBUF_INIT;
	const char *end = s.ptr + s.len, *from = s.ptr;
	bool any = false;

	for (const char *p = s.ptr; p && (p = memchr(p, '$', (size_t)(end - p)));) {
		size_t len = 0;
		struct scn__variable *v = variable_at(rw->b, p + 1, end, &len);

		if (!v || v->value->kind != SCN_SCALAR) {
			p++;
			continue;
		}
		v->used = true;
		any = true;
		strbuf_add(&out, from, (size_t)(p - from));
		strbuf_adds(&out, v->value->text);
		p = from = p + 1 + len;
	}
	if (!any)
		return s;
	strbuf_add(&out, from, (size_t)(end - from));
	if (out.failed)
		rw->b->arena->failed = true;
	return scn__copy(rw->b, strbuf_str(&out));
}

static const struct scn__node *substituted_scalar(struct rewrite *rw, const struct scn__node *node)
{
	struct scn__variable *v = node->form == SCN_NAME ? find(rw->b, node->arg) : NULL;
	struct scn__node *copy;

	if (!v)
		return memchr(node->text.ptr ? node->text.ptr : "", '$', node->text.len)
			   ? rewritten_scalar(rw, node)
			   : NULL;
	v->used = true;
	copy = scn__alloc(rw->b, 1, sizeof(*copy));
	if (!copy)
		return NULL;
	*copy = *v->value;
	copy->pos = node->pos;
	copy->end = node->end;
	return copy;
}

const struct scn__node *scn__substitute(struct scn__build *b, const struct scn__node *node)
{
	struct rewrite rw = { b, substituted_scalar, substituted, 0 };

	return b->variable_count ? rewrite(&rw, node) : node;
}

/* --- {n} --- */

static struct str numbered(struct rewrite *rw, struct str s)
{
	AUTO_STRBUF out = STRBUF_INIT;
	size_t from = 0;

	for (size_t i = 0; i + 3 <= s.len; i++) {
		if (memcmp(s.ptr + i, "{n}", 3) != 0)
			continue;
		strbuf_add(&out, s.ptr + from, i - from);
		strbuf_addf(&out, "%llu", (unsigned long long)rw->n);
		from = i + 3;
		i += 2;
	}
	if (from == 0)
		return s;
	strbuf_add(&out, s.ptr + from, s.len - from);
	if (out.failed)
		rw->b->arena->failed = true;
	return scn__copy(rw->b, strbuf_str(&out));
}

const struct scn__node *scn__number(struct scn__build *b, const struct scn__node *node, uint64_t n)
{
	struct rewrite rw = { b, rewritten_scalar, numbered, n };

	return rewrite(&rw, node);
}

struct str scn__number_text(struct scn__build *b, struct str s, uint64_t n)
{
	struct rewrite rw = { b, NULL, NULL, n };

	return numbered(&rw, s);
}

/* --- templates --- */

const struct scn__node *scn__merge(struct scn__build *b, const struct scn__node *base,
				   const struct scn__node *over)
{
	struct scn__entry *entries;
	struct scn__node *out;
	size_t count;

	if (!base || base->kind != SCN_MAP || over->kind != SCN_MAP)
		return over;
	entries = scn__alloc(b, base->count + over->count, sizeof(*entries));
	out = scn__alloc(b, 1, sizeof(*out));
	if (!entries || !out)
		return over;
	count = base->count;
	if (count)
		memcpy(entries, base->entries, count * sizeof(*entries));
	for (size_t i = 0; i < over->count; i++) {
		size_t j = 0;

		while (j < base->count && !str_eq(entries[j].key, over->entries[i].key))
			j++;
		if (j == base->count)
			entries[count++] = over->entries[i];
		else
			entries[j].value = scn__merge(b, entries[j].value, over->entries[i].value);
	}
	*out = *over;
	out->entries = entries;
	out->count = count;
	return out;
}
