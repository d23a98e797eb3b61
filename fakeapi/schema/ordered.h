/* SPDX-License-Identifier: Apache-2.0 */
/* ordered.h - a position in a typed tree; new members are added in the Go struct's order. */
#ifndef FAKEAPI_ORDERED_H
#define FAKEAPI_ORDERED_H

#include <cjson/cJSON.h>

#include "fakeapi/meta/resource.h"
#include "fakeapi/schema/typeinfo.h"

struct fakeapi__place {
	cJSON *v; /* NULL: absent */
	const struct fakeapi__type *type;
	bool *nomem;
};

/* The member's position; .v is NULL if it is absent or null. */
struct fakeapi__place fakeapi__place_at(struct fakeapi__place p, const char *name);
/* The same; creates an empty object if absent. */
struct fakeapi__place fakeapi__place_need(struct fakeapi__place p, const char *name);
/* Sets the member; always consumes the value (NULL: out of memory). */
void fakeapi__place_set(struct fakeapi__place p, const char *name, cJSON *value);
/* Sets the member from JSON text if it is absent, null or an empty string, list or number 0 that Go
 * would omit. */
void fakeapi__place_default(struct fakeapi__place p, const char *name, const char *json);
void fakeapi__place_remove(struct fakeapi__place p, const char *name);

#endif
