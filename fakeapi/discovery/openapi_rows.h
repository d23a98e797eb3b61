/* SPDX-License-Identifier: Apache-2.0 */
/* openapi_rows.h - rows of tbl/openapi.h that are true of a release: what OpenAPI has beside the
 * tables of types. A release is its minor. Names of schemas lack "io.k8s.".
 *
 * Who may call: openapi*.c, type_schema*.c. Threads: any; pure.
 */
#ifndef FAKEAPI_OPENAPI_ROWS_H
#define FAKEAPI_OPENAPI_ROWS_H

#include "base/base.h"

enum { FAKEAPI_WHOLE_MAX = 64 };

/* The number of schemas that are stored as JSON, of all releases. */
size_t fakeapi__whole_schema_count(void);
/* The index of the schema `name`; -1: it is made from the tables of types. */
int fakeapi__whole_schema_find(const char *name, unsigned release);
const char *fakeapi__whole_schema_name(size_t i);
const char *fakeapi__whole_schema_json(size_t i);
/* Further members, without braces, of the schema (field "", place 0) or of a field: of its value
 * (place 0), of its items or values (1), of the items of its values (2). NULL: none. */
const char *fakeapi__openapi_fact(const char *schema, const char *field, unsigned place,
				  unsigned release);
/* True if a DELETE returns the object and not a Status. */
bool fakeapi__openapi_returned(const char *schema, unsigned release);
/* The next version in which DeleteOptions and WatchEvent exist, from row *i on; false: no more. */
bool fakeapi__openapi_version_next(size_t *i, unsigned release, const char **group,
				   const char **version);

#endif
