/* SPDX-License-Identifier: Apache-2.0 */
/* webhook_client.h - sends a core's questions (fakeapi/core.h) to webhooks over HTTPS.
 *
 * One thread and libcurl, both started by the first question. Each call has a timeout and its
 * response a size limit; a limited number of calls runs concurrently, the rest is queued.
 *
 * Threads: ask() and forget() on any, under the core's lock; start and stop on one.
 */
#ifndef FAKEAPI_POSIX_WEBHOOK_CLIENT_H
#define FAKEAPI_POSIX_WEBHOOK_CLIENT_H

#include "fakeapi/core.h"

struct fakeapi__webhook_client;

/* NULL: out of memory. */
struct fakeapi__webhook_client *fakeapi__webhook_client_new(void);
/* Sets the receiver of the responses; call it before the first question. */
void fakeapi__webhook_client_serve(struct fakeapi__webhook_client *w, struct fakeapi__core *core);
/* For fakeapi__options; `user` is the client. */
bool fakeapi__webhook_client_ask(void *user, const struct fakeapi__question *q);
void fakeapi__webhook_client_forget(void *user, uint64_t id);
/* The core gets no more responses and may be freed. Both functions: NULL is fine. */
void fakeapi__webhook_client_stop(struct fakeapi__webhook_client *w);
/* Call it after the core is freed, which may still forget questions. */
void fakeapi__webhook_client_free(struct fakeapi__webhook_client *w);

#endif
