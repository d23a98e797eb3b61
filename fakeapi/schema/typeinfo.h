/* SPDX-License-Identifier: Apache-2.0 */
/* typeinfo.h - the reflection data of the built-in types: fields in order with their JSON options,
 * strategic-merge tags and server-side-apply markers (tbl/typeinfo.h). */
#ifndef FAKEAPI_TYPEINFO_H
#define FAKEAPI_TYPEINFO_H

#include "base/base.h"
#include "fakeapi/meta/resource.h"

enum fakeapi__type_kind {
	FAKEAPI_T_STRING,
	FAKEAPI_T_BOOL,
	FAKEAPI_T_INT32,
	FAKEAPI_T_INT64,
	FAKEAPI_T_FLOAT,
	FAKEAPI_T_BYTES,
	FAKEAPI_T_QUANTITY,
	FAKEAPI_T_INTSTR,
	FAKEAPI_T_TIME,
	FAKEAPI_T_MICROTIME,
	FAKEAPI_T_DURATION,
	FAKEAPI_T_RAW, /* an embedded object */
	FAKEAPI_T_ANY,
	FAKEAPI_T_SCHEMA_OR_BOOL,
	FAKEAPI_T_SCHEMA_OR_ARRAY,
	FAKEAPI_T_SCHEMA_OR_STRINGS,
	FAKEAPI_T_LIST,
	FAKEAPI_T_MAP,
	FAKEAPI_T_STRUCT,
};

enum {
	FAKEAPI_F_OMITEMPTY = 1 << 0,
	FAKEAPI_F_OMITZERO = 1 << 1,
	FAKEAPI_F_POINTER = 1 << 2,
	FAKEAPI_F_PATCH_MERGE = 1 << 3,
	FAKEAPI_F_PATCH_REPLACE = 1 << 4,
	FAKEAPI_F_RETAIN_KEYS = 1 << 5,
	FAKEAPI_F_LIST_SET = 1 << 6,
	FAKEAPI_F_LIST_MAP = 1 << 7,
	FAKEAPI_F_ATOMIC = 1 << 8,   /* also on types: +structType=atomic */
	FAKEAPI_F_GRANULAR = 1 << 9, /* despite its atomic type */
	FAKEAPI_F_LIST_ATOMIC = 1 << 10,
};

struct fakeapi__field {
	const char *name;
	uint16_t type;
	uint16_t flags;
	const char *merge_key; /* patchMergeKey, or "" */
	const char *list_keys; /* comma separated, or "" */
};

struct fakeapi__type {
	const char *name; /* as Go prints it: "v1.Pod", "[]v1.Container" */
	uint8_t kind;
	uint8_t flags;
	int16_t elem; /* LIST, MAP, SCHEMA_OR_x; -1: none */
	uint16_t first_field;
	uint16_t field_count;
};

/* NULL: the release (0: the default) has no built-in kind of that name. Metadata have the same
 * fields in all releases. */
const struct fakeapi__type *fakeapi__type_of_kind(const char *group, const char *version,
						  const char *kind, unsigned release);
/* The type of `res`; NULL for custom resources. */
const struct fakeapi__type *fakeapi__type_of(const struct fakeapi__resource *res);
const struct fakeapi__type *fakeapi__type_elem(const struct fakeapi__type *t);
const struct fakeapi__field *fakeapi__type_fields(const struct fakeapi__type *t);
const struct fakeapi__field *fakeapi__type_field(const struct fakeapi__type *t, const char *name);
/* The same for members in the struct's order: searches first after `*last` (NULL: at the start),
 * and sets it. */
const struct fakeapi__field *fakeapi__type_next_field(const struct fakeapi__type *t,
						      const char *name,
						      const struct fakeapi__field **last);
const struct fakeapi__type *fakeapi__field_type(const struct fakeapi__field *f);

#endif
