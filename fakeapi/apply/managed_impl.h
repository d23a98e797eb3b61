/* SPDX-License-Identifier: Apache-2.0 */
/* managed_impl.h - metadata.managedFields as a list of entries whose fieldsV1 are field sets. */
#ifndef FAKEAPI_MANAGED_IMPL_H
#define FAKEAPI_MANAGED_IMPL_H

#include <cjson/cJSON.h>

#include "base/str.h"
#include "fakeapi/meta/resource.h"

/* The author of a write. */
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

/* managed_compare.c: a type in the version of a manager. `other`: objects have other members there
 * than in the request's version (convert/convert.h). Not to be copied: `res` points to its texts.
 */
struct fakeapi__managed_form {
	struct fakeapi__resource res;
	char group[256], version[64];
	bool other;
};
void fakeapi__form_own(const struct fakeapi__resource *res, struct fakeapi__managed_form *form);
void fakeapi__form_of(const struct fakeapi__resource *res, const char *api_version,
		      struct fakeapi__managed_form *form);
/* True if objects of `api_version` have the members of this form. */
bool fakeapi__form_has(const struct fakeapi__managed_form *form, const char *api_version);
/* A converted copy. NULL: out of memory. */
cJSON *fakeapi__form_copy(const struct fakeapi__managed_form *from,
			  const struct fakeapi__managed_form *to, const cJSON *obj);

/* What a write changes, seen in the versions of all managers. The first four are the caller's. */
struct fakeapi__changes {
	const struct fakeapi__resource *res;
	const cJSON *live, *obj;
	const char *subresource;
	struct fakeapi__comparison own, in_other;
	char other[330]; /* the version of in_other, if that is set */
};
struct fakeapi__smd;
/* Compares the objects in the request's version. -1: out of memory. */
int fakeapi__changes_init(struct fakeapi__changes *c, const struct fakeapi__smd *root);
void fakeapi__changes_fini(struct fakeapi__changes *c);
/* Valid until the next call. NULL: out of memory. */
const struct fakeapi__comparison *fakeapi__changes_in(struct fakeapi__changes *c,
						      const char *api_version);

/* A stored object's entries with sorted sets, one per writer; an empty array if there are none or
 * they are invalid. NULL: out of memory. */
cJSON *fakeapi__managed_decode(const cJSON *obj);
/* The same for a client's object: parses the sets element by element. */
cJSON *fakeapi__managed_decode_foreign(const cJSON *obj);
/* Drops entries in versions that a built-in kind does not have, and those of another group: an
 * event of core/v1 is not compared in events.k8s.io/v1. */
void fakeapi__managed_forget(const struct fakeapi__resource *res, cJSON *entries);
/* The version of the first entry that a custom resource's definition no longer has: its fields
 * cannot be found in the object. NULL: none. */
const char *fakeapi__managed_lost(const struct fakeapi__resource *res, const cJSON *entries);
/* Checks whether `obj` is valid in the other versions of the entries, for a custom resource without
 * a conversion webhook. 0: valid; 1: the error is in `why`; -1: out of memory. */
int fakeapi__managed_misfit(const struct fakeapi__resource *res, const cJSON *entries,
			    const cJSON *obj, struct strbuf *why);
/* True if an applied configuration has readable managedFields; the first check ignores unreadable
 * ones. */
bool fakeapi__managed_readable(const cJSON *config);
/* A NULL-terminated vector of the entries in the order of conflict messages; the caller frees it.
 * NULL: out of memory. */
const cJSON **fakeapi__managed_by_manager(const cJSON *entries);
/* The writer's entry, or NULL. An applier's entry is found in any version. */
cJSON *fakeapi__managed_find(const cJSON *entries, const struct fakeapi__writer *who);
/* Adds an entry with `set` (consumed on success). NULL: out of memory. */
cJSON *fakeapi__managed_add(cJSON *entries, const struct fakeapi__writer *who, cJSON *set);
/* Removes changed and removed fields from every entry but `except`, and drops empty entries. */
int fakeapi__managed_release(cJSON *entries, struct fakeapi__changes *c, const cJSON *except);
/* Sets the entry's set (always consumed; NULL: out of memory) or time ("": none). */
int fakeapi__managed_set_fields(cJSON *entry, cJSON *set);
int fakeapi__managed_set_time(cJSON *entry, const char *now);
/* Sorts the entries (always consumed) into the object's metadata; none: removes the member. */
int fakeapi__managed_encode(const struct fakeapi__resource *res, cJSON *obj, cJSON *entries);
/* Removes the fields that have no owner: names, uid, resourceVersion, ... */
void fakeapi__managed_strip(cJSON *set);
/* Removes the fields that this endpoint does not write: status, or all others. */
void fakeapi__managed_filter(const struct fakeapi__resource *res, const char *subresource,
			     cJSON *set);
/* apply_prune.c: removes from *merged the fields of `last`, the applier's earlier set in the
 * version `last_version`, that no entry owns. -1: out of memory. */
int fakeapi__apply_prune(const struct fakeapi__resource *res, const cJSON *entries,
			 const cJSON *last, const char *last_version, cJSON **merged);
/* "apps/v1"; the caller's buffer. */
const char *fakeapi__api_version(const struct fakeapi__resource *res, char *buf, size_t cap);

/* Updates `entries` after `who` wrote `obj` over `live`. */
int fakeapi__managed_write(const struct fakeapi__resource *res, const cJSON *live, const cJSON *obj,
			   const struct fakeapi__writer *who, const char *now, cJSON *entries);

/* unread.c: a custom resource stays a map, so times that no reader understands are no error: drops
 * them, and managedFields, which are encoded again. */
void fakeapi__drop_unread(const struct fakeapi__resource *res, cJSON *obj);

#endif
