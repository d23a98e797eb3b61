/* SPDX-License-Identifier: Apache-2.0 */
/* check_impl.h - the parts of the type checker. */
#ifndef CEL_CHECK_IMPL_H
#define CEL_CHECK_IMPL_H

#include "cel/check.h"
#include "cel/unify.h"

struct cel__local {
	struct str name;
	const struct cel_type *type;
	int slot;
	struct cel__local *outer;
};

struct cel__checker {
	struct cel__arena *arena;
	struct cel__errors *errors;
	const struct cel_env *env;
	struct cel__unifier u;
	struct cel__local *scope;
	unsigned depth; /* number of local slots in use */
	struct cel__check_result *result;
};

/* Records "found no matching overload". */
void cel__no_function(struct cel__checker *c, const struct cel__node *n, struct str name,
		      bool member, const struct cel_type *const *args, unsigned count);
/* Finds the overload for the types of the arguments and sets the type of the call. */
void cel__resolve_call(struct cel__checker *c, struct cel__node *n, struct str name);
/* Checks a call: its function by name, then its arguments. */
void cel__check_call(struct cel__checker *c, struct cel__node *n);
/* The environment is CEL_UNCHECKED: names and types are left to the evaluation. */
bool cel__is_lenient(const struct cel__checker *c);
/* Records "undeclared reference". */
void cel__undeclared(struct cel__checker *c, struct cel__node *n, struct str name);
bool cel__is_dyn(const struct cel_type *t);
/* The i-th candidate for the name in the container: a.b.x, a.x, x. False: none left. */
bool cel__reading(const struct cel__checker *c, struct str name, unsigned i, struct strbuf *out);
/* a.b.c as text; false: it is not only names, or starts with a macro's variable. */
bool cel__qualified(const struct cel__checker *c, const struct cel__node *n, struct strbuf *out);
/* Computes the type of the node and of all below it. */
void cel__check_node(struct cel__checker *c, struct cel__node *n);

/* Checks a macro. */
void cel__check_fold(struct cel__checker *c, struct cel__node *n);
/* "list(int)"; empty if there is no memory. */
struct str cel__type_text(struct cel__checker *c, const struct cel_type *t);
/* A value of `from` may stand where `to` is wanted; binds type parameters. */
bool cel__is_assignable(struct cel__checker *c, const struct cel_type *to,
			const struct cel_type *from);
/* optional(t), list(t) and map(k, v), in the arena; the error type if there is no memory. */
const struct cel_type *cel__optional_of(struct cel__checker *c, const struct cel_type *t);
const struct cel_type *cel__list_of(struct cel__checker *c, const struct cel_type *t);
const struct cel_type *cel__map_of(struct cel__checker *c, const struct cel_type *k,
				   const struct cel_type *v);

#endif
