/* SPDX-License-Identifier: Apache-2.0 */
/* fieldset.h - sets of field paths in their wire form: the FieldsV1 tree of managedFields.
 *
 * An object's members are path elements ("f:name", "k:{...}", "v:..."). An element itself is in the
 * set if it has no members, or has the member ".". Functions exchange sets sorted by strcmp, which
 * is also the written order, so operations are merges.
 */
#ifndef FAKEAPI_FIELDSET_H
#define FAKEAPI_FIELDSET_H

#include <cjson/cJSON.h>

#include "base/str.h"

enum fakeapi__fieldset_op { FAKEAPI_SET_UNION, FAKEAPI_SET_MINUS, FAKEAPI_SET_AND };

bool fakeapi__fieldset_empty(const cJSON *set);
/* A new set; NULL: out of memory. */
cJSON *fakeapi__fieldset(enum fakeapi__fieldset_op op, const cJSON *a, const cJSON *b);
/* Computes `*a` = `*a` op `b`. -1: out of memory, unchanged. */
int fakeapi__fieldset_change(cJSON **a, enum fakeapi__fieldset_op op, const cJSON *b);
/* Intersects `a` with `b`, or subtracts `b` from it (no union), in as many steps as `a` is long:
 * for many short sets and one long one, whose tables stay in `names`. */
struct fakeapi__lookups;
cJSON *fakeapi__fieldset_against(enum fakeapi__fieldset_op op, const cJSON *a, const cJSON *b,
				 struct fakeapi__lookups *names);
/* The union of all sets; NULL: out of memory. */
cJSON *fakeapi__fieldset_all(const cJSON *const *sets, size_t count);
/* Sorts a set from a client or from a walk. -1: out of memory. */
int fakeapi__fieldset_sort(cJSON *set);
/* Normalises a set written elsewhere: sorts keys, omits elements of unknown types. `v` may be NULL:
 * the empty set. 1; 0: invalid; -1: out of memory. */
int fakeapi__fieldset_read(const cJSON *v, cJSON **out);
/* True if the element itself is in the set; false for NULL. */
bool fakeapi__fieldset_has(const cJSON *element);

/* Builds a set in depth-first order, children before their parent: adds the path of `depth`
 * elements. -1: out of memory. */
int fakeapi__fieldset_insert(cJSON *root, const char *const *path, size_t depth);

/* Calls `fn` for each path, in the format of the server's conflicts:
 * .spec.containers[name="c"].image. Elements of a level come before their descendants. Stops if
 * `fn` returns false. */
bool fakeapi__fieldset_each(const cJSON *set, bool (*fn)(void *arg, const char *path), void *arg);
/* For tests. */
size_t fakeapi__fieldset_count(const cJSON *set);

#endif
