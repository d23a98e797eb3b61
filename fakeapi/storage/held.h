/* SPDX-License-Identifier: Apache-2.0 */
/* held.h - an array of references to versions: the content of a list, or of a watch's initial
 * events.
 *
 * Releasing a million references takes as long as acquiring them. So a long array is only queued,
 * and an idle thread frees parts of it from time to time (fakeapi__store_tidy). The same thread
 * frees the versions that a compaction drops.
 *
 * Threads: any, under the core's lock.
 */
#ifndef FAKEAPI_HELD_H
#define FAKEAPI_HELD_H

#include "fakeapi/storage/store.h"

struct fakeapi__held {
	struct fakeapi__held *next; /* the next array in the store's queue */
	size_t count, cap;
	size_t bytes;			  /* JSON bytes of all versions ever added */
	struct fakeapi__version *items[]; /* NULL: already released */
};

/* Adds a reference to `v`. *held NULL: creates the array. -1: out of memory, nothing changed. */
int fakeapi__held_add(struct fakeapi__held **held, const struct fakeapi__version *v);
/* Releases the i-th reference. */
void fakeapi__held_drop(struct fakeapi__held *held, size_t i, struct fakeapi__store *store);
/* Releases all references; later, if there are many and the store has a thread that tidies. NULL is
 * fine. */
void fakeapi__held_free(struct fakeapi__held *take_held, struct fakeapi__store *store);

enum { FAKEAPI_TIDY_STEP = 4096 }; /* versions; about a millisecond */

/* Frees about `steps` of the queued versions. True: more remain. */
bool fakeapi__store_tidy(struct fakeapi__store *store, size_t steps);

#endif
