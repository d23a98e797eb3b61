/* SPDX-License-Identifier: Apache-2.0 */
/* ast.h - an expression as a tree. Macros are nodes of their own kind (FOLD), not loops with
 * accumulators: they are checked and evaluated directly. */
#ifndef CEL_AST_H
#define CEL_AST_H

#include "cel/type.h"
#include "cel/value.h"

enum {
	CEL__DEPTH_MAX = 250,	    /* nested parentheses, calls, lists */
	CEL__TREE_DEPTH_MAX = 1000, /* of the tree: a + b + c has depth 2 */
	CEL__SOURCE_MAX = 100000,   /* characters */
};

enum cel__node_kind {
	CEL__LITERAL,
	CEL__IDENT,
	CEL__SELECT, /* child[0].name */
	CEL__CALL,   /* name(child...), child[0].name(child...) if `member` */
	CEL__AND,    /* of all children */
	CEL__OR,
	CEL__COND, /* child[0] ? child[1] : child[2] */
	CEL__LIST,
	CEL__MAP,    /* key, value, key, value */
	CEL__STRUCT, /* name{fields[i]: child[i]} */
	CEL__FOLD,
};

/* child[0] is the range or value, name and name2 are the variables. */
enum cel__fold {
	CEL__ALL, /* child[1]: the condition */
	CEL__EXISTS,
	CEL__EXISTS_ONE,
	CEL__MAP_EACH, /* child[1]: the new element; child[2], if present: the condition */
	CEL__FILTER,
	CEL__TRANSFORM_MAP,   /* like MAP_EACH: the new value of the key */
	CEL__TRANSFORM_ENTRY, /* a map: one new entry */
	CEL__BIND,	      /* child[1]: the body */
	CEL__OPT_MAP,
	CEL__OPT_FLAT_MAP,
	CEL__SORT_BY, /* child[1]: the key */
};

struct cel__candidate;

struct cel__node {
	enum cel__node_kind kind;
	enum cel__fold fold;
	uint32_t at; /* byte offset in the source */
	uint32_t depth;
	struct str name, name2;
	struct cel__node **child;
	uint32_t count;
	bool member;   /* CALL: has a target */
	bool test;     /* SELECT: has() */
	bool optional; /* SELECT: x.?y */
	bool leading_dot;
	bool *optionals;	/* LIST, MAP, STRUCT: [?x]; by child; NULL: none */
	struct str *fields;	/* STRUCT */
	uint32_t *places;	/* STRUCT: offsets of the colons after them */
	struct cel_value value; /* LITERAL */
	/* Set by the checker, or by the evaluator for an unchecked tree. */
	const struct cel_type *type;
	int slot; /* IDENT: >= 0 a variable of the environment, < -1 a local one; FOLD: its first */
	bool constant; /* IDENT: a type, in `value` */
	const struct cel__candidate *candidates;
	size_t candidate_count;
	struct regex *regex; /* matches() with a literal pattern */
};

#endif
