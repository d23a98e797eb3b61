/* SPDX-License-Identifier: Apache-2.0 */
#include "informer/mutation_cache.h"

#include "base/alloc.h"
#include "base/text/number.h"
#include "informer/lru_expire.h"

enum { SIZE_DEFAULT = 100 };
static const int64_t TTL_DEFAULT_NS = 300 * NS_PER_S;

struct inf__mutation_cache {
	struct lock lock;
	struct inf__mutation_cache_options options;
	struct inf__lru overlay GUARDED_BY(lock);
};

struct inf__mutation_cache *
inf__mutation_cache_new(const struct inf__mutation_cache_options *options)
{
	struct inf__mutation_cache *c = base__calloc(1, sizeof(*c));

	if (!c)
		return NULL;
	lock_init(&c->lock, LOCK_OVERLAY);
	c->options = *options;
	if (c->options.ttl_ns == 0)
		c->options.ttl_ns = TTL_DEFAULT_NS;
	inf__lru_init(&c->overlay, options->max_size ? options->max_size : SIZE_DEFAULT);
	return c;
}

void inf__mutation_cache_free(struct inf__mutation_cache *c)
{
	if (!c)
		return;
	inf__lru_fini(&c->overlay);
	lock_fini(&c->lock);
	base__free(c);
}

/* ---- versions ---- */

/* Like strconv.ParseUint; "" is 0. */
static int version_of(const struct inf_object *obj, uint64_t *out, struct relist_err *err)
{
	const char *rv = inf_object_resource_version(obj);

	*out = 0;
	if (!*rv || number_parse(str_of(rv), UINT64_MAX, out))
		return 0;
	return relist_err_set(err, RELIST_EINVAL,
			      "resourceVersion \"%.60s\" of %.100s: not an integer", rv,
			      inf_object_key(obj));
}

static int compare(const struct inf_object *a, const struct inf_object *b, int *out,
		   struct relist_err *err)
{
	uint64_t x = 0, y = 0;
	int rc = version_of(a, &x, err);

	if (rc == 0)
		rc = version_of(b, &y, err);
	*out = x < y ? -1 : x > y;
	return rc;
}

static bool same_uid(const struct inf_object *a, const struct inf_object *b)
{
	struct inf_str x = inf_object_uid(a), y = inf_object_uid(b);

	return str_eq((struct str) { x.ptr, x.len }, (struct str) { y.ptr, y.len });
}

/* ---- reading ---- */

/* newerObject: replaces *obj (owned) by the overlay's object if that is newer; removes an outdated
 * overlay entry, also a tombstone. */
static int newer_locked(struct inf__mutation_cache *c, const char *key, int64_t now_ns,
			struct inf_object **obj, struct relist_err *err) REQUIRES(c->lock);
static int newer_locked(struct inf__mutation_cache *c, const char *key, int64_t now_ns,
			struct inf_object **obj, struct relist_err *err)
{
	struct inf__lru_entry *e = inf__lru_get(&c->overlay, key, now_ns);
	int order;

	if (!e)
		return 0;
	if (compare(*obj, e->obj, &order, err) != 0)
		return RELIST_EINVAL;
	if (order >= 0) {
		inf__lru_remove(&c->overlay, key);
	} else if (!e->tombstone) {
		inf_object_unref(*obj);
		*obj = inf_object_ref(e->obj);
	}
	return 0;
}

static int get_locked(struct inf__mutation_cache *c, const char *key, int64_t now_ns,
		      struct inf_object **out, struct relist_err *err) REQUIRES(c->lock);
static int get_locked(struct inf__mutation_cache *c, const char *key, int64_t now_ns,
		      struct inf_object **out, struct relist_err *err)
{
	struct inf__lru_entry *e;

	*out = inf__indexer_get(c->options.backing, key);
	if (*out)
		return newer_locked(c, key, now_ns, out, err);
	/* "Not created yet" and "deleted again" cannot be distinguished here. */
	if (!c->options.include_adds)
		return 0;
	e = inf__lru_get(&c->overlay, key, now_ns);
	if (!e || e->tombstone)
		return 0;
	*out = inf_object_ref(e->obj);
	/* client-go 0.37.2 compares the added object with itself and so returns it once. */
	return newer_locked(c, key, now_ns, out, err);
}

int inf__mutation_cache_get(struct inf__mutation_cache *c, const char *key, int64_t now_ns,
			    struct inf_object **out, struct relist_err *err)
{
	int rc;

	lock_acquire(&c->lock);
	rc = get_locked(c, key, now_ns, out, err);
	lock_release(&c->lock);
	if (rc != 0) {
		inf_object_unref(*out);
		*out = NULL;
	}
	return rc;
}

static bool has_string(const struct inf_strings *s, const char *z)
{
	for (size_t i = 0; i < s->len; i++) {
		if (strcmp(s->items[i], z) == 0)
			return true;
	}
	return false;
}

static int by_index_adds(struct inf__mutation_cache *c, const char *index, const char *value,
			 int64_t now_ns, const struct inf_strings *seen,
			 struct inf_object_list *out, struct relist_err *err)
{
	for (struct inf__lru_entry *e = c->overlay.oldest; e; e = e->newer) {
		bool matches = false;
		int rc;

		if (now_ns > e->expire_ns || e->tombstone || has_string(seen, e->key))
			continue;
		rc = inf__indexer_matches(c->options.indexer, index, e->obj, value, &matches, err);
		if (rc != 0)
			return rc;
		if (matches && inf__object_list_reserve(out, 1) != 0)
			return RELIST_ENOMEM;
		if (matches)
			(void)inf__object_list_push(out, inf_object_ref(e->obj));
	}
	return 0;
}

static int by_index_locked(struct inf__mutation_cache *c, const char *index, const char *value,
			   int64_t now_ns, struct inf_strings *keys, struct inf_object_list *out,
			   struct relist_err *err) REQUIRES(c->lock);
static int by_index_locked(struct inf__mutation_cache *c, const char *index, const char *value,
			   int64_t now_ns, struct inf_strings *keys, struct inf_object_list *out,
			   struct relist_err *err)
{
	int rc = inf__indexer_index_keys(c->options.indexer, index, value, keys, err);

	for (size_t i = 0; rc == 0 && i < keys->len; i++) {
		struct inf_object *obj = inf__indexer_get(c->options.indexer, keys->items[i]);

		if (!obj)
			continue; /* deleted meanwhile */
		rc = newer_locked(c, keys->items[i], now_ns, &obj, err);
		if (rc == 0)
			rc = inf__object_list_push(out, obj);
		if (rc != 0)
			inf_object_unref(obj);
	}
	if (rc == 0 && c->options.include_adds)
		rc = by_index_adds(c, index, value, now_ns, keys, out, err);
	return rc;
}

int inf__mutation_cache_by_index(struct inf__mutation_cache *c, const char *index,
				 const char *value, int64_t now_ns, struct inf_object_list *out,
				 struct relist_err *err)
{
	struct inf_strings keys = { NULL, 0, 0 };
	size_t before = out->len;
	int rc;

	if (!c->options.indexer)
		return relist_err_set(err, RELIST_EINVAL,
				      "no indexer has been provided to the mutation cache");
	lock_acquire(&c->lock);
	rc = by_index_locked(c, index, value, now_ns, &keys, out, err);
	lock_release(&c->lock);
	inf_strings_fini(&keys);
	while (rc != 0 && out->len > before)
		inf_object_unref(out->items[--out->len]);
	if (rc == RELIST_ENOMEM)
		(void)relist_err_set(err, rc, "index %s: out of memory", index);
	return rc;
}

/* ---- writing ---- */

/* Whether `obj` is older than the overlay's entry, or known to be deleted. */
static int refused(const struct inf__lru_entry *e, const struct inf_object *obj, bool *out,
		   struct relist_err *err)
{
	int order = 0;
	int rc = e ? compare(obj, e->obj, &order, err) : 0;

	*out = e && (order < 0 || (e->tombstone && (order == 0 || same_uid(e->obj, obj))));
	return rc;
}

int inf__mutation_cache_mutation(struct inf__mutation_cache *c, const struct inf_object *obj,
				 int64_t now_ns, struct relist_err *err)
{
	const char *key = inf_object_key(obj);
	bool refuse;
	int rc;

	lock_acquire(&c->lock);
	rc = refused(inf__lru_get(&c->overlay, key, now_ns), obj, &refuse, err);
	if (rc == 0 && !refuse)
		rc =
		    inf__lru_add(&c->overlay, key, obj, false, time_add(now_ns, c->options.ttl_ns));
	lock_release(&c->lock);
	return rc;
}

int inf__mutation_cache_on_add_or_update(struct inf__mutation_cache *c,
					 const struct inf_object *obj, int64_t now_ns,
					 struct relist_err *err)
{
	const char *key = inf_object_key(obj);
	struct inf__lru_entry *e;
	int order = -1, rc = 0;

	lock_acquire(&c->lock);
	e = inf__lru_get(&c->overlay, key, now_ns);
	if (e)
		rc = compare(obj, e->obj, &order, err);
	if (rc == 0 && order >= 0)
		inf__lru_remove(&c->overlay, key);
	lock_release(&c->lock);
	return rc;
}

int inf__mutation_cache_on_delete(struct inf__mutation_cache *c, const struct inf_object *obj,
				  int64_t now_ns, struct relist_err *err)
{
	const char *key = inf_object_key(obj);
	struct inf__lru_entry *e;
	int order = 0, rc = 0;

	lock_acquire(&c->lock);
	e = inf__lru_get(&c->overlay, key, now_ns);
	if (e)
		rc = compare(obj, e->obj, &order, err);
	/* A newer object with another uid may exist: it was created after this deletion. */
	if (rc == 0 && (!e || order >= 0 || same_uid(e->obj, obj)))
		rc = inf__lru_add(&c->overlay, key, obj, true, time_add(now_ns, c->options.ttl_ns));
	lock_release(&c->lock);
	return rc;
}
