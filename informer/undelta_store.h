/* SPDX-License-Identifier: Apache-2.0 */
/* undelta_store.h - a store that passes its whole content to a function after every change
 * (client-go's UndeltaStore).
 *
 * Threads: any; the push function runs on the caller's thread, under no lock, so two concurrent
 * writers may push in either order (as in client-go). */
#ifndef INFORMER_UNDELTA_STORE_H
#define INFORMER_UNDELTA_STORE_H

#include "informer/thread_safe_store.h"

struct inf__undelta_store {
	struct inf__indexer store; /* readers use it directly */
	/* The list is borrowed for the call. */
	void (*push)(void *user, const struct inf_object_list *objs);
	void *user;
};

void inf__undelta_store_init(struct inf__undelta_store *u,
			     void (*push)(void *user, const struct inf_object_list *objs),
			     void *user);
void inf__undelta_store_fini(struct inf__undelta_store *u);
/* RELIST_ENOMEM from these: nothing was changed, or nothing was pushed; push again with _push(). */
int inf__undelta_store_put(struct inf__undelta_store *u, const struct inf_object *obj);
int inf__undelta_store_delete(struct inf__undelta_store *u, const struct inf_object *obj);
int inf__undelta_store_replace(struct inf__undelta_store *u, const struct inf_object_list *objs,
			       const char *rv);
int inf__undelta_store_push(struct inf__undelta_store *u);

#endif
