/* SPDX-License-Identifier: Apache-2.0 */
/* registry.h - all served types: the built-in table and those added at run time. The room schema/
 * knows types: which there are, what Go knows of them (typeinfo.h, typed.h), OpenAPI schemas of
 * custom ones (schema.h, custom.h), and what a strategy is. A registry belongs to one core.
 *
 * Who may call: every room but meta/. Threads: any, under the core's lock; the built-in tables are
 * constants.
 */
#ifndef FAKEAPI_REGISTRY_H
#define FAKEAPI_REGISTRY_H

#include "base/str.h"
#include "fakeapi/meta/resource.h"

struct fakeapi__registry;

/* With every built-in type of the default release, or of this one (0: the default too); NULL: no
 * memory. */
struct fakeapi__registry *fakeapi__registry_new(void);
struct fakeapi__registry *fakeapi__registry_new_of(unsigned release);
/* With these built-in types, which must live as long. */
struct fakeapi__builtins;
struct fakeapi__registry *fakeapi__registry_new_with(const struct fakeapi__builtins *builtins);
/* With those of another one, and nothing that was added to it. */
struct fakeapi__registry *fakeapi__registry_new_like(const struct fakeapi__registry *reg);
void fakeapi__registry_free(struct fakeapi__registry *reg);
unsigned fakeapi__registry_release(const struct fakeapi__registry *reg);
const struct fakeapi__features *fakeapi__registry_features(const struct fakeapi__registry *reg);
/* NULL when not served. */
const struct fakeapi__resource *fakeapi__registry_find(const struct fakeapi__registry *reg,
						       struct str group, struct str version,
						       struct str resource);
const struct fakeapi__resource *fakeapi__registry_find_kind(const struct fakeapi__registry *reg,
							    struct str group, struct str version,
							    struct str kind);
/* For tests. */
bool fakeapi__registry_has_group(const struct fakeapi__registry *reg, struct str group);
bool fakeapi__registry_has_version(const struct fakeapi__registry *reg, struct str group,
				   struct str version);
/* Adds a type; `res` must live until it is removed, and for as long as anyone who has found it may
 * look at it. ETag moves. */
int fakeapi__registry_add(struct fakeapi__registry *reg, const struct fakeapi__resource *res);
void fakeapi__registry_remove(struct fakeapi__registry *reg, struct str group, struct str version,
			      struct str resource);
/* The type that objects of `res` are stored as: `res` itself but for a few (resource.h). */
const struct fakeapi__resource *fakeapi__registry_storage(const struct fakeapi__registry *reg,
							  const struct fakeapi__resource *res);
/* The subresource `name` of `res`; NULL: it has none of that name. Valid as long as `res`. */
const struct fakeapi__subresource *fakeapi__resource_sub(const struct fakeapi__resource *res,
							 struct str name);
/* True when `word` is in the comma separated `list`. */
bool fakeapi__listed(const char *list, const char *word);
/* Serves those built-in types that `wanted` returns true for; before any is added. `usual`: served
 * unless chosen otherwise, as alpha and beta types are not. */
void fakeapi__registry_choose(struct fakeapi__registry *reg,
			      bool (*wanted)(const struct fakeapi__resource *res, bool usual,
					     void *user),
			      void *user);
/* Moves with every add and remove. */
uint64_t fakeapi__registry_generation(const struct fakeapi__registry *reg);
/* i-th type in discovery order; NULL past the end. */
const struct fakeapi__resource *fakeapi__registry_at(const struct fakeapi__registry *reg, size_t i);

/* A copy that knows the types in their order as they are now, and nothing else, for reading without
 * the lock; the types must stay. Freed as any. NULL: out of memory. */
struct fakeapi__registry *fakeapi__registry_snapshot(const struct fakeapi__registry *reg);

/* Appends lines to what /metrics says; set once, before the first request. */
void fakeapi__registry_on_metrics(struct fakeapi__registry *reg,
				  void (*fn)(void *user, struct strbuf *out), void *user);
void fakeapi__registry_add_metrics(const struct fakeapi__registry *reg, struct strbuf *out);

/* Of two version names, < 0: `a` is preferred. Stable before beta before alpha, then the higher
 * numbers; others come last, by name. */
int fakeapi__version_cmp(const char *a, const char *b);

#endif
