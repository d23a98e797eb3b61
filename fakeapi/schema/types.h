/* SPDX-License-Identifier: Apache-2.0 */
/* types.h - the built-in types as data: every message of tbl/protobuf.h with its fields. The source
 * of the protobuf reader and the OpenAPI documents. */
#ifndef FAKEAPI_TYPES_H
#define FAKEAPI_TYPES_H

#include "base/base.h"

enum fakeapi__type {
	FAKEAPI_TYPE_STRING,
	FAKEAPI_TYPE_BYTES, /* base64 in JSON */
	FAKEAPI_TYPE_BOOL,
	FAKEAPI_TYPE_DOUBLE,
	FAKEAPI_TYPE_INT32,
	FAKEAPI_TYPE_INT64,
	FAKEAPI_TYPE_TIME,
	FAKEAPI_TYPE_MICROTIME,
	FAKEAPI_TYPE_DURATION,
	FAKEAPI_TYPE_QUANTITY,
	FAKEAPI_TYPE_INT_OR_STRING,
	FAKEAPI_TYPE_RAW, /* JSON inside: extensions, managed fields */
	FAKEAPI_TYPE_SCHEMA_OR_BOOL,
	FAKEAPI_TYPE_SCHEMA_OR_ARRAY,
	FAKEAPI_TYPE_SCHEMA_OR_STRINGS,
	FAKEAPI_TYPE_MESSAGE,
};

enum {
	FAKEAPI_FIELD_REPEATED = 1 << 0,
	FAKEAPI_FIELD_MAP = 1 << 1,	 /* from strings to this type */
	FAKEAPI_FIELD_INLINE = 1 << 2,	 /* its members are the parent's in JSON */
	FAKEAPI_FIELD_OMIT = 1 << 3,	 /* a zero value is omitted from JSON */
	FAKEAPI_FIELD_OMITZERO = 1 << 4, /* the same for times */
	FAKEAPI_FIELD_REQUIRED = 1 << 5, /* required in OpenAPI */
};

struct fakeapi__field {
	uint16_t number;  /* of protobuf; 0: the message has no fields */
	uint16_t message; /* TYPE_MESSAGE: its index */
	uint8_t type;
	uint8_t flags;
	const char *name; /* in JSON */
};

struct fakeapi__message {
	const char *id;			     /* core_v1_Pod */
	const struct fakeapi__field *fields; /* NULL: an array of strings in JSON */
	size_t field_count;
};

extern const size_t fakeapi__message_count;
const struct fakeapi__message *fakeapi__message_at(size_t i);
/* The message of apiVersion and kind in this release (0: the default); NULL: unknown. DeleteOptions
 * exist in every version. */
const struct fakeapi__message *fakeapi__message_of(struct str api_version, struct str kind,
						   unsigned release);
/* Row i of the kinds: false after the last. `message` is NULL if the row is not of this release. */
bool fakeapi__message_kind_at(size_t i, unsigned release, const char **api_version,
			      const char **kind, const struct fakeapi__message **message);
/* JSONSchemaProps, which the SCHEMA_ types hold. */
const struct fakeapi__message *fakeapi__message_schema(void);

#endif
