/* SPDX-License-Identifier: Apache-2.0 */
/* Types of macros: loops, cel.bind, optMap. */
#include "cel/check_impl.h"

static int new_slot(struct cel__checker *c)
{
	int slot = -2 - (int)c->depth++;

	if (c->depth > c->result->locals)
		c->result->locals = c->depth;
	return slot;
}

/* The types of a loop's variables; a loop with one variable ignores `second`. */
static void range_types(struct cel__checker *c, const struct cel__node *n, bool two,
			const struct cel_type **first, const struct cel_type **second)
{
	const struct cel_type *t = cel__substitute(&c->u, n->child[0]->type, false);
	struct str text;

	*first = *second = &cel_dyn;
	if (cel__is_lenient(c))
		return;
	if (t->kind == CEL_T_LIST) {
		*first = two ? &cel_int : t->params[0];
		*second = t->params[0];
	} else if (t->kind == CEL_T_MAP) {
		*first = t->params[0];
		*second = t->params[1];
	} else if (cel__is_dyn(t) || t->kind == CEL_T_PARAM) {
		cel__is_assignable(c, &cel_dyn, t);
	} else {
		text = cel__type_text(c, t);
		cel__mistake(c->errors, n->child[0]->at,
			     "expression of type '" STR_FMT "' cannot be range of a comprehension "
			     "(must be list, map, or dynamic)",
			     STR_ARG(text));
		*first = *second = &cel_error_type;
	}
}

/* Checks the condition of a step `condition ? with : without`. */
static void need_condition(struct cel__checker *c, const struct cel__node *n,
			   const struct cel__node *condition, const struct cel_type *step)
{
	const struct cel_type *args[] = { condition->type, step, step };

	if (!cel__is_lenient(c) && !cel__is_assignable(c, condition->type, &cel_bool))
		cel__no_function(c, n, STR("_?_:_"), false, args, 3);
}

static const struct cel_type *loop_type(struct cel__checker *c, struct cel__node *n,
					const struct cel_type *first,
					const struct cel_type *element)
{
	const struct cel_type *body = n->child[1]->type, *result = &cel_bool, *key;

	switch (n->fold) {
	case CEL__ALL:
	case CEL__EXISTS:
		if (!cel__is_lenient(c) && !cel__is_assignable(c, body, &cel_bool))
			cel__mismatch(c->errors, n->child[1]->at, &cel_bool, body);
		return &cel_bool;
	case CEL__EXISTS_ONE:
		need_condition(c, n, n->child[1], &cel_int);
		return &cel_bool;
	case CEL__FILTER:
		result = cel__list_of(c, element);
		need_condition(c, n, n->child[1], result);
		return result;
	case CEL__MAP_EACH:
		result = cel__list_of(c, body);
		break;
	case CEL__TRANSFORM_MAP:
		result = cel__map_of(c, first, body);
		break;
	case CEL__TRANSFORM_ENTRY:
		key = cel__new_variable(&c->u); /* messages number it before the value */
		result = cel__map_of(c, key, cel__new_variable(&c->u));
		if (!cel__is_lenient(c) && !cel__is_assignable(c, result, body)) {
			const struct cel_type *args[] = { result, body };

			cel__no_function(c, n, STR("cel.@mapInsert"), false, args, 2);
		}
		break;
	case CEL__SORT_BY:
		return n->child[0]->type;
	case CEL__BIND:
	case CEL__OPT_MAP:
	case CEL__OPT_FLAT_MAP:
		break;
	}
	if (n->count > 2)
		need_condition(c, n, n->child[2], result);
	return result;
}

static void check_keys(struct cel__checker *c, const struct cel__node *n)
{
	static const enum cel_type_kind sortable[] = {
		CEL_T_INT,    CEL_T_UINT,  CEL_T_DOUBLE,   CEL_T_BOOL,
		CEL_T_STRING, CEL_T_BYTES, CEL_T_DURATION, CEL_T_TIMESTAMP,
		CEL_T_PARAM,  CEL_T_DYN,   CEL_T_ERROR,
	};
	const struct cel_type *key = cel__substitute(&c->u, n->child[1]->type, false);
	const struct cel_type *args[] = { n->child[0]->type, cel__list_of(c, key) };

	for (size_t i = 0; i < ARRAY_LEN(sortable); i++)
		if (key->kind == sortable[i] || cel__is_lenient(c))
			return;
	cel__no_function(c, n, STR("@sortByAssociatedKeys"), true, args, 2);
}

static void check_loop(struct cel__checker *c, struct cel__node *n)
{
	struct cel__local first = { .name = n->name, .outer = c->scope }, second;
	const struct cel_type *element;
	bool two = n->name2.len;

	range_types(c, n, two, &first.type, &element);
	if (!two)
		element = first.type;
	first.slot = n->slot = new_slot(c);
	c->scope = &first;
	second = (struct cel__local) { n->name2, element, new_slot(c), &first };
	if (two)
		c->scope = &second;
	for (uint32_t i = n->count - 1; i >= 1; i--)
		cel__check_node(c, n->child[i]);
	c->scope = first.outer;
	c->depth -= 2;
	if (n->fold == CEL__SORT_BY)
		check_keys(c, n);
	n->type = cel__substitute(&c->u, loop_type(c, n, first.type, element), false);
}

static void check_opt_map(struct cel__checker *c, struct cel__node *n)
{
	const struct cel_type *t = cel__substitute(&c->u, n->child[0]->type, false);
	struct cel__local l = { .name = n->name, .type = &cel_dyn, .outer = c->scope };
	const struct cel_type *body;

	if (cel_type_is_optional(t) && !cel__is_lenient(c))
		l.type = t->params[0];
	else if (!cel__is_dyn(t) && !cel__is_lenient(c))
		cel__no_function(c, n, STR("hasValue"), true, &t, 1);
	l.slot = n->slot = new_slot(c);
	c->scope = &l;
	cel__check_node(c, n->child[1]);
	c->scope = l.outer;
	c->depth--;
	body = n->child[1]->type;
	n->type = n->fold == CEL__OPT_MAP ? cel__optional_of(c, body) : body;
	if (n->fold == CEL__OPT_FLAT_MAP && !cel__is_lenient(c) &&
	    !cel__is_assignable(c, &cel_optional_dyn, body)) {
		const struct cel_type *args[] = { &cel_bool, body, &cel_optional_dyn };

		cel__no_function(c, n, STR("_?_:_"), false, args, 3);
	}
}

static void check_bind(struct cel__checker *c, struct cel__node *n)
{
	struct cel__local l = { .name = n->name, .type = n->child[0]->type, .outer = c->scope };

	l.slot = n->slot = new_slot(c);
	c->scope = &l;
	cel__check_node(c, n->child[1]);
	c->scope = l.outer;
	c->depth--;
	n->type = n->child[1]->type;
}

void cel__check_fold(struct cel__checker *c, struct cel__node *n)
{
	cel__check_node(c, n->child[0]);
	switch (n->fold) {
	case CEL__BIND:
		check_bind(c, n);
		break;
	case CEL__OPT_MAP:
	case CEL__OPT_FLAT_MAP:
		check_opt_map(c, n);
		break;
	case CEL__ALL:
	case CEL__EXISTS:
	case CEL__EXISTS_ONE:
	case CEL__MAP_EACH:
	case CEL__FILTER:
	case CEL__TRANSFORM_MAP:
	case CEL__TRANSFORM_ENTRY:
	case CEL__SORT_BY:
		check_loop(c, n);
		break;
	}
}
