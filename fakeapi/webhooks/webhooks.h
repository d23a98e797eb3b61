/* SPDX-License-Identifier: Apache-2.0 */
/* webhooks.h - admission webhooks: MutatingWebhookConfigurations and
 * ValidatingWebhookConfigurations of admissionregistration.k8s.io/v1 (apiserver's
 * admission/plugin/webhook).
 *
 *   configs.c  the configurations      match.c   matches them with a write
 *   review.c   the review to send      reply.c   reads the response
 *   dispatch.c the order, reinvocations, and the changes to the object
 *
 * Webhooks are called through fakeapi/callout.h: the call parks and is restarted. So a verb calls
 * them before it writes anything, and makes an identical review each time.
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

/* The operation (admission.Attributes); all members are borrowed. The call has the user and the
 * requested resource. */
struct fakeapi__attributes {
	enum fakeapi__hook_operation op;
	struct str name, ns; /* ns of a namespace object: its own name */
	/* The new object, in the call's type; mutation changes it. NULL: none. */
	cJSON *obj;
	const cJSON *old;     /* NULL: none */
	const cJSON *options; /* CreateOptions, ...; NULL: none */
};

/* A cheap check: true if a webhook or policy of any kind might concern the call. */
bool fakeapi__has_webhooks(const struct fakeapi__call *c);
/* The number of configurations, policies and bindings. */
size_t fakeapi__webhooks_count(const struct fakeapi__core *core);
/* Calls mutating webhooks one by one and changes the object. 0; -1: the refusal is in st, or the
 * call is parked, or out of memory. */
int fakeapi__webhooks_mutate(struct fakeapi__call *c, const struct fakeapi__attributes *a);
/* Calls all validating webhooks concurrently. As above. */
int fakeapi__webhooks_validate(struct fakeapi__call *c, const struct fakeapi__attributes *a);
/* The call's CreateOptions or UpdateOptions. NULL: out of memory. */
cJSON *fakeapi__webhook_options(const struct fakeapi__call *c, const char *kind);
void fakeapi__webhooks_fini(struct fakeapi__core *core);

#endif
