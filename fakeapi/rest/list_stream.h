/* SPDX-License-Identifier: Apache-2.0 */
/* list_stream.h - a long list is sent from the store while it is read, not rendered whole first.
 *
 * Stored versions are immutable and counted, so the pointers to the versions of a list are a
 * snapshot of it: eight bytes an object for a client that does not read, and the versions stay as
 * long as it does. Its length is known before the first byte, since of an object only kind and
 * apiVersion of a built-in type are written differently.
 */
#ifndef FAKEAPI_REST_LIST_STREAM_H
#define FAKEAPI_REST_LIST_STREAM_H

#include "fakeapi/storage/held.h"

enum { FAKEAPI_STREAM_FROM = 64 * 1024 }; /* bytes; shorter lists are rendered whole */

struct fakeapi__list_stream {
	struct fakeapi__held *held; /* given back one by one as they are read */
	size_t skip;		    /* bytes of each object that are sent as "{"; 0: none */
	size_t bytes;		    /* of all items and the commas between */
	size_t at;		    /* the item being sent */
	size_t in_item;
};

/* Of all items and the commas between. */
size_t fakeapi__list_stream_bytes(const struct fakeapi__held *held, size_t skip);
/* NULL: out of memory, `take_held` is the caller's still. It is not empty. */
struct fakeapi__list_stream *fakeapi__list_stream_new(struct fakeapi__held *take_held, size_t skip);
void fakeapi__list_stream_free(struct fakeapi__list_stream *l, struct fakeapi__store *store);
/* The next bytes; 0: that was all. */
size_t fakeapi__list_stream_read(struct fakeapi__list_stream *l, struct fakeapi__store *store,
				 char *buf, size_t cap);

#endif
