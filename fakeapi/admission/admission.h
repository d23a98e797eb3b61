/* SPDX-License-Identifier: Apache-2.0 */
/* admission.h - what happens to an object between decoding and its strategy: defaults, then the
 * plug-ins of the admission chain. Order on a write: decode, fakeapi__default,
 * fakeapi__managed_update, fakeapi__admission_check, fakeapi__admit, the strategy's prepare,
 * fakeapi__validate. A new plug-in is a row in admission.c.
 *
 * Who may call: rest/, apply/ and controllers/. Threads: any, under the core's lock.
 */
#ifndef FAKEAPI_ADMISSION_H
#define FAKEAPI_ADMISSION_H

#include "base/str.h"
#include "fakeapi/meta/resource.h"
#include "fakeapi/meta/status.h"

struct fakeapi__call;

/* Fills in defaults (dnsPolicy, protocol, ...) in place. `old`: NULL on create. -1: out of memory.
 */
int fakeapi__default(const struct fakeapi__resource *res, cJSON *obj, const cJSON *old);

enum fakeapi__operation { FAKEAPI_CREATE_OPERATION, FAKEAPI_DELETE_OPERATION };

/* Asks every plug-in that may refuse: is `name` of c->res to be made or deleted? -1: st filled. */
int fakeapi__admission_check(struct fakeapi__call *c, enum fakeapi__operation op, const char *name);

/* What the plug-ins write into an object. `own`: it is no client's write. -1: out of memory. */
int fakeapi__admit(const struct fakeapi__resource *res, cJSON *obj, const cJSON *old, bool own);

#endif
