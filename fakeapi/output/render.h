/* SPDX-License-Identifier: Apache-2.0 */
/* render.h - the interface between render.c (forms) and table.c (kinds). */
#ifndef FAKEAPI_RENDER_H
#define FAKEAPI_RENDER_H

#include "base/json_scan.h"
#include "base/str.h"
#include "fakeapi/meta/resource.h"

/* Appends the array of column definitions. If `obj` is absent: those of the type. */
void fakeapi__table_columns(const struct fakeapi__resource *res, json_t obj, struct strbuf *out);
/* True for a built-in type that has only the default columns. */
bool fakeapi__table_is_usual(const struct fakeapi__resource *res);
/* Appends the members "cells" and, if there are any, "conditions" of a row. */
void fakeapi__table_cells(const struct fakeapi__resource *res, json_t obj, int64_t now_unix_s,
			  struct strbuf *out);

/* Objects of built-in types are stored with {"kind":...,"apiVersion":..., at the start, which lists
 * omit. Returns the length of this prefix, 0 if the object starts with another. */
size_t fakeapi__render_type_prefix(const struct fakeapi__resource *res, struct str obj);

#endif
