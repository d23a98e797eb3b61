/* SPDX-License-Identifier: Apache-2.0 */
/* functions.h - the functions of expressions, and their signatures. */
#ifndef CEL_FUNCTIONS_H
#define CEL_FUNCTIONS_H

#include "cel/eval.h"
#include "cel/unify.h"

/* One table per library; each ends with a row without a name. */
extern const struct cel__function cel__standard_functions[], cel__conversion_functions[],
    cel__time_functions[], cel__string_functions[], cel__math_functions[], cel__list_functions[],
    cel__set_functions[], cel__optional_functions[], cel__text_functions[], cel__net_functions[],
    cel__kubernetes_functions[], cel__quantity_functions[], cel__semver_functions[],
    cel__format_functions[], cel__authorizer_functions[];

struct cel__signature {
	unsigned count; /* number of arguments, including the target */
	const struct cel_type *args[CEL__ARGS_MAX];
	const struct cel_type *result;
};

/* Parses a signature; its type parameters become new variables of `u`. False: out of memory. */
bool cel__signature_read(struct cel__unifier *u, const char *text, struct cel__signature *out);
/* Sets the run-time candidates' kinds for an argument of type `t`. */
void cel__candidate_argument(struct cel__candidate *c, unsigned i, const struct cel_type *t);

#endif
