/* SPDX-License-Identifier: Apache-2.0 */
/* webhooks.h - admission webhooks: MutatingWebhookConfigurations and
 * ValidatingWebhookConfigurations of admissionregistration.k8s.io/v1 (apiserver's
 * admission/plugin/webhook).
 *
 *   configs.c  the configurations      match.c   which of them a write matches
 *   review.c   the review to send      reply.c   the meaning of the response
 *   dispatch.c the order, repetitions, and the changes to the object
 *
 * A webhook is called through fakeapi/ask.h: the call parks and is begun again, so a verb calls
 * before it writes anything, and it makes the review the same way each time.
 *
 * Who may call: rest/. Threads: any, under the core's lock, not suspended.
 */
#ifndef FAKEAPI_WEBHOOKS_H
#define FAKEAPI_WEBHOOKS_H

#include "fakeapi/context.h"

enum fakeapi__hook_operation {
	FAKEAPI_HOOK_CREATE,
	FAKEAPI_HOOK_UPDATE,
	FAKEAPI_HOOK_DELETE,
	FAKEAPI_HOOK_CONNECT,
};

/* The operation (admission.Attributes); all borrowed. The call has the user and the requested
 * resource. */
struct fakeapi__attributes {
	enum fakeapi__hook_operation op;
	struct str name, ns; /* ns of a namespace: its own name */
	/* The object as it is to be, of the type of the call; mutation changes it. NULL: there is
	 * none. */
	cJSON *obj;
	const cJSON *old;     /* NULL: there is none */
	const cJSON *options; /* CreateOptions, ...; NULL: none */
};

/* Whether any could want to know, of one kind; cheap. */
bool fakeapi__has_webhooks(const struct fakeapi__call *c);
/* How many configurations, policies and bindings there are. */
size_t fakeapi__webhooks_count(const struct fakeapi__core *core);
/* Calls those that may change the object, one after the other, and changes it. 0; -1: st has the
 * refusal, or the call is parked, or out of memory. */
int fakeapi__webhooks_mutate(struct fakeapi__call *c, const struct fakeapi__attributes *a);
/* Calls all that may only refuse at once. As above. */
int fakeapi__webhooks_validate(struct fakeapi__call *c, const struct fakeapi__attributes *a);
/* CreateOptions or UpdateOptions of the call. NULL: out of memory. */
cJSON *fakeapi__webhook_options(const struct fakeapi__call *c, const char *kind);
void fakeapi__webhooks_fini(struct fakeapi__core *core);

#endif
