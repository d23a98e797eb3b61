/* SPDX-License-Identifier: Apache-2.0 */
/* store_impl.h - the parts of the store: its entries. */
#ifndef FAKEAPI_STORAGE_STORE_IMPL_H
#define FAKEAPI_STORAGE_STORE_IMPL_H

#include "fakeapi/storage/store.h"

/* The position of the key, or the position at which it would be inserted (then *found is NULL). */
struct fakeapi__at fakeapi__entry_lower(const struct fakeapi__bucket *b, struct str ns,
					struct str name, struct fakeapi__entry **found);
struct fakeapi__entry *fakeapi__entry_new(struct str ns, struct str name);
/* Allocates memory for one more entry at `at`, so that inserting it cannot fail. */
bool fakeapi__entry_reserve(struct fakeapi__bucket *b, struct fakeapi__at at);
/* Returns the index of the block that has the entry now. */
size_t fakeapi__entry_insert(struct fakeapi__bucket *b, struct fakeapi__at at,
			     struct fakeapi__entry *e);
void fakeapi__entry_remove(struct fakeapi__store *s, struct fakeapi__bucket *b,
			   struct fakeapi__entry *e);

bool fakeapi__event_reserve(struct fakeapi__bucket *b);
void fakeapi__store_compact_all(struct fakeapi__store *s);
/* The window bounds memory: older events are dropped for this bucket alone. */
void fakeapi__window_trim(struct fakeapi__store *s, struct fakeapi__bucket *b);

#endif
