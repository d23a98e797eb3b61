/* SPDX-License-Identifier: Apache-2.0 */
/* estimate.h - the worst-case cost of an expression, from its types and their bounds (cel-go's
 * checker/cost.go, apiserver's pkg/cel/library/cost.go). */
#ifndef CEL_ESTIMATE_H
#define CEL_ESTIMATE_H

#include "cel/check.h"

/* `self`: the type of the environment's variables, which has the bounds of their values.
 * UINT64_MAX: unbounded, or out of memory. */
uint64_t cel__estimate(const struct cel__node *root, unsigned locals, const struct cel_type *self);

#endif
