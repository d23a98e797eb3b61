/* SPDX-License-Identifier: Apache-2.0 */
/* loading.h - objects of manifests, in any order: a refused object is tried again after the others,
 * since what it needs (a definition) may come later; missing namespaces are created. */
#ifndef FAKEAPI_CONTROL_LOADING_H
#define FAKEAPI_CONTROL_LOADING_H

#include "fakeapi/control/manifests.h"

struct fakeapi__core;
struct fakeapi__deferred;

struct fakeapi__loading {
	struct fakeapi__core *core;
	int64_t now_ns;
	bool namespaces; /* create them also in a server that does without */
	struct fakeapi__deferred *first, **end;
};

void fakeapi__loading_init(struct fakeapi__loading *l, struct fakeapi__core *core, int64_t now_ns);
/* A fakeapi__manifest_fn whose `user` is the loading: stores the object, or keeps it for the end.
 */
int fakeapi__loading_add(void *user, struct str doc, const char *where, struct relist_err *err);
/* Tries the rest as long as that stores one, and frees it. Returns `code` if that is an error, else
 * the first refusal that stays. */
int fakeapi__loading_end(struct fakeapi__loading *l, int code, struct relist_err *err);

#endif
