/* SPDX-License-Identifier: Apache-2.0 */
/* type_markers.h - merge markers of fields (x-kubernetes-list-type, -patch-strategy, ...) for the
 * schemas of built-in types, which are made from their protobuf messages. Types are opaque here:
 * the C names of Go's types and of messages clash.
 *
 * Who may call: type_schema.c. Threads: any; pure.
 */
#ifndef FAKEAPI_TYPE_MARKERS_H
#define FAKEAPI_TYPE_MARKERS_H

#include "base/str.h"
#include "fakeapi/meta/resource.h"

/* The Go type of a built-in resource; NULL: unknown. */
const void *fakeapi__markers_of(const struct fakeapi__resource *res);
/* The type of a field, of a list's items or of a map's values; NULL: unknown. */
const void *fakeapi__markers_below(const void *type, const char *field);
/* Appends the markers of a field as members, each preceded by a comma. */
void fakeapi__markers_add_field(const void *type, const char *field, struct strbuf *out);
/* The same of a type itself. */
void fakeapi__markers_add_type(const void *type, struct strbuf *out);

#endif
