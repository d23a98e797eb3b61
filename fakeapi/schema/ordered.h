/* SPDX-License-Identifier: Apache-2.0 */
/* ordered.h - a place in a typed tree, where new members go in the Go struct's order. */
#ifndef FAKEAPI_ORDERED_H
#define FAKEAPI_ORDERED_H

#include <cjson/cJSON.h>

#include "fakeapi/meta/resource.h"
#include "fakeapi/schema/typeinfo.h"

struct fakeapi__place {
	cJSON *v; /* NULL: nothing there */
	const struct fakeapi__type *type;
	bool *nomem;
};

/* The member's place; .v is NULL when it is absent or null. */
struct fakeapi__place fakeapi__place_at(struct fakeapi__place p, const char *name);
/* The same, made an empty object when absent. */
struct fakeapi__place fakeapi__place_need(struct fakeapi__place p, const char *name);
/* Sets the member (value taken always; NULL: out of memory). */
void fakeapi__place_set(struct fakeapi__place p, const char *name, cJSON *value);
/* Sets it from JSON text only where it is absent, null or an empty string, list or number 0 that Go
 * would have left out. */
void fakeapi__place_default(struct fakeapi__place p, const char *name, const char *json);
void fakeapi__place_remove(struct fakeapi__place p, const char *name);

#endif
