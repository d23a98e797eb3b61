/* SPDX-License-Identifier: Apache-2.0 */
/* conversion.h - converts objects to another version, by the definition's webhook if it has one
 * (apiextensions' pkg/apiserver/conversion).
 *
 * The exchange keeps converted objects until it ends, so a restarted request reuses them. Long work
 * runs without the lock, if the call may release it; reviews are sent with the lock held.
 *
 * Who may call: rest/ and watch/. Threads: any, under the core's lock, also of a call that has
 * released it. */
#ifndef FAKEAPI_CONVERSION_H
#define FAKEAPI_CONVERSION_H

#include "fakeapi/callout.h"

/* Drops the members that `to` does not know. -1: out of memory, or with a status: an embedded
 * object's type or metadata has a wrong type. */
int fakeapi__custom_fit(struct fakeapi__call *c, const struct fakeapi__resource *to, cJSON *obj);
/* Converts by fakeapi__convert() or by the webhook. -1: error in st, or the call is parked, or out
 * of memory. */
int fakeapi__webhook_convert(struct fakeapi__call *c, const struct fakeapi__resource *from,
			     const struct fakeapi__resource *to, cJSON *obj);
/* Sends reviews for an array of stored objects in batches, instead of one review per object. Always
 * consumes *row and sets it to the exchange's own: the same objects with their progress. Does
 * nothing if no webhook converts. */
int fakeapi__convert_ahead(struct fakeapi__call *c, struct fakeapi__held **row);
/* The array from the call's previous run; NULL: none, or outdated by a rewind or changed types. */
struct fakeapi__row *fakeapi__converted_row(struct fakeapi__call *c);
/* Converts a stored object to the call's type with missing defaults; appends the JSON to `out`. */
int fakeapi__webhook_read(struct fakeapi__call *c, struct str json, struct strbuf *out);
/* The same as a tree. NULL is like -1 above. */
cJSON *fakeapi__webhook_read_tree(struct fakeapi__call *c, struct str json);

#endif
