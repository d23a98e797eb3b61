/* SPDX-License-Identifier: Apache-2.0 */
#include "informer/undelta_store.h"

void inf__undelta_store_init(struct inf__undelta_store *u,
			     void (*push)(void *user, const struct inf_object_list *objs),
			     void *user)
{
	inf__indexer_init(&u->store);
	u->push = push;
	u->user = user;
}

void inf__undelta_store_fini(struct inf__undelta_store *u)
{
	inf__indexer_fini(&u->store);
}

int inf__undelta_store_push(struct inf__undelta_store *u)
{
	struct inf_object_list objs = { NULL, 0, 0 };
	int rc = inf__indexer_list(&u->store, &objs);

	if (rc == 0)
		u->push(u->user, &objs);
	inf_object_list_fini(&objs);
	return rc;
}

int inf__undelta_store_put(struct inf__undelta_store *u, const struct inf_object *obj)
{
	int rc = inf__indexer_put(&u->store, obj);

	return rc ? rc : inf__undelta_store_push(u);
}

int inf__undelta_store_delete(struct inf__undelta_store *u, const struct inf_object *obj)
{
	int rc = inf__indexer_delete(&u->store, inf_object_key(obj), obj);

	return rc ? rc : inf__undelta_store_push(u);
}

int inf__undelta_store_replace(struct inf__undelta_store *u, const struct inf_object_list *objs,
			       const char *rv)
{
	int rc = inf__indexer_replace(&u->store, objs, rv);

	return rc ? rc : inf__undelta_store_push(u);
}
