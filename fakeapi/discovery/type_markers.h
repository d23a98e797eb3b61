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

/* The Go type of a built-in kind; NULL: unknown. */
const void *fakeapi__markers_of(const char *group, const char *version, const char *kind,
				unsigned release);
/* The type of a field, of a list's items or of a map's values; NULL: unknown. */
const void *fakeapi__markers_below(const void *type, const char *field);
/* The name of the field's type without a pointer, as in "v1.JSON"; of the elements if it is a list
 * or map.
 * "": unknown. */
const char *fakeapi__markers_type_name(const void *type, const char *field);
/* The JSON value that a field has if a client omits it and Go encodes its zero value; NULL: none.
 * place: 0 the field, 1 its items or values, 2 the items of its values. Follows kube-openapi's
 * generator. */
const char *fakeapi__markers_default(const void *type, const char *field, unsigned place);
/* Appends the markers of a field as members, each preceded by a comma. */
void fakeapi__markers_add_field(const void *type, const char *field, struct strbuf *out);
/* The same for the type itself. */
void fakeapi__markers_add_type(const void *type, struct strbuf *out);

#endif
