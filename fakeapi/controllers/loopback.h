/* SPDX-License-Identifier: Apache-2.0 */
/* loopback.h - writes of the server itself: start, controllers, --load, scenarios. They go the way
 * of a request, without exchange, faults or log. The lock is held. */
#ifndef FAKEAPI_LOOPBACK_H
#define FAKEAPI_LOOPBACK_H

#include "fakeapi/context.h"

struct fakeapi__loopback {
	struct fakeapi__call call;
	struct fakeapi__xchg xchg;
	struct fakeapi__request req;
};

void fakeapi__loopback_init(struct fakeapi__loopback *in, struct fakeapi__core *core,
			    const char *manager);
void fakeapi__loopback_fini(struct fakeapi__loopback *in);
/* What the object's kind and apiVersion say it is; NULL: call.st says that nothing such is served.
 */
const struct fakeapi__resource *fakeapi__loopback_resource(struct fakeapi__loopback *in,
							   const cJSON *obj);
/* Aims the call at an object. -1: not served, or out of memory (c->st.code 0). */
int fakeapi__loopback_aim(struct fakeapi__loopback *in, const struct fakeapi__resource *res,
			  const char *ns, const char *name);
/* Creates or replaces `obj` (kind and apiVersion say where; namespace "default" where it must have
 * one and has none); `*obj` may be replaced. -1: why in call.st. */
int fakeapi__loopback_put(struct fakeapi__loopback *in, cJSON **obj);
/* Makes one object, given as JSON, as "kube-apiserver". -1: not made. */
int fakeapi__loopback_make(struct fakeapi__core *core, const char *json);
/* The error as text for relist_err; returns the code. */
int fakeapi__loopback_error(const struct fakeapi__loopback *in, struct relist_err *err);

#endif
