/* SPDX-License-Identifier: Apache-2.0 */
/* parser_tokens.c - the tokens of the parser, mistakes, and nodes. */
#include "cel/parser_impl.h"

void cel__parse_error(struct cel__parser *p, uint32_t at, const char *fmt, ...)
{
	struct str text;
	va_list ap;

	if (p->stopped)
		return;
	va_start(ap, fmt);
	text = cel__copyvf(p->arena, fmt, ap);
	va_end(ap);
	if (text.ptr)
		cel__mistake(p->errors, at, STR_FMT, STR_ARG(text));
	p->stopped = true;
}

struct cel__node *cel__node(struct cel__parser *p, enum cel__node_kind kind, uint32_t at,
			    uint32_t children)
{
	struct cel__node *n = cel__alloc(p->arena, sizeof(*n));

	if (!n)
		return NULL;
	n->kind = kind;
	n->at = at;
	n->slot = -1;
	n->count = children;
	if (children) {
		n->child = cel__alloc_array(p->arena, children, sizeof(*n->child));
		if (!n->child)
			return NULL;
	}
	return n;
}

struct cel__node *cel__finish(struct cel__parser *p, struct cel__node *n)
{
	if (!n)
		return NULL;
	n->depth = 1;
	for (uint32_t i = 0; i < n->count; i++) {
		if (!n->child[i])
			return NULL;
		if (n->child[i]->depth >= n->depth)
			n->depth = n->child[i]->depth + 1;
	}
	if (n->depth > CEL__TREE_DEPTH_MAX) {
		cel__parse_error(p, 0, "expression recursion limit exceeded: %d",
				 CEL__TREE_DEPTH_MAX);
		return NULL;
	}
	return n;
}

/* --- tokens --- */

/* Reports and skips bytes that start no token. */
static struct cel__token next(struct cel__parser *p, uint32_t where)
{
	struct cel__token t = cel__next_token(p->source, where);

	while (t.kind == CEL__BAD) {
		cel__mistake(p->errors, t.at,
			     "Syntax error: token recognition error at: '" STR_FMT "'",
			     STR_ARG(t.text));
		t = cel__next_token(p->source, t.at + (uint32_t)t.text.len);
	}
	return t;
}

void cel__advance(struct cel__parser *p)
{
	p->token = p->ahead;
	if (p->token.kind != CEL__END)
		p->ahead = next(p, p->token.at + (uint32_t)p->token.text.len);
}

bool cel__is(const struct cel__token *t, const char *punctuation)
{
	return t->kind == CEL__PUNCTUATION && str_eqz(t->text, punctuation);
}

bool cel__at(const struct cel__parser *p, const char *punctuation)
{
	return !p->stopped && cel__is(&p->token, punctuation);
}

bool cel__take(struct cel__parser *p, const char *punctuation)
{
	if (!cel__at(p, punctuation))
		return false;
	cel__advance(p);
	return true;
}

bool cel__begins(const struct cel__token *t)
{
	switch (t->kind) {
	case CEL__END:
	case CEL__BAD:
	case CEL__QUOTED_NAME:
		return false;
	case CEL__NAME:
	case CEL__INT_TOKEN:
	case CEL__UINT_TOKEN:
	case CEL__DOUBLE_TOKEN:
	case CEL__STRING_TOKEN:
	case CEL__BYTES_TOKEN:
		return true;
	case CEL__PUNCTUATION:
		break;
	}
	return cel__is(t, "[") || cel__is(t, "{") || cel__is(t, "(") || cel__is(t, ".") ||
	       cel__is(t, "-") || cel__is(t, "!") || cel__is(t, "true") || cel__is(t, "false") ||
	       cel__is(t, "null");
}

/* True if the token is one of the words. */
static bool expects(const char *words, const struct cel__token *t)
{
	char quoted[16];

	switch (t->kind) {
	case CEL__END:
		return strcmp(words, "<EOF>") == 0;
	case CEL__BAD:
		return false;
	case CEL__NAME:
		return strstr(words, "IDENTIFIER") != NULL;
	case CEL__QUOTED_NAME:
		return strstr(words, "ESC_IDENTIFIER") != NULL;
	case CEL__INT_TOKEN:
	case CEL__UINT_TOKEN:
	case CEL__DOUBLE_TOKEN:
	case CEL__STRING_TOKEN:
	case CEL__BYTES_TOKEN:
		return strstr(words, "STRING") != NULL;
	case CEL__PUNCTUATION:
		break;
	}
	(void)snprintf(quoted, sizeof(quoted), "'" STR_FMT "'", STR_ARG(t->text));
	return strstr(words, quoted) != NULL;
}

static bool is_binary(const struct cel__token *t)
{
	static const char *const words[] = { "+",  "*", "/",  "%",  "==", "!=", "<",
					     "<=", ">", ">=", "&&", "||", "in" };

	for (size_t i = 0; i < ARRAY_LEN(words); i++)
		if (cel__is(t, words[i]))
			return true;
	return false;
}

void cel__unexpected(struct cel__parser *p, const char *expected)
{
	bool operand = strstr(expected, LITERAL_WORDS) && !p->stopped;
	struct str text = p->token.kind == CEL__END ? STR("<EOF>") : p->token.text;
	bool extra = p->token.kind != CEL__END && expects(expected, &p->ahead);

	cel__parse_error(p, p->token.at, "Syntax error: %s input '" STR_FMT "' expecting %s",
			 extra ? "extraneous" : "mismatched", STR_ARG(text), expected);
	if (operand && is_binary(&p->token) && p->ahead.kind == CEL__END)
		cel__mistake(p->errors, p->ahead.at,
			     "Syntax error: mismatched input '<EOF>' expecting " OPERAND_WORDS);
}

bool cel__need(struct cel__parser *p, const char *punctuation, const char *expected)
{
	if (cel__take(p, punctuation))
		return true;
	if (p->token.kind == CEL__END && strchr("])}", *punctuation) && *expected == '\'')
		cel__parse_error(p, p->token.at, "Syntax error: missing '%s' at '<EOF>'",
				 punctuation);
	else
		cel__unexpected(p, expected);
	return false;
}

bool cel__need_end(struct cel__parser *p, const char *punctuation, const char *expected, bool comma)
{
	char one[4] = { '\'', *punctuation, '\'', '\0' };

	return cel__need(p, punctuation, comma ? one : expected);
}

bool cel__need_begin(struct cel__parser *p, const char *expected)
{
	if (p->stopped || expects(expected, &p->token) || cel__begins(&p->token))
		return !p->stopped;
	cel__unexpected(p, expected);
	return false;
}

void cel__begin(struct cel__parser *p)
{
	p->ahead = next(p, 0);
	cel__advance(p);
}
