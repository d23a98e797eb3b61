/* SPDX-License-Identifier: Apache-2.0 */
/* render.h - between render.c, which knows forms, and table.c, which knows kinds. */
#ifndef FAKEAPI_RENDER_H
#define FAKEAPI_RENDER_H

#include "base/json_scan.h"
#include "base/str.h"
#include "fakeapi/meta/resource.h"

/* Appends the array of column definitions. `obj` may be absent: then those of the type. */
void fakeapi__table_columns(const struct fakeapi__resource *res, json_t obj, struct strbuf *out);
/* A built-in type without columns of its own: those that every object has. */
bool fakeapi__table_is_usual(const struct fakeapi__resource *res);
/* Appends the members "cells" and, where there are any, "conditions" of a row. */
void fakeapi__table_cells(const struct fakeapi__resource *res, json_t obj, int64_t now_unix_s,
			  struct strbuf *out);

/* Objects of built-in types are stored with {"kind":...,"apiVersion":..., in front, and lists leave
 * that out: the length of it all, 0 if this one begins otherwise. */
size_t fakeapi__render_type_prefix(const struct fakeapi__resource *res, struct str obj);

#endif
