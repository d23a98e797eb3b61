/* SPDX-License-Identifier: Apache-2.0 */
/* check.h - types of a tree, what its names mean, and which functions its calls may come to. */
#ifndef CEL_CHECK_H
#define CEL_CHECK_H

#include "cel/ast.h"
#include "cel/cel.h"
#include "cel/errors.h"

struct cel__check_result {
	unsigned locals; /* slots that variables of macros need */
	bool *used;	 /* variables of the environment that are named */
};

/* Notes mistakes; arena->failed: no memory. */
void cel__check(struct cel__arena *arena, struct cel__errors *errors, const struct cel_env *env,
		struct cel__node *root, struct cel__check_result *out);

/* Notes "expected type 'wanted' but found 'found'". */
void cel__mismatch(struct cel__errors *errors, uint32_t at, const struct cel_type *wanted,
		   const struct cel_type *found);

#endif
