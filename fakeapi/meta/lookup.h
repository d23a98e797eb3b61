/* SPDX-License-Identifier: Apache-2.0 */
/* lookup.h - finds members and items by name in JSON from a client.
 *
 * cJSON's objects and arrays are linked lists, so a search for each of n names costs n * n. A
 * lookup is a hash table over one container, built only if it pays. Small containers are searched
 * linearly, and so is every container if the table cannot be allocated; lookups are then only
 * slower.
 */
#ifndef FAKEAPI_LOOKUP_H
#define FAKEAPI_LOOKUP_H

#include <cjson/cJSON.h>

#include "base/map.h"
#include "base/str.h"

struct fakeapi__lookup {
	const cJSON *in;
	const char *member; /* of items: the member with the item's name; NULL: items are strings */
	bool items;
	bool hashed;
	struct map by_name; /* keys borrowed from the tree */
};

/* Containers with at most this many members get no table. Tests set it to 0 before any lookup. */
extern unsigned fakeapi__lookup_small;

/* Finds members of `obj` by name, the last of duplicates as in fakeapi__member(). `wanted` has the
 * names that will be looked up: for a single name a table would not pay. */
void fakeapi__lookup_members(struct fakeapi__lookup *l, const cJSON *obj, const cJSON *wanted);
/* The same for an object that will get `count` more members. */
void fakeapi__lookup_growing(struct fakeapi__lookup *l, const cJSON *obj, size_t count);
/* Finds items of `list` by the string in `member` (missing: ""), the first of duplicates. */
void fakeapi__lookup_items(struct fakeapi__lookup *l, const cJSON *list, const char *member,
			   const cJSON *wanted);
void fakeapi__lookup_fini(struct fakeapi__lookup *l);

cJSON *fakeapi__lookup(const struct fakeapi__lookup *l, const char *name);
/* True if an earlier item has the same string. */
bool fakeapi__lookup_again(const struct fakeapi__lookup *l, const cJSON *item);

/* Changes the object and its table. Set always consumes `value` and is like fakeapi__set(); -1: out
 * of memory, also if `value` is NULL. */
int fakeapi__lookup_set(struct fakeapi__lookup *l, const char *name, cJSON *value);
/* Removes the member from the object; the caller frees it. NULL: none. */
cJSON *fakeapi__lookup_detach(struct fakeapi__lookup *l, const char *name);

/* Lookups over several containers, valid while their containers do not change: the members of a
 * schema, needed for every object that the schema describes. */
struct fakeapi__lookups {
	struct map by_container;
	const struct fakeapi__lookups *known; /* shared, immutable lookups; or NULL */
};

void fakeapi__lookups_init(struct fakeapi__lookups *all);
/* Extends `known`, which must not change any more (NULL: none): builds only missing tables. */
void fakeapi__lookups_over(struct fakeapi__lookups *all, const struct fakeapi__lookups *known);
/* Builds a table for each large `properties` in the schema; a failed allocation only costs time. */
void fakeapi__lookups_learn(struct fakeapi__lookups *all, const cJSON *schema);
void fakeapi__lookups_fini(struct fakeapi__lookups *all);
/* fakeapi__member(obj, name) through the table of `obj`. `all` may be NULL. */
cJSON *fakeapi__lookups_member(struct fakeapi__lookups *all, const cJSON *obj, const char *name);

/* Sorts the members of an object by name, as Go writes maps, and keeps only the last of duplicates;
 * `deep`: also in all nested objects. -1: out of memory. */
int fakeapi__sort_members(cJSON *obj, bool deep);

/* Writes the value as text that is identical for equal values (see fakeapi__equal). -1: out of
 * memory. */
int fakeapi__value_text(const cJSON *v, struct strbuf *out);

#endif
