/* SPDX-License-Identifier: Apache-2.0 */
/* type.h - the types of CEL and their names in messages. Immutable. */
#ifndef CEL_TYPE_H
#define CEL_TYPE_H

#include "base/str.h"
#include "cel/arena.h"

enum cel_type_kind {
	CEL_T_DYN,
	CEL_T_ERROR, /* the type of an invalid expression: compatible with all types */
	CEL_T_NULL,
	CEL_T_BOOL,
	CEL_T_INT,
	CEL_T_UINT,
	CEL_T_DOUBLE,
	CEL_T_STRING,
	CEL_T_BYTES,
	CEL_T_TIMESTAMP,
	CEL_T_DURATION,
	CEL_T_LIST,    /* params[0] */
	CEL_T_MAP,     /* params[0] to params[1] */
	CEL_T_TYPE,    /* of params[0]; NULL: any */
	CEL_T_OPAQUE,  /* by name: "optional_type" of params[0], "net.IP" */
	CEL_T_STRUCT,  /* by name, with fields */
	CEL_T_PARAM,   /* a variable: in a signature a letter, in the checker a number */
	CEL_T_WRAPPER, /* params[0] or null */
};

/* x-kubernetes-list-type: determines == and + of lists from JSON. */
enum cel_list_kind { CEL_LIST_ATOMIC, CEL_LIST_SET, CEL_LIST_MAP };

struct cel_type;

struct cel_field {
	struct str name;       /* in JSON */
	struct str identifier; /* in CEL: escaped if necessary */
	const struct cel_type *type;
};

struct cel_type {
	enum cel_type_kind kind;
	struct str name;
	const struct cel_type *params[2];
	unsigned number; /* of a PARAM */

	/* of a STRUCT */
	const struct cel_field *fields;
	size_t field_count;
	/* Indexes of the fields; NULL: there are few. */
	const struct cel_field **by_identifier, **by_name;
	bool open; /* may have other fields, of any type */

	/* The form of its values in JSON. */
	enum cel_list_kind list_kind;
	const struct str *keys; /* of a list that is a map */
	size_t key_count;
	bool date;     /* a TIMESTAMP that is only a date */
	bool nullable; /* null is a valid value */
	/* Bounds of such values for the cost estimate: number of characters or elements, and bytes
	 * of JSON. */
	uint64_t elements_max, bytes_min;
};

extern const struct cel_type cel_dyn, cel_error_type, cel_null_type, cel_bool, cel_int, cel_uint,
    cel_double, cel_string, cel_bytes, cel_timestamp, cel_duration, cel_type_type, cel_list_dyn,
    cel_map_dyn, cel_optional_dyn;

/* NULL: out of memory. */
const struct cel_type *cel_type_list(struct cel__arena *a, const struct cel_type *element);
const struct cel_type *cel_type_map(struct cel__arena *a, const struct cel_type *key,
				    const struct cel_type *value);
const struct cel_type *cel_type_of(struct cel__arena *a, const struct cel_type *instance);
/* For tests. */
const struct cel_type *cel_type_opaque(struct cel__arena *a, struct str name,
				       const struct cel_type *param);
const struct cel_type *cel_type_optional(struct cel__arena *a, const struct cel_type *value);

/* The type with this name as a value ("int", "google.protobuf.Duration"), or NULL. */
const struct cel_type *cel_type_named(struct str name);
/* An escaped reserved word, `__namespace__`, is also found as the bare word, as in the types of
 * Kubernetes since 1.33. */
const struct cel_field *cel_type_field(const struct cel_type *t, struct str identifier);
/* Finds a field by its name in JSON. */
const struct cel_field *cel_type_member(const struct cel_type *t, struct str name);
/* Builds indexes if there are many fields; call it once all are set. False: out of memory. */
bool cel_type_sort_fields(struct cel__arena *a, struct cel_type *t);
bool cel_type_is_optional(const struct cel_type *t);
/* Appends the type as in messages: list(int). */
void cel_type_write(struct strbuf *out, const struct cel_type *t);
/* The same with its own name: google.protobuf.Duration, null_type. */
void cel_type_write_name(struct strbuf *out, const struct cel_type *t);
/* Deep equality. */
bool cel_type_equal(const struct cel_type *a, const struct cel_type *b);

#endif
