/* SPDX-License-Identifier: Apache-2.0 */
/* line_diff.h - the line diff of two texts, formatted as by difflib. */
#ifndef FAKEAPI_LINE_DIFF_H
#define FAKEAPI_LINE_DIFF_H

#include "base/str.h"

/* Appends a unified diff without file names, three lines of context around each change. -1: out of
 * memory. */
int fakeapi__line_diff(struct strbuf *out, struct str before, struct str now);

#endif
