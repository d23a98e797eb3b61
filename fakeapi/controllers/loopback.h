/* SPDX-License-Identifier: Apache-2.0 */
/* loopback.h - writes that no client asked for: start, controllers, --load, scenarios. They go the
 * way of a request, without exchange, faults or log. The lock is held. */
#ifndef FAKEAPI_INNER_H
#define FAKEAPI_INNER_H

#include "fakeapi/internal.h"

struct fakeapi__inner {
	struct fakeapi__call call;
	struct fakeapi__xchg xchg;
	struct fakeapi__request req;
};

void fakeapi__inner_init(struct fakeapi__inner *in, struct fakeapi__core *core,
			 const char *manager);
void fakeapi__inner_fini(struct fakeapi__inner *in);
/* What the object's kind and apiVersion say it is; NULL: call.st says that nothing such is served.
 */
const struct fakeapi__resource *fakeapi__inner_resource(struct fakeapi__inner *in,
							const cJSON *obj);
/* Aims the call at an object. -1: not served, or out of memory (c->st.code 0). */
int fakeapi__inner_aim(struct fakeapi__inner *in, const struct fakeapi__resource *res,
		       const char *ns, const char *name);
/* Creates or replaces `obj` (kind and apiVersion say where; namespace "default" where it must have
 * one and has none); `*obj` may be replaced. -1: why in call.st. */
int fakeapi__inner_put(struct fakeapi__inner *in, cJSON **obj);
/* The error as text for relist_err; returns the code. */
int fakeapi__inner_error(const struct fakeapi__inner *in, struct relist_err *err);

#endif
