/* SPDX-License-Identifier: Apache-2.0 */
#include "cel/parser.h"

#include <errno.h>
#include <math.h>

#include "cel/cel.h"

#define LITERAL_WORDS                                                                              \
	"'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}"
/* The expected tokens at the start of an operand, an argument, an element, a key or an index. */
#define OPERAND_WORDS  "{'[', '{', '(', '.', '-', '!', " LITERAL_WORDS
#define ARGUMENT_WORDS "{'[', '{', '(', ')', '.', '-', '!', " LITERAL_WORDS
#define ELEMENT_WORDS  "{'[', ']', '{', '(', '.', ',', '-', '!', '?', " LITERAL_WORDS
#define ENTRY_WORDS    "{'[', '{', '}', '(', '.', ',', '-', '!', '?', " LITERAL_WORDS
#define INDEX_WORDS    "{'[', '{', '(', '.', '-', '!', '?', " LITERAL_WORDS
#define FIELD_WORDS    "{'}', ',', '?', IDENTIFIER, ESC_IDENTIFIER}"

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

static void advance(struct cel__parser *p)
{
	p->token = p->ahead;
	if (p->token.kind != CEL__END)
		p->ahead = next(p, p->token.at + (uint32_t)p->token.text.len);
}

static bool is(const struct cel__token *t, const char *punctuation)
{
	return t->kind == CEL__PUNCTUATION && str_eqz(t->text, punctuation);
}

static bool at(const struct cel__parser *p, const char *punctuation)
{
	return !p->stopped && is(&p->token, punctuation);
}

static bool take(struct cel__parser *p, const char *punctuation)
{
	if (!at(p, punctuation))
		return false;
	advance(p);
	return true;
}

/* True if an operand can start with the token. */
static bool begins(const struct cel__token *t)
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
	return is(t, "[") || is(t, "{") || is(t, "(") || is(t, ".") || is(t, "-") || is(t, "!") ||
	       is(t, "true") || is(t, "false") || is(t, "null");
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
		if (is(t, words[i]))
			return true;
	return false;
}

/* Reports an extra token, or another than the expected ones. An operator without operands lacks
 * both. */
static void unexpected(struct cel__parser *p, const char *expected)
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

static bool need(struct cel__parser *p, const char *punctuation, const char *expected)
{
	if (take(p, punctuation))
		return true;
	if (p->token.kind == CEL__END && strchr("])}", *punctuation) && *expected == '\'')
		cel__parse_error(p, p->token.at, "Syntax error: missing '%s' at '<EOF>'",
				 punctuation);
	else
		unexpected(p, expected);
	return false;
}

/* Expects the end of a bracketed list; `comma`: after a comma. */
static bool need_end(struct cel__parser *p, const char *punctuation, const char *expected,
		     bool comma)
{
	char one[4] = { '\'', *punctuation, '\'', '\0' };

	return need(p, punctuation, comma ? one : expected);
}

/* Checks the token after an opening bracket. */
static bool need_begin(struct cel__parser *p, const char *expected)
{
	if (p->stopped || expects(expected, &p->token) || begins(&p->token))
		return !p->stopped;
	unexpected(p, expected);
	return false;
}

/* --- expressions --- */

static struct cel__node *expression(struct cel__parser *p);

/* Children being collected. */
struct children {
	struct cel__node **items;
	bool *optionals;
	struct str *names;
	uint32_t *places; /* of the preceding colons */
	uint32_t count, cap;
	bool any_optional;
};

static bool put(struct cel__parser *p, struct children *c, struct cel__node *n, bool optional,
		struct str name)
{
	if (!n)
		return false;
	if (c->count == c->cap) {
		uint32_t cap = c->cap ? c->cap * 2 : 4;
		struct cel__node **items = cel__alloc_array(p->arena, cap, sizeof(*items));
		bool *optionals = cel__alloc_array(p->arena, cap, sizeof(*optionals));
		struct str *names = cel__alloc_array(p->arena, cap, sizeof(*names));
		uint32_t *places = cel__alloc_array(p->arena, cap, sizeof(*places));

		if (!items || !optionals || !names || !places)
			return false;
		if (c->count) {
			memcpy(items, c->items, c->count * sizeof(*items));
			memcpy(optionals, c->optionals, c->count * sizeof(*optionals));
			memcpy(names, c->names, c->count * sizeof(*names));
			memcpy(places, c->places, c->count * sizeof(*places));
		}
		*c = (struct children) { items,	   optionals, names,	      places,
					 c->count, cap,	      c->any_optional };
	}
	c->items[c->count] = n;
	c->optionals[c->count] = optional;
	c->names[c->count] = name;
	c->any_optional |= optional;
	c->count++;
	return true;
}

static struct cel__node *with(struct cel__parser *p, struct cel__node *n, const struct children *c)
{
	if (!n)
		return NULL;
	n->child = c->items;
	n->count = c->count;
	n->optionals = c->any_optional ? c->optionals : NULL;
	return cel__finish(p, n);
}

static struct cel__node *call(struct cel__parser *p, const char *name, uint32_t where,
			      struct cel__node *a, struct cel__node *b)
{
	struct cel__node *n = cel__node(p, CEL__CALL, where, b ? 2 : 1);

	if (!n || !a)
		return NULL;
	n->name = str_of(name);
	n->child[0] = a;
	if (b)
		n->child[1] = b;
	return cel__finish(p, n);
}

static bool question(struct cel__parser *p, const char *what)
{
	uint32_t where = p->token.at;

	if (!take(p, "?"))
		return false;
	if (!(p->libraries & CEL_LIB_OPTIONALS)) {
		cel__parse_error(p, where, "unsupported syntax '%s'", what);
		return false;
	}
	return true;
}

static bool arguments(struct cel__parser *p, struct children *c)
{
	if (take(p, ")"))
		return true;
	if (!begins(&p->token)) {
		unexpected(p, ARGUMENT_WORDS);
		return false;
	}
	do
		if (!put(p, c, expression(p), false, STR("")))
			return false;
	while (take(p, ","));
	return need(p, ")", "')'");
}

/* An identifier or a global call; p->token is the name. */
static struct cel__node *name(struct cel__parser *p, bool leading_dot)
{
	struct cel__token t = p->token;
	struct children c = { 0 };
	struct cel__node *n;

	if (cel__reserved(t.text) && !is(&p->ahead, "{")) {
		cel__parse_error(p, t.at, "reserved identifier: " STR_FMT, STR_ARG(t.text));
		return NULL;
	}
	advance(p);
	if (!at(p, "(")) {
		n = cel__finish(p, cel__node(p, CEL__IDENT, t.at, 0));
		if (n) {
			n->name = t.text;
			n->leading_dot = leading_dot;
		}
		return n;
	}
	n = cel__node(p, CEL__CALL, p->token.at, 0);
	advance(p);
	if (!n || !arguments(p, &c))
		return NULL;
	n->name = t.text;
	n->leading_dot = leading_dot;
	n = with(p, n, &c);
	return n ? cel__expand(p, n) : NULL;
}

static struct cel__node *literal(struct cel__parser *p, uint32_t where, struct cel_value v)
{
	struct cel__node *n = cel__finish(p, cel__node(p, CEL__LITERAL, where, 0));

	if (n)
		n->value = v;
	return n;
}

/* Decimal digits, or 0x with hexadecimal ones. */
static bool to_uint(struct str s, uint64_t *out)
{
	uint64_t base = 10, x = 0;

	if (s.len > 2 && s.ptr[1] == 'x') {
		base = 16;
		s.ptr += 2;
		s.len -= 2;
	}
	for (size_t i = 0; i < s.len; i++)
		if (__builtin_mul_overflow(x, base, &x) ||
		    __builtin_add_overflow(x, (uint64_t)hex_digit(s.ptr[i]), &x))
			return false;
	*out = x;
	return true;
}

static struct cel__node *double_literal(struct cel__parser *p, uint32_t where, struct str text,
					bool negative)
{
	struct str z = cel__copy(p->arena, text);
	double d;

	if (!z.ptr)
		return NULL;
	d = strtod(z.ptr, NULL);
	if (isinf(d)) {
		cel__parse_error(p, where, "invalid double literal");
		return NULL;
	}
	return literal(p, where, cel_of_double(negative ? -d : d));
}

/* p->token is a number; `where` is the offset of its sign, if any. */
static struct cel__node *number(struct cel__parser *p, uint32_t where, bool negative)
{
	struct cel__token t = p->token;
	uint64_t u;

	advance(p);
	if (t.kind == CEL__DOUBLE_TOKEN)
		return double_literal(p, where, t.text, negative);
	if (t.kind == CEL__UINT_TOKEN) {
		t.text.len--;
		if (to_uint(t.text, &u))
			return literal(p, where, cel_of_uint(u));
		cel__parse_error(p, where, "invalid uint literal");
		return NULL;
	}
	if (!to_uint(t.text, &u) || u > (uint64_t)INT64_MAX + negative) {
		cel__parse_error(p, where, "invalid int literal");
		return NULL;
	}
	return literal(p, where, cel_of_int(negative ? (int64_t)(0 - u) : (int64_t)u));
}

static struct cel__node *text_literal(struct cel__parser *p)
{
	struct cel__token t = p->token;
	const char *why;
	struct str s = cel__unquote(p->arena, t, &why);

	if (!s.ptr) {
		if (why)
			cel__parse_error(p, t.at, "%s", why);
		return NULL;
	}
	advance(p);
	return literal(p, t.at, t.kind == CEL__BYTES_TOKEN ? cel_of_bytes(s) : cel_of_str(s));
}

static struct cel__node *list(struct cel__parser *p)
{
	struct cel__node *n = cel__node(p, CEL__LIST, p->token.at, 0);
	struct children c = { 0 };
	bool comma = false;

	advance(p);
	if (!need_begin(p, ELEMENT_WORDS))
		return NULL;
	while (!at(p, "]") && !(comma && p->token.kind == CEL__END)) {
		bool optional = question(p, "?");

		if (at(p, ",") && !c.count && is(&p->ahead, "]")) {
			advance(p);
			break;
		}
		if (!put(p, &c, expression(p), optional, STR("")))
			return NULL;
		comma = take(p, ",");
		if (!comma)
			break;
	}
	return need_end(p, "]", "{']', ','}", comma) ? with(p, n, &c) : NULL;
}

static struct cel__node *map(struct cel__parser *p)
{
	struct cel__node *n = cel__node(p, CEL__MAP, p->token.at, 0);
	struct children c = { 0 };
	bool comma = false;

	advance(p);
	if (!need_begin(p, ENTRY_WORDS))
		return NULL;
	while (!at(p, "}") && !(comma && !begins(&p->token) && !at(p, "?"))) {
		bool optional = question(p, "?");

		if (at(p, ",") && !c.count && is(&p->ahead, "}")) {
			advance(p);
			break;
		}
		if (!put(p, &c, expression(p), optional, STR("")) || !need(p, ":", "':'") ||
		    !put(p, &c, expression(p), false, STR("")))
			return NULL;
		comma = take(p, ",");
		if (!comma)
			break;
	}
	return need_end(p, "}", "{'}', ','}", comma) ? with(p, n, &c) : NULL;
}

/* A name after a dot or in a message, quoted if that is allowed. */
static bool field_name(struct cel__parser *p, struct str *out)
{
	if (p->token.kind == CEL__NAME) {
		*out = p->token.text;
	} else if (p->token.kind == CEL__QUOTED_NAME) {
		if (!(p->libraries & CEL_QUOTED_FIELDS)) {
			cel__parse_error(p, p->token.at, "unsupported syntax: '`'");
			return false;
		}
		*out = (struct str) { p->token.text.ptr + 1, p->token.text.len - 2 };
	} else {
		cel__parse_error(p, p->token.at,
				 "Syntax error: no viable alternative at input '." STR_FMT "'",
				 STR_ARG(p->token.text));
		return false;
	}
	advance(p);
	return true;
}

/* a.b.c, or false. */
static bool qualified(const struct cel__node *n, struct strbuf *out)
{
	if (n->kind == CEL__IDENT) {
		if (n->leading_dot)
			strbuf_addc(out, '.');
		strbuf_adds(out, n->name);
		return true;
	}
	if (n->kind != CEL__SELECT || n->test || n->optional || !qualified(n->child[0], out))
		return false;
	strbuf_addc(out, '.');
	strbuf_adds(out, n->name);
	return true;
}

/* type{field: value}; p->token is the brace. */
static struct cel__node *message(struct cel__parser *p, const struct cel__node *type)
{
	struct cel__node *n = cel__node(p, CEL__STRUCT, p->token.at, 0);
	AUTO_STRBUF z = STRBUF_INIT;
	struct children c = { 0 };
	bool comma = false;

	qualified(type, &z);
	advance(p);
	if (!need_begin(p, FIELD_WORDS))
		return NULL;
	while (!at(p, "}") && !(comma && p->token.kind == CEL__END)) {
		bool optional = question(p, "?");
		struct str field;
		uint32_t place;

		if (at(p, ",") && !c.count && is(&p->ahead, "}")) {
			advance(p);
			break;
		}
		if (optional && p->token.kind == CEL__END)
			unexpected(p, "{IDENTIFIER, ESC_IDENTIFIER}");
		if (p->stopped || !field_name(p, &field))
			return NULL;
		place = p->token.at;
		if (!need(p, ":", "':'") || !put(p, &c, expression(p), optional, field))
			return NULL;
		c.places[c.count - 1] = place;
		comma = take(p, ",");
		if (!comma)
			break;
	}
	if (!n || z.failed || !need_end(p, "}", "{'}', ','}", comma))
		return NULL;
	n->name = cel__copy(p->arena, strbuf_str(&z));
	n->fields = c.names;
	n->places = c.places;
	return with(p, n, &c);
}

static struct cel__node *primary(struct cel__parser *p)
{
	struct cel__token t = p->token;
	struct cel__node *n;

	if (p->stopped)
		return NULL;
	if (t.kind == CEL__NAME)
		return name(p, false);
	if (t.kind == CEL__STRING_TOKEN || t.kind == CEL__BYTES_TOKEN)
		return text_literal(p);
	if (t.kind == CEL__INT_TOKEN || t.kind == CEL__UINT_TOKEN || t.kind == CEL__DOUBLE_TOKEN)
		return number(p, t.at, false);
	if (at(p, "["))
		return list(p);
	if (at(p, "{"))
		return map(p);
	if (take(p, "(")) {
		n = expression(p);
		return n && need(p, ")", "')'") ? n : NULL;
	}
	if (take(p, ".")) {
		if (p->token.kind == CEL__NAME)
			return name(p, true);
		unexpected(p, "IDENTIFIER");
		return NULL;
	}
	if (take(p, "true"))
		return literal(p, t.at, cel_of_bool(true));
	if (take(p, "false"))
		return literal(p, t.at, cel_of_bool(false));
	if (take(p, "null"))
		return literal(p, t.at, cel_null());
	unexpected(p, OPERAND_WORDS);
	return NULL;
}

/* x.name, x.?name, x.name(...); p->token is after the dot, which is at `dot`. */
static struct cel__node *select_or_call(struct cel__parser *p, struct cel__node *target,
					uint32_t dot)
{
	bool optional = question(p, ".?"), quoted = p->token.kind == CEL__QUOTED_NAME;
	struct children c = { 0 };
	struct cel__node *n;
	struct str field;

	if (!field_name(p, &field))
		return NULL;
	if (at(p, "(") && !optional && !quoted) {
		n = cel__node(p, CEL__CALL, p->token.at, 0);
		advance(p);
		if (!n || !put(p, &c, target, false, STR("")) || !arguments(p, &c))
			return NULL;
		n->name = field;
		n->member = true;
		n = with(p, n, &c);
		return n ? cel__expand(p, n) : NULL;
	}
	n = cel__node(p, CEL__SELECT, dot, 1);
	if (!n)
		return NULL;
	n->name = field;
	n->optional = optional;
	n->child[0] = target;
	return cel__finish(p, n);
}

static struct cel__node *member(struct cel__parser *p)
{
	struct cel__node *n = primary(p);

	while (n && !p->stopped) {
		AUTO_STRBUF z = STRBUF_INIT;
		uint32_t where = p->token.at;

		if (take(p, ".")) {
			n = select_or_call(p, n, where);
		} else if (take(p, "[")) {
			bool optional = need_begin(p, INDEX_WORDS) && question(p, "[?");
			struct cel__node *index = p->stopped ? NULL : expression(p);

			if (!index || !need(p, "]", "']'"))
				return NULL;
			n = call(p, optional ? "_[?_]" : "_[_]", where, n, index);
		} else if (at(p, "{") && qualified(n, &z)) {
			n = message(p, n);
		} else {
			break;
		}
	}
	return p->stopped ? NULL : n;
}

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

	if (at(p, "!")) {
		while (take(p, "!"))
			odd = !odd;
		n = member(p);
		return n && odd ? call(p, "!_", where, n, NULL) : n;
	}
	if (!at(p, "-"))
		return member(p);
	if (is_number(&p->ahead)) {
		advance(p);
		return signed_member(p, where);
	}
	while (take(p, "-"))
		odd = !odd;
	n = member(p);
	return n && odd ? call(p, "-_", where, n, NULL) : n;
}

static struct cel__node *signed_member(struct cel__parser *p, uint32_t where)
{
	struct cel__node *n = number(p, where, true);

	while (n && !p->stopped) {
		uint32_t dot = p->token.at;

		if (!take(p, "."))
			break;
		n = select_or_call(p, n, dot);
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
		if (table[i].precedence == precedence && at(p, table[i].text))
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

		advance(p);
		right = binary(p, precedence + 1);
		n = right ? call(p, name_of, where, n, right) : NULL;
	}
	return n;
}

/* a && b && c, or a || b || c, as one node. */
static struct cel__node *logic(struct cel__parser *p, enum cel__node_kind kind)
{
	const char *sign = kind == CEL__AND ? "&&" : "||";
	struct cel__node *first = kind == CEL__AND ? binary(p, 1) : logic(p, CEL__AND), *n;
	struct children c = { 0 };

	if (!first || !at(p, sign))
		return first;
	n = cel__node(p, kind, p->token.at, 0);
	if (!put(p, &c, first, false, STR("")))
		return NULL;
	while (take(p, sign))
		if (!put(p, &c, kind == CEL__AND ? binary(p, 1) : logic(p, CEL__AND), false,
			 STR("")))
			return NULL;
	return with(p, n, &c);
}

static struct cel__node *conditional(struct cel__parser *p)
{
	struct cel__node *n = logic(p, CEL__OR), *yes, *no, *cond;
	uint32_t where = p->token.at;

	if (!n || !take(p, "?"))
		return n;
	yes = logic(p, CEL__OR);
	if (!yes || !need(p, ":", "':'"))
		return NULL;
	no = expression(p);
	cond = cel__node(p, CEL__COND, where, 3);
	if (!no || !cond)
		return NULL;
	cond->child[0] = n;
	cond->child[1] = yes;
	cond->child[2] = no;
	return cel__finish(p, cond);
}

static struct cel__node *expression(struct cel__parser *p)
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
	p->ahead = next(p, 0);
	advance(p);
	n = expression(p);
	if (n && p->token.kind != CEL__END)
		unexpected(p, "<EOF>");
	return p->stopped ? NULL : n;
}
