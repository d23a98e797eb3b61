/* SPDX-License-Identifier: Apache-2.0 */
/* list_stream.h - a long list is told from the store while it is read, not rendered whole first.
 *
 * What stands in the store is written once and counted, so the pointers to the versions of a list
 * are a snapshot of it: eight bytes an object for a client that does not read, and the versions
 * stay as long as it does. Its length is known before the first byte, since of an object nothing
 * is written anew but where kind and apiVersion of a built-in type were.
 */
#ifndef FAKEAPI_REST_LIST_STREAM_H
#define FAKEAPI_REST_LIST_STREAM_H

#include "fakeapi/storage/store.h"

enum { FAKEAPI_STREAM_FROM = 64 * 1024 }; /* bytes; shorter lists are rendered whole */

struct fakeapi__list_stream {
	struct fakeapi__version **items; /* references */
	size_t count, cap;
	size_t skip;  /* bytes of each object that are told as "{"; 0: none */
	size_t bytes; /* of all items and the commas between */
	size_t at;    /* the item being told */
	size_t in_item;
};

struct fakeapi__list_stream *fakeapi__list_stream_new(void);
void fakeapi__list_stream_free(struct fakeapi__list_stream *l, struct fakeapi__store *store);
/* `skip`: see there; the same for all. -1: out of memory. */
int fakeapi__list_stream_add(struct fakeapi__list_stream *l, const struct fakeapi__version *v,
			     size_t skip);
/* The next bytes; 0: that was all. */
size_t fakeapi__list_stream_read(struct fakeapi__list_stream *l, char *buf, size_t cap);

#endif
