/* SPDX-License-Identifier: Apache-2.0 */
/* smd.h - structured merge and diff: server-side apply's view of a tree of a given type.
 *
 * Each position in a tree has a shape: a map with separately owned members, a list of objects with
 * keys, a set of scalars, or a leaf (scalars; atomic maps and lists). Built-in types define it by
 * the markers in tbl/typeinfo.h, custom resources by their schema. Without either, maps are
 * granular and lists are atomic.
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
	unsigned flags;			  /* FAKEAPI_F_x of the field with this value */
	const char *keys;		  /* of a LIST_MAP, comma separated */
	const cJSON *schema;		  /* of a custom resource; NULL: deduced from the values */
	bool custom_root;		  /* its member metadata is ObjectMeta */
	bool loose;			  /* unknown members are preserved here and below */
	struct fakeapi__lookups *names;	  /* of the schema's members */
};

enum fakeapi__shape {
	FAKEAPI_SHAPE_LEAF,
	FAKEAPI_SHAPE_MAP,
	FAKEAPI_SHAPE_LIST_MAP,
	FAKEAPI_SHAPE_LIST_SET,
};

/* `names`: must outlive the result. */
struct fakeapi__smd fakeapi__smd_root(const struct fakeapi__resource *res,
				      struct fakeapi__lookups *names);
enum fakeapi__shape fakeapi__smd_shape(const struct fakeapi__smd *s, const cJSON *value);
/* The type of a map's member; *declared: a struct's field, not a map's key. */
struct fakeapi__smd fakeapi__smd_member(const struct fakeapi__smd *s, const char *name,
					bool *declared);
struct fakeapi__smd fakeapi__smd_element(const struct fakeapi__smd *s);

/* The path element of a list's item: "k:{...}" or "v:...". false: it has none (`why` has Go's
 * message) or out of memory (out failed). */
bool fakeapi__smd_item(const struct fakeapi__smd *list, const cJSON *item, struct strbuf *out,
		       struct strbuf *why);

/* The empty object that the typed server has before a create. NULL: out of memory. */
cJSON *fakeapi__smd_zero(const struct fakeapi__resource *res);

/* The fields that `to` adds, changes and removes compared with `from`, without
 * metadata.managedFields. The caller owns the sets; -1: out of memory, all NULL. */
int fakeapi__smd_compare(const struct fakeapi__smd *s, const cJSON *from, const cJSON *to,
			 cJSON **added, cJSON **modified, cJSON **removed);
/* The set of fields in a configuration. NULL: out of memory. */
cJSON *fakeapi__smd_fields(const struct fakeapi__smd *s, const cJSON *config);
/* Returns the set with each struct field that has descendants in it as a member. */
cJSON *fakeapi__smd_named_members(const struct fakeapi__smd *s, const cJSON *set);
/* Merges `config` over `live`; lists keep the order of both. NULL: out of memory. */
cJSON *fakeapi__smd_merge(const struct fakeapi__smd *s, const cJSON *live, const cJSON *config);
/* Removes the set's fields from `value` in place. -1: out of memory. */
int fakeapi__smd_remove(const struct fakeapi__smd *s, cJSON *value, const cJSON *set);
/* Checks that `config` has its type. Appends errors like ".spec.x: field not declared in schema",
 * one per line. */
void fakeapi__smd_check(const struct fakeapi__smd *s, const cJSON *config, struct strbuf *errors,
			size_t *count);

#endif
