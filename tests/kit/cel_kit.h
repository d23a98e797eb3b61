/* SPDX-License-Identifier: Apache-2.0 */
/* cel_kit.h - values of CEL as text. */
#ifndef TESTS_CEL_KIT_H
#define TESTS_CEL_KIT_H

#include "base/str.h"
#include "cel/cel.h"

/* A value as people write it; "error: ..." */
void cel_write(struct cel_run *run, struct strbuf *out, struct cel_value v);
/* What comes of an expression without variables, with the libraries of Kubernetes: its value, or
 * why it cannot be compiled. */
void cel_text(const char *expr, struct strbuf *out);

#endif
