/* SPDX-License-Identifier: Apache-2.0 */
/* lines.c - items written as one line ("ADD default/a rv=1"), cut into words and options. */
#include "runner/language/build.h"

/* The length of the first word: up to a space outside quotes and brackets. */
static size_t word_len(struct str s)
{
	unsigned depth = 0;
	char quote = 0;
	size_t n = 0;

	for (; n < s.len; n++) {
		char c = s.ptr[n];

		if (quote) {
			if (c == quote)
				quote = 0;
		} else if ((c == '"' || c == '\'') && n > 0 && strchr("=[{,:<>", s.ptr[n - 1])) {
			quote = c;
		} else if (c == '[' || c == '{') {
			depth++;
		} else if ((c == ']' || c == '}') && depth) {
			depth--;
		} else if ((c == ' ' || c == '\t' || c == '\n') && !depth) {
			break;
		}
	}
	return n;
}

bool scn__split(struct scn__build *b, const struct scn__node *node, struct scn__line *out)
{
	struct str s = node->text;

	out->node = node;
	out->count = 0;
	if (node->kind != SCN_SCALAR || scn__is_null(node)) {
		scn__fail(b, node->pos, "%s where a line of words is wanted", scn__node_what(node));
		return false;
	}
	for (;;) {
		size_t n;

		while (s.len && strchr(" \t\n", s.ptr[0])) {
			s.ptr++;
			s.len--;
		}
		if (s.len == 0 && out->count == 0)
			scn__fail(b, node->pos, "nothing where a line of words is wanted");
		if (s.len == 0)
			return out->count > 0;
		if (out->count == SCN_WORDS_MAX) {
			scn__fail(b, node->pos, "more than %d words", SCN_WORDS_MAX);
			return false;
		}
		n = word_len(s);
		out->words[out->count++] = (struct str) { s.ptr, n };
		s.ptr += n;
		s.len -= n;
	}
}

/* Parses lists and maps in a value as YAML; their position is that of the word. */
static const struct scn__node *collection(struct scn__build *b, struct scn__pos pos,
					  struct str text)
{
	struct scn__errors errors = { 0 };
	const struct scn__node *node = scn__yaml_read(b->arena, text, &errors);
	struct scn__node *copy = node ? scn__alloc(b, 1, sizeof(*copy)) : NULL;

	if (errors.len)
		scn__fail(b, pos, "in \"%.60s\": %s", scn__copy(b, text).ptr, errors.items[0].msg);
	b->errors->failed |= errors.failed;
	scn__errors_fini(&errors);
	if (!copy)
		return NULL;
	*copy = *node;
	copy->pos = pos;
	return copy;
}

const struct scn__node *scn__value(struct scn__build *b, const struct scn__node *in,
				   struct str text)
{
	struct scn__pos pos = scn__shift(in, text);
	struct scn__node *node;
	bool quoted =
	    text.len >= 2 && strchr("\"'", text.ptr[0]) && text.ptr[text.len - 1] == text.ptr[0];

	if (text.len && strchr("[{", text.ptr[0]))
		return collection(b, pos, text);
	node = scn__alloc(b, 1, sizeof(*node));
	if (!node)
		return NULL;
	*node = (struct scn__node) { .kind = SCN_SCALAR, .pos = pos, .end = pos };
	node->quoted = quoted || text.len == 0;
	node->text = scn__copy(b, quoted ? (struct str) { text.ptr + 1, text.len - 2 } : text);
	scn__node_classify(node);
	return node;
}
