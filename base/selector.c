/* SPDX-License-Identifier: Apache-2.0 */
#include "base/selector.h"

#include "base/alloc.h"
#include "base/text/dns.h"
#include "base/text/number.h"

enum token {
	T_END,
	T_ERROR,
	T_CLOSE,
	T_COMMA,
	T_NOT,
	T_DOUBLE_EQUALS,
	T_EQUALS,
	T_GT,
	T_ID,
	T_IN,
	T_LT,
	T_NOT_EQUALS,
	T_NOT_IN,
	T_OPEN,
};

struct lexed {
	enum token token;
	struct str text;
};

struct parser {
	struct str in;
	size_t pos;
	struct strbuf error; /* text of the first error; empty: none */
	char bad[64];	     /* text of an error token */
	bool nomem;
	enum label_unit unit;
};

static bool is_special(char c)
{
	return c && strchr("=!(),><", c) != NULL;
}

static const struct {
	const char *text;
	enum token token;
} symbols[] = {
	{ ")", T_CLOSE },  { ",", T_COMMA }, { "!", T_NOT }, { "==", T_DOUBLE_EQUALS },
	{ "=", T_EQUALS }, { ">", T_GT },    { "<", T_LT },  { "!=", T_NOT_EQUALS },
	{ "(", T_OPEN },
};

static struct lexed lex_symbol(struct parser *p)
{
	struct lexed best = { T_ERROR, { NULL, 0 } };
	size_t n = 0;

	while (p->pos + n < p->in.len && is_special(p->in.ptr[p->pos + n])) {
		struct str text = { p->in.ptr + p->pos, ++n };
		bool known = false;

		for (size_t i = 0; i < ARRAY_LEN(symbols); i++) {
			if (str_eqz(text, symbols[i].text)) {
				best = (struct lexed) { symbols[i].token, text };
				known = true;
			}
		}
		if (!known && best.text.len)
			break;
	}
	p->pos += best.text.len ? best.text.len : n;
	return best;
}

static struct lexed lex_word(struct parser *p)
{
	size_t start = p->pos;
	struct str text;

	while (p->pos < p->in.len && !is_special(p->in.ptr[p->pos]) &&
	       !json_is_space(p->in.ptr[p->pos]))
		p->pos++;
	text = (struct str) { p->in.ptr + start, p->pos - start };
	if (str_eqz(text, "in"))
		return (struct lexed) { T_IN, text };
	if (str_eqz(text, "notin"))
		return (struct lexed) { T_NOT_IN, text };
	return (struct lexed) { T_ID, text };
}

static struct lexed lex(struct parser *p)
{
	while (p->pos < p->in.len && json_is_space(p->in.ptr[p->pos]))
		p->pos++;
	if (p->pos == p->in.len)
		return (struct lexed) { T_END, { "", 0 } };
	return is_special(p->in.ptr[p->pos]) ? lex_symbol(p) : lex_word(p);
}

/* Where a value is expected, "in" and "notin" are plain words. */
static struct lexed next_value(struct parser *p)
{
	struct lexed t = lex(p);

	if (t.token == T_IN || t.token == T_NOT_IN)
		t.token = T_ID;
	return t;
}

static struct lexed peek_value(struct parser *p)
{
	size_t pos = p->pos;
	struct lexed t = next_value(p);

	p->pos = pos;
	return t;
}

static int fail(struct parser *p, struct str found, const char *expected)
{
	strbuf_addf(&p->error, "found '" STR_FMT "'%s", STR_ARG(found), expected);
	return -1;
}

bool selector_value(const struct selector_term *t, size_t *at, struct str *out)
{
	const char *v;

	if (*at == 0)
		*at = t->values_at;
	if (*at >= t->text.len)
		return false;
	v = t->text.ptr + *at;
	*out = str_of(v);
	*at += out->len + 1;
	return true;
}

static int add_value(struct parser *p, struct selector_term *t, struct str value)
{
	strbuf_adds(&t->text, value);
	strbuf_addc(&t->text, '\0');
	t->value_count++;
	p->nomem |= t->text.failed;
	return p->nomem ? -1 : 0;
}

/* --- names -------------------------------------------------------------------------------- */

static int check_key(struct parser *p, struct str key)
{
	AUTO_STRBUF why = STRBUF_INIT;

	label_key_errors(key, p->unit, "; ", &why);
	p->nomem |= why.failed;
	if (!why.len)
		return p->nomem ? -1 : 0;
	strbuf_addz(&p->error, "<nil>: Invalid value: ");
	strbuf_add_json(&p->error, key);
	strbuf_addf(&p->error, ": " STR_FMT, STR_ARG(strbuf_str(&why)));
	return -1;
}

static void value_errors(struct parser *p, const struct selector_term *t, size_t i, struct str v)
{
	AUTO_STRBUF why = STRBUF_INIT;

	label_value_errors(v, p->unit, "; ", &why);
	p->nomem |= why.failed;
	strbuf_addf(&p->error, "values[%zu][" STR_FMT "]: Invalid value: ", i, STR_ARG(t->key));
	strbuf_add_json(&p->error, v);
	strbuf_addf(&p->error, ": " STR_FMT, STR_ARG(strbuf_str(&why)));
}

static int check_values(struct parser *p, const struct selector_term *t)
{
	struct str v;
	int64_t n;
	size_t i = 0;

	for (size_t at = 0; selector_value(t, &at, &v); i++) {
		bool compared = t->op == SELECTOR_GT || t->op == SELECTOR_LT;
		bool is_number = !compared || number_read_signed(v, &n) == NUMBER_FINE;
		bool is_value = label_is_value(v);

		if (is_number && is_value)
			continue;
		/* Go prints two errors as an aggregate, in brackets. */
		strbuf_addz(&p->error, is_number || is_value ? "" : "[");
		if (!is_number) {
			strbuf_addf(&p->error, "values[%zu]: Invalid value: ", i);
			strbuf_add_json(&p->error, v);
			strbuf_addf(&p->error,
				    ": for 'Gt', 'Lt' operators, the value must be an integer%s",
				    is_value ? "" : ", ");
		}
		if (!is_value)
			value_errors(p, t, i, v);
		strbuf_addz(&p->error, is_number || is_value ? "" : "]");
		return -1;
	}
	return 0;
}

/* --- grammar ------------------------------------------------------------------------------ */

static int parse_list(struct parser *p, struct selector_term *t)
{
	for (;;) {
		struct lexed tok = next_value(p);
		struct lexed after;

		if (tok.token == T_ID) {
			if (add_value(p, t, tok.text) < 0)
				return -1;
			after = peek_value(p);
			if (after.token == T_CLOSE)
				return 0;
			if (after.token != T_COMMA)
				return fail(p, after.text, ", expected: ',' or ')'");
			continue;
		}
		if (tok.token != T_COMMA)
			return fail(p, tok.text, ", expected: ',', or identifier");
		if (t->value_count == 0 && add_value(p, t, STR("")) < 0)
			return -1;
		after = peek_value(p);
		if (after.token == T_CLOSE)
			return add_value(p, t, STR(""));
		if (after.token == T_COMMA) {
			(void)next_value(p);
			if (add_value(p, t, STR("")) < 0)
				return -1;
		}
	}
}

static int parse_values(struct parser *p, struct selector_term *t)
{
	struct lexed tok = next_value(p), first;

	if (tok.token != T_OPEN)
		return fail(p, tok.text, " expected: '('");
	first = peek_value(p);
	if (first.token == T_ID || first.token == T_COMMA) {
		if (parse_list(p, t) < 0)
			return -1;
		return next_value(p).token == T_CLOSE ? 0 : fail(p, first.text, ", expected: ')'");
	}
	if (first.token != T_CLOSE)
		return fail(p, first.text, ", expected: ',', ')' or identifier");
	(void)next_value(p);
	return add_value(p, t, STR("")); /* one empty value, as labels.Parse adds it */
}

static int parse_exact(struct parser *p, struct selector_term *t)
{
	struct lexed tok = peek_value(p);

	if (tok.token == T_END || tok.token == T_COMMA)
		return add_value(p, t, STR(""));
	(void)next_value(p);
	if (tok.token == T_ID)
		return add_value(p, t, tok.text);
	return fail(p, tok.text, ", expected: identifier");
}

static int parse_operator(struct parser *p, struct selector_term *t)
{
	struct lexed tok = lex(p);

	switch (tok.token) {
	case T_IN:
	case T_NOT_IN:
		t->op = tok.token == T_IN ? SELECTOR_IN : SELECTOR_NOT_IN;
		return parse_values(p, t);
	case T_EQUALS:
	case T_DOUBLE_EQUALS:
		t->op = SELECTOR_IN;
		return parse_exact(p, t);
	case T_NOT_EQUALS:
		t->op = SELECTOR_NOT_IN;
		return parse_exact(p, t);
	case T_GT:
	case T_LT:
		t->op = tok.token == T_GT ? SELECTOR_GT : SELECTOR_LT;
		return parse_exact(p, t);
	case T_END:
	case T_ERROR:
	case T_CLOSE:
	case T_COMMA:
	case T_NOT:
	case T_ID:
	case T_OPEN:
		break;
	}
	return fail(p, tok.text, ", expected: in, notin, =, ==, !=, gt, lt");
}

static int parse_term(struct parser *p, struct selector_term *t)
{
	struct lexed tok = next_value(p), after;
	bool absent = tok.token == T_NOT;

	if (absent)
		tok = next_value(p);
	if (tok.token != T_ID)
		return fail(p, tok.text, ", expected: identifier");
	if (check_key(p, tok.text) < 0)
		return -1;
	strbuf_adds(&t->text, tok.text);
	strbuf_addc(&t->text, '\0');
	p->nomem |= t->text.failed;
	if (p->nomem)
		return -1;
	t->values_at = t->text.len;
	t->key.len = tok.text.len;
	after = peek_value(p);
	if (absent || after.token == T_END || after.token == T_COMMA) {
		t->op = absent ? SELECTOR_NOT_EXISTS : SELECTOR_EXISTS;
		return 0;
	}
	if (parse_operator(p, t) < 0)
		return -1;
	t->key.ptr = t->text.ptr;
	return check_values(p, t);
}

static int parse_all(struct parser *p, struct selector_term **end)
{
	for (size_t count = 0;; count++) {
		struct lexed tok = peek_value(p);
		struct selector_term *t;

		if (tok.token == T_END)
			return 0;
		if (tok.token != T_ID && tok.token != T_NOT)
			return fail(p, tok.text, ", expected: !, identifier, or 'end of string'");
		if (count == SELECTOR_TERMS_MAX) {
			strbuf_addf(&p->error, "more than %d requirements", SELECTOR_TERMS_MAX);
			return -1;
		}
		t = base__calloc(1, sizeof(*t));
		if (!t) {
			p->nomem = true;
			return -1;
		}
		strbuf_init(&t->text);
		*end = t;
		end = &t->next;
		if (parse_term(p, t) < 0) {
			AUTO_STRBUF why = STRBUF_INIT;

			strbuf_adds(&why, strbuf_str(&p->error));
			strbuf_clear(&p->error);
			strbuf_addf(&p->error, "unable to parse requirement: " STR_FMT,
				    STR_ARG(strbuf_str(&why)));
			return -1;
		}
		t->key.ptr = t->text.ptr;
		tok = next_value(p);
		if (tok.token == T_END)
			return 0;
		if (tok.token != T_COMMA)
			return fail(p, tok.text, ", expected: ',' or 'end of string'");
		tok = peek_value(p);
		if (tok.token != T_ID && tok.token != T_NOT)
			return fail(p, tok.text, ", expected: identifier after ','");
	}
}

int selector_parse_labels_in(struct str text, enum label_unit unit, struct selector_term **out,
			     struct strbuf *why)
{
	struct parser p = { .in = text, .unit = unit };
	int rc;

	*out = NULL;
	if (text.len > SELECTOR_LEN_MAX) {
		strbuf_addf(why, "labelSelector is longer than %d bytes", SELECTOR_LEN_MAX);
		return RELIST_ELIMIT;
	}
	strbuf_init(&p.error);
	rc = parse_all(&p, out);
	if (rc < 0) {
		selector_free(*out);
		*out = NULL;
		rc = p.nomem || p.error.failed ? RELIST_ENOMEM : RELIST_EINVAL;
		strbuf_adds(why, strbuf_str(&p.error));
	}
	strbuf_fini(&p.error);
	return rc;
}

int selector_parse_labels(struct str text, struct selector_term **out, struct strbuf *why)
{
	return selector_parse_labels_in(text, LABEL_BYTES, out, why);
}

void selector_free(struct selector_term *t)
{
	while (t) {
		struct selector_term *next = t->next;

		strbuf_fini(&t->text);
		base__free(t);
		t = next;
	}
}
