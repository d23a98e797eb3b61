/* SPDX-License-Identifier: Apache-2.0 */
/* conversion.h - objects in another version, by a definition's webhook where it has one
 * (apiextensions' pkg/apiserver/conversion).
 *
 * What was converted stays with the exchange until it ends, so a request that is begun again finds
 * it. Long work is done without the lock, if the call may release it; questions are sent with it.
 *
 * Who may call: rest/ and watch/. Threads: any, under the core's lock, also of a call that has
 * released it. */
#ifndef FAKEAPI_CONVERSION_H
#define FAKEAPI_CONVERSION_H

#include "fakeapi/ask.h"

/* fakeapi__convert(), or by the webhook. -1: st, or the call is parked, or out of memory. */
int fakeapi__convert_asking(struct fakeapi__call *c, const struct fakeapi__resource *from,
			    const struct fakeapi__resource *to, cJSON *obj);
/* Sends the questions for a row of stored objects at once, so that what follows need not send one
 * each. Takes it in any case; *row is then what stays with the exchange: the same objects, and
 * their progress. Where no webhook converts, nothing happens. */
int fakeapi__convert_ahead(struct fakeapi__call *c, struct fakeapi__held **row);
/* The row that the call had when it was begun before; NULL: none, or not of what is there now. */
struct fakeapi__row *fakeapi__converted_row(struct fakeapi__call *c);
/* A stored object as the call's type has it, with the defaults it lacks: JSON appended to `out`. */
int fakeapi__read_asking(struct fakeapi__call *c, struct str json, struct strbuf *out);
/* The same as a tree. NULL as -1 above. */
cJSON *fakeapi__read_tree_asking(struct fakeapi__call *c, struct str json);

#endif
