/* SPDX-License-Identifier: Apache-2.0 */
/* lib.h - for the libraries of functions, lib_*.c: the form of a function. */
#ifndef CEL_LIB_H
#define CEL_LIB_H

#include "cel/functions.h"

/* A function of the n arguments `a`. */
#define FN(name)                                                                                   \
	static struct cel_value name(struct cel_run *run, const struct cel_value *a, unsigned n)
/* For a function without use for them. */
#define UNUSED ((void)run, (void)n)

/* An error without memory of its own. */
static inline struct cel_value cel__fixed_error(const char *text)
{
	return (
	    struct cel_value) { .kind = CEL_ERROR, .len = (uint32_t)strlen(text), .as.ptr = text };
}

#endif
