/* SPDX-License-Identifier: Apache-2.0 */
/* check.h - computes the types of a tree, resolves its names, and finds the candidate functions of
 * its calls. */
#ifndef CEL_CHECK_H
#define CEL_CHECK_H

#include "cel/ast.h"
#include "cel/cel.h"
#include "cel/errors.h"

struct cel__check_result {
	unsigned locals; /* number of slots for variables of macros */
	bool *used;	 /* the environment's variables that are used */
};

/* Records mistakes; arena->failed: out of memory. */
void cel__check(struct cel__arena *arena, struct cel__errors *errors, const struct cel_env *env,
		struct cel__node *root, struct cel__check_result *out);

/* Records "expected type 'wanted' but found 'found'". */
void cel__mismatch(struct cel__errors *errors, uint32_t at, const struct cel_type *wanted,
		   const struct cel_type *found);

#endif
