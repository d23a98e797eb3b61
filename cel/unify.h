/* SPDX-License-Identifier: Apache-2.0 */
/* unify.h - assignability of types, with type variables and their bindings. */
#ifndef CEL_UNIFY_H
#define CEL_UNIFY_H

#include "cel/type.h"

struct cel__unifier {
	struct cel__arena *arena;
	const struct cel_type **bound; /* by the variable's number; NULL: free */
	unsigned count, cap;
	struct {
		unsigned number;
		const struct cel_type *before;
	} * trail; /* to undo bindings */
	unsigned trail_count, trail_cap;
	unsigned depth;
};

/* A new variable; NULL: out of memory. */
const struct cel_type *cel__new_variable(struct cel__unifier *u);
/* True if each `from[i]` is assignable to `to[i]`; binds variables if so. */
bool cel__assignable(struct cel__unifier *u, const struct cel_type *const *to,
		     const struct cel_type *const *from, unsigned count);
/* `t` with variables replaced by their bindings; free ones stay, or become dyn. Never NULL: the
 * error type if out of memory. */
const struct cel_type *cel__substitute(struct cel__unifier *u, const struct cel_type *t,
				       bool to_dyn);
/* The less specific of two compatible types. */
const struct cel_type *cel__most_general(const struct cel_type *a, const struct cel_type *b);

#endif
