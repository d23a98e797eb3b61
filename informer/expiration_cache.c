/* SPDX-License-Identifier: Apache-2.0 */
#include "informer/expiration_cache.h"

#include "base/alloc.h"

/* TimestampedEntry. */
struct entry {
	struct inf_object *obj;
	int64_t written_ns;
};

struct inf__expiration_cache {
	struct lock lock;
	struct map entries GUARDED_BY(lock); /* by key; the object owns the key */
	char *rv GUARDED_BY(lock);	     /* NULL: "" */
	inf__expired_fn expired;
	void *user;
	int64_t ttl_ns;
};

static bool ttl_expired(void *user, const struct inf_object *obj, int64_t written_ns,
			int64_t now_ns)
{
	const struct inf__expiration_cache *c = user;

	(void)obj;
	return c->ttl_ns > 0 && now_ns - written_ns > c->ttl_ns;
}

struct inf__expiration_cache *inf__expiration_cache_new(inf__expired_fn expired, void *user)
{
	struct inf__expiration_cache *c = base__calloc(1, sizeof(*c));

	if (!c)
		return NULL;
	lock_init(&c->lock, LOCK_OVERLAY);
	map_init(&c->entries, MAP_BORROW_KEYS);
	c->expired = expired;
	c->user = user;
	return c;
}

struct inf__expiration_cache *inf__ttl_cache_new(int64_t ttl_ns)
{
	struct inf__expiration_cache *c = inf__expiration_cache_new(ttl_expired, NULL);

	if (c) {
		c->user = c;
		c->ttl_ns = ttl_ns;
	}
	return c;
}

static void entry_free(struct entry *e)
{
	if (!e)
		return;
	inf_object_unref(e->obj);
	base__free(e);
}

static void entries_fini(struct map *entries)
{
	const struct map_entry *e;

	for (size_t i = 0; (e = map_next(entries, &i));)
		entry_free(e->value);
	map_fini(entries);
}

void inf__expiration_cache_free(struct inf__expiration_cache *c)
{
	if (!c)
		return;
	entries_fini(&c->entries);
	base__free(c->rv);
	lock_fini(&c->lock);
	base__free(c);
}

static int entries_put(struct map *entries, const struct inf_object *obj, int64_t now_ns)
{
	struct entry *e = base__malloc(sizeof(*e));
	void *old = NULL;

	if (!e)
		return RELIST_ENOMEM;
	*e = (struct entry) { inf_object_ref(obj), now_ns };
	if (map_put(entries, str_of(inf_object_key(obj)), e, &old) != 0) {
		entry_free(e);
		return RELIST_ENOMEM;
	}
	entry_free(old);
	return 0;
}

/* client-go wraps the object before storing it, so put does not update the store's resourceVersion;
 * delete does. */
int inf__expiration_cache_put(struct inf__expiration_cache *c, const struct inf_object *obj,
			      int64_t now_ns)
{
	int rc;

	lock_acquire(&c->lock);
	rc = entries_put(&c->entries, obj, now_ns);
	lock_release(&c->lock);
	return rc;
}

int inf__expiration_cache_delete(struct inf__expiration_cache *c, const char *key,
				 const struct inf_object *obj)
{
	char *rv = obj ? base__strdup(inf_object_resource_version(obj)) : NULL;
	struct entry *e;

	if (obj && !rv)
		return RELIST_ENOMEM;
	lock_acquire(&c->lock);
	e = map_del(&c->entries, str_of(key));
	if (obj) {
		base__free(c->rv);
		c->rv = rv;
	}
	lock_release(&c->lock);
	entry_free(e);
	return 0;
}

int inf__expiration_cache_replace(struct inf__expiration_cache *c,
				  const struct inf_object_list *objs, const char *rv,
				  int64_t now_ns)
{
	char *copy = base__strdup(rv);
	int rc = copy ? 0 : RELIST_ENOMEM;
	struct map entries, old;

	map_init(&entries, MAP_BORROW_KEYS);
	for (size_t i = 0; rc == 0 && i < objs->len; i++)
		rc = entries_put(&entries, objs->items[i], now_ns);
	if (rc != 0) {
		entries_fini(&entries);
		base__free(copy);
		return rc;
	}
	lock_acquire(&c->lock);
	old = c->entries;
	c->entries = entries;
	base__free(c->rv);
	c->rv = copy;
	lock_release(&c->lock);
	entries_fini(&old);
	return 0;
}

static struct inf_object *get_or_expire(struct inf__expiration_cache *c, const char *key,
					int64_t now_ns)
{
	struct entry *e = map_get(&c->entries, str_of(key));

	if (!e)
		return NULL;
	if (!c->expired(c->user, e->obj, e->written_ns, now_ns))
		return inf_object_ref(e->obj);
	(void)map_del(&c->entries, str_of(key));
	entry_free(e);
	return NULL;
}

struct inf_object *inf__expiration_cache_get(struct inf__expiration_cache *c, const char *key,
					     int64_t now_ns)
{
	struct inf_object *obj;

	lock_acquire(&c->lock);
	obj = get_or_expire(c, key, now_ns);
	lock_release(&c->lock);
	return obj;
}

int inf__expiration_cache_list(struct inf__expiration_cache *c, int64_t now_ns,
			       struct inf_object_list *out)
{
	const struct map_entry *e;
	int rc;

	lock_acquire(&c->lock);
	rc = inf__object_list_reserve(out, map_len(&c->entries));
	for (size_t i = 0; rc == 0 && (e = map_next(&c->entries, &i));) {
		struct inf_object *obj = get_or_expire(c, e->key, now_ns);

		if (obj)
			out->items[out->len++] = obj;
	}
	lock_release(&c->lock);
	return rc;
}

int inf__expiration_cache_list_keys(struct inf__expiration_cache *c, struct inf_strings *out)
{
	const struct map_entry *e;
	int rc = 0;

	lock_acquire(&c->lock);
	for (size_t i = 0; rc == 0 && (e = map_next(&c->entries, &i));)
		rc = inf__strings_add(out, (struct str) { e->key, e->key_len });
	lock_release(&c->lock);
	return rc;
}

void inf__expiration_cache_rv(struct inf__expiration_cache *c, char *buf, size_t cap)
{
	lock_acquire(&c->lock);
	(void)snprintf(buf, cap, "%s", c->rv ? c->rv : "");
	lock_release(&c->lock);
}
