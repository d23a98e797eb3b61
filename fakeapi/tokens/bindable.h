/* SPDX-License-Identifier: Apache-2.0 */
/* bindable.h - the kinds of objects to which tokens can be bound (boundObjectRef). */
#ifndef FAKEAPI_TOKENS_BINDABLE_H
#define FAKEAPI_TOKENS_BINDABLE_H

#include "fakeapi/context.h"

enum { FAKEAPI_BINDABLES = 3 };

extern const struct fakeapi__bindable {
	const char *kind, *resource;
	const char *claim; /* the token's claim that names the object */
	bool namespaced;
} fakeapi__bindables[FAKEAPI_BINDABLES]; /* pods first */

/* The stored object of the core group as a tree that the caller owns; NULL: none, or out of
 * memory. */
cJSON *fakeapi__token_object(struct fakeapi__call *c, const char *resource, struct str ns,
			     struct str name);

#endif
