/* SPDX-License-Identifier: Apache-2.0 */
/* webhook_client.h - carries a core's questions (fakeapi/core.h) to webhooks over HTTPS.
 *
 * One thread and libcurl, both from the first question on. Each call has a limit in time, its
 * answer a limit in bytes; so many are under way at once, and the rest waits its turn.
 *
 * Threads: ask() and forget() on any, under the core's lock; start and stop on one.
 */
#ifndef FAKEAPI_POSIX_WEBHOOK_CLIENT_H
#define FAKEAPI_POSIX_WEBHOOK_CLIENT_H

#include "fakeapi/core.h"

struct fakeapi__webhook_client;

/* NULL: out of memory. */
struct fakeapi__webhook_client *fakeapi__webhook_client_new(void);
/* The receiver of the responses; before the first call. */
void fakeapi__webhook_client_serve(struct fakeapi__webhook_client *w, struct fakeapi__core *core);
/* For fakeapi__options; `user` is the client. */
bool fakeapi__webhook_client_ask(void *user, const struct fakeapi__question *q);
void fakeapi__webhook_client_forget(void *user, uint64_t id);
/* The core gets no more responses, and may be freed. Both: NULL is fine. */
void fakeapi__webhook_client_stop(struct fakeapi__webhook_client *w);
/* After the core, which may forget questions to its end. */
void fakeapi__webhook_client_free(struct fakeapi__webhook_client *w);

#endif
