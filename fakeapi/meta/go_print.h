/* SPDX-License-Identifier: Apache-2.0 */
/* go_print.h - formats decoded JSON as Go's fmt does: kube-apiserver's errors quote values so. */
#ifndef FAKEAPI_GO_PRINT_H
#define FAKEAPI_GO_PRINT_H

#include <cjson/cJSON.h>

#include "base/str.h"

/* %v: map[a:[x 1] b:<nil>], members by name. */
void fakeapi__go_print(struct strbuf *out, const cJSON *v);
/* The same; NULL: an empty slice. */
void fakeapi__go_print_slice(struct strbuf *out, const cJSON *list);
/* %#v: map[string]interface {}{"a":[]interface {}{"x", 1}}. */
void fakeapi__go_print_syntax(struct strbuf *out, const cJSON *v);
/* Appends JSON in which <, > and &, and the line separators U+2028 and U+2029, are escaped. */
void fakeapi__add_escaped(struct strbuf *out, struct str json);
/* %T: "map[string]interface {}", "[]interface {}", "string", "int64", "float64", "bool", "<nil>".
 */
const char *fakeapi__go_type(const cJSON *v);
/* reflect's Kind: "map", "slice", and the others as above. */
const char *fakeapi__go_kind(const cJSON *v);

#endif
