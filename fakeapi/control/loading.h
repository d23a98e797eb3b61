/* SPDX-License-Identifier: Apache-2.0 */
/* loading.h - loads objects of manifests in any order: a refused object is retried after the
 * others, since a later one may define its type; creates missing namespaces. */
#ifndef FAKEAPI_CONTROL_LOADING_H
#define FAKEAPI_CONTROL_LOADING_H

#include "fakeapi/control/manifests.h"

struct fakeapi__core;
struct fakeapi__deferred;

struct fakeapi__loading {
	struct fakeapi__core *core;
	int64_t now_ns;
	bool namespaces; /* creates them even in a server without namespace checks */
	struct fakeapi__deferred *first, **end;
};

void fakeapi__loading_init(struct fakeapi__loading *l, struct fakeapi__core *core, int64_t now_ns);
/* A fakeapi__manifest_fn whose `user` is the loading: stores the object, or defers it. */
int fakeapi__loading_add(void *user, struct str doc, const char *where, struct relist_err *err);
/* Retries the deferred objects while that stores some, and frees them. Returns `code` if that is an
 * error, else the first refusal that remains. */
int fakeapi__loading_end(struct fakeapi__loading *l, int code, struct relist_err *err);

#endif
