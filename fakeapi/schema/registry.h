/* SPDX-License-Identifier: Apache-2.0 */
/* registry.h - all served types: the built-in table and those added at run time. The folder schema/
 * describes types: the list, their Go structs (typeinfo.h, typed.h), OpenAPI schemas of custom ones
 * (schema.h, custom.h), and the interface of strategies. A registry belongs to one core.
 *
 * Who may call: every folder but meta/. Threads: any, under the core's lock; the built-in tables
 * are constants.
 */
#ifndef FAKEAPI_REGISTRY_H
#define FAKEAPI_REGISTRY_H

#include "base/str.h"
#include "fakeapi/meta/resource.h"

struct fakeapi__registry;

/* A registry with every built-in type of the default release, or of `release` (0: the default too);
 * NULL: out of memory. */
struct fakeapi__registry *fakeapi__registry_new(void);
struct fakeapi__registry *fakeapi__registry_new_of(unsigned release);
/* A registry with these built-in types, which must outlive it. */
struct fakeapi__builtins;
struct fakeapi__registry *fakeapi__registry_new_with(const struct fakeapi__builtins *builtins);
/* A registry with the same built-in types, but without added ones. */
struct fakeapi__registry *fakeapi__registry_new_like(const struct fakeapi__registry *reg);
void fakeapi__registry_free(struct fakeapi__registry *reg);
unsigned fakeapi__registry_release(const struct fakeapi__registry *reg);
const struct fakeapi__features *fakeapi__registry_features(const struct fakeapi__registry *reg);
/* NULL: not served. */
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
/* Adds a type; `res` must live until it is removed and no reader uses it any more. Changes the
 * ETag. */
int fakeapi__registry_add(struct fakeapi__registry *reg, const struct fakeapi__resource *res);
void fakeapi__registry_remove(struct fakeapi__registry *reg, struct str group, struct str version,
			      struct str resource);
/* The type in which objects of `res` are stored: with few exceptions `res` itself (resource.h). */
const struct fakeapi__resource *fakeapi__registry_storage(const struct fakeapi__registry *reg,
							  const struct fakeapi__resource *res);
/* The subresource `name` of `res`; NULL: none. Valid as long as `res`. */
const struct fakeapi__subresource *fakeapi__resource_sub(const struct fakeapi__resource *res,
							 struct str name);
/* True if `word` is in the comma-separated `list`. */
bool fakeapi__listed(const char *list, const char *word);
/* Serves the built-in types for which `wanted` returns true; call it before any type is added.
 * `usual`: served by default; alpha and beta types are not. */
void fakeapi__registry_choose(struct fakeapi__registry *reg,
			      bool (*wanted)(const struct fakeapi__resource *res, bool usual,
					     void *user),
			      void *user);
/* Changes with every add and remove. */
uint64_t fakeapi__registry_generation(const struct fakeapi__registry *reg);
/* i-th type in discovery order; NULL past the end. */
const struct fakeapi__resource *fakeapi__registry_at(const struct fakeapi__registry *reg, size_t i);

/* A copy of the current list of types only, for reading without the lock; the types must stay
 * alive. Freed like any registry. NULL: out of memory. */
struct fakeapi__registry *fakeapi__registry_snapshot(const struct fakeapi__registry *reg);

/* Adds a function that appends lines to /metrics; set it once, before the first request. */
void fakeapi__registry_on_metrics(struct fakeapi__registry *reg,
				  void (*fn)(void *user, struct strbuf *out), void *user);
void fakeapi__registry_add_metrics(const struct fakeapi__registry *reg, struct strbuf *out);

/* Compares two version names; < 0: `a` is preferred. Stable, beta, alpha, each by descending
 * numbers; other names come last, by name. */
int fakeapi__version_cmp(const char *a, const char *b);

#endif
