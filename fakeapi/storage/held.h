/* SPDX-License-Identifier: Apache-2.0 */
/* held.h - references to many versions, in a row: the content of a list, or of a watch's initial
 * events.
 *
 * To release a million of them takes as long as to take them. So a long row is only put aside, and
 * an idle thread frees a part of it now and then (fakeapi__store_tidy); so it is with what a
 * compaction forgets.
 *
 * Threads: any, under the core's lock.
 */
#ifndef FAKEAPI_HELD_H
#define FAKEAPI_HELD_H

#include "fakeapi/storage/store.h"

struct fakeapi__held {
	struct fakeapi__held *next; /* of those put aside */
	size_t count, cap;
	size_t bytes;			  /* of JSON, of all that were added */
	struct fakeapi__version *items[]; /* NULL: given back already */
};

/* *held NULL: the first. -1: out of memory, nothing changed. */
int fakeapi__held_add(struct fakeapi__held **held, const struct fakeapi__version *v);
/* Gives the i-th back. */
void fakeapi__held_drop(struct fakeapi__held *held, size_t i, struct fakeapi__store *store);
/* Releases all, of a long row later if the store has a thread that tidies. NULL is fine. */
void fakeapi__held_free(struct fakeapi__held *take_held, struct fakeapi__store *store);

enum { FAKEAPI_TIDY_STEP = 4096 }; /* versions; about a millisecond */

/* Frees some `steps` of what was put aside. True: there is more. */
bool fakeapi__store_tidy(struct fakeapi__store *store, size_t steps);

#endif
