/* SPDX-License-Identifier: Apache-2.0 */
/* list_stream.h - sends a long list from the store while the client reads; does not render it
 * first.
 *
 * Stored versions are immutable and reference-counted, so the array of pointers to the versions of
 * a list is its snapshot. A client that does not read costs eight bytes per object, plus the
 * versions that its list keeps alive. The length is known before the first byte: only kind and
 * apiVersion of a built-in type are written differently from the stored JSON.
 */
#ifndef FAKEAPI_REST_LIST_STREAM_H
#define FAKEAPI_REST_LIST_STREAM_H

#include "fakeapi/storage/held.h"

enum { FAKEAPI_STREAM_FROM = 64 * 1024 }; /* bytes; shorter lists are rendered whole */

struct fakeapi__list_stream {
	struct fakeapi__held *held; /* each reference is released once it is sent */
	size_t skip;		    /* bytes of each object that "{" replaces; 0: none */
	size_t bytes;		    /* of all items and the commas between them */
	size_t at;		    /* the item being sent */
	size_t in_item;
};

/* Bytes of all items and the commas between them. */
size_t fakeapi__list_stream_bytes(const struct fakeapi__held *held, size_t skip);
/* NULL: out of memory, the caller still owns `take_held`, which must not be empty. */
struct fakeapi__list_stream *fakeapi__list_stream_new(struct fakeapi__held *take_held, size_t skip);
void fakeapi__list_stream_free(struct fakeapi__list_stream *l, struct fakeapi__store *store);
/* Copies the next bytes; 0: the end. */
size_t fakeapi__list_stream_read(struct fakeapi__list_stream *l, struct fakeapi__store *store,
				 char *buf, size_t cap);

#endif
