/* SPDX-License-Identifier: Apache-2.0 */
/* loopback.h - internal writes: start, controllers, --load, scenarios. They take the path of a
 * request, without exchange, faults or log. The caller holds the lock. */
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
/* The type by the object's kind and apiVersion; NULL: not served, the error is in call.st. */
const struct fakeapi__resource *fakeapi__loopback_resource(struct fakeapi__loopback *in,
							   const cJSON *obj);
/* Sets the call's target object. -1: not served, or out of memory (c->st.code 0). */
int fakeapi__loopback_aim(struct fakeapi__loopback *in, const struct fakeapi__resource *res,
			  const char *ns, const char *name);
/* Creates or replaces `obj`; its kind and apiVersion select the type. A missing namespace becomes
 * "default". `*obj` may be replaced. -1: error in call.st. */
int fakeapi__loopback_put(struct fakeapi__loopback *in, cJSON **obj);
/* Applies `status`, which it takes, to the target object. -1: failed. */
int fakeapi__loopback_apply_status(struct fakeapi__loopback *in, cJSON *status);
/* Creates one object from JSON as the part of the server that makes its type. -1: failed. */
int fakeapi__loopback_make(struct fakeapi__core *core, const char *json);
/* The error as text for relist_err; returns the code. */
int fakeapi__loopback_error(const struct fakeapi__loopback *in, struct relist_err *err);

#endif
