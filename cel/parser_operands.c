/* SPDX-License-Identifier: Apache-2.0 */
/* parser_operands.c - parses literals, names, lists, maps, messages, selections and calls. */
#include <errno.h>
#include <math.h>

#include "cel/cel.h"
#include "cel/parser_impl.h"

bool cel__put(struct cel__parser *p, struct cel__children *c, struct cel__node *n, bool optional,
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
		*c = (struct cel__children) { items,	optionals, names,	   places,
					      c->count, cap,	   c->any_optional };
	}
	c->items[c->count] = n;
	c->optionals[c->count] = optional;
	c->names[c->count] = name;
	c->any_optional |= optional;
	c->count++;
	return true;
}

struct cel__node *cel__with(struct cel__parser *p, struct cel__node *n,
			    const struct cel__children *c)
{
	if (!n)
		return NULL;
	n->child = c->items;
	n->count = c->count;
	n->optionals = c->any_optional ? c->optionals : NULL;
	return cel__finish(p, n);
}

struct cel__node *cel__call(struct cel__parser *p, const char *name, uint32_t where,
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

	if (!cel__take(p, "?"))
		return false;
	if (!(p->libraries & CEL_LIB_OPTIONALS)) {
		cel__parse_error(p, where, "unsupported syntax '%s'", what);
		return false;
	}
	return true;
}

static bool arguments(struct cel__parser *p, struct cel__children *c)
{
	if (cel__take(p, ")"))
		return true;
	if (!cel__begins(&p->token)) {
		cel__unexpected(p, ARGUMENT_WORDS);
		return false;
	}
	do
		if (!cel__put(p, c, cel__expression(p), false, STR("")))
			return false;
	while (cel__take(p, ","));
	return cel__need(p, ")", "')'");
}

/* An identifier or a global call; p->token is the name. */
static struct cel__node *name(struct cel__parser *p, bool leading_dot)
{
	struct cel__token t = p->token;
	struct cel__children c = { 0 };
	struct cel__node *n;

	if (cel__reserved(t.text) && !cel__is(&p->ahead, "{")) {
		cel__parse_error(p, t.at, "reserved identifier: " STR_FMT, STR_ARG(t.text));
		return NULL;
	}
	cel__advance(p);
	if (!cel__at(p, "(")) {
		n = cel__finish(p, cel__node(p, CEL__IDENT, t.at, 0));
		if (n) {
			n->name = t.text;
			n->leading_dot = leading_dot;
		}
		return n;
	}
	n = cel__node(p, CEL__CALL, p->token.at, 0);
	cel__advance(p);
	if (!n || !arguments(p, &c))
		return NULL;
	n->name = t.text;
	n->leading_dot = leading_dot;
	n = cel__with(p, n, &c);
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
struct cel__node *cel__number(struct cel__parser *p, uint32_t where, bool negative)
{
	struct cel__token t = p->token;
	uint64_t u;

	cel__advance(p);
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
	cel__advance(p);
	return literal(p, t.at, t.kind == CEL__BYTES_TOKEN ? cel_of_bytes(s) : cel_of_str(s));
}

static struct cel__node *list(struct cel__parser *p)
{
	struct cel__node *n = cel__node(p, CEL__LIST, p->token.at, 0);
	struct cel__children c = { 0 };
	bool comma = false;

	cel__advance(p);
	if (!cel__need_begin(p, ELEMENT_WORDS))
		return NULL;
	while (!cel__at(p, "]") && !(comma && p->token.kind == CEL__END)) {
		bool optional = question(p, "?");

		if (cel__at(p, ",") && !c.count && cel__is(&p->ahead, "]")) {
			cel__advance(p);
			break;
		}
		if (!cel__put(p, &c, cel__expression(p), optional, STR("")))
			return NULL;
		comma = cel__take(p, ",");
		if (!comma)
			break;
	}
	return cel__need_end(p, "]", "{']', ','}", comma) ? cel__with(p, n, &c) : NULL;
}

static struct cel__node *map(struct cel__parser *p)
{
	struct cel__node *n = cel__node(p, CEL__MAP, p->token.at, 0);
	struct cel__children c = { 0 };
	bool comma = false;

	cel__advance(p);
	if (!cel__need_begin(p, ENTRY_WORDS))
		return NULL;
	while (!cel__at(p, "}") && !(comma && !cel__begins(&p->token) && !cel__at(p, "?"))) {
		bool optional = question(p, "?");

		if (cel__at(p, ",") && !c.count && cel__is(&p->ahead, "}")) {
			cel__advance(p);
			break;
		}
		if (!cel__put(p, &c, cel__expression(p), optional, STR("")) ||
		    !cel__need(p, ":", "':'") ||
		    !cel__put(p, &c, cel__expression(p), false, STR("")))
			return NULL;
		comma = cel__take(p, ",");
		if (!comma)
			break;
	}
	return cel__need_end(p, "}", "{'}', ','}", comma) ? cel__with(p, n, &c) : NULL;
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
	cel__advance(p);
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
	struct cel__children c = { 0 };
	bool comma = false;

	qualified(type, &z);
	cel__advance(p);
	if (!cel__need_begin(p, FIELD_WORDS))
		return NULL;
	while (!cel__at(p, "}") && !(comma && p->token.kind == CEL__END)) {
		bool optional = question(p, "?");
		struct str field;
		uint32_t place;

		if (cel__at(p, ",") && !c.count && cel__is(&p->ahead, "}")) {
			cel__advance(p);
			break;
		}
		if (optional && p->token.kind == CEL__END)
			cel__unexpected(p, "{IDENTIFIER, ESC_IDENTIFIER}");
		if (p->stopped || !field_name(p, &field))
			return NULL;
		place = p->token.at;
		if (!cel__need(p, ":", "':'") ||
		    !cel__put(p, &c, cel__expression(p), optional, field))
			return NULL;
		c.places[c.count - 1] = place;
		comma = cel__take(p, ",");
		if (!comma)
			break;
	}
	if (!n || z.failed || !cel__need_end(p, "}", "{'}', ','}", comma))
		return NULL;
	n->name = cel__copy(p->arena, strbuf_str(&z));
	n->fields = c.names;
	n->places = c.places;
	return cel__with(p, n, &c);
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
		return cel__number(p, t.at, false);
	if (cel__at(p, "["))
		return list(p);
	if (cel__at(p, "{"))
		return map(p);
	if (cel__take(p, "(")) {
		n = cel__expression(p);
		return n && cel__need(p, ")", "')'") ? n : NULL;
	}
	if (cel__take(p, ".")) {
		if (p->token.kind == CEL__NAME)
			return name(p, true);
		cel__unexpected(p, "IDENTIFIER");
		return NULL;
	}
	if (cel__take(p, "true"))
		return literal(p, t.at, cel_of_bool(true));
	if (cel__take(p, "false"))
		return literal(p, t.at, cel_of_bool(false));
	if (cel__take(p, "null"))
		return literal(p, t.at, cel_null());
	cel__unexpected(p, OPERAND_WORDS);
	return NULL;
}

/* x.name, x.?name, x.name(...); p->token is after the dot, which is at `dot`. */
struct cel__node *cel__select_or_call(struct cel__parser *p, struct cel__node *target, uint32_t dot)
{
	bool optional = question(p, ".?"), quoted = p->token.kind == CEL__QUOTED_NAME;
	struct cel__children c = { 0 };
	struct cel__node *n;
	struct str field;

	if (!field_name(p, &field))
		return NULL;
	if (cel__at(p, "(") && !optional && !quoted) {
		n = cel__node(p, CEL__CALL, p->token.at, 0);
		cel__advance(p);
		if (!n || !cel__put(p, &c, target, false, STR("")) || !arguments(p, &c))
			return NULL;
		n->name = field;
		n->member = true;
		n = cel__with(p, n, &c);
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

struct cel__node *cel__member(struct cel__parser *p)
{
	struct cel__node *n = primary(p);

	while (n && !p->stopped) {
		AUTO_STRBUF z = STRBUF_INIT;
		uint32_t where = p->token.at;

		if (cel__take(p, ".")) {
			n = cel__select_or_call(p, n, where);
		} else if (cel__take(p, "[")) {
			bool optional = cel__need_begin(p, INDEX_WORDS) && question(p, "[?");
			struct cel__node *index = p->stopped ? NULL : cel__expression(p);

			if (!index || !cel__need(p, "]", "']'"))
				return NULL;
			n = cel__call(p, optional ? "_[?_]" : "_[_]", where, n, index);
		} else if (cel__at(p, "{") && qualified(n, &z)) {
			n = message(p, n);
		} else {
			break;
		}
	}
	return p->stopped ? NULL : n;
}
