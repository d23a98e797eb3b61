/* SPDX-License-Identifier: Apache-2.0 */
/* managed_impl.h - metadata.managedFields as a list of entries whose fieldsV1 are field sets. */
#ifndef FAKEAPI_MANAGED_IMPL_H
#define FAKEAPI_MANAGED_IMPL_H

#include <cjson/cJSON.h>

#include "base/str.h"
#include "fakeapi/meta/resource.h"

/* Who writes. */
struct fakeapi__writer {
	const char *manager;
	const char *operation; /* "Update" or "Apply" */
	const char *api_version;
	const char *subresource;
};

/* The three sets of a comparison. */
struct fakeapi__comparison {
	cJSON *added, *modified, *removed;
};
void fakeapi__comparison_fini(struct fakeapi__comparison *c);

/* A stored object's entries, sets sorted, one for each writer; an empty array when it has none or
 * they are no good. NULL: out of memory. */
cJSON *fakeapi__managed_decode(const cJSON *obj);
/* The same of an object from a client: the sets are read element by element. */
cJSON *fakeapi__managed_decode_foreign(const cJSON *obj);
/* Drops entries in versions in which a built-in kind is not known. */
void fakeapi__managed_forget(const struct fakeapi__resource *res, cJSON *entries);
/* The first version of an entry that the definition of a custom resource has no more: what its
 * owner wrote cannot be found in the object any longer. NULL: there is none. */
const char *fakeapi__managed_lost(const struct fakeapi__resource *res, const cJSON *entries);
/* Whether `obj` cannot be one of the other versions that entries are of, of a custom resource that
 * no webhook converts. 0: it can; 1: `why` says why not; -1: out of memory. */
int fakeapi__managed_misfit(const struct fakeapi__resource *res, const cJSON *entries,
			    const cJSON *obj, struct strbuf *why);
/* Whether an applied configuration has managedFields; what cannot be read as such is none to the
 * first look at it. */
bool fakeapi__managed_readable(const cJSON *config);
/* The writer's entry, or NULL. An applier's is found whatever its version. */
/* The entries in the order in which conflicts name their managers, and NULL; the caller frees the
 * vector. NULL: out of memory. */
const cJSON **fakeapi__managed_by_manager(const cJSON *entries);
cJSON *fakeapi__managed_find(const cJSON *entries, const struct fakeapi__writer *who);
/* Adds an entry with `set` (taken on success). NULL: out of memory. */
cJSON *fakeapi__managed_add(cJSON *entries, const struct fakeapi__writer *who, cJSON *set);
/* Takes what was changed or removed from every entry but `except`, and drops the empty ones. */
int fakeapi__managed_release(cJSON *entries, const struct fakeapi__comparison *c,
			     const cJSON *except);
/* Sets the entry's set (taken always; NULL: out of memory) or time ("": none). */
int fakeapi__managed_set_fields(cJSON *entry, cJSON *set);
int fakeapi__managed_set_time(cJSON *entry, const char *now);
/* Puts entries (taken always) in order into the object's metadata; none: removes the member. */
int fakeapi__managed_encode(const struct fakeapi__resource *res, cJSON *obj, cJSON *entries);
/* Removes in place the fields that have no owner: names, uid, resourceVersion, ... */
void fakeapi__managed_strip(cJSON *set);
/* Removes in place what this endpoint does not write: status, or all but it. */
void fakeapi__managed_filter(const struct fakeapi__resource *res, const char *subresource,
			     cJSON *set);
/* "apps/v1"; the caller's buffer. */
const char *fakeapi__api_version(const struct fakeapi__resource *res, char *buf, size_t cap);

/* The entries after `obj` was written over `live` by `who`; `entries` are changed in place. */
int fakeapi__managed_write(const struct fakeapi__resource *res, const cJSON *live, const cJSON *obj,
			   const struct fakeapi__writer *who, const char *now, cJSON *entries);

#endif
