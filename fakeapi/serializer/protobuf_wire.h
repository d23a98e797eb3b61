/* SPDX-License-Identifier: Apache-2.0 */
/* protobuf_wire.h - the elements of the wire format: tags, lengths, and small types that are one
 * JSON value. Private to protobuf*.c. */
#ifndef FAKEAPI_PROTOBUF_WIRE_H
#define FAKEAPI_PROTOBUF_WIRE_H

#include <cjson/cJSON.h>

#include "base/str.h"

enum { FAKEAPI_PB_DEPTH_MAX = 100, FAKEAPI_PB_WRITE_DEPTH_MAX = 1000 };

enum { WIRE_VARINT = 0, WIRE_FIXED64 = 1, WIRE_BYTES = 2, WIRE_FIXED32 = 5 };

struct fakeapi__pb_reader {
	const unsigned char *start; /* of the whole body, for error offsets */
	const char *error;	    /* static text; NULL: none, or out of memory if rc is -1 */
	size_t error_at;
	size_t values;
};

/* One message, or the bytes of one field. */
struct fakeapi__pb_span {
	const unsigned char *p, *end;
};

/* A field's value: a number, or bytes. */
struct fakeapi__pb_value {
	uint64_t number;
	struct fakeapi__pb_span bytes;
};

/* Records the first error; returns -1. */
int fakeapi__pb_fail(struct fakeapi__pb_reader *r, const unsigned char *at, const char *what);
int fakeapi__pb_varint(struct fakeapi__pb_reader *r, struct fakeapi__pb_span *s, uint64_t *out);
/* Reads the next field of a message; 1: read, 0: end of the message, -1: malformed. */
int fakeapi__pb_next(struct fakeapi__pb_reader *r, struct fakeapi__pb_span *s, uint64_t *number,
		     unsigned *wire, struct fakeapi__pb_value *v);
/* Reads fields 1 to 3 of a small message, such as a time. */
int fakeapi__pb_three(struct fakeapi__pb_reader *r, struct fakeapi__pb_span s,
		      struct fakeapi__pb_value out[3], bool seen[3]);
struct str fakeapi__pb_str(struct fakeapi__pb_span s);

/* Each makes one JSON value; NULL: out of memory, or r->error. */
cJSON *fakeapi__pb_string(struct fakeapi__pb_reader *r, struct fakeapi__pb_span s);
cJSON *fakeapi__pb_bytes(struct fakeapi__pb_span s);
cJSON *fakeapi__pb_time(struct fakeapi__pb_reader *r, struct fakeapi__pb_span s, bool micro);
cJSON *fakeapi__pb_quantity(struct fakeapi__pb_reader *r, struct fakeapi__pb_span s);
cJSON *fakeapi__pb_int_or_string(struct fakeapi__pb_reader *r, struct fakeapi__pb_span s);
cJSON *fakeapi__pb_raw(struct fakeapi__pb_reader *r, struct fakeapi__pb_span s);
cJSON *fakeapi__pb_duration(struct fakeapi__pb_reader *r, struct fakeapi__pb_span s);
cJSON *fakeapi__pb_double(uint64_t bits);

/* --- protobuf.c, protobuf_list.c ------------------------------------------------------------- */

struct fakeapi__message;
/* A message by its table; `depth`: how deep it is nested. NULL: out of memory, or r->error. */
cJSON *fakeapi__pb_message(struct fakeapi__pb_reader *r, const struct fakeapi__message *m,
			   struct fakeapi__pb_span s, unsigned depth);
/* A list with its envelope, which begins as fakeapi__protobuf_begins() says. NULL: no list, an
 * unknown kind, malformed, or out of memory. */
cJSON *fakeapi__pb_list(struct str body);

#endif
