/* SPDX-License-Identifier: Apache-2.0 */
/* parser.c - parses operators and conditions. */
#include "cel/cel.h"
#include "cel/parser_impl.h"

static bool is_number(const struct cel__token *t)
{
	return t->kind == CEL__INT_TOKEN || t->kind == CEL__DOUBLE_TOKEN;
}

/* p->token is a number after a sign, and may start a longer expression: -1.abs() */
static struct cel__node *signed_member(struct cel__parser *p, uint32_t where);

static struct cel__node *unary(struct cel__parser *p)
{
	uint32_t where = p->token.at;
	bool odd = false;
	struct cel__node *n;

	if (cel__at(p, "!")) {
		while (cel__take(p, "!"))
			odd = !odd;
		n = cel__member(p);
		return n && odd ? cel__call(p, "!_", where, n, NULL) : n;
	}
	if (!cel__at(p, "-"))
		return cel__member(p);
	if (is_number(&p->ahead)) {
		cel__advance(p);
		return signed_member(p, where);
	}
	while (cel__take(p, "-"))
		odd = !odd;
	n = cel__member(p);
	return n && odd ? cel__call(p, "-_", where, n, NULL) : n;
}

static struct cel__node *signed_member(struct cel__parser *p, uint32_t where)
{
	struct cel__node *n = cel__number(p, where, true);

	while (n && !p->stopped) {
		uint32_t dot = p->token.at;

		if (!cel__take(p, "."))
			break;
		n = cel__select_or_call(p, n, dot);
	}
	return n;
}

/* The function of an operator by precedence (1: relations, 2: sums, 3: products), or NULL. */
static const char *operator_at(const struct cel__parser *p, int precedence)
{
	static const struct {
		int precedence;
		const char *text, *name;
	} table[] = {
		{ 1, "<", "_<_" },   { 1, "<=", "_<=_" }, { 1, ">", "_>_" },  { 1, ">=", "_>=_" },
		{ 1, "==", "_==_" }, { 1, "!=", "_!=_" }, { 1, "in", "@in" }, { 2, "+", "_+_" },
		{ 2, "-", "_-_" },   { 3, "*", "_*_" },	  { 3, "/", "_/_" },  { 3, "%", "_%_" },
	};

	for (size_t i = 0; i < ARRAY_LEN(table); i++)
		if (table[i].precedence == precedence && cel__at(p, table[i].text))
			return table[i].name;
	return NULL;
}

static struct cel__node *binary(struct cel__parser *p, int precedence)
{
	struct cel__node *n = precedence > 3 ? unary(p) : binary(p, precedence + 1);
	const char *name_of;

	while (precedence <= 3 && n && (name_of = operator_at(p, precedence))) {
		uint32_t where = p->token.at;
		struct cel__node *right;

		cel__advance(p);
		right = binary(p, precedence + 1);
		n = right ? cel__call(p, name_of, where, n, right) : NULL;
	}
	return n;
}

/* a && b && c, or a || b || c, as one node. */
static struct cel__node *logic(struct cel__parser *p, enum cel__node_kind kind)
{
	const char *sign = kind == CEL__AND ? "&&" : "||";
	struct cel__node *first = kind == CEL__AND ? binary(p, 1) : logic(p, CEL__AND), *n;
	struct cel__children c = { 0 };

	if (!first || !cel__at(p, sign))
		return first;
	n = cel__node(p, kind, p->token.at, 0);
	if (!cel__put(p, &c, first, false, STR("")))
		return NULL;
	while (cel__take(p, sign))
		if (!cel__put(p, &c, kind == CEL__AND ? binary(p, 1) : logic(p, CEL__AND), false,
			      STR("")))
			return NULL;
	return cel__with(p, n, &c);
}

static struct cel__node *conditional(struct cel__parser *p)
{
	struct cel__node *n = logic(p, CEL__OR), *yes, *no, *cond;
	uint32_t where = p->token.at;

	if (!n || !cel__take(p, "?"))
		return n;
	yes = logic(p, CEL__OR);
	if (!yes || !cel__need(p, ":", "':'"))
		return NULL;
	no = cel__expression(p);
	cond = cel__node(p, CEL__COND, where, 3);
	if (!no || !cond)
		return NULL;
	cond->child[0] = n;
	cond->child[1] = yes;
	cond->child[2] = no;
	return cel__finish(p, cond);
}

struct cel__node *cel__expression(struct cel__parser *p)
{
	struct cel__node *n = NULL;

	if (++p->depth > CEL__DEPTH_MAX)
		cel__parse_error(p, 0, "expression recursion limit exceeded: %d", CEL__DEPTH_MAX);
	else if (!p->stopped)
		n = conditional(p);
	p->depth--;
	return p->stopped ? NULL : n;
}

struct cel__node *cel__parse(struct cel__parser *p)
{
	struct cel__node *n;
	size_t characters = 0;

	for (size_t i = 0; i < p->source.len; i++)
		characters += ((unsigned char)p->source.ptr[i] & 0xc0) != 0x80;
	if (characters > CEL__SOURCE_MAX || p->source.len > UINT32_MAX / 2) {
		cel__parse_error(p, 0,
				 "expression code point size exceeds limit: size: %zu, limit %d",
				 characters, CEL__SOURCE_MAX);
		return NULL;
	}
	cel__begin(p);
	n = cel__expression(p);
	if (n && p->token.kind != CEL__END)
		cel__unexpected(p, "<EOF>");
	return p->stopped ? NULL : n;
}
