/* SPDX-License-Identifier: Apache-2.0 */
/* literals.h - arguments that are written out: patterns are compiled once, and what cannot be read
 * is a mistake of the source. */
#ifndef CEL_LITERALS_H
#define CEL_LITERALS_H

#include "cel/ast.h"
#include "cel/errors.h"
#include "cel/eval.h"

/* False: no memory. */
bool cel__literals(struct cel__arena *arena, struct cel__errors *errors, unsigned libraries,
		   struct cel__node *root);
/* The first error of constants that are no mistake of the source (instantiate.c), or something
 * else. The run has stopped: no memory. */
struct cel_value cel__instantiate(struct cel_run *run, const struct cel__node *root);

#endif
