/* SPDX-License-Identifier: Apache-2.0 */
/* object_sets.c - keys of `state` that select several objects: "default/web-* labels=a=b". */
#include "base/selector.h"
#include "runner/language/build.h"

bool scn__is_object_set(struct str key)
{
	if (scn__is_numbered(key))
		return false;
	return str_eqz(key, "others") || memchr(key.ptr, '*', key.len) ||
	       memchr(key.ptr, ' ', key.len);
}

static struct str cut_at(struct str *rest, char at)
{
	const char *p = rest->len ? memchr(rest->ptr, at, rest->len) : NULL;
	struct str head = { rest->ptr, p ? (size_t)(p - rest->ptr) : rest->len };

	*rest = p ? (struct str) { p + 1, rest->len - head.len - 1 } : STR("");
	return head;
}

static bool is_pattern(struct str s)
{
	for (size_t i = 0; i < s.len; i++)
		if (strchr("\t/,{}[]\"'#", s.ptr[i]))
			return false;
	return s.len > 0 && s.len <= 253;
}

bool scn__parse_pattern(struct scn__build *b, struct scn__pos pos, struct str text,
			const struct scn__type *type, struct str *ns, struct str *name)
{
	struct str rest = text, first = cut_at(&rest, '/');
	bool slash = first.len != text.len;

	if (type->namespaced && str_eqz(text, "*")) {
		*ns = *name = STR("*"); /* in all namespaces */
		return true;
	}
	if (type->namespaced != slash) {
		scn__fail(b, pos, "%s are %s: write %s", type->name.ptr,
			  slash ? "in no namespace" : "in namespaces",
			  slash ? "NAME" : "NAMESPACE/NAME");
		return false;
	}
	*ns = slash ? scn__copy(b, first) : STR("");
	*name = scn__copy(b, slash ? rest : first);
	if (is_pattern(*name) && (!slash || is_pattern(*ns)))
		return true;
	scn__fail(b, pos, "\"%.80s\" is no pattern of names", scn__copy(b, text).ptr);
	return false;
}

static bool read_labels(struct scn__build *b, struct scn__pos pos, struct str text,
			struct scn__object_set *out)
{
	struct selector_term *terms = NULL;
	AUTO_STRBUF why = STRBUF_INIT;
	int code = selector_parse_labels(text, &terms, &why);

	selector_free(terms);
	out->labels = scn__copy(b, text);
	if (code || !text.len)
		scn__fail(b, pos, "labels=%.80s: %.120s", out->labels.ptr,
			  why.len ? why.ptr : "no selector");
	return !code && text.len;
}

static bool read_word(struct scn__build *b, struct scn__pos pos, struct str word,
		      struct scn__object_set *out)
{
	struct str value = word, name = cut_at(&value, '=');

	if (str_eqz(name, "labels"))
		return read_labels(b, pos, value, out);
	if (str_eqz(name, "owner"))
		return scn__parse_key(b, pos, value, &out->owner);
	scn__fail(b, pos, "\"%.80s\" is neither labels=SELECTOR nor owner=TYPE/NAME",
		  scn__copy(b, word).ptr);
	return false;
}

/* Moves the first word to *word: it ends before the next labels= or owner=, since a selector has
 * blanks: "tier in (a, b)". */
static void cut_word(struct str *rest, struct str *word)
{
	static const char *const starts[] = { " labels=", " owner=" };

	*word = *rest;
	for (size_t i = 0; i < rest->len; i++)
		for (size_t k = 0; k < ARRAY_LEN(starts); k++) {
			struct str start = str_of(starts[k]);

			if (rest->len - i < start.len ||
			    memcmp(rest->ptr + i, start.ptr, start.len) != 0)
				continue;
			*word = (struct str) { rest->ptr, i };
			*rest = (struct str) { rest->ptr + i + 1, rest->len - i - 1 };
			return;
		}
	*rest = STR("");
}

const struct scn__object_set *scn__parse_object_set(struct scn__build *b, struct scn__pos pos,
						    struct str text, const struct scn__type *type,
						    struct scn__key *key)
{
	struct scn__object_set *out = scn__alloc(b, 1, sizeof(*out));
	struct str rest = text, first = cut_at(&rest, ' ');

	*key = (struct scn__key) { .pos = pos, .type = type, .text = scn__copy(b, text) };
	if (!out)
		return NULL;
	out->others = str_eqz(text, "others");
	if (out->others)
		return out;
	if (!scn__parse_pattern(b, pos, first, type, &out->ns, &out->name))
		return NULL;
	while (rest.len) {
		struct str word;

		cut_word(&rest, &word);
		if (!read_word(b, pos, word, out))
			return NULL;
	}
	return out;
}

bool scn__parse_state_key(struct scn__build *b, struct scn__pos pos, struct str text,
			  const struct scn__type *type, const struct scn__object_set **set,
			  struct scn__key *key)
{
	*set = NULL;
	if (scn__is_numbered(text))
		return scn__parse_numbered(b, pos, text, type, key);
	if (!scn__is_object_set(text))
		return scn__parse_cache_key(b, pos, text, type, key);
	*set = scn__parse_object_set(b, pos, text, type, key);
	return *set != NULL;
}
