/* SPDX-License-Identifier: Apache-2.0 */
/* instantiate.c - errors of constants that cel-go detects when it makes a program of the
 * expression: its interpreter folds conversions of constants (decOptimize) and compiles constant
 * patterns (decRegexOptimizer), in the order in which it plans the expression. */
#include "cel/eval.h"
#include "cel/literals.h"

static bool converts(struct str name)
{
	static const char *const names[] = { "bool", "bytes",  "double",    "duration", "dyn",
					     "int",  "string", "timestamp", "type",	"uint" };

	for (size_t i = 0; i < ARRAY_LEN(names); i++)
		if (str_eqz(name, names[i]))
			return true;
	return false;
}

static bool is_pattern(const struct cel__node *n)
{
	return n->count >= 2 && (str_eqz(n->name, "matches") || str_eqz(n->name, "find") ||
				 str_eqz(n->name, "findAll"));
}

/* Visits the children, then returns whether the node is a constant. */
static bool fold_constants(struct cel_run *run, const struct cel__node *n, struct cel_value *out)
{
	struct cel_value v = cel_null(), error = cel_null();
	bool constant = n->kind == CEL__LITERAL;

	if (constant)
		*out = n->value;
	for (uint32_t i = 0; i < n->count; i++) {
		bool is = fold_constants(run, n->child[i], &v);

		if (v.kind == CEL_ERROR || run->stopped != CEL_GOES_ON) {
			*out = v;
			return true;
		}
		if (n->kind != CEL__CALL || !is)
			continue;
		if (n->count == 1 && !n->member && converts(n->name)) {
			constant = true;
			*out = cel__eval(run, n);
		} else if (i == 1 && is_pattern(n) && v.kind == CEL_STRING && !n->regex &&
			   !cel__pattern(run, v, &error)) {
			*out = error;
			return true;
		}
	}
	return constant;
}

struct cel_value cel__instantiate(struct cel_run *run, const struct cel__node *root)
{
	struct cel_value out = cel_null();

	return fold_constants(run, root, &out) ? out : cel_null();
}
