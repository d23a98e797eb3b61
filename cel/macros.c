/* SPDX-License-Identifier: Apache-2.0 */
/* macros.c - macros: calls that bind variables or inspect an argument's syntax. */
#include "cel/cel.h"
#include "cel/parser.h"

/* One row per macro and number of arguments. */
static const struct macro {
	const char *name;
	uint32_t count; /* arguments, without the target */
	enum cel__fold fold;
	unsigned library;
	unsigned variables;
	bool filtered; /* a condition precedes the last argument */
} macros[] = {
	{ "all", 2, CEL__ALL, CEL_LIB_STANDARD, 1, false },
	{ "exists", 2, CEL__EXISTS, CEL_LIB_STANDARD, 1, false },
	{ "exists_one", 2, CEL__EXISTS_ONE, CEL_LIB_STANDARD, 1, false },
	{ "existsOne", 2, CEL__EXISTS_ONE, CEL_LIB_STANDARD, 1, false },
	{ "map", 2, CEL__MAP_EACH, CEL_LIB_STANDARD, 1, false },
	{ "map", 3, CEL__MAP_EACH, CEL_LIB_STANDARD, 1, true },
	{ "filter", 2, CEL__FILTER, CEL_LIB_STANDARD, 1, false },
	{ "all", 3, CEL__ALL, CEL_LIB_TWO_VARIABLES, 2, false },
	{ "exists", 3, CEL__EXISTS, CEL_LIB_TWO_VARIABLES, 2, false },
	{ "exists_one", 3, CEL__EXISTS_ONE, CEL_LIB_TWO_VARIABLES, 2, false },
	{ "existsOne", 3, CEL__EXISTS_ONE, CEL_LIB_TWO_VARIABLES, 2, false },
	{ "transformList", 3, CEL__MAP_EACH, CEL_LIB_TWO_VARIABLES, 2, false },
	{ "transformList", 4, CEL__MAP_EACH, CEL_LIB_TWO_VARIABLES, 2, true },
	{ "transformMap", 3, CEL__TRANSFORM_MAP, CEL_LIB_TWO_VARIABLES, 2, false },
	{ "transformMap", 4, CEL__TRANSFORM_MAP, CEL_LIB_TWO_VARIABLES, 2, true },
	{ "transformMapEntry", 3, CEL__TRANSFORM_ENTRY, CEL_LIB_TWO_VARIABLES, 2, false },
	{ "transformMapEntry", 4, CEL__TRANSFORM_ENTRY, CEL_LIB_TWO_VARIABLES, 2, true },
	{ "optMap", 2, CEL__OPT_MAP, CEL_LIB_OPTIONALS, 1, false },
	{ "optFlatMap", 2, CEL__OPT_FLAT_MAP, CEL_LIB_OPTIONALS, 1, false },
	{ "sortBy", 2, CEL__SORT_BY, CEL_LIB_LISTS, 1, false },
};

static struct cel__node *wrong(struct cel__parser *p, uint32_t at, const char *why)
{
	cel__parse_error(p, at, "%s", why);
	return NULL;
}

static struct cel__node *has(struct cel__parser *p, struct cel__node *n)
{
	struct cel__node *arg = n->child[0], *select;

	if (arg->kind != CEL__SELECT || arg->test || arg->optional)
		return wrong(p, arg->at, "invalid argument to has() macro");
	select = cel__node(p, CEL__SELECT, n->at, 1);
	if (!select)
		return NULL;
	select->name = arg->name;
	select->test = true;
	select->child[0] = arg->child[0];
	return cel__finish(p, select);
}

static bool is_accumulator(struct str name)
{
	return str_eqz(name, "__result__");
}

/* The error for a variable's argument depends on the macro. */
static bool variable(struct cel__parser *p, const struct macro *m, const struct cel__node *arg,
		     struct str *out)
{
	if (arg->kind != CEL__IDENT || arg->leading_dot) {
		const char *why = "argument must be a simple name";

		if (m->fold == CEL__OPT_MAP)
			why = "optMap() variable name must be a simple identifier";
		else if (m->fold == CEL__OPT_FLAT_MAP)
			why = "optFlatMap() variable name must be a simple identifier";
		else if (m->fold == CEL__SORT_BY || (m->variables == 1 && m->fold == CEL__MAP_EACH))
			why = "argument is not an identifier";
		else if (m->variables == 1 && m->fold == CEL__FILTER)
			why = "argument is not an identifier";
		wrong(p, arg->at, why);
		return false;
	}
	if (is_accumulator(arg->name)) {
		wrong(p, arg->at, "iteration variable overwrites accumulator variable");
		return false;
	}
	*out = arg->name;
	return true;
}

static struct cel__node *fold(struct cel__parser *p, struct cel__node *n, const struct macro *m)
{
	uint32_t first = 1 + m->variables;
	struct cel__node *f = cel__node(p, CEL__FOLD, n->at, m->filtered ? 3 : 2);

	if (!f || !variable(p, m, n->child[1], &f->name) ||
	    (m->variables == 2 && !variable(p, m, n->child[2], &f->name2)))
		return NULL;
	if (m->variables == 2 && str_eq(f->name, f->name2)) {
		cel__parse_error(p, n->child[2]->at, "duplicate variable name: " STR_FMT,
				 STR_ARG(f->name));
		return NULL;
	}
	f->fold = m->fold;
	f->child[0] = n->child[0];
	f->child[1] = n->child[first + m->filtered];
	if (m->filtered)
		f->child[2] = n->child[first];
	return cel__finish(p, f);
}

/* cel.bind(name, value, body) */
static struct cel__node *bind(struct cel__parser *p, struct cel__node *n)
{
	struct cel__node *f;

	if (n->child[1]->kind != CEL__IDENT || n->child[1]->leading_dot)
		return wrong(p, n->child[1]->at,
			     "cel.bind() variable names must be simple identifiers");
	f = cel__node(p, CEL__FOLD, n->at, 2);
	if (!f)
		return NULL;
	f->fold = CEL__BIND;
	f->name = n->child[1]->name;
	f->child[0] = n->child[2];
	f->child[1] = n->child[3];
	return cel__finish(p, f);
}

static bool literal_number(const struct cel_value v)
{
	return v.kind == CEL_INT || v.kind == CEL_UINT || v.kind == CEL_DOUBLE;
}

/* True if the node cannot be a number for any input. */
static bool never_number(const struct cel__node *n)
{
	return (n->kind == CEL__LITERAL && !literal_number(n->value)) || n->kind == CEL__LIST ||
	       n->kind == CEL__MAP || n->kind == CEL__STRUCT;
}

/* math.least(a, b, c) is math.@min([a, b, c]). */
static struct cel__node *extreme(struct cel__parser *p, struct cel__node *n)
{
	bool least = str_eqz(n->name, "least");
	const char *name = least ? "least" : "greatest";
	uint32_t args = n->count - 1;
	struct cel__node *list, *call;

	if (!args) {
		cel__parse_error(p, n->child[0]->at, "math.%s() requires at least one argument",
				 name);
		return NULL;
	}
	if (args == 1 && n->child[1]->kind != CEL__LIST && never_number(n->child[1])) {
		cel__parse_error(p, n->child[1]->at, "math.%s() invalid single argument value",
				 name);
		return NULL;
	}
	list = args > 1 ? n : n->child[1];
	for (uint32_t i = args > 1; i < list->count; i++)
		if (never_number(list->child[i])) {
			cel__parse_error(p, list->child[i]->at,
					 "math.%s() simple literal arguments must be numeric",
					 name);
			return NULL;
		}
	if (args == 1) {
		call = cel__node(p, CEL__CALL, n->at, 1);
		if (call)
			call->child[0] = n->child[1];
	} else {
		call = cel__node(p, CEL__CALL, n->at, args == 2 ? 2 : 1);
		list = cel__node(p, CEL__LIST, n->at, args);
		if (!list || !call)
			return NULL;
		for (uint32_t i = 0; i < args; i++) {
			list->child[i] = n->child[1 + i];
			if (args == 2)
				call->child[i] = n->child[1 + i];
		}
		list = cel__finish(p, list);
		if (args != 2)
			call->child[0] = list;
	}
	if (!call)
		return NULL;
	call->name = least ? STR("math.@min") : STR("math.@max");
	return cel__finish(p, call);
}

static bool is_namespace(const struct cel__node *n, const char *name)
{
	return n->kind == CEL__IDENT && !n->leading_dot && str_eqz(n->name, name);
}

struct cel__node *cel__expand(struct cel__parser *p, struct cel__node *n)
{
	if (p->libraries & CEL_NO_MACROS)
		return n;
	if (!n->member)
		return str_eqz(n->name, "has") && n->count == 1 ? has(p, n) : n;
	if ((p->libraries & CEL_LIB_BINDINGS) && str_eqz(n->name, "bind") && n->count == 4 &&
	    is_namespace(n->child[0], "cel"))
		return bind(p, n);
	if ((p->libraries & CEL_LIB_MATH) && is_namespace(n->child[0], "math") &&
	    (str_eqz(n->name, "least") || str_eqz(n->name, "greatest")))
		return extreme(p, n);
	for (size_t i = 0; i < ARRAY_LEN(macros); i++)
		if (str_eqz(n->name, macros[i].name) && n->count == macros[i].count + 1 &&
		    (p->libraries & macros[i].library))
			return fold(p, n, &macros[i]);
	return n;
}
