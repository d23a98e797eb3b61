/* SPDX-License-Identifier: Apache-2.0 */
/* conversion.h - objects in another version, by a definition's webhook where it has one
 * (apiextensions' pkg/apiserver/conversion).
 *
 * What was converted stays with the exchange until it ends, so a request that is begun again finds
 * it. A call that may ask keeps the lock (keeps_lock).
 *
 * Who may call: rest/ and watch/. Threads: any, under the core's lock, not suspended. */
#ifndef FAKEAPI_CONVERSION_H
#define FAKEAPI_CONVERSION_H

#include "fakeapi/context.h"

/* fakeapi__convert(), or by the webhook. -1: st, or the call is parked, or out of memory. */
int fakeapi__convert_asking(struct fakeapi__call *c, const struct fakeapi__resource *from,
			    const struct fakeapi__resource *to, cJSON *obj);
/* Asks about many stored objects at once, so that what follows need not ask one by one. */
int fakeapi__convert_ahead(struct fakeapi__call *c, const struct str *jsons, size_t count);
/* A stored object as the call's type has it, with the defaults it lacks: JSON appended to `out`. */
int fakeapi__read_asking(struct fakeapi__call *c, struct str json, struct strbuf *out);
/* The same as a tree. NULL as -1 above. */
cJSON *fakeapi__read_tree_asking(struct fakeapi__call *c, struct str json);

#endif
