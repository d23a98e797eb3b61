/* SPDX-License-Identifier: Apache-2.0 */
/* patterns.c - keys of objects whose names only a run knows: "pods/default/web-*#2" is the second
 * pod that was created under such a name. The number stands at the name, since " #2" behind a blank
 * would be a comment in YAML; labels= and owner= follow as in the keys of `state`. It counts
 * creations since the start, so that later deletions do not shift it. */
#include "runner/language/build.h"

enum { NUMBER_MAX = 1000000 };

bool scn__is_numbered(struct str key)
{
	return memchr(key.ptr, '#', key.len) != NULL;
}

static bool has_asterisk(struct str key)
{
	return memchr(key.ptr, '*', key.len) != NULL;
}

/* Moves the number after '#' from the text to *nth; 0: the text has none. */
static bool cut_number(struct scn__build *b, struct scn__pos pos, struct str *text, uint32_t *nth)
{
	const char *end = text->ptr + text->len, *sign = memchr(text->ptr, '#', text->len);
	const char *space = memchr(text->ptr, ' ', text->len), *stop = space ? space : end;
	AUTO_STRBUF rest = STRBUF_INIT;
	uint64_t n;

	*nth = 0;
	if (!sign)
		return true;
	if (sign > stop) {
		scn__fail(b, pos, "the number belongs to the name: default/web-*#2 labels=a=b");
		return false;
	}
	if (!scn__parse_uint(b, pos, (struct str) { sign + 1, (size_t)(stop - sign) - 1 },
			     "the number after #", NUMBER_MAX, &n))
		return false;
	if (!n) {
		scn__fail(b, pos, "#0: creations are counted from 1");
		return false;
	}
	*nth = (uint32_t)n;
	strbuf_add(&rest, text->ptr, (size_t)(sign - text->ptr));
	strbuf_add(&rest, stop, (size_t)(end - stop));
	b->arena->failed |= rest.failed;
	*text = scn__copy(b, strbuf_str(&rest));
	return !b->arena->failed;
}

/* The pattern of the cell with that text; keys that differ only in their number share it. */
static const struct scn__pattern *pattern_of(struct scn__build *b, struct scn__pos pos,
					     struct str text, const struct scn__type *type)
{
	const struct scn__object_set *set;
	struct scn__pattern *p;
	struct scn__key key;

	for (const struct scn__pattern *old = b->cell->patterns; old; old = old->next)
		if (old->type == type && str_eq(old->text, text))
			return old;
	set = scn__parse_object_set(b, pos, text, type, &key);
	p = scn__alloc(b, 1, sizeof(*p));
	if (!set || !p)
		return NULL;
	*p = (struct scn__pattern) { .type = type,
				     .set = set,
				     .text = key.text,
				     .pos = pos,
				     .index = b->cell->pattern_count++,
				     .next = b->cell->patterns };
	b->cell->patterns = p;
	return p;
}

bool scn__parse_numbered(struct scn__build *b, struct scn__pos pos, struct str text,
			 const struct scn__type *type, struct scn__key *out)
{
	struct str rest = text;

	*out = (struct scn__key) { .pos = pos, .type = type, .text = scn__copy(b, text) };
	/* no object has such a name, so code that ignores the pattern finds none */
	out->ns = out->name = out->text;
	if (!cut_number(b, pos, &rest, &out->nth))
		return false;
	if (!has_asterisk(rest) && !memchr(rest.ptr, ' ', rest.len)) {
		scn__fail(b, pos,
			  "\"%.80s\": a number needs an asterisk in the name, as in web-*#%u",
			  out->text.ptr, (unsigned)out->nth);
		return false;
	}
	out->pattern = pattern_of(b, pos, rest, type);
	return out->pattern != NULL;
}

/* Finds the type at the start of "pods/default/web-*"; *rest: what follows it. */
static bool find_type(struct scn__build *b, struct scn__pos pos, struct str text, struct str *rest,
		      struct scn__key *out)
{
	const char *slash = memchr(text.ptr, '/', text.len);
	size_t len = (size_t)(slash - text.ptr);

	*rest = (struct str) { slash + 1, text.len - len - 1 };
	*out = (struct scn__key) { .pos = pos };
	out->type = scn__find_type(b, pos, scn__copy(b, (struct str) { text.ptr, len }));
	return out->type != NULL;
}

static bool is_literal(struct str key)
{
	return !memchr(key.ptr, '/', key.len) ||
	       !(has_asterisk(key) || scn__is_numbered(key) || memchr(key.ptr, ' ', key.len));
}

bool scn__parse_step_key(struct scn__build *b, struct scn__pos pos, struct str text,
			 struct scn__key *out)
{
	struct str rest;

	if (is_literal(text))
		return scn__parse_key(b, pos, text, out);
	return find_type(b, pos, text, &rest, out) &&
	       scn__parse_numbered(b, pos, rest, out->type, out);
}

bool scn__parse_rule_key(struct scn__build *b, struct scn__pos pos, struct str text,
			 struct scn__key *out)
{
	struct str rest;

	if (is_literal(text) || scn__is_numbered(text))
		return scn__parse_step_key(b, pos, text, out);
	if (!find_type(b, pos, text, &rest, out))
		return false;
	out->text = scn__copy(b, rest);
	return scn__parse_pattern(b, pos, rest, out->type, &out->ns, &out->name);
}
