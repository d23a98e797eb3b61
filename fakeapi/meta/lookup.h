/* SPDX-License-Identifier: Apache-2.0 */
/* lookup.h - finding members and items by name in what a client sent.
 *
 * cJSON's objects and arrays are linked lists, so a search for each of n names costs n * n. A
 * lookup is a hash table over one container, made where that pays; small containers are searched
 * as they are, and so is everything when there is no memory for a table: it is only slower then.
 */
#ifndef FAKEAPI_LOOKUP_H
#define FAKEAPI_LOOKUP_H

#include <cjson/cJSON.h>

#include "base/map.h"
#include "base/str.h"

struct fakeapi__lookup {
	const cJSON *in;
	const char *member; /* of items: what they are found by; NULL: they are strings */
	bool items;
	bool hashed;
	struct map by_name; /* keys borrowed from the tree */
};

/* Up to so many members or items no table is made. For tests, which set it to 0 before anything is
 * looked up. */
extern unsigned fakeapi__lookup_small;

/* Members of `obj` by name, the last of doubles as fakeapi__member() finds it. `asks` has the names
 * that will be looked up: a table for a single one would not pay. */
void fakeapi__lookup_members(struct fakeapi__lookup *l, const cJSON *obj, const cJSON *asks);
/* The same of an object that will have `count` members more. */
void fakeapi__lookup_growing(struct fakeapi__lookup *l, const cJSON *obj, size_t count);
/* Items of `list` by the string in their member (what has none: ""), the first of doubles. */
void fakeapi__lookup_items(struct fakeapi__lookup *l, const cJSON *list, const char *member,
			   const cJSON *asks);
void fakeapi__lookup_fini(struct fakeapi__lookup *l);

cJSON *fakeapi__lookup(const struct fakeapi__lookup *l, const char *name);
/* Whether an item before this one has the same string. */
bool fakeapi__lookup_again(const struct fakeapi__lookup *l, const cJSON *item);

/* Changes of the object that keep the table true. Set takes `value` always and is like
 * fakeapi__set(); -1: out of memory, also when `value` is NULL. */
int fakeapi__lookup_set(struct fakeapi__lookup *l, const char *name, cJSON *value);
/* Takes the member out of the object, to be freed by the caller. NULL: none. */
cJSON *fakeapi__lookup_detach(struct fakeapi__lookup *l, const char *name);

/* Lookups over several containers, kept as long as their containers do not change: the members of a
 * schema, needed by every object that it describes. */
struct fakeapi__lookups {
	struct map by_container;
	const struct fakeapi__lookups *known; /* made before, for good, and shared; or NULL */
};

void fakeapi__lookups_init(struct fakeapi__lookups *all);
/* On top of others, which do not change any more (NULL: none): only what is not there is made. */
void fakeapi__lookups_over(struct fakeapi__lookups *all, const struct fakeapi__lookups *known);
/* Makes a table of each `properties` in the schema that is worth one; without memory it is slower
 * only. */
void fakeapi__lookups_learn(struct fakeapi__lookups *all, const cJSON *schema);
void fakeapi__lookups_fini(struct fakeapi__lookups *all);
/* fakeapi__member(obj, name) through the table of `obj`. `all` may be NULL. */
cJSON *fakeapi__lookups_member(struct fakeapi__lookups *all, const cJSON *obj, const char *name);

/* Sorts the members of an object by name, as Go writes maps, and drops all but the last of doubles;
 * all below as well when `deep`. -1: out of memory. */
int fakeapi__sort_members(cJSON *obj, bool deep);

/* The value as text that is the same for equal values (see fakeapi__equal). -1: out of memory. */
int fakeapi__value_text(const cJSON *v, struct strbuf *out);

#endif
