/* SPDX-License-Identifier: Apache-2.0 */
/* stores.c - the public functions of the stores: the pure stores with the real clock. */
#include "base/alloc.h"
#include "base/posix/clock.h"
#include "informer/expiration_cache.h"
#include "informer/key.h"
#include "informer/mutation_cache.h"
#include "informer/posix/informer_handle.h"
#include "informer/shared_informer.h"
#include "informer/undelta_store.h"

/* ---- Indexer ---- */

/* The public type stands for struct inf__indexer and is never defined. */
static struct inf__indexer *in(struct inf_indexer *ix)
{
	return (struct inf__indexer *)ix;
}

static struct inf_indexer *out_of(struct inf__indexer *ix)
{
	return (struct inf_indexer *)ix;
}

struct inf_indexer *inf_indexer_new(void)
{
	struct inf__indexer *ix = base__malloc(sizeof(*ix));

	if (ix)
		inf__indexer_init(ix);
	return out_of(ix);
}

void inf_indexer_free(struct inf_indexer *ix)
{
	if (!ix)
		return;
	inf__indexer_fini(in(ix));
	base__free(in(ix));
}

struct inf_indexer *inf_informer_indexer(struct inf_informer *inf)
{
	return out_of(inf__informer_indexer(inf__informer_handle_informer(inf)));
}

int inf_indexer_add_indexers(struct inf_indexer *ix, const struct inf_index *indexes, size_t count,
			     struct relist_err *err)
{
	struct inf__index_def *defs = base__calloc(count ? count : 1, sizeof(*defs));
	int rc;

	if (!defs)
		return relist_err_set(err, RELIST_ENOMEM, "indexers: out of memory");
	for (size_t i = 0; i < count; i++)
		defs[i] =
		    (struct inf__index_def) { indexes[i].name, indexes[i].fn, indexes[i].user };
	rc = inf__indexer_add_indexers(in(ix), defs, count, err);
	base__free(defs);
	return rc;
}

int inf_indexer_put(struct inf_indexer *ix, const struct inf_object *obj)
{
	return inf__indexer_put(in(ix), obj);
}

int inf_indexer_delete(struct inf_indexer *ix, const struct inf_object *obj)
{
	return inf__indexer_delete(in(ix), inf_object_key(obj), obj);
}

int inf_indexer_replace(struct inf_indexer *ix, const struct inf_object_list *objs,
			const char *resource_version)
{
	return inf__indexer_replace(in(ix), objs, resource_version);
}

struct inf_object *inf_indexer_get(struct inf_indexer *ix, const char *key)
{
	return inf__indexer_get(in(ix), key);
}

size_t inf_indexer_len(struct inf_indexer *ix)
{
	return inf__indexer_len(in(ix));
}

int inf_indexer_list(struct inf_indexer *ix, struct inf_object_list *out)
{
	return inf__indexer_list(in(ix), out);
}

int inf_indexer_list_keys(struct inf_indexer *ix, struct inf_strings *out)
{
	return inf__indexer_list_keys(in(ix), out);
}

int inf_indexer_by_index(struct inf_indexer *ix, const char *index, const char *value,
			 struct inf_object_list *out, struct relist_err *err)
{
	return inf__indexer_by_index(in(ix), index, value, out, err);
}

int inf_indexer_index(struct inf_indexer *ix, const char *index, const struct inf_object *obj,
		      struct inf_object_list *out, struct relist_err *err)
{
	return inf__indexer_index(in(ix), index, obj, out, err);
}

int inf_indexer_index_keys(struct inf_indexer *ix, const char *index, const char *value,
			   struct inf_strings *out, struct relist_err *err)
{
	return inf__indexer_index_keys(in(ix), index, value, out, err);
}

int inf_indexer_index_values(struct inf_indexer *ix, const char *index, struct inf_strings *out)
{
	return inf__indexer_index_values(in(ix), index, out);
}

int inf_indexer_index_names(struct inf_indexer *ix, struct inf_strings *out)
{
	return inf__indexer_index_names(in(ix), out);
}

void inf_indexer_resource_version(struct inf_indexer *ix, char *buf, size_t cap)
{
	inf__indexer_rv(in(ix), buf, cap);
}

int inf_key_split(const char *key, struct inf_str *namespace_, struct inf_str *name,
		  struct relist_err *err)
{
	struct str ns, n;
	int rc = inf__key_split(key, &ns, &n, err);

	if (rc != 0)
		return rc;
	*namespace_ = (struct inf_str) { ns.ptr, ns.len };
	*name = (struct inf_str) { n.ptr, n.len };
	return 0;
}

/* ---- TTLStore ---- */

static struct inf__expiration_cache *ttl(struct inf_ttl_store *s)
{
	return (struct inf__expiration_cache *)s;
}

struct inf_ttl_store *inf_ttl_store_new(int64_t ttl_ns)
{
	return (struct inf_ttl_store *)inf__ttl_cache_new(ttl_ns);
}

void inf_ttl_store_free(struct inf_ttl_store *s)
{
	inf__expiration_cache_free(ttl(s));
}

int inf_ttl_store_put(struct inf_ttl_store *s, const struct inf_object *obj)
{
	return inf__expiration_cache_put(ttl(s), obj, clock_monotonic_ns());
}

int inf_ttl_store_delete(struct inf_ttl_store *s, const char *key)
{
	return inf__expiration_cache_delete(ttl(s), key, NULL);
}

int inf_ttl_store_replace(struct inf_ttl_store *s, const struct inf_object_list *objs,
			  const char *resource_version)
{
	return inf__expiration_cache_replace(ttl(s), objs, resource_version, clock_monotonic_ns());
}

struct inf_object *inf_ttl_store_get(struct inf_ttl_store *s, const char *key)
{
	return inf__expiration_cache_get(ttl(s), key, clock_monotonic_ns());
}

int inf_ttl_store_list(struct inf_ttl_store *s, struct inf_object_list *out)
{
	return inf__expiration_cache_list(ttl(s), clock_monotonic_ns(), out);
}

int inf_ttl_store_list_keys(struct inf_ttl_store *s, struct inf_strings *out)
{
	return inf__expiration_cache_list_keys(ttl(s), out);
}

/* ---- MutationCache ---- */

static struct inf__mutation_cache *overlay(struct inf_mutation_cache *c)
{
	return (struct inf__mutation_cache *)c;
}

struct inf_mutation_cache *inf_mutation_cache_new(struct inf_indexer *backing, int64_t ttl_ns,
						  bool include_adds, size_t max_size)
{
	struct inf__mutation_cache_options options = { .backing = in(backing),
						       .indexer = in(backing),
						       .ttl_ns = ttl_ns,
						       .include_adds = include_adds,
						       .max_size = max_size };

	return (struct inf_mutation_cache *)inf__mutation_cache_new(&options);
}

void inf_mutation_cache_free(struct inf_mutation_cache *c)
{
	inf__mutation_cache_free(overlay(c));
}

int inf_mutation_cache_get(struct inf_mutation_cache *c, const char *key, struct inf_object **out,
			   struct relist_err *err)
{
	return inf__mutation_cache_get(overlay(c), key, clock_monotonic_ns(), out, err);
}

int inf_mutation_cache_by_index(struct inf_mutation_cache *c, const char *index, const char *value,
				struct inf_object_list *out, struct relist_err *err)
{
	return inf__mutation_cache_by_index(overlay(c), index, value, clock_monotonic_ns(), out,
					    err);
}

int inf_mutation_cache_mutation(struct inf_mutation_cache *c, const struct inf_object *obj,
				struct relist_err *err)
{
	return inf__mutation_cache_mutation(overlay(c), obj, clock_monotonic_ns(), err);
}

int inf_mutation_cache_on_add_or_update(struct inf_mutation_cache *c, const struct inf_object *obj,
					struct relist_err *err)
{
	return inf__mutation_cache_on_add_or_update(overlay(c), obj, clock_monotonic_ns(), err);
}

int inf_mutation_cache_on_delete(struct inf_mutation_cache *c, const struct inf_object *obj,
				 struct relist_err *err)
{
	return inf__mutation_cache_on_delete(overlay(c), obj, clock_monotonic_ns(), err);
}

/* ---- UndeltaStore ---- */

struct inf_undelta_store {
	struct inf__undelta_store u;
};

struct inf_undelta_store *
inf_undelta_store_new(void (*push)(void *user, const struct inf_object_list *objs), void *user)
{
	struct inf_undelta_store *u = base__malloc(sizeof(*u));

	if (u)
		inf__undelta_store_init(&u->u, push, user);
	return u;
}

void inf_undelta_store_free(struct inf_undelta_store *u)
{
	if (!u)
		return;
	inf__undelta_store_fini(&u->u);
	base__free(u);
}

struct inf_indexer *inf_undelta_store_indexer(struct inf_undelta_store *u)
{
	return out_of(&u->u.store);
}

int inf_undelta_store_put(struct inf_undelta_store *u, const struct inf_object *obj)
{
	return inf__undelta_store_put(&u->u, obj);
}

int inf_undelta_store_delete(struct inf_undelta_store *u, const struct inf_object *obj)
{
	return inf__undelta_store_delete(&u->u, obj);
}

int inf_undelta_store_replace(struct inf_undelta_store *u, const struct inf_object_list *objs,
			      const char *resource_version)
{
	return inf__undelta_store_replace(&u->u, objs, resource_version);
}
