/* SPDX-License-Identifier: Apache-2.0 */
/* literals.h - literal arguments: compiles patterns once, and reports invalid literals as mistakes
 * of the source. */
#ifndef CEL_LITERALS_H
#define CEL_LITERALS_H

#include "cel/ast.h"
#include "cel/errors.h"
#include "cel/eval.h"

/* False: out of memory. */
bool cel__literals(struct cel__arena *arena, struct cel__errors *errors, unsigned libraries,
		   struct cel__node *root);
/* The first error of constants that is not a mistake of the source (instantiate.c), or another
 * value. The run has stopped: out of memory. */
struct cel_value cel__instantiate(struct cel_run *run, const struct cel__node *root);

#endif
