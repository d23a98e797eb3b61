/* SPDX-License-Identifier: Apache-2.0 */
#include "fakeapi/storage/held.h"

#include "base/alloc.h"

enum { FIRST_CAP = 16 };

int fakeapi__held_add(struct fakeapi__held **held, const struct fakeapi__version *v)
{
	struct fakeapi__held *h = *held;

	if (!h || h->count == h->cap) {
		size_t cap = h ? h->cap * 2 : FIRST_CAP;
		struct fakeapi__held *grown =
		    base__realloc(h, sizeof(*h) + cap * sizeof(struct fakeapi__version *));

		if (!grown)
			return -1;
		if (!h)
			*grown = (struct fakeapi__held) { .next = NULL };
		grown->cap = cap;
		*held = h = grown;
	}
	h->items[h->count++] = fakeapi__version_ref(v);
	h->bytes += v->json_len;
	return 0;
}

void fakeapi__held_drop(struct fakeapi__held *held, size_t i, struct fakeapi__store *store)
{
	fakeapi__version_unref(store, held->items[i]);
	held->items[i] = NULL;
}

/* Frees from the end, so that `count` records the progress. True: the array is freed. */
static bool free_some(struct fakeapi__held *h, struct fakeapi__store *store, size_t *steps)
{
	for (; h->count && *steps; --*steps)
		fakeapi__version_unref(store, h->items[--h->count]);
	if (h->count)
		return false;
	base__free(h);
	return true;
}

void fakeapi__held_free(struct fakeapi__held *take_held, struct fakeapi__store *store)
{
	size_t all = SIZE_MAX;

	if (!take_held)
		return;
	if (take_held->count > FAKEAPI_TIDY_STEP && store->on_untidy) {
		take_held->next = store->aside;
		store->aside = take_held;
		store->on_untidy(store->untidy_user);
		return;
	}
	(void)free_some(take_held, store, &all);
}

bool fakeapi__store_tidy(struct fakeapi__store *store, size_t steps)
{
	while (store->aside && steps) {
		struct fakeapi__held *h = store->aside, *next = h->next;

		if (free_some(h, store, &steps))
			store->aside = next;
	}
	return fakeapi__store_free_some(store, &steps) ||
	       fakeapi__store_forget_some(store, &steps) || store->aside;
}
