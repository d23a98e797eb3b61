/* SPDX-License-Identifier: Apache-2.0 */
/* smd.h - structured merge and diff: what server-side apply knows about a tree of a given type.
 *
 * A place in a tree has a shape: a map whose members are owned one by one, a list of objects found
 * by keys, a set of scalars, or a leaf (scalars; atomic maps and lists). Built-in types have it
 * from the markers in tbl/typeinfo.h, custom resources from their schema; where nothing is known,
 * maps are granular and lists are atomic.
 */
#ifndef FAKEAPI_SMD_H
#define FAKEAPI_SMD_H

#include <cjson/cJSON.h>

#include "base/str.h"
#include "fakeapi/meta/lookup.h"
#include "fakeapi/meta/resource.h"
#include "fakeapi/schema/typeinfo.h"

struct fakeapi__smd {
	const struct fakeapi__type *type; /* built-in, or NULL */
	unsigned flags;			  /* FAKEAPI_F_x of the field that holds it */
	const char *keys;		  /* of a LIST_MAP, comma separated */
	const cJSON *schema;		  /* of a custom resource; NULL: deduced from the values */
	bool custom_root;		  /* metadata below is ObjectMeta */
	bool loose;			  /* unknown members are preserved here and below */
	struct fakeapi__lookups *names;	  /* of the schema's members */
};

enum fakeapi__shape {
	FAKEAPI_SHAPE_LEAF,
	FAKEAPI_SHAPE_MAP,
	FAKEAPI_SHAPE_LIST_MAP,
	FAKEAPI_SHAPE_LIST_SET,
};

/* `names`: the caller's, to be kept as long as what comes of this. */
struct fakeapi__smd fakeapi__smd_root(const struct fakeapi__resource *res,
				      struct fakeapi__lookups *names);
enum fakeapi__shape fakeapi__smd_shape(const struct fakeapi__smd *s, const cJSON *value);
/* The type below a map; *declared: a struct's field, not a map's key. */
struct fakeapi__smd fakeapi__smd_member(const struct fakeapi__smd *s, const char *name,
					bool *declared);
struct fakeapi__smd fakeapi__smd_element(const struct fakeapi__smd *s);

/* The path element of a list's item: "k:{...}" or "v:...". false: it has none (`why` in Go's
 * words) or no memory (out failed). */
bool fakeapi__smd_item(const struct fakeapi__smd *list, const cJSON *item, struct strbuf *out,
		       struct strbuf *why);

/* An object's empty form, as the typed server has it before a create. NULL: out of memory. */
cJSON *fakeapi__smd_zero(const struct fakeapi__resource *res);

/* Which fields `to` adds to, changes in and removes from `from`; metadata.managedFields aside. Sets
 * owned by the caller; -1: out of memory, all NULL. */
int fakeapi__smd_compare(const struct fakeapi__smd *s, const cJSON *from, const cJSON *to,
			 cJSON **added, cJSON **modified, cJSON **removed);
/* The fields that a configuration names. NULL: out of memory. */
cJSON *fakeapi__smd_fields(const struct fakeapi__smd *s, const cJSON *config);
/* The set with every struct field that has something below it made a member. */
cJSON *fakeapi__smd_named_members(const struct fakeapi__smd *s, const cJSON *set);
/* `config` merged over `live`, lists in the order that keeps both. NULL: out of memory. */
cJSON *fakeapi__smd_merge(const struct fakeapi__smd *s, const cJSON *live, const cJSON *config);
/* Removes the set's fields from `value` in place. -1: out of memory. */
int fakeapi__smd_remove(const struct fakeapi__smd *s, cJSON *value, const cJSON *set);
/* Is `config` one of its type? Appends ".spec.x: field not declared in schema" and the like, each
 * on a line of its own. */
void fakeapi__smd_check(const struct fakeapi__smd *s, const cJSON *config, struct strbuf *errors,
			size_t *count);

#endif
