/* SPDX-License-Identifier: Apache-2.0 */
/* patch.h - the four patch types and managedFields: apimachinery's patches, field sets and
 * structured merge.
 *
 * Who may call: rest/, webhooks/ and controllers/ this header; other headers of the folder are
 * private. Threads: any; pure, trees in, trees out.
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

/* Merges `patch` (an object) into `target` (an object), RFC 7386. -1: out of memory. */
int fakeapi__merge_patch(cJSON *target, const cJSON *patch);
/* Applies a JSON, merge or strategic merge `patch` (raw body) to `obj`; *out is a new tree that the
 * caller owns. -1: `st` has the real server's error (400, 415, 422). */
int fakeapi__patch(enum fakeapi__patch_type type, const struct fakeapi__resource *res,
		   const cJSON *obj, struct str patch, cJSON **out, struct fakeapi__status *st);

/* Applies an array of operations to *doc, which may be replaced, as the server's release does
 * (`features` NULL: the default). -1: `why` has the failed operation and its error, or is empty if
 * out of memory. */
int fakeapi__json_patch(const struct fakeapi__features *features, cJSON **doc, const cJSON *ops,
			struct strbuf *why);

/* Like fakeapi__patch, and then decodes the result as its type: unknown and duplicate fields as
 * `fv` requires (422, or appended to `warnings`), wrong types 422. The patch verb uses this. */
int fakeapi__patch_checked(enum fakeapi__patch_type type, const struct fakeapi__resource *res,
			   const cJSON *obj, struct str patch, enum fakeapi__field_validation fv,
			   struct strbuf *warnings, cJSON **out, struct fakeapi__status *st);

/* Merges `config` over *doc (replaced) as an apply does, but without managedFields: a policy's
 * ApplyConfiguration. -1: the error is in `why`, which is empty if out of memory. */
int fakeapi__overlay(const struct fakeapi__resource *res, cJSON **doc, const cJSON *config,
		     struct strbuf *why);

struct fakeapi__apply {
	const struct fakeapi__resource *res;
	const char *manager; /* fieldManager; required */
	bool force;
	const char *subresource; /* "" or "status", "scale" */
	const char *now;	 /* RFC 3339, for managedFields times */
};

/* Server-side apply of `config` (parsed YAML or JSON) to `live` (NULL: create). The caller owns
 * *out, with updated metadata.managedFields. -1: 409 with one cause per conflict, 400, 422. */
int fakeapi__apply(const struct fakeapi__apply *how, const cJSON *live, const cJSON *config,
		   cJSON **out, struct fakeapi__status *st);

/* After other writes: makes `manager` (operation Update) the owner of the fields that differ
 * between `live` (NULL: create) and `obj`, in obj's managedFields. `now` may be "": the real server
 * writes no time for the subresource scale. -1: out of memory. */
int fakeapi__managed_update(const struct fakeapi__resource *res, const cJSON *live, cJSON *obj,
			    const char *manager, const char *subresource, const char *now);

/* Copies the entries of `obj` that own its replicas to its Scale. -1: out of memory. */
int fakeapi__managed_to_scale(const struct fakeapi__resource *res, const cJSON *obj, cJSON *scale);
/* Copies the Scale's changed entries back to those of `obj`. */
int fakeapi__managed_from_scale(const struct fakeapi__resource *res, cJSON *obj,
				const cJSON *scale);

/* True if fieldsV1 of a managedFields entry can be read as a field set. */
bool fakeapi__managed_reads(const cJSON *fields);

#endif
