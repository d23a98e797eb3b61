/* SPDX-License-Identifier: Apache-2.0 */
#include "informer/lru_expire.h"

#include "base/alloc.h"

void inf__lru_init(struct inf__lru *lru, size_t max)
{
	ASSERT(max > 0);
	*lru = (struct inf__lru) { .max = max };
	map_init(&lru->entries, MAP_BORROW_KEYS);
}

static void unlink_entry(struct inf__lru *lru, struct inf__lru_entry *e)
{
	if (e->older)
		e->older->newer = e->newer;
	else
		lru->oldest = e->newer;
	if (e->newer)
		e->newer->older = e->older;
	else
		lru->newest = e->older;
}

static void link_newest(struct inf__lru *lru, struct inf__lru_entry *e)
{
	e->older = lru->newest;
	e->newer = NULL;
	if (lru->newest)
		lru->newest->newer = e;
	else
		lru->oldest = e;
	lru->newest = e;
}

static void entry_free(struct inf__lru_entry *e)
{
	inf_object_unref(e->obj);
	base__free(e);
}

static void drop(struct inf__lru *lru, struct inf__lru_entry *e)
{
	(void)map_del(&lru->entries, str_of(e->key));
	unlink_entry(lru, e);
	entry_free(e);
}

void inf__lru_fini(struct inf__lru *lru)
{
	while (lru->oldest)
		drop(lru, lru->oldest);
	map_fini(&lru->entries);
}

static struct inf__lru_entry *entry_new(struct inf__lru *lru, const char *key)
{
	size_t len = strlen(key);
	struct inf__lru_entry *e = base__calloc(1, sizeof(*e) + len + 1);

	if (!e)
		return NULL;
	memcpy(e->key, key, len + 1);
	if (map_len(&lru->entries) >= lru->max)
		drop(lru, lru->oldest);
	if (map_put(&lru->entries, str_of(e->key), e, NULL) != 0) {
		base__free(e);
		return NULL;
	}
	return e;
}

int inf__lru_add(struct inf__lru *lru, const char *key, const struct inf_object *obj,
		 bool tombstone, int64_t expire_ns)
{
	struct inf__lru_entry *e = map_get(&lru->entries, str_of(key));

	if (e) {
		unlink_entry(lru, e);
	} else {
		e = entry_new(lru, key);
		if (!e)
			return RELIST_ENOMEM;
	}
	link_newest(lru, e);
	inf_object_unref(e->obj);
	e->obj = inf_object_ref(obj);
	e->tombstone = tombstone;
	e->expire_ns = expire_ns;
	return 0;
}

struct inf__lru_entry *inf__lru_get(struct inf__lru *lru, const char *key, int64_t now_ns)
{
	struct inf__lru_entry *e = map_get(&lru->entries, str_of(key));

	if (!e)
		return NULL;
	if (now_ns > e->expire_ns) {
		drop(lru, e);
		return NULL;
	}
	unlink_entry(lru, e);
	link_newest(lru, e);
	return e;
}

void inf__lru_remove(struct inf__lru *lru, const char *key)
{
	struct inf__lru_entry *e = map_get(&lru->entries, str_of(key));

	if (e)
		drop(lru, e);
}
