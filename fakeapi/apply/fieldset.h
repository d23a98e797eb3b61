/* SPDX-License-Identifier: Apache-2.0 */
/* fieldset.h - sets of field paths, kept in their wire form: the FieldsV1 tree of managedFields.
 *
 * An object's members are path elements ("f:name", "k:{...}", "v:..."); an element is in the set
 * itself when it has no members, or has the member ".". Sets handed between functions are sorted
 * by strcmp, which is also how they are written, so that operations are merges.
 */
#ifndef FAKEAPI_FIELDSET_H
#define FAKEAPI_FIELDSET_H

#include <cjson/cJSON.h>

#include "base/str.h"

enum fakeapi__fieldset_op { FAKEAPI_SET_UNION, FAKEAPI_SET_MINUS, FAKEAPI_SET_AND };

bool fakeapi__fieldset_empty(const cJSON *set);
/* A new set; NULL: out of memory. */
cJSON *fakeapi__fieldset(enum fakeapi__fieldset_op op, const cJSON *a, const cJSON *b);
/* `*a` = `*a` op `b`. -1: out of memory, unchanged. */
int fakeapi__fieldset_change(cJSON **a, enum fakeapi__fieldset_op op, const cJSON *b);
/* `a` without, or only with, what `b` has (not a union), in as many steps as `a` is long: for many
 * short sets against one long one, whose tables stay in `names`. */
struct fakeapi__lookups;
cJSON *fakeapi__fieldset_against(enum fakeapi__fieldset_op op, const cJSON *a, const cJSON *b,
				 struct fakeapi__lookups *names);
/* The union of all; NULL: out of memory. */
cJSON *fakeapi__fieldset_all(const cJSON *const *sets, size_t count);
/* Sorts a set that came from outside or from a walk. -1: out of memory. */
int fakeapi__fieldset_sort(cJSON *set);
/* A set that others wrote, in the form that they have here: keys in order, elements of unknown
 * types left out. `v` may be NULL: the empty set. 1; 0: it is none; -1: out of memory. */
int fakeapi__fieldset_read(const cJSON *v, cJSON **out);
/* Is the element itself in the set? NULL: no. */
bool fakeapi__fieldset_has(const cJSON *element);

/* For building in depth-first order, children before their parent: makes the path of `depth`
 * elements a member. -1: out of memory. */
int fakeapi__fieldset_insert(cJSON *root, const char *const *path, size_t depth);

/* Calls `fn` for each path, elements of a level before what is below them, written as the server
 * writes it in conflicts: .spec.containers[name="c"].image. false from `fn` stops. */
bool fakeapi__fieldset_each(const cJSON *set, bool (*fn)(void *arg, const char *path), void *arg);
/* For tests. */
size_t fakeapi__fieldset_count(const cJSON *set);

#endif
