/* SPDX-License-Identifier: Apache-2.0 */
/* patch.h - the four patch types, and the owners of fields (managedFields): patches, field sets and
 * structured merge of apimachinery.
 *
 * Who may call: rest/, webhooks/ and controllers/ this header; the rest of the room is its own.
 * Threads: any; pure, trees in, trees out.
 */
#ifndef FAKEAPI_PATCH_H
#define FAKEAPI_PATCH_H

#include "fakeapi/meta/resource.h"
#include "fakeapi/meta/status.h"
#include "fakeapi/serializer/decode.h"

enum fakeapi__patch_type {
	FAKEAPI_PATCH_JSON,
	FAKEAPI_PATCH_MERGE,
	FAKEAPI_PATCH_STRATEGIC,
	FAKEAPI_PATCH_APPLY, /* application/apply-patch+yaml */
};

/* Applies JSON, merge or strategic merge `patch` (raw body) to `obj`; *out is a new tree, owned by
 * the caller. -1 with `st` filled as the real server words it (400, 415, 422). */
int fakeapi__patch(enum fakeapi__patch_type type, const struct fakeapi__resource *res,
		   const cJSON *obj, struct str patch, cJSON **out, struct fakeapi__status *st);

/* Applies an array of operations to *doc, which may be replaced as a whole. -1: `why` says which
 * operation failed and how, or is empty for want of memory. */
int fakeapi__json_patch(cJSON **doc, const cJSON *ops, struct strbuf *why);

/* The same as fakeapi__patch, and then decodes the result as its type: unknown and duplicate fields
 * as `fv` says (422, or appended to `warnings`), wrong types 422. This is what the patch verb
 * needs.
 */
int fakeapi__patch_checked(enum fakeapi__patch_type type, const struct fakeapi__resource *res,
			   const cJSON *obj, struct str patch, enum fakeapi__field_validation fv,
			   struct strbuf *warnings, cJSON **out, struct fakeapi__status *st);

/* `config` merged over *doc (replaced) as an apply does, without owners: what a policy's
 * ApplyConfiguration is. -1: `why` says why not, or is empty for want of memory. */
int fakeapi__overlay(const struct fakeapi__resource *res, cJSON **doc, const cJSON *config,
		     struct strbuf *why);

struct fakeapi__apply {
	const struct fakeapi__resource *res;
	const char *manager; /* fieldManager; required */
	bool force;
	const char *subresource; /* "" or "status", "scale" */
	const char *now;	 /* RFC 3339, for managedFields times */
};

/* Server-side apply of `config` (parsed YAML or JSON) on `live` (NULL: create). *out owned by the
 * caller, with metadata.managedFields brought up to date. -1: 409 with one cause a conflict, 400,
 * 422. */
int fakeapi__apply(const struct fakeapi__apply *how, const cJSON *live, const cJSON *config,
		   cJSON **out, struct fakeapi__status *st);

/* After a non-apply write: gives the fields that changed between `live` (NULL: create) and `obj` to
 * `manager` with operation Update, in obj's metadata.managedFields; `now` may be "" (the real
 * server notes no time for writes through scale). -1: out of memory. */
int fakeapi__managed_update(const struct fakeapi__resource *res, const cJSON *live, cJSON *obj,
			    const char *manager, const char *subresource, const char *now);

/* Of the entries of `obj`, those that own its replicas, as entries of its Scale. -1: out of memory.
 */
int fakeapi__managed_to_scale(const struct fakeapi__resource *res, const cJSON *obj, cJSON *scale);
/* And what became of them, back into those of `obj`. */
int fakeapi__managed_from_scale(const struct fakeapi__resource *res, cJSON *obj,
				const cJSON *scale);

/* Whether fieldsV1 of a managedFields entry can be read as a set of fields. */
bool fakeapi__managed_reads(const cJSON *fields);

#endif
