/* SPDX-License-Identifier: Apache-2.0 */
/* unify.h - which types go where: type variables and what they turned out to stand for. */
#ifndef CEL_UNIFY_H
#define CEL_UNIFY_H

#include "cel/type.h"

struct cel__unifier {
	struct cel__arena *arena;
	const struct cel_type **bound; /* by number of the variable; NULL: free */
	unsigned count, cap;
	struct {
		unsigned number;
		const struct cel_type *before;
	} * trail; /* to take bindings back */
	unsigned trail_count, trail_cap;
	unsigned depth;
};

/* A variable of its own; NULL: no memory. */
const struct cel_type *cel__new_variable(struct cel__unifier *u);
/* Whether a value of `from[i]` can stand where `to[i]` is wanted, for all i; binds variables if so.
 */
bool cel__assignable(struct cel__unifier *u, const struct cel_type *const *to,
		     const struct cel_type *const *from, unsigned count);
/* `t` with what variables stand for; free ones stay, or become dyn. Never NULL: error for want of
 * memory. */
const struct cel_type *cel__substitute(struct cel__unifier *u, const struct cel_type *t,
				       bool to_dyn);
/* Of two that go together the less specific one. */
const struct cel_type *cel__most_general(const struct cel_type *a, const struct cel_type *b);

#endif
